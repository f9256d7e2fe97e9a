/* laws/bristle.c -- see bristle.h.
 * Theory:  docs/theory-contact.md, friction. The balance closes whatever the step passes: the stages are Gauss' points, so that the change of
 *          k z.z/2 is the work of k z on z' at the stages, and what slides does so along its stress.
 */
#include "laws/bristle.h"

#include <math.h>
#include <string.h>

#include "laws/contact.h"
#include "laws/gauss.h"
#include "system/kernel.h"

enum { N = SN_SLIPS, ROWS = SN_SLIP_ROWS };
static const double RESOLVED = 4; /* (omega h)^2 of a bristle that a step can follow */

/* Rows of friction are met: of the limits, and what moves the parts by this part of the model's size. */
static const double SETTLED = 1e-8, NOTHING = 1e-15;
/* least inertia about an axis of a node that a slip may turn, over the sum of all three */
static const double LEAST = 1e-3;

double sn_coefficient(const sn_coulomb *f, double speed, double *slope)
{
  const double more = f->still - f->slides;
  if (!(more > 0)) {
    if (slope) {
      *slope = 0;
    }
    return f->slides;
  }
  SN_ASSERT(f->speed > 0);
  const double x = speed / f->speed, part = exp(-x * x);
  if (slope) {
    *slope = -2 * x / f->speed * part * more;
  }
  return f->slides + more * part;
}

static double dot(int n, const double *a, const double *b)
{
  double sum = 0;
  for (int k = 0; k < n; k++) {
    sum += a[k] * b[k];
  }
  return sum;
}

double sn_bristle_energy(double k, int n, const double *z)
{
  return 0.5 * k * dot(n, z, z);
}

/* ---- the rows */

/* Rates of the bristle at the stages by stress beyond k z_i: the inverse of h k times Gauss' matrix, of which + comes first. */
static double compliance(const sn_stages *x, const sn_bristle *b, int i, int j)
{
  static const double two_stage[2][2] = {{3, -3 - 2 * R3}, {-3 + 2 * R3, 3}};
  return (x->n == 2 ? two_stage[i][j] : b->alone) / (x->h * b->k);
}

void sn_bristle_start(const sn_stages *x, double k, int n, const double *z_i, int at_stage, sn_bristle *b)
{
  SN_ASSERT(n >= 1 && n <= N && k >= 0);
  *b = (sn_bristle){.n = n, .k = k, .unit = 1, .mobility = -1, .alone = at_stage ? 1 : 2};
  memcpy(b->z_i, z_i, sizeof(double) * (size_t)n);
  for (int i = 0; i < x->n; i++) {
    for (int c = 0; c < n; c++) {
      b->s[i][c] = k * z_i[c];
    }
    b->state[i] = b->seen[i] = SN_CONTACT_OPEN;
  }
}

void sn_bristle_none(const sn_stages *x, sn_bristle *b)
{
  memset(b->s, 0, sizeof b->s);
  memset(b->law, 0, sizeof b->law);
  memset(b->gam, 0, sizeof b->gam);
  memset(b->limit, 0, sizeof b->limit);
  memset(b->by_slip, 0, sizeof b->by_slip);
  memset(b->by_limit, 0, sizeof b->by_limit);
  for (int i = 0; i < x->n; i++) {
    b->state[i] = SN_CONTACT_OPEN;
  }
}

/* Nearest stress within the limit, and its derivatives by y (n x n) and by the limit. */
static sn_contact_state nearest(int n, const double *y, double limit, double *s, double *by_y, double *by_limit)
{
  const double size = sqrt(dot(n, y, y));
  const int inside = limit > 0 && size <= limit;
  const double part = inside ? 1 : size > 0 ? limit / size : 0;
  for (int k = 0; k < n; k++) {
    const double unit = size > 0 ? y[k] / size : 0;
    s[k] = part * y[k];
    by_limit[k] = inside ? 0 : unit;
    for (int l = 0; l < n; l++) {
      by_y[n * k + l] = part * ((k == l) - (inside || !(size > 0) ? 0 : unit * y[l] / size));
    }
  }
  return !(limit > 0) ? SN_CONTACT_OPEN : inside ? SN_CONTACT_STICKS : SN_CONTACT_SLIPS;
}

/* n equations, rows of `wide` numbers: [A, rhs] -> rhs solved, by Gauss with pivots. */
enum { WIDE = 2 * ROWS + SN_STAGES + 1 };
static void solve(int n, int wide, double A[ROWS][WIDE])
{
  for (int i = 0; i < n; i++) {
    int best = i;
    for (int r = i + 1; r < n; r++) {
      best = fabs(A[r][i]) > fabs(A[best][i]) ? r : best;
    }
    for (int c = 0; c < wide && best != i; c++) {
      const double kept = A[i][c];
      A[i][c] = A[best][c];
      A[best][c] = kept;
    }
    for (int r = 0; r < n; r++) {
      const double factor = r != i ? A[r][i] / A[i][i] : 0;
      for (int c = i; c < wide && factor != 0; c++) {
        A[r][c] -= factor * A[i][c];
      }
    }
  }
  for (int i = 0; i < n; i++) {
    for (int c = n; c < wide; c++) {
      A[i][c] /= A[i][i];
    }
  }
}

