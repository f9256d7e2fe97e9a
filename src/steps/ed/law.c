/* steps/ed/law.c -- the laws in the energy-decaying step, one table each: linear elastic, constraint, composite, rate.
 * Theory:  docs/theory.md, the scheme ed (4.2), composite strains (7.4), rate laws (8). Stresses and multipliers are iterates: forces
 *          are those of the law at the iterate, the tangent turns with the stresses that the last solve foretold (they are right
 *          long before those of the law are, where parts are stiff).
 */
#include <math.h>
#include <string.h>

#include "steps/ed/law.h"

/* ---- first guess: stresses go on as they went */

static void guess(const sn_stepper *x, ed_pack *p)
{
  for (int l = 0; l < SN_LANES; l++) {
    const sn_block *c = x->s->block + p->is->block[l];
    SN_ASSERT(c->n_stress == c->n_form && c->stress + c->n_form <= x->s->n_stress);
    for (int f = 0; f < c->n_form; f++) {
      const double rate = x->start->rate[c->stress + f];
      p->s_c[f][l] = x->start->stress[c->stress + f] + x->h * rate;
      p->s_d[f][l] = x->h * rate * HALF;
    }
  }
}

/* ---- linear elastic: stress = K e */

static void elastic_start(sn_stepper *x, ed_pack *p, ed_work *k)
{
  SN_ASSERT(p->e_i && p->is->matrix && k->e != p->e_i);
  memcpy(p->e_i, k->e, sizeof(sn_lane) * (size_t)p->type->n_form);
  guess(x, p);
}

/* row f of K times the mean strains (k->e), and times a - alpha b (k->b0)/(2 r3) */
SN_LANE_INLINE void elastic(const ed_pack *p, const ed_work *k, int f, sn_lane *sc, sn_lane *sd)
{
  const int nf = p->type->n_form, end = p->type->column[2 * f + 1];
  SN_ASSERT(f >= 0 && f < nf && p->type->column[2 * f] <= f && end <= nf);
  sn_lane c = lane(0), d = lane(0);
  for (int l = p->type->column[2 * f]; l < end; l++) {
    const sn_lane K = p->is->matrix[f * nf + l];
    c += K * k->e[l];
    d += K * k->b0[l];
  }
  *sc = c;
  *sd = d * lane(HALF);
}

/* l_c = K (e_i + (a + b)/2), l_d = K (a - alpha b)/(2 r3) */
SN_CLONES static void elastic_stress(sn_stepper *x, ed_pack *p, ed_work *k)
{
  (void)x;
  SN_ASSERT(p->is->matrix && p->l_c != p->s_c);
  for (int f = 0; f < p->type->n_form; f++) {
    k->e[f] = p->e_i[f] + lane(0.5) * (k->a[f] + k->b[f]);
    k->b0[f] = k->a[f] - p->alpha * k->b[f];
    p->b[f] = k->b[f];
  }
  for (int f = 0; f < p->type->n_form; f++) {
    elastic(p, k, f, p->l_c + f, p->l_d + f);
  }
}

/* The columns of one form; K has n entries (1: a constant where it is diagonal), of Xa, Xb and what follows them. */
SN_LANE_INLINE void respond_in(const sn_stepper *x, const ed_pack *p, ed_work *k, int f, int first, int n)
{
  const int nf = p->type->n_form, nc = p->is->offset[p->type->n_node];
  const sn_lane half = lane(0.5 * x->hh), part = lane(HALF * x->hh), alpha = p->alpha;
  SN_ASSERT(n >= 1 && first >= 0 && first + n <= nf);
  const sn_lane *K = p->is->matrix + f * nf + first, *Xa = k->Xa + first * nc, *Xb = k->Xb + first * nc;
  sn_lane *Sp = k->Sp + f * nc, *Sm = k->Sm + f * nc, *Sy = k->Sy + f * nc;
  for (int j = 0; j < nc; j++) {
    sn_lane a = K[0] * Xa[j], b = K[0] * Xb[j];
    for (int l = 1; l < n; l++) {
      a += K[l] * Xa[l * nc + j];
      b += K[l] * Xb[l * nc + j];
    }
    const sn_lane c = half * (a + b), d = part * (a - alpha * b);
    Sp[j] = c + d;
    Sm[j] = c - d;
    Sy[j] = d;
  }
}

