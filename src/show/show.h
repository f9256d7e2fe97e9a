/* show/show.h -- results as text for people and other programs.
 * Who:     cli and api. Output goes to a FILE the caller owns; a failed write is an error, not a crash.
 */
#ifndef SN_SHOW_SHOW_H
#define SN_SHOW_SHOW_H
#include <stdio.h>

#include "results/json.h"
#include "results/reader.h"

/* `t,CHANNEL,...` and one row per stored time, 17 digits. n = 0: all channels. */
sn_status sn_show_csv(sn_reader *r, const char *const *names, int n, sn_arena *arena, FILE *out, sn_error *error);
/* Prints what a result contains: for people, or as one JSON object. */
sn_status sn_show_info(sn_reader *r, sn_arena *arena, FILE *out, sn_error *error);
sn_status sn_show_info_members(sn_reader *r, sn_arena *arena, sn_json *j, sn_error *error); /* of an open object */
sn_status sn_show_info_json(sn_reader *r, sn_arena *arena, FILE *out, sn_error *error);

#endif
