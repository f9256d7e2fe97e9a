/* tests/model/section_grid.h -- torsion and flexure of a section made of rectangles, solved on a grid: nothing in common
 *          with the formulas of src/model/section*.c.
 * Theory:  bilinear elements. Torsion: warping w with int grad w.grad v = int (z v_y - y v_z), J = int y^2 + z^2 -
 *          int |grad w|^2. Flexure for Poisson's ratio 0: int grad c_a.grad v = int f_a v with f_a = g_a.(y, z) and
 *          [int y^2, int y z; int y z, int z^2] g_a = e_a; (A^-1)_ab = int f_a c_b, shear centre from the moment of grad c.
 *          J and A come out too large, by the square of the mesh size (at corners that point inwards less).
 */
#ifndef SN_TESTS_SECTION_GRID_H
#define SN_TESTS_SECTION_GRID_H
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GRID_LINES = 400, GRID_NODES = GRID_LINES * GRID_LINES };
typedef struct {
  double y, z, dy, dz; /* middle and size of a rectangle */
} grid_piece;
typedef struct {
  int ny, nz; /* cells */
  double y[GRID_LINES], z[GRID_LINES];
  char active[GRID_NODES]; /* cell i, j: i + j*ny */
} section_grid;
typedef struct {
  double area, centroid[2], second[3], torsion, shear[3], shear_centre[2];
} grid_answer;

