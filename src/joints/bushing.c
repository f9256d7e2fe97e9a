/* joints/bushing.c -- elastic joint: six stiffnesses or a full 6x6 matrix between two frames, and dampers.
 * Theory:  docs/theory.md, bushings. Six strains: the gap along the axes of the first part (or the second, `axes`), and three angles
 *          (bushing_angles.c). Translations that no angle meets are forms with a matrix. Everything else goes by M = L D L^T: one
 *          scalar strain for each column of L, with the spring or damper D.
 * Limits:  the angles, see bushing_angles.c.
 * Tests:   tests/joints/test_forces.c, tests/mechanisms/test_bushings.c, tests/laws
 */
#include <stddef.h>

#include "joints/bushing.h"
#include "joints/joint.h"
#include "math/rotation.h"
#include "model/model.h"
#include "system/kernel.h"

typedef struct {
  sn_v3 at, axis, x;
  int axes; /* 0: they are fixed in the first part, 1: in the second */
  sn_numbers stiffness, damping;
} bushing;

/* Blocks of the stiffness or of the damping: one of forms, or at most one for each of six strains. */
enum { MOST = 7 };
typedef struct {
  int n, block[MOST];
} blocks;

typedef struct {
  sn_frame frame[2];
  int side; /* whose axes */
  sn_bushing_angles angles;
  blocks elastic, damper;
} frozen;

/* A symmetric matrix that is not negative, and M = L D L^T, ones on the diagonal of L. */
typedef struct {
  double m[6][6], l[6][6], d[6];
} factored;

/* L and D, zeros allowed; 0: the matrix is negative in some direction. */
static int factor(factored *f)
{
  for (int j = 0; j < 6; j++) {
    for (int i = j; i < 6; i++) {
      double s = f->m[i][j];
      for (int k = 0; k < j; k++) {
        s -= f->l[i][k] * f->d[k] * f->l[j][k];
      }
      const double tiny = 1e-12 * sqrt(fabs(f->m[i][i] * f->m[j][j])) + 1e-300;
      if (i == j ? s < -tiny : f->d[j] == 0 && fabs(s) > tiny) {
        return 0;
      }
      f->d[j] = i > j ? f->d[j] : s > tiny ? s : 0;
      f->l[i][j] = i == j ? 1 : f->d[j] > 0 && fabs(s) > tiny ? s / f->d[j] : 0;
    }
  }
  return 1;
}

/* 6 numbers or 36 by rows; symmetric and not negative. */
static sn_status matrix(const sn_item *item, const sn_numbers *given, const char *field, factored *f, sn_error *error)
{
  double(*m)[6] = f->m, largest = 0;
  *f = (factored){0};
  if (given->n == 0) {
    return SN_OK;
  }
  if (given->n != 6 && given->n != 36) {
    sn_item_fail(item, SN_EINPUT, error, "`%s` of bushing '%s' has %d numbers.", field, item->name, given->n);
    sn_error_fix(error, "Give 6 numbers (along x, y, z and about x, y, z) or 6 rows of 6.");
    return SN_EINPUT;
  }
  for (int i = 0; i < 6; i++) {
    for (int j = 0; j < 6; j++) {
      m[i][j] = given->n == 36 ? given->x[6 * i + j] : i == j ? given->x[i] : 0;
      largest = fmax(largest, fabs(m[i][j]));
    }
  }
  for (int i = 0; i < 6; i++) {
    for (int j = 0; j < i; j++) {
      if (!(fabs(m[i][j] - m[j][i]) <= 1e-9 * largest)) {
        sn_item_fail(item, SN_EINPUT, error, "`%s` of bushing '%s' is not symmetric.", field, item->name);
        sn_error_why(error, "Entries (%d,%d) and (%d,%d) are %g and %g.", i + 1, j + 1, j + 1, i + 1, m[i][j], m[j][i]);
        sn_error_fix(error, "Write the same number in both places.");
        return SN_EINPUT;
      }
    }
  }
  for (int i = 0; i < 6; i++) {
    for (int j = 0; j < i; j++) {
      m[i][j] = m[j][i] = (m[i][j] + m[j][i]) / 2;
    }
  }
  if (!factor(f)) {
    sn_item_fail(item, SN_EINPUT, error, "`%s` of bushing '%s' is negative in some direction.", field, item->name);
    sn_error_why(error, "It would give energy away.");
    sn_error_fix(error, "Check its signs; coupling terms must stay below the diagonal ones.");
    return SN_EINPUT;
  }
  return SN_OK;
}

