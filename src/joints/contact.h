/* joints/contact.h -- a contact of two parts, as its files share it.
 * Who:     joints/contact.c (fields, checks, freeze), contact_numbers.c (stiffness, loss and friction that follow from data), contact_feature.c (what a part has that can touch), contact_meet.c (the pairs that two features make), contact_output.c (what it reports).
 */
#ifndef SN_JOINTS_CONTACT_H
#define SN_JOINTS_CONTACT_H
#include "contact/pair.h"
#include "model/kind.h"

enum { SN_MANY_EDGES = 48 }; /* of a solid that are not met one by one */

/* What a part has that can touch: a shape of it, a surface, or its point. */
typedef enum {
  SN_FEATURE_PLANE,
  SN_FEATURE_SOLID,
  SN_FEATURE_POINT,
  SN_FEATURE_BALL,
  SN_FEATURE_ROD,
  SN_FEATURE_CYLINDER,
  SN_FEATURE_TUBE,
  SN_FEATURE_OTHER
} sn_feature_type;
typedef struct {
  sn_feature_type type;
  const char *name;       /* "sphere", for messages */
  sn_frame frame;         /* its origin and axes */
  double half, radius;    /* rods, cylinders and tubes: half the length along axis 1 */
  double inner;           /* radius of the hole of a tube */
  const sn_convex *solid; /* planes and solids */
  const sn_convex *core;  /* solids: what is left of it inside a round skin of this width; NULL: it has sharp edges */
  double round;
  int is_rounded;                /* 1: the user has said so; 0: only where edges meet */
  double size;                   /* its smallest extent, INFINITY: it has none */
  const sn_surface_point *piece; /* of the surface of a solid that it stands for; else NULL */
  double mass;                   /* of that solid */
} sn_feature;

/* One pair of features: a block. */
typedef struct {
  sn_touch_gap pair;
  sn_frame first, second;
  int swapped; /* 1: the first feature belongs to the second part of the contact */
  int block;
  const sn_surface_point *piece; /* the second feature stands for it; NULL: for itself */
} sn_touching;

typedef struct {
  int n;
  sn_touching *touching;
  double stiffness, power, mass, bristle, loss, slowest; /* mass: effective */
  sn_coulomb coulomb;
  double spin, rolling, twist, depth_at_rest, duration;
  double pressure_per_depth; /* surfaces of solids: their mean; 0: there are none */
} sn_contact_made;

/* Fields of the friction. */
typedef struct {
  double friction, static_friction, friction_speed, friction_stiffness, rolling, patch;
  int spin; /* 1: by Hertz' patch */
} sn_contact_rubs;
static inline int sn_contact_has_friction(const sn_contact_rubs *p)
{
  return p->friction > 0 || p->rolling > 0;
}
/* All fields. */
typedef struct {
  sn_refs all;
  int jointed;
  double restitution, stiffness, pressure_per_depth, power, E, nu, round;
  sn_contact_rubs rubs;
} sn_contact_fields;
/* A part and its features. */
typedef struct {
  const sn_ref *ref;
  int of_all; /* 1: named in `all`: it touches every other one */
  sn_feature *feature;
  int n;
  double mass, size,
      radius; /* mass: INFINITY: it does not move by itself; radius: of the only ball or rod; INFINITY: flat */
  sn_v3 v;
  double meets; /* m/s: in a group the largest speed at which two of it may meet by the start; 0: not known */
  double area,
      resists; /* of surfaces of solids: the sum of the areas of all pieces, and of area times modulus; 0: none */
} sn_contact_side;
/* What is usual: the normal force, how far the bristle bends under its friction; curvature and material for Hertz. */
typedef struct {
  double force, deflection, radius, E, nu;
} sn_contact_usual;
/* Coefficients, stiffness of the bristles, and spin. */
sn_status sn_contact_find_friction(const sn_item *item, const sn_contact_rubs *p, const sn_contact_usual *u,
                                   sn_contact_made *c, sn_error *error);

/* Mass of what a frame of a part is fixed in; INFINITY: it does not move by itself. */
double sn_contact_mass(const sn_builder *b, const sn_item *part, const sn_frame *f);
/* The share of a feature in stiffness and friction of its contact: of pieces of a surface, else 1. */
double sn_contact_share(const sn_contact_fields *p, const sn_contact_side *s, const sn_surface_point *piece);
/* Stiffness (of surfaces: of all their pieces together), loss and friction of two parts. */
sn_status sn_contact_choose(const sn_item *item, const sn_contact_fields *p, const sn_contact_side *const s[2],
                            sn_contact_made *c, sn_error *error);

/* Features of a part; SN_EINPUT with a message if there are none. round: of edges, NAN: as usual. */
sn_status sn_contact_features(const sn_item *item, const sn_ref *ref, double round, sn_builder *b, sn_feature **out,
                              int *n, sn_error *error);
/* Refuses what is smaller (size) than the way between two nodes of a cable or beam, whose features are `node`. */
sn_status sn_contact_between_nodes(const sn_item *item, const sn_ref *line, const sn_feature *node, int n,
                                   const sn_ref *other, double size, sn_builder *b, sn_error *error);
/* How many blocks two features need, those of `out` unless it is NULL; -1: they do not know each other. */
int sn_contact_meet(const sn_feature *first, const sn_feature *second, int rubs, sn_builder *b, sn_touching *out);

/* The block of one pair of features. */
/* share: of its stiffness and friction (1; of surfaces of solids the part of a piece). */
void sn_contact_block(const sn_contact_made *c, double size, double share, sn_touching *t, sn_builder *b);

extern const sn_output sn_contact_outputs[];
extern const sn_constant sn_contact_constants[];

#endif
