/* tests/math/test_linear.c -- solves against known solutions, singular matrices named, memory failures harmless. */
#include "harness.h"
#include "math/solver.h"
#include <stdlib.h>

static unsigned long long seed;
static double random_number(void) /* -1 .. 1 */
{
  seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(seed >> 11) / 4503599627370496.0 - 1;
}

enum { MAX_NODES = 40, NODE = 6, ROWS = 5, MAX_LOCAL = 2 * NODE + ROWS };

/* A chain of n bodies: element 2i the mass of body i, element 2i + 1 its joint to the one before (unknowns of both, and
   5 multipliers right after the body). */
typedef struct {
  int n, n_unknown, unknown[2 * MAX_NODES][MAX_LOCAL], count[2 * MAX_NODES];
  const int *list[2 * MAX_NODES];
} chain;

static void chain_make(chain *c, int n)
{
  *c = (chain){.n = n, .n_unknown = n * (NODE + ROWS)};
  for (int i = 0; i < n; i++) {
    const int own = i * (NODE + ROWS);
    c->count[2 * i] = NODE;
    for (int k = 0; k < NODE; k++) {
      c->unknown[2 * i][k] = own + k;
      c->unknown[2 * i + 1][k] = i > 0 ? own - NODE - ROWS + k : -1; /* the ground is known */
      c->unknown[2 * i + 1][NODE + k] = own + k;
    }
    for (int k = 0; k < ROWS; k++) {
      c->unknown[2 * i + 1][2 * NODE + k] = own + NODE + k;
    }
    c->count[2 * i + 1] = MAX_LOCAL;
    c->list[2 * i] = c->unknown[2 * i];
    c->list[2 * i + 1] = c->unknown[2 * i + 1];
  }
}

static sn_lin_pattern chain_pattern(const chain *c)
{
  return (sn_lin_pattern){.n = c->n_unknown, .n_element = 2 * c->n, .count = c->count, .unknown = c->list};
}

/* Fills the solver and, if not NULL, the product of the matrix with x. twin: the joint with two equal rows, -1: none. */
static void chain_fill(const chain *c, sn_lin *l, const double *x, double *b, int twin)
{
  sn_lin_clear(l);
  for (int e = 0; e < 2 * c->n; e++) {
    double a[MAX_LOCAL * MAX_LOCAL] = {0};
    const int n = c->count[e];
    if (e % 2 == 0) {
      for (int i = 0; i < NODE; i++) {
        for (int j = 0; j < NODE; j++) {
          a[i * n + j] = (i == j ? 1 + 0.5 * random_number() : 0.02 * random_number());
        }
      }
    } else {
      for (int r = 0; r < ROWS; r++) {
        for (int i = 0; i < 2 * NODE; i++) {
          a[(2 * NODE + r) * n + i] = a[i * n + 2 * NODE + r] = random_number();
        }
      }
      if (e / 2 == twin) {
        for (int i = 0; i < 2 * NODE; i++) {
          a[(2 * NODE + 3) * n + i] = a[i * n + 2 * NODE + 3] = a[i * n + 2 * NODE + 1];
        }
      }
    }
    sn_lin_add(l, e, a);
    for (int i = 0; b && i < n; i++) {
      for (int j = 0; j < n; j++) {
        if (c->list[e][i] >= 0 && c->list[e][j] >= 0) {
          b[c->list[e][i]] += a[i * n + j] * x[c->list[e][j]];
        }
      }
    }
  }
}