void sn_bristle_mix(const sn_stages *x, sn_bristle *b)
{
  const int m = b->n, n = m * x->n, wide = n + n + x->n + 1;
  const double mean = compliance(x, b, 0, 0), rho = 1 / (x->h * b->mobility + mean);
  double A[ROWS][WIDE] = {{0}};
  SN_ASSERT(b->mobility >= 0 && b->k > 0);
  for (int i = 0; i < x->n; i++) {
    double y[N], near[N], by_y[N * N], by_limit[N];
    for (int k = 0; k < m; k++) {
      double z = 0; /* rate of the bristle */
      for (int j = 0; j < x->n; j++) {
        z += compliance(x, b, i, j) * (b->s[j][k] - b->k * b->z_i[k]);
      }
      y[k] = b->s[i][k] + rho * (b->gam[i][k] - z);
    }
    b->state[i] = nearest(m, y, b->limit[i], near, by_y, by_limit);
    for (int k = 0; k < m; k++) {
      double *row = A[m * i + k];
      row[m * i + k] = 1;
      for (int l = 0; l < m; l++) {
        row[m * i + l] -= by_y[m * k + l];
        for (int j = 0; j < x->n; j++) {
          row[m * j + l] += rho * by_y[m * k + l] * compliance(x, b, i, j);
        }
        row[n + m * i + l] = rho * by_y[m * k + l];
      }
      row[2 * n + i] = by_limit[k];
      row[2 * n + x->n] = near[k] - b->s[i][k];
    }
  }
  solve(n, wide, A);
  for (int i = 0; i < n; i++) {
    memcpy(b->by_slip[i], A[i] + n, sizeof(double) * (size_t)n);
    memcpy(b->by_limit[i], A[i] + 2 * n, sizeof(double) * (size_t)x->n);
    b->law[i / m][i % m] = b->s[i / m][i % m] + A[i][2 * n + x->n];
  }
}

void sn_bristle_weaken(sn_bristle *b, int stage, double slope)
{
  const double size = sqrt(dot(b->n, b->gam[stage], b->gam[stage]));
  for (int i = 0; i < SN_STAGES * b->n && slope != 0 && size > 0; i++) {
    for (int k = 0; k < b->n; k++) {
      b->by_slip[i][b->n * stage + k] += b->by_limit[i][stage] * slope * b->gam[stage][k] / size;
    }
  }
}

/* ---- the end of a step */

sn_contact_state sn_bristle_state(const sn_stages *x, const sn_bristle *b)
{
  for (int i = 0; i < x->n; i++) {
    if (b->state[i] == SN_CONTACT_SLIPS) {
      return SN_CONTACT_SLIPS;
    }
  }
  return SN_CONTACT_STICKS;
}

double sn_bristle_end(const sn_stages *x, const sn_bristle *b, double most, double z[SN_SLIPS])
{
  double work = 0;
  int slid = 1;
  memcpy(z, b->z_i, sizeof b->z_i);
  for (int i = 0; i < x->n; i++) {
    work += x->h / x->n * dot(b->n, b->law[i], b->gam[i]);
    slid = slid && b->state[i] == SN_CONTACT_SLIPS;
    for (int k = 0; k < b->n; k++) {
      for (int j = 0; j < x->n; j++) {
        z[k] += x->h / x->n * compliance(x, b, i, j) * (b->law[j][k] - b->k * b->z_i[k]);
      }
    }
  }
  if (slid) { /* Gauss' stages do not relax the bristle: it ends as what slides there stretches it, if there is work for that */
    const double size = sqrt(dot(b->n, b->law[0], b->law[0])), part = most / (b->k * size);
    double full[N] = {0};
    for (int k = 0; k < b->n && size > 0; k++) {
      full[k] = part * b->law[0][k];
    }
    if (size > 0 && sn_bristle_energy(b->k, b->n, full) <= sn_bristle_energy(b->k, b->n, b->z_i) + work) {
      memcpy(z, full, sizeof full);
    }
  }
  return work;
}

double sn_bristle_cut(const sn_bristle *b, double work, double most, double z[SN_SLIPS])
{
  const double size = sqrt(dot(b->n, z, z)), longest = most / b->k;
  for (int k = 0; k < b->n && size > longest; k++) {
    z[k] *= longest / size;
  }
  const double stored = sn_bristle_energy(b->k, b->n, z) - sn_bristle_energy(b->k, b->n, b->z_i);
  return fmax(work - stored, 0); /* what it is below 0 is round-off: the balance shows */
}

