/* laws/contact.c -- contact in a step: a one-sided potential of the gap with the loss of impacts, and friction by bristles.
 * What:    normal force along the path of the gap (path_law.c); friction on the slip at the stages (bristle.c), of sliding and spin in one
 *          ball of limits, of rolling in a second one. Slip rates of both stages follow from a and b0 alone, so that friction needs no more
 *          of a step than the path.
 * Theory:  docs/theory-contact.md.
 * Tests:   tests/steps/test_path.c, tests/mechanisms/test_contact.c, tests/laws
 */
#include "laws/contact.h"

#include <math.h>
#include <string.h>

#include "laws/gauss.h"
#include "system/kernel.h"

enum { NF = SN_CONTACT_PAIR };

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
    const double *internal = x->start->internal + c->contact->internal;
    const double rate = x->n == 2 ? x->start->rate[c->stress] : 0;
    sn_path *path = &p->scalar[l].path;
    struct sn_contact_step *t = p->scalar[l].contact;
    sn_path_start(c, x->start, x->h, x->n == 2, path);
    path->tau_c += x->h * rate;
    path->tau_d = x->h * rate * HALF;
    path->approach_i = internal[SN_CONTACT_APPROACH];
    path->rate_i = NAN;
    path->bend = internal[SN_CONTACT_BEND];
    double z[SN_SLIPS];
    memcpy(z, internal + SN_CONTACT_BRISTLE, 3 * sizeof *z);
    z[3] = internal[SN_CONTACT_TWIST];
    sn_bristle_start(x, c->contact->bristle, c->contact->spin > 0 ? 4 : 3, z, p->law->sees_stages, &t->slide);
    sn_bristle_start(x, c->contact->twist, 3, internal + SN_CONTACT_ROLL, p->law->sees_stages, &t->roll);
    t->roll.unit = x->s->extent;
    for (int f = 0; f < c->n_form; f++) {
      p->e_i[f][l] = path->e_i[f];
    }
  }
}

/* ---- friction */

/* Normal force at the stages, whose mean is that of the step. Where a stage alone would pull (a touch inside the step), the other has all
   of it. */
static void find_push(const sn_stages *x, const double tau[2], struct sn_contact_step *t)
{
  memset(t->by_tau, 0, sizeof t->by_tau);
  for (int i = 0; i < x->n; i++) {
    const double sign = x->n == 1 ? 0 : i == 0 ? 1 : -1;
    const double here = -(tau[0] + sign * tau[1]), there = -(tau[0] - sign * tau[1]);
    t->pressed[i] = 0;
    if (here >= 0 && there < 0) {
      t->pressed[i] = -2 * tau[0];
      t->by_tau[i][0] = -2;
    } else if (here >= 0) {
      t->pressed[i] = here;
      t->by_tau[i][0] = -1;
      t->by_tau[i][1] = -sign;
    }
    t->pressed[i] = t->pressed[i] > 0 ? t->pressed[i] : 0;
  }
}

static double *in_forces(const sn_path *path, double tau[2])
{
  tau[0] = path->tau_c - path->residual[0];
  tau[1] = path->tau_d - path->residual[1];
  return tau;
}

void sn_contact_without(const sn_stages *x, struct sn_contact_step *t)
{
  sn_bristle_none(x, &t->slide);
  sn_bristle_none(x, &t->roll);
}

/* Limits, `by` times the normal force. */
static void put_limits(const sn_stages *x, const double *by, const struct sn_contact_step *t, sn_bristle *b)
{
  memcpy(b->limit_before, b->limit, sizeof b->limit);
  for (int i = 0; i < x->n; i++) {
    b->limit[i] = by[i] * t->pressed[i];
  }
}

/* Limits by the law, and not by the iterate: what the normal force is off by. */
static void correct(const sn_stages *x, const double *by, const double residual[2], const struct sn_contact_step *t,
                    sn_bristle *b)
{
  for (int i = 0; i < b->n * x->n; i++) {
    for (int j = 0; j < x->n; j++) {
      b->law[i / b->n][i % b->n] -=
          b->by_limit[i][j] * by[j] * (t->by_tau[j][0] * residual[0] + t->by_tau[j][1] * residual[1]);
    }
  }
}

