/* tests/shells/test_rubber.c -- shells of incompressible rubber: derivatives of their energy; strips in tension against closed forms; balance
 *          and momenta of one that flies, bends and stretches; small strains are those of a linear shell; mistakes.
 */
#include "parts/shell.h"
#include "support/parameters.h"
#include "system/kernel.h"

static const char sheet[] =
    "param { order = 2 }\n"
    "shell { name = 's', surface = function(u, v) return u - 0.1*u*v, v + 0.1*u^2, 0.2*u*(1 - u) end, elements = {2, "
    "1},\n"
    "  order = order, thickness = 0.05, neo_hooke = 4e5, density = 1000, angular_velocity = {3, -7, 5},\n"
    "  velocity = function(u, v) return 9*(u - 0.5), 4*(v - 0.5), 6*sin(3*u) end }\n"
    "channel('P', momentum()) channel('J', angular_momentum(nil, 'center'))\n"
    "run { dt = 1e-3, duration = 1e-3 }\n";

static void test_derivatives(void)
{
  for (int order = 1; order <= 2; order++) {
    simulated s;
    const char *const set[] = {order == 1 ? "order=1" : "order=2"};
    if (!simulate_set(&s, sheet, 1, set, "ed", 1)) {
      return;
    }
    const sn_block *b = s.session.frozen.system->block;
    double e[SN_MAX_COMPOSITE_FORMS], G[SN_MAX_COMPOSITE_FORMS], H[SN_MAX_COMPOSITE_FORMS * SN_MAX_COMPOSITE_FORMS];
    CHECK(b->n_energy == 1 && b->energy->of->n == b->n_form);
    const sn_strain_energy *w = b->energy->of;
    for (int k = 0; k < b->n_form; k++) {
      e[k] = 0.03 * sin(3.0 * k);
    }
    (void)w->value(w, e, G, H);
    double scale = 0;
    for (int k = 0; k < b->n_form; k++) {
      scale = fmax(scale, H[k * b->n_form + k]);
    }
    CHECK(scale > 0);
    for (int k = 0; k < b->n_form; k++) {
      const double h = 3e-6, keep = e[k];
      double up[SN_MAX_COMPOSITE_FORMS], down[SN_MAX_COMPOSITE_FORMS];
      e[k] = keep + h;
      const double high = w->value(w, e, up, NULL);
      e[k] = keep - h;
      const double low = w->value(w, e, down, NULL);
      e[k] = keep;
      CHECK_NEAR(G[k], (high - low) / (2 * h), 1e-8 * scale);
      for (int i = 0; i < b->n_form; i++) {
        CHECK_NEAR(H[i * b->n_form + k], (up[i] - down[i]) / (2 * h), 1e-8 * scale);
      }
    }
    simulated_free(&s);
  }
}

/* Dead pull along x of a strip: free across, mu (l - 1/l^2) per drawn area; held across, mu (l - 1/l^3). */
static void test_tension(void)
{
  static const char text[] =
      "param { across = 'y', f = 3e5 }\n"
      "local s = shell { name = 's', corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, elements = {1, 1},\n"
      "  thickness = 0.05, neo_hooke = 4e5, density = 1000, u_first = { symmetry = 'x' }, v_first = { symmetry = 'y' "
      "},\n"
      "  v_last = { held = across }, u_last = { load = { 0.05*f, 0, 0 } } }\n"
      "point_on_plane { ground, s:at(0, 0), axis = 'z' } point_on_plane { ground, s:at(1, 0), axis = 'z' }\n"
      "point_on_plane { ground, s:at(0, 1), axis = 'z' }\n"
      "channel('l', position(s:at(1, 0.5)).x) channel('b', position(s:at(0.5, 1)).y)\n"
      "channel('N', output(s:at(0.5, 0.5), 'N11')) channel('S', output(s:at(0.5, 0.5), 'S11'))\n"
      "run { dt = 1e-3, duration = 1e-3, start = 'static' }\n";
  static const struct {
    const char *set;
    double power;
  } row[] = {{"across=z", 2}, {"across=yz", 3}};
  for (int k = 0; k < 2; k++) {
    simulated s;
    const char *const set[] = {row[k].set};
    if (!simulate_set(&s, text, 1, set, "ed", 1) || !observe(&s)) {
      return;
    }
    double l = 1.5;
    for (int i = 0; i < 50; i++) {
      l -= (l - pow(l, -row[k].power) - 0.75) / (1 + row[k].power * pow(l, -row[k].power - 1));
    }
    printf("  stretch %.9f, closed form %.9f, linear law %.3f\n", value(&s, "l", 0), l, 1 + 0.25);
    CHECK_NEAR(value(&s, "l", 0), l, 1e-9);
    CHECK_NEAR(value(&s, "b", 0), k == 0 ? 1 / sqrt(l) : 1, 1e-9);
    CHECK_NEAR(value(&s, "N", 0), 0.05 * 3e5 / l, 1e-4); /* second Piola-Kirchhoff */
    CHECK_NEAR(value(&s, "S", 0), 3e5 / l, 1e-2);
    simulated_free(&s);
  }
}

