/* steps/one/composite.c -- laws on composite strains in a one-stage step: drives and gears, potentials, given forces.
 * Theory:  docs/theory.md, composite strains with a straight path (7.2), or the law at q_s. The path of each block is its own
 *          (steps/path.h); columns run in lanes.
 */
#include "steps/one/inside.h"

static void start(sn_stepper *x, one_pack *p, one_work *k)
{
  (void)k;
  SN_ASSERT(p->scalar && p->law->is_scalar);
  for (int l = 0; l < p->is->n; l++) {
    sn_path_start(x->s->block + p->is->block[l], x->start, x->h, 0, &p->scalar[l].path);
  }
}

/* tau in the forces: by the law at the iterate, or the multiplier of a constraint */
static double in_forces(const one_pack *p, const sn_path *path)
{
  SN_ASSERT(p->law->is_scalar);
  return path->tau_c - (p->law->foretells ? path->residual[0] : 0);
}

/* Gradient and law where forces act, in place of their means. What the path says of the end stays: rows and the drive. */
static void at_stage(const sn_stepper *x, const sn_block *c, const double *e, sn_path *path)
{
  SN_ASSERT(x->stage->stress == SN_STRESS_STAGE && c->law->is_scalar);
  const double at = x->stage->at, t = x->t + at * x->h;
  const double u = c->drive && c->drive_is_rate ? path->u_i + at * x->h * sn_drive_rate(c, x->t + 0.5 * at * x->h)
                                                : sn_drive(c, x->start->own, t);
  const double eps = sn_composite(c, x->start->own, e, path->n_c, path->hessian) - u;
  if (c->law->stores_energy) {
    path->residual[0] = path->tau_c - c->potential->force(c->potential, eps, path->law);
  } else if (!c->law->is_constraint) {
    path->residual[0] = path->tau_c + sn_expr_value(c->given, &t);
  }
}

static void stress(sn_stepper *x, one_pack *p, one_work *k)
{
  const int nf = p->type->n_form;
  SN_ASSERT(p->sees_end && p->is->n >= 1 && nf <= SN_MAX_COMPOSITE_FORMS);
  p->idle = !p->sees_stage; /* the law at a stage is not that of the path */
  for (int l = 0; l < SN_LANES; l++) {
    const int from = l < p->is->n ? l : p->is->n - 1;
    const sn_block *c = x->s->block + p->is->block[from];
    sn_path *path = &p->scalar[from].path;
    if (from == l) {
      double a[SN_MAX_FORMS], e[SN_MAX_FORMS];
      for (int f = 0; f < nf; f++) {
        a[f] = k->e[f][l] - path->e_i[f];
        e[f] = p->sees_stage ? k->m[f][l] : 0;
      }
      sn_path_evaluate(c, &(sn_path_at){.own = x->start->own, .a = a}, path);
      p->idle = p->idle && path->open;
      if (p->sees_stage) {
        at_stage(x, c, e, path);
      }
      p->scalar[l].rate = 0;
      for (int f = 0; f < nf && p->sees_rate; f++) {
        p->scalar[l].rate += path->n_c[f] * k->r[f][l];
      }
    }
    for (int f = 0; f < nf; f++) {
      p->l[f][l] = in_forces(p, path) * path->n_c[f];
      p->s[f][l] = path->tau_c * path->n_c[f];
    }
    if (p->n_mult > 0) {
      p->row[0][l] = path->residual[0];
    }
  }
}

/* the paths of four blocks side by side */
typedef struct {
  sn_lane *n, *by, *hessian; /* gradient of the forces; of the strain that law or row sees; derivative of the first */
  sn_lane *d;                /* n_form: scratch */
  sn_lane tau, law;
} paths;

static void side_by_side(const one_pack *p, sn_lane *out, paths *s)
{
  const int nf = p->type->n_form, at_end = p->n_mult > 0 || !p->sees_stage;
  SN_ASSERT(p->scalar && p->is->n >= 1 && nf <= SN_MAX_COMPOSITE_FORMS);
  s->n = out;
  s->by = out + nf;
  s->d = out + 2 * nf;
  s->hessian = out + 3 * nf;
  for (int l = 0; l < SN_LANES; l++) {
    const sn_path *path = &p->scalar[l < p->is->n ? l : p->is->n - 1].path;
    for (int f = 0; f < nf; f++) {
      s->n[f][l] = path->n_c[f];
      s->by[f][l] = at_end ? path->g_f[f] : path->n_c[f];
    }
    for (int i = 0; i < nf * nf; i++) {
      s->hessian[i][l] = path->hessian[i];
    }
    s->tau[l] = path->tau_c;
    s->law[l] = path->law[0];
  }
}

/* Increment of the strain; of the stresses of the forms at fixed tau, in d. X: strains that the gradient sees; E: that the row or the
   law sees; numbers `stride` apart */
