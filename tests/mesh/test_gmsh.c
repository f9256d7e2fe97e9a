/* tests/mesh/test_gmsh.c -- the reader of Gmsh files by itself: both versions, groups, and damage with the line where it is. */
#include "base/arena.h"
#include "harness.h"
#include "mesh/gmsh.h"
#include "support/msh.h"

static sn_v3 plane(double u, double v)
{
  return v3(u, v, 0);
}

static int count(const sn_mesh *m, int dimension, const char *name)
{
  const sn_mesh_group *g = sn_mesh_find_group(m, dimension, name);
  return g ? g->n : -1;
}

/* The same mesh in both versions: nodes, elements, groups. */
static void test_versions(void)
{
  static char text[1 << 16];
  for (int version = 2; version <= 4; version += 2) {
    const msh_wish w = {.version = version, .order = 2, .n = 3, .m = 2, .at = plane, .second = 1};
    sn_arena *arena = sn_arena_new(NULL);
    const sn_mesh *m = NULL;
    sn_error e = {0};
    CHECK(msh_write(&w, text, sizeof text));
    CHECK_OK(sn_gmsh_parse("a.msh", text, strlen(text), arena, &m, &e), e);
    if (m) {
      CHECK(m->n_node == 35 && m->n_group == 8 && m->n_block == 3);
      CHECK(count(m, 2, "skin") == 2 && count(m, 2, "rib") == 4 && count(m, -1, "seam") == 2);
      CHECK(count(m, 1, "skin") < 0 && count(m, -1, "nothing") < 0);
      CHECK_NEAR(m->x[34].x[0], 1, 0);
    }
    sn_arena_free(arena);
  }
}

/* Numbers of nodes with gaps, parameters beside places, groups without a name, one element in two groups, sections that are none of ours. */
static void test_forms(void)
{
  static const char text[] =
      "$MeshFormat\n4.1 0 8\n$EndMeshFormat\r\n$Comment\nanything $Nodes\n$EndComment\n"
      "$Entities\n0 0 1 0\n9 0 0 0 1 1 0 2 3 -4 0\n$EndEntities\n"
      "$Nodes\n2 4 5 100000000000\n2 9 1 2\n100000000000\n5\n0 0 0 0.1 0.2\n1 0 0 0.3 0.4\n2 9 0 2\n70\n30\n1 1 0\n0 1 "
      "0\n$EndNodes\n"
      "$Elements\n1 1 8 8\n2 9 3 1\n8 100000000000 5 70 30\n$EndElements\n$NodeData\n1\n\"x\"\n$EndNodeData\n";
  sn_arena *arena = sn_arena_new(NULL);
  const sn_mesh *m = NULL;
  sn_error e = {0};
  CHECK_OK(sn_gmsh_parse("a.msh", text, strlen(text), arena, &m, &e), e);
  if (m) {
    CHECK(m->n_node == 4 && m->number[0] == 5 && m->number[3] == 100000000000 && sn_mesh_count(m, 2) == 1);
    CHECK(count(m, 2, "3") == 1 && count(m, 2, "4") == 1);
    CHECK(m->block[0].node[0] == 3 && m->block[0].node[1] == 0 && m->block[0].number[0] == 8);
  }
  sn_arena_free(arena);
}

/* In 2.2 an element of two groups is there twice. Elements that are none of ours are counted, with their group and place. */
static void test_twice(void)
{
  static const char text[] =
      "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n2\n2 1 \"one\"\n2 2 \"two\"\n$EndPhysicalNames\n"
      "$Nodes\n6\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n5 0 0 1\n6 1 0 1\n$EndNodes\n$Elements\n5\n"
      "1 3 2 1 1 1 2 3 4\n2 2 2 1 1 1 2 3\n3 3 2 2 1 1 2 3 4\n4 6 2 0 1 1 2 3 4 5 6\n5 6 2 0 1 1 2 3 4 5 "
      "6\n$EndElements\n";
  sn_arena *arena = sn_arena_new(NULL);
  const sn_mesh *m = NULL;
  sn_error e = {0};
  CHECK_OK(sn_gmsh_parse("a.msh", text, strlen(text), arena, &m, &e), e);
  if (m) {
    const sn_mesh_group *one = sn_mesh_find_group(m, 2, "one"), *two = sn_mesh_find_group(m, 2, "two");
    CHECK(sn_mesh_count(m, 2) == 2 && one->n == 2 && two->n == 1);
    CHECK(two->place[0].block == 1 && two->place[0].element == 0 && m->block[1].number[0] == 1);
    CHECK(m->n_other == 1 && m->other[0].n == 2 && m->other[0].dimension == 3 && m->other[0].number == 4);
    CHECK_TEXT(m->other[0].name, "prism of 6 nodes");
    CHECK_NEAR(m->other[0].at.x[0], 0.5, 1e-15);
  }
  sn_arena_free(arena);
}

