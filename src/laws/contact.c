/* laws/contact.c -- contact in a step: a one-sided potential of the gap with the loss of impacts, and friction by a bristle.
 * What:    normal force along the path of the gap (path_law.c); friction on the slip at the stages, whose elastic part stretches a bristle and
 *          whose other part slides at the limit. Slip rates of both stages follow from a and b0 alone, so that friction needs no more
 *          of a step than the path. Friction stresses are iterates of Newton: the law solved for them exactly makes
 *          stiff bristles fail in most steps.
 * Theory:  docs/theory.md, contact.
 * Tests:   tests/steps/test_path.c, tests/mechanisms/test_contact.c, tests/laws
 */
#include "laws/contact.h"

#include <math.h>
#include <string.h>

#include "laws/gauss.h"
#include "system/kernel.h"

enum { NF = SN_CONTACT_PAIR };
static const double RESOLVED = 4; /* (omega h)^2 of a bristle that a step can follow */

/* Rows of friction are met: of the limits, and what moves the parts by this part of the model's size. */
static const double SETTLED = 1e-8, NOTHING = 1e-15;

/* ---- at one instant */

static double contact_stress(const sn_block *b, const sn_scalar_point *at, double d[3])
{
  SN_ASSERT(b->potential && b->contact);
  d[1] = d[2] = 0;
  return b->potential->force(b->potential, at->x, d);
}

static double contact_energy(const sn_block *b, const sn_scalar_point *at)
{
  SN_ASSERT(b->potential && b->contact);
  return b->potential->energy(b->potential, at->x);
}

/* ---- start of a step */

void sn_contact_start(const sn_stages *x, sn_law_pack *p)
{
  SN_ASSERT(p->scalar && p->type->of->contact && p->type->n_form <= NF);
  for (int l = 0; l < p->is->n; l++) {
    const sn_block *c = x->s->block + p->is->block[l];
    const double *own = x->start->internal + c->contact->own;
    const double rate = x->n == 2 ? x->start->rate[c->stress] : 0;
    sn_path *path = &p->scalar[l].path;
    struct sn_contact_step *t = p->scalar[l].contact;
    sn_path_start(c, x->start, x->h, x->n == 2, path);
    path->tau_c += x->h * rate;
    path->tau_d = x->h * rate * HALF;
    path->approach_i = own[SN_CONTACT_APPROACH];
    path->rate_i = NAN;
    path->bend = own[SN_CONTACT_BEND];
    t->mobility = -1;
    t->alone = p->law->sees_stages ? 1 : 2;
    for (int k = 0; k < 3; k++) {
      t->z_i[k] = own[SN_CONTACT_BRISTLE + k];
      for (int i = 0; i < x->n; i++) {
        t->s[i][k] = c->contact->bristle * t->z_i[k];
      }
    }
    for (int i = 0; i < x->n; i++) {
      t->state[i] = t->seen[i] = SN_CONTACT_OPEN;
    }
    for (int f = 0; f < c->n_form; f++) {
      p->e_i[f][l] = path->e_i[f];
    }
  }
}

/* ---- friction */

/* Rates of the bristle at the stages by stress beyond k z_i: the inverse of h k times Gauss' matrix, of which + comes first. */
static const double two_stage[2][2] = {{3, -3 - 2 * R3}, {-3 + 2 * R3, 3}};
static double compliance(const sn_stages *x, const sn_contact *c, const struct sn_contact_step *t, int i, int j)
{
  const double per = 1 / (x->h * c->bristle);
  return per * (x->n == 2 ? two_stage[i][j] : t->alone);
}

/* Limits at the stages, whose mean is that of the coefficient times the mean normal force. Where a stage alone would pull (a touch inside the
   step), the other has all of it. */
