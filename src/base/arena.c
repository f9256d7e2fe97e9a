/* base/arena.c -- memory by lifetime.
 * What:    a list of chunks, each about as large as all before together; memory is handed out by moving a mark.
 * Invariant: chunks after `top` are empty and kept for reuse after a reset, so that mark/reset around a step allocates
 *          nothing once the largest step has been seen. Memory above the mark may be dirty; it is zeroed when handed out.
 *          What was never handed out and comes from the usual allocator is zero already and is not touched: the system gives its
 *          pages only when somebody writes there.
 * Large:   chunks of 128 kB and more are asked of the system itself and go back to it: what was needed only to make something
 *          leaves no holes. Address sanitizers see all memory that they know of, so they get calloc.
 * Tests:   tests/base/test_arena.c (alignment, zeroing, reset, every allocation failing in turn).
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "base/arena.h"
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { ALIGNMENT = 32, FIRST_CHUNK = 16384, LARGEST_GROWTH = 64 << 20 };

typedef struct chunk chunk;
struct chunk {
  chunk *next;
  unsigned char *start; /* aligned */
  size_t used, size;    /* bytes from start */
  size_t dirty;         /* bytes from start that may be other than zero */
};

struct sn_arena {
  sn_allocator allocator;
  chunk *first, *last;                /* all chunks; NULL until the first request */
  chunk *top;                         /* the chunk in use; NULL: none yet */
  size_t bytes;                       /* bytes obtained from the allocator */
  sn_arena *parent, *child, *sibling; /* child: the youngest; sibling: the next older one */
};

/* in front of each block of the default allocator */
typedef struct {
  size_t mapped; /* bytes; 0: of calloc */
  size_t unused; /* what follows is aligned as malloc aligns */
} origin;

#ifndef __has_feature
#define __has_feature(x) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
static const size_t mapped_from = SIZE_MAX;
#else
static const size_t mapped_from = 128 << 10;
#endif

