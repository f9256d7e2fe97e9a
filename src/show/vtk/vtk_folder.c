/* show/vtk/vtk_folder.c -- a folder of files that appears whole or not at all.
 * What:    see show/vtk/vtk_folder.h. A new folder is made beside its place and renamed at the end; an existing one gets a
 *          temporary folder inside it, so that both are on one disk, and the files are renamed one by one.
 * Limits:  a killed program leaves the temporary folder (NAME.sinew-PID or NAME/.sinew-PID) behind.
 * Tests:   tests/show/test_vtk.c.
 */
#define _POSIX_C_SOURCE 200809L
#include "show/vtk/vtk_folder.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_ROOM = 4352 };

static sn_status fail(const char *where, const char *what, const char *why, sn_error *error)
{
  return sn_fail(error, SN_EIO, where, what, why, "Choose a folder that can be written, with --vtk DIR.");
}

static sn_status make_temporary(sn_vtk_folder *f, sn_arena *arena, sn_error *error)
{
  for (int i = 0; i < 100; i++) {
    f->temporary = sn_arena_format(arena, "%s%ssinew-%ld-%d", f->target, f->exists ? "/." : ".", (long)getpid(), i);
    if (!f->temporary) {
      return sn_no_memory(error, "names of files");
    }
    if (mkdir(f->temporary, 0777) == 0) {
      return SN_OK;
    }
    if (errno != EEXIST) {
      break;
    }
  }
  const char *why = errno == ENOENT ? "Its folder does not exist." : strerror(errno);
  return fail(f->target, f->exists ? "The folder cannot be written." : "The folder cannot be made.", why, error);
}

sn_status sn_vtk_folder_open(const char *target, int n, const char *const *name, sn_arena *arena, sn_vtk_folder *out,
                             sn_error *error)
{
  struct stat about;
  char *plain = sn_arena_text(arena, target);
  *out = (sn_vtk_folder){.target = plain, .n = n, .name = name};
  if (!plain) {
    return sn_no_memory(error, "names of files");
  }
  for (size_t end = strlen(plain); end > 1 && plain[end - 1] == '/';) {
    plain[--end] = '\0';
  }
  if (!plain[0] || strlen(plain) >= PATH_ROOM - 256) {
    return fail("command line", "The folder has no usable name.", plain[0] ? "It is too long." : "It is empty.", error);
  }
  out->exists = stat(plain, &about) == 0;
  if (out->exists && !S_ISDIR(about.st_mode)) {
    return fail(plain, "The folder cannot be made.", "There is a file of that name.", error);
  }
  return make_temporary(out, arena, error);
}

const char *sn_vtk_folder_path(const sn_vtk_folder *f, int i, char *path, unsigned long size)
{
  SN_ASSERT(i >= 0);
  (void)snprintf(path, size, "%s/%s", f->temporary, f->name[i]);
  return path;
}

void sn_vtk_folder_discard(const sn_vtk_folder *f)
{
  char path[PATH_ROOM];
  for (int i = 0; i < f->n; i++) {
    (void)unlink(sn_vtk_folder_path(f, i, path, sizeof path));
  }
  (void)rmdir(f->temporary);
}

static sn_status move_all(const sn_vtk_folder *f, sn_error *error)
{
  char from[PATH_ROOM], to[PATH_ROOM];
  for (int i = 0; i < f->n; i++) {
    (void)snprintf(to, sizeof to, "%s/%s", f->target, f->name[i]);
    if (rename(sn_vtk_folder_path(f, i, from, sizeof from), to) != 0) {
      return fail(to, "The file cannot be put in its place.", strerror(errno), error);
    }
  }
  (void)rmdir(f->temporary);
  return SN_OK;
}

sn_status sn_vtk_folder_finish(const sn_vtk_folder *f, sn_error *error)
{
  if (f->exists) {
    return move_all(f, error);
  }
  if (rename(f->temporary, f->target) != 0) {
    return fail(f->target, "The folder cannot be put in its place.", strerror(errno), error);
  }
  return SN_OK;
}
