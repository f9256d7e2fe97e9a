/* steps/ledger.c -- the end of a step and its balance: see ledger.h.
 * Tests:   every test of a scheme reads the defect: tests/steps.
 */
#include "steps/ledger.h"

#include <math.h>
#include <string.h>

#include "laws/gauss.h"
#include "system/kernel.h"

void sn_end_frames(const sn_system *s, double t, sn_state *end)
{
  for (int i = 0; i < s->n_frame; i++) {
    sn_v3 q[4], v[4];
    sn_frame_motion(s->frame + i, t, q, v, NULL);
    for (int k = 0; k < 4; k++) {
      SN_ASSERT(s->vector[s->frame[i].vector[k]].freedom == SN_PRESCRIBED);
      end->q[s->frame[i].vector[k]] = q[k];
      end->v[s->frame[i].vector[k]] = v[k];
    }
  }
}

void sn_book_blocks(const sn_stages *x, sn_ledger *ledger)
{
  for (int i = 0; i < x->packs->n; i++) {
    const sn_law_pack *p = x->pack + i;
    for (int l = 0; l < p->is->n && p->law->book; l++) {
      p->law->book(x, p, l, ledger);
    }
  }
}

/* Stresses are those after the last solve: what a law gives at the iterate is noisier, by the round-off of a position times the
   stiffness. */
static void end_block(const sn_stages *x, const sn_law_pack *p, int l, sn_state *end)
{
  const sn_block *c = x->s->block + p->is->block[l];
  SN_ASSERT((p->scalar != NULL) == c->law->is_scalar && l < p->is->n);
  if (p->law->end) {
    p->law->end(x, p, l, end);
  } else if (c->law->is_rate) {
    sn_count_angles(c, end->q, end->internal);
  } else if (c->law->is_scalar) {
    sn_path_accept(c, &p->scalar[l].path, end);
    end->rate[c->stress] = x->n == 2 ? p->scalar[l].path.tau_d * 2 * R3 / x->h : end->rate[c->stress];
  } else {
    SN_ASSERT(c->n_stress == c->n_form);
    for (int k = 0; k < c->n_form; k++) {
      end->stress[c->stress + k] = p->s_c[k][l];
      end->rate[c->stress + k] = x->n == 2 ? p->s_d[k][l] * 2 * R3 / x->h : end->rate[c->stress + k];
    }
  }
}

void sn_end_blocks(const sn_stages *x, sn_state *end)
{
  for (int i = 0; i < x->s->n_block; i++) {
    if (x->packs->pack_of[i] >= 0) {
      end_block(x, x->pack + x->packs->pack_of[i], x->packs->lane_of[i], end);
    } else if (!x->s->block[i].contact) { /* idle: it only counts its angles. A contact that is away has none */
      sn_count_angles(x->s->block + i, end->q, end->internal);
    }
  }
}

static double carried_kinetic(const sn_system *s, const sn_v3 *v)
{
  double k = 0;
  for (int i = 0; i < s->n_pair; i++) {
    const sn_mass_pair *p = s->pair + i;
    if (s->vector[p->a].node < 0 && s->vector[p->b].node < 0) {
      k += (p->a == p->b ? 0.5 : 1.0) * p->m * v3_dot(v[p->a], v[p->b]);
    }
  }
  return k;
}

double sn_carried_work(const sn_system *s, const sn_state *start, const sn_state *end)
{
  SN_ASSERT(start->v != end->v);
  return carried_kinetic(s, end->v) - carried_kinetic(s, start->v);
}

sn_energy sn_energy_of(const sn_system *s, const sn_packs *packs, const sn_state *x)
{
  sn_energy out = {0};
  if (!packs) {
    sn_energies(s, x, &out.kinetic, &out.strain, &out.potential);
    return out;
  }
  out.kinetic = sn_kinetic(s, x->v);
  for (int a = 0; a < s->n_vector; a++) {
    out.potential -= v3_dot(s->gravity[a], x->q[a]);
  }
  for (int i = 0; i < packs->n; i++) {
    const sn_pack *p = packs->pack + i;
    const sn_law *law = p->type->of->law;
    SN_ASSERT(p->n >= 1 && p->n <= SN_LANES);
    if (law->in_step->energy) {
      out.strain += law->in_step->energy(packs, p, x->q);
    }
    const int stores = law->stores_energy || law == &sn_law_friction;
    for (int l = 0; l < p->n && stores && !law->in_step->energy; l++) {
      out.strain += sn_block_energy(s->block + p->block[l], x->q, x->internal, *x->t);
    }
  }
  return out;
}

double sn_ledger_close(const sn_system *s, const sn_energy *before, const sn_energy *after, const sn_state *start,
                       const sn_v3 *dq, sn_state *end, sn_ledger *l)
{
  double fall = 0;
  SN_ASSERT(end->q != start->q);
  SN_ASSERT(!(*start->scale < 0));
  l->kinetic = after->kinetic;
  l->strain = after->strain;
  l->potential = after->potential;
  /* the change of the gravity potential from the displacements: no cancellation of large heights */
  for (int a = 0; a < s->n_vector; a++) {
    fall += v3_dot(s->gravity[a], dq[a]);
  }
  const double work = l->work_loads + l->work_drives + l->work_base + l->work_control;
  l->defect =
      (l->kinetic - before->kinetic) + (l->strain - before->strain) - fall - work + l->dissipation + l->numerical;
  *end->scale = fmax(*start->scale, sn_ledger_scale(l));
  return *end->scale > 0 ? fabs(l->defect) / *end->scale : fabs(l->defect) > 0;
}
