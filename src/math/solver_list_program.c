/* math/solver_list_program.c -- the programs of the solver by lists of operations: where the entries of every pivot lie, and where the
 *          products of its column and row go. See solver_list.c.
 * Tests:   tests/math/test_linear.c
 */
#include <math.h>
#include <string.h>

#include "math/solver_list.h"

/* The symmetric pattern while the analysis goes on: the rows below each pivot, and which of them U and L really have. */
typedef struct {
  const sn_entries *a;
  const sn_fronts *f;
  int *front;        /* n: of every pivot */
  size_t *first;     /* n + 1: where the entries below each pivot begin in the two arrays below */
  unsigned char *in; /* IN_U, IN_L */
  int *slot[2];      /* place of the entry in its pivot's block, in U and in L */
  size_t *block;     /* n + 1: where each block begins */
  int *at; /* most x most: for i < j, where the j-th row of the pivot at work stands among those of the i-th */
  int *program;
} shape;
enum { IN_U = 1, IN_L = 2 };

static int rows_of(const shape *s, int k)
{
  return (int)(s->first[k + 1] - s->first[k]);
}

/* the i-th row below pivot k */
static int row_of(const shape *s, int k, int i)
{
  SN_ASSERT(k >= 0 && k < s->a->n && i >= 0 && i < rows_of(s, k));
  const int f = s->front[k], inside = s->f->pivot[f + 1] - k - 1;
  return i < inside ? k + 1 + i : s->f->below[f][i - inside];
}

static void find_positions(const shape *s, int k)
{
  const int m = rows_of(s, k);
  for (int i = 0; i < m; i++) {
    const int q = row_of(s, k, i);
    for (int j = i + 1, t = 0; j < m; j++, t++) {
      const int r = row_of(s, k, j);
      while (row_of(s, q, t) != r) {
        t++;
      }
      s->at[i * m + j] = t;
    }
  }
}

/* Which entries there are: those of the matrix, then what the products fill. */
static void find_fill(const shape *s)
{
  const sn_entries *a = s->a;
  for (int k = 0; k < a->n; k++) {
    unsigned char *in = s->in + s->first[k];
    const int *offset = a->offset[k], n = a->first[k + 1] - a->first[k], below = a->below[k] - a->first[k];
    for (int e = 1, t = 0; e < n; e++) {
      t = e == below ? 0 : t; /* both parts ascend */
      while (row_of(s, k, t) != k + offset[e]) {
        t++;
      }
      in[t] |= e < below ? IN_U : IN_L;
    }
  }
  for (int k = 0; k < a->n; k++) {
    const unsigned char *in = s->in + s->first[k];
    const int m = rows_of(s, k);
    find_positions(s, k);
    for (int i = 0; i < m; i++) {
      unsigned char *there = s->in + s->first[row_of(s, k, i)];
      for (int j = i + 1; j < m; j++) {
        const int across = in[i] & (a->symmetric ? IN_U : IN_L) && in[j] & IN_U, down = in[j] & IN_L && in[i] & IN_U;
        there[s->at[i * m + j]] |= (unsigned char)((across ? IN_U : 0) | (down ? IN_L : 0));
      }
    }
  }
}

static void number_blocks(const shape *s)
{
  for (int k = 0; k < s->a->n; k++) {
    const unsigned char *in = s->in + s->first[k];
    const int m = rows_of(s, k);
    int n[2] = {0, 0};
    for (int both = 1; both >= 0; both--) {
      for (int i = 0; i < m; i++) {
        for (int c = 0; c < 2; c++) {
          if (in[i] & (c ? IN_L : IN_U) && (in[i] == (IN_U | IN_L)) == both) {
            s->slot[c][s->first[k] + (size_t)i] = 1 + n[c]++;
          }
        }
      }
    }
    for (int i = 0; i < m; i++) {
      s->slot[1][s->first[k] + (size_t)i] += n[0]; /* the column stands behind the row */
    }
    s->block[k + 1] = s->block[k] + 1 + (size_t)(n[0] + n[1]);
  }
}

/* The rows of pivot k in the order of its slots in U (c = 0) or in L. */
static int in_order(const shape *s, int k, int c, int *which)
{
  const int m = rows_of(s, k);
  int n = 0, low = 1 << 30;
  for (int i = 0; i < m; i++) {
    if (s->in[s->first[k] + (size_t)i] & (c ? IN_L : IN_U)) {
      const int slot = s->slot[c][s->first[k] + (size_t)i];
      low = slot < low ? slot : low;
      n++;
    }
  }
  for (int i = 0; i < m; i++) {
    if (s->in[s->first[k] + (size_t)i] & (c ? IN_L : IN_U)) {
      which[s->slot[c][s->first[k] + (size_t)i] - low] = i;
    }
  }
  return n;
}

/* where the product of the i-th row (of L) and the j-th column (of U) of pivot k goes, from its block's start */
static int destination(const shape *s, int k, int m, int i, int j)
{
  const int low = i < j ? i : j, high = i < j ? j : i, q = row_of(s, k, low);
  size_t to = s->block[q];
  if (i != j) {
    to += (size_t)s->slot[!s->a->symmetric && i > j][s->first[q] + (size_t)s->at[low * m + high]];
  }
  return (int)(to - s->block[k]);
}

