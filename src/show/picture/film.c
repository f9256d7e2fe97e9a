/* show/picture/film.c -- films of a run: an animated GIF of our own, or a video through ffmpeg.
 * What:    frames are the stored rows nearest to evenly spaced times. In real time if that lasts 2 to 12 s; else 6 s.
 *          No more frames than rows. ffmpeg gets raw frames through a socket (writing to one that has ended is an
 *          error, not a signal), its complaints go to a temporary file.
 * Tests:   tests/show/test_picture.c.
 */
#define _POSIX_C_SOURCE 200809L /* fileno, posix_spawnp */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "show/picture/gif.h"
#include "show/picture/picture_private.h"

extern char **environ;

enum { MOST_FRAMES = 3000, COUNTED = 12, MOST_KEPT = 64 << 20 };

typedef struct {
  int n;
  int *row;
  double seconds; /* per frame */
} schedule;

static sn_status make_schedule(const sn_picture_source *source, const sn_picture_options *o, double rate,
                               sn_arena *arena, schedule *out, sn_error *error)
{
  const int given = o && o->n_time > 0;
  const double fps = o && o->frame_rate > 0 ? fmin(o->frame_rate, 100) : rate;
  if (source->n_row < 1) {
    return sn_fail(error, SN_EINPUT, "", "The result contains no rows yet.", "The run has not stored anything.",
                   "Wait until it has, or run the model again.");
  }
  const double first = source->time[0], length = source->time[source->n_row - 1] - first;
  const double usual = length >= 2 && length <= 12 ? length : 6;
  const double lasts = o && o->speed > 0 ? length / o->speed : usual;
  double n = given ? o->n_time : fmin(MOST_FRAMES, fmax(2, round(lasts * fps)));
  n = given ? n : fmin(n, source->n_row);
  out->n = (int)n;
  out->seconds = given ? 1 / fps : fmin(10, fmax(0.01, lasts / n));
  out->row = SN_NEW(arena, int, out->n);
  if (!out->row) {
    return sn_no_memory(error, "the film");
  }
  for (int i = 0; i < out->n; i++) {
    const double t = given ? o->time[i] : out->n > 1 ? first + length * i / (out->n - 1) : first;
    out->row[i] = sn_row_at(source, t);
  }
  return SN_OK;
}

/* a studio for single frames; films are opaque */
static sn_status film_studio(const sn_picture_source *source, const sn_picture_options *o, int width, int height,
                             int even, sn_arena *arena, sn_studio **out, sn_error *error)
{
  sn_picture_options own = o ? *o : (sn_picture_options){0};
  own.width = even ? (own.width > 0 ? own.width : width) / 2 * 2 : own.width;
  own.height = even ? (own.height > 0 ? own.height : height) / 2 * 2 : own.height;
  own.theme = own.theme && strcmp(own.theme, "transparent") == 0 ? "light" : own.theme;
  *out = SN_NEW(arena, sn_studio, 1);
  sn_studio *s = *out;
  if (!s) {
    return sn_no_memory(error, "the film");
  }
  SN_TRY(sn_studio_new(source, &own, 1, width, height, arena, s, error));
  return sn_ground_keep(&s->ground, &s->camera, s->panel_width, s->panel_height, arena)
             ? SN_OK
             : sn_no_memory(error, "the film");
}

static void tell(const sn_studio *s, int done, int all)
{
  if (s->options.progress) {
    s->options.progress(s->options.progress_data, done, all);
  }
}

/* The frames from which the palette is chosen: frame k of n, evenly; the first and the last are among them. */
static int counted_frame(int k, int n, int all)
{
  return n > 1 ? k * (all - 1) / (n - 1) : 0;
}

/* kept: memory for the counted frames, so that they are drawn once; NULL: they are drawn again. */
static sn_status put_gif(sn_studio *s, const schedule *plan, sn_gif *g, unsigned char *kept, FILE *to, sn_error *error)
{
  const size_t size = 4 * (size_t)s->image.width * (size_t)s->image.height;
  const int counted = plan->n < COUNTED ? plan->n : COUNTED;
  for (int k = 0; k < counted; k++) {
    SN_TRY(sn_studio_take(s, plan->row + counted_frame(k, counted, plan->n), 1, error));
    sn_gif_count(g, &s->image);
    if (kept) {
      memcpy(kept + (size_t)k * size, s->image.pixel, size);
    }
    tell(s, k + 1, counted + plan->n);
  }
  sn_gif_begin(g, to);
  double clock = 0;
  for (int i = 0, k = 0; i < plan->n && !ferror(to); i++) {
    if (kept && k < counted && counted_frame(k, counted, plan->n) == i) {
      memcpy(s->image.pixel, kept + (size_t)k++ * size, size);
    } else {
      SN_TRY(sn_studio_take(s, plan->row + i, 1, error));
    }
    const double next = clock + 100 * plan->seconds; /* hundredths; roundings do not add up */
    const int wait = (int)(round(next) - round(clock));
    clock = next;
    sn_gif_add(g, &s->image, wait < 2 ? 2 : wait, to);
    tell(s, counted + i + 1, counted + plan->n);
  }
  sn_gif_end(g, to);
  return SN_OK;
}

