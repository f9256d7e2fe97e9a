/* show/stage/color.h -- the colours of numbers in pictures. Who: show/picture/picture.c, and whoever wants the same colours. */
#ifndef SN_SHOW_COLOR_H
#define SN_SHOW_COLOR_H

/* 256 colours from dark blue over green to light yellow: lightness rises evenly, for all kinds of colour vision. For numbers of
   both signs from blue over white to red. */
void sn_color_map(int is_signed, unsigned char map[256][3]);

#endif
