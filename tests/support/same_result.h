/* tests/support/same_result.h -- do two result files hold the same bits? Every dataset is compared: type, shape, bytes.
 * Left out: wall time, memory, the checkpoint (which holds both), and log lines that say the run was resumed.
 */
#ifndef SN_TESTS_SUPPORT_SAME_RESULT_H
#define SN_TESTS_SUPPORT_SAME_RESULT_H
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  hid_t other;
  int n, different;
} same_walk;

/* All bytes of a dataset in the type of the file; *size in bytes. The caller frees. */
static inline char *same_bytes(hid_t d, size_t *size)
{
  const hid_t type = H5Dget_type(d), space = H5Dget_space(d);
  const hssize_t n = H5Sget_simple_extent_npoints(space);
  *size = (size_t)(n > 0 ? n : 0) * H5Tget_size(type);
  char *bytes = calloc(*size + 1, 1);
  const int good = *size == 0 || H5Dread(d, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes) >= 0;
  H5Sclose(space);
  H5Tclose(type);
  if (!good) {
    free(bytes);
    return NULL;
  }
  return bytes;
}

/* Log without the lines that may differ: lines are 256 bytes each. */
static inline void same_clean_log(char *log, size_t *size)
{
  size_t to = 0;
  for (size_t from = 0; from + 256 <= *size; from += 256) {
    if (!strstr(log + from, "s: resumed")) {
      memmove(log + to, log + from, 256);
      to += 256;
    }
  }
  *size = to;
}

static inline herr_t same_visit(hid_t file, const char *name, const H5L_info_t *info, void *data)
{
  same_walk *w = data;
  const hid_t a = H5Dopen2(file, name, H5P_DEFAULT);
  (void)info;
  if (a < 0) {
    return 0; /* a group */
  }
  if (strcmp(name, "checkpoint") == 0 || strcmp(name, "summary/wall_seconds") == 0 ||
      strcmp(name, "summary/peak_memory_mb") == 0) {
    H5Dclose(a);
    return 0;
  }
  size_t na = 0, nb = 0;
  const hid_t b = H5Dopen2(w->other, name, H5P_DEFAULT);
  char *xa = same_bytes(a, &na), *xb = b >= 0 ? same_bytes(b, &nb) : NULL;
  if (xa && xb && strcmp(name, "log") == 0) {
    same_clean_log(xa, &na);
    same_clean_log(xb, &nb);
  }
  w->n++;
  if (!xa || !xb || na != nb || memcmp(xa, xb, na) != 0) {
    size_t k = 0;
    for (; xa && xb && k < na && k < nb && xa[k] == xb[k]; k++) {
    }
    printf("  /%s differs: %zu and %zu bytes, first at byte %zu\n", name, na, nb, k);
    w->different++;
  }
  free(xa);
  free(xb);
  H5Dclose(a);
  if (b >= 0) {
    H5Dclose(b);
  }
  return 0;
}

/* Number of datasets that differ; *n (may be NULL): how many were compared. -1: a file cannot be opened. */
static inline int results_differ(const char *one, const char *two, int *n)
{
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  const hid_t a = H5Fopen(one, H5F_ACC_RDONLY, H5P_DEFAULT), b = H5Fopen(two, H5F_ACC_RDONLY, H5P_DEFAULT);
  same_walk forward = {b, 0, 0}, back = {a, 0, 0};
  if (a >= 0 && b >= 0) {
    H5Lvisit(a, H5_INDEX_NAME, H5_ITER_INC, same_visit, &forward);
    H5Lvisit(b, H5_INDEX_NAME, H5_ITER_INC, same_visit, &back);
  }
  const int good = a >= 0 && b >= 0 && forward.n == back.n && forward.n > 0;
  if (a >= 0) {
    H5Fclose(a);
  }
  if (b >= 0) {
    H5Fclose(b);
  }
  if (n) {
    *n = forward.n;
  }
  return good ? forward.different : -1;
}

#endif
