/* engine/multigrid.c -- matrices of points by multigrid, with the other unknowns (border) by elimination.
 * Theory:  A = [P C; R B], P of the points (three unknowns each), B of bodies, triads, and multipliers. The preconditioner of FGMRES is the block
 *          elimination of A with one cycle of smoothed aggregation M in place of P^-1:
 *            W = M C, S = B - R W;  y = M f, z = S^-1 (g - R y), y - W z.
 *          It is exact where M is, so that a border costs as many cycles as it has columns, once for each set-up. The aggregation knows the
 *          six rigid motions of the points: these are what it would be slow with.
 * Tests:   tests/engine/test_engine.c
 */
#include <petscmat.h>
#include <string.h>

#include "engine/engine.h"

typedef struct grid {
  Mat P, C, R, B; /* of the matrix; without a border only P, which is the matrix */
  IS points, border;
  PC cycle;
  Vec f, y, g; /* of the points, of the border */
  Vec *W;
  int n_border;
  int by_cg;   /* 1: conjugate gradients, 0: FGMRES, -1: not chosen yet */
  double *all; /* what the border takes */
  Mat S;       /* rank 0: factored */
  Vec z, t;    /* rank 0: of the border, alone */
} grid;

static Mat part(engine_share *s, IS rows, IS columns, Mat old)
{
  Mat m = old;
  ENGINE_TRY(MatCreateSubMatrix(s->A, rows, columns, old ? MAT_REUSE_MATRIX : MAT_INITIAL_MATRIX, &m));
  return m;
}

/* M in place of P^-1; then the border. */
static PetscErrorCode apply(PC pc, Vec b, Vec x)
{
  grid *g = NULL;
  Vec f, v, own;
  const double *z;
  PetscInt rows = 0;
  ENGINE_TRY(PCShellGetContext(pc, &g));
  ENGINE_TRY(VecGetSubVector(b, g->points, &f));
  ENGINE_TRY(PCApply(g->cycle, f, g->y));
  ENGINE_TRY(VecRestoreSubVector(b, g->points, &f));
  ENGINE_TRY(MatMult(g->R, g->y, g->g));
  ENGINE_TRY(VecGetSubVector(b, g->border, &own));
  ENGINE_TRY(VecAYPX(g->g, -1, own));
  ENGINE_TRY(VecRestoreSubVector(b, g->border, &own));
  double *all = g->all;
  ENGINE_TRY(VecGetLocalSize(g->g, &rows));
  if (rows > 0) { /* the border is on rank 0 */
    ENGINE_TRY(VecGetArrayRead(g->g, &z));
    ENGINE_TRY(VecPlaceArray(g->t, z));
    ENGINE_TRY(MatSolve(g->S, g->t, g->z));
    ENGINE_TRY(VecResetArray(g->t));
    ENGINE_TRY(VecRestoreArrayRead(g->g, &z));
    ENGINE_TRY(VecGetArrayRead(g->z, &z));
    for (int i = 0; i < g->n_border; i++) {
      all[i] = -z[i];
    }
    ENGINE_TRY(VecRestoreArrayRead(g->z, &z));
  }
  MPI_Bcast(all, g->n_border, MPI_DOUBLE, 0, engine.comm);
  ENGINE_TRY(VecMAXPY(g->y, g->n_border, all, g->W));
  ENGINE_TRY(VecISCopy(x, g->points, SCATTER_FORWARD, g->y));
  ENGINE_TRY(VecGetSubVector(x, g->border, &v));
  if (rows > 0) {
    double *to;
    ENGINE_TRY(VecGetArray(v, &to));
    for (int i = 0; i < g->n_border; i++) {
      to[i] = -all[i];
    }
    ENGINE_TRY(VecRestoreArray(v, &to));
  }
  ENGINE_TRY(VecRestoreSubVector(x, g->border, &v));
  return 0;
}

/* The six rigid motions of the points of this rank, orthonormal: what `near` says of its rows. */
static void tell_rigid(engine_share *s, Mat P, const double *near)
{
  enum { MOTIONS = 6 };
  Vec v[MOTIONS];
  MatNullSpace rigid;
  for (int k = 0; k < MOTIONS; k++) {
    double *to;
    PetscReal size = 0;
    PetscScalar along[MOTIONS];
    ENGINE_TRY(MatCreateVecs(P, &v[k], NULL));
    ENGINE_TRY(VecGetArray(v[k], &to));
    for (int i = 0; i < s->points; i++) {
      to[i] = near[6 * i + k];
    }
    ENGINE_TRY(VecRestoreArray(v[k], &to));
    for (int again = 0; again < 2 && k > 0; again++) {
      ENGINE_TRY(VecMDot(v[k], k, v, along));
      for (int j = 0; j < k; j++) {
        along[j] = -along[j];
      }
      ENGINE_TRY(VecMAXPY(v[k], k, along, v));
    }
    ENGINE_TRY(VecNormalize(v[k], &size));
  }
  ENGINE_TRY(MatNullSpaceCreate(engine.comm, PETSC_FALSE, MOTIONS, v, &rigid));
  ENGINE_TRY(MatSetNearNullSpace(P, rigid));
  ENGINE_TRY(MatNullSpaceDestroy(&rigid));
  for (int k = 0; k < MOTIONS; k++) {
    ENGINE_TRY(VecDestroy(&v[k]));
  }
}

