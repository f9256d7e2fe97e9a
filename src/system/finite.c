/* system/finite.c -- see finite.h.
 * Tests:   tests/steps/test_residual.c, tests/promises/test_trouble.c.
 */
#include "system/finite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "system/guard.h"
#include "system/kernel.h"

/* The strain of a composite at an instant, and its rate if there are velocities; 0: it has no value. */
static int strain_at(const sn_block *b, const sn_configuration *at, double *strain, double *rate)
{
  double e[SN_MAX_COMPOSITE_FORMS], gradient[SN_MAX_COMPOSITE_FORMS];
  sn_v3 along[SN_MAX_BLOCK_VECTORS];
  SN_ASSERT(b->n_coordinate > 0 && b->n_form <= SN_MAX_COMPOSITE_FORMS && b->n_vec <= SN_MAX_BLOCK_VECTORS);
  sn_forms(b, at->q, e);
  *strain = sn_composite(b, at->internal, e, gradient, NULL);
  *rate = 0;
  int good = isfinite(*strain);
  for (int k = 0; k < b->n_form; k++) {
    good = good && isfinite(gradient[k]);
  }
  if (at->v) {
    sn_form_forces(b, gradient, at->q, along);
    for (int a = 0; a < b->n_vec; a++) {
      *rate += v3_dot(along[a], at->v[b->vector[a]]);
    }
  }
  return good;
}

static int is_good_at(const sn_expr *f, const double *x, int with_slope)
{
  double d[3] = {0, 0, 0};
  if (f) {
    sn_expr_taylor(f, x, 0, d);
  }
  return isfinite(d[0]) && (!with_slope || isfinite(d[1]));
}

static int is_good(const sn_expr *f, double t, int with_slope)
{
  return is_good_at(f, &t, with_slope);
}

/* Forces that follow signals, and their slopes. */
static int is_good_feedback(const sn_block *b, const sn_configuration *at)
{
  double e[SN_MAX_COMPOSITE_FORMS], rate[SN_MAX_COMPOSITE_FORMS], s[SN_MAX_COMPOSITE_FORMS];
  double D[SN_MAX_COMPOSITE_FORMS * SN_MAX_COMPOSITE_FORMS], C[SN_MAX_COMPOSITE_FORMS * SN_MAX_COMPOSITE_FORMS];
  int good = 1;
  SN_ASSERT(b->law->stress_at && b->n_form <= SN_MAX_COMPOSITE_FORMS);
  sn_forms(b, at->q, e);
  if (at->v) {
    sn_form_speeds(b, at->q, at->v, rate);
  }
  b->law->stress_at(b, &(sn_form_point){e, at->v ? rate : NULL, at->internal, at->t}, s, D, C);
  for (int k = 0; k < b->n_form; k++) {
    good = good && isfinite(s[k]);
    for (int l = 0; l < b->n_form; l++) {
      good = good && isfinite(D[k * b->n_form + l]) && isfinite(C[k * b->n_form + l]);
    }
  }
  return good;
}

/* Energies and stresses of a material. */
static int is_good_material(const sn_block *b, const sn_configuration *at)
{
  double e[SN_MAX_FORMS], s[SN_MAX_FORMS];
  int good = 1;
  if (b->n_energy == 0) {
    return 1;
  }
  sn_forms(b, at->q, e);
  b->law->stress(b, e, s);
  for (int k = 0; k < b->n_form; k++) {
    good = good && isfinite(s[k]);
  }
  return good && isfinite(b->law->energy(b, e));
}

/* Why a strain has no value. */
static sn_bad_kind bad_strain(const sn_block *b)
{
  for (int i = 0; i < b->n_coordinate; i++) {
    const sn_coordinate *c = b->coordinate + i;
    if (c->type == SN_COORDINATE_ANGLE || (c->gap && c->gap->is_angle)) {
      return SN_BAD_TURN;
    }
  }
  return b->coordinate[0].type == SN_COORDINATE_FUNCTION ? SN_BAD_FUNCTION : SN_BAD_STRAIN;
}

