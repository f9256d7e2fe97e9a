/* instant/vary.c -- first derivatives of an instant: forces, rows, accelerations and multipliers along one direction.
 * Theory:  docs/theory-linear.md. The equations of motion.c, C^T (F - M a - B^T s) = 0 and e'' = 0, differentiated by hand: with
 *          e = c + 1/2 B(q) q everything is bilinear, and a composite strain has its gradient and Hessian. The matrix of the
 *          answer is the one that the accelerations were found by.
 * How:     blocks four at a time (batch.h); composite strains, forces that follow signals one by one.
 * Limits:  the change of a Hessian (composite strains of constraints that move) is a difference of fourth order.
 * Tests:   tests/mechanisms/test_linearize.c (against differences of accelerations)
 */
#include "instant/vary.h"
#include <string.h>

enum { NC = SN_MAX_COMPOSITE_FORMS };

/* ---- a pack along a direction */

/* Points of the pack at hand, of all that is asked: velocities, accelerations, and how they change; and how its forms do. */
SN_CLONES static void look_at(sn_vary *w, const sn_direction *d)
{
  sn_batch *x = w->batch;
  const sn_pack *p = x->is;
  const sn_v3 *field[SN_OF_FIELDS] = {x->m->v, x->m->a, d->q, d->v, d->a};
  const int n = p->type->n_form;
  for (int k = 0; k < SN_OF_FIELDS; k++) {
    sn_pack_vectors(p, field[k], x->moved);
    sn_pack_points(p, x->moved, w->point[k]);
  }
  sn_pack_changes(p, lane(1), x->point, 1, w->point[SN_OF_V], 1, x->rate);
  sn_pack_changes(p, lane(1), x->point, 1, w->point[SN_OF_DQ], 1, w->de);
  sn_pack_changes(p, lane(1), x->point, 1, w->point[SN_OF_DV], 1, w->drate);
  sn_pack_changes(p, lane(1), w->point[SN_OF_DQ], 1, w->point[SN_OF_V], 1, w->part);
  for (int k = 0; k < n; k++) {
    w->drate[k] += w->part[k];
  }
}

/* Change of e'' = B(q) a + B(v) v, without x''; and e'' itself. After look_at. */
SN_CLONES static void second_rates(sn_vary *w)
{
  sn_batch *x = w->batch;
  const sn_pack *p = x->is;
  const int n = p->type->n_form;
  sn_pack_changes(p, lane(1), w->point[SN_OF_V], 1, w->point[SN_OF_V], 1, w->second); /* 2 sum c v_i.v_j */
  sn_pack_changes(p, lane(1), x->point, 1, w->point[SN_OF_A], 1, w->part);
  for (int k = 0; k < n; k++) {
    w->second[k] += w->part[k];
  }
  sn_pack_changes(p, lane(2), w->point[SN_OF_V], 1, w->point[SN_OF_DV], 1, w->change);
  sn_pack_changes(p, lane(1), x->point, 1, w->point[SN_OF_DA], 1, w->part);
  for (int k = 0; k < n; k++) {
    w->change[k] += w->part[k];
  }
  sn_pack_changes(p, lane(1), w->point[SN_OF_A], 1, w->point[SN_OF_DQ], 1, w->part);
  for (int k = 0; k < n; k++) {
    w->change[k] += w->part[k];
  }
}

/* f -= change of B^T s, when s changes by ds */
SN_CLONES static void act(sn_vary *w, sn_v3 *f)
{
  sn_batch *x = w->batch;
  const sn_pack *p = x->is;
  for (int part = 0; part < 2; part++) {
    sn_pack_forces(p, lane(1), part ? x->s : w->ds, part ? w->point[SN_OF_DQ] : x->point, 1, x->F, x->on);
    sn_batch_act(x, f);
  }
}

/* ---- one of them, with a composite strain */

/* Its forms, their rates, and how they change. */
typedef struct {
  const sn_block *b;
  const sn_block_stress *law;
  const double *hessian;
  double e[NC], rate[NC], de[NC], drate[NC];
  double turned[NC];      /* change of the gradient: H de */
  double deps, deps_rate; /* changes of the composite strain and of its rate */
} strains;

