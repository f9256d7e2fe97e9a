/* session/warnings_run.c -- what looks like a slip in how a model is run: its times, its scheme, drives that jump, its size.
 * What:    see session/warnings.c; everything becomes a warning of the model. Nothing here changes the run.
 * Tests:   tests/promises/test_slips.c, tests/mistakes.
 */
#include <math.h>
#include <string.h>

#include "results/warnings.h"
#include "run/spectrum.h"
#include "session/runner.h"
#include "session/warnings.h"
#include "system/jump.h"

static const double most_steps = 1e8;
static const double largest_model = 1000; /* m */

/* ---- times */

static sn_status times(const sn_session *s, const sn_run_settings *r, sn_error *error)
{
  const double smallest = r->options.n_schedule > 0 ? r->options.schedule_dt[0] : r->options.dt;
  if (smallest > r->options.duration && r->options.duration > 0) {
    return sn_model_warn(
        s->model, r->where, error,
        "the step of %.4g s is longer than the run of %.4g s: one shorter step is made; are both in s?", smallest,
        r->options.duration);
  }
  if (r->options.duration / smallest > most_steps) {
    return sn_model_warn(s->model, r->where, error,
                         "%.4g s in steps of %.4g s are %.2g steps: are both in s? 100 steps for the fastest motion "
                         "of interest are plenty",
                         r->options.duration, smallest, r->options.duration / smallest);
  }
  return SN_OK;
}

/* ---- steps too long for what the model shows */

static const double fewest_steps = 10; /* of a turn, of a swing or fall through the size of the model */
static const double one_turn = 6.283185307179586;

/* Turns per second at the start, rad/s: of directors. */
static double fastest_spin(const sn_session *s)
{
  const sn_system *system = s->frozen.system;
  double rate = 0;
  for (int i = 0; i < system->n_node; i++) {
    const sn_node *n = system->node + i;
    for (int k = 0; k < n->n_dir; k++) {
      rate = fmax(rate, v3_norm(s->frozen.start.v[n->vector[(n->has_x ? 1 : 0) + k]]));
    }
  }
  return rate;
}

/* A step is compared with the time of a turn, and with the time in which gravity swings the model or drops it through its size. */
static sn_status coarse(const sn_session *s, const sn_run_settings *r, sn_error *error)
{
  double longest = r->options.n_schedule > 0 ? 0 : r->options.dt;
  for (int i = 0; i < r->options.n_schedule; i++) {
    longest = fmax(longest, r->options.schedule_dt[i]);
  }
  if (s->holding || r->options.tolerance > 0 ||
      longest >= r->options.duration) { /* statics has no steps in time, the step is found, or one is wanted */
    return SN_OK;
  }
  const double g = v3_norm(sn_model_gravity_of(s->model)),
               size = s->frozen.system->is_one_place ? 0 : s->frozen.system->extent, spin = fastest_spin(s);
  const double swing = g > 0 && size > 0 ? one_turn * sqrt(size / g) : g > 0 ? r->options.duration : INFINITY;
  const double turn = spin > 0 ? one_turn / spin : INFINITY, shortest = fmin(swing, turn);
  if (!(longest > shortest / fewest_steps * (1 + 1e-9))) {
    return SN_OK;
  }
  if (turn <= swing) {
    return sn_model_warn(
        s->model, r->where, error,
        "steps of %.4g s are long for a part that turns once in %.4g s at the start: %.2g s or less shows it", longest,
        turn, turn / fewest_steps);
  }
  if (size > 0) {
    return sn_model_warn(
        s->model, r->where, error,
        "steps of %.4g s are long: gravity swings a model of %.4g m once in %.4g s; %.2g s or less shows it", longest,
        size, swing, swing / fewest_steps);
  }
  return sn_model_warn(s->model, r->where, error,
                       "steps of %.4g s are long for a fall of %.4g s: %.2g s or less shows it", longest, swing,
                       swing / fewest_steps);
}

/* What a scheme says of itself, and numbers that are given for another one. */
static sn_status scheme(const sn_session *s, const sn_run_settings *r, sn_error *error)
{
  sn_run_options o = {0};
  sn_error unused = {0};
  int constrained = 0;
  if (sn_session_scheme(r, &o, &unused) != SN_OK) { /* an error of its own, where the run is set up */
    return SN_OK;
  }
  for (int i = 0; i < s->frozen.system->n_node; i++) {
    constrained |= s->frozen.system->node[i].n_dir > 0;
  }
  for (int i = 0; i < s->frozen.system->n_block; i++) {
    constrained |= s->frozen.system->block[i].law->is_constraint;
  }
  const char *text = o.scheme->warn ? o.scheme->warn(&o.step, constrained) : NULL;
  if (text) {
    SN_TRY(sn_model_warn(s->model, r->where, error, "%s", text));
  }
  for (int i = 0; sn_schemes[i]; i++) { /* alpha is in many models whose scheme is a parameter */
    for (const sn_setting *p = sn_schemes[i]->setting; p && p->name; p++) {
      if (!sn_scheme_setting(o.scheme, p->name) && strcmp(p->name, "alpha") != 0 &&
          !isnan(sn_setting_get(&r->options.step, p))) {
        SN_TRY(sn_model_warn(s->model, r->where, error, "`%s` is of the scheme %s: %s does not read it", p->name,
                             sn_schemes[i]->name, o.scheme->name));
      }
    }
  }
  return SN_OK;
}

