/* steps/ed/composite.c -- laws on composite strains in the energy-decaying step: drives and gears, potentials, given forces.
 * Theory:  docs/theory.md, composite strains. The path of each block is its own (steps/path.h); columns run in lanes.
 */
#include <string.h>

#include "steps/ed/law.h"

static void start(sn_stepper *x, ed_pack *p, ed_work *k)
{
  (void)k;
  SN_ASSERT(p->scalar && p->law->is_scalar && !p->law->is_rate);
  for (int l = 0; l < SN_LANES; l++) {
    const sn_block *c = x->s->block + p->is->block[l];
    const double rate = c->n_stress > 0 ? x->start->rate[c->stress] : 0;
    sn_path *path = &p->scalar[l].path;
    if (l >= p->is->n) { /* a repeated block: its numbers are those of the first of them */
      p->scalar[l] = p->scalar[p->is->n - 1];
      path = &p->scalar[l].path;
    } else {
      sn_path_start(c, x->start, x->h, 1, path);
      path->tau_c += x->h * rate;
      path->tau_d = x->h * rate * HALF;
    }
    for (int f = 0; f < c->n_form; f++) {
      p->e_i[f][l] = path->e_i[f];
    }
    if (p->start) {
      double grad[SN_MAX_COMPOSITE_FORMS];
      SN_ASSERT(p->damped && p->n_mult == 1); /* a composite constraint that nu keeps */
      sn_composite(c, NULL, path->e_i, grad, NULL);
      for (int f = 0; f < c->n_form; f++) {
        p->start[f][l] = grad[f];
      }
    }
  }
}

/* tau_c or tau_d in the forces: by the law at the iterate, or the multiplier of a constraint */
static double in_forces(const ed_pack *p, const sn_path *path, int half)
{
  SN_ASSERT((half == 0 || half == 1) && p->law->is_scalar);
  return (half ? path->tau_d : path->tau_c) - (p->law->foretells ? path->residual[half] : 0);
}

/* stresses of the forms */
static void stress(sn_stepper *x, ed_pack *p, ed_work *k)
{
  const int nf = p->type->n_form;
  SN_ASSERT(nf <= SN_MAX_COMPOSITE_FORMS && p->is->n >= 1);
  double a[SN_MAX_COMPOSITE_FORMS], b[SN_MAX_COMPOSITE_FORMS], b0[SN_MAX_COMPOSITE_FORMS];
  p->idle = 1;
  for (int l = 0; l < p->is->n; l++) {
    for (int f = 0; f < nf; f++) {
      a[f] = k->a[f][l];
      b[f] = k->b[f][l];
      b0[f] = k->b0[f][l];
    }
    const sn_path_at at = {x->start->own, p->alpha[l], a, b0, b};
    SN_ASSERT(!(p->alpha[l] < 0 || p->alpha[l] > 1) && x->h > 0);
    sn_path_evaluate(x->s->block + p->is->block[l], &at, &p->scalar[l].path);
    p->idle = p->idle && p->scalar[l].path.open;
  }
  for (int l = 0; l < SN_LANES && !p->idle; l++) {
    const sn_path *path = &p->scalar[l < p->is->n ? l : p->is->n - 1].path;
    const double tau_c = in_forces(p, path, 0), tau_d = in_forces(p, path, 1);
    for (int f = 0; f < nf; f++) { /* (7.4) */
      p->l_c[f][l] = tau_c * path->n_c[f] + tau_d * path->n_d[f];
      p->l_d[f][l] = tau_c * path->n_d[f] + tau_d * path->m_d[f];
      p->l_y[f][l] = tau_d * path->m_d[f];
      p->s_c[f][l] = path->tau_c * path->n_c[f] + path->tau_d * path->n_d[f];
      p->s_d[f][l] = path->tau_c * path->n_d[f] + path->tau_d * path->m_d[f];
    }
    p->a[0][l] = path->residual[0];
    p->b[0][l] = path->residual[1];
  }
}

/* the paths of four blocks side by side */
typedef struct {
  sn_lane *n_c, *n_d, *m_d, *g_f, *a, *b, *hessian;
  sn_lane tau_c, tau_d, law[4];
} paths;