static double dot(const double *a, const double *b, int n)
{
  double sum = 0;
  for (int k = 0; k < n; k++) {
    sum += a[k] * b[k];
  }
  return sum;
}

/* out = H x of the Hessian of a composite strain */
static void times_hessian(const sn_block *b, const double *hessian, const double *x, double *out)
{
  for (int k = 0; k < b->n_form; k++) {
    out[k] = dot(hessian + k * b->n_form, x, b->n_form);
  }
}

static void take_lane(const sn_vary *w, int l, strains *out)
{
  const sn_batch *x = w->batch;
  const int n = x->is->type->n_form;
  out->b = x->m->s->block + x->is->block[l];
  out->law = x->law + l;
  out->hessian = x->hessian[l];
  SN_ASSERT(n <= NC);
  for (int k = 0; k < n; k++) {
    out->e[k] = x->e[k][l];
    out->rate[k] = x->rate[k][l];
    out->de[k] = w->de[k][l];
    out->drate[k] = w->drate[k][l];
  }
  if (out->b->law->is_scalar) {
    times_hessian(out->b, out->hessian, out->de, out->turned);
    out->deps = dot(out->law->gradient, out->de, n);
    out->deps_rate = dot(out->law->gradient, out->drate, n) + dot(out->turned, out->rate, n);
  }
}

/* How far the forms of a composite strain can go along de before it is another one: what a thousandth of is taken. */
static double reach_of(const strains *w)
{
  double most = 0;
  for (int i = 0; i < w->b->n_coordinate; i++) {
    const sn_coordinate *x = w->b->coordinate + i;
    const int n = x->type == SN_COORDINATE_ANGLE      ? 2
                  : x->type == SN_COORDINATE_FUNCTION ? sn_expr_variables(x->function)
                  : x->type == SN_COORDINATE_GAP      ? x->gap->n
                                                      : 1;
    double size = 0, change = 0;
    for (int k = x->form; k < x->form + n; k++) {
      size = fmax(size, fabs(w->e[k]));
      change = fmax(change, fabs(w->de[k]));
    }
    most = fmax(most, change / (size > 0 ? size : 1));
  }
  return most > 0 ? 1 / most : 0;
}

/* e'.H e' of a composite strain when its forms have gone by `part` of de */
static double curvature(const sn_instant *m, const strains *w, double part)
{
  double e[NC], gradient[NC], hessian[NC * NC], turned[NC];
  for (int k = 0; k < w->b->n_form; k++) {
    e[k] = w->e[k] + part * w->de[k];
  }
  sn_composite(w->b, m->internal, e, gradient, hessian);
  times_hessian(w->b, hessian, w->rate, turned);
  return dot(turned, w->rate, w->b->n_form);
}

/* Change of e'.H e' with the forms, e' held. */
static double curvature_change(const sn_instant *m, const strains *w)
{
  const double h = 1e-3 * reach_of(w);
  if (!(h > 0) || dot(w->rate, w->rate, w->b->n_form) == 0) {
    return 0;
  }
  const double near = curvature(m, w, h) - curvature(m, w, -h);
  const double far = curvature(m, w, 2 * h) - curvature(m, w, -2 * h);
  return (8 * near - far) / (12 * h);
}

/* ---- rows */

/* Stresses of the pack at hand: multipliers of constraints, laws with the velocities of the motion. */
static void ask(sn_vary *w, int pack, const double *normal)
{
  sn_batch *x = w->batch;
  const sn_pack *p = x->packs.pack + pack;
  sn_batch_at at = {.v = x->m->v};
  for (int l = 0; l < SN_LANES; l++) {
    const sn_block *b = x->m->s->block + p->block[l];
    at.multiplier[l] = b->law->is_constraint ? x->m->stress + b->stress : NULL;
    at.normal[l] = normal ? normal[2 * l] : 0;
  }
  sn_batch_take(x, pack);
  sn_batch_stress(x, &at);
}

/* Rows of the motion of block `l` of the pack at hand, a constraint. */
static double *rows_of(const sn_vary *w, int l)
{
  return w->batch->m->row_value + w->batch->m->constraint[w->m->constraint_of[w->batch->is->block[l]]].row;
}

