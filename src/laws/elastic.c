/* laws/elastic.c -- linear elastic: stress = K e, energy e.K e/2.
 * Theory:  docs/theory.md (4.6), (4.7): s_c = K (e_i + (a + b)/2), s_d = K (a - alpha b)/(2 r3), so that the work of a step is the change
 *          of the energy plus alpha/2 b.K b. One stage, mean: b = 0 (12.1). One stage, there: (12.4). Stresses are iterates: forces are
 *          those of the law at the iterate, the tangent turns with the stresses that the last solve predicted (they are right long before
 *          those of the law are, where parts are stiff), and the state keeps those.
 * Tests:   tests/system/test_law.c, tests/steps/test_tangent.c
 */
#include <string.h>

#include "laws/gauss.h"
#include "laws/matrix.h"

/* ---- at one instant */

/* Rows of the matrix are added up side by side: a sum of products alone waits for each of them. */
static double energy(const sn_block *b, const double *e)
{
  const int n = b->n_form;
  double s[SN_MAX_FORMS], sum = 0;
  SN_ASSERT(b->matrix && n <= SN_MAX_FORMS);
  for (int l = 0; l < n; l++) {
    s[l] = 0;
  }
  for (int k = 0; k < n; k++) {
    for (int l = 0; l < n; l++) {
      s[l] += e[k] * b->matrix[k * n + l];
    }
  }
  for (int l = 0; l < n; l++) {
    sum += 0.5 * s[l] * e[l];
  }
  return sum;
}

SN_CLONES static double pack_energy(const sn_packs *packs, const sn_pack *p, const sn_v3 *q)
{
  const sn_pack_type *t = p->type;
  sn_lv3 *point = packs->point, *vector = packs->vector;
  sn_lane *e = packs->form, V = lane(0);
  double sum = 0;
  SN_ASSERT(p->matrix && p->n >= 1 && p->n <= SN_LANES);
  sn_pack_vectors(p, q, vector);
  sn_pack_points(p, vector, point);
  sn_pack_strains(p, point, 1, e);
  for (int f = 0; f < t->n_form; f++) {
    V += lane(0.5) * e[f] * sn_pack_matrix_row(p, f, e);
  }
  for (int l = 0; l < p->n; l++) {
    sum += V[l];
  }
  return sum;
}

/* ---- along the path of a step */

/* K (a + b)/2 and K (a - alpha b)/(2 r3) of increments a and jumps b, which are used up; added to the mean strains e_i (NULL: none) */
SN_LANE_INLINE void along(const sn_law_pack *p, sn_law_work *k, const sn_lane *e_i, sn_lane *c, sn_lane *d, int n)
{
  SN_ASSERT(p->is->matrix && (n == 1 || k->a != k->b));
  for (int f = 0; f < p->type->n_form; f++) {
    const sn_lane a = k->a[f];
    sn_lane sum = a;
    if (n == 2) {
      sum = a + k->b[f];
      k->b[f] = a - p->alpha * k->b[f];
    }
    k->a[f] = lane(0.5) * sum;
    if (e_i) {
      k->a[f] = e_i[f] + k->a[f];
    }
  }
  for (int f = 0; f < p->type->n_form; f++) {
    c[f] = sn_pack_matrix_row(p->is, f, k->a);
    if (n == 2) {
      d[f] = sn_pack_matrix_row(p->is, f, k->b) * lane(HALF);
    }
  }
}

SN_LANE_INLINE void stress(const sn_stages *x, sn_law_pack *p, sn_law_work *k, int n)
{
  (void)x;
  SN_ASSERT(p->e_i && p->l_c != p->s_c);
  if (n == 2) {
    memcpy(p->b, k->b, sizeof(sn_lane) * (size_t)p->type->n_form);
  }
  along(p, k, p->e_i, p->l_c, p->l_d, n);
}

/* Columns of one form, `wide` of them side by side (a constant): stresses S by columns A and B, which are nc numbers apart; K has `many`
   entries. */
typedef struct {
  const sn_lane *K, *A, *B;
  sn_lane *plus, *minus, *Sy;
  sn_lane half, part, alpha; /* h^2/2, h^2/(2 r3) */
} row;
SN_LANE_INLINE void some_columns(const row *r, int many, int nc, int j, int wide, int n)
{
  sn_lane a[2], b[2];
  SN_ASSERT(many >= 1 && wide <= 2 && j + wide <= nc);
  for (int c = 0; c < wide; c++) {
    a[c] = r->K[0] * r->A[j + c];
    if (n == 2) {
      b[c] = r->K[0] * r->B[j + c];
    }
  }
  for (int l = 1; l < many; l++) {
    for (int c = 0; c < wide; c++) {
      a[c] += r->K[l] * r->A[l * nc + j + c];
      if (n == 2) {
        b[c] += r->K[l] * r->B[l * nc + j + c];
      }
    }
  }
  for (int c = 0; c < wide; c++) {
    if (n == 1) {
      r->plus[j + c] = r->half * a[c];
    } else {
      const sn_lane mean = r->half * (a[c] + b[c]), jump = r->part * (a[c] - r->alpha * b[c]);
      r->plus[j + c] = mean + jump;
      r->minus[j + c] = mean - jump;
      r->Sy[j + c] = jump;
    }
  }
}

