/* tests/show/test_serve.c -- the server of live pages: who is let in, and that a growing file arrives whole.
 * ctest:   timeout=120
 */
#define _POSIX_C_SOURCE 200809L
#include "show/page/serve.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "harness.h"
#include "results/fixture.h"
#include "results/reader.h"
#include "show/client.h"
#include "show/decode.h"

/* ---- a server in a process of its own */

static volatile int stop;
static void on_signal(int number)
{
  (void)number;
  stop = 1;
}

static void tell(void *data, const char *link)
{
  const int *id = data;
  (void)!write(*id, link, strlen(link) + 1);
}

typedef struct {
  pid_t id;
  int port;
  char token[64];
} serving;

static serving start(const char *file)
{
  serving s = {0};
  int ends[2];
  char link[256] = "";
  CHECK(pipe(ends) == 0);
  s.id = fork();
  if (s.id == 0) {
    sn_arena *arena = sn_arena_new(NULL);
    sn_error e = {0};
    (void)close(ends[0]);
    (void)signal(SIGTERM, on_signal);
    (void)signal(SIGPIPE, SIG_IGN);
    const sn_status status =
        sn_serve(&(sn_serve_options){.file = file, .stop = &stop, .ready = tell, .data = &ends[1]}, arena, &e);
    sn_arena_free(arena);
    _exit(status != SN_OK);
  }
  (void)close(ends[1]);
  CHECK(read(ends[0], link, sizeof link - 1) > 0);
  (void)close(ends[0]);
  CHECK(take_link(link, &s.port, s.token));
  return s;
}

static void end(const serving *s)
{
  int status = 1;
  (void)kill(s->id, SIGTERM);
  CHECK(waitpid(s->id, &status, 0) == s->id && WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static fetched ask(const serving *s, const char *what, unsigned long long from)
{
  char path[256];
  if (strcmp(what, "more") == 0) {
    (void)snprintf(path, sizeof path, "/more?token=%s&from=%llu", s->token, from);
  } else {
    (void)snprintf(path, sizeof path, "/%s?token=%s", what, s->token);
  }
  return get(s->port, path, NULL);
}

/* ---- who is let in */

static void write_fixture(const char *file, int rows)
{
  const pid_t child = fork(); /* the server's file must not be open here */
  if (child == 0) {
    sn_arena *arena = sn_arena_new(NULL);
    sn_error e = {0};
    _exit(fixture_write(file, rows, SN_OUTCOME_COMPLETE, arena, &e) != SN_OK);
  }
  int status = 1;
  CHECK(waitpid(child, &status, 0) == child && status == 0);
}

/* Connections that send nothing, or never end their request, do not shut others out. */
static void test_silent_visitors(void)
{
  enum { MANY = 100 };
  write_fixture("silent.h5", 50);
  const serving s = start("silent.h5");
  int id[MANY];
  for (int i = 0; i < MANY; i++) {
    struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)s.port)};
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    id[i] = socket(AF_INET, SOCK_STREAM, 0);
    CHECK(id[i] >= 0 && connect(id[i], (const struct sockaddr *)&at, sizeof at) == 0);
    if (i % 2) {
      (void)!write(id[i], "GET / HT", 8);
    }
  }
  struct timespec before, after;
  (void)clock_gettime(CLOCK_MONOTONIC, &before);
  for (int i = 0; i < 5; i++) {
    const fetched f = ask(&s, "", 0);
    CHECK(f.code == 200);
    free(f.head);
  }
  (void)clock_gettime(CLOCK_MONOTONIC, &after);
  CHECK_BELOW((double)(after.tv_sec - before.tv_sec), 5);
  for (int i = 0; i < MANY; i++) {
    (void)close(id[i]);
  }
  end(&s);
}

