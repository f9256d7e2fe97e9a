/* contact/track.h -- a point on a line: a curve fixed in a body or in space, or a line through nodes that move.
 * What:    the gaps that a slide (joints/slide.c) holds at zero, functions of the coordinate s along the line and of forms. All have a slope
 *          that is continuous along the whole line, so that a trolley passes from piece to piece without an impact; beyond its ends a
 *          line that is open goes on straight.
 * Theory:  docs/theory.md, sliding along a line (26). Fixed: e_k - c_k(s), c a cubic spline whose curvature is continuous;
 *          sum c_k'(s) e_k for what looks along the curve, sum u_k(s) e_k for what also keeps its roll, e_k cosines. Through nodes:
 *          sum N_a(s) e_a, e_a = (x_a - x).f_k, with cubic Hermite pieces whose slope at a node is that of the parabola through it and
 *          its neighbours: four nodes to a piece.
 * Tests:   tests/contact/test_track.c
 */
#ifndef SN_CONTACT_TRACK_H
#define SN_CONTACT_TRACK_H
#include "system/system.h"

enum { SN_TRACK_NODES = 60 }; /* most of a line that moves */

typedef struct {
  int n, closed;
  double *s;      /* n (closed: n + 1): where the points are along it */
  double *x, *x2; /* fixed: 3 n, points and second derivatives; closed: n + 1 of them; NULL: through nodes */
} sn_track;

/* A spline through n points; its parameter is the length of the polygon. Closed: the first point follows the last. */
sn_status sn_track_fixed(int n, const sn_v3 *point, int closed, sn_arena *arena, sn_track *out);
/* Other values at the points of a fixed one, over the same parameter. */
sn_status sn_track_values(const sn_track *t, const sn_v3 *value, sn_arena *arena, sn_track *out);
/* A direction that is carried along a fixed one: `up` at s, and elsewhere turned as little as possible, so that it stays across the line.
   Round a closed one the rest of the turn is spread evenly. */
sn_status sn_track_carry(const sn_track *t, double s, sn_v3 up, sn_arena *arena, sn_track *out);
/* Point, slope and second derivative of a fixed one, each unless NULL. */
void sn_track_at(const sn_track *t, double s, sn_v3 *x, sn_v3 *slope, sn_v3 *bend);
/* Weights of the nodes, and their first and second derivatives by s: n each, NULL: not asked for. */
void sn_track_weights(const sn_track *t, double s, double *N, double *dN, double *ddN);
double sn_track_length(const sn_track *t);

/* sn_gap.value gets the address of its first member. */
typedef struct {
  sn_gap gap;
  const sn_track *track;
  int along; /* fixed: the axis */
  int first; /* through nodes: the first that it sees */
} sn_track_gap;
/* Fixed, along axis k: of the place of the point along that axis, and s. */
void sn_track_gap_fixed(const sn_track *t, int k, sn_track_gap *out);
/* Of the cosines between an axis and the three axes of the carrier, and s: the axis is across the line, or across the value. */
void sn_track_gap_across(const sn_track *t, sn_track_gap *out);
void sn_track_gap_across_value(const sn_track *t, sn_track_gap *out);
/* Through nodes: of the n places e_a of the nodes from the point along some direction, and s. Runs narrow it to the nodes around s
   (run/window.c). */
void sn_track_gap_nodes(const sn_track *t, sn_track_gap *out);

#endif
