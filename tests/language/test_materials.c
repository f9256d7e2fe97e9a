/* tests/language/test_materials.c -- materials by name: the same matrices and masses as with the numbers written out, of every kind; what is written beside
 * a material wins; materials of the user; mistakes.
 */
#include "tests/language/fixture.h"

/* The same blocks and masses, to the last bit. */
static void same(const char *with, const char *without)
{
  loaded a, b;
  if (good(&a, with) && good(&b, without)) {
    const sn_system *s = a.frozen.system, *t = b.frozen.system;
    int bad = s->n_block != t->n_block || s->n_node != t->n_node;
    for (int k = 0; !bad && k < s->n_block; k++) {
      const sn_block *p = s->block + k, *q = t->block + k;
      const size_t n = (size_t)p->n_form * (size_t)p->n_form;
      bad = p->n_form != q->n_form || !p->matrix != !q->matrix ||
            (p->matrix && memcmp(p->matrix, q->matrix, n * sizeof(double)) != 0);
    }
    for (int k = 0; !bad && k < s->n_node; k++) {
      bad = memcmp(s->node[k].mass, t->node[k].mass, sizeof s->node[k].mass) != 0;
    }
    if (bad) {
      printf("  differs: %s\n", with);
    }
    CHECK(!bad);
  }
  unload(&a);
  unload(&b);
}

#define BEAM "beam { ground, from = {0, 0, 0}, to = {1, 0, 0}, section = circle { radius = 0.01 }, "
#define BAR "bar { from = {0, 0, 0}, to = {1, 0, 0}, area = 1e-4, "
#define CABLE "cable { from = {0, 0, 0}, to = {1, 0, 0}, "
#define SHELL "shell { corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, elements = {1, 1}, thickness = 1e-3, "

static void test_kinds(void)
{
  same(BEAM "material = 'steel' }", BEAM "E = 210e9, nu = 0.3, density = 7850 }");
  same(BEAM "material = 'steel', density = 1000 }", BEAM "E = 210e9, nu = 0.3, density = 1000 }");
  same(BEAM "material = 'steel', G = 7e10 }", BEAM "E = 210e9, G = 7e10, density = 7850 }");
  same(BEAM "material = 'steel', mass_per_length = 2 }", BEAM "E = 210e9, nu = 0.3, mass_per_length = 2 }");
  same(BEAM "material = 'wood' }", BEAM "E = 11e9, G = 0.69e9, density = 420 }");
  same(BEAM "material = 'wood', nu = 0.3 }", BEAM "E = 11e9, nu = 0.3, density = 420 }");
  same(
      "beam { ground, from = {0, 0, 0}, to = {1, 0, 0}, stiffness = {1e6, 1e5, 1e5, 10, 10, 8}, mass_per_length = 1, "
      "material = 'steel' }",
      "beam { ground, from = {0, 0, 0}, to = {1, 0, 0}, stiffness = {1e6, 1e5, 1e5, 10, 10, 8}, mass_per_length = 1 }");
  same(BAR "material = 'rubber' }", BAR "E = 3.6e6, nu = 0.499, density = 1100 }");
  same(BAR "material = 'rubber', mass = 3 }", BAR "E = 3.6e6, nu = 0.499, mass = 3 }");
  same(CABLE "area = 1e-5, material = 'steel' }", CABLE "stiffness = 2100000, mass_per_length = 0.0785 }");
  same(CABLE "stiffness = 100, mass_per_length = 1, material = 'steel' }",
       CABLE "stiffness = 100, mass_per_length = 1 }");
  same(SHELL "material = 'aluminium' }", SHELL "E = 70e9, nu = 0.3, density = 2700 }");
  same(SHELL "material = 'GFRP ply' }",
       SHELL "E1 = 45.6e9, E2 = 16.2e9, nu12 = 0.278, G12 = 5.83e9, G13 = 5.83e9, G23 = 5.79e9, density = 2020 }");
  same(SHELL "material = 'wood', E = 1e9, nu = 0.3 }", SHELL "E = 1e9, nu = 0.3, density = 420 }");
  same(SHELL "material = 'rubber', neo_hooke = 1e6 }", SHELL "neo_hooke = 1e6, density = 1100 }");
  same("body { shape = box { size = {1, 1, 1}, material = 'brass' } }",
       "body { shape = box { size = {1, 1, 1}, density = 8490 } }");
  same("body { shape = sphere { radius = 1, material = 'brass', mass = 3 } }",
       "body { shape = sphere { radius = 1, mass = 3 } }");
  same("body { mass = 1, inertia = {1, 1, 1}, material = 'steel', shape = box { size = {1, 1, 1} } }",
       "body { mass = 1, inertia = {1, 1, 1}, shape = box { size = {1, 1, 1} } }"); /* a picture */
}

