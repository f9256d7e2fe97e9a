/* laws/path_law.c -- laws on a scalar strain along the path of a step: potentials, dampers of stops, and contacts.
 * Theory:  docs/theory.md, composite strains (7.6) to (7.8). The path eps_i + a_eps s + 3 b_eps s(1 - s) is cut where a one-sided law
 *          begins or ends to act. Four Gauss points in each piece are then exact for polynomials, and the force is zero at the cut, so that
 *          derivatives need no term of the cut itself.
 * Tests:   tests/steps/test_path.c
 */
#include <math.h>

#include "laws/gauss.h"
#include "laws/path.h"

static const double ROUND_OFF = 8 * 0x1p-52; /* of a sum of a few terms */

/* Places in (0, 1) at which the law has a kink, in order, between 0 and 1. */
enum { MOST_CUTS = 3 };
typedef struct {
  int n; /* pieces: from s[i] to s[i + 1] */
  double s[MOST_CUTS + 2];
} pieces;

static void cut_at(double s, pieces *to)
{
  int i = to->n;
  if (!(s > 0 && s < 1)) { /* what is no number, too */
    return;
  }
  SN_ASSERT(to->n <= MOST_CUTS);
  to->s[to->n + 1] = to->s[to->n];
  for (; i > 1 && to->s[i - 1] > s; i--) {
    to->s[i] = to->s[i - 1];
  }
  to->s[i] = s;
  to->n++;
}

/* Cuts where the strain passes `edge`: roots of c0 + c1 s + c2 s^2, without cancellation. */
static void cut_at_strain(const sn_path *p, double edge, pieces *to)
{
  const double c0 = p->eps_i - edge, c1 = p->a_eps + 3 * p->b_eps, c2 = -3 * p->b_eps;
  const double inside = c1 * c1 - 4 * c2 * c0;
  if (!(inside > 0)) { /* a path that only touches the edge is not cut by it */
    return;
  }
  const double q = -0.5 * (c1 + copysign(sqrt(inside), c1));
  cut_at(c0 / q, to);
  cut_at(q / c2, to);
}

/* A cut where the rate, linear in s, passes `rate`. */
static void cut_at_rate(const sn_path *p, double rate, pieces *to)
{
  SN_ASSERT(p->h > 0);
  cut_at((p->a_eps + 3 * p->b_eps - p->h * rate) / (6 * p->b_eps), to);
}

/* a Gauss point of a piece: weights of a_eps and b_eps in the strain (s, q), and of the half difference (u) */
typedef struct {
  double s, w, u, q;
} place;
static place place_of(const pieces *cut, int piece, int i)
{
  const double length = cut->s[piece + 1] - cut->s[piece], s = cut->s[piece] + length * sn_gauss4[i].at;
  return (place){.s = s, .w = length * sn_gauss4[i].weight, .u = R3 * (2 * s - 1), .q = 3 * s * (1 - s)};
}

static void one_stage_only(sn_path *p)
{
  p->law[1] = p->law[2] = p->law[3] = 0;
}

void sn_path_potential(const sn_potential *V, double alpha, int two_stage, sn_path *p)
{
  const double ae = p->a_eps, be = p->b_eps;
  pieces cut = {.n = 1, .s = {0, 1}};
  double c = 0, d = 0, k;
  SN_ASSERT(V && p->stiffness >= 0);
  if (V->side != 0) {
    cut_at_strain(p, V->edge, &cut);
  }
  for (int i = 0; i < 4 * cut.n; i++) {
    const place at = place_of(&cut, i / 4, i % 4);
    const double f = V->force(V, p->eps_i + ae * at.s + be * at.q, &k);
    c += at.w * f;
    d += at.w * at.u * f;
    p->law[0] += at.w * at.s * k;
    p->law[1] += at.w * at.q * k;
    p->law[2] += at.w * at.u * at.s * k;
    p->law[3] += at.w * at.u * at.q * k;
  }
  if (!two_stage) {
    d = 0;
    one_stage_only(p);
  }
  /* a remainder at the round-off of the energies is no quadrature error: divided by a tiny strain it would be noise */
  const double size = ae * ae + 3 * be * be, r = V->difference(V, p->eps_i, p->eps_i + ae) - (c * ae - R3 * d * be);
  const double level = fabs(c * ae) + (V->expr_is_force ? 0 : V->energy(V, p->eps_i) + V->energy(V, p->eps_i + ae));
  if (fabs(r) > ROUND_OFF * fabs(level)) {
    /* its derivatives matter where the path crosses a kink (laws of the user): without them Newton crawls */
    double *l = p->law;
    const double f = V->force(V, p->eps_i + ae, &k), rs = r / size;
    const double ra = (f - c - ae * l[0] + R3 * be * l[2]) / size - 2 * rs * ae / size;
    const double rb = (R3 * d - ae * l[1] + R3 * be * l[3]) / size - 6 * rs * be / size;
    l[0] += ra * ae + rs;
    l[1] += rb * ae;
    l[2] -= R3 * ra * be;
    l[3] -= R3 * (rb * be + rs);
    c += rs * ae;
    d -= R3 * rs * be;
  }
  if (!two_stage) {
    d = 0;
    one_stage_only(p);
  } else {
    d -= alpha * p->stiffness * be / (2 * R3);
    p->law[3] -= alpha * p->stiffness / (2 * R3);
  }
  p->residual[0] = p->tau_c - c;
  p->residual[1] = p->tau_d - d;
}

