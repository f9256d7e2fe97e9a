/* parts/rigid.h -- what bodies and moving bases share: mass properties and outputs of a triad.
 * Who:     parts/body.c, parts/base.c.
 */
#ifndef SN_PARTS_RIGID_H
#define SN_PARTS_RIGID_H
#include "parts/part.h"

typedef struct { /* as the user gives them; NAN: not given */
  double mass;
  sn_v3 center;
  sn_m3 inertia;
  sn_v3 inertia_at;
  sn_shapes shape;
} sn_mass_fields;

enum { SN_BODY_POINTS = 4 };
/* what a body by points has (parts/body_points.c) */
typedef struct {
  sn_frame point[SN_BODY_POINTS];
  sn_m3 turn; /* body axes, and origin, in the axes of the frame, if some are completed */
  sn_v3 shift;
  sn_m3 drawn; /* the axes of the frame as drawn */
} sn_rigid_points;
typedef struct {
  sn_frame frame; /* origin and body axes; of three or two points: the first of them, and the axes that they give */
  double mass;
  sn_v3 center; /* body coordinates */
  double inertia[3][3];
  int n_point; /* 0: a triad */
  int completed; /* axes that points do not give: 1 of three points (normal), 2 of two points (they do not turn about their line) */
  sn_rigid_points *by; /* NULL: a triad */
} sn_rigid;

/* Mass properties by numbers or by shapes, never both; needed = 0: none is fine. Checks the inertia. */
sn_status sn_rigid_mass(const sn_item *item, const sn_mass_fields *p, int needed, sn_rigid *f, sn_error *error);
void sn_rigid_draw(sn_item *item, const sn_mass_fields *p, const sn_rigid *f, sn_builder *b);
sn_status sn_rigid_attach(const sn_item *item, int station, sn_builder *b, sn_frame *out,
                          sn_error *error); /* item->frozen is an sn_rigid */
void sn_rigid_own_mass(const sn_item *item, const sn_v3 *q, sn_own_mass *out);
extern const sn_output sn_rigid_outputs[];

#define SN_MASS_INPUTS(type, member)                                                                                   \
  {"mass", SN_NUMBER, "kg", "mass, unless shapes give it", SN_MEMBER(type, member.mass), SN_POSITIVE},                 \
      {"center", SN_VECTOR, "m", "centre of mass in body axes (default: the origin)", SN_MEMBER(type, member.center)}, \
      {"inertia", SN_SYMMETRIC, "kg m^2",                                                                              \
       "inertia about the centre of mass (or `inertia_at`), body axes: {xx, yy, zz}, 6 numbers "                       \
       "{xx, yy, zz, xy, xz, yz} or 3 rows of 3. They are entries of the tensor: xx = int rho (y^2 + z^2), "           \
       "xy = -int rho x y (with the minus sign)",                                                                      \
       SN_MEMBER(type, member.inertia)},                                                                               \
      {"inertia_at", SN_VECTOR, "m", "point in body axes that `inertia` is about (default: the centre of mass)",       \
       SN_MEMBER(type, member.inertia_at)},                                                                            \
  {                                                                                                                    \
    "shape", SN_SHAPES, "", "a shape or a list; with density or mass they make the mass",                              \
        SN_MEMBER(type, member.shape)                                                                                  \
  }

#endif
