/* tests/cli/test_sweep.c -- `sinew sweep` as a user meets it: the table against single runs, failures, crashes, kills, full disks. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "files.h"
#include "harness.h"

static char out[1 << 16], err[1 << 16], table[1 << 16], before[1 << 16];

static int shell(const char *line)
{
  char whole[2048];
  (void)snprintf(whole, sizeof whole, "%s >sw_out.txt 2>sw_err.txt", line);
  const int status = system(whole);
  slurp("sw_out.txt", out, sizeof out);
  slurp("sw_err.txt", err, sizeof err);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int sinew(const char *arguments)
{
  char line[1536];
  (void)snprintf(line, sizeof line, "'%s' %s", SN_TEST_SINEW, arguments);
  return shell(line);
}

static const char model[] =
    "param { k = 1e3, c = 0.1, mass = 1.0, duration = 0.1 }\n"
    "gravity { 0, 0, -9.81 }\n"
    "local rod = body { name = 'rod', at = { 0.5, 0, 0 }, mass = mass, inertia = { 0.01, 0.1, 0.1 } }\n"
    "revolute { name = 'pivot', ground, rod, at = { 0, 0, 0 }, axis = { 0, 1, 0 }, stiffness = k, damping = c }\n"
    "channel('tip', position(rod, { 1, 0, 0 }))\n"
    "channel('angle', angle('pivot'))\n"
    "run { dt = 5e-3, duration = duration }\n";

static int lines(const char *text)
{
  int n = 0;
  for (const char *p = text; *p; p++) {
    n += *p == '\n';
  }
  return n;
}

/* The number in a field of a row of the table, both counted from 0; the row 0 is the head. */
static double field(int row, int column)
{
  const char *p = table;
  for (int i = 0; i < row && p; i++) {
    p = strchr(p, '\n');
    p += p != NULL;
  }
  for (int i = 0; i < column && p; i++) {
    p = strchr(p, ',');
    p += p != NULL;
  }
  return p ? strtod(p, NULL) : NAN;
}

static void test_the_table_is_of_single_runs(void)
{
  CHECK(sinew("sweep sw.lua --set k=1e3,2e3,5e3 --set c=0:0.1:1 -j 2 --collect 'max(tip_z), final(angle)' -o sw_a "
              "--fresh") == 0);
  CHECK_TEXT(err, "33 of 33");
  CHECK_TEXT(err, "sw_a.csv");
  slurp("sw_a.csv", table, sizeof table);
  CHECK(lines(table) == 34);
  CHECK_TEXT(table, "run,k,c,max(tip_z),final(angle),status,seconds,message,made_by\n1,1e3,0,");
  /* run 15 is k = 2e3, c = 0.3; the run by itself gives the same bits */
  CHECK(sinew("run sw.lua --set k=2e3 --set c=0.3 -o sw_one.h5 -q") == 0);
  CHECK(sinew("csv sw_one.h5 angle") == 0);
  const char *last = strrchr(out, ',');
  CHECK(last != NULL && field(15, 4) == strtod(last + 1, NULL));
  CHECK(field(15, 1) == 2e3 && field(15, 2) == 0.3);
  CHECK(sinew("csv sw_a.h5") == 5);
  CHECK_TEXT(err, "table of a sweep");
  CHECK(sinew("sweep sw.lua --set k=1e3,2e3,5e3 --set c=0:0.1:1 -j 2 --collect 'max(tip_z), final(angle)' -o sw_a") ==
        0);
  CHECK_TEXT(err, "33 of them before"); /* nothing is run twice */
  slurp("sw_a.csv", before, sizeof before);
  CHECK(strcmp(before, table) == 0);
}

static void test_failures_are_rows(void)
{
  CHECK(sinew("sweep sw.lua --set mass=1,-1,2 --collect 'final(angle)' -o sw_b --fresh") == 0);
  CHECK_TEXT(err, "3 of 3 (0 of them before), 1 failed");
  slurp("sw_b.csv", table, sizeof table);
  CHECK_TEXT(table, "2,-1,nan,failed,");
  CHECK_TEXT(table, "sw.lua:3");
  CHECK(isfinite(field(1, 2)) && isfinite(field(3, 2)));
  CHECK(sinew("sweep sw.lua --set mass=1,-1,2 --collect 'final(angle)' -o sw_b --retry") == 0);
  CHECK_TEXT(err, "2 of them before");
  CHECK(sinew("sweep sw.lua --set mass=-1,-2 --collect 'final(angle)' -o sw_b2 --fresh") == 4);
  CHECK_TEXT(err, "All runs failed");
}

