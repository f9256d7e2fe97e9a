/* tests/math/test_solvers.c -- every solver of the table on the same matrices, against a dense solve and each other: chains,
 * beams, loops, meshes, random ones; masks, known quantities, unknowns held twice, parts; weak and vanishing pivots; the
 * kernels of all instruction sets bit by bit. */
#include "harness.h"
#include "math/front.h"
#include "math/solver.h"
#include <klu.h>
#include <stdlib.h>

enum { MOST = 400, ELEMENTS = 400, LOCAL = 32 };

static unsigned long long seed;
static double random_number(void) /* -1 .. 1 */
{
  seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(seed >> 11) / 4503599627370496.0 - 1;
}
static int random_below(int n)
{
  return (int)(0.5 * (random_number() + 1) * n) % n;
}

/* A system of elements with their values, and the dense matrix of it. */
static struct {
  int n, n_element, count[ELEMENTS], unknown[ELEMENTS][LOCAL], part[ELEMENTS];
  const int *list[ELEMENTS];
  unsigned char mask[ELEMENTS][LOCAL * LOCAL];
  const unsigned char *masks[ELEMENTS];
  double value[ELEMENTS][LOCAL * LOCAL], dense[MOST][MOST];
} s;

static void begin(int n)
{
  s.n = n;
  s.n_element = 0;
  memset(s.dense, 0, sizeof s.dense);
}

static int element(int count, const int *unknown)
{
  const int e = s.n_element++;
  s.count[e] = count;
  memcpy(s.unknown[e], unknown, sizeof(int) * (size_t)count);
  s.list[e] = s.unknown[e];
  memset(s.mask[e], 1, sizeof s.mask[e]);
  s.masks[e] = s.mask[e];
  memset(s.value[e], 0, sizeof s.value[e]);
  return e;
}

/* random numbers, heavy on the diagonal; density: of the mask, symmetric or not */
static void fill(int e, double diagonal, double density)
{
  const int n = s.count[e];
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      const int there = i == j || 0.5 * (random_number() + 1) <= density;
      s.mask[e][i * n + j] = (unsigned char)there;
      s.value[e][i * n + j] = there ? random_number() + (i == j ? diagonal : 0) : 0;
    }
  }
}

static int symmetric; /* 1: the systems are, and their patterns say so */

/* Elements and masks with their transposes. */
static void symmetrize(void)
{
  for (int e = 0; e < s.n_element; e++) {
    for (int i = 0, n = s.count[e]; i < n; i++) {
      for (int j = 0; j < i; j++) {
        unsigned char *mask = s.mask[e];
        double *value = s.value[e];
        mask[i * n + j] = mask[j * n + i] = mask[i * n + j] || mask[j * n + i];
        value[i * n + j] = value[j * n + i] = (value[i * n + j] + value[j * n + i]) / 2;
      }
    }
  }
}

static void finish(void)
{
  if (symmetric) {
    symmetrize();
  }
  for (int e = 0; e < s.n_element; e++) {
    const int n = s.count[e], *u = s.unknown[e];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        if (u[i] >= 0 && u[j] >= 0) {
          s.dense[u[i]][u[j]] += s.value[e][i * n + j];
        }
      }
    }
  }
}

/* a chain of bodies with multipliers: no diagonal of its own for these; loops: every seventh body is joined to one before */
static void chain(int bodies, int rows, double density, int loops)
{
  const int size = 6 + rows;
  begin(bodies * size);
  for (int i = 0; i < bodies; i++) {
    int u[12 + 6];
    for (int k = 0; k < 6; k++) {
      u[k] = i * size + k;
    }
    fill(element(6, u), 8, 0.6);
    const int before = loops && i % 7 == 6 ? i - 5 : i - 1;
    for (int k = 0; k < 6; k++) {
      u[6 + k] = before >= 0 ? before * size + k : -1;
    }
    for (int k = 0; k < rows; k++) {
      u[12 + k] = i * size + 6 + k;
    }
    const int e = element(12 + rows, u), n = s.count[e];
    fill(e, 0, density);
    for (int a = 12; a < n; a++) {
      for (int b = 12; b < n; b++) {
        s.value[e][a * n + b] = 0;
        s.mask[e][a * n + b] = 0;
      }
      for (int b = 0; b < 12; b++) { /* rows of a constraint and their forces */
        const int there = s.mask[e][a * n + b] || a - 12 == b || a - 12 == b - 6;
        s.mask[e][a * n + b] = s.mask[e][b * n + a] = (unsigned char)there;
        s.value[e][b * n + a] = s.value[e][a * n + b] = there ? random_number() + (a - 12 == b ? 3 : 0) : 0;
      }
    }
    for (int a = 0; a < 12; a++) {
      for (int b = 0; b < 12; b++) {
        s.value[e][a * n + b] *= 0.2;
      }
    }
  }
  finish();
}

