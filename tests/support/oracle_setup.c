/* tests/support/oracle_setup.c -- a step of the oracle before its iteration: blocks and their unknowns, damping, first guess.
 * Theory:  docs/theory.md, how much is damped, M_y; see oracle.c.
 * Tests:   tests/steps/test_oracle.c.
 */
#include <stdlib.h>
#include <string.h>

#include "oracle_private.h"

int oracle_internal_block(const sn_node *node, sn_arena *arena, sn_block *b)
{
  const int n = node->n_dir, n_form = n * (n + 1) / 2;
  int *vector = SN_NEW(arena, int, n), *first = SN_NEW(arena, int, n + 1), *local = SN_NEW(arena, int, n);
  double *value = SN_NEW(arena, double, n), *c0 = SN_NEW(arena, double, n_form);
  sn_term *term = SN_NEW(arena, sn_term, n_form);
  if (!vector || !first || !local || !value || !c0 || !term) {
    return 0;
  }
  int i = 0;
  for (int k = 0; k < n; k++) {
    vector[k] = node->vector[node->has_x + k];
    first[k + 1] = k + 1;
    local[k] = k;
    value[k] = 1;
    for (int l = k; l < n; l++, i++) {
      term[i] = (sn_term){.form = i, .i = k, .j = l, .c = k == l ? 0.5 : 1};
      c0[i] = k == l ? -0.5 : 0;
    }
  }
  *b = (sn_block){.law = &sn_law_constraint,
                  .n_vec = n,
                  .n_point = n,
                  .n_form = n_form,
                  .n_term = n_form,
                  .vector = vector,
                  .term = term,
                  .c0 = c0,
                  .w_first = first,
                  .w_vector = local,
                  .w_value = value,
                  .alpha = NAN,
                  .item = node->item,
                  .energy_internal = -1};
  return 1;
}

static int iterates_of(const sn_block *b)
{
  return b->law == &sn_law_elastic || b->law == &sn_law_material || b->law == &sn_law_constraint ? b->n_form
         : b->law->is_rate                                                                       ? 0
                                                                                                 : 1;
}

/* alpha of every elastic and potential block (not yet faded); alpha of every cluster, and whether it has y */
static void choose_alpha(oracle *o, double alpha, double *node_alpha, double *largest)
{
  const sn_system *s = o->s;
  oracle_clusters(o);
  for (int i = 0; i < s->n_node; i++) {
    node_alpha[i] = largest[i] = isnan(s->node[i].alpha) ? alpha : s->node[i].alpha;
  }
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    double al = b->alpha;
    if (isnan(al)) {
      al = b->n_node > 0 ? 0 : alpha;
      for (int k = 0; k < b->n_node; k++) {
        al = fmax(al, node_alpha[b->node[k]]);
      }
    }
    const int elastic = b->law == &sn_law_elastic || b->law == &sn_law_material || b->law == &sn_law_potential;
    o->alpha[i] = elastic ? al : 0;
    for (int k = 0; (elastic || b->law->is_constraint) && k < b->n_node; k++) {
      largest[b->node[k]] = fmax(largest[b->node[k]], al);
    }
  }
  for (int i = 0; i < s->n_node; i++) {
    for (int j = 0; j < s->n_node; j++) {
      o->cluster_alpha[i] =
          o->cluster[i] == o->cluster[j] ? fmax(o->cluster_alpha[i], largest[j]) : o->cluster_alpha[i];
    }
  }
  for (int i = 0; i < s->n_block && !o->ep; i++) {
    for (int k = 0; o->alpha[i] > 0 && k < s->block[i].n_node; k++) {
      for (int j = 0; j < s->n_node; j++) {
        o->jumps[j] |= o->cluster[j] == o->cluster[s->block[i].node[k]];
      }
    }
  }
}

/* Delta_a = (h^2/12) [ sum |Ks(s_c)_ab| l_a/l_b + Hessian terms of composites + sum |Sigma_c| ], of the last step; of a director
   without mass 1000 h^2 sum |Sigma_c| off the diagonal; a position without mass is held. None of stresses at points of solids: blocks of
   four or more nodes with more strains than nodes. */
