/* parts/solid_element.c -- elements of a solid: one block each, six strains at every point of integration; consistent masses.
 * Theory:  docs/theory-solids.md, (V1) to (V3): g_i = dx/dX_i, E_ii = g_i.g_i/2 - 1/2, 2 E_ij = g_i.g_j; linear about a frame d_k
 *          (V12): e_ii = d_i.g_i - 1, 2 e_ij = d_i.g_j + d_j.g_i.
 * Tests:   tests/solids/test_solid.c, tests/laws/test_kinds.c
 */
#include "parts/solid.h"

#include <string.h>

#include "system/guard.h"

enum { MOST_TERMS = 4 * SN_SOLID_NODES };

/* Vectors behind the places of an element's nodes: one for a node of its own, four for a point of something else. */
typedef struct {
  int n, vector[MOST_TERMS], node[MOST_TERMS];
  double share[MOST_TERMS];
} terms;

static terms terms_of(const sn_solid_frozen *f, int e)
{
  const sn_solid_element *of = f->mesh->element + e;
  terms t = {0};
  for (int a = 0; a < sn_mesh_facts(of->type)->n_node; a++) {
    const sn_frame *x = f->node + of->node[a];
    for (int k = 0; k < x->n && t.n < MOST_TERMS; k++) {
      if (sn_point_row(x)[k] != 0) {
        t.vector[t.n] = x->vector[k];
        t.share[t.n] = sn_point_row(x)[k];
        t.node[t.n++] = a;
      }
    }
  }
  return t;
}

/* Slopes at the points of integration from..end - 1, then, for linear strains, the axes of the frame: points of the current block. */
typedef struct {
  int slope[SN_SOLID_PLACES][3], axis[3], is_linear;
} points;

static points add_points(const sn_solid_frozen *f, const sn_solid_kind *k, int from, int end, const terms *t,
                         sn_builder *b)
{
  points p = {.is_linear = f->is_linear};
  for (int g = from; g < end; g++) {
    for (int i = 0; i < 3; i++) {
      double w[MOST_TERMS];
      for (int j = 0; j < t->n; j++) {
        w[j] = t->share[j] * k->slope[g][i][t->node[j]];
      }
      p.slope[g][i] = sn_interpolate(b, t->n, t->vector, w);
    }
  }
  for (int i = 0; i < 3 && p.is_linear; i++) {
    p.axis[i] = sn_axis_of(b, &f->about, i);
  }
  return p;
}

/* factor times strain i at point g, in the current form, but for its constant */
static void add_strain(const points *p, int g, int i, double factor, sn_builder *b)
{
  const int k = i % 3, l = i < 3 ? k : (k + 1) % 3, *slope = p->slope[g];
  if (!p->is_linear) {
    sn_form_term(b, i < 3 ? 0.5 * factor : factor, slope[k], slope[l]);
    return;
  }
  sn_form_term(b, factor, p->axis[k], slope[l]);
  if (i >= 3) {
    sn_form_term(b, factor, p->axis[l], slope[k]);
  }
}

/* Six strains at point g; thermal: strain that is free of stress. */
static void add_strains(const points *p, int g, double thermal, sn_builder *b)
{
  for (int i = 0; i < SN_SOLID_STRAINS; i++) {
    const int form = sn_form_begin(b, i >= 3 ? 0 : p->is_linear ? -1 : -0.5);
    add_strain(p, g, i, 1, b);
    sn_form_zero(b, form);
    if (i < 3 && thermal != 0) {
      sn_form_shift(b, form, -thermal);
    }
  }
}

/* factor times D between the three strains along the axes, where what is the same for all of them, the stiffness of the volume, has its own pressure */
static void add_pressure(const sn_solid_frozen *f, const sn_solid_kind *k, double factor, sn_builder *b)
{
  double P[SN_SOLID_POINTS][SN_SOLID_POINTS];
  sn_solid_pressure_weights(k, P);
  for (int g = 0; g < k->n_point; g++) {
    for (int h = g; h < k->n_point; h++) {
      for (int i = 0; i < 3; i++) {
        for (int j = h == g ? i : 0; j < 3; j++) {
          const double own = g == h ? k->weight[g] * (f->D[i][j] - f->D[0][1]) : 0;
          sn_block_matrix(b, SN_SOLID_STRAINS * g + i, SN_SOLID_STRAINS * h + j, factor * (own + f->D[0][1] * P[g][h]));
        }
      }
    }
  }
}

