/* tests/lab/test_rod.c -- the plane rod at one instant: golden states, agreement of all right-hand sides, forces against the
 *          energy, power, linear frequencies, projections, statics.
 * Numbers: computed by independent programs (SUNDIALS in C, and angles with a dense mass matrix in Python) before this
 *          code was written; see docs/rods.md.
 */
#include "rods.h"

#define GOLDEN 1e-11

static const double golden_q[6] = {0.1, 1.01 / 3, -0.2, 0.98 / 3, 0.3, 1.03 / 3};
static const double golden_qd[6] = {1, 0.1, -2, -0.05, 0.5, 0.2};

static void near_all(const double *a, const double *b, int n, double tolerance, int line)
{
  double size = 0;
  for (int i = 0; i < n; i++) {
    size = fmax(size, fabs(b[i]));
  }
  for (int i = 0; i < n; i++) {
    if (!(fabs(a[i] - b[i]) <= tolerance * size)) {
      printf("  line %d, entry %d: %.15g, not %.15g\n", line, i, a[i], b[i]);
    }
    CHECK(fabs(a[i] - b[i]) <= tolerance * size);
  }
}
#define NEAR_ALL(a, b, n) near_all(a, b, n, GOLDEN, __LINE__)

typedef struct {
  sn_rod_measure measure;
  int moving;
  const double *p, *v, *f, *lambda, *a, *qdd, *energy;
} golden;

/* clang-format off */
static const golden states[] = {
  {SN_ROD_SINE, 0,
   (const double[]){0.994987437107, 0.1, 0.334979103826, 0.0336666666667, 0.994884608556, -0.10101789771, 0.659974742621,
    0.000667486748068, 0.979364798301, 0.202100449897, 0.996223323371, 0.0700553078792},
   (const double[]){-0.100503781526, 1, 0.0656624705969, 0.346666666667, -0.104675113015, -1.03090304984, -0.0182756300825,
    0.0149558986041, 0.103487802674, -0.501494732169, 0.213128141829, -0.116803869461},
   (const double[]){-24.2444485015, -3.22229638014, -201.603610488, 1.42453242782, 42.2168407631, -3.35001482813,
    332.775677227, 24.214098502, -69.7771010012, -14.9545080367, -203.066506865, -44.164602808},
   (const double[]){2.33637813826, -24.4451047745, -2.7718128142, 42.3393460257, 1.61119467487, -71.3595371687},
   (const double[]){-11.5984049299, 105.301661856, -437.639868486, -7.93843523894, 56.634187885, 568.396305248,
    722.122271576, 61.9612180489, -40.7920566567, 196.378076687, -880.014922011, -198.549626371},
   (const double[]){105.301661856, -435.899947304, 456.708977614, 1147.11913458, -353.650380029, -1621.63610401},
   (const double[]){0.0356668137882, 0.313523936117, 1.46607657168, 0.141371669412}},
  {SN_ROD_TAN_HALF, 0, NULL, NULL, NULL,
   (const double[]){2.38032104773, -24.386174689, -2.92906066907, 42.4621347127, 1.7239064494, -71.2759325817},
   (const double[]){-11.2632797653, 102.376153315, -437.70897634, -8.83331214192, 55.0498405495, 561.610636081,
    722.626999661, 60.7759061658, -38.0716035074, 188.171698085, -880.877516075, -194.501075907},
   (const double[]){103.29641622, -436.072027945, 465.529405558, 1148.01233092, -380.657538972, -1622.28320857},
   (const double[]){0.0349510088941, 0.312565497243, 1.46607657168, 0.141371669412}},
  {SN_ROD_TAN_HALF, 1, NULL, NULL, NULL,
   (const double[]){2.38025292411, -24.3860804826, -2.92902868725, 42.4620928001, 1.7237901418, -71.2759408806},
   (const double[]){-43.9427469746, 92.6430952193, -416.699011582, -143.795234023, -119.894300474, 551.649679355,
    665.687408238, 280.073498234, -93.6365468102, 166.607809296, -781.062650613, -457.020375672},
   (const double[]){105.62444261, -437.923698796, 466.26114576, 1147.71528914, -381.775527449, -1622.34502602}, NULL},
};
/* clang-format on */

