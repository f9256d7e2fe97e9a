/* tests/shells/test_patches.c -- several patches as one surface: a hole between two of them against Kirsch's closed form, a ring of four
 *          that closes on itself against one closed patch.
 */
#include "support/parameters.h"

/* A quarter of a plate with a hole, pulled along x. The edges far away carry the tractions of Kirsch's solution for the infinite plate, so
   that its answer is exact: three times the pull beside the hole, minus once the pull ahead of it. */
static void test_hole(void)
{
  static const char text[] =
      "local a, w, T = 0.2, 1, 1e3\n"
      "local function kirsch(x, y)\n"
      "  local r2 = x^2 + y^2\n"
      "  local q, c2, s2 = a^2/r2, (x^2 - y^2)/r2, 2*x*y/r2\n"
      "  local r = T/2*(1 - q) + T/2*(1 - 4*q + 3*q^2)*c2\n"
      "  local h = T/2*(1 + q) - T/2*(1 + 3*q^2)*c2\n"
      "  local k = -T/2*(1 + 2*q - 3*q^2)*s2\n"
      "  local cc, ss, cs = x^2/r2, y^2/r2, x*y/r2\n"
      "  return r*cc + h*ss - 2*k*cs, r*ss + h*cc + 2*k*cs, (r - h)*cs + k*(cc - ss)\n"
      "end\n"
      "local function patch(name, first, outer, load, more)\n"
      "  local t = { name = name, from = function(u) return a*cos(first + u*pi/4), a*sin(first + u*pi/4), 0 end, to = "
      "outer,\n"
      "    u = {0, 1/6, 1/3, 1/2, 2/3, 5/6, 1}, v = {0, 0.015, 0.035, 0.06, 0.1, 0.16, 0.25, 0.4, 0.65, 1}, along = "
      "'x', thickness = 0.01, E = 7e10, nu = 0.3,\n"
      "    density = 2700, v_last = { held = 'z', load = load } }\n"
      "  for k, x in pairs(more) do t[k] = x end\n"
      "  return shell(t)\n"
      "end\n"
      "local A = patch('A', 0, function(u) return w, w*u, 0 end,\n"
      "  function(t, u, v) local x, y, s = kirsch(w, w*u) return x, s, 0 end, { u_first = { symmetry = 'y' } })\n"
      "local B = patch('B', pi/4, function(u) return w*(1 - u), w, 0 end,\n"
      "  function(t, u, v) local x, y, s = kirsch(w*(1 - u), w) return s, y, 0 end,\n"
      "  { u_first = { clamped = true, on = A }, u_last = { symmetry = 'x' } })\n"
      "channel('beside', output(B:at(1, 0), 'N11')) channel('ahead', output(A:at(0, 0), 'N22'))\n"
      "run { dt = 1e-3, duration = 1, start = 'static' }\n";
  simulated s;
  if (!simulate(&s, "hole", text, "ed", 1) || !observe(&s)) {
    return;
  }
  printf("  hole: %.4f beside it, %.4f ahead (3 and -1)\n", value(&s, "beside", 0) / 1e3, value(&s, "ahead", 0) / 1e3);
  CHECK_NEAR(value(&s, "beside", 0) / 1e3, 3, 0.03);
  CHECK_NEAR(value(&s, "ahead", 0) / 1e3, -1, 0.02);
  simulated_free(&s);
}

/* A tube of four patches, the last on the third and on the first, is the tube that is closed by itself. */
static void test_ring(void)
{
#define TUBE "thickness = 0.01, E = 7e10, nu = 0.3, density = 2700, load = {1e4, 0, 3e4}, v_first = { clamped = true }"
  static const char four[] =
      "local s = {}\n"
      "for k = 1, 4 do\n"
      "  s[k] = shell { name = 's' .. k, cylinder = { radius = 0.3 }, u = {(k - 1)*pi/2, k*pi/2}, v = {0, 1},\n"
      "    elements = {2, 2}, u_first = k > 1 and { clamped = true, on = s[k - 1] } or nil,\n"
      "    u_last = k == 4 and { clamped = true, on = s[1] } or nil, " TUBE " }\n"
      "end\n"
      "channel('tip', position(s[3]:at(pi, 1))) run { dt = 1e-3, duration = 1, start = 'static' }\n";
  static const char one[] =
      "local s = shell { name = 's', cylinder = { radius = 0.3 }, u = {0, 2*pi}, v = {0, 1}, closed = 'u', elements = "
      "{8, 2},\n"
      "  " TUBE " }\n"
      "channel('tip', position(s:node(8 + 16*4))) run { dt = 1e-3, duration = 1, start = 'static' }\n";
  simulated s, t;
  if (!simulate(&s, "four", four, "ed", 1) || !observe(&s) || !simulate(&t, "one", one, "ed", 1) || !observe(&t)) {
    return;
  }
  CHECK(s.session.frozen.system->n_node == t.session.frozen.system->n_node);
  CHECK(fabs(value(&t, "tip", 0) + 0.3) > 1e-6);
  for (int k = 0; k < 3; k++) {
    CHECK_NEAR(value(&s, "tip", k), value(&t, "tip", k), 1e-11);
  }
  simulated_free(&s);
  simulated_free(&t);
}

int main(void)
{
  RUN(test_hole);
  RUN(test_ring);
  return REPORT();
}