/* many: 1 is a constant where the matrix is diagonal */
SN_LANE_INLINE void columns(const sn_stages *x, const sn_law_pack *p, const sn_law_work *k, int f, int first, int many,
                            int n)
{
  const int nf = p->type->n_form, nc = p->is->offset[p->type->n_node];
  row r = {.K = p->is->matrix + f * nf + first, .A = k->A + first * nc, .plus = k->S[0] + f * nc};
  int j = 0;
  SN_ASSERT(many >= 1 && first >= 0 && first + many <= nf);
  r.half = lane(0.5 * x->hh);
  if (n == 2) {
    r.B = k->B + first * nc;
    r.minus = k->S[1] + f * nc;
    r.Sy = k->Sy + f * nc;
    r.part = lane(HALF * x->hh);
    r.alpha = p->alpha;
  }
  for (; j + 2 <= nc; j += 2) {
    some_columns(&r, many, nc, j, 2, n);
  }
  if (j < nc) {
    some_columns(&r, many, nc, j, 1, n);
  }
}

SN_LANE_INLINE void respond(const sn_stages *x, const sn_law_pack *p, sn_law_work *k, int n)
{
  for (int f = 0; f < p->type->n_form; f++) {
    const int first = p->type->column[2 * f], many = p->type->column[2 * f + 1] - first;
    if (many == 1) {
      columns(x, p, k, f, first, 1, n);
    } else {
      columns(x, p, k, f, first, many, n);
    }
  }
}

SN_LANE_INLINE void update(const sn_stages *x, sn_law_pack *p, sn_law_work *k, int n)
{
  (void)x;
  SN_ASSERT(p->s_c != p->l_c);
  along(p, k, NULL, p->s_c, p->s_d, n);
  for (int f = 0; f < p->type->n_form; f++) {
    p->s_c[f] += p->l_c[f];
    if (n == 2) {
      p->s_d[f] += p->l_d[f];
    }
  }
}

SN_FOR_STAGES(stress, sn_law_pack)
SN_FOR_STAGES(respond, const sn_law_pack)
SN_FOR_STAGES(update, sn_law_pack)

/* alpha/2 b K b */
static void book(const sn_stages *x, const sn_law_pack *p, int l, sn_ledger *to)
{
  const int nf = p->type->n_form;
  double sum = 0;
  SN_ASSERT(x->n == 2 && l < p->is->n && !(p->alpha[l] < 0 || p->alpha[l] > 1));
  (void)x;
  for (int f = 0; f < nf; f++) {
    for (int m = p->type->column[2 * f]; m < p->type->column[2 * f + 1]; m++) {
      sum += p->b[f][l] * p->is->matrix[f * nf + m][l] * p->b[m][l];
    }
  }
  to->numerical += 0.5 * p->alpha[l] * sum;
}

/* ---- as it is at the stage */

SN_CLONES static void stress_there(const sn_stages *x, sn_law_pack *p, sn_law_work *k)
{
  (void)x;
  SN_ASSERT(x->n == 1);
  sn_matrix_stresses(p, k->e, 1);
}

SN_CLONES static void respond_there(const sn_stages *x, const sn_law_pack *p, sn_law_work *k)
{
  SN_ASSERT(x->n == 1);
  sn_matrix_columns(x, p, k, k->E, 1);
}

SN_CLONES static void update_there(const sn_stages *x, sn_law_pack *p, sn_law_work *k)
{
  (void)x;
  SN_ASSERT(p->s_c != p->l_c);
  for (int f = 0; f < p->type->n_form; f++) {
    p->s_c[f] = p->l_c[f] + sn_pack_matrix_row(p->is, f, k->e[0]);
  }
}

static const sn_stage_law two = {.start = sn_guess_stresses,
                                 .stress = stress_two,
                                 .respond = respond_two,
                                 .update = update_two,
                                 .book = book,
                                 .sees_path = 1,
                                 .predicts = 1};
static const sn_stage_law mean = {.start = sn_guess_stresses,
                                  .stress = stress_one,
                                  .respond = respond_one,
                                  .update = update_one,
                                  .sees_path = 1,
                                  .predicts = 1};
static const sn_stage_law there = {.start = sn_guess_stresses,
                                   .stress = stress_there,
                                   .respond = respond_there,
                                   .update = update_there,
                                   .sees_stages = 1,
                                   .predicts = 1};

const sn_law sn_law_elastic = {
    .name = "elastic",
    .has_matrix = 1,
    .stores_energy = 1,
    .stress = sn_times_matrix,
    .energy = energy,
    .in_step = &(const struct sn_stage_laws){.two = &two, .mean = &mean, .there = &there, .energy = pack_energy}};