/* Energies of strains that are not small: every step balances, momenta stay. */
static void test_motion(void)
{
  static const struct {
    const char *scheme;
    double alpha;
  } row[] = {{"ed", 1}, {"ep", 0}};
  for (int k = 0; k < 2; k++) {
    simulated s;
    if (!simulate(&s, "model.lua", sheet, row[k].scheme, row[k].alpha) || !observe(&s)) {
      return;
    }
    double P[3], J[3], worst = 0, size = 0, strain = 0;
    for (int i = 0; i < 3; i++) {
      P[i] = value(&s, "P", i);
      J[i] = value(&s, "J", i);
      size = fmax(size, fmax(fabs(P[i]), fabs(J[i])));
    }
    for (int i = 0; i < 20 && advance(&s, 2e-3); i++) {
      strain = fmax(strain, s.total.strain);
    }
    CHECK(observe(&s));
    for (int i = 0; i < 3; i++) {
      worst = fmax(worst, fmax(fabs(value(&s, "P", i) - P[i]), fabs(value(&s, "J", i) - J[i])));
    }
    printf("  %s: strain energy up to %.3g J, momenta %.1e, balance %.1e, %.2f iterations\n", row[k].scheme, strain,
           worst / size, s.defect / s.scale, (double)s.iterations / (double)s.steps);
    CHECK(strain > 200); /* of 0.05 m^3: strains of 8 % */
    CHECK_BELOW(worst, 1e-12 * size);
    check_laws(&s);
    simulated_free(&s);
  }
}

/* From rest, where there is no energy yet that round-off could be compared with: a thin plate that begins to fall. */
static void test_from_rest(void)
{
  static const char text[] =
      "shell { name = 's', corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, elements = {3, 3}, thickness = "
      "0.01,\n"
      "  density = 1000, neo_hooke = 1e6, u_first = { held = 'xyz' }, u_last = { held = 'xyz' } }\n"
      "gravity { 0, 0, -9.81 }\n"
      "run { dt = 1e-3, duration = 1 }\n";
  simulated s;
  if (!simulate(&s, "model.lua", text, "ed", 1) || !advance_to(&s, 5e-3, 5)) {
    return;
  }
  check_laws(&s);
  simulated_free(&s);
}

/* A cantilever under a small load bends as the linear shell of E = 3 mu, nu = 1/2. */
static void test_small(void)
{
  static const char text[] =
      "param { rubber = true }\n"
      "local f = { name = 's', corners = {{0, 0, 0}, {1, 0, 0}, {1, 0.3, 0}, {0, 0.3, 0}}, elements = {3, 1}, "
      "thickness = "
      "0.05,\n"
      "  density = 1000, offset = 0.01, u_first = { clamped = true }, u_last = { load = {0, 0, 1e-3} } }\n"
      "if rubber then f.neo_hooke = 1e6 else f.E, f.nu = 3e6, 0.5 end\n"
      "local s = shell(f)\n"
      "channel('z', position(s:at(1, 0.5)).z) channel('M', output(s:at(0.5, 0.5), 'M11'))\n"
      "run { dt = 1e-3, duration = 1e-3, start = 'static' }\n";
  double z[2], M[2];
  for (int k = 0; k < 2; k++) {
    simulated s;
    const char *const set[] = {k ? "rubber=true" : "rubber=false"};
    if (!simulate_set(&s, text, 1, set, "ed", 1) || !observe(&s)) {
      return;
    }
    z[k] = value(&s, "z", 0);
    M[k] = value(&s, "M", 0);
    simulated_free(&s);
  }
  CHECK_NEAR(z[1], z[0], 1e-4 * fabs(z[0]));
  CHECK_NEAR(M[1], M[0], 1e-4 * fabs(M[0]));
}

int main(void)
{
  RUN(test_derivatives);
  RUN(test_tension);
  RUN(test_motion);
  RUN(test_small);
  RUN(test_from_rest);
  return REPORT();
}
