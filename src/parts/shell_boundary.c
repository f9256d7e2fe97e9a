/* parts/shell_boundary.c -- bending moments at the boundary of a shell, from equilibrium.
 * What:    continued from Gauss points, the moment at a clamped edge is low by up to a fifth on coarse meshes, since an edge has elements on one side only.
 *          The rows of the directors at the edge know it: what elements do on a director is the moment there, times the length of edge
 *          that belongs to the node. The bending strain across the edge is set so that the section carries this moment.
 *          The same holds at edges that are free, held, symmetric or loaded by moments, and at folds. Corners are left as they are.
 * Theory:  docs/theory-shells.md, (S11a), (S11b).
 * Limits:  moments across the edge only; rotary inertia and damping of the elements are not counted.
 * Tests:   tests/shells/test_boundary.c
 */
#include <string.h>

#include "parts/shell.h"

static const double straight = 0.94; /* cosine of the largest angle between two segments of an edge that is no corner */

/* What an element does on the director of a node: every stress of bending and shear times a sum of places. Made once, since derivatives
   of shape functions at all tying points are a hundred times the work of the sums. */
enum { PULLS = 28 };
typedef struct {
  double by[PULLS][SN_SHELL_NODES];
} pull;
/* The boundary at a node. */
typedef struct {
  double length;    /* of edge that belongs to it, m; 0: it is inside or at a corner */
  int element;      /* one with a side there */
  double across[2]; /* the outer normal as a sum of dX/dxi, dX/deta of that element */
  double way[2];    /* and in the local axes of the node */
  const pull *pull; /* of the elements around it */
} boundary_node;

struct sn_shell_boundary {
  const boundary_node *node;
  int first, n; /* strains of bending and shear: the first one, their number */
};

/* ---- made once: sides of one element only */

/* Node i of side k of an element, around it. */
static int side_node(int p, int k, int i)
{
  const int m = p + 1;
  return k == 0 ? i : k == 1 ? p + m * i : k == 2 ? p - i + m * p : m * (p - i);
}

static void side_point(int k, double s, double at[2])
{
  at[0] = k == 0 ? s : k == 1 ? 1 : k == 2 ? 1 - s : 0;
  at[1] = k == 0 ? 0 : k == 1 ? s : k == 2 ? 1 : 1 - s;
}

/* Other elements that have both ends of this side. */
static int is_shared(const sn_shell_frozen *f, int e, int k, const int *from, const int *element)
{
  const int p = f->grid.order;
  const int a = sn_shell_node_of(&f->grid, e, side_node(p, k, 0)),
            b = sn_shell_node_of(&f->grid, e, side_node(p, k, p));
  for (int i = from[a]; i < from[a + 1]; i++) {
    for (int j = from[b]; j < from[b + 1]; j++) {
      if (element[i] == element[j] && element[i] != e) {
        return 1;
      }
    }
  }
  return 0;
}

/* Adds side k of element e to its nodes; normal: sums of outer normals, times lengths. */
static sn_status add_side(const sn_shell_frozen *f, int e, int k, boundary_node *node, sn_v3 *normal, sn_error *error)
{
  const int p = f->grid.order;
  double at[2];
  for (int g = 0; g < SN_LINE_NODES; g++) {
    double N[SN_LINE_NODES], dN[SN_LINE_NODES];
    sn_shell_metric m;
    side_point(k, sn_line_gauss[SN_LINE_NODES - 1][g], at);
    SN_TRY(sn_shell_metric_at(f, e, at[0], at[1], &m, error));
    sn_line_shape(p, sn_line_gauss[SN_LINE_NODES - 1][g], N, dN);
    const sn_v3 along = v3_scale(k < 2 ? 1 : -1, m.G[k % 2]);
    const double turned = v3_dot(v3_cross(m.G[0], m.G[1]), m.normal) < 0 ? -1 : 1;
    const sn_v3 out = v3_scale(turned, v3_cross(v3_unit(along), m.normal));
    for (int i = 0; i <= p; i++) {
      const int at_node = sn_shell_node_of(&f->grid, e, side_node(p, k, i));
      const double w = sn_line_weight[SN_LINE_NODES - 1][g] * N[i] * v3_norm(along);
      node[at_node].length += w;
      node[at_node].element = e;
      normal[at_node] = v3_axpy(normal[at_node], w, out);
    }
  }
  return SN_OK;
}