static void make_border(engine_share *s, grid *g)
{
  const PetscInt own = s->rows - s->points;
  ENGINE_TRY(ISCreateStride(engine.comm, s->points, s->first, 1, &g->points));
  ENGINE_TRY(ISCreateStride(engine.comm, own, s->first + s->points, 1, &g->border));
  ENGINE_TRY(ISSetBlockSize(g->points, 3));
  g->P = part(s, g->points, g->points, NULL);
  g->C = part(s, g->points, g->border, NULL);
  g->R = part(s, g->border, g->points, NULL);
  g->B = part(s, g->border, g->border, NULL);
  ENGINE_TRY(MatCreateVecs(g->P, &g->f, &g->y));
  ENGINE_TRY(MatCreateVecs(g->B, &g->g, NULL));
  ENGINE_TRY(VecDuplicateVecs(g->y, g->n_border, &g->W));
  if (own > 0) {
    ENGINE_TRY(VecCreateSeqWithArray(PETSC_COMM_SELF, 1, own, NULL, &g->t));
    ENGINE_TRY(VecCreateSeq(PETSC_COMM_SELF, own, &g->z));
  }
}

grid *engine_grid_new(engine_share *s, const double *near)
{
  grid *g = ENGINE_NEW(s->arena, grid, 1);
  PC pc;
  g->n_border = s->is.n - s->is.n_point;
  g->all = ENGINE_NEW(s->arena, double, g->n_border);
  ENGINE_TRY(KSPGetPC(s->ksp, &pc));
  g->by_cg = -1;
  ENGINE_TRY(KSPSetTolerances(s->ksp, 1e-10, PETSC_DEFAULT, PETSC_DEFAULT, 300));
  if (g->n_border > 0) {
    make_border(s, g);
    ENGINE_TRY(PCSetType(pc, PCSHELL));
    ENGINE_TRY(PCShellSetContext(pc, g));
    ENGINE_TRY(PCShellSetApply(pc, apply));
    ENGINE_TRY(PCCreate(engine.comm, &g->cycle));
    ENGINE_TRY(PCSetOperators(g->cycle, g->P, g->P));
  } else {
    g->P = s->A;
    g->cycle = pc;
  }
  tell_rigid(s, g->P, near);
  ENGINE_TRY(PCSetType(g->cycle, PCGAMG));
  if (g->n_border > 0) {
    ENGINE_TRY(PCSetFromOptions(g->cycle));
  }
  return g;
}

/* S = B - R W on rank 0, and its factors. 0: it is singular. */
static int eliminate_border(engine_share *s, grid *g)
{
  const PetscInt own = s->rows - s->points;
  IS rows = NULL, columns = NULL;
  int good = 1;
  if (own > 0) {
    ENGINE_TRY(MatDestroy(&g->S));
    ENGINE_TRY(MatCreateSeqDense(PETSC_COMM_SELF, own, own, NULL, &g->S));
  }
  for (int j = 0; j < g->n_border; j++) {
    const PetscInt at = j;
    ENGINE_TRY(VecZeroEntries(g->g));
    if (own > 0) {
      ENGINE_TRY(VecSetValue(g->g, at, 1, INSERT_VALUES));
    }
    ENGINE_TRY(VecAssemblyBegin(g->g));
    ENGINE_TRY(VecAssemblyEnd(g->g));
    ENGINE_TRY(MatMult(g->C, g->g, g->f));
    ENGINE_TRY(PCApply(g->cycle, g->f, g->W[j]));
    Vec column;
    ENGINE_TRY(VecDuplicate(g->g, &column));
    ENGINE_TRY(MatMult(g->B, g->g, column));
    ENGINE_TRY(MatMult(g->R, g->W[j], g->g));
    ENGINE_TRY(VecAXPY(column, -1, g->g));
    if (own > 0) {
      const double *from;
      double *to;
      ENGINE_TRY(VecGetArrayRead(column, &from));
      ENGINE_TRY(MatDenseGetColumn(g->S, at, &to));
      memcpy(to, from, sizeof(double) * (size_t)own);
      ENGINE_TRY(MatDenseRestoreColumn(g->S, &to));
      ENGINE_TRY(VecRestoreArrayRead(column, &from));
    }
    ENGINE_TRY(VecDestroy(&column));
  }
  if (own > 0) {
    MatFactorInfo how;
    MatFactorError wrong = MAT_FACTOR_NOERROR;
    ENGINE_TRY(MatAssemblyBegin(g->S, MAT_FINAL_ASSEMBLY));
    ENGINE_TRY(MatAssemblyEnd(g->S, MAT_FINAL_ASSEMBLY));
    ENGINE_TRY(MatFactorInfoInitialize(&how));
    ENGINE_TRY(MatLUFactor(g->S, rows, columns, &how));
    ENGINE_TRY(MatFactorGetError(g->S, &wrong));
    good = wrong == MAT_FACTOR_NOERROR;
  }
  MPI_Bcast(&good, 1, MPI_INT, 0, engine.comm);
  return good;
}

