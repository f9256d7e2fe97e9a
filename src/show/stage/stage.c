/* show/stage/stage.c -- scene to stage: forms with scales, colours, and the sizes that the scene leaves open.
 * What:    equal forms share one geometry; a tube or a cone is the same form if its ratio of radii is.
 * Sizes:   open radii are parts of the model's extent, or of the radius of its whole motion if that is much larger: a
 *          thing that travels far is seen in a picture of all of it. What has a length of its own (lines, springs) grows
 *          by no more than a factor (`longest`), so that it stays slender. Symbols of joints follow the thickness of what they hold, within
 *          bounds of the extent.
 * Colours: nine that people with any colour vision tell apart (blue, orange, green, yellow, purple, cyan, red, teal,
 *          indigo), in the order of the parts, one for each group and for what one line of the model makes; ground is grey, joints are dark, springs a middle grey,
 *          loads red.
 * Tests:   tests/show/test_mesh.c.
 */
#include "show/stage/stage.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "show/stage/geometry.h"

static const double line_part = 0.005, slender_part = 0.006, mark_part = 0.018, rod_part = 0.006, arm_part = 0.003,
                    spring_part = 0.02;
static const double share_of_reach = 0.6, longest = 8;
static const double crease = 30 * 3.14159265358979323846 / 180;

typedef struct {
  const sn_scene *scene;
  sn_arena *arena;
  sn_error *error;
  double extent;
  /* used instead of the extent where the motion is larger: size of marks, and of symbols with a length */
  double mark, slender;
  sn_geometry *geometry;
  double *ratio; /* per geometry; of a surface: its number */
  int *fineness;
  const char **form;
  int n_geometry;
} building;

enum { GLYPH = -1, SURFACE = -2 }; /* used instead of a ratio, which is never negative */

/* round shapes: as many pieces as their size in the picture requires */
static int fineness_of(const building *b, double radius)
{
  SN_ASSERT(radius >= 0);
  const double part = radius / b->extent;
  return part < 0.008 ? 1 : part < 0.06 ? 2 : 6;
}

/* the number of a geometry, which is made at its first use */
static sn_status geometry_of(building *b, const char *form, double ratio, int fineness, int *out)
{
  for (int i = 0; i < b->n_geometry; i++) {
    if (b->ratio[i] == ratio && b->fineness[i] == fineness && strcmp(b->form[i], form) == 0) {
      *out = i;
      return SN_OK;
    }
  }
  sn_geometry *g = b->geometry + b->n_geometry;
  if (ratio == GLYPH) {
    SN_TRY(sn_geometry_glyph(form, b->arena, g, b->error));
  } else {
    SN_TRY(sn_geometry_form(form, ratio, fineness, b->arena, g, b->error));
  }
  b->form[b->n_geometry] = form;
  b->ratio[b->n_geometry] = ratio;
  b->fineness[b->n_geometry] = fineness;
  *out = b->n_geometry++;
  return SN_OK;
}

static sn_status surface_of(building *b, int surface, int *out)
{
  SN_ASSERT(surface >= 0 && surface < b->scene->n_surface);
  for (int i = 0; i < b->n_geometry; i++) {
    if (b->ratio[i] == SURFACE - surface && strcmp(b->form[i], "surface") == 0) {
      *out = i;
      return SN_OK;
    }
  }
  const sn_scene_surface *s = b->scene->surface + surface;
  SN_TRY(sn_geometry_surface((const float(*)[3])b->scene->vertex + s->first_vertex, s->n_vertex,
                             (const int(*)[3])b->scene->triangle + s->first_triangle, s->n_triangle, crease, b->arena,
                             b->geometry + b->n_geometry, b->error));
  b->form[b->n_geometry] = "surface";
  b->ratio[b->n_geometry] = SURFACE - surface;
  *out = b->n_geometry++;
  return SN_OK;
}

