/* laws/material.c -- hyperelastic materials: stresses are the slopes of energies, each a function of a few forms of its block (six Green
 *                    strains of an integration point, the strain of a bar, all strains of a shell element).
 * Theory:  docs/theory.md, hyperelastic materials (21): strains go along e_i + a s + 3 b s(1 - s), as with the elastic law; stresses are taken at
 *          the stages, and corrected along K (a, -b) so that their work is the change of the energy (21.3). What is damped is b, by the
 *          tangent stiffness K at the start of the step (21.4). All derivatives are exact, those of the correction too.
 * How:     energies are asked block by block; columns run in lanes. An energy that is a matrix belongs to elastic.c.
 * Tests:   tests/steps/test_material.c, tests/steps/test_tangent.c, tests/steps/test_one_stage.c, tests/system/test_law.c
 */
#include <math.h>
#include <string.h>

#include "laws/gauss.h"
#include "laws/stages.h"
#include "system/kernel.h"

enum { MOST = SN_MAX_COMPOSITE_FORMS };      /* strains of an energy */
static const double ROUND_OFF = 8 * 0x1p-52; /* of a sum of a few terms */
/* Smallest pivot of a stiffness that counts as positive, of its diagonal entry. */
static const double POSITIVE = 1e-10;

/* ---- at one instant */

static double energy(const sn_block *b, const double *e)
{
  double sum = 0;
  for (int i = 0; i < b->n_energy; i++) {
    sum += b->energy[i].weight * b->energy[i].of->value(b->energy[i].of, e, NULL, NULL);
    e += b->energy[i].of->n;
  }
  return sum;
}

static void scale(double *x, int n, double factor)
{
  for (int k = 0; k < n; k++) {
    x[k] *= factor;
  }
}

static void stress(const sn_block *b, const double *e, double *s)
{
  for (int i = 0; i < b->n_energy; i++) {
    const sn_strain_energy *w = b->energy[i].of;
    (void)w->value(w, e, s, NULL);
    scale(s, w->n, b->energy[i].weight);
    e += w->n;
    s += w->n;
  }
}

static void tangent(const sn_block *b, const double *e, double *s, double *D)
{
  double S[MOST];
  for (int i = 0; i < b->n_energy; i++) {
    const sn_strain_energy *w = b->energy[i].of;
    (void)w->value(w, e, S, D);
    scale(D, w->n * w->n, b->energy[i].weight);
    if (s) {
      scale(S, w->n, b->energy[i].weight);
      memcpy(s, S, sizeof(double) * (size_t)w->n);
      s += w->n;
    }
    e += w->n;
    D += w->n * w->n;
  }
}

/* ---- in a step */

/* One energy of four blocks in a step: n forms from `first` on. The law of a step makes s_c, s_d of a, b; the iteration asks it where the last
   solve predicted them (a and b of the pack), and goes on from there to first order: what a part strains by that merely turned in an
   iteration, which is false, it never sees. At the end both are the same. */
typedef struct {
  int n, first;
  sn_lane *K;            /* n x n: stiffness at the start */
  sn_lane *D[SN_STAGES]; /* n x n: tangents at the stages */
  sn_lane *c, *d;        /* n: s_c, s_d of the law */
  sn_lane *da, *db;      /* n: a, b of the iterate minus those predicted */
  sn_lane *end, *jump;   /* n: stresses at the end minus s_c; r3 s_d (both without what is damped) */
  sn_lane *Ka, *Kb;      /* n */
  sn_lane *factor;       /* of the correction, */
  sn_lane *per;          /* 1/(a.K a + 3 b.K b); 0: there is no correction */
  sn_lane *begin;        /* energy at the start */
} group;

enum { ROWS = 4 }; /* of n, for each stage: stress, increment, what the correction changes by, direction */
static int numbers_of(int n, int stages)
{
  return (1 + stages) * n * n + ROWS * stages * n + 3;
}

static int n_slope(const sn_block *b, int stages)
{
  int sum = 0;
  for (int i = 0; i < b->n_energy; i++) {
    sum += numbers_of(b->energy[i].of->n, stages);
  }
  return sum;
}

