/* parts/shell_load.c -- loads on a shell as loads on its nodes: per area, pressure, along edges.
 * What:    functions of time and of u, v, times the shape functions. Pressure acts along the normals as drawn or, following, along the
 *          directors of the nodes; its area is that of the drawn surface.
 * How:     a load that is a function of time alone, or of place alone, is one load per node; one of both is a load per node and element.
 * Theory:  docs/theory-shells.md, (S14). Moments along edges act on directors: what is along a director is lost.
 * Tests:   tests/shells/test_shell.c, tests/shells/test_statics.c
 */
#include "model/model.h"
#include "parts/shell.h"

enum { T, U, V };

/* Components of functions of (t, u, v), each along a direction of its own at every place. */
typedef struct {
  int n;
  const sn_expr *of[3];
  int moment, follows;
  int apart; /* 1: no component is a function of time and place at once */
} load;

static load load_of(int n, const sn_expr *const *of, int moment, int follows)
{
  load l = {.n = n, .moment = moment, .follows = follows, .apart = 1};
  for (int i = 0; i < n; i++) {
    l.of[i] = of[i];
    l.apart = l.apart && !(sn_expr_depends(of[i], T) && (sn_expr_depends(of[i], U) || sn_expr_depends(of[i], V)));
  }
  return l;
}

/* Where a node gets its part from: weight times component i along way[i]. */
typedef struct {
  int n;
  struct {
    double weight, uv[2];
    sn_v3 way[3];
  } at[SN_SHELL_NODES];
} places;

/* Weights of the components on a node, added up over elements: those of time alone keep their function. */
typedef struct {
  sn_v3 of[3];
} share;

static void add_share(const load *l, const places *p, share *to)
{
  for (int g = 0; g < p->n; g++) {
    const double at[3] = {0, p->at[g].uv[0], p->at[g].uv[1]};
    for (int i = 0; i < l->n; i++) {
      const double value = sn_expr_depends(l->of[i], T) ? 1 : sn_expr_value(l->of[i], at);
      to->of[i] = v3_axpy(to->of[i], p->at[g].weight * value, p->at[g].way[i]);
    }
  }
}

static sn_expr_builder *begin(sn_builder *b)
{
  static const char *const names[] = {"t", "v1", "v2", "v3"}; /* what components of loads are functions of */
  return sn_expr_begin(sn_builder_arena(b), 4, names);
}

static int plus(sn_expr_builder *e, int sum, double w, int value)
{
  if (w == 0) {
    return sum;
  }
  const int part = sn_expr_op(e, SN_OP_MUL, sn_expr_constant(e, w), value, -1);
  return sum < 0 ? part : sn_expr_op(e, SN_OP_ADD, sum, part, -1);
}

static sn_status finish(const load *l, const sn_frame *at, sn_expr_builder *e, const int sum[3], sn_builder *b,
                        sn_error *error)
{
  const sn_expr *out[3] = {NULL, NULL, NULL};
  for (int k = 0; k < 3; k++) {
    if (sum[k] >= 0) {
      SN_TRY(sn_expr_end(e, sum[k], out + k, error));
    }
  }
  if (out[0] || out[1] || out[2]) {
    (l->moment ? sn_add_moment : sn_add_force)(b, at, out, l->follows);
  }
  return SN_OK;
}

static sn_status put_share(const load *l, const share *s, const sn_frame *at, sn_builder *b, sn_error *error)
{
  sn_expr_builder *e = begin(b);
  int sum[3] = {-1, -1, -1};
  if (!e) {
    return sn_no_memory(error, "the model");
  }
  for (int i = 0; i < l->n; i++) {
    const int argument[3] = {sn_expr_variable(e, 0), sn_expr_constant(e, 0), sn_expr_constant(e, 0)};
    const int value = sn_expr_depends(l->of[i], T) ? sn_expr_insert(e, l->of[i], argument) : sn_expr_constant(e, 1);
    for (int k = 0; k < 3; k++) {
      sum[k] = plus(e, sum[k], s->of[i].x[k], value);
    }
  }
  return finish(l, at, e, sum, b, error);
}

