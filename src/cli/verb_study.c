/* cli/verb_study.c -- `sinew study`: which coordinates and which integrator for this rod? With --schemes: what do the schemes do to
 *                     a vibration? With --pendulum: what do schemes and penalties do to GOG's pendulum?
 * What:    every run of component/study.h in a process of its own, as many side by side as there are cores; tables, pictures and a
 *          few sentences. Ctrl-C ends the study; what was finished is not written. The schemes take a second and need no model.
 * Tests:   tests/lab/test_verb_study.c.
 */
#define _DEFAULT_SOURCE
#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/cli.h"
#include "cli/workers.h"
#include "session/rod_runner.h"
#include "show/plot/plot.h"

/* A study, and the laboratory that runs it. */
typedef struct {
  const sn_lab *lab;
  sn_study study;
} task;

static void work(void *data, int row, int to)
{
  const task *t = data;
  sn_study_row out;
  t->lab->study_run(&t->study, row, &out);
  (void)sn_worker_answer(to, &out, sizeof out);
}

/* Stores the row of a worker; the row of one that died stays "failed". */
static sn_status take(void *data, int row, const void *answer, size_t size, int ended, sn_error *error)
{
  sn_study_row *out = ((task *)data)->study.row + row;
  (void)ended;
  (void)error;
  if (size == sizeof *out) {
    memcpy(out, answer, size);
  } else {
    out->status = SN_STUDY_FAILED;
    out->error = NAN;
  }
  return SN_OK;
}

static sn_status run_all(task *t, int most, int show, const volatile int *stop, sn_error *error)
{
  const sn_workers w = {.data = t,
                        .n = t->study.n_row,
                        .most = most,
                        .show = show,
                        .answer = sizeof(sn_study_row),
                        .work = work,
                        .take = take};
  const sn_status status = sn_workers_run(&w, stop, error);
  return status == SN_ESTOP
             ? sn_fail(error, SN_ESTOP, "study", "The study was interrupted.", "Its tables need all runs.", "")
             : status;
}

static sn_status not_a_rod(const sn_arguments *a, sn_error *error)
{
  return sn_fail(error, SN_EINPUT, a->word[0], "`sinew study` is for a model with a plane_rod.",
                 "It compares coordinates and integrators of that rod.", "See examples/rod_study/model.lua.");
}

static sn_status make_folder(const char *folder, sn_error *error)
{
  struct stat facts;
  if (mkdir(folder, 0777) == 0 || (errno == EEXIST && stat(folder, &facts) == 0 && S_ISDIR(facts.st_mode))) {
    return SN_OK;
  }
  return sn_fail(error, SN_EIO, folder, "The folder of the study cannot be made.", strerror(errno),
                 "Choose another one with -o FOLDER.");
}

static sn_status check_pictures(const char *kind, sn_arena *arena, sn_error *error)
{
  const char *example = sn_arena_format(arena, "picture.%s", kind ? kind : "svg");
  return example ? sn_figure_check_name(example, error) : sn_no_memory(error, "the study");
}

static sn_status open_lab(const sn_lab **lab, sn_error *error)
{
  const sn_status status = sn_lab_open(lab, error);
  if (status != SN_OK) {
    sn_error_where(error, "sinew study");
  }
  return status;
}

static sn_status study(const sn_arguments *a, sn_arena *arena, sn_session *session, sn_error *error)
{
  sn_model *model = NULL;
  const char *name = NULL, *given = sn_text_given(a, "-o"), *kind = sn_text_given(a, "--pictures");
  const volatile int *stop = sn_cli_catch_signals();
  double jobs = (double)sysconf(_SC_NPROCESSORS_ONLN), limit = 120;
  SN_TRY(sn_number_given(a, "--jobs", 1, "2", &jobs, error));
  SN_TRY(sn_number_given(a, "--limit", 0, "60", &limit, error));
  SN_TRY(check_pictures(kind, arena, error)); /* before any work */
  SN_TRY(sn_cli_load(a, arena, &model, &name, error));
  SN_TRY(sn_session_open(session, model, name, arena, error));
  const sn_rod_session *rod = sn_session_rod(session);
  if (!rod) {
    return not_a_rod(a, error);
  }
  SN_TRY(sn_cli_settings(a, session, error));
  SN_TRY(sn_session_start(session, error));
  const char *folder = given ? given : sn_arena_format(arena, "%s_study", name);
  const int quiet = sn_is_given(a, "--quiet");
  const sn_lab *lab = rod->part->lab;
  task t = {.lab = lab, .study = {.rod = &rod->part->rod, .p = rod->p, .v = rod->v}};
  sn_study *s = &t.study;
  s->duration = session->options.duration;
  s->cpu_limit = limit;
  const double began = sn_wall_seconds();
  if (!folder) {
    return sn_no_memory(error, "the study");
  }
  SN_TRY(make_folder(folder, error));
  SN_TRY(lab->study_plan(s, arena, error));
  for (int k = 0; k < s->n_tau; k++) {
    SN_TRY(lab->study_reference(s, k, s->tip[k], error));
  }
  SN_TRY(run_all(&t, (int)jobs, !quiet && sn_is_terminal(stderr), stop, error));
  SN_TRY(lab->study_measure(s->rod, &s->costs, error));
  SN_TRY(lab->study_write(s, folder, arena, error));
  char text[SN_STUDY_TEXT];
  lab->study_verdict(s, text);
  (void)printf("%s", text);
  const sn_status drawn = lab->study_draw(s, folder, kind ? kind : "svg", arena, error);
  if (!quiet && drawn == SN_OK) {
    (void)fprintf(stderr, "%d runs in %.3g s; tables and pictures are in %s\n", s->n_row, sn_wall_seconds() - began,
                  folder);
  }
  return drawn;
}