/* ---- penalties */

static const double MOST_LEFT = 10; /* kinetic energies: makes about 1 % of gain (measured, docs/gog.md) */

/* The least mass that a penalty moves, kg. */
static double least_mass(const sn_system *s, const sn_block *b)
{
  double least = INFINITY;
  for (int i = 0; i < b->n_node; i++) {
    const sn_node *n = s->node + b->node[i];
    const double m = n->has_x ? s->mass[n->vector[0]] : 0;
    least = m > 0 ? fmin(least, m) : least;
  }
  return least;
}

/* How fast parts turn or swing, 1/s: what is known before the run. */
static double rate_of(const sn_session *s)
{
  const sn_system *system = s->frozen.system;
  double v = 0;
  for (int i = 0; i < system->n_vector; i++) {
    v = fmax(v, system->vector[i].is_length ? v3_norm(s->frozen.start.v[i]) / system->extent
                                            : v3_norm(s->frozen.start.v[i]));
  }
  return fmax(v, sqrt(v3_norm(sn_model_gravity_of(s->model)) / system->extent));
}

/* Too stiff for the step of a scheme without a balance, as far as the start tells (docs/theory.md, penalties): what the turns of a step
   leave rings on in as many steps as the scheme keeps stiff vibrations, and adds up. What the motion makes of it later is said after the
   run. */
static sn_status too_stiff(const sn_session *s, const sn_run_settings *r, sn_error *error)
{
  const sn_system *system = s->frozen.system;
  sn_run_options o = {0};
  sn_error unused = {0};
  double radius = 1, kinetic, strain, potential;
  int item = -1;
  if (system->n_penalty == 0 || sn_session_scheme(r, &o, &unused) != SN_OK || o.scheme->has_identity ||
      sn_stiff_radius(o.scheme, &o.step, &radius, &unused) != SN_OK) {
    return SN_OK;
  }
  const double kept = fmin(r->options.duration / r->options.dt, 1 / fmax(1 - radius * radius, 1e-9));
  const double left = sn_turn_energy(system, &s->frozen.start, r->options.dt, &item) * kept;
  sn_energies(system, &s->frozen.start, &kinetic, &strain, &potential);
  if (item < 0 || !(left > MOST_LEFT * kinetic)) {
    return SN_OK;
  }
  const double longest =
      r->options.dt * (radius < 1 && kept < r->options.duration / r->options.dt ? pow(MOST_LEFT * kinetic / left, 0.25)
                                                                                : cbrt(MOST_LEFT * kinetic / left));
  return sn_model_warn(s->model, system->item_where[item], error,
                       "the penalty of %s is stiff for steps of %.3g s with the scheme %s, which takes turns for "
                       "violations and may gain energy until the run fails: steps below %.2g s, a softer penalty, or "
                       "ep or ed",
                       system->item_name[item], r->options.dt, o.scheme->name, longest);
}

/* Too stiff for the digits of a number. */
static sn_status too_stiff_for_digits(const sn_session *s, sn_error *error)
{
  const sn_system *system = s->frozen.system;
  const double g = v3_norm(sn_model_gravity_of(s->model)), rate = rate_of(s);
  for (int i = 0; i < system->n_block; i++) {
    const sn_block *b = system->block + i;
    const double m = least_mass(system, b), noise = 2.2e-16 * b->penalty * system->extent;
    if (!(b->penalty > 0) || !isfinite(m) || b->item < 0) {
      continue;
    }
    const double expected = m * fmax(g, rate * rate * system->extent); /* 0: at rest, nothing to compare with */
    if (expected > 0 && noise > 1e-4 * expected) {
      return sn_model_warn(s->model, system->item_where[b->item], error,
                           "the penalty of %s, %.3g N/m, is so stiff that the round-off of positions makes forces of "
                           "%.1g N: use a softer one, or an exact constraint (penalty = 0)",
                           system->item_name[b->item], b->penalty, noise);
    }
  }
  return SN_OK;
}

/* An augmented Lagrangian contracts by 1/(1 + k h^2 kappa/2), kappa the least mobility of the constraints: about 1/mass of what hangs on
   them, and less in chains. */
