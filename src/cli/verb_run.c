/* cli/verb_run.c -- `sinew run`: a model into a result file.
 * What:    progress bar on a terminal, a summary of at most ten lines, and Ctrl-C: the first finishes the step and closes
 *          the file, the second ends at once (what was flushed can still be read).
 * Tests:   tests/cli/test_cli.c.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/cli.h"

/* The one variable a signal handler can reach. */
static volatile int stop_asked;

static void on_signal(int number)
{
  (void)number;
  if (stop_asked) {
    _exit(EXIT_STOPPED);
  }
  stop_asked = 1;
}

static void catch_signals(void)
{
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_signal;
  (void)sigemptyset(&action.sa_mask);
  (void)sigaction(SIGINT, &action, NULL);
  (void)sigaction(SIGTERM, &action, NULL);
  action.sa_handler = SIG_IGN; /* a file that may not grow is an error of writing, not a death */
  (void)sigaction(SIGXFSZ, &action, NULL);
}

typedef struct {
  double began;
  int shown;
} bar;

static void show_progress(void *data, double t, double duration, long steps)
{
  enum { WIDTH = 30 };
  bar *b = data;
  char line[WIDTH + 1];
  const double part = duration > 0 ? fmin(1, fmax(0, t / duration)) : 1;
  const double used = sn_wall_seconds() - b->began;
  memset(line, '.', WIDTH);
  memset(line, '#', (size_t)(part * WIDTH));
  line[WIDTH] = '\0';
  (void)fprintf(stderr, "\r%s%s%s %3.0f %%  t = %.4g of %.4g s, %ld steps", sn_colour(stderr, "\033[36m"), line,
                sn_colour(stderr, "\033[0m"), 100 * part, t, duration, steps);
  if (part > 0.01) {
    (void)fprintf(stderr, ", %.0f s to go", used * (1 - part) / part);
  }
  (void)fprintf(stderr, "   ");
  (void)fflush(stderr);
  b->shown = 1;
}

static void clear_progress(const bar *b)
{
  if (b->shown) {
    (void)fprintf(stderr, "\r%79s\r", "");
  }
}

static const double MUCH = 0.05; /* numerical dissipation of this share of the energy is seen in the motion */

static void print_summary(const sn_session *s, const sn_run_summary *r, const char *file, sn_status status)
{
  FILE *to = stderr;
  (void)fprintf(to, "time         %.9g of %.9g s%s\n", r->t_end, s->options.duration,
                status == SN_OK      ? ""
                : status == SN_ESTOP ? " (interrupted)"
                                     : " (failed)");
  (void)fprintf(to, "steps        %ld (scheme %s), smallest %.3g s, %ld halvings\n", r->steps, s->options.scheme->name,
                r->smallest_step, r->rejections);
  (void)fprintf(to, "iterations   %ld, %.2f per step, %d unknowns, %d degrees of freedom\n", r->iterations,
                r->steps > 0 ? (double)r->iterations / (double)r->steps : 0, r->unknowns, s->freedom.freedom);
  if (r->still) {
    (void)fprintf(to, "energy       nothing moves: less than %.0e J in every step\n", r->scale);
  } else {
    (void)fprintf(to, "energy       balance closed to %.1e in every step (of %.4g J)\n", r->energy_identity_error,
                  r->scale);
    (void)fprintf(to, "dissipation  numerical %.2e, physical %.2e (same scale)%s\n", r->total.numerical / r->scale,
                  r->total.dissipation / r->scale,
                  r->total.numerical > MUCH * r->scale ? "; much: compare with half the step" : "");
  }
  (void)fprintf(to, "constraints  largest error %.1e\n", r->constraint_error);
  (void)fprintf(to, "wall time    %.3g s, %.3g MB\n", r->wall_seconds, sn_peak_memory_mb());
  (void)fprintf(to, "result       %s%s%s\n", sn_colour(to, "\033[1m"), file, sn_colour(to, "\033[0m"));
  (void)fprintf(to, "next         sinew view %s\n", file);
}

static sn_status run(const sn_arguments *a, sn_arena *arena, sn_session *s, sn_error *error)
{
  sn_model *model = NULL;
  const char *name = NULL, *given = sn_text_given(a, "-o");
  const int quiet = sn_is_given(a, "--quiet");
  sn_run_summary summary = {0};
  bar b = {0, 0};
  SN_TRY(sn_cli_load(a, arena, &model, &name, error));
  SN_TRY(sn_session_open(s, model, name, arena, error));
  s->options.stop = &stop_asked;
  SN_TRY(sn_cli_settings(a, s, error));
  SN_TRY(sn_session_start(s, error));
  if (!quiet) {
    sn_warn_moved(s);
  }
  const char *file = given ? given : sn_arena_format(arena, "%s.h5", name);
  if (!file) {
    return sn_fail(error, SN_ENOMEM, "", "There is not enough memory.", "", "");
  }
  const int show = !quiet && sn_is_terminal(stderr);
  b.began = sn_wall_seconds();
  const sn_status status =
      sn_session_run(s, file, &(sn_session_hooks){&b, show ? show_progress : NULL}, &summary, error);
  clear_progress(&b);
  if (!quiet && summary.unknowns > 0 && status != SN_EIO) {
    print_summary(s, &summary, file, status);
  }
  return status;
}

static int perform(const sn_arguments *a, sn_arena *arena)
{
  sn_session s = {0};
  sn_error error = {0};
  catch_signals();
  const sn_status status = run(a, arena, &s, &error);
  sn_session_close(&s);
  if (status == SN_ESTOP && sn_is_given(a, "--quiet")) {
    return EXIT_STOPPED;
  }
  return status == SN_OK ? EXIT_GOOD : sn_print_error(status, &error);
}

static const sn_option options[] = {
    {"-o", "FILE.h5", "result file", 0}, SN_OPTION_SET, SN_OPTION_UNTIL, SN_OPTION_QUIET, {0}};

const sn_verb sn_verb_run = {"run",
                             "MODEL.lua",
                             "runs a model into a result file (MODEL.h5 here, or -o)",
                             "sinew run pendulum/model.lua --set length=2 -o long.h5",
                             options,
                             1,
                             1,
                             perform};
