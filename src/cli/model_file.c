/* cli/model_file.c -- the model of a command line, and its name for people.
 * What:    `examples/pendulum/model.lua` is called pendulum, by its folder; `pendulum.lua` by itself; `-` is standard input.
 * Tests:   tests/cli/test_cli.c.
 */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/cli.h"
#include "session/memory_need.h"

static const char *last_part(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

const char *sn_cli_name(const char *file, sn_arena *arena)
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

/* Options that are fields of run { ... }: they override the model, and are kept for `sinew resume`. */
static const char *field_of_run(const char *option)
{
  static const struct {
    const char *option, *field;
  } all[] = {{"--scheme", "run.scheme"},     {"--alpha", "run.alpha"},         {"--dt", "run.dt"},
             {"--duration", "run.duration"}, {"--tolerance", "run.tolerance"}, {"--store", "run.store"},
             {"--strict", "run.strict"}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (strcmp(all[i].option, option) == 0) {
      return all[i].field;
    }
  }
  return NULL;
}

/* Applies --set NAME=VALUE, however often it is given, and options that are abbreviations of it. */
static sn_status overrides(const sn_arguments *a, sn_arena *arena, const sn_override **out, int *n, sn_error *error)
{
  sn_override *set = SN_NEW(arena, sn_override, a->n_given + 1);
  *out = set;
  for (int i = 0; set && i < a->n_given; i++) {
    const char *field = field_of_run(a->given[i].name);
    if (field) {
      set[(*n)++] = (sn_override){field, a->given[i].value ? a->given[i].value : "true"};
    }
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

int sn_is_result(const char *file)
{
  static const unsigned char signature[] = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
  unsigned char head[sizeof signature] = {0};
  struct stat s;
  FILE *f = stat(file, &s) == 0 && S_ISREG(s.st_mode) ? fopen(file, "rb") : NULL;
  const size_t n = f ? fread(head, 1, sizeof head, f) : 0;
  if (f) {
    (void)fclose(f);
  }
  return n == sizeof head && memcmp(head, signature, n) == 0;
}

static sn_status result_as_model(const char *file, sn_error *error)
{
  sn_failf(error, SN_EINPUT, "This is a result, not a model.");
  sn_error_where(error, "%s", file);
  sn_error_why(error, "It is an HDF5 file, as `sinew run` writes it; models are Lua files.");
  sn_error_fix(error, "Use sinew view %s, or give the model.", file);
  return SN_EINPUT;
}

/* Reads standard input; files that the model names are searched in the working folder. */
static sn_status load_input(const sn_language_options *options, sn_arena *arena, sn_model **model, const char **name,
                            sn_error *error)
{
  const char *text;
  size_t size;
  *name = "stdin";
  if (sn_file_read("/dev/stdin", (size_t)64 << 20, arena, &text, &size, error) != SN_OK) {
    sn_error_where(error, "standard input");
    sn_error_fix(error, "Pipe a model into it: cat model.lua | sinew run -.");
    return SN_EIO;
  }
  return sn_language_load_text(&(sn_language_text){*name, text, size, ""}, options, arena, model, error);
}

/* In bytes: --memory, or four fifths of what the machine has. */
static sn_status memory_limit(const sn_arguments *a, double *out, sn_error *error)
{
  double megabytes = 0.8e-6 * sn_machine_memory();
  SN_TRY(sn_number_given(a, "--memory", 1, "4000", &megabytes, error));
  *out = 1e6 * megabytes;
  return SN_OK;
}

const char *sn_cli_scheme(const sn_session *s)
{
  const char *scheme = sn_model_run(s->model)->scheme;
  return scheme ? scheme : "ed";
}

sn_status sn_cli_memory(const sn_arguments *a, const sn_session *s, int moves, sn_error *error)
{
  const char *scheme = moves ? sn_cli_scheme(s) : NULL;
  double limit;
  SN_TRY(memory_limit(a, &limit, error));
  return sn_memory_check_system(s->model, s->frozen.system, scheme, limit, error);
}

sn_status sn_cli_load(const sn_arguments *a, sn_arena *arena, sn_model **model, const char **name, sn_error *error)
{
  sn_language_options options = {0};
  double until = 0, limit;
  SN_TRY(memory_limit(a, &limit, error));
  SN_TRY(sn_number_given(a, "--until", 0, "2.5", &until, error)); /* a typing mistake is reported before the work */
  SN_TRY(overrides(a, arena, &options.override, &options.n_override, error));
  if (sn_is_result(a->word[0])) {
    return result_as_model(a->word[0], error);
  }
  if (strcmp(a->word[0], "-") == 0) {
    SN_TRY(load_input(&options, arena, model, name, error));
    return sn_memory_check_model(*model, limit, error);
  }
  SN_TRY(sn_language_load(a->word[0], &options, arena, model, error));
  *name = sn_cli_name(a->word[0], arena);
  return *name ? sn_memory_check_model(*model, limit, error) : sn_no_memory(error, "the model");
}

sn_status sn_cli_settings(const sn_arguments *a, sn_session *s, sn_error *error)
{
  double until = NAN; /* not given */
  SN_TRY(sn_number_given(a, "--until", 0, "2.5", &until, error));
  SN_TRY(sn_session_settings(s, until, error));
  return sn_cli_machine(a, s, error);
}

sn_status sn_cli_machine(const sn_arguments *a, sn_session *s, sn_error *error)
{
  double threads = s->options.step.threads;
  SN_TRY(sn_number_given(a, "--wall-limit", 0, "3600", &s->options.wall_limit, error));
  SN_TRY(sn_number_given(a, "--threads", 0, "2", &threads, error));
  if (threads > SN_MOST_THREADS || threads != floor(threads)) {
    sn_failf(error, SN_EINPUT, "--threads %s is not what it should be.", sn_text_given(a, "--threads"));
    sn_error_where(error, "command line");
    sn_error_fix(error, "Give a whole number up to %d, or 0 for as many as pay.", SN_MOST_THREADS);
    return SN_EINPUT;
  }
  s->options.step.threads = (int)threads;
  return SN_OK;
}

sn_status sn_cli_still_settings(sn_session *s, sn_error *error)
{
  sn_run_options *r = &sn_model_run(s->model)->options;
  r->dt = isnan(r->dt) && r->n_schedule == 0 ? 1 : r->dt;
  return sn_session_settings(s, 0, error);
}
