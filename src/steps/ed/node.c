/* steps/ed/node.c -- nodes in the energy-decaying step: damping mass, first guess, forces, rows, and how they move.
 * Theory:  docs/theory.md, translation at the nodes. Internal multipliers drop out of the rows and are computed at the end; the rates
 *          of orthonormality are met by w after every move (settle), so that nothing is pending in the blocks. The tangent is in
 *          node_tangent.c.
 */
#include <math.h>
#include <string.h>

#include "math/rotation.h"
#include "steps/ed/lanes.h"
#include "steps/node.h"
#include "steps/turned.h"

/* ---- start of a step, one node */

void ed_node_start(sn_stepper *x, int node)
{
  ed_node *n = x->node + node;
  SN_ASSERT((n->eta != NULL) == n->damped && (n->columns != NULL) == (x->s->node[node].n_dir > 0));
  sn_rotation_directions(x->s->node + node, x->now.start->q, n->axis);
  if (n->damped) {
    memset(n->eta->eta, 0, sizeof n->eta->eta);
  }
}

sn_v3 ed_column_y(const sn_stepper *x, int node, int slot, int j)
{
  const sn_node *c = x->s->node + node;
  const int i = j - c->n_x;
  SN_ASSERT(slot >= 0 && slot < c->n_vec && j >= 0 && i < sn_node_rotations(c));
  if (slot < c->has_x) {
    return v3(j == 0, j == 1, j == 2);
  }
  return i < 0 ? v3(0, 0, 0) : v3_cross(x->node[node].axis[i], ed_at(x, c->vector[slot], OF_I));
}

/* Weights of the stresses in the damping mass, theory (6.1). The second is that of directors without mass, the first ones of
   beams. Shear forces act on them (Sigma off its diagonal); as they turn, other stresses must turn with them, which is no
   vibration, but would move the light section much. Measured on the I beam of BBT at 1 ms, error of the deflection at 0.15 s
   where 5.5e-3 m is right: 7e-3 without this weight, 9e-5 with 10, 4e-5 from 50 on, and fewer iterations the larger it is; a later
   snap is 0.9, 0.5, 0.4 ms early with 100, 1000, 1e4. What y then leaves of the spin of sections, (4.9) takes. */
static const double OF_STRESSES = 1.0 / 12, OF_SHEAR = 1000;

/* Delta of a vector of the node */
static double damping_mass(const sn_stepper *x, int node, int slot)
{
  const sn_cut *h = &x->all.share;
  const sn_node *c = x->s->node + node;
  const int v = c->vector[slot], k = slot - c->has_x;
  SN_ASSERT(slot >= 0 && slot < c->n_vec && x->s->vector[v].node == node && k < 3);
  const double *sigma = x->now.start->sigma + 9 * node + 3 * k;
  double all = 0, shear = 0;
  for (int i = h->vector_first[v]; i < h->vector_first[v + 1]; i++) {
    const int block = h->at_vector[i].block, pack = x->all.packs.pack_of[block];
    if (pack >= 0 && x->pack[pack].sums) {
      all += x->pack[pack].sums[x->touch[i].local][x->all.packs.lane_of[block]];
    }
  }
  for (int l = 0; l < c->n_dir && k >= 0; l++) {
    all += fabs(sigma[l]);
    shear += l == k ? 0 : fabs(sigma[l]);
  }
  SN_ASSERT(!(all < 0) && !(shear < 0)); /* a damping mass is none or positive */
  return x->now.hh * (x->s->mass[v] > 0 ? OF_STRESSES * all : OF_SHEAR * shear);
}

/* A point of an element of a solid: it has no Delta, whatever the size of its mesh. */
static int is_of_solid(const sn_stepper *x, int node)
{
  const sn_cut *h = &x->all.share;
  const sn_node *c = x->s->node + node;
  int is = 0;
  for (int i = h->vector_first[c->vector[0]]; i < h->vector_first[c->vector[0] + 1] && c->n_dir == 0; i++) {
    is |= sn_is_of_solid(x->s->block + h->at_vector[i].block);
  }
  return is;
}

