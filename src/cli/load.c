/* cli/load.c -- the model of a command line, and its name for people.
 * What:    `examples/pendulum/model.lua` is called pendulum, by its folder; `pendulum.lua` by itself.
 * Tests:   tests/cli/test_cli.c.
 */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

static const char *last_part(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static const char *name_of(const char *file, sn_arena *arena)
{
  char *name = sn_arena_text(arena, last_part(file));
  char *dot = name ? strrchr(name, '.') : NULL;
  if (dot && dot != name) {
    *dot = '\0';
  }
  if (!name || strcmp(name, "model") != 0) {
    return name;
  }
  char *whole = realpath(file, NULL); /* allocated by the system, given back here */
  char *slash = whole ? strrchr(whole, '/') : NULL;
  if (slash) {
    *slash = '\0';
    const char *folder = last_part(whole);
    name = folder[0] ? sn_arena_text(arena, folder) : name;
  }
  free(whole);
  return name;
}

/* --set NAME=VALUE, as often as it stands there. */
static sn_status overrides(const sn_arguments *a, sn_arena *arena, const sn_override **out, int *n, sn_error *error)
{
  sn_override *set = SN_NEW(arena, sn_override, a->n_given + 1);
  *out = set;
  for (int i = 0; set && i < a->n_given; i++) {
    if (strcmp(a->given[i].name, "--set") != 0) {
      continue;
    }
    char *copy = sn_arena_text(arena, a->given[i].value);
    char *equals = copy ? strchr(copy, '=') : NULL;
    if (copy && (!equals || equals == copy)) {
      sn_failf(error, SN_EINPUT, "--set %.80s has no '='.", copy);
      sn_error_where(error, "command line");
      sn_error_fix(error, "Write --set NAME=VALUE, e.g. --set length=2.");
      return SN_EINPUT;
    }
    if (!copy) {
      return sn_no_memory(error, "the parameters");
    }
    *equals = '\0';
    set[(*n)++] = (sn_override){copy, equals + 1};
  }
  return set ? SN_OK : sn_no_memory(error, "the parameters");
}

sn_status sn_cli_load(const sn_arguments *a, sn_arena *arena, sn_model **model, const char **name, sn_error *error)
{
  sn_language_options options = {0};
  double until = 0;
  SN_TRY(sn_number_given(a, "--until", 0, "2.5", &until, error)); /* a slip of the hand is told before the work */
  SN_TRY(overrides(a, arena, &options.override, &options.n_override, error));
  SN_TRY(sn_language_load(a->word[0], &options, arena, model, error));
  *name = name_of(a->word[0], arena);
  return *name ? SN_OK : sn_no_memory(error, "the model");
}

sn_status sn_cli_settings(const sn_arguments *a, sn_session *s, sn_error *error)
{
  double until = NAN; /* not given */
  SN_TRY(sn_number_given(a, "--until", 0, "2.5", &until, error));
  return sn_session_settings(s, until, error);
}
