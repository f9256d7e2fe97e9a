/* tests/shells/test_order.c -- order of convergence of shells where the answer is smooth and known: a square between planes of symmetry
 *          vibrates as cos(pi x) cos(pi y); Mindlin's plate with rotary inertia has its frequency in closed form. Four nodes: order 2, nine: 4.
 * Study:   tools/shell_convergence.py, docs/theory-shells.md section 11.
 */
#include <math.h>

#include "session/session_modes.h"
#include "support/parameters.h"

static const char plate[] =
    "param { n = 4, order = 2 }\n"
    "shell { name = 's', corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, elements = {n, n}, order = order,\n"
    "  thickness = 0.05, E = 7e10, nu = 0.3, density = 2700,\n"
    "  u_first = { symmetry = 'x' }, u_last = { symmetry = 'x' }, v_first = { symmetry = 'y' }, v_last = { symmetry = "
    "'y' } }\n"
    "modes { count = 3, about = 'start' }\n";

/* Frequency of the fourth mode: behind the rigid one and two that are cosines of one coordinate. rad/s */
static double frequency(const char *n, const char *order)
{
  const sn_override set[] = {{"n", n}, {"order", order}};
  const sn_language_options options = {.override = set, .n_override = 2};
  sn_arena *arena = sn_arena_new(NULL);
  sn_session session = {0};
  sn_model *model = NULL;
  sn_modes modes = {0};
  sn_error error = {0};
  const sn_language_text text = {"plate.lua", plate, strlen(plate), NULL};
  sn_status status = sn_language_load_text(&text, &options, arena, &model, &error);
  status = status == SN_OK ? sn_session_open_static(&session, model, "plate", arena, &error) : status;
  if (status == SN_OK) {
    const sn_modes_wanted wanted = sn_session_modes_wanted(&session);
    status = sn_session_modes(&session, &wanted, 0, &modes, &error);
  }
  CHECK_OK(status, error);
  CHECK(modes.n == 4);
  const double out = modes.n == 4 ? modes.mode[3].frequency : NAN;
  sn_session_close(&session);
  sn_arena_free(arena);
  return out;
}

/* (D K + S - rho I w^2)(S K - rho h w^2) = S^2 K with K = 2 pi^2: the smaller root. */
static double exact(void)
{
  const double E = 7e10, nu = 0.3, rho = 2700, h = 0.05, K = 2 * 3.14159265358979323846 * 3.14159265358979323846;
  const double D = E * h * h * h / (12 * (1 - nu * nu)), S = 5.0 / 6 * E / (2 * (1 + nu)) * h, I = h * h * h / 12;
  const double a = rho * I * rho * h, b = (D * K + S) * rho * h + rho * I * S * K, c = D * K * S * K;
  return sqrt(2 * c / (b + sqrt(b * b - 4 * a * c)));
}

static void test_order(void)
{
  static const char *const n[2][2] = {{"4", "8"}, {"2", "4"}}, *const order[2] = {"1", "2"};
  static const double expected[2] = {2, 4};
  const double w = exact();
  for (int k = 0; k < 2; k++) {
    const double coarse = frequency(n[k][0], order[k]) / w - 1, fine = frequency(n[k][1], order[k]) / w - 1;
    const double observed = log2(coarse / fine);
    printf("  order %s: errors %.2e, %.2e, observed order %.2f\n", order[k], coarse, fine, observed);
    CHECK_NEAR(observed, expected[k], 0.2);
    CHECK_BELOW(fine, k ? 7e-4 : 0.02);
  }
}

int main(void)
{
  RUN(test_order);
  return REPORT();
}
