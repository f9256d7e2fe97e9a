/* show/page/page_json.h -- words of the files page_*.c for what they write with results/json.h: dense, numbers of 9 digits. */
#ifndef SN_SHOW_PAGE_JSON_H
#define SN_SHOW_PAGE_JSON_H
#include <math.h>
#include <stdio.h>

#include "results/json.h"
#include "results/scene.h"

/* Prints a comma, unless a list or an object has just begun. */
static inline void separate(sn_json *j)
{
  sn_json_comma(j);
}

static inline void key(sn_json *j, const char *name)
{
  sn_json_key(j, name);
}

static inline void begin_list(sn_json *j, const char *name)
{
  key(j, name);
  sn_json_raw(j, "[");
}

static inline void open_entry(sn_json *j)
{
  separate(j);
  sn_json_raw(j, "\n{");
}

/* 9 digits: the viewer draws in float32. What is not finite is 0. */
static inline void number(sn_json *j, double x)
{
  char text[40];
  (void)snprintf(text, sizeof text, "%.9g", isfinite(x) ? x : 0);
  sn_json_raw(j, text);
}

static inline void numbers(sn_json *j, const double *x, int n)
{
  sn_json_raw(j, "[");
  for (int i = 0; i < n; i++) {
    separate(j);
    number(j, x[i]);
  }
  sn_json_raw(j, "]");
}

static inline void whole(sn_json *j, const char *name, long long x)
{
  char text[40];
  (void)snprintf(text, sizeof text, "%lld", x);
  key(j, name);
  sn_json_raw(j, text);
}

static inline void word(sn_json *j, const char *name, const char *text)
{
  key(j, name);
  sn_json_text(j, text);
}

/* An entry [name, text] of a list. */
static inline void pair(sn_json *j, const char *name, const char *text)
{
  separate(j);
  sn_json_raw(j, "\n[");
  sn_json_text(j, name);
  sn_json_raw(j, ",");
  sn_json_text(j, text);
  sn_json_raw(j, "]");
}

static inline void spot(sn_json *j, const char *name, const sn_spot *s)
{
  key(j, name);
  sn_json_raw(j, "{");
  whole(j, "row", s->row);
  key(j, "position");
  numbers(j, s->position, 3);
  key(j, "quaternion");
  numbers(j, s->quaternion, 4);
  sn_json_raw(j, "}");
}

#endif
