/* steps/ed/settle.c -- eta that follows: what the balances of its node do not tell, after every move.
 * How:     with the stresses that the last solve predicted, which balance but for what is quadratic in the increments. The rest of the rows
 *          of eta is met by a jump of y; w jumps along with it, so that stiff strains do not see it and nothing is left for the next
 *          iteration but round-off and what turns. Masses between nodes couple the jumps: conjugate gradients, one thread.
 * Theory:  docs/theory.md, translation at the nodes, (11.17), (11.18).
 * Tests:   tests/steps/test_follow.c.
 */
#include <math.h>
#include <string.h>

#include "steps/ed/follow.h"

/* what two balances, turned back, say about the row of eta */
static sn_v3 told(const ed_follow *f, sn_v3 plus, sn_v3 minus)
{
  SN_ASSERT(!(f->r < 0 || f->r > 1)); /* root of a damping */
  const sn_v3 half = v3_scale(0.5, v3_sub(plus, minus)), mean = v3_scale(0.5, v3_add(plus, minus));
  return v3_scale(f->r / R3, ed_turned_back(f->turn, v3_axpy(half, -HALF, v3_cross(f->turn, mean))));
}

/* minus the row of eta, by the forces at hand */
static void find_rest(const sn_stepper *x, int node)
{
  const sn_node *c = x->s->node + node;
  ed_follow *f = x->node[node].follow;
  const ed_eta *e = x->node[node].eta;
  double *rest = f->at[FOLLOW_REST];
  SN_ASSERT(f && e && ed_rates(c) <= LEVEL);
  memset(f->at, 0, sizeof f->at);
  for (int a = 0; a < c->n_vec; a++) {
    const int v = c->vector[a];
    ed_add_force(x, node, a, v3_scale(1 / R3, x->g[v]), rest);
    if (a < c->has_x) {
      ed_add_force(x, node, a, v3_scale(-1, told(f, x->Fp[v], x->Fm[v])), rest);
    } else {
      ed_add_moment(
          x, node,
          v3_scale(-1, told(f, v3_cross(ed_state_at(x, v, 1), x->Fp[v]), v3_cross(ed_state_at(x, v, -1), x->Fm[v]))),
          rest);
    }
  }
  for (int i = 0; i < ed_rates(c); i++) {
    for (int k = 0; k < ed_rates(c); k++) {
      rest[i] -= e->S[i][k] * e->eta[k];
    }
  }
}

/* a matrix of every node on a field */
static void times_own(double (*m)[LEVEL], const double *from, int n, double *to)
{
  SN_ASSERT(n >= 0 && n <= LEVEL && from != to);
  for (int i = 0; i < n; i++) {
    to[i] = 0;
    for (int k = 0; k < n; k++) {
      to[i] += m[i][k] * from[k];
    }
  }
}

/* image = (M_y + r M r) along */
static void times(sn_stepper *x)
{
  for (int i = 0; i < x->n_following; i++) {
    const int node = x->following[i];
    ed_follow *f = x->node[node].follow;
    times_own(f->both, f->at[FOLLOW_ALONG], ed_rates(x->s->node + node), f->at[FOLLOW_IMAGE]);
  }
  ed_pair_jumps(x);
}

static double dot(const sn_stepper *x, int a, int b)
{
  SN_ASSERT(a >= 0 && a < FOLLOW_FIELDS && b >= 0 && b < FOLLOW_FIELDS);
  double sum = 0;
  for (int i = 0; i < x->n_following; i++) {
    const ed_follow *f = x->node[x->following[i]].follow;
    for (int k = 0; k < LEVEL; k++) {
      sum += f->at[a][k] * f->at[b][k];
    }
  }
  return sum;
}

/* to = factor to + c from */
static void add(sn_stepper *x, int to, double factor, double c, int from)
{
  SN_ASSERT(to >= 0 && to < FOLLOW_FIELDS && from >= 0 && from < FOLLOW_FIELDS && to != from);
  for (int i = 0; i < x->n_following; i++) {
    ed_follow *f = x->node[x->following[i]].follow;
    for (int k = 0; k < LEVEL; k++) {
      f->at[to][k] = factor * f->at[to][k] + c * f->at[from][k];
    }
  }
}

