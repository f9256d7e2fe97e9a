/* tests/cli/test_mesh.c -- `sinew mesh`: what it prints, conversions and back, CAD files by a program that stands for Gmsh (and by Gmsh itself
 * where it is installed), the mesh that a model keeps beside a CAD file, mistakes.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "files.h"
#include "harness.h"

#define DATA SN_TEST_SOURCE "/tests/data/mesh/"
static char out[1 << 16], err[1 << 14];

static int run(const char *before, const char *arguments)
{
  char line[2048];
  (void)snprintf(line, sizeof line, "%s '%s' %s >mesh_out.txt 2>mesh_err.txt", before, SN_TEST_SINEW, arguments);
  const int status = system(line);
  slurp("mesh_out.txt", out, sizeof out);
  slurp("mesh_err.txt", err, sizeof err);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int sinew(const char *arguments)
{
  return run("", arguments);
}

static int exists(const char *file)
{
  struct stat facts;
  return stat(file, &facts) == 0;
}

/* What is printed of a mesh does not depend on its format. */
static void test_formats(void)
{
  static const char *const files[] = {"mesh_a.msh", "mesh_a.inp", "mesh_a.msh --binary"};
  char line[512];
  for (int k = 0; k < 3; k++) {
    (void)snprintf(line, sizeof line, "mesh %sring_hex20_binary.msh -o %s", DATA, files[k]);
    CHECK(sinew(line) == 0);
    CHECK_TEXT(out, "elements  2 brick of 20 nodes");
    (void)snprintf(line, sizeof line, "mesh %.10s --faces", files[k]);
    CHECK(sinew(line) == 0);
    CHECK_TEXT(out, "elements  2 brick of 20 nodes");
    CHECK_TEXT(out, "volume    3.53154102");
    CHECK_TEXT(out, "faces     outer            2  area 4.7");
    CHECK_TEXT(out, "6 smooth faces");
    CHECK_TEXT(out, "area 1.5  centre (1.5, 0, 0.75)  normal (0, -1, 0)");
    CHECK(!err[0]);
  }
  CHECK(sinew("mesh " DATA "ring_hex27_22.msh -o mesh_a.vtu --scale 1e-3") == 0);
  CHECK_TEXT(out, "volume    3.53154102e-09");
  static char vtu[1 << 16];
  slurp("mesh_a.vtu", vtu, sizeof vtu);
  CHECK_TEXT(vtu, "NumberOfPoints=\"45\"");
  CHECK_TEXT(vtu, "Name=\"all of it\"");
  CHECK_TEXT(vtu, "</VTKFile>");
}

static void test_mistakes(void)
{
  write_text("mesh_bad.msh",
             "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 -1\n$EndNodes\n"
             "$Elements\n1\n7 4 0 1 2 3 4\n$EndElements\n");
  CHECK(sinew("mesh mesh_bad.msh -o mesh_b.msh") == 2);
  CHECK_TEXT(err, "\"mesh_bad.msh\" has 1 element that is flat or inside out; the worst is element 7");
  CHECK(exists("mesh_b.msh")); /* to look at it */
  CHECK(sinew("mesh nothing.msh") == 5);
  CHECK(sinew("mesh mesh_bad.msh -o mesh_b.stl") == 2);
  CHECK_TEXT(err, ".msh, .inp or .vtu");
  CHECK(sinew("mesh mesh_bad.msh --size 1") == 2);
  CHECK_TEXT(err, "is a mesh already");
  CHECK(sinew("mesh mesh_bad.msh --scale 0") == 2);
  write_text("mesh_text.inp", "no keyword\n");
  CHECK(sinew("mesh mesh_text.inp") == 2);
  CHECK_TEXT(err, "does not begin with a keyword");
}

/* A script in place of Gmsh. */
static void stand_in(const char *body)
{
  char text[1024];
  (void)snprintf(text, sizeof text, "#!/bin/sh\nfor last in \"$@\"; do :; done\n%s\n", body);
  write_text("mesh_gmsh.sh", text);
  CHECK(chmod("mesh_gmsh.sh", 0755) == 0);
}

#define STAND_IN "SINEW_GMSH=./mesh_gmsh.sh"

