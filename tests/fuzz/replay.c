/* tests/fuzz/replay.c -- a plain main for a fuzz target: every file of a folder once, then small mutations of each, from a
 *          fixed seed. Needs no libFuzzer; run by the suite with the sanitizers of the build.
 * Usage:   replay FOLDER [MUTATIONS PER FILE]
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>

#include "fuzz.h"

enum { ROOM = 1 << 16 };

static uint64_t state = 1;
static size_t dice(size_t n)
{
  state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (size_t)(state >> 33) % n;
}

/* The input lies in a block of exactly its size, so that the sanitizer sees a read beyond it. */
static void feed(const uint8_t *bytes, size_t n)
{
  uint8_t *copy = malloc(n ? n : 1);
  if (copy) {
    memcpy(copy, bytes, n);
    (void)LLVMFuzzerTestOneInput(copy, n);
    free(copy);
  }
}

static int by_name(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(int argc, char **argv)
{
  static uint8_t bytes[ROOM], changed[ROOM];
  static char *names[4096];
  const int mutations = argc > 2 ? atoi(argv[2]) : 0;
  int n_names = 0;
  long runs = 0;
  DIR *d = argc > 1 ? opendir(argv[1]) : NULL;
  if (!d) {
    fprintf(stderr, "usage: replay FOLDER [MUTATIONS]\n");
    return 2;
  }
  for (struct dirent *e = readdir(d); e && n_names < 4096; e = readdir(d)) {
    if (e->d_name[0] != '.') {
      names[n_names++] = strdup(e->d_name);
    }
  }
  (void)closedir(d);
  qsort(names, (size_t)n_names, sizeof names[0], by_name);
  for (int i = 0; i < n_names; i++) {
    char path[1024];
    (void)snprintf(path, sizeof path, "%s/%s", argv[1], names[i]);
    FILE *f = fopen(path, "rb");
    const size_t n = f ? fread(bytes, 1, ROOM, f) : 0;
    if (f) {
      (void)fclose(f);
    }
    feed(bytes, n);
    runs++;
    for (int k = 0; k < mutations && n > 0; k++, runs++) {
      memcpy(changed, bytes, n);
      for (size_t m = 1 + dice(4); m > 0; m--) {
        changed[dice(n)] = (uint8_t)(dice(3) ? bytes[dice(n)] : dice(256));
      }
      feed(changed, dice(8) ? n : dice(n));
    }
    free(names[i]);
  }
  printf("%d files, %ld runs\n", n_names, runs);
  return n_names == 0;
}
