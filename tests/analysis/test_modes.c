/* tests/analysis/test_modes.c -- small vibrations against closed forms: chains, pendulums, loops with redundant rows, free
 *                                 bodies, dampers, rotating structures; buckling of hinged bars; both ways of solving. */
#include "analysis/modes.h"
#include "analysis/statics.h"
#include "mechanism.h"

static const double g = 9.81;
static const double pi = 3.14159265358979323846;
static const sn_modes_options lowest = {.count = 10, .shift = NAN};

static int point(mechanism *k, const char *name, sn_v3 x, double mass)
{
  sn_item_begin(k->b, "point", name, "here.lua:1");
  const int node = sn_add_point(k->b, x, v3(0, 0, 0)), v = sn_vector_of(k->b, node, 0);
  sn_add_mass(k->b, v, v, mass);
  return node;
}

static sn_frame frame_of(mechanism *k, int node, sn_v3 ground)
{
  return node < 0 ? sn_fixed_point_frame(k->b, ground) : sn_node_frame(k->b, node);
}

static void spring(mechanism *k, sn_frame a, sn_frame b, double stiffness, double rest)
{
  sn_item_begin(k->b, "spring", "spring", "here.lua:2");
  sn_block_begin(k->b, &sn_law_potential, "spring");
  const int u = sn_between(k->b, &a, &b);
  sn_coordinate_length(k->b, sn_form(k->b, 0.5, u, u, 0), 1);
  sn_composite_potential(k->b, sn_potential_spring(k->b, stiffness, rest));
}

static void damper(mechanism *k, sn_frame a, sn_frame b, double c)
{
  sn_item_begin(k->b, "damper", "damper", "here.lua:2");
  sn_block_begin(k->b, &sn_law_rate, "damper");
  const int u = sn_between(k->b, &a, &b);
  sn_coordinate_length(k->b, sn_form(k->b, 0.5, u, u, 0), 1);
  sn_block_rate(k->b, sn_rate_viscous(k->b, c));
}

/* Stiffness along the axes of the ground: k_x, k_y, k_z. */
static void cushion(mechanism *k, sn_frame b, sn_v3 stiffness)
{
  const sn_frame ground = sn_ground_frame(k->b);
  sn_item_begin(k->b, "bushing", "cushion", "here.lua:2");
  sn_block_begin(k->b, &sn_law_elastic, "cushion");
  const int u = sn_between(k->b, &ground, &b);
  for (int j = 0; j < 3; j++) {
    sn_form_zero(k->b, sn_form(k->b, 1, u, sn_axis_of(k->b, &ground, j), 0));
    sn_block_matrix(k->b, j, j, stiffness.x[j]);
  }
}

static void torsion_spring(mechanism *k, const sn_frame *A, const sn_frame *B, double c)
{
  sn_block_begin(k->b, &sn_law_potential, "spring");
  angle_forms(k, A, B, 1);
  sn_composite_potential(k->b, sn_potential_spring(k->b, c, 0));
}

static const sn_expr *constant(mechanism *k, double value)
{
  static const char *const names[] = {"t"};
  sn_expr_builder *e = sn_expr_begin(k->arena, 1, names);
  const sn_expr *out = NULL;
  CHECK_OK(sn_expr_end(e, sn_expr_constant(e, value), &out, &k->error), k->error);
  return out;
}

static sn_modes modes_by(mechanism *k, const sn_modes_options *o)
{
  sn_modes out = {0};
  CHECK_OK(sn_modes_find(k->m, &k->x, o, k->arena, &out, &k->error), k->error);
  for (int i = 0; i < out.n; i++) {
    CHECK_BELOW(out.mode[i].residual, 1e-10);
  }
  return out;
}
static sn_modes modes(mechanism *k)
{
  return modes_by(k, &lowest);
}

static double closest(const sn_modes *m, double frequency)
{
  double best = INFINITY;
  for (int i = 0; i < m->n; i++) {
    best = fmin(best, fabs(m->mode[i].frequency - frequency));
  }
  return best;
}