SN_CLONES static void elastic_respond(const sn_stepper *x, const ed_pack *p, ed_work *k)
{
  for (int f = 0; f < p->type->n_form; f++) {
    const int first = p->type->column[2 * f], n = p->type->column[2 * f + 1] - first;
    SN_ASSERT(n >= 1);
    if (n == 1) {
      respond_in(x, p, k, f, first, 1);
    } else {
      respond_in(x, p, k, f, first, n);
    }
  }
}

SN_CLONES static void elastic_update(sn_stepper *x, ed_pack *p, ed_work *k)
{
  (void)x;
  SN_ASSERT(p->s_c != p->l_c && p->s_d != p->l_d);
  for (int f = 0; f < p->type->n_form; f++) {
    k->e[f] = lane(0.5) * (k->a[f] + k->b[f]);
    k->b0[f] = k->a[f] - p->alpha * k->b[f];
  }
  for (int f = 0; f < p->type->n_form; f++) {
    k->e[f] = lane(0.5) * (k->a[f] + k->b[f]);
    k->b0[f] = k->a[f] - p->alpha * k->b[f];
  }
  for (int f = 0; f < p->type->n_form; f++) {
    sn_lane c, d;
    elastic(p, k, f, &c, &d);
    p->s_c[f] = p->l_c[f] + c;
    p->s_d[f] = p->l_d[f] + d;
  }
}

/* alpha/2 b K b */
static void elastic_book(const sn_stepper *x, const ed_pack *p, int l, sn_ledger *to)
{
  const int nf = p->type->n_form;
  double sum = 0;
  SN_ASSERT(l < p->is->n && !(p->alpha[l] < 0 || p->alpha[l] > 1));
  (void)x;
  for (int f = 0; f < nf; f++) {
    for (int m = p->type->column[2 * f]; m < p->type->column[2 * f + 1]; m++) {
      sum += p->b[f][l] * p->is->matrix[f * nf + m][l] * p->b[m][l];
    }
  }
  to->numerical += 0.5 * p->alpha[l] * sum;
}

/* ---- linear constraint: e = 0, the stress is the multiplier */

static void constraint_start(sn_stepper *x, ed_pack *p, ed_work *k)
{
  (void)k;
  guess(x, p); /* e_i stays 0 */
}

static void constraint_stress(sn_stepper *x, ed_pack *p, ed_work *k)
{
  (void)x;
  SN_ASSERT(p->a != k->a && p->b != k->b && p->l_c == p->s_c); /* the multiplier is in the forces */
  memcpy(p->a, k->a, sizeof(sn_lane) * (size_t)p->type->n_form);
  memcpy(p->b, k->b, sizeof(sn_lane) * (size_t)p->type->n_form);
}

SN_CLONES static void constraint_respond(const sn_stepper *x, const ed_pack *p, ed_work *k)
{
  const sn_pack_type *t = p->type;
  const int n = p->is->n_local, nc = p->is->offset[t->n_node], nm = p->n_mult;
  SN_ASSERT(nm == t->n_form && nc + (p->damped ? 3 : 2) * nm == n);
  if (t->rows == SN_ROWS_POINT) {
    ed_point_tangent(x, p, k);
    return;
  }
  for (int f = 0; f < nm; f++) {
    memcpy(k->T + (nc + f) * n, k->Xa + f * nc, sizeof(sn_lane) * (size_t)nc);
    memcpy(k->T + (nc + nm + f) * n, k->Xb + f * nc, sizeof(sn_lane) * (size_t)nc);
    for (int r = 0; r < t->n_node; r++) {
      const int first = p->is->offset[r], n1 = t->shape[r].n1;
      for (int i = first; i < first + n1; i++) {
        k->T[i * n + nc + nm + f] = k->L[f * nc + i] * p->unit[f];
        k->T[(n1 + i) * n + nc + f] = k->L[f * nc + n1 + i] * p->unit[f];
      }
    }
    ed_soften(x, p, f, k);
  }
  if (t->rows == SN_ROWS_AXES) {
    ed_axes_tangent(x, p, k);
  }
}

