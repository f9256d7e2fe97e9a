/* language/unit.c -- units of signals and formulas: what an operation makes of them, and by what factor a channel is stored in another.
 * Rule:    everything inside is SI. Every symbol has the unit of its value in SI as far as it is known:
 *            firm    a signal, sums of like units, a signal plus a number (which has the unit of what it is added to), products and
 *                    quotients of signals, roots, whole powers
 *            loose   a number times a signal: a number may be a factor or a quantity (a stiffness), so that the unit is a guess
 *            none    nothing is known (curves, arguments of functions)
 *            mixed   unlike units were added
 * Tests:   tests/language/test_units.c.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/unit.h"
#include "language/language_private.h"

/* ---- units in words */

#define KNOWN_LIST                                                                                                     \
  "m mm cm um km, s ms us min h, kg g t, rad mrad deg rev rpm Hz kHz, N mN kN MN, J mJ kJ MJ, W mW kW MW, Pa kPa MPa " \
  "GPa bar, A V Ohm C, K, % (g of an acceleration is 9.80665 m/s^2)"

typedef struct {
  double size;
  int power[SN_UNIT_BASES];
} dimension;

static const sn_unit *unit_named(const char *text, size_t n)
{
  for (int k = 0; k < sn_units_n; k++) {
    if (!sn_units[k].alone && strlen(sn_units[k].name) == n && memcmp(sn_units[k].name, text, n) == 0) {
      return sn_units + k;
    }
  }
  return NULL;
}

/* Reads "N m/rad^2": names with powers, multiplied; those after a slash divide. 0: the text is not a unit. */
static int read_unit(const char *text, dimension *out)
{
  int divides = 0;
  *out = (dimension){.size = 1};
  for (const char *p = text; *p;) {
    const size_t n = strcspn(p, " /^");
    const sn_unit *u = unit_named(p, n);
    int power = 1;
    p += n;
    if (!u) {
      return 0;
    }
    if (*p == '^') {
      p++;
      const int negative = *p == '-';
      p += negative;
      if (*p < '1' || *p > '9') {
        return 0;
      }
      power = (*p++ - '0') * (negative ? -1 : 1);
    }
    power = divides ? -power : power;
    out->size *= pow(u->size, power);
    for (int k = 0; k < SN_UNIT_BASES; k++) {
      out->power[k] += power * u->power[k];
    }
    while (*p == ' ' || *p == '/') {
      divides |= *p++ == '/';
    }
  }
  return 1;
}

static int is_same(const dimension *a, const dimension *b)
{
  for (int k = 0; k < SN_UNIT_BASES; k++) {
    if (k != SN_RADIAN && a->power[k] != b->power[k]) {
      return 0;
    }
  }
  return 1;
}

/* Is it an angle? The power of rad counts only alone, not in N m/rad or m rad. */
static int is_angle(const dimension *d)
{
  return d->power[SN_RADIAN] == 1 && !d->power[SN_METRE] && !d->power[SN_KILOGRAM] && !d->power[SN_AMPERE];
}

/* Can a value of one unit be shown in the other? Angles and pure numbers are different. */
static int is_alike(const dimension *a, const dimension *b)
{
  return is_same(a, b) && is_angle(a) == is_angle(b);
}

/* Reads a unit for a value of a known dimension: a name that means something else when it is alone (g, of an acceleration). */
static int read_as(const char *text, const dimension *of, dimension *out)
{
  if (!read_unit(text, out)) {
    return 0;
  }
  for (int k = 0; k < sn_units_n && !is_alike(of, out); k++) {
    if (sn_units[k].alone && strcmp(sn_units[k].name, text) == 0) {
      out->size = sn_units[k].size;
      for (int b = 0; b < SN_UNIT_BASES; b++) {
        out->power[b] = sn_units[k].power[b];
      }
    }
  }
  return 1;
}

/* The text of the SI unit, in the arena of the model. */
static const char *name_of(sn_lang *s, const dimension *d)
{
  static const char *const preferred[] = {"m",      "m/s",      "m/s^2", "rad", "rad/s", "rad/s^2", "s",
                                          "kg",     "N",        "N m",   "W",   "Pa",    "N/m",     "N s/m",
                                          "kg m/s", "kg m^2/s", "m^2",   "m^3", "kg m^2"};
  static const char *const base[] = {"m", "kg", "s", "rad", "A", "K"};
  dimension other;
  for (size_t k = 0; k < sizeof preferred / sizeof *preferred; k++) {
    if (read_unit(preferred[k], &other) && is_alike(d, &other)) {
      return preferred[k];
    }
  }
  char text[96] = "";
  int parts = 0;
  for (int pass = 0; pass < 2; pass++) { /* above the slash, then below */
    for (int k = 0; k < SN_UNIT_BASES; k++) {
      const int p = pass ? -d->power[k] : d->power[k];
      if (p <= 0 || k == SN_RADIAN) {
        continue;
      }
      char power[12] = "";
      if (p > 1) {
        (void)snprintf(power, sizeof power, "^%d", p);
      }
      const size_t used = strlen(text);
      (void)snprintf(text + used, sizeof text - used, "%s%s%s",
                     pass    ? (parts ? "/" : "1/")
                     : parts ? " "
                             : "",
                     base[k], power);
      parts++;
    }
  }
  return parts ? sn_lang_copy(s, text) : "1";
}

