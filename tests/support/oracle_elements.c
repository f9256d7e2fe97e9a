/* tests/support/oracle_elements.c -- what blocks and loads hand over to the oracle: forces, law residuals, works.
 * Theory:  docs/theory.md: forms, composite strains on their path, rate laws and loads at the two Gauss states. EP is
 *          the same with one state, b = 0 and a straight path. Evaluation only: no derivative is written here.
 */
#include <string.h>

#include "oracle_private.h"

/* Gauss points and weights on (0, 1) */
static const double GAUSS_T[4] = {.06943184420297371, .33000947820757187, .66999052179242813, .93056815579702629};
static const double GAUSS_W[4] = {.17392742256872693, .32607257743127307, .32607257743127307, .17392742256872693};

/* ---------------------------------------------------------------- forms */
static void set_states(oracle *o, const int *vector, int n, double ra)
{
  for (int a = 0; a < n; a++) {
    const int v = vector[a];
    const sn_v3 q = o->x->q[v], d = o->dq[v];
    const sn_v3 c = v3_axpy(v3_axpy(q, 0.5, d), o->ep ? 0 : -1.0 / 12, o->hw[v]);
    const double g = o->ep ? 0 : 1 / (2 * R3);
    o->qp[v] = v3_axpy(c, g, d);
    o->qm[v] = v3_axpy(c, -g, d);
    o->qf[v] = v3_add(q, d);
    o->u[v] = v3_axpy(o->hw[v], -ra, o->hy[v]);
  }
}

/* b = -(1/6) (B_c z + B_q dq) for the rates z */
static void strain_jump(const oracle *o, const sn_block *b, const sn_v3 *Bp, const sn_v3 *Bm, const sn_v3 *z,
                        double *out)
{
  for (int k = 0; k < b->n_form; k++) {
    double sum = 0;
    for (int a = 0; a < b->n_vec; a++) {
      const sn_v3 P = Bp[k * b->n_vec + a], M = Bm[k * b->n_vec + a];
      sum += 0.5 * v3_dot(v3_add(P, M), z[b->vector[a]]) + R3 * v3_dot(v3_sub(P, M), o->dq[b->vector[a]]);
    }
    out[k] = -sum / 6;
  }
}

/* forces of stresses sp, sm at the two states, and of s_y */
static void spread(const oracle *o, const sn_block *b, const sn_v3 *Bp, const sn_v3 *Bm, const double *sp,
                   const double *sm, const double *sy, double ra, answer *out)
{
  const double hh = o->h * o->h;
  for (int k = 0; k < b->n_form; k++) {
    for (int a = 0; a < b->n_vec; a++) {
      const sn_v3 P = Bp[k * b->n_vec + a], M = Bm[k * b->n_vec + a];
      out->p[a] = v3_axpy(out->p[a], hh * sp[k], P);
      out->m[a] = v3_axpy(out->m[a], hh * sm[k], M);
      out->y[a] = v3_axpy(out->y[a], 0.5 * hh * ra * sy[k], v3_add(P, M));
    }
  }
}

static void eval_linear(oracle *o, int ib, answer *out)
{
  const sn_block *b = o->block + ib;
  const int n = b->n_form, constraint = b->law == &sn_law_constraint;
  const double al = o->alpha[ib], hh = o->h * o->h, *sc = o->sc + o->first[ib], *sd = o->sd + o->first[ib];
  sn_v3 Bp[MAX_FORM * MAX_VEC], Bm[MAX_FORM * MAX_VEC];
  double e_i[MAX_FORM], e_f[MAX_FORM], jump[MAX_FORM], sp[MAX_FORM], sm[MAX_FORM];
  sn_form_rates(b, o->qp, Bp);
  sn_form_rates(b, o->qm, Bm);
  sn_forms(b, o->x->q, e_i);
  sn_forms(b, o->qf, e_f);
  memset(jump, 0, sizeof jump);
  if (!o->ep) {
    strain_jump(o, b, Bp, Bm, o->u, jump);
  }
  for (int k = 0; k < n; k++) {
    sp[k] = sc[k] + (o->ep ? 0 : sd[k]);
    sm[k] = sc[k] - (o->ep ? 0 : sd[k]);
    double kc = 0, kd = 0;
    for (int l = 0; l < n && !constraint; l++) {
      const double a = e_f[l] - e_i[l], K = b->matrix[k * n + l];
      kc += K * (e_i[l] + 0.5 * (a + jump[l]));
      kd += K * (a - al * jump[l]) / (2 * R3);
      out->part.numerical += 0.5 * al * jump[k] * K * jump[l];
    }
    out->r[k] = constraint ? e_f[k] : hh * (sc[k] - kc);
    out->r[n + k] = constraint ? jump[k] : hh * (sd[k] - kd);
  }
  spread(o, b, Bp, Bm, sp, sm, sd, sqrt(al), out);
}