void oracle_damping_mass(oracle *o)
{
  const sn_system *s = o->s;
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    const int n = b->n_form, nv = b->n_vec;
    if (iterates_of(b) == 0) {
      continue;
    }
    double e[MAX_FORM], stress[MAX_FORM], G[MAX_VEC * MAX_VEC] = {0}, grad[MAX_FORM], H[MAX_FORM * MAX_FORM];
    const double *sc = o->x->stress + b->stress;
    const int composite = b->law->is_scalar;
    sn_v3 B[MAX_FORM * MAX_VEC];
    if (composite) {
      sn_forms(b, o->x->q, e);
      sn_composite(b, o->x->internal, e, grad, H);
      sn_form_rates(b, o->x->q, B);
    }
    for (int k = 0; k < n; k++) {
      stress[k] = composite ? sc[0] * grad[k] : sc[k];
    }
    sn_geometric(b, stress, 1, G);
    for (int a = 0; a < nv; a++) {
      for (int c = 0; c < nv; c++) {
        if (s->vector[b->vector[c]].freedom != SN_FREE) {
          continue;
        }
        double sum = fabs(G[a * nv + c]);
        for (int k = 0; k < n * n && composite; k++) {
          const sn_v3 x = B[(k / n) * nv + a], z = B[(k % n) * nv + c];
          sum += fabs(sc[0] * H[k]) * sqrt(v3_dot(x, x) * v3_dot(z, z));
        }
        o->delta[b->vector[a]] += sum * s->vector[b->vector[a]].length / s->vector[b->vector[c]].length;
      }
    }
  }
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *n = s->node + i;
    for (int k = 0; k < 3 * n->n_dir; k++) {
      o->delta[n->vector[n->has_x + k / 3]] += fabs(o->x->sigma[9 * i + k]);
    }
  }
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    for (int k = 0;
         k < b->n_vec && b->law->stores_energy && !b->law->is_scalar && b->n_node >= 4 && b->n_form > b->n_node; k++) {
      const int node = s->vector[b->vector[k]].node;
      if (node >= 0 && s->node[node].n_dir == 0) {
        o->delta[b->vector[k]] = 0;
      }
    }
  }
  for (int a = 0; a < s->n_vector; a++) {
    o->delta[a] *= s->mass[a] > 0 ? o->h * o->h / 12 : 0;
    const double unit = s->vector[a].is_length ? 1 : s->extent * s->extent;
    const int held = s->vector[a].role == SN_ROLE_COORDINATE && oracle_is_tied(s, s->node + s->vector[a].node);
    o->delta[a] += !sn_is_director(s->vector + a) && !(s->mass[a] > 0) && !held ? unit * sn_typical_mass(s) : 0;
  }
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *n = s->node + i;
    for (int k = 0; k < n->n_dir * n->n_dir; k++) {
      const int a = n->vector[n->has_x + k / n->n_dir], l = k % n->n_dir;
      if (!(s->mass[a] > 0) && l != k / n->n_dir) {
        o->delta[a] += 1000 * o->h * o->h * fabs(o->x->sigma[9 * i + 3 * (k / n->n_dir) + l]);
      }
    }
  }
}

static int allocate(oracle *o, sn_arena *arena)
{
  const sn_system *s = o->s;
  const int nv = s->n_vector, nb = s->n_block + s->n_node;
  o->arena = arena;
  o->block = SN_NEW(arena, sn_block, nb);
  o->alpha = SN_NEW(arena, double, nb);
  o->calm = SN_NEW(arena, double, nb);
  o->first = SN_NEW(arena, int, nb);
  o->iterates = SN_NEW(arena, int, nb);
  o->is = SN_NEW(arena, int, nb);
  sn_v3 **const vectors[] = {&o->dq, &o->hw,    &o->hy, &o->qp,     &o->qm,    &o->qf,
                             &o->u,  &o->drift, o->row, o->row + 1, o->row + 2};
  int **const indices[] = {&o->iq, &o->iw, &o->iy};
  o->in = SN_NEW(arena, int, nb);
  o->G = SN_NEW(arena, sn_v3 *, nb);
  o->cluster = SN_NEW(arena, int, s->n_node);
  o->cluster_alpha = SN_NEW(arena, double, s->n_node);
  o->jumps = SN_NEW(arena, int, s->n_node);
  int good = o->block && o->alpha && o->calm && o->first && o->iterates && o->is && o->in && o->G && o->cluster &&
             o->cluster_alpha && o->jumps;
  for (int i = 0; i < 11; i++) {
    good &= (*vectors[i] = SN_NEW(arena, sn_v3, nv)) != NULL;
  }
  for (int i = 0; i < 3; i++) {
    good &= (*indices[i] = SN_NEW(arena, int, nv)) != NULL;
  }
  return good && (o->delta = SN_NEW(arena, double, nv)) != NULL;
}

