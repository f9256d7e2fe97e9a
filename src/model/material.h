/* model/material.h -- materials by their names: what they weigh, how stiff and strong they are, how they look.
 * Who:     every item has a field `material`, shapes have one, too; kinds say which of their fields a material fills (sn_material_use).
 *          What a user writes beside it wins.
 */
#ifndef SN_MODEL_MATERIAL_H
#define SN_MODEL_MATERIAL_H
#include "model/appearance.h"
#include "model/value.h"

/* NAN: the material has none. Pa, kg/m^3, 1/K. 1 is along fibres or grain, 2 and 3 across. E and G of such a material are those of a bar cut along 1. */
typedef struct {
  const char *name;
  double E, G, nu, density, yield, expansion;
  double E1, E2, nu12, G12, G13, G23;
  sn_appearance look;
} sn_named_material;
extern const sn_named_material sn_materials[]; /* ends with {0}; none: only a look */

/* A number of a material, by the name of its field. */
typedef struct {
  const char *name, *unit, *help;
  size_t offset;
} sn_material_property;
extern const sn_material_property sn_material_properties[]; /* ends with {0} */
double sn_material_value(const sn_named_material *material, const sn_material_property *property);

/* A field of a kind that a material fills, unless it is given or any of `unless` "a|b" is given or filled before it. times: another field that the value
   is multiplied by; without that field nothing is filled. with: another field without which it is not filled. */
typedef struct {
  const char *field, *property, *unless, *times, *with;
} sn_material_use;

#endif
