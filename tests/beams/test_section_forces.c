/* tests/beams/test_section_forces.c -- section forces of beams and cables are in equilibrium with what holds them, on any mesh.
 * What:    closed forms (weight, point load, steady rotation, load path), and the same numbers as the joint that holds the end, its
 *          neighbour or the body at its end have: at rest and in motion, with loads per length, damping, sections that vary, mass off
 *          the line, shared nodes, moving bases; continuous along the beam.
 */
#include "support/parameters.h"

#define SOLVE(s, text, ...)                                                                          \
  do {                                                                                               \
    const char *const set_[] = {__VA_ARGS__};                                                        \
    if (!simulate_set(s, text, (int)(sizeof set_ / sizeof set_[0]), set_, "ed", 1) || !observe(s)) { \
      return; /* the check has failed already */                                                     \
    }                                                                                                \
  } while (0)

static const char *const orders[] = {"order=1", "order=2", "order=3"};
static const char *const masses[] = {"mass=lumped", "mass=consistent"};

/* ---- 10 N of weight on 1 m, a point load of 3 N at a node in the middle, a tip mass of 0.2 kg */
static const char cantilever[] =
    "param { order = 2, mass = 'lumped', n = 4, P = 0, tip = 0, own = 1 }\n"
    "gravity { 0, 0, -10 }\n"
    "local b = beam { name = 'b', ground, from = {0, 0, 0}, to = {1, 0, 0}, elements = n, order = order, mass_matrix = "
    "mass,\n"
    "  stiffness = {1e6, 1e6, 1e6, 1e5, 1e5, 1e5}, mass_per_length = own, rotary_inertia = {1e-4, 1e-4},\n"
    "  load = {0, 0, 10*(own - 1)} }\n"
    "if P > 0 then force { b:at(0.5), value = {0, 0, -P} } end\n"
    "if tip > 0 then local m = body { name = 'm', at = {1, 0, 0}, mass = tip, inertia = {1e-3, 1e-3, 1e-3} }\n"
    "  fixed { name = 'f', b.last, m, at = {1, 0, 0} } end\n"
    "channel('V0', output(b, 'V3', 0)) channel('V1', output(b, 'V3', 1)) channel('M0', output(b, 'M3', 0))\n"
    "channel('M1', output(b, 'M3', 1)) channel('ff', output(b, 'force_first')) channel('mf', output(b, "
    "'moment_first'))\n"
    "channel('Va', output(b, 'V3', 0.1)) channel('Vb', output(b, 'V3', 0.5)) channel('Vc', output(b, 'V3', 0.93))\n"
    "channel('Ma', output(b, 'M3', 0.1)) channel('Mb', output(b, 'M3', 0.5)) channel('Mc', output(b, 'M3', 0.93))\n"
    "channel('before', output(b, 'V3', 0.4999)) channel('behind', output(b, 'V3', 0.5001))\n"
    "run { dt = 1e-3, duration = 1, start = 'static' }\n";

static void test_weight(void)
{
  static const double at[] = {0.1, 0.5, 0.93};
  static const char *const V[] = {"Va", "Vb", "Vc"}, *const M[] = {"Ma", "Mb", "Mc"};
  static const char *const own[] = {"own=1", "own=3"}; /* the same weight with a load that lifts */
  static const char *const mesh[] = {"n=2", "n=4", "n=8"};
  for (int k = 0; k < 3 * 2 * 2 * 3; k++) {
    simulated s;
    SOLVE(&s, cantilever, orders[k % 3], masses[k / 3 % 2], own[k / 6 % 2], mesh[k / 12]);
    CHECK_NEAR(value(&s, "V0", 0), -10, 1e-8);
    CHECK_NEAR(value(&s, "ff", 2), -10, 1e-8);
    CHECK_NEAR(value(&s, "V1", 0), 0, 1e-10);
    CHECK_NEAR(value(&s, "M0", 0), 5, 1e-6); /* but for the deflection */
    CHECK_NEAR(value(&s, "mf", 2), value(&s, "M0", 0), 1e-14);
    CHECK_NEAR(value(&s, "M1", 0), 0, 1e-10);
    for (int i = 0; i < 3; i++) {
      CHECK_NEAR(value(&s, V[i], 0), -10 * (1 - at[i]), 1e-6);
      CHECK_NEAR(value(&s, M[i], 0), 5 * (1 - at[i]) * (1 - at[i]), 1e-6);
    }
    simulated_free(&s);
  }
}

