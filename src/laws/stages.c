/* laws/stages.c -- see stages.h: what several laws share. */
#include "laws/stages.h"

#include "laws/gauss.h"

void sn_guess_stresses(const sn_stages *x, sn_law_pack *p)
{
  for (int l = 0; l < SN_LANES; l++) {
    const sn_block *c = x->s->block + p->is->block[l];
    SN_ASSERT(c->n_stress == c->n_form && c->stress + c->n_form <= x->s->n_stress);
    for (int f = 0; f < c->n_form; f++) {
      const double rate = x->n == 2 ? x->start->rate[c->stress + f] : 0;
      p->s_c[f][l] = x->start->stress[c->stress + f] + x->h * rate;
      if (x->n == 2) {
        p->s_d[f][l] = x->h * rate * HALF;
      }
    }
  }
}
