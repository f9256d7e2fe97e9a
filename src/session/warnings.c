/* session/warnings.c -- what a model says but probably does not mean: parts that nothing touches, springs and channels that
 *          never change, numbers that look like millimetres or degrees.
 * What:    walks the items and their field tables; everything becomes a warning of the model (model/warning.c). Nothing
 *          here changes the run.
 * Limits:  parts that cannot move against each other are found through fixed joints only.
 * Tests:   tests/mistakes (files that begin with `-- check`), and no example has a warning: tests/promises/test_mistakes.c.
 */
#include <math.h>
#include <string.h>

#include "session/runner.h"
#include "session/warnings.h"

static const double lightest = 1, heaviest = 30000; /* kg/m^3: aerogel, and more than osmium */
static const double softest = 5e3;                  /* Pa: softer than foam */
static const double heaviest_part = 1e9;            /* kg: more than any ship */
static const double many_turns = 12.6;              /* rad: two turns; more are probably degrees */

/* ---- parts that nothing touches */

static int starts_moving(const sn_item *part)
{
  for (const sn_input *in = part->kind->inputs; in && in->name; in++) {
    if (in->type == SN_VECTOR && strstr(in->name, "velocity")) {
      const sn_v3 *v = (const sn_v3 *)(const void *)((const char *)part->param + in->offset);
      if (!isnan(v->x[0]) && v3_norm(*v) > 0) {
        return 1;
      }
    }
    if (in->type == SN_FUNCTION3 && strstr(in->name, "velocity") &&
        ((const sn_expr3 *)(const void *)((const char *)part->param + in->offset))->e[0]) {
      return 1;
    }
  }
  return 0;
}

/* What an item does by itself: loads of its own, and elements that reach the ground or another item (edges of shells, points that
   bodies share). */
static void mark_held(const sn_system *s, unsigned char *held)
{
  for (int i = 0; i < s->n_load; i++) {
    if (s->load[i].item >= 0) {
      held[s->load[i].item] = 1;
    }
  }
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    int away = 0;
    for (int a = 0; a < b->n_vec && b->item >= 0; a++) {
      away = away || s->vector[b->vector[a]].freedom != SN_FREE;
    }
    for (int k = 0; k < b->n_node && b->item >= 0; k++) {
      const int other = s->node[b->node[k]].item;
      if (other >= 0 && other != b->item) {
        held[other] = 1;
        away = 1;
      }
    }
    if (away) {
      held[b->item] = 1;
    }
  }
}

static sn_status loose_parts(const sn_session *s, sn_error *error)
{
  sn_model *m = s->model;
  if (s->runner->apart ||
      s->holding) { /* a rod has its own fields that move it; statics and modes say what nothing holds */
    return SN_OK;
  }
  const int falls = v3_norm(sn_model_gravity_of(m)) > 0, n = sn_model_items(m);
  unsigned char *touched = SN_NEW(s->arena, unsigned char, n + 1);
  unsigned char *held = SN_NEW(s->arena, unsigned char, s->frozen.system->n_item + 1);
  int joints = 0;
  if (!touched || !held) {
    return sn_no_memory(error, "the model");
  }
  mark_held(s->frozen.system, held);
  for (int i = 0; i < n; i++) {
    const sn_item *item = sn_model_item(m, i);
    joints += item->kind->class == SN_CLASS_JOINT;
    for (int k = 0; k < item->kind->n_refs; k++) {
      if (item->ref[k].given && item->ref[k].item) {
        touched[item->ref[k].item->index] = 1;
      }
    }
    for (const sn_input *in = item->kind->inputs; in && in->name; in++) {
      const sn_refs *list = (const sn_refs *)(const void *)((const char *)item->param + in->offset);
      for (int k = 0; in->type == SN_PARTS && k < list->n; k++) {
        touched[list->x[k].item ? list->x[k].item->index : item->index] = 1;
      }
    }
  }
  for (int i = 0; i < n; i++) {
    const sn_item *part = sn_model_item(m, i);
    if (touched[i] || (part->builder_item >= 0 && held[part->builder_item]) || part->kind->class != SN_CLASS_PART ||
        part->kind->part.prescribed || part->ref[0].given || part->ref[1].given || starts_moving(part)) {
      continue;
    }
    if (!falls) {
      SN_TRY(sn_model_warn(m, part->where, error,
                           "%s '%s' never moves: no joint, force, gravity or velocity acts on it; connect it, or leave "
                           "it out",
                           part->kind->name, part->name));
    } else if (joints > 0 && !(part->kind->reports.shows_energy &&
                               part->kind->part.stations)) { /* beams, shells: warnings_joined.c */
      SN_TRY(sn_model_warn(m, part->where, error,
                           "%s '%s' falls freely: no joint or force holds it; connect it, or give it a velocity if it "
                           "is meant to fly",
                           part->kind->name, part->name));
    }
  }
  return SN_OK;
}