/* factor D of all points */
static void add_matrix(const sn_solid_frozen *f, const sn_solid_kind *k, double factor, sn_builder *b)
{
  for (int g = 0; g < k->n_point; g++) {
    const int first = SN_SOLID_STRAINS * g;
    for (int i = 0; i < SN_SOLID_STRAINS; i++) {
      for (int j = i; j < SN_SOLID_STRAINS; j++) {
        if (f->D[i][j] != 0 && !(f->is_mixed && j < 3)) {
          sn_block_matrix(b, first + i, first + j, factor * k->weight[g] * f->D[i][j]);
        }
      }
    }
  }
  if (f->is_mixed) {
    add_pressure(f, k, factor, b);
  }
}

/* A temperature that changes with time pushes along the strain that it makes: a given force on sum of strains times their stresses. One
   block for an element, or, where the temperature changes with place as well, for a point. */
static sn_status add_heat(const sn_solid_frozen *f, int e, const terms *t, sn_builder *b, sn_error *error)
{
  static const char *const names[] = {"t"};
  const sn_solid *p = f->item->param;
  const sn_solid_kind *k = f->kind[e];
  const int apart =
      sn_expr_depends(p->temperature, 1) || sn_expr_depends(p->temperature, 2) || sn_expr_depends(p->temperature, 3);
  for (int from = 0; from < k->n_point; from += apart ? 1 : k->n_point) {
    const int end = apart ? from + 1 : k->n_point;
    const sn_v3 x = sn_solid_point(f, e, from);
    const sn_expr *force = NULL;
    sn_expr_builder *h = sn_expr_begin(sn_builder_arena(b), 1, names);
    if (!h) {
      return sn_no_memory(error, "the model");
    }
    const int argument[4] = {sn_expr_variable(h, 0), sn_expr_constant(h, x.x[0]), sn_expr_constant(h, x.x[1]),
                             sn_expr_constant(h, x.x[2])};
    const int value =
        sn_expr_op(h, SN_OP_MUL, sn_expr_constant(h, p->expansion), sn_expr_insert(h, p->temperature, argument), -1);
    SN_TRY(sn_expr_end(h, value, &force, error));
    sn_block_begin(b, &sn_law_given, "temperature");
    const points at = add_points(f, k, from, end, t, b);
    const int form = sn_form_begin(b, 0);
    for (int g = from; g < end; g++) {
      for (int i = 0; i < SN_SOLID_STRAINS; i++) {
        const double push = k->weight[g] * (f->D[i][0] + f->D[i][1] + f->D[i][2]);
        add_strain(&at, g, i, push, b);
      }
    }
    sn_form_zero(b, form);
    sn_coordinate_form(b, form, 1);
    sn_composite_given(b, force);
  }
  return SN_OK;
}

static void add_guard(const sn_solid_frozen *f, int e, const points *at, sn_builder *b)
{
  const sn_element_name name = {.number = (long)f->mesh->element[e].number};
  int point[3 + 3 * SN_SOLID_POINTS];
  memcpy(point, at->axis, sizeof at->axis);
  for (int g = 0; g < f->kind[e]->n_point; g++) {
    memcpy(point + 3 + 3 * g, at->slope[g], sizeof at->slope[g]);
  }
  if (f->is_linear) {
    sn_guard_linear(b, name, f->kind[e]->n_point, point);
  } else {
    sn_guard_volume(b, name, f->kind[e]->n_point, point + 3);
  }
}

/* The elastic block of an element, and its damper behind it. */
static void add_block(const sn_solid_frozen *f, int e, const terms *t, sn_builder *b)
{
  const sn_solid *p = f->item->param;
  const sn_solid_kind *k = f->kind[e];
  const int warm = p->temperature && !sn_solid_temperature_varies(p);
  const sn_strain_energy *whole = f->whole ? f->whole[k->number] : NULL;
  const int n = k->n_point + (whole ? k->n_volume : 0);
  const int block =
      f->rubber ? sn_energy_begin(b, f->rubber, "element") : sn_block_begin(b, &sn_law_elastic, "element");
  const points at = add_points(f, k, 0, n, t, b);
  for (int g = 0; g < n; g++) {
    const double thermal = warm ? sn_solid_thermal_strain(p, 0, sn_solid_point(f, e, g)) : 0;
    add_strains(&at, g, thermal, b);
    const double weight = f->rubber ? sn_solid_rubber_weight(f, k, g) : 0;
    if (weight > 0) {
      sn_energy_add(b, f->rubber, weight);
    }
  }
  if (whole) {
    sn_energy_add(b, whole, 1);
  }
  if (!f->rubber) {
    add_matrix(f, k, 1, b);
  }
  add_guard(f, e, &at, b);
  if (p->damping > 0) {
    (void)sn_block_like(b, &sn_law_viscous, "damping", block);
    add_matrix(f, k, p->damping, b);
  }
}