/* What the rows must get from x'': minus their change without it. */
static void vary_rows(sn_vary *w)
{
  const sn_pack *p = w->batch->is;
  const int n = p->type->n_form;
  second_rates(w);
  for (int l = 0; l < p->n; l++) {
    double *row = rows_of(w, l), part[NC], sum = 0;
    strains x;
    if (!p->type->of->law->is_scalar) {
      for (int k = 0; k < n; k++) {
        row[k] = -w->change[k][l];
      }
      continue;
    }
    take_lane(w, l, &x);
    for (int k = 0; k < n; k++) {
      sum -= x.law->gradient[k] * w->change[k][l] + x.turned[k] * w->second[k][l];
    }
    times_hessian(x.b, x.hessian, x.rate, part);
    sum -= dot(part, x.drate, n);
    times_hessian(x.b, x.hessian, x.drate, part); /* of a row on rates not the same */
    row[0] = sum - dot(part, x.rate, n) - curvature_change(w->batch->m, &x);
  }
}

void sn_vary_rates(sn_vary *w, const sn_direction *d)
{
  sn_batch *x = w->batch;
  for (int i = 0; i < x->packs.n; i++) {
    const sn_pack *p = x->packs.pack + i;
    if (!p->type->of->law->is_constraint) {
      continue;
    }
    ask(w, i, NULL);
    look_at(w, d);
    for (int l = 0; l < p->n; l++) {
      double *row = rows_of(w, l);
      strains s;
      for (int k = 0; k < p->type->n_form && !p->type->of->law->is_scalar; k++) {
        row[k] = w->drate[k][l];
      }
      if (p->type->of->law->is_scalar) {
        take_lane(w, l, &s);
        row[0] = s.deps_rate;
      }
    }
  }
}

/* ---- forces */

/* Change of tau by an input alone. */
static double tau_by_input(const sn_instant *m, const strains *x, int input)
{
  if (input >= 0 && x->b->given) {
    return -m->load * sn_expr_by_input(x->b->given, &m->t, input);
  }
  if (input >= 0 && x->b->rate && x->b->rate->expr) {
    const double at[3] = {x->law->x, x->law->rate, m->t};
    return sn_expr_by_input(x->b->rate->expr, at, input);
  }
  return 0;
}

/* Forces that follow signals: strains, rates and inputs make them together. */
static void vary_feedback(const sn_instant *m, const strains *x, int input, double *ds)
{
  const int n = x->b->n_form;
  double D[NC * NC], C[NC * NC], s[NC];
  const sn_form_point at = {x->e, x->rate, m->internal, m->t};
  x->b->law->stress_at(x->b, &at, s, D, C);
  for (int k = 0; k < n; k++) {
    ds[k] = dot(D + k * n, x->de, n) + dot(C + k * n, x->drate, n);
  }
  if (input >= 0) {
    sn_feedback_by_input(x->b, &at, input, s);
    for (int k = 0; k < n; k++) {
      ds[k] += s[k];
    }
  }
}

/* A composite strain; normal: the normal force that friction follows, and its change. Change of tau; multipliers are held. */
static double vary_composite(const sn_instant *m, const strains *x, int input, const double *normal, double *ds)
{
  const double *d = x->law->d;
  const double dtau = x->b->law->is_constraint ? 0
                                               : d[0] * x->deps + d[1] * x->deps_rate +
                                                     d[2] * (normal ? normal[1] : 0) + tau_by_input(m, x, input);
  for (int k = 0; k < x->b->n_form; k++) {
    ds[k] = dtau * x->law->gradient[k] + x->law->tau * x->turned[k];
  }
  return dtau;
}

