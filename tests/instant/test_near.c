/* tests/analysis/test_near.c -- closed loops near a singular position: found in time, only there, and only those.
 * What:    a parallelogram whose cranks make an angle with its base is flat at angle zero; with angular velocity w that is
 *          tan(angle)/(w h) steps away in the measure of near.c. The cranks differ: with equal ones no force
 *          tries to fold it, and nothing is to be found. Trees are not watched.
 */
#include "tests/analysis/mechanism.h"

static const double J[3] = {0.02, 0.03, 0.04};

static int bar(mechanism *k, sn_v3 from, sn_v3 to, double mass, double scale)
{
  const double moments[3] = {J[0] * scale * scale, J[1] * scale * scale, J[2] * scale * scale};
  const sn_v3 d = v3_sub(to, from);
  return add_body(k, "bar", v3_scale(0.5, v3_add(from, to)), sn_rotation_axis_angle(v3(0, 0, 1), atan2(d.x[1], d.x[0])),
                  mass, moments);
}

/* a revolute about z that is one item, as in models of users */
static void hinge(mechanism *k, const char *name, int a, int b, sn_v3 x)
{
  const sn_m3 r = sn_rotation_along(v3(0, 0, 1));
  const sn_frame A = frame_at(k, a, x, r), B = frame_at(k, b, x, r);
  sn_item_begin(k->b, "revolute", name, "here.lua:2");
  coincide(k, &A, &B);
  align(k, &A, &B, 2);
}

/* velocity of the position, angular velocity about z */
static void move(mechanism *k, int node, sn_v3 v, double w)
{
  const sn_node *n = k->s->node + node;
  k->x.v[n->vector[0]] = v;
  for (int a = 1; a < n->n_vec; a++) {
    k->x.v[n->vector[a]] = v3_cross(v3(0, 0, w), k->x.q[n->vector[a]]);
  }
}

typedef struct {
  int left, right, top;
  double angle, length, w;
} parallelogram;

static parallelogram add(mechanism *k, sn_v3 at, double angle, double length, double w)
{
  const sn_v3 crank = v3(length * cos(angle), length * sin(angle), 0);
  const sn_v3 a = at, b = v3_add(at, v3(1.7 * length, 0, 0)), c = v3_add(a, crank), d = v3_add(b, crank);
  parallelogram p = {.angle = angle, .length = length, .w = w};
  p.left = bar(k, a, c, 1, length);
  p.right = bar(k, b, d, 3, length);
  p.top = bar(k, c, d, 1, length);
  hinge(k, "one", -1, p.left, a);
  hinge(k, "two", -1, p.right, b);
  hinge(k, "three", p.left, p.top, c);
  hinge(k, "four", p.right, p.top, d);
  return p;
}

static void turn(mechanism *k, const parallelogram *p)
{
  const sn_v3 v = v3_scale(p->w * p->length, v3(-sin(p->angle), cos(p->angle), 0));
  move(k, p->left, v3_scale(0.5, v), p->w);
  move(k, p->right, v3_scale(0.5, v), p->w);
  move(k, p->top, v, 0);
}

/* How many rows of blocks at the node are marked? */
static int marked(const mechanism *k, const unsigned char *flag, int node)
{
  int n = 0;
  for (int i = 0; i < k->s->n_block; i++) {
    const sn_block *b = k->s->block + i;
    for (int r = 0; r < b->n_node; r++) {
      for (int j = 0; b->node[r] == node && j < b->n_stress; j++) {
        n += (flag[b->stress + j] & SN_ROW_NEAR) > 0;
      }
    }
  }
  return n;
}

static void look(mechanism *k, double h, unsigned char *flag, int *steps)
{
  int n = 0;
  CHECK_OK(sn_motion_start(k->m, &k->x, 0, NULL, &k->error), k->error);
  CHECK_OK(sn_motion_watch(k->m, k->arena, &k->error), k->error);
  CHECK(sn_motion_watches(k->m));
  CHECK_OK(sn_motion_dependent(k->m, &k->x, flag, &n, &k->error), k->error);
  CHECK_OK(sn_motion_near(k->m, &k->x, h, flag, steps, &k->error), k->error);
}

