/* results/scene.h -- what a model looks like: shapes fixed in places, lines through them, joints, and numbers to colour by.
 * What:    plain tables. A place is a row of /nodes (results/viewer_rows.h); a spot is a frame fixed in a place. They are written
 *          once per file as compound datasets under /scene and read back as the same structs. Facts are words in the file;
 *          what a program asks for is coded beside them: by sn_scene_code, once.
 * Who:     session/result_plan.c fills it, the writer stores it; show draws it (page, pictures, VTK).
 * Limits:  texts are cut at their room. A table or a member that a file does not have reads as empty or zero: newer versions
 *          may add both.
 */
#ifndef SN_RESULTS_SCENE_H
#define SN_RESULTS_SCENE_H
#include "results/h5.h"
#include "results/reader.h"
#include "results/viewer_rows.h"

/* What an item is to who draws it. */
typedef enum {
  SN_SCENE_OTHER,
  SN_SCENE_PART,
  SN_SCENE_GROUND, /* ground, and parts that move as given */
  SN_SCENE_JOINT,
  SN_SCENE_LOAD, /* force, moment */
  SN_SCENE_FORCE /* springs, wheels, ... */
} sn_scene_role;
static inline int sn_scene_is_part(sn_scene_role role)
{
  return role == SN_SCENE_PART || role == SN_SCENE_GROUND;
}
/* What is stretched between two spots. */
typedef enum { SN_SCENE_ROD, SN_SCENE_SPRING, SN_SCENE_ARM } sn_scene_link;

/* x = x_row + R_row position, axes = R_row R(quaternion); scalar first. */
typedef struct {
  int row;
  double position[3], quaternion[4];
} sn_spot;

typedef struct {
  char name[128], kind[32], class[8]; /* class: "part", "joint", "force", "other" */
  sn_scene_role role;                 /* coded */
  char color[8];                      /* "#rrggbb"; "": chosen by who draws */
  double opacity, gloss;              /* 0: not said, 1; gloss 0.05 (rubber) .. 3 (polished) */
  int line;                           /* of the model, on which it is made; 0: not known */
  char place[32];                     /* what its place is: "centre of mass"; "": a line, or it has none */
} sn_scene_item;

/* The user's data as text: mass = 2.5 kg. */
typedef struct {
  int item;
  char name[32], text[96];
} sn_scene_fact;

/* A shape of model/shape.c with its sizes in the order of sn_shape.par; "mesh": a surface, in units of
   size[0]; "point": a mark without size. */
typedef struct {
  int item;
  char shape[16];
  double size[6];
  int surface; /* -1: none */
  sn_spot at;
} sn_scene_solid;

/* "spring", "rod", "arm": stretched between two spots; an arm joins a part to what is attached at a distance from it. radius 0: chosen by
   the renderer. */
typedef struct {
  int item;
  char shape[16];
  double radius;
  sn_spot a, b;
  sn_scene_link link; /* coded */
} sn_scene_between;

/* A section swept along rows line_row[first ..]. section -1: round, of this radius (0: chosen by who draws). Without order
   the section stands in the axes of the rows. With it the line is made of elements: order + 1 stations each, one element
   after the other, neighbours with the same station twice; between them places and axes are polynomials of that order.
   Station k is a spot on its row: line_spot[first_spot + k] is its position and quaternion there. */
typedef struct {
  int item, first, count;
  double radius;
  int section, smooth; /* smooth: a curve through its rows, else straight pieces */
  int order, first_spot;
} sn_scene_line;
enum { SN_SCENE_ORDER = 8 }; /* highest order */

/* Loops of a section: the first around it, then holes; points of the plane of the second and third axis. */
typedef struct {
  int section, first, count; /* points loop_point[first ..] */
} sn_scene_loop;

/* A triangle surface in coordinates of its shape: vertex[first_vertex ..], triangle[first_triangle ..] (counted from its
   first vertex). */
typedef struct {
  int first_vertex, n_vertex, first_triangle, n_triangle;
} sn_scene_surface;

/* Triangles whose corners are rows: sheet_row, sheet_triangle (counted from its first corner). Shells, faces of solids. Where they are
   there, sheet_beside, sheet_turn and sheet_node have one row for every one of sheet_row: the corner is beside its row, in the axes of the
   row `turn` (of the same node, or of its director alone), and it has this number in fields "nodes". sheet_element: of every triangle, for
   fields "elements". */
