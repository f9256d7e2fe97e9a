/* tests/language/test_language.c -- good models of every construct, and what the sandbox lets through. */
#include "tests/language/fixture.h"

static void test_pendulum(void)
{
  loaded l;
  if (good(&l,
           "param { length = 1.0, scheme = 'ed', alpha = 0.5, on = true }\n"
           "gravity { 0, 0, -9.81 }\n"
           "local rod = body { name = 'rod', at = { length/2, 0, 0 },\n"
           "  shape = cylinder { length = length, radius = 0.02, axis = 'x', density = 7850 } }\n"
           "revolute { name = 'pivot', ground, rod, at = { 0, 0, 0 }, axis = { 0, 1, 0 }, initial = deg(30),\n"
           "  initial_rate = 2, damping = 0.01, torque = function(t) return 0.2*sin(3*t) end }\n"
           "channel('tip', position(rod, { length, 0, 0 }))\n"
           "channel('angle', angle('pivot'))\n"
           "channel('rate', rate('pivot'))\n"
           "channel('v', velocity('rod'))\n"
           "run { scheme = scheme, alpha = alpha, dt = 1e-3, duration = 2, store = 0.1, newton_tolerance = 1e-9 }\n")) {
    CHECK(sn_model_items(l.model) == 2);
    CHECK(strcmp(sn_model_find(l.model, "pivot")->where, "m.lua:5") == 0);
    CHECK_NEAR(value_of(&l, "tip", 0), cos(0.5235987755982988), 1e-15);
    CHECK_NEAR(value_of(&l, "tip", 2), -0.5, 1e-15);
    CHECK_NEAR(value_of(&l, "angle", 0), 0.5235987755982988, 1e-15);
    CHECK_NEAR(value_of(&l, "rate", 0), 2, 1e-14);
    CHECK_NEAR(value_of(&l, "v", 0), -0.5, 1e-14); /* omega y x r, r = (cos, 0, -sin)/2 */
    CHECK_NEAR(value_of(&l, "v", 2), -cos(0.5235987755982988), 1e-14);
    CHECK(strcmp(channel_named(&l, "tip")->unit, "m") == 0);
    const sn_run_settings *r = sn_model_run(l.model);
    CHECK(strcmp(r->scheme, "ed") == 0 && r->options.step.alpha == 0.5 && r->options.dt == 1e-3 &&
          r->options.duration == 2 && r->options.store == 0.1);
    CHECK(sn_model_parameters(l.model) == 4 && sn_model_sources(l.model) == 1);
    CHECK(strcmp(sn_model_parameter_at(l.model, 2)->name, "on") ==
          0); /* in the order of names: the same in every run */
  }
  unload(&l);
}

/* joints with several coordinates: the second value says which */
static void test_coordinates_by_name(void)
{
  loaded l;
  if (good(&l, "local a = body { name = 'a', mass = 1, inertia = {1, 1, 1} }\n"
               "local b = body { name = 'b', mass = 1, inertia = {1, 1, 1} }\n"
               "universal { name = 'u', ground, a, at = {0, 0, 0}, axis_a = 'y', axis_b = 'z', angle_b = { initial = "
               "0.3 } }\n"
               "planar { name = 'p', ground, b, at = {0, 0, 0}, axis = 'z', x_axis = 'x', x = { initial = 2 } }\n"
               "channel('a', angle('u', 'angle_a')) channel('b', angle('u', 'angle_b'))\n"
               "channel('x', displacement('p', 'x')) channel('c', angle('p', 'angle'))\n"
               "run { dt = 1e-3, duration = 1 }\n")) {
    CHECK_NEAR(value_of(&l, "a", 0), 0, 1e-15);
    CHECK_NEAR(value_of(&l, "b", 0), 0.3, 1e-15);
    CHECK_NEAR(value_of(&l, "x", 0), 2, 1e-15);
    CHECK_NEAR(value_of(&l, "c", 0), 0, 1e-15);
    CHECK(strcmp(channel_named(&l, "x")->unit, "m") == 0);
  }
  unload(&l);
}

