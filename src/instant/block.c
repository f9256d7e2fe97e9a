/* instant/block.c -- what the law of a block says at one instant.
 * Theory:  a block acts by -B^T s. On forms: s = K e or C e'. On a composite strain: s = tau grad eps.
 * Who:     batch.h, for laws that are no matrix.
 * Tests:   tests/instant/test_batch.c
 */
#include "instant/unknowns.h"
#include "laws/contact.h"
#include <string.h>

enum { NF = SN_MAX_FORMS };

static void on_forms(const sn_block *b, const sn_law_point *at, sn_block_stress *out)
{
  const double *by = b->law->is_rate ? at->rate : at->e;
  SN_ASSERT(b->law->stress && b->n_form <= NF && by);
  b->law->stress(b, by, out->s);
  out->potential = at->potential && b->law->energy ? b->law->energy(b, by) : 0;
}

static void on_composite(const sn_instant *m, const sn_block *b, const sn_law_point *asked, sn_block_stress *out)
{
  sn_scalar_point at = {.normal = asked->normal, .t = m->t, .load = m->load, .internal = m->internal};
  double u[3];
  SN_ASSERT(b->n_form <= SN_MAX_COMPOSITE_FORMS && (asked->multiplier || b->law->scalar_stress));
  sn_instant_drive(m, b, u);
  at.x = sn_composite(b, m->internal, asked->e, out->gradient, asked->hessian) - u[0];
  if (asked->rate) {
    at.rate = -u[1];
    for (int k = 0; k < b->n_form; k++) {
      at.rate += out->gradient[k] * asked->rate[k];
    }
  }
  out->x = at.x;
  out->rate = at.rate;
  if (asked->multiplier) {
    out->tau = *asked->multiplier;
  } else {
    out->tau = b->law->scalar_stress(b, &at, out->d);
    out->potential = asked->potential && b->law->potential ? b->law->potential(b, &at) : 0;
  }
  for (int k = 0; k < b->n_form; k++) {
    out->s[k] = out->tau * out->gradient[k];
  }
  if (b->contact && sn_contact_rubs(b->contact)) { /* the bristles as the last step has left them */
    const sn_contact *c = b->contact;
    const double *internal = m->internal + c->internal;
    double n[3], xi[3], z[3], slide[SN_SLIPS] = {0}, roll[3], moment[3];
    sn_contact_place(b, asked->e, n, xi);
    for (int k = 0; k < 3; k++) {
      z[k] = c->bristle * internal[SN_CONTACT_BRISTLE + k];
      roll[k] = c->twist * internal[SN_CONTACT_ROLL + k];
    }
    sn_contact_spread(b->n_form, n, xi, z, out->s);
    if (sn_contact_turns(c)) {
      slide[3] = c->bristle * internal[SN_CONTACT_TWIST];
      sn_contact_moment(c, n, slide, roll, moment);
      sn_contact_spread_moment(asked->e + 3, moment, out->s);
    }
  }
}

void sn_instant_law(const sn_instant *m, const sn_block *b, const sn_law_point *at, sn_block_stress *out)
{
  SN_ASSERT(b->law->is_constraint == (at->multiplier != NULL));
  SN_ASSERT(at->rate || !b->law->is_rate || b->law->is_scalar || b->law->stress_at);
  out->tau = out->potential = out->d[0] = out->d[1] = out->d[2] = 0;
  if (b->law->is_scalar) {
    on_composite(m, b, at, out);
  } else if (at->multiplier) {
    memcpy(out->s, at->multiplier, (size_t)b->n_form * sizeof(double));
  } else if (b->law->stress_at) {
    b->law->stress_at(b, &(sn_form_point){at->e, at->rate, m->internal, m->t}, out->s, NULL, NULL);
  } else {
    on_forms(b, at, out);
  }
}
