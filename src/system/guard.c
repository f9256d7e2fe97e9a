/* system/guard.c -- see guard.h.
 * Theory:  docs/theory.md, section 22. Nothing but points of blocks is looked at: no law, no stress.
 * Tests:   tests/system/test_guard.c, tests/beams/test_folding.c
 */
#include "system/guard.h"

#include <stdio.h>

#include "math/principal.h"
#include "system/builder_private.h"

static const double least_director =
    0.5; /* of its length at the nodes: linear elements have it where they turn by 120 degrees */
static const double closely = 1e-2; /* of the longer one of both lengths */

enum { MOST_PLACES = 4 }; /* of a surface */

struct sn_guard_law {
  int points;              /* of a place */
  int common;              /* and before them, of all places */
  const char *uncrushable; /* what the user may write so that it cannot be crushed; "": there is no such law */
  /* At q, after `before` (may be NULL): what is wrong. */
  sn_bad_kind (*judge)(const sn_guard *g, const sn_block *b, const sn_v3 *before, const sn_v3 *q);
  double (*turn2)(const sn_guard *g, const sn_block *b, const sn_v3 *q); /* square of its turn; NULL: it has none */
  /* Squares of the least and the largest length of place i over that without strain; NULL: it has its own measure. */
  void (*stretch2)(const sn_guard *g, const sn_block *b, const sn_v3 *q, int i, double *least, double *most);
};

static inline sn_v3 point_at(const sn_block *b, int k, const sn_v3 *q)
{
  sn_v3 x = {{0, 0, 0}};
  for (int i = b->w_first[k]; i < b->w_first[k + 1]; i++) {
    x = v3_axpy(x, b->w_value[i], q[b->vector[b->w_vector[i]]]);
  }
  return x;
}

/* ---- the laws */

static sn_bad_kind judge_line(const sn_guard *g, const sn_block *b, const sn_v3 *before, const sn_v3 *q)
{
  (void)before;
  for (int i = 0; i < g->n; i++) {
    const int *p = g->point + i * SN_GUARD_LINE_POINTS;
    const sn_v3 slope = point_at(b, p[0], q), d1 = point_at(b, p[1], q), d2 = point_at(b, p[2], q);
    if (!(fmin(v3_dot(d1, d1), v3_dot(d2, d2)) > least_director * least_director)) {
      return SN_BAD_FOLDED;
    }
    if (!(v3_dot(slope, d1) > 0)) {
      return SN_BAD_INSIDE_OUT;
    }
  }
  return SN_NOT_BAD;
}

static double turn_of_line(const sn_guard *g, const sn_block *b, const sn_v3 *q)
{
  double most = 0;
  for (int i = 0; i < g->n; i++) {
    double sum = 0; /* |d1'|^2 + |d2'|^2 + |d3'|^2 = 2 |k|^2 */
    for (int k = 3; k < 6; k++) {
      const sn_v3 rate = point_at(b, g->point[i * SN_GUARD_LINE_POINTS + k], q);
      sum += v3_dot(rate, rate);
    }
    most = fmax(most, sum / 2);
  }
  const double turn = sqrt(most) * g->size; /* of two nodes: the chord of the turn */
  return g->n == 1 ? pow(2 * asin(fmin(1, turn / 2)), 2) : turn * turn;
}

static sn_bad_kind judge_surface(const sn_guard *g, const sn_block *b, const sn_v3 *before, const sn_v3 *q)
{
  (void)before;
  sn_v3 d = {{0, 0, 0}};
  for (int i = 0; i < g->n_vector; i++) {
    d = v3_axpy(d, g->weight[i], q[g->vector[i]]);
  }
  if (!(v3_dot(d, d) > least_director * least_director)) {
    return SN_BAD_FOLDED;
  }
  for (int i = 0; i < g->n; i++) {
    const int *p = g->point + i * SN_GUARD_SURFACE_POINTS;
    if (!(v3_dot(v3_cross(point_at(b, p[0], q), point_at(b, p[1], q)), d) > 0)) {
      return SN_BAD_INSIDE_OUT;
    }
  }
  return SN_NOT_BAD;
}

static double turn_of_surface(const sn_guard *g, const sn_block *b, const sn_v3 *q)
{
  double most = 0;
  for (int i = 0; i < g->n; i++) {
    for (int k = 2; k < 4; k++) {
      const sn_v3 rate = point_at(b, g->point[i * SN_GUARD_SURFACE_POINTS + k], q);
      most = fmax(most, v3_dot(rate, rate));
    }
  }
  return most;
}

