/* cli/verb_run.c -- `sinew run`: a model into a result file.
 * Tests:   tests/cli/test_cli.c.
 */
#include "cli/cli.h"

static sn_status run(const sn_arguments *a, sn_arena *arena, sn_session *s, sn_error *error)
{
  sn_model *model = NULL;
  const char *name = NULL, *given = sn_text_given(a, "-o");
  SN_TRY(sn_cli_load(a, arena, &model, &name, error));
  SN_TRY(sn_session_open(s, model, name, arena, error));
  s->options.stop = sn_cli_catch_signals();
  s->start_from = sn_text_given(a, "--start-from");
  SN_TRY(sn_cli_settings(a, s, error));
  SN_TRY(sn_session_start(s, error));
  if (!sn_is_given(a, "--quiet")) {
    SN_TRY(sn_print_model_warnings(s, error));
    sn_warn_moved(s);
  }
  const char *file = given ? given : sn_arena_format(arena, "%s.h5", name);
  return file ? sn_cli_go(a, s, file, error) : sn_no_memory(error, "the run");
}

static int perform(const sn_arguments *a, sn_arena *arena)
{
  sn_session s = {0};
  sn_error error = {0};
  const sn_status status = run(a, arena, &s, &error);
  sn_session_close(&s);
  return sn_cli_end(a, status, &error);
}

static const sn_option options[] = {{"-o", "FILE.h5", "result file", 0},
                                    SN_OPTION_SET,
                                    SN_OPTION_UNTIL,
                                    {"--start-from", "OTHER.h5", "begins with the end of another run of this model", 0},
                                    SN_OPTION_WALL_LIMIT,
                                    SN_OPTION_THREADS,
                                    SN_OPTION_QUIET,
                                    {0}};

const sn_verb sn_verb_run = {"run",
                             "MODEL.lua",
                             "runs a model into a result file (MODEL.h5 here, or -o)",
                             "sinew run pendulum/model.lua --set length=2 -o long.h5",
                             options,
                             1,
                             1,
                             perform};
