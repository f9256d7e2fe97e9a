/* api/warnings.h -- what the two files of warnings share. Who: api/warnings*.c. */
#ifndef SN_API_WARNINGS_H
#define SN_API_WARNINGS_H
#include "api/session.h"

sn_status sn_warn_run(const sn_session *s, sn_error *error); /* times, scheme, drives, size */

#endif