static void find_limits(const sn_stages *x, const sn_contact *c, const double tau[2], struct sn_contact_step *t)
{
  const double mu = c->friction;
  SN_ASSERT(mu > 0);
  memset(t->by_tau, 0, sizeof t->by_tau);
  if (x->limited) {
    return;
  }
  memcpy(t->limit_before, t->limit, sizeof t->limit);
  for (int i = 0; i < x->n; i++) {
    const double sign = x->n == 1 ? 0 : i == 0 ? 1 : -1;
    const double here = -(tau[0] + sign * tau[1]), there = -(tau[0] - sign * tau[1]);
    if (here < 0) {
      t->limit[i] = 0;
    } else if (there < 0) {
      t->limit[i] = -2 * mu * tau[0];
      t->by_tau[i][0] = -2 * mu;
    } else {
      t->limit[i] = mu * here;
      t->by_tau[i][0] = -mu;
      t->by_tau[i][1] = -mu * sign;
    }
    if (!(t->limit[i] > 0)) {
      t->limit[i] = 0;
    }
  }
}

/* Nearest stress within the limit, and its derivatives by y (3 x 3) and by the limit. */
static sn_contact_state nearest(const double y[3], double limit, double s[3], double by_y[9], double by_limit[3])
{
  const double size = sqrt(sn_contact_dot(y, y));
  const int inside = limit > 0 && size <= limit;
  const double part = inside ? 1 : size > 0 ? limit / size : 0;
  for (int k = 0; k < 3; k++) {
    const double unit = size > 0 ? y[k] / size : 0;
    s[k] = part * y[k];
    by_limit[k] = inside ? 0 : unit;
    for (int l = 0; l < 3; l++) {
      by_y[3 * k + l] = part * ((k == l) - (inside || !(size > 0) ? 0 : unit * y[l] / size));
    }
  }
  return !(limit > 0) ? SN_CONTACT_OPEN : inside ? SN_CONTACT_STICKS : SN_CONTACT_SLIPS;
}

/* n equations with n_rhs right-hand sides, rows of 15 numbers: [A, rhs] -> rhs solved, by Gauss with pivots. */
enum { WIDE = 6 + 6 + 2 + 1 };
static void solve(int n, int wide, double A[6][WIDE])
{
  for (int i = 0; i < n; i++) {
    int best = i;
    for (int r = i + 1; r < n; r++) {
      best = fabs(A[r][i]) > fabs(A[best][i]) ? r : best;
    }
    for (int c = 0; c < wide && best != i; c++) {
      const double kept = A[i][c];
      A[i][c] = A[best][c];
      A[best][c] = kept;
    }
    for (int r = 0; r < n; r++) {
      const double factor = r != i ? A[r][i] / A[i][i] : 0;
      for (int c = i; c < wide && factor != 0; c++) {
        A[r][c] -= factor * A[i][c];
      }
    }
  }
  for (int i = 0; i < n; i++) {
    for (int c = n; c < wide; c++) {
      A[i][c] /= A[i][i];
    }
  }
}