void sn_contact_rub(const sn_stages *x, const sn_contact *c, const double tau[2], const double residual[2],
                    struct sn_contact_step *t)
{
  const double rolling[SN_STAGES] = {c->rolling, c->rolling};
  double slope[SN_STAGES] = {0};
  if (!x->limited) {
    find_push(x, tau, t);
    for (int i = 0; i < x->n; i++) {
      const double *u = t->slide.gam[i], spin = t->slide.n > 3 ? u[3] : 0;
      t->coefficient[i] = sn_coefficient(&c->coulomb, sqrt(sn_contact_dot(u, u) + spin * spin), slope + i);
    }
    put_limits(x, t->coefficient, t, &t->slide);
    put_limits(x, rolling, t, &t->roll);
  } else {
    memset(t->by_tau, 0, sizeof t->by_tau);
  }
  if (c->coulomb.slides > 0) {
    sn_bristle_mix(x, &t->slide);
    correct(x, t->coefficient, residual, t, &t->slide);
    for (int i = 0; i < x->n; i++) {
      sn_bristle_weaken(&t->slide, i, slope[i] * t->pressed[i]);
    }
  }
  if (c->rolling > 0) {
    sn_bristle_mix(x, &t->roll);
    correct(x, rolling, residual, t, &t->roll);
  }
}

void sn_contact_look(const sn_block *b, const double *e, const double *rate, int i, struct sn_contact_step *t)
{
  sn_contact_place(b, e, t->n[i], t->xi[i]);
  sn_contact_slip(b->n_form, t->n[i], t->xi[i], rate, t->slide.gam[i]);
  if (sn_contact_turns(b->contact)) {
    memcpy(t->c[i], e + 3, sizeof t->c[i]);
    sn_contact_turn(t->c[i], rate, t->roll.gam[i]);
    t->slide.gam[i][3] = b->contact->spin * sn_contact_dot(t->n[i], t->roll.gam[i]);
    sn_contact_flatten(t->n[i], t->roll.gam[i]);
  }
}

/* Friction of block c on the path: where the gap is at the stages, slip there, and the rows. */
static void rub(const sn_stages *x, const sn_block *c, const sn_path *path, struct sn_contact_step *t)
{
  double e[NF], rate[NF];
  if (t->slide.mobility < 0) {
    sn_contact_mobility(x, c, path->e_i, t);
  }
  for (int i = 0; i < x->n; i++) {
    const double sign = x->n == 1 ? 0
                        : i == 0  ? 1
                                  : -1; /* 3 s (1 - s) = 1/2 at both Gauss times; b is 0 for one stage */
    for (int f = 0; f < c->n_form; f++) {
      e[f] = path->e_i[f] + x->at[i] * path->a[f] + 0.5 * path->b0[f];
      rate[f] = (path->a[f] - sign * R3 * path->b0[f]) / x->h;
    }
    sn_contact_look(c, e, rate, i, t);
  }
  const double tau[2] = {path->tau_c, path->tau_d};
  sn_contact_rub(x, c->contact, tau, path->residual, t);
}

/* Stresses of the forms at a stage by those of the friction. */
static void spread(const sn_contact *c, int nf, const struct sn_contact_step *t, int i, const double *slide,
                   const double *roll, double *out)
{
  double moment[3];
  sn_contact_spread(nf, t->n[i], t->xi[i], slide, out);
  if (sn_contact_turns(c)) {
    sn_contact_moment(c, t->n[i], slide, roll, moment);
    sn_contact_spread_moment(t->c[i], moment, out);
  }
}

/* ---- stresses of the forms, and their derivatives */

