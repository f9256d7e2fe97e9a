/* tests/instant/test_instant.c -- accelerations, reactions and drive torques against closed forms; laws. */
#include "instant/unknowns.h"
#include "tests/analysis/mechanism.h"
#include <stdlib.h>

static const double g = 9.81;

/* ---- point masses */

static int add_point_mass(mechanism *k, sn_v3 x, sn_v3 v, double mass)
{
  sn_item_begin(k->b, "point", "bob", "here.lua:1");
  const int node = sn_add_point(k->b, x, v);
  const int at = sn_vector_of(k->b, node, 0);
  sn_add_mass(k->b, at, at, mass);
  return node;
}

static int rod(mechanism *k, int a, int b)
{
  const sn_frame A = a < 0 ? sn_ground_frame(k->b) : sn_node_frame(k->b, a), B = sn_node_frame(k->b, b);
  sn_item_begin(k->b, "distance", "rod", "here.lua:2");
  const int block = sn_block_begin(k->b, &sn_law_constraint, "distance");
  const int gap = sn_between(k->b, &A, &B);
  sn_form_zero(k->b, sn_form(k->b, 0.5, gap, gap, 0));
  return block;
}

static void test_pendulum(void)
{
  const double m = 1.3, L = 1.7;
  for (int bottom = 0; bottom < 2; bottom++) {
    mechanism k = mechanism_begin(v3(0, -g, 0));
    const double speed = bottom ? sqrt(2 * g * L) : 0;
    /* given velocity not along the circle: the part along the rod must vanish */
    const int p = add_point_mass(&k, bottom ? v3(0, -L, 0) : v3(-L, 0, 0), v3(speed, bottom ? 2.5 : 0, 0), m);
    const int r = rod(&k, -1, p);
    mechanism_finish(&k);
    CHECK_OK(sn_instant_observe(k.m, &k.x, NULL, &k.o, &k.error), k.error);
    const int x = position_of(&k, p);
    CHECK_BELOW(distance(k.o.v[x], v3(speed, 0, 0)), 1e-13);
    CHECK_BELOW(distance(k.o.a[x], bottom ? v3(0, speed * speed / L, 0) : v3(0, -g, 0)), 1e-12);
    /* the multiplier times the length is the tension: 0 at release, 3 m g at the bottom */
    CHECK_NEAR(k.o.stress[k.s->block[r].stress] * L, bottom ? 3 * m * g : 0, 1e-12);
    double moved;
    CHECK_OK(sn_instant_start(k.m, &k.x, 1, &moved, &k.error), k.error);
    CHECK_NEAR(moved, bottom ? 2.5 / sqrt(speed * speed + 2.5 * 2.5) : 0, 1e-13);
    CHECK_BELOW(distance(k.x.v[x], v3(speed, 0, 0)), 1e-13);
    CHECK_NEAR(k.x.stress[k.s->block[r].stress] * L, bottom ? 3 * m * g : 0, 1e-12);
    mechanism_end(&k);
  }
}

static void test_double_pendulum(void)
{
  const double m1 = 1.1, m2 = 0.7, l1 = 0.9, l2 = 1.4;
  srand(3);
  for (int trial = 0; trial < 20; trial++) {
    double r[4];
    for (int i = 0; i < 4; i++) {
      r[i] = 6.0 * rand() / RAND_MAX - 3;
    }
    const double c1 = cos(r[0]), s1 = sin(r[0]), c2 = cos(r[1]), s2 = sin(r[1]), w1 = r[2], w2 = r[3];
    mechanism k = mechanism_begin(v3(0, -g, 0));
    const sn_v3 x1 = v3(l1 * s1, -l1 * c1, 0), v1 = v3(l1 * w1 * c1, l1 * w1 * s1, 0);
    const int a = add_point_mass(&k, x1, v1, m1);
    const int b =
        add_point_mass(&k, v3_add(x1, v3(l2 * s2, -l2 * c2, 0)), v3_add(v1, v3(l2 * w2 * c2, l2 * w2 * s2, 0)), m2);
    rod(&k, -1, a);
    rod(&k, a, b);
    mechanism_finish(&k);
    CHECK_OK(sn_instant_observe(k.m, &k.x, NULL, &k.o, &k.error), k.error);
    /* Lagrange: [ (m1+m2) l1, m2 l2 c; l1 c, l2 ] (a1, a2) */
    const double c = cos(r[0] - r[1]), s = sin(r[0] - r[1]);
    const double A = (m1 + m2) * l1, B = m2 * l2 * c, C = l1 * c, D = l2;
    const double p = -m2 * l2 * w2 * w2 * s - (m1 + m2) * g * s1, q = l1 * w1 * w1 * s - g * s2;
    const double a1 = (p * D - B * q) / (A * D - B * C), a2 = (A * q - C * p) / (A * D - B * C);
    const sn_v3 e1 = v3(l1 * (a1 * c1 - w1 * w1 * s1), l1 * (a1 * s1 + w1 * w1 * c1), 0);
    const sn_v3 e2 = v3_add(e1, v3(l2 * (a2 * c2 - w2 * w2 * s2), l2 * (a2 * s2 + w2 * w2 * c2), 0));
    CHECK_BELOW(distance(k.o.a[position_of(&k, a)], e1), 1e-11);
    CHECK_BELOW(distance(k.o.a[position_of(&k, b)], e2), 1e-11);
    mechanism_end(&k);
  }
}

