/* lab/rod/statics.c -- equilibrium of a plane rod at rest: Newton downhill on the banded KKT matrix.
 * What:    a shift of the mass matrix is added to the stiffness whenever a step does not lower the potential energy, so that
 *          soft rods and hinged roots find their way down from any drawing; near the end the shift is gone and Newton
 *          is quadratic. After each step the directions follow their nodes.
 * Theory:  docs/rods.md (26).
 * Limits:  the bending measure `sine` has no equilibrium for moments above half its stiffness: it says so. A rod that stands
 *          exactly upright stays there.
 * Tests:   tests/lab/test_rod.c (elastica, sag of the benchmark, tip moment, hinged root).
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "lab/rod/local.h"

enum { SIZE = 6, C = 0, SHEAR = 2, UNIT = 3, X = 4, BAND = 11, MOST = 1000 };

typedef struct {
  const sn_rod *rod;
  sn_rod_drive o;
  sn_rod_band matrix;
  double *rhs, *f, *zero, *trial, *lambda;
  double scale; /* of forces, for residuals */
} search;

/* Where local number a of element i stands among the unknowns. */
static int place(int i, int a)
{
  const int part = a % 4;
  return SIZE * (a < 4 ? i - 1 : i) + (part < 2 ? C + part : X + part - 2);
}

static double potential(const search *s, const double *p)
{
  const sn_rod *rod = s->rod;
  sn_rod_energy e;
  sn_rod_energies(rod, &s->o, p, s->zero, NULL, &e);
  double turned = 0;
  sn_p2 z0 = s->o.z;
  for (int i = 0; s->o.moment != 0 && i < rod->n; i++) {
    const sn_p2 z = p2_at(p + 4 * i);
    turned += atan2(p2_cross(z0, z), p2_dot(z0, z));
    z0 = z;
  }
  return e.stretch + e.bend + e.gravity - p2_dot(s->o.force, p2_at(p + 4 * rod->n - 2)) - s->o.moment * turned;
}

/* Right side and matrix at p; the residual of the balance with the multipliers so far. */
static double assemble(search *s, const double *p, double shift)
{
  const sn_rod *rod = s->rod;
  const int n = rod->n;
  double left = 0;
  sn_rod_forces(rod, &s->o, p, s->zero, NULL, NULL, 1, s->f);
  sn_rod_band_clear(&s->matrix);
  for (int i = 0; i < n; i++) {
    p2_put(p2_at(s->f + 4 * i), s->rhs + SIZE * i + C);
    p2_put(p2_at(s->f + 4 * i + 2), s->rhs + SIZE * i + X);
  }
  for (int i = 0; i < n; i++) {
    sn_rod_local e;
    sn_rod_local_at(rod, &s->o, p, s->zero, i, &e);
    const double *lambda = s->lambda + 2 * i;
    for (int a = i > 0 ? 0 : 4; a < 8; a++) {
      const int row = place(i, a);
      if (a >= 4) {
        sn_rod_band_add(&s->matrix, row, row, shift * (a < 6 ? rod->J : rod->m[i]));
      }
      for (int k = 0; k < 2; k++) {
        sn_rod_band_add(&s->matrix, row, SIZE * i + SHEAR + k, e.G[k][a]);
        sn_rod_band_add(&s->matrix, SIZE * i + SHEAR + k, row, e.G[k][a]);
        s->f[4 * (a < 4 ? i - 1 : i) + a % 4] -= lambda[k] * e.G[k][a];
      }
      for (int b = i > 0 ? 0 : 4; b < 8; b++) {
        sn_rod_band_add(&s->matrix, row, place(i, b),
                        lambda[0] * e.Hg[0][a][b] + lambda[1] * e.Hg[1][a][b] - e.K[a][b]);
      }
    }
    s->rhs[SIZE * i + SHEAR] = -e.g[SN_ROD_SHEAR];
    s->rhs[SIZE * i + UNIT] = -e.g[SN_ROD_UNIT];
  }
  for (int i = 0; i < n; i++) { /* moments as forces on the arm l */
    left = fmax(left, sqrt(p2_dot(p2_at(s->f + 4 * i), p2_at(s->f + 4 * i))) / rod->l);
    left = fmax(left, sqrt(p2_dot(p2_at(s->f + 4 * i + 2), p2_at(s->f + 4 * i + 2))));
  }
  return left / s->scale;
}

