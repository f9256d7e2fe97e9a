/* session/session_linearize.h -- the motion near the state of a session, with names for its numbers.
 * Who:     the command and the public interface.
 */
#ifndef SN_SESSION_SESSION_LINEARIZE_H
#define SN_SESSION_SESSION_LINEARIZE_H
#include "analysis/linearize.h"
#include "session/session.h"

typedef struct {
  const char *name, *unit;
} sn_named;

typedef struct {
  sn_linearization matrices;
  int n_states;                           /* 2 n_freedom */
  const sn_named *state, *input, *output; /* n_states; those of the matrices */
} sn_linear_model;

/* An input by name, or an output row: a channel "tip", or an output of an item "hinge.angle". */
sn_status sn_session_input(const sn_session *s, const char *name, int *out, sn_error *error);
sn_status sn_session_observable(const sn_session *s, const char *name, int *out, sn_error *error);

/* At state x; o->value is set here. Everything in the answer lives in the arena; the session stays as it is. */
sn_status sn_session_linearize(const sn_session *s, const sn_state *x, sn_linearize_options *o, sn_arena *arena,
                               sn_linear_model *out, sn_error *error);

#endif