static void test_overrides(void)
{
  static const char *text = "param { length = 1, n = 2, name = 'a', on = true }\n"
                            "for i = 1, n do point { name = 'p' .. i, at = { length*i, 0, 0 } } end\n"
                            "if on then point { name = name, at = {0, 0, 0} } end\n";
  loaded l;
  const sn_override o[] = {{"length", "2.5e0"}, {"n", "3"}, {"name", "b"}, {"on", "true"}};
  const sn_language_options options = {.override = o, .n_override = 4};
  load_with(&l, text, strlen(text), &options);
  CHECK_OK(l.status, l.error);
  CHECK(sn_model_items(l.model) == 4);
  CHECK(sn_model_find(l.model, "p3") && sn_model_find(l.model, "b"));
  CHECK_NEAR(((const sn_v3 *)field_of(&l, "p2", "at"))->x[0], 5, 0);
  unload(&l);
  const sn_override off[] = {{"on", "false"}};
  const sn_language_options fewer = {.override = off, .n_override = 1};
  load_with(&l, text, strlen(text), &fewer);
  CHECK(l.status == SN_OK && sn_model_items(l.model) == 2);
  unload(&l);
}

static void test_orientations(void)
{
  loaded l;
  static const char *const way[] = {"axis_angle({0, 0, 1}, deg(90))",         "axis_angle('z', pi/2)",
                                    "quaternion(sqrt(0.5), 0, 0, sqrt(0.5))", "euler('zyx', pi/2, 0, 0)",
                                    "directions { x = {0, 2, 0}, y = '-x' }", "directions { z = 'z', x = 'y' }",
                                    "{ {0, -1, 0}, {1, 0, 0}, {0, 0, 1} }"};
  for (size_t k = 0; k < sizeof way / sizeof way[0]; k++) {
    char text[400];
    snprintf(text, sizeof text,
             "local b = body { orientation = %s, mass = 1, inertia = {1, 1, 1} }\n"
             "channel('p', orientation(b))\nchannel('e', euler(b, 'zyx'))\n",
             way[k]);
    if (good(&l, text)) {
      CHECK_NEAR(value_of(&l, "p", 0), sqrt(0.5), 1e-15);
      CHECK_NEAR(value_of(&l, "p", 3), sqrt(0.5), 1e-15);
      CHECK_NEAR(value_of(&l, "e", 0), 1.5707963267948966, 1e-15);
    }
    unload(&l);
  }
}

static void test_groups(void)
{
  loaded l;
  if (good(&l,
           "local foot = group('foot', function() channel('bar', position('bar')) return point { name = 'toe', at = "
           "{0, 0, -1}, mass = 1 } end)\n"
           "local leg = group('leg', function(length)\n"
           "  local b = body { name = 'bar', at = {length, 0, 0}, mass = 1, inertia = {1, 1, 1} }\n"
           "  revolute { name = 'hip', ground, b, at = {0, 0, 0}, axis = 'z' }\n"
           "  channel('turn', angle('hip'))\n"
           "  return b, place(foot, { at = {length, 0, 0} })\n"
           "end)\n"
           "local left, toe = place(leg, { name = 'left', at = {0, 2, 0}, orientation = axis_angle('z', pi/2) }, 0.5)\n"
           "place(leg, { at = {0, -2, 0} }, 0.25)\n"
           "place(leg, { at = {0, -4, 0} }, 0.25)\n"
           "channel('bar', position(left))\n"
           "channel('far', position(left, {1, 0, 0}))\n"
           "channel('toe', position(toe))\n"
           "channel('hip', angle('left.hip'))\n")) {
    CHECK_NEAR(value_of(&l, "bar", 0), 0, 1e-15);
    CHECK_NEAR(value_of(&l, "bar", 1), 2.5, 1e-15);
    CHECK_NEAR(value_of(&l, "far", 1), 3, 1e-15); /* the point is in coordinates of the group */
    CHECK_NEAR(value_of(&l, "toe", 1), 2.5, 1e-15);
    CHECK_NEAR(value_of(&l, "toe", 2), -1, 1e-15);
    CHECK(channel_named(&l, "left.turn") && channel_named(&l, "leg1.turn"));
    CHECK_NEAR(value_of(&l, "left.foot1.bar", 1), 2.5, 1e-15); /* `bar` is found in the group around */
    CHECK(sn_model_find(l.model, "left.foot1.toe") && sn_model_find(l.model, "leg1.bar") &&
          sn_model_find(l.model, "leg2.hip"));
  }
  unload(&l);
}