/* Place of a node in one of its elements. */
static int place_in(const sn_shell_frozen *f, int e, int node)
{
  int a = 0;
  while (sn_shell_node_of(&f->grid, e, a) != node) {
    a++;
  }
  return a;
}

static sn_status finish(const sn_shell_frozen *f, int k, sn_v3 sum, boundary_node *n, sn_error *error)
{
  const int p = f->grid.order;
  if (!(v3_norm(sum) > straight * n->length)) {
    n->length = 0; /* inside, or a corner */
    return SN_OK;
  }
  const int a = place_in(f, n->element, k), column = a % (p + 1), row = a / (p + 1);
  sn_shell_metric m;
  SN_TRY(sn_shell_metric_at(f, n->element, (double)column / p, (double)row / p, &m, error));
  const sn_v3 out = v3_unit(v3_axpy(sum, -v3_dot(sum, m.normal), m.normal));
  const double J = v3_dot(v3_cross(m.G[0], m.G[1]), m.normal);
  n->across[0] = v3_dot(v3_cross(out, m.G[1]), m.normal) / J;
  n->across[1] = v3_dot(v3_cross(m.G[0], out), m.normal) / J;
  n->way[0] = v3_dot(out, m.axis[0]);
  n->way[1] = v3_dot(out, m.axis[1]);
  return SN_OK;
}

/* stress.by.x of an element is the derivative of its energy by the director of its node a. */
static void make_pull(const sn_shell_frozen *f, int e, int a, pull *out)
{
  const int p = f->grid.order, nodes = (p + 1) * (p + 1);
  int first[9];
  double unused[SN_SHELL_STRAINS];
  sn_shell_tied_weights(p, 0.5, 0.5, unused, first);
  SN_ASSERT(first[8] - first[3] <= PULLS);
  for (int c = 3; c < 8; c++) {
    for (int k = first[c]; k < first[c + 1]; k++) {
      sn_shell_shape s;
      sn_shell_tied_shape(f, e, c, k - first[c], &s);
      for (int i = 0; i < nodes; i++) {
        out->by[k - first[3]][i] = c < 5    ? s.by[c - 3][a] * s.by[c - 3][i]
                                   : c == 5 ? s.by[1][a] * s.by[0][i] + s.by[0][a] * s.by[1][i]
                                            : s.N[a] * s.by[c - 6][i];
      }
    }
  }
}

static sn_status make_pulls(const sn_shell_frozen *f, int k, const int *element, int n, sn_arena *arena,
                            boundary_node *node, sn_error *error)
{
  pull *all = SN_NEW(arena, pull, n);
  if (!all) {
    return sn_no_memory(error, "the model");
  }
  for (int i = 0; i < n; i++) {
    make_pull(f, element[i], place_in(f, element[i], k), all + i);
  }
  node->pull = all;
  return SN_OK;
}

