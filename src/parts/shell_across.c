/* parts/shell_across.c -- directions in the surface of a shell at its nodes, for laws on angles.
 * What:    a node has a director and no axes: how far a shell has turned about a line in it is read from the director and from the slope
 *          of the surface across that line, a weighted sum of places of an element there.
 * Theory:  docs/theory-shells.md, section 6, (S17).
 * Tests:   tests/shells/test_connections.c
 */
#include "model/model.h"
#include "parts/shell.h"

enum { MOST = (SN_SHELL_NODES + 1) * SN_SHELL_VECTORS };

/* Places and directors added up: the vectors of a frame, each once. */
typedef struct {
  int n, vector[MOST];
  double point[MOST], slope[MOST], director[MOST];
} sum;

static int slot(sum *s, int vector)
{
  int k = 0;
  while (k < s->n && s->vector[k] != vector) {
    k++;
  }
  if (k == s->n) {
    SN_ASSERT(k < MOST);
    s->vector[s->n++] = vector;
    s->point[k] = s->slope[k] = s->director[k] = 0;
  }
  return k;
}

/* An element at a node, and which of its nodes it is. */
static int element_at(const sn_shell_frozen *f, int node, int *a)
{
  SN_ASSERT(node >= 0 && node < sn_shell_nodes(&f->grid));
  const int m = f->grid.order + 1;
  for (int e = 0; e < sn_shell_elements(&f->grid); e++) {
    for (*a = 0; *a < m * m; ++*a) {
      if (sn_shell_node_of(&f->grid, e, *a) == node) {
        return e;
      }
    }
  }
  return -1;
}

/* The tangent w as drawn is c[0] X,1 + c[1] X,2. */
static void components(const sn_shell_frozen *f, int e, const sn_shell_shape *at, sn_v3 w, double c[2])
{
  sn_v3 G[2] = {v3(0, 0, 0), v3(0, 0, 0)};
  const int m = f->grid.order + 1;
  for (int a = 0; a < m * m; a++) {
    for (int i = 0; i < 2; i++) {
      G[i] = v3_axpy(G[i], at->by[i][a], f->X[sn_shell_node_of(&f->grid, e, a)]);
    }
  }
  const double g11 = v3_dot(G[0], G[0]), g12 = v3_dot(G[0], G[1]), g22 = v3_dot(G[1], G[1]);
  const double w1 = v3_dot(G[0], w), w2 = v3_dot(G[1], w), J = g11 * g22 - g12 * g12;
  c[0] = (g22 * w1 - g12 * w2) / J;
  c[1] = (g11 * w2 - g12 * w1) / J;
}

sn_status sn_shell_across(const sn_item *item, int station, sn_v3 axis, sn_builder *b, sn_frame *out, sn_error *error)
{
  SN_ASSERT(item->frozen && station >= 0);
  const sn_shell_frozen *f = item->frozen;
  const int n = sn_shell_nodes(&f->grid), node = station == SN_STATION_LAST ? n - 1 : station, p = f->grid.order;
  int mine;
  const int e = element_at(f, node, &mine);
  if (e < 0) {
    return sn_failf(error, SN_EINPUT, "Shell '%s' has no such node.", item->name);
  }
  const sn_v3 across = v3_cross(axis, f->D[node]);
  if (!(v3_norm(across) > 1e-3 * v3_norm(axis))) {
    sn_failf(error, SN_EINPUT, "The axis is along the normal of shell '%s'.", item->name);
    sn_error_fix(error, "Give an axis in its surface: the direction of the hinge.");
    return SN_EINPUT;
  }
  sn_shell_shape at;
  double c[2];
  sum s = {0};
  const int column = mine % (p + 1), row = mine / (p + 1);
  sn_shell_shape_at(p, (double)column / p, (double)row / p, &at);
  components(f, e, &at, v3_unit(across), c);
  for (int a = 0; a < (p + 1) * (p + 1); a++) {
    const sn_frame *x = f->node + sn_shell_node_of(&f->grid, e, a);
    const double w = c[0] * at.by[0][a] + c[1] * at.by[1][a];
    for (int k = 0; k < x->n; k++) {
      const double place = sn_point_row(x)[k], director = a == mine ? sn_axis_row(x, 2)[k] : 0;
      if (place * w != 0 || director != 0 || (a == mine && place != 0)) {
        const int i = slot(&s, x->vector[k]);
        s.slope[i] += w * place;
        s.point[i] += a == mine ? place : 0;
        s.director[i] += director;
      }
    }
  }
  const double none[MOST] = {0}, *const axes[3] = {s.slope, none, s.director};
  *out = sn_weighted_frame(b, s.n, s.vector, s.point, axes);
  return SN_OK;
}
