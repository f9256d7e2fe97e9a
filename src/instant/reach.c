/* instant/reach.c -- blocks of forms by their points, and as the unknowns of their nodes move them.
 * Theory:  e = c0 + sum c p_i.p_j, p = W q (docs/theory.md, forms). A node moves its part of a point, w x + o with the arm
 *          o = sum w_a d_a, by w x' + omega x o. So a term c p_i.p_j puts c p_j on point i and c p_i on point j, and a force f
 *          on a point is w f on the position of the node and o x f on its rotations. B is never formed.
 * Owner:   the tables are made once, with the motion; who takes part in which point does not change. They count from the block's own
 *          lists, so that equal elements share them (base/lists.h).
 * Tests:   tests/instant/test_motion.c, tests/instant/test_mobility.c, tests/analysis/test_statics.c (rows against differences).
 */
#include "instant/inside.h"

#include <string.h>

#include "base/lists.h"

/* ---- tables */

/* The tables of one block while they are made; room for those of the largest. */
typedef struct {
  sn_lists *kept;
  int *first, n_reach, *weight, n_weight, *stiffness, n_stiffness;
  sn_reach *reach;
} draft;

static sn_status new_draft(const sn_system *s, sn_arena *scratch, sn_arena *arena, draft *d)
{
  int points = 0, weights = 0, forms = 0;
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    points = b->n_point > points ? b->n_point : points;
    weights = b->w_first[b->n_point] > weights ? b->w_first[b->n_point] : weights;
    forms = sn_is_material(b->law) && b->n_form > forms ? b->n_form : forms;
  }
  *d = (draft){.kept = sn_lists_new(scratch, arena),
               .first = SN_NEW(scratch, int, points + 1),
               .weight = SN_NEW(scratch, int, weights),
               .stiffness = SN_NEW(scratch, int, forms *(forms + 1)),
               .reach = SN_NEW(scratch, sn_reach, weights)};
  return d->kept && d->first && d->weight && d->stiffness && d->reach ? SN_OK : SN_ENOMEM;
}

/* 1: entry i of a point's weights belongs to node r of the block (-1: none), and to its position, or not. */
static int takes(const sn_motion *m, const sn_block *b, int i, int r, int position)
{
  const int a = b->w_vector[i];
  SN_ASSERT(b->node_of[a] >= -1 && b->node_of[a] < b->n_node);
  return b->node_of[a] == r && (r >= 0 && m->s->vector[b->vector[a]].role == 0) == position;
}

/* Point k of a block as far as its node r (-1: none) goes; at: the unknowns of that node in the block. */
static void list_point(const sn_motion *m, const sn_block *b, int k, int r, int at, draft *d)
{
  sn_reach of = {.at = -1, .turn = -1, .node = r, .first = d->n_weight};
  for (int i = b->w_first[k]; i < b->w_first[k + 1]; i++) {
    if (takes(m, b, i, r, 0)) {
      d->weight[d->n_weight++] = i;
      of.n++;
    }
  }
  for (int i = b->w_first[k]; i < b->w_first[k + 1]; i++) {
    if (takes(m, b, i, r, 1)) {
      d->weight[d->n_weight++] = i;
      of.n_position++;
    }
  }
  if (of.n + of.n_position == 0) {
    return;
  }
  if (r >= 0) {
    const int node = b->node[r];
    of.at = at;
    of.turn = at + 3 * m->s->node[node].has_x;
    of.n_rotation = of.n > 0 ? m->node[node].n_rotation : 0;
    SN_ASSERT(of.turn + m->node[node].n_rotation == at + m->node[node].size);
  }
  d->reach[d->n_reach++] = of;
}

static void list_stiffness(const sn_block *b, draft *d)
{
  const int n = b->n_form;
  for (int k = 0; sn_is_material(b->law) && k < n; k++) {
    for (int l = k; l < n; l++) {
      if (b->matrix[k * n + l] != 0 || b->matrix[l * n + k] != 0) {
        d->stiffness[2 * d->n_stiffness] = k;
        d->stiffness[2 * d->n_stiffness++ + 1] = l;
      }
    }
  }
}

static sn_status list_block(sn_motion *m, int i, draft *d)
{
  const sn_block *b = m->s->block + i;
  sn_block_reach *out = m->block + i;
  for (int r = 0; r < b->n_node; r++) {
    out->n_local += m->node[b->node[r]].size;
  }
  for (int a = 0; a < b->n_vec; a++) {
    out->moves |= m->s->vector[b->vector[a]].freedom == SN_PRESCRIBED;
  }
  d->n_reach = d->n_weight = d->n_stiffness = 0;
  for (int k = 0; k < b->n_point; k++) {
    d->first[k] = d->n_reach;
    for (int r = -1, at = 0; r < b->n_node; r++) {
      list_point(m, b, k, r, at, d);
      at += r >= 0 ? m->node[b->node[r]].size : 0;
    }
  }
  d->first[b->n_point] = d->n_reach;
  SN_ASSERT(d->n_weight == b->w_first[b->n_point] && d->n_reach <= d->n_weight);
  list_stiffness(b, d);
  out->first = sn_lists_keep(d->kept, d->first, (size_t)b->n_point + 1);
  out->reach = sn_lists_keep_bits(d->kept, d->reach, (size_t)d->n_reach, sizeof(sn_reach));
  out->weight = sn_lists_keep(d->kept, d->weight, (size_t)d->n_weight);
  out->n_stiffness = d->n_stiffness;
  out->stiffness = sn_lists_keep(d->kept, d->stiffness, 2 * (size_t)d->n_stiffness);
  return out->first && out->reach && out->weight && out->stiffness ? SN_OK : SN_ENOMEM;
}

