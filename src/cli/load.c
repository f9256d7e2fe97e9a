/* cli/load.c -- the model of a command line, and its name for people.
 * What:    `examples/pendulum/model.lua` is called pendulum, by its folder; `pendulum.lua` by itself.
 * Tests:   tests/cli/test_cli.c.
 */
#define _XOPEN_SOURCE 700
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

sn_status sn_cli_load(const sn_arguments *a, sn_arena *arena, sn_model **model, const char **name, sn_error *error)
{
  const sn_language_options options = {.override = a->set, .n_override = a->n_set};
  SN_TRY(sn_language_load(a->word[0], &options, arena, model, error));
  *name = name_of(a->word[0], arena);
  return *name ? SN_OK : sn_fail(error, SN_ENOMEM, "", "There is not enough memory.", "", "");
}
