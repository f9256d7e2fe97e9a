/* tests/support/elements.c -- see elements.h.
 * Theory:  docs/theory.md, forms and blocks: with g_i = dx/dX_i interpolated at an integration point, E_ii = g_i.g_i/2 - 1/2 and
 *          2 E_ij = g_i.g_j are forms; their stiffness is the material's matrix times the weight of the point, m^3 (shell: m^2).
 */
#include "elements.h"

#include <stdlib.h>

static const double GAUSS = 0.57735026918962576; /* of two points */

static sn_builder *begin(mechanism *m)
{
  *m = (mechanism){.arena = sn_arena_new(NULL), .own = -1};
  sn_builder *b = m->arena ? sn_builder_new(m->arena) : NULL;
  if (!b) {
    abort();
  }
  return b;
}

static mechanism finish(mechanism *m, sn_builder *b)
{
  m->status = sn_builder_finish(b, &m->system, &m->state, &m->error);
  return *m;
}

/* ---- the brick */

static int corner(int node, int axis)
{
  return node >> axis & 1 ? 1 : -1;
}

/* shape functions and their derivatives by X, of a cuboid */
static void trilinear(const double at[3], const double size[3], double N[8], double D[3][10])
{
  for (int a = 0; a < 8; a++) {
    double f[3];
    for (int i = 0; i < 3; i++) {
      f[i] = 0.5 * (1 + corner(a, i) * at[i]);
    }
    N[a] = f[0] * f[1] * f[2];
    for (int i = 0; i < 3; i++) {
      D[i][a] = corner(a, i) / size[i] * f[(i + 1) % 3] * f[(i + 2) % 3];
    }
  }
}

/* a point of a brick */
typedef struct {
  int n;
  const int *x; /* n */
  double slope[3][10];
} brick_point;

static int brick_strains(sn_builder *b, const brick_point *p)
{
  int slope[3], first = 0;
  for (int i = 0; i < 3; i++) {
    slope[i] = sn_interpolate(b, p->n, p->x, p->slope[i]);
  }
  for (int i = 0; i < 3; i++) {
    const int form = sn_form(b, 0.5, slope[i], slope[i], -0.5);
    first = i == 0 ? form : first;
  }
  for (int i = 0; i < 3; i++) {
    sn_form(b, 1, slope[i], slope[(i + 1) % 3], 0);
  }
  return first;
}

/* NULL: the linear law, by its matrix */
static const sn_strain_energy *energy_of(sn_builder *b, material m)
{
  const sn_material of = m.law ? sn_material_of(m.law, m.E, m.nu, m.share) : (sn_material){0};
  return m.law ? sn_material_solid(b, &of) : NULL;
}

static void brick_element(sn_builder *b, const int x[8], const double size[3], material m)
{
  const double volume = size[0] * size[1] * size[2] / 8, shear = m.E / (2 * (1 + m.nu));
  const double lame = m.E * m.nu / ((1 + m.nu) * (1 - 2 * m.nu));
  const sn_strain_energy *energy = energy_of(b, m);
  const int block = energy ? sn_energy_begin(b, energy, "brick") : sn_block_begin(b, &sn_law_elastic, "brick");
  for (int g = 0; g < 8; g++) {
    const double at[3] = {corner(g, 0) * GAUSS, corner(g, 1) * GAUSS, corner(g, 2) * GAUSS};
    double N[8];
    brick_point p = {.n = 8, .x = x};
    trilinear(at, size, N, p.slope);
    const int first = brick_strains(b, &p);
    if (energy) {
      sn_energy_add(b, energy, volume);
    }
    for (int i = 0; i < 3 && !energy; i++) {
      for (int j = i; j < 3; j++) {
        sn_block_matrix(b, first + i, first + j, volume * (lame + (i == j ? 2 * shear : 0)));
      }
      sn_block_matrix(b, first + 3 + i, first + 3 + i, volume * shear);
    }
    for (int a = 0; a < 8; a++) {
      for (int c = a; c < 8; c++) {
        sn_add_mass(b, x[a], x[c], volume * m.density * N[a] * N[c]);
      }
    }
  }
  if (m.damping > 0) {
    sn_block_like(b, &sn_law_viscous, "damping", block);
    for (int f = 0; f < 48; f++) {
      sn_block_matrix(b, f, f, volume * m.damping);
    }
  }
}