/* A load at a node: its size is the step from one side to the other; at the node the mean. A body at the end hangs on the last section. */
static void test_point_load(void)
{
  for (int k = 0; k < 6; k++) {
    simulated s;
    SOLVE(&s, cantilever, orders[k % 3], masses[k / 3], "P=3", "tip=0.2");
    CHECK_NEAR(value(&s, "V0", 0), -15, 1e-8);
    CHECK_NEAR(value(&s, "before", 0), -2 - 3 - 10 * 0.5001, 1e-6);
    CHECK_NEAR(value(&s, "behind", 0), -2 - 10 * 0.4999, 1e-6);
    CHECK_NEAR(value(&s, "Vb", 0), -2 - 1.5 - 5, 1e-6);
    CHECK_NEAR(value(&s, "V1", 0), -2, 1e-8);
    CHECK_NEAR(value(&s, "M0", 0), 5 + 1.5 + 2, 1e-6);
    simulated_free(&s);
  }
}

/* ---- a whip: everything at once, held by a joint on a body that turns as given */
static const char whip[] =
    "param { order = 2, mass = 'lumped', measure = 'reissner', n = 3, from = 'body' }\n"
    "gravity { 1, 2, -9.81 }\n"
    "local hub = from == 'base'\n"
    "  and base { name = 'hub', at = {0, 0, 0}, position = function(t) return 0.1*sin(7*t), 0, 0.3*t*t end,\n"
    "    axis = 'z', angle = function(t) return 3*t + sin(5*t)/5 end }\n"
    "  or body { name = 'hub', at = {0, 0, 0}, mass = 2, inertia = {0.1, 0.1, 0.1} }\n"
    "if from ~= 'base' then revolute { ground, hub, at = {0, 0, 0}, axis = 'z', drive = function(t) return 3*t + "
    "sin(5*t)/5 end } end\n"
    "local L = 1\n"
    "local b = beam { name = 'b', from = {0, 0, 0}, to = {L, 0, 0}, elements = n, order = order, mass_matrix = mass,\n"
    "  measure = measure, E = 2e9, nu = 0.3, density = 2000, damping = 1e-3,\n"
    "  section = function(s) return rectangle { width = 0.02 - 0.008*s, height = 0.03 - 0.01*s } end,\n"
    "  load = function(t, s, vx, vy, vz) return 3*s - vx, sin(9*t) - vy, -0.5*vz end,\n"
    "  follower_load = function(t, s) return 0.5, 2*s, -s*s end, moment_load = {0.1, 0, 0.2}, follower_moment_load = "
    "{0, 0.3, 0} }\n"
    "local c = beam { name = 'c', b.last, from = {1, 0, 0}, to = {1, 0.4, 0.2}, elements = 2, order = order, "
    "mass_matrix = mass,\n"
    "  stiffness = {4e5, 2e5, 2e5, 30, 20, 25}, mass_per_length = 1.1, rotary_inertia = {2e-4, 3e-4}, mass_center = "
    "{0.02, -0.01} }\n"
    "fixed { name = 'root', hub, b.first, at = {0, 0, 0} }\n"
    "local m = body { name = 'm', at = {1, 0, 0}, mass = 0.3, inertia = {1e-3, 2e-3, 2e-3} }\n"
    "fixed { name = 'corner', b.last, m, at = {1, 0, 0} }\n"
    "channel('R', output('root', 'reaction_local')) channel('RM', output('root', 'reaction_moment_local'))\n"
    "channel('F', output(b, 'force_first')) channel('M', output(b, 'moment_first'))\n"
    "channel('C', output('corner', 'reaction')) channel('CM', output('corner', 'reaction_moment'))\n"
    "channel('e', orientation(b.last)) channel('Fe', output(b, 'force_last')) channel('Me', output(b, 'moment_last'))\n"
    "channel('g', orientation(c.first)) channel('Fg', output(c, 'force_first')) channel('Mg', output(c, "
    "'moment_first'))\n"
    "channel('end', output(c, 'force_last')) channel('end_M', output(c, 'moment_last'))\n"
    "for i = 1, 2*n - 1 do\n"
    "  for k, name in ipairs { 'N', 'V2', 'V3', 'T', 'M2', 'M3' } do\n"
    "    channel('a'..i..'_'..k, output(b, name, L*i/(2*n) - 1e-8*L)) channel('b'..i..'_'..k, output(b, name, "
    "L*i/(2*n) + 1e-8*L))\n"
    "    channel('c'..i..'_'..k, output(b, name, L*i/(2*n)))\n"
    "  end\n"
    "end\n"
    "run { dt = 1e-3, duration = 1 }\n";