/* n masses between walls, springs stretched to the tension T: along it 2 sqrt(k/m) sin, across 2 sqrt(T/(l m)) sin, twice. */
static mechanism chain(int n, double stiffness, double tension, double mass)
{
  mechanism k = mechanism_begin(v3(0, 0, 0));
  const double l = 1.0 / (n + 1);
  int before = -1;
  for (int i = 0; i < n; i++) {
    const int p = point(&k, "p", v3((i + 1) * l, 0, 0), mass);
    spring(&k, frame_of(&k, before, v3(0, 0, 0)), frame_of(&k, p, v3(0, 0, 0)), stiffness, l - tension / stiffness);
    before = p;
  }
  spring(&k, frame_of(&k, before, v3(0, 0, 0)), frame_of(&k, -1, v3(1, 0, 0)), stiffness, l - tension / stiffness);
  mechanism_finish(&k);
  return k;
}

static void test_taut_chain(void)
{
  static const int sizes[] = {3, 30, 400};
  const double tension = 20, mass = 0.01;
  for (int i = 0; i < 3; i++) {
    const int n = sizes[i];
    const double stiffness = 2e4 * (n + 1);
    for (int way = SN_EIGEN_DENSE; way <= SN_EIGEN_KRYLOV; way++) {
      if ((way == SN_EIGEN_DENSE && n > 100) || (way == SN_EIGEN_KRYLOV && n < 10)) {
        continue;
      }
      mechanism k = chain(n, stiffness, tension, mass);
      const sn_modes_options o = {.count = 12, .shift = NAN, .method = (sn_eigen_method)way};
      const sn_modes m = modes_by(&k, &o);
      CHECK(m.method == (sn_eigen_method)way && m.symmetric && m.n_zero == 0 && m.n == (n == 3 ? 9 : 12));
      CHECK(m.complete == (n == 3));
      int used = 0;
      for (int j = 1; j <= 6 && j <= n; j++) { /* every frequency across comes twice */
        const double across = 2 * sqrt(tension * (n + 1) / mass) * sin(j * pi / (2 * (n + 1)));
        int seen = 0;
        for (int q = 0; q < m.n; q++) {
          seen += fabs(m.mode[q].frequency / across - 1) < 1e-10;
        }
        CHECK(seen == 2);
        used += seen;
      }
      CHECK(n == 3 ? used == 6 : used == 12);
      if (n == 3) {
        for (int j = 1; j <= n; j++) {
          CHECK_BELOW(closest(&m, 2 * sqrt(stiffness / mass) * sin(j * pi / (2 * (n + 1)))), 1e-9);
        }
      }
      mechanism_end(&k);
    }
  }
}

/* The same chain, searched near a frequency in the middle. */
static void test_near(void)
{
  const int n = 60;
  mechanism k = chain(n, 1e5, 20, 0.01);
  const double across = 2 * sqrt(20 * (n + 1) / 0.01) * sin(20 * pi / (2 * (n + 1)));
  const sn_modes_options o = {.count = 4, .shift = across + 0.5};
  const sn_modes m = modes_by(&k, &o);
  CHECK(m.n == 4);
  CHECK_BELOW(closest(&m, across), 1e-9 * across);
  mechanism_end(&k);
}

/* Nearest in frequency, not in its square: compared with all frequencies there are. */
static void test_nearest(void)
{
  const int n = 8;
  mechanism k = chain(n, 1e5, 20, 0.01);
  const sn_modes all = modes_by(&k, &(sn_modes_options){.count = 3 * n, .shift = NAN});
  CHECK(all.n == 3 * n);
  for (int i = 0; i < 40; i++) {
    const double w = 30 + 150.0 * i;
    for (int count = 1; count <= 5; count++) {
      const sn_modes m = modes_by(&k, &(sn_modes_options){.count = count, .shift = w});
      double worst = 0;
      int nearer = 0;
      CHECK(m.n == count);
      for (int j = 0; j < m.n; j++) {
        worst = fmax(worst, fabs(m.mode[j].frequency - w));
      }
      for (int j = 0; j < all.n; j++) {
        nearer += fabs(all.mode[j].frequency - w) < worst * (1 - 1e-9);
      }
      CHECK(nearer < count);
    }
  }
  mechanism_end(&k);
}