/* S = C_i^T (M + Delta) C_i, Delta from |Ks| of all blocks and |Sigma| of the last step. What has no inertia has no y: it is held
   by the inertia of a body as large as the model (any positive M_y keeps the balance). */
void ed_node_damping(sn_stepper *x, int node)
{
  const sn_node *c = x->s->node + node;
  ed_node *n = x->node + node;
  if (!n->damped) {
    return;
  }
  const int turns = c->n_x, n_rate = turns + sn_node_rotations(c);
  SN_ASSERT(n->eta && n_rate <= LEVEL && x->instant);
  int first[4], end[4]; /* a position follows its own rates, directors the rotations */
  sn_v3 C[4][LEVEL];
  for (int a = 0; a < c->n_vec; a++) {
    first[a] = a < c->has_x ? 0 : turns;
    end[a] = a < c->has_x ? turns : n_rate;
    for (int j = first[a]; j < end[a]; j++) {
      C[a][j] = ed_column_y(x, node, a, j);
    }
  }
  memset(n->eta->S, 0, sizeof n->eta->S);
  const int of_solid = is_of_solid(x, node);
  for (int a = 0; a < c->n_vec; a++) {
    for (int b = 0; b < c->n_vec; b++) {
      const double m = c->mass[a][b] + (a == b && !of_solid ? damping_mass(x, node, a) : 0);
      for (int j = first[a]; j < end[a] && m != 0; j++) {
        for (int k = first[b]; k < end[b]; k++) {
          n->eta->S[j][k] += m * v3_dot(C[a][j], C[b][k]);
        }
      }
    }
  }
  sn_instant_hold(x->instant, node, x->now.start->q, n->axis, &n->eta->S[0][0], LEVEL);
}

/* ---- first guess */

void ed_predict(sn_stepper *x, int plain)
{
  const sn_system *s = x->s;
  sn_v3 *middle = x->Fp; /* scratch: velocities in the middle of the step */
  SN_ASSERT(x->now.h > 0 && x->now.start != &x->trial);
  for (int a = 0; a < s->n_vector; a++) {
    const sn_v3 w = v3_scale(x->now.hh, plain ? v3(0, 0, 0) : sn_foreseen(x->now.start, a, x->now.h));
    ed_put(x, a, OF_W, w);
    middle[a] = v3_axpy(x->now.start->v[a], 0.5 / x->now.h, w);
  }
  sn_predict(s, x->now.start, middle, x->now.h, x->dq);
  for (int a = 0; a < s->n_vector; a++) {
    const sn_v3 none = {{0, 0, 0}};
    ed_put(x, a, OF_F, v3_add(x->now.start->q[a], x->dq[a]));
    ed_put(x, a, OF_DQ, x->dq[a]);
    ed_put(x, a, OF_Y, none);
    ed_put(x, a, OF_I, x->now.start->q[a]);
  }
  for (int i = 0; i < s->n_frame; i++) {
    sn_v3 v[4];
    sn_frame_motion(s->frame + i, x->now.t + x->now.h, NULL, v, NULL);
    for (int k = 0; k < 4; k++) {
      const int a = s->frame[i].vector[k];
      ed_put(x, a, OF_W, v3_scale(x->now.h, v3_sub(v[k], x->now.start->v[a])));
    }
  }
}

/* ---- the rates of orthonormality */

/* directors of four nodes in their places d1 to d3, missing ones completed */
SN_LANE_INLINE void complete(const sn_node_shape *h, sn_lv3 E[3])
{
  SN_ASSERT(h->n_dir >= 1 && h->n_dir <= 3);
  if (h->n_dir == 2) {
    E[0] = lv3_cross(E[1], E[2]);
  } else if (h->n_dir == 1) {
    for (int l = 0; l < SN_LANES; l++) {
      const sn_m3 t = sn_rotation_along(v3(E[2].x[0][l], E[2].x[1][l], E[2].x[2][l]));
      for (int i = 0; i < 3; i++) {
        E[0].x[i][l] = t.c[0].x[i];
        E[1].x[i][l] = t.c[1].x[i];
      }
    }
  }
}

