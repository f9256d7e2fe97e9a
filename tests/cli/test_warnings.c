/* tests/cli/test_warnings.c -- what a run notices reaches its user: with -q, in --json, after resume.
 * ctest:   timeout=120
 */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "files.h"
#include "harness.h"

#ifndef SN_TEST_SINEW
#error "the build defines SN_TEST_SINEW: the path of the command"
#endif

static char out[1 << 18], err[1 << 16];

static int sinew(const char *arguments)
{
  char line[1024];
  (void)snprintf(line, sizeof line, "'%s' %s >warnings_out.txt 2>warnings_err.txt", SN_TEST_SINEW, arguments);
  const int status = system(line);
  slurp("warnings_out.txt", out, sizeof out);
  slurp("warnings_err.txt", err, sizeof err);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* passes through zero at 0.19 s, and again later */
static const char spring[] = "param { rest = 0.2 }\n"
                             "local p = point { name='p', at={1,0,0}, mass=1 }\n"
                             "spring { name='s', ground, p, at_a={0,0,0}, stiffness=100, length=rest }\n"
                             "run { dt = 1e-2, duration = 1 }\n";
static const char words[] = "sinew: warning: warnings.lua:3: spring 's' passed through the length zero at t = 0.19 s";

static void test_run_and_resume(void)
{
  write_text("warnings.lua", spring);
  CHECK(sinew("run warnings.lua -q") == 0 && !out[0]);
  CHECK_TEXT(err, words);
  CHECK(!strstr(err, "steps"));
  CHECK(sinew("run warnings.lua -q --until 0.1") == 0 && !err[0]);
  CHECK(sinew("resume warnings.h5 -q --until 0.3") == 0);
  CHECK_TEXT(err, words);
  CHECK(sinew("resume warnings.h5 -q --until 0.32") == 0); /* what was noticed before is kept */
  CHECK_TEXT(err, words);
  CHECK(sinew("run warnings.lua -q --set rest=0.8") == 0 && !err[0]);
  CHECK(sinew("run warnings.lua --json") == 0 && !err[0]);
  CHECK_TEXT(out, "spring 's' passed through the length zero at t = 0.19 s");
}

/* Strict: everything is made and stored, and the exit code is 6, also after resume, in every verb and in sweeps. */
static void test_strict(void)
{
  write_text("warnings.lua", spring);
  CHECK(sinew("run warnings.lua -q --strict") == 6);
  CHECK_TEXT(err, words);
  CHECK_TEXT(err, "There is 1 warning, and strict makes it an error.");
  CHECK(sinew("info warnings.h5") == 0);
  CHECK_TEXT(out, "status      complete; its warnings are errors (strict)");
  CHECK_TEXT(out, "warning     warnings.lua:3: spring 's' passed");
  CHECK(sinew("info warnings.h5 --json") == 0);
  CHECK_TEXT(out, "\"strict\": true");
  CHECK_TEXT(out, "\"warning_count\": 1");
  CHECK_TEXT(out, "{\"kind\": \"through_zero\", \"where\": \"warnings.lua:3\", \"text\": \"spring 's'");
  CHECK_TEXT(out, "\"item\": \"spring 's'\", \"count\": 3, \"first_time\": 0.19}]");
  CHECK(sinew("resume warnings.h5 -q --until 1.1") == 6); /* as it began */
  CHECK(sinew("run warnings.lua -q") == 0 && sinew("resume warnings.h5 -q --until 1.1 --strict") == 6);
  CHECK(sinew("run warnings.lua -q --strict --set rest=0.8") == 0 && !err[0]);
  CHECK(sinew("info warnings.h5 --json") == 0);
  CHECK_TEXT(out, "\"warnings\": []");
  CHECK(sinew("run warnings.lua --strict --json") == 6);
  CHECK_TEXT(out, "\"error\": {\"exit_code\": 6");
  CHECK_TEXT(out, "{\"kind\": \"through_zero\"");
  CHECK(sinew("sweep warnings.lua --set rest=0.2,0.8 --collect 'e = final(energy/total)' -o warnings_s --fresh -q") ==
        0);
  slurp("warnings_s.csv", out, sizeof out);
  CHECK_TEXT(out, ",complete,");
  CHECK_TEXT(out, "\"warning warnings.lua:3: spring 's' passed");
  CHECK(sinew("sweep warnings.lua --set rest=0.2,0.8 --collect 'e = final(energy/total)' -o warnings_s --fresh -q "
              "--strict") == 6);
  CHECK_TEXT(err, "1 of 2 runs have warnings");
  slurp("warnings_s.csv", out, sizeof out);
  const char *energy = strstr(out, "1,0.2,");
  CHECK(energy && fabs(strtod(energy + strlen("1,0.2,"), NULL) - 32) < 1e-4);
  CHECK_TEXT(out, ",warned,");
  CHECK_TEXT(out, ",complete,");
  /* a slip of the model, before any run; a model without run { } stays one for statics */
  write_text("warnings.lua", "body { name='loose', at={0,0,0}, mass=1, inertia={1,1,1} }\n"
                             "local p = point { name='p', at={0,0,1}, mass=1 }\n"
                             "spring { name='s', ground, p, at_a={0,0,0}, stiffness=100, length=1 }\n"
                             "hold { p }\n"
                             "hold { 'loose' }\n"
                             "run { dt = 2, duration = 1 }\n");
  CHECK(sinew("check warnings.lua -q") == 0);
  CHECK_TEXT(err, "longer than the run");
  CHECK(sinew("check warnings.lua --strict") == 6);
  CHECK(sinew("run warnings.lua --strict -q") == 6);
  CHECK(sinew("info warnings.h5 --json") == 0);
  CHECK_TEXT(out, "{\"kind\": \"model\", \"where\": \"warnings.lua:6\", \"text\": \"the step of 2 s is longer");
  CHECK(sinew("static warnings.lua --strict -q") == 6);
  CHECK(sinew("modes warnings.lua --strict -q") == 6);
  write_text("warnings.lua", "run { strict = true, dt = 2, duration = 1 }\n"
                             "point { name='p', at={0,0,1}, mass=1, velocity={1,0,0} }\n");
  CHECK(sinew("run warnings.lua -q") == 6);
  CHECK(sinew("run warnings.lua -q --set run.strict=false") == 0);
  CHECK(sinew("run warnings.lua -q --set run.strict=2") == 2);
}

/* A rotor at 60 rad/s: steps that turn it by more than they can tell are cut, so that its counted angle follows its rate; a large
   turn in one step is a warning, a small one is not. */
static void test_fast_rotation(void)
{
  static const struct {
    const char *dt, *scheme;
    int warned;
    double off; /* of 120 rad */
  } cases[] = {{"0.2", "ed", 1, 0.01},  {"0.2", "ep", 1, 0.3},    {"0.2", "midpoint", 1, 0.3},
               {"0.05", "ed", 1, 0.01}, {"0.02", "ed", 1, 0.003}, {"0.01", "ed", 0, 2e-4}};
  write_text("warnings.lua", "local rod = body { name='rod', at={0.5,0,0}, mass=1, inertia={0.001,0.084,0.084} }\n"
                             "revolute { name='pivot', ground, rod, at={0,0,0}, axis='y', initial_rate=60 }\n"
                             "channel('a', angle('pivot'))\n"
                             "run { dt = 0.2, duration = 2 }\n");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char line[200];
    (void)snprintf(line, sizeof line, "run warnings.lua -q --dt %s --scheme %s", cases[i].dt, cases[i].scheme);
    CHECK(sinew(line) == 0);
    CHECK((strstr(err, "body 'rod' turns by") != NULL) == cases[i].warned);
    CHECK(sinew("csv warnings.h5 a") == 0);
    const char *last = strrchr(out, ',');
    const double angle = last ? strtod(last + 1, NULL) : 0;
    printf("  %s, dt = %s s: %.6g rad\n", cases[i].scheme, cases[i].dt, angle);
    CHECK_NEAR(angle, 120, 120 * cases[i].off);
  }
}

int main(void)
{
  RUN(test_run_and_resume);
  RUN(test_strict);
  RUN(test_fast_rotation);
  remove("warnings.lua");
  remove("warnings.h5");
  remove("warnings_static.h5");
  remove("warnings_modes.h5");
  remove("warnings_s.csv");
  remove("warnings_s.h5");
  remove("warnings_out.txt");
  remove("warnings_err.txt");
  return REPORT();
}
