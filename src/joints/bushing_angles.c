/* joints/bushing_angles.c -- see bushing.h.
 * Theory:  docs/theory.md, (7.6), (7.7). A the axes of the first part, B those of the second, equal as drawn.
 *            rotation vector  w_k = (A_j.B_i - A_i.B_j)/2, c = (A_1.B_1 + A_2.B_2 + A_3.B_3 - 1)/2: its components along A and B
 *                             are the same numbers
 *            about one axis k the angle atan2((A_j.B_i - A_i.B_j)/2, (A_i.B_i + A_j.B_j)/2), counted; and the tilt of that axis:
 *                             the rotation vector of the shortest rotation from A_k to B_k, w = A_k x B_k, c = A_k.B_k
 *          with (i, j, k) cyclic. For small rotations both are the same.
 * Choice:  a bushing that is stiff about two axes and free about the third lets its part turn about this one for ever; one that is stiff
 *          about one axis only is a torsion spring of any number of turns. Both count the turns about that one axis. Without stiffness
 *          the damping decides. In all other cases the rotation vector, which prefers no axis.
 * Limits:  half a turn of the rotation vector, or of the tilt.
 * Tests:   tests/mechanisms/test_bushings.c, tests/math/test_turn.c
 */
#include "joints/bushing.h"

#include "math/turn.h"
#include "system/kernel.h"

static double value(const sn_gap *g, const double *e, double *gradient, double *hessian)
{
  return sn_turn_component(g->n, e, ((const sn_turn_gap *)(const void *)g)->component, gradient, hessian);
}

static double used(const sn_gap *g, const double *e)
{
  return sn_turn_angle(g->n, e) / 3.14159265358979323846;
}

/* The one axis that differs from the two others: the only one in the set, or the only one that is not; -1: there is none. */
static int odd_axis(unsigned set)
{
  for (int k = 0; k < 3; k++) {
    if (set == 1u << k || set == (7u & ~(1u << k))) {
      return k;
    }
  }
  return -1;
}

sn_status sn_bushing_choose_angles(const sn_frame frame[2], int side, unsigned stiff, unsigned damped, sn_builder *b,
                                   sn_bushing_angles *out, sn_error *error)
{
  *out = (sn_bushing_angles){.frame = {frame[0], frame[1]}, .side = side, .about = odd_axis(stiff ? stiff : damped)};
  const int k = out->about;
  for (int i = 0; i < 3; i++) {
    const sn_gap gap = {.n = k < 0 ? 4 : 3, .least = -INFINITY, .is_angle = 1, .value = value, .used = used};
    out->turn[i] = (sn_turn_gap){.gap = gap, .component = k < 0 ? i : i == (k + 1) % 3 ? 0 : 1};
  }
  out->internal = SN_NEW(sn_builder_arena(b), int, 1);
  if (!out->internal) {
    return sn_no_memory(error, "the model");
  }
  *out->internal = -1;
  return SN_OK;
}

/* Forms of the rotation vector: w_1, w_2, w_3, c. Returns the first. */
static int add_vector(const sn_bushing_angles *a, sn_builder *b)
{
  const sn_frame *A = a->frame, *B = a->frame + 1;
  int first = -1;
  for (int k = 0; k < 3; k++) {
    const int i = (k + 1) % 3, j = (k + 2) % 3, form = sn_form_begin(b, 0);
    sn_form_term(b, 0.5, sn_axis_of(b, A, j), sn_axis_of(b, B, i));
    sn_form_term(b, -0.5, sn_axis_of(b, A, i), sn_axis_of(b, B, j));
    first = k == 0 ? form : first;
  }
  sn_form_begin(b, -0.5);
  for (int k = 0; k < 3; k++) {
    sn_form_term(b, 0.5, sn_axis_of(b, A, k), sn_axis_of(b, B, k));
  }
  return first;
}

/* Forms of the tilt of axis k: w_i, w_j, c. With F the axes of the tilt, O_k the axis of the other part: along F_i it is
   -F_j.O_k (F of the first part) or F_j.O_k (of the second), along F_j the opposite with F_i. */