static void beam(int elements, int nodes, int size)
{
  begin((elements * (nodes - 1) + 1) * size);
  for (int i = 0; i < elements; i++) {
    int u[LOCAL];
    for (int k = 0; k < nodes * size; k++) {
      u[k] = i * (nodes - 1) * size + k;
    }
    fill(element(nodes * size, u), 12, 1);
  }
  finish();
}

static void mesh(int nx, int ny, int size)
{
  begin(nx * ny * size);
  for (int i = 0; i + 1 < nx; i++) {
    for (int j = 0; j + 1 < ny; j++) {
      const int node[4] = {i * ny + j, i * ny + j + 1, (i + 1) * ny + j, (i + 1) * ny + j + 1};
      int u[LOCAL];
      for (int k = 0; k < 4 * size; k++) {
        u[k] = node[k / size] * size + k % size;
      }
      fill(element(4 * size, u), 10, 1);
    }
  }
  finish();
}

static void random_system(int n)
{
  begin(n);
  for (int i = 0; i < n; i++) {
    fill(element(1, &i), 20, 1);
  }
  for (int k = 0; k < n / 3; k++) {
    int u[6];
    for (int i = 0; i < 6; i++) { /* some known, some twice; symmetric: each once, since both halves add to one entry */
      u[i] = random_below(8) == 0 || (symmetric && i >= n) ? -1 : symmetric ? (17 * k + i) % n : random_below(n);
    }
    fill(element(2 + random_below(5), u), 2, 0.5);
  }
  finish();
}

/* Gauss with a choice of pivots; sign of the determinant. */
static int dense_solve(double *b)
{
  static double a[MOST][MOST];
  int sign = 1;
  memcpy(a, s.dense, sizeof a);
  for (int k = 0; k < s.n; k++) {
    int p = k;
    for (int i = k + 1; i < s.n; i++) {
      p = fabs(a[i][k]) > fabs(a[p][k]) ? i : p;
    }
    for (int j = 0; p != k && j < s.n; j++) {
      const double t = a[k][j];
      a[k][j] = a[p][j];
      a[p][j] = t;
    }
    const double t = b[k];
    b[k] = b[p];
    b[p] = t;
    sign = (p != k) != (a[k][k] < 0) ? -sign : sign;
    for (int i = k + 1; i < s.n; i++) {
      const double f = a[i][k] / a[k][k];
      for (int j = k; f != 0 && j < s.n; j++) {
        a[i][j] -= f * a[k][j];
      }
      b[i] -= f * b[k];
    }
  }
  for (int k = s.n - 1; k >= 0; k--) {
    for (int j = k + 1; j < s.n; j++) {
      b[k] -= a[k][j] * b[j];
    }
    b[k] /= a[k][k];
  }
  return sign;
}

static sn_lin *make_pattern(sn_arena *arena, int parts, int masked, int trust, int in_place)
{
  sn_lin_pattern p = {.n = s.n,
                      .n_element = s.n_element,
                      .count = s.count,
                      .unknown = s.list,
                      .mask = masked ? s.masks : NULL,
                      .n_part = parts,
                      .part = s.part,
                      .trust = trust,
                      .symmetric = symmetric,
                      .in_place = in_place};
  sn_error error = {0};
  sn_lin *l = NULL;
  for (int e = 0; e < s.n_element; e++) {
    s.part[e] = e * parts / s.n_element;
  }
  CHECK_OK(sn_lin_new(&p, arena, &l, &error), error);
  return l;
}

