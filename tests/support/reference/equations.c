/* tests/support/reference/equations.c -- equations of motion at one instant, and projection onto the constraints.
 * Theory:  vdot = given + M^-1 (f + G^T lambda), G vdot + bias = target''  (M^-1 = 0 for ground and bases, whose
 *          acceleration is given), hence G M^-1 G^T lambda = target'' - bias - G (given + M^-1 f): Cholesky with diagonal
 *          pivoting, dependent rows (redundant joints) dropped. Projection in the norm of M.
 * Tests:   tests/reference/test_reference.c, test_mechanisms.c.
 */
#include "internal.h"

#include <string.h>

void ref_place(const body *b, double t, motion *m)
{
  const ref_body_data *d = &b->data;
  if (!d->prescribed) {
    m->turn = quat_matrix(b->start);
    const vec arm = turn(&m->turn, b->center);
    m->w = vec_of(d->angular_velocity);
    m->x = add(vec_of(d->at), arm);
    m->v = add(vec_of(d->velocity), cross(m->w, arm));
    return;
  }
  double p[3][3], angle[3];
  for (int k = 0; k < 3; k++) {
    ref_evaluate(&d->position[k], t, p[k]);
  }
  ref_evaluate(&d->angle, t, angle);
  const vec given = vec_of(d->axis);
  const vec axis = norm(given) > 0 ? unit(given) : (vec){0, 0, 1};
  m->x = add(vec_of(d->at), (vec){p[0][0], p[1][0], p[2][0]});
  m->v = (vec){p[0][1], p[1][1], p[2][1]};
  m->a = (vec){p[0][2], p[1][2], p[2][2]};
  m->turn = quat_matrix(quat_product(quat_about(axis, angle[0]), b->start));
  m->w = mul(angle[1], axis);
  m->wdot = mul(angle[2], axis);
}

/* State -> motions. Angle states follow the bodies in y, the work is last. */
void ref_unpack(ref_system *r, double t, const double *y)
{
  for (int i = 1; i < r->n_bodies; i++, y += PER_BODY) {
    motion *m = &r->motion[i];
    if (r->body[i].free) {
      m->x = vec_of(y);
      m->turn = quat_matrix(quat_unit((quat){y[3], y[4], y[5], y[6]}));
      m->v = vec_of(y + 7);
      m->w = turn(&m->turn, vec_of(y + 10));
    } else {
      ref_place(&r->body[i], t, m);
    }
  }
  for (int i = 0; i < r->n_bodies; i++) {
    vec_to(r->motion[i].v, r->speed + 6 * i);
    vec_to(r->motion[i].w, r->speed + 6 * i + 3);
  }
}

static const double *angles_of(const ref_system *r, const double *y)
{
  return y + PER_BODY * (r->n_bodies - 1);
}

double ref_product(const ref_system *r, const double *g, const double *v)
{
  double s = 0;
  for (int i = 0; i < 6 * r->n_bodies; i++) {
    s += g[i] * v[i];
  }
  return s;
}

/* the part of g.v that moves free bodies: power of a force along the row */
static double free_product(const ref_system *r, const double *g)
{
  double s = 0;
  for (int i = 0; i < r->n_bodies; i++) {
    for (int k = 0; k < 6 && r->body[i].free; k++) {
      s += g[6 * i + k] * r->speed[6 * i + k];
    }
  }
  return s;
}

static row *new_row(ref_system *r)
{
  memset(r->target[r->n_rows], 0, sizeof r->target[0]);
  return &r->rows[r->n_rows++];
}

static void make_rows(ref_system *r, double t, const double *angles)
{
  r->n_rows = 0;
  for (int i = 0; i < r->n_joints; i++) {
    const joint *j = &r->joint[i];
    double turns = 0;
    for (int k = 0, angle = j->first_angle; k < j->n_coordinates; k++) {
      const char letter = j->kind->coordinates[k];
      turns = strchr("WAB", letter) ? angles[angle++] : 0;
      ref_row(letter, &j->data, &j->frames, r->motion, turns, &r->coordinate[i][k]);
    }
    r->joint_row[i] = r->n_rows;
    for (const char *letter = j->kind->rows; *letter; letter++) {
      ref_row(*letter, &j->data, &j->frames, r->motion, turns, new_row(r));
    }
    for (int k = 0; k < j->n_coordinates; k++) {
      r->drive_row[i][k] = -1;
      if (j->data.coordinate[k].driven) {
        r->drive_row[i][k] = r->n_rows;
        *new_row(r) = r->coordinate[i][k];
        ref_evaluate(&j->data.coordinate[k].drive, t, r->target[r->n_rows - 1]);
      }
    }
  }
  for (int i = 0; i < r->n_gears; i++) {
    const ref_gear_data *d = &r->gear[i];
    const row *a = &r->coordinate[d->joint_a][d->coordinate_a], *b = &r->coordinate[d->joint_b][d->coordinate_b];
    row *o = new_row(r);
    for (int k = 0; k < 6 * r->n_bodies; k++) {
      o->g[k] = b->g[k] - d->ratio * a->g[k];
    }
    o->value = b->value - d->ratio * a->value;
    o->bias = b->bias - d->ratio * a->bias;
  }
}

