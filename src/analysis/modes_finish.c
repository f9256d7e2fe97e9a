/* analysis/modes_finish.c -- one pair of eigenvalue and vector becomes a mode: residual, scale, who moves, stresses.
 * Theory:  docs/theory-modes.md (6), (7). The phase of a complex shape is chosen so that its real part is largest; the sign so that
 *          its largest number is positive.
 * Tests:   tests/analysis/test_modes.c
 */
#include "analysis/modes_private.h"
#include "math/rotation.h"
#include <string.h>

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the modes");
}

sn_status sn_candidate_new(sn_linear *l, sn_candidate *c, sn_error *error)
{
  SN_ASSERT(l->n > 0 && l->n <= l->w.n_unknown);
  *c = (sn_candidate){.x_re = SN_NEW(l->arena, double, l->n + 1),
                      .x_im = SN_NEW(l->arena, double, l->n + 1),
                      .row_re = SN_NEW(l->arena, double, l->w.n_unknown + 1),
                      .row_im = SN_NEW(l->arena, double, l->w.n_unknown + 1)};
  return c->x_re && c->x_im && c->row_re && c->row_im ? SN_OK : no_memory(error);
}

/* The multipliers come from a solve for theta x, like x itself, so both have the same scale. */
double sn_candidate_residual(sn_linear *l, const sn_candidate *c, int n, const sn_lin *const *a,
                             const double (*factor)[2])
{
  const int N = l->w.n_unknown;
  SN_ASSERT(n >= 1 && n <= 3);
  double worst = 0, largest = 0, moved = 0;
  double *X[2] = {SN_NEW(l->arena, double, N), SN_NEW(l->arena, double, N)};
  double *r[2] = {SN_NEW(l->arena, double, N), SN_NEW(l->arena, double, N)}, *size = SN_NEW(l->arena, double, N);
  double *all = SN_NEW(l->arena, double, N);
  if (!X[0] || !X[1] || !r[0] || !r[1] || !size || !all) {
    return NAN;
  }
  memcpy(X[0], c->row_re, (size_t)N * sizeof(double));
  memcpy(X[1], c->row_im, (size_t)N * sizeof(double));
  for (int i = 0; i < l->n; i++) {
    X[0][l->at[i]] = c->x_re[i];
    SN_ASSERT(l->at[i] >= 0 && l->at[i] < N && l->unit[i] > 0);
    X[1][l->at[i]] = c->x_im[i];
  }
  for (int i = 0; i < l->n; i++) {
    moved = fmax(moved, hypot(c->x_re[i], c->x_im[i]) / l->unit[i]);
  }
  for (int i = 0; i < l->n;
       i++) { /* a shape without stiffness: the stiffness it could have, so that round-off is recognised as such */
    all[l->at[i]] = 1e-3 * moved * l->unit[i];
  }
  int parts = 1; /* 2: X has an imaginary part */
  for (int i = 0; i < N; i++) {
    parts = X[1][i] != 0 ? 2 : parts;
  }
  for (int k = 0; k < n; k++) {
    const double whole = hypot(factor[k][0], factor[k][1]);
    sn_lin_times(a[k], whole, 1, all, size);
    for (int part = 0; part < parts; part++) {
      sn_lin_times(a[k], factor[k][0], 0, X[part], r[part]);
      if (factor[k][1] != 0) {
        sn_lin_times(a[k], (part ? -1 : 1) * factor[k][1], 0, X[part], r[1 - part]);
      }
      sn_lin_times(a[k], whole, 1, X[part], size);
    }
  }
  for (int part = 0; part < parts; part++) { /* a model without any stiffness: as if it moved with 1e-6 rad/s */
    sn_lin_times(l->M, 1e-12, 1, X[part], size);
  }
  for (int i = 0; i < l->n; i++) { /* moments relative to the size of the model, as forces */
    worst = fmax(worst, l->unit[i] * hypot(r[0][l->at[i]], r[1][l->at[i]]));
    largest = fmax(largest, l->unit[i] * size[l->at[i]]);
  }
  return largest > 0 ? worst / largest : 0;
}

/* ---- scale */

