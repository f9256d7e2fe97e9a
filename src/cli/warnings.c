/* cli/warnings.c -- what a model makes the command say beside its results: slips, and what the start has changed.
 * Tests:   tests/cli/test_cli.c, tests/whole/test_mistakes.c, tests/whole/test_start.c.
 */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"

static int is_silent(const sn_arguments *a)
{
  return sn_is_given(a, "--json");
}

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

void sn_warn_moved(const sn_arguments *a, const sn_session *s)
{
  enum { PARTS = 8 };
  const sn_assembly *x = &s->assembly;
  const char *name;
  double distance, turn;
  if (is_silent(a)) {
    return;
  }
  if (x->moved && x->misfit > 1e-6) {
    const int item = x->gap_item;
    sn_print_warning("a gap of %.3g %s at %s was closed by moving parts of the drawing:", x->gap,
                     x->gap_angle ? "rad" : "m",
                     item >= 0 && item < s->frozen.system->n_item ? s->frozen.system->item_name[item] : "a joint");
    for (int i = 0; i < PARTS && (name = sn_session_moved_part(s, i, &distance, &turn)) != NULL; i++) {
      (void)fprintf(stderr, "  %-32s %10.3g m %10.3g rad\n", name, distance, turn);
    }
    if (sn_session_moved_part(s, PARTS, &distance, &turn)) {
      (void)fprintf(stderr, "  ... and others by less\n");
    }
  }
  if (s->is_static && s->equilibrium.unstable) {
    const int item = s->equilibrium.unstable_item;
    sn_print_warning("the static equilibrium is unstable: %s falls away from it, like exp(%.3g t)",
                     item >= 0 && item < s->frozen.system->n_item ? s->frozen.system->item_name[item] : "a part",
                     s->equilibrium.unstable_rate);
  }
  if (s->moved > 1e-6) {
    char where[400] = "the joints";
    const sn_rate_misfit *m = &s->misfit;
    if (m->item >= 0 && m->item < s->frozen.system->n_item) {
      describe(s->frozen.system, m, where, sizeof where);
    }
    sn_print_warning("the initial velocities do not fit %s; the run changes them by %.2g of their size; "
                     "give every moving part one that fits",
                     where, s->moved);
  }
}

void sn_warn_rest(const sn_arguments *a, const sn_session *s, int first)
{
  for (int i = first; !is_silent(a) && i < sn_model_warnings(s->model); i++) {
    const sn_warning *w = sn_model_warning_at(s->model, i);
    sn_print_warning("%s%s%s", w->where, w->where[0] ? ": " : "", w->text);
  }
}

sn_status sn_warn_model(const sn_arguments *a, sn_session *s, sn_error *error)
{
  SN_TRY(sn_session_warnings(s, error));
  sn_warn_rest(a, s, 0);
  return SN_OK;
}
