/* parts/shell.h -- what the files of the shell kind share: its fields, its grid of nodes, its frozen form.
 * Who:     parts/shell*.c only.
 * Theory:  docs/theory-shells.md. A node is a place x and a unit director d, third axis of its frame: a fibre of its own, or a frame
 *          fixed in the ground or in another part. Strains are forms at tying points; one constant matrix per element replaces
 *          all quadrature (S8).
 */
#ifndef SN_PARTS_SHELL_H
#define SN_PARTS_SHELL_H
#include "parts/imperfection.h"
#include "parts/line.h"
#include "parts/part.h"

enum {
  SN_SHELL_ORDER = 2,
  SN_SHELL_NODES = 9,    /* of an element, at most */
  SN_SHELL_STRAINS = 44, /* at tying points: 44 of nine nodes, 28 of four */
  SN_SHELL_TYINGS = 16,  /* tying points of nine nodes that are apart */
  SN_SHELL_EDGES = 4,
  SN_SHELL_VECTORS = 5,  /* behind the place and the director of a node, at most */
  SN_SHELL_MOST = 100000 /* elements */
};
#define SN_SHELL_FOLD 0.3490658503988659 /* rad, 20 degrees: directors that differ by more are two at one node */
#define SN_SHELL_WARPED 0.86             /* cosine, 30 degrees: corners of four nodes that are turned by more */

/* Angles about `axis` through `center`, counted from `zero`. */
typedef struct {
  int given;
  double radius;
  sn_v3 center, axis, zero;
} sn_shell_round;

/* How an edge is held, and what acts along it. */
typedef struct {
  int given;
  int clamped, hard;
  const char *held; /* letters x, y, z */
  sn_v3 symmetry;   /* normal of a plane of symmetry */
  sn_ref on;        /* what holds it; not given: the ground */
  sn_expr3 load, moment;
} sn_shell_edge;

/* Quadrilaterals of a file. */
typedef struct {
  int given;
  const sn_mesh *file;
  const char *group; /* physical surface; NULL: all */
  double scale, fold;
  sn_v3 u, v; /* what u and v of functions are: coordinates along these */
} sn_shell_file;

typedef struct sn_shell_mesh sn_shell_mesh;

typedef struct {
  /* one of these is given */
  sn_expr3 surface; /* of u, v */
  sn_points corners, points;
  sn_expr3 from, to; /* ruled: curves of u */
  sn_shell_round cylinder, sphere;
  sn_shell_file mesh;

  sn_numbers u, v, elements;
  int closed;                   /* 0 no, 1 u, 2 v */
  int order, covariant, lumped; /* order 0: not given, before prepare */

  const sn_expr *imperfection; /* of u, v: along the normal */
  sn_imperfection modes;
  const sn_expr *thickness; /* of u, v */
  double offset;
  double young, poisson;              /* isotropic */
  double rubber;                      /* neo-Hooke: its shear modulus */
  double E1, E2, nu12, G12, G13, G23; /* orthotropic */
  sn_numbers plies, materials;        /* rows: angle, thickness, number of a material; E1 E2 nu12 G12 G13 G23 density */
  sn_v3 along;                        /* direction of angle 0 */
  double density, shear_factor, damping; /* damping: s */
  sn_shell_edge edge[SN_SHELL_EDGES];    /* u_first, u_last, v_first, v_last */
  sn_tables edges;                       /* sn_shell_edge, by names in the file of the mesh */
  sn_expr3 load;                         /* of t, u, v */
  const sn_expr *pressure;
  int follows, encloses;
  sn_expr3 velocity; /* of u, v */
  sn_v3 angular_velocity;
  sn_texts fields;           /* what pictures show, by name */
  const sn_shell_mesh *made; /* out of the file; NULL: a surface of u and v */
  const sn_v3 *deviation;    /* of every node, out of modes: ground, as drawn; NULL: none */
} sn_shell;

