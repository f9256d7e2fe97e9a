/* tests/steps/test_tangent.c -- the matrix of the scheme `ed` against central differences of its residual, column by column.
 * How:     an iterate somewhere on the way (one solve, then a random move), each unknown moved to both sides as the step itself moves
 *          it (increments, Cayley, settled rates, multipliers), residuals subtracted. The right-hand side is minus the residual.
 * Left out on purpose by the matrix (docs/theory.md, translation at the nodes, (11.8) and (11.13)):
 *          - where a law predicts its stresses, those of the last solve stand for those of the law in the geometric part. Here they
 *            are set equal first, and the matrix must be exact; then apart, and the difference must be of their size;
 *          - the short form of axes on solid bodies: the part of the moment that leaves the span of its arms. It may only be in
 *            moment rows by rotations of bodies with such axes, and is below twice the moment of the multipliers.
 */
#include <stdlib.h>

#include "harness.h"
#include "steps/ed/ed_private.h"
#include "support/coordinates.h"
#include "support/elements.h"
#include "support/flexible.h"
#include "support/written.h"

typedef struct {
  sn_stepper *x;
  mechanism m;
  ed_vector *vector; /* the iterate, kept */
  double (*eta)[LEVEL];
  sn_lane *stress; /* s_c, s_d, nu of every pack in a row */
  double (*tau)[2];
  double *plus, *minus, *column;
} probe;

static int follow = -1; /* of the options */

static double dice(unsigned *seed)
{
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / 16777216 - 0.5;
}

/* ---- the iterate, kept and given back */

static void copy_lanes(sn_lane *a, sn_lane **b, int n, int keep)
{
  if (n > 0) {
    memcpy(keep ? *b : a, keep ? a : *b, sizeof(sn_lane) * (size_t)n);
  }
  *b += n;
}

static void exchange(probe *p, int keep)
{
  sn_stepper *x = p->x;
  sn_lane *to = p->stress;
  const size_t size = sizeof *x->vector * (size_t)x->s->n_vector;
  memcpy(keep ? p->vector : x->vector, keep ? x->vector : p->vector, size);
  for (int i = 0; i < x->s->n_node; i++) {
    if (x->node[i].eta) {
      double *eta = x->node[i].eta->eta;
      memcpy(keep ? p->eta[i] : eta, keep ? eta : p->eta[i], sizeof p->eta[i]);
    }
  }
  for (int i = 0; i < x->all.packs.n; i++) {
    sn_law_pack *k = x->pack + i;
    copy_lanes(k->s_c, &to, k->type->n_form, keep);
    copy_lanes(k->s_d, &to, k->type->n_form, keep);
    copy_lanes(k->nu, &to, k->damped ? k->n_mult : 0, keep);
    if (k->law->n_slope) { /* strains that were predicted, and what the law says there */
      copy_lanes(k->a, &to, k->type->n_form, keep);
      copy_lanes(k->b, &to, k->type->n_form, keep);
      copy_lanes(k->slope, &to, k->law->n_slope(k->type->of, 2), keep);
    }
    for (int l = 0; l < k->is->n && (k->law->sees_alone || (k->scalar && k->n_mult > 0)); l++) {
      double *tau = p->tau[SN_LANES * i + l];
      sn_path *path = &k->scalar[l].path;
      if (keep) {
        tau[0] = path->tau_c, tau[1] = path->tau_d;
      } else {
        path->tau_c = tau[0], path->tau_d = tau[1];
      }
    }
  }
  x->all.fresh = 0;
}

/* moves the iterate by what is in rhs, as a solve would */
static void move(sn_stepper *x)
{
  for (int i = 0; i < x->all.packs.n_node; i++) {
    (void)ed_nodes_increments(x, x->all.packs.node + i, 0);
  }
  x->all.fresh = 0; /* the right-hand side is no residual any more */
  sn_assembler_apply(&x->all);
}

