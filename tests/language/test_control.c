/* tests/language/test_control.c -- laws that follow signals and sampled controllers, as users write them, right and wrong. */
#include "tests/language/fixture.h"

#define TWO                                                                        \
  "local a = body { name = 'a', at = {0, 0, 0}, mass = 1, inertia = {1, 1, 1} }\n" \
  "local b = body { name = 'b', at = {1, 0, 0}, mass = 1, inertia = {1, 1, 1} }\n"
#define INPUT "local u = input('u', { default = 0 })\ninput('speed', { default = 0 })\n"

/* the law of each block that follows signals, as placed, at t */
static double law_of(const loaded *l, int which, double t)
{
  const sn_system *s = l->frozen.system;
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    if (b->feedback && which-- == 0) {
      double x[200] = {t};
      for (int k = 0; k < b->n_coordinate; k++) {
        x[1 + k] = 0.1 * (k + 1);
        x[1 + b->n_coordinate + k] = 0.01 * (k + 1);
      }
      return sn_expr_value(b->feedback->force[0], x);
    }
  }
  return NAN;
}

/* made later, its own joint, in groups, by handles, without a function, several times the same */
static void test_names(void)
{
  loaded l;
  if (good(&l, TWO "revolute { name = 'r', ground, a, at = {0, 0, 0}, axis = 'y', torque = function(t)\n"
                   " return 100*angle('r') + 10*angle('s') + rate('s') + t end }\n"
                   "local s = revolute { name = 's', a, b, at = {1, 0, 0}, axis = 'y' }\n")) {
    CHECK_NEAR(law_of(&l, 0, 5), 100 * 0.1 + 10 * 0.2 + 0.02 + 5, 1e-12); /* two coordinates, r and s */
  }
  unload(&l);
  if (good(
          &l,
          "local g = group('g', function()\n" TWO "revolute { name = 'r', ground, a, at = {0, 0, 0}, axis = 'y',"
          " torque = function(t) return 7*angle('s') end }\nrevolute { name = 's', a, b, at = {1, 0, 0}, axis = 'y' }\n"
          "end)\nplace(g, { name = 'one' })\nplace(g, { name = 'two', at = {0, 3, 0} })\n")) {
    CHECK_NEAR(law_of(&l, 0, 0), 7 * 0.2, 1e-12);
    CHECK_NEAR(law_of(&l, 1, 0), 7 * 0.2, 1e-12);
  }
  unload(&l);
  if (good(&l,
           TWO "local s = revolute { ground, b, at = {1, 0, 0}, axis = 'y' }\nlocal wanted = 3*angle(s) - rate(s)\n"
               "revolute { ground, a, at = {0, 0, 0}, axis = 'y', torque = wanted }\nchannel('wanted', wanted)\n")) {
    CHECK_NEAR(law_of(&l, 0, 0), 3 * 0.2 - 0.02, 1e-12);
  }
  unload(&l);
  /* a coordinate of several, and an input beside signals */
  if (good(&l, INPUT TWO "cylindrical { name = 'c', ground, a, at = {0, 0, 0}, axis = 'x' }\n"
                         "force { b, value = function(t, vx) return u + angle('c') - 2*rate('c', 'displacement') + vx, "
                         "0, 0 end }\n")) {
    /* three of the point, then angle, displacement of c */
    CHECK_NEAR(law_of(&l, 0, 0), 0.4 - 2 * 0.05 + 0.01, 1e-12);
  }
  unload(&l);
  /* functions are called many times: signals are made once */
  if (good(&l, TWO
           "force { a, value = function(t) return velocity(b, {1, 0.5, 0}).x, velocity(b, {1, 0.5, 0}).y, 0 end }\n")) {
    int signals = 0;
    for (int i = 0; i < l.frozen.system->n_output; i++) {
      signals += (l.frozen.system->output[i].what->flags & SN_OUT_SIGNAL) != 0;
    }
    CHECK(signals == 1);
  }
  unload(&l);
}

typedef struct {
  const char *text, *where, *part[2];
} mistake;

#define LAW(f) \
  TWO "revolute { name = 'pivot', ground, a, at = {0, 0, 0}, axis = 'y', torque = function(t) " f " end }\n"