/* A compound pendulum, hanging and upright, also turned in space. */
static void test_pendulum(void)
{
  const double l = 0.7, mass = 3, J[3] = {0.02, 0.05, 0.04};
  for (int i = 0; i < 4; i++) {
    const sn_m3 R = i < 2 ? m3_identity() : sn_rotation_axis_angle(v3_unit(v3(1, -2, 0.5)), 1.1);
    const double up = i % 2 ? 1 : -1;
    mechanism k = mechanism_begin(m3_mul(R, v3(0, 0, -g)));
    const int b = add_body(&k, "bar", m3_mul(R, v3(0, 0, up * l)), R, mass, J);
    revolute(&k, "pivot", -1, b, v3(0, 0, 0), m3_mul(R, v3(0, 1, 0)));
    mechanism_finish(&k);
    const sn_modes m = modes(&k);
    const double rate = sqrt(mass * g * l / (J[1] + mass * l * l));
    CHECK(m.n == 1 && m.complete && m.symmetric && m.n_growing == (up > 0));
    CHECK_NEAR(up > 0 ? m.mode[0].growth : m.mode[0].frequency, rate, 1e-12 * rate);
    CHECK_NEAR(up > 0 ? m.mode[0].frequency : m.mode[0].growth, 0, 0);
    CHECK(m.mode[0].item == k.s->node[0].item);
    CHECK_NEAR(m.mode[0].share, 1, 1e-12);
    CHECK_NEAR(m.mode[0].re[6 * 0 + 3] * m.mode[0].re[6 * 0 + 3] + m.mode[0].re[4] * m.mode[0].re[4] +
                   m.mode[0].re[5] * m.mode[0].re[5],
               1 / (l * l), 1e-12); /* 1 m at the centre */
    mechanism_end(&k);
  }
}

/* Two equal points on rods: omega^2 = g/l (2 -+ sqrt 2), in two planes. */
static void test_double_pendulum(void)
{
  const double l = 0.6;
  mechanism k = mechanism_begin(v3(0, 0, -g));
  int before = -1;
  for (int i = 0; i < 2; i++) {
    const int p = point(&k, "p", v3(0, 0, -(i + 1) * l), 2);
    const sn_frame A = frame_of(&k, before, v3(0, 0, 0)), B = frame_of(&k, p, v3(0, 0, 0));
    sn_item_begin(k.b, "distance", "rod", "here.lua:3");
    sn_block_begin(k.b, &sn_law_constraint, "length");
    const int u = sn_between(k.b, &A, &B);
    sn_form_zero(k.b, sn_form(k.b, 0.5, u, u, 0));
    before = p;
  }
  mechanism_finish(&k);
  const sn_modes m = modes(&k);
  CHECK(m.n == 4 && m.complete);
  for (int i = 0; i < 4 && i < m.n; i++) {
    CHECK_NEAR(m.mode[i].frequency, sqrt(g / l * (2 + (i < 2 ? -1 : 1) * sqrt(2))), 1e-11);
  }
  mechanism_end(&k);
}

/* A platform on two cranks, all joints revolutes: three rows too many. */
static void test_parallelogram(void)
{
  const double l = 0.4, a = 0.5, crank = 0.3, mass = 2, J[3] = {0.01, 0.02, 0.03};
  mechanism k = mechanism_begin(v3(0, 0, -g));
  int c[2];
  for (int i = 0; i < 2; i++) {
    c[i] = add_body(&k, "crank", v3(i * a, 0, -l / 2), m3_identity(), crank, J);
    revolute(&k, "top", -1, c[i], v3(i * a, 0, 0), v3(0, 1, 0));
  }
  const int p = add_body(&k, "platform", v3(a / 2, 0, -l), m3_identity(), mass, J);
  for (int i = 0; i < 2; i++) {
    revolute(&k, "bottom", c[i], p, v3(i * a, 0, -l), v3(0, 1, 0));
  }
  mechanism_finish(&k);
  const sn_modes m = modes(&k);
  CHECK(m.n == 1 && m.complete);
  const double inertia = 2 * (J[1] + crank * l * l / 4) + mass * l * l;
  CHECK_NEAR(m.mode[0].frequency, sqrt((crank + mass) * g * l / inertia), 1e-11);
  CHECK(m.mode[0].item == k.s->node[p].item);
  mechanism_end(&k);
}

