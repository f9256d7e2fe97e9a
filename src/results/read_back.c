/* results/read_back.c -- looks whether a result that was just written can be read: another program may have written into it meanwhile.
 * What:    every object is opened (headers have checksums in the file format), and columns are read, up to a limit, a piece of each: their
 *          packing has a checksum, too. A run that cannot be read must not end as a good one.
 * Limits:  MOST_BYTES of numbers in all; what is damaged beyond is an error of who reads it.
 * Tests:   tests/results/test_damage.c
 */
#include "results/read_back.h"

#include <errno.h>
#include <stdio.h>

#include "results/h5.h"

enum { PIECE = 1 << 16, MOST_BYTES = 1 << 28, MOST_RANK = 4 };

typedef struct {
  hid_t file;
  double left; /* bytes that may still be read */
  char *piece;
  char damaged[128]; /* name of the first part that cannot be read */
} reading;

/* Rows of one dataset, as many at a time as a piece holds. */
static int read_rows(reading *x, hid_t dataset, hid_t type, size_t size)
{
  hsize_t now[MOST_RANK] = {0}, from[MOST_RANK] = {0}, count[MOST_RANK];
  const hid_t space = H5Dget_space(dataset);
  const int rank = space < 0 ? -1 : H5Sget_simple_extent_ndims(space);
  int good = rank >= 0 && rank <= MOST_RANK && (rank == 0 || H5Sget_simple_extent_dims(space, now, NULL) >= 0);
  double row = (double)size;
  for (int k = 0; k < rank && good; k++) {
    count[k] = now[k];
    row *= k > 0 ? (double)now[k] : 1;
  }
  const hsize_t rows = rank > 0 ? now[0] : 1, most = row > 0 && row <= PIECE ? (hsize_t)(PIECE / row) : 0;
  for (hsize_t i = 0; good && i < rows && most > 0 && x->left > 0; i += most) {
    const hsize_t n = rows - i < most ? rows - i : most;
    hid_t memory = H5S_ALL, select = H5S_ALL;
    if (rank > 0) {
      from[0] = i;
      count[0] = n;
      memory = H5Screate_simple(rank, count, NULL);
      select = H5Sselect_hyperslab(space, H5S_SELECT_SET, from, NULL, count, NULL) < 0 ? -1 : space;
    }
    good = memory >= 0 && select >= 0 && H5Dread(dataset, type, memory, select, H5P_DEFAULT, x->piece) >= 0;
    x->left -= (double)n * row;
    if (rank > 0 && memory >= 0) {
      (void)H5Sclose(memory);
    }
  }
  if (space >= 0) {
    (void)H5Sclose(space);
  }
  return good ? 0 : -1;
}

static herr_t visit(hid_t root, const char *name, const H5O_info_t *info, void *data)
{
  reading *x = data;
  (void)root;
  if (info->type != H5O_TYPE_DATASET) {
    return 0;
  }
  const hid_t dataset = H5Dopen2(x->file, name, H5P_DEFAULT), type = dataset < 0 ? -1 : H5Dget_type(dataset);
  const size_t size = type < 0 ? 0 : H5Tget_size(type);
  const int plain = type >= 0 && H5Tdetect_class(type, H5T_VLEN) <= 0 && H5Tis_variable_str(type) <= 0;
  const int status = size == 0 ? -1 : plain ? read_rows(x, dataset, type, size) : 0;
  if (type >= 0) {
    (void)H5Tclose(type);
  }
  if (dataset >= 0) {
    (void)H5Dclose(dataset);
  }
  if (status < 0) {
    (void)snprintf(x->damaged, sizeof x->damaged, "%s", name);
  }
  return status;
}

sn_status sn_read_back(const char *file, sn_error *error)
{
  static const char what[] = "The result was written, but cannot be read.";
  static const char fix[] =
      "Another program has written into the file, or the disk is faulty: run the model again, and leave the file alone "
      "until the run has ended.";
  sn_arena *arena = sn_arena_new(NULL);
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  (void)H5Pset_fclose_degree(access, H5F_CLOSE_STRONG); /* as all that have it open in this process */
  (void)H5Pset_file_locking(access, 1, 1);
  reading x = {.file = H5Fopen(file, H5F_ACC_RDONLY, access),
               .left = MOST_BYTES,
               .piece = arena ? SN_NEW(arena, char, PIECE) : NULL};
  const int locked = x.file < 0 && (errno == EAGAIN || errno == EWOULDBLOCK); /* who writes on now will look again */
  const int good =
      locked || (x.file >= 0 && x.piece && H5Ovisit(x.file, H5_INDEX_NAME, H5_ITER_NATIVE, visit, &x) >= 0);
  sn_status status = SN_OK;
  (void)H5Pclose(access);
  if (!x.piece) {
    status = sn_no_memory(error, "reading the result back");
  } else if (!good) {
    char why[160];
    (void)snprintf(why, sizeof why, "Its part '%.120s' is damaged.", x.damaged);
    status = x.damaged[0] ? sn_fail(error, SN_EIO, file, what, why, fix) : sn_h5_fail(error, file, what, fix);
  }
  if (x.file >= 0) {
    (void)H5Fclose(x.file);
  }
  sn_arena_free(arena);
  return status;
}