static void test_saddle_systems(void)
{
  for (int n = 1; n <= MAX_NODES; n += 3) {
    chain c;
    chain_make(&c, n);
    const sn_lin_pattern p = chain_pattern(&c);
    sn_arena *arena = sn_arena_new(NULL);
    sn_error error = {0};
    sn_lin *l;
    CHECK_OK(sn_lin_new(&p, arena, &l, &error), error);
    double *x = SN_NEW(arena, double, p.n), *b = SN_NEW(arena, double, p.n), worst = 0;
    seed = (unsigned long long)n;
    for (int i = 0; i < p.n; i++) {
      x[i] = random_number();
    }
    for (int again = 0; again < 2; again++) { /* the second time with other values in the same pattern */
      memset(b, 0, (size_t)p.n * sizeof(double));
      chain_fill(&c, l, x, b, -1);
      CHECK(sn_lin_factor(l) == SN_OK);
      CHECK(sn_lin_bad_row(l) == -1);
      CHECK(sn_lin_solve(l, b) == SN_OK);
      for (int i = 0; i < p.n; i++) {
        worst = fmax(worst, fabs(b[i] - x[i]));
      }
    }
    CHECK_BELOW(worst, 1e-9);
    CHECK(sn_lin_fill(l) > p.n);
    CHECK(sn_lin_flops(l) > p.n);
    sn_lin_free(l);
    sn_arena_free(arena);
  }
}

static void test_same_bits(void)
{
  chain c;
  chain_make(&c, 20);
  const sn_lin_pattern p = chain_pattern(&c);
  sn_arena *arena = sn_arena_new(NULL);
  sn_error error = {0};
  sn_lin *one, *two;
  CHECK_OK(sn_lin_new(&p, arena, &one, &error), error);
  CHECK_OK(sn_lin_new(&p, arena, &two, &error), error);
  double *a = SN_NEW(arena, double, p.n), *b = SN_NEW(arena, double, p.n);
  for (int i = 0; i < p.n; i++) {
    a[i] = b[i] = 1 + i;
  }
  seed = 7; /* `one` has seen another matrix before: that must not matter */
  chain_fill(&c, one, NULL, NULL, -1);
  CHECK(sn_lin_factor(one) == SN_OK);
  seed = 8;
  chain_fill(&c, one, NULL, NULL, -1);
  seed = 8;
  chain_fill(&c, two, NULL, NULL, -1);
  CHECK(sn_lin_factor(one) == SN_OK && sn_lin_factor(two) == SN_OK);
  CHECK(sn_lin_solve(one, a) == SN_OK && sn_lin_solve(two, b) == SN_OK);
  CHECK(memcmp(a, b, (size_t)p.n * sizeof(double)) == 0);
  sn_lin_free(one);
  sn_lin_free(two);
  sn_arena_free(arena);
}

/* A matrix of the same pattern gives what one of its own gives, and is not the other. Solutions are sound once one was looked at. */
static void test_like(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  chain c;
  sn_error error = {0};
  sn_lin *first, *like, *own;
  double b[MAX_NODES * (NODE + ROWS)], x[3][MAX_NODES * (NODE + ROWS)];
  chain_make(&c, 20);
  const sn_lin_pattern p = chain_pattern(&c);
  CHECK_OK(sn_lin_new(&p, arena, &first, &error), error);
  CHECK_OK(sn_lin_like(first, arena, &like, &error), error);
  CHECK_OK(sn_lin_new(&p, arena, &own, &error), error);
  sn_lin *const all[3] = {first, like, own};
  for (int k = 0; k < 3; k++) {
    seed = k == 0 ? 5 : 6;
    chain_fill(&c, all[k], NULL, NULL, -1);
  }
  for (int i = 0; i < c.n_unknown; i++) {
    b[i] = random_number();
  }
  for (int k = 0; k < 3; k++) {
    memcpy(x[k], b, sizeof b);
    CHECK(!sn_lin_is_sound(all[k]));
    CHECK(sn_lin_factor(all[k]) == SN_OK);
    CHECK(!sn_lin_is_sound(all[k]));
    CHECK(sn_lin_solve(all[k], x[k]) == SN_OK);
    CHECK(sn_lin_is_sound(all[k]));
  }
  const size_t bytes = sizeof(double) * (size_t)c.n_unknown;
  CHECK(memcmp(x[1], x[2], bytes) == 0);
  CHECK(memcmp(x[0], x[2], bytes) != 0);
  for (int k = 0; k < 3; k++) {
    sn_lin_free(all[k]);
  }
  sn_arena_free(arena);
}

