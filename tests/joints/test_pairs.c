/* tests/joints/test_pairs.c -- laws of every row of the table of lower pairs: rows and degrees of freedom, closed at the
 * start, invariance under rigid motion, B against differences, coordinates and their signs, no work of reactions.
 */
#include "fixture.h"

typedef struct {
  const char *kind;
  int rows, freedom;
  const char *coordinate[3];
} expected;
static const expected table[] = {
    {"revolute", 5, 1, {"angle"}},
    {"prismatic", 5, 1, {"displacement"}},
    {"screw", 5, 1, {"angle"}},
    {"cylindrical", 4, 2, {"angle", "displacement"}},
    {"planar", 3, 3, {"x", "y", "angle"}},
    {"spherical", 3, 3, {0}},
    {"universal", 4, 2, {"angle_a", "angle_b"}},
    {"fixed", 6, 0, {0}},
    {"point_on_line", 2, 4, {"displacement"}},
    {"point_on_plane", 1, 5, {"x", "y"}},
};
enum { N_TABLE = sizeof table / sizeof table[0] };

static void place(fixture *f, const char *kind, fields *x)
{
  const sn_v3 axis = random_vector();
  put(x, "at", vector(f, random_vector()));
  if (strcmp(kind, "universal") == 0) {
    put(x, "axis_a", vector(f, axis));
    put(x, "axis_b", vector(f, v3_cross(axis, random_vector())));
  } else if (strcmp(kind, "spherical") != 0) {
    put(x, "axis", vector(f, axis));
  }
  if (strcmp(kind, "screw") == 0) {
    put(x, "pitch", number(0.02));
  }
}

/* Laws of a coordinate: at the top level for joints with one (and the screw). */
static void on_coordinate(fixture *f, const expected *e, int k, const fields *laws, fields *x)
{
  if (e->coordinate[1]) {
    put(x, e->coordinate[k], record(f, laws));
  } else {
    for (int i = 0; i < laws->n; i++) {
      put(x, laws->name[i], laws->value[i]);
    }
  }
}

/* Rank of the constraint rates on rigid velocities of all nodes (6 columns per triad). */
static int rank(const sn_system *s, const sn_v3 *q, const double *own)
{
  static double m[64][64];
  int rows = 0, n_rank = 0;
  const int columns = 6 * s->n_node;
  sn_v3 v[64];
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    if (!is_constraint(b)) {
      continue;
    }
    double e[SN_MAX_FORMS], g[SN_MAX_FORMS];
    sn_forms(b, q, e);
    const int one = b->law == &sn_law_driven;
    if (one) {
      sn_composite(b, own, e, g, NULL);
    }
    for (int j = 0; j < columns; j++) {
      const sn_node *n = s->node + j / 6;
      memset(v, 0, sizeof v);
      const sn_v3 axis = m3_identity().c[j % 3];
      if (j % 6 < 3) {
        v[n->vector[0]] = axis;
      } else {
        for (int k = 1; k < n->n_vec; k++) {
          v[n->vector[k]] = v3_cross(axis, q[n->vector[k]]);
        }
      }
      double sum = 0;
      for (int k = 0; k < b->n_form; k++) {
        const double rate = form_rate(b, q, v, k);
        sum += one ? g[k] * rate : 0;
        if (!one) {
          m[rows + k][j] = rate;
        }
      }
      if (one) {
        m[rows][j] = sum;
      }
    }
    rows += one ? 1 : b->n_form;
  }
  for (int j = 0; j < columns && n_rank < rows; j++) {
    int p = n_rank;
    for (int i = n_rank; i < rows; i++) {
      p = fabs(m[i][j]) > fabs(m[p][j]) ? i : p;
    }
    if (fabs(m[p][j]) < 1e-9) {
      continue;
    }
    for (int k = 0; k < columns; k++) {
      const double t = m[p][k];
      m[p][k] = m[n_rank][k];
      m[n_rank][k] = t;
    }
    for (int i = n_rank + 1; i < rows; i++) {
      const double c = m[i][j] / m[n_rank][j];
      for (int k = 0; k < columns; k++) {
        m[i][k] -= c * m[n_rank][k];
      }
    }
    n_rank++;
  }
  return n_rank;
}

