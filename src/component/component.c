/* component/component.c -- finds and opens optional components.
 * How:     beside the object that holds this function (libsinew, or a program with a copy of it), which knows where it was installed to;
 *          and beside the program. dlopen counts: asking again is cheap, and nothing is remembered here.
 * Tests:   tests/component/test_component.c
 */
#define _GNU_SOURCE /* dladdr */
#include "component/component.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "sinew.h"

enum { PATH_SIZE = 1024 };

/* The folder of a file, with the slash at its end; 0: it does not name one. */
static int folder_of(const char *file, char *folder)
{
  const char *slash = file ? strrchr(file, '/') : NULL;
  if (!slash || slash - file + 2 > PATH_SIZE) {
    return 0;
  }
  memcpy(folder, file, (size_t)(slash - file) + 1);
  folder[slash - file + 1] = '\0';
  return 1;
}

static int our_folder(char *folder)
{
  static const char here = 0; /* of the object that holds this file */
  Dl_info ours = {0};
  return dladdr(&here, &ours) && folder_of(ours.dli_fname, folder);
}

/* By /proc; where that is not mounted (chroot), by the path that the program was started with. */
static int program_folder(char *folder)
{
  char file[PATH_SIZE];
  const ssize_t n = readlink("/proc/self/exe", file, sizeof file - 1);
  if (n <= 0) {
    const unsigned long started = getauxval(AT_EXECFN);
    return started && folder_of((const char *)started, folder);
  }
  file[n] = '\0';
  return folder_of(file, folder);
}

/* The first file that is there, of: SINEW_COMPONENTS/NAME.so; then, seen from a folder of libraries, of the build and of programs. */
static int find(const char *name, char *path)
{
  static const char *const from[] = {"sinew/", SN_COMPONENT_LIBRARIES "/sinew/",
                                     "../" SN_COMPONENT_LIBRARIES "/sinew/"};
  char folder[PATH_SIZE];
  const char *given = getenv("SINEW_COMPONENTS");
  if (given && given[0]) {
    (void)snprintf(path, PATH_SIZE, "%s/%s.so", given, name);
    return access(path, R_OK) == 0;
  }
  for (int where = 0; where < 2; where++) {
    if (!(where == 0 ? our_folder(folder) : program_folder(folder))) {
      continue;
    }
    for (size_t i = 0; i < sizeof from / sizeof *from; i++) {
      const int n = snprintf(path, PATH_SIZE, "%s%s%s.so", folder, from[i], name);
      if (n < PATH_SIZE && access(path, R_OK) == 0) {
        return 1;
      }
    }
  }
  return 0;
}

static sn_status absent(const sn_component_request *r, const char *why, sn_error *error)
{
  (void)sn_failf(error, SN_EINPUT, "%s is an optional component, which is not installed.", r->what);
  sn_error_why(error, "%s", why);
  sn_error_fix(error, "Install the package %s; in a copy of the sources: make %s.", r->package, r->target);
  return SN_EINPUT;
}

static sn_status unusable(const sn_component_request *r, const char *path, const char *why, sn_error *error)
{
  (void)sn_failf(error, SN_EINPUT, "%s cannot be used: %.100s", r->what, path);
  sn_error_why(error, "%.200s", why ? why : "It is not a component of this program.");
  sn_error_fix(error, "Install the package %s of version " SINEW_VERSION "; in a copy of the sources: make %s.",
               r->package, r->target);
  return SN_EINPUT;
}

sn_status sn_component_open(const sn_component_request *r, const sn_component **out, sn_error *error)
{
  char path[PATH_SIZE], symbol[80], why[160];
  *out = NULL;
  if (!find(r->name, path)) {
    (void)snprintf(why, sizeof why, "There is no %s.so %s.", r->name,
                   getenv("SINEW_COMPONENTS") ? "in the folder that SINEW_COMPONENTS names"
                                              : "in the folder sinew/ beside the libraries");
    return absent(r, why, error);
  }
  void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  (void)snprintf(symbol, sizeof symbol, "sinew_component_%s", r->name);
  const sn_component *c = object ? dlsym(object, symbol) : NULL;
  if (!c) {
    return unusable(r, path, dlerror(), error);
  }
  if (strcmp(c->version, SINEW_VERSION) != 0 || c->size != r->size) {
    (void)snprintf(why, sizeof why, "It is of version %.40s, the program of " SINEW_VERSION "%s.", c->version,
                   c->size != r->size ? "; they were built from different sources" : "");
    return unusable(r, path, why, error);
  }
  *out = c;
  return SN_OK;
}
