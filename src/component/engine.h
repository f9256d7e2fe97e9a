/* component/engine.h -- what the PETSc engine offers: large matrices factored and solved by all ranks of an MPI run. An optional component:
 *          engine/, package sinew-petsc.
 * What:    rank 0 runs the model as ever: elements, steps, balance, result. Matrices above a size (-sinew_least) are divided by rows among
 *          the ranks; the other ranks keep their shares and work on them when rank 0 asks.
 * Who:     cli/engine.c (`--engine petsc`); math/linear.c is given the solver.
 * Docs:    docs/cluster.md
 */
#ifndef SN_COMPONENT_ENGINE_H
#define SN_COMPONENT_ENGINE_H
#include "component/component.h"
#include "math/solver.h"

/* What the engine has done so far, for the summary. */
typedef struct {
  int ranks;
  long direct, multigrid; /* factorisations by MUMPS, set-ups of multigrid */
  long solves, iterations;
  double memory; /* MB, the most that one rank holds */
} sn_engine_report;

typedef struct {
  sn_component base;
  /* MPI and PETSc begin. options: what PETSc reads, NULL: none. SN_EINPUT: they cannot; no place. */
  sn_status (*start)(const char *options, int *rank, int *ranks, sn_error *error);
  void (*serve)(void); /* of all ranks but 0: works until rank 0 stops it */
  const sn_solver *solver;
  int (*least)(void); /* unknowns of the smallest matrix that it takes */
  sn_status (*report)(sn_engine_report *out);
  /* All ranks end their part of MPI. unused: the options that PETSc did not use, "" if it used all of them. */
  void (*stop)(char *unused, size_t size);
} sn_petsc;

/* SN_EINPUT: it is not installed. No place. */
sn_status sn_petsc_open(const sn_petsc **out, sn_error *error);

#endif