/* T, M2, M3 as a vector along d1, d2, d3 */
static void as_vector(const double m[3], double out[3])
{
  out[0] = m[0];
  out[1] = m[2];
  out[2] = -m[1];
}
/* q = (w, x, y, z) turns a into the ground */
static sn_v3 turn(const double q[4], const double a[3])
{
  const sn_v3 u = v3(q[1], q[2], q[3]), x = v3(a[0], a[1], a[2]), c = v3_scale(2, v3_cross(u, x));
  return v3_add(v3_axpy(x, q[0], c), v3_cross(u, c));
}

static void look_at_whip(const simulated *s, double scale)
{
  double F[3], M[3], m[3], R[3], RM[3], q[4];
  channel(s, "F", F), channel(s, "M", M), channel(s, "R", R), channel(s, "RM", RM);
  as_vector(M, m);
  for (int k = 0; k < 3; k++) { /* what the joint does to the beam */
    CHECK_NEAR(F[k], -R[k], 1e-9 * scale);
    CHECK_NEAR(m[k], -RM[k], 1e-9 * scale);
  }
  /* the corner: end of the one, begin of the other, and the body between them */
  channel(s, "Fe", F), channel(s, "Me", M), channel(s, "e", q), channel(s, "C", R), channel(s, "CM", RM);
  as_vector(M, m);
  sn_v3 force = v3_add(turn(q, F), v3(R[0], R[1], R[2])), moment = v3_add(turn(q, m), v3(RM[0], RM[1], RM[2]));
  channel(s, "Fg", F), channel(s, "Mg", M), channel(s, "g", q);
  as_vector(M, m);
  CHECK_BELOW(v3_norm(v3_sub(force, turn(q, F))), 1e-9 * scale);
  CHECK_BELOW(v3_norm(v3_sub(moment, turn(q, m))), 1e-9 * scale);
  for (int k = 0; k < 3; k++) { /* free */
    CHECK_NEAR(value(s, "end", k), 0, 1e-9 * scale);
    CHECK_NEAR(value(s, "end_M", k), 0, 1e-9 * scale);
  }
  for (int i = 1; i < 6; i++) { /* no steps along the beam, at nodes or between them */
    for (int k = 1; k <= 6; k++) {
      char name[3][16];
      for (int j = 0; j < 3; j++) {
        (void)snprintf(name[j], sizeof name[j], "%c%d_%d", 'a' + j, i, k);
      }
      CHECK_NEAR(value(s, name[0], 0), value(s, name[1], 0), 1e-5 * scale);
      CHECK_NEAR(value(s, name[2], 0), (value(s, name[0], 0) + value(s, name[1], 0)) / 2, 1e-5 * scale);
    }
  }
}

static void test_whip(void)
{
  static const char *const measure[] = {"measure=reissner", "measure=small_strain"};
  static const char *const from[] = {"from=body", "from=base"};
  for (int k = 0; k < 3 * 2 * 2 * 2; k++) {
    simulated s;
    SOLVE(&s, whip, orders[k % 3], masses[k / 3 % 2], measure[k / 6 % 2], from[k / 12]);
    for (int i = 0; i < 3 && advance_to(&s, 0.05 * (i + 1), 20) && observe(&s); i++) {
      double R[3];
      channel(&s, "R", R);
      look_at_whip(&s, 10 + v3_norm(v3(R[0], R[1], R[2])));
    }
    simulated_free(&s);
  }
}

/* ---- steady rotation: N = rho A w^2 (L^2 - r^2)/2 on 2 elements. Row sums are lumps: with order 1 they weigh on the wrong places,
   with order 3 they say less about what is between the nodes. */
