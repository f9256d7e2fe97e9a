/* steps/paper/element.c -- blocks in a plain scheme.
 * Theory:  paper.h. The tangent is exact: d(h^2 B_s^T s) = h^2 ( Ks(s) dq_s + B_s^T ds ), with ds by the law: of forms,
 *          of composite strains (mean Hessian on the path) or of rates. The correction of a composite gradient is a
 *          quadrature error; it is not differentiated.
 * Tests:   tests/steps/test_paper.c
 */
#include "steps/paper/element.h"

#include <float.h>
#include <string.h>

#include "laws/gauss.h"
#include "laws/path.h"

enum { MOST_COLUMNS = SN_PLAIN_FIELDS * (3 * SN_MAX_BLOCK_VECTORS + SN_MAX_FORMS) };

/* the two Gauss times of a step, t+ and t- */
static const double time_at[2] = {C_PLUS, C_MINUS};

double sn_paper_drive(const sn_paper_view *v, const sn_block *b, int end)
{
  const double u = sn_drive(b, v->internal, v->t);
  double unused;
  return end ? sn_path_drive(b, u, v->t, v->h, &unused) : u;
}

/* q_j from h v_f = velocity[0] (q_f - q_i) + velocity[1] (q_j - q_i) + velocity_v h v_i */
double sn_paper_follow(const sn_paper_table *t, int k, double change, double rate_i, double rate_f)
{
  SN_ASSERT(k == 0 || (k < t->n && t->velocity[1] != 0));
  return k == 0 ? change : (rate_f - t->velocity[0] * change - t->velocity_v * rate_i) / t->velocity[1];
}

/* out[column] += factor * (sum_k g_k B_k) at configuration c; the start has no columns */
static void add_slope(const sn_paper_view *v, const sn_paper_work *w, const sn_block *b, int c, int k, double factor,
                      double *out)
{
  SN_ASSERT(c >= 0 && c <= v->table->n && k >= 0 && k < b->n_form);
  for (int a = 0; a < b->n_vec && c > 0 && factor != 0; a++) {
    const sn_v3 x = w->B[c][k * b->n_vec + a];
    double *to = out + sn_paper_column(v, a, c);
    for (int i = 0; i < 3; i++) {
      to[i] += factor * x.x[i];
    }
  }
}

/* first column of the multipliers of a stage */
static int multiplier_column(const sn_paper_view *v, const sn_paper_block *x, int stage)
{
  SN_ASSERT(stage >= 0 && stage < v->table->n && x->n_multiplier > 0);
  return 3 * x->b->n_vec * v->table->n + stage * x->n_multiplier;
}

/* ---------------------------------------------------------------- laws on forms */
static void linear_constraint(const sn_paper_view *v, sn_paper_block *x, int tangent, sn_paper_work *w)
{
  const sn_block *b = x->b;
  const int n = b->n_form;
  SN_ASSERT(x->n_multiplier == n && x->n_iterate == n);
  for (int s = 0; s < v->table->n; s++) {
    const int to = v->table->to[s];
    for (int k = 0; k < n; k++) {
      w->law[s][k] = w->stress[s][k] = v->iterate[x->first + s * n + k];
      w->residual[s * n + k] = w->e[to][k];
      if (tangent) { /* unknowns are h^2 times the multipliers */
        w->slope[s][k * x->n_column + multiplier_column(v, x, s) + k] = 1 / (v->h * v->h);
        add_slope(v, w, b, to, k, 1, w->row + (s * n + k) * x->n_column);
      }
    }
  }
}

/* A law on forms: strains and rates of a stage, derivatives of the stresses by them (NULL: none). */
typedef struct {
  double e[SN_MAX_FORMS], rate[SN_MAX_FORMS], part_from, part_to; /* e = part_from e_A + part_to e_B */
  const double *D, *C;
} form_stage;

static double time_of(const sn_paper_view *v, int stage)
{
  const double *weight = v->table->time[stage];
  return v->t + v->h * (weight[0] * time_at[0] + weight[1] * time_at[1]);
}

