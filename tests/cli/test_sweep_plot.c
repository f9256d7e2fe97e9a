/* tests/cli/test_sweep_plot.c -- `sinew plot` of the table of a sweep: curves over a parameter, families, points, and what is refused.
 * ctest:   timeout=300
 */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "files.h"
#include "harness.h"

static char out[1 << 18], err[1 << 16];

static int sinew(const char *arguments)
{
  char line[2048];
  (void)snprintf(line, sizeof line,
                 "env -u LC_ALL -u LC_CTYPE LANG=C COLUMNS=100 LINES=40 '%s' %s >sp_out.txt 2>sp_err.txt",
                 SN_TEST_SINEW, arguments);
  const int status = system(line);
  slurp("sp_out.txt", out, sizeof out);
  slurp("sp_err.txt", err, sizeof err);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* a spring that is let go: x = v/w sin(w t) */
static const char model[] =
    "param { k = 1e3, c = 0, mass = 1.0, scheme = 'ed' }\n"
    "local b = body { name = 'b', mass = mass, inertia = { 1, 1, 1 }, velocity = { 1, 0, 0 } }\n"
    "prismatic { name = 'rail', ground, b, at = { 0, 0, 0 }, axis = 'x', stiffness = k, damping = c }\n"
    "channel('x', position(b).x)\n"
    "run { dt = 5e-3, duration = 0.05, scheme = scheme }\n";

static void make_tables(void)
{
  FILE *f = fopen("sp.lua", "wb");
  CHECK(f != NULL);
  if (f) {
    (void)fputs(model, f);
    (void)fclose(f);
  }
  CHECK(sinew("sweep sp.lua --set k=1e3,2e3,4e3,5e3 --set c=0,2 --collect 'max(x), final(x), time_of_max(x)' -o grid "
              "-j 2") == 0);
  CHECK(sinew("sweep sp.lua --set k=1e3:5e3 --set c=0:3 --plan latin --runs 8 --collect 'max(x)' -o drawn -j 2") == 0);
  CHECK(sinew("sweep sp.lua --set mass=-1,1e-2,1,100 --set scheme=ed,ep --collect 'max(x)' -o wide -j 2") == 0);
  CHECK(sinew("sweep sp.lua --set scheme=ed,ep --collect 'max(x)' -o texts -j 2") == 0);
  CHECK(sinew("sweep sp.lua --set k=1e3 --collect 'max(x)' -o single -j 1") == 0);
  CHECK(sinew("sweep sp.lua --set k=1e3,2e3 --results kept -o nothing -j 2") == 0);
  CHECK(sinew("sweep sp.lua --set mass=-1,-2 --collect 'max(x)' -o bad -j 2") == 4);
  CHECK(sinew("run sp.lua -o sp.h5 --quiet") == 0);
}

static void test_families(void)
{
  CHECK(sinew("plot grid.h5") == 0);
  CHECK_TEXT(out, "max(x), final(x) [mm]"); /* one panel per unit */
  CHECK_TEXT(out, "1 max(x), c = 0");
  CHECK_TEXT(out, "4 final(x), c = 2");
  CHECK_TEXT(out, "time_of_max(x) [ms]");
  CHECK_TEXT(out, "1 c = 0   2 c = 2");
  CHECK_TEXT(out, "  5000"); /* over k, which has most values */
  CHECK(sinew("plot grid.h5 'max(x)' --against c") == 0);
  CHECK_TEXT(out, "1 k = 1000");
  CHECK_TEXT(out, "4 k = 5000");
  CHECK(sinew("plot grid.h5 'max(x)' --against 'final(x)'") == 0); /* one number over another, along k */
  CHECK_TEXT(out, "1 c = 0   2 c = 2");
  CHECK_TEXT(out, "final(x) [mm]");
  CHECK(sinew("plot grid.h5 seconds --log") == 0);
  CHECK_TEXT(out, "seconds [s]");
}

/* the numbers themselves, as gnuplot gets them */
static void test_data(void)
{
  double k[5] = {0}, a[5] = {0}, b[5] = {0};
  char *line = out;
  CHECK(sinew("plot grid.h5 'max(x)' -o grid.svg") == 0 || strstr(err, "gnuplot") != NULL);
  slurp("grid.gp.csv", out, sizeof out);
  CHECK_TEXT(out, "k,c = 0,c = 2\n");
  for (int i = 0; i < 4 && (line = strchr(line, '\n')) != NULL; i++) {
    line++;
    CHECK(sscanf(line, "%lf,%lf,%lf", k + i, a + i, b + i) == 3);
    CHECK(a[i] > b[i] && b[i] > 0);                      /* damping takes from the first swing */
    CHECK_NEAR(a[i], 1 / sqrt(k[i]), 2e-2 / sqrt(k[i])); /* between stored rows */
    CHECK(i == 0 || k[i] > k[i - 1]);
  }
  CHECK(k[3] == 5000);
  slurp("grid.gp", out, sizeof out);
  CHECK_TEXT(out, "linespoints");
}

static void test_points_texts_failures(void)
{
  CHECK(sinew("plot drawn.h5 -o drawn.svg") == 0 || strstr(err, "gnuplot") != NULL);
  slurp("drawn.gp", out, sizeof out);
  CHECK_TEXT(out, "with points");
  CHECK(!strstr(out, "linespoints"));
  CHECK(sinew("plot drawn.h5") == 0);
  CHECK(sinew("plot wide.h5") == 0);
  CHECK_TEXT(out, "1 scheme = ed   2 scheme = ep");
  CHECK_TEXT(out, "2 of 8 runs failed");
  CHECK_TEXT(out, "0.01"); /* four decades: logarithmic, and without the run that failed */
  CHECK_TEXT(out, "100");
  CHECK(sinew("plot texts.h5") == 0);
  CHECK_TEXT(out, "1 scheme = ed");
  CHECK_TEXT(out, "run");
}

static void test_mistakes(void)
{
  static const struct {
    const char *arguments, *says;
  } all[] = {{"plot grid.h5 sp.h5", "drawn alone"},
             {"plot sp.h5 grid.h5 x", "table of a sweep, not a result"},
             {"plot grid.h5 --fft", "--fft is for results"},
             {"plot grid.h5 --from 1", "--from is for results"},
             {"plot grid.h5 --absolute", "--absolute is for results"},
             {"plot grid.h5 'maxx'", "Did you mean 'max(x)'?"},
             {"plot grid.h5 status", "it has texts"},
             {"plot grid.h5 'max(x)' --against kay", "no column 'kay'"},
             {"plot wide.h5 'max(x)' --against scheme", "it has texts"},
             {"plot grid.csv", ".h5 next to the .csv"},
             {"plot single.h5", "The table has one run"},
             {"plot nothing.h5", "--collect"},
             {"plot bad.h5", "No run has numbers"},
             {"plot sp.h5 x --against k", "'k'"}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    CHECK(sinew(all[i].arguments) == 2 || sinew(all[i].arguments) == 5);
    CHECK_TEXT(err, all[i].says);
  }
  CHECK(sinew("sweep sp.lua --set k=1:1:6 --set c=1:1:5 --set mass=1:1:6 --collect 'max(x)' --duration 5e-3 -o many -j "
              "2") == 0);
  CHECK(sinew("plot many.h5") == 2);
  CHECK_TEXT(err, "30 curves");
}

/* half a file, and one of something else */
static void test_damaged(void)
{
  slurp("grid.h5", out, sizeof out);
  CHECK(system("head -c 3000 grid.h5 > half.h5") == 0);
  CHECK(sinew("plot half.h5") == 5);
  CHECK(err[0] != '\0');
}

static void test_list_of_points(void)
{
  CHECK(sinew("sweep sp.lua --set k=1e3:1e3:3e3 --set scheme=ed,ep --points -") == 0);
  CHECK(strcmp(out, "run,k,scheme\n1,1000,ed\n2,1000,ep\n3,2000,ed\n4,2000,ep\n5,3000,ed\n6,3000,ep\n") == 0);
  CHECK(sinew("sweep sp.lua --set k=1e3:5e3 --set c=0:3 --plan latin --runs 8 --points points.csv") == 0 && !out[0]);
  static char drawn[1 << 12];
  slurp("points.csv", drawn, sizeof drawn);
  slurp("drawn.csv", out, sizeof out);
  char *row = strchr(drawn, '\n'), *mine = strchr(out, '\n');
  for (int i = 0; i < 8 && row && mine; i++) { /* the same points as in the table of that plan */
    const size_t n = strcspn(row + 1, "\n");
    CHECK(n > 4 && strncmp(row + 1, mine + 1, n) == 0);
    row = strchr(row + 1, '\n');
    mine = strchr(mine + 1, '\n');
  }
  CHECK(sinew("sweep sp.lua --set kay=1,2 --points -") == 2);
  CHECK_TEXT(err, "no parameter 'kay'");
  CHECK(sinew("sweep sp.lua --set k=1,2 --points nowhere/points.csv") == 5);
  CHECK_TEXT(err, "nowhere");
}

int main(void)
{
  RUN(make_tables);
  RUN(test_families);
  RUN(test_data);
  RUN(test_points_texts_failures);
  RUN(test_mistakes);
  RUN(test_damaged);
  RUN(test_list_of_points);
  return REPORT();
}