static int grid_compare(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* all edges of the pieces, and cells no larger than h between them */
static int grid_lines(const grid_piece *p, int n, int along_z, double h, double *line)
{
  double edge[64];
  int m = 0, count = 0;
  for (int i = 0; i < n; i++) {
    const double x = along_z ? p[i].z : p[i].y, d = (along_z ? p[i].dz : p[i].dy) / 2;
    edge[m++] = x - d;
    edge[m++] = x + d;
  }
  qsort(edge, (size_t)m, sizeof *edge, grid_compare);
  for (int i = 0; i < m; i++) {
    if (i > 0 && edge[i] - edge[i - 1] < 1e-9 * (edge[m - 1] - edge[0])) {
      continue;
    }
    const double from = count > 0 ? line[count - 1] : edge[0];
    const int cells = count > 0 ? (int)ceil((edge[i] - from) / h - 1e-9) : 1;
    for (int k = 1; k <= cells; k++) {
      line[count++] = from + (edge[i] - from) * k / cells;
    }
  }
  return count - 1;
}

static void grid_make(section_grid *g, const grid_piece *p, int n, double h)
{
  g->ny = grid_lines(p, n, 0, h, g->y);
  g->nz = grid_lines(p, n, 1, h, g->z);
  for (int j = 0; j < g->nz; j++) {
    for (int i = 0; i < g->ny; i++) {
      const double y = (g->y[i] + g->y[i + 1]) / 2, z = (g->z[j] + g->z[j + 1]) / 2;
      char in = 0;
      for (int k = 0; k < n; k++) {
        in |= fabs(y - p[k].y) < p[k].dy / 2 && fabs(z - p[k].z) < p[k].dz / 2;
      }
      g->active[i + j * g->ny] = in;
    }
  }
}

/* four Gauss points of a cell: place, weight, shape functions and slopes of its corners (i, j), (i+1, j), (i, j+1), .. */
typedef struct {
  double y, z, weight, n[4], ny[4], nz[4];
} grid_point;
static grid_point grid_gauss(const section_grid *g, int i, int j, int k)
{
  const double r = 0.5 / sqrt(3), u = 0.5 + (k & 1 ? r : -r), v = 0.5 + (k & 2 ? r : -r);
  const double hy = g->y[i + 1] - g->y[i], hz = g->z[j + 1] - g->z[j];
  return (grid_point){g->y[i] + u * hy,
                      g->z[j] + v * hz,
                      hy * hz / 4,
                      {(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v},
                      {-(1 - v) / hy, (1 - v) / hy, -v / hy, v / hy},
                      {-(1 - u) / hz, -u / hz, (1 - u) / hz, u / hz}};
}

static int grid_corner(const section_grid *g, int i, int j, int c)
{
  return i + (c & 1) + (j + (c >> 1)) * (g->ny + 1);
}

/* a = Laplacian times x; the diagonal too if wanted */
static void grid_apply(const section_grid *g, const double *x, double *a, double *diagonal)
{
  const int n = (g->ny + 1) * (g->nz + 1);
  memset(a, 0, sizeof *a * (size_t)n);
  for (int j = 0; j < g->nz; j++) {
    for (int i = 0; i < g->ny; i++) {
      for (int k = 0; g->active[i + j * g->ny] && k < 4; k++) {
        const grid_point p = grid_gauss(g, i, j, k);
        double sy = 0, sz = 0;
        for (int c = 0; c < 4; c++) {
          const double v = x[grid_corner(g, i, j, c)];
          sy += p.ny[c] * v;
          sz += p.nz[c] * v;
        }
        for (int c = 0; c < 4; c++) {
          const int to = grid_corner(g, i, j, c);
          a[to] += p.weight * (p.ny[c] * sy + p.nz[c] * sz);
          if (diagonal) {
            diagonal[to] += p.weight * (p.ny[c] * p.ny[c] + p.nz[c] * p.nz[c]);
          }
        }
      }
    }
  }
}

/* Conjugate gradients; the load has no mean, the solution is determined up to a constant. */
static void grid_solve(const section_grid *g, const double *load, double *x)
{
  const int n = (g->ny + 1) * (g->nz + 1);
  double *memory = calloc((size_t)n * 4, sizeof(double));
  double *r = memory, *p = memory + n, *ap = memory + 2 * n, *d = memory + 3 * n, rz = 0, first = 0;
  memset(x, 0, sizeof *x * (size_t)n);
  grid_apply(g, x, ap, d);
  memcpy(r, load, sizeof *r * (size_t)n);
  for (int i = 0; i < n; i++) {
    p[i] = d[i] > 0 ? r[i] / d[i] : 0;
    rz += r[i] * p[i];
  }
  first = rz;
  for (int step = 0; step < 4000 && rz > 1e-20 * first; step++) {
    double pap = 0, next = 0;
    grid_apply(g, p, ap, NULL);
    for (int i = 0; i < n; i++) {
      pap += p[i] * ap[i];
    }
    for (int i = 0; i < n; i++) {
      x[i] += rz / pap * p[i];
      r[i] -= rz / pap * ap[i];
      next += d[i] > 0 ? r[i] * r[i] / d[i] : 0;
    }
    for (int i = 0; i < n; i++) {
      p[i] = (d[i] > 0 ? r[i] / d[i] : 0) + next / rz * p[i];
    }
    rz = next;
  }
  free(memory);
}

static grid_answer grid_of(const grid_piece *piece, int n_piece, double h)
{
  section_grid *g = calloc(1, sizeof *g);
  grid_make(g, piece, n_piece, h);
  const int n = (g->ny + 1) * (g->nz + 1);
  double *memory = calloc((size_t)n * 6, sizeof(double)), *load[3], *x[3];
  for (int k = 0; k < 3; k++) {
    load[k] = memory + k * n;
    x[k] = memory + (3 + k) * n;
  }
  grid_answer out = {0};
  double first[2] = {0}, m[3] = {0};
  for (int pass = 0; pass < 2; pass++) {
    const double det = m[0] * m[1] - m[2] * m[2];
    for (int at = 0; at < g->ny * g->nz; at++) {
      const int i = at % g->ny, j = at / g->ny;
      for (int k = 0; g->active[at] && k < 4; k++) {
        const grid_point p = grid_gauss(g, i, j, k);
        const double y = p.y - out.centroid[0], z = p.z - out.centroid[1], w = p.weight;
        if (pass == 0) {
          out.area += w;
          first[0] += w * y;
          first[1] += w * z;
          m[0] += w * y * y;
          m[1] += w * z * z;
          m[2] += w * y * z;
          continue;
        }
        const double fy = (m[1] * y - m[2] * z) / det, fz = (m[0] * z - m[2] * y) / det;
        for (int c = 0; c < 4; c++) {
          const int to = grid_corner(g, i, j, c);
          load[0][to] += w * fy * p.n[c];
          load[1][to] += w * fz * p.n[c];
          load[2][to] += w * (z * p.ny[c] - y * p.nz[c]);
        }
      }
    }
    if (pass == 0) {
      out.centroid[0] = first[0] / out.area;
      out.centroid[1] = first[1] / out.area;
      m[0] -= out.area * out.centroid[0] * out.centroid[0];
      m[1] -= out.area * out.centroid[1] * out.centroid[1];
      m[2] -= out.area * out.centroid[0] * out.centroid[1];
      memcpy(out.second, m, sizeof m);
    }
  }
  double work[3] = {0}, moment[2] = {0}, lost = 0;
  for (int k = 0; k < 3; k++) {
    grid_solve(g, load[k], x[k]);
  }
  for (int i = 0; i < n; i++) {
    work[0] += load[0][i] * x[0][i];
    work[1] += load[1][i] * x[1][i];
    work[2] += load[0][i] * x[1][i];
    moment[0] -= load[2][i] * x[0][i]; /* int y c_z - z c_y */
    moment[1] -= load[2][i] * x[1][i];
    lost += load[2][i] * x[2][i];
  }
  const double det = work[0] * work[1] - work[2] * work[2];
  out.torsion = m[0] + m[1] - lost;
  out.shear[0] = work[1] / det;
  out.shear[1] = work[0] / det;
  out.shear[2] = -work[2] / det;
  out.shear_centre[0] = out.centroid[0] + moment[1];
  out.shear_centre[1] = out.centroid[1] - moment[0];
  free(memory);
  free(g);
  return out;
}

#endif
