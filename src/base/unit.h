/* base/unit.h -- the units that people write and read: one table for functions of the model language (mm(20)), for `unit` of channels,
 *                and for the numbers of pictures, plots and legends. Everything inside the program is in SI.
 * Who:     language/unit.c, language/unit_function.c; show/plot, show/picture; api/describe.c (for Python).
 */
#ifndef SN_BASE_UNIT_H
#define SN_BASE_UNIT_H

enum { SN_METRE, SN_KILOGRAM, SN_SECOND, SN_RADIAN, SN_AMPERE, SN_KELVIN, SN_UNIT_BASES };
/* value in SI = size * value in the unit */
typedef struct {
  const char *name; /* as it is written after a number: "km/h" */
  double size;
  short power[SN_UNIT_BASES];
  const char *function; /* its function in the model language, "kmh"; NULL: it has none */
  int alone;            /* 1: only by itself, not in products: the g of accelerations is a gram everywhere else */
} sn_unit;
extern const sn_unit sn_units[];
extern const int sn_units_n;

/* The unit whose function has this name; NULL: there is none. */
const sn_unit *sn_unit_function(const char *name);
/* "m/s^2", the SI unit of a unit of the table; text has room for 32. */
const char *sn_unit_si(const sn_unit *u, char text[32]);

typedef struct {
  char unit[64];
  double factor; /* an SI number is divided by it */
} sn_engineering;

/* The unit for numbers as large as `size`: mm, MPa, kN, deg in place of SI; SI itself for units that have no other, and for
   very small numbers. The page has the same steps (viewer/src/ui/units.ts). */
sn_engineering sn_engineering_unit(const char *unit, double size);

#endif
