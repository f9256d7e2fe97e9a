/* tests/parts/test_parts.c -- point, body, link, base: mass, placement, outputs against hand formulas, mistakes. */
#include "joints/model_fixture.h"
#include "parts/part.h"

static sn_ref make(fixture *f, const sn_kind *kind, const char *name, const fields *x)
{
  return (sn_ref){.item = add_item(f, kind, name, NULL, 0, x), .station = SN_STATION_SELF, .given = 1};
}
static double kinetic(const fixture *f)
{
  double k, s, p;
  sn_energies(f->frozen.system, &f->frozen.start, &k, &s, &p);
  return k;
}

static void test_point(void)
{
  fixture f = fixture_new();
  fields x = {0};
  put(&x, "at", vector(&f, v3(1, 2, 3)));
  put(&x, "velocity", vector(&f, v3(0, 3, 4)));
  put(&x, "mass", number(2));
  make(&f, &sn_kind_point, "p", &x);
  freeze_well(&f);
  const sn_observation o = start_of(&f);
  CHECK_NEAR(output(&f, &o, "p", "position", 1), 2, 0);
  CHECK_NEAR(output(&f, &o, "p", "velocity", 2), 4, 0);
  CHECK_NEAR(output(&f, &o, "p", "kinetic_energy", 0), 25, 1e-14);
  CHECK_NEAR(kinetic(&f), 25, 1e-14);
  sn_arena_free(f.arena);
}

/* A body with its centre off the origin, in a turned group: energy and momenta by hand. */
static void test_body(void)
{
  fixture f = fixture_new();
  const sn_m3 turn = random_rotation(), r = random_rotation();
  const sn_v3 shift = random_vector(), at = random_vector(), v = random_vector(), w = random_vector();
  const sn_v3 c = v3(0.1, -0.2, 0.3);
  const double inertia[6] = {1, 2, 2.5, 0.1, -0.2, 0.3}, mass = 3;
  fields x = {0};
  put(&x, "at", vector(&f, at));
  put(&x, "orientation", matrix_value(&f, r));
  put(&x, "velocity", vector(&f, v));
  put(&x, "angular_velocity", vector(&f, w));
  put(&x, "mass", number(mass));
  put(&x, "center", vector(&f, c));
  put(&x, "inertia", numbers(&f, 6, inertia));
  sn_model_group(f.model, "g", turn, shift);
  const sn_item *item = make(&f, &sn_kind_body, "b", &x).item;
  freeze_well(&f);
  const sn_observation o = start_of(&f);
  const sn_v3 vc = v3_add(v, v3_cross(w, m3_mul(r, c))), wb = m3_tmul(r, w);
  const double I[3][3] = {{1, 0.1, -0.2}, {0.1, 2, 0.3}, {-0.2, 0.3, 2.5}};
  double energy = mass * v3_dot(vc, vc) / 2;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      energy += I[i][j] * wb.x[i] * wb.x[j] / 2;
    }
  }
  CHECK_NEAR(kinetic(&f), energy, 1e-14);
  CHECK_NEAR(output(&f, &o, item->name, "kinetic_energy", 0), energy, 1e-14);
  const sn_v3 placed = v3_add(shift, m3_mul(turn, v3_add(at, m3_mul(r, c)))), spun = m3_mul(turn, w);
  sn_v3 p, L, p_hand = v3_scale(mass, m3_mul(turn, vc));
  sn_momenta(f.frozen.system, &f.frozen.start, &p, &L);
  for (int k = 0; k < 3; k++) {
    CHECK_NEAR(output(&f, &o, item->name, "center", k), placed.x[k], 1e-15);
    CHECK_NEAR(output(&f, &o, item->name, "angular_velocity", k), spun.x[k], 2e-15);
    CHECK_NEAR(output(&f, &o, item->name, "angular_velocity_body", k), wb.x[k], 2e-15);
    CHECK_NEAR(p.x[k], p_hand.x[k], 2e-15);
  }
  sn_arena_free(f.arena);
}