/* The rows s - nearest(s + rho (gam - z'(s))) = 0 at the iterate, solved for s: its value there and its derivatives. */
static void mix(const sn_stages *x, const sn_contact *c, struct sn_contact_step *t)
{
  const int n = 3 * x->n, wide = n + n + x->n + 1;
  const double mean = compliance(x, c, t, 0, 0), rho = 1 / (x->h * t->mobility + mean);
  double A[6][WIDE] = {{0}};
  SN_ASSERT(t->mobility >= 0 && c->bristle > 0);
  for (int i = 0; i < x->n; i++) {
    double y[3], near[3], by_y[9], by_limit[3];
    for (int k = 0; k < 3; k++) {
      double z = 0; /* rate of the bristle */
      for (int j = 0; j < x->n; j++) {
        z += compliance(x, c, t, i, j) * (t->s[j][k] - c->bristle * t->z_i[k]);
      }
      y[k] = t->s[i][k] + rho * (t->gam[i][k] - z);
    }
    t->state[i] = nearest(y, t->limit[i], near, by_y, by_limit);
    for (int k = 0; k < 3; k++) {
      double *row = A[3 * i + k];
      row[3 * i + k] = 1;
      for (int l = 0; l < 3; l++) {
        row[3 * i + l] -= by_y[3 * k + l];
        for (int j = 0; j < x->n; j++) {
          row[3 * j + l] += rho * by_y[3 * k + l] * compliance(x, c, t, i, j);
        }
        row[n + 3 * i + l] = rho * by_y[3 * k + l];
      }
      row[2 * n + i] = by_limit[k];
      row[2 * n + x->n] = near[k] - t->s[i][k];
    }
  }
  solve(n, wide, A);
  for (int i = 0; i < n; i++) {
    memcpy(t->by_slip[i], A[i] + n, sizeof(double) * (size_t)n);
    memcpy(t->by_limit[i], A[i] + 2 * n, sizeof(double) * (size_t)x->n);
    t->law[i / 3][i % 3] = t->s[i / 3][i % 3] + A[i][2 * n + x->n];
  }
}

/* tau_c, tau_d by the law at the iterate */
static void in_forces(const sn_path *path, double tau[2])
{
  tau[0] = path->tau_c - path->residual[0];
  tau[1] = path->tau_d - path->residual[1];
}

void sn_contact_without(const sn_stages *x, struct sn_contact_step *t)
{
  memset(t->s, 0, sizeof t->s);
  memset(t->law, 0, sizeof t->law);
  memset(t->gam, 0, sizeof t->gam);
  memset(t->limit, 0, sizeof t->limit);
  memset(t->by_slip, 0, sizeof t->by_slip);
  memset(t->by_limit, 0, sizeof t->by_limit);
  for (int i = 0; i < x->n; i++) {
    t->state[i] = SN_CONTACT_OPEN;
  }
}

void sn_contact_rub(const sn_stages *x, const sn_contact *c, const double tau[2], const double residual[2],
                    struct sn_contact_step *t)
{
  find_limits(x, c, tau, t);
  mix(x, c, t);
  for (int i = 0; i < 3 * x->n; i++) { /* limits by the law: what the normal force is off by */
    for (int j = 0; j < x->n; j++) {
      t->law[i / 3][i % 3] -= t->by_limit[i][j] * (t->by_tau[j][0] * residual[0] + t->by_tau[j][1] * residual[1]);
    }
  }
}

/* Friction of block c on the path: where the gap is at the stages, slip there, and the rows. */
static void rub(const sn_stages *x, const sn_block *c, const sn_path *path, struct sn_contact_step *t)
{
  double e[NF], rate[NF];
  if (t->mobility < 0) {
    t->mobility = sn_contact_mobility(x, c, path->e_i);
  }
  for (int i = 0; i < x->n; i++) {
    const double sign = x->n == 1 ? 0
                        : i == 0  ? 1
                                  : -1; /* 3 s (1 - s) = 1/2 at both Gauss times; b is 0 for one stage */
    for (int f = 0; f < c->n_form; f++) {
      e[f] = path->e_i[f] + x->at[i] * path->a[f] + 0.5 * path->b0[f];
      rate[f] = (path->a[f] - sign * R3 * path->b0[f]) / x->h;
    }
    sn_contact_place(c, e, t->n[i], t->xi[i]);
    sn_contact_slip(c->n_form, t->n[i], t->xi[i], rate, t->gam[i]);
  }
  const double tau[2] = {path->tau_c, path->tau_d};
  sn_contact_rub(x, c->contact, tau, path->residual, t);
}

/* ---- stresses of the forms, and their derivatives */

/* rate of the gap at the start */
static void find_rate(const sn_stages *x, const sn_block *c, sn_path *path)
{
  double rate[NF], gradient[NF];
  sn_form_speeds(c, x->start->q, x->start->v, rate);
  sn_composite(c, NULL, path->e_i, gradient, NULL);
  path->rate_i = 0;
  for (int f = 0; f < c->n_form; f++) {
    path->rate_i += gradient[f] * rate[f];
  }
}

