/* pack/forms.h -- forms of four blocks at one configuration: points, strains, forces, and their derivative by rotations and positions of
 *          nodes.
 * What:    the kernels that every evaluation of blocks at a single configuration inlines: one-stage steps, energies, and instants
 *          (statics, modes). No B is made where points do. An array of vectors or points is read with a stride: a scheme keeps several
 *          fields of each side by side.
 * Theory:  docs/theory.md, forms; translation at the nodes.
 * Tests:   tests/instant/test_batch.c, tests/steps/test_pack.c, tests/steps/test_tangent.c.
 */
#ifndef SN_PACK_FORMS_H
#define SN_PACK_FORMS_H
#include "pack/lanes.h"

/* ---- points and strains */

/* its vectors, out of all of the system */
SN_LANE_INLINE void sn_pack_vectors(const sn_pack *p, const sn_v3 *q, sn_lv3 *vector)
{
  for (int a = 0; a < p->type->n_vec; a++) {
    const int *v = p->vector + SN_LANES * a;
    for (int i = 0; i < 3; i++) {
      vector[a].x[i] = (sn_lane){q[v[0]].x[i], q[v[1]].x[i], q[v[2]].x[i], q[v[3]].x[i]};
    }
  }
}

SN_LANE_INLINE void sn_pack_points(const sn_pack *p, const sn_lv3 *vector, sn_lv3 *point)
{
  const sn_pack_type *t = p->type;
  SN_ASSERT(vector != point);
  for (int i = 0; i < t->n_point; i++) {
    sn_lv3 sum = lv3_zero();
    for (int m = t->of->w_first[i]; m < t->of->w_first[i + 1]; m++) {
      sum = lv3_axpy(sum, p->weight[m], vector[t->w_vector[m]]);
    }
    point[i] = sum;
  }
}

/* e = c0 + sum c p_i.p_j */
SN_LANE_INLINE void sn_pack_strains(const sn_pack *p, const sn_lv3 *point, int stride, sn_lane *e)
{
  const sn_pack_type *t = p->type;
  for (int f = 0; f < t->n_form; f++) {
    e[f] = p->c0[f];
  }
  for (int i = 0; i < t->n_term; i++) {
    const sn_term m = t->of->term[i];
    e[m.form] += p->coefficient[i] * lv3_dot(point[stride * m.i], point[stride * m.j]);
  }
}

/* factor B change: of the strains, when points change */
SN_LANE_INLINE void sn_pack_changes(const sn_pack *p, sn_lane factor, const sn_lv3 *point, int stride,
                                    const sn_lv3 *change, int change_stride, sn_lane *out)
{
  const sn_pack_type *t = p->type;
  for (int f = 0; f < t->n_form; f++) {
    out[f] = lane(0);
  }
  for (int i = 0; i < t->n_term; i++) {
    const sn_term m = t->of->term[i];
    out[m.form] += factor * p->coefficient[i] *
                   (lv3_dot(point[stride * m.i], change[change_stride * m.j]) +
                    lv3_dot(point[stride * m.j], change[change_stride * m.i]));
  }
}

/* row f of a matrix over its forms times `by`, */
SN_LANE_INLINE sn_lane sn_pack_row(const sn_pack *p, const sn_lane *matrix, int f, const sn_lane *by)
{
  const int nf = p->type->n_form, end = p->type->column[2 * f + 1];
  sn_lane sum = lane(0);
  for (int l = p->type->column[2 * f]; l < end; l++) {
    sum += matrix[f * nf + l] * by[l];
  }
  return sum;
}
/* of that of its law */
SN_LANE_INLINE sn_lane sn_pack_matrix_row(const sn_pack *p, int f, const sn_lane *by)
{
  return sn_pack_row(p, p->matrix, f, by);
}

/* ---- forces */