static int add_tilt(const sn_bushing_angles *a, sn_builder *b)
{
  const int k = a->about, i = (k + 1) % 3, j = (k + 2) % 3;
  const sn_frame *F = a->frame + a->side, *O = a->frame + !a->side;
  const double sign = a->side ? 1 : -1;
  const int axis = sn_axis_of(b, O, k), first = sn_form(b, sign, sn_axis_of(b, F, j), axis, 0);
  sn_form(b, -sign, sn_axis_of(b, F, i), axis, 0);
  sn_form(b, 1, sn_axis_of(b, F, k), axis, 0);
  return first;
}

/* Forms of the angle about axis k: cosine and sine, times the cosine of half the tilt squared. */
static int add_twist(const sn_bushing_angles *a, sn_builder *b)
{
  const int k = a->about, i = (k + 1) % 3, j = (k + 2) % 3;
  const sn_frame *A = a->frame, *B = a->frame + 1;
  const int first = sn_form_begin(b, 0);
  sn_form_term(b, 0.5, sn_axis_of(b, A, i), sn_axis_of(b, B, i));
  sn_form_term(b, 0.5, sn_axis_of(b, A, j), sn_axis_of(b, B, j));
  sn_form_begin(b, 0);
  sn_form_term(b, 0.5, sn_axis_of(b, A, j), sn_axis_of(b, B, i));
  sn_form_term(b, -0.5, sn_axis_of(b, A, i), sn_axis_of(b, B, j));
  return first;
}

void sn_bushing_add_angles(const sn_bushing_angles *a, const double coefficient[3], sn_builder *b)
{
  int first = -1;
  for (int k = 0; k < 3; k++) {
    if (coefficient[k] == 0) {
      continue;
    }
    if (k == a->about) {
      sn_coordinate_angle(b, add_twist(a, b), coefficient[k]);
      *a->internal = sn_coordinate_internal(b);
      continue;
    }
    first = first >= 0 ? first : a->about < 0 ? add_vector(a, b) : add_tilt(a, b);
    sn_coordinate_gap(b, first, &a->turn[k].gap, coefficient[k]);
  }
}

void sn_bushing_observe_angles(const sn_bushing_angles *a, const sn_observation *o, double out[3])
{
  const sn_m3 A = sn_axes_in(a->frame, o->q), B = sn_axes_in(a->frame + 1, o->q);
  sn_v3 w = v3(0, 0, 0);
  double c = -0.5;
  for (int k = 0; k < 3; k++) {
    w = v3_axpy(w, 0.5, v3_cross(A.c[k], B.c[k]));
    c += 0.5 * v3_dot(A.c[k], B.c[k]);
  }
  if (a->about < 0) {
    double e[4] = {v3_dot(w, A.c[0]), v3_dot(w, A.c[1]), v3_dot(w, A.c[2]), c};
    for (int k = 0; k < 3; k++) {
      out[k] = sn_turn_component(4, e, k, NULL, NULL);
    }
    return;
  }
  const int k = a->about, i = (k + 1) % 3, j = (k + 2) % 3;
  const sn_m3 F = a->side ? B : A;
  const sn_v3 tilt = v3_cross(A.c[k], B.c[k]);
  const double e[3] = {v3_dot(tilt, F.c[i]), v3_dot(tilt, F.c[j]), v3_dot(A.c[k], B.c[k])};
  out[i] = sn_turn_component(3, e, 0, NULL, NULL);
  out[j] = sn_turn_component(3, e, 1, NULL, NULL);
  const double cosine = v3_dot(A.c[i], B.c[i]) + v3_dot(A.c[j], B.c[j]);
  const double sine = v3_dot(A.c[j], B.c[i]) - v3_dot(A.c[i], B.c[j]);
  out[k] = sn_counted_angle(*a->internal >= 0 ? o->internal[*a->internal] : 0, cosine, sine);
}
