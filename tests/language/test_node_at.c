/* tests/language/test_node_at.c -- a joint, load or spring on a beam, cable, shell or link finds the node at its place.
 * Law:     the same model as with the node named; a place without a node is an error that names the nearest one.
 */
#include "model/model.h"
#include "tests/language/fixture.h"

#define BEAM                                                                                                    \
  "beam { name = 'a', from = { 0, 0, 0 }, to = { 1, 0, 0 }, elements = 4, section = circle { radius = 0.01 }, " \
  "E = 2e11, nu = 0.3, density = 7850 }\n"
#define SHELL                                                                                         \
  "shell { name = 's', corners = { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 }, { 0, 1, 0 } }, elements = " \
  "{ 2, 2 }, thickness = 1e-3, E = 7e10, nu = 0.3, density = 2700 }\n"
#define CABLE \
  "cable { name = 'c', from = { 0, 0, 0 }, to = { 4, 0, 0 }, elements = 4, stiffness = 1e5, mass_per_length = 1 }\n"
#define LINK "link { name = 'l', from = { 0, 0, 0 }, to = { 0, 0, 1 }, mass = 1 }\n"

static int station_of(const loaded *l, const char *name, int k)
{
  for (int i = 0; i < sn_model_items(l->model); i++) {
    const sn_item *item = sn_model_item(l->model, i);
    if (strcmp(item->name, name) == 0) {
      return item->ref[k].station;
    }
  }
  return -9;
}

static void test_found(void)
{
  static const struct {
    const char *text;
    int k, node;
  } rows[] = {
      {BEAM "fixed { name = 'j', ground, 'a', at = { 0, 0, 0 } }", 1, 0},
      {BEAM "fixed { name = 'j', ground, 'a', at = { 0.625, 0, 0 } }", 1, 5},
      {BEAM "fixed { name = 'j', 'a', ground, at = { 1, 0, 0 } }", 0, 8},
      {BEAM "force { name = 'j', 'a', at = { 1, 0, 0 }, value = { 0, 0, 1 } }", 0, 8},
      {BEAM "spring { name = 'j', ground, 'a', at_a = { 1, 0, 1 }, at_b = { 0.5, 0, 0 }, stiffness = 1 }", 1, 4},
      {SHELL "fixed { name = 'j', ground, 's', at = { 1, 1, 0 } }", 1, 24},
      {SHELL "revolute { name = 'j', ground, 's', at = { 0.5, 0, 0 }, axis = 'z' }", 1, 2},
      {CABLE "spherical { name = 'j', ground, 'c', at = { 2, 0, 0 } }", 1, 4},
      {LINK "spherical { name = 'j', ground, 'l', at = { 0, 0, 1 } }", 1, 1},
      {SHELL
       "beam { name = 'j', 's', from = { 0, 1, 0 }, to = { 0, 1, 1 }, section = circle { radius = 0.01 }, E = 2e11, "
       "nu = 0.3, density = 7850 }",
       0, 20},
      {"local g = group('g', function()\n" BEAM "fixed { name = 'j', ground, 'a', at = { 1, 0, 0 } }\nend)\n"
       "place(g, { name = 'x', at = { 5, 5, 5 }, orientation = axis_angle('z', 1) })",
       1, 8},
      {"beam { name = 'a', from = { 0, 0, 0 }, to = { 1e-4, 0, 0 }, elements = 4, section = circle { radius = 1e-6 }, "
       "E = "
       "2e11, nu = 0.3, density = 7850 }\nfixed { name = 'j', ground, 'a', at = { 5e-5, 0, 0 } }",
       1, 4}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    loaded l;
    if (good(&l, rows[i].text)) {
      CHECK(station_of(&l, strstr(rows[i].text, "group") ? "x.j" : "j", rows[i].k) == rows[i].node);
    }
    unload(&l);
  }
}

static void test_not_found(void)
{
  static const char *const rows[][3] = {
      {BEAM "fixed { ground, 'a', at = { 0.6, 0, 0 } }", "beam 'a' has no node at {0.6, 0, 0}", "a:node(5)"},
      {BEAM "fixed { ground, 'a', at = { 1, 0, 0.1 } }", "has no node at", "a:node(8)"},
      {SHELL "fixed { ground, 's', at = { 1.1, 1, 0 } }", "shell 's' has no node", "s:node(24)"},
      {LINK "spherical { ground, 'l', at = { 0, 0, 0.5 } }", "link 'l' has no node", ":node("},
      {BEAM "fixed { ground, 'a' }", "Beam 'a' can only be held at a node", "with `at`"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    loaded l;
    load(&l, rows[i][0]);
    if (l.status == SN_OK) {
      l.status = sn_model_freeze(l.model, 0, l.arena, &l.frozen, &l.error);
    }
    CHECK(l.status == SN_EINPUT);
    CHECK_TEXT(l.error.what, rows[i][1]);
    CHECK_TEXT(l.error.fix, rows[i][2]);
    unload(&l);
  }
}

int main(void)
{
  RUN(test_found);
  RUN(test_not_found);
  return REPORT();
}