/* The one that follows `before`. */
static inline group next_group(const sn_law_pack *p, const group *before, int i, int stages)
{
  const int n = p->type->of->energy[i].of->n;
  group g = {.n = n, .first = i == 0 ? 0 : before->first + before->n};
  sn_lane *at = i == 0 ? p->slope : before->begin + 1;
  g.K = at;
  at += n * n;
  for (int s = 0; s < stages; s++, at += n * n) {
    g.D[s] = at;
  }
  sn_lane **const rows[2][ROWS] = {{&g.c, &g.da, &g.end, &g.Ka}, {&g.d, &g.db, &g.jump, &g.Kb}};
  for (int k = 0; k < ROWS * stages; k++, at += n) {
    *rows[k / ROWS][k % ROWS] = at;
  }
  g.factor = at;
  g.per = at + 1;
  g.begin = at + 2;
  return g;
}

static const sn_energy_part *part_of(const sn_stages *x, const sn_law_pack *p, int i, int lane)
{
  return x->s->block[p->is->block[lane]].energy + i;
}

/* Has the matrix positive pivots? It is used up. */
static int is_positive(int n, double *A)
{
  for (int k = 0; k < n; k++) {
    const double least = POSITIVE * fabs(A[k * n + k]);
    for (int l = 0; l < k; l++) {
      A[k * n + k] -= A[k * n + l] * A[k * n + l];
    }
    if (!(A[k * n + k] > least)) {
      return 0;
    }
    A[k * n + k] = sqrt(A[k * n + k]);
    for (int i = k + 1; i < n; i++) {
      for (int l = 0; l < k; l++) {
        A[i * n + k] -= A[i * n + l] * A[k * n + l];
      }
      A[i * n + k] /= A[k * n + k];
    }
  }
  return 1;
}

/* The stiffness as long as it is positive, else that without strain, which always is. */
static void positive_stiffness(const sn_strain_energy *w, const double *D, double *K)
{
  const double none[MOST] = {0};
  double S[MOST], A[MOST * MOST];
  memcpy(A, D, sizeof(double) * (size_t)(w->n * w->n));
  memcpy(K, D, sizeof(double) * (size_t)(w->n * w->n));
  if (!is_positive(w->n, A)) {
    (void)w->value(w, none, S, K);
  }
}

/* Predicted at the start: nothing moves. */
static void start_group(const sn_stages *x, const sn_law_pack *p, const group *g, int i, int stages)
{
  for (int l = 0; l < SN_LANES; l++) {
    double e[MOST] = {0}, S[MOST], D[MOST * MOST], K[MOST * MOST];
    const sn_energy_part *part = part_of(x, p, i, l);
    for (int k = 0; k < g->n; k++) {
      e[k] = p->e_i[g->first + k][l];
    }
    (*g->begin)[l] = part->weight * part->of->value(part->of, e, S, D);
    positive_stiffness(part->of, D, K);
    for (int k = 0; k < g->n; k++) {
      g->c[k][l] = part->weight * S[k];
    }
    for (int k = 0; k < g->n * g->n; k++) {
      g->K[k][l] = part->weight * K[k];
      for (int s = 0; s < stages; s++) {
        g->D[s][k][l] = part->weight * D[k];
      }
    }
  }
  const size_t row = sizeof(sn_lane) * (size_t)g->n;
  memset(g->end, 0, 2 * row); /* and Ka */
  if (stages == 2) {
    memset(g->d, 0, ROWS * row);
  }
  *g->factor = *g->per = lane(0);
}

static void start(const sn_stages *x, sn_law_pack *p, int stages)
{
  const size_t forms = sizeof(sn_lane) * (size_t)p->type->n_form;
  group g = {0};
  SN_ASSERT(p->slope && p->type->of->n_energy > 0);
  sn_guess_stresses(x, p);
  memset(p->a, 0, forms);
  if (stages == 2) {
    memset(p->b, 0, forms);
  }
  for (int i = 0; i < p->type->of->n_energy; i++) {
    g = next_group(p, &g, i, stages);
    start_group(x, p, &g, i, stages);
  }
}

static void start_one(const sn_stages *x, sn_law_pack *p)
{
  start(x, p, 1);
}
static void start_two(const sn_stages *x, sn_law_pack *p)
{
  start(x, p, 2);
}

