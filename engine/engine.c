/* engine/engine.c -- the table of the PETSc engine (component/engine.h): MPI and PETSc begin and end, and ranks wait for requests.
 * How:     rank 0 broadcasts a request, then all ranks do it together. The others look for one now and then, so that a waiting rank leaves
 *          its core to rank 0.
 * Faults:  an error of PETSc on one rank ends all of them (MPI_Abort) after the reason: the result file keeps its last checkpoint. A rank
 *          that dies is seen by mpirun, which ends the others.
 * Tests:   tests/engine/test_engine.c
 */
#define _GNU_SOURCE
#include "engine/engine.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>

#include "sinew.h"

enum { EXIT_ENGINE = 4 }; /* as numerics that cannot go on */

engine_state engine;

void *engine_had(void *room, size_t size)
{
  if (!room) {
    (void)fprintf(stderr,
                  "sinew: error: engine, rank %d of %d\n  There is no memory for %.3g MB.\n"
                  "  Use more ranks on other machines, or a smaller model.\n",
                  engine.rank, engine.ranks, 1e-6 * (double)size);
    (void)fflush(stderr);
    MPI_Abort(engine.comm, EXIT_ENGINE);
  }
  return room;
}

sn_arena *engine_arena(void)
{
  return engine_had(sn_arena_new(NULL), 0);
}

static char said[400]; /* by PETSc, of the error that ends us */

static PetscErrorCode keep_error(MPI_Comm comm, int line, const char *function, const char *file, PetscErrorCode n,
                                 PetscErrorType type, const char *message, void *data)
{
  (void)comm;
  (void)data;
  if (type == PETSC_ERROR_INITIAL) {
    (void)snprintf(said, sizeof said, "%s (%s, %s:%d)", message ? message : "", function, file, line);
  }
  return n;
}

void engine_check(PetscErrorCode code, const char *file, int line)
{
  if (code) {
    const char *text = NULL;
    (void)PetscErrorMessage(code, &text, NULL);
    (void)fprintf(
        stderr,
        "sinew: error: engine, rank %d of %d\n  PETSc cannot go on: %.300s\n  %s (%s:%d)\n"
        "  Run without --petsc options, or without the engine; `sinew resume` goes on from the last checkpoint.\n",
        engine.rank, engine.ranks, said, text ? text : "", file, line);
    (void)fflush(stderr);
    MPI_Abort(MPI_COMM_WORLD, EXIT_ENGINE);
  }
}

/* The words of the options as PETSc wants them. */
static char **words(const char *options, int *count)
{
  static char name[] = "sinew";
  const size_t size = strlen(options ? options : "") + 1;
  char *text = ENGINE_NEW(engine.arena, char, size);
  char **word = ENGINE_NEW(engine.arena, char *, size / 2 + 2);
  memcpy(text, options ? options : "", size);
  *count = 0;
  word[(*count)++] = name;
  for (char *w = strtok(text, " \t\n"); w; w = strtok(NULL, " \t\n")) {
    word[(*count)++] = w;
  }
  return word;
}

static int option(const char *name, int usual)
{
  PetscInt value = usual;
  ENGINE_TRY(PetscOptionsGetInt(NULL, NULL, name, &value, NULL));
  return (int)value;
}

static sn_status read_options(sn_error *error)
{
  static const char *const ways[] = {"auto", "mumps", "gamg"};
  enum { LEAST = 3000, DIRECT_BELOW = 60000 };
  PetscBool given = PETSC_FALSE, known = PETSC_TRUE;
  char text[40] = "";
  engine.least = option("-sinew_least", LEAST);
  engine.direct_below = option("-sinew_direct_below", DIRECT_BELOW);
  ENGINE_TRY(PetscOptionsGetString(NULL, NULL, "-sinew_solver", text, sizeof text, &given));
  if (given) {
    known = PETSC_FALSE;
    for (int i = 0; i < 3; i++) {
      if (strcmp(text, ways[i]) == 0) {
        engine.only = i;
        known = PETSC_TRUE;
      }
    }
  }
  if (!known) {
    (void)sn_failf(error, SN_EINPUT, "-sinew_solver %s: there is no such solver.", text);
    sn_error_why(error, "It is auto (by size), mumps or gamg.");
    sn_error_fix(error, "Leave it out, or write --petsc \"-sinew_solver mumps\".");
    return SN_EINPUT;
  }
  return SN_OK;
}

static void end(void)
{
  ENGINE_TRY(PetscOptionsSetValue(NULL, "-options_left", "no"));
  ENGINE_TRY(PetscPopErrorHandler());
  sn_arena_free(engine.arena);
  engine.arena = NULL;
  engine.share = NULL;
  MPI_Comm_free(&engine.comm);
  (void)PetscFinalize();
  MPI_Finalize();
}

static sn_status start(const char *options, int *rank, int *ranks, sn_error *error)
{
  int count = 0, provided = 0;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
  engine.comm = MPI_COMM_WORLD;
  MPI_Comm_rank(engine.comm, &engine.rank);
  MPI_Comm_size(engine.comm, &engine.ranks);
  *rank = engine.rank;
  *ranks = engine.ranks;
  engine.arena = engine_arena();
  char **word = words(options, &count);
  const PetscErrorCode code = PetscInitialize(&count, &word, NULL, NULL);
  if (code) {
    return sn_failf(error, SN_EINPUT, "PETSc does not start (its error %d).", (int)code);
  }
  MPI_Comm_dup(MPI_COMM_WORLD, &engine.comm);
  ENGINE_TRY(PetscPopSignalHandler());
  ENGINE_TRY(PetscPushErrorHandler(keep_error, NULL));
  const sn_status status = read_options(error);
  if (status != SN_OK) {
    end();
  }
  return status;
}