/* steps away: 0.3, 2, 8, 40, going there (w < 0) and coming from there; in metres and in millimetres */
static void test_parallelogram(void)
{
  static const double away[4] = {0.3, 2, 8, 40};
  for (int i = 0; i < 16; i++) {
    const double angle = 0.1, h = 1e-3, w = (i % 2 ? 1 : -1) * tan(angle) / (h * away[i / 4]);
    const double length = i / 2 % 2 ? 1 : 1e-3;
    unsigned char flag[64] = {0};
    int steps = 0;
    mechanism k = mechanism_begin(v3(0, -9.81 * length, 0));
    const parallelogram p = add(&k, v3(0, 0, 0), angle, length, w);
    mechanism_finish(&k);
    CHECK(k.s->n_stress <= 64);
    turn(&k, &p);
    look(&k, h, flag, &steps);
    const int n = marked(&k, flag, p.left) + marked(&k, flag, p.right) + marked(&k, flag, p.top);
    CHECK((n > 0) == (away[i / 4] < 5));
    CHECK(away[i / 4] < 9 ? steps == 1 : steps > 4); /* 8 steps away: the next look comes in time */
    mechanism_end(&k);
  }
}

/* Two of them: each for itself. */
static void test_two(void)
{
  unsigned char flag[128] = {0};
  int steps = 0;
  mechanism k = mechanism_begin(v3(0, -9.81, 0));
  const parallelogram p = add(&k, v3(0, 0, 0), 0.02, 1, -10), q = add(&k, v3(5, 0, 0), 1.2, 0.5, 10);
  mechanism_finish(&k);
  CHECK(k.s->n_stress <= 128);
  turn(&k, &p);
  turn(&k, &q);
  look(&k, 1e-3, flag, &steps);
  CHECK(marked(&k, flag, p.left) > 0 && marked(&k, flag, p.right) > 0 && marked(&k, flag, p.top) > 0);
  CHECK(marked(&k, flag, q.left) == 0 && marked(&k, flag, q.right) == 0 && marked(&k, flag, q.top) == 0);
  CHECK(steps == 1);
  mechanism_end(&k);
}

/* The flags of dependent rows stay; old marks go. */
static void test_flags(void)
{
  unsigned char flag[64] = {0}, before[64] = {0};
  int steps = 0, n = 0;
  mechanism k = mechanism_begin(v3(0, -9.81, 0));
  const parallelogram p = add(&k, v3(0, 0, 0), 0.4, 1, 3);
  mechanism_finish(&k);
  turn(&k, &p);
  CHECK_OK(sn_motion_dependent(k.m, &k.x, before, &n, &k.error), k.error);
  look(&k, 1e-3, flag, &steps);
  for (int i = 0; i < k.s->n_stress; i++) {
    flag[i] |= SN_ROW_NEAR;
  }
  CHECK_OK(sn_motion_near(k.m, &k.x, 1e-3, flag, &steps, &k.error), k.error);
  for (int i = 0; i < k.s->n_stress; i++) {
    CHECK(flag[i] == before[i]);
  }
  CHECK(n == 3);
  mechanism_end(&k);
}

/* Chains and trees have nothing to watch; a second hinge or a bar that closes a chain makes a loop. */
static void test_trees(void)
{
  for (int kind = 0; kind < 5; kind++) {
    mechanism k = mechanism_begin(v3(0, -9.81, 0));
    const int a = bar(&k, v3(0, 0, 0), v3(1, 0, 0), 1, 1), b = bar(&k, v3(1, 0, 0), v3(2, 0, 0), 1, 1),
              c = bar(&k, v3(1, 0, 0), v3(1, 2, 0), 1, 1);
    hinge(&k, "one", -1, a, v3(0, 0, 0));
    hinge(&k, "two", a, b, v3(1, 0, 0));
    hinge(&k, "three", a, c, v3(1, 0, 0));
    if (kind == 1) {
      hinge(&k, "again", -1, a, v3(0, 0, 1));
    } else if (kind == 2) {
      hinge(&k, "end", -1, b, v3(2, 0, 0));
    } else if (kind == 3) {
      spherical(&k, "across", b, c, v3(1.5, 1, 0));
    } else if (kind == 4) { /* one item that ties two ends, as a cable does: two links */
      const int d = bar(&k, v3(2, 0, 0), v3(2, 2, 0), 1, 1);
      const sn_frame at_b[2] = {frame_at(&k, b, v3(2, 0, 0), m3_identity()),
                                frame_at(&k, d, v3(2, 0, 0), m3_identity())};
      const sn_frame at_c[2] = {frame_at(&k, c, v3(1, 2, 0), m3_identity()),
                                frame_at(&k, d, v3(1, 2, 0), m3_identity())};
      sn_item_begin(k.b, "cable", "rope", "here.lua:4");
      coincide(&k, at_b, at_b + 1);
      coincide(&k, at_c, at_c + 1);
    }
    mechanism_finish(&k);
    CHECK_OK(sn_motion_watch(k.m, k.arena, &k.error), k.error);
    CHECK(sn_motion_watches(k.m) == (kind > 0));
    mechanism_end(&k);
  }
}

int main(void)
{
  RUN(test_parallelogram);
  RUN(test_two);
  RUN(test_flags);
  RUN(test_trees);
  return REPORT();
}