/* blocks, unknowns, start values; 0 when out of memory */
int oracle_prepare(oracle *o, double alpha, sn_arena *arena)
{
  const sn_system *s = o->s;
  const int nv = s->n_vector;
  double *node_alpha = SN_NEW(arena, double, s->n_node), *largest = SN_NEW(arena, double, s->n_node);
  if (!allocate(o, arena) || !node_alpha || !largest) {
    return 0;
  }
  if (s->n_block > 0) {
    memcpy(o->block, s->block, sizeof(sn_block) * (size_t)s->n_block);
  }
  for (int i = 0; i < s->n_block; i++) {
    if (s->block[i].n_form > MAX_FORM || s->block[i].n_vec > MAX_VEC) {
      abort(); /* more than this test supports */
    }
  }
  o->n_block = s->n_block;
  choose_alpha(o, alpha, node_alpha, largest);
  for (int i = 0; i < s->n_node; i++) {
    if (s->node[i].n_dir > 0 && !oracle_internal_block(s->node + i, arena, o->block + o->n_block++)) {
      return 0;
    }
  }
  for (int a = 0; a < nv; a++) {
    const sn_vector *v = s->vector + a;
    const int open = v->freedom == SN_FREE;
    o->iq[a] = open ? o->n : -1;
    o->n += open ? 3 : 0;
    o->iw[a] = open && !o->ep ? o->n : -1;
    o->n += open && !o->ep ? 3 : 0;
    const int jump = open && o->jumps[v->node];
    o->iy[a] = jump ? o->n : -1;
    o->n += jump ? 3 : 0;
  }
  int total = 0;
  for (int i = 0; i < o->n_block; i++) {
    const sn_block *b = o->block + i;
    int touches = 0, jumps = 0;
    for (int a = 0; a < b->n_vec; a++) {
      touches |= o->iq[b->vector[a]] >= 0;
      jumps |= o->iy[b->vector[a]] >= 0;
    }
    o->first[i] = total;
    o->iterates[i] = iterates_of(b);
    total += o->iterates[i];
    const int open = touches && o->iterates[i] > 0 && b->law != &sn_law_given;
    o->is[i] = open ? o->n : -1;
    o->n += open ? (o->ep ? 1 : 2) * o->iterates[i] : 0;
    const int tangent = jumps && b->law->is_constraint;
    o->in[i] = tangent ? o->n : -1;
    o->n += tangent ? o->iterates[i] : 0;
    if (tangent) {
      o->G[i] = SN_NEW(arena, sn_v3, o->iterates[i] * b->n_vec);
      if (!o->G[i]) {
        return 0;
      }
      oracle_gradients(b, o->x->internal, o->x->q, o->G[i]);
    }
  }
  o->nu = SN_NEW(arena, double, total);
  o->sc = SN_NEW(arena, double, total);
  o->sd = SN_NEW(arena, double, total);
  o->R = SN_NEW(arena, double, o->n);
  o->J = SN_NEW(arena, double, (size_t)o->n *(size_t)o->n);
  o->scale_column = SN_NEW(arena, double, o->n);
  return o->nu && o->sc && o->sd && o->R && o->J && o->scale_column;
}

/* internal multipliers: block of node i (the j-th with directors) to and from the state's 3x3 */
void oracle_exchange_sigma(oracle *o, double *sigma, int to_state)
{
  int ib = o->s->n_block;
  for (int i = 0; i < o->s->n_node; i++) {
    const int n = o->s->node[i].n_dir;
    int k = n > 0 ? o->first[ib++] : 0;
    for (int a = 0; a < n; a++) {
      for (int b = a; b < n; b++, k++) {
        if (to_state) {
          sigma[9 * i + 3 * a + b] = sigma[9 * i + 3 * b + a] = o->sc[k];
        } else {
          o->sc[k] = sigma[9 * i + 3 * a + b];
        }
      }
    }
  }
}

void oracle_predict(oracle *o)
{
  const sn_system *s = o->s;
  for (int a = 0; a < s->n_vector; a++) {
    o->dq[a] = o->iq[a] >= 0 ? v3_scale(o->h, o->x->v[a]) : v3(0, 0, 0);
  }
  for (int i = 0; i < s->n_frame; i++) {
    sn_v3 q[4], v[4];
    sn_frame_motion(s->frame + i, o->t + o->h, q, v, NULL);
    for (int k = 0; k < 4; k++) {
      const int a = s->frame[i].vector[k];
      o->dq[a] = v3_sub(q[k], o->x->q[a]);
      o->hw[a] = v3_scale(o->h, v3_sub(v[k], o->x->v[a]));
    }
  }
  for (int i = 0; i < s->n_block; i++) {
    for (int k = 0; k < o->iterates[i]; k++) {
      o->sc[o->first[i] + k] = o->x->stress[s->block[i].stress + k];
    }
  }
  oracle_exchange_sigma(o, o->x->sigma, 0);
}
