/* steps/pack_plan.c -- packs cut into parts for threads, and what schemes keep beside them: see pack_plan.h.
 * Tests:   tests/steps/test_cut.c.
 */
#include "steps/pack_plan.h"

#include "laws/contact.h"
#include "steps/node.h"
#include "system/kernel.h"

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the steps");
}

/* ---- parts of the work */

/* what the tangent of a pack costs, about */
static double cost_of(const sn_pack_type *t)
{
  return (0.2 + t->n_node) * t->n_vec * (t->n_form + 4);
}

/* Cuts them into parts of about equal cost, for threads. */
static sn_status cut_packs(const sn_system *s, const sn_cut *share, sn_arena *arena, sn_packs *p, sn_error *error)
{
  double *cost = SN_NEW(arena, double, p->n);
  int *node_part = SN_NEW(arena, int, s->n_node), *block_part = SN_NEW(arena, int, s->n_block),
      *order = SN_NEW(arena, int, s->n_block), n_block = 0;
  p->first = SN_NEW(arena, int, share->n + 1);
  p->node_first = SN_NEW(arena, int, share->n + 1);
  if (!cost || !node_part || !block_part || !order || !p->first || !p->node_first) {
    return no_memory(error);
  }
  for (int i = 0; i < p->n; i++) {
    cost[i] = cost_of(p->pack[i].type);
  }
  sn_cut_evenly(p->n, cost, share->n, p->first);
  sn_cut_evenly(p->n_node, NULL, share->n, p->node_first);
  for (int i = 0; i < p->n_node; i++) {
    for (int l = 0; l < p->node[i].n; l++) {
      node_part[p->node[i].node[l]] = sn_cut_part(share, p->node_first, i);
    }
  }
  for (int i = 0; i < p->n; i++) {
    for (int l = 0; l < p->pack[i].n; l++) {
      block_part[p->pack[i].block[l]] = sn_cut_part(share, p->first, i);
      order[n_block++] = p->pack[i].block[l];
    }
  }
  SN_ASSERT(n_block <= s->n_block && p->first[share->n] == p->n && p->node_first[share->n] == p->n_node);
  p->parts = (sn_layout_parts){node_part, block_part, n_block, order};
  return SN_OK;
}

sn_status sn_pack_plan_new(const sn_system *s, const unsigned char *away, sn_arena *arena, sn_pack_plan *out,
                           sn_error *error)
{
  *out = (sn_pack_plan){SN_NEW(arena, int, s->n_block), SN_NEW(arena, int, s->n_node), SN_NEW(arena, int, s->n_node),
                        SN_NEW(arena, int, s->n_block), away};
  return out->category && out->node_category && out->size && out->multipliers ? SN_OK : no_memory(error);
}

sn_status sn_pack_plan_make(const sn_system *s, const sn_pack_plan *plan, int own, const sn_cut *share, sn_arena *arena,
                            sn_packs *out, sn_error *error)
{
  sn_pack_categories(s, plan->multipliers, own, plan->category);
  for (int i = 0; i < s->n_block && plan->away; i++) {
    SN_ASSERT(!plan->away[i] || s->block[i].contact);
    plan->category[i] = plan->away[i] ? -1 : plan->category[i];
  }
  SN_TRY(sn_packs_new(s, plan->category, plan->node_category, arena, out, error));
  SN_TRY(cut_packs(s, share, arena, out, error));
  sn_packs_follow(out, own);
  return SN_OK;
}

/* ---- what schemes keep beside them */

int sn_constraint_rows(const sn_block *b)
{
  return b->n_node == 0 ? 0 : sn_block_rows(b);
}

static void units_of(const sn_system *s, const sn_pack *p, int n, sn_lane *unit)
{
  for (int l = 0; l < SN_LANES; l++) {
    const sn_block *b = s->block + p->block[l];
    SN_ASSERT(p->block[l] >= 0 && p->block[l] < s->n_block);
    SN_ASSERT(n == sn_constraint_rows(b));
    for (int k = 0; k < n; k++) {
      unit[k][l] = sn_multiplier_unit(s, b, sn_row_dimension(b, k));
    }
  }
}

static sn_status make_scalars(const sn_system *s, int n, sn_law_pack *p, sn_arena *arena, sn_error *error)
{
  const int nf = p->type->n_form;
  p->scalar = SN_NEW(arena, sn_law_scalar, SN_LANES);
  SN_ASSERT(nf <= SN_MAX_COMPOSITE_FORMS && p->is->n >= 1 && p->is->n <= SN_LANES);
  if (!p->scalar) {
    return no_memory(error);
  }
  for (int l = 0; l < p->is->n; l++) {
    sn_law_scalar *to = p->scalar + l;
    if (p->law->sees_path) {
      SN_TRY(sn_path_new(s->block + p->is->block[l], arena, &to->path, error));
    }
    if (s->block[p->is->block[l]].contact) {
      to->contact = SN_NEW(arena, struct sn_contact_step, 1);
      if (!to->contact) {
        return no_memory(error);
      }
    }
    if (s->block[p->is->block[l]].law == &sn_law_friction) {
      to->bristle = SN_NEW(arena, sn_bristle, 1);
      if (!to->bristle) {
        return no_memory(error);
      }
    }
    for (int k = 0; k < n && p->law->is_rate; k++) {
      to->grad[k] = SN_NEW(arena, double, nf);
      to->hess[k] = SN_NEW(arena, double, nf *nf);
      to->edot[k] = SN_NEW(arena, double, nf);
      if (!to->grad[k] || !to->hess[k] || !to->edot[k]) {
        return no_memory(error);
      }
    }
  }
  return SN_OK;
}

