/* results/point.h -- the checkpoint of a run that is done, inside its result: what `resume --until` and `start_from` need.
 * What:    /checkpoint, the bytes of run/checkpoint.h; empty while a run goes on (its checkpoint is a file beside the result).
 * Who:     results/writer.c writes, session/resume.c reads.
 */
#ifndef SN_RESULTS_POINT_H
#define SN_RESULTS_POINT_H
#include "results/h5.h"
#include "results/reader.h"

hid_t sn_point_create(hid_t file);                            /* empty; negative on failure */
int sn_point_put(hid_t dataset, const void *bytes, size_t n); /* once; negative on failure */
/* *n = 0: the result has none. Bytes are the arena's. */
sn_status sn_point_get(sn_reader *r, sn_arena *arena, const char **bytes, size_t *n, sn_error *error);

#endif
