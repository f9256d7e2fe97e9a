/* tests/support/oracle_newmark.c -- Newmark's family as it is written on paper, dense.
 * What:    M q''_1 + sum B^T s - F = 0 and all rows of constraints at t_1, with
 *            q_1 = q_0 + h v_0 + h^2 ((1/2 - beta) a_0 + beta a_1),   v_1 = v_0 + h ((1 - gamma) a_0 + gamma a_1),
 *            (1 - alpha_m) a_1 + alpha_m a_0 = (1 - alpha_f) q''_1 + alpha_f q''_0.
 *          Unknown: a_1 of every free vector, every multiplier, those of directors included.
 * How:     the residual is all that is written here; its derivative is taken by differences.
 * Tests:   tests/steps/test_newmark.c.
 */
#include <string.h>

#include "oracle_private.h"

typedef struct {
  const sn_system *s;
  const sn_state *x; /* start */
  const oracle_newmark *m;
  double h, t; /* t: end */
  oracle drive;
  int n_block, n_free, n; /* blocks with those of directors; free vectors; unknowns */
  sn_block *block;
  int *free, *row;        /* vectors; first multiplier of a block, -1 */
  sn_v3 *a, *acc, *q, *v; /* at the end */
  sn_v3 *force;
  double *lambda;
} work;

static int rows_of(const sn_block *b)
{
  return b->law == &sn_law_constraint ? b->n_form : b->law == &sn_law_driven ? 1 : 0;
}

static double normal_of(const work *w, const sn_rate_law *l)
{
  double sum = 0;
  for (int k = 0; l->normal_block >= 0 && k < l->n_normal; k++) {
    const double s = w->lambda[w->row[l->normal_block] + l->normal_form[k]];
    sum += l->normal_weight[k] * s * s;
  }
  return sqrt(sum);
}

/* stresses of the forms of a block at the end, and its rows */
static void law(const work *w, int i, double *s, double *row)
{
  const sn_block *b = w->block + i;
  sn_v3 B[MAX_FORM * MAX_VEC];
  double e[MAX_FORM], edot[MAX_FORM], gradient[MAX_FORM], d[3], tau = 0, rate = 0;
  sn_forms(b, w->q, e);
  sn_form_rates(b, w->q, B);
  for (int k = 0; k < b->n_form; k++) {
    edot[k] = 0;
    for (int a = 0; a < b->n_vec; a++) {
      edot[k] += v3_dot(B[k * b->n_vec + a], w->v[b->vector[a]]);
    }
  }
  for (int k = 0; k < b->n_form && (b->law == &sn_law_elastic || b->law == &sn_law_viscous); k++) {
    s[k] = 0;
    for (int l = 0; l < b->n_form; l++) {
      s[k] += b->matrix[k * b->n_form + l] * (b->law == &sn_law_elastic ? e[l] : edot[l]);
    }
  }
  if (b->law == &sn_law_material) {
    b->law->stress(b, e, s);
    return;
  }
  if (b->law == &sn_law_constraint) {
    memcpy(s, w->lambda + w->row[i], sizeof(double) * (size_t)b->n_form);
    memcpy(row, e, sizeof(double) * (size_t)b->n_form);
  }
  if (b->law == &sn_law_elastic || b->law == &sn_law_viscous || b->law == &sn_law_constraint) {
    return;
  }
  const double g = sn_composite(b, w->x->internal, e, gradient, NULL), eps = g - oracle_drive(&w->drive, b, 1);
  for (int k = 0; k < b->n_form; k++) {
    rate += gradient[k] * edot[k];
  }
  if (b->law == &sn_law_driven) {
    tau = w->lambda[w->row[i]];
    row[0] = eps;
  } else if (b->law == &sn_law_potential) {
    tau = b->potential->force(b->potential, eps, d);
  } else if (b->law == &sn_law_given) {
    tau = -sn_expr_value(b->given, &w->t);
  } else {
    tau = b->rate->stress(b->rate, w->t, g, rate, normal_of(w, b->rate), d);
  }
  for (int k = 0; k < b->n_form; k++) {
    s[k] = tau * gradient[k];
  }
}

