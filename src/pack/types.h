/* pack/types.h -- private to src/pack: which blocks are alike, and types that become one (types.c, for pack.c). */
#ifndef SN_PACK_TYPES_H
#define SN_PACK_TYPES_H
#include "pack/pack.h"

typedef struct {
  const sn_system *s;
  const int *category, *node_category;
  const unsigned char *light; /* per block: a node of it has axes that turn easily */
} sn_pack_context;

/* The types of all blocks. */
typedef struct {
  int n;
  int *type;            /* n_block: of every block; -1: left out */
  int *leader, *count;  /* n: the first of its blocks, their number */
  const sn_block **of;  /* n: whose lists they have: the leader, or in order and with what several types have */
  unsigned char *joins; /* n, 1: these */
} sn_pack_types;
sn_status sn_pack_types_find(const sn_pack_context *x, sn_arena *arena, sn_pack_types *out, sn_error *error);

/* The vectors and weights of a block by the lists of its type, SN_LANES apart. */
void sn_pack_fit(const sn_system *s, const sn_pack_type *t, const sn_block *b, int *vector, double *weight);

sn_node_shape sn_pack_shape_of(const sn_node *c, int category);
int sn_pack_same_shape(const sn_node_shape *a, const sn_node_shape *b);

#endif
