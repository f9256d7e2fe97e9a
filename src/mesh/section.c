/* mesh/section.c -- plane sections of quadrilaterals: rectangle, disk, ring.
 * How:     a lattice of half steps, two to a cell, whose points are mapped: so the middles of edges and cells stand where the map says, on the
 *          true circle.
 * Tests:   tests/mesh/test_generate.c
 */
#include "mesh/section_private.h"

static const double pi = 3.14159265358979323846;
/* Half the side of the square in the middle of a disk, over the radius: about as wide as its cells are then along the circle. */
static const double core = 0.45;

/* Corners, middles of edges and the middle of a cell, in half steps. */
static const int step[9][2] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}, {1, 0}, {2, 1}, {1, 2}, {0, 1}, {1, 1}};

sn_status sn_section_begin(sn_arena *arena, long long n_node, int n_cell, int n_region, int n_name,
                           sn_section_draft *out, sn_error *error)
{
  if (n_node > SN_SECTION_MOST) {
    sn_failf(error, SN_EINPUT, "The section has %lld nodes.", n_node);
    sn_error_why(error, "At most %d are possible.", SN_SECTION_MOST);
    sn_error_fix(error, "Take fewer or larger elements.");
    return SN_EINPUT;
  }
  out->x = sn_arena_get(arena, (size_t)n_node, sizeof *out->x);
  out->on = SN_NEW(arena, unsigned long long, n_node);
  out->cell = sn_arena_get(arena, (size_t)n_cell, sizeof *out->cell);
  out->region = SN_NEW(arena, int, n_cell);
  out->name = SN_NEW(arena, const char *, n_name);
  out->made = SN_NEW(arena, sn_mesh_section, 1);
  if (!out->x || !out->on || !out->cell || !out->region || !out->name || !out->made) {
    return sn_no_memory(error, "a section");
  }
  *out->made = (sn_mesh_section){.n_node = (int)n_node,
                            .x = (const double(*)[2])out->x,
                            .on = out->on,
                            .quads = 1,
                            .n_cell = n_cell,
                            .cell = (const int(*)[9])out->cell,
                            .region = out->region,
                            .n_region = n_region,
                            .n_name = n_name,
                            .name = out->name};
  return SN_OK;
}

static sn_status check_count(int n, int multiple, const char *what, sn_error *error)
{
  enum { LARGEST = 20000 };
  if (n >= multiple && n % multiple == 0 && n <= LARGEST) {
    return SN_OK;
  }
  sn_failf(error, SN_EINPUT, "The number of elements %s is %d.", what, n);
  if (multiple > 1) {
    sn_error_fix(error, "It must be a multiple of %d up to %d.", multiple, LARGEST);
  } else {
    sn_error_fix(error, "It must be from 1 to %d.", LARGEST);
  }
  return SN_EINPUT;
}

static sn_status check_length(int good, const char *what, sn_error *error)
{
  if (good) {
    return SN_OK;
  }
  sn_failf(error, SN_EINPUT, "%s", what);
  sn_error_fix(error, "Write lengths that are positive and finite, the smaller one first.");
  return SN_EINPUT;
}

/* k of n steps from a to b; exactly b at the last. */
static double between(double a, double b, int k, int n)
{
  return k == n ? b : a + (b - a) * k / n;
}

sn_status sn_section_rectangle(const double lo[2], const double hi[2], const int n[2], sn_arena *arena,
                               const sn_mesh_section **out, sn_error *error)
{
  static const char *const names[4] = {"x0", "x1", "y0", "y1"};
  sn_section_draft s;
  for (int i = 0; i < 2; i++) {
    SN_TRY(check_count(n[i], 1, i ? "along y" : "along x", error));
    SN_TRY(
        check_length(hi[i] - lo[i] > 0 && hi[i] - lo[i] < INFINITY, "A rectangle has no width or no height.", error));
  }
  const int nx = 2 * n[0] + 1, ny = 2 * n[1] + 1;
  SN_TRY(sn_section_begin(arena, (long long)nx * ny, n[0] * n[1], 1, 4, &s, error));
  for (int k = 0; k < 4; k++) {
    s.name[k] = names[k];
  }
  for (int j = 0; j < ny; j++) {
    for (int i = 0; i < nx; i++) {
      const int k = i + nx * j;
      s.x[k][0] = between(lo[0], hi[0], i, nx - 1);
      s.x[k][1] = between(lo[1], hi[1], j, ny - 1);
      s.on[k] = (i == 0 ? 1U : 0U) | (i == nx - 1 ? 2U : 0U) | (j == 0 ? 4U : 0U) | (j == ny - 1 ? 8U : 0U);
    }
  }
  for (int j = 0; j < n[1]; j++) {
    for (int i = 0; i < n[0]; i++) {
      for (int a = 0; a < 9; a++) {
        s.cell[i + n[0] * j][a] = 2 * i + step[a][0] + nx * (2 * j + step[a][1]);
      }
    }
  }
  *out = s.made;
  return SN_OK;
}

