/* parts/shell_alike.c -- elements that are equal but for round-off, and share their numbers.
 * What:    weights and the matrix of an element follow from a few numbers that neither place nor direction in space changes: the stiffness of
 *          components at Gauss points and the change of basis at tying points. Where these are those of an element before, up to TOLERANCE,
 *          the numbers of that one are taken, bit by bit: they are then kept once (base/intern.h), and the matrix is made once.
 * Why:     the elements of a plate differ by the round-off of their coordinates; each had 40 kB of its own.
 * Limits:  the first MOST kinds of a shell; what comes later has its own numbers.
 * Tests:   tests/shells/test_shell.c
 */
#include "parts/shell.h"

enum { MOST = 256, OF_COMPONENTS = 36, OF_BASIS = 4 };
static const double TOLERANCE = 1e-12; /* round-off of coordinates a hundred elements from the origin is 1e-14 */

typedef struct {
  double key; /* mean of the diagonal: most kinds differ in it */
  double stiffness[SN_SHELL_NODES][OF_COMPONENTS], basis[SN_SHELL_TYINGS][OF_BASIS];
} description;

struct sn_shell_alike {
  int n;
  description is[MOST + 1]; /* and that of the element at work */
  sn_shell_kind kind[MOST + 1];
};

sn_shell_alike *sn_shell_alike_new(sn_arena *arena)
{
  return SN_NEW(arena, sn_shell_alike, 1);
}

/* Numbers of size one: C_ij over the square root of C_ii C_jj, and the logarithm of C_ii. */
static void describe(const sn_shell_measure *m, description *d)
{
  d->key = 0;
  for (int g = 0; g < SN_SHELL_NODES; g++) {
    const double(*C)[8] = m->C[g < m->n_gauss ? g : 0];
    for (int i = 0, n = 0; i < 8; i++) {
      d->key += log(C[i][i]) / (8 * SN_SHELL_NODES);
      for (int j = i; j < 8; j++, n++) {
        d->stiffness[g][n] = i == j ? log(C[i][i]) : C[i][j] / sqrt(C[i][i] * C[j][j]);
      }
    }
  }
  for (int k = 0; k < SN_SHELL_TYINGS * OF_BASIS; k++) {
    d->basis[k / OF_BASIS][k % OF_BASIS] = m->basis[k / OF_BASIS][k % OF_BASIS / 2][k % 2];
  }
}

static int same_numbers(int n, const double *a, const double *b)
{
  for (int k = 0; k < n; k++) {
    if (!(fabs(a[k] - b[k]) <= TOLERANCE)) { /* what is no number is like nothing */
      return 0;
    }
  }
  return 1;
}

static int same(const description *a, const description *b)
{
  return same_numbers(1, &a->key, &b->key) &&
         same_numbers(SN_SHELL_NODES * OF_COMPONENTS, a->stiffness[0], b->stiffness[0]) &&
         same_numbers(SN_SHELL_TYINGS * OF_BASIS, a->basis[0], b->basis[0]);
}

sn_shell_kind *sn_shell_kind_of(sn_shell_alike *t, int e, const sn_shell_measure *m)
{
  SN_ASSERT(e >= 0 && m->n_gauss > 0 && m->n_gauss <= SN_SHELL_NODES);
  int k = 0;
  SN_ASSERT(m->n_gauss >= 1 && m->n_gauss <= SN_SHELL_NODES && t->n <= MOST);
  describe(m, t->is + t->n);
  while (k < t->n && !same(t->is + k, t->is + t->n)) {
    k++;
  }
  if (k == t->n) {
    t->kind[k].element = e;
    t->n += t->n < MOST;
  }
  return t->kind + k;
}