/* Its stress is no iterate: it is made anew in every iteration. */
void sn_path_rate(const sn_rate_law *l, int two_stage, sn_path *p)
{
  const double ae = p->a_eps, be = p->b_eps;
  pieces cut = {.n = 1, .s = {0, 1}};
  SN_ASSERT(l && l->dissipates && p->h > 0);
  cut_at_strain(p, l->edge, &cut);
  cut_at_rate(p, l->turn, &cut);
  p->tau_c = p->tau_d = p->loss = 0;
  for (int i = 0; i < 4 * cut.n; i++) {
    const place at = place_of(&cut, i / 4, i % 4);
    const double turn = 3 * (1 - 2 * at.s), rate = (ae + be * turn) / p->h;
    double by[3];
    const double f = l->stress(l, p->t + at.s * p->h, p->eps_i + ae * at.s + be * at.q, rate, 0, by);
    const double by_a = by[0] * at.s + by[1] / p->h, by_b = by[0] * at.q + by[1] * turn / p->h;
    p->tau_c += at.w * f;
    p->tau_d += at.w * at.u * f;
    p->loss += p->h * at.w * f * rate;
    p->law[0] += at.w * by_a;
    p->law[1] += at.w * by_b;
    p->law[2] += at.w * at.u * by_a;
    p->law[3] += at.w * at.u * by_b;
  }
  if (!two_stage) {
    p->tau_d = 0;
    one_stage_only(p);
  }
  p->residual[0] = p->residual[1] = 0;
}

/* ---- contacts */

/* The speed of approach at the touch. In a step that touches it is the one that the motion before would have there: the path knows of the touch
   from its start. */
static double approach_of(const sn_contact *c, const sn_path *p)
{
  pieces cut = {.n = 1, .s = {0, 1}};
  SN_ASSERT(p->h > 0 && c->slowest > 0);
  if (p->eps_i < 0) {
    return fmax(p->approach_i, c->slowest);
  }
  cut_at_strain(p, 0, &cut);
  return fmax(-p->rate_i - p->bend * cut.s[1] * p->h, c->slowest);
}

/* Hunt and Crossley's loss: |V'| d eps', d = loss/(speed of approach), never more than V' pushes. */
static void add_loss(const sn_contact *c, const sn_potential *V, int two_stage, sn_path *p)
{
  const double ae = p->a_eps, be = p->b_eps;
  const double d = c->loss / (p->approach = approach_of(c, p));
  pieces cut = {.n = 1, .s = {0, 1}};
  cut_at_strain(p, V->edge, &cut);
  cut_at_rate(p, 1 / d, &cut);
  for (int i = 0; i < 4 * cut.n; i++) {
    const place at = place_of(&cut, i / 4, i % 4);
    const double turn = 3 * (1 - 2 * at.s), rate = (ae + be * turn) / p->h;
    double k;
    const double push = -V->force(V, p->eps_i + ae * at.s + be * at.q, &k);
    const int limited = d * rate >= 1;
    const double f = limited ? push : push * d * rate;
    const double by_x = limited ? -k : -k * d * rate, by_rate = limited ? 0 : push * d;
    const double by_a = by_x * at.s + by_rate / p->h, by_b = by_x * at.q + by_rate * turn / p->h;
    p->residual[0] -= at.w * f;
    p->residual[1] -= two_stage ? at.w * at.u * f : 0;
    p->loss += p->h * at.w * f * rate;
    p->law[0] += at.w * by_a;
    p->law[1] += two_stage ? at.w * by_b : 0;
    p->law[2] += two_stage ? at.w * at.u * by_a : 0;
    p->law[3] += two_stage ? at.w * at.u * by_b : 0;
  }
}

void sn_path_contact(const sn_contact *c, const sn_potential *V, double alpha, int two_stage, sn_path *p)
{
  SN_ASSERT(V->side < 0 && V->edge == 0);
  sn_path_potential(V, alpha, two_stage, p);
  p->loss = p->approach = 0;
  if (c->loss > 0) {
    add_loss(c, V, two_stage, p);
  }
}