/* The moving root of the golden state: 0.1 (sin 3t, 1 - cos 3t), turned by 0.4 sin 3t. */
static void move_root(sn_rod *rod, sn_arena *arena)
{
  rod->position[0] = wave(arena, 0, 0.1, 3, 0);
  rod->position[1] = wave(arena, 0.1, -0.1, 3, acos(-1) / 2);
  rod->angle = wave(arena, 0, 0.4, 3, 0);
}

static void test_golden_states(void)
{
  for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
    const golden *g = states + i;
    sn_arena *arena = sn_arena_new(NULL);
    sn_error error = {0};
    sn_rod rod = benchmark(3, g->measure, 0.005);
    sn_rod_drive o;
    double p[12], v[12], f[12], a[12], lambda[6], qdd[6], residual[6];
    if (g->moving) {
      move_root(&rod, arena);
    }
    CHECK_OK(sn_rod_prepare(&rod, arena, &error), error);
    sn_rod_work *work = sn_rod_work_new(&rod, arena);
    sn_rod_drive_at(&rod, g->moving ? 0.3 : 0, &o);
    CHECK(sn_rod_unfold(&rod, &o, golden_q, golden_qd, p, v) == 0);
    sn_rod_forces(&rod, &o, p, v, NULL, NULL, 1, f);
    sn_rod_absolute(&rod, &o, p, v, 0, work, a, lambda);
    CHECK(sn_rod_relative(&rod, &o, golden_q, golden_qd, work, qdd) == 0);
    if (g->p) {
      NEAR_ALL(p, g->p, 12);
      NEAR_ALL(v, g->v, 12);
      NEAR_ALL(f, g->f, 12);
    }
    NEAR_ALL(lambda, g->lambda, 6);
    NEAR_ALL(a, g->a, 12);
    NEAR_ALL(qdd, g->qdd, 6);
    CHECK(sn_rod_relative_residual(&rod, &o, golden_q, golden_qd, g->qdd, work, residual) == 0);
    for (int k = 0; k < 6; k++) {
      CHECK_BELOW(fabs(residual[k]), 3e-5); /* 12 digits of accelerations up to 1622, times l m over J */
    }
    if (g->energy) {
      sn_rod_energy e;
      sn_rod_energies(&rod, &o, p, v, a, &e);
      const double all[] = {e.kinetic, e.gravity, e.stretch, e.bend};
      NEAR_ALL(all, g->energy, 4);
    }
    CHECK_NEAR(rod.J, 4.60766922527e-05, 1e-16);
    CHECK_NEAR(rod.m[0], 0.460766922527, 1e-12);
    sn_arena_free(arena);
  }
}

/* A rod with everything: moving root, tip force and moment, clamped or hinged; a random state. */
typedef struct {
  sn_arena *arena;
  sn_rod rod;
  sn_rod_drive o;
  sn_rod_work *work;
  double *q, *qd, *p, *v;
} sample;

static sample make_sample(int n, sn_rod_measure measure, int hinged, uint64_t *seed)
{
  sample s = {.arena = sn_arena_new(NULL), .rod = benchmark(n, measure, 0.005)};
  sn_error error = {0};
  s.rod.hinged = hinged;
  move_root(&s.rod, s.arena);
  s.rod.force[0] = wave(s.arena, 2, 1, 5, 0);
  s.rod.force[1] = wave(s.arena, -1, 3, 4, 1);
  s.rod.moment = wave(s.arena, 0.1, 0.2, 7, 0);
  CHECK_OK(sn_rod_prepare(&s.rod, s.arena, &error), error);
  s.work = sn_rod_work_new(&s.rod, s.arena);
  s.q = numbers(s.arena, 2 * n);
  s.qd = numbers(s.arena, 2 * n);
  s.p = numbers(s.arena, 4 * n);
  s.v = numbers(s.arena, 4 * n);
  sn_rod_drive_at(&s.rod, 0.3, &s.o);
  for (int i = 0; i < n; i++) {
    s.q[2 * i] = 0.6 * pick(seed);
    s.q[2 * i + 1] = s.rod.l * (1 + 0.2 * pick(seed));
    s.qd[2 * i] = 9 * pick(seed);
    s.qd[2 * i + 1] = 9 * s.rod.l * pick(seed);
  }
  CHECK(sn_rod_unfold(&s.rod, &s.o, s.q, s.qd, s.p, s.v) == 0);
  return s;
}

