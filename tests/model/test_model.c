/* tests/model/test_model.c -- names, groups, settings, channels, freeze, signals. */
#include "harness.h"
#include "tests/model/kinds.h"

static sn_arena *arena;
static sn_error error;

static sn_item *block(sn_model *m, const char *name, sn_value at)
{
  sn_item *item = NULL;
  const sn_value f = RECORD(arena, {"at", at});
  memset(&error, 0, sizeof error);
  return sn_model_add(m, &(sn_item_given){&test_body, name, NULL, 0, &f, "m.lua:3"}, &item, &error) == SN_OK ? item
                                                                                                             : NULL;
}

static void test_names(void)
{
  sn_model *m = sn_model_new(arena);
  const sn_value o = vector(arena, 0, 0, 0);
  CHECK_TEXT(block(m, NULL, o)->name, "block1");
  CHECK_TEXT(block(m, "block3", o)->name, "block3");
  CHECK_TEXT(block(m, NULL, o)->name, "block2");
  CHECK_TEXT(block(m, NULL, o)->name, "block4"); /* block3 is taken */
  CHECK(!block(m, "block1", o));
  CHECK_TEXT(error.what, "The name 'block1' is used twice.");
  CHECK_TEXT(error.why, "m.lua:3");
  CHECK(!block(m, "a b", o));
  CHECK_TEXT(error.what, "cannot be the name of a block");
  CHECK(!block(m, "ground", o));
  CHECK(!block(m, "", o));
  sn_model_group(m, "leg", m3_identity(), v3(0, 0, 0));
  CHECK_TEXT(block(m, "block1", o)->name, "leg.block1");
  CHECK_TEXT(sn_model_find(m, "block1")->name, "leg.block1"); /* the group's own first */
  CHECK_TEXT(sn_model_find(m, "block3")->name, "block3");
  sn_model_group(m, NULL, m3_identity(), v3(0, 0, 0));
  CHECK(strcmp(sn_model_find(m, "block1")->name, "block1") == 0);
  CHECK(!sn_model_find(m, "nobody"));
  for (int k = 0; k < 500; k++) {
    CHECK(block(m, NULL, o) != NULL);
  }
  CHECK(sn_model_items(m) == 505);
  CHECK(sn_model_find(m, "block400") != NULL);
}

static void test_failed_add_changes_nothing(void)
{
  sn_model *m = sn_model_new(arena);
  CHECK(!block(m, "a", text("wrong")));
  CHECK(sn_model_items(m) == 0);
  CHECK(block(m, "a", vector(arena, 0, 0, 0)) != NULL);
}

static void test_refs(void)
{
  sn_model *m = sn_model_new(arena);
  const sn_item *a = block(m, "a", vector(arena, 0, 0, 0));
  const sn_value f = RECORD(arena, {"at", vector(arena, 0, 0, 0)}, {"axis", text("z")});
  const sn_ref g = {.station = SN_STATION_SELF, .given = 1};
  const sn_ref ra = {.item = a, .station = SN_STATION_SELF, .given = 1};
  sn_item *j;
  CHECK(sn_model_add(m, &(sn_item_given){&test_joint, "j", (sn_ref[]){g}, 1, &f, "m.lua:4"}, NULL, &error) ==
        SN_EINPUT);
  CHECK_TEXT(error.what, "takes 2 parts before its fields, but got 1");
  CHECK(sn_model_add(m, &(sn_item_given){&test_joint, "j", (sn_ref[]){ra, ra}, 2, &f, "m.lua:4"}, NULL, &error) ==
        SN_EINPUT);
  CHECK_TEXT(error.what, "connects 'a' with itself");
  CHECK_OK(sn_model_add(m, &(sn_item_given){&test_joint, "j", (sn_ref[]){g, ra}, 2, &f, "m.lua:4"}, &j, &error), error);
  const sn_ref rj = {.item = j, .station = SN_STATION_SELF, .given = 1};
  CHECK(sn_model_add(m, &(sn_item_given){&test_joint, "k", (sn_ref[]){g, rj}, 2, &f, "m.lua:4"}, NULL, &error) ==
        SN_EINPUT);
  CHECK_TEXT(error.what, "entry 2 must be a part, but 'j' is a hinge");
}

