/* tests/promises/test_stresses.c -- every kind of element under every single large stress, on coarse meshes, then shaken at random.
 * What:    beams of every order and measure, shells of both orders and of rubber, cables of both measures, bars of every law: tension,
 *          compression, shear, bending, torsion. They stand as long as their law or the exact line says, `static` calls none of them
 *          unstable that is not, and shaken they stay near: nothing lengthens or folds that carries a load it can carry.
 * Why:     an element may have a motion that its own strains do not see, and a stress may then drive it (beams tore in tension:
 *          test_beam_tension.c, whose class this is).
 * Bounds:  from theory, or from meshes 4 and 8 times as fine, where the element has an error of its own; said where they stand. Orders of
 *          convergence are asked too (test_orders).
 * ctest:   timeout=300
 */
#include <stdlib.h>

#include "support/parameters.h"

enum { STEPS = SANITIZED ? 5 : 60 };

static double uniform(void) /* -1 to 1, the same every time */
{
  static unsigned long long state = 88172645463325252ull;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (double)(state >> 11) / 4503599627370496.0 - 1;
}

/* Velocities of places, at random. */
static void shake(simulated *s, double speed)
{
  const sn_system *system = s->session.frozen.system;
  for (int i = 0; i < system->n_vector; i++) {
    if (system->vector[i].role == 0 && system->vector[i].node >= 0) {
      s->state->v[i] = v3_add(s->state->v[i], v3_scale(speed, v3(uniform(), uniform(), uniform())));
    }
  }
}

/* Stands in static equilibrium with its tip where it should be, to `error`; shaken it stays within `near` of that. */
static void stands(const char *name, const char *text, int n, const char *const *set, sn_v3 tip, double error,
                   double near, double h)
{
  simulated s;
  if (!simulate_set(&s, text, n, set, "ed", 1) || !observe(&s)) {
    printf("  %s: does not stand\n", name);
    return;
  }
  sn_v3 x = v3(value(&s, "tip", 0), value(&s, "tip", 1), value(&s, "tip", 2));
  const double off = v3_norm(v3_sub(x, tip));
  double most = 0;
  CHECK(!s.session.equilibrium.unstable);
  CHECK_BELOW(off, error);
  shake(&s, 1e-2);
  for (int i = 0; i < STEPS && advance(&s, h) && observe(&s); i++) {
    x = v3(value(&s, "tip", 0), value(&s, "tip", 1), value(&s, "tip", 2));
    most = fmax(most, v3_norm(v3_sub(x, tip)));
  }
  CHECK(s.status == SN_OK);
  CHECK_BELOW(most, error + near);
  if (off > error || most > error + near || s.session.equilibrium.unstable) {
    printf("  %s", name);
    for (int i = 0; i < n; i++) {
      printf(" %s", set[i]);
    }
    printf(": %.3g m off, shaken %.3g m%s\n", off, most, s.session.equilibrium.unstable ? ", unstable" : "");
  }
  simulated_free(&s);
}

/* Where a strip of 1 m is that a moment has bent to an arc of this angle. */
static sn_v3 arc(double angle)
{
  return v3(sin(angle) / angle, 0, -(1 - cos(angle)) / angle);
}

/* The stretch at which a law of Green strains carries this force over EA. */
static double green(double force)
{
  double l = 1;
  for (int i = 0; i < 60; i++) {
    l -= (l * (l * l - 1) / 2 - force) / ((3 * l * l - 1) / 2);
  }
  return l;
}

/* ---- beams: EA 1e6 N, GA 5e5 N, EI = GJ = 2 N m^2, 1 m; Euler's load 4.93 N */
static const char beam[] =
    "param { order = 2, n = 3, small = 0, N = 0, V = 0, T = 0, M = 0 }\n"
    "local b = beam { name = 'b', ground, from = {0, 0, 0}, to = {1, 0, 0}, elements = n, order = order,\n"
    "  measure = small == 1 and 'small_strain' or 'reissner', stiffness = {1e6, 5e5, 5e5, 2, 2, 2},\n"
    "  mass_per_length = 0.1, rotary_inertia = {1e-5, 1e-5} }\n"
    "force { b.last, value = {N, 0, -V} }\n"
    "moment { b.last, value = {T, M, 0} }\n"
    "channel('tip', position(b.last))\n"
    "run { dt = 1e-3, duration = 1, start = 'static' }\n";

