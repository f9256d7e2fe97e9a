/* tests/cli/test_view.c -- `sinew view` as a user meets it: a page that needs no network, pictures, errors, a live run.
 * ctest:   timeout=300
 */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "files.h"
#include "harness.h"
#include "show/client.h"
#include "show/decode.h"

static char out[1 << 16], err[1 << 16];

/* Runs the command; before: words before it ("BROWSER=x"). */
static int sinew_with(const char *before, const char *arguments)
{
  char line[1024];
  (void)snprintf(line, sizeof line, "%s '%s' %s >view_out.txt 2>view_err.txt", before, SN_TEST_SINEW, arguments);
  const int status = system(line);
  slurp("view_out.txt", out, sizeof out);
  slurp("view_err.txt", err, sizeof err);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int sinew(const char *arguments)
{
  return sinew_with("", arguments);
}

static const char pendulum[] = "-- \"quoted\" </script>\n"
                               "param { dt = 5e-3, duration = 1.0 }\n"
                               "gravity { 0, 0, -9.81 }\n"
                               "local rod = body { name = 'rod', at = { 0.5, 0, 0 },\n"
                               "  shape = cylinder { length = 1, radius = 0.02, axis = 'x', density = 7850 } }\n"
                               "revolute { name = 'pivot', ground, rod, at = { 0, 0, 0 }, axis = { 0, 1, 0 } }\n"
                               "channel('tip', position(rod, { 1, 0, 0 }))\n"
                               "run { dt = dt, duration = duration }\n";

static void test_run_suggests_it(void)
{
  write_text("view.lua", pendulum);
  CHECK(sinew("run view.lua -o view.h5") == 0);
  CHECK_TEXT(err, "next         sinew view view.h5\n");
  CHECK(sinew("run view.lua -o 'two words.h5'") == 0);
  CHECK_TEXT(err, "next         sinew view 'two words.h5'\n"); /* as a shell wants it */
}

/* Does a page load anything? Addresses of name spaces are names; comments and texts of licences are read by people. */
static int loads(const char *page)
{
  static const char *const marks[] = {"src=\"http",
                                      "src='http",
                                      "href=\"http",
                                      "href='http",
                                      "url(http",
                                      "url(\"http",
                                      "import(\"http",
                                      "fetch(\"http",
                                      "fetch('http",
                                      "src=\"//",
                                      "<link rel=\"stylesheet",
                                      "<iframe"};
  int n = 0;
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
    n += strstr(page, marks[i]) != NULL;
  }
  static const char *const schemes[] = {"http://", "https://"};
  for (int k = 0; k < 2; k++) {
    for (const char *c = strstr(page, schemes[k]); c; c = strstr(c + 1, schemes[k])) {
      static const char *const names[] = {"http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg",
                                          "http://www.w3.org/1999/xlink", "http://www.w3.org/XML/1998/namespace"};
      int known = 0;
      for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        known |= strncmp(c, names[i], strlen(names[i])) == 0;
      }
      const char *line = c; /* a comment: the nearest mark before it opens one */
      while (line > page && strncmp(line, "/*", 2) != 0 && strncmp(line, "*/", 2) != 0 && c - line < 2000) {
        line--;
      }
      if (!known && strncmp(line, "/*", 2) != 0) {
        printf("     loads? %.80s\n", c);
        n++;
      }
    }
  }
  return n;
}

static void test_page(void)
{
  unsigned char *bytes;
  size_t n;
  (void)unlink("view.html");
  CHECK(sinew("view view.h5") == 0);
  CHECK(strcmp(out, "view.html\n") == 0 && !err[0]);
  char *page = read_whole("view.html", &n);
  CHECK(n > 0 && n < 25 * 1000 * 1000);
  decoded d = decode_page(page ? page : "", &bytes);
  CHECK(d.good && json_get(d.head, "storedFrames") == 201);
  CHECK_TEXT(json_at(d.head, "text"), "-- \\\"quoted\\\" </script>");
  CHECK(loads(page) == 0);
  free(d.head);
  free(bytes);
  free(page);
  /* beside the result, and under a name of one's own */
  (void)mkdir("view folder", 0777);
  CHECK(sinew("run view.lua -o 'view folder/a b.h5' --quiet") == 0);
  CHECK(sinew("view 'view folder/a b.h5'") == 0);
  CHECK(strcmp(out, "view folder/a b.html\n") == 0);
  CHECK(sinew("view view.h5 view.h5 -o two.html") == 0);
  CHECK(strcmp(out, "two.html\n") == 0);
  CHECK(sinew("view view.h5 --full -o full.html") == 0);
  CHECK(sinew("view view.h5 -o mine.html") == 0);
  CHECK(strcmp(out, "mine.html\n") == 0 && access("mine.html", F_OK) == 0);
}