sn_status sn_shell_boundary_of(sn_shell_frozen *f, sn_arena *arena, const int *from, const int *element,
                               sn_error *error)
{
  const int n = sn_shell_nodes(&f->grid);
  boundary_node *node = SN_NEW(arena, boundary_node, n);
  sn_shell_boundary *x = SN_NEW(arena, sn_shell_boundary, 1);
  sn_v3 *normal = SN_NEW(arena, sn_v3, n);
  if (!node || !normal || !x) {
    return sn_no_memory(error, "the model");
  }
  for (int e = 0; e < sn_shell_elements(&f->grid); e++) {
    for (int k = 0; k < 4; k++) {
      if (!is_shared(f, e, k, from, element)) {
        SN_TRY(add_side(f, e, k, node, normal, error));
      }
    }
  }
  for (int k = 0; k < n; k++) {
    SN_TRY(finish(f, k, normal[k], node + k, error));
    if (node[k].length > 0) {
      SN_TRY(make_pulls(f, k, element + from[k], from[k + 1] - from[k], arena, node + k, error));
    }
  }
  int first[9];
  double unused[SN_SHELL_STRAINS];
  sn_shell_tied_weights(f->grid.order, 0.5, 0.5, unused, first);
  x->node = node;
  x->first = first[3];
  x->n = first[8] - first[3];
  f->boundary = x;
  return SN_OK;
}

/* ---- now */

/* What element e does on a director of its boundary. x: places of its nodes. */
static sn_v3 pulled(const sn_observation *o, const sn_shell_frozen *f, int e, const pull *by, const sn_v3 *x)
{
  const sn_block *b = sn_shell_block(f, e, o->system);
  const int nodes = (f->grid.order + 1) * (f->grid.order + 1), n = f->boundary->n;
  const double *stress = o->stress + b->stress + f->boundary->first;
  sn_v3 sum = v3(0, 0, 0);
  for (int i = 0; i < nodes; i++) {
    double weight = 0;
    for (int k = 0; k < n; k++) {
      weight += stress[k] * by->by[k][i];
    }
    sum = v3_axpy(sum, weight, x[i]);
  }
  return sum;
}

/* Moment across the edge, by the section at these strains. */
static double moment_of(const sn_shell_frozen *f, int node, const double strain[8], const double way[2])
{
  return way[0] * way[0] * sn_shell_resultant(f, node, strain, 3) +
         way[1] * way[1] * sn_shell_resultant(f, node, strain, 4) +
         2 * way[0] * way[1] * sn_shell_resultant(f, node, strain, 5);
}

void sn_shell_correct(const sn_observation *o, const sn_shell_frozen *f, int node, const int *element, int n,
                      double strain[8])
{
  const boundary_node *at = f->boundary->node + node;
  const int p = f->grid.order, nodes = (p + 1) * (p + 1);
  sn_v3 sum = v3(0, 0, 0), across = v3(0, 0, 0);
  if (!(at->length > 0)) {
    return;
  }
  for (int k = 0; k < n; k++) {
    sn_v3 x[SN_SHELL_NODES];
    for (int i = 0; i < nodes; i++) {
      x[i] = sn_point_in(f->node + sn_shell_node_of(&f->grid, element[k], i), o->local);
    }
    sum = v3_add(sum, pulled(o, f, element[k], at->pull + k, x));
    if (element[k] == at->element) { /* the outer normal now */
      const int a = place_in(f, element[k], node), row = a / (p + 1), column = a % (p + 1);
      sn_shell_shape s;
      sn_shell_shape_at(p, (double)column / p, (double)row / p, &s);
      for (int i = 0; i < nodes; i++) {
        across = v3_axpy(across, at->across[0] * s.by[0][i] + at->across[1] * s.by[1][i], x[i]);
      }
    }
  }
  const double moment = v3_dot(sum, v3_unit(across)) / at->length;
  const double bend[3] = {at->way[0] * at->way[0], at->way[1] * at->way[1], 2 * at->way[0] * at->way[1]};
  for (int turn = 0; turn < 2; turn++) { /* a linear section needs one */
    const double now = moment_of(f, node, strain, at->way), step = 1e-4 / f->thickness[node];
    double more[8];
    memcpy(more, strain, sizeof more);
    for (int i = 0; i < 3; i++) {
      more[3 + i] += step * bend[i];
    }
    const double stiffness = (moment_of(f, node, more, at->way) - now) / step;
    for (int i = 0; i < 3 && stiffness > 0; i++) {
      strain[3 + i] += (moment - now) / stiffness * bend[i];
    }
  }
}
