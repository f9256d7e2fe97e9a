/* tests/show/test_picture.c -- pictures and films: files that others can read, everything in sight, the same bits twice,
 * limits.
 * ctest: timeout=600 */
#define _POSIX_C_SOURCE 200809L
#include "show/picture/picture.h"

#include <unistd.h>

#include "base/unit.h"
#include "show/picture/gif.h"
#include "show/picture/ink.h"
#include "show/picture/picture_private.h"
#include "show/stage/color.h"
#include "tests/harness.h"
#include "tests/show/pixels.h"
#include "tests/show/scene_by_hand.h"

static sn_arena *arena;
static sn_error error;
static hand stuff;
static double now[21];
static sn_m3 turn; /* of everything, on top of the motion */

static sn_status places(void *data, int row, sn_poses *out, sn_error *e)
{
  (void)data;
  (void)e;
  hand_places_at(now[row], out);
  for (int i = 0; i < HAND_ROWS; i++) {
    double *const vectors[3] = {out->position + 3 * i, out->velocity + 3 * i, out->spin + 3 * i};
    for (int k = 0; k < 3; k++) {
      v3_put(m3_mul(turn, v3(vectors[k][0], vectors[k][1], vectors[k][2])), vectors[k]);
    }
    sn_quaternion_of(m3_mul3(turn, sn_rotation_quaternion(out->quaternion + 4 * i)), out->quaternion + 4 * i);
  }
  return SN_OK;
}

static sn_status values(void *data, const char *series, int row, int n, double *out, sn_error *e)
{
  (void)data;
  (void)e;
  for (int i = 0; i < n; i++) {
    out[i] = strcmp(series, "force") == 0 ? turn.c[2].x[i] : i + now[row];
  }
  return strcmp(series, "missing") == 0 ? SN_EIO : SN_OK;
}

static sn_picture_source source(void)
{
  hand_make(&stuff);
  memcpy(now, stuff.time, sizeof now);
  turn = m3_identity();
  return (sn_picture_source){&stuff.scene, 21, now, places, values, NULL, NULL, 0};
}

static pixels take(const sn_picture_source *s, const sn_picture_options *o, const char *file)
{
  CHECK_OK(sn_draw_png(s, o, file, arena, &error), error);
  pixels p = pixels_png(file);
  CHECK(p.pixel != NULL);
  return p;
}

static const unsigned char *at(const pixels *p, int x, int y)
{
  return p->pixel + (size_t)p->channels * ((size_t)y * (size_t)p->width + (size_t)x);
}

/* 0..360 and how strong */
static double hue(const unsigned char *c, double *strength)
{
  const double r = c[0], g = c[1], b = c[2], high = fmax(r, fmax(g, b)), low = fmin(r, fmin(g, b)), d = high - low;
  *strength = high > 0 ? d / high : 0;
  const double h = !(d > 0) ? 0 : high == r ? (g - b) / d : high == g ? 2 + (b - r) / d : 4 + (r - g) / d;
  return 60 * (h < 0 ? h + 6 : h);
}

static int pixels_of_color(const pixels *p, const unsigned char *color)
{
  double strong, s;
  const double wanted = hue(color, &strong);
  int n = 0;
  for (int i = 0; i < p->width * p->height; i++) {
    const double d = fabs(hue(at(p, i, 0), &s) - wanted);
    n += s > 0.3 && fmin(d, 360 - d) < 8;
  }
  return n;
}

static double difference(const pixels *a, const pixels *b)
{
  double sum = 0;
  const int n = a->width * a->height * a->channels;
  if (a->width != b->width || a->height != b->height || a->channels != b->channels) {
    return 255;
  }
  for (int i = 0; i < n; i++) {
    sum += abs(a->pixel[i] - b->pixel[i]);
  }
  return sum / n;
}

static void test_png(void)
{
  const sn_picture_source s = source();
  pixels p = take(&s, NULL, "default.png");
  CHECK(p.width == 1280 && p.height == 720 && p.channels == 3);
  const unsigned char *corner = at(&p, 1279, 0);
  CHECK(corner[0] == 255 && corner[1] == 255 && corner[2] == 255);
  sn_stage stage;
  CHECK_OK(sn_stage_of(s.scene, 0, arena, &stage, &error), error);
  for (int i = 0; i < 8; i++) { /* every part; the spring is grey */
    if (i != 4) {
      const int n = pixels_of_color(&p, stage.color[i]);
      CHECK(n > 100);
    }
  }
  free(p.pixel);
}

