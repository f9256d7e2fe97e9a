/* show/stage/engineering.h -- units for people: mm, MPa, kN, deg in place of SI, chosen by how large the numbers are.
 * Who:     show/picture/labels.c. The page has the same table (viewer/src/ui/units.ts).
 */
#ifndef SN_SHOW_ENGINEERING_H
#define SN_SHOW_ENGINEERING_H

typedef struct {
  char unit[64];
  double factor; /* an SI number is divided by it */
} sn_engineering;

/* The unit for numbers as large as `size`; SI itself for units that have no other, and for very small numbers. */
sn_engineering sn_engineering_unit(const char *unit, double size);

#endif
