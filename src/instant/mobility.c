/* instant/mobility.c -- how easily the stresses of a block move what they act on, in a configuration.
 * Theory:  docs/theory.md, how much is damped (6.3). With A the mobility (velocities per impulse) the block alone would vibrate
 *          with squares of frequencies that are the eigenvalues of K B A B^T; their sum is found here. Where constraints hold a
 *          node of the block, A is that of all that they leave free, by the matrix of (4.8); else that of its own nodes.
 * How:     four like blocks at a time (batch.h); a block that constraints hold takes a solve for each of its forms.
 * Tests:   tests/instant/test_mobility.c
 */
#include "instant/batch.h"
#include <string.h>

int sn_instant_is_held(const sn_instant *m, int block)
{
  const sn_block *b = m->s->block + block;
  for (int k = 0; k < b->n_node; k++) {
    if (m->node[b->node[k]].constrained) {
      return 1;
    }
  }
  return 0;
}

/* ---- held by constraints */

/* What the impulses of n_strain rows in `projected` move, each alone, with all that the constraints join: in `response`. */
static sn_status move_together(sn_instant *m, const sn_block *b, int n_strain, int n, int *solved, sn_error *error)
{
  SN_ASSERT(m->factored && m->rhs != m->xi);
  memcpy(m->response, m->projected, (size_t)(n_strain * n) * sizeof(double));
  for (int k = 0; k < n_strain; k++) {
    double *x = m->response + k * n;
    memset(m->rhs, 0, (size_t)m->n_solved * sizeof(double));
    for (int r = 0, at = 0; r < b->n_node; at += m->node[b->node[r++]].size) {
      const sn_instant_node *node = m->node + b->node[r];
      if (node->apart) {
        sn_instant_reduce_node(m, b->node[r], x + at, m->rhs);
      } else {
        memcpy(m->rhs + node->first, x + at, (size_t)node->size * sizeof(double));
      }
    }
    SN_TRY((*solved)++ ? sn_instant_solve_again(m, error) : sn_instant_solve_joined(m, error));
    for (int r = 0, at = 0; r < b->n_node; at += m->node[b->node[r++]].size) {
      const sn_instant_node *node = m->node + b->node[r];
      if (node->apart) {
        sn_instant_recover_node(m, b->node[r], m->xi, x + at);
      } else {
        memcpy(x + at, m->xi + node->first, (size_t)node->size * sizeof(double));
      }
    }
  }
  return SN_OK;
}

/* Block l of the pack at hand, whose rows are the gradients of its strains. */
static sn_status together(sn_instant *m, const sn_lane *stiffness, const sn_lane *row, int n_strain, int l, int *solved,
                          double *out, sn_error *error)
{
  const sn_pack *p = m->batch->is;
  const sn_block *b = m->s->block + p->block[l];
  const int n = p->offset[p->type->n_node];
  double sum = 0;
  for (int k = 0; k < n_strain * n; k++) {
    m->projected[k] = row[k][l];
  }
  SN_TRY(move_together(m, b, n_strain, n, solved, error));
  for (int k = 0; k < n_strain; k++) {
    for (int i = 0; i < n_strain; i++) {
      const int coupled = i >= p->type->column[2 * k] && i < p->type->column[2 * k + 1];
      const double by = !stiffness ? 1 : coupled ? stiffness[k * n_strain + i][l] : 0;
      for (int j = 0; j < n && by != 0; j++) {
        sum += by * m->projected[k * n + j] * m->response[i * n + j];
      }
    }
  }
  *out = fmax(sum, 0);
  return SN_OK;
}

/* ---- by themselves */

/* Factors of the mass of node r of four blocks: size x size lanes; 1: some of them couples position and rotation. */
SN_LANE_INLINE int take_factors(const sn_instant *m, const sn_pack *p, int r, sn_lane *factor)
{
  const int n = p->type->shape[r].n_rate;
  int eccentric = 0;
  for (int l = 0; l < SN_LANES; l++) {
    const sn_instant_node *k = m->node + p->node[SN_LANES * r + l];
    eccentric = eccentric || k->eccentric;
    for (int i = 0; i < n * n; i++) {
      factor[i][l] = k->factor[SN_LANES * i];
    }
  }
  return eccentric;
}

/* Half of what the impulses of rows f move goes into f, half into z: only products of both are asked for. With W = L D L^T these are
   L^-1 f and D^-1 L^-1 f. */