static void test_who_is_let_in(void)
{
  write_fixture("gate.h5", 50);
  const serving s = start("gate.h5");
  char path[256], text[512];
  CHECK(strlen(s.token) == 32);
  CHECK(only_loopback(s.port));

  fetched f = ask(&s, "", 0);
  CHECK(f.code == 200);
  (void)snprintf(text, sizeof text, "<html data-live=\"%s\" ", s.token);
  CHECK_TEXT((const char *)f.body, text);
  CHECK_TEXT((const char *)f.body, "<script id=\"sinew-bundle\" type=\"text/plain\"></script>");
  static const char *const headers[] = {"Cache-Control: no-store",      "Content-Security-Policy: default-src 'none'",
                                        "frame-ancestors 'none'",       "X-Content-Type-Options: nosniff",
                                        "Referrer-Policy: no-referrer", "Content-Type: text/html"};
  for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
    CHECK_TEXT(f.head, headers[i]);
  }
  free(f.head);
  CHECK(code_of(ask(&s, "bundle", 0)) == 200);
  CHECK(code_of(ask(&s, "more", 0)) == 200);
  CHECK(code_of(ask(&s, "other", 0)) == 404);

  /* without the token, or with a wrong one: nothing */
  static const char *const paths[] = {"/", "/bundle", "/more?from=0", "/other"};
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    CHECK(code_of(get(s.port, paths[i], NULL)) == 403);
  }
  static const char *const wrong[] = {"", "0", "00000000000000000000000000000000", "000000000000000000000000000000000",
                                      "%00"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    (void)snprintf(path, sizeof path, "/bundle?token=%s", wrong[i]);
    CHECK(code_of(get(s.port, path, NULL)) == 403);
  }
  for (size_t i = 0; i < 32; i += 31) { /* one letter is wrong, one is missing, one too many */
    char token[64];
    (void)snprintf(token, sizeof token, "%s", s.token);
    token[i] = token[i] == 'a' ? 'b' : 'a';
    (void)snprintf(path, sizeof path, "/bundle?token=%s", token);
    CHECK(code_of(get(s.port, path, NULL)) == 403);
  }
  (void)snprintf(path, sizeof path, "/bundle?token=%.31s", s.token);
  CHECK(code_of(get(s.port, path, NULL)) == 403);
  (void)snprintf(path, sizeof path, "/bundle?token=%s0", s.token);
  CHECK(code_of(get(s.port, path, NULL)) == 403);

  /* the host must be this machine, with the port */
  (void)snprintf(path, sizeof path, "/bundle?token=%s", s.token);
  static const char *const foreign[] = {"evil.example", "127.0.0.1", "localhost", "127.0.0.1:1", "", "[::1]"};
  for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
    CHECK(code_of(get(s.port, path, foreign[i])) == 403);
  }
  (void)snprintf(text, sizeof text, "localhost:%d", s.port);
  CHECK(code_of(get(s.port, path, text)) == 200);
  (void)snprintf(text, sizeof text, "evil.example:%d", s.port);
  CHECK(code_of(get(s.port, path, text)) == 403);
  (void)snprintf(text, sizeof text, "GET %s HTTP/1.0\r\n\r\n", path);
  CHECK(code_of(exchange(s.port, text)) == 403); /* no host at all */

  /* other methods, other texts */
  static const char *const methods[] = {"POST", "PUT", "HEAD", "DELETE", "OPTIONS"};
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    (void)snprintf(text, sizeof text,
                   "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", methods[i],
                   path, s.port);
    CHECK(code_of(exchange(s.port, text)) == 405);
  }
  static const char *const numbers[] = {"", "x", "-1", "1x", "%20", "99999999999999999999999"};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    (void)snprintf(path, sizeof path, "/more?token=%s&from=%s", s.token, numbers[i]);
    const int code = code_of(get(s.port, path, NULL));
    CHECK(code == 400 || code == 410);
  }
  (void)snprintf(path, sizeof path, "/more?token=%s", s.token);
  CHECK(code_of(get(s.port, path, NULL)) == 400);
  CHECK(code_of(exchange(s.port, "nonsense\r\n\r\n")) != 200);
  CHECK(code_of(ask(&s, "bundle", 0)) == 200); /* still there */
  end(&s);
}

/* ---- a file that grows */

/* Writes rows, a few every tenth of a second; at the end it finishes, or is killed. */
static pid_t grow(const char *file, int rows, double duration, int killed)
{
  const pid_t child = fork();
  if (child == 0) {
    const struct timespec tenth = {0, 100000000};
    sn_arena *arena = sn_arena_new(NULL);
    sn_error e = {0};
    sn_result_plan plan = fixture_plan(arena);
    sn_writer *w;
    plan.duration = duration;
    sn_status status = sn_writer_new(&plan, file, arena, &w, &e);
    const sn_sink sink = sn_writer_sink(w);
    for (int k = 0; k < rows && status == SN_OK; k++) {
      status = fixture_row(&sink, plan.system, k, &e);
      if (k % (rows / 50) == 0) {
        (void)nanosleep(&tenth, NULL);
      }
    }
    if (killed) {
      (void)raise(SIGKILL);
    }
    status = status == SN_OK ? sn_writer_finish(w, SN_OUTCOME_COMPLETE, NULL, NULL, &e) : status;
    _exit(status != SN_OK);
  }
  return child;
}

