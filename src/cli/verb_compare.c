/* cli/verb_compare.c -- `sinew compare`: two results side by side.
 * What:    exit code 0, or 1 if --tolerance is given and a relative difference is above it, a run failed, or the
 *          runs do not cover the same time.
 * Tests:   tests/cli/test_plot_compare.c.
 */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "cli/cli.h"
#include "show/compare/compare.h"
#include "show/plot/plot.h"

enum { EXIT_DIFFERENT = 1 };

/* Draws both runs in one picture: the channels that were compared; energies only if there are no channels. */
static sn_status overlay(const sn_compare_request *q, const sn_comparison *c, const char *picture, sn_arena *arena,
                         sn_error *error)
{
  int n = 0;
  for (int i = 0; q->n_channels == 0 && i < c->n_channels; i++) {
    n += strncmp(c->channel[i], "energy/", 7) != 0;
  }
  const sn_plot_request request = {
      .n_files = 2, .file = q->file, .n_channels = n > 0 ? n : c->n_channels, .channel = c->channel};
  sn_figure figure;
  sn_figure_files made;
  SN_TRY(sn_figure_make(&request, arena, &figure, error));
  SN_TRY(sn_figure_save(&figure, picture, arena, &made, error));
  (void)fprintf(stderr, "picture      %s\nscript       %s (data: %s)\n", picture, made.script, made.data);
  return SN_OK;
}

static sn_status compare(const sn_arguments *a, sn_arena *arena, int *different, sn_error *error)
{
  const sn_compare_request q = {.file = {a->word[0], a->word[1]}, .n_channels = a->n - 2, .channel = a->word + 2};
  const char *picture = sn_text_given(a, "-o");
  double tolerance = NAN;
  sn_comparison c;
  SN_TRY(sn_number_given(a, "--tolerance", 0, "1e-6", &tolerance, error));
  if (picture) {
    SN_TRY(sn_figure_check_name(picture, error));
  }
  SN_TRY(sn_compare(&q, arena, &c, error));
  *different = sn_comparison_fails(&c, tolerance);
  SN_TRY(sn_is_given(a, "--json") ? sn_comparison_json(&c, tolerance, arena, stdout, error)
                                  : sn_comparison_print(&c, tolerance, stdout, error));
  return picture && c.n_channels > 0 ? overlay(&q, &c, picture, arena, error) : SN_OK;
}

static int perform(const sn_arguments *a, sn_arena *arena)
{
  sn_error error = {0};
  int different = 0;
  const sn_status status = compare(a, arena, &different, &error);
  return status != SN_OK ? sn_print_error(status, &error) : different ? EXIT_DIFFERENT : EXIT_GOOD;
}

static const sn_option options[] = {
    {"--tolerance", "X", "exit code 1 if a relative difference is above X, or a run failed or is shorter",
     .takes = SN_TAKES_NUMBER},
    {"-o", "FILE", "overlay of both as a picture: .svg, .png or .pdf", .takes = SN_TAKES_FILE, .of = "svg|png|pdf"},
    SN_OPTION_JSON,
    {0}};

const sn_verb sn_verb_compare = {
    .name = "compare",
    .words = "A.h5 B.h5 [CHANNEL...]",
    .help = "how much two results differ, and how the runs differ",
    .about = "Prints for each channel the largest and the mean difference over its size, and which parameters and "
             "settings differ. With --tolerance the exit code says whether they agree.",
    .example = "sinew compare coarse.h5 fine.h5 tip --tolerance 1e-3 -o both.svg",
    .options = options,
    .of = "h5",
    .least = 2,
    .most = INT_MAX,
    .perform = perform};