/* dual vectors of q_c - w/12 */
SN_LANE_INLINE void duals(const sn_node_shape *h, const ed_field *v, sn_lv3 e[3])
{
  sn_lv3 E[3] = {lv3_zero(), lv3_zero(), lv3_zero()};
  for (int k = 0; k < h->n_dir; k++) {
    const ed_field *d = v + h->has_x + k;
    E[h->member[k]] = lv3_axpy(lv3_axpy(d->f, lane(-0.5), d->d), lane(-1.0 / 6), d->w);
  }
  complete(h, E);
  lv3_dual(E, e);
}

/* one Newton step on (d_k.w_l + d_l.w_k)/2 + dd_k.dd_l = 0 (d at q_c) for w; the largest correction */
SN_LANE_INLINE sn_lane settle(const sn_node_shape *h, ed_field *v)
{
  SN_ASSERT(h->n_vec == h->has_x + h->n_dir);
  sn_lv3 e[3], c[3], by[3];
  sn_lane most = lane(0);
  duals(h, v, e);
  for (int k = 0; k < h->n_dir; k++) {
    const ed_field *d = v + h->has_x + k;
    c[k] = lv3_axpy(lv3_axpy(d->f, lane(-0.5), d->d), lane(-1.0 / 12), d->w);
  }
  for (int k = 0; k < h->n_dir; k++) {
    const ed_field *a = v + h->has_x + k;
    by[k] = lv3_zero();
    for (int l = 0; l < h->n_dir; l++) {
      const ed_field *b = v + h->has_x + l;
      const sn_lane rate = lane(0.5) * (lv3_dot(c[k], b->w) + lv3_dot(c[l], a->w)) + lv3_dot(a->d, b->d);
      by[k] = lv3_axpy(by[k], -rate, e[h->member[l]]);
    }
  }
  for (int k = 0; k < h->n_dir; k++) {
    v[h->has_x + k].w = lv3_add(v[h->has_x + k].w, by[k]);
    for (int i = 0; i < 3; i++) {
      most = sn_larger_lane(lane_abs(by[k].x[i]), most);
    }
  }
  return most;
}

SN_CLONES double ed_nodes_settle(sn_stepper *x, const sn_node_pack *p, double size)
{
  const sn_node_shape *h = &p->shape;
  ed_field v[4];
  if (h->n_dir == 0) {
    return size;
  }
  ed_load_node(x, p, v);
  const sn_lane most = settle(h, v);
  for (int a = h->has_x; a < h->n_vec; a++) {
    double *to[4];
    for (int l = 0; l < 4; l++) {
      to[l] = x->vector[p->vector[a][l]].at[0];
    }
    lv3_store(v[a].w, to, 4 * OF_W);
  }
  return sn_largest(most, size);
}

/* ---- forces */

void ed_forces_on(const sn_stepper *x, int a, sn_v3 *fp, sn_v3 *fm, sn_v3 *g)
{
  const sn_cut *h = &x->all.share;
  const int node = x->s->vector[a].node;
  SN_ASSERT(node >= 0 || x->s->vector[a].freedom == SN_PRESCRIBED);
  *fp = *fm = *g = v3(0, 0, 0);
  for (int k = h->vector_first[a]; k < h->vector_first[a + 1]; k++) {
    const double *at = x->touch[k].at;
    if (!at) { /* a block that only counts its angle */
      continue;
    }
    for (int i = 0; i < 3; i++) {
      fp->x[i] += at[SN_LANES * i];
      fm->x[i] += at[SN_LANES * (3 + i)];
    }
    for (int i = 0; i < 3 && x->touch[k].has_y; i++) {
      g->x[i] += at[SN_LANES * (6 + i)];
    }
  }
  for (int k = node < 0 ? 0 : h->load_first[node]; k < (node < 0 ? 0 : h->load_first[node + 1]); k++) {
    sn_step_load_on(&x->now, h->load_at[k], 0, a, x->load + h->load_at[k], fp);
    sn_step_load_on(&x->now, h->load_at[k], 1, a, x->load + h->load_at[k], fm);
  }
}

