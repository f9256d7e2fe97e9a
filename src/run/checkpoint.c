/* run/checkpoint.c -- a run between two steps as a small file.
 * What:    see run/checkpoint.h. The file: magic, number of the layout, pieces (length, then bytes) in a fixed order, checksum
 *          of all that (FNV-1a, 64 bits). Reading never goes beyond the bytes there are.
 * Limits:  numbers as the machine has them; a file of a machine with another order of bytes fails at its layout number.
 * Tests:   tests/run/test_checkpoint.c, tests/promises/test_resume.c.
 */
#define _POSIX_C_SOURCE 200809L
#include "run/checkpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"

enum { LAYOUT = 6, MOST_LIST = 1 << 24 };
static const char magic[8] = "SINEWCP\n";
static const size_t most_bytes = (size_t)4 << 30;

char *sn_checkpoint_name(const char *result, sn_arena *arena)
{
  return sn_arena_format(arena, "%s.checkpoint", result);
}

static int sync_file(const char *file)
{
  const int f = open(file, O_RDONLY);
  if (f < 0) {
    return -1;
  }
  const int bad = fsync(f);
  return close(f) != 0 || bad ? -1 : 0;
}

int sn_sync_folder(const char *file_in_it)
{
  char folder[4096];
  const char *slash = strrchr(file_in_it, '/');
  const size_t n = slash ? (size_t)(slash - file_in_it) : 0;
  if (n >= sizeof folder) {
    return -1;
  }
  memcpy(folder, file_in_it, n);
  folder[n] = '\0';
  return sync_file(slash ? (n > 0 ? folder : "/") : ".");
}

/* ---- writing */

typedef struct {
  FILE *file;
  uint64_t sum;
  int failed;
} output;

static uint64_t add_to_sum(uint64_t sum, const void *data, size_t n)
{
  const unsigned char *x = data;
  for (size_t i = 0; i < n; i++) {
    sum = (sum ^ x[i]) * 1099511628211u;
  }
  return sum;
}
static const uint64_t first_sum = 14695981039346656037u;

static void put_bytes(output *o, const void *data, size_t n)
{
  o->sum = add_to_sum(o->sum, data, n);
  o->failed |= n > 0 && fwrite(data, 1, n, o->file) != n;
}

static void put_number(output *o, uint64_t x)
{
  put_bytes(o, &x, sizeof x);
}

static void put_piece(output *o, const void *data, size_t n)
{
  put_number(o, n);
  put_bytes(o, data, n);
}

static void put_text(output *o, const char *text)
{
  put_piece(o, text ? text : "", text ? strlen(text) : 0);
}

static void put_list(output *o, int n, const sn_named_text *list)
{
  put_number(o, (uint64_t)n);
  for (int i = 0; i < n; i++) {
    put_text(o, list[i].name);
    put_text(o, list[i].text);
  }
}

static void put_all(output *o, const sn_checkpoint *c)
{
  const sn_snapshot *x = &c->snapshot;
  put_bytes(o, magic, sizeof magic);
  put_number(o, LAYOUT);
  put_text(o, c->creator);
  put_text(o, c->model);
  put_text(o, c->folder);
  put_list(o, c->n_source, c->source);
  put_list(o, c->n_override, c->override);
  put_list(o, c->n_item, c->item);
  put_number(o, c->data);
  put_bytes(o, &c->duration, sizeof c->duration);
  put_number(o, (uint64_t)c->rows);
  put_number(o, (uint64_t)c->steps);
  put_number(o, (uint64_t)c->lines);
  put_piece(o, c->start, c->n_start * sizeof(double));
  put_bytes(o, &x->t, sizeof x->t);
  put_text(o, sn_outcome_word(x->outcome));
  put_piece(o, x->memory, x->n_memory);
  put_piece(o, x->state, x->n_state * sizeof(double));
  put_number(o, x->n_scheme);
  put_piece(o, x->dependent, x->n_dependent);
  put_piece(o, x->row, x->n_row);
  put_piece(o, x->past, x->n_past * sizeof(double));
  const uint64_t sum = o->sum;
  put_number(o, sum);
}

static sn_status not_written(const char *file, sn_error *error)
{
  return sn_fail(error, SN_EIO, file, "The checkpoint could not be written.", strerror(errno),
                 "Make space, or write the result to another folder with -o; an older checkpoint is still whole.");
}

sn_status sn_checkpoint_write(const char *file, const sn_checkpoint *c, sn_error *error)
{
  char name[4096];
  if ((size_t)snprintf(name, sizeof name, "%s.new", file) >= sizeof name) {
    errno = ENAMETOOLONG;
    return not_written(file, error);
  }
  output o = {fopen(name, "wb"), first_sum, 0};
  if (!o.file) {
    return not_written(file, error);
  }
  put_all(&o, c);
  o.failed |= fflush(o.file) != 0 || fsync(fileno(o.file)) != 0;
  const int number = errno;
  o.failed |= fclose(o.file) != 0;
  if (o.failed || rename(name, file) != 0) {
    errno = o.failed ? number : errno;
    (void)not_written(file, error);
    (void)remove(name);
    return SN_EIO;
  }
  (void)sn_sync_folder(file); /* some file systems cannot: the new name is then on the disk a little later */
  return SN_OK;
}

/* ---- reading */

typedef struct {
  const unsigned char *at, *end;
  sn_arena *arena;
  int bad;
} input;

