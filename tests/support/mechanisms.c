/* tests/support/mechanisms.c -- small systems built by hand. */
#include "mechanisms.h"

#include <stdlib.h>

static const sn_v3 ZERO = {{0, 0, 0}};

void mechanism_free(mechanism *m)
{
  sn_arena_free(m->arena);
  *m = (mechanism){0};
}

sn_state mechanism_state(mechanism *m)
{
  sn_state x;
  if (sn_state_new(m->system, m->arena, &x, &m->error) != SN_OK ||
      sn_state_room(m->system, m->state.n_scheme, m->arena, &x, &m->error) != SN_OK) {
    abort();
  }
  sn_state_copy(&m->state, &x);
  return x;
}

double mechanism_energy(const mechanism *m, const sn_state *x)
{
  double K, V, U;
  sn_energies(m->system, x, &K, &V, &U);
  return K + V + U;
}

static sn_builder *begin(mechanism *m)
{
  m->own = -1;
  m->arena = sn_arena_new(NULL);
  sn_builder *b = m->arena ? sn_builder_new(m->arena) : NULL;
  if (!b) {
    abort();
  }
  return b;
}

static mechanism *finish(mechanism *m, sn_builder *b)
{
  m->status = sn_builder_finish(b, &m->system, &m->state, &m->error);
  return m;
}

/* c + a sin(w t + p) */
static const sn_expr *wave(sn_builder *b, double c, double a, double w, double p)
{
  static const char *const name[1] = {"t"};
  sn_expr_builder *e = sn_expr_begin(sn_builder_arena(b), 1, name);
  const sn_expr *out = NULL;
  const int t = sn_expr_variable(e, 0);
  int x = sn_expr_op(e, SN_OP_MUL, sn_expr_constant(e, w), t, -1);
  x = sn_expr_op(e, SN_OP_SIN, sn_expr_op(e, SN_OP_ADD, x, sn_expr_constant(e, p), -1), -1, -1);
  x = sn_expr_op(e, SN_OP_ADD, sn_expr_constant(e, c), sn_expr_op(e, SN_OP_MUL, sn_expr_constant(e, a), x, -1), -1);
  if (sn_expr_end(e, x, &out, NULL) != SN_OK) {
    abort();
  }
  return out;
}

/* half the squared distance between points of two frames, minus its value at length l (0: none) */
static int half_square(sn_builder *b, const sn_frame *f, const sn_frame *g, double l)
{
  const int gap = sn_between(b, f, g);
  return sn_form(b, 0.5, gap, gap, -0.5 * l * l);
}

static sn_frame offset(sn_builder *b, const sn_frame *f, double x, double y, double z)
{
  return sn_frame_local(b, f, v3(x, y, z), m3_identity());
}

/* the points of f and g coincide, in the axes of f */
static int coincide(sn_builder *b, const sn_frame *f, const sn_frame *g)
{
  const int block = sn_block_meet(b);
  const int gap = sn_between(b, f, g);
  for (int k = 0; k < 3; k++) {
    sn_form(b, 1, gap, sn_axis_of(b, f, k), 0);
  }
  return block;
}

/* axis z of g stays normal to x and y of f */
static void parallel(sn_builder *b, const sn_frame *f, const sn_frame *g)
{
  sn_block_begin(b, &sn_law_constraint, "axis");
  const int z = sn_axis_of(b, g, 2);
  sn_form(b, 1, z, sn_axis_of(b, f, 0), 0);
  sn_form(b, 1, z, sn_axis_of(b, f, 1), 0);
}

/* angle of g about z of f in the current block */
static void angle(sn_builder *b, const sn_frame *f, const sn_frame *g, double coefficient)
{
  const int x = sn_axis_of(b, g, 0);
  const int c = sn_form(b, 1, sn_axis_of(b, f, 0), x, 0);
  sn_form(b, 1, sn_axis_of(b, f, 1), x, 0);
  sn_coordinate_angle(b, c, coefficient);
}

