/* steps/ed/node_tangent.c -- the translation at the nodes in the tangent: their few unknowns become increments of their vectors, and
 *                            the matrix of a node alone; masses between nodes.
 * Theory:  docs/theory.md, translation at the nodes: columns of q_f and w by the unknowns; rows at the Gauss states and of eta.
 */
#include <math.h>
#include <string.h>

#include "math/rotation.h"
#include "steps/ed/lanes.h"

/* directions of the rotations of fibres, and the vectors that complete E */
static void across(const sn_stepper *x, const sn_node_pack *p, sn_lv3 E[3], sn_lane *turn)
{
  SN_ASSERT(p->shape.n_dir == 1 && p->shape.n_rot == 2);
  for (int l = 0; l < SN_LANES; l++) {
    const sn_m3 at = sn_rotation_along(ed_at(x, p->vector[p->shape.has_x][l], OF_F));
    const sn_m3 t = sn_rotation_along(v3(E[2].x[0][l], E[2].x[1][l], E[2].x[2][l]));
    for (int i = 0; i < 3; i++) {
      E[0].x[i][l] = t.c[0].x[i];
      E[1].x[i][l] = t.c[1].x[i];
      turn[i][l] = at.c[0].x[i];
      turn[3 + i][l] = at.c[1].x[i];
    }
  }
}

/* w of the directors by rotations of q_f: the rate rows of orthonormality solved for dw, theory (11.5) */
SN_CLONES void ed_nodes_columns(sn_stepper *x, const sn_node_pack *p)
{
  const sn_node_shape *h = &p->shape;
  const int nd = h->n_dir, x0 = h->has_x;
  SN_ASSERT(nd <= 3 && (nd == 0 || x->node[p->node[0]].columns));
  ed_field v[4];
  sn_lv3 E[3] = {lv3_zero(), lv3_zero(), lv3_zero()}, e[3], half[3];
  sn_lane out[COLUMNS];
  if (nd == 0) {
    return;
  }
  for (int i = 0; i < COLUMNS; i++) {
    out[i] = lane(0);
  }
  ed_load_node(x, p, v);
  for (int k = 0; k < nd; k++) {
    const ed_field *d = v + x0 + k;
    half[k] = lv3_axpy(lv3_scale(lane(0.5), d->w), lane(2), d->d);
    E[h->member[k]] = lv3_axpy(lv3_axpy(d->f, lane(-0.5), d->d), lane(-1.0 / 6), d->w);
  }
  if (nd == 2) {
    E[0] = lv3_cross(E[1], E[2]);
  } else if (nd == 1) {
    across(x, p, E, out + 36);
  }
  lv3_dual(E, e);
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 3; i++) {
      out[3 * k + i] = e[k].x[i];
    }
  }
  for (int k = 0; k < nd; k++) {
    for (int l = 0; l < nd; l++) {
      const sn_lv3 gam =
          lv3_scale(lane(0.5), lv3_add(lv3_cross(v[x0 + k].f, half[l]), lv3_cross(v[x0 + l].f, half[k])));
      for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
          out[9 + 9 * k + 3 * i + j] -= e[h->member[l]].x[i] * gam.x[j];
        }
      }
    }
  }
  double *to[4];
  for (int l = 0; l < 4; l++) {
    to[l] = x->node[p->node[l]].columns->e[0];
  }
  lane_store(out, COLUMNS, to);
}