/* ---------------------------------------------------------------- energies of strains */
void oracle_stiffness(const sn_block *b, const double *e, double *K)
{
  double s[MAX_FORM], D[MAX_FORM * MAX_FORM];
  memset(K, 0, sizeof(double) * (size_t)(b->n_form * b->n_form));
  for (int k = 0; k < b->n_form * b->n_form && b->matrix; k++) {
    K[k] = b->matrix[k];
  }
  for (int i = 0, first = 0; i < b->n_energy; first += b->energy[i++].of->n) {
    const int n = b->energy[i].of->n;
    b->energy[i].of->value(b->energy[i].of, e + first, s, D);
    for (int k = 0; k < n * n; k++) {
      K[(first + k / n) * b->n_form + first + k % n] = b->energy[i].weight * D[k];
    }
  }
}

/* out = K x of the n x n part at `first`; returns x.K x */
static double product(const double *K, int n_form, int first, int n, const double *x, double *out)
{
  double sum = 0;
  for (int k = 0; k < n; k++) {
    out[k] = 0;
    for (int l = 0; l < n; l++) {
      out[k] += K[(first + k) * n_form + first + l] * x[l];
    }
    sum += x[k] * out[k];
  }
  return sum;
}

/* Stresses at the Gauss points of the path of n strains, corrected along K (a, -r3 b): their work is the change of the energy. K is
   that at the start, which must be positive there: no strains of a test leave this range. */
static void eval_energy(const oracle *o, const sn_energy_part *part, const double *e_i, const double *a,
                        const double *b, const double *K, int n_form, int first, double alpha, double *c, double *d,
                        double *loss)
{
  const sn_strain_energy *w = part->of;
  const int n = w->n;
  double e[MAX_FORM], sp[MAX_FORM], sm[MAX_FORM], Ka[MAX_FORM], Kb[MAX_FORM], work = 0;
  for (int k = 0; k < n; k++) {
    e[k] = e_i[k] + a[k] * (o->ep ? 0.5 : 0.5 + 0.5 / R3) + 0.5 * b[k];
  }
  w->value(w, e, sp, NULL);
  for (int k = 0; k < n; k++) {
    e[k] = e_i[k] + a[k] * (o->ep ? 0.5 : 0.5 - 0.5 / R3) + 0.5 * b[k];
  }
  w->value(w, e, sm, NULL);
  for (int k = 0; k < n; k++) {
    c[k] = part->weight * (sp[k] + sm[k]) / 2;
    d[k] = part->weight * (sp[k] - sm[k]) / 2;
    work += c[k] * a[k] - R3 * d[k] * b[k];
    e[k] = e_i[k] + a[k];
  }
  const double aKa = product(K, n_form, first, n, a, Ka), bKb = product(K, n_form, first, n, b, Kb),
               size = aKa + 3 * bKb;
  const double V = part->weight * w->value(w, e, NULL, NULL), V_i = part->weight * w->value(w, e_i, NULL, NULL);
  const double rest = fabs(V - V_i - work) > 1e-14 * (fabs(V) + fabs(V_i)) && size > 0 ? (V - V_i - work) / size : 0;
  for (int k = 0; k < n; k++) {
    c[k] += rest * Ka[k];
    d[k] -= R3 * rest * Kb[k] + alpha * Kb[k] / (2 * R3);
  }
  *loss += 0.5 * alpha * bKb;
}

