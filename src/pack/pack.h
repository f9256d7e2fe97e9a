/* pack/pack.h -- blocks and nodes four at a time: like blocks lie side by side, so that one kernel serves every kind of part.
 * What:    blocks that have points, forms and nodes of the same shape are of one type; up to four of them are a pack, a number of
 *          each in a lane (math/lane.h). A kernel reads the lists of the type once for four blocks: no kernel is written for a
 *          joint, a cable or a beam of some order, and there is no limit of forms. Lanes left over repeat the last block.
 * Who:     schemes, and whoever asks blocks at one instant (instant/batch.h); they keep what is theirs beside it. Made once, at creation.
 */
#ifndef SN_PACK_PACK_H
#define SN_PACK_PACK_H
#include "base/arena.h"
#include "base/error.h"
#include "math/lane.h"
#include "system/system.h"

/* Who adds what to a matrix, and in which order: sums of entries are taken in the order of elements. */
typedef struct {
  const int *node_part, *block_part; /* n_node, n_block */
  int n_block;
  const int *block; /* those that have elements, in the order in which a part adds them */
} sn_layout_parts;

/* What nodes of one kind have in common. */
typedef struct {
  int has_x, n_dir, n_vec;
  int n_x, is_length; /* unknowns of the first vector, as in sn_node */
  int n_rot, n_rate;  /* rotations 0, 2, 3; rates: of the first vector and of rotation */
  int member[3];      /* as in sn_node */
  int category;       /* of the scheme: nodes of different ones are never side by side */
} sn_node_shape;

typedef enum {
  SN_ROWS_GENERAL,
  SN_ROWS_POINT, /* constraint gap.axis_k, k = 0..2: a point held in all directions */
  SN_ROWS_AXES   /* constraint of products of directions */
} sn_rows;

/* B of one form by one vector is a sum of points: coefficient of a term times a weight. */
typedef struct {
  int term, weight, point;
} sn_gradient_term;
typedef struct {
  int vector;
  int first, end; /* its shares */
} sn_gradient;
typedef struct {
  const sn_block *of; /* the first of its blocks, or its lists in the order of all types (types.c) */
  int joins; /* 1: these: of several types, or in another order. Blocks may have fewer vectors, whose weights are zero */
  int n_vec, n_point, n_form, n_term, n_weight, n_node;
  const int *w_point, *w_vector; /* n_weight */
  const int *node_of, *slot;     /* n_vec */
  const sn_node_shape *shape;    /* n_node */
  const int *local;              /* n_node x 4: vector by slot, -1: not in the block */
  const int *gradient_first;     /* n_form + 1 */
  const sn_gradient *gradient;   /* of vectors that belong to nodes */
  const sn_gradient_term *share;
  /* forms that feel each node: those that see its position, from form_first[2 r] on, then those that see its directors, ascending */
  const int *form_first, *form; /* 2 n_node + 1 */
  int *column; /* 2 n_form: first and end of what the matrix of the law, or its energies, couple with a form */
  sn_rows rows;
  int gap, axis[3]; /* SN_ROWS_POINT: points */
  int category;     /* of the scheme */
} sn_pack_type;

typedef struct {
  const sn_pack_type *type;
  int n, block[SN_LANES];
  const int *vector, *node;                          /* n_vec x 4, n_node x 4 */
  const sn_lane *weight, *coefficient, *c0, *matrix; /* n_weight, n_term, n_form, n_form^2 (NULL: none) */
  /* in the linear system (steps/assembler.h): unknowns of an element, the first local column of each node (n_node + 1), the
     elements, their first multipliers */
  int n_local;
  const int *offset;
  int element[SN_LANES], first[SN_LANES];
} sn_pack;

/* Nodes of one shape, up to four. */
typedef struct {
  sn_node_shape shape;
  int n, node[SN_LANES];
  int vector[4][SN_LANES]; /* by slot */
  sn_lane mass[4][4];
  int has_mass[4][4]; /* 1: not zero for some of them */
} sn_node_pack;

typedef struct {
  int n_type, n;
  sn_pack_type *type;
  sn_pack *pack;          /* those of one type in a row */
  int *pack_of, *lane_of; /* n_block; -1: left out */
  int n_node;
  sn_node_pack *node;      /* those of one shape in a row */
  int *first, *node_first; /* of every part of the work, and the end (steps/pack_plan.h) */
  sn_layout_parts parts;
  sn_lv3 *vector, *point; /* scratch of one thread, for energies: vectors, points and forms of the largest pack */
  sn_lane *form;
} sn_packs;

/* Adds to the categories of a scheme, from the number `own` (a power of two) upward, what friction asks for: blocks whose
   multipliers it follows, and how many these are. Blocks that only count an angle are left out (-1). */
void sn_pack_categories(const sn_system *s, const int *multipliers, int own, int *category);
/* After packing: multipliers that friction follows are those of the forms, not forces in ground axes. */
void sn_packs_follow(sn_packs *packs, int own);
/* Packs of all nodes, and of all blocks whose category is not negative. node_category: of every node. */
sn_status sn_packs_new(const sn_system *s, const int *category, const int *node_category, sn_arena *arena,
                       sn_packs *out, sn_error *error);

/* Where vector a of a block is in the lists of its type. */
int sn_pack_vector(const sn_system *s, const sn_packs *packs, int block, int a);

/* n lanes, zero; *good becomes 0 when there is no memory. */
sn_lane *sn_lanes(sn_arena *arena, int n, int *good);

/* rows.c, for pack.c: the kind of rows of a block (gap, axis: points of SN_ROWS_POINT); blocks with a node whose axes turn
   easily (elastic: scratch of n_node zeros). */
sn_rows sn_rows_of(const sn_system *s, const sn_block *b, int light, int *gap, int axis[3]);
void sn_mark_light(const sn_system *s, unsigned char *elastic, unsigned char *light);

#endif