static sn_lin *make(sn_arena *arena, int parts, int masked, int trust)
{
  return make_pattern(arena, parts, masked, trust, 0);
}

static void add_all(sn_lin *l, int parts, int side_by_side)
{
  sn_lin_clear(l);
  for (int k = parts - 1; k >= 0; k--) {
    for (int e = 0; e < s.n_element; e++) {
      if (s.part[e] != k) {
        continue;
      }
      if (side_by_side) {
        static double lanes[4 * LOCAL * LOCAL];
        for (int i = 0; i < s.count[e] * s.count[e]; i++) {
          lanes[4 * i] = s.value[e][i];
        }
        sn_lin_add_lanes(l, &e, 1, lanes);
      } else {
        sn_lin_add(l, e, s.value[e]);
      }
    }
  }
}

static const sn_solver *const all[] = {NULL, &sn_solver_list, &sn_solver_front, &sn_solver_klu};

/* The same where the matrix is made in the numbers of the solver: blindly, carefully and blindly again, in one part and several. */
static void check_in_place(const double *b, const double *x, double largest)
{
  static double y[MOST], one[MOST];
  for (int parts = 1; parts < 4; parts++) {
    sn_arena *arena = sn_arena_new(NULL);
    sn_lin *l = make_pattern(arena, parts, 1, 1, 1);
    for (int again = 0; again < 3; again++) {
      memcpy(y, b, sizeof y);
      add_all(l, parts, parts == 3);
      CHECK((again == 1 ? sn_lin_factor_carefully(l) : sn_lin_factor(l)) == SN_OK);
      CHECK((again == 1 ? sn_lin_solve(l, y) : sn_lin_solve_blindly(l, y)) == SN_OK);
      double worst = 0;
      for (int i = 0; i < s.n; i++) {
        worst = fmax(worst, fabs(y[i] - x[i]));
      }
      CHECK_BELOW(worst / largest, 1e-10);
    }
    memcpy(parts == 1 ? one : y, y, sizeof y);
    CHECK(memcmp(one, y, sizeof(double) * (size_t)s.n) == 0);
    sn_lin_free(l);
    sn_arena_free(arena);
  }
}

/* The system as it stands by every solver, with and without masks, in one part and in several. */
static void check_system(void)
{
  static double b[MOST], x[MOST], one[MOST], y[MOST];
  for (int i = 0; i < s.n; i++) {
    b[i] = random_number();
  }
  memcpy(x, b, sizeof x);
  const int sign = dense_solve(x);
  double largest = 0;
  for (int i = 0; i < s.n; i++) {
    largest = fmax(largest, fabs(x[i]));
  }
  if (!symmetric) {
    check_in_place(b, x, largest);
  }
  for (int k = 0; k < 4; k++) {
    for (int masked = 0; masked < 2; masked++) {
      for (int parts = 1; parts < 4; parts++) {
        sn_arena *arena = sn_arena_new(NULL);
        sn_lin *l = make(arena, parts, masked, parts == 2);
        if (k) {
          sn_lin_force(l, all[k]);
        }
        add_all(l, parts, parts == 3);
        CHECK(sn_lin_factor(l) == SN_OK);
        CHECK(k == 0 || strcmp(sn_lin_solver(l), all[k]->name) == 0);
        CHECK(sn_lin_sign(l) == sign);
        CHECK(sn_lin_fill(l) >= (symmetric ? 1 : 2) * s.n);
        for (int again = 0; again < 2; again++) { /* trusted the second time */
          memcpy(y, b, sizeof y);
          CHECK(sn_lin_solve(l, y) == SN_OK);
          double worst = 0;
          for (int i = 0; i < s.n; i++) {
            worst = fmax(worst, fabs(y[i] - x[i]));
          }
          CHECK_BELOW(worst / largest, 1e-10);
        }
        if (parts == 1) {
          memcpy(one, y, sizeof one);
          double off = 0;
          for (int i = 0; i < s.n; i++) {
            y[i] = -b[i];
          }
          sn_lin_times(l, 1, 0, one, y);
          for (int i = 0; i < s.n; i++) {
            off = fmax(off, fabs(y[i]));
          }
          CHECK_BELOW(off, 1e-9 * (1 + largest));
        } else if (parts == 3) { /* two trusts: no refinement */
          CHECK(memcmp(one, y, sizeof(double) * (size_t)s.n) == 0);
        }
        sn_lin_free(l);
        sn_arena_free(arena);
      }
    }
  }
}