static int body(sn_builder *b, sn_v3 x, sn_v3 v, sn_v3 omega, double mass, sn_v3 centre, double jx, double jy,
                double jz)
{
  const double inertia[3][3] = {{jx, 0, 0}, {0, jy, 0}, {0, 0, jz}};
  const int node = sn_add_triad(b, x, v, m3_identity(), omega);
  const sn_frame f = sn_node_frame(b, node);
  sn_add_rigid_mass(b, &f, mass, centre, inertia);
  return node;
}

static int mass_point(sn_builder *b, sn_v3 x, sn_v3 v, double mass)
{
  const int node = sn_add_point(b, x, v), a = sn_vector_of(b, node, 0);
  sn_add_mass(b, a, a, mass);
  return node;
}

mechanism oscillator(double stiffness)
{
  mechanism m = {0};
  sn_builder *b = begin(&m);
  const sn_frame ground = sn_ground_frame(b), p = sn_node_frame(b, mass_point(b, v3(1, 0, 0), v3(0.5, 0, 0), 1));
  sn_block_begin(b, &sn_law_elastic, "spring");
  sn_form(b, 1, sn_point_of(b, &p), sn_axis_of(b, &ground, 0), 0);
  sn_block_matrix(b, 0, 0, stiffness);
  return *finish(&m, b);
}

mechanism double_pendulum(double stiffness)
{
  mechanism m = {0};
  sn_builder *b = begin(&m);
  sn_set_gravity(b, v3(0, 0, -9.81));
  sn_frame last = sn_ground_frame(b);
  const sn_v3 at[2] = {{{1, 0, 0}}, {{1, 1, 0}}};
  for (int i = 0; i < 2; i++) {
    const sn_frame p = sn_node_frame(b, mass_point(b, at[i], ZERO, 1));
    sn_block_begin(b, stiffness > 0 ? &sn_law_elastic : &sn_law_constraint, "distance");
    half_square(b, &last, &p, 1);
    if (stiffness > 0) {
      sn_block_matrix(b, 0, 0, stiffness);
    }
    last = p;
  }
  return *finish(&m, b);
}

mechanism overconstrained(void)
{
  mechanism m = {0};
  sn_builder *b = begin(&m);
  const sn_frame ground = sn_ground_frame(b), p = sn_node_frame(b, mass_point(b, v3(1, 0, 0), ZERO, 1));
  for (int i = 0; i < 2; i++) {
    sn_item_begin(b, "distance", i ? "spare link" : "link", "twice.lua:3");
    sn_block_begin(b, &sn_law_constraint, "distance");
    half_square(b, &ground, &p, 1);
  }
  return *finish(&m, b);
}

/* accelerations of the rigid double pendulum: unit masses, rows x1.x1 = 1, (x2 - x1)^2 = 1 */
static void pendulum_rate(const sn_v3 y[4], sn_v3 dy[4])
{
  const sn_v3 g = {{0, 0, -9.81}}, a = y[0], d = v3_sub(y[1], y[0]), w = v3_sub(y[3], y[2]);
  const double A = v3_dot(a, a), B = -v3_dot(a, d), C = 2 * v3_dot(d, d);
  const double r = v3_dot(a, g) + v3_dot(y[2], y[2]), s = v3_dot(w, w), det = A * C - B * B;
  const double la = (C * r - B * s) / det, lb = (A * s - B * r) / det;
  dy[0] = y[2];
  dy[1] = y[3];
  dy[2] = v3_axpy(v3_axpy(g, -la, a), lb, d);
  dy[3] = v3_axpy(g, -lb, d);
}

