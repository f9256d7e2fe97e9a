/* show/picture/studio.c -- a scene ready to be pictured: camera, floor, light; and the pictures of instants.
 * What:    looks through the whole motion once (at most 80 rows of it) to place the camera, the floor and the range of
 *          the colours, so that all pictures of a run with the same view share one frame. Instants stand side by side
 *          in as many columns as make the model largest, or lie over each other, the earlier the fainter.
 * Tests:   tests/show/test_picture.c.
 */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "show/picture/ink.h"
#include "show/picture/picture_private.h"

enum { LEAST = 16, MOST = 8192, MOST_PIXELS = 1 << 25, MOST_PANELS = 36, SURVEY = 80 };

const char *const sn_picture_themes[] = {"light", "dark", "transparent", NULL};
static const sn_theme themes[] = {
    {{255, 255, 255}, {40, 44, 50}, {130, 134, 140}, {246, 247, 248}, {214, 217, 221}, 0.34, 0},
    {{27, 31, 36}, {225, 228, 232}, {140, 146, 154}, {36, 41, 47}, {62, 69, 78}, 0.55, 0},
    {{255, 255, 255}, {40, 44, 50}, {130, 134, 140}, {246, 247, 248}, {214, 217, 221}, 0, 1}};

static sn_status choose_theme(sn_studio *s, const char *name, sn_error *error)
{
  int k = 0;
  while (name && sn_picture_themes[k] && strcmp(name, sn_picture_themes[k]) != 0) {
    k++;
  }
  if (!sn_picture_themes[k]) {
    sn_failf(error, SN_EINPUT, "There is no theme '%s'.", name);
    sn_error_why(error, "Themes are light, dark and transparent.");
    const char *near = sn_nearest(name, sn_picture_themes, 3);
    sn_error_fix(error, near ? "Did you mean '%s'?" : "Choose one of them.", near);
    return SN_EINPUT;
  }
  s->theme = themes + k;
  return SN_OK;
}

static sn_status check_options(sn_studio *s, int panels, sn_error *error)
{
  const sn_picture_options *o = &s->options;
  if (o->width < LEAST || o->height < LEAST || o->width > MOST || o->height > MOST ||
      (long long)o->width * o->height > MOST_PIXELS) {
    sn_failf(error, SN_EINPUT, "A picture of %d x %d pixels cannot be made.", o->width, o->height);
    sn_error_why(error, "Each side must be between %d and %d pixels, and the whole below %d million.", LEAST, MOST,
                 MOST_PIXELS / 1000000);
    sn_error_fix(error, "Choose a size such as 1280x720.");
    return SN_EINPUT;
  }
  if (panels > MOST_PANELS) {
    sn_failf(error, SN_EINPUT, "%d instants are too many for one picture.", panels);
    sn_error_why(error, "At most %d fit.", MOST_PANELS);
    sn_error_fix(error, "Give fewer times, or make a film.");
    return SN_EINPUT;
  }
  if (!(o->zoom > 0 && o->zoom <= 1000)) {
    sn_failf(error, SN_EINPUT, "The zoom %g is not between 0 and 1000.", o->zoom);
    sn_error_why(error, "1 fits the whole motion, 2 makes everything twice as large.");
    sn_error_fix(error, "Choose a positive number.");
    return SN_EINPUT;
  }
  return choose_theme(s, o->theme, error);
}

int sn_row_at(const sn_picture_source *source, double t)
{
  int low = 0, high = source->n_row - 1;
  while (high - low > 1) {
    const int middle = low + (high - low) / 2;
    *(source->time[middle] <= t ? &low : &high) = middle;
  }
  return fabs(source->time[high] - t) < fabs(source->time[low] - t) ? high : low;
}

/* everything to this row */
static sn_status move(sn_studio *s, int row, sn_error *error)
{
  SN_TRY(s->source.places(s->source.data, row, &s->places, error));
  sn_mesh_move(&s->stage, &s->places, &s->mesh);
  SN_TRY(sn_tint_row(&s->tint, row, error));
  return sn_arrows_row(&s->arrows, row, error);
}

