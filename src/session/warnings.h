/* session/warnings.h -- what the files of warnings share. Who: session/warnings*.c. */
#ifndef SN_SESSION_WARNINGS_H
#define SN_SESSION_WARNINGS_H
#include "session/session.h"

sn_status sn_warn_run(const sn_session *s, sn_error *error); /* times, scheme, drives, size */
sn_status sn_warn_joined(sn_session *s, sn_error *error);    /* what is locked, falls, or touches without a joint */

#endif