static void test_of_the_user(void)
{
  static const char plain[] = BEAM "E = 205e9, nu = 0.3, density = 7850 }";
  same("material { name = 'my steel', like = 'steel', E = 205e9 }\n" BEAM "material = 'my steel' }", plain);
  same("local m = material { name = 'my steel', like = 'steel', E = 205e9 }\n" BEAM "material = m }", plain);
  same(BEAM "material = { like = 'steel', E = 205e9 } }", plain);
  same("local s = material { 'steel' }\n" BEAM "E = s.E*205/210, nu = s.nu, density = s.density }",
       BEAM "E = 210e9*205/210, nu = 0.3, density = 7850 }");
  same("material { name = 'a', E = 1e9, nu = 0.3, density = 10 }\nmaterial { name = 'b', like = 'a', density = 20 "
       "}\n" BEAM "material = 'b' }",
       BEAM "E = 1e9, nu = 0.3, density = 20 }");
  same("material { name = 'oak', like = 'wood', nu = 0.3 }\n" BEAM "material = 'oak' }",
       BEAM "E = 11e9, nu = 0.3, density = 420 }");
  loaded l;
  if (good(&l, "local c = material { name = 'paint', like = 'steel', color = '#112233' }\n" BEAM
               "name = 'one', material = c }\n" BEAM "name = 'two', material = 'steel', color = 'red' }\n" BEAM
               "name = 'three', material = 'steel' }")) {
    CHECK(sn_model_item(l.model, 0)->look.color[0] == 0x11 && sn_model_item(l.model, 0)->look.gloss == 2.2);
    CHECK(sn_model_item(l.model, 1)->look.color[0] == 204);
    CHECK(sn_model_item(l.model, 2)->look.color[0] == 150);
  }
  unload(&l);
}

static const struct {
  const char *text, *where, *part[2];
} mistakes[] = {
    {BEAM "material = 'steal' }", "m.lua:1", {"`material` = \"steal\" is no material", "Did you mean \"steel\""}},
    {BEAM "material = 'unobtainium' }",
     "m.lua:1",
     {"is no material", "Make it first: material { name = \"unobtainium\""}},
    {BEAM "material = 3 }", "m.lua:1", {"needs the name of a material, or a table", "material = \"steel\""}},
    {BEAM "material = { lik = 'steel' } }", "m.lua:1", {"has no field `lik`", "Did you mean `like`"}},
    {BEAM "material = { like = 'stel' } }", "m.lua:1", {"\"stel\" is no material", "Did you mean \"steel\""}},
    {BEAM "material = { like = 'steel', nu = 0.6 } }", "m.lua:1", {"nu", "0.5"}},
    {BEAM "material = 'none', nu = 0.3, density = 1 }", "m.lua:1", {"has no E"}},
    {BAR "material = { density = 3 } }", "m.lua:1", {"needs the field `E`"}},
    {CABLE "area = 1e-5, stiffness = 10, mass_per_length = 1 }", "m.lua:1", {"has `area`, but no `material`"}},
    {CABLE "material = 'steel' }", "m.lua:1", {"needs the field `mass_per_length`"}},
    {"material { E = 1e9 }", "m.lua:1", {"material has no name", "my steel"}},
    {"material { name = 'steel', E = 1e9 }", "m.lua:1", {"There is a material \"steel\" already", "my steel"}},
    {"material { name = 'a' }\nmaterial { name = 'a' }", "m.lua:2", {"There is a material \"a\" already"}},
    {"material { 'steel', E = 1e9 }", "m.lua:1", {"a name without a field, and fields", "like = \"steel\""}},
    {"material { 'iron' }", "m.lua:1", {"\"iron\" is no material"}},
    {"material(3)", "m.lua:1", {"material takes one table"}},
    {"material { name = 'a', color = 'rad' }", "m.lua:1", {"is no colour"}},
    {"body { shape = slender { length = 1, material = 'steel' } }",
     "m.lua:1",
     {"slender in body 'body1' has no field `material`"}}};

static void test_mistakes(void)
{
  for (size_t k = 0; k < sizeof mistakes / sizeof *mistakes; k++) {
    loaded l;
    char all[2000];
    load(&l, mistakes[k].text);
    if (l.status == SN_OK) {
      l.status = sn_model_freeze(l.model, 0, l.arena, &l.frozen, &l.error);
    }
    CHECK(l.status == SN_EINPUT);
    CHECK_TEXT(l.error.where, mistakes[k].where);
    (void)snprintf(all, sizeof all, "%s %s %s", l.error.what, l.error.why, l.error.fix);
    for (int i = 0; i < 2 && mistakes[k].part[i]; i++) {
      CHECK_TEXT(all, mistakes[k].part[i]);
    }
    unload(&l);
  }
}

int main(void)
{
  RUN(test_kinds);
  RUN(test_of_the_user);
  RUN(test_mistakes);
  return REPORT();
}
