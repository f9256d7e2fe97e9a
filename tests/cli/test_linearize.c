/* tests/cli/test_linearize.c -- `sinew linearize`: eigenvalues, words, files of both kinds, defaults, mistakes. */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "files.h"
#include "harness.h"

static char out[1 << 16], err[1 << 14];

static int sinew(const char *arguments)
{
  char line[1024];
  (void)snprintf(line, sizeof line, "'%s' linearize linear.lua %s >linear_out.txt 2>linear_err.txt", SN_TEST_SINEW,
                 arguments);
  const int status = system(line);
  slurp("linear_out.txt", out, sizeof out);
  slurp("linear_err.txt", err, sizeof err);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Two masses on springs: s^2 = -100 and, from the other, -400 with a damper. */
static const char model[] =
    "local u, v = input('u', { unit = 'N' }), input('v', {})\n"
    "local a = body { name='a', at={0,0,0}, mass=2, inertia={1,1,1} }\n"
    "local b = body { name='b', at={1,0,0}, mass=1, inertia={1,1,1} }\n"
    "prismatic { name='p', ground, a, at={0,0,0}, axis='x', stiffness=200, force=u }\n"
    "prismatic { name='q', ground, b, at={1,0,0}, axis='x', stiffness=400, damping=4, force=v }\n"
    "channel('x', displacement('p'))\n"
    "run { dt=1e-2, duration=1 }\n";

static void test_people(void)
{
  CHECK(sinew("") == 0);
  CHECK_TEXT(out, "damping");
  CHECK_TEXT(out, "                  10      1.5915494          0");
  CHECK_TEXT(out, "             -2           19.899749      3.1671434        0.1");
  CHECK_TEXT(err, "states       4: a.x, b.x and their rates");
  CHECK_TEXT(err, "inputs       2, outputs 1");
  CHECK_TEXT(err, "an equilibrium");
  CHECK(sinew("--about static --inputs v --outputs p.displacement,q.displacement,x -q") == 0 && !err[0]);
}

/* The first matrix of a MAT-file of level 4, by hand. */
static void test_mat(void)
{
  CHECK(sinew("-o linear.mat -q") == 0);
  FILE *f = fopen("linear.mat", "rb");
  int32_t head[5] = {0};
  double A[16] = {0};
  char name[2] = "";
  CHECK(f && fread(head, sizeof head, 1, f) == 1 && fread(name, 2, 1, f) == 1 && fread(A, sizeof A, 1, f) == 1);
  CHECK(head[0] % 1000 == 0 && head[1] == 4 && head[2] == 4 && head[3] == 0 && head[4] == 2 && name[0] == 'A');
  CHECK_NEAR(A[2], -100, 1e-11); /* by columns */
  CHECK_NEAR(A[7], -400, 1e-11);
  CHECK_NEAR(A[15], -4, 1e-12);
  CHECK(A[8] == 1 && A[13] == 1);
  if (f) {
    (void)fclose(f);
  }
}

static void test_json(void)
{
  char text[1 << 14];
  CHECK(sinew("-o linear.json --inputs u --json") == 0);
  CHECK_TEXT(out, "\"result\": \"linear.json\"");
  CHECK_TEXT(out, "\"warnings\"");
  slurp("linear.json", text, sizeof text);
  CHECK_TEXT(text, "{\"name\": \"a.x'\", \"unit\": \"m/s\"}");
  CHECK_TEXT(text, "\"B\": [[0], [0], [0.5], [0]]");
  CHECK_TEXT(text, "\"at_rest\": true");
}

static void test_mistakes(void)
{
  static const struct {
    const char *words, *says;
    int code;
  } wrong[] = {{"--inputs w", "There is no input 'w'", 2},
               {"--inputs u,,v", "There is no input ''", 2},
               {"--outputs y", "There is no channel 'y'", 2},
               {"--outputs p.displacment", "'displacement'", 2},
               {"--outputs pq.force", "part, joint or force", 2},
               {"--outputs .x", "There is no channel", 2},
               {"-o linear.txt", "neither JSON nor MAT-file", 2},
               {"-o nowhere/linear.mat", "cannot be written", 5},
               {"-o nowhere/linear.json", "cannot be written", 5},
               {"--about middle", "start, static", 2},
               {"--rotation 1,2", "no vector", 2},
               {"--output x", "--outputs", 2},
               {"other.lua", "linear", 2}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    const int code = sinew(wrong[i].words);
    CHECK(code == wrong[i].code);
    CHECK_TEXT(err, wrong[i].says);
  }
  write_text("linear.lua", "body { name='b', mass=1, inertia={1,1,1} }\n");
  CHECK(sinew("--inputs u") == 2);
  CHECK_TEXT(err, "The model has no inputs.");
  CHECK(sinew("") == 0);
  CHECK_TEXT(err, "states       12: b.x, b.y, b.z, b.turn_x, b.turn_y, b.turn_z and their rates");
}

int main(void)
{
  write_text("linear.lua", model);
  RUN(test_people);
  RUN(test_mat);
  RUN(test_json);
  RUN(test_mistakes);
  return REPORT();
}