/* ---- requests */

void engine_ask(const engine_request *q)
{
  engine_request copy = *q;
  MPI_Request sent;
  MPI_Ibcast(&copy, sizeof copy, MPI_BYTE, 0, engine.comm, &sent);
  MPI_Wait(&sent, MPI_STATUS_IGNORE);
}

/* Waits for what rank 0 asks; longer the longer nothing comes. */
static engine_request next_request(void)
{
  enum { SHORT = 20000, LONG = 2000000 }; /* ns */
  engine_request q = {0};
  MPI_Request coming;
  int here = 0;
  MPI_Ibcast(&q, sizeof q, MPI_BYTE, 0, engine.comm, &coming);
  for (long pause = SHORT;; pause = pause < LONG ? pause + pause / 4 : LONG) {
    MPI_Test(&coming, &here, MPI_STATUS_IGNORE);
    if (here) {
      MPI_Wait(&coming, MPI_STATUS_IGNORE); /* it has come */
      return q;
    }
    const struct timespec t = {0, pause};
    (void)nanosleep(&t, NULL);
  }
}

double engine_most_memory(void)
{
  struct rusage u;
  double own = 0, most = 0;
  if (getrusage(RUSAGE_SELF, &u) == 0) {
    own = 1e-3 * (double)u.ru_maxrss;
  }
  MPI_Allreduce(&own, &most, 1, MPI_DOUBLE, MPI_MAX, engine.comm);
  return most;
}

/* The matrix that rank 0 means. Another one ends all ranks: they would wait for each other. */
static engine_share *share_of(const engine_request *q)
{
  engine_share *s = q->matrix >= 0 && q->matrix < engine.n_share ? engine.share[q->matrix] : NULL;
  if (!s) {
    (void)fprintf(stderr, "sinew: error: engine, rank %d of %d\n  There is no matrix %d here.\n", engine.rank,
                  engine.ranks, q->matrix);
    MPI_Abort(engine.comm, EXIT_ENGINE);
    abort();
  }
  return s;
}

static void serve_factor(const engine_request *q)
{
  engine_share *s = share_of(q);
  engine_answer ignored;
  MPI_Scatterv(NULL, NULL, NULL, MPI_DOUBLE, s->value, s->entries, MPI_DOUBLE, 0, engine.comm);
  engine_factor(s, q->symmetric, &ignored);
}

static void serve_solve(const engine_request *q)
{
  engine_share *s = share_of(q);
  engine_answer ignored;
  double *own;
  ENGINE_TRY(VecGetArray(s->b, &own));
  MPI_Scatterv(NULL, NULL, NULL, MPI_DOUBLE, own, (int)s->rows, MPI_DOUBLE, 0, engine.comm);
  ENGINE_TRY(VecRestoreArray(s->b, &own));
  engine_solve(s, &ignored);
  ENGINE_TRY(VecGetArray(s->x, &own));
  MPI_Gatherv(own, (int)s->rows, MPI_DOUBLE, NULL, NULL, NULL, MPI_DOUBLE, 0, engine.comm);
  ENGINE_TRY(VecRestoreArray(s->x, &own));
}

static void serve(void)
{
  (void)signal(SIGINT, SIG_IGN); /* rank 0 ends its step first, then stops us */
  (void)signal(SIGTERM, SIG_IGN);
  (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (;;) {
    const engine_request q = next_request();
    switch ((engine_action)q.action) {
    case ENGINE_MATRIX:
      engine_make(&q, NULL, NULL, NULL);
      break;
    case ENGINE_FACTOR:
      serve_factor(&q);
      break;
    case ENGINE_SOLVE:
      serve_solve(&q);
      break;
    case ENGINE_FREE:
      engine_free(q.matrix);
      break;
    case ENGINE_MEMORY:
      (void)engine_most_memory();
      break;
    case ENGINE_STOP:
      return;
    }
  }
}

/* ---- the end */

static void list_unused(char *unused, size_t size)
{
  PetscInt n = 0;
  char **names, **values;
  unused[0] = '\0';
  ENGINE_TRY(PetscOptionsLeftGet(NULL, &n, &names, &values));
  for (PetscInt i = 0; i < n; i++) {
    const size_t used = strlen(unused);
    (void)snprintf(unused + used, size - used, "%s-%s", i > 0 ? ", " : "", names[i]);
  }
  ENGINE_TRY(PetscOptionsLeftRestore(NULL, &n, &names, &values));
}

static void stop(char *unused, size_t size)
{
  if (engine.rank == 0) {
    for (int i = 0; i < engine.n_share; i++) {
      if (engine.share[i]) { /* of an analysis that failed */
        engine_ask(&(engine_request){.action = ENGINE_FREE, .matrix = i});
        engine_free(i);
      }
    }
    engine_ask(&(engine_request){.action = ENGINE_STOP});
  }
  if (unused) {
    list_unused(unused, size);
  }
  end();
}

static int least(void)
{
  return engine.least;
}

static sn_status report(sn_engine_report *out)
{
  engine_ask(&(engine_request){.action = ENGINE_MEMORY});
  *out = (sn_engine_report){.ranks = engine.ranks, .memory = engine_most_memory()};
  engine_tell(out);
  return SN_OK;
}

extern const sn_petsc sinew_component_petsc; /* the only symbol that is seen from outside */

const sn_petsc sinew_component_petsc = {.base = {SINEW_VERSION, sizeof(sn_petsc)},
                                        .start = start,
                                        .serve = serve,
                                        .solver = &engine_solver,
                                        .least = least,
                                        .report = report,
                                        .stop = stop};