SN_LANE_INLINE void stress(const sn_stages *x, sn_law_pack *p, sn_law_work *k, int n)
{
  const int nf = p->type->n_form;
  double a[NF], b[NF], b0[NF];
  SN_ASSERT(nf <= NF && p->is->n >= 1 && x->h > 0 && x->n == n);
  p->idle = 1;
  for (int l = 0; l < p->is->n; l++) {
    for (int f = 0; f < nf; f++) {
      a[f] = k->a[f][l];
      b[f] = n == 2 ? k->b[f][l] : 0;
      b0[f] = n == 2 ? k->b0[f][l] : 0;
    }
    const sn_block *c = x->s->block + p->is->block[l];
    const sn_path_at at = {x->start->internal, p->alpha[l], a, n == 2 ? b0 : NULL, n == 2 ? b : NULL, x->s->extent};
    sn_path_evaluate(c, &at, &p->scalar[l].path);
    if (c->contact->loss > 0 && !p->scalar[l].path.open && isnan(p->scalar[l].path.rate_i)) {
      find_rate(x, c, &p->scalar[l].path);
      sn_path_evaluate(c, &at, &p->scalar[l].path);
    }
    if (p->scalar[l].path.open || !(c->contact->friction > 0)) {
      sn_contact_without(x, p->scalar[l].contact);
    } else {
      rub(x, c, &p->scalar[l].path, p->scalar[l].contact);
    }
    p->scalar[l].contact->touches = p->scalar[l].path.tau_c != p->scalar[l].path.residual[0];
    p->idle = p->idle && p->scalar[l].path.open;
  }
  for (int l = 0; l < SN_LANES && !p->idle; l++) {
    const sn_law_scalar *at = p->scalar + (l < p->is->n ? l : p->is->n - 1);
    const sn_path *path = &at->path;
    const struct sn_contact_step *t = at->contact;
    double tau[2], law[SN_STAGES][NF] = {{0}}, kept[SN_STAGES][NF] = {{0}};
    in_forces(path, tau);
    for (int i = 0; i < n && t->state[0] + t->state[n - 1] > 0; i++) {
      sn_contact_spread(nf, t->n[i], t->xi[i], t->law[i], law[i]);
      sn_contact_spread(nf, t->n[i], t->xi[i], t->s[i], kept[i]);
    }
    for (int f = 0; f < nf; f++) {
      if (n == 1) {
        p->l_c[f][l] = tau[0] * path->n_c[f] + law[0][f];
        p->s_c[f][l] = path->tau_c * path->n_c[f] + kept[0][f];
      } else {
        p->l_c[f][l] = tau[0] * path->n_c[f] + tau[1] * path->n_d[f] + 0.5 * (law[0][f] + law[1][f]);
        p->l_d[f][l] = tau[0] * path->n_d[f] + tau[1] * path->m_d[f] + 0.5 * (law[0][f] - law[1][f]);
        p->l_y[f][l] = tau[1] * path->m_d[f];
        p->s_c[f][l] = path->tau_c * path->n_c[f] + path->tau_d * path->n_d[f] + 0.5 * (kept[0][f] + kept[1][f]);
        p->s_d[f][l] = path->tau_c * path->n_d[f] + path->tau_d * path->m_d[f] + 0.5 * (kept[0][f] - kept[1][f]);
      }
    }
  }
}

/* four contacts side by side */
typedef struct {
  sn_lane n_c[NF], n_d[NF], m_d[NF], end[NF], law[4];
  sn_lane n[SN_STAGES][3], xi[SN_STAGES][3];
  sn_lane by_slip[6][6], by_tau[6][2]; /* of s */
  int rubs;                            /* 1: some of them has friction */
} contacts;