/* ---- blocks */

/* Does the matrix couple gaps with angles? */
static int is_coupled(double m[6][6])
{
  for (int i = 0; i < 3; i++) {
    for (int j = 3; j < 6; j++) {
      if (m[i][j] != 0) {
        return 1;
      }
    }
  }
  return 0;
}

/* Translations by themselves: forms u.F_k with the upper left of the matrix. */
static void add_translations(const frozen *f, int rate, double m[6][6], blocks *out, sn_builder *b)
{
  out->block[out->n++] = sn_block_begin(b, rate ? &sn_law_viscous : &sn_law_elastic, "bushing");
  const int gap = sn_between(b, f->frame, f->frame + 1);
  for (int k = 0; k < 3; k++) {
    sn_form(b, 1, gap, sn_axis_of(b, f->frame + f->side, k), 0);
  }
  for (int k = 0; k < 3; k++) {
    for (int l = k; l < 3; l++) {
      if (m[k][l] != 0) {
        sn_block_matrix(b, k, l, m[k][l]);
      }
    }
  }
}

/* One scalar strain, sum of column[k] times strain k, with a spring or a damper. */
static void add_column(const frozen *f, int rate, const double column[6], double value, blocks *out, sn_builder *b)
{
  out->block[out->n++] = sn_block_begin(b, rate ? &sn_law_rate : &sn_law_potential, "bushing");
  const int slides = column[0] != 0 || column[1] != 0 || column[2] != 0;
  const int gap = slides ? sn_between(b, f->frame, f->frame + 1) : -1;
  for (int k = 0; k < 3; k++) {
    if (column[k] != 0) {
      sn_coordinate_form(b, sn_form(b, 1, gap, sn_axis_of(b, f->frame + f->side, k), 0), column[k]);
    }
  }
  sn_bushing_add_angles(&f->angles, column + 3, b);
  if (rate) {
    sn_block_rate(b, sn_rate_viscous(b, value));
  } else {
    sn_composite_potential(b, sn_potential_spring(b, value, 0));
  }
}

static void add_blocks(const frozen *f, int rate, factored *x, blocks *out, sn_builder *b)
{
  const int coupled = is_coupled(x->m);
  if (!coupled && (x->d[0] > 0 || x->d[1] > 0 || x->d[2] > 0)) {
    add_translations(f, rate, x->m, out, b);
  }
  for (int j = coupled ? 0 : 3; j < 6; j++) {
    double column[6] = {0};
    for (int i = j; i < 6; i++) {
      column[i] = x->l[i][j];
    }
    if (x->d[j] > 0) {
      add_column(f, rate, column, x->d[j], out, b);
    }
  }
}

/* Which of the three angles the matrix acts on, as bits. */
static unsigned acts_about(double m[6][6])
{
  unsigned bits = 0;
  for (int i = 3; i < 6; i++) {
    for (int j = 0; j < 6; j++) {
      bits |= m[i][j] != 0 ? 1u << (i - 3) : 0;
    }
  }
  return bits;
}