static sn_status augmented(const sn_session *s, const sn_run_settings *r, sn_error *error)
{
  const double enough = 20 * sn_session_moving_mass(s) / (r->options.dt * r->options.dt);
  if (r->constraints != (int)SN_BY_AUGMENTED || !(r->stiffness < enough)) {
    return SN_OK;
  }
  return sn_model_warn(
      s->model, r->where, error,
      "the stiffness of %.3g N/m finds the multipliers of the constraints slowly, if at all, in steps of "
      "%.3g s: about %.1g N/m would do; a smaller step needs more",
      r->stiffness, r->options.dt, enough);
}

/* ---- drives */

static sn_status jumps(const sn_session *s, const sn_run_settings *r, sn_error *error)
{
  const sn_system *system = s->frozen.system;
  const double duration = isnan(r->options.duration) ? 0 : r->options.duration,
               step = isnan(r->options.dt) ? duration / 1000 : r->options.dt;
  sn_jump j;
  for (int i = 0, found = 0; found >= 0; i++) {
    found = sn_find_jump(system, i, 0, duration, step, &j);
    const int known = found > 0 && j.item >= 0 && j.item < system->n_item;
    if (known && strcmp(j.what, "speed") == 0) {
      SN_TRY(sn_model_warn(s->model, system->item_where[j.item], error,
                           "%s: the speed of its drive jumps by %.4g %s at t = %.6g s, an impact with an infinite "
                           "force: what is fixed to it jumps too, and the energy of that is lost; let the drive start "
                           "and stop smoothly, e.g. with step((t - t0)/rise)",
                           system->item_name[j.item], j.size, j.unit, j.t));
    } else if (known) {
      SN_TRY(
          sn_model_warn(s->model, system->item_where[j.item], error,
                        "%s: its %s jumps by %.4g %s at t = %.6g s; rigid parts cannot follow, and the run steps over "
                        "it or fails there: let it rise smoothly, e.g. with step((t - t0)/rise)",
                        system->item_name[j.item], j.what, j.size, j.unit, j.t));
    }
  }
  return SN_OK;
}

/* ---- lengths that must stay above zero: winches */

/* The function of time of this input, if it gives a length that must stay above zero; else NULL. */
static const sn_expr *given_length(const sn_item *item, const sn_input *in)
{
  const int is = in->type == SN_FUNCTION && in->lo > 0 && in->choices && strcmp(in->choices, "t") == 0;
  return is ? *(const sn_expr *const *)(const void *)((const char *)item->param + in->offset) : NULL;
}

int sn_session_shrunk(const sn_session *s, int item, double from, double to, sn_shrunk *out)
{
  enum { LOOKS = 2000 };
  const sn_item *of = sn_model_item(s->model, item);
  for (const sn_input *in = of->kind->inputs; in && in->name; in++) {
    const sn_expr *f = given_length(of, in);
    for (int k = 0; f && k <= LOOKS; k++) {
      const double t = from + (to - from) * k / LOOKS, x = sn_expr_value(f, &t);
      if (!(x > 0)) {
        *out = (sn_shrunk){of, in, t, x};
        return 1;
      }
    }
  }
  return 0;
}

static sn_status shrinking(const sn_session *s, const sn_run_settings *r, sn_error *error)
{
  const double duration = isnan(r->options.duration) ? 0 : r->options.duration;
  sn_shrunk x;
  for (int i = 0; i < sn_model_items(s->model); i++) {
    if (sn_session_shrunk(s, i, 0, duration, &x)) {
      SN_TRY(sn_model_warn(s->model, x.item->where, error,
                           "%s '%s': its `%s` is %.4g %s at t = %.6g s, but must stay above 0: the run ends before "
                           "that; limit it, e.g. with max(..., 0.1), or end the run earlier",
                           x.item->kind->name, x.item->name, x.input->name, x.value, x.input->unit, x.t));
    }
  }
  return SN_OK;
}

/* ---- size */

/* The part whose drawn place is farthest from the origin, when the model is very large. */
static sn_status size(const sn_session *s, sn_error *error)
{
  const sn_item *farthest = NULL;
  double far = 0;
  if (!(s->frozen.system->extent > largest_model)) {
    return SN_OK;
  }
  for (int i = 0; i < sn_model_items(s->model); i++) {
    const sn_item *item = sn_model_item(s->model, i);
    const sn_ref ref = {.item = (sn_item *)(uintptr_t)item, .given = 1, .station = SN_STATION_SELF};
    sn_v3 x;
    if (item->kind->class == SN_CLASS_PART && sn_drawn_station(&ref, &x) && v3_norm(x) > far) {
      far = v3_norm(x);
      farthest = item;
    }
  }
  return sn_model_warn(s->model, farthest ? farthest->where : "", error,
                       "the model is %.4g m large%s%s%s; lengths are in m: are these in mm?", s->frozen.system->extent,
                       farthest ? " (" : "", farthest ? farthest->name : "", farthest ? " is farthest out)" : "");
}

