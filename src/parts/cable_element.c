/* parts/cable_element.c -- forms and laws of a cable.
 * What:    green and linear: one block of forms per element; else one block per Gauss point, a potential of one strain. A given
 *          length is a vector with a prescribed motion: the law is then a function of two forms, and the forces on that vector do
 *          the work of the winch.
 * Theory:  docs/theory.md, composite strains. With e1 = x_xi.x_xi/2 and e2 = L the strain is that of l = sqrt(2 e1)/L, and
 *          eps = sqrt(L) strain makes the energy EA w L strain^2/2 a spring; what a potential has beyond this is a block of its own.
 * Tests:   tests/parts/test_cable.c, tests/beams/test_cable_answers.c
 */
#include "model/model.h"
#include "parts/cable.h"
#include "system/guard.h"

double sn_cable_paid_out(const sn_cable_frozen *f, const sn_v3 *q)
{
  SN_ASSERT(f->n_node > 1);
  if (f->winch[0] < 0) {
    return 1;
  }
  return v3_dot(v3_sub(q[f->winch[0]], q[f->winch[1]]), f->way) / f->s[f->n_node - 1];
}

double sn_cable_mass(const sn_cable_frozen *f, int e, int i)
{
  SN_ASSERT(e >= 0 && e < f->n_element && i >= 0 && i <= f->order);
  static const double row_sum[SN_LINE_ORDER][SN_LINE_NODES] = {
      {0.5, 0.5}, {1.0 / 6, 4.0 / 6, 1.0 / 6}, {1.0 / 8, 3.0 / 8, 3.0 / 8, 1.0 / 8}};
  return f->mass_per_length * f->length[e] * row_sum[f->order - 1][i];
}

double sn_cable_tension(const sn_cable_frozen *f, double stretch)
{
  SN_ASSERT(f->stiffness > 0 || f->potential);
  const int green = f->measure == SN_CABLE_GREEN;
  const double strain = green ? (stretch * stretch - 1) / 2 : stretch - 1;
  double slope = f->stiffness * strain;
  if (f->tension_only && strain < 0) {
    return 0;
  }
  if (f->potential) {
    (void)sn_expr_gradient(f->potential, &strain, &slope);
  }
  return slope * (green ? stretch : 1);
}

/* ---- the law */

/* EA, or the potential and its stiffness at strain 0. */
static sn_status find_law(const sn_item *item, sn_cable_frozen *f, sn_error *error)
{
  const sn_cable *p = item->param;
  const double zero = 0;
  double at[3];
  f->stiffness = p->stiffness;
  f->potential = p->potential;
  if (isnan(p->stiffness) == !p->potential) {
    sn_item_fail(item, SN_EINPUT, error,
                 p->potential ? "Cable '%s' has both stiffness and potential."
                              : "Cable '%s' does not say how stiff it is.",
                 item->name);
    sn_error_fix(error, p->potential ? "Keep one of them."
                                     : "Give stiffness = E*A in N, or potential = function(e) return EA*e^2/2 end.");
    return SN_EINPUT;
  }
  if (!p->potential) {
    return SN_OK;
  }
  sn_expr_taylor(p->potential, &zero, 0, at);
  f->stiffness = at[2];
  if (fabs(at[1]) <= 1e-9 * at[2] && at[2] > 0 && isfinite(at[2])) {
    return SN_OK;
  }
  sn_item_fail(item, SN_EINPUT, error, "The potential of cable '%s' has %s at strain 0.", item->name,
               at[2] > 0 && isfinite(at[2]) ? "an axial force" : "no positive stiffness");
  sn_error_why(error, "Its first derivative there is %.6g N, its second %.6g N.", at[1], at[2]);
  sn_error_fix(error,
               "Write it of the strain e of the unstretched cable, for example EA*(e^2/2 + b*e^3/3); a shorter length "
               "gives it a tension at rest.");
  return SN_EINPUT;
}

/* Handles of an expression in the making. */
typedef struct {
  sn_expr_builder *e;
} formula;
static int two(formula f, sn_op op, int a, int b)
{
  return sn_expr_op(f.e, op, a, b, -1);
}
static int number(formula f, double x)
{
  return sn_expr_constant(f.e, x);
}

/* scale times the potential of a strain; beyond: without its part EA strain^2/2. Slack below 0 if it carries tension only. */
static int energy(formula x, const sn_cable_frozen *f, int strain, double scale, int beyond)
{
  const int e = f->tension_only ? two(x, SN_OP_MAX, strain, number(x, 0)) : strain;
  int V = sn_expr_insert(x.e, f->potential, &e);
  if (beyond) {
    V = two(x, SN_OP_SUB, V, two(x, SN_OP_MUL, number(x, f->stiffness / 2), two(x, SN_OP_MUL, e, e)));
  }
  return two(x, SN_OP_MUL, number(x, scale), V);
}

