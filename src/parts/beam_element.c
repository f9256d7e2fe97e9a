/* parts/beam_element.c -- the forms of a beam element, both measures, and what follows from them at a Gauss point.
 * What:    one elastic block per element with all its Gauss points, six forms each: N, V2, V3, M2, M3, T; a damper with
 *          the same forms.
 * Theory:  docs/theory-beams.md, (B3) Reissner, (B7) small strain with offsets in the interpolation and, on curved
 *          references, the constant transformation (B9). Interpolated directors are not normalised; the stretch (B3) is
 *          written so that a director that is too short between the nodes leaves the length of the line alone.
 * Tests:   tests/parts/test_beam.c
 */
#include "parts/beam.h"

#include <stddef.h>
#include <string.h>

#include "system/guard.h"
#include "system/kernel.h"

/* Interpolated vectors of an element: coefficients on the frames of its nodes. */
typedef struct {
  int n; /* nodes */
  const sn_frame *at;
  const double *value;         /* N_a */
  double slope[SN_LINE_NODES]; /* and N_a'/|dX/dxi| */
} shape;

static shape shape_at(const sn_beam_frozen *f, int e, int g)
{
  SN_ASSERT(e >= 0 && e < f->n_element && g >= 0 && g < f->order);
  const int p = f->order;
  shape h = {.n = p + 1, .at = f->at + e * (p + 1), .value = f->value[g]};
  for (int a = 0; a <= p; a++) {
    h.slope[a] = f->slope[g][a] / f->speed[e * p + g];
  }
  return h;
}

sn_beam_vectors sn_beam_vectors_at(const sn_beam_frozen *f, int e, int g, const sn_v3 *q)
{
  SN_ASSERT(e >= 0 && e < f->n_element && g >= 0 && g < f->order);
  const shape h = shape_at(f, e, g);
  sn_beam_vectors x = {.slope = v3(0, 0, 0)};
  for (int a = 0; a < h.n; a++) {
    x.slope = v3_axpy(x.slope, h.slope[a], sn_point_in(h.at + a, q));
    for (int k = 0; k < 3; k++) {
      const sn_v3 d = sn_axis_in(h.at + a, k, q);
      x.d[k] = v3_axpy(x.d[k], h.value[a], d);
      x.rate[k] = v3_axpy(x.rate[k], h.slope[a], d);
    }
  }
  return x;
}

double sn_beam_speed(const sn_frame *at, int order, double xi, const sn_builder *b)
{
  SN_ASSERT(order >= 1 && order <= SN_LINE_ORDER && xi >= 0 && xi <= 1);
  double slope[SN_LINE_NODES];
  sn_v3 x = v3(0, 0, 0);
  sn_line_shape(order, xi, NULL, slope);
  for (int a = 0; a <= order; a++) {
    x = v3_axpy(x, slope[a], sn_frame_point(b, at + a));
  }
  return v3_norm(x);
}

double sn_beam_length_at(const sn_beam_frozen *f, int e, double xi)
{
  SN_ASSERT(e >= 0 && e < f->n_element);
  return (1 - xi) * f->s[e * f->order] + xi * f->s[(e + 1) * f->order];
}

/* ---- points of the current block. part -1: position, 0..2: director; o: offset along d2 and d3 (NULL: none) */
static int add_point(sn_builder *b, const shape *h, const double *w, int part, const double *o)
{
  int vector[SN_MAX_BLOCK_VECTORS * SN_LINE_NODES];
  double weight[SN_MAX_BLOCK_VECTORS * SN_LINE_NODES];
  int n = 0;
  for (int a = 0; a < h->n; a++) {
    const sn_frame *f = h->at + a;
    const double *d2 = sn_axis_row(f, 1), *d3 = sn_axis_row(f, 2);
    for (int k = 0; k < f->n; k++, n++) {
      vector[n] = f->vector[k];
      weight[n] =
          w[a] * (part >= 0 ? sn_axis_row(f, part)[k] : sn_point_row(f)[k] + (o ? o[0] * d2[k] + o[1] * d3[k] : 0));
    }
  }
  return sn_interpolate(b, n, vector, weight);
}

/* c (p.q - r.s) */
static void half_difference(sn_builder *b, int p, int q, int r, int s)
{
  sn_form_begin(b, 0);
  sn_form_term(b, 0.5, p, q);
  sn_form_term(b, -0.5, r, s);
}