/* Two free bodies with a spring between them: eleven motions without stiffness, and one with. */
static void test_free_bodies(void)
{
  const double J[3] = {0.01, 0.02, 0.03}, stiffness = 300;
  mechanism k = mechanism_begin(v3(0, 0, 0));
  const int a = add_body(&k, "a", v3(0, 0, 0), m3_identity(), 1, J);
  const int b = add_body(&k, "b", v3(1, 0, 0), m3_identity(), 2, J);
  spring(&k, frame_of(&k, a, v3(0, 0, 0)), frame_of(&k, b, v3(0, 0, 0)), stiffness, 1);
  mechanism_finish(&k);
  const sn_modes m = modes(&k);
  CHECK(m.n == 12 && m.n_zero == 11 && m.complete);
  CHECK_NEAR(m.mode[11].frequency, sqrt(stiffness * 1.5), 1e-10);
  CHECK_NEAR(m.mode[11].mass[0], 0, 1e-12); /* the centre of mass stays */
  mechanism_end(&k);
  /* without the spring there is no stiffness at all */
  k = mechanism_begin(v3(0, 0, 0));
  (void)add_body(&k, "a", v3(0, 0, 0), m3_identity(), 1, J);
  mechanism_finish(&k);
  const sn_modes n = modes(&k);
  CHECK(n.n == 6 && n.n_zero == 6 && n.complete);
  mechanism_end(&k);
}

/* A massless point between two springs: half the stiffness, and no mode of its own. */
static void test_massless(void)
{
  mechanism k = mechanism_begin(v3(0, 0, 0));
  sn_item_begin(k.b, "point", "light", "here.lua:1");
  const int light = sn_add_point(k.b, v3(1, 0, 0), v3(0, 0, 0));
  const int p = point(&k, "heavy", v3(2, 0, 0), 4);
  spring(&k, frame_of(&k, -1, v3(0, 0, 0)), frame_of(&k, light, v3(0, 0, 0)), 100, 0.9);
  spring(&k, frame_of(&k, light, v3(0, 0, 0)), frame_of(&k, p, v3(0, 0, 0)), 100, 0.9);
  spring(&k, frame_of(&k, p, v3(0, 0, 0)), frame_of(&k, -1, v3(3, 0, 0)), 100, 0.9);
  mechanism_finish(&k);
  const sn_modes m = modes(&k);
  CHECK(m.n == 3 && m.complete);
  CHECK_NEAR(m.mode[0].frequency, sqrt(1.5 * 10 / 4), 1e-11); /* tension 10 N */
  CHECK_NEAR(m.mode[2].frequency, sqrt(1.5 * 100 / 4), 1e-11);
  mechanism_end(&k);
}

/* One mass on a spring and a damper: under- and overdamped; undamped on request. Across it is a pendulum of the tension. */
static void test_damped(void)
{
  for (int i = 0; i < 2; i++) {
    const double c = i ? 60 : 3, mass = 2, stiffness = 200, tension = 50;
    mechanism k = mechanism_begin(v3(0, 0, -tension / mass));
    const int p = point(&k, "p", v3(0, 0, -1), mass);
    spring(&k, frame_of(&k, -1, v3(0, 0, 0)), frame_of(&k, p, v3(0, 0, 0)), stiffness, 1 - tension / stiffness);
    damper(&k, frame_of(&k, -1, v3(0, 0, 0)), frame_of(&k, p, v3(0, 0, 0)), c);
    mechanism_finish(&k);
    const sn_modes m = modes(&k);
    const double w = sqrt(stiffness / mass), d = c / (2 * mass);
    CHECK(!m.symmetric && m.complete && m.n == (i ? 4 : 3));
    CHECK_BELOW(closest(&m, sqrt(tension / mass)), 1e-9);
    double worst = INFINITY;
    for (int j = 0; j < m.n; j++) {
      if (m.mode[j].damping > 1e-6) {
        const double growth = i ? -d + (m.mode[j].growth > -d ? 1 : -1) * sqrt(d * d - w * w) : -d;
        worst =
            fmin(worst, fabs(m.mode[j].growth - growth) + fabs(m.mode[j].frequency - (i ? 0 : sqrt(w * w - d * d))));
        CHECK_NEAR(m.mode[j].damping, i ? 1 : d / w, 1e-10);
      }
    }
    CHECK_BELOW(worst, 1e-9);
    const sn_modes_options without = {.count = 10, .shift = NAN, .undamped = 1};
    const sn_modes u = modes_by(&k, &without);
    CHECK(u.symmetric && u.n == 3);
    CHECK_NEAR(u.mode[2].frequency, w, 1e-11);
    mechanism_end(&k);
  }
}

