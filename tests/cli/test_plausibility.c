/* tests/cli/test_plausibility.c -- the plausibility report: every kind of warning of a run, made by a model that asks for it.
 * What:    for each row of run/warning.c a small model: `run -q` prints it with the name of the item, its time and an advice; `info`, `info --json`,
 *          the JSON of the run and the page have it; with --strict the exit code is 6. A model without a fault has none. Python reads the same rows
 *          (tests/python/test_warnings.py).
 * ctest:   timeout=300
 */
#include <stdlib.h>
#include <sys/wait.h>

#include "files.h"
#include "harness.h"
#include "run/warning.h"
#include "show/decode.h"

static char out[1 << 19], err[1 << 16];

static int sinew(const char *arguments)
{
  char line[1024];
  (void)snprintf(line, sizeof line, "'%s' %s >plausible_out.txt 2>plausible_err.txt", SN_TEST_SINEW, arguments);
  const int status = system(line);
  slurp("plausible_out.txt", out, sizeof out);
  slurp("plausible_err.txt", err, sizeof err);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* kind; name of the item ("": the run); words of the advice */
static const struct {
  const char *kind, *item, *advice, *model;
} cases[] = {
    {"turn_per_step", "body 'rod'", "make this step shorter",
     "local rod = body { name = 'rod', at = {0.5, 0, 0}, mass = 1, inertia = {0.001, 0.084, 0.084} }\n"
     "revolute { ground, rod, at = {0, 0, 0}, axis = 'y', initial_rate = 60 }\n"
     "run { dt = 0.02, duration = 0.2 }\n"},
    {"numerical_loss", "", "compare with half the step",
     "local p = point { name = 'p', at = {1, 0, 0}, mass = 1 }\n"
     "spring { ground, p, at_a = {0, 0, 0}, stiffness = 1e6, length = 0.9 }\n"
     "run { dt = 1e-2, duration = 0.5 }\n"},
    {"open_balance", "", "use ep or ed",
     "local rod = body { name = 'rod', at = {0.5, 0, 0}, mass = 1, inertia = {0.001, 0.084, 0.084} }\n"
     "revolute { ground, rod, at = {0, 0, 0}, axis = 'y', initial_rate = 60 }\n"
     "run { scheme = 'trapezoidal', dt = 0.2, duration = 2 }\n"},
    {"through_zero", "spring 's'", "keep a distance between its ends",
     "local p = point { name = 'p', at = {1, 0, 0}, mass = 1 }\n"
     "spring { name = 's', ground, p, at_a = {0, 0, 0}, stiffness = 100, length = 0.2 }\n"
     "run { dt = 1e-2, duration = 0.3 }\n"},
    {"unstable_controller", "brake", "sample more often",
     "local u = input('u', { default = 0 })\n"
     "local a = body { name = 'a', mass = 2, inertia = {0.1, 0.1, 0.1}, velocity = {1e-3, 0, 0} }\n"
     "prismatic { name = 'x', ground, a, at = {0, 0, 0}, axis = 'x', force = u }\n"
     "controller { name = 'brake', every = 1e-2, update = function(t, s) return { u = -420*rate('x') } end }\n"
     "run { dt = 5e-3, duration = 0.6 }\n"},
    {"stiff_penalty", "body 'q'", "a softer penalty",
     "body { name = 'q', points = { {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1} }, at = {0.25, 0.25, 0.25}, mass = 2,\n"
     "  inertia = {0.3, 0.35, 0.45}, angular_velocity = {1, 8, 3} }\n"
     "run { scheme = 'midpoint', dt = 2e-2, duration = 2, constraints = 'penalty', stiffness = 1e6 }\n"},
    {"soft_penalty", "revolute 'r'", "raise its stiffness",
     "gravity { 0, 0, -9.81 }\n"
     "local a = body { name = 'a', at = {1, 0, 0}, mass = 1, inertia = {1, 1, 1} }\n"
     "revolute { name = 'r', ground, a, at = {0, 0, 0}, axis = 'y', penalty = 100 }\n"
     "run { dt = 1e-2, duration = 1 }\n"},
    {"above_tolerance", "", "lower min_step",
     "local a = body { name = 'a', at = {0, 0, 0}, mass = 1, inertia = {1, 1, 1} }\n"
     "revolute { ground, a, at = {0, 0, 0}, axis = 'z', initial_rate = 1,\n"
     "  law = function(x, v, t) return -100*sign(x - 0.0123456) end }\n"
     "run { tolerance = 1e-9, duration = 0.1, min_step = 1e-2 }\n"},
    {"half_turn", "bushing 'b'", "use a joint with stops",
     "local a = body { name = 'a', at = {0, 0, 0}, mass = 1, inertia = {1, 1, 1}, angular_velocity = {2, 2, 0} }\n"
     "bushing { name = 'b', ground, a, at = {0, 0, 0}, stiffness = {1e3, 1e3, 1e3, 0.3, 0.4, 0.5} }\n"
     "run { dt = 1e-2, duration = 1.3 }\n"},
    {"pulse", "revolute 'r'", "allow smaller steps",
     "local w = body { name = 'w', at = {0, 0, 0}, mass = 1, inertia = {1, 1, 1} }\n"
     "revolute { name = 'r', ground, w, at = {0, 0, 0}, axis = 'z',\n"
     "  torque = function(t) return where(less(abs(t - 0.1013), 1e-4), 1000, 0) end }\n"
     "run { dt = 1e-2, duration = 1, min_step = 5e-3 }\n"},
    {"short_touch", "wheel 'w'", "would resolve it",
     "gravity { 0, 0, -9.81 }\n"
     "local a = body { name = 'a', at = {0, 0, 1.05}, mass = 1, inertia = {1, 1, 1} }\n"
     "wheel { name = 'w', a, radius = 0.5, axis = 'y', tube = 0.1, stiffness = 1e7, on = { plane { at = {0, 0, 0} } } "
     "}\n"
     "run { dt = 5e-3, duration = 0.6 }\n"},
    {"turned_element", "beam 'it'", "twice as many elements",
     "local b = beam { name = 'it', ground, from = {0, 0, 0}, to = {1, 0, 0}, elements = 2, order = 2,\n"
     "  stiffness = {1e4, 5e3, 5e3, 1, 1, 1}, mass_per_length = 1, rotary_inertia = {0.01, 0.01}, damping = 0.05 }\n"
     "moment { b.last, value = function(t) return 0, -2*t, 0 end }\n"
     "run { dt = 0.01, duration = 0.9 }\n"},
    {"crushed_element", "cable 'it'", "a stiffer material",
     "local p = point { name = 'p', at = {1, 0, 0}, mass = 1, velocity = {-9.9, 0, 0} }\n"
     "cable { name = 'it', ground, p, from = {0, 0, 0}, elements = 1, order = 1, stiffness = 100, mass_per_length = "
     "0.01,\n"
     "  measure = 'engineering' }\n"
     "run { dt = 1e-3, duration = 0.2 }\n"},
    {"stretched_element", "cable 'it'", "in N, m and Pa?",
     "local p = point { name = 'p', at = {1, 0, 0}, mass = 1, velocity = {60, 0, 0} }\n"
     "cable { name = 'it', ground, p, from = {0, 0, 0}, elements = 1, order = 1, stiffness = 10, mass_per_length = "
     "0.01,\n"
     "  tension_only = true, measure = 'engineering' }\n"
     "run { dt = 1e-3, duration = 0.3 }\n"},
    {"linear_strain", "solid 'it'", "in N, Pa and m",
     "solid { name = 'it', box = { size = {0.2, 0.1, 0.1}, elements = {2, 1, 1} }, formulation = 'modal', E = 1e6, nu "
     "= "
     "0.3,\n"
     "  density = 1000, surfaces = { x0 = { clamped = true }, x1 = { force = {200, 0, 0} } } }\n"
     "run { dt = 1e-3, duration = 0.05 }\n"},
    {"turned_inside", "solid 'it'", "take formulation",
     "solid { name = 'it', box = { size = {1, 0.02, 0.02}, elements = {4, 1, 1} }, formulation = 'floating', E = 1e8, "
     "nu "
     "= 0.3,\n"
     "  density = 1000, surfaces = { x0 = { clamped = true }, x1 = { force = {0, 0, 0.3} } } }\n"
     "run { dt = 1e-2, duration = 0.5 }\n"}};
enum { CASES = sizeof cases / sizeof *cases };

static void test_every_kind_has_a_model(void)
{
  for (int i = 0; i < SN_RUN_WARNINGS; i++) {
    int found = 0;
    for (int k = 0; k < CASES; k++) {
      found += strcmp(cases[k].kind, sn_run_warning_name(i)) == 0;
    }
    if (found != 1) {
      printf("  %s: %d models\n", sn_run_warning_name(i), found);
    }
    CHECK(found == 1);
  }
}

static int has(const char *text, const char *words)
{
  return words[0] == '\0' || strstr(text, words) != NULL;
}

static int page_has(const char *words)
{
  size_t size = 0;
  unsigned char *bytes = NULL;
  char *page = sinew("view plausible.h5 -o plausible.html -q") == 0 ? read_whole("plausible.html", &size) : NULL;
  decoded d = {0};
  if (page) {
    d = decode_page(page, &bytes);
  }
  const char *list = d.good ? json_at(d.head, "warnings.0") : NULL;
  const int found = list && strstr(list, words);
  free(d.head);
  free(bytes);
  free(page);
  return found;
}

static void test_told_everywhere(void)
{
  char kind[80];
  for (int i = 0; i < CASES; i++) {
    printf("  %s\n", cases[i].kind);
    write_text("plausible.lua", cases[i].model);
    CHECK(sinew("run plausible.lua -q --strict") == 6); /* everything is computed and stored all the same */
    CHECK(sinew("run plausible.lua -q") == 0 && !out[0]);
    CHECK(has(err, cases[i].item) && has(err, cases[i].advice) && has(err, " t = "));
    CHECK(sinew("info plausible.h5") == 0);
    CHECK(has(out, "warning     ") && has(out, cases[i].item) && has(out, cases[i].advice));
    CHECK(sinew("info plausible.h5 --json") == 0);
    (void)snprintf(kind, sizeof kind, "\"kind\": \"%s\"", cases[i].kind);
    CHECK(has(out, kind) && has(out, cases[i].item) && has(out, "\"first_time\": "));
    CHECK(sinew("run plausible.lua --json") == 0 && has(out, kind));
    CHECK(page_has(cases[i].advice));
  }
}

static void test_nothing_of_a_good_run(void)
{
  write_text(
      "plausible.lua",
      "gravity { 0, 0, -9.81 }\n"
      "local b = beam { name = 'b', ground, from = {0, 0, 0}, to = {1, 0, 0}, elements = 4, E = 7e10, nu = 0.3,\n"
      "  density = 2700, section = rectangle { width = 0.02, height = 0.01 } }\n"
      "run { dt = 1e-3, duration = 0.1 }\n");
  CHECK(sinew("run plausible.lua -q --strict") == 0 && !err[0]);
  CHECK(sinew("info plausible.h5 --json") == 0 && has(out, "\"warnings\": []"));
}

/* Boxes settle on each other by microns: damping takes half of an energy that nobody sees. Dropped from 1 cm they bounce, and that is seen. */
static void test_loss_of_nothing(void)
{
  static const char model[] = "param { drop = 0 }\ngravity { 0, 0, -9.81 }\nlocal b = {}\n"
                              "for i = 1, 2 do b[i] = body { name = 'b' .. i, at = {0, 0, 0.1*(i - 0.5) + drop},\n"
                              "  shape = box { size = {0.1, 0.1, 0.1}, mass = 1 } } end\n"
                              "contact { plane { name = 'floor' }, all = b, friction = 0.5, restitution = 0.9 }\n"
                              "run { dt = 2e-3, duration = 0.1 }\n";
  write_text("plausible.lua", model);
  CHECK(sinew("run plausible.lua --strict") == 0 && has(err, "dissipation") && !has(err, "much"));
  CHECK(sinew("run plausible.lua --set drop=0.01") == 0 && has(err, "numerical damping has taken") && has(err, "much"));
}

int main(void)
{
  RUN(test_every_kind_has_a_model);
  RUN(test_told_everywhere);
  RUN(test_nothing_of_a_good_run);
  RUN(test_loss_of_nothing);
  remove("plausible.lua");
  remove("plausible.h5");
  remove("plausible.html");
  remove("plausible_out.txt");
  remove("plausible_err.txt");
  return REPORT();
}
