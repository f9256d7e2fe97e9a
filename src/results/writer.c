/* results/writer.c -- writes a run into one HDF5 file that can be read while it grows and after a kill.
 * What:    see results/writer.h. Rows are buffered (results/table.h) and flushed every few seconds.
 *          A file that is deleted, replaced or cut short by someone else during the run is an error.
 * Limits:  one process writes a file; a second is refused (base/lock.h). An older result is moved aside while the new file is
 *          made and put back if that fails.
 * Tests:   tests/results/test_results.c, tests/results/test_damage.c, tests/cli/test_cli.c (kill -9).
 */
#define _XOPEN_SOURCE 700
#include "results/writer.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/lock.h"
#include "base/text.h"
#include "results/copy.h"
#include "results/layout.h"
#include "results/modes.h"
#include "results/point.h"
#include "results/scale.h"
#include "results/summary.h"
#include "run/checkpoint.h"
#include "system/formula.h"

static const double flush_interval = 2.0; /* s */
enum { STATUS_ROOM = 16, LOG_ROOM = 256 };

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

struct sn_writer {
  const sn_result_plan *plan;
  const char *file;
  char *aside;   /* name of the older result while the new one is made */
  char *beside;  /* name of the new one while it is made, when it will replace another */
  int replacing; /* 1: it will */
  int began, failed;
  int placed; /* 1: it stands under its name: the three below are watched */
  dev_t device;
  ino_t number;
  off_t size;          /* on the disk after the last flush */
  const char *spoiled; /* what someone else did to it; NULL: nothing */
  hid_t id, status, log, point;
  const void *last_point; /* bytes of the checkpoint that goes into the file; NULL: none */
  size_t n_last_point;
  hsize_t log_lines;
  sn_table rows, steps;
  int first_channel; /* column of the first channel; the others and the outputs follow */
  int *row_of;       /* per column from there on: its row in system->output */
  sn_summary summary;
  hid_t summary_id[SN_SUMMARY_NUMBERS];
  double largest_defect;
  double last_flush;
};

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the results");
}

/* Somewhere to write what nobody will read: memory, or else the null device. */
static int open_nowhere(void)
{
  char name[64];
  (void)snprintf(name, sizeof name, "/sinew_%ld", (long)getpid());
  const int memory = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
  if (memory >= 0) {
    (void)shm_unlink(name);
    return memory;
  }
  return open("/dev/null", O_RDWR);
}

/* After a failed write HDF5 cannot close the file: it tries to write again, fails, and crashes when the process ends. What
   is on the disk is a good file up to the last flush. So the rest goes nowhere, and closing succeeds. */
static int descriptor(hid_t id)
{
  void *handle = NULL;
  return H5Fget_vfd_handle(id, H5P_DEFAULT, &handle) >= 0 && handle ? *(int *)handle : -1;
}

static void send_nowhere(int fd)
{
  const int nowhere = open_nowhere();
  if (nowhere >= 0 && fd >= 0) {
    (void)dup2(nowhere, fd);
  }
  if (nowhere >= 0) {
    (void)close(nowhere);
  }
}

static void cut_off(const sn_writer *w)
{
  send_nowhere(descriptor(w->id));
}

