/* parts/beam_force.c -- what acts on one element of a beam at its nodes.
 * What:    internal forces, inertia, weight and loads of the element alone, as force and moment at each of its nodes. The rest
 *          of the model holds it there: a clamp, a joint, its neighbour, a load at the node.
 * Theory:  docs/theory-beams.md, (B14). Forces on the directors of a node act by their moment alone: what stretches them is
 *          carried by their own constraint.
 * Tests:   tests/parts/test_beam.c, tests/beams/test_section_forces.c
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
  sn_forms(b, o->local, strain);
  if (f->damping > 0) { /* stress = K (e + tau e') */
    sn_v3 B[6 * SN_LINE_ORDER * 4 * SN_LINE_NODES];
    sn_form_rates(b, o->local, B);
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
    sn_forms(beyond, o->local, e6);
    (void)sn_composite(beyond, o->internal, e6, gradient, NULL);
    for (int k = 0; k < 6; k++) {
      s[g][k] += gradient[k];
    }
  }
}

/* Forces on the point and the directors of a frame, as force and moment there. */
static void add_forces(const sn_m3 *axes, sn_v3 on_x, const sn_v3 on_d[3], sn_wrench *out)
{
  out->force = v3_add(out->force, on_x);
  for (int k = 0; k < 3; k++) {
    out->moment = v3_add(out->moment, v3_cross(axes->c[k], on_d[k]));
  }
}

static void add_internal(const sn_observation *o, const sn_beam_frozen *f, int e, const sn_m3 *axes, sn_wrench *out)
{
  const int p = f->order;
  double s[SN_LINE_ORDER][6];
  stresses(o, f, e, s);
  for (int g = 0; g < p; g++) {
    const sn_beam_vectors x = sn_beam_vectors_at(f, e, g, o->q),
                          d = sn_beam_gradient(f, sn_beam_section_of(f, e, g), s[g], &x);
    for (int a = 0; a <= p; a++) {
      const double P = f->slope[g][a] / f->speed[e * p + g];
      sn_v3 on[3];
      for (int k = 0; k < 3; k++) {
        on[k] = v3_axpy(v3_scale(f->value[g][a], d.d[k]), P, d.rate[k]);
      }
      add_forces(axes + a, v3_scale(P, d.slope), on, out + a);
    }
  }
}

/* Mass times acceleration, less weight: of a particle at x + y d2 + z d3. */
static void add_inertia(const sn_observation *o, const sn_beam_frozen *f, int e, const sn_m3 *axes, sn_wrench *out)
{
  const int p = f->order;
  const sn_frame *at = f->at + e * (p + 1);
  sn_beam_inertia mass;
  sn_beam_inertia_of(f, e, &mass);
  for (int b = 0; b <= p; b++) {
    const sn_v3 x = v3_axpy(sn_point_in(at + b, o->a), -o->weight, f->gravity), y = sn_axis_in(at + b, 1, o->a),
                z = sn_axis_in(at + b, 2, o->a);
    for (int a = f->consistent ? 0 : b; a <= (f->consistent ? p : b); a++) {
      const sn_section_mass *m = &mass.m[a][b];
      const sn_v3 on_x = v3_axpy(v3_axpy(v3_scale(m->mass, x), m->first[0], y), m->first[1], z);
      const sn_v3 on[3] = {v3(0, 0, 0), v3_axpy(v3_axpy(v3_scale(m->first[0], x), m->second[0], y), m->second[2], z),
                           v3_axpy(v3_axpy(v3_scale(m->first[1], x), m->second[2], y), m->second[1], z)};
      add_forces(axes + a, on_x, on, out + a);
    }
  }
}

static void take_loads(const sn_observation *o, const sn_beam_frozen *f, int e, sn_wrench *out)
{
  const int n = f->order + 1;
  for (int k = 0; k < f->n_load * n; k++) {
    const int a = k % n;
    const sn_line_share *share = f->share + ((k / n) * f->n_element + e) * n + a;
    sn_v3 *on = share->moment ? &out[a].moment : &out[a].force;
    *on = v3_sub(*on, sn_line_share_now(share, f->at + e * n + a, o));
  }
}

void sn_beam_cut(const sn_observation *o, const sn_beam_frozen *f, int e, sn_line_cut *out)
{
  SN_ASSERT(e >= 0 && e < f->n_element);
  const int p = f->order;
  sn_m3 axes[SN_LINE_NODES];
  *out = (sn_line_cut){.order = p};
  for (int a = 0; a <= p; a++) {
    const sn_frame *at = f->at + e * (p + 1) + a;
    axes[a] = sn_axes_in(at, o->q);
    out->x[a] = sn_point_in(at, o->q);
  }
  add_inertia(o, f, e, axes, out->spent);
  take_loads(o, f, e, out->spent);
  for (int a = 0; a <= p; a++) {
    out->held[a] = out->spent[a];
  }
  add_internal(o, f, e, axes, out->held);
}