static void test_body_from_shapes(void)
{
  fixture f = fixture_new();
  fields x = {0}, box = {0};
  const double size[3] = {0.2, 0.3, 0.4};
  put(&box, "size", numbers(&f, 3, size));
  put(&box, "mass", number(12));
  put(&box, "at", vector(&f, v3(1, 0, 0)));
  sn_value shape = record(&f, &box);
  shape.maker = "box";
  put(&x, "shape", shape);
  put(&x, "angular_velocity", vector(&f, v3(0, 0, 2)));
  make(&f, &sn_kind_body, "b", &x);
  freeze_well(&f);
  const sn_observation o = start_of(&f);
  CHECK_NEAR(output(&f, &o, "b", "center", 0), 1, 1e-15);
  CHECK_NEAR(kinetic(&f), 0.5 * (12 + 0.04 + 0.09) * 4, 1e-13); /* m r^2 + m (a^2 + b^2)/12 */
  CHECK(f.frozen.n_drawable == 1);
  sn_arena_free(f.arena);
}

static sn_status try_body(fixture *f, const fields *x)
{
  make(f, &sn_kind_body, "b", x);
  return freeze(f);
}

static void test_body_mistakes(void)
{
  fixture f = fixture_new();
  fields x = {0};
  CHECK(try_body(&f, &x) == SN_EINPUT);
  CHECK_TEXT(f.error.what, "has no mass");
  sn_arena_free(f.arena);

  f = fixture_new();
  put(&x, "mass", number(1));
  CHECK(try_body(&f, &x) == SN_EINPUT);
  CHECK_TEXT(f.error.what, "no inertia");
  CHECK_TEXT(f.error.fix, "point");
  sn_arena_free(f.arena);

  f = fixture_new();
  const double odd[3] = {1, 1, 3};
  put(&x, "inertia", numbers(&f, 3, odd));
  CHECK(try_body(&f, &x) == SN_EINPUT);
  CHECK_TEXT(f.error.where, "test:2");
  sn_arena_free(f.arena);

  f = fixture_new();
  const double rod[3] = {0, 1, 1}; /* a slender rod: allowed */
  x.value[1] = numbers(&f, 3, rod);
  CHECK_OK(try_body(&f, &x), f.error);
  sn_arena_free(f.arena);

  f = fixture_new();
  x.value[1] = numbers(&f, 3, rod);
  put(&x, "angular_velocity", vector(&f, v3(1, 0, 0)));
  put(&x, "angular_velocity_body", vector(&f, v3(1, 0, 0)));
  CHECK(try_body(&f, &x) == SN_EINPUT);
  CHECK_TEXT(f.error.what, "twice");
  sn_arena_free(f.arena);
}

