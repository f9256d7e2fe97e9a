/* instant/slips.c -- velocities of contacts and joints that stick: impulses along their slip take what is left of it.
 * Theory:  docs/theory-contact.md. dv = A_0 G^T lambda, G A_0 G^T lambda = -G v, by conjugate gradients: G the slips, A_0 the mobility that the
 *          constraints leave (one solve with the matrix of the instant). Contacts may hold each other: any of the answers does, and the way to it
 *          is as short as the slips are many that are independent. The kinetic energy falls by dv.M dv/2, which friction takes.
 * Tests:   tests/mechanisms/test_contact.c
 */
#include <math.h>
#include <string.h>

#include "instant/unknowns.h"
#include "laws/contact.h"
#include "system/kernel.h"

/* of the slip: what is left of it counts as none */
static const double SMALL = 1e-13;
/* of the kinetic energy: less is round-off */
static const double ROUND_OFF = 1e-28;
/* mobility along a direction over the largest of them: less is round-off */
static const double STIFF = 1e-9;
enum { NF = SN_MAX_COMPOSITE_FORMS, NUMBERS = 22 };

/* Where a contact is, and its numbers in the iteration. */
typedef struct {
  double n[3], xi[3]; /* of contacts */
  double rolls;       /* 1: what turns is held, not the slip */
  double lambda[3], rest[3], along[3], image[3], slip[3];
} held;

size_t sn_instant_slip_numbers(const sn_system *s)
{
  size_t n = 0;
  SN_ASSERT(sizeof(held) == NUMBERS * sizeof(double));
  for (int i = 0; i < s->n_block; i++) {
    n += s->block[i].contact ? 2 : s->block[i].law == &sn_law_friction;
  }
  return NUMBERS * n;
}

static const sn_block *block_of(const sn_instant *m, const int *list, int i)
{
  return m->s->block + (list[i] < 0 ? SN_ROLLS(list[i]) : list[i]);
}

/* Gradient of the coordinate of a joint that sticks; angles count as lengths at the size of the model. */
static void along(const sn_instant *m, const sn_block *b, double *gradient)
{
  double e[SN_MAX_COMPOSITE_FORMS];
  sn_forms(b, m->q, e);
  (void)sn_composite(b, m->internal, e, gradient, NULL);
  for (int f = 0; f < b->n_form && sn_composite_dimension(b) == 0; f++) {
    gradient[f] *= m->s->extent;
  }
}

/* Slip of a contact (3 numbers), or rate of a coordinate (the first of them), by the rates of the forms. */
static void slip_of(const sn_instant *m, const sn_block *b, const held *h, const double *rate, double out[3])
{
  if (h->rolls > 0) {
    double e[NF];
    sn_forms(b, m->q, e);
    sn_contact_turn(e + 3, rate, out);
    sn_contact_flatten(h->n, out);
    for (int k = 0; k < 3; k++) {
      out[k] *= m->s->extent;
    }
    return;
  }
  if (b->contact) {
    sn_contact_slip(b->n_form, h->n, h->xi, rate, out);
    return;
  }
  double gradient[SN_MAX_COMPOSITE_FORMS];
  along(m, b, gradient);
  out[0] = out[1] = out[2] = 0;
  for (int f = 0; f < b->n_form; f++) {
    out[0] += gradient[f] * rate[f];
  }
}

/* Stresses of the forms by forces along the slip. */
static void spread(const sn_instant *m, const sn_block *b, const held *h, const double x[3], double *s)
{
  if (h->rolls > 0) {
    double e[NF], moment[3] = {x[0], x[1], x[2]};
    sn_forms(b, m->q, e);
    sn_contact_flatten(h->n, moment);
    for (int k = 0; k < 3; k++) {
      moment[k] *= m->s->extent;
    }
    sn_contact_spread_moment(e + 3, moment, s);
    return;
  }
  if (b->contact) {
    sn_contact_spread(b->n_form, h->n, h->xi, x, s);
    return;
  }
  along(m, b, s);
  for (int f = 0; f < b->n_form; f++) {
    s[f] *= x[0];
  }
}

/* slip by the rates v of all vectors */
static void slips(const sn_instant *m, const int *list, int n, const sn_v3 *v, size_t number, held *h)
{
  for (int i = 0; i < n; i++) {
    const sn_block *b = block_of(m, list, i);
    double rate[NF];
    sn_form_speeds(b, m->q, v, rate);
    slip_of(m, b, h + i, rate, (double *)(h + i) + number);
  }
}

/* m->a: what the impulses G^T x move. They stay in m->force. */
static sn_status move(sn_instant *m, const int *list, int n, size_t number, const held *h, sn_error *error)
{
  memset(m->force, 0, (size_t)m->s->n_vector * sizeof(sn_v3));
  for (int i = 0; i < n; i++) {
    const sn_block *b = block_of(m, list, i);
    double s[NF] = {0};
    sn_v3 F[SN_MAX_BLOCK_VECTORS];
    spread(m, b, h + i, (const double *)(h + i) + number, s);
    sn_form_forces(b, s, m->q, F);
    for (int a = 0; a < b->n_vec; a++) {
      m->force[b->vector[a]] = v3_add(m->force[b->vector[a]], F[a]);
    }
  }
  memset(m->rhs, 0, (size_t)m->n_unknown * sizeof(double));
  sn_instant_add_projection(m, m->force, m->rhs);
  SN_TRY(sn_instant_solve(m, error));
  for (int i = 0; i < m->s->n_vector; i++) {
    m->a[i] = v3(0, 0, 0);
  }
  sn_instant_spread(m, m->xi, m->a);
  return SN_OK;
}