/* ---- shell_mesh.c: a mesh out of a file, once for all. Drawing coordinates. */
/* A named edge: a physical curve, point or surface. */
typedef struct {
  const char *name;
  const unsigned char *on;                  /* n_node: 1 where it is */
  int n_segment;                            /* of a curve */
  const int (*segment)[SN_SHELL_ORDER + 1]; /* nodes in their order */
} sn_shell_border;
/* A side of one element only, as the element goes around. */
typedef struct {
  int node[SN_SHELL_ORDER + 1], element;
} sn_shell_wall;
struct sn_shell_mesh {
  const sn_mesh *file;
  int order, n_node, n_element;
  const sn_v3 *x, *d;      /* n_node */
  const int *first;        /* n_node: the first one at the same place; at a fold there are several */
  const int *fibre_of;     /* the first one at a node of the file; -1: none */
  const int *node;         /* n_element (order + 1)^2 */
  const long long *number; /* n_element: in the file */
  int n_wall;
  const sn_shell_wall *wall;
  const sn_shell_border *border; /* one for each of `edges` */
};
sn_status sn_shell_mesh_of(const sn_item *item, sn_arena *arena, const sn_shell_mesh **out, sn_error *error);
/* The node of a physical point. */
sn_status sn_shell_named(const sn_item *item, const char *name, int *station, sn_error *error);

/* ---- shell_surface.c: where its nodes are, ground coordinates of the drawn configuration. Works before freeze. */
typedef struct {
  const sn_item *item;
  const sn_shell_mesh *mesh; /* NULL: a grid of u and v */
  int order, closed[2];
  int n[2];     /* elements along u and v */
  int nodes[2]; /* nodes along u and v, each counted once */
} sn_shell_grid;
/* Once, after its mesh is made: the order of its elements, where nothing says it, or what contradicts it. */
sn_status sn_shell_take_order(sn_item *item, sn_error *error);
/* What is given of the surface and its mesh fits together. */
sn_status sn_shell_grid_of(const sn_item *item, sn_shell_grid *out, sn_error *error);
int sn_shell_nodes(const sn_shell_grid *g);
int sn_shell_elements(const sn_shell_grid *g);
double sn_shell_line(const sn_shell_grid *g, int axis, int k);            /* u or v at column or row k of nodes */
void sn_shell_parameters(const sn_shell_grid *g, int node, double uv[2]); /* u and v of a node */
int sn_shell_node_of(const sn_shell_grid *g, int element, int a);         /* node a of an element: i + (order + 1) j */
void sn_shell_at(const sn_shell_grid *g, int e, double xi, double eta,
                 double uv[2]); /* u, v inside an element, 0..1 each */
/* Place and director of a node; 0: the surface has no normal there. */
int sn_shell_station(const sn_shell_grid *g, int node, sn_v3 *x, sn_v3 *d);
/* Of axis 1, where the surface has this normal: `along`, or dX/du. NAN: nothing says. */
sn_v3 sn_shell_direction(const sn_shell_grid *g, const double uv[2], sn_v3 normal);
int sn_shell_first(const sn_shell_grid *g,
                   int node); /* the first node at the same place: itself, but at folds of a mesh */

/* ---- shell_section.c: what its thickness is made of at u, v */
typedef struct {
  double K[8][8];    /* N11 N22 N12 M11 M22 M12 Q1 Q2 by E11 E22 2E12 K11 K22 2K12 g13 g23, in axes along `along` */
  double thickness;  /* m */
  double mid;        /* of half the thickness, along the director */
  double inertia[3]; /* int rho, int rho z, int rho z^2 */
} sn_shell_section;
sn_status sn_shell_check_section(const sn_item *item, sn_error *error); /* fields that contradict each other */
sn_status sn_shell_section_at(const sn_item *item, const double uv[2], sn_shell_section *out, sn_error *error);
int sn_shell_plies(const sn_shell *p);   /* 1 of a single material */
int sn_shell_is_even(const sn_shell *p); /* 1: the section is the same everywhere */
/* Ply k of a shell of this thickness. */
typedef struct {
  double Q[3][3]; /* S11 S22 S12 by e11 e22 2e12, in axes along `along` */
  double angle, low, high;
} sn_shell_ply;
void sn_shell_ply_of(const sn_shell *p, double thickness, int k, sn_shell_ply *out);
void sn_shell_middle(const sn_shell *p, int *k, double *height); /* the ply at half the thickness */

