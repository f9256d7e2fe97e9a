/* tests/instant/test_project.c -- velocities of a state put onto the constraints, and calmed: rates, energy, momenta, impulses.
 * What:    laws of sn_instant_project on mechanisms with velocities that fit nothing: after theta = 1 every rate is met; what kinetic
 *          energy misses is the loss minus the work of drives and moving frames; the impulses on the rows explain the change.
 */
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

/* ---- what is checked */

/* Every vector of a node gets a rate of its own: directors neither stay orthonormal nor turn as one. Frames move as given. */
static void throw_about(mechanism *k, double t)
{
  *k->x.t = t;
  for (int i = 0; i < k->s->n_vector; i++) {
    k->x.v[i] = k->s->vector[i].freedom == SN_FREE ? random_vector() : v3(0, 0, 0);
  }
  for (int i = 0; i < k->s->n_frame; i++) {
    sn_v3 q[4], v[4];
    sn_frame_motion(k->s->frame + i, t, q, v, NULL);
    for (int j = 0; j < 4; j++) {
      k->x.q[k->s->frame[i].vector[j]] = q[j];
      k->x.v[k->s->frame[i].vector[j]] = v[j];
    }
  }
}

static int n_rows(const sn_block *b)
{
  return b->law == &sn_law_constraint ? b->n_form : b->law == &sn_law_driven ? 1 : 0;
}

/* gradient of a row with respect to every vector of its block */
static void gradient_of(const sn_state *x, const sn_block *b, int row, sn_v3 *G)
{
  double e[SN_MAX_FORMS], gradient[SN_MAX_FORMS] = {0};
  sn_v3 B[SN_MAX_FORMS * SN_MAX_BLOCK_VECTORS];
  sn_forms(b, x->q, e);
  sn_form_rates(b, x->q, B);
  if (b->law == &sn_law_constraint) {
    gradient[row] = 1;
  } else {
    sn_composite(b, x->internal, e, gradient, NULL);
  }
  for (int a = 0; a < b->n_vec; a++) {
    G[a] = v3(0, 0, 0);
    for (int f = 0; f < b->n_form; f++) {
      G[a] = v3_axpy(G[a], gradient[f], B[f * b->n_vec + a]);
    }
  }
}

/* Rates of all rows of the constraints, drives taken off, into `rate`; returns their number. */
static int rates_of(const mechanism *k, const sn_state *x, double *rate)
{
  sn_v3 G[SN_MAX_BLOCK_VECTORS];
  int n = 0;
  for (int i = 0; i < k->s->n_block; i++) {
    const sn_block *b = k->s->block + i;
    for (int r = 0; r < n_rows(b) && b->n_node > 0; r++) {
      gradient_of(x, b, r, G);
      rate[n] = b->law == &sn_law_constraint ? 0 : -sn_drive_rate(b, *x->t);
      for (int a = 0; a < b->n_vec; a++) {
        rate[n] += v3_dot(G[a], x->v[b->vector[a]]);
      }
      n++;
    }
  }
  return n;
}

/* Largest rate of the products of the directors of a node. */
static double stretch(const mechanism *k, const sn_state *x)
{
  double most = 0;
  for (int i = 0; i < k->s->n_node; i++) {
    const sn_node *n = k->s->node + i;
    for (int a = n->has_x; a < n->n_vec; a++) {
      for (int b = a; b < n->n_vec; b++) {
        const int d = n->vector[a], e = n->vector[b];
        most = fmax(most, fabs(v3_dot(x->q[d], x->v[e]) + v3_dot(x->q[e], x->v[d])));
      }
    }
  }
  return most;
}

/* f += M x, from the lists of the system */
static void times_mass(const sn_system *s, const sn_v3 *x, sn_v3 *f)
{
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *n = s->node + i;
    for (int a = 0; a < n->n_vec; a++) {
      for (int b = 0; b < n->n_vec; b++) {
        f[n->vector[a]] = v3_axpy(f[n->vector[a]], n->mass[a][b], x[n->vector[b]]);
      }
    }
  }
  for (int i = 0; i < s->n_pair; i++) {
    const sn_mass_pair *p = s->pair + i;
    f[p->a] = v3_axpy(f[p->a], p->m, x[p->b]);
    if (p->a != p->b) {
      f[p->b] = v3_axpy(f[p->b], p->m, x[p->a]);
    }
  }
}

