/* parts/shell_nodal.c -- strains of a shell at its nodes, from those at tying points.
 * What:    strains in local axes at the Gauss points of an element, continued to its nodes by their polynomial, and the mean over the
 *          elements around a node. Resultants and stresses follow from them.
 *          Components are tied in directions whose lengths change along a curved element (those of its centre, seen in the tangent plane);
 *          so they are divided by these before they are continued: else a hoop force is 2.6 % high at corners and 1.3 % low in the middle
 *          of elements of 22.5 degrees.
 * How:     what does not change is found once: weights of tying, which all elements share, turns into local axes at Gauss points, sections.
 *          An element then costs its strains and about a thousand operations.
 * Theory:  docs/theory-shells.md, (S5), (S7), (S10).
 * Tests:   tests/shells/test_shell.c, tests/shells/test_stress.c
 */
#include <math.h>
#include <string.h>

#include "parts/shell.h"
#include "system/kernel.h"

enum { POINTS = SN_SHELL_NODES }; /* Gauss points of an element, at most: as many as nodes */

typedef struct sn_shell_nodal {
  double weight[POINTS][SN_SHELL_STRAINS];   /* of the strains at tying points, at every Gauss point */
  int first[9];                              /* of every component in them */
  double line[SN_LINE_NODES][SN_LINE_NODES]; /* [node][Gauss point] along a line: the polynomial through Gauss points */
  const sn_shell_turn *turn;          /* of every Gauss point of every element, of components by unit directions */
  double (*length)[SN_SHELL_STRAINS]; /* of every element: of the directions of its strains */
  const int *from, *element;          /* elements around node k: element[from[k]] .. element[from[k + 1] - 1] */
  const sn_shell_section *section;    /* one, or one per node if it is not the same everywhere */
  int is_even, n_ply;
  const sn_shell_ply *ply;
} sn_shell_nodal;

static int points_of(const sn_shell_frozen *f)
{
  return (f->grid.order + 1) * (f->grid.order + 1);
}

/* ---- made once */

static void make_weights(int p, sn_shell_nodal *n)
{
  const int m = p + 1;
  for (int g = 0; g < m * m; g++) {
    sn_shell_tied_weights(p, sn_line_gauss[p][g % m], sn_line_gauss[p][g / m], n->weight[g], n->first);
  }
  for (int i = 0; i < m; i++) {
    for (int g = 0; g < m; g++) {
      n->line[i][g] = 1;
      for (int k = 0; k < m; k++) {
        if (k != g) {
          n->line[i][g] *= ((double)i / p - sn_line_gauss[p][k]) / (sn_line_gauss[p][g] - sn_line_gauss[p][k]);
        }
      }
    }
  }
}

/* Lengths of the directions that each component is tied in, multiplied: t^-T has them in local axes. */
static void lengths_of(const sn_shell_turn *at, double out[8])
{
  const double J = fabs(at->t[0][0] * at->t[1][1] - at->t[0][1] * at->t[1][0]);
  const double l1 = hypot(at->t[1][1], at->t[0][1]) / J, l2 = hypot(at->t[1][0], at->t[0][0]) / J;
  const double of[8] = {l1 * l1, l2 * l2, l1 * l2, l1 * l1, l2 * l2, l1 * l2, l1, l2};
  SN_ASSERT(J > 0);
  memcpy(out, of, sizeof of);
}

/* Of every strain of an element, at its tying point. */
static sn_status make_lengths(const sn_shell_frozen *f, const int first[9], int e, double out[SN_SHELL_STRAINS],
                              sn_error *error)
{
  for (int c = 0; c < 8; c++) {
    for (int k = first[c]; k < first[c + 1]; k++) {
      double place[2], length[8];
      sn_shell_turn r;
      sn_shell_tying_point(f->grid.order, c, k - first[c], place);
      SN_TRY(sn_shell_turn_at(f, e, place[0], place[1], &r, error));
      lengths_of(&r, length);
      out[k] = length[c];
    }
  }
  return SN_OK;
}

static sn_status make_turns(const sn_shell_frozen *f, sn_shell_turn *turn, sn_error *error)
{
  const int p = f->grid.order, m = p + 1, n = m * m;
  for (int k = 0; k < n * sn_shell_elements(&f->grid); k++) {
    const int g = k % n;
    double l[8];
    SN_TRY(sn_shell_turn_at(f, k / n, sn_line_gauss[p][g % m], sn_line_gauss[p][g / m], turn + k, error));
    lengths_of(turn + k, l);
    for (int i = 0; i < 9; i++) {
      turn[k].T[i / 3][i % 3] *= l[i % 3];
    }
    for (int i = 0; i < 4; i++) {
      turn[k].t[i / 2][i % 2] *= l[6 + i % 2];
    }
  }
  return SN_OK;
}

