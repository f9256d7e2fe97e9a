/* run/checkpoint.h -- a run between two steps as a small file beside its result: FILE.h5.checkpoint. When a run is done its bytes
 * go into the result (results/point.h), and the file goes away.
 * What:    the model's texts, what was asked for, how far the result was written, and the snapshot of run/run.h. Written under
 *          another name, flushed to the disk and renamed, so that there is always a whole one.
 * Who:     session/session_checkpoint.c. Not trusted when read: magic, versions, sizes and a checksum; run/memory.c checks the numbers.
 * Limits:  for the same version of the program on the same kind of machine.
 */
#ifndef SN_RUN_CHECKPOINT_H
#define SN_RUN_CHECKPOINT_H
#include <stdint.h>

#include "run/run.h"

/* A text with a name: a source of the model, a parameter that was set. */
typedef struct {
  const char *name, *text;
} sn_named_text;

typedef struct sn_checkpoint {
  const char *creator; /* "sinew 0.3.0" */
  const char *model;   /* name for people */
  const char *folder;  /* of the model: data files are there; "": it has none */
  int n_source, n_override, n_item;
  const sn_named_text *source;   /* the main file first */
  const sn_named_text *override; /* --set name=value */
  const sn_named_text *item;     /* names of the items of the system and "": they show whether a state fits a model */
  uint64_t data;                 /* checksum of the data files the model has read */
  double duration;
  long long rows, steps, lines; /* in the result at that time */
  size_t n_start;
  const double *start; /* the initial state, if it came from another run; otherwise n_start = 0 */
  sn_snapshot snapshot;
} sn_checkpoint;

/* "FILE.h5.checkpoint"; NULL: no memory. */
char *sn_checkpoint_name(const char *result, sn_arena *arena);
/* If this fails, the older checkpoint of that name is unchanged. */
sn_status sn_checkpoint_write(const char *file, const sn_checkpoint *c, sn_error *error);
/* All memory is in the arena. SN_EIO: the file cannot be read, is damaged, or is of another version. */
sn_status sn_checkpoint_read(const char *file, sn_arena *arena, sn_checkpoint *out, sn_error *error);
/* The same from bytes in memory; where: used in messages. */
sn_status sn_checkpoint_parse(const char *where, const char *bytes, size_t size, sn_arena *arena, sn_checkpoint *out,
                              sn_error *error);
/* The bytes of a checkpoint file. */
sn_status sn_checkpoint_bytes(const char *file, sn_arena *arena, const char **bytes, size_t *size, sn_error *error);

/* Flushes the folder that contains `name` from the caches of the system to the disk. Returns 0, or -1 with errno. */
int sn_sync_folder(const char *file_in_it);

#endif
