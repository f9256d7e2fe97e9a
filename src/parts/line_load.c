/* parts/line_load.c -- loads per length on elements along a line, as loads on their nodes.
 * What:    functions of time and of the length s are integrated with the shape functions (p + 1 Gauss points); those of the local
 *          velocity act at the nodes, with the velocity and the length there and the node's share of the line: their work in a
 *          step is that of the same velocity, so that drag takes energy in every step.
 * Tests:   tests/whole/test_cable_answers.c, tests/whole/test_beam_along.c
 */
#include "model/load.h"
#include "parts/line.h"

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
                       sn_builder *b, sn_error *error)
{
  const int velocity = sn_load_depends(value, 2) || sn_load_depends(value, 3) || sn_load_depends(value, 4);
  const int uniform = !sn_load_depends(value, 1);
  for (int i = 0; i <= l->order;
       i++) { /* a node of two elements gets both shares, each along the axes of its element */
    const sn_expr *component[3];
    double weight[SN_LINE_NODES], s[SN_LINE_NODES];
    const int n = shares(l, i, velocity || uniform, weight, s);
    SN_TRY(sn_load_components(value, turn, &(sn_load_sum){n, s, weight}, sn_builder_arena(b), component, error));
    (moment ? sn_add_moment : sn_add_force)(b, l->at + i, component, follows);
  }
  return SN_OK;
}
