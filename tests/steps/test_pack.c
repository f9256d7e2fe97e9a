/* tests/steps/test_pack.c -- packs hold every block and node once, side by side with their like, with their own numbers.
 */
#include "steps/pack.h"

#include "harness.h"
#include "support/flexible.h"
#include "system/kernel.h"

/* what blocks of one type must have in common, told from the blocks alone */
static int alike(const sn_block *a, const sn_block *b)
{
  int same = a->law == b->law && a->n_vec == b->n_vec && a->n_form == b->n_form && a->n_term == b->n_term &&
             a->n_node == b->n_node && a->n_point == b->n_point;
  for (int i = 0; same && i < a->n_term; i++) {
    same = a->term[i].form == b->term[i].form && a->term[i].i == b->term[i].i && a->term[i].j == b->term[i].j;
  }
  return same;
}

static void check_block(const sn_system *s, const sn_pack *p, int l)
{
  const sn_block *b = s->block + p->block[l];
  const sn_pack_type *t = p->type;
  CHECK(alike(b, t->of));
  for (int a = 0; a < b->n_vec; a++) {
    CHECK(p->vector[SN_LANES * a + l] == b->vector[a]);
    CHECK(t->node_of[a] < 0 || t->local[4 * t->node_of[a] + t->slot[a]] == a);
  }
  for (int r = 0; r < b->n_node; r++) {
    const sn_node *n = s->node + b->node[r];
    CHECK(p->node[SN_LANES * r + l] == b->node[r]);
    CHECK(t->shape[r].has_x == n->has_x && t->shape[r].n_dir == n->n_dir &&
          t->shape[r].n1 == 3 * n->has_x + sn_node_rotations(n));
  }
  for (int k = 0; k < b->n_form; k++) {
    CHECK_NEAR(p->c0[k][l], b->c0[k], 0);
    for (int m = 0; m < b->n_form && p->matrix; m++) {
      CHECK_NEAR(p->matrix[k * b->n_form + m][l], b->matrix[k * b->n_form + m], 0);
      CHECK(b->matrix[k * b->n_form + m] == 0 || (t->column[2 * k] <= m && m < t->column[2 * k + 1]));
    }
  }
  for (int w = 0; w < t->n_weight; w++) {
    CHECK_NEAR(p->weight[w][l], b->weight[t->w_point[w] * b->n_vec + t->w_vector[w]], 0);
  }
}

/* B of the kernel from the lists of gradients */
static void check_gradients(const sn_system *s, const sn_pack *p, const sn_v3 *q)
{
  const sn_pack_type *t = p->type;
  const sn_block *b = s->block + p->block[0];
  sn_v3 B[SN_MAX_FORMS * SN_MAX_BLOCK_VECTORS], point[SN_MAX_POINTS] = {{{0}}};
  sn_form_rates(b, q, B);
  for (int w = 0; w < t->n_weight; w++) {
    point[t->w_point[w]] = v3_axpy(point[t->w_point[w]], p->weight[w][0], q[b->vector[t->w_vector[w]]]);
  }
  for (int f = 0; f < t->n_form; f++) {
    for (int i = t->gradient_first[f]; i < t->gradient_first[f + 1]; i++) {
      const sn_gradient *g = t->gradient + i;
      sn_v3 sum = {{0, 0, 0}};
      for (int k = g->first; k < g->end; k++) {
        const sn_share_of_point *c = t->share + k;
        sum = v3_axpy(sum, p->coefficient[c->term][0] * p->weight[c->weight][0], point[c->point]);
      }
      const sn_v3 expected = B[f * b->n_vec + g->vector];
      CHECK_BELOW(v3_norm(v3_sub(sum, expected)), 1e-12 * (1 + v3_norm(expected)));
    }
  }
}

static void check(mechanism m)
{
  const sn_system *s = m.system;
  int *category = SN_NEW(m.arena, int, s->n_block), *node_category = SN_NEW(m.arena, int, s->n_node),
      *seen = SN_NEW(m.arena, int, s->n_block), *node_seen = SN_NEW(m.arena, int, s->n_node);
  sn_packs p;
  CHECK_OK(m.status, m.error);
  for (int i = 0; i < s->n_block; i++) {
    category[i] = i % 5 == 4 ? -1 : i % 7 == 0; /* some left out, some apart */
  }
  CHECK_OK(sn_packs_new(s, category, node_category, m.arena, &p, &m.error), m.error);
  for (int i = 0; i < p.n; i++) {
    const sn_pack *k = p.pack + i;
    CHECK(k->n > 0 && k->n <= SN_LANES);
    CHECK(k->n == SN_LANES || i + 1 == p.n || k[1].type != k->type); /* only the last of a type has room */
    for (int l = 0; l < SN_LANES; l++) {
      check_block(s, k, l);
      CHECK(l < k->n || k->block[l] == k->block[k->n - 1]);
      CHECK(category[k->block[l]] == k->type->category);
    }
    for (int l = 0; l < k->n; l++) {
      seen[k->block[l]]++;
      CHECK(p.pack_of[k->block[l]] == i && p.lane_of[k->block[l]] == l);
    }
    check_gradients(s, k, m.state.q);
  }
  for (int i = 0; i < s->n_block; i++) {
    CHECK(seen[i] == (category[i] >= 0));
  }
  for (int i = 0; i < p.n_node; i++) {
    for (int l = 0; l < p.node[i].n; l++) {
      const sn_node *n = s->node + p.node[i].node[l];
      node_seen[p.node[i].node[l]]++;
      CHECK(p.node[i].shape.n_vec == n->n_vec);
      for (int a = 0; a < n->n_vec; a++) {
        CHECK(p.node[i].vector[a][l] == n->vector[a]);
        CHECK_NEAR(p.node[i].mass[a][a][l], n->mass[a][a], 0);
      }
    }
  }
  for (int i = 0; i < s->n_node; i++) {
    CHECK(node_seen[i] == 1);
  }
  mechanism_free(&m);
}

static void test_packs(void)
{
  check(machine(MACHINE_ALL));
  check(free_beam(2, 10, 1, 0));
  check(free_beam(3, 7, 1, 0));
  check(spinning_bar(10, 9));
  check(free_pair());
}

int main(void)
{
  RUN(test_packs);
  return REPORT();
}