/* ---- the frozen shell */
typedef struct {
  sn_shell_grid grid;
  int covariant;
  const sn_frame *node;    /* third axis: the director */
  const sn_v3 *X, *D;      /* of every node, initial configuration */
  const double *thickness; /* of every node */
  double mid;              /* of half the thickness, along the directors */
  int block, blocks;       /* of the first element, and of each: elastic, its damper */
  const sn_item *item;
  const void *rubber;                       /* law of shell_rubber.c; NULL: linear */
  const struct sn_shell_boundary *boundary; /* where its boundary is, for moments there (shell_boundary.c) */
  const struct sn_shell_nodal *nodal;       /* how strains at nodes follow from those at tying points (shell_nodal.c) */
} sn_shell_frozen;

/* ---- shell_element.c */
typedef struct {
  double N[SN_SHELL_NODES], by[2][SN_SHELL_NODES]; /* shape functions, derivatives by xi and eta (0..1) */
} sn_shell_shape;
/* "(2, 1)" of a grid, "17" of a mesh, for messages. */
const char *sn_shell_element_name(const sn_shell_grid *g, int e, char text[48]);
void sn_shell_shape_at(int order, double xi, double eta, sn_shell_shape *out);
/* Derivatives by xi and eta, and the value, of something given at all nodes. */
void sn_shell_slopes(const sn_shell_frozen *f, int e, const sn_shell_shape *s, const sn_v3 *of, sn_v3 by[2]);
sn_v3 sn_shell_value(const sn_shell_frozen *f, int e, const sn_shell_shape *s, const sn_v3 *of);
/* Element and place, for messages: SN_EINPUT. */
sn_status sn_shell_bad_element(const sn_shell_frozen *f, int e, sn_v3 x, const char *what, const char *fix,
                               sn_error *error);
/* Reference geometry at a point of an element. */
typedef struct {
  sn_v3 G[2];    /* dX/dxi, dX/deta */
  sn_v3 normal;  /* unit, on the side of the director */
  sn_v3 axis[2]; /* local axes 1 and 2 */
  double J;      /* |G1 x G2| */
} sn_shell_metric;
sn_status sn_shell_metric_at(const sn_shell_frozen *f, int e, double xi, double eta, sn_shell_metric *out,
                             sn_error *error);
int sn_shell_strains(int order); /* their number */
sn_status sn_shell_add_elements(const sn_item *item, sn_shell_frozen *f, sn_builder *b, sn_error *error);
const sn_block *sn_shell_block(const sn_shell_frozen *f, int e, const sn_system *s);
/* Components in the basis they are tied in -> strains E11 E22 2E12 K11 K22 2K12 g13 g23 in local axes: (S7), membrane (and bending) T,
   shear t. */
typedef struct {
  double T[3][3], t[2][2];
} sn_shell_turn;
sn_status sn_shell_turn_at(const sn_shell_frozen *f, int e, double xi, double eta, sn_shell_turn *out, sn_error *error);
/* Weights of the strains at tying points in the components at a point, one behind the other: (S5); first: of each component. */
void sn_shell_tied_weights(int order, double xi, double eta, double w[SN_SHELL_STRAINS], int first[9]);
/* Shape functions at the k-th tying point of a component, and their derivatives along the directions it is tied in. */
void sn_shell_tied_shape(const sn_shell_frozen *f, int e, int component, int k, sn_shell_shape *out);
void sn_shell_tying_point(int order, int component, int k, double at[2]); /* xi, eta of the k-th of a component */

