/* tests/beams/test_bow.c -- beams that are not perfect by a mode of themselves: Euler's column against the closed form, a frame of two
 *          beams that stay joined, what is refused.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <sys/wait.h>

#include "files.h"
#include "support/parameters.h"
#include "support/refused.h"

static char out[1 << 18], shapes[1 << 16];

static int sinew(const char *arguments)
{
  char line[1024];
  (void)snprintf(line, sizeof line, "'%s' %s >beam_bow_out.txt 2>&1", SN_TEST_SINEW, arguments);
  const int status = system(line);
  slurp("beam_bow_out.txt", out, sizeof out);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int find_shapes(const char *text)
{
  write_text("beam_bow.lua", text);
  (void)remove("beam_bow.txt");
  const int good = sinew("modes beam_bow.lua --buckling --set bow=0 -n 2 --shapes beam_bow.txt -o beam_bow.h5") == 0;
  CHECK(good);
  slurp("beam_bow.txt", shapes, sizeof shapes);
  return good;
}

static int at_rest(simulated *s, const char *text, int n, const sn_override *set)
{
  const sn_included file = {"beam_bow.txt", shapes};
  const sn_language_options options = {.override = set, .n_override = n, .file = &file, .n_file = 1};
  return simulate_with(s, "bow.lua", text, &options, "ed", 1) && observe(s);
}

/* Between hinges, in a group that is turned and moved. load: over Euler's, which shear lowers to P/(1 + P/GA). */
static const char column[] =
    "param { bow = 1e-4, load = 0.5, file = 'beam_bow.txt' }\n"
    "local E, side = 2.1e11, 0.01\n"
    "local P = pi^2*E*side^4/12 P = P/(1 + P/(E/2*side^2*5/6))\n"
    "local euler = group('euler', function()\n"
    "  local column = beam { name = 'b', from = {0, 0, 0}, to = {0, 0, 1}, elements = 8, order = 3,\n"
    "    section = rectangle { width = side, height = side }, E = E, nu = 0, density = 7850, up = 'x',\n"
    "    imperfection_mode = { file = file, amplitude = bow } }\n"
    "  revolute { ground, column.first, at = {0, 0, 0}, axis = 'x' }\n"
    "  local head = body { name = 'head', at = {0, 0, 1}, mass = 1e-3, inertia = {1e-6, 1e-6, 1e-6} }\n"
    "  prismatic { ground, head, at = {0, 0, 1}, axis = 'z' }\n"
    "  revolute { head, column.last, at = {0, 0, 1}, axis = 'x' }\n"
    "  force { head, value = {0, 0, -load*P} }\n"
    "  channel('middle', position(column:at(0.5))) channel('quarter', position(column:at(0.25)))\n"
    "  channel('force', output(column, 'force_middle')) channel('moment', output(column, 'moment_middle'))\n"
    "end)\n"
    "place(euler, { name = 'a', at = {3, -2, 1}, orientation = axis_angle({1, 2, 3}, 0.7) })\n"
    "run { dt = 1e-3, duration = 0.02, start = 'static' }\n";

static sn_v3 place_of(const char *name, const char *load, const char *bow)
{
  const sn_override set[] = {{"load", load}, {"bow", bow}};
  sn_v3 x = v3(NAN, NAN, NAN);
  simulated s;
  if (at_rest(&s, column, 2, set)) {
    x = v3(value(&s, name, 0), value(&s, name, 1), value(&s, name, 2));
  }
  simulated_free(&s);
  return x;
}

/* Aside by w0/(1 - P/Pcr): Euler's answer for a column that is drawn as its mode, w0 high. */
static void test_column(void)
{
  static const char *const load[] = {"0", "0.25", "0.5", "0.9"};
  if (!find_shapes(column)) {
    return;
  }
  CHECK_TEXT(shapes, "mode part node x y z dx dy dz\n1 a.b 0 3 -2 1 ");
  const sn_v3 rest = place_of("a.middle", "0", "0"), quarter = place_of("a.quarter", "0", "0");
  for (int k = 0; k < 4; k++) {
    const double expected = 1e-4 / (1 - strtod(load[k], NULL));
    const sn_v3 aside = v3_sub(place_of("a.middle", load[k], "1e-4"), rest);
    const double shorter = v3_norm(v3_sub(place_of("a.middle", load[k], "0"), rest));
    const double high = sqrt(fmax(0, v3_dot(aside, aside) - shorter * shorter)); /* across the column */
    printf("  P = %s Pcr: %.6f mm aside, w0/(1 - P/Pcr) = %.6f mm\n", load[k], 1e3 * high, 1e3 * expected);
    CHECK_NEAR(high / expected, 1, 2e-3);
  }
  CHECK_NEAR(v3_norm(v3_sub(place_of("a.quarter", "0", "1e-4"), quarter)), 1e-4 * sqrt(0.5), 1e-8);
}

