/* session/rod_runner.h -- a session of a laboratory rod (plane_rod { ... }), which the laboratory runs into the same sink.
 * Who:     cli/verb_study.c, whose subject it is. To everybody else it is a runner like any other (session/runner.h).
 */
#ifndef SN_SESSION_ROD_RUNNER_H
#define SN_SESSION_ROD_RUNNER_H
#include "parts/plane_rod.h"
#include "session/session.h"

typedef struct {
  const sn_item *item;
  const sn_plane_rod *part;
  sn_rod_options options;
  sn_rod_statistics count; /* of the last run */
  double *p, *v;           /* its start */
} sn_rod_session;
/* NULL: the model is no rod. */
const sn_rod_session *sn_session_rod(const sn_session *s);

#endif
