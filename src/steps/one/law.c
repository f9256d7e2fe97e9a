/* steps/one/law.c -- the linear laws in a one-stage step, one table each: elastic, constraint.
 * Theory:  docs/theory.md, one-stage schemes. Stresses and multipliers are iterates: forces are those of the law at the iterate, the
 *          tangent turns with the stresses that the last solve foretold (they are right long before those of the law are, where parts
 *          are stiff).
 */
#include <string.h>

#include "steps/one/inside.h"

/* first guess: as in the last step */
static void guess(sn_stepper *x, one_pack *p, one_work *k)
{
  (void)k;
  for (int l = 0; l < SN_LANES; l++) {
    const double *from = x->start->stress + x->s->block[p->is->block[l]].stress;
    SN_ASSERT(x->s->block[p->is->block[l]].n_stress == p->type->n_form);
    for (int f = 0; f < p->type->n_form; f++) {
      p->s[f][l] = from[f];
    }
  }
}

/* ---- elastic: stress = K e, of the strains at q_s or of the mean of both ends */

SN_CLONES static void elastic_stress(sn_stepper *x, one_pack *p, one_work *k)
{
  (void)x;
  SN_ASSERT(p->is->matrix && (p->sees_end ? p->e_i != NULL : p->sees_stage) && p->l != p->s);
  if (p->sees_end) {
    for (int f = 0; f < p->type->n_form; f++) {
      k->m[f] = lane(0.5) * (k->e[f] + p->e_i[f]);
    }
  }
  for (int f = 0; f < p->type->n_form; f++) {
    p->l[f] = sn_pack_matrix_row(p->is, f, k->m);
  }
}

SN_CLONES static void elastic_respond(const sn_stepper *x, const one_pack *p, one_work *k)
{
  const int nf = p->type->n_form, nc = p->is->offset[p->type->n_node];
  const sn_lane share = lane(x->hh * (p->sees_end ? 0.5 : 1)), *X = p->sees_end ? k->Xe : k->Xm;
  SN_ASSERT(p->is->matrix && nc > 0);
  for (int f = 0; f < nf; f++) {
    const int first = p->type->column[2 * f], end = p->type->column[2 * f + 1];
    sn_lane *S = k->S + f * nc;
    for (int j = 0; j < nc; j++) {
      S[j] = lane(0);
    }
    for (int l = first; l < end; l++) {
      const sn_lane K = share * p->is->matrix[f * nf + l];
      for (int j = 0; j < nc; j++) {
        S[j] += K * X[l * nc + j];
      }
    }
  }
}

SN_CLONES static void elastic_update(sn_stepper *x, one_pack *p, one_work *k)
{
  const sn_lane share = lane(p->sees_end ? 0.5 : 1), *by = p->sees_end ? k->e : k->m;
  (void)x;
  SN_ASSERT(p->l != p->s && by);
  for (int f = 0; f < p->type->n_form; f++) {
    p->s[f] = p->l[f] + share * sn_pack_matrix_row(p->is, f, by);
  }
}

static void nothing(const sn_stepper *x, const one_pack *p, int l, sn_ledger *to)
{
  (void)x;
  (void)p;
  (void)l;
  (void)to;
}

/* ---- constraint: e = 0 at the end, the stress is the multiplier */

static void constraint_stress(sn_stepper *x, one_pack *p, one_work *k)
{
  (void)x;
  SN_ASSERT(p->sees_end && p->n_mult <= p->type->n_form);
  memcpy(p->row, k->e, sizeof(sn_lane) * (size_t)p->n_mult);
}

SN_CLONES static void constraint_respond(const sn_stepper *x, const one_pack *p, one_work *k)
{
  const sn_pack_type *t = p->type;
  const int n = p->is->n_local, nc = p->is->offset[t->n_node];
  SN_ASSERT(p->n_mult == t->n_form && nc + p->n_mult == n);
  if (t->rows == SN_ROWS_POINT) {
    one_point_tangent(x, p, k);
    return;
  }
  for (int f = 0; f < p->n_mult; f++) {
    memcpy(k->T + (nc + f) * n, k->Xe + f * nc, sizeof(sn_lane) * (size_t)nc);
    for (int i = 0; i < nc; i++) {
      k->T[i * n + nc + f] = k->L[f * nc + i] * p->unit[f];
    }
    for (int l = 0; l < SN_LANES; l++) {
      const sn_block *b = x->s->block + p->is->block[l];
      k->T[(nc + f) * n + nc + f][l] = -sn_hold(x->o.dependent, b, f) - sn_give(b, f, p->unit[f][l], x->hh);
    }
  }
  if (t->rows == SN_ROWS_AXES) {
    one_axes_tangent(x, p, k);
  }
}

SN_CLONES static void constraint_update(sn_stepper *x, one_pack *p, one_work *k)
{
  const int nm = p->n_mult;
  const double *from = x->all.rhs;
  sn_lane *mu = k->e, *ds = k->m;
  for (int l = 0; l < SN_LANES; l++) {
    SN_ASSERT(nm == 0 || (p->is->first[l] >= 0 && p->is->first[l] + nm <= x->all.layout.n));
  }
  for (int i = 0; i < nm; i++) {
    mu[i] = (sn_lane){from[p->is->first[0] + i], from[p->is->first[1] + i], from[p->is->first[2] + i],
                      from[p->is->first[3] + i]} *
            p->unit[i] / lane(x->hh);
  }
  if (nm > 0 && p->type->rows == SN_ROWS_POINT) {
    one_point_update(x, p, k, mu, ds);
  } else if (nm > 0 && p->type->rows == SN_ROWS_AXES) {
    one_axes_update(x, p, k, mu, ds);
  } else {
    ds = mu;
  }
  for (int i = 0; i < nm; i++) {
    p->s[i] += ds[i];
  }
}

static const one_law elastic_law = {
    .start = guess,
    .stress = elastic_stress,
    .respond = elastic_respond,
    .update = elastic_update,
    .book = nothing,
    .foretells = 1,
};
static const one_law constraint_law = {
    .start = guess,
    .stress = constraint_stress,
    .respond = constraint_respond,
    .update = constraint_update,
    .book = nothing,
    .is_multiplier = 1,
};

const one_law *one_law_of(const sn_block *b, sn_stress_place stress)
{
  const struct {
    const sn_law *law;
    const one_law *kernel;
  } laws[] = {{&sn_law_elastic, &elastic_law},
              {&sn_law_constraint, &constraint_law},
              {&sn_law_driven, &one_driven_law},
              {&sn_law_potential, &one_potential_law},
              {&sn_law_given, &one_given_law},
              {&sn_law_viscous, &one_viscous_law},
              {&sn_law_rate, &one_rate_law},
              {&sn_law_feedback, &one_feedback_law},
              /* where stresses are those of the law at one instant, so are those of dampers */
              {&sn_law_rate_path, stress == SN_STRESS_STAGE ? &one_rate_law : &one_rate_path_law}};
  size_t i = 0;
  while (i < sizeof laws / sizeof *laws - 1 && laws[i].law != b->law) {
    i++;
  }
  SN_ASSERT(laws[i].law == b->law);
  return laws[i].kernel;
}
