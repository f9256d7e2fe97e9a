/* tests/promises/test_mistakes.c -- models that are wrong, through the command: the files of tests/mistakes, each with what the
 *          command must do in comments on its first lines:
 *              -- exit N            exit code (2 input, 3 model, 4 numerics, 5 file)
 *              -- says TEXT         a part of what it prints to stderr; several lines are several parts
 *              -- options TEXT      more words of the command line
 *              -- check             `sinew check` in place of `sinew run`; exit 0: the texts stand in warnings
 *              -- slow              left out under the sanitizers
 *          Beside them: files that are no models, and files that are no results.
 * Law:     an error has a place, says what is wrong and what to do; nothing is written unless the run began.
 * ctest:   timeout=600
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness.h"

enum { ROOM = 16384, MAX_SAYS = 8 };
#define FOLDER SN_TEST_SOURCE "/tests/mistakes"

typedef struct {
  int code, n_says, check, slow;
  char says[MAX_SAYS][200], options[200];
} expected;

/* Runs the command; stderr into text. Returns the exit code, -1 for a death by signal. */
static int sinew(const char *arguments, char *text)
{
  char command[2048];
  (void)snprintf(command, sizeof command, "'%s' %s 2>&1 >/dev/null", SN_TEST_SINEW, arguments);
  FILE *f = popen(command, "r");
  if (!f) {
    return -1;
  }
  const size_t n = fread(text, 1, ROOM - 1, f);
  text[n] = '\0';
  const int status = pclose(f);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static size_t slurp(const char *path, char *text)
{
  FILE *f = fopen(path, "rb");
  const size_t n = f ? fread(text, 1, ROOM - 1, f) : 0;
  text[n] = '\0';
  if (f) {
    (void)fclose(f);
  }
  return n;
}

static void spit(const char *path, const void *bytes, size_t n)
{
  FILE *f = fopen(path, "wb");
  CHECK(f && fwrite(bytes, 1, n, f) == n);
  if (f) {
    (void)fclose(f);
  }
}

static const char *after(const char *line, const char *word)
{
  const size_t n = strlen(word);
  return strncmp(line, word, n) == 0 ? line + n : NULL;
}

static expected read_head(const char *path)
{
  static char text[ROOM];
  expected e = {.code = -2};
  slurp(path, text);
  for (char *line = strtok(text, "\n"); line && strncmp(line, "-- ", 3) == 0; line = strtok(NULL, "\n")) {
    const char *rest;
    if ((rest = after(line, "-- exit "))) {
      e.code = atoi(rest);
    } else if ((rest = after(line, "-- says ")) && e.n_says < MAX_SAYS) {
      (void)snprintf(e.says[e.n_says++], sizeof e.says[0], "%s", rest);
    } else if ((rest = after(line, "-- options "))) {
      (void)snprintf(e.options, sizeof e.options, "%s", rest);
    }
    e.check |= strcmp(line, "-- check") == 0;
    e.slow |= strcmp(line, "-- slow") == 0;
  }
  return e;
}

/* "sinew: error: where", then at least two lines: what, and why or what to do */
static int whole_error(const char *text)
{
  const char *p = strstr(text, "sinew: error: ");
  int lines = 0;
  for (const char *c = p; c && *c; c++) {
    lines += c[0] == '\n' && c[1] == ' ' && c[2] == ' ';
  }
  return lines >= 2;
}

static int no_crash(const char *text)
{
  return !strstr(text, "Sanitizer") && !strstr(text, "runtime error") && !strstr(text, "Internal error") &&
         !strstr(text, "` is false");
}

static void one_model(const char *name)
{
  char path[1024], arguments[2048];
  static char text[ROOM];
  (void)snprintf(path, sizeof path, FOLDER "/%s", name);
  const expected e = read_head(path);
  const int before = harness_bad_here;
  if (e.slow && SANITIZED) {
    return;
  }
  (void)unlink("out.h5");
  (void)snprintf(arguments, sizeof arguments, e.check ? "check '%s' %s" : "run '%s' -o out.h5 %s", path, e.options);
  const int code = sinew(arguments, text);
  CHECK(e.code >= 0 && e.n_says > 0);
  CHECK(code == e.code);
  CHECK(no_crash(text));
  CHECK(e.code == 0 || whole_error(text));
  for (int k = 0; k < e.n_says; k++) {
    CHECK_TEXT(text, e.says[k]);
  }
  const int written = access("out.h5", F_OK) == 0;
  CHECK(e.code == 4 || e.check || !written); /* a run that fails on its way keeps what it has */
  if (harness_bad_here > before) {
    printf("  %s: exit code %d\n%s\n", name, code, text);
  }
}

static int by_name(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static void test_models(void)
{
  char *names[512];
  int n = 0;
  DIR *d = opendir(FOLDER);
  CHECK(d != NULL);
  for (struct dirent *f = d ? readdir(d) : NULL; f && n < 512; f = readdir(d)) {
    const size_t length = strlen(f->d_name);
    if (length > 4 && strcmp(f->d_name + length - 4, ".lua") == 0) {
      names[n++] = strdup(f->d_name);
    }
  }
  if (d) {
    (void)closedir(d);
  }
  qsort(names, (size_t)n, sizeof names[0], by_name);
  for (int k = 0; k < n; k++) {
    one_model(names[k]);
    free(names[k]);
  }
  printf("  %d models\n", n);
  CHECK(n >= 60);
}

static void expect(const char *arguments, int code, const char *part)
{
  static char text[ROOM];
  const int before = harness_bad_here, got = sinew(arguments, text);
  CHECK(got == code);
  CHECK(no_crash(text));
  CHECK(whole_error(text));
  CHECK_TEXT(text, part);
  if (harness_bad_here > before) {
    printf("  sinew %s: exit code %d\n%s\n", arguments, got, text);
  }
}

/* Files that are no text, or cannot be read. */
static void test_no_model(void)
{
  static const char bytecode[] = "\033Lua\124\0\031\223\r\n\032\n\004\010\010xV\0\0\0", zeros[100] = {0};
  spit("bytecode.lua", bytecode, sizeof bytecode);
  spit("zeros.lua", zeros, sizeof zeros);
  spit("page.lua", "<html><body>404</body></html>\n", 30);
  expect("run bytecode.lua", 2, "binary");
  expect("run zeros.lua", 2, "This is a binary file, not a model.");
  expect("run page.lua", 2, "page.lua:1");
  expect("run nowhere.lua", 5, "nowhere.lua");
  expect("run .", 5, "folder");
}

/* Results that are none, of other programs, cut at any length, or of a newer format. */
static void test_no_result(void)
{
  static char text[ROOM];
  static const char model[] =
      "point { at = {0, 0, 0}, velocity = {1, 0, 0}, mass = 1 }\nrun { dt = 0.1, duration = 1 }\n";
  static const char *const verbs[] = {"info", "csv", "view -o page.html", "compare good.h5", "export --vtk folder"};
  static char whole[1 << 20];
  spit("good.lua", model, sizeof model - 1);
  CHECK(sinew("run good.lua -o good.h5 --quiet", text) == 0);
  FILE *f = fopen("good.h5", "rb");
  const size_t size = f ? fread(whole, 1, sizeof whole, f) : 0;
  if (f) {
    (void)fclose(f);
  }
  CHECK(size > 1000 && size < sizeof whole);
  spit("foreign.h5", "time,x\n0,1\n", 11);
  spit("empty.h5", "", 0);
  for (size_t v = 0; v < sizeof verbs / sizeof verbs[0]; v++) {
    char arguments[256];
    static const char *const files[] = {"foreign.h5", "empty.h5", "good.lua", "nowhere.h5", "."};
    for (size_t k = 0; k < 5; k++) {
      (void)snprintf(arguments, sizeof arguments, "%s %s", verbs[v], files[k]);
      expect(arguments, 5, files[k]);
    }
    for (int k = 1; k < 8; k++) { /* what a cut leaves is read, or refused with a clear error */
      spit("cut.h5", whole, size * (size_t)k / 8);
      (void)snprintf(arguments, sizeof arguments, "%s cut.h5", verbs[v]);
      const int code = sinew(arguments, text);
      CHECK(code == 0 || code == 1 || (code == 5 && whole_error(text))); /* 1: compare finds a difference */
      CHECK(no_crash(text));
      if (!(code == 0 || code == 5) || !no_crash(text)) {
        printf("  sinew %s, cut to %d/8: exit code %d\n%s\n", arguments, k, code, text);
      }
    }
  }
}

/* Warnings mean something only if good models have none. */
static void test_examples_have_no_warnings(void)
{
  static const char *const phrases[] = {"never used",   "never placed",  "never moves",  "falls freely",
                                        "does nothing", "never changes", "another unit", "did you mean"};
  static char text[ROOM];
  int n = 0;
  DIR *d = opendir(SN_TEST_SOURCE "/examples");
  for (struct dirent *f = d ? readdir(d) : NULL; f; f = readdir(d)) {
    char path[600], arguments[700];
    (void)snprintf(path, sizeof path, SN_TEST_SOURCE "/examples/%.200s/model.lua", f->d_name);
    if (f->d_name[0] == '.' || access(path, R_OK) != 0) {
      continue;
    }
    (void)snprintf(arguments, sizeof arguments, "check '%s'", path);
    (void)sinew(arguments, text);
    for (size_t k = 0; k < sizeof phrases / sizeof phrases[0]; k++) {
      CHECK(!strstr(text, phrases[k]));
      if (strstr(text, phrases[k])) {
        printf("  %s: %s", f->d_name, text);
      }
    }
    n++;
  }
  if (d) {
    (void)closedir(d);
  }
  CHECK(n >= 10);
}

/* What `check` warns of, the other verbs say as well, unless they are to be quiet; forces beyond all numbers balance nothing. */
static void test_every_verb_warns(void)
{
  static const char model[] =
      "param { pull = 1 }\n"
      "local b = beam { name = 'b', ground, from = {0, 0, 0}, to = {1, 0, 0}, elements = 2, twist = 3,\n"
      "                 section = circle { radius = 0.01 }, E = 2.1e11, nu = 0.3, density = 7.85 }\n"
      "force { b.last, value = {0, 0, -pull} }\n"
      "beam { name = 'free', from = {0, 1, 0}, to = {1, 1, 0}, section = circle { radius = 0.01 }, E = 2.1e11, nu = "
      "0.3,\n"
      "       density = 7850 }\n"
      "run { dt = 1e-3, duration = 2e-3 }\n";
  static const char *const verbs[] = {"run", "static", "modes", "check"};
  static char text[ROOM];
  spit("warns.lua", model, sizeof model - 1);
  for (size_t v = 0; v < sizeof verbs / sizeof verbs[0]; v++) {
    const int times = strcmp(verbs[v], "run") == 0 || strcmp(verbs[v], "check") == 0;
    char arguments[256];
    (void)snprintf(arguments, sizeof arguments, "%s warns.lua", verbs[v]);
    CHECK(sinew(arguments, text) == 0);
    CHECK_TEXT(text, "an element turns by");
    CHECK((strstr(text, "beam 'free' never moves") != NULL) == times);
    (void)snprintf(arguments, sizeof arguments, "%s warns.lua --quiet", verbs[v]);
    CHECK(strcmp(verbs[v], "check") == 0 || (sinew(arguments, text) == 0 && strstr(text, "an element turns by")));
  }
  CHECK(sinew("static warns.lua --set pull=1e300", text) == 3);
  CHECK_TEXT(text, "beyond all numbers");
  CHECK(whole_error(text));
}

int main(void)
{
  RUN(test_models);
  RUN(test_examples_have_no_warnings);
  RUN(test_every_verb_warns);
  RUN(test_no_model);
  RUN(test_no_result);
  return REPORT();
}
