/* cli/watch.c -- `sinew run MODEL.lua --watch`: runs again when the model or a file that it includes has changed, or when a slider of the
 *                page has moved; the open page follows.
 * What:    one process serves the page (show/page/serve.c) and looks at the files ten times a second; every run is a process of its own.
 *          Changes within a moment of each other make one run; a change during a run ends that run.
 * Tests:   tests/cli/test_watch.c, viewer/test/page_watch.mjs.
 */
#define _POSIX_C_SOURCE 200809L
#include "cli/watch.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/text.h"
#include "show/page/serve.h"

static const double moment = 0.2; /* s without another change before a run begins */
enum { PARAMETERS = 64 };

/* A parameter with a range. */
typedef struct {
  const char *name;
  double own, value, low, high, step; /* own: the model's value */
  char set[32];                       /* by a slider, as text; "": the model's own */
} slider;

typedef struct {
  const sn_arguments *a;
  int (*run)(const sn_arguments *a, sn_arena *arena);
  const volatile int *stop;
  sn_arena *arena;  /* of names that stay */
  const char *file; /* the result */
  sn_watched files;
  sn_child child;
  slider slider[PARAMETERS];
  int n_slider;
  int wanted;          /* a run is to be made */
  double changed;      /* when the last change was seen */
  double began;        /* the present run */
  int runs;            /* begun */
  int shown;           /* number of the run whose result is in the file; 0: none of ours */
  sn_file_look before; /* of the result, when the present run began */
  int failed;          /* the last run; its words are those of the child */
  int open;
} watch;

/* ---- the arguments of a run: those of the command, quiet, with the values of sliders */

static sn_status arguments_of(const watch *w, sn_arena *arena, sn_arguments *out, sn_error *error)
{
  sn_given *given = SN_NEW(arena, sn_given, w->a->n_given + w->n_slider + 2);
  if (!given) {
    return sn_no_memory(error, "the run");
  }
  *out = *w->a;
  memcpy(given, w->a->given, sizeof *given * (size_t)w->a->n_given);
  given[out->n_given++] = (sn_given){"--quiet", NULL};
  given[out->n_given++] = (sn_given){"-o", w->file};
  for (int i = 0; i < w->n_slider; i++) {
    const char *text = sn_arena_format(arena, "%s=%s", w->slider[i].name, w->slider[i].set);
    if (!text) {
      return sn_no_memory(error, "the run");
    }
    if (w->slider[i].set[0]) {
      given[out->n_given++] = (sn_given){"--set", text};
    }
  }
  out->given = given;
  return SN_OK;
}

static int work(void *data)
{
  const watch *w = data;
  sn_arena *arena = sn_arena_new(NULL);
  sn_arguments a;
  sn_error error = {0};
  if (!arena || arguments_of(w, arena, &a, &error) != SN_OK) {
    return sn_print_error(SN_ENOMEM, &error);
  }
  return w->run(&a, arena);
}

/* ---- what the model is made of */

static slider *slider_named(watch *w, const char *name)
{
  for (int i = 0; i < w->n_slider; i++) {
    if (strcmp(w->slider[i].name, name) == 0) {
      return w->slider + i;
    }
  }
  return NULL;
}

/* Ranges as they are now in the model; what a slider has set stays if it is still in its range, and nobody has edited the value. */
static void take_sliders(watch *w, const sn_model *m)
{
  slider old[PARAMETERS];
  const int n_old = w->n_slider;
  memcpy(old, w->slider, sizeof old);
  w->n_slider = 0;
  for (int i = 0; i < sn_model_parameters(m) && w->n_slider < PARAMETERS; i++) {
    const sn_parameter *p = sn_model_parameter_at(m, i);
    const char *name = isnan(p->low) ? NULL : sn_arena_text(w->arena, p->name);
    if (!name) {
      continue;
    }
    slider *s = w->slider + w->n_slider++;
    *s = (slider){.name = name,
                  .own = p->value.number,
                  .value = p->value.number,
                  .low = p->low,
                  .high = p->high,
                  .step = p->step};
    for (int k = 0; k < n_old; k++) {
      const double x = strtod(old[k].set, NULL);
      if (strcmp(old[k].name, name) == 0 && old[k].set[0] && old[k].own == s->own && x >= s->low && x <= s->high) {
        memcpy(s->set, old[k].set, sizeof s->set);
        s->value = x;
      }
    }
  }
}