static void test_same_bits(void)
{
  const sn_picture_source s = source();
  const sn_picture_options o = {.width = 320, .height = 200, .color = "speed", .n_time = 2, .time = (double[]){0, 1}};
  size_t n[2];
  CHECK_OK(sn_draw_png(&s, &o, "a.png", arena, &error), error);
  CHECK_OK(sn_draw_png(&s, &o, "b.png", arena, &error), error);
  unsigned char *a = pixels_file("a.png", n), *b = pixels_file("b.png", n + 1);
  CHECK(n[0] > 100 && n[0] == n[1] && memcmp(a, b, n[0]) == 0);
  free(a);
  free(b);
}

/* The model turned and the camera with it: the same picture, up to round-off at edges. */
static void test_turned(void)
{
  sn_picture_source s = source();
  const sn_picture_options front = {.width = 480, .height = 320, .view = "0,20", .no_labels = 1};
  sn_picture_options side = front;
  side.view = "90,20";
  pixels a = take(&s, &front, "a.png");
  turn = sn_rotation_axis_angle(v3(0, 0, 1), acos(-1) / 2);
  pixels b = take(&s, &side, "b.png");
  CHECK_BELOW(difference(&a, &b), 0.05);
  pixels wrong = take(&s, &front, "c.png");
  CHECK(difference(&a, &wrong) > 1);
  /* y up: the front stays the front */
  turn = (sn_m3){{{{1, 0, 0}}, {{0, 0, -1}}, {{0, 1, 0}}}};
  stuff.scene.up[1] = 1, stuff.scene.up[2] = 0;
  pixels c = take(&s, &front, "c.png");
  CHECK_BELOW(difference(&a, &c), 0.05);
  free(a.pixel);
  free(b.pixel);
  free(c.pixel);
  free(wrong.pixel);
}

/* All that is ever seen is in the frame, and the frame is full in one direction; it does not depend on the instants. */
static void test_fit(void)
{
  const sn_picture_source s = source();
  for (int v = 0; sn_picture_views[v]; v++) {
    sn_studio a, b;
    const double time[3] = {0.3, 0.5, 1.5};
    const sn_picture_options o = {.width = 400, .height = 300, .view = sn_picture_views[v]},
                             p = {.width = 400, .height = 300, .view = sn_picture_views[v], .n_time = 3, .time = time};
    CHECK_OK(sn_studio_new(&s, &o, 1, 1280, 720, arena, &a, &error), error);
    CHECK_OK(sn_studio_new(&s, &p, 1, 1280, 720, arena, &b, &error), error);
    CHECK_NEAR(v3_norm(v3_sub(a.camera.eye, b.camera.eye)), 0, 0);
    CHECK_NEAR(a.camera.focal, b.camera.focal, 0);
    double low[2] = {1e9, 1e9}, high[2] = {-1e9, -1e9};
    for (int row = 0; row < 21; row++) {
      CHECK_OK(places(NULL, row, &a.places, &error), error);
      sn_mesh_move(&a.stage, &a.places, &a.mesh);
      for (int i = 0; i < a.mesh.n_vertex; i++) {
        double pixel[2], depth;
        CHECK(
            sn_camera_see(&a.camera, v3(a.mesh.vertex[i][0], a.mesh.vertex[i][1], a.mesh.vertex[i][2]), pixel, &depth));
        for (int k = 0; k < 2; k++) {
          low[k] = fmin(low[k], pixel[k]);
          high[k] = fmax(high[k], pixel[k]);
        }
      }
    }
    CHECK(low[0] >= 0 && low[1] >= 0 && high[0] <= 400 && high[1] <= 300);
    CHECK(high[0] - low[0] > 0.9 * 400 || high[1] - low[1] > 0.8 * 300);
  }
}

