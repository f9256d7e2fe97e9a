/* tests/support/reference/reference.c -- building a mechanism and integrating it with CVODE.
 * State:   per free body centre x, quaternion, v, body-axes W; one integrated angle per angular coordinate (only to count
 *          turns); the work of everything that is no potential. Restarted from the projected state at every output.
 * Tests:   tests/reference/test_reference.c, test_mechanisms.c.
 */
#include "internal.h"

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sundials/sundials_context.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

/* ---- building */

void ref_evaluate(const ref_function *f, double t, double u[3])
{
  const double a = f->rate * t + f->phase;
  u[0] = f->c0 + f->c1 * t + f->c2 * t * t + f->amplitude * sin(a);
  u[1] = f->c1 + 2 * f->c2 * t + f->amplitude * f->rate * cos(a);
  u[2] = 2 * f->c2 - f->amplitude * f->rate * f->rate * sin(a);
}

const char *ref_joint_name(ref_joint_type type)
{
  return ref_kinds[type].name;
}
int ref_coordinates(ref_joint_type type)
{
  return (int)strlen(ref_kinds[type].coordinates);
}
const char *ref_message(const ref_system *r)
{
  return r->message;
}
void ref_free(ref_system *r)
{
  free(r);
}

void ref_tolerance(ref_system *r, double relative, double absolute)
{
  r->relative = relative;
  r->absolute = absolute;
}

ref_system *ref_new(const double gravity[3])
{
  ref_system *r = calloc(1, sizeof *r);
  if (r) {
    r->gravity = vec_of(gravity);
    r->n_bodies = 1;
    r->body[0].start = (quat){1, 0, 0, 0};
    r->motion[0].turn = quat_matrix(r->body[0].start);
    r->n_states = 1;
    ref_tolerance(r, 1e-14, 1e-16);
  }
  return r;
}

/* Inverse by cofactors; an axis without inertia is zero in the inverse, too: no moment turns the body about it. */
static mat inverse_inertia(const mat *m)
{
  mat a = *m, o;
  for (int k = 0; k < 3; k++) {
    a.r[k][k] = m->r[k][k] > 0 ? m->r[k][k] : 1;
  }
  double determinant = 0;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      const int p = (i + 1) % 3, q = (i + 2) % 3, s = (j + 1) % 3, u = (j + 2) % 3;
      o.r[j][i] = a.r[p][s] * a.r[q][u] - a.r[p][u] * a.r[q][s];
    }
    determinant = a.r[0][0] * o.r[0][0] + a.r[0][1] * o.r[1][0] + a.r[0][2] * o.r[2][0];
  }
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      o.r[i][j] = m->r[i][i] > 0 && m->r[j][j] > 0 ? o.r[i][j] / determinant : 0;
    }
  }
  return o;
}

static int refuse(ref_system *r, const char *what)
{
  snprintf(r->message, sizeof r->message, "%s", what);
  return -1;
}

int ref_body(ref_system *r, const ref_body_data *d)
{
  if (r->n_bodies == REF_BODIES) {
    return refuse(r, "too many bodies");
  }
  body *b = &r->body[r->n_bodies];
  const double *q = d->orientation, *i = d->inertia;
  const int no_turn = q[0] == 0 && q[1] == 0 && q[2] == 0 && q[3] == 0;
  b->data = *d;
  b->free = !d->prescribed;
  b->start = no_turn ? (quat){1, 0, 0, 0} : quat_unit((quat){q[0], q[1], q[2], q[3]});
  b->center = b->free ? vec_of(d->center) : (vec){0, 0, 0};
  b->inertia = (mat){{{i[0], i[3], i[4]}, {i[3], i[1], i[5]}, {i[4], i[5], i[2]}}};
  b->inverse = inverse_inertia(&b->inertia);
  ref_place(b, 0, &r->motion[r->n_bodies]);
  r->n_states += PER_BODY;
  return r->n_bodies++;
}

static int known(const ref_system *r, int a, int b)
{
  return a >= 0 && b >= 0 && a < r->n_bodies && b < r->n_bodies && a != b;
}

int ref_joint(ref_system *r, const ref_joint_data *d)
{
  if (r->n_joints == REF_JOINTS || !known(r, d->a, d->b) || d->type >= REF_JOINT_TYPES) {
    return refuse(r, "too many joints, an unknown body or an unknown type");
  }
  int rows = (int)strlen(ref_kinds[d->type].rows);
  for (int k = 0; k < 3; k++) {
    rows += d->coordinate[k].driven != 0;
  }
  if (r->most_rows + rows > ROWS - REF_GEARS) {
    return refuse(r, "too many constraints");
  }
  r->most_rows += rows;
  joint *j = &r->joint[r->n_joints];
  j->data = *d;
  j->kind = &ref_kinds[d->type];
  j->n_coordinates = ref_coordinates(d->type);
  j->first_angle = r->n_angles;
  for (int k = 0; k < j->n_coordinates; k++) {
    r->n_angles += strchr("WAB", j->kind->coordinates[k]) != NULL;
  }
  r->n_states += r->n_angles - j->first_angle;
  ref_frames(d, &r->motion[d->a], &r->motion[d->b], &j->frames);
  return r->n_joints++;
}

