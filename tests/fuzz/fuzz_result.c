/* tests/fuzz/fuzz_result.c -- result files that HDF5 finds well-formed but that we never wrote: datasets of another type,
 *          shape or content, groups where datasets belong, missing attributes, links in circles.
 * How:     a good result is made once; each four bytes of the input are one change through HDF5: what, which object, two
 *          parameters. Then everything that reads results reads it: summary, log, channels, scene, csv, info.
 */
#define _POSIX_C_SOURCE 200809L
#include <hdf5.h>
#include <math.h>

#include "fuzz.h"
#include "language/language.h"
#include "results/reader.h"
#include "results/scene.h"
#include "session/session.h"
#include "show/show.h"

enum { MAX_OBJECTS = 400, MAX_FILE = 4 << 20, MAX_CHANGES = 6, MAX_ROWS = 2000 };

static struct {
  int ready, n;
  char *path[MAX_OBJECTS];
  uint8_t *bytes;
  size_t size;
} good;

static const char model[] = "gravity { 0, 0, -9.81 }\n"
                            "local b = body { name = 'b', shape = box { size = {1, 0.1, 0.1}, density = 1000 } }\n"
                            "revolute { name = 'j', ground, b, at = {-0.5, 0, 0}, axis = 'y', damping = 0.1 }\n"
                            "local c = cable { name = 'c', from = {2, 0, 0}, to = {3, 0, 0}, elements = 2,\n"
                            "  stiffness = 1e3, mass_per_length = 1 }\n"
                            "spring { name = 's', b, c.first, stiffness = 10 }\n"
                            "channel('tip', position(c.last))\nchannel('e', energy('total'))\n"
                            "run { dt = 0.01, duration = 0.05 }\n";

static herr_t note(hid_t id, const char *name, const H5O_info_t *info, void *data)
{
  (void)id;
  (void)info;
  (void)data;
  if (good.n < MAX_OBJECTS && strcmp(name, ".") != 0) {
    good.path[good.n++] = strdup(name);
  }
  return 0;
}

static void prepare(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_model *m = NULL;
  sn_session s = {0};
  sn_error e = {0};
  sn_run_summary summary;
  sn_h5_no_exit_handler();
  sn_status status =
      sn_language_load_text(&(sn_language_text){"m.lua", model, sizeof model - 1, NULL}, NULL, arena, &m, &e);
  status = status != SN_OK ? status : sn_session_open(&s, m, "m", arena, &e);
  status = status != SN_OK ? status : sn_session_settings(&s, NAN, &e);
  status = status != SN_OK ? status : sn_session_start(&s, &e);
  status = status != SN_OK ? status : sn_session_run(&s, "fuzz_good.h5", NULL, &summary, &e);
  sn_session_close(&s);
  sn_arena_free(arena);
  FILE *f = status == SN_OK ? fopen("fuzz_good.h5", "rb") : NULL;
  good.bytes = malloc(MAX_FILE);
  if (!f || !good.bytes) {
    fprintf(stderr, "no good result: %s\n", e.what);
    abort();
  }
  good.size = fread(good.bytes, 1, MAX_FILE, f);
  (void)fclose(f);
  const hid_t id = H5Fopen("fuzz_good.h5", H5F_ACC_RDONLY, H5P_DEFAULT);
  (void)H5Ovisit(id, H5_INDEX_NAME, H5_ITER_NATIVE, note, NULL);
  (void)H5Fclose(id);
  good.ready = 1;
}

/* ---- changes */

static void put_dataset(hid_t file, const char *path, uint8_t a, uint8_t b)
{
  static const double number[] = {0, -1, 1e308, 1e-308, 3.5};
  const hid_t types[] = {H5T_NATIVE_DOUBLE, H5T_NATIVE_INT, H5T_NATIVE_UCHAR, H5T_C_S1, H5T_NATIVE_FLOAT};
  const int rank = a & 3;
  hsize_t size[3] = {b % 7u, (b >> 3) % 5u, 1u + (b >> 6)};
  const hid_t space = rank == 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple(rank, size, NULL);
  const hid_t type = types[(a >> 2) % 5];
  const hid_t d = H5Dcreate2(file, path, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  if (d >= 0) {
    double x[256];
    for (int i = 0; i < 256; i++) {
      x[i] = number[(a >> 5) % 5];
    }
    if ((a >> 2) % 5 != 3) {
      (void)H5Dwrite(d, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x);
    }
    (void)H5Dclose(d);
  }
  (void)H5Sclose(space);
}

static void overwrite(hid_t file, const char *path, uint8_t a, uint8_t b)
{
  const hid_t d = H5Dopen2(file, path, H5P_DEFAULT);
  if (d < 0) {
    return;
  }
  const hid_t type = H5Dget_type(d), space = H5Dget_space(d);
  const hssize_t n = H5Sget_simple_extent_npoints(space);
  const size_t size = (size_t)(n > 0 ? n : 0) * H5Tget_size(type);
  uint8_t *bytes = size > 0 && size < (1 << 20) && H5Tis_variable_str(type) <= 0 ? malloc(size) : NULL;
  if (bytes && H5Dread(d, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes) >= 0) {
    for (size_t i = a % (size < 64 ? size : 64); i < size; i += 1 + (b & 15u)) {
      bytes[i] = (uint8_t)(b & 128 ? 0xff : bytes[i] + (b >> 4) + a);
    }
    (void)H5Dwrite(d, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes);
  }
  free(bytes);
  (void)H5Sclose(space);
  (void)H5Tclose(type);
  (void)H5Dclose(d);
}

static void resize(hid_t file, const char *path, uint8_t a, uint8_t b)
{
  const hid_t d = H5Dopen2(file, path, H5P_DEFAULT);
  if (d < 0) {
    return;
  }
  const hid_t space = H5Dget_space(d);
  hsize_t size[8];
  const int rank = H5Sget_simple_extent_dims(space, size, NULL);
  if (rank > 0) {
    size[a % (unsigned)rank] = b < 200 ? b : 100000u * b; /* far more rows than were written */
    (void)H5Dset_extent(d, size);
  }
  (void)H5Sclose(space);
  (void)H5Dclose(d);
}

static void attribute(hid_t file, const char *path, uint8_t a, uint8_t b)
{
  const hid_t o = H5Oopen(file, path, H5P_DEFAULT);
  char name[128];
  if (o < 0) {
    return;
  }
  if (H5Aget_name_by_idx(o, ".", H5_INDEX_NAME, H5_ITER_INC, a % 8u, name, sizeof name, H5P_DEFAULT) > 0) {
    (void)H5Adelete(o, name);
    if (b > 100) {
      hsize_t n = b % 5u;
      const hid_t space = b & 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &n, NULL);
      const hid_t x = H5Acreate2(o, name, b & 2 ? H5T_NATIVE_INT : H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT);
      if (x >= 0) {
        (void)H5Aclose(x);
      }
      (void)H5Sclose(space);
    }
  }
  (void)H5Oclose(o);
}

