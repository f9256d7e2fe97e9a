/* tests/results/test_size.c -- a result takes no more of the disk because it was flushed often.
 * See:     src/results/table.c. What is promised: never more than 1.3 times the storage of the datasets and 1 MB.
 */
#include <hdf5.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "fixture.h"
#include "harness.h"
#include "results/reader.h"

static double file_bytes(const char *file)
{
  struct stat facts;
  return stat(file, &facts) == 0 ? (double)facts.st_size : NAN;
}

static herr_t add_storage(hid_t object, const char *name, const H5O_info_t *info, void *data)
{
  if (info->type == H5O_TYPE_DATASET) {
    const hid_t d = H5Dopen2(object, name, H5P_DEFAULT);
    *(double *)data += (double)H5Dget_storage_size(d);
    (void)H5Dclose(d);
  }
  return 0;
}

/* What HDF5 says its datasets take. */
static double storage_bytes(const char *file)
{
  double sum = 0;
  const hid_t id = H5Fopen(file, H5F_ACC_RDONLY, H5P_DEFAULT);
  CHECK(id >= 0 && H5Ovisit2(id, H5_INDEX_NAME, H5_ITER_NATIVE, add_storage, &sum, H5O_INFO_BASIC) >= 0);
  (void)H5Fclose(id);
  return sum;
}

/* Rows with a flush after every `often` of them, and a line in the log with every flush. */
static double write_flushed(const char *file, int rows, int often)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_error e = {0};
  const sn_result_plan plan = fixture_plan(arena);
  sn_writer *w = NULL;
  CHECK_OK(sn_writer_new(&plan, file, arena, &w, &e), e);
  const sn_sink sink = sn_writer_sink(w);
  for (int k = 0; k < rows; k++) {
    CHECK_OK(fixture_row(&sink, plan.system, k, &e), e);
    if (k % often == often - 1) {
      sn_written much = {0, 0, 0};
      sink.log(sink.data, k, "flushed");
      CHECK_OK(sn_writer_secure(w, &much, &e), e);
      CHECK(much.rows == k + 1 && much.steps == k);
    }
  }
  CHECK_OK(sn_writer_finish(w, SN_OUTCOME_COMPLETE, NULL, NULL, &e), e);
  sn_arena_free(arena);
  return file_bytes(file);
}

static void check_numbers(const char *file, int rows)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_error e = {0};
  sn_reader *r = NULL;
  sn_series tip, position, halvings;
  CHECK_OK(sn_reader_open(file, arena, &r, &e), e);
  CHECK_OK(sn_reader_find(r, "tip", &tip, &e), e);
  CHECK_OK(sn_reader_find(r, "nodes/position", &position, &e), e);
  CHECK_OK(sn_reader_find(r, "steps/halvings", &halvings, &e), e);
  CHECK(sn_reader_time(r)->rows == (unsigned long long)rows);
  for (int k = 0; k < rows; k++) {
    double x[16] = {NAN};
    const unsigned long long row = (unsigned long long)k;
    CHECK_OK(sn_reader_read(r, sn_reader_time(r), row, 1, x, &e), e);
    CHECK_NEAR(x[0], k * 0.1, 0);
    CHECK_OK(sn_reader_read(r, &tip, row, 1, x, &e), e);
    CHECK_NEAR(x[2], 3 * (k * 0.1), 0);
    CHECK_OK(sn_reader_read(r, &position, row, 1, x, &e), e);
    CHECK_NEAR(x[0], (float)(k * 0.1), 0);
    if (k > 0) {
      CHECK_OK(sn_reader_read(r, &halvings, row - 1, 1, x, &e), e);
      CHECK_NEAR(x[0], k == 3 ? 2 : 0, 0);
    }
  }
  sn_reader_close(r);
  sn_arena_free(arena);
}

static void test_flushed_often(void)
{
  enum { ROWS = 1500 };
  static const int often[] = {1, 3, 100, 256, 1000};
  const double rare = write_flushed("size_rare.h5", ROWS, ROWS + 1);
  check_numbers("size_rare.h5", ROWS);
  for (size_t i = 0; i < sizeof often / sizeof *often; i++) {
    const double bytes = write_flushed("size.h5", ROWS, often[i]), storage = storage_bytes("size.h5");
    printf("  flushed every %4d rows: %.0f bytes, %.0f in datasets (flushed once: %.0f)\n", often[i], bytes, storage,
           rare);
    CHECK(bytes <= 1.3 * storage + 100e3); /* small files: sharper than what is promised */
    check_numbers("size.h5", ROWS);
  }
}

int main(void)
{
  RUN(test_flushed_often);
  return REPORT();
}
