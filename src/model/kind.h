/* model/kind.h -- a kind of part, joint, force or setting is a const table: inputs, outputs and one function.
 * What:    the tables check the input (nearest spelling, range, unit), fill the parameter struct, make the reference
 *          manual and the channels. A kind never sees a matrix, a step or a scheme.
 * How:     one file per kind and a word in the list of its folder (parts/part.h, joints/joint.h). Read parts/point.c before you write a new one.
 */
#ifndef SN_MODEL_KIND_H
#define SN_MODEL_KIND_H
#include <stddef.h>

#include "mesh/mesh.h"
#include "mesh/surface.h"
#include "model/appearance.h"
#include "model/mass.h"
#include "model/material.h"
#include "model/section.h"
#include "model/value.h"
#include "system/builder.h"
#include "system/observation.h"

/* Type of a field: the member of the parameter struct, and what it is when the field is not given. */
typedef enum {
  SN_NUMBER,      /* double                                                         its preset, or NAN */
  SN_COUNT,       /* int                                                            its preset, or 0 */
  SN_FLAG,        /* int 0 or 1                                                     its preset, or 0 */
  SN_TEXT,        /* const char *                                                   NULL */
  SN_CHOICE,      /* int: index into `choices` "a|b|c"                              its preset, or 0 */
  SN_VECTOR,      /* sn_v3 (three numbers; "x", "y", "z", "-x".. are directions)    x[0] = NAN */
  SN_PLACE,       /* sn_v3, a point in the item's drawing coordinates               x[0] = NAN */
  SN_NUMBERS,     /* sn_numbers; rows of equal length are strung together           n = 0
                     (or a function of the arguments `choices`, if it names any) */
  SN_POINTS,      /* sn_points                                                      n = 0 */
  SN_ORIENTATION, /* sn_m3: matrix, axis_angle, quaternion, euler, two directions   c[0].x[0] = NAN */
  SN_SYMMETRIC,   /* sn_m3: 3 numbers (diagonal), 6 (xx yy zz xy xz yz), or 3x3     c[0].x[0] = NAN */
  SN_PART,        /* sn_ref                                                         given = 0 */
  SN_JOINT,       /* sn_ref to an item of class SN_CLASS_JOINT (handle or name)     given = 0 */
  SN_FUNCTION,    /* const sn_expr *: number or function of the arguments `choices` NULL */
  SN_FUNCTION3,   /* sn_expr3: three numbers or a function that returns three       e[0] = NULL */
  SN_SHAPES,      /* sn_shapes: one shape or a list of them                         n = 0 */
  SN_SIDE,        /* sn_side: frame on one side of a joint, local coordinates       given = 0 */
  SN_TABLE,       /* a struct filled by the table `sub` (first member: int given)   given = 0 */
  SN_INLINE,      /* the same struct, its fields written at this level              */
  SN_TABLES,      /* sn_tables: tables by names of the user's choice, each a struct
                     filled by the table `sub`, of `size` bytes                     n = 0 */
  SN_JOINTS,      /* sn_refs: a list of joints (handles or names)                   n = 0 */
  SN_TEXTS,       /* sn_texts: a list of texts                                      n = 0 */
  SN_SURFACE,     /* const sn_surface *: name of a file beside the model            NULL */
  SN_MESH,        /* const sn_mesh *: the same, of a mesh (MSH, INP)                NULL */
  SN_MATERIAL,    /* const sn_named_material *: its name, or a table like another   NULL */
  SN_SECTION,     /* sn_sections: a cross section of a beam, or a function of s     given = 0 */
  SN_PARTS,       /* sn_refs: a list of parts                                       n = 0 */
  SN_NODES        /* sn_refs: a list of places: nodes of parts, of the ground,
                     or {x, y, z} (given = 0, `point` in drawing coordinates)       n = 0 */
} sn_type;

typedef struct {
  int n;
  const double *x;           /* NULL: given by a function */
  int columns;               /* 0: a plain list, else length of each row */
  const sn_expr *const *law; /* n results of the function */
} sn_numbers;
typedef struct {
  int n;
  const sn_v3 *x;
} sn_points;
typedef struct {
  const sn_expr *e[3];
} sn_expr3;
typedef struct {
  int n;
  const sn_ref *x;
} sn_refs;
typedef struct {
  int n;
  const char *const *x;
} sn_texts;
typedef struct {
  int n;
  const char *const *name;
  void *at; /* n structs */
} sn_tables;
typedef struct {
  int given;
  sn_v3 at;
  sn_m3 axes;
  int has_at, has_axes;
} sn_side;