static void eval_material(oracle *o, int ib, answer *out)
{
  const sn_block *b = o->block + ib;
  const int n = b->n_form;
  const double al = o->alpha[ib], hh = o->h * o->h, *sc = o->sc + o->first[ib], *sd = o->sd + o->first[ib];
  sn_v3 Bp[MAX_FORM * MAX_VEC], Bm[MAX_FORM * MAX_VEC];
  double e_i[MAX_FORM], a[MAX_FORM], jump[MAX_FORM] = {0}, sp[MAX_FORM], sm[MAX_FORM], c[MAX_FORM], d[MAX_FORM],
                                     K[MAX_FORM * MAX_FORM];
  sn_form_rates(b, o->qp, Bp);
  sn_form_rates(b, o->qm, Bm);
  sn_forms(b, o->x->q, e_i);
  sn_forms(b, o->qf, a);
  oracle_stiffness(b, e_i, K);
  if (!o->ep) {
    strain_jump(o, b, Bp, Bm, o->u, jump);
  }
  for (int k = 0; k < n; k++) {
    a[k] -= e_i[k];
    sp[k] = sc[k] + (o->ep ? 0 : sd[k]);
    sm[k] = sc[k] - (o->ep ? 0 : sd[k]);
  }
  for (int i = 0, at = 0; i < b->n_energy; at += b->energy[i++].of->n) {
    eval_energy(o, b->energy + i, e_i + at, a + at, jump + at, K, n, at, al, c + at, d + at, &out->part.numerical);
  }
  for (int k = 0; k < n; k++) {
    out->r[k] = hh * (sc[k] - c[k]);
    out->r[n + k] = hh * (sd[k] - d[k]);
  }
  spread(o, b, Bp, Bm, sp, sm, sd, sqrt(al), out);
}

/* ---------------------------------------------------------------- composites */
double oracle_drive_rate(const sn_block *b, double t)
{
  double taylor[3] = {0, 0, 0};
  if (b->drive) {
    sn_expr_taylor(b->drive, &t, 0, taylor);
  }
  return taylor[b->drive_is_rate ? 0 : 1];
}
double oracle_drive(const oracle *o, const sn_block *b, int end)
{
  if (!b->drive) {
    return 0;
  }
  const double t = o->t + (end ? o->h : 0);
  if (!b->drive_is_rate) {
    return sn_expr_value(b->drive, &t);
  }
  double u = o->x->internal[b->drive_internal];
  for (int i = 0; i < 4 && end; i++) {
    u += o->h * GAUSS_W[i] * oracle_drive_rate(b, o->t + GAUSS_T[i] * o->h);
  }
  return u;
}

typedef struct {
  double n_c[MAX_FORM], n_d[MAX_FORM], m_d[MAX_FORM], t_c, t_d; /* path averages of the gradient and of g_t */
  double eps_i, a, b;                                           /* strain at the start, change, jump */
} path;

static void follow(const oracle *o, const sn_block *b, const double *e_i, const double *e_f, const double *b0,
                   const double *bb, path *p)
{
  const int n = b->n_form;
  const double *own = o->x->internal;
  double e[MAX_FORM], G[MAX_FORM], along = 0, size = 0;
  memset(p, 0, sizeof *p);
  for (int i = 0; i < 4; i++) {
    const double t = GAUSS_T[i], w = GAUSS_W[i], z = R3 * (2 * t - 1), g_t = -oracle_drive_rate(b, o->t + t * o->h);
    for (int k = 0; k < n; k++) {
      e[k] = e_i[k] + (e_f[k] - e_i[k]) * t + 3 * b0[k] * t * (1 - t);
    }
    sn_composite(b, own, e, G, NULL);
    p->t_c += o->h * w * g_t;
    p->t_d += o->h * w * z * g_t;
    for (int k = 0; k < n; k++) {
      p->n_c[k] += w * G[k];
      p->n_d[k] += w * z * G[k];
      p->m_d[k] += w * z * z * G[k];
    }
  }
  p->eps_i = sn_composite(b, own, e_i, NULL, NULL) - oracle_drive(o, b, 0);
  p->a = sn_composite(b, own, e_f, NULL, NULL) - oracle_drive(o, b, 1) - p->eps_i;
  for (int k = 0; k < n; k++) {
    const double a = e_f[k] - e_i[k];
    along += p->n_c[k] * a - R3 * p->n_d[k] * b0[k];
    size += a * a + 3 * b0[k] * b0[k];
  }
  const double r = p->a - p->t_c - along; /* quadrature error: the correction makes the work exact */
  const double round_off =
      2e-15 * (fabs(p->eps_i + p->a) + fabs(oracle_drive(o, b, 1)) + fabs(b->offset) + fabs(along));
  for (int k = 0; k < n && fabs(r) > round_off; k++) {
    p->n_c[k] += r * (e_f[k] - e_i[k]) / size;
    p->n_d[k] -= R3 * r * b0[k] / size;
  }
  p->b = -p->t_d / R3;
  for (int k = 0; k < n; k++) {
    p->b += p->m_d[k] * bb[k] - p->n_d[k] * (e_f[k] - e_i[k]) / R3;
  }
  if (o->ep) {
    p->b = 0;
  }
}