/* Stresses and tangent of block l at its strains in the lanes e: the tangent into D. */
static double ask(const sn_energy_part *part, int n, const sn_lane *e, int l, sn_lane *S, sn_lane *D)
{
  double at[MOST] = {0}, s[MOST], d[MOST * MOST];
  for (int k = 0; k < n; k++) {
    at[k] = e[k][l];
  }
  const double W = part->weight * part->of->value(part->of, at, s, D ? d : NULL);
  for (int k = 0; k < n; k++) {
    S[k][l] = part->weight * s[k];
  }
  for (int k = 0; k < n * n && D; k++) {
    D[k][l] = part->weight * d[k];
  }
  return W;
}

/* The same of four blocks: energies into W. */
SN_LANE_INLINE void ask_all(const sn_stages *x, const sn_law_pack *p, int i, int n, const sn_lane *e, sn_lane *W,
                            sn_lane *S, sn_lane *D)
{
  for (int l = 0; l < SN_LANES; l++) {
    (*W)[l] = ask(part_of(x, p, i, l), n, e, l, S, D);
  }
}

/* out = A by, n x n */
SN_LANE_INLINE void times(const sn_lane *A, const sn_lane *by, int n, int stride, sn_lane *out)
{
  for (int k = 0; k < n; k++) {
    sn_lane sum = A[k * n] * by[0];
    for (int l = 1; l < n; l++) {
      sum += A[k * n + l] * by[l * stride];
    }
    out[k] = sum;
  }
}

/* c and d: stresses at the stages; then the correction (21.3) */
SN_LANE_INLINE void correct(const group *g, const sn_lane *a, const sn_lane *b, sn_lane W, const sn_lane *S, sn_lane *c,
                            sn_lane *d, int n)
{
  sn_lane along = lane(0), size = lane(0);
  times(g->K, a, g->n, 1, g->Ka);
  for (int k = 0; k < g->n; k++) {
    along += c[k] * a[k];
    size += a[k] * g->Ka[k];
  }
  if (n == 2) {
    times(g->K, b, g->n, 1, g->Kb);
    for (int k = 0; k < g->n; k++) {
      along -= lane(R3) * d[k] * b[k];
      size += lane(3) * b[k] * g->Kb[k];
    }
  }
  const sn_lane r = W - *g->begin - along, level = lane_abs(along) + lane_abs(W) + lane_abs(*g->begin);
  for (int l = 0; l < SN_LANES;
       l++) { /* a rest that is round-off is no quadrature error: over a tiny strain it would be noise */
    const int any = fabs(r[l]) > ROUND_OFF * level[l] && size[l] > 0;
    (*g->per)[l] = any ? 1 / size[l] : 0;
    (*g->factor)[l] = any ? r[l] / size[l] : 0;
  }
  for (int k = 0; k < g->n; k++) {
    c[k] += *g->factor * g->Ka[k];
    g->end[k] = S[k] - c[k];
    if (n == 2) {
      d[k] -= lane(R3) * *g->factor * g->Kb[k];
      g->jump[k] = lane(R3) * d[k];
    }
  }
}

/* The law at a and b of the pack. */
SN_LANE_INLINE void ask_law(const sn_stages *x, const sn_law_pack *p, const group *g, int i, int n)
{
  const sn_lane *e_i = p->e_i + g->first, *a = p->a + g->first, *b = n == 2 ? p->b + g->first : NULL;
  sn_lane at[MOST], S[SN_STAGES][MOST], W;
  for (int s = 0; s < n; s++) {
    for (int f = 0; f < g->n; f++) {
      at[f] = e_i[f] + lane(n == 2 ? x->at[s] : 0.5) * a[f];
      if (n == 2) {
        at[f] += lane(0.5) * b[f];
      }
    }
    ask_all(x, p, i, g->n, at, &W, S[s], g->D[s]);
  }
  for (int f = 0; f < g->n; f++) {
    g->c[f] = S[0][f];
    if (n == 2) {
      g->c[f] = lane(0.5) * (S[0][f] + S[1][f]);
      g->d[f] = lane(0.5) * (S[0][f] - S[1][f]);
    }
    at[f] = e_i[f] + a[f];
  }
  ask_all(x, p, i, g->n, at, &W, S[0], NULL);
  correct(g, a, b, W, S[0], g->c, g->d, n);
  for (int f = 0; f < g->n && n == 2; f++) {
    g->d[f] -= lane(HALF) * p->alpha * g->Kb[f];
  }
}

