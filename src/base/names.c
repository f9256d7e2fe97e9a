/* base/names.c -- see base/names.h.
 * Tests:   tests/base/test_names.c.
 */
#include "base/names.h"

#include <stdint.h>
#include <string.h>

#include "base/text.h"

static int place_of(const sn_names *t, const char *name)
{
  int k = (int)(sn_hash(name, strlen(name)) & (uint64_t)(t->room - 1));
  while (t->place[k].name && strcmp(t->place[k].name, name) != 0) {
    k = (k + 1) & (t->room - 1);
  }
  return k;
}

int sn_names_find(const sn_names *t, const char *name)
{
  const sn_names_entry *p = t->n > 0 ? t->place + place_of(t, name) : NULL;
  return p && p->name ? p->number : -1;
}

static int grow(sn_names *t, sn_arena *arena)
{
  if (2 * (t->n + 1) <= t->room) {
    return 1;
  }
  sn_names more = {.n = t->n, .room = t->room ? 2 * t->room : 64};
  more.place = SN_NEW(arena, sn_names_entry, more.room);
  if (!more.place) {
    return 0;
  }
  for (int i = 0; i < t->room; i++) {
    if (t->place[i].name) {
      more.place[place_of(&more, t->place[i].name)] = t->place[i];
    }
  }
  *t = more;
  return 1;
}

int sn_names_add(sn_names *t, const char *name, int number, sn_arena *arena)
{
  if (!grow(t, arena)) {
    return 0;
  }
  sn_names_entry *p = t->place + place_of(t, name);
  t->n += p->name == NULL;
  *p = (sn_names_entry){name, number};
  return 1;
}
