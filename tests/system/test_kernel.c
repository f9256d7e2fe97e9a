/* tests/system/test_kernel.c -- the kernel of forms, compiled a second time with complex numbers.
 * Laws:    B is the derivative of the forms (complex step: no cancellation), linear in q, e = c0 + 1/2 B q; the geometric
 *          stiffness is the derivative of B^T s, symmetric and adds up.
 * How:     this file defines the kernel itself, so the one of the library is not linked; only sn_real differs.
 */
#define SN_COMPLEX_STEP
#include "harness.h"
#include "system/kernel.c"

enum { VECTORS = 7, LOCAL = 5, POINTS = 6, FORMS = 4, TERMS = 9 };

static double any(unsigned *seed)
{
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / (1 << 24) * 2 - 1;
}

typedef struct {
  sn_block b;
  int vector[LOCAL], first[POINTS + 1], at[POINTS * LOCAL];
  double value[POINTS * LOCAL], c0[FORMS];
  sn_term term[TERMS];
  sn_v3 q[VECTORS], dq[VECTORS];
} bench;

static void make(bench *k, unsigned seed)
{
  memset(k, 0, sizeof *k);
  for (int a = 0; a < LOCAL; a++) {
    k->vector[a] = (3 * a + 2) % VECTORS; /* not in their order */
  }
  int n = 0;
  for (int p = 0; p < POINTS; p++) {
    for (int a = 0; a < LOCAL; a++) {
      if ((p + a) % 3 != 0) { /* some weights are zero and left out */
        k->at[n] = a;
        k->value[n++] = any(&seed);
      }
    }
    k->first[p + 1] = n;
  }
  for (int i = 0; i < TERMS; i++) { /* squares and mixed products, several terms in a form */
    k->term[i] =
        (sn_term){.form = i % FORMS, .i = i % POINTS, .j = i % 2 ? i % POINTS : (2 * i + 1) % POINTS, .c = any(&seed)};
  }
  for (int f = 0; f < FORMS; f++) {
    k->c0[f] = any(&seed);
  }
  for (int a = 0; a < VECTORS; a++) {
    k->q[a] = v3(any(&seed), any(&seed), any(&seed));
    k->dq[a] = v3(any(&seed), any(&seed), any(&seed));
  }
  k->b = (sn_block){.n_vec = LOCAL,
                    .n_point = POINTS,
                    .n_form = FORMS,
                    .n_term = TERMS,
                    .vector = k->vector,
                    .term = k->term,
                    .c0 = k->c0,
                    .w_first = k->first,
                    .w_vector = k->at,
                    .w_value = k->value};
}

static sn_real along(const bench *k, const sn_v3 *B, int form, const sn_v3 *d)
{
  sn_real sum = 0;
  for (int a = 0; a < LOCAL; a++) {
    sum += v3_dot(B[form * LOCAL + a], d[k->vector[a]]);
  }
  return sum;
}

/* q + i step dq */
static void shifted(const bench *k, double step, sn_v3 *out)
{
  for (int a = 0; a < VECTORS; a++) {
    out[a] = v3_axpy(k->q[a], 1, v3_scale(step * _Complex_I, k->dq[a]));
  }
}

static void test_rates_are_derivatives(void)
{
  for (unsigned seed = 1; seed < 6; seed++) {
    bench k;
    sn_v3 B[FORMS * LOCAL], z[VECTORS];
    sn_real e[FORMS], ez[FORMS];
    make(&k, seed);
    shifted(&k, 1e-30, z);
    sn_forms(&k.b, k.q, e);
    sn_forms(&k.b, z, ez);
    sn_form_rates(&k.b, k.q, B);
    for (int f = 0; f < FORMS; f++) {
      CHECK_NEAR(cimag(ez[f]) / 1e-30, creal(along(&k, B, f, k.dq)), 1e-14);
      CHECK_NEAR(creal(e[f]), k.c0[f] + 0.5 * creal(along(&k, B, f, k.q)), 1e-14);
    }
  }
}

static void test_forces_are_rates_times_stresses(void)
{
  for (unsigned seed = 1; seed < 6; seed++) {
    bench k;
    sn_v3 B[FORMS * LOCAL], F[LOCAL];
    sn_real s[FORMS];
    make(&k, seed);
    for (int f = 0; f < FORMS; f++) {
      s[f] = any(&seed);
    }
    sn_form_rates(&k.b, k.q, B);
    sn_form_forces(&k.b, s, k.q, F);
    for (int a = 0; a < LOCAL; a++) {
      for (int f = 0; f < FORMS; f++) {
        F[a] = v3_add(F[a], v3_scale(-s[f], B[f * LOCAL + a]));
      }
      for (int i = 0; i < 3; i++) {
        CHECK_NEAR(creal(F[a].x[i]), 0, 1e-14);
      }
    }
  }
}

static void test_geometric_stiffness(void)
{
  for (unsigned seed = 1; seed < 6; seed++) {
    bench k;
    sn_v3 B[FORMS * LOCAL], z[VECTORS];
    sn_real s[FORMS], G[LOCAL * LOCAL] = {0};
    make(&k, seed);
    for (int f = 0; f < FORMS; f++) {
      s[f] = any(&seed);
    }
    shifted(&k, 1e-30, z);
    sn_form_rates(&k.b, z, B);
    sn_geometric(&k.b, s, 0.25, G); /* adds up */
    sn_geometric(&k.b, s, 0.75, G);
    for (int a = 0; a < LOCAL; a++) {
      sn_v3 force = v3(0, 0, 0), expected = v3(0, 0, 0);
      for (int f = 0; f < FORMS; f++) {
        force = v3_axpy(force, 1, v3_scale(s[f], B[f * LOCAL + a]));
      }
      for (int c = 0; c < LOCAL; c++) {
        expected = v3_add(expected, v3_scale(G[a * LOCAL + c], k.dq[k.vector[c]]));
        CHECK_NEAR(creal(G[a * LOCAL + c]), creal(G[c * LOCAL + a]), 0);
      }
      for (int i = 0; i < 3; i++) {
        CHECK_NEAR(cimag(force.x[i]) / 1e-30, creal(expected.x[i]), 1e-14);
      }
    }
  }
}

int main(void)
{
  RUN(test_rates_are_derivatives);
  RUN(test_forces_are_rates_times_stresses);
  RUN(test_geometric_stiffness);
  return REPORT();
}