/* Reads the model for its files and ranges. A mistake in it is said by the run; the file that it is in is watched, too. */
static void read_model(watch *w)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_model *m = NULL;
  const char *name = NULL, *file, *text;
  sn_error error = {0};
  char at[128];
  if (!arena) {
    return;
  }
  if (sn_cli_load(w->a, arena, &m, &name, &error) == SN_OK) {
    for (int i = 1; i < sn_model_sources(m); i++) {
      sn_model_source_at(m, i, &file, &text);
      sn_watched_add(&w->files, w->a->word[0], file, w->arena);
    }
    take_sliders(w, m);
  } else {
    (void)snprintf(at, sizeof at, "%.*s", (int)strcspn(error.where, ":,"), error.where);
    if (strstr(at, ".lua") && !strchr(at, '/')) {
      sn_watched_add(&w->files, w->a->word[0], at, w->arena);
    }
  }
  sn_arena_free(arena);
}

/* ---- runs */

static void begin(watch *w)
{
  sn_error error = {0};
  read_model(w);
  w->before = sn_file_look_at(w->file);
  w->began = sn_wall_seconds();
  w->wanted = 0;
  w->runs++;
  if (sn_child_start(&w->child, work, w, &error) != SN_OK) {
    (void)sn_print_error(SN_EIO, &error);
    w->failed = 1;
  }
}

static void note_result(watch *w)
{
  const sn_file_look now = sn_file_look_at(w->file);
  if (w->shown != w->runs && now.number != 0 && !sn_same_look(&now, &w->before)) {
    w->shown = w->runs;
  }
}

static void end(watch *w)
{
  w->failed = w->child.ended != EXIT_GOOD && w->child.ended != EXIT_STOPPED && w->child.ended != EXIT_WARNED;
  if (w->child.ended != EXIT_STOPPED) {
    (void)fprintf(stderr, "run %d %s after %.2g s\n", w->runs, w->failed ? "failed" : "complete",
                  sn_wall_seconds() - w->began);
  }
}

static void tick(void *data)
{
  watch *w = data;
  const double now = sn_wall_seconds();
  if (sn_watched_changed(&w->files)) {
    w->changed = now;
    w->wanted = 1;
  }
  if (w->child.id) {
    note_result(w);
  }
  if (sn_child_look(&w->child)) {
    note_result(w);
    end(w);
  }
  if (w->wanted && now - w->changed >= moment) {
    if (w->child.id) {
      sn_child_stop(&w->child);
    } else {
      begin(w);
    }
  }
}

/* ---- what the page asks */

static const char *state(void *data, sn_arena *arena)
{
  const watch *w = data;
  sn_json j = {.arena = arena, .style = SN_JSON_DENSE};
  sn_json_begin(&j, NULL, '{');
  sn_json_put_text(&j, "status", w->child.id || w->wanted ? "running" : w->failed ? "failed" : "complete");
  sn_json_put_number(&j, "runs", w->runs);
  sn_json_put_number(&j, "shown", w->shown);
  sn_json_put_text(&j, "message", w->child.said);
  sn_json_begin(&j, "parameters", '[');
  for (int i = 0; i < w->n_slider; i++) {
    const slider *s = w->slider + i;
    sn_json_begin(&j, NULL, '{');
    sn_json_put_text(&j, "name", s->name);
    sn_json_put_number(&j, "value", s->value);
    sn_json_put_number(&j, "low", s->low);
    sn_json_put_number(&j, "high", s->high);
    sn_json_put_number(&j, "step", s->step);
    sn_json_end(&j, '{');
  }
  sn_json_end(&j, '[');
  sn_json_end(&j, '{');
  return j.failed ? NULL : j.text;
}