/* what the laws say is what the last solve predicted */
static void believe(sn_stepper *x)
{
  x->all.fresh = 0;
  sn_assembler_evaluate(&x->all);
  memset(x->all.rhs, 0, sizeof(double) * (size_t)x->all.layout.n);
  move(x); /* by nothing: laws are asked where they are */
  sn_assembler_evaluate(&x->all);
  for (int i = 0; i < x->all.packs.n; i++) {
    sn_law_pack *k = x->pack + i;
    for (int f = 0; f < k->type->n_form && k->law->predicts && !k->law->sees_alone; f++) {
      k->s_c[f] = k->l_c[f];
      k->s_d[f] = k->l_d[f];
    }
    for (int l = 0; l < k->is->n && k->law->predicts && k->law->sees_alone; l++) {
      k->scalar[l].path.tau_c -= k->scalar[l].path.residual[0];
      k->scalar[l].path.tau_d -= k->scalar[l].path.residual[1];
    }
  }
  x->all.fresh = 0;
  sn_assembler_evaluate(&x->all);
}

static int begin(probe *p, mechanism m, double alpha, double h, int steps, double far)
{
  const sn_step_options options = {.alpha = alpha, .follow = follow};
  unsigned seed = 7;
  double size;
  *p = (probe){.m = m};
  CHECK_OK(m.status, m.error);
  if (m.status != SN_OK ||
      sn_scheme_begin(&sn_scheme_ed, m.system, &options, m.arena, &p->m.state, &p->x, &p->m.error) != SN_OK) {
    CHECK_OK(p->m.error.status, p->m.error);
    return 0;
  }
  sn_stepper *x = p->x;
  for (int i = 0; i < steps; i++) { /* stresses, rates, damping masses that are not zero */
    sn_step_report r;
    CHECK_OK(sn_scheme_ed.step(x, &p->m.state, h, &r, &p->m.error), p->m.error);
  }
  x->now.h = h;
  x->now.hh = h * h;
  x->now.t = *p->m.state.t;
  x->now.start = &p->m.state;
  CHECK_OK(ed_damping_measure(x, x->now.start, &p->m.error), p->m.error);
  ed_damping_fade(x);
  ed_start(x, 0);
  CHECK_OK(sn_assembler_iterate(&x->all, SN_TANGENT_CAREFUL, &size), p->m.error);
  sn_assembler_apply(&x->all);
  x->all.settles = x->all.pending =
      0; /* eta that follows moves with the unknowns: the matrix knows that, and no more (11.16) */
  for (int i = 0; i < x->all.layout.n; i++) {
    x->all.rhs[i] = far * dice(&seed);
  }
  move(x);
  int forms = 0;
  for (int i = 0; i < x->all.packs.n; i++) {
    forms +=
        5 * x->pack[i].type->n_form + (x->pack[i].law->n_slope ? x->pack[i].law->n_slope(x->pack[i].type->of, 2) : 0);
  }
  p->vector = SN_NEW(m.arena, ed_vector, m.system->n_vector);
  p->eta = sn_arena_get(m.arena, (size_t)m.system->n_node, sizeof *p->eta);
  p->stress = SN_NEW(m.arena, sn_lane, forms);
  p->tau = sn_arena_get(m.arena, SN_LANES * (size_t)x->all.packs.n, sizeof *p->tau);
  p->plus = SN_NEW(m.arena, double, x->all.layout.n);
  p->minus = SN_NEW(m.arena, double, x->all.layout.n);
  p->column = SN_NEW(m.arena, double, x->all.layout.n);
  return p->vector && p->eta && p->stress && p->tau && p->plus && p->minus && p->column;
}

static void end(probe *p)
{
  if (p->x) {
    sn_scheme_ed.destroy(p->x);
  }
  mechanism_free(&p->m);
}

/* ---- differences */

/* node and place in it of an unknown; -1: a multiplier */
static int node_of(const sn_stepper *x, int unknown, int *place)
{
  for (int i = 0; i < x->s->n_node; i++) {
    *place = unknown - x->all.layout.node_first[i];
    if (*place >= 0 && *place < x->all.layout.node_size[i]) {
      return i;
    }
  }
  return -1;
}