static void test_views(void)
{
  sn_m3 world = sn_view_world(v3(0, 0, 2)), axes;
  CHECK_OK(sn_view_axes("front", world, &axes, &error), error);
  CHECK_NEAR(axes.c[0].x[0], 1, 1e-15); /* x to the right, z up, seen from -y */
  CHECK_NEAR(axes.c[1].x[2], 1, 1e-15);
  CHECK_NEAR(axes.c[2].x[1], -1, 1e-15);
  CHECK_OK(sn_view_axes("top", world, &axes, &error), error);
  CHECK_NEAR(axes.c[0].x[0], 1, 1e-15);
  CHECK_NEAR(axes.c[1].x[1], 1, 1e-15);
  CHECK_OK(sn_view_axes("right", world, &axes, &error), error);
  CHECK_NEAR(axes.c[2].x[0], 1, 1e-15);
  CHECK_OK(sn_view_axes(NULL, world, &axes, &error), error);
  CHECK(axes.c[0].x[0] > 0.5 && axes.c[2].x[0] > 0.2 && axes.c[1].x[2] > 0.8); /* x to the right and front */
  CHECK_OK(sn_view_axes("30,-20", world, &axes, &error), error);
  CHECK_NEAR(axes.c[2].x[2], sin(-20 * acos(-1) / 180), 1e-15);
  world = sn_view_world(v3(NAN, 0, 0));
  CHECK_NEAR(world.c[2].x[2], 1, 0);
  static const char *const bad[] = {"izo", "", "1", "1,", ",1", "1,2,3", "0,91", "nan,0", "1e999,0"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    error = (sn_error){0};
    CHECK(sn_view_axes(bad[i], world, &axes, &error) == SN_EINPUT);
    CHECK_TEXT(error.what, "no view");
    CHECK(error.why[0] && error.fix[0]);
  }
}

/* what is in the middle: an item at the instant that is shown, a point, or what the model wishes */
static void test_aim(void)
{
  sn_picture_source s = source();
  sn_studio a, all;
  const double time[] = {0.7};
  sn_picture_options o = {.width = 400, .height = 300, .view = "front", .n_time = 1, .time = time};
  CHECK_OK(sn_studio_new(&s, &o, 1, 1280, 720, arena, &all, &error), error);
  o.aim = s.scene->item[2].name;
  o.zoom = 4;
  CHECK_OK(sn_studio_new(&s, &o, 1, 1280, 720, arena, &a, &error), error);
  CHECK_NEAR(a.camera.focal, 4 * all.camera.focal, 1e-9 * a.camera.focal);
  double low[2] = {1e9, 1e9}, high[2] = {-1e9, -1e9}, pixel[2], depth;
  CHECK_OK(places(NULL, 7, &a.places, &error), error);
  sn_mesh_move(&a.stage, &a.places, &a.mesh);
  for (int i = 0; i < a.mesh.n_triangle; i++) {
    const double *x = a.mesh.vertex[a.mesh.triangle[i][0]];
    if (a.mesh.item[i] == 2 && sn_camera_see(&a.camera, v3(x[0], x[1], x[2]), pixel, &depth)) {
      for (int k = 0; k < 2; k++) {
        low[k] = fmin(low[k], pixel[k]);
        high[k] = fmax(high[k], pixel[k]);
      }
    }
  }
  for (int k = 0; k < 2; k++) {
    CHECK_NEAR((low[k] + high[k]) / 2, a.camera.center[k], 0.1 * (high[k] - low[k]) + 1);
  }
  /* a point; the model's wish, which options replace */
  o.aim = "0.5,-0.25,1e-1";
  CHECK_OK(sn_studio_new(&s, &o, 1, 1280, 720, arena, &a, &error), error);
  CHECK(sn_camera_see(&a.camera, v3(0.5, -0.25, 0.1), pixel, &depth));
  CHECK_NEAR(hypot(pixel[0] - a.camera.center[0], pixel[1] - a.camera.center[1]), 0, 1e-9);
  sn_scene scene = *s.scene;
  sn_scene_view wish = {.from = "front", .aim = {1, 0, 2}, .zoom = 4, .has_aim = 1};
  scene.view = &wish;
  scene.n_view = 1;
  s.scene = &scene;
  const sn_picture_options none = {.width = 400, .height = 300}, other = {.width = 400, .height = 300, .view = "front"};
  CHECK_OK(sn_studio_new(&s, &none, 1, 1280, 720, arena, &a, &error), error);
  CHECK_NEAR(a.camera.focal, 4 * all.camera.focal, 1e-9 * a.camera.focal);
  CHECK_NEAR(a.camera.axes.c[2].x[1], -1, 1e-15);
  CHECK(sn_camera_see(&a.camera, v3(1, 0, 2), pixel, &depth));
  CHECK_NEAR(hypot(pixel[0] - a.camera.center[0], pixel[1] - a.camera.center[1]), 0, 1e-9);
  CHECK_OK(sn_studio_new(&s, &other, 1, 1280, 720, arena, &a, &error), error);
  CHECK_NEAR(a.camera.focal, all.camera.focal, 0);
  static const char *const bad[] = {"nobody", "1,2", "1,2,3,4", "1,2,nan", ""};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    error = (sn_error){0};
    o.aim = bad[i];
    CHECK(sn_studio_new(&s, &o, 1, 1280, 720, arena, &a, &error) == SN_EINPUT);
    CHECK_TEXT(error.what, "to aim at");
    CHECK(error.why[0] && error.fix[0]);
  }
}

