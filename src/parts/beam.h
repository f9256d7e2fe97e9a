/* parts/beam.h -- what the files of the beam kind share: its fields, its reference line, its frozen form.
 * Who:     parts/beam*.c only.
 * Theory:  docs/theory-beams.md. A node is a frame (x, d1, d2, d3), d1 along the line: a triad of its own, or a frame fixed
 *          in another part. Everything an element needs of a frame is linear in the vectors behind it.
 */
#ifndef SN_PARTS_BEAM_H
#define SN_PARTS_BEAM_H
#include "parts/imperfection.h"
#include "parts/line.h"
#include "parts/part.h"
#include "parts/section.h"

typedef enum { SN_BEAM_REISSNER, SN_BEAM_SMALL_STRAIN } sn_beam_measure;

typedef struct {
  sn_v3 from, to, through;
  sn_points points;
  sn_refs nodes; /* instead of points: nodes of other parts */
  int smooth;    /* points: 0 straight pieces, 1 a smooth curve */
  sn_v3 up;
  const sn_expr *twist; /* of s; a number: at the last end, growing evenly */
  int elements, order, measure, consistent;
  sn_sections section; /* this and what follows may be functions of s */
  const sn_expr *young, *shear_modulus, *poisson, *density;
  sn_numbers stiffness, centroid, shear_center;
  const sn_expr *potential; /* of the six strains and s */
  const sn_expr *mass_per_length;
  sn_numbers rotary_inertia, mass_center;
  double damping;
  sn_v3 velocity, angular_velocity;
  sn_expr3 load, follower_load, moment_load, follower_moment_load;
  double radius;
  sn_imperfection modes;
  const sn_v3 *deviation; /* of every node, out of modes: ground, as drawn; NULL: none */
} sn_beam;

/* ---- beam_curve.c: the reference line, ground coordinates of the drawn configuration */
typedef struct {
  const sn_item *item;
  sn_v3 first, last;
  int type; /* straight or pieces, smooth, arc */
  double length;
  sn_v3 center, e1, e2; /* arc: center + radius (cos e1 + sin e2) */
  double radius, angle;
  sn_v3 up;
} sn_beam_curve;
int sn_beam_nodes(const sn_beam *p);
/* Place of an end of the perfect line: its point, field, or the station it sits on; 0: nothing says. */
int sn_beam_end(const sn_item *item, int last, sn_v3 *x);
sn_status sn_beam_check_line(const sn_item *item, sn_error *error); /* fields of the line that contradict each other */
sn_status sn_beam_curve_of(const sn_item *item, sn_v3 first, sn_v3 last, sn_beam_curve *out, sn_error *error);
/* Node i = 0..p of element e: length along the line, place, triad (corners: that of this element). 0: `up` is along it. */
int sn_beam_station(const sn_beam_curve *c, int e, int i, double *s, sn_v3 *x, sn_m3 *axes);
void sn_beam_twist(const sn_beam_curve *c, double s, sn_m3 *axes); /* turns them about the first one, as `twist` says */

/* ---- beam_on_nodes.c: nodes that are those of other parts */
/* Once, after the fields are read: the places of its nodes become its points. */
sn_status sn_beam_take_nodes(sn_item *item, sn_arena *arena, sn_error *error);
/* The frame of node k on its part, at the place x and axes of the line at length s; with no `up`, its third axis is as near that of the
   part as it can be, and then turned by the twist. made = 0: node k is the beam's own. */
sn_status sn_beam_shared_node(const sn_beam_curve *c, int k, double s, sn_v3 x, sn_m3 *axes, sn_builder *b,
                              sn_frame *out, int *made, sn_error *error);

/* ---- beam_section.c: what a section of the beam is, at a length s */
typedef struct {
  double K[6][6];                      /* of N, V2, V3, M2, M3, T about the line; of a potential: at strain 0 */
  double centroid[2], shear_center[2]; /* small strain only: in the forms */
  sn_section_mass mass;
} sn_beam_section;