static void widen_box(sn_studio *s, sn_v3 x, int *any)
{
  const sn_v3 p = m3_tmul(s->world, x);
  if (!isfinite(p.x[0] + p.x[1] + p.x[2])) {
    return;
  }
  for (int k = 0; k < 3; k++) {
    s->low[k] = *any ? fmin(s->low[k], p.x[k]) : p.x[k];
    s->high[k] = *any ? fmax(s->high[k], p.x[k]) : p.x[k];
  }
  *any = 1;
}

/* The rows that are checked: evenly from the first to the last. */
static int surveyed(const sn_studio *s)
{
  return s->source.n_row < SURVEY ? s->source.n_row : SURVEY;
}

static int survey_row(const sn_studio *s, int i)
{
  const int n = surveyed(s);
  return n > 1 ? (int)((long long)i * (s->source.n_row - 1) / (n - 1)) : 0;
}

/* extent of the motion: needed before anything gets a size */
static sn_status find_reach(sn_studio *s, double *out, sn_error *error)
{
  sn_reach reach = {0};
  for (int i = 0; i < surveyed(s); i++) {
    SN_TRY(s->source.places(s->source.data, survey_row(s, i), &s->places, error));
    sn_reach_add(&reach, s->source.scene, s->places.position);
  }
  *out = sn_reach_radius(&reach);
  return SN_OK;
}

/* goes through the motion: fits of the camera, box, ranges */
static sn_status survey(sn_studio *s, sn_fit *fit, int n_fit, sn_error *error)
{
  int any = 0;
  for (int i = 0; i < surveyed(s); i++) {
    const int row = survey_row(s, i);
    if (i == 0) {
      SN_TRY(s->source.places(s->source.data, row, &s->places, error));
      sn_mesh_move(&s->stage, &s->places, &s->mesh);
      sn_tint_begin(&s->tint);
    }
    SN_TRY(move(s, row, error));
    sn_tint_widen(&s->tint, row);
    sn_arrows_widen(&s->arrows);
    for (int v = 0; v < s->mesh.n_vertex; v++) {
      const sn_v3 x = v3(s->mesh.vertex[v][0], s->mesh.vertex[v][1], s->mesh.vertex[v][2]);
      widen_box(s, x, &any);
      for (int k = 0; k < n_fit; k++) {
        sn_fit_add(fit + k, x);
      }
    }
    sn_arrows_move(&s->arrows, &s->places); /* at least as long as they will be drawn */
    for (int v = 0; v < s->arrows.n_vertex; v++) {
      for (int k = 0; k < n_fit; k++) {
        sn_fit_add(fit + k, v3(s->arrows.vertex[v][0], s->arrows.vertex[v][1], s->arrows.vertex[v][2]));
      }
    }
  }
  sn_tint_settle(&s->tint);
  return SN_OK;
}

/* the part of a panel that shows the model: its size, and its middle */
typedef struct {
  double width, height, x, y;
} stand;
static stand stand_of(const sn_studio *s, int width, int height)
{
  width -= s->panels == 1 ? s->legend_width : 0; /* in a single panel the floor continues behind the legend */
  const int labels = !s->options.no_labels;
  const double side = 0.04 * width, top = labels ? fmin(2.6 * s->text, 0.2 * height) : 0.04 * height,
               bottom = labels ? fmin(1.6 * s->text, 0.15 * height) : 0.04 * height;
  return (stand){width - 2 * side, height - top - bottom, width / 2.0, (height + top - bottom) / 2};
}