void ed_inertia(const sn_stepper *x, int b, double m, sn_v3 *fp, sn_v3 *fm)
{
  SN_ASSERT(b >= 0 && b < x->s->n_vector && fp != fm);
  const sn_v3 w = ed_at(x, b, OF_W), r = v3_scale(2 * R3, v3_axpy(ed_at(x, b, OF_DQ), -x->now.h, x->now.start->v[b]));
  *fp = v3_axpy(*fp, m, v3_axpy(v3_scale(1 + R3, w), -1, r));
  *fm = v3_axpy(*fm, m, v3_axpy(v3_scale(1 - R3, w), 1, r));
}

/* inertia of mass m between vectors a and b, on a */
static void add_inertia(sn_stepper *x, int a, int b, double m)
{
  SN_ASSERT(a >= 0 && a < x->s->n_vector);
  ed_inertia(x, b, m, x->Fp + a, x->Fm + a);
}

void ed_nodes_gather(sn_stepper *x, const sn_node_pack *p)
{
  SN_ASSERT(p->n >= 1 && p->n <= SN_LANES && x->Fp != x->Fm);
  for (int a = 0; a < p->shape.n_vec; a++) {
    for (int l = 0; l < p->n; l++) {
      const int v = p->vector[a][l];
      sn_v3 fp, fm;
      ed_forces_on(x, v, &fp, &fm, x->g + v);
      x->Fp[v] = v3_axpy(fp, -x->now.hh, x->s->gravity[v]);
      x->Fm[v] = v3_axpy(fm, -x->now.hh, x->s->gravity[v]);
    }
  }
  for (int a = 0; a < p->shape.n_vec; a++) {
    for (int b = 0; b < p->shape.n_vec; b++) {
      for (int l = 0; l < p->n && p->has_mass[a][b]; l++) {
        add_inertia(x, p->vector[a][l], p->vector[b][l], p->mass[a][b][l]);
      }
    }
  }
}

/* ---- rows: minus the balances at q- and q+, and of eta */

SN_LANE_INLINE sn_lv3 v3_of(const sn_v3 *from, const int *vector)
{
  sn_lv3 out = lv3_zero();
  for (int i = 0; i < 3; i++) {
    out.x[i] = (sn_lane){from[vector[0]].x[i], from[vector[1]].x[i], from[vector[2]].x[i], from[vector[3]].x[i]};
  }
  return out;
}

/* rows of eta that are not in lanes: -S eta */
static void eta_rows(const ed_node *n, int n_rate, double *rhs)
{
  SN_ASSERT(n->eta && n_rate <= LEVEL);
  for (int j = 0; j < n_rate; j++) {
    for (int k = 0; k < n_rate; k++) {
      rhs[j] -= n->eta->S[j][k] * n->eta->eta[k];
    }
  }
}

SN_CLONES void ed_nodes_rows(sn_stepper *x, const sn_node_pack *p)
{
  const sn_node_shape *h = &p->shape;
  const int unknown = ed_eta_is_unknown(h->category);
  SN_ASSERT(ed_eta_of(h->category) == x->node[p->node[0]].category); /* the same for all of the pack */
  ed_frame frame = {.shape = h};
  ed_field v[4];
  sn_lane row[3 * LEVEL];
  for (int i = 0; i < 3 * LEVEL; i++) {
    row[i] = lane(0);
  }
  for (int j = 0; j < 2 && h->n_rot == 2; j++) {
    for (int l = 0; l < SN_LANES; l++) {
      for (int i = 0; i < 3; i++) {
        frame.axis[j].x[i][l] = x->node[p->node[l]].axis[j].x[i];
      }
    }
  }
  ed_load_node(x, p, v);
  for (int a = 0; a < h->n_vec; a++) {
    const sn_lv3 Fm = v3_of(x->Fm, p->vector[a]), Fp = v3_of(x->Fp, p->vector[a]);
    const sn_lv3 g = unknown ? lv3_scale(lane(-1 / R3), v3_of(x->g, p->vector[a])) : lv3_zero();
    if (a < h->has_x) {
      for (int i = 0; i < h->n_x; i++) {
        row[i] = Fm.x[i];
        row[h->n_rate + i] = Fp.x[i];
        row[2 * h->n_rate + i] = g.x[i];
      }
    } else {
      const int o = h->n_x;
      sn_add_rotation(h, frame.axis, lv3_cross(ed_state(v + a, -1), Fm), row + o);
      sn_add_rotation(h, frame.axis, lv3_cross(ed_state(v + a, 1), Fp), row + h->n_rate + o);
      sn_add_rotation(h, frame.axis, lv3_cross(lv3_sub(v[a].f, v[a].d), g), row + 2 * h->n_rate + o);
    }
  }
  for (int l = 0; l < p->n; l++) {
    const ed_node *n = x->node + p->node[l];
    double *rhs = x->all.rhs + x->all.layout.node_first[p->node[l]];
    SN_ASSERT(x->all.layout.node_size[p->node[l]] == (unknown ? 3 : 2) * h->n_rate);
    for (int i = 0; i < (unknown ? 3 : 2) * h->n_rate; i++) {
      rhs[i] = -row[i][l];
    }
    if (unknown) {
      eta_rows(n, h->n_rate, rhs + 2 * h->n_rate);
    }
  }
}