/* The impulses -push on the rows are what changes the momenta of every node: largest that is missing, force or moment. */
static double unexplained(const mechanism *k, const sn_state *before, const sn_state *after)
{
  const sn_system *s = k->s;
  sn_v3 dv[64], f[64], G[SN_MAX_BLOCK_VECTORS];
  CHECK(s->n_vector <= 64);
  for (int i = 0; i < s->n_vector; i++) {
    dv[i] = v3_sub(after->v[i], before->v[i]);
    f[i] = v3(0, 0, 0);
  }
  times_mass(s, dv, f);
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    for (int r = 0; r < n_rows(b); r++) {
      gradient_of(after, b, r, G);
      for (int a = 0; a < b->n_vec; a++) {
        f[b->vector[a]] = v3_axpy(f[b->vector[a]], after->projection_impulse[b->stress + r], G[a]);
      }
    }
  }
  double most = 0;
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *n = s->node + i;
    sn_v3 moment = v3(0, 0, 0);
    for (int a = 0; a < n->n_vec; a++) {
      const int v = n->vector[a];
      if (a < n->has_x) {
        most = fmax(most, v3_norm(f[v]));
      } else {
        moment = v3_add(moment, v3_cross(before->q[v], f[v]));
      }
    }
    most = fmax(most, v3_norm(moment));
  }
  return most;
}

static sn_ledger projected(mechanism *k, sn_state *x, double theta)
{
  double each[16];
  sn_ledger l = {0};
  CHECK(k->s->n_node <= 16);
  for (int i = 0; i < k->s->n_node; i++) {
    each[i] = theta;
  }
  CHECK_OK(sn_instant_project(k->m, x, each, &l, &k->error), k->error);
  return l;
}

/* All laws; the velocities of k->x are as given. digits: what the solve keeps, 1 for good matrices (linear.c lets residuals
   below 1e-12 pass); light: what axes without inertia carry all the same. */
static void check_laws(mechanism *k, double digits, double light)
{
  double before[64], after[64], most = 0;
  const int n = rates_of(k, &k->x, before);
  CHECK(n <= 64);
  sn_state x, y;
  CHECK_OK(sn_state_new(k->s, k->arena, &x, &k->error), k->error);
  CHECK_OK(sn_state_new(k->s, k->arena, &y, &k->error), k->error);
  const double energy = sn_kinetic(k->s, k->x.v), tight = 1e-13 * digits;

  static const double part[] = {1, 0.5, 2.0 / 3};
  for (int i = 0; i < 3; i++) {
    const double theta = part[i];
    sn_state_copy(&k->x, &x);
    const sn_ledger l = projected(k, &x, theta);
    const double round = 1e-14 * digits * (1 + energy + l.numerical + fabs(l.work_drives) + fabs(l.work_base)) + light;
    rates_of(k, &x, after);
    for (int r = 0; r < n; r++) {
      CHECK_NEAR(after[r], (1 - theta) * before[r], tight);
      most = fmax(most, fabs(before[r]));
    }
    CHECK_NEAR(stretch(k, &x), (1 - theta) * stretch(k, &k->x), 1e-13);
    CHECK_NEAR(l.kinetic, sn_kinetic(k->s, x.v), 0);
    CHECK_NEAR(energy - l.kinetic, l.numerical - l.work_drives - l.work_base, round);
    CHECK_BELOW(fabs(l.defect), round);
    CHECK(l.numerical >= 0 && l.work_loads == 0 && l.dissipation == 0);
    CHECK_BELOW(unexplained(k, &k->x, &x), tight + light);
    CHECK(memcmp(x.q, k->x.q, (size_t)k->s->n_vector * sizeof(sn_v3)) == 0);
    for (int v = 0; v < k->s->n_vector; v++) {
      if (k->s->vector[v].freedom != SN_FREE) {
        CHECK(memcmp(x.v + v, k->x.v + v, sizeof(sn_v3)) == 0);
      }
    }
    if (theta == 1) { /* once more: nothing is left to do */
      sn_state_copy(&x, &y);
      const sn_ledger again = projected(k, &y, 1);
      for (int v = 0; v < k->s->n_vector; v++) {
        CHECK_BELOW(distance(x.v[v], y.v[v]), tight);
      }
      CHECK_BELOW(fabs(again.numerical) + fabs(again.work_drives) + fabs(again.work_base), round);
    }
  }
  CHECK(most > 0.1 || n == 0);

  sn_state_copy(&k->x, &x);
  const sn_ledger none = projected(k, &x, 0);
  for (int v = 0; v < k->s->n_vector; v++) {
    CHECK(distance(x.v[v], k->x.v[v]) == 0);
  }
  CHECK(none.numerical == 0 && none.work_drives == 0 && none.work_base == 0 && none.defect == 0);
  for (int i = 0; i < k->s->n_stress; i++) {
    CHECK(x.projection_impulse[i] == 0);
  }
}

