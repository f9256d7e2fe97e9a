/* parts/cable.h -- what the files of the cable kind share: its fields, its frozen form.
 * Who:     parts/cable*.c only.
 * Theory:  stretch l = |x'| over the unstretched length; strain (l^2 - 1)/2 (green) or l - 1 (engineering); energy per
 *          unstretched length EA e^2/2, or the user's potential of the strain (BBT eq. 32: the stress of a step is the mean that
 *          gives the difference of the potential).
 */
#ifndef SN_PARTS_CABLE_H
#define SN_PARTS_CABLE_H
#include "parts/line.h"
#include "parts/part.h"

typedef enum { SN_CABLE_GREEN, SN_CABLE_ENGINEERING } sn_cable_measure;

typedef struct {
  sn_v3 from, to;
  sn_points points;
  int elements, order;
  double stiffness, mass_per_length;
  double area; /* with a material; it is in the two above then */
  const sn_expr *length, *potential;
  int measure, tension_only;
  sn_expr3 load;
  sn_v3 velocity, angular_velocity;
  double radius;
} sn_cable;

typedef struct {
  int order, n_element, n_node;
  sn_cable_measure measure;
  int tension_only;
  double stiffness;                           /* EA; of a potential: at strain 0 */
  const sn_expr *potential;                   /* of the strain; NULL: EA e^2/2 */
  const sn_frame *node;                       /* n_node */
  const double *length;                       /* n_element, unstretched; with a winch: at t = 0 */
  const double *s;                            /* n_node: unstretched length from the first end */
  double slope[SN_LINE_ORDER][SN_LINE_NODES]; /* dN_i/dxi at Gauss point g */
  int winch[2]; /* vectors of the given length: it is (q[0] - q[1]).way; -1: the length does not change */
  sn_v3 way;
  int first_block, blocks; /* of an element */
  double mass_per_length;
  sn_v3 gravity;
  const sn_line_share *share; /* n_element x (order + 1): of its load; NULL: it has none */
} sn_cable_frozen;

/* ---- cable_element.c */
sn_status sn_cable_elements(const sn_item *item, sn_cable_frozen *f, sn_builder *b, sn_error *error);
/* Unstretched length now, over that at t = 0. */
double sn_cable_paid_out(const sn_cable_frozen *f, const sn_v3 *q);
/* Mass of an element at its node i: row sums. */
double sn_cable_mass(const sn_cable_frozen *f, int e, int i);
/* Axial force, tension positive, at a stretch. */
double sn_cable_tension(const sn_cable_frozen *f, double stretch);

/* ---- cable_output.c */
extern const sn_output sn_cable_outputs[];
extern const sn_along sn_cable_along[];
extern const sn_field sn_cable_fields[];

#endif
