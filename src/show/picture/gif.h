/* show/picture/gif.h -- writes films as animated GIF files. Who: show/picture/picture.c.
 * Use:     count the colours of some frames, begin, add every frame, end. The caller checks the stream for write
 *          errors.
 */
#ifndef SN_SHOW_GIF_H
#define SN_SHOW_GIF_H
#include <stdio.h>

#include "show/picture/raster.h"

typedef struct sn_gif sn_gif;
sn_gif *sn_gif_new(int width, int height, sn_arena *arena); /* NULL: no memory */
void sn_gif_count(sn_gif *g, const sn_image *frame);        /* counts the colours of a frame for the palette */
void sn_gif_begin(sn_gif *g, FILE *out);                    /* chooses the palette */
void sn_gif_add(sn_gif *g, const sn_image *frame, int hundredths, FILE *out);
void sn_gif_end(sn_gif *g, FILE *out);

#endif