static void test_include_and_tables(void)
{
  loaded l;
  if (good(&l, "local made, seven = include 'part.lua'\n"
               "assert(shared_number == 42 and seven == 7)\n"
               "local speed = table_of('speed.csv', 'speed')\n"
               "local f = table_of('speed.csv', 'time', 'force')\n"
               "local g = table_of('speed.csv', 1, 3)\n"
               "assert(speed(0.5) == 1 and f(1.5) == 4 and g(3) == 7 and f(100) == 9 and speed(-1) == 0)\n"
               "force { name = 'direct', made, value = function(t) return f(t), 2*speed(t), 0 end }\n"
               "prismatic { name = 'p', ground, made, at = {0, 0, 0}, axis = 'x', force = table_of('speed.csv') }\n"
               "channel('x', position('included'))\n")) {
    CHECK_NEAR(value_of(&l, "x", 2), 3, 0);
    CHECK(sn_model_sources(l.model) == 2);
    CHECK_TEXT(sn_model_find(l.model, "included")->where, "part.lua:2");
    const sn_expr3 *e = field_of(&l, "direct", "value");
    CHECK_NEAR(sn_expr_value(e->e[0], (double[]){1.5}), 4, 1e-15);
    CHECK_NEAR(sn_expr_value(e->e[1], (double[]){0.25}), 1, 1e-15);
    const sn_expr *const *d = field_of(&l, "p", "force");
    CHECK(d && *d);
    CHECK_NEAR(d && *d ? sn_expr_value(*d, (double[]){0.5}) : NAN, 1, 1e-15);
  }
  unload(&l);
}

static void test_channels(void)
{
  loaded l;
  if (good(
          &l,
          "local a = body { name = 'a', at = {3, 4, 0}, velocity = {1, 0, 0}, angular_velocity = {0, 0, 2}, mass = 1,\n"
          "  inertia = {1, 2, 3}, orientation = axis_angle('x', pi/2) }\n"
          "local p = point { at = {1, 1, 1}, mass = 2 }\n"
          "local s = spring { name = 's', a, p, stiffness = 100 }\n"
          "local x = position(a)\n"
          "channel('r', norm(x))\n"
          "channel('d', position(p) - x)\n"
          "channel('mix', 2*x.x + sin(x.y) - max(x.z, -1)^2)\n"
          "channel('twice', 2*x/4)\n"
          "channel('minus', -x)\n"
          "channel('wb', angular_velocity_body(a))\n"
          "channel('w', angular_velocity('a').z)\n"
          "channel('length', output(s, 'length'))\n"
          "channel('E', energy('total') - energy('dissipation'))\n"
          "channel('q', orientation(a).q0)\n"
          "channel('constant', 3)\n"
          "channel('g', position(ground, {1, 2, 3}))\n"
          "channel('chosen', where(less(x.x, 5), 1, 2))\n"
          "channel('ordered', x[2])\n")) {
    CHECK_NEAR(value_of(&l, "r", 0), 5, 1e-14);
    CHECK_NEAR(value_of(&l, "d", 1), -3, 1e-14);
    CHECK(strcmp(channel_named(&l, "d")->unit, "m") == 0 && strcmp(channel_named(&l, "r")->unit, "m") == 0);
    CHECK(strcmp(channel_named(&l, "mix")->unit, "") == 0);
    CHECK_NEAR(value_of(&l, "mix", 0), 6 + sin(4), 1e-14);
    CHECK_NEAR(value_of(&l, "twice", 0), 1.5, 1e-14);
    CHECK_NEAR(value_of(&l, "minus", 1), -4, 1e-14);
    CHECK_NEAR(value_of(&l, "wb", 1), 2, 1e-14);
    CHECK_NEAR(value_of(&l, "w", 0), 2, 1e-14);
    CHECK_NEAR(value_of(&l, "length", 0), sqrt(14), 1e-14);
    CHECK_NEAR(value_of(&l, "E", 0), -1, 1e-14);
    CHECK_NEAR(value_of(&l, "q", 0), sqrt(0.5), 1e-14);
    CHECK_NEAR(value_of(&l, "constant", 0), 3, 0);
    CHECK_NEAR(value_of(&l, "g", 2), 3, 0);
    CHECK_NEAR(value_of(&l, "chosen", 0), 1, 0);
    CHECK_NEAR(value_of(&l, "ordered", 0), 4, 0);
  }
  unload(&l);
}

static void test_stations(void)
{
  loaded l;
  if (good(&l,
           "local c = cable { name = 'c', from = {0, 0, 0}, to = {4, 0, 0}, elements = 2, order = 2, stiffness = 1e4,\n"
           "  mass_per_length = 1 }\n"
           "assert(c.name == 'c' and c.first ~= c.last and c.first == c:node(0) and tostring(c) == 'c')\n"
           "cable { name = 'hung', ground, ground, from = {0, 1, 0}, to = {1, 1, 0}, stiffness = 1, mass_per_length = "
           "1 }\n"
           "spherical { ground, c.first }\n"
           "channel('end', position(c.last))\nchannel('k', position(c:node(1)))\n")) {
    CHECK_NEAR(value_of(&l, "end", 0), 4, 0);
    CHECK_NEAR(value_of(&l, "k", 0), 1, 0);
  }
  unload(&l);
}

