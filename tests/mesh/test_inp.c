/* tests/mesh/test_inp.c -- .inp of Abaqus and CalculiX: forms of lines, sets, surfaces, materials, includes, what is not read, mistakes with the
 * line and what to do.
 */
#include "harness.h"
#include "mesh/inp.h"
#include "mesh/measure.h"

static sn_arena *arena;
static sn_error error;

static const sn_mesh *parse(const char *text)
{
  const sn_mesh *m = NULL;
  CHECK_OK(sn_inp_parse("a.inp", text, strlen(text), NULL, arena, &m, &error), error);
  return m;
}

#define NODES                                                                   \
  "*NODE, NSET=Nall\n1, 0,0,0\n2, 1,0,0\n3, 1,1,0\n4, 0,1,0\n 5, 0.,0.,1.\n6, " \
  "1.,0,1D0\n7,1,1,1\n8,0,1,1.0e0\n9,0,0,2\n"
#define BRICK "*Element, type=C3D8R, elset=E1\n1, 1,2,3,4,\n5,6,7,8\n"

static void test_forms(void)
{
  const sn_mesh *m = parse(
      "** a comment\n*HEADING\nanything, *at all\n" NODES "** comment\n" BRICK
      "*ELEMENT, TYPE=C3D4,\n ELSET=\"E2\"\n2, 5, 6, 7, 9\n*Nset, NSET=some\n1, 3,\n "
      "5\n*NSET,NSET=More,GENERATE\n2,8,2\n"
      "*NSET, NSET=both\nsome, MORE, 9\n*Elset, ELSET=all\nE1, e2\n*ELSET, ELSET=range, GENERATE\n1, 1000000000, 1\n"
      "*SURFACE, NAME=top, TYPE=ELEMENT\n1, S2\nE2, S1\n*SURFACE, TYPE=NODE, NAME=rim\nsome\n7\n"
      "*ELEMENT, TYPE=S4R, ELSET=skin\n10, 1, 2, 3, 4\n*SURFACE, NAME=plate\nskin, SPOS\n");
  if (!m) {
    return;
  }
  CHECK(m->n_node == 9 && sn_mesh_count(m, 3) == 2 && sn_mesh_count(m, 2) == 1 && m->n_warning == 0);
  static const struct {
    const char *name;
    int dimension, n;
  } groups[] = {{"Nall", -1, 9}, {"E1", 3, 1},    {"E2", 3, 1},  {"some", -1, 3}, {"More", -1, 4}, {"both", -1, 8},
                {"all", 3, 2},   {"range", 3, 2}, {"top", 2, 2}, {"rim", -1, 4},  {"skin", 2, 1},  {"plate", 2, 1}};
  for (size_t k = 0; k < sizeof groups / sizeof *groups; k++) {
    const sn_mesh_group *g = sn_mesh_find_group(m, groups[k].dimension, groups[k].name);
    CHECK(g && g->n == groups[k].n);
    if (!g) {
      printf("  %s\n", groups[k].name);
    }
  }
  const sn_mesh_group *top = sn_mesh_find_group(m, 2, "top");
  CHECK(top->place[0].side == 1 && top->place[1].side == 0 && top->type == SN_MESH_SURFACE);
  sn_mesh_area a;
  sn_mesh_measure_area(m, top->place, 1, &a);
  CHECK_NEAR(a.normal.x[2], 1, 1e-15);
  CHECK_NEAR(a.centre.x[2], 1, 1e-15);
}