static sn_status fail(sn_writer *w, sn_error *error)
{
  if (w->spoiled) {
    (void)sn_fail(error, SN_EIO, w->file, "The result file was lost during the run.", w->spoiled,
                  "Run the model again, and leave the file alone until the run has ended.");
  } else {
    (void)sn_h5_fail(error, w->file, "The result file could not be written.",
                     "Check the space on the disk; what was flushed before can still be read.");
  }
  if (!w->failed && w->id >= 0) {
    cut_off(w);
  }
  w->failed = 1;
  return SN_EIO;
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
    const sn_output_row *o = &s->output[s->channel[i]];
    const int c = sn_table_add(t, "channels", NULL, o->name, o->unit, o->n > 1, &o->n);
    t->column[c].scaled = t->column[c].watched = 1;
    w->row_of[c - w->first_channel] = s->channel[i];
  }
  for (int i = 0; i < s->n_output; i++) {
    const sn_output_row *o = &s->output[i];
    if (sn_plan_stores(p, o)) {
      const int c = sn_table_add(t, o->group, o->item, o->name, o->unit, o->n > 1, &o->n);
      t->column[c].shared = p->item_shared && p->item_shared[o->owner] && (o->flags & SN_OUT_REACTION);
      w->row_of[c - w->first_channel] = i;
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
  int stored = s->n_channel;
  for (int i = 0; i < s->n_output; i++) {
    stored += sn_plan_stores(w->plan, &s->output[i]);
  }
  w->row_of = SN_NEW(arena, int, stored);
  w->rows.room = ROW_ENERGY + SN_ENERGIES + stored;
  w->steps.room = N_STEP;
  w->rows.column = SN_NEW(arena, sn_column, w->rows.room);
  w->steps.column = SN_NEW(arena, sn_column, N_STEP);
  if (!w->row_of || !w->rows.column || !w->steps.column) {
    return no_memory(error);
  }
  add_rows(w);
  add_steps(w);
  SN_REQUIRE(w->rows.n == w->rows.room, error);
  SN_TRY(sn_table_buffers(&w->rows, arena, error));
  return sn_table_buffers(&w->steps, arena, error);
}

/* A link stays a link: what it points to is written. */
static const char *target_of(const char *file, sn_arena *arena)
{
  struct stat facts;
  if (lstat(file, &facts) != 0 || !S_ISLNK(facts.st_mode)) {
    return file;
  }
  char *whole = realpath(file, NULL); /* allocated by the system, given back here */
  const char *copy = whole ? sn_arena_text(arena, whole) : file;
  free(whole);
  return copy;
}

sn_status sn_writer_new(const sn_result_plan *plan, const char *file, sn_arena *arena, sn_writer **out, sn_error *error)
{
  sn_writer *w = SN_NEW(arena, sn_writer, 1);
  *out = NULL;
  if (!w) {
    return no_memory(error);
  }
  const sn_h5_quiet old = sn_h5_hush(); /* the types of HDF5 exist only after its first call */
  file = target_of(file, arena);
  if (!file) {
    sn_h5_restore(old);
    return no_memory(error);
  }
  w->plan = plan;
  w->file = file;
  w->id = w->status = w->log = w->point = -1;
  w->aside = sn_arena_format(arena, "%s.previous", file);
  w->beside = sn_arena_format(arena, "%s.new", file);
  w->summary = (sn_summary){.t_end = 0,
                            .degrees_of_freedom = plan->degrees_of_freedom,
                            .alpha = plan->alpha,
                            .dt = plan->dt,
                            .tolerance = plan->tolerance,
                            .duration = plan->duration};
  const sn_status status = w->aside && w->beside ? make_tables(w, arena, error) : no_memory(error);
  sn_h5_restore(old);
  *out = status == SN_OK ? w : NULL;
  return status;
}

/* ---- the file */

/* An extensible list of lines of fixed length. Not compressed: its chunks are written again with every line, and would leave
   their old space behind each time (results/table.c). */
static hid_t make_log(hid_t file)
{
  const hsize_t now = 0, most = H5S_UNLIMITED, chunk = 16;
  const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate_simple(1, &now, &most), list = H5Pcreate(H5P_DATASET_CREATE);
  (void)H5Tset_size(type, LOG_ROOM);
  (void)H5Tset_cset(type, H5T_CSET_UTF8);
  (void)H5Pset_chunk(list, 1, &chunk);
  const hid_t d = H5Dcreate2(file, "log", type, space, H5P_DEFAULT, list, H5P_DEFAULT);
  (void)H5Pclose(list);
  (void)H5Sclose(space);
  (void)H5Tclose(type);
  return d;
}

static int make_contents(sn_writer *w)
{
  int status = sn_layout_head(w->id, w->plan);
  status = status < 0 ? status : sn_table_create(&w->rows, w->id);
  status = status < 0 ? status : sn_table_create(&w->steps, w->id);
  status = status < 0 ? status : sn_scale_columns(&w->rows);
  status = status < 0 ? status : sn_scale_columns(&w->steps);
  status = status < 0 ? status : sn_layout_places(w->id, w->plan->system, w->plan->places);
  status = status < 0 ? status : sn_scene_write(w->id, w->plan->scene);
  status = status < 0 ? status : sn_modes_write(w->id, w->plan->system, w->plan->modes);
  status = status < 0 ? status : sn_summary_create(w->id, w->plan->scheme, &w->summary, w->summary_id);
  w->status = status < 0 ? -1 : sn_h5_text(w->id, "status", "running", STATUS_ROOM);
  w->log = w->status < 0 ? -1 : make_log(w->id);
  w->point = w->log < 0 ? -1 : sn_point_create(w->id);
  /* flushed first: a full disk found while the mode is switched would leave HDF5 unable to close the file */
  status = w->point < 0 ? -1 : H5Fflush(w->id, H5F_SCOPE_LOCAL);
  return status < 0 ? status : H5Fstart_swmr_write(w->id);
}

static hid_t create_file(const char *file)
{
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  (void)H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110); /* what SWMR needs; old readers know it */
  (void)H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
  (void)H5Pset_file_locking(access, 1, 1); /* file systems without locks are fine */
  const hid_t id = H5Fcreate(file, H5F_ACC_TRUNC, H5P_DEFAULT, access);
  (void)H5Pclose(access);
  return id;
}

