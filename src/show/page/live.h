/* show/page/live.h -- a result file that may still be growing, as bundles: all of it, then what is new.
 * Who:     show/page/serve.c.
 * Owner:   sn_live holds an arena and a file descriptor until it is closed.
 */
#ifndef SN_SHOW_LIVE_H
#define SN_SHOW_LIVE_H
#include "show/page/page.h"

typedef struct {
  const char *file;
  const volatile int *stop;
  sn_arena *arena; /* of the page; NULL: not planned yet */
  int id;          /* the file the page was planned for, kept open so that no other file gets its number; -1: none */
  sn_page page;
} sn_live;

typedef struct {
  const void *bytes;
  size_t n;
} sn_answer;

/* Start with {.file, .stop, .id = -1}. Each returns a status of HTTP: 200; 410: the file is another one now, ask for the
   whole bundle; 503: it cannot be read just now. Answers are the arena's. */
int sn_live_bundle(sn_live *l, sn_arena *arena, sn_answer *out, sn_error *error);
int sn_live_more(sn_live *l, unsigned long long from, sn_arena *arena, sn_answer *out, sn_error *error);
void sn_live_close(sn_live *l);

#endif