static sn_status prepare(const sn_rod *rod, sn_arena *arena, search *s, sn_error *error)
{
  const int n = rod->n;
  *s = (search){.rod = rod,
                .rhs = SN_NEW(arena, double, SIZE *n),
                .f = SN_NEW(arena, double, 4 * n),
                .zero = SN_NEW(arena, double, 4 * n),
                .trial = SN_NEW(arena, double, 4 * n),
                .lambda = SN_NEW(arena, double, 2 * n)};
  if (!s->rhs || !s->f || !s->zero || !s->trial || !s->lambda) {
    return sn_no_memory(error, "the statics of the rod");
  }
  sn_rod_drive_at(rod, 0, &s->o);
  s->o.v = s->o.a = s->o.zd = s->o.zdd = p2(0, 0);
  s->o.omega = s->o.alpha = 0;
  const double g = sqrt(p2_dot(rod->gravity, rod->gravity)), F = sqrt(p2_dot(s->o.force, s->o.force));
  s->scale = sn_rod_mass(rod) * g + F + fabs(s->o.moment) / rod->length + rod->EI / (rod->length * rod->length);
  return sn_rod_band_new(SIZE * n, BAND, BAND, arena, &s->matrix, error);
}

/* The trial shape: directions turn and lengths change as the solution says, and the nodes follow. So a stiff rod is not
   stretched by its own turning. Returns the size of the step: rad, or over the length. */
static double try_step(search *s, const double *p)
{
  double size = 0;
  sn_p2 x0 = s->o.x, to = s->o.x, moved0 = p2(0, 0);
  for (int i = 0; i < s->rod->n; i++) {
    const double *d = s->rhs + SIZE * i;
    const sn_p2 z = p2_at(p + 4 * i), x = p2_at(p + 4 * i + 2), moved = p2_at(d + X), D = p2_sub(x, x0);
    const double turn = p2_cross(z, p2_at(d + C)), stretch = p2_dot(z, p2_sub(moved, moved0));
    const sn_p2 now = p2_times(z, p2(cos(turn), sin(turn)));
    to = p2_axpy(to, p2_dot(z, D) + stretch, now);
    p2_put(now, s->trial + 4 * i);
    p2_put(to, s->trial + 4 * i + 2);
    size = fmax(size, fmax(fabs(turn), fabs(stretch) / s->rod->length));
    x0 = x;
    moved0 = moved;
  }
  return size;
}

sn_status sn_rod_statics(const sn_rod *rod, sn_arena *arena, double *p, sn_rod_balance *out, sn_error *error)
{
  const int n = rod->n;
  search s;
  SN_TRY(prepare(rod, arena, &s, error));
  const double reference = s.scale / (sn_rod_mass(rod) * rod->length); /* shift that counts, 1/s^2 */
  /* a stiff rod cannot close the balance further than the round-off of its lengths */
  const double good = 1e-11 + 8 * DBL_EPSILON * rod->EA / rod->l * rod->length / s.scale;
  double shift = 0, energy = potential(&s, p), size = 0, best = INFINITY;
  *out = (sn_rod_balance){0, INFINITY};
  for (int k = 0; k < MOST; k++) {
    out->iterations = k;
    out->residual = assemble(&s, p, shift);
    best = fmin(best, out->residual);
    if (k > 0 && (out->residual < 1e-14 || (size < 1e-12 && shift == 0 && out->residual < good))) {
      return SN_OK;
    }
    const sn_status solved = sn_rod_band_solve(&s.matrix, s.rhs, NULL);
    size = solved == SN_OK ? try_step(&s, p) : INFINITY;
    sn_rod_extreme extreme = {.length = -1};
    if (isfinite(size)) {
      sn_rod_extremes(rod, &s.o, s.trial, &extreme);
    }
    const double lower = extreme.length > 0 ? potential(&s, s.trial) : INFINITY;
    const double round = 1e-13 * (fabs(energy) + s.scale * rod->length);
    if (lower <= energy + round && size < 3) {
      memcpy(p, s.trial, sizeof(double) * 4 * (size_t)n);
      for (int i = 0; i < n; i++) {
        p2_put(p2_at(s.rhs + SIZE * i + SHEAR), s.lambda + 2 * i);
      }
      energy = lower;
      shift = shift < 1e-3 * reference ? 0 : shift / 8;
    } else {
      shift = fmax(4 * shift, reference);
    }
  }
  (void)sn_failf(error, SN_ENOCONV, "The rod finds no static equilibrium in %d iterations.", (int)MOST);
  sn_error_why(error, "The balance of forces is left open by %.2g of the load.", best);
  sn_error_fix(error, "%s",
               rod->measure == SN_ROD_SINE
                   ? "With measure = \"sine\" a joint carries no moment above half its stiffness: use "
                     "measure = \"tan_half\", or more elements."
                   : "Start straight and damp the motion, or load it less.");
  return SN_ENOCONV;
}
