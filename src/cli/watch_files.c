/* cli/watch_files.c -- files that a model is made of, and whether one of them has changed.
 * What:    compares size, time and identity a few times a second: editors write in place, or put a new file in the old one's place.
 * Tests:   tests/cli/test_watch.c.
 */
#define _POSIX_C_SOURCE 200809L
#include <string.h>
#include <sys/stat.h>

#include "cli/watch.h"

sn_file_look sn_file_look_at(const char *path)
{
  struct stat s;
  if (stat(path, &s) != 0) {
    return (sn_file_look){0};
  }
  return (sn_file_look){s.st_dev, s.st_ino, s.st_size, (long long)s.st_mtim.tv_sec, s.st_mtim.tv_nsec};
}

int sn_same_look(const sn_file_look *a, const sn_file_look *b)
{
  return a->device == b->device && a->number == b->number && a->size == b->size && a->seconds == b->seconds &&
         a->nanoseconds == b->nanoseconds;
}

void sn_watched_add(sn_watched *w, const char *model, const char *file, sn_arena *arena)
{
  const char *slash = strrchr(model, '/');
  const int folder = slash ? (int)(slash - model) + 1 : 0;
  char *path = sn_arena_format(arena, "%.*s%s", folder, model, file);
  for (int i = 0; path && i < w->n; i++) {
    if (strcmp(w->path[i], path) == 0) {
      return;
    }
  }
  if (path && w->n < SN_WATCHED_MOST) {
    w->look[w->n] = sn_file_look_at(path);
    w->path[w->n++] = path;
  }
}

int sn_watched_changed(sn_watched *w)
{
  int changed = 0;
  for (int i = 0; i < w->n; i++) {
    const sn_file_look now = sn_file_look_at(w->path[i]);
    /* an editor that writes a new file takes the old one away for a moment */
    changed |= now.number != 0 && !sn_same_look(&now, &w->look[i]);
    w->look[i] = now.number != 0 ? now : w->look[i];
  }
  return changed;
}
