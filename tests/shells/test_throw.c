/* tests/shells/test_throw.c -- shells thrown with `velocity` as a function of the place: directors start with the surface.
 * Laws:    rigid fields of velocity (v + w x x) start exactly the motion that `angular_velocity` starts: places, directors, energy. A plate
 *          that is thrown so flies as a rigid body.
 * Against: closed form of a plate that spins about a principal axis.
 */
#include "support/simulated.h"

/* Nodes 9 or 4, flat, curved; the field of velocity is that of w about the first node, which is at (-0.5, -0.2, z0). */
static const char text[] = "param { by = 'velocity', order = 2, curve = 0 }\n"
                           "local w = { 2, -9, 5 }\n"
                           "local function place(u, v) return u - 0.5, 0.4*v - 0.2, curve*(u*(1 - u) + v*(1 - v)) end\n"
                           "local f = { name = 's', surface = place, elements = { 3, 2 }, order = order, thickness = "
                           "0.02, E = 2e11, nu = 0.3, density = 7800 }\n"
                           "if by == 'velocity' then f.velocity = function(u, v)\n"
                           "    local x, y, z = place(u, v)\n"
                           "    x, y = x + 0.5, y + 0.2\n"
                           "    return 1 + w[2]*z - w[3]*y, 2 + w[3]*x - w[1]*z, 3 + w[1]*y - w[2]*x\n"
                           "  end\n"
                           "else f.velocity = { 1, 2, 3 } f.angular_velocity = w end\n"
                           "shell(f)\n"
                           "run { dt = 1e-3, duration = 0.1 }\n";

static int begin(simulated *s, const char *by, const char *order, const char *curve)
{
  const sn_override set[] = {{"by", by}, {"order", order}, {"curve", curve}};
  const sn_language_options options = {.override = set, .n_override = 3};
  return simulate_with(s, "throw", text, &options, "ed", 1);
}

static void test_same_start(void)
{
  static const char *const orders[] = {"1", "2"}, *const curves[] = {"0", "0.3"};
  for (int k = 0; k < 4; k++) {
    simulated a, b;
    if (begin(&a, "velocity", orders[k / 2], curves[k % 2]) && begin(&b, "spin", orders[k / 2], curves[k % 2])) {
      const int n = a.session.frozen.system->n_vector;
      double start = 0, later = 0;
      CHECK(n == b.session.frozen.system->n_vector);
      for (int i = 0; i < n; i++) {
        start = fmax(start, v3_norm(v3_sub(a.state->v[i], b.state->v[i])));
      }
      CHECK_BELOW(start, 1e-12); /* of places and directors, m/s and 1/s */
      if (advance_to(&a, 0.05, 50) && advance_to(&b, 0.05, 50)) {
        for (int i = 0; i < n; i++) {
          later = fmax(later, v3_norm(v3_sub(a.state->q[i], b.state->q[i])));
        }
      }
      CHECK_BELOW(later, 1e-10);
      check_laws(&a);
    }
    simulated_free(&a);
    simulated_free(&b);
  }
}

/* A plate that spins about the axis y through its middle, by velocities of its places alone: half a turn, no loss. */
static void test_spinning_plate(void)
{
  static const char plate[] = "local s = shell { name = 's', corners = { { -0.5, -0.2, 0 }, { 0.5, -0.2, 0 }, { 0.5, "
                              "0.2, 0 }, { -0.5, 0.2, 0 } },\n"
                              "  elements = { 4, 2 }, thickness = 0.02, E = 2e11, nu = 0.3, density = 7800,\n"
                              "  velocity = function(u, v) return 0, 0, -10*(u - 0.5) end }\n"
                              "channel('corner', position(s:at(1, 1)))\n"
                              "run { dt = 1e-3, duration = 0.3 }\n";
  simulated s;
  double x[3] = {0};
  if (!simulate(&s, "plate", plate, "ed", 1)) {
    simulated_free(&s);
    return;
  }
  double kinetic = 0, strain = 0, potential = 0;
  sn_energies(s.session.frozen.system, s.state, &kinetic, &strain, &potential);
  const double mass = 7800 * 0.02 * 0.4, inertia = mass * (1 + 0.02 * 0.02) / 12; /* directors carry rho h^3/12 each */
  CHECK_NEAR(kinetic / (inertia * 100 / 2), 1, 2e-3);                             /* consistent mass of a rigid field */
  if (advance_to(&s, 0.3, 300) && observe(&s)) {
    channel(&s, "corner", x);
    CHECK_NEAR(x[0], 0.5 * cos(3), 1e-5); /* centrifugal strain: rho w^2 l^2/E/3 = 3e-7 */
    CHECK_NEAR(x[1], 0.2, 1e-5);
    CHECK_NEAR(x[2], -0.5 * sin(3), 1e-5);
    CHECK_BELOW(fabs(s.total.kinetic + s.total.strain - kinetic) / kinetic, 1e-6);
    CHECK_BELOW(s.total.numerical / kinetic, 1e-6);
    check_laws(&s);
  }
  simulated_free(&s);
}

int main(void)
{
  RUN(test_same_start);
  RUN(test_spinning_plate);
  return REPORT();
}
