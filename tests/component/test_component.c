/* tests/component/test_component.c -- optional components: one that is not there, is no component, or is of another build; and what users
 *          read who ask for the laboratory without having it.
 */
#define _POSIX_C_SOURCE 200809L
#include "component/component.h"

#include <stdlib.h>
#include <unistd.h>

#include "component/lab.h"
#include "files.h"
#include "harness.h"

static const sn_component_request request = {"lab", "The laboratory", "sinew-lab", "lab", sizeof(sn_lab)};

static void fails(const char *what, const char *why)
{
  const sn_component *c = NULL;
  sn_error error = {0};
  CHECK(sn_component_open(&request, &c, &error) == SN_EINPUT && !c);
  CHECK_TEXT(error.what, what);
  CHECK_TEXT(error.why, why);
  CHECK_TEXT(error.fix, "sinew-lab");
  CHECK_TEXT(error.fix, "make lab");
}

static void test_absent(void)
{
  CHECK(setenv("SINEW_COMPONENTS", "no_such_folder", 1) == 0);
  fails("The laboratory is an optional component, which is not installed.", "SINEW_COMPONENTS");
  const sn_lab *lab = NULL;
  sn_error error = {0};
  CHECK(sn_lab_open(&lab, &error) == SN_EINPUT && !lab);
}

static void test_no_component(void)
{
  write_text("lab.so", "not a shared object");
  CHECK(setenv("SINEW_COMPONENTS", ".", 1) == 0);
  fails("The laboratory cannot be used: ./lab.so", "lab.so");
  CHECK(remove("lab.so") == 0);
}

/* A table of another size: that of another build. */
static void test_other_build(void)
{
  const sn_component *c = NULL;
  sn_error error = {0};
  const sn_component_request other = {"lab", "The laboratory", "sinew-lab", "lab", sizeof(sn_lab) + 8};
  CHECK(unsetenv("SINEW_COMPONENTS") == 0);
  if (SN_TEST_LAB) {
    const sn_lab *lab = NULL;
    CHECK_OK(sn_lab_open(&lab, &error), error);
    CHECK(lab && lab->base.size == sizeof *lab);
    CHECK(sn_component_open(&other, &c, &error) == SN_EINPUT && !c);
    CHECK_TEXT(error.why, "different sources");
  } else {
    CHECK(sn_component_open(&other, &c, &error) == SN_EINPUT && !c);
    CHECK_TEXT(error.why, "beside the libraries");
  }
}

/* The command line without the laboratory: where, what, why, what to do. */
static void says(const char *arguments, const char *where)
{
  char line[600], said[4000] = "";
  (void)snprintf(line, sizeof line, "SINEW_COMPONENTS=no_such_folder '" SN_TEST_SINEW "' %s 2>said.txt", arguments);
  CHECK(WEXITSTATUS(system(line)) == 2);
  slurp("said.txt", said, sizeof said);
  CHECK_TEXT(said, where);
  CHECK_TEXT(said, "is an optional component, which is not installed.");
  CHECK_TEXT(said, "There is no lab.so in the folder that SINEW_COMPONENTS names.");
  CHECK_TEXT(said, "Install the package sinew-lab; in a copy of the sources: make lab.");
}

static void test_command(void)
{
  write_text("rod.lua", "-- a rod\nplane_rod { name = 'it', length = 1, radius = 0.02, E = 1e6, density = 1000 }\n"
                        "run { duration = 1 }\n");
  says("run rod.lua", "rod.lua:2, plane_rod 'it'");
  says("check rod.lua", "rod.lua:2, plane_rod 'it'");
  says("study rod.lua", "rod.lua:2, plane_rod 'it'");
  says("study --schemes", "sinew study");
}

int main(void)
{
  RUN(test_absent);
  RUN(test_no_component);
  RUN(test_other_build);
  RUN(test_command);
  return REPORT();
}
