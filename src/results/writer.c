/* results/writer.c -- writes a run into one HDF5 file that can be read while it grows and after a kill.
 * What:    see results/writer.h. Rows are buffered (results/table.h) and flushed every few seconds. The file on the disk is
 *          writer_file.c, its log writer_log.c.
 * Tests:   tests/results/test_results.c, tests/results/test_damage.c, tests/cli/test_cli.c (kill -9).
 */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"
#include "results/copy.h"
#include "results/point.h"
#include "results/warnings.h"
#include "results/writer_private.h"
#include "system/formula.h"
#include "system/kernel.h"

static const double flush_interval = 2.0; /* s */

/* Columns of the tables that every file has, in this order; the others follow. */
enum { ROW_TIME, ROW_POSITION, ROW_QUATERNION, ROW_VELOCITY, ROW_SPIN, ROW_ENERGY };
static const struct {
  const char *name, *unit;
  int whole;
} step_columns[] = {{"time", "s", 0},          {"size", "s", 0},      {"iterations", "1", 1},
                    {"halvings", "1", 1},      {"increment", "1", 0}, {"constraint_error", "1", 0},
                    {"defect", "J", 0},        {"numerical", "J", 0}, {"error", "1", 0},
                    {"error_halvings", "1", 1}};
enum { N_STEP = sizeof step_columns / sizeof *step_columns };

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the results");
}

/* ---- before the run: which outputs are needed, columns and buffers */

static void add_rows(sn_writer *w)
{
  const sn_result_plan *p = w->plan;
  sn_table *t = &w->rows;
  static const struct {
    const char *name, *unit;
    int width;
  } motion[] = {{"position", "m", 3}, {"quaternion", "1", 4}, {"velocity", "m/s", 3}, {"angular_velocity", "rad/s", 3}};
  sn_table_add(t, "", NULL, "time", "s", 0, NULL);
  for (int i = 0; i < 4; i++) {
    const int size[2] = {p->places->n, motion[i].width};
    const int c = sn_table_add(t, "nodes", NULL, motion[i].name, motion[i].unit, 2, size);
    t->column[c].file_type = H5T_IEEE_F32LE;
  }
  for (int i = 0; i < SN_ENERGIES; i++) {
    t->column[sn_table_add(t, "energy", NULL, sn_energy_rows[i].name, "J", 0, NULL)].scaled = 1;
  }
  w->first_channel = t->n;
  const sn_system *s = p->system;
  for (int i = 0; i < s->n_channel; i++) {
    const sn_observable *o = &s->output[s->channel[i]];
    const int c = sn_table_add(t, "channels", NULL, o->what->name, o->what->unit, o->n > 1, &o->n);
    t->column[c].scaled = t->column[c].watched = 1;
    w->row_of[c - w->first_channel] = s->channel[i];
  }
  for (int i = 0; i < s->n_output; i++) {
    const sn_observable *o = &s->output[i];
    if (sn_plan_stores(p, o)) {
      const int c = sn_table_add(t, o->what->group, o->item, o->what->name, o->what->unit, o->n > 1, &o->n);
      t->column[c].shared = p->item_shared && p->item_shared[o->owner] && (o->what->flags & SN_OUT_REACTION);
      w->row_of[c - w->first_channel] = i;
      if (p->modes && (o->what->flags & (SN_OUT_PER_NODE | SN_OUT_PER_ELEMENT))) {
        t->column[c].file_type =
            H5T_IEEE_F32LE; /* colours of a shape that moves: as its places (its numbers are in /modes) */
      }
    }
  }
}

static void add_steps(sn_writer *w)
{
  for (int i = 0; i < N_STEP; i++) {
    const int c = sn_table_add(&w->steps, "steps", NULL, step_columns[i].name, step_columns[i].unit, 0, NULL);
    w->steps.column[c].scaled = 1;
    if (step_columns[i].whole) {
      w->steps.column[c].file_type = H5T_STD_I32LE;
    }
  }
}

static sn_status make_tables(sn_writer *w, sn_arena *arena, sn_error *error)
{
  const sn_system *s = w->plan->system;
  int stored = s->n_channel, together = 0;
  for (int i = 0; i < s->n_output; i++) {
    stored += sn_plan_stores(w->plan, &s->output[i]);
    together = s->output[i].what->n_together > together ? s->output[i].what->n_together : together;
  }
  w->together = SN_NEW(arena, double *, together);
  w->row_of = SN_NEW(arena, int, stored);
  w->rows.room = ROW_ENERGY + SN_ENERGIES + stored;
  w->steps.room = N_STEP;
  w->rows.column = SN_NEW(arena, sn_column, w->rows.room);
  w->steps.column = SN_NEW(arena, sn_column, N_STEP);
  if (!w->together || !w->row_of || !w->rows.column || !w->steps.column) {
    return no_memory(error);
  }
  add_rows(w);
  add_steps(w);
  SN_REQUIRE(w->rows.n == w->rows.room, error);
  SN_TRY(sn_table_buffers(&w->rows, arena, error));
  return sn_table_buffers(&w->steps, arena, error);
}

