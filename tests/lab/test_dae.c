/* tests/lab/test_dae.c -- the differential-algebraic forms: Jacobians against differences, true bandwidths by perturbation,
 *          residuals zero at the solution of system (1).
 */
#include "lab/rod/dae.h"
#include "rods.h"

typedef struct {
  sn_arena *arena;
  sn_rod rod;
  sn_rod_drive o;
  sn_rod_work *work;
  int size;
  double *y, *yd;
} sample;

static sample make_sample(sn_rod_index index, sn_rod_measure measure, int hinged)
{
  uint64_t seed = 17 + (uint64_t)measure;
  const int n = 5;
  sample s = {.arena = sn_arena_new(NULL), .rod = benchmark(n, measure, 0.005), .size = sn_rod_layouts[index].size * n};
  sn_error error = {0};
  s.rod.hinged = hinged;
  s.rod.position[0] = wave(s.arena, 0, 0.1, 3, 0);
  s.rod.angle = wave(s.arena, 0, 0.4, 3, 0);
  s.rod.force[1] = wave(s.arena, -1, 3, 4, 1);
  s.rod.moment = wave(s.arena, 0.1, 0.2, 7, 0);
  CHECK_OK(sn_rod_prepare(&s.rod, s.arena, &error), error);
  s.work = sn_rod_work_new(&s.rod, s.arena);
  sn_rod_drive_at(&s.rod, 0.3, &s.o);
  double q[10], qd[10], p[20], v[20], a[20], lambda[10];
  for (int i = 0; i < n; i++) {
    q[2 * i] = 0.4 * pick(&seed);
    q[2 * i + 1] = s.rod.l * (1 + 0.1 * pick(&seed));
    qd[2 * i] = 2 * pick(&seed);
    qd[2 * i + 1] = s.rod.l * pick(&seed);
  }
  CHECK(sn_rod_unfold(&s.rod, &s.o, q, qd, p, v) == 0);
  sn_rod_absolute(&s.rod, &s.o, p, v, 0, s.work, a, lambda);
  s.y = numbers(s.arena, s.size);
  s.yd = numbers(s.arena, s.size);
  sn_rod_dae_start(&s.rod, index, p, v, a, lambda, s.y, s.yd);
  return s;
}

static void test_residual_vanishes(void)
{
  for (int index = 0; index < 2; index++) {
    for (int m = 0; m < SN_ROD_MEASURES; m++) {
      sample s = make_sample((sn_rod_index)index, (sn_rod_measure)m, m % 2);
      double r[60];
      sn_rod_dae_residual(&s.rod, &s.o, (sn_rod_index)index, s.y, s.yd, s.work, r);
      for (int i = 0; i < s.size; i++) {
        CHECK_BELOW(fabs(r[i]), 1e-8); /* round-off of forces over J, about 1e6 */
      }
      sn_arena_free(s.arena);
    }
  }
}

/* dr/dy + c dr/dy' by central differences, off the solution, with all multipliers in play. */
static void test_jacobian(void)
{
  const double c = 37;
  for (int index = 0; index < 2; index++) {
    const sn_rod_layout *w = &sn_rod_layouts[index];
    int upper = 0, lower = 0;
    for (int m = 0; m < SN_ROD_MEASURES; m++) {
      sample s = make_sample((sn_rod_index)index, (sn_rod_measure)m, m == 2);
      uint64_t seed = 99;
      sn_rod_band band;
      sn_error error = {0};
      double r[60], here[60], slope[60];
      int moved[60];
      for (int i = 0; i < s.size; i++) {
        s.y[i] += 0.01 * pick(&seed);
        s.yd[i] += 0.1 * pick(&seed);
      }
      CHECK_OK(sn_rod_band_new(s.size, w->upper, w->lower, s.arena, &band, &error), error);
      sn_rod_dae_jacobian(&s.rod, &s.o, (sn_rod_index)index, c, s.y, s.yd, s.work, &band);
      for (int j = 0; j < s.size; j++) {
        const double y = s.y[j], yd = s.yd[j], h = 5e-5 * fmax(1, fabs(y));
        double size = 0;
        memset(slope, 0, sizeof slope);
        memset(moved, 0, sizeof moved);
        for (int k = -2; k <= 2; k++) { /* of fourth order: accelerations over J are large, and so is their round-off */
          static const double weight[] = {1.0 / 12, -8.0 / 12, 0, 8.0 / 12, -1.0 / 12};
          s.y[j] = y + k * h;
          s.yd[j] = yd + k * c * h;
          sn_rod_dae_residual(&s.rod, &s.o, (sn_rod_index)index, s.y, s.yd, s.work, k == 0 ? here : r);
          for (int i = 0; i < s.size && k != 0; i++) {
            slope[i] += weight[k + 2] * r[i] / h;
          }
          for (int i = 0; i < s.size && k > 0; i++) {
            moved[i] |= r[i] != here[i];
          }
        }
        s.y[j] = y;
        s.yd[j] = yd;
        for (int i = 0; i < s.size; i++) {
          size = fmax(size, fabs(slope[i]));
        }
        for (int i = 0; i < s.size; i++) {
          const int inside = i - j <= w->lower && j - i <= w->upper;
          CHECK_NEAR(inside ? band.column[j][i - j + band.top] : 0, slope[i], 1e-8 * size + 1e-5);
          if (moved[i]) {
            upper = j - i > upper ? j - i : upper;
            lower = i - j > lower ? i - j : lower;
          }
        }
      }
      sn_arena_free(s.arena);
    }
    CHECK(upper == w->upper); /* a narrower band does not crash: it makes IDA crawl */
    CHECK(lower == w->lower);
  }
}

int main(void)
{
  RUN(test_residual_vanishes);
  RUN(test_jacobian);
  return REPORT();
}
