/* tests/joints/test_laws.c -- laws on joint coordinates: their forces as reported, blocks they make, and mistakes. */
#include "fixture.h"

/* A revolute about z, body on ground, placed at angle 0.5 with rate 2; laws added by the test. */
static fixture hinge(fields *x, double angle, double speed)
{
  fixture f = fixture_new();
  put(x, "at", vector(&f, v3(0.1, 0, 0)));
  put(x, "axis", vector(&f, v3(0, 0, 1)));
  put(x, "initial", number(angle));
  put(x, "initial_rate", number(speed));
  return f;
}
static void close_hinge(fixture *f, const fields *x)
{
  join(f, pair_named("revolute"), GROUND, add_body(f, "b"), x);
}
static const sn_block *find(const fixture *f, const char *text)
{
  for (int k = 0; k < f->frozen.system->n_block; k++) {
    if (strcmp(f->frozen.system->block[k].row_text, text) == 0) {
      return f->frozen.system->block + k;
    }
  }
  return NULL;
}

static void test_spring_damper_law(void)
{
  fields x = {0};
  fixture f = hinge(&x, 7.5, 2);
  put(&x, "stiffness", number(3));
  put(&x, "rest", number(0.5));
  put(&x, "damping", number(0.25));
  put(&x, "law", linear(&f, 3, 2, 0.5, 1, 0.125));
  put(&x, "potential", linear(&f, 1, 4, 0, 0, 0));
  put(&x, "torque", linear(&f, 1, 1, 0, 0, 2));
  close_hinge(&f, &x);
  freeze_well(&f);
  const sn_observation o = start_of(&f);
  CHECK_NEAR(output(&f, &o, "joint", "angle", 0), 7.5, 2e-14);
  CHECK_NEAR(output(&f, &o, "joint", "angle_rate", 0), 2, 2e-15);
  CHECK_NEAR(output(&f, &o, "joint", "spring_force", 0), -3 * 7 - 4, 1e-13);
  CHECK_NEAR(output(&f, &o, "joint", "damper_force", 0), -0.25 * 2 - (2 * 7.5 + 0.5 * 2 + 0.125), 1e-13);
  CHECK(find(&f, "applied")->law == &sn_law_given);
  /* every block of the coordinate counts the same angle */
  for (int k = 0; k < f.frozen.system->n_block; k++) {
    const sn_block *b = f.frozen.system->block + k;
    if (b->n_coordinate) {
      CHECK_NEAR(o.internal[b->coordinate[0].internal], 7.5, 2e-14);
    }
  }
  double kinetic, strain, potential;
  sn_energies(f.frozen.system, &f.frozen.start, &kinetic, &strain, &potential);
  CHECK_NEAR(strain, 1.5 * 7 * 7 + 4 * 7.5, 1e-12);
  sn_arena_free(f.arena);
}

static void test_stops(void)
{
  const double at[3] = {-1.25, 0, 1.5}, speed[3] = {-2, 1, 3};
  for (int k = 0; k < 3; k++) {
    fields x = {0};
    fixture f = hinge(&x, at[k], speed[k]);
    put(&x, "lower", number(-1));
    put(&x, "upper", number(1));
    put(&x, "stop_stiffness", number(100));
    put(&x, "stop_damping", number(0.5));
    close_hinge(&f, &x);
    freeze_well(&f);
    const sn_observation o = start_of(&f);
    const double depth = fabs(at[k]) > 1 ? fabs(at[k]) - 1 : 0, side = at[k] < 0 ? -1 : 1;
    CHECK_NEAR(output(&f, &o, "joint", "spring_force", 0), -side * 100 * depth, 1e-12);
    CHECK_NEAR(output(&f, &o, "joint", "damper_force", 0), -100 * depth * 0.5 * speed[k], 1e-12);
    sn_arena_free(f.arena);
  }
}

