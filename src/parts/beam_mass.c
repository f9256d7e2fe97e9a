/* parts/beam_mass.c -- mass of a beam on the vectors of its nodes, and loads per length.
 * What:    mass per length with its first and second moments on x, d2, d3, by row sums (each node its own) or consistent
 *          (p + 1 Gauss points, pairs of nodes); dead and following forces and moments, lumped by the same integrals.
 * Theory:  docs/theory-beams.md, (B12): a particle at (y, z) of the section moves with x + y d2 + z d3. d1 has no mass.
 * Tests:   tests/parts/test_beam.c
 */
#include <stddef.h>

#include "parts/beam.h"

/* Mass between two nodes (or of one with itself): sum over x, d2, d3. */
static void add_section(sn_builder *b, const sn_frame *fa, const sn_frame *fb, const sn_section_mass *s)
{
  const double M[3][3] = {{s->mass, s->first[0], s->first[1]},
                          {s->first[0], s->second[0], s->second[2]},
                          {s->first[1], s->second[2], s->second[1]}};
  static const int part[3] = {0, 2, 3};
  for (int i = 0; i < 3; i++) {
    for (int j = fa == fb ? i : 0; j < 3; j++) {
      if (M[i][j] != 0) {
        sn_add_frame_mass(b, fa, part[i], fb, part[j], M[i][j]);
      }
    }
  }
}

/* Adds m times a section. */
static void add_to(sn_section_mass *sum, double m, const sn_section_mass *s)
{
  sum->mass += m * s->mass;
  for (int k = 0; k < 2; k++) {
    sum->first[k] += m * s->first[k];
  }
  for (int k = 0; k < 3; k++) {
    sum->second[k] += m * s->second[k];
  }
}

void sn_beam_find_lengths(const sn_beam_frozen *f, const sn_builder *b, double *ds)
{
  SN_ASSERT(f->n_element > 0 && ds);
  const int p = f->order;
  for (int k = 0; k < f->n_element * (p + 1); k++) {
    const int e = k / (p + 1), g = k % (p + 1);
    ds[k] = sn_line_weight[p][g] * sn_beam_speed(f->at + e * (p + 1), p, sn_line_gauss[p][g], b);
  }
}

/* int N_a ds of every node of an element, and int N_a N_b (section) ds; p + 1 Gauss points. */
static sn_section_mass integrals(const sn_beam_frozen *f, int e, double row[SN_LINE_NODES], sn_beam_inertia *pair)
{
  SN_ASSERT(e >= 0 && e < f->n_element);
  const int p = f->order;
  sn_section_mass all = {0};
  for (int i = 0; i <= p; i++) {
    row[i] = 0;
    for (int j = 0; j <= p; j++) {
      pair->m[i][j] = (sn_section_mass){0};
    }
  }
  for (int g = 0; g <= p; g++) {
    double n[SN_LINE_NODES];
    const double ds = f->ds[e * (p + 1) + g];
    sn_line_shape(p, sn_line_gauss[p][g], n, NULL);
    add_to(&all, ds, sn_beam_mass_of(f, e, g));
    for (int i = 0; i <= p; i++) {
      row[i] += n[i] * ds;
      for (int j = 0; j <= p && f->consistent; j++) {
        add_to(&pair->m[i][j], n[i] * n[j] * ds, sn_beam_mass_of(f, e, g));
      }
    }
  }
  return all;
}

/* Mass at each node: its share of the line with the section there (row sums of the shape functions alone may be negative where sections
   change much), all together that of the element. */
static void lump(const sn_beam_frozen *f, int e, const double row[SN_LINE_NODES], const sn_section_mass *all,
                 sn_beam_inertia *out)
{
  SN_ASSERT(e >= 0 && e < f->n_element);
  const int p = f->order;
  double sum = 0;
  for (int i = 0; i <= p && !f->uniform; i++) {
    sum += row[i] * f->node_mass[e * p + i].mass;
  }
  for (int i = 0; i <= p; i++) {
    add_to(&out->m[i][i], f->uniform ? row[i] : row[i] * all->mass / sum,
           f->uniform ? f->mass : f->node_mass + e * p + i);
  }
}

void sn_beam_inertia_of(const sn_beam_frozen *f, int e, sn_beam_inertia *out)
{
  SN_ASSERT(e >= 0 && e < f->n_element && f->mass && f->ds);
  double row[SN_LINE_NODES];
  const sn_section_mass all = integrals(f, e, row, out);
  if (!f->consistent) {
    lump(f, e, row, &all, out);
  }
}

