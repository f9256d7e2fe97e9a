/* tests/language/test_units.c -- units of channels, and orientations applied to vectors.
 * Laws:    like units are kept by sums and choices, products have none; a channel in another unit is the same value times a
 *          number; rotate and rotate_back undo each other.
 * Against: rotations by hand.
 */
#include "fixture.h"

static const char start[] =
    "local b = body { name = 'b', at = { 1, 2, 3 }, orientation = euler('zyx', 0.3, 0.2, 0.1),\n"
    "                 mass = 1, inertia = { 1, 1, 1 }, velocity = { 1, 0, 0 },\n"
    "                 angular_velocity = { 0, 0, 2 } }\n"
    "local u = input('u', { default = 7, unit = 'deg' }) "
    "local h = revolute { name = 'h', ground, b, at = { 1, 2, 3 }, axis = 'z', initial = 0.5 }\n";

static const char *unit_of(const loaded *l, const char *name)
{
  const sn_channel *c = channel_named(l, name);
  return c ? c->unit : "none";
}

static void test_units(void)
{
  static const char *const lines[][2] = {{"angle(h)", "rad"},
                                         {"angle(h) + angle(h) - angle(h)", "rad"},
                                         {"sum { angle(h), angle(h) }", "rad"},
                                         {"abs(-angle(h))", "rad"},
                                         {"max(angle(h), angle(h))", "rad"},
                                         {"where(less(angle(h), 1), angle(h), -angle(h))", "rad"},
                                         {"norm(position(b))", "m"},
                                         {"position(b) - position(ground)", "m"},
                                         {"2*angle(h)", ""},
                                         {"angle(h) + position(b).x", ""},
                                         {"time()", "s"},
                                         {"rotate_back(orientation(b), velocity(b))", "m/s"},
                                         {"angle(h), { unit = 'deg' }", "deg"},
                                         {"180/pi*angle(h), { unit = 'deg' }", "deg"},
                                         {"position(b), { unit = 'mm' }", "mm"},
                                         {"angle(h), { unit = 'rad' }", "rad"},
                                         {"position(b).x + 1, { unit = 'mm' }", "mm"},
                                         {"2*angle(h), { unit = 'deg' }", "deg"},
                                         {"-position(b).x/2, { unit = 'mm' }", "mm"},
                                         {"1000*position(b).x, { unit = 'mm' }", "mm"},
                                         {"50*position(b).x, { unit = 'N' }", "N"},
                                         {"sqrt(position(b).x*position(b).x + 3), { unit = 'mm' }", "mm"},
                                         {"position(b)/2 + position(b)/2, { unit = 'mm' }", "mm"},
                                         {"where(less(angle(h), 1), 2, angle(h)), { unit = 'deg' }", "deg"},
                                         {"velocity(b).x + 0, { unit = 'km/h' }", "km/h"},
                                         {"rate(h)*position(b).z, { unit = 'mm/s' }", "mm/s"},
                                         {"1 - angle(h)", "rad"},
                                         {"max(0, angle(h))", "rad"},
                                         {"2*angle(h) + angle(h)", "rad"},
                                         {"angle(h) % 1", "rad"},
                                         {"rate(h)*position(b).x", "m/s"},
                                         {"position(b).x*velocity(b).y - position(b).y*velocity(b).x", "m^2/s"},
                                         {"norm { position(b).x, position(b).y, 0 }", "m"},
                                         {"position(b).x/position(b).y", ""},
                                         {"atan2(position(b).x, 1)", "rad"},
                                         {"position(b).x^2", "m^2"},
                                         {"1/time()", ""},
                                         {"reaction(h).x*velocity(b).x", "W"},
                                         {"sin(angle(h))", ""},
                                         {"deg(2*angle(h))", "rad"},
                                         {"u + 1", "deg"},
                                         {"u, { unit = 'deg' }", "deg"}};
  char text[8000];
  size_t used = (size_t)snprintf(text, sizeof text, "%s", start);
  for (size_t k = 0; k < sizeof lines / sizeof *lines; k++) {
    used += (size_t)snprintf(text + used, sizeof text - used, "channel('c%zu', %s)\n", k, lines[k][0]);
  }
  loaded l;
  if (good(&l, text)) {
    for (size_t k = 0; k < sizeof lines / sizeof *lines; k++) {
      char name[8];
      (void)snprintf(name, sizeof name, "c%zu", k);
      CHECK(strcmp(unit_of(&l, name), lines[k][1]) == 0);
    }
    CHECK_NEAR(value_of(&l, "c12", 0), 0.5 * 180 / 3.14159265358979323846, 1e-13);
    CHECK_NEAR(value_of(&l, "c13", 0), value_of(&l, "c12", 0), 1e-13);
    CHECK_NEAR(value_of(&l, "c14", 2), 3000, 1e-10);
    CHECK_NEAR(value_of(&l, "c15", 0), 0.5, 1e-15);
    static const double expected[] = {2000, 180 / 3.14159265358979323846, -500, 1000, 50, 2000,
                                      1000, 360 / 3.14159265358979323846};
    for (int k = 0; k < 8; k++) {
      char name[8];
      (void)snprintf(name, sizeof name, "c%d", 16 + k);
      CHECK_NEAR(value_of(&l, name, 0), expected[k], 1e-10);
    }
  }
  unload(&l);
}