/* row k of the derivative of the stresses */
static void add_form_slope(const sn_paper_view *v, const sn_paper_block *x, int s, int k, const form_stage *f,
                           sn_paper_work *w)
{
  const int n = x->b->n_form;
  double *to = w->slope[s] + k * x->n_column;
  for (int l = 0; l < n; l++) {
    if (f->D) {
      add_slope(v, w, x->b, v->table->from[s], l, f->D[k * n + l] * f->part_from, to);
      add_slope(v, w, x->b, v->table->to[s], l, f->D[k * n + l] * f->part_to, to);
    }
    for (int c = 1; c <= v->table->n && f->C; c++) {
      add_slope(v, w, x->b, c, l, f->C[k * n + l] * v->table->rate[s][c - 1] / v->h, to);
    }
  }
}

/* Stresses at the mean strains (with the share of numerical damping) and the rates of a stage. */
static void on_forms(const sn_paper_view *v, sn_paper_block *x, int tangent, sn_paper_work *w)
{
  const sn_block *b = x->b;
  const sn_law *law = b->law;
  const int n = b->n_form;
  double D[SN_MAX_COMPOSITE_FORMS * SN_MAX_COMPOSITE_FORMS], C[SN_MAX_COMPOSITE_FORMS * SN_MAX_COMPOSITE_FORMS];
  SN_ASSERT(x->n_multiplier == 0 && (law->stress_at || (law->stress && b->matrix)) && v->h > 0);
  for (int s = 0; s < v->table->n; s++) {
    const double *from = w->e[v->table->from[s]], *to = w->e[v->table->to[s]];
    const double more = law->stores_energy && v->table->excess[s] ? x->alpha : 0;
    form_stage f = {.part_from = 0.5 * (1 - more), .part_to = 0.5 * (1 + more)};
    double step[SN_MAX_FORMS], work = 0;
    for (int k = 0; k < n; k++) {
      f.e[k] = f.part_from * from[k] + f.part_to * to[k];
      step[k] = to[k] - from[k];
      for (int c = 1; c <= v->table->n; c++) {
        f.rate[k] += v->table->rate[s][c - 1] * (w->e[c][k] - w->e[0][k]) / v->h;
      }
    }
    if (law->stress_at) {
      f.D = D;
      f.C = C;
      law->stress_at(b, &(sn_form_point){f.e, f.rate, v->internal, time_of(v, s)}, w->law[s], D, C);
    } else {
      f.D = law->is_rate ? NULL : b->matrix;
      f.C = law->is_rate ? b->matrix : NULL;
      law->stress(b, law->is_rate ? f.rate : f.e, w->law[s]);
    }
    for (int k = 0; k < n; k++) {
      const int at = s * n + k;
      work += w->law[s][k] * step[k];
      w->stress[s][k] = x->n_iterate ? v->iterate[x->first + at] : w->law[s][k];
      if (tangent) {
        add_form_slope(v, x, s, k, &f, w);
      }
      if (tangent && x->n_iterate) {
        x->rest[at] = w->stress[s][k] - w->law[s][k];
        memcpy(x->slope + at * x->n_column, w->slope[s] + k * x->n_column, sizeof(double) * (size_t)x->n_column);
      }
    }
    w->part.numerical += law->energy ? more * law->energy(b, step) : 0;
    w->part.dissipation += law->is_rate && law->has_matrix ? work : 0;
    w->part.work_control -= law->stress_at ? work : 0;
  }
}

/* ---------------------------------------------------------------- energies of strains */

/* One of them, at a stage: strains from `first` on. Stresses at the mean, corrected along K step so that their work is the change of the
   energy, and the share of numerical damping; K: tangent at the start of the step, or without strain where that is not positive along
   the step. The correction is not differentiated. */