/* Place of item i; 0: it has none. Parts, and joints, which lie where parts meet. */
static int place_of(const sn_session *s, int i, sn_v3 *x)
{
  const sn_item *item = sn_model_item(s->model, i);
  const sn_ref ref = {.item = (sn_item *)(uintptr_t)item, .given = 1, .station = SN_STATION_SELF};
  const int lies = item->kind->class == SN_CLASS_PART || item->kind->class == SN_CLASS_JOINT;
  return lies && sn_drawn_station(&ref, x) && isfinite(v3_norm(*x));
}

/* How far item i is from the box around the others, over the size of that box; 0: nothing to compare. */
static double apart(const sn_session *s, int i, double *away, double *size)
{
  sn_v3 x, y, low = v3(INFINITY, INFINITY, INFINITY), high = v3(-INFINITY, -INFINITY, -INFINITY), out;
  for (int k = 0; k < sn_model_items(s->model); k++) {
    for (int j = 0; j < 3 && k != i && place_of(s, k, &y); j++) {
      low.x[j] = fmin(low.x[j], y.x[j]);
      high.x[j] = fmax(high.x[j], y.x[j]);
    }
  }
  *size = v3_norm(v3_sub(high, low));
  if (!place_of(s, i, &x) || !(*size > 0) || !isfinite(*size)) {
    return 0;
  }
  for (int j = 0; j < 3; j++) {
    out.x[j] = fmax(0, fmax(low.x[j] - x.x[j], x.x[j] - high.x[j]));
  }
  *away = v3_norm(out);
  return *away / *size;
}

/* One part far from all others: a slip of a unit or of a digit. Only the first and the one farthest from it can be that. */
static sn_status lonely(const sn_session *s, sn_error *error)
{
  static const double much = 300;
  sn_v3 x, first = v3(0, 0, 0);
  int candidate[2] = {-1, -1}, n = 0;
  double far = 0, away, size;
  for (int i = 0; i < sn_model_items(s->model); i++) {
    if (!place_of(s, i, &x)) {
      continue;
    }
    if (n++ == 0) {
      candidate[0] = i;
      first = x;
    } else if (v3_norm(v3_sub(x, first)) > far) {
      far = v3_norm(v3_sub(x, first));
      candidate[1] = i;
    }
  }
  for (int k = 0; k < 2 && n > 3; k++) {
    if (candidate[k] >= 0 && apart(s, candidate[k], &away, &size) > much) {
      const sn_item *item = sn_model_item(s->model, candidate[k]);
      return sn_model_warn(s->model, item->where, error,
                           "%s '%s' is %.4g m away from all other parts and joints, which lie within %.4g m: is its "
                           "place in another unit?",
                           item->kind->name, item->name, away, size);
    }
  }
  return SN_OK;
}

sn_status sn_warn_run(const sn_session *s, sn_error *error)
{
  const sn_run_settings *r = sn_model_run(s->model);
  if (s->runner->apart) {
    return SN_OK;
  }
  SN_TRY(size(s, error));
  SN_TRY(lonely(s, error));
  SN_TRY(times(s, r, error));
  SN_TRY(coarse(s, r, error));
  SN_TRY(scheme(s, r, error));
  SN_TRY(too_stiff(s, r, error));
  SN_TRY(too_stiff_for_digits(s, error));
  SN_TRY(augmented(s, r, error));
  SN_TRY(shrinking(s, r, error));
  return jumps(s, r, error);
}

/* ---- what a run has noticed */

sn_status sn_session_notes(sn_session *s, const sn_run_summary *run, sn_error *error)
{
  const sn_warned about = {s->frozen.system, s->options.scheme ? s->options.scheme->name : "", s->options.dt, run};
  sn_run_warning x;
  for (int i = 0; i < SN_RUN_WARNINGS; i++) {
    if (sn_run_warning_at(&about, i, &x)) {
      const sn_warning w = sn_run_warning_plain(&x);
      SN_TRY(sn_model_add_warning(s->model, &w, error));
    }
  }
  sn_warning w;
  char text[400];
  if (sn_not_finite_warning(&s->not_finite, &w, text, sizeof text)) {
    SN_TRY(sn_model_add_warning(s->model, &w, error));
  }
  if (s->again.what[0]) {
    SN_TRY(sn_model_warn(s->model, "", error,
                         "the older result could not be taken over (%s); the run was done again from the start",
                         s->again.what));
  }
  if (s->trouble.what[0]) {
    SN_TRY(sn_model_warn(s->model, s->trouble.where, error,
                         "the checkpoint could not be written (%s); `sinew resume` has only an older one, if any",
                         s->trouble.why));
  }
  return SN_OK;
}
