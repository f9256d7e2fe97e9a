/* session/session_start.c -- the start of a session: freeze, assembly, static equilibrium, velocities; and what to say about it.
 * What:    the equilibrium is sought in a system of its own, frozen from the same model, in which hold { ... } holds; its
 *          positions go to the system of the run node by node.
 * Tests:   tests/mechanisms/test_start.c, tests/cli/test_cli.c.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "session/runner.h"
#include "session/session_checkpoint.h"

static const double noticeable = 1e-6; /* relative change of initial velocities that is worth a line in the log */

/* Before the first step a singular matrix is the model's fault, not the numerics'. */
static sn_status of_model(sn_status status, sn_error *error)
{
  if (status != SN_ESINGULAR && status != SN_ENOCONV) {
    return status;
  }
  if (error) {
    error->status = SN_EMODEL;
  }
  return SN_EMODEL;
}

sn_status sn_schemes_open(sn_session *s, sn_error *error)
{
  return of_model(sn_instant_freedom(s->instant, &s->frozen.start, &s->freedom, error), error);
}

static sn_status open_session(sn_session *s, const sn_model *model, sn_error *error)
{
  const sn_status status = sn_model_freeze(
      model, (s->holding ? SN_FREEZE_HOLDING : 0) | (s->exact ? SN_FREEZE_EXACT : 0), s->arena, &s->frozen, error);
  s->model = s->frozen.model;
  SN_TRY(status);
  SN_TRY(sn_instant_new(s->frozen.system, s->arena, &s->instant, error));
  sn_instant_still(s->instant, s->holding);
  const sn_item *item = NULL;
  s->runner = sn_runner_of(s->model, &item);
  if (s->holding) {
    SN_TRY(sn_session_need_schemes(s, "An analysis of statics or modes",
                                   "`sinew run` with run { start = \"static\" } begins in equilibrium.", error));
  }
  return s->runner->open(s, error);
}

sn_status sn_session_open(sn_session *s, const sn_model *model, const char *name, sn_arena *arena, sn_error *error)
{
  *s = (sn_session){.arena = arena, .name = name};
  return open_session(s, model, error);
}

sn_status sn_session_open_static(sn_session *s, const sn_model *model, const char *name, sn_arena *arena,
                                 sn_error *error)
{
  *s = (sn_session){.arena = arena, .name = name, .holding = 1};
  return open_session(s, model, error);
}

void sn_session_watch(sn_session *s, const volatile int *stop)
{
  s->options.stop = stop;
  if (s->instant) {
    sn_instant_watch(s->instant, stop);
  }
}

/* Positions that fit the joints. */
static sn_status assemble(sn_session *s, sn_instant *instant, const sn_frozen *frozen, sn_assembly *out,
                          sn_error *error)
{
  const double tolerance = sn_model_run(s->model)->assembly_tolerance;
  unsigned char *held = SN_NEW(s->arena, unsigned char, frozen->system->n_item + 1);
  if (!held) {
    return sn_no_memory(error, "the assembly");
  }
  sn_state start = frozen->start;
  for (int i = 0; i < sn_model_items(s->model); i++) {
    const sn_item *item = sn_model_item(s->model, i);
    if (item->builder_item >= 0 && item->builder_item < frozen->system->n_item) {
      held[item->builder_item] = item->hold != 0;
    }
  }
  const sn_assemble_options o = {.tolerance = isnan(tolerance) ? 0 : tolerance, .held = held};
  return of_model(sn_assemble(instant, &start, &o, s->arena, out, error), error);
}

sn_status sn_session_sag(const sn_session *s, sn_frozen *frozen, sn_error *error)
{
  const sn_v3 down = sn_model_gravity_of(s->model);
  const int n = sn_model_items(s->model);
  unsigned char *held = SN_NEW(s->arena, unsigned char, n + 1); /* between its ends: it stays as drawn */
  if (!held) {
    return sn_no_memory(error, "the static equilibrium");
  }
  for (int i = 0; i < n; i++) {
    const sn_item *item = sn_model_item(s->model, i);
    for (int k = 0; k < item->kind->n_refs; k++) {
      const sn_ref *r = &item->ref[k];
      if (r->given && r->item && r->station != 0 && r->station != SN_STATION_LAST) {
        held[r->item->index] = 1;
      }
    }
  }
  for (int i = 0; i < n; i++) {
    const sn_item *item = sn_model_item(s->model, i);
    if (item->kind->line.sag && s->n_taken == 0 && !held[i]) {
      item->kind->line.sag(item, down, frozen->start.q);
    }
  }
  return SN_OK;
}

