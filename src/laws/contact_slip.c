/* laws/contact_slip.c -- where a contact is, how fast it slips there, and what forces along the slip do to the forms of its gap.
 * Theory:  docs/theory-contact.md: normal n and point xi of the second part from the gradient of the gap alone. The slip of material
 *          points is a sum of rates of the forms, whose weights make the forces: their work is that on the slip, whatever n and xi are.
 * Tests:   tests/mechanisms/test_contact.c, tests/laws
 */
#include <math.h>

#include "laws/contact.h"
#include "system/kernel.h"

enum { NF = SN_CONTACT_PAIR };

void sn_contact_place(const sn_block *b, const double *e, double n[3], double xi[3])
{
  const sn_gap *gap = b->coordinate[0].gap;
  SN_ASSERT(b->n_coordinate == 1 && gap && gap->place && gap->n == b->n_form);
  gap->place(gap, e, n, xi);
}

/* along the plane of contact */
void sn_contact_flatten(const double n[3], double x[3])
{
  const double across = sn_contact_dot(n, x);
  for (int k = 0; k < 3; k++) {
    x[k] -= across * n[k];
  }
}

void sn_contact_slip(int nf, const double n[3], const double xi[3], const double *rate, double out[3])
{
  for (int k = 0; k < 3; k++) {
    out[k] = rate[k];
    for (int j = 0; j < 3 && nf == SN_CONTACT_PAIR; j++) {
      out[k] += xi[j] * rate[3 + 3 * j + k];
    }
  }
  sn_contact_flatten(n, out);
}

/* stresses of the forms */
void sn_contact_spread(int nf, const double n[3], const double xi[3], const double s[3], double *out)
{
  double flat[3] = {s[0], s[1], s[2]};
  sn_contact_flatten(n, flat);
  for (int k = 0; k < 3; k++) {
    out[k] += flat[k];
    for (int j = 0; j < 3 && nf == SN_CONTACT_PAIR; j++) {
      out[3 + 3 * j + k] += xi[j] * flat[k];
    }
  }
}

void sn_contact_turn(const double c[9], const double *rate, double out[3])
{
  out[0] = out[1] = out[2] = 0;
  for (int j = 0; j < 3; j++) {
    const double *axis = c + 3 * j, *d = rate + 3 + 3 * j;
    for (int k = 0; k < 3; k++) {
      out[k] += 0.5 * (axis[(k + 1) % 3] * d[(k + 2) % 3] - axis[(k + 2) % 3] * d[(k + 1) % 3]);
    }
  }
}

void sn_contact_spread_moment(const double c[9], const double m[3], double *out)
{
  for (int j = 0; j < 3; j++) {
    const double *axis = c + 3 * j;
    for (int k = 0; k < 3; k++) {
      out[3 + 3 * j + k] += 0.5 * (m[(k + 1) % 3] * axis[(k + 2) % 3] - m[(k + 2) % 3] * axis[(k + 1) % 3]);
    }
  }
}

void sn_contact_moment(const sn_contact *c, const double n[3], const double *slide, const double *roll, double out[3])
{
  for (int k = 0; k < 3; k++) {
    out[k] = c->rolling > 0 ? roll[k] : 0;
  }
  sn_contact_flatten(n, out);
  for (int k = 0; k < 3 && c->spin > 0; k++) {
    out[k] += c->spin * slide[3] * n[k];
  }
}

void sn_contact_mobility(const sn_stages *x, const sn_block *b, const double *e, struct sn_contact_step *t)
{
  double n[3], xi[3], slides = 0, turns = 0;
  SN_ASSERT(b->n_form <= NF);
  sn_contact_place(b, e, n, xi);
  for (int k = 0; k < 3; k++) {
    const double unit[3] = {k == 0, k == 1, k == 2};
    double s[NF] = {0}, m[NF] = {0};
    sn_contact_spread(b->n_form, n, xi, unit, s);
    slides += 0.5 * sn_mobility(x, b, s); /* of three directions one is across */
    if (sn_contact_turns(b->contact)) {
      sn_contact_spread_moment(e + 3, unit, m);
      turns += sn_mobility(x, b, m) / 3;
    }
  }
  t->slide.mobility = slides;
  t->roll.mobility = turns;
}
