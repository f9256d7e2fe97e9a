/* tests/support/coordinates.c -- small systems with coordinates. */
#include "coordinates.h"

#include <math.h>
#include <stdlib.h>

static const sn_v3 ZERO = {{0, 0, 0}};

static sn_builder *begin(mechanism *m)
{
  *m = (mechanism){.own = -1, .arena = sn_arena_new(NULL)};
  sn_builder *b = m->arena ? sn_builder_new(m->arena) : NULL;
  if (!b) {
    abort();
  }
  return b;
}

static mechanism finish(mechanism *m, sn_builder *b)
{
  m->status = sn_builder_finish(b, &m->system, &m->state, &m->error);
  return *m;
}

static int coordinate(sn_builder *b, int node)
{
  return sn_vector_of(b, node, SN_ROLE_COORDINATE);
}

/* ---- scalars in a row */

mechanism scalar_chain(int n, double pull)
{
  mechanism m;
  sn_builder *b = begin(&m);
  const int axis = sn_scalar_axis(b);
  const double one = 1;
  sn_builder_extent(b, v3(0, 0, 0));
  sn_builder_extent(b, v3(1, 0, 0));
  for (int i = 0, last = -1; i <= n; i++) {
    const int s = i < n ? coordinate(b, sn_add_scalar(b, i == 0 ? 0.1 : 0, 0, 1)) : -1;
    if (s >= 0) {
      sn_add_mass(b, s, s, 2);
    }
    sn_block_begin(b, &sn_law_elastic, "spring");
    const int ends[2] = {s, last};
    const double weights[2] = {1, -1};
    const int gap = sn_interpolate(b, 2, ends, weights);
    sn_form(b, 1, gap, sn_interpolate(b, 1, &axis, &one), i == n ? pull : 0); /* the last wall is moved */
    sn_block_matrix(b, 0, 0, 50);
    last = s;
  }
  return finish(&m, b);
}

double scalar_chain_frequency(int n, int mode)
{
  return 2 * sqrt(50.0 / 2) * sin(mode * 3.14159265358979323846 / (2 * (n + 1)));
}

/* ---- beads */

mechanism bead_on_wire(double slope, double bend, double mass)
{
  mechanism m;
  sn_builder *b = begin(&m);
  const double one = 1, y = 0.3, z = slope * y + bend * y * y / 2;
  const int axis = sn_scalar_axis(b), x = sn_vector_of(b, sn_add_point(b, v3(0, y, z), ZERO), 0),
            s = coordinate(b, sn_add_scalar(b, y, 0, 1));
  const sn_frame ground = sn_ground_frame(b);
  sn_set_gravity(b, v3(0, 0, -9.81));
  sn_builder_extent(b, v3(0, 0, 0));
  sn_builder_extent(b, v3(0, 1, 0));
  sn_add_mass(b, x, x, 0.5);
  sn_add_mass(b, s, s, mass);
  sn_block_begin(b, &sn_law_constraint, "on the wire");
  const int bead = sn_interpolate(b, 1, &x, &one), at = sn_interpolate(b, 1, &s, &one),
            along = sn_interpolate(b, 1, &axis, &one);
  for (int k = 0; k < 3; k++) {
    sn_form_begin(b, 0);
    sn_form_term(b, 1, bead, sn_axis_of(b, &ground, k));
    if (k > 0) {
      sn_form_term(b, k == 1 ? -1 : -slope, at, along);
    }
    if (k == 2) {
      sn_form_term(b, -bend / 2, at, at);
    }
  }
  return finish(&m, b);
}

/* e_0 - e_1 e_2 */
static const sn_expr *difference(sn_arena *arena)
{
  static const char *const name[3] = {"a", "s", "b"};
  sn_expr_builder *e = sn_expr_begin(arena, 3, name);
  const sn_expr *out = NULL;
  const int product = sn_expr_op(e, SN_OP_MUL, sn_expr_variable(e, 1), sn_expr_variable(e, 2), -1);
  const int x = sn_expr_op(e, SN_OP_SUB, sn_expr_variable(e, 0), product, -1);
  if (sn_expr_end(e, x, &out, NULL) != SN_OK) {
    abort();
  }
  return out;
}

