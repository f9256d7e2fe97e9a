/* tests/support/versus.h -- a simulated mechanism of the reference, compared with the reference itself.
 * Needs:   tests/support/reference/mechanisms.h included by the test (it decides what the test is linked with).
 */
#ifndef SN_TESTS_VERSUS_H
#define SN_TESTS_VERSUS_H
#include "simulated.h"
#include "support/reference/mechanisms.h"

typedef struct {
  double pose, rate, coordinate, force; /* largest differences over all bodies and joints */
} errors;

static inline double channel_apart(const simulated *s, const char *name, const double *x, int n, double sign)
{
  double value[8], worst = 0;
  const int there = channel(s, name, value);
  CHECK(there == n);
  for (int k = 0; k < n; k++) {
    worst = there == n ? fmax(worst, fabs(value[k] - sign * x[k])) : INFINITY;
  }
  return worst;
}

static inline void versus(const simulated *s, const ref_mechanism *m, const ref_output *o, errors *e)
{
  char name[32];
  for (int i = 1; i <= m->n_bodies; i++) {
    const ref_pose *b = &o->body[i];
    snprintf(name, sizeof name, "b%d_x", i);
    e->pose = fmax(e->pose, channel_apart(s, name, b->x, 3, 1));
    snprintf(name, sizeof name, "b%d_q", i);
    e->pose = fmax(e->pose, fmin(channel_apart(s, name, b->q, 4, 1), channel_apart(s, name, b->q, 4, -1)));
    snprintf(name, sizeof name, "b%d_v", i);
    e->rate = fmax(e->rate, channel_apart(s, name, b->v, 3, 1));
    snprintf(name, sizeof name, "b%d_w", i);
    e->rate = fmax(e->rate, channel_apart(s, name, b->w, 3, 1));
  }
  for (int i = 0; i < m->n_joints; i++) {
    const ref_joint_data *d = &m->joint[i];
    const ref_joint_output *j = &o->joint[i];
    for (int k = 0; k < ref_coordinates(d->type); k++) {
      snprintf(name, sizeof name, "j%d_%s", i + 1, ref_coordinate_name(d->type, k));
      e->coordinate = fmax(e->coordinate, channel_apart(s, name, &j->coordinate[k], 1, 1));
    }
    snprintf(name, sizeof name, "j%d_force", i + 1);
    e->force = fmax(e->force, channel_apart(s, name, j->force, 3, 1));
    if (d->type != REF_DISTANCE) {
      snprintf(name, sizeof name, "j%d_moment", i + 1);
      e->force = fmax(e->force, channel_apart(s, name, j->moment, 3, 1));
    }
    if (d->coordinate[0].driven) {
      snprintf(name, sizeof name, "j%d_drive", i + 1);
      e->force = fmax(e->force, channel_apart(s, name, &j->drive[0], 1, 1));
    }
  }
}

#endif
