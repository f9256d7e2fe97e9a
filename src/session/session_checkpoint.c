/* session/session_checkpoint.c -- checkpoints of a session that runs, and the writer of one that goes on.
 * What:    see session/session_checkpoint.h.
 * Limits:  a checkpoint that cannot be written does not end the run; the one before it stays.
 * Tests:   tests/promises/test_resume.c, tests/cli/test_resume.c.
 */
#define _XOPEN_SOURCE 700
#include "session/session_checkpoint.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the checkpoint");
}

/* The folder of the model from the root on, ending with a slash; "" when it has none. */
static const char *whole_folder(const sn_session *s)
{
  const char *folder = sn_model_folder_of(s->model);
  if (!folder) {
    return "";
  }
  char *whole = realpath(folder[0] ? folder : ".", NULL); /* allocated by the system, given back here */
  const char *copy = whole ? sn_arena_format(s->arena, "%s/", whole) : sn_arena_text(s->arena, folder);
  free(whole);
  return copy;
}

sn_status sn_checkpointer_new(sn_session *s, const sn_result_plan *plan, const char *result, sn_writer *writer,
                              sn_checkpointer *out, sn_error *error)
{
  const sn_system *system = s->frozen.system;
  const int n_override = sn_model_overrides(s->model);
  sn_named_text *source = SN_NEW(s->arena, sn_named_text, plan->n_source);
  sn_named_text *override = SN_NEW(s->arena, sn_named_text, n_override);
  sn_named_text *item = SN_NEW(s->arena, sn_named_text, system->n_item);
  *out = (sn_checkpointer){.session = s, .writer = writer, .file = sn_checkpoint_name(result, s->arena)};
  const char *folder = whole_folder(s);
  if (!out->file || !source || !override || !item || !folder) {
    return no_memory(error);
  }
  for (int i = 0; i < plan->n_source; i++) {
    source[i] = (sn_named_text){plan->source[i].file, plan->source[i].text};
  }
  for (int i = 0; i < n_override; i++) {
    sn_model_override_at(s->model, i, &override[i].name, &override[i].text);
  }
  for (int i = 0; i < system->n_item; i++) {
    item[i] = (sn_named_text){system->item_name[i], ""};
  }
  out->point = (sn_checkpoint){.creator = plan->creator,
                               .model = s->name,
                               .folder = folder,
                               .n_source = plan->n_source,
                               .n_override = n_override,
                               .n_item = system->n_item,
                               .source = source,
                               .override = override,
                               .item = item,
                               .data = sn_model_data_sum(s->model),
                               .duration = s->options.duration,
                               .n_start = s->n_taken,
                               .start = s->taken};
  out->written = s->options.from != NULL; /* the one that is taken up belongs to this run */
  return SN_OK;
}

sn_status sn_checkpointer_take(sn_checkpointer *k, const sn_snapshot *x, sn_error *error)
{
  sn_written much = {0, 0, 0}; /* before the first step nothing is worth keeping: such a run begins again */
  if (sn_snapshot_summary(x).steps > 0 || x->outcome != SN_OUTCOME_RUNNING) {
    SN_TRY(sn_writer_secure(k->writer, &much, error));
  }
  k->point.rows = much.rows;
  k->point.steps = much.steps;
  k->point.lines = much.lines;
  k->point.snapshot = *x;
  sn_error trouble = {0};
  const sn_status status = sn_checkpoint_write(k->file, &k->point, &trouble);
  if (status == SN_OK) {
    k->written = 1;
  } else if (!k->written) {
    (void)remove(k->file); /* of an older run: it says nothing about this result */
  }
  k->session->trouble = trouble;
  return SN_OK;
}

void sn_checkpointer_into_result(sn_checkpointer *k)
{
  const char *bytes = NULL;
  size_t n = 0;
  sn_error ignored = {0};
  /* read back rather than made again: what goes into the result is what was found good on the disk */
  k->inside = k->written && !k->session->trouble.what[0] &&
              sn_checkpoint_bytes(k->file, k->session->arena, &bytes, &n, &ignored) == SN_OK;
  if (k->inside) {
    sn_writer_keep_point(k->writer, bytes, n);
  }
}

void sn_checkpointer_end(const sn_checkpointer *k)
{
  if (k->inside) {
    (void)remove(k->file);
  }
}

void sn_forget_checkpoint(const sn_session *s, const char *result)
{
  const char *file = sn_checkpoint_name(result, s->arena);
  if (file) {
    (void)remove(file);
  }
}

static sn_status take_up(sn_session *s, const sn_result_plan *plan, const char *result, sn_writer **out,
                         sn_error *error)
{
  const sn_checkpoint *c = s->point;
  const sn_written much = {c->rows, c->steps, c->lines};
  const sn_run_summary summary = sn_snapshot_summary(&c->snapshot);
  const char *beside = sn_checkpoint_name(result, s->arena);
  SN_TRY(sn_writer_new(plan, result, s->arena, out, error));
  /* a checkpoint from inside the older result is lost with it: until there is a newer one it stands beside */
  if (beside && access(beside, F_OK) != 0) {
    (void)sn_checkpoint_write(beside, c, &s->trouble);
  }
  return sn_writer_take_up(*out, &much, c->snapshot.t, &summary, s->arena, error);
}

sn_status sn_session_writer(sn_session *s, const sn_result_plan *plan, const char *result, sn_writer **out,
                            sn_error *error)
{
  s->options.from = NULL;
  if (!s->point) {
    return sn_writer_new(plan, result, s->arena, out, error);
  }
  sn_error why = {0};
  /* not when it failed: the last step would be tried, and counted, twice */
  const int useful = s->point->rows > 0 && s->point->snapshot.outcome != SN_OUTCOME_FAILED;
  const sn_status status = useful ? take_up(s, plan, result, out, &why) : SN_EINPUT;
  if (status == SN_OK) {
    sn_sink sink = sn_writer_sink(*out);
    sink.log(sink.data, s->point->snapshot.t, "resumed");
    s->options.from = &s->point->snapshot;
    return SN_OK;
  }
  if (status != SN_EINPUT) { /* not the older result is at fault: leave it alone */
    if (error) {
      *error = why;
    }
    return status;
  }
  s->again = why;
  SN_TRY(sn_writer_new(plan, result, s->arena, out, error));
  sn_writer_replace(*out);
  return SN_OK;
}
