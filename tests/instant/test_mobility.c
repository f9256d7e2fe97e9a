/* tests/instant/test_mobility.c -- how easily a spring moves what it acts on: closed forms, tangent mobilities, invariance. */
#include "tests/analysis/mechanism.h"
#include <stdlib.h>

static double random_number(void)
{
  return 2.0 * rand() / RAND_MAX - 1;
}

static sn_v3 random_vector(void)
{
  const double x = random_number(), y = random_number();
  return v3(x, y, random_number());
}

static int add_point_mass(mechanism *k, sn_v3 x, double mass)
{
  sn_item_begin(k->b, "point", "bob", "here.lua:1");
  const int node = sn_add_point(k->b, x, v3(0, 0, 0));
  const int at = sn_vector_of(k->b, node, 0);
  sn_add_mass(k->b, at, at, mass);
  return node;
}

/* a spring along the length between two frames */
static int spring_between(mechanism *k, const sn_frame *a, const sn_frame *b)
{
  const int block = sn_block_begin(k->b, &sn_law_potential, "spring");
  const int gap = sn_between(k->b, a, b);
  sn_coordinate_length(k->b, sn_form(k->b, 0.5, gap, gap, 0), 1);
  sn_composite_potential(k->b, sn_potential_spring(k->b, 100, 0.1));
  return block;
}

/* between a point of node a and one of node b, or of the ground (-1) */
static int spring(mechanism *k, int a, sn_v3 at_a, int b, sn_v3 at_b)
{
  const sn_frame A = frame_at(k, a, at_a, m3_identity()), B = frame_at(k, b, at_b, m3_identity());
  return spring_between(k, &A, &B);
}

/* about the axis of a hinge of a and b at x */
static int torsion_spring(mechanism *k, int a, int b, sn_v3 x, sn_v3 axis)
{
  const sn_m3 r = sn_rotation_along(axis);
  const sn_frame A = frame_at(k, a, x, r), B = frame_at(k, b, x, r);
  const int block = sn_block_begin(k->b, &sn_law_potential, "spring");
  angle_forms(k, &A, &B, 1);
  sn_composite_potential(k->b, sn_potential_spring(k->b, 10, 0));
  return block;
}

/* with all that constraints leave free; by itself, as steps begin with where there is much to look at, it is never less */
static double mobility(mechanism *k, int block)
{
  double *out = SN_NEW(k->arena, double, k->s->n_block);
  unsigned char *asked = SN_NEW(k->arena, unsigned char, k->s->n_block);
  asked[block] = SN_MOBILITY_ALONE;
  out[block] = NAN;
  CHECK_OK(sn_instant_take(k->m, &k->x, &k->error), k->error);
  CHECK_OK(sn_instant_mobilities(k->m, asked, out, &k->error), k->error);
  const double alone = out[block];
  asked[block] = SN_MOBILITY_FOUND;
  CHECK_OK(sn_instant_mobilities(k->m, asked, out, &k->error), k->error);
  CHECK(alone >= (1 - 1e-12) * out[block] && isfinite(alone));
  return out[block];
}

/* ---- free bodies */

static void test_two_points(void)
{
  const double m1 = 0.4, m2 = 3, L = 1.3, K = 7;
  mechanism k = mechanism_begin(v3(0, 0, -9.81));
  const sn_v3 y = v3_scale(L, v3_unit(v3(1, -2, 0.5)));
  const int a = add_point_mass(&k, v3(0, 0, 0), m1), b = add_point_mass(&k, y, m2);
  const sn_frame A = sn_node_frame(k.b, a), B = sn_node_frame(k.b, b), O = sn_ground_frame(k.b);
  const int length = spring_between(&k, &A, &B), ground = spring_between(&k, &O, &B);
  const int bar = sn_block_begin(k.b, &sn_law_elastic, "bar"); /* e = (l^2 - 1)/2: its gradient is l along the bar */
  const int gap = sn_between(k.b, &A, &B);
  sn_form(k.b, 0.5, gap, gap, -0.5);
  sn_block_matrix(k.b, 0, 0, K);
  mechanism_finish(&k);
  CHECK_NEAR(mobility(&k, length), 1 / m1 + 1 / m2, 1e-14);
  CHECK_NEAR(mobility(&k, ground), 1 / m2, 1e-15);
  CHECK_NEAR(mobility(&k, bar), K * L * L * (1 / m1 + 1 / m2), 1e-13);
  CHECK(!sn_instant_is_held(k.m, length) && !sn_instant_is_held(k.m, ground) && !sn_instant_is_held(k.m, bar));
  k.x.q[position_of(&k, b)] = v3_scale(2, y); /* what was taken up counts */
  CHECK_NEAR(mobility(&k, bar), 4 * K * L * L * (1 / m1 + 1 / m2), 1e-12);
  CHECK_NEAR(mobility(&k, length), 1 / m1 + 1 / m2, 1e-14);
  mechanism_end(&k);
}