int ref_spring(ref_system *r, const ref_spring_data *d)
{
  if (r->n_springs == REF_SPRINGS || !known(r, d->a, d->b)) {
    return refuse(r, "too many springs or an unknown body");
  }
  const motion *a = &r->motion[d->a], *b = &r->motion[d->b];
  r->spring[r->n_springs] = *d;
  r->spring_point[r->n_springs][0] = turn_back(&a->turn, sub(vec_of(d->at_a), a->x));
  r->spring_point[r->n_springs][1] = turn_back(&b->turn, sub(vec_of(d->at_b), b->x));
  return r->n_springs++;
}

int ref_gear(ref_system *r, const ref_gear_data *d)
{
  if (r->n_gears == REF_GEARS || d->joint_a >= r->n_joints || d->joint_b >= r->n_joints) {
    return refuse(r, "too many gears or an unknown joint");
  }
  r->gear[r->n_gears] = *d;
  return r->n_gears++;
}

/* ---- running */

static int rates(realtype t, N_Vector state, N_Vector rate, void *data)
{
  ref_system *r = data;
  const double *y = N_VGetArrayPointer(state);
  double *d = N_VGetArrayPointer(rate);
  ref_instant(r, t, y);
  for (int i = 1; i < r->n_bodies; i++, y += PER_BODY, d += PER_BODY) {
    const motion *m = &r->motion[i];
    memset(d, 0, sizeof(double) * PER_BODY);
    if (r->body[i].free) {
      const quat q = quat_product((quat){y[3], y[4], y[5], y[6]}, (quat){0, y[10] / 2, y[11] / 2, y[12] / 2});
      vec_to(m->v, d);
      d[3] = q.s, d[4] = q.x, d[5] = q.y, d[6] = q.z;
      vec_to(vec_of(r->acceleration + 6 * i), d + 7);
      vec_to(turn_back(&m->turn, vec_of(r->acceleration + 6 * i + 3)), d + 10); /* (R W)' = R W' */
    }
  }
  for (int i = 0; i < r->n_joints; i++) {
    for (int k = 0; k < r->joint[i].n_coordinates; k++) {
      if (strchr("WAB", r->joint[i].kind->coordinates[k])) {
        *d++ = ref_product(r, r->coordinate[i][k].g, r->speed);
      }
    }
  }
  *d = r->power;
  return isfinite(r->power) ? 0 : -1;
}

static void start_state(ref_system *r, double *y)
{
  memset(y, 0, sizeof(double) * (size_t)r->n_states);
  for (int i = 1; i < r->n_bodies; i++, y += PER_BODY) {
    const quat q = r->body[i].start;
    motion m = {0};
    ref_place(&r->body[i], 0, &m);
    vec_to(m.x, y);
    y[3] = q.s, y[4] = q.x, y[5] = q.y, y[6] = q.z;
    vec_to(m.v, y + 7);
    vec_to(turn_back(&m.turn, m.w), y + 10);
  }
}

static void pose(const ref_system *r, int i, const double *y, ref_pose *o)
{
  const motion *m = &r->motion[i];
  const vec arm = turn(&m->turn, r->body[i].center);
  quat q = r->body[i].start;
  if (r->body[i].free) {
    q = quat_unit((quat){y[3], y[4], y[5], y[6]});
  } else if (i > 0) {
    double angle[3];
    ref_evaluate(&r->body[i].data.angle, y[0], angle);
    const vec axis = vec_of(r->body[i].data.axis);
    q = norm(axis) > 0 ? quat_product(quat_about(unit(axis), angle[0]), q) : q;
  }
  vec_to(sub(m->x, arm), o->x);
  vec_to(sub(m->v, cross(m->w, arm)), o->v);
  vec_to(m->w, o->w);
  o->q[0] = q.s, o->q[1] = q.x, o->q[2] = q.y, o->q[3] = q.z;
}

static double kinetic(const ref_system *r)
{
  double e = 0;
  for (int i = 1; i < r->n_bodies; i++) {
    const motion *m = &r->motion[i];
    if (r->body[i].free) {
      const vec w = turn_back(&m->turn, m->w);
      e += (r->body[i].data.mass * dot(m->v, m->v) + dot(w, turn(&r->body[i].inertia, w))) / 2;
    }
  }
  return e;
}

