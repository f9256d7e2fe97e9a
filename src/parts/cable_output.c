/* parts/cable_output.c -- what a cable reports: tension along it, forces at its ends, length, energy.
 * What:    forces in sections and at the ends from the equilibrium of the piece of an element before them (line_cut.c), weight, loads
 *          and inertia of its nodes included; for colours and the largest one, the law at Gauss points.
 * Tests:   tests/parts/test_cable.c, tests/beams/test_cable_answers.c
 */
#include <stddef.h>

#include "parts/cable.h"
#include "system/kernel.h"

typedef sn_cable_frozen frozen;

/* Axial force as a vector along the line, at a Gauss point; its size with sign. */
static sn_v3 pull_at(const sn_observation *o, const frozen *f, int e, int g, double *tension)
{
  SN_ASSERT(e >= 0 && e < f->n_element && g >= 0 && g < f->order);
  const double length = f->length[e] * sn_cable_paid_out(f, o->q);
  sn_v3 slope = v3(0, 0, 0);
  for (int i = 0; i <= f->order; i++) {
    slope = v3_axpy(slope, f->slope[g][i] / length, o->local[f->node[e * f->order + i].vector[0]]);
  }
  const double stretch = v3_norm(slope);
  *tension = sn_cable_tension(f, stretch);
  return stretch > 0 ? v3_scale(*tension / stretch, slope) : v3(0, 0, 0);
}

/* What acts on an element at its nodes: its own forces, inertia, weight and load. */
static void cut(const sn_observation *o, const frozen *f, int e, sn_line_cut *out)
{
  SN_ASSERT(e >= 0 && e < f->n_element);
  const int p = f->order;
  *out = (sn_line_cut){.order = p};
  for (int i = 0; i <= p; i++) {
    const sn_frame *at = f->node + e * p + i;
    sn_v3 *spent = &out->spent[i].force;
    out->x[i] = sn_point_in(at, o->q);
    *spent = v3_scale(sn_cable_mass(f, e, i), v3_axpy(sn_point_in(at, o->a), -o->weight, f->gravity));
    if (f->share) {
      *spent = v3_sub(*spent, sn_line_share_now(f->share + e * (p + 1) + i, at, o));
    }
    out->held[i].force = *spent;
  }
  for (int g = 0; g < p; g++) {
    double tension;
    const sn_v3 pull = pull_at(o, f, e, g, &tension);
    for (int i = 0; i <= p; i++) {
      out->held[i].force = v3_axpy(out->held[i].force, sn_line_weight[p - 1][g] * f->slope[g][i], pull);
    }
  }
}

/* What the rest of the cable, towards its last end, pulls with at the unstretched length s; and its size, positive if it pulls along the
   line. */
static sn_v3 section_force(const sn_observation *o, const frozen *f, double s, double *tension)
{
  const int p = f->order;
  int e = 0;
  while (e < f->n_element - 1 && s > f->s[(e + 1) * p] * (1 + 1e-12)) {
    e++;
  }
  const double xi = fmin(fmax((s - f->s[e * p]) / f->length[e], 0), 1);
  sn_line_cut own, next;
  cut(o, f, e, &own);
  sn_wrench w = sn_line_cut_at(&own, xi);
  if (sn_line_same(xi, 1) && e + 1 < f->n_element) { /* where something pulls at the node: the mean of both sides */
    cut(o, f, e + 1, &next);
    w = sn_wrench_mean(w, sn_line_cut_at(&next, 0));
  }
  double slope[SN_LINE_NODES], along = 0;
  sn_line_shape(p, xi, NULL, slope);
  for (int i = 0; i <= p; i++) {
    along += slope[i] * v3_dot(own.x[i], w.force);
  }
  *tension = copysign(v3_norm(w.force), along);
  return w.force;
}

/* ---- outputs along the cable */
static void force_along(const sn_observation *o, const void *data, const sn_station_point *at, double *out)
{
  double tension;
  v3_put(section_force(o, data, at->s, &tension), out);
}
static void tension_along(const sn_observation *o, const void *data, const sn_station_point *at, double *out)
{
  (void)section_force(o, data, at->s, out);
}

const sn_along sn_cable_along[] = {
    {"tension", "N", 1, "axial force at an unstretched length (of a winch: at t = 0) or a node", tension_along, 0},
    {"force", "N", 3, "the same as a vector, ground axes: what the part towards the last end pulls with", force_along,
     0},
    {0}};

