/* steps/one_stage/node.c -- nodes in a one-stage step: first guess, forces, rows, how they move, and their matrix.
 * Theory:  docs/theory.md, one-stage schemes. Rows: forces on the position, moments of the forces on the directors at q_s; unknowns:
 *          increments of the position and a rotation at q_f. Internal multipliers drop out.
 */
#include <string.h>

#include "math/rotation.h"
#include "steps/node.h"
#include "steps/one_stage/one_stage_private.h"

void one_predict(sn_stepper *x, int plain)
{
  const sn_system *s = x->s;
  SN_ASSERT(x->now.h > 0 && x->stage->inertia > 0);
  for (int a = 0; a < s->n_vector; a++) { /* velocities in the middle of the step */
    const sn_v3 mean = plain ? v3(0, 0, 0) : sn_foreseen(x->now.start, a, x->now.h);
    x->middle[a] = v3_axpy(x->now.start->v[a], 0.5 * x->now.h, mean);
  }
  sn_predict(s, x->now.start, x->middle, x->now.h, x->dq);
  for (int a = 0; a < s->n_vector; a++) {
    const sn_v3 hv = v3_scale(x->now.h, x->now.start->v[a]);
    one_put(x, a, OF_F, v3_add(x->now.start->q[a], x->dq[a]));
    one_put(x, a, OF_DQ, x->dq[a]);
    one_put(x, a, OF_I, x->now.start->q[a]);
    one_put(x, a, OF_FREE, hv);
    one_put(x, a, OF_WEIGHT, v3_scale(-x->now.hh, s->gravity[a]));
    one_put(x, a, OF_GAIN, v3(0, 0, 0));
    if (one_hands_on(x)) {
      const one_memory m = one_memory_of(s, x->now.start);
      const sn_v3 a_i = v3_scale(x->now.hh, m.a[a]), q_i = v3_scale(x->now.hh, m.second[a]);
      one_put(x, a, OF_FREE, v3_axpy(v3_axpy(hv, x->stage->by_a, a_i), x->stage->by_q, q_i));
      one_put(x, a, OF_KNOWN, v3_axpy(v3_scale(1 - x->stage->end, hv), x->stage->known, a_i));
    }
  }
  for (int i = 0; i < s->n_frame && !one_hands_on(x); i++) {
    sn_v3 v[4];
    sn_frame_motion(s->frame + i, x->now.t + x->now.h, NULL, v, NULL);
    for (int k = 0; k < 4; k++) {
      const int a = s->frame[i].vector[k];
      one_put(x, a, OF_GAIN, v3_scale(x->now.h / x->stage->inertia, v3_sub(v[k], x->now.start->v[a])));
    }
  }
  for (int i = 0; i < s->n_node; i++) {
    if (s->node[i].n_dir == 1) {
      sn_rotation_directions(s->node + i, x->now.start->q, x->node[i].axis);
      SN_ASSERT(!(fabs(v3_dot(x->node[i].axis[0], x->node[i].axis[1])) > 1e-9));
    }
  }
}

/* ---- forces */

static void add_loads(const sn_stepper *x, int node, int vector, sn_v3 *to)
{
  SN_ASSERT(x->s->vector[vector].node == node);
  for (int k = x->all.share.load_first[node]; k < x->all.share.load_first[node + 1]; k++) {
    const int load = x->all.share.load_at[k];
    sn_step_load_on(&x->now, load, 0, vector, x->load + load, to);
  }
}

sn_v3 one_force_on(const sn_stepper *x, int vector)
{
  sn_v3 f = {{0, 0, 0}};
  SN_ASSERT(x->s->vector[vector].node >= 0 || x->s->vector[vector].freedom == SN_PRESCRIBED);
  for (int k = x->all.share.vector_first[vector]; k < x->all.share.vector_first[vector + 1]; k++) {
    if (x->touch[k]) {
      f = v3_add(f, v3(x->touch[k][0], x->touch[k][1], x->touch[k][2]));
    }
  }
  if (x->s->vector[vector].node >= 0) {
    add_loads(x, x->s->vector[vector].node, vector, &f);
  }
  return f;
}

