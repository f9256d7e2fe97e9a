/* show/picture/labels.c -- words in pictures: the time, load factor or phase, the axes, the size of the grid, the legend of the colours.
 * Tests:   tests/show/test_picture.c.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/unit.h"
#include "results/modes.h"
#include "show/picture/ink.h"
#include "show/picture/picture_private.h"

static sn_ink ink_of(const sn_studio *s, const unsigned char color[3])
{
  sn_ink ink = {.width = fmax(1.1, s->text / 8)};
  memcpy(ink.color, color, 3);
  return ink;
}

/* digits after the point that distinguish the instants of this run */
static int decimals(const sn_studio *s)
{
  const double length = s->source.time[s->source.n_row - 1] - s->source.time[0];
  const double d = length > 0 ? 2 - floor(log10(length)) : 2;
  return (int)fmin(9, fmax(0, d));
}

/* The numbers of the modes shown, instead of the time. */
static void label_modes(const sn_studio *s, sn_image *image, const int *row, int n)
{
  const sn_mode_table *t = s->source.modes;
  char text[256] = "", words[64];
  size_t used = 0;
  int last = -1;
  for (int i = 0; i < n && used < sizeof text - 80; i++) {
    const int k = sn_mode_at(t, s->source.time[row[i]]);
    if (k != last) {
      used += (size_t)snprintf(text + used, sizeof text - used, "%smode %d: %s, phase", used > 0 ? "; " : "", k + 1,
                               sn_mode_words(t, k, words, sizeof words));
    }
    used += (size_t)snprintf(text + used, sizeof text - used, "%s %.0f deg", k == last ? "," : "",
                             sn_mode_phase(s->source.time[row[i]]));
    last = k;
  }
  sn_ink_text(image, ink_of(s, s->theme->ink), 1.2 * s->text, 2.2 * s->text, s->text, text);
}

/* Load factors of equilibria, if there are any; else their numbers. */
static void label_equilibria(const sn_studio *s, sn_image *image, const int *row, int n)
{
  const sn_picture_source *from = &s->source;
  const sn_scene_clock *clock = from->scene->n_clock > 0 ? from->scene->clock : NULL;
  double factor = NAN;
  const int known = clock && from->values && from->values(from->data, clock->series, row[0], 1, &factor, NULL) == SN_OK;
  char text[256];
  size_t used = (size_t)snprintf(text, sizeof text, "%s ", known ? clock->quantity : "equilibrium");
  for (int i = 0; i < n && used < sizeof text - 40; i++) {
    if (known && from->values(from->data, clock->series, row[i], 1, &factor, NULL) != SN_OK) {
      break;
    }
    used += (size_t)snprintf(text + used, sizeof text - used, "%s%.*g", i > 0 ? ", " : "", known ? 5 : 9,
                             known ? factor : from->time[row[i]]);
  }
  sn_ink_text(image, ink_of(s, s->theme->ink), 1.2 * s->text, 2.2 * s->text, s->text, text);
}

static void label_time(const sn_studio *s, sn_image *image, const int *row, int n)
{
  char text[256];
  size_t used = (size_t)snprintf(text, sizeof text, "t = ");
  for (int i = 0; i < n && used < sizeof text - 40; i++) {
    used += (size_t)snprintf(text + used, sizeof text - used, "%s%.*f", i > 0 ? ", " : "", decimals(s),
                             s->source.time[row[i]]);
  }
  (void)snprintf(text + used, sizeof text - used, " s");
  sn_ink_text(image, ink_of(s, s->theme->ink), 1.2 * s->text, 2.2 * s->text, s->text, text);
}