/* Displacement and rotation vector of every node: 6 numbers each. */
static void spread(const sn_linear *l, const double *x, double *out)
{
  for (int i = 0, at = 0; i < l->m->s->n_node; i++) {
    const sn_instant_node *k = l->m->node + i;
    const int n_x = l->m->s->node[i].n_x;
    SN_ASSERT(at + k->size <= l->n);
    sn_v3 turn = v3(0, 0, 0);
    for (int j = 0; j < k->n_rotation; j++) {
      turn = v3_axpy(turn, x[at + n_x + j], k->axis[j]);
    }
    for (int j = 0; j < 3; j++) {
      out[6 * i + j] = j < n_x ? x[at + j] : 0;
      out[6 * i + 3 + j] = turn.x[j];
    }
    at += k->size;
  }
}

/* Multiplies by exp(i phase) so that the sum of the squares of the real parts is largest, and the largest number positive. */
static void turn_phase(const sn_linear *l, double *re, double *im, double *cosine, double *sine)
{
  SN_ASSERT(re != im && l->n > 0);
  double real = 0, imaginary = 0, largest = 0, sign = 1;
  for (int i = 0; i < l->n; i++) {
    const double a = re[i] / l->unit[i], b = im[i] / l->unit[i];
    real += a * a - b * b;
    imaginary += 2 * a * b;
  }
  const double phase = -0.5 * atan2(imaginary, real), c = cos(phase), s = sin(phase);
  for (int i = 0; i < l->n; i++) {
    const double a = c * re[i] - s * im[i];
    if (fabs(a) / l->unit[i] > 1.000001 * largest) {
      largest = fabs(a) / l->unit[i];
      sign = a < 0 ? -1 : 1;
    }
  }
  *cosine = sign * c;
  *sine = sign * s;
  SN_ASSERT(!(fabs(c * c + s * s - 1) > 1e-12));
}

/* One over the largest displacement of a node, or over the largest rotation if displacements are negligible. */
static double scale_of(const sn_linear *l, const double *re, const double *im)
{
  SN_ASSERT(re != im && l->m->s->extent > 0);
  double moved = 0, turned = 0;
  for (int i = 0; i < l->m->s->n_node; i++) {
    const double *a = re + 6 * (size_t)i, *b = im + 6 * (size_t)i;
    double x = 0, w = 0;
    for (int j = 0; j < 3; j++) {
      x += a[j] * a[j] + b[j] * b[j];
      w += a[3 + j] * a[3 + j] + b[3 + j] * b[3 + j];
    }
    moved = fmax(moved, sqrt(x));
    turned = fmax(turned, sqrt(w));
  }
  const double by = moved > 1e-6 * turned * l->m->s->extent ? moved : turned;
  return by > 0 ? 1 / by : 1;
}

/* ---- the part that moves most, and effective masses */

/* Masses that move with the whole along the three axes. */
static sn_status find_whole(sn_linear *l, sn_error *error)
{
  const sn_system *s = l->m->s;
  double *r = SN_NEW(l->arena, double, l->n + 1);
  if (!r) {
    return no_memory(error);
  }
  for (int d = 0; d < 3; d++) {
    memset(r, 0, (size_t)l->n * sizeof(double));
    for (int i = 0, at = 0; i < s->n_node; at += l->m->node[i++].size) {
      if (sn_has_place(s, s->node + i)) {
        r[at + d] = 1;
      }
    }
    l->whole[d] = sn_linear_product(l, l->M, 0, r, r);
  }
  l->has_whole = 1;
  return SN_OK;
}

static sn_status find_shares(sn_linear *l, const sn_candidate *c, int parts, sn_mode *out, sn_error *error)
{
  const sn_system *s = l->m->s;
  double *share = SN_NEW(l->arena, double, s->n_item + 1), *r = SN_NEW(l->arena, double, l->n + 1);
  double total = 0, with[3] = {0, 0, 0};
  SN_ASSERT(l->n > 0 && parts >= 1 && parts <= 2);
  if (!share || !r) {
    return no_memory(error);
  }
  if (!l->has_whole && !l->has_C) {
    SN_TRY(find_whole(l, error));
  }
  for (int part = 0; part < parts; part++) {
    const double *x = part ? c->x_im : c->x_re;
    sn_linear_times(l, l->M, x, r);
    for (int i = 0, at = 0; i < s->n_node; i++) {
      for (int d = 0; d < 3 && part == 0 && sn_has_place(s, s->node + i); d++) {
        with[d] += r[at + d];
      }
      for (int j = 0; j < l->m->node[i].size; j++, at++) {
        SN_ASSERT(at < l->n && s->node[i].item < s->n_item);
        share[s->node[i].item >= 0 ? s->node[i].item : s->n_item] += x[at] * r[at];
        total += x[at] * r[at];
      }
    }
  }
  out->item = -1;
  out->share = 0;
  for (int i = 0; i < s->n_item && total > 0; i++) {
    if (share[i] / total > out->share) {
      out->share = share[i] / total;
      out->item = i;
    }
  }
  for (int d = 0; d < 3; d++) { /* effective mass */
    out->mass[d] = l->has_C || !(l->whole[d] > 0) || !(total > 0) ? NAN : with[d] * with[d] / (l->whole[d] * total);
  }
  return SN_OK;
}