static double strain_on(const path *p, double t)
{
  return p->eps_i + p->a * t + 3 * p->b * t * (1 - t);
}
static double slope_on(const path *p, double t)
{
  return p->a + 3 * p->b * (1 - 2 * t);
}

/* Where a monotone function passes a level between two times, by bisection; -1: it does not. */
static double passing(double (*f)(const path *, double), const path *p, double level, double from, double to)
{
  if ((f(p, from) > level) == (f(p, to) > level)) {
    return -1;
  }
  for (int i = 0; i < 60; i++) {
    const double middle = 0.5 * (from + to);
    if ((f(p, middle) > level) == (f(p, from) > level)) {
      from = middle;
    } else {
      to = middle;
    }
  }
  return 0.5 * (from + to);
}

/* 0, the times at which the strain passes the edge and the slope the rate, in order, and 1; returns the number of pieces. */
static int pieces(const path *p, double edge, double slope, double *at)
{
  double top = p->b == 0 ? 1 : 0.5 + p->a / (6 * p->b); /* the strain is monotone on both sides of it */
  top = fmin(fmax(top, 0), 1);
  const double found[3] = {passing(strain_on, p, edge, 0, top), passing(strain_on, p, edge, top, 1),
                           passing(slope_on, p, slope, 0, 1)};
  int n = 0;
  at[n++] = 0;
  for (int i = 0; i < 3; i++) {
    if (found[i] > 0 && found[i] < 1) {
      int k = n++;
      for (; k > 1 && at[k - 1] > found[i]; k--) {
        at[k] = at[k - 1];
      }
      at[k] = found[i];
    }
  }
  at[n] = 1;
  return n;
}

/* tau_c, tau_d of a damper of a stop, and the energy it takes */
static void damper_stress(const oracle *o, const sn_rate_law *l, const path *p, double *tau_c, double *tau_d,
                          double *loss)
{
  double at[6], unused[3];
  const int n = pieces(p, l->edge, o->h * l->turn, at);
  *tau_c = *tau_d = *loss = 0;
  for (int i = 0; i < 4 * n; i++) {
    const double from = at[i / 4], length = at[i / 4 + 1] - from, t = from + length * GAUSS_T[i % 4];
    const double rate = slope_on(p, t) / o->h, w = length * GAUSS_W[i % 4];
    const double f = l->stress(l, 0, strain_on(p, t), rate, 0, unused);
    *tau_c += w * f;
    *tau_d += o->ep ? 0 : w * R3 * (2 * t - 1) * f;
    *loss += o->h * w * f * rate;
  }
}

/* tau_c, tau_d of a potential on the path eps_i + a t + 3 b t(1-t) */
static void potential_stress(const sn_potential *v, const path *p, double al, double *tau_c, double *tau_d,
                             double *loss)
{
  double c = 0, d = 0, stiff;
  v->force(v, p->eps_i, &stiff);
  const double khat = fmax(stiff, 0);
  double at[6] = {0, 1};
  const int n = v->side != 0 ? pieces(p, v->edge, INFINITY, at) : 1;
  for (int i = 0; i < 4 * n; i++) {
    const double from = at[i / 4], length = at[i / 4 + 1] - from, t = from + length * GAUSS_T[i % 4];
    const double f = v->force(v, strain_on(p, t), &stiff), w = length * GAUSS_W[i % 4];
    c += w * f;
    d += w * R3 * (2 * t - 1) * f;
  }
  const double size = p->a * p->a + 3 * p->b * p->b;
  const double r = v->difference(v, p->eps_i, p->eps_i + p->a) - (c * p->a - R3 * d * p->b);
  if (fabs(r) > 2e-15 * (fabs(c * p->a) + fabs(v->energy(v, p->eps_i)) + fabs(v->energy(v, p->eps_i + p->a)))) {
    c += r * p->a / size;
    d -= R3 * r * p->b / size;
  }
  *tau_c = c;
  *tau_d = d - al * khat * p->b / (2 * R3);
  *loss = 0.5 * al * khat * p->b * p->b;
}

