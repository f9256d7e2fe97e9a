/* results/json.h -- writes small JSON texts into an arena.
 * Use:     start, then add; `text` is always a complete C string; `failed` tells that memory ran out.
 */
#ifndef SN_RESULTS_JSON_H
#define SN_RESULTS_JSON_H
#include "base/arena.h"

typedef struct {
  sn_arena *arena;
  char *text;
  size_t used, room;
  int failed;
} sn_json;

void sn_json_raw(sn_json *j, const char *text);
void sn_json_text(sn_json *j, const char *text); /* quoted and escaped; bytes that are no UTF-8 become "?" */
void sn_json_number(sn_json *j, double x);       /* 17 digits; not finite: null */

#endif