/* parts: 0 ground and body, 1 body and ground, 2 two bodies */
static void test_rows_and_freedom(void)
{
  for (int parts = 0; parts < 3; parts++) {
    for (int i = 0; i < N_TABLE; i++) {
      const expected *e = table + i;
      fixture f = fixture_new();
      fields x = {0};
      const sn_ref a = parts == 0 ? GROUND : add_body(&f, "a"), b = parts == 1 ? GROUND : add_body(&f, "b");
      place(&f, e->kind, &x);
      join(&f, pair_named(e->kind), a, b, &x);
      freeze_well(&f);
      const sn_system *s = f.frozen.system;
      int rows = 0;
      for (int k = 0; k < s->n_block; k++) {
        const sn_block *block = s->block + k;
        rows += block->law == &sn_law_constraint ? block->n_form : block->law == &sn_law_driven;
      }
      CHECK(rows == e->rows);
      CHECK(6 * s->n_node - rank(s, f.frozen.start.q, f.frozen.start.internal) == e->freedom + (parts == 2 ? 6 : 0));
      CHECK_BELOW(sn_constraint_error(s, &f.frozen.start), 2e-15);
      sn_arena_free(f.arena);
    }
  }
}

/* Two free bodies: a rigid motion of both changes no form; B is the derivative of the forms. */
static void test_invariance_and_rates(void)
{
  for (int i = 0; i < N_TABLE; i++) {
    fixture f = fixture_new();
    fields x = {0};
    place(&f, table[i].kind, &x);
    join(&f, pair_named(table[i].kind), add_body(&f, "a"), add_body(&f, "b"), &x);
    freeze_well(&f);
    const sn_system *s = f.frozen.system;
    sn_v3 q[16], moved[16], d[16];
    const sn_m3 R = random_rotation();
    const sn_v3 shift = random_vector();
    for (int k = 0; k < s->n_vector; k++) { /* any values: the joint need not be closed */
      q[k] = v3_axpy(f.frozen.start.q[k], 0.1, random_vector());
      moved[k] = v3_add(m3_mul(R, q[k]), s->vector[k].role == 0 ? shift : v3(0, 0, 0));
      d[k] = random_vector();
    }
    for (int k = 0; k < s->n_block; k++) {
      const sn_block *b = s->block + k;
      double e0[SN_MAX_FORMS], e1[SN_MAX_FORMS];
      sn_forms(b, q, e0);
      sn_forms(b, moved, e1);
      for (int j = 0; j < b->n_form; j++) {
        CHECK_NEAR(e1[j], e0[j], 2e-15);
      }
      const double h = 1e-3; /* forms are quadratic: central differences are exact */
      sn_v3 up[16], down[16];
      for (int j = 0; j < s->n_vector; j++) {
        up[j] = v3_axpy(q[j], h, d[j]);
        down[j] = v3_axpy(q[j], -h, d[j]);
      }
      sn_forms(b, up, e1);
      sn_forms(b, down, e0);
      for (int j = 0; j < b->n_form; j++) {
        CHECK_NEAR(form_rate(b, q, d, j), (e1[j] - e0[j]) / (2 * h), 1e-11);
      }
    }
    sn_arena_free(f.arena);
  }
}

/* Initial coordinates, past 2 pi as well: the joint stays closed, the outputs report them, rates are compatible and
   reactions do no work in them. */
