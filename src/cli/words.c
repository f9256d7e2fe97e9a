/* cli/words.c -- how the command speaks: errors in four parts, warnings, colours, exit codes.
 * Tests:   tests/cli/test_cli.c.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"

int sn_is_terminal(FILE *f)
{
  const char *term = getenv("TERM");
  return isatty(fileno(f)) && !(term && strcmp(term, "dumb") == 0);
}

const char *sn_colour(FILE *f, const char *code)
{
  const char *no = getenv("NO_COLOR"); /* no-color.org: any value that is not empty */
  return sn_is_terminal(f) && !(no && no[0]) ? code : "";
}

int sn_exit_code(sn_status status)
{
  static const int codes[] = {[SN_OK] = EXIT_GOOD,          [SN_EINPUT] = EXIT_USAGE,
                              [SN_EMODEL] = EXIT_MODEL,     [SN_ESINGULAR] = EXIT_NUMERICS,
                              [SN_ENOCONV] = EXIT_NUMERICS, [SN_EIO] = EXIT_FILE,
                              [SN_ENOMEM] = EXIT_INTERNAL,  [SN_ESTOP] = EXIT_STOPPED,
                              [SN_EBUG] = EXIT_INTERNAL};
  return status >= SN_OK && status <= SN_EBUG ? codes[status] : EXIT_INTERNAL;
}

int sn_print_error(sn_status status, const sn_error *error)
{
  const char *what = error->what[0] ? error->what : status == SN_ENOMEM ? "There is not enough memory." : "It failed.";
  (void)fflush(stdout);
  (void)fprintf(stderr, "%ssinew: error%s%s%s\n  %s\n", sn_colour(stderr, "\033[1;31m"), sn_colour(stderr, "\033[0m"),
                error->where[0] ? ": " : "", error->where, what);
  if (error->why[0]) {
    (void)fprintf(stderr, "  %s\n", error->why);
  }
  if (error->fix[0]) {
    (void)fprintf(stderr, "  %s%s%s\n", sn_colour(stderr, "\033[1m"), error->fix, sn_colour(stderr, "\033[0m"));
  }
  return sn_exit_code(status);
}

void sn_warn_moved(const sn_session *s)
{
  enum { PARTS = 8 };
  const sn_assembly *a = &s->assembly;
  const char *name;
  double distance, turn;
  if (a->moved && a->misfit > 1e-6) {
    const int item = a->gap_item;
    sn_print_warning("a gap of %.3g %s at %s was closed by moving parts of the drawing:", a->gap,
                     a->gap_angle ? "rad" : "m",
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

sn_status sn_print_model_warnings(sn_session *s, sn_error *error)
{
  SN_TRY(sn_session_warnings(s, error));
  for (int i = 0; i < sn_model_warnings(s->model); i++) {
    const sn_warning *w = sn_model_warning_at(s->model, i);
    sn_print_warning("%s%s%s", w->where, w->where[0] ? ": " : "", w->text);
  }
  return SN_OK;
}

void sn_print_warning(const char *format, ...)
{
  va_list list;
  (void)fflush(stdout);
  (void)fprintf(stderr, "%ssinew: warning%s: ", sn_colour(stderr, "\033[1;33m"), sn_colour(stderr, "\033[0m"));
  va_start(list, format);
  (void)vfprintf(stderr, format, list);
  va_end(list);
  (void)fputc('\n', stderr);
}
