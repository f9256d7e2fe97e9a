/* cli/warnings.c -- what a model makes the command say beside its results: slips, and what the start has changed.
 * Tests:   tests/cli/test_cli.c, tests/whole/test_mistakes.c, tests/whole/test_start.c.
 */
#include "cli/cli.h"

static int is_silent(const sn_arguments *a)
{
  return sn_is_given(a, "--quiet") || sn_is_given(a, "--json");
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
    sn_print_warning("the initial velocities do not fit the joints; the run changes them by %.2g of their size; "
                     "give every moving part one that fits",
                     s->moved);
  }
}

sn_status sn_warn_model(const sn_arguments *a, sn_session *s, sn_error *error)
{
  SN_TRY(sn_session_warnings(s, error));
  for (int i = 0; !is_silent(a) && i < sn_model_warnings(s->model); i++) {
    const sn_warning *w = sn_model_warning_at(s->model, i);
    sn_print_warning("%s%s%s", w->where, w->where[0] ? ": " : "", w->text);
  }
  return SN_OK;
}