/* its matrix: inertia, and forces that turn with its own directors */
SN_CLONES void ed_nodes_tangent(const sn_stepper *x, const sn_node_pack *p, ed_work *k)
{
  const sn_node_shape *h = &p->shape;
  const int n_rate = h->n_rate, o = h->n_x, unknown = ed_eta_is_unknown(h->category), n = (unknown ? 3 : 2) * n_rate;
  SN_ASSERT(n == x->all.layout.count[p->node[0]]);
  ed_frame *frame = k->frame;
  ed_field v[4];
  sn_lv3 Fp[4], Fm[4];
  sn_lane *T = k->law.T;
  ed_load_frame(x, h, p->node, frame);
  ed_load_node(x, p, v);
  memset(T, 0, sizeof(sn_lane) * (size_t)(n * n));
  SN_ASSERT(n_rate == o + h->n_rot && x->all.fresh); /* forces are those of the iterate */
  for (int a = h->has_x; a < h->n_vec; a++) {
    for (int i = 0; i < 3; i++) {
      for (int l = 0; l < SN_LANES; l++) {
        Fp[a].x[i][l] = x->Fp[p->vector[a][l]].x[i];
        Fm[a].x[i][l] = x->Fm[p->vector[a][l]].x[i];
      }
    }
  }
  for (int j = 0; j < 2 * n_rate; j++) {
    const int level = j >= n_rate, i = level ? j - n_rate : j, is_x = i < o;
    const int from = is_x ? 0 : h->has_x, to = is_x ? h->has_x : h->n_vec;
    sn_lv3 dq[4], dw[4], Lp = lv3_zero(), Lm = lv3_zero();
    for (int b = from; b < to; b++) {
      ed_move(frame, b, v[b].f, level, i, dq + b, dw + b);
      if (!is_x) {
        Lp = lv3_add(Lp, lv3_cross(lv3_axpy(lv3_scale(lane(C_PLUS), dq[b]), lane(-1.0 / 12), dw[b]), Fp[b]));
        Lm = lv3_add(Lm, lv3_cross(lv3_axpy(lv3_scale(lane(C_MINUS), dq[b]), lane(-1.0 / 12), dw[b]), Fm[b]));
      }
    }
    for (int a = 0; a < h->n_vec; a++) {
      sn_lv3 P = lv3_zero(), Q = lv3_zero();
      int any = 0;
      for (int b = from; b < to; b++) {
        if (p->has_mass[a][b]) {
          any = 1;
          P = lv3_axpy(P, p->mass[a][b], lv3_axpy(lv3_scale(lane(1 + R3), dw[b]), lane(-2 * R3), dq[b]));
          Q = lv3_axpy(Q, p->mass[a][b], lv3_axpy(lv3_scale(lane(1 - R3), dw[b]), lane(2 * R3), dq[b]));
        }
      }
      if (any && a < h->has_x) {
        for (int c = 0; c < o; c++) {
          T[c * n + j] = Q.x[c];
          T[(n_rate + c) * n + j] = P.x[c];
        }
      } else if (any) {
        Lm = lv3_add(Lm, lv3_cross(ed_state(v + a, -1), Q));
        Lp = lv3_add(Lp, lv3_cross(ed_state(v + a, 1), P));
      }
    }
    sn_lane rows[6] = {lane(0), lane(0), lane(0), lane(0), lane(0), lane(0)};
    sn_add_rotation(h, frame->axis, Lm, rows);
    sn_add_rotation(h, frame->axis, Lp, rows + 3);
    for (int c = 0; c < h->n_rot; c++) {
      T[(o + c) * n + j] = rows[c];
      T[(n_rate + o + c) * n + j] = rows[3 + c];
    }
  }
  for (int l = 0; l < SN_LANES && unknown; l++) {
    const ed_eta *e = x->node[p->node[l]].eta;
    SN_ASSERT(e && n == 3 * n_rate);
    for (int i = 0; i < n_rate; i++) {
      for (int j = 0; j < n_rate; j++) {
        T[(2 * n_rate + i) * n + 2 * n_rate + j][l] = e->S[i][j];
      }
    }
  }
}

/* ---- one node alone */