static void test_errors(void)
{
  write_text("not.h5", "not a result\n");
  write_text("notes.html", "my notes\n");
  (void)unlink("null.html");
  CHECK(symlink("/dev/null", "null.html") == 0);
  const struct {
    const char *line;
    int code;
    const char *text;
  } cases[] = {{"view", 2, "FILE.h5"},
               {"view missing.h5", 5, "missing.h5"},
               {"view not.h5", 5, "not a result"},
               {"view .", 5, "folder"},
               {"view view.h5 -o missing/a.html", 5, "-o FILE.html"},
               {"view view.h5 -o notes.html", 5, "no page"},
               {"view view.h5 -o view.h5", 2, ".html"},
               {"view view.h5 -o a.jpg", 2, ".png"},
               {"view view.h5 -o a.gif --png", 2, "--png"},
               {"view view.h5 --png --gif", 2, "together"},
               {"view view.h5 --opne", 2, "--open"},
               {"view view.h5 --view front", 2, "--png"},
               {"view view.h5 --time 1", 2, "--png"},
               {"view view.h5 --port 80", 2, "--serve"},
               {"view view.h5 --serve --port x", 2, "--port 8080"},
               {"view view.h5 --serve --port 70000", 2, "65535"},
               {"view view.h5 --serve --port 1.5", 2, "65535"},
               {"view view.h5 --serve -o a.html", 2, "no file"},
               {"view view.h5 view.h5 --png", 2, "Two results"},
               {"view view.h5 missing.h5", 5, "missing.h5"},
               {"view view.h5 --png --full", 2, "--full"},
               {"view missing.h5 --serve", 5, "missing.h5"},
               {"view view.h5 --png --size 10", 2, "1280x720"},
               {"view view.h5 --png --size 1x1", 2, "1280x720"},
               {"view view.h5 --png --size 99999x99999", 2, "1280x720"},
               {"view view.h5 --png --zoom 0", 2, "--zoom 1.5"},
               {"view view.h5 --png --time soon", 2, "--time 0 0.5 1"},
               {"view --png --time view.h5", 2, "--time needs a number"},
               {"view view.h5 -o null.html", 5, "device"},
               {"view view.h5 --png --view frnt", 2, "front"},
               {"view view.h5 --png --theme drak", 2, "dark"},
               {"view view.h5 --png --color spead", 2, "speed"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const int code = sinew(cases[i].line);
    if (code != cases[i].code || !strstr(err, cases[i].text) || out[0]) {
      printf("%s: code %d, %s%s\n", cases[i].line, code, out, err);
    }
    CHECK(code == cases[i].code && strstr(err, cases[i].text) && !out[0]);
  }
  char text[32];
  slurp("notes.html", text, sizeof text);
  CHECK(strcmp(text, "my notes\n") == 0);
  if (geteuid() != 0) {
    (void)mkdir("locked", 0555);
    CHECK(sinew("view view.h5 -o locked/a.html") == 5);
    CHECK_TEXT(err, "Permission denied");
  }
}

static int begins_with(const char *file, const char *bytes, size_t n)
{
  char start[16] = "";
  FILE *f = fopen(file, "rb");
  const size_t got = f ? fread(start, 1, sizeof start, f) : 0;
  if (f) {
    (void)fclose(f);
  }
  return got >= n && memcmp(start, bytes, n) == 0;
}

static void test_pictures(void)
{
  CHECK(sinew("view view.h5 --png --size 160x90") == 0);
  CHECK(strcmp(out, "view.png\n") == 0 && begins_with("view.png", "\x89PNG\r\n\x1a\n", 8));
  CHECK(sinew("view view.h5 -o many.png --time 0 0.5,1 --overlay --view top --size 160x90 --color speed --no-joints") ==
        0);
  CHECK(strcmp(out, "many.png\n") == 0 && begins_with("many.png", "\x89PNG", 4));
  CHECK(!err[0]);
  CHECK(sinew("view view.h5 -o late.png --time 0.5 99 -3 --size 160x90") == 0); /* the run ends at 1 s */
  CHECK_TEXT(err, "--time 99 is outside the run (0 to 1 s): the instant 1 s was taken");
  CHECK_TEXT(err, "--time -3 is outside the run (0 to 1 s): the instant 0 s was taken");
  CHECK(!strstr(err, "--time 0.5"));
  CHECK(sinew("view view.h5 --png --aim nobody") == 2);
  CHECK_TEXT(err, "nobody");
  CHECK(sinew("view view.h5 -o aimed.png --aim 0,0,0.5 --zoom 3 --size 160x90") == 0);
  CHECK(sinew("view view.h5 --gif --size 80x45 --rate 5 -o small.gif") == 0);
  CHECK(strcmp(out, "small.gif\n") == 0 && begins_with("small.gif", "GIF89a", 6));
}

static void test_open(void)
{
  char text[64];
  write_text("browser.sh", "#!/bin/sh\nprintf '%s' \"$1\" >opened.txt\n");
  write_text("broken.sh", "#!/bin/sh\nexit 3\n");
  CHECK(chmod("browser.sh", 0755) == 0 && chmod("broken.sh", 0755) == 0);
  CHECK(sinew_with("BROWSER=./browser.sh", "view 'view folder/a b.h5' --open") == 0);
  slurp("opened.txt", text, sizeof text);
  CHECK(strcmp(text, "view folder/a b.html") == 0);
  CHECK(sinew_with("BROWSER='./browser.sh %s:firefox'", "view view.h5 --open") == 0);
  slurp("opened.txt", text, sizeof text);
  CHECK(strcmp(text, "view.html") == 0);
  CHECK(sinew_with("BROWSER=./broken.sh", "view view.h5 --open") == 5);
  CHECK_TEXT(err, "xdg-utils");
  CHECK(sinew_with("BROWSER=/no/such/browser", "view view.h5 --open") == 5);
  CHECK_TEXT(err, "no such program");
  CHECK(strcmp(out, "view.html\n") == 0); /* the page is there all the same */
}

/* ---- live */

static pid_t start(const char *const *words, const char *to)
{
  (void)fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    if (freopen(to, "wb", stdout) && freopen("view_live_err.txt", "wb", stderr)) {
      (void)execv(SN_TEST_SINEW, (char *const *)(size_t)words);
    }
    _exit(127);
  }
  return child;
}