static void close_file(sn_writer *w)
{
  sn_table_close(&w->rows);
  sn_table_close(&w->steps);
  sn_summary_close(w->summary_id);
  if (w->status >= 0) {
    (void)H5Dclose(w->status);
  }
  if (w->log >= 0) {
    (void)H5Dclose(w->log);
  }
  if (w->point >= 0) {
    (void)H5Dclose(w->point);
  }
  w->status = w->log = w->point = -1;
}

/* Is there a file in the way that is no result? Then it stays. */
static sn_status check_target(const char *file, int *exists, sn_error *error)
{
  struct stat facts;
  *exists = stat(file, &facts) == 0;
  if (!*exists && lstat(file, &facts) == 0) {
    return sn_fail(error, SN_EIO, file, "The result file cannot be written.",
                   "It is a link to a file that does not exist.", "Choose another name with -o, or remove the link.");
  }
  if (*exists && !S_ISREG(facts.st_mode)) {
    return sn_fail(error, SN_EIO, file, "The result file cannot be written.",
                   S_ISDIR(facts.st_mode) ? "There is a folder of that name."
                                          : "There is a device or a pipe of that name.",
                   "Choose another name with -o.");
  }
  FILE *f = fopen(file, "rb");
  if (!f) {
    if (errno == ENOENT) {
      return SN_OK; /* a missing folder is found when the file is made */
    }
    return sn_fail(error, SN_EIO, file, "The result file cannot be written.", strerror(errno),
                   "Choose another name with -o.");
  }
  const int first = fgetc(f);
  (void)fclose(f);
  if (first != EOF && H5Fis_hdf5(file) <= 0) {
    return sn_fail(error, SN_EIO, file, "The result file was not written.",
                   "A file of that name exists, and it is no result file.",
                   "Choose another name with -o, or remove it.");
  }
  return SN_OK;
}

