/* tests/joints/test_forces.c -- distance, align, spring, bushing, loads, gear, coupling: closed at the start, forces as
 * reported against hand formulas, balance of action and reaction, invariance, mistakes.
 */
#include "fixture.h"

static void test_distance(void)
{
  fixture f = fixture_new();
  fields x = {0};
  put(&x, "at_b", vector(&f, v3(0.4, 0, 0.3)));
  const sn_ref p = add_point(&f, "p", v3(0, 0, 0));
  join(&f, &sn_kind_distance, p, add_body(&f, "b"), &x);
  freeze_well(&f);
  CHECK_BELOW(sn_constraint_error(f.frozen.system, &f.frozen.start), 1e-15);
  double stress[8] = {10};
  sn_observation o = start_of(&f);
  o.stress = stress;
  CHECK_NEAR(output(&f, &o, "joint", "length", 0), 0.5, 1e-15);
  CHECK_NEAR(output(&f, &o, "joint", "force", 0), 10, 0);
  CHECK_NEAR(output(&f, &o, "joint", "reaction", 0), -8, 1e-14); /* tension pulls the second part towards the first */
  CHECK_NEAR(output(&f, &o, "joint", "reaction", 2), -6, 1e-14);
  sn_arena_free(f.arena);

  f = fixture_new();
  x = (fields){0};
  put(&x, "length", number(2));
  join(&f, &sn_kind_distance, add_point(&f, "p", v3(0, 0, 0)), add_point(&f, "q", v3(1, 0, 0)), &x);
  freeze_well(&f); /* a gap of (1 - 4)/4 m: the assembly's business */
  CHECK_NEAR(gap_of(&f), 0.75, 1e-15);
  sn_arena_free(f.arena);

  f = fixture_new();
  x = (fields){0};
  join(&f, &sn_kind_distance, add_point(&f, "p", v3(0, 0, 0)), add_point(&f, "q", v3(0, 0, 0)), &x);
  CHECK(freeze(&f) == SN_EINPUT);
  CHECK_TEXT(f.error.fix, "spherical");
  sn_arena_free(f.arena);
}

static void test_align(void)
{
  fixture f = fixture_new();
  fields x = {0};
  const sn_ref refs[3] = {add_point(&f, "a", v3(0, 0, 0)), add_point(&f, "b", v3(0.5, 1, 0)),
                          add_point(&f, "c", v3(2, 4, 0))};
  add_item(&f, &sn_kind_align, "joint", refs, 3, &x);
  freeze_well(&f);
  const sn_system *s = f.frozen.system;
  CHECK(s->n_block == 1 && s->block[0].n_form == 3);
  CHECK_BELOW(sn_constraint_error(s, &f.frozen.start), 1e-15);
  double stress[8] = {1, 2, 3}; /* forces on a, b, c: balance, and no moment about the line of action */
  sn_observation o = start_of(&f);
  sn_v3 sum = v3(0, 0, 0), turn = sum;
  for (int n = 0; n < 3; n++) {
    sn_v3 force, moment;
    sn_block_wrench(s, s->block, stress, o.q, n, v3(0, 0, 0), &force, &moment);
    sum = v3_add(sum, force);
    turn = v3_add(turn, moment);
  }
  CHECK_NEAR(v3_norm(sum), 0, 1e-15);
  CHECK_NEAR(v3_norm(turn), 0, 1e-14);
  sn_arena_free(f.arena);

  f = fixture_new();
  const sn_ref off[3] = {add_point(&f, "a", v3(0, 0, 0)), add_point(&f, "b", v3(0.5, 1, 0.2)),
                         add_point(&f, "c", v3(2, 4, 0))};
  add_item(&f, &sn_kind_align, "joint", off, 3, &x);
  freeze_well(&f);
  CHECK_NEAR(gap_of(&f), 0.2, 1e-15);
  sn_arena_free(f.arena);
}

static void test_spring(void)
{
  fixture f = fixture_new();
  fields x = {0};
  put(&x, "stiffness", number(10));
  put(&x, "length", number(3));
  put(&x, "damping", number(2));
  put(&x, "force", linear(&f, 3, 0, 0.5, 0, 7));
  const sn_ref p = add_point(&f, "p", v3(0, 0, 0));
  const sn_ref q = add_part(&f, "q", v3(3, 0, 4), m3_identity(), v3(1, 5, 2), v3(0, 0, 0), 1);
  join(&f, &sn_kind_spring, p, q, &x);
  freeze_well(&f);
  const sn_observation o = start_of(&f);
  const double rate = (3 * 1 + 4 * 2) / 5.0;
  CHECK_NEAR(output(&f, &o, "joint", "length", 0), 5, 1e-15);
  CHECK_NEAR(output(&f, &o, "joint", "rate", 0), rate, 1e-15);
  CHECK_NEAR(output(&f, &o, "joint", "force", 0), 10 * 2 + 2 * rate + 7 + 0.5 * rate, 1e-13);
  sn_arena_free(f.arena);

  f = fixture_new();
  x = (fields){0};
  join(&f, &sn_kind_spring, add_point(&f, "p", v3(0, 0, 0)), add_point(&f, "q", v3(1, 0, 0)), &x);
  CHECK(freeze(&f) == SN_EINPUT);
  CHECK_TEXT(f.error.what, "does nothing");
  sn_arena_free(f.arena);
}