static void test_coordinates(void)
{
  const double wanted[3] = {0.3, -0.7, 7.5}, rates[3] = {1.1, -0.6, 2.3};
  for (int parts = 0; parts < 3; parts++) {
    for (int i = 0; i < N_TABLE; i++) {
      for (int second_try = 0; second_try < 2; second_try++) { /* 1: rates only, in a common rigid motion */
        const expected *e = table + i;
        fixture f = fixture_new();
        fields x = {0};
        const int common = second_try && parts == 2;
        const sn_v3 drift = common ? random_vector() : v3(0, 0, 0), omega = common ? random_vector() : v3(0, 0, 0);
        const sn_ref a = parts == 0 ? GROUND : add_part(&f, "a", random_vector(), random_rotation(), drift, omega, 0);
        const sn_ref b = parts == 1 ? GROUND : add_part(&f, "b", random_vector(), random_rotation(), drift, omega, 0);
        place(&f, e->kind, &x);
        for (int k = 0; k < 3 && e->coordinate[k]; k++) {
          fields laws = {0};
          if (!second_try) {
            put(&laws, "initial", number(wanted[(k + i) % 3]));
          }
          put(&laws, "initial_rate", number(rates[k]));
          on_coordinate(&f, e, k, &laws, &x);
        }
        join(&f, pair_named(e->kind), a, b, &x);
        freeze_well(&f);
        const sn_system *s = f.frozen.system;
        sn_observation o = start_of(&f);
        CHECK_BELOW(sn_constraint_error(s, &f.frozen.start), 4e-15);
        for (int k = 0; k < 3 && e->coordinate[k]; k++) {
          char name[32];
          snprintf(name, sizeof name, "%s_rate", e->coordinate[k]);
          CHECK_NEAR(output(&f, &o, "joint", e->coordinate[k], 0), second_try ? 0 : wanted[(k + i) % 3], 2e-14);
          CHECK_NEAR(output(&f, &o, "joint", name, 0), rates[k], 2e-14);
        }
        double power = 0;
        for (int k = 0; k < s->n_block; k++) {
          const sn_block *block = s->block + k;
          if (!is_constraint(block)) {
            continue;
          }
          double stress[SN_MAX_FORMS], now[SN_MAX_FORMS];
          for (int j = 0; j < block->n_form; j++) {
            stress[j] = uniform();
            if (block->law == &sn_law_constraint) {
              CHECK_NEAR(form_rate(block, o.q, o.v, j), 0, 1e-14);
            }
          }
          if (block->law == &sn_law_driven) {
            sn_forms(block, o.q, now);
            sn_composite(block, o.internal, now, stress, NULL);
          }
          for (int n = 0; n < s->n_node; n++) { /* force.velocity of the origin + moment.omega */
            sn_v3 force, moment, axes[3], turning[3];
            const int *v = s->node[n].vector;
            sn_block_wrench(s, block, stress, o.q, n, o.q[v[0]], &force, &moment);
            for (int j = 0; j < 3; j++) {
              axes[j] = o.q[v[1 + j]];
              turning[j] = o.v[v[1 + j]];
            }
            power += v3_dot(force, o.v[v[0]]) + v3_dot(moment, sn_spin(axes, turning));
          }
        }
        CHECK_NEAR(power, 0, 3e-14);
        sn_arena_free(f.arena);
      }
    }
  }
}

/* The screw: displacement = pitch*angle; either coordinate can be given. */
static void test_screw(void)
{
  for (int k = 0; k < 2; k++) {
    fixture f = fixture_new();
    fields x = {0}, laws = {0};
    place(&f, "screw", &x);
    put(&laws, "initial", number(0.25));
    if (k) {
      put(&x, "displacement", record(&f, &laws));
    } else {
      put(&x, "initial", number(12.5));
    }
    join(&f, pair_named("screw"), GROUND, add_body(&f, "b"), &x);
    freeze_well(&f);
    const sn_observation o = start_of(&f);
    CHECK_NEAR(output(&f, &o, "joint", "angle", 0), 12.5, 1e-13);
    CHECK_NEAR(output(&f, &o, "joint", "displacement", 0), 0.25, 1e-14);
    CHECK_BELOW(sn_constraint_error(f.frozen.system, &f.frozen.start), 1e-13);
    sn_arena_free(f.arena);
  }
}