static sn_status place_camera(sn_studio *s, sn_arena *arena, sn_error *error)
{
  sn_fit fit[MOST_PANELS];
  sn_m3 axes;
  sn_v3 aim;
  int aimed;
  const sn_scene *scene = s->source.scene;
  const char *wanted = scene->n_view > 0 ? scene->view->from : NULL; /* the camera of the model */
  SN_TRY(sn_view_axes(s->options.view ? s->options.view : wanted, s->world, &axes, error));
  const int across = s->options.width - (s->panels > 1 ? s->legend_width : 0);
  for (int c = 1; c <= s->panels; c++) {
    const stand st = stand_of(s, across / c, s->options.height / ((s->panels + c - 1) / c));
    fit[c - 1] = sn_fit_begin(axes, fmax(1, st.width), fmax(1, st.height));
  }
  SN_TRY(survey(s, fit, s->panels, error));
  s->columns = 1;
  double best = 0;
  /* the layout with the largest picture (pixels per length) and few empty panels */
  for (int c = 1; c <= s->panels; c++) {
    const int places = c * ((s->panels + c - 1) / c);
    const double filled = (double)s->panels / places;
    const double size = fit[c - 1].focal / sn_fit_distance(fit + c - 1) * (0.5 + 0.5 * filled);
    s->columns = size > best ? c : s->columns;
    best = fmax(best, size);
  }
  s->rows = (s->panels + s->columns - 1) / s->columns;
  s->panel_width = across / s->columns;
  s->panel_height = s->options.height / s->rows;
  const stand st = stand_of(s, s->panel_width, s->panel_height);
  SN_TRY(sn_studio_aim(s, arena, &aimed, &aim, error));
  s->camera = aimed ? sn_fit_aimed(fit + s->columns - 1, aim, st.x, st.y, s->options.zoom)
                    : sn_fit_end(fit + s->columns - 1, st.x, st.y, s->options.zoom);
  /* lines are at least two pixels wide */
  const double thin = sn_fit_distance(fit + s->columns - 1) / s->camera.focal;
  for (int i = 0; i < s->stage.scene->n_line; i++) {
    s->stage.line_radius[i] = fmax(s->stage.line_radius[i], thin);
  }
  return SN_OK;
}

static int make_places(sn_poses *p, int n, sn_arena *arena)
{
  p->position = SN_NEW(arena, double, 3 * (size_t)n);
  p->quaternion = SN_NEW(arena, double, 4 * (size_t)n);
  p->velocity = SN_NEW(arena, double, 3 * (size_t)n);
  p->spin = SN_NEW(arena, double, 3 * (size_t)n);
  return p->position && p->quaternion && p->velocity && p->spin;
}

static sn_status make_images(sn_studio *s, sn_arena *arena, sn_error *error)
{
  s->raster = sn_raster_new(s->panel_width, s->panel_height, s->mesh.n_vertex + s->arrows.n_vertex,
                            s->mesh.n_triangle + s->arrows.n_triangle, arena);
  if (!s->raster || !sn_image_new(s->panel_width, s->panel_height, arena, &s->layer) ||
      !sn_image_new(s->panel_width, s->panel_height, arena, &s->panel) ||
      !sn_image_new(s->options.width, s->options.height, arena, &s->image) ||
      !sn_ground_new(s->world, s->low, s->high, arena, &s->ground)) {
    return sn_no_memory(error, "the picture");
  }
  memcpy(s->ground.floor, s->theme->floor, 3);
  memcpy(s->ground.line, s->theme->line, 3);
  s->ground.dark = s->theme->shadow;
  s->has_ground = !s->options.no_ground && !s->theme->clear;
  return SN_OK;
}

sn_status sn_studio_new(const sn_picture_source *source, const sn_picture_options *options, int panels, int width,
                        int height, sn_arena *arena, sn_studio *s, sn_error *error)
{
  *s = (sn_studio){.source = *source, .panels = panels};
  s->options = options ? *options : (sn_picture_options){0};
  s->options.width = s->options.width ? s->options.width : width;
  s->options.height = s->options.height ? s->options.height : height;
  if (s->options.zoom == 0) { /* the model's zoom belongs to its view */
    s->options.zoom = source->scene->n_view > 0 && !s->options.view && !s->options.aim ? source->scene->view->zoom : 1;
  }
  SN_TRY(check_options(s, panels, error));
  const int shorter = s->options.width < s->options.height ? s->options.width : s->options.height;
  s->text = fmin(48, fmax(8, shorter / 48.0));
  s->world = sn_view_world(v3(source->scene->up[0], source->scene->up[1], source->scene->up[2]));
  if (source->n_row < 1) {
    return sn_fail(error, SN_EINPUT, "", "The result contains no rows yet.", "The run has not stored anything.",
                   "Wait until it has, or run the model again.");
  }
  double reach = 0;
  if (!make_places(&s->places, source->scene->n_place, arena)) {
    return sn_no_memory(error, "the picture");
  }
  SN_TRY(find_reach(s, &reach, error));
  SN_TRY(sn_stage_of(source->scene, reach, arena, &s->stage, error));
  SN_TRY(sn_mesh_new(&s->stage, s->options.no_joints ? 0 : SN_MESH_JOINTS, arena, &s->mesh, error));
  if (s->mesh.n_triangle == 0) {
    return sn_fail(error, SN_EINPUT, "", "There is nothing to draw in this result.",
                   "Its scene has no shapes, no lines and no joints.",
                   "Give bodies a shape; a result of an older version: run the model again.");
  }
  SN_TRY(sn_tint_new(&s->source, &s->stage, &s->mesh, s->options.color, arena, &s->tint, error));
  SN_TRY(sn_arrows_new(&s->source, &s->stage, arena, &s->arrows, error));
  s->legend_width = s->tint.name ? (int)fmin(9 * s->text, 0.4 * s->options.width) : 0;
  SN_TRY(place_camera(s, arena, error));
  return make_images(s, arena, error);
}