SN_LANE_INLINE void increment(const paths *s, int nf, const sn_lane *X, const sn_lane *E, int stride, sn_lane *eps)
{
  SN_ASSERT(nf >= 1 && stride >= 1 && s->d != s->n && s->d != s->by);
  *eps = lane(0);
  for (int f = 0; f < nf; f++) {
    sn_lane n = lane(0);
    for (int l = 0; l < nf; l++) {
      n += s->hessian[f * nf + l] * X[l * stride];
    }
    *eps += s->by[f] * E[f * stride];
    s->d[f] = s->tau * n;
  }
}

SN_CLONES static void respond(const sn_stepper *x, const one_pack *p, one_work *k)
{
  const sn_pack_type *t = p->type;
  const int nf = t->n_form, nc = p->is->offset[t->n_node], n = p->is->n_local;
  SN_ASSERT(p->n_mult <= 1 && nc + p->n_mult == n);
  const sn_lane hh = lane(x->hh), *X = p->sees_stage ? k->Xm : k->Xe, *E = p->n_mult > 0 ? k->Xe : X;
  paths s;
  side_by_side(p, k->scalar, &s);
  for (int j = 0; j < nc; j++) {
    sn_lane eps, tau = lane(0);
    increment(&s, nf, X + j, E + j, nc, &eps);
    if (p->n_mult > 0) {
      k->T[nc * n + j] = eps;
    } else {
      tau = s.law * eps;
    }
    for (int f = 0; f < nf; f++) {
      k->S[f * nc + j] = hh * (s.d[f] + tau * s.n[f]);
    }
  }
  if (p->n_mult > 0) {
    for (int i = 0; i < nc; i++) {
      sn_lane sum = lane(0);
      for (int f = 0; f < nf; f++) {
        sum += k->L[f * nc + i] * s.n[f];
      }
      k->T[i * n + nc] = sum * p->unit[0];
    }
    for (int l = 0; l < SN_LANES; l++) {
      k->T[nc * n + nc][l] = -sn_hold(x->o.dependent, x->s->block + p->is->block[l], 0);
    }
  }
}

SN_CLONES static void update(sn_stepper *x, one_pack *p, one_work *k)
{
  if (p->type->of->law->is_constraint) {
    for (int l = 0; l < p->is->n && p->n_mult > 0; l++) {
      SN_ASSERT(p->is->first[l] >= 0 && p->is->first[l] < x->all.layout.n);
      p->scalar[l].path.tau_c += x->all.rhs[p->is->first[l]] * p->unit[0][l] / x->hh;
    }
    return;
  }
  SN_ASSERT(p->n_mult == 0 && p->law->foretells);
  const sn_lane *by = p->sees_stage ? k->m : k->e;
  paths s;
  sn_lane eps;
  side_by_side(p, k->scalar, &s);
  increment(&s, p->type->n_form, by, by, 1, &eps);
  for (int l = 0; l < p->is->n; l++) {
    sn_path *path = &p->scalar[l].path;
    path->tau_c += s.law[l] * eps[l] - path->residual[0];
  }
}

/* ---- what it did */

/* the motor of a drive: of a constraint, or of a spring that stands for one */
static void book(const sn_stepper *x, const one_pack *p, int l, sn_ledger *to)
{
  const sn_path *path = &p->scalar[l].path;
  const sn_block *c = x->s->block + p->is->block[l];
  SN_ASSERT(l < p->is->n);
  if (c->drive) {
    to->work_drives += in_forces(p, path) * (one_hands_on(x) ? -x->h * sn_drive_rate(c, x->t + x->h) : path->t_c);
  }
}

/* a damper of a stop: what it took along the path, which is the work of tau_c to round-off */
static void damper_book(const sn_stepper *x, const one_pack *p, int l, sn_ledger *to)
{
  SN_ASSERT(l < p->is->n && p->scalar[l].path.loss >= 0);
  (void)x;
  to->dissipation += p->scalar[l].path.loss;
}

static void given_book(const sn_stepper *x, const one_pack *p, int l, sn_ledger *to)
{
  const sn_path *path = &p->scalar[l].path;
  SN_ASSERT(l < p->is->n && (p->sees_rate || !one_hands_on(x)));
  to->work_loads -= in_forces(p, path) * (one_hands_on(x) ? x->h * p->scalar[l].rate : path->a_eps);
}

const one_law one_potential_law = {
    .start = start,
    .stress = stress,
    .respond = respond,
    .update = update,
    .book = book,
    .is_scalar = 1,
    .foretells = 1,
};
const one_law one_rate_path_law = {
    .start = start,
    .stress = stress,
    .respond = respond,
    .book = damper_book,
    .is_scalar = 1,
};
const one_law one_given_law = {
    .start = start,
    .stress = stress,
    .respond = respond,
    .update = update,
    .book = given_book,
    .is_scalar = 1,
    .foretells = 1,
};
const one_law one_driven_law = {
    .start = start,
    .stress = stress,
    .respond = respond,
    .update = update,
    .book = book,
    .is_scalar = 1,
};