/* 1: the shape and its multipliers are real, 2: they are not. */
static int parts_of(const sn_linear *l, const sn_candidate *c)
{
  int parts = 1;
  for (int i = 0; i < l->n; i++) {
    parts = c->x_im[i] != 0 ? 2 : parts;
  }
  for (int i = 0; i < l->w.n_unknown; i++) {
    parts = c->row_im[i] != 0 ? 2 : parts;
  }
  return parts;
}

/* out += factor times the stresses of the displacement dq in a pack */
static void add_stresses(sn_batch *b, int pack, const sn_v3 *dq, double factor, double *out)
{
  const sn_pack *p = b->packs.pack + pack;
  SN_ASSERT(pack >= 0 && pack < b->packs.n && p->type->of->law->stores_energy);
  const int is_scalar = p->type->of->law->is_scalar;
  sn_batch_take(b, pack);
  if (is_scalar) {
    sn_batch_stress(b, &(sn_batch_at){0});
  }
  sn_batch_rates(b, dq);
  if (!is_scalar) {
    sn_batch_times(b, sn_batch_stiffness(b), b->rate);
  }
  for (int l = 0; l < p->n; l++) {
    double *to = out + b->m->s->block[p->block[l]].stress;
    SN_ASSERT(b->m->s->block[p->block[l]].n_stress == (is_scalar ? 1 : p->type->n_form));
    for (int k = 0; k < p->type->n_form; k++) {
      to[is_scalar ? 0 : k] +=
          factor * (is_scalar ? b->law[l].d[0] * b->law[l].gradient[k] * b->rate[k][l] : b->s[k][l]);
    }
  }
}

/* Computes the stresses of the displacement x and the multipliers `row`. */
static sn_status find_stresses(sn_linear *l, const double *x, const double *row, double factor, double *out,
                               sn_error *error)
{
  sn_instant *m = l->m;
  const sn_system *s = m->s;
  sn_v3 *dq = SN_NEW(l->arena, sn_v3, s->n_vector + 1);
  if (!dq) {
    return no_memory(error);
  }
  for (int i = 0, at = 0; i < s->n_node; i++) {
    memcpy(m->xi + m->node[i].first, x + at, (size_t)m->node[i].size * sizeof(double));
    at += m->node[i].size;
  }
  sn_instant_expand(m, m->xi, dq);
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    for (int r = 0; c->first >= 0 && r < c->n_row; r++) {
      out[s->block[c->block].stress + r] = factor * row[l->w.row_first[c->block] + r];
    }
  }
  sn_batch *b = &l->w.batch;
  for (int i = 0; i < b->packs.n; i++) {
    if (b->packs.pack[i].type->of->law->stores_energy) {
      add_stresses(b, i, dq, factor, out);
    }
  }
  return SN_OK;
}

static void rotate_by(double *re, double *im, size_t n, double c, double s, double factor)
{
  SN_ASSERT(re != im && isfinite(factor));
  for (size_t i = 0; i < n; i++) {
    const double a = re[i], b = im[i];
    re[i] = factor * (c * a - s * b);
    im[i] = factor * (c * b + s * a);
  }
}

/* Direction of the whirl of the shape about the axis: r x r' of displacements and of rotations, Re((re + i im) exp(i t)). */
static int whirl_of(const sn_linear *l, const double *re, const double *im)
{
  const double L = l->m->s->extent;
  SN_ASSERT(L > 0 && !(fabs(v3_norm(l->axis) - 1) > 1e-9 && v3_norm(l->axis) > 0));
  double along = 0, size = 0;
  for (int i = 0; i < 2 * l->m->s->n_node; i++) {
    const double weight = i % 2 ? L * L : 1; /* displacement, rotation */
    const sn_v3 a = v3(re[3 * i], re[3 * i + 1], re[3 * i + 2]), b = v3(im[3 * i], im[3 * i + 1], im[3 * i + 2]);
    along -= weight * v3_dot(l->axis, v3_cross(a, b));
    size += weight * (v3_dot(a, a) + v3_dot(b, b)) / 2;
  }
  return fabs(along) <= 0.01 * size ? 0 : along > 0 ? 1 : -1;
}

