/* parts/solid_mixed.c -- elements that are nearly incompressible: their pressure is a polynomial of its own, in Hooke's law and in rubber.
 * What:    weights of the polynomial; the energy of a whole element of rubber, a function of the strains at all its points, and stresses
 *          at these points.
 * Theory:  docs/theory-solids.md, (V16) and (V22): the change of volume, in rubber its logarithm, is replaced by the nearest polynomial.
 * Tests:   tests/solids/test_rubber.c, tests/solids/test_solid.c
 */
#include <string.h>

#include "parts/solid.h"

enum { SIX = SN_SOLID_STRAINS, FUNCTIONS = 4, VOLUME_POINTS = 8 };
/* Where the volume has points of its own, they have this part of the rest of the energy, too (the mean of two rules): an energy of the volume
   alone has no stiffness against a change of shape, and a step that corrects its work divides by it. */
static const double part = 0.25;

/* ---- the polynomial */

/* Functions of a pressure at all points: constant and, in bricks of 20 and 27 nodes, linear in the drawn place. */
typedef struct {
  int n;
  double at[SN_SOLID_PLACES][FUNCTIONS], square[FUNCTIONS]; /* square: sum of weights times squares */
} polynomial;

/* Orthogonal in the weights of points first..first + n - 1: Gram and Schmidt, twice. No roots: units of powers of two keep the bits. */
static void polynomial_of(const sn_solid_kind *k, int first, int n, polynomial *t)
{
  const int all = k->n_point + k->n_volume;
  double(*T)[FUNCTIONS] = t->at;
  sn_v3 centre = v3(0, 0, 0);
  for (int g = first; g < first + n; g++) {
    centre = v3_axpy(centre, k->weight[g] / k->volume, k->at[g]);
  }
  t->n = k->type == SN_MESH_HEX20 || k->type == SN_MESH_HEX27 ? FUNCTIONS : 1;
  for (int i = 0; i < t->n; i++) {
    for (int g = 0; g < all; g++) {
      T[g][i] = i == 0 ? 1 : v3_sub(k->at[g], centre).x[i - 1];
    }
    for (int j = 0; j < 2 * i; j++) {
      double along = 0;
      for (int g = first; g < first + n; g++) {
        along += k->weight[g] * T[g][i] * T[g][j % i];
      }
      for (int g = 0; g < all; g++) {
        T[g][i] -= along / t->square[j % i] * T[g][j % i];
      }
    }
    t->square[i] = 0;
    for (int g = first; g < first + n; g++) {
      t->square[i] += k->weight[g] * T[g][i] * T[g][i];
    }
  }
}

void sn_solid_pressure_weights(const sn_solid_kind *k, double P[SN_SOLID_POINTS][SN_SOLID_POINTS])
{
  polynomial t;
  polynomial_of(k, 0, k->n_point, &t);
  memset(P, 0, sizeof(double[SN_SOLID_POINTS][SN_SOLID_POINTS]));
  for (int i = 0; i < t.n; i++) {
    for (int g = 0; g < k->n_point; g++) {
      for (int h = 0; h < k->n_point; h++) {
        P[g][h] += k->weight[g] * k->weight[h] * t.at[g][i] * t.at[h][i] / t.square[i];
      }
    }
  }
}

/* ---- rubber */

/* The energy of an element: sn_strain_energy.value gets the address of its first member. */
typedef struct {
  sn_strain_energy of;
  sn_material shape; /* what the pressure is not: without the stiffness of the volume */
  double lame;
  double own;   /* part of the energy of the shape that it has, too; the rest is in the points */
  int n, first; /* points of the volume */
  double weight[VOLUME_POINTS];
  polynomial t;
} energy;

/* (V22): coefficients of the pressure. slope, curve: of ln J at the points of the volume. */
static double pressure_of(const energy *x, const double *e, double c[FUNCTIONS], double slope[][SIX],
                          double curve[][SIX * SIX])
{
  double W = 0;
  memset(c, 0, sizeof(double) * FUNCTIONS);
  for (int g = 0; g < x->n; g++) {
    const double log_J = sn_log_volume(e + SIX * g, slope[g], curve ? curve[g] : NULL);
    for (int i = 0; i < x->t.n; i++) {
      c[i] += x->weight[g] * x->t.at[x->first + g][i] * log_J;
    }
  }
  for (int i = 0; i < x->t.n; i++) {
    W += x->lame / 2 * c[i] * c[i] / x->t.square[i];
    c[i] *= x->lame / x->t.square[i];
  }
  return W;
}

static double at_place(const energy *x, const double c[FUNCTIONS], int place)
{
  double sum = 0;
  for (int i = 0; i < x->t.n; i++) {
    sum += c[i] * x->t.at[place][i];
  }
  return sum;
}

