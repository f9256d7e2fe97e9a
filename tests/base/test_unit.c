/* tests/base/test_unit.c -- the table of units, and which unit fits numbers of some size.
 * Laws:    every function has one unit; the SI unit of a unit has its dimension; numbers shown in a chosen unit are neither tiny nor huge.
 */
#include <math.h>
#include <string.h>

#include "base/unit.h"
#include "harness.h"

static void test_functions(void)
{
  char text[32];
  for (int k = 0; k < sn_units_n; k++) {
    const sn_unit *u = sn_units + k;
    CHECK(u->size > 0);
    CHECK(!u->function || sn_unit_function(u->function) == u); /* no name twice */
    if (u->function) {
      CHECK(sn_unit_si(u, text)[0] != '\0');
    }
  }
  CHECK(sn_unit_function("mm")->size == 1e-3);
  CHECK(sn_unit_function("g")->size == 1e-3);
  CHECK(!sn_unit_function("bar") && !sn_unit_function("m") && !sn_unit_function(""));
  static const char *const si[][2] = {{"mm", "m"},    {"cm4", "m^4"},   {"mm2", "m^2"}, {"g", "kg"},
                                      {"kmh", "m/s"}, {"rpm", "rad/s"}, {"deg", "rad"}, {"hours", "s"},
                                      {"MPa", "Pa"},  {"kN", "N"},      {"MW", "W"},    {"percent", "1"}};
  for (size_t k = 0; k < sizeof si / sizeof *si; k++) {
    CHECK_TEXT(sn_unit_si(sn_unit_function(si[k][0]), text), si[k][1]);
  }
}

static void test_engineering(void)
{
  static const struct {
    const char *si;
    double size;
    const char *shown;
    double factor;
  } rows[] = {{"m", 0.02, "mm", 1e-3},
              {"m", 2, "m", 1},
              {"m", 1e-13, "m", 1},
              {"m", 4e4, "km", 1e3},
              {"N/m^2", 2e8, "MPa", 1e6},
              {"Pa", 2.1e11, "GPa", 1e9},
              {"N", 3e4, "kN", 1e3},
              {"N m", 3e4, "kN m", 1e3},
              {"N m/rad", 3e4, "kN m/rad", 1e3},
              {"rad", 1, "deg", 0.017453292519943295},
              {"rad/s", 1, "rad/s", 1},
              {"m/s^2", 1e-3, "m/s^2", 1},
              {"s", 2e-3, "ms", 1e-3},
              {"kg", 0.02, "g", 1e-3},
              {"kg m^2", 1e-3, "kg m^2", 1},
              {"mine", 1e9, "mine", 1},
              {"", 1e9, "", 1},
              {"m", NAN, "m", 1},
              {"m", INFINITY, "m", 1},
              {"m", 0, "m", 1}};
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    const sn_engineering e = sn_engineering_unit(rows[k].si, rows[k].size);
    CHECK_TEXT(e.unit, rows[k].shown);
    CHECK_NEAR(e.factor, rows[k].factor, 0);
  }
  static const char *const units[] = {"m", "N", "Pa", "J", "W"};
  for (int k = 0; k < 5; k++) {
    for (double size = 0.02; size < 1e8; size *= 1.7) {
      const double shown = size / sn_engineering_unit(units[k], size).factor;
      CHECK(shown >= 0.01 && shown < 1e6);
    }
  }
}

int main(void)
{
  RUN(test_functions);
  RUN(test_engineering);
  return REPORT();
}
