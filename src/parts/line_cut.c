/* parts/line_cut.c -- what a section inside an element of a line carries: equilibrium of the piece before it.
 * What:    at the nodes of an element act its internal forces, its loads and its inertia; what is left is what the rest of the
 *          model does to it there. From these the force and the moment in any section follow by statics, without the law of
 *          the material: the curve meets the reaction of a clamp and the point loads at the nodes exactly.
 * Theory:  docs/theory-beams.md, (B14), (B15). Loads and inertia of the element, known by their sums at the nodes, are spread as
 *          a polynomial of the same order with the same sums; places are interpolated by the same functions, so that forces and
 *          moments of the element balance to round-off.
 * Tests:   tests/parts/test_line.c, tests/beams/test_section_forces.c
 */
#include "parts/line.h"

/* Inverse of the matrix of int N_a N_b over [0, 1]. */
static const double from_sums[SN_LINE_ORDER][SN_LINE_NODES][SN_LINE_NODES] = {
    {{4, -2}, {-2, 4}},
    {{9, -1.5, 3}, {-1.5, 2.25, -1.5}, {3, -1.5, 9}},
    {{16, -68.0 / 27, 32.0 / 27, -4},
     {-68.0 / 27, 2224.0 / 729, 44.0 / 729, 32.0 / 27},
     {32.0 / 27, 44.0 / 729, 2224.0 / 729, -68.0 / 27},
     {-4, 32.0 / 27, -68.0 / 27, 16}}};

sn_wrench sn_wrench_mean(sn_wrench a, sn_wrench b)
{
  return (sn_wrench){v3_scale(0.5, v3_add(a.force, b.force)), v3_scale(0.5, v3_add(a.moment, b.moment))};
}

static sn_wrench turned(sn_wrench w)
{
  return (sn_wrench){v3_scale(-1, w.force), v3_scale(-1, w.moment)};
}

/* Adds `part` of what acts at place x, as seen from `about`. */
static void collect(sn_wrench *sum, double part, sn_wrench w, sn_v3 x, sn_v3 about)
{
  sum->force = v3_axpy(sum->force, part, w.force);
  sum->moment = v3_axpy(v3_axpy(sum->moment, part, w.moment), part, v3_cross(v3_sub(x, about), w.force));
}

static sn_v3 place_at(const sn_line_cut *c, double xi, double n[SN_LINE_NODES])
{
  sn_v3 x = v3(0, 0, 0);
  sn_line_shape(c->order, xi, n, NULL);
  for (int a = 0; a <= c->order; a++) {
    x = v3_axpy(x, n[a], c->x[a]);
  }
  return x;
}

sn_wrench sn_line_cut_at(const sn_line_cut *c, double xi)
{
  const int p = c->order;
  if (sn_line_same(xi, 0)) {
    return turned(c->held[0]);
  }
  if (sn_line_same(xi, 1)) {
    return c->held[p];
  }
  double n[SN_LINE_NODES];
  sn_wrench density[SN_LINE_NODES], sum = {v3(0, 0, 0), v3(0, 0, 0)};
  const sn_v3 about = place_at(c, xi, n);
  for (int a = 0; a <= p; a++) {
    density[a] = sum;
  }
  for (int a = 0; a < p; a++) { /* at an inner node the mean of both sides */
    const double here = (double)a / p, part = sn_line_same(xi, here) ? 0.5 : xi > here;
    collect(&sum, -part, c->held[a], c->x[a], about);
  }
  for (int a = 0; a <= p; a++) {
    for (int b = 0; b <= p; b++) {
      density[a].force = v3_axpy(density[a].force, from_sums[p - 1][a][b], c->spent[b].force);
      density[a].moment = v3_axpy(density[a].moment, from_sums[p - 1][a][b], c->spent[b].moment);
    }
  }
  for (int g = 0; g <= p; g++) {
    const sn_v3 x = place_at(c, xi * sn_line_gauss[p][g], n);
    for (int a = 0; a <= p; a++) {
      collect(&sum, xi * sn_line_weight[p][g] * n[a], density[a], x, about);
    }
  }
  return sum;
}