static void compare_all(sn_rod_measure measure, int hinged, uint64_t *seed, double worst[6])
{
  const int n = 25;
  sample s = make_sample(n, measure, hinged, seed);
  sn_error error = {0};
  double *a = numbers(s.arena, 4 * n), *b = numbers(s.arena, 4 * n), *lambda = numbers(s.arena, 2 * n);
  double *mu = numbers(s.arena, 2 * n), *qdd = numbers(s.arena, 2 * n), *other = numbers(s.arena, 2 * n);
  double *r = numbers(s.arena, 2 * n), *back = numbers(s.arena, 2 * n), *rate = numbers(s.arena, 2 * n);
  sn_rod_strains(&s.rod, &s.o, s.p, s.v, back, rate);
  worst[0] = fmax(worst[0], fmax(farthest(back, s.q, 2 * n), farthest(rate, s.qd, 2 * n))); /* round trip */
  sn_rod_absolute(&s.rod, &s.o, s.p, s.v, 0, s.work, a, lambda);
  CHECK_OK(
      sn_rod_absolute_band(&(sn_rod_motion){.rod = &s.rod, .o = &s.o, .p = s.p, .v = s.v}, 0, s.arena, b, mu, &error),
      error);
  worst[1] = fmax(worst[1], fmax(farthest(a, b, 4 * n), farthest(lambda, mu, 2 * n)));
  CHECK_OK(
      sn_rod_absolute_band(&(sn_rod_motion){.rod = &s.rod, .o = &s.o, .p = s.p, .v = s.v}, 1, s.arena, b, NULL, &error),
      error);
  worst[1] = fmax(worst[1], farthest(a, b, 4 * n)); /* the other mass matrix, same motion */
  CHECK(sn_rod_relative(&s.rod, &s.o, s.q, s.qd, s.work, qdd) == 0);
  sn_rod_strain_rates(&s.rod, &s.o, s.p, s.v, a, other);
  worst[2] = fmax(worst[2], farthest(qdd, other, 2 * n)); /* (2) against (1) */
  CHECK(sn_rod_relative_residual(&s.rod, &s.o, s.q, s.qd, qdd, s.work, r) == 0);
  for (int i = 0; i < 2 * n; i++) {
    worst[3] = fmax(worst[3], fabs(r[i]) / 1e6); /* forces over J: about 1e6 */
  }
  CHECK_OK(sn_rod_relative_dense(&s.rod, &s.o, s.q, s.qd, s.arena, other, &error), error);
  worst[4] = fmax(worst[4], farthest(other, qdd, 2 * n));
  for (int printed = 0; printed < 2; printed++) {
    sn_rod_mixed(&(sn_rod_motion){&s.rod, &s.o, s.p, s.v, s.q, s.qd}, printed, 0, s.work, b, other);
    worst[5] = fmax(worst[5], fmax(farthest(b, a, 4 * n), farthest(other, qdd, 2 * n)));
    CHECK_OK(sn_rod_mixed_band(&(sn_rod_motion){&s.rod, &s.o, s.p, s.v, s.q, s.qd}, printed, s.arena, b, other, &error),
             error);
    worst[5] = fmax(worst[5], fmax(farthest(b, a, 4 * n), farthest(other, qdd, 2 * n)));
  }
  /* on the constraints the stabilised right-hand sides are the same */
  sn_rod_mixed(&(sn_rod_motion){&s.rod, &s.o, s.p, s.v, s.q, s.qd}, 0, 20, s.work, b, other);
  worst[5] = fmax(worst[5], fmax(farthest(b, a, 4 * n), farthest(other, qdd, 2 * n)));
  sn_arena_free(s.arena);
}

static void test_right_hand_sides_agree(void)
{
  static const char *const what[] = {"round trip", "band", "recursion", "residual", "dense", "mixed"};
  uint64_t seed = 1;
  for (int measure = 0; measure < SN_ROD_MEASURES; measure++) {
    double worst[6] = {0};
    for (int k = 0; k < 40; k++) {
      compare_all((sn_rod_measure)measure, k % 2, &seed, worst);
    }
    for (int i = 0; i < 6; i++) {
      printf("  %-8s %-10s %.1e\n", sn_rod_measure_name[measure], what[i], worst[i]);
      CHECK_BELOW(worst[i], i == 4 ? 1e-9 : 1e-10);
    }
  }
}

