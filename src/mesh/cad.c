/* mesh/cad.c -- a mesh of a CAD file by Gmsh.
 * How:     a script that loads the file and names its volumes and faces is written beside the mesh; Gmsh runs on it without a shell, with a limit of time;
 *          what it says is kept. The mesh gets its name when it is complete.
 * Limits:  scripts of Gmsh (.geo) are not run: they can start programs.
 * Tests:   tests/cli/test_mesh.c (with a program in place of Gmsh)
 */
#define _XOPEN_SOURCE 700
#include "mesh/cad.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"

extern char **environ;

enum { SAID = 4000 }; /* bytes that are kept of what Gmsh says */
static const double patience = 600;

int sn_mesh_is_cad(const char *name)
{
  static const char *const endings[] = {".step", ".stp", ".iges", ".igs", ".brep"};
  const size_t n = strlen(name);
  for (size_t k = 0; k < sizeof endings / sizeof *endings; k++) {
    const size_t e = strlen(endings[k]);
    if (n > e && strcasecmp(name + n - e, endings[k]) == 0) {
      return 1;
    }
  }
  return 0;
}

const char *sn_mesh_cad_cache(const char *name, const char *bytes, size_t size, const sn_mesh_cad *wish,
                              sn_arena *arena)
{
  enum { RECIPE = 1 }; /* raised when the script below or the options change */
  char text[96];
  const char *dot = strrchr(name, '.');
  (void)snprintf(text, sizeof text, "%d %.17g %d %016llx", RECIPE, wish->size, wish->order,
                 (unsigned long long)sn_hash(bytes, size));
  return sn_arena_format(arena, "%.*s-%016llx.msh", dot ? (int)(dot - name) : (int)strlen(name), name,
                         (unsigned long long)sn_hash(text, strlen(text)));
}

/* ---- the script */

static sn_status cannot_write(const char *path, sn_error *error)
{
  sn_failf(error, SN_EIO, "The mesh of a CAD file cannot be written to \"%.150s\".", path);
  sn_error_why(error, "%s", strerror(errno));
  sn_error_fix(error, "Check the rights of the folder and the space on the disk, or make the mesh elsewhere: sinew "
                      "mesh part.step --size 3e-3 -o DIR/part.msh.");
  return SN_EIO;
}

/* The path stands in quotation marks in the script. */
static sn_status check_path(const char *path, sn_error *error)
{
  for (const char *p = path; *p; p++) {
    if (*p == '"' || *p == '\\' || (*p > 0 && *p < ' ') || *p == 127) {
      sn_failf(error, SN_EINPUT, "The path of the CAD file has a character that Gmsh cannot be given.");
      sn_error_why(error, "Quotation marks, backslashes and control characters are not possible.");
      sn_error_fix(error, "Rename the file or its folder.");
      return SN_EINPUT;
    }
  }
  if (access(path, R_OK) != 0) {
    sn_failf(error, SN_EIO, "The CAD file \"%.200s\" cannot be read.", path);
    sn_error_why(error, "%s", strerror(errno));
    sn_error_fix(error, "Check the spelling and the folder.");
    return SN_EIO;
  }
  return SN_OK;
}

static sn_status write_script(const char *script, const char *from, sn_error *error)
{
  FILE *f = fopen(script, "w");
  if (!f) {
    return cannot_write(script, error);
  }
  (void)fprintf(f,
                "Geometry.OCCTargetUnit = \"M\";\n"
                "Merge \"%s\";\n"
                "v() = Volume \"*\";\n"
                "For i In {0 : #v() - 1}\n"
                "  Physical Volume(Sprintf(\"volume%%g\", i + 1)) = {v(i)};\n"
                "EndFor\n"
                "s() = Surface \"*\";\n"
                "For i In {0 : #s() - 1}\n"
                "  Physical Surface(Sprintf(\"face%%g\", i + 1)) = {s(i)};\n"
                "EndFor\n",
                from);
  const int bad = ferror(f);
  return fclose(f) != 0 || bad ? cannot_write(script, error) : SN_OK;
}

/* ---- the program */

typedef struct {
  char text[SAID];
  size_t n;
  int late;
} talk;

