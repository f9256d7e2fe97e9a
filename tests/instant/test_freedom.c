/* tests/instant/test_freedom.c -- degrees of freedom, redundant rows and their names; cost linear for trees. */
#include "base/text.h"
#include "tests/analysis/mechanism.h"

static const double J[3] = {0.02, 0.03, 0.04};
static const sn_v3 z = {{0, 0, 1}};

static sn_freedom_count count(mechanism *k)
{
  sn_freedom_count c = {0};
  CHECK_OK(sn_instant_freedom(k->m, &k->x, &c, &k->error), k->error);
  CHECK(c.rank == c.rows - c.n_redundant && c.freedom == c.coordinates - c.rank);
  return c;
}

static int body(mechanism *k, sn_v3 x)
{
  return add_body(k, "body", x, sn_rotation_axis_angle(v3(1, 2, 3), 0.4), 1, J);
}

static void test_simple(void)
{
  for (int kind = 0; kind < 4; kind++) { /* free, revolute, spherical, two revolutes in a row */
    mechanism k = mechanism_begin(v3(0, 0, 0));
    const int a = body(&k, v3(1, 0, 0));
    if (kind == 1 || kind == 3) {
      revolute(&k, "r", -1, a, v3(0, 0, 0), v3(0.2, 1, 0.3));
    }
    if (kind == 2) {
      spherical(&k, "s", -1, a, v3(0, 0, 0));
    }
    if (kind == 3) {
      revolute(&k, "r2", a, body(&k, v3(3, 0, 0)), v3(2, 0, 0), v3(1, 0, 1));
    }
    mechanism_finish(&k);
    const sn_freedom_count c = count(&k);
    static const int want[] = {6, 1, 3, 2};
    CHECK(c.freedom == want[kind]);
    CHECK(c.n_redundant == 0);
    mechanism_end(&k);
  }
}

/* Planar ring of n bodies with the ground as one of its bars, all revolutes about parallel axes: n + 1 joints,
   3 redundant rows, all of them axis rows; n - 2 degrees of freedom. */
static void ring(mechanism *k, int n, sn_m3 r, double irregular)
{
  static const char *const names[] = {"first", "middle", "last"};
  int before = -1;
  for (int i = 0; i <= n; i++) {
    const double angle = 2 * 3.14159265358979323846 * i / (n + 1);
    const double size = 1 + irregular * cos(7.0 * i * i);
    const sn_v3 p = m3_mul(r, v3(size * cos(angle), size * sin(angle), 0));
    const int next = i < n ? body(k, v3_add(p, m3_mul(r, v3(0.1, 0.2, 0.05)))) : -1;
    revolute(k, names[i == 0 ? 0 : i < n ? 1 : 2], next >= 0 ? before : -1, next >= 0 ? next : before, p, r.c[2]);
    before = next;
  }
}

static void test_planar_loops(void)
{
  for (int n = 3; n <= 60; n += n < 10 ? 1 : 25) {
    for (int turned = 0; turned < 2; turned++) {
      mechanism k = mechanism_begin(v3(0, 0, 0));
      ring(&k, n, turned ? sn_rotation_axis_angle(v3(3, -1, 2), 1.3) : m3_identity(), 0.2);
      mechanism_finish(&k);
      const sn_freedom_count c = count(&k);
      CHECK(c.coordinates == 6 * n);
      CHECK(c.rows == 5 * (n + 1));
      CHECK(c.n_redundant == 3);
      CHECK(c.freedom == n - 2);
      mechanism_end(&k);
    }
  }
}