static void on_energy(const sn_paper_view *v, sn_paper_block *x, int s, int first, const sn_energy_part *part,
                      int tangent, sn_paper_work *w)
{
  const sn_strain_energy *of = part->of;
  const double *from = w->e[v->table->from[s]] + first, *to = w->e[v->table->to[s]] + first;
  const double more = v->table->excess[s] ? x->alpha : 0, none[SN_MAX_COMPOSITE_FORMS] = {0};
  double mean[SN_MAX_COMPOSITE_FORMS], step[SN_MAX_COMPOSITE_FORMS], S[SN_MAX_COMPOSITE_FORMS],
      unused[SN_MAX_COMPOSITE_FORMS], D[SN_MAX_COMPOSITE_FORMS * SN_MAX_COMPOSITE_FORMS],
      K[SN_MAX_COMPOSITE_FORMS * SN_MAX_COMPOSITE_FORMS], along = 0;
  const int n = of->n;
  for (int k = 0; k < n; k++) {
    mean[k] = 0.5 * (from[k] + to[k]);
    step[k] = to[k] - from[k];
  }
  (void)of->value(of, mean, S, D);
  double work = 0, size = -1;
  for (int attempt = 0; attempt < 2 && !(size >= 0); attempt++) {
    (void)of->value(of, attempt ? none : w->e[0] + first, unused, K);
    size = 0;
    for (int k = 0; k < n * n; k++) {
      size += step[k / n] * K[k] * step[k % n];
    }
  }
  for (int k = 0; k < n; k++) {
    work += S[k] * step[k];
  }
  const double before = of->value(of, from, NULL, NULL), after = of->value(of, to, NULL, NULL),
               r = after - before - work;
  if (fabs(r) > 8 * DBL_EPSILON * (fabs(before) + fabs(after)) && size > 0) {
    along = r / size;
  }
  for (int k = 0; k < n; k++) {
    double by_K = 0;
    for (int l = 0; l < n; l++) {
      by_K += K[k * n + l] * step[l];
    }
    const int at = s * x->b->n_form + first + k;
    w->law[s][first + k] = part->weight * (S[k] + (along + 0.5 * more) * by_K);
    w->stress[s][first + k] = v->iterate[x->first + at];
    double *slope = w->slope[s] + (first + k) * x->n_column;
    for (int l = 0; l < n && tangent; l++) {
      const double half = 0.5 * part->weight * D[k * n + l],
                   turned = part->weight * (along + 0.5 * more) * K[k * n + l];
      add_slope(v, w, x->b, v->table->from[s], first + l, half - turned, slope);
      add_slope(v, w, x->b, v->table->to[s], first + l, half + turned, slope);
    }
    if (tangent) {
      x->rest[at] = w->stress[s][first + k] - w->law[s][first + k];
      memcpy(x->slope + at * x->n_column, slope, sizeof(double) * (size_t)x->n_column);
    }
  }
  w->part.numerical += 0.5 * more * part->weight * fmax(size, 0);
}

static void on_energies(const sn_paper_view *v, sn_paper_block *x, int tangent, sn_paper_work *w)
{
  SN_ASSERT(x->n_multiplier == 0 && x->n_iterate == x->b->n_form);
  for (int s = 0; s < v->table->n; s++) {
    for (int i = 0, first = 0; i < x->b->n_energy; first += x->b->energy[i++].of->n) {
      on_energy(v, x, s, first, x->b->energy + i, tangent, w);
    }
  }
}

/* ---------------------------------------------------------------- composite strains */
/* Mean gradient n on the straight path between two configurations, and the mean Hessians by both ends (n_form^2). */
typedef struct {
  double n[SN_MAX_COMPOSITE_FORMS], from[SN_MAX_COMPOSITE_FORMS * SN_MAX_COMPOSITE_FORMS],
      to[SN_MAX_COMPOSITE_FORMS * SN_MAX_COMPOSITE_FORMS];
} mean_gradient;

