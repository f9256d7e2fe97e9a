/* results/mat.c -- MAT-files of level 4: for each matrix five integers (kind, rows, columns, imaginary part, length of the name), the
 *          name, and its numbers by columns. Texts are matrices of letters, padded with spaces.
 * Tests:   tests/python/test_linearize.py (scipy), tests/cli/test_linearize.c
 */
#include "results/mat.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"

struct sn_mat {
  FILE *f;
  const char *file;
  int failed;
};

static sn_status cannot(const char *file, const char *why, sn_error *error)
{
  return sn_fail(error, SN_EIO, file, "The file cannot be written.", why,
                 "Give a name in a folder that exists and can be written.");
}

sn_status sn_mat_open(const char *file, sn_arena *arena, sn_mat **out, sn_error *error)
{
  const char *in_the_way = sn_file_in_the_way(file);
  sn_mat *m = SN_NEW(arena, sn_mat, 1);
  *out = m;
  if (!m) {
    return sn_no_memory(error, "the file");
  }
  if (in_the_way) {
    return cannot(file, in_the_way, error);
  }
  m->file = file;
  m->f = fopen(file, "wb");
  return m->f ? SN_OK : cannot(file, strerror(errno), error);
}

static void put_bytes(sn_mat *m, const void *x, size_t n)
{
  m->failed = m->failed || (n > 0 && fwrite(x, n, 1, m->f) != 1);
}

static void put_head(sn_mat *m, const char *name, int is_text, int rows, int columns)
{
  const uint16_t one = 1;
  const int big = *(const unsigned char *)&one == 0, length = (int)strlen(name) + 1;
  const int32_t head[5] = {1000 * big + is_text, rows, columns, 0, length};
  put_bytes(m, head, sizeof head);
  put_bytes(m, name, (size_t)length);
}

void sn_mat_put(sn_mat *m, const char *name, int rows, int columns, const double *x)
{
  SN_ASSERT(rows >= 0 && columns >= 0);
  put_head(m, name, 0, rows, columns);
  for (int j = 0; j < columns; j++) {
    for (int i = 0; i < rows; i++) {
      put_bytes(m, x + (size_t)i * (size_t)columns + j, sizeof *x);
    }
  }
}

void sn_mat_put_texts(sn_mat *m, const char *name, int n, const char *const *text)
{
  size_t longest = 0;
  for (int i = 0; i < n; i++) {
    longest = strlen(text[i]) > longest ? strlen(text[i]) : longest;
  }
  put_head(m, name, 1, n, (int)longest);
  for (size_t j = 0; j < longest; j++) {
    for (int i = 0; i < n; i++) {
      const double letter = j < strlen(text[i]) ? (unsigned char)text[i][j] : ' ';
      put_bytes(m, &letter, sizeof letter);
    }
  }
}

sn_status sn_mat_close(sn_mat *m, sn_error *error)
{
  errno = 0;
  const int closed = fclose(m->f) == 0;
  return closed && !m->failed ? SN_OK : cannot(m->file, errno ? strerror(errno) : "The disk may be full.", error);
}
