/* tests/support/flexible.c -- see flexible.h. */
#include "flexible.h"

#include <stdlib.h>

enum { MOST = 3, NODES = 64 };

static const sn_v3 ZERO = {{0, 0, 0}};

/* Gauss points and weights on (-1, 1), by number of points */
static const double point[5][4] = {{0},
                                   {0},
                                   {-0.57735026918962573, 0.57735026918962573},
                                   {-0.7745966692414834, 0, 0.7745966692414834},
                                   {-0.8611363115940526, -0.3399810435848563, 0.3399810435848563, 0.8611363115940526}};
static const double weight[5][4] = {{0},
                                    {2},
                                    {1, 1},
                                    {5.0 / 9, 8.0 / 9, 5.0 / 9},
                                    {0.3478548451374538, 0.6521451548625461, 0.6521451548625461, 0.3478548451374538}};

static sn_builder *begin(mechanism *m)
{
  m->own = -1;
  m->arena = sn_arena_new(NULL);
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

/* Lagrange polynomials on p + 1 even nodes of (-1, 1) and their slopes */
static void lagrange(int p, double x, double *N, double *D)
{
  for (int a = 0; a <= p; a++) {
    const double xa = -1 + 2.0 * a / p;
    N[a] = 1;
    D[a] = 0;
    for (int b = 0; b <= p; b++) {
      const double xb = -1 + 2.0 * b / p;
      if (b == a) {
        continue;
      }
      D[a] = (D[a] * (x - xb) + N[a]) / (xa - xb); /* product rule, factor by factor */
      N[a] *= (x - xb) / (xa - xb);
    }
  }
}

typedef struct {
  double stiffness[6];        /* of the six forms below */
  double rho_a, rho_2, rho_3; /* mass per length, rho int y^2, rho int z^2 */
} section;

/* a along d2, b along d3; unit: length units per metre */
static section steel(double a, double b, double unit)
{
  const double E = 2.1e11 / unit, G = 8e10 / unit, rho = 7850 / (unit * unit * unit), A = a * b, long_ = fmax(a, b),
               short_ = fmin(a, b), J = long_ * short_ * short_ * short_ / 3 * (1 - 0.63 * short_ / long_);
  const double i2 = b * a * a * a / 12, i3 = a * b * b * b / 12;
  return (section){{E * A, G * A * 5 / 6, G * A * 5 / 6, E * i2, E * i3, G * J}, rho * A, rho * i2, rho * i3};
}

typedef struct {
  int x, d2, d3; /* vectors */
} beam_node;

/* Straight element of length l over nodes[0..p]: per Gauss point x'.x'/2 - 1/2, x'.d2, x'.d3, x'.d2', x'.d3',
   (d2'.d3 - d3'.d2)/2. */
static void beam(sn_builder *b, const beam_node *n, int p, double l, const section *c, int consistent)
{
  double N[MOST + 1], D[MOST + 1];
  int x[MOST + 1], d2[MOST + 1], d3[MOST + 1];
  for (int a = 0; a <= p; a++) {
    x[a] = n[a].x, d2[a] = n[a].d2, d3[a] = n[a].d3;
  }
  sn_block_begin(b, &sn_law_elastic, "beam");
  for (int g = 0; g < p; g++) {
    lagrange(p, point[p][g], N, D);
    for (int a = 0; a <= p; a++) {
      D[a] *= 2 / l;
    }
    const int e1 = sn_interpolate(b, p + 1, x, D), e2 = sn_interpolate(b, p + 1, d2, N),
              e3 = sn_interpolate(b, p + 1, d3, N), s2 = sn_interpolate(b, p + 1, d2, D),
              s3 = sn_interpolate(b, p + 1, d3, D);
    const int first = sn_form(b, 0.5, e1, e1, -0.5);
    sn_form(b, 1, e1, e2, 0);
    sn_form(b, 1, e1, e3, 0);
    sn_form(b, 1, e1, s2, 0);
    sn_form(b, 1, e1, s3, 0);
    sn_form_begin(b, 0);
    sn_form_term(b, 0.5, s2, e3);
    sn_form_term(b, -0.5, s3, e2);
    for (int k = 0; k < 6; k++) {
      sn_block_matrix(b, first + k, first + k, weight[p][g] * l / 2 * c->stiffness[k]);
    }
  }
  for (int g = 0; g <= p; g++) {
    lagrange(p, point[p + 1][g], N, D);
    for (int a = 0; a <= p; a++) {
      for (int e = consistent ? a : 0; e <= p; e++) {
        const double m = weight[p + 1][g] * l / 2 * N[a] * N[e];
        const int with = consistent ? e : a;
        sn_add_mass(b, x[a], x[with], m * c->rho_a);
        sn_add_mass(b, d2[a], d2[with], m * c->rho_2);
        sn_add_mass(b, d3[a], d3[with], m * c->rho_3);
      }
    }
  }
}

typedef enum { FREE, CLAMPED, HINGED } root;

/* Beam along x. Velocity of a point: v + omega x position. */
static void straight_beam(sn_builder *b, int p, int elements, double length, const section *c, int consistent, root r,
                          sn_v3 omega, sn_v3 v, double noise)
{
  const sn_m3 I = m3_identity();
  const sn_frame ground = sn_ground_frame(b);
  const int n = p * elements + 1;
  beam_node node[NODES];
  unsigned seed = 12345;
  if (n > NODES) {
    abort();
  }
  for (int i = 0; i < n; i++) {
    const sn_v3 x = {{length * i / (n - 1), 0, 0}};
    sn_v3 speed = v3_add(v, v3_cross(omega, x));
    for (int k = 0; k < 3; k++) {
      seed = seed * 1664525u + 1013904223u;
      speed.x[k] += noise * ((double)(seed >> 8) / 16777216 - 0.5);
    }
    if (i == 0 && r == CLAMPED) {
      node[i] = (beam_node){ground.vector[0], ground.vector[2], ground.vector[3]};
      continue;
    }
    const int own_x = !(i == 0 && r == HINGED), id = sn_add_node(b, own_x, x, speed, 2, I.c + 1, omega);
    node[i] =
        (beam_node){own_x ? sn_vector_of(b, id, 0) : ground.vector[0], sn_vector_of(b, id, 2), sn_vector_of(b, id, 3)};
  }
  for (int e = 0; e < elements; e++) {
    beam(b, node + p * e, p, length / elements, c, consistent);
  }
  if (r == HINGED) { /* d3 of the root stays normal to x and y of the ground */
    const double one = 1;
    sn_block_begin(b, &sn_law_constraint, "axis");
    const int z = sn_interpolate(b, 1, &node[0].d3, &one);
    sn_form(b, 1, z, sn_axis_of(b, &ground, 0), 0);
    sn_form(b, 1, z, sn_axis_of(b, &ground, 1), 0);
  }
}

mechanism free_beam(int p, int elements, int consistent, double noise)
{
  mechanism m = {0};
  sn_builder *b = begin(&m);
  const section c = steel(5e-3, 5e-3, 1);
  straight_beam(b, p, elements, 1, &c, consistent, FREE, v3(3, 10, 29), v3(2, 0, 0), noise);
  return finish(&m, b);
}

mechanism strip(int p, int elements, int consistent, double unit)
{
  mechanism m = {0};
  sn_builder *b = begin(&m);
  const section c = steel(20e-3 * unit, 1e-3 * unit, unit);
  sn_set_gravity(b, v3(0, 0, -9.81 * unit));
  straight_beam(b, p, elements, unit, &c, consistent, CLAMPED, ZERO, ZERO, 0);
  return finish(&m, b);
}

mechanism spinning_beam(int p, int elements, int consistent, double omega)
{
  mechanism m = {0};
  sn_builder *b = begin(&m);
  const section c = steel(5e-3, 5e-3, 1);
  straight_beam(b, p, elements, 1, &c, consistent, HINGED, v3(0, 0, omega), ZERO, 0);
  return finish(&m, b);
}

/* one bilinear element: membrane, bending and transverse shear at 2 x 2 points; x and d of the corners */
static void quad(sn_builder *b, const int x[4], const int d[4], double side, int consistent)
{
  const double t = 0.01, E = 2e9, nu = 0.3, rho = 1000, G = E / (2 * (1 + nu)), w = side * side / 4;
  const double membrane = E * t / (1 - nu * nu), bending = membrane * t * t / 12;
  static const double sx[4] = {-1, 1, 1, -1}, sy[4] = {-1, -1, 1, 1};
  double N[4], X[4], Y[4];
  sn_block_begin(b, &sn_law_elastic, "shell");
  for (int g = 0; g < 4; g++) {
    const double xi = point[2][g & 1], eta = point[2][g >> 1];
    for (int c = 0; c < 4; c++) {
      N[c] = 0.25 * (1 + xi * sx[c]) * (1 + eta * sy[c]);
      X[c] = 0.25 * sx[c] * (1 + eta * sy[c]) * 2 / side;
      Y[c] = 0.25 * sy[c] * (1 + xi * sx[c]) * 2 / side;
    }
    const int ex = sn_interpolate(b, 4, x, X), ey = sn_interpolate(b, 4, x, Y), n = sn_interpolate(b, 4, d, N),
              nx = sn_interpolate(b, 4, d, X), ny = sn_interpolate(b, 4, d, Y);
    const int k = sn_form(b, 0.5, ex, ex, 0);
    sn_form_zero(b, k);
    sn_form_zero(b, sn_form(b, 0.5, ey, ey, 0));
    sn_form_zero(b, sn_form(b, 1, ex, ey, 0));
    sn_form_zero(b, sn_form(b, 1, ex, nx, 0));
    sn_form_zero(b, sn_form(b, 1, ey, ny, 0));
    const int twist = sn_form_begin(b, 0);
    sn_form_term(b, 1, ex, ny);
    sn_form_term(b, 1, ey, nx);
    sn_form_zero(b, twist);
    sn_form_zero(b, sn_form(b, 1, ex, n, 0));
    sn_form_zero(b, sn_form(b, 1, ey, n, 0));
    const double stiffness[8] = {membrane, membrane,           G * t,         bending,
                                 bending,  G * t * t * t / 12, G * t * 5 / 6, G * t * 5 / 6};
    for (int i = 0; i < 8; i++) {
      sn_block_matrix(b, k + i, k + i, w * stiffness[i]);
    }
    sn_block_matrix(b, k, k + 1, w * membrane * nu);
    sn_block_matrix(b, k + 3, k + 4, w * bending * nu);
    for (int c = 0; c < 4; c++) {
      for (int e = consistent ? c : 0; e < 4; e++) {
        const int with = consistent ? e : c;
        sn_add_mass(b, x[c], x[with], w * rho * t * N[c] * N[e]);
        sn_add_mass(b, d[c], d[with], w * rho * t * t * t / 12 * N[c] * N[e]);
      }
    }
  }
}

mechanism fibre_patch(int n, int consistent)
{
  mechanism m = {0};
  sn_builder *b = begin(&m);
  const double side = 1.0 / n;
  const sn_v3 omega = {{3, 2, 5}};
  int xv[NODES], dv[NODES];
  if ((n + 1) * (n + 1) > NODES) {
    abort();
  }
  for (int i = 0; i < (n + 1) * (n + 1); i++) {
    const int column = i % (n + 1), row = i / (n + 1);
    const double x = side * column, y = side * row;
    const sn_v3 at = {{x, y, 0.2 * sin(2 * x) * cos(1.5 * y)}};
    const sn_v3 normal = v3_unit(v3(-0.4 * cos(2 * x) * cos(1.5 * y), 0.3 * sin(2 * x) * sin(1.5 * y), 1));
    const int id = sn_add_fibre(b, at, v3_axpy(v3_cross(omega, at), 0.5 * x * y, v3(0, 0, 1)), normal, omega);
    xv[i] = sn_vector_of(b, id, 0);
    dv[i] = sn_vector_of(b, id, 3);
  }
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++) {
      const int k = j * (n + 1) + i, up = k + n + 1;
      const int x[4] = {xv[k], xv[k + 1], xv[up + 1], xv[up]}, d[4] = {dv[k], dv[k + 1], dv[up + 1], dv[up]};
      quad(b, x, d, side, consistent);
    }
  }
  return finish(&m, b);
}

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