static void average(const sn_paper_view *v, const sn_paper_work *w, const sn_block *b, int stage, mean_gradient *m)
{
  const int n = b->n_form, A = v->table->from[stage], B = v->table->to[stage];
  SN_ASSERT(n <= SN_MAX_COMPOSITE_FORMS && A != B);
  double e[SN_MAX_COMPOSITE_FORMS], G[SN_MAX_COMPOSITE_FORMS], H[SN_MAX_COMPOSITE_FORMS * SN_MAX_COMPOSITE_FORMS],
      along = 0, size = 0;
  memset(m->n, 0, sizeof m->n);
  memset(m->from, 0, sizeof(double) * (size_t)(n * n));
  memset(m->to, 0, sizeof(double) * (size_t)(n * n));
  for (int i = 0; i < 4; i++) {
    const double t = sn_gauss4[i].at, weight = sn_gauss4[i].weight;
    for (int k = 0; k < n; k++) {
      e[k] = (1 - t) * w->e[A][k] + t * w->e[B][k];
    }
    sn_composite(b, v->internal, e, G, H);
    for (int k = 0; k < n; k++) {
      m->n[k] += weight * G[k];
    }
    for (int k = 0; k < n * n; k++) {
      m->from[k] += weight * (1 - t) * H[k];
      m->to[k] += weight * t * H[k];
    }
  }
  for (int k = 0; k < n; k++) {
    const double a = w->e[B][k] - w->e[A][k];
    along += m->n[k] * a;
    size += a * a;
  }
  /* work of a step must be exact; a difference that is round-off would only bring noise */
  const double change = (w->eps[B] + w->u[B]) - (w->eps[A] + w->u[A]), r = change - along;
  const double noise = 8 * DBL_EPSILON * (fabs(w->eps[A]) + fabs(w->eps[B]) + fabs(b->offset));
  for (int k = 0; k < n && fabs(r) > noise && size > 0; k++) {
    m->n[k] += r * (w->e[B][k] - w->e[A][k]) / size;
  }
}

/* values, gradients and drives at all configurations; eps = g(e) - u */
static void composite_values(const sn_paper_view *v, const sn_block *b, sn_paper_work *w)
{
  const double u_i = sn_paper_drive(v, b, 0), change = sn_paper_drive(v, b, 1) - u_i;
  SN_ASSERT(b->drive || change == 0);
  const double r_i = v->h * sn_drive_rate(b, v->t), r_f = v->h * sn_drive_rate(b, v->t + v->h);
  for (int c = 0; c <= v->table->n; c++) {
    w->u[c] = c == 0 || !b->drive ? u_i : u_i + sn_paper_follow(v->table, c - 1, change, r_i, r_f);
    w->eps[c] = sn_composite(b, v->internal, w->e[c], w->gradient[c], NULL) - w->u[c];
  }
}

/* a scalar stress: by the law, the iterate that stands for it in the forces, d tau by the columns */
typedef struct {
  double law, now;
  const double *slope;
} scalar_stress;

/* law[s] = tau n, and its derivative: tau dn + n dtau */
static void composite_stress(const sn_paper_view *v, sn_paper_block *x, int s, const mean_gradient *m,
                             scalar_stress tau, int tangent, sn_paper_work *w)
{
  const int n = x->b->n_form, nc = x->n_column;
  SN_ASSERT(s >= 0 && s < v->table->n && nc >= 3 * x->b->n_vec * v->table->n);
  w->tau[s] = tau.law;
  for (int k = 0; k < n; k++) {
    w->law[s][k] = tau.law * m->n[k];
    w->stress[s][k] = tau.now * m->n[k];
    for (int l = 0; l < n && tangent; l++) {
      add_slope(v, w, x->b, v->table->from[s], l, tau.now * m->from[k * n + l], w->slope[s] + k * nc);
      add_slope(v, w, x->b, v->table->to[s], l, tau.now * m->to[k * n + l], w->slope[s] + k * nc);
    }
    for (int c = 0; c < nc && tangent; c++) {
      w->slope[s][k * nc + c] += m->n[k] * tau.slope[c];
    }
  }
  w->part.work_drives -= tau.law * (w->u[v->table->to[s]] - w->u[v->table->from[s]]);
}

/* out += factor d eps at configuration c */
static void add_strain_slope(const sn_paper_view *v, const sn_paper_work *w, const sn_block *b, int c, double factor,
                             double *out)
{
  SN_ASSERT(c >= 0 && c <= v->table->n && b->law->is_scalar);
  for (int k = 0; k < b->n_form && c > 0; k++) {
    add_slope(v, w, b, c, k, factor * w->gradient[c][k], out);
  }
}