/* w L times the potential of one strain */
static sn_status potential_of_strain(const sn_cable_frozen *f, double scale, sn_builder *b, const sn_expr **out,
                                     sn_error *error)
{
  static const char *const names[] = {"e"};
  const formula x = {sn_expr_begin(sn_builder_arena(b), 1, names)};
  return x.e ? sn_expr_end(x.e, energy(x, f, sn_expr_variable(x.e, 0), scale, 0), out, error)
             : sn_no_memory(error, "the model");
}

/* Of e1 = l^2/2 and e2 = L of an element: sqrt(L/s) strain, s the length of the cable at the start, or w L times the rest of the
   potential. Without s the root would have a unit whose powers of two no unit of length has. */
static sn_status function_of_lengths(const sn_cable_frozen *f, double rest, sn_builder *b, const sn_expr **out,
                                     sn_error *error)
{
  static const char *const names[] = {"half_square", "length"};
  const formula x = {sn_expr_begin(sn_builder_arena(b), 2, names)};
  if (!x.e) {
    return sn_no_memory(error, "the model");
  }
  const int length = sn_expr_variable(x.e, 1), square = two(x, SN_OP_MUL, number(x, 2), sn_expr_variable(x.e, 0));
  const int share = two(x, SN_OP_DIV, length, number(x, f->s[f->n_node - 1]));
  const int ratio = two(x, SN_OP_DIV, square, two(x, SN_OP_MUL, length, length));
  const int strain = f->measure == SN_CABLE_GREEN
                         ? two(x, SN_OP_MUL, number(x, 0.5), two(x, SN_OP_SUB, ratio, number(x, 1)))
                         : two(x, SN_OP_SUB, sn_expr_op(x.e, SN_OP_SQRT, ratio, -1, -1), number(x, 1));
  const int node = rest > 0 ? two(x, SN_OP_MUL, length, energy(x, f, strain, rest, 1))
                            : two(x, SN_OP_MUL, sn_expr_op(x.e, SN_OP_SQRT, share, -1, -1), strain);
  return sn_expr_end(x.e, node, out, error);
}

/* ---- the winch */

/* a + c u(t) */
static sn_status shifted(const sn_expr *u, double a, double c, sn_arena *arena, const sn_expr **out, sn_error *error)
{
  static const char *const names[] = {"t"};
  const formula x = {sn_expr_begin(arena, 1, names)};
  if (!x.e) {
    return sn_no_memory(error, "the model");
  }
  const int t = sn_expr_variable(x.e, 0);
  const int sum = two(x, SN_OP_ADD, number(x, a), two(x, SN_OP_MUL, number(x, c), sn_expr_insert(x.e, u, &t)));
  return sn_expr_end(x.e, sum, out, error);
}

/* A length that is given moves a point away from the first end, towards the last: no farther than the cable would reach. */
static sn_status add_winch(const sn_item *item, sn_cable_frozen *f, sn_builder *b, sn_error *error)
{
  const sn_cable *p = item->param;
  const sn_v3 from = sn_frame_point(b, f->node), chord = v3_sub(sn_frame_point(b, f->node + f->n_node - 1), from);
  const sn_v3 way = v3_norm(chord) > 0 ? v3_unit(chord) : v3(1, 0, 0);
  f->winch[0] = f->winch[1] = -1;
  f->way = way;
  if (!p->length || sn_expr_is_constant(p->length, NULL)) {
    return SN_OK;
  }
  const sn_expr *position[3];
  for (int k = 0; k < 3; k++) {
    SN_TRY(shifted(p->length, from.x[k], way.x[k], sn_builder_arena(b), position + k, error));
  }
  const int frame = sn_add_moving_frame(b, position, v3(0, 0, 1), NULL, m3_identity());
  f->winch[0] = sn_moving_frame_frame(b, frame).vector[0];
  f->winch[1] = sn_fixed_point_frame(b, from).vector[0];
  return SN_OK;
}

/* ---- elements */

static int slope_at(const sn_cable_frozen *f, int e, int g, double length, sn_builder *b)
{
  SN_ASSERT(e >= 0 && e < f->n_element && g >= 0 && g < f->order && length > 0);
  int vector[SN_LINE_NODES];
  double w[SN_LINE_NODES];
  for (int i = 0; i <= f->order; i++) {
    vector[i] = f->node[e * f->order + i].vector[0];
    w[i] = f->slope[g][i] / length;
  }
  return sn_interpolate(b, f->order + 1, vector, w);
}

