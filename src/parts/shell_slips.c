/* parts/shell_slips.c -- what is allowed of a shell, but looks like a slip: warnings with element and place.
 * What:    sizes in mm, angles of plies in degrees, elements that bend too much, edges that lie on each other without being joined, of one
 *          shell or of two.
 * Tests:   tests/shells/test_slips.c
 */
#include "model/model.h"
#include "parts/shell.h"

static const double thin = 1e4; /* size over thickness that looks like a file in mm */
static const double turn = 6.283185307179586, many = 0.7853981633974483; /* 45 degrees across an element is coarse */

static double size_of(const sn_shell_frozen *f)
{
  double size = 0;
  for (int k = 1; k < sn_shell_nodes(&f->grid); k++) {
    size = fmax(size, v3_norm(v3_sub(f->X[k], f->X[0])));
  }
  return size;
}

static sn_status warn_of_size(const sn_shell_frozen *f, double size, sn_error *error)
{
  const sn_item *item = f->item;
  double thickest = 0;
  for (int k = 0; k < sn_shell_nodes(&f->grid); k++) {
    thickest = fmax(thickest, f->thickness[k]);
  }
  if (2 * thickest > size) {
    return sn_model_warn(item->model, item->where, error,
                         "Shell '%s' is %.4g m across and %.4g m thick: all quantities are in SI units, lengths in m.",
                         item->name, size, thickest);
  }
  const sn_shell_file *file = &((const sn_shell *)item->param)->mesh;
  if (f->grid.mesh && file->scale == 1 && size > thin * thickest) {
    return sn_model_warn(
        item->model, item->where, error,
        "Shell '%s' is %.4g m across and %.4g m thick; is \"%.60s\" in mm? mesh = { ..., scale = 1e-3 } "
        "makes them m.",
        item->name, size, thickest, f->grid.mesh->file->file);
  }
  if (fabs(f->mid) > size) {
    return sn_model_warn(item->model, item->where, error,
                         "Shell '%s' is %.4g m across, but `offset` is %.4g m: all quantities are in SI units.",
                         item->name, size, f->mid);
  }
  return SN_OK;
}

static sn_status warn_of_plies(const sn_shell_frozen *f, sn_error *error)
{
  const sn_item *item = f->item;
  const sn_numbers *p = &((const sn_shell *)item->param)->plies;
  for (int k = 0; k < p->n; k += p->columns) {
    if (fabs(p->x[k]) > turn) {
      return sn_model_warn(item->model, item->where, error,
                           "Ply %d of shell '%s' is at an angle of %.4g rad; did you mean deg(%.4g)?",
                           k / p->columns + 1, item->name, p->x[k], p->x[k]);
    }
  }
  return SN_OK;
}

/* Turn of the directors across an element, along xi or eta. */
static double bend_of(const sn_shell_frozen *f, int e)
{
  const int p = f->grid.order, n = p + 1;
  double most = 0;
  for (int i = 0; i < n; i++) {
    double along[2] = {0, 0};
    for (int k = 0; k < p; k++) {
      const int a[2][2] = {{k + n * i, k + 1 + n * i}, {i + n * k, i + n * (k + 1)}};
      for (int c = 0; c < 2; c++) {
        const sn_v3 d = f->D[sn_shell_node_of(&f->grid, e, a[c][0])], g = f->D[sn_shell_node_of(&f->grid, e, a[c][1])];
        along[c] += acos(fmin(1, v3_dot(d, g)));
      }
    }
    most = fmax(most, fmax(along[0], along[1]));
  }
  return most;
}

static sn_status warn_of_bends(const sn_shell_frozen *f, sn_error *error)
{
  const sn_item *item = f->item;
  for (int e = 0; e < sn_shell_elements(&f->grid); e++) {
    const double bend = bend_of(f, e);
    if (bend > many) {
      char name[48];
      const sn_v3 x = f->X[sn_shell_node_of(&f->grid, e, 0)];
      return sn_model_warn(
          item->model, item->where, error,
          "Shell '%s': element %s at (%.4g, %.4g, %.4g) bends by %.0f degrees; more than about 20 make "
          "it too stiff. Use more elements.",
          item->name, sn_shell_element_name(&f->grid, e, name), x.x[0], x.x[1], x.x[2], bend * 360 / turn);
    }
  }
  return SN_OK;
}

/* ---- edges that lie on each other */

static int near(sn_v3 a, sn_v3 b, double size)
{
  return v3_norm(v3_sub(a, b)) < 1e-6 * size;
}

static int edge_node(const sn_shell_grid *g, int edge, int k)
{
  const int n = sn_shell_segments(g, edge), e = k < n * g->order ? k / g->order : n - 1;
  return sn_shell_segment_node(g, edge, e, k - e * g->order);
}