/* Tries the disk with about as many bytes as the empty file will have, before HDF5 sees it. */
static sn_status try_disk(const sn_writer *w, sn_error *error)
{
  enum { PAGE = 4096 };
  static const char zeros[PAGE];
  size_t bytes = 65536 + 1500 * (size_t)(w->rows.n + w->steps.n);
  for (int i = 0; i < w->plan->n_source; i++) {
    bytes += strlen(w->plan->source[i].text);
  }
  FILE *f = fopen(w->file, "wb");
  int good = f != NULL;
  for (size_t n = 0; good && n < bytes; n += PAGE) {
    good = fwrite(zeros, PAGE, 1, f) == 1;
  }
  good = f && fclose(f) == 0 && good;
  const int number = errno;
  if (f) {
    (void)remove(w->file);
  }
  return good ? SN_OK
              : sn_fail(error, SN_EIO, w->file, "The result file cannot be made.", strerror(number),
                        "Choose a folder that exists, can be written and has space, with -o FILE.h5.");
}

static sn_status is_taken(const char *file, sn_error *error)
{
  return sn_fail(error, SN_EIO, file, "The result file is being written by another run.",
                 "Two runs in one file would spoil both.",
                 "Wait until it has ended, or stop it, or choose another name with -o.");
}

static sn_status make_file(sn_writer *w, sn_error *error)
{
  SN_TRY(try_disk(w, error));
  w->id = create_file(w->file);
  const int good = w->id >= 0 && make_contents(w) >= 0;
  const int taken = good && sn_lock_descriptor(descriptor(w->id)) == SN_LOCK_TAKEN; /* a run that began just now */
  if (good && !taken) {
    return SN_OK;
  }
  if (taken) {
    (void)is_taken(w->file, error);
  } else {
    (void)sn_h5_fail(error, w->file, "The result file cannot be made.",
                     "Choose a folder that exists, can be written and has space, with -o FILE.h5.");
  }
  if (w->id >= 0) {
    cut_off(w);
    close_file(w);
    (void)H5Fclose(w->id);
    w->id = -1;
    if (!taken) {
      (void)remove(w->file);
    }
  }
  return SN_EIO;
}

/* Makes the file under another name; the caller renames it. */
static sn_status make_beside(sn_writer *w, sn_error *error)
{
  const char *file = w->file;
  w->file = w->beside;
  const sn_status status = make_file(w, error);
  w->file = file;
  w->failed = status != SN_OK;
  return status;
}

/* From now on the file stands under its name. */
static void begin_watch(sn_writer *w)
{
  struct stat facts;
  w->began = 1;
  w->last_flush = sn_wall_seconds();
  w->placed = fstat(descriptor(w->id), &facts) == 0;
  w->device = facts.st_dev;
  w->number = facts.st_ino;
  w->size = facts.st_size;
}

/* Is it still the file that was made, and all of it? HDF5 would go on writing into one that has no name any more. */
static int is_ours(sn_writer *w)
{
  struct stat named, open;
  if (!w->placed) {
    return 1;
  }
  if (fstat(descriptor(w->id), &open) != 0 || open.st_size < w->size) {
    w->spoiled = "Someone has cut it short.";
  } else if (stat(w->file, &named) != 0) {
    w->spoiled = open.st_nlink > 0 ? "Someone has moved it away." : "Someone has deleted it.";
  } else if (named.st_dev != w->device || named.st_ino != w->number) {
    w->spoiled = "Someone has put another file in its place.";
  }
  return w->spoiled == NULL;
}

static sn_status move_into_place(sn_writer *w, sn_error *error)
{
  if (rename(w->beside, w->file) != 0) {
    w->failed = 1;
    (void)sn_fail(error, SN_EIO, w->file, "The older result of that name cannot be replaced.", strerror(errno),
                  "Check the rights of the folder.");
    return SN_EIO;
  }
  (void)sn_sync_folder(w->file);
  begin_watch(w);
  return SN_OK;
}

/* The older file of the name while it is replaced: nobody else may write or replace it. *fd: to be closed, -1: none. */
static sn_status claim(sn_writer *w, int *fd, sn_error *error)
{
  if (sn_lock_path(w->file, fd) != SN_LOCK_TAKEN) {
    return SN_OK;
  }
  (void)close(*fd);
  *fd = -1;
  w->failed = 1;
  return is_taken(w->file, error);
}

