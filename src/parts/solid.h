/* parts/solid.h -- what the files of the solid kind share: its fields, its mesh, its frozen form.
 * Who:     parts/solid*.c only.
 * Theory:  docs/theory-solids.md. A node is a place: a point of its own, or a point of the ground, of a part or of a rigid surface.
 *          Strains are six forms at every point of integration, one block per element; a surface is a triad on sums of places.
 */
#ifndef SN_PARTS_SOLID_H
#define SN_PARTS_SOLID_H
#include "mesh/mesh.h"
#include "mesh/shape.h"
#include "parts/part.h"
#include "system/material.h"

enum {
  SN_SOLID_NODES = SN_MESH_MOST_NODES,
  SN_SOLID_POINTS = 27,                  /* of integration, of an element, at most */
  SN_SOLID_PLACES = SN_SOLID_POINTS + 8, /* with those where a mixed pressure of rubber looks at the volume */
  SN_SOLID_STRAINS = 6                   /* e11 e22 e33 2e12 2e23 2e31 */
};

/* How a surface is held, and what acts on it. */
enum { SN_SOLID_PICKS = 5 };
typedef struct {
  int given;
  struct {
    int given;
    sn_v3 point, normal;
  } plane;
  struct {
    int given;
    sn_v3 point, axis;
    double radius;
  } cylinder;
  struct {
    int given;
    sn_v3 low, high;
  } within;
  sn_v3 nearest, normal; /* x[0] NAN: not given */
  double tolerance;
  int clamped, rigid;
  const char *held; /* letters x, y, z */
  sn_ref on;        /* what clamps it; not given: the ground */
  sn_expr3 traction, force, torque;
  const sn_expr *pressure;
  int follows;
} sn_solid_face;

typedef struct {
  int given;
  sn_v3 size;
  sn_numbers elements;
} sn_solid_box;

/* A cylinder or a ring: from the origin of the part along its axis. */
typedef struct {
  int given;
  double radius, inner, length;
  sn_v3 axis;
  sn_numbers elements; /* around, across, along */
} sn_solid_round;

/* A plane outline with round holes: extruded along z, or revolved about z with u as the distance from the axis. */
typedef struct {
  int given;
  sn_numbers outline, holes; /* rows {u, v}; rows {u, v, radius} */
  double size, height, angle;
  int elements; /* along z, or around */
} sn_solid_swept;

typedef struct sn_solid_mesh sn_solid_mesh;

/* How strains follow from places: Green's strains of every element, linear strains about one frame of the body, the same of few places. */
typedef enum { SN_SOLID_GREEN, SN_SOLID_FLOATING, SN_SOLID_MODAL } sn_solid_formulation;

typedef struct {
  const sn_mesh *file;
  double scale, size; /* m: length of one unit of the file; of edges of elements of a CAD file, NAN: Gmsh chooses */
  sn_solid_box box;
  sn_solid_round cylinder, ring;
  sn_solid_swept extrusion, revolved;
  int element; /* of generators */
  sn_v3 at;
  sn_m3 orientation;
  double young, poisson, density, damping; /* isotropic; young NAN: orthotropic */
  double E[3], nu[3], G[3];                /* 11 22 33; 12 13 23; 12 23 31 */
  sn_m3 axes;                              /* of the orthotropic material, in those of the part */
  int law;
  double share;
  sn_tables surfaces; /* sn_solid_face */
  sn_expr3 body_force, velocity;
  sn_v3 angular_velocity;
  const sn_expr *temperature; /* above that of the drawn shape, of t, x, y, z */
  double expansion;           /* 1/K */
  int formulation;            /* sn_solid_formulation */
  struct {
    int given, count;
    double up_to; /* Hz */
  } modes;
  sn_texts fields;
  const sn_solid_mesh *made;
} sn_solid;