/* ---- outputs of the whole */
static double gauss(const sn_observation *o, const frozen *f, int point)
{
  double tension;
  (void)pull_at(o, f, point / f->order, point % f->order, &tension);
  return tension;
}
static void tension_first(const sn_observation *o, const void *data, double *out)
{
  (void)section_force(o, data, 0, out);
}
static void tension_last(const sn_observation *o, const void *data, double *out)
{
  const frozen *f = data;
  (void)section_force(o, f, f->s[f->n_node - 1], out);
}
/* mean of the two Gauss points next to the middle; the middle one if their number is odd */
static void tension_middle(const sn_observation *o, const void *data, double *out)
{
  const frozen *f = data;
  const int n = f->n_element * f->order;
  out[0] = (gauss(o, f, (n - 1) / 2) + gauss(o, f, n / 2)) / 2;
}
/* At a Gauss point or an end. */
static void tension_largest(const sn_observation *o, const void *data, double *out)
{
  const frozen *f = data;
  double first, last;
  tension_first(o, f, &first);
  tension_last(o, f, &last);
  out[0] = fmax(first, last);
  for (int k = 0; k < f->n_element * f->order; k++) {
    out[0] = fmax(out[0], gauss(o, f, k));
  }
}
static void force_first(const sn_observation *o, const void *data, double *out)
{
  double tension;
  v3_put(section_force(o, data, 0, &tension), out);
}
static void force_last(const sn_observation *o, const void *data, double *out)
{
  const frozen *f = data;
  double tension;
  v3_put(v3_scale(-1, section_force(o, f, f->s[f->n_node - 1], &tension)), out);
}
/* Length of the line through the nodes. */
static void length_now(const sn_observation *o, const void *data, double *out)
{
  const frozen *f = data;
  out[0] = 0;
  for (int k = 1; k < f->n_node; k++) {
    out[0] += v3_norm(v3_sub(o->local[f->node[k].vector[0]], o->local[f->node[k - 1].vector[0]]));
  }
}
static void unstretched(const sn_observation *o, const void *data, double *out)
{
  const frozen *f = data;
  out[0] = f->s[f->n_node - 1] * sn_cable_paid_out(f, o->q);
}

const sn_output sn_cable_outputs[] = {
    {"tension_first", "N", 1, "axial force at the first end", tension_first, SN_OUT_AT_REST | SN_OUT_REACTION},
    {"tension_middle", "N", 1, "axial force in the middle", tension_middle, SN_OUT_REACTION},
    {"tension_last", "N", 1, "axial force at the last end", tension_last, SN_OUT_AT_REST | SN_OUT_REACTION},
    {"tension_largest", "N", 1, "largest axial force, at Gauss points and ends", tension_largest, SN_OUT_REACTION},
    {"force_first", "N", 3, "what it pulls with at its first end, ground axes", force_first, SN_OUT_REACTION},
    {"force_last", "N", 3, "what it pulls with at its last end, ground axes", force_last, SN_OUT_REACTION},
    {"length", "m", 1, "length of the line through its nodes", length_now, SN_SHOWN},
    {"unstretched", "m", 1, "its unstretched length, which a winch changes", unstretched, 0},
    {0}};

/* ---- fields, element by element */
static int n_element(const void *data)
{
  return ((const frozen *)data)->n_element;
}
static void mean_tension(const sn_observation *o, const void *data, double *out)
{
  const frozen *f = data;
  for (int e = 0; e < f->n_element; e++) {
    out[e] = 0;
    for (int g = 0; g < f->order; g++) {
      out[e] += sn_line_weight[f->order - 1][g] * gauss(o, f, e * f->order + g);
    }
  }
}
static void strain_energy(const sn_observation *o, const void *data, double *out)
{
  const frozen *f = data;
  for (int e = 0; e < f->n_element; e++) {
    out[e] = 0;
    for (int k = 0; k < f->blocks; k++) {
      out[e] += sn_block_energy(o->system->block + f->first_block + e * f->blocks + k, o->local, o->internal, o->t);
    }
  }
}

const sn_field sn_cable_fields[] = {
    {"tension", "N", SN_OUT_PER_ELEMENT, "axial force, mean of each element", n_element, mean_tension, 0, NULL},
    {"strain_energy", "J", SN_OUT_PER_ELEMENT, "energy stored in each element", n_element, strain_energy, 0, NULL},
    {0}};