/* 0 where the row is held, else 1 */
SN_LANE_INLINE sn_lane free_rows(const sn_stepper *x, const ed_pack *p, int row)
{
  sn_lane out = lane(1);
  for (int l = 0; l < SN_LANES; l++) {
    out[l] = sn_hold(x->o.dependent, x->s->block + p->is->block[l], row) > 0 ? 0 : 1;
  }
  return out;
}

/* The force of a held point changes by what was found, although its axes turn: theory (11.12). */
SN_LANE_INLINE void point_update(const sn_stepper *x, ed_pack *p, const ed_work *k, const sn_lane *mu, sn_lane *ds)
{
  const sn_pack_type *t = p->type;
  SN_ASSERT(t->rows == SN_ROWS_POINT && p->n_mult == 3);
  for (int s = 0; s < 2; s++) {
    const sn_lane sign = lane(s ? -1 : 1);
    sn_lv3 change = {{mu[3 * s], mu[3 * s + 1], mu[3 * s + 2]}};
    for (int i = 0; i < 3; i++) {
      const sn_lv3 turn = lv3_axpy(k->Fp[t->axis[i]], sign * lane(HALF), k->pp[t->axis[i]]);
      change = lv3_axpy(change, -(p->s_c[i] + sign * p->s_d[i]), turn);
    }
    for (int i = 0; i < 3; i++) {
      sn_lv3 dual;
      memcpy(&dual, p->dual + 9 * s + 3 * i, sizeof dual);
      ds[3 * s + i] = free_rows(x, p, i) * lv3_dot(dual, change);
    }
  }
}

/* The same for the moment of axes: what is left of its change in their plane, theory (11.14). */
SN_LANE_INLINE void axes_update(const sn_stepper *x, ed_pack *p, const ed_work *k, const sn_lane *mu, sn_lane *ds)
{
  const sn_pack_type *t = p->type;
  const int n = t->n_form;
  SN_ASSERT(t->rows == SN_ROWS_AXES && n >= 1 && n <= 3 && p->n_mult == n);
  for (int s = 0; s < 2; s++) {
    const sn_lane sign = lane(s ? -1 : 1);
    sn_lv3 arm[3], dual[3], turn = lv3_zero();
    for (int f = 0; f < n; f++) {
      const sn_term m = t->of->term[f];
      const sn_lv3 u = lv3_axpy(k->pc[m.i], sign * lane(HALF), k->point[m.i].d),
                   v = lv3_axpy(k->pc[m.j], sign * lane(HALF), k->point[m.j].d);
      const sn_lv3 du = lv3_axpy(k->Fp[m.i], sign * lane(HALF), k->pp[m.i]),
                   dv = lv3_axpy(k->Fp[m.j], sign * lane(HALF), k->pp[m.j]);
      arm[f] = lv3_cross(u, v);
      turn = lv3_axpy(turn, p->s_c[f] + sign * p->s_d[f], lv3_add(lv3_cross(du, v), lv3_cross(u, dv)));
    }
    if (n == 1) {
      dual[0] = lv3_scale(lane(1) / lv3_dot(arm[0], arm[0]), arm[0]);
    } else {
      arm[2] = n == 2 ? lv3_cross(arm[0], arm[1]) : arm[2];
      lv3_dual(arm, dual);
    }
    for (int f = 0; f < n; f++) {
      const sn_lane back = lv3_dot(dual[f], turn);
      const sn_lane held = free_rows(x, p, f);
      for (int l = 0; l < SN_LANES; l++) { /* axes in line have no moment: nothing to take back */
        ds[n * s + f][l] = held[l] * (mu[n * s + f][l] - (isfinite(back[l]) ? back[l] : 0));
      }
    }
  }
}

