/* model/material_table.c -- the materials that have names.
 * What:    values for a first design at room temperature; those of a product differ by its alloy, treatment and thickness. Yield: at 0.2 % plastic strain, the
 *          least that the standard guarantees.
 * Sources: EN 1993-1-1 3.2.6 and EN 10025-2 (steel: S235), EN 1993-1-4 and EN 10088-4 (stainless steel: 1.4301), EN 1999-1-1 3.2 (aluminium: EN AW-6061
 *          T6), MIL-HDBK-5J 5.4.1 (titanium: Ti-6Al-4V, annealed), Copper Development Association (copper: C11000, annealed; brass: C36000,
 *          annealed), EN 1561 (cast iron: EN-GJL-250, E at small loads), CRC Handbook of Chemistry and Physics (gold), EN 572-1 (glass),
 *          EN 1992-1-1 3.1 and EN 1991-1-1 (concrete: C30/37), EN 338 (wood: C24, mean values; rolling shear a tenth of G), Gent's relation at 60
 *          Shore A (rubber; density of a filled natural rubber), data sheet of PA 2200, laser-sintered (PA12; nu: usual of polyamides), usual
 *          values of ABS (plastic), Soden, Hinton and Kaddour, Compos. Sci. Technol. 58 (1998) 1011 (CFRP ply: AS4/3501-6, GFRP ply:
 *          E-glass/MY750; G23 = E2/(2 (1 + nu23)); densities of 60 % of fibres).
 * Tests:   tests/model/test_material.c
 */
#include <math.h>

#include "model/material.h"

#define NO_FIBRES .E1 = NAN, .E2 = NAN, .nu12 = NAN, .G12 = NAN, .G13 = NAN, .G23 = NAN
#define LOOK(r, g, b, opacity, gloss) \
  {                                   \
    1, {r, g, b}, opacity, gloss      \
  }
#define STEEL                                                                                      \
  .E = 210e9, .G = NAN, .nu = 0.3, .density = 7850, .yield = 235e6, .expansion = 12e-6, NO_FIBRES, \
  .look = LOOK(150, 158, 168, 1, 2.2)
#define ALUMINIUM                                                                                 \
  .E = 70e9, .G = NAN, .nu = 0.3, .density = 2700, .yield = 240e6, .expansion = 23e-6, NO_FIBRES, \
  .look = LOOK(196, 200, 204, 1, 1.8)
#define CFRP                                                                                                   \
  .E = 126e9, .G = 6.6e9, .nu = NAN, .density = 1580, .yield = NAN, .expansion = NAN, .E1 = 126e9, .E2 = 11e9, \
  .nu12 = 0.28, .G12 = 6.6e9, .G13 = 6.6e9, .G23 = 3.93e9, .look = LOOK(56, 60, 66, 1, 1.4)

