/* show/stage/color.h -- the colours of numbers in pictures. Who: show/picture/picture.c, and whoever wants the same colours. */
#ifndef SN_SHOW_COLOR_H
#define SN_SHOW_COLOR_H

/* 256 colours from dark blue over green to light yellow: lightness rises evenly, for all kinds of colour vision. */
void sn_color_map(unsigned char map[256][3]);

#endif
