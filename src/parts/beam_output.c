/* parts/beam_output.c -- what a beam tells: section forces and moments, curvature, energy.
 * What:    N, V2, V3, T, M2, M3 at any length: end forces at the ends of elements, stresses at Gauss points, straight lines
 *          between; at every node for colours.
 * Theory:  docs/theory-beams.md, (B13), (B14): n = dV/dx', m = sum d_k x dV/dd_k' at a Gauss point, resolved in its normalised
 *          triad; at an end of an element F = sum N_a' n and the moment of the nodal forces, which are in equilibrium with
 *          the loads to round-off. M2 and M3 strain along d2 and d3: m = T d1 + M3 d2 - M2 d3.
 * Tests:   tests/parts/test_beam.c
 */
#include <stddef.h>

#include "parts/beam.h"
#include "system/kernel.h"

/* Stresses of the six forms at Gauss point g, damping included, times the length of the point. */
static void stresses(const sn_observation *o, const sn_beam_frozen *f, int e, double s[SN_LINE_ORDER][6])
{
  const sn_block *b = sn_beam_block(f, e, o->system);
  const int n = 6 * f->order;
  double strain[6 * SN_LINE_ORDER];
  sn_forms(b, o->q, strain);
  if (f->damping > 0) { /* stress = K (e + tau e') */
    sn_v3 B[6 * SN_LINE_ORDER * 4 * SN_LINE_NODES];
    sn_form_rates(b, o->q, B);
    for (int k = 0; k < n; k++) {
      for (int a = 0; a < b->n_vec; a++) {
        strain[k] += f->damping * v3_dot(B[k * b->n_vec + a], o->v[b->vector[a]]);
      }
    }
  }
  for (int k = 0; k < n; k++) {
    s[k / 6][k % 6] = 0;
    for (int l = k / 6 * 6; l < k / 6 * 6 + 6; l++) {
      s[k / 6][k % 6] += b->matrix[k * n + l] * strain[l];
    }
  }
  for (int g = 0; f->potential && g < f->order;
       g++) { /* beyond the linear law: a function of the strains without rates */
    const sn_block *beyond = b + 1 + (f->damping > 0) + g;
    double e6[6], gradient[6];
    sn_forms(beyond, o->q, e6);
    (void)sn_composite(beyond, o->own, e6, gradient, NULL);
    for (int k = 0; k < 6; k++) {
      s[g][k] += gradient[k];
    }
  }
}

typedef struct {
  sn_v3 force, moment; /* ground axes, on the face that looks towards the last end */
} wrench;

/* (N, V2, V3, T, M2, M3) in a triad, which need not be orthonormal: d1 and d2 decide. */
static void resolve(wrench w, const sn_v3 d[3], double out[6])
{
  const sn_v3 a = v3_unit(d[0]), b = v3_unit(v3_axpy(d[1], -v3_dot(d[1], a), a)), c = v3_cross(a, b);
  out[0] = v3_dot(w.force, a);
  out[1] = v3_dot(w.force, b);
  out[2] = v3_dot(w.force, c);
  out[3] = v3_dot(w.moment, a);
  out[4] = -v3_dot(w.moment, c);
  out[5] = v3_dot(w.moment, b);
}

/* Of one element: components at its Gauss points, and what acts on its two ends, from its own nodal forces. */
typedef struct {
  double point[SN_LINE_ORDER][6];
  wrench end[2];
} element_forces;

static void find_forces(const sn_observation *o, const sn_beam_frozen *f, int e, element_forces *out)
{
  const int p = f->order, at_end[2] = {0, p};
  sn_m3 axes[2];
  double s[SN_LINE_ORDER][6];
  stresses(o, f, e, s);
  for (int end = 0; end < 2; end++) {
    axes[end] = sn_axes_in(f->at + e * (p + 1) + at_end[end], o->q);
    out->end[end] = (wrench){v3(0, 0, 0), v3(0, 0, 0)};
  }
  for (int g = 0; g < p; g++) {
    const sn_beam_vectors x = sn_beam_vectors_at(f, e, g, o->q),
                          d = sn_beam_gradient(f, sn_beam_section_of(f, e, g), s[g], &x);
    const double ds = sn_line_weight[p - 1][g] * f->speed[e * p + g];
    wrench here = {v3_scale(1 / ds, d.slope), v3(0, 0, 0)};
    for (int k = 0; k < 3; k++) {
      here.moment = v3_axpy(here.moment, 1 / ds, v3_cross(x.d[k], d.rate[k]));
    }
    resolve(here, x.d, out->point[g]);
    for (int end = 0; end < 2; end++) {
      const int a = at_end[end];
      const double P = f->slope[g][a] / f->speed[e * p + g];
      wrench *w = out->end + end;
      w->force = v3_axpy(w->force, P, d.slope);
      for (int k = 0; k < 3; k++) {
        const sn_v3 on = v3_axpy(v3_scale(f->value[g][a], d.d[k]), P, d.rate[k]);
        w->moment = v3_add(w->moment, v3_cross(axes[end].c[k], on));
      }
    }
  }
}