void double_pendulum_reference(double t, sn_v3 x[2])
{
  const int n = 20000;
  const double h = t / n;
  sn_v3 y[4] = {{{1, 0, 0}}, {{1, 1, 0}}, {{0, 0, 0}}, {{0, 0, 0}}};
  static const double at[4] = {0, 0.5, 0.5, 1}, weight[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
  for (int i = 0; i < n; i++) { /* Runge-Kutta of order 4: error 1e-14 here */
    sn_v3 k[4] = {{{0}}}, sum[4], z[4];
    for (int j = 0; j < 4; j++) {
      sum[j] = y[j];
    }
    for (int s = 0; s < 4; s++) {
      for (int j = 0; j < 4; j++) {
        z[j] = v3_axpy(y[j], at[s] * h, k[j]);
      }
      pendulum_rate(z, k);
      for (int j = 0; j < 4; j++) {
        sum[j] = v3_axpy(sum[j], weight[s] * h, k[j]);
      }
    }
    for (int j = 0; j < 4; j++) {
      y[j] = sum[j];
    }
  }
  x[0] = y[0];
  x[1] = y[1];
}

mechanism spinning_body(double omega, int ground_axes)
{
  mechanism m = {0};
  sn_builder *b = begin(&m);
  const sn_frame ground = sn_ground_frame(b);
  const sn_v3 x = {{0.3, 0, 0}}, w = {{0, 0, omega}};
  const int node = sn_add_triad(b, x, v3_cross(w, x), m3_identity(), w);
  const sn_frame f = sn_node_frame(b, node), hinge = offset(b, &f, -0.3, 0, 0);
  const double mass[4] = {2, 0.05, 0.02, 0.01};
  for (int role = 0; role < 4; role++) {
    sn_add_mass(b, f.vector[role], f.vector[role], mass[role]);
  }
  if (ground_axes) {
    coincide(b, &ground, &hinge);
  } else {
    coincide(b, &hinge, &ground);
  }
  parallel(b, &ground, &f);
  return *finish(&m, b);
}

mechanism spinning_bar(double omega, int elements)
{
  mechanism m = {0};
  sn_builder *b = begin(&m);
  const double l = 1.0 / elements, mass = 7850 * 25e-6 * l;
  sn_frame last = sn_ground_frame(b);
  for (int i = 1; i <= elements; i++) {
    const sn_frame p = sn_node_frame(b, sn_add_point(b, v3(i * l, 0, 0), v3(0, omega * i * l, 0)));
    const int x = p.vector[0], y = last.vector[0];
    sn_add_mass(b, x, x, mass / 3);
    if (i > 1) {
      sn_add_mass(b, y, y, mass / 3);
      sn_add_mass(b, x, y, mass / 6);
    }
    sn_block_begin(b, &sn_law_elastic, "stretch");
    half_square(b, &last, &p, l);
    sn_block_matrix(b, 0, 0, 2.1e11 * 25e-6 * l / (l * l * l * l)); /* e of the form is l^2 times the Green strain */
    last = p;
  }
  return *finish(&m, b);
}

mechanism geared_wheels(void)
{
  mechanism m = {0};
  sn_builder *b = begin(&m);
  const sn_frame ground = sn_ground_frame(b);
  const sn_m3 I = m3_identity();
  const double mass[3] = {0.05, 0.03, 0.02}, omega[2] = {2, -1};
  sn_frame wheel[2];
  for (int i = 0; i < 2; i++) {
    wheel[i] = sn_node_frame(b, sn_add_node(b, 0, ZERO, ZERO, 3, I.c, v3(0, 0, omega[i])));
    for (int k = 0; k < 3; k++) {
      sn_add_mass(b, wheel[i].vector[k], wheel[i].vector[k], mass[k]); /* it has no position */
    }
    parallel(b, &wheel[i], &ground);
  }
  sn_block_begin(b, &sn_law_driven, "gear");
  angle(b, &ground, &wheel[0], 1);
  m.own = sn_coordinate_internal(b);
  angle(b, &ground, &wheel[1], 2);
  sn_block_begin(b, &sn_law_potential, "torsion");
  angle(b, &ground, &wheel[0], 1);
  sn_composite_potential(b, sn_potential_spring(b, 3, 0));
  return *finish(&m, b);
}

double geared_wheels_reference(double t)
{
  const double w = sqrt(3 / (0.08 + 0.08 / 4));
  return 2 / w * sin(w * t);
}

mechanism screw(void)
{
  mechanism m = {0};
  sn_builder *b = begin(&m);
  const double pitch = 0.02, omega = 100;
  sn_set_gravity(b, v3(0, 0, -9.81));
  const sn_frame ground = sn_ground_frame(b);
  const int node = body(b, ZERO, v3(0, 0, pitch * omega), v3(0, 0, omega), 1, ZERO, 2e-3, 1.5e-3, 1e-3);
  const sn_frame f = sn_node_frame(b, node);
  sn_block_begin(b, &sn_law_constraint, "line");
  const int gap = sn_between(b, &ground, &f);
  sn_form(b, 1, gap, sn_axis_of(b, &ground, 0), 0);
  sn_form(b, 1, gap, sn_axis_of(b, &ground, 1), 0);
  parallel(b, &f, &ground);
  sn_block_begin(b, &sn_law_driven, "screw");
  angle(b, &ground, &f, -pitch);
  m.own = sn_coordinate_internal(b);
  sn_coordinate_form(b, sn_form(b, 1, sn_between(b, &ground, &f), sn_axis_of(b, &ground, 2), 0), 1);
  sn_block_begin(b, &sn_law_potential, "spring");
  sn_coordinate_form(b, sn_form(b, 1, sn_between(b, &ground, &f), sn_axis_of(b, &ground, 2), 0), 1);
  sn_composite_potential(b, sn_potential_spring(b, 1000, 0));
  sn_builder_extent(b, v3(0, 0, 1));
  return *finish(&m, b);
}

double screw_reference(double t)
{
  const double p = 0.02, inertia = 1e-3 + p * p, w = sqrt(1000 * p * p / inertia), rest = -9.81 / (1000 * p);
  return rest * (1 - cos(w * t)) + 100 / w * sin(w * t);
}

mechanism free_pair(void)
{
  mechanism m = {0};
  sn_builder *b = begin(&m);
  const sn_v3 w = {{3, 5, -4}}, v = {{0.3, -0.2, 0.5}};
  const sn_v3 x = {{0.7, 0.1, 0}};
  const sn_frame f = sn_node_frame(b, body(b, ZERO, v, w, 2, v3(0.1, 0.05, -0.02), 0.02, 0.05, 0.06));
  const sn_frame g = sn_node_frame(b, body(b, x, v3_add(v, v3_cross(w, x)), w, 1, v3(0.05, 0, 0.1), 0.03, 0.02, 0.04));
  const sn_frame on_f = offset(b, &f, 0.4, 0, 0), on_g = offset(b, &g, -0.3, -0.1, 0);
  coincide(b, &on_f, &on_g);
  const sn_frame tip_f = offset(b, &f, 0.1, 0.3, 0.1), tip_g = offset(b, &g, 0.1, 0.2, 0.3);
  sn_block_begin(b, &sn_law_potential, "spring");
  sn_coordinate_length(b, half_square(b, &tip_f, &tip_g, 0), 1);
  sn_composite_potential(b, sn_potential_spring(b, 400, 0.5));
  return *finish(&m, b);
}

/* laws on the angle between f and g */
static void angle_block(sn_builder *b, const sn_law *law, const char *text, const sn_frame *f, const sn_frame *g)
{
  sn_block_begin(b, law, text);
  angle(b, f, g, 1);
}

static void machine_laws(sn_builder *b, const sn_frame *f, const sn_frame *g, const sn_frame *tip,
                         const sn_frame *ground)
{
  const sn_frame post = offset(b, ground, 0.2, 0.9, 0.5);
  angle_block(b, &sn_law_potential, "torsion", f, g);
  sn_composite_potential(b, sn_potential_spring(b, 4, 0.3));
  angle_block(b, &sn_law_potential, "stop", f, g);
  sn_composite_potential(b, sn_potential_one_sided(b, 200, 0.2, 1));
  angle_block(b, &sn_law_rate_path, "damper of the stop", f, g);
  sn_block_rate(b, sn_rate_stop(b, 200, 0.2, 1, 0.4));
  angle_block(b, &sn_law_given, "torque", f, g);
  sn_composite_given(b, wave(b, 0.5, 3, 9, 0.4));
  sn_block_begin(b, &sn_law_potential, "spring");
  sn_coordinate_length(b, half_square(b, &post, tip, 0), 1);
  sn_composite_potential(b, sn_potential_power(b, 300, 0.4, 1, 2));
}

static void machine_loads(sn_builder *b, const sn_frame *f, const sn_frame *g)
{
  const sn_expr *const follow[3] = {wave(b, 3, 2, 11, 0), NULL, wave(b, -2, 1, 5, 1)};
  const sn_expr *const moment[3] = {wave(b, 0.2, 0.1, 7, 0), wave(b, 0, 0.3, 13, 0.5), NULL};
  const sn_expr *const space[3] = {NULL, wave(b, 0, 4, 6, 0.2), wave(b, 5, 0, 1, 0)};
  const sn_frame side = offset(b, g, 0.1, -0.2, 0.15);
  sn_add_force(b, &side, follow, 1);
  sn_add_moment(b, g, moment, 1);
  sn_add_moment(b, f, moment, 0);
  sn_add_force(b, f, space, 0);
}

mechanism machine(int parts)
{
  mechanism m = {0};
  sn_builder *b = begin(&m);
  const double inertia[3][3] = {{0.2, 0, 0}, {0, 0.3, 0}, {0, 0, 0.4}};
  sn_set_gravity(b, v3(1, 0, -9.81));
  const sn_frame ground = sn_ground_frame(b);
  sn_frame base = ground;
  sn_v3 base_speed = ZERO, spin = ZERO;
  if (parts & MACHINE_BASE) {
    const sn_expr *const place[3] = {wave(b, 0, 0.2, 5, 0), NULL, wave(b, 0, 0.1, 7, 0)};
    const sn_expr *turn = wave(b, 0, 0.4, 4, 0);
    base = sn_moving_frame_frame(b, sn_add_moving_frame(b, place, v3(0, 0, 1), turn, m3_identity()));
    sn_add_rigid_mass(b, &base, 3, v3(0.1, 0.2, 0), inertia);
    base_speed = v3(1, 0, 0.7);
    spin = v3(0, 0, 1.6);
  }
  /* first body: hinge about z of the base; second: hinge about its own z on the first; third: point mass by a link */
  const sn_v3 w1 = v3_add(spin, v3(0, 0, 1)), w2 = w1, at1 = {{0.2, 0.1, 0}}, at2 = {{0.7, 0.1, 0.1}};
  const sn_frame hinge = offset(b, &base, 0.2, 0.1, 0);
  const sn_v3 v1 = v3_add(base_speed, v3_cross(spin, at1)), v2 = v3_add(v1, v3_cross(w1, v3_sub(at2, at1)));
  sn_item_begin(b, "body", "first", "machine:1");
  sn_item_alpha(b, parts & MACHINE_ALPHA ? 0.3 : NAN);
  const sn_frame f = sn_node_frame(b, body(b, at1, v1, w1, 2, v3(0.2, 0.05, 0), 0.02, 0.05, 0.06));
  sn_item_begin(b, "body", "second", "machine:2");
  const sn_frame g = sn_node_frame(b, body(b, at2, v2, w2, 1, v3(0.1, 0, 0.02), 0.01, 0.02, 0.025));
  const sn_v3 at3 = {{1.1, 0.1, 0.1}};
  const sn_frame p = sn_node_frame(b, mass_point(b, at3, v3_add(v2, v3_cross(w2, v3_sub(at3, at2))), 0.5));
  sn_item_begin(b, "joint", "hinge", "machine:3");
  sn_item_alpha(b, parts & MACHINE_ALPHA ? 0.9 : NAN);
  const int bearing = coincide(b, &f, &hinge);
  parallel(b, &f, &base);
  const sn_frame seat = offset(b, &f, 0.5, 0, 0.1), tip = offset(b, &g, 0.2, 0, 0);
  coincide(b, &g, &seat);
  const sn_m3 tilted = {{{{0, 1, 0}}, {{0, 0, 1}}, {{1, 0, 0}}}}; /* hinge about x of the bodies */
  const sn_frame seat_x = sn_frame_local(b, &seat, ZERO, tilted), g_x = sn_frame_local(b, &g, ZERO, tilted);
  parallel(b, &g_x, &seat_x);
  sn_block_begin(b, &sn_law_constraint, "link");
  half_square(b, &tip, &p, 0.2);
  sn_block_begin(b, &sn_law_elastic, "bushing");
  const int gap = sn_between(b, &p, &ground);
  sn_form(b, 1, gap, sn_axis_of(b, &ground, 1), 0.1);
  sn_form(b, 1, gap, sn_axis_of(b, &ground, 2), 0.1);
  sn_block_matrix(b, 0, 0, 50);
  sn_block_matrix(b, 1, 1, 30);
  sn_block_matrix(b, 0, 1, 10);
  if (parts & MACHINE_LAWS) {
    machine_laws(b, &base, &f, &tip, &ground);
  }
  if (parts & MACHINE_DRIVE) {
    angle_block(b, &sn_law_driven, "drive", &seat_x, &g_x);
    sn_composite_drive(b, wave(b, 0.8 * sin(0.3), 0.8, 6, -0.3));
    sn_block_begin(b, &sn_law_driven, "lift");
    sn_coordinate_form(b, sn_form(b, 1, sn_between(b, &ground, &p), sn_axis_of(b, &ground, 2), -0.1), 1);
    sn_composite_drive_rate(b, wave(b, 0, 0.5, 8, 0));
  }
  if (parts & MACHINE_RATES) {
    angle_block(b, &sn_law_rate, "damper", &base, &f);
    sn_block_rate(b, sn_rate_viscous(b, 0.2));
    sn_block_begin(b, &sn_law_viscous, "damper");
    const int line = sn_between(b, &p, &ground);
    sn_form(b, 0.5, line, line, 0);
    sn_form(b, 1, line, sn_axis_of(b, &f, 1), 0);
    sn_block_matrix(b, 0, 0, 1.5);
    sn_block_matrix(b, 1, 1, 1);
    sn_block_matrix(b, 0, 1, 0.5);
  }
  if (parts & MACHINE_FRICTION) {
    angle_block(b, &sn_law_friction, "friction", &base, &f);
    sn_rate_law *law = sn_rate_friction(b, &(sn_coulomb){0.02, 0.02, 0}, 0, bearing);
    for (int k = 0; k < 3; k++) {
      sn_rate_friction_form(law, k, 1);
    }
    sn_block_rate(b, law);
  }
  if (parts & MACHINE_LOADS) {
    machine_loads(b, &f, &g);
  }
  return *finish(&m, b);
}

void oscillator_invariants(double a, double h, double *trace, double *determinant)
{
  const double h2 = h * h, h4 = h2 * h2, N = (1 + a) * (1 + a) * h4 + (4 * a * a + 12) * h2 + 144;
  *trace = -2 * (a * a * h4 - 4 * a * a * h2 - h4 + 60 * h2 - 144) / N;
  *determinant = ((1 - a) * (1 - a) * h4 + (4 * a * a + 12) * h2 + 144) / N;
}