/* ---- shell_spin.c: adds how fast the surface turns at every node where its nodes x have the velocities v; spin: n_node, zeros before. */
sn_status sn_shell_spins(const sn_shell_grid *g, const sn_v3 *x, const sn_v3 *v, sn_arena *arena, sn_v3 *spin,
                         sn_error *error);

/* ---- shell_shapes.c */
sn_status sn_shell_check_shapes(const sn_shell_frozen *f, sn_error *error);

/* ---- shell_alike.c: elements that are equal but for round-off */
/* What the numbers of an element follow from: the stiffness of its components at Gauss points, times their weights; at tying points the
   directions they are tied in by those of xi and eta (zeros, if these are it). */
typedef struct {
  int n_gauss;
  double C[SN_SHELL_NODES][8][8], basis[SN_SHELL_TYINGS][2][2];
} sn_shell_measure;
typedef struct {
  int element; /* the first of its kind */
  double matrix[SN_SHELL_STRAINS][SN_SHELL_STRAINS];
} sn_shell_kind;
typedef struct sn_shell_alike sn_shell_alike;
sn_shell_alike *sn_shell_alike_new(sn_arena *arena); /* NULL: no memory */
/* The kind of element e: its `element` is e if it is the first, and its matrix is still to be made. Good until the next call. */
sn_shell_kind *sn_shell_kind_of(sn_shell_alike *t, int e, const sn_shell_measure *m);

/* ---- shell_join.c: what meets it. x, d: of its n nodes as they start. */
void sn_shell_mark_triads(const sn_item *item, int n, const sn_v3 *x, const sn_v3 *d, unsigned char *triad);
int sn_shell_is_smooth(sn_v3 a, sn_v3 b); /* directors that continue without a fold */
/* The node of another shell at a place. */
sn_status sn_shell_meet(const sn_item *item, const sn_ref *on, sn_v3 start, int *node, sn_error *error);

/* ---- shell_support.c: nodes, and how edges hold them */
sn_status sn_shell_add_nodes(const sn_item *item, const sn_shell_grid *g, sn_builder *b, sn_frame *node,
                             sn_error *error);
/* Rows of edges that are held in part. After the nodes are made. */
/* shell_hard.c */
sn_status sn_shell_add_hard(const sn_item *item, const sn_shell_frozen *f, sn_builder *b, sn_error *error);
sn_status sn_shell_add_supports(sn_item *item, const sn_shell_frozen *f, sn_builder *b, sn_error *error);
/* ---- shell_edge.c: edges, by their number: four of a grid, those that are named of a mesh */
int sn_shell_edges(const sn_item *item);
const sn_shell_edge *sn_shell_edge_at(const sn_item *item, int edge);
const char *sn_shell_edge_name(const sn_item *item, int edge);
int sn_shell_on_edge(const sn_shell_grid *g, int edge, int node);
int sn_shell_segments(const sn_shell_grid *g, int edge); /* elements along it */
/* Node i of element e along it, and u, v there at xi = 0..1. */
int sn_shell_segment_node(const sn_shell_grid *g, int edge, int e, int i);
void sn_shell_segment_at(const sn_shell_grid *g, int edge, int e, double xi, double uv[2]);
/* All nodes along an edge: one of the four, or a physical curve. */
sn_status sn_shell_along_edge(const sn_item *item, const char *edge, sn_arena *arena, const int **station, int *n,
                              sn_error *error);

/* ---- shell_across.c */
sn_status sn_shell_across(const sn_item *item, int station, sn_v3 axis, sn_builder *b, sn_frame *out, sn_error *error);

/* ---- shell_mass.c */
sn_status sn_shell_add_mass(const sn_shell_frozen *f, int lumped, sn_builder *b, sn_error *error);
void sn_shell_own_mass(const sn_item *item, const sn_v3 *q, sn_own_mass *out);

/* ---- shell_load.c */
sn_status sn_shell_add_loads(const sn_item *item, const sn_shell_frozen *f, sn_builder *b, sn_error *error);