/* where the solver has an unknown: the element of a node has the node's index */
static int in_solver(const sn_stepper *x, int unknown)
{
  int place;
  const int node = node_of(x, unknown, &place);
  return node < 0 ? unknown : x->all.layout.unknown[node][place];
}

/* residual with unknown j moved by e */
static void residual(probe *p, int j, double e, double *out)
{
  sn_stepper *x = p->x;
  exchange(p, 0);
  sn_assembler_evaluate(&x->all); /* what the update takes from the last evaluation: stresses of the law, duals */
  memset(x->all.rhs, 0, sizeof(double) * (size_t)x->all.layout.n);
  x->all.rhs[j] = e;
  move(x);
  sn_assembler_evaluate(&x->all);
  memcpy(out, x->all.rhs, sizeof(double) * (size_t)x->all.layout.n);
}

/* matrix minus differences: A, n x n */
static double *differences(probe *p, double **matrix)
{
  sn_stepper *x = p->x;
  const int n = x->all.layout.n;
  double size, *A = SN_NEW(p->m.arena, double, n *n), *T = SN_NEW(p->m.arena, double, n *n),
               *e = SN_NEW(p->m.arena, double, n);
  exchange(p, 1);
  sn_assembler_evaluate(&x->all);
  CHECK_OK(sn_assembler_iterate(&x->all, SN_TANGENT_CAREFUL, &size),
           p->m.error); /* the matrix; its solution is not used */
  for (int j = 0; j < n; j++) {
    /* fourth order: what is left is round-off. A multiplier is this over h^2, and friction has its root */
    int place;
    const double step = node_of(x, j, &place) < 0 ? 1e-6 : 2e-5;
    double *first = e, *r = p->column;
    memset(r, 0, sizeof(double) * (size_t)n);
    for (int k = 1; k <= 2; k++) {
      const double c = k == 1 ? 4.0 / 3 : -1.0 / 3;
      residual(p, j, k * step, p->plus);
      residual(p, j, -k * step, p->minus);
      for (int i = 0; i < n; i++) {
        r[i] -= c * (p->plus[i] - p->minus[i]) / (2 * k * step);
      }
    }
    memset(first, 0, sizeof(double) * (size_t)n);
    first[in_solver(x, j)] = 1;
    memset(p->plus, 0, sizeof(double) * (size_t)n);
    sn_lin_times(x->all.layout.lin, 1, 0, first, p->plus);
    for (int i = 0; i < n; i++) {
      T[i * n + j] = p->plus[in_solver(x, i)];
      A[i * n + j] = T[i * n + j] - r[i];
    }
  }
  exchange(p, 0);
  sn_assembler_evaluate(&x->all);
  *matrix = T;
  return A;
}

static double row_size(const double *T, int n, int i)
{
  double size = 0;
  for (int j = 0; j < n; j++) {
    size = fmax(size, fabs(T[i * n + j]));
  }
  return size;
}

/* ---- what the short form of axes leaves out */

/* h^2 times the moments of the short forms on a node; 0: it has none */
static double short_moment(const sn_stepper *x, int node)
{
  double sum = 0;
  for (int i = 0; i < x->all.packs.n; i++) {
    const sn_law_pack *p = x->pack + i;
    for (int l = 0; l < p->is->n && p->type->rows == SN_ROWS_AXES; l++) {
      for (int r = 0; r < p->type->n_node; r++) {
        for (int f = 0; f < p->n_mult && p->is->node[SN_LANES * r + l] == node; f++) {
          sum += x->now.hh * (fabs(p->s_c[f][l]) + fabs(p->s_d[f][l]));
        }
      }
    }
  }
  return sum;
}

static int is_rotation(const sn_stepper *x, int node, int place)
{
  const sn_node *c = x->s->node + node;
  const int n_rate = 3 * c->has_x + sn_node_rotations(c);
  return place < 2 * n_rate && place % n_rate >= 3 * c->has_x;
}

