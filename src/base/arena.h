/* base/arena.h -- memory by lifetime.
 * What:    an arena hands out zeroed memory and frees it all at once. Three lifetimes: model, run, step scratch.
 * Rule:    nothing else of ours calls malloc; nothing is allocated inside a step (mark/reset of scratch is free).
 *          The allocator is the caller's; tests make its n-th call fail.
 */
#ifndef SN_BASE_ARENA_H
#define SN_BASE_ARENA_H
#include <stddef.h>

typedef struct {
  void *(*allocate)(void *data, size_t size); /* NULL on failure */
  void (*release)(void *data, void *memory);
  void *data;
} sn_allocator;

typedef struct sn_arena sn_arena;
typedef struct {
  void *chunk;
  size_t used;
} sn_arena_mark;

/* allocator NULL: malloc and free. Returns NULL when there is no memory even for the arena itself. */
sn_arena *sn_arena_new(const sn_allocator *allocator);
/* Makes a child with the same allocator, which is freed with its parent at the latest: for temporary data. */
sn_arena *sn_arena_child(sn_arena *parent);
void sn_arena_free(sn_arena *arena); /* accepts NULL */
/* n*size zeroed bytes aligned to 32; NULL on failure (overflow included). n*size == 0 gives a valid pointer. */
void *sn_arena_get(sn_arena *arena, size_t n, size_t size);
char *sn_arena_text(sn_arena *arena, const char *text); /* a copy; NULL on failure */
char *sn_arena_format(sn_arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A grown copy of an array in the arena (the old one is only freed with the arena). */
void *sn_arena_grow(sn_arena *arena, const void *old, size_t old_n, size_t new_n, size_t size);
sn_arena_mark sn_arena_here(const sn_arena *arena);
void sn_arena_reset(sn_arena *arena, sn_arena_mark mark);
size_t sn_arena_bytes(const sn_arena *arena);

#define SN_NEW(arena, type, n) ((type *)sn_arena_get((arena), (size_t)(n), sizeof(type)))

#endif
