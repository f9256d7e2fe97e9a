/* cli/arguments.c -- options and words of the command line.
 * What:    each verb has its table of options. `--name=value` and `--name value` are the same, -j2 and -j 2; `--` ends the options.
 * Tests:   tests/cli/test_cli.c.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/cli.h"

static const char where[] = "command line";

static sn_status wrong(const sn_verb *verb, sn_error *error)
{
  sn_error_where(error, where);
  sn_error_fix(error, "Usage: sinew %s %s (sinew %s --help)", verb->name, verb->words, verb->name);
  return SN_EINPUT;
}

static sn_status unknown_option(const sn_verb *verb, const char *word, sn_error *error)
{
  enum { MOST = 32 };
  const char *names[MOST] = {"--help"};
  size_t n = 1;
  for (const sn_option *o = verb->options; o && o->name && n < MOST; o++) {
    names[n++] = o->name;
  }
  const char *near = sn_nearest(word, names, n);
  sn_failf(error, SN_EINPUT, "`sinew %s` has no option '%.60s'.", verb->name, word);
  if (near) {
    sn_error_fix(error, "Did you mean %s?", near);
    sn_error_where(error, where);
    return SN_EINPUT;
  }
  return wrong(verb, error);
}

/* Finds the option at the beginning of a word, and its value if it is written with '='. */
static const sn_option *find(const sn_verb *verb, const char *word, const char **value)
{
  *value = NULL;
  for (const sn_option *o = verb->options; o && o->name; o++) {
    const size_t n = strlen(o->name);
    const size_t brief = o->brief ? strlen(o->brief) : 0;
    if (brief && strncmp(word, o->brief, brief) == 0 && (word[brief] == '\0' || o->value)) {
      *value = word[brief] ? word + brief : NULL; /* -j2 is -j 2 */
      return o;
    }
    if (strncmp(word, o->name, n) == 0) {
      if (word[n] == '\0') {
        return o;
      }
      if (word[n] == '=' && o->value) {
        *value = word + n + 1;
        return o;
      }
    }
  }
  return NULL;
}

/* Reads one number and moves *text behind it. */
static int take_number(const char **text, double *out)
{
  char *end = NULL;
  *out = strtod(*text, &end);
  const int good = end != *text && isfinite(*out);
  *text = end;
  return good;
}

/* Nothing but numbers with commas between them. */
static int is_numbers(const char *text)
{
  double x;
  while (take_number(&text, &x)) {
    if (*text == '\0') {
      return 1;
    }
    if (*text++ != ',') {
      return 0;
    }
  }
  return 0;
}

static sn_status check_choice(const sn_option *o, const char *value, sn_arena *arena, sn_error *error)
{
  int n = 0;
  const char **words = sn_split(arena, o->of, '|', &n);
  if (!words) {
    return sn_no_memory(error, "the command line");
  }
  for (int i = 0; i < n; i++) {
    if (strcmp(words[i], value) == 0) {
      return SN_OK;
    }
  }
  char all[200];
  const char *near = sn_nearest(value, words, (size_t)n);
  sn_join(all, sizeof all, words, n);
  sn_failf(error, SN_EINPUT, "%s %.60s: there is no such thing.", o->name, value);
  sn_error_where(error, where);
  sn_error_why(error, "It takes one of: %s.", all);
  sn_error_fix(error, near ? "Did you mean %s %s?" : "Write for example %s %s.", o->name, near ? near : words[0]);
  return SN_EINPUT;
}

