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
/* Makes room for one more entry; 0: not enough memory, and nothing has changed. */
#define SN_GROW(arena, at, n, room) ((n) < (room) || sn_list_grow((arena), (void **)&(at), (n), &(room), sizeof *(at)))
#define SN_ROOM(arena, list) SN_GROW((arena), (list).at, (list).n, (list).room)

/* Doubles the room; new entries are zero. Called by the macros above. */
int sn_list_grow(sn_arena *arena, void **at, int n, int *room, size_t size);

#endif
