/* parts/solid_stress.c -- stresses and strains of a solid at its nodes.
 * What:    strains at the points of integration, the stress there along the axes of the part as the material carries them, the polynomial through
 *          these points at the nodes of the element, and the mean over the elements around a node.
 * Theory:  docs/theory-solids.md, (V9), (V10): U S U/J with U^2 = 1 + 2 E is the true stress without the rotation of the material.
 * Tests:   tests/solids/test_solid.c
 */
#include <math.h>
#include <string.h>

#include "math/principal.h"
#include "parts/solid.h"
#include "system/kernel.h"

enum { POINTS = SN_SOLID_POINTS, NODES = SN_SOLID_NODES, SIX = SN_SOLID_STRAINS };

typedef struct sn_solid_nodal {
  double (
      *outward[SN_MESH_TYPES]
              [2])[POINTS]; /* of a type and its rules: [node][point], the polynomial through the points at the nodes */
  const int *from, *element; /* elements around node k: element[from[k]] .. element[from[k + 1] - 1] */
} sn_solid_nodal;

/* ---- made once */

/* Monomials of a point: 1; 1 x y z; products of 1, x (and x^2) in three directions. */
static void monomials(int n, const double at[3], double *out)
{
  if (n == 4) {
    out[0] = 1;
    memcpy(out + 1, at, 3 * sizeof *out);
    return;
  }
  const int m = n == 1 ? 1 : n == 8 ? 2 : 3;
  for (int k = 0; k < n; k++) {
    const int power[3] = {k % m, k / m % m, k / (m * m)};
    out[k] = 1;
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < power[i]; j++) {
        out[k] *= at[i];
      }
    }
  }
}

/* Solves A x = b by elimination with a choice of pivots; A (n x n) is destroyed. */
static void solve(int n, double A[POINTS][POINTS], double *b)
{
  for (int k = 0; k < n; k++) {
    int p = k;
    for (int i = k + 1; i < n; i++) {
      p = fabs(A[i][k]) > fabs(A[p][k]) ? i : p;
    }
    for (int j = 0; j < n; j++) {
      const double swap = A[k][j];
      A[k][j] = A[p][j];
      A[p][j] = swap;
    }
    const double swap = b[k];
    b[k] = b[p];
    b[p] = swap;
    for (int i = k + 1; i < n; i++) {
      const double factor = A[i][k] / A[k][k];
      for (int j = k; j < n; j++) {
        A[i][j] -= factor * A[k][j];
      }
      b[i] -= factor * b[k];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    for (int j = k + 1; j < n; j++) {
      b[k] -= A[k][j] * b[j];
    }
    b[k] /= A[k][k];
  }
}

/* Weights w of the points with sum_g w_g f(x_g) = f(node) for all monomials f. */
static void make_outward(sn_mesh_type type, int full, double (*out)[POINTS])
{
  sn_quadrature q;
  sn_solid_stiffness_rule(type, full, &q);
  for (int a = 0; a < sn_mesh_facts(type)->n_node; a++) {
    double A[POINTS][POINTS], f[POINTS], at[3];
    for (int g = 0; g < q.n; g++) {
      monomials(q.n, q.at[g], f);
      for (int k = 0; k < q.n; k++) {
        A[k][g] = f[k];
      }
    }
    sn_shape_node(type, a, at);
    monomials(q.n, at, out[a]);
    solve(q.n, A, out[a]);
  }
}

static void make_around(const sn_solid_mesh *m, int *from, int *element)
{
  for (int e = 0; e < m->n_element; e++) {
    for (int a = 0; a < sn_mesh_facts(m->element[e].type)->n_node; a++) {
      from[m->element[e].node[a] + 1]++;
    }
  }
  for (int k = 0; k < m->n_node; k++) {
    from[k + 1] += from[k];
  }
  const int all = from[m->n_node];
  for (int e = m->n_element - 1; e >= 0; e--) { /* from behind: from[k + 1] ends where the elements of k begin */
    for (int a = 0; a < sn_mesh_facts(m->element[e].type)->n_node; a++) {
      element[--from[m->element[e].node[a] + 1]] = e;
    }
  }
  for (int k = 0; k < m->n_node; k++) {
    from[k] = from[k + 1];
  }
  from[m->n_node] = all;
}

sn_status sn_solid_nodal_of(sn_solid_frozen *f, sn_builder *b, sn_error *error)
{
  sn_arena *arena = sn_builder_arena(b);
  const sn_solid_mesh *m = f->mesh;
  sn_solid_nodal *x = SN_NEW(arena, sn_solid_nodal, 1);
  int all = 0, *from = SN_NEW(arena, int, m->n_node + 1);
  for (int e = 0; e < m->n_element; e++) {
    const sn_mesh_type type = m->element[e].type;
    all += sn_mesh_facts(type)->n_node;
    const int full = m->element[e].full;
    if (x && !x->outward[type][full]) {
      double(*made)[POINTS] = sn_arena_get(arena, NODES, sizeof *made);
      if (!made) {
        return sn_no_memory(error, "the model");
      }
      make_outward(type, full, made);
      x->outward[type][full] = made;
    }
  }
  int *element = SN_NEW(arena, int, all);
  if (!x || !from || !element) {
    return sn_no_memory(error, "the model");
  }
  make_around(m, from, element);
  x->from = from;
  x->element = element;
  f->nodal = x;
  return SN_OK;
}

int sn_solid_around(const sn_solid_frozen *f, int node, const int **element)
{
  SN_ASSERT(node >= 0 && node < f->mesh->n_node);
  *element = f->nodal->element + f->nodal->from[node];
  return f->nodal->from[node + 1] - f->nodal->from[node];
}

/* ---- at points of integration */

static void tensor_of(const double s[SIX], double shear, double out[3][3])
{
  static const int at[3][3] = {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}};
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      out[i][j] = s[at[i][j]] * (i == j ? 1 : shear);
    }
  }
}