static void damaged(const char *text, size_t size, const char *what, const char *fix)
{
  sn_arena *arena = sn_arena_new(NULL);
  const sn_mesh *m = NULL;
  sn_error e = {0};
  CHECK(sn_gmsh_parse("a.msh", text, size, arena, &m, &e) == SN_EINPUT);
  CHECK_TEXT(e.what, what);
  CHECK_TEXT(e.fix, fix);
  CHECK(e.why[0] != '\0');
  sn_arena_free(arena);
}

#define HEAD "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"
#define NODES "$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n$EndNodes\n"
#define SAID(text, what, fix) damaged(text, strlen(text), what, fix)
static void test_damage(void)
{
  SAID("", "\"a.msh\" is no MSH file of Gmsh", "gmsh -2");
  SAID("solid it\n", "it does not begin with $MeshFormat", "gmsh -2");
  SAID("$MeshFormat\n4.1 1 4\n", "is a binary MSH file with numbers of 4 bytes", "Mesh.Binary = 0");
  SAID("$MeshFormat\n4.1 1 8\n\2\2\2\2\n$EndMeshFormat\n", "where the number 1 in binary is expected", "again");
  SAID("$MeshFormat\n4.1 1 8\n\1", "Byte 21 of \"a.msh\" is the last one, but the number 1 in binary", "again");
  SAID(HEAD "$Nodes\n2000000000\n1 0 0 0\n", "2000000000 as the number of nodes, more than the rest of the file",
       "again");
  SAID("$MeshFormat\n4 0 8\n$EndMeshFormat\n", "of version 4", "Mesh.MshFileVersion");
  SAID("$MeshFormat\n1.0 0 8\n$EndMeshFormat\n", "of version 1", "Mesh.MshFileVersion");
  SAID(HEAD "$Nodes\n4\n1 0 0 0\n2 1 0", "Line 7 of \"a.msh\" is the last one, but a coordinate should follow",
       "again");
  SAID(HEAD "$Nodes\n2\n1 0 0 0\n2 1 O 0\n", "Line 7 of \"a.msh\" has \"O\" where a coordinate is expected", "again");
  SAID(HEAD "$Nodes\n2\n1 0 0 0\n2 1 nan 0\n", "has \"nan\" where a coordinate", "again");
  SAID(HEAD "$Nodes\n3\n1 0 0 0\n2 1 0 0\n$EndNodes\n", "has \"$EndNodes\" where the number of a node is expected",
       "again");
  SAID(HEAD "$Nodes\n-3\n", "has -3 as the number of nodes", "again");
  SAID(HEAD "$Nodes\n2\n1 0 0 0\n1 1 0 0\n$EndNodes\n", "two have the number 1", "again");
  SAID(HEAD NODES, "has no elements", "gmsh -2");
  SAID(HEAD NODES "$Elements\n1\n1 3 2 0 1 1 2 3 9\n$EndElements\n", "Line 13 of \"a.msh\" names node 9 in element 1",
       "again");
  SAID(HEAD NODES "$Elements\n1\n1 193 2 0 1 1 2 3 4\n$EndElements\n", "an element of type 193", "again");
  SAID(HEAD NODES "$Elements\n2\n1 3 2 0 1 1 2 3 4\n$EndElements\n", "where the number of an element", "again");
  SAID(HEAD NODES "$Elements\n1\n1 3 2 0 1 1 2 3 4\n", "but $EndElements should follow", "again");
  SAID(HEAD "$PhysicalNames\n1\n2 1 skin\n$EndPhysicalNames\n", "has no name in quotation marks", "again");
  SAID(HEAD "oops\n", "has \"oops\" where a section such as $Nodes is expected", "again");
  SAID(HEAD "$Periodic\n1\n", "the end of $Periodic should follow", "again");
  SAID("$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$PartitionedEntities\n1\n", "is a partitioned mesh", "one piece");
}

/* Cut at every byte, and every byte another one: no crash, and always words. */
static void test_cut(void)
{
  static char text[1 << 14];
  const msh_wish w = {.version = 4, .order = 1, .n = 2, .m = 1, .at = plane};
  CHECK(msh_write(&w, text, sizeof text));
  const size_t n = strlen(text);
  for (size_t k = 0; k < n; k++) {
    for (int change = 0; change < 3; change++) {
      sn_arena *arena = sn_arena_new(NULL);
      const sn_mesh *m = NULL;
      sn_error e = {0};
      const char keep = text[k];
      text[k] = change == 0 ? '\0' : change == 1 ? '-' : '9';
      if (sn_gmsh_parse("a.msh", text, change ? n : k, arena, &m, &e) != SN_OK) {
        CHECK(e.what[0] && e.fix[0]);
      }
      text[k] = keep;
      sn_arena_free(arena);
    }
  }
}

int main(void)
{
  RUN(test_versions);
  RUN(test_forms);
  RUN(test_twice);
  RUN(test_damage);
  RUN(test_cut);
  return REPORT();
}