/* A chain with dampers along it: both ways of solving find the same. */
static void test_damped_chain(void)
{
  double found[2][8][2] = {{{0}}};
  for (int way = 0; way < 2; way++) {
    enum { N = 50 };
    mechanism k = mechanism_begin(v3(0, 0, 0));
    const double l = 1.0 / (N + 1);
    int before = -1;
    for (int i = 0; i <= N; i++) {
      const int p = i < N ? point(&k, "p", v3((i + 1) * l, 0, 0), 0.01 + 1e-4 * i) : -1;
      const sn_frame A = frame_of(&k, before, v3(0, 0, 0)), B = frame_of(&k, p, v3(1, 0, 0));
      spring(&k, A, B, 5000, l - 20.0 / 5000);
      damper(&k, A, B, 0.2);
      cushion(&k, B, v3(10, 20, 30));
      before = p;
    }
    mechanism_finish(&k);
    const sn_modes_options o = {.count = 8, .shift = NAN, .method = way ? SN_EIGEN_KRYLOV : SN_EIGEN_DENSE};
    const sn_modes m = modes_by(&k, &o);
    CHECK(m.n == 8 && m.method == o.method);
    for (int i = 0; i < m.n && i < 8; i++) {
      found[way][i][0] = m.mode[i].growth;
      found[way][i][1] = m.mode[i].frequency;
    }
    mechanism_end(&k);
  }
  for (int i = 0; i < 8; i++) {
    CHECK_NEAR(found[0][i][0], found[1][i][0], 1e-8);
    CHECK_NEAR(found[0][i][1], found[1][i][1], 1e-8);
  }
}

/* A point on springs k_x, k_y that rotate with it: (a + s^2)(b + s^2) + 4 w^2 s^2 = 0, a = k_x/m - w^2; unstable for w between
   the two. Away from the origin the axis is shifted too. */
static void test_rotating_point(void)
{
  static const double spin[] = {3, 11, 30};
  const double mass = 2, kx = 200, ky = 300;
  for (int i = 0; i < 3; i++) {
    const double w = spin[i], a = kx / mass - w * w, b = ky / mass - w * w, p = a + b + 4 * w * w;
    mechanism k = mechanism_begin(v3(0, 0, 0));
    const int node = point(&k, "p", v3(0.5, 0.2, 0), mass);
    cushion(&k, frame_of(&k, node, v3(0, 0, 0)), v3(kx, ky, 1000));
    mechanism_finish(&k);
    sn_instant_rotate(k.m, v3(0, 0, w), v3(0.5, 0.2, -3));
    const sn_modes m = modes(&k);
    const double D = sqrt(p * p / 4 - a * b);
    CHECK(!m.symmetric);
    CHECK_BELOW(closest(&m, sqrt(p / 2 + D)), 1e-9);
    CHECK_BELOW(closest(&m, sqrt(1000 / mass)), 1e-9);
    if (a * b > 0) {
      CHECK(m.n == 3 && m.n_growing == 0);
      CHECK_BELOW(closest(&m, sqrt(p / 2 - D)), 1e-9);
      CHECK_BELOW(fabs(m.mode[0].damping), 1e-10);
    } else {
      CHECK(m.n_growing == 1 && m.mode[0].growth > 0);
      CHECK_NEAR(m.mode[0].growth, sqrt(D - p / 2), 1e-9);
    }
    mechanism_end(&k);
  }
}