static void wait_seconds(double s)
{
  const struct timespec t = {(time_t)s, (long)((s - (double)(time_t)s) * 1e9)};
  (void)nanosleep(&t, NULL);
}

/* A run and its page side by side: frames come while it runs; Ctrl-C ends the server with 0. */
static void test_live(void)
{
  const char *const run[] = {"sinew", "run", "view.lua", "-o", "live.h5", "--set", "duration=1000000", "--quiet", NULL};
  const char *const view[] = {"sinew", "view", "live.h5", "--serve", NULL};
  char link[256] = "", token[64] = "", path[256];
  int port = 0, status = 0;
  (void)unlink("live.h5");
  (void)unlink("link.txt");
  const pid_t runner = start(run, "run_out.txt");
  for (int i = 0; i < 600 && sinew("info live.h5") != 0; i++) { /* a file is made in steps */
    wait_seconds(0.1);
  }
  const pid_t server = start(view, "link.txt");
  for (int i = 0; i < 600 && !take_link(link, &port, token); i++) {
    wait_seconds(0.1);
    slurp("link.txt", link, sizeof link);
  }
  CHECK(take_link(link, &port, token) && link[strlen(link) - 1] == '\n');
  CHECK(only_loopback(port));
  (void)snprintf(path, sizeof path, "/?token=%s", token);
  CHECK(code_of(get(port, path, NULL)) == 200);
  CHECK(code_of(get(port, "/bundle", NULL)) == 403);
  (void)snprintf(path, sizeof path, "/bundle?token=%s", token);
  fetched f = get(port, path, NULL);
  CHECK(f.code == 200);
  decoded d = decode_bundle(f.body, f.n);
  const double next = d.good ? json_get(d.head, "live.next") : -1;
  CHECK(d.good && next > 0);
  free(d.head);
  free(f.head);
  double after = next;
  for (int i = 0; i < 200 && after <= next; i++) {
    wait_seconds(0.5);
    (void)snprintf(path, sizeof path, "/more?token=%s&from=%.0f", token, next);
    f = get(port, path, NULL);
    CHECK(f.code == 200);
    d = decode_bundle(f.body, f.n);
    after = d.good ? json_get(d.head, "next") : -1;
    free(d.head);
    free(f.head);
  }
  CHECK(after > next);
  (void)kill(runner, SIGINT);
  CHECK(waitpid(runner, &status, 0) == runner && WIFEXITED(status) && WEXITSTATUS(status) == 130);
  (void)snprintf(path, sizeof path, "/more?token=%s&from=%.0f", token, after);
  f = get(port, path, NULL);
  d = decode_bundle(f.body, f.n);
  CHECK(d.good && strncmp(json_at(d.head, "status"), "\"interrupted\"", 13) == 0);
  free(d.head);
  free(f.head);
  (void)kill(server, SIGINT);
  CHECK(waitpid(server, &status, 0) == server && WIFEXITED(status) && WEXITSTATUS(status) == 0);
  slurp("view_live_err.txt", err, sizeof err);
  CHECK(!err[0]);
  (void)unlink("live.h5");
}

int main(void)
{
  RUN(test_run_suggests_it);
  RUN(test_page);
  RUN(test_errors);
  RUN(test_pictures);
  RUN(test_open);
  RUN(test_live);
  return REPORT();
}
