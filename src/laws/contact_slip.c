/* laws/contact_slip.c -- where a contact is, how fast it slips there, and what forces along the slip do to the forms of its gap.
 * Theory:  docs/theory.md, contact: normal n and point xi of the second part from the gradient of the gap alone. The slip of material
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

/* How easily the slip is moved: by the vectors of the block, as if each moved for itself. */
double sn_contact_mobility(const sn_stages *x, const sn_block *b, const double *e)
{
  sn_v3 B[NF * SN_MAX_BLOCK_VECTORS];
  double n[3], xi[3], sum = 0;
  SN_ASSERT(b->n_form <= NF && b->n_vec <= SN_MAX_BLOCK_VECTORS);
  sn_contact_place(b, e, n, xi);
  sn_form_rates(b, x->start->q, B);
  for (int a = 0; a < b->n_vec; a++) {
    const double mass = x->s->mass[b->vector[a]];
    for (int k = 0; k < 3 && x->s->vector[b->vector[a]].freedom == SN_FREE && mass > 0; k++) {
      sn_v3 g = B[k * b->n_vec + a];
      for (int j = 0; j < 3 && b->n_form == SN_CONTACT_PAIR; j++) {
        g = v3_axpy(g, xi[j], B[(3 + 3 * j + k) * b->n_vec + a]);
      }
      sum += v3_dot(g, g) / (3 * mass);
    }
  }
  return sum;
}
