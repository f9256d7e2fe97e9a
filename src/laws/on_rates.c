/* laws/on_rates.c -- a constraint on rates: sum c(e) e' = u'(t) at every stage; its stress is a multiplier. Wheels that roll, blades, skates.
 * What:    no strain belongs to the row, so nothing but the rates is asked: no position is held, and where the motion ends depends on its way.
 * Theory:  docs/theory.md, constraints on rates (25). With gamma = c(e).e' at the stages, rows a = h (gamma+ + gamma-)/2 and
 *          b = -h (gamma+ - gamma-)/(2 r3); stresses of the forms lambda c(e): their work h/2 sum lambda gamma is zero.
 * Tests:   tests/mechanisms/test_rolling.c, tests/steps/test_tangent.c, tests/laws
 */
#include <string.h>

#include "laws/gauss.h"
#include "laws/rate.h"

static void start(const sn_stages *x, sn_law_pack *p)
{
  SN_ASSERT(p->scalar && p->n_mult == 1 && p->type->n_form <= SN_MAX_COMPOSITE_FORMS);
  for (int l = 0; l < p->is->n; l++) {
    const sn_block *c = x->s->block + p->is->block[l];
    sn_law_scalar *s = p->scalar + l;
    const double rate = x->n == 2 ? x->start->rate[c->stress] : 0;
    /* a row that follows from others is met at the stages only up to the error of the step: any multiplier of it would do work */
    const int held = sn_hold(x->dependent, c, 0) > 0;
    s->path.tau_c = held ? 0 : x->start->stress[c->stress] + x->h * rate;
    s->path.tau_d = held ? 0 : x->h * rate * HALF;
  }
  for (int l = 0; l < SN_LANES && p->start; l++) { /* the row that nu keeps */
    const sn_block *c = x->s->block + p->is->block[l];
    double e[SN_MAX_COMPOSITE_FORMS], grad[SN_MAX_COMPOSITE_FORMS];
    sn_forms(c, x->start->q, e);
    sn_composite(c, x->start->internal, e, grad, NULL);
    for (int f = 0; f < c->n_form; f++) {
      p->start[f][l] = grad[f];
    }
  }
}

/* the multiplier at a stage: mean and half difference are kept where composite strains keep theirs */
static double multiplier(const sn_law_scalar *s, int stage)
{
  return stage ? s->path.tau_c - s->path.tau_d : s->path.tau_c + s->path.tau_d;
}

/* coefficients and their derivatives at a stage, and gamma there */
static void evaluate(const sn_stages *x, const sn_block *c, sn_law_scalar *s, int stage, const double *e)
{
  SN_ASSERT(stage < x->n && c->law->is_constraint && c->law->is_rate);
  (void)sn_composite(c, x->start->internal, e, s->grad[stage], s->hess[stage]);
  s->rate[stage] = -sn_drive_rate(c, x->t + x->at[stage] * x->h);
  for (int f = 0; f < c->n_form; f++) {
    s->rate[stage] += s->grad[stage][f] * s->edot[stage][f];
  }
  s->tau[stage] = x->n == 2 ? multiplier(s, stage) : s->path.tau_c;
}

SN_LANE_INLINE void stress(const sn_stages *x, sn_law_pack *p, sn_law_work *k, int n)
{
  for (int l = 0; l < p->is->n; l++) {
    sn_law_scalar *s = p->scalar + l;
    for (int i = 0; i < n; i++) {
      double e[SN_MAX_COMPOSITE_FORMS];
      sn_scalar_see(p, k, l, i, e);
      evaluate(x, x->s->block + p->is->block[l], s, i, e);
    }
  }
  sn_scalar_forces(p, n);
  for (int l = 0; l < SN_LANES; l++) {
    const sn_law_scalar *s = p->scalar + (l < p->is->n ? l : p->is->n - 1);
    p->a[0][l] = n == 2 ? 0.5 * x->h * (s->rate[0] + s->rate[1]) : x->h * s->rate[0];
    if (n == 2) {
      p->b[0][l] = -HALF * x->h * (s->rate[0] - s->rate[1]);
    }
  }
}

/* column of the multiplier of a stage: forces of the coefficients there */
SN_LANE_INLINE void multiplier_column(const sn_stages *x, const sn_law_pack *p, sn_law_work *k,
                                      const sn_scalar_lanes *at, int stage)
{
  const sn_pack_type *t = p->type;
  const int nf = t->n_form, nc = p->is->offset[t->n_node], wide = p->is->n_local;
  for (int r = 0; r < t->n_node; r++) {
    const int first = sn_stage_row(x, p, stage, r);
    for (int i = first; i < first + t->shape[r].n_rate; i++) {
      sn_lane sum = lane(0);
      for (int f = 0; f < nf; f++) {
        sum += k->L[f * nc + i] * at->grad[f];
      }
      k->T[i * wide + nc + stage] = sum * p->unit[0];
    }
  }
}