static void test_singular(void)
{
  chain c;
  chain_make(&c, 10);
  const sn_lin_pattern p = chain_pattern(&c);
  sn_arena *arena = sn_arena_new(NULL);
  sn_error error = {0};
  sn_lin *l;
  CHECK_OK(sn_lin_new(&p, arena, &l, &error), error);
  for (int twin = 0; twin < 10; twin++) {
    seed = 100 + (unsigned long long)twin;
    chain_fill(&c, l, NULL, NULL, twin);
    CHECK(sn_lin_factor(l) == SN_ESINGULAR);
    const int row = sn_lin_bad_row(l), first = twin * (NODE + ROWS) + NODE;
    CHECK(row == first + 3 || row == first + 4); /* the second of the equal rows, or the last of the joint */
    double b[10 * (NODE + ROWS)] = {1};
    CHECK(sn_lin_solve(l, b) == SN_ESINGULAR);
  }
  sn_lin_clear(l);
  CHECK(sn_lin_factor(l) == SN_ESINGULAR);
  CHECK(sn_lin_bad_row(l) >= 0);
  sn_lin_free(l);
  sn_arena_free(arena);
}

static void test_not_a_number(void)
{
  const int u[2] = {0, 1}, count = 2, *list = u;
  const sn_lin_pattern p = {.n = 2, .n_element = 1, .count = &count, .unknown = &list};
  sn_arena *arena = sn_arena_new(NULL);
  sn_error error = {0};
  sn_lin *l;
  CHECK_OK(sn_lin_new(&p, arena, &l, &error), error);
  const double a[4] = {1, NAN, 0, 1}, good[4] = {1, 2, 3, 4};
  sn_lin_clear(l);
  sn_lin_add(l, 0, a);
  CHECK(sn_lin_factor(l) == SN_ESINGULAR);
  sn_lin_clear(l);
  sn_lin_add(l, 0, good);
  CHECK(sn_lin_factor(l) == SN_OK);
  double b[2] = {NAN, 1};
  CHECK(sn_lin_solve(l, b) == SN_ESINGULAR);
  double x[2] = {5, 11};
  CHECK(sn_lin_solve(l, x) == SN_OK);
  CHECK_NEAR(x[0], 1, 1e-14);
  CHECK_NEAR(x[1], 2, 1e-14);
  sn_lin_free(l);
  sn_lin_free(NULL);
  sn_arena_free(arena);
}

static void test_empty(void)
{
  const sn_lin_pattern p = {0};
  sn_arena *arena = sn_arena_new(NULL);
  sn_error error = {0};
  sn_lin *l;
  CHECK_OK(sn_lin_new(&p, arena, &l, &error), error);
  sn_lin_clear(l);
  CHECK(sn_lin_factor(l) == SN_OK);
  CHECK(sn_lin_solve(l, NULL) == SN_OK);
  sn_lin_free(l);
  sn_arena_free(arena);
}

/* Badly scaled rows: masses of 1e-6 beside stiffnesses of 1e9 must not cost digits of the answer's residual. */
static void test_scales(void)
{
  const int u[4] = {0, 1, 2, 3}, count = 4, *list = u;
  const sn_lin_pattern p = {.n = 4, .n_element = 1, .count = &count, .unknown = &list};
  sn_arena *arena = sn_arena_new(NULL);
  sn_error error = {0};
  sn_lin *l;
  CHECK_OK(sn_lin_new(&p, arena, &l, &error), error);
  const double a[16] = {1e-6, 0, 1, 0, 0, 1e9, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0};
  double b[4] = {2, 3e9, 1e-3, 1};
  sn_lin_clear(l);
  sn_lin_add(l, 0, a);
  CHECK(sn_lin_factor(l) == SN_OK);
  CHECK(sn_lin_solve(l, b) == SN_OK);
  CHECK_NEAR(b[0], 1e-3, 1e-15);
  CHECK_NEAR(b[1], 1, 1e-15);
  CHECK_NEAR(b[2], 2 - 1e-9, 1e-14);
  CHECK_NEAR(b[3], 2e9, 1e-5);
  sn_lin_free(l);
  sn_arena_free(arena);
}

