/* tests/system/test_law.c -- the tables of laws: flags that agree with their functions, derivatives against differences.
 * Laws:    stresses are slopes of what a law calls its energy; a constraint has none; what is not a rate does not read it.
 */
#include "harness.h"
#include "system/builder.h"

static const sn_law *const laws[] = {&sn_law_elastic,   &sn_law_constraint, &sn_law_driven, &sn_law_potential,
                                     &sn_law_given,     &sn_law_viscous,    &sn_law_rate,   &sn_law_feedback,
                                     &sn_law_rate_path, &sn_law_contact};
enum { LAWS = sizeof laws / sizeof *laws };

static void test_flags_agree_with_functions(void)
{
  for (int i = 0; i < LAWS; i++) {
    const sn_law *l = laws[i];
    CHECK(l->name && l->name[0]);
    CHECK(!l->stress == (l->is_scalar || l->is_constraint || l->stress_at != NULL));
    CHECK(!l->stress_at || (l->is_rate && !l->is_scalar && !l->is_constraint)); /* no part of the state */
    CHECK(!l->scalar_stress == (!l->is_scalar || l->is_constraint));
    CHECK(l->has_matrix == (l->stress != NULL)); /* the derivative of a law on forms is its matrix */
    CHECK(!(l->is_rate && l->stores_energy));
    CHECK(!l->stores_energy || (l->is_scalar ? l->potential != NULL : l->energy != NULL));
    for (int k = 0; k < i; k++) {
      CHECK(strcmp(l->name, laws[k]->name) != 0);
    }
  }
}

static void test_laws_on_forms(void)
{
  const double matrix[9] = {4, 1, -2, 1, 5, 0.5, -2, 0.5, 3}, e[3] = {0.3, -0.7, 1.1}, h = 1e-6;
  const sn_block b = {.law = &sn_law_elastic, .n_form = 3, .matrix = matrix};
  double s[3], viscous[3];
  b.law->stress(&b, e, s);
  sn_law_viscous.stress(&b, e, viscous);
  for (int k = 0; k < 3; k++) {
    double up[3] = {e[0], e[1], e[2]}, down[3] = {e[0], e[1], e[2]}, su[3], sd[3];
    up[k] += h;
    down[k] -= h;
    CHECK_NEAR((b.law->energy(&b, up) - b.law->energy(&b, down)) / (2 * h), s[k], 1e-9);
    CHECK(s[k] == viscous[k]);
    b.law->stress(&b, up, su);
    b.law->stress(&b, down, sd);
    for (int l = 0; l < 3; l++) {
      CHECK_NEAR((su[l] - sd[l]) / (2 * h), matrix[l * 3 + k], 1e-9);
    }
  }
}

/* the difference that the ledger takes is that of the energies */
static void check_difference(const sn_potential *p)
{
  static const double at[] = {-0.3, 0.05, 0.1, 0.4, 0.40001, 1.7};
  for (int i = 0; i < 6; i++) {
    for (int k = 0; k < 6; k++) {
      const double a = p->energy(p, at[i]), b = p->energy(p, at[k]);
      CHECK_NEAR(p->difference(p, at[i], at[k]), b - a, 1e-14 * (1 + fabs(a) + fabs(b)));
    }
  }
}

/* tau and its derivatives at a point of a law on a composite strain, and its potential if it has one */
static void check_scalar(const sn_block *b)
{
  const sn_scalar_point at = {.x = 0.4, .rate = -0.6, .normal = 2, .t = 1.5, .load = 0.7};
  const double h = 1e-6;
  double d[3], unused[3];
  const double tau = b->law->scalar_stress(b, &at, d);
  if (b->potential) {
    check_difference(b->potential);
  }
  for (int k = 0; k < 3; k++) {
    sn_scalar_point up = at, down = at;
    double *const to[2][3] = {{&up.x, &up.rate, &up.normal}, {&down.x, &down.rate, &down.normal}};
    *to[0][k] += h;
    *to[1][k] -= h;
    const double slope = (b->law->scalar_stress(b, &up, unused) - b->law->scalar_stress(b, &down, unused)) / (2 * h);
    CHECK_NEAR(slope, d[k], 1e-8);
    CHECK(k == 0 || b->law->is_rate || d[k] == 0);
    if (k == 0 && b->law->potential) {
      CHECK_NEAR((b->law->potential(b, &up) - b->law->potential(b, &down)) / (2 * h), tau, 1e-8);
    }
  }
}

