/* laws/rate.c -- laws on a composite strain whose stress depends on its rate: dampers and laws of the user; and what friction (friction.c) shares.
 * Theory:  docs/theory.md, rate laws (8): stresses at the stages, never differentiated in time.
 * Tests:   tests/steps/test_tangent.c, tests/system/test_law.c
 */
#include <math.h>

#include "laws/gauss.h"
#include "laws/rate.h"

double sn_rate_at_instant(const sn_block *b, const sn_scalar_point *at, double d[3])
{
  SN_ASSERT(b->rate && b->law->is_rate);
  return b->rate->stress(b->rate, at->t, at->x, at->rate, at->normal, d);
}

/* ---- the normal force of friction */

/* A multiplier at a stage as a force. The impulse that puts the velocities onto the constraints at the end of a step of two stages belongs
   to the reaction: its mean over the step, and (4.4) takes it out of s_d. That of the last step stands for the one to come, which
   differs from it by its change in a step: theory (8.3). */
static double reaction(const sn_stages *x, const sn_rate_law *law, int k, int stage)
{
  const int block = law->normal_block, form = law->normal_form[k], l = x->packs->lane_of[block];
  const sn_law_pack *p = x->pack + x->packs->pack_of[block];
  SN_ASSERT(p->law->is_multiplier && form >= 0 && form < p->n_mult);
  if (x->n == 1) {
    return p->s_c[form][l];
  }
  const double push = x->hh * x->start->projection_impulse[x->s->block[block].stress + form];
  const double c = p->s_c[form][l], d = p->s_d[form][l];
  return stage ? c - d + (1 - R3) * push : c + d + (1 + R3) * push;
}

/* N = sqrt(sum weight s^2) of the constraint that it follows */
static double normal_of(const sn_stages *x, const sn_rate_law *law, int stage)
{
  double sum = 0;
  for (int k = 0; law->normal_block >= 0 && k < law->n_normal; k++) {
    const double s = reaction(x, law, k, stage);
    SN_ASSERT(law->normal_weight[k] >= 0);
    sum += law->normal_weight[k] * s * s;
  }
  return sqrt(sum);
}

/* columns of the multipliers that friction follows */
static void normal_columns(const sn_stages *x, const sn_law_pack *p, int l, sn_law_work *k)
{
  const sn_pack_type *t = p->type;
  const sn_rate_law *law = x->s->block[p->is->block[l]].rate;
  const int nf = t->n_form, nc = p->is->offset[t->n_node], n = p->is->n_local;
  const sn_law_scalar *s = p->scalar + l;
  if (law->normal_block < 0) {
    return;
  }
  const sn_law_pack *o = x->pack + x->packs->pack_of[law->normal_block];
  const int lane_of = x->packs->lane_of[law->normal_block];
  for (int i = 0; i < x->n; i++) {
    for (int at = 0; at < x->n * law->n_normal; at++) { /* reactions at both stages */
      const int by = at / law->n_normal, m = at % law->n_normal, form = law->normal_form[m],
                col = nc + by * o->n_mult + form;
      SN_ASSERT(form < o->n_mult && col < n);
      if (!(s->normal[by] > 0)) {
        continue;
      }
      const double dtau = s->d_tau[i][by == i ? SN_BY_NORMAL : SN_BY_OTHER_NORMAL] * law->normal_weight[m] *
                          reaction(x, law, m, by) / s->normal[by] * o->unit[form][lane_of];
      for (int r = 0; r < t->n_node; r++) {
        const int first = sn_stage_row(x, p, i, r);
        for (int row = first; row < first + t->shape[r].n_rate; row++) {
          double sum = 0;
          for (int f = 0; f < nf; f++) {
            sum += k->L[f * nc + row][l] * s->grad[i][f];
          }
          k->T[row * n + col][l] += dtau * sum;
        }
      }
    }
  }
}

/* ---- in a step */

static void evaluate(const sn_stages *x, const sn_block *c, sn_law_scalar *s, int stage, const double *e)
{
  SN_ASSERT(c->rate && stage < x->n && c->n_form <= SN_MAX_COMPOSITE_FORMS);
  s->x[stage] = sn_composite(c, x->start->internal, e, s->grad[stage], s->hess[stage]);
  s->rate[stage] = 0;
  for (int f = 0; f < c->n_form; f++) {
    s->rate[stage] += s->grad[stage][f] * s->edot[stage][f];
  }
  s->normal[stage] = normal_of(x, c->rate, stage);
  if (s->bristle) {
    return;
  }
  s->tau[stage] = c->rate->stress(c->rate, x->t + x->at[stage] * x->h, s->x[stage], s->rate[stage], s->normal[stage],
                                  s->d_tau[stage]);
}

SN_LANE_INLINE void stress(const sn_stages *x, sn_law_pack *p, sn_law_work *k, int n)
{
  SN_ASSERT(p->scalar && p->is->n >= 1);
  for (int l = 0; l < p->is->n; l++) {
    sn_law_scalar *s = p->scalar + l;
    for (int i = 0; i < n; i++) {
      double e[SN_MAX_COMPOSITE_FORMS];
      sn_scalar_see(p, k, l, i, e);
      evaluate(x, x->s->block + p->is->block[l], s, i, e);
    }
    if (s->bristle) {
      sn_friction_stress(x, x->s->block + p->is->block[l], s);
    }
  }
  sn_scalar_forces(p, n);
}