static const void *get_bytes(input *in, size_t n)
{
  if (in->bad || n > (size_t)(in->end - in->at)) {
    in->bad = 1;
    return NULL;
  }
  const void *x = in->at;
  in->at += n;
  return x;
}

static uint64_t get_number(input *in)
{
  uint64_t x = 0;
  const void *from = get_bytes(in, sizeof x);
  if (from) {
    memcpy(&x, from, sizeof x);
  }
  return x;
}

static double get_double(input *in)
{
  double x = 0;
  const void *from = get_bytes(in, sizeof x);
  if (from) {
    memcpy(&x, from, sizeof x);
  }
  return x;
}

/* A copy of the next piece, aligned, of whole elements. */
static const void *get_piece(input *in, size_t element, size_t *n)
{
  const uint64_t bytes = get_number(in);
  *n = 0;
  if (in->bad || bytes > (uint64_t)(in->end - in->at) || bytes % element != 0) {
    in->bad = 1;
    return NULL;
  }
  char *copy = SN_NEW(in->arena, char, bytes + 1);
  const void *from = get_bytes(in, (size_t)bytes);
  if (!copy) {
    in->bad = 1;
    return NULL;
  }
  memcpy(copy, from, (size_t)bytes);
  *n = (size_t)bytes / element;
  return copy;
}

static const char *get_text(input *in)
{
  size_t n;
  const char *text = get_piece(in, 1, &n);
  in->bad |= text && strlen(text) != n;
  return text ? text : "";
}

static const sn_named_text *get_list(input *in, int *n)
{
  const uint64_t count = get_number(in);
  *n = 0;
  if (in->bad || count > MOST_LIST || count > (uint64_t)(in->end - in->at) / 16) {
    in->bad = 1;
    return NULL;
  }
  sn_named_text *list = SN_NEW(in->arena, sn_named_text, count);
  in->bad |= !list;
  for (uint64_t i = 0; list && i < count; i++) {
    list[i].name = get_text(in);
    list[i].text = get_text(in);
  }
  *n = (int)count;
  return list;
}

static long long get_count(input *in)
{
  const uint64_t x = get_number(in);
  in->bad |= x > (uint64_t)1 << 53;
  return (long long)x;
}

static void get_all(input *in, sn_checkpoint *c)
{
  sn_snapshot *x = &c->snapshot;
  c->creator = get_text(in);
  c->model = get_text(in);
  c->folder = get_text(in);
  c->source = get_list(in, &c->n_source);
  c->override = get_list(in, &c->n_override);
  c->item = get_list(in, &c->n_item);
  c->data = get_number(in);
  c->duration = get_double(in);
  c->rows = get_count(in);
  c->steps = get_count(in);
  c->lines = get_count(in);
  c->start = get_piece(in, sizeof(double), &c->n_start);
  x->t = get_double(in);
  x->outcome = sn_outcome_of(get_text(in));
  x->memory = get_piece(in, 1, &x->n_memory);
  x->state = get_piece(in, sizeof(double), &x->n_state);
  x->n_scheme = (size_t)get_count(in);
  in->bad |= x->n_scheme > x->n_state;
  x->dependent = get_piece(in, 1, &x->n_dependent);
  x->row = get_piece(in, 1, &x->n_row);
  x->past = get_piece(in, sizeof(double), &x->n_past);
}

static sn_status damaged(const char *file, const char *why, sn_error *error)
{
  return sn_fail(error, SN_EIO, file, "The checkpoint cannot be used.", why, "Run the model again from the start.");
}

sn_status sn_checkpoint_bytes(const char *file, sn_arena *arena, const char **bytes, size_t *size, sn_error *error)
{
  return sn_file_read(file, most_bytes, arena, bytes, size, error);
}

sn_status sn_checkpoint_read(const char *file, sn_arena *arena, sn_checkpoint *out, sn_error *error)
{
  const char *bytes;
  size_t size;
  *out = (sn_checkpoint){0};
  if (sn_checkpoint_bytes(file, arena, &bytes, &size, error) != SN_OK) {
    sn_error_where(error, "%s", file);
    sn_error_why(error,
                 "`sinew resume` and `start_from` need it; only the result of a run that is done has it inside.");
    sn_error_fix(error, "Check the name of the result, or run the model again.");
    return SN_EIO;
  }
  return sn_checkpoint_parse(file, bytes, size, arena, out, error);
}

sn_status sn_checkpoint_parse(const char *file, const char *bytes, size_t size, sn_arena *arena, sn_checkpoint *out,
                              sn_error *error)
{
  uint64_t sum = 0;
  *out = (sn_checkpoint){0};
  if (size < sizeof magic + 2 * sizeof sum || memcmp(bytes, magic, sizeof magic) != 0) {
    return damaged(file, "It is no checkpoint of Sinew, or its beginning is damaged.", error);
  }
  input in = {(const unsigned char *)bytes + sizeof magic, (const unsigned char *)bytes + size - sizeof sum, arena, 0};
  if (get_number(&in) != LAYOUT) {
    return damaged(file, "It was written by another version of the program.", error);
  }
  memcpy(&sum, bytes + size - sizeof sum, sizeof sum);
  if (add_to_sum(first_sum, bytes, size - sizeof sum) != sum) {
    return damaged(file, "Its bytes have changed since it was written, or some are missing.", error);
  }
  get_all(&in, out);
  if (in.bad || in.at != in.end) {
    return damaged(file, "Its contents do not fit together.", error);
  }
  return SN_OK;
}
