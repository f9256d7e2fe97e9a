/* base/unit.c -- the units that people write and read, and which of them fits numbers of some size.
 * Tests:   tests/base/test_unit.c, tests/language/test_units.c; tests/show/test_picture.c (legends).
 */
#include "base/unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define DEGREE 0.017453292519943295

const sn_unit sn_units[] = {{"m", 1, {1}, NULL, 0},
                            {"um", 1e-6, {1}, "um", 0},
                            {"mm", 1e-3, {1}, "mm", 0},
                            {"cm", 1e-2, {1}, "cm", 0},
                            {"km", 1e3, {1}, "km", 0},
                            {"mm^2", 1e-6, {2}, "mm2", 0},
                            {"cm^2", 1e-4, {2}, "cm2", 0},
                            {"mm^4", 1e-12, {4}, "mm4", 0},
                            {"cm^4", 1e-8, {4}, "cm4", 0},
                            {"s", 1, {0, 0, 1}, NULL, 0},
                            {"us", 1e-6, {0, 0, 1}, NULL, 0},
                            {"ms", 1e-3, {0, 0, 1}, "ms", 0},
                            {"min", 60, {0, 0, 1}, "minutes", 0},
                            {"h", 3600, {0, 0, 1}, "hours", 0},
                            {"kg", 1, {0, 1}, NULL, 0},
                            {"g", 1e-3, {0, 1}, "g", 0},
                            {"t", 1e3, {0, 1}, "t", 0},
                            {"g", 9.80665, {1, 0, -2}, NULL, 1},
                            {"rad", 1, {0, 0, 0, 1}, NULL, 0},
                            {"mrad", 1e-3, {0, 0, 0, 1}, "mrad", 0},
                            {"deg", DEGREE, {0, 0, 0, 1}, "deg", 0},
                            {"rev", 6.283185307179586, {0, 0, 0, 1}, "rev", 0},
                            {"rpm", 0.10471975511965977, {0, 0, -1, 1}, "rpm", 0},
                            {"Hz", 1, {0, 0, -1}, NULL, 0},
                            {"kHz", 1e3, {0, 0, -1}, NULL, 0},
                            {"m/s", 1, {1, 0, -1}, NULL, 0},
                            {"mm/s", 1e-3, {1, 0, -1}, NULL, 0},
                            {"km/h", 1 / 3.6, {1, 0, -1}, "kmh", 0},
                            {"N", 1, {1, 1, -2}, NULL, 0},
                            {"mN", 1e-3, {1, 1, -2}, "mN", 0},
                            {"kN", 1e3, {1, 1, -2}, "kN", 0},
                            {"MN", 1e6, {1, 1, -2}, "MN", 0},
                            {"J", 1, {2, 1, -2}, NULL, 0},
                            {"mJ", 1e-3, {2, 1, -2}, "mJ", 0},
                            {"kJ", 1e3, {2, 1, -2}, "kJ", 0},
                            {"MJ", 1e6, {2, 1, -2}, "MJ", 0},
                            {"W", 1, {2, 1, -3}, NULL, 0},
                            {"mW", 1e-3, {2, 1, -3}, "mW", 0},
                            {"kW", 1e3, {2, 1, -3}, "kW", 0},
                            {"MW", 1e6, {2, 1, -3}, "MW", 0},
                            {"Pa", 1, {-1, 1, -2}, NULL, 0},
                            {"kPa", 1e3, {-1, 1, -2}, "kPa", 0},
                            {"MPa", 1e6, {-1, 1, -2}, "MPa", 0},
                            {"GPa", 1e9, {-1, 1, -2}, "GPa", 0},
                            {"bar", 1e5, {-1, 1, -2}, NULL, 0}, /* a kind has this name */
                            {"A", 1, {0, 0, 0, 0, 1}, NULL, 0},
                            {"V", 1, {2, 1, -3, 0, -1}, NULL, 0},
                            {"Ohm", 1, {2, 1, -3, 0, -2}, NULL, 0},
                            {"C", 1, {0, 0, 1, 0, 1}, NULL, 0},
                            {"K", 1, {0, 0, 0, 0, 0, 1}, NULL, 0},
                            {"%", 1e-2, {0}, "percent", 0},
                            {"1", 1, {0}, NULL, 0}};