/* Derivatives of the stresses of point g by the strains of point h. */
static void couple(const energy *x, int g, int h, double slope[][SIX], double *D)
{
  double share = 0;
  for (int i = 0; i < x->t.n; i++) {
    share += x->weight[g] * x->weight[h] * x->t.at[x->first + g][i] * x->t.at[x->first + h][i] / x->t.square[i];
  }
  for (int k = 0; k < SIX; k++) {
    for (int l = 0; l < SIX; l++) {
      D[(SIX * g + k) * x->of.n + SIX * h + l] = x->lame * share * slope[g][k] * slope[h][l];
    }
  }
}

static double value(const sn_strain_energy *w, const double *e, double *S, double *D)
{
  const energy *x = (const energy *)(const void *)w;
  double c[FUNCTIONS], slope[VOLUME_POINTS][SIX], curve[VOLUME_POINTS][SIX * SIX];
  double W = pressure_of(x, e, c, slope, D ? curve : NULL);
  for (int g = 0; g < x->n; g++) {
    const double p = at_place(x, c, x->first + g), weight = x->weight[g];
    double s[SIX] = {0}, d[SIX * SIX] = {0};
    W += x->own * weight * x->shape.law->density(&x->shape, e + SIX * g, s, D ? d : NULL);
    for (int k = 0; k < SIX && S; k++) {
      S[SIX * g + k] = weight * (x->own * s[k] + p * slope[g][k]);
    }
    for (int h = 0; h < x->n && D; h++) {
      couple(x, g, h, slope, D);
    }
    for (int k = 0; k < SIX * SIX && D; k++) {
      D[(SIX * g + k / SIX) * x->of.n + SIX * g + k % SIX] += weight * (x->own * d[k] + p * curve[g][k]);
    }
  }
  return W;
}

static sn_status make_whole(const sn_solid_kind *k, const sn_material *m, sn_builder *b, const sn_strain_energy **out,
                            sn_error *error)
{
  energy *x = SN_NEW(sn_builder_arena(b), energy, 1);
  if (!x) {
    return sn_no_memory(error, "the model");
  }
  x->shape = *m;
  x->shape.lame = 0;
  x->lame = m->lame;
  x->own = k->n_volume == 0 ? 1 : part;
  x->first = k->n_volume == 0 ? 0 : k->n_point;
  x->n = k->n_volume == 0 ? k->n_point : k->n_volume;
  SN_ASSERT(x->n <= VOLUME_POINTS);
  memcpy(x->weight, k->weight + x->first, sizeof(double) * (size_t)x->n);
  polynomial_of(k, x->first, x->n, &x->t);
  x->of = (sn_strain_energy){.n = SIX * x->n, .value = value};
  *out = &x->of;
  return SN_OK;
}

sn_status sn_solid_rubber_of(sn_solid_frozen *f, sn_builder *b, sn_error *error)
{
  const sn_solid *p = f->item->param;
  if (p->law == SN_SOLID_HOOKE) {
    return SN_OK;
  }
  const sn_material m = sn_solid_rubber(p);
  sn_material at_point = m;
  at_point.lame = f->is_mixed ? 0 : m.lame;
  f->rubber = sn_material_solid(b, &at_point);
  if (!f->rubber) {
    return sn_no_memory(error, "the model");
  }
  if (!f->is_mixed) {
    return SN_OK;
  }
  const sn_strain_energy **whole = sn_arena_get(sn_builder_arena(b), (size_t)f->n_kind, sizeof *whole);
  if (!whole) {
    return sn_no_memory(error, "the model");
  }
  for (int e = 0, n = 0; e < f->mesh->n_element; e++) { /* kinds are numbered as they come */
    if (f->kind[e]->number == n) {
      SN_TRY(make_whole(f->kind[e], &m, b, whole + n++, error));
    }
  }
  f->whole = whole;
  return SN_OK;
}

double sn_solid_rubber_weight(const sn_solid_frozen *f, const sn_solid_kind *k, int g)
{
  SN_ASSERT(f->rubber);
  if (!f->whole) {
    return k->weight[g];
  }
  return g < k->n_point && k->n_volume > 0 ? (1 - part) * k->weight[g] : 0;
}

void sn_solid_rubber_stress(const sn_solid_frozen *f, int e, const double *strain, double S[][SN_SOLID_STRAINS])
{
  const sn_solid_kind *k = f->kind[e];
  const energy *x = f->whole ? (const energy *)(const void *)f->whole[k->number] : NULL;
  double c[FUNCTIONS], slope[VOLUME_POINTS][SIX], at[SIX];
  SN_ASSERT(f->rubber);
  if (x) {
    (void)pressure_of(x, strain + SIX * x->first, c, slope, NULL);
  }
  for (int g = 0; g < k->n_point; g++) {
    (void)f->rubber->value(f->rubber, strain + SIX * g, S[g], NULL);
    const double p = x ? at_place(x, c, g) : 0;
    (void)(x ? sn_log_volume(strain + SIX * g, at, NULL) : 0);
    for (int i = 0; i < SIX && x; i++) {
      S[g][i] += p * at[i];
    }
  }
}
