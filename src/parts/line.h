/* parts/line.h -- elements along a line: shape functions and Gauss points of cables and beams.
 * What:    p + 1 even nodes on [0, 1], p = 1, 2, 3; stiffness takes p points (full integration locks), mass p + 1.
 */
#ifndef SN_PARTS_LINE_H
#define SN_PARTS_LINE_H
#include "model/kind.h"
#include "model/mass.h"

enum { SN_LINE_ORDER = 3, SN_LINE_NODES = SN_LINE_ORDER + 1 };

extern const double sn_line_gauss[SN_LINE_NODES][SN_LINE_NODES];  /* [n - 1][g]: place on (0, 1) of point g of n */
extern const double sn_line_weight[SN_LINE_NODES][SN_LINE_NODES]; /* their weights, sum 1 */
/* Lagrange polynomials of order p at xi and their derivatives; either may be NULL. */
void sn_line_shape(int p, double xi, double *value, double *slope);
/* Adds a mass that is spread evenly over an element whose p + 1 nodes are at x. */
void sn_line_mass(int p, const sn_v3 *x, double mass, sn_mass_sum *sum);

/* An element for loads per length: its p + 1 nodes, and the lengths at these and at p + 1 Gauss points with the lengths ds there. */
typedef struct {
  int order;
  const sn_frame *at;
  double s_node[SN_LINE_NODES], s_gauss[SN_LINE_NODES], ds[SN_LINE_NODES];
} sn_line_element;
/* What a load per length does at one node of an element. */
typedef struct {
  const sn_expr *component[3]; /* of t and the velocity of the node; NULL: 0 */
  int follows, moment;
} sn_line_share;
/* A load per length on the nodes of an element; value of (t, s, three velocities). turn: axes of the drawing, or the identity for one
   that follows. share: p + 1, its shares. */
sn_status sn_line_load(const sn_expr3 *value, sn_m3 turn, int follows, int moment, const sn_line_element *l,
                       sn_builder *b, sn_line_share *share, sn_error *error);
/* The force or moment of a share now, ground axes. at: the frame of its node. */
sn_v3 sn_line_share_now(const sn_line_share *share, const sn_frame *at, const sn_observation *o);

/* ---- line_cut.c: sections of an element, from the equilibrium of the piece before them. All in ground axes. */
typedef struct {
  sn_v3 force, moment; /* moment about its own place */
} sn_wrench;
sn_wrench sn_wrench_mean(sn_wrench a, sn_wrench b);
typedef struct {
  int order;
  sn_v3 x[SN_LINE_NODES];
  sn_wrench held[SN_LINE_NODES];  /* what the rest of the model does to the element at its nodes */
  sn_wrench spent[SN_LINE_NODES]; /* of it: inertia of the element less its loads and weight */
} sn_line_cut;
/* On the face at xi that looks towards the last end; at an inner node where something acts: the mean of both sides. */
sn_wrench sn_line_cut_at(const sn_line_cut *c, double xi);
/* Two places on [0, 1] that are one but for round-off. */
static inline int sn_line_same(double a, double b)
{
  return fabs(a - b) < 1e-9;
}

#endif
