/* system/kernel.c -- strain values, B and geometric stiffness of forms.
 * Theory:  e = c0 + sum c p_i.p_j, p = W q; B = de/dq is linear in q, Ks(s) = sum s S is constant (docs/theory.md, forms).
 * Tests:   compiled a second time with complex numbers (tests/system/test_kernel.c): no branch on an sn_real here.
 */
#include "system/kernel.h"

/* interpolated vectors of the block */
static void interpolate(const sn_block *b, const sn_v3 *q, sn_v3 *p)
{
  SN_ASSERT(b->n_point <= SN_MAX_POINTS);
  for (int k = 0; k < b->n_point; k++) {
    sn_v3 sum = {{0, 0, 0}};
    for (int i = b->w_first[k]; i < b->w_first[k + 1]; i++) {
      sum = v3_axpy(sum, b->w_value[i], q[b->vector[b->w_vector[i]]]);
    }
    p[k] = sum;
  }
}

void sn_forms(const sn_block *b, const sn_v3 *q, sn_real *e)
{
  sn_v3 p[SN_MAX_POINTS];
  interpolate(b, q, p);
  for (int k = 0; k < b->n_form; k++) {
    e[k] = b->c0[k];
  }
  for (int i = 0; i < b->n_term; i++) {
    const sn_term t = b->term[i];
    e[t.form] += t.c * v3_dot(p[t.i], p[t.j]);
  }
}

/* B[form][a] += c W_ia p */
static void spread(const sn_block *b, int i, double c, sn_v3 p, sn_v3 *row)
{
  for (int k = b->w_first[i]; k < b->w_first[i + 1]; k++) {
    SN_ASSERT(b->w_vector[k] >= 0 && b->w_vector[k] < b->n_vec);
    const int a = b->w_vector[k];
    row[a] = v3_axpy(row[a], c * b->w_value[k], p);
  }
}

void sn_form_rates(const sn_block *b, const sn_v3 *q, sn_v3 *B)
{
  sn_v3 p[SN_MAX_POINTS];
  SN_ASSERT(b->n_form <= SN_MAX_FORMS && b->n_vec <= SN_MAX_BLOCK_VECTORS);
  interpolate(b, q, p);
  for (int k = 0; k < b->n_form * b->n_vec; k++) {
    B[k] = (sn_v3){{0, 0, 0}};
  }
  for (int i = 0; i < b->n_term; i++) {
    const sn_term t = b->term[i];
    sn_v3 *row = B + t.form * b->n_vec;
    spread(b, t.i, t.c, p[t.j], row);
    spread(b, t.j, t.c, p[t.i], row);
  }
}

void sn_form_forces(const sn_block *b, const sn_real *s, const sn_v3 *q, sn_v3 *F)
{
  sn_v3 p[SN_MAX_POINTS], on[SN_MAX_POINTS];
  interpolate(b, q, p);
  for (int k = 0; k < b->n_point; k++) {
    on[k] = (sn_v3){{0, 0, 0}};
  }
  for (int a = 0; a < b->n_vec; a++) {
    F[a] = (sn_v3){{0, 0, 0}};
  }
  for (int i = 0; i < b->n_term; i++) {
    const sn_term t = b->term[i];
    on[t.i] = v3_axpy(on[t.i], t.c * s[t.form], p[t.j]);
    on[t.j] = v3_axpy(on[t.j], t.c * s[t.form], p[t.i]);
  }
  for (int k = 0; k < b->n_point; k++) {
    spread(b, k, 1, on[k], F);
  }
}

void sn_geometric(const sn_block *b, const sn_real *s, double factor, sn_real *G)
{
  SN_ASSERT(b->n_vec <= SN_MAX_BLOCK_VECTORS);
  for (int i = 0; i < b->n_term; i++) {
    const sn_term t = b->term[i];
    const sn_real x = factor * t.c * s[t.form];
    for (int k = b->w_first[t.i]; k < b->w_first[t.i + 1]; k++) {
      for (int l = b->w_first[t.j]; l < b->w_first[t.j + 1]; l++) {
        const int a = b->w_vector[k], c = b->w_vector[l];
        const sn_real z = x * b->w_value[k] * b->w_value[l];
        G[a * b->n_vec + c] += z;
        G[c * b->n_vec + a] += z;
      }
    }
  }
}

void sn_form_speeds(const sn_block *b, const sn_v3 *q, const sn_v3 *v, sn_real *rate)
{
  sn_v3 p[SN_MAX_POINTS], u[SN_MAX_POINTS];
  interpolate(b, q, p);
  SN_ASSERT(q && v);
  interpolate(b, v, u);
  for (int f = 0; f < b->n_form; f++) {
    rate[f] = 0;
  }
  for (int i = 0; i < b->n_term; i++) {
    const sn_term t = b->term[i];
    rate[t.form] += t.c * (v3_dot(p[t.i], u[t.j]) + v3_dot(u[t.i], p[t.j]));
  }
}
