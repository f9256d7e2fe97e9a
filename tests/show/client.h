/* tests/show/client.h -- a small HTTP client for tests of the server: one request per connection. */
#ifndef SN_TESTS_SHOW_CLIENT_H
#define SN_TESTS_SHOW_CLIENT_H
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

typedef struct {
  int code;   /* 0: no answer */
  char *head; /* texts end with a zero byte; the caller frees head */
  const unsigned char *body;
  size_t n;
} fetched;

/* Sends the text to a port of 127.0.0.1 and reads until the other side closes. */
static inline fetched exchange(int port, const char *text)
{
  fetched f = {0};
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  const struct timeval patience = {20, 0};
  const int id = socket(AF_INET, SOCK_STREAM, 0);
  size_t room = 1 << 16, used = 0;
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  (void)setsockopt(id, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  f.head = calloc(room + 1, 1);
  if (connect(id, (const struct sockaddr *)&at, sizeof at) == 0 &&
      send(id, text, strlen(text), MSG_NOSIGNAL) == (ssize_t)strlen(text)) {
    for (ssize_t n = 1; n > 0; used += n > 0 ? (size_t)n : 0) {
      if (used == room) {
        room *= 2;
        f.head = realloc(f.head, room + 1);
      }
      n = recv(id, f.head + used, room - used, 0);
    }
  }
  (void)close(id);
  f.head[used] = '\0';
  char *end = strstr(f.head, "\r\n\r\n");
  if (end && strncmp(f.head, "HTTP/1.", 7) == 0) {
    f.code = atoi(f.head + 9);
    *end = '\0';
    f.body = (const unsigned char *)end + 4;
    f.n = used - (size_t)(end + 4 - f.head);
  }
  return f;
}

/* GET with a host; NULL: the right one. */
static inline fetched get(int port, const char *path, const char *host)
{
  char text[2048], right[64];
  (void)snprintf(right, sizeof right, "127.0.0.1:%d", port);
  (void)snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", path,
                 host ? host : right);
  return exchange(port, text);
}

static inline int code_of(fetched f)
{
  free(f.head);
  return f.code;
}

/* http://127.0.0.1:PORT/?token=TOKEN */
static inline int take_link(const char *link, int *port, char token[64])
{
  return sscanf(link, "http://127.0.0.1:%d/?token=%63[0-9a-f]", port, token) == 2;
}

/* Is the port open on 127.0.0.1 and nowhere else? By the kernel's list of sockets that listen. */
static inline int only_loopback(int port)
{
  static const char *const lists[] = {"/proc/net/tcp", "/proc/net/tcp6"};
  int here = 0, elsewhere = 0;
  for (int i = 0; i < 2; i++) {
    FILE *f = fopen(lists[i], "r");
    char line[512], address[64];
    unsigned number, state;
    while (f && fgets(line, sizeof line, f)) {
      if (sscanf(line, " %*d: %63[0-9A-F]:%x %*s %x", address, &number, &state) == 3 && (int)number == port &&
          state == 0x0A) {
        here += strcmp(address, "0100007F") == 0;
        elsewhere += strcmp(address, "0100007F") != 0;
      }
    }
    if (f) {
      (void)fclose(f);
    }
  }
  return here == 1 && elsewhere == 0;
}

#endif