static paths side_by_side(const ed_pack *p, sn_lane *out)
{
  const int nf = p->type->n_form;
  SN_ASSERT(p->scalar && p->is->n >= 1 && nf <= SN_MAX_COMPOSITE_FORMS);
  paths s = {.n_c = out,
             .n_d = out + nf,
             .m_d = out + 2 * nf,
             .g_f = out + 3 * nf,
             .a = out + 4 * nf,
             .b = out + 5 * nf,
             .hessian = out + 6 * nf};
  for (int l = 0; l < SN_LANES; l++) {
    const sn_path *path = &p->scalar[l < p->is->n ? l : p->is->n - 1].path;
    for (int f = 0; f < nf; f++) {
      s.n_c[f][l] = path->n_c[f];
      s.n_d[f][l] = path->n_d[f];
      s.m_d[f][l] = path->m_d[f];
      s.g_f[f][l] = path->g_f[f];
      s.a[f][l] = path->a[f];
      s.b[f][l] = path->b[f];
    }
    for (int i = 0; i < 6 * nf * nf; i++) {
      s.hessian[i][l] = path->hessian[i];
    }
    s.tau_c[l] = path->tau_c;
    s.tau_d[l] = path->tau_d;
    for (int i = 0; i < 4; i++) {
      s.law[i][l] = path->law[i];
    }
  }
  return s;
}

typedef struct {
  const sn_lane *a, *b0, *b; /* directions: increments of the forms, every stride-th */
  int stride;
} direction;
/* at fixed tau: of eps (a_eps, b_eps); of s_c, s_d, s_y of the forms */
typedef struct {
  sn_lane rows[2];
  sn_lane *c, *d, *y; /* n_form each */
} change;

SN_LANE_INLINE void increment(const paths *p, int nf, direction by, change *to)
{
  const int n2 = nf * nf;
  to->rows[0] = to->rows[1] = lane(0);
  for (int k = 0; k < nf; k++) {
    sn_lane nc = lane(0), nd = lane(0), md = lane(0);
    for (int l = 0; l < nf; l++) {
      const sn_lane *H = p->hessian + k * nf + l;
      const sn_lane a = by.a[l * by.stride], b0 = by.b0[l * by.stride];
      nc += H[0] * a + H[n2] * b0;
      nd += H[2 * n2] * a + H[3 * n2] * b0;
      md += H[4 * n2] * a + H[5 * n2] * b0;
    }
    const sn_lane da = by.a[k * by.stride], db = by.b[k * by.stride];
    to->rows[0] += p->g_f[k] * da;
    to->rows[1] += p->m_d[k] * db + p->b[k] * md - (p->n_d[k] * da + p->a[k] * nd) * lane(1 / R3);
    to->c[k] = p->tau_c * nc + p->tau_d * nd;
    to->d[k] = p->tau_c * nd + p->tau_d * md;
    to->y[k] = p->tau_d * md;
  }
}

/* behind what side_by_side uses */
static change room_of_change(ed_work *k, int nf)
{
  sn_lane *c = k->scalar + 6 * nf + 6 * nf * nf;
  return (change){.c = c, .d = c + nf, .y = c + 2 * nf};
}

SN_CLONES static void respond(const sn_stepper *x, const ed_pack *p, ed_work *k)
{
  const sn_pack_type *t = p->type;
  const int nf = t->n_form, nc = p->is->offset[t->n_node], n = p->is->n_local;
  SN_ASSERT(p->n_mult <= 1 && (p->n_mult == 0 || nc + (p->damped ? 3 : 2) == n));
  const sn_lane hh = lane(x->hh);
  const paths s = side_by_side(p, k->scalar);
  change to = room_of_change(k, nf);
  for (int j = 0; j < nc; j++) {
    sn_lane tau[2] = {lane(0), lane(0)};
    increment(&s, nf, (direction){k->Xa + j, k->X0 + j, k->Xb + j, nc}, &to);
    if (p->n_mult > 0) {
      k->T[nc * n + j] = to.rows[0];
      k->T[(nc + 1) * n + j] = to.rows[1];
    } else {
      tau[0] = s.law[0] * to.rows[0] + s.law[1] * to.rows[1];
      tau[1] = s.law[2] * to.rows[0] + s.law[3] * to.rows[1];
    }
    for (int f = 0; f < nf; f++) {
      const sn_lane c = to.c[f] + tau[0] * s.n_c[f] + tau[1] * s.n_d[f],
                    d = to.d[f] + tau[0] * s.n_d[f] + tau[1] * s.m_d[f];
      k->Sp[f * nc + j] = hh * (c + d);
      k->Sm[f * nc + j] = hh * (c - d);
      k->Sy[f * nc + j] = hh * (to.y[f] + tau[1] * s.m_d[f]);
    }
  }
  for (int j = 0; j < 2 * p->n_mult; j++) { /* columns of tau_c, tau_d */
    for (int r = 0; r < t->n_node; r++) {
      const int first = p->is->offset[r], n1 = t->shape[r].n1;
      for (int i = first; i < first + n1; i++) {
        sn_lane m = lane(0), q = lane(0);
        for (int f = 0; f < nf; f++) {
          const sn_lane mean = j ? s.n_d[f] : s.n_c[f], half = j ? s.m_d[f] : s.n_d[f];
          m += k->L[f * nc + i] * (mean - half);
          q += k->L[f * nc + n1 + i] * (mean + half);
        }
        k->T[i * n + nc + j] = m * p->unit[0];
        k->T[(n1 + i) * n + nc + j] = q * p->unit[0];
      }
    }
  }
  if (p->n_mult > 0) {
    ed_soften(x, p, 0, k);
  }
}