SN_LANE_INLINE void side_by_side(const sn_law_pack *p, contacts *out, int n)
{
  const int nf = p->type->n_form;
  out->rubs = 0;
  for (int l = 0; l < SN_LANES; l++) {
    const sn_law_scalar *at = p->scalar + (l < p->is->n ? l : p->is->n - 1);
    const sn_path *path = &at->path;
    const struct sn_contact_step *t = at->contact;
    const int open = path->open; /* its means are those of another step */
    for (int f = 0; f < nf; f++) {
      out->n_c[f][l] = open ? 0 : path->n_c[f];
      out->end[f][l] = open ? 0 : path->g_f[f];
      out->n_d[f][l] = open ? 0 : path->n_d[f];
      out->m_d[f][l] = open ? 0 : path->m_d[f];
    }
    for (int i = 0; i < 4; i++) {
      out->law[i][l] = open ? 0 : path->law[i];
    }
    for (int i = 0; i < n; i++) {
      out->rubs = out->rubs || t->state[i] != SN_CONTACT_OPEN;
      for (int k = 0; k < 3; k++) {
        out->n[i][k][l] = t->n[i][k];
        out->xi[i][k][l] = t->xi[i][k];
      }
    }
    for (int i = 0; i < 3 * n; i++) {
      for (int j = 0; j < 3 * n; j++) {
        out->by_slip[i][j][l] = t->by_slip[i][j];
      }
      for (int j = 0; j < 2; j++) {
        out->by_tau[i][j][l] = t->by_limit[i][0] * t->by_tau[0][j] + (n == 2 ? t->by_limit[i][1] * t->by_tau[1][j] : 0);
      }
    }
  }
}

/* Increments of the strains of the forms, every stride-th, and what follows: tau_c, tau_d, and the friction at the stages. */
typedef struct {
  const sn_lane *a, *b0, *b;
  int stride;
} direction;
typedef struct {
  sn_lane tau[2], s[6];
} change;

SN_LANE_INLINE void flatten_lanes(const sn_lane n[3], sn_lane x[3])
{
  const sn_lane across = n[0] * x[0] + n[1] * x[1] + n[2] * x[2];
  for (int k = 0; k < 3; k++) {
    x[k] -= across * n[k];
  }
}

SN_LANE_INLINE void respond_to(const sn_stages *x, const contacts *p, int nf, direction by, change *to, int n)
{
  sn_lane a = lane(0), b = lane(0), slip[6];
  for (int f = 0; f < nf; f++) {
    a += p->end[f] * by.a[f * by.stride];
    if (n == 2) {
      b += p->m_d[f] * by.b[f * by.stride] - p->n_d[f] * by.a[f * by.stride] * lane(1 / R3);
    }
  }
  to->tau[0] = p->law[0] * a + p->law[1] * b;
  to->tau[1] = p->law[2] * a + p->law[3] * b;
  if (!p->rubs) {
    return;
  }
  for (int i = 0; i < n; i++) {
    const sn_lane turn = lane(n == 1 ? 0 : i == 0 ? -R3 : R3), per = lane(1 / x->h);
    sn_lane *u = slip + 3 * i;
    for (int k = 0; k < 3; k++) {
      u[k] = lane(0);
      for (int j = -1; j < 3 && (j < 0 || nf == SN_CONTACT_PAIR); j++) {
        const int f = j < 0 ? k : 3 + 3 * j + k;
        sn_lane rate = by.a[f * by.stride];
        if (n == 2) {
          rate += turn * by.b0[f * by.stride];
        }
        u[k] += j < 0 ? per * rate : per * rate * p->xi[i][j];
      }
    }
    flatten_lanes(p->n[i], u);
  }
  for (int i = 0; i < 3 * n; i++) {
    to->s[i] = p->by_tau[i][0] * to->tau[0] + p->by_tau[i][1] * to->tau[1];
    for (int j = 0; j < 3 * n; j++) {
      to->s[i] += p->by_slip[i][j] * slip[j];
    }
  }
}

