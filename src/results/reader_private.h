/* results/reader_private.h -- what reader.c and scene.c share. */
#ifndef SN_RESULTS_READER_PRIVATE_H
#define SN_RESULTS_READER_PRIVATE_H
#include "results/h5.h"
#include "results/reader.h"

struct sn_reader {
  const char *file;
  sn_arena *arena;
  hid_t id;
  const char *status; /* NULL: the file has none */
  int n_channel, room;
  sn_series *channel;
  sn_series time;
};

/* Width, rows and unit of a dataset of numbers whose first dimension is time; 0 if it is not one. */
int sn_reader_look(sn_reader *r, const char *path, sn_series *out);

#endif
