/* laws/friction.c -- friction of joints: the law of contacts on one coordinate, whose normal force is the joint's own reaction.
 * What:    a bristle on the rate of the coordinate at the stages. A joint that sticks stands still: it does not creep.
 * Theory:  docs/theory-contact.md, friction of joints. Its stiffness is that of the user; else it is chosen by the first step of a run, far
 *          above what a step can follow, and kept: the bristle then bends by a thousandth of what friction moves in a step.
 * Tests:   tests/mechanisms/test_friction.c
 */
#include <math.h>
#include <string.h>

#include "laws/bristle.h"
#include "laws/gauss.h"
#include "laws/rate.h"
#include "system/kernel.h"

/* (omega h)^2 of a bristle whose stiffness the user leaves open */
static const double STIFF = 1e3;

/* ---- at one instant */

/* What slides has the size of the limit; what sticks the stress of the last step. Before the first step only what moves rubs. */
static double at_instant(const sn_block *b, const sn_scalar_point *at, double d[3])
{
  const sn_rate_law *law = b->rate;
  const double *internal = at->internal ? at->internal + law->internal : NULL;
  double slope;
  const double limit = sn_coefficient(&law->coulomb, fabs(at->rate), &slope);
  d[0] = d[1] = d[2] = 0;
  if (internal && internal[SN_FRICTION_STATE] == SN_CONTACT_STICKS) {
    const double s = internal[SN_FRICTION_STRESS], most = limit * at->normal;
    d[2] = fabs(s) > most ? copysign(limit, s) : 0;
    return fabs(s) > most ? copysign(most, s) : s;
  }
  const double along =
      internal && internal[SN_FRICTION_STATE] == SN_CONTACT_SLIPS ? internal[SN_FRICTION_STRESS] : at->rate;
  d[2] = along > 0 ? limit : along < 0 ? -limit : 0;
  d[1] = at->rate * along > 0 ? slope * at->normal : 0;
  return d[2] * at->normal;
}

/* ---- in a step */

/* How easily the coordinate moves; 1 over the mass of the model where nothing does. */
static double mobility(const sn_stages *x, const sn_block *b)
{
  double e[SN_MAX_COMPOSITE_FORMS], gradient[SN_MAX_COMPOSITE_FORMS], mass = 0;
  sn_forms(b, x->start->q, e);
  (void)sn_composite(b, x->start->internal, e, gradient, NULL);
  const double found = sn_mobility(x, b, gradient);
  for (int i = 0; i < x->s->n_vector && !(found > 0); i++) {
    mass += x->s->vector[i].role == SN_ROLE_POSITION ? x->s->mass[i] : 0;
  }
  const double unit = sn_composite_dimension(b) > 0 ? 1 : x->s->extent;
  return found > 0 ? found : 1 / ((mass > 0 ? mass : 1) * unit * unit);
}

static void start(const sn_stages *x, sn_law_pack *p, int at_stage)
{
  for (int l = 0; l < p->is->n; l++) {
    const sn_block *c = x->s->block + p->is->block[l];
    const double *internal = x->start->internal + c->rate->internal, known = internal[SN_FRICTION_STIFFNESS],
                 m = mobility(x, c);
    const double k = known > 0 ? known : c->rate->bristle > 0 ? c->rate->bristle : STIFF / (x->hh * m);
    sn_bristle *b = p->scalar[l].bristle;
    sn_bristle_start(x, k, 1, internal + SN_FRICTION_BRISTLE, at_stage, b);
    b->mobility = m;
    b->unit = sn_composite_dimension(c) > 0 ? 1 : x->s->extent;
    for (int i = 0; i < x->n; i++) {
      b->law[i][0] = b->s[i][0];
    }
  }
}

static void start_mean(const sn_stages *x, sn_law_pack *p)
{
  start(x, p, 0);
}

static void start_there(const sn_stages *x, sn_law_pack *p)
{
  start(x, p, 1);
}

/* The stresses that the last solve has foreseen, by what it has made of slips and limits. */
static void foresee(const sn_stages *x, sn_bristle *b, const double *gam, const double *limit)
{
  for (int i = 0; i < x->n; i++) {
    b->s[i][0] = b->law[i][0];
    for (int j = 0; j < x->n; j++) {
      b->s[i][0] += b->by_slip[i][j] * (gam[j] - b->gam[j][0]) + b->by_limit[i][j] * (limit[j] - b->limit[j]);
    }
  }
}

