/* results/list.h -- which series a result file holds. */
#ifndef SN_RESULTS_LIST_H
#define SN_RESULTS_LIST_H
#include "results/reader.h"

/* Lists all series over time in and below a group ("/joints"), in creation order; none if there is no such group.
   Their names are their paths without the first slash. The list is in the arena. */
sn_status sn_reader_list(sn_reader *r, const char *group, sn_arena *arena, sn_series **out, int *n, sn_error *error);
/* Finds one series by its path; 0 if it does not exist. */
int sn_reader_has(sn_reader *r, const char *path, sn_series *out);
/* A text attribute of the file ("creator"); "" if there is none. In the reader's arena. */
sn_status sn_reader_attribute(sn_reader *r, const char *name, const char **out, sn_error *error);

#endif