/* Positions, velocities and own state of the same nodes in a system that was frozen otherwise. */
static sn_status take_over(const sn_frozen *from, sn_frozen *to, sn_error *error)
{
  const sn_system *a = from->system, *b = to->system;
  SN_REQUIRE(a->n_node == b->n_node && a->n_internal == b->n_internal, error);
  for (int i = 0; i < b->n_node; i++) {
    for (int k = 0; k < b->node[i].n_vec; k++) {
      to->start.q[b->node[i].vector[k]] = from->start.q[a->node[i].vector[k]];
      to->start.v[b->node[i].vector[k]] = from->start.v[a->node[i].vector[k]];
    }
  }
  memcpy(to->start.internal, from->start.internal, (size_t)b->n_internal * sizeof(double));
  return SN_OK;
}

/* Where constraints give way, a gap or a velocity of the drawing would be a load. Parts are put together as if all of them were exact. */
static sn_status put_together(sn_session *s, sn_error *error)
{
  sn_session exact = {.arena = s->arena, .name = s->name, .exact = 1};
  sn_assembly unused;
  double moved = 0;
  sn_status status = open_session(&exact, s->model, error);
  if (status == SN_OK) {
    sn_session_watch(&exact, s->options.stop);
    status = assemble(&exact, exact.instant, &exact.frozen, &unused, error);
  }
  if (status == SN_OK && unused.moved) {
    status = of_model(sn_instant_freedom(exact.instant, &exact.frozen.start, &exact.freedom, error), error);
  }
  if (status == SN_OK) {
    status = of_model(sn_instant_start(exact.instant, &exact.frozen.start, 1, &moved, error), error);
  }
  sn_session_close(&exact);
  SN_TRY(status);
  return take_over(&exact.frozen, &s->frozen, error);
}

/* The equilibrium of the system that holds, into the state of this one. */
static sn_status balance_held(sn_session *s, sn_error *error)
{
  sn_session held;
  const sn_status status = sn_session_open_static(&held, s->model, s->name, s->arena, error);
  if (status != SN_OK) {
    sn_session_close(&held);
    return status;
  }
  sn_assembly again;
  sn_session_watch(&held, s->options.stop);
  sn_status found = assemble(&held, held.instant, &held.frozen, &again, error);
  if (found == SN_OK) {
    found = sn_session_sag(&held, &held.frozen, error);
  }
  if (found == SN_OK) {
    found = sn_statics(held.instant, &held.frozen.start, s->arena, &s->equilibrium, error);
  }
  sn_session_close(&held);
  SN_TRY(found);
  return take_over(&held.frozen, &s->frozen, error);
}

static int any_velocity(const sn_session *s)
{
  int given = 0;
  for (int i = 0; i < s->frozen.system->n_vector; i++) {
    given |= s->frozen.system->vector[i].freedom == SN_FREE && v3_norm(s->frozen.start.v[i]) > 0;
  }
  return given;
}

sn_status sn_session_assemble(sn_session *s, sn_error *error)
{
  if (s->frozen.system->n_penalty > 0) {
    SN_TRY(put_together(s, error));
  }
  SN_TRY(sn_session_take_end(s, error));
  return assemble(s, s->instant, &s->frozen, &s->assembly, error);
}

sn_status sn_session_start(sn_session *s, sn_error *error)
{
  return s->runner->start(s, error);
}

sn_status sn_schemes_start(sn_session *s, sn_error *error)
{
  SN_TRY(sn_session_assemble(s, error));
  s->is_static = s->holding || sn_model_run(s->model)->start == 1;
  if (s->is_static) {
    if (s->holding) {
      SN_TRY(sn_session_sag(s, &s->frozen, error));
    }
    SN_TRY(s->holding ? sn_statics(s->instant, &s->frozen.start, s->arena, &s->equilibrium, error)
                      : balance_held(s, error));
  }
  if (s->is_static || s->assembly.moved) {
    SN_TRY(of_model(sn_instant_freedom(s->instant, &s->frozen.start, &s->freedom, error), error));
  }
  /* drives set parts in motion that were drawn at rest: that is no misfit; nor are velocities that a step has made */
  const int given = any_velocity(s) && s->n_taken == 0;
  if (s->holding) { /* statics alone: nothing moves */
    memset(s->frozen.start.v, 0, (size_t)s->frozen.system->n_vector * sizeof(sn_v3));
  }
  s->misfit = (sn_rate_misfit){.item = -1};
  if (given && !s->holding) {
    s->misfit = sn_instant_given_misfit(s->instant, &s->frozen.start);
  }
  const sn_status status =
      of_model(sn_instant_start(s->instant, &s->frozen.start, !s->holding, &s->moved, error), error);
  s->moved = given && !s->holding ? s->moved : 0;
  SN_TRY(status);
  return s->holding || s->freedom.n_redundant == 0
             ? SN_OK
             : of_model(sn_instant_contradiction(s->instant, &s->frozen.start, s->arena, error), error);
}

/* ---- words */

/* Over the size of the model, or rad: what counts in the order of the list. */
static double size_of(const sn_session *s, int item)
{
  return fmax(s->assembly.distance[item] / s->frozen.system->extent, s->assembly.turn[item]);
}

