/* tests/mesh/test_shape.c -- types, shape functions and points of integration: sums, nodes, derivatives, exactness, outward sides. */
#include "harness.h"
#include "mesh/shape.h"

static double noise(unsigned *seed)
{
  *seed = *seed * 1664525U + 1013904223U;
  return (double)(*seed >> 8) / (1 << 24);
}

/* A point inside or near the element. */
static void somewhere(unsigned *seed, double at[3])
{
  for (int i = 0; i < 3; i++) {
    at[i] = noise(seed) * 0.7 - 0.2;
  }
}

/* 1 at its own node, 0 at the others; the sum is 1, that of the slopes 0; slopes against differences. */
static void test_functions(void)
{
  unsigned seed = 7;
  for (int type = 0; type < SN_MESH_TYPES; type++) {
    const sn_mesh_type_facts *f = sn_mesh_facts((sn_mesh_type)type);
    double value[27], slope[27][3], at[3], worst = 0;
    for (int a = 0; a < f->n_node; a++) {
      sn_shape_node((sn_mesh_type)type, a, at);
      sn_shape_at((sn_mesh_type)type, at, value, NULL);
      for (int b = 0; b < f->n_node; b++) {
        worst = fmax(worst, fabs(value[b] - (a == b)));
      }
    }
    CHECK_NEAR(worst, 0, 0);
    for (int run = 0; run < 5; run++) {
      double sum = -1, around[3] = {0}, up[27], down[27], error = 0;
      somewhere(&seed, at);
      sn_shape_at((sn_mesh_type)type, at, value, slope);
      for (int a = 0; a < f->n_node; a++) {
        sum += value[a];
        for (int i = 0; i < 3; i++) {
          around[i] += slope[a][i];
        }
      }
      CHECK_NEAR(sum, 0, 1e-14);
      for (int i = 0; i < 3; i++) {
        double p[3] = {at[0], at[1], at[2]};
        CHECK_NEAR(around[i], 0, 1e-13);
        p[i] = at[i] + 1e-5;
        sn_shape_at((sn_mesh_type)type, p, up, NULL);
        p[i] = at[i] - 1e-5;
        sn_shape_at((sn_mesh_type)type, p, down, NULL);
        for (int a = 0; a < f->n_node; a++) {
          error = fmax(error, fabs((up[a] - down[a]) / 2e-5 - slope[a][i]));
        }
      }
      CHECK_BELOW(error, 1e-9);
    }
  }
}

static double power(double x, int n)
{
  double p = 1;
  for (int k = 0; k < n; k++) {
    p *= x;
  }
  return p;
}

static double factorial(int n)
{
  return n < 2 ? 1 : n * factorial(n - 1);
}

/* The integral of x^a y^b z^c over the element. */
static double exact(const sn_mesh_type_facts *f, const int e[3])
{
  if (f->simplex && f->dimension > 1) {
    return factorial(e[0]) * factorial(e[1]) * factorial(e[2]) / factorial(e[0] + e[1] + e[2] + f->dimension);
  }
  double p = 1;
  for (int i = 0; i < f->dimension; i++) {
    p *= e[i] % 2 ? 0 : 2.0 / (e[i] + 1);
  }
  return p;
}

static void test_quadrature(void)
{
  static const sn_mesh_type types[] = {SN_MESH_LINE2, SN_MESH_TRI6, SN_MESH_QUAD4, SN_MESH_TET10, SN_MESH_HEX27};
  for (int t = 0; t < 5; t++) {
    const sn_mesh_type_facts *f = sn_mesh_facts(types[t]);
    const int simplex = f->simplex && f->dimension > 1;
    for (int degree = 0; degree <= (simplex ? 7 : 9); degree++) {
      sn_quadrature q;
      double worst = 0;
      sn_quadrature_of(types[t], degree, &q);
      for (int k = 0; k < q.n; k++) {
        CHECK(q.weight[k] > 0);
      }
      for (int code = 0; code < 1000; code++) {
        const int e[3] = {code % 10, code / 10 % 10, code / 100};
        const int beyond = simplex ? e[0] + e[1] + e[2] > degree : e[0] > degree || e[1] > degree || e[2] > degree;
        if (beyond || (f->dimension < 3 && e[2] > 0) || (f->dimension < 2 && e[1] > 0)) {
          continue;
        }
        double sum = -exact(f, e);
        for (int k = 0; k < q.n; k++) {
          sum += q.weight[k] * power(q.at[k][0], e[0]) * power(q.at[k][1], e[1]) * power(q.at[k][2], e[2]);
        }
        worst = fmax(worst, fabs(sum));
      }
      CHECK_BELOW(worst, 4e-15);
    }
  }
  sn_quadrature q;
  static const struct {
    sn_mesh_type type;
    int degree, n;
  } counts[] = {{SN_MESH_TET10, 1, 1}, {SN_MESH_TET10, 2, 4},  {SN_MESH_TET10, 4, 14}, {SN_MESH_TET4, 99, 64},
                {SN_MESH_HEX20, 3, 8}, {SN_MESH_HEX27, 5, 27}, {SN_MESH_TRI6, 2, 3},   {SN_MESH_TRI6, 4, 6},
                {SN_MESH_TRI6, 5, 7},  {SN_MESH_QUAD8, 3, 4},  {SN_MESH_POINT, 3, 1},  {SN_MESH_HEX8, 99, 125}};
  for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
    sn_quadrature_of(counts[k].type, counts[k].degree, &q);
    CHECK(q.n == counts[k].n);
  }
}

/* Sides: their normals point outward, their middles stand in the middle of their edges, together they enclose the volume. */
static void test_sides(void)
{
  for (int type = 0; type < SN_MESH_TYPES; type++) {
    const sn_mesh_type_facts *f = sn_mesh_facts((sn_mesh_type)type);
    double volume = 0;
    sn_quadrature q;
    for (int s = 0; s < f->n_face; s++) {
      const sn_mesh_type_facts *side = sn_mesh_facts(f->face_type);
      sn_v3 x[9];
      for (int a = 0; a < side->n_node; a++) {
        double at[3], local[3];
        sn_shape_node((sn_mesh_type)type, f->face[s][a], at);
        x[a] = v3(at[0], at[1], at[2]);
        sn_shape_node(f->face_type, a, local);
        const sn_v3 on = sn_shape_point(side->linear, x, local, NULL);
        CHECK_NEAR(v3_norm(v3_sub(on, x[a])), 0, 0);
      }
      sn_quadrature_of(f->face_type, 3, &q);
      for (int k = 0; k < q.n; k++) {
        sn_m3 j;
        const sn_v3 p = sn_shape_point(f->face_type, x, q.at[k], &j);
        const double flux = v3_dot(v3_sub(p, v3(0.2, 0.2, 0.2)), sn_shape_normal(&j));
        CHECK(flux > 0);
        volume += q.weight[k] * flux / 3;
      }
    }
    if (f->dimension == 3) {
      CHECK_NEAR(volume, f->simplex ? 1.0 / 6 : 8, 1e-14);
    }
    CHECK(f->linear == (sn_mesh_type)type || sn_mesh_facts(f->linear)->n_node == f->n_corner);
  }
}

int main(void)
{
  RUN(test_functions);
  RUN(test_quadrature);
  RUN(test_sides);
  return REPORT();
}