SN_LANE_INLINE void respond(const sn_stages *x, const sn_law_pack *p, sn_law_work *k, int n)
{
  const int nf = p->type->n_form, nc = p->is->offset[p->type->n_node];
  const sn_lane hh = lane(x->hh);
  contacts s;
  side_by_side(p, &s, n);
  for (int l = 0; l < p->is->n; l++) {
    struct sn_contact_step *t = p->scalar[l].contact;
    memcpy(t->seen, t->state, sizeof t->seen);
    t->touched = t->touches;
  }
  for (int j = 0; j < nc; j++) {
    change to;
    respond_to(x, &s, nf, (direction){k->A + j, n == 2 ? k->B0 + j : NULL, n == 2 ? k->B + j : NULL, nc}, &to, n);
    for (int f = 0; f < nf; f++) {
      const sn_lane c = to.tau[0] * s.n_c[f] + to.tau[1] * s.n_d[f];
      if (n == 1) {
        k->S[0][f * nc + j] = hh * c;
      } else {
        const sn_lane y = to.tau[1] * s.m_d[f], d = to.tau[0] * s.n_d[f] + y;
        k->S[0][f * nc + j] = hh * (c + d);
        k->S[1][f * nc + j] = hh * (c - d);
        k->Sy[f * nc + j] = hh * y;
      }
    }
    for (int i = 0; i < n && s.rubs; i++) {
      flatten_lanes(s.n[i], to.s + 3 * i);
      for (int f = 0; f < nf; f++) {
        sn_lane of = hh * to.s[3 * i + f % 3];
        if (f >= 3) {
          of *= s.xi[i][f / 3 - 1];
        }
        k->S[i][f * nc + j] += of;
      }
    }
  }
}

SN_LANE_INLINE void update(const sn_stages *x, sn_law_pack *p, sn_law_work *k, int n)
{
  const int nf = p->type->n_form;
  contacts s;
  change to = {.s = {lane(0), lane(0), lane(0), lane(0), lane(0), lane(0)}};
  side_by_side(p, &s, n);
  respond_to(x, &s, nf, (direction){k->a, k->b0, k->b, 1}, &to, n);
  for (int l = 0; l < p->is->n; l++) {
    sn_path *path = &p->scalar[l].path;
    struct sn_contact_step *t = p->scalar[l].contact;
    path->tau_c += to.tau[0][l] - path->residual[0];
    path->tau_d += to.tau[1][l] - path->residual[1];
    for (int i = 0; i < 3 * n; i++) {
      t->s[i / 3][i % 3] = t->law[i / 3][i % 3] + to.s[i][l];
    }
  }
}

SN_FOR_STAGES(stress, sn_law_pack)
SN_FOR_STAGES(respond, const sn_law_pack)
SN_FOR_STAGES(update, sn_law_pack)

/* ---- what it did */

typedef struct {
  double z[3], loss, force[3], normal;
  sn_contact_state state;
} ending;

static double stored(const sn_contact *c, const double z[3])
{
  return 0.5 * c->bristle * sn_contact_dot(z, z);
}

/* normal force at the end of the step */
static double last_push(const sn_block *b, const sn_path *path)
{
  double k;
  if (!(path->eps_f < 0)) {
    return 0;
  }
  const double push = -b->potential->force(b->potential, path->eps_f, &k);
  const double rate = (path->a_eps - 3 * path->b_eps) / path->h,
               d = path->approach > 0 ? b->contact->loss / path->approach : 0;
  return push * fmax(1 - d * rate, 0);
}