/* The true stress without the rotation of the material: U S U/J. */
static void carried(const double e[SIX], const double S[SIX], double out[SIX])
{
  static const int at[SIX][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {2, 0}};
  double E[3][3], s[3][3], square[3], U[3][3] = {{0}}, SU[3][3], J = 1;
  sn_m3 axes;
  tensor_of(e, 0.5, E);
  tensor_of(S, 1, s);
  sn_principal((const double(*)[3])E, square, &axes);
  for (int k = 0; k < 3; k++) {
    const double stretch = sqrt(fmax(0, 1 + 2 * square[k]));
    J *= stretch;
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        U[i][j] += stretch * axes.c[k].x[i] * axes.c[k].x[j];
      }
    }
  }
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      SU[i][j] = s[i][0] * U[0][j] + s[i][1] * U[1][j] + s[i][2] * U[2][j];
    }
  }
  for (int c = 0; c < SIX; c++) {
    const int i = at[c][0], j = at[c][1];
    out[c] = (U[i][0] * SU[0][j] + U[i][1] * SU[1][j] + U[i][2] * SU[2][j]) / J;
  }
}

/* What the mixed pressure of an element is above that of the changes of volume at its points: (V16). */
static void mixed_pressure(const sn_solid_frozen *f, const sn_solid_kind *k, const double (*elastic)[SIX], double *more)
{
  double P[POINTS][POINTS];
  memset(more, 0, sizeof(double) * (size_t)k->n_point);
  if (!f->is_mixed || f->rubber) {
    return;
  }
  sn_solid_pressure_weights(k, P);
  for (int g = 0; g < k->n_point; g++) {
    for (int h = 0; h < k->n_point; h++) {
      const double share = P[g][h] / k->weight[g] - (g == h);
      more[g] += f->D[0][1] * share * (elastic[h][0] + elastic[h][1] + elastic[h][2]);
    }
  }
}

