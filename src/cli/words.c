/* cli/words.c -- how the command speaks: errors in four parts, warnings, colours, exit codes.
 * Tests:   tests/cli/test_cli.c.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
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

void sn_print_bar(double part)
{
  enum { WIDTH = 30 };
  char line[WIDTH + 1];
  memset(line, '.', WIDTH);
  memset(line, '#', (size_t)(part * WIDTH));
  line[WIDTH] = '\0';
  (void)fprintf(stderr, "\r%s%s%s %3.0f %%", sn_colour(stderr, "\033[36m"), line, sn_colour(stderr, "\033[0m"),
                100 * part);
}

void sn_clear_bar(void)
{
  (void)fprintf(stderr, "\r%79s\r", "");
}

int sn_exit_code(sn_status status)
{
  static const int codes[] = {[SN_OK] = EXIT_GOOD,          [SN_EINPUT] = EXIT_USAGE,
                              [SN_EMODEL] = EXIT_MODEL,     [SN_ESINGULAR] = EXIT_NUMERICS,
                              [SN_ENOCONV] = EXIT_NUMERICS, [SN_EIO] = EXIT_FILE,
                              [SN_ENOMEM] = EXIT_INTERNAL,  [SN_ESTOP] = EXIT_STOPPED,
                              [SN_EBUG] = EXIT_INTERNAL,    [SN_EWARNED] = EXIT_WARNED};
  return status >= SN_OK && status <= SN_EWARNED ? codes[status] : EXIT_INTERNAL;
}

int sn_print_error(sn_status status, const sn_error *error)
{
  sn_error e = *error;
  const char *what = e.what[0] ? sn_clean(e.what) : status == SN_ENOMEM ? "There is not enough memory." : "It failed.";
  (void)fflush(stdout);
  (void)fprintf(stderr, "%ssinew: error%s%s%s\n  %s\n", sn_colour(stderr, "\033[1;31m"), sn_colour(stderr, "\033[0m"),
                e.where[0] ? ": " : "", sn_clean(e.where), what);
  if (e.why[0]) {
    (void)fprintf(stderr, "  %s\n", sn_clean(e.why));
  }
  if (e.fix[0]) {
    (void)fprintf(stderr, "  %s%s%s\n", sn_colour(stderr, "\033[1m"), sn_clean(e.fix), sn_colour(stderr, "\033[0m"));
  }
  return sn_exit_code(status);
}

void sn_print_warning(const char *format, ...)
{
  char text[1024];
  va_list list;
  va_start(list, format);
  (void)vsnprintf(text, sizeof text, format, list); /* NOLINT(clang-analyzer-valist.Uninitialized): false in clang 14 */
  va_end(list);
  (void)fflush(stdout);
  (void)fprintf(stderr, "%ssinew: warning%s: %s\n", sn_colour(stderr, "\033[1;33m"), sn_colour(stderr, "\033[0m"),
                sn_clean(text));
}