SN_LANE_INLINE void respond(const sn_stages *x, const sn_law_pack *p, sn_law_work *k, int n)
{
  const int nf = p->type->n_form, nc = p->is->offset[p->type->n_node], wide = p->is->n_local;
  SN_ASSERT(p->n_mult == 1 && nc + n + p->damped == wide);
  const sn_lane mean = lane(n == 2 ? 0.5 * x->h : x->h), half = lane(-HALF * x->h);
  for (int j = 0; j < nc; j++) {
    for (int level = 0; level < n; level++) {
      k->T[(nc + level) * wide + j] = lane(0);
    }
  }
  for (int i = 0; i < n; i++) {
    const sn_scalar_lanes at = sn_scalar_lanes_at(p, i, k->numbers);
    const sn_lane *E = k->E[i], *R = k->R[i], force = at.tau * lane(x->hh);
    sn_lane *S = k->S[i], *T = k->T + nc * wide;
    for (int j = 0; j < nc; j++) {
      sn_lane rate = lane(0);
      for (int f = 0; f < nf; f++) {
        sn_lane turned = lane(0);
        for (int m = 0; m < nf; m++) {
          turned += at.hess[f * nf + m] * E[m * nc + j];
        }
        rate += at.grad[f] * R[f * nc + j] + turned * at.edot[f];
        S[f * nc + j] = force * turned;
      }
      T[j] += mean * rate;
      if (n == 2) {
        T[wide + j] += i ? lane(0) - half * rate : half * rate;
      }
    }
    multiplier_column(x, p, k, &at, i);
  }
  sn_soften(x, p, 0, k->T);
}

SN_LANE_INLINE void update(const sn_stages *x, sn_law_pack *p, sn_law_work *k, int n)
{
  (void)x;
  for (int l = 0; l < p->is->n; l++) {
    sn_path *to = &p->scalar[l].path;
    if (n == 1) {
      to->tau_c += k->mu[0][l];
    } else {
      to->tau_c += 0.5 * (k->mu[0][l] + k->mu[1][l]);
      to->tau_d += 0.5 * (k->mu[0][l] - k->mu[1][l]);
    }
  }
}

SN_FOR_STAGES(stress, sn_law_pack)
SN_FOR_STAGES(respond, const sn_law_pack)
SN_FOR_STAGES(update, sn_law_pack)

/* what drives the rate */
static void book(const sn_stages *x, const sn_law_pack *p, int l, sn_ledger *to)
{
  const sn_block *c = x->s->block + p->is->block[l];
  SN_ASSERT(l < p->is->n);
  for (int i = 0; c->drive && i < x->n; i++) {
    const double at = x->powers ? 1 : x->at[i];
    to->work_drives -= p->scalar[l].tau[i] * sn_drive_rate(c, x->t + at * x->h) * x->h / x->n;
  }
}

static void end(const sn_stages *x, const sn_law_pack *p, int l, sn_state *to)
{
  const sn_block *c = x->s->block + p->is->block[l];
  const sn_path *from = &p->scalar[l].path;
  SN_ASSERT(c->n_stress == 1 && x->h > 0);
  sn_count_angles(c, to->q, to->internal);
  to->stress[c->stress] = from->tau_c;
  to->rate[c->stress] = x->n == 2 ? from->tau_d * 2 * R3 / x->h : to->rate[c->stress];
  for (int i = 0; c->drive && i < x->n; i++) {
    to->internal[c->drive_internal] += sn_drive_rate(c, x->t + x->at[i] * x->h) * x->h / x->n;
  }
}

static const sn_stage_law two = {.start = start,
                                 .stress = stress_two,
                                 .respond = respond_two,
                                 .update = update_two,
                                 .book = book,
                                 .end = end,
                                 .sees_stages = 1,
                                 .sees_rates = 1,
                                 .is_rate = 1};
static const sn_stage_law one = {.start = start,
                                 .stress = stress_one,
                                 .respond = respond_one,
                                 .update = update_one,
                                 .book = book,
                                 .end = end,
                                 .sees_stages = 1,
                                 .sees_rates = 1,
                                 .is_rate = 1};

const sn_law sn_law_on_rates = {.name = "constraint on rates",
                                .is_scalar = 1,
                                .is_constraint = 1,
                                .is_rate = 1,
                                .in_step = &(const struct sn_stage_laws){.two = &two, .mean = &one, .there = &one}};
