/* cli/verb_info.c -- `sinew info`: what a result is.
 * Tests:   tests/cli/test_cli.c.
 */
#include "cli/cli.h"
#include "show/show.h"

static int perform(const sn_arguments *a, sn_arena *arena)
{
  sn_reader *r = NULL;
  sn_error error = {0};
  sn_status status = sn_reader_open(a->word[0], arena, &r, &error);
  if (status == SN_OK) {
    status =
        sn_is_given(a, "--json") ? sn_show_info_json(r, arena, stdout, &error) : sn_show_info(r, arena, stdout, &error);
  }
  sn_reader_close(r);
  return status == SN_OK ? EXIT_GOOD : sn_print_error(status, &error);
}

static const sn_option options[] = {SN_OPTION_JSON, {0}};

const sn_verb sn_verb_info = {
    .name = "info",
    .words = "FILE.h5",
    .help = "what a result is: model, status, steps, energy balance",
    .about = "The file of a killed run still has the status `running`; it contains the data up to the last flush.",
    .example = "sinew info pendulum.h5 --json",
    .options = options,
    .of = "h5",
    .least = 1,
    .most = 1,
    .perform = perform};
