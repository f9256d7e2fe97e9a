/* tests/engine/test_engine.c -- `--engine petsc`: the numbers of our own solvers with MUMPS and multigrid, on one and two ranks; the same bits
 *          for the same ranks; a rank that dies; and what users read. ctest: long timeout=600
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "files.h"
#include "harness.h"

/* root may run MPI, more ranks than cores wait without turning; what MPI leaves at its end is not ours */
#define SETTINGS                                                                              \
  "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_mpi_yield_when_idle=1 " \
  "OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none ASAN_OPTIONS=detect_leaks=0 "
#define SINEW "'" SN_TEST_SINEW "' "
#define ALL_MATRICES "-sinew_least 10 "

/* Two bars of solids on hinges, the first one driven. */
static const char mechanism[] =
    "param { scheme = 'ed', duration = 0.01 }\n"
    "gravity { 0, 0, -9.81 }\n"
    "local function bar(name, x)\n"
    "  return solid { name = name, box = { size = { 0.4, 0.04, 0.04 }, elements = { 4, 1, 1 } }, at = { x, -0.02, "
    "-0.02 },\n"
    "    E = 2e8, nu = 0.3, density = 1100 }\n"
    "end\n"
    "local a, b = bar('first', 0), bar('second', 0.4)\n"
    "local shoulder = revolute { name = 'shoulder', ground, a:surface('x0'), axis = { 0, 1, 0 },\n"
    "  drive = function(t) return 20*t^2 end }\n"
    "revolute { name = 'elbow', a:surface('x1'), b:surface('x0'), axis = { 0, 1, 0 } }\n"
    "channel('tip', position(b:surface('x1')))\n"
    "channel('moment', drive_force(shoulder))\n"
    "run { dt = 2e-3, duration = duration, scheme = scheme }\n";
static const char block[] = "param { n = 2 }\n"
                            "gravity { 0, 0, -9.81 }\n"
                            "local b = solid { name = 'beam', box = { size = { 0.4, 0.1, 0.1 }, elements = { 4*n, n, n "
                            "} }, E = 7e7, nu = 0.3,\n"
                            "  density = 2700, surfaces = { x0 = { clamped = true } } }\n"
                            "channel('tip', output(b:nearest(0.4, 0.05, 0.05), 'displacement'))\n"
                            "run { dt = 1e-3, duration = 20 }\n";

static int command(const char *format, const char *arguments)
{
  char line[1200];
  (void)snprintf(line, sizeof line, format, arguments);
  const int code = system(line);
  return WIFEXITED(code) ? WEXITSTATUS(code) : -1;
}

/* The numbers in the last row of a result; returns how many. */
static int last_row(const char *result, const char *channels, double *out)
{
  char line[400], text[2000] = "";
  (void)snprintf(line, sizeof line, SINEW "csv %s %s 2>&1 | tail -n 1 >row.txt", result, channels);
  CHECK(system(line) == 0);
  slurp("row.txt", text, sizeof text);
  int n = 0;
  for (char *at = text, *end = text; n < 8 && (out[n] = strtod(at, &end), end != at);
       at = *end == ',' ? end + 1 : end) {
    n++;
  }
  return n;
}

/* The largest difference between two results, over the size of the motion. */
static double apart(const char *one, const char *other, const char *channels, double size)
{
  double a[9], b[9], most = 0;
  const int n = last_row(one, channels, a);
  CHECK(n >= 4 && last_row(other, channels, b) == n);
  for (int i = 0; i < n; i++) {
    most = fmax(most, fabs(a[i] - b[i]) / size);
  }
  return most;
}

static const char *const solvers[] = {ALL_MATRICES "-sinew_solver mumps", ALL_MATRICES "-sinew_solver gamg"};

static void says(const char *file, const char *what)
{
  char said[6000] = "";
  slurp(file, said, sizeof said);
  CHECK_TEXT(said, what);
}

static void test_statics(void)
{
  write_text("block.lua", block);
  CHECK(command(SINEW "static block.lua -o own.h5 -q %s", ">out.txt") == 0);
  for (int k = 0; k < 2; k++) {
    CHECK(command(SETTINGS SINEW "static block.lua -o one.h5 --engine petsc --petsc '%s' 2>one.txt >out.txt",
                  solvers[k]) == 0);
    says("one.txt", "engine       1 rank, ");
    CHECK(apart("own.h5", "one.h5", "tip", 1e-3) < 1e-8);
    CHECK(command(SETTINGS "mpirun -n 2 " SINEW
                           "static block.lua -o two.h5 --engine petsc --petsc '%s' 2>two.txt >out.txt",
                  solvers[k]) == 0);
    says("two.txt", "engine       2 ranks, ");
    CHECK(apart("one.h5", "two.h5", "tip", 1e-3) < 1e-8);
  }
}

