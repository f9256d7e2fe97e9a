/* tests/math/test_order.c -- laws of the order (multipliers after their nodes), and its cost on chains, trees, loops. */
#include "harness.h"
#include "math/solver.h"
#include <stdlib.h>

enum { MAX = 2048 };

typedef struct {
  int n_node, n_group, node_size[MAX], pair[2 * MAX][2], count[2 * MAX], size[2 * MAX];
  const int *node[2 * MAX];
} mechanism;
static mechanism m; /* too large for the stack */
static int node_first[MAX], group_first[2 * MAX];

static unsigned long long seed;
static int random_below(int n)
{
  seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (int)((seed >> 33) % (unsigned)n);
}

static void begin(int n)
{
  m.n_node = n;
  m.n_group = 0;
  for (int i = 0; i < n; i++) {
    m.node_size[i] = 6;
  }
}

static void join(int a, int b, int rows) /* a < 0: ground */
{
  const int g = m.n_group++;
  m.count[g] = 0;
  if (a >= 0) {
    m.pair[g][m.count[g]++] = a;
  }
  m.pair[g][m.count[g]++] = b;
  m.size[g] = rows;
  m.node[g] = m.pair[g];
}

static int order(void)
{
  const sn_order_input in = {m.n_node, m.node_size, m.n_group, m.node, m.count, m.size, NULL};
  sn_arena *scratch = sn_arena_new(NULL);
  const int n = sn_order(&in, scratch, node_first, group_first);
  sn_arena_free(scratch);
  return n;
}

/* Every unknown once, and every group's multipliers after all its nodes. */
static void check_laws(int n)
{
  static char used[MAX * 16];
  memset(used, 0, sizeof used);
  int twice = 0, early = 0, total = 0;
  for (int i = 0; i < m.n_node; i++) {
    total += m.node_size[i];
    for (int k = 0; k < m.node_size[i]; k++) {
      twice += used[node_first[i] + k]++;
    }
  }
  for (int g = 0; g < m.n_group; g++) {
    total += m.count[g] ? m.size[g] : 0;
    if (m.size[g] == 0) {
      CHECK(group_first[g] == -1);
      continue;
    }
    for (int k = 0; k < m.size[g]; k++) {
      twice += used[group_first[g] + k]++;
    }
    for (int k = 0; k < m.count[g]; k++) {
      early += node_first[m.node[g][k]] > group_first[g];
    }
  }
  CHECK(n == total);
  CHECK(twice == 0);
  CHECK(early == 0);
}

/* Operations of a real factorisation with random values in this order. */
static double flops(int n)
{
  static int unknown[2 * MAX][32], count[2 * MAX];
  static const int *list[2 * MAX];
  sn_arena *arena = sn_arena_new(NULL);
  for (int g = 0; g < m.n_group; g++) {
    count[g] = 0;
    for (int k = 0; k < m.count[g]; k++) {
      for (int i = 0; i < m.node_size[m.node[g][k]]; i++) {
        unknown[g][count[g]++] = node_first[m.node[g][k]] + i;
      }
    }
    for (int i = 0; i < m.size[g]; i++) {
      unknown[g][count[g]++] = group_first[g] + i;
    }
    list[g] = unknown[g];
  }
  const sn_lin_pattern p = {.n = n, .n_element = m.n_group, .count = count, .unknown = list};
  sn_error error = {0};
  sn_lin *l;
  CHECK_OK(sn_lin_new(&p, arena, &l, &error), error);
  sn_lin_clear(l);
  for (int g = 0; g < m.n_group; g++) {
    double a[32 * 32] = {0};
    const int c = count[g], rows = m.size[g], nodes = c - rows;
    for (int i = 0; i < c; i++) {
      for (int j = 0; j < c; j++) {
        a[i * c + j] = i == j && i < nodes ? 20 : i < nodes || j < nodes ? 0.001 * random_below(1000) : 0;
      }
    }
    sn_lin_add(l, g, a);
  }
  CHECK(sn_lin_factor(l) == SN_OK);
  const double f = sn_lin_flops(l);
  sn_lin_free(l);
  sn_arena_free(arena);
  return f;
}

static double chain_cost(int n, int rows, int shuffled)
{
  static int name[MAX];
  begin(n);
  for (int i = 0; i < n; i++) {
    name[i] = i;
  }
  for (int i = n - 1; shuffled && i > 0; i--) {
    const int j = random_below(i + 1), t = name[i];
    name[i] = name[j];
    name[j] = t;
  }
  for (int i = 0; i < n; i++) {
    join(i > 0 ? name[i - 1] : -1, name[i], rows);
  }
  const int total = order();
  check_laws(total);
  return flops(total);
}

static void test_chain_is_linear(void)
{
  for (int rows = 3; rows <= 5; rows += 2) {
    const double small = chain_cost(100, rows, 0) / 100, large = chain_cost(1000, rows, 0) / 1000;
    CHECK_BELOW(large / small, 1.02);
    CHECK_BELOW(small / large, 1.02);
  }
}