#define CONTROLLER(fields, f)                                                                  \
  INPUT TWO "revolute { name = 'pivot', ground, a, at = {0, 0, 0}, axis = 'y', torque = u }\n" \
            "controller { name = 'pid', " fields ", update = function(t, s) " f " end }\n"
#define GOOD_FIELDS "every = 1e-3, states = { integral = 0 }"

static const mistake mistakes[] = {
    {LAW("return angle('pivto')"), "m.lua:3", {"no part or joint named \"pivto\"", "\"pivot\""}},
    {LAW("return displacement('pivot')"), "m.lua:3", {"has no output \"displacement\"", "angle"}},
    {LAW("return acceleration(a).x"), "m.lua:3", {"cannot follow acceleration of 'a'", "algebraic loop"}},
    {LAW("return reaction('pivot').x"), "m.lua:3", {"cannot follow reaction of 'pivot'", "controller"}},
    {LAW("return power('pivot')"), "m.lua:3", {"cannot follow power", "algebraic loop"}},
    {LAW("return energy('kinetic')"), "m.lua:3", {"cannot follow energy", "ends of steps"}},
    {LAW("return euler(a, 'zyx').x"), "m.lua:3", {"cannot follow euler", "angular_velocity"}},
    {LAW("return position(a)"), "m.lua:3", {"signal with components", ".x"}},
    {LAW("if angle('pivot') > 0 then return 1 end return 0"), "m.lua:3", {"compared with", "where("}},
    {LAW("return 1/(rate('pivot') - rate('pivot'))"), "m.lua:3", {"nowhere a finite number", "rate(pivot)"}},
    {LAW("local s = 0 for i = 1, 30 do s = s + position('b', {i, 0, 0}).x end return s"),
     "m.lua:3",
     {"reads too much", "several forces"}},
    {TWO "revolute { name = 'r', ground, a, at = {0, 0, 0}, axis = 'y', drive = function(t) return angle('r') end }",
     "m.lua:3",
     {"cannot read signals", "torque or force"}},
    {TWO "local x = angle(revolute { ground, a, at = {0, 0, 0}, axis = 'y' })\nbase { position = function(t) return x, "
         "0, 0 end }",
     "m.lua:4",
     {"signal is used inside a function", "own arguments"}},
    {TWO "revolute { name = 'r', ground, a, at = {0, 0, 0}, axis = 'y', law = function(x, v, t) return rate('r') end, "
         "books = 'dissipation' }",
     "m.lua:3",
     {"follows signals, booked as dissipation", "Leave out `books`"}},
    {TWO "moment { a, value = function(t) return angular_velocity('p').x, 0, 0 end }\npoint { name = 'p', at = {0, 0, "
         "1}, mass = 1 }",
     "m.lua:3",
     {"has no axes", "position and velocity"}},
    {CONTROLLER("every = 0", "return { u = 1 }"), "m.lua:6", {"`every` = 0 is out of range", "greater than 0"}},
    {CONTROLLER("states = { i = 0 }", "return { u = 1 }"), "m.lua:6", {"needs the field `every`", "every"}},
    {CONTROLLER("evry = 1", "return { u = 1 }"), "m.lua:6", {"no field `evry`", "`every`"}},
    {CONTROLLER("every = 1e-3, delay = 1.5e-3", "return { u = 1 }"), "m.lua:6", {"1.5 samples", "delay = 0.002"}},
    {CONTROLLER(GOOD_FIELDS, ""), "m.lua:6", {"returns nothing", "return { u = ... }"}},
    {CONTROLLER(GOOD_FIELDS, "return 3"), "m.lua:6", {"returns a number", "table of the inputs"}},
    {CONTROLLER(GOOD_FIELDS, "return {}"), "m.lua:6", {"without names", "return { u"}},
    {CONTROLLER(GOOD_FIELDS, "return { sped = 3 }"), "m.lua:6", {"sets `sped`, which is no input", "`speed`"}},
    {CONTROLLER(GOOD_FIELDS, "s.integrl = 1 return { u = 1 }"), "m.lua:6", {"no state `integrl`", "`integral`"}},
    {CONTROLLER(GOOD_FIELDS, "return { u = s.integrall }"), "m.lua:6", {"no state `integrall`", "`integral`"}},
    {CONTROLLER(GOOD_FIELDS, "s.integral = 'much' return { u = 1 }"),
     "m.lua:6",
     {"becomes a string", "number or a formula"}},
    {CONTROLLER(GOOD_FIELDS, "return { u = 1/0 }"), "m.lua:6", {"not a finite number", "formula"}},
    {CONTROLLER(GOOD_FIELDS, "if t == 0 then return { u = 1 } end return { u = 2 }"),
     "m.lua:6",
     {"different values", "t = 0"}},
    {CONTROLLER("every = 1, states = { 1, 2 }", "return { u = 1 }"), "m.lua:6", {"states need names", "states = {"}},
    {CONTROLLER("every = 1, states = { i = 0/0 }", "return { u = 1 }"), "m.lua:6", {"finite number", "states = {"}},
    {CONTROLLER("every = 1, states = 3", "return { u = 1 }"), "m.lua:6", {"`states` is a table", "states = {"}},
    {CONTROLLER(GOOD_FIELDS, "return { u = angle('pivo') }"),
     "m.lua:6",
     {"no part or joint named \"pivo\"", "\"pivot\""}},
    {CONTROLLER(GOOD_FIELDS,
                "return { u = 1 }") "controller { every = 1, update = function(t, s) return { u = 2 } end }",
     "m.lua:7",
     {"both set the input 'u'", "another input"}},
    {CONTROLLER(
         GOOD_FIELDS,
         "return { u = 1 }") "controller { name = 'pid', every = 1, update = function() return { speed = 2 } end }",
     "m.lua:7",
     {"defined twice", "another name"}},
    {CONTROLLER(GOOD_FIELDS, "return { u = 1 }") "channel('i', state('pit', 'integral'))",
     "m.lua:7",
     {"no controller \"pit\"", "\"pid\""}},
    {CONTROLLER(GOOD_FIELDS, "return { u = 1 }") "channel('i', state('pid', 'integra'))",
     "m.lua:7",
     {"no state \"integra\"", "\"integral\""}},
    {INPUT "controller { every = 1 }", "m.lua:3", {"has no `update`", "function(t, s)"}},
    {"controller(3)", "m.lua:1", {"takes one table", "every = 1e-3"}},
};