/* angle of the wheel about z of the ground in the current block */
static void angle(sn_builder *b, const sn_frame *ground, const sn_frame *wheel, double coefficient)
{
  const int x = sn_axis_of(b, wheel, 0), c = sn_form(b, 1, sn_axis_of(b, ground, 0), x, 0);
  sn_form(b, 1, sn_axis_of(b, ground, 1), x, 0);
  sn_coordinate_angle(b, c, coefficient);
}

mechanism loaded_gear(double torque)
{
  mechanism m = {0};
  sn_builder *b = begin(&m);
  const sn_frame ground = sn_ground_frame(b);
  const sn_m3 I = m3_identity();
  const double mass[3] = {0.05, 0.03, 0.02}, omega[2] = {30, -15};
  sn_frame wheel[2];
  for (int i = 0; i < 2; i++) {
    wheel[i] = sn_node_frame(b, sn_add_node(b, 0, ZERO, ZERO, 3, I.c, v3(0, 0, omega[i])));
    for (int k = 0; k < 3; k++) {
      sn_add_mass(b, wheel[i].vector[k], wheel[i].vector[k], mass[k]); /* it has no position */
    }
    sn_block_begin(b, &sn_law_constraint, "axis"); /* in the axes that turn */
    const int z = sn_axis_of(b, &ground, 2);
    sn_form(b, 1, z, sn_axis_of(b, &wheel[i], 0), 0);
    sn_form(b, 1, z, sn_axis_of(b, &wheel[i], 1), 0);
    sn_block_begin(b, &sn_law_given, "torque");
    angle(b, &ground, &wheel[i], 1);
    sn_composite_given(b, constant(b, i == 0 ? torque : 2 * torque)); /* the angles are in the ratio -1/2 */
  }
  sn_block_begin(b, &sn_law_driven, "gear");
  angle(b, &ground, &wheel[0], 1);
  m.own = sn_coordinate_internal(b);
  angle(b, &ground, &wheel[1], 2);
  return finish(&m, b);
}

