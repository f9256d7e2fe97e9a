/* steps/slips.c -- see rest.h. */
#include "steps/slips.h"

#include "laws/contact.h"
#include "laws/rate.h"

int sn_has_friction(const sn_system *s)
{
  for (int i = 0; i < s->n_block; i++) {
    if (s->block[i].contact || s->block[i].law == &sn_law_friction) {
      return 1;
    }
  }
  return 0;
}

sn_status sn_stop_slips(const sn_stages *now, sn_instant *m, int *list, sn_state *end, sn_ledger *l, sn_error *error)
{
  int n = 0;
  for (int i = 0; i < now->s->n_block; i++) { /* in the order of blocks: the same bits for any number of threads */
    const sn_block *b = now->s->block + i;
    const int pack = now->packs->pack_of[i], lane = now->packs->lane_of[i];
    if (pack < 0) {
      continue;
    }
    const sn_law_pack *p = now->pack + pack;
    if (b->contact ? sn_contact_holds(now, p, lane) : b->law == &sn_law_friction && sn_friction_holds(now, p, lane)) {
      list[n++] = i;
    }
    if (b->contact && sn_contact_holds_roll(now, p, lane)) {
      list[n++] = SN_ROLLS(i);
    }
  }
  return n > 0 ? sn_instant_stop_slips(m, end, list, n, l, error) : SN_OK;
}