/* ---- solid_mesh.c: once, when the fields have been read. Places are those of the part: x along its axes from `at`. */
typedef struct {
  sn_mesh_type type;
  const int *node; /* as many as the type has */
  long long number;
  int full; /* a brick of 20 nodes in a row of single ones: it takes as many points as one of 27 */
} sn_solid_element;
/* A side of an element that has no neighbour there. */
typedef struct {
  int element, side;
} sn_solid_side;
typedef struct {
  const char *name;
  int n_side;
  const sn_solid_side *side;
  int n_node; /* each once */
  const int *node;
  int field;           /* what the model says about it: place in `surfaces`; -1: nothing */
  unsigned char *used; /* 1: it is a place for others */
  sn_v3 mean;
  double area;
} sn_solid_surface;
struct sn_solid_mesh {
  int n_node;
  const sn_v3 *x;
  int n_element;
  const sn_solid_element *element;
  int n_surface;
  const sn_solid_surface *surface;
  int n_boundary; /* sides without neighbour */
  const sn_solid_side *boundary;
};
/* What the model says about a surface; NULL: nothing. */
const sn_solid_face *sn_solid_face_of(const sn_item *item, const sn_solid_surface *s);
sn_status sn_solid_mesh_of(sn_item *item, sn_arena *arena, const sn_solid_mesh **out, sn_error *error);
/* solid_source.c: what it is made from. */
sn_status sn_solid_source(const sn_item *item, sn_arena *arena, const sn_mesh **out, sn_error *error);
/* Nodes and type of a side. */
sn_mesh_type sn_solid_side_nodes(const sn_solid_mesh *m, sn_solid_side s, int node[SN_MESH_MOST_SIDE_NODES]);

/* ---- solid_material.c */
/* Stresses by strains, N/m^2: rows and columns in the order of the strains. */
typedef enum { SN_SOLID_HOOKE, SN_SOLID_NEO_HOOKE, SN_SOLID_MOONEY_RIVLIN } sn_solid_law;
/* What is alike across the fibres of an orthotropic material, where it is not given: E3 is E2, nu13 is nu12, G31 is G12, nu23 follows from E2 and G23. */
void sn_solid_complete_material(sn_solid *p);
sn_status sn_solid_check_material(const sn_item *item, sn_error *error);
sn_material sn_solid_rubber(const sn_solid *p);
/* Thermal strain at a drawn place; does it change with time? */
double sn_solid_thermal_strain(const sn_solid *p, double t, sn_v3 drawn);
int sn_solid_temperature_varies(const sn_solid *p);
/* 1: nearly incompressible; the pressure of an element is a polynomial of its own. */
int sn_solid_is_mixed(const sn_solid *p);
void sn_solid_hooke(const sn_solid *p, double D[SN_SOLID_STRAINS][SN_SOLID_STRAINS]);

/* ---- solid_shape.c: elements that are alike share what follows from their shape */
typedef struct {
  sn_mesh_type type;
  int number; /* of kinds of this solid */
  int full, n_node, n_point;
  int n_volume; /* points of a mixed pressure of rubber, behind the others; 0: the same */
  double volume;
  double weight[SN_SOLID_PLACES];                   /* m^3 */
  sn_v3 at[SN_SOLID_PLACES];                        /* from its first node */
  double slope[SN_SOLID_PLACES][3][SN_SOLID_NODES]; /* dN/dX */
  double mass[SN_SOLID_NODES][SN_SOLID_NODES];      /* int N_a N_b dV */
  sn_v3 x[SN_SOLID_NODES];                          /* from its first node */
} sn_solid_kind;
typedef struct sn_solid_kinds sn_solid_kinds;
void sn_solid_stiffness_rule(sn_mesh_type type, int full, sn_quadrature *q); /* points of integration of its strains */
sn_solid_kinds *sn_solid_kinds_new(sn_arena *arena, const sn_solid_mesh *m); /* NULL: no memory */
sn_status sn_solid_kind_of(sn_solid_kinds *k, int e, const sn_solid_kind **out, sn_error *error);

