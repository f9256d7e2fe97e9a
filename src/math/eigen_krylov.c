/* math/eigen_krylov.c -- the largest eigenvalues of a large product of operators, by ARPACK.
 * Theory:  symmetric: mode 3 with the semi-inner product of B; the start vector goes twice through the operator, which
 *          takes away what B does not see and what the constraints forbid. General: Arnoldi on the product itself.
 * Limits:  asks for a few more than needed when it does not converge; 300 restarts.
 * Tests:   tests/math/test_eigen.c (against the dense way)
 */
#include <arpack.h>
#include <math.h>
#include <pthread.h>
#include <string.h>

#include "math/eigen_private.h"

enum { RESTARTS = 300 };

typedef struct {
  int n, nev, ncv, lworkl, ido, info;
  int iparam[11], ipntr[14];
  double *resid, *v, *workd, *workl, *r;
} krylov;

static sn_status begin(const sn_pencil *p, int count, int mode, int general, sn_arena *arena, krylov *k,
                       sn_error *error)
{
  const int wanted = 2 * count + 18; /* less room costs more solves than it saves products */
  SN_ASSERT(count > 0 && count < p->n);
  *k = (krylov){.n = p->n, .nev = count, .ncv = wanted < p->n ? wanted : p->n, .info = 1};
  k->lworkl = general ? 3 * k->ncv * k->ncv + 6 * k->ncv : k->ncv * (k->ncv + 8);
  k->iparam[0] = 1; /* exact shifts */
  k->iparam[2] = RESTARTS;
  k->iparam[3] = 1;
  k->iparam[6] = mode;
  k->resid = SN_NEW(arena, double, p->n);
  k->v = SN_NEW(arena, double, (size_t)p->n *(size_t)k->ncv);
  k->workd = SN_NEW(arena, double, 3 * (size_t)p->n);
  k->workl = SN_NEW(arena, double, k->lworkl);
  k->r = SN_NEW(arena, double, p->n);
  if (!k->resid || !k->v || !k->workd || !k->workl || !k->r) {
    return sn_no_memory(error, "the eigenvalues");
  }
  unsigned long long state = 88172645463325252ull; /* the same numbers every time */
  for (int turn = 0; turn < 3; turn++) {
    for (int i = 0; turn == 0 && i < p->n; i++) {
      state ^= state << 13;
      state ^= state >> 7;
      state ^= state << 17;
      k->resid[i] = (double)(state >> 11) / 9007199254740992.0 - 0.5;
    }
    if (turn > 0) {
      double largest = 0;
      p->weigh(p->data, k->resid, k->r);
      SN_TRY(p->solve(p->data, k->r, k->resid));
      for (int i = 0; i < p->n; i++) {
        largest = fmax(largest, fabs(k->resid[i]));
      }
      for (int i = 0; i < p->n && largest > 0; i++) {
        k->resid[i] /= largest;
      }
    }
  }
  return SN_OK;
}

/* Does what ARPACK requests. */
static sn_status serve(const sn_pencil *p, krylov *k)
{
  double *x = k->workd + k->ipntr[0] - 1, *y = k->workd + k->ipntr[1] - 1;
  if (k->ido == 2) {
    p->weigh(p->data, x, y);
    return SN_OK;
  }
  const int has_weight = k->iparam[6] == 3 && k->ido == 1;
  if (has_weight) {
    memcpy(k->r, k->workd + k->ipntr[2] - 1, (size_t)k->n * sizeof(double));
  } else {
    p->weigh(p->data, x, k->r);
  }
  return p->solve(p->data, k->r, y);
}

static sn_status check(const krylov *k, sn_error *error)
{
  if (k->info == 1 && k->iparam[4] > 0) {
    return SN_OK; /* some have converged: they are used */
  }
  return k->info == 0 ? SN_OK : sn_eigen_failed("the iteration of ARPACK did not converge", k->info, error);
}

/* ARPACK keeps the state of an iteration in variables of the process: one iteration at a time, whatever the number of threads. */
static pthread_mutex_t arpack = PTHREAD_MUTEX_INITIALIZER;

