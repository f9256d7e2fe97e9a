/* show/picture/view.h -- where a picture is seen from, and how far away. Who: show/picture/picture.c. */
#ifndef SN_SHOW_VIEW_H
#define SN_SHOW_VIEW_H
#include "show/picture/raster.h"

/* Axes for people: x is to the right in the front view, up is up, y goes back. */
sn_m3 sn_view_world(sn_v3 up);
/* Axes of the camera (right, up, back) of a view by name, or "AZIMUTH,ELEVATION" in degrees (90,0: right). */
sn_status sn_view_axes(const char *view, sn_m3 world, sn_m3 *out, sn_error *error);

/* The nearest camera of these axes that sees all points in a rectangle of the image, given its focal length. */
typedef struct {
  sn_m3 axes;
  double focal, half[2], most[4];
  int any;
} sn_fit;
sn_fit sn_fit_begin(sn_m3 axes, double width, double height); /* of the rectangle, in pixels */
void sn_fit_add(sn_fit *f, sn_v3 x);
double sn_fit_distance(const sn_fit *f); /* 1 without points */
/* The middle of the rectangle, in pixels; zoom > 1: larger. */
sn_camera sn_fit_end(const sn_fit *f, double x, double y, double zoom);
/* The same with another point in the middle of the rectangle. */
sn_camera sn_fit_aimed(const sn_fit *f, sn_v3 aim, double x, double y, double zoom);

#endif
