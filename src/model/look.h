/* model/look.h -- how an item looks in pictures: colour, opacity, gloss; by numbers or by the name of a material.
 * Who:     model.c reads it, session/scene.c hands it to the results; it has no say in the mechanics.
 */
#ifndef SN_MODEL_LOOK_H
#define SN_MODEL_LOOK_H
#include "base/error.h"

typedef struct {
  int has_color;
  unsigned char color[3];
  double opacity; /* 0 (not seen) .. 1 */
  double gloss;   /* 0.05 (rubber) .. 1 (usual) .. 3 (polished metal) */
} sn_look;

#define SN_MATERIALS "steel|aluminium|brass|copper|gold|plastic|rubber|wood|glass|concrete|carbon"
/* color: "#rrggbb" or a name, NULL: that of the material, or chosen by who draws; opacity NAN: that of the material, or 1;
   material: -1: none, else its number in SN_MATERIALS. */
sn_status sn_look_of(const char *color, double opacity, int material, const char *what, const char *where, sn_look *out,
                     sn_error *error);

#endif