/* the solution of the multipliers, in true units; those of nu are taken up */
static void take_multipliers(sn_stepper *x, ed_pack *p, sn_lane *mu)
{
  const int nm = p->n_mult;
  for (int l = 0; l < SN_LANES; l++) {
    const double *from = x->all.rhs + p->is->first[l];
    SN_ASSERT(p->is->first[l] >= 0 && p->is->first[l] + (p->damped ? 3 : 2) * nm <= x->all.layout.n);
    for (int j = 0; j < 2 * nm; j++) {
      mu[j][l] = from[j] * p->unit[j % nm][l] / x->hh;
    }
    for (int j = 0; j < nm && p->damped; j++) {
      p->nu[j][l] += from[2 * nm + j] * p->unit[j][l];
    }
  }
}

SN_CLONES static void constraint_update(sn_stepper *x, ed_pack *p, ed_work *k)
{
  const int nm = p->n_mult;
  if (nm == 0) {
    return;
  }
  sn_lane *mu = k->e, *ds = k->Sp; /* of size: see make.c */
  SN_ASSERT(mu != ds && nm == p->type->n_form);
  take_multipliers(x, p, mu);
  if (p->type->rows == SN_ROWS_POINT) {
    point_update(x, p, k, mu, ds);
  } else if (p->type->rows == SN_ROWS_AXES) {
    axes_update(x, p, k, mu, ds);
  } else {
    ds = mu;
  }
  for (int f = 0; f < nm; f++) {
    p->s_c[f] += lane(0.5) * (ds[f] + ds[nm + f]);
    p->s_d[f] += lane(0.5) * (ds[f] - ds[nm + f]);
  }
}

static void nothing(const sn_stepper *x, const ed_pack *p, int l, sn_ledger *to)
{
  (void)x;
  (void)p;
  (void)l;
  (void)to;
}

static const ed_law elastic_law = {
    elastic_start, elastic_stress, elastic_respond, elastic_update, elastic_book, 0, 0, 0, 1};
static const ed_law constraint_law = {
    constraint_start, constraint_stress, constraint_respond, constraint_update, nothing, 0, 0, 1, 0};

const ed_law *ed_law_of(const sn_block *b)
{
  static const struct {
    const sn_law *law;
    const ed_law *kernel;
  } laws[] = {{&sn_law_elastic, &elastic_law},     {&sn_law_constraint, &constraint_law},
              {&sn_law_driven, &ed_driven_law},    {&sn_law_potential, &ed_potential_law},
              {&sn_law_given, &ed_given_law},      {&sn_law_viscous, &ed_viscous_law},
              {&sn_law_rate, &ed_rate_law},        {&sn_law_rate_path, &ed_rate_path_law},
              {&sn_law_feedback, &ed_feedback_law}};
  size_t i = 0;
  while (i < sizeof laws / sizeof *laws - 1 && laws[i].law != b->law) {
    i++;
  }
  SN_ASSERT(laws[i].law == b->law);
  return laws[i].kernel;
}

double ed_stress(const sn_stepper *x, int block, int form, double *half)
{
  const ed_pack *p = x->pack + x->all.packs.pack_of[block];
  const int l = x->all.packs.lane_of[block];
  SN_ASSERT(x->all.packs.pack_of[block] >= 0 && l < p->is->n && form >= 0 && form < p->type->n_form);
  if (p->law->is_scalar) {
    *half = p->scalar[l].path.tau_d;
    return p->scalar[l].path.tau_c;
  }
  *half = p->s_d[form][l];
  return p->s_c[form][l];
}