/* At the nodes of element e. */
static void at_element(const sn_observation *o, const sn_solid_frozen *f, sn_solid_tensor what, int e,
                       const sn_v3 *place, double out[NODES][SIX])
{
  const sn_solid_kind *k = f->kind[e];
  const sn_solid *p = f->item->param;
  const int varies = sn_solid_temperature_varies(p);
  double strain[SN_SOLID_PLACES * SIX], at[POINTS][SIX], elastic[POINTS][SIX], pressure[POINTS], rubber[POINTS][SIX];
  sn_solid_strains(o, f, e, place, strain);
  for (int g = 0; g < k->n_point; g++) {
    const double warm = p->temperature ? sn_solid_thermal_strain(p, o->t, sn_solid_point(f, e, g)) : 0;
    for (int i = 0; i < SIX; i++) { /* forms count from the thermal strain if it stays */
      const double now = i < 3 ? warm : 0;
      elastic[g][i] = strain[SIX * g + i] - (varies ? now : 0);
      strain[SIX * g + i] += varies ? 0 : now;
    }
  }
  mixed_pressure(f, k, (const double(*)[SIX])elastic, pressure);
  if (f->rubber) {
    sn_solid_rubber_stress(f, e, strain, rubber);
  }
  for (int g = 0; g < k->n_point; g++) {
    double S[SIX], *E = strain + SIX * g;
    if (what == SN_SOLID_STRAIN) {
      memcpy(at[g], E, sizeof at[g]);
      continue;
    }
    for (int i = 0; i < SIX; i++) {
      S[i] = f->rubber ? rubber[g][i] : i < 3 ? pressure[g] : 0;
      for (int j = 0; j < SIX && !f->rubber; j++) {
        S[i] += f->D[i][j] * elastic[g][j];
      }
    }
    if (f->is_linear) { /* small strains: no difference between the stresses */
      memcpy(at[g], S, sizeof at[g]);
    } else {
      carried(E, S, at[g]);
    }
  }
  for (int a = 0; a < k->n_node; a++) {
    for (int i = 0; i < SIX; i++) {
      out[a][i] = 0;
      for (int g = 0; g < k->n_point; g++) {
        out[a][i] += f->nodal->outward[k->type][k->full][a][g] * at[g][i];
      }
    }
  }
}

/* ---- at nodes */

void sn_solid_at_node(const sn_observation *o, const sn_solid_frozen *f, sn_solid_tensor what, int node,
                      double out[SIX])
{
  SN_ASSERT(node >= 0 && node < f->mesh->n_node);
  const int *from = f->nodal->from, around = from[node + 1] - from[node];
  memset(out, 0, SIX * sizeof *out);
  for (int k = from[node]; k < from[node + 1]; k++) {
    const int e = f->nodal->element[k];
    double all[NODES][SIX];
    at_element(o, f, what, e, NULL, all);
    for (int a = 0; a < f->kind[e]->n_node; a++) {
      for (int i = 0; i < SIX && f->mesh->element[e].node[a] == node; i++) {
        out[i] += all[a][i] / around;
      }
    }
  }
}

void sn_solid_at_nodes(const sn_observation *o, const sn_solid_frozen *f, sn_solid_tensor what, double (*out)[SIX])
{
  const sn_v3 *place = sn_solid_positions(o, f);
  memset(out, 0, sizeof *out * (size_t)f->mesh->n_node);
  for (int e = 0; e < f->mesh->n_element; e++) {
    double all[NODES][SIX];
    at_element(o, f, what, e, place, all);
    for (int a = 0; a < f->kind[e]->n_node; a++) {
      const int node = f->mesh->element[e].node[a];
      const double share = 1.0 / (f->nodal->from[node + 1] - f->nodal->from[node]);
      for (int i = 0; i < SIX; i++) {
        out[node][i] += share * all[a][i];
      }
    }
  }
}

double sn_solid_mises(const double s[SIX])
{
  const double a = s[0] - s[1], b = s[1] - s[2], c = s[2] - s[0];
  return sqrt(0.5 * (a * a + b * b + c * c) + 3 * (s[3] * s[3] + s[4] * s[4] + s[5] * s[5]));
}

double sn_solid_largest_jump(const sn_observation *o, const sn_solid_frozen *f, const double (*nodal)[SIX])
{
  double most = 0;
  const sn_v3 *place = sn_solid_positions(o, f);
  for (int e = 0; e < f->mesh->n_element; e++) {
    double all[NODES][SIX];
    at_element(o, f, SN_SOLID_STRESS, e, place, all);
    for (int a = 0; a < f->kind[e]->n_node; a++) {
      double jump[SIX];
      for (int i = 0; i < SIX; i++) {
        jump[i] = all[a][i] - nodal[f->mesh->element[e].node[a]][i];
      }
      most = fmax(most, sn_solid_mises(jump));
    }
  }
  return most;
}