/* A spinning rotor on a ball joint, held upright by springs on its axis: forward and backward whirl, seen from the rotor. */
static void test_whirl(void)
{
  const double Jt = 0.03, Jp = 0.05, kappa = 40, w = 100;
  const double J[3] = {Jt, Jt, Jp};
  mechanism k = mechanism_begin(v3(0, 0, 0));
  const int b = add_body(&k, "rotor", v3(0, 0, 0), m3_identity(), 4, J);
  spherical(&k, "ball", -1, b, v3(0, 0, 0));
  const sn_frame ground = sn_ground_frame(k.b), B = sn_node_frame(k.b, b);
  sn_item_begin(k.b, "bushing", "springs", "here.lua:4");
  sn_block_begin(k.b, &sn_law_elastic, "springs");
  for (int j = 0; j < 2; j++) {
    sn_form(k.b, 1, sn_axis_of(k.b, &B, 2), sn_axis_of(k.b, &ground, j), 0);
    sn_block_matrix(k.b, j, j, kappa);
  }
  mechanism_finish(&k);
  sn_instant_rotate(k.m, v3(0, 0, w), v3(0, 0, 0));
  const sn_modes m = modes(&k);
  CHECK(m.n_zero == 1 && m.n == 3); /* the spin itself */
  for (int sign = -1; sign <= 1; sign += 2) {
    const double whirl = (Jp * w + sign * sqrt(Jp * Jp * w * w + 4 * Jt * kappa)) / (2 * Jt);
    CHECK_BELOW(closest(&m, fabs(whirl - w)), 1e-8);
  }
  mechanism_end(&k);
}

/* The same rotor seen from space, with springs of two stiffnesses; and a heavy top that sleeps upright above the critical spin
   2 sqrt(Jt m g l)/Jp. */
static void test_spin(void)
{
  const double Jt = 0.03, Jp = 0.05, J[3] = {Jt, Jt, Jp}, w = 100, kx = 40, ky = 70;
  mechanism k = mechanism_begin(v3(0, 0, 0));
  const int b = add_body(&k, "rotor", v3(0, 0, 0), m3_identity(), 4, J);
  spherical(&k, "ball", -1, b, v3(0, 0, 0));
  const sn_frame ground = sn_ground_frame(k.b), B = sn_node_frame(k.b, b);
  sn_item_begin(k.b, "bushing", "springs", "here.lua:4");
  sn_block_begin(k.b, &sn_law_elastic, "springs");
  for (int j = 0; j < 2; j++) {
    sn_form(k.b, 1, sn_axis_of(k.b, &B, 2), sn_axis_of(k.b, &ground, j), 0);
    sn_block_matrix(k.b, j, j, j ? ky : kx);
  }
  mechanism_finish(&k);
  set_velocity(&k, b, v3(0, 0, 0), v3(0, 0, w));
  const sn_modes_options spin = {.count = 10, .shift = NAN, .spin = 1};
  const sn_modes m = modes_by(&k, &spin);
  const double p = (Jt * (kx + ky) + Jp * Jp * w * w) / (Jt * Jt), q = kx * ky / (Jt * Jt);
  CHECK(m.n_zero == 1 && m.n == 3);
  for (int sign = -1; sign <= 1; sign += 2) {
    CHECK_BELOW(closest(&m, sqrt(p / 2 + sign * sqrt(p * p / 4 - q))), 1e-8);
  }
  sn_modes bad;
  set_velocity(&k, b, v3(0, 0, 0), v3(0, w, w)); /* not about an axis of symmetry */
  CHECK(sn_modes_find(k.m, &k.x, &spin, k.arena, &bad, &k.error) == SN_EMODEL);
  CHECK_TEXT(k.error.why, "not symmetric");
  mechanism_end(&k);

  const double mass = 2, l = 0.3, Ja = Jt + mass * l * l, critical = 2 * sqrt(Ja * mass * g * l) / Jp;
  for (int fast = 0; fast < 2; fast++) { /* the node stands at the tip: it does not move */
    mechanism t = mechanism_begin(v3(0, 0, -g));
    const double inertia[3][3] = {{Jt, 0, 0}, {0, Jt, 0}, {0, 0, Jp}};
    sn_item_begin(t.b, "body", "top", "here.lua:1");
    const int top = sn_add_triad(t.b, v3(0, 0, 0), v3(0, 0, 0), m3_identity(), v3(0, 0, 0));
    const sn_frame f = sn_node_frame(t.b, top);
    sn_add_rigid_mass(t.b, &f, mass, v3(0, 0, l), inertia);
    spherical(&t, "tip", -1, top, v3(0, 0, 0));
    mechanism_finish(&t);
    const double speed = (fast ? 1.2 : 0.8) * critical;
    set_velocity(&t, top, v3(0, 0, 0), v3(0, 0, speed));
    const sn_modes s = modes_by(&t, &spin);
    const double half = Jp * speed / (2 * Ja), D = half * half - mass * g * l / Ja;
    if (fast) { /* two precessions: half +- sqrt(D) */
      CHECK(s.n_growing == 0);
      CHECK_BELOW(closest(&s, half + sqrt(D)), 1e-8);
      CHECK_BELOW(closest(&s, half - sqrt(D)), 1e-8);
    } else {
      double growth = 0;
      for (int i = 0; i < s.n; i++) {
        growth = fmax(growth, s.mode[i].growth);
      }
      CHECK(s.n_growing > 0);
      CHECK_NEAR(growth, sqrt(-D), 1e-8);
    }
    mechanism_end(&t);
  }
}