/* (V_B - V_A)/(eps_B - eps_A) and its derivatives by eps_A, eps_B; by quadrature when the difference is round-off */
static double potential_slope(const sn_potential *p, double a, double b, double *by_a, double *by_b)
{
  double f = 0, stiff;
  *by_a = *by_b = 0;
  for (int i = 0; i < 4; i++) {
    f += sn_gauss4[i].weight * p->force(p, a + (b - a) * sn_gauss4[i].at, &stiff);
    *by_a += sn_gauss4[i].weight * (1 - sn_gauss4[i].at) * stiff;
    *by_b += sn_gauss4[i].weight * sn_gauss4[i].at * stiff;
  }
  const double d = b - a, r = p->difference(p, a, b) - f * d;
  if (d != 0 && fabs(r) > 8 * DBL_EPSILON * (fabs(p->energy(p, a)) + fabs(p->energy(p, b)))) {
    f += r / d;
    *by_a = (f - p->force(p, a, &stiff)) / d;
    *by_b = (p->force(p, b, &stiff) - f) / d;
  }
  return f;
}

/* normal force of friction from the multipliers of stage 0; derivative into the last columns (unknowns h^2 s) */
static double normal_force(const sn_paper_view *v, const sn_paper_block *x, double *slope)
{
  const sn_rate_law *l = x->b->rate;
  double sum = 0;
  SN_ASSERT(l->n_normal <= x->n_column);
  for (int i = 0; i < l->n_normal; i++) {
    const double s = v->iterate[x->normal_first + l->normal_form[i]];
    sum += l->normal_weight[i] * s * s;
  }
  const double N = sqrt(sum);
  SN_ASSERT(!(sum < 0) && v->h > 0);
  for (int i = 0; i < l->n_normal; i++) {
    const double s = v->iterate[x->normal_first + l->normal_form[i]];
    slope[x->n_column - l->n_normal + i] = N > 0 ? l->normal_weight[i] * s / (N * v->h * v->h) : 0;
  }
  return N;
}

/* tau of a stage by a law with an energy, its derivative by the columns, and what it does to the ledger */
static double by_energy(const sn_paper_view *v, const sn_paper_block *x, int s, double *slope, sn_paper_work *w)
{
  const sn_potential *p = x->b->potential;
  const int A = v->table->from[s], B = v->table->to[s];
  double stiff, by_a, by_b;
  p->force(p, w->eps[0], &stiff);
  const double more = v->table->excess[s] ? 0.5 * x->alpha * fmax(stiff, 0) : 0, d = w->eps[B] - w->eps[A];
  SN_ASSERT(more >= 0 && A != B); /* what is booked as numerical loss is none or a loss */
  const double tau = potential_slope(p, w->eps[A], w->eps[B], &by_a, &by_b) + more * d;
  add_strain_slope(v, w, x->b, A, by_a - more, slope);
  add_strain_slope(v, w, x->b, B, by_b + more, slope);
  w->part.numerical += more * d * d;
  return tau;
}

/* the same by a law of strain, rate, time and normal force */
static double by_rate(const sn_paper_view *v, const sn_paper_block *x, int s, double *slope, sn_paper_work *w)
{
  const sn_block *b = x->b;
  const int A = v->table->from[s], B = v->table->to[s], timed = !b->law->is_rate;
  double normal_slope[MOST_COLUMNS] = {0}, d[3], tau = 0;
  sn_scalar_point at = {.x = 0.5 * (w->eps[A] + w->eps[B]), .t = time_of(v, s), .load = 1};
  at.normal = sn_normal_block(b) >= 0 ? normal_force(v, x, normal_slope) : 0;
  for (int c = 1; c <= v->table->n; c++) {
    at.rate += v->table->rate[s][c - 1] * (w->eps[c] - w->eps[0]) / v->h;
  }
  if (timed) { /* a given force: both Gauss times by their weights */
    for (int i = 0; i < 2; i++) {
      at.t = v->t + time_at[i] * v->h;
      tau += v->table->time[s][i] * b->law->scalar_stress(b, &at, d);
    }
  } else {
    tau = b->law->scalar_stress(b, &at, d);
  }
  add_strain_slope(v, w, b, A, 0.5 * d[0], slope);
  add_strain_slope(v, w, b, B, 0.5 * d[0], slope);
  for (int c = 1; c <= v->table->n; c++) {
    add_strain_slope(v, w, b, c, d[1] * v->table->rate[s][c - 1] / v->h, slope);
  }
  for (int c = 0; c < x->n_column; c++) {
    slope[c] += d[2] * normal_slope[c];
  }
  const double work = tau * (w->eps[B] - w->eps[A]);
  const int dissipates = b->rate && b->rate->dissipates;
  w->part.dissipation += dissipates ? work : 0;
  w->part.work_loads -= dissipates ? 0 : work;
  return tau;
}