static void test_mistakes(void)
{
  for (size_t k = 0; k < sizeof mistakes / sizeof *mistakes; k++) {
    const mistake *m = mistakes + k;
    loaded l;
    load(&l, m->text);
    if (l.status == SN_OK) {
      l.status = sn_model_freeze(l.model, 0, l.arena, &l.frozen, &l.error);
    }
    char all[2000];
    (void)snprintf(all, sizeof all, "%s | %s | %s", l.error.what, l.error.why, l.error.fix);
    CHECK(l.status == SN_EINPUT);
    CHECK_TEXT(l.error.where, m->where);
    CHECK_TEXT(all, m->part[0]);
    CHECK_TEXT(all, m->part[1]);
    unload(&l);
  }
}

/* a controller reads what a law cannot, and states of others */
static void test_controllers_read_all(void)
{
  loaded l;
  if (good(&l, INPUT TWO "revolute { name = 'r', ground, a, at = {0, 0, 0}, axis = 'y', torque = u, initial = 0.5 }\n"
                         "controller { name = 'one', every = 1, states = { x = 2 }, update = function(t, s)\n"
                         "  s.x = s.x + energy('total') + reaction('r').z + acceleration(b).x + state('two', 'y')\n"
                         "  return { u = 3*s.x } end }\n"
                         "controller { name = 'two', every = 1, states = { y = 7 }, update = function(t, s)\n"
                         "  return { speed = s.y } end }\n"
                         "channel('x', state('one', 'x'))\nchannel('y', state('two', 'y'))\n")) {
    CHECK(l.frozen.system->n_sampler == 2);
    CHECK(value_of(&l, "x", 0) == 2 && value_of(&l, "y", 0) == 7);
  }
  unload(&l);
}

int main(void)
{
  RUN(test_names);
  RUN(test_mistakes);
  RUN(test_controllers_read_all);
  return REPORT();
}