/* allowed: what the matrix leaves out in this entry */
static double allowed(const sn_stepper *x, int i, int j)
{
  int row = 0, column = 0;
  const int a = node_of(x, i, &row), b = node_of(x, j, &column);
  if (a < 0 || b < 0 || !is_rotation(x, a, row) || !is_rotation(x, b, column)) {
    return 0;
  }
  const double ma = short_moment(x, a), mb = short_moment(x, b);
  return 2 * fmin(ma, mb);
}

/* what differences leave of digits: round-off of the residual over their step */
static const double EXACT = 3e-10;

typedef struct {
  double exact, left; /* largest difference over the row: where the matrix is exact, and where it leaves out */
  int n;
} worst;

static worst compare(probe *p)
{
  double *T, *A = differences(p, &T);
  const sn_stepper *x = p->x;
  const int n = x->all.layout.n;
  worst w = {.n = n};
  int told = 0;
  for (int i = 0; i < n; i++) {
    const double size = row_size(T, n, i);
    for (int j = 0; j < n; j++) {
      const double bound = allowed(x, i, j), d = fabs(A[i * n + j]) / size;
      if (bound > 0) {
        w.left = fmax(w.left, fabs(A[i * n + j]) / bound);
      } else {
        w.exact = fmax(w.exact, d);
        if (!(d <= EXACT) && told++ < 6) {
          int r = 0, c = 0;
          const int a = node_of(x, i, &r), b = node_of(x, j, &c);
          printf("    row %d (node %d, %d) column %d (node %d, %d): matrix %.6g, differences %.6g, row %.3g\n", i, a, r,
                 j, b, c, T[i * n + j], T[i * n + j] - A[i * n + j], size);
        }
      }
    }
  }
  return w;
}

static void check(const char *name, mechanism m, double alpha, double h)
{
  probe p;
  if (begin(&p, m, alpha, h, 3, 1e-3)) {
    believe(p.x);
    const worst w = compare(&p);
    printf("  %-14s alpha %.0f: %3d unknowns, differences %.1e; left out %.2f of what is allowed\n", name, alpha, w.n,
           w.exact, w.left);
    CHECK_BELOW(w.exact, EXACT);
    CHECK_BELOW(w.left, 1);
  }
  end(&p);
}

static void all(double alpha)
{
  static const int parts[] = {0,
                              MACHINE_BASE,
                              MACHINE_LOADS,
                              MACHINE_DRIVE,
                              MACHINE_RATES,
                              MACHINE_FRICTION,
                              MACHINE_LAWS,
                              MACHINE_ALPHA,
                              MACHINE_ALL};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    char name[32];
    (void)snprintf(name, sizeof name, "machine %d", parts[i]);
    check(name, machine(parts[i]), alpha, 0.01);
  }
  check("springs", double_pendulum(1e3), alpha, 0.01);
  check("links", double_pendulum(0), alpha, 0.01);
  check("hinge", spinning_body(20, 0), alpha, 0.01);
  check("ground axes", spinning_body(20, 1), alpha, 0.01);
  check("free pair", free_pair(), alpha, 0.01);
  check("gear", geared_wheels(), alpha, 0.01);
  check("screw", screw(), alpha, 0.005);
  check("scalars", scalar_chain(3, 0), alpha, 0.1);
  check("bead", bead_on_wire(-0.2, 2, 0), alpha, 0.01);
  check("heavy bead", bead_on_wire(-0.2, 2, 0.3), alpha, 0.01);
  check("bead on link", bead_on_link(), alpha, 0.01);
  check("vectors", soft_pair(), alpha, 0.005);
}

static void test_mechanisms(void)
{
  all(0);
  all(1);
}

static const double cube[3] = {1, 0.9, 0.8};
static const material neo_hooke = {.E = 2e6, .nu = 0.3, .density = 1100, .law = &sn_mooney_rivlin, .share = 0},
                      mooney = {.E = 2e6, .nu = 0.45, .density = 1100, .law = &sn_mooney_rivlin, .share = 0.4};