/* A pendulum on a turning shaft swings out to cos a = g/(l w^2), and vibrates there with w sin a. Found by statics. */
static void test_governor(void)
{
  const double l = 0.5, w = 7;
  mechanism k = mechanism_begin(v3(0, 0, -g));
  const int b =
      add_body(&k, "ball", v3(l * sin(0.3), 0, -l * cos(0.3)), m3_identity(), 3, (double[3]){1e-9, 1e-9, 1e-9});
  revolute(&k, "pivot", -1, b, v3(0, 0, 0), v3(0, 1, 0));
  mechanism_finish(&k);
  sn_instant_rotate(k.m, v3(0, 0, w), v3(0, 0, 0));
  sn_equilibrium e;
  CHECK_OK(sn_statics(k.m, &k.x, k.arena, &e, &k.error), k.error);
  const double c = g / (l * w * w);
  CHECK_NEAR(k.x.q[position_of(&k, b)].x[2], -l * c, 1e-8);
  const sn_modes m = modes(&k);
  CHECK(m.n == 1);
  CHECK_NEAR(m.mode[0].frequency, w * sqrt(1 - c * c), 1e-6);
  mechanism_end(&k);
}

/* ---- buckling */

/* Hinged bars in a column, a torsion spring at every hinge, a dead load on top: n = 1: c/l; n = 2: (3 -+ sqrt 5)/2 c/l. */
static mechanism column(int n, double c, double l, double load)
{
  const sn_m3 axes = sn_rotation_along(v3(0, 1, 0));
  mechanism k = mechanism_begin(v3(0, 0, 0));
  int before = -1;
  for (int i = 0; i < n; i++) {
    const int b = add_body(&k, "bar", v3(0, 0, (i + 0.5) * l), m3_identity(), 1, (double[3]){0.01, 0.01, 0.01});
    const sn_frame A = frame_at(&k, before, v3(0, 0, i * l), axes), B = frame_at(&k, b, v3(0, 0, i * l), axes);
    sn_item_begin(k.b, "revolute", "hinge", "here.lua:2");
    coincide(&k, &A, &B);
    align(&k, &A, &B, 2);
    torsion_spring(&k, &A, &B, c);
    before = b;
  }
  const sn_frame top = frame_at(&k, before, v3(0, 0, n * l), m3_identity());
  const sn_expr *const f[3] = {constant(&k, 0), constant(&k, 0), constant(&k, -load)};
  sn_item_begin(k.b, "force", "load", "here.lua:5");
  sn_add_force(k.b, &top, f, 0);
  mechanism_finish(&k);
  return k;
}