static sn_bad_kind bad_block(const sn_block *b, const sn_configuration *at, sn_bad_law *out)
{
  double slope[3] = {0, 0, 0}, force = 0, energy = 0;
  if (b->law->stress_at) {
    return is_good_feedback(b, at) ? SN_NOT_BAD : SN_BAD_FEEDBACK;
  }
  if (!b->law->is_scalar) {
    return is_good_material(b, at) ? SN_NOT_BAD : SN_BAD_MATERIAL;
  }
  if (!is_good(b->drive, at->t, !b->drive_is_rate)) {
    return SN_BAD_DRIVE;
  }
  if (!is_good(b->given, at->t, 0)) {
    return SN_BAD_GIVEN;
  }
  if (!strain_at(b, at, &out->strain, &out->rate)) {
    return bad_strain(b);
  }
  out->strain -= sn_drive(b, at->internal, at->t);
  const sn_scalar_point here = {.x = out->strain, .rate = out->rate, .t = at->t, .load = 1};
  if (b->law->scalar_stress && (at->v || !b->law->is_rate)) {
    force = b->law->scalar_stress(b, &here, slope);
  }
  if (b->law->stores_energy && b->energy_internal < 0) { /* the integral of a force may start where it has none */
    energy = b->law->potential(b, &here);
  }
  const int good = isfinite(force) && isfinite(energy) && isfinite(slope[0]) && isfinite(slope[1]);
  return good ? SN_NOT_BAD : b->law->is_rate ? SN_BAD_RATE : SN_BAD_POTENTIAL;
}

/* sources: moving frames (the others may hang on them), then loads, then blocks */
static int n_sources(const sn_system *s)
{
  return s->n_block + s->n_load + s->n_frame;
}

static int is_bad(const sn_system *s, int source, const sn_configuration *at, sn_bad_law *out)
{
  SN_ASSERT(source >= 0 && source < n_sources(s) && at->q && at->internal);
  *out = (sn_bad_law){.source = source, .t = at->t};
  if (source < s->n_frame) {
    const sn_moving_frame *f = s->frame + source;
    out->item = f->item;
    for (int k = 0; k < 3; k++) {
      const int good = is_good(f->turn[k], at->t, 1) && is_good(f->position[k], at->t, 1);
      out->kind = good ? out->kind : SN_BAD_FRAME;
    }
  } else if (source < s->n_frame + s->n_load) {
    const sn_load *l = s->load + (source - s->n_frame);
    double x[4];
    out->item = l->item;
    sn_load_arguments(l, at->q, at->v, at->t, x);
    for (int k = 0; k < 3; k++) {
      out->kind = is_good_at(l->component[k], x, 0) ? out->kind : SN_BAD_LOAD;
    }
  } else {
    const sn_block *b = s->block + (source - s->n_frame - s->n_load);
    out->item = b->item;
    out->kind = bad_block(b, at, out);
  }
  return out->kind != SN_NOT_BAD;
}

int sn_find_bad_law(const sn_system *s, const sn_configuration *at, sn_bad_law *out)
{
  for (int i = 0; i < n_sources(s); i++) {
    if (is_bad(s, i, at, out)) {
      return 1;
    }
  }
  *out = (sn_bad_law){.kind = SN_NOT_BAD};
  return 0;
}

int sn_find_deep_gap(const sn_system *s, const sn_configuration *at, sn_bad_law *out)
{
  SN_ASSERT(at->q && at->internal);
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    if (b->n_coordinate == 1 && b->coordinate->type == SN_COORDINATE_GAP) {
      *out = (sn_bad_law){.kind = SN_BAD_DEPTH, .item = b->item, .source = s->n_frame + s->n_load + i, .t = at->t};
      if (strain_at(b, at, &out->strain, &out->rate) && out->strain < 0.9 * b->coordinate->gap->least) {
        return 1;
      }
    }
  }
  *out = (sn_bad_law){.kind = SN_NOT_BAD};
  return 0;
}

