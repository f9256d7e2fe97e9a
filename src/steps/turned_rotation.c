/* steps/turned_rotation.c -- how the meshes of the turned factor have turned at the iterate, and the first guess of a step.
 * Theory:  docs/theory.md, the turned factor: (24.2) rotations; (24.6), (24.7) two stages.
 * Tests:   tests/steps/test_turned.c.
 */
#include <math.h>
#include <string.h>

#include "laws/gauss.h"
#include "steps/turned_private.h"

enum { POLAR = 20 }; /* iterations: four are enough for moderate strains */

/* The nearest rotation of a deformation gradient; 0: it is turned inside out, or no number. */
static int polar(sn_m3 F, sn_m3 *out)
{
  if (!(v3_dot(F.c[0], v3_cross(F.c[1], F.c[2])) > 0)) {
    return 0;
  }
  for (int i = 0; i < POLAR; i++) {
    const sn_m3 dual = m3_dual(F);
    double change = 0;
    for (int k = 0; k < 3; k++) {
      const sn_v3 next = v3_scale(0.5, v3_add(F.c[k], dual.c[k]));
      change = fmax(change, v3_norm(v3_sub(next, F.c[k])));
      F.c[k] = next;
    }
    if (change < 1e-14) {
      break;
    }
  }
  *out = F;
  return 1;
}

int sn_turned_is_point(const sn_turned *t, int node)
{
  return t->of_node[node] >= 0 && sn_has_place(t->s, t->s->node + node);
}

static void add_outer(sn_m3 *F, sn_v3 q, sn_v3 b)
{
  for (int k = 0; k < 3; k++) {
    F->c[k] = v3_axpy(F->c[k], b.x[k], q);
  }
}

/* Mean deformation gradients, centres and rates of the iterate. */
static void find_means(sn_turned *t)
{
  const sn_assembler *a = t->all;
  const sn_v3 none = {{0, 0, 0}};
  const sn_m3 zero = {{none, none, none}};
  for (int m = 0; m < t->n_mesh; m++) {
    turned_mesh *c = t->mesh + m;
    c->start = c->stage[0] = c->stage[1] = c->end = zero;
    c->from = c->centre = c->rate = c->gain = none;
  }
  for (int i = 0; i < t->s->n_node; i++) {
    if (sn_turned_is_point(t, i)) {
      const sn_v3 b = t->slope[i];
      turned_mesh *m = t->mesh + t->of_node[i];
      const sn_vector_path p = a->kernel->places(a->x, t->s->node[i].vector[0]);
      const double share = 1.0 / m->n_point;
      add_outer(&m->start, p.start, b);
      add_outer(m->stage, p.stage[0], b);
      add_outer(m->stage + 1, p.stage[1], b);
      add_outer(&m->end, p.end, b);
      m->from = v3_axpy(m->from, share, p.start);
      m->centre = v3_axpy(m->centre, share, p.end);
      m->rate = v3_axpy(m->rate, share, p.rate);
      m->gain = v3_axpy(m->gain, share, p.gain);
    }
  }
}

/* ---- maps of an iterate */

static sn_m3 transposed(sn_m3 R)
{
  return (sn_m3){{m3_tmul(R, v3(1, 0, 0)), m3_tmul(R, v3(0, 1, 0)), m3_tmul(R, v3(0, 0, 1))}};
}

static sn_m3 combined(double a, sn_m3 A, double b, sn_m3 B)
{
  sn_m3 out;
  for (int k = 0; k < 3; k++) {
    out.c[k] = v3_axpy(v3_scale(a, A.c[k]), b, B.c[k]);
  }
  return out;
}

/* factor A at rows of level i, columns of level j */
static void set(turned_map map, int i, int j, double factor, sn_m3 A)
{
  for (int c = 0; c < 3; c++) {
    for (int r = 0; r < 3; r++) {
      map[3 * i + r][3 * j + c] = factor * A.c[c].x[r];
    }
  }
}

/* theta x of the rotation from one to the other */
static sn_m3 turn_between(sn_m3 from, sn_m3 to)
{
  const sn_m3 R = m3_mul3(to, transposed(from));
  const sn_v3 twice = v3(R.c[1].x[2] - R.c[2].x[1], R.c[2].x[0] - R.c[0].x[2], R.c[0].x[1] - R.c[1].x[0]);
  const double sine = 0.5 * v3_norm(twice), cosine = 0.5 * (R.c[0].x[0] + R.c[1].x[1] + R.c[2].x[2] - 1);
  const sn_v3 v = v3_scale(sine > 0 ? 0.5 * atan2(sine, cosine) / sine : 0.5, twice);
  return (sn_m3){{v3(0, v.x[2], -v.x[1]), v3(-v.x[2], 0, v.x[0]), v3(v.x[1], -v.x[0], 0)}};
}

static void one_stage(turned_mesh *m, sn_m3 end)
{
  set(m->to, 0, 0, 1, end);
  set(m->back, 0, 0, 1, transposed(end));
  set(m->force, 0, 0, 1, end);
}