static void test_cad(void)
{
  write_text("mesh_part.step", "ISO-10303-21;\n");
  (void)remove("mesh_part.msh");
  CHECK(run("SINEW_GMSH=/nowhere/gmsh", "mesh mesh_part.step --size 3e-3") == 5);
  CHECK_TEXT(err, "which cannot be started");
  CHECK_TEXT(err, "apt-get install gmsh");
  stand_in("echo \"$@\" >mesh_words.txt; cp \"$5\" mesh_script.txt; echo 'Warning : a small edge'; cp '" DATA
           "ring_tet10.msh' \"$last\"");
  CHECK(run(STAND_IN, "mesh mesh_part.step --size 3e-3") == 0);
  CHECK_TEXT(out, "elements  12 tetrahedron of 10 nodes");
  CHECK_TEXT(out, "mesh_part.msh");
  CHECK_TEXT(err, "a small edge");
  CHECK(sinew("mesh mesh_part.msh") == 0);
  slurp("mesh_words.txt", out, sizeof out);
  CHECK_TEXT(out, "-order 2 -clmax 0.003");
  slurp("mesh_script.txt", out, sizeof out);
  CHECK_TEXT(out, "/mesh_part.step\";");
  CHECK_TEXT(out, "OCCTargetUnit = \"M\"");
  stand_in("echo 'Error   : no shape'; exit 3");
  CHECK(run(STAND_IN, "mesh mesh_part.step -o mesh_c.msh") == 5);
  CHECK_TEXT(err, "it ended with code 3");
  CHECK_TEXT(err, "no shape");
  CHECK(!exists("mesh_c.msh"));
  stand_in("exit 0");
  CHECK(run(STAND_IN, "mesh mesh_part.step -o mesh_c.msh") == 5);
  CHECK_TEXT(err, "made no mesh");
  stand_in("kill -9 $$");
  CHECK(run(STAND_IN, "mesh mesh_part.step -o mesh_c.msh") == 5);
  CHECK_TEXT(err, "signal 9");
  stand_in("exec sleep 20");
  CHECK(run(STAND_IN, "mesh mesh_part.step -o mesh_c.msh --time-limit 0.2") == 5);
  CHECK_TEXT(err, "ended after 0.2 s");
  stand_in("i=0; while [ $i -lt 3000 ]; do echo 'Error : the same again and again'; i=$((i+1)); done; exit 1");
  CHECK(run(STAND_IN, "mesh mesh_part.step -o mesh_c.msh") == 5);
  CHECK(run(STAND_IN, "mesh mesh_nopart.step") == 5);
  CHECK_TEXT(err, "cannot be read");
  CHECK(system("ls mesh_*.geo mesh_*.part 2>/dev/null") != 0); /* nothing is left behind */
}

/* A model keeps the mesh of a CAD file beside it, and asks Gmsh once. */
static void test_cache(void)
{
  static const char model[] =
      "shell { name = 's', mesh = { file = 'mesh_plate.step' }, thickness = 0.01, E = 1e9, nu = 0.3, density = 1000 }\n"
      "run { dt = 1e-3, duration = 1e-3 }\n";
  CHECK(system("rm -f mesh_plate-*.msh mesh_calls.txt") == 0);
  write_text("mesh_plate.step", "ISO-10303-21;\n");
  write_text("mesh_model.lua", model);
  write_text("mesh_quad.txt",
             "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n$EndNodes\n"
             "$Elements\n1\n1 3 0 1 2 3 4\n$EndElements\n");
  stand_in("echo call >>mesh_calls.txt; cp mesh_quad.txt \"$last\"");
  CHECK(run(STAND_IN, "run mesh_model.lua -q -o mesh_model.h5") == 0);
  CHECK(run(STAND_IN, "check mesh_model.lua") == 0);
  slurp("mesh_calls.txt", out, sizeof out);
  CHECK(strcmp(out, "call\n") == 0);
  CHECK(system("test $(ls mesh_plate-*.msh | wc -l) = 1") == 0);
  CHECK(run("SINEW_GMSH=/nowhere", "check mesh_model.lua") == 0);
  write_text("mesh_plate.step", "ISO-10303-21; another\n");
  CHECK(run(STAND_IN, "check mesh_model.lua") == 0);
  slurp("mesh_calls.txt", out, sizeof out);
  CHECK(strcmp(out, "call\ncall\n") == 0);
  /* a run goes on without the files */
  CHECK(system("rm -f mesh_plate-*.msh mesh_plate.step") == 0);
  CHECK(run("SINEW_GMSH=/nowhere", "resume mesh_model.h5 -q --until 2e-3") == 0);
}

