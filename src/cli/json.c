/* cli/json.c -- what --json says in every verb: the frame of the object, what the start has changed, warnings, the error.
 * Rule:    stdout holds one object, also when the verb fails; then it has the member `error`. docs/command.md lists all members.
 * Tests:   tests/cli/test_json_output.c.
 */
#include <string.h>

#include "cli/cli.h"
#include "results/warnings.h"

sn_json_report sn_json_start(const sn_arguments *a, sn_arena *arena)
{
  sn_json_report r = {sn_is_given(a, "--json"), {.arena = arena}};
  sn_json_begin(&r.j, NULL, '{');
  return r;
}

static void put_warnings(sn_json *j, const sn_session *s)
{
  sn_json_begin(j, "warnings", '[');
  for (int i = 0; s && s->model && i < sn_model_warnings(s->model); i++) {
    sn_json_warning(j, sn_model_warning_at(s->model, i));
  }
  sn_json_end(j, '[');
}

static void put_error(sn_json *j, sn_status status, const sn_error *e)
{
  sn_json_begin(j, "error", '{');
  sn_json_put_number(j, "exit_code", sn_exit_code(status));
  sn_json_put_text(j, "where", e->where);
  sn_json_put_text(j, "what", e->what);
  sn_json_put_text(j, "why", e->why);
  sn_json_put_text(j, "fix", e->fix);
  sn_json_end(j, '{');
}

void sn_json_assembly(sn_json *j, const sn_session *s)
{
  const sn_assembly *x = &s->assembly;
  const sn_system *system = s->frozen.system;
  const char *name;
  double distance, turn;
  if (x->moved) {
    sn_json_begin(j, "assembly", '{');
    sn_json_put_number(j, "gap", x->gap);
    sn_json_put_text(j, "unit", x->gap_angle ? "rad" : "m");
    sn_json_put_text(j, "at", x->gap_item >= 0 && x->gap_item < system->n_item ? system->item_name[x->gap_item] : NULL);
    sn_json_begin(j, "moved", '[');
    for (int i = 0; (name = sn_session_moved_part(s, i, &distance, &turn)) != NULL; i++) {
      sn_json_begin(j, NULL, '{');
      sn_json_put_text(j, "part", name);
      sn_json_put_number(j, "distance", distance);
      sn_json_put_number(j, "turn", turn);
      sn_json_end(j, '{');
    }
    sn_json_end(j, '[');
    sn_json_end(j, '{');
  }
  sn_json_put_number(j, "velocity_change", s->moved);
}

int sn_json_finish(sn_json_report *r, const sn_session *s, sn_status status, const sn_error *error)
{
  if (r->wanted) {
    put_warnings(&r->j, s);
    if (status != SN_OK) {
      put_error(&r->j, status, error);
    }
    sn_json_end(&r->j, '{');
    if (r->j.failed) {
      sn_error none = {0};
      return sn_print_error(sn_no_memory(&none, "the JSON object"), &none);
    }
    (void)printf("%s\n", r->j.text);
  }
  return status == SN_OK ? EXIT_GOOD : sn_print_error(status, error);
}

int sn_find_and_tell(const sn_arguments *a, sn_arena *arena, sn_finder find)
{
  sn_session s = {0};
  sn_error error = {0};
  sn_json_report out = sn_json_start(a, arena);
  sn_status status = find(a, arena, &s, &out, &error);
  status = s.model ? sn_session_strict(&s, status, &error) : status;
  const int code = sn_json_finish(&out, &s, status, &error);
  sn_session_close(&s);
  return code;
}