/* A limit of the processor's time kills the run that does not end; the others are there. */
static void test_a_crash_loses_no_other(void)
{
  char line[600];
  (void)snprintf(
      line, sizeof line,
      "ulimit -t 1; '%s' sweep sw.lua --set duration=0.1,1e9,0.2 --collect 'final(angle)' -o sw_c --fresh -j 2 "
      "--store 1e6",
      SN_TEST_SINEW);
  CHECK(shell(line) == 0);
  slurp("sw_c.csv", table, sizeof table);
  CHECK_TEXT(table, "2,1e9,nan,crashed,");
  CHECK_TEXT(table, "ended by signal");
  CHECK(isfinite(field(1, 2)) && isfinite(field(3, 2)));
}

static void test_wall_limit(void)
{
  (void)sinew("sweep sw.lua --set duration=0.1,1e9 --collect 'final(angle)' -o sw_w --fresh --wall-limit 0.5");
  slurp("sw_w.csv", table, sizeof table);
  CHECK_TEXT(table, "2,1e9,nan,failed,");
}

/* Starts a sweep into sw_k.csv and gives it a signal when its table has some rows. */
static void interrupted(const char *values, int rows, int number)
{
  (void)remove("sw_k.csv");
  (void)remove("sw_k.h5");
  const pid_t child = fork();
  if (child == 0) {
    if (!freopen("sw_k_err.txt", "w", stderr)) {
      _exit(98);
    }
    execl(SN_TEST_SINEW, "sinew", "sweep", "sw.lua", "--set", values, "--collect", "final(angle)", "-o", "sw_k.csv",
          "--store", "1e6", "-j", "1", (char *)NULL);
    _exit(99);
  }
  for (int i = 0; i < 6000; i++) {
    const struct timespec moment = {0, 10000000};
    slurp("sw_k.csv", before, sizeof before);
    if (lines(before) > rows) {
      break;
    }
    (void)nanosleep(&moment, NULL);
  }
  (void)kill(child, number);
  (void)waitpid(child, NULL, 0);
  slurp("sw_k.csv", before, sizeof before);
  slurp("sw_k_err.txt", err, sizeof err);
  CHECK(lines(before) > rows);
}

/* Rows that were there stay as they are, and the others come. */
static void test_kill(void)
{
  interrupted("duration=1:0.1:3", 3, SIGKILL);
  CHECK(sinew("sweep sw.lua --set duration=1:0.1:3 --collect 'final(angle)' -o sw_k.csv --store 1e6 -j 2") == 0);
  slurp("sw_k.csv", table, sizeof table);
  char *end = strrchr(before, '\n');
  CHECK(end != NULL);
  if (end) {
    end[1] = '\0';
    CHECK(strncmp(table, before, strlen(before)) == 0); /* one at a time: they were in order */
  }
  CHECK(lines(table) == 22);
  CHECK(access("sw_k.h5", R_OK) == 0);
}

static void test_ctrl_c(void)
{
  interrupted("duration=0.1,1e9", 1, SIGINT);
  CHECK_TEXT(err, "The sweep was interrupted.");
  CHECK_TEXT(err, "The same command continues");
  CHECK_TEXT(err, "1 left");
  CHECK(lines(before) == 2 && access("sw_k.h5", R_OK) == 0);
}

static void test_full_disk(void)
{
  char line[600];
  (void)snprintf(line, sizeof line,
                 "ulimit -f 1; '%s' sweep sw.lua --set c=0:0.01:1 --collect 'final(angle)' -o sw_d --fresh -j 1 -q",
                 SN_TEST_SINEW);
  CHECK(shell(line) == 5);
  CHECK_TEXT(err, "could not be written");
  slurp("sw_d.csv", before, sizeof before);
  CHECK(lines(before) > 2);
  CHECK(sinew("sweep sw.lua --set c=0:0.01:1 --collect 'final(angle)' -o sw_d -j 2") == 0);
  slurp("sw_d.csv", table, sizeof table);
  CHECK(lines(table) == 102);
  CHECK(!strstr(err, "(0 of them before)"));
}

static void test_plans_and_results(void)
{
  CHECK(sinew("sweep sw.lua --set k=1e3:5e3 --set c=0:1 --plan latin --runs 8 --seed 5 --collect 'rms(angle)' -o sw_l "
              "--fresh --results sw_results") == 0);
  slurp("sw_l.csv", before, sizeof before);
  CHECK(lines(before) == 9);
  CHECK(sinew("csv sw_results/8.h5 angle") == 0 && lines(out) == 22);
  CHECK(
      sinew("sweep sw.lua --set k=1e3:5e3 --set c=0:1 --plan latin --runs 8 --seed 6 --collect 'rms(angle)' -o sw_l") ==
      2); /* another plan: refused */
  CHECK_TEXT(err, "the plan has");
}