/* ds of the pack at hand, and what results show of it: stress. */
static void vary_stress(sn_vary *w, int input, const double *normal, double *stress)
{
  sn_batch *x = w->batch;
  const sn_pack *p = x->is;
  const sn_law *law = p->type->of->law;
  const int n = p->type->n_form;
  const sn_lane *stiffness = law->has_matrix || law->tangent ? sn_batch_stiffness(x) : NULL;
  for (int k = 0; k < n && stiffness; k++) {
    w->ds[k] = sn_pack_row(p, stiffness, k, law->is_rate ? w->drate : w->de);
  }
  for (int l = 0; l < p->n; l++) {
    const sn_block *b = x->m->s->block + p->block[l];
    double ds[NC], dtau = 0;
    strains of;
    if (law->is_scalar || law->stress_at) {
      take_lane(w, l, &of);
      dtau = law->is_scalar ? vary_composite(x->m, &of, input, normal ? normal + 2 * l : NULL, ds) : 0;
      if (law->stress_at) {
        vary_feedback(x->m, &of, input, ds);
      }
    }
    for (int k = 0; k < n && !stiffness; k++) { /* multipliers of forms are held */
      w->ds[k][l] = law->is_scalar || law->stress_at ? ds[k] : 0;
    }
    for (int k = 0; k < b->n_stress && !law->is_constraint; k++) {
      stress[b->stress + k] = law->is_scalar ? dtau : w->ds[k][l];
    }
  }
}

static void vary_load(const sn_instant *m, const sn_load *l, const sn_direction *d, sn_v3 *f)
{
  const int n = l->n_vec, ld = 3 * n;
  double K[144], D[144];
  sn_v3 F[4];
  sn_load_forces(l, m->q, m->v, m->t, F, K, D);
  for (int i = 0; i < ld * ld; i++) {
    const int from = l->vector[i % ld / 3], c = i % ld % 3;
    f[l->vector[i / ld / 3]].x[i / ld % 3] += m->load * (K[i] * d->q[from].x[c] + D[i] * d->v[from].x[c]);
  }
  if (d->input >= 0) {
    sn_load_by_input(l, m->q, m->v, m->t, d->input, F);
    for (int a = 0; a < n; a++) {
      f[l->vector[a]] = v3_axpy(f[l->vector[a]], m->load, F[a]);
    }
  }
}

/* Normal force of a friction, and its change with those of the multipliers. */
static void normal_force(const sn_instant *m, const sn_block *b, const double *change, double normal[2])
{
  const sn_block *from = m->s->block + b->rate->normal_block;
  double sum = 0, product = 0;
  for (int k = 0; k < b->rate->n_normal; k++) {
    const int at = from->stress + b->rate->normal_form[k];
    sum += b->rate->normal_weight[k] * m->stress[at] * m->stress[at];
    product += b->rate->normal_weight[k] * m->stress[at] * change[at];
  }
  normal[0] = sqrt(sum);
  normal[1] = normal[0] > 0 ? product / normal[0] : 0;
}

/* f += forces of friction; 0: there is none */
static int vary_friction(sn_vary *w, const sn_direction *d, double *stress, sn_v3 *f)
{
  const sn_instant *m = w->batch->m;
  int any = 0;
  for (int i = 0; i < w->batch->packs.n; i++) {
    const sn_pack *p = w->batch->packs.pack + i;
    double normal[2 * SN_LANES];
    if (sn_normal_block(p->type->of) < 0) {
      continue;
    }
    for (int l = 0; l < SN_LANES; l++) {
      normal_force(m, m->s->block + p->block[l], stress, normal + 2 * l);
    }
    ask(w, i, normal);
    look_at(w, d);
    vary_stress(w, d->input, normal, stress);
    act(w, f);
    any = 1;
  }
  return any;
}

/* ---- the answer */

static sn_status make_room(sn_vary *w, sn_arena *arena)
{
  int good = 1;
  for (int k = 0; k < SN_OF_FIELDS; k++) {
    w->point[k] = SN_NEW(arena, sn_lv3, w->batch->most_points);
    good = good && w->point[k];
  }
  sn_lane **form[] = {&w->de, &w->drate, &w->ds, &w->second, &w->change, &w->part};
  for (size_t k = 0; k < sizeof form / sizeof *form; k++) {
    *form[k] = sn_lanes(arena, w->batch->most_forms, &good);
  }
  return good ? SN_OK : SN_ENOMEM;
}