/* blocks, gravity, loads; a lane is a vector here */
SN_CLONES void one_nodes_gather(sn_stepper *x, const sn_node_pack *p)
{
  SN_ASSERT(p->n >= 1 && p->n <= SN_LANES);
  for (int a = 0; a < p->shape.n_vec; a++) {
    for (int l = 0; l < p->n; l++) {
      const int v = p->vector[a][l], node = p->node[l];
      sn_lane f = *(const sn_lane *)x->vector[v].at[OF_WEIGHT];
      for (int k = x->all.share.vector_first[v]; k < x->all.share.vector_first[v + 1]; k++) {
        if (x->touch[k]) {
          f += *(const sn_lane *)x->touch[k];
        }
      }
      *(sn_lane *)x->vector[v].at[OF_FORCE] = f;
      if (x->all.share.load_first[node] < x->all.share.load_first[node + 1]) {
        sn_v3 sum = one_at(x, v, OF_FORCE);
        add_loads(x, node, v, &sum);
        one_put(x, v, OF_FORCE, sum);
      }
    }
  }
}

/* A velocity that is given gains what it is given: from the displacement it would be of order 1. */
static void add_inertia(sn_stepper *x, int a, int b, double m)
{
  SN_ASSERT(a != b && a >= 0 && a < x->s->n_vector && b >= 0 && b < x->s->n_vector);
  const int given = x->s->vector[b].node < 0 && !one_hands_on(x);
  const sn_v3 u = given ? one_at(x, b, OF_GAIN) : v3_sub(one_at(x, b, OF_DQ), one_at(x, b, OF_FREE));
  one_put(x, a, OF_FORCE, v3_axpy(one_at(x, a, OF_FORCE), x->stage->inertia * m, u));
}

void one_pair_forces(sn_stepper *x)
{
  for (int i = 0; i < x->s->n_pair; i++) {
    const sn_mass_pair *p = x->s->pair + i;
    if (p->a != p->b) {
      SN_ASSERT(p->a < p->b);
      add_inertia(x, p->a, p->b, p->m);
      add_inertia(x, p->b, p->a, p->m);
    }
  }
}

/* the inertia of its own vectors; then minus the balances */
SN_CLONES void one_nodes_rows(sn_stepper *x, const sn_node_pack *p)
{
  const sn_node_shape *h = &p->shape;
  SN_ASSERT(h->n_rate <= LEVEL && x->all.layout.node_size[p->node[0]] == h->n_rate);
  const sn_lane inertia = lane(x->stage->inertia);
  sn_lane_frame frame;
  sn_lv3 F[4], d[4], u[4];
  sn_lane row[LEVEL];
  for (int i = 0; i < LEVEL; i++) {
    row[i] = lane(0);
  }
  one_load_frame(x, h, p->node, &frame);
  for (int a = 0; a < h->n_vec; a++) {
    F[a] = one_load_field(x, p->vector[a], OF_FORCE);
    d[a] = one_load_field(x, p->vector[a], OF_DQ);
    u[a] = lv3_sub(d[a], one_load_field(x, p->vector[a], OF_FREE));
  }
  for (int a = 0; a < h->n_vec; a++) {
    double *to[4];
    for (int b = 0; b < h->n_vec; b++) {
      if (p->has_mass[a][b]) {
        F[a] = lv3_axpy(F[a], inertia * p->mass[a][b], u[b]);
      }
    }
    if (a < h->has_x) {
      sn_add_first(h, row, F[a]);
      continue;
    }
    const sn_lv3 at = lv3_axpy(one_load_field(x, p->vector[a], OF_F), lane(x->stage->at - 1), d[a]);
    sn_add_rotation(h, frame.axis, lv3_cross(at, F[a]), row + h->n_x);
    for (int l = 0; l < SN_LANES; l++) {
      to[l] = x->vector[p->vector[a][l]].at[0];
    }
    lv3_store(F[a], to, 4 * OF_FORCE);
  }
  for (int l = 0; l < p->n; l++) {
    double *rhs = x->all.rhs + x->all.layout.node_first[p->node[l]];
    SN_ASSERT(x->all.layout.node_first[p->node[l]] + h->n_rate <= x->all.layout.n);
    for (int i = 0; i < h->n_rate; i++) {
      rhs[i] = -row[i][l];
    }
  }
}

/* ---- increments and moves */

