/* show/stage/stage.h -- a scene ready to be drawn: every shape has triangles, every item a colour, every size a number.
 * Who:     show/page/page.c sends it to the viewer, show/stage/mesh.c turns it into triangles at an instant (pictures, VTK).
 * Owner:   the arena. Shapes of equal form share one geometry, scaled: a chain of a thousand rods has one cylinder.
 */
#ifndef SN_SHOW_STAGE_H
#define SN_SHOW_STAGE_H
#include "results/scene.h"

/* Triangles in their own coordinates; corners that are sharp have a vertex per face. */
typedef struct {
  const char *name; /* "cylinder" */
  int n_vertex, n_triangle;
  const float (*vertex)[3], (*normal)[3];
  const int (*triangle)[3];
} sn_geometry;

typedef struct {
  int item, geometry;
  sn_spot at;
  double scale[3];
} sn_stage_solid;

/* Geometry along x from 0 to 1, stretched from a to b; across: its scale in y and z. */
typedef struct {
  int item, geometry;
  sn_spot a, b;
  double across;
} sn_stage_between;

typedef struct {
  int item, geometry;
  sn_spot a, b;
} sn_stage_joint;

typedef struct {
  const sn_scene *scene; /* lines, loops, sheets, arrows and fields are drawn from there */
  int n_geometry;
  const sn_geometry *geometry;
  int n_solid;
  const sn_stage_solid *solid;
  int n_between;
  const sn_stage_between *between;
  int n_joint;
  const sn_stage_joint *joint;     /* geometries of size 1, to be scaled by joint_size */
  double joint_size;               /* m: from the extent and the size of the parts that the joints connect */
  double *line_radius;             /* per line of the scene: what to draw where it says 0 */
  const unsigned char (*color)[3]; /* per item */
  const double *opacity, *gloss;   /* per item: 0 .. 1; 1: usual */
} sn_stage;

/* Extent of the motion of all parts: rows are added one by one; positions NULL: nothing. */
typedef struct {
  double low[3], high[3];
  int any;
} sn_reach;
void sn_reach_add(sn_reach *r, const sn_scene *scene, const double *position);
double sn_reach_radius(const sn_reach *r); /* half the diagonal of the box around it, m */

/* reach: radius of the whole motion (0: not known); marks are sized to be seen in it. */
sn_status sn_stage_of(const sn_scene *scene, double reach, sn_arena *arena, sn_stage *out, sn_error *error);

#endif