static void test_shuffled_chain(void)
{
  for (int rows = 3; rows <= 5; rows += 2) {
    for (int n = 10; n <= 1000; n *= 10) {
      seed = (unsigned long long)n;
      const double natural = chain_cost(n, rows, 0), shuffled = chain_cost(n, rows, 1);
      CHECK_BELOW(shuffled / natural, 1.05);
    }
  }
}

static void test_tree_has_no_fill_between_branches(void)
{
  /* a hub with 300 arms of 3 bodies: linear in the number of arms only if the arms go first */
  double per_arm[2];
  for (int k = 0; k < 2; k++) {
    const int arms = k ? 300 : 30;
    begin(1 + 3 * arms);
    join(-1, 0, 5);
    for (int a = 0; a < arms; a++) {
      join(0, 1 + 3 * a, 5);
      join(1 + 3 * a, 2 + 3 * a, 5);
      join(2 + 3 * a, 3 + 3 * a, 5);
    }
    const int n = order();
    check_laws(n);
    begin(1 + 3 * arms); /* 5 multipliers of every arm wait for the hub: count the bodies' part without them */
    join(-1, 0, 0);
    for (int a = 0; a < arms; a++) {
      join(0, 1 + 3 * a, 0);
      join(1 + 3 * a, 2 + 3 * a, 0);
      join(2 + 3 * a, 3 + 3 * a, 0);
    }
    const int bare = order();
    check_laws(bare);
    per_arm[k] = flops(bare) / arms;
  }
  CHECK_BELOW(per_arm[1] / per_arm[0], 1.05);
}

static void test_ladder_of_loops(void)
{
  double per_cell[2];
  for (int k = 0; k < 2; k++) {
    const int cells = k ? 400 : 40;
    begin(3 * cells);
    for (int c = 0; c < cells; c++) { /* two rails and a rung per cell */
      join(c ? 3 * c - 3 : -1, 3 * c, 3);
      join(c ? 3 * c - 2 : -1, 3 * c + 1, 3);
      join(3 * c, 3 * c + 2, 3);
      join(3 * c + 1, 3 * c + 2, 3);
    }
    const int n = order();
    check_laws(n);
    per_cell[k] = flops(n) / cells;
  }
  CHECK_BELOW(per_cell[1] / per_cell[0], 1.05);
}

static void test_random_mechanisms(void)
{
  for (int trial = 0; trial < 50; trial++) {
    seed = 1000 + (unsigned long long)trial;
    begin(1 + random_below(30));
    for (int i = 0; i < m.n_node; i++) {
      m.node_size[i] = random_below(4) ? 3 + random_below(4) : 0;
    }
    for (int g = random_below(60); g > 0; g--) {
      const int a = random_below(m.n_node), b = random_below(m.n_node);
      join(a == b ? -1 : a, b, random_below(6));
    }
    check_laws(order());
  }
}

static void test_nothing(void)
{
  begin(0);
  CHECK(order() == 0);
  begin(3); /* nodes that nothing touches */
  CHECK(order() == 18);
  check_laws(18);
  m.count[0] = 0;
  m.size[0] = 4;
  m.node[0] = m.pair[0];
  m.n_group = 1; /* a group on the ground alone has no place */
  CHECK(order() == 18);
  CHECK(group_first[0] == -1);
}

/* An order found, otherwise: the laws hold, the same order comes back, both ends meet in the middle, at the same cost on a chain. */
static void test_ways(void)
{
  static int found[MAX];
  enum { LINKS = 200 };
  begin(LINKS);
  for (int i = 0; i < LINKS; i++) {
    join(i - 1, i, 3);
  }
  const sn_order_input in = {m.n_node, m.node_size, m.n_group, m.node, m.count, m.size, NULL};
  const int n = order();
  memcpy(found, node_first, sizeof found);
  for (int way = 0; way < SN_ORDER_WAYS; way++) {
    sn_arena *scratch = sn_arena_new(NULL);
    CHECK(sn_order_otherwise(&in, (sn_order_way)way, found, scratch, node_first, group_first) == n);
    sn_arena_free(scratch);
    check_laws(n);
    int apart = 0; /* neighbours in the chain that are eliminated far from each other: where the halves meet */
    for (int i = 0; i + 1 < LINKS; i++) {
      apart += abs(node_first[i + 1] - node_first[i]) > 4 * 9;
    }
    CHECK(way == SN_ORDER_FROM_BOTH_ENDS ? apart == 1 : apart == 0);
    CHECK(way != SN_ORDER_FOUND || memcmp(found, node_first, sizeof(int) * LINKS) == 0);
  }
}

