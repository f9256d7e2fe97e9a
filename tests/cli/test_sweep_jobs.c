/* tests/cli/test_sweep_jobs.c -- the runs of a sweep as commands: by hand, by the wrapper for Slurm with a stub in place of sbatch that
 *          runs the tasks here, and by GNU parallel if it is installed (else a stub reads the list). */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "files.h"
#include "harness.h"

static char out[1 << 16], err[1 << 16], whole[1 << 16], table[1 << 16];

/* With the command and the stubs first on the path. */
static int shell(const char *line)
{
  char all[2048];
  (void)snprintf(all, sizeof all, "PATH=\"$PWD/bin:%s:$PATH\"; { %s; } >sj_out.txt 2>sj_err.txt", SN_TEST_BUILD, line);
  const int status = system(all);
  slurp("sj_out.txt", out, sizeof out);
  slurp("sj_err.txt", err, sizeof err);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static const char model[] = "param { k = 1e3, name = 'x' }\n"
                            "local b = point { name = 'b', at = { 0, 0, 0 }, mass = 1, velocity = { 1, 0, 0 } }\n"
                            "spring { name = 's', ground, b, at_a = { -1, 0, 0 }, stiffness = k }\n"
                            "channel('x', position(b).x)\n"
                            "run { dt = 1e-2, duration = 0.1 }\n";
#define SWEEP "sinew sweep sj.lua --set k=1e3,2e3,4e3 --set \"name=it's,b\" --collect 'max(x), final(x)' "

/* Stands for Slurm: runs the tasks of the array one after the other, the second job at once. */
static const char sbatch[] =
    "#!/bin/bash\n"
    "for word in \"$@\"; do case $word in --array=*) array=${word#--array=} ;; esac; last=$word; done\n"
    "array=${array%%%*}\n"
    "echo \"$@\" >>sbatch.log\n"
    "if [ -n \"${array:-}\" ]; then\n"
    "  for ((i = ${array%-*}; i <= ${array#*-}; i++)); do SLURM_ARRAY_TASK_ID=$i bash -c \"$last\"; done\n"
    "else bash -c \"$last\"; fi >/dev/null 2>&1\n"
    "echo '7;cluster'\n";
static const char parallel[] = "#!/bin/bash\nexec bash\n"; /* reads the list */

/* All but the column of seconds. */
static void without_seconds(const char *file, char *to, size_t size)
{
  char line[200];
  (void)snprintf(line, sizeof line, "sed -E 's/,(complete|failed),[0-9.]+,/,\\1,,/' %s >sj_table.txt", file);
  CHECK(system(line) == 0);
  slurp("sj_table.txt", to, size);
}

static void same_table(const char *file)
{
  without_seconds(file, table, sizeof table);
  CHECK(table[0] != '\0' && strcmp(table, whole) == 0);
}

static void make_tools(void)
{
  (void)mkdir("bin", 0777);
  write_text("bin/sbatch", sbatch);
  CHECK(chmod("bin/sbatch", 0755) == 0);
  if (system("command -v parallel >/dev/null 2>&1") != 0) {
    write_text("bin/parallel", parallel);
    CHECK(chmod("bin/parallel", 0755) == 0);
    printf("  GNU parallel is not here: a stub reads its list\n");
  }
}

static void test_by_hand(void)
{
  CHECK(shell("rm -rf sj_*; " SWEEP "-o sj_whole -q") == 0);
  without_seconds("sj_whole.csv", whole, sizeof whole);
  CHECK(shell(SWEEP "-o sj_hand --jobs-file sj_jobs.txt -j 2 -q") == 0);
  slurp("sj_jobs.txt", table, sizeof table);
  CHECK_TEXT(table,
             "sinew sweep 'sj.lua' --set 'k=1e3,2e3,4e3' --set 'name=it'\\''s,b' --collect 'max(x), final(x)' -o "
             "'sj_hand.csv' --only 1\n");
  CHECK(shell("sed -n 2,3p sj_jobs.txt | bash") == 0);
  CHECK(access("sj_hand.parts/3.csv", R_OK) == 0);
  CHECK(shell(SWEEP "-o sj_hand --jobs-file -") == 0); /* what is left */
  CHECK(!strstr(out, "--only 2\n") && strstr(out, "--only 4\n"));
  CHECK(shell(SWEEP "-o sj_hand") == 0);
  CHECK_TEXT(err, "6 of 6 (2 of them before)");
  CHECK(access("sj_hand.parts", R_OK) != 0);
  same_table("sj_hand.csv");
}

static void test_parallel(void)
{
  CHECK(shell(SWEEP "-o sj_par --jobs-file sj_jobs.txt") == 0);
  CHECK(shell("'" SN_TEST_SOURCE "/tools/sweep/sweep-parallel' sj_jobs.txt") == 0);
  CHECK_TEXT(err, "(6 of them before)");
  same_table("sj_par.csv");
  CHECK(shell("'" SN_TEST_SOURCE "/tools/sweep/sweep-parallel' none.txt") == 2);
  CHECK_TEXT(err, "sweep-parallel JOBS");
}

static void test_slurm(void)
{
  (void)remove("sbatch.log");
  CHECK(shell(SWEEP "-o sj_slurm --jobs-file sj_jobs.txt") == 0);
  CHECK(shell("SWEEP_CHUNK=4 SWEEP_AT_ONCE=2 '" SN_TEST_SOURCE "/tools/sweep/sweep-slurm' sj_jobs.txt --partition=x") ==
        0);
  CHECK_TEXT(out, "of 2 tasks");
  slurp("sbatch.log", table, sizeof table);
  CHECK_TEXT(table, "--array=1-2%2");
  CHECK_TEXT(table, "--partition=x");
  CHECK_TEXT(table, "--dependency=afterany:7 ");
  same_table("sj_slurm.csv");
  CHECK(shell("'" SN_TEST_SOURCE "/tools/sweep/sweep-slurm'") == 2);
}

static void test_mistakes(void)
{
  CHECK(shell(SWEEP "-o sj_e --jobs-file none/jobs.txt") == 5);
  CHECK_TEXT(err, "cannot be written");
  CHECK(shell(SWEEP "-o sj_e --only 7") == 2);
  CHECK(shell(SWEEP "-o none/x --only 1") == 5);
  CHECK_TEXT(err, "folder of parts");
}

int main(void)
{
  write_text("sj.lua", model);
  make_tools();
  RUN(test_by_hand);
  RUN(test_parallel);
  RUN(test_slurm);
  RUN(test_mistakes);
  return REPORT();
}