/* Returns zeroed memory; sn_arena_get relies on it. */
static void *default_allocate(void *data, size_t size)
{
  (void)data;
  if (size > SIZE_MAX - sizeof(origin)) {
    return NULL;
  }
  const size_t all = size + sizeof(origin), mapped = size >= mapped_from ? all : 0;
  origin *o;
  if (mapped) {
    void *map = mmap(NULL, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    o = map != MAP_FAILED ? map : NULL;
  } else {
    o = calloc(1, all);
  }
  if (!o) {
    return NULL;
  }
  o->mapped = mapped;
  return o + 1;
}

static void default_release(void *data, void *memory)
{
  (void)data;
  origin *o = (origin *)memory - 1;
  if (o->mapped) {
    (void)munmap(o, o->mapped);
  } else {
    free(o);
  }
}

sn_arena *sn_arena_new(const sn_allocator *allocator)
{
  const sn_allocator a = allocator ? *allocator : (sn_allocator){default_allocate, default_release, NULL};
  sn_arena *arena = a.allocate(a.data, sizeof *arena);
  if (arena) {
    *arena = (sn_arena){.allocator = a, .bytes = sizeof *arena};
  }
  return arena;
}

sn_arena *sn_arena_child(sn_arena *parent)
{
  sn_arena *arena = sn_arena_new(&parent->allocator);
  if (arena) {
    arena->parent = parent;
    arena->sibling = parent->child;
    parent->child = arena;
  }
  return arena;
}

static void leave_parent(const sn_arena *arena)
{
  sn_arena **at = &arena->parent->child;
  while (*at != arena) {
    at = &(*at)->sibling;
  }
  *at = arena->sibling;
}

void sn_arena_free(sn_arena *arena)
{
  if (!arena) {
    return;
  }
  while (arena->child) {
    sn_arena_free(arena->child);
  }
  if (arena->parent) {
    leave_parent(arena);
  }
  const sn_allocator a = arena->allocator;
  for (chunk *c = arena->first, *next; c; c = next) {
    next = c->next;
    a.release(a.data, c);
  }
  a.release(a.data, arena);
}

static size_t rounded(size_t bytes)
{
  return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* A new chunk of at least `bytes` at the end of the list. */
static chunk *add_chunk(sn_arena *arena, size_t bytes)
{
  const size_t head = sizeof(chunk) + ALIGNMENT;
  const size_t held = arena->bytes < LARGEST_GROWTH ? arena->bytes : (size_t)LARGEST_GROWTH;
  size_t size = held > FIRST_CHUNK ? rounded(held) : (size_t)FIRST_CHUNK;
  size = bytes > size ? bytes : size;
  if (size > SIZE_MAX - head) {
    return NULL;
  }
  chunk *c = arena->allocator.allocate(arena->allocator.data, size + head);
  if (!c && size > bytes) { /* little memory left: request only what is needed */
    size = bytes;
    c = arena->allocator.allocate(arena->allocator.data, size + head);
  }
  if (!c) {
    return NULL;
  }
  unsigned char *after = (unsigned char *)c + sizeof(chunk);
  const size_t odd = (size_t)((uintptr_t)after % ALIGNMENT);
  *c = (chunk){.start = after + (odd ? ALIGNMENT - odd : 0), .size = size};
  c->dirty = arena->allocator.allocate == default_allocate ? 0 : size;
  if (arena->last) {
    arena->last->next = c;
  } else {
    arena->first = c;
  }
  arena->last = c;
  arena->bytes += size + head;
  return c;
}

/* Finds a chunk with room for `bytes` more, the top if possible; it becomes the top. Empty chunks that are too small are skipped
   until the next reset: the same sequence of requests then gets the same addresses. */
static chunk *chunk_with_room(sn_arena *arena, size_t bytes)
{
  chunk *c = arena->top;
  if (c && c->size - c->used >= bytes) {
    return c;
  }
  c = c ? c->next : arena->first;
  while (c && c->size < bytes) {
    c = c->next;
  }
  if (!c) {
    c = add_chunk(arena, bytes);
  }
  if (c) {
    c->used = 0;
    arena->top = c;
  }
  return c;
}

void *sn_arena_get(sn_arena *arena, size_t n, size_t size)
{
  if (size && n > (SIZE_MAX - ALIGNMENT) / size) {
    return NULL;
  }
  const size_t bytes = n == 0 || size == 0 ? (size_t)ALIGNMENT : rounded(n * size);
  chunk *c = chunk_with_room(arena, bytes);
  if (!c) {
    return NULL;
  }
  unsigned char *memory = c->start + c->used;
  if (c->used < c->dirty) {
    memset(memory, 0, c->dirty - c->used < bytes ? c->dirty - c->used : bytes);
  }
  c->used += bytes;
  c->dirty = c->used > c->dirty ? c->used : c->dirty;
  return memory;
}

char *sn_arena_text(sn_arena *arena, const char *text)
{
  const size_t n = strlen(text) + 1;
  char *copy = sn_arena_get(arena, n, 1);
  if (copy) {
    memcpy(copy, text, n);
  }
  return copy;
}

char *sn_arena_format(sn_arena *arena, const char *format, ...)
{
  va_list list, again;
  va_start(list, format);
  va_copy(again, list);
  const int n = vsnprintf(NULL, 0, format, list);
  char *text = n >= 0 ? sn_arena_get(arena, (size_t)n + 1, 1) : NULL;
  if (text) {
    vsnprintf(text, (size_t)n + 1, format, again);
  }
  va_end(again);
  va_end(list);
  return text;
}

void *sn_arena_grow(sn_arena *arena, const void *old, size_t old_n, size_t new_n, size_t size)
{
  void *memory = sn_arena_get(arena, new_n, size);
  const size_t kept = old_n < new_n ? old_n : new_n;
  if (memory && old && kept && size) {
    memcpy(memory, old, kept * size);
  }
  return memory;
}

sn_arena_mark sn_arena_here(const sn_arena *arena)
{
  return (sn_arena_mark){arena->top, arena->top ? arena->top->used : 0};
}

void sn_arena_reset(sn_arena *arena, sn_arena_mark mark)
{
  arena->top = mark.chunk;
  if (arena->top) {
    arena->top->used = mark.used;
  }
}

size_t sn_arena_bytes(const sn_arena *arena)
{
  return arena->bytes;
}
