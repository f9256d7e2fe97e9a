/* cli/running.c -- a session into a result file as the user sees it: progress bar, summary, Ctrl-C.
 * What:    a bar on a terminal, a summary of a few lines. The first Ctrl-C (or SIGTERM) finishes the step and closes the file,
 *          another one a second later ends at once (what was flushed can still be read).
 * Tests:   tests/cli/test_cli.c, tests/cli/test_resume.c.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/cli.h"
#include "session/runner.h"
#include "show/show.h"

/* The data that a signal handler can reach: stop requested, and when. */
static volatile int stop_asked;

static volatile double asked_at;

/* `timeout` and some shells send a signal to the process and to its group: a second signal right after the first is the same request. */
static void on_signal(int number)
{
  enum { AGAIN = 1 }; /* s: a later signal is a new request */
  struct timespec now = {0, 0};
  (void)number;
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  const double t = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
  if (stop_asked && t - asked_at > AGAIN) {
    _exit(EXIT_STOPPED);
  }
  asked_at = stop_asked ? asked_at : t;
  stop_asked = 1;
}

const volatile int *sn_cli_catch_signals(void)
{
  struct sigaction action, before;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_signal;
  (void)sigemptyset(&action.sa_mask);
  (void)sigaction(SIGINT, &action, NULL);
  (void)sigaction(SIGTERM, &action, NULL);
  if (sigaction(SIGHUP, NULL, &before) == 0 && before.sa_handler != SIG_IGN) { /* not under nohup */
    (void)sigaction(SIGHUP, &action, NULL);                                    /* the terminal was closed */
  }
  action.sa_handler = SIG_IGN; /* a file that may not grow is a write error, and must not end the process */
  (void)sigaction(SIGXFSZ, &action, NULL);
  return &stop_asked;
}

typedef struct {
  double began;
  int shown;
} bar;

static void show_progress(void *data, double t, double duration, long steps)
{
  bar *b = data;
  const double part = duration > 0 ? fmin(1, fmax(0, t / duration)) : 1;
  const double used = sn_wall_seconds() - b->began;
  sn_print_bar(part);
  (void)fprintf(stderr, "  t = %.4g of %.4g s, %ld steps", t, duration, steps);
  if (part > 0.01) {
    (void)fprintf(stderr, ", %.0f s to go", used * (1 - part) / part);
  }
  (void)fprintf(stderr, "   ");
  (void)fflush(stderr);
  b->shown = 1;
}

static const char *how_it_ended(const sn_session *s, const sn_run_summary *r, sn_status status, char *text, size_t size)
{
  (void)snprintf(text, size, "%s", status == SN_OK ? "" : status == SN_ESTOP ? " (interrupted)" : " (failed)");
  if (status == SN_OK && r->stopped > 0) {
    (void)snprintf(text, size, " (stopped: %.100s)", sn_stop_name(s->frozen.system, r->stopped));
  }
  return text;
}

static void say(const char *line)
{
  (void)fprintf(stderr, "%s\n", line);
}

/* Around a name in a command that is to be copied into a shell. */
static const char *quote(const char *file)
{
  return strpbrk(file, " \t\"()&;$*?<>|`\\") ? "'" : "";
}

static void print_summary(const sn_session *s, const sn_run_summary *r, const char *file, sn_status status)
{
  FILE *to = stderr;
  char end[128];
  (void)fprintf(to, "time         %.9g of %.9g s%s\n", r->t_end, s->options.duration,
                how_it_ended(s, r, status, end, sizeof end));
  s->runner->tell_run(s, r, say);
  if (s->not_finite.channels > 0) {
    (void)fprintf(to, "channels     %d without a finite value in %lld rows\n", s->not_finite.channels,
                  s->not_finite.rows);
  }
  (void)fprintf(to, "wall time    %.3g s, %.3g MB\n", r->wall_seconds, sn_peak_memory_mb());
  (void)fprintf(to, "result       %s%s%s\n", sn_colour(to, "\033[1m"), file, sn_colour(to, "\033[0m"));
  (void)fprintf(to, "next         sinew view %s%s%s\n", quote(file), file, quote(file));
}

sn_status sn_cli_go(const sn_arguments *a, sn_session *s, const char *file, sn_error *error)
{
  const int quiet = sn_is_given(a, "--quiet"), show = !quiet && sn_is_terminal(stderr);
  sn_run_summary summary = {0};
  bar b = {sn_wall_seconds(), 0};
  const int before = sn_model_warnings(s->model);
  const sn_status status = sn_session_run(
      s, file, &(sn_session_hooks){.data = &b, .progress = show ? show_progress : NULL}, &summary, error);
  if (b.shown) {
    sn_clear_bar();
  }
  const int told = !quiet && !sn_is_given(a, "--json");
  if (told && summary.unknowns > 0 && status != SN_EIO) {
    print_summary(s, &summary, file, status);
  }
  sn_warn_rest(a, s, before);
  if (status == SN_ESTOP && s->runner->no_resume) {
    sn_error_fix(error, "The rows so far are in %s; a %s cannot be resumed.", file, s->runner->name);
  } else if (status == SN_ESTOP) {
    sn_error_fix(error, "`sinew resume %s%s%s` continues the run.", quote(file), file, quote(file));
  }
  return status;
}

/* Adds the members of `sinew info --json` about the result, and its name. */
static void put_result(sn_json *j, const char *file, sn_arena *arena)
{
  sn_reader *r = NULL;
  sn_error ignored = {0}; /* a result that cannot be read: the run has already said why */
  sn_json_put_text(j, "result", file);
  if (sn_reader_open(file, arena, &r, &ignored) == SN_OK) {
    (void)sn_show_info_members(r, arena, j, &ignored);
  }
  sn_reader_close(r);
}

int sn_cli_end(const sn_arguments *a, const sn_session *s, const char *file, sn_arena *arena, sn_status status,
               const sn_error *error)
{
  sn_json_report r = sn_json_start(a, arena);
  if (r.wanted) {
    if (file) {
      put_result(&r.j, file, arena);
      sn_json_assembly(&r.j, s);
    }
    return sn_json_finish(&r, s, status, error);
  }
  if (status == SN_ESTOP && sn_is_given(a, "--quiet")) {
    return EXIT_STOPPED;
  }
  return status == SN_OK ? EXIT_GOOD : sn_print_error(status, error);
}
