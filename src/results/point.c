/* results/point.c -- the checkpoint of a run that is done, inside its result.
 * What:    see results/point.h. The dataset is there from the start, because no object can be made once others may read.
 * Tests:   tests/cli/test_resume.c, tests/promises/test_resume.c.
 */
#include "results/point.h"

#include "results/reader_private.h"

static const hsize_t most_bytes = (hsize_t)4 << 30;

hid_t sn_point_create(hid_t file)
{
  const hsize_t now = 0, most = H5S_UNLIMITED, chunk = 16384;
  const hid_t space = H5Screate_simple(1, &now, &most), list = H5Pcreate(H5P_DATASET_CREATE);
  (void)H5Pset_chunk(list, 1, &chunk);
  (void)H5Pset_deflate(list, 1); /* written once (results/table.c) */
  const hid_t d = H5Dcreate2(file, "checkpoint", H5T_STD_U8LE, space, H5P_DEFAULT, list, H5P_DEFAULT);
  (void)H5Pclose(list);
  (void)H5Sclose(space);
  return d;
}

int sn_point_put(hid_t dataset, const void *bytes, size_t n)
{
  const hsize_t size = (hsize_t)n;
  return H5Dset_extent(dataset, &size) < 0 ? -1
                                           : H5Dwrite(dataset, H5T_NATIVE_UCHAR, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes);
}

static sn_status get(sn_reader *r, hid_t dataset, sn_arena *arena, const char **bytes, size_t *n, sn_error *error)
{
  hsize_t size = 0;
  const hid_t space = H5Dget_space(dataset);
  const int good = H5Sget_simple_extent_ndims(space) == 1 && H5Sget_simple_extent_dims(space, &size, NULL) == 1 &&
                   size <= most_bytes;
  (void)H5Sclose(space);
  char *copy = good ? sn_arena_get(arena, (size_t)size + 1, 1) : NULL;
  if (good && !copy) {
    return sn_no_memory(error, "the checkpoint");
  }
  if (!good || (size > 0 && H5Dread(dataset, H5T_NATIVE_UCHAR, H5S_ALL, H5S_ALL, H5P_DEFAULT, copy) < 0)) {
    return sn_h5_fail(error, r->file, "The checkpoint in the result cannot be read.",
                      "The file may be damaged or cut short: run the model again.");
  }
  *bytes = copy;
  *n = (size_t)size;
  return SN_OK;
}

sn_status sn_point_get(sn_reader *r, sn_arena *arena, const char **bytes, size_t *n, sn_error *error)
{
  sn_status status = SN_OK;
  *bytes = NULL;
  *n = 0;
  const sn_h5_quiet old = sn_h5_hush();
  if (H5Lexists(r->id, "checkpoint", H5P_DEFAULT) > 0) { /* not in results of earlier versions */
    const hid_t d = H5Dopen2(r->id, "checkpoint", H5P_DEFAULT);
    status = d < 0 ? sn_h5_fail(error, r->file, "The checkpoint in the result cannot be read.",
                                "The file may be damaged or cut short: run the model again.")
                   : get(r, d, arena, bytes, n, error);
    if (d >= 0) {
      (void)H5Dclose(d);
    }
  }
  sn_h5_restore(old);
  return status;
}
