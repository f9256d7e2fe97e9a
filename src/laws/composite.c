/* laws/composite.c -- laws on a composite strain along the path of a step: drives and gears, potentials, given forces, dampers of stops.
 * Theory:  docs/theory.md, composite strains (7). The path of each block is its own (path.h), of one stage a straight one (7.2); columns
 *          run in lanes. A scheme whose stresses are those of its stage takes gradient and law there, and from the path the rows, which
 *          are met at the end of the step.
 * Tests:   tests/steps/test_path.c, tests/steps/test_tangent.c, tests/system/test_law.c
 */
#include <string.h>

#include "laws/gauss.h"
#include "laws/rate.h"

/* ---- at one instant */

static double potential_stress(const sn_block *b, const sn_scalar_point *at, double d[3])
{
  SN_ASSERT(b->potential && !b->law->is_rate);
  d[1] = d[2] = 0;
  return b->potential->force(b->potential, at->x, d);
}

static double potential_energy(const sn_block *b, const sn_scalar_point *at)
{
  SN_ASSERT(b->potential && b->law->stores_energy);
  return b->potential->energy(b->potential, at->x);
}

static double given_stress(const sn_block *b, const sn_scalar_point *at, double d[3])
{
  d[0] = d[1] = d[2] = 0;
  return b->given ? -at->load * sn_expr_value(b->given, &at->t) : 0;
}

static double given_potential(const sn_block *b, const sn_scalar_point *at)
{
  double unused[3];
  return given_stress(b, at, unused) * at->x;
}

/* ---- in a step */

static void start(const sn_stages *x, sn_law_pack *p)
{
  SN_ASSERT(p->scalar && p->type->of->law->is_scalar);
  for (int l = 0; l < SN_LANES; l++) {
    const sn_block *c = x->s->block + p->is->block[l];
    const double rate = x->n == 2 && c->n_stress > 0 ? x->start->rate[c->stress] : 0;
    sn_path *path = &p->scalar[l].path;
    if (l >= p->is->n) { /* a repeated block: its numbers are those of the last of them */
      path = &p->scalar[p->is->n - 1].path;
    } else {
      sn_path_start(c, x->start, x->h, x->n == 2, path);
      path->tau_c += x->h * rate;
      path->tau_d = x->h * rate * HALF;
    }
    for (int f = 0; f < c->n_form; f++) {
      p->e_i[f][l] = path->e_i[f];
    }
    if (p->start) {
      double grad[SN_MAX_COMPOSITE_FORMS];
      SN_ASSERT(p->damped && p->n_mult == 1); /* a composite constraint that nu keeps */
      sn_composite(c, NULL, path->e_i, grad, NULL);
      for (int f = 0; f < c->n_form; f++) {
        p->start[f][l] = grad[f];
      }
    }
  }
}

/* tau_c or tau_d in the forces: by the law at the iterate, or the multiplier of a constraint */
static double in_forces(const sn_law_pack *p, const sn_path *path, int half)
{
  SN_ASSERT((half == 0 || half == 1) && p->type->of->law->is_scalar);
  return (half ? path->tau_d : path->tau_c) - (p->law->predicts ? path->residual[half] : 0);
}

/* Gradient and law at the stage, in place of their means; and the rate there, for powers. What the path says of the end stays: rows and
   the drive. */
static void take_stage(const sn_stages *x, const sn_block *c, const sn_law_work *k, int l, sn_law_scalar *to)
{
  double e[SN_MAX_COMPOSITE_FORMS];
  sn_path *path = &to->path;
  SN_ASSERT(x->n == 1 && c->law->is_scalar && c->n_form <= SN_MAX_COMPOSITE_FORMS);
  const double at = x->at[0], t = x->t + at * x->h;
  const double u = c->drive && c->drive_is_rate ? path->u_i + at * x->h * sn_drive_rate(c, x->t + 0.5 * at * x->h)
                                                : sn_drive(c, x->start->internal, t);
  for (int f = 0; f < c->n_form; f++) {
    e[f] = k->e[0][f][l];
  }
  const double eps = sn_composite(c, x->start->internal, e, path->n_c, path->hessian) - u;
  if (c->law->stores_energy) {
    path->residual[0] = path->tau_c - c->potential->force(c->potential, eps, path->law);
  } else if (!c->law->is_constraint) {
    path->residual[0] = path->tau_c + sn_expr_value(c->given, &t);
  }
  to->rate[0] = 0;
  for (int f = 0; f < c->n_form; f++) {
    to->rate[0] += path->n_c[f] * k->r[0][f][l];
  }
}