static void eval_composite(oracle *o, int ib, answer *out)
{
  const sn_block *b = o->block + ib;
  const int n = b->n_form, given = b->law == &sn_law_given;
  const double al = o->alpha[ib], hh = o->h * o->h;
  sn_v3 Bp[MAX_FORM * MAX_VEC], Bm[MAX_FORM * MAX_VEC];
  double e_i[MAX_FORM], e_f[MAX_FORM], b0[MAX_FORM] = {0}, bb[MAX_FORM] = {0};
  double sp[MAX_FORM], sm[MAX_FORM], sy[MAX_FORM], c, d;
  path p;
  sn_form_rates(b, o->qp, Bp);
  sn_form_rates(b, o->qm, Bm);
  sn_forms(b, o->x->q, e_i);
  sn_forms(b, o->qf, e_f);
  if (!o->ep) {
    strain_jump(o, b, Bp, Bm, o->hw, b0); /* no y in the path */
    strain_jump(o, b, Bp, Bm, o->u, bb);
  }
  follow(o, b, e_i, e_f, b0, bb, &p);
  if (given) {
    const double tp = o->t + o->h * (o->ep ? 0.5 : 0.5 + 0.5 / R3), tm = o->t + o->h * (o->ep ? 0.5 : 0.5 - 0.5 / R3);
    const double Tp = sn_expr_value(b->given, &tp), Tm = sn_expr_value(b->given, &tm);
    c = -0.5 * (Tp + Tm);
    d = -0.5 * (Tp - Tm);
    out->tau = c;
    out->part.work_loads = -(c * p.a - R3 * d * p.b);
  } else if (b->law == &sn_law_rate_path) {
    damper_stress(o, b->rate, &p, &c, &d, &out->part.dissipation);
  } else {
    c = o->sc[o->first[ib]];
    d = o->ep ? 0 : o->sd[o->first[ib]];
    if (b->law == &sn_law_driven) {
      out->r[0] = p.eps_i + p.a;
      out->r[1] = p.b;
    } else {
      double law_c, law_d;
      potential_stress(b->potential, &p, al, &law_c, &law_d, &out->part.numerical);
      out->r[0] = hh * (c - law_c);
      out->r[1] = hh * (d - law_d);
    }
  }
  out->part.work_drives = c * p.t_c + d * p.t_d;
  for (int k = 0; k < n; k++) {
    const double s_c = c * p.n_c[k] + d * p.n_d[k], s_d = o->ep ? 0 : c * p.n_d[k] + d * p.m_d[k];
    sp[k] = s_c + s_d;
    sm[k] = s_c - s_d;
    sy[k] = d * p.m_d[k]; /* only tau_d is a rate of stress */
  }
  spread(o, b, Bp, Bm, sp, sm, sy, al > 0 ? sqrt(al) : 0, out);
}

/* ---------------------------------------------------------------- rate laws, at the two Gauss states */
/* normal force of friction from the stresses s+- of its constraint block; SR: with the impulse of the last projection, as a
   force of this step, in the mean and r3 times in the half difference */
static double normal_force(const oracle *o, const sn_rate_law *l, double sign)
{
  if (l->normal_block < 0) {
    return 0;
  }
  double sum = 0;
  for (int i = 0; i < l->n_normal; i++) {
    const int k = o->first[l->normal_block] + l->normal_form[i];
    const double push = o->h * o->h * o->x->projection_impulse[o->block[l->normal_block].stress + l->normal_form[i]];
    const double s = o->sc[k] + (o->ep ? 0 : sign * o->sd[k] + (1 + sign * R3) * push);
    sum += l->normal_weight[i] * s * s;
  }
  return sqrt(sum);
}