/* on = factor B^T s: forces on its vectors; F: room for its points */
SN_LANE_INLINE void sn_pack_forces(const sn_pack *p, sn_lane factor, const sn_lane *s, const sn_lv3 *point, int stride,
                                   sn_lv3 *F, sn_lv3 *on)
{
  const sn_pack_type *t = p->type;
  SN_ASSERT(F != on && F != point);
  for (int i = 0; i < t->n_point; i++) {
    F[i] = lv3_zero();
  }
  for (int i = 0; i < t->n_term; i++) {
    const sn_term m = t->of->term[i];
    const sn_lane c = factor * p->coefficient[i] * s[m.form];
    F[m.i] = lv3_axpy(F[m.i], c, point[stride * m.j]);
    F[m.j] = lv3_axpy(F[m.j], c, point[stride * m.i]);
  }
  for (int a = 0; a < t->n_vec; a++) {
    on[a] = lv3_zero();
  }
  for (int m = 0; m < t->n_weight; m++) {
    sn_lv3 *to = on + t->w_vector[m];
    *to = lv3_axpy(*to, p->weight[m], F[t->w_point[m]]);
  }
}

/* ---- nodes */

/* Four nodes: directions of the rotations of unknowns and of rows (fibres); others turn about ground axes. */
typedef struct {
  const sn_node_shape *shape;
  sn_lv3 turn[2], axis[2];
} sn_lane_frame;

/* a force or gradient B at the vector q of the node: on its position, or turning its directors along `along` */
SN_LANE_INLINE void sn_lane_add_rows(const sn_node_shape *h, const sn_lv3 *along, int slot, sn_lv3 q, sn_lv3 B,
                                     sn_lane *to)
{
  if (slot < h->has_x) {
    sn_add_first(h, to, B);
  } else {
    sn_add_rotation(h, along, lv3_cross(q, B), to + h->n_x);
  }
}

/* T += c (turn x f) x g: rows of the moment by rotations of node `row`, columns by those of node `by`; T has n columns */
SN_LANE_INLINE void sn_lane_add_arm(const sn_lane_frame *row, const sn_lane_frame *by, sn_lane c, sn_lv3 f, sn_lv3 g,
                                    sn_lane *T, int n)
{
  const sn_lane dot = c * lv3_dot(f, g);
  if (row->shape->n_rot == 3 && by->shape->n_rot == 3) {
    const sn_lv3 cf = lv3_scale(c, f);
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        T[i * n + j] += cf.x[i] * g.x[j];
      }
      T[i * n + i] -= dot;
    }
    return;
  }
  for (int i = 0; i < row->shape->n_rot; i++) {
    for (int j = 0; j < by->shape->n_rot; j++) {
      sn_lv3 u = lv3_zero(), v = lv3_zero();
      u.x[i] = v.x[j] = lane(1);
      u = row->shape->n_rot == 2 ? row->axis[i] : u;
      v = by->shape->n_rot == 2 ? by->turn[j] : v;
      T[i * n + j] += c * lv3_dot(u, f) * lv3_dot(g, v) - dot * lv3_dot(u, v);
    }
  }
}
/* T += the moment of D x e_j, j < n_x: by positions */
SN_LANE_INLINE void sn_lane_add_moment(const sn_lane_frame *row, sn_lv3 D, int n_x, sn_lane *T, int n)
{
  for (int i = 0; i < row->shape->n_rot; i++) {
    sn_lv3 u = lv3_zero();
    u.x[i] = lane(1);
    u = lv3_cross(row->shape->n_rot == 2 ? row->axis[i] : u, D);
    for (int j = 0; j < n_x; j++) {
      T[i * n + j] += u.x[j];
    }
  }
}
/* T += turn x g: forces on a position (n_x unknowns) by rotations */
SN_LANE_INLINE void sn_lane_add_turned(const sn_lane_frame *by, sn_lv3 g, int n_x, sn_lane *T, int n)
{
  for (int j = 0; j < by->shape->n_rot; j++) {
    sn_lv3 u = lv3_zero();
    u.x[j] = lane(1);
    u = lv3_cross(by->shape->n_rot == 2 ? by->turn[j] : u, g);
    for (int i = 0; i < n_x; i++) {
      T[i * n + j] += u.x[i];
    }
  }
}

