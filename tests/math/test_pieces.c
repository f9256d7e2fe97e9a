/* tests/math/test_pieces.c -- what threads eliminate at the same time: pieces are apart, cover most of the work and do not depend
 * on who does them; factors and solutions are the same to the bit for any number of threads, and right.
 * ctest:   threads
 */
#include "harness.h"
#include "math/solver.h"

enum { FRONTS = 4000 };
static int parent[FRONTS], n_piece;
static double work[FRONTS];
static sn_piece piece[SN_MOST_PIECES];

static void find(int n)
{
  sn_arena *scratch = sn_arena_new(NULL);
  n_piece = sn_pieces_find(n, parent, work, scratch, piece);
  sn_arena_free(scratch);
}

/* A line of n fronts from `first` on, each the child of the next; the last one's parent is given. */
static void line(int first, int n, int last_parent)
{
  for (int i = first; i < first + n; i++) {
    parent[i] = i + 1 < first + n ? i + 1 : last_parent;
    work[i] = 1e4;
  }
}

/* Pieces are whole subtrees in ascending order, none inside of another; their share of the work. */
static double covered(int n)
{
  double inside = 0, all = 0;
  for (int i = 0; i < n; i++) {
    all += work[i];
  }
  for (int p = 0; p < n_piece; p++) {
    double own = 0;
    CHECK(piece[p].first >= (p ? piece[p - 1].end : 0) && piece[p].first < piece[p].end && piece[p].end <= n);
    for (int i = piece[p].first; i < piece[p].end; i++) {
      own += work[i];
      CHECK(i == piece[p].end - 1 || (parent[i] > i && parent[i] < piece[p].end));
    }
    for (int i = 0; i < piece[p].first; i++) { /* nobody's child is left outside */
      CHECK(parent[i] < piece[p].first || parent[i] >= piece[p].end);
    }
    CHECK_BELOW(fabs(own - piece[p].work), 1e-9 * all);
    inside += own;
  }
  return inside / all;
}

static void test_lines(void)
{
  line(0, 500, -1);
  find(500);
  CHECK(n_piece == 0); /* one line: nothing to share */
  line(0, 300, 700);
  line(300, 400, 700);
  line(700, 1, -1);
  find(701);
  CHECK(n_piece == 2 && covered(701) > 0.99);
  line(0, 300, -1);
  line(300, 400, -1);
  find(700);
  CHECK(n_piece == 2 && covered(700) == 1); /* two mechanisms */
  line(0, 10, 20);
  line(10, 10, 20);
  line(20, 1, -1);
  find(21);
  CHECK(n_piece == 0); /* too little work for threads */
  line(0, 10, 400);
  line(10, 390, 400);
  line(400, 300, -1);
  find(700);
  CHECK(n_piece == 0); /* the branching is far down: most of the work is above it */
}

static void test_star(void)
{
  for (int k = 0; k < 30; k++) {
    line(40 * k, 40, 1200);
  }
  line(1200, 1, -1);
  find(1201);
  CHECK(n_piece == 30 && covered(1201) > 0.99);
  for (int k = 0; k < 200; k++) { /* more than there may be: branches of nothing but the centre */
    line(10 * k, 10, 2000);
  }
  line(2000, 1, -1);
  find(2001);
  CHECK(n_piece == 0);
}

/* binary trees, as nested dissection makes them */
static int bisect(int *n, int depth)
{
  const int one = depth ? bisect(n, depth - 1) : -1, two = depth ? bisect(n, depth - 1) : -1, me = (*n)++;
  work[me] = 1e4 * (1 << depth) / 4;
  if (depth) {
    parent[one] = parent[two] = me;
  }
  parent[me] = -1;
  return me;
}

static void test_bisection(void)
{
  int n = 0;
  bisect(&n, 9);
  find(n);
  CHECK(n_piece >= 2 && covered(n) > 0.84);
}

/* A beam of `nodes` nodes, eliminated from both ends; the numbers are heavy on the diagonal. bad: the row and the column of this
   unknown vanish; -1: of none. */