/* The rates at both stages, as the body sees them, differ by what w is in its axes: (24.7). */
static int two_stages(turned_mesh *m, sn_m3 end)
{
  sn_m3 first;
  const sn_m3 minus = m->row[0], plus = m->row[1], one = m3_identity();
  if (!polar(m->start, &first) || !polar(combined(0.5, m->stage[0], 0.5, m->stage[1]), m->row + 2)) {
    return 0;
  }
  const sn_m3 turn = turn_between(first, end);
  m->turn = v3(turn.c[1].x[2], turn.c[2].x[0], turn.c[0].x[1]);
  const sn_m3 back_plus = transposed(plus), back_minus = transposed(minus);
  const sn_m3 of_w = combined(1, m3_mul3(back_plus, combined(HALF, one, 1.0 / 12, turn)), 1,
                              m3_mul3(back_minus, combined(HALF, one, -1.0 / 12, turn)));
  const sn_m3 of_q = combined(1, m3_mul3(back_plus, combined(1, one, -C_PLUS, turn)), -1,
                              m3_mul3(back_minus, combined(1, one, -C_MINUS, turn)));
  const sn_m3 inverse = transposed(m3_dual(of_w));
  set(m->to, 0, 0, 1, end);
  set(m->to, 1, 1, 1 / R3, inverse);
  set(m->to, 1, 0, -1, m3_mul3(inverse, m3_mul3(of_q, end)));
  set(m->to, 2, 2, 1, m->row[2]);
  set(m->back, 0, 0, 1, transposed(end));
  set(m->back, 1, 1, R3, of_w);
  set(m->back, 1, 0, R3, of_q);
  set(m->back, 2, 2, 1, transposed(m->row[2]));
  set(m->force, 0, 0, 0.5, combined(1, plus, 1, minus)); /* mean and half difference of forces at both stages */
  set(m->force, 1, 1, 0.5, combined(1, plus, 1, minus));
  set(m->force, 0, 1, 0.5, combined(1, plus, -1, minus));
  set(m->force, 1, 0, 0.5, combined(1, plus, -1, minus));
  set(m->force, 2, 2, 1, m->row[2]);
  return 1;
}

int sn_turned_find_maps(sn_turned *t)
{
  const int stages = t->stages;
  int good = 1;
  SN_ASSERT(stages == t->all->kernel->stages && (stages == 1 || stages == 2));
  find_means(t);
  for (int i = 0; i < t->n_mesh && good; i++) {
    turned_mesh *m = t->mesh + i;
    sn_m3 end;
    memset(m->to, 0, sizeof m->to);
    memset(m->back, 0, sizeof m->back);
    memset(m->force, 0, sizeof m->force);
    good = polar(m->stage[0], m->row) && polar(m->stage[1], m->row + 1) && polar(m->end, &end);
    if (good && stages == 1) {
      one_stage(m, end);
    } else if (good) {
      good = two_stages(m, end);
    }
  }
  return good;
}

/* ---- the first guess */

/* Puts the vector that a block defines where its terms are: point 0 of the block is the vector minus its sum. */
static void put_sum(sn_assembler *a, const sn_block *b)
{
  sn_v3 end = {{0, 0, 0}}, gain = {{0, 0, 0}};
  SN_ASSERT(b->is_sum && b->w_vector[b->w_first[0]] == 0 && b->w_value[b->w_first[0]] == 1);
  for (int k = b->w_first[0] + 1; k < b->w_first[1]; k++) {
    const sn_vector_path p = a->kernel->places(a->x, b->vector[b->w_vector[k]]);
    end = v3_axpy(end, -b->w_value[k], p.end);
    gain = v3_axpy(gain, -b->w_value[k], p.gain);
  }
  a->kernel->put(a->x, b->vector[0], end, gain);
}

void sn_turned_start(sn_turned *t)
{
  sn_assembler *a = t->all;
  sn_m3 before, after;
  find_means(t);
  for (int m = 0; m < t->n_mesh; m++) {
    turned_mesh *c = t->mesh + m;
    c->row[0] = m3_identity();
    if (polar(c->start, &before) && polar(c->end, &after)) {
      c->row[0] = m3_mul3(after, transposed(before));
    }
  }
  for (int i = 0; i < t->s->n_node; i++) {
    if (sn_turned_is_point(t, i)) {
      const turned_mesh *c = t->mesh + t->of_node[i];
      const int vector = t->s->node[i].vector[0];
      const sn_vector_path p = a->kernel->places(a->x, vector);
      const sn_v3 arm = v3_sub(p.start, c->from), rate = v3_sub(p.rate, c->rate);
      a->kernel->put(a->x, vector, v3_add(c->centre, m3_mul(c->row[0], arm)),
                     v3_add(c->gain, v3_sub(m3_mul(c->row[0], rate), rate)));
    }
  }
  for (int i = 0; i < t->s->n_block; i++) { /* sums of sums come after these */
    if (t->of_block[i] >= 0 && t->s->block[i].is_sum) {
      put_sum(a, t->s->block + i);
    }
  }
  if (a->kernel->begun) {
    a->kernel->begun(a->x);
  }
  sn_assembler_restart(a);
}