/* Frames in the coordinates of the parts: the coordinate is what lies between them. */
static void test_sides(void)
{
  fixture f = fixture_new();
  const sn_v3 at = v3(0.3, 0.1, -0.2);
  const sn_m3 turn = sn_rotation_axis_angle(v3(0, 0, 1), 0.4);
  const sn_ref a = add_part(&f, "a", v3(0, 0, 0), m3_identity(), v3(0, 0, 0), v3(0, 0, 0), 0);
  const sn_ref b = add_part(&f, "b", at, turn, v3(0, 0, 0), v3(0, 0, 0), 0);
  fields x = {0}, sa = {0}, sb = {0};
  put(&sa, "at", vector(&f, at));
  put(&sa, "axis", vector(&f, v3(0, 0, 1)));
  put(&sb, "axis", vector(&f, v3(0, 0, 1)));
  put(&x, "a", record(&f, &sa));
  put(&x, "b", record(&f, &sb));
  join(&f, pair_named("revolute"), a, b, &x);
  freeze_well(&f);
  sn_observation o = start_of(&f);
  CHECK_NEAR(output(&f, &o, "joint", "angle", 0), 0.4, 1e-15);

  /* the same, moved to 1 rad: by 0.6 from the drawing */
  sn_arena *first = f.arena;
  f = fixture_new();
  const sn_ref c = add_part(&f, "b", at, turn, v3(0, 0, 0), v3(0, 0, 0), 0);
  x = (fields){0};
  put(&x, "a", record(&f, &sa));
  put(&x, "b", record(&f, &sb));
  put(&x, "initial", number(1));
  join(&f, pair_named("revolute"), GROUND, c, &x);
  freeze_well(&f);
  o = start_of(&f);
  CHECK_NEAR(output(&f, &o, "joint", "angle", 0), 1, 1e-15);
  sn_arena_free(first);
  sn_arena_free(f.arena);
}

/* Stresses are forces on the second part against the axes of the moving frame, moments likewise. */
static void test_reaction(void)
{
  fixture f = fixture_new();
  fields x = {0};
  put(&x, "at", vector(&f, v3(0.5, 0, 0)));
  put(&x, "axis", vector(&f, v3(0, 1, 0)));
  put(&x, "x", vector(&f, v3(0, 0, 1)));
  join(&f, pair_named("revolute"), GROUND, add_body(&f, "b"), &x);
  freeze_well(&f);
  double stress[16] = {1, 2, 3, 4, 5};
  sn_observation o = start_of(&f);
  o.stress = stress;
  const double force[3] = {-2, -3, -1}, local[3] = {-1, -2, -3}; /* joint x, y, z = ground z, x, y */
  for (int k = 0; k < 3; k++) {
    CHECK_NEAR(output(&f, &o, "joint", "reaction", k), force[k], 1e-14);
    CHECK_NEAR(output(&f, &o, "joint", "reaction_local", k), local[k], 1e-14);
  }
  /* rows A_3.B_1, A_3.B_2: force on B_1 is -s A_3, its moment B_1 x (-s A_3) = s B_2 */
  CHECK_NEAR(output(&f, &o, "joint", "reaction_moment_local", 0), -5, 1e-14);
  CHECK_NEAR(output(&f, &o, "joint", "reaction_moment_local", 1), 4, 1e-14);
  CHECK_NEAR(output(&f, &o, "joint", "reaction_moment_local", 2), 0, 1e-14);
  sn_arena_free(f.arena);
}

/* Points where they make sense. */
static void test_points(void)
{
  static const char *const kinds[] = {"spherical", "point_on_line", "point_on_plane"};
  for (int k = 0; k < 3; k++) {
    fixture f = fixture_new();
    fields x = {0};
    if (k > 0) {
      put(&x, "axis", vector(&f, v3(1, 2, 3)));
    }
    join(&f, pair_named(kinds[k]), add_body(&f, "a"), add_point(&f, "p", v3(0.2, 0.4, 0.1)), &x);
    freeze_well(&f);
    CHECK_BELOW(sn_constraint_error(f.frozen.system, &f.frozen.start), 2e-15);
    sn_arena_free(f.arena);
  }
}

