/* show/page/serve.c -- a page that follows a run, on loopback only.
 * What:    three answers: the page, all there is (`bundle`), what is new (`more?from=N`). One thread, one request at a time. A page that
 *          watches a model has two more: `state`, and `set?name=N&value=X` for a slider.
 * Safety:  it listens on 127.0.0.1 only; every request needs the token of the link, compared in constant time; the host must
 *          be this machine by name or number (a foreign page cannot come in by a name that points here); only GET; nothing
 *          is cached; the page may load nothing from elsewhere. Connections that send nothing are closed, at once when it is crowded.
 * Tests:   tests/show/test_serve.c.
 */
#define _POSIX_C_SOURCE 200809L
#include "show/page/serve.h"

#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "show/page/live.h"

enum {
  TOKEN_BYTES = 16,
  TOKEN_TEXT = 2 * TOKEN_BYTES + 1,
  CONNECTIONS = 32,
  SPARE = 4,         /* connections that are kept free: the oldest visitor without a request is disconnected */
  IDLE_SECONDS = 30, /* between two requests */
  ASK_SECONDS = 5,   /* for the first request, from the first byte to the last */
  WAIT_MS = 500,
  TICK_MS = 100, /* while a model is watched */
  TRIES = 10,    /* tenths of a second for a file that is there and cannot be read */
  PATIENCE = 100 /* for a file that does not exist yet: `sinew run m.lua & sinew view m.h5 --serve` */
};

/* A connection. */
typedef struct {
  struct MHD_Connection *connection; /* NULL: a free slot */
  double since;
  int asked; /* a whole request */
} visitor;

typedef struct {
  sn_live live;
  visitor visitors[CONNECTIONS];
  char token[TOKEN_TEXT];
  int port;
  const char *html; /* with the token */
  const sn_serve_options *options;
} server;

/* ---- answers */

static enum MHD_Result reply(struct MHD_Connection *c, int code, const char *type, const void *bytes, size_t n)
{
  static const char *const headers[][2] = {
      {"Cache-Control", "no-store"},
      {"X-Content-Type-Options", "nosniff"},
      {"X-Frame-Options", "DENY"},
      {"Referrer-Policy", "no-referrer"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Content-Security-Policy",
       "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; font-src "
       "data:; "
       "worker-src blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"}};
  struct MHD_Response *r = MHD_create_response_from_buffer(n, (void *)(size_t)bytes, MHD_RESPMEM_MUST_COPY);
  if (!r) {
    return MHD_NO;
  }
  for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
    (void)MHD_add_response_header(r, headers[i][0], headers[i][1]);
  }
  (void)MHD_add_response_header(r, "Content-Type", type);
  const enum MHD_Result result = MHD_queue_response(c, (unsigned)code, r);
  MHD_destroy_response(r);
  return result;
}

static enum MHD_Result refuse(struct MHD_Connection *c, int code, const char *text)
{
  return reply(c, code, "text/plain; charset=utf-8", text, strlen(text));
}

static enum MHD_Result send_data(server *s, struct MHD_Connection *c, int whole, unsigned long long from)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_answer a = {0};
  sn_error e = {0};
  if (!arena) {
    return MHD_NO;
  }
  const int code = whole ? sn_live_bundle(&s->live, arena, &a, &e) : sn_live_more(&s->live, from, arena, &a, &e);
  const enum MHD_Result result = code == MHD_HTTP_OK ? reply(c, code, "application/octet-stream", a.bytes, a.n)
                                 : code == MHD_HTTP_GONE
                                     ? refuse(c, code, "The file contains another run now: reload.\n")
                                     : refuse(c, code, e.what[0] ? e.what : "Try again.\n");
  sn_arena_free(arena);
  return result;
}

static enum MHD_Result send_state(const server *s, struct MHD_Connection *c)
{
  sn_arena *arena = sn_arena_new(NULL);
  const char *text = arena ? s->options->watch.state(s->options->data, arena) : NULL;
  const enum MHD_Result result = text ? reply(c, MHD_HTTP_OK, "application/json", text, strlen(text)) : MHD_NO;
  sn_arena_free(arena);
  return result;
}

/* ---- who may ask */

/* Compares in constant time, so that the time does not reveal anything about the token. */
static int same_token(const char right[TOKEN_TEXT], const char *given)
{
  const size_t n = strlen(given);
  unsigned different = n != TOKEN_TEXT - 1;
  for (size_t i = 0; i < TOKEN_TEXT - 1; i++) {
    different |= (unsigned)(unsigned char)right[i] ^ (unsigned)(unsigned char)given[i < n ? i : n];
  }
  return different == 0;
}

static int is_this_host(const server *s, struct MHD_Connection *c)
{
  static const char *const names[] = {"127.0.0.1", "localhost"};
  const char *host = MHD_lookup_connection_value(c, MHD_HEADER_KIND, MHD_HTTP_HEADER_HOST);
  char known[32];
  for (size_t i = 0; host && i < sizeof names / sizeof *names; i++) {
    (void)snprintf(known, sizeof known, "%s:%d", names[i], s->port);
    if (strcmp(host, known) == 0) {
      return 1;
    }
  }
  return 0;
}

