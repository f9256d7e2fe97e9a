/* tests/promises/test_threads.c -- the number of threads has no influence on a result: every dataset has the same bits for 1, 2, 3
 *          and 7 of them; also when a run fails, halves its steps, is resumed on another number, or gets fewer than it asked for.
 * What:    random mechanisms of all parts, joints and forces (random_model.h); a chain with friction, stops and cables whose
 *          steps are halved; a net of cables; loads that turn. Schemes ed (alpha 0, 1, mixed) and ep.
 * How:     in this process; pthread_create is replaced by the linker (--wrap, CMakeLists.txt), so that threads are counted.
 * ctest:   threads timeout=600
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <pthread.h>

#include "base/pool.h"
#include "harness.h"
#include "language/language.h"
#include "session/session.h"
#include "support/random_model.h"
#include "support/same_result.h"

static int made, left = -1; /* threads made; those that may still be made, -1: any number */
int __real_pthread_create(pthread_t *thread, const pthread_attr_t *a, void *(*start)(void *), void *data);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *a, void *(*start)(void *), void *data);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *a, void *(*start)(void *), void *data)
{
  if (left == 0) {
    return EAGAIN;
  }
  left -= left > 0;
  made++;
  return __real_pthread_create(thread, a, start, data);
}

/* Runs the model text with this number of threads; the end of the run in *end. */
static sn_status run(const char *text, int threads, const char *file, sn_run_summary *end, sn_error *error)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_session s = {0};
  sn_model *m = NULL;
  *error = (sn_error){0};
  *end = (sn_run_summary){0};
  sn_status status =
      sn_language_load_text(&(sn_language_text){"m.lua", text, strlen(text), NULL}, NULL, arena, &m, error);
  status = status != SN_OK ? status : sn_session_open(&s, m, "m", arena, error);
  status = status != SN_OK ? status : sn_session_settings(&s, NAN, error);
  s.options.step.threads = threads;
  status = status != SN_OK ? status : sn_session_start(&s, error);
  status = status != SN_OK ? status : sn_session_run(&s, file, NULL, end, error);
  sn_session_close(&s);
  sn_arena_free(arena);
  return status;
}

/* 1: the same for 1, 2, 3 and 7 threads. The summary of the serial run in *end. */
static int same_for_all(const char *text, const char *name, sn_run_summary *end)
{
  static const int counts[] = {3, 2, 7};
  sn_error one, many;
  remove("one.h5");
  const sn_status status = run(text, 1, "one.h5", end, &one);
  if (end->steps == 0) { /* nothing to compare: a start that cannot be */
    return 1;
  }
  int good = 1;
  for (size_t k = 0; k < (SANITIZED ? 1 : sizeof counts / sizeof *counts); k++) {
    sn_run_summary other;
    remove("many.h5");
    made = 0;
    const sn_status also = run(text, counts[k], "many.h5", &other, &many);
    const int different = results_differ("one.h5", "many.h5", NULL);
    if (made != counts[k] - 1 || also != status || different != 0 || strcmp(one.what, many.what) != 0 ||
        strcmp(one.why, many.why) != 0) {
      printf("  %s, %d threads: %d made, status %d and %d, %d datasets differ\n", name, counts[k], made + 1,
             (int)status, (int)also, different);
      good = 0;
    }
  }
  return good;
}

static const char *const settings[] = {"scheme = 'ed', alpha = 1", "scheme = 'ed', alpha = 0",
                                       "scheme = 'ed', alpha = 0.4", "scheme = 'ep'"};

static void test_random_mechanisms(void)
{
  static random_model model;
  static char text[RANDOM_TEXT + 200];
  const random_view plain = {.turn = m3_identity(), .shift = {{0, 0, 0}}, .unit = 1};
  int runs = 0, halved = 0, failed = 0;
  for (uint64_t seed = 1; seed <= (SANITIZED ? 5 : 16); seed++) {
    const random_wish wish = {.isolated = 0, .loops = seed % 4 == 0, .most_parts = 8};
    sn_run_summary end;
    char name[40];
    random_mechanism(&model, seed, wish, plain);
    (void)snprintf(text, sizeof text, "%s\nrun { %s, dt = 5e-3, duration = 0.1 }\n", model.text, settings[seed % 4]);
    (void)snprintf(name, sizeof name, "seed %d", (int)seed);
    CHECK(same_for_all(text, name, &end));
    runs += end.steps > 0;
    halved += end.rejections > 0;
    failed += end.steps > 0 && !end.completed;
  }
  printf("  %d mechanisms, %d with halved steps, %d that fail\n", runs, halved, failed);
  CHECK(runs > (SANITIZED ? 3 : 10));
}

