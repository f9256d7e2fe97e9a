/* session/warnings.h -- what the files of warnings share. Who: session/warnings*.c; scheme_runner.c names what has shrunk. */
#ifndef SN_SESSION_WARNINGS_H
#define SN_SESSION_WARNINGS_H
#include "session/session.h"

sn_status sn_warn_run(const sn_session *s, sn_error *error); /* times, scheme, drives, size */
sn_status sn_warn_joined(sn_session *s, sn_error *error);    /* what is locked, falls, or touches without a joint */

/* A length that the user gives as a function of time, where it is not above zero. */
typedef struct {
  const sn_item *item;
  const sn_input *input;
  double t, value; /* s, m */
} sn_shrunk;
/* Does a length of this item go to zero between these times? The first one; 0: none does. */
int sn_session_shrunk(const sn_session *s, int item, double from, double to, sn_shrunk *out);

#endif