/* A bushing at rest, then its second part moved by small amounts: force K e with the right signs. */
static void test_bushing(void)
{
  fixture f = fixture_new();
  fields x = {0};
  const double k[6] = {1, 2, 3, 4, 5, 6}, c[6] = {10, 20, 30, 40, 50, 60};
  put(&x, "at", vector(&f, v3(0, 0, 0)));
  put(&x, "stiffness", numbers(&f, 6, k));
  put(&x, "damping", numbers(&f, 6, c));
  const sn_ref b = add_part(&f, "b", v3(0, 0, 0), m3_identity(), v3(1, 1, 1), v3(0.5, 0.25, 0.125), 0);
  join(&f, &sn_kind_bushing, GROUND, b, &x);
  freeze_well(&f);
  const sn_system *s = f.frozen.system;
  sn_observation o = start_of(&f);
  const double spin[3] = {0.5, 0.25, 0.125};
  for (int j = 0; j < 3; j++) { /* at rest in place, moving: dampers only */
    CHECK_NEAR(output(&f, &o, "joint", "force", j), -c[j], 1e-14);
    CHECK_NEAR(output(&f, &o, "joint", "moment", j), -c[3 + j] * spin[j], 1e-14);
  }
  sn_v3 q[16], none[16] = {{{0}}};
  memcpy(q, o.q, sizeof(sn_v3) * (size_t)s->n_vector);
  o.q = o.local = q;
  o.v = none;
  const sn_m3 turn = sn_rotation_axis_angle(v3(0, 0, 1), 0.01);
  for (int j = 0; j < 3; j++) {
    q[s->node[0].vector[1 + j]] = turn.c[j];
  }
  CHECK_NEAR(output(&f, &o, "joint", "rotation", 2), 0.01, 1e-15);
  CHECK_NEAR(output(&f, &o, "joint", "moment", 2), -6 * 0.01, 1e-14); /* the angle itself, not its sine */
  memcpy(q, f.frozen.start.q, sizeof(sn_v3) * (size_t)s->n_vector);
  q[s->node[0].vector[0]] = v3(0.1, 0.2, 0.3);
  CHECK_NEAR(output(&f, &o, "joint", "displacement", 1), 0.2, 1e-15);
  CHECK_NEAR(output(&f, &o, "joint", "force", 2), -0.9, 1e-15);
  sn_arena_free(f.arena);

  f = fixture_new();
  x = (fields){0};
  double full[36] = {0};
  for (int i = 0; i < 6; i++) {
    full[7 * i] = 1;
  }
  full[1] = full[6] = 2; /* coupling beyond the diagonal */
  put(&x, "at", vector(&f, v3(0, 0, 0)));
  put(&x, "stiffness", numbers(&f, 36, full));
  join(&f, &sn_kind_bushing, GROUND, add_body(&f, "b"), &x);
  CHECK(freeze(&f) == SN_EINPUT);
  CHECK_TEXT(f.error.what, "negative");
  sn_arena_free(f.arena);
}

static void test_loads(void)
{
  for (int follows = 0; follows < 2; follows++) {
    fixture f = fixture_new();
    fields x = {0};
    const sn_ref b = add_body(&f, "b");
    put(&x, "at", vector(&f, v3(1, 0, 0)));
    put(&x, "value", vector(&f, v3(1, 2, 3)));
    put(&x, "follows", (sn_value){.type = SN_VALUE_FLAG, .number = follows});
    add_item(&f, &sn_kind_force, "push", &b, 1, &x);
    freeze_well(&f);
    const sn_observation o = start_of(&f);
    CHECK(f.frozen.system->n_load == 1);
    for (int k = 0; k < 3; k++) { /* as drawn, the components are the same */
      CHECK_NEAR(output(&f, &o, "push", "value", k), k + 1, 4e-15);
    }
    sn_arena_free(f.arena);
  }
  fixture f = fixture_new();
  fields x = {0};
  const sn_ref p = add_point(&f, "p", v3(0, 0, 0));
  put(&x, "value", vector(&f, v3(1, 2, 3)));
  add_item(&f, &sn_kind_moment, "twist", &p, 1, &x);
  CHECK(freeze(&f) == SN_EINPUT);
  CHECK_TEXT(f.error.what, "only a point");
  sn_arena_free(f.arena);
}