static const char rotor[] =
    "param { order = 2, mass = 'lumped' }\n"
    "local hub = base { name = 'hub', at = {0, 0, 0}, axis = 'z', angle = function(t) return 20*t end }\n"
    "local b = beam { name = 'b', hub, from = {0, 0, 0}, to = {1, 0, 0}, elements = 2, order = order, mass_matrix = "
    "mass,\n"
    "  angular_velocity = {0, 0, 20}, stiffness = {1e9, 1e9, 1e9, 1e7, 1e7, 1e7}, mass_per_length = 1, rotary_inertia "
    "= {1e-4, 1e-4}, damping = 1e-4 }\n"
    "channel('a', output(b, 'N', 0)) channel('b', output(b, 'N', 0.3)) channel('c', output(b, 'N', 0.5)) channel('d', "
    "output(b, 'N', 0.8))\n"
    "run { dt = 1e-3, duration = 1 }\n";

static void test_rotation(void)
{
  static const double at[] = {0, 0.3, 0.5, 0.8};
  static const char *const name[] = {"a", "b", "c", "d"};
  for (int k = 1; k < 6; k++) {
    simulated s;
    const double within = k == 2 ? 3 : 0.2; /* it still vibrates by 0.1 */
    SOLVE(&s, rotor, orders[k % 3], masses[k / 3]);
    for (int i = 0; i < 4 && advance_to(&s, 0.2 + 0.1 * i, 100) && observe(&s); i++) {
      CHECK_NEAR(value(&s, name[i], 0), 200 * (1 - at[i] * at[i]), within);
    }
    simulated_free(&s);
  }
}

/* ---- cables: half the weight at either end, on any mesh; a weight that swings and a joint that holds the end */
static const char swing[] = "param { order = 2 }\n"
                            "gravity { 0, 0, -10 }\n"
                            "local a = body { name = 'a', at = {0, 0, 0}, mass = 1, inertia = {1, 1, 1} }\n"
                            "fixed { name = 'f', ground, a, at = {0, 0, 0} }\n"
                            "local p = point { name = 'p', at = {1, 0, -0.2}, mass = 0.7 }\n"
                            "local c = cable { name = 'c', a, p, from = {0, 0, 0}, elements = 3, order = order, "
                            "stiffness = 1e4, mass_per_length = 0.5,\n"
                            "  load = function(t, s, vx, vy, vz) return sin(3*t) - 0.1*vx, s, 0 end }\n"
                            "channel('R', output('f', 'reaction')) channel('F', output(c, 'force_first')) channel('G', "
                            "output(c, 'force_last'))\n"
                            "channel('acc', acceleration(p)) channel('T', output(c, 'tension', 0)) channel('first', "
                            "output(c, 'tension_first'))\n"
                            "channel('x', output(c, 'force', 0.3)) channel('y', output(c, 'force', 0.3 + 1e-9))\n"
                            "run { dt = 1e-3, duration = 1 }\n";

static void test_cable(void)
{
  for (int k = 0; k < 3; k++) {
    simulated s;
    SOLVE(&s, swing, orders[k]);
    for (int i = 0; i < 3 && advance_to(&s, 0.1 * (i + 1), 40) && observe(&s); i++) {
      double R[3], F[3], G[3], a[3];
      channel(&s, "R", R), channel(&s, "F", F), channel(&s, "G", G), channel(&s, "acc", a);
      for (int j = 0; j < 3; j++) {
        CHECK_NEAR(F[j] + R[j], j == 2 ? 10 : 0, 1e-8);           /* the body that it pulls at rests: 10 N of its own */
        CHECK_NEAR(G[j], 0.7 * (a[j] + (j == 2 ? 10 : 0)), 1e-8); /* and pulls the point along */
        CHECK_NEAR(value(&s, "x", j), value(&s, "y", j), 1e-6);
      }
      CHECK_NEAR(value(&s, "T", 0), v3_norm(v3(F[0], F[1], F[2])), 1e-9);
      CHECK_NEAR(value(&s, "first", 0), value(&s, "T", 0), 1e-12);
    }
    simulated_free(&s);
  }
}

int main(void)
{
  RUN(test_weight);
  RUN(test_point_load);
  RUN(test_whip);
  RUN(test_rotation);
  RUN(test_cable);
  return REPORT();
}
