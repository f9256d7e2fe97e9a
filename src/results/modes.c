/* results/modes.c -- modes in a result file.
 * What:    see results/modes.h.
 * Tests:   tests/mechanisms/test_modes.c
 */
#include "results/modes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "results/reader_private.h"

static const double pi = 3.14159265358979323846;

/* ---- writing */

typedef struct {
  hid_t group;
  const sn_system *system;
  const sn_plan_modes *plan;
  int status;
} writing;

/* The data of a dataset for one mode: `width` numbers of row i (of a shape), or of mode i. */
typedef void (*content)(const sn_mode *m, int i, double *out);

/* modes x rows x width numbers; rows 0: modes x width, width 1: one number per mode. */
static void put(writing *w, const char *name, const char *unit, int rows, int width, content of)
{
  SN_ASSERT(rows >= 0 && width > 0);
  enum { PIECE = 512 }; /* rows at a time */
  const hsize_t size[3] = {(hsize_t)w->plan->modes->n, rows > 0 ? (hsize_t)rows : (hsize_t)width, (hsize_t)width};
  const int rank = rows > 0 ? 3 : width > 1 ? 2 : 1, n_rows = rows > 0 ? rows : 1;
  const hid_t space = H5Screate_simple(rank, size, NULL);
  double x[3 * PIECE];
  const hid_t d = H5Dcreate2(w->group, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  int status = d < 0 ? -1 : sn_h5_text_attribute(d, "unit", unit);
  for (int k = 0; k < w->plan->modes->n && status >= 0; k++) {
    for (int first = 0; first < n_rows && status >= 0; first += PIECE) {
      const int n = n_rows - first < PIECE ? n_rows - first : PIECE;
      const hsize_t at[3] = {(hsize_t)k, (hsize_t)first, 0};
      const hsize_t piece[3] = {1, rows > 0 ? (hsize_t)n : (hsize_t)width, (hsize_t)width};
      for (int i = 0; i < n; i++) {
        of(&w->plan->modes->mode[k], rows > 0 ? first + i : k, x + width * i);
      }
      const hid_t memory = H5Screate_simple(rank, piece, NULL);
      status = H5Sselect_hyperslab(space, H5S_SELECT_SET, at, NULL, piece, NULL);
      status = status < 0 ? status : H5Dwrite(d, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, x);
      (void)H5Sclose(memory);
    }
  }
  if (d >= 0 && H5Dclose(d) < 0) {
    status = -1;
  }
  (void)H5Sclose(space);
  w->status = w->status < 0 ? w->status : status;
}

static void count(const sn_mode *m, int i, double *out)
{
  (void)m;
  out[0] = i + 1;
}
static void frequency(const sn_mode *m, int i, double *out)
{
  (void)i;
  out[0] = m->frequency / (2 * pi);
}
static void growth(const sn_mode *m, int i, double *out)
{
  (void)i;
  out[0] = m->growth;
}
static void damping(const sn_mode *m, int i, double *out)
{
  (void)i;
  out[0] = m->damping;
}
static void factor(const sn_mode *m, int i, double *out)
{
  (void)i;
  out[0] = m->factor;
}
static void residual(const sn_mode *m, int i, double *out)
{
  (void)i;
  out[0] = m->residual;
}
static void masses(const sn_mode *m, int i, double *out)
{
  (void)i;
  memcpy(out, m->mass, sizeof m->mass);
}
static void displacement(const sn_mode *m, int i, double *out)
{
  memcpy(out, m->re + 6 * (size_t)i, 3 * sizeof(double));
}
static void rotation(const sn_mode *m, int i, double *out)
{
  memcpy(out, m->re + 6 * (size_t)i + 3, 3 * sizeof(double));
}
static void displacement_imaginary(const sn_mode *m, int i, double *out)
{
  memcpy(out, m->im + 6 * (size_t)i, 3 * sizeof(double));
}
static void rotation_imaginary(const sn_mode *m, int i, double *out)
{
  memcpy(out, m->im + 6 * (size_t)i + 3, 3 * sizeof(double));
}

/* The kind of a file: 1 vibrations, 2 buckling; shapes have a row per node. */
static const struct {
  const char *name, *unit;
  content of;
  int width, kinds, shape, complex; /* complex: 1 only of real shapes, 2 only of complex ones */
} contents[] = {{"number", "1", count, 1, 3, 0, 0},
                {"frequency", "Hz", frequency, 1, 1, 0, 0},
                {"growth", "1/s", growth, 1, 1, 0, 0},
                {"damping", "1", damping, 1, 1, 0, 0},
                {"load_factor", "1", factor, 1, 2, 0, 0},
                {"residual", "1", residual, 1, 3, 0, 0},
                {"effective_mass", "1", masses, 3, 1, 0, 1},
                {"displacement", "m", displacement, 3, 3, 1, 0},
                {"rotation", "rad", rotation, 3, 3, 1, 0},
                {"displacement_imaginary", "m", displacement_imaginary, 3, 1, 1, 2},
                {"rotation_imaginary", "rad", rotation_imaginary, 3, 1, 1, 2}};

static void put_contents(writing *w)
{
  const int kind = w->plan->buckling ? 2 : 1, is_complex = !w->plan->modes->symmetric;
  for (size_t c = 0; c < sizeof contents / sizeof *contents && w->status >= 0; c++) {
    const int fits = contents[c].complex == 0 || contents[c].complex == 1 + is_complex;
    if ((contents[c].kinds & kind) && fits) {
      put(w, contents[c].name, contents[c].unit, contents[c].shape ? w->system->n_node : 0, contents[c].width,
          contents[c].of);
    }
  }
}

static void put_names(writing *w)
{
  enum { LENGTH = 64 };
  const sn_modes *m = w->plan->modes;
  const hsize_t n = (hsize_t)m->n;
  const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate_simple(1, &n, NULL), one = H5Screate(H5S_SCALAR);
  (void)H5Tset_size(type, LENGTH);
  (void)H5Tset_cset(type, H5T_CSET_UTF8);
  const hid_t d = H5Dcreate2(w->group, "moves_most", type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  int status = d < 0 ? -1 : 0;
  for (int i = 0; i < m->n && status >= 0; i++) {
    char name[LENGTH] = "";
    const int item = m->mode[i].item;
    const hsize_t at = (hsize_t)i;
    if (item >= 0 && item < w->system->n_item) {
      (void)snprintf(name, sizeof name, "%s", w->system->item_name[item]);
    }
    status = H5Sselect_elements(space, H5S_SELECT_SET, 1, &at);
    status = status < 0 ? status : H5Dwrite(d, type, one, space, H5P_DEFAULT, name);
  }
  if (d >= 0 && H5Dclose(d) < 0) {
    status = -1;
  }
  (void)H5Sclose(one);
  (void)H5Sclose(space);
  (void)H5Tclose(type);
  w->status = w->status < 0 ? w->status : status;
}

int sn_modes_write(hid_t file, const sn_system *s, const sn_plan_modes *modes)
{
  if (!modes || modes->modes->n == 0) {
    return 0;
  }
  writing w = {.group = sn_h5_group(file, "modes"), .system = s, .plan = modes};
  if (w.group < 0) {
    return -1;
  }
  w.status = sn_h5_text_attribute(w.group, "kind", modes->buckling ? "buckling" : "vibration");
  w.status = w.status < 0 ? w.status : sn_h5_count_attribute(w.group, "frames", modes->frames);
  put_contents(&w);
  put_names(&w);
  return H5Gclose(w.group) < 0 ? -1 : w.status;
}

/* ---- reading */

static sn_status damaged(const sn_reader *r, sn_error *error)
{
  return sn_fail(error, SN_EIO, r->file, "The modes in the file cannot be read.", "It is damaged.",
                 "Find them again with sinew modes.");
}

static sn_status read_column(sn_reader *r, sn_arena *arena, const char *path, int *n, const double **out,
                             sn_error *error)
{
  enum { MOST = 1 << 20 };
  sn_series s;
  if (!sn_reader_look(r, path, &s)) {
    *out = NULL;
    return SN_OK;
  }
  if (s.width != 1 || s.rows > MOST || (*n > 0 && (int)s.rows != *n)) {
    return damaged(r, error);
  }
  *n = (int)s.rows;
  double *x = SN_NEW(arena, double, *n + 1);
  *out = x;
  return x ? sn_reader_read(r, &s, 0, *n, x, error) : sn_no_memory(error, "the modes");
}

static int read_frames(const sn_reader *r)
{
  int frames = 0;
  const hid_t group = H5Gopen2(r->id, "/modes", H5P_DEFAULT);
  const hid_t a = group < 0 ? -1 : H5Aopen(group, "frames", H5P_DEFAULT);
  if (a >= 0) {
    if (H5Aread(a, H5T_NATIVE_INT, &frames) < 0) {
      frames = 0;
    }
    (void)H5Aclose(a);
  }
  if (group >= 0) {
    (void)H5Gclose(group);
  }
  return frames;
}

static sn_status read_all(sn_reader *r, sn_arena *arena, sn_mode_table *out, sn_error *error)
{
  SN_TRY(read_column(r, arena, "/modes/residual", &out->n, &out->residual, error));
  SN_TRY(read_column(r, arena, "/modes/frequency", &out->n, &out->frequency, error));
  SN_TRY(read_column(r, arena, "/modes/growth", &out->n, &out->growth, error));
  SN_TRY(read_column(r, arena, "/modes/damping", &out->n, &out->damping, error));
  SN_TRY(read_column(r, arena, "/modes/load_factor", &out->n, &out->factor, error));
  out->buckling = out->factor != NULL;
  out->frames = read_frames(r);
  int names = 0;
  SN_TRY(sn_reader_texts(r, "/modes/moves_most", &out->moves_most, &names, error));
  const int whole = out->residual && (out->buckling || (out->frequency && out->growth && out->damping));
  return whole && names == out->n && out->frames > 0 ? SN_OK : damaged(r, error);
}

sn_status sn_modes_read(sn_reader *r, sn_arena *arena, sn_mode_table *out, sn_error *error)
{
  *out = (sn_mode_table){0};
  const sn_h5_quiet old = sn_h5_hush();
  const sn_status status = H5Lexists(r->id, "/modes", H5P_DEFAULT) > 0 ? read_all(r, arena, out, error) : SN_OK;
  sn_h5_restore(old);
  return status;
}

double sn_mode_phase(double t)
{
  return 360 * fmin(1, (t - floor(t)) / SN_MODE_PERIOD);
}

const char *sn_mode_words(const sn_mode_table *t, int k, char *text, size_t size)
{
  SN_ASSERT(k >= 0 && k < t->n);
  if (t->buckling) {
    (void)snprintf(text, size, "factor %.6g", t->factor[k]);
  } else if (t->frequency[k] > 0) {
    (void)snprintf(text, size, "%.6g Hz", t->frequency[k]);
  } else if (t->growth[k] != 0) {
    (void)snprintf(text, size, "%s %.4g 1/s", t->growth[k] > 0 ? "grows" : "decays", fabs(t->growth[k]));
  } else {
    (void)snprintf(text, size, "no stiffness");
  }
  return text;
}
