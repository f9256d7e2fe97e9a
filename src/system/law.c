/* system/law.c -- the laws of blocks.
 * Theory:  docs/theory.md, forms and composite strains.
 */
#include "system/kernel.h"

/* s = M e, M the matrix of the block */
static void times_matrix(const sn_block *b, const double *e, double *s)
{
  SN_ASSERT(b->matrix && e != s);
  for (int k = 0; k < b->n_form; k++) {
    s[k] = 0;
    for (int l = 0; l < b->n_form; l++) {
      s[k] += b->matrix[k * b->n_form + l] * e[l];
    }
  }
}

static double elastic_energy(const sn_block *b, const double *e)
{
  double sum = 0;
  SN_ASSERT(b->matrix);
  for (int k = 0; k < b->n_form; k++) {
    for (int l = 0; l < b->n_form; l++) {
      sum += 0.5 * e[k] * b->matrix[k * b->n_form + l] * e[l];
    }
  }
  return sum;
}

static double potential_stress(const sn_block *b, const sn_scalar_point *at, double d[3])
{
  SN_ASSERT(b->potential && !b->law->is_rate);
  d[1] = d[2] = 0;
  return b->potential->force(b->potential, at->x, d);
}

static double potential_energy(const sn_block *b, const sn_scalar_point *at)
{
  SN_ASSERT(b->potential && b->law->stores_energy);
  return b->potential->energy(b->potential, at->x);
}

static double given_stress(const sn_block *b, const sn_scalar_point *at, double d[3])
{
  d[0] = d[1] = d[2] = 0;
  return b->given ? -at->load * sn_expr_value(b->given, &at->t) : 0;
}

static double given_potential(const sn_block *b, const sn_scalar_point *at)
{
  double unused[3];
  return given_stress(b, at, unused) * at->x;
}

static double rate_stress(const sn_block *b, const sn_scalar_point *at, double d[3])
{
  SN_ASSERT(b->rate && b->law->is_rate);
  return b->rate->stress(b->rate, at->t, at->x, at->rate, at->normal, d);
}

const sn_law sn_law_elastic = {
    .name = "elastic", .has_matrix = 1, .stores_energy = 1, .stress = times_matrix, .energy = elastic_energy};
const sn_law sn_law_constraint = {.name = "constraint", .is_constraint = 1};
const sn_law sn_law_driven = {.name = "driven", .is_scalar = 1, .is_constraint = 1};
const sn_law sn_law_potential = {.name = "potential",
                                 .is_scalar = 1,
                                 .stores_energy = 1,
                                 .scalar_stress = potential_stress,
                                 .potential = potential_energy};
const sn_law sn_law_given = {
    .name = "given", .is_scalar = 1, .scalar_stress = given_stress, .potential = given_potential};
const sn_law sn_law_viscous = {.name = "viscous", .is_rate = 1, .has_matrix = 1, .stress = times_matrix};
const sn_law sn_law_rate = {.name = "rate", .is_scalar = 1, .is_rate = 1, .scalar_stress = rate_stress};
const sn_law sn_law_rate_path = {
    .name = "rate along the path", .is_scalar = 1, .is_rate = 1, .scalar_stress = rate_stress};
const sn_law sn_law_feedback = {.name = "feedback", .is_rate = 1, .stress_at = sn_feedback_stress};