/* The end of what is said counts: there the errors are. */
static void hear(talk *t, const char *bytes, size_t n)
{
  if (n >= sizeof t->text - t->n) {
    const size_t drop = t->n + n - (sizeof t->text - 1) < t->n ? t->n + n - (sizeof t->text - 1) : t->n;
    memmove(t->text, t->text + drop, t->n - drop);
    t->n -= drop;
  }
  memcpy(t->text + t->n, bytes, n);
  t->n += n;
  t->text[t->n] = '\0';
}

/* Reads until the program has closed its end, or the time is over. */
static void listen_to(int from, double seconds, talk *t)
{
  const double end = sn_wall_seconds() + seconds;
  char buffer[1024];
  for (;;) {
    const double left = end - sn_wall_seconds();
    struct pollfd p = {from, POLLIN, 0};
    if (left <= 0) {
      t->late = 1;
      return;
    }
    const int ready = poll(&p, 1, left > 1 ? 1000 : (int)(1000 * left) + 1);
    if (ready < 0 && errno != EINTR) {
      return;
    }
    if (ready > 0) {
      const ssize_t n = read(from, buffer, sizeof buffer);
      if (n <= 0) {
        return;
      }
      hear(t, buffer, (size_t)n);
    }
  }
}

static sn_status not_installed(const char *program, int number, sn_error *error)
{
  sn_failf(error, SN_EIO, "A CAD file is meshed by the program Gmsh, which cannot be started (\"%.100s\").", program);
  sn_error_why(error, "%s", strerror(number));
  sn_error_fix(error, "Install it: apt-get install gmsh (Debian, Ubuntu), brew install gmsh (macOS), or "
                      "https://gmsh.info; SINEW_GMSH=/path/to/gmsh "
                      "names one elsewhere. Or mesh the part yourself and give the .msh file.");
  return SN_EIO;
}

static sn_status start(char *const words[], int said[2], pid_t *child, sn_error *error)
{
  posix_spawn_file_actions_t actions;
  if (pipe(said) != 0) {
    return sn_no_memory(error, "starting Gmsh");
  }
  if (posix_spawn_file_actions_init(&actions) != 0) {
    (void)close(said[0]);
    (void)close(said[1]);
    return sn_no_memory(error, "starting Gmsh");
  }
  (void)posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  (void)posix_spawn_file_actions_adddup2(&actions, said[1], STDOUT_FILENO);
  (void)posix_spawn_file_actions_adddup2(&actions, said[1], STDERR_FILENO);
  (void)posix_spawn_file_actions_addclose(&actions, said[0]);
  (void)posix_spawn_file_actions_addclose(&actions, said[1]);
  const int bad = posix_spawnp(child, words[0], &actions, NULL, words, environ);
  (void)posix_spawn_file_actions_destroy(&actions);
  (void)close(said[1]);
  if (bad) {
    (void)close(said[0]);
    return not_installed(words[0], bad, error);
  }
  return SN_OK;
}

/* Lines with anything but colours and frames, in one line each. */
static const char *tidy(const talk *t, sn_arena *arena)
{
  char *text = sn_arena_text(arena, t->text), *to = text;
  for (const char *p = text; p && *p; p++) {
    if (*p == '\033') { /* a colour: to its letter */
      while (p[1] && !((p[1] >= 'a' && p[1] <= 'z') || (p[1] >= 'A' && p[1] <= 'Z'))) {
        p++;
      }
      p += p[1] != '\0';
    } else if (*p == '\n' && (to == text || to[-1] == '\n')) {
      continue;
    } else if (*p != '*' && *p != '\r') {
      *to++ = *p == '\n' ? '\n' : *p < ' ' && *p > 0 ? '?' : *p;
    }
  }
  if (text) {
    *to = '\0';
  }
  return text;
}

/* What begins with "Error" or "Warning". */
static const char *complaints(const char *text, sn_arena *arena)
{
  char *out = sn_arena_get(arena, strlen(text) + 1, 1);
  size_t n = 0;
  while (out && *text) {
    const size_t line = strcspn(text, "\n");
    if (strncmp(text, "Error", 5) == 0 || strncmp(text, "Warning", 7) == 0) {
      memcpy(out + n, text, line);
      n += line;
      out[n++] = '\n';
    }
    text += line + (text[line] == '\n');
  }
  if (out && n > 0) {
    out[n - 1] = '\0';
  }
  return out;
}