/* the same force at all times */
static const sn_expr *constant(sn_builder *b, double value)
{
  static const char *const name[1] = {"t"};
  sn_expr_builder *e = sn_expr_begin(sn_builder_arena(b), 1, name);
  const sn_expr *out = NULL;
  if (sn_expr_end(e, sn_expr_constant(e, value), &out, NULL) != SN_OK) {
    abort();
  }
  return out;
}

mechanism brick(const double size[3], material m, brick_start start, double pull)
{
  mechanism k;
  sn_builder *b = begin(&k);
  const sn_v3 omega = {{3, 10, 29}};
  int x[8];
  for (int a = 0; a < 8; a++) {
    const sn_v3 at = {{(a & 1) * size[0], (a >> 1 & 1) * size[1], (a >> 2 & 1) * size[2]}};
    if (start == BRICK_HELD && (a & 1) == 0) {
      const sn_frame f = sn_fixed_point_frame(b, at);
      x[a] = f.vector[0];
      continue;
    }
    /* rotating, translating, and deformed unevenly */
    const sn_v3 squeeze = {{0.4 * at.x[1] * at.x[2], -0.5 * at.x[0], 0.7 * at.x[0] * at.x[1]}};
    const sn_v3 v = start == BRICK_HELD ? v3(0, 0, 0) : v3_add(v3_add(v3(2, 0, 1), squeeze), v3_cross(omega, at));
    const int node = sn_add_point(b, at, v);
    x[a] = sn_vector_of(b, node, 0);
    if (pull != 0 && (a & 1)) {
      const sn_frame f = sn_node_frame(b, node);
      const sn_expr *const force[3] = {constant(b, pull / 4), NULL, NULL};
      sn_add_force(b, &f, force, 0);
    }
  }
  brick_element(b, x, size, m);
  return finish(&k, b);
}

/* The mean of the face x = 0 stays where it is, and the direction from its lower to its upper edge along y. */
static void hinge_face(sn_builder *b, const int n[3], const int *x)
{
  enum { MOST = 64 };
  const int count = (n[1] + 1) * (n[2] + 1);
  int vector[MOST];
  double mean[MOST], along[MOST];
  if (count > MOST) {
    abort();
  }
  for (int i = 0; i < count; i++) {
    const int y = i % (n[1] + 1);
    vector[i] = x[i * (n[0] + 1)];
    mean[i] = 1.0 / count;
    along[i] = y == 0 ? -1 : y == n[1] ? 1 : 0;
  }
  const sn_frame ground = sn_ground_frame(b);
  const sn_frame face = sn_weighted_frame(b, count, vector, mean, (const double *const[3]){along, along, along});
  sn_block_begin(b, &sn_law_constraint, "hinge");
  sn_block_meet(b);
  const int gap = sn_between(b, &ground, &face), axis = sn_axis_of(b, &face, 0);
  for (int i = 0; i < 3; i++) {
    sn_form_zero(b, sn_form(b, 1, gap, sn_axis_of(b, &ground, i), 0));
  }
  for (int i = 0; i < 3; i += 2) {
    sn_form_zero(b, sn_form(b, 1, axis, sn_axis_of(b, &ground, i), 0));
  }
}

/* The same by sums, which cost in proportion to the points of the face. */
static void hinge_sums(sn_builder *b, const int n[3], const int *x)
{
  const int count = (n[1] + 1) * (n[2] + 1);
  int *vector = SN_NEW(sn_builder_arena(b), int, count);
  double *mean = SN_NEW(sn_builder_arena(b), double, count), *along = SN_NEW(sn_builder_arena(b), double, count);
  if (!vector || !mean || !along) {
    abort();
  }
  for (int i = 0; i < count; i++) {
    const int y = i % (n[1] + 1);
    vector[i] = x[i * (n[0] + 1)];
    mean[i] = 1.0 / count;
    along[i] = y == 0 ? -1 : y == n[1] ? 1 : 0;
  }
  const sn_frame ground = sn_ground_frame(b);
  const int sums[2] = {sn_add_sum(b, count, vector, mean), sn_add_sum(b, count, vector, along)};
  static const double first[2] = {1, 0}, second[2] = {0, 1};
  const sn_frame face = sn_weighted_frame(b, 2, sums, first, (const double *const[3]){second, second, second});
  sn_block_begin(b, &sn_law_constraint, "hinge");
  sn_block_meet(b);
  const int gap = sn_between(b, &ground, &face), axis = sn_axis_of(b, &face, 0);
  for (int i = 0; i < 3; i++) {
    sn_form_zero(b, sn_form(b, 1, gap, sn_axis_of(b, &ground, i), 0));
  }
  for (int i = 0; i < 3; i += 2) {
    sn_form_zero(b, sn_form(b, 1, axis, sn_axis_of(b, &ground, i), 0));
  }
}