/* A bushing off the centre of a body: trace of K (1/m - c x J^-1 c x), with c and the rows in ground axes. */
static void test_bushing(void)
{
  srand(2);
  const double m = 0.7, J[3] = {0.02, 0.05, 0.03};
  const sn_v3 x = random_vector(), c = random_vector();
  const sn_m3 r = sn_rotation_axis_angle(random_vector(), 1.1);
  double K[3][3], root[3][3], want = 0;
  for (int i = 0; i < 9; i++) {
    root[i / 3][i % 3] = random_number();
  }
  mechanism k = mechanism_begin(v3(0, 0, 0));
  const int n = add_body(&k, "body", x, r, m, J);
  const sn_frame A = frame_at(&k, -1, v3_add(x, c), m3_identity()), B = frame_at(&k, n, v3_add(x, c), m3_identity());
  const int block = sn_block_begin(k.b, &sn_law_elastic, "bushing");
  const int gap = sn_between(k.b, &A, &B);
  for (int i = 0; i < 3; i++) {
    sn_form(k.b, 1, gap, sn_axis_of(k.b, &A, i), 0);
  }
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      K[i][j] = root[0][i] * root[0][j] + root[1][i] * root[1][j] + root[2][i] * root[2][j];
      sn_block_matrix(k.b, i, j, K[i][j]);
      /* rate of point i by an impulse along j */
      sn_v3 e[3] = {v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1)};
      const sn_v3 h = m3_tmul(r, v3_cross(c, e[j])), w = m3_mul(r, v3(h.x[0] / J[0], h.x[1] / J[1], h.x[2] / J[2]));
      want += K[i][j] * ((i == j) / m + v3_dot(e[i], v3_cross(w, c)));
    }
  }
  mechanism_finish(&k);
  CHECK_NEAR(mobility(&k, block), want, 1e-13 * want);
  mechanism_end(&k);
}

/* ---- constraints */

/* A spring from the tip of an arm to a free mass. Driven, the arm does not exist for it, whatever its mass. Free to turn, it
   moves by r^2/J about its hinge; a spring along the arm pulls at the hinge alone. */
static void test_light_arm(void)
{
  const double M = 2, r = 0.6;
  for (int driven = 0; driven < 2; driven++) {
    for (double m = 1e-6; m < 2; m *= 1e3) {
      const double J[3] = {m * 1e-3, m * 0.03, m * 0.03};
      mechanism k = mechanism_begin(v3(0, 0, -9.81));
      const int arm = add_body(&k, "arm", v3(r / 2, 0, 0), m3_identity(), m, J),
                bob = add_point_mass(&k, v3(r, 1, 0), M);
      const sn_v3 origin = v3(0, 0, 0), z = v3(0, 0, 1), tip = v3(r, 0, 0);
      revolute(&k, "hinge", -1, arm, origin, z);
      if (driven) {
        const sn_frame A = frame_at(&k, -1, origin, m3_identity()), B = frame_at(&k, arm, origin, m3_identity());
        sn_block_begin(k.b, &sn_law_driven, "drive");
        angle_forms(&k, &A, &B, 1);
        sn_composite_drive(k.b, swing(&k, 1, 2));
      }
      const int across = spring(&k, arm, tip, bob, v3(r, 1, 0));
      const int along = spring(&k, arm, tip, -1, v3(3, 0, 0));
      const int twist = torsion_spring(&k, -1, arm, origin, z);
      mechanism_finish(&k);
      const double about = m * 0.03 + m * r * r / 4, turn = driven ? 0 : 1 / about;
      const double last_bit = 4e-16 * r * r / about; /* of the force that the drive takes up, left on the arm */
      CHECK_NEAR(mobility(&k, across), 1 / M + r * r * turn, 1e-12 * (1 + turn) + last_bit);
      CHECK_NEAR(mobility(&k, along), 0, 1e-12 / m);
      CHECK_NEAR(mobility(&k, twist), turn, 1e-12 / m);
      CHECK(mobility(&k, along) >= 0 && mobility(&k, twist) >= 0);
      CHECK(sn_instant_is_held(k.m, across) && sn_instant_is_held(k.m, along) && sn_instant_is_held(k.m, twist));
      mechanism_end(&k);
    }
  }
}