const char *sn_session_moved_part(const sn_session *s, int i, double *distance, double *turn)
{
  SN_ASSERT(i >= 0);
  const sn_system *system = s->frozen.system;
  if (!s->assembly.moved) {
    return NULL;
  }
  for (int k = 0; k < system->n_item; k++) {
    int rank = 0;
    for (int l = 0; l < system->n_item; l++) {
      rank += size_of(s, l) > size_of(s, k) || (size_of(s, l) == size_of(s, k) && l < k);
    }
    if (rank == i && size_of(s, k) > 0) {
      *distance = s->assembly.distance[k];
      *turn = s->assembly.turn[k];
      return system->item_name[k];
    }
  }
  return NULL;
}

static const char *item_name(const sn_session *s, int item)
{
  return item >= 0 && item < s->frozen.system->n_item ? s->frozen.system->item_name[item] : "the model";
}

/* A direction without round-off, its largest component positive. */
static sn_v3 tidied(sn_v3 d)
{
  double most = 0;
  for (int k = 0; k < 3; k++) {
    most = fabs(d.x[k]) > fabs(most) + 1e-6 ? d.x[k] : most;
  }
  for (int k = 0; k < 3; k++) {
    d.x[k] = fabs(d.x[k]) < 1e-6 ? 0 : most < 0 ? -d.x[k] : d.x[k];
  }
  return d;
}

/* "along x and y": n directions, d the one or the one across both. */
static void directions_text(const char *word, int n, sn_v3 d, char *text, size_t size)
{
  int axis = -1;
  for (int k = 0; k < 3; k++) {
    axis = fabs(d.x[k]) > 1 - 1e-6 ? k : axis;
  }
  text[0] = '\0';
  if (n == 3) {
    (void)snprintf(text, size, "%s x, y and z", word);
  } else if (n > 0 && axis < 0) {
    (void)snprintf(text, size, n == 1 ? "%s (%.3g, %.3g, %.3g)" : "%s two axes across (%.3g, %.3g, %.3g)", word, d.x[0],
                   d.x[1], d.x[2]);
  } else if (n == 1) {
    (void)snprintf(text, size, "%s %c", word, 'x' + axis);
  } else if (n == 2) {
    (void)snprintf(text, size, "%s %c and %c", word, axis == 0 ? 'y' : 'x', axis == 2 ? 'y' : 'z');
  }
}

int sn_session_loose_line(const sn_session *s, int i, char *line, size_t size)
{
  const sn_equilibrium *e = &s->equilibrium;
  char along[80], about[80];
  if (i >= e->n_loose || i > SN_LOOSE) {
    return 0;
  }
  if (i == SN_LOOSE) {
    (void)snprintf(line, size, "and %d other part%s", e->n_loose - SN_LOOSE, e->n_loose - SN_LOOSE == 1 ? "" : "s");
    return 1;
  }
  const sn_loose *x = e->loose + i;
  directions_text("along", x->n_along, tidied(x->along), along, sizeof along);
  directions_text("turning about", x->n_about, tidied(x->about), about, sizeof about);
  (void)snprintf(line, size, "%s: %s%s%s%s%s", item_name(s, x->item), along, along[0] && about[0] ? ", " : "", about,
                 x->bends && (along[0] || about[0]) ? ", " : "", x->bends ? "its shape" : "");
  return 1;
}

int sn_session_start_line(const sn_session *s, int i, char *line, size_t size)
{
  enum { PARTS = 6 };
  const sn_assembly *a = &s->assembly;
  const sn_equilibrium *e = &s->equilibrium;
  double distance, turn;
  int at = 0;
  if (a->moved && at++ == i) {
    (void)snprintf(line, size, "assembled: a gap of %.3g %s at %s was closed by moving:", a->gap,
                   a->gap_angle ? "rad" : "m", item_name(s, a->gap_item));
    return 1;
  }
  for (int k = 0; a->moved && k < PARTS; k++) {
    const char *name = sn_session_moved_part(s, k, &distance, &turn);
    if (name && at++ == i) {
      (void)snprintf(line, size, "  %s by %.3g m, %.3g rad", name, distance, turn);
      return 1;
    }
  }
  if (s->is_static && at++ == i) {
    (void)snprintf(
        line, size,
        "static equilibrium: %d iterations (%d damped), %d load step%s, residual %.1e N, largest force %.4g N",
        e->iterations, e->damped, e->load_steps, e->load_steps == 1 ? "" : "s", e->residual * e->force, e->force);
    return 1;
  }
  if (s->is_static && e->unstable && at++ == i) {
    (void)snprintf(line, size, "the equilibrium is unstable: %s falls away from it (%.3g 1/s)",
                   item_name(s, e->unstable_item), e->unstable_rate);
    return 1;
  }
  if (s->moved > noticeable && at++ == i) {
    (void)snprintf(line, size, "initial velocities changed by %.2g of their size to fit the joints", s->moved);
    return 1;
  }
  return 0;
}