static void test_materials(void)
{
  const sn_mesh *m = parse(
      NODES BRICK "*MATERIAL, NAME=steel\n*ELASTIC\n2.1e11, 0.3\n*DENSITY\n7850.,\n"
                  "*Material, name=gum\n*Hyperelastic, mooney-rivlin\n1e6, 2e5, 1e-9\n"
                  "*MATERIAL, NAME=soft\n*HYPERELASTIC, NEO HOOKE\n3e5, 1e-8\n"
                  "*MATERIAL,NAME=wood\n*ELASTIC, TYPE=ENGINEERING CONSTANTS\n1e10,8e8,5e8,.3,.4,.5,7e8,6e8\n5e7\n"
                  "*SOLID SECTION, ELSET=E1, MATERIAL=steel\n*SHELL SECTION, ELSET=E1, MATERIAL=gum\n0.002, 5\n");
  if (!m) {
    return;
  }
  CHECK(m->n_material == 4 && m->n_section == 2 && m->n_warning == 0);
  CHECK(m->material[0].E == 2.1e11 && m->material[0].nu == 0.3 && m->material[0].density == 7850 &&
        isnan(m->material[0].C10));
  CHECK(m->material[1].C10 == 1e6 && m->material[1].C01 == 2e5 && m->material[1].D1 == 1e-9);
  CHECK(m->material[2].C10 == 3e5 && m->material[2].C01 == 0 && m->material[2].D1 == 1e-8);
  CHECK(m->material[3].orthotropic[0] == 1e10 && m->material[3].orthotropic[8] == 5e7 && isnan(m->material[3].E));
  CHECK_TEXT(m->section[0].material, "steel");
  CHECK(isnan(m->section[0].thickness) && m->section[1].thickness == 0.002);
}

static void test_unread(void)
{
  const sn_mesh *m = parse(
      NODES BRICK "*ELEMENT, TYPE=C3D6\n7, 1, 2, 3, 5, 6, 7\n8, 1, 2, 3,\n5, 6, 7\n*ELEMENT, TYPE=MASS, ELSET=m\n9, 1\n"
                  "*BOUNDARY\n1, 1, 3\n*STEP\n*STATIC\n*CLOAD\n5, 3, 1.\n*END STEP\n*STEP\n"
                  "*MATERIAL, NAME=a\n*ELASTIC, TYPE=ANISOTROPIC\n1,2,3\n");
  if (!m) {
    return;
  }
  CHECK(m->n_other == 2 && m->other[0].n == 2 && m->other[0].dimension == 3 && m->other[1].n == 1);
  CHECK(m->n_warning == 4);
  CHECK_TEXT(m->warning[0], "line 14 of \"a.inp\": elements of the type C3D6 are not read");
  CHECK_TEXT(m->warning[1], "MASS");
  CHECK_TEXT(m->warning[2], "elastic in a way that is not read");
  CHECK_TEXT(m->warning[3],
             "keywords that are not read: *BOUNDARY (line 20), *STEP (line 22), *STATIC (line 23), *CLOAD (line 24)");
}

static sn_status open_included(void *data, const char *name, const char **text, size_t *size, sn_error *e)
{
  *text = strcmp(name, "nodes.inp") == 0   ? NODES
          : strcmp(name, "loop.inp") == 0  ? "*INCLUDE, INPUT=loop.inp\n"
          : strcmp(name, "wrong.inp") == 0 ? "*NODE\n1, 2, x\n"
                                           : NULL;
  *size = *text ? strlen(*text) : 0;
  (void)data;
  return *text ? SN_OK : sn_fail(e, SN_EIO, "", "There is no such file.", "why", "fix");
}

static void test_include(void)
{
  static const sn_mesh_opener opener = {open_included, NULL};
  static const char good[] = "*INCLUDE, INPUT=nodes.inp\n" BRICK;
  const sn_mesh *m = NULL;
  CHECK_OK(sn_inp_parse("a.inp", good, strlen(good), &opener, arena, &m, &error), error);
  CHECK(m && m->n_node == 9);
  static const struct {
    const char *text, *what;
  } bad[] = {{"*INCLUDE, INPUT=loop.inp\n", "go deeper than 8"},
             {"*INCLUDE, INPUT=none.inp\n", "There is no such file"},
             {"*INCLUDE\n", "Line 1 of \"a.inp\" has no INPUT="},
             {"*HEADING\n*INCLUDE, INPUT=wrong.inp\n", "Line 2 of \"wrong.inp\" has \"x\" where a coordinate"}};
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    CHECK(sn_inp_parse("a.inp", bad[k].text, strlen(bad[k].text), &opener, arena, &m, &error) != SN_OK);
    CHECK_TEXT(error.what, bad[k].what);
  }
}