/* Every kind of the catalogue is a name of the language. */
static void test_every_kind_is_there(void)
{
  loaded l;
  load(&l, "");
  CHECK_OK(l.status, l.error);
  unload(&l);
  load(&l, "for _, f in ipairs { point, body, link, cable, base, revolute, prismatic, screw, cylindrical, planar, "
           "spherical,\n"
           "  universal, fixed, distance, point_on_line, point_on_plane, align, spring, bushing, force, moment, gear, "
           "coupling,\n"
           "  box, cylinder, sphere, tube, cone, slender } do assert(type(f) == 'function') end");
  CHECK_OK(l.status, l.error);
  unload(&l);
}

static void test_lua_itself(void)
{
  loaded l;
  load(
      &l,
      "local t = { z = 1, a = 2, m = 3, 10, 20 }\n"
      "local s = ''\n"
      "for k, v in pairs(t) do s = s .. tostring(k) .. '=' .. v .. ' ' end\n"
      "assert(s == '1=10 2=20 a=2 m=3 z=1 ', s)\n"
      "assert(string.format('%03d', 7) == '007' and ('ab'):upper() == 'AB' and ('ab'):rep(2, '-') == 'ab-ab')\n"
      "table.sort(t)\n"
      "assert(#t == 2 and select('#', 1, 2) == 2 and tonumber('3') == 3 and math.floor(2.7) == 2 and floor(2.7) == 2)\n"
      "assert(max(1, 5, 3) == 5 and min(4, 2) == 2 and abs(-3) == 3 and sign(-2) == -1 and 'n' .. abs(-3) == 'n3')\n"
      "assert(atan2(1, 1) == pi/4 and math.pi == pi and math.sin(1) == sin(1) and step(0.5) == 0.5 and step(2) == 1)\n"
      "assert(rpm(60) == 2*pi and deg(180) == pi and norm {3, 4} == 5)\n"
      "assert(less(1, 2) == true and greater(1, 2) == false and both(true, false) == false and negate(false))\n"
      "assert((1):lt(2) and where(true, 1, 2) == 1 and where(0, 1, 2) == 2)\n"
      "local f = spline { {0, 0}, {1, 1}, {2, 0} }\n"
      "assert(f(1) == 1 and f(-5) == 0)\n"
      "global_one = 1\nglobal_one = global_one + 1\nassert(global_one == 2)\n");
  CHECK_OK(l.status, l.error);
  unload(&l);
}

static void test_sandbox(void)
{
  static const char *const closed[] = {
      "print",       "io",          "os",          "debug",          "package",    "load",         "loadstring",
      "dofile",      "require",     "loadfile",    "pcall",          "xpcall",     "setmetatable", "getmetatable",
      "rawset",      "rawget",      "coroutine",   "collectgarbage", "next",       "_G",           "utf8",
      "string.dump", "string.find", "math.random", "table.move",     "('x').gsub", "('x').match"};
  for (size_t k = 0; k < sizeof closed / sizeof closed[0]; k++) {
    char text[100];
    loaded l;
    snprintf(text, sizeof text, "local x = %s\nassert(x == nil, 'open')\nerror('closed')", closed[k]);
    load(&l, text);
    CHECK(l.status == SN_EINPUT);
    CHECK(!strstr(l.error.what, "Open") && !strstr(l.error.what, "open"));
    unload(&l);
  }
  loaded l;
  load_with(&l, "\x1bLua", 4, NULL); /* no bytecode */
  CHECK(l.status == SN_EINPUT);
  unload(&l);
}