sn_status sn_draw_gif(const sn_picture_source *source, const sn_picture_options *o, const char *file, sn_arena *arena,
                      sn_error *error)
{
  schedule plan;
  sn_studio *s;
  sn_output out;
  SN_TRY(make_schedule(source, o, 20, arena, &plan, error));
  SN_TRY(film_studio(source, o, 640, 360, 0, arena, &s, error));
  sn_gif *g = sn_gif_new(s->image.width, s->image.height, arena);
  if (!g) {
    return sn_no_memory(error, "the film");
  }
  const size_t size = 4 * (size_t)s->image.width * (size_t)s->image.height * COUNTED;
  unsigned char *kept = size <= MOST_KEPT ? sn_arena_get(arena, size, 1) : NULL;
  SN_TRY(sn_output_open(&out, file, arena, error));
  return sn_output_close(&out, put_gif(s, &plan, g, kept, out.to, error), error);
}

/* ---- ffmpeg */
static const struct {
  const char *ending, *format, *codec, *quality;
} videos[] = {{".mp4", "mp4", "libx264", "18"}, {".webm", "webm", "libvpx-vp9", "24"}};
enum { VIDEOS = sizeof videos / sizeof *videos };

static int video_of(const char *file)
{
  const size_t n = strlen(file);
  for (int i = 0; i < VIDEOS; i++) {
    const size_t k = strlen(videos[i].ending);
    if (n > k && strcmp(file + n - k, videos[i].ending) == 0) {
      return i;
    }
  }
  return -1;
}

typedef struct {
  pid_t id;
  int to;         /* our end of the socket */
  FILE *complain; /* what it says on stderr */
} encoder;

static sn_status start(encoder *e, char *const *words, sn_error *error)
{
  int end[2];
  posix_spawn_file_actions_t actions;
  e->complain = tmpfile();
  if (!e->complain || socketpair(AF_UNIX, SOCK_STREAM, 0, end) != 0) {
    if (e->complain) {
      (void)fclose(e->complain);
    }
    return sn_failf(error, SN_EIO, "ffmpeg cannot be started: %s.", strerror(errno));
  }
  (void)fcntl(end[0], F_SETFD, FD_CLOEXEC);
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, end[1], 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, fileno(e->complain), 2);
  posix_spawn_file_actions_addclose(&actions, end[1]);
  const int bad = posix_spawnp(&e->id, words[0], &actions, NULL, words, environ);
  posix_spawn_file_actions_destroy(&actions);
  (void)close(end[1]);
  e->to = end[0];
  if (bad) {
    (void)close(e->to);
    (void)fclose(e->complain);
    sn_failf(error, SN_EIO, "The video needs ffmpeg, which cannot be started.");
    sn_error_why(error, "%s.", bad == ENOENT ? "It is not installed" : strerror(bad));
    sn_error_fix(error, "Install the Debian package ffmpeg, or make an animated GIF with --gif.");
    return SN_EIO;
  }
  return SN_OK;
}

static int send_all(int to, const unsigned char *data, size_t n)
{
  while (n > 0) {
    const ssize_t done = send(to, data, n, MSG_NOSIGNAL);
    if (done <= 0 && errno != EINTR) {
      return 0;
    }
    data += done > 0 ? done : 0;
    n -= done > 0 ? (size_t)done : 0;
  }
  return 1;
}