void sn_friction_stress(const sn_stages *x, const sn_block *c, sn_law_scalar *s)
{
  sn_bristle *b = s->bristle;
  double limit[SN_STAGES], slope[SN_STAGES], coefficient[SN_STAGES];
  for (int i = 0; i < x->n; i++) {
    coefficient[i] = sn_coefficient(&c->rate->coulomb, fabs(s->rate[i]), slope + i);
    limit[i] = x->limited ? b->limit[i] : coefficient[i] * s->normal[i];
  }
  foresee(x, b, s->rate, limit);
  memcpy(b->limit_before, b->limit, sizeof b->limit);
  for (int i = 0; i < x->n; i++) {
    b->limit[i] = limit[i];
    b->gam[i][0] = s->rate[i];
  }
  sn_bristle_mix(x, b);
  for (int i = 0; i < x->n && !x->limited; i++) {
    sn_bristle_weaken(b, i, slope[i] * s->normal[i]);
  }
  for (int i = 0; i < x->n; i++) {
    const int other = x->n - 1 - i;
    s->tau[i] = b->law[i][0];
    s->d_tau[i][SN_BY_STRAIN] = 0;
    s->d_tau[i][SN_BY_OWN_RATE] = b->by_slip[i][i];
    s->d_tau[i][SN_BY_NORMAL] = x->limited ? 0 : b->by_limit[i][i] * coefficient[i];
    s->d_tau[i][SN_BY_OTHER_RATE] = x->n == 2 ? b->by_slip[i][other] : 0;
    s->d_tau[i][SN_BY_OTHER_NORMAL] = x->n == 2 && !x->limited ? b->by_limit[i][other] * coefficient[other] : 0;
  }
}

/* ---- the end of a step */

/* Deflection at the end, and the loss. */
static double finish(const sn_stages *x, const sn_bristle *b, double z[SN_SLIPS])
{
  const double most =
      x->n == 2 ? fmax(0.5 * (b->limit[0] + b->limit[1]) + 0.5 * R3 * (b->limit[0] - b->limit[1]), 0) : b->limit[0];
  const double work = sn_bristle_end(x, b, most, z);
  return sn_bristle_cut(b, work, most, z);
}

static void book(const sn_stages *x, const sn_law_pack *p, int l, sn_ledger *to)
{
  double z[SN_SLIPS];
  to->dissipation += finish(x, p->scalar[l].bristle, z);
}

static void end(const sn_stages *x, const sn_law_pack *p, int l, sn_state *to)
{
  const sn_block *c = x->s->block + p->is->block[l];
  const sn_bristle *b = p->scalar[l].bristle;
  double *internal = to->internal + c->rate->internal, z[SN_SLIPS];
  internal[SN_FRICTION_LOSS] += finish(x, b, z);
  internal[SN_FRICTION_STIFFNESS] = b->k;
  internal[SN_FRICTION_BRISTLE] = z[0];
  internal[SN_FRICTION_STRESS] =
      x->n == 2 ? 0.5 * (b->law[0][0] + b->law[1][0]) + 0.5 * R3 * (b->law[0][0] - b->law[1][0]) : b->law[0][0];
  internal[SN_FRICTION_STATE] = b->limit[0] > 0 ? b->state[0] : SN_CONTACT_STICKS;
  sn_count_angles(c, to->q, to->internal);
}

/* 1: the joint sticks in the whole step, which does not resolve its bristle. */
int sn_friction_holds(const sn_stages *x, const sn_law_pack *p, int lane)
{
  return sn_bristle_holds(x, p->scalar[lane].bristle);
}

static const sn_stage_law two = {.start = start_mean,
                                 .stress = sn_rate_stress_two,
                                 .respond = sn_rate_respond_two,
                                 .book = book,
                                 .end = end,
                                 .sees_stages = 1,
                                 .sees_rates = 1,
                                 .is_rate = 1};
static const sn_stage_law mean = {.start = start_mean,
                                  .stress = sn_rate_stress_one,
                                  .respond = sn_rate_respond_one,
                                  .book = book,
                                  .end = end,
                                  .sees_stages = 1,
                                  .sees_rates = 1,
                                  .is_rate = 1};
static const sn_stage_law there = {.start = start_there,
                                   .stress = sn_rate_stress_one,
                                   .respond = sn_rate_respond_one,
                                   .book = book,
                                   .end = end,
                                   .sees_stages = 1,
                                   .sees_rates = 1,
                                   .is_rate = 1};

const sn_law sn_law_friction = {.name = "friction",
                                .is_scalar = 1,
                                .is_rate = 1,
                                .scalar_stress = at_instant,
                                .in_step = &(const struct sn_stage_laws){.two = &two, .mean = &mean, .there = &there}};