/* stresses of the forms */
SN_LANE_INLINE void stress(const sn_stages *x, sn_law_pack *p, sn_law_work *k, int n)
{
  const int nf = p->type->n_form;
  double a[SN_MAX_COMPOSITE_FORMS], b[SN_MAX_COMPOSITE_FORMS], b0[SN_MAX_COMPOSITE_FORMS];
  SN_ASSERT(nf <= SN_MAX_COMPOSITE_FORMS && p->is->n >= 1 && x->h > 0);
  p->idle = !p->law->sees_stages; /* the law at a stage is not that of the path */
  for (int l = 0; l < p->is->n; l++) {
    for (int f = 0; f < nf; f++) {
      a[f] = k->a[f][l];
      b[f] = n == 2 ? k->b[f][l] : 0;
      b0[f] = n == 2 ? k->b0[f][l] : 0;
    }
    const sn_block *c = x->s->block + p->is->block[l];
    const sn_path_at at = {x->start->internal, p->alpha[l], a, n == 2 ? b0 : NULL, n == 2 ? b : NULL, x->s->extent};
    SN_ASSERT(!(p->alpha[l] < 0 || p->alpha[l] > 1));
    sn_path_evaluate(c, &at, &p->scalar[l].path);
    p->idle = p->idle && p->scalar[l].path.open;
    if (p->law->sees_stages) {
      take_stage(x, c, k, l, p->scalar + l);
    }
  }
  for (int l = 0; l < SN_LANES && !p->idle; l++) {
    const sn_path *path = &p->scalar[l < p->is->n ? l : p->is->n - 1].path;
    const double tau_c = in_forces(p, path, 0), tau_d = in_forces(p, path, 1);
    for (int f = 0; f < nf; f++) { /* (7.4) */
      if (n == 1) {
        p->l_c[f][l] = tau_c * path->n_c[f];
        p->s_c[f][l] = path->tau_c * path->n_c[f];
      } else {
        p->l_c[f][l] = tau_c * path->n_c[f] + tau_d * path->n_d[f];
        p->l_d[f][l] = tau_c * path->n_d[f] + tau_d * path->m_d[f];
        p->l_y[f][l] = tau_d * path->m_d[f];
        p->s_c[f][l] = path->tau_c * path->n_c[f] + path->tau_d * path->n_d[f];
        p->s_d[f][l] = path->tau_c * path->n_d[f] + path->tau_d * path->m_d[f];
      }
    }
    p->a[0][l] = path->residual[0];
    if (n == 2) {
      p->b[0][l] = path->residual[1];
    }
  }
}

/* the paths of four blocks side by side */
typedef struct {
  sn_lane *n_c, *n_d, *m_d, *by, *a, *b, *hessian; /* by: gradient of the strain that row or law sees */
  sn_lane tau_c, tau_d, law[4];
} paths;