static void test_chains(void)
{
  seed = 1;
  for (int rows = 1; rows <= 5; rows += 2) {
    for (int loops = 0; loops < 2; loops++) {
      chain(30, rows, 0.3, loops);
      check_system();
      chain(17, rows, 1, loops);
      check_system();
    }
  }
}

static void test_beams(void)
{
  seed = 2;
  for (int nodes = 2; nodes <= 5; nodes++) {
    beam(12, nodes, 6);
    check_system();
  }
  beam(40, 2, 1);
  check_system();
  beam(1, 3, 7);
  check_system();
}

static void test_meshes(void)
{
  seed = 3;
  mesh(8, 12, 3);
  check_system();
  mesh(14, 14, 2);
  check_system();
  mesh(18, 19, 1);
  check_system();
}

static void test_random_systems(void)
{
  for (int k = 0; k < 20; k++) {
    seed = 100 + (unsigned long long)k;
    random_system(5 + 13 * k);
    check_system();
  }
}

/* A string of n masses less a shift: eigenvalues 2 - 2 cos(j pi/(n + 1)) - shift. */
static void test_negative(void)
{
  enum { N = 50 };
  for (int k = 1; k < 4; k++) {
    begin(N);
    for (int i = 0; i + 1 < N; i++) {
      element(2, (const int[]){i, i + 1});
    }
    sn_arena *arena = sn_arena_new(NULL);
    sn_lin *l = make(arena, 1, 0, 1);
    sn_lin_force(l, all[k]);
    for (double shift = -0.51; shift < 4.3; shift += 0.47) {
      int below = 0;
      sn_lin_clear(l);
      for (int i = 0; i + 1 < N; i++) { /* halves at both ends but for the first and the last */
        const double first = i == 0 ? 1 : 0.5, last = i + 2 == N ? 1 : 0.5;
        sn_lin_add(l, i, (const double[]){first * (2 - shift), -1, -1, last * (2 - shift)});
      }
      for (int j = 1; j <= N; j++) {
        below += 2 - 2 * cos(j * 3.14159265358979323846 / (N + 1)) < shift;
      }
      CHECK(sn_lin_factor(l) == SN_OK);
      CHECK(sn_lin_negative(l) == (k == 3 ? -1 : below));
    }
    sn_lin_free(l);
    sn_arena_free(arena);
  }
}

/* Unknowns in an order that leaves nothing on the diagonal; then a good matrix in the same pattern. */
static void test_weak_pivots(void)
{
  const double good[4] = {2, 1, 1, 3}, zero[4] = {0, 1, 1, 0}, tiny[4] = {1e-20, 1, 1, 1};
  /* 1e-20 cancels nothing: only the residual tells; the second one loses all its digits in a difference */
  const double lost[9] = {1, 1, 0, 1, 1 + 1e-15, 1, 0, 1, 0};
  for (int k = 1; k < 3; k++) {
    const double *value[4] = {good, zero, tiny, good};
    begin(2);
    element(2, (const int[]){0, 1});
    sn_arena *arena = sn_arena_new(NULL);
    sn_lin *l = make(arena, 1, 0, 1);
    sn_lin_force(l, all[k]);
    for (int i = 0; i < 4; i++) {
      const double *a = value[i];
      double b[2] = {a[0] + 2 * a[1], a[2] + 2 * a[3]};
      sn_lin_clear(l);
      sn_lin_add(l, 0, a);
      CHECK(sn_lin_factor(l) == SN_OK);
      CHECK(sn_lin_solve(l, b) == SN_OK);
      /* fronts exchange rows of their own */
      CHECK(strcmp(sn_lin_solver(l), i % 3 == 0 || (k == 2 && i == 1) ? all[k]->name : "klu") == 0);
      CHECK_NEAR(b[0], 1, 1e-14);
      CHECK_NEAR(b[1], 2, 1e-14);
      CHECK(sn_lin_sign(l) == (i % 3 == 0 ? 1 : -1));
      CHECK(sn_lin_negative(l) == (i % 3 == 0 ? 0 : -1)); /* rows exchanged: not known */
    }
    sn_lin_free(l);
    begin(3);
    element(3, (const int[]){0, 1, 2});
    l = make(arena, 1, 0, 0);
    sn_lin_force(l, all[k]);
    sn_lin_clear(l);
    sn_lin_add(l, 0, lost);
    double b[3] = {1 + 2, 1 + 2 * (1 + 1e-15) + 3, 2};
    CHECK(sn_lin_factor(l) == SN_OK);
    CHECK(strcmp(sn_lin_solver(l), k == 2 ? "front" : "klu") == 0);
    CHECK(sn_lin_sign(l) == -1);
    CHECK(sn_lin_solve(l, b) == SN_OK);
    CHECK_NEAR(b[2], 3, 1e-13);
    sn_lin_free(l);
    sn_arena_free(arena);
  }
}

