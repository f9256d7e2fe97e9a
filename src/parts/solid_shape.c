/* parts/solid_shape.c -- what follows from the shape of an element: slopes of its shape functions, volumes, masses.
 * What:    found once for elements that are equal but for round-off, as those of regular meshes are: they then share their numbers in the
 *          frozen system, too.
 * Theory:  docs/theory-solids.md, (V1), (V3).
 * Tests:   tests/solids/test_solid.c
 */
#include <string.h>

#include "parts/solid.h"

enum { SLOTS = 64, STIFFNESS_DEGREE = 3, FULL_DEGREE = 5, MASS_DEGREE = 5 };
static const double alike = 1e-13; /* of the size of an element: coordinates of like elements differ by less */

struct sn_solid_kinds {
  sn_arena *arena;
  const sn_solid_mesh *mesh;
  sn_solid_kind *slot[SLOTS]; /* the last ones, by type and size */
  int next;
  int n; /* kinds */
  sn_quadrature rule[SN_MESH_TYPES][2], mass[SN_MESH_TYPES];
};

/* Reduced in bricks of 20 nodes, but where nothing beside them takes up the motions that its points do not see. */
void sn_solid_stiffness_rule(sn_mesh_type type, int full, sn_quadrature *q)
{
  const int degree = type == SN_MESH_TET4            ? 1
                     : type == SN_MESH_TET10         ? 2
                     : type == SN_MESH_HEX27 || full ? FULL_DEGREE
                                                     : STIFFNESS_DEGREE;
  sn_quadrature_of(type, degree, q);
}

sn_solid_kinds *sn_solid_kinds_new(sn_arena *arena, const sn_solid_mesh *m)
{
  sn_solid_kinds *k = SN_NEW(arena, sn_solid_kinds, 1);
  if (k) {
    k->arena = arena;
    k->mesh = m;
  }
  return k;
}

static int is_alike(const sn_solid_kind *k, const sn_solid_element *of, const sn_v3 *x)
{
  double size = 0, apart = 0;
  if (!k || k->type != of->type || k->full != of->full) {
    return 0;
  }
  for (int a = 1; a < k->n_node; a++) {
    size = fmax(size, v3_norm(k->x[a]));
    apart = fmax(apart, v3_norm(v3_sub(k->x[a], x[a])));
  }
  return apart <= alike * size;
}

static void add_mass(const sn_quadrature *q, sn_solid_kind *k)
{
  for (int g = 0; g < q->n; g++) {
    double N[SN_SOLID_NODES];
    sn_m3 by;
    sn_shape_at(k->type, q->at[g], N, NULL);
    (void)sn_shape_point(k->type, k->x, q->at[g], &by);
    const double w = q->weight[g] * sn_shape_jacobian(&by);
    k->volume += w;
    for (int a = 0; a < k->n_node; a++) {
      for (int c = 0; c < k->n_node; c++) {
        k->mass[a][c] += w * N[a] * N[c];
      }
    }
  }
}

/* At the points of a rule, as points `first` and on of the kind. */
static void add_slopes(const sn_quadrature *q, int first, sn_solid_kind *k)
{
  for (int g = first; g < first + q->n; g++) {
    double N[SN_SOLID_NODES], D[SN_SOLID_NODES][3];
    const double *at = q->at[g - first];
    sn_m3 by;
    sn_shape_at(k->type, at, N, D);
    k->at[g] = sn_shape_point(k->type, k->x, at, &by);
    const double J = sn_shape_jacobian(&by);
    const sn_v3 row[3] = {v3_scale(1 / J, v3_cross(by.c[1], by.c[2])), v3_scale(1 / J, v3_cross(by.c[2], by.c[0])),
                          v3_scale(1 / J, v3_cross(by.c[0], by.c[1]))};
    k->weight[g] = q->weight[g - first] * J;
    for (int i = 0; i < 3; i++) {
      double sum = 0;
      for (int a = 0; a < k->n_node; a++) {
        k->slope[g][i][a] = D[a][0] * row[0].x[i] + D[a][1] * row[1].x[i] + D[a][2] * row[2].x[i];
        sum += a > 0 ? k->slope[g][i][a] : 0;
      }
      k->slope[g][i][0] = -sum; /* a shift strains nothing, to the last bit */
    }
  }
}

sn_status sn_solid_kind_of(sn_solid_kinds *t, int e, const sn_solid_kind **out, sn_error *error)
{
  const sn_solid_element *of = t->mesh->element + e;
  const int n = sn_mesh_facts(of->type)->n_node;
  sn_v3 x[SN_SOLID_NODES];
  for (int a = 0; a < n; a++) {
    x[a] = v3_sub(t->mesh->x[of->node[a]], t->mesh->x[of->node[0]]);
  }
  for (int k = 0; k < SLOTS; k++) {
    if (is_alike(t->slot[k], of, x)) {
      *out = t->slot[k];
      return SN_OK;
    }
  }
  sn_solid_kind *k = SN_NEW(t->arena, sn_solid_kind, 1);
  if (!k) {
    return sn_no_memory(error, "the model");
  }
  *k = (sn_solid_kind){.type = of->type, .full = of->full, .n_node = n, .number = t->n++};
  memcpy(k->x, x, sizeof *x * (size_t)n);
  sn_quadrature *rule = &t->rule[of->type][of->full];
  if (rule->n == 0) {
    sn_solid_stiffness_rule(of->type, of->full, rule);
    sn_quadrature_of(of->type, MASS_DEGREE, t->mass + of->type);
  }
  SN_ASSERT(rule->n <= SN_SOLID_POINTS);
  add_mass(t->mass + of->type, k);
  k->n_point = rule->n;
  add_slopes(rule, 0, k);
  if (rule->n == SN_SOLID_POINTS) {
    sn_quadrature coarse;
    sn_quadrature_of(of->type, STIFFNESS_DEGREE, &coarse);
    SN_ASSERT(rule->n + coarse.n == SN_SOLID_PLACES);
    k->n_volume = coarse.n;
    add_slopes(&coarse, k->n_point, k);
  }
  t->slot[t->next++ % SLOTS] = k;
  *out = k;
  return SN_OK;
}
