/* engine/engine.h -- private to engine: ranks, what rank 0 asks of them, and their shares of matrices.
 * Terms:   a request is what rank 0 broadcasts before all ranks do one thing together; a share is the rows of a matrix on one rank.
 * Rule:    numbers of rows are those of PETSc (new), unless they are called those of the model (old).
 */
#ifndef ENGINE_ENGINE_H
#define ENGINE_ENGINE_H
#include <petscksp.h>

#include "base/arena.h"
#include "component/engine.h"

typedef enum { ENGINE_MATRIX, ENGINE_FACTOR, ENGINE_SOLVE, ENGINE_FREE, ENGINE_MEMORY, ENGINE_STOP } engine_action;

typedef struct {
  int action, matrix; /* which matrix: its number */
  int n;
  int symmetric; /* of a factorisation: its values are */
  int multigrid; /* 1: points by multigrid, the rest (border) by elimination; 0: MUMPS */
  int n_point;   /* unknowns of points, three each */
} engine_request;

/* A matrix, on every rank. What only rank 0 needs is in matrix.c. */
typedef struct {
  engine_request is;
  int by_halves; /* MUMPS: 1: L D L^T, 0: L U, -1: not chosen yet */
  sn_arena *arena;
  PetscInt first, rows; /* of this rank */
  PetscInt points;      /* rows of points among them, three each: they come first */
  Mat A;
  Vec b, x;
  KSP ksp;
  double *value; /* of the entries of this rank */
  int entries;
  struct grid *grid; /* multigrid.c; NULL: MUMPS */
} engine_share;

/* How rank 0 and the others leave a request. */
typedef struct {
  int good;     /* 1: factored, or solved */
  int negative; /* negative eigenvalues; -1: not known */
  int sign;     /* of the determinant; 0: not known */
  int iterations;
} engine_answer;

typedef struct {
  MPI_Comm comm;
  int rank, ranks;
  sn_arena *arena; /* of the list of shares */
  int n_share, room;
  engine_share **share;    /* by number; NULL: freed */
  int least, direct_below; /* options */
  int only;                /* 0: by size; 1: MUMPS; 2: multigrid wherever it can */
} engine_state;
extern engine_state engine;

/* PETSc calls return an error code; one that is not zero ends all ranks, with what PETSc said. */
#define ENGINE_TRY(call) engine_check((call), __FILE__, __LINE__)
void engine_check(PetscErrorCode code, const char *file, int line);
/* Zeros; no memory ends all ranks. */
#define ENGINE_NEW(arena, type, n) ((type *)engine_had(SN_NEW(arena, type, (n) + 1), sizeof(type) * (size_t)(n)))
void *engine_had(void *room, size_t size);
sn_arena *engine_arena(void);

/* matrix.c: what all ranks do together */
int engine_rows(int ranks, int rank, int n, int n_point,
                int *points); /* rows of a rank, and those of points among them */
void engine_make(const engine_request *q, const int *length, const int *column, const double *near);
void engine_factor(engine_share *s, int symmetric, engine_answer *out);
void engine_solve(engine_share *s, engine_answer *out);
void engine_free(int number);

/* engine.c */
void engine_ask(const engine_request *q); /* rank 0: all others begin the same */
double engine_most_memory(void);          /* all ranks: MB of the largest */

/* solver.c */
extern const sn_solver engine_solver;
void engine_tell(sn_engine_report *out);

/* multigrid.c */
struct grid *engine_grid_new(engine_share *s, const double *near);
int engine_grid_factor(engine_share *s, int symmetric, engine_answer *out); /* 1: good */
void engine_grid_free(struct grid *g);

#endif