enum { LAMBDA = 7, REST = 10, ALONG = 13, IMAGE = 16 };

static double product(int n, const held *h, size_t a, size_t b)
{
  double sum = 0;
  for (int i = 0; i < n; i++) {
    sum += sn_contact_dot((const double *)(h + i) + a, (const double *)(h + i) + b);
  }
  return sum;
}

/* `before`: kinetic energy. Directions along which nothing moves are those of contacts that hold each other: round-off in them is no slip. */
static sn_status find_impulses(sn_instant *m, const int *list, int n, double before, held *h, sn_error *error)
{
  double left = product(n, h, REST, REST), easiest = 0;
  const double enough = SMALL * SMALL * left;
  for (int it = 0; it < 3 * n + 8 && left > enough; it++) {
    SN_TRY(move(m, list, n, ALONG, h, error));
    slips(m, list, n, m->a, IMAGE, h);
    const double bend = product(n, h, ALONG, IMAGE), ease = bend / product(n, h, ALONG, ALONG);
    easiest = fmax(easiest, ease);
    if (!(ease > STIFF * easiest) || left < ROUND_OFF * before * easiest) {
      break;
    }
    const double step = left / bend;
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < 3; k++) {
        h[i].lambda[k] += step * h[i].along[k];
        h[i].rest[k] -= step * h[i].image[k];
      }
    }
    const double next = product(n, h, REST, REST);
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < 3; k++) {
        h[i].along[k] = h[i].rest[k] + next / left * h[i].along[k];
      }
    }
    left = next;
  }
  return SN_OK;
}

sn_status sn_instant_stop_slips(sn_instant *m, sn_state *x, const int *list, int n, sn_ledger *l, sn_error *error)
{
  const sn_system *s = m->s;
  held *h = (held *)(void *)m->held_contacts;
  const double before = sn_kinetic(s, x->v);
  sn_ledger whole = {0};
  if (n == 0) {
    return SN_OK;
  }
  SN_TRY(sn_instant_take(m, x, error));
  for (int i = 0; i < n; i++) {
    double e[NF];
    memset(h + i, 0, sizeof *h);
    h[i].rolls = list[i] < 0;
    if (block_of(m, list, i)->contact) {
      sn_forms(block_of(m, list, i), m->q, e);
      sn_contact_place(block_of(m, list, i), e, h[i].n, h[i].xi);
    }
  }
  slips(m, list, n, m->v, REST, h);
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 3; k++) {
      h[i].slip[k] = h[i].rest[k];
      h[i].rest[k] = h[i].along[k] = -h[i].slip[k];
    }
  }
  SN_TRY(find_impulses(m, list, n, before, h, error));
  SN_TRY(move(m, list, n, LAMBDA, h, error));
  for (int i = 0; i < s->n_vector; i++) { /* reactions on what moves as given */
    whole.work_base -= s->vector[i].freedom == SN_PRESCRIBED ? v3_dot(m->v[i], m->force[i]) : 0;
  }
  memset(m->force, 0, (size_t)s->n_vector * sizeof(sn_v3));
  sn_instant_times_mass(m, m->a, 1, m->force);
  sn_instant_rate_rows(m);
  sn_instant_add_work(m, NULL, &whole);
  double gain = 0;
  for (int i = 0; i < s->n_vector; i++) {
    gain += v3_dot(v3_axpy(m->v[i], 0.5, m->a[i]), m->force[i]);
    whole.work_base += s->vector[i].freedom == SN_PRESCRIBED ? v3_dot(m->v[i], m->force[i]) : 0;
  }
  const double loss = whole.work_drives + whole.work_base - gain;
  if (!(loss > ROUND_OFF * before)) {
    return SN_OK;
  }
  for (int i = 0; i < s->n_vector; i++) {
    x->v[i] = v3_add(x->v[i], m->a[i]);
  }
  for (int i = 0; i < n; i++) {
    const sn_block *b = block_of(m, list, i);
    x->internal[list[i] < 0  ? b->contact->internal + SN_CONTACT_ROLLING_LOSS
                : b->contact ? b->contact->internal + SN_CONTACT_FRICTION_LOSS
                             : b->rate->internal + SN_FRICTION_LOSS] -= 0.5 * sn_contact_dot(h[i].lambda, h[i].slip);
  }
  sn_instant_add_impulse(m, NULL, 1, x->projection_impulse);
  l->kinetic = sn_kinetic(s, x->v);
  l->dissipation += loss;
  l->work_drives += whole.work_drives;
  l->work_base += whole.work_base;
  l->defect += l->kinetic - before + loss - whole.work_drives - whole.work_base;
  return SN_OK;
}
