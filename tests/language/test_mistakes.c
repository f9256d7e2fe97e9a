/* tests/language/test_mistakes.c -- one row per mistake a user can make: the text, and what the message must say.
 * Each message has a place (file and line), says what is wrong, and what to do.
 */
#include "tests/language/fixture.h"

#define ROD "local rod = body { name = 'rod', at = {0, 0, 0}, mass = 1, inertia = {1, 1, 1} }\n"
#define SOLID                            \
  "point { at = {0, 0, 9}, mass = 1 }\n" \
  "solid { name = 's', box = { size = {1, 1, 1} }, E = 1e6, density = 1000, surfaces = { "
#define HINGE ROD "local hinge = revolute { name = 'hinge', ground, rod, at = {0, 0, 0}, axis = 'z' }\n"
#define CABLE                                                                                                \
  "local c = cable { name = 'c', from = {0, 0, 0}, to = {4, 0, 0}, elements = 2, order = 1, stiffness = 1, " \
  "mass_per_length = 1 }\n"

#define PLATE "shell { name = 's', corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, "
#define THIN "thickness = 0.01, density = 1, "
#define GLASS "materials = {{1e9, 1e9, 0.3, 1e9, 1e9, 1e9, 1000}}, plies = {{0, 1e-3, 1}}"
#define LAWS \
  "b = body { mass = 1, inertia = {1, 1, 1} }\nrevolute { name = 'j', ground, b, at = {0, 0, 0}, axis = 'z', "
#define ROUND "section = circle { radius = 0.1 }, E = 1e9, nu = 0.3, density = 1 }"

typedef struct {
  const char *text, *where, *part[3]; /* parts may stand in what, why or fix */
} mistake;

