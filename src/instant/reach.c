/* instant/reach.c -- blocks of forms by their points, and as the unknowns of their nodes move them.
 * Theory:  e = c0 + sum c p_i.p_j, p = W q (docs/theory.md, forms). A node moves its part of a point, w x + o with the arm
 *          o = sum w_a d_a, by w x' + omega x o. So a term c p_i.p_j puts c p_j on point i and c p_i on point j, and a force f
 *          on a point is w f on the position of the node and o x f on its rotations. B is never formed.
 * Owner:   the tables are made once, with the motion; who takes part in which point does not change.
 * Tests:   tests/instant/test_motion.c, tests/instant/test_mobility.c, tests/analysis/test_statics.c (rows against differences).
 */
#include "instant/inside.h"
#include <string.h>

/* ---- tables */

typedef struct {
  int n_first, n_reach, n_arm, n_stiffness; /* how much there is, or has been written */
  int *first;                               /* NULL: counting only */
  sn_reach *reach;
  int *arm_vector;
  double *arm_weight;
  int *stiffness_at;
  double *stiffness;
} tables;

/* Point k of a block as far as its node r (-1: none) goes; at: the unknowns of that node in the block. */
static void list_point(const sn_motion *m, const sn_block *b, int k, int r, int at, tables *t)
{
  sn_reach of = {.at = -1, .turn = -1, .node = -1, .position = -1, .first = t->n_arm};
  int any = 0;
  for (int i = b->w_first[k]; i < b->w_first[k + 1]; i++) {
    const int vector = b->vector[b->w_vector[i]];
    SN_ASSERT(b->node_of[b->w_vector[i]] >= -1 && b->node_of[b->w_vector[i]] < b->n_node);
    if (b->node_of[b->w_vector[i]] != r) {
      continue;
    }
    any = 1;
    if (r >= 0 && m->s->vector[vector].role == 0) {
      of.position = vector;
      of.x += b->w_value[i];
      continue;
    }
    if (t->first) {
      t->arm_vector[t->n_arm] = vector;
      t->arm_weight[t->n_arm] = b->w_value[i];
    }
    t->n_arm++;
    of.n++;
  }
  if (!any) {
    return;
  }
  if (r >= 0) {
    of.node = b->node[r];
    of.at = at;
    of.turn = at + 3 * m->s->node[of.node].has_x;
    of.n_rotation = of.n > 0 ? m->node[of.node].n_rotation : 0;
    SN_ASSERT(of.turn + m->node[of.node].n_rotation == at + m->node[of.node].size);
  }
  if (t->first) {
    t->reach[t->n_reach] = of;
  }
  t->n_reach++;
}

static void list_stiffness(const sn_block *b, tables *t, sn_block_reach *out)
{
  if (t->first) {
    out->stiffness_at = t->stiffness_at + 2 * t->n_stiffness;
    out->stiffness = t->stiffness + t->n_stiffness;
  }
  for (int k = 0; sn_is_material(b->law) && k < b->n_form; k++) {
    for (int l = k; l < b->n_form; l++) {
      const double x = b->matrix[k * b->n_form + l], y = l > k ? b->matrix[l * b->n_form + k] : 0;
      if (x == 0 && y == 0) {
        continue;
      }
      if (t->first) {
        t->stiffness_at[2 * t->n_stiffness] = k;
        t->stiffness_at[2 * t->n_stiffness + 1] = l;
        t->stiffness[t->n_stiffness] = x + y;
        out->n_stiffness++;
      }
      t->n_stiffness++;
    }
  }
}

static void list_block(sn_motion *m, int i, tables *t)
{
  const sn_block *b = m->s->block + i;
  sn_block_reach *out = m->block + i;
  out->first = t->first ? t->first + t->n_first : NULL;
  out->n_local = 0;
  for (int r = 0; r < b->n_node; r++) {
    out->n_local += m->node[b->node[r]].size;
  }
  for (int a = 0; a < b->n_vec; a++) {
    out->moves |= m->s->vector[b->vector[a]].freedom == SN_PRESCRIBED;
  }
  for (int k = 0; k <= b->n_point; k++, t->n_first++) {
    if (t->first) {
      t->first[t->n_first] = t->n_reach;
    }
    for (int r = k < b->n_point ? -1 : b->n_node, at = 0; r < b->n_node; r++) {
      list_point(m, b, k, r, at, t);
      at += r >= 0 ? m->node[b->node[r]].size : 0;
    }
  }
  list_stiffness(b, t, out);
}