/* velocities of a start that turns about it; middle: its height */
static sn_v3 about_hinge(sn_v3 at, double middle)
{
  return v3_cross(v3(0, 5, 0), v3(at.x[0], 0, at.x[2] - middle));
}

static mechanism bricks(const int n[3], double edge, material m, int hinged)
{
  mechanism k;
  sn_builder *b = begin(&k);
  const double size[3] = {edge, edge, edge};
  const sn_v3 omega = {{3, 10, 29}};
  if (hinged) {
    sn_set_gravity(b, v3(0, 0, -9.81));
  }
  const int step[3] = {1, n[0] + 1, (n[0] + 1) * (n[1] + 1)}, count = step[2] * (n[2] + 1);
  int *x = SN_NEW(k.arena, int, count);
  if (!x) {
    abort();
  }
  for (int i = 0; i < count; i++) {
    const int place[3] = {i % step[1], i / step[1] % (n[1] + 1), i / step[2]};
    const sn_v3 at = {{edge * place[0], edge * place[1], edge * place[2]}};
    const sn_v3 squeeze = {{0.4 * at.x[1] * at.x[2], -0.5 * at.x[0], 0.7 * at.x[0] * at.x[1]}};
    const sn_v3 v =
        hinged ? about_hinge(at, 0.5 * edge * n[2]) : v3_add(v3_add(v3(2, 0, 1), squeeze), v3_cross(omega, at));
    x[i] = sn_vector_of(b, sn_add_point(b, at, v), 0);
  }
  for (int i = 0; i < n[0] * n[1] * n[2]; i++) {
    const int first = i % n[0] + i / n[0] % n[1] * step[1] + i / (n[0] * n[1]) * step[2];
    int corners[8];
    for (int a = 0; a < 8; a++) {
      corners[a] = x[first + (a & 1) + (a >> 1 & 1) * step[1] + (a >> 2 & 1) * step[2]];
    }
    brick_element(b, corners, size, m);
  }
  if (hinged) {
    hinge_face(b, n, x);
  }
  return finish(&k, b);
}

mechanism brick_pulled(int n, double edge, material m, double F)
{
  mechanism k;
  sn_builder *b = begin(&k);
  const double size[3] = {edge, edge, edge};
  const sn_frame ground = sn_ground_frame(b);
  const sn_expr *const force[3] = {constant(b, F / 4), NULL, NULL};
  int x[64];
  if (4 * (n + 1) > 64) {
    abort();
  }
  for (int i = 0; i < 4 * (n + 1); i++) {
    const int place[3] = {i / 4, i & 1, i >> 1 & 1},
              node = sn_add_point(b, v3(edge * place[0], edge * place[1], edge * place[2]), v3(0, 0, 0));
    const sn_frame f = sn_node_frame(b, node);
    x[i] = sn_vector_of(b, node, 0);
    for (int d = 0; d < 3; d++) {
      if (place[d] == 0) {
        sn_block_begin(b, &sn_law_constraint, "symmetry");
        sn_form(b, 1, sn_between(b, &ground, &f), sn_axis_of(b, &ground, d), 0);
      }
    }
    if (place[0] == n) {
      sn_add_force(b, &f, force, 0);
    }
  }
  for (int i = 0; i < n; i++) {
    const int *o = x + 4 * i, corners[8] = {o[0], o[4], o[1], o[5], o[2], o[6], o[3], o[7]};
    brick_element(b, corners, size, m);
  }
  return finish(&k, b);
}

mechanism brick_block(const int n[3], double edge, material m)
{
  return bricks(n, edge, m, 0);
}