static void test_off_the_constraints(void) /* the elimination is exact there too */
{
  uint64_t seed = 5;
  for (int k = 0; k < 20; k++) {
    sample s = make_sample(25, (sn_rod_measure)(k % 4), k % 3 == 0, &seed);
    double *a = numbers(s.arena, 100), *b = numbers(s.arena, 100);
    sn_error error = {0};
    for (int i = 0; i < 100; i++) {
      s.p[i] += 0.003 * pick(&seed);
      s.v[i] += 0.5 * pick(&seed);
    }
    sn_rod_absolute(&s.rod, &s.o, s.p, s.v, 0, s.work, a, NULL);
    CHECK_OK(sn_rod_absolute_band(&(sn_rod_motion){.rod = &s.rod, .o = &s.o, .p = s.p, .v = s.v}, 0, s.arena, b, NULL,
                                  &error),
             error);
    CHECK_BELOW(farthest(a, b, 100), 1e-12);
    sn_arena_free(s.arena);
  }
}

static void test_measures(void)
{
  const double h = 1e-6;
  for (int m = 0; m < SN_ROD_MEASURES; m++) {
    const sn_rod_measure x = (sn_rod_measure)m;
    for (int k = -8; k <= 8; k++) {
      const double th = 0.15 * k, w = 1.1 * sin(th), d = 1.1 * cos(th); /* off the unit circle */
      const sn_rod_bend b = sn_rod_bend_of(x, w, d), wp = sn_rod_bend_of(x, w + h, d), wm = sn_rod_bend_of(x, w - h, d),
                        dp = sn_rod_bend_of(x, w, d + h), dm = sn_rod_bend_of(x, w, d - h);
      CHECK_NEAR(b.w, (wp.k - wm.k) / (2 * h), 1e-8);
      CHECK_NEAR(b.d, (dp.k - dm.k) / (2 * h), 1e-8);
      CHECK_NEAR(b.ww, (wp.w - wm.w) / (2 * h), 1e-8);
      CHECK_NEAR(b.wd, (dp.w - dm.w) / (2 * h), 1e-8);
      CHECK_NEAR(b.dd, (dp.d - dm.d) / (2 * h), 1e-8);
    }
    CHECK_NEAR(sn_rod_bend_of(x, sin(1e-3), cos(1e-3)).k, 1e-3, 2e-10); /* all are the angle when it is small */
  }
}

static double potential(const sample *s, const double *p)
{
  static const double still[400];
  sn_rod_energy e;
  sn_rod_energies(&s->rod, &s->o, p, still, NULL, &e);
  return e.stretch + e.bend + e.gravity - p2_dot(s->o.force, p2_at(p + 4 * s->rod.n - 2));
}

static void test_force_is_the_gradient(void)
{
  uint64_t seed = 3;
  for (int m = 0; m < SN_ROD_MEASURES; m++) {
    sample s = make_sample(6, (sn_rod_measure)m, 0, &seed);
    double f[24], p[24], still[24] = {0}, size = 0;
    s.o.moment = 0; /* follows its element: no potential off the unit circle */
    s.o.v = s.o.zd = p2(0, 0);
    s.rod.tau = 0;
    for (int i = 0; i < 24; i++) {
      p[i] = s.p[i] + 0.01 * pick(&seed);
    }
    sn_rod_forces(&s.rod, &s.o, p, still, NULL, NULL, 1, f);
    for (int i = 0; i < 24; i++) {
      size = fmax(size, fabs(f[i]));
    }
    for (int i = 0; i < 24; i++) {
      const double h = 1e-6, x = p[i];
      p[i] = x + h;
      const double up = potential(&s, p);
      p[i] = x - h;
      const double down = potential(&s, p);
      p[i] = x;
      CHECK_NEAR(f[i], -(up - down) / (2 * h), 1e-9 * size);
    }
    sn_arena_free(s.arena);
  }
}