static void said(const char *text, const char *what)
{
  const sn_mesh *m = NULL;
  error = (sn_error){0};
  CHECK(sn_inp_parse("a.inp", text, strlen(text), NULL, arena, &m, &error) == SN_EINPUT);
  CHECK_TEXT(error.what, what);
  CHECK(error.why[0] && error.fix[0]);
}

static void test_mistakes(void)
{
  said("", "\"a.inp\" has no nodes");
  said("solid it\n", "does not begin with a keyword");
  said(NODES, "has no elements");
  said("*NODE\n1, 2, nan\n", "Line 2 of \"a.inp\" has \"nan\" where a coordinate is expected");
  said("*NODE\n1, 2, 1e31\n", "has \"1e31\" where a coordinate");
  said("*NODE\nx, 2\n", "has \"x\" where the number of a node");
  said("*NODE\n1, 2\n1, 3\n", "Line 3 of \"a.inp\" has node 1 for the second time");
  said("*NODE, SYSTEM=C\n1, 2\n", "cylindrical");
  said(NODES "*ELEMENT\n", "has no TYPE=");
  said(NODES "*ELEMENT, TYPE=C3D8\n1, 1,2,3,4,5,6,7\n*NSET, NSET=a\n",
       "Line 13 of \"a.inp\" comes after element 1, which has 7 of its 8");
  said(NODES "*ELEMENT, TYPE=C3D8\n1, 1,2,3,4,5,6,7\n", "comes after element 1, which has 7 of its 8");
  said(NODES "*ELEMENT, TYPE=C3D4\n1, 1,2,3,4,5\n", "has more than the 4 nodes of element 1");
  said(NODES "*ELEMENT, TYPE=C3D4\n1, 1,2,3,44\n",
       "Line 12 of \"a.inp\" names node 44 in element 1, which no *NODE before it has");
  said(NODES BRICK "*ELEMENT, TYPE=C3D4\n1, 1,2,3,5\n", "has element 1 for the second time");
  said(NODES BRICK "*ELSET, ELSET=a\n1, 7\n", "names element 7, which no *ELEMENT");
  said(NODES BRICK "*ELSET, ELSET=a\nb\n", "set of elements \"b\", which is not defined");
  said(NODES BRICK "*ELSET, ELSET=E1\nE1\n", "set of elements \"E1\", which is not defined");
  said(NODES BRICK "*NSET, NSET=a\n77\n", "names node 77");
  said(NODES BRICK "*NSET, NSET=a, GENERATE\n1, 5, 0\n", "a range that has no end");
  said(NODES BRICK "*NSET, NSET=a, GENERATE\n1\n", "is no range");
  said(NODES BRICK "*NSET\n", "has no nset=");
  said(NODES BRICK "*SURFACE, NAME=a\n1, S7\n", "has \"S7\" as the side of a brick of 8 nodes");
  said(NODES BRICK "*ELASTIC\n1, 2\n", "is a property of no material");
  said(NODES BRICK "*MATERIAL\n", "has no NAME=");
  said("*NODE, NSET=\n*NODE,\n*NODE", "should continue the keyword before it");
  said("*PART, NAME=a\n*END PART\n*PART, NAME=b\n", "has more than one part");
  said("*INSTANCE, NAME=a\n1., 0., 0.\n", "has an instance that is moved");
  said("*INCLUDE, INPUT=b.inp\n", "no other files can be read here");
}

int main(void)
{
  arena = sn_arena_new(NULL);
  RUN(test_forms);
  RUN(test_materials);
  RUN(test_unread);
  RUN(test_include);
  RUN(test_mistakes);
  sn_arena_free(arena);
  return REPORT();
}
