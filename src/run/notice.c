/* run/notice.c -- what is looked for after every accepted step, each a kind of warning (run/warning.h).
 * What:    springs that pass through zero, angles near half a turn, penalties that are too soft or gain energy. Controllers are in controller_swing.c.
 * Tests:   tests/run/test_warning.c, tests/cli/test_cli.c, tests/mechanisms/test_penalty.c.
 */
#include <math.h>

#include "run/run_private.h"
#include "system/finite.h"
#include "system/guard.h"

enum { TURNS_EVERY = 8 };           /* steps: an angle changes slowly, and is a warning only */
static const double most_turn = 45; /* deg, from end to end of an element */

/* Springs whose ends pass through each other. */
static void watch_lengths(sn_loop *l)
{
  const int item = sn_loop_passes_zero(l);
  if (item >= 0 && item < l->system->n_item) {
    sn_run_warn(l->out, SN_WARN_THROUGH_ZERO, item, *l->state->t, 0);
  }
}

/* The most violated penalty, and whether that is more than the limit. */
static void watch_penalties(sn_loop *l)
{
  int item = -1;
  double energy = 0;
  const double by = sn_penalty_gap(l->system, l->state, &item, &energy);
  if (item < 0) {
    return;
  }
  if (by > l->out->gave_way_by) {
    l->out->gave_way = item + 1;
    l->out->gave_way_by = by;
    l->out->gave_way_energy = energy;
    l->out->gave_way_t = *l->state->t;
  }
  if (by > SN_MOST_GIVEN_WAY * l->system->extent) {
    sn_run_warn(l->out, SN_WARN_SOFT_PENALTY, item, *l->state->t, by);
  }
}

/* Schemes without a balance: energy that rotations leave in penalties, which the scheme may turn into motion. */
static void watch_turns(sn_loop *l, double h)
{
  int item = -1;
  if (l->options->scheme->has_identity || l->system->n_penalty == 0) {
    return;
  }
  const double left = sn_turn_energy(l->system, l->state, h, &item);
  l->out->turned += left;
  if (left > l->out->turned_most && item >= 0) {
    l->out->turned_most = left;
    l->out->turned_item = item + 1;
  }
  const double gained = l->out->total.defect;
  if (l->out->made == 0 && gained > SN_MOST_MADE * *l->state->scale) {
    l->out->made = l->out->turned > gained / 10 ? 1 : -1; /* the remainder in a step is an estimate */
  }
  if (l->out->made == 1 && gained > 0) {
    sn_run_warn(l->out, SN_WARN_STIFF_PENALTY, l->out->turned_item - 1, *l->state->t, gained / *l->state->scale);
  }
}

/* Angles near half a turn, where the direction of a rotation is lost. */
static void watch_angles(sn_loop *l)
{
  static const double most = 170 / 180.0;
  int item = -1;
  const double used = sn_angle_range_used(l->system, l->state->q, most, &item);
  if (used > most) {
    sn_run_warn(l->out, SN_WARN_HALF_TURN, item, *l->state->t, used * 3.14159265358979323846);
  }
}

/* Angular velocity from the directors of a node; a single director does not show the spin about itself. */
static sn_v3 spin_of(const sn_node *n, int k, const sn_v3 *q, const sn_v3 *v)
{
  sn_v3 w = v3(0, 0, 0);
  if (n->n_dir != 3) {
    return v3_cross(q[n->vector[k]], v[n->vector[k]]);
  }
  for (int i = n->has_x; i < n->n_vec; i++) {
    w = v3_axpy(w, 0.5, v3_cross(q[n->vector[i]], v[n->vector[i]]));
  }
  return w;
}

/* Uses rates, since positions are the same after whole turns; the mean of both ends, in which a vibration cancels. */
double sn_loop_turn(const sn_loop *l, double h, int *item)
{
  double most = 0;
  *item = -1;
  for (int i = 0; i < l->system->n_node; i++) {
    const sn_node *n = l->system->node + i;
    const int end = n->n_dir == 3 ? n->has_x + 1 : n->n_vec;
    for (int k = n->has_x; k < end; k++) {
      const double turn =
          h / 2 * v3_norm(v3_add(spin_of(n, k, l->backup.q, l->backup.v), spin_of(n, k, l->state->q, l->state->v)));
      if (turn > most) {
        most = turn;
        *item = n->item;
      }
    }
  }
  return most;
}