/* A uniform rod of two points, m/6 [2 1; 1 2]: swings as a rigid rod. */
static void test_shared_mass(void)
{
  const double m = 0.8, L = 1.2;
  mechanism k = mechanism_begin(v3(0, -g, 0));
  const int a = add_point_mass(&k, v3(0, 0, 0), v3(0, 0, 0), m / 3),
            b = add_point_mass(&k, v3(L, 0, 0), v3(0, 0, 0), m / 3);
  sn_add_mass(k.b, sn_vector_of(k.b, a, 0), sn_vector_of(k.b, b, 0), m / 6);
  rod(&k, a, b);
  const sn_frame A = sn_ground_frame(k.b), B = sn_node_frame(k.b, a);
  sn_item_begin(k.b, "spherical", "pin", "");
  sn_block_meet(k.b);
  const int gap = sn_between(k.b, &A, &B);
  for (int j = 0; j < 3; j++) {
    sn_form(k.b, 1, gap, sn_axis_of(k.b, &A, j), 0);
  }
  mechanism_finish(&k);
  CHECK_OK(sn_instant_observe(k.m, &k.x, NULL, &k.o, &k.error), k.error);
  CHECK_BELOW(distance(k.o.a[position_of(&k, b)], v3(0, -1.5 * g, 0)), 1e-12);
  CHECK_BELOW(distance(k.o.a[position_of(&k, a)], v3(0, 0, 0)), 1e-12);
  mechanism_end(&k);
}

/* Points that share mass and that no row meets: one matrix for all configurations, with the same bits as one of its own. */
static void test_constant_matrix(void)
{
  for (int held = 0; held < 2; held++) {
    mechanism k = mechanism_begin(v3(0, -g, 0));
    int node[3];
    for (int i = 0; i < 3; i++) {
      node[i] = add_point_mass(&k, v3(i, 0.1 * i, 0), v3(0, i, 1), 1.5 + i);
    }
    for (int i = 0; i < 2; i++) {
      sn_add_mass(k.b, sn_vector_of(k.b, node[i], 0), sn_vector_of(k.b, node[i + 1], 0), 0.3);
    }
    if (held) {
      rod(&k, node[0], node[1]);
    }
    mechanism_finish(&k);
    CHECK_OK(sn_instant_observe(k.m, &k.x, NULL, &k.o, &k.error), k.error);
    CHECK(k.m->constant == !held && k.m->factored);
    k.x.q[position_of(&k, node[2])] = v3(2, 3, -1);
    sn_instant_read(k.m, &k.x);
    CHECK(k.m->factored == !held); /* not even asked for again */
    CHECK_OK(sn_instant_observe(k.m, &k.x, NULL, &k.o, &k.error), k.error);
    const size_t size = sizeof(sn_v3) * (size_t)k.s->n_vector;
    sn_v3 *a = SN_NEW(k.arena, sn_v3, k.s->n_vector);
    memcpy(a, k.o.a, size);
    sn_instant *fresh;
    CHECK_OK(sn_instant_new(k.s, k.arena, &fresh, &k.error), k.error);
    CHECK_OK(sn_instant_observe(fresh, &k.x, NULL, &k.o, &k.error), k.error);
    CHECK(memcmp(a, k.o.a, size) == 0);
    sn_instant_free(fresh);
    mechanism_end(&k);
  }
}

/* ---- bodies */

static void test_rigid_pendulum(void)
{
  const double m = 2, L = 1, J[3] = {0.01, m * L * L / 12, m * L * L / 12};
  mechanism k = mechanism_begin(v3(0, 0, -g));
  const int n = add_body(&k, "bar", v3(L / 2, 0, 0), m3_identity(), m, J);
  const int joint = revolute(&k, "pivot", -1, n, v3(0, 0, 0), v3(0, 1, 0));
  mechanism_finish(&k);
  CHECK_OK(sn_instant_observe(k.m, &k.x, NULL, &k.o, &k.error), k.error);
  CHECK_BELOW(distance(node_spin_rate(&k, n), v3(0, 1.5 * g / L, 0)), 1e-12);
  sn_v3 force, moment;
  const sn_block *b = k.s->block + joint;
  sn_block_wrench(k.s, b, k.o.stress + b->stress, k.o.q, n, v3(0, 0, 0), &force, &moment);
  CHECK_BELOW(distance(force, v3(0, 0, m * g / 4)), 1e-12);
  CHECK_BELOW(v3_norm(moment), 1e-12);
  mechanism_end(&k);
}