/* out = M^-1 f, zero for ground and prescribed bodies */
static void weigh(const ref_system *r, const double *f, double *out)
{
  memset(out, 0, sizeof(double) * 6 * (size_t)r->n_bodies);
  for (int i = 0; i < r->n_bodies; i++) {
    const body *b = &r->body[i];
    if (b->free) {
      const mat *m = &r->motion[i].turn;
      vec_to(mul(1 / b->data.mass, vec_of(f + 6 * i)), out + 6 * i);
      vec_to(turn(m, turn(&b->inverse, turn_back(m, vec_of(f + 6 * i + 3)))), out + 6 * i + 3);
    }
  }
}

/* Schur complement G M^-1 G^T, then L L^T with diagonal pivoting in place; order: pivot sequence; returns the rank. */
static int factor(ref_system *r, int *order)
{
  const int n = r->n_rows;
  double first[ROWS];
  for (int i = 0; i < n; i++) {
    weigh(r, r->rows[i].g, r->weighted[i]);
    order[i] = i;
    for (int j = 0; j <= i; j++) {
      r->schur[i][j] = r->schur[j][i] = ref_product(r, r->weighted[i], r->rows[j].g);
    }
    first[i] = r->schur[i][i];
  }
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k; i < n; i++) { /* remaining share of the row's own size: free of units */
      const int p = order[i], q = order[best];
      if (r->schur[p][p] * first[q] > r->schur[q][q] * first[p]) {
        best = i;
      }
    }
    const int p = order[best];
    order[best] = order[k];
    order[k] = p;
    if (!(r->schur[p][p] > 1e-11 * first[p])) {
      return k;
    }
    const double pivot = sqrt(r->schur[p][p]);
    r->schur[p][p] = pivot;
    for (int i = k + 1; i < n; i++) {
      r->schur[order[i]][p] /= pivot;
    }
    for (int i = k + 1; i < n; i++) {
      for (int j = k + 1; j < n; j++) {
        r->schur[order[i]][order[j]] -= r->schur[order[i]][p] * r->schur[order[j]][p];
      }
    }
  }
  return n;
}

/* x: right-hand side in, solution out (dropped rows: zero) */
static void solve(const ref_system *r, const int *order, int rank, double *x)
{
  for (int k = 0; k < rank; k++) {
    const int p = order[k];
    for (int j = 0; j < k; j++) {
      x[p] -= r->schur[p][order[j]] * x[order[j]];
    }
    x[p] /= r->schur[p][p];
  }
  for (int k = rank; k < r->n_rows; k++) {
    x[order[k]] = 0;
  }
  for (int k = rank - 1; k >= 0; k--) {
    const int p = order[k];
    for (int j = k + 1; j < rank; j++) {
      x[p] -= r->schur[order[j]][p] * x[order[j]];
    }
    x[p] /= r->schur[p][p];
  }
}

/* Adds a force q along a row, of which `kept` comes from a potential (that is in r->potential already). */
static void push(ref_system *r, const row *o, double q, double kept)
{
  for (int i = 0; i < 6 * r->n_bodies; i++) {
    r->force[i] += q * o->g[i];
  }
  r->power += q * free_product(r, o->g) - kept * ref_product(r, o->g, r->speed);
}

static void make_forces(ref_system *r, double t)
{
  memset(r->force, 0, sizeof r->force);
  r->power = r->potential = 0;
  for (int i = 1; i < r->n_bodies; i++) {
    const body *b = &r->body[i];
    if (b->free) {
      const motion *m = &r->motion[i];
      const vec momentum = turn(&m->turn, turn(&b->inertia, turn_back(&m->turn, m->w)));
      vec_to(mul(b->data.mass, r->gravity), r->force + 6 * i);
      vec_to(cross(momentum, m->w), r->force + 6 * i + 3);
      r->potential -= b->data.mass * dot(r->gravity, m->x);
    }
  }
  for (int i = 0; i < r->n_joints; i++) {
    for (int k = 0; k < r->joint[i].n_coordinates; k++) {
      const ref_coordinate *c = &r->joint[i].data.coordinate[k];
      const row *o = &r->coordinate[i][k];
      const double stretch = o->value - c->rest, elastic = -c->stiffness * stretch;
      double given[3];
      ref_evaluate(&c->force, t, given);
      r->potential += c->stiffness * stretch * stretch / 2;
      push(r, o, elastic - c->damping * ref_product(r, o->g, r->speed) + given[0], elastic);
    }
  }
  for (int i = 0; i < r->n_springs; i++) {
    const ref_spring_data *d = &r->spring[i];
    row o;
    ref_distance_row(d->a, d->b, r->spring_point[i][0], r->spring_point[i][1], r->motion, &o);
    const double stretch = o.value - d->length, elastic = -d->stiffness * stretch;
    r->potential += d->stiffness * stretch * stretch / 2;
    push(r, &o, elastic - d->damping * ref_product(r, o.g, r->speed), elastic);
  }
}

