/* base/names.h -- which number belongs to a name: a hash table that grows in an arena.
 * Use:     sn_names t = {0}; names are kept by pointer and must live as long as the table.
 */
#ifndef SN_BASE_NAMES_H
#define SN_BASE_NAMES_H
#include "base/arena.h"

typedef struct {
  const char *name; /* NULL: the slot is free */
  int number;
} sn_names_entry;
typedef struct {
  sn_names_entry *place; /* open addressing; room is a power of 2, at least twice n */
  int n, room;
} sn_names;

int sn_names_find(const sn_names *t, const char *name); /* the number of a name; -1: it is not in the table */
/* Adds a name that is not in the table; number >= 0. Returns 0 without memory: the table is then unchanged. */
int sn_names_add(sn_names *t, const char *name, int number, sn_arena *arena);

#endif
