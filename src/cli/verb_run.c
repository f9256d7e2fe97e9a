/* cli/verb_run.c -- `sinew run`: a model into a result file.
 * Tests:   tests/cli/test_cli.c.
 */
#include "cli/watch.h"

static sn_status run(const sn_arguments *a, sn_arena *arena, sn_session *s, const char **made, sn_error *error)
{
  sn_model *model = NULL;
  const char *name = NULL, *given = sn_text_given(a, "-o");
  SN_TRY(sn_cli_load(a, arena, &model, &name, error));
  SN_TRY(sn_session_open(s, model, name, arena, error));
  SN_TRY(sn_cli_memory(a, s, 1, error));
  s->options.stop = sn_cli_catch_signals();
  s->start_from = sn_text_given(a, "--start-from");
  SN_TRY(sn_cli_settings(a, s, error));
  SN_TRY(sn_session_start(s, error));
  SN_TRY(sn_warn_model(a, s, error));
  SN_TRY(sn_warn_moved(a, s, error));
  const char *file = given ? given : sn_arena_format(arena, "%s.h5", name);
  *made = file;
  return file ? sn_cli_go(a, s, file, error) : sn_no_memory(error, "the run");
}

static int perform_once(const sn_arguments *a, sn_arena *arena)
{
  sn_session s = {0};
  sn_error error = {0};
  const char *file = NULL;
  const sn_status status = run(a, arena, &s, &file, &error);
  const int code = sn_cli_end(a, &s, file, arena, status, &error);
  sn_session_close(&s);
  return code;
}

static int perform(const sn_arguments *a, sn_arena *arena)
{
  sn_error error = {0};
  if (sn_is_given(a, "--watch")) {
    return sn_watch(a, arena, perform_once);
  }
  if (sn_is_given(a, "--open") || sn_is_given(a, "--port")) {
    return sn_print_error(sn_fail(&error, SN_EINPUT, "command line", "--open and --port belong to --watch.", "",
                                  "Add --watch, or use sinew view FILE.h5 --open."),
                          &error);
  }
  return perform_once(a, arena);
}

static const sn_option options[] = {
    {"-o", "FILE.h5", "result file", .takes = SN_TAKES_FILE, .of = "h5"},
    SN_OPTION_SET,
    SN_OPTIONS_OF_RUN,
    SN_OPTION_UNTIL,
    {"--start-from", "OTHER.h5", "begins with the end of another run of this model", .takes = SN_TAKES_FILE,
     .of = "h5"},
    {"--watch", NULL,
     "runs again when the model changes; prints a link to a page that follows, with "
     "sliders for parameters with a range; Ctrl-C ends it",
     .takes = SN_TAKES_NOTHING},
    {"--open", NULL, "with --watch: opens the page in the browser", .takes = SN_TAKES_NOTHING},
    {"--port", "N", "with --watch: this port (a free one)", .takes = SN_TAKES_NUMBER},
    SN_OPTION_WALL_LIMIT,
    SN_OPTION_THREADS,
    SN_OPTION_MEMORY,
    SN_OPTION_ENGINE,
    SN_OPTION_QUIET,
    SN_OPTION_STRICT,
    SN_OPTION_JSON,
    {0}};

const sn_verb sn_verb_run = {
    .name = "run",
    .words = "MODEL.lua",
    .help = "runs a model into a result file (MODEL.h5 here, or -o)",
    .about =
        "The result contains channels, coordinates and reactions of joints, energies of every step, and what the "
        "viewer needs; it can be viewed during the run (sinew view --serve). Ctrl-C ends the run after "
        "its step; sinew resume continues it, bit for bit identical.\n\n"
        "--scheme, --alpha, --dt, --duration, --tolerance and --store replace the fields of run { ... } in "
        "the model; --set changes what the model declares by param { ... }.\n\n"
        "--watch runs the model again whenever its file, or a file that it includes, has changed, and serves a page "
        "that "
        "shows the newest result. Parameters with a range, param { length = range(1, 0.5, 2) }, have sliders there. "
        "Errors of the model are shown in the page and on stderr.\n\n"
        "With --json the summary is one JSON object on stdout: all that sinew info --json prints about the result, "
        "and the fields result, warnings and, if it failed, error. docs/command.md lists them.",
    .example = "sinew run pendulum/model.lua --set length=2 -o long.h5",
    .options = options,
    .of = "lua",
    .least = 1,
    .most = 1,
    .perform = perform};