/* Entries promised to be zero: the same solution with less fill. */
static void test_mask(void)
{
  enum { N = 12 };
  int u[N], count = N;
  const int *list = u;
  unsigned char arrow[N * N] = {0};
  double a[N * N] = {0}, x[2][N];
  for (int i = 0; i < N; i++) {
    u[i] = i;
    arrow[i * N + i] = arrow[i * N + N - 1] = arrow[(N - 1) * N + i] = 1;
    a[i * N + i] = 4 + i;
    a[i * N + N - 1] += 1;
    a[(N - 1) * N + i] -= 0.5;
  }
  const unsigned char *mask = arrow;
  long fill[2];
  for (int k = 0; k < 2; k++) {
    const sn_lin_pattern p = {.n = N, .n_element = 1, .count = &count, .unknown = &list, .mask = k ? &mask : NULL};
    sn_arena *arena = sn_arena_new(NULL);
    sn_error error = {0};
    sn_lin *l;
    CHECK_OK(sn_lin_new(&p, arena, &l, &error), error);
    sn_lin_clear(l);
    sn_lin_add(l, 0, a);
    CHECK(sn_lin_factor(l) == SN_OK);
    for (int i = 0; i < N; i++) {
      x[k][i] = 1 + i;
    }
    CHECK(sn_lin_solve(l, x[k]) == SN_OK);
    fill[k] = sn_lin_fill(l);
    sn_lin_free(l);
    sn_arena_free(arena);
  }
  CHECK(fill[0] == (N + 1) * N);
  CHECK(fill[1] == 2 * (2 * N - 1));
  for (int i = 0; i < N; i++) {
    CHECK_NEAR(x[0][i], x[1][i], 1e-14);
  }
}

static long calls_left;
static void *allocate(void *data, size_t size)
{
  (void)data;
  return calls_left-- > 0 ? malloc(size) : NULL;
}
static void release(void *data, void *memory)
{
  (void)data;
  free(memory);
}

static void test_memory_failures(void)
{
  const sn_allocator a = {allocate, release, NULL};
  chain c;
  chain_make(&c, MAX_NODES);
  const sn_lin_pattern p = chain_pattern(&c);
  int made = 0;
  for (long n = 0; n < 100 && !made; n++) {
    calls_left = n;
    sn_arena *arena = sn_arena_new(&a);
    if (arena) {
      sn_lin *l = NULL;
      sn_error error = {0};
      made = sn_lin_new(&p, arena, &l, &error) == SN_OK;
      CHECK(made || error.status == SN_ENOMEM);
      sn_lin_free(l);
    }
    sn_arena_free(arena);
  }
  CHECK(made);
}

