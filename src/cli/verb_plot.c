/* cli/verb_plot.c -- `sinew plot`: channels, or columns of a sweep's table, as curves, in the terminal or as a picture.
 * What:    words that end in .h5 or name result files are results, the others channels.
 * Tests:   tests/cli/test_plot_compare.c, tests/cli/test_sweep_plot.c.
 */
#define _DEFAULT_SOURCE
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/cli.h"
#include "show/plot/plot.h"

static int ends_with(const char *word, const char *end)
{
  const size_t n = strlen(word), m = strlen(end);
  return n >= m && strcmp(word + n - m, end) == 0;
}

/* A folder or text file with the name of a channel is not a result. */
static int is_file(const char *word)
{
  return ends_with(word, ".h5") || sn_is_result(word);
}

/* A whole number of the environment, 0 if there is none. */
static int number_of(const char *name)
{
  const char *text = getenv(name);
  const long n = text ? strtol(text, NULL, 10) : 0;
  return n > 0 && n < 10000 ? (int)n : 0;
}

/* The first of the three variables that is set describes the terminal. */
static int knows_utf8(void)
{
  static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
  for (int i = 0; i < 3; i++) {
    const char *text = getenv(names[i]);
    if (text && text[0]) {
      return strstr(text, "UTF-8") || strstr(text, "utf8") || strstr(text, "utf-8") || strstr(text, "UTF8");
    }
  }
  return 0;
}

static sn_terminal terminal_of(FILE *out)
{
  struct winsize size = {0};
  const int on_screen = sn_is_terminal(out) && ioctl(fileno(out), TIOCGWINSZ, &size) == 0;
  const int columns = number_of("COLUMNS"), lines = number_of("LINES");
  sn_terminal t = {100, 24, knows_utf8(), sn_colour(out, "x")[0] != '\0'};
  t.width = columns > 0 ? columns : on_screen && size.ws_col > 0 ? size.ws_col : t.width;
  t.height = lines > 0 ? lines : on_screen && size.ws_row > 2 ? size.ws_row - 1 : t.height; /* room for the prompt */
  return t;
}

static sn_status sort_words(const sn_arguments *a, sn_arena *arena, sn_plot_request *q, sn_error *error)
{
  const char **files = SN_NEW(arena, const char *, a->n), **channels = SN_NEW(arena, const char *, a->n);
  if (!files || !channels) {
    return sn_no_memory(error, "the command line");
  }
  for (int i = 0; i < a->n; i++) {
    if (is_file(a->word[i])) {
      files[q->n_files++] = a->word[i];
    } else {
      channels[q->n_channels++] = a->word[i];
    }
  }
  q->file = files;
  q->channel = channels;
  if (q->n_files == 0) {
    sn_failf(error, SN_EINPUT, "No result file is named.");
    sn_error_where(error, "command line");
    sn_error_why(error, "'%.100s' is no result file, and its name does not end in .h5.", a->word[0]);
    if (ends_with(a->word[0], ".csv")) {
      sn_error_fix(
          error,
          "The table of a sweep is drawn from the .h5 next to the .csv, which is written when the sweep has ended.");
    } else {
      sn_error_fix(error, "Write e.g. sinew plot pendulum.h5 tip; `sinew run` makes a result file.");
    }
    return SN_EINPUT;
  }
  return SN_OK;
}

static sn_status plot(const sn_arguments *a, sn_arena *arena, sn_error *error)
{
  const char *picture = sn_text_given(a, "-o");
  sn_plot_request q = {.against = sn_text_given(a, "--against"),
                       .spectrum = sn_is_given(a, "--fft"),
                       .log = sn_is_given(a, "--log"),
                       .absolute = sn_is_given(a, "--absolute")};
  double from = 0, to = 0;
  sn_figure figure;
  if (picture) {
    SN_TRY(sn_figure_check_name(picture, error));
  }
  SN_TRY(sn_number_given(a, "--from", 0, "2.5", &from, error));
  SN_TRY(sn_number_given(a, "--to", 0, "2.5", &to, error));
  q.from = sn_is_given(a, "--from") ? &from : NULL;
  q.to = sn_is_given(a, "--to") ? &to : NULL;
  SN_TRY(sort_words(a, arena, &q, error));
  SN_TRY(sn_figure_make(&q, arena, &figure, error));
  if (!picture) {
    const sn_terminal t = terminal_of(stdout);
    return sn_figure_print(&figure, &t, arena, stdout, error);
  }
  sn_figure_files made;
  SN_TRY(sn_figure_save(&figure, picture, arena, &made, error));
  (void)fprintf(stderr, "picture      %s\nscript       %s (data: %s)\n", picture, made.script, made.data);
  return SN_OK;
}

static int perform(const sn_arguments *a, sn_arena *arena)
{
  sn_error error = {0};
  const sn_status status = plot(a, arena, &error);
  return status == SN_OK ? EXIT_GOOD : sn_print_error(status, &error);
}

static const sn_option options[] = {
    {"-o", "FILE", "a picture: .svg, .png or .pdf (by gnuplot), with its script and data next to it",
     .takes = SN_TAKES_FILE, .of = "svg|png|pdf"},
    {"--against", "CHANNEL", "the channel of the x axis instead of time; of a sweep the parameter, or any column",
     .takes = SN_TAKES_TEXT},
    {"--fft", NULL, "amplitudes over frequency instead of time", .takes = SN_TAKES_NOTHING},
    {"--from", "T", "only rows from this time on", .takes = SN_TAKES_NUMBER},
    {"--to", "T", "only rows up to this time", .takes = SN_TAKES_NUMBER},
    {"--log", NULL, "sizes on a logarithmic axis (channels that are named)", .takes = SN_TAKES_NOTHING},
    {"--absolute", NULL, "without channels: energies as they are, not measured from the start",
     .takes = SN_TAKES_NOTHING},
    {0}};

const sn_verb sn_verb_plot = {.name = "plot",
                              .words = "FILE.h5... [CHANNEL...]",
                              .help = "draws channels (everything usual, if none is named)",
                              .about =
                                  "Without -o the curves are drawn in the terminal. Several results are laid over each "
                                  "other. Pictures are made by gnuplot; its script and data are kept next to them.\n\n"
                                  "The table of a sweep is drawn over the parameter with most values (or --against "
                                  "NAME): its columns, all that were collected or those that are named, with a curve "
                                  "for each combination of the other parameters.",
                              .example = "sinew plot pendulum.h5 tip_x tip_z -o tip.svg",
                              .options = options,
                              .of = "h5",
                              .least = 1,
                              .most = INT_MAX,
                              .perform = perform};
