/* api/check.c -- public interface: what a model is, without running it; equilibria.
 * Tests:   tests/api/test_describe.c.
 */
#include <math.h>

#include "api/api_private.h"

struct sinew_report {
  sn_arena *arena;
  sn_session session;
  const unsigned char *shared; /* per item of the system; NULL: no rows repeat others */
  int n_parts, n_shared;
};

static const sn_item *part_at(const sinew_report *r, int i)
{
  const sn_model *m = r->session.model;
  for (int k = 0; k < sn_model_items(m); k++) {
    const sn_item *item = sn_model_item(m, k);
    if (item->kind->class == SN_CLASS_PART && i-- == 0) {
      return item;
    }
  }
  return NULL;
}

static sn_status look(sinew_report *r, const sinew_model *m, sn_error *e)
{
  sn_session *s = &r->session;
  SN_TRY(sn_session_open(s, m->model, m->name, r->arena, e));
  sn_session_watch(s, &m->stop);
  SN_TRY(sn_session_start(s, e));
  SN_TRY(sn_session_warnings(s, e));
  if (s->freedom.n_redundant > 0) {
    SN_TRY(sn_session_indeterminate(s, &r->shared, e));
  }
  for (int i = 0; r->shared && i < s->frozen.system->n_item; i++) {
    r->n_shared += r->shared[i] != 0;
  }
  sn_session_watch(s, NULL);
  while (part_at(r, r->n_parts)) {
    r->n_parts++;
  }
  return SN_OK;
}

int sinew_check(sinew_model *m, sinew_report **out, sinew_error *error)
{
  *out = NULL;
  const int complete = sn_api_complete(m, error);
  if (complete != SINEW_OK) {
    return complete;
  }
  sn_arena *arena = sn_api_arena(m);
  sinew_report *r = arena ? SN_NEW(arena, sinew_report, 1) : NULL;
  if (!r) {
    sn_arena_free(arena);
    return sn_api_fail(error, SN_ENOMEM, "There is not enough memory to check the model.", "");
  }
  sn_error e = {0};
  r->arena = arena;
  const sn_status status = look(r, m, &e);
  if (status != SN_OK) {
    sinew_report_free(r);
    return sn_api_status(status, &e, error);
  }
  *out = r;
  return SINEW_OK;
}

void sinew_report_free(sinew_report *r)
{
  if (r) {
    sn_session_close(&r->session);
    sn_arena_free(r->arena);
  }
}

/* Masses as the parts were given, summed. */
static void sum_masses(const sinew_report *r, sinew_facts *f)
{
  sn_v3 moment = v3(0, 0, 0);
  for (int i = 0; i < r->n_parts; i++) {
    sn_own_mass own;
    if (sn_session_mass(&r->session, part_at(r, i), &own)) {
      f->mass += own.mass;
      moment = v3_axpy(moment, own.mass, own.centre);
    }
  }
  const double held = f->mass - sn_session_moving_mass(&r->session);
  f->mass_held = held > 1e-12 * f->mass ? held : 0;
  for (int k = 0; k < 3 && f->mass > 0; k++) {
    f->centre[k] = moment.x[k] / f->mass;
  }
}

int sinew_report_facts(const sinew_report *r, sinew_facts *out, sinew_error *error)
{
  const sn_freedom_count *c = &r->session.freedom;
  sinew_facts f = {.degrees_of_freedom = c->freedom,
                   .coordinates = c->coordinates,
                   .equations = c->rows,
                   .independent_equations = c->rank,
                   .parts = r->n_parts,
                   .redundant = r->n_shared,
                   .warnings = sn_model_warnings(r->session.model),
                   .extent = r->session.frozen.system->extent,
                   .velocity_change = r->session.moved};
  sum_masses(r, &f);
  return SN_API_GIVE(out, &f, error);
}

