/* parts/line_load.c -- loads per length on elements along a line, as loads on their nodes.
 * What:    functions of time and of the length s are integrated with the shape functions (p + 1 Gauss points); those of the local
 *          velocity act at the nodes, with the velocity and the length there and the node's share of the line: their work in a
 *          step is that of the same velocity, so that drag takes energy in every step.
 * Tests:   tests/beams/test_cable_answers.c, tests/beams/test_along.c
 */
#include <stddef.h>

#include "model/load_components.h"
#include "parts/line.h"
#include "system/observation.h"

/* Weights and lengths at which the load of node i is taken; their number. */
static int shares(const sn_line_element *l, int i, int collocated, double weight[SN_LINE_NODES],
                  double s[SN_LINE_NODES])
{
  const int p = l->order;
  double sum = 0;
  for (int g = 0; g <= p; g++) {
    double n[SN_LINE_NODES];
    sn_line_shape(p, sn_line_gauss[p][g], n, NULL);
    weight[g] = n[i] * l->ds[g];
    s[g] = l->s_gauss[g];
    sum += weight[g];
  }
  if (collocated) {
    weight[0] = sum;
    s[0] = l->s_node[i];
  }
  return collocated ? 1 : p + 1;
}

sn_status sn_line_load(const sn_expr3 *value, sn_m3 turn, int follows, int moment, const sn_line_element *l,
                       sn_builder *b, sn_line_share *share, sn_error *error)
{
  const int velocity = sn_load_depends(value, 2) || sn_load_depends(value, 3) || sn_load_depends(value, 4);
  const int uniform = !sn_load_depends(value, 1);
  for (int i = 0; i <= l->order;
       i++) { /* a node of two elements gets both shares, each along the axes of its element */
    double weight[SN_LINE_NODES], s[SN_LINE_NODES];
    const int n = shares(l, i, velocity || uniform, weight, s);
    share[i] = (sn_line_share){.follows = follows, .moment = moment};
    SN_TRY(
        sn_load_components(value, turn, &(sn_load_sum){n, s, weight}, sn_builder_arena(b), share[i].component, error));
    (moment ? sn_add_moment : sn_add_force)(b, l->at + i, share[i].component, follows);
  }
  return SN_OK;
}

sn_v3 sn_line_share_now(const sn_line_share *share, const sn_frame *at, const sn_observation *o)
{
  const sn_v3 v = sn_point_in(at, o->v);
  const sn_m3 axes = share->follows ? sn_axes_in(at, o->q) : m3_identity();
  double of[4] = {o->t, 0, 0, 0};
  sn_v3 sum = v3(0, 0, 0);
  for (int j = 0; j < 3 && !share->moment; j++) {
    of[1 + j] = v3_dot(v, axes.c[j]);
  }
  for (int j = 0; j < 3; j++) {
    const double f = share->component[j] ? sn_expr_value(share->component[j], of) : 0;
    sum = v3_axpy(sum, o->load * f, axes.c[j]);
  }
  return sum;
}