/* Until it can be read: a file is made in steps. */
static void wait_for_file(const char *file)
{
  const struct timespec tenth = {0, 100000000};
  int good = 0;
  for (int i = 0; i < 600 && !good; i++) {
    sn_arena *arena = sn_arena_new(NULL);
    sn_reader *r = NULL;
    sn_error ignored = {0};
    good = sn_reader_open(file, arena, &r, &ignored) == SN_OK;
    sn_reader_close(r);
    sn_arena_free(arena);
    (void)nanosleep(&tenth, NULL);
  }
  CHECK(good);
}

typedef struct {
  double last[4]; /* times */
  size_t n[4];
  int growth; /* answers that brought frames */
} seen;

/* Times follow each other; counts them. */
static void take(const decoded *d, seen *s)
{
  static const char *const tables[] = {"frames", "tables.0", "tables.1", "tables.2"};
  for (int i = 0; i < 4; i++) {
    char path[64];
    size_t n, m;
    (void)snprintf(path, sizeof path, "%s.time", tables[i]);
    const void *time = decode_array(d, path, "f64", &n);
    (void)snprintf(path, sizeof path, "%s.values", tables[i]);
    CHECK(decode_array(d, path, "f32", &m) != NULL && (n == 0 ? m == 0 : m % n == 0));
    for (size_t k = 0; time && k < n; k++) {
      CHECK(decode_f64(time, k) > s->last[i]);
      s->last[i] = decode_f64(time, k);
    }
    s->n[i] += n;
    s->growth += i == 0 && n > 0;
  }
}

/* Follows a file to its end; the first bundle's head is returned, the caller frees it. */
static char *follow(const serving *s, seen *out, int seconds)
{
  const struct timespec moment = {0, 300000000};
  *out = (seen){{-1, -1, -1, -1}, {0}, 0};
  fetched f = ask(s, "bundle", 0);
  CHECK(f.code == 200);
  decoded d = decode_bundle(f.body, f.n);
  CHECK(d.good);
  if (!d.good) {
    free(f.head);
    free(d.head);
    return NULL;
  }
  take(&d, out);
  unsigned long long next = (unsigned long long)json_get(d.head, "live.next");
  free(f.head);
  char status[32] = "\"running\"";
  for (int i = 0; i < seconds * 3 && strncmp(status, "\"running\"", 9) == 0; i++) {
    (void)nanosleep(&moment, NULL);
    f = ask(s, "more", next);
    CHECK(f.code == 200);
    if (f.code == 200) {
      decoded more = decode_bundle(f.body, f.n);
      CHECK(more.good && json_count(more.head, "tables") == 3 && json_count(more.head, "summary") > 5);
      take(&more, out);
      (void)snprintf(status, sizeof status, "%.20s", json_at(more.head, "status"));
      next = (unsigned long long)json_get(more.head, "next");
      free(more.head);
    }
    free(f.head);
  }
  f = ask(s, "more", next); /* nothing comes twice */
  decoded more = decode_bundle(f.body, f.n);
  const size_t before = out->n[0];
  take(&more, out);
  CHECK(out->n[0] == before);
  free(more.head);
  free(f.head);
  return d.head;
}

static void test_a_run_that_goes_on(void)
{
  enum { ROWS = 500 };
  seen got;
  (void)unlink("grow.h5");
  const pid_t writer = grow("grow.h5", ROWS, ROWS * 0.1, 0);
  wait_for_file("grow.h5");
  const serving s = start("grow.h5");
  char *head = follow(&s, &got, 60);
  CHECK(head != NULL);
  if (!head) {
    end(&s);
    return;
  }
  CHECK(strncmp(json_at(head, "status"), "\"running\"", 9) == 0);
  CHECK(got.n[0] == ROWS && got.n[1] == ROWS && got.n[2] == ROWS - 1);
  CHECK(got.last[0] == (ROWS - 1) * 0.1 && got.last[2] == (ROWS - 1) * 0.1);
  CHECK(got.growth >= 2);                        /* it came in pieces */
  CHECK(json_get(head, "rows.1.position") >= 0); /* what stands still now may move later */
  free(head);
  CHECK(waitpid(writer, NULL, 0) == writer);
  end(&s);
}