void ed_column(const sn_stepper *x, int node, int slot, int j, sn_v3 *dq, sn_v3 *dw)
{
  const sn_node *c = x->s->node + node;
  const int n_rot = sn_node_rotations(c), n_rate = c->n_x + n_rot, level = j >= n_rate, i = level ? j - n_rate : j;
  const int r = i - c->n_x, k = slot - c->has_x;
  const ed_columns *t = x->node[node].columns;
  SN_ASSERT(j >= 0 && j < 2 * n_rate && slot >= 0 && slot < c->n_vec && (k < 0 || t));
  *dq = *dw = v3(0, 0, 0);
  if (k < 0) {
    if (r < 0) {
      (level ? dw : dq)->x[i] = 1;
    }
  } else if (r >= 0 && !level) {
    const sn_v3 turn = n_rot == 2 ? v3(t->turn[r][0], t->turn[r][1], t->turn[r][2]) : v3(r == 0, r == 1, r == 2);
    *dq = v3_cross(turn, ed_at(x, c->vector[slot], OF_F));
    for (int a = 0; a < 3; a++) {
      dw->x[a] = t->t[k][a][0] * turn.x[0] + t->t[k][a][1] * turn.x[1] + t->t[k][a][2] * turn.x[2];
    }
  } else if (r >= 0) {
    const int K = c->member[k], p = (K + 1) % 3, q = (K + 2) % 3;
    for (int a = 0; a < 3; a++) {
      dw->x[a] = r == q ? t->e[p][a] : r == p ? -t->e[q][a] : 0;
    }
  }
}

void ed_rows_of(const sn_stepper *x, int node, const sn_v3 *p, const sn_v3 *m, double *out)
{
  const sn_node *c = x->s->node + node;
  const int n_rot = sn_node_rotations(c), o = c->n_x, n_rate = o + n_rot;
  SN_ASSERT(n_rate <= LEVEL);
  sn_v3 Lp = {{0, 0, 0}}, Lm = {{0, 0, 0}};
  for (int a = c->has_x; a < c->n_vec; a++) {
    Lp = v3_add(Lp, v3_cross(ed_state_at(x, c->vector[a], 1), p[a]));
    Lm = v3_add(Lm, v3_cross(ed_state_at(x, c->vector[a], -1), m[a]));
  }
  for (int i = 0; i < o; i++) {
    out[i] = m[0].x[i];
    out[n_rate + i] = p[0].x[i];
  }
  for (int i = 0; i < n_rot; i++) {
    out[o + i] = v3_dot(x->node[node].axis[i], Lm);
    out[n_rate + o + i] = v3_dot(x->node[node].axis[i], Lp);
  }
}

static int size_of(const sn_stepper *x, int node)
{
  SN_ASSERT(node >= 0 && node < x->s->n_node);
  return x->all.layout.node_size[node];
}

static int has_eta(const sn_stepper *x, int node)
{
  return ed_eta_is_unknown(x->node[node].category);
}

/* unknowns of one level of a node that move a vector of it: from .. to - 1 */
typedef struct {
  int from, to, n_rate;
} range;

static range range_of(const sn_node *c, int slot)
{
  SN_ASSERT(slot >= 0 && slot < c->n_vec);
  const int n_rate = c->n_x + sn_node_rotations(c);
  return slot < c->has_x ? (range){0, c->n_x, n_rate} : (range){c->n_x, n_rate, n_rate};
}

/* balances of a node by forces P at q+ and Q at q- on one vector of it: rows of its range */
static void rows_by(const sn_stepper *x, int node, int slot, const sn_v3 at[2], sn_v3 P, sn_v3 Q, double *minus,
                    double *plus)
{
  if (slot < x->s->node[node].has_x) {
    for (int i = 0; i < x->s->node[node].n_x; i++) {
      minus[i] = Q.x[i];
      plus[i] = P.x[i];
    }
    return;
  }
  const sn_v3 Lm = v3_cross(at[0], Q), Lp = v3_cross(at[1], P);
  SN_ASSERT(minus != plus && sn_node_rotations(x->s->node + node) <= 3);
  for (int i = 0; i < sn_node_rotations(x->s->node + node); i++) {
    minus[i] = v3_dot(x->node[node].axis[i], Lm);
    plus[i] = v3_dot(x->node[node].axis[i], Lp);
  }
}