static sn_status symmetric(const sn_pencil *p, int count, sn_arena *arena, sn_eigenpairs *out, sn_error *error)
{
  krylov k;
  SN_TRY(begin(p, count, 3, 0, arena, &k, error));
  for (;;) {
    dsaupd_c(&k.ido, "G", k.n, "LM", k.nev, p->tolerance, k.resid, k.ncv, k.v, k.n, k.iparam, k.ipntr, k.workd, k.workl,
             k.lworkl, &k.info);
    if (k.ido == 99) {
      break;
    }
    SN_TRY(serve(p, &k));
  }
  SN_TRY(check(&k, error));
  int *select = SN_NEW(arena, int, k.ncv), info = 0;
  SN_TRY(sn_eigen_room(count, p->n, arena, out, error));
  if (!select) {
    return sn_no_memory(error, "the eigenvalues");
  }
  /* sigma 0: the result is 1/theta */
  dseupd_c(1, "A", select, out->re, out->x_re, k.n, 0, "G", k.n, "LM", k.nev, p->tolerance, k.resid, k.ncv, k.v, k.n,
           k.iparam, k.ipntr, k.workd, k.workl, k.lworkl, &info);
  if (info != 0) {
    return sn_eigen_failed("dseupd of ARPACK failed", info, error);
  }
  out->n = k.iparam[4] < count ? k.iparam[4] : count;
  for (int i = 0; i < out->n; i++) {
    out->re[i] = 1 / out->re[i];
  }
  return SN_OK;
}

static sn_status general(const sn_pencil *p, int count, sn_arena *arena, sn_eigenpairs *out, sn_error *error)
{
  krylov k;
  SN_TRY(begin(p, count, 1, 1, arena, &k, error));
  for (;;) {
    dnaupd_c(&k.ido, "I", k.n, "LM", k.nev, p->tolerance, k.resid, k.ncv, k.v, k.n, k.iparam, k.ipntr, k.workd, k.workl,
             k.lworkl, &k.info);
    if (k.ido == 99) {
      break;
    }
    SN_TRY(serve(p, &k));
  }
  SN_TRY(check(&k, error));
  const size_t N = (size_t)k.n;
  int *select = SN_NEW(arena, int, k.ncv), info = 0;
  double *z = SN_NEW(arena, double, N *(size_t)(count + 2)), *workev = SN_NEW(arena, double, 3 * k.ncv);
  SN_TRY(sn_eigen_room(count + 1, p->n, arena, out, error));
  if (!select || !z || !workev) {
    return sn_no_memory(error, "the eigenvalues");
  }
  dneupd_c(1, "A", select, out->re, out->im, z, k.n, 0, 0, workev, "I", k.n, "LM", k.nev, p->tolerance, k.resid, k.ncv,
           k.v, k.n, k.iparam, k.ipntr, k.workd, k.workl, k.lworkl, &info);
  if (info != 0) {
    return sn_eigen_failed("dneupd of ARPACK failed", info, error);
  }
  const int found = k.iparam[4] < count + 1 ? k.iparam[4] : count + 1;
  while (out->n < found) { /* a pair: a + i b belongs to the one with the positive imaginary part */
    const int i = out->n, pair = out->im[i] != 0;
    const double *a = z + (size_t)i * N, *b = a + N;
    if (pair && i + 1 >= found) {
      break; /* the other half was not found */
    }
    for (int half = 0; half <= pair; half++) {
      for (size_t j = 0; j < N; j++) {
        out->x_re[(size_t)(i + half) * N + j] = a[j];
        out->x_im[(size_t)(i + half) * N + j] = !pair ? 0 : out->im[i + half] > 0 ? b[j] : -b[j];
      }
    }
    out->n += 1 + pair;
  }
  return SN_OK;
}

typedef sn_status solver(const sn_pencil *p, int count, sn_arena *arena, sn_eigenpairs *out, sn_error *error);
static sn_status alone(solver *solve, const sn_pencil *p, int count, sn_arena *arena, sn_eigenpairs *out,
                       sn_error *error)
{
  (void)pthread_mutex_lock(&arpack);
  const sn_status status = solve(p, count, arena, out, error);
  (void)pthread_mutex_unlock(&arpack);
  return status;
}

sn_status sn_krylov_symmetric(const sn_pencil *p, int count, sn_arena *arena, sn_eigenpairs *out, sn_error *error)
{
  return alone(symmetric, p, count, arena, out, error);
}

sn_status sn_krylov_general(const sn_pencil *p, int count, sn_arena *arena, sn_eigenpairs *out, sn_error *error)
{
  return alone(general, p, count, arena, out, error);
}
