/* tests/show/closed.h -- what a closed surface must satisfy: every edge has a partner in the opposite direction, after
 * corners at the same place are joined; and the area and volume it encloses. Who: test_geometry.c, test_mesh.c. */
#ifndef SN_TESTS_CLOSED_H
#define SN_TESTS_CLOSED_H
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  double x[6];
  int count; /* +1 forward, -1 backward, 0: of no length */
} closed_edge;

static int closed_compare(const double *a, const double *b, int n)
{
  for (int k = 0; k < n; k++) {
    if (a[k] != b[k]) {
      return a[k] < b[k] ? -1 : 1;
    }
  }
  return 0;
}

static int closed_by_place(const void *a, const void *b)
{
  return closed_compare(((const closed_edge *)a)->x, ((const closed_edge *)b)->x, 6);
}

/* edges without partner among the triangles; corner(data, triangle, k, x) gives a place */
static int closed_open_edges(int n, void (*corner)(const void *data, int triangle, int k, double x[3]),
                             const void *data)
{
  closed_edge *e = malloc(sizeof *e * 3 * (size_t)n);
  int open = 0;
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 3; k++) {
      double a[3], b[3];
      corner(data, i, k, a);
      corner(data, i, (k + 1) % 3, b);
      const int forward = closed_compare(a, b, 3) < 0;
      closed_edge *to = e + 3 * i + k;
      memcpy(to->x, forward ? a : b, sizeof a);
      memcpy(to->x + 3, forward ? b : a, sizeof a);
      to->count = forward ? 1 : closed_compare(a, b, 3) > 0 ? -1 : 0; /* one of no length needs no partner */
    }
  }
  qsort(e, 3 * (size_t)n, sizeof *e, closed_by_place);
  for (int i = 0; i < 3 * n;) {
    int sum = 0, j = i;
    for (; j < 3 * n && closed_compare(e[i].x, e[j].x, 6) == 0; j++) {
      sum += e[j].count;
    }
    open += abs(sum);
    i = j;
  }
  free(e);
  return open;
}

static void closed_measure(int n, void (*corner)(const void *data, int triangle, int k, double x[3]), const void *data,
                           double *area, double *volume)
{
  *area = *volume = 0;
  for (int i = 0; i < n; i++) {
    double a[3], b[3], c[3], u[3], v[3], w[3];
    corner(data, i, 0, a);
    corner(data, i, 1, b);
    corner(data, i, 2, c);
    for (int k = 0; k < 3; k++) {
      u[k] = b[k] - a[k];
      v[k] = c[k] - a[k];
    }
    for (int k = 0; k < 3; k++) {
      w[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
    }
    *area += sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]) / 2;
    *volume += (a[0] * w[0] + a[1] * w[1] + a[2] * w[2]) / 6;
  }
}

#endif