sn_status sn_vary_new(sn_instant *m, sn_arena *arena, sn_vary *out, sn_error *error)
{
  const sn_system *s = m->s;
  *out = (sn_vary){.m = m,
                   .batch = m->batch,
                   .total = SN_NEW(arena, sn_v3, s->n_vector + 1),
                   .force = SN_NEW(arena, sn_v3, s->n_vector + 1)};
  if (!out->total || !out->force) {
    return sn_no_memory(error, "the linearisation");
  }
  if (make_room(out, arena) != SN_OK) {
    return sn_no_memory(error, "the linearisation");
  }
  memcpy(out->total, m->force, (size_t)s->n_vector * sizeof(sn_v3));
  sn_instant_add_row_forces(m, out->total);
  sn_instant_times_mass(m, m->a, -1, out->total);
  return SN_OK;
}

/* Moments of directors that have turned. */
static void add_turned(const sn_instant *m, const sn_v3 *total, const sn_v3 *dq, double *rhs)
{
  for (int i = 0; i < m->s->n_node; i++) {
    const sn_node *n = m->s->node + i;
    sn_v3 moment = v3(0, 0, 0);
    for (int a = n->has_x; a < n->n_vec; a++) {
      moment = v3_add(moment, v3_cross(dq[n->vector[a]], total[n->vector[a]]));
    }
    for (int j = 0; j < m->node[i].n_rotation; j++) {
      rhs[m->node[i].first + n->n_x + j] += v3_dot(m->node[i].axis[j], moment);
    }
  }
}

/* Forces of loads, laws and multipliers, and the rows. */
static void vary_given(sn_vary *w, const sn_direction *d, double *stress, sn_v3 *f)
{
  const sn_instant *m = w->batch->m;
  const sn_system *s = m->s;
  memset(stress, 0, (size_t)s->n_stress * sizeof(double));
  memset(f, 0, (size_t)s->n_vector * sizeof(sn_v3));
  for (int i = 0; i < s->n_load; i++) {
    vary_load(m, s->load + i, d, f);
  }
  for (int i = 0; i < w->batch->packs.n; i++) {
    const sn_block *b = w->batch->packs.pack[i].type->of;
    if (sn_normal_block(b) >= 0) {
      continue;
    }
    ask(w, i, NULL);
    look_at(w, d);
    vary_stress(w, d->input, NULL, stress);
    act(w, f);
    if (b->law->is_constraint) {
      vary_rows(w);
    }
  }
  sn_instant_times_mass(m, d->a, -1, f);
}

/* Changes of the multipliers, from m->xi; the largest difference to what they were over the largest of them, all as forces. */
static double take(const sn_instant *m, double *stress)
{
  double change = 0, size = 0;
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    double *to = stress + sn_instant_block(m, c)->stress;
    for (int r = 0; r < c->n_row; r++) {
      const double x = c->first >= 0 ? m->xi[c->first + r] : 0;
      const double arm = pow(m->s->extent, sn_row_dimension(sn_instant_block(m, c), r) - 1);
      change = fmax(change, fabs(x - to[r]) * arm);
      size = fmax(size, fabs(x) * arm);
      to[r] = x;
    }
  }
  return size > 0 ? change / size : 0;
}

sn_status sn_vary_accelerations(sn_vary *w, const sn_direction *d, sn_v3 *a, double *stress, sn_error *error)
{
  enum { MOST = 200 }; /* friction, as in the accelerations themselves */
  sn_instant *m = w->m;
  const sn_system *s = m->s;
  vary_given(w, d, stress, w->force);
  for (int i = 0; i < MOST; i++) {
    memcpy(a, w->force, (size_t)s->n_vector * sizeof(sn_v3));
    const int again = vary_friction(w, d, stress, a);
    memset(m->rhs, 0, (size_t)m->n_unknown * sizeof(double));
    sn_instant_add_projection(m, a, m->rhs);
    add_turned(m, w->total, d->q, m->rhs);
    sn_instant_put_rows(m, m->rhs);
    SN_TRY(sn_instant_solve(m, error));
    const double change = take(m, stress);
    if (!again || change < 1e-14) {
      break;
    }
  }
  memcpy(a, d->a, (size_t)s->n_vector * sizeof(sn_v3));
  sn_instant_expand(m, m->xi, a);
  return SN_OK;
}
