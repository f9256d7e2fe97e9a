/* math/cost.c -- operations of a sparse LU, counted entry by entry before any number is known.
 * Theory:  the rows below pivot j are its own later neighbours and those of its children in the elimination tree; m rows
 *          below take m + 2 m^2 operations.
 * Tests:   tests/math/test_order.c
 */
#include <string.h>

#include "math/linear.h"

typedef struct {
  int *first, *row; /* later neighbours of every unknown, compressed, with repetitions */
} neighbours;

static int present(const sn_lin_pattern *p, int e, int i, int j)
{
  const int n = p->count[e];
  return !p->mask || !p->mask[e] || p->mask[e][i * n + j] || p->mask[e][j * n + i];
}

/* every pair (smaller, larger) of an element; counts when row is NULL */
static void collect(const sn_lin_pattern *p, int *first, int *row)
{
  for (int e = 0; e < p->n_element; e++) {
    for (int i = 0; i < p->count[e]; i++) {
      for (int j = 0; j < i; j++) {
        const int a = p->unknown[e][i], b = p->unknown[e][j];
        if (a < 0 || b < 0 || a == b || !present(p, e, i, j)) {
          continue;
        }
        const int low = a < b ? a : b, high = a < b ? b : a;
        if (row) {
          row[first[low]++] = high;
        } else {
          first[low + 1]++;
        }
      }
    }
  }
}

static sn_status find_neighbours(const sn_lin_pattern *p, sn_arena *scratch, neighbours *out)
{
  out->first = SN_NEW(scratch, int, p->n + 2);
  if (!out->first) {
    return SN_ENOMEM;
  }
  collect(p, out->first, NULL);
  for (int i = 0; i < p->n; i++) {
    out->first[i + 1] += out->first[i];
  }
  out->row = SN_NEW(scratch, int, out->first[p->n]);
  if (!out->row) {
    return SN_ENOMEM;
  }
  collect(p, out->first, out->row); /* moves every start to the next one's */
  memmove(out->first + 1, out->first, (size_t)p->n * sizeof(int));
  out->first[0] = 0;
  return SN_OK;
}

double sn_lin_cost(const sn_lin_pattern *p, sn_arena *scratch)
{
  const sn_arena_mark mark = sn_arena_here(scratch);
  const int n = p->n;
  neighbours a = {NULL, NULL};
  int *seen = SN_NEW(scratch, int, n), *list = SN_NEW(scratch, int, n), *child = SN_NEW(scratch, int, n);
  int *sibling = SN_NEW(scratch, int, n), *count = SN_NEW(scratch, int, n);
  const int **below = SN_NEW(scratch, const int *, n);
  if (!seen || !list || !child || !sibling || !count || !below || find_neighbours(p, scratch, &a) != SN_OK) {
    sn_arena_reset(scratch, mark);
    return -1;
  }
  for (int k = 0; k < n; k++) {
    seen[k] = child[k] = -1;
  }
  double total = 0;
  for (int k = 0; k < n && total >= 0; k++) {
    int m = 0, parent = n;
    for (int i = a.first[k]; i < a.first[k + 1]; i++) {
      if (seen[a.row[i]] != k) {
        seen[a.row[i]] = k;
        list[m++] = a.row[i];
      }
    }
    for (int c = child[k]; c >= 0; c = sibling[c]) {
      for (int i = 0; i < count[c]; i++) {
        if (below[c][i] > k && seen[below[c][i]] != k) {
          seen[below[c][i]] = k;
          list[m++] = below[c][i];
        }
      }
    }
    for (int i = 0; i < m; i++) {
      parent = list[i] < parent ? list[i] : parent;
    }
    total += m + 2.0 * m * m;
    int *kept = SN_NEW(scratch, int, m);
    if (!kept) {
      total = -1;
      break;
    }
    memcpy(kept, list, (size_t)m * sizeof(int));
    below[k] = kept;
    count[k] = m;
    if (parent < n) {
      sibling[k] = child[parent];
      child[parent] = k;
    }
  }
  sn_arena_reset(scratch, mark);
  return total;
}