static void refuses(const char *line, const char *what, const char *fix)
{
  char text[1200];
  loaded l;
  (void)snprintf(text, sizeof text, "%s%s\n", start, line);
  load(&l, text);
  CHECK(l.status == SN_EINPUT);
  CHECK_TEXT(l.error.what, what);
  CHECK_TEXT(l.error.fix, fix);
  CHECK_TEXT(l.error.where, "m.lua:5");
  unload(&l);
}

static void test_refusals(void)
{
  refuses("channel('a', angle(h), { unit = 'mm' })", "cannot be shown in mm", "rad, mrad, deg");
  refuses("channel('a', angle(h), { unit = 'degs' })", "no unit that is known", "\"deg\"");
  refuses("channel('a', position(b).x, { unit = 'furlong' })", "no unit that is known", "");
  refuses("channel('a', 2*position(b).x, { unit = 'furlong' })", "no unit that is known", "");
  refuses("input('u', { default = 1, unit = 'furlong' })", "no unit that is known", "");
  refuses("channel('a', sin(angle(h)), { unit = 'deg' })", "a pure number", "Leave out");
  refuses("channel('a', position(b).x^2, { unit = 'm' })", "is in m^2", "");
  refuses("channel('a', angle(h) + position(b).x, { unit = 'm' })", "not known", "like units");
  refuses("channel('a', 50*position(b).x, { unit = 'kN' })", "not known", "unit = \"N\"");
  refuses("channel('a', angle(h), { unit = 7 })", "unit", "");
  refuses("channel('a', angle(h), { units = 'deg' })", "units", "unit");
  refuses("channel('a', angle(h), 'deg')", "unit = ...", "");
  refuses("channel('a', 2*angle(h), { unit = 'a unit that is too long' })", "cannot be a unit", "15");
  refuses("momentum('nothing')", "no part, joint or placed group", "momentum()");
  refuses("momentum { b, 'b' }", "twice", "once");
  refuses("energy(b, 'work')", "no energy", "");
  refuses("energy(b, 'kinetik')", "no energy", "kinetic");
  refuses("momentum(b, 3)", "takes", "");
  refuses("angular_momentum(b, 'center_of')", "point", "");
  refuses("rotate({ 1, 0, 0 }, orientation(b))", "needs an orientation", "rotate(");
  refuses("rotate(orientation(b), { 1, 0 })", "needs an orientation", "rotate(");
  refuses("sum {}", "needs a list", "");
  refuses("sum { b }", "value 1", "");
  refuses("b:point { 1, 2 }", "three numbers", "");
  refuses("b:point(1, 2, 3)", "three numbers", "colon");
  refuses("h:point { 1, 2, 3 }", "no `point`", "");
  refuses("b:point { 1, 2, 3 }:point { 1, 2, 3 }", "no `point`", "");
  refuses("position(b:point { 1, 2, 3 }, { 1, 2, 3 })", "twice", "");
  refuses("local p = position(b) base { position = function(t) return p.x, 0, 0 end }", "inside a function", "");
}