static sn_status axes_of(const sn_item *item, const bushing *p, sn_m3 *axes, sn_error *error)
{
  const int z = !isnan(p->axis.x[0]), x = !isnan(p->x.x[0]);
  *axes = m3_identity();
  if (z && !x && v3_norm(p->axis) > 0) {
    *axes = sn_rotation_along(p->axis);
  } else if (z || x) {
    const sn_v3 across = z ? p->axis : fabs(p->x.x[2]) < 0.9 * v3_norm(p->x) ? v3(0, 0, 1) : v3(0, 1, 0);
    if (!x || !sn_rotation_two_directions(2, across, 0, p->x, axes)) {
      sn_item_fail(item, SN_EINPUT, error, "axis and x of bushing '%s' are parallel, or one has length zero.",
                   item->name);
      sn_error_fix(error, "Give two directions across each other, or one.");
      return SN_EINPUT;
    }
    if (!z) {
      sn_rotation_two_directions(0, p->x, 2, across, axes);
    }
  }
  *axes = sn_drawn_axes(item, *axes);
  return SN_OK;
}

/* Where it sits on part k: `at`, or a point or station that one of its parts names. */
static sn_status place_of(const sn_item *item, int k, sn_v3 *x, sn_error *error)
{
  SN_REQUIRE(k == 0 || k == 1, error);
  const bushing *p = item->param;
  const int own = sn_ref_is_place(item->ref + k), others = sn_ref_is_place(item->ref + !k);
  if (!isnan(p->at.x[0])) {
    *x = sn_drawn_point(item, p->at);
    return SN_OK;
  }
  if ((own || others) && sn_drawn_station(item->ref + (own ? k : !k), x)) {
    return SN_OK;
  }
  sn_item_fail(item, SN_EINPUT, error, "Bushing '%s' does not say where it is.", item->name);
  sn_error_fix(error, "Give at = { x, y, z }, or name a point of one of its parts: rod:point { x, y, z }.");
  return SN_EINPUT;
}

static sn_status freeze(sn_item *item, sn_builder *b, sn_error *error)
{
  const bushing *p = item->param;
  frozen *f = SN_NEW(sn_builder_arena(b), frozen, 1);
  if (!f) {
    return sn_no_memory(error, "the model");
  }
  sn_frame of[2];
  SN_TRY(sn_joint_parts(item, 2, b, of, error));
  sn_m3 axes;
  SN_TRY(axes_of(item, p, &axes, error));
  for (int k = 0; k < 2; k++) {
    if (!sn_has_axes(of + k)) {
      sn_item_fail(item, SN_EINPUT, error, "Bushing '%s' needs axes, but '%s' is only a point.", item->name,
                   sn_ref_name(item->ref + k));
      sn_error_fix(error, "Use a spring, or make it a body.");
      return SN_EINPUT;
    }
    sn_v3 x;
    SN_TRY(place_of(item, k, &x, error));
    SN_TRY(sn_frame_on(item->ref + k, b, x, axes, f->frame + k, error));
  }
  factored K, C;
  SN_TRY(matrix(item, &p->stiffness, "stiffness", &K, error));
  SN_TRY(matrix(item, &p->damping, "damping", &C, error));
  f->side = p->axes;
  SN_TRY(sn_bushing_choose_angles(f->frame, f->side, acts_about(K.m), acts_about(C.m), b, &f->angles, error));
  add_blocks(f, 0, &K, &f->elastic, b);
  add_blocks(f, 1, &C, &f->damper, b);
  if (f->elastic.n + f->damper.n == 0) {
    sn_item_fail(item, SN_EINPUT, error, "Bushing '%s' does nothing.", item->name);
    sn_error_fix(error, "Give stiffness = { kx, ky, kz, rx, ry, rz } or damping.");
    return SN_EINPUT;
  }
  sn_draw_joint(item, b, f->frame, f->frame + 1);
  item->frozen = f;
  return SN_OK;
}