static const mistake mistakes[] = {
    /* Lua */
    {"body { at = {0, 0, 0}", "m.lua:1", {"expected", "missing comma, brace"}},
    {"x = = 2", "m.lua:1", {"near '='"}},
    {"\nx = 'abc", "m.lua:2", {"Unfinished string"}},
    {"for i = 1, 3 do\n", "m.lua:", {"'end' expected"}},
    {"x = {} + 1", "m.lua:1", {"arithmetic on a table", "each component"}},
    {"local t = {}\nx = t.a.b", "m.lua:2", {"index a nil value", "does not exist"}},
    {"local t = {}\nx = t.a + 1", "m.lua:2", {"arithmetic on a nil value"}},
    {"local f = 3\nf()", "m.lua:2", {"call a number value"}},
    {"x = 1 < 'a'", "m.lua:1", {"compare number with string"}},
    {"x = 'a' .. {}", "m.lua:1", {"concatenate a table"}},
    {"x = #5", "m.lua:1", {"get length of a number"}},
    {"for i = 1, 'x' do end", "m.lua:1", {"'for' limit", "A loop needs numbers"}},
    {"error('my own words')", "m.lua:1", {"My own words"}},
    {"error({})", "m.lua", {"error value"}},
    {"assert(1 == 2, 'numbers differ')", "m.lua", {"Numbers differ"}},
    {"string.format('%d', 'x')", "m.lua:1", {"Bad argument #2 to 'format'"}},
    {"x = 20*mm", "m.lua:1", {"function value", "mm is the function that converts", "mm(20) for 20 mm"}},
    {"x = mm 'a'", "m.lua:1", {"mm needs a number or a list of numbers, but got a string", "mm(20)"}},
    {"x = kN {}", "m.lua:1", {"kN needs a number or a list of numbers"}},
    {"x = g(1, 2)", "m.lua:1", {"g takes one number", "got 2 values"}},
    /* names */
    {"bdy { at = {0, 0, 0} }", "m.lua:1", {"`bdy` is not known", "`body`"}},
    {"param { length = 1 }\nx = lenght", "m.lua:2", {"`lenght` is not known", "`length`"}},
    {"print('hello')", "m.lua:1", {"`print` is not known", "channels"}},
    {"x = io", "m.lua:1", {"`io` is not known", "include, table_of and mesh"}},
    {"force = 3", "m.lua:1", {"`force` is a name of the language", "local force"}},
    {"function angle() end", "m.lua:1", {"`angle` is a name of the language"}},
    {"param { force = 3 }", "m.lua:1", {"cannot be called 'force'"}},
    {"param { x = {} }", "m.lua:1", {"'x' is a table", "--set"}},
    {"param { x = 1/0 }", "m.lua:1", {"not a finite number"}},
    {"param { 1, 2 }", "m.lua:1", {"param takes one table of named values"}},
    {"param { x = range(1, 2) }", "m.lua:1", {"range needs a value, and the lowest and highest", "range(1, 0.5, 2)"}},
    {"param { x = range(3, 1, 2) }", "m.lua:1", {"range needs a value"}},
    {"param { x = range(1, 0, 2, 0) }", "m.lua:1", {"range needs a value"}},
    {"x = range(1, 0, 2) + 1", "m.lua:1", {"arithmetic on a"}},
    {"param 'x'", "m.lua:1", {"param takes one table"}},
    {"param { x = 1 }\nparam { x = 2 }", "m.lua:2", {"'x' is defined twice", "m.lua:1"}},
    {ROD "body { name = 'rod', mass = 1, inertia = {1, 1, 1} }", "m.lua:2", {"'rod' is used twice", "m.lua:1"}},
    {"point { name = 'a b', at = {0, 0, 0} }", "m.lua:1", {"cannot be the name of a point", "letters, digits"}},
    {"point { name = 'ground', at = {0, 0, 0} }", "m.lua:1", {"\"ground\" is taken"}},
    {"point { name = 7, at = {0, 0, 0} }", "m.lua:1", {"`name` needs a text, but got the number 7"}},
    /* a byte of zero ends texts everywhere else */
    {"point { name = 'a\\0b', at = {0, 0, 0} }", "m.lua:1", {"\"a\" has a byte of zero (\\0) after 1 character"}},
    {"x = input('u\\0a', { default = 1 })", "m.lua:1", {"byte of zero", "would be lost"}},
    {"param { ['a\\0b'] = 1 }", "m.lua:1", {"byte of zero"}},
    {ROD "channel('a\\0b', position(rod))", "m.lua:2", {"byte of zero"}},
    {ROD "channel('a', position('rod\\0x'))", "m.lua:2", {"byte of zero"}},
    {ROD "revolute { ground, 'rod\\0x', at = {0, 0, 0}, axis = 'z' }", "m.lua:2", {"byte of zero"}},
    {"point { ['at\\0x'] = {0, 0, 0} }", "m.lua:1", {"byte of zero"}},
    {"group('g\\0x', function() end)", "m.lua:1", {"byte of zero"}},
    {"include 'part.lua\\0x'", "m.lua:1", {"byte of zero"}},
    {"x = table_of('speed.csv\\0x')", "m.lua:1", {"byte of zero"}},
    {"channel('a', energy('total\\0x'))", "m.lua:1", {"byte of zero"}},
    {"controller { name = 'c\\0d', every = 1, update = function(t, s) return {} end }", "m.lua:1", {"byte of zero"}},
    /* fields */
    {"body { at = {0, 0, 0}, mas = 1 }",
     "m.lua:1",
     {"body 'body1' has no field `mas`", "Did you mean `mass`?", "at, orientation"}},
    {"\n\npoint { mass = 1 }", "m.lua:3", {"point 'point1' needs the field `at`"}},
    {"point { at = {0, 0} }", "m.lua:1", {"`at` needs three numbers {x, y, z}, but has 2"}},
    {"point { at = {0, 0, 'a'} }", "m.lua:1", {"`at[3]` needs a number"}},
    {"point { at = 3 }", "m.lua:1", {"`at` needs a point {x, y, z}, but got the number 3"}},
    {"point { at = {0, 0, 0/0} }", "m.lua:1", {"`at[3]` is not a number (nan)", "division by zero"}},
    {"point { at = {0, 0, 1/0} }", "m.lua:1", {"`at[3]` is infinite"}},
    {"point { at = {x = 1, y = 2, z = 3} }", "m.lua:1", {"`at` needs a point", "a table with x"}},
    {"point { at = {0, 0, 0}, mass = -1 }", "m.lua:1", {"`mass` = -1 is out of range", "zero or positive"}},
    {"point { at = {0, 0, 0}, mass = '1' }", "m.lua:1", {"`mass` needs a number, but got the text \"1\""}},
    {"point { at = {0, 0, 0}, mass = function(t) return 1 end }",
     "m.lua:1",
     {"`mass` needs a number, but got a function"}},
    {"point { at = {0, 0, 0}, alpha = 2 }", "m.lua:1", {"`alpha` = 2 is out of range", "between 0 and 1"}},
    {"point { at = {0, nil, 0} }", "m.lua:1", {"has a hole"}},
    {"point { at = {0, 0, 0, x = 1} }", "m.lua:1", {"mixes named entries and a list"}},
    {"point {} ", "m.lua:1", {"needs the field `at`"}},
    {"point(1, 2, 3)", "m.lua:1", {"point takes one table, but got number", "point { field = value"}},
    {"point()", "m.lua:1", {"point takes one table, but got nothing"}},
    {"body { mass = 1, inertia = {1, 1, 1}, orientation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 2}} }",
     "m.lua:1",
     {"not a rotation matrix"}},
    {"body { mass = 1, inertia = {1, 1, 1}, orientation = 'x' }", "m.lua:1", {"`orientation` needs an orientation"}},
    {"body { mass = 1, inertia = {1, 1, 1},\norientation = quaternion(1, 1, 0, 0) }",
     "m.lua:2",
     {"quaternion of length 1.414"}},
    {"body { mass = 1, inertia = {1, 1, 1}, orientation = quaternion(1, 0) }",
     "m.lua:1",
     {"quaternion takes 4 values, but got 2"}},
    {"body { mass = 1, inertia = {1, 1, 1}, orientation = axis_angle({0, 0, 0}, 1) }",
     "m.lua:1",
     {"axis of length zero"}},
    {"body { mass = 1, inertia = {1, 1, 1}, orientation = axis_angle(1, 1) }",
     "m.lua:1",
     {"`orientation.axis` needs a vector"}},
    {"body { mass = 1, inertia = {1, 1, 1}, orientation = euler('zzy', 1, 2, 3) }", "m.lua:1", {"sequence of axes"}},
    {"body { mass = 1, inertia = {1, 1, 1}, orientation = directions { x = 'x' } }",
     "m.lua:1",
     {"two directions out of x, y, z, but got 1"}},
    {"body { mass = 1, inertia = {1, 1, 1}, orientation = directions { x = 'x', u = 'y' } }",
     "m.lua:1",
     {"has no field `u`"}},
    {"body { mass = 1, inertia = {{1, 2, 0}, {0, 1, 0}, {0, 0, 1}} }", "m.lua:1", {"not symmetric"}},
    {"body { mass = 1, inertia = {1, 1} }", "m.lua:1", {"3 numbers (diagonal)"}},
    /* shapes */
    {"body { shape = box { sise = {1, 1, 1}, density = 1 } }",
     "m.lua:1",
     {"box in body 'body1' has no field `sise`", "`size`"}},
    {"body { shape = box { size = {1, 1, 1}, radius = 1, density = 1 } }",
     "m.lua:1",
     {"has no field `radius`", "cylinder", "sphere"}},
    {"body { shape = box { density = 1 } }", "m.lua:1", {"needs the field `size`"}},
    {"body { shape = box { size = {1, -1, 1}, density = 1 } }", "m.lua:1", {"`size[2]` = -1 is out of range"}},
    {"body { shape = box { size = {1, 1, 1}, density = 1, mass = 1 } }", "m.lua:1", {"both a density and a mass"}},
    {"body { shape = tube { length = 1, radius = 1, inner = 2, density = 1 } }",
     "m.lua:1",
     {"inner radius must be smaller"}},
    {"body { shape = 'box' }", "m.lua:1", {"`shape` needs a shape (box, cylinder"}},
    {"body { shape = box { {1, 1, 1} } }", "m.lua:1", {"all its fields have names"}},
    {"body { shape = box(1) }", "m.lua:1", {"box takes one table"}},
    {"body { shape = { box { size = {1, 1, 1}, density = 1 }, 3 } }", "m.lua:1", {"needs a shape"}},
    {"body { shape = axis_angle('z', 1) }", "m.lua:1", {"needs a shape", "axis_angle {...}"}},
    /* parts and joints */
    {"revolute { ground, at = {0, 0, 0}, axis = 'z' }", "m.lua:1", {"takes 2 parts before its fields, but got 1"}},
    {ROD "revolute { ground, rod, rod, at = {0, 0, 0}, axis = 'z' }",
     "m.lua:2",
     {"3 entries without a name, but takes 2"}},
    {ROD "revolute { rod, rod, at = {0, 0, 0}, axis = 'z' }", "m.lua:2", {"connects 'rod' with itself"}},
    {ROD "revolute { ground, 'rood', at = {0, 0, 0}, axis = 'z' }",
     "m.lua:2",
     {"no part or joint named \"rood\"", "\"rod\""}},
    {ROD "revolute { ground, {0, 0, 0}, axis = 'z' }", "m.lua:2", {"entry 2 must be a part or ground, but is a table"}},
    {ROD "local bar\nrevolute { ground, bar, rod, at = {0, 0, 0}, axis = 'z' }",
     "m.lua:3",
     {"entry 2 must be a part or ground, but is a nil"}},
    {HINGE "revolute { ground, hinge, at = {0, 0, 0}, axis = 'z' }",
     "m.lua:3",
     {"must be a part, but 'hinge' is a revolute"}},
    {HINGE "gear { 'hinge', rod, ratio = 2 }", "m.lua:3", {"must be a joint, but 'rod' is a body"}},
    {ROD "knife_edge { rod, ground, at = {0, 0, 0} }", "m.lua:2", {"across"}},
    {ROD "knife_edge { rod, road, across = 'y' }", "m.lua:2", {"`road` is not known"}},
    {ROD "rolling { rod, ground, axis = 'y', surface_axis = 'z' }", "m.lua:2", {"`axis` would do nothing"}},
    {ROD "rolling { rod, ground, radius = 1, surface_radius = 3 }", "m.lua:2", {"`surface_radius` would do nothing"}},
    {HINGE "rate_constraint { joints = {}, factors = {} }", "m.lua:3", {"needs a list of numbers"}},
    {ROD "knife_edge { rod, ground, at = {0, 0, 0}, across = {0, 0, 0} }", "m.lua:2", {"axis of length zero"}},
    {HINGE "coupling { joints = { hinge, 'hing' }, factors = {1, 1} }", "m.lua:3", {"no such joint", "\"hinge\""}},
    {HINGE "coupling { joints = { hinge, rod }, factors = {1, 1} }", "m.lua:3", {"needs a joint, but 'rod' is a body"}},
    {ROD "revolute { ground, rod, at = {0, 0, 0}, axis = 'w' }",
     "m.lua:2",
     {"`axis` needs a vector {x, y, z} or a direction"}},
    {ROD "revolute { ground, rod, at = {0, 0, 0}, axis = 'z', moving_frame = 'frist' }",
     "m.lua:2",
     {"none of its choices", "\"first\""}},
    {ROD "revolute { ground, rod, at = {0, 0, 0}, axis = 'z', a = 3 }", "m.lua:2", {"`a` needs a frame"}},
    {ROD "revolute { ground, rod, a = { at = {0, 0, 0}, axs = 'z' } }", "m.lua:2", {"has no field `axs`"}},
    {ROD "revolute { ground, rod, at = {0, 0, 0}, axis = 'z', torque = 'big' }",
     "m.lua:2",
     {"`torque` needs a number or a function"}},
    {ROD "cylindrical { ground, rod, at = {0, 0, 0}, axis = 'z', angle = { stifness = 3 } }",
     "m.lua:2",
     {"has no field `stifness`", "`stiffness`"}},
    {ROD "cylindrical { ground, rod, at = {0, 0, 0}, axis = 'z', angle = { stiffness = -3 } }",
     "m.lua:2",
     {"`angle.stiffness` = -3 is out of range"}},
    {ROD "force { rod, value = function(t) return 1 end }",
     "m.lua:2",
     {"`value` returns 1 value, but three are needed"}},
    {ROD "force { rod, value = {1, 2} }", "m.lua:2", {"three numbers {x, y, z}, but has 2"}},
    {CABLE "x = c:node(3)", "m.lua:2", {"'c' has no node 3", "numbered 0 to 2"}},
    {CABLE "x = c.node(3)", "m.lua:2", {"with a colon"}},
    {ROD "x = rod.first", "m.lua:2", {"'rod' has no `first`", "A body has no nodes along it"}},
    {ROD "x = ground.last", "m.lua:2", {"'ground' has no `last`"}},
    {ROD "x = rod.mass", "m.lua:2", {"'rod' has no `mass`", "cannot be read back"}},
    {ROD "rod.mass = 3", "m.lua:2", {"cannot be changed after it is made"}},
    {"cable { from = {0, 0, 0}, to = {1, 0, 0}, stiffness = 1, mass_per_length = 1, elements = 2.5 }",
     "m.lua:1",
     {"whole number"}},
    {"cable { from = {0, 0, 0}, to = {1, 0, 0}, stiffness = 1, mass_per_length = 1, order = 7 }",
     "m.lua:1",
     {"between 1 and 3"}},
    {"cable { from = {0, 0, 0}, to = {1, 0, 0}, stiffness = 1, mass_per_length = 1, tension_only = 1 }",
     "m.lua:1",
     {"true or false"}},
    /* settings */
    {"gravity { 0, 0 }", "m.lua:1", {"needs one vector { x, y, z }", "gravity { 0, 0, -9.81 }"}},
    {"gravity(9.81)", "m.lua:1", {"needs one vector", "gravity { 0, 0, -9.81 }"}},
    {"gravity { 0, 0, -9.81 }\ngravity { 0, 0, 0 }", "m.lua:2", {"Gravity is given twice", "m.lua:1"}},
    {"run { dt = 0 }", "m.lua:1", {"run: `dt` = 0 is out of range", "greater than 0"}},
    {"run { step = 1 }",
     "m.lua:1",
     {"run has no field `step`", "scheme, alpha, rho_inf, gamma, beta, constraints, stiffness, dt"}},
    {"run { schedule = { {0, 1e-3}, {0, 1e-4} } }", "m.lua:1", {"times that do not rise"}},
    {"run { schedule = { 0, 1 } }", "m.lua:1", {"list of pairs"}},
    {"run { dt = 1 }\nrun { dt = 2 }", "m.lua:2", {"called twice"}},
    {"run(1)", "m.lua:1", {"run takes one table"}},
    /* channels */
    {"channel('a')", "m.lua:1", {"channel needs a name and a signal"}},
    {"channel('a', 'b')", "m.lua:1", {"needs a signal, but got a string"}},
    {ROD "channel('a b', position(rod))", "m.lua:2", {"cannot be the name of a channel"}},
    {ROD "channel('t', position(rod))", "m.lua:2", {"\"t\" and \"time\" are taken"}},
    {ROD "channel('a', position(rod))\nchannel('a_x', position(rod).x)",
     "m.lua:3",
     {"'a_x' clashes with channel 'a'", "m.lua:2"}},
    {ROD "channel('a', position(rod).w)", "m.lua:2", {"no component `w`", ".x .y .z"}},
    {ROD "channel('a', position('rdo'))", "m.lua:2", {"no part or joint named \"rdo\"", "\"rod\""}},
    {ROD "channel('a', position(3))", "m.lua:2", {"position needs a part or joint first, but got a number"}},
    {ROD "channel('a', position(rod, {1, 2}))", "m.lua:2", {"three numbers {x, y, z}"}},
    {ROD "channel('a', angular_velocity(rod, {1, 2, 3}))", "m.lua:2", {"angular_velocity takes a part"}},
    {HINGE "channel('a', position(hinge))", "m.lua:3", {"position needs a part, but 'hinge' is a revolute"}},
    {HINGE "channel('a', displacement(hinge))",
     "m.lua:3",
     {"'hinge' (revolute) has no output \"displacement\"", "angle"}},
    {HINGE "channel('a', output(hinge, 'reactoin'))", "m.lua:3", {"no output \"reactoin\"", "\"reaction\""}},
    {HINGE "channel('a', rate(hinge, 'slide'))", "m.lua:3", {"no output \"slide_rate\"", "angle_rate"}},
    {"channel('a', energy('kinetik'))", "m.lua:1", {"no energy \"kinetik\"", "\"kinetic\""}},
    {"channel('a', energy())", "m.lua:1", {"The energies are: kinetic"}},
    {ROD "channel('a', euler(rod, 'abc'))", "m.lua:2", {"no sequence of Euler angles"}},
    {ROD "channel('a', position(rod) + 1)", "m.lua:2", {"added to each other and multiplied by numbers"}},
    {ROD "channel('a', sin(position(rod)))", "m.lua:2", {"sin needs a number, but got a signal with components"}},
    {ROD "if position(rod).x > 0 then x = 1 end", "m.lua:2", {"compared with `<`", "where("}},
    {ROD "body { mass = position(rod).x, inertia = {1, 1, 1} }", "m.lua:2", {"signal or traced value"}},
    {"channel('a', angle('pivot'))\n" ROD "revolute { name = 'pivot', ground, rod, at = {0, 0, 0}, axis = 'z' }",
     "m.lua:1",
     {"no part or joint named \"pivot\"", "made later, at line 3", "Move that line above"}},
    {"revolute { ground, 'rod', at = {0, 0, 0}, axis = 'z' }\n" ROD, "m.lua:1", {"made later, at line 2"}},
    {ROD "if position(rod).x > 0 then x = 1 end", "m.lua:2", {"`<` or `>`", "where("}},
    {ROD "if position(rod).x >= 0 then x = 1 end", "m.lua:2", {"`<=` or `>=`"}},
    /* curves and files */
    {"x = spline { {0, 0} }", "m.lua:1", {"at least two points"}},
    {"x = spline { {0, 0}, {0, 1} }", "m.lua:1", {"do not rise"}},
    {"x = spline { {0, 0}, {1, 'a'} }", "m.lua:1", {"two numbers"}},
    {"x = spline { {0, 0}, {1, 0/0} }", "m.lua:1", {"not a finite number"}},
    {"x = spline(3)", "m.lua:1", {"needs a list of points"}},
    {"x = spline { {0, 0}, {1, 1}, kind = 'wavy' }", "m.lua:1", {"wavy"}},
    {"x = table_of('none.csv')", "m.lua:1", {"none.csv cannot be read", "relative to the folder"}},
    {"x = table_of('broken.csv')", "m.lua:1", {"line 3 of \"broken.csv\"", "no number"}},
    {"x = table_of('ragged.csv')", "m.lua:1", {"line 3", "number of columns"}},
    {"x = table_of('falling.csv')", "m.lua:1", {"does not rise: 0 comes after 1"}},
    {"x = table_of('speed.csv', 'sped')", "m.lua:1", {"no column sped", "\"speed\""}},
    {"x = table_of('speed.csv', 9)", "m.lua:1", {"no column 9"}},
    {"x = table_of(3)", "m.lua:1", {"needs the name of a file"}},
    {"include 'nothing.lua'", "m.lua:1", {"nothing.lua cannot be read"}},
    {"include '../test.lua'", "m.lua:1", {"may not be read", "no \"..\""}},
    {"include '/etc/passwd'", "m.lua:1", {"may not be read"}},
    {"include(3)", "m.lua:1", {"include needs the name of a file"}},
    {"include 'circle.lua'", "circle.lua:1", {"more than 16 levels deep", "contains itself"}},
    {"include 'speed.csv'", "speed.csv:1", {"not valid Lua"}},
    {"place({}, {})", "m.lua:1", {"place needs a group and a table"}},
    {"group('a', 3)", "m.lua:1", {"group needs a name and a function"}},
    {"g = group('a', function() end)\nplace(g, { nam = 'x' })", "m.lua:2", {"place has no field `nam`", "`name`"}},
    {"g = group('a', function() end)\nplace(g, { name = 'x' })\nplace(g, { name = 'x' })",
     "m.lua:3",
     {"already placed under the name \"x\""}},
    {"g = group('a', function() end)\nplace(g, { name = 'x y' })", "m.lua:2", {"cannot be the name of a group"}},
    {"g = group('a/b', function() end)", "m.lua:1", {"cannot be the name of a group"}},
    {"g = group('a', function() point { at = {0, 0, 0}, mass = 1 } point { at = {1, 0, 0}, mass = 1 } end)\n"
     "place(g, { name = string.rep('x', 300) })",
     "m.lua:2",
     {"cannot be the name of a group", "at most 64"}},
    {"g = group('a', function() place(g) end)\nplace(g)", "m.lua:1", {"more than 16 levels deep"}},
    /* fields that would do nothing */
    {"\n" PLATE THIN "E = 1e9, nu = 0.3, follows = true }",
     "m.lua:2",
     {"shell 's' has `follows`, but no `pressure`", "would do nothing: it says how", "Give `pressure`, or leave out"}},
    {PLATE THIN "E1 = 1e9, E2 = 1e9, nu12 = 0.3, G12 = 1e9, nu = 0.3 }",
     "m.lua:1",
     {"shell 's' has `nu`, but no `E`", "isotropic", "leave out `nu`"}},
    {PLATE THIN "neo_hooke = 1e6, nu = 0.5 }", "m.lua:1", {"has `nu`, but no `E`"}},
    {PLATE THIN "E = 1e9, nu = 0.3, G13 = 1e9 }", "m.lua:1", {"has `G13`, but no `E1`", "orthotropic"}},
    {PLATE GLASS ", G12 = 1e9 }", "m.lua:1", {"has `G12`, but no `E1`", "materials has rows"}},
    {PLATE GLASS ", density = 1000 }",
     "m.lua:1",
     {"has both `density` and `materials`", "every row of materials has its own", "Leave out `density`"}},
    {"shell { name = 's', cylinder = { radius = 1, zero = 'z' }, u = {0, 1}, v = {0, 1}, " THIN "E = 1e9, nu = 0.3 }",
     "m.lua:1",
     {"`zero` of shell 's' is along the axis", "across the axis"}},
    {"beam { name = 'b', ground, from = {0, 0, 0}, to = {1, 0, 0}, curve = 'smooth', " ROUND,
     "m.lua:1",
     {"beam 'b' has `curve`, but no `points`", "through its points"}},
    {"beam { name = 'b', nodes = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, elements = 3, " ROUND,
     "m.lua:1",
     {"has both `elements` and `nodes`", "Leave out `elements`"}},
    {"beam { name = 'b', ground, from = {0, 0, 0}, to = {1, 0, 0}, radius = 1, " ROUND,
     "m.lua:1",
     {"has both `radius` and `section`", "drawn as it is"}},
    {LAWS "rest = 0.1 }",
     "m.lua:2",
     {"revolute 'j' has `rest`, but no `stiffness`", "where the spring is at rest", "leave out `rest`"}},
    {LAWS "friction_arm = 0.1 }", "m.lua:2", {"has `friction_arm`, but no `friction`", "how friction acts"}},
    {LAWS "friction_speed = 0.1 }", "m.lua:2", {"has `friction_speed`, but no `static_friction`"}},
    {"b = body { mass = 1, inertia = {1, 1, 1} }\n"
     "universal { name = 'u', ground, b, at = {0, 0, 0}, axis_a = 'x', axis_b = 'y', angle_b = { rest = 0.1 } }",
     "m.lua:2",
     {"universal 'u': `angle_b` has `rest`, but no `stiffness`"}},
    {"p = point { at = {1, 0, 0}, mass = 1 }\nspring { name = 's', ground, p, length = 1, damping = 3 }",
     "m.lua:2",
     {"spring 's' has `length`, but no `stiffness`", "at rest"}},
    {"run { duration = 1, tolerance = 1e-4, schedule = {{0, 1e-3}, {0.5, 1e-4}} }",
     "m.lua:1",
     {"run has both `schedule` and `tolerance`", "chooses its steps itself", "Leave out `schedule`"}},
    {SOLID "side = { plane = { point = {5, 0, 0}, normal = {1, 0, 0} } } } }",
     "m.lua:2, part 's' (solid)",
     {"Surface \"side\" of solid 's': no face of the mesh fits \"plane\"", "centre (1, 0.5, 0.5)",
      "larger tolerance"}}};