static void on_composite(const sn_paper_view *v, sn_paper_block *x, int tangent, sn_paper_work *w)
{
  const sn_law *law = x->b->law;
  SN_ASSERT(law->is_scalar && (law->is_constraint || law->scalar_stress));
  composite_values(v, x->b, w);
  for (int s = 0; s < v->table->n; s++) {
    mean_gradient m;
    double slope[MOST_COLUMNS] = {0};
    scalar_stress tau = {.slope = slope};
    average(v, w, x->b, s, &m);
    if (law->is_constraint) {
      tau.law = v->iterate[x->first + s];
      slope[multiplier_column(v, x, s)] = 1 / (v->h * v->h);
      w->residual[s] = w->eps[v->table->to[s]];
    } else {
      tau.law = law->stores_energy ? by_energy(v, x, s, slope, w) : by_rate(v, x, s, slope, w);
    }
    tau.now = x->n_iterate ? v->iterate[x->first + s] : tau.law;
    composite_stress(v, x, s, &m, tau, tangent, w);
    if (tangent && law->is_constraint) {
      add_strain_slope(v, w, x->b, v->table->to[s], 1, w->row + s * x->n_column);
    } else if (tangent && x->n_iterate) {
      x->rest[s] = tau.now - tau.law;
      memcpy(x->slope + s * x->n_column, slope, sizeof(double) * (size_t)x->n_column);
    }
  }
}

/* ---------------------------------------------------------------- forces from the stresses */
void sn_paper_evaluate(const sn_paper_view *v, sn_paper_block *x, int tangent, sn_paper_work *w)
{
  const sn_block *b = x->b;
  const sn_paper_table *t = v->table;
  const int n = b->n_form, nv = b->n_vec, nc = x->n_column;
  SN_ASSERT(n <= SN_MAX_FORMS && nv <= SN_MAX_BLOCK_VECTORS && t->n >= 1 && t->n <= SN_PLAIN_FIELDS);
  SN_ASSERT(nc >= t->n * (3 * nv + x->n_multiplier) && nc <= MOST_COLUMNS);
  const double hh = v->h * v->h;
  for (int c = 0; c <= t->n; c++) {
    sn_forms(b, v->q[c], w->e[c]);
    sn_form_rates(b, v->q[c], w->B[c]);
  }
  w->part = (sn_ledger){0};
  for (int s = 0; s < t->n && tangent; s++) {
    memset(w->slope[s], 0, sizeof(double) * (size_t)(n * nc));
  }
  if (tangent) {
    memset(w->matrix, 0, sizeof(double) * (size_t)(nc * nc));
    w->row = w->matrix + 3 * nv * t->n * nc; /* the constraint rows stand right below those of the vectors */
  }
  for (int s = 0; s < t->n; s++) {
    for (int k = 0; k < n * nv; k++) {
      w->mean[s][k] = v3_scale(0.5, v3_add(w->B[t->from[s]][k], w->B[t->to[s]][k]));
    }
  }
  if (b->law->is_scalar) {
    on_composite(v, x, tangent, w);
  } else if (b->law->is_constraint) {
    linear_constraint(v, x, tangent, w);
  } else if (b->n_energy > 0) {
    on_energies(v, x, tangent, w);
  } else {
    on_forms(v, x, tangent, w);
  }
  for (int s = 0; s < t->n; s++) {
    for (int a = 0; a < nv; a++) {
      w->force[s][a] = v3(0, 0, 0);
      for (int k = 0; k < n; k++) {
        w->force[s][a] = v3_axpy(w->force[s][a], hh * w->law[s][k], w->mean[s][k * nv + a]);
      }
    }
    if (tangent) {
      sn_paper_force_rows(v, x, s, w);
    }
  }
}