/* The shape has no stress. */
static void test_no_stress(void)
{
  const sn_override set[] = {{"load", "0"}, {"bow", "1e-2"}};
  simulated s;
  if (at_rest(&s, column, 2, set)) {
    for (int i = 0; i < 3; i++) {
      CHECK_NEAR(value(&s, "a.force", i), 0, 1e-6);
      CHECK_NEAR(value(&s, "a.moment", i), 0, 1e-6);
    }
  }
  simulated_free(&s);
}

/* A frame of a column and a beam that goes on from its end: both move with the mode, and stay joined. */
static const char frame[] =
    "param { bow = 1e-3 }\n"
    "local shape = { file = 'beam_bow.txt', amplitude = bow }\n"
    "local data = { E = 2.1e11, nu = 0.3, density = 7850 }\n"
    "local post = beam { name = 'post', ground, from = {0, 0, 0}, to = {0, 0, 1}, elements = 4, up = 'y',\n"
    "  section = rectangle { width = 0.01, height = 0.02 }, E = 2.1e11, nu = 0.3, density = 7850,\n"
    "  imperfection_mode = shape }\n"
    "local arm = beam { name = 'arm', post.last, to = {0.5, 0, 1}, elements = 3, up = 'y',\n"
    "  section = rectangle { width = 0.01, height = 0.02 }, E = 2.1e11, nu = 0.3, density = 7850,\n"
    "  imperfection_mode = shape }\n"
    "force { arm.last, value = {0, 0, -1} }\n"
    "channel('post', position(post.last)) channel('arm', position(arm.first)) channel('tip', position(arm.last))\n"
    "run { dt = 1e-3, duration = 0.02 }\n";

static void test_frame(void)
{
  simulated s[2];
  static const char *const bow[2] = {"0", "1e-3"};
  int good = find_shapes(frame);
  for (int k = 0; k < 2; k++) {
    const sn_override set = {"bow", bow[k]};
    good = at_rest(s + k, frame, 1, &set) && good;
  }
  double away = 0, most = 0;
  for (int i = 0; good && i < 3; i++) {
    CHECK_NEAR(value(s + 1, "post", i), value(s + 1, "arm", i), 1e-15);
    away = fmax(away, fabs(value(s + 1, "post", i) - value(s, "post", i)));
    most += pow(value(s + 1, "tip", i) - value(s, "tip", i), 2);
  }
  printf("  the corner is %.4g m from its perfect place, the tip %.4g m\n", away, sqrt(most));
  CHECK(away > 1e-5);
  CHECK(sqrt(most) < 1e-3 * (1 + 1e-9));
  for (int k = 0; k < 2; k++) {
    simulated_free(s + k);
  }
}

static void refused(const char *text, const char *file, const char *what, const char *why, const char *where)
{
  const sn_included given = {"beam_bow.txt", file};
  const sn_language_options options = {.file = &given, .n_file = 1};
  refused_text(text, &options, what, why, where);
}

#define ROUND "section = circle { radius = 0.01 }, E = 1e9, nu = 0.3, density = 1000"
#define BOW "imperfection_mode = { file = 'beam_bow.txt', amplitude = 1e-3 }"
static void test_mistakes(void)
{
  static const char head[] = "mode part node x y z dx dy dz\n1 c 0 0 0 0 0 0 1\n";
  static const char moves[] =
      "mode part node x y z dx dy dz\n1 b 0 0 0 0 0 0 0\n1 b 1 0.5 0 0 0 0 0.5\n1 b 2 1 0 0 0 0 1\n";
  refused(column, head, "imperfection_mode of beam 'a.b': it is not in \"beam_bow.txt\"", "the parts c", "bad.lua:5");
  refused("beam { name = 'c', from = {0, 0, 0}, to = {1, 0, 0}, " ROUND ", " BOW " }", head,
          "imperfection_mode of beam 'c': it has 17 nodes, but 1 in", "another mesh", "bad.lua:1");
  refused("beam { name = 'b', from = {0, 0, 0}, to = {2, 0, 0}, elements = 1, " ROUND ", " BOW " }", moves,
          "node 1 is at (1, 0, 0), but at (0.5, 0, 0) in", "or of a beam that was not perfect", "bad.lua:1");
  refused("beam { name = 'b', nodes = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}}, " ROUND ", " BOW " }", head,
          "beam 'b' has both `imperfection_mode` and `nodes`", "nodes are those of other parts", "bad.lua:1");
  refused("local p = point { name = 'p', at = {1, 0, 0}, mass = 1 }\n"
          "beam { name = 'b', ground, p, from = {0, 0, 0}, elements = 1, " ROUND ", " BOW " }",
          moves, "imperfection_mode of beam 'b' moves its last end by 0.001 m away from 'p'", "but no points",
          "bad.lua:2");
}

int main(void)
{
  RUN(test_column);
  RUN(test_no_stress);
  RUN(test_frame);
  RUN(test_mistakes);
  return REPORT();
}
