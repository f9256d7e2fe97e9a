/* parts/shell_rubber.c -- a nonlinear law through the thickness: incompressible rubber (neo-Hooke) in plane stress.
 * What:    the energy of an element as a function of all its strains at tying points (sn_law_material). A step takes means of the stresses
 *          along its path, and its balance is exact, as BCB (3.5) asks for.
 * Theory:  docs/theory-shells.md, (S23) to (S25): W = mu/2 (tr C + 1/det C - 3) of C = 1 + 2 (E + z K) at three heights; transverse shear
 *          linear.
 * Limits:  thickness and heights are those drawn. Slower than a linear shell: docs/performance.md.
 * Tests:   tests/shells/test_rubber.c
 */
#include <string.h>

#include "parts/shell.h"

enum { POINTS = SN_SHELL_NODES, HEIGHTS = 3 };

/* What all elements share. */
typedef struct {
  int order, n; /* strains */
  double mu, shear, mid;
  double weight[POINTS][SN_SHELL_STRAINS];
  int first[9];
} rubber;

/* The energy of one element; sn_strain_energy.value gets the address of its first member. */
typedef struct {
  sn_strain_energy of;
  const rubber *law;
  sn_shell_turn turn[POINTS];
  double area[POINTS], thickness[POINTS];
} energy;

/* ---- the law, (S23) */

double sn_shell_rubber(double mu, const double e[3], double S[3], double K[3][3])
{
  /* det C - 1 and the rest by strains, not by C: small strains keep their digits */
  const double a = 1 + 2 * e[0], b = 1 + 2 * e[1], c = e[2], sum = e[0] + e[1], product = 4 * e[0] * e[1] - c * c;
  const double d = 2 * sum + product, D = 1 + d;
  if (!(a > 0 && D > 0)) {
    return NAN; /* turned inside out */
  }
  const double D2 = D * D, D3 = D2 * D;
  const double s[3] = {mu * (d * (2 + d) - 2 * e[1]) / D2, mu * (d * (2 + d) - 2 * e[0]) / D2, mu * c / D2};
  const double k[3][3] = {{4 * b * b / D3, 4 * a * b / D3 - 2 / D2, -4 * b * c / D3},
                          {4 * a * b / D3 - 2 / D2, 4 * a * a / D3, -4 * a * c / D3},
                          {-4 * b * c / D3, -4 * a * c / D3, 1 / D2 + 4 * c * c / D3}};
  memcpy(S, s, sizeof s);
  for (int i = 0; i < 9; i++) {
    K[i / 3][i % 3] = mu * k[i / 3][i % 3];
  }
  return mu / 2 * (2 * sum * d - product) / D;
}

/* Energy per area, resultants and their derivatives by the eight strains. */
static double section(const rubber *l, double h, const double e[8], double r[8], double D[8][8])
{
  double W = 0;
  memset(r, 0, sizeof(double) * 8);
  memset(D, 0, sizeof(double) * 64);
  for (int k = 0; k < HEIGHTS; k++) {
    const double z = l->mid + (sn_line_gauss[2][k] - 0.5) * h, w = sn_line_weight[2][k] * h;
    const double at[3] = {e[0] + z * e[3], e[1] + z * e[4], e[2] + z * e[5]};
    double S[3] = {0}, K[3][3] = {{0}};
    W += w * sn_shell_rubber(l->mu, at, S, K);
    for (int i = 0; i < 3; i++) {
      r[i] += w * S[i];
      r[3 + i] += w * z * S[i];
      for (int j = 0; j < 3; j++) {
        D[i][j] += w * K[i][j];
        D[i][3 + j] += w * z * K[i][j];
        D[3 + i][j] += w * z * K[i][j];
        D[3 + i][3 + j] += w * z * z * K[i][j];
      }
    }
  }
  for (int i = 6; i < 8; i++) {
    D[i][i] = l->shear * h;
    r[i] = D[i][i] * e[i];
    W += r[i] * e[i] / 2;
  }
  return W;
}

/* (S7) as one matrix */
static void whole_turn(const sn_shell_turn *t, double T[8][8])
{
  memset(T, 0, sizeof(double) * 64);
  for (int i = 0; i < 9; i++) {
    T[i / 3][i % 3] = T[3 + i / 3][3 + i % 3] = t->T[i / 3][i % 3];
  }
  for (int i = 0; i < 4; i++) {
    T[6 + i / 2][6 + i % 2] = t->t[i / 2][i % 2];
  }
}

static void add_gradient(const rubber *l, int g, double area, double T[8][8], const double r[8], double *out)
{
  for (int c = 0; c < 8; c++) {
    double sum = 0;
    for (int i = 0; i < 8; i++) {
      sum += T[i][c] * r[i];
    }
    for (int k = l->first[c]; k < l->first[c + 1]; k++) {
      out[k] += area * l->weight[g][k] * sum;
    }
  }
}