/* ---- mechanisms */

static int add_point_mass(mechanism *k, sn_v3 x, double mass)
{
  sn_item_begin(k->b, "point", "bob", "here.lua:1");
  const int node = sn_add_point(k->b, x, v3(0, 0, 0));
  const int at = sn_vector_of(k->b, node, 0);
  sn_add_mass(k->b, at, at, mass);
  return node;
}

static int some_body(mechanism *k, double mass)
{
  const double J[3] = {mass * 0.3, mass * 0.4, mass * 0.5};
  return add_body(k, "body", random_vector(), sn_rotation_axis_angle(random_vector(), 2), mass, J);
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

/* turns b against a about an axis through x as 0.8 (1 - cos 3t) + const */
static void driven(mechanism *k, int a, int b, sn_v3 x, sn_v3 axis)
{
  const sn_m3 r = sn_rotation_along(axis);
  const sn_frame A = frame_at(k, a, x, r), B = frame_at(k, b, x, r);
  revolute(k, "hinge", a, b, x, axis);
  sn_block_begin(k->b, &sn_law_driven, "drive");
  angle_forms(k, &A, &B, 1);
  sn_composite_drive(k->b, swing(k, 0.8, 3));
}

/* By hand: a bob on a rod keeps what is across the rod. */
static void test_pendulum(void)
{
  const double m = 1.3, L = 1.7;
  mechanism k = mechanism_begin(v3(0, -9.81, 0));
  const int p = add_point_mass(&k, v3(0, -L, 0), m), r = rod(&k, -1, p);
  mechanism_finish(&k);
  const int x = position_of(&k, p);
  k.x.v[x] = v3(2, 0.5, -1);
  check_laws(&k, 1, 0);
  const sn_ledger l = projected(&k, &k.x, 0.5);
  CHECK_BELOW(distance(k.x.v[x], v3(2, 0.25, -1)), 1e-15);
  CHECK_NEAR(l.numerical, (0.5 - 0.125) * m * 0.25, 1e-15);
  CHECK_NEAR(k.x.projection_impulse[k.s->block[r].stress] * L, -0.5 * m * 0.5,
             1e-15); /* gradient of the row: L times the way down */
  mechanism_end(&k);
}

static void test_double_body(void)
{
  for (int trial = 0; trial < 10; trial++) {
    srand((unsigned)trial);
    mechanism k = mechanism_begin(v3(0, -9.81, 0));
    const int a = some_body(&k, 1.5), b = some_body(&k, 0.02);
    revolute(&k, "shoulder", -1, a, random_vector(), random_vector());
    spherical(&k, "elbow", a, b, random_vector());
    mechanism_finish(&k);
    throw_about(&k, 0.2);
    check_laws(&k, 1, 0);
    mechanism_end(&k);
  }
}

/* Impulses between two free bodies have no resultant and no moment. */
static void test_momenta(void)
{
  for (int trial = 0; trial < 10; trial++) {
    srand((unsigned)(50 + trial));
    mechanism k = mechanism_begin(v3(0, 0, 0));
    const int a = some_body(&k, 1), b = some_body(&k, trial % 2 ? 1e-3 : 2);
    revolute(&k, "hinge", a, b, random_vector(), random_vector());
    mechanism_finish(&k);
    throw_about(&k, 0);
    for (int i = 0; i < k.s->n_node; i++) { /* turning as a body: directors that stretch have momenta of their own */
      set_velocity(&k, i, random_vector(), random_vector());
    }
    check_laws(&k, 1, 0);
    sn_v3 P[2], H[2];
    sn_momenta(k.s, &k.x, P, H);
    projected(&k, &k.x, 1);
    sn_momenta(k.s, &k.x, P + 1, H + 1);
    CHECK_BELOW(distance(P[0], P[1]), 1e-14);
    CHECK_BELOW(distance(H[0], H[1]), 1e-14);
    mechanism_end(&k);
  }
}

/* By hand: a wheel at w on an axle driven at u: the drive gives -J (w - u) u, half of J (w - u)^2 is lost. */
static void test_drive(void)
{
  const double J[3] = {0.1, 0.2, 0.3}, t = 0.3, w = 5, u = 0.8 * 3 * sin(3 * t);
  mechanism k = mechanism_begin(v3(0, 0, 0));
  const int n = add_body(&k, "wheel", v3(0, 0, 0), m3_identity(), 1, J);
  driven(&k, -1, n, v3(0, 0, 0), v3(0, 0, 1));
  mechanism_finish(&k);
  *k.x.t = t;
  set_velocity(&k, n, v3(0, 0, 0), v3(0, 0, w));
  sn_state x;
  CHECK_OK(sn_state_new(k.s, k.arena, &x, &k.error), k.error);
  sn_state_copy(&k.x, &x);
  const sn_ledger l = projected(&k, &x, 1);
  CHECK_NEAR(l.numerical, 0.5 * J[2] * (w - u) * (w - u), 1e-14);
  CHECK_NEAR(l.work_drives, -J[2] * (w - u) * u, 1e-14);
  CHECK_NEAR(l.work_base, 0, 1e-15);
  mechanism_end(&k);

  for (int trial = 0; trial < 10; trial++) {
    srand((unsigned)(20 + trial));
    k = mechanism_begin(v3(0, 0, 0));
    const double light = trial % 2 ? 1e-3 : 1;
    const int a = some_body(&k, light), b = some_body(&k, 1);
    driven(&k, -1, a, random_vector(), random_vector());
    driven(&k, a, b, random_vector(), random_vector());
    mechanism_finish(&k);
    throw_about(&k, t);
    check_laws(&k, trial % 2 ? 1e3 : 10, 0);
    mechanism_end(&k);
  }
}

static sn_frame moving_base(mechanism *k)
{
  const sn_expr *const move[3] = {swing(k, 0.4, 3), NULL, swing(k, -0.2, 5)};
  const int base = sn_add_moving_frame(k->b, move, v3_unit(v3(1, 1, 0)), swing(k, 0.7, 4), m3_identity());
  return sn_moving_frame_frame(k->b, base);
}

static void test_moving_base(void)
{
  srand(7);
  mechanism k = mechanism_begin(v3(0, 0, 0));
  const sn_frame f = moving_base(&k);
  const int a = some_body(&k, 0.7), b = some_body(&k, 1.2);
  sn_frame A;
  CHECK_OK(sn_frame_at(k.b, &f, v3(0.3, 0.1, -0.2), m3_identity(), &A, &k.error), k.error);
  const sn_frame B = frame_at(&k, a, v3(0.3, 0.1, -0.2), m3_identity());
  sn_item_begin(k.b, "revolute", "hinge", "");
  coincide(&k, &A, &B);
  align(&k, &A, &B, 2);
  driven(&k, a, b, random_vector(), random_vector());
  mechanism_finish(&k);
  throw_about(&k, 0.37);
  check_laws(&k, 1, 0);
  sn_ledger l = projected(&k, &k.x, 1);
  CHECK(fabs(l.work_base) > 1e-3 && fabs(l.work_drives) > 1e-3);
  mechanism_end(&k);

  /* By hand: a point of mass m on a point of the base: its whole change is the work of the base and a loss. */
  const double m = 0.8, t = 0.21;
  k = mechanism_begin(v3(0, 0, 0));
  const sn_frame g = moving_base(&k);
  const int p = add_point_mass(&k, v3(0, 0, 0), m);
  const sn_frame P = sn_node_frame(k.b, p);
  sn_item_begin(k.b, "spherical", "pin", "");
  sn_block_meet(k.b);
  const int gap = sn_between(k.b, &g, &P);
  for (int j = 0; j < 3; j++) {
    sn_form(k.b, 1, gap, sn_axis_of(k.b, &g, j), 0);
  }
  mechanism_finish(&k);
  throw_about(&k, t);
  k.x.q[position_of(&k, p)] = k.x.q[k.s->frame[0].vector[0]];
  const sn_v3 u = k.x.v[k.s->frame[0].vector[0]], dv = v3_sub(u, k.x.v[position_of(&k, p)]);
  l = projected(&k, &k.x, 1);
  CHECK_BELOW(distance(k.x.v[position_of(&k, p)], u), 1e-15);
  CHECK_NEAR(l.numerical, 0.5 * m * v3_dot(dv, dv), 1e-15);
  CHECK_NEAR(l.work_base, m * v3_dot(u, dv), 1e-15);
  mechanism_end(&k);
}

/* A bar of two points, m/6 [2 1; 1 2], one of them carried by the base: the base feels the change of the other by m/6. */
static void test_mass_shared_with_the_base(void)
{
  srand(11);
  const double m = 1.2;
  mechanism k = mechanism_begin(v3(0, 0, 0));
  const sn_frame f = moving_base(&k);
  const int p = add_point_mass(&k, v3(1, 0.2, 0), m / 3), q = add_point_mass(&k, v3(2, 0.5, 0.3), 0.4);
  sn_add_mass(k.b, f.vector[0], f.vector[0], m / 3);
  sn_add_mass(k.b, f.vector[0], sn_vector_of(k.b, p, 0), m / 6);
  sn_add_mass(k.b, sn_vector_of(k.b, p, 0), sn_vector_of(k.b, q, 0), 0.1);
  const sn_frame P = sn_node_frame(k.b, p);
  sn_item_begin(k.b, "distance", "rod", "");
  sn_block_begin(k.b, &sn_law_constraint, "distance");
  const int gap = sn_between(k.b, &f, &P);
  sn_form_zero(k.b, sn_form(k.b, 0.5, gap, gap, 0));
  rod(&k, p, q);
  mechanism_finish(&k);
  throw_about(&k, 0.15);
  check_laws(&k, 1, 0);
  mechanism_end(&k);
}

/* A door on two hinges: five rows say what five others say; it turns as with one hinge, and the loss is the same. */
static void test_redundant_rows(void)
{
  double left[2], loss[2];
  for (int hinges = 1; hinges <= 2; hinges++) {
    srand(3);
    const double J[3] = {0.3, 0.4, 0.2};
    mechanism k = mechanism_begin(v3(0, 0, -9.81));
    const int door = add_body(&k, "door", v3(0.5, 0, 1), m3_identity(), 20, J);
    revolute(&k, "low", -1, door, v3(0, 0, 0.3), v3(0, 0, 1));
    if (hinges == 2) {
      revolute(&k, "high", -1, door, v3(0, 0, 1.7), v3(0, 0, 1));
    }
    mechanism_finish(&k);
    throw_about(&k, 0);
    check_laws(&k, 1,
               hinges == 2 ? 1e-12
                           : 0); /* the impulses of softly held rows: 1e-8 of them, squared by the second solve */
    const sn_ledger l = projected(&k, &k.x, 1);
    left[hinges - 1] = l.kinetic;
    loss[hinges - 1] = l.numerical;
    mechanism_end(&k);
  }
  CHECK_NEAR(left[0], left[1], 1e-13 * left[0]);
  CHECK_NEAR(loss[0], loss[1], 1e-13 * loss[0]);
}

/* A needle has no inertia about its own axis: what it spins about it costs nothing, and a joint stops it all the same. */
static void test_axis_without_inertia(void)
{
  for (int hinged = 0; hinged < 2; hinged++) {
    srand(5);
    mechanism k = mechanism_begin(v3(0, 0, 0));
    sn_item_begin(k.b, "body", "needle", "here.lua:7");
    const int n = sn_add_triad(k.b, v3(0.5, 0, 0), v3(0, 0, 0), m3_identity(), v3(0, 0, 0));
    const sn_frame f = sn_node_frame(k.b, n);
    const double J[3][3] = {{0, 0, 0}, {0, 1.0 / 12, 0}, {0, 0, 1.0 / 12}};
    sn_add_rigid_mass(k.b, &f, 1, v3(0, 0, 0), J);
    if (hinged) {
      revolute(&k, "hinge", -1, n, v3(0, 0, 0), v3(0, 0, 1));
    } else {
      spherical(&k, "ball", -1, n, v3(0, 0, 0));
    }
    mechanism_finish(&k);
    set_velocity(&k, n, random_vector(), v3(5, 1, -2));
    check_laws(&k, 1, 1e-10 * 5 / 6); /* light parts: 1e-10 of the trace of its tensor, times the spin taken */
    projected(&k, &k.x, 1);
    CHECK_OK(sn_instant_observe(k.m, &k.x, NULL, &k.o, &k.error), k.error);
    CHECK_NEAR(node_spin(&k, n).x[0], hinged ? 0 : 5, 1e-12);
    mechanism_end(&k);
  }
}

/* Two pendulums that nothing joins: each has its own theta. */
static void test_theta_of_clusters(void)
{
  mechanism k = mechanism_begin(v3(0, -9.81, 0));
  const int a = add_point_mass(&k, v3(0, -1, 0), 1), b = add_point_mass(&k, v3(0, -2, 0), 3);
  rod(&k, -1, a);
  rod(&k, -1, b);
  mechanism_finish(&k);
  k.x.v[position_of(&k, a)] = v3(1, 0.3, 0);
  k.x.v[position_of(&k, b)] = v3(1, 0.7, 0);
  const double theta[2] = {0.25, 0};
  sn_ledger l = {.numerical = 10};
  CHECK_OK(sn_instant_project(k.m, &k.x, theta, &l, &k.error), k.error);
  CHECK_BELOW(distance(k.x.v[position_of(&k, a)], v3(1, 0.225, 0)), 1e-15);
  CHECK(distance(k.x.v[position_of(&k, b)], v3(1, 0.7, 0)) == 0);
  CHECK_NEAR(l.numerical - 10, (0.25 - 0.03125) * 0.09, 1e-15); /* added to what the step has lost */
  mechanism_end(&k);
}

/* ---- strain rates calmed */

/* three forms between points of two bodies, stiffnesses as given */
static int bushing(mechanism *k, int a, int b, sn_v3 x, double stiffness)
{
  const sn_frame A = frame_at(k, a, x, m3_identity()), B = frame_at(k, b, x, m3_identity());
  sn_item_begin(k->b, "bushing", "bushing", "here.lua:3");
  const int block = sn_block_begin(k->b, &sn_law_elastic, "bushing");
  const int gap = sn_between(k->b, &A, &B);
  for (int i = 0; i < 3; i++) {
    sn_form(k->b, 1, gap, sn_axis_of(k->b, &A, i), 0);
    sn_block_matrix(k->b, i, i, stiffness * (1 + i));
  }
  return block;
}

static sn_ledger calmed(mechanism *k, int block, double weight)
{
  double z[16] = {0};
  sn_ledger l = {.numerical = 10, .work_drives = 5, .work_base = 1};
  CHECK(k->s->n_block <= 16);
  const double before = sn_kinetic(k->s, k->x.v);
  z[block] = weight;
  CHECK_OK(sn_instant_damp(k->m, &k->x, z, &l, &k->error), k->error);
  l.numerical -= 10, l.work_drives -= 5, l.work_base -= 1; /* added to what is there */
  const double work = l.work_drives + l.work_base;
  CHECK(l.numerical > 0);
  CHECK_NEAR(l.kinetic, sn_kinetic(k->s, k->x.v), 0);
  CHECK_NEAR(before - l.kinetic, l.numerical - work, 1e-13 * (before + fabs(work)));
  CHECK_BELOW(fabs(l.defect), 1e-13 * (before + fabs(work)));
  return l;
}

/* By hand: a mass m before a wall, on a spring k along its way: v := v (1 - z k/m), but never beyond 0. */
static void test_calm_by_hand(void)
{
  const double m = 1.3, stiffness = 40, J[3] = {0.1, 0.1, 0.1}, v = 2;
  for (int i = 0; i < 2; i++) {
    mechanism k = mechanism_begin(v3(0, 0, 0));
    const int n = add_body(&k, "body", v3(0, 0, 0), m3_identity(), m, J);
    const int block = bushing(&k, -1, n, v3(0, 0, 0), stiffness);
    mechanism_finish(&k);
    set_velocity(&k, n, v3(v, 0, 0), v3(0, 0, 0));
    const double z = i ? 1 : 0.01, left = i ? 0 : v * (1 - z * stiffness / m);
    const sn_ledger l = calmed(&k, block, z);
    CHECK_BELOW(distance(k.x.v[position_of(&k, n)], v3(left, 0, 0)), 1e-14);
    CHECK_NEAR(l.numerical, 0.5 * m * (v * v - left * left), 1e-14);
    CHECK(l.work_drives == 0 && l.work_base == 0);
    mechanism_end(&k);
  }
}

/* Free bodies keep their momenta; beside constraints and drives all rates stay met, and the drive works. */
static void test_calm_laws(void)
{
  for (int trial = 0; trial < 10; trial++) {
    srand((unsigned)(80 + trial));
    const int held = trial % 2;
    mechanism k = mechanism_begin(v3(0, 0, 0));
    const int a = some_body(&k, 1), b = some_body(&k, trial % 3 ? 1e-3 : 2);
    if (held) {
      driven(&k, -1, a, random_vector(), random_vector());
      spherical(&k, "ball", -1, b, random_vector());
    }
    const int block = bushing(&k, a, b, random_vector(), 100);
    mechanism_finish(&k);
    *k.x.t = 0.3;
    for (int i = 0; i < k.s->n_node; i++) {
      set_velocity(&k, i, random_vector(), random_vector());
    }
    projected(&k, &k.x, 1);
    memset(k.x.projection_impulse, 0, (size_t)k.s->n_stress * sizeof(double));
    double rate[64];
    sn_v3 P[2], H[2];
    sn_momenta(k.s, &k.x, P, H);
    const sn_ledger l = calmed(&k, block, pow(10, -trial));
    sn_momenta(k.s, &k.x, P + 1, H + 1);
    for (int r = rates_of(&k, &k.x, rate) - 1; r >= 0; r--) {
      CHECK_BELOW(fabs(rate[r]), 1e-11);
    }
    CHECK_BELOW(stretch(&k, &k.x), 1e-13);
    CHECK(held ? fabs(l.work_drives) > 0 : l.work_drives == 0);
    if (!held) {
      CHECK_BELOW(distance(P[0], P[1]), 1e-14);
      CHECK_BELOW(distance(H[0], H[1]), 1e-14);
    }
    mechanism_end(&k);
  }
}

/* Turning as one body costs nothing. */
static void test_calm_spin(void)
{
  const double J[3] = {0.1, 0.2, 0.3}, z[1] = {1e-3};
  mechanism k = mechanism_begin(v3(0, 0, 0));
  const int a = add_body(&k, "a", v3(1, 0, 0), m3_identity(), 1, J),
            b = add_body(&k, "b", v3(3, 0, 0), m3_identity(), 2, J);
  bushing(&k, a, b, v3(2, 0, 0), 1e6);
  mechanism_finish(&k);
  set_velocity(&k, a, v3(0, 7, 0), v3(0, 0, 7));
  set_velocity(&k, b, v3(0, 21, 0), v3(0, 0, 7));
  sn_ledger l = {0};
  CHECK_OK(sn_instant_damp(k.m, &k.x, z, &l, &k.error), k.error);
  CHECK(l.numerical == 0 && distance(k.x.v[position_of(&k, b)], v3(0, 21, 0)) == 0);
  mechanism_end(&k);
}

int main(void)
{
  RUN(test_pendulum);
  RUN(test_double_body);
  RUN(test_momenta);
  RUN(test_drive);
  RUN(test_moving_base);
  RUN(test_mass_shared_with_the_base);
  RUN(test_redundant_rows);
  RUN(test_axis_without_inertia);
  RUN(test_theta_of_clusters);
  RUN(test_calm_by_hand);
  RUN(test_calm_laws);
  RUN(test_calm_spin);
  return REPORT();
}
