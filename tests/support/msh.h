/* tests/support/msh.h -- Gmsh files as texts: a grid of n x m quadrilaterals on any surface, as Gmsh would write it.
 * What:    physical curves "left" (u = 0), "right" (u = 1), "low" (v = 0) and "high" (v = 1), point "tip" (u = v = 1), surface "skin".
 *          `second`: columns of elements from this on are the physical surface "rib", and "seam" is the curve between.
 */
#ifndef SN_TESTS_MSH_H
#define SN_TESTS_MSH_H
#include <stdio.h>
#include <string.h>

#include "math/v3.h"

typedef struct {
  int version; /* 2: 2.2, 4: 4.1 */
  int order, n, m;
  sn_v3 (*at)(double u, double v);
  int turned; /* elements in the columns before this one are reversed */
  int second; /* 0: none */
} msh_wish;

typedef struct {
  char *text;
  size_t n, size;
} msh_text;

#define MSH_PRINT(t, ...) ((t)->n += (size_t)snprintf((t)->text + (t)->n, (t)->size - (t)->n, __VA_ARGS__))

static inline int msh_node(const msh_wish *w, int i, int j)
{
  return 1 + i + (w->n * w->order + 1) * j;
}

/* nodes of the element in column i and row j, in the order of Gmsh */
static inline void msh_quad(const msh_wish *w, int i, int j, msh_text *t)
{
  static const int at[9][2] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}, {1, 0}, {2, 1}, {1, 2}, {0, 1}, {1, 1}};
  static const int turned[9] = {0, 3, 2, 1, 7, 6, 5, 4, 8};
  for (int k = 0; k < (w->order == 1 ? 4 : 9); k++) {
    const int *a = at[i < w->turned ? turned[k] : k];
    MSH_PRINT(t, " %d", msh_node(w, i * w->order + a[0] * w->order / 2, j * w->order + a[1] * w->order / 2));
  }
  MSH_PRINT(t, "\n");
}

/* element k of a line: along v at column i, or (along_u) along u at row i */
static inline void msh_line(const msh_wish *w, int i, int k, int along_u, msh_text *t)
{
  static const int at[3] = {0, 2, 1};
  for (int a = 0; a <= w->order; a++) {
    const int s = k * w->order + at[a] * w->order / 2;
    MSH_PRINT(t, " %d", along_u ? msh_node(w, s, i * w->order) : msh_node(w, i * w->order, s));
  }
  MSH_PRINT(t, "\n");
}

/* one group: element k of `count`; dimension, entity and physical number are the same */
typedef struct {
  int dimension, tag, count;
  int line, along_u; /* column or row of lines */
  int from, to;      /* columns of quadrilaterals */
} msh_part;

static inline void msh_element(const msh_wish *w, const msh_part *p, int k, msh_text *t)
{
  const int wide = p->to - p->from;
  if (p->dimension == 0) {
    MSH_PRINT(t, " %d\n", msh_node(w, w->n * w->order, w->m * w->order));
  } else if (p->dimension == 1) {
    msh_line(w, p->line, k, p->along_u, t);
  } else {
    msh_quad(w, p->from + k % wide, k / wide, t);
  }
}

/* Writes the file. 0: the room is too small. */
static inline int msh_write(const msh_wish *w, char *text, size_t size)
{
  enum { N_PARTS = 8 };
  msh_text t = {text, 0, size};
  const int cut = w->second ? w->second : w->n, nodes = (w->n * w->order + 1) * (w->m * w->order + 1);
  const msh_part part[N_PARTS] = {{0, 7, 1, 0, 0, 0, 0},
                                  {1, 1, w->m, 0, 0, 0, 0},
                                  {1, 2, w->m, w->n, 0, 0, 0},
                                  {1, 3, w->n, 0, 1, 0, 0},
                                  {1, 8, w->n, w->m, 1, 0, 0},
                                  {1, 4, w->second ? w->m : 0, cut, 0, 0, 0},
                                  {2, 5, cut * w->m, 0, 0, 0, cut},
                                  {2, 6, (w->n - cut) * w->m, 0, 0, cut, w->n}};
  const int type[3] = {15, w->order == 1 ? 1 : 8, w->order == 1 ? 3 : 10};
  int all = 0, k = 1;
  for (int i = 0; i < N_PARTS; i++) {
    all += part[i].count;
  }
  MSH_PRINT(&t, "$MeshFormat\n%s 0 8\n$EndMeshFormat\n", w->version == 2 ? "2.2" : "4.1");
  MSH_PRINT(&t, "$PhysicalNames\n8\n0 7 \"tip\"\n1 1 \"left\"\n1 2 \"right\"\n1 3 \"low\"\n1 8 \"high\"\n1 4 "
                "\"seam\"\n2 5 \"skin\"\n"
                "2 6 \"rib\"\n$EndPhysicalNames\n");
  if (w->version == 4) {
    MSH_PRINT(&t, "$Entities\n1 5 2 0\n7 1 1 0 1 7\n");
    for (int i = 1; i < N_PARTS; i++) {
      MSH_PRINT(&t, "%d 0 0 0 1 1 1 1 %d 0\n", part[i].tag, part[i].tag);
    }
    MSH_PRINT(&t, "$EndEntities\n$Nodes\n1 %d 1 %d\n2 5 0 %d\n", nodes, nodes, nodes);
    for (int i = 1; i <= nodes; i++) {
      MSH_PRINT(&t, "%d\n", i);
    }
  } else {
    MSH_PRINT(&t, "$Nodes\n%d\n", nodes);
  }
  for (int j = 0; j <= w->m * w->order; j++) {
    for (int i = 0; i <= w->n * w->order; i++) {
      const sn_v3 x = w->at((double)i / (w->n * w->order), (double)j / (w->m * w->order));
      if (w->version == 2) {
        MSH_PRINT(&t, "%d ", msh_node(w, i, j));
      }
      MSH_PRINT(&t, "%.17g %.17g %.17g\n", x.x[0], x.x[1], x.x[2]);
    }
  }
  MSH_PRINT(&t, w->version == 2 ? "$EndNodes\n$Elements\n%d\n" : "$EndNodes\n$Elements\n8 %d 1 %d\n", all, all);
  for (int i = 0; i < N_PARTS; i++) {
    if (w->version == 4) {
      MSH_PRINT(&t, "%d %d %d %d\n", part[i].dimension, part[i].tag, type[part[i].dimension], part[i].count);
    }
    for (int e = 0; e < part[i].count && t.n + 400 < size; e++, k++) {
      if (w->version == 2) {
        MSH_PRINT(&t, "%d %d 2 %d %d", k, type[part[i].dimension], part[i].tag, part[i].tag);
      } else {
        MSH_PRINT(&t, "%d", k);
      }
      msh_element(w, part + i, e, &t);
    }
  }
  MSH_PRINT(&t, "$EndElements\n");
  return t.n + 400 < size;
}

#endif