static sn_ref hinge(fixture *f, const char *name, sn_ref body, double initial)
{
  fields x = {0};
  put(&x, "at", vector(f, random_vector()));
  put(&x, "axis", vector(f, random_vector()));
  put(&x, "initial", number(initial));
  const sn_ref refs[2] = {GROUND, body};
  return (sn_ref){
      .item = add_item(f, pair_named("revolute"), name, refs, 2, &x), .station = SN_STATION_SELF, .given = 1};
}

static void test_gear_and_coupling(void)
{
  fixture f = fixture_new();
  fields x = {0};
  const sn_ref j[2] = {hinge(&f, "one", add_body(&f, "a"), 1.5), hinge(&f, "two", add_body(&f, "b"), -7)};
  put(&x, "ratio", number(-2));
  add_item(&f, &sn_kind_gear, "gear", j, 2, &x);
  fields y = {0};
  const double factor[2] = {2, 1};
  sn_value *list = SN_NEW(f.arena, sn_value, 2);
  list[0] = (sn_value){.type = SN_VALUE_REF, .ref = j[0]};
  list[1] = text("two");
  put(&y, "joints", (sn_value){.type = SN_VALUE_LIST, .n = 2, .entry = list});
  put(&y, "factors", numbers(&f, 2, factor));
  put(&y, "value", number(-4));
  add_item(&f, &sn_kind_coupling, "sum", NULL, 0, &y);
  freeze_well(&f);
  const sn_system *s = f.frozen.system;
  const sn_observation o = start_of(&f);
  CHECK_BELOW(sn_constraint_error(s, &f.frozen.start), 1e-14);
  CHECK_NEAR(output(&f, &o, "gear", "error", 0), 0, 1e-14);
  CHECK_NEAR(output(&f, &o, "sum", "error", 0), 0, 1e-14);
  const sn_block *b = s->block + s->n_block - 1;
  CHECK(b->n_coordinate == 2);
  CHECK_NEAR(o.internal[b->coordinate[1].internal], -7, 1e-14);
  sn_arena_free(f.arena);

  f = fixture_new();
  y = (fields){0};
  const sn_ref k = hinge(&f, "one", add_body(&f, "a"), 1.5);
  list = SN_NEW(f.arena, sn_value, 1);
  list[0] = (sn_value){.type = SN_VALUE_REF, .ref = k};
  put(&y, "joints", (sn_value){.type = SN_VALUE_LIST, .n = 1, .entry = list});
  put(&y, "factors", numbers(&f, 1, factor));
  add_item(&f, &sn_kind_coupling, "sum", NULL, 0, &y);
  freeze_well(&f);
  CHECK_NEAR(gap_of(&f), 3, 1e-14);
  sn_arena_free(f.arena);

  f = fixture_new();
  x = (fields){0};
  fields z = {0};
  put(&z, "at", vector(&f, v3(0, 0, 0)));
  const sn_ref two[2] = {hinge(&f, "one", add_body(&f, "a"), 0),
                         {.item = join(&f, pair_named("spherical"), GROUND, add_body(&f, "b"), &z),
                          .station = SN_STATION_SELF,
                          .given = 1}};
  put(&x, "ratio", number(1));
  add_item(&f, &sn_kind_gear, "gear", two, 2, &x);
  CHECK(freeze(&f) == SN_EINPUT);
  CHECK_TEXT(f.error.what, "has no coordinate");
  CHECK_TEXT(f.error.where, "gear");
  sn_arena_free(f.arena);

  f = fixture_new();
  x = (fields){0};
  const sn_ref hinges[2] = {hinge(&f, "one", add_body(&f, "a"), 0), hinge(&f, "two", add_body(&f, "b"), 0)};
  put(&x, "ratio", number(0));
  add_item(&f, &sn_kind_gear, "gear", hinges, 2, &x);
  CHECK(freeze(&f) == SN_EINPUT);
  CHECK_TEXT(f.error.what, "ratio 0");
  sn_arena_free(f.arena);
}

int main(void)
{
  RUN(test_distance);
  RUN(test_align);
  RUN(test_spring);
  RUN(test_bushing);
  RUN(test_loads);
  RUN(test_gear_and_coupling);
  return REPORT();
}