/* Elements of several parts in any order, each part in its own: the same bits as one after the other. */
static void test_parts(void)
{
  static double value[2 * MAX_NODES][MAX_LOCAL * MAX_LOCAL], one[MAX_NODES * (NODE + ROWS)],
      x[MAX_NODES * (NODE + ROWS)];
  chain c;
  seed = 7;
  chain_make(&c, MAX_NODES);
  for (int e = 0; e < 2 * c.n; e++) {
    for (int k = 0; k < c.count[e] * c.count[e]; k++) {
      value[e][k] = random_number() + (k % (c.count[e] + 1) == 0 ? 40 : 0);
    }
  }
  for (int parts = 1; parts < 6; parts++) {
    sn_arena *arena = sn_arena_new(NULL);
    sn_lin_pattern p = chain_pattern(&c);
    int part[2 * MAX_NODES];
    sn_lin *l;
    sn_error e = {0};
    for (int k = 0; k < 2 * c.n; k++) {
      part[k] = parts == 5 ? k % 5 : k * parts / (2 * c.n); /* ranges; the last ones mixed */
    }
    p.n_part = parts;
    p.part = part;
    CHECK_OK(sn_lin_new(&p, arena, &l, &e), e);
    for (int again = 0; again < 2; again++) {
      sn_lin_clear(l);
      for (int k = parts - 1; k >= 0; k--) {
        for (int i = 0; i < 2 * c.n; i++) {
          if (part[i] == k) {
            sn_lin_add(l, i, value[i]);
          }
        }
      }
      for (int i = 0; i < c.n_unknown; i++) {
        x[i] = i % 7 - 3;
      }
      CHECK(sn_lin_factor(l) == SN_OK);
      CHECK(sn_lin_solve(l, x) == SN_OK);
      if (parts == 1) {
        memcpy(one, x, sizeof x);
      }
      CHECK(memcmp(one, x, sizeof x) == 0);
    }
    sn_lin_free(l);
    sn_arena_free(arena);
  }
}

/* A node that turns freely: the pivot of its last unknown is nothing but round-off, and a multiplier holds it. As an unsure one it is
   solved in its front, without a look at the solution; else digits are lost. */
static void test_unsure(void)
{
  enum { NODES = 60, SIZE = 6, N = NODES * SIZE + 1, LOCAL = 2 * SIZE };
  static int unknown[NODES][LOCAL], count[NODES];
  static const int *list[NODES];
  static double a[NODES][LOCAL * LOCAL], x[N], b[N];
  const int turn = N - 2, last = N - 1;
  for (int e = 0; e < NODES; e++) {
    count[e] = e < NODES - 1 ? LOCAL : 2;
    list[e] = unknown[e];
    for (int k = 0; k < count[e]; k++) {
      unknown[e][k] = e < NODES - 1 ? e * SIZE + k : turn + k;
    }
    for (int k = 0; k < count[e] * count[e] && e < NODES - 1; k++) {
      a[e][k] = random_number() / 2 + (k % (LOCAL + 1) == 0 ? 8 : 0);
      a[e][k] = unknown[e][k / LOCAL] == turn || unknown[e][k % LOCAL] == turn ? 0 : a[e][k];
    }
  }
  memcpy(a[NODES - 1], (double[]){1e-21, 1, 1, 0}, 4 * sizeof(double));
  unsigned char unsure[N] = {0};
  unsure[turn] = 1;
  for (int given = 0; given < 2; given++) {
    sn_arena *arena = sn_arena_new(NULL);
    sn_error error = {0};
    sn_lin *l = NULL;
    const sn_lin_pattern p = {
        .n = N, .n_element = NODES, .count = count, .unknown = list, .in_place = 1, .unsure = given ? unsure : NULL};
    CHECK_OK(sn_lin_new(&p, arena, &l, &error), error);
    sn_lin_clear(l);
    memset(b, 0, sizeof b);
    for (int e = 0; e < NODES; e++) {
      sn_lin_add(l, e, a[e]);
      for (int k = 0; k < count[e] * count[e]; k++) {
        b[unknown[e][k / count[e]]] += a[e][k] * sin(1 + unknown[e][k % count[e]]);
      }
    }
    CHECK(sn_lin_factor(l) == SN_OK && sn_lin_solve_blindly(l, b) == SN_OK);
    double worst = 0;
    for (int i = 0; i < N; i++) {
      x[i] = b[i] - sin(1 + i);
      worst = fmax(worst, fabs(x[i]));
    }
    CHECK(strcmp(sn_lin_solver(l), "front") == 0 && (worst < 1e-12) == given);
    CHECK(fabs(x[last]) < 1e-12 || !given);
    sn_lin_free(l);
    sn_arena_free(arena);
  }
}

