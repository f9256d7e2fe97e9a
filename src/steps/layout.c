/* steps/layout.c -- see layout.h. */
#include "steps/layout.h"

#include <string.h>

static sn_status no_memory(sn_error *error)
{
  return sn_failf(error, SN_ENOMEM, "not enough memory for the unknowns of the steps");
}

/* Elements in the making. */
typedef struct {
  int n, largest;
  int *count;
  const int **unknown;
} elements;

static int add_element(elements *e, int count, const int *unknown)
{
  e->count[e->n] = count;
  e->unknown[e->n] = unknown;
  e->largest = count > e->largest ? count : e->largest;
  return e->n++;
}

/* the block whose multipliers enter a block's element: itself, or the constraint that its friction follows */
static int multiplier_owner(const sn_system *s, int block)
{
  const sn_block *c = s->block + block;
  return c->law == SN_RATE_SCALAR && c->rate->normal_block >= 0 ? c->rate->normal_block : block;
}

/* nodes and multipliers of every block and mass pair, as the ordering wants them */
static sn_status number(const sn_system *s, const int *multipliers, sn_arena *arena, sn_layout *l, int *pair_node,
                        sn_error *error)
{
  const int nb = s->n_block, np = s->n_pair, n = nb + np;
  const int **node = SN_NEW(arena, const int *, n);
  int *count = SN_NEW(arena, int, n), *size = SN_NEW(arena, int, n);
  l->block_first = SN_NEW(arena, int, n);
  if (!node || !count || !size || !l->block_first) {
    return no_memory(error);
  }
  for (int i = 0; i < nb; i++) {
    node[i] = s->block[i].node;
    count[i] = s->block[i].n_node;
    size[i] = count[i] ? multipliers[i] : 0;
  }
  for (int i = 0; i < np; i++) {
    pair_node[2*i] = s->vector[s->pair[i].a].node;
    pair_node[2*i + 1] = s->vector[s->pair[i].b].node;
    node[nb + i] = pair_node + 2*i;
    count[nb + i] = pair_node[2*i] >= 0 && pair_node[2*i + 1] >= 0 ? 2 : 0;
  }
  const sn_order_input order = {s->n_node, l->node_size, n, node, count, size};
  l->n = sn_order(&order, arena, l->node_first, l->block_first);
  return l->n < 0 ? no_memory(error) : SN_OK;
}

/* unknowns of several nodes in a row, then `own` multipliers from `first` */
static const int *gather(const sn_layout *l, int n, const int *node, int own, int first, sn_arena *arena, int *total)
{
  int at = own;
  for (int r = 0; r < n; r++) {
    at += l->node_size[node[r]];
  }
  int *u = SN_NEW(arena, int, at);
  *total = at;
  at = 0;
  for (int r = 0; r < n && u; r++) {
    for (int j = 0; j < l->node_size[node[r]]; j++) {
      u[at++] = l->node_first[node[r]] + j;
    }
  }
  for (int k = 0; k < own && u; k++) {
    u[at++] = first + k;
  }
  return u;
}

sn_status sn_layout_new(const sn_system *s, const int *node_size, const int *multipliers, sn_arena *arena, sn_layout *l,
                        sn_error *error)
{
  const int nn = s->n_node, nb = s->n_block, np = s->n_pair, nl = s->n_load;
  *l = (sn_layout){.node_size = SN_NEW(arena, int, nn), .node_first = SN_NEW(arena, int, nn),
                   .block_element = SN_NEW(arena, int, nb), .pair_element = SN_NEW(arena, int, np),
                   .load_element = SN_NEW(arena, int, nl), .block_size = SN_NEW(arena, int, nb),
                   .offset = SN_NEW(arena, int *, nb)};
  int *pair_node = SN_NEW(arena, int, 2*np);
  elements e = {.count = SN_NEW(arena, int, nn + nb + np + nl), .unknown = SN_NEW(arena, const int *, nn + nb + np + nl)};
  if (!l->node_size || !l->node_first || !l->block_element || !l->pair_element || !l->load_element || !l->block_size ||
      !l->offset || !pair_node || !e.count || !e.unknown) {
    return no_memory(error);
  }
  memcpy(l->node_size, node_size, sizeof(int)*(size_t)nn);
  SN_TRY(number(s, multipliers, arena, l, pair_node, error));
  int total;
  for (int i = 0; i < nn; i++) {
    const int *u = gather(l, 1, &i, 0, 0, arena, &total);
    if (!u) {
      return no_memory(error);
    }
    add_element(&e, total, u);
  }
  for (int i = 0; i < nb; i++) {
    const sn_block *c = s->block + i;
    const int owner = multiplier_owner(s, i), own = c->n_node ? multipliers[owner] : 0;
    const int *u = gather(l, c->n_node, c->node, own, l->block_first[owner], arena, &total);
    l->offset[i] = SN_NEW(arena, int, c->n_node + 1);
    if (!u || !l->offset[i]) {
      return no_memory(error);
    }
    for (int r = 0; r < c->n_node; r++) {
      l->offset[i][r + 1] = l->offset[i][r] + l->node_size[c->node[r]];
    }
    l->block_size[i] = total;
    l->block_element[i] = c->n_node ? add_element(&e, total, u) : -1;
  }
  for (int i = 0; i < np; i++) {
    l->pair_element[i] = -1;
    if (pair_node[2*i] >= 0 && pair_node[2*i + 1] >= 0) {
      const int *u = gather(l, 2, pair_node + 2*i, 0, 0, arena, &total);
      if (!u) {
        return no_memory(error);
      }
      l->pair_element[i] = add_element(&e, total, u);
    }
  }
  for (int i = 0; i < nl; i++) {
    const int node = s->vector[s->load[i].vector[0]].node;
    l->load_element[i] = add_element(&e, e.count[node], e.unknown[node]);
  }
  l->local = SN_NEW(arena, double, e.largest*e.largest);
  l->rhs = SN_NEW(arena, double, l->n);
  if (!l->local || !l->rhs) {
    return no_memory(error);
  }
  l->n_element = e.n;
  l->count = e.count;
  l->unknown = e.unknown;
  l->mask = SN_NEW(arena, unsigned char *, e.n);
  for (int i = 0; i < e.n && l->mask; i++) {
    l->mask[i] = SN_NEW(arena, unsigned char, e.count[i]*e.count[i]);
    if (!l->mask[i]) {
      return no_memory(error);
    }
  }
  return l->mask ? SN_OK : no_memory(error);
}

void sn_layout_add(const sn_layout *l, int element, const double *a)
{
  if (l->lin) {
    sn_lin_add(l->lin, element, a);
    return;
  }
  for (int k = 0; k < l->count[element]*l->count[element]; k++) {
    l->mask[element][k] |= a[k] != 0;
  }
}

void sn_layout_add_full(const sn_layout *l, int element)
{
  memset(l->mask[element], 1, (size_t)(l->count[element]*l->count[element]));
}

sn_status sn_layout_solver(sn_layout *l, int marked, sn_arena *arena, sn_error *error)
{
  const sn_lin_pattern pattern = {l->n, l->n_element, l->count, l->unknown,
                                  marked ? (const unsigned char *const *)l->mask : NULL};
  return sn_lin_new(&pattern, arena, &l->lin, error);
}
