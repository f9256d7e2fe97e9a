/* show/picture/png.h -- writes images as PNG files. Who: show/picture/picture.c. */
#ifndef SN_SHOW_PNG_H
#define SN_SHOW_PNG_H
#include <stdio.h>

#include "show/picture/raster.h"

/* with_alpha 0: RGB (the image must be opaque). The caller checks the stream for write errors. */
sn_status sn_png_write(const sn_image *image, int with_alpha, FILE *out, sn_arena *arena, sn_error *error);

#endif