/* Stresses of a block on its forms. */
static void stress_of(const sn_observation *o, const sn_block *b, double *s)
{
  double e[SN_MAX_COMPOSITE_FORMS], rate[SN_MAX_COMPOSITE_FORMS], d[3];
  sn_forms(b, o->local, e);
  sn_form_speeds(b, o->local, o->v, rate);
  if (!b->law->is_scalar) {
    b->law->stress(b, b->law->is_rate ? rate : e, s);
    return;
  }
  sn_scalar_point at = {.x = sn_composite(b, o->internal, e, s, NULL), .t = o->t, .load = o->load};
  for (int k = 0; k < b->n_form; k++) {
    at.rate += s[k] * rate[k];
  }
  const double tau = b->law->scalar_stress(b, &at, d);
  for (int k = 0; k < b->n_form; k++) {
    s[k] *= tau;
  }
}
static void add_wrench(const sn_observation *o, const frozen *f, const blocks *of, sn_v3 *force, sn_v3 *moment)
{
  for (int k = 0; k < of->n; k++) {
    double s[SN_MAX_COMPOSITE_FORMS];
    stress_of(o, o->system->block + of->block[k], s);
    sn_add_wrench_of(o, of->block[k], s, f->frame + 1, sn_point_in(f->frame + 1, o->q), force, moment);
  }
}
static void wrench(const sn_observation *o, const frozen *f, sn_v3 *force, sn_v3 *moment)
{
  *force = *moment = v3(0, 0, 0);
  add_wrench(o, f, &f->elastic, force, moment);
  add_wrench(o, f, &f->damper, force, moment);
}
static void force_on(const sn_observation *o, const void *f, double *out)
{
  sn_v3 force, moment;
  wrench(o, f, &force, &moment);
  v3_put(force, out);
}
static void moment_on(const sn_observation *o, const void *f, double *out)
{
  sn_v3 force, moment;
  wrench(o, f, &force, &moment);
  v3_put(moment, out);
}
static void displacement(const sn_observation *o, const void *data, double *out)
{
  const frozen *f = data;
  const sn_v3 gap = v3_sub(sn_point_in(f->frame + 1, o->q), sn_point_in(f->frame, o->q));
  for (int k = 0; k < 3; k++) {
    out[k] = v3_dot(gap, sn_axis_in(f->frame + f->side, k, o->q));
  }
}
static void rotation(const sn_observation *o, const void *data, double *out)
{
  sn_bushing_observe_angles(&((const frozen *)data)->angles, o, out);
}

static const sn_input inputs[] = {
    {"at", SN_PLACE, "m", "where it sits, drawing coordinates (default: the point one of its parts names)",
     SN_MEMBER(bushing, at)},
    {"axis", SN_VECTOR, "", "z of its axes (default: those of the drawing)", SN_MEMBER(bushing, axis)},
    {"x", SN_VECTOR, "", "x of its axes", SN_MEMBER(bushing, x)},
    {"axes", SN_CHOICE, "", "the part in which its axes are fixed", SN_MEMBER(bushing, axes), SN_PRESET(0),
     .choices = "first|second"},
    {"stiffness", SN_NUMBERS, "N/m, N m/rad", "6 numbers (along, about x, y, z) or 6 rows of 6",
     SN_MEMBER(bushing, stiffness)},
    {"damping", SN_NUMBERS, "N s/m, N m s/rad", "6 numbers or 6 rows of 6", SN_MEMBER(bushing, damping)},
    {0}};
static const sn_output outputs[] = {
    {"displacement", "m", 3, "gap of the two frames, along its axes", displacement, 0},
    {"rotation", "rad", 3, "rotation of the second part relative to the first: rotation vector, or angle and tilt",
     rotation, 0},
    {"force", "N", 3, "force on the second part, ground axes", force_on, SN_SHOWN},
    {"moment", "N m", 3, "moment on the second part about the bushing's point, ground axes", moment_on, SN_SHOWN},
    {0}};

static int needs_axes(const sn_item *item, int k)
{
  (void)item;
  return k < 2;
}

const sn_kind sn_kind_bushing = {.name = "bushing",
                                 .help = "An elastic joint: six stiffnesses and dampers between two frames.",
                                 .class = SN_CLASS_FORCE,
                                 .n_refs = 2,
                                 .inputs = inputs,
                                 .param_size = sizeof(bushing),
                                 .freeze = freeze,
                                 .reports = {.outputs = outputs},
                                 .holds = {.axes = needs_axes}};