/* A simple solid: mass properties and picture. Placed by `at` and `axes` in the coordinates of its body. */
typedef struct sn_shape_kind sn_shape_kind;
typedef struct {
  const sn_shape_kind *kind;
  double par[6];                     /* box: edges; mesh: scale; others: length, radius, second radius (inner, top) */
  double density;                    /* NAN: picture only */
  double mass;                       /* NAN: from density */
  const sn_named_material *material; /* NULL: not given */
  sn_v3 at;
  sn_m3 axes;
  const sn_surface *surface; /* mesh: in units of its file, to be multiplied by par[0]; NULL: another kind */
} sn_shape;
typedef struct {
  int n;
  const sn_shape *shape;
} sn_shapes;

/* A row has a name, type, unit and help; the rest by name, as far as it has it: SN_MEMBER always, SN_POSITIVE, .required = 1. */
typedef struct sn_input sn_input;
struct sn_input {
  const char *name;
  sn_type type;
  const char *unit, *help;
  size_t offset; /* into the parameter struct */
  double lo, hi; /* numbers: lo <= value <= hi; both 0: any */
  double preset; /* numbers, counts, flags, choices: what is not given */
  int has_preset;
  int required;
  const char *choices; /* CHOICE: "a|b|c"; FUNCTION: names of its arguments "t" or "x,v,t" */
  /* TABLE, INLINE, TABLES; FUNCTION, FUNCTION3: sn_follows_signals, or NULL: its arguments are all it reads */
  const sn_input *sub;
  size_t size;      /* TABLES: bytes of the struct that `sub` fills */
  const char *also; /* another name of the field; NULL: it has none */
};
extern const sn_input sn_follows_signals[]; /* empty */
#define SN_MEMBER(type, member) .offset = offsetof(type, member)
#define SN_BETWEEN(lowest, highest) .lo = (lowest), .hi = (highest)
#define SN_POSITIVE SN_BETWEEN(0x1p-1022, INFINITY)
#define SN_NOT_NEGATIVE SN_BETWEEN(0.0, INFINITY)
#define SN_PRESET(value) .preset = (value), .has_preset = 1
/* Whether numbers are limited, and what a number is that is not given (NAN: nothing). */
int sn_input_has_range(const sn_input *in);
double sn_input_preset(const sn_input *in);

/* Fields that would do nothing without another one, or beside it: refused (model/useless_fields.c). */
typedef struct {
  const char *fields, *other; /* names, "a|b|c": any of them */
  int beside;                 /* 1: beside the other; 0: without it */
  const char *why;            /* what follows "`x` would do nothing: " */
} sn_idle;

typedef struct {
  const char *name, *unit;
  int n;
  const char *help;
  void (*evaluate)(const sn_observation *o, const void *frozen, double *out);
  int flags; /* SN_OUT_STORED, SN_OUT_AT_REST, SN_OUT_REACTION (system/system.h) */
} sn_output;
/* Usual flags. */
enum {
  SN_SHOWN = SN_OUT_STORED | SN_OUT_AT_REST,                    /* coordinates, lengths, forces of laws */
  SN_CARRIED = SN_OUT_STORED | SN_OUT_AT_REST | SN_OUT_REACTION /* what constraints carry */
};

/* Where inside a part: at a length s along it and, if it has layers, in which of them (0: the lowest), 0 lower .. 1 upper side. */
typedef struct {
  double s;
  int layer;
  double height;
} sn_station_point;

/* The same there: output(beam, "N", s), output(beam:node(k), "N"), output(shell:at(u, v), "S11", "ply 2 top"). */
typedef struct {
  const char *name, *unit;
  int n;
  const char *help;
  void (*evaluate)(const sn_observation *o, const void *frozen, const sn_station_point *at, double *out);
  int layered; /* 1: it differs from layer to layer */
} sn_along;

