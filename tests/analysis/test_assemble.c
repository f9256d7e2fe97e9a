/* tests/analysis/test_assemble.c -- positions drawn wrong are moved onto the joints by the smallest mass-weighted change. */
#include "analysis/assemble.h"
#include "mechanism.h"

static const double J[3] = {0.02, 0.03, 0.04};
static const double pi = 3.14159265358979323846;

static sn_v3 noise(unsigned *seed)
{
  double x[3];
  for (int i = 0; i < 3; i++) {
    *seed = *seed * 1664525u + 1013904223u;
    x[i] = (double)(*seed >> 8) / 8388608.0 - 1;
  }
  return v3(x[0], x[1], x[2]);
}

/* Moves every node by up to d and turns it by up to a. */
static void disturb(mechanism *k, double d, double a, sn_m3 r, unsigned seed)
{
  for (int i = 0; i < k->s->n_node; i++) {
    const sn_node *n = k->s->node + i;
    const sn_v3 way = m3_mul(r, noise(&seed)), turn = v3_scale(a, m3_mul(r, noise(&seed)));
    k->x.q[n->vector[0]] = v3_axpy(k->x.q[n->vector[0]], d, way);
    for (int j = 1; j < n->n_vec; j++) {
      k->x.q[n->vector[j]] = m3_mul(sn_rotation_axis_angle(turn, v3_norm(turn)), k->x.q[n->vector[j]]);
    }
  }
}

/* Planar ring of n bodies and the ground, unit of length u, placed by r and o. */
static void ring(mechanism *k, int n, sn_m3 r, sn_v3 o, double u)
{
  int before = -1;
  for (int i = 0; i <= n; i++) {
    static char name[8][8];
    const double angle = 2 * pi * i / (n + 1), size = 1 + 0.2 * cos(7.0 * i * i);
    const double inertia[3] = {J[0] * u * u, J[1] * u * u, J[2] * u * u};
    const sn_v3 p = v3_add(o, m3_mul(r, v3(u * size * cos(angle), u * size * sin(angle), 0)));
    const sn_v3 centre = v3_add(p, m3_mul(r, v3(0.1 * u, 0.2 * u, 0.05 * u)));
    snprintf(name[i % 8], sizeof name[0], "r%d", i);
    const int next =
        i < n ? add_body(k, "bar", centre, m3_mul3(r, sn_rotation_axis_angle(v3(1, 2, 3), 0.4)), 1 + 0.5 * i, inertia)
              : -1;
    revolute(k, name[i % 8], next >= 0 ? before : -1, next >= 0 ? next : before, p, r.c[2]);
    before = next;
  }
}