/* ---- geometric part: stresses at hand on vectors that move */

/* G = factor K_s(s): n_vec x n_vec */
SN_LANE_INLINE void sn_pack_stiffen(const sn_pack *p, const sn_lane *s, sn_lane factor, sn_lane *G)
{
  const sn_pack_type *t = p->type;
  const sn_block *b = t->of;
  const int nv = t->n_vec;
  for (int a = 0; a < nv * nv; a++) {
    G[a] = lane(0);
  }
  for (int i = 0; i < t->n_term; i++) {
    const sn_term m = b->term[i];
    const sn_lane c = factor * p->coefficient[i] * s[m.form];
    for (int u = b->w_first[m.i]; u < b->w_first[m.i + 1]; u++) {
      const sn_lane cu = c * p->weight[u];
      sn_lane *row = G + t->w_vector[u] * nv;
      for (int v = b->w_first[m.j]; v < b->w_first[m.j + 1]; v++) {
        row[t->w_vector[v]] += cu * p->weight[v];
      }
    }
  }
  for (int a = 0; a < nv; a++) {
    for (int e = 0; e <= a; e++) {
      G[a * nv + e] = G[e * nv + a] = G[a * nv + e] + G[e * nv + a];
    }
  }
}

/* The iterate that the geometric part is taken at: vectors as rows see them and as unknowns move them. */
typedef struct {
  const sn_lane_frame *frame;   /* n_node */
  const sn_lv3 *rows, *columns; /* n_vec */
  int stride;
  const sn_lane *G;
} sn_geometric_at;

/* T (n_local x n_local) += forces on node r by increments of node m */
SN_LANE_INLINE void sn_pack_geometric_pair(const sn_pack *p, const sn_geometric_at *at, int r, int m, sn_lane *T)
{
  const sn_pack_type *t = p->type;
  const int n = p->n_local, nv = t->n_vec, *row = t->local + 4 * r, *by = t->local + 4 * m;
  SN_ASSERT(r < t->n_node && m < t->n_node);
  const sn_lane_frame *fr = at->frame + r, *fm = at->frame + m;
  const int xr = fr->shape->has_x, xm = fm->shape->has_x, nr = fr->shape->n_x, nm = fm->shape->n_x;
  T += p->offset[r] * n + p->offset[m];
  sn_lane *turns = T + nr * n;
  sn_lv3 g = lv3_zero();
  for (int s = 0; s < fm->shape->n_vec; s++) {
    const int b = by[s];
    sn_lv3 D = lv3_zero();
    if (b < 0) {
      continue;
    }
    for (int a = xr; a < fr->shape->n_vec; a++) {
      if (row[a] >= 0) {
        D = lv3_axpy(D, at->G[row[a] * nv + b], at->rows[at->stride * row[a]]);
      }
    }
    if (s < xm) {
      sn_lane_add_moment(fr, D, nm, turns, n);
    } else {
      sn_lane_add_arm(fr, fm, lane(-1), at->columns[at->stride * b], D, turns + nm, n);
    }
    if (xr && row[0] >= 0 && s < xm) {
      for (int i = 0; i < nr && i < nm; i++) {
        T[i * n + i] += at->G[row[0] * nv + b];
      }
    } else if (xr && row[0] >= 0) {
      g = lv3_axpy(g, at->G[row[0] * nv + b], at->columns[at->stride * b]);
    }
  }
  if (xr && row[0] >= 0) {
    sn_lane_add_turned(fm, g, nr, T + nm, n);
  }
}

SN_LANE_INLINE void sn_pack_geometric(const sn_pack *p, const sn_geometric_at *at, sn_lane *T)
{
  for (int r = 0; r < p->type->n_node; r++) {
    for (int m = 0; m < p->type->n_node; m++) {
      sn_pack_geometric_pair(p, at, r, m, T);
    }
  }
}

#endif