SN_LANE_INLINE paths side_by_side(const sn_law_pack *p, sn_lane *out, int n)
{
  const int nf = p->type->n_form, at_end = p->n_mult > 0 || !p->law->sees_stages, hessians = (n == 2 ? 6 : 1) * nf * nf;
  SN_ASSERT(p->scalar && p->is->n >= 1 && nf <= SN_MAX_COMPOSITE_FORMS);
  paths s = {.n_c = out,
             .by = out + nf,
             .n_d = out + 2 * nf,
             .m_d = out + 3 * nf,
             .a = out + 4 * nf,
             .b = out + 5 * nf,
             .hessian = out + 6 * nf};
  for (int l = 0; l < SN_LANES; l++) {
    const sn_path *path = &p->scalar[l < p->is->n ? l : p->is->n - 1].path;
    for (int f = 0; f < nf; f++) {
      s.n_c[f][l] = path->n_c[f];
      s.by[f][l] = at_end ? path->g_f[f] : path->n_c[f];
      if (n == 2) {
        s.n_d[f][l] = path->n_d[f];
        s.m_d[f][l] = path->m_d[f];
        s.a[f][l] = path->a[f];
        s.b[f][l] = path->b[f];
      }
    }
    for (int i = 0; i < hessians; i++) {
      s.hessian[i][l] = path->hessian[i];
    }
    s.tau_c[l] = path->tau_c;
    s.tau_d[l] = path->tau_d;
    for (int i = 0; i < 4; i++) {
      s.law[i][l] = path->law[i];
    }
  }
  return s;
}

typedef struct {
  const sn_lane *a, *b0, *b; /* directions: increments of the forms, every stride-th; a: that the gradients see */
  const sn_lane *end;        /* that row or law sees */
  int stride;
} direction;
/* at fixed tau: of eps (a_eps, b_eps); of s_c, s_d, s_y of the forms */
typedef struct {
  sn_lane rows[2];
  sn_lane *c, *d, *y; /* n_form each */
} change;

SN_LANE_INLINE void increment(const paths *p, int nf, direction by, change *to, int n)
{
  const int n2 = nf * nf;
  to->rows[0] = to->rows[1] = lane(0);
  for (int k = 0; k < nf; k++) {
    sn_lane nc = lane(0), nd = lane(0), md = lane(0);
    for (int l = 0; l < nf; l++) {
      const sn_lane *H = p->hessian + k * nf + l;
      const sn_lane a = by.a[l * by.stride];
      if (n == 1) {
        nc += H[0] * a;
      } else {
        const sn_lane b0 = by.b0[l * by.stride];
        nc += H[0] * a + H[n2] * b0;
        nd += H[2 * n2] * a + H[3 * n2] * b0;
        md += H[4 * n2] * a + H[5 * n2] * b0;
      }
    }
    to->rows[0] += p->by[k] * by.end[k * by.stride];
    if (n == 1) {
      to->c[k] = p->tau_c * nc;
    } else {
      const sn_lane da = by.a[k * by.stride], db = by.b[k * by.stride];
      to->rows[1] += p->m_d[k] * db + p->b[k] * md - (p->n_d[k] * da + p->a[k] * nd) * lane(1 / R3);
      to->c[k] = p->tau_c * nc + p->tau_d * nd;
      to->d[k] = p->tau_c * nd + p->tau_d * md;
      to->y[k] = p->tau_d * md;
    }
  }
}

/* behind what side_by_side uses */
static change room_of_change(const sn_law_work *k, int nf)
{
  sn_lane *c = k->numbers + 6 * nf + 6 * nf * nf;
  return (change){.c = c, .d = c + nf, .y = c + 2 * nf};
}

/* increments of tau_c, tau_d by those of the strain */
SN_LANE_INLINE void law_increment(const paths *p, const change *by, int n, sn_lane tau[2])
{
  tau[0] = p->law[0] * by->rows[0];
  tau[1] = lane(0);
  if (n == 2) {
    tau[0] += p->law[1] * by->rows[1];
    tau[1] = p->law[2] * by->rows[0] + p->law[3] * by->rows[1];
  }
}

