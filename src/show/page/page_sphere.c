/* show/page/page_sphere.c -- the sphere a run stays in: what the camera of a page looks at first.
 * What:    around the middle of the box of everything that is drawn, over rows taken evenly from the whole run.
 * Limits:  between these rows something may stick out a little.
 * Tests:   tests/show/test_page.c.
 */
#include <float.h>
#include <math.h>

#include "math/v3.h"
#include "show/page/page_private.h"
#include "show/stage/mesh.h"

enum { MOST_ROWS = 64, MOST_VERTICES = 5000000 }; /* largest number of instants that are checked */

typedef struct {
  const sn_page *p;
  sn_mesh mesh;
  sn_poses places;
  double low[3], high[3]; /* first round */
  double spin;            /* rad/s */
  double square;          /* second round: of the radius around the middle of the box */
} looking;

static void look_at(looking *l, const double x[3], int round)
{
  double square = 0;
  if (!(fabs(x[0]) + fabs(x[1]) + fabs(x[2]) < FLT_MAX)) {
    return;
  }
  for (int k = 0; k < 3; k++) {
    if (round == 0) {
      l->low[k] = fmin(l->low[k], x[k]);
      l->high[k] = fmax(l->high[k], x[k]);
    } else {
      square += pow(x[k] - l->low[k] / 2 - l->high[k] / 2, 2);
    }
  }
  l->square = fmax(l->square, square);
}

/* x_row + R_row p, with R v = v + 2 u x (w v + u x v) of the unit quaternion (w, u) */
static void spot_at(const sn_poses *places, const sn_spot *s, double x[3])
{
  const double *q = places->quaternion + 4 * s->row, *at = places->position + 3 * s->row;
  const sn_v3 u = v3(q[1], q[2], q[3]), p = v3(s->position[0], s->position[1], s->position[2]);
  const sn_v3 moved = v3_axpy(p, 2, v3_cross(u, v3_axpy(v3_cross(u, p), q[0], p)));
  for (int k = 0; k < 3; k++) {
    x[k] = at[k] + moved.x[k];
  }
}

/* The largest angular velocity of the rows that are looked at. */
static double fastest_turn(const looking *l)
{
  double square = 0;
  for (int i = 0; i < l->p->scene.n_place; i++) {
    const double *w = l->places.spin + 3 * i;
    square = fmax(square, w[0] * w[0] + w[1] * w[1] + w[2] * w[2]); /* fmax passes over what is not a number */
  }
  return sqrt(square);
}

static sn_status look_over(looking *l, sn_reader *r, const sn_selection *which, int round, sn_error *error)
{
  const sn_scene *scene = &l->p->scene;
  for (size_t k = 0; k < sn_selection_count(which); k++) {
    sn_poses where = {.position = l->p->has[SN_PLACE_POSITION] ? l->places.position : NULL,
                      .quaternion = l->p->has[SN_PLACE_QUATERNION] ? l->places.quaternion : NULL,
                      .spin = l->p->has[SN_PLACE_SPIN] ? l->places.spin : NULL};
    SN_TRY(sn_scene_poses(r, scene, sn_selection_row(which, k), &where, error));
    l->spin = fmax(l->spin, fastest_turn(l));
    sn_mesh_move(&l->p->stage, &l->places, &l->mesh);
    for (int i = 0; i < l->mesh.n_vertex; i++) {
      look_at(l, l->mesh.vertex[i], round);
    }
    for (int i = 0; i < scene->n_place; i++) { /* parts without a shape */
      if (scene->place_item[i] >= 0) {
        look_at(l, l->places.position + 3 * i, round);
      }
    }
    for (int i = 0; i < l->p->stage.n_joint; i++) {
      double x[3];
      spot_at(&l->places, &l->p->stage.joint[i].a, x);
      look_at(l, x, round);
    }
  }
  return SN_OK;
}

static sn_status measure(looking *l, sn_reader *r, sn_arena *scratch, sn_error *error)
{
  const size_t n = (size_t)l->p->scene.n_place;
  l->places = (sn_poses){0, SN_NEW(scratch, double, 3 * n), SN_NEW(scratch, double, 4 * n),
                         SN_NEW(scratch, double, 3 * n), SN_NEW(scratch, double, 3 * n)};
  if (!l->places.position || !l->places.quaternion || !l->places.velocity || !l->places.spin) {
    return sn_no_memory(error, "the page");
  }
  for (size_t i = 0; i < n; i++) {
    l->places.quaternion[4 * i] = 1; /* stays so in a file without them */
  }
  SN_TRY(sn_mesh_new(&l->p->stage, 0, scratch, &l->mesh, error));
  const double rows = fmin(MOST_ROWS, fmax(2, MOST_VERTICES / (1.0 + l->mesh.n_vertex)));
  const sn_selection which = {0, l->p->rows, 1 + l->p->rows / (unsigned long long)rows, 1, 0};
  SN_TRY(look_over(l, r, &which, 0, error));
  return look_over(l, r, &which, 1, error);
}

sn_status sn_page_reach(const sn_page *p, sn_reader *r, double *out, sn_error *error)
{
  sn_arena *scratch = sn_arena_new(NULL);
  sn_poses places = {.position = scratch ? SN_NEW(scratch, double, 3 * (size_t)p->scene.n_place) : NULL};
  sn_status status = places.position ? SN_OK : sn_no_memory(error, "the page");
  const sn_selection which = {0, p->rows, 1 + p->rows / MOST_ROWS, 1, 0};
  sn_reach reach = {0};
  for (size_t k = 0; status == SN_OK && p->has[SN_PLACE_POSITION] && k < sn_selection_count(&which); k++) {
    status = sn_scene_poses(r, &p->scene, sn_selection_row(&which, k), &places, error);
    if (status == SN_OK) {
      sn_reach_add(&reach, &p->scene, places.position);
    }
  }
  sn_arena_free(scratch);
  *out = sn_reach_radius(&reach);
  return status;
}

sn_status sn_page_sphere(sn_page *p, sn_reader *r, sn_error *error)
{
  looking l = {.p = p, .low = {DBL_MAX, DBL_MAX, DBL_MAX}, .high = {-DBL_MAX, -DBL_MAX, -DBL_MAX}};
  sn_arena *scratch = sn_arena_new(NULL);
  const sn_status status = scratch ? measure(&l, r, scratch, error) : sn_no_memory(error, "the page");
  sn_arena_free(scratch);
  for (int k = 0; k < 3; k++) {
    p->center[k] = l.low[k] <= l.high[k] ? l.low[k] / 2 + l.high[k] / 2 : 0;
  }
  p->spin = l.spin;
  const double radius = sqrt(l.square);
  p->radius = radius > 0 && isfinite(radius) ? radius : p->scene.extent / 2;
  return status;
}