static void test_beams(void)
{
  static const struct {
    const char *stress;
    double x, y, z, error[3]; /* of the tip: orders 1 (8 elements), 2 (4), 3 (3) */
  } cases[] = {
      {"N=1e4", 1.01, 0, 0, {2e-4, 2e-4, 2e-4}}, /* 80 EI/h^2 and more; the measures differ by strain^2 */
      {"N=100", 1.0001, 0, 0, {1e-7, 1e-7, 1e-7}},
      {"N=-4", 1 - 4e-6, 0, 0, {1e-8, 1e-8, 1e-8}}, /* of 4.93 */
      {"V=0.5",
       0.9958821,
       0,
       -0.0827469,
       {4e-4, 1e-5, 1e-5}}, /* 12 elements of order 3; order 1 falls to a quarter with h */
      {"T=0.5", 1, 0, 0, {1e-9, 1e-9, 1e-9}},
      /* Arcs of 1 and 2 rad. Two nodes: the axis between them is shorter, so that an element turns by a = M h/EI (1 + 2/3 a^2), and the
                  tip moves by half of what is too much: phi^3/(3 n^2) = 5.2e-3 and 4.2e-2. Orders 2 and 3: twice what they have, order 4. */
      {"M=2", 0, 0, 0, {6e-3, 5e-5, 4e-5}},
      {"M=4", 0, 0, 0, {5e-2, 1.5e-3, 7e-4}}};
  static const char *const mesh[][2] = {{"order=1", "n=8"}, {"order=2", "n=4"}, {"order=3", "n=3"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const double M = cases[i].stress[0] == 'M' ? atof(cases[i].stress + 2) / 2 : 0;
    for (int k = 0; k < 6; k++) {
      const char *const set[] = {mesh[k % 3][0], mesh[k % 3][1], cases[i].stress, k < 3 ? "small=0" : "small=1"};
      stands("beam", beam, 4, set, M > 0 ? arc(M) : v3(cases[i].x, cases[i].y, cases[i].z), cases[i].error[k % 3], 1e-2,
             1e-3);
    }
  }
}

/* ---- shells: a strip of 1 x 0.1 m, 2 mm thick, without cross contraction: EA 2e4 N, EI 6.67e-3 N m^2; Euler's load 0.01645 N */
static const char shell[] =
    "param { order = 2, n = 3, N = 0, S = 0, V = 0, T = 0, M = 0 }\n"
    "local b = shell { name = 'b', corners = {{0, -0.05, 0}, {1, -0.05, 0}, {1, 0.05, 0}, {0, 0.05, 0}},\n"
    "  elements = {n, 1}, order = order, thickness = 0.002, E = 1e8, nu = 0, density = 500, u_first = { clamped = true "
    "} }\n"
    "local last = order*1\n"
    "for i = 0, last do\n"
    "  local w = order == 1 and 0.5 or i == 1 and 2/3 or 1/6\n"
    "  local at = b:at(1, i/last)\n"
    "  force { at, value = {N*w, S*w, -V*w + (i == 0 and -T or i == last and T or 0)/0.1} }\n"
    "  if M ~= 0 then moment { at, value = {0, M*w, 0} } end\n"
    "end\n"
    "channel('tip', (position(b:at(1, 0)) + position(b:at(1, 1)))/2)\n"
    "run { dt = 1e-3, duration = 1, start = 'static' }\n";

static void test_shells(void)
{
  static const struct {
    const char *stress;
    double x, y, z, error[2]; /* order 1 (8 elements), order 2 (4) */
  } cases[] = {
      {"N=500", 0, 0, 0, {1e-9, 1e-9}}, /* 500 h^2/EI = 1200 and more */
      {"N=5000", 0, 0, 0, {1e-9, 1e-9}},
      {"N=-0.012", 1 - 6e-7, 0, 0, {1e-8, 1e-8}},
      /* F L^3/(3 EI) + F L/(GA); four nodes bend in their plane by shear, too: stiffer by 1 + G/E (length/width)^2 */
      {"S=0.02", 1, 4.02e-4, 0, {1e-6, 1e-6}},
      {"V=0.002", 0.9941006, 0, -0.0989910, {5e-4, 2e-6}}, /* 16 elements of nine nodes; four nodes: 3.7e-4, order 2 */
      {"T=1e-3", 1, 0, 0, {5e-6, 5e-6}},                   /* corners come nearer by (0.075 rad 0.05 m)^2/6 = 2.3e-6 */
      {"M=6.6667e-3", 0, 0, 0, {2e-3, 2e-5}},              /* an arc of 1 rad; twice what they have, orders 2 and 4 */
      {"M=13.3333e-3", 0, 0, 0, {1.5e-2, 3e-4}}};
  static const char *const mesh[][2] = {{"order=1", "n=8"}, {"order=2", "n=4"}, {"order=1", "n=2"}, {"order=2", "n=1"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const double amount = atof(strchr(cases[i].stress, '=') + 1);
    const int bends = cases[i].stress[0] == 'M' || cases[i].stress[0] == 'V', pulls = amount > 1;
    for (int k = 0; k < (bends ? 2 : 4); k++) {
      const char *const set[] = {mesh[k][0], mesh[k][1], cases[i].stress};
      const sn_v3 tip = cases[i].stress[0] == 'M' ? arc(amount / 6.66667e-3)
                        : pulls                   ? v3(green(amount / 2e4), 0, 0)
                        : cases[i].stress[0] == 'S'
                            ? v3(1, cases[i].y / (k % 2 ? 1 : 1 + 0.5 * pow(10 / atof(mesh[k][1] + 2), 2)), 0)
                            : v3(cases[i].x, cases[i].y, cases[i].z);
      stands("shell", shell, 3, set, tip, cases[i].error[k % 2], 2e-2, 1e-3);
    }
  }
}

/* Half of a strip that may contract across: a clamp would press long elements together there, and buckle them. */
static const char free_strip[] =
    "param { order = 2, n = 1, rubber = 0, N = 0 }\n"
    "local b = shell { name = 'b', corners = {{0, 0, 0}, {1, 0, 0}, {1, 0.1, 0}, {0, 0.1, 0}}, elements = {n, 1}, "
    "order = order,\n"
    "  thickness = 0.002, E = rubber == 0 and 1e8 or nil, nu = rubber == 0 and 0.3 or nil,\n"
    "  neo_hooke = rubber == 1 and 1e8/3 or nil, density = 500,\n"
    "  u_first = { symmetry = {1, 0, 0} }, v_first = { symmetry = {0, 1, 0} } }\n"
    "spherical { ground:point {0, 0, 0}, b:at(0, 0), at = {0, 0, 0} }\n"
    "for i = 0, order do\n"
    "  force { b:at(1, i/order), value = {N*(order == 1 and 0.5 or i == 1 and 2/3 or 1/6), 0, 0} }\n"
    "end\n"
    "channel('tip', position(b:at(1, 0)))\n"
    "run { dt = 1e-3, duration = 1, start = 'static' }\n";

/* Simple tension of a strip that contracts across: E = 1e8 Pa by Green strains, or rubber, lambda - 1/lambda^2 = 3 N/EA. */
static void test_free_strips(void)
{
  static const char *const force[] = {"N=100", "N=1000", "N=5000"}, *const mesh[] = {"n=1", "n=2", "n=4"};
  for (int i = 0; i < 3; i++) {
    const double N = atof(force[i] + 2) / 2e4;
    double l = 1;
    for (int k = 0; k < 60; k++) {
      l -= (l - 1 / (l * l) - 3 * N) / (1 + 2 / (l * l * l));
    }
    for (int k = 0; k < 12; k++) {
      const char *const set[] = {k % 2 ? "order=1" : "order=2", mesh[k / 2 % 3], force[i],
                                 k < 6 ? "rubber=0" : "rubber=1"};
      stands("free strip", free_strip, 4, set, v3(k < 6 ? green(N) : l, 0, 0), 1e-7, 2e-2, 1e-3);
    }
  }
}

/* ---- cables and bars: EA 100 N, 1 m */
static const char line[] =
    "param { kind = 'green', n = 2, order = 2, N = 0 }\n"
    "local p = point { name = 'p', at = {1, 0, 0}, mass = 0.1 }\n"
    "if kind == 'green' or kind == 'engineering' then\n"
    "  cable { name = 'b', ground, p, from = {0, 0, 0}, elements = n, order = order, stiffness = 100, measure = kind,\n"
    "    mass_per_length = 0.1 }\n"
    "else\n"
    "  bar { name = 'b', ground:point {0, 0, 0}, p, area = 1e-4, E = 1e6, law = kind, nu = 0.499999, mass = 0.1,\n"
    "    share = kind == 'mooney_rivlin' and 0.3 or 0 }\n"
    "end\n"
    "force { p, value = {N, 0, 0} }\n"
    "if N < 0 then prismatic { ground, p, at = {1, 0, 0}, axis = 'x' } end\n"
    "channel('tip', position(p))\n"
    "run { dt = 1e-3, duration = 1, start = 'static' }\n";

static void test_lines(void)
{
  static const char *const kind[] = {"kind=green", "kind=engineering", "kind=st_venant_kirchhoff", "kind=neo_hooke",
                                     "kind=mooney_rivlin"};
  static const char *const order[] = {"order=1", "order=2", "order=3"}, *const force[] = {"N=10", "N=100", "N=400"};
  for (int k = 0; k < 5; k++) {
    for (int f = 0; f < (k < 3 ? 3 : 2); f++) {
      const double N = atof(force[f] + 2) / 100;
      double l = k == 1 ? 1 + N : green(N);
      for (int i = 0; i < 60 && k > 2; i++) { /* (2 c1 + 2 c2/l) (l - 1/l^2) = N, 6 (c1 + c2) = EA */
        const double c = k == 4 ? 0.3 : 0, a = (1 - c + c / l) / 3, strain = l - 1 / (l * l);
        l -= (a * strain - N) / (a * (1 + 2 / (l * l * l)) - c / (3 * l * l) * strain);
      }
      for (int o = 0; o < (k < 2 ? 3 : 1); o++) {
        const char *const set[] = {kind[k], order[o], force[f]};
        /* nu = 0.499999: K = 5e5 mu; at three times its length (N = EA) a pressure of 3.1 mu leaves J - 1 = 6e-6, and a stretch as far off */
        stands("line", line, 3, set, v3(l, 0, 0), k < 3 ? 1e-8 * l : 6e-6 * l, 3e-2, 1e-3);
      }
    }
  }
}

/* ---- orders: an arc of 1 rad on a mesh and on one twice as fine */

static double off_arc(const char *text, const char *order, const char *n, const char *moment)
{
  const char *const set[] = {order, n, moment};
  simulated s;
  double off = NAN;
  if (simulate_set(&s, text, 3, set, "ed", 1) && observe(&s)) {
    off = v3_norm(v3_sub(v3(value(&s, "tip", 0), value(&s, "tip", 1), value(&s, "tip", 2)), arc(1)));
  }
  simulated_free(&s);
  return off;
}

static void test_orders(void)
{
  static const struct {
    const char *text, *order, *n, *finer, *moment;
    double rate;
  } cases[] = {{beam, "order=1", "n=8", "n=16", "M=2", 2},
               {beam, "order=2", "n=4", "n=8", "M=2", 4},
               {beam, "order=3", "n=3", "n=6", "M=2", 4},
               {shell, "order=1", "n=8", "n=16", "M=6.66666667e-3", 2},
               {shell, "order=2", "n=2", "n=4", "M=6.66666667e-3", 4}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const double off = off_arc(cases[i].text, cases[i].order, cases[i].n, cases[i].moment),
                 less = off_arc(cases[i].text, cases[i].order, cases[i].finer, cases[i].moment);
    printf("  %s, %s: %.2e m, %.2e m twice as fine\n", i < 3 ? "beam" : "shell", cases[i].order, off, less);
    CHECK(log2(off / less) > cases[i].rate - 0.1);
  }
}

int main(void)
{
  RUN(test_orders);
  RUN(test_beams);
  RUN(test_shells);
  RUN(test_free_strips);
  RUN(test_lines);
  return REPORT();
}