/* The redundant rows of the planar four-bar are axis rows: without them the mechanism has the same freedom. */
static void test_four_bar_blames_axes(void)
{
  mechanism k = mechanism_begin(v3(0, 0, 0));
  ring(&k, 3, m3_identity(), 0.2);
  mechanism_finish(&k);
  const sn_freedom_count c = count(&k);
  CHECK(c.n_redundant == 3 && c.freedom == 1);
  for (int i = 0; i < 3; i++) {
    CHECK_TEXT(k.s->item_name[c.item[i]], "axis rows of");
  }
  mechanism_end(&k);
  /* the same with spheres in place of all but one hinge: coincidence rows alone are independent */
  k = mechanism_begin(v3(0, 0, 0));
  const sn_v3 p[4] = {{{0, 0, 0}}, {{0.3, 0.9, 0}}, {{1.6, 1.4, 0}}, {{2, 0, 0}}};
  int n[3];
  for (int i = 0; i < 3; i++) {
    n[i] = body(&k, p[i]);
  }
  spherical(&k, "A", -1, n[0], p[0]);
  spherical(&k, "B", n[0], n[1], p[1]);
  spherical(&k, "C", n[1], n[2], p[2]);
  spherical(&k, "D", -1, n[2], p[3]);
  mechanism_finish(&k);
  const sn_freedom_count s = count(&k);
  CHECK(s.n_redundant == 0 && s.freedom == 6);
  mechanism_end(&k);
}

/* Cells of two rails and a rung, all hinges parallel: 1 degree of freedom and 3 redundant rows per cell. */
static void test_ladder(void)
{
  enum { CELLS = 60 };
  mechanism k = mechanism_begin(v3(0, 0, 0));
  int rail[2] = {-1, -1};
  for (int c = 0; c < CELLS; c++) {
    const sn_v3 low = v3(c, 0.1 * sin(c), 0), high = v3(c + 0.2 * sin(3 * c), 1 + 0.1 * cos(2 * c), 0);
    const int next[2] = {body(&k, low), body(&k, high)}, rung = body(&k, v3_scale(0.5, v3_add(low, high)));
    revolute(&k, "low", rail[0], next[0], low, z);
    revolute(&k, "high", rail[1], next[1], high, z);
    revolute(&k, "foot", next[0], rung, v3_add(low, v3(0.4, 0.02 * c, 0)), z);
    revolute(&k, "head", next[1], rung, v3_add(high, v3(0.5, 0, 0)), z);
    rail[0] = next[0];
    rail[1] = next[1];
  }
  mechanism_finish(&k);
  const sn_freedom_count c = count(&k);
  CHECK(c.freedom == CELLS && c.n_redundant == 3 * CELLS);
  CHECK_OK(sn_instant_start(k.m, &k.x, 1, NULL, &k.error), k.error);
  mechanism_end(&k);
}

static void test_overconstrained_pair(void)
{
  mechanism k = mechanism_begin(v3(0, 0, 0)); /* a door with two hinges on one line */
  const int a = body(&k, v3(1, 0, 0));
  revolute(&k, "low", -1, a, v3(0, 0, 0), z);
  revolute(&k, "high", -1, a, v3(0, 0, 2), z);
  mechanism_finish(&k);
  const sn_freedom_count c = count(&k);
  CHECK(c.freedom == 1 && c.n_redundant == 5);
  CHECK_OK(sn_instant_start(k.m, &k.x, 1, NULL, &k.error), k.error);
  mechanism_end(&k);

  k = mechanism_begin(v3(0, 0, 0)); /* hinges on two lines: locked */
  const int b = body(&k, v3(1, 0, 0));
  revolute(&k, "one", -1, b, v3(0, 0, 0), z);
  revolute(&k, "two", -1, b, v3(1, 1, 0), z);
  mechanism_finish(&k);
  CHECK(count(&k).freedom == 0);
  mechanism_end(&k);
}

static void test_drives_and_gears(void)
{
  for (int kind = 0; kind < 3; kind++) { /* two wheels: free, geared, geared and driven twice (one row too many) */
    mechanism k = mechanism_begin(v3(0, 0, 0));
    sn_frame f[2][2];
    for (int i = 0; i < 2; i++) {
      const sn_v3 x = v3(i, 0, 0);
      const int n = body(&k, x);
      revolute(&k, "axle", -1, n, x, z);
      f[i][0] = frame_at(&k, -1, x, m3_identity());
      f[i][1] = frame_at(&k, n, x, m3_identity());
    }
    if (kind > 0) {
      sn_item_begin(k.b, "gear", "gear", "");
      sn_block_begin(k.b, &sn_law_driven, "gear");
      angle_forms(&k, &f[0][0], &f[0][1], 2);
      angle_forms(&k, &f[1][0], &f[1][1], 1);
    }
    for (int i = 0; kind == 2 && i < 2; i++) {
      sn_item_begin(k.b, "drive", i ? "second" : "first", "");
      sn_block_begin(k.b, &sn_law_driven, "drive");
      angle_forms(&k, &f[i][0], &f[i][1], 1);
      sn_composite_drive(k.b, swing(&k, 0, 1));
    }
    mechanism_finish(&k);
    const sn_freedom_count c = count(&k);
    CHECK(c.freedom == (kind == 0 ? 2 : kind == 1 ? 1 : 0));
    CHECK(c.n_redundant == (kind == 2));
    CHECK_OK(sn_instant_start(k.m, &k.x, 1, NULL, &k.error), k.error);
    mechanism_end(&k);
  }
}