mechanism brick_bar(const int n[3], double edge, material m)
{
  return bricks(n, edge, m, 1);
}

/* ---- the tetrahedron of ten points */

static const int edges[6][2] = {{0, 1}, {1, 2}, {0, 2}, {0, 3}, {1, 3}, {2, 3}};

/* x: its vectors, corners and then middles of the edges; at: where the corners are */
static void tet_element(sn_builder *b, const int x[10], const sn_v3 at[4], material m)
{
  const double A = 0.58541019662496845446, B = 0.13819660112501051518;
  const double shear = m.E / (2 * (1 + m.nu)), lame = m.E * m.nu / ((1 + m.nu) * (1 - 2 * m.nu));
  const sn_v3 u = v3_sub(at[1], at[0]), v = v3_sub(at[2], at[0]), w = v3_sub(at[3], at[0]);
  const double six = v3_dot(u, v3_cross(v, w)), volume = six / 6;
  sn_v3 dL[4] = {
      {{0}}, v3_scale(1 / six, v3_cross(v, w)), v3_scale(1 / six, v3_cross(w, u)), v3_scale(1 / six, v3_cross(u, v))};
  dL[0] = v3_scale(-1, v3_add(v3_add(dL[1], dL[2]), dL[3]));
  const sn_strain_energy *energy = energy_of(b, m);
  if (energy) {
    sn_energy_begin(b, energy, "tet10");
  } else {
    sn_block_begin(b, &sn_law_elastic, "tet10");
  }
  for (int g = 0; g < 4; g++) {
    double L[4] = {B, B, B, B};
    L[g] = A;
    brick_point p = {.n = 10, .x = x};
    for (int i = 0; i < 3; i++) {
      for (int a = 0; a < 4; a++) {
        p.slope[i][a] = (4 * L[a] - 1) * dL[a].x[i];
      }
      for (int e = 0; e < 6; e++) {
        const int a = edges[e][0], c = edges[e][1];
        p.slope[i][4 + e] = 4 * (L[a] * dL[c].x[i] + L[c] * dL[a].x[i]);
      }
    }
    const int first = brick_strains(b, &p);
    if (energy) {
      sn_energy_add(b, energy, volume / 4);
    }
    for (int i = 0; i < 3 && !energy; i++) {
      for (int j = i; j < 3; j++) {
        sn_block_matrix(b, first + i, first + j, volume / 4 * (lame + (i == j ? 2 * shear : 0)));
      }
      sn_block_matrix(b, first + 3 + i, first + 3 + i, volume / 4 * shear);
    }
  }
  for (int i = 0; i < 10; i++) { /* consistent: row sums are negative at the corners */
    for (int j = i; j < 10; j++) {
      double k = i == j ? 6 : 1;
      if (j > 3 && i < 4) {
        k = edges[j - 4][0] == i || edges[j - 4][1] == i ? -4 : -6;
      } else if (i > 3) {
        const int *a = edges[i - 4], *c = edges[j - 4];
        k = i == j ? 32 : a[0] == c[0] || a[0] == c[1] || a[1] == c[0] || a[1] == c[1] ? 16 : 8;
      }
      sn_add_mass(b, x[i], x[j], m.density * volume / 420 * k);
    }
  }
}

/* The corners of tetrahedron t of a cube, as bits along x, y, z: from corner 0 to 7 along one axis after the other, turned right-handed. */
static void tet_corners(int t, int bits[4])
{
  static const int axis[6][2] = {{1, 2}, {2, 4}, {4, 1}, {2, 1}, {4, 2}, {1, 4}};
  const int first = axis[t][0], both = axis[t][0] | axis[t][1];
  bits[0] = 0;
  bits[1] = t < 3 ? first : both;
  bits[2] = t < 3 ? both : first;
  bits[3] = 7;
}

/* A point of a bar that is held at x = 0 and pulled at its other end (place `last`), at rest. */
static int held_or_pulled(sn_builder *b, sn_v3 at, int place, int last, sn_v3 pull)
{
  if (place == 0) {
    return sn_fixed_point_frame(b, at).vector[0];
  }
  const int node = sn_add_point(b, at, v3(0, 0, 0));
  if (place == last) {
    const sn_frame f = sn_node_frame(b, node);
    const sn_expr *const force[3] = {constant(b, pull.x[0]), constant(b, pull.x[1]), constant(b, pull.x[2])};
    sn_add_force(b, &f, force, 0);
  }
  return sn_vector_of(b, node, 0);
}

