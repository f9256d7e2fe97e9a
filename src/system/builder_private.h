/* system/builder_private.h -- the builder's own data, shared by builder.c, blocks.c, frames.c, guard.c, scalar_laws.c and freeze.c only. */
#ifndef SN_SYSTEM_BUILDER_PRIVATE_H
#define SN_SYSTEM_BUILDER_PRIVATE_H
#include "base/array.h"
#include "base/intern.h"
#include "system/builder.h"
#include "system/guard.h"

/* Room for one more in a list of the builder; evaluates to 1 on success. On failure the builder's error is set. */
#define SN_PUSH(b, list) (SN_ROOM((b)->scratch, (list)) || sn_builder_full(b))
int sn_builder_full(sn_builder *b); /* there is no memory: 0 */

typedef struct {
  int first, n; /* entries in sn_builder.weights */
  int is_axis;  /* 1: a direction, whatever it is made of */
} sn_raw_point;
typedef struct {
  int vector;
  double weight;
} sn_raw_weight;
typedef struct {
  int k, l;
  double value;
} sn_raw_entry;

/* A block as it was told: points and forms by their place in the builder's lists. */
typedef struct {
  const sn_law *law;
  const char *row_text;
  int meets, is_sum, ties_triad;
  double alpha, penalty, augmented; /* the last two: N/m; 0: none */
  int item;
  SN_LIST(sn_raw_point) point;
  SN_LIST(double) constant; /* one per form */
  SN_LIST(int) length;      /* forms that are lengths (sn_form_length) */
  SN_LIST(sn_term) term;
  SN_LIST(sn_raw_entry) entry;
  SN_LIST(sn_energy_part) energy;
  SN_LIST(sn_coordinate) coordinate;
  double offset;
  const sn_expr *drive;
  int drive_is_rate, drive_own, energy_own;
  const sn_potential *potential;
  const sn_expr *const *factor;
  const sn_expr *given;
  const sn_rate_law *rate;
  const sn_feedback *feedback;
  const sn_contact *contact;
} sn_raw_block;

struct sn_builder {
  sn_arena *arena;   /* of what stays */
  sn_arena *scratch; /* of the lists: what is left of them is copied when the system is finished */
  sn_error error;
  int item;
  double alpha, penalty, augmented;
  sn_v3 gravity, lowest, highest;
  sn_v3 origin;           /* of the coordinates of the system, in those of the model */
  int has_extent, ground; /* ground: first of its four vectors, -1 before first use */
  SN_LIST(sn_v3) place;   /* points that count for the size of the model */
  SN_LIST(sn_vector) vector;
  SN_LIST(sn_v3) q;
  SN_LIST(sn_v3) v;
  SN_LIST(sn_node) node;
  SN_LIST(sn_mass_pair) mass;      /* every pair told, a <= b, not yet added up */
  SN_LIST(sn_item_mass) item_mass; /* the same with their items, in the order of these, and what the ground holds */
  SN_LIST(sn_mass_pair) heavy;     /* heavy for gravity alone: a = b, the vector */
  SN_LIST(sn_raw_weight) weight;
  SN_LIST(sn_raw_block) block;
  SN_LIST(sn_load) load;
  SN_LIST(sn_moving_frame) frame;
  SN_LIST(sn_shown_frame) shown;
  SN_LIST(sn_observable) output;
  int formula_scratch, row_scratch; /* numbers that formulas, and other rows, write while they are evaluated */
  sn_lists *lists;                  /* what rows are, weights of frames: equal ones once; NULL: it is finished */
  SN_LIST(double) internal;
  SN_LIST(sn_sampler) sampler;
  SN_LIST(sn_guard) guard;
  SN_LIST(const char *) item_text; /* "joint 'pivot' (revolute)": kind and name */
  SN_LIST(const char *) item_name;
  SN_LIST(const char *) item_where;
};

int sn_new_vector(sn_builder *b, sn_freedom freedom, int role, sn_v3 q, sn_v3 v);
int sn_new_internal(sn_builder *b, double value);
/* blocks.c: the block that is being made; NULL after a failure or before the first. */
sn_raw_block *sn_current_block(sn_builder *b);
double sn_raw_form_now(const sn_builder *b, const sn_raw_block *k, int form); /* in the initial configuration */
sn_v3 sn_raw_point_now(const sn_builder *b, const sn_raw_block *k, int point);

#endif