static enum MHD_Result respond(server *s, struct MHD_Connection *c, const char *path)
{
  const char *token = MHD_lookup_connection_value(c, MHD_GET_ARGUMENT_KIND, "token");
  const char *from = MHD_lookup_connection_value(c, MHD_GET_ARGUMENT_KIND, "from");
  if (!is_this_host(s, c)) {
    return refuse(c, MHD_HTTP_FORBIDDEN, "This host is not served.\n");
  }
  if (!token || !same_token(s->token, token)) {
    return refuse(c, MHD_HTTP_FORBIDDEN, "Use the link that `sinew view --serve` has printed.\n");
  }
  if (strcmp(path, "/") == 0) {
    return reply(c, MHD_HTTP_OK, "text/html; charset=utf-8", s->html, strlen(s->html));
  }
  if (strcmp(path, "/bundle") == 0) {
    return send_data(s, c, 1, 0);
  }
  if (strcmp(path, "/more") == 0) {
    char *end = NULL;
    const unsigned long long row = from ? strtoull(from, &end, 10) : 0;
    if (!from || from[0] < '0' || from[0] > '9' || *end) {
      return refuse(c, MHD_HTTP_BAD_REQUEST, "more?from=N needs the number of a row.\n");
    }
    return send_data(s, c, 0, row);
  }
  if (s->options->watch.state && strcmp(path, "/state") == 0) {
    return send_state(s, c);
  }
  if (s->options->watch.set && strcmp(path, "/set") == 0) {
    const char *name = MHD_lookup_connection_value(c, MHD_GET_ARGUMENT_KIND, "name");
    const char *value = MHD_lookup_connection_value(c, MHD_GET_ARGUMENT_KIND, "value");
    const int good = name && value && s->options->watch.set(s->options->data, name, value);
    return good ? send_state(s, c) : refuse(c, MHD_HTTP_BAD_REQUEST, "No slider has this name and range.\n");
  }
  return refuse(c, MHD_HTTP_NOT_FOUND, "There is nothing of that name.\n");
}

/* ---- visitors: connections that send nothing, or a byte now and then, must not shut others out */

static double seconds(void)
{
  struct timespec t = {0, 0};
  (void)clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The library notices the closed connection and removes it. */
static void show_out(const visitor *v)
{
  const union MHD_ConnectionInfo *info =
      v->connection ? MHD_get_connection_info(v->connection, MHD_CONNECTION_INFO_CONNECTION_FD) : NULL;
  if (info) {
    (void)shutdown(info->connect_fd, SHUT_RDWR);
  }
}

static visitor *find(server *s, const struct MHD_Connection *c)
{
  for (int i = 0; i < CONNECTIONS; i++) {
    if (s->visitors[i].connection == c) {
      return &s->visitors[i];
    }
  }
  return NULL;
}

static void note_request(server *s, const struct MHD_Connection *c)
{
  visitor *v = find(s, c);
  if (v) {
    v->asked = 1;
  }
}

/* Disconnects visitors who take too long; if there are too many, also the oldest without a request, or else the oldest. */
static void make_room(server *s)
{
  const double now = seconds();
  const visitor *oldest = NULL, *silent = NULL;
  int n = 0;
  for (int i = 0; i < CONNECTIONS; i++) {
    const visitor *v = &s->visitors[i];
    if (!v->connection) {
      continue;
    }
    n++;
    oldest = !oldest || v->since < oldest->since ? v : oldest;
    silent = !v->asked && (!silent || v->since < silent->since) ? v : silent;
    if (!v->asked && now - v->since > ASK_SECONDS) {
      show_out(v);
    }
  }
  if (n > CONNECTIONS - SPARE) {
    show_out(silent ? silent : oldest);
  }
}

static void on_visit(void *data, struct MHD_Connection *c, void **context, enum MHD_ConnectionNotificationCode what)
{
  server *s = data;
  (void)context;
  visitor *v = find(s, what == MHD_CONNECTION_NOTIFY_STARTED ? NULL : c);
  if (v) {
    *v = what == MHD_CONNECTION_NOTIFY_STARTED ? (visitor){c, seconds(), 0} : (visitor){NULL, 0, 0};
  }
  make_room(s);
}

/* The library calls first with the head of a request only, then again when the request is complete. */
static enum MHD_Result on_request(void *data, struct MHD_Connection *c, const char *path, const char *method,
                                  const char *version, const char *upload, size_t *upload_size, void **seen)
{
  (void)version;
  (void)upload;
  if (strcmp(method, MHD_HTTP_METHOD_GET) != 0) {
    return refuse(c, MHD_HTTP_METHOD_NOT_ALLOWED, "Only GET.\n");
  }
  if (!*seen) {
    *seen = data;
    return MHD_YES;
  }
  *upload_size = 0;
  note_request(data, c);
  return respond(data, c, path);
}

/* ---- beginning */

static int make_token(char token[TOKEN_TEXT])
{
  unsigned char bytes[TOKEN_BYTES];
  FILE *f = fopen("/dev/urandom", "rb");
  const int good = f && fread(bytes, sizeof bytes, 1, f) == 1;
  if (f) {
    (void)fclose(f);
  }
  for (int i = 0; good && i < TOKEN_BYTES; i++) {
    (void)snprintf(token + 2 * i, 3, "%02x", bytes[i]);
  }
  return good;
}

/* The viewer with the token at the place where the viewer reads it. */
static const char *live_html(const char *token, int watches, sn_arena *arena)
{
  static const char element[] = "<html ";
  const char *html = sn_viewer_html(arena), *at = html ? strstr(html, element) : NULL;
  return at ? sn_arena_format(arena, "%.*s<html data-live=\"%s\" %s%s", (int)(at - html), html, token,
                              watches ? "data-watch=\"1\" " : "", at + strlen(element))
            : NULL;
}

static sn_status listen_here(int *port, int *out, sn_error *error)
{
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)*port)};
  socklen_t size = sizeof at;
  const int one = 1, id = socket(AF_INET, SOCK_STREAM, 0);
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (id >= 0) {
    (void)setsockopt(id, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
  }
  if (id < 0 || bind(id, (const struct sockaddr *)&at, sizeof at) != 0 || listen(id, CONNECTIONS) != 0 ||
      getsockname(id, (struct sockaddr *)&at, &size) != 0) {
    const int number = errno;
    if (id >= 0) {
      (void)close(id);
    }
    sn_failf(error, SN_EIO, "The page cannot be served at port %d.", *port);
    sn_error_where(error, "127.0.0.1");
    sn_error_why(error, "%s.", strerror(number));
    sn_error_fix(error, "Choose another port with --port N, or leave it out: then a free one is taken.");
    return SN_EIO;
  }
  *port = ntohs(at.sin_port);
  *out = id;
  return SN_OK;
}