/* T: columns of tau_c and tau_d in the rows of the nodes */
SN_LANE_INLINE void multiplier_columns(const sn_stages *x, const sn_law_pack *p, sn_law_work *k, const paths *s, int n)
{
  const sn_pack_type *t = p->type;
  const int nf = t->n_form, nc = p->is->offset[t->n_node], wide = p->is->n_local;
  for (int j = 0; j < n * p->n_mult; j++) {
    for (int r = 0; r < t->n_node; r++) {
      for (int stage = 0; stage < n; stage++) {
        const int first = sn_stage_row(x, p, stage, r);
        for (int i = first; i < first + t->shape[r].n_rate; i++) {
          sn_lane sum = lane(0);
          for (int f = 0; f < nf; f++) {
            sn_lane at = j ? s->n_d[f] : s->n_c[f];
            if (n == 2) {
              const sn_lane half = j ? s->m_d[f] : s->n_d[f];
              at = stage ? at - half : at + half;
            }
            sum += k->L[f * nc + i] * at;
          }
          k->T[i * wide + nc + j] = sum * p->unit[0];
        }
      }
    }
  }
  if (p->n_mult > 0) {
    sn_soften(x, p, 0, k->T);
  }
}

SN_LANE_INLINE void respond(const sn_stages *x, const sn_law_pack *p, sn_law_work *k, int n)
{
  const int nf = p->type->n_form, nc = p->is->offset[p->type->n_node], wide = p->is->n_local;
  SN_ASSERT(p->n_mult <= 1 && (p->n_mult == 0 || nc + n + p->damped == wide));
  const sn_lane hh = lane(x->hh), *X = p->law->sees_stages ? k->E[0] : k->A, *end = p->n_mult > 0 ? k->A : X;
  const paths s = side_by_side(p, k->numbers, n);
  change to = room_of_change(k, nf);
  for (int j = 0; j < nc; j++) {
    sn_lane tau[2] = {lane(0), lane(0)};
    increment(&s, nf, (direction){X + j, n == 2 ? k->B0 + j : NULL, n == 2 ? k->B + j : NULL, end + j, nc}, &to, n);
    for (int level = 0; level < n && p->n_mult > 0; level++) {
      k->T[(nc + level) * wide + j] = to.rows[level];
    }
    if (p->n_mult == 0) {
      law_increment(&s, &to, n, tau);
    }
    for (int f = 0; f < nf; f++) {
      if (n == 1) {
        k->S[0][f * nc + j] = hh * (to.c[f] + tau[0] * s.n_c[f]);
      } else {
        const sn_lane c = to.c[f] + tau[0] * s.n_c[f] + tau[1] * s.n_d[f],
                      d = to.d[f] + tau[0] * s.n_d[f] + tau[1] * s.m_d[f];
        k->S[0][f * nc + j] = hh * (c + d);
        k->S[1][f * nc + j] = hh * (c - d);
        k->Sy[f * nc + j] = hh * (to.y[f] + tau[1] * s.m_d[f]);
      }
    }
  }
  multiplier_columns(x, p, k, &s, n);
}

SN_LANE_INLINE void update(const sn_stages *x, sn_law_pack *p, sn_law_work *k, int n)
{
  const int nf = p->type->n_form;
  (void)x;
  if (p->type->of->law->is_constraint) {
    for (int l = 0; l < p->is->n && p->n_mult > 0; l++) {
      p->scalar[l].path.tau_c += k->mu[0][l];
      p->scalar[l].path.tau_d += n == 2 ? k->mu[1][l] : 0;
    }
    return;
  }
  const sn_lane *by = p->law->sees_stages ? k->e[0] : k->a;
  const paths s = side_by_side(p, k->numbers, n);
  change to = room_of_change(k, nf);
  sn_lane tau[2];
  increment(&s, nf, (direction){by, k->b0, k->b, by, 1}, &to, n);
  law_increment(&s, &to, n, tau);
  for (int l = 0; l < p->is->n; l++) {
    sn_path *path = &p->scalar[l].path;
    path->tau_c += tau[0][l] - path->residual[0];
    path->tau_d += tau[1][l] - path->residual[1];
  }
}

SN_FOR_STAGES(stress, sn_law_pack)
SN_FOR_STAGES(respond, const sn_law_pack)
SN_FOR_STAGES(update, sn_law_pack)

/* ---- what it did */