/* An element and those that meet its ends; NULL: there is none. */
typedef struct {
  const element_forces *own, *other[2];
} neighbours;

/* Section force at the begin (end 0) or end (1) of an element: the mean with its neighbour there, in the axes of e. */
static void at_end(const sn_observation *o, const sn_beam_frozen *f, int e, int end, const neighbours *x, double out[6])
{
  wrench w = x->own->end[end];
  const double sign = end ? 1 : -1;
  if (x->other[end]) {
    const wrench n = x->other[end]->end[!end];
    w = (wrench){v3_scale(0.5, v3_sub(w.force, n.force)), v3_scale(0.5, v3_sub(w.moment, n.moment))};
  }
  w = (wrench){v3_scale(sign, w.force), v3_scale(sign, w.moment)};
  const sn_m3 d = sn_axes_in(f->at + e * (f->order + 1) + (end ? f->order : 0), o->q);
  resolve(w, d.c, out);
}

/* Where a length lies in element e: between points g - 1 and g (-1 and order are the ends), and how far (0..1). */
typedef struct {
  int g;
  double w;
} between;

static between find_between(const sn_beam_frozen *f, int e, double s)
{
  const int p = f->order;
  const double xi = fmin(fmax((s - f->s[e * p]) / (f->s[(e + 1) * p] - f->s[e * p]), 0), 1);
  int g = 0;
  while (g < p && xi > sn_line_gauss[p - 1][g]) {
    g++;
  }
  const double before = g > 0 ? sn_line_gauss[p - 1][g - 1] : 0, after = g < p ? sn_line_gauss[p - 1][g] : 1;
  return (between){g, (xi - before) / (after - before)};
}

static void inside(const sn_observation *o, const sn_beam_frozen *f, int e, between at, const neighbours *x,
                   double out[6])
{
  double a[6], b[6];
  const double *before = a, *after = b;
  if (at.g > 0) {
    before = x->own->point[at.g - 1];
  } else {
    at_end(o, f, e, 0, x, a);
  }
  if (at.g < f->order) {
    after = x->own->point[at.g];
  } else {
    at_end(o, f, e, 1, x, b);
  }
  for (int k = 0; k < 6; k++) {
    out[k] = at.w == 0 ? before[k] : at.w == 1 ? after[k] : (1 - at.w) * before[k] + at.w * after[k];
  }
}

