/* show/stage/color.c -- maps from numbers to colours.
 * Theory:  a few colours, joined in Oklab (B. Ottosson, 2020), where equal steps look equal: of rising lightness; for numbers of
 *          both signs blue, white and red (the same as in viewer/src/scene/colors.ts).
 * Tests:   tests/show/test_picture.c (lightness rises, or rises to the middle).
 */
#include "show/stage/color.h"

#include <math.h>

static const double rising[][3] = {{0.35, 0.02, -0.15}, {0.47, -0.03, -0.12}, {0.58, -0.08, -0.04},
                                   {0.70, -0.11, 0.06}, {0.83, -0.07, 0.13},  {0.95, -0.02, 0.14}}; /* L, a, b */

static const double both_signs[][3] = {{0.38, -0.029, -0.137}, {0.62, -0.041, -0.113}, {0.84, -0.025, -0.043},
                                       {0.95, 0, 0},           {0.84, 0.042, 0.042},   {0.63, 0.136, 0.085},
                                       {0.40, 0.118, 0.055}};

static double gamma_of(double x)
{
  x = fmin(1, fmax(0, x));
  return x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1 / 2.4) - 0.055;
}

static void join(const double knot[][3], int pieces, unsigned char map[256][3])
{
  for (int i = 0; i < 256; i++) {
    const double u = i / 255.0 * pieces;
    const int k = u < pieces ? (int)u : pieces - 1;
    double lab[3];
    for (int c = 0; c < 3; c++) {
      lab[c] = knot[k][c] + (u - k) * (knot[k + 1][c] - knot[k][c]);
    }
    const double l = lab[0] + 0.3963377774 * lab[1] + 0.2158037573 * lab[2];
    const double m = lab[0] - 0.1055613458 * lab[1] - 0.0638541728 * lab[2];
    const double s = lab[0] - 0.0894841775 * lab[1] - 1.2914855480 * lab[2];
    const double L = l * l * l, M = m * m * m, S = s * s * s;
    const double rgb[3] = {4.0767416621 * L - 3.3077115913 * M + 0.2309699292 * S,
                           -1.2684380046 * L + 2.6097574011 * M - 0.3413193965 * S,
                           -0.0041960863 * L - 0.7034186147 * M + 1.7076147010 * S};
    for (int c = 0; c < 3; c++) {
      map[i][c] = (unsigned char)(255 * gamma_of(rgb[c]) + 0.5);
    }
  }
}

void sn_color_map(int is_signed, unsigned char map[256][3])
{
  if (is_signed) {
    join(both_signs, sizeof both_signs / sizeof *both_signs - 1, map);
  } else {
    join(rising, sizeof rising / sizeof *rising - 1, map);
  }
}
