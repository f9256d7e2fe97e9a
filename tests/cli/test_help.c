/* tests/cli/test_help.c -- help, manual pages and completions have every verb and every option, and read as what they are:
 *          groff has nothing to say about the pages, bash gives the words. What was meant by a file in place of a verb.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <sys/wait.h>

#include "files.h"
#include "harness.h"

static char out[1 << 18], err[1 << 16];

static int shell(const char *line)
{
  char whole[1024];
  (void)snprintf(whole, sizeof whole, "%s >help_out.txt 2>help_err.txt", line);
  const int status = system(whole);
  slurp("help_out.txt", out, sizeof out);
  slurp("help_err.txt", err, sizeof err);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int sinew(const char *arguments)
{
  char line[512];
  (void)snprintf(line, sizeof line, "'%s' %s", SN_TEST_SINEW, arguments);
  return shell(line);
}

enum { MOST = 40 };
typedef char word[40];

/* First words of the lines that begin with two blanks: options or others; the number of them. */
static int first_words(const char *text, int options, word *to)
{
  int n = 0;
  for (const char *line = strstr(text, "Usage:"); line && n < MOST; line = strchr(line, '\n')) {
    line += line[0] == '\n';
    if (strncmp(line, "  ", 2) == 0 && line[2] != ' ' && (line[2] == '-') == options &&
        sscanf(line, "%39s", to[n]) == 1) {
      if (options && strlen(to[n]) == 3 && to[n][2] == ',') { /* "-q, --quiet" */
        (void)sscanf(line, " %*s %39s", to[n]);
      }
      n++;
    }
  }
  return n;
}

/* As the pages write it: \-\-until */
static const char *escaped(const char *option, char *to)
{
  char *c = to;
  for (; *option; option++) {
    if (*option == '-') {
      *c++ = '\\';
    }
    *c++ = *option;
  }
  *c = '\0';
  return to;
}

static void test_every_verb_and_option(void)
{
  static char manual[1 << 16], completion[3][1 << 16];
  static const char *const shells[] = {"bash", "zsh", "fish"};
  word verb[MOST], option[MOST];
  for (int k = 0; k < 3; k++) {
    char line[64];
    (void)snprintf(line, sizeof line, "help --completion %s", shells[k]);
    CHECK(sinew(line) == 0);
    (void)snprintf(completion[k], sizeof completion[k], "%s", out);
  }
  /* the shells offer all schemes that there are: the program lists them where one is not known */
  write_text("help_model.lua", "point { at = {0, 0, 0}, mass = 1 }\nrun { dt = 0.1, duration = 1 }\n");
  CHECK(sinew("run help_model.lua --scheme none -o help_none.h5") == 2);
  const char *list = strstr(err, "The schemes are: ");
  CHECK(list != NULL);
  char schemes[400] = "";
  (void)snprintf(schemes, sizeof schemes, "%s", list ? list + strlen("The schemes are: ") : "");
  schemes[strcspn(schemes, ".\n")] = '\0';
  for (char *name = strtok(schemes, ", "); name; name = strtok(NULL, ", ")) {
    for (int k = 0; k < 3; k++) {
      CHECK_TEXT(completion[k], name);
    }
  }
  CHECK(sinew("help --man") == 0);
  (void)snprintf(manual, sizeof manual, "%s", out);
  CHECK(sinew("help") == 0);
  const int n = first_words(out, 0, verb);
  CHECK(n >= 14);
  for (int i = 0; i < n; i++) {
    char line[100], text[200];
    (void)snprintf(text, sizeof text, ".BI \"%s \"", verb[i]);
    CHECK_TEXT(manual, text);
    (void)snprintf(line, sizeof line, "help %s", verb[i]);
    CHECK(sinew(line) == 0);
    const int n_option = first_words(out, 1, option);
    (void)snprintf(line, sizeof line, "help %s --man", verb[i]);
    CHECK(sinew(line) == 0);
    (void)snprintf(text, sizeof text, "sinew\\-%s \\- ", verb[i]);
    CHECK_TEXT(out, text);
    CHECK_TEXT(out, ".SH DESCRIPTION");
    CHECK_TEXT(out, ".SH EXAMPLE");
    for (int k = 0; k < n_option; k++) {
      CHECK_TEXT(out, escaped(option[k], text));
      CHECK_TEXT(completion[0], option[k]);
      CHECK_TEXT(completion[1], option[k]);
      (void)snprintf(text, sizeof text, "from %s'", verb[i]); /* -l until, -s o */
      CHECK_TEXT(completion[2], text);
      (void)snprintf(text, sizeof text, " %s %s ", option[k][1] == '-' ? "-l" : "-s",
                     option[k] + (option[k][1] == '-' ? 2 : 1));
      CHECK_TEXT(completion[2], text);
    }
  }
  CHECK(sinew("help nosuch") == 2);
  CHECK(sinew("help --completion csh") == 2);
  CHECK_TEXT(err, "bash, zsh, fish");
}