/* In place: a weak pivot asks for care, and care finds the solution, or what depends on what. */
static void test_weak_in_place(void)
{
  const double small[4] = {0, 1, 1, 0}, dependent[4] = {1, 1, 1, 1};
  double x[2] = {3, 2};
  begin(2);
  element(2, (const int[]){0, 1});
  sn_arena *arena = sn_arena_new(NULL);
  sn_lin *l = make_pattern(arena, 1, 0, 1, 1);
  for (int careful = 0; careful < 2; careful++) {
    sn_lin_clear(l);
    sn_lin_add(l, 0, small);
    const sn_status status = careful ? sn_lin_factor_carefully(l) : sn_lin_factor(l);
    CHECK(careful ? status == SN_OK : status == SN_OK || status == SN_ESINGULAR); /* fronts exchange rows */
  }
  CHECK(sn_lin_solve(l, x) == SN_OK && x[0] == 2 && x[1] == 3);
  sn_lin_clear(l);
  sn_lin_add(l, 0, dependent);
  CHECK(sn_lin_factor(l) == SN_ESINGULAR && sn_lin_bad_row(l) == 1);
  CHECK(sn_lin_solve_blindly(l, x) == SN_ESINGULAR);
  sn_lin_clear(l);
  sn_lin_add(l, 0, dependent);
  CHECK(sn_lin_factor_carefully(l) == SN_ESINGULAR && sn_lin_bad_row(l) == 1);
  sn_lin_free(l);
  sn_arena_free(arena);
}

/* Units: rows and columns times powers of ten change neither the solver nor the digits. */
static void test_units(void)
{
  static double x[MOST];
  seed = 5;
  chain(12, 3, 0.4, 0);
  for (int e = 0; e < s.n_element; e++) {
    for (int i = 0; i < s.count[e]; i++) {
      for (int j = 0; j < s.count[e]; j++) {
        const int r = s.unknown[e][i], c = s.unknown[e][j];
        s.value[e][i * s.count[e] + j] *= pow(10, r % 9 - 4 + 3 * (c % 5) - 6);
      }
    }
  }
  for (int k = 1; k < 3; k++) {
    sn_arena *arena = sn_arena_new(NULL);
    sn_lin *l = make(arena, 1, 1, 0);
    sn_lin_force(l, all[k]);
    add_all(l, 1, 0);
    memset(x, 0, sizeof x);
    for (int i = 0; i < s.n; i++) {
      for (int j = 0; j < s.n; j++) {
        x[i] += s.dense[i][j] * pow(10, i % 9 - 4 + 3 * (j % 5) - 6) * (1 + j % 3) * pow(10, 6 - 3 * (j % 5));
      }
    }
    CHECK(sn_lin_factor(l) == SN_OK);
    CHECK(strcmp(sn_lin_solver(l), all[k]->name) == 0);
    CHECK(sn_lin_solve(l, x) == SN_OK);
    for (int j = 0; j < s.n; j++) {
      CHECK_NEAR(x[j] * pow(10, 3 * (j % 5) - 6), 1 + j % 3, 1e-10);
    }
    sn_lin_free(l);
    sn_arena_free(arena);
  }
}