static void add_hessian(const rubber *l, int g, double area, double T[8][8], double D[8][8], double *out)
{
  double DT[8][8] = {{0}};
  for (int k = 0; k < 512; k++) {
    DT[k / 64][k % 8] += D[k / 64][k / 8 % 8] * T[k / 8 % 8][k % 8];
  }
  for (int k = 0; k < 64; k++) {
    const int c = k / 8, d = k % 8;
    double sum = 0;
    for (int i = 0; i < 8; i++) {
      sum += T[i][c] * DT[i][d];
    }
    for (int i = l->first[c]; i < l->first[c + 1] && sum != 0; i++) {
      for (int j = l->first[d]; j < l->first[d + 1]; j++) {
        out[i * l->n + j] += area * sum * l->weight[g][i] * l->weight[g][j];
      }
    }
  }
}

static double energy_of(const sn_strain_energy *w, const double *strain, double *gradient, double *hessian)
{
  const energy *x = (const energy *)(const void *)w;
  const rubber *l = x->law;
  double sum = 0;
  if (gradient) {
    memset(gradient, 0, sizeof(double) * (size_t)l->n);
  }
  if (hessian) {
    memset(hessian, 0, sizeof(double) * (size_t)(l->n * l->n));
  }
  for (int g = 0; g < (l->order + 1) * (l->order + 1); g++) {
    double tied[8] = {0}, e[8] = {0}, r[8], D[8][8], T[8][8];
    for (int c = 0; c < 8; c++) {
      for (int k = l->first[c]; k < l->first[c + 1]; k++) {
        tied[c] += l->weight[g][k] * strain[k];
      }
    }
    whole_turn(x->turn + g, T);
    for (int k = 0; k < 64; k++) {
      e[k / 8] += T[k / 8][k % 8] * tied[k % 8];
    }
    sum += x->area[g] * section(l, x->thickness[g], e, r, D);
    if (gradient) {
      add_gradient(l, g, x->area[g], T, r, gradient);
    }
    if (hessian) {
      add_hessian(l, g, x->area[g], T, D, hessian);
    }
  }
  return sum;
}

/* ---- made once */

sn_status sn_shell_begin_rubber(sn_shell_frozen *f, sn_builder *b, sn_error *error)
{
  const sn_shell *p = f->item->param;
  const int order = f->grid.order, m = order + 1;
  rubber *l = SN_NEW(sn_builder_arena(b), rubber, 1);
  if (!l) {
    return sn_no_memory(error, "the model");
  }
  *l = (rubber){.order = order,
                .n = sn_shell_strains(order),
                .mu = p->rubber,
                .shear = p->shear_factor * p->rubber,
                .mid = p->offset};
  for (int g = 0; g < m * m; g++) {
    sn_shell_tied_weights(order, sn_line_gauss[order][g % m], sn_line_gauss[order][g / m], l->weight[g], l->first);
  }
  f->rubber = l;
  return SN_OK;
}

sn_status sn_shell_add_rubber(const sn_shell_frozen *f, int e, sn_builder *b, sn_error *error)
{
  SN_REQUIRE(f->rubber && e >= 0 && e < sn_shell_elements(&f->grid), error);
  const int order = f->grid.order, m = order + 1;
  energy *x = SN_NEW(sn_builder_arena(b), energy, 1);
  if (!x) {
    return sn_no_memory(error, "the model");
  }
  x->law = f->rubber;
  x->of = (sn_strain_energy){.n = sn_shell_strains(order), .value = energy_of};
  for (int g = 0; g < m * m; g++) {
    const double xi = sn_line_gauss[order][g % m], eta = sn_line_gauss[order][g / m];
    sn_shell_metric at;
    sn_shell_section s;
    double uv[2];
    SN_TRY(sn_shell_metric_at(f, e, xi, eta, &at, error));
    SN_TRY(sn_shell_turn_at(f, e, xi, eta, x->turn + g, error));
    sn_shell_at(&f->grid, e, xi, eta, uv);
    SN_TRY(sn_shell_section_at(f->item, uv, &s, error));
    x->area[g] = sn_line_weight[order][g % m] * sn_line_weight[order][g / m] * at.J;
    x->thickness[g] = s.thickness;
  }
  sn_energy_add(b, &x->of, 1);
  return SN_OK;
}

/* ---- what it tells */

double sn_shell_rubber_resultant(const sn_shell_frozen *f, int node, const double strain[8], int which)
{
  SN_ASSERT(f->rubber && node >= 0 && node < sn_shell_nodes(&f->grid));
  double r[8], D[8][8];
  (void)section(f->rubber, f->thickness[node], strain, r, D);
  return r[which];
}