static const char rubber_shell[] =
    "shell { surface = function(u, v) return u - 0.1*u*v, v, 0.2*u*v^2 end, elements = {1, 1}, order = 2, thickness = "
    "0.05,\n"
    " neo_hooke = 4e5, density = 1000, velocity = function(u, v) return 9*(u - 0.5), 4*v, sin(3*u) end }\n"
    "run { dt = 1e-3, duration = 1 }\n";
static const char rubber_bars[] = "local p = point { at = {1, 0, 0}, mass = 1, velocity = {3, 2, 0} }\n"
                                  "bar { p, to = {0, 0, 0}, area = 1e-3, E = 1e5, nu = 0.4, density = 1000 }\n"
                                  "bar { p, to = {1.5, 0.5, 0.2}, area = 1e-3, E = 1e5, nu = 0.3, law = "
                                  "'mooney_rivlin', share = 0.3, density = 900 }\n"
                                  "run { dt = 1e-2, duration = 1 }\n";

/* points, fibres, pairs and triads with masses between nodes and without; light sections have the long form of axes */
/* the kind `shell`, on a body and partly held; pressure that follows, a moment on directors */
static const char *shell_text(int order)
{
  static char text[1024];
  snprintf(text, sizeof text,
           "local a = body { mass = 1, inertia = {0.1, 0.12, 0.15}, at = {0, 0.5, 0}, angular_velocity = {1, 2, 3} }\n"
           "shell { surface = function(u, v) return u - 0.1*u*v, v, 0.2*u*v^2 end, elements = {%d, 1}, order = %d, "
           "thickness = 0.05,"
           " E = 1e7, nu = 0.3, density = 1000, u_first = { clamped = true, on = a }, v_first = { held = 'z' },"
           " v_last = { moment = {10, 20, 0} }, pressure = 300, follows = true,"
           " velocity = function(u, v) return 0.5*u*v, 0, sin(3*u) end, angular_velocity = {1, 2, 3} }\n"
           "run { dt = 1e-3, duration = 1 }\n",
           3 - order, order);
  return text;
}

static void test_elements(void)
{
  for (int alpha = 0; alpha < 2; alpha++) {
    check("bar", spinning_bar(20, 3), alpha, 1e-3);
    check("shell", fibre_patch(1, 0), alpha, 2e-3);
    check("shell, masses", fibre_patch(2, 1), alpha, 2e-3);
    check("beam 1", free_beam(1, 3, 0, 0.1), alpha, 2e-3);
    check("beam 3, masses", free_beam(3, 1, 1, 0.1), alpha, 2e-3);
    check("strip", strip(2, 2, 0, 1), alpha, 2e-3);
    check("hinged beam", spinning_beam(2, 2, 0, 10), alpha, 2e-3);
    check("MITC9", written(shell_text(2)), alpha, 1e-3);
    check("MITC4", written(shell_text(1)), alpha, 1e-3);
    check("neo-Hooke", brick(cube, neo_hooke, BRICK_THROWN, 0), alpha, 6e-3);
    check("Mooney", brick_block((const int[]){2, 1, 1}, 1, mooney), alpha, 6e-3);
    check("rubber", written(rubber_shell), alpha, 1e-3);
    check("rubber bars", written(rubber_bars), alpha, 1e-2);
  }
}

/* eta of points and fibres moves with the other unknowns of their nodes; beside nodes where it is unknown */
static void test_follow(void)
{
  follow = 1;
  check("bar", spinning_bar(20, 3), 1, 1e-3);
  check("shell", fibre_patch(1, 0), 1, 2e-3);
  check("shell, masses", fibre_patch(2, 1), 1, 2e-3);
  check("MITC9", written(shell_text(2)), 1, 1e-3);
  check("MITC4", written(shell_text(1)), 1, 1e-3);
  check("neo-Hooke", brick(cube, neo_hooke, BRICK_THROWN, 0), 1, 6e-3);
  check("rubber", written(rubber_shell), 1, 1e-3);
  follow = -1;
}