sn_status sn_writer_new(const sn_result_plan *plan, const char *file, sn_arena *arena, sn_writer **out, sn_error *error)
{
  sn_writer *w = SN_NEW(arena, sn_writer, 1);
  *out = NULL;
  if (!w) {
    return no_memory(error);
  }
  const sn_h5_quiet old = sn_h5_hush(); /* the types of HDF5 exist only after its first call */
  file = sn_writer_target(file, arena);
  if (!file) {
    sn_h5_restore(old);
    return no_memory(error);
  }
  w->plan = plan;
  w->file = file;
  w->id = w->status = w->log = w->point = w->warnings = -1;
  w->noticed = -1;
  w->aside = sn_arena_format(arena, "%s.previous", file);
  w->beside = sn_arena_format(arena, "%s.new", file);
  w->summary = (sn_summary){.t_end = 0,
                            .degrees_of_freedom = plan->degrees_of_freedom,
                            .alpha = plan->alpha,
                            .dt = plan->dt,
                            .tolerance = plan->tolerance,
                            .duration = plan->duration,
                            .strict = plan->strict};
  const sn_status status = w->aside && w->beside ? make_tables(w, arena, error) : no_memory(error);
  sn_h5_restore(old);
  *out = status == SN_OK ? w : NULL;
  return status;
}

/* ---- during the run */

const char *sn_writer_channel(const sn_writer *w, int i)
{
  SN_ASSERT(i >= 0 && i < w->plan->system->n_channel);
  return w->plan->system->output[w->plan->system->channel[i]].what->name;
}

sn_not_finite sn_writer_not_finite(const sn_writer *w)
{
  sn_not_finite out = {.t = INFINITY};
  for (int i = 0; i < w->plan->system->n_channel; i++) {
    const sn_column *c = &w->rows.column[w->first_channel + i];
    if (c->bad > 0) {
      out.channels++;
      out.rows += c->bad;
      out.first = c->first_bad < out.t ? sn_writer_channel(w, i) : out.first;
      out.t = fmin(out.t, c->first_bad);
    }
  }
  return out;
}

/* Writes /warnings again if there are more cases than it has. */
static int write_warnings(sn_writer *w)
{
  const sn_not_finite bad = sn_writer_not_finite(w);
  long long cases = bad.rows;
  int n = 0;
  for (int i = 0; w->run && i < SN_RUN_WARNINGS; i++) {
    cases += w->run->noticed[i].count;
  }
  if (cases == w->noticed) {
    return 0;
  }
  const int status = sn_warnings_write(w->warnings, w->plan, w->run, &bad, &n);
  w->noticed = cases;
  w->summary.warning_count = n;
  return status;
}

/* Writes the summary last: its number of rows counts only what is safely in the file. */
static int flush(sn_writer *w)
{
  w->last_flush = sn_wall_seconds();
  if (!sn_writer_is_ours(w)) {
    return -1;
  }
  int status = sn_table_write(&w->steps);
  status = status < 0 ? status : sn_table_write(&w->rows);
  status = status < 0 ? status : write_warnings(w);
  status = status < 0 ? status : H5Fflush(w->id, H5F_SCOPE_LOCAL);
  if (status >= 0) {
    w->summary.peak_memory_mb = sn_peak_memory_mb();
    w->summary.rows = (double)sn_table_written(&w->rows);
    w->summary.channel_rows_not_finite = (double)sn_writer_not_finite(w).rows;
    status = sn_summary_write(&w->summary, w->summary_id);
  }
  status = status < 0 ? status : H5Fflush(w->id, H5F_SCOPE_LOCAL);
  struct stat facts;
  if (status >= 0 && fstat(sn_writer_descriptor(w), &facts) == 0) {
    w->size = facts.st_size;
  }
  return status;
}

static void put_energies(sn_writer *w, const sn_ledger *g)
{
  for (int i = 0; i < SN_ENERGIES; i++) {
    *sn_table_row(&w->rows, ROW_ENERGY + i) = sn_energy_value(g, i);
  }
  w->summary.energy_scale = fmax(w->summary.energy_scale, sn_ledger_scale(g));
  w->summary.numerical_dissipation = w->summary.energy_scale > 0 ? g->numerical / w->summary.energy_scale : 0;
}