/* ---- parts that cannot move against each other */

/* Sets of parts that are fixed to each other, as a forest: up[i] is another of the set, or i itself. Number n: ground. */
static int top_of(int *up, int i)
{
  while (up[i] != i) {
    up[i] = up[up[i]]; /* half of the way is cut each time: nearly linear */
    i = up[i];
  }
  return i;
}

static int number_of(const sn_ref *ref, int ground)
{
  return ref->item ? ref->item->index : ground;
}

static sn_status idle_springs(const sn_session *session, sn_error *error)
{
  sn_model *m = session->model;
  const int n = sn_model_items(m);
  int *up = SN_NEW(session->arena, int, n + 1);
  if (!up) {
    return sn_no_memory(error, "the model");
  }
  for (int i = 0; i <= n; i++) {
    up[i] = i;
  }
  for (int i = 0; i < n; i++) {
    const sn_item *j = sn_model_item(m, i);
    if (j->kind->joint.welds) {
      up[top_of(up, number_of(j->ref, n))] = top_of(up, number_of(j->ref + 1, n));
    }
  }
  for (int i = 0; i < n; i++) {
    const sn_item *s = sn_model_item(m, i);
    if (s->kind->class == SN_CLASS_FORCE && s->kind->n_refs == 2 && s->kind->ref_class == SN_CLASS_PART &&
        s->ref[0].given && s->ref[1].given && s->ref[0].station == SN_STATION_SELF &&
        s->ref[1].station == SN_STATION_SELF &&
        top_of(up, number_of(s->ref, n)) == top_of(up, number_of(s->ref + 1, n))) {
      SN_TRY(sn_model_warn(m, s->where, error,
                           "%s '%s' does nothing: '%s' and '%s' are fixed to each other; attach it elsewhere",
                           s->kind->name, s->name, sn_ref_name(s->ref), sn_ref_name(s->ref + 1)));
    }
  }
  return SN_OK;
}

/* ---- channels that never change */

static sn_status constant_channels(sn_model *m, sn_error *error)
{
  for (int i = 0; i < sn_model_channels(m); i++) {
    const sn_channel *c = sn_model_channel_at(m, i);
    int changes = 0;
    for (int k = 0; k < c->n_variables; k++) {
      const sn_signal *s = sn_model_signal_at(m, c->variable[k].signal);
      changes |= !(s->ref.given && !s->ref.item); /* of the ground: constant */
    }
    for (int k = 0; k < c->n && sn_model_controllers(m) > 0; k++) {
      changes |= sn_expr_has_input(c->component[k]);
    }
    if (!changes) {
      SN_TRY(sn_model_warn(m, c->where, error, "channel '%s' never changes: it is %s", c->name,
                           c->n_variables ? "a signal of the ground" : "a number"));
    }
  }
  return SN_OK;
}

/* ---- numbers that look like another unit */

static sn_status check_density(sn_model *m, const sn_item *item, const char *what, double density, sn_error *error)
{
  if (isnan(density) || (density >= lightest && density <= heaviest)) {
    return SN_OK;
  }
  return sn_model_warn(
      m, item->where, error,
      "%s%s%s '%s' has a density of %.4g kg/m^3, %s any material; steel has 7850: is it in another unit?", what,
      what[0] ? " in " : "", item->kind->name, item->name, density,
      density < lightest ? "lighter than" : "heavier than");
}

