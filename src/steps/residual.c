/* steps/residual.c -- see residual.h.
 * Theory:  the gradient of a row as a wrench on a node (unit stress): its force part is the direction of a gap, else its
 *          moment part is the axis of an angle.
 * Tests:   tests/steps/test_residual.c, tests/promises/test_trouble.c.
 */
#include "steps/residual.h"

#include <math.h>

#include "system/kernel.h"

/* ---- rows */

static int same_row(const sn_step_row *a, const sn_step_row *b)
{
  return a->kind == b->kind && a->node == b->node && a->block == b->block && a->row == b->row;
}

/* keeps the three largest, each row once */
static void rank(sn_step_report *report, sn_step_row x)
{
  sn_step_row *row = report->row;
  int k = 0;
  x.size = isfinite(x.size) ? x.size : INFINITY;
  while (k < SN_WORST_ROWS - 1 && !same_row(row + k, &x)) {
    k++;
  }
  if (!(x.size > 0) || !(row[k].kind == SN_NO_ROW || x.size > row[k].size)) {
    return;
  }
  for (; k > 0 && (row[k - 1].kind == SN_NO_ROW || row[k - 1].size < x.size); k--) {
    row[k] = row[k - 1];
  }
  SN_ASSERT(k == 0 || (row[k - 1].kind != SN_NO_ROW && row[k - 1].size >= x.size));
  row[k] = x;
}

void sn_rank_force(const sn_system *s, int node, int j, double value, double h, sn_step_report *report)
{
  SN_ASSERT(node >= 0 && node < s->n_node && s->node[node].has_x && j >= 0 && j < 3 && h > 0);
  const double here = s->mass[s->node[node].vector[0]], mass = here > 0 ? here : sn_typical_mass(s);
  const sn_v3 axis = v3(j == 0, j == 1, j == 2);
  rank(report, (sn_step_row){.kind = SN_ROW_FORCE,
                             .node = node,
                             .block = -1,
                             .row = j,
                             .axis = axis,
                             .value = fabs(value),
                             .size = fabs(value) * h * h / mass / s->extent});
}

void sn_rank_moment(const sn_system *s, int node, int j, sn_v3 axis, const sn_v3 *q, double value, double h,
                    sn_step_report *report)
{
  const sn_node *c = s->node + node;
  SN_ASSERT(node >= 0 && node < s->n_node && c->n_dir > 0 && j >= 0 && j < 3 && h > 0);
  SN_ASSERT(!(fabs(v3_norm(axis) - 1) > 1e-6));
  double inertia = 0;
  for (int k = 0; k < c->n_dir; k++) {
    const int v = c->vector[c->has_x + k];
    const sn_v3 arm = v3_cross(axis, q[v]);
    inertia += s->mass[v] * v3_dot(arm, arm);
  }
  inertia = inertia > 0 ? inertia : sn_typical_mass(s) * s->extent * s->extent;
  rank(report, (sn_step_row){.kind = SN_ROW_MOMENT,
                             .node = node,
                             .block = -1,
                             .row = j,
                             .axis = axis,
                             .value = fabs(value),
                             .size = fabs(value) * h * h / inertia});
}

void sn_rank_constraint(const sn_system *s, int block, int row, const sn_v3 *q, const double *internal, double value,
                        sn_step_report *report)
{
  const sn_block *b = s->block + block;
  SN_ASSERT(block >= 0 && block < s->n_block && row >= 0 && row < sn_block_rows(b));
  double stress[SN_MAX_FORMS] = {0}, e[SN_MAX_FORMS], length = 0;
  sn_v3 axis = {{0, 0, 0}};
  int is_gap = 0;
  if (b->law->is_scalar) {
    sn_forms(b, q, e);
    sn_composite(b, internal, e, stress, NULL);
  } else {
    stress[row] = 1;
  }
  for (int r = 0; r < b->n_node; r++) {
    const sn_node *n = s->node + b->node[r];
    sn_v3 force, moment;
    sn_block_wrench(s, b, stress, q, b->node[r], n->has_x ? q[n->vector[0]] : v3(0, 0, 0), &force, &moment);
    const double f = v3_norm(force), m = v3_norm(moment);
    if (f > 1e-12 && (!is_gap || f > length)) {
      is_gap = 1;
      length = f;
      axis = v3_scale(1 / f, force);
    } else if (!is_gap && m > length) {
      length = m;
      axis = v3_scale(1 / m, moment);
    }
  }
  const double missing = length > 0 ? fabs(value) / length : fabs(value);
  SN_ASSERT(!(length < 0) && s->extent > 0);
  rank(report, (sn_step_row){.kind = is_gap ? SN_ROW_GAP : SN_ROW_ANGLE,
                             .node = -1,
                             .block = block,
                             .row = row,
                             .axis = axis,
                             .value = missing,
                             .size = missing / (is_gap ? s->extent : 1)});
}

void sn_rank_rows(const sn_assembler *a, const sn_stages *x, const sn_v3 *q, sn_step_report *report)
{
  const sn_system *s = x->s;
  for (int i = 0; i < s->n_node; i++) {
    const int forces = s->node[i].n_x, n_rate = forces + sn_node_rotations(s->node + i);
    sn_v3 axis[3];
    sn_rotation_directions(s->node + i, x->start->q, axis);
    SN_ASSERT(x->n * n_rate <= a->layout.node_size[i]);
    for (int k = 0; k < x->n * n_rate; k++) {
      const int j = k % n_rate;
      const double value = a->rhs[a->layout.node_first[i] + k] / x->hh;
      if (j < forces) {
        sn_rank_force(s, i, j, value, x->h, report);
      } else {
        sn_rank_moment(s, i, j - forces, axis[j - forces], q, value, x->h, report);
      }
    }
  }
  for (int i = 0; i < s->n_block; i++) {
    const sn_law_pack *p = a->packs.pack_of[i] < 0 ? NULL : x->pack + a->packs.pack_of[i];
    for (int k = 0; p && k < x->n * p->n_mult; k++) {
      const int row = k % p->n_mult;
      sn_rank_constraint(s, i, row, q, x->start->internal, (k < p->n_mult ? p->a : p->b)[row][a->packs.lane_of[i]],
                         report);
    }
  }
}

int sn_is_broken(const sn_step_report *r)
{
  const sn_ledger *l = &r->ledger;
  return (r->row[0].kind != SN_NO_ROW && !isfinite(r->row[0].size)) || !isfinite(r->increment) ||
         !isfinite(l->strain + l->work_loads + l->work_drives + l->work_base + l->work_control + l->dissipation +
                   l->defect);
}