/* q, v, q'' at the end by a_1 */
static void motion(work *w)
{
  const oracle_newmark *m = w->m;
  const double h = w->h;
  memcpy(w->q, w->x->q, sizeof(sn_v3) * (size_t)w->s->n_vector);
  memcpy(w->v, w->x->v, sizeof(sn_v3) * (size_t)w->s->n_vector);
  for (int i = 0; i < w->n_free; i++) {
    const int f = w->free[i];
    const sn_v3 mean = v3_axpy(v3_scale(0.5 - m->beta, m->a[f]), m->beta, w->a[f]);
    w->q[f] = v3_axpy(v3_axpy(w->q[f], h, w->x->v[f]), h * h, mean);
    w->v[f] = v3_axpy(v3_axpy(w->v[f], h * (1 - m->gamma), m->a[f]), h * m->gamma, w->a[f]);
    const sn_v3 sum =
        v3_axpy(v3_axpy(v3_scale(1 - m->alpha_m, w->a[f]), m->alpha_m, m->a[f]), -m->alpha_f, m->second[f]);
    w->acc[f] = v3_scale(1 / (1 - m->alpha_f), sum);
  }
  for (int i = 0; i < w->s->n_frame; i++) {
    sn_v3 q[4], v[4];
    sn_frame_motion(w->s->frame + i, w->t, q, v, NULL);
    for (int k = 0; k < 4; k++) {
      w->q[w->s->frame[i].vector[k]] = q[k];
      w->v[w->s->frame[i].vector[k]] = v[k];
    }
  }
}

static void residual(work *w, double *out)
{
  const sn_system *s = w->s;
  motion(w);
  for (int a = 0; a < s->n_vector; a++) {
    w->force[a] = v3_scale(-1, s->gravity[a]);
  }
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *n = s->node + i;
    for (int a = 0; a < n->n_vec; a++) {
      for (int b = 0; b < n->n_vec; b++) {
        w->force[n->vector[a]] = v3_axpy(w->force[n->vector[a]], n->mass[a][b], w->acc[n->vector[b]]);
      }
    }
  }
  for (int i = 0; i < s->n_pair; i++) {
    const sn_mass_pair *p = s->pair + i;
    w->force[p->a] = v3_axpy(w->force[p->a], p->m, w->acc[p->b]);
    w->force[p->b] = v3_axpy(w->force[p->b], p->a == p->b ? 0 : p->m, w->acc[p->a]);
  }
  for (int i = 0; i < s->n_load; i++) {
    const sn_load *l = s->load + i;
    sn_v3 F[4];
    sn_load_forces(l, w->q, w->v, w->t, F, NULL, NULL);
    for (int a = 0; a < l->n_vec; a++) {
      w->force[l->vector[a]] = v3_sub(w->force[l->vector[a]], F[a]);
    }
  }
  for (int i = 0; i < w->n_block; i++) {
    const sn_block *b = w->block + i;
    double stress[MAX_FORM], unused[MAX_FORM];
    sn_v3 F[MAX_VEC];
    law(w, i, stress, w->row[i] >= 0 ? out + w->row[i] + 3 * w->n_free : unused);
    sn_form_forces(b, stress, w->q, F);
    for (int a = 0; a < b->n_vec; a++) {
      w->force[b->vector[a]] = v3_add(w->force[b->vector[a]], F[a]);
    }
  }
  for (int i = 0; i < w->n_free; i++) {
    for (int k = 0; k < 3; k++) {
      out[3 * i + k] = w->force[w->free[i]].x[k];
    }
  }
}

static double *unknown(work *w, int i)
{
  return i < 3 * w->n_free ? w->a[w->free[i / 3]].x + i % 3 : w->lambda + i - 3 * w->n_free;
}