static void test_heavy_top(void)
{
  const double m = 1.5, J[3] = {0.02, 0.03, 0.011};
  const sn_m3 r = sn_rotation_axis_angle(v3(1, 2, -0.5), 0.8);
  const sn_v3 w = v3(0.7, -1.1, 23), centre = m3_mul(r, v3(0, 0, 0.2)), weight = v3(0, 0, -m * g);
  mechanism k = mechanism_begin(v3(0, 0, -g));
  const int n = add_body(&k, "top", centre, r, m, J);
  spherical(&k, "tip", -1, n, v3(0, 0, 0));
  mechanism_finish(&k);
  set_velocity(&k, n, v3_cross(w, centre), w);
  CHECK_OK(sn_instant_observe(k.m, &k.x, NULL, &k.o, &k.error), k.error);
  CHECK_BELOW(distance(node_spin(&k, n), w), 1e-12);
  /* balance of momentum about the tip, J w' + w x J w + m c x a = c x weight */
  const sn_v3 rate = node_spin_rate(&k, n), a = k.o.a[position_of(&k, n)];
  const sn_v3 wb = m3_tmul(r, w), rb = m3_tmul(r, rate);
  const sn_v3 Jw = m3_mul(r, v3(J[0] * wb.x[0], J[1] * wb.x[1], J[2] * wb.x[2]));
  const sn_v3 Jr = m3_mul(r, v3(J[0] * rb.x[0], J[1] * rb.x[1], J[2] * rb.x[2]));
  const sn_v3 left = v3_add(v3_add(Jr, v3_cross(w, Jw)), v3_cross(centre, v3_scale(m, a)));
  CHECK_BELOW(distance(left, v3_cross(centre, weight)), 1e-11);
  CHECK_BELOW(distance(a, v3_add(v3_cross(rate, centre), v3_cross(w, v3_cross(w, centre)))), 1e-10);
  mechanism_end(&k);
}

static void test_spinning_body_sigma(void)
{
  const double m = 1, J[3] = {0.3, 0.5, 0.4}, w = 7; /* Euler tensor E_k = (sum J)/2 - J_k: 0.3, 0.1, 0.2 */
  mechanism k = mechanism_begin(v3(0, 0, 0));
  const int n = add_body(&k, "rotor", v3(1, 2, 3), m3_identity(), m, J);
  mechanism_finish(&k);
  set_velocity(&k, n, v3(1, 0, 0), v3(0, 0, w));
  CHECK_OK(sn_instant_start(k.m, &k.x, 0, NULL, &k.error), k.error);
  const double want[9] = {0.3 * w * w, 0, 0, 0, 0.1 * w * w, 0, 0, 0, 0};
  for (int i = 0; i < 9; i++) {
    CHECK_NEAR(k.x.sigma[9 * n + i], want[i], 1e-13);
  }
  CHECK_OK(sn_instant_observe(k.m, &k.x, NULL, &k.o, &k.error), k.error);
  CHECK_BELOW(v3_norm(k.o.a[position_of(&k, n)]), 1e-13);
  CHECK_BELOW(distance(k.o.a[k.s->node[n].vector[1]], v3(-w * w, 0, 0)), 1e-12);
  mechanism_end(&k);
}

/* Reference A10 (tests/data): all five rows, built in the configuration of each time; velocities come from the drives alone. */
static void test_driven_arm(void)
{
  static const double table[][7] = {{0, 17.16, -73.152, -10.62, 1, 0, 0.5},
                                    {0.5, -4.78253193, -58.57461996, -6.02046462, 0.72649269, 0.35966642, 0.55462639},
                                    {1, -1.73965660, -24.79959537, -9.73278877, 0.09297057, 0.59636934, 0.94188612},
                                    {2, -1.69348852, -85.48331476, -7.24590004, -0.06732504, 0.81078011, 0.17623319},
                                    {5, -1.92389114, -16.43944931, -3.57411912, -0.17018072, 0.61905935, 1.22200304}};
  static const double A[3] = {1, -0.6, 0.9}, w[3] = {2, 3, 4}, mass[3] = {10, 8, 5};
  static const double J[3][3] = {{0.3, 0.3, 0.05}, {0.02, 0.25, 0.25}, {0.01, 0.07, 0.07}};
  static const double centre[3][3] = {{0, 0, 0.25}, {0.3, 0, 0}, {0.2, 0, 0}};
  static const double hinge[3][3] = {{0, 0, 0}, {0, 0, 0.5}, {0.6, 0, 0}}; /* in axes of the link before */
  for (int row = 0; row < 5; row++) {
    const double t = table[row][0];
    mechanism k = mechanism_begin(v3(0, 0, -g));
    int before = -1, drive[3], node[3];
    sn_m3 r = m3_identity();
    sn_v3 at = v3(0, 0, 0), last_centre = v3(0, 0, 0);
    for (int i = 0; i < 3; i++) {
      const double q = A[i] * (1 - cos(w[i] * t));
      const sn_v3 axis = i == 0 ? v3(0, 0, 1) : v3(0, 1, 0);
      at = v3_add(at, m3_mul(r, v3(hinge[i][0], hinge[i][1], hinge[i][2])));
      const sn_m3 r_before = r, along = sn_rotation_along(axis);
      r = m3_mul3(r, sn_rotation_axis_angle(axis, q));
      last_centre = v3_add(at, m3_mul(r, v3(centre[i][0], centre[i][1], centre[i][2])));
      node[i] = add_body(&k, "link", last_centre, r, mass[i], J[i]);
      const sn_frame a = frame_at(&k, before, at, m3_mul3(r_before, along)),
                     b = frame_at(&k, node[i], at, m3_mul3(r, along));
      sn_item_begin(k.b, "revolute", "hinge", "");
      coincide(&k, &a, &b);
      align(&k, &a, &b, 2);
      drive[i] = sn_block_begin(k.b, &sn_law_driven, "drive");
      angle_forms(&k, &a, &b, 1);
      sn_coordinate_near(k.b, q);
      sn_composite_drive(k.b, swing(&k, A[i], w[i]));
      before = node[i];
    }
    const sn_v3 tip = v3_add(at, m3_mul(r, v3(0.4, 0, 0)));
    CHECK_BELOW(distance(tip, v3(table[row][4], table[row][5], table[row][6])), 1e-8);
    mechanism_finish(&k);
    *k.x.t = t;
    sn_freedom_count c;
    CHECK_OK(sn_instant_freedom(k.m, &k.x, &c, &k.error), k.error);
    CHECK(c.freedom == 0 && c.n_redundant == 0);
    CHECK_OK(sn_instant_observe(k.m, &k.x, NULL, &k.o, &k.error), k.error);
    for (int i = 0; i < 3; i++) {
      /* a block pushes by -tau along its coordinate */
      CHECK_NEAR(-k.o.stress[k.s->block[drive[i]].stress], table[row][1 + i], row ? 1e-8 : 1e-11);
    }
    mechanism_end(&k);
  }
}