/* The point of the circle at the k-th of n half steps, exact on the axes. */
static void circle(double radius, int k, int n, double x[2])
{
  static const int axis[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  if (4 * k % n == 0) {
    x[0] = radius * axis[4 * k / n % 4][0];
    x[1] = radius * axis[4 * k / n % 4][1];
  } else {
    x[0] = radius * cos(2 * pi * k / n);
    x[1] = radius * sin(2 * pi * k / n);
  }
}

sn_status sn_section_ring(double inner, double outer, int around, int rings, sn_arena *arena, const sn_mesh_section **out,
                          sn_error *error)
{
  sn_section_draft s;
  SN_TRY(check_count(around, 4, "around a ring", error));
  SN_TRY(check_count(rings, 1, "across a ring", error));
  SN_TRY(check_length(inner > 0 && outer > inner && outer < INFINITY,
                      "A ring has no positive inner radius, or no thickness.", error));
  const int na = 2 * around, nr = 2 * rings + 1;
  SN_TRY(sn_section_begin(arena, (long long)na * nr, around * rings, 1, 2, &s, error));
  s.name[0] = "inner";
  s.name[1] = "outer";
  for (int j = 0; j < nr; j++) {
    for (int i = 0; i < na; i++) {
      circle(between(inner, outer, j, nr - 1), i, na, s.x[i + na * j]);
      s.on[i + na * j] = (j == 0 ? 1U : 0U) | (j == nr - 1 ? 2U : 0U);
    }
  }
  for (int j = 0; j < rings; j++) {
    for (int i = 0; i < around; i++) {
      for (int a = 0; a < 9; a++) { /* outward first, then along the circle */
        s.cell[i + around * j][a] = (2 * i + step[a][1]) % na + na * (2 * j + step[a][0]);
      }
    }
  }
  *out = s.made;
  return SN_OK;
}

/* ---- disk: a square of n x n cells, and rings around it. Half steps around begin at the middle of the square's right side. */

typedef struct {
  int n, rings; /* cells along a side of the square; rings */
  int line;     /* points along a side of the square: 2 n + 1 */
  int around;   /* half steps around it: 8 n */
} disk;

/* Where the i-th half step around the square is on its lattice. */
static void on_square(const disk *d, int i, int at[2])
{
  const int side = 2 * d->n, k = (i + d->n) % d->around, along = k % side;
  const int corner[4][2] = {{side, along}, {side - along, side}, {0, side - along}, {along, 0}};
  at[0] = corner[k / side][0];
  at[1] = corner[k / side][1];
}

/* The point `ring` half steps outside the square; ring 0: of its edge. */
static int point(const disk *d, int i, int ring)
{
  int at[2];
  if (ring > 0) {
    return d->line * d->line + i % d->around + d->around * (ring - 1);
  }
  on_square(d, i, at);
  return at[0] + d->line * at[1];
}

static void place_points(const disk *d, double radius, sn_section_draft *s)
{
  for (int j = 0; j < d->line; j++) {
    for (int i = 0; i < d->line; i++) {
      const int k = i + d->line * j;
      s->x[k][0] = core * radius * (i - d->n) / d->n;
      s->x[k][1] = core * radius * (j - d->n) / d->n;
    }
  }
  for (int ring = 1; ring <= 2 * d->rings; ring++) {
    for (int i = 0; i < d->around; i++) {
      const double *from = s->x[point(d, i, 0)];
      const int k = point(d, i, ring);
      double to[2];
      circle(radius, i, d->around, to);
      s->x[k][0] = between(from[0], to[0], ring, 2 * d->rings);
      s->x[k][1] = between(from[1], to[1], ring, 2 * d->rings);
      s->on[k] = ring == 2 * d->rings;
    }
  }
}

sn_status sn_section_disk(double radius, int around, int rings, sn_arena *arena, const sn_mesh_section **out,
                          sn_error *error)
{
  const disk d = {around / 4, rings, around / 2 + 1, 2 * around};
  sn_section_draft s;
  SN_TRY(check_count(around, 4, "around a disk", error));
  SN_TRY(check_count(rings, 1, "across a disk", error));
  SN_TRY(check_length(radius > 0 && radius < INFINITY, "The radius of a disk is not positive.", error));
  SN_TRY(sn_section_begin(arena, (long long)d.line * d.line + 2LL * rings * d.around, d.n * d.n + around * rings, 1, 1,
                          &s, error));
  s.name[0] = "side";
  place_points(&d, radius, &s);
  int(*cell)[9] = s.cell;
  for (int k = 0; k < d.n * d.n; k++, cell++) {
    for (int a = 0; a < 9; a++) {
      (*cell)[a] = 2 * (k % d.n) + step[a][0] + d.line * (2 * (k / d.n) + step[a][1]);
    }
  }
  for (int k = 0; k < around * rings; k++, cell++) {
    for (int a = 0; a < 9; a++) {
      (*cell)[a] = point(&d, (2 * (k % around) + step[a][1]) % d.around, 2 * (k / around) + step[a][0]);
    }
  }
  *out = s.made;
  return SN_OK;
}