/* dE/dt = power of loads and root - losses, for every measure, clamped and hinged, with everything moving. */
static void test_power_balance(void)
{
  uint64_t seed = 7;
  for (int k = 0; k < 8; k++) {
    sample s = make_sample(10, (sn_rod_measure)(k % 4), k >= 4, &seed);
    double a[40], p[40], v[40], total[2];
    sn_rod_energy e;
    sn_rod_absolute(&s.rod, &s.o, s.p, s.v, 0, s.work, a, NULL);
    sn_rod_energies(&s.rod, &s.o, s.p, s.v, a, &e);
    const double h = 2e-7;
    for (int side = 0; side < 2; side++) {
      const double dt = side ? h : -h;
      sn_rod_drive o;
      sn_rod_energy x;
      for (int i = 0; i < 40; i++) {
        p[i] = s.p[i] + dt * (s.v[i] + dt / 2 * a[i]);
        v[i] = s.v[i] + dt * a[i];
      }
      sn_rod_drive_at(&s.rod, 0.3 + dt, &o);
      sn_rod_energies(&s.rod, &o, p, v, NULL, &x);
      total[side] = x.kinetic + x.stretch + x.bend + x.gravity;
    }
    const double rate = (total[1] - total[0]) / (2 * h), size = e.loss + fabs(e.loads) + fabs(e.root);
    CHECK_NEAR(rate, e.loads + e.root - e.loss, 1e-6 * size);
    CHECK(e.loss > 0);
    sn_arena_free(s.arena);
  }
}

/* ---- linear frequencies: M = l^2 mu_max(i,j) + J, K = tridiagonal(B); by inverse iteration */
static void frequencies(int n, int root_half, int tip_half, int rotary, double out[3])
{
  const sn_rod r = benchmark(n, SN_ROD_SINE, 0);
  sn_arena *arena = sn_arena_new(NULL);
  sn_rod rod = r;
  sn_error error = {0};
  CHECK_OK(sn_rod_prepare(&rod, arena, &error), error);
  double *mu = numbers(arena, n + 1), *x = numbers(arena, n), *y = numbers(arena, n), *found = numbers(arena, 3 * n);
  double *diag = numbers(arena, n);
  for (int i = n - 1; i >= 0; i--) {
    mu[i] = mu[i + 1] + (i == n - 1 && !tip_half ? 2 * rod.m[i] : rod.m[i]);
  }
  const double l2 = rod.l * rod.l, J = rotary ? rod.J : 0;
  for (int mode = 0; mode < 3; mode++) {
    double value = 0, before = -1;
    for (int i = 0; i < n; i++) {
      x[i] = sin(1.7 * (mode + 1) * (i + 1) / n) + 0.1 * i;
    }
    for (int k = 0; k < 400 && fabs(value - before) > 1e-15 * value; k++) {
      before = value;
      for (int i = 0; i < n; i++) { /* y = M x */
        y[i] = J * x[i];
        for (int j = 0; j < n; j++) {
          y[i] += l2 * mu[i > j ? i : j] * x[j];
        }
      }
      for (int m = 0; m < mode; m++) { /* away from the modes found */
        double c = 0;
        for (int i = 0; i < n; i++) {
          c += found[m * n + i] * y[i];
        }
        for (int i = 0; i < n; i++) {
          double Mi = J * found[m * n + i];
          for (int j = 0; j < n; j++) {
            Mi += l2 * mu[i > j ? i : j] * found[m * n + j];
          }
          y[i] -= c * Mi;
        }
      }
      /* K x = y: joint j turns by th_j - th_{j-1} against B_j */
      for (int i = 0; i < n; i++) {
        const double own = i == 0 && !root_half ? rod.B[0] / 2 : rod.B[i];
        diag[i] = own + (i < n - 1 ? rod.B[i + 1] : 0);
        x[i] = y[i];
        if (i > 0) {
          const double f = -rod.B[i] / diag[i - 1];
          diag[i] += f * rod.B[i];
          x[i] -= f * x[i - 1];
        }
      }
      for (int i = n - 1; i >= 0; i--) {
        x[i] = (x[i] + (i < n - 1 ? rod.B[i + 1] * x[i + 1] : 0)) / diag[i];
      }
      double norm = 0;
      for (int i = 0; i < n; i++) {
        double Mi = J * x[i];
        for (int j = 0; j < n; j++) {
          Mi += l2 * mu[i > j ? i : j] * x[j];
        }
        norm += x[i] * Mi;
      }
      value = 1 / sqrt(norm); /* eigenvalue of K^-1 M is sqrt(norm) for x of norm one before */
      norm = sqrt(norm);
      for (int i = 0; i < n; i++) {
        x[i] /= norm;
        found[mode * n + i] = x[i];
      }
    }
    out[mode] = sqrt(value);
  }
  sn_arena_free(arena);
}