/* Changes of s_c and s_d by those of a and b (every stride-th); count: g->n, a constant of solids. */
SN_LANE_INLINE void change(const sn_law_pack *p, const group *g, int count, const sn_lane *A, const sn_lane *B,
                           int stride, sn_lane *c, sn_lane *d, int n)
{
  const sn_lane *a = p->a + g->first, *b = n == 2 ? p->b + g->first : NULL;
  sn_lane at[SN_STAGES][MOST], by = lane(0), turn = lane(0), KA[MOST], KB[MOST];
  for (int f = 0; f < count; f++) {
    const sn_lane da = A[f * stride];
    by += g->end[f] * da;
    turn += g->Ka[f] * da;
    if (n == 2) {
      const sn_lane db = B[f * stride];
      at[0][f] = lane(C_PLUS) * da + lane(0.5) * db;
      at[1][f] = lane(C_MINUS) * da + lane(0.5) * db;
      by += g->jump[f] * db;
      turn += lane(3) * g->Kb[f] * db;
    } else {
      at[0][f] = lane(0.5) * da;
    }
  }
  times(g->D[0], at[0], count, 1, c);
  times(g->K, A, count, stride, KA);
  if (n == 2) {
    times(g->D[1], at[1], count, 1, d);
    times(g->K, B, count, stride, KB);
  }
  for (int f = 0; f < count; f++) {
    if (n == 2) {
      const sn_lane plus = c[f], minus = d[f];
      c[f] = lane(0.5) * (plus + minus);
      d[f] = lane(0.5) * (plus - minus);
      by += lane(R3) * b[f] * d[f];
    }
    by -= a[f] * c[f];
  }
  const sn_lane factor = *g->per * (by - *g->factor * turn), rest = lane(R3) * *g->factor + lane(HALF) * p->alpha;
  for (int f = 0; f < count; f++) {
    c[f] += factor * g->Ka[f] + *g->factor * KA[f];
    if (n == 2) {
      d[f] -= lane(R3) * factor * g->Kb[f] + rest * KB[f];
    }
  }
}

/* to first order from what was predicted */
SN_LANE_INLINE void path_stress(const sn_stages *x, sn_law_pack *p, sn_law_work *k, int n)
{
  group g = {0};
  sn_lane c[MOST], d[MOST];
  (void)x;
  for (int i = 0; i < p->type->of->n_energy; i++) {
    g = next_group(p, &g, i, n);
    for (int f = 0; f < g.n; f++) {
      g.da[f] = k->a[g.first + f] - p->a[g.first + f];
      if (n == 2) {
        g.db[f] = k->b[g.first + f] - p->b[g.first + f];
      }
    }
    change(p, &g, g.n, g.da, g.db, 1, c, d, n);
    for (int f = 0; f < g.n; f++) {
      p->l_c[g.first + f] = g.c[f] + c[f];
      if (n == 2) {
        p->l_d[g.first + f] = g.d[f] + d[f];
      }
    }
  }
}

SN_LANE_INLINE void columns(const sn_stages *x, const sn_law_pack *p, sn_law_work *k, const group *g, int count, int n)
{
  const int nc = p->is->offset[p->type->n_node];
  const sn_lane hh = lane(x->hh);
  sn_lane c[MOST], d[MOST];
  for (int j = 0; j < nc; j++) {
    change(p, g, count, k->A + g->first * nc + j, n == 2 ? k->B + g->first * nc + j : NULL, nc, c, d, n);
    for (int f = 0; f < count; f++) {
      const int to = (g->first + f) * nc + j;
      if (n == 1) {
        k->S[0][to] = hh * c[f];
      } else {
        k->S[0][to] = hh * (c[f] + d[f]);
        k->S[1][to] = hh * (c[f] - d[f]);
        k->Sy[to] = hh * d[f];
      }
    }
  }
}

SN_LANE_INLINE void path_respond(const sn_stages *x, const sn_law_pack *p, sn_law_work *k, int n)
{
  group g = {0};
  for (int i = 0; i < p->type->of->n_energy; i++) {
    g = next_group(p, &g, i, n);
    if (g.n == 6) {
      columns(x, p, k, &g, 6, n);
    } else {
      columns(x, p, k, &g, g.n, n);
    }
  }
}