static void let_go(int fd)
{
  if (fd >= 0) {
    (void)close(fd);
  }
}

static sn_status replace(sn_writer *w, sn_error *error)
{
  int exists = 0;
  if (w->replacing) {
    SN_TRY(make_beside(w, error));
    return move_into_place(w, error);
  }
  SN_TRY(check_target(w->file, &exists, error));
  if (exists && rename(w->file, w->aside) != 0) {
    w->failed = 1;
    return sn_fail(error, SN_EIO, w->file, "The older result of that name cannot be replaced.", strerror(errno),
                   "Choose another name with -o.");
  }
  if (make_file(w, error) != SN_OK) {
    if (exists) {
      (void)rename(w->aside, w->file);
    }
    w->failed = 1;
    return SN_EIO;
  }
  if (exists) {
    (void)remove(w->aside);
  }
  begin_watch(w);
  return SN_OK;
}

static sn_status begin(sn_writer *w, sn_error *error)
{
  int older = -1;
  SN_TRY(claim(w, &older, error));
  const sn_status status = replace(w, error);
  let_go(older);
  return status;
}

/* ---- during the run */

static const char *channel_name(const sn_writer *w, int i)
{
  return w->plan->system->output[w->plan->system->channel[i]].name;
}

sn_not_finite sn_writer_not_finite(const sn_writer *w)
{
  sn_not_finite out = {.t = INFINITY};
  for (int i = 0; i < w->plan->system->n_channel; i++) {
    const sn_column *c = &w->rows.column[w->first_channel + i];
    if (c->bad > 0) {
      out.channels++;
      out.rows += c->bad;
      out.first = c->first_bad < out.t ? channel_name(w, i) : out.first;
      out.t = fmin(out.t, c->first_bad);
    }
  }
  return out;
}