/* ---- increments and moves */

/* a rotation vector by the rotations of the node */
SN_LANE_INLINE sn_lv3 rotation_of(const sn_node_shape *h, const sn_lv3 *along, const sn_lane *xi)
{
  SN_ASSERT(h->n_rot == 0 || h->n_rot == 2 || h->n_rot == 3);
  if (h->n_rot == 3) {
    return (sn_lv3){{xi[0], xi[1], xi[2]}};
  }
  return h->n_rot == 2 ? lv3_axpy(lv3_scale(xi[0], along[0]), xi[1], along[1]) : lv3_zero();
}

/* the first vector by its unknowns */
SN_LANE_INLINE sn_lv3 first_of(const sn_node_shape *h, const sn_lane *xi)
{
  return h->n_x == 3 ? (sn_lv3){{xi[0], xi[1], xi[2]}} : (sn_lv3){{xi[0], lane(0), lane(0)}};
}

SN_CLONES double ed_nodes_increments(sn_stepper *x, const sn_node_pack *p, double size)
{
  const sn_node_shape *h = &p->shape;
  const int n_rate = h->n_rate, o = h->n_x, damped = x->node[p->node[0]].damped;
  ed_frame frame;
  ed_field v[4];
  sn_lane xi[3 * LEVEL], most = lane(0);
  SN_ASSERT(damped == (ed_eta_of(h->category) != ETA_NONE) && 3 * n_rate <= 3 * LEVEL && !(size < 0));
  for (int l = 0; l < SN_LANES; l++) {
    const double *from = x->all.rhs + x->all.layout.node_first[p->node[l]];
    for (int j = 0; j < (ed_eta_is_unknown(h->category) ? 3 : 2) * n_rate; j++) {
      xi[j][l] = from[j];
    }
    for (int j = 0; j < n_rate && ed_eta_of(h->category) == ETA_FOLLOWS; j++) {
      xi[2 * n_rate + j][l] = ed_followed(x, p->node[l], from, j);
    }
  }
  ed_load_frame(x, h, p->node, &frame);
  ed_load_node(x, p, v);
  const sn_lv3 turn = rotation_of(h, frame.turn, xi + o);
  for (int a = 0; a < h->n_vec; a++) {
    sn_lv3 dq, dw, dy = lv3_zero();
    if (a < h->has_x) {
      dq = first_of(h, xi);
      dw = first_of(h, xi + n_rate);
    } else {
      const int k = a - h->has_x, K = h->member[k], p1 = (K + 1) % 3, p2 = (K + 2) % 3;
      dq = lv3_cross(turn, v[a].f);
      dw = lv3_axpy(lv3_axpy(lv3_scale(turn.x[0], frame.t[k][0]), turn.x[1], frame.t[k][1]), turn.x[2], frame.t[k][2]);
      if (p2 < h->n_rot) {
        dw = lv3_axpy(dw, xi[n_rate + o + p2], frame.e[p1]);
      }
      if (p1 < h->n_rot) {
        dw = lv3_axpy(dw, -xi[n_rate + o + p1], frame.e[p2]);
      }
    }
    if (damped && a < h->has_x) {
      dy = first_of(h, xi + 2 * n_rate);
    } else if (damped) {
      dy = lv3_cross(rotation_of(h, frame.axis, xi + 2 * n_rate + o), lv3_sub(v[a].f, v[a].d));
    }
    const sn_lane per = lane(a < h->has_x && h->is_length ? 1 / x->s->extent : 1);
    double *to[4];
    for (int i = 0; i < 3; i++) {
      most = sn_larger_lane(per * lane_abs(dq.x[i]), sn_larger_lane(per * lane_abs(dw.x[i]), most));
    }
    for (int l = 0; l < 4; l++) {
      to[l] = x->change[p->vector[a][l]].at[0];
    }
    lv3_store(dq, to, 4 * BY_Q);
    lv3_store(dw, to, 4 * BY_W);
    lv3_store(dy, to, 4 * BY_Y);
  }
  return sn_largest(most, size);
}