/* ---- what operations make of them */

sn_lang_unit sn_lang_unit_of(const char *text)
{
  dimension d;
  /* an input in deg is a number that is never converted: deg is only its label */
  const sn_lang_unit_state state = text[0] && read_unit(text, &d) && d.size == 1 ? SN_LANG_FIRM : SN_LANG_NO_UNIT;
  return (sn_lang_unit){.text = text, .state = state, .times = 1};
}

/* The dimension; 0: it is unknown. */
static int dimension_of(const sn_lang_unit *u, dimension *d)
{
  return (u->state == SN_LANG_FIRM || u->state == SN_LANG_LOOSE) && read_unit(u->text, d);
}

static sn_lang_unit unknown(void)
{
  return (sn_lang_unit){.text = "", .state = SN_LANG_NO_UNIT, .times = 1};
}

sn_lang_unit sn_lang_unit_sum(sn_lang_unit a, sn_lang_unit b)
{
  dimension da, db;
  /* a number has the unit of the quantity it is added to */
  if (a.state == SN_LANG_NUMBER || b.state == SN_LANG_NUMBER) {
    return a.state == SN_LANG_NUMBER ? b : a;
  }
  if (a.state == SN_LANG_MIXED || b.state == SN_LANG_MIXED) {
    return a.state == SN_LANG_MIXED ? a : b;
  }
  if (!dimension_of(&a, &da) || !dimension_of(&b, &db)) {                /* an unknown unit must fit the other */
    const int equal = a.state == b.state && strcmp(a.text, b.text) == 0; /* a name of the user */
    return a.state == SN_LANG_FIRM || equal ? a : b.state == SN_LANG_FIRM ? b : unknown();
  }
  if (is_same(&da, &db)) {
    const int exchange = a.state == SN_LANG_LOOSE && b.state == SN_LANG_FIRM;
    sn_lang_unit r = exchange ? b : a;
    r.times = a.times == b.times ? a.times : NAN;
    return r;
  }
  if (a.state == SN_LANG_FIRM && b.state == SN_LANG_FIRM) {
    return (sn_lang_unit){.text = "", .state = SN_LANG_MIXED, .times = 1};
  }
  return a.state == SN_LANG_FIRM ? a : b.state == SN_LANG_FIRM ? b : unknown();
}

sn_lang_unit sn_lang_unit_power(sn_lang *s, sn_lang_unit a, double power)
{
  dimension d;
  if (a.state == SN_LANG_NUMBER) {
    a.times = pow(a.times, power);
    return a;
  }
  if (!dimension_of(&a, &d)) {
    return unknown();
  }
  for (int k = 0; k < SN_UNIT_BASES; k++) {
    const double p = d.power[k] * power;
    if (p != floor(p) || fabs(p) > 9) {
      return unknown();
    }
    d.power[k] = (int)p;
  }
  return (sn_lang_unit){.text = name_of(s, &d), .state = a.state, .times = pow(a.times, power)};
}

sn_lang_unit sn_lang_unit_product(sn_lang *s, sn_lang_unit a, sn_lang_unit b)
{
  dimension da, db;
  if (a.state == SN_LANG_NUMBER || b.state == SN_LANG_NUMBER) {
    sn_lang_unit r = a.state == SN_LANG_NUMBER ? b : a;
    r.times = a.times * b.times;
    r.state = r.state == SN_LANG_FIRM ? SN_LANG_LOOSE : r.state;
    return r.state == SN_LANG_LOOSE || r.state == SN_LANG_NUMBER ? r : unknown();
  }
  if (!dimension_of(&a, &da) || !dimension_of(&b, &db)) {
    return unknown();
  }
  for (int k = 0; k < SN_UNIT_BASES; k++) {
    da.power[k] += db.power[k];
    if (da.power[k] > 9 || da.power[k] < -9) {
      return unknown();
    }
  }
  const int loose = a.state == SN_LANG_LOOSE || b.state == SN_LANG_LOOSE;
  return (sn_lang_unit){
      .text = name_of(s, &da), .state = loose ? SN_LANG_LOOSE : SN_LANG_FIRM, .times = a.times * b.times};
}