static void check_mistake(const mistake *m, const sn_error *e)
{
  char all[1400];
  snprintf(all, sizeof all, "%s | %s | %s", e->what, e->why, e->fix);
  const int before = harness_bad_here;
  CHECK(e->what[0] && e->fix[0]);
  CHECK_TEXT(e->where, m->where);
  for (int k = 0; k < 3 && m->part[k]; k++) {
    CHECK_TEXT(all, m->part[k]);
  }
  if (harness_bad_here > before) {
    printf("  in: %s\n", m->text);
  }
}

static void test_reading(void)
{
  int n = 0;
  for (size_t k = 0; k < sizeof mistakes / sizeof mistakes[0]; k++, n++) {
    loaded l;
    load(&l, mistakes[k].text);
    if (l.status == SN_OK) {
      printf("  no error in: %s\n", mistakes[k].text);
    }
    CHECK(l.status == SN_EINPUT || l.status == SN_EIO);
    CHECK(l.model == NULL);
    check_mistake(mistakes + k, &l.error);
    unload(&l);
  }
  printf("  %d mistakes\n", n);
}

/* Mistakes that only show when the model is put together. */
static const mistake later[] = {
    {ROD "slide { rod, ground, curve = {{0, 0, 1}, {1, 0, 1}} }",
     "m.lua:2",
     {"is 1 m off the line", "s = 0 m of 1 m", "`at`"}},
    {ROD "slide { rod, ground }", "m.lua:2", {"'ground' is no line", "cable or a beam"}},
    {ROD "slide { rod, ground, curve = {{0, 0, 0}} }", "m.lua:2", {"its curve has 1 points"}},
    {ROD "slide { rod, ground, curve = {{0, 0, 0}, {0, 0, 0}} }", "m.lua:2", {"points 1 and 2", "the same place"}},
    {ROD "slide { rod, ground, curve = {{0, 0, 0}, {1, 0, 0}}, upper = 1 }", "m.lua:2", {"no stop_stiffness"}},
    {HINGE "rate_constraint { joints = { hinge, hinge }, factors = {1, 1} }", "m.lua:3", {"names 'hinge' twice"}},
    {HINGE "rate_constraint { joints = { hinge }, factors = {1, 1} }",
     "m.lua:3",
     {"1 joints, 2 factors", "one factor"}},
    {"local p = point { name = 'p', at = {0, 0, 0}, mass = 1 }\nknife_edge { p, ground, across = 'y' }",
     "m.lua:2",
     {"'p' is a point, which has no directions"}},
    {ROD "rolling { rod, ground, radius = 1, axis = 'y', surface_axis = 'z' }",
     "m.lua:2",
     {"'rod' does not touch 'ground'", "1 m too deep", "away from"}},
    {ROD "rolling { rod, ground, radius = 1, axis = 'y', surface_at = {0, 0, -1.2} }",
     "m.lua:2",
     {"does not touch", "0.2 m above it", "towards the road"}},
    {ROD "rolling { rod, ground, radius = 1, axis = 'z', surface_at = {0, 0, -1} }", "m.lua:2", {"lies flat"}},
    {ROD "rolling { rod, ground, radius = 1 }", "m.lua:2", {"does not know the surface of 'ground'", "surface_axis"}},
    {ROD "rolling { rod, ground, surface_axis = 'z' }",
     "m.lua:2",
     {"does not know how large its wheel 'rod' is", "radius"}},
    {ROD "rolling { rod, ground, radius = 1, edge = 2, axis = 'y', surface_axis = 'z' }", "m.lua:2", {"`edge` is 2 m"}},
    {ROD "rolling { rod, ground, radius = 1, surface = 'bowl' }", "m.lua:2", {"a round surface has no radius"}},
    {ROD "rolling { rod, ground, radius = 1, axis = 'y', surface = 'sphere', surface_radius = 3 }",
     "m.lua:2",
     {"a wheel on a round surface", "balls"}},
    {SOLID "x0 = { held = 'xx' } } }", "m.lua:2", {"Surface \"x0\" of solid 's'", "no list of axes", "each once"}},
    {"base { name = 'b', sequence = 'ZYX', angles = function(t) return t, 0, 0 end }",
     "m.lua:1",
     {"is no sequence of axes", "zyx"}},
    {"param { x = 1 }", "m.lua", {"no part that can move", "makes no parts at all"}},
    {"point { name = 'p', at = {0, 0, 0}, mass = 0 }", "m.lua:1, part 'p' (point)", {"without mass", "Give it a mass"}},
    {"local p = point { at = {0, 0, 0}, mass = 1 }\nchannel('w', angular_velocity(p))", "m.lua:2", {"has no axes"}},
    {"local p = point { at = {0, 0, 0}, mass = 1 }\nchannel('w', position(p, {1, 0, 0}))",
     "m.lua:2",
     {"away from the node"}},
    {ROD "local b = body { name = 'b', at = {2, 0, 0}, mass = 1, inertia = {1, 1, 1} }\n"
         "revolute { ground, rod, at = {0, 0, 0}, axis = 'z' }\n"
         "revolute { name = 'middle', rod, b, at = {1, 0, 0}, axis = 'z', initial = 0.1 }\n"
         "revolute { b, ground, at = {2, 0, 0}, axis = 'z' }\n",
     "m.lua:4, joint 'middle' (revolute)",
     {"closed loop", "Draw the loop in its initial configuration"}},
    {"body { name = 'b', mass = 1, inertia = {1, 1, 3} }", "m.lua:1", {"largest moment exceeds the sum"}}};

