/* engine/matrix.c -- a matrix on all ranks: its rows, its values, MUMPS or multigrid, solutions.
 * How:     rank 0 sends lengths and columns of the rows once, and the values before each factorisation. Unknowns are in their units on both
 *          sides (powers of two), so that the unit of a model decides nothing.
 * Limits:  rank 0 holds the entries of the whole matrix; factors and hierarchies are divided. 2^31 entries.
 * Tests:   tests/engine/test_engine.c
 */
#include <petscmat.h>
#include <string.h>

#include "engine/engine.h"

int engine_rows(int ranks, int rank, int n, int n_point, int *points)
{
  const int nodes = n_point / 3, rest = n - n_point;
  const int first = (int)((long)nodes * rank / ranks), end = (int)((long)nodes * (rank + 1) / ranks);
  if (n_point == 0) {
    *points = 0;
    return (int)((long)n * (rank + 1) / ranks) - (int)((long)n * rank / ranks);
  }
  *points = 3 * (end - first);
  return *points + (rank == 0 ? rest : 0);
}

/* Rows (or `each` times them) of all ranks, as MPI's scatter and gather take them. */
static void divide(const engine_request *q, int each, int *count, int *start)
{
  int at = 0, points;
  for (int r = 0; r < engine.ranks; r++) {
    count[r] = each * engine_rows(engine.ranks, r, q->n, q->n_point, &points);
    start[r] = at;
    at += count[r];
  }
}

static void scatter(const void *from, const int *count, const int *start, MPI_Datatype type, void *to, int n)
{
  MPI_Scatterv(from, count, start, type, to, n, type, 0, engine.comm);
}

static void choose_direct(engine_share *s, int symmetric)
{
  PC pc;
  Mat factors;
  s->by_halves = symmetric;
  ENGINE_TRY(KSPSetType(s->ksp, KSPPREONLY));
  ENGINE_TRY(KSPGetPC(s->ksp, &pc));
  ENGINE_TRY(PCSetType(pc, symmetric ? PCCHOLESKY : PCLU));
  ENGINE_TRY(PCFactorSetMatSolverType(pc, MATSOLVERMUMPS));
  ENGINE_TRY(PCFactorSetUpMatSolverType(pc));
  ENGINE_TRY(PCFactorGetMatrix(pc, &factors));
  ENGINE_TRY(MatMumpsSetIcntl(factors, 13, 1));  /* no dense root in parallel: signs of pivots are then known */
  ENGINE_TRY(MatMumpsSetIcntl(factors, 14, 40)); /* room for chosen pivots, per cent */
  if (!symmetric) {
    ENGINE_TRY(MatMumpsSetIcntl(factors, 33, 1)); /* determinant */
  }
}

void engine_make(const engine_request *q, const int *length, const int *column, const double *near)
{
  sn_arena *arena = engine_arena(), *scratch = engine_arena();
  engine_share *s = ENGINE_NEW(arena, engine_share, 1);
  int *count = ENGINE_NEW(scratch, int, engine.ranks), *start = ENGINE_NEW(scratch, int, engine.ranks);
  int points, own;
  s->is = *q;
  s->arena = arena;
  s->rows = engine_rows(engine.ranks, engine.rank, q->n, q->n_point, &points);
  s->points = points;
  divide(q, 1, count, start);
  s->first = start[engine.rank];
  int *row = ENGINE_NEW(scratch, int, s->rows + 1);
  scatter(length, count, start, MPI_INT, row + 1, s->rows);
  for (int i = 0; i < s->rows; i++) {
    row[i + 1] += row[i];
  }
  own = s->entries = row[s->rows];
  MPI_Gather(&own, 1, MPI_INT, count, 1, MPI_INT, 0, engine.comm);
  for (int r = 1; r < engine.ranks && engine.rank == 0; r++) {
    start[r] = start[r - 1] + count[r - 1];
  }
  start[0] = 0;
  int *mine = ENGINE_NEW(scratch, int, own);
  scatter(column, count, start, MPI_INT, mine, own);
  s->value = ENGINE_NEW(arena, double, own);
  ENGINE_TRY(MatCreate(engine.comm, &s->A));
  ENGINE_TRY(MatSetSizes(s->A, s->rows, s->rows, q->n, q->n));
  ENGINE_TRY(MatSetType(s->A, MATMPIAIJ));
  ENGINE_TRY(MatSetBlockSize(s->A, q->multigrid && q->n_point == q->n ? 3 : 1));
  ENGINE_TRY(MatMPIAIJSetPreallocationCSR(s->A, row, mine, s->value));
  ENGINE_TRY(MatSetOption(s->A, MAT_STRUCTURALLY_SYMMETRIC, PETSC_TRUE));
  ENGINE_TRY(MatCreateVecs(s->A, &s->x, &s->b));
  ENGINE_TRY(KSPCreate(engine.comm, &s->ksp));
  ENGINE_TRY(KSPSetOperators(s->ksp, s->A, s->A));
  if (q->multigrid) {
    double *own_near = ENGINE_NEW(scratch, double, 6 * s->rows);
    divide(q, 6, count, start);
    scatter(near, count, start, MPI_DOUBLE, own_near, 6 * (int)s->rows);
    s->grid = engine_grid_new(s, own_near);
  }
  s->by_halves = -1;
  ENGINE_TRY(KSPSetFromOptions(s->ksp));
  sn_arena_free(scratch);
  if (engine.n_share == engine.room) {
    engine_share **more = ENGINE_NEW(engine.arena, engine_share *, 2 * engine.room + 8);
    if (engine.n_share > 0) {
      memcpy(more, engine.share, sizeof *more * (size_t)engine.n_share);
    }
    engine.share = more;
    engine.room = 2 * engine.room + 8;
  }
  engine.share[engine.n_share++] = s;
}