/* What carries compression must not pass through zero; a slack rope may lie as it likes. unstrained: of the slopes; 0: a winch changes it. */
static void add_guard(const sn_cable_frozen *f, int e, double unstrained, int n, const int *slope, sn_builder *b)
{
  (f->tension_only ? sn_guard_rope : sn_guard_length)(b, (sn_element_name){e + 1, 0}, unstrained, n, slope);
}

static void add_linear(const sn_cable_frozen *f, int e, sn_builder *b)
{
  int slopes[SN_LINE_ORDER];
  sn_block_begin(b, &sn_law_elastic, "stretch");
  for (int g = 0; g < f->order; g++) {
    const int slope = slope_at(f, e, g, f->length[e], b), strain = sn_form(b, 0.5, slope, slope, -0.5);
    sn_block_matrix(b, strain, strain, f->stiffness * sn_line_weight[f->order - 1][g] * f->length[e]);
    slopes[g] = slope;
  }
  add_guard(f, e, 1, f->order, slopes, b);
}

/* k strain^2/2, of tension only if asked for */
static const sn_potential *spring(const sn_cable_frozen *f, double k, sn_builder *b)
{
  return f->tension_only ? sn_potential_one_sided(b, k, 0, 1) : sn_potential_spring(b, k, 0);
}

static sn_status add_strain(const sn_cable_frozen *f, int e, int g, sn_builder *b, sn_error *error)
{
  const double scale = sn_line_weight[f->order - 1][g] * f->length[e];
  const sn_expr *V = NULL;
  sn_block_begin(b, &sn_law_potential, "stretch");
  const int slope = slope_at(f, e, g, f->length[e], b);
  add_guard(f, e, 1, 1, &slope, b);
  if (f->measure == SN_CABLE_GREEN) {
    sn_coordinate_form(b, sn_form(b, 0.5, slope, slope, -0.5), 1);
  } else {
    sn_coordinate_length(b, sn_form(b, 0.5, slope, slope, 0), 1);
    sn_composite_offset(b, -1);
  }
  if (f->potential) {
    SN_TRY(potential_of_strain(f, scale, b, &V, error));
  }
  sn_composite_potential(b, V ? sn_potential_user(b, V, 0) : spring(f, scale * f->stiffness, b));
  return SN_OK;
}

/* A winch: forms are half the square of the length of the element, and its length at rest, which has a sign. */
static int begin_lengths(const sn_cable_frozen *f, int e, int g, sn_builder *b)
{
  const double share = f->length[e] / f->s[f->n_node - 1], weight[2] = {share, -share};
  const sn_frame ground = sn_ground_frame(b);
  sn_block_begin(b, &sn_law_potential, "stretch");
  const int now = slope_at(f, e, g, 1, b), rest = sn_interpolate(b, 2, f->winch, weight);
  add_guard(f, e, 0, 1, &now, b);
  const int way = sn_interpolate(b, 3, ground.vector + 1, f->way.x), form = sn_form(b, 0.5, now, now, 0);
  sn_form(b, 1, rest, way, 0);
  return form;
}

static sn_status add_lengths(const sn_cable_frozen *f, const sn_expr *strain, int e, int g, sn_builder *b,
                             sn_error *error)
{
  const double weight = sn_line_weight[f->order - 1][g];
  sn_coordinate_function(b, begin_lengths(f, e, g, b), strain);
  sn_composite_potential(b, spring(f, weight * f->stiffness * f->s[f->n_node - 1], b));
  if (f->potential) {
    const sn_expr *rest;
    SN_TRY(function_of_lengths(f, weight, b, &rest, error));
    sn_coordinate_function(b, begin_lengths(f, e, g, b), rest);
    sn_composite_potential(b, sn_potential_itself(b));
  }
  return SN_OK;
}

sn_status sn_cable_elements(const sn_item *item, sn_cable_frozen *f, sn_builder *b, sn_error *error)
{
  const sn_expr *strain = NULL;
  SN_TRY(find_law(item, f, error));
  SN_TRY(add_winch(item, f, b, error));
  const int winch = f->winch[0] >= 0,
            linear = !winch && !f->potential && !f->tension_only && f->measure == SN_CABLE_GREEN;
  if (winch) {
    SN_TRY(function_of_lengths(f, 0, b, &strain, error));
  }
  for (int g = 0; g < f->order; g++) {
    sn_line_shape(f->order, sn_line_gauss[f->order - 1][g], NULL, f->slope[g]);
  }
  f->first_block = sn_builder_blocks(b);
  for (int e = 0; e < f->n_element; e++) {
    if (linear) {
      add_linear(f, e, b);
    }
    for (int g = 0; !linear && g < f->order; g++) {
      SN_TRY(winch ? add_lengths(f, strain, e, g, b, error) : add_strain(f, e, g, b, error));
    }
  }
  f->blocks = (sn_builder_blocks(b) - f->first_block) / f->n_element;
  return SN_OK;
}