/* Hinged by a frame or by sums, under gravity, turning; or the face x = 0 held, and `pull` spread over the opposite one. */
typedef enum { ON_FRAME, ON_SUMS, CLAMPED } holding;
static mechanism tets(const int n[3], double edge, material m, holding how, sn_v3 pull)
{
  mechanism k;
  sn_builder *b = begin(&k);
  if (how != CLAMPED) {
    sn_set_gravity(b, v3(0, 0, -9.81));
  }
  const int fine[3] = {2 * n[0], 2 * n[1], 2 * n[2]};
  const int step[3] = {1, fine[0] + 1, (fine[0] + 1) * (fine[1] + 1)}, count = step[2] * (fine[2] + 1);
  int *x = SN_NEW(k.arena, int, count);
  if (!x) {
    abort();
  }
  const int on_face = step[2] / step[1] * (fine[2] + 1);
  for (int i = 0; i < count; i++) {
    const int place[3] = {i % step[1], i / step[1] % (fine[1] + 1), i / step[2]};
    const sn_v3 at = {{0.5 * edge * place[0], 0.5 * edge * place[1], 0.5 * edge * place[2]}};
    if (how == CLAMPED) {
      x[i] = held_or_pulled(b, at, place[0], fine[0], v3_scale(1.0 / on_face, pull));
    } else {
      x[i] = sn_vector_of(b, sn_add_point(b, at, about_hinge(at, 0.5 * edge * n[2])), 0);
    }
  }
  for (int i = 0; i < 6 * n[0] * n[1] * n[2]; i++) {
    const int cell[3] = {i / 6 % n[0], i / 6 / n[0] % n[1], i / 6 / (n[0] * n[1])};
    const int first = 2 * (cell[0] + cell[1] * step[1] + cell[2] * step[2]);
    int bits[4], node[10];
    sn_v3 at[4];
    tet_corners(i % 6, bits);
    for (int a = 0; a < 10; a++) {
      const int p = a < 4 ? bits[a] : bits[edges[a - 4][0]], q = a < 4 ? p : bits[edges[a - 4][1]];
      int place = first;
      for (int d = 0; d < 3; d++) {
        place += ((p >> d & 1) + (q >> d & 1)) * step[d];
      }
      node[a] = x[place];
      if (a < 4) {
        at[a] = v3(edge * (p & 1), edge * (p >> 1 & 1), edge * (p >> 2 & 1));
      }
    }
    tet_element(b, node, at, m);
  }
  if (how == ON_SUMS) {
    hinge_sums(b, fine, x);
  } else if (how == ON_FRAME) {
    hinge_face(b, fine, x);
  }
  return finish(&k, b);
}

mechanism tet_bar(const int n[3], double edge, material m)
{
  return tets(n, edge, m, ON_FRAME, v3(0, 0, 0));
}

mechanism tet_bar_on_sums(const int n[3], double edge, material m)
{
  return tets(n, edge, m, ON_SUMS, v3(0, 0, 0));
}

mechanism tet_clamped(const int n[3], double edge, material m, sn_v3 pull)
{
  return tets(n, edge, m, CLAMPED, pull);
}

/* ---- the shell */

static void quadratic(double t, double N[3], double D[3])
{
  N[0] = 0.5 * t * (t - 1), N[1] = 1 - t * t, N[2] = 0.5 * t * (t + 1);
  D[0] = t - 0.5, D[1] = -2 * t, D[2] = t + 0.5;
}