const char *sn_lang_unit_label(sn_lang_unit u)
{
  const int is_known = u.state == SN_LANG_FIRM && strcmp(u.text, "1") != 0;
  return is_known || u.state == SN_LANG_NO_UNIT ? u.text : "";
}

/* ---- a channel in another unit */

void sn_lang_check_unit(sn_lang *s, const char *of, const char *name, const char *unit)
{
  dimension d;
  if (read_unit(unit, &d)) {
    return;
  }
  const char **names = SN_NEW(s->scratch, const char *, sn_units_n);
  if (!names) {
    sn_lang_no_memory(s);
  }
  for (int k = 0; k < sn_units_n; k++) {
    names[k] = sn_units[k].name;
  }
  const char *meant = sn_nearest(unit, names, (size_t)sn_units_n);
  sn_lang_error(s, "%s \"%.60s\": \"%.20s\" is no unit that is known.", of, name, unit);
  sn_error_why(&s->error, "Known are %s, and products, quotients and powers of them (N m, kg m^2/s).", KNOWN_LIST);
  sn_error_fix(&s->error, meant ? "Did you mean unit = \"%s\"?" : "Write one of these, or leave out unit%s.",
               meant ? meant : "");
  sn_lang_raise(s);
}

/* Some units that a value of this dimension can be shown in. */
static void list_alike(const dimension *d, char *out, size_t room)
{
  out[0] = 0;
  for (int k = 0; k < sn_units_n; k++) {
    dimension other;
    const size_t used = strlen(out);
    if (read_as(sn_units[k].name, d, &other) && is_alike(d, &other) && used + 12 < room) {
      (void)snprintf(out + used, room - used, "%s%s", used ? ", " : "", sn_units[k].name);
    }
  }
}

static void refuse(sn_lang *s, const char *channel, const sn_lang_unit *is, const dimension *d, const char *unit)
{
  char alike[128];
  list_alike(d, alike, sizeof alike);
  const int pure = strcmp(is->text, "1") == 0;
  sn_lang_error(s, "channel \"%.60s\" is %s%s, which cannot be shown in %.20s.", channel,
                pure ? "a pure number" : "in ", pure ? "" : is->text, unit);
  sn_error_why(&s->error, "Its formula gives %s%s, and that is no other unit of the same quantity.",
               pure ? "a number without a unit" : "", pure ? "" : is->text);
  if (alike[0] && !pure) {
    sn_error_fix(&s->error, "Write one of %s, or leave out unit.", alike);
  } else {
    sn_error_fix(&s->error, "Leave out unit.");
  }
  sn_lang_raise(s);
}

/* A unit that would be a label on a number which may or may not be in SI. */
static void refuse_guess(sn_lang *s, const char *channel, const sn_lang_unit *is, const dimension *wanted,
                         const char *unit)
{
  const int mixed = is->state == SN_LANG_MIXED;
  dimension si = *wanted;
  si.size = 1;
  sn_lang_error(s, "channel \"%.60s\" cannot be shown in %.20s: the unit of its formula is not known.", channel, unit);
  sn_error_why(&s->error, "%s",
               mixed ? "It adds signals of different units."
                     : "A number in it may have a unit of its own, so it is unknown whether the formula is in SI.");
  if (mixed) {
    sn_error_fix(&s->error, "Add like units, or leave out unit.");
  } else {
    sn_error_fix(&s->error, "Write the formula in SI and unit = \"%s\", or leave out unit.", name_of(s, &si));
  }
  sn_lang_raise(s);
}

double sn_lang_unit_factor(sn_lang *s, const char *channel, sn_lang_unit is, const char *unit)
{
  dimension from, to;
  sn_lang_check_unit(s, "channel", channel, unit);
  (void)read_unit(unit, &to);
  if (is.state == SN_LANG_NUMBER || strcmp(is.text, unit) == 0) {
    return 1;
  }
  const int some = dimension_of(&is, &from);
  if (some && read_as(unit, &from, &to) && is_alike(&from, &to)) {
    const double factor = 1 / to.size;
    /* 180/pi*angle in deg, 1000*x in mm: it is converted already */
    return is.state == SN_LANG_LOOSE && fabs(fabs(is.times) - factor) <= 1e-6 * factor ? 1 : factor;
  }
  if (is.state == SN_LANG_FIRM) {
    refuse(s, channel, &is, &from, unit);
  }
  if (is.state == SN_LANG_MIXED || to.size != 1) {
    refuse_guess(s, channel, &is, &to, unit);
  }
  return 1; /* a stiffness times a length in N: the unit cannot be checked */
}
