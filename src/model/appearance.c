/* model/appearance.c -- names of colours.
 * Tests:   tests/model/test_appearance.c.
 */
#include "model/appearance.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static const struct {
  const char *name;
  unsigned char color[3];
} colors[] = {
    {"black", {40, 42, 46}},    {"white", {244, 244, 242}},  {"grey", {140, 145, 150}},  {"gray", {140, 145, 150}},
    {"red", {204, 51, 17}},     {"orange", {238, 119, 51}},  {"yellow", {230, 200, 50}}, {"green", {34, 136, 51}},
    {"teal", {0, 153, 136}},    {"cyan", {51, 187, 238}},    {"blue", {0, 119, 187}},    {"navy", {40, 60, 120}},
    {"purple", {120, 70, 160}}, {"magenta", {170, 51, 119}}, {"pink", {238, 140, 170}},  {"brown", {130, 85, 50}}};
enum { COLORS = sizeof colors / sizeof *colors };

/* "#rrggbb" */
static int from_numbers(const char *text, unsigned char out[3])
{
  if (text[0] != '#' || strlen(text) != 7) {
    return 0;
  }
  for (int k = 0; k < 3; k++) {
    const char pair[3] = {text[1 + 2 * k], text[2 + 2 * k], '\0'};
    if (!isxdigit((unsigned char)pair[0]) || !isxdigit((unsigned char)pair[1])) {
      return 0;
    }
    out[k] = (unsigned char)strtoul(pair, NULL, 16);
  }
  return 1;
}

static int from_name(const char *text, unsigned char out[3])
{
  for (int k = 0; k < COLORS; k++) {
    if (strcmp(colors[k].name, text) == 0) {
      memcpy(out, colors[k].color, 3);
      return 1;
    }
  }
  return 0;
}

static sn_status unknown(const char *color, const char *what, const char *where, sn_error *error)
{
  const char *name[COLORS];
  char all[200] = "";
  for (int k = 0; k < COLORS; k++) {
    name[k] = colors[k].name;
    const size_t used = strlen(all);
    (void)snprintf(all + used, sizeof all - used, "%s%s", k ? ", " : "", name[k]);
  }
  const char *meant = sn_nearest(color, name, COLORS);
  sn_failf(error, SN_EINPUT, "%s: `color` = \"%.30s\" is no colour.", what, color);
  sn_error_why(error, "A colour is \"#rrggbb\" (red, green, blue in hexadecimal) or one of %s.", all);
  sn_error_fix(error, meant ? "Did you mean \"%s\"?" : "Write for example color = \"%s\".", meant ? meant : "#cc3311");
  sn_error_where(error, "%s", where);
  return SN_EINPUT;
}

sn_status sn_appearance_of(const char *color, double opacity, const sn_appearance *material, const char *what,
                           const char *where, sn_appearance *out, sn_error *error)
{
  *out = material ? *material : (sn_appearance){.opacity = 1, .gloss = 1};
  if (color) {
    out->has_color = 1;
    if (!from_numbers(color, out->color) && !from_name(color, out->color)) {
      return unknown(color, what, where, error);
    }
  }
  out->opacity = isnan(opacity) ? out->opacity : opacity;
  return SN_OK;
}