/* Names get longer with every group around: default ones stay unique, and are found again. */
static void test_deep_groups(void)
{
  sn_model *m = sn_model_new(arena);
  const char *leg = "a_leg_with_a_name_that_is_nearly_as_long_as_a_name_may_be_here";
  const sn_value f = RECORD(arena, {"at", vector(arena, 0, 0, 0)});
  const char *prefix = leg;
  sn_item *a = NULL, *b = NULL;
  for (int depth = 1; depth < 8; depth++) {
    prefix = sn_arena_format(arena, "%s.%s", prefix, leg);
  }
  sn_model_group(m, prefix, m3_identity(), v3(0, 0, 0));
  CHECK_OK(sn_model_add(m, &(sn_item_given){&test_body, NULL, NULL, 0, &f, "m.lua:1"}, &a, &error), error);
  CHECK_OK(sn_model_add(m, &(sn_item_given){&test_body, NULL, NULL, 0, &f, "m.lua:2"}, &b, &error), error);
  CHECK(a && b && strlen(a->name) > 256 && strcmp(a->name, b->name) != 0);
  CHECK(sn_model_find(m, strrchr(b->name, '.') + 1) == b);
}

static void test_settings(void)
{
  sn_model *m = sn_model_new(arena);
  sn_value rows[2];
  rows[0] = list(arena, 2, (double[]){0, 1e-3});
  rows[1] = list(arena, 2, (double[]){1, 1e-4});
  const sn_value schedule = {.type = SN_VALUE_LIST, .n = 2, .entry = rows};
  const sn_value f = RECORD(arena, {"scheme", text("ep")}, {"dt", number(0.01)}, {"schedule", schedule});
  CHECK_OK(sn_model_settings(m, &f, "m.lua:9", &error), error);
  const sn_run_settings *r = sn_model_run(m);
  CHECK(strcmp(r->scheme, "ep") == 0);
  CHECK_NEAR(r->options.dt, 0.01, 0);
  CHECK(isnan(r->options.step.alpha) && isnan(r->options.duration) && r->options.store == 0 &&
        r->options.step.max_iterations == 0);
  CHECK(r->options.n_schedule == 2);
  CHECK_NEAR(r->options.schedule_time[1], 1, 0);
  CHECK_NEAR(r->options.schedule_dt[1], 1e-4, 0);
  CHECK(sn_model_settings(m, &f, "m.lua:10", &error) == SN_EINPUT);
  CHECK_TEXT(error.why, "m.lua:9");
  m = sn_model_new(arena);
  rows[1] = list(arena, 2, (double[]){0, 1e-4});
  const sn_value back = RECORD(arena, {"schedule", schedule});
  memset(&error, 0, sizeof error);
  CHECK(sn_model_settings(m, &back, "m.lua:9", &error) == SN_EINPUT);
  CHECK_TEXT(error.what, "times that do not rise");
}

static int signal(sn_model *m, const char *name, const sn_item *item, sn_v3 point, const char *more)
{
  const sn_signal s = {.name = name,
                       .ref = {.item = item, .station = SN_STATION_SELF, .given = item != NULL},
                       .point = point,
                       .text = more,
                       .where = "m.lua:5"};
  int n;
  const char *unit;
  return sn_model_signal_info(&s, &n, &unit, &error) == SN_OK ? sn_model_signal(m, &s) : -1;
}