/* A link that shares a point and begins on ground: energy of a uniform rod about its end. */
static void test_link(void)
{
  fixture f = fixture_new();
  fields x = {0}, y = {0};
  const sn_v3 omega = v3(0, 0, 3);
  put(&x, "at", vector(&f, v3(0.6, 0, 0.8)));
  put(&x, "velocity", vector(&f, v3_cross(omega, v3(0.6, 0, 0.8))));
  const sn_ref p = make(&f, &sn_kind_point, "p", &x);
  put(&y, "from", vector(&f, v3(0, 0, 0)));
  put(&y, "mass", number(2));
  put(&y, "angular_velocity", vector(&f, omega));
  const sn_ref refs[2] = {GROUND, p};
  sn_item *link = add_item(&f, &sn_kind_link, "l", refs, 2, &y);
  CHECK_OK(sn_model_gravity(f.model, v3(0, 0, -9.81), "test:3", &f.error), f.error);
  freeze_well(&f);
  const sn_system *s = f.frozen.system;
  CHECK(s->n_node == 1); /* ground is a fixed vector */
  CHECK_BELOW(sn_constraint_error(s, &f.frozen.start), 1e-15);
  CHECK_NEAR(kinetic(&f), 0.5 * 2 / 3.0 * 0.36 * 9, 1e-14);
  CHECK_NEAR(s->gravity[s->node[0].vector[0]].x[2], -9.81, 1e-14); /* half of the weight, though a third of the mass */
  double stress[8] = {5};
  sn_observation o = start_of(&f);
  o.stress = stress;
  CHECK_NEAR(output(&f, &o, "l", "force", 0), 5, 0);
  CHECK_NEAR(output(&f, &o, "l", "last", 2), 0.8, 0);
  sn_v3 at;
  const sn_ref last = {.item = link, .station = SN_STATION_LAST, .given = 1};
  CHECK(sn_drawn_station(&last, &at));
  CHECK_NEAR(at.x[0], 0.6, 0);
  sn_arena_free(f.arena);

  f = fixture_new();
  y = (fields){0};
  put(&y, "from", vector(&f, v3(0, 0, 0)));
  put(&y, "mass", number(1));
  make(&f, &sn_kind_link, "l", &y);
  CHECK(freeze(&f) == SN_EINPUT);
  CHECK_TEXT(f.error.what, "where it ends");
  sn_arena_free(f.arena);
}

/* x(t) = at + (t, 0, 0) turned by the group; R turns about its axis. */
static void test_base(void)
{
  fixture f = fixture_new();
  fields x = {0}, y = {0};
  const sn_expr **e = SN_NEW(f.arena, const sn_expr *, 3);
  e[0] = linear(&f, 1, 2, 0, 0, 0).result[0];
  e[1] = e[2] = sn_expr_number(f.arena, 0);
  put(&x, "at", vector(&f, v3(1, 0, 0)));
  put(&x, "position", (sn_value){.type = SN_VALUE_FUNCTION, .n = 3, .result = e});
  put(&x, "axis", vector(&f, v3(0, 0, 1)));
  put(&x, "angle", linear(&f, 1, 3, 0, 0, 0));
  sn_model_group(f.model, "g", sn_rotation_axis_angle(v3(0, 0, 1), acos(-1.0) / 2), v3(0, 0, 5));
  const sn_item *item = make(&f, &sn_kind_base, "b", &x).item;
  put(&y, "at", vector(&f, v3(0, 0, 0)));
  put(&y, "mass", number(1));
  make(&f, &sn_kind_point, "p", &y);
  freeze_well(&f);
  const sn_observation o = start_of(&f);
  const double place[3] = {0, 1, 5}, speed[3] = {0, 2, 0}, spin[3] = {0, 0, 3};
  for (int k = 0; k < 3; k++) {
    CHECK_NEAR(output(&f, &o, item->name, "position", k), place[k], 1e-15);
    CHECK_NEAR(output(&f, &o, item->name, "velocity", k), speed[k], 1e-15);
    CHECK_NEAR(output(&f, &o, item->name, "angular_velocity", k), spin[k], 1e-15);
  }
  sn_v3 q[4], v[4];
  sn_frame_motion(f.frozen.system->frame, 0.5, q, v, NULL);
  CHECK_NEAR(q[0].x[1], 2, 1e-15);
  CHECK_NEAR(q[1].x[0], cos(acos(-1.0) / 2 + 1.5), 1e-15);
  sn_arena_free(f.arena);

  f = fixture_new();
  x = (fields){0};
  put(&x, "angle", linear(&f, 1, 3, 0, 0, 0));
  make(&f, &sn_kind_base, "b", &x);
  CHECK(freeze(&f) == SN_EINPUT);
  CHECK_TEXT(f.error.what, "no axis");
  sn_arena_free(f.arena);
}

int main(void)
{
  RUN(test_point);
  RUN(test_body);
  RUN(test_body_from_shapes);
  RUN(test_body_mistakes);
  RUN(test_link);
  RUN(test_base);
  return REPORT();
}
