/* parts/solid_load.c -- loads on a solid as loads on its nodes: traction, pressure, force and torque on surfaces; body forces.
 * What:    functions of time and of the drawn place, times the shape functions. A force on a surface is spread over its area; a torque, and a
 *          force that follows, act on its triad.
 * How:     a load that is a function of time alone, or of place alone, is one load per node; one of both is a load per node and element.
 * Theory:  docs/theory-solids.md, (V8).
 * Tests:   tests/solids/test_surface.c
 */
#include "model/model.h"
#include "parts/solid.h"

enum { T, X, Y, Z, ARGUMENTS, MOST_POINTS = SN_QUADRATURE_MOST, VOLUME_DEGREE = 3, SIDE_DEGREE = 5 };

/* Components of functions of (t, x, y, z), each along a direction of its own at every place. */
typedef struct {
  int n;
  const sn_expr *of[3];
  int apart; /* 1: no component is a function of time and place at once */
} load;

static int of_place(const sn_expr *e)
{
  return sn_expr_variables(e) > 1 && (sn_expr_depends(e, X) || sn_expr_depends(e, Y) || sn_expr_depends(e, Z));
}

static load load_of(int n, const sn_expr *const *of)
{
  load l = {.n = n, .apart = 1};
  for (int i = 0; i < n; i++) {
    l.of[i] = of[i];
    l.apart = l.apart && !(sn_expr_depends(of[i], T) && of_place(of[i]));
  }
  return l;
}

/* Where a node gets its part from: weight times component i along way[i]. */
typedef struct {
  int n;
  struct {
    double weight;
    sn_v3 x, way[3];
  } at[MOST_POINTS];
} places;

/* Weights of the components on a node, added up over elements: those of time alone keep their function. */
typedef struct {
  sn_v3 of[3];
} share;