static sn_status put_places(const load *l, const places *p, const sn_frame *at, sn_builder *b, sn_error *error)
{
  sn_expr_builder *e = begin(b);
  int sum[3] = {-1, -1, -1};
  if (!e) {
    return sn_no_memory(error, "the model");
  }
  for (int g = 0; g < p->n; g++) {
    const int argument[3] = {sn_expr_variable(e, 0), sn_expr_constant(e, p->at[g].uv[0]),
                             sn_expr_constant(e, p->at[g].uv[1])};
    for (int i = 0; i < l->n; i++) {
      const int value = sn_expr_insert(e, l->of[i], argument);
      for (int k = 0; k < 3; k++) {
        sum[k] = plus(e, sum[k], p->at[g].weight * p->at[g].way[i].x[k], value);
      }
    }
  }
  return finish(l, at, e, sum, b, error);
}

/* Can its place (its director, by a moment) move? */
static int moves(const sn_frame *f, int moment, const sn_builder *b)
{
  const double *of = moment ? sn_axis_row(f, 2) : sn_point_row(f);
  for (int k = 0; k < f->n; k++) {
    if (of[k] != 0 && !sn_vector_rests(b, f->vector[k])) {
      return f->moves == 2;
    }
  }
  return 0;
}

/* One node of one element (or edge): kept in its share, or put at once. */
static sn_status take(const sn_shell_frozen *f, int node, const load *l, const places *p, share *s, sn_builder *b,
                      sn_error *error)
{
  SN_REQUIRE(node >= 0 && node < sn_shell_nodes(&f->grid), error);
  if (l->apart) {
    add_share(l, p, s + node);
    return SN_OK;
  }
  return moves(f->node + node, l->moment, b) ? put_places(l, p, f->node + node, b, error) : SN_OK;
}

/* ---- per area */

static sn_status area(const sn_shell_frozen *f, int e, const load *l, int normal, share *s, sn_builder *b,
                      sn_error *error)
{
  const int p = f->grid.order, n = (p + 1) * (p + 1);
  const sn_m3 turn = sn_drawn_axes(f->item, m3_identity());
  places at[SN_SHELL_NODES];
  for (int g = 0; g < n; g++) {
    const double xi = sn_line_gauss[p][g % (p + 1)], eta = sn_line_gauss[p][g / (p + 1)];
    sn_shell_shape h;
    sn_shell_metric m;
    sn_shell_shape_at(p, xi, eta, &h);
    SN_TRY(sn_shell_metric_at(f, e, xi, eta, &m, error));
    for (int a = 0; a < n; a++) {
      at[a].n = n;
      sn_shell_at(&f->grid, e, xi, eta, at[a].at[g].uv);
      at[a].at[g].weight = h.N[a] * m.J * sn_line_weight[p][g % (p + 1)] * sn_line_weight[p][g / (p + 1)];
      for (int i = 0; i < l->n; i++) {
        at[a].at[g].way[i] = !normal ? turn.c[i] : l->follows ? v3(0, 0, 1) : m.normal;
      }
    }
  }
  for (int a = 0; a < n; a++) {
    SN_TRY(take(f, sn_shell_node_of(&f->grid, e, a), l, at + a, s, b, error));
  }
  return SN_OK;
}

/* ---- along an edge, element e of it */

static sn_status line(const sn_shell_frozen *f, int edge, int e, const load *l, share *s, sn_builder *b,
                      sn_error *error)
{
  const int p = f->grid.order;
  const sn_m3 turn = sn_drawn_axes(f->item, m3_identity());
  int node[SN_LINE_NODES];
  places at[SN_LINE_NODES];
  for (int i = 0; i <= p; i++) {
    node[i] = sn_shell_segment_node(&f->grid, edge, e, i);
  }
  for (int g = 0; g <= p; g++) {
    double N[SN_LINE_NODES], slope[SN_LINE_NODES];
    const double xi = sn_line_gauss[p][g];
    sn_v3 tangent = v3(0, 0, 0);
    sn_line_shape(p, xi, N, slope);
    for (int i = 0; i <= p; i++) {
      tangent = v3_axpy(tangent, slope[i], f->X[node[i]]);
    }
    for (int a = 0; a <= p; a++) {
      at[a].n = p + 1;
      at[a].at[g].weight = N[a] * v3_norm(tangent) * sn_line_weight[p][g];
      sn_shell_segment_at(&f->grid, edge, e, xi, at[a].at[g].uv);
      for (int i = 0; i < 3; i++) {
        at[a].at[g].way[i] = turn.c[i];
      }
    }
  }
  for (int a = 0; a <= p; a++) {
    SN_TRY(take(f, node[a], l, at + a, s, b, error));
  }
  return SN_OK;
}