/* Elements around every node, node by node. */
static void make_around(const sn_shell_frozen *f, int *from, int *element)
{
  const int n = sn_shell_nodes(&f->grid), per = points_of(f), all = per * sn_shell_elements(&f->grid);
  for (int k = 0; k < all; k++) {
    from[sn_shell_node_of(&f->grid, k / per, k % per) + 1]++;
  }
  for (int k = 0; k < n; k++) {
    from[k + 1] += from[k];
  }
  for (int k = all - 1; k >= 0; k--) { /* from behind: from[] ends where it began */
    const int node = sn_shell_node_of(&f->grid, k / per, k % per);
    element[--from[node + 1]] = k / per;
  }
  for (int k = 0; k < n; k++) {
    from[k] = from[k + 1];
  }
  from[n] = all;
}

static sn_status make_sections(const sn_shell_frozen *f, int n, sn_shell_section *out, sn_error *error)
{
  for (int k = 0; k < n; k++) {
    double uv[2];
    sn_shell_parameters(&f->grid, k, uv);
    SN_TRY(sn_shell_section_at(f->item, uv, out + k, error));
  }
  return SN_OK;
}

static void make_plies(const sn_shell_frozen *f, sn_shell_ply *ply)
{
  const sn_shell *p = f->item->param;
  for (int k = 0; k < sn_shell_plies(p); k++) {
    sn_shell_ply_of(p, f->thickness[0], k, ply + k);
  }
}

sn_status sn_shell_nodal_of(sn_shell_frozen *f, sn_builder *b, sn_error *error)
{
  const sn_shell *p = f->item->param;
  sn_arena *arena = sn_builder_arena(b);
  const int per = points_of(f), n = sn_shell_nodes(&f->grid), all = per * sn_shell_elements(&f->grid);
  const int is_even = sn_shell_is_even(p), sections = is_even ? 1 : n;
  sn_shell_nodal *x = SN_NEW(arena, sn_shell_nodal, 1);
  sn_shell_turn *turn = SN_NEW(arena, sn_shell_turn, all);
  int *from = SN_NEW(arena, int, n + 1), *element = SN_NEW(arena, int, all);
  sn_shell_ply *ply = SN_NEW(arena, sn_shell_ply, sn_shell_plies(p));
  sn_shell_section *section = SN_NEW(arena, sn_shell_section, sections);
  double(*length)[SN_SHELL_STRAINS] = sn_arena_get(arena, (size_t)sn_shell_elements(&f->grid), sizeof *length);
  if (!length || !section || !x || !turn || !from || !element || !ply) {
    return sn_no_memory(error, "the model");
  }
  make_weights(f->grid.order, x);
  make_around(f, from, element);
  make_plies(f, ply);
  SN_TRY(make_turns(f, turn, error));
  for (int e = 0; e < sn_shell_elements(&f->grid); e++) {
    SN_TRY(make_lengths(f, x->first, e, length[e], error));
  }
  SN_TRY(make_sections(f, sections, section, error));
  x->section = section;
  x->is_even = is_even;
  x->n_ply = sn_shell_plies(p);
  x->turn = turn;
  x->length = length;
  x->from = from;
  x->element = element;
  x->ply = ply;
  f->nodal = x;
  return sn_shell_boundary_of(f, arena, from, element, error);
}

/* ---- strains now */

/* (S5), then (S7), at Gauss point g of an element. */
static void at_point(const sn_shell_nodal *n, int g, const sn_shell_turn *r, const double *strain, double out[8])
{
  double tied[8];
  for (int c = 0; c < 8; c++) {
    tied[c] = 0;
    for (int k = n->first[c]; k < n->first[c + 1]; k++) {
      tied[c] += n->weight[g][k] * strain[k];
    }
  }
  for (int i = 0; i < 3; i++) {
    out[i] = r->T[i][0] * tied[0] + r->T[i][1] * tied[1] + r->T[i][2] * tied[2];
    out[3 + i] = r->T[i][0] * tied[3] + r->T[i][1] * tied[4] + r->T[i][2] * tied[5];
  }
  for (int i = 0; i < 2; i++) {
    out[6 + i] = r->t[i][0] * tied[6] + r->t[i][1] * tied[7];
  }
}

