/* run/near.c -- lists of contacts that are near: those alone are part of the steps.
 * What:    a contact of many parts has a block for every pair of features. Blocks whose gap is wider than a skin are left out of the steps and of
 *          the pattern of their matrix, until parts have moved by as much as the skin; then the list is made again, between two steps. The
 *          pattern is made anew only when a contact comes near that is not in it, or when it has twice as many as are needed.
 * Theory:  a gap is a distance: in a step it changes by no more than the points of both features move, which is bounded by the moves of
 *          positions and axes (sn_contact.reach). A gap that was measured need not be measured again before it can have closed to the skin:
 *          for pairs far apart a list costs one comparison. (A grid finds near pairs among many more parts than have room in a state.)
 * State:   what is left out is marked in the state (SN_CONTACT_AWAY), what has been travelled in the memory of the run: a run that goes on from a
 *          checkpoint has the same lists, hence the same bits.
 * Tests:   tests/run/test_near.c
 */
#include <math.h>
#include <string.h>

#include "run/run_private.h"
#include "system/kernel.h"

enum { FEW = 16 };                 /* contacts that need no lists */
static const double ahead = 50;    /* steps that a list should last */
static const double least = 1e-3;  /* of the model's size: a skin, where nothing moves */
static const double wide = 0.5;    /* of the mean size of the smaller parts: a skin, as long as steps are small */
static const double spare = 4;     /* steps that a list lasts at least */
static const double hurry = 2;     /* an impact throws a light part off as fast as this times the speeds before it */
static const double more_than = 2; /* needed: a pattern is made anew */
enum { SOME = 16 };

struct sn_near {
  int n;
  int *block;
  double *clear;                            /* gap when it was measured, and what had been travelled by then */
  unsigned char *away;                      /* n_block, as in the state: steps read it */
  int n_position, n_axis, *position, *axis; /* vectors of these blocks that move */
  double *reach;                            /* of each axis */
  double spread;            /* largest sum of the sizes of the weights of positions between two features */
  double size;              /* mean, of the smaller parts */
  double travelled;         /* by this process */
  double last;              /* bound of the last step */
  sn_arena *parent, *arena; /* of the stepper */
};

static int is_listed(const sn_block *b)
{
  return b->contact != NULL && b->coordinate->gap != NULL;
}

static double *mark_of(const sn_loop *l, int block)
{
  return l->state->internal + l->system->block[block].contact->internal + SN_CONTACT_AWAY;
}

/* ---- in the making */

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the contacts");
}

static double spread_of(const sn_system *s, const sn_block *b)
{
  double sum = 0;
  for (int w = b->w_first[0]; w < b->w_first[1]; w++) { /* from one feature to the other */
    sum += sn_is_director(s->vector + b->vector[b->w_vector[w]]) ? 0 : fabs(b->w_value[w]);
  }
  return sum;
}

static void list_vectors(const sn_system *s, sn_near *x, double *reach)
{
  x->spread = 2;
  for (int i = 0; i < x->n; i++) {
    const sn_block *b = s->block + x->block[i];
    x->spread = fmax(x->spread, spread_of(s, b));
    for (int a = 0; a < b->n_vec; a++) {
      const double r = isfinite(b->contact->reach) ? b->contact->reach : 0;
      reach[b->vector[a]] = fmax(reach[b->vector[a]], r);
    }
  }
  for (int v = 0; v < s->n_vector; v++) {
    if (reach[v] < 0 || s->vector[v].freedom == SN_FIXED) {
      continue;
    }
    if (sn_is_director(s->vector + v)) {
      x->reach[x->n_axis] = reach[v];
      x->axis[x->n_axis++] = v;
    } else {
      x->position[x->n_position++] = v;
    }
  }
}