/* waits for the end of the program; after a failure the message has its first line */
static sn_status finish(encoder *e, const char *file, sn_error *error)
{
  int state = 0;
  char line[200] = "it ended without a message";
  (void)close(e->to);
  while (waitpid(e->id, &state, 0) < 0 && errno == EINTR) {
  }
  rewind(e->complain);
  if (fgets(line, sizeof line, e->complain)) {
    line[strcspn(line, "\r\n")] = 0;
  }
  (void)fclose(e->complain);
  if (WIFEXITED(state) && WEXITSTATUS(state) == 0) {
    return SN_OK;
  }
  sn_failf(error, SN_EIO, "ffmpeg did not make the video.");
  sn_error_where(error, "%s", file);
  sn_error_why(error, "It says: %s.", line);
  sn_error_fix(error, "Check the folder and its space, or make an animated GIF with --gif.");
  return SN_EIO;
}

static sn_status put_frames(sn_studio *s, const schedule *plan, int to, unsigned char *rgb, sn_error *error)
{
  const size_t n = (size_t)s->image.width * (size_t)s->image.height;
  for (int i = 0; i < plan->n; i++) {
    SN_TRY(sn_studio_take(s, plan->row + i, 1, error));
    for (size_t k = 0; k < n; k++) {
      memcpy(rgb + 3 * k, s->image.pixel + 4 * k, 3);
    }
    if (!send_all(to, rgb, 3 * n)) {
      return SN_OK; /* it has ended early; its exit shows why */
    }
    tell(s, i + 1, plan->n);
  }
  return SN_OK;
}

sn_status sn_draw_video(const sn_picture_source *source, const sn_picture_options *o, const char *file, sn_arena *arena,
                        sn_error *error)
{
  schedule plan;
  sn_studio *s;
  encoder e;
  const int kind = video_of(file);
  if (kind < 0) {
    sn_failf(error, SN_EINPUT, "The kind of video is not known.");
    sn_error_where(error, "%s", file);
    sn_error_why(error, "The ending of the name says it: .mp4 or .webm.");
    sn_error_fix(error, "Write -o film.mp4.");
    return SN_EINPUT;
  }
  SN_TRY(sn_output_check(file, error));
  SN_TRY(make_schedule(source, o, 30, arena, &plan, error));
  SN_TRY(film_studio(source, o, 1280, 720, 1, arena, &s, error));
  const char *part = sn_arena_format(arena, "%s.%ld.part", file, (long)getpid());
  char *size = sn_arena_format(arena, "%dx%d", s->image.width, s->image.height);
  char *rate = sn_arena_format(arena, "%.6f", 1 / plan.seconds);
  char *to = part ? sn_arena_format(arena, "file:%s", part) : NULL; /* a file name must not be taken for a protocol */
  unsigned char *rgb = sn_arena_get(arena, (size_t)s->image.width * (size_t)s->image.height, 3);
  if (!part || !size || !rate || !to || !rgb) {
    return sn_no_memory(error, "the film");
  }
  const char *const words[] = {"ffmpeg",    "-hide_banner",
                               "-loglevel", "error",
                               "-y",        "-f",
                               "rawvideo",  "-pixel_format",
                               "rgb24",     "-video_size",
                               size,        "-framerate",
                               rate,        "-i",
                               "pipe:0",    "-an",
                               "-c:v",      videos[kind].codec,
                               "-crf",      videos[kind].quality,
                               "-b:v",      "0",
                               "-pix_fmt",  "yuv420p",
                               "-threads",  "2",
                               "-f",        videos[kind].format,
                               to,          NULL};
  SN_TRY(start(&e, (char *const *)words, error));
  sn_status status = put_frames(s, &plan, e.to, rgb, error);
  const sn_status ended = finish(&e, file, status == SN_OK ? error : NULL);
  status = status == SN_OK ? ended : status;
  if (status == SN_OK && rename(part, file) != 0) {
    status = sn_failf(error, SN_EIO, "The video cannot be written: %s.", strerror(errno));
    sn_error_where(error, "%s", file);
    sn_error_fix(error, "Choose a folder that exists and can be written, with -o FILE.mp4.");
  }
  if (status != SN_OK) {
    (void)remove(part);
  }
  return status;
}

sn_status sn_picture_gif(sn_reader *r, const sn_picture_options *o, const char *file, sn_arena *arena, sn_error *error)
{
  sn_picture_source source;
  SN_TRY(sn_picture_of_reader(r, arena, &source, error));
  return sn_draw_gif(&source, o, file, arena, error);
}

sn_status sn_picture_video(sn_reader *r, const sn_picture_options *o, const char *file, sn_arena *arena,
                           sn_error *error)
{
  sn_picture_source source;
  SN_TRY(sn_picture_of_reader(r, arena, &source, error));
  return sn_draw_video(&source, o, file, arena, error);
}
