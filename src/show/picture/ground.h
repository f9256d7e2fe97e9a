/* show/picture/ground.h -- the floor of a picture: a grid under the model, and its shadow. Who: show/picture/studio.c. */
#ifndef SN_SHOW_GROUND_H
#define SN_SHOW_GROUND_H
#include "show/picture/raster.h"

typedef struct {
  sn_v3 origin;
  sn_m3 world; /* two axes of the floor, and up */
  double cell, radius;
  unsigned char floor[3], line[3];
  double dark; /* of the shadow, 0..1 */
  float *shadow, *scratch;
  struct sn_floor_pixel *kept; /* what each pixel shows of the floor; NULL: computed again for each picture */
} sn_ground;

/* low, high: the box around the motion, in world axes. 0: no memory */
int sn_ground_new(sn_m3 world, const double low[3], const double high[3], sn_arena *arena, sn_ground *out);
/* Shadow of what is straight above the floor; lighter with the distance. */
void sn_ground_shadow(sn_ground *g, const sn_drawable *d, int n);
/* For films with a fixed camera: computes once what each pixel shows of the floor. 0: no memory */
int sn_ground_keep(sn_ground *g, const sn_camera *camera, int width, int height, sn_arena *arena);
void sn_ground_paint(const sn_ground *g, const sn_camera *camera, sn_image *image);
double sn_nice_step(double x); /* 1, 2 or 5 times a power of ten, not above x */

#endif
