/* system/check.h -- what everybody relies on in a frozen system, asserted in debug builds.
 * Who:     the builder, when it is finished.
 */
#ifndef SN_SYSTEM_CHECK_H
#define SN_SYSTEM_CHECK_H
#include "system/system.h"

#ifdef SN_DEBUG
void sn_system_check(const sn_system *s);
#else
#define sn_system_check(s) ((void)(s))
#endif

#endif