static int prepare(work *w, sn_arena *arena)
{
  const sn_system *s = w->s;
  const int nv = s->n_vector, nb = s->n_block + s->n_node;
  int rows = 0;
  w->block = SN_NEW(arena, sn_block, nb);
  w->row = SN_NEW(arena, int, nb);
  w->free = SN_NEW(arena, int, nv);
  sn_v3 **const vectors[] = {&w->a, &w->acc, &w->q, &w->v, &w->force};
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
    *vectors[i] = SN_NEW(arena, sn_v3, nv);
  }
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
    if (!*vectors[i]) {
      return 0;
    }
  }
  if (!w->block || !w->row || !w->free) {
    return 0;
  }
  memcpy(w->block, s->block, sizeof(sn_block) * (size_t)s->n_block);
  w->n_block = s->n_block;
  for (int i = 0; i < s->n_node; i++) {
    w->n_block += s->node[i].n_dir > 0 && oracle_internal_block(s->node + i, arena, w->block + w->n_block);
  }
  for (int i = 0; i < w->n_block; i++) {
    w->row[i] = rows_of(w->block + i) > 0 ? rows : -1;
    rows += rows_of(w->block + i);
  }
  for (int a = 0; a < nv; a++) {
    w->a[a] = w->m->a[a];
    if (s->vector[a].freedom == SN_FREE) {
      w->free[w->n_free++] = a;
    }
  }
  w->lambda = SN_NEW(arena, double, rows);
  for (int i = 0; i < s->n_block; i++) {
    for (int k = 0; k < rows_of(w->block + i); k++) {
      w->lambda[w->row[i] + k] = w->x->stress[s->block[i].stress + k];
    }
  }
  w->n = 3 * w->n_free + rows;
  return w->lambda != NULL;
}

static sn_status newton(work *w, sn_arena *arena, sn_error *error)
{
  const int n = w->n;
  double *R = SN_NEW(arena, double, n), *low = SN_NEW(arena, double, n), *high = SN_NEW(arena, double, n),
         *scale = SN_NEW(arena, double, n), *J = SN_NEW(arena, double, n *n), last = INFINITY;
  for (int it = 0; it < 30; it++) {
    double size = 0;
    for (int j = 0; j < n; j++) {
      double *x = unknown(w, j), keep = *x;
      const double by = 1e-5 * fmax(1, fabs(keep));
      *x = keep + by;
      residual(w, high);
      *x = keep - by;
      residual(w, low);
      *x = keep;
      for (int i = 0; i < n; i++) {
        J[i * n + j] = (high[i] - low[i]) / (2 * by);
      }
    }
    residual(w, R);
    if (oracle_solve(n, J, 1, R, scale, 1e-13)) {
      return sn_failf(error, SN_ESINGULAR, "oracle: singular");
    }
    for (int j = 0; j < n; j++) {
      *unknown(w, j) -= R[j];
      size = j < 3 * w->n_free ? fmax(size, w->h * w->h * fabs(R[j])) : size;
    }
    if (size < 1e-15 || (size < 1e-10 && size > 0.1 * last)) {
      motion(w);
      return SN_OK;
    }
    last = size;
  }
  return sn_failf(error, SN_ENOCONV, "oracle: no convergence");
}

static void accept(const work *w, sn_state *x)
{
  const size_t size = sizeof(sn_v3) * (size_t)w->s->n_vector;
  memcpy(x->q, w->q, size);
  memcpy(x->v, w->v, size);
  memcpy(w->m->a, w->a, size);
  memcpy(w->m->second, w->acc, size);
  for (int i = 0; i < w->s->n_block; i++) {
    const sn_block *b = w->s->block + i;
    if (b->drive && b->drive_is_rate) {
      x->internal[b->drive_internal] = oracle_drive(&w->drive, b, 1);
    }
  }
  for (int i = 0; i < w->s->n_block; i++) {
    for (int k = 0; k < rows_of(w->s->block + i); k++) {
      x->stress[w->s->block[i].stress + k] = w->lambda[w->row[i] + k];
    }
    sn_count_angles(w->s->block + i, x->q, x->internal);
  }
  *x->t = w->t;
}

sn_status oracle_newmark_step(const sn_system *s, sn_state *x, oracle_newmark *m, double h, sn_error *error)
{
  sn_arena *arena = sn_arena_new(NULL);
  work w = {.s = s, .x = x, .m = m, .h = h, .t = *x->t + h, .drive = {.s = s, .x = x, .h = h, .t = *x->t}};
  sn_status status = arena && prepare(&w, arena) ? SN_OK : sn_failf(error, SN_ENOMEM, "oracle: out of memory");
  status = status == SN_OK ? newton(&w, arena, error) : status;
  if (status == SN_OK) {
    accept(&w, x);
  }
  sn_arena_free(arena);
  return status;
}