/* Units as functions: of numbers, lists, signals and arguments; their names may be used for something else. */
static void test_functions(void)
{
  static const char text[] =
      "local p = mm { 20, { 0, 30 } }\n"
      "param { g = 9.81 }\n"
      "t = g\n"
      "local kN = kN(2)\n"
      "channel('a', time()*0 + p[1]) channel('b', time()*0 + p[2][2]) channel('c', time()*0 + t) channel('d', time()*0 "
      "+ kN)\n"
      "channel('e', time()*0 + kmh(36)) channel('f', time()*0 + GPa(210)) channel('h', time()*0 + cm4(1)) "
      "channel('i', time()*0 + hours(1))\n"
      "local b = body { name = 'b', at = mm { 500, 0, 0 }, mass = 2, inertia = { 1, 1, 1 } }\n"
      "channel('mm', mm(position(b).x), { unit = 'mm' })\n"
      "force { b, value = function(t) return 0, kN*t, mm(t) end }\n";
  loaded l;
  if (good(&l, text)) {
    static const struct {
      const char *name;
      double value;
    } rows[] = {{"a", 0.02}, {"b", 0.03}, {"c", 9.81}, {"d", 2000}, {"e", 10}, {"f", 210e9}, {"h", 1e-8}, {"i", 3600}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
      CHECK_NEAR(value_of(&l, rows[k].name, 0), rows[k].value, 1e-15 * rows[k].value);
    }
    const sn_expr3 *f = field_of(&l, "force1", "value");
    const double t = 5;
    CHECK_NEAR(sn_expr_value(f->e[1], &t), 1e4, 1e-11);
    CHECK_NEAR(sn_expr_value(f->e[2], &t), 5e-3, 1e-17);
  }
  unload(&l);
}

static void test_rotate(void)
{
  char text[2400];
  (void)snprintf(text, sizeof text, "%s%s", start,
                 "local a = rotate(axis_angle('z', pi/2), { 1, 2, 3 })\n"
                 "local back = rotate_back(axis_angle('z', pi/2), a)\n"
                 "channel('a1', a[1] + 0*time()) channel('a2', a[2] + 0*time()) channel('a3', a[3] + 0*time())\n"
                 "channel('b1', back[1] + 0*time())\n"
                 "channel('axis', rotate(orientation(b), { 1, 0, 0 }))\n"
                 "channel('zero', rotate_back(orientation(b), rotate(orientation(b), velocity(b))) - velocity(b))\n"
                 "channel('turned', rotate(axis_angle('z', pi/2), velocity(b)))\n"
                 "force { b, value = function(t) return rotate(axis_angle('x', pi/2), { 0, t, 1 }) end }\n");
  loaded l;
  if (good(&l, text)) {
    CHECK_NEAR(value_of(&l, "a1", 0), -2, 1e-15);
    CHECK_NEAR(value_of(&l, "a2", 0), 1, 1e-15);
    CHECK_NEAR(value_of(&l, "a3", 0), 3, 0);
    CHECK_NEAR(value_of(&l, "b1", 0), 1, 1e-15);
    const double yaw = 0.3 + 0.5, pitch = 0.2; /* the hinge turned it about z */
    CHECK_NEAR(value_of(&l, "axis", 0), cos(yaw) * cos(pitch), 1e-14);
    CHECK_NEAR(value_of(&l, "axis", 1), sin(yaw) * cos(pitch), 1e-14);
    CHECK_NEAR(value_of(&l, "axis", 2), -sin(pitch), 1e-14);
    for (int k = 0; k < 3; k++) {
      CHECK_NEAR(value_of(&l, "zero", k), 0, 1e-15);
    }
    CHECK_NEAR(value_of(&l, "turned", 1), cos(0.5), 1e-14); /* the hinge turned the velocity, too */
    const sn_expr3 *f = field_of(&l, "force1", "value");
    const double t = 5;
    CHECK(f != NULL);
    if (f) {
      CHECK_NEAR(sn_expr_value(f->e[1], &t), -1, 4e-15);
      CHECK_NEAR(sn_expr_value(f->e[2], &t), 5, 1e-15);
    }
  }
  unload(&l);
}

int main(void)
{
  RUN(test_units);
  RUN(test_refusals);
  RUN(test_functions);
  RUN(test_rotate);
  return REPORT();
}
