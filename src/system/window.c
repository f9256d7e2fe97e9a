/* system/window.c -- see window.h. */
#include "system/window.h"

/* What is left of a block: its lists, and where its forms, points, vectors and nodes have gone; -1: left out. */
typedef struct {
  int *form, *point, *vector, *node;
  int *to_vector, *node_of, *to_node, *w_first, *w_vector, *dimension;
  double *w_value, *c0;
  sn_term *term;
  sn_coordinate *coordinate;
} draft;

static sn_status new_draft(const sn_block *b, sn_arena *arena, draft *d, sn_error *error)
{
  const int n_weight = b->w_first[b->n_point];
  *d = (draft){.form = SN_NEW(arena, int, b->n_form),
               .point = SN_NEW(arena, int, b->n_point),
               .vector = SN_NEW(arena, int, b->n_vec),
               .node = SN_NEW(arena, int, b->n_node + 1),
               .to_vector = SN_NEW(arena, int, b->n_vec),
               .node_of = SN_NEW(arena, int, b->n_vec),
               .to_node = SN_NEW(arena, int, b->n_node + 1),
               .w_first = SN_NEW(arena, int, b->n_point + 1),
               .w_vector = SN_NEW(arena, int, n_weight),
               .dimension = SN_NEW(arena, int, b->n_form),
               .w_value = SN_NEW(arena, double, n_weight),
               .c0 = SN_NEW(arena, double, b->n_form),
               .term = SN_NEW(arena, sn_term, b->n_term),
               .coordinate = SN_NEW(arena, sn_coordinate, 1)};
  return d->form && d->point && d->vector && d->node && d->to_vector && d->node_of && d->to_node && d->w_first &&
                 d->w_vector && d->dimension && d->w_value && d->c0 && d->term && d->coordinate
             ? SN_OK
             : sn_no_memory(error, "the window of a line");
}

/* Forms and terms; marks the points that they need. */
static void keep_forms(const sn_block *b, int first, int n, const draft *d, sn_block *out)
{
  out->n_form = out->n_term = 0;
  for (int i = 0; i < b->n_form; i++) {
    const int stays = (i >= first && i < first + n) || i == b->n_form - 1;
    d->form[i] = stays ? out->n_form : -1;
    if (stays) {
      d->c0[out->n_form] = b->c0[i];
      d->dimension[out->n_form++] = b->dimension[i];
    }
  }
  for (int i = 0; i < b->n_point; i++) {
    d->point[i] = -1;
  }
  for (int i = 0; i < b->n_term; i++) {
    const sn_term t = b->term[i];
    if (d->form[t.form] >= 0) {
      d->point[t.i] = d->point[t.j] = 0;
      d->term[out->n_term++] = t;
    }
  }
}

/* Points, and the vectors that they need, in the order in which they were. */
static void keep_points(const sn_block *b, const draft *d, sn_block *out)
{
  int n_weight = 0;
  for (int a = 0; a < b->n_vec; a++) {
    d->vector[a] = -1;
  }
  for (int i = 0; i < b->n_point; i++) {
    for (int w = b->w_first[i]; w < b->w_first[i + 1] && d->point[i] >= 0; w++) {
      d->vector[b->w_vector[w]] = 0;
    }
  }
  out->n_vec = out->n_point = 0;
  for (int a = 0; a < b->n_vec; a++) {
    if (d->vector[a] >= 0) {
      d->vector[a] = out->n_vec;
      d->to_vector[out->n_vec] = b->vector[a];
      d->node_of[out->n_vec++] = b->node_of[a];
    }
  }
  for (int i = 0; i < b->n_point; i++) {
    if (d->point[i] >= 0) {
      for (int w = b->w_first[i]; w < b->w_first[i + 1]; w++) {
        d->w_vector[n_weight] = d->vector[b->w_vector[w]];
        d->w_value[n_weight++] = b->w_value[w];
      }
      d->point[i] = out->n_point;
      d->w_first[++out->n_point] = n_weight;
    }
  }
  for (int i = 0; i < out->n_term; i++) {
    sn_term *t = d->term + i;
    *t = (sn_term){d->form[t->form], d->point[t->i], d->point[t->j], t->c};
  }
}

static void keep_nodes(const sn_block *b, const draft *d, sn_block *out)
{
  for (int k = 0; k < b->n_node; k++) {
    d->node[k] = -1;
  }
  out->n_node = 0;
  for (int a = 0; a < out->n_vec; a++) {
    const int k = d->node_of[a];
    if (k >= 0 && d->node[k] < 0) {
      d->to_node[out->n_node] = b->node[k];
      d->node[k] = out->n_node++;
    }
    d->node_of[a] = k >= 0 ? d->node[k] : -1;
  }
}

sn_status sn_block_narrow(const sn_block *all, int first, int n, sn_arena *arena, sn_block *out, sn_error *error)
{
  const sn_gap_window *window = sn_window_of(all);
  draft d;
  SN_REQUIRE(window != NULL, error);
  SN_ASSERT(all->coordinate->form == 0 && all->coordinate->gap->n == all->n_form && !all->matrix && !all->augmented);
  SN_ASSERT(all->n_energy == 0 && first >= 0 && n > 0 && first + n < all->n_form);
  SN_TRY(new_draft(all, arena, &d, error));
  sn_gap *gap = sn_arena_get(arena, 1, window->size);
  if (!gap) {
    return sn_no_memory(error, "the window of a line");
  }
  *out = *all;
  keep_forms(all, first, n, &d, out);
  keep_points(all, &d, out);
  keep_nodes(all, &d, out);
  window->narrow(all->coordinate->gap, first, n, gap);
  *d.coordinate = *all->coordinate;
  d.coordinate->gap = gap;
  out->vector = d.to_vector;
  out->node_of = d.node_of;
  out->node = d.to_node;
  out->w_first = d.w_first;
  out->w_vector = d.w_vector;
  out->w_value = d.w_value;
  out->term = d.term;
  out->c0 = d.c0;
  out->dimension = d.dimension;
  out->coordinate = d.coordinate;
  return SN_OK;
}