/* the solution of four nodes: increment of the position, rotation vector */
SN_LANE_INLINE void solution(const sn_stepper *x, const sn_node_pack *p, sn_lv3 *move, sn_lv3 *turn)
{
  const sn_node_shape *h = &p->shape;
  SN_ASSERT(h->n_rate <= LEVEL && (h->has_x || h->n_rot > 0));
  sn_lane xi[LEVEL];
  for (int i = 0; i < LEVEL; i++) {
    xi[i] = lane(0);
  }
  for (int l = 0; l < SN_LANES; l++) {
    const double *from = x->all.rhs + x->all.layout.node_first[p->node[l]];
    for (int i = 0; i < h->n_rate; i++) { /* of a scalar one along the first axis */
      xi[i + (h->has_x ? 0 : 3)][l] = from[i];
    }
  }
  *move = (sn_lv3){{xi[0], xi[1], xi[2]}};
  *turn = (sn_lv3){{xi[3], xi[4], xi[5]}};
  if (h->n_rot == 2) {
    sn_lane_frame frame;
    one_load_frame(x, h, p->node, &frame);
    *turn = lv3_axpy(lv3_scale(xi[3], frame.turn[0]), xi[4], frame.turn[1]);
  }
}

SN_CLONES double one_nodes_increments(sn_stepper *x, const sn_node_pack *p, double size)
{
  const sn_node_shape *h = &p->shape;
  sn_lv3 move, turn;
  sn_lane most = lane(0);
  SN_ASSERT(x->s->extent > 0 && !(size < 0));
  solution(x, p, &move, &turn);
  for (int a = 0; a < h->n_vec; a++) {
    const sn_lv3 d = a < h->has_x ? move : lv3_cross(turn, one_load_field(x, p->vector[a], OF_F));
    const sn_lane per = lane(a < h->has_x && h->is_length ? 1 / x->s->extent : 1);
    double *to[4];
    for (int i = 0; i < 3; i++) {
      most = sn_larger_lane(per * lane_abs(d.x[i]), most);
    }
    for (int l = 0; l < SN_LANES; l++) {
      to[l] = x->vector[p->vector[a][l]].at[0];
    }
    lv3_store(d, to, 4 * OF_CHANGE);
  }
  return sn_largest(most, size);
}

SN_CLONES double one_nodes_move(sn_stepper *x, const sn_node_pack *p, double size)
{
  SN_ASSERT(x->all.rhs == x->all.layout.rhs && !(size < 0));
  const sn_node_shape *h = &p->shape;
  sn_lv3 move, turn;
  solution(x, p, &move, &turn);
  for (int a = 0; a < h->n_vec; a++) {
    double *to[4];
    const sn_lv3 f = one_load_field(x, p->vector[a], OF_F);
    const sn_lv3 by = a < h->has_x ? move : lv3_sub(lv3_cayley(turn, f), f);
    const sn_lv3 d = lv3_add(one_load_field(x, p->vector[a], OF_DQ), by);
    const sn_lv3 end = lv3_add(one_load_field(x, p->vector[a], OF_I), d);
    for (int l = 0; l < SN_LANES; l++) {
      to[l] = x->vector[p->vector[a][l]].at[0];
    }
    lv3_store(end, to, 4 * OF_F);
    lv3_store(d, to, 4 * OF_DQ);
  }
  return size; /* directors keep their products */
}

/* ---- tangent */

