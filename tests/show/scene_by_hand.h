/* tests/show/scene_by_hand.h -- a scene without a model: every kind of thing that is drawn.
 * Who:     tests of show/stage/mesh.c and show/picture/picture.c. hand_places_at turns and shifts all of it.
 */
#ifndef SN_TESTS_SCENE_BY_HAND_H
#define SN_TESTS_SCENE_BY_HAND_H
#include <math.h>
#include <string.h>

#include "math/rotation.h"
#include "show/picture/picture.h"

enum { HAND_ROWS = 16, HAND_ITEMS = 9 };
/* items: 0 block, 1 rod, 2 ball, 3 pipe, 4 spring, 5 cable, 6 beam, 7 sheet, 8 hinge */
typedef struct {
  sn_scene scene;
  sn_scene_item item[HAND_ITEMS];
  sn_scene_solid solid[5];
  sn_scene_between between[1];
  sn_scene_line line[2];
  int line_row[8];
  sn_scene_loop loop[2];
  double loop_point[8][2];
  sn_scene_sheet sheet[1];
  int sheet_row[4], sheet_triangle[2][3];
  sn_scene_joint joint[1];
  sn_scene_arrow arrow[1];
  sn_scene_field field[3];
  int place_item[HAND_ROWS];
  double time[21];
} hand;

static sn_spot hand_spot(int row)
{
  return (sn_spot){.row = row, .quaternion = {1, 0, 0, 0}};
}

static void hand_make(hand *h)
{
  static const char *const names[HAND_ITEMS] = {"block", "rod",  "ball",  "pipe", "spring",
                                                "cable", "beam", "sheet", "hinge"};
  memset(h, 0, sizeof *h);
  for (int i = 0; i < HAND_ITEMS; i++) {
    (void)snprintf(h->item[i].name, sizeof h->item[i].name, "%s", names[i]);
    (void)snprintf(h->item[i].kind, sizeof h->item[i].kind, "%s", i == 4 ? "spring" : i == 8 ? "revolute" : "body");
    (void)snprintf(h->item[i].class, sizeof h->item[i].class, "%s", i == 4 ? "force" : i == 8 ? "joint" : "part");
  }
  static const struct {
    const char *shape;
    double size[3];
  } shapes[5] = {{"box", {0.5, 0.3, 0.2}},
                 {"cylinder", {1, 0.1, 0}},
                 {"sphere", {0, 0.25, 0}},
                 {"tube", {0.4, 0.2, 0.1}},
                 {"cone", {0.4, 0.2, 0.05}}};
  for (int i = 0; i < 5; i++) {
    h->solid[i] = (sn_scene_solid){.item = i < 4 ? i : 3, .surface = -1, .at = hand_spot(i)};
    (void)snprintf(h->solid[i].shape, sizeof h->solid[i].shape, "%s", shapes[i].shape);
    memcpy(h->solid[i].size, shapes[i].size, sizeof shapes[i].size);
    h->solid[i].at.position[0] = 0.1 * i;
  }
  h->between[0] = (sn_scene_between){.item = 4, .shape = "spring", .a = hand_spot(0), .b = hand_spot(5)};
  h->line[0] = (sn_scene_line){.item = 5, .first = 0, .count = 5, .radius = 0.02, .section = -1, .smooth = 1};
  h->line[1] = (sn_scene_line){.item = 6, .first = 5, .count = 3, .section = 7, .smooth = 0};
  for (int i = 0; i < 8; i++) {
    h->line_row[i] = 4 + i;
  }
  h->loop[0] = (sn_scene_loop){7, 0, 4};
  h->loop[1] = (sn_scene_loop){7, 4, 4};
  static const double points[8][2] = {{-0.1, -0.06},  {0.1, -0.06},  {0.1, 0.06},  {-0.1, 0.06},
                                      {-0.06, -0.03}, {0.06, -0.03}, {0.06, 0.03}, {-0.06, 0.03}};
  memcpy(h->loop_point, points, sizeof points);
  h->sheet[0] = (sn_scene_sheet){7, 0, 4, 0, 2};
  static const int corners[2][3] = {{0, 1, 2}, {0, 2, 3}};
  memcpy(h->sheet_triangle, corners, sizeof corners);
  for (int i = 0; i < 4; i++) {
    h->sheet_row[i] = 12 + i;
  }
  h->joint[0] = (sn_scene_joint){.item = 8, .glyph = "revolute", .a = hand_spot(1), .b = hand_spot(0)};
  h->arrow[0] = (sn_scene_arrow){.item = 0, .quantity = "force", .series = "force", .at = hand_spot(2)};
  h->field[0] =
      (sn_scene_field){.item = 5, .name = "tension", .unit = "N", .on = "elements", .count = 4, .series = "tension"};
  h->field[1] =
      (sn_scene_field){.item = 6, .name = "curvature", .unit = "1/m", .on = "nodes", .count = 3, .series = "bend"};
  h->field[2] = (sn_scene_field){.item = 2, .name = "heat", .unit = "K", .on = "part", .count = 1, .series = "heat"};
  for (int i = 0; i < HAND_ROWS; i++) {
    h->place_item[i] = i < 4 ? i : i < 9 ? 5 : i < 12 ? 6 : 7;
  }
  for (int i = 0; i < 21; i++) {
    h->time[i] = 0.1 * i;
  }
  h->scene = (sn_scene){.up = {0, 0, 1},
                        .extent = 3,
                        .n_item = HAND_ITEMS,
                        .n_solid = 5,
                        .n_between = 1,
                        .n_line = 2,
                        .n_line_row = 8,
                        .n_loop = 2,
                        .n_loop_point = 8,
                        .n_sheet = 1,
                        .n_sheet_row = 4,
                        .n_sheet_triangle = 2,
                        .n_joint = 1,
                        .n_arrow = 1,
                        .n_field = 3,
                        .item = h->item,
                        .solid = h->solid,
                        .between = h->between,
                        .line = h->line,
                        .line_row = h->line_row,
                        .loop = h->loop,
                        .loop_point = h->loop_point,
                        .sheet = h->sheet,
                        .sheet_row = h->sheet_row,
                        .sheet_triangle = h->sheet_triangle,
                        .joint = h->joint,
                        .arrow = h->arrow,
                        .field = h->field,
                        .n_place = HAND_ROWS,
                        .place_item = h->place_item};
  sn_scene_code(&h->scene);
}

