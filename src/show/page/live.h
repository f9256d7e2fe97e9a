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
  int no_waiting;  /* 1: a file without rows cannot be read at the moment; 0: waits a few seconds for them */
  sn_arena *arena; /* of the page; NULL: not planned yet */
  /* the file that the page was planned for, kept open so that no other file gets its inode number; -1: none */
  int id;
  sn_page page;
} sn_live;

typedef struct {
  const void *bytes;
  size_t n;
} sn_answer;

/* Start with {.file, .stop, .id = -1}. Each returns an HTTP status: 200; 410: the file has been replaced, request the
   whole bundle; 503: it cannot be read at the moment. Answers are in the arena. */
int sn_live_bundle(sn_live *l, sn_arena *arena, sn_answer *out, sn_error *error);
int sn_live_more(sn_live *l, unsigned long long from, sn_arena *arena, sn_answer *out, sn_error *error);
void sn_live_close(sn_live *l);

#endif