/* The bracket as Gmsh itself makes it. */
/* A solid of a CAD file: the size of its elements goes to Gmsh; another size is another mesh. Surfaces are told with their areas. */
static void test_solid(void)
{
  CHECK(system("rm -f mesh_solid-*.msh mesh_words.txt") == 0);
  write_text("mesh_solid.step", "ISO-10303-21;\n");
  write_text("mesh_solid.lua", "param { size = 3e-3 }\n"
                               "solid { name = 's', file = 'mesh_solid.step', size = size, material = 'steel',\n"
                               "  surfaces = { below = { nearest = { 0, 0, -1 }, clamped = true } } }\n");
  stand_in("echo \"$@\" >>mesh_words.txt; cp '" DATA "ring_tet10.msh' \"$last\"");
  CHECK(run("SINEW_GMSH=/nowhere/gmsh", "check mesh_solid.lua") == 5);
  CHECK_TEXT(err, "apt-get install gmsh");
  CHECK(run(STAND_IN, "check mesh_solid.lua") == 0);
  CHECK_TEXT(out, "surfaces of 's' (solid)");
  CHECK(strstr(out, "  below ") && strstr(out, "m^2"));
  CHECK(run("SINEW_GMSH=/nowhere/gmsh", "check mesh_solid.lua") == 0); /* kept beside it */
  CHECK(run(STAND_IN, "check mesh_solid.lua --set size=2e-3 --json") == 0);
  CHECK_TEXT(out, "\"surfaces\"");
  slurp("mesh_words.txt", out, sizeof out);
  CHECK(strstr(out, "-order 2 -clmax 0.003") && strstr(out, "-order 2 -clmax 0.002"));
  CHECK(system("test $(ls mesh_solid-*.msh | wc -l) = 2") == 0);
  write_text("mesh_solid.lua", "solid { file = 'mesh_quad.txt.msh', size = 1, E = 1, density = 1 }\n");
  CHECK(sinew("check mesh_solid.lua") == 2);
  CHECK_TEXT(err, "is a mesh already: `size` has no effect");
  write_text("mesh_solid.lua", "solid { box = { size = { 1, 1, 1 } }, size = 1, E = 1, density = 1 }\n");
  CHECK(sinew("check mesh_solid.lua") == 2);
  CHECK_TEXT(err, "`size` of solid 'solid1' would do nothing.");
}

static void test_gmsh(void)
{
  if (system("command -v gmsh >/dev/null") != 0) {
    printf("     no Gmsh: not run\n");
    return;
  }
  write_text("mesh_block.geo",
             "SetFactory(\"OpenCASCADE\");\nBox(1) = {0, 0, 0, 30, 20, 10};\nCylinder(2) = {15, 10, -1, 0, 0, 12, 5};\n"
             "BooleanDifference(3) = { Volume{1}; Delete; }{ Volume{2}; Delete; };\nSave \"mesh_block.step\";\n");
  CHECK(system("gmsh -v 0 -0 mesh_block.geo -o mesh_block.step >/dev/null") == 0);
  CHECK(sinew("mesh mesh_block.step --size 4e-3 --faces") == 0);
  CHECK_TEXT(out, "volume    5.21");
  CHECK_TEXT(out, "7 smooth faces");
  CHECK_TEXT(out, "faces     face7");
  CHECK(sinew("mesh mesh_block.step --size 4e-3 --order 1 -o mesh_block.inp") == 0);
  CHECK_TEXT(out, "tetrahedron of 4 nodes");
  write_text("mesh_text.step", "this is no STEP file\n");
  CHECK(sinew("mesh mesh_text.step --size 1e-3") == 5);
}

int main(void)
{
  RUN(test_formats);
  RUN(test_mistakes);
  RUN(test_cad);
  RUN(test_cache);
  RUN(test_solid);
  RUN(test_gmsh);
  return REPORT();
}