/* The summary goes last: its number of rows counts only what is safely in the file. */
static int flush(sn_writer *w)
{
  w->last_flush = sn_wall_seconds();
  if (!is_ours(w)) {
    return -1;
  }
  int status = sn_table_write(&w->steps);
  status = status < 0 ? status : sn_table_write(&w->rows);
  status = status < 0 ? status : H5Fflush(w->id, H5F_SCOPE_LOCAL);
  if (status >= 0) {
    w->summary.peak_memory_mb = sn_peak_memory_mb();
    w->summary.rows = (double)sn_table_written(&w->rows);
    w->summary.channel_rows_not_finite = (double)sn_writer_not_finite(w).rows;
    status = sn_summary_write(&w->summary, w->summary_id);
  }
  status = status < 0 ? status : H5Fflush(w->id, H5F_SCOPE_LOCAL);
  struct stat facts;
  if (status >= 0 && fstat(descriptor(w->id), &facts) == 0) {
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

static void put_outputs(sn_writer *w, const sn_observation *o)
{
  for (int c = w->first_channel; c < w->rows.n; c++) {
    sn_row_now(o, w->row_of[c - w->first_channel], sn_table_row(&w->rows, c));
  }
}

static sn_status row(void *data, const sn_observation *o, const sn_ledger *total, sn_error *error)
{
  sn_writer *w = data;
  sn_status status = SN_OK;
  const sn_h5_quiet old = sn_h5_hush();
  if (!w->began) {
    status = begin(w, error);
  }
  if (status == SN_OK) {
    *sn_table_row(&w->rows, ROW_TIME) = o->t;
    sn_places_now(w->plan->places, o->q, o->v,
                  &(sn_places_row){.position = sn_table_row(&w->rows, ROW_POSITION),
                                   .quaternion = sn_table_row(&w->rows, ROW_QUATERNION),
                                   .velocity = sn_table_row(&w->rows, ROW_VELOCITY),
                                   .spin = sn_table_row(&w->rows, ROW_SPIN)});
    put_energies(w, total);
    put_outputs(w, o);
    status = sn_table_next(&w->rows) < 0 ? fail(w, error) : SN_OK;
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
  const sn_status result = status < 0 ? fail(w, error) : SN_OK;
  sn_h5_restore(old);
  return result;
}

static int add_line(sn_writer *w, const char *text)
{
  char line[LOG_ROOM] = "";
  const hsize_t first = w->log_lines, size = first + 1, one = 1;
  (void)snprintf(line, sizeof line, "%s", text);
  if (H5Dset_extent(w->log, &size) < 0) {
    return -1;
  }
  const hid_t space = H5Dget_space(w->log), memory = H5Screate(H5S_SCALAR), type = H5Dget_type(w->log);
  int status = H5Sselect_hyperslab(space, H5S_SELECT_SET, &first, NULL, &one, NULL);
  status = status < 0 ? status : H5Dwrite(w->log, type, memory, space, H5P_DEFAULT, line);
  (void)H5Tclose(type);
  (void)H5Sclose(memory);
  (void)H5Sclose(space);
  w->log_lines = size;
  return status;
}

/* The log has no way to report trouble: the next row or flush will meet it too. */
static void log_line(void *data, double t, const char *text)
{
  sn_writer *w = data;
  char line[LOG_ROOM];
  if (!w->began || w->failed) {
    return;
  }
  const sn_h5_quiet old = sn_h5_hush();
  (void)snprintf(line, sizeof line, "t = %.9g s: %s", t, text);
  (void)add_line(w, line);
  sn_h5_restore(old);
}

/* Known before the file is made, so that it stands in it from the start. */
static void know_unknowns(void *data, int unknowns)
{
  sn_writer *w = data;
  w->summary.unknowns = unknowns;
}

sn_sink sn_writer_sink(sn_writer *w)
{
  return (sn_sink){.data = w, .begin = know_unknowns, .row = row, .step = step, .log = log_line};
}

/* ---- going on */

static void take_summary(sn_writer *w, const sn_run_summary *r)
{
  sn_summary *s = &w->summary;
  s->t_end = r->t_end;
  s->completed = r->completed;
  s->steps = (double)r->steps;
  s->newton_iterations = (double)r->iterations;
  s->step_rejections = (double)r->rejections;
  s->error_rejections = (double)r->error_rejections;
  s->inaccurate_steps = (double)r->inaccurate_steps;
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
  sn_status status = flush(w) < 0 ? fail(w, error) : SN_OK;
  const int f = status == SN_OK ? descriptor(w->id) : -1;
  if (f >= 0 && fsync(f) != 0 && errno != EINVAL && errno != ENOTSUP) {
    status = fail(w, error);
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

static sn_status copy_log(sn_writer *w, sn_reader *from, long long n, sn_error *error)
{
  const char *const *lines = NULL;
  int there = 0;
  if (sn_reader_log(from, &lines, &there, error) != SN_OK) {
    return SN_EINPUT;
  }
  if (there < n) {
    return sn_failf(error, SN_EINPUT, "The log of the older result is shorter than the checkpoint says.");
  }
  for (int i = 0; i < (int)n; i++) {
    if (add_line(w, lines[i]) < 0) {
      return sn_h5_fail(error, w->file, "The new result could not be written.", "Check the space on the disk.");
    }
  }
  return SN_OK;
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
  return copy_log(w, from, much->lines, error);
}

static void discard(sn_writer *w)
{
  if (w->id >= 0) {
    cut_off(w);
    close_file(w);
    (void)H5Fclose(w->id);
    w->id = -1;
    (void)remove(w->beside);
  }
}

sn_status sn_writer_take_up(sn_writer *w, const sn_written *much, double t, const sn_run_summary *summary,
                            sn_arena *arena, sn_error *error)
{
  sn_reader *from = NULL;
  int older = -1;
  SN_TRY(claim(w, &older, error));
  const sn_h5_quiet old = sn_h5_hush();
  sn_status status = sn_reader_open(w->file, arena, &from, error) == SN_OK ? SN_OK : SN_EINPUT;
  status = status == SN_OK ? make_beside(w, error) : status;
  status = status == SN_OK ? copy_all(w, from, much, t, error) : status;
  if (status == SN_OK) {
    sn_written now;
    take_summary(w, summary);
    w->began = 1;
    status = sn_writer_secure(w, &now, error);
  }
  sn_reader_close(from);
  status = status == SN_OK ? move_into_place(w, error) : status;
  if (status != SN_OK) {
    discard(w);
    w->failed = 1;
    w->began = 0;
  }
  let_go(older);
  sn_h5_restore(old);
  return status;
}

/* ---- after the run */

/* A text of any length: lines that fit the log, broken at spaces. */
static int add_lines(sn_writer *w, const char *text)
{
  int status = 0;
  while (*text && status >= 0) {
    char line[LOG_ROOM];
    size_t n = strlen(text);
    if (n >= LOG_ROOM) {
      n = LOG_ROOM - 1;
      while (n > 1 && text[n] != ' ') {
        n--;
      }
      n = text[n] == ' ' ? n : LOG_ROOM - 1; /* a word without end */
    }
    (void)snprintf(line, sizeof line, "%.*s", (int)n, text);
    status = add_line(w, line);
    text += n;
    text += *text == ' ';
  }
  return status;
}

/* Which channels have no value, for who reads the file later. */
static int put_not_finite(sn_writer *w)
{
  int status = 0;
  for (int i = 0; i < w->plan->system->n_channel && status >= 0; i++) {
    const sn_column *c = &w->rows.column[w->first_channel + i];
    if (c->bad > 0) {
      char line[LOG_ROOM];
      (void)snprintf(line, sizeof line, "channel '%.100s' has no finite value in %lld rows, first at t = %.9g s",
                     channel_name(w, i), c->bad, c->first_bad);
      status = add_line(w, line);
    }
  }
  return status;
}

static int put_reason(sn_writer *w, const sn_error *why)
{
  const char *const parts[] = {why->where, why->what, why->why, why->fix};
  int status = 0;
  for (int i = 0; i < 4 && status >= 0; i++) {
    status = add_lines(w, parts[i]);
  }
  return status;
}

void sn_writer_keep_point(sn_writer *w, const void *bytes, size_t n)
{
  w->last_point = bytes;
  w->n_last_point = n;
}

sn_status sn_writer_finish(sn_writer *w, const char *status, const sn_run_summary *summary, const sn_error *why,
                           sn_error *error)
{
  if (!w->began || w->id < 0) {
    return SN_OK;
  }
  const sn_h5_quiet old = sn_h5_hush();
  int good = w->failed ? -1 : 0;
  if (summary) {
    take_summary(w, summary);
  }
  if (why && good >= 0) {
    good = put_reason(w, why);
  }
  good = good < 0 ? good : put_not_finite(w);
  good = good < 0 ? good : flush(w);
  if (w->last_point && good >= 0) {
    good = sn_point_put(w->point, w->last_point, w->n_last_point);
  }
  good = good < 0 ? good : sn_h5_put_text(w->status, status);
  good = good < 0 ? good : H5Fflush(w->id, H5F_SCOPE_LOCAL);
  sn_status result = good < 0 && !w->failed ? fail(w, error) : SN_OK;
  close_file(w);
  const hid_t id = w->id;
  const int fd = descriptor(id);
  w->id = -1; /* whatever happens: HDF5 does not know it any more */
  if (H5Fclose(id) < 0 && !w->failed) {
    send_nowhere(fd); /* HDF5 tries once more when the process ends */
    result = fail(w, error);
  }
  sn_h5_restore(old);
  return result;
}