/* 1: friction acts at some stage */
static int rubs_now(const struct sn_contact_step *t, int n)
{
  return t->slide.state[0] + t->slide.state[n - 1] + t->roll.state[0] + t->roll.state[n - 1] > 0;
}

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
    if (p->scalar[l].path.open || !sn_contact_rubs(c->contact)) {
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
    const sn_contact *c = x->s->block[p->is->block[l < p->is->n ? l : p->is->n - 1]].contact;
    (void)in_forces(path, tau);
    for (int i = 0; i < n && rubs_now(t, n); i++) {
      spread(c, nf, t, i, t->slide.law[i], t->roll.law[i], law[i]);
      spread(c, nf, t, i, t->slide.s[i], t->roll.s[i], kept[i]);
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

/* Bristles side by side: derivatives of their stresses, m components each. */
typedef struct {
  int m;
  sn_lane by_slip[SN_SLIP_ROWS][SN_SLIP_ROWS], by_tau[SN_SLIP_ROWS][2];
} bristles;

/* four contacts side by side */
typedef struct {
  sn_lane n_c[NF], n_d[NF], m_d[NF], end[NF], law[4];
  sn_lane n[SN_STAGES][3], xi[SN_STAGES][3], c[SN_STAGES][9], spin;
  bristles slide, roll;
  int rubs, turns; /* 1: some of them has friction, resists turning */
} contacts;

static void bristle_beside(const sn_bristle *b, const double *by, const struct sn_contact_step *t, int l, int n,
                           bristles *to)
{
  const int m = to->m;
  for (int i = 0; i < m * n; i++) {
    const int row = b->n * (i / m) + i % m, in = i % m < b->n;
    for (int j = 0; j < m * n; j++) {
      to->by_slip[i][j][l] = in && j % m < b->n ? b->by_slip[row][b->n * (j / m) + j % m] : 0;
    }
    for (int j = 0; j < 2; j++) {
      to->by_tau[i][j][l] = 0;
      for (int k = 0; k < n && in; k++) {
        to->by_tau[i][j][l] += b->by_limit[row][k] * by[k] * t->by_tau[k][j];
      }
    }
  }
}

SN_LANE_INLINE void side_by_side(const sn_stages *x, const sn_law_pack *p, contacts *out, int n)
{
  const int nf = p->type->n_form;
  out->rubs = out->turns = 0;
  for (int l = 0; l < p->is->n; l++) {
    out->rubs = out->rubs || rubs_now(p->scalar[l].contact, n);
    out->turns = out->turns || sn_contact_turns(x->s->block[p->is->block[l]].contact);
  }
  out->slide.m = out->turns ? 4 : 3;
  out->roll.m = 3;
  for (int l = 0; l < SN_LANES; l++) {
    const int lane_of = l < p->is->n ? l : p->is->n - 1;
    const sn_contact *c = x->s->block[p->is->block[lane_of]].contact;
    const sn_law_scalar *at = p->scalar + lane_of;
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
    for (int i = 0; i < n && out->rubs; i++) {
      for (int k = 0; k < 3; k++) {
        out->n[i][k][l] = t->n[i][k];
        out->xi[i][k][l] = t->xi[i][k];
      }
      for (int k = 0; k < 9 && out->turns; k++) {
        out->c[i][k][l] = t->c[i][k];
      }
    }
    out->spin[l] = c->spin;
    if (out->rubs) {
      bristle_beside(&t->slide, t->coefficient, t, l, n, &out->slide);
    }
    if (out->rubs && out->turns) {
      const double rolling[SN_STAGES] = {c->rolling, c->rolling};
      bristle_beside(&t->roll, rolling, t, l, n, &out->roll);
    }
  }
}

/* Increments of the strains of the forms, every stride-th, and what follows: tau_c, tau_d, and the friction at the stages. */
typedef struct {
  const sn_lane *a, *b0, *b;
  int stride;
} direction;
typedef struct {
  sn_lane tau[2], slide[SN_SLIP_ROWS], roll[SN_SLIP_ROWS];
} change;

SN_LANE_INLINE void flatten_lanes(const sn_lane n[3], sn_lane x[3])
{
  const sn_lane across = n[0] * x[0] + n[1] * x[1] + n[2] * x[2];
  for (int k = 0; k < 3; k++) {
    x[k] -= across * n[k];
  }
}

SN_LANE_INLINE void times_bristle(const bristles *b, const sn_lane *slip, const sn_lane tau[2], int n, sn_lane *out)
{
  for (int i = 0; i < b->m * n; i++) {
    out[i] = b->by_tau[i][0] * tau[0] + b->by_tau[i][1] * tau[1];
    for (int j = 0; j < b->m * n; j++) {
      out[i] += b->by_slip[i][j] * slip[j];
    }
  }
}

SN_LANE_INLINE void respond_to(const sn_stages *x, const contacts *p, int nf, direction by, change *to, int n)
{
  sn_lane a = lane(0), b = lane(0), slip[SN_SLIP_ROWS], turn[SN_SLIP_ROWS];
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
    const sn_lane bend = lane(n == 1 ? 0 : i == 0 ? -R3 : R3), per = lane(1 / x->h);
    sn_lane rate[NF], *u = slip + p->slide.m * i, *w = turn + 3 * i;
    for (int f = 0; f < NF; f++) {
      rate[f] = f < nf ? by.a[f * by.stride] : lane(0);
      if (n == 2 && f < nf) {
        rate[f] += bend * by.b0[f * by.stride];
      }
      rate[f] *= per;
    }
    for (int k = 0; k < 3; k++) {
      u[k] = rate[k];
      w[k] = lane(0);
      for (int j = 0; j < 3 && nf == SN_CONTACT_PAIR; j++) {
        const int k1 = 3 * j + (k + 1) % 3, k2 = 3 * j + (k + 2) % 3;
        u[k] += rate[3 + 3 * j + k] * p->xi[i][j];
        if (p->turns) {
          w[k] += lane(0.5) * (p->c[i][k1] * rate[3 + k2] - p->c[i][k2] * rate[3 + k1]);
        }
      }
    }
    flatten_lanes(p->n[i], u);
    if (p->turns) {
      u[3] = p->spin * (p->n[i][0] * w[0] + p->n[i][1] * w[1] + p->n[i][2] * w[2]);
      flatten_lanes(p->n[i], w);
    }
  }
  times_bristle(&p->slide, slip, to->tau, n, to->slide);
  if (p->turns) {
    times_bristle(&p->roll, turn, to->tau, n, to->roll);
  }
}

/* Stresses of the forms at stage i by changes of friction, times factor: added to S, every stride-th. */
SN_LANE_INLINE void spread_lanes(const contacts *p, int nf, int i, change *to, sn_lane factor, sn_lane *S, int stride)
{
  sn_lane *s = to->slide + p->slide.m * i, *m = to->roll + 3 * i;
  flatten_lanes(p->n[i], s);
  for (int f = 0; f < nf; f++) {
    sn_lane of = factor * s[f % 3];
    if (f >= 3) {
      of *= p->xi[i][f / 3 - 1];
    }
    S[f * stride] += of;
  }
  if (!p->turns) {
    return;
  }
  flatten_lanes(p->n[i], m);
  for (int k = 0; k < 3; k++) {
    m[k] += p->spin * s[3] * p->n[i][k];
  }
  for (int f = 3; f < nf; f++) {
    const int first = f - f % 3 - 3, k1 = (f + 1) % 3, k2 = (f + 2) % 3;
    S[f * stride] += factor * lane(0.5) * (m[k1] * p->c[i][first + k2] - m[k2] * p->c[i][first + k1]);
  }
}

SN_LANE_INLINE void respond(const sn_stages *x, const sn_law_pack *p, sn_law_work *k, int n)
{
  const int nf = p->type->n_form, nc = p->is->offset[p->type->n_node];
  const sn_lane hh = lane(x->hh);
  contacts s;
  side_by_side(x, p, &s, n);
  for (int l = 0; l < p->is->n; l++) {
    struct sn_contact_step *t = p->scalar[l].contact;
    memcpy(t->slide.seen, t->slide.state, sizeof t->slide.seen);
    memcpy(t->roll.seen, t->roll.state, sizeof t->roll.seen);
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
      spread_lanes(&s, nf, i, &to, hh, k->S[i] + j, nc);
    }
  }
}