/* guard: the points that say whether the line has folded here (system/guard.h) */
static void add_forms(const sn_beam_frozen *f, const sn_beam_section *at, const shape *h,
                      int guard[SN_GUARD_LINE_POINTS], sn_builder *b)
{
  int d[3], rate[3], line;
  for (int k = 0; k < 3; k++) {
    d[k] = add_point(b, h, h->value, k, NULL);
    rate[k] = add_point(b, h, h->slope, k, NULL);
  }
  if (f->measure == SN_BEAM_REISSNER) {
    const int slope = line = add_point(b, h, h->slope, -1, NULL);
    sn_form_begin(
        b, 0); /* x'.d1 - d1.d1/2: for d1 of length c it is least strained at |x'| = (c + 1/c)/2 and not at 1/c */
    sn_form_term(b, 1, slope, d[0]);
    sn_form_term(b, -0.5, d[0], d[0]);
    sn_form(b, 1, slope, d[1], 0);
    sn_form(b, 1, slope, d[2], 0);
    half_difference(b, rate[1], d[0], rate[0], d[1]);
    half_difference(b, rate[2], d[0], rate[0], d[2]);
  } else {
    const int c = add_point(b, h, h->slope, -1, at->centroid), s = add_point(b, h, h->slope, -1, at->shear_center);
    line = c;
    sn_form(b, 0.5, c, c, 0);
    sn_form(b, 1, s, d[1], 0);
    sn_form(b, 1, s, d[2], 0);
    sn_form(b, 1, c, rate[1], 0);
    sn_form(b, 1, c, rate[2], 0);
  }
  half_difference(b, rate[1], d[2], rate[2], d[1]);
  const int looked_at[SN_GUARD_LINE_POINTS] = {line, d[0], d[1], rate[0], rate[1], rate[2]};
  memcpy(guard, looked_at, sizeof looked_at);
}

/* K := T^T K T with T = 1 + N, N given by its few entries */
static void transform(double K[6][6], double T[6][6])
{
  double KT[6][6] = {{0}}, out[6][6] = {{0}};
  for (int i = 0; i < 6; i++) {
    for (int j = 0; j < 6; j++) {
      for (int k = 0; k < 6; k++) {
        KT[i][j] += K[i][k] * T[k][j];
      }
    }
  }
  for (int i = 0; i < 6; i++) {
    for (int j = 0; j < 6; j++) {
      for (int k = 0; k < 6; k++) {
        out[i][j] += T[k][i] * KT[k][j];
      }
    }
  }
  for (int i = 0; i < 6; i++) {
    for (int j = 0; j < 6; j++) {
      K[i][j] = (out[i][j] + out[j][i]) / 2;
    }
  }
}

/* Small strain: from the line to centroid and shear centre, which are in the forms; then the curvatures of the reference,
   K2 - K2r G1 - K1r G3 and K3 - K3r G1 + K1r G2 (reference: values of the forms before they are zeroed). */
static void small_strain_matrix(const sn_beam_section *f, const double reference[6], double K[6][6])
{
  double T[6][6] = {{0}};
  for (int i = 0; i < 6; i++) {
    T[i][i] = 1;
  }
  T[0][3] = -f->centroid[0];
  T[0][4] = -f->centroid[1];
  T[1][5] = f->shear_center[1];
  T[2][5] = -f->shear_center[0];
  transform(K, T);
  T[0][3] = T[0][4] = T[1][5] = T[2][5] = 0;
  T[3][0] = -reference[3];
  T[3][2] = -reference[5];
  T[4][0] = -reference[4];
  T[4][1] = reference[5];
  transform(K, T);
}

/* Stiffness (or damping) of the current block: `scale` times the sections' K over the length of each Gauss point. */
static void add_matrix(const sn_beam_frozen *f, int e, double K[SN_LINE_ORDER][6][6], double scale, sn_builder *b)
{
  SN_ASSERT(e >= 0 && e < f->n_element);
  const int p = f->order;
  for (int g = 0; g < p; g++) {
    const double weight = scale * sn_line_weight[p - 1][g] * f->speed[e * p + g];
    for (int i = 0; i < 6; i++) {
      for (int j = i; j < 6; j++) {
        if (K[g][i][j] != 0) {
          sn_block_matrix(b, 6 * g + i, 6 * g + j, weight * K[g][i][j]);
        }
      }
    }
  }
}

/* Forms of one Gauss point, 0 as drawn; what they were before. */
static void add_strains(const sn_beam_frozen *f, int e, int g, sn_builder *b, int first, double reference[6],
                        int guard[SN_GUARD_LINE_POINTS])
{
  const shape h = shape_at(f, e, g);
  add_forms(f, sn_beam_section_of(f, e, g), &h, guard, b);
  for (int i = 0; i < 6; i++) {
    reference[i] = sn_form_now(b, first + i);
    sn_form_zero(b, first + i);
  }
}

static void add_element(const sn_beam_frozen *f, int e, sn_builder *b)
{
  SN_ASSERT(e >= 0 && e < f->n_element && f->section && f->speed);
  double K[SN_LINE_ORDER][6][6], length = 0;
  int guard[SN_LINE_ORDER][SN_GUARD_LINE_POINTS];
  const int block = sn_block_begin(b, &sn_law_elastic, "section");
  for (int g = 0; g < f->order; g++) {
    const sn_beam_section *at = sn_beam_section_of(f, e, g);
    double reference[6];
    add_strains(f, e, g, b, 6 * g, reference, guard[g]);
    length += sn_line_weight[f->order - 1][g] * f->speed[e * f->order + g];
    memcpy(K[g], at->K, sizeof at->K);
    if (f->measure == SN_BEAM_SMALL_STRAIN) {
      small_strain_matrix(at, reference, K[g]);
    }
  }
  add_matrix(f, e, K, 1, b);
  sn_guard_line(b, (sn_element_name){e + 1, 0}, length, f->order, guard[0]);
  if (f->damping > 0) {
    sn_block_like(b, &sn_law_viscous, "section damping", block);
    add_matrix(f, e, K, f->damping, b);
  }
}