static void add_share(const load *l, const places *p, share *to)
{
  for (int g = 0; g < p->n; g++) {
    const sn_v3 x = p->at[g].x;
    const double at[ARGUMENTS] = {0, x.x[0], x.x[1], x.x[2]};
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

static sn_status finish(const sn_frame *at, sn_expr_builder *e, const int sum[3], sn_builder *b, sn_error *error)
{
  const sn_expr *out[3] = {NULL, NULL, NULL};
  for (int k = 0; k < 3; k++) {
    if (sum[k] >= 0) {
      SN_TRY(sn_expr_end(e, sum[k], out + k, error));
    }
  }
  if (out[0] || out[1] || out[2]) {
    sn_add_force(b, at, out, 0);
  }
  return SN_OK;
}

static int inserted(sn_expr_builder *e, const sn_expr *f, sn_v3 x)
{
  const int argument[ARGUMENTS] = {sn_expr_variable(e, 0), sn_expr_constant(e, x.x[0]), sn_expr_constant(e, x.x[1]),
                                   sn_expr_constant(e, x.x[2])};
  return sn_expr_insert(e, f, argument);
}

static sn_status put_share(const load *l, const share *s, const sn_frame *at, sn_builder *b, sn_error *error)
{
  sn_expr_builder *e = begin(b);
  int sum[3] = {-1, -1, -1};
  if (!e) {
    return sn_no_memory(error, "the model");
  }
  for (int i = 0; i < l->n; i++) {
    const int value = sn_expr_depends(l->of[i], T) ? inserted(e, l->of[i], v3(0, 0, 0)) : sn_expr_constant(e, 1);
    for (int k = 0; k < 3; k++) {
      sum[k] = plus(e, sum[k], s->of[i].x[k], value);
    }
  }
  return finish(at, e, sum, b, error);
}

static sn_status put_places(const load *l, const places *p, const sn_frame *at, sn_builder *b, sn_error *error)
{
  sn_expr_builder *e = begin(b);
  int sum[3] = {-1, -1, -1};
  if (!e) {
    return sn_no_memory(error, "the model");
  }
  for (int g = 0; g < p->n; g++) {
    for (int i = 0; i < l->n; i++) {
      const int value = inserted(e, l->of[i], p->at[g].x);
      for (int k = 0; k < 3; k++) {
        sum[k] = plus(e, sum[k], p->at[g].weight * p->at[g].way[i].x[k], value);
      }
    }
  }
  return finish(at, e, sum, b, error);
}

/* ---- over volumes and sides */

typedef struct {
  const sn_solid_frozen *f;
  const load *l;
  share *s;
  sn_builder *b;
  places at[SN_SOLID_NODES];
} spreading;

/* An element of n nodes at x, of dimension 2 or 3. along_normal: one component, along the normal into the solid. */
static sn_status spread(spreading *s, sn_mesh_type type, const int *node, int along_normal, sn_error *error)
{
  const int n = sn_mesh_facts(type)->n_node, volume = sn_mesh_facts(type)->dimension == 3;
  const sn_item *item = s->f->item;
  const sn_m3 turn = sn_drawn_axes(item, m3_identity()), own = sn_solid_axes(item);
  sn_v3 x[SN_SOLID_NODES];
  sn_quadrature q;
  sn_quadrature_of(type, volume ? VOLUME_DEGREE : SIDE_DEGREE, &q);
  for (int a = 0; a < n; a++) {
    x[a] = s->f->mesh->x[node[a]];
    s->at[a].n = q.n;
  }
  for (int g = 0; g < q.n; g++) {
    double N[SN_SOLID_NODES];
    sn_m3 by;
    sn_shape_at(type, q.at[g], N, NULL);
    const sn_v3 place = sn_solid_drawn(item, sn_shape_point(type, x, q.at[g], &by));
    const sn_v3 normal = volume ? v3(0, 0, 0) : sn_shape_normal(&by);
    const double size = q.weight[g] * (volume ? sn_shape_jacobian(&by) : v3_norm(normal));
    for (int a = 0; a < n; a++) {
      s->at[a].at[g].weight = N[a] * size;
      s->at[a].at[g].x = place;
      for (int i = 0; i < s->l->n; i++) {
        s->at[a].at[g].way[i] = along_normal ? m3_mul(own, v3_scale(-1, v3_unit(normal))) : turn.c[i];
      }
    }
  }
  for (int a = 0; a < n; a++) {
    if (s->l->apart) {
      add_share(s->l, s->at + a, s->s + node[a]);
    } else if (s->f->node[node[a]].moves == 2) {
      SN_TRY(put_places(s->l, s->at + a, s->f->node + node[a], s->b, error));
    }
  }
  return SN_OK;
}

/* Shares of all nodes become loads: on every node, or, of a modal body, on its places. */
static sn_status put_shares(const sn_solid_frozen *f, const load *l, const share *all, sn_builder *b, sn_error *error)
{
  const sn_frame *at = f->node;
  const share *of = all;
  int n = f->mesh->n_node;
  if (f->modal) {
    enum { NUMBERS = sizeof(share) / sizeof(double) };
    double *sum = NULL;
    at = sn_solid_modal_load(f, NUMBERS, all->of[0].x, sn_builder_arena(b), &sum, &n);
    of = (const share *)(const void *)sum;
    if (!at) {
      return sn_no_memory(error, "the model");
    }
  }
  for (int k = 0; k < n; k++) {
    if (at[k].moves == 2) {
      SN_TRY(put_share(l, of + k, at + k, b, error));
    }
  }
  return SN_OK;
}

/* surface < 0: all elements */
static sn_status add(const sn_solid_frozen *f, const load *l, int surface, int along_normal, sn_builder *b,
                     sn_error *error)
{
  const sn_solid_mesh *m = f->mesh;
  spreading *s = SN_NEW(sn_builder_arena(b), spreading, 1);
  share *all = SN_NEW(sn_builder_arena(b), share, m->n_node);
  if (!s || !all) {
    return sn_no_memory(error, "the model");
  }
  *s = (spreading){.f = f, .l = l, .s = all, .b = b};
  const int n = surface < 0 ? m->n_element : m->surface[surface].n_side;
  for (int k = 0; k < n; k++) {
    int node[SN_MESH_MOST_SIDE_NODES];
    if (surface < 0) {
      SN_TRY(spread(s, m->element[k].type, m->element[k].node, 0, error));
    } else {
      const sn_mesh_type type = sn_solid_side_nodes(m, m->surface[surface].side[k], node);
      SN_TRY(spread(s, type, node, along_normal, error));
    }
  }
  return l->apart ? put_shares(f, l, all, b, error) : SN_OK;
}

/* ---- resultants */

/* A force in space: spread over the area as a traction is. */
static sn_status add_force(const sn_solid_frozen *f, int surface, const sn_expr3 *force, sn_builder *b, sn_error *error)
{
  const sn_solid_surface *s = f->mesh->surface + surface;
  const sn_m3 turn = sn_drawn_axes(f->item, m3_identity());
  const load l = load_of(3, force->e);
  sn_solid_weights w;
  share *all = SN_NEW(sn_builder_arena(b), share, f->mesh->n_node);
  if (!all) {
    return sn_no_memory(error, "the model");
  }
  SN_TRY(sn_solid_weights_of(f->mesh, s, sn_builder_arena(b), &w, error));
  for (int a = 0; a < s->n_node; a++) {
    share *part = all + s->node[a];
    places p = {.n = 1};
    p.at[0].weight = w.of[a];
    for (int i = 0; i < 3; i++) {
      p.at[0].way[i] = turn.c[i];
    }
    add_share(&l, &p, part);
  }
  return put_shares(f, &l, all, b, error);
}

/* On the triad of a surface, along the axes of the drawing, or of the part as it moves. */
static sn_status on_triad(const sn_solid_frozen *f, int surface, const sn_expr3 *of, int moment, int follows,
                          sn_builder *b, sn_error *error)
{
  const sn_frame *at = &f->surface[surface].frame;
  const sn_m3 turn = sn_drawn_axes(f->item, m3_identity());
  const load l = load_of(3, of->e);
  const sn_expr *out[3] = {NULL, NULL, NULL};
  if (at->moves != 2) {
    return SN_OK;
  }
  sn_expr_builder *e = begin(b);
  int sum[3] = {-1, -1, -1};
  if (!e) {
    return sn_no_memory(error, "the model");
  }
  for (int i = 0; i < 3; i++) {
    const int value = inserted(e, l.of[i], v3(0, 0, 0));
    for (int k = 0; k < 3; k++) {
      sum[k] = plus(e, sum[k], follows ? (double)(i == k) : turn.c[i].x[k], value);
    }
  }
  for (int k = 0; k < 3; k++) {
    if (sum[k] >= 0) {
      SN_TRY(sn_expr_end(e, sum[k], out + k, error));
    }
  }
  (moment ? sn_add_moment : sn_add_force)(b, at, out, follows);
  return SN_OK;
}

sn_status sn_solid_add_loads(const sn_solid_frozen *f, sn_builder *b, sn_error *error)
{
  const sn_solid *p = f->item->param;
  if (p->body_force.e[0]) {
    const load l = load_of(3, p->body_force.e);
    SN_TRY(add(f, &l, -1, 0, b, error));
  }
  for (int k = 0; k < f->mesh->n_surface; k++) {
    const sn_solid_face *s = sn_solid_face_of(f->item, f->mesh->surface + k);
    if (!s) {
      continue;
    }
    if (s->traction.e[0]) {
      const load l = load_of(3, s->traction.e);
      SN_TRY(add(f, &l, k, 0, b, error));
    }
    if (s->pressure && s->follows) {
      SN_TRY(sn_solid_add_following(f, k, s->pressure, b, error));
    } else if (s->pressure) {
      const load l = load_of(1, &s->pressure);
      SN_TRY(add(f, &l, k, 1, b, error));
    }
    if (s->force.e[0]) {
      SN_TRY(s->follows ? on_triad(f, k, &s->force, 0, 1, b, error) : add_force(f, k, &s->force, b, error));
    }
    if (s->torque.e[0]) {
      SN_TRY(on_triad(f, k, &s->torque, 1, s->follows, b, error));
    }
  }
  return sn_builder_status(b, error);
}
