/* tests/language/test_mesh.c -- surfaces from files as shapes of a model: masses, places, mistakes. */
#include "tests/language/fixture.h"

static void load_data(loaded *l, const char *text)
{
  memset(l, 0, sizeof *l);
  l->arena = sn_arena_new(NULL);
  l->status = sn_language_load_text(&(sn_language_text){"m.lua", text, strlen(text), SN_TEST_SOURCE "/tests/data/"},
                                    NULL, l->arena, &l->model, &l->error);
}

/* A box from each kind of file has the mass, centre and inertia of `box`, wherever it is put. */
static void test_box(void)
{
  static const char *const file[] = {"box.stl", "box_text.stl", "box.obj"};
  static const char *const place[] = {"", "at = {1, 2, 3}", "axis = 'y'",
                                      "at = {0, -1, 0.5}, axis = {1, 1, 0}, orientation = axis_angle({1, 2, 3}, 0.7)"};
  for (int k = 0; k < 3; k++) {
    for (int p = 0; p < 4; p++) {
      loaded l;
      char text[600];
      snprintf(text, sizeof text,
               "body { name = 'a', at = {0, 0, 0}, shape = mesh { file = '%s', scale = 1e-3, density = 7850%s%s } }\n"
               "body { name = 'b', at = {0, 0, 0}, shape = box { size = {0.4, 0.2, 0.1}, density = 7850%s%s } }\n"
               "body { name = 'c', at = {0, 0, 0}, shape = mesh { file = '%s', scale = 1e-3, mass = 62.8%s%s } }\n",
               file[k], p ? "," : "", place[p], p ? "," : "", place[p], file[k], p ? "," : "", place[p]);
      load_data(&l, text);
      CHECK_OK(l.status, l.error);
      double m[3], J[3][3][3];
      sn_v3 c[3];
      static const char *const name[] = {"a", "b", "c"};
      for (int i = 0; l.status == SN_OK && i < 3; i++) {
        const sn_shapes *s = field_of(&l, name[i], "shape");
        sn_shapes_mass(s, &m[i], &c[i], J[i]);
        CHECK_NEAR(m[i], 62.8, 1e-13);
        CHECK_BELOW(v3_norm(v3_sub(c[i], c[0])), 1e-15);
        for (int e = 0; e < 9; e++) {
          CHECK_NEAR(J[i][e / 3][e % 3], J[0][e / 3][e % 3], 1e-15);
        }
      }
      unload(&l);
    }
  }
}

/* A picture need not be closed, and a body has the mass of its other shapes. */
static void test_picture(void)
{
  loaded l;
  load_data(&l,
            "body { name = 'a', at = {1, 0, 0}, shape = { mesh { file = 'open.obj' }, sphere { radius = 1, mass = 3 "
            "} } }");
  CHECK_OK(l.status, l.error);
  CHECK_OK(sn_model_freeze(l.model, 0, l.arena, &l.frozen, &l.error), l.error);
  unload(&l);
}

typedef struct {
  const char *text, *part[4];
} mistake;
#define BODY(fields) "body { name = 'hull', at = {0, 0, 0}, shape =\n mesh { " fields " } }"
static const mistake mistakes[] = {
    {BODY("density = 1"), {"mesh in body 'hull' needs the field `file`", "STL or OBJ file in the folder of the model"}},
    {BODY("file = 3"), {"mesh in body 'hull': `file` needs the name of a file, but got the number 3", "\"hull.stl\""}},
    {BODY("file = 'none.stl'"),
     {"`file` cannot be used: The file", "none.stl cannot be read", "relative to the folder"}},
    {BODY("file = ''"), {"may not be read", "The name is empty"}},
    {BODY("file = '../data/box.stl'"), {"\"../data/box.stl\" may not be read", "no \"..\", no absolute path"}},
    {BODY("file = '/etc/passwd'"), {"\"/etc/passwd\" may not be read", "its own folder"}},
    {BODY("file = '.'"), {"cannot be read; it may be a folder"}},
    {BODY("file = 'README.md'"), {"\"README.md\" is no surface file by its name", ".stl or .obj"}},
    {BODY("file = 'box.stl', scale = 0"), {"`scale` = 0 is out of range", "between 1e-12 and 1e+12"}},
    {BODY("file = 'box.stl', scal = 1"), {"mesh in body 'hull' has no field `scal`", "Did you mean `scale`?"}},
    {BODY("file = 'box.stl', density = 1, mass = 2"), {"both a density and a mass"}},
    {BODY("file = 'open.obj', density = 1"),
     {"mesh in body 'hull': \"open.obj\" is not closed; open edges: 4", "between (0, 0, 0) and (1, 0, 0)",
      "only a picture"}},
    {BODY("file = 'open.obj', mass = 1"), {"is not closed"}},
    {BODY("file = 'open.obj'"), {"body 'hull' has no mass"}},
    {"body { name = 'hull', shape = \n mesh 'box.stl' }", {"mesh takes one table of named fields"}},
    {"body { name = 'hull', shape = \n 'box.stl' }", {"slender, mesh) or a list of shapes"}}};

static void test_mistakes(void)
{
  for (size_t k = 0; k < sizeof mistakes / sizeof *mistakes; k++) {
    loaded l;
    load_data(&l, mistakes[k].text);
    if (l.status == SN_OK) {
      l.status = sn_model_freeze(l.model, 0, l.arena, &l.frozen, &l.error);
    }
    CHECK(l.status == SN_EINPUT || l.status == SN_EIO);
    char all[1700];
    snprintf(all, sizeof all, "%s %s %s", l.error.what, l.error.why, l.error.fix);
    CHECK_TEXT(l.error.where, "m.lua:");
    for (int i = 0; i < 4 && mistakes[k].part[i]; i++) {
      CHECK_TEXT(all, mistakes[k].part[i]);
    }
    CHECK(l.error.fix[0]);
    unload(&l);
  }
}

int main(void)
{
  RUN(test_box);
  RUN(test_picture);
  RUN(test_mistakes);
  return REPORT();
}
