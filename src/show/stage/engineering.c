/* show/stage/engineering.c -- units for people: mm, MPa, kN, deg in place of SI, chosen by how large the numbers are.
 * Tests:   tests/show/test_picture.c.
 */
#include "show/stage/engineering.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* By the first word of a unit, from small to large: the name below this size. `whole`: only if nothing else follows. */
static const struct {
  const char *word;
  double below;
  const char *name;
  double factor;
  int whole;
} ladder[] = {
    {"N", 1e-4, "N", 1, 0},        {"N", 0.1, "mN", 1e-3, 0},     {"N", 1e4, "N", 1, 0},
    {"N", 1e7, "kN", 1e3, 0},      {"N", INFINITY, "MN", 1e6, 0}, {"Pa", 1e3, "Pa", 1, 0},
    {"Pa", 1e5, "kPa", 1e3, 0},    {"Pa", 1e11, "MPa", 1e6, 0},   {"Pa", INFINITY, "GPa", 1e9, 0},
    {"J", 1e-4, "J", 1, 0},        {"J", 0.1, "mJ", 1e-3, 0},     {"J", 1e4, "J", 1, 0},
    {"J", 1e7, "kJ", 1e3, 0},      {"J", INFINITY, "MJ", 1e6, 0}, {"W", 1e-4, "W", 1, 0},
    {"W", 0.1, "mW", 1e-3, 0},     {"W", 1e4, "W", 1, 0},         {"W", 1e7, "kW", 1e3, 0},
    {"W", INFINITY, "MW", 1e6, 0}, {"m", 1e-7, "m", 1, 1},        {"m", 1e-4, "um", 1e-6, 1},
    {"m", 0.1, "mm", 1e-3, 1},     {"m", 1e4, "m", 1, 1},         {"m", INFINITY, "km", 1e3, 1},
    {"m/s", 1e-4, "m/s", 1, 1},    {"m/s", 0.1, "mm/s", 1e-3, 1}, {"m/s", INFINITY, "m/s", 1, 1},
    {"kg", 1e-6, "kg", 1, 1},      {"kg", 0.1, "g", 1e-3, 1},     {"kg", 1e4, "kg", 1, 1},
    {"kg", INFINITY, "t", 1e3, 1}, {"rad", 1e-5, "rad", 1, 1},    {"rad", INFINITY, "deg", 0.017453292519943295, 1}};

sn_engineering sn_engineering_unit(const char *unit, double size)
{
  sn_engineering out = {.factor = 1};
  const char *known = strcmp(unit, "N/m^2") == 0 ? "Pa" : unit;
  (void)snprintf(out.unit, sizeof out.unit, "%.60s", known);
  for (size_t i = 0; i < sizeof ladder / sizeof *ladder; i++) {
    const size_t n = strlen(ladder[i].word);
    const char *rest = known + (strncmp(known, ladder[i].word, n) == 0 ? n : 0);
    const int fits = rest != known && (*rest == '\0' || (!ladder[i].whole && strchr(" */", *rest)));
    if (fits && size > 0 && isfinite(size) && size < ladder[i].below) {
      (void)snprintf(out.unit, sizeof out.unit, "%s%.50s", ladder[i].name, rest);
      out.factor = ladder[i].factor;
      break;
    }
  }
  return out;
}
