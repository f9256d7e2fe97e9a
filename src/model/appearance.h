/* model/appearance.h -- how an item looks in pictures: colour, opacity, gloss; by numbers or by its material.
 * Who:     model.c reads it, session/scene.c hands it to the results; it has no say in the mechanics.
 */
#ifndef SN_MODEL_APPEARANCE_H
#define SN_MODEL_APPEARANCE_H
#include "base/error.h"

typedef struct {
  int has_color;
  unsigned char color[3];
  double opacity; /* 0 (not seen) .. 1 */
  double gloss;   /* 0.05 (rubber) .. 1 (usual) .. 3 (polished metal) */
} sn_appearance;

/* color: "#rrggbb" or a name, NULL: that of the material, or chosen by who draws; opacity NAN: that of the material, or 1;
   material: how it looks (model/material_table.c); NULL: none. */
sn_status sn_appearance_of(const char *color, double opacity, const sn_appearance *material, const char *what,
                           const char *where, sn_appearance *out, sn_error *error);

#endif