sn_status sn_loop_new_near(sn_loop *l, sn_arena *arena, sn_error *error)
{
  const sn_system *s = l->system;
  sn_near *x = l->near = SN_NEW(arena, sn_near, 1);
  int n = 0, sized = 0;
  if (!x) {
    return no_memory(error);
  }
  x->parent = arena;
  for (int i = 0; i < s->n_block; i++) {
    n += is_listed(s->block + i);
  }
  if (n <= FEW) {
    return SN_OK;
  }
  double *reach = SN_NEW(arena, double, s->n_vector);
  x->block = SN_NEW(arena, int, n);
  x->clear = SN_NEW(arena, double, n);
  x->away = SN_NEW(arena, unsigned char, s->n_block);
  x->position = SN_NEW(arena, int, s->n_vector);
  x->axis = SN_NEW(arena, int, s->n_vector);
  x->reach = SN_NEW(arena, double, s->n_vector);
  if (!x->block || !x->clear || !x->away || !x->position || !x->axis || !x->reach || !reach) {
    return no_memory(error);
  }
  for (int i = 0; i < s->n_block; i++) {
    if (is_listed(s->block + i)) {
      const double size = s->block[i].contact->size;
      x->block[x->n++] = i;
      x->size += isfinite(size) ? size : 0;
      sized += isfinite(size) != 0;
    }
  }
  x->size = sized > 0 ? x->size / sized : s->extent;
  for (int v = 0; v < s->n_vector; v++) {
    reach[v] = -1;
  }
  list_vectors(s, x, reach);
  return SN_OK;
}

/* ---- how fast */

/* The most by which a gap can change while positions and axes move by this: both of its parts move, and a point between nodes by more than
   they do where some of its weights are negative. */
static double most(const sn_near *x, double position, double axes)
{
  return x->spread * (position + 3 * axes);
}

static double speed_of(const sn_loop *l)
{
  const sn_near *x = l->near;
  double position = 0, axes = 0;
  for (int i = 0; i < x->n_position; i++) {
    position = fmax(position, v3_norm(l->state->v[x->position[i]]));
  }
  for (int i = 0; i < x->n_axis; i++) {
    axes = fmax(axes, x->reach[i] * v3_norm(l->state->v[x->axis[i]]));
  }
  return most(x, position, axes);
}

static double pull_of(const sn_loop *l)
{
  const sn_near *x = l->near;
  double a = 0;
  for (int i = 0; i < x->n_position; i++) {
    const double m = l->system->mass[x->position[i]];
    a = fmax(a, m > 0 ? v3_norm(l->system->gravity[x->position[i]]) / m : 0);
  }
  return a;
}

/* The same of the step just made, whose path is q_i + s d + (s^2 - s) h w/2. */
static double moved(const sn_loop *l, double h)
{
  const sn_near *x = l->near;
  double position = 0, axes = 0;
  for (int i = 0; i < x->n_position + x->n_axis; i++) {
    const int axis = i - x->n_position, v = axis < 0 ? x->position[i] : x->axis[axis];
    const sn_v3 d = v3_sub(l->state->q[v], l->backup.q[v]), w = v3_sub(l->state->v[v], l->backup.v[v]);
    const double by = v3_norm(d) + h / 8 * v3_norm(w);
    position = fmax(position, axis < 0 ? by : 0);
    axes = fmax(axes, axis < 0 ? 0 : x->reach[axis] * by);
  }
  return most(x, position, axes);
}

/* ---- the list */

static double gap_of(const sn_loop *l, int block)
{
  const sn_block *b = l->system->block + block;
  double e[SN_MAX_COMPOSITE_FORMS];
  sn_forms(b, l->state->q, e);
  return b->coordinate->gap->value(b->coordinate->gap, e + b->coordinate->form, NULL, NULL);
}

static double distance_of(const sn_loop *l, int block)
{
  const sn_block *b = l->system->block + block;
  const sn_gap *g = b->coordinate->gap;
  double e[SN_MAX_COMPOSITE_FORMS];
  sn_forms(b, l->state->q, e);
  return g->distance ? g->distance(g, e + b->coordinate->form) : g->value(g, e + b->coordinate->form, NULL, NULL);
}

/* Is the gap of the i-th contact within this? Measured only if it could be. */
static int is_within(const sn_loop *l, int i, double width)
{
  sn_near *x = l->near;
  if (!isfinite(l->system->block[x->block[i]].contact->reach)) {
    return 1; /* a plane that moves */
  }
  if (x->clear[i] - x->travelled > width) {
    return 0;
  }
  const double gap = distance_of(l, x->block[i]);
  x->clear[i] = gap + x->travelled;
  return gap <= width;
}

/* Leaves a contact out of the steps: it is open. */
static void leave_out(sn_loop *l, int block)
{
  const sn_block *b = l->system->block + block;
  double *internal = l->state->internal + b->contact->internal;
  memset(internal + SN_CONTACT_BRISTLE, 0, 3 * sizeof(double));
  memset(internal + SN_CONTACT_FRICTION, 0, 3 * sizeof(double));
  internal[SN_CONTACT_STATE] = SN_CONTACT_OPEN;
  internal[SN_CONTACT_BEND] = 0;
  internal[SN_CONTACT_AWAY] = 1;
  l->state->stress[b->stress] = l->state->rate[b->stress] = 0;
  l->near->away[block] = 1;
}