static sn_status failed(const talk *t, int state, const char *said, double seconds, sn_error *error)
{
  if (t->late) {
    sn_failf(error, SN_EIO, "Gmsh was ended after %g s.", seconds);
    sn_error_why(error, "The elements may be very small for the part.");
    sn_error_fix(
        error,
        "Take a larger size of elements, or allow more time: sinew mesh part.step --size 3e-3 --time-limit 3600.");
    return SN_EIO;
  }
  if (WIFSIGNALED(state)) {
    sn_failf(error, SN_EIO, "Gmsh was ended by signal %d.", WTERMSIG(state));
  } else {
    sn_failf(error, SN_EIO, "Gmsh could not mesh the CAD file: it ended with code %d.", WEXITSTATUS(state));
  }
  sn_error_why(error, "%s", said[0] ? said : "It said nothing.");
  sn_error_fix(error, "Open the file in Gmsh and look; another size of elements may do.");
  return SN_EIO;
}

static sn_status run(char *const words[], double seconds, sn_arena *arena, const char **said, sn_error *error)
{
  talk *t = SN_NEW(arena, talk, 1);
  int from[2], state = 0;
  pid_t child = 0;
  if (!t) {
    return sn_no_memory(error, "starting Gmsh");
  }
  SN_TRY(start(words, from, &child, error));
  listen_to(from[0], seconds, t);
  (void)close(from[0]);
  if (t->late) {
    (void)kill(child, SIGKILL);
  }
  while (waitpid(child, &state, 0) < 0 && errno == EINTR) {
  }
  const char *text = tidy(t, arena);
  *said = text ? complaints(text, arena) : NULL;
  if (!*said) {
    return sn_no_memory(error, "what Gmsh says");
  }
  return t->late || !WIFEXITED(state) || WEXITSTATUS(state) != 0
             ? failed(t, state, (*said)[0] ? *said : text, seconds, error)
             : SN_OK;
}

sn_status sn_mesh_of_cad(const char *from, const char *to, const sn_mesh_cad *wish, sn_arena *arena, const char **said,
                         sn_error *error)
{
  const char *other = getenv("SINEW_GMSH"), *program = other && other[0] ? other : "gmsh";
  char *home = realpath(from, NULL); /* the system's, given back here */
  char *whole = sn_arena_text(arena, home ? home : from);
  free(home);
  const char *here = to[0] == '-' ? "./" : ""; /* no option of Gmsh */
  char *script = sn_arena_format(arena, "%s%s.%ld.geo", here, to, (long)getpid());
  char *part = sn_arena_format(arena, "%s%s.%ld.part", here, to, (long)getpid());
  char *size = sn_arena_format(arena, "%.17g", wish->size), *order = sn_arena_format(arena, "%d", wish->order);
  char *name = sn_arena_text(arena, program);
  if (!whole || !script || !part || !size || !order || !name) {
    return sn_no_memory(error, "starting Gmsh");
  }
  SN_TRY(check_path(whole, error));
  SN_TRY(write_script(script, whole, error));
  /* without a size the pair -clmax 1e22 is Gmsh's own preset */
  char *const words[] = {name,
                         "-v",
                         "2",
                         "-nopopup",
                         "-3",
                         script,
                         "-order",
                         order,
                         "-clmax",
                         wish->size > 0 ? size : "1e22",
                         "-setnumber",
                         "Mesh.MeshSizeFromCurvature",
                         "12",
                         "-setnumber",
                         "Mesh.HighOrderOptimize",
                         "1",
                         "-format",
                         "msh41",
                         "-setnumber",
                         "Mesh.Binary",
                         "0",
                         "-o",
                         part,
                         NULL};
  sn_status status = run(words, wish->seconds > 0 ? wish->seconds : patience, arena, said, error);
  (void)remove(script);
  if (status == SN_OK && rename(part, to) != 0) {
    status = access(part, F_OK) == 0 ? cannot_write(to, error) : SN_EIO;
    if (access(part, F_OK) != 0) {
      sn_failf(error, SN_EIO, "Gmsh made no mesh of \"%.150s\".", from);
      sn_error_why(error, "%s", *said && (*said)[0] ? *said : "It said nothing. The file may have no volumes.");
      sn_error_fix(error, "Open the file in Gmsh and look.");
    }
  }
  if (status != SN_OK) {
    (void)remove(part);
  }
  return status;
}