/* Hinges with friction that stick and stops that are hit; a cable and a spring at every fourth link; loads that turn. */
static const char chain[] =
    "gravity { 0, 0, -9.81 }\n"
    "local last = ground\n"
    "for i = 1, n do\n"
    "  local link = body { name = 'link' .. i, at = { 0.1*(i - 0.5), 0, 0 },\n"
    "                      shape = box { size = { 0.1, 0.02, 0.02 }, mass = 0.1 } }\n"
    "  local at = { 0.1*(i - 1), 0, 0 }\n"
    "  if i % 3 == 0 then\n"
    "    revolute { last, link, at = at, axis = 'y', friction = 0.1, friction_arm = 0.01 }\n"
    "  elseif i % 3 == 1 then\n"
    "    revolute { last, link, at = at, axis = i % 2 == 0 and 'y' or 'z', upper = 0.03, lower = -0.03,\n"
    "               stop_stiffness = 500, stop_damping = 0.05, law = function(x, v, t) return -1e-3*v end }\n"
    "  else\n"
    "    spherical { last, link, at = at }\n"
    "  end\n"
    "  if i % 4 == 0 then\n"
    "    local tip = point { name = 'tip' .. i, at = { 0.1*i, 0, -0.4 }, mass = 0.05 }\n"
    "    cable { link, tip, from = { 0.1*i, 0, 0 }, elements = 2, order = 1 + i//4 % 3, stiffness = 1e3,\n"
    "            mass_per_length = 0.05, tension_only = i % 8 == 0 }\n"
    "    spring { ground, tip, at_a = { 0.1*i, 0, -1 }, stiffness = 5, damping = 0.01 }\n"
    "    moment { link, value = function(t) return 0.01*sin(40*t), 0, 0 end, follows = true }\n"
    "  end\n"
    "  last = link\n"
    "end\n";

static void test_chain(void)
{
  int halved = 0; /* settings with steps that are made again */
  static char text[sizeof chain + 200];
  for (int k = 0; k < 4; k += SANITIZED ? 3 : 1) {
    sn_run_summary end;
    (void)snprintf(text, sizeof text, "local n = 24\n%srun { %s, dt = 2e-2, duration = 0.1 }\n", chain, settings[k]);
    CHECK(same_for_all(text, settings[k], &end));
    printf("  %s: %ld steps, %ld halvings\n", settings[k], end.steps, end.rejections);
    CHECK(end.completed);
    halved += end.rejections > 0;
  }
  CHECK(halved > 0);
}

static const char net[] =
    "local n, p = 4, {}\n"
    "gravity { 0, 0, -9.81 }\n"
    "local stand = base { name = 'stand', position = function(t) return 0, 0, 0.02*sin(20*t) end }\n"
    "for i = 0, n do\n"
    "  p[i] = {}\n"
    "  for j = 0, n do\n"
    "    p[i][j] = point { at = { i, j, 0 }, mass = 0.2, alpha = i > 2 and 0.5 or nil }\n"
    "    if (i == 0 or i == n) and (j == 0 or j == n) then spherical { stand, p[i][j], at = { i, j, 0 } } end\n"
    "  end\n"
    "end\n"
    "for i = 0, n do\n"
    "  for j = 0, n do\n"
    "    if i < n then cable { p[i][j], p[i + 1][j], elements = 2, stiffness = 1e4, mass_per_length = 0.1 } end\n"
    "    if j < n then cable { p[i][j], p[i][j + 1], elements = 2, stiffness = 1e4, mass_per_length = 0.1 } end\n"
    "  end\n"
    "end\n";

/* A run that must end says the same: here a torque that is no number any more. */
static void test_failure(void)
{
  static const char text[] =
      "local last = ground\n"
      "gravity { 0, 0, -9.81 }\n"
      "for i = 1, 12 do\n"
      "  local link = body { at = { 0.1*i, 0, 0 }, mass = 0.1, inertia = { 1e-4, 1e-4, 1e-4 } }\n"
      "  revolute { last, link, at = { 0.1*i - 0.05, 0, 0 }, axis = 'y',\n"
      "             torque = function(t) return 1e-3*sqrt(0.03 - t) end }\n"
      "  last = link\n"
      "end\n"
      "run { dt = 1e-2, duration = 0.05 }\n";
  sn_run_summary end;
  CHECK(same_for_all(text, "failure", &end));
  CHECK(end.steps > 0 && !end.completed);
}

static void test_net(void)
{
  static char text[sizeof net + 200];
  for (int k = 0; k < 4; k += SANITIZED ? 3 : 1) {
    sn_run_summary end;
    (void)snprintf(text, sizeof text, "%srun { %s, dt = 5e-3, duration = %g }\n", net, settings[k],
                   SANITIZED ? 0.02 : 0.1);
    CHECK(same_for_all(text, settings[k], &end));
    CHECK(end.completed);
  }
}

/* The choice is made by the size of the model and the processors there are; a machine that gives fewer changes nothing. */
static void test_choice(void)
{
  static char text[sizeof chain + 200];
  sn_run_summary end;
  sn_error e;
  (void)snprintf(text, sizeof text, "local n = 40\n%srun { dt = 1e-2, duration = 0.02 }\n", chain);
  const int cores = sn_cores(), most = cores < 2 ? 1 : cores;
  made = 0;
  CHECK_OK(run(text, 0, "one.h5", &end, &e), e);
  CHECK(made > 0 ? made < most : most == 1);
  printf("  %d threads for 40 links on %d processors\n", made + 1, cores);
  static const char small[] = "gravity { 0, 0, -9.81 }\npoint { name = 'p', at = { 0, 0, 0 }, mass = 1 }\n"
                              "run { dt = 1e-2, duration = 0.1 }\n";
  made = 0;
  CHECK_OK(run(small, 0, "small.h5", &end, &e), e);
  CHECK(made == 0);
  for (int given = 0; given < 3; given++) {
    left = given;
    made = 0;
    CHECK_OK(run(text, 4, "many.h5", &end, &e), e);
    left = -1;
    CHECK(made == given);
    CHECK(results_differ("one.h5", "many.h5", NULL) == 0);
  }
}

int main(void)
{
  RUN(test_random_mechanisms);
  RUN(test_chain);
  RUN(test_failure);
  RUN(test_net);
  RUN(test_choice);
  return REPORT();
}