/* Of one coordinate: the part of half a turn. An angle about an axis is read from cosine and sine, both times the square of the cosine of
   half the tilt of that axis. */
static double range_used(const sn_coordinate *c, const double *e)
{
  if (c->gap) {
    return c->gap->used ? c->gap->used(c->gap, e + c->form) : 0;
  }
  const double r = c->type == SN_COORDINATE_ANGLE ? hypot(e[c->form], e[c->form + 1]) : 1;
  return r < 1 ? 2 / 3.14159265358979323846 * acos(sqrt(r)) : 0;
}

double sn_angle_range_used(const sn_system *s, const sn_v3 *q, double most, int *item)
{
  double worst = 0;
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    double e[SN_MAX_COMPOSITE_FORMS];
    int known = 0;
    for (int k = 0; k < b->n_coordinate && !b->law->stress_at; k++) {
      const sn_coordinate *c = b->coordinate + k;
      if (c->type != SN_COORDINATE_ANGLE && !(c->gap && c->gap->used)) {
        continue;
      }
      if (!known++) {
        sn_forms(b, q, e);
      }
      const double used = range_used(c, e);
      if (used > most && used > worst) {
        worst = used;
        *item = b->item;
      }
    }
  }
  return worst;
}

void sn_bad_at_start(const sn_system *s, const sn_state *start, sn_bad_law *out)
{
  const sn_configuration at = {start->q, start->v, start->internal, *start->t};
  sn_bad_law first;
  SN_ASSERT(out->kind == SN_NOT_BAD || (out->source >= 0 && out->source < n_sources(s)));
  if (out->kind == SN_NOT_BAD ? sn_find_bad_law(s, &at, &first) : is_bad(s, out->source, &at, &first)) {
    *out = first;
    out->at_start = 1;
  }
}

/* ---- laws that switch */

/* Slope of a scalar law by its strain or rate; 0: it has none. */
static int slope_at(const sn_block *b, const sn_configuration *at, double *slope)
{
  double strain, rate, d[3];
  if (!b->law->scalar_stress || (b->law->is_rate && !at->v) || !strain_at(b, at, &strain, &rate)) {
    return 0;
  }
  strain -= sn_drive(b, at->internal, at->t);
  /* the shape of a friction: any normal force shows it */
  const sn_scalar_point here = {.x = strain, .rate = rate, .normal = 1, .t = at->t, .load = 1};
  (void)b->law->scalar_stress(b, &here, d);
  SN_ASSERT(b->law->is_scalar);
  *slope = d[b->law == &sn_law_friction ? 2 : b->law->is_rate ? 1 : 0];
  return isfinite(*slope);
}

int sn_switching_item(const sn_system *s, const sn_configuration *a, const sn_configuration *b)
{
  double most = 0.5;
  int item = -1;
  SN_ASSERT(a->q && b->q);
  for (int i = 0; i < s->n_block; i++) {
    double x = 0, y = 0;
    if (s->block[i].item >= 0 && slope_at(s->block + i, a, &x) && slope_at(s->block + i, b, &y)) {
      const double change = fabs(x - y) / fmax(fmax(fabs(x), fabs(y)), 1e-300);
      if (change > most) {
        most = change;
        item = s->block[i].item;
      }
    }
  }
  return item;
}

/* ---- words */