int sinew_report_part(const sinew_report *r, int i, sinew_part_facts *out, sinew_error *error)
{
  static const int row[] = {0, 1, 2, 0, 0, 1}, column[] = {0, 1, 2, 1, 2, 2};
  const sn_item *item = i >= 0 ? part_at(r, i) : NULL;
  if (!item) {
    return sn_api_fail(error, SN_EINPUT, "There is no part with this number.", "sinew_report_facts says how many.");
  }
  sn_own_mass own;
  const int has_mass = sn_session_mass(&r->session, item, &own);
  sinew_part_facts f = {
      .name = item->name, .kind = item->kind->name, .where = item->where, .mass = has_mass ? own.mass : 0};
  for (int k = 0; k < 3 && has_mass; k++) {
    f.centre[k] = own.centre.x[k];
  }
  for (int k = 0; k < 6 && has_mass; k++) {
    f.inertia[k] = own.inertia[row[k]][column[k]];
  }
  f.own_axes = has_mass && own.own_axes;
  return SN_API_GIVE(out, &f, error);
}

const char *sinew_report_redundant(const sinew_report *r, int i, const char **where)
{
  const sn_system *s = r->session.frozen.system;
  for (int k = 0; r->shared && k < s->n_item; k++) {
    if (r->shared[k] && i-- == 0) {
      *where = s->item_where[k];
      return s->item_name[k];
    }
  }
  return NULL;
}

const char *sinew_report_warning(const sinew_report *r, int i, const char **where)
{
  if (i < 0 || i >= sn_model_warnings(r->session.model)) {
    return NULL;
  }
  const sn_warning *w = sn_model_warning_at(r->session.model, i);
  *where = w->where;
  return w->text;
}

/* ---- equilibria */

int sinew_static_facts(const sinew_simulation *x, sinew_equilibrium *out, sinew_error *error)
{
  const sn_equilibrium *q = &x->session->equilibrium;
  if (!x->session->is_static) {
    return sn_api_fail(error, SN_EINPUT, "This is no static equilibrium.", "Ask what sinew_static gives.");
  }
  const sinew_equilibrium f = {.iterations = q->iterations,
                               .load_steps = q->load_steps,
                               .largest_force = q->force,
                               .residual = q->residual * q->force,
                               .unstable = q->unstable,
                               .growth = q->unstable ? q->unstable_rate : 0};
  return SN_API_GIVE(out, &f, error);
}

static sn_status follow(sinew_model *m, sn_session *s, const char *file, int *n, sn_error *e)
{
  sn_path_summary path = {0};
  SN_TRY(sn_session_open_static(s, m->model, m->name, s->arena, e));
  sn_session_watch(s, &m->stop);
  if (!sn_model_load_growth(s->model)) {
    return sn_fail(e, SN_EINPUT, "", "The model does not say how its loads grow.", "It has no load_path { ... }.",
                   "Add one, for example load_path { steps = 20 }.");
  }
  sn_run_options *r = &sn_model_run(s->model)->options; /* statics need no time: any value will do */
  r->dt = isnan(r->dt) && r->n_schedule == 0 ? 1 : r->dt;
  SN_TRY(sn_session_settings(s, 0, e));
  SN_TRY(sn_session_path(s, file, NULL, &path, e));
  *n = path.points;
  return SN_OK;
}

int sinew_load_path(sinew_model *m, const char *file, int *n, sinew_error *error)
{
  *n = 0;
  const int complete = sn_api_complete(m, error);
  if (complete != SINEW_OK || !file) {
    return complete != SINEW_OK ? complete : sn_api_fail(error, SN_EINPUT, "A result file needs a name.", "");
  }
  sn_arena *arena = sn_api_arena(m);
  if (!arena) {
    return sn_api_fail(error, SN_ENOMEM, "There is not enough memory for the equilibria.", "");
  }
  sn_session s = {.arena = arena};
  sn_error e = {0};
  const sn_status status = follow(m, &s, file, n, &e);
  sn_session_close(&s);
  sn_arena_free(arena);
  return sn_api_status(status, &e, error);
}
