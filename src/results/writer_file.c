/* results/writer_file.c -- the file of a result on the disk: made, put in the place of an older one, watched, closed.
 * What:    see results/writer_private.h. An older result is moved aside while the new file is made and put back if that
 *          fails. A file that is deleted, replaced or cut short by someone else during the run is an error.
 * Limits:  one process writes a file; a second is refused (base/lock.h).
 * Tests:   tests/results/test_damage.c, tests/cli/test_two_runs.c, tests/cli/test_cli.c (kill -9).
 */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/lock.h"
#include "base/text.h"
#include "results/layout.h"
#include "results/modes.h"
#include "results/point.h"
#include "results/read_back.h"
#include "results/scale.h"
#include "results/warnings.h"
#include "results/writer_private.h"
#include "run/checkpoint.h"

enum { STATUS_ROOM = 16 };

/* A driver that discards what is written: memory, or else the null device. */
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

/* After a failed write HDF5 cannot close the file: it tries to write again, fails, and crashes when the process ends. The file on the
   disk is good up to the last flush. So the rest is discarded, and closing succeeds. */
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

sn_status sn_writer_fail(sn_writer *w, sn_error *error)
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

/* A link stays a link: its target is written. */
const char *sn_writer_target(const char *file, sn_arena *arena)
{
  struct stat facts;
  if (lstat(file, &facts) != 0 || !S_ISLNK(facts.st_mode)) {
    return file;
  }
  char *whole = realpath(file, NULL); /* allocated by the system, freed here */
  const char *copy = whole ? sn_arena_text(arena, whole) : file;
  free(whole);
  return copy;
}

static int make_contents(sn_writer *w)
{
  int status = sn_layout_head(w->id, w->plan);
  status = status < 0 ? status : sn_table_create(&w->rows, w->id);
  status = status < 0 ? status : sn_table_create(&w->steps, w->id);
  status = status < 0 ? status : sn_scale_columns(&w->rows);
  status = status < 0 ? status : sn_scale_columns(&w->steps);
  status = status < 0 ? status : sn_layout_poses(w->id, w->plan->system, w->plan->places);
  status = status < 0 ? status : sn_layout_constants(w->id, w->plan);
  status = status < 0 ? status : sn_scene_write(w->id, w->plan->scene);
  status = status < 0 ? status : sn_modes_write(w->id, w->plan->system, w->plan->modes);
  status = status < 0 ? status : sn_summary_create(w->id, w->plan->scheme, &w->summary, w->summary_id);
  w->status = status < 0 ? -1 : sn_h5_text(w->id, "status", sn_outcome_word(SN_OUTCOME_RUNNING), STATUS_ROOM);
  w->log = w->status < 0 ? -1 : sn_log_make(w->id);
  w->warnings = w->log < 0 ? -1 : sn_warnings_make(w->id);
  w->point = w->warnings < 0 ? -1 : sn_point_create(w->id);
  /* flushed first: a full disk found while the mode is switched would leave HDF5 unable to close the file */
  status = w->point < 0 ? -1 : H5Fflush(w->id, H5F_SCOPE_LOCAL);
  return status < 0 ? status : H5Fstart_swmr_write(w->id);
}

/* HDF5 1.10 loses track of dependent parts of chunk indices when its cache has to evict some of them, as it does
   with thousands of columns; the next flush then fails. So the cache keeps all of them: a few kB per column. */
static void keep_metadata(hid_t access)
{
  H5AC_cache_config_t cache = {.version = H5AC__CURR_CACHE_CONFIG_VERSION};
  if (H5Pget_mdc_config(access, &cache) >= 0) {
    cache.evictions_enabled = 0;
    cache.incr_mode = H5C_incr__off;
    cache.flash_incr_mode = H5C_flash_incr__off;
    cache.decr_mode = H5C_decr__off;
    (void)H5Pset_mdc_config(access, &cache);
  }
}

static hid_t create_file(const char *file)
{
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  (void)H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110); /* required by SWMR; old readers know it */
  (void)H5Pset_fclose_degree(access, H5F_CLOSE_STRONG);
  (void)H5Pset_file_locking(access, 1, 1); /* file systems without locks are accepted */
  keep_metadata(access);
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
  if (w->warnings >= 0) {
    (void)H5Dclose(w->warnings);
  }
  w->status = w->log = w->point = w->warnings = -1;
}

/* Is there a file of this name that is not a result? Then it is not replaced. */
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
      return SN_OK; /* a missing folder is reported when the file is made */
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

/* Writes about as many bytes to the disk as the empty file will have, as a test before HDF5 does. */
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
  const int taken = good && sn_lock_descriptor(descriptor(w->id)) == SN_LOCK_TAKEN; /* a run that has just begun */
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
sn_status sn_writer_make_beside(sn_writer *w, sn_error *error)
{
  const char *file = w->file;
  w->file = w->beside;
  const sn_status status = make_file(w, error);
  w->file = file;
  w->failed = status != SN_OK;
  return status;
}

/* From now on the file has its final name. */
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

/* HDF5 would go on writing to a file that was deleted. */
int sn_writer_is_ours(sn_writer *w)
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

sn_status sn_writer_move(sn_writer *w, sn_error *error)
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

sn_status sn_writer_claim(sn_writer *w, int *fd, sn_error *error)
{
  if (sn_lock_path(w->file, fd) != SN_LOCK_TAKEN) {
    return SN_OK;
  }
  (void)close(*fd);
  *fd = -1;
  w->failed = 1;
  return is_taken(w->file, error);
}

void sn_writer_let_go(int fd)
{
  if (fd >= 0) {
    (void)close(fd);
  }
}

static sn_status replace(sn_writer *w, sn_error *error)
{
  int exists = 0;
  if (w->replacing) {
    SN_TRY(sn_writer_make_beside(w, error));
    return sn_writer_move(w, error);
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

sn_status sn_writer_begin(sn_writer *w, sn_error *error)
{
  int older = -1;
  SN_TRY(sn_writer_claim(w, &older, error));
  const sn_status status = replace(w, error);
  sn_writer_let_go(older);
  return status;
}

void sn_writer_discard(sn_writer *w)
{
  if (w->id >= 0) {
    cut_off(w);
    close_file(w);
    (void)H5Fclose(w->id);
    w->id = -1;
    (void)remove(w->beside);
  }
}

int sn_writer_descriptor(const sn_writer *w)
{
  return descriptor(w->id);
}

sn_status sn_writer_close(sn_writer *w, int good, sn_error *error)
{
  sn_status result = good < 0 && !w->failed ? sn_writer_fail(w, error) : SN_OK;
  close_file(w);
  const hid_t id = w->id;
  const int fd = descriptor(id);
  w->id = -1; /* in any case: HDF5 does not know the file any more */
  if (H5Fclose(id) < 0 && !w->failed) {
    send_nowhere(fd); /* HDF5 tries once more when the process ends */
    result = sn_writer_fail(w, error);
  }
  return result == SN_OK && good >= 0 && !w->failed && w->placed ? sn_read_back(w->file, error) : result;
}