/* image = what the nodes alone make of the rest */
static void alone(sn_stepper *x)
{
  for (int i = 0; i < x->n_following; i++) {
    const int node = x->following[i];
    ed_follow *f = x->node[node].follow;
    times_own(f->inverse, f->at[FOLLOW_REST], ed_rates(x->s->node + node), f->at[FOLLOW_IMAGE]);
  }
}

/* jump = (M_y + r M r)^-1 rest: at once where no masses tie nodes, else by conjugate gradients. A part in a thousand is left: the next
   iteration sees it. */
static void solve(sn_stepper *x)
{
  enum { MOST = 40 };
  alone(x);
  if (x->n_tied == 0) {
    add(x, FOLLOW_JUMP, 0, 1, FOLLOW_IMAGE);
    return;
  }
  double rho = dot(x, FOLLOW_REST, FOLLOW_IMAGE);
  const double enough = 1e-6 * rho;
  add(x, FOLLOW_ALONG, 0, 1, FOLLOW_IMAGE);
  for (int i = 0; i < MOST && rho > enough; i++) {
    times(x);
    const double step = rho / dot(x, FOLLOW_ALONG, FOLLOW_IMAGE);
    SN_ASSERT(!(step < 0)); /* the metric is positive */
    add(x, FOLLOW_JUMP, 1, step, FOLLOW_ALONG);
    add(x, FOLLOW_REST, 1, -step, FOLLOW_IMAGE);
    alone(x);
    const double next = dot(x, FOLLOW_REST, FOLLOW_IMAGE);
    add(x, FOLLOW_ALONG, next / rho, 1, FOLLOW_IMAGE);
    rho = next;
  }
}

/* What w takes along is seen by a node that turns: the part that conjugate gradients leave out, since it is not symmetric. */
static void turn_jump(const sn_stepper *x, int node, double *jump)
{
  const sn_node *c = x->s->node + node;
  const ed_follow *f = x->node[node].follow;
  const sn_v3 turn = v3_scale(f->r * f->r / (6 * (1 + f->r * f->r)), f->turn);
  SN_ASSERT(c->n_x + sn_node_rotations(c) <= LEVEL);
  sn_v3 spin = {{0, 0, 0}};
  for (int i = 0; i < sn_node_rotations(c); i++) {
    spin = v3_axpy(spin, jump[c->n_x + i], x->node[node].axis[i]);
  }
  ed_add_moment(x, node, v3_cross(turn, spin), jump);
  if (c->has_x) {
    ed_add_force(x, node, 0, v3_cross(turn, v3(jump[0], jump[1], jump[2])), jump);
  }
}

double ed_follow_settle(sn_stepper *x, double size)
{
  SN_ASSERT(x->n_following > 0 && !x->all.fresh && x->s->extent > 0);
  for (int i = 0; i < x->n_following; i++) {
    find_rest(x, x->following[i]);
  }
  solve(x);
  for (int i = 0; i < x->n_following; i++) {
    const int node = x->following[i], n = ed_rates(x->s->node + node), o = x->s->node[node].n_x;
    double *jump = x->node[node].follow->at[FOLLOW_JUMP];
    turn_jump(x, node, jump);
    for (int k = 0; k < n; k++) {
      size = sn_larger(fabs(jump[k]) / (k < o ? x->s->extent : 1), size);
    }
  }
  return size;
}

void ed_follow_jump(sn_stepper *x)
{
  for (int i = 0; i < x->n_following; i++) {
    const int node = x->following[i];
    const sn_node *c = x->s->node + node;
    const ed_follow *f = x->node[node].follow;
    for (int k = 0; k < ed_rates(c); k++) {
      SN_ASSERT(x->node[node].eta);
      x->node[node].eta->eta[k] += f->at[FOLLOW_JUMP][k];
    }
    for (int a = 0; a < c->n_vec; a++) { /* w goes along: stiff strains do not see it */
      const int v = c->vector[a];
      const sn_v3 y = ed_y_of(x, node, a, f->at[FOLLOW_JUMP]);
      ed_put(x, v, OF_Y, v3_add(ed_at(x, v, OF_Y), y));
      ed_put(x, v, OF_W, v3_axpy(ed_at(x, v, OF_W), f->r, y));
    }
  }
  for (int i = 0; i < x->all.packs.n_node; i++) {
    if (ed_eta_is_settled(x->all.packs.node[i].shape.category)) {
      (void)ed_nodes_settle(x, x->all.packs.node + i, 0);
      (void)ed_nodes_settle(x, x->all.packs.node + i, 0);
    }
  }
}
