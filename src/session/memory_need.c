/* session/memory_need.c -- how much memory a model will take: before it is built, and, better, when it is.
 * Theory:  measured: a run takes about 3 kB for each vector (position or axis of a node) and 2.4 kB for each vector of each element,
 *          joint or force, besides 20 MB (1e3 to 1e4 bodies, cables and beams of all orders: right to a factor 1.6). Before the model
 *          is built only nodes are known; each takes 8 kB at least. Meshes of many nodes take more for their factors than for all
 *          else: the entries of L + U are counted before anything is factored.
 * Limits:  what results and surfaces take is not counted.
 * Tests:   tests/cli/test_memory.c
 */
#include "session/memory_need.h"

#include <math.h>
#include <string.h>

#include "math/linear.h"

static const double process = 20e6, per_vector = 3e3, per_block_vector = 2.4e3, per_node = 8e3; /* bytes */
/* For each entry of L + U with the unknowns of the nodes, measured on blocks of 2700 and 8300 nodes: at rest (half of a matrix, and its
   fronts), in steps of one stage and of two. */
static const double at_rest = 13, one_stage = 38, two_stages = 120;
enum { MANY = 2000 }; /* nodes: below, factors are small against the rest */

static double nodes_of(const sn_item *item)
{
  if (item->kind->class != SN_CLASS_PART) {
    return 0;
  }
  return item->kind->part.stations ? fmax(1, item->kind->part.stations(item)) : 1;
}

/* Entries of L + U. 0: few, or they could not be counted. */
static double fill_of(const sn_system *s, sn_arena *scratch)
{
  int *size = SN_NEW(scratch, int, s->n_node), *first = SN_NEW(scratch, int, s->n_node);
  int *none = SN_NEW(scratch, int, 2 * s->n_block), *nodes = SN_NEW(scratch, int, s->n_block);
  int *count = SN_NEW(scratch, int, s->n_block);
  const int **list = sn_arena_get(scratch, (size_t)s->n_block, sizeof *list);
  const int **unknown = sn_arena_get(scratch, (size_t)s->n_block, sizeof *unknown);
  if (!size || !first || !none || !nodes || !count || !list || !unknown) {
    return 0;
  }
  for (int i = 0; i < s->n_node; i++) {
    size[i] = s->node[i].n_x + sn_node_rotations(s->node + i);
  }
  for (int i = 0; i < s->n_block; i++) {
    list[i] = s->block[i].node;
    nodes[i] = s->block[i].n_node;
  }
  const sn_order_input in = {s->n_node, size, s->n_block, list, nodes, none, NULL};
  const int n = sn_order(&in, scratch, first, none + s->n_block);
  for (int i = 0; i < s->n_block && n > 0 && !sn_lin_engine_takes(n); i++) {
    for (int k = 0; k < nodes[i]; k++) {
      count[i] += size[list[i][k]];
    }
    int *of = SN_NEW(scratch, int, count[i]), to = 0;
    if (!of && count[i] > 0) {
      return 0;
    }
    for (int k = 0; k < nodes[i]; k++) {
      for (int j = 0; j < size[list[i][k]]; j++) {
        of[to++] = first[list[i][k]] + j;
      }
    }
    unknown[i] = of;
  }
  double fill = 0;
  const sn_lin_pattern p = {.n = n, .n_element = s->n_block, .count = count, .unknown = unknown};
  return n > 0 && !sn_lin_engine_takes(n) && sn_lin_cost(&p, INFINITY, &fill, scratch) >= 0 ? fill : 0;
}

double sn_memory_of_system(const sn_system *s, const char *scheme)
{
  const double per_entry = !scheme ? at_rest : strncmp(scheme, "ed", 2) == 0 ? two_stages : one_stage;
  double blocks = 0;
  for (int i = 0; i < s->n_block; i++) {
    blocks += per_block_vector * s->block[i].n_vec;
  }
  sn_arena *scratch = s->n_node > MANY ? sn_arena_new(NULL) : NULL;
  const double factors = scratch ? per_entry * fill_of(s, scratch) : 0;
  sn_arena_free(scratch);
  return process + per_vector * s->n_vector + fmax(blocks, factors); /* those of chains are in what their blocks take */
}

/* The figure, the part that takes most, and the way out. */
static sn_status refuse(const sn_model *m, double bytes, double limit, sn_error *error)
{
  const sn_item *largest = NULL;
  double nodes = 0;
  for (int i = 0; i < sn_model_items(m); i++) {
    const sn_item *item = sn_model_item(m, i);
    nodes += nodes_of(item);
    largest = nodes_of(item) > (largest ? nodes_of(largest) : 0) ? item : largest;
  }
  (void)sn_failf(error, SN_EINPUT, "The model needs about %.0f MB of memory; %.0f MB are allowed.", bytes / 1e6,
                 limit / 1e6);
  if (largest) {
    sn_error_where(error, "%s, %s '%s'", largest->where, largest->kind->name, largest->name);
    sn_error_why(error, "It has %.0f nodes; %s '%s' has %.0f of them.", nodes, largest->kind->name, largest->name,
                 nodes_of(largest));
  }
  sn_error_fix(error, "Use fewer elements or parts, or allow more: --memory %.0f (in MB).", ceil(1.2 * bytes / 1e6));
  return SN_EINPUT;
}

sn_status sn_memory_check_model(const sn_model *m, double limit, sn_error *error)
{
  double bytes = process;
  for (int i = 0; i < sn_model_items(m); i++) {
    bytes += per_node * nodes_of(sn_model_item(m, i));
  }
  return bytes > limit ? refuse(m, bytes, limit, error) : SN_OK;
}

sn_status sn_memory_check_system(const sn_model *m, const sn_system *s, const char *scheme, double limit,
                                 sn_error *error)
{
  const double bytes = sn_memory_of_system(s, scheme);
  return bytes > limit ? refuse(m, bytes, limit, error) : SN_OK;
}
