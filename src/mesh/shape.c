/* mesh/shape.c -- shape functions of all types of elements out of three families.
 * Theory:  products of polynomials of one coordinate (lines, quadrilaterals of 4 and 9, bricks of 8 and 27 nodes); the same less their inner
 *          nodes, "serendipity" (8 and 20); polynomials of the barycentric coordinates (triangles, tetrahedra).
 * Tests:   tests/mesh/test_shape.c
 */
#include "mesh/shape.h"

/* Corners of a brick; the first four and two of them are those of a quadrilateral and a line. */
static const double corner[8][3] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                    {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
static const double middle[7][3] = {{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}, {0, 0, 0}};
static const double vertex[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static double local_corner(const sn_mesh_type_facts *f, int a, int i)
{
  if (i >= f->dimension) {
    return 0;
  }
  return f->simplex && f->dimension > 1 ? vertex[a][i] : corner[a][i];
}

void sn_shape_node(sn_mesh_type type, int a, double at[3])
{
  const sn_mesh_type_facts *f = sn_mesh_facts(type);
  for (int i = 0; i < 3; i++) {
    if (a < f->n_corner) {
      at[i] = local_corner(f, a, i);
    } else if (a < f->n_corner + f->n_edge) {
      const int *e = f->edge[a - f->n_corner];
      at[i] = (local_corner(f, e[0], i) + local_corner(f, e[1], i)) / 2;
    } else {
      at[i] = f->dimension == 3 ? middle[a - f->n_corner - f->n_edge][i] : 0;
    }
  }
}

/* The polynomial of one coordinate that is 1 at c = -1, 0 or 1 and 0 at the other nodes; its derivative. */
static double along(int order, double c, double x, double *slope)
{
  if (order == 1) {
    *slope = c / 2;
    return (1 + c * x) / 2;
  }
  *slope = c == 0 ? -2 * x : x + c / 2;
  return c == 0 ? (1 - x) * (1 + x) : x * (x + c) / 2;
}

static void product(const sn_mesh_type_facts *f, sn_mesh_type type, const double at[3], double *value,
                    double (*slope)[3])
{
  for (int a = 0; a < f->n_node; a++) {
    double c[3], v[3] = {1, 1, 1}, d[3] = {0, 0, 0};
    sn_shape_node(type, a, c);
    for (int i = 0; i < f->dimension; i++) {
      v[i] = along(f->order, c[i], at[i], d + i);
    }
    value[a] = v[0] * v[1] * v[2];
    for (int i = 0; slope && i < 3; i++) {
      slope[a][i] = d[i] * v[(i + 1) % 3] * v[(i + 2) % 3];
    }
  }
}

/* A corner: the product of (1 + c x)/2, times sum c x - (dimension - 1). The middle of an edge: (1 - x^2) along it, linear across it. */
static void serendipity(const sn_mesh_type_facts *f, sn_mesh_type type, const double at[3], double *value,
                        double (*slope)[3])
{
  for (int a = 0; a < f->n_node; a++) {
    double c[3], v[3] = {1, 1, 1}, d[3] = {0, 0, 0}, sum = 1 - f->dimension;
    sn_shape_node(type, a, c);
    for (int i = 0; i < f->dimension; i++) {
      v[i] = along(c[i] == 0 ? 2 : 1, c[i], at[i], d + i);
      sum += c[i] * at[i];
    }
    const double whole = v[0] * v[1] * v[2];
    const int edge = a >= f->n_corner;
    value[a] = edge ? whole : whole * sum;
    for (int i = 0; slope && i < 3; i++) {
      const double s = d[i] * v[(i + 1) % 3] * v[(i + 2) % 3];
      slope[a][i] = edge ? s : s * sum + whole * c[i];
    }
  }
}

static void barycentric(const sn_mesh_type_facts *f, const double at[3], double *value, double (*slope)[3])
{
  double l[4] = {1, 0, 0, 0}, d[4][3] = {{0}};
  for (int i = 0; i < f->dimension; i++) {
    l[0] -= at[i];
    l[i + 1] = at[i];
    d[0][i] = -1;
    d[i + 1][i] = 1;
  }
  for (int a = 0; a < f->n_corner; a++) {
    value[a] = f->order == 1 ? l[a] : l[a] * (2 * l[a] - 1);
    for (int i = 0; slope && i < 3; i++) {
      slope[a][i] = f->order == 1 ? d[a][i] : (4 * l[a] - 1) * d[a][i];
    }
  }
  for (int a = f->n_corner; a < f->n_node; a++) {
    const int p = f->edge[a - f->n_corner][0], q = f->edge[a - f->n_corner][1];
    value[a] = 4 * l[p] * l[q];
    for (int i = 0; slope && i < 3; i++) {
      slope[a][i] = 4 * (l[p] * d[q][i] + l[q] * d[p][i]);
    }
  }
}

void sn_shape_at(sn_mesh_type type, const double at[3], double *value, double (*slope)[3])
{
  const sn_mesh_type_facts *f = sn_mesh_facts(type);
  if (f->simplex && f->dimension > 1) {
    barycentric(f, at, value, slope);
  } else if (type == SN_MESH_QUAD8 || type == SN_MESH_HEX20) {
    serendipity(f, type, at, value, slope);
  } else {
    product(f, type, at, value, slope);
  }
}

sn_v3 sn_shape_point(sn_mesh_type type, const sn_v3 *x, const double at[3], sn_m3 *derivative)
{
  double value[SN_MESH_MOST_NODES], slope[SN_MESH_MOST_NODES][3];
  const int n = sn_mesh_facts(type)->n_node;
  sn_v3 sum = v3(0, 0, 0);
  sn_m3 j = {{sum, sum, sum}};
  sn_shape_at(type, at, value, derivative ? slope : NULL);
  for (int a = 0; a < n; a++) {
    sum = v3_axpy(sum, value[a], x[a]);
    for (int i = 0; derivative && i < 3; i++) {
      j.c[i] = v3_axpy(j.c[i], slope[a][i], x[a]);
    }
  }
  if (derivative) {
    *derivative = j;
  }
  return sum;
}

double sn_shape_jacobian(const sn_m3 *derivative)
{
  return v3_dot(derivative->c[0], v3_cross(derivative->c[1], derivative->c[2]));
}

sn_v3 sn_shape_normal(const sn_m3 *derivative)
{
  return v3_cross(derivative->c[0], derivative->c[1]);
}