/* A row that depends on others is named, and a matrix of zeros or of what is no number is singular. */
static void test_singular(void)
{
  seed = 6;
  chain(10, 4, 1, 0);
  const int e = 2 * 6 + 1, n = s.count[e]; /* the joint of body 6: its last row is its second */
  for (int i = 0; i < 12; i++) {
    s.value[e][(n - 1) * n + i] = s.value[e][13 * n + i];
    s.value[e][i * n + n - 1] = s.value[e][i * n + 13];
  }
  for (int k = 1; k < 4; k++) {
    sn_arena *arena = sn_arena_new(NULL);
    sn_lin *l = make(arena, 1, 0, 1);
    double b[MOST] = {1};
    sn_lin_force(l, all[k]);
    add_all(l, 1, 0);
    CHECK(sn_lin_factor(l) == SN_ESINGULAR);
    CHECK(k == 3 || sn_lin_bad_row(l) == s.unknown[e][n - 1]);
    CHECK(sn_lin_solve(l, b) == SN_ESINGULAR);
    CHECK(sn_lin_sign(l) == 0);
    s.value[0][0] += NAN;
    add_all(l, 1, 0);
    CHECK(sn_lin_factor(l) == SN_ESINGULAR);
    s.value[0][0] = 8;
    sn_lin_clear(l);
    CHECK(sn_lin_factor(l) == SN_ESINGULAR);
    CHECK(sn_lin_bad_row(l) >= 0);
    sn_lin_free(l);
    sn_arena_free(arena);
  }
}

static long calls_left;
static void *limited_malloc(size_t size)
{
  return calls_left-- > 0 ? malloc(size) : NULL;
}
static void *limited_calloc(size_t n, size_t size)
{
  return calls_left-- > 0 ? calloc(n, size) : NULL;
}
static void *limited_realloc(void *memory, size_t size)
{
  return calls_left-- > 0 ? realloc(memory, size) : NULL;
}

/* KLU's n-th allocation fails, in the analysis, in a factorisation, in a solve that falls back: no memory, nothing else. */
static void test_klu_memory(void)
{
  int made = 0;
  long n = 0;
  seed = 8;
  chain(6, 3, 1, 0);
  SuiteSparse_config.malloc_func = limited_malloc;
  SuiteSparse_config.calloc_func = limited_calloc;
  SuiteSparse_config.realloc_func = limited_realloc;
  for (; n < 200 && !made; n++) {
    sn_arena *arena = sn_arena_new(NULL);
    sn_lin *l = make(arena, 1, 0, 0);
    double b[MOST] = {1};
    sn_lin_force(l, &sn_solver_klu);
    add_all(l, 1, 0);
    calls_left = n;
    const sn_status factored = sn_lin_factor(l), solved = factored == SN_OK ? sn_lin_solve(l, b) : SN_OK;
    CHECK(factored == SN_OK || factored == SN_ENOMEM);
    CHECK(solved == SN_OK);
    made = factored == SN_OK;
    calls_left = 1000;
    CHECK(sn_lin_factor(l) == SN_OK); /* with memory it goes on */
    CHECK(sn_lin_solve(l, b) == SN_OK);
    sn_lin_free(l);
    sn_arena_free(arena);
  }
  CHECK(made && n > 5);
  SuiteSparse_config.malloc_func = malloc;
  SuiteSparse_config.calloc_func = calloc;
  SuiteSparse_config.realloc_func = realloc;
}