/* numbers as colours: other pixels, a legend, and a range that holds for the run */
static void test_colors(void)
{
  const sn_picture_source s = source();
  static const char *const names[] = {"speed", "displacement", "tension", "curvature", "heat"};
  sn_picture_options o = {.width = 360, .height = 240};
  pixels own = take(&s, &o, "own.png");
  for (int i = 0; i < 5; i++) {
    o.color = names[i];
    pixels p = take(&s, &o, "by.png");
    CHECK(difference(&own, &p) > 1);
    sn_studio st;
    CHECK_OK(sn_studio_new(&s, &o, 1, 0, 0, arena, &st, &error), error);
    static const double high[5] = {0, 0, 5, 4, 2}; /* i + t of elements 0..3, nodes 0..2, part; t up to 2 */
    CHECK(st.tint.high > st.tint.low);
    if (high[i] > 0) {
      CHECK_NEAR(st.tint.low, 0, 0);
      CHECK_NEAR(st.tint.high, high[i], 1e-12);
    }
    int map = 0; /* the legend shows the whole map */
    for (int y = 0; y < 240; y++) {
      const unsigned char *c = at(&p, 360 - st.legend_width + (int)st.text + 3, y);
      map += memcmp(c, st.tint.map[0], 3) == 0 || memcmp(c, st.tint.map[255], 3) == 0;
    }
    CHECK(map >= 2);
    free(p.pixel);
  }
  o.color = "speet";
  error = (sn_error){0};
  CHECK(sn_draw_png(&s, &o, "no.png", arena, &error) == SN_EINPUT);
  CHECK_TEXT(error.fix, "speed");
  CHECK_TEXT(error.why, "tension");
  CHECK(access("no.png", F_OK) != 0);
  /* a field whose numbers are not in the file: nothing is coloured, nothing fails */
  (void)snprintf(stuff.field[2].series, sizeof stuff.field[2].series, "missing");
  (void)snprintf(stuff.arrow[0].series, sizeof stuff.arrow[0].series, "missing");
  o.color = "heat";
  pixels none = take(&s, &o, "none.png");
  free(none.pixel);
  free(own.pixel);
  unsigned char map[256][3];
  for (int is_signed = 0; is_signed < 2; is_signed++) {
    sn_color_map(is_signed, map);
    for (int i = 1; i < 256; i++) {
      const double before = 0.2126 * map[i - 1][0] + 0.7152 * map[i - 1][1] + 0.0722 * map[i - 1][2];
      const double light = 0.2126 * map[i][0] + 0.7152 * map[i][1] + 0.0722 * map[i][2];
      CHECK(is_signed && i > 127 ? light < before + 0.9 : light > before - 0.6);
    }
  }
  CHECK(map[0][2] > 2 * map[0][0] && map[255][0] > 2 * map[255][2]); /* blue, red, and no colour at zero */
  CHECK(abs(map[127][0] - map[127][2]) < 4 && map[127][0] > 230);
}