static void test_limits(void)
{
  static const struct {
    const char *text, *what;
  } cases[] = {
      {"while true do end", "runs without end"},
      {"local t = {} for i = 1, 1e9 do t[i] = i .. 'x' end", "too much memory"},
      {"local s = 'x' while true do s = s .. s end", "a text that is too long"},
      {"local s = '' for i = 1, 1e9 do s = s .. i end", "runs without end"}, /* each time all of it is copied */
      {"local s = ('x'):rep(9000) for i = 1, 1e9 do local a = s:upper() end", "runs without end"},
      {"local t = {} for i = 1, 1e5 do t[i] = i % 7 end for i = 1, 1e9 do table.sort(t) end", "runs without end"},
      {"local t = {} for i = 1, 1e9 do table.insert(t, 1, i) end", "runs without end"},
      {"local t = {} for i = 1, 1e5 do t[i] = i end for i = 1, 1e9 do table.remove(t, 1) t[#t + 1] = i end",
       "without end"},
      {"local t = {} for i = 1, 1e5 do t[i] = 'a' end for i = 1, 1e9 do table.concat(t) end", "runs without end"},
      {"local t = {} for i = 1, 1e5 do t[i] = i end for i = 1, 1e9 do select('#', table.unpack(t)) end", "without end"},
      {"local t = {} for i = 1, 1e5 do t[i] = i end for i = 1, 1e9 do pairs(t) end", "runs without end"},
      {"local s = ('x'):rep(9000) for i = 1, 1e9 do s:byte(1, -1) end", "runs without end"},
      {"local s = (' '):rep(9000) for i = 1, 1e9 do local x = tonumber(s) end", "runs without end"},
      {"local t = {} for i = 1, 1e5 do t[i] = 1 end for i = 1, 1e9 do local s = spline(t) end", ""},
      {"local s = ('x'):rep(9000) s = s:rep(1000)", "a text that is too long"},
      {"local s = string.format(('%s'):rep(90), table.unpack({1, 2, 3})) ", ""},
      {"local function f(n) return 1 + f(n) end f(1)", "Stack overflow"},
      {"local function f() return f() end f()", "runs without end"},
      {"local t = {} t.t = t point { at = t }", "too deep"},
      {"local t = {} for i = 1, 300000 do t[i] = i end point { at = t }", "too large"},
      {"point { at = {0, 0, 0}, mass = ('x'):rep(1e9) }", "too long"},
      {"local t = {} for i = 1, 100 do t = {t} end point { at = t }", "too deep"},
      {"spring { force = function(x, v, t) local s = x for i = 1, 1e8 do s = s*s + x end return s end }", "too long"},
      {"spring { force = function(x, v, t) local s = x for i = 1, 3000 do s = sin(s) + i end return s end }", ""}};
  const sn_language_options options = {/* Lua's own stack may take 40 MB */ .memory_bytes = 64 << 20,
                                       .instructions = 20000000};
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    loaded l;
    load_with(&l, cases[k].text, strlen(cases[k].text), &options);
    CHECK(l.status == SN_EINPUT);
    CHECK_TEXT(l.error.what, cases[k].what);
    CHECK(l.error.fix[0] != '\0');
    CHECK(l.model == NULL);
    unload(&l);
  }
  char deep[4000]; /* ((((...)))) */
  loaded l;
  memset(deep, '(', sizeof deep);
  for (size_t i = 0; i < 4; i++) {
    deep[i] = "x = "[i];
  }
  load_with(&l, deep, sizeof deep, NULL);
  CHECK(l.status == SN_EINPUT);
  unload(&l);
}

static void test_own_catalogue(void)
{
  static const sn_input none[] = {{0}};
  static const sn_kind widget = {
      .name = "widget", .help = "A widget.", .class = SN_CLASS_PART, .inputs = none, .param_size = 1};
  static const sn_kind *const mine[] = {&widget, NULL};
  const sn_language_options options = {.catalogue = mine};
  loaded l;
  load_with(&l, "widget {}", 9, &options);
  CHECK_OK(l.status, l.error);
  CHECK(sn_model_items(l.model) == 1);
  unload(&l);
  load_with(&l, "body {}", 7, &options);
  CHECK(l.status == SN_EINPUT);
  unload(&l);
}

static void test_files(void)
{
  loaded l = {.arena = sn_arena_new(NULL)};
  l.status = sn_language_load(SN_TEST_SOURCE "/tests/language/part.lua", NULL, l.arena, &l.model, &l.error);
  CHECK_OK(l.status, l.error);
  CHECK(l.model && strcmp(sn_model_find(l.model, "included")->where, "part.lua:2") == 0);
  l.status = sn_language_load("no/such/model.lua", NULL, l.arena, &l.model, &l.error);
  CHECK(l.status == SN_EIO && !l.model);
  CHECK_TEXT(l.error.what, "no/such/model.lua cannot be read");
  l.status = sn_language_load(SN_TEST_SOURCE "/tests/language", NULL, l.arena, &l.model, &l.error);
  CHECK(l.status == SN_EIO); /* a folder */
  unload(&l);
}

int main(void)
{
  RUN(test_pendulum);
  RUN(test_coordinates_by_name);
  RUN(test_overrides);
  RUN(test_orientations);
  RUN(test_groups);
  RUN(test_include_and_tables);
  RUN(test_channels);
  RUN(test_stations);
  RUN(test_every_kind_is_there);
  RUN(test_lua_itself);
  RUN(test_sandbox);
  RUN(test_limits);
  RUN(test_own_catalogue);
  RUN(test_files);
  return REPORT();
}