/* Answers until it is stopped. */
static sn_status run(server *s, const sn_serve_options *o, int socket_id, sn_arena *arena, sn_error *error)
{
  struct MHD_Daemon *d =
      MHD_start_daemon(MHD_NO_FLAG, 0, NULL, NULL, on_request, s, MHD_OPTION_LISTEN_SOCKET, socket_id,
                       MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT,
                       (unsigned)IDLE_SECONDS, MHD_OPTION_NOTIFY_CONNECTION, on_visit, s, MHD_OPTION_END);
  if (!d) {
    (void)close(socket_id);
    return sn_fail(error, SN_EIO, "127.0.0.1", "The page cannot be served.", strerror(errno), "Try again.");
  }
  const char *link = sn_arena_format(arena, "http://127.0.0.1:%d/?token=%s", s->port, s->token);
  if (link && o->ready) {
    o->ready(o->data, link);
  }
  while (link && !*o->stop) {
    if (MHD_run_wait(d, o->watch.tick ? TICK_MS : WAIT_MS) != MHD_YES) {
      break;
    }
    if (o->watch.tick) {
      o->watch.tick(o->data);
    }
    make_room(s);
  }
  MHD_stop_daemon(d); /* closes the socket */
  return link ? SN_OK : sn_no_memory(error, "the link");
}

/* Problems with the file are reported now, not in the browser. A run that has just begun needs a moment to make it. */
static sn_status check_file(const sn_serve_options *o, sn_arena *arena, sn_error *error)
{
  const struct timespec tenth = {0, 100000000};
  sn_status status = SN_EIO;
  for (int i = 0; i < PATIENCE && access(o->file, F_OK) != 0 && !*o->stop; i++) {
    (void)nanosleep(&tenth, NULL);
  }
  for (int i = 0; i < TRIES && (i == 0 || (status != SN_OK && !*o->stop)); i++) {
    sn_reader *r = NULL;
    sn_scene scene;
    if (i > 0) {
      (void)nanosleep(&tenth, NULL);
    }
    status = sn_reader_open(o->file, arena, &r, error);
    if (status == SN_OK) {
      status = sn_scene_read(r, arena, &scene, error);
    }
    sn_reader_close(r);
    if (access(o->file, F_OK) != 0) {
      break;
    }
  }
  return status;
}

sn_status sn_serve(const sn_serve_options *o, sn_arena *arena, sn_error *error)
{
  const int watches = o->watch.state != NULL; /* then the page waits for the file */
  server s = {
      .live = {.file = o->file, .stop = o->stop, .id = -1, .no_waiting = watches}, .port = o->port, .options = o};
  int socket_id = -1;
  SN_TRY(watches ? SN_OK : check_file(o, arena, error));
  if (!make_token(s.token)) {
    return sn_fail(error, SN_EIO, "/dev/urandom", "There are no random numbers for the link.", strerror(errno), "");
  }
  s.html = live_html(s.token, watches, arena);
  if (!s.html) {
    return sn_no_memory(error, "the page");
  }
  SN_TRY(listen_here(&s.port, &socket_id, error));
  const sn_status status = run(&s, o, socket_id, arena, error);
  sn_live_close(&s.live);
  return status;
}
