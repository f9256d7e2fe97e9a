/* math/pieces.c -- subtrees of an elimination that can be done at the same time.
 * What:    the heaviest subtree is replaced by those below the next branching under it, while that gives more than one that is
 *          worth a thread's while and leaves little work above all of them.
 * Rule:    the number of threads is not asked for: results must not depend on it.
 * Limits:  work inside of one front is not divided.
 * Tests:   tests/math/test_pieces.c
 */
#include <stdlib.h>

#include "math/solver.h"

static const double worth_threads = 5e5;                      /* operations in all: some 100 us */
static const double worth_piece = 1. / 64, most_above = 0.15; /* of all */

typedef struct {
  int n;
  const int *parent;
  double *sum;          /* work of every subtree */
  int *size;            /* its members */
  int *child, *sibling; /* lists */
} tree;

/* The subtrees under the next branching below `at` that are worth it: their number, and them; 0: no such branching. */
static int under_branching(const tree *t, int at, double least, int room, int *found)
{
  int n = 0;
  SN_ASSERT(at >= 0 && at <= t->n && room >= 1 && room <= SN_MOST_PIECES);
  while (n < 2) {
    int heaviest = -1;
    n = 0;
    for (int c = t->child[at]; c >= 0; c = t->sibling[c]) {
      if (t->sum[c] >= least) {
        if (n == room) {
          return 0;
        }
        found[n++] = c;
      }
      heaviest = heaviest < 0 || t->sum[c] > t->sum[heaviest] ? c : heaviest;
    }
    if (n == 0) {
      return 0;
    }
    at = heaviest;
  }
  return n;
}

static int by_place(const void *a, const void *b)
{
  return ((const sn_piece *)a)->first - ((const sn_piece *)b)->first;
}

static int make_tree(tree *t, const double *work, sn_arena *scratch)
{
  t->sum = SN_NEW(scratch, double, t->n + 1);
  t->size = SN_NEW(scratch, int, t->n + 1);
  t->child = SN_NEW(scratch, int, t->n + 1);
  t->sibling = SN_NEW(scratch, int, t->n + 1);
  if (!t->sum || !t->size || !t->child || !t->sibling) {
    return 0;
  }
  for (int i = 0; i <= t->n; i++) {
    t->child[i] = t->sibling[i] = -1;
  }
  for (int i = 0; i < t->n; i++) { /* children come before parents; the last member holds all trees */
    const int up = t->parent[i] >= 0 ? t->parent[i] : t->n;
    SN_ASSERT(up > i);
    t->sum[i] += work[i];
    t->size[i]++;
    t->sum[up] += t->sum[i];
    t->size[up] += t->size[i];
    t->sibling[i] = t->child[up];
    t->child[up] = i;
  }
  return 1;
}

int sn_pieces_find(int n, const int *parent, const double *work, sn_arena *scratch, sn_piece *out)
{
  tree t = {.n = n, .parent = parent};
  int root[SN_MOST_PIECES] = {n}, n_root = 1, closed[SN_MOST_PIECES] = {0}, found[SN_MOST_PIECES];
  if (!make_tree(&t, work, scratch)) {
    return -1;
  }
  const double all = t.sum[n];
  double above = 0;
  for (; all >= worth_threads;) {
    int heaviest = -1;
    for (int k = 0; k < n_root; k++) {
      heaviest = !closed[k] && (heaviest < 0 || t.sum[root[k]] > t.sum[root[heaviest]]) ? k : heaviest;
    }
    if (heaviest < 0) {
      break;
    }
    double more = t.sum[root[heaviest]];
    const int n_found = under_branching(&t, root[heaviest], worth_piece * all, SN_MOST_PIECES - n_root + 1, found);
    for (int k = 0; k < n_found; k++) {
      more -= t.sum[found[k]];
    }
    closed[heaviest] = n_found == 0 || above + more > most_above * all;
    if (!closed[heaviest]) {
      above += more;
      root[heaviest] = found[0];
      for (int k = 1; k < n_found; k++) {
        root[n_root++] = found[k];
        SN_ASSERT(n_root <= SN_MOST_PIECES);
      }
    }
  }
  if (n_root < 2) {
    return 0;
  }
  for (int k = 0; k < n_root; k++) {
    out[k] = (sn_piece){root[k] + 1 - t.size[root[k]], root[k] + 1, t.sum[root[k]]};
    SN_ASSERT(out[k].first >= 0 && out[k].first < out[k].end && out[k].end <= n);
  }
  qsort(out, (size_t)n_root, sizeof *out, by_place);
  for (int k = 1; k < n_root; k++) { /* subtrees do not overlap */
    SN_ASSERT(out[k - 1].end <= out[k].first);
  }
  return n_root;
}