static void change(hid_t file, const uint8_t *p)
{
  const char *path = good.path[p[1] % (unsigned)good.n], *other = good.path[p[2] % (unsigned)good.n];
  switch (p[0] % 8) {
  case 0:
    (void)H5Ldelete(file, path, H5P_DEFAULT);
    break;
  case 1:
    (void)H5Ldelete(file, path, H5P_DEFAULT);
    put_dataset(file, path, p[2], p[3]);
    break;
  case 2:
  case 3:
    overwrite(file, path, p[2], p[3]);
    break;
  case 4:
    resize(file, path, p[2], p[3]);
    break;
  case 5:
    attribute(file, path, p[2], p[3]);
    break;
  case 6: { /* a group in place of it */
    (void)H5Ldelete(file, path, H5P_DEFAULT);
    const hid_t g = H5Gcreate2(file, path, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    if (g >= 0) {
      (void)H5Gclose(g);
    }
    break;
  }
  default: /* the same thing under two names, perhaps inside itself; or a link to nothing */
    (void)H5Ldelete(file, path, H5P_DEFAULT);
    if (p[3] & 1) {
      (void)H5Lcreate_hard(file, other, file, path, H5P_DEFAULT, H5P_DEFAULT);
    } else {
      (void)H5Lcreate_soft(p[3] & 2 ? "/nothing" : path, file, path, H5P_DEFAULT, H5P_DEFAULT);
    }
  }
}

/* ---- reading */

static void read_all(const char *file)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_reader *r = NULL;
  sn_error e = {0};
  sn_summary summary;
  sn_scene scene;
  const char *const *lines;
  const char *text;
  int n;
  const sn_status status = sn_reader_open(file, arena, &r, &e);
  fuzz_verdict(status, &e);
  if (status == SN_OK) {
    FILE *out = fopen("/dev/null", "w");
    fuzz_verdict(sn_reader_summary(r, &summary, &e), &e);
    fuzz_verdict(sn_reader_status(r, &text, &e), &e);
    fuzz_verdict(sn_reader_log(r, &lines, &n, &e), &e);
    unsigned long long rows = 0;
    for (int i = 0; i < sn_reader_channels(r); i++) {
      const sn_series *s = sn_reader_channel(r, i);
      rows = s->rows > rows ? s->rows : rows;
      const int most = s->rows < 50 ? (int)s->rows : 50;
      double *x = s->width < 10000 ? SN_NEW(arena, double, most * s->width) : NULL;
      if (x) {
        fuzz_verdict(sn_reader_read(r, s, 0, most, x, &e), &e);
      }
    }
    if (sn_scene_read(r, arena, &scene, &e) == SN_OK) {
      sn_poses row = {0};
      (void)sn_scene_poses(r, &scene, 0, &row, &e);
    }
    if (out) {
      if (rows < MAX_ROWS && sn_reader_time(r)->rows < MAX_ROWS) {
        fuzz_verdict(sn_show_csv(r, NULL, 0, arena, out, &e), &e);
      }
      fuzz_verdict(sn_show_info(r, arena, out, &e), &e);
      fuzz_verdict(sn_show_info_json(r, arena, out, &e), &e);
      (void)fclose(out);
    }
  }
  sn_reader_close(r);
  sn_arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (!good.ready) {
    prepare();
  }
  const sn_h5_quiet old = sn_h5_hush();
  if (fuzz_file("fuzz.h5", good.bytes, good.size)) {
    const hid_t file = H5Fopen("fuzz.h5", H5F_ACC_RDWR, H5P_DEFAULT);
    if (file >= 0) {
      for (size_t k = 0; k + 4 <= size && k < 4 * (size_t)MAX_CHANGES; k += 4) {
        change(file, data + k);
      }
      (void)H5Fclose(file);
      read_all("fuzz.h5");
    }
  }
  sn_h5_restore(old);
  return 0;
}
