/* cli/verb_export.c -- `sinew export`: a result for other programs.
 * What:    a folder of VTK files for ParaView, a table of all channels, or both. What was written is printed on stdout.
 * Tests:   tests/show/test_vtk.c, tests/show/read_vtk.py.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/cli.h"
#include "show/show.h"
#include "show/vtk/vtk.h"

static const sn_option options[] = {
    {"--vtk", "DIR", "folder of VTK files: open DIR/scene.pvd and DIR/nodes.pvd in ParaView", .takes = SN_TAKES_FOLDER},
    {"--every", "N", "every N-th stored time (default: all, evenly thinned to 1001 times and 2 GB)",
     .takes = SN_TAKES_NUMBER},
    {"--time", "T...", "only the stored times nearest to these", .takes = SN_TAKES_NUMBERS},
    {"--joints", NULL, "symbols of joints, too", .takes = SN_TAKES_NOTHING},
    {"--csv", "FILE.csv", "all channels at all stored times as a table", .takes = SN_TAKES_FILE, .of = "csv"},
    {0}};

static sn_status read_choice(const sn_arguments *a, sn_arena *arena, sn_vtk_choice *out, sn_error *error)
{
  double every = 0;
  *out = (sn_vtk_choice){.joints = sn_is_given(a, "--joints")};
  SN_TRY(sn_number_given(a, "--every", 1, "10", &every, error));
  SN_TRY(sn_numbers_given(a, "--time", arena, &out->time, &out->n_time, error));
  if (every > 0 && out->n_time > 0) {
    return sn_fail(error, SN_EINPUT, "command line", "--every and --time exclude each other.", "",
                   "Give one of the two.");
  }
  if (every > 1e15 || every - (double)(unsigned long long)every > 0) {
    return sn_fail(error, SN_EINPUT, "command line", "--every takes a whole number.", "", "Write e.g. --every 10.");
  }
  out->every = (unsigned long long)every;
  return SN_OK;
}

static sn_status check(const sn_arguments *a, sn_error *error)
{
  static const char *const only_vtk[] = {"--every", "--time", "--joints"};
  const int vtk = sn_is_given(a, "--vtk");
  if (!vtk && !sn_is_given(a, "--csv")) {
    return sn_fail(error, SN_EINPUT, "command line", "`sinew export` does not know what to write.", "",
                   "Give --vtk DIR, --csv FILE.csv, or both.");
  }
  for (size_t i = 0; i < sizeof only_vtk / sizeof *only_vtk && !vtk; i++) {
    if (sn_is_given(a, only_vtk[i])) {
      sn_failf(error, SN_EINPUT, "%s belongs to --vtk DIR.", only_vtk[i]);
      sn_error_where(error, "command line");
      sn_error_fix(error, "Add --vtk DIR, or leave %s out: a table has all stored times.", only_vtk[i]);
      return SN_EINPUT;
    }
  }
  return SN_OK;
}

static sn_status cannot_write(const char *file, int number, sn_error *error)
{
  return sn_fail(error, SN_EIO, file, "The table could not be written.", strerror(number),
                 "Check the space on the disk and the rights of the folder, or choose another name.");
}

/* A typing mistake must not replace a model or a result by a table. */
static sn_status check_table(const char *file, sn_error *error)
{
  const size_t n = strlen(file);
  const char *why = sn_file_in_the_way(file);
  if (!why && access(file, F_OK) == 0) {
    const int table = n > 4 && strcasecmp(file + n - 4, ".csv") == 0;
    why = sn_is_result(file) ? "A result file of that name exists."
          : !table           ? "A file of that name exists, and its name does not end in .csv."
                             : NULL;
  }
  return why ? sn_fail(error, SN_EIO, file, "The table was not written.", why,
                       "Choose another name, e.g. --csv table.csv.")
             : SN_OK;
}

/* First under another name, so that an older table is kept until the new one is complete. */
static sn_status write_table(sn_reader *r, const char *file, sn_arena *arena, sn_error *error)
{
  const char *part = sn_arena_format(arena, "%s.%ld.part", file, (long)getpid());
  SN_TRY(check_table(file, error));
  if (!part) {
    return sn_no_memory(error, "the table");
  }
  FILE *f = fopen(part, "w");
  if (!f) {
    return cannot_write(file, errno, error);
  }
  sn_status status = sn_show_csv(r, NULL, 0, arena, f, error);
  if (fclose(f) != 0 && status == SN_OK) {
    status = cannot_write(file, errno, error);
  }
  if (status == SN_OK && rename(part, file) != 0) {
    status = cannot_write(file, errno, error);
  }
  if (status != SN_OK) {
    (void)remove(part);
    return status;
  }
  (void)printf("%s\n", file);
  return SN_OK;
}

static sn_status write_vtk(sn_reader *r, const char *folder, const sn_vtk_choice *choice, sn_arena *arena,
                           sn_error *error)
{
  sn_vtk_report report;
  SN_TRY(sn_vtk_export(r, folder, choice, arena, &report, error));
  const char *slash = folder[strlen(folder) - 1] == '/' ? "" : "/";
  (void)printf("%s%sscene.pvd\n%s%snodes.pvd\n", folder, slash, folder, slash);
  if (choice->every == 0 && choice->n_time == 0 && (unsigned long long)report.n < report.stored) {
    (void)fprintf(stderr, "%d of %llu stored times, evenly; --every N or --time T... chooses others.\n", report.n,
                  report.stored);
  }
  return SN_OK;
}

static sn_status export_all(const sn_arguments *a, sn_reader **r, sn_arena *arena, sn_error *error)
{
  sn_vtk_choice choice;
  SN_TRY(check(a, error));
  SN_TRY(read_choice(a, arena, &choice, error));
  SN_TRY(sn_reader_open(a->word[0], arena, r, error));
  if (sn_is_given(a, "--vtk")) {
    SN_TRY(write_vtk(*r, sn_text_given(a, "--vtk"), &choice, arena, error));
  }
  return sn_is_given(a, "--csv") ? write_table(*r, sn_text_given(a, "--csv"), arena, error) : SN_OK;
}

static int perform(const sn_arguments *a, sn_arena *arena)
{
  sn_reader *r = NULL;
  sn_error error = {0};
  const sn_status status = export_all(a, &r, arena, &error);
  sn_reader_close(r);
  return status == SN_OK ? EXIT_GOOD : sn_print_error(status, &error);
}

const sn_verb sn_verb_export = {.name = "export",
                                .words = "FILE.h5",
                                .help = "writes VTK files for ParaView, or a table",
                                .about = "Surfaces, lines and fields for ParaView, or all channels as one table.",
                                .example = "sinew export pendulum.h5 --vtk pendulum_vtk --every 10",
                                .options = options,
                                .of = "h5",
                                .least = 1,
                                .most = 1,
                                .perform = perform};
