/* parts/shell_output.c -- what a shell tells: resultants at its nodes, thickness, energy.
 * What:    N11, N22, N12, M11, M22, M12, Q1, Q2 in the local axes, at any node: the mean of the elements around it, whose strains are
 *          known everywhere inside (tying).
 * Theory:  docs/theory-shells.md, (S7), (S10).
 * Tests:   tests/whole/test_shell.c
 */
#include "parts/shell.h"
#include "system/kernel.h"

/* Resultants of an element at its nodes: those of its Gauss points, continued by their polynomial. */
static void at_element(const sn_observation *o, const sn_shell_frozen *f, int e, double out[SN_SHELL_NODES][8])
{
  const int p = f->grid.order, m = p + 1;
  double strain[SN_SHELL_STRAINS], at[SN_SHELL_NODES][8] = {{0}}, N[SN_LINE_NODES][SN_LINE_NODES];
  sn_forms(sn_shell_block(f, e, o->system), o->q, strain);
  for (int g = 0; g < m * m; g++) {
    const double xi = sn_line_gauss[p][g % m], eta = sn_line_gauss[p][g / m];
    double local[8], uv[2];
    sn_shell_metric metric;
    sn_shell_section s;
    sn_shell_at(&f->grid, e, xi, eta, uv);
    (void)sn_shell_metric_at(f, e, xi, eta, &metric, NULL); /* both were good when it was frozen */
    (void)sn_shell_section_at(f->item, uv, &s, NULL);
    sn_shell_local_strain(f, e, xi, eta, &metric, strain, local);
    for (int i = 0; i < 64; i++) {
      at[g][i / 8] += s.K[i / 8][i % 8] * local[i % 8];
    }
  }
  for (int i = 0; i < m * m; i++) { /* N[node][Gauss point] along a line */
    const int row = i / m;
    N[row][i % m] = 1;
    for (int k = 0; k < m; k++) {
      if (k != i % m) {
        N[row][i % m] *= ((double)row / p - sn_line_gauss[p][k]) / (sn_line_gauss[p][i % m] - sn_line_gauss[p][k]);
      }
    }
  }
  for (int a = 0; a < m * m; a++) {
    for (int c = 0; c < 8; c++) {
      out[a][c] = 0;
      for (int g = 0; g < m * m; g++) {
        out[a][c] += N[a % m][g % m] * N[a / m][g / m] * at[g][c];
      }
    }
  }
}

/* Mean over the elements around a node: at most four. */
static void at_node(const sn_observation *o, const sn_shell_frozen *f, int node, double out[8])
{
  const int m = f->grid.order + 1;
  int n = 0;
  for (int c = 0; c < 8; c++) {
    out[c] = 0;
  }
  for (int e = 0; e < sn_shell_elements(&f->grid); e++) {
    for (int a = 0; a < m * m; a++) {
      if (sn_shell_node_of(&f->grid, e, a) == node) {
        double all[SN_SHELL_NODES][8];
        at_element(o, f, e, all);
        n++;
        for (int c = 0; c < 8; c++) {
          out[c] += (all[a][c] - out[c]) / n;
        }
      }
    }
  }
}

/* One resultant at all nodes. */
static void at_nodes(const sn_observation *o, const sn_shell_frozen *f, int which, double *out)
{
  const int m = f->grid.order + 1;
  for (int k = 0; k < sn_shell_nodes(&f->grid); k++) {
    out[k] = 0;
  }
  for (int e = 0; e < sn_shell_elements(&f->grid); e++) {
    double all[SN_SHELL_NODES][8];
    at_element(o, f, e, all);
    for (int a = 0; a < m * m; a++) {
      const int node = sn_shell_node_of(&f->grid, e, a);
      out[node] += all[a][which] / f->around[node];
    }
  }
}

/* ---- at a node: output(shell:at(u, v), "N11") */
#define RESULTANTS(X)                                                                   \
  X(N11, "N/m", 0, "membrane force along axis 1, tension positive")                     \
  X(N22, "N/m", 1, "membrane force along axis 2, tension positive")                     \
  X(N12, "N/m", 2, "membrane shear force")                                              \
  X(M11, "N", 3, "bending moment that stretches the side of the director along axis 1") \
  X(M22, "N", 4, "bending moment that stretches the side of the director along axis 2") \
  X(M12, "N", 5, "twisting moment")                                                     \
  X(Q1, "N/m", 6, "transverse shear force across axis 1")                               \
  X(Q2, "N/m", 7, "transverse shear force across axis 2")

#define AT_NODE(name, unit, index, help)                                                    \
  static void node_##name(const sn_observation *o, const void *data, double s, double *out) \
  {                                                                                         \
    double all[8];                                                                          \
    at_node(o, data, (int)s, all);                                                          \
    out[0] = all[index];                                                                    \
  }
RESULTANTS(AT_NODE)
#define ALONG_ROW(name, unit, index, help) {#name, unit, 1, help, node_##name},
const sn_along sn_shell_along[] = {RESULTANTS(ALONG_ROW){0}};

/* ---- fields, for colours */
static int n_node(const void *data)
{
  const sn_shell_frozen *f = data;
  return sn_shell_nodes(&f->grid);
}
static int n_element(const void *data)
{
  const sn_shell_frozen *f = data;
  return sn_shell_elements(&f->grid);
}
#define FIELD(name, unit, index, help)                                             \
  static void field_##name(const sn_observation *o, const void *data, double *out) \
  {                                                                                \
    at_nodes(o, data, index, out);                                                 \
  }
RESULTANTS(FIELD)

static void strain_energy(const sn_observation *o, const void *data, double *out)
{
  const sn_shell_frozen *f = data;
  for (int e = 0; e < n_element(data); e++) {
    out[e] = sn_block_energy(sn_shell_block(f, e, o->system), o->q, o->own, o->t);
  }
}

#define FIELD_ROW(name, unit, index, help) {#name, unit, "nodes", help, n_node, field_##name},
const sn_field sn_shell_fields[] = {
    RESULTANTS(FIELD_ROW){"strain_energy", "J", "elements", "energy stored in each element", n_element, strain_energy},
    {0}};

/* ---- outputs of the whole */
static void area(const sn_observation *o, const void *data, double *out)
{
  const sn_shell_frozen *f = data;
  const int p = f->grid.order, n = (p + 1) * (p + 1);
  out[0] = 0;
  for (int e = 0; e < n_element(data); e++) {
    for (int g = 0; g < n; g++) {
      sn_shell_shape s;
      sn_v3 by[2] = {v3(0, 0, 0), v3(0, 0, 0)};
      sn_shell_shape_at(p, sn_line_gauss[p][g % (p + 1)], sn_line_gauss[p][g / (p + 1)], &s);
      for (int a = 0; a < n; a++) {
        const sn_v3 x = sn_point_in(f->node + sn_shell_node_of(&f->grid, e, a), o->q);
        by[0] = v3_axpy(by[0], s.by[0][a], x);
        by[1] = v3_axpy(by[1], s.by[1][a], x);
      }
      out[0] += sn_line_weight[p][g % (p + 1)] * sn_line_weight[p][g / (p + 1)] * v3_norm(v3_cross(by[0], by[1]));
    }
  }
}

const sn_output sn_shell_outputs[] = {{"area", "m^2", 1, "area of its surface", area, SN_SHOWN}, {0}};