/* The first element that ends at length s or behind it. */
static int element_at(const sn_beam_frozen *f, double s)
{
  int low = 0, high = f->n_element - 1;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (s > f->s[(middle + 1) * f->order]) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

static void section_at(const sn_observation *o, const sn_beam_frozen *f, double s, double out[6])
{
  const int e = element_at(f, s);
  const between at = find_between(f, e, s);
  element_forces own, other;
  neighbours x = {.own = &own};
  const int end = at.g > 0, next = end ? e + 1 : e - 1; /* the one that is asked for: order 1 has but one point */
  find_forces(o, f, e, &own);
  if ((at.g == 0 || at.g == f->order) && next >= 0 && next < f->n_element) {
    find_forces(o, f, next, &other);
    x.other[end] = &other;
  }
  inside(o, f, e, at, &x, out);
}

/* ---- outputs along the beam */
#define ALONG(name, index)                                                                      \
  static void name(const sn_observation *o, const void *data, const sn_inside *at, double *out) \
  {                                                                                             \
    double all[6];                                                                              \
    section_at(o, data, at->s, all);                                                            \
    out[0] = all[index];                                                                        \
  }
ALONG(axial, 0)
ALONG(shear2, 1)
ALONG(shear3, 2)
ALONG(torque, 3)
ALONG(moment2, 4)
ALONG(moment3, 5)

const sn_along sn_beam_along[] = {{"N", "N", 1, "axial force, tension positive", axial, 0},
                                  {"V2", "N", 1, "shear force along d2", shear2, 0},
                                  {"V3", "N", 1, "shear force along d3", shear3, 0},
                                  {"T", "N m", 1, "torque about d1", torque, 0},
                                  {"M2", "N m", 1, "bending moment that stretches the side of d2", moment2, 0},
                                  {"M3", "N m", 1, "bending moment that stretches the side of d3", moment3, 0},
                                  {0}};

/* ---- outputs of the whole */
static void three(const sn_observation *o, const sn_beam_frozen *f, double s, int first, double *out)
{
  double all[6];
  section_at(o, f, s, all);
  for (int k = 0; k < 3; k++) {
    out[k] = all[first + k];
  }
}
#define THREE(name, place, first)                                          \
  static void name(const sn_observation *o, const void *data, double *out) \
  {                                                                        \
    const sn_beam_frozen *f = data;                                        \
    three(o, f, place * f->length, first, out);                            \
  }
THREE(force_first, 0, 0)
THREE(force_middle, 0.5, 0)
THREE(force_last, 1, 0)
THREE(moment_first, 0, 3)
THREE(moment_middle, 0.5, 3)
THREE(moment_last, 1, 3)

static void length_now(const sn_observation *o, const void *data, double *out)
{
  const sn_beam_frozen *f = data;
  out[0] = 0;
  for (int e = 0; e < f->n_element; e++) {
    for (int g = 0; g < f->order; g++) {
      const sn_beam_vectors x = sn_beam_vectors_at(f, e, g, o->q);
      out[0] += sn_line_weight[f->order - 1][g] * f->speed[e * f->order + g] * v3_norm(x.slope);
    }
  }
}

double sn_beam_turn(sn_m3 first, sn_m3 last)
{
  double trace = 0;
  sn_v3 axis = v3(0, 0, 0); /* 2 sin(angle) long */
  for (int k = 0; k < 3; k++) {
    trace += v3_dot(first.c[k], last.c[k]);
    axis = v3_add(axis, v3_cross(first.c[k], last.c[k]));
  }
  return atan2(v3_norm(axis), trace - 1);
}
static void largest_turn(const sn_observation *o, const void *data, double *out)
{
  const sn_beam_frozen *f = data;
  out[0] = 0;
  for (int e = 0; e < f->n_element; e++) {
    double turn = 0;
    for (int i = 0; i < f->order; i++) {
      const sn_frame *at = f->at + e * (f->order + 1) + i;
      turn += sn_beam_turn(sn_axes_in(at, o->q), sn_axes_in(at + 1, o->q));
    }
    out[0] = fmax(out[0], turn);
  }
}

const sn_output sn_beam_outputs[] = {
    {"force_first", "N", 3, "section force N, V2, V3 at the first end", force_first, SN_OUT_REACTION},
    {"force_middle", "N", 3, "section force N, V2, V3 at half the length", force_middle, SN_OUT_REACTION},
    {"force_last", "N", 3, "section force N, V2, V3 at the last end", force_last, SN_OUT_REACTION},
    {"moment_first", "N m", 3, "section moment T, M2, M3 at the first end", moment_first, SN_OUT_REACTION},
    {"moment_middle", "N m", 3, "section moment T, M2, M3 at half the length", moment_middle, SN_OUT_REACTION},
    {"moment_last", "N m", 3, "section moment T, M2, M3 at the last end", moment_last, SN_OUT_REACTION},
    {"length", "m", 1, "length of its line", length_now, SN_SHOWN},
    {"largest_turn", "rad", 1, "largest angle by which an element is bent and twisted; above 0.5 refine the mesh",
     largest_turn, 0},
    {0}};

const sn_component_names sn_beam_components[] = {{"force_first", "N|V2|V3"},
                                                 {"force_middle", "N|V2|V3"},
                                                 {"force_last", "N|V2|V3"},
                                                 {"moment_first", "T|M2|M3"},
                                                 {"moment_middle", "T|M2|M3"},
                                                 {"moment_last", "T|M2|M3"},
                                                 {0}};

/* ---- fields, for colours: at every node, so that they go smoothly from end to end */
static int n_element(const void *data)
{
  return ((const sn_beam_frozen *)data)->n_element;
}
static int n_node(const void *data)
{
  return ((const sn_beam_frozen *)data)->n_node;
}
/* Node k is the last one of an element, or inside of it, or the first of all. Where elements meet from the nodal forces, so
   that clamps show what they carry. Every element is asked once for all six; out[c] NULL: component c is not asked for. */
static void along_nodes(const sn_observation *o, const void *data, double *const *out)
{
  const sn_beam_frozen *f = data;
  const int p = f->order;
  element_forces ring[3]; /* the element before, this one, the next */
  double all[6];
  find_forces(o, f, 0, ring);
  for (int e = 0; e < f->n_element; e++) {
    const int last = e == f->n_element - 1;
    const neighbours x = {ring + e % 3, {e > 0 ? ring + (e + 2) % 3 : NULL, last ? NULL : ring + (e + 1) % 3}};
    if (!last) {
      find_forces(o, f, e + 1, ring + (e + 1) % 3);
    }
    for (int i = e == 0 ? 0 : 1; i <= p; i++) {
      const int k = e * p + i;
      if (i == 0 || i == p) {
        at_end(o, f, e, i > 0, &x, all);
      } else {
        inside(o, f, e, find_between(f, e, f->s[k]), &x, all);
      }
      for (int c = 0; c < 6; c++) {
        if (out[c]) {
          out[c][k] = all[c];
        }
      }
    }
  }
}
#define AT_NODES(name, index)                                              \
  static void name(const sn_observation *o, const void *data, double *out) \
  {                                                                        \
    double *one[6] = {NULL};                                               \
    one[index] = out;                                                      \
    along_nodes(o, data, one);                                             \
  }
AT_NODES(axial_along, 0)
AT_NODES(shear2_along, 1)
AT_NODES(shear3_along, 2)
AT_NODES(torque_along, 3)
AT_NODES(moment2_along, 4)
AT_NODES(moment3_along, 5)

/* Gauss point j of the whole beam: its length along it, and the curvature there. */
static double length_of_point(const sn_beam_frozen *f, int j)
{
  const int p = f->order, e = j / p;
  return f->s[e * p] + sn_line_gauss[p - 1][j % p] * (f->s[(e + 1) * p] - f->s[e * p]);
}
static double curvature_at(const sn_observation *o, const sn_beam_frozen *f, int j)
{
  const sn_beam_vectors x = sn_beam_vectors_at(f, j / f->order, j % f->order, o->q);
  const double k2 = (v3_dot(x.rate[1], x.d[0]) - v3_dot(x.rate[0], x.d[1])) / 2;
  const double k3 = (v3_dot(x.rate[2], x.d[0]) - v3_dot(x.rate[0], x.d[2])) / 2;
  return sqrt(k2 * k2 + k3 * k3);
}
/* Straight lines between Gauss points, continued to the ends. */
static void curvature(const sn_observation *o, const void *data, double *out)
{
  const sn_beam_frozen *f = data;
  const int n = f->n_element * f->order;
  for (int k = 0, j = 0; k < f->n_node; k++) {
    while (j < n - 2 && length_of_point(f, j + 1) < f->s[k]) {
      j++;
    }
    out[k] = curvature_at(o, f, j);
    if (n > 1) {
      const double a = length_of_point(f, j), b = length_of_point(f, j + 1);
      out[k] = fmax(0, out[k] + (f->s[k] - a) / (b - a) * (curvature_at(o, f, j + 1) - out[k]));
    }
  }
}
static void strain_energy(const sn_observation *o, const void *data, double *out)
{
  const sn_beam_frozen *f = data;
  for (int e = 0; e < f->n_element; e++) {
    out[e] = 0;
    for (int k = 0; k < f->blocks; k++) { /* a damper has none */
      out[e] += sn_block_energy(sn_beam_block(f, e, o->system) + k, o->q, o->own, o->t);
    }
  }
}

const sn_field sn_beam_fields[] = {
    {"N", "N", "nodes", "axial force", n_node, axial_along, 6, along_nodes},
    {"V2", "N", "nodes", "shear force along d2", n_node, shear2_along, 0, NULL},
    {"V3", "N", "nodes", "shear force along d3", n_node, shear3_along, 0, NULL},
    {"T", "N m", "nodes", "torque", n_node, torque_along, 0, NULL},
    {"M2", "N m", "nodes", "bending moment M2", n_node, moment2_along, 0, NULL},
    {"M3", "N m", "nodes", "bending moment M3", n_node, moment3_along, 0, NULL},
    {"curvature", "1/m", "nodes", "curvature of its line", n_node, curvature, 0, NULL},
    {"strain_energy", "J", "elements", "energy stored in each element", n_element, strain_energy, 0, NULL},
    {0}};