/* Friction follows the multipliers of the joint's own rows. */
static void test_friction(void)
{
  fields x = {0};
  fixture f = hinge(&x, 0, 3);
  put(&x, "friction", number(0.2));
  put(&x, "friction_arm", number(0.05));
  close_hinge(&f, &x);
  freeze_well(&f);
  double stress[16] = {3, 0, 4, 100, 100}; /* force 5 N; moments do not press in a bearing */
  sn_observation o = start_of(&f);
  o.stress = stress;
  CHECK_NEAR(output(&f, &o, "joint", "friction_force", 0), -0.2 * 0.05 * 5, 1e-15);
  sn_arena_free(f.arena);

  f = fixture_new();
  x = (fields){0};
  put(&x, "at", vector(&f, v3(0, 0, 0)));
  put(&x, "axis", vector(&f, v3(1, 0, 0)));
  put(&x, "initial_rate", number(-3));
  put(&x, "friction", number(0.2));
  put(&x, "friction_arm", number(0.5));
  join(&f, pair_named("prismatic"), GROUND, add_body(&f, "b"), &x);
  freeze_well(&f);
  double both[16] = {3, 4, 2, 2, 2}; /* rows: two forces, three moments, in one block */
  o = start_of(&f);
  o.stress = both;
  CHECK_NEAR(output(&f, &o, "joint", "friction_force", 0), 0.2 * sqrt(9 + 16 + 3 * 4 / 0.25), 1e-14);
  CHECK(find(&f, "coincidence")->n_form == 5);
  CHECK(!find(&f, "axis"));
  sn_arena_free(f.arena);
}

static void test_drive(void)
{
  fields x = {0};
  fixture f = fixture_new();
  put(&x, "at", vector(&f, v3(0.1, 0, 0)));
  put(&x, "axis", vector(&f, v3(0, 0, 1)));
  put(&x, "drive", linear(&f, 1, 3, 0, 0, 10)); /* starts at 10 rad: the body is turned there */
  close_hinge(&f, &x);
  freeze_well(&f);
  sn_observation o = start_of(&f);
  CHECK_NEAR(output(&f, &o, "joint", "angle", 0), 10, 2e-14);
  CHECK_BELOW(sn_constraint_error(f.frozen.system, &f.frozen.start), 1e-14);
  double stress[16] = {0};
  stress[find(&f, "drive")->stress] = -6;
  o.stress = stress;
  sn_v3 v[16];
  memcpy(v, o.v, sizeof(sn_v3) * (size_t)f.frozen.system->n_vector);
  CHECK_NEAR(output(&f, &o, "joint", "drive_force", 0), 6, 0);
  CHECK_NEAR(output(&f, &o, "joint", "power", 0), 6 * output(&f, &o, "joint", "angle_rate", 0), 0);
  CHECK_NEAR(output(&f, &o, "joint", "reaction_moment", 2), 0, 0); /* the drive is no reaction */
  sn_arena_free(f.arena);

  f = fixture_new();
  x = (fields){0};
  put(&x, "at", vector(&f, v3(0.1, 0, 0)));
  put(&x, "axis", vector(&f, v3(0, 0, 1)));
  put(&x, "initial", number(0.5));
  put(&x, "drive_rate", linear(&f, 1, 3, 0, 0, 10));
  close_hinge(&f, &x);
  freeze_well(&f);
  CHECK(find(&f, "drive")->drive_is_rate);
  CHECK_BELOW(sn_constraint_error(f.frozen.system, &f.frozen.start), 1e-15);
  sn_arena_free(f.arena);
}

static void fails(const char *name, double value, const char *name2, double value2, const char *what)
{
  fields x = {0};
  fixture f = hinge(&x, 0, 0);
  put(&x, name, number(value));
  if (name2) {
    put(&x, name2, number(value2));
  }
  close_hinge(&f, &x);
  CHECK(freeze(&f) != SN_OK);
  CHECK_TEXT(f.error.what, what);
  CHECK(f.error.where[0] && f.error.fix[0]);
  sn_arena_free(f.arena);
}

static void test_mistakes(void)
{
  fails("lower", -1, NULL, 0, "no stop_stiffness");
  fails("lower", 1, "upper", -1, "above its upper");
  fails("friction", 0.3, NULL, 0, "no friction_arm");
  fails("drive", 0, "drive_rate", 0, "both drive and drive_rate");
  fails("stiffness", -1, NULL, 0, "stiffness");
  fails("stifness", 1, NULL, 0, "no field");
  fails("force", 1, NULL, 0, "no field");
  fields x = {0}; /* a drive that begins elsewhere is a gap, which the assembly closes or refuses */
  fixture f = hinge(&x, 0, 0);
  put(&x, "drive", number(0.3));
  close_hinge(&f, &x);
  freeze_well(&f);
  CHECK_NEAR(gap_of(&f), 0.3, 1e-14);
  sn_arena_free(f.arena);
}

int main(void)
{
  RUN(test_spring_damper_law);
  RUN(test_stops);
  RUN(test_friction);
  RUN(test_drive);
  RUN(test_mistakes);
  return REPORT();
}