/* every pair of the language, with laws on what is free; friction smooth enough for differences */
static void test_joints(void)
{
  static const char *const joint[] = {
      "revolute { ground, a, at = {0, 0, 0}, axis = 'z', stiffness = 2, damping = 0.3, friction = 0.1, friction_arm = "
      "0.02 }",
      "prismatic { a, b, at = {1, 0, 0}, axis = {1, 1, 0}, friction = 0.1, friction_arm = 0.2, "
      "stiffness = 10 }",
      "screw { a, b, at = {1, 0, 0}, axis = 'x', pitch = 0.1, damping = 0.1 }",
      "cylindrical { a, b, at = {1, 0, 0}, axis = 'x' }",
      "planar { a, b, at = {1, 0, 0}, axis = 'y' }",
      "spherical { a, b, at = {0.5, 0.1, 0} }",
      "universal { a, b, at = {1, 0, 0}, axis_a = 'x', axis_b = 'y' }",
      "fixed { a, b, at = {0.5, 0, 0} }",
      "point_on_line { a, b, at = {1, 0, 0}, axis = 'z' }",
      "point_on_plane { a, b, at = {1, 0, 0}, axis = 'z' }",
      "distance { a, b, at_a = {0, 0.1, 0}, at_b = {1, 0.2, 0} }",
      "bushing { a, b, at = {0.5, 0, 0}, stiffness = {50, 60, 70, 2, 3, 4}, damping = {1, 1, 1, 0.1, 0.1, 0.1} }",
      "spring { a, b, at_b = {1, 0.2, 0}, stiffness = 30, damping = 1, force = function(x, v, t) return x^3 + v*cos(t) "
      "end }",
      "local p = point { at = {0.5, 0, 0}, mass = 1 } align { a, p, b }",
      "local r = revolute { ground, a, axis = 'z', at = {0, 0, 0} } local s = revolute { a, b, at = {1, 0, 0}, axis = "
      "'x' }"
      " gear { r, s, ratio = 2 }",
      "local w = base { position = function(t) return 0.1*sin(3*t), 0, 0 end, axis = 'z', angle = function(t) return "
      "t^2 end }"
      " revolute { w, a, at = {0, 0, 0}, axis = 'z', drive = function(t) return 0.3*sin(5*t) end } spherical { a, b, "
      "at = {1, 0, 0} }",
      "beam { a, b, from = {0, 0, 0}, to = {1, 0, 0}, elements = 1, order = 2, stiffness = {1e4, 5e3, 5e3, 10, 10, 8},"
      " mass_per_length = 0.5, rotary_inertia = {1e-3, 1e-3}, damping = 1e-3 }",
      "cable { a, b, from = {0, 0, 0}, to = {1, 0, 0}, elements = 2, stiffness = 300, mass_per_length = 0.3, "
      "tension_only = true }",
      "cable { a, b, from = {0, 0, 0}, to = {1, 0, 0}, elements = 2, stiffness = 300, mass_per_length = 0.3, measure = "
      "'engineering' }",
      "cable { a, b, from = {0, 0, 0}, to = {1, 0, 0}, elements = 2, mass_per_length = 0.3,"
      " length = function(t) return 0.9 - t end, potential = function(e) return 300*(e^2/2 + e^3) end,"
      " load = function(t, s, vx, vy, vz) return -vx^3, s - vy*vz, -3*vz end }",
      "beam { a, b, from = {0, 0, 0}, to = {1, 0, 0}, elements = 1, order = 2, mass_per_length = 0.5,"
      " rotary_inertia = {1e-3, 1e-3}, potential = function(e, g2, g3, k2, k3, k1) return 5e3*e^2 + 2e3*(g2^2 + g3^2) +"
      " 10*(k2^2 + k3^2) + 6*k1^2 + 5*(k2^2 + k3^2)^2 + 3e4*e^3 + 100*e*k2^2 + 4*k1*k3^2 end,"
      " follower_load = function(t, s, v1, v2, v3) return -v1, -v2^3, v1*v3 end }",
      "local p = plane { at = {0, 0, -0.3} } wheel { b, on = {p}, radius = 0.32, tube = 0.1, axis = {0.1, 1, 0.3},"
      " stiffness = 500 }",
      "local o = obstacle { a, profile = {{0, 0}, {0.7, -0.2}, {0.7, 0.2}}, width = 0.5 } wheel { b, on = {o}, axis ="
      " {0.1, 1, 0.3}, radius = 0.35, tube = 0.1, stiffness = 500 }",
      "local o = obstacle { a, profile = {{0, 0.1}, {0.7, 0}, {0, -0.3}}, width = 0.5 } wheel { b, on = {o}, axis ="
      " {0.3, 1, 0.3}, radius = 0.35, tube = 0.1, stiffness = 500 }",
      "local o = obstacle { a, profile = {{0.7, 0}}, width = 0.5 } wheel { b, on = {o}, radius = 0.35, stiffness = 500 "
      "}",
      "knife_edge { a, b, at = {0.5, 0.1, 0}, across = {1, 2, 0.3} }",
      "slide { a, b, at = {0.5, 0.1, 0}, curve = {{0.2, 0, 0}, {0.5, 0.1, 0}, {0.7, 0.3, 0.2}}, damping = 0.4 }",
      "local c = cable { ground, ground, from = {-0.5, 0, 0.2}, to = {1.5, 0, 0.2}, elements = 3, order = 1, stiffness "
      "= 300,"
      " mass_per_length = 0.3 } slide { a, c, at = {0.3, 0, 0.2} }",
      "rolling { a, b, at = {0.1, 0, 0.2}, radius = 0.3, edge = 0.05, axis = {0.2, 1, 0.3}, surface_at = {0, 0, "
      "-0.08983770323659561} }",
      "rolling { a, b, at = {0, 0, 0}, radius = 0.5, surface = 'bowl', surface_at = {1, 0, 0}, surface_radius = 1.5 }",
      "rolling { a, b, at = {0, 0, 0}, radius = 0.4, surface = 'cylinder', surface_at = {1, 0, 0}, surface_axis = 'y',"
      " surface_radius = 0.6 }",
      "cylindrical { name = 'j', a, b, at = {1, 0, 0}, axis = 'x' } rate_constraint { joints = {'j', 'j'}, coordinates "
      "="
      " {'angle', 'displacement'}, factors = function(x, y) return 0.3*cos(x) + y, 1 + 0.2*sin(x)*y end, rate ="
      " function(t) return 0.1*sin(3*t) end }",
      "force { a, at = {0.2, 0.1, 0}, value = function(t, vx, vy, vz) return 1 - vx*vz, -3*vy^3, -vz end,"
      " follows = true }",
      "link { from = {0, 1, 0}, to = {1, 1, 0}, mass = 2 }",
      "revolute { name = 'r', ground, a, at = {0, 0, 0}, axis = 'z', torque = function(t) return -2*angle('r') -"
      " rate('s')^2 + sin(angle('s'))*velocity(b).x end } revolute { name = 's', a, b, at = {1, 0, 0}, axis = 'y',"
      " law = function(x, v, t) return x*rate('r') + v*angle('r')^2 - t*position(a, {0, 0.3, 0}).y end }",
      "spring { a, b, at_b = {1, 0.2, 0}, force = function(x, v, t) return x*velocity(b).y + v*position(a).x +"
      " angular_velocity(a).z end }",
      "force { b, at = {1.2, 0.1, 0}, follows = true, value = function(t, vx, vy, vz) return -vx*position(a).x,"
      " angular_velocity_body(a).z - vy, t*vz end } force { a, value = function(t, vx, vy, vz) return"
      " -3*(position(a).x - position(b).x) - vx, velocity(b).z, 0 end }",
      "moment { a, value = function(t) return -angular_velocity(a).x, position(b).y, angular_velocity(b).z end }"
      " moment { b, follows = true, value = function(t) local w = angular_velocity_body(b)"
      " return -0.3*w.x, -0.2*w.y*w.z, -w.z end }"};
  for (size_t i = 0; i < 2 * sizeof joint / sizeof *joint; i++) {
    const char *line = joint[i / 2];
    char text[2048], name[32];
    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(line, " "), line);
    (void)snprintf(text, sizeof text,
                   "gravity {1, 2, -9.81}\n"
                   "local a = body { mass = 1, inertia = {0.1, 0.12, 0.15}, center = {0.1, 0.05, 0.02}, "
                   "angular_velocity = {0, 0, 2} }\n"
                   "local b = body { at = {1, 0, 0}, mass = 2, inertia = {0.2, 0.25, 0.3}, velocity = {0, 2, 0},"
                   " angular_velocity = {1, 0, 2} }\n%s\n"
                   "spring { ground, b, at_a = {2, 2, 2}, stiffness = 5 }\n",
                   line);
    check(name, written(text), (double)(i % 2), 5e-3);
  }
}

