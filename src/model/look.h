/* model/look.h -- how an item looks in pictures: colour, opacity, gloss; by numbers or by its material.
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

/* color: "#rrggbb" or a name, NULL: that of the material, or chosen by who draws; opacity NAN: that of the material, or 1;
   material: how it looks (model/material_table.c); NULL: none. */
sn_status sn_look_of(const char *color, double opacity, const sn_look *material, const char *what, const char *where,
                     sn_look *out, sn_error *error);

#endif