static void test_linear_frequencies(void)
{
  static const struct {
    int root_half, tip_half, rotary;
    double w[3];
  } all[] = {{1, 1, 0, {2.36729354, 14.75438698, 41.00284761}}, {1, 1, 1, {2.36674499, 14.73077668, 40.84863085}}};
  double w[3], other[3];
  for (int i = 0; i < 2; i++) {
    frequencies(25, all[i].root_half, all[i].tip_half, all[i].rotary, w);
    for (int k = 0; k < 3; k++) {
      CHECK_NEAR(w[k], all[i].w[k], 6e-9);
    }
  }
  frequencies(25, 0, 1, 0, w); /* a whole length at the root: first order only */
  CHECK_NEAR(w[0] / 2.37049701 - 1, -3.91e-2, 1e-4);
  frequencies(25, 1, 0, 0, other); /* a whole mass at the tip: another mistake, the same symptom */
  CHECK_NEAR(other[0], w[0], 1e-7);
}

/* ---- the nonlinear code has these frequencies: second differences of the right-hand side at rest */
static void test_rhs_is_linear_rod(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_error error = {0};
  sn_rod rod = benchmark(25, SN_ROD_TAN_HALF, 0);
  rod.gravity = p2(0, 0);
  CHECK_OK(sn_rod_prepare(&rod, arena, &error), error);
  sn_rod_work *work = sn_rod_work_new(&rod, arena);
  sn_rod_drive o;
  sn_rod_drive_at(&rod, 0, &o);
  double *q = numbers(arena, 50), *qd = numbers(arena, 50), *qdd = numbers(arena, 50), *th = numbers(arena, 25);
  for (int i = 0; i < 25; i++) { /* small joint angles */
    th[i] = 1e-7 * sin(0.3 * i + 1);
    q[2 * i] = th[i];
    q[2 * i + 1] = rod.l;
  }
  CHECK(sn_rod_relative(&rod, &o, q, qd, work, qdd) == 0);
  /* M theta'' = -K theta with absolute angles: both sides, row by row */
  double mu[26] = {0}, angle[25], accel[25];
  for (int i = 24; i >= 0; i--) {
    mu[i] = mu[i + 1] + rod.m[i];
  }
  for (int i = 0; i < 25; i++) {
    angle[i] = q[2 * i] + (i > 0 ? angle[i - 1] : 0);
    accel[i] = qdd[2 * i] + (i > 0 ? accel[i - 1] : 0);
  }
  for (int i = 0; i < 25; i++) {
    double inertia = rod.J * accel[i];
    for (int j = 0; j < 25; j++) {
      inertia += rod.l * rod.l * mu[i > j ? i : j] * accel[j];
    }
    const double spring = rod.B[i] * th[i] - (i < 24 ? rod.B[i + 1] * th[i + 1] : 0);
    CHECK_NEAR(inertia, -spring, 1e-9 * 1e-7 * rod.B[0]);
  }
  sn_arena_free(arena);
}

static void test_projections(void)
{
  uint64_t seed = 11;
  for (int k = 0; k < 12; k++) {
    sample s = make_sample(25, (sn_rod_measure)(k % 4), k % 2, &seed);
    double before[100];
    sn_rod_drift d;
    for (int i = 0; i < 100; i++) {
      s.p[i] += 1e-6 * pick(&seed);
      s.v[i] += 1e-4 * pick(&seed);
      before[i] = s.p[i];
    }
    sn_rod_drifts(&s.rod, &s.o, s.p, s.v, NULL, &d);
    CHECK(d.shear > 1e-7 && d.unit > 1e-8 && d.shear_rate > 1e-6 && d.unit_rate > 1e-6);
    sn_rod_project(&s.rod, &s.o, k < 6 ? SN_ROD_LOCAL : SN_ROD_ORTHOGONAL, s.work, s.p, s.v);
    sn_rod_drifts(&s.rod, &s.o, s.p, s.v, NULL, &d);
    CHECK_BELOW(d.shear, 2e-14); /* over the length of an element, 0.04 m */
    CHECK_BELOW(d.unit, 1e-15);
    CHECK_BELOW(d.shear_rate, 2e-12);
    CHECK_BELOW(d.unit_rate, 2e-14);
    for (int i = 0; i < 100; i++) {
      CHECK_BELOW(fabs(s.p[i] - before[i]), 1e-4);
      CHECK(k >= 6 || i % 4 < 2 || s.p[i] == before[i]); /* local: nodes stay */
    }
    sn_arena_free(s.arena);
  }
}

