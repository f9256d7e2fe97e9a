/* system/feedback.c -- forces that follow signals: along some coordinates of a block, functions of t and of the values x and rates v of all
 *          its coordinates.
 * Theory:  docs/theory.md, feedback: s = -sum_a F_a(t, x, v) G_a, G_j = dx_j/de, v_j = G_j.e'. Derivatives by forms and their rates are exact:
 *          ds = -sum_a G_a (sum_j F_a,xj G_j.de + F_a,vj (G_j.de' + e'.H_j de)) - F_a H_a de.
 * Tests:   tests/system/test_law.c, tests/steps/test_tangent.c, tests/whole/test_feedback.c
 */
#include <string.h>

#include "system/kernel.h"

enum { NF = SN_MAX_COMPOSITE_FORMS };

/* One coordinate at an instant: an angle has two forms, the others one. */
typedef struct {
  int form, n;
  double x, v, G[2], H[4], rate[2]; /* rate: H e', what its v changes with by the forms */
} reading;

static reading read_coordinate(const sn_coordinate *c, const sn_form_point *at)
{
  reading r = {.form = c->form, .n = c->type == SN_COORDINATE_ANGLE ? 2 : 1};
  sn_coordinate alone = *c;
  alone.form = 0;
  const sn_block view = {.n_form = r.n, .n_coordinate = 1, .coordinate = &alone};
  SN_ASSERT(c->type != SN_COORDINATE_FUNCTION && c->type != SN_COORDINATE_GAP);
  r.x = sn_composite(&view, at->own, at->e + c->form, r.G, r.H);
  for (int k = 0; k < r.n && at->rate; k++) {
    r.v += r.G[k] * at->rate[c->form + k];
    for (int l = 0; l < r.n; l++) {
      r.rate[k] += r.H[k * r.n + l] * at->rate[c->form + l];
    }
  }
  return r;
}

/* Rows of a force along a, which has the slopes by_x and by_v by coordinate r. */
static void add_slopes(int n, const reading *a, const reading *r, double by_x, double by_v, double *D, double *C)
{
  SN_ASSERT(a->form >= 0 && a->form + a->n <= n && r->form >= 0 && r->form + r->n <= n);
  for (int k = 0; k < a->n; k++) {
    for (int l = 0; l < r->n; l++) {
      const int at = (a->form + k) * n + r->form + l;
      D[at] -= a->G[k] * (by_x * r->G[l] + by_v * r->rate[l]);
      C[at] -= a->G[k] * by_v * r->G[l];
    }
  }
}

void sn_feedback_arguments(const sn_block *b, const sn_form_point *at, double *out)
{
  SN_ASSERT(b->n_coordinate > 0 && b->n_coordinate <= NF);
  out[0] = at->t;
  for (int j = 0; j < b->n_coordinate; j++) {
    const reading r = read_coordinate(b->coordinate + j, at);
    out[1 + j] = r.x;
    out[1 + b->n_coordinate + j] = r.v;
  }
}

void sn_feedback_stress(const sn_block *b, const sn_form_point *at, double *s, double *D, double *C)
{
  const int n = b->n_form, m = b->n_coordinate;
  reading r[NF] = {{0}};
  double x[1 + 2 * NF], slope[1 + 2 * NF];
  SN_ASSERT(m <= NF && n <= NF && !D == !C);
  x[0] = at->t;
  for (int j = 0; j < m; j++) {
    r[j] = read_coordinate(b->coordinate + j, at);
    x[1 + j] = r[j].x;
    x[1 + m + j] = r[j].v;
  }
  memset(s, 0, sizeof(double) * (size_t)n);
  if (D) {
    memset(D, 0, sizeof(double) * (size_t)(n * n));
    memset(C, 0, sizeof(double) * (size_t)(n * n));
  }
  for (int i = 0; i < b->feedback->n; i++) {
    const sn_expr *law = b->feedback->force[i];
    SN_ASSERT(b->feedback->along[i] >= 0 && b->feedback->along[i] < m);
    const reading *a = r + b->feedback->along[i];
    const double F = D ? sn_expr_gradient(law, x, slope) : sn_expr_value(law, x);
    for (int k = 0; k < a->n; k++) {
      s[a->form + k] -= F * a->G[k];
      for (int l = 0; l < a->n && D; l++) {
        D[(a->form + k) * n + a->form + l] -= F * a->H[k * a->n + l];
      }
    }
    for (int j = 0; j < m && D; j++) {
      add_slopes(n, a, r + j, slope[1 + j], slope[1 + m + j], D, C);
    }
  }
}

void sn_feedback_by_input(const sn_block *b, const sn_form_point *at, int input, double *s)
{
  double x[1 + 2 * NF];
  SN_ASSERT(b->feedback && input >= 0);
  sn_feedback_arguments(b, at, x);
  memset(s, 0, sizeof(double) * (size_t)b->n_form);
  for (int i = 0; i < b->feedback->n; i++) {
    const reading a = read_coordinate(b->coordinate + b->feedback->along[i], at);
    const double F = sn_expr_by_input(b->feedback->force[i], x, input);
    for (int k = 0; k < a.n; k++) {
      s[a.form + k] -= F * a.G[k];
    }
  }
}
