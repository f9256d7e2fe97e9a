/* cli/engine.c -- `--engine petsc`: a verb with large matrices on all ranks of an MPI run.
 * What:    every rank starts the same command. Rank 0 performs it; the others help it with their shares of matrices, print nothing, and
 *          open no file.
 * Tests:   tests/engine/test_engine.c
 */
#include "component/engine.h"
#include "cli/cli.h"
#include "math/solver.h"

static void print_report(const sn_petsc *petsc)
{
  sn_engine_report r;
  if (petsc->report(&r) == SN_OK) {
    (void)fprintf(stderr,
                  "engine       %d rank%s, %ld factorisations by MUMPS, %ld set-ups of multigrid, %ld solutions, %.3g "
                  "iterations each, %.3g MB in the largest rank\n",
                  r.ranks, r.ranks == 1 ? "" : "s", r.direct, r.multigrid, r.solves,
                  r.solves > 0 ? (double)r.iterations / (double)r.solves : 0, r.memory);
  }
}

/* An option that nobody reads is a mistake that would pass in silence. */
static int look_at_unused(const char *unused, int code)
{
  sn_error e = {0};
  if (!unused[0]) {
    return code;
  }
  (void)sn_failf(&e, SN_EINPUT, "PETSc did not use these options: %.300s.", unused);
  sn_error_where(&e, "--petsc");
  sn_error_why(&e,
               "The result is what it is without them. Options of MUMPS are -mat_mumps_..., of multigrid -pc_gamg_...");
  sn_error_fix(&e, "Correct their names, or leave them out.");
  const int wrong = sn_print_error(SN_EINPUT, &e);
  return code == EXIT_GOOD ? wrong : code;
}

static int perform_as_rank_0(const sn_verb *verb, const sn_arguments *a, sn_arena *arena, const sn_petsc *petsc)
{
  char unused[400] = "";
  sn_lin_use_engine(petsc->solver, petsc->least());
  const int code = verb->perform(a, arena);
  sn_lin_use_engine(NULL, 0);
  if (!sn_is_given(a, "--quiet") && !sn_is_given(a, "--json")) {
    print_report(petsc);
  }
  petsc->stop(unused, sizeof unused);
  return look_at_unused(unused, code);
}

int sn_cli_perform(const sn_verb *verb, const sn_arguments *a, sn_arena *arena)
{
  const sn_petsc *petsc = NULL;
  sn_error e = {0};
  int rank = 0, ranks = 1;
  if (!sn_is_given(a, "--engine")) {
    if (sn_is_given(a, "--petsc")) {
      return sn_print_error(sn_fail(&e, SN_EINPUT, "command line", "--petsc belongs to --engine petsc.", "",
                                    "Add --engine petsc, or leave --petsc out."),
                            &e);
    }
    return verb->perform(a, arena);
  }
  sn_status status = sn_petsc_open(&petsc, &e);
  status = status == SN_OK ? petsc->start(sn_text_given(a, "--petsc"), &rank, &ranks, &e) : status;
  if (status != SN_OK) {
    sn_error_where(&e, "--engine petsc");
    return rank == 0 ? sn_print_error(status, &e) : sn_exit_code(status);
  }
  if (rank > 0) {
    petsc->serve();
    petsc->stop(NULL, 0);
    return EXIT_GOOD;
  }
  return perform_as_rank_0(verb, a, arena, petsc);
}