static void find_end(const sn_stages *x, const sn_block *b, const sn_law_scalar *at, ending *out)
{
  const struct sn_contact_step *t = at->contact;
  const sn_path *path = &at->path;
  const sn_contact *c = b->contact;
  double work = 0, tau[2], z[3], n[3] = {0, 0, 0}, xi[3], e[NF];
  in_forces(path, tau);
  *out = (ending){.normal = -tau[0], .state = path->eps_f < 0 ? SN_CONTACT_STICKS : SN_CONTACT_OPEN};
  if (!(c->friction > 0)) {
    return;
  }
  const double before = stored(c, t->z_i), push = last_push(b, path);
  int slid = 1;
  memcpy(z, t->z_i, sizeof z);
  for (int i = 0; i < x->n; i++) {
    double flat[3] = {t->law[i][0], t->law[i][1], t->law[i][2]};
    work += x->h / x->n * sn_contact_dot(t->law[i], t->gam[i]);
    slid = slid && t->state[i] == SN_CONTACT_SLIPS;
    out->state = out->state != SN_CONTACT_OPEN && t->state[i] == SN_CONTACT_SLIPS ? SN_CONTACT_SLIPS : out->state;
    sn_contact_flatten(t->n[i], flat);
    for (int k = 0; k < 3; k++) {
      out->force[k] += flat[k] / x->n;
      for (int j = 0; j < x->n && !path->open; j++) {
        z[k] += x->h / x->n * compliance(x, c, t, i, j) * (t->law[j][k] - c->bristle * t->z_i[k]);
      }
    }
  }
  if (slid) { /* Gauss' stages do not relax the bristle: it ends as what slides there stretches it, if there is work for that */
    const double size = sqrt(sn_contact_dot(t->law[0], t->law[0])), part = c->friction * push / (c->bristle * size);
    const double full[3] = {part * t->law[0][0], part * t->law[0][1], part * t->law[0][2]};
    if (size > 0 && stored(c, full) <= before + work) {
      memcpy(z, full, sizeof z);
    }
  }
  if (path->eps_f < 0) {
    for (int f = 0; f < b->n_form; f++) {
      e[f] = path->e_i[f] + path->a[f];
    }
    sn_contact_place(b, e, n, xi);
    sn_contact_flatten(n, z);
    const double size = sqrt(sn_contact_dot(z, z)), most = c->friction * push / c->bristle;
    for (int k = 0; k < 3; k++) {
      out->z[k] = size > most ? z[k] * (most / size) : z[k];
    }
  }
  out->loss = fmax(work - (stored(c, out->z) - before), 0); /* what it is below 0 is round-off: the balance shows */
}

void sn_contact_book(const sn_stages *x, const sn_law_pack *p, int l, sn_ledger *to)
{
  const sn_path *path = &p->scalar[l].path;
  ending end;
  find_end(x, x->s->block + p->is->block[l], p->scalar + l, &end);
  to->dissipation += path->loss + end.loss;
  if (p->alpha[l] > 0) {
    to->numerical += 0.5 * p->alpha[l] * path->stiffness * path->b_eps * path->b_eps;
  }
}

void sn_contact_end(const sn_stages *x, const sn_law_pack *p, int l, sn_state *to)
{
  const sn_block *b = x->s->block + p->is->block[l];
  const sn_path *path = &p->scalar[l].path;
  double *own = to->internal + b->contact->own;
  ending end;
  find_end(x, b, p->scalar + l, &end);
  to->stress[b->stress] = path->tau_c;
  to->rate[b->stress] = x->n == 2 ? path->tau_d * 2 * R3 / x->h : to->rate[b->stress];
  const int touches = end.normal > 0, is_new = touches && !(path->eps_i < 0);
  memcpy(own + SN_CONTACT_BRISTLE, end.z, sizeof end.z);
  memcpy(own + SN_CONTACT_FRICTION, end.force, sizeof end.force);
  own[SN_CONTACT_APPROACH] = path->eps_f < 0 ? path->approach : 0;
  own[SN_CONTACT_BEND] = path->open || path->eps_i < 0 || path->eps_f < 0 ? 0 : -6 * path->b_eps / x->hh;
  own[SN_CONTACT_STATE] = end.state;
  own[SN_CONTACT_IMPULSE] = (is_new ? 0 : own[SN_CONTACT_IMPULSE]) + (touches ? x->h * end.normal : 0);
  own[SN_CONTACT_TOUCHES] += is_new;
  own[SN_CONTACT_FRICTION_LOSS] += end.loss;
  own[SN_CONTACT_IMPACT_LOSS] += path->loss;
}