/* A spinning, moving block in a turned group: every motion signal against the rigid-body formulas. */
static void test_signals(void)
{
  sn_model *m = sn_model_new(arena);
  const sn_m3 turn = sn_rotation_axis_angle(v3(1, 2, 3), 0.8);
  const sn_v3 shift = v3(1, -1, 2), at = v3(0.3, 0.2, 0.1), v0 = v3(1, 2, 3), w0 = v3(0.4, -0.5, 0.6), p = v3(1, 1, 1);
  sn_model_group(m, "g", turn, shift);
  sn_item *item;
  const sn_value f = RECORD(arena, {"at", vector(arena, 0.3, 0.2, 0.1)}, {"velocity", vector(arena, 1, 2, 3)},
                            {"angular_velocity", vector(arena, 0.4, -0.5, 0.6)},
                            {"orientation", MADE(arena, "euler", {"sequence", text("zyx")}, {"a", number(0.1)},
                                                 {"b", number(0.2)}, {"c", number(0.3)})});
  CHECK_OK(sn_model_add(m, &(sn_item_given){&test_body, "b", NULL, 0, &f, "m.lua:3"}, &item, &error), error);
  const sn_v3 own = v3(NAN, NAN, NAN);
  const int row[8] = {signal(m, "position", item, p, NULL),
                      signal(m, "velocity", item, p, NULL),
                      signal(m, "acceleration", item, p, NULL),
                      signal(m, "orientation", item, own, NULL),
                      signal(m, "euler", item, own, "zyx"),
                      signal(m, "angular_velocity", item, own, NULL),
                      signal(m, "angular_velocity_body", item, own, NULL),
                      signal(m, "angular_acceleration", item, own, NULL)};
  const int energy = signal(m, "energy", NULL, own, "work");
  CHECK(signal(m, "energy", NULL, own, "kinetc") < 0);
  CHECK_TEXT(error.fix, "kinetic");
  CHECK(signal(m, "positon", item, own, NULL) < 0);
  CHECK_TEXT(error.fix, "position");
  CHECK(signal(m, "euler", item, own, "zzx") < 0);
  sn_frozen z;
  CHECK_OK(sn_model_freeze(m, 0, arena, &z, &error), error);
  /* accelerations of a rigid motion with angular acceleration b and acceleration c of the origin */
  const sn_v3 w = m3_mul(turn, w0), b = v3(0.7, 0.1, -0.2), c = v3(3, 2, 1);
  sn_v3 acceleration[4];
  acceleration[0] = c;
  for (int k = 1; k < 4; k++) {
    acceleration[k] = v3_add(v3_cross(b, z.start.q[k]), v3_cross(w, v3_cross(w, z.start.q[k])));
  }
  const sn_ledger ledger = {.work_loads = 1, .work_drives = 2, .work_base = 4};
  const sn_observation o = {
      .system = z.system, .q = z.start.q, .local = z.start.q, .v = z.start.v, .a = acceleration, .ledger = &ledger};
  double out[9][4];
  for (int k = 0; k < 8; k++) {
    const sn_observable *r = z.system->output + z.signal_output[row[k]];
    r->what->evaluate(&o, r->data, out[k]);
  }
  const sn_observable *e = z.system->output + z.signal_output[energy];
  e->what->evaluate(&o, e->data, out[8]);
  CHECK_NEAR(out[8][0], 7, 0);
  const sn_v3 d = m3_mul(turn, v3_sub(p, at)), x = v3_add(shift, m3_mul(turn, p));
  const sn_v3 v = v3_add(m3_mul(turn, v0), v3_cross(w, d));
  const sn_v3 a = v3_add(c, v3_add(v3_cross(b, d), v3_cross(w, v3_cross(w, d))));
  const sn_m3 axes = m3_mul3(turn, sn_rotation_euler("zyx", (double[]){0.1, 0.2, 0.3}));
  double q[4], angle[3];
  sn_quaternion_of(axes, q);
  sn_euler_of(axes, "zyx", angle);
  const sn_v3 body = m3_tmul(axes, w);
  for (int k = 0; k < 3; k++) {
    CHECK_NEAR(out[0][k], x.x[k], 1e-14);
    CHECK_NEAR(out[1][k], v.x[k], 1e-14);
    CHECK_NEAR(out[2][k], a.x[k], 1e-14);
    CHECK_NEAR(out[4][k], angle[k], 1e-14);
    CHECK_NEAR(out[5][k], w.x[k], 1e-14);
    CHECK_NEAR(out[6][k], body.x[k], 1e-14);
    CHECK_NEAR(out[7][k], b.x[k], 1e-14);
  }
  for (int k = 0; k < 4; k++) {
    CHECK_NEAR(out[3][k], q[k], 1e-14);
  }
}

static void test_channels(void)
{
  sn_model *m = sn_model_new(arena);
  const sn_expr *one = sn_expr_number(arena, 1);
  sn_channel c = {.name = "tip", .unit = "m", .n = 3, .component = {one, one, one}, .where = "m.lua:5"};
  CHECK_OK(sn_model_channel(m, &c, &error), error);
  CHECK(sn_model_channel(m, &c, &error) == SN_EINPUT);
  c.name = "tip_x";
  c.n = 1;
  CHECK(sn_model_channel(m, &c, &error) == SN_EINPUT);
  CHECK_TEXT(error.what, "'tip_x' clashes with channel 'tip'");
  c.name = "t";
  CHECK(sn_model_channel(m, &c, &error) == SN_EINPUT);
  c.name = "tipx";
  CHECK_OK(sn_model_channel(m, &c, &error), error);
  CHECK(sn_model_channels(m) == 2);
}