/* Numbers of a part that do not change, a matrix by rows: printed by `sinew check`, kept in results under /constants. */
typedef struct {
  const char *name, *unit;
  int rows, columns; /* at most 3 each */
  const char *help;
  int (*evaluate)(const void *frozen, double *out); /* 0: it has none */
} sn_constant;

/* Numbers along a part, for colours: one per part, per node of its line or per element. */
typedef struct {
  const char *name, *unit;
  int per; /* SN_OUT_PER_... (system/system.h) */
  const char *help;
  int (*count)(const void *frozen);
  void (*evaluate)(const sn_observation *o, const void *frozen, double *out);
  /* fields that are cheaper together: this one and those behind it in the table, out[i] the numbers of the i-th; 0: one by one */
  int n_together;
  void (*evaluate_together)(const sn_observation *o, const void *frozen, double *const *out);
} sn_field;

/* Components of an output that have names of their own: "N|V2|V3". */
typedef struct {
  const char *output, *names;
} sn_component_names;

typedef enum { SN_CLASS_PART, SN_CLASS_JOINT, SN_CLASS_FORCE, SN_CLASS_SETTING } sn_class;

/* Data for an analysis or for pictures, at most one item in a model. */
typedef enum { SN_SERVES_NONE, SN_SERVES_LOAD_PATH, SN_SERVES_MODES, SN_SERVES_VIEW } sn_service;

/* ---- groups of a kind; every member of them is optional: 0 or NULL where a kind has no use for it */

/* What a kind reports; all functions get item->frozen. */
typedef struct {
  const sn_output *outputs;             /* ends with {0} */
  const sn_component_names *components; /* ends with {0}; outputs that are not in it have x, y, z */
  const sn_along *along;        /* parts with a length or with layers: outputs at a place in them; ends with {0} */
  const sn_field *fields;       /* ends with {0}; stored for pictures, not known to channels */
  const sn_constant *constants; /* ends with {0} */
  int shows_energy;             /* 1: the energy stored in it is among its fields */
  const char *(*summary)(
      const void *frozen); /* lines that `sinew check` prints about it; NULL, or returning NULL: none */
} sn_kind_reports;

/* Parts: where others are attached to them, and what they weigh. */
typedef struct {
  /* the frame at a station (after freeze) */
  sn_status (*attach)(const sn_item *item, int station, sn_builder *b, sn_frame *out, sn_error *error);
  /* number of stations (`c.first`, `c.last`, `c:node(k)`), known before freeze. NULL: none. */
  int (*stations)(const sn_item *item);
  /* drawn place and axes of a station in ground coordinates, BEFORE freeze; 0: it has none. NULL: the first
     fields of type SN_PLACE and SN_ORIENTATION of the table (`at`, `orientation` of body, point, base). */
  int (*drawn)(const sn_item *item, int station, sn_v3 *x, sn_m3 *axes);
  /* parts that modes can make less than perfect (imperfection_mode): how far a station is from its perfect place, ground coordinates of
     the drawn configuration */
  sn_v3 (*imperfection)(const sn_item *item, int station);
  const char *place_text; /* what the place of their node is; NULL: stations, or none */
  void (*mass)(const sn_item *item, const sn_v3 *q,
               sn_own_mass *out);                  /* as given, with all vectors at q (after freeze) */
  int by_node;                                     /* 1: only its stations can be held, not the part as a whole */
  const sn_shapes *(*shapes)(const sn_item *item); /* its shapes, in its coordinates, for contacts. NULL: none */
  int prescribed; /* 1: its motion is given (base); initial joint coordinates never move it */
} sn_kind_part;

/* Parts with a length, or with two ends. */
typedef struct {
  /* the station nearest to the length s as drawn, and its own length, BEFORE freeze; -1: none */
  int (*station_at)(const sn_item *item, double s, double *nearest);
  double (*length_at)(const void *frozen, int station); /* the length at a station (after freeze) */
  /* where the ends are, with all vectors at q (after freeze), also where their nodes belong to other parts. NULL: one place. */
  void (*ends)(const sn_item *item, const sn_v3 *q, sn_v3 out[2]);
  /* moves nodes of its own at q, between its ends, to where it could hang, before an equilibrium is sought (cables that
     are drawn straight and shorter than they are). NULL: as drawn. */
  void (*sag)(const sn_item *item, sn_v3 gravity, sn_v3 *q);
} sn_kind_line;