/* the motor of a drive: of a constraint, or of a spring that stands for one */
static void driven_book(const sn_stages *x, const sn_law_pack *p, int l, sn_ledger *to)
{
  const sn_path *path = &p->scalar[l].path;
  const sn_block *c = x->s->block + p->is->block[l];
  SN_ASSERT(l < p->is->n);
  if (c->drive && x->powers) {
    to->work_drives -= in_forces(p, path, 0) * x->h * sn_drive_rate(c, x->t + x->h);
  } else if (c->drive) {
    to->work_drives += in_forces(p, path, 0) * path->t_c + in_forces(p, path, 1) * path->t_d;
  }
}

static void potential_book(const sn_stages *x, const sn_law_pack *p, int l, sn_ledger *to)
{
  const sn_path *path = &p->scalar[l].path;
  SN_ASSERT(path->stiffness >= 0);
  driven_book(x, p, l, to);
  if (p->alpha[l] > 0) {
    to->numerical += 0.5 * p->alpha[l] * path->stiffness * path->b_eps * path->b_eps;
  }
}

/* a damper of a stop: what it took along the path, which is the work of tau_c and tau_d to round-off */
static void damper_book(const sn_stages *x, const sn_law_pack *p, int l, sn_ledger *to)
{
  SN_ASSERT(l < p->is->n && p->scalar[l].path.loss >= 0);
  (void)x;
  to->dissipation += p->scalar[l].path.loss;
}

static void given_book(const sn_stages *x, const sn_law_pack *p, int l, sn_ledger *to)
{
  const sn_path *path = &p->scalar[l].path;
  SN_ASSERT(l < p->is->n && p->type->of->given);
  const double tau_c = in_forces(p, path, 0), tau_d = in_forces(p, path, 1);
  to->work_loads -= x->powers ? tau_c * x->h * p->scalar[l].rate[0] : tau_c * path->a_eps - R3 * tau_d * path->b_eps;
}

/* A law in a step: along the path of two stages, its mean for one stage, as it is there. */
#define TABLE(stages, ledger, iterates, ...)                                                                           \
  (const sn_stage_law)                                                                                                 \
  {                                                                                                                    \
    .start = start, .stress = stress_##stages, .respond = respond_##stages, .update = update_##stages, .book = ledger, \
    .predicts = iterates, .sees_path = 1, __VA_ARGS__                                                                  \
  }
#define IN_STEP(ledger, iterates)                                                                                  \
  (const struct sn_stage_laws)                                                                                     \
  {                                                                                                                \
    .two = &TABLE(two, ledger, iterates, .sees_alone = 1), .mean = &TABLE(one, ledger, iterates, .sees_alone = 0), \
    .there = &TABLE(one, ledger, iterates, .sees_stages = 1, .sees_rates = 1),                                     \
  }

const sn_law sn_law_driven = {
    .name = "driven", .is_scalar = 1, .is_constraint = 1, .in_step = &IN_STEP(driven_book, 0)};
const sn_law sn_law_potential = {.name = "potential",
                                 .is_scalar = 1,
                                 .stores_energy = 1,
                                 .scalar_stress = potential_stress,
                                 .potential = potential_energy,
                                 .in_step = &IN_STEP(potential_book, 1)};
const sn_law sn_law_given = {.name = "given",
                             .is_scalar = 1,
                             .scalar_stress = given_stress,
                             .potential = given_potential,
                             .in_step = &IN_STEP(given_book, 1)};

/* Its stress is no iterate: it is made anew in every iteration. Where stresses are those of one instant, so are those of dampers. */
static const sn_stage_law damper_two = {start,          stress_two,     respond_two, .book = damper_book,
                                        .sees_path = 1, .sees_alone = 1};
static const sn_stage_law damper_mean = {start, stress_one, respond_one, .book = damper_book, .sees_path = 1};

const sn_law sn_law_rate_path = {
    .name = "rate along the path",
    .is_scalar = 1,
    .is_rate = 1,
    .scalar_stress = sn_rate_at_instant,
    .in_step = &(const struct sn_stage_laws){.two = &damper_two, .mean = &damper_mean, .there = &sn_rate_one}};