void sn_beam_add_mass(const sn_beam_frozen *f, sn_builder *b)
{
  const int p = f->order;
  for (int e = 0; e < f->n_element; e++) {
    const sn_frame *at = f->at + e * (p + 1);
    sn_beam_inertia mass;
    sn_beam_inertia_of(f, e, &mass);
    for (int i = 0; i <= p; i++) {
      for (int j = i; j <= (f->consistent ? p : i); j++) {
        add_section(b, at + i, at + j, &mass.m[i][j]);
      }
    }
  }
}

/* All of it, whatever its nodes share or what holds them: particles x + y d2 + z d3 at the Gauss points. */
void sn_beam_own_mass(const sn_item *item, const sn_v3 *q, sn_own_mass *out)
{
  SN_ASSERT(item->frozen);
  const sn_beam_frozen *f = item->frozen;
  const int p = f->order;
  sn_mass_sum sum = {0};
  for (int k = 0; k < f->n_element * (p + 1); k++) {
    const int e = k / (p + 1), g = k % (p + 1);
    const sn_frame *at = f->at + e * (p + 1);
    const sn_section_mass *s = sn_beam_mass_of(f, e, g);
    const double xi = sn_line_gauss[p][g];
    double n[SN_LINE_NODES], slope[SN_LINE_NODES];
    sn_v3 x = v3(0, 0, 0), d2 = x, d3 = x, tangent = x;
    sn_line_shape(p, xi, n, slope);
    for (int i = 0; i <= p; i++) {
      const sn_v3 at_i = sn_point_in(at + i, q);
      x = v3_axpy(x, n[i], at_i);
      tangent = v3_axpy(tangent, slope[i], at_i);
      d2 = v3_axpy(d2, n[i], sn_axis_in(at + i, 1, q));
      d3 = v3_axpy(d3, n[i], sn_axis_in(at + i, 2, q));
    }
    const double ds = sn_line_weight[p][g] * v3_norm(tangent);
    sn_mass_add(&sum, ds * s->mass, x);
    sum.first = v3_axpy(v3_axpy(sum.first, ds * s->first[0], d2), ds * s->first[1], d3);
    sn_mass_second(&sum, 2 * ds * s->first[0], x, d2);
    sn_mass_second(&sum, 2 * ds * s->first[1], x, d3);
    sn_mass_second(&sum, ds * s->second[0], d2, d2);
    sn_mass_second(&sum, ds * s->second[1], d3, d3);
    sn_mass_second(&sum, 2 * ds * s->second[2], d2, d3);
  }
  *out = sn_mass_of(&sum);
}

/* share: n_element x (order + 1) */
static sn_status add_load(const sn_item *item, const sn_beam_frozen *f, const sn_expr3 *value, int follows, int moment,
                          sn_builder *b, sn_line_share *share, sn_error *error)
{
  const sn_m3 turn = follows ? m3_identity() : sn_drawn_axes(item, m3_identity());
  const int p = f->order;
  for (int e = 0; e < f->n_element; e++) {
    sn_line_element l = {.order = p, .at = f->at + e * (p + 1)};
    for (int g = 0; g <= p; g++) {
      l.s_node[g] = f->s[e * p + g];
      l.s_gauss[g] = sn_beam_length_at(f, e, sn_line_gauss[p][g]);
      l.ds[g] = f->ds[e * (p + 1) + g];
    }
    SN_TRY(sn_line_load(value, turn, follows, moment, &l, b, share + e * (p + 1), error));
  }
  return SN_OK;
}

sn_status sn_beam_add_loads(const sn_item *item, sn_beam_frozen *f, sn_builder *b, sn_error *error)
{
  const sn_beam *p = item->param;
  const sn_expr3 *const load[4] = {&p->load, &p->follower_load, &p->moment_load, &p->follower_moment_load};
  const int n = f->n_element * (f->order + 1);
  for (int k = 0; k < 4; k++) {
    f->n_load += load[k]->e[0] != NULL;
  }
  sn_line_share *share = SN_NEW(sn_builder_arena(b), sn_line_share, (size_t)f->n_load * (size_t)n + 1);
  if (!share) {
    return sn_no_memory(error, "the model");
  }
  f->share = share;
  for (int k = 0; k < 4; k++) {
    if (load[k]->e[0]) {
      SN_TRY(add_load(item, f, load[k], k % 2, k > 1, b, share, error));
      share += n;
    }
  }
  return SN_OK;
}