static sn_status check_shapes(sn_model *m, const sn_item *item, const sn_shapes *shapes, sn_error *error)
{
  for (int k = 0; k < shapes->n; k++) {
    const sn_shape *s = shapes->shape + k;
    SN_TRY(check_density(m, item, s->kind->name, s->kind->per_length ? NAN : s->density, error));
  }
  return SN_OK;
}

/* The number of a field; NAN: none, or a function. */
static double given_number(const sn_input *in, const char *at)
{
  const sn_expr *const *e = (const void *)at;
  double x = NAN;
  if (in->type == SN_NUMBER) {
    return *(const double *)(const void *)at;
  }
  return in->type == SN_FUNCTION && *e && sn_expr_is_constant(*e, &x) ? x : NAN;
}

static sn_status check_units(sn_model *m, const sn_item *item, const sn_input *inputs, const char *param,
                             sn_error *error)
{
  for (const sn_input *in = inputs; in && in->name; in++) {
    const char *at = param + in->offset;
    if (in->type == SN_INLINE || in->type == SN_TABLE) {
      SN_TRY(check_units(m, item, in->sub, at, error));
    } else if (in->type == SN_SHAPES) {
      SN_TRY(check_shapes(m, item, (const sn_shapes *)(const void *)at, error));
    } else if (in->unit && strcmp(in->unit, "kg/m^3") == 0) {
      SN_TRY(check_density(m, item, "", given_number(in, at), error));
    } else if (in->unit && strcmp(in->unit, "Pa") == 0) {
      const double x = given_number(in, at);
      if (x > 0 && x < softest) {
        SN_TRY(sn_model_warn(m, item->where, error,
                             "%s '%s': `%s` = %.4g Pa is softer than any solid; steel has 2.1e11: is it in GPa or MPa?",
                             item->kind->name, item->name, in->name, x));
      }
    } else if (in->type == SN_NUMBER && in->unit && strcmp(in->unit, "rad") == 0) {
      const double x = *(const double *)(const void *)at;
      if (fabs(x) > many_turns) {
        SN_TRY(sn_model_warn(m, item->where, error,
                             "%s '%s': `%s` = %.4g is in rad, %.1f turns; did you mean deg(%.4g)?", item->kind->name,
                             item->name, in->name, x, x / (2 * 3.141592653589793), x));
      }
    }
  }
  return SN_OK;
}

static sn_status units(const sn_session *session, sn_error *error)
{
  sn_model *m = session->model;
  const double g = v3_norm(sn_model_gravity_of(m));
  if (g > 9000 && g < 11000) {
    SN_TRY(sn_model_warn(m, sn_model_gravity_where(m), error,
                         "gravity is %.4g m/s^2, a thousand times that of the Earth; all quantities are in SI units, "
                         "lengths in m",
                         g));
  }
  for (int i = 0; i < sn_model_items(m); i++) {
    const sn_item *item = sn_model_item(m, i);
    SN_TRY(check_units(m, item, item->kind->inputs, item->param, error));
    sn_own_mass own;
    if (sn_session_mass(session, item, &own) && own.mass > heaviest_part) {
      SN_TRY(sn_model_warn(m, item->where, error, "%s '%s' has a mass of %.4g kg: is it, or its size, in another unit?",
                           item->kind->name, item->name, own.mass));
    }
  }
  return SN_OK;
}

sn_status sn_session_warnings(sn_session *s, sn_error *error)
{
  if (s->warned) {
    return SN_OK;
  }
  s->warned = 1;
  SN_TRY(loose_parts(s, error));
  SN_TRY(idle_springs(s, error));
  SN_TRY(constant_channels(s->model, error));
  SN_TRY(units(s, error));
  SN_TRY(sn_warn_joined(s, error));
  return sn_warn_run(s, error);
}