sn_v3 sn_solid_point(const sn_solid_frozen *f, int e, int g)
{
  return sn_solid_drawn(f->item, v3_add(f->mesh->x[f->mesh->element[e].node[0]], f->kind[e]->at[g]));
}

static void add_mass(const sn_solid_frozen *f, int e, sn_builder *b)
{
  const sn_solid *p = f->item->param;
  const sn_solid_kind *k = f->kind[e];
  const int *node = f->mesh->element[e].node;
  for (int a = 0; a < k->n_node; a++) {
    for (int c = a; c < k->n_node; c++) {
      sn_add_frame_mass(b, f->node + node[a], 0, f->node + node[c], 0, p->density * k->mass[a][c]);
    }
  }
}

sn_status sn_solid_find_kinds(sn_solid_frozen *f, sn_builder *b, sn_error *error)
{
  sn_solid_kinds *kinds = sn_solid_kinds_new(sn_builder_arena(b), f->mesh);
  const sn_solid_kind **kind = sn_arena_get(sn_builder_arena(b), (size_t)f->mesh->n_element, sizeof *kind);
  if (!kinds || !kind) {
    return sn_no_memory(error, "the model");
  }
  for (int e = 0; e < f->mesh->n_element; e++) {
    SN_TRY(sn_solid_kind_of(kinds, e, kind + e, error));
    f->n_kind = kind[e]->number + 1 > f->n_kind ? kind[e]->number + 1 : f->n_kind;
  }
  f->kind = kind;
  return SN_OK;
}

sn_status sn_solid_add_elements(sn_solid_frozen *f, sn_builder *b, sn_error *error)
{
  const sn_solid *p = f->item->param;
  f->first_block = sn_builder_blocks(b);
  SN_TRY(sn_solid_rubber_of(f, b, error));
  f->block_step = p->damping > 0 ? 2 : 1;
  for (int e = 0; e < f->mesh->n_element; e++) {
    const terms t = terms_of(f, e);
    add_block(f, e, &t, b);
    add_mass(f, e, b);
    SN_TRY(sn_builder_status(b, error));
  }
  for (int e = 0; e < f->mesh->n_element && sn_solid_temperature_varies(p); e++) {
    const terms t = terms_of(f, e);
    SN_TRY(add_heat(f, e, &t, b, error));
  }
  return SN_OK;
}

const sn_block *sn_solid_block(const sn_solid_frozen *f, int e, const sn_system *s)
{
  SN_ASSERT(e >= 0 && e < f->mesh->n_element);
  return s->block + f->first_block + (ptrdiff_t)e * f->block_step;
}

void sn_solid_own_mass(const sn_item *item, const sn_v3 *q, sn_own_mass *out)
{
  const sn_solid_frozen *f = item->frozen;
  const sn_solid *p = item->param;
  sn_mass_sum sum = {0};
  for (int e = 0; e < f->mesh->n_element; e++) {
    const sn_solid_kind *k = f->kind[e];
    sn_v3 x[SN_SOLID_NODES];
    for (int a = 0; a < k->n_node; a++) {
      x[a] = sn_point_in(f->node + f->mesh->element[e].node[a], q);
    }
    sum.mass += p->density * k->volume;
    for (int a = 0; a < k->n_node; a++) {
      double row = 0;
      for (int c = 0; c < k->n_node; c++) {
        row += k->mass[a][c];
        sn_mass_second(&sum, p->density * k->mass[a][c], x[a], x[c]);
      }
      sum.first = v3_axpy(sum.first, p->density * row, x[a]);
    }
  }
  *out = sn_mass_of(&sum);
}
