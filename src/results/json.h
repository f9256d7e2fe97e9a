/* results/json.h -- writes small JSON texts into an arena.
 * Use:     start, then add; `text` is always a complete C string; `failed` tells that memory ran out.
 */
#ifndef SN_RESULTS_JSON_H
#define SN_RESULTS_JSON_H
#include "base/arena.h"

/* Where spaces and line ends are: for people; on one line, for texts in results; nowhere, for pages. */
typedef enum { SN_JSON_SPREAD, SN_JSON_LINE, SN_JSON_DENSE } sn_json_style;

typedef struct {
  sn_arena *arena;
  sn_json_style style;
  char *text;
  size_t used, room;
  int failed;
  int depth; /* of what sn_json_begin has opened */
} sn_json;

/* Begins an object or a list: '{' or '['. name: its key; NULL: the whole text, or an entry of a list. Commas are added automatically. */
void sn_json_begin(sn_json *j, const char *name, char bracket);
void sn_json_end(sn_json *j, char bracket); /* with the same bracket */
/* Members of the innermost open object or list; name NULL: entries of a list. */
void sn_json_put_text(sn_json *j, const char *name, const char *text); /* NULL: null */
void sn_json_put_number(sn_json *j, const char *name, double x);
void sn_json_put_numbers(sn_json *j, const char *name, const double *x, int n);
void sn_json_put_flag(sn_json *j, const char *name, int yes);
void sn_json_put_raw(sn_json *j, const char *name, const char *json); /* a text that is JSON already */

/* Pieces, for numbers and layouts of one's own: the comma before an entry, if one is due; the same and the key of a member. */
void sn_json_comma(sn_json *j);
void sn_json_key(sn_json *j, const char *name);
void sn_json_raw(sn_json *j, const char *text);
void sn_json_text(sn_json *j, const char *text); /* quoted and escaped; bytes that are not UTF-8 become "?" */
void sn_json_number(sn_json *j, double x);       /* as many digits as recover the number; not finite: null */

#endif