static sn_bad_kind judge_volume(const sn_guard *g, const sn_block *b, const sn_v3 *before, const sn_v3 *q)
{
  (void)before;
  for (int i = 0; i < g->n; i++) {
    const int *p = g->point + i * SN_GUARD_VOLUME_POINTS;
    if (!(v3_dot(point_at(b, p[0], q), v3_cross(point_at(b, p[1], q), point_at(b, p[2], q))) > 0)) {
      return SN_BAD_INSIDE_OUT;
    }
  }
  return SN_NOT_BAD;
}

int sn_passes_zero(sn_v3 u, sn_v3 w)
{
  if (!(v3_dot(u, w) < 0)) {
    return 0;
  }
  const double beside = v3_norm(v3_cross(u, w)) / v3_norm(v3_sub(w, u)); /* from zero to the way */
  return beside < closely * fmax(v3_norm(u), v3_norm(w));
}

static sn_bad_kind judge_length(const sn_guard *g, const sn_block *b, const sn_v3 *before, const sn_v3 *q)
{
  for (int i = 0; i < g->n && before; i++) {
    if (sn_passes_zero(point_at(b, g->point[i], before), point_at(b, g->point[i], q))) {
      return SN_BAD_THROUGH;
    }
  }
  return SN_NOT_BAD;
}

static sn_bad_kind judge_rope(const sn_guard *g, const sn_block *b, const sn_v3 *before, const sn_v3 *q)
{
  (void)g;
  (void)b;
  (void)before;
  (void)q;
  return SN_NOT_BAD;
}

static void stretch_of_line(const sn_guard *g, const sn_block *b, const sn_v3 *q, int i, double *least, double *most)
{
  const sn_v3 slope = point_at(b, g->point[i * SN_GUARD_LINE_POINTS], q);
  *least = *most = v3_dot(slope, slope);
}

/* The two eigenvalues of its metric beside that without strain. */
static void stretch_of_surface(const sn_guard *g, const sn_block *b, const sn_v3 *q, int i, double *least, double *most)
{
  const int *p = g->point + i * SN_GUARD_SURFACE_POINTS;
  const double *G = g->unstrained + 3 * i, det = G[0] * G[2] - G[1] * G[1];
  const sn_v3 u = point_at(b, p[0], q), v = point_at(b, p[1], q);
  const double a = v3_dot(u, u), c = v3_dot(u, v), d = v3_dot(v, v);
  const double half = (a * G[2] - 2 * c * G[1] + d * G[0]) / (2 * det), product = (a * d - c * c) / det;
  const double root = sqrt(fmax(half * half - product, 0));
  *most = half + root;
  *least = half + root > 0 ? product / (half + root) : 0;
}

static void stretch_of_length(const sn_guard *g, const sn_block *b, const sn_v3 *q, int i, double *least, double *most)
{
  const double l = g->unstrained[0];
  const sn_v3 x = point_at(b, g->point[i], q);
  *least = *most = l > 0 ? v3_dot(x, x) / (l * l) : 1;
}

static void stretch_of_rope(const sn_guard *g, const sn_block *b, const sn_v3 *q, int i, double *least, double *most)
{
  stretch_of_length(g, b, q, i, least, most);
  *least = 1;
}

static void stretch_of_volume(const sn_guard *g, const sn_block *b, const sn_v3 *q, int i, double *least, double *most)
{
  double C[3][3], value[3];
  sn_m3 axes;
  for (int j = 0; j < 3; j++) {
    for (int k = 0; k < 3; k++) {
      C[j][k] = v3_dot(point_at(b, g->point[i * SN_GUARD_VOLUME_POINTS + j], q),
                       point_at(b, g->point[i * SN_GUARD_VOLUME_POINTS + k], q));
    }
  }
  sn_principal((const double(*)[3])C, value, &axes);
  *least = fmin(value[0], fmin(value[1], value[2]));
  *most = fmax(value[0], fmax(value[1], value[2]));
}

/* ---- linear strains about a frame */

static sn_v3 row_at(const sn_guard *g, const sn_block *b, int k, const sn_v3 *q)
{
  sn_v3 x = {{0, 0, 0}};
  if (g->n_vector == 0) {
    return point_at(b, g->point[k], q);
  }
  for (int i = 0; i < g->n_vector; i++) {
    x = v3_axpy(x, g->weight[(size_t)k * (size_t)g->n_vector + (size_t)i], q[g->vector[i]]);
  }
  return x;
}

