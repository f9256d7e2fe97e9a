/* lab/rod/measure.c -- bending measures: what is called "bent by k", as a function of sine w and cosine d of the relative angle.
 * Theory:  docs/rods.md (5) to (7). sine: w (LLL); tan_half: 2w/(1+d) = 2 tan(theta/2); chord: w sqrt(2/(1+d)) =
 *          2 sin(theta/2); angle: atan2(w, d).
 * Limits:  the sine has no equilibrium beyond 45 degrees of a joint and no angle beyond 90; the tangent is infinite at 180.
 * Tests:   tests/lab/test_rod.c (derivatives by differences, round trip).
 */
#include <math.h>

#include "lab/rod/rod_private.h"

const char *const sn_rod_measure_name[] = {"tan_half", "sine", "chord", "angle", NULL};

static sn_rod_bend tan_half(double w, double d)
{
  const double r = 1 / (1 + d), r2 = r * r;
  return (sn_rod_bend){2 * w * r, 2 * r, -2 * w * r2, 0, -2 * r2, 4 * w * r2 * r};
}

static sn_rod_bend sine(double w, double d)
{
  (void)d;
  return (sn_rod_bend){w, 1, 0, 0, 0, 0};
}

static sn_rod_bend chord(double w, double d)
{
  const double r = 1 / (1 + d), s = sqrt(2 * r);
  return (sn_rod_bend){w * s, s, -w * s * r / 2, 0, -s * r / 2, 0.75 * w * s * r * r};
}

static sn_rod_bend angle(double w, double d)
{
  const double r = 1 / (w * w + d * d), r2 = r * r;
  return (sn_rod_bend){atan2(w, d), d * r, -w * r, -2 * w * d * r2, (w * w - d * d) * r2, 2 * w * d * r2};
}

sn_rod_bend sn_rod_bend_of(sn_rod_measure measure, double w, double d)
{
  static sn_rod_bend (*const all[])(double, double) = {tan_half, sine, chord, angle};
  return all[measure](w, d);
}

sn_rod_measure sn_rod_measure_of(const sn_rod *rod, int n)
{
  return rod->hinged && n == 0 ? SN_ROD_ANGLE : rod->measure;
}

/* ---- the other way: the rotation of a given k */

static int turn_tan_half(double k, sn_rod_turn *t)
{
  const double u = k / 2, s = 1 + u * u;
  *t = (sn_rod_turn){(1 - u * u) / s, 2 * u / s, s, u * s};
  return 1;
}

static int turn_sine(double k, sn_rod_turn *t)
{
  const double c2 = 1 - k * k;
  if (!(c2 > 0)) {
    return 0;
  }
  const double c = sqrt(c2);
  *t = (sn_rod_turn){c, k, c, -k};
  return 1;
}

static int turn_chord(double k, sn_rod_turn *t)
{
  const double h2 = 1 - k * k / 4; /* cos^2 of half the angle */
  if (!(h2 > 0)) {
    return 0;
  }
  const double h = sqrt(h2);
  *t = (sn_rod_turn){1 - k * k / 2, k * h, h, -k / 4};
  return 1;
}

static int turn_angle(double k, sn_rod_turn *t)
{
  *t = (sn_rod_turn){cos(k), sin(k), 1, 0};
  return 1;
}

int sn_rod_turn_of(sn_rod_measure measure, double k, sn_rod_turn *out)
{
  static int (*const all[])(double, sn_rod_turn *) = {turn_tan_half, turn_sine, turn_chord, turn_angle};
  return all[measure](k, out);
}