/* ---- moving frames, rate drives */

static void test_moving_base(void)
{
  const double J[3] = {0.1, 0.2, 0.3};
  mechanism k = mechanism_begin(v3(0, 0, -g));
  const sn_expr *const move[3] = {swing(&k, 0.4, 3), NULL, swing(&k, -0.2, 5)};
  const int base = sn_add_moving_frame(k.b, move, v3_unit(v3(1, 1, 0)), swing(&k, 0.7, 4), m3_identity());
  const sn_frame f = sn_moving_frame_frame(k.b, base);
  const int n = add_body(&k, "rider", v3(0.3, -0.1, 0.2), m3_identity(), 2, J);
  sn_frame a, b;
  const sn_frame of = sn_node_frame(k.b, n);
  CHECK_OK(sn_frame_at(k.b, &f, v3(0.3, -0.1, 0.2), m3_identity(), &a, &k.error), k.error);
  CHECK_OK(sn_frame_at(k.b, &of, v3(0.3, -0.1, 0.2), m3_identity(), &b, &k.error), k.error);
  sn_item_begin(k.b, "fixed", "weld", "");
  coincide(&k, &a, &b);
  sn_block_begin(k.b, &sn_law_constraint, "orientation");
  for (int j = 0; j < 3; j++) {
    sn_form(k.b, 1, sn_axis_of(k.b, &a, j), sn_axis_of(k.b, &b, (j + 1) % 3), 0);
  }
  mechanism_finish(&k);
  /* put everything where the base is at t: the weld holds by construction */
  const double t = 0.37;
  sn_v3 q[4], v[4], acc[4];
  sn_frame_motion(k.s->frame + base, t, q, v, acc);
  *k.x.t = t;
  for (int i = 0; i < 4; i++) {
    k.x.q[k.s->frame[base].vector[i]] = q[i];
    k.x.q[k.s->node[n].vector[i]] = q[i];
  }
  sn_v3 at = q[0], vat = v[0], aat = acc[0];
  const double local[3] = {0.3, -0.1, 0.2};
  for (int i = 0; i < 3; i++) {
    at = v3_axpy(at, local[i], q[1 + i]);
    vat = v3_axpy(vat, local[i], v[1 + i]);
    aat = v3_axpy(aat, local[i], acc[1 + i]);
  }
  k.x.q[position_of(&k, n)] = at;
  CHECK_OK(sn_instant_observe(k.m, &k.x, NULL, &k.o, &k.error), k.error);
  CHECK_BELOW(distance(k.o.v[position_of(&k, n)], vat), 1e-12);
  CHECK_BELOW(distance(k.o.a[position_of(&k, n)], aat), 1e-11);
  for (int i = 1; i < 4; i++) {
    CHECK_BELOW(distance(k.o.v[k.s->node[n].vector[i]], v[i]), 1e-12);
    CHECK_BELOW(distance(k.o.a[k.s->node[n].vector[i]], acc[i]), 1e-11);
  }
  mechanism_end(&k);
}

static void test_rate_drive(void)
{
  const double J[3] = {0.1, 0.2, 0.3}, t = 0.3;
  mechanism k = mechanism_begin(v3(0, 0, 0));
  const int n = add_body(&k, "wheel", v3(0, 0, 0), m3_identity(), 1, J);
  revolute(&k, "axle", -1, n, v3(0, 0, 0), v3(0, 0, 1));
  const sn_frame a = frame_at(&k, -1, v3(0, 0, 0), m3_identity()), b = frame_at(&k, n, v3(0, 0, 0), m3_identity());
  const int drive = sn_block_begin(k.b, &sn_law_driven, "drive");
  angle_forms(&k, &a, &b, 1);
  sn_composite_drive_rate(k.b, swing(&k, 2, 3)); /* rate 2 (1 - cos 3t) */
  mechanism_finish(&k);
  *k.x.t = t;
  CHECK_OK(sn_instant_observe(k.m, &k.x, NULL, &k.o, &k.error), k.error);
  CHECK_BELOW(distance(node_spin(&k, n), v3(0, 0, 2 * (1 - cos(3 * t)))), 1e-13);
  CHECK_BELOW(distance(node_spin_rate(&k, n), v3(0, 0, 6 * sin(3 * t))), 1e-12);
  CHECK_NEAR(-k.o.stress[k.s->block[drive].stress], J[2] * 6 * sin(3 * t), 1e-12);
  mechanism_end(&k);
}