const sn_named_material sn_materials[] = {{.name = "steel", STEEL},
                                          {.name = "stainless steel",
                                           .E = 200e9,
                                           .G = NAN,
                                           .nu = 0.3,
                                           .density = 7900,
                                           .yield = 210e6,
                                           .expansion = 16e-6,
                                           NO_FIBRES,
                                           .look = LOOK(170, 175, 180, 1, 2.4)},
                                          {.name = "cast iron",
                                           .E = 110e9,
                                           .G = NAN,
                                           .nu = 0.26,
                                           .density = 7200,
                                           .yield = NAN,
                                           .expansion = 11e-6,
                                           NO_FIBRES,
                                           .look = LOOK(95, 98, 102, 1, 0.6)},
                                          {.name = "aluminium", ALUMINIUM},
                                          {.name = "aluminum", ALUMINIUM},
                                          {.name = "titanium",
                                           .E = 110e9,
                                           .G = NAN,
                                           .nu = 0.31,
                                           .density = 4430,
                                           .yield = 827e6,
                                           .expansion = 8.8e-6,
                                           NO_FIBRES,
                                           .look = LOOK(165, 165, 162, 1, 1.6)},
                                          {.name = "copper",
                                           .E = 117e9,
                                           .G = NAN,
                                           .nu = 0.34,
                                           .density = 8930,
                                           .yield = 69e6,
                                           .expansion = 17e-6,
                                           NO_FIBRES,
                                           .look = LOOK(190, 110, 72, 1, 2.4)},
                                          {.name = "brass",
                                           .E = 97e9,
                                           .G = NAN,
                                           .nu = 0.34,
                                           .density = 8490,
                                           .yield = 124e6,
                                           .expansion = 20.5e-6,
                                           NO_FIBRES,
                                           .look = LOOK(196, 160, 72, 1, 2.4)},
                                          {.name = "gold",
                                           .E = 78e9,
                                           .G = NAN,
                                           .nu = 0.44,
                                           .density = 19300,
                                           .yield = NAN,
                                           .expansion = 14.2e-6,
                                           NO_FIBRES,
                                           .look = LOOK(222, 178, 60, 1, 3)},
                                          {.name = "glass",
                                           .E = 70e9,
                                           .G = NAN,
                                           .nu = 0.2,
                                           .density = 2500,
                                           .yield = NAN,
                                           .expansion = 9e-6,
                                           NO_FIBRES,
                                           .look = LOOK(170, 205, 220, 0.35, 3)},
                                          {.name = "concrete",
                                           .E = 33e9,
                                           .G = NAN,
                                           .nu = 0.2,
                                           .density = 2400,
                                           .yield = NAN,
                                           .expansion = 10e-6,
                                           NO_FIBRES,
                                           .look = LOOK(165, 162, 155, 1, 0.05)},
                                          {.name = "wood",
                                           .E = 11e9,
                                           .G = 0.69e9,
                                           .nu = NAN,
                                           .density = 420,
                                           .yield = NAN,
                                           .expansion = NAN,
                                           .E1 = 11e9,
                                           .E2 = 0.37e9,
                                           .nu12 = 0.4,
                                           .G12 = 0.69e9,
                                           .G13 = 0.69e9,
                                           .G23 = 0.069e9,
                                           .look = LOOK(170, 125, 80, 1, 0.3)},
                                          {.name = "wood across",
                                           .E = 0.37e9,
                                           .G = 0.069e9,
                                           .nu = NAN,
                                           .density = 420,
                                           .yield = NAN,
                                           .expansion = NAN,
                                           NO_FIBRES,
                                           .look = LOOK(170, 125, 80, 1, 0.3)},
                                          {.name = "rubber",
                                           .E = 3.6e6,
                                           .G = NAN,
                                           .nu = 0.499,
                                           .density = 1100,
                                           .yield = NAN,
                                           .expansion = NAN,
                                           NO_FIBRES,
                                           .look = LOOK(48, 48, 50, 1, 0.2)},
                                          {.name = "PA12",
                                           .E = 1.65e9,
                                           .G = NAN,
                                           .nu = 0.39,
                                           .density = 930,
                                           .yield = NAN,
                                           .expansion = NAN,
                                           NO_FIBRES,
                                           .look = LOOK(225, 225, 220, 1, 0.3)},
                                          {.name = "plastic",
                                           .E = 2.3e9,
                                           .G = NAN,
                                           .nu = 0.37,
                                           .density = 1050,
                                           .yield = 45e6,
                                           .expansion = 90e-6,
                                           NO_FIBRES,
                                           .look = LOOK(90, 130, 190, 1, 1)},
                                          {.name = "CFRP ply", CFRP},
                                          {.name = "carbon", CFRP},
                                          {.name = "GFRP ply",
                                           .E = 45.6e9,
                                           .G = 5.83e9,
                                           .nu = NAN,
                                           .density = 2020,
                                           .yield = NAN,
                                           .expansion = NAN,
                                           .E1 = 45.6e9,
                                           .E2 = 16.2e9,
                                           .nu12 = 0.278,
                                           .G12 = 5.83e9,
                                           .G13 = 5.83e9,
                                           .G23 = 5.79e9,
                                           .look = LOOK(205, 215, 190, 0.8, 1)},
                                          {0}};

#define ROW(member, unit, help)                              \
  {                                                          \
#member, unit, help, offsetof(sn_named_material, member) \
  }
const sn_material_property sn_material_properties[] = {
    ROW(E, "Pa", "Young's modulus; of fibres or grain: along them"),
    ROW(G, "Pa", "shear modulus, where it does not follow from E and nu"),
    ROW(nu, "", "Poisson's ratio"),
    ROW(density, "kg/m^3", "density"),
    ROW(yield, "Pa", "yield stress"),
    ROW(expansion, "1/K", "thermal expansion"),
    ROW(E1, "Pa", "of an orthotropic material: modulus along its fibres"),
    ROW(E2, "Pa", "modulus across its fibres"),
    ROW(nu12, "", "contraction across by a pull along the fibres"),
    ROW(G12, "Pa", "shear modulus in the plane of a ply"),
    ROW(G13, "Pa", "shear modulus through its thickness, along the fibres"),
    ROW(G23, "Pa", "the same across the fibres"),
    {0}};

double sn_material_value(const sn_named_material *material, const sn_material_property *property)
{
  return *(const double *)(const void *)((const char *)material + property->offset);
}
