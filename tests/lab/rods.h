/* tests/lab/rods.h -- the rod of docs/rods.md (our data) and random states, for the tests of lab/rod. */
#ifndef SN_TESTS_LAB_RODS_H
#define SN_TESTS_LAB_RODS_H
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "harness.h"
#include "lab/rod/rod.h"

/* L = 1 m, r = 0.02 m, E = 5 MPa, rho = 1100 kg/m^3, gravity along -y. */
static inline sn_rod benchmark(int n, sn_rod_measure measure, double tau)
{
  const double pi = acos(-1), r = 0.02, A = pi * r * r, I = pi * r * r * r * r / 4, E = 5e6, rho = 1100;
  return (sn_rod){.n = n,
                  .length = 1,
                  .EA = E * A,
                  .EI = E * I,
                  .rho_A = rho * A,
                  .rho_I = rho * I,
                  .tau = tau,
                  .gravity = {0, -9.81},
                  .measure = measure};
}

/* c + a sin(w t + phase) as an expression of t. */
static inline const sn_expr *wave(sn_arena *arena, double c, double a, double w, double phase)
{
  static const char *const names[] = {"t"};
  const sn_expr *e = NULL;
  sn_expr_builder *b = sn_expr_begin(arena, 1, names);
  const int t = sn_expr_variable(b, 0);
  const int x =
      sn_expr_op(b, SN_OP_ADD, sn_expr_op(b, SN_OP_MUL, sn_expr_constant(b, w), t, -1), sn_expr_constant(b, phase), -1);
  const int s = sn_expr_op(b, SN_OP_MUL, sn_expr_constant(b, a), sn_expr_op(b, SN_OP_SIN, x, -1, -1), -1);
  sn_error error = {0};
  CHECK_OK(sn_expr_end(b, sn_expr_op(b, SN_OP_ADD, sn_expr_constant(b, c), s, -1), &e, &error), error);
  return e;
}

/* Numbers in -1..1, the same on every machine. */
static inline double pick(uint64_t *seed)
{
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(int64_t)(*seed >> 11) / (double)(1ll << 52) - 1;
}

static inline double farthest(const double *a, const double *b, int n)
{
  double most = 0, size = 0;
  for (int i = 0; i < n; i++) {
    most = fmax(most, fabs(a[i] - b[i]));
    size = fmax(size, fabs(b[i]));
  }
  return most / size;
}

static inline double *numbers(sn_arena *arena, int n)
{
  double *x = SN_NEW(arena, double, n);
  if (!x) {
    abort();
  }
  return x;
}

#endif