/* ---- springs, dampers, given forces, friction: one sliding body */

static void test_slider_laws(void)
{
  const double m = 1.6, J[3] = {0.1, 0.1, 0.1}, x0 = 0.4, v0 = 1.2, stiffness = 30, c = 4, mu = 0.3;
  mechanism k = mechanism_begin(v3(0, 0, -g));
  const int n = add_body(&k, "slider", v3(x0, 0, 0), m3_identity(), m, J);
  const sn_frame a = frame_at(&k, -1, v3(0, 0, 0), m3_identity()), b = frame_at(&k, n, v3(x0, 0, 0), m3_identity());
  sn_item_begin(k.b, "prismatic", "rail", "");
  const int guide = sn_block_begin(k.b, &sn_law_constraint, "guide");
  const int gap = sn_between(k.b, &a, &b);
  sn_form(k.b, 1, gap, sn_axis_of(k.b, &a, 1), 0);
  sn_form(k.b, 1, gap, sn_axis_of(k.b, &a, 2), 0);
  sn_block_begin(k.b, &sn_law_constraint, "orientation");
  for (int j = 0; j < 3; j++) {
    sn_form(k.b, 1, sn_axis_of(k.b, &a, j), sn_axis_of(k.b, &b, (j + 1) % 3), 0);
  }
  const int spring = sn_block_begin(k.b, &sn_law_potential, "spring");
  const int gap2 = sn_between(k.b, &a, &b);
  sn_coordinate_form(k.b, sn_form(k.b, 1, gap2, sn_axis_of(k.b, &a, 0), 0), 1);
  sn_composite_potential(k.b, sn_potential_spring(k.b, stiffness, 0.1));
  sn_block_like(k.b, &sn_law_rate, "damper", spring);
  sn_block_rate(k.b, sn_rate_viscous(k.b, c));
  const int push = sn_block_like(k.b, &sn_law_given, "force", spring);
  sn_composite_given(k.b, sn_expr_number(k.arena, 5));
  sn_block_like(k.b, &sn_law_friction, "friction", spring);
  sn_rate_law *law = sn_rate_friction(k.b, &(sn_coulomb){mu, mu, 0}, 0, guide);
  sn_rate_friction_form(law, 0, 1);
  sn_rate_friction_form(law, 1, 1);
  sn_block_rate(k.b, law);
  const sn_expr *const side[3] = {NULL, sn_expr_number(k.arena, 7), NULL};
  const sn_frame centre = sn_node_frame(k.b, n);
  sn_add_force(k.b, &centre, side, 0);
  mechanism_finish(&k);
  set_velocity(&k, n, v3(v0, 0, 0), v3(0, 0, 0));
  CHECK_OK(sn_instant_observe(k.m, &k.x, NULL, &k.o, &k.error), k.error);
  const double N = sqrt(m * g * m * g + 7 * 7), slip = copysign(1, v0);
  const double want = (-stiffness * (x0 - 0.1) - c * v0 + 5 - mu * N * slip) / m;
  CHECK_BELOW(distance(k.o.a[position_of(&k, n)], v3(want, 0, 0)), 1e-12);
  CHECK_NEAR(k.o.stress[k.s->block[spring].stress], stiffness * (x0 - 0.1), 1e-13);
  CHECK_NEAR(k.o.stress[k.s->block[push].stress], -5, 1e-13);
  mechanism_end(&k);
}

static void test_elastic_and_matrix_damper(void)
{
  const double m = 0.5, K = 40, C = 3;
  mechanism k = mechanism_begin(v3(0, 0, 0));
  const int n = add_point_mass(&k, v3(1.2, 0, 0), v3(0.7, 0, 0), m);
  const sn_frame a = sn_ground_frame(k.b), b = sn_node_frame(k.b, n);
  int block[2];
  for (int i = 0; i < 2; i++) { /* Green strain of a bar of unit length */
    block[i] = sn_block_begin(k.b, i ? &sn_law_viscous : &sn_law_elastic, i ? "damper" : "bar");
    const int gap = sn_between(k.b, &a, &b);
    sn_form(k.b, 0.5, gap, gap, -0.5);
    sn_block_matrix(k.b, 0, 0, i ? C : K);
  }
  mechanism_finish(&k);
  CHECK_OK(sn_instant_observe(k.m, &k.x, NULL, &k.o, &k.error), k.error);
  const double e = 0.5 * 1.44 - 0.5, rate = 1.2 * 0.7;
  CHECK_NEAR(k.o.a[position_of(&k, n)].x[0], -1.2 * (K * e + C * rate) / m, 1e-12);
  CHECK_NEAR(k.o.stress[k.s->block[block[0]].stress], K * e, 1e-13);
  mechanism_end(&k);
}

/* ---- loops: the same planar four-bar with 3 redundant rows and without */