/* ---- statics */

static void balanced(sn_rod *rod, double *p)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_error error = {0};
  sn_rod_balance b;
  double *v = numbers(arena, 4 * rod->n);
  CHECK_OK(sn_rod_prepare(rod, arena, &error), error);
  sn_rod_place(rod, NULL, p, v);
  CHECK_OK(sn_rod_statics(rod, arena, p, &b, &error), error);
  CHECK_BELOW(b.residual, 1e-11 + 4e-16 * rod->EA / rod->l * rod->length); /* round-off of the lengths */
  CHECK_BELOW(b.iterations, 100);
  rod->m = rod->B = NULL; /* went with the arena */
  sn_arena_free(arena);
}

static void test_sag(void)
{
  static const double tip[4][2] = {{0.4256645707, -0.8403364682},
                                   {0.4204270844, -0.8434034766},
                                   {0.4231006010, -0.8418381691},
                                   {0.4239654056, -0.8413317983}};
  double p[100];
  for (int m = 0; m < SN_ROD_MEASURES; m++) {
    sn_rod rod = benchmark(25, (sn_rod_measure)m, 0);
    balanced(&rod, p);
    CHECK_NEAR(p[98], tip[m][0], 1e-9);
    CHECK_NEAR(p[99], tip[m][1], 1e-9);
  }
}

static void test_elastica(void) /* dead load at the tip, nearly inextensible; exact by shooting */
{
  static const struct {
    double load;
    sn_rod_measure measure;
    int n;
    double x, y;
  } all[] = {{1, SN_ROD_SINE, 25, 0.943468130, -0.302078368},     {1, SN_ROD_SINE, 50, 0.943541707, -0.301811490},
             {1, SN_ROD_TAN_HALF, 25, 0.943540540, -0.301881801}, {1, SN_ROD_TAN_HALF, 50, 0.943560430, -0.301760350},
             {1, SN_ROD_ANGLE, 25, 0.943516442, -0.301947231},    {1, SN_ROD_ANGLE, 50, 0.943554191, -0.301777391},
             {4, SN_ROD_SINE, 25, 0.669873906, -0.671347989},     {4, SN_ROD_SINE, 50, 0.670752285, -0.670323618},
             {4, SN_ROD_TAN_HALF, 25, 0.671351510, -0.669978448}, {4, SN_ROD_TAN_HALF, 50, 0.671138173, -0.669960169},
             {4, SN_ROD_ANGLE, 25, 0.670862615, -0.670431793},    {4, SN_ROD_ANGLE, 50, 0.671009793, -0.670081096}};
  double p[200];
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    sn_arena *arena = sn_arena_new(NULL);
    sn_rod rod = benchmark(all[i].n, all[i].measure, 0);
    rod.gravity = p2(0, 0);
    rod.EA *= 1e4;
    rod.force[1] = wave(arena, -all[i].load * rod.EI, 0, 1, 0);
    balanced(&rod, p);
    CHECK_NEAR(p[4 * all[i].n - 2], all[i].x, 2e-9);
    CHECK_NEAR(p[4 * all[i].n - 1], all[i].y, 2e-9);
    sn_arena_free(arena);
  }
}