SN_CLONES static void move_alone(const sn_instant *m, int n_strain, sn_lane *f, sn_lane *z)
{
  const sn_pack *p = m->batch->is;
  const int nc = p->offset[p->type->n_node];
  for (int r = 0; r < p->type->n_node; r++) {
    const int n = p->type->shape[r].n_rate, at = p->offset[r];
    sn_lane l[SN_NODE_UNKNOWNS * SN_NODE_UNKNOWNS], inverse[SN_NODE_UNKNOWNS];
    const int first = take_factors(m, p, r, l) ? 0 : n - p->type->shape[r].n_rot;
    for (int i = 0; i < n; i++) {
      inverse[i] = lane(1) / l[i * n + i];
    }
    for (int k = 0; k < n_strain; k++) {
      sn_lane *y = f + k * nc + at;
      for (int i = first + 1; i < n; i++) {
        for (int j = first; j < i; j++) {
          y[i] -= l[i * n + j] * y[j];
        }
      }
      for (int i = 0; i < n; i++) {
        z[k * nc + at + i] = inverse[i] * y[i];
      }
    }
  }
}

/* sum of K f z^T over the forms, or f z^T of a composite strain (stiffness NULL) */
SN_CLONES static void weigh(const sn_pack *p, const sn_lane *K, int n_strain, const sn_lane *f, const sn_lane *z,
                            sn_lane *out)
{
  const int nc = p->offset[p->type->n_node];
  sn_lane sum = lane(0);
  for (int k = 0; k < n_strain; k++) {
    const int first = K ? p->type->column[2 * k] : 0, end = K ? p->type->column[2 * k + 1] : 1;
    for (int i = first; i < end; i++) {
      const sn_lane stiffness = K ? K[k * n_strain + i] : lane(1);
      sn_lane product = lane(0);
      for (int j = 0; j < nc; j++) {
        product += f[k * nc + j] * z[i * nc + j];
      }
      sum += stiffness * product;
    }
  }
  *out = sum;
}

/* ---- all that are asked for */

static sn_status of_pack(sn_instant *m, int pack, const unsigned char *asked, int *solved, double *out, sn_error *error)
{
  sn_batch *x = m->batch;
  const sn_pack *p = x->packs.pack + pack;
  const int is_scalar = p->type->of->law->is_scalar, n_strain = is_scalar ? 1 : p->type->n_form;
  int alone = 0;
  sn_batch_take(x, pack);
  if (is_scalar) {
    sn_batch_compose(x, SN_GRADIENTS);
  }
  sn_batch_columns(x);
  const sn_lane *stiffness = is_scalar ? NULL : sn_batch_stiffness(x);
  sn_lane *row = is_scalar ? sn_batch_row(x, 0) : x->L, *other = is_scalar ? x->L : x->S;
  for (int l = 0; l < p->n; l++) {
    if (asked[p->block[l]] == SN_MOBILITY_FOUND && sn_instant_is_held(m, p->block[l])) {
      SN_TRY(together(m, stiffness, row, n_strain, l, solved, out + p->block[l], error));
    } else {
      alone = alone || asked[p->block[l]];
    }
  }
  if (alone) {
    sn_lane sum;
    move_alone(m, n_strain, row, other);
    weigh(p, stiffness, n_strain, row, other, &sum);
    for (int l = 0; l < p->n; l++) {
      const int held = asked[p->block[l]] == SN_MOBILITY_FOUND && sn_instant_is_held(m, p->block[l]);
      if (asked[p->block[l]] && !held) {
        out[p->block[l]] = fmax(sum[l], 0);
      }
    }
  }
  return SN_OK;
}

sn_status sn_instant_mobilities(sn_instant *m, const unsigned char *asked, double *out, sn_error *error)
{
  const sn_packs *packs = &m->batch->packs;
  int solved = 0; /* the first solve looks at its residual: only the size of what follows is asked for */
  SN_ASSERT(m->factored);
  for (int i = 0; i < m->s->n_block; i++) {
    SN_ASSERT(!asked[i] || !m->s->block[i].law->is_constraint);
    out[i] = asked[i] ? 0 : out[i];
  }
  for (int i = 0; i < packs->n; i++) {
    const sn_pack *p = packs->pack + i;
    int any = 0;
    for (int l = 0; l < p->n; l++) {
      any = any || asked[p->block[l]];
    }
    if (any && p->type->n_node > 0) {
      SN_TRY(of_pack(m, i, asked, &solved, out, error));
    }
  }
  return SN_OK;
}
