/* tests/shells/test_hard.c -- hard simple supports: directors of a held edge do not tilt along it.
 * Against: Navier's series of a simply supported plate with shear (Reissner-Mindlin, hard support), a closed form term by term.
 * Laws:    a soft support is softer; the answer does not depend on where the model stands; no redundant equations at corners and symmetries.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>

#include "support/parameters.h"

/* A square plate of side 1 under pressure; a quarter of it with two planes of symmetry, or all of it; somewhere in space. */
static const char plate[] =
    "param { h = 0.1, n = 4, order = 2, hard = true, whole = false, turn = 0, p = 10 }\n"
    "local g = group('g', function()\n"
    "  local a = whole and 1 or 0.5\n"
    "  local edge, first = { held = 'z', hard = hard }, { held = whole and 'xyz' or 'z', hard = hard }\n"
    "  local s = shell { name = 's', corners = { { 0, 0, 0 }, { a, 0, 0 }, { a, a, 0 }, { 0, a, 0 } }, order = order,\n"
    "    elements = { n/0.5*a, n/0.5*a }, thickness = h, E = 1e9, nu = 0.3, density = 1, pressure = -p,\n"
    "    u_first = first, v_first = edge, u_last = whole and edge or { symmetry = 'x' },\n"
    "    v_last = whole and edge or { symmetry = 'y' } }\n"
    "  local middle = whole and s:at(0.5, 0.5) or s:at(1, 1)\n"
    "  channel('w', position(middle))\n"
    "end)\n"
    "place(g, { name = 'g', at = { turn, 2*turn, 0 }, orientation = axis_angle({ 1, 2, 3 }, turn) })\n"
    "run { dt = 1e-3, duration = 1e-3, start = 'static' }\n";

/* Deflection of the middle: sum of 16 q/(pi^2 m n) sin sin (1/(pi^4 D s^2) + 1/(pi^2 k G h s)), s = m^2 + n^2. */
static double navier(double h, double q)
{
  const double pi = acos(-1.0), E = 1e9, nu = 0.3, D = E * h * h * h / 12 / (1 - nu * nu), G = E / 2 / (1 + nu);
  double w = 0;
  for (int m = 1; m < 400; m += 2) {
    for (int n = 1; n < 400; n += 2) {
      const double s = (double)m * m + (double)n * n, sign = ((m + n) / 2) % 2 ? 1 : -1;
      w += sign * 16 * q / (pi * pi * m * n) * (1 / (pow(pi, 4) * D * s * s) + 1 / (pi * pi * 5.0 / 6 * G * h * s));
    }
  }
  return w;
}

static int place(const char *const *set, int n, const char *load, double out[3])
{
  const char *all[MAX_SET] = {load};
  simulated s;
  memcpy(all + 1, set, (size_t)n * sizeof *all);
  const int good = simulate_set(&s, plate, n + 1, all, "ed", 1) && observe(&s) && channel(&s, "g.w", out) == 3;
  simulated_free(&s);
  return good;
}

/* How far the middle moves under the pressure, from where it is without. */
static double deflection(const char *const *set, int n)
{
  double x[3], y[3];
  return place(set, n, "p=0", x) && place(set, n, "p=10", y)
             ? sqrt(pow(x[0] - y[0], 2) + pow(x[1] - y[1], 2) + pow(x[2] - y[2], 2))
             : NAN;
}
#define W(...) \
  deflection((const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static void test_navier(void)
{
  static const char *const thickness[] = {"h=0.2", "h=0.05", "h=0.01"};
  static const double h[] = {0.2, 0.05, 0.01};
  for (int k = 0; k < 3; k++) {
    const double w = navier(h[k], 10), nine = W(thickness[k], "n=4"), four = W(thickness[k], "n=16", "order=1");
    const double soft = W(thickness[k], "n=8", "hard=false");
    printf("  h %.2f: nine nodes %+.1e, four %+.1e, soft support %+.1e\n", h[k], nine / w - 1, four / w - 1,
           soft / w - 1);
    CHECK_NEAR(nine / w, 1, 5e-4);
    CHECK_NEAR(four / w, 1, 4e-3);
    CHECK(soft > w * (1 + 0.1 * h[k]));
  }
}

static void test_whole(void)
{
  const double quarter = W("h=0.1"), whole = W("h=0.1", "whole=true"), turned = W("h=0.1", "turn=0.7");
  CHECK_NEAR(whole, quarter, 1e-6 * quarter);
  CHECK_NEAR(turned, quarter, 1e-8 * quarter);
}

/* A disk on its rim: the tangent turns along it; a clamped circle by hand is stiffer, a soft one is the same (no twist by symmetry). */
static void test_round(void)
{
  static const char disk[] =
      "param { hard = true }\n"
      "local s = shell { name = 's', surface = function(u, v) return v*cos(u), v*sin(u), 0 end, u = { 0, 2*pi }, v = { "
      "0.05, 1 },\n"
      "  closed = 'u', elements = { 12, 4 }, thickness = 0.05, E = 1e9, nu = 0.3, density = 1, pressure = -1e-2,\n"
      "  v_last = { held = 'xyz', hard = hard } }\n"
      "channel('w', position(s:at(0, 0.05)))\nrun { dt = 1e-3, duration = 1e-3, start = 'static' }\n";
  double w[2];
  for (int k = 0; k < 2; k++) {
    simulated s;
    w[k] = simulate_set(&s, disk, 1, (const char *const[]){k ? "hard=false" : "hard=true"}, "ed", 1) && observe(&s)
               ? value(&s, "w", 2)
               : NAN;
    simulated_free(&s);
  }
  CHECK(fabs(w[0]) > 0);
  CHECK_NEAR(w[0], w[1], 1e-6 * fabs(w[0]));
}

static void test_mistakes(void)
{
  static const char *const rows[][2] = {
      {"u_first = { hard = true }", "is hard, but not held"},
      {"u_first = { clamped = true, hard = true }", "is clamped and hard"},
      {"u_first = { held = 'xyz', on = other, hard = true }", "is hard on another shell"}};
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    char text[1024];
    (void)snprintf(text, sizeof text,
                   "local other = shell { corners = { { 0, 0, 0 }, { 0, 1, 0 }, { -1, 1, 0 }, { -1, 0, 0 } }, elements "
                   "= { 1, 1 }, "
                   "thickness = 0.01, E = 1e9, nu = 0.3, density = 1 }\n"
                   "shell { corners = { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 }, { 0, 1, 0 } }, elements = { 1, 1 }, "
                   "thickness = 0.01, "
                   "E = 1e9, nu = 0.3, density = 1, %s }\nrun { dt = 1e-3, duration = 1e-3 }\n",
                   rows[k][0]);
    sn_arena *arena = sn_arena_new(NULL);
    sn_model *model = NULL;
    sn_error error = {0};
    sn_frozen frozen;
    sn_status status =
        sn_language_load_text(&(sn_language_text){"m.lua", text, strlen(text), NULL}, NULL, arena, &model, &error);
    status = status == SN_OK ? sn_model_freeze(model, 0, arena, &frozen, &error) : status;
    CHECK(status == SN_EINPUT);
    CHECK_TEXT(error.what, rows[k][1]);
    sn_arena_free(arena);
  }
}

int main(void)
{
  RUN(test_navier);
  RUN(test_whole);
  RUN(test_round);
  RUN(test_mistakes);
  return REPORT();
}