static void test_engineering_units(void)
{
  static const struct {
    const char *unit;
    double size;
    const char *shown;
    double factor;
  } cases[] = {{"Pa", 2.1e8, "MPa", 1e6},
               {"N/m^2", 5e6, "MPa", 1e6},
               {"m", 0.02, "mm", 1e-3},
               {"m", 3, "m", 1},
               {"m/s", 0.01, "mm/s", 1e-3},
               {"N m", 2e5, "kN m", 1e3},
               {"N/m", 2e4, "kN/m", 1e3},
               {"m^2", 1e-4, "m^2", 1},
               {"m/s^2", 1e-3, "m/s^2", 1},
               {"J", 1e-13, "J", 1},
               {"Nm", 1e5, "Nm", 1},
               {"kg", 0.01, "g", 1e-3},
               {"", 5, "", 1},
               {"N", 0, "N", 1},
               {"kg m^2/s", 1e-3, "kg m^2/s", 1}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const sn_engineering got = sn_engineering_unit(cases[i].unit, cases[i].size);
    CHECK(strcmp(got.unit, cases[i].shown) == 0 && got.factor == cases[i].factor);
  }
  const sn_engineering degrees = sn_engineering_unit("rad", 1);
  CHECK(strcmp(degrees.unit, "deg") == 0);
  CHECK_NEAR(180 * degrees.factor, 3.141592653589793, 1e-15);
}

static void test_themes(void)
{
  const sn_picture_source s = source();
  sn_picture_options o = {.width = 200, .height = 120, .theme = "dark"};
  pixels dark = take(&s, &o, "dark.png");
  CHECK(dark.channels == 3 && at(&dark, 199, 0)[0] < 60);
  o.theme = "transparent";
  pixels clear = take(&s, &o, "clear.png");
  CHECK(clear.channels == 4 && at(&clear, 199, 0)[3] == 0);
  int solid = 0, half = 0;
  for (int i = 0; i < 200 * 120; i++) {
    solid += at(&clear, i, 0)[3] == 255;
    half += at(&clear, i, 0)[3] > 0 && at(&clear, i, 0)[3] < 255;
  }
  CHECK(solid > 500 && half > 50);
  free(dark.pixel);
  free(clear.pixel);
}

/* several instants: panels beside each other, or ghosts */
static void test_instants(void)
{
  const sn_picture_source s = source();
  const double time[5] = {0, 0.5, 1, 1.5, 99};
  sn_picture_options o = {.width = 600, .height = 200, .n_time = 5, .time = time, .no_labels = 1};
  pixels strip = take(&s, &o, "strip.png");
  sn_stage stage;
  CHECK_OK(sn_stage_of(s.scene, 0, arena, &stage, &error), error);
  int panels = 0; /* the ball appears in each of the five columns */
  for (int k = 0; k < 5; k++) {
    int seen = 0;
    for (int i = 0; i < 120 * 200; i++) {
      double strong;
      const double d = fabs(hue(at(&strip, 120 * k + i % 120, i / 120), &strong) - hue(stage.color[2], &strong));
      seen += d < 8;
    }
    panels += seen > 20;
  }
  CHECK(panels == 5);
  o.overlay = 1;
  o.no_ground = 1;
  pixels ghosts = take(&s, &o, "ghosts.png");
  o.n_time = 1;
  o.time = time + 4;
  pixels last = take(&s, &o, "last.png");
  int more = 0, lost = 0;
  for (int i = 0; i < 600 * 200; i++) {
    const int white = at(&last, i, 0)[0] + at(&last, i, 0)[1] + at(&last, i, 0)[2] == 765;
    const int white_too = at(&ghosts, i, 0)[0] + at(&ghosts, i, 0)[1] + at(&ghosts, i, 0)[2] == 765;
    more += white && !white_too;
    lost += !white && white_too;
  }
  CHECK(more > 500 && lost == 0);
  free(strip.pixel);
  free(ghosts.pixel);
  free(last.pixel);
  CHECK(sn_row_at(&s, -5) == 0 && sn_row_at(&s, 99) == 20 && sn_row_at(&s, 0.52) == 5 && sn_row_at(&s, 0.58) == 6);
}