/* A surface of a mesh: sides of elements, nodes, m^2. */
typedef struct {
  const char *name;
  int n_side, n_node;
  double area;
} sn_surface_fact;

/* A point that stands for a piece of a surface, in contacts. */
typedef struct {
  sn_frame frame; /* where it is */
  sn_v3 normal;   /* outward, as it starts, ground */
  double area;    /* of the piece, as drawn */
  double modulus; /* N/m^3: of its material, over the depth of the element below it */
} sn_surface_point;
typedef struct {
  int n;
  sn_surface_point *point;
  double mass, size; /* of the whole part; its smallest extent */
} sn_surface_points;

/* Parts with a surface. Errors have what, why and fix. */
typedef struct {
  /* the station nearest to two parameters (u, v), and its own, BEFORE freeze; -1: none */
  int (*station_on)(const sn_item *item, double u, double v, double nearest[2]);
  /* the station of this name, BEFORE freeze */
  sn_status (*station_named)(const sn_item *item, const char *name, int *station, sn_error *error);
  /* the station of a surface of this name: its mean position and rotation, BEFORE freeze */
  sn_status (*surface_named)(const sn_item *item, const char *name, int *station, sn_error *error);
  /* surface k of a mesh, for `sinew check`; 0: it has no more */
  int (*surface_fact)(const sn_item *item, int k, sn_surface_fact *out);
  /* points of integration of the surface at this station, or of all surfaces (SN_STATION_SELF); none at others. After freeze. */
  sn_status (*points_on)(const sn_item *item, int station, sn_builder *b, sn_surface_points *out, sn_error *error);
  /* the node nearest to a place, drawing coordinates, BEFORE freeze */
  int (*station_near)(const sn_item *item, sn_v3 x);
  /* the stations along an edge, in their order, BEFORE freeze; a closed one ends where it begins */
  sn_status (*stations_along)(const sn_item *item, const char *edge, sn_arena *arena, const int **station, int *n,
                              sn_error *error);
  int (*edge_order)(const sn_item *item); /* order of the elements along edges, BEFORE freeze */
  /* a frame at a station whose third axis is the director, and whose first is the slope of the surface across
     `axis` (ground, as it starts; right-handed: axis x director), a unit vector then. After freeze. */
  sn_status (*across)(const sn_item *item, int station, sn_v3 axis, sn_builder *b, sn_frame *out, sn_error *error);
  /* layered ones: the layer and height that a text names (NULL: where outputs are that name none) */
  sn_status (*layer_of)(const sn_item *item, const char *text, sn_station_point *out, sn_error *error);
} sn_kind_surface;

/* Joints: their coordinates. */
typedef struct {
  /* adds coordinate `name` ("angle", "displacement", ...) times coefficient to the current composite block;
     the value is the reported joint coordinate (zero as drawn). NULL name: its only one. */
  sn_status (*coordinate)(const sn_item *item, const char *name, double coefficient, sn_builder *b, sn_error *error);
  /* names of its coordinates "angle|displacement". Outputs: the same names, rates "angle_rate|displacement_rate"
     (signals angle(j), displacement(j), rate(j), rate(j, "angle")). */
  const char *coordinates;
  /* the fields `initial` and `initial_rate` of coordinate `name` (NAN: not given). NULL: no initial coordinates. */
  void (*initial)(const sn_item *item, const char *name, double *value, double *rate);
  /* names of what `initial` and `motion` know, in their order, where that is not `coordinates` (a ball joint has no
     coordinates but turns). NULL: the coordinates. */
  const char *starts;
  /* what coordinate `name` does to the second part, in ground coordinates of the drawn configuration, BEFORE freeze
     (only item->ref and item->param are known; sn_drawn_frame gives the parts): it turns by value*rotation_per_unit about
     the unit `axis` through `point` and moves by value*translation_per_unit along it (revolute 1, 0; prismatic 0, 1;
     screw of its angle 1, pitch). Several coordinates: the motion is the product in the order of `coordinates`, the last
     one acting first on the second part, all axes as drawn (universal "angle_a|angle_b": R(axis_a) R(axis_b);
     planar "x|y|angle"). Used by model/start.c. */
  sn_status (*motion)(const sn_item *item, const char *name, sn_v3 *point, sn_v3 *axis, double *rotation_per_unit,
                      double *translation_per_unit, sn_error *error);
  int welds;        /* 1: the two parts cannot move against each other */
  int second_whole; /* 1: the second part is meant as a whole, not its node at `at` (a slide along a line) */
} sn_kind_joint;