static void choose_iteration(engine_share *s, int by_cg)
{
  if (s->grid->by_cg != by_cg) {
    s->grid->by_cg = by_cg;
    ENGINE_TRY(KSPSetType(s->ksp, by_cg ? KSPCG : KSPFGMRES));
    if (!by_cg) {
      ENGINE_TRY(KSPGMRESSetRestart(s->ksp, 60));
    }
    ENGINE_TRY(KSPSetFromOptions(s->ksp));
  }
}

/* 1: conjugate gradients meet no direction of negative energy on the way to the solution for loads everywhere: the matrix is then positive
   definite, since a negative eigenvalue of what they see, cycle times matrix, would show itself first. */
static int is_positive(engine_share *s)
{
  double *b;
  KSPConvergedReason why;
  unsigned long long seed = 88172645463325252ULL + (unsigned long long)s->first;
  ENGINE_TRY(VecGetArray(s->b, &b));
  for (PetscInt i = 0; i < s->rows; i++) {
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    b[i] = (double)(seed >> 33) / 2147483648.0 - 0.5;
  }
  ENGINE_TRY(VecRestoreArray(s->b, &b));
  ENGINE_TRY(KSPSolve(s->ksp, s->b, s->x));
  ENGINE_TRY(KSPGetConvergedReason(s->ksp, &why));
  return why > 0;
}

int engine_grid_factor(engine_share *s, int symmetric, engine_answer *out)
{
  grid *g = s->grid;
  PCFailedReason why = PC_NOERROR;
  ENGINE_TRY(KSPSetOperators(s->ksp, s->A, s->A));
  choose_iteration(s, symmetric && g->n_border == 0);
  if (g->n_border > 0) {
    g->P = part(s, g->points, g->points, g->P);
    g->C = part(s, g->points, g->border, g->C);
    g->R = part(s, g->border, g->points, g->R);
    g->B = part(s, g->border, g->border, g->B);
    ENGINE_TRY(PCSetOperators(g->cycle, g->P, g->P));
    ENGINE_TRY(PCSetUp(g->cycle));
  }
  ENGINE_TRY(KSPSetUp(s->ksp));
  ENGINE_TRY(PCGetFailedReason(g->cycle, &why));
  if (why == PC_NOERROR && g->by_cg) {
    out->negative = is_positive(s) ? 0 : -1;
    out->sign = out->negative == 0;
    choose_iteration(s, out->negative == 0);
  }
  return why == PC_NOERROR && (g->n_border == 0 || eliminate_border(s, g));
}

void engine_grid_free(grid *g)
{
  if (g && g->n_border > 0) {
    ENGINE_TRY(PCDestroy(&g->cycle));
    ENGINE_TRY(MatDestroy(&g->P));
    ENGINE_TRY(MatDestroy(&g->C));
    ENGINE_TRY(MatDestroy(&g->R));
    ENGINE_TRY(MatDestroy(&g->B));
    ENGINE_TRY(MatDestroy(&g->S));
    ENGINE_TRY(ISDestroy(&g->points));
    ENGINE_TRY(ISDestroy(&g->border));
    ENGINE_TRY(VecDestroy(&g->f));
    ENGINE_TRY(VecDestroy(&g->y));
    ENGINE_TRY(VecDestroy(&g->g));
    ENGINE_TRY(VecDestroy(&g->z));
    ENGINE_TRY(VecDestroy(&g->t));
    ENGINE_TRY(VecDestroyVecs(g->n_border, &g->W));
  }
}