static void test_freeze_messages(void)
{
  sn_frozen z;
  sn_model *m = sn_model_new(arena);
  memset(&error, 0, sizeof error);
  CHECK(sn_model_freeze(m, 0, arena, &z, &error) == SN_EMODEL);
  CHECK_TEXT(error.what, "no part that can move");
  m = sn_model_new(arena);
  const sn_value f = RECORD(arena, {"at", vector(arena, 0, 0, 0)}, {"mass", number(0)});
  sn_item *item;
  CHECK_OK(sn_model_add(m, &(sn_item_given){&test_point, "p", NULL, 0, &f, "m.lua:8"}, &item, &error), error);
  memset(&error, 0, sizeof error);
  CHECK(sn_model_freeze(m, 0, arena, &z, &error) == SN_EMODEL);
  CHECK_TEXT(error.where, "m.lua:8, part 'p' (point)");
  CHECK_TEXT(error.what, "without mass");
  CHECK_TEXT(error.fix, "Give it a mass");
  /* a point has no angular velocity */
  m = sn_model_new(arena);
  const sn_value g = RECORD(arena, {"at", vector(arena, 0, 0, 0)});
  CHECK_OK(sn_model_add(m, &(sn_item_given){&test_point, "p", NULL, 0, &g, "m.lua:8"}, &item, &error), error);
  CHECK(signal(m, "angular_velocity", item, v3(NAN, NAN, NAN), NULL) == 0);
  memset(&error, 0, sizeof error);
  CHECK(sn_model_freeze(m, 0, arena, &z, &error) == SN_EINPUT);
  CHECK_TEXT(error.what, "'p' has no axes");
  CHECK_TEXT(error.where, "m.lua:5");
}

static void test_extent_and_pictures(void)
{
  sn_frozen z;
  sn_model *m = sn_model_new(arena);
  const sn_value shape = MADE(arena, "box", {"size", vector(arena, 2, 3, 6)}, {"at", vector(arena, 1, 0, 0)});
  const sn_value f = RECORD(arena, {"at", vector(arena, 0, 0, 0)}, {"shape", shape});
  CHECK_OK(sn_model_add(m, &(sn_item_given){&test_body, "b", NULL, 0, &f, "m.lua:8"}, NULL, &error), error);
  CHECK_OK(sn_model_freeze(m, 0, arena, &z, &error), error);
  CHECK(z.n_drawable == 1 && z.drawable[0].item == 0);
  CHECK_NEAR(z.system->extent, 7, 1e-14); /* the box: 2 x 3 x 6, the node inside */
}

static void test_parameters_and_sources(void)
{
  sn_model *m = sn_model_new(arena);
  const sn_parameter p = {.name = "length", .value = number(2), .where = "m.lua:1"};
  CHECK_OK(sn_model_parameter(m, &p, &error), error);
  CHECK(sn_model_parameter(m, &p, &error) == SN_EINPUT);
  CHECK(sn_model_parameters(m) == 1 && sn_model_parameter_at(m, 0)->value.number == 2);
  sn_model_source(m, "m.lua", "text");
  const char *file, *content;
  sn_model_source_at(m, 0, &file, &content);
  CHECK(sn_model_sources(m) == 1 && strcmp(file, "m.lua") == 0 && strcmp(content, "text") == 0);
  CHECK_OK(sn_model_gravity(m, v3(0, 0, -9.81), "m.lua:2", &error), error);
  CHECK(sn_model_gravity(m, v3(0, 0, -9.81), "m.lua:3", &error) == SN_EINPUT);
}

int main(void)
{
  arena = sn_arena_new(NULL);
  RUN(test_names);
  RUN(test_failed_add_changes_nothing);
  RUN(test_refs);
  RUN(test_deep_groups);
  RUN(test_settings);
  RUN(test_signals);
  RUN(test_channels);
  RUN(test_freeze_messages);
  RUN(test_extent_and_pictures);
  RUN(test_parameters_and_sources);
  sn_arena_free(arena);
  return REPORT();
}
