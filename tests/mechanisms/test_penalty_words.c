/* tests/mechanisms/test_penalty_words.c -- what is said of penalties that do not fit: too stiff for the step, before and after the run, or too
 *          soft for their load; and that nothing is said where nothing is wrong.
 * What:    models that the rules were not made from, through the built command: parts hinged by axes (whose rows do not see turns), a loop,
 *          a body by points that spins, a chain that falls.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/harness.h"

static const char *const models[] = {
    /* hinge */
    "local function rod(x) return body { at = { x, 0, 0 }, shape = box { size = { 1, 0.05, 0.05 }, mass = 1 } } end\n"
    "local a, b = rod(0.5), rod(1.5)\n"
    "revolute { ground, a, at = { 0, 0, 0 }, axis = 'y' } revolute { a, b, at = { 1, 0, 0 }, axis = 'y' }\n",
    /* loop */
    "local function rod(x, z, l, a)\n"
    "  return body { at = { x, 0, z }, orientation = axis_angle({ 0, 1, 0 }, a), shape = box { size = { l, 0.04, 0.04 "
    "}, mass = 1 } }\n"
    "end\n"
    "local a, b, c = rod(0, 0.25, 0.5, pi/2), rod(0.5, 0.5, 1, 0), rod(1, 0.25, 0.5, pi/2)\n"
    "revolute { ground, a, at = { 0, 0, 0 }, axis = 'y' } revolute { a, b, at = { 0, 0, 0.5 }, axis = 'y' }\n"
    "spherical { b, c, at = { 1, 0, 0.5 } } revolute { ground, c, at = { 1, 0, 0 }, axis = 'y' }\n",
    /* spin */
    "body { points = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, at = { 0.25, 0.25, 0.25 }, mass = 2,\n"
    "  inertia = { 0.3, 0.35, 0.45 }, angular_velocity = { 1, 8, 3 } }\n",
    /* chain */
    "local last = ground\n"
    "for i = 1, 5 do\n"
    "  last = link { last, from = i == 1 and { 0, 0, 0 } or nil, to = { 0.2*i, 0, 0 }, mass = 0.2 }.last\n"
    "end\n"};
enum { HINGE, LOOP, SPIN, CHAIN };
enum { BEFORE = 1, AFTER = 2, SOFT = 4 };

/* What is said of a run of 2 s. */
static int said(int model, const char *scheme, double k, double dt)
{
  static char text[65536];
  char command[1024];
  FILE *f = fopen("penalty_words.lua", "w");
  CHECK(f != NULL);
  if (!f) {
    return -1;
  }
  (void)fprintf(f, "%s%srun { scheme = %s, dt = %g, duration = 2, constraints = 'penalty', stiffness = %g }\n",
                model == SPIN ? "" : "gravity { 0, 0, -9.81 }\n", models[model], scheme, dt, k);
  (void)fclose(f);
  (void)snprintf(command, sizeof command, "'%s' run penalty_words.lua -o penalty_words.h5 2>&1", SN_TEST_SINEW);
  FILE *out = popen(command, "r");
  const size_t n = out ? fread(text, 1, sizeof text - 1, out) : 0;
  text[n] = 0;
  if (out) {
    (void)pclose(out);
  }
  CHECK_TEXT(text, "steps ");
  return (strstr(text, "is stiff for steps of") ? BEFORE : 0) |
         (strstr(text, "is too stiff for steps of") ? AFTER : 0) |
         (strstr(text, "is too soft for its load") ? SOFT : 0);
}

static void test_nothing_wrong(void)
{
  static const char *const schemes[] = {"'ep'", "'ed'", "'midpoint'", "'hht', alpha = -0.2"};
  for (int i = 0; i < 4; i++) {
    CHECK(said(HINGE, schemes[i], 1e9, 1e-2) == 0); /* rows that turn with the parts: no step is too long */
    CHECK(said(LOOP, schemes[i], 1e8, 1e-2) == 0);
    CHECK(said(SPIN, schemes[i], 1e6, 1e-3) == 0);
    CHECK(said(CHAIN, schemes[i], 1e6, 1e-3) == 0);
  }
  CHECK(said(SPIN, "'hht', alpha = -0.2", 1e6, 1e-2) == 0); /* it damps what it makes */
  CHECK(said(SPIN, "'ep'", 1e9, 2e-2) == 0);
  /* the trapezoidal rule gains by itself on bodies by axes (docs/theory.md, 12), whatever the penalty: it is not blamed */
  CHECK((said(HINGE, "'trapezoidal'", 1e6, 5e-3) & (AFTER | SOFT)) == 0);
}

static void test_too_stiff(void)
{
  CHECK(said(SPIN, "'midpoint'", 1e6, 2e-2) == (BEFORE | AFTER));
  CHECK(said(SPIN, "'midpoint'", 1e9, 5e-3) == (BEFORE | AFTER));
  CHECK(said(CHAIN, "'midpoint'", 1e6, 1e-2) == AFTER); /* at rest at first: nothing turns yet */
  CHECK(said(CHAIN, "'midpoint'", 1e9, 2e-3) == AFTER);
}

static void test_too_soft(void)
{
  CHECK(said(HINGE, "'ep'", 1e3, 1e-2) == SOFT);
  CHECK(said(HINGE, "'midpoint'", 1e3, 1e-2) == SOFT);
  CHECK(said(CHAIN, "'ed'", 1e3, 1e-2) == SOFT);
  CHECK(said(CHAIN, "'ed'", 1e6, 1e-2) == 0);
}

int main(void)
{
  RUN(test_nothing_wrong);
  RUN(test_too_stiff);
  RUN(test_too_soft);
  return REPORT();
}