static int slot_of(const shape *s, int k, int c, int row)
{
  int t = 0;
  while (row_of(s, k, t) != row) {
    t++;
  }
  return s->slot[c][s->first[k] + (size_t)t];
}

/* Writes the program of pivot k; returns its length. work: 2 m + block */
static size_t write_program(const shape *s, int k, int *work)
{
  const sn_entries *a = s->a;
  const int m = rows_of(s, k), n_block = (int)(s->block[k + 1] - s->block[k]);
  int *row = work, *column = work + m, *filled = work + 2 * m, *p = s->program, *to = p + HEAD;
  const int n_row = in_order(s, k, 0, row), n_column = in_order(s, k, 1, column);
  int both = 0;
  while (both < n_row && both < n_column && row[both] == column[both]) {
    both++;
  }
  p[N_ROW] = n_row;
  p[N_COLUMN] = n_column;
  p[N_BOTH] = both;
  p[N_VALUE] = a->first[k + 1] - a->first[k];
  p[REACH] = m ? row_of(s, k, m - 1) - k : 0;
  for (int i = 0; i < n_row; i++) {
    *to++ = row_of(s, k, row[i]) - k;
  }
  for (int i = 0; i < n_column; i++) {
    *to++ = row_of(s, k, column[i]) - k;
  }
  memset(filled, 0, (size_t)n_block * sizeof(int));
  for (int e = 0; e < p[N_VALUE]; e++) {
    *to = e == 0 ? 0 : slot_of(s, k, a->first[k] + e >= a->below[k], k + a->offset[k][e]);
    filled[*to++] = 1;
  }
  p[N_ZERO] = 0;
  for (int i = 0; i < n_block; i++) {
    if (!filled[i]) {
      *to++ = i;
      p[N_ZERO]++;
    }
  }
  find_positions(s, k);
  for (int i = 0; i < (a->symmetric ? n_row : n_column); i++) {
    for (int j = a->symmetric ? i : 0; j < n_row; j++) {
      *to++ = destination(s, k, m, a->symmetric ? row[i] : column[i], row[j]);
    }
  }
  SN_ASSERT(p[N_VALUE] + p[N_ZERO] == n_block && n_block == 1 + n_row + n_column);
  return (size_t)(to - p);
}

static sn_status make_shape(const sn_entries *a, const sn_fronts *f, sn_arena *scratch, shape *s, int *most)
{
  const int n = a->n;
  *s = (shape){.a = a,
               .f = f,
               .front = SN_NEW(scratch, int, n),
               .first = SN_NEW(scratch, size_t, n + 1),
               .block = SN_NEW(scratch, size_t, n + 1)};
  if (!s->front || !s->first || !s->block) {
    return SN_ENOMEM;
  }
  *most = 1;
  for (int i = 0; i < f->n_front; i++) {
    for (int k = f->pivot[i]; k < f->pivot[i + 1]; k++) {
      const int m = f->n_below[i] + f->pivot[i + 1] - k - 1;
      s->front[k] = i;
      s->first[k + 1] = s->first[k] + (size_t)m;
      *most = m > *most ? m : *most;
    }
  }
  const size_t room = (size_t)*most;
  s->in = SN_NEW(scratch, unsigned char, s->first[n]);
  s->slot[0] = SN_NEW(scratch, int, s->first[n]);
  s->slot[1] = SN_NEW(scratch, int, s->first[n]);
  s->at = SN_NEW(scratch, int, room *room);
  s->program = SN_NEW(scratch, int, HEAD + room * room + 6 * room + 2);
  return s->in && s->slot[0] && s->slot[1] && s->at && s->program ? SN_OK : SN_ENOMEM;
}

enum { MOST_PROGRAM = 64 << 20 }; /* bytes */

sn_status sn_list_make(const sn_entries *a, const sn_fronts *f, sn_arena *scratch, sn_arena *arena, void **self)
{
  shape s;
  int most;
  sn_list *l = SN_NEW(arena, sn_list, 1);
  sn_lists *lists = sn_lists_new(scratch, arena);
  if (!l || !lists || make_shape(a, f, scratch, &s, &most) != SN_OK) {
    return SN_ENOMEM;
  }
  int *work = SN_NEW(scratch, int, 4 * (size_t)most + 1);
  find_fill(&s);
  number_blocks(&s);
  *l = (sn_list){.n = a->n,
                 .symmetric = a->symmetric,
                 .program = SN_NEW(arena, const int *, a->n),
                 .size = SN_NEW(arena, double, a->n),
                 .n_x = s.block[a->n]};
  if (!work || !l->program || !l->size) {
    return SN_ENOMEM;
  }
  for (int k = 0; k < a->n; k++) {
    l->program[k] = sn_lists_keep(lists, s.program, write_program(&s, k, work));
    if (!l->program[k]) {
      return SN_ENOMEM;
    }
    if (sn_lists_kept(lists) > MOST_PROGRAM) {
      return SN_OK; /* too irregular: self stays NULL */
    }
    const int *p = l->program[k];
    l->flops += a->symmetric ? p[N_ROW] * (2.0 + p[N_ROW]) : p[N_COLUMN] * (1 + 2.0 * p[N_ROW]);
  }
  *self = l;
  return SN_OK;
}