/* ---- the frozen solid */
/* The triad of a surface. */
typedef struct {
  sn_v3 mean; /* as drawn, axes of the part */
  double area;
  int made;
  sn_frame frame;
} sn_solid_frame;
typedef struct {
  const sn_item *item;
  const sn_solid_mesh *mesh;
  const sn_frame *node;             /* n_node */
  const sn_solid_kind *const *kind; /* n_element */
  int n_kind;
  sn_solid_frame *surface;     /* n_surface */
  int first_block, block_step; /* of element e: first_block + e block_step */
  double D[SN_SOLID_STRAINS][SN_SOLID_STRAINS];
  int is_mixed;                   /* 1: nearly incompressible: the pressure of an element is a polynomial of its own */
  const sn_strain_energy *rubber; /* at a point; NULL: Hooke's law, D */
  const sn_strain_energy *const
      *whole;    /* of elements of a kind, with their mixed pressure; NULL: points do not know each other */
  int is_linear; /* 1: strains are linear about the axes of `about` */
  sn_frame about;
  struct sn_solid_modal *modal; /* NULL: every node has a place of its own */
  sn_v3 gravity;                /* of the model */
  const struct sn_solid_nodal *nodal;
} sn_solid_frozen;
/* From the axes of the part to the start. */
sn_v3 sn_solid_drawn(const sn_item *item, sn_v3 x);
sn_m3 sn_solid_axes(const sn_item *item); /* as drawn */

/* ---- solid_element.c */
sn_status sn_solid_find_kinds(sn_solid_frozen *f, sn_builder *b, sn_error *error);
sn_status sn_solid_add_elements(sn_solid_frozen *f, sn_builder *b, sn_error *error);
/* The drawn place of point of integration g of element e. */
sn_v3 sn_solid_point(const sn_solid_frozen *f, int e, int g);
const sn_block *sn_solid_block(const sn_solid_frozen *f, int e, const sn_system *s);
void sn_solid_own_mass(const sn_item *item, const sn_v3 *q, sn_own_mass *out);

/* ---- solid_mixed.c: an element that is nearly incompressible has a pressure of its own */
/* Weights P of the mixed pressure, (V16): the changes of volume at the points are replaced by the polynomial nearest to them that a pressure of the element
   can resist. P = w T (T^T w T)^-1 T^T w, T its functions at the points. */
void sn_solid_pressure_weights(const sn_solid_kind *k, double P[SN_SOLID_POINTS][SN_SOLID_POINTS]);
/* The energies of a rubber, at points and of whole elements. */
sn_status sn_solid_rubber_of(sn_solid_frozen *f, sn_builder *b, sn_error *error);
/* Of the energy at point g alone; 0: an energy of the whole element has it. */
double sn_solid_rubber_weight(const sn_solid_frozen *f, const sn_solid_kind *k, int g);
/* Stresses at the points of integration of element e of rubber, by all strains of its block. */
void sn_solid_rubber_stress(const sn_solid_frozen *f, int e, const double *strain, double S[][SN_SOLID_STRAINS]);

/* ---- solid_surface.c */
/* Weights of integrals over a surface. */
typedef struct {
  double area, length; /* length: square root of the mean square distance from the mean */
  sn_v3 mean;
  double *of;      /* n_node of the surface: of the mean */
  double (*by)[3]; /* n_node: of the moments, over the length */
} sn_solid_weights;
sn_status sn_solid_weights_of(const sn_solid_mesh *m, const sn_solid_surface *s, sn_arena *arena, sn_solid_weights *out,
                              sn_error *error);
sn_status sn_solid_add_triads(sn_solid_frozen *f, sn_builder *b, sn_error *error);
/* A triad without mass, the rotation nearest to what these places have done: its axes, with their mean as its point if it has one. */
sn_status sn_solid_mean_triad(const sn_solid_frozen *f, const sn_solid_surface *s, const sn_solid_weights *w,
                              int has_point, sn_builder *b, sn_frame *out, sn_error *error);

