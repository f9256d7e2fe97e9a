/* session/warnings_start.c -- what the start of a run or of an analysis has changed, as warnings of the model.
 * What:    parts of the drawing that were moved to close gaps, velocities that did not fit the joints, an equilibrium that falls away;
 *          and what becomes of warnings when they count as errors.
 * Tests:   tests/mechanisms/test_start.c, tests/cli/test_warnings.c.
 */
#include <stdio.h>
#include <string.h>

#include "session/session.h"

static const double worth_telling = 1e-6; /* of a gap, of the velocities */

/* "revolute 'j1' (crane.lua:3): they open it by 1 m/s (coincidence, x of the joint)" */
static void describe(const sn_system *s, const sn_rate_misfit *m, char *text, size_t size)
{
  char row[80];
  if (strcmp(m->rows, "coincidence") == 0 && m->n_rows == 3) {
    (void)snprintf(row, sizeof row, "coincidence along %c of the joint", "xyz"[m->row]);
  } else {
    (void)snprintf(row, sizeof row, "%.40s, equation %d of %d", m->rows, m->row + 1, m->n_rows);
  }
  (void)snprintf(text, size, "%.100s (%.120s): they open it by %.4g %s (%s)", s->item_name[m->item],
                 s->item_where[m->item], m->found - m->wanted, m->angle ? "rad/s" : "m/s", row);
}

static sn_status moved_parts(const sn_session *s, sn_error *error)
{
  enum { PARTS = 5 };
  const sn_assembly *x = &s->assembly;
  const sn_system *system = s->frozen.system;
  const int item = x->gap_item, known = item >= 0 && item < system->n_item;
  char list[480] = "";
  const char *name;
  double distance, turn;
  if (!x->moved || !(x->misfit > worth_telling)) {
    return SN_OK;
  }
  for (int i = 0; i < PARTS && (name = sn_session_moved_part(s, i, &distance, &turn)) != NULL; i++) {
    const size_t used = strlen(list);
    (void)snprintf(list + used, sizeof list - used, "%s%.40s by %.3g m and %.3g rad", i ? ", " : "", name, distance,
                   turn);
  }
  return sn_model_warn(s->model, known ? system->item_where[item] : "", error,
                       "a gap of %.3g %s at %s was closed by moving parts of the drawing: %s%s", x->gap,
                       x->gap_angle ? "rad" : "m", known ? system->item_name[item] : "a joint", list,
                       sn_session_moved_part(s, PARTS, &distance, &turn) ? ", and others by less" : "");
}

sn_status sn_session_start_warnings(sn_session *s, sn_error *error)
{
  const sn_system *system = s->frozen.system;
  SN_TRY(moved_parts(s, error));
  if (s->is_static && s->equilibrium.unstable) {
    const int item = s->equilibrium.unstable_item, known = item >= 0 && item < system->n_item;
    SN_TRY(sn_model_warn(s->model, known ? system->item_where[item] : "", error,
                         "the static equilibrium is unstable: %s falls away from it, like exp(%.3g t)",
                         known ? system->item_name[item] : "a part", s->equilibrium.unstable_rate));
  }
  if (s->moved > worth_telling) {
    const sn_rate_misfit *m = &s->misfit;
    char where[400] = "the joints";
    if (m->item >= 0 && m->item < system->n_item) {
      describe(system, m, where, sizeof where);
    }
    SN_TRY(sn_model_warn(s->model, "", error,
                         "the initial velocities do not fit %s; the run changes them by %.2g of their size; give every "
                         "moving part one that fits",
                         where, s->moved));
  }
  return SN_OK;
}

sn_status sn_session_strict(const sn_session *s, sn_status status, sn_error *error)
{
  const int n = sn_model_warnings(s->model);
  if (status != SN_OK || !sn_model_run(s->model)->strict || n == 0) {
    return status;
  }
  const sn_warning *w = sn_model_warning_at(s->model, 0);
  sn_failf(error, SN_EWARNED, "There %s %d warning%s, and strict makes %s.", n == 1 ? "is" : "are", n,
           n == 1 ? "" : "s", n == 1 ? "it an error" : "them errors");
  sn_error_where(error, "%s", w->where);
  sn_error_why(error, "%s%s", n == 1 ? "" : "The first: ", w->text);
  sn_error_fix(error, "All is computed and stored. Cure what the warnings name, or leave out strict.");
  return SN_EWARNED;
}