/* joints and the floor can be left out */
static void test_without(void)
{
  const sn_picture_source s = source();
  sn_picture_options o = {.width = 300, .height = 200};
  pixels all = take(&s, &o, "all.png");
  o.no_joints = 1;
  pixels plain = take(&s, &o, "plain.png");
  CHECK(difference(&all, &plain) > 0);
  o.no_ground = o.no_labels = 1;
  pixels bare = take(&s, &o, "bare.png");
  CHECK(difference(&bare, &plain) > difference(&all, &plain));
  o.zoom = 3;
  pixels near = take(&s, &o, "near.png");
  CHECK(difference(&bare, &near) > 5);
  free(all.pixel);
  free(plain.pixel);
  free(bare.pixel);
  free(near.pixel);
}

static void test_gif(void)
{
  const sn_picture_source s = source();
  int frames, hundredths;
  sn_picture_options o = {.width = 160, .height = 120};
  CHECK_OK(sn_draw_gif(&s, &o, "all.gif", arena, &error), error);
  pixels g = pixels_gif("all.gif", &frames, &hundredths);
  CHECK(frames == 21); /* 2 s in real time, no more frames than rows */
  CHECK(g.width == 160 && g.height == 120);
  CHECK_NEAR(hundredths, 200, 21);
  /* the last frame, laid over all before, is the picture of the last instant */
  pixels p = take(&s, &o, "last.png");
  CHECK_BELOW(difference(&p, &g), 2.5);
  free(g.pixel);
  const double time[3] = {0, 1, 2};
  o.n_time = 3;
  o.time = time;
  CHECK_OK(sn_draw_gif(&s, &o, "three.gif", arena, &error), error);
  g = pixels_gif("three.gif", &frames, &hundredths);
  CHECK(frames == 3);
  CHECK_BELOW(difference(&p, &g), 2.5);
  free(g.pixel);
  free(p.pixel);
  o = (sn_picture_options){.width = 64, .height = 48, .speed = 4, .frame_rate = 10};
  CHECK_OK(sn_draw_gif(&s, &o, "fast.gif", arena, &error), error);
  g = pixels_gif("fast.gif", &frames, &hundredths);
  CHECK(frames == 5 && hundredths == 50);
  free(g.pixel);
  o = (sn_picture_options){.width = 32, .height = 24, .speed = 1e-9};
  CHECK_OK(sn_draw_gif(&s, &o, "slow.gif", arena, &error), error);
  g = pixels_gif("slow.gif", &frames, &hundredths);
  CHECK(frames == 21 && hundredths == 21 * 1000);
  free(g.pixel);
}

/* noise needs more codes than LZW has: the table starts anew */
static void test_gif_noise(void)
{
  enum { W = 150, H = 110 };
  sn_image image;
  unsigned seed = 1;
  int frames, hundredths;
  CHECK(sn_image_new(W, H, arena, &image));
  for (int i = 0; i < W * H; i++) {
    seed = seed * 1664525u + 1013904223u;
    image.pixel[4 * i] = image.pixel[4 * i + 1] = image.pixel[4 * i + 2] = (unsigned char)((seed >> 24) / 64 * 85);
    image.pixel[4 * i + 3] = 255;
  }
  sn_gif *g = sn_gif_new(W, H, arena);
  FILE *f = fopen("noise.gif", "wb");
  sn_gif_count(g, &image);
  sn_gif_begin(g, f);
  sn_gif_add(g, &image, 5, f);
  sn_gif_add(g, &image, 5, f); /* nothing changes */
  sn_gif_end(g, f);
  (void)fclose(f);
  pixels p = pixels_gif("noise.gif", &frames, &hundredths);
  CHECK(frames == 2);
  int wrong = 0;
  for (int i = 0; i < W * H && p.pixel; i++) {
    wrong += abs(p.pixel[3 * i] - image.pixel[4 * i]) > 2;
  }
  CHECK(wrong == 0);
  free(p.pixel);
}