static void four_bar(mechanism *k, int redundant, int node[3])
{
  static const double J[3] = {0.02, 0.03, 0.04};
  const sn_v3 A = v3(0, 0, 0), B = v3(0.3, 0.9, 0), C = v3(1.6, 1.4, 0), D = v3(2, 0, 0);
  const sn_v3 p[4] = {A, B, C, D}, axis = v3(0, 0, 1);
  for (int i = 0; i < 3; i++) {
    node[i] = add_body(k, "bar", v3_scale(0.5, v3_add(p[i], p[i + 1])), m3_identity(), 1 + i, J);
  }
  revolute(k, "A", -1, node[0], A, axis);
  if (redundant) {
    revolute(k, "B", node[0], node[1], B, axis);
    revolute(k, "C", node[1], node[2], C, axis);
  } else {
    spherical(k, "B", node[0], node[1], B);
    const sn_frame one = frame_at(k, node[1], C, m3_identity()), two = frame_at(k, node[2], C, m3_identity());
    sn_item_begin(k->b, "universal", "C", "");
    coincide(k, &one, &two);
    align(k, &one, &two, 1);
  }
  revolute(k, "D", -1, node[2], D, axis);
}

static void test_four_bar(void)
{
  mechanism k[2];
  int node[3];
  double power[2] = {0, 0};
  for (int i = 0; i < 2; i++) {
    k[i] = mechanism_begin(v3(0, -g, 0));
    four_bar(k + i, i, node);
    mechanism_finish(k + i);
    set_velocity(k + i, node[0], v3(-1.35, 0.45, 0), v3(0, 0, 3)); /* the rest follows from the joints */
    CHECK_OK(sn_instant_start(k[i].m, &k[i].x, 1, NULL, &k[i].error), k[i].error);
    CHECK_OK(sn_instant_observe(k[i].m, &k[i].x, NULL, &k[i].o, &k[i].error), k[i].error);
    /* kinetic energy changes by the power of gravity only */
    for (int n = 0; n < 3; n++) {
      const int x = position_of(k + i, node[n]);
      const double J = 0.04;
      power[i] += (1 + n) * v3_dot(k[i].o.v[x], v3_sub(k[i].o.a[x], v3(0, -g, 0)));
      power[i] += J * v3_dot(node_spin(k + i, node[n]), node_spin_rate(k + i, node[n]));
    }
    CHECK_NEAR(power[i], 0, 1e-11);
  }
  double dv = 0, da = 0, moving = 0;
  for (int i = 0; i < k[0].s->n_vector; i++) {
    dv = fmax(dv, distance(k[0].o.v[i], k[1].o.v[i]));
    da = fmax(da, distance(k[0].o.a[i], k[1].o.a[i]));
    moving = fmax(moving, v3_norm(k[0].o.v[i]));
  }
  CHECK(moving > 0.1);
  CHECK_BELOW(dv, 1e-12);
  CHECK_BELOW(da, 1e-11);
  mechanism_end(k);
  mechanism_end(k + 1);
}

/* ---- laws: along the parabola q + v t + a t^2/2 forms stay zero to third order, and energy stays constant */

static double random_number(void)
{
  return 2.0 * rand() / RAND_MAX - 1;
}

static sn_v3 random_vector(void)
{
  const double x = random_number(), y = random_number();
  return v3(x, y, random_number());
}

/* A tree of bodies with hinges, spheres, torsion springs, a gear and elastic bars, velocities not consistent at all. */
static void random_mechanism(mechanism *k)
{
  const int n = 2 + rand() % 6;
  sn_frame last[2][2];
  int n_hinge = 0;
  for (int i = 0; i < n; i++) {
    const double J[3] = {1 + 0.5 * random_number(), 1.2, 1.1};
    const sn_v3 x = random_vector(), axis = random_vector();
    const int before = rand() % (i + 1) - 1,
              node = add_body(k, "body", random_vector(), sn_rotation_axis_angle(random_vector(), 2 * random_number()),
                              1 + i % 3, J);
    if (rand() % 3 == 0) {
      spherical(k, "sphere", before, node, x);
    } else {
      revolute(k, "hinge", before, node, x, axis);
      const sn_m3 r = sn_rotation_along(axis);
      sn_frame *f = last[n_hinge++ % 2];
      f[0] = frame_at(k, before, x, r);
      f[1] = frame_at(k, node, x, m3_mul3(r, sn_rotation_axis_angle(v3(0, 0, 1), random_number())));
      sn_block_begin(k->b, &sn_law_potential, "spring");
      angle_forms(k, f, f + 1, 1);
      sn_composite_potential(k->b, sn_potential_spring(k->b, 20, 0.3));
    }
    const sn_frame a = sn_ground_frame(k->b), b = frame_at(k, node, random_vector(), m3_identity());
    sn_block_begin(k->b, &sn_law_elastic, "bar");
    const int gap = sn_between(k->b, &a, &b);
    sn_form(k->b, 0.5, gap, gap, -0.5);
    sn_block_matrix(k->b, 0, 0, 15);
  }
  if (n_hinge >= 2) {
    sn_block_begin(k->b, &sn_law_driven, "gear");
    angle_forms(k, last[0], last[0] + 1, 2);
    angle_forms(k, last[1], last[1] + 1, -0.7);
    sn_composite_zero(k->b);
  }
}

static double constraint_value(const mechanism *k, const sn_state *x, const sn_block *b, int row)
{
  double e[SN_MAX_FORMS];
  sn_forms(b, x->q, e);
  return b->law == &sn_law_constraint ? e[row] : sn_composite(b, k->x.internal, e, NULL, NULL);
}

static double energy(const mechanism *k, const sn_state *x)
{
  double kinetic, strain, potential;
  sn_energies(k->s, x, &kinetic, &strain, &potential);
  return kinetic + strain + potential;
}