sn_status sn_mode_finish(sn_linear *l, const sn_candidate *c, sn_mode *out, sn_error *error)
{
  const sn_system *s = l->m->s;
  const size_t shape = 6 * (size_t)s->n_node, stresses = (size_t)s->n_stress;
  double *re = SN_NEW(l->arena, double, shape + 1), *im = SN_NEW(l->arena, double, shape + 1);
  double *stress_re = SN_NEW(l->arena, double, stresses + 1), *stress_im = SN_NEW(l->arena, double, stresses + 1);
  double cosine, sine;
  SN_ASSERT(c->s_im >= 0); /* the other mode of a pair */
  if (!re || !im || !stress_re || !stress_im) {
    return no_memory(error);
  }
  SN_ASSERT(c->x_re && c->x_im && c->row_re && c->row_im);
  const double size = hypot(c->s_re, c->s_im);
  *out = (sn_mode){.growth = c->s_re,
                   .frequency = c->s_im,
                   .factor = NAN,
                   .damping = size > 0 ? -c->s_re / size : 0,
                   .residual = c->residual,
                   .re = re,
                   .im = im,
                   .stress_re = stress_re,
                   .stress_im = stress_im};
  const int parts = parts_of(l, c);
  SN_TRY(find_shares(l, c, parts, out, error));
  spread(l, c->x_re, re);
  spread(l, c->x_im, im);
  SN_TRY(find_stresses(l, c->x_re, c->row_re, 1, stress_re, error));
  if (parts > 1) {
    SN_TRY(find_stresses(l, c->x_im, c->row_im, 1, stress_im, error));
  }
  const double scale = scale_of(l, re, im);
  turn_phase(l, c->x_re, c->x_im, &cosine, &sine);
  rotate_by(re, im, shape, cosine, sine, scale);
  rotate_by(stress_re, stress_im, stresses, cosine, sine, scale);
  out->whirl = c->s_im > 0 ? whirl_of(l, re, im) : 0;
  return SN_OK;
}

/* ---- shapes as configurations */

void sn_mode_show(sn_instant *m, const sn_state *x, const sn_mode *mode, double amplitude, double phase, sn_shown *out)
{
  const sn_system *s = m->s;
  SN_ASSERT(mode->re && mode->im && out->q != x->q);
  SN_ASSERT(m->s->n_stress == 0 || (mode->stress_re && mode->stress_im));
  const double c = amplitude * cos(phase), d = amplitude * sin(phase);
  memcpy(out->q, x->q, (size_t)s->n_vector * sizeof(sn_v3));
  memset(out->v, 0, (size_t)s->n_vector * sizeof(sn_v3));
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *n = s->node + i;
    const double *re = mode->re + 6 * (size_t)i, *im = mode->im + 6 * (size_t)i;
    double at[6], rate[6];
    for (int j = 0; j < 6; j++) {
      at[j] = c * re[j] - d * im[j];
      rate[j] = -d * re[j] - c * im[j];
    }
    const sn_v3 turn = v3(at[3], at[4], at[5]), spin = v3(rate[3], rate[4], rate[5]);
    const double angle = v3_norm(turn);
    const sn_m3 R = angle > 0 ? sn_rotation_axis_angle(v3_scale(1 / angle, turn), angle) : m3_identity();
    for (int a = 0; a < n->n_vec; a++) {
      const int v = n->vector[a];
      out->q[v] = a < n->has_x ? v3_add(x->q[v], v3(at[0], at[1], at[2])) : m3_mul(R, x->q[v]);
      out->v[v] = a < n->has_x ? v3(rate[0], rate[1], rate[2]) : v3_cross(spin, out->q[v]);
    }
  }
  for (int i = 0; i < s->n_stress; i++) {
    out->stress[i] = x->stress[i] + c * mode->stress_re[i] - d * mode->stress_im[i];
  }
}