static void report(ref_system *r, double t, const double *y, ref_output *o)
{
  ref_instant(r, t, y);
  o->t = t;
  o->energy = kinetic(r) + r->potential;
  o->work = y[r->n_states - 1];
  for (int i = 0; i < r->n_bodies; i++) {
    pose(r, i, r->body[i].free ? y + PER_BODY * (i - 1) : &t, &o->body[i]);
  }
  for (int i = 0; i < r->n_joints; i++) {
    const joint *j = &r->joint[i];
    const int b = j->data.b, n = (int)strlen(j->kind->rows);
    vec force = {0, 0, 0}, moment = {0, 0, 0};
    for (int k = 0; k < n; k++) {
      const double *g = r->rows[r->joint_row[i] + k].g + 6 * b, l = r->lambda[r->joint_row[i] + k];
      force = add(force, mul(l, vec_of(g)));
      moment = add(moment, mul(l, vec_of(g + 3)));
    }
    const vec arm = turn(&r->motion[b].turn, j->frames.point[1]);
    vec_to(force, o->joint[i].force);
    vec_to(sub(moment, cross(arm, force)), o->joint[i].moment);
    for (int k = 0; k < j->n_coordinates; k++) {
      const int drive = r->drive_row[i][k];
      o->joint[i].coordinate[k] = r->coordinate[i][k].value;
      o->joint[i].rate[k] = ref_product(r, r->coordinate[i][k].g, r->speed);
      o->joint[i].drive[k] = drive >= 0 ? r->lambda[drive] : 0;
    }
  }
}

int ref_consistent(ref_system *r, int n, ref_body_data *bodies)
{
  double y[STATES], drift, violation;
  start_state(r, y);
  ref_project(r, 0, y, &drift, &violation);
  ref_unpack(r, 0, y);
  for (int i = 0; i < n && i + 1 < r->n_bodies; i++) {
    ref_pose p;
    pose(r, i + 1, r->body[i + 1].free ? y + PER_BODY * i : (double[]){0}, &p);
    memcpy(bodies[i].velocity, p.v, sizeof p.v);
    memcpy(bodies[i].angular_velocity, p.w, sizeof p.w);
    memcpy(r->body[i + 1].data.velocity, p.v, sizeof p.v);
    memcpy(r->body[i + 1].data.angular_velocity, p.w, sizeof p.w);
  }
  return violation < 1e-12 ? 0 : refuse(r, "no consistent velocities: the mechanism does not fit together");
}

/* The loop over output times; memory: CVODE's. */
static int march(ref_system *r, void *memory, N_Vector state, int n, const double *times, ref_output *out)
{
  double *y = N_VGetArrayPointer(state), t = 0, drift, violation;
  for (int i = 0; i < n; i++) {
    int flag = 0;
    if (times[i] > t) {
      flag = CVodeSetStopTime(memory, times[i]);
      flag = flag < 0 ? flag : CVode(memory, times[i], state, &t, CV_NORMAL);
    }
    if (flag < 0) {
      snprintf(r->message, sizeof r->message, "CVODE stopped at t = %g with flag %d", t, flag);
      return -1;
    }
    t = times[i];
    ref_project(r, t, y, &drift, &violation);
    memset(&out[i], 0, sizeof out[i]);
    report(r, t, y, &out[i]);
    out[i].drift = drift;
    out[i].violation = violation;
    if (CVodeReInit(memory, t, state) < 0) {
      return refuse(r, "CVODE did not restart");
    }
  }
  return 0;
}

int ref_run(ref_system *r, int n, const double *times, ref_output *out)
{
  double y[STATES], drift, violation;
  SUNContext context = NULL;
  start_state(r, y);
  ref_project(r, 0, y, &drift, &violation);
  if (violation > 1e-12) {
    return refuse(r, "the mechanism does not fit together");
  }
  if (SUNContext_Create(NULL, &context) != 0) {
    return refuse(r, "SUNDIALS: no context");
  }
  N_Vector state = N_VMake_Serial(r->n_states, y, context);
  void *memory = CVodeCreate(CV_ADAMS, context);
  SUNNonlinearSolver solver = state ? SUNNonlinSol_FixedPoint(state, 0, context) : NULL;
  int result = -1;
  if (state && memory && solver && CVodeInit(memory, rates, 0, state) == 0 &&
      CVodeSStolerances(memory, r->relative, r->absolute) == 0 && CVodeSetUserData(memory, r) == 0 &&
      CVodeSetNonlinearSolver(memory, solver) == 0 && CVodeSetMaxNumSteps(memory, 10000000) == 0) {
    result = march(r, memory, state, n, times, out);
  } else {
    refuse(r, "SUNDIALS: no memory");
  }
  CVodeFree(&memory);
  SUNNonlinSolFree(solver);
  N_VDestroy(state);
  SUNContext_Free(&context);
  return result;
}
