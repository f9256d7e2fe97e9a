/* pack/check.c -- see check.h. Empty in release builds.
 * Tests:   every test of a debug build that makes packs (presets debug, asan).
 */
#include "pack/check.h"

#ifdef SN_DEBUG

static void check_shape(const sn_node_shape *h)
{
  SN_ASSERT(h->n_vec == h->has_x + h->n_dir && h->n_vec >= 1 && h->n_vec <= 4);
  SN_ASSERT(h->n_rot == (h->n_dir == 0 ? 0 : h->n_dir == 1 ? 2 : 3) && h->n_rate == h->n_x + h->n_rot);
}

/* The lists of a type lead to its own points, forms, vectors. */
static void check_type(const sn_pack_type *t)
{
  SN_ASSERT(t->gradient_first[0] == 0);
  for (int k = 0; k < t->n_form; k++) {
    SN_ASSERT(t->gradient_first[k] <= t->gradient_first[k + 1]);
    SN_ASSERT(t->column[2 * k] >= 0 && t->column[2 * k] <= k && t->column[2 * k + 1] > k);
    SN_ASSERT(t->column[2 * k + 1] <= t->n_form);
    for (int i = t->gradient_first[k]; i < t->gradient_first[k + 1]; i++) {
      const sn_gradient *g = t->gradient + i;
      SN_ASSERT(g->vector >= 0 && g->vector < t->n_vec && t->node_of[g->vector] >= 0 && g->first < g->end);
      for (int j = g->first; j < g->end; j++) {
        const sn_gradient_term *p = t->share + j;
        SN_ASSERT(p->term < t->n_term && p->weight < t->n_weight && p->point < t->n_point);
        SN_ASSERT(t->of->term[p->term].form == k && t->w_vector[p->weight] == g->vector);
      }
    }
  }
  for (int k = 0; k < 2 * t->n_node; k++) {
    SN_ASSERT(t->form_first[k] <= t->form_first[k + 1]);
    for (int i = t->form_first[k]; i < t->form_first[k + 1]; i++) {
      SN_ASSERT(t->form[i] >= 0 && t->form[i] < t->n_form && (i == t->form_first[k] || t->form[i - 1] < t->form[i]));
    }
  }
  for (int r = 0; r < t->n_node; r++) {
    check_shape(t->shape + r);
  }
  for (int a = 0; a < t->n_vec; a++) {
    SN_ASSERT(t->node_of[a] < 0 || t->local[4 * t->node_of[a] + t->slot[a]] == a);
  }
  if (t->rows == SN_ROWS_POINT) {
    SN_ASSERT(t->n_form == 3 && t->n_term == 3 && t->gap >= 0 && t->gap < t->n_point);
    for (int k = 0; k < 3; k++) {
      SN_ASSERT(t->axis[k] >= 0 && t->axis[k] < t->n_point && t->axis[k] != t->gap);
    }
  } else if (t->rows == SN_ROWS_AXES) {
    SN_ASSERT(t->n_form == t->n_term && t->n_form <= 3);
  }
}

/* Outside its columns the matrix of the law is zero. */
static void check_columns(const sn_pack_type *t, const sn_block *b)
{
  const int n = t->n_form;
  for (int k = 0; k < n && b->matrix; k++) {
    for (int l = 0; l < n; l++) {
      SN_ASSERT(b->matrix[k * n + l] == 0 || (l >= t->column[2 * k] && l < t->column[2 * k + 1]));
    }
  }
}

static void check_pack(const sn_system *s, const sn_packs *packs, int i)
{
  const sn_pack *p = packs->pack + i;
  const sn_pack_type *t = p->type;
  SN_ASSERT(p->n >= 1 && p->n <= SN_LANES);
  SN_ASSERT(i == 0 || p[-1].type <= t); /* those of one type in a row */
  SN_ASSERT((p->matrix != NULL) == t->of->law->has_matrix);
  for (int l = 0; l < SN_LANES; l++) {
    const sn_block *b = s->block + p->block[l];
    SN_ASSERT(l < p->n ? packs->pack_of[p->block[l]] == i && packs->lane_of[p->block[l]] == l
                       : p->block[l] == p->block[p->n - 1]);
    for (int a = 0; a < b->n_vec; a++) {
      const int at = sn_pack_vector(s, packs, p->block[l], a);
      SN_ASSERT(at >= 0 && p->vector[SN_LANES * at + l] == b->vector[a] && t->node_of[at] == b->node_of[a]);
    }
    for (int r = 0; r < t->n_node; r++) {
      SN_ASSERT(p->node[SN_LANES * r + l] == b->node[r]);
    }
    check_columns(t, b);
  }
}

static int check_node_pack(const sn_system *s, const sn_node_pack *p)
{
  SN_ASSERT(p->n >= 1 && p->n <= SN_LANES);
  check_shape(&p->shape);
  for (int l = 0; l < SN_LANES; l++) {
    const sn_node *n = s->node + p->node[l];
    SN_ASSERT(p->node[l] >= 0 && p->node[l] < s->n_node && (l < p->n || p->node[l] == p->node[p->n - 1]));
    SN_ASSERT(n->has_x == p->shape.has_x && n->n_dir == p->shape.n_dir);
    for (int a = 0; a < n->n_vec; a++) {
      SN_ASSERT(p->vector[a][l] == n->vector[a]);
      for (int b = 0; b < n->n_vec; b++) {
        SN_ASSERT(p->mass[a][b][l] == n->mass[a][b] && (p->has_mass[a][b] || n->mass[a][b] == 0));
      }
    }
  }
  return p->n;
}

/* Every node and every block that is not left out is in one lane of one pack. */
void sn_packs_check(const sn_system *s, const int *category, const sn_packs *p)
{
  int nodes = 0;
  for (int t = 0; t < p->n_type; t++) {
    check_type(p->type + t);
  }
  for (int i = 0; i < p->n; i++) {
    check_pack(s, p, i);
  }
  for (int i = 0; i < s->n_block; i++) {
    SN_ASSERT((p->pack_of[i] >= 0) == (category[i] >= 0) && p->pack_of[i] < p->n);
    SN_ASSERT(p->pack_of[i] < 0 || p->pack[p->pack_of[i]].block[p->lane_of[i]] == i);
  }
  for (int i = 0; i < p->n_node; i++) {
    nodes += check_node_pack(s, p->node + i);
  }
  SN_ASSERT(nodes == s->n_node);
}

#endif