/* What a potential has beyond the linear law, which alone is damped numerically (any positive stiffness may be: theory). */
static sn_status add_beyond(const sn_beam_frozen *f, int e, sn_builder *b, sn_error *error)
{
  for (int g = 0; g < f->order; g++) {
    const double s = sn_beam_length_at(f, e, sn_line_gauss[f->order - 1][g]);
    const double weight = sn_line_weight[f->order - 1][g] * f->speed[e * f->order + g];
    const sn_expr *law;
    double reference[6];
    int unused[SN_GUARD_LINE_POINTS];
    SN_TRY(sn_beam_beyond(f, sn_beam_section_of(f, e, g), s, weight, sn_builder_arena(b), &law, error));
    sn_block_begin(b, &sn_law_potential, "section");
    add_strains(f, e, g, b, 0, reference, unused);
    sn_coordinate_function(b, 0, law);
    sn_composite_potential(b, sn_potential_itself(b));
  }
  return SN_OK;
}

sn_status sn_beam_elements(const sn_item *item, sn_beam_frozen *f, sn_builder *b, sn_error *error)
{
  f->block = sn_builder_blocks(b);
  for (int e = 0; e < f->n_element; e++) {
    add_element(f, e, b);
    if (f->potential) {
      sn_item_alpha(b, 0);
      SN_TRY(add_beyond(f, e, b, error));
      sn_item_alpha(b, item->alpha);
    }
  }
  f->blocks = (sn_builder_blocks(b) - f->block) / f->n_element;
  return SN_OK;
}

const sn_block *sn_beam_block(const sn_beam_frozen *f, int e, const sn_system *s)
{
  SN_ASSERT(e >= 0 && e < f->n_element && f->block + (e + 1) * f->blocks <= s->n_block);
  return s->block + f->block + e * f->blocks;
}

static sn_v3 combine(double a, sn_v3 x, double b, sn_v3 y)
{
  return v3_axpy(v3_scale(a, x), b, y);
}

static sn_beam_vectors reissner_gradient(const double s[6], const sn_beam_vectors *x)
{
  sn_beam_vectors g;
  g.slope = v3_axpy(combine(s[0], x->d[0], s[1], x->d[1]), s[2], x->d[2]);
  g.d[0] = v3_axpy(combine(s[3] / 2, x->rate[1], s[4] / 2, x->rate[2]), s[0], v3_sub(x->slope, x->d[0]));
  g.d[1] = v3_axpy(combine(-s[3] / 2, x->rate[0], -s[5] / 2, x->rate[2]), s[1], x->slope);
  g.d[2] = v3_axpy(combine(-s[4] / 2, x->rate[0], s[5] / 2, x->rate[1]), s[2], x->slope);
  g.rate[0] = combine(-s[3] / 2, x->d[1], -s[4] / 2, x->d[2]);
  g.rate[1] = combine(s[3] / 2, x->d[0], s[5] / 2, x->d[2]);
  g.rate[2] = combine(s[4] / 2, x->d[0], -s[5] / 2, x->d[1]);
  return g;
}

static sn_beam_vectors small_strain_gradient(const sn_beam_section *f, const double s[6], const sn_beam_vectors *x)
{
  const double *oc = f->centroid, *os = f->shear_center;
  const sn_v3 c = v3_add(x->slope, combine(oc[0], x->rate[1], oc[1], x->rate[2]));
  const sn_v3 t = v3_add(x->slope, combine(os[0], x->rate[1], os[1], x->rate[2]));
  const sn_v3 on_c = v3_axpy(combine(s[3], x->rate[1], s[4], x->rate[2]), s[0], c);
  const sn_v3 on_t = combine(s[1], x->d[1], s[2], x->d[2]);
  sn_beam_vectors g;
  g.slope = v3_add(on_c, on_t);
  g.d[0] = g.rate[0] = v3(0, 0, 0);
  g.d[1] = combine(s[1], t, -s[5] / 2, x->rate[2]);
  g.d[2] = combine(s[2], t, s[5] / 2, x->rate[1]);
  g.rate[1] = v3_add(combine(s[3], c, s[5] / 2, x->d[2]), combine(oc[0], on_c, os[0], on_t));
  g.rate[2] = v3_add(combine(s[4], c, -s[5] / 2, x->d[1]), combine(oc[1], on_c, os[1], on_t));
  return g;
}

sn_beam_vectors sn_beam_gradient(const sn_beam_frozen *f, const sn_beam_section *section, const double s[6],
                                 const sn_beam_vectors *x)
{
  return f->measure == SN_BEAM_REISSNER ? reissner_gradient(s, x) : small_strain_gradient(section, s, x);
}
