/* tests/fuzz/fuzz_command.c -- the words of a command line, one per line of the bytes, against the options of every verb;
 *          numbers and lists of numbers are read as the verbs do.
 */
#include "cli/cli.h"
#include "fuzz.h"

static void read_words(const sn_verb *v, int argc, char **argv)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_arguments a;
  sn_error e = {0};
  const sn_status status = sn_arguments_read(v, argc, argv, arena, &a, &e);
  fuzz_verdict(status, &e);
  for (const sn_option *o = status == SN_OK ? v->options : NULL; o && o->name; o++) {
    double x = 0;
    const double *list = NULL;
    int n = 0;
    if (o->takes == SN_TAKES_NUMBERS) {
      fuzz_verdict(sn_numbers_given(&a, o->name, arena, &list, &n, &e), &e);
    } else if (o->value) {
      fuzz_verdict(sn_number_given(&a, o->name, 0, "1", &x, &e), &e);
    }
  }
  sn_arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  enum { MOST = 32 };
  char *text = malloc(size + 1), *argv[MOST + 1];
  int argc = 0;
  if (!text || size == 0) {
    free(text);
    return 0;
  }
  memcpy(text, data, size);
  text[size] = '\0';
  int n_verbs = 0;
  while (sn_verbs[n_verbs]) {
    n_verbs++;
  }
  const sn_verb *v = sn_verbs[data[0] % n_verbs];
  for (char *word = text + 1; argc < MOST && word <= text + size;) {
    char *end = strchr(word, '\n');
    argv[argc++] = word;
    if (!end) {
      break;
    }
    *end = '\0';
    word = end + 1;
  }
  argv[argc] = NULL;
  read_words(v, argc, argv);
  free(text);
  return 0;
}
