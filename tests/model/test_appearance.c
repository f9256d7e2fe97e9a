/* tests/model/test_appearance.c -- colours and materials: every name that is offered is known, and what is none is refused. */
#include <math.h>
#include <string.h>

#include "harness.h"
#include "model/appearance.h"
#include "model/material.h"

static void test_colors(void)
{
  sn_appearance l;
  sn_error e = {0};
  CHECK_OK(sn_appearance_of(NULL, NAN, NULL, "body 'a'", "m.lua:1", &l, &e), e);
  CHECK(!l.has_color && l.opacity == 1 && l.gloss == 1);
  CHECK_OK(sn_appearance_of("#cc3311", 0.25, NULL, "body 'a'", "m.lua:1", &l, &e), e);
  CHECK(l.has_color && l.color[0] == 0xcc && l.color[1] == 0x33 && l.color[2] == 0x11 && l.opacity == 0.25);
  static const char *const bad[] = {"#cc331", "#cc33zz", "#cc33111", "rad", "", "cc3311"};
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    CHECK(sn_appearance_of(bad[k], NAN, NULL, "body 'a'", "m.lua:1", &l, &e) == SN_EINPUT);
    CHECK_TEXT(e.what, "is no colour");
    CHECK_TEXT(e.where, "m.lua:1");
  }
  CHECK(sn_appearance_of("rad", NAN, NULL, "body 'a'", "m.lua:1", &l, &e) == SN_EINPUT);
  CHECK_TEXT(e.fix, "\"red\"");
}

static void test_materials(void)
{
  for (const sn_named_material *t = sn_materials; t->name; t++) {
    sn_appearance l, painted;
    sn_error e = {0};
    CHECK_OK(sn_appearance_of(NULL, NAN, &t->look, "body 'a'", "m.lua:1", &l, &e), e);
    CHECK(l.has_color && l.opacity > 0 && l.opacity <= 1 && l.gloss >= 0.05 && l.gloss <= 3);
    CHECK_OK(sn_appearance_of("blue", 0.5, &t->look, "body 'a'", "m.lua:1", &painted, &e),
             e); /* colour and opacity come first */
    CHECK(painted.gloss == l.gloss && painted.opacity == 0.5 && painted.color[2] == 187);
  }
}

int main(void)
{
  RUN(test_colors);
  RUN(test_materials);
  return REPORT();
}