static void eval_rate(oracle *o, int ib, answer *out)
{
  const sn_block *b = o->block + ib;
  const int n = b->n_form;
  sn_v3 B[2][MAX_FORM * MAX_VEC];
  double s[2][MAX_FORM] = {{0}}, zero[MAX_FORM] = {0};
  for (int i = 0; i < 2; i++) {
    const double sign = i ? -1 : 1, t = o->t + o->h * (o->ep ? 0.5 : 0.5 + sign * 0.5 / R3);
    const sn_v3 *q = i ? o->qm : o->qp;
    double e[MAX_FORM], rate[MAX_FORM], G[MAX_FORM];
    sn_form_rates(b, q, B[i]);
    sn_forms(b, q, e);
    for (int k = 0; k < n; k++) {
      rate[k] = 0;
      for (int a = 0; a < b->n_vec; a++) {
        const int v = b->vector[a];
        rate[k] += v3_dot(B[i][k * b->n_vec + a], v3_axpy(o->dq[v], o->ep ? 0 : sign / (2 * R3), o->hw[v])) / o->h;
      }
    }
    if (b->law == &sn_law_viscous) {
      for (int k = 0; k < n; k++) {
        for (int l = 0; l < n; l++) {
          s[i][k] += b->matrix[k * n + l] * rate[l];
          out->part.dissipation += 0.5 * o->h * rate[k] * b->matrix[k * n + l] * rate[l];
        }
      }
      continue;
    }
    double d[3], x = sn_composite(b, o->x->internal, e, G, NULL), v = 0;
    for (int k = 0; k < n; k++) {
      v += G[k] * rate[k];
    }
    const double tau = b->rate->stress(b->rate, t, x, v, normal_force(o, b->rate, sign), d);
    for (int k = 0; k < n; k++) {
      s[i][k] = tau * G[k];
    }
    out->part.dissipation += b->rate->dissipates ? 0.5 * o->h * tau * v : 0;
    out->part.work_loads -= b->rate->dissipates ? 0 : 0.5 * o->h * tau * v;
  }
  spread(o, b, B[0], B[1], s[0], s[1], zero, 0, out);
}

static void eval_block(oracle *o, int block, answer *out)
{
  const sn_law *law = o->block[block].law;
  if (law == &sn_law_elastic || law == &sn_law_constraint) {
    eval_linear(o, block, out);
  } else if (law == &sn_law_material) {
    eval_material(o, block, out);
  } else if (law == &sn_law_viscous || law == &sn_law_rate) {
    eval_rate(o, block, out);
  } else {
    eval_composite(o, block, out);
  }
}

static void eval_load(oracle *o, const sn_load *l, answer *out)
{
  sn_v3 F[4];
  const double hh = o->h * o->h;
  for (int i = 0; i < 2; i++) {
    const double sign = i ? -1 : 1, t = o->t + o->h * (o->ep ? 0.5 : 0.5 + sign * 0.5 / R3);
    for (int a = 0; a < l->n_vec; a++) {
      const int v = l->vector[a];
      o->drift[v] = v3_scale(1 / o->h, v3_axpy(o->dq[v], o->ep ? 0 : sign / (2 * R3), o->hw[v]));
    }
    sn_load_forces(l, i ? o->qm : o->qp, o->drift, t, F, NULL, NULL);
    for (int a = 0; a < l->n_vec; a++) {
      const int v = l->vector[a];
      *(i ? out->m + a : out->p + a) = v3_scale(-hh, F[a]);
      out->part.work_loads += 0.5 * v3_dot(F[a], v3_axpy(o->dq[v], o->ep ? 0 : sign / (2 * R3), o->hw[v]));
    }
  }
}

int oracle_element_vectors(const oracle *o, int ie, const int **vector)
{
  const int load = ie >= o->n_block;
  *vector = load ? o->s->load[ie - o->n_block].vector : o->block[ie].vector;
  return load ? o->s->load[ie - o->n_block].n_vec : o->block[ie].n_vec;
}
void oracle_evaluate(oracle *o, int ie, answer *out)
{
  const int *vector, n = oracle_element_vectors(o, ie, &vector);
  memset(out, 0, sizeof *out);
  set_states(o, vector, n, ie < o->n_block ? sqrt(o->alpha[ie]) : 0);
  if (ie < o->n_block) {
    eval_block(o, ie, out);
  } else {
    eval_load(o, o->s->load + (ie - o->n_block), out);
  }
}
