/* results/viewer_rows.c -- one position and quaternion per node, moving frame and fixed point.
 * What:    see results/viewer_rows.h. A pair (d2, d3) is completed by the cross product; a fibre (one director) by the smallest
 *          rotation from the ground axes.
 * Tests:   tests/results/test_results.c.
 */
#include "results/viewer_rows.h"

#include "math/rotation.h"

/* Columns of the triad that a row represents. */
static sn_m3 triad(const int vector[4], const sn_v3 *q)
{
  sn_m3 r = m3_identity();
  int have[3], n = 0, only = 0;
  for (int k = 0; k < 3; k++) {
    have[k] = vector[k + 1] >= 0;
    if (have[k]) {
      r.c[k] = q[vector[k + 1]];
      only = k;
      n++;
    }
  }
  if (n == 2) {
    const int k = !have[0] ? 0 : !have[1] ? 1 : 2;
    r.c[k] = v3_cross(r.c[(k + 1) % 3], r.c[(k + 2) % 3]);
  } else if (n == 1) {
    const sn_m3 along = sn_rotation_along(r.c[only]); /* third column along the director */
    for (int k = 0; k < 3; k++) {
      r.c[(only + 1 + k) % 3] = along.c[k];
    }
  }
  return r;
}

sn_status sn_viewer_rows_of(const sn_system *s, sn_arena *arena, sn_viewer_rows *out, sn_error *error)
{
  int n = s->n_node + s->n_frame + s->n_shown;
  for (int i = 0; i < s->n_vector; i++) {
    n += s->vector[i].freedom == SN_FIXED && s->vector[i].role == 0;
  }
  int(*vector)[4] = sn_arena_get(arena, (size_t)n, sizeof *vector);
  int *of_vector = SN_NEW(arena, int, s->n_vector);
  if (!vector || !of_vector) {
    return sn_no_memory(error, "the results");
  }
  for (int i = 0; i < n; i++) {
    vector[i][0] = vector[i][1] = vector[i][2] = vector[i][3] = -1;
  }
  int fixed = s->n_node + s->n_frame;
  for (int i = 0; i < s->n_vector; i++) {
    const sn_vector *v = &s->vector[i];
    int row = v->node >= 0 ? v->node : v->frame >= 0 ? s->n_node + v->frame : -1;
    if (row < 0 && v->role == 0) {
      row = fixed++;
    }
    of_vector[i] = row;
    if (row >= 0 && v->role >= 0 && v->role < 4) {
      vector[row][v->role] = i;
    }
  }
  *out = (sn_viewer_rows){n, (const int(*)[4])vector, of_vector, s->n_shown, s->shown};
  return SN_OK;
}

/* Angular velocity of the triad that a row represents, from its directors. With one director: without the spin about itself. */
static sn_v3 spin(const int vector[4], const sn_v3 *q, const sn_v3 *v)
{
  const sn_m3 d = triad(vector, q);
  sn_v3 sum = v3(0, 0, 0), rate[3];
  int n = 0, missing = 0;
  for (int k = 0; k < 3; k++) {
    const int a = vector[k + 1];
    rate[k] = a >= 0 ? v[a] : v3(0, 0, 0);
    sum = v3_add(sum, v3_cross(d.c[k], rate[k]));
    n += a >= 0;
    missing = a >= 0 ? missing : k;
  }
  if (n == 2) { /* the third director follows from the other two: its rate by the product rule */
    const int i = (missing + 1) % 3, j = (missing + 2) % 3;
    const sn_v3 third = v3_add(v3_cross(rate[i], d.c[j]), v3_cross(d.c[i], rate[j]));
    sum = v3_add(sum, v3_cross(d.c[missing], third));
  }
  return n >= 2 ? v3_scale(0.5, sum) : sum; /* omega = 1/2 sum d x d'; of one director d x d' */
}

static sn_v3 sum(const sn_shown_frame *f, int row, const sn_v3 *of)
{
  SN_ASSERT(row >= 0 && row < 4);
  sn_v3 x = v3(0, 0, 0);
  for (int k = 0; k < f->n; k++) {
    x = v3_axpy(x, f->weight[row * f->n + k], of[f->vector[k]]);
  }
  return x;
}

/* Makes the axes of a frame orthonormal. With compliant distances of points they are so only nearly. A point does not turn. */
static void show(const sn_shown_frame *f, const sn_v3 *q, const sn_v3 *v, int i, sn_poses *out)
{
  SN_ASSERT(i >= 0 && (f->n_dir == 0 || f->n_dir == 3));
  sn_m3 d = m3_identity(), rate = {0};
  for (int k = 0; k < f->n_dir; k++) {
    d.c[k] = sum(f, 1 + k, q);
    rate.c[k] = sum(f, 1 + k, v);
  }
  sn_orthonormal(d.c, 3);
  v3_put(sum(f, 0, q), out->position + 3 * i);
  v3_put(sum(f, 0, v), out->velocity + 3 * i);
  v3_put(sn_spin(d.c, rate.c), out->spin + 3 * i);
  sn_quaternion_of(d, out->quaternion + 4 * i);
}

void sn_poses_at(const sn_viewer_rows *p, const sn_v3 *q, const sn_v3 *v, sn_poses *out)
{
  SN_ASSERT(p->n >= 0 && out->position);
  const int first = p->n - p->n_shown;
  for (int i = 0; i < p->n_shown; i++) {
    show(p->shown + i, q, v, first + i, out);
  }
  for (int i = 0; i < first; i++) {
    const int *a = p->vector[i];
    v3_put(a[0] >= 0 ? q[a[0]] : v3(0, 0, 0), out->position + 3 * i);
    v3_put(a[0] >= 0 ? v[a[0]] : v3(0, 0, 0), out->velocity + 3 * i);
    v3_put(spin(a, q, v), out->spin + 3 * i);
    sn_quaternion_of(triad(a, q), out->quaternion + 4 * i);
  }
}
