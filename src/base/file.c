/* base/file.c -- a whole file into memory; what is in the way of a new one.
 * What:    models, tables and surfaces are read at once; each caller sets its own limit. What has a size is read into
 *          memory of that size, a pipe into memory that doubles.
 * Tests:   tests/base/test_file.c.
 */
#define _POSIX_C_SOURCE 200809L
#include "base/file.h"

#include <stdio.h>
#include <sys/stat.h>

enum { FIRST = 4096 };

sn_status sn_file_read(const char *path, size_t most, sn_arena *arena, const char **bytes, size_t *size,
                       sn_error *error)
{
  FILE *f = fopen(path, "rb");
  if (!f) {
    return sn_failf(error, SN_EIO, "The file %s cannot be read.", path);
  }
  const long end = fseek(f, 0, SEEK_END) == 0 ? ftell(f) : -1; /* of a folder: any value */
  rewind(f);
  const int large = end > 0 && (size_t)end > most;
  size_t n = 0, room = end > 0 && !large ? (size_t)end + 2 : FIRST;
  char *all = sn_arena_get(arena, room, 1);
  for (size_t more = 1; all && more > 0 && n <= most && !(large && n > 0);) {
    more = fread(all + n, 1, room - n - 1, f);
    n += more;
    if (n + 1 == room) {
      all = sn_arena_grow(arena, all, room, 2 * room, 1);
      room *= 2;
    }
  }
  const int bad = ferror(f);
  fclose(f);
  if (bad) {
    return sn_failf(error, SN_EIO, "The file %s cannot be read; it may be a folder.", path);
  }
  if (large || n > most) {
    return sn_failf(error, SN_EIO, "The file %s is too large (more than %zu MB).", path, most >> 20);
  }
  if (!all) {
    return sn_no_memory(error, path);
  }
  all[n] = '\0';
  *bytes = all;
  *size = n;
  return SN_OK;
}

const char *sn_file_in_the_way(const char *path)
{
  struct stat s;
  if (stat(path, &s) != 0 || S_ISREG(s.st_mode)) {
    return NULL;
  }
  return S_ISDIR(s.st_mode) ? "There is a folder of that name." : "That is a device, not a file.";
}
