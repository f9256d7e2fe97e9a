/* tests/analysis/strip.h -- beams built by hand on the builder, without the kind `beam`: quadratic elements, plane curves. */
#ifndef SN_TESTS_ANALYSIS_STRIP_H
#define SN_TESTS_ANALYSIS_STRIP_H
#include "mechanism.h"

typedef struct {
  double ea, ga, ei, across; /* across: stiffness of bending out of the plane and of twist */
} strip_section;

/* Node at x, tangent at an angle to the x axis in the plane xy. */
static inline int strip_node(mechanism *k, sn_v3 x, double angle)
{
  const double zero[3] = {1e-3, 1e-3, 1e-3};
  const sn_m3 r = {{v3(cos(angle), sin(angle), 0), v3(-sin(angle), cos(angle), 0), v3(0, 0, 1)}};
  return add_body(k, "node", x, r, 1, zero);
}

/* Three nodes, reference length l: two Gauss points with x'.d1 - c, x'.d2, x'.d3 and half differences of d_i'.d_j. */
static inline void strip_element(mechanism *k, const int node[3], double l, const strip_section *c)
{
  const double xi[2] = {-0.57735026918962576, 0.57735026918962576};
  sn_item_begin(k->b, "beam", "strip", "here.lua:9");
  sn_block_begin(k->b, &sn_law_elastic, "strain");
  for (int g = 0; g < 2; g++) {
    const double n[3] = {xi[g] * (xi[g] - 1) / 2, 1 - xi[g] * xi[g], xi[g] * (xi[g] + 1) / 2};
    const double d[3] = {(2 * xi[g] - 1) / l, -4 * xi[g] / l, (2 * xi[g] + 1) / l};
    int p[4], slope[4];
    for (int role = 0; role < 4; role++) {
      int v[3];
      for (int i = 0; i < 3; i++) {
        v[i] = sn_vector_of(k->b, node[i], role);
      }
      p[role] = role ? sn_interpolate(k->b, 3, v, n) : -1;
      slope[role] = sn_interpolate(k->b, 3, v, d);
    }
    const double stiffness[6] = {c->ea, c->ga, c->ga, c->ei, c->across, c->across};
    const int pair[3][2] = {{2, 1}, {3, 1}, {2, 3}};
    for (int f = 0; f < 6; f++) {
      int form;
      if (f < 3) {
        form = sn_form(k->b, 1, slope[0], p[f + 1], 0);
      } else {
        form = sn_form_begin(k->b, 0);
        sn_form_term(k->b, 0.5, slope[pair[f - 3][0]], p[pair[f - 3][1]]);
        sn_form_term(k->b, -0.5, slope[pair[f - 3][1]], p[pair[f - 3][0]]);
      }
      sn_form_zero(k->b, form);
      sn_block_matrix(k->b, form, form, stiffness[f] * l / 2);
    }
  }
}

typedef struct {
  int n;
  int node[128];
} strip;

/* n elements along a circle of radius r from angle a to b about a centre; r = 0: a straight line from..to by a, b as points */
static inline strip strip_arc(mechanism *k, sn_v3 centre, double r, double a, double b, int n, const strip_section *c)
{
  strip s = {.n = 2 * n + 1};
  for (int i = 0; i < s.n; i++) {
    const double u = a + (b - a) * i / (s.n - 1),
                 turn = b > a ? u + 0.5 * 3.14159265358979323846 : u - 0.5 * 3.14159265358979323846;
    s.node[i] = strip_node(k, v3_add(centre, v3(r * cos(u), r * sin(u), 0)), turn);
  }
  for (int e = 0; e < n; e++) {
    strip_element(k, s.node + 2 * e, r * fabs(b - a) / n, c);
  }
  return s;
}

static inline strip strip_line(mechanism *k, sn_v3 from, sn_v3 to, int first, int n, const strip_section *c)
{
  strip s = {.n = 2 * n + 1};
  const sn_v3 way = v3_sub(to, from);
  for (int i = 0; i < s.n; i++) {
    const sn_v3 x = v3_axpy(from, (double)i / (s.n - 1), way);
    s.node[i] = i == 0 && first >= 0 ? first : strip_node(k, x, atan2(way.x[1], way.x[0]));
  }
  for (int e = 0; e < n; e++) {
    strip_element(k, s.node + 2 * e, v3_norm(way) / n, c);
  }
  return s;
}

static inline const sn_expr *strip_constant(mechanism *k, double x)
{
  static const char *const names[] = {"t"};
  sn_expr_builder *e = sn_expr_begin(k->arena, 1, names);
  const sn_expr *out = NULL;
  CHECK_OK(sn_expr_end(e, sn_expr_constant(e, x), &out, &k->error), k->error);
  return out;
}

static inline void strip_force(mechanism *k, int node, sn_v3 f)
{
  const sn_frame at = sn_node_frame(k->b, node);
  const sn_expr *component[3] = {strip_constant(k, f.x[0]), strip_constant(k, f.x[1]), strip_constant(k, f.x[2])};
  sn_item_begin(k->b, "force", "load", "here.lua:8");
  sn_add_force(k->b, &at, component, 0);
}

static inline void strip_clamp(mechanism *k, int node, sn_v3 x)
{
  const sn_frame A = frame_at(k, -1, x, m3_identity()), B = frame_at(k, node, x, m3_identity());
  sn_item_begin(k->b, "weld", "clamp", "here.lua:7");
  coincide(k, &A, &B);
  sn_block_begin(k->b, &sn_law_constraint, "axis");
  for (int j = 0; j < 3; j++) {
    sn_form(k->b, 1, sn_axis_of(k->b, &A, j), sn_axis_of(k->b, &B, (j + 1) % 3), 0);
  }
}

#endif