sn_status sn_loop_make_stepper(sn_loop *l, sn_error *error)
{
  sn_near *x = l->near;
  if (l->stepper) {
    l->scheme->destroy(l->stepper);
    l->stepper = NULL;
  }
  sn_arena_free(x->arena);
  x->arena = sn_arena_child(x->parent);
  if (!x->arena) {
    return no_memory(error);
  }
  return l->scheme->create(l->scheme, l->system, &l->step, x->arena, &l->stepper, error);
}

/* Marks what is near. Returns 1 if the pattern has to be made anew. */
static int list(sn_loop *l, double h, int first)
{
  sn_near *x = l->near;
  const double speed = speed_of(l), pull = pull_of(l), span = ahead * h;
  const double next = hurry * speed * h + pull * h * h;
  const double skin = fmax(fmin(fmax(speed * span + pull * span * span, least * l->system->extent), wide * x->size),
                           fmax(spare * next, l->m.skin_wanted));
  int needed = 0, listed = 0, missing = first;
  for (int i = 0; i < x->n; i++) {
    const int near = is_within(l, i, skin), away = x->away[x->block[i]];
    needed += near;
    listed += !away;
    missing = missing || (near && away);
  }
  l->m.skin = skin;
  l->m.skin_wanted = l->m.travelled = 0;
  if (!missing && listed <= more_than * needed + SOME) {
    return 0;
  }
  memset(l->clear, 0, sizeof(double) * (size_t)l->system->n_block); /* what was away was not watched */
  for (int i = 0; i < x->n; i++) {
    const int block = x->block[i];
    if (is_within(l, i, more_than * skin)) {
      x->away[block] = 0;
      *mark_of(l, block) = 0;
    } else if (!x->away[block]) {
      leave_out(l, block);
    }
  }
  return 1;
}

sn_status sn_loop_begin_near(sn_loop *l, sn_error *error)
{
  sn_near *x = l->near;
  if (x->n > 0) {
    l->step.away = x->away;
    for (int i = 0; i < x->n && l->options->from; i++) {
      x->away[x->block[i]] = *mark_of(l, x->block[i]) != 0;
    }
    if (!l->options->from) {
      (void)list(l, l->options->dt, 1);
    }
  }
  return sn_loop_make_stepper(l, error);
}

void sn_loop_end_near(sn_loop *l)
{
  if (l->stepper) {
    l->scheme->destroy(l->stepper);
    l->stepper = NULL;
  }
  sn_arena_free(l->near ? l->near->arena : NULL);
}

sn_status sn_loop_list_near(sn_loop *l, double h, sn_error *error)
{
  const sn_near *x = l->near;
  if (x->n == 0) {
    return SN_OK;
  }
  const double next = hurry * speed_of(l) * h + pull_of(l) * h * h;
  if (l->m.travelled + next <= l->m.skin || !list(l, h, 0)) {
    return SN_OK;
  }
  l->observed = 0;
  l->m.lists++;
  return sn_loop_make_stepper(l, error);
}

int sn_loop_misses(sn_loop *l, double h)
{
  sn_near *x = l->near;
  if (x->n == 0) {
    return -1;
  }
  x->last = moved(l, h);
  if (l->m.travelled + x->last <= l->m.skin) {
    return -1;
  }
  for (int i = 0; i < x->n; i++) {
    if (x->away[x->block[i]] && x->clear[i] - x->travelled <= x->last && gap_of(l, x->block[i]) <= 0) {
      l->m.skin_wanted = 2 * x->last;
      l->m.skin = 0; /* the list is made again */
      return l->system->block[x->block[i]].item;
    }
  }
  return -1;
}

void sn_loop_accept_near(sn_loop *l)
{
  if (l->near->n > 0) {
    l->m.travelled += l->near->last;
    l->near->travelled += l->near->last;
  }
}

int sn_loop_is_away(const sn_loop *l, int block)
{
  return l->near->n > 0 && l->near->away[block];
}

double sn_loop_last_move(const sn_loop *l, int block)
{
  const sn_block *b = l->system->block + block;
  return l->near->n > 0 && is_listed(b) && isfinite(b->contact->reach) ? l->near->last : INFINITY;
}