static void shell_element(sn_builder *b, const int x[9], const int d[9], double side, double t, material m)
{
  static const double at[3] = {-0.77459666924148338, 0, 0.77459666924148338}, weight[3] = {5.0 / 9, 8.0 / 9, 5.0 / 9};
  const double G = m.E / (2 * (1 + m.nu)), membrane = m.E * t / (1 - m.nu * m.nu), bending = membrane * t * t / 12;
  sn_block_begin(b, &sn_law_elastic, "shell");
  for (int g = 0; g < 9; g++) {
    double Nx[3], Dx[3], Ny[3], Dy[3], N[9], X[9], Y[9];
    const double w = weight[g % 3] * weight[g / 3] * side * side / 4;
    quadratic(at[g % 3], Nx, Dx);
    quadratic(at[g / 3], Ny, Dy);
    for (int a = 0; a < 9; a++) {
      N[a] = Nx[a % 3] * Ny[a / 3];
      X[a] = Dx[a % 3] * Ny[a / 3] * 2 / side;
      Y[a] = Nx[a % 3] * Dy[a / 3] * 2 / side;
    }
    const int ex = sn_interpolate(b, 9, x, X), ey = sn_interpolate(b, 9, x, Y), n = sn_interpolate(b, 9, d, N),
              nx = sn_interpolate(b, 9, d, X), ny = sn_interpolate(b, 9, d, Y);
    const int k = sn_form(b, 0.5, ex, ex, 0);
    sn_form(b, 0.5, ey, ey, 0);
    sn_form(b, 1, ex, ey, 0);
    sn_form(b, 1, ex, nx, 0);
    sn_form(b, 1, ey, ny, 0);
    sn_form_begin(b, 0);
    sn_form_term(b, 1, ex, ny);
    sn_form_term(b, 1, ey, nx);
    sn_form(b, 1, ex, n, 0);
    sn_form(b, 1, ey, n, 0);
    const double stiffness[8] = {membrane, membrane,           G * t,         bending,
                                 bending,  G * t * t * t / 12, G * t * 5 / 6, G * t * 5 / 6};
    for (int i = 0; i < 8; i++) { /* it is drawn without stress */
      sn_form_zero(b, k + i);
      sn_block_matrix(b, k + i, k + i, w * stiffness[i]);
    }
    sn_block_matrix(b, k, k + 1, w * membrane * m.nu);
    sn_block_matrix(b, k + 3, k + 4, w * bending * m.nu);
    for (int a = 0; a < 9; a++) {
      for (int e = a; e < 9; e++) {
        sn_add_mass(b, x[a], x[e], w * m.density * t * N[a] * N[e]);
        sn_add_mass(b, d[a], d[e], w * m.density * t * t * t / 12 * N[a] * N[e]);
      }
    }
  }
}

mechanism nine_node_shell(double thickness, material m)
{
  mechanism k;
  sn_builder *b = begin(&k);
  const sn_v3 omega = {{3, 2, 5}};
  int xv[9], dv[9];
  for (int i = 0; i < 9; i++) {
    const int column = i % 3, row = i / 3;
    const double x = 0.5 * column, y = 0.5 * row;
    const sn_v3 at = {{x, y, 0.2 * sin(2 * x) * cos(1.5 * y)}};
    const sn_v3 normal = v3_unit(v3(-0.4 * cos(2 * x) * cos(1.5 * y), 0.3 * sin(2 * x) * sin(1.5 * y), 1));
    const int node = sn_add_fibre(b, at, v3_axpy(v3_cross(omega, at), 0.5 * x * y, v3(0, 0, 1)), normal, omega);
    xv[i] = sn_vector_of(b, node, 0);
    dv[i] = sn_vector_of(b, node, 3);
  }
  shell_element(b, xv, dv, 1, thickness, m);
  return finish(&k, b);
}

/* ---- too many */

mechanism many_forms(int n, int composite)
{
  mechanism k;
  sn_builder *b = begin(&k);
  sn_item_begin(b, "element", "monster", "here.lua:7");
  const int x = sn_vector_of(b, sn_add_point(b, v3(1, 0, 0), v3(0, 0, 0)), 0);
  const double one = 1;
  sn_add_mass(b, x, x, 1);
  sn_block_begin(b, composite ? &sn_law_potential : &sn_law_elastic, "monster");
  const int p = sn_interpolate(b, 1, &x, &one);
  for (int i = 0; i < n; i++) {
    const int f = sn_form(b, 0.5, p, p, -0.5);
    if (composite) {
      sn_coordinate_form(b, f, 1);
    } else {
      sn_block_matrix(b, f, f, 1);
    }
  }
  if (composite) {
    sn_composite_potential(b, sn_potential_spring(b, 1, 0));
  }
  return finish(&k, b);
}
