/* tests/base/test_text.c -- nearest spelling, hash, clocks. */
#include "base/text.h"
#include "tests/harness.h"

static const char *const names[] = {"stiffness", "damping", "length", "mass",   "mass_per_length", "radius", "at",
                                    "axis",      "a",       "b",      "torque", "friction",        "rest",   NULL};

static const char *nearest(const char *word)
{
  const char *n = sn_nearest(word, names, sizeof names / sizeof names[0]);
  return n ? n : "(none)";
}

static void test_slips(void)
{
  CHECK_TEXT(nearest("stifness"), "stiffness");
  CHECK_TEXT(nearest("Stiffness"), "stiffness");
  CHECK_TEXT(nearest("dampign"), "damping"); /* a swap is one edit */
  CHECK_TEXT(nearest("lenght"), "length");
  CHECK_TEXT(nearest("raduis"), "radius");
  CHECK_TEXT(nearest("axes"), "axis");
  CHECK(strcmp(nearest("mas"), "mass") == 0);
  CHECK(strcmp(nearest("mass"), "mass") == 0);
  CHECK_TEXT(nearest("frict"), "friction"); /* the only name that begins so */
}

static void test_nothing_near(void)
{
  CHECK_TEXT(nearest("colour"), "(none)");
  CHECK_TEXT(nearest(""), "(none)");
  CHECK_TEXT(nearest("xy"), "(none)");
  CHECK(sn_nearest(NULL, names, 3) == NULL);
  CHECK(sn_nearest("mass", names, 0) == NULL);
  char longest[200];
  memset(longest, 'm', sizeof longest - 1);
  longest[sizeof longest - 1] = '\0';
  CHECK_TEXT(nearest(longest), "(none)");
  CHECK(strcmp(nearest("A"), "a") == 0); /* equal but for case */
}

static void test_hash(void)
{
  /* published values of FNV-1a, 64 bits */
  CHECK(sn_hash("", 0) == UINT64_C(0xcbf29ce484222325));
  CHECK(sn_hash("a", 1) == UINT64_C(0xaf63dc4c8601ec8c));
  CHECK(sn_hash("foobar", 6) == UINT64_C(0x85944171f73967e8));
}

static void test_clocks(void)
{
  const double wall = sn_wall_seconds(), cpu = sn_cpu_seconds();
  volatile double x = 0;
  for (int k = 0; k < 2000000; k++) {
    x = x + k;
  }
  CHECK(sn_wall_seconds() > wall);
  CHECK(sn_cpu_seconds() > cpu);
  CHECK(sn_peak_memory_mb() > 0.1 && sn_peak_memory_mb() < 1e5);
}

int main(void)
{
  RUN(test_slips);
  RUN(test_nothing_near);
  RUN(test_hash);
  RUN(test_clocks);
  return REPORT();
}