const int sn_units_n = sizeof sn_units / sizeof *sn_units;

const sn_unit *sn_unit_function(const char *name)
{
  for (int k = 0; k < sn_units_n; k++) {
    if (sn_units[k].function && strcmp(sn_units[k].function, name) == 0) {
      return sn_units + k;
    }
  }
  return NULL;
}

static int same_power(const sn_unit *a, const sn_unit *b)
{
  return memcmp(a->power, b->power, sizeof a->power) == 0;
}

const char *sn_unit_si(const sn_unit *u, char text[32])
{
  for (int k = 0; k < sn_units_n; k++) {
    if (sn_units[k].size == 1 && same_power(sn_units + k, u)) {
      (void)snprintf(text, 32, "%s", sn_units[k].name);
      return text;
    }
  }
  const char *power = strchr(u->name, '^'); /* an area, a second moment, a rate of turning */
  (void)snprintf(text, 32, "%s%s", u->power[SN_RADIAN] ? "rad/s" : "m", power && !u->power[SN_RADIAN] ? power : "");
  return text;
}

/* ---- units for people, by size */

/* By the first word of a unit, from small to large: the name below this size. `whole`: only if nothing else follows. */
static const struct {
  const char *word;
  double below;
  const char *name;
  int whole;
} steps[] = {
    {"N", 1e-4, "N", 0},        {"N", 0.1, "mN", 0},      {"N", 1e4, "N", 0},          {"N", 1e7, "kN", 0},
    {"N", INFINITY, "MN", 0},   {"Pa", 1e3, "Pa", 0},     {"Pa", 1e5, "kPa", 0},       {"Pa", 1e11, "MPa", 0},
    {"Pa", INFINITY, "GPa", 0}, {"J", 1e-4, "J", 0},      {"J", 0.1, "mJ", 0},         {"J", 1e4, "J", 0},
    {"J", 1e7, "kJ", 0},        {"J", INFINITY, "MJ", 0}, {"W", 1e-4, "W", 0},         {"W", 0.1, "mW", 0},
    {"W", 1e4, "W", 0},         {"W", 1e7, "kW", 0},      {"W", INFINITY, "MW", 0},    {"m", 1e-7, "m", 1},
    {"m", 1e-4, "um", 1},       {"m", 0.1, "mm", 1},      {"m", 1e4, "m", 1},          {"m", INFINITY, "km", 1},
    {"s", 1e-7, "s", 1},        {"s", 1e-4, "us", 1},     {"s", 0.1, "ms", 1},         {"s", INFINITY, "s", 1},
    {"m/s", 1e-4, "m/s", 1},    {"m/s", 0.1, "mm/s", 1},  {"m/s", INFINITY, "m/s", 1}, {"kg", 1e-6, "kg", 1},
    {"kg", 0.1, "g", 1},        {"kg", 1e4, "kg", 1},     {"kg", INFINITY, "t", 1},    {"rad", 1e-5, "rad", 1},
    {"rad", INFINITY, "deg", 1}};

static double size_of(const char *name)
{
  int k = 0;
  while (strcmp(sn_units[k].name, name) != 0) {
    k++;
  }
  return sn_units[k].size;
}

sn_engineering sn_engineering_unit(const char *unit, double size)
{
  sn_engineering out = {.factor = 1};
  const char *known = strcmp(unit, "N/m^2") == 0 ? "Pa" : unit;
  (void)snprintf(out.unit, sizeof out.unit, "%.60s", known);
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
    const size_t n = strlen(steps[i].word);
    const char *rest = known + (strncmp(known, steps[i].word, n) == 0 ? n : 0);
    const int fits = rest != known && (*rest == '\0' || (!steps[i].whole && strchr(" */", *rest)));
    if (fits && size > 0 && isfinite(size) && size < steps[i].below) {
      (void)snprintf(out.unit, sizeof out.unit, "%s%.50s", steps[i].name, rest);
      out.factor = size_of(steps[i].name);
      break;
    }
  }
  return out;
}