/* Two free bodies with a hinge and a spring about it. Centres on the axis: 1/J1 + 1/J2. Centres beside it, at -a and b: the pin
   forces take part of that away. */
static void test_torsion_spring(void)
{
  const double m1 = 1.5, m2 = 0.2, J1 = 0.07, J2 = 0.011;
  for (int beside = 0; beside < 2; beside++) {
    const double a = beside ? 0.4 : 0, b = beside ? 0.3 : 0, one[3] = {0.03, 0.06, J1}, two[3] = {0.02, 0.015, J2};
    mechanism k = mechanism_begin(v3(0, 0, 0));
    const int first = add_body(&k, "first", v3(-a, 0, beside ? 0 : -0.3), m3_identity(), m1, one);
    const int second = add_body(&k, "second", v3(b, 0, beside ? 0 : 0.2), m3_identity(), m2, two);
    revolute(&k, "hinge", first, second, v3(0, 0, 0), v3(0, 0, 1));
    const int twist = torsion_spring(&k, first, second, v3(0, 0, 0), v3(0, 0, 1));
    mechanism_finish(&k);
    const double lever = b / J2 - a / J1, pin = 1 / m1 + 1 / m2 + a * a / J1 + b * b / J2;
    CHECK_NEAR(mobility(&k, twist), 1 / J1 + 1 / J2 - lever * lever / pin, 1e-12 / J2);
    mechanism_end(&k);
  }
}

/* A gear of ratio n between two wheels on the ground: a spring on one of them moves both, 1/(J1 + n^2 J2). */
static void test_gear(void)
{
  const double J1 = 0.05, J2 = 0.4, n = -3, one[3] = {1, 1, J1}, two[3] = {1, 1, J2};
  mechanism k = mechanism_begin(v3(0, 0, 0));
  const sn_v3 x[2] = {v3(0, 0, 0), v3(1, 0, 0)}, z = v3(0, 0, 1);
  const int wheel[2] = {add_body(&k, "small", x[0], m3_identity(), 1, one),
                        add_body(&k, "large", x[1], m3_identity(), 1, two)};
  sn_frame A[2], B[2];
  for (int i = 0; i < 2; i++) {
    revolute(&k, "axle", -1, wheel[i], x[i], z);
    A[i] = frame_at(&k, -1, x[i], m3_identity());
    B[i] = frame_at(&k, wheel[i], x[i], m3_identity());
  }
  sn_block_begin(k.b, &sn_law_driven, "gear"); /* angle 2 = n angle 1 */
  angle_forms(&k, A, B, n);
  angle_forms(&k, A + 1, B + 1, -1);
  sn_composite_zero(k.b);
  const int twist = torsion_spring(&k, -1, wheel[0], x[0], z);
  mechanism_finish(&k);
  CHECK_NEAR(mobility(&k, twist), 1 / (J1 + n * n * J2), 1e-14);
  mechanism_end(&k);
}

/* Rows that say the same thing twice take nothing more away. */
static void test_door(void)
{
  const double J[3] = {1, 1, 0.8}, m = 10, c = 0.5;
  double at[2];
  for (int hinges = 1; hinges <= 2; hinges++) {
    mechanism k = mechanism_begin(v3(0, 0, -9.81));
    const int door = add_body(&k, "door", v3(c, 0, 1), m3_identity(), m, J);
    for (int i = 0; i < hinges; i++) {
      revolute(&k, "hinge", -1, door, v3(0, 0, 0.3 + 1.4 * i), v3(0, 0, 1));
    }
    const int closer = spring(&k, -1, v3(0.7, 0.6, 1), door, v3(0.7, 0, 1));
    mechanism_finish(&k);
    at[hinges - 1] = mobility(&k, closer);
    mechanism_end(&k);
  }
  CHECK_NEAR(at[0], 0.49 / (J[2] + m * c * c), 1e-14);
  CHECK_NEAR(at[1], at[0], 1e-13);
}

/* ---- the two ways agree; what touches no node; turned models */