/* Factors by MUMPS; once more with more room where pivots were chosen far away. */
static int factor_direct(engine_share *s, engine_answer *out)
{
  enum { TRIES = 4, NO_ROOM = -9, NO_ROOM_EITHER = -8 };
  PC pc;
  Mat factors;
  PCFailedReason why = PC_NOERROR;
  PetscInt code = 0, negative = 0;
  ENGINE_TRY(KSPGetPC(s->ksp, &pc));
  ENGINE_TRY(PCFactorGetMatrix(pc, &factors));
  for (int k = 0, room = 40; k < TRIES; k++, room *= 4) {
    ENGINE_TRY(MatFactorClearError(factors));
    ENGINE_TRY(MatMumpsSetIcntl(factors, 14, room));
    ENGINE_TRY(KSPSetOperators(s->ksp, s->A, s->A));
    ENGINE_TRY(KSPSetUp(s->ksp));
    ENGINE_TRY(PCGetFailedReason(pc, &why));
    ENGINE_TRY(MatMumpsGetInfog(factors, 1, &code));
    if (code != NO_ROOM && code != NO_ROOM_EITHER) {
      break;
    }
    ENGINE_TRY(MatUpdateMPIAIJWithArray(s->A, s->value)); /* so that it is factored anew */
  }
  if (why != PC_NOERROR || code < 0) {
    return 0;
  }
  if (s->by_halves) {
    ENGINE_TRY(MatMumpsGetInfog(factors, 12, &negative));
    out->negative = (int)negative;
    out->sign = negative % 2 ? -1 : 1;
  } else {
    PetscReal determinant = 0;
    ENGINE_TRY(MatMumpsGetRinfog(factors, 12, &determinant));
    out->sign = determinant < 0 ? -1 : determinant > 0;
  }
  return 1;
}

void engine_factor(engine_share *s, int symmetric, engine_answer *out)
{
  *out = (engine_answer){.negative = -1};
  ENGINE_TRY(MatUpdateMPIAIJWithArray(s->A, s->value));
  ENGINE_TRY(MatSetOption(s->A, MAT_SYMMETRIC, symmetric ? PETSC_TRUE : PETSC_FALSE));
  if (!s->grid && s->by_halves != symmetric) {
    choose_direct(s, symmetric);
  }
  out->good = s->grid ? engine_grid_factor(s, symmetric, out) : factor_direct(s, out);
}

void engine_solve(engine_share *s, engine_answer *out)
{
  KSPConvergedReason why;
  PetscInt n = 0;
  ENGINE_TRY(KSPSolve(s->ksp, s->b, s->x));
  ENGINE_TRY(KSPGetConvergedReason(s->ksp, &why));
  ENGINE_TRY(KSPGetIterationNumber(s->ksp, &n));
  *out = (engine_answer){.good = why > 0, .negative = -1, .iterations = (int)n};
}

void engine_free(int number)
{
  engine_share *s = engine.share[number];
  engine.share[number] = NULL;
  if (s) {
    engine_grid_free(s->grid);
    ENGINE_TRY(KSPDestroy(&s->ksp));
    ENGINE_TRY(VecDestroy(&s->b));
    ENGINE_TRY(VecDestroy(&s->x));
    ENGINE_TRY(MatDestroy(&s->A));
    sn_arena_free(s->arena);
  }
}
