/* parts/beam_output.c -- what a beam reports: section forces and moments, curvature, energy.
 * What:    N, V2, V3, T, M2, M3 at any length, from the equilibrium of the piece of an element before it (line_cut.c); at every
 *          node for colours.
 * Theory:  docs/theory-beams.md, (B14), (B15). M2 and M3 strain along d2 and d3: m = T d1 + M3 d2 - M2 d3.
 * Tests:   tests/parts/test_beam.c, tests/beams/test_section_forces.c
 */
#include <stddef.h>

#include "parts/beam.h"
#include "system/kernel.h"

/* (N, V2, V3, T, M2, M3) in a triad, which need not be orthonormal: d1 and d2 decide. */
static void resolve(sn_wrench w, const sn_m3 *d, double out[6])
{
  const sn_v3 a = v3_unit(d->c[0]), b = v3_unit(v3_axpy(d->c[1], -v3_dot(d->c[1], a), a)), c = v3_cross(a, b);
  out[0] = v3_dot(w.force, a);
  out[1] = v3_dot(w.force, b);
  out[2] = v3_dot(w.force, c);
  out[3] = v3_dot(w.moment, a);
  out[4] = -v3_dot(w.moment, c);
  out[5] = v3_dot(w.moment, b);
}

/* Section force at xi of an element, in its axes there. next: the element behind it, which is asked where the two meet (the mean of
   both sides); NULL: there is none. */
static void section_in(const sn_observation *o, const sn_beam_frozen *f, int e, double xi, const sn_line_cut *own,
                       const sn_line_cut *next, double out[6])
{
  const int p = f->order;
  const sn_frame *at = f->at + e * (p + 1);
  sn_wrench w = sn_line_cut_at(own, xi);
  sn_m3 axes;
  if (sn_line_same(xi, 1)) {
    w = next ? sn_wrench_mean(w, sn_line_cut_at(next, 0)) : w;
    axes = sn_axes_in(at + p, o->q);
  } else if (sn_line_same(xi, 0)) {
    axes = sn_axes_in(at, o->q);
  } else {
    double n[SN_LINE_NODES];
    sn_line_shape(p, xi, n, NULL);
    axes = (sn_m3){{v3(0, 0, 0), v3(0, 0, 0), v3(0, 0, 0)}};
    for (int i = 0; i <= p; i++) {
      for (int k = 0; k < 3; k++) {
        axes.c[k] = v3_axpy(axes.c[k], n[i], sn_axis_in(at + i, k, o->q));
      }
    }
  }
  resolve(w, &axes, out);
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
  const int p = f->order;
  int e = element_at(f, s);
  double xi = fmin(fmax((s - f->s[e * p]) / (f->s[(e + 1) * p] - f->s[e * p]), 0), 1);
  if (e > 0 && sn_line_same(xi, 0)) { /* round-off behind a node */
    e--;
    xi = 1;
  }
  sn_line_cut own, next;
  const int both = sn_line_same(xi, 1) && e + 1 < f->n_element;
  sn_beam_cut(o, f, e, &own);
  if (both) {
    sn_beam_cut(o, f, e + 1, &next);
  }
  section_in(o, f, e, xi, &own, both ? &next : NULL, out);
}

/* ---- outputs along the beam */
#define ALONG(name, index)                                                                             \
  static void name(const sn_observation *o, const void *data, const sn_station_point *at, double *out) \
  {                                                                                                    \
    double all[6];                                                                                     \
    section_at(o, data, at->s, all);                                                                   \
    out[0] = all[index];                                                                               \
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
      const sn_beam_vectors x = sn_beam_vectors_at(f, e, g, o->local);
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
/* Node k is the last one of an element, or inside of it, or the first of all. Every element is asked once for all six; out[c] NULL:
   component c is not asked for. */
static void along_nodes(const sn_observation *o, const void *data, double *const *out)
{
  const sn_beam_frozen *f = data;
  const int p = f->order;
  sn_line_cut cut[2]; /* this element, and the next */
  double all[6];
  sn_beam_cut(o, f, 0, cut);
  for (int e = 0; e < f->n_element; e++) {
    const sn_line_cut *own = cut + e % 2;
    sn_line_cut *next = e + 1 < f->n_element ? cut + (e + 1) % 2 : NULL;
    if (next) {
      sn_beam_cut(o, f, e + 1, next);
    }
    for (int i = e == 0 ? 0 : 1; i <= p; i++) {
      section_in(o, f, e, (double)i / p, own, next, all);
      for (int c = 0; c < 6; c++) {
        if (out[c]) {
          out[c][e * p + i] = all[c];
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
  const sn_beam_vectors x = sn_beam_vectors_at(f, j / f->order, j % f->order, o->local);
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
      out[e] += sn_block_energy(sn_beam_block(f, e, o->system) + k, o->local, o->internal, o->t);
    }
  }
}

const sn_field sn_beam_fields[] = {
    {"N", "N", SN_OUT_PER_NODE, "axial force", n_node, axial_along, 6, along_nodes},
    {"V2", "N", SN_OUT_PER_NODE, "shear force along d2", n_node, shear2_along, 0, NULL},
    {"V3", "N", SN_OUT_PER_NODE, "shear force along d3", n_node, shear3_along, 0, NULL},
    {"T", "N m", SN_OUT_PER_NODE, "torque", n_node, torque_along, 0, NULL},
    {"M2", "N m", SN_OUT_PER_NODE, "bending moment M2", n_node, moment2_along, 0, NULL},
    {"M3", "N m", SN_OUT_PER_NODE, "bending moment M3", n_node, moment3_along, 0, NULL},
    {"curvature", "1/m", SN_OUT_PER_NODE, "curvature of its line", n_node, curvature, 0, NULL},
    {"strain_energy", "J", SN_OUT_PER_ELEMENT, "energy stored in each element", n_element, strain_energy, 0, NULL},
    {0}};