sn_status sn_bad_law_error(const sn_system *s, const sn_bad_law *b, sn_status status, sn_error *error)
{
  static const struct {
    const char *what, *fix;
  } words[] = {[SN_BAD_STRAIN] =
                   {"Its ends have met: a length of zero has no direction",
                    "Keep a distance between its ends, e.g. by a stop, or use a bushing, which needs no direction."},
               [SN_BAD_TURN] = {"Its parts are turned against each other by half a turn: the rotation has no direction",
                                "Draw them as they are without moments, make it stiffer, or use a revolute joint."},
               [SN_BAD_FUNCTION] = {"Its strain, a function of lengths or of other strains, is not a number",
                                    "Keep a given length above 0, and check the potential behind it."},
               [SN_BAD_MATERIAL] = {"Its material is pressed flat or turned inside out, where it has no stress",
                                    "Allow smaller steps (dt, min_step), take a finer mesh, or load it less."},
               [SN_BAD_POTENTIAL] = {"Its law (force, energy or their slope) is not a number", NULL},
               [SN_BAD_RATE] = {"Its law of the rate (or its slope) is not a number", NULL},
               [SN_BAD_FEEDBACK] = {"Its formula of signals (or its slope) is not a number", NULL},
               [SN_BAD_DEPTH] = {"It is pressed into an obstacle as deep as its tube is thick, or deeper",
                                 "Give it a larger stiffness or a larger tube, or less speed."},
               [SN_BAD_PASSED] = {"It goes through an obstacle within one step",
                                  "Allow smaller steps (dt, min_step), or give the contact a larger stiffness."},
               [SN_BAD_DRIVE] = {"Its drive, a function of time, is not a number", NULL},
               [SN_BAD_GIVEN] = {"Its force, a function of time, is not a number", NULL},
               [SN_BAD_LOAD] = {"A component, a function of time, is not a number", NULL},
               [SN_BAD_FRAME] = {"Its motion, a function of time, is not a number", NULL}};
  if (!error) {
    return status;
  }
  if (sn_is_folded(b->kind)) {
    return sn_folded_error(s, b, status, error);
  }
  SN_ASSERT(b->kind != SN_NOT_BAD && (size_t)b->kind < sizeof words / sizeof *words && words[b->kind].what);
  const int known = b->item >= 0 && b->item < s->n_item;
  char given[96] = "";
  *error = (sn_error){.status = status};
  if (b->kind == SN_BAD_POTENTIAL || b->kind == SN_BAD_RATE) {
    (void)snprintf(given, sizeof given, " at x = %.6g", b->strain);
  }
  if (b->kind == SN_BAD_DEPTH) {
    (void)snprintf(given, sizeof given, ", %.4g m", -b->strain);
  }
  if (b->kind == SN_BAD_RATE) {
    const size_t used = strlen(given);
    (void)snprintf(given + used, sizeof given - used, ", rate = %.6g", b->rate);
  }
  sn_error_where(error, "%s%s%s", known && s->item_where[b->item] ? s->item_where[b->item] : "",
                 known && s->item_where[b->item] && s->item_where[b->item][0] ? ", " : "",
                 known ? s->item_name[b->item] : "a part without name");
  (void)snprintf(error->what, sizeof error->what, "%s%s%s t = %.9g s.", words[b->kind].what, given,
                 given[0] ? "," : " at", b->t);
  if (b->kind == SN_BAD_DEPTH) {
    sn_error_why(error,
                 "Deeper inside, the direction of the contact force is undefined, and the steps no longer converge.");
  } else if (b->kind == SN_BAD_PASSED) {
    sn_error_why(
        error,
        "At the end of the step the contact force points in the opposite direction, or there was no contact force.");
  } else if (b->kind != SN_BAD_STRAIN && b->kind != SN_BAD_MATERIAL && b->kind != SN_BAD_FUNCTION &&
             b->kind != SN_BAD_TURN) {
    sn_error_why(error, "A division by zero, a root or logarithm of a negative number or an overflow made it so.");
  }
  sn_error_fix(error, "%s",
               words[b->kind].fix
                   ? words[b->kind].fix
                   : "Check the function behind it; where(condition, a, b) gives it a value everywhere.");
  return status;
}