typedef struct {
  int item, first_row, n_row, first_triangle, n_triangle;
} sn_scene_sheet;

/* A joint's symbol, named like its kind; z of the spots is its axis. Also what holds something in the ground: "clamp" (z into
   what it holds) and "support" (z up, or down where what it holds hangs); along an edge "wall" (x along it, z into what it holds), "wedge"
   and "rollers" (z up). */
typedef struct {
  int item;
  char glyph[16];
  sn_spot a, b; /* on the first and the second part */
} sn_scene_joint;

typedef struct {
  int item;
  char quantity[8]; /* "force", "moment" */
  char series[256]; /* path of three numbers per row, ground axes */
  sn_spot at;
  int turns; /* coded: 1: a moment */
} sn_scene_arrow;

/* Numbers to colour a part by: one per "part", per row of its line ("nodes") or per element of it ("elements"). */
typedef struct {
  int item;
  char name[32], unit[16], on[16];
  int count;
  char series[256];
  int per; /* coded */
} sn_scene_field;
/* The word for a row's SN_OUT_PER_... among its flags (system/system.h); rows of no field are of their part. */
const char *sn_scene_per_word(int flags);

/* Names of the components of a series, where they are not x, y, z: "N|V2|V3". */
typedef struct {
  char series[256], names[64];
} sn_scene_label;

/* Series that replaces the time where rows are not instants: "load factor" of the equilibria of a path. */
typedef struct {
  char quantity[32], series[256];
} sn_scene_clock;

/* Camera of the model: a name, or two angles "30,20" (show/picture/view.h). */
typedef struct {
  char from[64];
  double aim[3], zoom;
  int has_aim;
} sn_scene_view;

/* One table of the scene: its rows, and how many. All tables: sn_scene_tables in scene.c. */
typedef struct {
  double up[3]; /* against gravity; z without it */
  double extent;
  int n_item, n_fact, n_solid, n_between, n_line, n_line_row, n_line_spot, n_loop, n_loop_point, n_surface, n_vertex,
      n_triangle, n_sheet, n_sheet_row, n_sheet_beside, n_sheet_turn, n_sheet_node, n_sheet_triangle, n_sheet_element,
      n_joint, n_arrow, n_field, n_label, n_clock, n_view;
  sn_scene_item *item;
  sn_scene_fact *fact;
  sn_scene_solid *solid;
  sn_scene_between *between;
  sn_scene_line *line;
  int *line_row;
  double (*line_spot)[7];
  sn_scene_loop *loop;
  double (*loop_point)[2];
  sn_scene_surface *surface;
  float (*vertex)[3];
  int (*triangle)[3];
  sn_scene_sheet *sheet;
  int *sheet_row;
  double (*sheet_beside)[3];
  int *sheet_turn, *sheet_node;
  int (*sheet_triangle)[3];
  int *sheet_element;
  sn_scene_joint *joint;
  sn_scene_arrow *arrow;
  sn_scene_field *field;
  sn_scene_label *label;
  sn_scene_clock *clock; /* one or none */
  sn_scene_view *view;   /* one or none */
  int n_place;           /* rows of /nodes; every row number in a scene that was read is below it */
  int *place_item;       /* item of each row; -1: ground */
} sn_scene;

/* Fills all members that are coded, out of the words beside them; scenes that were read have them. */
void sn_scene_code(sn_scene *scene);
int sn_scene_write(hid_t file, const sn_scene *scene); /* negative on failure */
/* The name of the first table with an invalid reference; NULL: all are valid. */
const char *sn_scene_check(const sn_scene *scene);
/* Checks every index, so that renderers need not. */
sn_status sn_scene_read(sn_reader *r, sn_arena *arena, sn_scene *out, sn_error *error);

/* A station of a line as a spot. */
sn_spot sn_scene_station(const sn_scene *scene, const sn_scene_line *line, int k);
/* Positions of all rows at a stored time; members that are NULL are skipped. Files without velocities give zeros. */
sn_status sn_scene_poses(sn_reader *r, const sn_scene *scene, unsigned long long row, sn_poses *out, sn_error *error);
/* The stored row nearest to a time. */
sn_status sn_reader_row_at(sn_reader *r, double t, unsigned long long *row, sn_error *error);

#endif