static void test_video(void)
{
  const sn_picture_source s = source();
  const sn_picture_options o = {.width = 65, .height = 49, .frame_rate = 5, .n_time = 2, .time = (double[]){0, 1}};
  const sn_status status = sn_draw_video(&s, &o, "film.mp4", arena, &error);
  if (status == SN_OK) {
    size_t n;
    unsigned char *file = pixels_file("film.mp4", &n);
    CHECK(n > 100 && memcmp(file + 4, "ftyp", 4) == 0);
    free(file);
  } else {
    CHECK_TEXT(error.fix, "ffmpeg");
  }
  error = (sn_error){0};
  CHECK(sn_draw_video(&s, &o, "film.avi", arena, &error) == SN_EINPUT);
  CHECK_TEXT(error.fix, ".mp4");
  CHECK(sn_draw_video(&s, &o, "no/folder/film.mp4", arena, &error) == SN_EIO);
  (void)unlink("null.mp4");
  CHECK(symlink("/dev/null", "null.mp4") == 0);
  CHECK(sn_draw_video(&s, &o, "null.mp4", arena, &error) == SN_EIO);
  CHECK_TEXT(error.why, "device");
  const char *path = getenv("PATH");
  char kept[4096];
  (void)snprintf(kept, sizeof kept, "%s", path ? path : "");
  CHECK(setenv("PATH", "/nowhere", 1) == 0);
  error = (sn_error){0};
  CHECK(sn_draw_video(&s, &o, "none.mp4", arena, &error) == SN_EIO);
  CHECK_TEXT(error.fix, "Debian package ffmpeg");
  CHECK(access("none.mp4", F_OK) != 0);
  CHECK(setenv("PATH", kept, 1) == 0);
}

static void test_limits(void)
{
  sn_picture_source s = source();
  static const int sizes[][2] = {{1, 100}, {100, -5}, {9000, 100}, {8000, 8000}, {2000000000, 2000000000}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    const sn_picture_options o = {.width = sizes[i][0], .height = sizes[i][1]};
    error = (sn_error){0};
    CHECK(sn_draw_png(&s, &o, "no.png", arena, &error) == SN_EINPUT);
    CHECK_TEXT(error.what, "pixels");
    CHECK_TEXT(error.fix, "1280x720");
    CHECK(sn_draw_gif(&s, &o, "no.gif", arena, &error) == SN_EINPUT);
  }
  const sn_picture_options theme = {.theme = "dork"}, zoom = {.zoom = -1};
  CHECK(sn_draw_png(&s, &theme, "no.png", arena, &error) == SN_EINPUT);
  CHECK_TEXT(error.fix, "dark");
  CHECK(sn_draw_png(&s, &zoom, "no.png", arena, &error) == SN_EINPUT);
  double many[50] = {0};
  const sn_picture_options crowd = {.n_time = 50, .time = many};
  CHECK(sn_draw_png(&s, &crowd, "no.png", arena, &error) == SN_EINPUT);
  CHECK_TEXT(error.what, "too many");
  const sn_picture_options small = {.width = 16, .height = 16};
  pixels p = take(&s, &small, "small.png");
  free(p.pixel);
  error = (sn_error){0};
  CHECK(sn_draw_png(&s, NULL, "no/folder/x.png", arena, &error) == SN_EIO);
  CHECK_TEXT(error.where, "no/folder/x.png");
  (void)unlink("null.png");
  CHECK(symlink("/dev/null", "null.png") == 0);
  CHECK(sn_draw_png(&s, NULL, "null.png", arena, &error) == SN_EIO);
  CHECK_TEXT(error.why, "device");
  CHECK(sn_draw_gif(&s, NULL, ".", arena, &error) == SN_EIO);
  CHECK_TEXT(error.why, "folder");
  CHECK(access("no.png", F_OK) != 0 && access("no.gif", F_OK) != 0);
  /* one row; no row; an empty scene; a run that has become infinite */
  const sn_picture_options o = {.width = 120, .height = 80};
  s.n_row = 1;
  p = take(&s, &o, "one.png");
  free(p.pixel);
  CHECK_OK(sn_draw_gif(&s, &o, "one.gif", arena, &error), error);
  int frames, hundredths;
  p = pixels_gif("one.gif", &frames, &hundredths);
  CHECK(frames == 1);
  free(p.pixel);
  s.n_row = 0;
  CHECK(sn_draw_png(&s, &o, "no.png", arena, &error) == SN_EINPUT);
  CHECK(sn_draw_gif(&s, &o, "no.gif", arena, &error) == SN_EINPUT);
  s = source();
  sn_scene empty = {.up = {0, 0, 1}, .n_place = HAND_ROWS};
  s.scene = &empty;
  CHECK(sn_draw_png(&s, &o, "no.png", arena, &error) == SN_EINPUT);
  CHECK_TEXT(error.what, "nothing to draw");
  s = source();
  turn.c[0].x[0] = NAN;
  p = take(&s, &o, "nan.png");
  free(p.pixel);
  turn = (sn_m3){{{{1e200, 0, 0}}, {{0, 1e200, 0}}, {{0, 0, 1e200}}}};
  p = take(&s, &o, "far.png");
  free(p.pixel);
  turn = (sn_m3){{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}};
  p = take(&s, &o, "spot.png");
  free(p.pixel);
}

