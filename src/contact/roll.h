/* contact/roll.h -- a wheel on a road: its gap, and how fast the point where they touch slips.
 * What:    two kinds of numbers of the same forms. The gap is a strain, which a constraint holds at zero. A slip is a rate, sum c(e) e', one
 *          along each of two directions across the normal; a constraint on rates (laws/on_rates.c) holds it at zero, and the wheel rolls.
 * Forms:   e_k, k = 1..3: the centre of the wheel from the origin of the road along the axes a_k of the road; C_jk: axis b_j of the wheel along
 *          a_k. The axle is b_1. What a pair asks of them, in this order: sn_roll_forms.
 * Theory:  docs/theory.md, constraints on rates (25). With the point of the wheel that touches at xi along its own axes, the velocity there
 *          along the axes of the road is e' + sum_j xi_j C_j'. First and second derivatives of the gap are exact: a constraint asks for both.
 * Who:     joints/rolling.c.
 * Tests:   tests/contact/test_roll.c
 */
#ifndef SN_CONTACT_ROLL_H
#define SN_CONTACT_ROLL_H
#include "system/system.h"

typedef enum {
  SN_ROAD_PLANE,   /* third axis: the normal */
  SN_ROAD_SPHERE,  /* around the origin; third axis: the normal at the start */
  SN_ROAD_CYLINDER /* around the third axis */
} sn_road_type;

/* sn_gap.value gets the address of its first member. Lengths in m. */
typedef struct {
  sn_gap gap;
  sn_road_type road;
  double radius; /* of the road; inside = 1: the wheel is in it */
  int inside;
  double ring, edge; /* wheel: radius of a circle around the axle, and of the round edge around it; ring 0: a ball */
  int along;         /* slip: along which of the two directions, 0 or 1 */
} sn_roll;

/* What forms a gap or slip takes: which[i] = k for e_k, 3 + 3 j + k for C_jk. */
enum { SN_ROLL_FORMS = 12 };
int sn_roll_gap(const sn_roll *pair, sn_roll *out, int which[SN_ROLL_FORMS]);             /* their number */
int sn_roll_slip(const sn_roll *pair, int along, sn_roll *out, int which[SN_ROLL_FORMS]); /* the same */
/* The point of the road where they touch and the normal there, from road to wheel, along the axes of the road; forms of all twelve. */
void sn_roll_place(const sn_roll *pair, const double *e, double point[3], double normal[3]);

#endif
