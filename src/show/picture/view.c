/* show/picture/view.c -- cameras: directions by name, and the distance from which all is seen.
 * Theory:  a point (x, y, z) in the camera's axes appears inside the right border if x - c <= t (D - z), t the tangent
 *          of the half angle, c the place of the eye and D its distance: c + t D >= x + t z. The four borders give four
 *          largest values, and from them the smallest D and the best c, exactly.
 * Tests:   tests/show/test_picture.c.
 */
#include "show/picture/view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "show/picture/picture.h"

static const double pi = 3.14159265358979323846;

const char *const sn_picture_views[] = {"iso", "front", "back", "left", "right", "top", "bottom", NULL};
static const double angles[][2] = {{32, 22}, {0, 0}, {180, 0}, {-90, 0}, {90, 0}, {0, 90}, {0, -90}};

sn_m3 sn_view_world(sn_v3 up)
{
  const double length = v3_norm(up);
  const sn_v3 u = length > 0 && isfinite(length) ? v3_scale(1 / length, up) : v3(0, 0, 1);
  /* the ground axis that becomes the picture's x: x itself, or y if that is up */
  const sn_v3 e = fabs(u.x[0]) < 0.9 ? v3(1, 0, 0) : v3(0, 1, 0);
  const sn_v3 x = v3_unit(v3_axpy(e, -v3_dot(e, u), u));
  return (sn_m3){{x, v3_cross(u, x), u}};
}

static int read_angles(const char *text, double out[2])
{
  char *end;
  out[0] = strtod(text, &end);
  if (end == text || *end != ',') {
    return 0;
  }
  const char *second = end + 1;
  out[1] = strtod(second, &end);
  return end != second && *end == 0 && isfinite(out[0]) && fabs(out[1]) <= 90;
}

sn_status sn_view_axes(const char *view, sn_m3 world, sn_m3 *out, sn_error *error)
{
  double angle[2] = {0, 0};
  int k = 0;
  while (view && sn_picture_views[k] && strcmp(view, sn_picture_views[k]) != 0) {
    k++;
  }
  if (sn_picture_views[k]) {
    memcpy(angle, angles[k], sizeof angle);
  } else if (!read_angles(view, angle)) {
    sn_failf(error, SN_EINPUT, "There is no view '%s'.", view);
    sn_error_why(error, "Views are iso, front, back, left, right, top, bottom, or two angles in degrees: "
                        "azimuth from the front to the right, and elevation from -90 to 90.");
    const char *near = sn_nearest(view, sn_picture_views, sizeof angles / sizeof *angles);
    if (near) {
      sn_error_fix(error, "Did you mean '%s'?", near);
    } else {
      sn_error_fix(error, "Write for example iso, or 30,20.");
    }
    return SN_EINPUT;
  }
  const double a = (angle[0] - 90) * pi / 180, b = angle[1] * pi / 180;
  const sn_v3 right = v3_axpy(v3_scale(-sin(a), world.c[0]), cos(a), world.c[1]);
  const sn_v3 level = v3_axpy(v3_scale(cos(a), world.c[0]), sin(a), world.c[1]);
  const sn_v3 back = v3_axpy(v3_scale(cos(b), level), sin(b), world.c[2]);
  *out = (sn_m3){{right, v3_cross(back, right), back}};
  return SN_OK;
}

sn_fit sn_fit_begin(sn_m3 axes, double width, double height)
{
  /* a long lens: half the diagonal appears under 12 degrees */
  const double focal = hypot(width, height) / 2 / tan(12 * pi / 180);
  return (sn_fit){.axes = axes, .focal = focal, .half = {width / 2 / focal, height / 2 / focal}};
}

void sn_fit_add(sn_fit *f, sn_v3 x)
{
  const sn_v3 p = m3_tmul(f->axes, x);
  if (!isfinite(p.x[0] + p.x[1] + p.x[2])) {
    return;
  }
  for (int k = 0; k < 4; k++) {
    const double m = (k % 2 ? -1 : 1) * p.x[k / 2] + f->half[k / 2] * p.x[2];
    f->most[k] = f->any && f->most[k] > m ? f->most[k] : m;
  }
  f->any = 1;
}

double sn_fit_distance(const sn_fit *f)
{
  const double x = (f->most[0] + f->most[1]) / (2 * f->half[0]), y = (f->most[2] + f->most[3]) / (2 * f->half[1]);
  return f->any ? fmax(x, y) : 1;
}

sn_camera sn_fit_end(const sn_fit *f, double x, double y, double zoom)
{
  const double distance = sn_fit_distance(f);
  const double c = (f->most[0] - f->most[1]) / 2, d = (f->most[2] - f->most[3]) / 2;
  return (sn_camera){m3_mul(f->axes, v3(c, d, distance)), f->axes, f->focal * zoom, {x, y}};
}

sn_camera sn_fit_aimed(const sn_fit *f, sn_v3 aim, double x, double y, double zoom)
{
  sn_camera camera = sn_fit_end(f, x, y, zoom);
  const sn_v3 p = m3_tmul(f->axes, aim);
  camera.eye = m3_mul(f->axes, v3(p.x[0], p.x[1], p.x[2] + sn_fit_distance(f)));
  return camera;
}