/* 1: something is faster than after a fall through 1e-5 extents, at the start or the end of the step. What is slower under gravity, such as a
   stack that settles on its contacts, does not move visibly: its energy is small beside the weight, and so is what damping takes of it. */
static int is_visible(const sn_loop *l)
{
  static const double fall = 1e-5;
  const sn_system *s = l->system;
  for (int a = 0; a < s->n_vector; a++) {
    const double v2 = fmax(v3_dot(l->backup.v[a], l->backup.v[a]), v3_dot(l->state->v[a], l->state->v[a]));
    if (s->vector[a].role == SN_ROLE_POSITION && s->mass[a] * v2 > 2 * fall * s->extent * v3_norm(s->gravity[a])) {
      return 1;
    }
  }
  return 0;
}

static void watch_rotation(sn_loop *l, double h)
{
  int item = -1;
  const double turn = sn_loop_turn(l, h, &item);
  if (turn > sn_turn_warned(l->out->order)) {
    sn_run_warn(l->out, SN_WARN_TURN, item, *l->state->t, turn);
  }
  const double loss = l->out->still ? 0 : l->out->total.numerical / l->out->scale;
  if (loss > SN_LOSS_WARNED && is_visible(l)) {
    sn_run_warn(l->out, SN_WARN_LOSS, -1, *l->state->t, loss);
  }
  const double open = l->out->still || l->scheme->has_identity ? 0 : fabs(l->out->total.defect) / l->out->scale;
  if (open > SN_LOSS_WARNED) {
    sn_run_warn(l->out, SN_WARN_OPEN, -1, *l->state->t, open);
  }
}

static int item_of_guard(const sn_loop *l, int guard)
{
  return l->system->block[l->system->guard[guard].block].item;
}

/* Elements that are too coarse for their deformation, or deformed beyond what any material bears. */
static void watch_elements(sn_loop *l)
{
  if (l->system->n_guard == 0 || (l->out->steps > TURNS_EVERY && l->out->steps % TURNS_EVERY != 0)) {
    return;
  }
  int guard = -1;
  const double turn = sn_largest_turn(l->system, l->state->q, &guard) * 180 / acos(-1);
  if (turn > most_turn) {
    sn_run_warn(l->out, SN_WARN_TURNED, item_of_guard(l, guard), *l->state->t, turn);
  }
  const sn_stretches s = sn_largest_stretches(l->system, l->state->q);
  if (1 - s.least > SN_CRUSHED_WARNED) {
    sn_run_warn(l->out, SN_WARN_CRUSHED, item_of_guard(l, s.shortest), *l->state->t, 1 - s.least);
  }
  if (s.most - 1 > SN_STRETCHED_WARNED) {
    sn_run_warn(l->out, SN_WARN_STRETCHED, item_of_guard(l, s.longest), *l->state->t, s.most - 1);
  }
  sn_run_notice_strains(l->out, l->system, l->state->q, *l->state->t);
}

void sn_loop_notice(sn_loop *l, double h)
{
  watch_rotation(l, h);
  watch_angles(l);
  watch_lengths(l);
  watch_penalties(l);
  watch_turns(l, h);
  sn_loop_watch_touches(l, h);
  watch_elements(l);
}

void sn_loop_tell_warnings(sn_loop *l)
{
  const sn_warned about = {l->system, l->scheme->name, l->options->dt, l->out};
  sn_run_warning x;
  for (int i = 0; i < SN_RUN_WARNINGS; i++) {
    if (l->out->noticed[i].count > 0 && !(l->m.logged >> i & 1) && sn_run_warning_at(&about, i, &x)) {
      l->m.logged |= 1ul << i;
      if (!sn_run_warning_logs_itself(i)) {
        sn_loop_log(l, x.text);
      }
    }
  }
}
