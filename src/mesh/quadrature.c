/* mesh/quadrature.c -- points and weights for integrals over elements.
 * Theory:  Gauss and Legendre along lines and their products; symmetric rules with positive weights in triangles and tetrahedra (the
 *          conditions of exactness solved to 40 digits); the finest there are products of rules of Gauss and Jacobi, drawn together at a
 *          corner: x = r, y = s(1 - r), z = t(1 - r)(1 - s).
 * Tests:   tests/mesh/test_shape.c
 */
#include "mesh/shape.h"

static const double gauss_at[5][5] = {
    {0},
    {-0.577350269189625765, 0.577350269189625765},
    {-0.774596669241483377, 0, 0.774596669241483377},
    {-0.861136311594052575, -0.339981043584856265, 0.339981043584856265, 0.861136311594052575},
    {-0.906179845938663993, -0.538469310105683091, 0, 0.538469310105683091, 0.906179845938663993}};
static const double gauss_weight[5][5] = {
    {2},
    {1, 1},
    {0.555555555555555556, 0.888888888888888889, 0.555555555555555556},
    {0.347854845137453857, 0.652145154862546143, 0.652145154862546143, 0.347854845137453857},
    {0.236926885056189088, 0.478628670499366468, 0.568888888888888889, 0.478628670499366468, 0.236926885056189088}};

/* Four points from 0 to 1 with the weight (1 - x)^k; k = 1, 2. */
static const double jacobi_at[2][4] = {
    {0.0571041961145176822, 0.276843013638123828, 0.58359043236891682, 0.860240135656219448},
    {0.0485005494469973293, 0.238600737551862305, 0.517047295104367502, 0.795851417896772863}};
static const double jacobi_weight[2][4] = {
    {0.135506913431488116, 0.203464568010271361, 0.129847547608232441, 0.0311809709500080822},
    {0.110888415611277984, 0.143458789799214209, 0.0686338871729230753, 0.0103522407499180653}};

/* An orbit: all points whose barycentric coordinates are `a` for all but `odd` of them, which share the rest. */
typedef struct {
  int odd;
  double a, weight;
} orbit;
typedef struct {
  int degree, n;
  orbit of[3];
} symmetric;

static const symmetric triangle[] = {
    {1, 1, {{0, 1.0 / 3, 0.5}}},
    {2, 1, {{1, 1.0 / 6, 1.0 / 6}}},
    {4, 2, {{1, 0.445948490915964886, 0.111690794839005733}, {1, 0.0915762135097707435, 0.0549758718276609338}}},
    {5,
     3,
     {{0, 1.0 / 3, 0.1125},
      {1, 0.101286507323456339, 0.0629695902724135763},
      {1, 0.47014206410511509, 0.0661970763942530904}}}};
static const symmetric tetrahedron[] = {{1, 1, {{0, 0.25, 1.0 / 6}}},
                                        {2, 1, {{1, 0.138196601125010515, 1.0 / 24}}},
                                        {5,
                                         3,
                                         {{1, 0.0927352503108912264, 0.0122488405193936583},
                                          {1, 0.31088591926330061, 0.0187813209530026418},
                                          {2, 0.45449629587435035, 0.00709100346284691107}}}};

static void add(sn_quadrature *q, double x, double y, double z, double weight)
{
  const double at[3] = {x, y, z};
  for (int i = 0; i < 3; i++) {
    q->at[q->n][i] = at[i];
  }
  q->weight[q->n++] = weight;
}

/* Sets of `odd` of the n coordinates are the bits of a number. */
static void add_orbit(sn_quadrature *q, const orbit *o, int n)
{
  for (int set = 0; set < 1 << n; set++) {
    double l[4] = {0};
    int bits = 0;
    for (int i = 0; i < n; i++) {
      bits += set >> i & 1;
    }
    if (bits != o->odd) {
      continue;
    }
    for (int i = 0; i < n; i++) {
      l[i] = set >> i & 1 ? (1 - (n - o->odd) * o->a) / o->odd : o->a;
    }
    add(q, l[1], l[2], n == 4 ? l[3] : 0, o->weight);
  }
}

static int add_symmetric(sn_quadrature *q, const symmetric *rule, int n_rule, int degree, int n)
{
  for (int r = 0; r < n_rule; r++) {
    if (rule[r].degree >= degree) {
      for (int k = 0; k < rule[r].n; k++) {
        add_orbit(q, rule[r].of + k, n);
      }
      return 1;
    }
  }
  return 0;
}

static void add_conical(sn_quadrature *q, int dimension)
{
  for (int i = 0; i < 4; i++) {
    const double r = jacobi_at[dimension - 2][i], wr = jacobi_weight[dimension - 2][i];
    for (int j = 0; j < 4; j++) {
      if (dimension == 2) {
        add(q, r, (1 + gauss_at[3][j]) / 2 * (1 - r), 0, wr * gauss_weight[3][j] / 2);
      }
      for (int k = 0; dimension == 3 && k < 4; k++) {
        const double s = jacobi_at[0][j], t = (1 + gauss_at[3][k]) / 2;
        add(q, r, s * (1 - r), t * (1 - r) * (1 - s), wr * jacobi_weight[0][j] * gauss_weight[3][k] / 2);
      }
    }
  }
}

static void add_product(sn_quadrature *q, int dimension, int degree)
{
  const int n = degree < 1 ? 1 : degree > 8 ? 5 : degree / 2 + 1;
  const double *at = gauss_at[n - 1], *weight = gauss_weight[n - 1];
  for (int k = 0; k < (dimension > 2 ? n : 1); k++) {
    for (int j = 0; j < (dimension > 1 ? n : 1); j++) {
      for (int i = 0; i < n; i++) {
        const double w = weight[i] * (dimension > 1 ? weight[j] : 1) * (dimension > 2 ? weight[k] : 1);
        add(q, at[i], dimension > 1 ? at[j] : 0, dimension > 2 ? at[k] : 0, w);
      }
    }
  }
}

void sn_quadrature_of(sn_mesh_type type, int degree, sn_quadrature *q)
{
  const sn_mesh_type_facts *f = sn_mesh_facts(type);
  const int simplex = f->simplex && f->dimension > 1;
  q->n = 0;
  if (f->dimension == 0) {
    add(q, 0, 0, 0, 1);
  } else if (!simplex) {
    add_product(q, f->dimension, degree);
  } else if (!(f->dimension == 2 ? add_symmetric(q, triangle, 4, degree, 3)
                                 : add_symmetric(q, tetrahedron, 3, degree, 4))) {
    add_conical(q, f->dimension);
  }
}