static sn_status try_pair(fixture *f, const char *kind, sn_ref a, sn_ref b, const fields *x)
{
  join(f, pair_named(kind), a, b, x);
  return freeze(f);
}

static void test_mistakes(void)
{
  const sn_v3 here = v3(0.1, 0.2, 0.3), z = v3(0, 0, 1);
  fixture f = fixture_new();
  fields x = {0};
  put(&x, "at", vector(&f, here));
  CHECK(try_pair(&f, "revolute", GROUND, add_body(&f, "b"), &x) == SN_EINPUT);
  CHECK_TEXT(f.error.what, "has no axis");
  CHECK_TEXT(f.error.where, "test:2");
  sn_arena_free(f.arena);

  f = fixture_new();
  put(&x, "axis", vector(&f, z));
  x.value[0] = vector(&f, here);
  CHECK(try_pair(&f, "revolute", GROUND, GROUND, &x) == SN_EINPUT);
  CHECK_TEXT(f.error.what, "itself");
  sn_arena_free(f.arena);

  f = fixture_new();
  x.value[0] = vector(&f, here);
  x.value[1] = vector(&f, z);
  sn_ref b = add_body(&f, "b");
  CHECK(try_pair(&f, "prismatic", b, b, &x) == SN_EINPUT);
  CHECK_TEXT(f.error.what, "itself");
  sn_arena_free(f.arena);

  f = fixture_new();
  x.value[1] = vector(&f, z);
  x.value[0] = vector(&f, here);
  CHECK(try_pair(&f, "revolute", GROUND, add_point(&f, "p", here), &x) == SN_EINPUT);
  CHECK_TEXT(f.error.what, "only a point");
  CHECK_TEXT(f.error.fix, "spherical");
  sn_arena_free(f.arena);

  f = fixture_new();
  x = (fields){0};
  CHECK(try_pair(&f, "spherical", add_point(&f, "p", here), add_point(&f, "q", here), &x) == SN_EINPUT);
  CHECK_TEXT(f.error.what, "two points");
  sn_arena_free(f.arena);

  f = fixture_new();
  x = (fields){0};
  CHECK(try_pair(&f, "spherical", add_body(&f, "a"), add_body(&f, "b"), &x) == SN_EINPUT);
  CHECK_TEXT(f.error.what, "does not say where");
  sn_arena_free(f.arena);

  f = fixture_new();
  x = (fields){0};
  put(&x, "at", vector(&f, here));
  put(&x, "axis_a", vector(&f, z));
  put(&x, "axis_b", vector(&f, v3(0, 1, 1)));
  CHECK(try_pair(&f, "universal", GROUND, add_body(&f, "b"), &x) == SN_EINPUT);
  CHECK_TEXT(f.error.what, "not perpendicular");
  sn_arena_free(f.arena);

  f = fixture_new();
  fields side = {0};
  x = (fields){0};
  put(&side, "at", vector(&f, v3(5, 5, 5)));
  put(&x, "a", record(&f, &side));
  side.value[0] = vector(&f, v3(0, 0, 0));
  put(&x, "b", record(&f, &side));
  CHECK(try_pair(&f, "spherical", add_body(&f, "a"), add_body(&f, "b"), &x) == SN_OK);
  CHECK(gap_of(&f) > 5 && gap_of(&f) < 8.7); /* the assembly's business */
  sn_arena_free(f.arena);

  f = fixture_new();
  x = (fields){0};
  put(&x, "at", vector(&f, here));
  put(&x, "axis", vector(&f, v3(0, 0, 0)));
  CHECK(try_pair(&f, "prismatic", GROUND, add_body(&f, "b"), &x) == SN_EINPUT);
  CHECK_TEXT(f.error.what, "length zero");
  sn_arena_free(f.arena);
}

int main(void)
{
  RUN(test_rows_and_freedom);
  RUN(test_invariance_and_rates);
  RUN(test_coordinates);
  RUN(test_screw);
  RUN(test_sides);
  RUN(test_reaction);
  RUN(test_points);
  RUN(test_mistakes);
  return REPORT();
}