static void test_columns(void)
{
  const double c = 30, l = 0.5;
  for (int sign = -1; sign <= 1; sign += 2) { /* pulled upwards it buckles when the load is reversed */
    for (int n = 1; n <= 2; n++) {
      mechanism k = column(n, c, l, sign * 7);
      sn_modes m = {0};
      CHECK_OK(sn_buckling_find(k.m, &k.x, &lowest, k.arena, &m, &k.error), k.error);
      CHECK(m.n == n);
      for (int i = 0; i < m.n; i++) {
        const double critical = n == 1 ? 1 : (3 + (i ? 1 : -1) * sqrt(5)) / 2;
        CHECK_NEAR(m.mode[i].factor * 7, sign * critical * c / l, 1e-9);
        CHECK_BELOW(m.mode[i].residual, 1e-12);
      }
      /* at the critical load a vibration has no stiffness */
      mechanism at = column(n, c, l, (n == 1 ? 1 : (3 - sqrt(5)) / 2) * c / l);
      const sn_modes v = modes(&at);
      CHECK(v.n_zero == 1 || fabs(v.mode[0].frequency) + fabs(v.mode[0].growth) < 1e-5);
      mechanism_end(&at);
      mechanism_end(&k);
    }
  }
}

/* ---- what cannot be done */

static void test_refusals(void)
{
  const double J[3] = {0.02, 0.05, 0.04};
  sn_modes m;
  mechanism k = mechanism_begin(v3(0, 0, -g)); /* drawn aside */
  const int b = add_body(&k, "bar", v3(0.7, 0, 0), m3_identity(), 3, J);
  revolute(&k, "pivot", -1, b, v3(0, 0, 0), v3(0, 1, 0));
  mechanism_finish(&k);
  CHECK(sn_modes_find(k.m, &k.x, &lowest, k.arena, &m, &k.error) == SN_EMODEL);
  CHECK_TEXT(k.error.what, "no equilibrium");
  CHECK_TEXT(k.error.where, "body 'bar'");
  CHECK_TEXT(k.error.fix, "static");
  mechanism_end(&k);

  k = mechanism_begin(v3(0, 0, -g)); /* hanging: nothing elastic */
  const int h = add_body(&k, "bar", v3(0, 0, -0.7), m3_identity(), 3, J);
  revolute(&k, "pivot", -1, h, v3(0, 0, 0), v3(0, 1, 0));
  mechanism_finish(&k);
  memset(&k.error, 0, sizeof k.error);
  CHECK(sn_buckling_find(k.m, &k.x, &lowest, k.arena, &m, &k.error) == SN_EMODEL);
  CHECK_TEXT(k.error.what, "without any stiffness");
  mechanism_end(&k);

  k = column(1, 30, 0.5, 0);
  memset(&k.error, 0, sizeof k.error);
  CHECK(sn_buckling_find(k.m, &k.x, &lowest, k.arena, &m, &k.error) == SN_EMODEL);
  CHECK_TEXT(k.error.what, "nothing is stressed");
  mechanism_end(&k);

  k = mechanism_begin(v3(0, 0, 0)); /* neither mass nor stiffness */
  sn_item_begin(k.b, "point", "ghost", "here.lua:1");
  (void)sn_add_point(k.b, v3(1, 0, 0), v3(0, 0, 0));
  (void)point(&k, "p", v3(2, 0, 0), 1);
  mechanism_finish(&k);
  memset(&k.error, 0, sizeof k.error);
  CHECK(sn_modes_find(k.m, &k.x, &lowest, k.arena, &m, &k.error) == SN_EMODEL);
  CHECK_TEXT(k.error.where, "point 'ghost'");
  mechanism_end(&k);
}

int main(void)
{
  RUN(test_taut_chain);
  RUN(test_near);
  RUN(test_nearest);
  RUN(test_pendulum);
  RUN(test_double_pendulum);
  RUN(test_parallelogram);
  RUN(test_free_bodies);
  RUN(test_massless);
  RUN(test_damped);
  RUN(test_damped_chain);
  RUN(test_rotating_point);
  RUN(test_whirl);
  RUN(test_spin);
  RUN(test_governor);
  RUN(test_columns);
  RUN(test_refusals);
  return REPORT();
}