SN_CLONES static void update(sn_stepper *x, ed_pack *p, ed_work *k)
{
  const int nf = p->type->n_form;
  if (p->type->of->law->is_constraint) {
    for (int l = 0; l < p->is->n && p->n_mult > 0; l++) {
      const double *mu = x->all.rhs + p->is->first[l], unit = p->unit[0][l];
      SN_ASSERT(p->is->first[l] >= 0 && p->is->first[l] + (p->damped ? 3 : 2) <= x->all.layout.n);
      p->scalar[l].path.tau_c += mu[0] * unit / x->hh;
      p->scalar[l].path.tau_d += mu[1] * unit / x->hh;
      if (p->damped) {
        p->nu[0][l] += mu[2] * unit;
      }
    }
    return;
  }
  const paths s = side_by_side(p, k->scalar);
  change to = room_of_change(k, nf);
  increment(&s, nf, (direction){k->a, k->b0, k->b, 1}, &to);
  const sn_lane c = s.law[0] * to.rows[0] + s.law[1] * to.rows[1], d = s.law[2] * to.rows[0] + s.law[3] * to.rows[1];
  for (int l = 0; l < p->is->n; l++) {
    sn_path *path = &p->scalar[l].path;
    path->tau_c += c[l] - path->residual[0];
    path->tau_d += d[l] - path->residual[1];
  }
}

/* ---- what it did */

/* the motor of a drive: of a constraint, or of a spring that stands for one */
static void driven_book(const sn_stepper *x, const ed_pack *p, int l, sn_ledger *to)
{
  const sn_path *path = &p->scalar[l].path;
  SN_ASSERT(l < p->is->n);
  (void)x;
  to->work_drives += in_forces(p, path, 0) * path->t_c + in_forces(p, path, 1) * path->t_d;
}

static void potential_book(const sn_stepper *x, const ed_pack *p, int l, sn_ledger *to)
{
  const sn_path *path = &p->scalar[l].path;
  SN_ASSERT(path->stiffness >= 0);
  driven_book(x, p, l, to);
  to->numerical += 0.5 * p->alpha[l] * path->stiffness * path->b_eps * path->b_eps;
}

/* a damper of a stop: what it took along the path, which is the work of tau_c and tau_d to round-off */
static void damper_book(const sn_stepper *x, const ed_pack *p, int l, sn_ledger *to)
{
  SN_ASSERT(l < p->is->n && p->scalar[l].path.loss >= 0);
  (void)x;
  to->dissipation += p->scalar[l].path.loss;
}

static void given_book(const sn_stepper *x, const ed_pack *p, int l, sn_ledger *to)
{
  const sn_path *path = &p->scalar[l].path;
  SN_ASSERT(l < p->is->n && p->type->of->given);
  const double tau_c = in_forces(p, path, 0), tau_d = in_forces(p, path, 1);
  (void)x;
  to->work_loads -= tau_c * path->a_eps - R3 * tau_d * path->b_eps;
}

const ed_law ed_potential_law = {start, stress, respond, update, potential_book, 0, 1, 0, 1};
const ed_law ed_driven_law = {start, stress, respond, update, driven_book, 0, 1, 0, 0};
const ed_law ed_rate_path_law = {start, stress, respond, NULL, damper_book, 0, 1, 0, 0};
const ed_law ed_given_law = {start, stress, respond, update, given_book, 0, 1, 0, 1};