/* One front of p pivots and u rows below by the plain kernel and by the best of this processor. */
static void test_kernels(void)
{
  enum { P = 150, U = 60, ROOM = P * (P + 4) + 2 * P * (U + 4) };
  static int exchange[2][P + 1];
  static double number[2][ROOM], rest[2][U * (U + 4)], size[P], made[2][U + 4], x[2][P], y[2][U + 4];
  const sn_dense_kernel *kernel[2] = {&sn_dense_plain, sn_dense_best()};
  seed = 9;
  printf("  %s\n", kernel[1] == kernel[0] ? "one set only" : "two sets");
  for (int p = 1; p <= P; p += p < 40 ? 1 : 11) {
    for (int u = 0; u <= U; u += u < 18 ? 1 : 7) {
      const ptrdiff_t ld = (u + 3) / 4 * 4, right = (p + 3) / 4 * 4, ls = right + ld;
      sn_weakest w[2];
      memset(number, 0, sizeof number);
      memset(rest, 0, sizeof rest);
      for (int i = 0; i < p; i++) {
        size[i] = 1;
        x[0][i] = x[1][i] = random_number();
        for (int j = 0; j < p; j++) {
          const int heavy = (p + u) % 3 ? i : i ^ 1; /* or pairs of rows in each other's place, with a zero diagonal */
          number[0][i * ls + j] = random_number() + (j == heavy ? 10 : 0);
          number[0][i * ls + j] *= i != j || heavy == i || heavy >= p;
        }
        for (int j = 0; j < 2 * u; j++) {
          number[0][j < u ? i * ls + right + j : p * ls + i * ld + j - u] = random_number();
        }
      }
      memcpy(number[1], number[0], sizeof number[0]);
      for (int k = 0; k < 2; k++) {
        double *a = number[k];
        const sn_dense f = {0, p, u, ls, ld, a, a + right, a + p * ls, 0, NULL, NULL, NULL, exchange[k]};
        w[k] = (sn_weakest){.ratio = 1, .at = -1, .exchanged = -1};
        CHECK(kernel[k]->eliminate(&f, rest[k], size, made[k], &w[k]) == 1);
        kernel[k]->forward(&f, x[k], y[k]);
        kernel[k]->backward(&f, x[k], y[k]);
      }
      CHECK(memcmp(exchange[0], exchange[1], sizeof(int) * (size_t)(p + 1)) == 0);
      CHECK(memcmp(number[0], number[1], sizeof number[0]) == 0);
      CHECK(memcmp(rest[0], rest[1], sizeof rest[0]) == 0);
      CHECK(memcmp(made[0], made[1], sizeof(double) * (size_t)ld) == 0);
      CHECK(memcmp(x[0], x[1], sizeof(double) * (size_t)p) == 0 &&
            memcmp(y[0], y[1], sizeof(double) * (size_t)ld) == 0);
      CHECK(memcmp(&w[0].ratio, &w[1].ratio, sizeof(double)) == 0 && w[0].at == w[1].at);
    }
  }
}

/* The same systems with their transposes: half of the matrix is kept, and eliminated. */
static void test_symmetric(void)
{
  symmetric = 1;
  test_chains();
  test_beams();
  test_meshes();
  test_random_systems();
  test_negative();
  symmetric = 0;
}

