/* tests/support/random_words.h -- what a random mechanism is made with: its data, dice, and numbers written as text.
 * How:     every number goes through the drawing's turn, shift and unit of length (random_model.h). powers: of a length in the
 *          quantity's unit.
 * Who:     tests/support/random_model.h.
 */
#ifndef SN_TESTS_RANDOM_WORDS_H
#define SN_TESTS_RANDOM_WORDS_H
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "math/rotation.h"

enum { RANDOM_PARTS = 16, RANDOM_JOINTS = 24, RANDOM_TEXT = 65536 };

/* What may be in it. */
typedef struct {
  int isolated;   /* nothing acts from outside: no ground, gravity, base or load */
  int loops;      /* closed by joints; then no initial coordinates */
  int most_parts; /* bodies */
} random_wish;

/* Where and in which unit of length it is written. */
typedef struct {
  sn_m3 turn;
  sn_v3 shift; /* in the unit */
  double unit; /* lengths are written times this */
} random_view;

typedef struct {
  char name[16];
  sn_v3 at;
  sn_m3 axes;
  double size;
  int is_point;
  int parent, room; /* tree; freedoms of the joint to the parent not used up by loops, drives and gears */
} random_part;

typedef struct {
  int kind, part; /* part: whose joint to the parent it is */
  double start[3];
} random_joint;

typedef struct {
  char text[RANDOM_TEXT];
  size_t used;
  uint64_t dice;
  random_wish wish;
  random_view view;
  int n_part, n_joint, n_name;
  int rubs; /* joints may have friction; then no slender bodies: friction that turns next to no inertia jams at once */
  random_part part[RANDOM_PARTS]; /* 0: ground */
  random_joint joint[RANDOM_JOINTS];
} random_model;

/* ---- dice: splitmix64 */
static uint64_t roll(random_model *g)
{
  uint64_t z = g->dice += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}
static double between(random_model *g, double a, double b)
{
  return a + (b - a) * (double)(roll(g) >> 11) * 0x1p-53;
}
/* evenly in the logarithm */
static double of_size(random_model *g, double a, double b)
{
  return exp(between(g, log(a), log(b)));
}
static int chance(random_model *g, double p)
{
  return between(g, 0, 1) < p;
}
static int one_of(random_model *g, int n)
{
  return (int)(roll(g) % (uint64_t)n);
}
static sn_v3 random_vector(random_model *g, double size)
{
  sn_v3 x;
  for (int i = 0; i < 3; i++) {
    x.x[i] = between(g, -size, size);
  }
  return x;
}
static sn_v3 random_direction(random_model *g)
{
  sn_v3 x = random_vector(g, 1);
  while (v3_norm(x) > 1 || v3_norm(x) < 0.1) {
    x = random_vector(g, 1);
  }
  return v3_unit(x);
}
static sn_m3 random_axes(random_model *g)
{
  const sn_v3 axis = random_direction(g);
  return sn_rotation_axis_angle(axis, between(g, -3, 3));
}

/* ---- writing */
__attribute__((format(printf, 2, 3))) static void put(random_model *g, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  const size_t left = sizeof g->text - g->used;
  const int n = vsnprintf(g->text + g->used, left, format, list);
  va_end(list);
  g->used += n > 0 && (size_t)n < left ? (size_t)n : 0;
}
static double scaled(const random_model *g, double x, int power)
{
  return x * pow(g->view.unit, power);
}
static void put_number(random_model *g, const char *name, double x, int power)
{
  put(g, "%s = %.17g, ", name, scaled(g, x, power));
}
static void put_vector(random_model *g, const char *name, sn_v3 x)
{
  put(g, "%s = {%.17g, %.17g, %.17g}, ", name, x.x[0], x.x[1], x.x[2]);
}
/* components in the axes of a part: they do not turn with the drawing */
static void put_local(random_model *g, const char *name, sn_v3 x, int power)
{
  put_vector(g, name, v3_scale(scaled(g, 1, power), x));
}
static void put_free(random_model *g, const char *name, sn_v3 x, int power)
{
  put_local(g, name, m3_mul(g->view.turn, x), power);
}
static void put_place(random_model *g, const char *name, sn_v3 x)
{
  put_vector(g, name, v3_add(g->view.shift, m3_mul(g->view.turn, v3_scale(g->view.unit, x))));
}
static void put_axes(random_model *g, const char *name, sn_m3 axes)
{
  const sn_m3 r = m3_mul3(g->view.turn, axes);
  put(g, "%s = {", name);
  for (int i = 0; i < 3; i++) {
    put(g, "{%.17g, %.17g, %.17g}%s", r.c[0].x[i], r.c[1].x[i], r.c[2].x[i], i < 2 ? ", " : "}, ");
  }
}
/* a number of time that is `start` at t = 0 */
static void put_motion(random_model *g, double start, double size, int power)
{
  const double rate = between(g, 1, 6), phase = between(g, -3, 3);
  put(g, "%.17g + %.17g*(sin(%.17g*t + %.17g) - sin(%.17g))", scaled(g, start, power), scaled(g, size, power), rate,
      phase, phase);
}
/* three functions of time; the sizes are turned with the drawing */
static void put_motion3(random_model *g, sn_v3 size, int power)
{
  const double rate = between(g, 1, 6), phase = between(g, -3, 3);
  const sn_v3 x = v3_scale(scaled(g, 1, power), m3_mul(g->view.turn, size));
  put(g, "function(t) local s = sin(%.17g*t + %.17g) - sin(%.17g) return %.17g*s, %.17g*s, %.17g*s end, ", rate, phase,
      phase, x.x[0], x.x[1], x.x[2]);
}
static void put_alpha(random_model *g)
{
  if (chance(g, 0.25)) {
    const int which = one_of(g, 3);
    put_number(g, "alpha", which == 0 ? 0 : which == 1 ? 1 : between(g, 0, 1), 0);
  }
}

#endif