static void test_freezing(void)
{
  for (size_t k = 0; k < sizeof later / sizeof later[0]; k++) {
    loaded l;
    load(&l, later[k].text);
    CHECK_OK(l.status, l.error);
    if (l.status == SN_OK) {
      CHECK(sn_model_freeze(l.model, 0, l.arena, &l.frozen, &l.error) != SN_OK);
      check_mistake(later + k, &l.error);
    }
    unload(&l);
  }
}

static void test_overrides(void)
{
  static const struct {
    sn_override set;
    const char *what, *fix;
  } cases[] = {{{"lenght", "1"}, "no parameter 'lenght'", "--set length"},
               {{"xyz", "1"}, "no parameter 'xyz'", "param"},
               {{"length", "abc"}, "'length' cannot be set to \"abc\"", "--set length=1.5"},
               {{"length", ""}, "'length' cannot be set to \"\"", ""},
               {{"length", "1e999"}, "'length' cannot be set", ""},
               {{"length", "2 m"}, "'length' cannot be set", ""},
               {{"on", "1"}, "'on' cannot be set to \"1\"", "--set on=true"}};
  static const char *text = "param { length = 1, on = true }\n";
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    loaded l;
    const sn_language_options options = {.override = &cases[k].set, .n_override = 1};
    load_with(&l, text, strlen(text), &options);
    CHECK(l.status == SN_EINPUT);
    CHECK_TEXT(l.error.what, cases[k].what);
    CHECK_TEXT(l.error.fix, cases[k].fix);
    unload(&l);
  }
}

/* Without a folder no other file can be read. */
static void test_no_folder(void)
{
  sn_arena *a = sn_arena_new(NULL);
  sn_model *m;
  sn_error e = {0};
  CHECK(sn_language_load_text(&(sn_language_text){"t", "include 'part.lua'", 18, NULL}, NULL, a, &m, &e) == SN_EINPUT);
  CHECK_TEXT(e.why, "so it has no folder");
  sn_arena_free(a);
}

int main(void)
{
  RUN(test_reading);
  RUN(test_freezing);
  RUN(test_overrides);
  RUN(test_no_folder);
  return REPORT();
}