/* A moment at the tip bends every joint alike: k k' = T/B, half of it at the root for the angle; a discrete circle. */
static void test_tip_moment(void)
{
  for (int m = 0; m < SN_ROD_MEASURES; m++) {
    sn_arena *arena = sn_arena_new(NULL);
    sn_rod rod = benchmark(20, (sn_rod_measure)m, 0);
    double p[80], v[80] = {0}, q[40];
    const double T = 1.2 * rod.EI;
    rod.gravity = p2(0, 0);
    rod.moment = wave(arena, T, 0, 1, 0);
    balanced(&rod, p);
    sn_error error = {0};
    CHECK_OK(sn_rod_prepare(&rod, arena, &error), error);
    sn_rod_drive o;
    sn_rod_drive_at(&rod, 0, &o);
    sn_rod_strains(&rod, &o, p, v, q, NULL);
    for (int i = 0; i < 20; i++) {
      const double w = p2_cross(i > 0 ? p2_at(p + 4 * i - 4) : p2(1, 0), p2_at(p + 4 * i));
      const double d = p2_dot(i > 0 ? p2_at(p + 4 * i - 4) : p2(1, 0), p2_at(p + 4 * i));
      const sn_rod_bend b = sn_rod_bend_of((sn_rod_measure)m, w, d);
      CHECK_NEAR(rod.B[i] * b.k * (b.w * d - b.d * w), T, 1e-9 * T);
      CHECK_NEAR(q[2 * i + 1], rod.l, 1e-12); /* no force along it */
      if (m == SN_ROD_ANGLE) {
        CHECK_NEAR(q[2 * i], T * rod.l / rod.EI * (i > 0 ? 1 : 0.5), 1e-10);
      }
    }
    sn_p2 force;
    double moment, a[80] = {0};
    sn_rod_reaction(&rod, &o, p, v, a, &force, &moment);
    CHECK_NEAR(moment, -T, 1e-9 * T); /* the clamp holds against it */
    sn_arena_free(arena);
  }
}

/* Hinged at the root, drawn to the side: it hangs, stretched by its own weight. */
static void test_hanging(void)
{
  sn_rod rod = benchmark(25, SN_ROD_TAN_HALF, 0);
  double p[100], length = 0;
  rod.hinged = 1;
  balanced(&rod, p);
  const double m = rod.rho_A * rod.length / rod.n, EA = rod.EA * rod.n / rod.length;
  for (int i = 0; i < 25; i++) { /* each element carries what hangs below it */
    length += rod.length / rod.n + (m * (24 - i) + m / 2) * 9.81 / EA;
  }
  CHECK_NEAR(p[98], 0, 1e-9);
  CHECK_NEAR(p[99], -length, 1e-9);
}

static void test_reaction_in_motion(void) /* balance of moments about the root, by the rates of momentum */
{
  uint64_t seed = 21;
  for (int hinged = 0; hinged < 2; hinged++) {
    sample s = make_sample(12, SN_ROD_TAN_HALF, hinged, &seed);
    double a[48];
    sn_p2 force;
    double moment, rate = 0;
    sn_rod_absolute(&s.rod, &s.o, s.p, s.v, 0, s.work, a, NULL);
    sn_rod_reaction(&s.rod, &s.o, s.p, s.v, a, &force, &moment);
    for (int i = 0; i < 12; i++) {
      const sn_p2 arm = p2_sub(p2_at(s.p + 4 * i + 2), s.o.x);
      rate += s.rod.m[i] * p2_cross(arm, p2_sub(p2_at(a + 4 * i + 2), s.rod.gravity));
      rate += s.rod.J * p2_cross(p2_at(s.p + 4 * i), p2_at(a + 4 * i));
    }
    rate -= p2_cross(p2_sub(p2_at(s.p + 46), s.o.x), s.o.force) + s.o.moment;
    CHECK_NEAR(moment, rate, 1e-10 * (1 + fabs(rate)));
    CHECK(!hinged || moment == 0);
    sn_arena_free(s.arena);
  }
}

int main(void)
{
  RUN(test_golden_states);
  RUN(test_right_hand_sides_agree);
  RUN(test_off_the_constraints);
  RUN(test_measures);
  RUN(test_force_is_the_gradient);
  RUN(test_power_balance);
  RUN(test_linear_frequencies);
  RUN(test_rhs_is_linear_rod);
  RUN(test_projections);
  RUN(test_sag);
  RUN(test_elastica);
  RUN(test_tip_moment);
  RUN(test_hanging);
  RUN(test_reaction_in_motion);
  return REPORT();
}