/* What contacts store, and have lost, each for itself: together they are part of the energies. */
static void put_contacts(sn_writer *w, const sn_observation *o)
{
  sn_summary *s = &w->summary;
  s->contact_energy = s->friction_loss = s->impact_loss = s->rolling_loss = 0;
  for (int i = 0; i < o->system->n_block; i++) {
    const sn_block *b = o->system->block + i;
    if (b->contact) {
      const double *internal = o->internal + b->contact->internal;
      s->contact_energy += sn_block_energy(b, o->local, o->internal, o->t);
      s->friction_loss += internal[SN_CONTACT_FRICTION_LOSS];
      s->impact_loss += internal[SN_CONTACT_IMPACT_LOSS];
      s->rolling_loss += internal[SN_CONTACT_ROLLING_LOSS];
    }
  }
}

static void put_outputs(sn_writer *w, const sn_observation *o)
{
  for (int c = w->first_channel; c < w->rows.n;) {
    const sn_observable *row = o->system->output + w->row_of[c - w->first_channel];
    const int n = row->what->n_together;
    for (int i = 0; i < n; i++) { /* outputs are stored in the order of the system, one after the other */
      SN_ASSERT(w->row_of[c + i - w->first_channel] == w->row_of[c - w->first_channel] + i);
      w->together[i] = sn_table_row(&w->rows, c + i);
    }
    if (n > 0) {
      row->what->evaluate_together(o, row->data, w->together);
    } else {
      row->what->evaluate(o, row->data, sn_table_row(&w->rows, c));
    }
    c += n > 0 ? n : 1;
  }
}

static sn_status row(void *data, const sn_observation *o, const sn_ledger *total, sn_error *error)
{
  sn_writer *w = data;
  sn_status status = SN_OK;
  const sn_h5_quiet old = sn_h5_hush();
  if (!w->began) {
    status = sn_writer_begin(w, error);
  }
  if (status == SN_OK) {
    *sn_table_row(&w->rows, ROW_TIME) = o->t;
    sn_poses_at(w->plan->places, o->q, o->v,
                &(sn_poses){.position = sn_table_row(&w->rows, ROW_POSITION),
                            .quaternion = sn_table_row(&w->rows, ROW_QUATERNION),
                            .velocity = sn_table_row(&w->rows, ROW_VELOCITY),
                            .spin = sn_table_row(&w->rows, ROW_SPIN)});
    put_energies(w, total);
    put_contacts(w, o);
    put_outputs(w, o);
    status = sn_table_next(&w->rows) < 0 ? sn_writer_fail(w, error) : SN_OK;
  }
  sn_h5_restore(old);
  return status;
}

static sn_status step(void *data, const sn_step_record *r, sn_error *error)
{
  sn_writer *w = data;
  sn_summary *s = &w->summary;
  const sn_ledger *g = &r->report->ledger;
  const double x[N_STEP] = {
      r->t,         r->h,     r->report->iterations, r->halvings, r->report->increment, r->constraint_error, g->defect,
      g->numerical, r->error, r->error_halvings};
  for (int i = 0; i < N_STEP; i++) {
    *sn_table_row(&w->steps, i) = x[i];
  }
  w->run = r->so_far;
  s->t_end = r->t;
  s->steps++;
  s->newton_iterations += r->report->iterations;
  s->step_rejections += r->halvings;
  s->error_rejections += r->error_halvings;
  s->inaccurate_steps += s->tolerance > 0 && r->error > s->tolerance;
  s->largest_error = fmax(s->largest_error, r->error);
  s->constraint_error = fmax(s->constraint_error, r->constraint_error);
  s->energy_scale = fmax(s->energy_scale, g->kinetic + g->strain);
  w->largest_defect = fmax(w->largest_defect, fabs(g->defect));
  s->energy_identity_error = s->energy_scale > 0 ? w->largest_defect / s->energy_scale : 0;
  const sn_h5_quiet old = sn_h5_hush();
  int status = sn_table_next(&w->steps);
  const double since = sn_wall_seconds() - w->last_flush;
  if (status >= 0 && since > flush_interval) {
    s->wall_seconds += since;
    status = flush(w);
  }
  const sn_status result = status < 0 ? sn_writer_fail(w, error) : SN_OK;
  sn_h5_restore(old);
  return result;
}

/* The log cannot report an error: the next row or flush will meet it, too. */
static void log_line(void *data, double t, const char *text)
{
  sn_writer *w = data;
  if (!w->began || w->failed) {
    return;
  }
  const sn_h5_quiet old = sn_h5_hush();
  sn_log_at(w, t, text);
  sn_h5_restore(old);
}

/* Known before the file is made, so that it is in the file from the start. */
static void know_unknowns(void *data, int unknowns)
{
  sn_writer *w = data;
  w->summary.unknowns = unknowns;
}

sn_sink sn_writer_sink(sn_writer *w)
{
  return (sn_sink){.data = w, .begin = know_unknowns, .row = row, .step = step, .log = log_line};
}

/* ---- resuming */