static void label_axes(const sn_studio *s, sn_image *image)
{
  static const unsigned char color[3][3] = {{204, 51, 17}, {34, 136, 51}, {0, 119, 187}};
  static const char *const name[3] = {"x", "y", "z"};
  const double length = 3.2 * s->text, x0 = 1.5 * length, y0 = image->height - 1.5 * length;
  int order[3] = {0, 1, 2}; /* the nearest last */
  for (int i = 0; i < 2; i++) {
    for (int k = 0; k < 2; k++) {
      const double a = s->camera.axes.c[2].x[order[k]], b = s->camera.axes.c[2].x[order[k + 1]];
      if (a > b) {
        const int swap = order[k];
        order[k] = order[k + 1];
        order[k + 1] = swap;
      }
    }
  }
  for (int i = 0; i < 3; i++) {
    const int k = order[i];
    const double dx = s->camera.axes.c[0].x[k], dy = -s->camera.axes.c[1].x[k], size = hypot(dx, dy);
    sn_ink ink = ink_of(s, color[k]);
    ink.width *= 1.4;
    if (size < 0.05) { /* towards the viewer or away */
      continue;
    }
    const double x1 = x0 + length * dx, y1 = y0 + length * dy, ux = dx / size, uy = dy / size, head = 0.55 * s->text;
    sn_ink_line(image, ink, x0, y0, x1, y1);
    sn_ink_line(image, ink, x1, y1, x1 - head * (ux + 0.5 * uy), y1 - head * (uy - 0.5 * ux));
    sn_ink_line(image, ink, x1, y1, x1 - head * (ux - 0.5 * uy), y1 - head * (uy + 0.5 * ux));
    const double reach = 0.8 * s->text, small = 0.8 * s->text;
    sn_ink_text(image, ink_of(s, color[k]), x1 + reach * ux - sn_ink_text_width(name[k], small) / 2 + 0.1 * small,
                y1 + reach * uy + small / 3, small, name[k]);
  }
}

static void label_grid(const sn_studio *s, sn_image *image)
{
  char text[64];
  const double small = 0.75 * s->text;
  (void)snprintf(text, sizeof text, "grid %g m", s->ground.cell);
  sn_ink_text(image, ink_of(s, s->theme->faint), image->width - sn_ink_text_width(text, small) - s->text,
              image->height - s->text, small, text);
}

void sn_label_panel(sn_studio *s, sn_image *image, const int *row, int n, int first)
{
  if (s->options.no_labels) {
    return;
  }
  (s->source.modes ? label_modes : s->source.is_static ? label_equilibria : label_time)(s, image, row, n);
  if (first && image->width > 14 * s->text && image->height > 14 * s->text) {
    label_axes(s, image);
    if (s->has_ground && s->camera.axes.c[2].x[0] * s->world.c[2].x[0] + s->camera.axes.c[2].x[1] * s->world.c[2].x[1] +
                                 s->camera.axes.c[2].x[2] * s->world.c[2].x[2] >
                             0.1) {
      label_grid(s, image);
    }
  }
}

/* a bar of the colours with some values beside it */
void sn_label_legend(const sn_studio *s, sn_image *image)
{
  if (!s->tint.name) {
    return;
  }
  const int one = !(s->tint.high > s->tint.low); /* one number everywhere: in the middle of the bar */
  const double largest = fmax(fabs(s->tint.low), fabs(s->tint.high));
  const sn_engineering shown = sn_engineering_unit(s->tint.unit ? s->tint.unit : "", largest);
  const double from = s->tint.low / shown.factor, to = s->tint.high / shown.factor;
  const double half = one ? fmax(1, fabs(from)) : 0, low = from - half, high = to + half;
  const int x = image->width - s->legend_width + (int)s->text, width = (int)fmax(6, 1.2 * s->text);
  const int height = (int)(0.6 * image->height), y = (image->height - height) / 2;
  for (int j = 0; j < height; j++) {
    sn_ink_fill(image, s->tint.map[255 - 255 * j / (height - 1)], x, y + j, width, 1);
  }
  const double step = one ? 2 * (high - low) : sn_nice_step((high - low) / 3.5), small = 0.8 * s->text;
  const sn_ink ink = ink_of(s, s->theme->ink);
  const double first = one ? from / step : ceil(low / step - 1e-9);
  for (double k = first; k * step <= high + 1e-9 * (high - low); k++) {
    const double at = y + height - 1 - (k * step - low) / (high - low) * (height - 1);
    char text[32];
    (void)snprintf(text, sizeof text, "%.6g", k == 0 ? 0 : k * step);
    sn_ink_line(image, ink, x + width, at + 0.5, x + width + 0.4 * s->text, at + 0.5);
    sn_ink_text(image, ink, x + width + 0.8 * s->text, at + small / 2, small, text);
  }
  char title[80];
  (void)snprintf(title, sizeof title, "%s", s->tint.name);
  sn_ink_text(image, ink, x, y - 2.3 * small - 0.6 * s->text, small, title);
  if (shown.unit[0]) {
    (void)snprintf(title, sizeof title, "%s", shown.unit);
    sn_ink_text(image, ink_of(s, s->theme->faint), x, y - 0.7 * s->text, small, title);
  }
}