static void bricard(mechanism *k)
{
  static const double point[6][3] = {{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
  static const int axis[6] = {1, 2, 0, 1, 2, 0};
  int before = -1;
  for (int i = 0; i < 6; i++) {
    const sn_v3 p = v3(point[i][0], point[i][1], point[i][2]);
    int next = -1;
    if (i < 5) {
      const sn_v3 q = v3(point[i + 1][0], point[i + 1][1], point[i + 1][2]), d = v3_sub(q, p);
      const sn_v3 c = v3_scale(0.5, v3_add(p, q));
      const double own = 0.01 / 6, across = 1.01 / 12;
      const double inertia[3] = {fabs(d.x[0]) > 0 ? own : across, fabs(d.x[1]) > 0 ? own : across,
                                 fabs(d.x[2]) > 0 ? own : across};
      next = add_body(k, "rod", c, m3_identity(), 1, inertia);
    }
    sn_v3 a = v3(0, 0, 0);
    a.x[axis[i]] = 1;
    revolute(k, "hinge", next >= 0 ? before : -1, next >= 0 ? next : before, p, a);
    before = next;
  }
}

static sn_assembly assemble(mechanism *k, double tolerance)
{
  sn_assembly a;
  const sn_assemble_options o = {.tolerance = tolerance};
  CHECK_OK(sn_assemble(k->m, &k->x, &o, k->arena, &a, &k->error), k->error);
  CHECK(a.moved);
  CHECK_BELOW(a.after, 1e-13);
  CHECK_BELOW(sn_constraint_error(k->s, &k->x), 1e-13);
  return a;
}

static double mass_distance2(const mechanism *k, const sn_v3 *a, const sn_v3 *b)
{
  sn_v3 d[256];
  for (int i = 0; i < k->s->n_vector; i++) {
    d[i] = v3_sub(a[i], b[i]);
  }
  return 2 * sn_kinetic(k->s, d);
}

/* An assembled model is not touched. */
static void test_left_alone(void)
{
  mechanism k = mechanism_begin(v3(0, 0, -9.81));
  ring(&k, 4, sn_rotation_axis_angle(v3(3, -1, 2), 1.3), v3(0.3, 0.1, -2), 1);
  mechanism_finish(&k);
  sn_state before;
  CHECK_OK(sn_state_new(k.s, k.arena, &before, &k.error), k.error);
  sn_state_copy(&k.x, &before);
  sn_assembly a;
  const sn_assemble_options o = {0};
  CHECK_OK(sn_assemble(k.m, &k.x, &o, k.arena, &a, &k.error), k.error);
  CHECK(!a.moved);
  CHECK(memcmp(before.data, k.x.data, before.n * sizeof(double)) == 0);
  mechanism_end(&k);
}

/* Closed forms: a point on a rod goes straight to the circle; two points share the gap by their masses. */
static void test_rods(void)
{
  mechanism k = mechanism_begin(v3(0, 0, 0));
  sn_item_begin(k.b, "point", "p", "here.lua:1");
  const int p = sn_add_point(k.b, v3(0.6, 0, 0.8), v3(0, 0, 0));
  sn_add_mass(k.b, sn_vector_of(k.b, p, 0), sn_vector_of(k.b, p, 0), 2);
  sn_item_begin(k.b, "point", "q", "here.lua:2");
  const int q = sn_add_point(k.b, v3(0.6, 0, 3.8), v3(0, 0, 0));
  sn_add_mass(k.b, sn_vector_of(k.b, q, 0), sn_vector_of(k.b, q, 0), 6);
  const sn_frame P = sn_node_frame(k.b, p), Q = sn_node_frame(k.b, q);
  sn_item_begin(k.b, "distance", "rod", "here.lua:3");
  sn_block_begin(k.b, &sn_law_constraint, "length");
  const int u = sn_between(k.b, &P, &Q);
  sn_form(k.b, 0.5 / 3.04, u, u, -3.04 / 2); /* drawn 3 m, must be 3.04 m */
  mechanism_finish(&k);
  const sn_assembly a = assemble(&k, 0.1);
  CHECK_NEAR(a.gap, 3.04 / 2 - 4.5 / 3.04, 1e-13);
  CHECK(!a.gap_angle);
  CHECK_NEAR(a.distance[0], 0.03, 1e-13); /* masses 2 and 6: three quarters and one quarter of 0.04 m */
  CHECK_NEAR(a.distance[1], 0.01, 1e-13);
  CHECK_NEAR(k.x.q[position_of(&k, p)].x[2], 0.77, 1e-13);
  mechanism_end(&k);

  k = mechanism_begin(v3(0, 0, 0));
  sn_item_begin(k.b, "point", "p", "here.lua:1");
  const int r = sn_add_point(k.b, v3(1.2, 0, 1.6), v3(0, 0, 0));
  sn_add_mass(k.b, sn_vector_of(k.b, r, 0), sn_vector_of(k.b, r, 0), 2);
  const sn_frame G = sn_ground_frame(k.b), R = sn_node_frame(k.b, r);
  sn_item_begin(k.b, "distance", "rod", "here.lua:3");
  sn_block_begin(k.b, &sn_law_constraint, "length");
  const int w = sn_between(k.b, &G, &R);
  sn_form(k.b, 0.5, w, w, -0.5); /* half the way: a large gap, tolerance raised */
  mechanism_finish(&k);
  assemble(&k, 10);
  CHECK_BELOW(distance(k.x.q[position_of(&k, r)], v3(0.6, 0, 0.8)), 1e-13);
  mechanism_end(&k);
}

/* Stationary against all directions the joints allow, and smaller than at any assembled place near by. */
static void test_smallest_change(void)
{
  for (int loop = 0; loop < 3; loop++) {
    mechanism k = mechanism_begin(v3(0, 0, 0));
    loop == 2 ? bricard(&k) : ring(&k, 3 + 3 * loop, sn_rotation_axis_angle(v3(3, -1, 2), 1.3), v3(0.3, 0.1, -2), 1);
    mechanism_finish(&k);
    disturb(&k, 2e-3, 2e-3, m3_identity(), 7);
    sn_v3 drawn[256], placed[256];
    memcpy(drawn, k.x.q, (size_t)k.s->n_vector * sizeof(sn_v3));
    assemble(&k, 0.1);
    memcpy(placed, k.x.q, (size_t)k.s->n_vector * sizeof(sn_v3));
    const double best = mass_distance2(&k, placed, drawn);
    CHECK(best > 1e-8);
    unsigned seed = 3;
    for (int t = 0; t < 6; t++) {
      for (int i = 0; i < k.s->n_node; i++) {
        set_velocity(&k, i, noise(&seed), noise(&seed));
      }
      CHECK_OK(sn_instant_start(k.m, &k.x, 1, NULL, &k.error), k.error);
      sn_v3 sum[256];
      for (int i = 0; i < k.s->n_vector; i++) { /* 2 v M d = |d + v|^2 - |d|^2 - |v|^2 */
        sum[i] = v3_add(placed[i], k.x.v[i]);
      }
      const double vv = 2 * sn_kinetic(k.s, k.x.v);
      const double vd = 0.5 * (mass_distance2(&k, sum, drawn) - best - vv);
      CHECK_BELOW(fabs(vd) / sqrt(vv * best), 1e-9);
      /* brute force: a step along the mechanism, closed again, is farther from the drawing */
      for (int i = 0; i < k.s->n_vector; i++) {
        k.x.q[i] = v3_axpy(placed[i], 0.1 / sqrt(vv), k.x.v[i]);
      }
      for (int i = 0; i < k.s->n_node; i++) {
        sn_orthonormal(k.x.q + k.s->node[i].vector[1], 3);
      }
      assemble(&k, 0.1);
      CHECK(mass_distance2(&k, k.x.q, drawn) > best);
      memcpy(k.x.q, placed, (size_t)k.s->n_vector * sizeof(sn_v3));
    }
    mechanism_end(&k);
  }
}

/* Redundant rows: a planar four-bar and Bricard's mechanism, drawn wrong by 1e-3 and 1e-4. */
static void test_redundant(void)
{
  for (int loop = 0; loop < 2; loop++) {
    mechanism k = mechanism_begin(v3(0, 0, 0));
    loop ? bricard(&k) : ring(&k, 3, m3_identity(), v3(0, 0, 0), 1);
    mechanism_finish(&k);
    const double d = loop ? 1e-4 : 1e-3;
    disturb(&k, d, d, m3_identity(), 11);
    const sn_assembly a = assemble(&k, 0.02);
    sn_freedom_count c;
    CHECK_OK(sn_instant_freedom(k.m, &k.x, &c, &k.error), k.error);
    CHECK(c.freedom == 1);
    CHECK(c.n_redundant == (loop ? 1 : 3));
    for (int i = 0; i < k.s->n_item; i++) {
      CHECK_BELOW(a.distance[i], 10 * d);
      CHECK_BELOW(a.turn[i], 10 * d);
    }
    mechanism_end(&k);
  }
}

/* The same change however the model is turned, shifted and measured. */
static void test_invariance(void)
{
  double want[16] = {0};
  for (int which = 0; which < 4; which++) {
    const double u = which == 3 ? 1000 : 1;
    const sn_m3 r = which == 1 ? sn_rotation_axis_angle(v3(3, -1, 2), 1.3) : m3_identity();
    mechanism k = mechanism_begin(v3(0, 0, 0));
    ring(&k, 3, r, which == 2 ? v3(10, -20, 5) : v3(0, 0, 0), u);
    mechanism_finish(&k);
    disturb(&k, 1e-3 * u, 1e-3, r, 5);
    const sn_assembly a = assemble(&k, 0.02);
    for (int i = 0; i < 3; i++) {
      const int item = k.s->node[i].item;
      if (which == 0) {
        want[2 * i] = a.distance[item];
        want[2 * i + 1] = a.turn[item];
      }
      CHECK_NEAR(a.distance[item] / u, want[2 * i], 1e-12);
      CHECK_NEAR(a.turn[item], want[2 * i + 1], 1e-12);
    }
    mechanism_end(&k);
  }
}

/* A held body keeps its bits; the others do the work. */
static void test_hold(void)
{
  mechanism k = mechanism_begin(v3(0, 0, 0));
  ring(&k, 6, m3_identity(), v3(0, 0, 0), 1);
  mechanism_finish(&k);
  /* the third of six bodies is drawn elsewhere in the plane, and held: two on one side, three on the other follow */
  sn_v3 before[4];
  const sn_node *n = k.s->node + 2;
  k.x.q[n->vector[0]] = v3_add(k.x.q[n->vector[0]], v3(1e-3, -2e-3, 0));
  for (int j = 0; j < 4; j++) {
    before[j] = k.x.q[n->vector[j]];
  }
  unsigned char held[64] = {0};
  held[n->item] = 1;
  sn_assembly a;
  const sn_assemble_options o = {.tolerance = 0.01, .held = held};
  CHECK_OK(sn_assemble(k.m, &k.x, &o, k.arena, &a, &k.error), k.error);
  CHECK(a.moved && a.distance[n->item] == 0 && a.turn[n->item] == 0);
  for (int j = 0; j < 4; j++) {
    CHECK(memcmp(before + j, k.x.q + n->vector[j], sizeof before[j]) == 0);
  }
  CHECK_BELOW(sn_constraint_error(k.s, &k.x), 1e-13);
  /* everything held: nothing can be closed */
  memset(held, 1, sizeof held);
  k.x.q[n->vector[0]] = v3_add(k.x.q[n->vector[0]], v3(1e-3, 0, 0));
  CHECK(sn_assemble(k.m, &k.x, &o, k.arena, &a, &k.error) == SN_EMODEL);
  CHECK_TEXT(k.error.fix, "hold");
  mechanism_end(&k);
}

/* Gaps above the tolerance, and loops that cannot be closed. */
static void test_refused(void)
{
  mechanism k = mechanism_begin(v3(0, 0, 0));
  ring(&k, 3, m3_identity(), v3(0, 0, 0), 1);
  mechanism_finish(&k);
  disturb(&k, 0.05, 0, m3_identity(), 5);
  sn_state before;
  CHECK_OK(sn_state_new(k.s, k.arena, &before, &k.error), k.error);
  sn_state_copy(&k.x, &before);
  sn_assembly a;
  const sn_assemble_options o = {0};
  CHECK(sn_assemble(k.m, &k.x, &o, k.arena, &a, &k.error) == SN_EMODEL);
  CHECK_TEXT(k.error.what, "not closed at the start");
  CHECK_TEXT(k.error.what, " m are missing");
  CHECK_TEXT(k.error.fix, "assembly_tolerance");
  CHECK(memcmp(before.data, k.x.data, before.n * sizeof(double)) == 0);
  mechanism_end(&k);

  /* two rods of different length between the same points */
  k = mechanism_begin(v3(0, 0, 0));
  sn_item_begin(k.b, "point", "p", "here.lua:1");
  const int r = sn_add_point(k.b, v3(1, 0, 0), v3(0, 0, 0));
  sn_add_mass(k.b, sn_vector_of(k.b, r, 0), sn_vector_of(k.b, r, 0), 2);
  const sn_frame G = sn_ground_frame(k.b), R = sn_node_frame(k.b, r);
  for (int i = 0; i < 2; i++) {
    const double l = 1 + 4e-4 * i;
    sn_item_begin(k.b, "distance", i ? "longer" : "shorter", "here.lua:3");
    sn_block_begin(k.b, &sn_law_constraint, "length");
    const int w = sn_between(k.b, &G, &R);
    sn_form(k.b, 0.5 / l, w, w, -l / 2);
  }
  mechanism_finish(&k);
  CHECK(sn_assemble(k.m, &k.x, &o, k.arena, &a, &k.error) == SN_EMODEL);
  CHECK_TEXT(k.error.what, "cannot be closed");
  CHECK_TEXT(k.error.what, "'shorter'");
  CHECK_TEXT(k.error.what, "'longer'");
  CHECK_TEXT(k.error.why, "0.0004 m are missing");
  mechanism_end(&k);
}

/* The angular velocity of a body that is turned stays what it was. */
static void test_velocity_follows(void)
{
  mechanism k = mechanism_begin(v3(0, 0, 0));
  ring(&k, 3, m3_identity(), v3(0, 0, 0), 1);
  mechanism_finish(&k);
  disturb(&k, 1e-3, 1e-2, m3_identity(), 5);
  for (int i = 0; i < 3; i++) {
    set_velocity(&k, i, v3(1, 2, 3), v3(0.1, 0.2, i));
  }
  assemble(&k, 0.1);
  for (int i = 0; i < 3; i++) {
    const int *d = k.s->node[i].vector + 1;
    sn_v3 w = v3(0, 0, 0);
    for (int j = 0; j < 3; j++) {
      w = v3_axpy(w, 0.5, v3_cross(k.x.q[d[j]], k.x.v[d[j]]));
    }
    CHECK_BELOW(distance(w, v3(0.1, 0.2, i)), 1e-14);
    CHECK_BELOW(distance(k.x.v[d[-1]], v3(1, 2, 3)), 0);
  }
  mechanism_end(&k);
}

int main(void)
{
  RUN(test_left_alone);
  RUN(test_rods);
  RUN(test_smallest_change);
  RUN(test_redundant);
  RUN(test_invariance);
  RUN(test_hold);
  RUN(test_refused);
  RUN(test_velocity_follows);
  return REPORT();
}