/* Axes of others that a kind holds; places with axes held must then have three (a shell makes such nodes triads). */
typedef struct {
  int (*axes)(const sn_item *item, int k); /* 1: those of its k-th positional entry. NULL: of none. */
  sn_refs (*places)(const sn_item *item);  /* further places, in a field. NULL: none. */
} sn_kind_holds;

typedef struct sn_kind sn_kind;
struct sn_kind {
  const char *name;
  const char *help; /* one sentence for the manual */
  sn_class class;
  sn_service serves;
  int n_refs; /* positional entries [1], [2]: parts (joints, springs) or joints (gears) */
  /* positional entries: SN_CLASS_PART (0) or, for gears, SN_CLASS_JOINT. All n_refs of them must be given, except in kinds
     of class SN_CLASS_PART, and those that say so, where they may be left out (ref.given = 0). */
  sn_class ref_class;
  int may_be_fewer;       /* 1: further parts can be in a field */
  const sn_input *inputs; /* ends with {0} */
  const sn_idle *idle;    /* ends with {0}; NULL: none */
  const sn_material_use
      *material; /* which of its fields a material fills; ends with {0}; NULL: none, it is for pictures */
  size_t param_size;
  /* once, when its fields have been read: what they make together, in the arena of the model (item->param may change). NULL: nothing. */
  sn_status (*prepare)(sn_item *item, sn_arena *arena, sn_error *error);
  /* user data -> vectors, masses, forms. Sets item->frozen (in the builder's arena). */
  sn_status (*freeze)(sn_item *item, sn_builder *b, sn_error *error);
  sn_kind_reports reports;
  sn_kind_part part;
  sn_kind_line line;
  sn_kind_surface surface;
  sn_kind_joint joint;
  sn_kind_holds holds;
};

/* A thing the user made. Drawing coordinates are those of its group; drawn = where the group puts them. */
/* x = turn*x + shift */
typedef struct {
  sn_m3 turn;
  sn_v3 shift;
} sn_placement;
/* Rigid motion from the drawn to the initial configuration (initial joint coordinates), and its velocity there: drift + spin x x. */
typedef struct {
  sn_m3 turn;
  sn_v3 shift, drift, spin;
} sn_start;
extern const sn_start sn_start_as_drawn;

struct sn_item {
  const sn_kind *kind;
  const char *name;  /* unique in the model; "leg2.knee" inside groups */
  const char *where; /* file:line */
  int index;         /* in the model */
  const sn_ref *ref; /* positional entries: as many as its kind takes, two at least (given = 0: not there) */
  void *param;       /* the kind's parameter struct, filled by the input table */
  double alpha;      /* NAN: that of the run */
  double penalty;    /* N/m of its constraints; 0: exact, NAN: that of the run */
  sn_appearance look;
  int hold;                  /* parts: 1: the assembly does not move it */
  const sn_placement *group; /* drawing coordinates -> ground; items of one group share it */
  /* ---- of a frozen model (sn_frozen): what became of it */
  int builder_item;       /* item index in the system; -1: not frozen */
  const sn_start *start;  /* items that no joint moves share one */
  void *frozen;           /* made by freeze: nodes, blocks, frames */
  struct sn_model *model; /* its owner */
};