SN_LANE_INLINE void update(const sn_stages *x, sn_law_pack *p, sn_law_work *k, int n)
{
  const int nf = p->type->n_form;
  contacts s;
  change to;
  side_by_side(x, p, &s, n);
  respond_to(x, &s, nf, (direction){k->a, k->b0, k->b, 1}, &to, n);
  for (int l = 0; l < p->is->n; l++) {
    sn_path *path = &p->scalar[l].path;
    struct sn_contact_step *t = p->scalar[l].contact;
    path->tau_c += to.tau[0][l] - path->residual[0];
    path->tau_d += to.tau[1][l] - path->residual[1];
    for (int i = 0; i < n; i++) {
      for (int c = 0; c < t->slide.n; c++) {
        t->slide.s[i][c] = t->slide.law[i][c] + (s.rubs ? to.slide[s.slide.m * i + c][l] : 0);
      }
      for (int c = 0; c < 3; c++) {
        t->roll.s[i][c] = t->roll.law[i][c] + (s.rubs && s.turns ? to.roll[3 * i + c][l] : 0);
      }
    }
  }
}

SN_FOR_STAGES(stress, sn_law_pack)
SN_FOR_STAGES(respond, const sn_law_pack)
SN_FOR_STAGES(update, sn_law_pack)

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