int sn_contact_holds(const sn_stages *x, const sn_law_pack *p, int lane)
{
  const sn_block *b = x->s->block + p->is->block[lane];
  const struct sn_contact_step *t = p->scalar[lane].contact;
  const double square = x->hh * b->contact->bristle * fmax(t->mobility, 0);
  return b->contact->friction > 0 && p->scalar[lane].path.eps_f < 0 && !p->scalar[lane].path.open &&
         t->state[0] == SN_CONTACT_STICKS && t->state[x->n - 1] == SN_CONTACT_STICKS && square > RESOLVED;
}

int sn_limits_changed(const sn_stages *x)
{
  double moved = 0, size = 0;
  for (int i = 0; i < x->packs->n; i++) {
    const sn_law_pack *p = x->pack + i;
    for (int l = 0; l < p->is->n && p->scalar && p->scalar[0].contact; l++) {
      const struct sn_contact_step *t = p->scalar[l].contact;
      for (int k = 0; k < x->n; k++) {
        moved = fmax(moved, fabs(t->limit[k] - t->limit_before[k]));
        size = fmax(size, t->limit[k]);
      }
    }
  }
  return moved > 1e-13 * size;
}

int sn_contacts_settled(const sn_stages *x)
{
  double left = 0, size = 0, moves = 0;
  for (int i = 0; i < x->packs->n; i++) {
    const sn_law_pack *p = x->pack + i;
    for (int l = 0; l < p->is->n && p->scalar && p->scalar[0].contact; l++) {
      const struct sn_contact_step *t = p->scalar[l].contact;
      for (int k = 0; k < x->n; k++) {
        size = fmax(size, t->limit[k]);
        for (int j = 0; j < 3; j++) {
          const double rest = fabs(t->law[k][j] - t->s[k][j]);
          left = fmax(left, rest);
          moves = fmax(moves, x->hh * t->mobility * rest);
        }
      }
    }
  }
  return left <= SETTLED * size || moves <= NOTHING * x->s->extent;
}

int sn_contacts_turned(const sn_stages *x)
{
  for (int i = 0; i < x->packs->n; i++) {
    const sn_law_pack *p = x->pack + i;
    for (int l = 0; l < p->is->n && p->scalar && p->scalar[0].contact; l++) {
      const struct sn_contact_step *t = p->scalar[l].contact;
      if (memcmp(t->seen, t->state, sizeof t->seen) != 0 || t->touched != t->touches) {
        return 1;
      }
    }
  }
  return 0;
}

static const sn_stage_law two = {.start = sn_contact_start,
                                 .stress = stress_two,
                                 .respond = respond_two,
                                 .update = update_two,
                                 .book = sn_contact_book,
                                 .end = sn_contact_end,
                                 .predicts = 1,
                                 .sees_path = 1,
                                 .sees_alone = 1};
static const sn_stage_law mean = {.start = sn_contact_start,
                                  .stress = stress_one,
                                  .respond = respond_one,
                                  .update = update_one,
                                  .book = sn_contact_book,
                                  .end = sn_contact_end,
                                  .predicts = 1,
                                  .sees_path = 1};

const sn_law sn_law_contact = {
    .name = "contact",
    .is_scalar = 1,
    .stores_energy = 1,
    .scalar_stress = contact_stress,
    .potential = contact_energy,
    .in_step = &(const struct sn_stage_laws){.two = &two, .mean = &mean, .there = &sn_contact_there}};