/* 0: there is no such slider, or the value is not in its range. */
static int set(void *data, const char *name, const char *value)
{
  watch *w = data;
  slider *s = slider_named(w, name);
  char *rest = NULL;
  const double x = strtod(value, &rest);
  if (!s || rest == value || *rest || strlen(value) >= sizeof s->set || !(x >= s->low && x <= s->high)) {
    return 0;
  }
  (void)snprintf(s->set, sizeof s->set, "%s", value);
  s->value = x;
  w->wanted = 1;
  w->changed = sn_wall_seconds();
  return 1;
}

/* ---- beginning and end */

static void ready(void *data, const char *link)
{
  const watch *w = data;
  sn_error error = {0};
  (void)printf("%s\n", link);
  (void)fflush(stdout);
  if (w->open && sn_open_in_browser(link, &error) != SN_OK) {
    (void)sn_print_error(SN_EIO, &error);
  }
}

static sn_status check(const sn_arguments *a, double *port, sn_error *error)
{
  if (strcmp(a->word[0], "-") == 0 || sn_is_given(a, "--json") || sn_is_given(a, "--start-from")) {
    return sn_fail(error, SN_EINPUT, "command line", "--watch goes with a model file, without --json and --start-from.",
                   "It runs the model whenever its file changes.", "Write for example sinew run model.lua --watch.");
  }
  SN_TRY(sn_number_given(a, "--port", 0, "8080", port, error));
  if (*port > 65535 || *port != floor(*port)) {
    return sn_fail(error, SN_EINPUT, "command line", "--port is not a number of a port.", "",
                   "Give a whole number from 1 to 65535, e.g. --port 8080.");
  }
  return SN_OK;
}

/* The run that is still going ends after its step. */
static void finish(watch *w)
{
  const struct timespec tenth = {0, 100000000};
  while (w->child.id) {
    sn_child_stop(&w->child);
    if (!sn_child_look(&w->child)) {
      (void)nanosleep(&tenth, NULL);
    }
  }
}

int sn_watch(const sn_arguments *a, sn_arena *arena, int (*run)(const sn_arguments *a, sn_arena *arena))
{
  sn_error error = {0};
  double port = 0;
  watch *w = SN_NEW(arena, watch, 1);
  const char *name = w ? sn_cli_name(a->word[0], arena) : NULL, *given = sn_text_given(a, "-o");
  if (!name) {
    return sn_print_error(sn_no_memory(&error, "the run"), &error);
  }
  sn_status status = check(a, &port, &error);
  if (status != SN_OK) {
    return sn_print_error(status, &error);
  }
  *w = (watch){.a = a,
               .run = run,
               .stop = sn_cli_catch_signals(),
               .arena = arena,
               .file = given ? given : sn_arena_format(arena, "%s.h5", name),
               .child = {.pipe = -1},
               .wanted = 1,
               .open = sn_is_given(a, "--open")};
  struct sigaction ignore;
  memset(&ignore, 0, sizeof ignore);
  ignore.sa_handler = SIG_IGN; /* a browser that disconnects must not end the process */
  (void)sigaction(SIGPIPE, &ignore, NULL);
  const char *slash = strrchr(a->word[0], '/');
  sn_watched_add(&w->files, a->word[0], slash ? slash + 1 : a->word[0], arena);
  begin(w);
  status = sn_serve(&(sn_serve_options){.file = w->file,
                                        .port = (int)port,
                                        .stop = w->stop,
                                        .ready = ready,
                                        .data = w,
                                        .watch = {.tick = tick, .state = state, .set = set}},
                    arena, &error);
  finish(w);
  return status == SN_OK ? EXIT_GOOD : sn_print_error(status, &error);
}
