/* cli/verb_resume.c -- `sinew resume`: goes on with a run that was interrupted, killed, or is to go further.
 * What:    the model and the state come from FILE.h5.checkpoint; what the result holds up to there is taken over.
 * Tests:   tests/cli/test_resume.c, tests/promises/test_resume.c.
 */
#include <math.h>
#include <string.h>

#include "cli/cli.h"
#include "session/session_checkpoint.h"

static void nothing_to_do(const sn_arguments *a, const sn_session *s)
{
  const sn_snapshot *x = &s->point->snapshot;
  const int stopped = x->outcome == SN_OUTCOME_STOPPED;
  if (!sn_is_given(a, "--quiet")) {
    (void)fprintf(stderr, "%s: the run %s at t = %.9g s; there is nothing to do%s\n", a->word[0],
                  stopped ? "was ended by a condition of its model" : "has got this far:", x->t,
                  stopped ? "" : " (--until T goes further)");
  }
}

static sn_status resume(const sn_arguments *a, sn_arena *arena, sn_session *s, sn_error *error)
{
  const char *file = a->word[0];
  double until = NAN;
  sn_remaining remaining = SN_RUN_REMAINS;
  SN_TRY(sn_number_given(a, "--until", 0, "2.5", &until, error));
  s->options.stop = sn_cli_catch_signals();
  SN_TRY(sn_session_reopen(s, file, until, arena, &remaining, error));
  if (remaining == SN_RUN_DONE) {
    nothing_to_do(a, s);
    return SN_OK;
  }
  SN_TRY(sn_cli_machine(a, s, error));
  sn_model_run(s->model)->strict |= sn_is_given(a, "--strict");
  if (!sn_is_given(a, "--quiet")) {
    (void)fprintf(stderr, "%s: going on at t = %.9g of %.9g s\n", file, s->point->snapshot.t, s->options.duration);
  }
  return sn_cli_go(a, s, file, error);
}

static int perform(const sn_arguments *a, sn_arena *arena)
{
  sn_session s = {0};
  sn_error error = {0};
  const sn_status status = resume(a, arena, &s, &error);
  const int code = sn_cli_end(a, &s, a->word[0], arena, status, &error);
  sn_session_close(&s);
  return code;
}

static const sn_option options[] = {SN_OPTION_UNTIL, SN_OPTION_WALL_LIMIT, SN_OPTION_THREADS, SN_OPTION_ENGINE,
                                    SN_OPTION_QUIET, SN_OPTION_STRICT,     SN_OPTION_JSON,    {0}};

const sn_verb sn_verb_resume = {
    .name = "resume",
    .words = "FILE.h5",
    .help = "continues a run that was interrupted or killed, or continues it to a later end",
    .about = "The model, its parameters and the state come from the checkpoint, in the result "
             "or next to it (FILE.h5.checkpoint); the result is bit for bit identical to that "
             "of a run that was not interrupted. --until continues a run that is complete.",
    .example = "sinew resume pendulum.h5 --until 20",
    .options = options,
    .of = "h5",
    .least = 1,
    .most = 1,
    .perform = perform};