/* At the nodes of an element: Gauss points continued along lines of xi, then of eta. */
static void at_element(const sn_observation *o, const sn_shell_frozen *f, int e, double out[SN_SHELL_NODES][8])
{
  SN_ASSERT(e >= 0 && e < sn_shell_elements(&f->grid));
  const sn_shell_nodal *n = f->nodal;
  const int m = f->grid.order + 1;
  double strain[SN_SHELL_STRAINS], at[POINTS][8], half[POINTS][8];
  sn_forms(sn_shell_block(f, e, o->system), o->local, strain);
  for (int k = 0; k < n->first[8]; k++) {
    strain[k] /= n->length[e][k];
  }
  for (int g = 0; g < m * m; g++) {
    at_point(n, g, n->turn + e * m * m + g, strain, at[g]);
  }
  for (int k = 0; k < m * m; k++) {
    for (int c = 0; c < 8; c++) {
      half[k][c] = 0;
      for (int g = 0; g < m; g++) {
        half[k][c] += n->line[k % m][g] * at[g + m * (k / m)][c];
      }
    }
  }
  for (int k = 0; k < m * m; k++) {
    for (int c = 0; c < 8; c++) {
      out[k][c] = 0;
      for (int g = 0; g < m; g++) {
        out[k][c] += n->line[k / m][g] * half[k % m + m * g][c];
      }
    }
  }
}

void sn_shell_strain_at(const sn_observation *o, const sn_shell_frozen *f, int node, double out[8])
{
  SN_ASSERT(node >= 0 && node < sn_shell_nodes(&f->grid));
  const sn_shell_nodal *n = f->nodal;
  const int per = points_of(f), around = n->from[node + 1] - n->from[node];
  for (int c = 0; c < 8; c++) {
    out[c] = 0;
  }
  for (int k = n->from[node]; k < n->from[node + 1]; k++) {
    double all[SN_SHELL_NODES][8];
    at_element(o, f, n->element[k], all);
    for (int a = 0; a < per; a++) {
      for (int c = 0; c < 8 && sn_shell_node_of(&f->grid, n->element[k], a) == node; c++) {
        out[c] += all[a][c] / around;
      }
    }
  }
  sn_shell_correct(o, f, node, n->element + n->from[node], around, out);
}

void sn_shell_strains_at(const sn_observation *o, const sn_shell_frozen *f, double (*out)[8])
{
  SN_ASSERT(f->nodal && f->block >= 0);
  const sn_shell_nodal *n = f->nodal;
  const int per = points_of(f);
  for (int k = 0; k < 8 * sn_shell_nodes(&f->grid); k++) {
    out[k / 8][k % 8] = 0;
  }
  for (int e = 0; e < sn_shell_elements(&f->grid); e++) {
    double all[SN_SHELL_NODES][8];
    at_element(o, f, e, all);
    for (int a = 0; a < per; a++) {
      const int node = sn_shell_node_of(&f->grid, e, a);
      const double share = 1.0 / (n->from[node + 1] - n->from[node]);
      for (int c = 0; c < 8; c++) {
        out[node][c] += share * all[a][c];
      }
    }
  }
  for (int k = 0; k < sn_shell_nodes(&f->grid); k++) {
    sn_shell_correct(o, f, k, n->element + n->from[k], n->from[k + 1] - n->from[k], out[k]);
  }
}

/* ---- the thickness at a node */

double sn_shell_resultant(const sn_shell_frozen *f, int node, const double strain[8], int which)
{
  SN_ASSERT(node >= 0 && node < sn_shell_nodes(&f->grid) && which >= 0 && which < 8);
  if (f->rubber) {
    return sn_shell_rubber_resultant(f, node, strain, which);
  }
  const double *K = f->nodal->section[f->nodal->is_even ? 0 : node].K[which];
  double sum = 0;
  for (int k = 0; k < 8; k++) {
    sum += K[k] * strain[k];
  }
  return sum;
}

int sn_shell_ply_count(const sn_shell_frozen *f)
{
  return f->nodal->n_ply;
}

const sn_shell_ply *sn_shell_ply_at(const sn_shell_frozen *f, int k)
{
  SN_ASSERT(k >= 0 && k < f->nodal->n_ply);
  return f->nodal->ply + k;
}

double sn_shell_height(const sn_shell_frozen *f, int node, const sn_station_point *at)
{
  SN_ASSERT(node >= 0 && node < sn_shell_nodes(&f->grid));
  const sn_shell_ply *p = sn_shell_ply_at(f, at->layer);
  if (f->nodal->n_ply == 1) { /* its thickness may be a function of u and v */
    return f->mid + (at->height - 0.5) * f->thickness[node];
  }
  return (1 - at->height) * p->low + at->height * p->high;
}
