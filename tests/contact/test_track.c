/* tests/contact/test_track.c -- lines of slides: through their points, slopes and curvatures against differences, across pieces, beyond their
 *                           ends and round closed ones; weights of nodes carry straight lines and parabolas exactly.
 */
#include "contact/track.h"
#include "harness.h"

static void check_fixed(const sn_track *t, double s)
{
  const double h = 1e-5;
  sn_v3 x, d, b, up, down, dup, ddown;
  sn_track_at(t, s, &x, &d, &b);
  sn_track_at(t, s + h, &up, &dup, NULL);
  sn_track_at(t, s - h, &down, &ddown, NULL);
  CHECK_BELOW(v3_norm(v3_sub(v3_scale(0.5 / h, v3_sub(up, down)), d)), 1e-8);
  CHECK_BELOW(v3_norm(v3_sub(v3_scale(0.5 / h, v3_sub(dup, ddown)), b)), 1e-3); /* its slope jumps at points */
}

/* What looks along a curve: gaps against differences, and a direction that is carried stays across, with length 1, and comes back. */
static void check_across(const sn_track *t, sn_arena *arena)
{
  sn_track up;
  sn_track_gap gap[2];
  const double h = 1e-6, length = sn_track_length(t);
  sn_v3 d, u, first, last;
  CHECK(sn_track_carry(t, 0.3, v3(0, 0, 1), arena, &up) == SN_OK);
  sn_track_gap_across(t, gap);
  sn_track_gap_across_value(&up, gap + 1);
  for (double s = 0.013; s < length; s += 0.0371) {
    for (int k = 0; k < 2; k++) {
      const double e[4] = {0.3, -0.5, 0.8, s}, more[4] = {0.3, -0.5, 0.8, s + h}, less[4] = {0.3, -0.5, 0.8, s - h};
      double g[4], H[16], gm[4], gl[4];
      (void)gap[k].gap.value(&gap[k].gap, e, g, H);
      const double a = gap[k].gap.value(&gap[k].gap, more, gm, NULL), b = gap[k].gap.value(&gap[k].gap, less, gl, NULL);
      CHECK_NEAR((a - b) / (2 * h), g[3], 1e-7);
      for (int i = 0; i < 3; i++) {
        CHECK_NEAR((gm[i] - gl[i]) / (2 * h), H[4 * i + 3], 1e-5);
      }
    }
  }
  for (int i = 0; i < t->n; i++) {
    sn_track_at(t, t->s[i], NULL, &d, NULL);
    sn_track_at(&up, t->s[i], &u, NULL, NULL);
    CHECK_BELOW(fabs(v3_dot(u, v3_unit(d))) + fabs(v3_norm(u) - 1), 1e-12);
  }
  if (t->closed) {
    sn_track_at(&up, 1e-9, &first, NULL, NULL);
    sn_track_at(&up, length - 1e-9, &last, NULL, NULL);
    CHECK_BELOW(v3_norm(v3_sub(first, last)), 1e-7);
  }
}

int main(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  const sn_v3 point[7] = {{{0, 0, 0}},     {{1, 0.3, 0}}, {{1.5, 1, 0.4}}, {{1, 2, 1}},
                          {{0, 2.5, 0.3}}, {{-1, 2, 0}},  {{-1, 1, -0.2}}};
  sn_track t;
  sn_v3 x, y, d, e;
  for (int closed = 0; closed < 2; closed++) {
    for (int n = closed ? 3 : 2; n <= 7; n++) {
      CHECK(sn_track_fixed(n, point, closed, arena, &t) == SN_OK);
      for (int i = 0; i < n; i++) {
        sn_track_at(&t, t.s[i], &x, NULL, NULL);
        CHECK_BELOW(v3_norm(v3_sub(x, point[i])), 1e-14);
      }
      for (double s = -0.5; s < sn_track_length(&t) + 0.5; s += 0.0371) {
        check_fixed(&t, s);
      }
      for (int i = 1; i + 1 < n; i++) {
        check_fixed(&t, t.s[i]);
      }
      if (n == 7) {
        check_across(&t, arena);
      }
      if (closed) {
        check_fixed(&t, 0);
        sn_track_at(&t, 0.3, &x, &d, NULL);
        sn_track_at(&t, 0.3 + 2 * sn_track_length(&t), &y, &e, NULL);
        CHECK_BELOW(v3_norm(v3_sub(x, y)) + v3_norm(v3_sub(d, e)), 1e-13);
      }
    }
  }
  double s[5] = {0, 0.5, 1.2, 1.5, 2.4}, N[5], dN[5], ddN[5], up[5], down[5], dup[5], ddown[5];
  const sn_track line = {.n = 5, .s = s};
  const double h = 1e-5;
  for (double at = -0.4; at < 2.8; at += 0.0371) {
    double one = 0, straight = 0, square = 0;
    sn_track_weights(&line, at, N, dN, ddN);
    sn_track_weights(&line, at + h, up, dup, NULL);
    sn_track_weights(&line, at - h, down, ddown, NULL);
    for (int a = 0; a < 5; a++) {
      CHECK_NEAR((up[a] - down[a]) / (2 * h), dN[a], 1e-8);
      CHECK_NEAR((dup[a] - ddown[a]) / (2 * h), ddN[a], 1e-7);
      one += N[a];
      straight += N[a] * s[a];
      square += N[a] * s[a] * s[a];
    }
    CHECK_NEAR(one, 1, 1e-14);
    CHECK_NEAR(straight, at, 1e-14);
    CHECK_NEAR(square, at < 0 || at > 2.4 ? square : at * at, 1e-13);
  }
  sn_arena_free(arena);
  return REPORT();
}
