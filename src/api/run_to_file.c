/* api/run_to_file.c -- public interface: whole runs into result files, and resuming them.
 * Tests:   tests/api/test_api.c
 */
#include <math.h>

#include "api/api_private.h"
#include "session/session_checkpoint.h"

typedef struct {
  int (*progress)(void *data, double t, double duration, long long steps);
  void *data;
  volatile int *stop;
} caller;

static void on_progress(void *data, double t, double duration, long steps)
{
  caller *c = data;
  if (c->progress && c->progress(c->data, t, duration, steps) != 0) {
    *c->stop = 1;
  }
}

static sinew_summary public_summary(const sn_run_summary *sum, int freedom)
{
  return (sinew_summary){.t_end = sum->t_end,
                         .wall_seconds = sum->wall_seconds,
                         .energy_identity_error = sum->energy_identity_error,
                         .numerical_dissipation = sum->still ? 0 : sum->total.numerical / sum->scale,
                         .constraint_error = sum->constraint_error,
                         .steps = sum->steps,
                         .newton_iterations = sum->iterations,
                         .step_rejections = sum->rejections,
                         .error_rejections = sum->error_rejections,
                         .inaccurate_steps = sum->noticed[SN_WARN_INACCURATE].count,
                         .completed = sum->completed,
                         .unknowns = sum->unknowns,
                         .degrees_of_freedom = freedom};
}

static sn_status run(sinew_model *m, sn_arena *arena, const char *file, caller *c, sinew_summary *out, sn_error *e)
{
  sn_session s;
  sn_run_summary sum = {0};
  sn_status status = sn_session_open(&s, m->model, m->name, arena, e);
  sn_session_watch(&s, c->stop);
  if (status == SN_OK) {
    status = sn_session_settings(&s, NAN, e);
  }
  if (status == SN_OK) {
    status = sn_session_start(&s, e);
  }
  if (status == SN_OK) {
    status = sn_session_run(&s, file, &(sn_session_hooks){.data = c, .progress = on_progress}, &sum, e);
  }
  *out = public_summary(&sum, s.freedom.freedom);
  out->warnings = s.model ? sn_model_warnings(s.model) : 0;
  sn_session_close(&s);
  return status;
}

/* What the caller gave is looked at before the work. */
static int ready(const char *file, sinew_summary *summary, sinew_error *error)
{
  const sinew_summary none = {0};
  if (!file) {
    return sn_api_fail(error, SN_EINPUT, "A result file needs a name.", "");
  }
  return summary ? SN_API_GIVE(summary, &none, error) : SINEW_OK;
}

static void tell(sinew_summary *to, const sinew_summary *from)
{
  if (to) {
    (void)SN_API_GIVE(to, from, NULL);
  }
}

void sinew_stop(sinew_model *m)
{
  if (m) {
    m->stop = 1;
  }
}

int sinew_run(sinew_model *m, const char *file, int (*progress)(void *data, double t, double duration, long long steps),
              void *data, sinew_summary *summary, sinew_error *error)
{
  int status = sn_api_complete(m, error);
  if (status != SINEW_OK) {
    return status;
  }
  status = ready(file, summary, error);
  if (status != SINEW_OK) {
    return status;
  }
  sn_arena *arena = sn_api_arena(m);
  if (!arena) {
    return sn_api_fail(error, SN_ENOMEM, "There is not enough memory for the run.", "");
  }
  sn_error e = {0};
  caller c = {progress, data, &m->stop};
  sinew_summary sum = {0};
  status = sn_api_status(run(m, arena, file, &c, &sum, &e), &e, error);
  sn_arena_free(arena);
  tell(summary, &sum);
  return status;
}

static sn_status resume(sn_arena *arena, const char *file, double until, caller *c, sinew_summary *out, sn_error *e)
{
  sn_session s = {0};
  sn_run_summary sum = {0};
  sn_remaining remaining = SN_RUN_REMAINS;
  s.options.stop = c->stop;
  sn_status status = sn_session_reopen(&s, file, until, arena, &remaining, e);
  if (status == SN_OK && remaining == SN_RUN_REMAINS) {
    status = sn_session_run(&s, file, &(sn_session_hooks){.data = c, .progress = on_progress}, &sum, e);
  } else if (status == SN_OK) {
    sum = sn_snapshot_summary(&s.point->snapshot);
  }
  *out = public_summary(&sum, s.freedom.freedom);
  out->warnings = s.model ? sn_model_warnings(s.model) : 0;
  sn_session_close(&s);
  return status;
}

int sinew_resume(const char *file, double until, const sinew_allocator *allocator,
                 int (*progress)(void *data, double t, double duration, long long steps), void *data,
                 sinew_summary *summary, sinew_error *error)
{
  const sn_allocator own =
      allocator ? (sn_allocator){allocator->allocate, allocator->release, allocator->data} : (sn_allocator){0};
  int status = ready(file, summary, error);
  if (status != SINEW_OK) {
    return status;
  }
  sn_arena *arena = sn_arena_new(allocator ? &own : NULL);
  if (!arena) {
    return sn_api_fail(error, SN_ENOMEM, "There is not enough memory for the run.", "");
  }
  sn_error e = {0};
  volatile int stop = 0;
  caller c = {progress, data, &stop};
  sinew_summary sum = {0};
  status = sn_api_status(resume(arena, file, until, &c, &sum, &e), &e, error);
  sn_arena_free(arena);
  tell(summary, &sum);
  return status;
}
