/* show/plot/plot_gnuplot.c -- a figure as a picture, through gnuplot.
 * What:    writes x.gp and x.gp.csv beside the picture and runs gnuplot in that folder. Every file is written under another
 *          name first and renamed when it is whole, so that a failure leaves the older picture in place.
 * Limits:  an x.gp that is not ours is never overwritten. gnuplot is started without a shell and without the user's own
 *          settings, so that pictures look the same everywhere.
 * Tests:   tests/show/test_plot.c, tests/cli/test_plot_compare.c.
 */
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "show/plot/plot_private.h"

enum { SAID = 400 }; /* bytes kept of what gnuplot complains about */

static const char first_words[] = "# sinew plot";

typedef struct {
  const char *folder;        /* "." or "pictures" */
  const char *name;          /* "x.svg": without the folder */
  const char *kind;          /* "svg" */
  const char *script, *data; /* with the folder */
  const char *part;          /* the picture while it is made, with the folder */
} names;

static const char *last_part(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static const char *kind_of(const char *picture)
{
  static const char *const kinds[] = {"svg", "png", "pdf"};
  const char *dot = strrchr(last_part(picture), '.');
  for (int i = 0; dot && i < 3; i++) {
    const char *k = kinds[i];
    if (strlen(dot) == 4 && tolower((unsigned char)dot[1]) == k[0] && tolower((unsigned char)dot[2]) == k[1] &&
        tolower((unsigned char)dot[3]) == k[2]) {
      return k;
    }
  }
  return NULL;
}

sn_status sn_figure_check_name(const char *picture, sn_error *error)
{
  if (!kind_of(picture) || last_part(picture)[0] == '.') {
    sn_failf(error, SN_EINPUT, "'%.100s' is no name of a picture.", picture);
    sn_error_where(error, "command line");
    sn_error_why(error, "The name must end in .svg, .png or .pdf.");
    sn_error_fix(error, "Write e.g. -o plot.svg.");
    return SN_EINPUT;
  }
  return SN_OK;
}

static sn_status make_names(const char *picture, sn_arena *arena, names *n, sn_error *error)
{
  const char *name = last_part(picture);
  const int folder = (int)(name - picture), stem = (int)(strrchr(picture, '.') - picture);
  n->folder = folder > 0 ? sn_arena_format(arena, "%.*s", folder, picture) : ".";
  n->name = name;
  n->kind = kind_of(picture);
  n->script = sn_arena_format(arena, "%.*s.gp", stem, picture);
  n->data = sn_arena_format(arena, "%.*s.gp.csv", stem, picture);
  n->part = sn_arena_format(arena, "%s.part", picture);
  return n->folder && n->script && n->data && n->part ? SN_OK : sn_no_memory(error, "the picture");
}

/* An older script made by Sinew may be replaced; other files of that name are not. */
static sn_status check_script(const char *script, sn_error *error)
{
  char head[sizeof first_words] = "";
  FILE *f = fopen(script, "rb");
  if (!f) {
    return SN_OK;
  }
  const size_t n = fread(head, 1, sizeof first_words - 1, f);
  (void)fclose(f);
  if (n > 0 && strcmp(head, first_words) != 0) {
    return sn_fail(error, SN_EIO, script, "The script of the plot was not written.",
                   "A file of that name exists, and it is no script of `sinew plot`.",
                   "Choose another name with -o, or move the file away.");
  }
  return SN_OK;
}

/* Nothing but files is replaced. */
static sn_status check_targets(const names *n, const char *picture, sn_error *error)
{
  const char *const files[] = {picture, n->script, n->data};
  for (int i = 0; i < 3; i++) {
    const char *in_the_way = sn_file_in_the_way(files[i]);
    if (in_the_way) {
      return sn_fail(error, SN_EIO, files[i], "The file cannot be written.", in_the_way,
                     "Choose another name with -o FILE.");
    }
  }
  return check_script(n->script, error);
}

static sn_status cannot_write(const char *file, sn_error *error)
{
  return sn_fail(error, SN_EIO, file, "The file cannot be written.", strerror(errno),
                 "Choose a folder that exists, can be written and has space.");
}

/* Writes script (what = 0) or data (1), completely or not at all. */
static sn_status write_file(const sn_figure *f, const names *n, int what, sn_arena *arena, sn_error *error)
{
  const char *file = what ? n->data : n->script, *part = sn_arena_format(arena, "%s.part", file);
  FILE *out = part ? fopen(part, "wb") : NULL;
  if (!part) {
    return sn_no_memory(error, "the picture");
  }
  if (!out) {
    return cannot_write(file, error);
  }
  const sn_status status = what ? sn_script_data(f, out, arena, error)
                                : sn_script_write(f, n->name, n->kind, last_part(n->data), arena, out, error);
  const int bad = ferror(out);
  if (fclose(out) != 0 || bad || status != SN_OK || rename(part, file) != 0) {
    const int number = errno;
    (void)remove(part);
    errno = number;
    return status != SN_OK ? status : cannot_write(file, error);
  }
  return SN_OK;
}

/* The child process: in the folder of the picture; only `complaints` receives its output. Returns only if gnuplot cannot be started. */
static void become_gnuplot(const names *n, int complaints, const char *setting, const char *script)
{
  const int nothing = open("/dev/null", O_RDWR);
  if (nothing >= 0) {
    (void)dup2(nothing, STDIN_FILENO);
    (void)dup2(nothing, STDOUT_FILENO);
  }
  (void)dup2(complaints, STDERR_FILENO);
  if (chdir(n->folder) == 0) {
    char *const arguments[] = {(char *)"gnuplot", (char *)"-d", (char *)"-e", (char *)setting, (char *)script, NULL};
    (void)execvp(arguments[0], arguments);
  }
}

/* Reads until the other side closes; only the first bytes are kept. */
static void listen(int from, char *said)
{
  size_t used = 0;
  char block[256];
  ssize_t n;
  while ((n = read(from, block, sizeof block)) > 0 || (n < 0 && errno == EINTR)) {
    for (ssize_t i = 0; i < n; i++) {
      if (used + 1 < SAID) {
        said[used++] = (unsigned char)block[i] < 0x20 ? ' ' : block[i];
      }
    }
  }
  said[used] = '\0';
}

enum { NOT_STARTED = 127 };

static sn_status run_gnuplot(const names *n, const char *setting, const char *script, sn_error *error)
{
  int pipes[2], state = 0;
  char said[SAID];
  if (pipe(pipes) != 0) {
    return sn_fail(error, SN_EIO, n->script, "gnuplot could not be started.", strerror(errno), "");
  }
  const pid_t child = fork();
  if (child == 0) {
    (void)close(pipes[0]);
    become_gnuplot(n, pipes[1], setting, script);
    _exit(NOT_STARTED);
  }
  (void)close(pipes[1]);
  if (child > 0) {
    listen(pipes[0], said);
  }
  (void)close(pipes[0]);
  while (child > 0 && waitpid(child, &state, 0) < 0 && errno == EINTR) {
  }
  if (child < 0) {
    return sn_fail(error, SN_EIO, n->script, "gnuplot could not be started.", strerror(errno), "");
  }
  if (WIFEXITED(state) && WEXITSTATUS(state) == NOT_STARTED) {
    return sn_fail(error, SN_EIO, n->script, "gnuplot is not installed, or not in the PATH.",
                   "Pictures are drawn by gnuplot; its script and data are written already.",
                   "Install it (Debian: apt install gnuplot-nox), or leave -o out for a plot in the terminal.");
  }
  if (!WIFEXITED(state) || WEXITSTATUS(state) != 0) {
    return sn_fail(error, SN_EIO, n->script, "gnuplot did not make the picture.", said,
                   "Run gnuplot on the script to see more; version 5 with cairo is needed for png and pdf.");
  }
  return SN_OK;
}

/* picture = '...', for gnuplot's option -e */
static const char *setting_of(const char *file, sn_arena *arena)
{
  const size_t room = 2 * strlen(file) + 16;
  char *text = SN_NEW(arena, char, room);
  if (!text) {
    return NULL;
  }
  size_t used = (size_t)snprintf(text, room, "picture = '");
  for (; *file; file++) {
    text[used++] = *file;
    if (*file == '\'') {
      text[used++] = '\'';
    }
  }
  text[used] = '\'';
  return text;
}

sn_status sn_figure_save(const sn_figure *f, const char *picture, sn_arena *arena, sn_figure_files *made,
                         sn_error *error)
{
  names n = {0};
  SN_TRY(sn_figure_check_name(picture, error));
  SN_TRY(make_names(picture, arena, &n, error));
  SN_TRY(check_targets(&n, picture, error));
  SN_TRY(write_file(f, &n, 1, arena, error));
  SN_TRY(write_file(f, &n, 0, arena, error));
  if (made) {
    *made = (sn_figure_files){n.script, n.data};
  }
  const char *setting = setting_of(last_part(n.part), arena);
  const char *script = sn_arena_format(arena, "./%s", last_part(n.script)); /* its name may begin with '-' */
  if (!setting || !script) {
    return sn_no_memory(error, "the picture");
  }
  const sn_status status = run_gnuplot(&n, setting, script, error);
  if (status != SN_OK || rename(n.part, picture) != 0) {
    const int number = errno;
    (void)remove(n.part);
    errno = number;
    return status != SN_OK ? status : cannot_write(picture, error);
  }
  return SN_OK;
}