/* MUMPS takes the two stages of `ed`; multigrid the points of `ep`, with hinges and frames of surfaces as its border. */
static void test_motion(void)
{
  write_text("mechanism.lua", mechanism);
  static const char *const schemes[] = {"ed", "ep"};
  for (int k = 0; k < 2; k++) {
    CHECK(command(SINEW "run mechanism.lua -o own.h5 -q --scheme %s", schemes[k]) == 0);
    char line[300];
    (void)snprintf(line, sizeof line, "--scheme %s --engine petsc --petsc '%s'", schemes[k], solvers[k]);
    CHECK(command(SETTINGS SINEW "run mechanism.lua -o one.h5 %s 2>one.txt", line) == 0);
    CHECK(command(SETTINGS "mpirun -n 2 " SINEW "run mechanism.lua -o two.h5 %s 2>two.txt", line) == 0);
    CHECK(command(SETTINGS "mpirun -n 2 " SINEW "run mechanism.lua -o again.h5 %s 2>again.txt", line) == 0);
    CHECK(apart("own.h5", "one.h5", "tip moment", 1) < 1e-10);
    CHECK(apart("own.h5", "two.h5", "tip moment", 1) < 1e-10);
    CHECK(apart("two.h5", "again.h5", "tip moment", 1) == 0);
    says("one.txt", "balance closed to");
  }
}

/* The frequency of mode k (1, 2, ...) in what `sinew modes` prints. */
static double frequency(const char *text, int k)
{
  const char *at = text;
  for (int i = 0; at && i < k; i++) {
    at = strchr(at + 1, '\n');
  }
  int n = 0;
  double hz = NAN;
  return at && sscanf(at, "%d %lf", &n, &hz) == 2 && n == k ? hz : NAN;
}

static void test_modes(void)
{
  char own[4000] = "", two[4000] = "";
  write_text("block.lua", block);
  CHECK(command(SINEW "modes block.lua -n 3 -q %s >own.txt 2>&1", "") == 0);
  CHECK(command(SETTINGS "mpirun -n 2 " SINEW "modes block.lua -n 3 -q --engine petsc --petsc '%s' >two.txt 2>&1",
                solvers[0]) == 0);
  slurp("own.txt", own, sizeof own);
  slurp("two.txt", two, sizeof two);
  for (int k = 1; k <= 3; k++) {
    CHECK(fabs(frequency(two, k) / frequency(own, k) - 1) < 1e-7);
  }
}

static void test_mistakes(void)
{
  write_text("block.lua", block);
  CHECK(command("SINEW_COMPONENTS=no_such_folder " SINEW "static block.lua %s 2>said.txt", "--engine petsc") == 2);
  says("said.txt", "The PETSc engine (--engine petsc) is an optional component, which is not installed.");
  says("said.txt", "Install the package sinew-petsc; in a copy of the sources: make engine.");
  CHECK(command(SINEW "static block.lua %s 2>said.txt", "--petsc -ksp_view") == 2);
  says("said.txt", "--petsc belongs to --engine petsc.");
  CHECK(command(SETTINGS SINEW "static block.lua --engine petsc --petsc '%s' 2>said.txt", "-sinew_solver gmag") == 2);
  says("said.txt", "-sinew_solver gmag: there is no such solver.");
  CHECK(command(SETTINGS SINEW "static block.lua -q --engine petsc --petsc '%s' >out.txt 2>said.txt",
                ALL_MATRICES "-ksp_rtoll 1e-3") == 2);
  says("said.txt", "PETSc did not use these options: -ksp_rtoll.");
}

/* The other rank is killed in the middle: the run ends, and goes on later without the engine. */
static void test_dead_rank(void)
{
  write_text("block.lua", block);
  CHECK(command("rm -f dead.h5*; " SETTINGS "mpirun -n 2 " SINEW
                "run block.lua -o dead.h5 -q --store 0 --engine petsc --petsc '%s' >dead.txt 2>&1 & run=$!; "
                "for i in $(seq 300); do [ -s dead.h5 ] && break; sleep 0.2; done; sleep 3; "
                "for p in $(pgrep -P $run); do grep -qz OMPI_COMM_WORLD_RANK=1 /proc/$p/environ && kill -9 $p; done; "
                "wait $run; "
                "[ $? -ne 0 ]",
                solvers[0]) == 0);
  CHECK(command(SINEW "info dead.h5 >info.txt 2>&1; " SINEW "resume dead.h5 -q --until %s >resumed.txt 2>&1", "0.05") ==
        0);
}

int main(void)
{
  RUN(test_statics);
  RUN(test_motion);
  RUN(test_modes);
  RUN(test_mistakes);
  RUN(test_dead_rank);
  return REPORT();
}