static void test_laws(void)
{
  const double t = 1e-4;
  for (int trial = 0; trial < 60; trial++) {
    srand((unsigned)(100 + trial));
    mechanism k = mechanism_begin(v3(0, 1, -g));
    random_mechanism(&k);
    mechanism_finish(&k);
    for (int i = 0; i < k.s->n_vector; i++) {
      if (k.s->vector[i].freedom == SN_FREE) {
        k.x.v[i] = random_vector();
      }
    }
    sn_state x[2];
    CHECK_OK(sn_instant_start(k.m, &k.x, 1, NULL, &k.error), k.error);
    CHECK_OK(sn_instant_observe(k.m, &k.x, NULL, &k.o, &k.error), k.error);
    double speed = 1, acceleration = 1;
    for (int i = 0; i < k.s->n_vector; i++) {
      speed = fmax(speed, v3_norm(k.o.v[i]));
      acceleration = fmax(acceleration, v3_norm(k.o.a[i]));
    }
    for (int s = 0; s < 2; s++) {
      const double h = s ? t : -t;
      CHECK_OK(sn_state_new(k.s, k.arena, x + s, &k.error), k.error);
      sn_state_copy(&k.x, x + s);
      for (int i = 0; i < k.s->n_vector; i++) {
        x[s].q[i] = v3_axpy(v3_axpy(k.o.q[i], h, k.o.v[i]), 0.5 * h * h, k.o.a[i]);
        x[s].v[i] = v3_axpy(k.o.v[i], h, k.o.a[i]);
      }
    }
    double rate = 0, second = 0;
    for (int i = 0; i < k.s->n_block; i++) {
      const sn_block *b = k.s->block + i;
      const int rows = b->law == &sn_law_constraint ? b->n_form : b->law == &sn_law_driven ? 1 : 0;
      for (int r = 0; r < rows; r++) {
        const double low = constraint_value(&k, x, b, r), high = constraint_value(&k, x + 1, b, r);
        rate = fmax(rate, fabs(high - low) / (2 * t));
        second = fmax(second, fabs(high + low) / (t * t));
      }
    }
    /* truncation: t^2 a v and t^2 a^2; round-off: 1e-16/t and 1e-16/t^2 */
    CHECK_BELOW(rate, 10 * t * t * speed * acceleration + 1e-11);
    CHECK_BELOW(second, 10 * t * t * acceleration * acceleration + 1e-6);
    const double change = fabs(energy(&k, x + 1) - energy(&k, x)) / (2 * t);
    CHECK_BELOW(change, 30 * t * t * speed * acceleration * acceleration + 1e-9);
    mechanism_end(&k);
  }
}

/* ---- directions without inertia */

static int line_body(mechanism *k)
{
  sn_item_begin(k->b, "body", "needle", "here.lua:7");
  const int n = sn_add_triad(k->b, v3(0.5, 0, 0), v3(0, 0, 0), m3_identity(), v3(0, 0, 0));
  const sn_frame f = sn_node_frame(k->b, n);
  const double J[3][3] = {{0, 0, 0}, {0, 1.0 / 12, 0}, {0, 0, 1.0 / 12}};
  sn_add_rigid_mass(k->b, &f, 1, v3(0, 0, 0), J);
  spherical(k, "ball", -1, n, v3(0, 0, 0));
  return n;
}

static void test_line_mass(void)
{
  mechanism k = mechanism_begin(v3(0, 0, -g));
  const int n = line_body(&k);
  mechanism_finish(&k);
  set_velocity(&k, n, v3(0, 0, 0), v3(5, 0, 0));
  CHECK_OK(sn_instant_observe(k.m, &k.x, NULL, &k.o, &k.error), k.error);
  CHECK_BELOW(distance(node_spin_rate(&k, n), v3(0, 1.5 * g, 0)), 1e-9);
  CHECK_BELOW(distance(node_spin(&k, n), v3(5, 0, 0)), 1e-9);
  mechanism_end(&k);

  k = mechanism_begin(v3(0, 0, -g));
  const int loaded = line_body(&k);
  const sn_frame f = sn_node_frame(k.b, loaded);
  const sn_expr *const twist[3] = {sn_expr_number(k.arena, 0.1), NULL, NULL};
  sn_add_moment(k.b, &f, twist, 0);
  mechanism_finish(&k);
  CHECK(sn_instant_observe(k.m, &k.x, NULL, &k.o, &k.error) == SN_ESINGULAR);
  CHECK_TEXT(k.error.where, "needle");
  CHECK_TEXT(k.error.why, "rotation");
  mechanism_end(&k);
}

static void test_massless_point(void)
{
  /* without load it stays; held by rods it follows; loaded it is an error that names it */
  mechanism k = mechanism_begin(v3(0, 0, -g));
  add_point_mass(&k, v3(1, 0, 0), v3(0, 0, 0), 1);
  const int p = add_point_mass(&k, v3(0, 0, 0), v3(0, 0, 0), 0);
  mechanism_finish(&k);
  CHECK_OK(sn_instant_observe(k.m, &k.x, NULL, &k.o, &k.error), k.error);
  CHECK_BELOW(v3_norm(k.o.a[position_of(&k, p)]), 1e-12);
  mechanism_end(&k);

  k = mechanism_begin(v3(0, 0, -g));
  const int q = add_point_mass(&k, v3(0, 0, 0), v3(0, 0, 0), 0);
  const sn_frame f = sn_node_frame(k.b, q);
  const sn_expr *const push[3] = {sn_expr_number(k.arena, 1), NULL, NULL};
  sn_add_force(k.b, &f, push, 0);
  mechanism_finish(&k);
  CHECK(sn_instant_observe(k.m, &k.x, NULL, &k.o, &k.error) == SN_ESINGULAR);
  CHECK_TEXT(k.error.where, "bob");
  mechanism_end(&k);
}