/* the same of two positions: the same numbers for all components */
static void add_positions(double m, range row, range column, int total, double *part)
{
  for (int i = 0; i < row.to && i < column.to; i++) {
    double *minus = part + i * total + i, *plus = minus + row.n_rate * total;
    minus[0] = 2 * R3 * m;
    minus[column.n_rate] = (1 - R3) * m;
    plus[0] = -2 * R3 * m;
    plus[column.n_rate] = (1 + R3) * m;
  }
}

/* mass between two nodes: rows of one by columns of the other, and of eta; what else there is stays zero (sn_mark_pairs) */
void ed_pair_tangent(sn_stepper *x, int pair)
{
  ed_work *work = x->work;
  const sn_mass_pair *m = x->s->pair + pair;
  const int end[2] = {m->a, m->b}, node[2] = {x->s->vector[m->a].node, x->s->vector[m->b].node};
  if (node[0] < 0 || node[1] < 0) {
    return;
  }
  const int offset[2] = {0, size_of(x, node[0])}, total = offset[1] + size_of(x, node[1]);
  SN_ASSERT(node[0] != node[1] && x->node[node[0]].damped == x->node[node[1]].damped); /* one cluster */
  SN_ASSERT(total <= 6 * LEVEL && total == x->all.layout.count[x->all.layout.pair_element[pair]]);
  double *A = work->local;
  memset(A, 0, sizeof(double) * (size_t)(total * total));
  for (int r = 0; r < 2; r++) {
    const int R = node[r], C = node[1 - r], a = x->s->vector[end[r]].slot, b = x->s->vector[end[1 - r]].slot;
    const range row = range_of(x->s->node + R, a), column = range_of(x->s->node + C, b);
    const sn_v3 at[2] = {ed_state_at(x, end[r], -1), ed_state_at(x, end[r], 1)};
    SN_ASSERT(row.to - row.from <= 3 && column.to - column.from <= 3);
    double *part = A + offset[r] * total + offset[1 - r];
    const int places = a < x->s->node[R].has_x && b < x->s->node[C].has_x;
    if (places) {
      add_positions(m->m, row, column, total, part);
    }
    for (int k = 0; k < 2 * (column.to - column.from) && !places; k++) {
      const int width = column.to - column.from, j = column.from + k % width + k / width * column.n_rate;
      double minus[3] = {0}, plus[3] = {0};
      sn_v3 dq, dw;
      ed_column(x, C, b, j, &dq, &dw);
      rows_by(x, R, a, at, v3_scale(m->m, v3_axpy(v3_scale(1 + R3, dw), -2 * R3, dq)),
              v3_scale(m->m, v3_axpy(v3_scale(1 - R3, dw), 2 * R3, dq)), minus, plus);
      for (int i = row.from; i < row.to; i++) {
        part[i * total + j] = minus[i - row.from];
        part[(row.n_rate + i) * total + j] = plus[i - row.from];
      }
    }
    for (int i = row.from; i < row.to && has_eta(x, R); i++) {
      double *to = part + (2 * row.n_rate + i) * total;
      for (int k = column.from; k < column.to; k++) {
        const double by = m->m * v3_dot(ed_column_y(x, R, a, i), ed_column_y(x, C, b, k));
        if (has_eta(x, C)) {
          to[2 * column.n_rate + k] = by;
        }
        for (int j = column.from; j < column.to && x->node[C].category == ETA_FOLLOWS; j++) {
          to[j] += by * x->node[C].follow->by[k][j];
          to[column.n_rate + j] += by * x->node[C].follow->by[k][column.n_rate + j];
        }
      }
    }
  }
  sn_layout_add(x->all.into, x->all.layout.pair_element[pair], A);
}
