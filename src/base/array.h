/* base/array.h -- arrays that grow in an arena: the only way lists get longer.
 * Use:     SN_LIST(type) name; if (SN_ROOM(arena, name)) { name.at[name.n++] = x; } else there is no memory.
 *          SN_GROW does the same for an array whose pointer, number and room have names of their own.
 */
#ifndef SN_BASE_ARRAY_H
#define SN_BASE_ARRAY_H
#include "base/arena.h"

#define SN_LIST(type) \
  struct {            \
    type *at;         \
    int n, room;      \
  }
/* Is there room for one more? Makes it; 0: not enough memory, everything stays as it was. */
#define SN_GROW(arena, at, n, room) ((n) < (room) || sn_list_grow((arena), (void **)&(at), (n), &(room), sizeof *(at)))
#define SN_ROOM(arena, list) SN_GROW((arena), (list).at, (list).n, (list).room)

/* Twice the room, and new places are zero. Called by the macros above. */
int sn_list_grow(sn_arena *arena, void **at, int n, int *room, size_t size);

#endif