/* An unknown `turn` without a pivot, the multiplier `hold` right of it that holds it, and others in two groups: `near` up to the turn
   and behind the multiplier, and those between and after them. Within a group all are coupled, or seem to be: to turn and hold by zeros. */
typedef struct {
  int n, turn, hold, after; /* after: how many behind the multiplier are near */
} held_turn;

static int is_near(const held_turn *h, int i)
{
  return i <= h->turn || (i >= h->hold && i <= h->hold + h->after);
}

static double solve_held(const held_turn *h, const unsigned char *unsure, const char **solver)
{
  enum { MOST = 140 };
  static double a[2][MOST * MOST];
  static int group[2][MOST];
  int pair[2] = {h->turn, h->hold}, count[3] = {0, 0, 2};
  const int *list[3] = {group[0], group[1], pair};
  const double hold[4] = {1e-21, 1, 1, 0};
  double x[MOST] = {0}, worst = 0;
  sn_arena *arena = sn_arena_new(NULL);
  sn_error error = {0};
  sn_lin *l = NULL;
  for (int i = 0; i < h->n; i++) {
    const int g = is_near(h, i);
    group[g][count[g]++] = i;
  }
  for (int g = 0; g < 2; g++) {
    for (int k = 0; k < count[g] * count[g]; k++) {
      const int i = group[g][k / count[g]], j = group[g][k % count[g]];
      const int apart = i == h->turn || i == h->hold || j == h->turn || j == h->hold;
      a[g][k] = apart ? 0 : random_number() / 2 + (i == j ? h->n : 0);
      x[i] += a[g][k] * sin(1 + j);
    }
  }
  x[h->turn] = hold[0] * sin(1 + h->turn) + sin(1 + h->hold);
  x[h->hold] = sin(1 + h->turn);
  const sn_lin_pattern p = {
      .n = h->n, .n_element = 3, .count = count, .unknown = list, .in_place = 1, .unsure = unsure};
  CHECK_OK(sn_lin_new(&p, arena, &l, &error), error);
  sn_lin_clear(l);
  sn_lin_add(l, 0, a[0]);
  sn_lin_add(l, 1, a[1]);
  sn_lin_add(l, 2, hold);
  const int good = sn_lin_factor(l) == SN_OK && sn_lin_solve_blindly(l, x) == SN_OK;
  *solver = good ? sn_lin_solver(l) : "";
  for (int i = 0; i < h->n; i++) {
    worst = good ? fmax(worst, fabs(x[i] - sin(1 + i))) : INFINITY;
  }
  sn_lin_free(l);
  sn_arena_free(arena);
  return worst;
}

/* Those with one number are in one front, whatever stands between them, and in one block of its elimination; small systems, too. */
static void test_unsure_together(void)
{
  static const held_turn cases[] = {{4, 1, 2, 1}, {90, 11, 60, 5}, {130, 63, 64, 65}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const held_turn *h = cases + i;
    unsigned char unsure[140] = {0};
    const char *solver;
    unsure[h->turn] = 7;
    const double alone = solve_held(h, unsure, &solver);
    memset(unsure + h->turn, 7, (size_t)(h->hold - h->turn) + 1);
    const double together = solve_held(h, unsure, &solver);
    printf("  %d unknowns: alone %.1e, together %.1e, %s\n", h->n, alone, together, solver);
    CHECK(strcmp(solver, "front") == 0);
    CHECK_BELOW(together, 1e-12);
    CHECK(i == 0 || !(alone < 1e-12));
  }
}

int main(void)
{
  RUN(test_saddle_systems);
  RUN(test_same_bits);
  RUN(test_like);
  RUN(test_singular);
  RUN(test_not_a_number);
  RUN(test_empty);
  RUN(test_scales);
  RUN(test_mask);
  RUN(test_memory_failures);
  RUN(test_parts);
  RUN(test_unsure);
  RUN(test_unsure_together);
  return REPORT();
}
