/* cli/verb_csv.c -- `sinew csv`: channels of a result as a table on stdout.
 * Tests:   tests/cli/test_cli.c.
 */
#include <limits.h>

#include "cli/cli.h"
#include "show/show.h"

static int perform(const sn_arguments *a, sn_arena *arena)
{
  sn_reader *r = NULL;
  sn_error error = {0};
  sn_status status = sn_reader_open(a->word[0], arena, &r, &error);
  if (status == SN_OK) {
    status = sn_show_csv(r, a->word + 1, a->n - 1, arena, stdout, &error);
  }
  sn_reader_close(r);
  return status == SN_OK ? EXIT_GOOD : sn_print_error(status, &error);
}

const sn_verb sn_verb_csv = {.name = "csv",
                             .words = "FILE.h5 [CHANNEL...]",
                             .help = "prints channels as a table (all, if none is named)",
                             .about = "One line per stored time; the first names the columns. Channels are named as "
                                      "sinew info lists them, energies as energy/total and so on.",
                             .example = "sinew csv pendulum.h5 tip_x tip_z energy/total > path.csv",
                             .of = "h5",
                             .least = 1,
                             .most = INT_MAX,
                             .perform = perform};