/* A run that will be far too long for a page: one row in many, fixed at the first request; the last row of all. */
static void test_a_long_run_that_goes_on(void)
{
  enum { ROWS = 2000 };
  seen got;
  (void)unlink("thin.h5");
  const pid_t writer = grow("thin.h5", ROWS, 3e5, 0);
  wait_for_file("thin.h5");
  const serving s = start("thin.h5");
  char *head = follow(&s, &got, 60);
  CHECK(head != NULL);
  if (!head) {
    end(&s);
    return;
  }
  printf("     %zu frames, %zu rows, %zu steps of %d\n", got.n[0], got.n[1], got.n[2], ROWS);
  CHECK(got.n[0] < ROWS / 2 && got.n[0] > 20 && got.n[1] < ROWS / 2 && got.n[2] < ROWS / 2);
  CHECK(got.last[0] == (ROWS - 1) * 0.1 && got.last[1] == (ROWS - 1) * 0.1 && got.last[2] == (ROWS - 1) * 0.1);
  CHECK_TEXT(head, "[\"frames\",\"one in ");
  free(head);
  CHECK(waitpid(writer, NULL, 0) == writer);
  end(&s);
}

static void test_a_run_that_was_killed_and_run_again(void)
{
  enum { ROWS = 500 };
  int status;
  (void)unlink("again.h5");
  const pid_t writer = grow("again.h5", ROWS, ROWS * 0.1, 1);
  CHECK(waitpid(writer, &status, 0) == writer && WIFSIGNALED(status));
  const serving s = start("again.h5");
  fetched f = ask(&s, "bundle", 0);
  CHECK(f.code == 200);
  decoded d = decode_bundle(f.body, f.n);
  seen got = {{-1, -1, -1, -1}, {0}, 0};
  take(&d, &got);
  const double next = json_get(d.head, "live.next");
  CHECK(got.n[0] > 50 && got.n[0] == (size_t)next && got.n[1] == got.n[0]);
  free(d.head);
  free(f.head);
  CHECK(code_of(ask(&s, "more", (unsigned long long)next)) == 200);
  write_fixture("again.h5", 20); /* a new run under the same name */
  CHECK(code_of(ask(&s, "more", (unsigned long long)next)) == 410);
  f = ask(&s, "bundle", 0);
  CHECK(f.code == 200);
  d = decode_bundle(f.body, f.n);
  CHECK(json_get(d.head, "storedFrames") == 20 && json_get(d.head, "live.next") == 20);
  free(d.head);
  free(f.head);
  CHECK(code_of(ask(&s, "more", 20)) == 200);
  (void)unlink("again.h5");
  CHECK(code_of(ask(&s, "more", 20)) == 503);
  end(&s);
}

/* `sinew run m.lua & sinew view m.h5 --serve`: the file comes a moment later. */
static void test_a_file_that_comes_later(void)
{
  const struct timespec moment = {1, 500000000};
  (void)unlink("later.h5");
  const pid_t child = fork();
  if (child == 0) {
    (void)nanosleep(&moment, NULL);
    write_fixture("later.h5", 5);
    _exit(0);
  }
  const serving s = start("later.h5");
  CHECK(code_of(ask(&s, "bundle", 0)) == 200);
  CHECK(waitpid(child, NULL, 0) == child);
  end(&s);
}

static void test_errors(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_error e = {0};
  CHECK(sn_serve(&(sn_serve_options){.file = "no such.h5", .stop = &stop}, arena, &e) == SN_EIO);
  CHECK_TEXT(e.where, "no such.h5");
  const serving s = start("gate.h5");
  CHECK(sn_serve(&(sn_serve_options){.file = "gate.h5", .port = s.port, .stop = &stop}, arena, &e) ==
        SN_EIO); /* taken */
  CHECK_TEXT(e.fix, "--port");
  end(&s);
  sn_arena_free(arena);
}

int main(void)
{
  RUN(test_who_is_let_in);
  RUN(test_silent_visitors);
  RUN(test_a_run_that_goes_on);
  RUN(test_a_long_run_that_goes_on);
  RUN(test_a_run_that_was_killed_and_run_again);
  RUN(test_a_file_that_comes_later);
  RUN(test_errors);
  return REPORT();
}