void ref_instant(ref_system *r, double t, const double *y)
{
  int order[ROWS];
  double given[COLUMNS] = {0};
  ref_unpack(r, t, y);
  make_rows(r, t, angles_of(r, y));
  make_forces(r, t);
  const int rank = factor(r, order);
  weigh(r, r->force, r->acceleration);
  for (int i = 0; i < r->n_bodies; i++) {
    vec_to(r->motion[i].a, given + 6 * i);
    vec_to(r->motion[i].wdot, given + 6 * i + 3);
  }
  for (int i = 0; i < 6 * r->n_bodies; i++) {
    r->acceleration[i] += given[i];
  }
  for (int i = 0; i < r->n_rows; i++) {
    r->lambda[i] = r->target[i][2] - r->rows[i].bias - ref_product(r, r->rows[i].g, r->acceleration);
  }
  solve(r, order, rank, r->lambda);
  for (int i = 0; i < r->n_rows; i++) {
    for (int k = 0; k < 6 * r->n_bodies; k++) {
      r->acceleration[k] += r->weighted[i][k] * r->lambda[i];
    }
    r->power += r->lambda[i] * free_product(r, r->rows[i].g);
  }
}

/* ---- projection */

static double worst(ref_system *r, int level, double *residual)
{
  double largest = 0;
  for (int i = 0; i < r->n_rows; i++) {
    const double now = level == 0 ? r->rows[i].value : ref_product(r, r->rows[i].g, r->speed);
    residual[i] = r->target[i][level] - now;
    largest = fmax(largest, fabs(residual[i]));
  }
  return largest;
}

/* y moves by M^-1 G^T mu, G M^-1 G^T mu = residual; level 0: positions, 1: velocities */
static void correct(ref_system *r, int level, double *residual, double *y)
{
  int order[ROWS];
  solve(r, order, factor(r, order), residual);
  for (int i = 1; i < r->n_bodies; i++, y += PER_BODY) {
    if (!r->body[i].free) {
      continue;
    }
    double move[6] = {0};
    for (int k = 0; k < r->n_rows; k++) {
      for (int c = 0; c < 6; c++) {
        move[c] += r->weighted[k][6 * i + c] * residual[k];
      }
    }
    const vec linear = vec_of(move), angular = vec_of(move + 3);
    if (level == 0) {
      const double angle = norm(angular);
      quat q = {y[3], y[4], y[5], y[6]};
      vec_to(add(vec_of(y), linear), y);
      q = angle > 0 ? quat_product(quat_about(mul(1 / angle, angular), angle), q) : q;
      q = quat_unit(q);
      y[3] = q.s, y[4] = q.x, y[5] = q.y, y[6] = q.z;
    } else {
      const motion *m = &r->motion[i];
      vec_to(add(vec_of(y + 7), linear), y + 7);
      vec_to(turn_back(&m->turn, add(m->w, angular)), y + 10);
    }
  }
}

/* Projects onto the constraints of both levels; integrated angles are replaced by the true ones. */
void ref_project(ref_system *r, double t, double *y, double *drift, double *violation)
{
  double residual[ROWS], before[2] = {0}, after[2] = {0};
  for (int level = 0; level < 2; level++) {
    for (int iteration = 0; iteration < 12; iteration++) {
      ref_unpack(r, t, y);
      make_rows(r, t, angles_of(r, y));
      after[level] = worst(r, level, residual);
      before[level] = iteration == 0 ? after[level] : before[level];
      if (after[level] < 4e-16 || (iteration > 3 && after[level] < 1e-14)) {
        break;
      }
      correct(r, level, residual, y);
    }
  }
  double *angle = y + PER_BODY * (r->n_bodies - 1);
  for (int i = 0; i < r->n_joints; i++) {
    for (int k = 0; k < r->joint[i].n_coordinates; k++) {
      if (strchr("WAB", r->joint[i].kind->coordinates[k])) {
        *angle++ = r->coordinate[i][k].value;
      }
    }
  }
  *drift = fmax(before[0], before[1]);
  *violation = fmax(after[0], after[1]);
}
