/* laws/contact_there.c -- contact in schemes of one stage whose stresses are those of one instant.
 * What:    normal force, loss and friction at the stage. The bristle moves by the slip rate there times the step, and what is beyond its limit
 *          slides (backward Euler). These schemes promise no balance; losses are booked as found.
 * Theory:  docs/theory-contact.md; docs/theory.md, one-stage schemes.
 * Tests:   tests/mechanisms/test_contact.c
 */
#include <math.h>
#include <string.h>

#include "laws/contact.h"
#include "system/kernel.h"

enum { NF = SN_CONTACT_PAIR };

/* Normal force with the loss of impacts, and its slopes by gap and rate. */
static void push_at(const sn_stages *x, const sn_block *c, sn_path *path, double gap, double rate)
{
  double k;
  const double push = -c->potential->force(c->potential, gap, &k);
  const double v = path->eps_i < 0 ? path->approach_i : -rate, approach = fmax(v, c->contact->slowest);
  const double d = c->contact->loss / approach;
  const int limited = d * rate >= 1;
  path->approach = approach;
  path->tau_c = -push + (limited ? push : push * d * rate);
  path->law[0] = limited ? 0 : k * (1 - d * rate);
  path->law[1] = limited ? 0 : push * d;
  path->loss = x->h * (path->tau_c + push) * rate;
}

/* Friction at the stage: e and rate there. */
static void rub(const sn_stages *x, const sn_block *c, const double *e, const double *rate, const sn_path *path,
                struct sn_contact_step *t)
{
  if (t->slide.mobility < 0) {
    sn_contact_mobility(x, c, path->e_i, t);
  }
  sn_contact_look(c, e, rate, 0, t);
  sn_contact_rub(x, c->contact, (const double[2]){path->tau_c, 0}, (const double[2]){0, 0}, t);
}

/* Stresses of the forms by those of the friction. */
static void spread(const sn_contact *c, int nf, const struct sn_contact_step *t, const double *slide,
                   const double *roll, double *out)
{
  double moment[3];
  sn_contact_spread(nf, t->n[0], t->xi[0], slide, out);
  if (sn_contact_turns(c)) {
    sn_contact_moment(c, t->n[0], slide, roll, moment);
    sn_contact_spread_moment(t->c[0], moment, out);
  }
}

/* 1: friction acts */
static int rubs_now(const struct sn_contact_step *t)
{
  return t->slide.state[0] != SN_CONTACT_OPEN || t->roll.state[0] != SN_CONTACT_OPEN;
}

/* Changes of the stresses of friction by rates of the forms and a change of the normal force. */
static void change(const sn_contact *c, int nf, const struct sn_contact_step *t, const double *rate, double tau,
                   double slide[SN_SLIPS], double roll[SN_SLIPS])
{
  double slip[SN_SLIPS] = {0}, turn[SN_SLIPS] = {0};
  sn_contact_slip(nf, t->n[0], t->xi[0], rate, slip);
  if (sn_contact_turns(c)) {
    sn_contact_turn(t->c[0], rate, turn);
    slip[3] = c->spin * sn_contact_dot(t->n[0], turn);
    sn_contact_flatten(t->n[0], turn);
  }
  for (int i = 0; i < SN_SLIPS; i++) {
    slide[i] = roll[i] = 0;
    for (int j = 0; j < t->slide.n && i < t->slide.n; j++) {
      slide[i] += t->slide.by_slip[i][j] * slip[j] +
                  (j == 0) * t->slide.by_limit[i][0] * t->coefficient[0] * t->by_tau[0][0] * tau;
    }
    for (int j = 0; j < 3 && i < 3; j++) {
      roll[i] +=
          t->roll.by_slip[i][j] * turn[j] + (j == 0) * t->roll.by_limit[i][0] * c->rolling * t->by_tau[0][0] * tau;
    }
  }
}