/* A block that no constraint touches looks at its own nodes; a grain of dust pinned to one of them makes it look at all. */
static void test_two_ways(void)
{
  double out[3];
  for (int i = 0; i < 3; i++) { /* alone, with a pendulum far away, with dust */
    srand(9);
    const double J[3] = {0.2, 0.3, 0.25};
    mechanism k = mechanism_begin(v3(0, 0, -9.81));
    const sn_v3 x = random_vector(), y = random_vector(), p = random_vector(), q = random_vector();
    const int a = add_body(&k, "a", x, sn_rotation_axis_angle(random_vector(), 1), 1.1, J);
    const int b = add_body(&k, "b", y, sn_rotation_axis_angle(random_vector(), 2), 0.3, J);
    const int block = spring(&k, a, p, b, q);
    if (i == 1) {
      const int bob = add_body(&k, "bob", v3(50, 0, 0), m3_identity(), 4, J);
      revolute(&k, "far", -1, bob, v3(49, 0, 0), v3(0, 1, 0));
    } else if (i == 2) {
      const double none[3] = {1e-13, 1e-13, 1e-13};
      spherical(&k, "dust", a, add_body(&k, "grain", x, m3_identity(), 1e-13, none), x);
    }
    mechanism_finish(&k);
    CHECK(sn_instant_is_held(k.m, block) == (i == 2));
    out[i] = mobility(&k, block);
    mechanism_end(&k);
  }
  CHECK(out[0] == out[1]);
  CHECK_NEAR(out[2], out[0], 1e-11 * out[0]);
}

static void test_ground_only(void)
{
  mechanism k = mechanism_begin(v3(0, 0, 0));
  const sn_expr *const move[3] = {swing(&k, 0.4, 3), NULL, NULL};
  const int base = sn_add_moving_frame(k.b, move, v3(0, 0, 1), NULL, m3_identity());
  const sn_frame f = sn_moving_frame_frame(k.b, base), g = sn_fixed_point_frame(k.b, v3(0, 2, 0));
  const int bob = add_point_mass(&k, v3(1, 0, 0), 2);
  const sn_frame B = sn_node_frame(k.b, bob);
  sn_item_begin(k.b, "spring", "s", "");
  const int idle = spring_between(&k, &g, &f), carried = spring_between(&k, &f, &B);
  mechanism_finish(&k);
  CHECK(mobility(&k, idle) == 0 && !sn_instant_is_held(k.m, idle));
  CHECK_NEAR(mobility(&k, carried), 0.5, 1e-15);
  mechanism_end(&k);
}

/* A chain of bodies with a loop of springs, drawn in turned axes and elsewhere: the same numbers. */
static void test_rotation(void)
{
  enum { N = 4 };
  double out[2][2 * N];
  for (int turned = 0; turned < 2; turned++) {
    srand(4);
    const sn_m3 R = turned ? sn_rotation_axis_angle(v3(1, -2, 0.7), 1.9) : m3_identity();
    const sn_v3 shift = turned ? v3(0.3, -0.4, 0.2) : v3(0, 0, 0);
    mechanism k = mechanism_begin(v3(0, 0, 0));
    int node[N], block[2 * N];
    for (int i = 0; i < N; i++) {
      const double J[3] = {0.1 + 0.1 * i, 0.25, 0.3}, mass = i == 1 ? 1e-3 : 1 + i;
      const sn_v3 x = random_vector(), pin = random_vector(), axis = random_vector(), p = random_vector(),
                  q = random_vector();
      const sn_m3 r = sn_rotation_axis_angle(random_vector(), 2);
      node[i] = add_body(&k, "body", v3_add(shift, m3_mul(R, x)), m3_mul3(R, r), mass, J);
      const sn_v3 at = v3_add(shift, m3_mul(R, pin)), along = m3_mul(R, axis);
      const int before = i > 0 ? node[i - 1] : -1;
      revolute(&k, "hinge", before, node[i], at, along);
      block[2 * i] = torsion_spring(&k, before, node[i], at, along);
      block[2 * i + 1] =
          spring(&k, i > 1 ? node[i - 2] : -1, v3_add(shift, m3_mul(R, p)), node[i], v3_add(shift, m3_mul(R, q)));
    }
    mechanism_finish(&k);
    for (int i = 0; i < 2 * N; i++) {
      out[turned][i] = mobility(&k, block[i]);
      CHECK(out[turned][i] > 0);
    }
    mechanism_end(&k);
  }
  for (int i = 0; i < 2 * N;
       i++) { /* a few last bits of a force on the light body, over its mass: 3e-16/1e-3 of 0.03 */
    CHECK_NEAR(out[1][i], out[0][i], 5e-11 * out[0][i]);
  }
}

int main(void)
{
  RUN(test_two_points);
  RUN(test_bushing);
  RUN(test_light_arm);
  RUN(test_torsion_spring);
  RUN(test_gear);
  RUN(test_door);
  RUN(test_two_ways);
  RUN(test_ground_only);
  RUN(test_rotation);
  return REPORT();
}