/* ---- shell_pressure.c: pressure of what it encloses */
sn_status sn_shell_add_enclosed(const sn_shell_frozen *f, sn_builder *b, sn_error *error);

/* ---- shell_rubber.c: a nonlinear law through the thickness */
sn_status sn_shell_begin_rubber(sn_shell_frozen *f, sn_builder *b, sn_error *error);
sn_status sn_shell_add_rubber(const sn_shell_frozen *f, int e, sn_builder *b,
                              sn_error *error); /* to the current block */
/* Energy per volume; stresses S11 S22 S12 and their derivatives by E11 E22 2E12. NAN: there is no such strain. */
double sn_shell_rubber(double mu, const double e[3], double S[3], double K[3][3]);
double sn_shell_rubber_resultant(const sn_shell_frozen *f, int node, const double strain[8], int which);
/* ---- shell_slips.c: what looks like a slip. After everything is made. */
sn_status sn_shell_warn(const sn_shell_frozen *f, sn_error *error);

/* ---- shell_draw.c */
sn_status sn_shell_draw(sn_item *item, const sn_shell_frozen *f, sn_builder *b, sn_error *error);

/* ---- shell_marks.c: symbols of what holds its edges */
sn_status sn_shell_draw_marks(sn_item *item, const sn_shell_frozen *f, sn_builder *b, sn_error *error);

/* ---- shell_nodal.c: strains E11 E22 2E12 K11 K22 2K12 g13 g23 in local axes at nodes, means over the elements around */
sn_status sn_shell_nodal_of(sn_shell_frozen *f, sn_builder *b, sn_error *error);
void sn_shell_strain_at(const sn_observation *o, const sn_shell_frozen *f, int node, double out[8]);
void sn_shell_strains_at(const sn_observation *o, const sn_shell_frozen *f, double (*out)[8]); /* of all nodes */
/* What the thickness is made of at a node: a resultant by strains, and the plies. */
double sn_shell_resultant(const sn_shell_frozen *f, int node, const double strain[8], int which);
int sn_shell_ply_count(const sn_shell_frozen *f);
const sn_shell_ply *sn_shell_ply_at(const sn_shell_frozen *f, int k);
double sn_shell_height(const sn_shell_frozen *f, int node,
                       const sn_station_point *at); /* m, from the reference surface */

/* ---- shell_boundary.c: from, element: the elements around every node. */
typedef struct sn_shell_boundary sn_shell_boundary;
sn_status sn_shell_boundary_of(sn_shell_frozen *f, sn_arena *arena, const int *from, const int *element,
                               sn_error *error);
/* Bending strains of a node of the boundary, so that the section carries the moment that follows from equilibrium; n elements are around it. */
void sn_shell_correct(const sn_observation *o, const sn_shell_frozen *f, int node, const int *element, int n,
                      double strain[8]);

/* ---- shell_stress.c: stresses of a layer */
sn_status sn_shell_layer_of(const sn_item *item, const char *text, sn_station_point *out, sn_error *error);
enum {
  SN_SHELL_S11,
  SN_SHELL_S22,
  SN_SHELL_S12,
  SN_SHELL_SL,
  SN_SHELL_ST,
  SN_SHELL_SLT,
  SN_SHELL_S1,
  SN_SHELL_S2,
  SN_SHELL_WAY,
  SN_SHELL_MISES,
  SN_SHELL_STRESSES
};
void sn_shell_stress(const sn_shell_frozen *f, int node, const double strain[8], const sn_station_point *at,
                     double out[SN_SHELL_STRESSES]);
double sn_shell_worst(const sn_shell_frozen *f, int node, const double strain[8]); /* von Mises, all sides of plies */

/* ---- shell_output.c */
extern const sn_output sn_shell_outputs[];
extern const sn_along sn_shell_along[];
extern const sn_constant sn_shell_constants[];
sn_status sn_shell_add_fields(const sn_item *item, const sn_shell_frozen *f, sn_builder *b, sn_error *error);

#endif