/* Two bodies held at a point by rows that a builder may write, though no joint does: with a constant, or along skew axes. These have
   no force in ground axes (pack.c). */
static mechanism held(double constant, double skew)
{
  mechanism m = {.arena = sn_arena_new(NULL), .own = -1};
  sn_builder *b = sn_builder_new(m.arena);
  const double inertia[3][3] = {{0.1, 0, 0}, {0, 0.12, 0}, {0, 0, 0.15}};
  sn_frame f[2];
  for (int i = 0; i < 2; i++) {
    f[i] = sn_node_frame(b, sn_add_triad(b, v3(i, 0, 0), v3(0, 2.0 * i, 0), m3_identity(), v3(0, 0, 2)));
    sn_add_rigid_mass(b, f + i, 1 + i, v3(0.1, 0, 0), inertia);
  }
  const sn_frame end = sn_frame_local(b, f, v3(1, 0, 0), m3_identity());
  sn_set_gravity(b, v3(1, 2, -9.81));
  sn_block_meet(b);
  const int gap = sn_between(b, &end, f + 1);
  for (int k = 0; k < 3; k++) {
    const double w[2] = {1, skew};
    const int axes[2] = {f[0].vector[1 + k], f[0].vector[1 + (k + 1) % 3]};
    sn_form(b, 1, gap, sn_interpolate(b, 2, axes, w), k == 1 ? constant : 0);
  }
  m.status = sn_builder_finish(b, &m.system, &m.state, &m.error);
  if (m.status == SN_OK && constant != 0) { /* onto the rows */
    m.state.q[f[1].vector[0]] = v3(1, -constant, 0);
    m.state.v[f[1].vector[0]] = v3(2 * constant, 2, 0);
  }
  return m;
}

