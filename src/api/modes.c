/* api/modes.c -- public interface: modes and buckling loads of a model.
 * What:    asks session/session_modes.h for them, and fills the array of the caller.
 * Tests:   tests/mechanisms/test_modes.c
 */
#include <string.h>

#include "api/api_private.h"
#include "session/session_modes.h"

static const double two_pi = 6.28318530717958647692;

static sn_status find(sinew_model *m, const char *file, int buckling, int count, sn_session *s, sn_modes *modes,
                      sn_error *error)
{
  SN_TRY(sn_session_open_static(s, m->model, m->name, s->arena, error));
  sn_session_watch(s, &m->stop);
  sn_modes_wanted wanted = sn_session_modes_wanted(s);
  wanted.count = count > 0 ? count : wanted.count;
  SN_TRY(sn_session_modes(s, &wanted, buckling, modes, error));
  return file && modes->n > 0 ? sn_session_write_modes(s, modes, buckling, file, error) : SN_OK;
}

/* The modes into the array of the caller, whose elements say their size. */
static int hand_out(const sn_modes *modes, sinew_mode *out, int room, sinew_error *error)
{
  const size_t stride = room > 0 ? out->size : 0; /* that of the caller's edition */
  for (int i = 0; i < modes->n && i < room; i++) {
    const sn_mode *x = &modes->mode[i];
    const sinew_mode mode = {sizeof mode, x->frequency / two_pi, x->growth, x->damping,
                             x->factor,   x->residual,           x->zero};
    char *to = (char *)out + (size_t)i * stride;
    memcpy(to, &stride, sizeof stride);
    const int status = SN_API_GIVE(to, &mode, error);
    if (status != SINEW_OK) {
      return status;
    }
  }
  return SINEW_OK;
}

int sinew_modes(sinew_model *m, const char *file, int buckling, int count, sinew_mode *out, int room, int *n,
                sinew_error *error)
{
  *n = 0;
  const int complete = sn_api_complete(m, error);
  if (complete != SINEW_OK) {
    return complete;
  }
  if (count < 0 || count > SN_API_MODES || room < 0 || (room > 0 && !out)) {
    return sn_api_fail(error, SN_EINPUT, "The number of modes cannot be had.", "Ask for 1 to 10000.");
  }
  sn_arena *arena = sn_api_arena(m);
  if (!arena) {
    return sn_api_fail(error, SN_ENOMEM, "There is not enough memory for the modes.", "");
  }
  sn_session s = {.arena = arena};
  sn_modes modes = {0};
  sn_error e = {0};
  int status = sn_api_status(find(m, file, buckling != 0, count, &s, &modes, &e), &e, error);
  status = status == SINEW_OK ? hand_out(&modes, out, room, error) : status;
  *n = status == SINEW_OK ? modes.n : 0;
  sn_session_close(&s);
  sn_arena_free(arena);
  return status;
}