sn_status sn_reach_new(sn_motion *m, sn_arena *arena)
{
  const sn_system *s = m->s;
  tables count = {0};
  int most_points = 1, most_arms = 1;
  m->block = SN_NEW(arena, sn_block_reach, s->n_block);
  if (!m->block) {
    return SN_ENOMEM;
  }
  for (int i = 0; i < s->n_block; i++) {
    const int before = count.n_reach;
    list_block(m, i, &count);
    most_arms = count.n_reach - before > most_arms ? count.n_reach - before : most_arms;
    most_points = s->block[i].n_point > most_points ? s->block[i].n_point : most_points;
  }
  tables t = {.first = SN_NEW(arena, int, count.n_first),
              .reach = SN_NEW(arena, sn_reach, count.n_reach),
              .arm_vector = SN_NEW(arena, int, count.n_arm),
              .arm_weight = SN_NEW(arena, double, count.n_arm),
              .stiffness_at = SN_NEW(arena, int, 2 * (size_t)count.n_stiffness),
              .stiffness = SN_NEW(arena, double, count.n_stiffness)};
  m->point = SN_NEW(arena, sn_v3, most_points);
  m->point_v = SN_NEW(arena, sn_v3, most_points);
  m->point_a = SN_NEW(arena, sn_v3, most_points);
  m->arm = SN_NEW(arena, sn_v3, most_arms);
  if (!t.first || !t.reach || !t.arm_vector || !t.arm_weight || !t.stiffness_at || !t.stiffness || !m->point ||
      !m->point_v || !m->point_a || !m->arm) {
    return SN_ENOMEM;
  }
  for (int i = 0; i < s->n_block; i++) {
    list_block(m, i, &t);
  }
  SN_ASSERT(t.n_reach == count.n_reach && t.n_arm == count.n_arm && t.n_first == count.n_first);
  SN_ASSERT(t.n_stiffness == count.n_stiffness);
  m->reach = t.reach;
  m->arm_vector = t.arm_vector;
  m->arm_weight = t.arm_weight;
  return SN_OK;
}

/* ---- points */

void sn_motion_points(const sn_block *b, const sn_v3 *q, sn_v3 *p)
{
  SN_ASSERT(q != p);
  for (int k = 0; k < b->n_point; k++) {
    sn_v3 sum = v3(0, 0, 0);
    for (int i = b->w_first[k]; i < b->w_first[k + 1]; i++) {
      sum = v3_axpy(sum, b->w_value[i], q[b->vector[b->w_vector[i]]]);
    }
    p[k] = sum;
  }
}

void sn_motion_forms(const sn_block *b, const sn_v3 *p, double *e)
{
  memcpy(e, b->c0, (size_t)b->n_form * sizeof(double));
  for (int i = 0; i < b->n_term; i++) {
    const sn_term *t = b->term + i;
    e[t->form] += t->c * v3_dot(p[t->i], p[t->j]);
  }
}

void sn_motion_form_rates(const sn_block *b, const sn_v3 *p, const sn_v3 *p_rate, double *rate)
{
  memset(rate, 0, (size_t)b->n_form * sizeof(double));
  for (int i = 0; i < b->n_term; i++) {
    const sn_term *t = b->term + i;
    rate[t->form] += t->c * (v3_dot(p[t->i], p_rate[t->j]) + v3_dot(p_rate[t->i], p[t->j]));
  }
}