/* A symmetric front by the kernel of unsymmetric ones, and by those of symmetric ones: nearly the same, and the same bits of all sets. */
static void test_symmetric_kernels(void)
{
  enum { P = 230, U = 230, LD = U + 4, LS = P + 4 + LD };
  static double number[3][P * (LS + LD)], rest[3][U * LD], size[P], made[3][LD], x[3][P], y[3][LD];
  static double scaled[SN_FRONT_DEPTH * LS];
  static int exchange[P + 1];
  const sn_dense_kernel *kernel[3] = {&sn_dense_plain, &sn_dense_plain, sn_dense_best()};
  seed = 10;
  for (int p = 1; p <= P; p += p < 20 ? 1 : 21) {
    for (int u = 0; u <= U; u += u < 10 ? 1 : 55) {
      const ptrdiff_t ld = (u + 3) / 4 * 4, right = (p + 3) / 4 * 4, ls = right + ld;
      sn_weakest w[3];
      memset(number, 0, sizeof number);
      memset(rest, 0, sizeof rest);
      for (int i = 0; i < p; i++) {
        size[i] = 1;
        x[0][i] = x[1][i] = x[2][i] = random_number();
        for (int j = i; j < p + u; j++) {
          const double a = random_number() + (i == j ? i % 3 ? 40 : -40 : 0); /* indefinite */
          number[0][i * ls + (j < p ? j : right + j - p)] = a;
          number[0][j < p ? j * ls + i : p * ls + i * ld + j - p] = a;
        }
      }
      memcpy(number[1], number[0], sizeof number[0]);
      memcpy(number[2], number[0], sizeof number[0]);
      for (int k = 0; k < 3; k++) {
        double *a = number[k];
        const sn_dense f = {0, p, u, ls, ld, a, a + right, k ? NULL : a + p * ls, k > 0, NULL, NULL, NULL, exchange};
        w[k] = (sn_weakest){.ratio = 1, .at = -1, .exchanged = -1};
        if (k == 0) {
          CHECK(kernel[k]->eliminate(&f, rest[k], size, made[k], &w[k]) == 1 && exchange[p] == 0);
          kernel[k]->forward(&f, x[k], y[k]);
        } else {
          CHECK(kernel[k]->eliminate_symmetric(&f, scaled, rest[k], size, made[k], &w[k]) == 1);
          kernel[k]->forward_symmetric(&f, x[k], y[k]);
        }
        kernel[k]->backward(&f, x[k], y[k]);
      }
      double off = 0;
      for (int i = 0; i < p; i++) {
        off = fmax(off, fabs(x[1][i] - x[0][i]));
        for (int j = i; j < right + u; j++) {
          off = fmax(off, fabs(number[1][i * ls + j] - number[0][i * ls + j]));
        }
      }
      for (int i = 0; i < u; i++) {
        off = fmax(off, fmax(fabs(y[1][i] - y[0][i]), fabs(made[1][i] - made[0][i])));
        for (int j = i; j < u; j++) {
          off = fmax(off, fabs(rest[1][i * ld + j] - rest[0][i * ld + j]));
        }
      }
      CHECK_BELOW(off, 1e-12);
      CHECK(memcmp(number[1], number[2], sizeof number[1]) == 0);
      CHECK(memcmp(rest[1], rest[2], sizeof rest[1]) == 0);
      CHECK(memcmp(made[1], made[2], sizeof(double) * (size_t)ld) == 0);
      CHECK(memcmp(x[1], x[2], sizeof(double) * (size_t)p) == 0);
      CHECK(memcmp(y[1], y[2], sizeof(double) * (size_t)ld) == 0);
      CHECK_NEAR(w[1].ratio, w[0].ratio, 1e-10);
      CHECK(memcmp(&w[1].ratio, &w[2].ratio, sizeof(double)) == 0 && w[1].at == w[2].at);
    }
  }
}

/* No rows are exchanged where the matrix is symmetric: a weak pivot goes to KLU, one below zero is as good as any. */
static void test_symmetric_weak_pivots(void)
{
  static const double value[4][4] = {{2, 1, 1, 3}, {1, 2, 2, 1}, {0, 1, 1, 0}, {1e-20, 1, 1, 1}};
  symmetric = 1;
  for (int k = 1; k < 3; k++) {
    begin(2);
    element(2, (const int[]){0, 1});
    sn_arena *arena = sn_arena_new(NULL);
    sn_lin *l = make(arena, 1, 0, 0);
    sn_lin_force(l, all[k]);
    for (int i = 0; i < 4; i++) {
      const double *a = value[i];
      double b[2] = {a[0] + 2 * a[1], a[2] + 2 * a[3]};
      sn_lin_clear(l);
      sn_lin_add(l, 0, a);
      CHECK(sn_lin_factor(l) == SN_OK);
      CHECK(sn_lin_solve(l, b) == SN_OK);
      CHECK(strcmp(sn_lin_solver(l), i < 2 ? all[k]->name : "klu") == 0);
      CHECK_NEAR(b[0], 1, 1e-14);
      CHECK_NEAR(b[1], 2, 1e-14);
      CHECK(sn_lin_sign(l) == (i == 0 ? 1 : -1));
      CHECK(sn_lin_negative(l) == (i < 2 ? i : -1));
    }
    sn_lin_free(l);
    sn_arena_free(arena);
  }
  symmetric = 0;
}

int main(void)
{
  RUN(test_weak_in_place);
  RUN(test_chains);
  RUN(test_beams);
  RUN(test_meshes);
  RUN(test_random_systems);
  RUN(test_negative);
  RUN(test_weak_pivots);
  RUN(test_units);
  RUN(test_singular);
  RUN(test_klu_memory);
  RUN(test_kernels);
  RUN(test_symmetric_kernels);
  RUN(test_symmetric);
  RUN(test_symmetric_weak_pivots);
  return REPORT();
}
