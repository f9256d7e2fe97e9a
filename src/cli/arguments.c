/* cli/arguments.c -- options and words of the command line.
 * What:    one table of options; each verb says which of them it takes. `--name=value` and `--name value` are the same; `--`
 *          ends the options.
 * Tests:   tests/cli/test_cli.c.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/cli.h"

static const struct option {
  const char *name, *value, *help;
  int id;
} options[] = {{"-o", "FILE.h5", "result file", OPTION_OUTPUT},
               {"--set", "NAME=VALUE", "a parameter of the model; may be repeated", OPTION_SET},
               {"--until", "T", "end time in seconds, in place of the model's duration", OPTION_UNTIL},
               {"--quiet", NULL, "no progress bar and no summary", OPTION_QUIET},
               {"--json", NULL, "one JSON object", OPTION_JSON}};
enum { N_OPTIONS = sizeof options / sizeof *options };

void sn_print_options(const sn_verb *verb, FILE *to)
{
  for (int i = 0; i < N_OPTIONS; i++) {
    if (verb->options & options[i].id) {
      (void)fprintf(to, "  %s %-*s %s\n", options[i].name, 18 - (int)strlen(options[i].name),
                    options[i].value ? options[i].value : "", options[i].help);
    }
  }
}

static sn_status wrong(const sn_verb *verb, sn_error *error)
{
  sn_error_where(error, "command line");
  sn_error_fix(error, "Usage: sinew %s %s (sinew %s --help)", verb->name, verb->words, verb->name);
  return SN_EINPUT;
}

static sn_status unknown_option(const sn_verb *verb, const char *word, sn_error *error)
{
  const char *names[N_OPTIONS + 1] = {"--help"};
  size_t n = 1;
  for (int i = 0; i < N_OPTIONS; i++) {
    if (verb->options & options[i].id) {
      names[n++] = options[i].name;
    }
  }
  const char *near = sn_nearest(word, names, n);
  sn_failf(error, SN_EINPUT, "`sinew %s` has no option '%.60s'.", verb->name, word);
  if (near) {
    sn_error_fix(error, "Did you mean %s?", near);
    sn_error_where(error, "command line");
    return SN_EINPUT;
  }
  return wrong(verb, error);
}

static sn_status take_set(const char *value, sn_arena *arena, sn_override *out, sn_error *error)
{
  const char *equals = strchr(value, '=');
  if (!equals || equals == value) {
    sn_failf(error, SN_EINPUT, "--set %.80s has no '='.", value);
    sn_error_where(error, "command line");
    sn_error_fix(error, "Write --set NAME=VALUE, e.g. --set length=2.");
    return SN_EINPUT;
  }
  char *copy = sn_arena_text(arena, value);
  if (!copy) {
    return SN_ENOMEM;
  }
  copy[equals - value] = '\0';
  *out = (sn_override){copy, copy + (equals - value) + 1};
  return SN_OK;
}

static sn_status take_until(const char *value, double *out, sn_error *error)
{
  char *end = NULL;
  *out = strtod(value, &end);
  if (end == value || *end || !isfinite(*out) || *out < 0) {
    sn_failf(error, SN_EINPUT, "--until %.60s is no time.", value);
    sn_error_where(error, "command line");
    sn_error_fix(error, "Give a number of seconds that is not negative, e.g. --until 2.5.");
    return SN_EINPUT;
  }
  return SN_OK;
}

/* The option that a word begins, and its value if it is written with '='. */
static const struct option *find(const sn_verb *verb, const char *word, const char **value)
{
  *value = NULL;
  for (int i = 0; i < N_OPTIONS; i++) {
    const size_t n = strlen(options[i].name);
    if ((verb->options & options[i].id) && strncmp(word, options[i].name, n) == 0) {
      if (word[n] == '\0') {
        return &options[i];
      }
      if (word[n] == '=' && options[i].value) {
        *value = word + n + 1;
        return &options[i];
      }
    }
  }
  return NULL;
}

sn_status sn_arguments_read(const sn_verb *verb, int argc, char **argv, sn_arena *arena, sn_arguments *out,
                            sn_error *error)
{
  const char **words = SN_NEW(arena, const char *, argc + 1);
  sn_override *set = SN_NEW(arena, sn_override, argc + 1);
  int only_words = 0;
  *out = (sn_arguments){.until = NAN, .word = words, .set = set};
  if (!words || !set) {
    return SN_ENOMEM;
  }
  for (int i = 0; i < argc; i++) {
    const char *word = argv[i], *value;
    if (only_words || word[0] != '-' || word[1] == '\0') {
      words[out->n++] = word;
      continue;
    }
    if (strcmp(word, "--") == 0) {
      only_words = 1;
      continue;
    }
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
      out->help = 1;
      return SN_OK;
    }
    const struct option *o = find(verb, word, &value);
    if (!o) {
      return unknown_option(verb, word, error);
    }
    if (!o->value) {
      out->quiet |= o->id == OPTION_QUIET;
      out->json |= o->id == OPTION_JSON;
      continue;
    }
    if (!value && i + 1 >= argc) {
      sn_failf(error, SN_EINPUT, "%s needs a value: %s %s.", o->name, o->name, o->value);
      return wrong(verb, error);
    }
    value = value ? value : argv[++i];
    if (o->id == OPTION_OUTPUT) {
      out->output = value;
    } else if (o->id == OPTION_SET) {
      SN_TRY(take_set(value, arena, &set[out->n_set++], error));
    } else {
      SN_TRY(take_until(value, &out->until, error));
    }
  }
  if (out->n < verb->least || out->n > verb->most) {
    sn_failf(error, SN_EINPUT, out->n < verb->least ? "`sinew %s` needs more: %s." : "`sinew %s` takes only: %s.",
             verb->name, verb->words);
    return wrong(verb, error);
  }
  return SN_OK;
}