SN_LANE_INLINE void path_update(const sn_stages *x, sn_law_pack *p, sn_law_work *k, int n)
{
  group g = {0};
  sn_lane c[MOST], d[MOST];
  for (int i = 0; i < p->type->of->n_energy; i++) {
    g = next_group(p, &g, i, n);
    change(p, &g, g.n, k->a + g.first, n == 2 ? k->b + g.first : NULL, 1, c, d, n);
    for (int f = 0; f < g.n; f++) {
      const int to = g.first + f;
      p->s_c[to] = p->l_c[to] + c[f];
      p->a[to] += g.da[f] + k->a[to];
      if (n == 2) {
        p->s_d[to] = p->l_d[to] + d[f];
        p->b[to] += g.db[f] + k->b[to];
      }
    }
    ask_law(x, p, &g, i, n);
  }
}

SN_FOR_STAGES(path_stress, sn_law_pack)
SN_FOR_STAGES(path_respond, const sn_law_pack)
SN_FOR_STAGES(path_update, sn_law_pack)

/* alpha/2 b K b */
static void book(const sn_stages *x, const sn_law_pack *p, int l, sn_ledger *to)
{
  group g = {0};
  double sum = 0;
  SN_ASSERT(x->n == 2 && l < p->is->n && !(p->alpha[l] < 0 || p->alpha[l] > 1));
  (void)x;
  for (int i = 0; i < p->type->of->n_energy; i++) {
    g = next_group(p, &g, i, 2);
    for (int f = 0; f < g.n; f++) {
      sum += p->b[g.first + f][l] * g.Kb[f][l];
    }
  }
  to->numerical += 0.5 * p->alpha[l] * sum;
}

/* ---- as it is at the stage */

SN_CLONES static void stress_there(const sn_stages *x, sn_law_pack *p, sn_law_work *k)
{
  group g = {0};
  sn_lane W;
  SN_ASSERT(x->n == 1);
  for (int i = 0; i < p->type->of->n_energy; i++) {
    g = next_group(p, &g, i, 1);
    ask_all(x, p, i, g.n, k->e[0] + g.first, &W, p->l_c + g.first, g.D[0]);
  }
}

SN_CLONES static void respond_there(const sn_stages *x, const sn_law_pack *p, sn_law_work *k)
{
  const int nc = p->is->offset[p->type->n_node];
  group g = {0};
  sn_lane c[MOST];
  SN_ASSERT(x->n == 1);
  for (int i = 0; i < p->type->of->n_energy; i++) {
    g = next_group(p, &g, i, 1);
    for (int j = 0; j < nc; j++) {
      times(g.D[0], k->E[0] + g.first * nc + j, g.n, nc, c);
      for (int f = 0; f < g.n; f++) {
        k->S[0][(g.first + f) * nc + j] = lane(x->hh) * c[f];
      }
    }
  }
}

SN_CLONES static void update_there(const sn_stages *x, sn_law_pack *p, sn_law_work *k)
{
  group g = {0};
  (void)x;
  for (int i = 0; i < p->type->of->n_energy; i++) {
    g = next_group(p, &g, i, 1);
    times(g.D[0], k->e[0] + g.first, g.n, 1, p->s_c + g.first);
    for (int f = g.first; f < g.first + g.n; f++) {
      p->s_c[f] += p->l_c[f];
    }
  }
}

static const sn_stage_law two = {.start = start_two,
                                 .stress = path_stress_two,
                                 .respond = path_respond_two,
                                 .update = path_update_two,
                                 .book = book,
                                 .n_slope = n_slope,
                                 .sees_path = 1,
                                 .predicts = 1};
static const sn_stage_law mean = {.start = start_one,
                                  .stress = path_stress_one,
                                  .respond = path_respond_one,
                                  .update = path_update_one,
                                  .n_slope = n_slope,
                                  .sees_path = 1,
                                  .predicts = 1};
static const sn_stage_law there = {.start = sn_guess_stresses,
                                   .stress = stress_there,
                                   .respond = respond_there,
                                   .update = update_there,
                                   .n_slope = n_slope,
                                   .sees_stages = 1,
                                   .predicts = 1};

const sn_law sn_law_material = {.name = "material",
                                .stores_energy = 1,
                                .stress = stress,
                                .energy = energy,
                                .tangent = tangent,
                                .in_step = &(const struct sn_stage_laws){.two = &two, .mean = &mean, .there = &there}};