/* change of the rate of the composite strain at a stage by a column of strains E and rates R, `stride` apart */
SN_LANE_INLINE sn_lane rate_by(const sn_scalar_lanes *at, const sn_lane *E, const sn_lane *R, int nf, int stride)
{
  sn_lane rate = lane(0);
  for (int f = 0; f < nf; f++) {
    sn_lane turned = lane(0);
    for (int m = 0; m < nf; m++) {
      turned += at->hess[f * nf + m] * E[m * stride];
    }
    rate += at->grad[f] * R[f * stride] + turned * at->edot[f];
  }
  return rate;
}

/* derivative of tau at stage i, of four blocks side by side; times h^2 */
SN_LANE_INLINE sn_lane slope(const sn_stages *x, const sn_law_pack *p, int i, int by)
{
  sn_lane out = lane(0);
  for (int l = 0; l < SN_LANES; l++) {
    out[l] = p->scalar[l < p->is->n ? l : p->is->n - 1].d_tau[i][by] * x->hh;
  }
  return out;
}

/* the numbers of four blocks side by side, then columns in lanes */
SN_LANE_INLINE void respond(const sn_stages *x, const sn_law_pack *p, sn_law_work *k, int n)
{
  const int nf = p->type->n_form, nc = p->is->offset[p->type->n_node], set = 2 * nf + nf * nf;
  sn_scalar_lanes all[SN_STAGES];
  sn_lane *dgrad = k->numbers + n * set;
  SN_ASSERT(p->scalar && p->is->n >= 1);
  for (int i = 0; i < n; i++) {
    all[i] = sn_scalar_lanes_at(p, i, k->numbers + i * set);
  }
  for (int i = 0; i < n; i++) {
    const sn_scalar_lanes *at = all + i, *other = all + (n - 1 - i);
    const sn_lane *E = k->E[i], tau = at->tau * lane(x->hh);
    const int crossed = n == 2 && p->scalar->bristle != NULL;
    const sn_lane own = slope(x, p, i, SN_BY_OWN_RATE), cross = slope(x, p, i, SN_BY_OTHER_RATE),
                  by_strain = slope(x, p, i, SN_BY_STRAIN);
    sn_lane *S = k->S[i];
    for (int j = 0; j < nc; j++) {
      sn_lane strain = lane(0);
      for (int f = 0; f < nf; f++) {
        dgrad[f] = lane(0);
        for (int m = 0; m < nf; m++) {
          dgrad[f] += at->hess[f * nf + m] * E[m * nc + j];
        }
        strain += at->grad[f] * E[f * nc + j];
      }
      sn_lane dtau = by_strain * strain + own * rate_by(at, E + j, k->R[i] + j, nf, nc);
      if (crossed) {
        dtau += cross * rate_by(other, k->E[n - 1 - i] + j, k->R[n - 1 - i] + j, nf, nc);
      }
      for (int f = 0; f < nf; f++) {
        S[f * nc + j] = dtau * at->grad[f] + tau * dgrad[f];
      }
    }
  }
  for (int l = 0; l < p->is->n; l++) {
    normal_columns(x, p, l, k);
  }
}

SN_FOR_STAGES(stress, sn_law_pack)
SN_FOR_STAGES(respond, const sn_law_pack)

static void book(const sn_stages *x, const sn_law_pack *p, int l, sn_ledger *to)
{
  const sn_law_scalar *s = p->scalar + l;
  double work = 0;
  SN_ASSERT(l < p->is->n && x->h > 0);
  for (int i = 0; i < x->n; i++) {
    work += s->tau[i] * s->rate[i];
  }
  work *= x->h / x->n;
  if (x->s->block[p->is->block[l]].rate->dissipates) {
    to->dissipation += work;
  } else {
    to->work_loads -= work;
  }
}

const sn_stage_law sn_rate_one = {
    .stress = stress_one, .respond = respond_one, .book = book, .sees_stages = 1, .sees_rates = 1, .is_rate = 1};
static const sn_stage_law two = {
    .stress = stress_two, .respond = respond_two, .book = book, .sees_stages = 1, .sees_rates = 1, .is_rate = 1};

void sn_rate_stress_one(const sn_stages *x, sn_law_pack *p, sn_law_work *k)
{
  stress_one(x, p, k);
}

void sn_rate_stress_two(const sn_stages *x, sn_law_pack *p, sn_law_work *k)
{
  stress_two(x, p, k);
}

void sn_rate_respond_one(const sn_stages *x, const sn_law_pack *p, sn_law_work *k)
{
  respond_one(x, p, k);
}

void sn_rate_respond_two(const sn_stages *x, const sn_law_pack *p, sn_law_work *k)
{
  respond_two(x, p, k);
}

const sn_law sn_law_rate = {
    .name = "rate",
    .is_scalar = 1,
    .is_rate = 1,
    .scalar_stress = sn_rate_at_instant,
    .in_step = &(const struct sn_stage_laws){.two = &two, .mean = &sn_rate_one, .there = &sn_rate_one}};
