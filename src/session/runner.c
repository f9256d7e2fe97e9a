/* session/runner.c -- the list of runners, and which one a model asks for.
 * What:    see session/runner.h. A new laboratory is its kind, its table and one line here.
 * Tests:   tests/lab/test_rod_models.c.
 */
#include "session/runner.h"

#include <stdarg.h>
#include <stdio.h>

const sn_runner *const sn_runners[] = {&sn_runner_rod, &sn_runner_schemes, NULL};

const sn_runner *sn_runner_of(const sn_model *m, const sn_item **item)
{
  for (int i = 0; i < sn_model_items(m); i++) {
    *item = sn_model_item(m, i);
    for (int k = 0; sn_runners[k]; k++) {
      if ((*item)->kind == sn_runners[k]->kind) {
        return sn_runners[k];
      }
    }
  }
  *item = NULL;
  return &sn_runner_schemes;
}

sn_status sn_session_need_schemes(const sn_session *s, const char *what, const char *fix, sn_error *error)
{
  const sn_item *item = NULL;
  const sn_runner *r = sn_runner_of(s->model, &item);
  if (!r->apart || !item) {
    return SN_OK;
  }
  (void)sn_failf(error, SN_EINPUT, "%s is not for a %s.", what, item->kind->name);
  sn_error_where(error, "%s, %s '%s'", item->where, item->kind->name, item->name);
  sn_error_why(error, "%s", r->apart);
  sn_error_fix(error, "%s", fix);
  return SN_EINPUT;
}

void sn_sayf(sn_say say, const char *format, ...)
{
  char line[400];
  va_list list;
  va_start(list, format);
  (void)vsnprintf(line, sizeof line, format, list);
  va_end(list);
  say(line);
}