int sn_bristle_holds(const sn_stages *x, const sn_bristle *b)
{
  return b->k > 0 && b->state[0] == SN_CONTACT_STICKS && b->state[x->n - 1] == SN_CONTACT_STICKS &&
         x->hh * b->k * fmax(b->mobility, 0) > RESOLVED;
}

/* ---- how easily it moves */

static sn_v3 solve_three(sn_m3 J, sn_v3 m)
{
  const sn_v3 a = J.c[0], b = J.c[1], c = J.c[2];
  const double det = v3_dot(a, v3_cross(b, c));
  return v3(v3_dot(m, v3_cross(b, c)) / det, v3_dot(m, v3_cross(c, a)) / det, v3_dot(m, v3_cross(a, b)) / det);
}

/* of a node by the forces F on the vectors of the block */
static double mobility_of(const sn_stages *x, const sn_block *b, int node, const sn_v3 *F)
{
  const sn_node *c = x->s->node + node;
  sn_v3 force = v3(0, 0, 0), moment = v3(0, 0, 0);
  sn_m3 J = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}};
  double trace = 0;
  for (int a = 0; a < b->n_vec; a++) {
    const sn_vector *v = x->s->vector + b->vector[a];
    if (v->node == node && v->slot < c->has_x) {
      force = v3_add(force, F[a]);
    } else if (v->node == node) {
      moment = v3_add(moment, v3_cross(x->start->q[b->vector[a]], F[a]));
    }
  }
  for (int i = c->has_x; i < c->n_vec; i++) {
    for (int j = c->has_x; j < c->n_vec; j++) {
      const sn_v3 d = x->start->q[c->vector[i]], e = x->start->q[c->vector[j]];
      trace += 2 * c->mass[i][j] * v3_dot(d, e);
      for (int k = 0; k < 3; k++) {
        J.c[k].x[k] += c->mass[i][j] * v3_dot(d, e);
        for (int l = 0; l < 3; l++) {
          J.c[k].x[l] -= 0.5 * c->mass[i][j] * (d.x[k] * e.x[l] + d.x[l] * e.x[k]);
        }
      }
    }
  }
  double sum = c->has_x && c->mass[0][0] > 0 ? v3_dot(force, force) / c->mass[0][0] : 0;
  if (trace > 0) {
    for (int k = 0; k < 3; k++) {
      J.c[k].x[k] += LEAST * trace;
    }
    sum += v3_dot(moment, solve_three(J, moment));
  }
  return sum;
}

double sn_mobility(const sn_stages *x, const sn_block *b, const double *s)
{
  sn_v3 F[SN_MAX_BLOCK_VECTORS];
  double sum = 0;
  SN_ASSERT(b->n_vec <= SN_MAX_BLOCK_VECTORS);
  sn_form_forces(b, s, x->start->q, F);
  for (int i = 0; i < b->n_node; i++) {
    sum += mobility_of(x, b, b->node[i], F);
  }
  return sum;
}

/* ---- all of a step */

typedef struct {
  double moved, size, left, shift;
  int turned;
} review;

static void look(const sn_stages *x, const sn_bristle *b, review *r)
{
  for (int k = 0; k < x->n && b->k > 0; k++) {
    r->moved = fmax(r->moved, fabs(b->limit[k] - b->limit_before[k]) / b->unit);
    r->size = fmax(r->size, b->limit[k] / b->unit);
    r->turned = r->turned || b->seen[k] != b->state[k];
    for (int j = 0; j < b->n; j++) {
      const double rest = fabs(b->law[k][j] - b->s[k][j]);
      r->left = fmax(r->left, rest / b->unit);
      r->shift = fmax(r->shift, x->hh * b->mobility * rest * b->unit);
    }
  }
}

static review look_at_all(const sn_stages *x)
{
  review r = {0};
  for (int i = 0; i < x->packs->n; i++) {
    const sn_law_pack *p = x->pack + i;
    for (int l = 0; l < p->is->n && p->scalar; l++) {
      if (p->scalar[l].bristle) {
        look(x, p->scalar[l].bristle, &r);
      }
      if (p->scalar[l].contact) {
        look(x, &p->scalar[l].contact->slide, &r);
        look(x, &p->scalar[l].contact->roll, &r);
        r.turned = r.turned || p->scalar[l].contact->touched != p->scalar[l].contact->touches;
      }
    }
  }
  return r;
}

int sn_limits_changed(const sn_stages *x)
{
  const review r = look_at_all(x);
  return r.moved > 1e-13 * r.size;
}

int sn_friction_settled(const sn_stages *x)
{
  const review r = look_at_all(x);
  return r.left <= SETTLED * r.size || r.shift <= NOTHING * x->s->extent;
}

int sn_friction_turned(const sn_stages *x)
{
  return look_at_all(x).turned;
}
