/* pack/check.h -- what kernels on packs rely on, asserted in debug builds once the lists are made.
 * Who:     pack.c.
 */
#ifndef SN_PACK_CHECK_H
#define SN_PACK_CHECK_H
#include "pack/pack.h"

#ifdef SN_DEBUG
void sn_packs_check(const sn_system *s, const int *category, const sn_packs *p);
#else
#define sn_packs_check(s, category, p) ((void)0)
#endif

#endif