/* What the build wrote for `make install` is what the command prints. */
static void test_built(void)
{
  CHECK(sinew("help --man | cmp - '" SN_TEST_BUILD "/manual/sinew.1'") == 0);
  CHECK(sinew("help run --man | cmp - '" SN_TEST_BUILD "/manual/sinew-run.1'") == 0);
  CHECK(sinew("help --completion zsh | cmp - '" SN_TEST_BUILD "/manual/completion.zsh'") == 0);
}

static void test_pages_read(void)
{
  if (shell("command -v groff") != 0) {
    printf("     no groff: pages are not read\n");
    return;
  }
  CHECK(shell("for f in '" SN_TEST_BUILD "'/manual/*.1; do groff -ww -man -Tascii -P-cbou \"$f\"; done") == 0);
  CHECK(!err[0]);
  CHECK_TEXT(out, "--until T");
}

static void test_bash_answers(void)
{
  static const struct {
    const char *words, *answer;
  } cases[] = {{"sinew r", "run resume"},
               {"sinew he", "help"},
               {"sinew run --q", "--quiet"},
               {"sinew run --js", "--json"},
               {"sinew modes x.lua --about ''", "static start"},
               {"sinew modes x.lua --about = sta", "static start"},
               {"sinew modes x.lua --about =", "static start"},
               {"sinew view x.h5 --theme d", "dark"},
               {"sinew run x.lua --dt ''", ""},
               {"sinew run help_f", "help_folder help_file.lua"},
               {"sinew view help_f", "help_folder help_file.h5"},
               {"sinew view help_file.h5 -o help_f", "help_folder help_file.png"},
               {"sinew export x.h5 --vtk help_f", "help_folder"},
               {"sinew help mo", "modes"}};
  if (shell("command -v bash") != 0) {
    printf("     no bash: it is not asked\n");
    return;
  }
  CHECK(shell("rm -rf help_folder; mkdir help_folder; touch help_file.lua help_file.h5 help_file.png") == 0);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[1024], answer[128];
    (void)snprintf(text, sizeof text,
                   "set -e\nsource '" SN_TEST_BUILD "/manual/completion.bash'\nset -- %s\n"
                   "COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _sinew; echo \"${COMPREPLY[*]}\"\n",
                   cases[i].words);
    write_text("help_ask.sh", text);
    CHECK(shell("bash help_ask.sh") == 0);
    (void)snprintf(answer, sizeof answer, "%s\n", cases[i].answer);
    if (strcmp(out, answer) != 0) {
      printf("     %s: %s %s", cases[i].words, out, err);
    }
    CHECK(strcmp(out, answer) == 0);
  }
}

static void test_files_for_verbs(void)
{
  CHECK(sinew("some/model.lua --until 3") == 2);
  CHECK_TEXT(err, "is a model");
  CHECK_TEXT(err, "sinew run some/model.lua");
  CHECK(sinew("some.h5") == 2);
  CHECK_TEXT(err, "sinew view some.h5");
  CHECK(sinew("run x.lua --dt") == 2);
  CHECK_TEXT(err, "--dt needs a value");
}

int main(void)
{
  RUN(test_every_verb_and_option);
  RUN(test_built);
  RUN(test_pages_read);
  RUN(test_bash_answers);
  RUN(test_files_for_verbs);
  return REPORT();
}
