/* laws/feedback.c -- forces along coordinates of a block that follow values and rates of all of them: control.
 * Theory:  docs/theory.md, feedback: s = -sum_a F_a(t, x, v) G_a, G_j = dx_j/de, v_j = G_j.e'. Derivatives by forms and their rates are
 *          exact: ds = -sum_a G_a (sum_j F_a,xj G_j.de + F_a,vj (G_j.de' + e'.H_j de)) - F_a H_a de. In a step: stresses at the stages from
 *          strains and rates there, as for rate laws.
 * Tests:   tests/system/test_law.c, tests/steps/test_tangent.c, tests/steps/test_one_stage.c, tests/mechanisms/test_feedback.c
 */
#include <string.h>

#include "laws/stages.h"
#include "system/kernel.h"

enum { NF = SN_MAX_COMPOSITE_FORMS };

/* ---- at one instant */

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
  r.x = sn_composite(&view, at->internal, at->e + c->form, r.G, r.H);
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

static void feedback_stress(const sn_block *b, const sn_form_point *at, double *s, double *D, double *C)
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

/* ---- in a step */

/* Stresses of lane l at a stage; their slopes into those of the pack. */
static void evaluate(const sn_stages *x, const sn_law_pack *p, const sn_law_work *k, int l, int stage, double *s)
{
  const sn_block *b = x->s->block + p->is->block[l];
  const int nf = b->n_form;
  SN_ASSERT(b->law->stress_at && nf <= NF && l >= 0 && l < SN_LANES);
  double e[NF], rate[NF], D[NF * NF], C[NF * NF];
  for (int f = 0; f < nf; f++) {
    e[f] = k->e[stage][f][l];
    rate[f] = k->r[stage][f][l];
  }
  b->law->stress_at(b, &(sn_form_point){e, rate, x->start->internal, x->t + x->at[stage] * x->h}, s, D, C);
  for (int i = 0; i < nf * nf; i++) {
    p->slope[stage * nf * nf + i][l] = D[i];
    p->slope[(x->n + stage) * nf * nf + i][l] = C[i];
  }
}

SN_LANE_INLINE void stress(const sn_stages *x, sn_law_pack *p, sn_law_work *k, int n)
{
  const int nf = p->type->n_form;
  sn_lane at[NF][SN_STAGES];
  SN_ASSERT(p->slope && nf <= NF);
  for (int l = 0; l < SN_LANES; l++) { /* lanes that are not there repeat the last one that is */
    for (int i = 0; i < n; i++) {
      double s[NF];
      evaluate(x, p, k, l, i, s);
      for (int f = 0; f < nf; f++) {
        at[f][i][l] = s[f];
      }
    }
  }
  for (int f = 0; f < nf; f++) {
    sn_keep_stages(p, f, at[f], n);
    p->a[f] = k->r[0][f]; /* for the ledger */
    if (n == 2) {
      p->b[f] = k->r[1][f];
    }
  }
}

SN_LANE_INLINE void respond(const sn_stages *x, const sn_law_pack *p, sn_law_work *k, int n)
{
  const int nf = p->type->n_form, nc = p->is->offset[p->type->n_node];
  const sn_lane hh = lane(x->hh);
  SN_ASSERT(p->slope && p->n_mult == 0);
  for (int i = 0; i < n; i++) {
    const sn_lane *E = k->E[i], *R = k->R[i], *D = p->slope + i * nf * nf, *C = p->slope + (n + i) * nf * nf;
    for (int f = 0; f < nf; f++) {
      for (int j = 0; j < nc; j++) {
        sn_lane sum = lane(0);
        for (int l = 0; l < nf; l++) {
          sum += D[f * nf + l] * E[l * nc + j] + C[f * nf + l] * R[l * nc + j];
        }
        k->S[i][f * nc + j] = hh * sum;
      }
    }
  }
}

SN_FOR_STAGES(stress, sn_law_pack)
SN_FOR_STAGES(respond, const sn_law_pack)

static void book(const sn_stages *x, const sn_law_pack *p, int l, sn_ledger *to)
{
  to->work_control -= sn_work_on_rates(x, p, l);
}

/* for each stage derivatives of stresses by strains, then by rates */
static int n_slope(const sn_block *b, int n)
{
  return 2 * n * b->n_form * b->n_form;
}

#define TABLE(stages)                                                                                           \
  {                                                                                                             \
    .stress = stress_##stages, .respond = respond_##stages, .book = book, .n_slope = n_slope, .sees_stages = 1, \
    .sees_rates = 1, .is_rate = 1                                                                               \
  }
static const sn_stage_law one = TABLE(one), two = TABLE(two);

const sn_law sn_law_feedback = {.name = "feedback",
                                .is_rate = 1,
                                .stress_at = feedback_stress,
                                .in_step = &(const struct sn_stage_laws){.two = &two, .mean = &one, .there = &one}};
