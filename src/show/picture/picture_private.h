/* show/picture/picture_private.h -- what the files of pictures share: colours, arrows, the studio, labels, output files. */
#ifndef SN_SHOW_PICTURE_PRIVATE_H
#define SN_SHOW_PICTURE_PRIVATE_H
#include <stdio.h>

#include "show/picture/ground.h"
#include "show/picture/picture.h"
#include "show/picture/raster.h"
#include "show/picture/view.h"
#include "show/stage/mesh.h"

/* ---- tint.c: the colours of a mesh at an instant */
typedef struct {
  const sn_picture_source *source;
  const sn_stage *stage;
  const sn_mesh *mesh;
  const char *name, *unit; /* NULL: every item its own colour */
  int quantity;
  int *field; /* per item: its field, -1 */
  int *first; /* per field: its numbers in `number`, -1: not stored */
  double *number;
  int n_relative, *relative; /* fields of the same unit on the same items */
  double *beside, largest;   /* room for their numbers; the largest of them over the run */
  double (*start)[3];        /* vertices at the first row */
  double low, high;          /* range over the run */
  unsigned char (*color)[3]; /* per triangle */
  float *value;              /* per vertex; NULL: none */
  unsigned char map[256][3];
} sn_tint;
sn_status sn_tint_new(const sn_picture_source *source, const sn_stage *stage, const sn_mesh *mesh, const char *name,
                      sn_arena *arena, sn_tint *out, sn_error *error);
void sn_tint_begin(sn_tint *t); /* the mesh is in the position of the first row */
/* Called when the mesh has been moved to this row: reads its numbers; then widens the range by them, or colours the mesh. */
sn_status sn_tint_row(sn_tint *t, int row, sn_error *error);
void sn_tint_widen(sn_tint *t, int row);
void sn_tint_settle(sn_tint *t); /* called after the last row: ends of the range that are round-off become 0 */
void sn_tint_paint(sn_tint *t);

/* ---- arrows.c: forces and moments */
typedef struct {
  const sn_picture_source *source;
  const sn_stage *stage;
  int n; /* arrows that are drawn */
  const sn_scene_arrow **arrow;
  double (*vector)[3], longest[2], size; /* longest force and moment of the run; length of their arrows, m */
  int n_vertex, n_triangle;
  double (*vertex)[3], (*normal)[3];
  int (*triangle)[3];
  unsigned char (*color)[3];
} sn_arrows;
sn_status sn_arrows_new(const sn_picture_source *source, const sn_stage *stage, sn_arena *arena, sn_arrows *out,
                        sn_error *error);
sn_status sn_arrows_row(sn_arrows *a, int row, sn_error *error);
void sn_arrows_widen(sn_arrows *a);
void sn_arrows_move(sn_arrows *a, const sn_poses *places);

/* ---- studio.c: a scene, a camera, a floor and light, ready to take pictures */
typedef struct {
  unsigned char background[3], ink[3], faint[3], floor[3], line[3];
  double shadow;
  int clear;
} sn_theme;
typedef struct {
  sn_picture_source source;
  sn_picture_options options; /* defaults filled in */
  const sn_theme *theme;
  sn_stage stage;
  sn_mesh mesh;
  sn_poses places;
  sn_tint tint;
  sn_arrows arrows;
  sn_m3 world;
  double low[3], high[3]; /* of the motion, world axes */
  int panels, columns, rows, panel_width, panel_height, legend_width;
  double text; /* height of letters, pixels */
  sn_camera camera;
  sn_ground ground;
  int has_ground;
  sn_raster *raster;
  sn_image layer, panel, image;
} sn_studio;
/* panels: number of instants next to each other. */
sn_status sn_studio_new(const sn_picture_source *source, const sn_picture_options *options, int panels, int width,
                        int height, sn_arena *arena, sn_studio *out, sn_error *error);
/* Fills out->image: one panel per entry of row, or all of them over each other (overlay). */
sn_status sn_studio_take(sn_studio *s, const int *row, int n, sn_error *error);
/* The stored row nearest to a time. */
int sn_row_at(const sn_picture_source *source, double t);

/* ---- aim.c: what the camera has in its middle; *aimed 0: the whole motion */
sn_status sn_studio_aim(sn_studio *s, sn_arena *arena, int *aimed, sn_v3 *out, sn_error *error);

/* ---- labels.c */
void sn_label_panel(sn_studio *s, sn_image *image, const int *row, int n, int first);
void sn_label_legend(const sn_studio *s, sn_image *image);

/* ---- output.c: a file written beside its name, then renamed */
typedef struct {
  const char *file, *part;
  FILE *to;
} sn_output;
sn_status sn_output_check(const char *file, sn_error *error); /* a folder or a device is never replaced */
sn_status sn_output_open(sn_output *o, const char *file, sn_arena *arena, sn_error *error);
/* status not SN_OK: removes the unfinished file and returns the status. */
sn_status sn_output_close(sn_output *o, sn_status status, sn_error *error);

#endif