/* Of all places: the largest strain and the largest turn, of H = R^T F - 1 = strain + turn. No more than `strain` and `turn` is left as it is. */
static void departure_of(const sn_guard *g, const sn_block *b, const sn_v3 *q, double *strain, double *turn)
{
  sn_v3 axis[3];
  for (int i = 0; i < 3; i++) {
    axis[i] = row_at(g, b, i, q);
  }
  for (int k = 0; k < g->n; k++) {
    double H[3][3], E[3][3], value[3], size = 0, turn2 = 0;
    sn_m3 axes;
    for (int j = 0; j < 3; j++) {
      const sn_v3 slope = row_at(g, b, 3 + 3 * k + j, q);
      for (int i = 0; i < 3; i++) {
        H[i][j] = v3_dot(axis[i], slope) - (i == j);
      }
    }
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        E[i][j] = 0.5 * (H[i][j] + H[j][i]);
        size += E[i][j] * E[i][j];
        turn2 += 0.125 * (H[i][j] - H[j][i]) * (H[i][j] - H[j][i]);
      }
    }
    *turn = fmax(*turn, sqrt(turn2));
    if (size > *strain * *strain) { /* the sum of squares is not less than the largest of them */
      sn_principal((const double(*)[3])E, value, &axes);
      *strain = fmax(*strain, fmax(fabs(value[0]), fmax(fabs(value[1]), fabs(value[2]))));
    }
  }
}

/* With strains below 1 no place is inside out: x.(1 + H) x > 0. */
static sn_bad_kind judge_linear(const sn_guard *g, const sn_block *b, const sn_v3 *before, const sn_v3 *q)
{
  double strain = SN_LINEAR_MOST, turn = 0;
  (void)before;
  departure_of(g, b, q, &strain, &turn);
  return strain > SN_LINEAR_MOST || !(turn <= SN_LINEAR_MOST) ? SN_BAD_BEYOND : SN_NOT_BAD;
}

static const sn_guard_law line = {SN_GUARD_LINE_POINTS, 0, "", judge_line, turn_of_line, stretch_of_line};
static const sn_guard_law surface = {
    SN_GUARD_SURFACE_POINTS, 0, "neo_hooke in place of E and nu", judge_surface, turn_of_surface, stretch_of_surface};
static const sn_guard_law volume = {SN_GUARD_VOLUME_POINTS, 0,    "law = \"neo_hooke\"",
                                    judge_volume,           NULL, stretch_of_volume};
static const sn_guard_law length_only = {
    1, 0, "law = \"neo_hooke\" of a bar, tension_only = true of a cable", judge_length, NULL, stretch_of_length};
static const sn_guard_law rope = {1, 0, "", judge_rope, NULL, stretch_of_rope};
static const sn_guard_law linear = {SN_GUARD_VOLUME_POINTS, 3, "", judge_linear, NULL, NULL};

/* ---- declared */

static void add(sn_builder *b, sn_guard g, const int *point, int n_unstrained, const double *unstrained)
{
  if (b->error.status != SN_OK || b->block.n == 0 || !SN_PUSH(b, b->guard)) {
    return;
  }
  g.block = b->block.n - 1;
  const int n_point = point ? g.law->common + g.n * g.law->points : 0;
  g.point = point ? sn_lists_keep(b->lists, point, (size_t)n_point) : NULL;
  g.unstrained = sn_lists_keep_bits(b->lists, unstrained, (size_t)n_unstrained, sizeof(double));
  if ((point && !g.point) || !g.unstrained) {
    (void)sn_builder_full(b);
    return;
  }
  for (int i = 0; i < n_point; i++) {
    SN_ASSERT(g.point[i] >= 0 && g.point[i] < b->block.at[g.block].point.n);
  }
  b->guard.at[b->guard.n++] = g;
}

void sn_guard_line(sn_builder *b, sn_element_name name, double length, int n, const int *point)
{
  const double none = 1;
  add(b, (sn_guard){.law = &line, .n = n, .size = length, .name = name}, point, 1, &none);
}

