/* session/session_modes.h -- modes of a session, and their result file.
 * Who:     the command and the public interface.
 */
#ifndef SN_SESSION_SESSION_MODES_H
#define SN_SESSION_SESSION_MODES_H
#include "analysis/modes.h"
#include "session/session.h"

/* What the model wants (modes { ... }, or the defaults), with a place for other wishes. */
sn_modes_wanted sn_session_modes_wanted(const sn_session *s);
/* Finds them. The session must be opened for statics: what hold { ... } holds is held. The state of the start becomes the
   equilibrium. */
sn_status sn_session_modes(sn_session *s, const sn_modes_wanted *wanted, int buckling, sn_modes *out, sn_error *error);
/* Writes them, each moving through one period (results/modes.h). */
sn_status sn_session_write_modes(sn_session *s, const sn_modes *modes, int buckling, const char *file, sn_error *error);
/* mode_shapes.c: how the nodes of shells move in each, as a text (model/mode_file.h). */
sn_status sn_session_write_shapes(const sn_session *s, const sn_modes *modes, int buckling, const char *file,
                                  sn_error *error);

#endif