/* where a row stands at rest: things beside each other, the rows of a line behind each other */
static sn_v3 hand_rest(int row)
{
  if (row < 4) {
    return v3(-1.2 + 0.9 * row, 0, 0.4);
  }
  if (row < 9) {
    return v3(-1.2 + 0.5 * (row - 4), 0.6, 0.9 + 0.1 * (row - 4) * (row - 4));
  }
  if (row < 12) {
    return v3(-1 + 0.8 * (row - 9), -0.7, 0.3);
  }
  return v3(-0.8 + 0.6 * (row == 13 || row == 14), 1.2, 0.2 + 0.8 * (row > 13));
}

/* a screw motion of everything about one axis: a common turn, which is rigid, with its velocities */
static void hand_places_at(double t, sn_poses *out)
{
  const sn_v3 axis = v3_unit(v3(0.3, -0.2, 1)), speed = v3(0.2, 0.1, -0.05);
  const double rate = 0.8;
  const sn_m3 r = sn_rotation_axis_angle(axis, rate * t);
  out->t = t;
  for (int i = 0; i < HAND_ROWS; i++) {
    const sn_v3 arm = m3_mul(r, hand_rest(i)), spin = v3_scale(rate, axis);
    v3_put(v3_axpy(arm, t, speed), out->position + 3 * i);
    sn_quaternion_of(r, out->quaternion + 4 * i);
    v3_put(v3_add(v3_cross(spin, arm), speed), out->velocity + 3 * i);
    v3_put(spin, out->spin + 3 * i);
  }
}

typedef struct {
  double position[3 * HAND_ROWS], quaternion[4 * HAND_ROWS], velocity[3 * HAND_ROWS], spin[3 * HAND_ROWS];
} hand_room;
static inline sn_poses hand_row(hand_room *room)
{
  return (sn_poses){0, room->position, room->quaternion, room->velocity, room->spin};
}

#endif