mechanism bead_on_link(void)
{
  mechanism m;
  sn_builder *b = begin(&m);
  const double one = 1, minus[2] = {1, -1};
  const int axis = sn_scalar_axis(b);
  int end[2];
  for (int k = 0; k < 2; k++) {
    end[k] = sn_vector_of(b, sn_add_point(b, v3(k, 0, 0), v3(0, k ? 1 : -0.5, 0.3)), 0);
    sn_add_mass(b, end[k], end[k], 1 + k);
  }
  const int x = sn_vector_of(b, sn_add_point(b, v3(0.4, 0, 0), v3(0.3, 0.1, 0.3)), 0);
  sn_add_mass(b, x, x, 0.5);
  const int s = coordinate(b, sn_add_scalar(b, 0.4, 0.3, 0));
  const int link[2] = {end[1], end[0]}, way[2] = {x, end[0]};
  sn_block_begin(b, &sn_law_elastic, "link");
  const int whole = sn_interpolate(b, 2, link, minus);
  sn_form(b, 0.5, whole, whole, -0.5);
  sn_block_matrix(b, 0, 0, 400);
  const sn_frame ground = sn_ground_frame(b);
  for (int k = 0; k < 3; k++) {
    sn_block_begin(b, &sn_law_driven, "on the link");
    const int from = sn_interpolate(b, 2, way, minus), of = sn_interpolate(b, 2, link, minus),
              at = sn_interpolate(b, 1, &s, &one), along = sn_interpolate(b, 1, &axis, &one),
              f = sn_axis_of(b, &ground, k);
    const int first = sn_form(b, 1, from, f, 0);
    sn_form(b, 1, at, along, 0);
    sn_form(b, 1, of, f, 0);
    sn_coordinate_function(b, first, difference(m.arena));
  }
  return finish(&m, b);
}

/* ---- a body that deforms evenly */

mechanism soft_pair(void)
{
  mechanism m;
  sn_builder *b = begin(&m);
  const sn_v3 x = {{0, 0, 0}}, velocity = {{0.5, -0.2, 0.1}}, spin = {{1, -2, 3}};
  const double mass = 2, second[3] = {0.02, 0.03, 0.05}, half[3] = {0.2, 0.25, 0.3};
  const double inertia[3][3] = {{0.02, 0, 0}, {0, 0.03, 0}, {0, 0, 0.04}};
  int vector[4];
  double weight[4] = {1, half[0], half[1], half[2]};
  const int place = sn_vector_of(b, sn_add_point(b, x, velocity), 0);
  vector[0] = place;
  sn_add_mass(b, place, place, mass);
  for (int k = 0; k < 3; k++) {
    sn_v3 F = {{0, 0, 0}};
    F.x[k] = 1;
    sn_v3 rate = v3_cross(spin, F);
    rate.x[k] += 0.4 * (k - 1); /* it breathes */
    vector[1 + k] = coordinate(b, sn_add_vector(b, F, rate, 0));
    sn_add_mass(b, vector[1 + k], vector[1 + k], second[k]);
  }
  sn_add_mass(b, vector[1], vector[2], 0.004);
  sn_block_begin(b, &sn_law_elastic, "even strain");
  for (int k = 0; k < 3; k++) {
    const double one = 1;
    (void)sn_interpolate(b, 1, vector + 1 + k, &one);
  }
  for (int k = 0, e = 0; k < 3; k++) {
    for (int l = k; l < 3; l++, e++) {
      sn_form(b, k == l ? 0.5 : 1, k, l, k == l ? -0.5 : 0);
      sn_block_matrix(b, e, e, k == l ? 40 : 15);
    }
  }
  const sn_frame corner = sn_weighted_frame(b, 4, vector, weight, NULL);
  const sn_v3 at = sn_frame_point(b, &corner), middle = v3_add(at, v3(0.3, 0, 0));
  const sn_frame body = sn_node_frame(b, sn_add_triad(b, middle, v3(0, 0, 0), m3_identity(), v3(0, 1, 2)));
  sn_add_rigid_mass(b, &body, 0.8, v3(0, 0, 0), inertia);
  const sn_frame joint = sn_frame_local(b, &body, v3(-0.3, 0, 0), m3_identity());
  sn_block_meet(b);
  const int gap = sn_between(b, &corner, &joint);
  for (int j = 0; j < 3; j++) {
    sn_form(b, 1, gap, sn_axis_of(b, &joint, j), 0);
  }
  return finish(&m, b);
}