static sn_status warn_of_seam(const sn_shell_frozen *f, double size, sn_error *error)
{
  const sn_item *item = f->item;
  for (int axis = 0; axis < 2 && !f->grid.mesh; axis++) {
    const int n = sn_shell_segments(&f->grid, 2 * axis) * f->grid.order + 1;
    int same = !sn_shell_edge_at(item, 2 * axis)->given && !sn_shell_edge_at(item, 2 * axis + 1)->given &&
               !f->grid.closed[axis] && f->grid.n[axis] > 1;
    for (int k = 0; k < n && same; k++) {
      same = near(f->X[edge_node(&f->grid, 2 * axis, k)], f->X[edge_node(&f->grid, 2 * axis + 1, k)], size);
    }
    if (same) {
      return sn_model_warn(
          item->model, item->where, error,
          "Shell '%s': its edges %s and %s lie on each other, but are not joined: a slit. For a surface "
          "without one write closed = \"%s\".",
          item->name, sn_shell_edge_name(item, 2 * axis), sn_shell_edge_name(item, 2 * axis + 1), axis ? "v" : "u");
    }
  }
  return SN_OK;
}

/* Does something name both? An edge on the other shell, a joint or a beam between their nodes. */
static int connected(const sn_item *a, const sn_item *b)
{
  const sn_item *const both[2] = {a, b};
  for (int i = 0; i < 2; i++) {
    for (int k = 0; k < sn_shell_edges(both[i]); k++) {
      if (sn_shell_edge_at(both[i], k)->on.item == both[!i]) {
        return 1;
      }
    }
  }
  for (int i = 0; i < sn_model_items(a->model); i++) {
    const sn_item *other = sn_model_item(a->model, i);
    int names[2] = {0, 0};
    for (int k = 0; k < other->kind->n_refs; k++) {
      names[0] = names[0] || other->ref[k].item == a;
      names[1] = names[1] || other->ref[k].item == b;
    }
    if (names[0] && names[1]) {
      return 1;
    }
  }
  return 0;
}

static int touches(const sn_shell_frozen *f, int edge, const sn_shell_frozen *other, double size)
{
  const int n = sn_shell_segments(&f->grid, edge) * f->grid.order + 1;
  for (int k = 0; k < n; k++) {
    const sn_v3 x = f->X[edge_node(&f->grid, edge, k)];
    int found = 0;
    for (int i = 0; i < sn_shell_nodes(&other->grid) && !found; i++) {
      found = near(x, other->X[i], size);
    }
    if (!found) {
      return 0;
    }
  }
  return 1;
}

/* Are they folded on each other: is their middle on the same side of the edge, seen from its middle? As drawn they touch all over,
   which no mistake of neighbours looks like. */
static int folded(const sn_shell_frozen *f, int edge, const sn_shell_frozen *other)
{
  const sn_shell_frozen *const both[2] = {f, other};
  const int n = sn_shell_segments(&f->grid, edge) * f->grid.order + 1;
  const sn_v3 first = f->X[edge_node(&f->grid, edge, 0)], last = f->X[edge_node(&f->grid, edge, n - 1)];
  const sn_v3 along = v3_norm(v3_sub(last, first)) > 0 ? v3_unit(v3_sub(last, first)) : v3(0, 0, 0);
  const sn_v3 middle = v3_scale(0.5, v3_add(first, last));
  sn_v3 into[2];
  for (int k = 0; k < 2; k++) {
    const int nodes = sn_shell_nodes(&both[k]->grid);
    into[k] = v3(0, 0, 0);
    for (int i = 0; i < nodes; i++) {
      into[k] = v3_axpy(into[k], 1.0 / nodes, v3_sub(both[k]->X[i], middle));
    }
    into[k] = v3_axpy(into[k], -v3_dot(into[k], along), along);
  }
  return v3_dot(into[0], into[1]) > 0.985 * v3_norm(into[0]) * v3_norm(into[1]);
}

/* A whole edge on nodes of a shell made before, and nothing that joins the two. */
static sn_status warn_of_neighbours(const sn_shell_frozen *f, double size, sn_error *error)
{
  const sn_item *item = f->item;
  for (int i = 0; i < item->index && !f->grid.mesh; i++) {
    const sn_item *other = sn_model_item(item->model, i);
    if (other->kind != item->kind || !other->frozen || connected(item, other)) {
      continue;
    }
    for (int edge = 0; edge < SN_SHELL_EDGES; edge++) {
      if (!f->grid.closed[edge >= 2] && touches(f, edge, other->frozen, size) && !folded(f, edge, other->frozen)) {
        const sn_v3 x = f->X[edge_node(&f->grid, edge, 0)];
        const char *name = sn_shell_edge_name(item, edge);
        return sn_model_warn(item->model, item->where, error,
                             "Shells '%s' and '%s' touch along %s, from (%.4g, %.4g, %.4g) on, but nothing joins them: "
                             "%s = { clamped = true, on = %s } does.",
                             item->name, other->name, name, x.x[0], x.x[1], x.x[2], name, other->name);
      }
    }
  }
  return SN_OK;
}

sn_status sn_shell_warn(const sn_shell_frozen *f, sn_error *error)
{
  const double size = size_of(f);
  SN_TRY(warn_of_size(f, size, error));
  SN_TRY(warn_of_plies(f, error));
  SN_TRY(warn_of_bends(f, error));
  SN_TRY(warn_of_seam(f, size, error));
  return warn_of_neighbours(f, size, error);
}