/* its matrix: inertia, and forces that turn with its own directors */
SN_CLONES void one_nodes_tangent(sn_stepper *x, const sn_node_pack *p, one_work *k)
{
  const sn_node_shape *h = &p->shape;
  const int n = h->n_rate, o = h->n_x;
  SN_ASSERT(n == x->all.layout.count[p->node[0]]);
  const sn_lane inertia = lane(x->stage->inertia);
  sn_lane_frame *frame = k->frame;
  one_field v[4];
  sn_lane *T = k->law.T, *turns = T + o * n + o;
  for (int l = 0; l < p->n && h->n_rot == 2; l++) {
    const sn_m3 at = sn_rotation_along(one_at(x, p->vector[h->has_x][l], OF_F));
    x->node[p->node[l]].turn[0] = at.c[0];
    x->node[p->node[l]].turn[1] = at.c[1];
  }
  one_load_frame(x, h, p->node, frame);
  memset(T, 0, sizeof(sn_lane) * (size_t)(n * n));
  for (int i = 0; i < o; i++) {
    T[i * n + i] = inertia * p->mass[0][0];
  }
  for (int a = h->has_x; a < h->n_vec; a++) {
    v[a] = one_load_vector(x, p->vector[a]);
    sn_lane_add_arm(frame, frame, lane(x->stage->at), v[a].f, one_load_field(x, p->vector[a], OF_FORCE), turns, n);
    if (h->has_x && p->has_mass[0][a]) {
      sn_lane_add_moment(frame, lv3_scale(inertia * p->mass[0][a], v[a].s), 3, T + o * n, n);
      sn_lane_add_turned(frame, lv3_scale(inertia * p->mass[0][a], v[a].f), 3, T + o, n);
    }
  }
  for (int a = h->has_x; a < h->n_vec; a++) {
    for (int b = h->has_x; b < h->n_vec; b++) {
      if (p->has_mass[a][b]) {
        sn_lane_add_arm(frame, frame, -inertia * p->mass[a][b], v[b].f, v[a].s, turns, n);
      }
    }
  }
}

/* ---- one node alone */

sn_v3 one_column(const sn_stepper *x, int node, int slot, int j)
{
  const sn_node *c = x->s->node + node;
  const int r = j - c->n_x;
  SN_ASSERT(slot >= 0 && slot < c->n_vec && j >= 0 && r < sn_node_rotations(c));
  if (slot < c->has_x) {
    return v3(j == 0, j == 1, j == 2);
  }
  if (r < 0) {
    return v3(0, 0, 0);
  }
  return v3_cross(c->n_dir == 1 ? x->node[node].turn[r] : v3(r == 0, r == 1, r == 2), one_at(x, c->vector[slot], OF_F));
}

void one_rows_of(const sn_stepper *x, int node, int slot, sn_v3 force, double *out)
{
  const sn_node *c = x->s->node + node;
  SN_ASSERT(slot >= 0 && slot < c->n_vec);
  if (slot < c->has_x) {
    for (int i = 0; i < c->n_x; i++) {
      out[i] += force.x[i];
    }
    return;
  }
  const sn_v3 L = v3_cross(one_stage_at(x, c->vector[slot]), force);
  for (int i = 0; i < sn_node_rotations(c); i++) {
    out[c->n_x + i] += c->n_dir == 1 ? v3_dot(x->node[node].axis[i], L) : L.x[i];
  }
}

/* mass between two nodes: rows of one by columns of the other */
void one_pair_tangent(sn_stepper *x, int pair)
{
  one_work *k = x->work;
  const sn_mass_pair *m = x->s->pair + pair;
  const int end[2] = {m->a, m->b}, node[2] = {x->s->vector[m->a].node, x->s->vector[m->b].node};
  if (node[0] < 0 || node[1] < 0) {
    return;
  }
  const int size[2] = {x->all.layout.node_size[node[0]], x->all.layout.node_size[node[1]]}, n = size[0] + size[1];
  SN_ASSERT(node[0] != node[1] && n <= 2 * LEVEL);
  SN_ASSERT(n == x->all.layout.count[x->all.layout.pair_element[pair]]);
  double *A = k->local;
  memset(A, 0, sizeof(double) * (size_t)(n * n));
  for (int r = 0; r < 2; r++) {
    const int row = r ? size[0] : 0, column = r ? 0 : size[0];
    const int places =
        x->s->vector[end[0]].slot < x->s->node[node[0]].has_x && x->s->vector[end[1]].slot < x->s->node[node[1]].has_x;
    for (int i = 0; i < x->s->node[node[0]].n_x && i < x->s->node[node[1]].n_x && places; i++) {
      A[(row + i) * n + column + i] = x->stage->inertia * m->m;
    }
    for (int j = 0; j < size[1 - r] && !places; j++) {
      double out[LEVEL] = {0};
      const sn_v3 d = one_column(x, node[1 - r], x->s->vector[end[1 - r]].slot, j);
      one_rows_of(x, node[r], x->s->vector[end[r]].slot, v3_scale(x->stage->inertia * m->m, d), out);
      for (int i = 0; i < size[r]; i++) {
        A[(row + i) * n + column + j] = out[i];
      }
    }
  }
  sn_layout_add(x->all.into, x->all.layout.pair_element[pair], A);
}