SN_CLONES double ed_nodes_move(sn_stepper *x, const sn_node_pack *p, double size)
{
  const sn_node_shape *h = &p->shape;
  const int n_rate = h->n_rate, o = h->n_x, damped = x->node[p->node[0]].damped;
  ed_frame frame;
  ed_field v[4];
  sn_lane xi[3] = {lane(0), lane(0), lane(0)};
  SN_ASSERT(n_rate == o + h->n_rot && damped == (ed_eta_of(h->category) != ETA_NONE));
  ed_load_frame(x, h, p->node, &frame);
  ed_load_node(x, p, v);
  for (int l = 0; l < SN_LANES; l++) {
    const double *from = x->all.rhs + x->all.layout.node_first[p->node[l]];
    for (int j = 0; j < h->n_rot; j++) {
      xi[j][l] = from[o + j];
    }
    for (int j = 0; j < n_rate && damped && l < p->n; j++) {
      x->node[p->node[l]].eta->eta[j] +=
          ed_eta_of(h->category) == ETA_FOLLOWS ? ed_followed(x, p->node[l], from, j) : from[2 * n_rate + j];
    }
  }
  const sn_lv3 turn =
      h->n_rot == 2 ? lv3_axpy(lv3_scale(xi[0], frame.turn[0]), xi[1], frame.turn[1]) : (sn_lv3){{xi[0], xi[1], xi[2]}};
  for (int a = 0; a < h->n_vec; a++) {
    const double *by[4], *at[4];
    for (int l = 0; l < 4; l++) {
      by[l] = x->change[p->vector[a][l]].at[0];
      at[l] = x->vector[p->vector[a][l]].at[0];
    }
    const sn_lv3 dq = a < h->has_x ? lv3_load(by, 4 * BY_Q) : lv3_sub(lv3_cayley(turn, v[a].f), v[a].f);
    v[a].d = lv3_add(v[a].d, dq);
    v[a].f = lv3_add(lv3_load(at, 4 * OF_I), v[a].d);
    v[a].w = lv3_add(v[a].w, lv3_load(by, 4 * BY_W));
    v[a].y = lv3_add(v[a].y, lv3_load(by, 4 * BY_Y));
  }
  if (h->n_dir > 0) { /* the equations are quadratic in w: twice, and what the second finds is round-off */
    (void)settle(h, v);
    size = sn_largest(settle(h, v), size);
  }
  for (int a = 0; a < h->n_vec; a++) {
    double *to[4];
    for (int l = 0; l < 4; l++) {
      to[l] = x->vector[p->vector[a][l]].at[0];
    }
    lv3_store(v[a].f, to, 4 * OF_F);
    lv3_store(v[a].d, to, 4 * OF_DQ);
    lv3_store(v[a].w, to, 4 * OF_W);
    lv3_store(v[a].y, to, 4 * OF_Y);
  }
  return size;
}
