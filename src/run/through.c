/* run/through.c -- contacts that a step passes or hardly meets.
 * What:    a wheel that goes through an obstacle within one step: the step is undone, and halved. A touch that is over before three steps
 *          are made: a warning.
 * Theory:  the motion behind a step is q_i + h (s v_c + (s^2 - s) w/2), theory (5.1). A gap changes by no more than its forms do
 *          (sn_gap.steepest), so that the place of the first touch is found by going on by as much as the gap allows. The step has passed
 *          through when the way out at its end is opposite to the one at the touch, or when it went in and no force was felt.
 * Tests:   tests/mechanisms/test_unseen.c
 */
#include <math.h>
#include <string.h>

#include "run/run_private.h"
#include "system/kernel.h"

static const double finest = 1e-3;  /* of a step: least advance of the sweep */
static const double noticed = 1e-2; /* of the tube: allowed depth of a touch without a force */
static const double worth = 1e-3;   /* of the energies: impacts that matter */
static const double enough = 3;     /* steps in a touch */
static const double good = 6;

/* The configuration at s in the step, of the vectors of a block; gap and gradient by its centre there. */
static double gap_at(const sn_loop *l, const sn_block *b, double h, double s, double *e, double *gradient)
{
  const sn_gap *g = b->coordinate->gap;
  for (int a = 0; a < b->n_vec; a++) {
    const int v = b->vector[a];
    const sn_v3 q = l->backup.q[v], d = v3_sub(l->state->q[v], q), w = v3_sub(l->state->v[v], l->backup.v[v]);
    l->between[v] = v3_axpy(v3_axpy(q, s, d), 0.5 * h * (s * s - s), w);
  }
  sn_forms(b, s == 0 ? l->backup.q : s == 1 ? l->state->q : l->between, e);
  return gradient ? g->value(g, e + b->coordinate->form, gradient, NULL) : 0;
}

/* Largest rate of the gap along the step, from its forms at the start, in the middle and at the end. */
static double fastest(const sn_block *b, const double *start, const double *middle, const double *end)
{
  const sn_gap *g = b->coordinate->gap;
  double sum = 0;
  for (int k = 0; k < g->n; k++) {
    const int f = b->coordinate->form + k;
    const double a = end[f] - start[f], bend = 4.0 / 3 * (middle[f] - start[f] - 0.5 * a);
    sum += g->steepest[k] * (fabs(a) + 3 * fabs(bend));
  }
  return 1.2 * sum;
}

static int opposite(const double *n, const double *m)
{
  return n[0] * m[0] + n[1] * m[1] + n[2] * m[2] < 0;
}

static int passes(sn_loop *l, int block, double h)
{
  const sn_block *b = l->system->block + block;
  const double least = b->coordinate->gap->least;
  double start[SN_MAX_COMPOSITE_FORMS], middle[SN_MAX_COMPOSITE_FORMS], end[SN_MAX_COMPOSITE_FORMS];
  double normal[SN_MAX_COMPOSITE_FORMS], out[SN_MAX_COMPOSITE_FORMS];
  const double moved = sn_loop_last_move(l, block);
  if (l->clear[block] > moved) { /* too far away for anything that moves */
    l->clear[block] -= moved;
    return 0;
  }
  (void)gap_at(l, b, h, 0, start, NULL);
  (void)gap_at(l, b, h, 0.5, middle, NULL);
  (void)gap_at(l, b, h, 1, end, NULL);
  const double speed = fastest(b, start, middle, end);
  if (l->clear[block] > speed) { /* too far away */
    l->clear[block] -= speed;
    return 0;
  }
  double s = 0, gap = gap_at(l, b, h, 0, start, normal);
  const double first = gap;
  while (gap > 0 && s < 1) {
    s = fmin(1, s + fmax(gap / speed, finest));
    gap = gap_at(l, b, h, s, middle, normal);
  }
  l->clear[block] = fmax(0, fmin(first, gap_at(l, b, h, 1, end, out))); /* the step may still be undone */
  if (gap > 0) {
    return 0;
  }
  double deepest = gap;
  for (int k = 1; k < 16 && s < 1; k++) {
    double unused[SN_MAX_COMPOSITE_FORMS];
    deepest = fmin(deepest, gap_at(l, b, h, s + (1 - s) * k / 16, middle, unused));
  }
  return opposite(normal, out) || (l->state->stress[b->stress] == 0 && deepest < noticed * least);
}

static int is_solid(const sn_block *b)
{
  return b->potential && b->potential->side != 0 && b->n_coordinate == 1 && b->coordinate->type == SN_COORDINATE_GAP &&
         b->coordinate->gap->steepest && isfinite(b->coordinate->gap->least) && b->item >= 0;
}

sn_status sn_loop_new_gaps(sn_loop *l, sn_arena *arena, sn_error *error)
{
  l->clear = SN_NEW(arena, double, l->system->n_block);
  l->between = SN_NEW(arena, sn_v3, l->system->n_vector);
  return l->clear && l->between ? SN_OK : sn_no_memory(error, "the run");
}

int sn_loop_passes_through(sn_loop *l, double h)
{
  for (int i = 0; i < l->system->n_block; i++) {
    if (!sn_loop_is_away(l, i) && is_solid(l->system->block + i) && passes(l, i, h)) {
      memset(l->clear, 0, sizeof(double) * (size_t)l->system->n_block); /* the step is undone */
      return l->system->block[i].item;
    }
  }
  return -1;
}

/* ---- short touches */

static double rate_of(const sn_block *b, const sn_state *x)
{
  double e[SN_MAX_COMPOSITE_FORMS], gradient[SN_MAX_COMPOSITE_FORMS], speed[SN_MAX_COMPOSITE_FORMS], rate = 0;
  sn_forms(b, x->q, e);
  (void)sn_composite(b, x->internal, e, gradient, NULL);
  sn_form_speeds(b, x->q, x->v, speed);
  for (int k = 0; k < b->n_form; k++) {
    rate += gradient[k] * speed[k];
  }
  return rate;
}

/* A stop of a joint or a contact: its strain is a length or an angle. (The strain of a tension-only cable has no unit.) */
static int is_touch(const sn_block *b)
{
  return b->potential && b->potential->side != 0 && b->potential->closed && b->item >= 0 && b->n_coordinate == 1 &&
         !(b->contact && b->contact->is_piece) &&
         (b->coordinate->type == SN_COORDINATE_ANGLE || b->coordinate->type == SN_COORDINATE_GAP ||
          sn_composite_dimension(b) > 0);
}

void sn_loop_watch_touches(sn_loop *l, double h)
{
  for (int i = 0; i < l->system->n_block; i++) {
    const sn_block *b = l->system->block + i;
    if (sn_loop_is_away(l, i) || !is_touch(b) || l->backup.stress[b->stress] != 0 || l->state->stress[b->stress] == 0) {
      continue;
    }
    /* the touch began in this step: mass from impulse and change of speed, half a period from mass and stiffness */
    const double before = rate_of(b, &l->backup), impulse = fabs(h * l->state->stress[b->stress]);
    const double change = fabs(rate_of(b, l->state) - before);
    const double k = b->potential->closed(b->potential, b->potential->edge, b->potential->edge + h * before);
    const double lasts = 3.14159265358979 * sqrt(impulse / (change * k));
    if (lasts < enough * h && impulse * fabs(before) > worth * *l->state->scale) {
      sn_run_warn(l->out, SN_WARN_SHORT_TOUCH, b->item, *l->state->t, good / lasts);
    }
  }
}
