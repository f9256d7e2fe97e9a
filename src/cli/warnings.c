/* cli/warnings.c -- what a model makes the command say beside its results: slips, and what the start has changed.
 * Tests:   tests/cli/test_cli.c, tests/promises/test_mistakes.c, tests/mechanisms/test_start.c.
 */
#include "cli/cli.h"

static int is_silent(const sn_arguments *a)
{
  return sn_is_given(a, "--json");
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

sn_status sn_warn_moved(const sn_arguments *a, sn_session *s, sn_error *error)
{
  const int before = sn_model_warnings(s->model);
  SN_TRY(sn_session_start_warnings(s, error));
  sn_warn_rest(a, s, before);
  return SN_OK;
}