/* ---- the frozen beam */
typedef struct {
  int order, n_element, n_node;
  sn_beam_measure measure;
  double damping;       /* s; 0: none */
  double length;        /* of the reference line */
  const double *s;      /* n_node: length along the line */
  const sn_frame *node; /* n_node: what is attached to */
  const sn_frame *at;   /* n_element x (order + 1): the nodes as the elements see them */
  const double *speed;  /* n_element x order: |dX/dxi| at the Gauss points */
  double value[SN_LINE_ORDER][SN_LINE_NODES], slope[SN_LINE_ORDER][SN_LINE_NODES]; /* N_a and dN_a/dxi there */
  const sn_expr *potential;                                                        /* NULL: linear */
  int uniform;                                                                     /* 1: one section for all places */
  const sn_beam_section *section;   /* n_element x order: at the Gauss points of stiffness */
  const sn_section_mass *mass;      /* n_element x (order + 1): at those of mass */
  const sn_section_mass *node_mass; /* n_node */
  const double *ds;                 /* n_element x (order + 1): length of the line at the points of mass */
  int consistent;                   /* 1: nodes share mass; 0: row sums */
  sn_v3 gravity;
  int n_load;                 /* of loads per length, */
  const sn_line_share *share; /* n_load x n_element x (order + 1): their shares */
  int block,
      blocks; /* of the first element, and of each: elastic, its damper, what a potential has beyond it at every point */
} sn_beam_frozen;

static inline const sn_beam_section *sn_beam_section_of(const sn_beam_frozen *f, int e, int g)
{
  return f->section + (f->uniform ? 0 : e * f->order + g);
}
static inline const sn_section_mass *sn_beam_mass_of(const sn_beam_frozen *f, int e, int g)
{
  return f->mass + (f->uniform ? 0 : e * (f->order + 1) + g);
}

/* Interpolated vectors at a point of an element, from any rates or positions `q` of all vectors. */
typedef struct {
  sn_v3 slope, d[3], rate[3]; /* x', d_k, d_k' */
} sn_beam_vectors;

/* ---- beam_section.c: sections at all points, checked. The places of the nodes along the line must be known. */
sn_status sn_beam_sections(const sn_item *item, sn_beam_frozen *f, sn_arena *arena, sn_error *error);
/* What a potential has beyond its stiffness at strain 0, times weight: of the six strains at the length s. */
sn_status sn_beam_beyond(const sn_beam_frozen *f, const sn_beam_section *section, double s, double weight,
                         sn_arena *arena, const sn_expr **out, sn_error *error);

/* ---- beam_element.c */
double sn_beam_speed(const sn_frame *at, int order, double xi,
                     const sn_builder *b);                           /* |dX/dxi|, initial configuration */
double sn_beam_length_at(const sn_beam_frozen *f, int e, double xi); /* along the line */
sn_status sn_beam_elements(const sn_item *item, sn_beam_frozen *f, sn_builder *b, sn_error *error); /* all blocks */
const sn_block *sn_beam_block(const sn_beam_frozen *f, int e, const sn_system *s); /* the elastic one of an element */
sn_beam_vectors sn_beam_vectors_at(const sn_beam_frozen *f, int e, int g, const sn_v3 *q);
/* Derivatives of sum s_k e_k of a section with respect to those vectors. */
sn_beam_vectors sn_beam_gradient(const sn_beam_frozen *f, const sn_beam_section *section, const double s[6],
                                 const sn_beam_vectors *x);

/* ---- beam_mass.c */
void sn_beam_find_lengths(const sn_beam_frozen *f, const sn_builder *b, double *ds);
/* Masses of one element between its nodes; by row sums: m[i][i] alone. */
typedef struct {
  sn_section_mass m[SN_LINE_NODES][SN_LINE_NODES];
} sn_beam_inertia;
void sn_beam_inertia_of(const sn_beam_frozen *f, int e, sn_beam_inertia *out);
void sn_beam_add_mass(const sn_beam_frozen *f, sn_builder *b);
void sn_beam_own_mass(const sn_item *item, const sn_v3 *q, sn_own_mass *out);
/* Nodal loads of forces and moments per length. */
sn_status sn_beam_add_loads(const sn_item *item, sn_beam_frozen *f, sn_builder *b, sn_error *error);

/* ---- beam_draw.c */
sn_status sn_beam_draw(sn_item *item, const sn_beam_frozen *f, sn_builder *b, sn_error *error);

/* ---- beam_force.c: what acts on one element at its nodes */
void sn_beam_cut(const sn_observation *o, const sn_beam_frozen *f, int e, sn_line_cut *out);

/* ---- beam_output.c */
extern const sn_output sn_beam_outputs[];
extern const sn_component_names sn_beam_components[];
extern const sn_along sn_beam_along[];
extern const sn_field sn_beam_fields[];
#define SN_BEAM_COARSE 0.5236                 /* rad: an element that turns more along its line is too stiff */
double sn_beam_turn(sn_m3 first, sn_m3 last); /* angle between two triads */

#endif
