/* results/reader.h -- reads result files: finished, still growing, or left behind by a killed run.
 * Who:     show, cli, api. Everything that was flushed can be read; a damaged file gives an error, never a crash.
 * Owner:   texts and lists are the arena's; the reader holds an HDF5 handle until it is closed.
 */
#ifndef SN_RESULTS_READER_H
#define SN_RESULTS_READER_H
#include "base/arena.h"
#include "base/error.h"
#include "results/summary.h"
#include "run/outcome.h"

typedef struct sn_reader sn_reader;

typedef struct {
  char path[512];   /* "/channels/tip" */
  const char *name; /* as the user wrote it: "tip", "tip_x" */
  const char *unit;
  int width; /* numbers per row in the file */
  int part;  /* -1: all components, else one of them */
  unsigned long long rows;
} sn_series;

sn_status sn_reader_open(const char *file, sn_arena *arena, sn_reader **out, sn_error *error);
void sn_reader_close(sn_reader *r); /* accepts NULL */
sn_status sn_reader_summary(sn_reader *r, sn_summary *out, sn_error *error);
/* How the run stood when the file was opened, read before the number of any rows: a run that this calls ended has no row
   that the reader does not know. The word for it is that of the file, of whatever version that is. */
sn_status sn_reader_outcome(const sn_reader *r, sn_outcome *out, sn_error *error);
sn_status sn_reader_status(const sn_reader *r, const char **word, sn_error *error);
/* A text dataset ("/model/name", "/parameters"); the arena's. */
sn_status sn_reader_text(sn_reader *r, const char *path, const char **out, sn_error *error);
/* A list of texts, and all lines of the log. */
sn_status sn_reader_texts(sn_reader *r, const char *path, const char *const **lines, int *n, sn_error *error);
sn_status sn_reader_log(sn_reader *r, const char *const **lines, int *n, sn_error *error);
int sn_reader_channels(const sn_reader *r);
const sn_series *sn_reader_channel(const sn_reader *r, int i);
const sn_series *sn_reader_time(const sn_reader *r);
/* Finds a channel by name, one component of it (tip_x, orientation_0), or any series by its path (energy/total,
   joints/pivot/angle). For unknown names the message gives the nearest existing one. */
sn_status sn_reader_find(sn_reader *r, const char *name, sn_series *out, sn_error *error);
/* Suffix of component k of a series of this width: "x".."z" for 3, else its number. */
const char *sn_component_suffix(int width, int k);
/* Reads rows x width numbers from row `first` on (whole rows, whatever `part` is). */
sn_status sn_reader_read(sn_reader *r, const sn_series *s, unsigned long long first, int rows, double *out,
                         sn_error *error);

#endif