static sn_status take_option(const sn_verb *verb, int argc, char **argv, int *i, sn_given *given, int *n,
                             sn_arena *arena, sn_error *error)
{
  const char *value;
  const sn_option *o = find(verb, argv[*i], &value);
  if (!o) {
    return unknown_option(verb, argv[*i], error);
  }
  if (!o->value) {
    given[(*n)++] = (sn_given){o->name, NULL};
    return SN_OK;
  }
  const char *ignored;
  if (!value && (*i + 1 >= argc || (argv[*i + 1][0] == '-' && find(verb, argv[*i + 1], &ignored)))) {
    sn_failf(error, SN_EINPUT, "%s needs a value: %s %s.", o->name, o->name, o->value);
    return wrong(verb, error);
  }
  if (o->takes == SN_TAKES_NUMBERS && !is_numbers(value ? value : argv[*i + 1])) {
    sn_failf(error, SN_EINPUT, "%s needs a number, not '%.60s'.", o->name, value ? value : argv[*i + 1]);
    sn_error_where(error, where);
    sn_error_fix(error, "Write %s 0 0.5 1 or %s 0,0.5,1.", o->name, o->name);
    return SN_EINPUT;
  }
  if (o->takes == SN_TAKES_CHOICE) {
    SN_TRY(check_choice(o, value ? value : argv[*i + 1], arena, error));
  }
  given[(*n)++] = (sn_given){o->name, value ? value : argv[++*i]};
  while (o->takes == SN_TAKES_NUMBERS && *i + 1 < argc && is_numbers(argv[*i + 1])) {
    given[(*n)++] = (sn_given){o->name, argv[++*i]};
  }
  return SN_OK;
}

sn_status sn_arguments_read(const sn_verb *verb, int argc, char **argv, sn_arena *arena, sn_arguments *out,
                            sn_error *error)
{
  const char **words = SN_NEW(arena, const char *, argc + 1);
  sn_given *given = SN_NEW(arena, sn_given, argc + 1);
  int only_words = 0;
  *out = (sn_arguments){.word = words, .given = given};
  if (!words || !given) {
    return sn_no_memory(error, "the command line");
  }
  for (int i = 0; i < argc; i++) {
    const char *word = argv[i];
    if (only_words || word[0] != '-' || word[1] == '\0') {
      words[out->n++] = word;
    } else if (strcmp(word, "--") == 0) {
      only_words = 1;
    } else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
      out->help = 1;
      return SN_OK;
    } else {
      SN_TRY(take_option(verb, argc, argv, &i, given, &out->n_given, arena, error));
    }
  }
  if (out->n < verb->least || out->n > verb->most) {
    sn_failf(error, SN_EINPUT, out->n < verb->least ? "`sinew %s` needs more: %s." : "`sinew %s` takes only: %s.",
             verb->name, verb->words);
    return wrong(verb, error);
  }
  return SN_OK;
}

static const sn_given *last(const sn_arguments *a, const char *name)
{
  const sn_given *found = NULL;
  for (int i = 0; i < a->n_given; i++) {
    found = strcmp(a->given[i].name, name) == 0 ? &a->given[i] : found;
  }
  return found;
}

int sn_is_given(const sn_arguments *a, const char *name)
{
  return last(a, name) != NULL;
}

const char *sn_text_given(const sn_arguments *a, const char *name)
{
  const sn_given *g = last(a, name);
  return g ? g->value : NULL;
}

sn_status sn_number_given(const sn_arguments *a, const char *name, double least, const char *example, double *out,
                          sn_error *error)
{
  const char *text = sn_text_given(a, name), *end = text;
  double x;
  if (!text) {
    return SN_OK;
  }
  if (!take_number(&end, &x) || *end || x < least) {
    sn_failf(error, SN_EINPUT, "%s %.60s is not what it should be.", name, text);
    sn_error_where(error, where);
    sn_error_fix(error, "Give a number not below %g, e.g. %s %s.", least, name, example);
    return SN_EINPUT;
  }
  *out = x;
  return SN_OK;
}

sn_status sn_numbers_given(const sn_arguments *a, const char *name, sn_arena *arena, const double **out, int *n,
                           sn_error *error)
{
  size_t room = 0;
  for (int i = 0; i < a->n_given; i++) {
    room += a->given[i].value ? strlen(a->given[i].value) : 0; /* more than enough */
  }
  double *list = SN_NEW(arena, double, room + 1);
  *n = 0;
  *out = list;
  if (!list) {
    return sn_no_memory(error, "the command line");
  }
  for (int i = 0; i < a->n_given; i++) {
    const char *text = a->given[i].value;
    if (!text || strcmp(a->given[i].name, name) != 0) {
      continue;
    }
    while (take_number(&text, &list[*n])) {
      ++*n;
      if (*text++ == '\0') {
        break;
      }
    }
  }
  return SN_OK;
}
