/* joints/bushing.c -- elastic joint: six stiffnesses or a full 6x6 matrix between two frames, and dampers.
 * Theory:  six forms: u.F_k (gap in the axes of the frame that moves with the joint) and the small rotations of B
 *          relative to A, (a_j.b_i - a_i.b_j)/2 about axis k, (i, j, k) cyclic; stress K e, damper C e'.
 * Limits:  rotations enter by their sine: exact for small ones, never beyond a right angle.
 * Tests:   tests/joints/test_forces.c
 */
#include <stddef.h>

#include "joints/joint.h"
#include "math/rotation.h"
#include "model/model.h"
#include "system/kernel.h"

typedef struct {
  sn_v3 at, axis, x;
  sn_numbers stiffness, damping;
} bushing;

typedef struct {
  sn_frame frame[2];
  int elastic, damper, node; /* blocks, -1: none */
} frozen;

/* 6 numbers or 36 by rows; symmetric and not negative. */
static sn_status matrix(const sn_item *item, const sn_numbers *given, const char *field, double m[6][6],
                        sn_error *error)
{
  double l[6][6], largest = 0;
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
  for (int j = 0; j < 6; j++) { /* Cholesky that allows zeros */
    for (int i = j; i < 6; i++) {
      double s = m[i][j];
      for (int k = 0; k < j; k++) {
        s -= l[i][k] * l[j][k];
      }
      const double tiny = 1e-12 * sqrt(fabs(m[i][i] * m[j][j])) + 1e-300;
      if (i == j ? s < -tiny : (l[j][j] == 0 && fabs(s) > tiny)) {
        sn_item_fail(item, SN_EINPUT, error, "`%s` of bushing '%s' is negative in some direction.", field, item->name);
        sn_error_why(error, "It would give energy away.");
        sn_error_fix(error, "Check its signs; coupling terms must stay below the diagonal ones.");
        return SN_EINPUT;
      }
      l[i][j] = i == j ? (s > tiny ? sqrt(s) : 0) : l[j][j] > 0 ? s / l[j][j] : 0;
    }
  }
  return SN_OK;
}

static int add_block(const frozen *f, const sn_law *law, const char *text, double m[6][6], sn_builder *b)
{
  const sn_frame *A = f->frame, *B = f->frame + 1;
  const int block = sn_block_begin(b, law, text);
  const int gap = sn_gap_of(b, A, B);
  const sn_frame *F = f->frame + sn_moving_side(f->frame);
  for (int k = 0; k < 3; k++) {
    sn_form(b, 1, gap, sn_axis_of(b, F, k), 0);
  }
  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    sn_form_begin(b, 0);
    sn_form_term(b, 0.5, sn_axis_of(b, A, j), sn_axis_of(b, B, i));
    sn_form_term(b, -0.5, sn_axis_of(b, A, i), sn_axis_of(b, B, j));
  }
  for (int k = 0; k < 6; k++) {
    for (int l = k; l < 6; l++) {
      if (m[k][l] != 0) {
        sn_block_matrix(b, k, l, (m[k][l] + m[l][k]) / 2);
      }
    }
  }
  return block;
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
  double m[6][6];
  f->elastic = f->damper = -1;
  if (p->stiffness.n) {
    SN_TRY(matrix(item, &p->stiffness, "stiffness", m, error));
    f->elastic = add_block(f, &sn_law_elastic, "bushing", m, b);
  }
  if (p->damping.n) {
    SN_TRY(matrix(item, &p->damping, "damping", m, error));
    f->damper = add_block(f, &sn_law_viscous, "bushing", m, b);
  }
  if (f->elastic < 0 && f->damper < 0) {
    sn_item_fail(item, SN_EINPUT, error, "Bushing '%s' does nothing.", item->name);
    sn_error_fix(error, "Give stiffness = { kx, ky, kz, rx, ry, rz } or damping.");
    return SN_EINPUT;
  }
  sn_draw_joint(item, b, f->frame, f->frame + 1);
  item->frozen = f;
  return SN_OK;
}

/* Stress K e of the elastic block or C e' of the damper. */
static void stress_of(const sn_observation *o, const sn_block *b, double *s)
{
  double x[6];
  if (!b->law->is_rate) {
    sn_forms(b, o->q, x);
  } else {
    sn_v3 rate[6 * SN_MAX_BLOCK_VECTORS];
    sn_form_rates(b, o->q, rate);
    for (int k = 0; k < 6; k++) {
      x[k] = 0;
      for (int a = 0; a < b->n_vec; a++) {
        x[k] += v3_dot(rate[k * b->n_vec + a], o->v[b->vector[a]]);
      }
    }
  }
  for (int k = 0; k < 6; k++) {
    s[k] = 0;
    for (int l = 0; l < 6; l++) {
      s[k] += b->matrix[6 * k + l] * x[l];
    }
  }
}
static void wrench(const sn_observation *o, const frozen *f, sn_v3 *force, sn_v3 *moment)
{
  const int block[2] = {f->elastic, f->damper};
  *force = *moment = v3(0, 0, 0);
  for (int k = 0; k < 2; k++) {
    if (block[k] >= 0) {
      const sn_block *b = o->system->block + block[k];
      double s[6];
      stress_of(o, b, s);
      sn_add_wrench_of(o, block[k], s, f->frame + 1, sn_point_in(f->frame + 1, o->q), force, moment);
    }
  }
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
static void strains(const sn_observation *o, const frozen *f, double *e)
{
  sn_forms(o->system->block + (f->elastic >= 0 ? f->elastic : f->damper), o->q, e);
}
static void displacement(const sn_observation *o, const void *f, double *out)
{
  double e[6];
  strains(o, f, e);
  v3_put(v3(e[0], e[1], e[2]), out);
}
static void rotation(const sn_observation *o, const void *f, double *out)
{
  double e[6];
  strains(o, f, e);
  v3_put(v3(e[3], e[4], e[5]), out);
}

static const sn_input inputs[] = {
    {"at", SN_PLACE, "m", "where it sits, drawing coordinates (default: the point one of its parts names)",
     offsetof(bushing, at), SN_ANY, SN_NO_DEFAULT, 0, NULL, NULL},
    {"axis", SN_VECTOR, "", "z of its axes (default: those of the drawing)", offsetof(bushing, axis), SN_ANY,
     SN_NO_DEFAULT, 0, NULL, NULL},
    {"x", SN_VECTOR, "", "x of its axes", offsetof(bushing, x), SN_ANY, SN_NO_DEFAULT, 0, NULL, NULL},
    {"stiffness", SN_NUMBERS, "N/m, N m/rad", "6 numbers (along, about x, y, z) or 6 rows of 6",
     offsetof(bushing, stiffness), SN_ANY, SN_NO_DEFAULT, 0, NULL, NULL},
    {"damping", SN_NUMBERS, "N s/m, N m s/rad", "6 numbers or 6 rows of 6", offsetof(bushing, damping), SN_ANY,
     SN_NO_DEFAULT, 0, NULL, NULL},
    {0}};
static const sn_output outputs[] = {
    {"displacement", "m", 3, "gap of the two frames, along its axes", displacement, 0},
    {"rotation", "rad", 3, "small rotation of the second part about its axes", rotation, 0},
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
                                 .outputs = outputs,
                                 .param_size = sizeof(bushing),
                                 .freeze = freeze,
                                 .needs_axes = needs_axes};