static void stress(const sn_stages *x, sn_law_pack *p, sn_law_work *k)
{
  const int nf = p->type->n_form;
  SN_ASSERT(x->n == 1 && nf <= NF);
  for (int l = 0; l < p->is->n; l++) {
    const sn_block *c = x->s->block + p->is->block[l];
    sn_law_scalar *at = p->scalar + l;
    sn_path *path = &at->path;
    double e[NF], rate[NF], end[NF], s[NF] = {0}, speed = 0;
    for (int f = 0; f < nf; f++) {
      e[f] = k->e[0][f][l];
      rate[f] = k->r[0][f][l];
      end[f] = path->e_i[f] + k->a[f][l];
      path->a[f] = k->a[f][l];
    }
    const double gap = sn_composite(c, NULL, e, path->n_c, NULL);
    for (int f = 0; f < nf; f++) {
      speed += path->n_c[f] * rate[f];
    }
    path->open = 0;
    path->residual[0] = path->residual[1] = path->tau_d = path->b_eps = 0;
    path->eps_f = sn_composite(c, NULL, end, NULL, NULL);
    path->a_eps = x->h * speed;
    push_at(x, c, path, gap, speed);
    if (sn_contact_rubs(c->contact) && (path->tau_c < 0 || x->limited)) {
      rub(x, c, e, rate, path, at->contact);
      spread(c->contact, nf, at->contact, at->contact->slide.law[0], at->contact->roll.law[0], s);
    } else {
      sn_contact_without(x, at->contact);
    }
    for (int m = l; m < (l == p->is->n - 1 ? SN_LANES : l + 1); m++) {
      for (int f = 0; f < nf; f++) {
        p->l_c[f][m] = path->tau_c * path->n_c[f] + s[f];
      }
    }
  }
}

static void respond(const sn_stages *x, const sn_law_pack *p, sn_law_work *k)
{
  const int nf = p->type->n_form, nc = p->is->offset[p->type->n_node];
  for (int l = 0; l < p->is->n; l++) {
    struct sn_contact_step *t = p->scalar[l].contact;
    memcpy(t->slide.seen, t->slide.state, sizeof t->slide.seen);
    memcpy(t->roll.seen, t->roll.state, sizeof t->roll.seen);
  }
  for (int j = 0; j < nc; j++) {
    for (int l = 0; l < SN_LANES; l++) {
      const sn_law_scalar *at = p->scalar + (l < p->is->n ? l : p->is->n - 1);
      const sn_path *path = &at->path;
      const struct sn_contact_step *t = at->contact;
      double rate[NF], slide[SN_SLIPS], roll[SN_SLIPS], s[NF] = {0}, tau = 0;
      for (int f = 0; f < nf; f++) {
        rate[f] = k->R[0][f * nc + j][l];
        tau += path->n_c[f] * (path->law[0] * k->E[0][f * nc + j][l] + path->law[1] * rate[f]);
      }
      if (rubs_now(t)) {
        const sn_contact *c = x->s->block[p->is->block[l < p->is->n ? l : p->is->n - 1]].contact;
        change(c, nf, t, rate, tau, slide, roll);
        spread(c, nf, t, slide, roll, s);
      }
      for (int f = 0; f < nf; f++) {
        k->S[0][f * nc + j][l] = x->hh * (tau * path->n_c[f] + s[f]);
      }
    }
  }
}

/* Rates change with the strains of the stage; what turns the forms meanwhile is left to the next iteration. */
static void update(const sn_stages *x, sn_law_pack *p, sn_law_work *k)
{
  const int nf = p->type->n_form;
  SN_ASSERT(x->rate_share > 0);
  for (int l = 0; l < p->is->n; l++) {
    const sn_path *path = &p->scalar[l].path;
    struct sn_contact_step *t = p->scalar[l].contact;
    double rate[NF], slide[SN_SLIPS], roll[SN_SLIPS], tau = 0;
    for (int f = 0; f < nf; f++) {
      rate[f] = x->rate_share / x->h * k->e[0][f][l];
      tau += path->n_c[f] * (path->law[0] * k->e[0][f][l] + path->law[1] * rate[f]);
    }
    const int rubs = rubs_now(t);
    if (rubs) {
      change(x->s->block[p->is->block[l]].contact, nf, t, rate, tau, slide, roll);
    }
    for (int i = 0; i < SN_SLIPS; i++) {
      t->slide.s[0][i] = t->slide.law[0][i] + (rubs ? slide[i] : 0);
      t->roll.s[0][i] = t->roll.law[0][i] + (rubs ? roll[i] : 0);
    }
  }
}

const sn_stage_law sn_contact_there = {.start = sn_contact_start,
                                       .stress = stress,
                                       .respond = respond,
                                       .update = update,
                                       .book = sn_contact_book,
                                       .end = sn_contact_end,
                                       .sees_path = 1,
                                       .sees_stages = 1,
                                       .sees_rates = 1,
                                       .is_rate = 1};
