/* show/picture/aim.c -- what a picture has in its middle: a point, or an item where it is at the instants that are shown.
 * Tests:   tests/show/test_picture.c.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "show/picture/picture_private.h"

/* "X,Y,Z" */
static int read_point(const char *text, sn_v3 *out)
{
  for (int k = 0; k < 3; k++) {
    char *end;
    out->x[k] = strtod(text, &end);
    if (end == text || *end != (k < 2 ? ',' : 0) || !isfinite(out->x[k])) {
      return 0;
    }
    text = end + 1;
  }
  return 1;
}

static sn_status find_item(const sn_scene *scene, const char *name, sn_arena *arena, int *out, sn_error *error)
{
  const char **known = SN_NEW(arena, const char *, scene->n_item);
  if (!known) {
    return sn_no_memory(error, "the names of the items");
  }
  for (*out = 0; *out < scene->n_item; ++*out) {
    known[*out] = scene->item[*out].name;
    if (strcmp(known[*out], name) == 0) {
      return SN_OK;
    }
  }
  sn_failf(error, SN_EINPUT, "There is nothing called '%.60s' to aim at.", name);
  sn_error_why(error, "A picture aims at an item of the model, or at a point X,Y,Z.");
  const char *near = sn_nearest(name, known, (size_t)scene->n_item);
  if (near) {
    sn_error_fix(error, "Did you mean '%s'?", near);
  } else {
    sn_error_fix(error, "Write the name of an item (sinew check lists them), or for example --aim 0,0,1.5.");
  }
  return SN_EINPUT;
}

/* The box around an item in its present position; 0: no part of it is drawn. */
static int widen(const sn_mesh *mesh, int item, double low[3], double high[3])
{
  int any = 0;
  for (int i = 0; i < mesh->n_triangle; i++) {
    for (int c = 0; c < 3 && mesh->item[i] == item; c++) {
      const double *x = mesh->vertex[mesh->triangle[i][c]];
      for (int k = 0; k < 3 && isfinite(x[0] + x[1] + x[2]); k++) {
        low[k] = fmin(low[k], x[k]);
        high[k] = fmax(high[k], x[k]);
        any = 1;
      }
    }
  }
  return any;
}

static sn_status aim_at_item(sn_studio *s, int item, sn_v3 *out, sn_error *error)
{
  const sn_picture_options *o = &s->options;
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  const int n = o->n_time > 0 ? o->n_time : 2; /* a film: from its begin to its end */
  int any = 0;
  for (int i = 0; i < n; i++) {
    const int row = o->n_time > 0 ? sn_row_at(&s->source, o->time[i]) : i * (s->source.n_row - 1);
    SN_TRY(s->source.places(s->source.data, row, &s->places, error));
    sn_mesh_move(&s->stage, &s->places, &s->mesh);
    any = widen(&s->mesh, item, low, high) || any;
  }
  if (!any) {
    sn_failf(error, SN_EINPUT, "Nothing is drawn of '%s', so that a picture cannot aim at it.",
             s->source.scene->item[item].name);
    sn_error_fix(error, "Aim at another item, or at a point X,Y,Z.");
    return SN_EINPUT;
  }
  *out = v3((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2);
  return SN_OK;
}

sn_status sn_studio_aim(sn_studio *s, sn_arena *arena, int *aimed, sn_v3 *out, sn_error *error)
{
  const char *aim = s->options.aim;
  const sn_scene *scene = s->source.scene;
  int item = -1;
  *aimed = aim != NULL;
  if (!aim) {
    *aimed = scene->n_view > 0 && scene->view->has_aim && !s->options.view; /* another view makes another picture */
    *out = *aimed ? v3(scene->view->aim[0], scene->view->aim[1], scene->view->aim[2]) : v3(0, 0, 0);
    return SN_OK;
  }
  if (read_point(aim, out)) {
    return SN_OK;
  }
  SN_TRY(find_item(scene, aim, arena, &item, error));
  return aim_at_item(s, item, out, error);
}
