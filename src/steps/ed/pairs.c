/* steps/ed/pairs.c -- masses between nodes: their inertia in the balances, and their part of the products when eta is settled.
 * How:     a node of a mesh shares mass with two dozen others; what a vector gives to them is the same for all, but for the mass. So it is
 *          made once, and a pair is a few products of four numbers. One thread, in the order of the pairs.
 * Theory:  docs/theory.md, translation at the nodes, (11.1), (11.17).
 * Tests:   tests/steps/test_follow.c; balances of shells with consistent mass (tests/shells/test_motion.c).
 */
#include <string.h>

#include "math/lane.h"
#include "steps/ed/follow.h"

enum { AT_PLUS, AT_MINUS, OF_ETA };

SN_CLONES static void share_inertia(const sn_mass_pair *pair, int n, ed_shared *t)
{
  for (int i = 0; i < n; i++) {
    ed_shared *a = t + pair[i].a, *b = t + pair[i].b;
    const sn_lane m = lane(pair[i].m);
    for (int k = 0; k < 3 && a != b; k++) {
      a->takes[k] += m * b->gives[k];
      b->takes[k] += m * a->gives[k];
    }
  }
}

/* y, and the root r of the damping behind it: m (1 + r_a r_b) y */
SN_CLONES static void share_jumps(const sn_mass_pair *pair, const int *tied, int n, ed_shared *t)
{
  for (int i = 0; i < n; i++) {
    const sn_mass_pair *p = pair + tied[i];
    ed_shared *a = t + p->a, *b = t + p->b;
    const sn_lane m = lane(p->m * (1 + a->gives[OF_ETA][3] * b->gives[OF_ETA][3]));
    a->takes[OF_ETA] += m * b->gives[OF_ETA];
    b->takes[OF_ETA] += m * a->gives[OF_ETA];
  }
}

static void put(sn_v3 from, double last, sn_lane *to)
{
  *to = (sn_lane){from.x[0], from.x[1], from.x[2], last};
}

static sn_v3 get(const sn_lane *from)
{
  return v3((*from)[0], (*from)[1], (*from)[2]);
}

static int is_free(const sn_stepper *x, int vector)
{
  return x->s->vector[vector].node >= 0;
}

void ed_pair_forces(sn_stepper *x)
{
  for (int i = 0; i < x->n_sharing; i++) {
    const int v = x->sharing[i];
    ed_shared *t = x->shared + v;
    sn_v3 fp = {{0, 0, 0}}, fm = {{0, 0, 0}};
    ed_inertia(x, v, 1, &fp, &fm);
    put(fp, 0, t->gives + AT_PLUS);
    put(fm, 0, t->gives + AT_MINUS);
    put(is_free(x, v) ? v3_scale(-R3, ed_at(x, v, OF_Y)) : v3(0, 0, 0), 0, t->gives + OF_ETA); /* rows of eta: M_y */
    memset(t->takes, 0, sizeof t->takes);
  }
  share_inertia(x->s->pair, x->s->n_pair, x->shared);
  for (int i = 0; i < x->n_sharing; i++) {
    const int v = x->sharing[i];
    const ed_shared *t = x->shared + v;
    x->Fp[v] = v3_add(x->Fp[v], get(t->takes + AT_PLUS));
    x->Fm[v] = v3_add(x->Fm[v], get(t->takes + AT_MINUS));
    if (is_free(x, v)) {
      x->g[v] = v3_add(x->g[v], get(t->takes + OF_ETA));
    }
  }
}

void ed_pair_jumps(sn_stepper *x)
{
  for (int i = 0; i < x->n_following; i++) {
    const int node = x->following[i];
    const sn_node *c = x->s->node + node;
    const ed_follow *f = x->node[node].follow;
    for (int a = 0; a < c->n_vec; a++) {
      ed_shared *t = x->shared + c->vector[a];
      put(ed_y_of(x, node, a, f->at[FOLLOW_ALONG]), f->r, t->gives + OF_ETA);
      t->takes[OF_ETA] = lane(0);
    }
  }
  share_jumps(x->s->pair, x->tied, x->n_tied, x->shared);
  for (int i = 0; i < x->n_following; i++) {
    const int node = x->following[i];
    const sn_node *c = x->s->node + node;
    for (int a = 0; a < c->n_vec; a++) {
      ed_add_force(x, node, a, get(x->shared[c->vector[a]].takes + OF_ETA), x->node[node].follow->at[FOLLOW_IMAGE]);
    }
  }
}

sn_status ed_pairs_plan(sn_stepper *x, sn_arena *arena, sn_error *error)
{
  const sn_system *s = x->s;
  x->shared = SN_NEW(arena, ed_shared, s->n_pair > 0 ? s->n_vector : 0);
  x->sharing = SN_NEW(arena, int, s->n_pair > 0 ? s->n_vector : 0);
  unsigned char *shares = SN_NEW(arena, unsigned char, s->n_vector);
  if (!x->shared || !x->sharing || !shares) {
    return sn_no_memory(error, "the steps");
  }
  for (int i = 0; i < s->n_pair; i++) {
    const sn_mass_pair *p = s->pair + i;
    shares[p->a] |= p->a != p->b;
    shares[p->b] |= p->a != p->b;
  }
  for (int v = 0; v < s->n_vector; v++) {
    if (shares[v]) {
      x->sharing[x->n_sharing++] = v;
    }
  }
  return SN_OK;
}