static void test_ground_to_ground(void)
{
  mechanism k = mechanism_begin(v3(0, 0, 0)); /* a joint between two places of the ground holds nothing */
  body(&k, v3(0, 0, 0));
  spherical(&k, "idle", -1, -1, v3(1, 0, 0));
  mechanism_finish(&k);
  const sn_freedom_count c = count(&k);
  CHECK(c.freedom == 6 && c.rows == 3 && c.n_redundant == 3);
  CHECK_OK(sn_instant_start(k.m, &k.x, 1, NULL, &k.error), k.error);
  mechanism_end(&k);
}

/* A parallelogram with all bars in line: here one more row depends on the others. The solve stays regular. */
static void test_change_point(void)
{
  for (int flat = 0; flat < 2; flat++) {
    mechanism k = mechanism_begin(v3(0, -9.81, 0));
    const double h = flat ? 0 : 0.5;
    const double s = sqrt(1 - h * h);
    const sn_v3 p[4] = {{{0, 0, 0}}, {{s, h, 0}}, {{2 + s, h, 0}}, {{2, 0, 0}}};
    int before = -1;
    for (int i = 0; i < 4; i++) {
      const int next = i < 3 ? body(&k, v3_scale(0.5, v3_add(p[i], p[(i + 1) % 4]))) : -1;
      revolute(&k, "hinge", next >= 0 ? before : -1, next >= 0 ? next : before, p[i], z);
      before = next;
    }
    mechanism_finish(&k);
    const sn_freedom_count c = count(&k);
    CHECK(c.n_redundant == (flat ? 4 : 3));
    CHECK(c.freedom == (flat ? 2 : 1));
    CHECK_OK(sn_instant_start(k.m, &k.x, 1, NULL, &k.error), k.error);
    CHECK_OK(sn_instant_observe(k.m, &k.x, NULL, &k.o, &k.error), k.error);
    for (int i = 0; i < k.s->n_vector; i++) {
      CHECK_BELOW(v3_norm(k.o.a[i]), 1e3);
    }
    mechanism_end(&k);
  }
}

static double chain_seconds(int n, int repeats)
{
  mechanism k = mechanism_begin(v3(0, 0, -9.81));
  int before = -1;
  for (int i = 0; i < n; i++) {
    const int next = body(&k, v3(i + 0.5, 0, 0));
    revolute(&k, "hinge", before, next, v3(i, 0, 0), i % 2 ? v3(0, 1, 0) : z);
    before = next;
  }
  mechanism_finish(&k);
  const double start = sn_cpu_seconds();
  for (int i = 0; i < repeats; i++) {
    const sn_freedom_count c = count(&k);
    CHECK(c.freedom == n && c.n_redundant == 0);
    CHECK_OK(sn_instant_start(k.m, &k.x, 1, NULL, &k.error), k.error);
  }
  const double seconds = sn_cpu_seconds() - start;
  mechanism_end(&k);
  return seconds;
}

static void test_long_chain_is_linear(void)
{
  /* as much work by count; a quadratic algorithm would take ten times as long. CPU clocks may tick in hundredths of a second. */
  const double many = chain_seconds(200, 400), few = chain_seconds(2000, 40);
  CHECK_BELOW(few / many, 3);
}

int main(void)
{
  RUN(test_simple);
  RUN(test_planar_loops);
  RUN(test_four_bar_blames_axes);
  RUN(test_ladder);
  RUN(test_overconstrained_pair);
  RUN(test_drives_and_gears);
  RUN(test_ground_to_ground);
  RUN(test_change_point);
  RUN(test_long_chain_is_linear);
  return REPORT();
}