/* ---- what kinds use (model/drawing.c) */
/* Drawing coordinates of an item -> ground, drawn configuration. */
sn_v3 sn_drawn_point(const sn_item *item, sn_v3 x);
sn_v3 sn_drawn_direction(const sn_item *item, sn_v3 d);
sn_m3 sn_drawn_axes(const sn_item *item, sn_m3 r);
/* Axes as letters of x, y and z, each once: bits 1, 2 and 4; 0: no text; -1: another text. */
int sn_axis_letters(const char *text);
/* Drawn configuration -> initial configuration of a part (identity unless initial joint coordinates moved it). */
sn_v3 sn_start_point(const sn_item *part, sn_v3 x_drawn);
sn_m3 sn_start_axes(const sn_item *part, sn_m3 r_drawn);
sn_v3 sn_start_velocity(const sn_item *part, sn_v3 x_start, sn_v3 v_drawn); /* v turned with the part, plus the field */
sn_v3 sn_start_spin(const sn_item *part, sn_v3 omega_drawn);
/* Frame on a part (or ground: ref.item NULL) at a point and axes given in ground coordinates, drawn configuration. */
sn_status sn_frame_on(const sn_ref *ref, sn_builder *b, sn_v3 x_drawn, sn_m3 axes_drawn, sn_frame *out,
                      sn_error *error);
/* The station itself with the node's own axes. */
sn_status sn_frame_of(const sn_ref *ref, sn_builder *b, sn_frame *out, sn_error *error);
/* Drawn place of a station: where `at` of a joint defaults to. 0 if the item has none. */
int sn_drawn_station(const sn_ref *ref, sn_v3 *x);
/* The same with axes (ground: origin and axes of space; points: axes of space). Works before freeze. */
int sn_drawn_frame(const sn_ref *ref, sn_v3 *x, sn_m3 *axes);
const char *sn_ref_name(const sn_ref *ref); /* "ground" or the item's name */
/* Fills where and what of an error about this item; add why and fix with sn_error_why, sn_error_fix. */
sn_status sn_item_fail(const sn_item *item, sn_status status, sn_error *error, const char *what, ...)
    __attribute__((format(printf, 4, 5)));
/* Fills where of an error that has the rest. */
void sn_error_at_item(sn_error *error, const sn_item *item);

/* ---- shapes (model/shape.c) */
struct sn_shape_kind {
  const char *name, *help;
  int per_length;         /* 1: a line; its density is in kg/m */
  const sn_input *inputs; /* offsets into sn_shape: sizes go to par */
  /* volume, centre and inertia about the centre for unit density, in the shape's own coordinates (axis along x for
     cylinder, tube, cone, slender) */
  void (*properties)(const sn_shape *shape, double *volume, sn_v3 *centre, double inertia[3][3]);
  void (*bounds)(const sn_shape *shape, sn_v3 *lo, sn_v3 *hi); /* the box around it, in its own coordinates */
  /* what is wrong with its fields together: what, why and fix of the error. NULL: nothing can be. */
  sn_status (*check)(const sn_shape *shape, sn_error *error);
};
extern const sn_shape_kind *const sn_shape_kinds[]; /* ends with NULL: box, cylinder, ..., mesh */
/* Sum over shapes with a density or mass: mass, centre, inertia about the centre in body coordinates. 0 mass: none has. */
void sn_shapes_mass(const sn_shapes *s, double *mass, sn_v3 *centre, double inertia[3][3]);
/* Principal moments; SN_EINPUT with a plain sentence when the inertia is not physical (equality allowed). */
sn_status sn_check_inertia(const double inertia[3][3], double principal[3], sn_error *error);

/* ---- meshes (model/read_file.c) */
struct sn_model;
/* The mesh of this name beside the model, read once: .msh, .inp, or a CAD file (.step ...), which Gmsh meshes with elements of this size (m; 0:
   as Gmsh likes) and order; that mesh is kept beside the CAD file. where: of warnings about the file. The error has no place yet. */
sn_status sn_model_mesh_file(struct sn_model *m, const char *where, const char *name, double size, int order,
                             const sn_mesh **out, sn_error *error);

/* ---- sections (model/section.c) */
struct sn_section_fields;
struct sn_section_kind {
  const char *name, *help;
  const sn_input *inputs;
  /* numbers and outline in the section's own coordinates; what is wrong with its fields together as what, why and fix */
  sn_status (*make)(const struct sn_section_fields *p, sn_section *out, sn_arena *arena, sn_error *error);
};
extern const sn_section_kind *const sn_section_kinds[]; /* ends with NULL: rectangle, circle, ... */

/* For the lists of kinds, SN_EVERY_PART in parts/part.h and SN_EVERY_JOINT in joints/joint.h. */
#define SN_DECLARE_KIND(name) extern const sn_kind sn_kind_##name;

#endif