static void test_laws_on_a_composite_strain(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_builder *b = sn_builder_new(arena);
  const sn_potential *const potentials[] = {sn_potential_power(b, 3, 0.1, 1, 2.5), sn_potential_one_sided(b, 3, 0.1, 0),
                                            sn_potential_spring(b, 3, 0.1), sn_potential_itself(b)};
  sn_block k = {.law = &sn_law_potential};
  for (size_t i = 0; i < sizeof potentials / sizeof *potentials; i++) {
    k.potential = potentials[i];
    check_scalar(&k);
  }
  k = (sn_block){.law = &sn_law_given, .given = sn_expr_number(arena, 2.5)};
  check_scalar(&k);
  k.given = NULL; /* a joint whose angle is only counted */
  check_scalar(&k);
  k = (sn_block){.law = &sn_law_rate, .rate = sn_rate_viscous(b, 0.8)};
  check_scalar(&k);
  CHECK(sn_normal_block(&k) == -1);
  k = (sn_block){.law = &sn_law_friction, .rate = sn_rate_friction(b, &(sn_coulomb){0.3, 0.4, 2}, 0, 4)};
  check_scalar(&k);
  CHECK(sn_normal_block(&k) == 4);
  sn_arena_free(arena);
}

/* forces along an angle and a length that follow those, a form, and all their rates */
static void test_feedback_slopes(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_error error = {0};
  const sn_coordinate coordinate[3] = {{SN_COORDINATE_ANGLE, 0, 1, 0, NULL, NULL},
                                       {SN_COORDINATE_LENGTH, 2, 1, -1, NULL, NULL},
                                       {SN_COORDINATE_FORM, 3, 1, -1, NULL, NULL}};
  const int along[2] = {0, 1};
  const sn_expr *force[2];
  for (int k = 0; k < 2; k++) { /* t sin(x_k) v_2 + x_1 v_0 v_1 + x_2 */
    sn_expr_builder *e = sn_expr_begin(arena, 7, NULL);
    int v[7];
    for (int i = 0; i < 7; i++) {
      v[i] = sn_expr_variable(e, i);
    }
    const int a = sn_expr_op(e, SN_OP_MUL, v[0], sn_expr_op(e, SN_OP_SIN, v[1 + k], -1, -1), -1);
    const int b = sn_expr_op(e, SN_OP_MUL, v[2], sn_expr_op(e, SN_OP_MUL, v[4], v[5], -1), -1);
    const int sum = sn_expr_op(e, SN_OP_ADD, sn_expr_op(e, SN_OP_MUL, a, v[6], -1), b, -1);
    CHECK_OK(sn_expr_end(e, sn_expr_op(e, SN_OP_ADD, sum, v[3], -1), force + k, &error), error);
  }
  const sn_feedback law = {2, along, force};
  const sn_block b = {
      .law = &sn_law_feedback, .n_form = 4, .n_coordinate = 3, .coordinate = coordinate, .feedback = &law};
  const double x[8] = {0.8, 0.7, 0.6, -0.4, 0.3, -0.5, 1.1, 0.9}, own = 6.9, h = 1e-6;
  double s[4], D[16], C[16];
  b.law->stress_at(&b, &(sn_form_point){x, x + 4, &own, 1.5}, s, D, C);
  const double angle = 6.283185307179586 + atan2(0.7, 0.8), length = sqrt(1.2), r = 0.8 * 0.8 + 0.7 * 0.7;
  const double rate[2] = {(0.8 * -0.5 - 0.7 * 0.3) / r, 1.1 / length};
  CHECK_NEAR(s[2], -(1.5 * sin(length) * 0.9 + length * rate[0] * rate[1] - 0.4) / length, 1e-13);
  CHECK_NEAR(s[0], (1.5 * sin(angle) * 0.9 + length * rate[0] * rate[1] - 0.4) * 0.7 / r, 1e-13);
  CHECK(s[3] == 0);
  for (int k = 0; k < 8; k++) {
    double up[8], down[8], su[4], sd[4];
    memcpy(up, x, sizeof up);
    memcpy(down, x, sizeof down);
    up[k] += h;
    down[k] -= h;
    b.law->stress_at(&b, &(sn_form_point){up, up + 4, &own, 1.5}, su, NULL, NULL);
    b.law->stress_at(&b, &(sn_form_point){down, down + 4, &own, 1.5}, sd, NULL, NULL);
    for (int l = 0; l < 4; l++) {
      CHECK_NEAR((su[l] - sd[l]) / (2 * h), (k < 4 ? D : C)[l * 4 + k % 4], 1e-8);
    }
  }
  b.law->stress_at(&b, &(sn_form_point){x, NULL, &own, 1.5}, s, D, C); /* at rest */
  CHECK_NEAR(s[2], 0.4 / length, 1e-14);
  sn_arena_free(arena);
}

int main(void)
{
  RUN(test_flags_agree_with_functions);
  RUN(test_laws_on_forms);
  RUN(test_laws_on_a_composite_strain);
  RUN(test_feedback_slopes);
  return REPORT();
}
