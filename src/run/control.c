/* run/control.c -- the error of a step estimated from the positions of the last ones, and what follows for the step size.
 * What:    the end of a step is compared with what polynomials through the last positions foretell. No force is evaluated
 *          and nothing is solved for it.
 * Theory:  docs/theory.md, step size (18.1)-(18.4). delta_j: end of the step minus the extrapolation of the j last
 *          positions; k = order + 1. In smooth motion the local error is c h^k q^(k) with h^k q^(k) = s_k delta_k,
 *          s_k = k! h^k / product of (t - t_i); where the motion is not smooth on the scale of the steps all delta_j are
 *          alike and the error is a large part of delta_k itself. Only positions enter: velocities have a part normal to
 *          the constraints that belongs to the size of its step. The error is taken per characteristic time
 *          tau = h/(h^k q^(k))^(1/k), so that the error of a run is proportional to the tolerance.
 * Limits:  one kink inside a step is seen by about a tenth of its true error, and fully by the steps behind it.
 * Tests:   tests/run/test_control.c, tests/promises/test_tolerance.c.
 */
#include "run/control.h"

#include <limits.h>
#include <math.h>
#include <string.h>

/* halvings without success before a step is accepted as it is: of one step that is repeated, and of all since the size grew */
enum { FLAT = 3, STUCK = 8 };
static const double falls = 0.7;        /* a smaller step helps if the error falls below this part of the last one */
static const double safely_below = 0.5; /* of the tolerance: limit for the error of a step of twice the size */
static const double roughness = 30;     /* weight of (delta_k/delta_(k-1))^4 */

sn_status sn_control_check(const sn_run_options *o, sn_error *error)
{
  if (!(o->tolerance > 0) || o->scheme->order > 0) {
    return SN_OK;
  }
  sn_failf(error, SN_EINPUT, "run: `tolerance` cannot be used with the scheme '%s'.", o->scheme->name);
  sn_error_why(error, "There is no error estimate for this scheme.");
  sn_error_fix(error, "Use scheme = \"ed\" or \"ep\", or leave `tolerance` out and give dt.");
  return SN_EINPUT;
}

sn_status sn_control_new(const sn_system *s, const sn_run_options *o, sn_control_memory *m, sn_arena *arena,
                         sn_control *out, sn_error *error)
{
  *out = (sn_control){.system = s, .tolerance = o->tolerance, .m = m};
  SN_TRY(sn_control_check(o, error));
  if (!(o->tolerance > 0)) {
    return SN_OK;
  }
  out->order = o->scheme->order;
  out->constant = o->scheme->error_constant;
  out->n_past = (size_t)(SN_PAST + 1) * 3 * (size_t)s->n_vector;
  out->past = SN_NEW(arena, double, out->n_past);
  if (!out->past) {
    return sn_no_memory(error, "the control of the step size");
  }
  return SN_OK;
}

/* Entry i of the ring, or the velocities at the start (SN_PAST). */
static double *row(const sn_control *c, int i)
{
  SN_ASSERT(c->past && i >= 0 && i <= SN_PAST);
  return c->past + (size_t)i * 3 * (size_t)c->system->n_vector;
}

static void put(sn_control *c, int i, const sn_v3 *from)
{
  memcpy(row(c, i), from, sizeof(sn_v3) * (size_t)c->system->n_vector);
}

void sn_control_begin(sn_control *c, const sn_state *start)
{
  if (c->tolerance > 0) {
    *c->m = (sn_control_memory){.n = 1, .from_start = 1};
    c->m->t[0] = *start->t;
    put(c, 0, start->q);
    put(c, SN_PAST, start->v);
  }
}

/* The points that a step is compared with: times, latest first, then the start a second time for its velocity. */
typedef struct {
  int n; /* number of points, not counting the end of the step */
  double t[SN_PAST + 2];
  const double *q[SN_PAST + 2];
  int twice; /* 1: the last two are the same point, with the velocity v */
  const double *v;
  double inverse[SN_PAST + 2][SN_PAST + 2]; /* 1/(t_i - t_(i+j)) */
  double reach[SN_PAST + 2];                /* product of t_0 - t_1 .. t_0 - t_j */
} points;

/* Index in the ring of the position before the last i ones. */
static int place(const sn_control_memory *m, int i)
{
  SN_ASSERT(i >= 0 && i < SN_PAST && m->latest >= 0 && m->latest < SN_PAST);
  return (m->latest + SN_PAST - i) % SN_PAST;
}

static void gather(const sn_control *c, const sn_state *x, double t, points *p)
{
  const sn_control_memory *m = c->m;
  *p = (points){.t = {t}, .q = {(const double *)x->q}, .v = row(c, SN_PAST), .reach = {1}};
  const int most = c->order + 1;
  for (int i = 0; i < m->n && p->n < most; i++) {
    const int at = place(m, i);
    p->n++;
    p->t[p->n] = m->t[at];
    p->q[p->n] = row(c, at);
  }
  if (m->from_start && p->n == m->n && p->n < most) {
    p->twice = 1;
    p->n++;
    p->t[p->n] = p->t[p->n - 1];
    p->q[p->n] = p->q[p->n - 1];
  }
  for (int j = 1; j <= p->n; j++) {
    p->reach[j] = p->reach[j - 1] * (t - p->t[j]);
    for (int i = 0; i + j <= p->n; i++) {
      const double d = p->t[i] - p->t[i + j];
      p->inverse[i][j] = d > 0 ? 1 / d : 0;
    }
  }
}