static void fill(sn_image *image, const sn_theme *t)
{
  const unsigned char c[4] = {t->background[0], t->background[1], t->background[2], 255};
  for (size_t i = 0; i < (size_t)image->width * (size_t)image->height; i++) {
    if (t->clear) {
      memset(image->pixel + 4 * i, 0, 4);
    } else {
      memcpy(image->pixel + 4 * i, c, 4);
    }
  }
}

/* what is drawn: the mesh and the arrows */
static void drawables(const sn_studio *s, sn_drawable d[2])
{
  d[0] = (sn_drawable){s->mesh.n_vertex,
                       s->mesh.n_triangle,
                       (const double(*)[3])s->mesh.vertex,
                       (const double(*)[3])s->mesh.normal,
                       (const int(*)[3])s->mesh.triangle,
                       (const unsigned char(*)[3])s->tint.color,
                       s->tint.value,
                       (const unsigned char(*)[3])s->tint.map,
                       s->mesh.item,
                       s->stage.opacity,
                       s->stage.gloss};
  d[1] = (sn_drawable){s->arrows.n_vertex,
                       s->arrows.n_triangle,
                       (const double(*)[3])s->arrows.vertex,
                       (const double(*)[3])s->arrows.normal,
                       (const int(*)[3])s->arrows.triangle,
                       (const unsigned char(*)[3])s->arrows.color,
                       NULL,
                       NULL,
                       NULL,
                       NULL,
                       NULL};
}

/* one panel: n instants on top of each other, the last one solid; the floor has the shadow of the last one */
static sn_status take_panel(sn_studio *s, const int *row, int n, sn_error *error)
{
  sn_drawable d[2];
  fill(&s->panel, s->theme);
  for (int pass = s->has_ground ? 0 : 1; pass < 2; pass++) {
    for (int i = pass == 0 ? n - 1 : 0; i < n; i++) {
      SN_TRY(move(s, row[i], error));
      sn_arrows_move(&s->arrows, &s->places);
      sn_tint_paint(&s->tint);
      drawables(s, d);
      if (pass == 0) {
        sn_ground_shadow(&s->ground, d, 2);
        sn_ground_paint(&s->ground, &s->camera, &s->panel);
        continue;
      }
      sn_raster_draw(s->raster, d, 2, &s->camera, s->world.c[2], &s->layer);
      sn_image_over(&s->panel, &s->layer, 0, 0, i == n - 1 ? 1 : 0.15 + 0.4 * i / (n - 1));
    }
  }
  return SN_OK;
}

sn_status sn_studio_take(sn_studio *s, const int *row, int n, sn_error *error)
{
  const int together = s->panels == 1 ? n : 1;
  fill(&s->image, s->theme);
  for (int k = 0; k < s->panels; k++) {
    const int x = k % s->columns * s->panel_width, y = k / s->columns * s->panel_height;
    SN_TRY(take_panel(s, row + k, together, error));
    sn_label_panel(s, &s->panel, row + k, together, k == 0);
    sn_image_over(&s->image, &s->panel, x, y, 1);
  }
  for (int k = 1; k < s->columns && !s->theme->clear; k++) {
    sn_ink_fill(&s->image, s->theme->line, k * s->panel_width, 0, 1, s->rows * s->panel_height);
  }
  for (int k = 1; k < s->rows && !s->theme->clear; k++) {
    sn_ink_fill(&s->image, s->theme->line, 0, k * s->panel_height, s->columns * s->panel_width, 1);
  }
  sn_label_legend(s, &s->image);
  return SN_OK;
}