enum { NODES = 600, SIZE = 12, N = NODES * SIZE };
static int count[NODES], unknown[NODES][2 * SIZE];
static const int *list[NODES];
static double right[N];
static int symmetric; /* 1: the beam is */

static sn_lin *beam(sn_pool *pool, int bad, sn_arena *arena)
{
  unsigned seed = 7;
  static double a[4 * SIZE * SIZE];
  sn_error error = {0};
  sn_lin *l = NULL;
  for (int e = 0; e + 1 < NODES; e++) {
    count[e] = 2 * SIZE;
    list[e] = unknown[e];
    for (int k = 0; k < 2 * SIZE; k++) {
      const int node = e + k / SIZE, place = node < NODES / 2 ? node : NODES - 1 - (node - NODES / 2);
      unknown[e][k] = place * SIZE + k % SIZE;
    }
  }
  const sn_lin_pattern p = {
      .n = N, .n_element = NODES - 1, .count = count, .unknown = list, .symmetric = symmetric, .pool = pool};
  CHECK(sn_lin_new(&p, arena, &l, &error) == SN_OK);
  sn_lin_clear(l);
  for (int e = 0; e + 1 < NODES; e++) {
    for (int k = 0; k < 4 * SIZE * SIZE; k++) {
      seed = seed * 1664525u + 1013904223u;
      a[k] = (double)(seed >> 8) / (1 << 24) - 0.5 + (k % (2 * SIZE + 1) == 0 ? 8 : 0);
      a[k] = unknown[e][k / (2 * SIZE)] == bad || unknown[e][k % (2 * SIZE)] == bad ? 0 : a[k];
    }
    for (int i = 0; i < 2 * SIZE && symmetric; i++) {
      for (int j = 0; j < i; j++) {
        a[i * 2 * SIZE + j] = a[j * 2 * SIZE + i];
      }
    }
    sn_lin_add(l, e, a);
  }
  return l;
}

static void test_threads(void)
{
  static double x[3][N], rest[N];
  static const int threads[3] = {1, 2, 5};
  for (int i = 0; i < N; i++) {
    right[i] = i % 17 - 8.;
  }
  for (int k = 0; k < 3; k++) {
    sn_arena *arena = sn_arena_new(NULL);
    sn_pool *pool = sn_pool_new(threads[k], arena);
    sn_lin *l = beam(k ? pool : NULL, -1, arena);
    memcpy(x[k], right, sizeof right);
    CHECK(sn_lin_factor(l) == SN_OK);
    CHECK(strcmp(sn_lin_solver(l), "front") == 0);
    CHECK(sn_lin_solve(l, x[k]) == SN_OK);
    memset(rest, 0, sizeof rest);
    sn_lin_times(l, 1, 0, x[k], rest);
    double worst = 0;
    for (int i = 0; i < N; i++) {
      worst = fmax(worst, fabs(rest[i] - right[i]));
    }
    CHECK_BELOW(worst, 1e-12);
    sn_lin_free(l);
    sn_pool_free(pool);
    sn_arena_free(arena);
  }
  CHECK(memcmp(x[0], x[1], sizeof x[0]) == 0 && memcmp(x[0], x[2], sizeof x[0]) == 0);
}

/* A pivot that vanishes inside of a piece is found, and named by its unknown. */
static void test_singular(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_pool *pool = sn_pool_new(2, arena);
  const int bad = 100 * SIZE + 5;
  sn_lin *l = beam(pool, bad, arena);
  CHECK(sn_lin_factor(l) == SN_ESINGULAR);
  CHECK(sn_lin_bad_row(l) == bad);
  sn_lin_free(l);
  sn_pool_free(pool);
  sn_arena_free(arena);
}

static void test_symmetric(void)
{
  symmetric = 1;
  test_threads();
  test_singular();
  symmetric = 0;
}

int main(void)
{
  RUN(test_lines);
  RUN(test_star);
  RUN(test_bisection);
  RUN(test_threads);
  RUN(test_singular);
  RUN(test_symmetric);
  return REPORT();
}
