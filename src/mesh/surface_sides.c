/* mesh/surface_sides.c -- which side of each shell is outside.
 * What:    within a shell the orientations agree already (surface_closed.c); each shell as a whole has two sides.
 * How:     1. A shell that had to be repaired has the side of three quarters of its triangles, or else the one that makes
 *          its volume positive; any other has the side of the file. 2. The largest shell is no cavity: everything is turned
 *          if its volume is negative. 3. What is negative then must be a cavity, inside another shell; if it is not, it
 *          is the mirror image of a part, inside out, and is turned.
 * Theory:  a point is inside a shell when the solid angles of its triangles sum up to 4 pi; of one triangle a, b, c seen from
 *          there, tan(angle/2) = a.(b x c)/(abc + (a.b) c + (b.c) a + (c.a) b)  [van Oosterom, Strackee 1983].
 * Limits:  rule 3 only if the shells share no edges and the search is not too long; else the sides of the file are kept.
 * Tests:   tests/mesh/test_surface.c.
 */
#include "mesh/surface_private.h"

static const double most_work = 1e8; /* triangles times shells: seconds */

typedef struct {
  int n, flips, first; /* triangles; one of them */
  double volume;       /* times six */
  sn_v3 lo, hi;
  int turn;
} shell;

static sn_v3 corner(const sn_soup *s, int t, int k)
{
  const double *x = s->vertex[s->triangle[t][k]];
  return v3(x[0], x[1], x[2]);
}

static void measure(const sn_soup *s, const int *number, const char *flip, shell *list, int n)
{
  for (int k = 0; k < n; k++) {
    list[k] = (shell){.lo = {{INFINITY, INFINITY, INFINITY}}, .hi = {{-INFINITY, -INFINITY, -INFINITY}}};
  }
  for (int t = 0; t < s->n_triangle; t++) {
    shell *x = list + number[t];
    x->first = t;
    x->n++;
    x->flips += flip[t];
    x->volume += (flip[t] ? -1 : 1) * sn_soup_volume6(s, t, s->vertex[0]);
    for (int k = 0; k < 9; k++) {
      const double y = corner(s, t, k / 3).x[k % 3];
      x->lo.x[k % 3] = fmin(x->lo.x[k % 3], y);
      x->hi.x[k % 3] = fmax(x->hi.x[k % 3], y);
    }
  }
}

/* Rule 1, on shells that had to be repaired. */
static void choose_repaired(shell *list, int n)
{
  for (int k = 0; k < n; k++) {
    shell *x = list + k;
    const int few = x->flips <= x->n / 4, many = x->flips >= x->n - x->n / 4;
    x->turn = many || (!few && x->volume < 0);
    x->volume *= x->turn ? -1 : 1;
  }
}

/* Rule 2; shells that share edges are not closed each by itself, so that only the sum counts. */
static void choose_whole(shell *list, int n, int separate)
{
  double sum = 0, largest = 0;
  for (int k = 0; k < n; k++) {
    sum += list[k].volume;
    largest = fabs(list[k].volume) > fabs(largest) ? list[k].volume : largest;
  }
  for (int k = 0; (separate ? largest : sum) < 0 && k < n; k++) {
    list[k].turn = !list[k].turn;
    list[k].volume = -list[k].volume;
  }
}

static double solid_angle(sn_v3 a, sn_v3 b, sn_v3 c)
{
  const double p = v3_norm(a), q = v3_norm(b), r = v3_norm(c);
  return 2 * atan2(v3_dot(a, v3_cross(b, c)), p * q * r + v3_dot(a, b) * r + v3_dot(b, c) * p + v3_dot(c, a) * q);
}

static int box_inside(const shell *a, const shell *b)
{
  int inside = 1;
  for (int i = 0; i < 3; i++) {
    inside = inside && a->lo.x[i] >= b->lo.x[i] && a->hi.x[i] <= b->hi.x[i];
  }
  return inside;
}

/* Is shell k inside one of the positive ones? Looked at from the middle of one of its triangles. */
static int is_cavity(const sn_soup *s, const int *number, const char *flip, const shell *list, int n, int k,
                     double *angle)
{
  const double turn = 4 * 3.14159265358979323846;
  const int f = list[k].first;
  const sn_v3 o = v3_scale(1 / 3.0, v3_add(corner(s, f, 0), v3_add(corner(s, f, 1), corner(s, f, 2))));
  for (int t = 0; t < s->n_triangle; t++) {
    const shell *x = list + number[t];
    if (x->volume > 0 && box_inside(list + k, x)) {
      const double w = solid_angle(v3_sub(corner(s, t, 0), o), v3_sub(corner(s, t, 1), o), v3_sub(corner(s, t, 2), o));
      angle[number[t]] += flip[t] != x->turn ? -w : w;
    }
  }
  int inside = 0;
  for (int j = 0; j < n; j++) { /* half of it on the surface: then it touches from outside */
    inside = inside || angle[j] > 0.75 * turn;
    angle[j] = 0;
  }
  return inside;
}

sn_status sn_soup_sides(const sn_soup *s, const int *number, int n, int separate, char *flip, sn_error *error)
{
  shell *list = SN_NEW(s->arena, shell, n);
  double *angle = SN_NEW(s->arena, double, n), negative = 0;
  if (!list || !angle) {
    return sn_no_memory(error, "the shells of a surface");
  }
  measure(s, number, flip, list, n);
  choose_repaired(list, n);
  choose_whole(list, n, separate);
  for (int k = 0; k < n; k++) {
    negative += list[k].volume < 0;
  }
  const int search = separate && negative * s->n_triangle <= most_work;
  for (int k = 0; search && k < n; k++) {
    if (list[k].volume < 0 && !is_cavity(s, number, flip, list, n, k, angle)) {
      list[k].turn = !list[k].turn; /* volume stays negative: it holds no cavities of others */
    }
  }
  for (int t = 0; t < s->n_triangle; t++) {
    flip[t] = (char)(flip[t] ^ list[number[t]].turn);
  }
  return SN_OK;
}