void sn_motion_act(const sn_block *b, const sn_v3 *p, const double *s, sn_v3 *room, sn_v3 *f)
{
  SN_ASSERT(p != room && room != f);
  memset(room, 0, (size_t)b->n_point * sizeof(sn_v3));
  for (int i = 0; i < b->n_term; i++) {
    const sn_term *t = b->term + i;
    const double x = t->c * s[t->form];
    room[t->i] = v3_axpy(room[t->i], x, p[t->j]);
    room[t->j] = v3_axpy(room[t->j], x, p[t->i]);
  }
  for (int k = 0; k < b->n_point; k++) {
    for (int i = b->w_first[k]; i < b->w_first[k + 1]; i++) {
      sn_v3 *to = f + b->vector[b->w_vector[i]];
      *to = v3_axpy(*to, -b->w_value[i], room[k]);
    }
  }
}

/* ---- unknowns of the nodes */

/* Points and arms at q. */
static void place(sn_motion *m, const sn_block *b, const int *first)
{
  const sn_v3 *q = m->q;
  sn_v3 *arm = m->arm;
  for (int k = 0; k < b->n_point; k++) {
    sn_v3 p = v3(0, 0, 0);
    for (int r = first[k]; r < first[k + 1]; r++) {
      const sn_reach *of = m->reach + r;
      sn_v3 o = v3(0, 0, 0);
      for (int i = of->first; i < of->first + of->n; i++) {
        o = v3_axpy(o, m->arm_weight[i], q[m->arm_vector[i]]);
      }
      *arm++ = o;
      p = v3_add(p, o);
      if (of->x != 0) {
        p = v3_axpy(p, of->x, q[of->position]);
      }
    }
    m->point[k] = p;
  }
}

/* row += force f on point k */
static void push(const sn_motion *m, const int *first, int k, sn_v3 f, double *row)
{
  const sn_v3 *arm = m->arm + (first[k] - first[0]);
  for (int r = first[k]; r < first[k + 1]; r++, arm++) {
    const sn_reach *of = m->reach + r;
    SN_ASSERT(of->n_rotation == 0 || of->n_rotation == 2 || of->n_rotation == 3);
    if (of->at < 0) {
      continue;
    }
    if (of->x != 0) {
      double *to = row + of->at;
      to[0] += of->x * f.x[0];
      to[1] += of->x * f.x[1];
      to[2] += of->x * f.x[2];
    }
    if (of->n_rotation == 0) {
      continue;
    }
    const sn_v3 moment = v3_cross(*arm, f);
    double *to = row + of->turn;
    if (of->n_rotation == 3) { /* ground axes */
      to[0] += moment.x[0];
      to[1] += moment.x[1];
      to[2] += moment.x[2];
    } else {
      to[0] += v3_dot(m->node[of->node].axis[0], moment);
      to[1] += v3_dot(m->node[of->node].axis[1], moment);
    }
  }
}

static void form_rows(sn_motion *m, int block, double *rows)
{
  const sn_block *b = m->s->block + block;
  const sn_block_reach *reach = m->block + block;
  const int n = reach->n_local;
  place(m, b, reach->first);
  memset(rows, 0, (size_t)(b->n_form * n) * sizeof(double));
  for (int i = 0; i < b->n_term; i++) {
    const sn_term *t = b->term + i;
    push(m, reach->first, t->i, v3_scale(t->c, m->point[t->j]), rows + t->form * n);
    push(m, reach->first, t->j, v3_scale(t->c, m->point[t->i]), rows + t->form * n);
  }
}

int sn_motion_block_rows(sn_motion *m, int block, double *rows)
{
  const sn_block *b = m->s->block + block;
  const sn_block_reach *reach = m->block + block;
  double e[SN_MAX_FORMS], gradient[SN_MAX_FORMS];
  SN_ASSERT(!b->law->is_scalar || b->n_form <= SN_MAX_COMPOSITE_FORMS);
  if (!b->law->is_scalar) {
    form_rows(m, block, rows);
    return b->n_form;
  }
  place(m, b, reach->first);
  sn_motion_forms(b, m->point, e);
  sn_composite(b, m->own, e, gradient, NULL);
  memset(rows, 0, (size_t)reach->n_local * sizeof(double));
  for (int i = 0; i < b->n_term; i++) {
    const sn_term *t = b->term + i;
    const double c = t->c * gradient[t->form];
    push(m, reach->first, t->i, v3_scale(c, m->point[t->j]), rows);
    push(m, reach->first, t->j, v3_scale(c, m->point[t->i]), rows);
  }
  return 1;
}