void sn_guard_surface(sn_builder *b, sn_element_name name, int n, const int *point, int n_vector, const int *vector,
                      const double *weight)
{
  if (b->error.status != SN_OK) {
    return;
  }
  const sn_guard g = {.law = &surface,
                      .n = n,
                      .size = 1,
                      .name = name,
                      .n_vector = n_vector,
                      .vector = sn_lists_keep(b->lists, vector, (size_t)n_vector),
                      .weight = sn_lists_keep_bits(b->lists, weight, (size_t)n_vector, sizeof(double))};
  if (!g.vector || !g.weight) {
    (void)sn_builder_full(b);
    return;
  }
  double metric[3 * MOST_PLACES] = {0};
  const sn_raw_block *k = b->block.at + b->block.n - 1;
  SN_ASSERT(b->block.n > 0 && n <= MOST_PLACES);
  for (int i = 0; i < n && b->block.n > 0; i++) {
    const int *p = point + i * SN_GUARD_SURFACE_POINTS;
    const sn_v3 u = sn_raw_point_now(b, k, p[0]), v = sn_raw_point_now(b, k, p[1]);
    metric[3 * i] = v3_dot(u, u);
    metric[3 * i + 1] = v3_dot(u, v);
    metric[3 * i + 2] = v3_dot(v, v);
  }
  add(b, g, point, 3 * n, metric);
}

void sn_guard_volume(sn_builder *b, sn_element_name name, int n, const int *point)
{
  const double none = 1;
  add(b, (sn_guard){.law = &volume, .n = n, .size = 1, .name = name}, point, 1, &none);
}

void sn_guard_length(sn_builder *b, sn_element_name name, double unstrained, int n, const int *point)
{
  add(b, (sn_guard){.law = &length_only, .n = n, .size = 1, .name = name}, point, 1, &unstrained);
}

void sn_guard_rope(sn_builder *b, sn_element_name name, double unstrained, int n, const int *point)
{
  add(b, (sn_guard){.law = &rope, .n = n, .size = 1, .name = name}, point, 1, &unstrained);
}

void sn_guard_linear(sn_builder *b, sn_element_name name, int n, const int *point)
{
  const double none = 1;
  add(b, (sn_guard){.law = &linear, .n = n, .size = 1, .name = name}, point, 1, &none);
}

void sn_guard_shapes(sn_builder *b, int n, int n_vector, const int *vector, const double *weight)
{
  const double none = 1;
  if (b->error.status != SN_OK) {
    return;
  }
  SN_ASSERT(n_vector > 0);
  const sn_guard g = {.law = &linear,
                      .n = n,
                      .size = 1,
                      .n_vector = n_vector,
                      .vector = sn_lists_keep(b->lists, vector, (size_t)n_vector),
                      .weight =
                          sn_lists_keep_bits(b->lists, weight, 3 * (1 + (size_t)n) * (size_t)n_vector, sizeof(double))};
  if (!g.vector || !g.weight) {
    (void)sn_builder_full(b);
    return;
  }
  add(b, g, NULL, 1, &none);
}

/* ---- asked */

int sn_find_folded(const sn_system *s, const sn_v3 *before, const sn_v3 *q, double t, sn_bad_law *out)
{
  for (int i = 0; i < s->n_guard; i++) {
    const sn_guard *g = s->guard + i;
    const sn_bad_kind kind = g->law->judge(g, s->block + g->block, before, q);
    if (kind != SN_NOT_BAD) {
      *out = (sn_bad_law){.kind = kind, .item = s->block[g->block].item, .source = i, .t = t};
      return 1;
    }
  }
  return 0;
}

double sn_largest_turn(const sn_system *s, const sn_v3 *q, int *guard)
{
  double most = 0;
  *guard = -1;
  for (int i = 0; i < s->n_guard; i++) {
    const sn_guard *g = s->guard + i;
    const double x = g->law->turn2 ? g->law->turn2(g, s->block + g->block, q) : 0;
    if (x > most) {
      most = x;
      *guard = i;
    }
  }
  return sqrt(most);
}

sn_stretches sn_largest_stretches(const sn_system *s, const sn_v3 *q)
{
  sn_stretches out = {.least = 1, .most = 1, .shortest = -1, .longest = -1};
  for (int i = 0; i < s->n_guard; i++) {
    const sn_guard *g = s->guard + i;
    for (int k = 0; k < g->n && g->law->stretch2; k++) {
      double least = 1, most = 1;
      g->law->stretch2(g, s->block + g->block, q, k, &least, &most);
      if (least < out.least) {
        out.least = least;
        out.shortest = i;
      }
      if (most > out.most) {
        out.most = most;
        out.longest = i;
      }
    }
  }
  out.least = sqrt(fmax(out.least, 0));
  out.most = sqrt(out.most);
  return out;
}