/* ---- one load on all it acts on; edge < 0: the surface */

static sn_status add(const sn_shell_frozen *f, const load *l, int edge, int normal, sn_builder *b, sn_error *error)
{
  const int n = sn_shell_nodes(&f->grid),
            elements = edge < 0 ? sn_shell_elements(&f->grid) : sn_shell_segments(&f->grid, edge);
  share *s = SN_NEW(sn_builder_arena(b), share, n);
  if (!s) {
    return sn_no_memory(error, "the model");
  }
  for (int e = 0; e < elements; e++) {
    SN_TRY(edge < 0 ? area(f, e, l, normal, s, b, error) : line(f, edge, e, l, s, b, error));
  }
  for (int k = 0; k < n && l->apart; k++) {
    if (moves(f->node + k, l->moment, b)) {
      SN_TRY(put_share(l, s + k, f->node + k, b, error));
    }
  }
  return SN_OK;
}

/* A load along an edge of which nothing can move, or of moments that are all along its directors. */
static sn_status warn_of_idle(const sn_shell_frozen *f, const load *l, int edge, sn_builder *b, sn_error *error)
{
  const sn_m3 turn = sn_drawn_axes(f->item, m3_identity());
  int any = 0, turns = 0;
  sn_v3 m = v3(0, 0, 0);
  double x = 0;
  int constant = l->moment;
  for (int i = 0; i < 3; i++) {
    constant = constant && sn_expr_is_constant(l->of[i], &x);
    m = constant ? v3_axpy(m, x, turn.c[i]) : m;
  }
  for (int e = 0; e < sn_shell_segments(&f->grid, edge); e++) {
    for (int i = 0; i <= f->grid.order; i++) {
      const int k = sn_shell_segment_node(&f->grid, edge, e, i);
      any = any || moves(f->node + k, l->moment, b);
      turns = turns || !constant || f->node[k].n_dir == 3 || v3_norm(v3_cross(m, f->D[k])) > 1e-9 * v3_norm(m);
    }
  }
  const char *name = sn_shell_edge_name(f->item, edge), *what = l->moment ? "moment" : "load";
  if (!any) {
    return sn_model_warn(
        f->item->model, f->item->where, error,
        "Shell '%s': the %s along %s has no effect, since the ground holds the whole edge; leave it out, "
        "or hold less.",
        f->item->name, what, name);
  }
  return turns || !(v3_norm(m) > 0)
             ? SN_OK
             : sn_model_warn(
                   f->item->model, f->item->where, error,
                   "Shell '%s': the moment along %s is about the normal, which a shell does not resist: it is "
                   "lost. Turn it, or pull with a load.",
                   f->item->name, name);
}

sn_status sn_shell_add_loads(const sn_item *item, const sn_shell_frozen *f, sn_builder *b, sn_error *error)
{
  const sn_shell *p = item->param;
  if (p->load.e[0]) {
    const load l = load_of(3, p->load.e, 0, 0);
    SN_TRY(add(f, &l, -1, 0, b, error));
  }
  if (p->encloses && (!p->pressure || p->follows)) {
    sn_item_fail(item, SN_EINPUT, error, "Shell '%s' encloses %s.", item->name,
                 p->pressure ? "a pressure that follows its directors as well" : "something, but has no pressure");
    sn_error_fix(error,
                 p->pressure ? "Use one of encloses and follows." : "Give pressure in N/m^2, or leave out `encloses`.");
    return SN_EINPUT;
  }
  if (p->pressure && p->encloses) {
    SN_TRY(sn_shell_add_enclosed(f, b, error));
  } else if (p->pressure) {
    const load l = load_of(1, &p->pressure, 0, p->follows);
    SN_TRY(add(f, &l, -1, 1, b, error));
  }
  for (int k = 0; k < sn_shell_edges(item); k++) {
    const sn_shell_edge *g = sn_shell_edge_at(item, k);
    for (int moment = 0; moment < 2; moment++) {
      const sn_expr3 *value = moment ? &g->moment : &g->load;
      if (value->e[0]) {
        const load l = load_of(3, value->e, moment, 0);
        SN_TRY(add(f, &l, k, 0, b, error));
        SN_TRY(warn_of_idle(f, &l, k, b, error));
      }
    }
  }
  return SN_OK;
}
