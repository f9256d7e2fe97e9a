/* run/window.c -- lines along which something slides: a run sees the nodes around it, and the window moves on between two steps.
 * What:    the run has a copy of the system whose blocks along lines are narrow (system/window.h). Before a step the nodes that the step can
 *          need are predicted from the place and its rate; where some of them are missing, the window moves there, and the stepper and the
 *          motion are made anew, with what their matrices look like. A step that has left the window all the same is made again with a
 *          wider one. Everybody else has the system as it was frozen, which is right everywhere.
 * State:   where the windows are is in the state (sn_coordinate.internal): a run that continues from a checkpoint has the same bits.
 * Tests:   tests/run/test_window.c
 */
#include <math.h>

#include "run/run_private.h"
#include "system/kernel.h"
#include "system/window.h"

struct sn_windows {
  int n;
  int *at;                  /* blocks that have one */
  const sn_block *all;      /* all blocks, as they were frozen */
  sn_block *block;          /* and as the run has them */
  sn_system system;         /* of these */
  sn_arena *parent, *arena; /* arena: of what is narrow, and of the motion */
};

static const double ahead = 2; /* steps that the prediction covers */

static double *window_of(const sn_loop *l, int i)
{
  return l->state->internal + l->windows->all[l->windows->at[i]].coordinate->internal;
}

/* The place along the line, and its rate. */
static double place_of(const sn_loop *l, int i, const sn_state *x, double *rate)
{
  const sn_block *b = l->windows->block + l->windows->at[i];
  double e[SN_MAX_COMPOSITE_FORMS], v[SN_MAX_COMPOSITE_FORMS];
  SN_ASSERT(b->n_form <= SN_MAX_COMPOSITE_FORMS);
  sn_forms(b, x->q, e);
  sn_form_speeds(b, x->q, x->v, v);
  *rate = v[b->n_form - 1];
  return e[b->n_form - 1];
}

/* Makes the blocks narrow, and the motion of the system that has them. */
static sn_status narrow(sn_loop *l, sn_error *error)
{
  struct sn_windows *w = l->windows;
  sn_instant *before = l->own_instant;
  sn_arena *old = w->arena;
  w->arena = sn_arena_child(w->parent);
  if (!w->arena) {
    w->arena = old;
    return sn_no_memory(error, "the run");
  }
  for (int i = 0; i < w->n; i++) {
    const double *window = window_of(l, i);
    SN_TRY(sn_block_narrow(w->all + w->at[i], (int)window[0], (int)window[1], w->arena, w->block + w->at[i], error));
  }
  l->own_instant = NULL;
  const sn_status status = sn_instant_new(l->system, w->arena, &l->own_instant, error);
  if (before && l->own_instant) {
    sn_instant_keep(before, l->row);
    sn_instant_recall(l->own_instant, l->row);
  }
  sn_instant_free(before);
  sn_arena_free(old);
  l->instant = l->step.instant = l->own_instant;
  l->observed = 0;
  return status;
}

/* Moves the window to where it has the nodes from lo to hi, and more of them ahead than behind. Returns 1 if it has moved. */
static int choose(const sn_loop *l, int i, double lo, double hi, double rate)
{
  const sn_block *b = l->windows->all + l->windows->at[i];
  const sn_gap *g = b->coordinate->gap;
  double *window = window_of(l, i);
  int first, n;
  g->window->between(g, lo, hi, &first, &n);
  if (first >= window[0] && first + n <= window[0] + window[1]) {
    return 0;
  }
  const int total = n > g->window->usual ? n : g->window->usual, spare = total - n, most = sn_window_forms(b) - total;
  first -= rate > 0 ? spare / 4 : rate < 0 ? spare - spare / 4 : spare / 2;
  window[0] = first < 0 ? 0 : first > most ? most : first;
  window[1] = total;
  return 1;
}

/* For a step of size h. Returns 1 if a window has moved. */
static int look_ahead(const sn_loop *l, double h)
{
  int moved = 0;
  for (int i = 0; i < l->windows->n; i++) {
    double rate;
    const double s = place_of(l, i, l->state, &rate), next = s + ahead * h * rate;
    moved |= choose(l, i, fmin(s, next), fmax(s, next), rate);
  }
  return moved;
}

sn_status sn_loop_new_windows(sn_loop *l, sn_arena *arena, sn_error *error)
{
  const sn_system *s = l->system;
  int n = 0;
  for (int i = 0; i < s->n_block; i++) {
    const sn_gap_window *w = sn_window_of(s->block + i);
    n += w && sn_window_forms(s->block + i) > w->usual;
  }
  struct sn_windows *w = l->windows = SN_NEW(arena, struct sn_windows, 1);
  if (!w) {
    return sn_no_memory(error, "the run");
  }
  if (n == 0) {
    return SN_OK;
  }
  w->parent = arena;
  w->at = SN_NEW(arena, int, n);
  w->all = s->block;
  w->block = SN_NEW(arena, sn_block, s->n_block);
  if (!w->at || !w->block) {
    return sn_no_memory(error, "the run");
  }
  for (int i = 0; i < s->n_block; i++) {
    const sn_gap_window *has = sn_window_of(s->block + i);
    w->block[i] = s->block[i];
    if (has && sn_window_forms(s->block + i) > has->usual) {
      w->at[w->n++] = i;
    }
  }
  w->system = *s;
  w->system.block = w->block;
  l->system = &w->system;
  (void)look_ahead(l, l->options->dt);
  return narrow(l, error);
}

sn_status sn_loop_take_windows(sn_loop *l, sn_error *error)
{
  return l->windows->n > 0 ? narrow(l, error) : SN_OK;
}

sn_status sn_loop_move_windows(sn_loop *l, double h, sn_error *error)
{
  if (l->windows->n == 0 || !look_ahead(l, h)) {
    return SN_OK;
  }
  SN_TRY(narrow(l, error));
  return sn_loop_make_stepper(l, error);
}

int sn_loop_left_windows(sn_loop *l, double h)
{
  int moved = 0;
  for (int i = 0; i < l->windows->n; i++) {
    double before, after;
    const double s = place_of(l, i, &l->backup, &before), next = place_of(l, i, l->state, &after),
                 bend = h * fabs(after - before) / 8, *window = window_of(l, i);
    const double had[2] = {window[0], window[1]};
    if (isfinite(next) && isfinite(bend) && choose(l, i, fmin(s, next) - bend, fmax(s, next) + bend, after)) {
      double *kept = l->backup.internal + (window - l->state->internal); /* the step is made again from there */
      const double end = fmax(window[0] + window[1], had[0] + had[1]);
      kept[0] = fmin(window[0], had[0]);
      kept[1] = end - kept[0];
      moved = 1;
    }
  }
  return moved;
}

sn_status sn_loop_widen_windows(sn_loop *l, sn_error *error)
{
  sn_state_copy(&l->backup, l->state);
  SN_TRY(narrow(l, error));
  return sn_loop_make_stepper(l, error);
}
