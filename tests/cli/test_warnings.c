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

int main(void)
{
  RUN(test_run_and_resume);
  remove("warnings.lua");
  remove("warnings.h5");
  remove("warnings_out.txt");
  remove("warnings_err.txt");
  return REPORT();
}