/* ---- solid_floating.c */
sn_status sn_solid_check_formulation(const sn_item *item, sn_error *error);
/* The frame that linear strains are measured in: after nodes and kinds, before elements. */
sn_status sn_solid_add_frame(sn_solid_frozen *f, sn_builder *b, sn_error *error);
/* What clamped surfaces are held by: how many, and a surface of the first. */
int sn_solid_holders(const sn_solid_frozen *f, const sn_solid_face **out);
/* Strains at the points of integration of element e, however the solid is formulated: 6 n_point numbers, behind them those of the mixed
   pressure of rubber (6 SN_SOLID_PLACES at most). place: of all nodes, or NULL. */
void sn_solid_strains(const sn_observation *o, const sn_solid_frozen *f, int e, const sn_v3 *place, double *strain);
const sn_v3 *sn_solid_positions(const sn_observation *o, const sn_solid_frozen *f); /* NULL where they are not needed */

/* ---- solid_modal.c */
sn_status sn_solid_check_modal(const sn_item *item, sn_error *error);
/* Places, masses, strains, and the frames of all nodes. */
sn_status sn_solid_add_modal(sn_solid_frozen *f, sn_frame *node, sn_builder *b, sn_error *error);
const char *sn_solid_summary(const void *frozen); /* what was kept; NULL: everything */
/* A load on nodes as one on vectors: out[n_vector][n] = sum of weights times of[n_node][n]. Returns their frames. */
const sn_frame *sn_solid_modal_load(const sn_solid_frozen *f, int n, const double *of, sn_arena *arena, double **out,
                                    int *n_vector);

/* ---- solid_support.c */
sn_status sn_solid_add_nodes(sn_solid_frozen *f, sn_frame *node, sn_builder *b, sn_error *error);
/* Frames of clamped nodes, which get held[] = 1. */
sn_status sn_solid_hold_nodes(const sn_solid_frozen *f, unsigned char *held, sn_frame *node, sn_builder *b,
                              sn_error *error);
sn_v3 sn_solid_velocity(const sn_item *item, sn_v3 x); /* initial, at a drawn place */

/* ---- solid_load.c */
/* solid_pressure.c: along the true normal. */
sn_status sn_solid_add_following(const sn_solid_frozen *f, int surface, const sn_expr *pressure, sn_builder *b,
                                 sn_error *error);
sn_status sn_solid_add_loads(const sn_solid_frozen *f, sn_builder *b, sn_error *error);

/* ---- solid_stress.c: stresses at nodes */
sn_status sn_solid_nodal_of(sn_solid_frozen *f, sn_builder *b, sn_error *error);
typedef enum { SN_SOLID_STRESS, SN_SOLID_STRAIN } sn_solid_tensor;
/* Six components at a node, and at all nodes: means over the elements around each. */
void sn_solid_at_node(const sn_observation *o, const sn_solid_frozen *f, sn_solid_tensor what, int node,
                      double out[SN_SOLID_STRAINS]);
void sn_solid_at_nodes(const sn_observation *o, const sn_solid_frozen *f, sn_solid_tensor what,
                       double (*out)[SN_SOLID_STRAINS]);
/* The largest jump between an element and the mean at a node, as a stress of von Mises. nodal: means at all nodes. */
double sn_solid_largest_jump(const sn_observation *o, const sn_solid_frozen *f,
                             const double (*nodal)[SN_SOLID_STRAINS]);
double sn_solid_mises(const double s[SN_SOLID_STRAINS]);
int sn_solid_around(const sn_solid_frozen *f, int node, const int **element); /* elements that have a node; how many */

/* ---- solid_contact.c */
sn_status sn_solid_points_on(const sn_item *item, int station, sn_builder *b, sn_surface_points *out, sn_error *error);

/* ---- solid_output.c, solid_draw.c */
double sn_solid_stiffest(const sn_solid *p);    /* the largest of Young's moduli */
int sn_solid_scratch(const sn_solid_frozen *f); /* numbers that its rows write */
extern const sn_output sn_solid_outputs[];
extern const sn_along sn_solid_along[];
sn_status sn_solid_add_fields(sn_item *item, const sn_solid_frozen *f, sn_builder *b, sn_error *error);
sn_status sn_solid_draw(sn_item *item, const sn_solid_frozen *f, sn_builder *b, sn_error *error);

#endif
