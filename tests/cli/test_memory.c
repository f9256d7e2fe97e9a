/* tests/cli/test_memory.c -- how much memory a model takes: the estimate of `sinew check` against the peak of the run, and models
 *          that are refused, before they are built where they are far too large.
 * ctest:   timeout=300
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>

#include "files.h"
#include "harness.h"

static char out[1 << 20], err[1 << 16];

static int sinew(const char *arguments)
{
  char line[1024];
  (void)snprintf(line, sizeof line, "'%s' %s >memory_out.txt 2>memory_err.txt", SN_TEST_SINEW, arguments);
  const int status = system(line);
  slurp("memory_out.txt", out, sizeof out);
  slurp("memory_err.txt", err, sizeof err);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static double member(const char *name)
{
  char key[64];
  (void)snprintf(key, sizeof key, "\"%s\": ", name);
  const char *at = strstr(out, key);
  return at ? strtod(at + strlen(key), NULL) : NAN;
}

static const char model[] =
    "param { n = 1000, kind = 'cable', parts = 1, order = 1 }\n"
    "for i = 1, parts do\n"
    "  if kind == 'cable' then\n"
    "    cable { from = {0,i,0}, to = {10,i,0}, elements = n, stiffness = 1e5, mass_per_length = 1, order = order }\n"
    "  elseif kind == 'beam' then\n"
    "    beam { from = {0,i,0}, to = {10,i,0}, elements = n, section = circle { radius = 0.1 }, E = 2e11, nu = 0.3,\n"
    "           density = 7850, order = order }\n"
    "  else\n"
    "    for j = 1, n do body { at = {j,i,0}, mass = 1, inertia = {1,1,1} } end\n"
    "  end\n"
    "end\n"
    "run { dt = 1e-3, duration = 1e-3 }\n";

/* Sanitizers have memory of their own: not there. */
static void test_estimate(void)
{
  static const char *const cases[] = {"--set n=8000", "--set n=3000 --set order=3", "--set kind=beam --set n=2000",
                                      "--set kind=beam --set n=1000 --set order=2", "--set kind=body --set n=5000"};
  write_text("memory.lua", model);
  for (size_t i = 0; i < sizeof cases / sizeof *cases && !SANITIZED; i++) {
    char line[200];
    (void)snprintf(line, sizeof line, "check memory.lua --json %s", cases[i]);
    CHECK(sinew(line) == 0);
    const double about = member("memory_mb");
    (void)snprintf(line, sizeof line, "run memory.lua -o memory.h5 -q --json %s", cases[i]);
    CHECK(sinew(line) == 0);
    const double peak = member("peak_memory_mb");
    printf("     %s: about %.0f MB, was %.0f MB\n", cases[i], about, peak);
    CHECK(about > peak / 1.8 && about < 1.8 * peak);
  }
}

static void test_refused(void)
{
  struct timespec a, b;
  write_text("memory.lua", model);
  CHECK(sinew("run memory.lua --set kind=beam --set n=2000 --memory 60") == 2);
  CHECK_TEXT(err, "memory.lua:6, beam 'beam1'");
  CHECK_TEXT(err, "The model needs about ");
  CHECK_TEXT(err, "60 MB are allowed");
  CHECK_TEXT(err, "--memory ");
  CHECK(sinew("static memory.lua --set n=8000 --memory 60") == 2);
  CHECK(sinew("check memory.lua --memory none") == 2);
  /* at once: nothing of it is built */
  (void)clock_gettime(CLOCK_MONOTONIC, &a);
  CHECK(sinew("check memory.lua --set n=100000 --set parts=51 --memory 8000") == 2);
  (void)clock_gettime(CLOCK_MONOTONIC, &b);
  CHECK(b.tv_sec - a.tv_sec < 5);
  CHECK_TEXT(err, "about 40820 MB");
  CHECK_TEXT(err, "5100051 nodes");
}

/* Solids: what their factors take is counted, and told before anything is factored. */
static void test_solids(void)
{
  write_text("memory.lua", "param { n = 9, scheme = 'ep' }\n"
                           "solid { box = { size = {1, 1, 1}, elements = {n, n, n} }, E = 2e11, density = 7850,\n"
                           "  surfaces = { x0 = { clamped = true }, x1 = { traction = {0, 0, -1e5} } } }\n"
                           "run { scheme = scheme, dt = 1e-4, duration = 1e-4 }\n");
  if (!SANITIZED) {
    CHECK(sinew("check memory.lua --json") == 0);
    const double about = member("memory_mb");
    CHECK(sinew("run memory.lua -o memory.h5 -q --json") == 0);
    const double peak = member("peak_memory_mb");
    printf("     solid: about %.0f MB, was %.0f MB\n", about, peak);
    CHECK(about > peak / 1.8 && about < 1.8 * peak);
  }
  CHECK(sinew("check memory.lua --set scheme=ed --memory 600") == 2);
  CHECK_TEXT(err, "The model needs about ");
  CHECK(sinew("static memory.lua -o memory.h5 --memory 600") == 0);
  CHECK(sinew("run memory.lua --set n=24 --memory 2000 -o memory.h5") == 2);
  CHECK_TEXT(err, "60625 nodes");
}

/* As many columns as the cache of HDF5 does not hold at once: all of them are written. */
static void test_many_channels(void)
{
  write_text("memory_many.lua", "local b = body { mass = 1, inertia = {1, 1, 1}, velocity = {1, 0, 0} }\n"
                                "for i = 1, 5000 do channel('c' .. i, position(b)) end\n"
                                "run { dt = 0.1, duration = 0.3 }\n");
  CHECK(sinew("run memory_many.lua -q -o memory_many.h5") == 0);
  CHECK(err[0] == 0);
  CHECK(sinew("csv memory_many.h5 c1_x c5000_x") == 0);
  CHECK_TEXT(out, "\n0.29999999999999999,0.29999999999999999,0.29999999999999999");
}

int main(void)
{
  RUN(test_estimate);
  RUN(test_refused);
  RUN(test_solids);
  RUN(test_many_channels);
  return REPORT();
}
