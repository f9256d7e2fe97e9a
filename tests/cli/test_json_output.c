/* tests/cli/test_json_output.c -- --json of run, resume, check, static, modes, info and compare: one object that is JSON, whose
 *          members docs/command.md lists, with the numbers of the text; also when the verb fails.
 * ctest:   timeout=300
 */
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "files.h"
#include "harness.h"

static char out[1 << 20], err[1 << 16], docs[1 << 17];

static int sinew(const char *arguments)
{
  char line[1024];
  (void)snprintf(line, sizeof line, "'%s' %s >json_out.txt 2>json_err.txt", SN_TEST_SINEW, arguments);
  const int status = system(line);
  slurp("json_out.txt", out, sizeof out);
  slurp("json_err.txt", err, sizeof err);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* ---- a reader of JSON that does nothing but refuse: the text behind a value, NULL if there is none */

static const char *value(const char *c, int named);

static const char *blank(const char *c)
{
  return c ? c + strspn(c, " \n\r\t") : NULL;
}

static const char *string(const char *c)
{
  if (!c || *c != '"') {
    return NULL;
  }
  for (c++; *c && *c != '"'; c++) {
    if ((unsigned char)*c < 0x20 || (*c == '\\' && !strchr("\"\\/bfnrtu", *++c))) {
      return NULL;
    }
  }
  return *c == '"' ? c + 1 : NULL;
}

static const char *scalar(const char *c)
{
  static const char *const words[] = {"true", "false", "null"};
  char *end = NULL;
  if (!c) {
    return NULL;
  }
  for (int i = 0; i < 3; i++) {
    if (strncmp(c, words[i], strlen(words[i])) == 0) {
      return c + strlen(words[i]);
    }
  }
  (void)strtod(c, &end);
  return end != c && (*c == '-' || isdigit((unsigned char)*c)) ? end : NULL;
}

/* The docs list every member; names of parameters and channels are the user's. */
static void look_up(const char *key, size_t n)
{
  char quoted[100];
  (void)snprintf(quoted, sizeof quoted, "`%.*s`", (int)n, key);
  if (!strstr(docs, quoted)) {
    printf("     docs/command.md does not have %s\n", quoted);
    CHECK(strstr(docs, quoted) != NULL);
  }
}

static const char *object(const char *c, int named)
{
  for (c = blank(c + 1); c && *c != '}'; c = blank(c)) {
    const char *key = c + 1;
    c = string(c);
    const size_t n = c ? (size_t)(c - key) - 1 : 0;
    if (!c || *(c = blank(c)) != ':') {
      return NULL;
    }
    if (named) {
      look_up(key, n);
    }
    static const char *const users[] = {"parameters", "settings", "channels"};
    int inner = named;
    for (int i = 0; i < 3; i++) {
      inner = inner && !(n == strlen(users[i]) && strncmp(key, users[i], n) == 0);
    }
    c = blank(value(blank(c + 1), inner));
    if (!c || (*c != ',' && *c != '}')) {
      return NULL;
    }
    c += *c == ',';
  }
  return c ? c + 1 : NULL;
}

static const char *list(const char *c, int named)
{
  for (c = blank(c + 1); c && *c != ']'; c = blank(c)) {
    c = blank(value(c, named));
    if (!c || (*c != ',' && *c != ']')) {
      return NULL;
    }
    c += *c == ',';
  }
  return c ? c + 1 : NULL;
}

static const char *value(const char *c, int named)
{
  return !c ? NULL : *c == '{' ? object(c, named) : *c == '[' ? list(c, named) : *c == '"' ? string(c) : scalar(c);
}

static void check_json(void)
{
  const char *end = blank(value(out, 1));
  CHECK(end && !*end);
  if (!end || *end) {
    printf("     no JSON:\n%.2000s\n", out);
  }
}

/* ---- */

static const char model[] =
    "param { length = 1.0 }\n"
    "gravity { 0, 0, -9.81 }\n"
    "local rod = body { name = 'rod', at = { length/2, 0, 0 }, mass = 2,\n"
    "  inertia = { 0.1, 0.2, 0.3, 0.01, 0, 0 } }\n"
    "revolute { name = 'pivot', ground, rod, at = { 0, 0, 0 }, axis = { 0, 1, 0 } }\n"
    "spring { name = 'string', ground, rod, at_a = { 1, 0, 1 }, at_b = { 1, 0, 0 }, stiffness = 100,\n"
    "  length = 1 }\n"
    "point { name = 'p', at = { 0.1, 0.7, 0.3 }, mass = 3 }\n"
    "channel('tip', position(rod, { length, 0, 0 }))\n"
    "run { dt = 5e-3, duration = 0.1 }\n";

static void test_check(void)
{
  write_text("json_model.lua", model);
  CHECK(sinew("check json_model.lua --json") == 0);
  check_json();
  CHECK(!err[0]);
  CHECK_TEXT(
      out,
      "\"name\": \"rod\", \"kind\": \"body\", \"where\": \"json_model.lua:3\", \"mass\": 2, \"centre\": [0.5, 0, 0]");
  CHECK_TEXT(out, "\"inertia\": [0.1, 0.2, 0.3, 0.01, 0, 0], \"axes\": \"own\"");
  CHECK_TEXT(out, "\"inertia\": [0, 0, 0, 0, 0, 0]"); /* no round-off */
  CHECK_TEXT(out, "\"degrees_of_freedom\": 4");
  CHECK_TEXT(out, "\"between\": [\"ground\", \"rod\"]");
  CHECK_TEXT(out, "\"scheme\": \"ed\", \"alpha\": 1, \"dt\": 0.005, \"duration\": 0.1");
  CHECK(sinew("check json_model.lua --json --scheme ep") == 0);
  CHECK(strstr(out, "\"alpha\"") == NULL); /* what a scheme does not read is not said */
  CHECK(sinew("check json_model.lua --json --set lenght=2") == 2);
  check_json();
  CHECK_TEXT(out, "\"error\": {\"exit_code\": 2");
  CHECK_TEXT(err, "sinew: error");
}

static void test_run(void)
{
  write_text("json_model.lua", model);
  CHECK(sinew("run json_model.lua -o json_a.h5 --json") == 0);
  check_json();
  CHECK(!err[0]);
  CHECK_TEXT(out, "\"result\": \"json_a.h5\"");
  CHECK_TEXT(out, "\"status\": \"complete\"");
  CHECK_TEXT(out, "\"steps\": 20");
  CHECK_TEXT(out, "\"parameters\": {\"length\": 1}");
  CHECK(sinew("resume json_a.h5 --until 0.2 --json -q") == 0);
  check_json();
  CHECK_TEXT(out, "\"steps\": 40");
  CHECK(sinew("info json_a.h5 --json") == 0);
  check_json();
  CHECK(sinew("run json_model.lua -o json_b.h5 -q") == 0 && !out[0] && !strstr(err, "steps"));
  CHECK(sinew("compare json_a.h5 json_b.h5 --json --tolerance 1e-9") == 1);
  CHECK_TEXT(out, "\"within_tolerance\": false");
  CHECK(blank(value(out, 0)) && !*blank(value(out, 0)));
  /* a run that fails has its error in the object, and what the result holds */
  write_text("json_fails.lua", "local b = body { at = {0.5,0,0}, mass = 1, inertia = {1,1,1} }\n"
                               "revolute { ground, b, at = {0,0,0}, axis = 'z',\n"
                               "  torque = function(t) return 1/(t - 0.05) end }\n"
                               "run { dt = 0.01, duration = 1 }\n");
  CHECK(sinew("run json_fails.lua -o json_c.h5 --json") == 4);
  check_json();
  CHECK_TEXT(out, "\"status\": \"failed\"");
  CHECK_TEXT(out, "\"error\": {\"exit_code\": 4");
}

static void test_statics_and_modes(void)
{
  char text[2048];
  (void)snprintf(text, sizeof text, "%s", model);
  char *loose = strstr(text, "point {"); /* falls for ever */
  memcpy(loose, "--", 2);
  write_text("json_static.lua", text);
  CHECK(sinew("static json_static.lua -o json_s.h5 --json") == 0);
  check_json();
  CHECK_TEXT(out, "\"part\": \"rod\", \"point\": \"body\", \"position\": [");
  CHECK_TEXT(out, "\"item\": \"pivot\", \"name\": \"angle\"");
  CHECK_TEXT(out, "\"unstable\": false");
  CHECK(sinew("modes json_static.lua -o json_m.h5 --json") == 0);
  check_json();
  CHECK_TEXT(out, "\"kind\": \"vibration\"");
  CHECK_TEXT(out, "\"frequency_hz\": ");
  CHECK(sinew("static '" SN_TEST_SOURCE "/examples/deep_arch/model.lua' -o json_p.h5 --json") == 0);
  check_json();
  CHECK_TEXT(out, "\"path\": {\"equilibria\": ");
  CHECK(sinew("modes '" SN_TEST_SOURCE "/examples/lateral_buckling/model.lua' -o json_l.h5 --buckling --json") == 0);
  check_json();
  CHECK_TEXT(out, "\"load_factor\": ");
}

/* Fields of run { ... } from outside: what the result says, what `sinew resume` does with them, and wrong values. */
static void test_run_from_outside(void)
{
  static const struct {
    const char *line, *text;
  } wrong[] = {{"--dt 0", "must be greater than 0"},    {"--dt soon", "needs a number"},
               {"--alpha 2", "is out of range"},        {"--scheme epp", "'ep'"},
               {"--duration -1", "zero or positive"},   {"--tolerance 7", "between 1e-10 and 0.1"},
               {"--set run.min_stepp=1", "`min_step`"}, {"--set run.schedule=1", "set dt"}};
  static char whole[1 << 16];
  write_text("json_model.lua", model);
  CHECK(
      sinew("run json_model.lua -o json_a.h5 --json --scheme ep --dt 1e-3 --alpha 0.5 --duration 0.05 --store 0.01") ==
      0);
  CHECK_TEXT(out, "\"scheme\": \"ep\"");
  CHECK_TEXT(out, "\"alpha\": 0");
  CHECK_TEXT(out, "\"dt\": 0.001");
  CHECK_TEXT(out, "\"steps\": 50");
  CHECK_TEXT(out, "\"rows\": 6");
  CHECK(sinew("resume json_a.h5 --until 0.1 -q") == 0); /* the same run, in two pieces */
  CHECK(sinew("csv json_a.h5 tip") == 0);
  (void)snprintf(whole, sizeof whole, "%s", out);
  CHECK(sinew("run json_model.lua -o json_b.h5 -q --scheme ep --dt 1e-3 --alpha 0.5 --duration 0.1 --store 0.01") == 0);
  CHECK(sinew("csv json_b.h5 tip") == 0);
  CHECK(strcmp(out, whole) == 0);
  CHECK(sinew("check json_model.lua --json --set run.min_step=1e-7") == 0);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char line[200];
    (void)snprintf(line, sizeof line, "run json_model.lua -o json_c.h5 %s", wrong[i].line);
    CHECK(sinew(line) == 2);
    CHECK_TEXT(err, wrong[i].text);
    CHECK_TEXT(err, "command line");
  }
  /* a model without run { ... }, and one with a schedule */
  write_text("json_norun.lua", "body { at = {0,0,0}, mass = 1, inertia = {1,1,1}, velocity = {1,0,0} }\n");
  CHECK(sinew("run json_norun.lua -o json_c.h5 --dt 0.1 --duration 1 -q") == 0);
  CHECK(sinew("run json_norun.lua -o json_c.h5 --dt 0.1") == 2);
  CHECK_TEXT(err, "duration");
  write_text("json_schedule.lua", "body { at = {0,0,0}, mass = 1, inertia = {1,1,1}, velocity = {1,0,0} }\n"
                                  "run { schedule = { {0, 0.1}, {0.5, 0.05} }, duration = 1 }\n");
  CHECK(sinew("run json_schedule.lua -o json_c.h5 --json --dt 0.25") == 0);
  CHECK_TEXT(out, "\"steps\": 4");
  CHECK(sinew("check json_schedule.lua --json") == 0);
  CHECK_TEXT(out, "\"schedule\": 2");
  CHECK(sinew("check json_schedule.lua --json --tolerance 1e-4") == 0); /* the run chooses */
  CHECK_TEXT(out, "\"schedule\": 0");
}

int main(void)
{
  slurp(SN_TEST_SOURCE "/docs/command.md", docs, sizeof docs);
  RUN(test_check);
  RUN(test_run);
  RUN(test_statics_and_modes);
  RUN(test_run_from_outside);
  return REPORT();
}