static void test_points(void)
{
  check("point", held(0, 0), 0, 0.01);
  check("point, constant", held(0.2, 0), 0, 0.01);
  check("point, skew", held(0, 0.5), 0, 0.01);
}

/* Stresses predicted that are not those of the law: the matrix differs by the geometric stiffness of their difference, no more. */
static void test_predicted(void)
{
  probe p;
  double *T, *A, most = 0, stress = 0;
  if (begin(&p, fibre_patch(1, 0), 1, 2e-3, 3, 1e-3)) {
    believe(p.x);
    A = differences(&p, &T);
    const int n = p.x->all.layout.n;
    for (int i = 0; i < p.x->all.packs.n; i++) {
      sn_law_pack *k = p.x->pack + i;
      for (int f = 0; f < k->type->n_form; f++) {
        for (int l = 0; l < SN_LANES; l++) {
          const double by = 1e-3 * k->l_c[f][l];
          k->s_c[f][l] += by;
          stress = fmax(stress, p.x->now.hh * fabs(by));
        }
      }
    }
    double *U, *B = differences(&p, &U);
    for (int i = 0; i < n * n; i++) {
      most = fmax(most, fabs(B[i] - A[i]));
    }
    printf("  stresses wrong by %.1e (times h^2): the matrix by %.1e\n", stress, most);
    CHECK(most > 0);
    CHECK_BELOW(most, 20 * stress); /* a few forms act on each director, by weights of 2/side and less */
  }
  end(&p);
}

int main(void)
{
  RUN(test_mechanisms);
  RUN(test_elements);
  RUN(test_follow);
  RUN(test_joints);
  RUN(test_points);
  RUN(test_predicted);
  return REPORT();
}