/* `sinew study --schemes` and `--pendulum`: no model. */
static sn_status study_alone(const sn_arguments *a, sn_arena *arena, sn_error *error)
{
  const int pendulum = sn_is_given(a, "--pendulum");
  const char *given = sn_text_given(a, "-o"), *kind = sn_text_given(a, "--pictures");
  const char *folder = given ? given : pendulum ? "pendulum_study" : "schemes_study";
  char text[SN_STUDY_TEXT];
  const sn_lab *lab = NULL;
  if (a->n > 0 || (pendulum && sn_is_given(a, "--schemes"))) {
    return sn_fail(error, SN_EINPUT, a->n > 0 ? a->word[0] : "sinew study",
                   pendulum ? "`sinew study --pendulum` takes no model." : "`sinew study --schemes` takes no model.",
                   pendulum ? "It compares the schemes on a pendulum of its own."
                            : "It compares the schemes on an oscillator of its own.",
                   "Leave out the model, or the option.");
  }
  kind = kind ? kind : "svg";
  SN_TRY(open_lab(&lab, error));
  SN_TRY(check_pictures(kind, arena, error));
  SN_TRY(make_folder(folder, error));
  SN_TRY(pendulum ? lab->pendulum_study(folder, kind, sn_cli_catch_signals(), arena, text, error)
                  : lab->schemes_study(folder, kind, arena, text, error));
  (void)printf("%s", text);
  if (!sn_is_given(a, "--quiet")) {
    (void)fprintf(stderr, "tables and pictures are in %s\n", folder);
  }
  return SN_OK;
}

static sn_status no_model(sn_error *error)
{
  return sn_fail(error, SN_EINPUT, "sinew study", "There is no model.",
                 "It compares coordinates and integrators of a rod.",
                 "Name a model with a plane_rod, or write --schemes or --pendulum to compare the schemes.");
}

static int perform(const sn_arguments *a, sn_arena *arena)
{
  sn_session s = {0};
  sn_error error = {0};
  const sn_status status = sn_is_given(a, "--schemes") || sn_is_given(a, "--pendulum") ? study_alone(a, arena, &error)
                           : a->n == 0                                                 ? no_model(&error)
                                                                                       : study(a, arena, &s, &error);
  sn_session_close(&s);
  return status == SN_OK ? EXIT_GOOD : sn_print_error(status, &error);
}

static const sn_option options[] = {
    {"-o", "FOLDER", "where tables and pictures go (NAME_study, schemes_study or pendulum_study here)",
     .takes = SN_TAKES_FOLDER},
    {"--schemes", NULL, "damping and period of the schemes instead of a rod; no model", .takes = SN_TAKES_NOTHING},
    {"--pendulum", NULL, "schemes and penalties on the compound pendulum of GOG; no model", .takes = SN_TAKES_NOTHING},
    SN_OPTION_SET,
    SN_OPTION_UNTIL,
    {"--jobs", "N", "runs side by side (default: as many as there are cores)", .takes = SN_TAKES_NUMBER},
    {"--limit", "S", "seconds of the processor that one run may take (120)", .takes = SN_TAKES_NUMBER},
    {"--pictures", "KIND", "svg (default), png or pdf", .takes = SN_TAKES_TEXT, .of = "svg|png|pdf"},
    SN_OPTION_QUIET,
    {0}};

const sn_verb sn_verb_study = {
    .name = "study",
    .words = "[MODEL.lua]",
    .help = "compares coordinates and integrators of a plane_rod, or the schemes",
    .about = "Runs a plane_rod in all coordinates with all integrators, and writes tables, "
             "pictures and a few sentences about which is best (docs/rods.md). --schemes does the "
             "same for damping and period of the time-stepping schemes, --pendulum for steps and errors "
             "of schemes with penalties (docs/gog.md). An optional component: install sinew-lab.",
    .example = "sinew study examples/rod_study/model.lua -o study",
    .options = options,
    .of = "lua",
    .least = 0,
    .most = 1,
    .perform = perform};