/* A block of bricks: nested dissection beats minimum degree by far, and finds the same order every time. */
static void test_block(void)
{
  enum { SIDE = 11, NODES = SIDE * SIDE * SIDE, BRICKS = (SIDE - 1) * (SIDE - 1) * (SIDE - 1) };
  static int size[NODES], node[BRICKS][8], count[BRICKS], none[BRICKS], first[2][NODES], unused[BRICKS],
      place[BRICKS][24];
  static const int *list[BRICKS], *unknown[BRICKS];
  int n = 0, n_brick = 0, used = 0;
  for (int i = 0; i < NODES; i++) {
    size[i] = 3;
  }
  for (int i = 0; i < SIDE - 1; i++) {
    for (int j = 0; j < SIDE - 1; j++) {
      for (int k = 0; k < SIDE - 1; k++, n_brick++) {
        for (int c = 0; c < 8; c++) {
          node[n_brick][c] = ((i + c / 4) * SIDE + j + c / 2 % 2) * SIDE + k + c % 2;
        }
        list[n_brick] = node[n_brick];
        count[n_brick] = 8;
      }
    }
  }
  const sn_order_input in = {NODES, size, BRICKS, list, count, none, NULL};
  for (int again = 0; again < 2; again++) {
    sn_arena *scratch = sn_arena_new(NULL);
    n = sn_order(&in, scratch, first[again], unused);
    sn_arena_free(scratch);
  }
  CHECK(n == 3 * NODES);
  CHECK(memcmp(first[0], first[1], sizeof first[0]) == 0);
  static char seen[3 * NODES];
  for (int i = 0; i < NODES; i++) {
    used += seen[first[0][i]]++ == 0;
  }
  CHECK(used == NODES);
  for (int g = 0; g < BRICKS; g++) {
    count[g] = 24;
    unknown[g] = place[g];
    for (int k = 0; k < 24; k++) {
      place[g][k] = first[0][node[g][k / 3]] + k % 3;
    }
  }
  sn_arena *scratch = sn_arena_new(NULL);
  const sn_lin_pattern p = {.n = n, .n_element = BRICKS, .count = count, .unknown = unknown};
  CHECK_BELOW(sn_lin_cost(&p, INFINITY, NULL, scratch), 6.5e8); /* minimum degree: 9.6e8 */
  sn_arena_free(scratch);
}

/* Groups give what the elimination entry by entry gives. */
static void test_cost(void)
{
  enum { UNKNOWNS = 120, ELEMENTS = 60, MOST = 9 };
  static int place[ELEMENTS][MOST], count[ELEMENTS];
  static unsigned char flag[ELEMENTS][MOST * MOST];
  static const unsigned char *mask[ELEMENTS];
  static const int *unknown[ELEMENTS];
  for (int trial = 0; trial < 60; trial++) {
    sn_arena *scratch = sn_arena_new(NULL);
    sn_entries a;
    sn_fronts f;
    for (int e = 0; e < ELEMENTS; e++) { /* runs of three, some of them known */
      const int runs = 1 + random_below(3);
      unknown[e] = place[e];
      count[e] = 3 * runs;
      mask[e] = random_below(2) ? flag[e] : NULL;
      for (int k = 0; k < MOST * MOST; k++) {
        flag[e][k] = random_below(3) == 0;
      }
      for (int k = 0; k < 3 * runs; k++) {
        place[e][k] = k % 3 ? place[e][k - 1] + (place[e][k - 1] >= 0) : 3 * random_below(UNKNOWNS / 3);
        place[e][k] = trial % 2 && k == 0 && e % 7 == 0 ? -1 : place[e][k];
      }
      for (int k = 3; k < 3 * runs; k++) { /* nothing twice */
        for (int i = 0; i < k - k % 3; i++) {
          count[e] = place[e][i] >= 0 && place[e][i] == place[e][k] ? 3 : count[e];
        }
      }
    }
    const sn_lin_pattern p = {
        .n = UNKNOWNS, .n_element = ELEMENTS, .count = count, .unknown = unknown, .mask = trial < 20 ? NULL : mask};
    CHECK(sn_entries_find(&p, scratch, scratch, &a) == SN_OK && sn_fronts_find(&a, 0, scratch, &f) == SN_OK);
    double fill = 0;
    CHECK(sn_lin_cost(&p, INFINITY, &fill, scratch) == f.flops);
    CHECK_NEAR(fill, f.fill, 0);
    CHECK(sn_lin_cost(&p, f.flops, NULL, scratch) == f.flops);
    CHECK(isinf(sn_lin_cost(&p, f.flops - 1, NULL, scratch)));
    sn_arena_free(scratch);
  }
}

int main(void)
{
  RUN(test_chain_is_linear);
  RUN(test_shuffled_chain);
  RUN(test_tree_has_no_fill_between_branches);
  RUN(test_ladder_of_loops);
  RUN(test_random_mechanisms);
  RUN(test_nothing);
  RUN(test_ways);
  RUN(test_block);
  RUN(test_cost);
  return REPORT();
}