static void test_fibre(void)
{
  mechanism k = mechanism_begin(v3(0, 0, -g));
  const sn_v3 d = v3_unit(v3(1, -2, 0.4)), w = v3(0.3, 1, -2);
  sn_item_begin(k.b, "fibre", "f", "");
  const int n = sn_add_fibre(k.b, v3(1, 0, 0), v3(1, 2, 3), d, w);
  const int x = sn_vector_of(k.b, n, 0), y = sn_vector_of(k.b, n, 3);
  sn_add_mass(k.b, x, x, 2);
  sn_add_mass(k.b, y, y, 0.1);
  mechanism_finish(&k);
  CHECK_OK(sn_instant_start(k.m, &k.x, 1, NULL, &k.error), k.error);
  CHECK_OK(sn_instant_observe(k.m, &k.x, NULL, &k.o, &k.error), k.error);
  const sn_v3 v = v3_cross(w, d);
  CHECK_BELOW(distance(k.o.v[y], v), 1e-13);
  CHECK_BELOW(distance(k.o.a[y], v3_scale(-v3_dot(v, v), d)), 1e-12);
  CHECK_BELOW(distance(k.o.a[x], v3(0, 0, -g)), 1e-13);
  CHECK_NEAR(k.x.sigma[9 * n], 0.1 * v3_dot(v, v), 1e-13);
  mechanism_end(&k);
}

static void test_nothing(void)
{
  mechanism k = mechanism_begin(v3(0, 0, -g));
  mechanism_finish(&k);
  CHECK_OK(sn_instant_start(k.m, &k.x, 1, NULL, &k.error), k.error);
  CHECK_OK(sn_instant_observe(k.m, &k.x, NULL, &k.o, &k.error), k.error);
  mechanism_end(&k);
  sn_instant_free(NULL);
}

static void test_same_bits(void)
{
  mechanism k = mechanism_begin(v3(0, -g, 0));
  int node[3];
  four_bar(&k, 1, node);
  mechanism_finish(&k);
  set_velocity(&k, node[0], v3(0, 0, 0), v3(0, 0, 3));
  const size_t size = sizeof(sn_v3) * (size_t)k.s->n_vector;
  sn_v3 *a = SN_NEW(k.arena, sn_v3, k.s->n_vector);
  CHECK_OK(sn_instant_observe(k.m, &k.x, NULL, &k.o, &k.error), k.error);
  memcpy(a, k.o.a, size);
  CHECK_OK(sn_instant_observe(k.m, &k.x, NULL, &k.o, &k.error), k.error);
  CHECK(memcmp(a, k.o.a, size) == 0);
  mechanism_end(&k);
}

static void test_not_a_number(void)
{
  mechanism k = mechanism_begin(v3(0, -g, 0));
  int node[3];
  four_bar(&k, 1, node);
  mechanism_finish(&k);
  k.x.q[position_of(&k, node[1])].x[0] = NAN;
  CHECK(sn_instant_observe(k.m, &k.x, NULL, &k.o, &k.error) == SN_ESINGULAR);
  mechanism_end(&k);
}

static long calls_left;
static void *allocate(void *data, size_t size)
{
  (void)data;
  return calls_left-- > 0 ? malloc(size) : NULL;
}
static void release(void *data, void *memory)
{
  (void)data;
  free(memory);
}

static void test_memory_failures(void)
{
  const sn_allocator failing = {allocate, release, NULL};
  mechanism k = mechanism_begin(v3(0, -g, 0));
  int node[3], made = 0;
  four_bar(&k, 1, node);
  mechanism_finish(&k);
  for (long n = 0; n < 200 && !made; n++) {
    calls_left = n;
    sn_arena *arena = sn_arena_new(&failing);
    sn_instant *m = NULL;
    if (arena) {
      made = sn_instant_new(k.s, arena, &m, &k.error) == SN_OK;
      CHECK(made || k.error.status == SN_ENOMEM);
    }
    sn_instant_free(m);
    sn_arena_free(arena);
  }
  CHECK(made);
  mechanism_end(&k);
}

int main(void)
{
  RUN(test_pendulum);
  RUN(test_double_pendulum);
  RUN(test_shared_mass);
  RUN(test_constant_matrix);
  RUN(test_rigid_pendulum);
  RUN(test_heavy_top);
  RUN(test_spinning_body_sigma);
  RUN(test_driven_arm);
  RUN(test_moving_base);
  RUN(test_rate_drive);
  RUN(test_slider_laws);
  RUN(test_elastic_and_matrix_damper);
  RUN(test_four_bar);
  RUN(test_laws);
  RUN(test_line_mass);
  RUN(test_massless_point);
  RUN(test_fibre);
  RUN(test_nothing);
  RUN(test_same_bits);
  RUN(test_not_a_number);
  RUN(test_memory_failures);
  return REPORT();
}