sn_status sn_law_pack_new(const sn_system *s, const sn_pack *is, const sn_stage_law *law, int n, sn_arena *arena,
                          sn_law_pack *p, sn_error *error)
{
  const sn_pack_type *t = is->type;
  const sn_block *c = t->of;
  const int nf = t->n_form, second = n == 2 ? nf : 0;
  int good = 1;
  *p = (sn_law_pack){.is = is, .type = t, .law = law, .n_mult = sn_constraint_rows(c)};
  SN_ASSERT(law->sees_path || law->sees_stages);
  SN_ASSERT((!law->is_rate || c->law->is_rate || c->contact) && (!law->is_multiplier || c->law->is_constraint));
  p->e_i = sn_lanes(arena, nf, &good);
  p->s_c = sn_lanes(arena, nf, &good);
  p->s_d = sn_lanes(arena, second, &good);
  p->l_c = law->is_multiplier ? p->s_c : sn_lanes(arena, nf, &good);
  p->l_d = law->is_multiplier ? p->s_d : sn_lanes(arena, second, &good);
  p->a = sn_lanes(arena, nf, &good);
  p->b = sn_lanes(arena, second, &good);
  p->unit = sn_lanes(arena, p->n_mult, &good);
  p->dual = sn_lanes(arena, t->rows == SN_ROWS_POINT ? 9 * n : 0, &good);
  p->slope = law->n_slope ? sn_lanes(arena, law->n_slope(c, n), &good) : NULL;
  if (!good) {
    return no_memory(error);
  }
  units_of(s, is, p->n_mult, p->unit);
  return c->law->is_scalar ? make_scalars(s, n, p, arena, error) : SN_OK;
}

sn_status sn_law_work_new(const sn_law_pack *pack, int n_pack, int least, int n, sn_arena *arena, sn_law_work *k,
                          sn_error *error)
{
  int form = 1, local = least, good = 1;
  for (int i = 0; i < n_pack; i++) {
    form = pack[i].type->n_form > form ? pack[i].type->n_form : form;
    local = pack[i].is->n_local > local ? pack[i].is->n_local : local;
  }
  const int wide = form * local, second = n == 2 ? 1 : 0;
  *k = (sn_law_work){.a = sn_lanes(arena, form, &good),
                     .b = sn_lanes(arena, second * form, &good),
                     .b0 = sn_lanes(arena, second * form, &good),
                     .mu = sn_lanes(arena, n * form, &good),
                     .A = sn_lanes(arena, wide, &good),
                     .B = sn_lanes(arena, second * wide, &good),
                     .B0 = sn_lanes(arena, second * wide, &good),
                     .L = sn_lanes(arena, wide, &good),
                     .Sy = sn_lanes(arena, second * wide, &good),
                     .T = sn_lanes(arena, local * local, &good),
                     .numbers = sn_lanes(arena, 6 * form * form + 9 * form, &good)};
  for (int i = 0; i < n; i++) {
    k->e[i] = sn_lanes(arena, form, &good);
    k->r[i] = sn_lanes(arena, form, &good);
    k->S[i] = sn_lanes(arena, wide, &good);
  }
  /* with two stages a law sees either the path or the stages: one room for both */
  k->E[0] = n == 2 ? k->A : sn_lanes(arena, wide, &good);
  k->E[1] = k->B0;
  k->R[0] = n == 2 ? k->B : sn_lanes(arena, wide, &good);
  k->R[1] = sn_lanes(arena, second * wide, &good);
  return good ? SN_OK : no_memory(error);
}

void sn_take_multipliers(const sn_stages *x, sn_law_pack *p, const double *rhs, sn_law_work *k)
{
  const int nm = p->n_mult, *first = p->is->first;
  const sn_lane hh = lane(x->hh);
  SN_ASSERT(nm > 0 && first[0] >= 0 && first[1] >= 0 && first[2] >= 0 && first[3] >= 0);
  for (int s = 0; s < x->n; s++, rhs += nm) {
    for (int j = 0; j < nm; j++) {
      const sn_lane found = {rhs[first[0] + j], rhs[first[1] + j], rhs[first[2] + j], rhs[first[3] + j]};
      k->mu[s * nm + j] = found * p->unit[j] / hh;
    }
  }
  for (int j = 0; j < nm && p->damped; j++) {
    p->nu[j] += (sn_lane){rhs[first[0] + j], rhs[first[1] + j], rhs[first[2] + j], rhs[first[3] + j]} * p->unit[j];
  }
}