static void test_font(void)
{
  sn_image image;
  CHECK(sn_image_new(40, 40, arena, &image));
  for (unsigned c = ' ' + 1; c < 127; c++) {
    const char text[2] = {(char)c, 0};
    memset(image.pixel, 0, (size_t)40 * 40 * 4);
    sn_ink_text(&image, (sn_ink){{255, 255, 255}, 2}, 10, 28, 18, text);
    int dark = 0;
    for (int i = 0; i < 40 * 40; i++) {
      dark += image.pixel[4 * i] > 128;
    }
    CHECK(dark >= 3);
    CHECK(sn_ink_text_width(text, 18) > 4);
    for (const char *s = sn_font_strokes(c); *s;) {
      CHECK(*s == '/' || *s == '(');
      for (s++; *s >= '0' && *s <= '9'; s += 2) {
        CHECK(s[1] >= 'A' && s[1] <= 'P');
      }
    }
  }
  CHECK(sn_ink_text_width("\xC2\xB5m", 9) > 0);
  sn_ink_text(&image, (sn_ink){{255, 255, 255}, 2}, -1e9, 1e9, 18, "far away");
  sn_ink_line(&image, (sn_ink){{255, 255, 255}, 2}, NAN, 0, 3, 3);
}

static void *fails_at(void *data, size_t size)
{
  int *left = data;
  return (*left)-- > 0 ? malloc(size) : NULL;
}

static void gives_back(void *data, void *memory)
{
  (void)data;
  free(memory);
}

/* the n-th allocation fails: an error, no file, no crash */
static void test_no_memory(void)
{
  const sn_picture_source s = source();
  const sn_picture_options o = {.width = 64, .height = 48, .color = "tension", .n_time = 1, .time = (double[]){1}};
  int good = 0;
  for (int k = 1; k < 60 && good < 2; k++) {
    int left = k;
    sn_arena *small = sn_arena_new(&(sn_allocator){fails_at, gives_back, &left});
    if (small) {
      (void)remove("memory.png");
      const sn_status status =
          k % 2 ? sn_draw_png(&s, &o, "memory.png", small, &error) : sn_draw_gif(&s, &o, "memory.png", small, &error);
      CHECK(status == SN_OK || status == SN_ENOMEM);
      CHECK((status == SN_OK) == (access("memory.png", F_OK) == 0));
      good += status == SN_OK;
    }
    sn_arena_free(small);
  }
  CHECK(good == 2);
}

int main(void)
{
  arena = sn_arena_new(NULL);
  RUN(test_png);
  RUN(test_same_bits);
  RUN(test_turned);
  RUN(test_fit);
  RUN(test_views);
  RUN(test_aim);
  RUN(test_colors);
  RUN(test_engineering_units);
  RUN(test_themes);
  RUN(test_instants);
  RUN(test_without);
  RUN(test_gif);
  RUN(test_gif_noise);
  RUN(test_video);
  RUN(test_limits);
  RUN(test_font);
  RUN(test_no_memory);
  sn_arena_free(arena);
  return REPORT();
}
