/* session/memory_need.c -- how much memory a model will take: before it is built, and, better, when it is.
 * Theory:  measured: a run takes about 3 kB for each vector (position or axis of a node) and 2.4 kB for each vector of each element,
 *          joint or force, besides 20 MB (1e3 to 1e4 bodies, cables and beams of all orders: right to a factor 1.6). Before the model
 *          is built only nodes are known; each takes 8 kB at least.
 * Limits:  what results and surfaces take is not counted.
 * Tests:   tests/cli/test_memory.c
 */
#include "session/memory_need.h"

#include <math.h>

static const double process = 20e6, per_vector = 3e3, per_block_vector = 2.4e3, per_node = 8e3; /* bytes */

static double nodes_of(const sn_item *item)
{
  if (item->kind->class != SN_CLASS_PART) {
    return 0;
  }
  return item->kind->part.stations ? fmax(1, item->kind->part.stations(item)) : 1;
}

double sn_memory_of_system(const sn_system *s)
{
  double sum = process + per_vector * s->n_vector;
  for (int i = 0; i < s->n_block; i++) {
    sum += per_block_vector * s->block[i].n_vec;
  }
  return sum;
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

sn_status sn_memory_check_system(const sn_model *m, const sn_system *s, double limit, sn_error *error)
{
  const double bytes = sn_memory_of_system(s);
  return bytes > limit ? refuse(m, bytes, limit, error) : SN_OK;
}