/* |delta_j| of one vector, j = 1 .. n, by divided differences. */
static void differences(const points *p, size_t first, double delta[SN_PAST + 2])
{
  double d[SN_PAST + 2][3];
  for (int i = 0; i <= p->n; i++) {
    memcpy(d[i], p->q[i] + first, sizeof d[i]);
  }
  for (int j = 1; j <= p->n; j++) {
    for (int i = 0; i + j <= p->n; i++) {
      const int velocity = p->twice && j == 1 && i + 1 == p->n;
      for (int a = 0; a < 3; a++) {
        d[i][a] = velocity ? p->v[first + (size_t)a] : (d[i][a] - d[i + 1][a]) * p->inverse[i][j];
      }
    }
    delta[j] = sqrt(d[0][0] * d[0][0] + d[0][1] * d[0][1] + d[0][2] * d[0][2]) * p->reach[j];
  }
}

sn_estimate sn_control_estimate(const sn_control *c, const sn_state *x, double t)
{
  const sn_system *s = c->system;
  const int k = c->order + 1;
  points p;
  gather(c, x, t, &p);
  if (p.n < 2) {
    return (sn_estimate){0, INFINITY}; /* the first step after a jump */
  }
  const int top = p.n; /* at the start lower differences replace those that are not known yet */
  double most[SN_PAST + 2] = {0};
  for (int a = 0; a < s->n_vector; a++) {
    double delta[SN_PAST + 2];
    if (s->vector[a].node < 0) {
      continue;
    }
    differences(&p, 3 * (size_t)a, delta);
    const double unit = s->vector[a].length / s->extent;
    for (int j = 1; j <= top; j++) {
      most[j] = fmax(most[j], delta[j] * unit);
    }
  }
  double share = 1; /* s_k = k! h^k / reach_k */
  const double h = t - p.t[1];
  for (int j = 1; j <= top; j++) {
    share *= j * h / (t - p.t[j]);
  }
  if (top == k && most[k - 1] > 0) {
    const double ratio = fmin(1, most[k] / most[k - 1]);
    share += roughness * ratio * ratio * ratio * ratio;
  }
  const double error = c->constant * pow(share * most[top], (k - 1.0) / k); /* (18.4) */
  return (sn_estimate){error, ldexp(error, c->order)};
}

/* Number of halvings in a row without success if this step is refused, too. Steps accepted in between do not count: they end
   before the point that causes the trouble. */
static int stuck(const sn_control_memory *m, const sn_estimate *e)
{
  return m->rejected == 0 || e->error <= falls * m->rejected ? 0 : m->stuck + 1;
}

/* The same for the current step alone: a jump, or a vibration that even the smallest trial step did not resolve. */
static int flat(const sn_control_memory *m, const sn_estimate *e)
{
  return m->here == 0 || e->error <= falls * m->here ? 0 : m->flat + 1;
}

sn_verdict sn_control_judge(const sn_control *c, const sn_estimate *e)
{
  if (e->error <= c->tolerance) {
    return SN_GOOD_ENOUGH;
  }
  return stuck(c->m, e) >= STUCK || flat(c->m, e) >= FLAT ? SN_NO_USE : SN_TOO_COARSE;
}

void sn_control_reject(sn_control *c, const sn_estimate *e)
{
  sn_control_memory *m = c->m;
  m->stuck = stuck(m, e);
  m->flat = flat(m, e);
  m->here = e->error;
  m->rejected = e->error;
  m->calm = 0;
}

void sn_control_accept(sn_control *c, const sn_estimate *e, const sn_state *x, double t, int restart)
{
  SN_ASSERT(c->m->n >= 0 && c->m->n <= SN_PAST);
  sn_control_memory *m = c->m;
  m->calm = e->doubled <= safely_below * c->tolerance ? m->calm + 1 : 0;
  m->flat = 0;
  m->here = 0;
  m->n = restart ? 0 : m->n;
  m->from_start = m->from_start && m->n > 0 && m->n < SN_PAST;
  m->n = m->n < SN_PAST ? m->n + 1 : SN_PAST;
  m->latest = (m->latest + 1) % SN_PAST;
  m->t[m->latest] = t;
  put(c, m->latest, x->q);
}

void sn_control_doubled(sn_control_memory *m)
{
  m->calm = 0;
  m->stuck = 0;
  m->rejected = 0;
}

int sn_control_memory_good(const sn_control_memory *m)
{
  const int count[] = {m->calm, m->stuck, m->flat};
  int good = m->n >= 0 && m->n <= SN_PAST && m->latest >= 0 && m->latest < SN_PAST && isfinite(m->here) &&
             (m->from_start == 0 || m->from_start == 1) && isfinite(m->rejected);
  for (size_t i = 0; i < sizeof count / sizeof *count; i++) {
    good = good && count[i] >= 0 && count[i] < INT_MAX / 2;
  }
  for (int i = 0; i < SN_PAST; i++) { /* after a jump the ring may begin at any index */
    good = good && isfinite(m->t[i]);
  }
  for (int i = 1; good && i < m->n; i++) {
    good = m->t[place(m, i)] < m->t[place(m, i - 1)];
  }
  return good;
}