mechanism stretched_bar(double omega, int elements)
{
  mechanism m = spinning_bar(omega, elements);
  const double l = 1.0 / elements, mass = 7850 * 25e-6 * l, k = 2.1e11 * 25e-6 / (l * l * l);
  double x[NODES + 1];
  if (elements > NODES || m.status != SN_OK) {
    abort();
  }
  for (int i = 0; i <= elements; i++) {
    x[i] = i * l;
  }
  for (int sweep = 0; sweep < 40; sweep++) { /* tension from the tip, then lengths; contracts by the strain */
    double gap[NODES + 1], tension = 0;
    for (int i = elements; i >= 1; i--) {
      tension +=
          omega * omega * mass * (i == elements ? x[i] / 3 + x[i - 1] / 6 : (x[i - 1] + 4 * x[i] + x[i + 1]) / 6);
      double g = l;
      for (int it = 0; it < 20; it++) {
        g -= (0.5 * k * g * (g * g - l * l) - tension) / (0.5 * k * (3 * g * g - l * l));
      }
      gap[i] = g;
    }
    for (int i = 1; i <= elements; i++) {
      x[i] = x[i - 1] + gap[i];
    }
  }
  for (int i = 1; i <= elements; i++) {
    const int a = m.system->node[i - 1].vector[0];
    m.state.q[a] = v3(x[i], 0, 0);
    m.state.v[a] = v3(0, omega * x[i], 0);
  }
  return m;
}
