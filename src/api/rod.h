/* api/rod.h -- models that are a laboratory rod (plane_rod { ... }): found, started and run by src/rod into the same sink.
 * Who:     src/api; the command asks sn_session.rod whether a model is one.
 */
#ifndef SN_API_ROD_H
#define SN_API_ROD_H
#include "api/session.h"

/* The rod of a model that was frozen, with its own count of freedoms; nothing else of the core applies to it. */
void sn_session_find_rod(sn_session *s);
/* SN_EINPUT when the model is a rod: `what` is not for rods. */
sn_status sn_session_no_rod(const sn_session *s, const char *what, const char *fix, sn_error *error);
/* The same steps as for other models. */
sn_status sn_session_rod_settings(sn_session *s, double until, sn_error *error);
sn_status sn_session_rod_start(sn_session *s, sn_error *error);
sn_status sn_session_rod_run(sn_session *s, const sn_sink *sink, sn_run_summary *out, sn_error *error);

#endif
