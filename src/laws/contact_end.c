/* laws/contact_end.c -- what a contact has done in a step: losses, and what it leaves in the state.
 * Theory:  docs/theory-contact.md: no loss is negative.
 * Tests:   tests/mechanisms/test_contact.c, tests/laws
 */
#include <math.h>
#include <string.h>

#include "laws/contact.h"
#include "laws/gauss.h"
#include "system/kernel.h"

enum { NF = SN_CONTACT_PAIR };

typedef struct {
  double slide[SN_SLIPS], roll[SN_SLIPS]; /* deflections */
  double loss, rolling_loss, force[3], moment[3], normal;
  sn_contact_state state;
} ending;

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

/* Means of force and moment of the friction over the stages. */
static void add_means(const sn_stages *x, const sn_contact *c, const struct sn_contact_step *t, ending *out)
{
  for (int i = 0; i < x->n; i++) {
    double flat[3] = {t->slide.law[i][0], t->slide.law[i][1], t->slide.law[i][2]}, moment[3];
    sn_contact_flatten(t->n[i], flat);
    sn_contact_moment(c, t->n[i], t->slide.law[i], t->roll.law[i], moment);
    for (int k = 0; k < 3; k++) {
      out->force[k] += flat[k] / x->n;
      out->moment[k] += moment[k] / x->n;
    }
  }
}

/* Deflection of a bristle at the end, flat there, and its loss; an open contact has none. */
static double finish(const sn_stages *x, const sn_bristle *b, const double *n, double most, double z[SN_SLIPS])
{
  const double work = sn_bristle_end(x, b, most, z);
  if (n) {
    sn_contact_flatten(n, z);
  } else {
    memset(z, 0, sizeof(double) * SN_SLIPS);
  }
  return sn_bristle_cut(b, work, most, z);
}

static void find_end(const sn_stages *x, const sn_block *b, const sn_law_scalar *at, ending *out)
{
  const struct sn_contact_step *t = at->contact;
  const sn_path *path = &at->path;
  const sn_contact *c = b->contact;
  const double push = last_push(b, path);
  double n[3] = {0, 0, 0}, xi[3], e[NF];
  const int closed = path->eps_f < 0;
  *out = (ending){.normal = path->residual[0] - path->tau_c, .state = closed ? SN_CONTACT_STICKS : SN_CONTACT_OPEN};
  if (!sn_contact_rubs(c) || path->open) {
    return;
  }
  for (int f = 0; f < b->n_form; f++) {
    e[f] = path->e_i[f] + path->a[f];
  }
  sn_contact_place(b, e, n, xi);
  add_means(x, c, t, out);
  if (c->coulomb.slides > 0) {
    out->loss = finish(x, &t->slide, closed ? n : NULL, t->coefficient[0] * push, out->slide);
    out->state = closed ? sn_bristle_state(x, &t->slide) : SN_CONTACT_OPEN;
  }
  if (c->rolling > 0) {
    out->rolling_loss = finish(x, &t->roll, closed ? n : NULL, c->rolling * push, out->roll);
  }
}

void sn_contact_book(const sn_stages *x, const sn_law_pack *p, int l, sn_ledger *to)
{
  const sn_path *path = &p->scalar[l].path;
  ending end;
  find_end(x, x->s->block + p->is->block[l], p->scalar + l, &end);
  to->dissipation += path->loss + end.loss + end.rolling_loss;
  if (p->alpha[l] > 0) {
    to->numerical += 0.5 * p->alpha[l] * path->stiffness * path->b_eps * path->b_eps;
  }
}

void sn_contact_end(const sn_stages *x, const sn_law_pack *p, int l, sn_state *to)
{
  const sn_block *b = x->s->block + p->is->block[l];
  const sn_path *path = &p->scalar[l].path;
  double *internal = to->internal + b->contact->internal;
  ending end;
  find_end(x, b, p->scalar + l, &end);
  to->stress[b->stress] = path->tau_c;
  to->rate[b->stress] = x->n == 2 ? path->tau_d * 2 * R3 / x->h : to->rate[b->stress];
  const int touches = end.normal > 0, is_new = touches && !(path->eps_i < 0);
  memcpy(internal + SN_CONTACT_BRISTLE, end.slide, 3 * sizeof(double));
  memcpy(internal + SN_CONTACT_ROLL, end.roll, 3 * sizeof(double));
  memcpy(internal + SN_CONTACT_FRICTION, end.force, sizeof end.force);
  memcpy(internal + SN_CONTACT_MOMENT, end.moment, sizeof end.moment);
  internal[SN_CONTACT_TWIST] = end.slide[3];
  internal[SN_CONTACT_APPROACH] = path->eps_f < 0 ? path->approach : 0;
  internal[SN_CONTACT_BEND] = path->open || path->eps_i < 0 || path->eps_f < 0 ? 0 : -6 * path->b_eps / x->hh;
  internal[SN_CONTACT_STATE] = end.state;
  internal[SN_CONTACT_IMPULSE] = (is_new ? 0 : internal[SN_CONTACT_IMPULSE]) + (touches ? x->h * end.normal : 0);
  internal[SN_CONTACT_TOUCHES] += is_new;
  internal[SN_CONTACT_FRICTION_LOSS] += end.loss;
  internal[SN_CONTACT_ROLLING_LOSS] += end.rolling_loss;
  internal[SN_CONTACT_IMPACT_LOSS] += path->loss;
}

static int closed(const sn_path *path)
{
  return path->eps_f < 0 && !path->open;
}

int sn_contact_holds(const sn_stages *x, const sn_law_pack *p, int lane)
{
  const sn_contact *c = x->s->block[p->is->block[lane]].contact;
  const struct sn_contact_step *t = p->scalar[lane].contact;
  return c->coulomb.slides > 0 && closed(&p->scalar[lane].path) && sn_bristle_holds(x, &t->slide);
}

int sn_contact_holds_roll(const sn_stages *x, const sn_law_pack *p, int lane)
{
  const sn_contact *c = x->s->block[p->is->block[lane]].contact;
  return c->rolling > 0 && closed(&p->scalar[lane].path) && sn_bristle_holds(x, &p->scalar[lane].contact->roll);
}