/* How the sizes of a shape become scales of a form. */
typedef enum { EDGES, ROUND, BALL, FREE, WHOLE } scaling; /* WHOLE: a surface, size[0] per unit of its file */
static const struct {
  const char *shape, *form;
  scaling scaling;
  int has_ratio; /* size[2] / size[1] */
} shapes[] = {{"box", "box", EDGES, 0},   {"cylinder", "cylinder", ROUND, 0}, {"sphere", "sphere", BALL, 0},
              {"tube", "tube", ROUND, 1}, {"cone", "cone", ROUND, 1},         {"slender", "cylinder", ROUND, 0},
              {"point", "mark", FREE, 0}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static int shape_of(const sn_scene_solid *s)
{
  int k = 0;
  while (k < SHAPES - 1 && strcmp(shapes[k].shape, s->shape) != 0) {
    k++; /* a shape of a newer version is a mark */
  }
  return k;
}

static double positive(double x, double otherwise)
{
  return x > 0 && isfinite(x) ? x : otherwise;
}

static void scale_of(const building *b, scaling how, const double size[6], double out[3])
{
  const double thin = slender_part * b->slender, mark = mark_part * b->mark;
  const double table[][3] = {[EDGES] = {positive(size[0], thin), positive(size[1], thin), positive(size[2], thin)},
                             [ROUND] = {positive(size[0], thin), positive(size[1], thin), positive(size[1], thin)},
                             [BALL] = {positive(size[1], mark), positive(size[1], mark), positive(size[1], mark)},
                             [FREE] = {mark, mark, mark},
                             [WHOLE] = {positive(size[0], 1), positive(size[0], 1), positive(size[0], 1)}};
  memcpy(out, table[how], 3 * sizeof(double));
}

static sn_status stage_solid(building *b, const sn_scene_solid *s, sn_stage_solid *out)
{
  out->item = s->item;
  out->at = s->at;
  if (s->surface >= 0 && s->surface < b->scene->n_surface) {
    scale_of(b, WHOLE, s->size, out->scale);
    return surface_of(b, s->surface, &out->geometry);
  }
  const int k = shape_of(s);
  scale_of(b, shapes[k].scaling, s->size, out->scale);
  const double ratio = shapes[k].has_ratio && s->size[1] > 0 ? positive(s->size[2] / s->size[1], 0) : 0;
  const int round = shapes[k].scaling == ROUND || shapes[k].scaling == BALL;
  return geometry_of(b, shapes[k].form, ratio, round ? fineness_of(b, out->scale[1]) : 1, &out->geometry);
}

static int by_size(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* 1.7 times the half thickness of the middle one of the solids, between 1.1 and 4.5 % of the extent */
static sn_status joint_size(const building *b, const sn_stage *s, double *out)
{
  double *half = SN_NEW(b->arena, double, s->n_solid + 1);
  if (!half) {
    return sn_no_memory(b->error, "a picture's sizes");
  }
  int n = 0;
  for (int i = 0; i < s->n_solid; i++) {
    const double *k = s->solid[i].scale;
    const scaling how = shapes[shape_of(b->scene->solid + i)].scaling;
    if (b->scene->solid[i].surface < 0 && how != FREE) {
      const int round = how != EDGES; /* scaled by its radius */
      half[n++] = fmin(k[0] / 2, fmin(k[1], k[2]) / (round ? 1 : 2));
    }
  }
  qsort(half, (size_t)n, sizeof *half, by_size);
  const double thick = n > 0 ? half[n / 2] : 0;
  *out = fmin(fmax(1.7 * thick, 0.011 * b->extent), 0.045 * b->extent);
  return SN_OK;
}

static const unsigned char palette[][3] = {{68, 119, 170},  {238, 119, 51}, {34, 136, 51},
                                           {204, 187, 68},  {170, 51, 119}, {102, 204, 238},
                                           {238, 102, 119}, {0, 153, 136},  {80, 60, 150}};
static const unsigned char ground_color[3] = {150, 150, 150}, joint_color[3] = {64, 68, 74},
                           force_color[3] = {204, 51, 17}, spring_color[3] = {110, 116, 124};
enum { PALETTE = sizeof palette / sizeof *palette };

/* "#rrggbb" of the file; 0: it has none */
static int given_color(const char *text, unsigned char color[3])
{
  unsigned c[3];
  if (sscanf(text, "#%2x%2x%2x", c, c + 1, c + 2) != 3) {
    return 0;
  }
  for (int k = 0; k < 3; k++) {
    color[k] = (unsigned char)c[k];
  }
  return 1;
}

/* Letters of the name of the group that an item belongs to ("leg2" of "leg2.knee"); 0: none. */
static size_t group_length(const sn_scene_item *item)
{
  const char *dot = strchr(item->name, '.');
  return dot ? (size_t)(dot - item->name) : 0;
}

static int same_group(const sn_scene_item *a, const sn_scene_item *b)
{
  const size_t n = group_length(a);
  return n > 0 && n == group_length(b) && strncmp(a->name, b->name, n) == 0;
}

/* Groups share a colour, unless everything is one group. Items of a group are consecutive in the list. */
static int groups_tell_apart(const sn_scene *s)
{
  const sn_scene_item *first = NULL;
  for (int i = 0; i < s->n_item; i++) {
    if (sn_scene_is_part(s->item[i].role)) {
      if (first && !same_group(first, s->item + i)) {
        return 1;
      }
      first = s->item + i;
    }
  }
  return 0;
}

/* Made by a loop or by a function of the model: one after the other, of one kind, on one line, and not of two groups. */
static int made_together(const sn_scene_item *a, const sn_scene_item *b)
{
  const int apart = (group_length(a) > 0 || group_length(b) > 0) && !same_group(a, b);
  return !apart && a->line > 0 && a->line == b->line && strcmp(a->kind, b->kind) == 0;
}

/* Do the parts come from more than one line? Else sharing would leave one colour. */
static int lines_tell_apart(const sn_scene *s)
{
  const sn_scene_item *first = NULL;
  for (int i = 0; i < s->n_item; i++) {
    if (s->item[i].role == SN_SCENE_PART) {
      if (first && !made_together(first, s->item + i)) {
        return 1;
      }
      first = s->item + i;
    }
  }
  return 0;
}

static void colors_of(const sn_scene *s, unsigned char (*color)[3])
{
  const sn_scene_item *before = NULL;
  const int grouped = groups_tell_apart(s), lined = lines_tell_apart(s);
  int part = -1;
  for (int i = 0; i < s->n_solid; i++) { /* supports in the ground, temporarily marked by their first number */
    color[s->solid[i].item][0] |= s->place_item && s->place_item[s->solid[i].at.row] < 0;
  }
  for (int i = 0; i < s->n_item; i++) {
    const unsigned char *c = joint_color;
    if (sn_scene_is_part(s->item[i].role)) {
      const int fixed = color[i][0] || s->item[i].role == SN_SCENE_GROUND;
      const int shares =
          before && ((grouped && same_group(before, s->item + i)) || (lined && made_together(before, s->item + i)));
      part += !fixed && !shares;
      before = fixed ? before : s->item + i;
      c = fixed ? ground_color : palette[part % PALETTE];
    } else if (s->item[i].role == SN_SCENE_LOAD) {
      c = force_color;
    } else if (s->item[i].role == SN_SCENE_FORCE) {
      c = spring_color;
    }
    memcpy(color[i], c, 3);
    (void)given_color(s->item[i].color, color[i]);
  }
}

static void looks_of(const sn_scene *s, double *opacity, double *gloss)
{
  for (int i = 0; i < s->n_item; i++) {
    opacity[i] = fmin(1, positive(s->item[i].opacity, 1));
    gloss[i] = fmin(3, positive(s->item[i].gloss, 1));
  }
}

void sn_reach_add(sn_reach *r, const sn_scene *scene, const double *position)
{
  for (int i = 0; position && i < scene->n_place; i++) {
    const double *x = position + 3 * i;
    if ((scene->place_item && scene->place_item[i] < 0) || !isfinite(x[0] + x[1] + x[2])) {
      continue;
    }
    for (int k = 0; k < 3; k++) {
      r->low[k] = r->any ? fmin(r->low[k], x[k]) : x[k];
      r->high[k] = r->any ? fmax(r->high[k], x[k]) : x[k];
    }
    r->any = 1;
  }
}

double sn_reach_radius(const sn_reach *r)
{
  return hypot(hypot(r->high[0] / 2 - r->low[0] / 2, r->high[1] / 2 - r->low[1] / 2), r->high[2] / 2 - r->low[2] / 2);
}

sn_status sn_stage_of(const sn_scene *scene, double reach, sn_arena *arena, sn_stage *out, sn_error *error)
{
  building b = {.scene = scene, .arena = arena, .error = error, .extent = positive(scene->extent, 1)};
  b.mark = fmax(b.extent, share_of_reach * positive(reach, 0));
  b.slender = fmin(b.mark, longest * b.extent);
  const size_t most = (size_t)scene->n_solid + (size_t)scene->n_between + (size_t)scene->n_joint + 2;
  b.geometry = SN_NEW(arena, sn_geometry, most);
  b.ratio = SN_NEW(arena, double, most);
  b.form = SN_NEW(arena, const char *, most);
  b.fineness = SN_NEW(arena, int, most);
  sn_stage_solid *solid = SN_NEW(arena, sn_stage_solid, scene->n_solid);
  sn_stage_between *between = SN_NEW(arena, sn_stage_between, scene->n_between);
  sn_stage_joint *joint = SN_NEW(arena, sn_stage_joint, scene->n_joint);
  unsigned char(*color)[3] = sn_arena_get(arena, (size_t)scene->n_item, sizeof *color);
  *out = (sn_stage){.scene = scene, .line_radius = SN_NEW(arena, double, scene->n_line)};
  double *opacity = SN_NEW(arena, double, scene->n_item), *gloss = SN_NEW(arena, double, scene->n_item);
  if (!b.geometry || !b.ratio || !b.form || !b.fineness || !solid || !between || !joint || !color || !opacity ||
      !gloss || !out->line_radius) {
    return sn_no_memory(error, "a picture of the model");
  }
  for (int i = 0; i < scene->n_solid; i++) {
    SN_TRY(stage_solid(&b, scene->solid + i, solid + i));
  }
  for (int i = 0; i < scene->n_between; i++) {
    const sn_scene_between *s = scene->between + i;
    const int coil = s->link == SN_SCENE_SPRING;
    between[i] = (sn_stage_between){.item = s->item, .a = s->a, .b = s->b};
    const double part = coil ? spring_part : s->link == SN_SCENE_ARM ? arm_part : rod_part;
    between[i].across = positive(s->radius, b.slender * part);
    SN_TRY(geometry_of(&b, coil ? "spring" : "rod", 0, coil ? 1 : fineness_of(&b, between[i].across),
                       &between[i].geometry));
  }
  for (int i = 0; i < scene->n_joint; i++) {
    const sn_scene_joint *s = scene->joint + i;
    joint[i] = (sn_stage_joint){.item = s->item, .a = s->a, .b = s->b};
    SN_TRY(geometry_of(&b, s->glyph, GLYPH, 1, &joint[i].geometry));
  }
  for (int i = 0; i < scene->n_line; i++) {
    out->line_radius[i] = positive(scene->line[i].radius, b.slender * line_part);
  }
  int force, moment; /* arrows of loads: for whoever draws them */
  if (scene->n_arrow > 0) {
    SN_TRY(geometry_of(&b, "arrow", 0, 1, &force));
    SN_TRY(geometry_of(&b, "moment", 0, 1, &moment));
  }
  colors_of(scene, color);
  looks_of(scene, opacity, gloss);
  out->n_geometry = b.n_geometry;
  out->geometry = b.geometry;
  out->n_solid = scene->n_solid;
  out->solid = solid;
  out->n_between = scene->n_between;
  out->between = between;
  out->n_joint = scene->n_joint;
  out->joint = joint;
  out->color = (const unsigned char(*)[3])color;
  out->opacity = opacity;
  out->gloss = gloss;
  return joint_size(&b, out, &out->joint_size);
}