sn_status sn_reach_new(sn_motion *m, sn_arena *scratch, sn_arena *arena)
{
  const sn_system *s = m->s;
  draft d;
  int most_points = 1, most_arms = 1;
  m->block = SN_NEW(arena, sn_block_reach, s->n_block);
  if (!m->block || new_draft(s, scratch, arena, &d) != SN_OK) {
    return SN_ENOMEM;
  }
  for (int i = 0; i < s->n_block; i++) {
    SN_TRY(list_block(m, i, &d));
    most_arms = d.n_reach > most_arms ? d.n_reach : most_arms;
    most_points = s->block[i].n_point > most_points ? s->block[i].n_point : most_points;
  }
  m->point = SN_NEW(arena, sn_v3, most_points);
  m->point_v = SN_NEW(arena, sn_v3, most_points);
  m->point_a = SN_NEW(arena, sn_v3, most_points);
  m->arm = SN_NEW(arena, sn_v3, most_arms);
  return m->point && m->point_v && m->point_a && m->arm ? SN_OK : SN_ENOMEM;
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
static void place(sn_motion *m, const sn_block *b, const sn_block_reach *block)
{
  const sn_v3 *q = m->q;
  const int *first = block->first;
  sn_v3 *arm = m->arm;
  for (int k = 0; k < b->n_point; k++) {
    sn_v3 p = v3(0, 0, 0);
    for (int r = first[k]; r < first[k + 1]; r++) {
      const sn_reach *of = block->reach + r;
      const int *weight = block->weight + of->first;
      const double x = sn_reach_position(b, block, of);
      sn_v3 o = v3(0, 0, 0);
      for (int i = 0; i < of->n; i++) {
        o = v3_axpy(o, b->w_value[weight[i]], q[b->vector[b->w_vector[weight[i]]]]);
      }
      *arm++ = o;
      p = v3_add(p, o);
      if (x != 0) {
        p = v3_axpy(p, x, q[b->vector[b->w_vector[weight[of->n]]]]);
      }
    }
    m->point[k] = p;
  }
}

/* row += force f on point k */
static void push(const sn_motion *m, const sn_block *b, const sn_block_reach *block, int k, sn_v3 f, double *row)
{
  const int *first = block->first;
  const sn_v3 *arm = m->arm + first[k];
  for (int r = first[k]; r < first[k + 1]; r++, arm++) {
    const sn_reach *of = block->reach + r;
    SN_ASSERT(of->n_rotation == 0 || of->n_rotation == 2 || of->n_rotation == 3);
    if (of->at < 0) {
      continue;
    }
    const double x = sn_reach_position(b, block, of);
    if (x != 0) {
      double *to = row + of->at;
      to[0] += x * f.x[0];
      to[1] += x * f.x[1];
      to[2] += x * f.x[2];
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
      to[0] += v3_dot(m->node[b->node[of->node]].axis[0], moment);
      to[1] += v3_dot(m->node[b->node[of->node]].axis[1], moment);
    }
  }
}

static void form_rows(sn_motion *m, int block, double *rows)
{
  const sn_block *b = m->s->block + block;
  const sn_block_reach *reach = m->block + block;
  const int n = reach->n_local;
  place(m, b, reach);
  memset(rows, 0, (size_t)(b->n_form * n) * sizeof(double));
  for (int i = 0; i < b->n_term; i++) {
    const sn_term *t = b->term + i;
    push(m, b, reach, t->i, v3_scale(t->c, m->point[t->j]), rows + t->form * n);
    push(m, b, reach, t->j, v3_scale(t->c, m->point[t->i]), rows + t->form * n);
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
  place(m, b, reach);
  sn_motion_forms(b, m->point, e);
  sn_composite(b, m->own, e, gradient, NULL);
  memset(rows, 0, (size_t)reach->n_local * sizeof(double));
  for (int i = 0; i < b->n_term; i++) {
    const sn_term *t = b->term + i;
    const double c = t->c * gradient[t->form];
    push(m, b, reach, t->i, v3_scale(c, m->point[t->j]), rows);
    push(m, b, reach, t->j, v3_scale(c, m->point[t->i]), rows);
  }
  return 1;
}