sn_departures sn_largest_departures(const sn_system *s, const sn_v3 *q)
{
  sn_departures out = {.strained = -1, .turned = -1};
  for (int i = 0; i < s->n_guard; i++) {
    const sn_guard *g = s->guard + i;
    double strain = out.strain, turn = out.turn;
    if (g->law != &linear) {
      continue;
    }
    departure_of(g, s->block + g->block, q, &strain, &turn);
    out.strained = strain > out.strain ? i : out.strained;
    out.turned = turn > out.turn ? i : out.turned;
    out.strain = strain;
    out.turn = turn;
  }
  return out;
}

int sn_guard_is_crushable(const sn_system *s, const sn_guard *g)
{
  const sn_block *b = s->block + g->block;
  return b->n_energy == 0 || b->energy[0].of->is_linear;
}

const char *sn_guard_uncrushable(const sn_guard *g)
{
  return g->law->uncrushable;
}

const char *sn_guard_name(const sn_guard *g, char text[64])
{
  if (g->name.number == 0) {
    (void)snprintf(text, 64, "it");
  } else if (g->name.columns > 0) {
    const long k = g->name.number - 1, n = g->name.columns;
    (void)snprintf(text, 64, "element (%ld, %ld)", k % n + 1, k / n + 1);
  } else {
    (void)snprintf(text, 64, "element %ld", g->name.number);
  }
  return text;
}

sn_status sn_folded_error(const sn_system *s, const sn_bad_law *b, sn_status status, sn_error *error)
{
  static const struct {
    const char *what, *why, *rubber_why, *fix;
  } words[] = {
      [SN_BAD_INSIDE_OUT] =
          {"has turned inside out",
           "It was compressed through zero: its line, its surface or its volume is reversed now. Its "
           "law has a finite energy there, a material has not.",
           "Even the smallest step compressed it through zero, where its material has no energy.",
           "Apply less load or speed, take a stiffer material, more elements or a smaller step%s%s%s; "
           "or give what pushes it a stop."},
      [SN_BAD_FOLDED] = {"has folded",
                         "Its nodes have turned against each other so far that an axis between them is shorter than "
                         "half of its length: the element no longer bends as its material would.",
                         NULL, "Take more elements there (below 45 degrees for each), a smaller step, or less load."},
      [SN_BAD_THROUGH] =
          {"has passed through the length zero",
           "Its ends have gone through each other: it was compressed to nothing, and its law pulls it further.",
           "Its ends have gone through each other, even in the smallest step.",
           "Apply less load or speed, take a stiffer material or a smaller step%s%s%s. Keep a given length above 0."},
      [SN_BAD_BEYOND] = {
          "is deformed far beyond linear strains",
          "Its strain, or its turn within the body, is above 1. The formulations \"floating\" and \"modal\" are linear "
          "about one frame, for parts that hardly deform: here nothing that they say is right.",
          NULL,
          "Take formulation = \"green\"%s%s%s. Are E, sizes and loads in Pa, m and N? Apply less load, or take a "
          "stiffer "
          "material."}};
  SN_ASSERT(b->source >= 0 && b->source < s->n_guard && (size_t)b->kind < sizeof words / sizeof *words &&
            words[b->kind].what);
  const int known = b->item >= 0 && b->item < s->n_item;
  const char *where = known && s->item_where[b->item] ? s->item_where[b->item] : "";
  char name[64];
  if (!error) {
    return status;
  }
  *error = (sn_error){.status = status};
  sn_error_where(error, "%s%s%s", where, where[0] ? ", " : "", known ? s->item_name[b->item] : "a part without name");
  (void)sn_guard_name(s->guard + b->source, name);
  name[0] = name[0] == 'e' ? 'E' : 'I';
  if (isnan(b->t)) {
    (void)snprintf(error->what, sizeof error->what, "%s %s in the static equilibrium.", name, words[b->kind].what);
  } else {
    (void)snprintf(error->what, sizeof error->what, "%s %s at t = %.9g s.", name, words[b->kind].what, b->t);
  }
  const sn_guard *g = s->guard + b->source;
  const int crushable = sn_guard_is_crushable(s, g);
  const char *other = crushable ? sn_guard_uncrushable(g) : "";
  sn_error_why(error, "%s", crushable || !words[b->kind].rubber_why ? words[b->kind].why : words[b->kind].rubber_why);
  sn_error_fix(error, words[b->kind].fix, other[0] ? ", or a law that cannot be crushed (" : "", other,
               other[0] ? ")" : "");
  return status;
}
