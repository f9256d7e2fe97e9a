/* cli/watch.h -- `sinew run MODEL.lua --watch`: what verb_run.c, watch.c, watch_files.c and watch_child.c share. */
#ifndef SN_CLI_WATCH_H
#define SN_CLI_WATCH_H
#include <sys/types.h>

#include "cli/cli.h"

/* cli/watch.c: serves the page and makes runs until it is interrupted; the exit code. run: one run, with these arguments. */
int sn_watch(const sn_arguments *a, sn_arena *arena, int (*run)(const sn_arguments *a, sn_arena *arena));

/* ---- watch_files.c: files that a model is made of, and whether one of them has changed */
enum { SN_WATCHED_MOST = 64 };
typedef struct {
  dev_t device;
  ino_t number;
  off_t size;
  long long seconds, nanoseconds; /* of its last change */
} sn_file_look;
typedef struct {
  int n;
  const char *path[SN_WATCHED_MOST];
  sn_file_look look[SN_WATCHED_MOST];
} sn_watched;
sn_file_look sn_file_look_at(const char *path); /* all zero: it is not there */
int sn_same_look(const sn_file_look *a, const sn_file_look *b);
/* Adds a file unless it is there already; its name relative to the folder of the model. More than fit are left out. */
void sn_watched_add(sn_watched *w, const char *model, const char *file, sn_arena *arena);
int sn_watched_changed(sn_watched *w); /* since the last call, or since it was added */

/* ---- watch_child.c: a run in a process of its own, whose messages are collected */
enum { SN_SAID = 4096 };
typedef struct {
  pid_t id;  /* 0: none */
  int pipe;  /* its stderr; -1: none */
  int ended; /* exit code of the last one */
  double since;
  char said[SN_SAID];
} sn_child;
sn_status sn_child_start(sn_child *c, int (*work)(void *data), void *data, sn_error *error);
/* Takes what it says, which is printed, too. 1: it has just ended. */
int sn_child_look(sn_child *c);
void sn_child_stop(
    sn_child *c); /* asks it to end, once; kills it if it does not within three seconds. Call it again and again. */

#endif