static void test_analyses(void)
{
  CHECK(sinew("sweep sw.lua --set k=100,400 --do modes --collect 'frequency(1), damping(1)' -o sw_m --fresh") == 0);
  slurp("sw_m.csv", table, sizeof table);
  /* about the equilibrium: k + m g l cos(angle) over the inertia; stiffer by 4, a frequency of about twice */
  CHECK_NEAR(field(2, 2) / field(1, 2), 2, 0.05);
  CHECK(sinew("sweep sw.lua --set k=1e3,2e3 --do static --collect 'final(angle)' -o sw_s --fresh") == 0);
  slurp("sw_s.csv", table, sizeof table);
  for (int i = 1; i <= 2; i++) { /* k a = m g l cos(a) */
    CHECK_NEAR(1e3 * i * field(i, 2), 0.5 * 9.81 * cos(field(i, 2)), 1e-8);
  }
}

static void refused(const char *arguments, int code, const char *what)
{
  CHECK(sinew(arguments) == code);
  CHECK_TEXT(err, what);
}

static void test_mistakes(void)
{
  refused("sweep sw.lua --set masss=1,2 --collect 'max(angle)'", 2, "Did you mean --set mass=...?");
  refused("sweep sw.lua --set length=1,2 --collect 'max(angle)'", 2, "has no parameter 'length'");
  refused("sweep sw.lua --set k=1,2 --collect 'max(angel)'", 2, "Did you mean 'angle'?");
  refused("sweep sw.lua --set k=1,2 --collect 'finale(angle)'", 2, "Did you mean final(...)?");
  refused("sweep sw.lua --set k=1,2", 2, "Nothing of the runs would be kept");
  refused("sweep sw.lua --collect 'max(angle)'", 2, "nothing to sweep over");
  refused("sweep none.lua --set k=1,2 --collect 'max(angle)'", 5, "none.lua");
  refused("sweep - --set k=1,2 --collect 'max(angle)'", 2, "needs a model file");
  refused("sweep sw.lua --set k=1,2 --collect 'max(angle)' -j 0", 2, "--jobs");
  refused("sweep sw.lua --set k=1,2 --collect 'max(angle)' -j 1.5", 2, "whole number");
  refused("sweep sw.lua --set k=1,2 --collect 'max(angle)' --runs 3", 2, "plans that draw");
  refused("sweep sw.lua --set k=1:2 --plan latin --collect 'max(angle)'", 2, "--runs 100");
  refused("sweep sw.lua --set k=1:2 --plan latn --runs 2 --collect 'max(angle)'", 2, "--plan latin");
  refused("sweep sw.lua --set k=1:2 --collect 'max(angle)'", 2, "has no step");
  refused("sweep sw.lua --set k=1,2 --do mode --collect 'max(angle)'", 2, "--do modes");
  refused("sweep sw.lua --set k=1,2 --do modes --collect 'max(angle)'", 2, "--do run");
  refused("sweep sw.lua --set k=1,2 --collect 'max(angle)' --only 3", 2, "from 1 to 2");
  refused("sweep sw.lua --set k=1,2 --collect 'max(angle)' -o none/x", 5, "No such file");
  refused("sweep sw.lua --set k=1,2 --collect 'max(angle)' -o .csv", 2, "no name");
  refused("sweep sw.lua --set run.dtt=1,2 --collect 'max(angle)' -o sw_e --fresh", 2, "dt");
  refused("sweep sw.lua --set k=1,2 --collect 'max(angle)' --threads 999", 2, "--threads 999");
  refused("sweep sw.lua --set k=1,2 --collect 'max(angle)' --dt -1", 2, "greater than 0");
  refused("sweep sw.lua --set k=1,2 --collect 'max(angle)' -jx", 2, "--jobs x");
  CHECK(access("sw_sweep.csv", R_OK) != 0); /* and nothing was begun */
}

int main(void)
{
  write_text("sw.lua", model);
  RUN(test_the_table_is_of_single_runs);
  RUN(test_failures_are_rows);
  RUN(test_a_crash_loses_no_other);
  RUN(test_wall_limit);
  RUN(test_kill);
  RUN(test_ctrl_c);
  RUN(test_full_disk);
  RUN(test_plans_and_results);
  RUN(test_analyses);
  RUN(test_mistakes);
  return REPORT();
}
