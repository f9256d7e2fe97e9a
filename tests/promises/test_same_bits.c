/* tests/promises/test_same_bits.c -- a run is a function of its model: every example twice gives the same bits in every dataset,
 *          whatever the heap held before (MALLOC_PERTURB_), the environment, the folder of the process and the number of threads;
 *          the instruction set of the processor; and one small run is clean under valgrind.
 * Limits:  short ends of the examples; more about threads: test_threads.c; resumed runs: test_resume.c.
 * ctest:   timeout=600
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "harness.h"
#include "support/same_result.h"

static int shell(const char *command)
{
  const int status = system(command);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int by_name(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* A few steps are enough to see the order of sums change. */
static int run_by(const char *sinew, const char *before, const char *example, int threads, const char *file)
{
  char command[2048];
  (void)snprintf(command, sizeof command,
                 "%s '%s' run '%s/examples/%s/model.lua' --until 0.05 --threads %d --quiet -o %s 2>/dev/null", before,
                 sinew, SN_TEST_SOURCE, example, threads, file);
  return shell(command);
}

static int run(const char *before, const char *example, int threads, const char *file)
{
  return run_by(SN_TEST_SINEW, before, example, threads, file);
}

static void test_examples(void)
{
  char *names[256];
  int n = 0, compared = 0;
  DIR *d = opendir(SN_TEST_SOURCE "/examples");
  CHECK(d != NULL);
  for (struct dirent *e = d ? readdir(d) : NULL; e && n < 256; e = readdir(d)) {
    char path[1024];
    (void)snprintf(path, sizeof path, SN_TEST_SOURCE "/examples/%s/model.lua", e->d_name);
    FILE *f = e->d_name[0] != '.' ? fopen(path, "r") : NULL;
    if (f) {
      (void)fclose(f);
      names[n++] = strdup(e->d_name);
    }
  }
  if (d) {
    (void)closedir(d);
  }
  qsort(names, (size_t)n, sizeof names[0], by_name);
  for (int k = 0; k < n; k++) {
    const int left_out = SANITIZED && k % 4 != 0;           /* test_examples_short.c has them all */
    if (!left_out && run("", names[k], 1, "one.h5") == 0) { /* a model that needs another result first is left out */
      CHECK(run("env MALLOC_PERTURB_=170 NO_COLOR=1 LC_ALL=C", names[k], 3, "two.h5") == 0);
      const int different = results_differ("one.h5", "two.h5", NULL);
      CHECK(different == 0);
      if (different != 0) {
        printf("  %s: %d datasets differ\n", names[k], different);
      }
      compared++;
    }
    free(names[k]);
  }
  printf("  %d examples\n", compared);
  CHECK(compared >= 10);
}

/* Kernels are made twice, with AVX2 and without; the second command is linked so that it believes in a processor without
   (plain_processor.c). Rigid loops, beams, cables, contacts; fronts and lists of the solver. */
static void test_instruction_sets(void)
{
  static const char *const example[] = {"governor",    "andrews",   "bricard",    "cable_pendulum", "ibeam_spherical",
                                        "tower_crane", "heavy_top", "suspension", "flying_beam",    "screw_press"};
  for (size_t i = 0; i < sizeof example / sizeof *example; i += SANITIZED ? 4 : 1) {
    CHECK(run("", example[i], 1, "wide.h5") == 0);
    CHECK(run_by(SN_TEST_PLAIN_PROCESSOR, "", example[i], 1, "paper.h5") == 0);
    const int different = results_differ("wide.h5", "paper.h5", NULL);
    CHECK(different == 0);
    if (different != 0) {
      printf("  %s: %d datasets differ\n", example[i], different);
    }
  }
}

static void test_valgrind(void)
{
  if (shell("command -v valgrind >/dev/null 2>&1") != 0) {
    printf("  left out: no valgrind\n");
    return;
  }
  char before[] = "valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite";
  CHECK(run(before, "pendulum", 2, "clean.h5") == 0);
}

int main(void)
{
  RUN(test_examples);
  RUN(test_instruction_sets);
  RUN_LONG(test_valgrind);
  return REPORT();
}