static void take_summary(sn_writer *w, const sn_run_summary *r)
{
  sn_summary *s = &w->summary;
  s->t_end = r->t_end;
  s->completed = r->completed;
  s->steps = (double)r->steps;
  s->newton_iterations = (double)r->iterations;
  s->step_rejections = (double)r->rejections;
  s->error_rejections = (double)r->error_rejections;
  s->inaccurate_steps = (double)r->noticed[SN_WARN_INACCURATE].count;
  s->largest_error = r->largest_error;
  s->wall_seconds = r->wall_seconds;
  s->unknowns = r->unknowns;
  s->energy_scale = r->scale;
  s->energy_identity_error = r->energy_identity_error;
  s->numerical_dissipation = r->still ? 0 : r->total.numerical / r->scale;
  s->constraint_error = r->constraint_error;
}

sn_status sn_writer_secure(sn_writer *w, sn_written *out, sn_error *error)
{
  SN_REQUIRE(w->began && !w->failed, error);
  const sn_h5_quiet old = sn_h5_hush();
  sn_status status = flush(w) < 0 ? sn_writer_fail(w, error) : SN_OK;
  const int f = status == SN_OK ? sn_writer_descriptor(w) : -1;
  if (f >= 0 && fsync(f) != 0 && errno != EINVAL && errno != ENOTSUP) {
    status = sn_writer_fail(w, error);
  }
  sn_h5_restore(old);
  *out = (sn_written){(long long)sn_table_written(&w->rows), (long long)sn_table_written(&w->steps),
                      (long long)w->log_lines};
  return status;
}

void sn_writer_replace(sn_writer *w)
{
  w->replacing = 1;
}

static sn_status copy_all(sn_writer *w, sn_reader *from, const sn_written *much, double t, sn_error *error)
{
  double row_time = NAN, step_time = NAN;
  SN_TRY(sn_copy_same_model(from, w->plan, error));
  SN_TRY(sn_copy_rows(from, &w->rows, much->rows, &row_time, error));
  SN_TRY(sn_copy_rows(from, &w->steps, much->steps, &step_time, error));
  const double last = much->steps > 0 ? step_time : row_time;
  if (last != t || row_time > t) {
    return sn_failf(error, SN_EINPUT, "The older result and the checkpoint are of different runs.");
  }
  return sn_log_copy(w, from, much->lines, error);
}

sn_status sn_writer_take_up(sn_writer *w, const sn_written *much, double t, const sn_run_summary *summary,
                            sn_arena *arena, sn_error *error)
{
  sn_reader *from = NULL;
  int older = -1;
  SN_TRY(sn_writer_claim(w, &older, error));
  const sn_h5_quiet old = sn_h5_hush();
  sn_status status = sn_reader_open(w->file, arena, &from, error) == SN_OK ? SN_OK : SN_EINPUT;
  status = status == SN_OK ? sn_writer_make_beside(w, error) : status;
  status = status == SN_OK ? copy_all(w, from, much, t, error) : status;
  if (status == SN_OK) {
    sn_written now;
    take_summary(w, summary);
    w->began = 1;
    w->run = summary;
    status = sn_writer_secure(w, &now, error);
    w->run = NULL; /* the caller's */
  }
  sn_reader_close(from);
  status = status == SN_OK ? sn_writer_move(w, error) : status;
  if (status != SN_OK) {
    sn_writer_discard(w);
    w->failed = 1;
    w->began = 0;
  }
  sn_writer_let_go(older);
  sn_h5_restore(old);
  return status;
}

/* ---- after the run */

void sn_writer_keep_point(sn_writer *w, const void *bytes, size_t n)
{
  w->last_point = bytes;
  w->n_last_point = n;
}

sn_status sn_writer_finish(sn_writer *w, sn_outcome outcome, const sn_run_summary *summary, const sn_error *why,
                           sn_error *error)
{
  SN_REQUIRE(outcome != SN_OUTCOME_NONE && outcome != SN_OUTCOME_RUNNING, error);
  if (!w->began || w->id < 0) {
    return SN_OK;
  }
  const sn_h5_quiet old = sn_h5_hush();
  int good = w->failed ? -1 : 0;
  if (summary) {
    take_summary(w, summary);
    w->run = summary;
  }
  if (why && good >= 0) {
    good = sn_log_error(w, why);
  }
  good = good < 0 ? good : sn_log_not_finite(w);
  good = good < 0 ? good : flush(w);
  if (w->last_point && good >= 0) {
    good = sn_point_put(w->point, w->last_point, w->n_last_point);
  }
  good = good < 0 ? good : sn_h5_put_text(w->status, sn_outcome_word(outcome));
  good = good < 0 ? good : H5Fflush(w->id, H5F_SCOPE_LOCAL);
  const sn_status result = sn_writer_close(w, good, error);
  sn_h5_restore(old);
  return result;
}
