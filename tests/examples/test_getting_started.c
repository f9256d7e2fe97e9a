/* tests/examples/test_getting_started.c -- docs/getting-started.md does what it says: its model, its commands, its mistake.
 * How:     the model and the texts are taken out of the page, so that the page cannot become stale unnoticed.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <sys/wait.h>

#include "files.h"
#include "harness.h"

enum { ROOM = 1 << 16 };
static char page[ROOM], model[ROOM], err[ROOM];

/* Runs a line of the page in the scratch folder, where `sinew` is the command of this build; its exit code. */
static int type(const char *line)
{
  char command[2048], file[512];
  (void)snprintf(command, sizeof command,
                 "mkdir -p '%s/scratch/started' && cd '%s/scratch/started' && sinew() { '%s' \"$@\"; } && %s >out.txt "
                 "2>err.txt",
                 SN_TEST_BUILD, SN_TEST_BUILD, SN_TEST_SINEW, line);
  const int status = system(command);
  (void)snprintf(file, sizeof file, "%s/scratch/started/err.txt", SN_TEST_BUILD);
  slurp(file, err, sizeof err);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The text between two marks of the page after `from`; what follows it. */
static const char *between(const char *from, const char *open, const char *close, char *out, size_t size)
{
  const char *a = from ? strstr(from, open) : NULL, *b = a ? strstr(a + strlen(open), close) : NULL;
  out[0] = 0;
  CHECK(a && b && (size_t)(b - a) < size);
  if (a && b && (size_t)(b - a) < size) {
    a += strlen(open);
    memcpy(out, a, (size_t)(b - a));
    out[b - a] = 0;
  }
  return b;
}

static void save(const char *text)
{
  char file[512];
  (void)snprintf(file, sizeof file, "%s/scratch/started/swing.lua", SN_TEST_BUILD);
  CHECK(type("true") == 0); /* makes the folder */
  write_text(file, text);
}

static void test_its_commands(void)
{
  char commands[ROOM];
  save(model);
  CHECK(type("rm -f *.h5 *.html *.png *.svg") == 0);
  const char *rest = between(strstr(page, "Ask what Sinew understood"), "```sh\n", "```", commands, sizeof commands);
  for (char *line = strtok(commands, "\n"); line; line = strtok(NULL, "\n")) {
    CHECK(type(line) == 0);
  }
  (void)between(strstr(rest ? rest : "", "## Looking at results"), "```sh\n", "```", commands, sizeof commands);
  for (char *line = strtok(commands, "\n"); line; line = strtok(NULL, "\n")) {
    /* not the browser; gnuplot is a program of its own */
    if (!strstr(line, "--open") && !strstr(line, ".svg")) {
      CHECK(type(line) == 0);
    }
  }
}

static void test_its_mistake(void)
{
  char wrong[64], right[64], shown[4096], line[256], text[ROOM];
  const char *rest = between(strstr(page, "### One mistake"), "Write `", "`", wrong, sizeof wrong);
  rest = between(rest, "in place of `", "`", right, sizeof right);
  rest = between(rest, "```\n$ ", "\n", line, sizeof line);
  (void)between(rest, "\n", "```", shown, sizeof shown);
  const char *at = right[0] ? strstr(model, right) : NULL;
  CHECK(at != NULL);
  if (at) {
    (void)snprintf(text, sizeof text, "%.*s%s%s", (int)(at - model), model, wrong, at + strlen(right));
    save(text);
    CHECK(type(line) == 2);
    CHECK(strcmp(err, shown) == 0);
    CHECK_TEXT(shown, err);
  }
}

int main(void)
{
  slurp(SN_TEST_SOURCE "/docs/getting-started.md", page, sizeof page);
  (void)between(strstr(page, "Save this as `swing.lua`"), "```lua\n", "```", model, sizeof model);
  RUN(test_its_commands);
  RUN(test_its_mistake);
  return REPORT();
}
