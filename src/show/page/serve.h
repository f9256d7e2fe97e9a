/* show/page/serve.h -- a page that follows a run while it goes on, for the browser of the same machine.
 * Who:     cli (sinew view --serve, sinew run --watch).
 */
#ifndef SN_SHOW_SERVE_H
#define SN_SHOW_SERVE_H
#include "base/arena.h"
#include "base/error.h"

typedef struct {
  const char *file;         /* the result; may be growing, and may be replaced by a new run */
  int port;                 /* of 127.0.0.1; 0: one that is free */
  const volatile int *stop; /* ends the server when not 0; checked twice a second and after every signal */
  void (*ready)(void *data, const char *link); /* once, when the link works */
  void *data;
  /* a page whose result is made again and again (sinew run --watch); state NULL: it is not */
  struct {
    void (*tick)(void *data);                          /* ten times a second */
    const char *(*state)(void *data, sn_arena *arena); /* JSON for the page: status, number of the result, sliders */
    int (*set)(void *data, const char *name, const char *value); /* of a slider; 0: refused */
  } watch;
} sn_serve_options;

/* Serves until *stop is set. Returns earlier only if it cannot begin. SIGPIPE must be ignored by the caller. */
sn_status sn_serve(const sn_serve_options *o, sn_arena *arena, sn_error *error);

#endif
