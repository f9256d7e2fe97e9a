/* cli/verb_view.c -- `sinew view`: a result as a page, as a page that follows a run, or as pictures.
 * What:    what is made follows from --serve, --png, --gif or the ending of -o; without any of them a page. The name of what
 *          was made, or the link, is the only thing on stdout.
 * Tests:   tests/cli/test_view.c, tests/show/test_serve.c.
 */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/text.h"
#include "cli/cli.h"
#include "results/modes.h"
#include "show/page/page.h"
#include "show/page/serve.h"
#include "show/picture/picture.h"

/* The one variable a signal handler can reach. */
static volatile int stop_asked;

static void on_signal(int number)
{
  (void)number;
  stop_asked = 1;
}

static const char where[] = "command line";

/* ---- what to make */

typedef sn_status (*drawing)(sn_reader *r, const sn_picture_options *o, const char *file, sn_arena *arena,
                             sn_error *error);

/* Chooses the output by the ending of the file, or by an option. */
static const struct {
  const char *ending, *option;
  drawing draw; /* NULL: the page */
} forms[] = {{".html", NULL, NULL},
             {".htm", NULL, NULL},
             {".png", "--png", sn_picture_png},
             {".gif", "--gif", sn_picture_gif},
             {".mp4", NULL, sn_picture_video},
             {".webm", NULL, sn_picture_video}};
enum { N_FORMS = sizeof forms / sizeof *forms };

static int ends_with(const char *word, const char *end)
{
  const size_t n = strlen(word), m = strlen(end);
  return n > m && strcasecmp(word + n - m, end) == 0;
}

static sn_status wrong(sn_error *error, const char *what, const char *fix)
{
  return sn_fail(error, SN_EINPUT, where, what, "", fix);
}

static sn_status form_of(const sn_arguments *a, int *out, sn_error *error)
{
  const char *file = sn_text_given(a, "-o");
  int asked = -1, named = -1;
  for (int i = 0; i < N_FORMS; i++) {
    if (forms[i].option && sn_is_given(a, forms[i].option)) {
      if (asked >= 0) {
        return wrong(error, "--png and --gif cannot be used together.", "Make one, then the other.");
      }
      asked = i;
    }
    named = file && ends_with(file, forms[i].ending) ? i : named;
  }
  if (file && named < 0 && asked < 0) {
    sn_failf(error, SN_EINPUT, "-o %.100s: its ending does not say what to make.", file);
    sn_error_where(error, where);
    sn_error_fix(error, "Use .html (a page), .png, .gif, .mp4 or .webm.");
    return SN_EINPUT;
  }
  if (asked >= 0 && named >= 0 && asked != named) {
    sn_failf(error, SN_EINPUT, "%s and -o %.100s contradict each other.", forms[asked].option, file);
    sn_error_where(error, where);
    sn_error_fix(error, "Leave out %s, or give a name that ends with %s.", forms[asked].option, forms[asked].ending);
    return SN_EINPUT;
  }
  *out = asked >= 0 ? asked : named >= 0 ? named : 0;
  return SN_OK;
}

/* Options that make sense for one kind of output only. */
static sn_status check_options(const sn_arguments *a, int picture, int serve, sn_error *error)
{
  static const struct {
    const char *name;
    int picture, serve;
  } only[] = {{"--time", 1, 0},      {"--view", 1, 0},      {"--size", 1, 0}, {"--color", 1, 0}, {"--no-joints", 1, 0},
              {"--no-ground", 1, 0}, {"--no-labels", 1, 0}, {"--zoom", 1, 0}, {"--aim", 1, 0},   {"--theme", 1, 0},
              {"--overlay", 1, 0},   {"--speed", 1, 0},     {"--rate", 1, 0}, {"--mode", 1, 0},  {"--port", 0, 1}};
  for (size_t i = 0; i < sizeof only / sizeof *only; i++) {
    if (sn_is_given(a, only[i].name) && ((only[i].picture && !picture) || (only[i].serve && !serve))) {
      sn_failf(error, SN_EINPUT, "%s is for %s.", only[i].name, only[i].picture ? "pictures" : "--serve");
      sn_error_where(error, where);
      sn_error_fix(error, only[i].picture ? "Add --png or --gif, or -o FILE.png, .gif, .mp4 or .webm."
                                          : "Add --serve, or leave it out.");
      return SN_EINPUT;
    }
  }
  if (a->n > 1 && (picture || serve)) {
    return wrong(error, "Two results go into one page.",
                 "Leave out the second one, or what asks for pictures or --serve.");
  }
  if (sn_is_given(a, "--full") && (picture || serve)) {
    return wrong(error, "--full is for pages that are files.", "Leave it out.");
  }
  if (serve && (picture || sn_is_given(a, "-o"))) {
    return wrong(error, "--serve makes no file.", "Leave out -o, --png and --gif, or --serve.");
  }
  return SN_OK;
}

/* pendulum.h5 -> pendulum.html, in the same folder */
static const char *output_name(const sn_arguments *a, int form, sn_arena *arena)
{
  const char *given = sn_text_given(a, "-o"), *result = a->word[0];
  const size_t n = strlen(result) - (ends_with(result, ".h5") ? 3 : 0);
  return given ? given : sn_arena_format(arena, "%.*s%s", (int)n, result, forms[form].ending);
}

/* ---- making it */

static sn_status read_size(const char *text, sn_picture_options *o, sn_error *error)
{
  enum { LEAST = 16, MOST = 8192 };
  char *end = NULL;
  if (!text) {
    return SN_OK;
  }
  const long w = strtol(text, &end, 10), h = *end == 'x' ? strtol(end + 1, &end, 10) : 0;
  if (*end || w < LEAST || w > MOST || h < LEAST || h > MOST) {
    sn_failf(error, SN_EINPUT, "--size %.60s is not what it should be.", text);
    sn_error_where(error, where);
    sn_error_fix(error, "Give width x height in pixels, each from %d to %d, e.g. --size 1280x720.", LEAST, MOST);
    return SN_EINPUT;
  }
  o->width = (int)w;
  o->height = (int)h;
  return SN_OK;
}

static sn_status read_picture(const sn_arguments *a, sn_arena *arena, sn_picture_options *o, sn_error *error)
{
  *o = (sn_picture_options){.overlay = sn_is_given(a, "--overlay"),
                            .no_joints = sn_is_given(a, "--no-joints"),
                            .no_ground = sn_is_given(a, "--no-ground"),
                            .no_labels = sn_is_given(a, "--no-labels"),
                            .view = sn_text_given(a, "--view"),
                            .color = sn_text_given(a, "--color"),
                            .aim = sn_text_given(a, "--aim"),
                            .theme = sn_text_given(a, "--theme")};
  SN_TRY(sn_numbers_given(a, "--time", arena, &o->time, &o->n_time, error));
  SN_TRY(read_size(sn_text_given(a, "--size"), o, error));
  SN_TRY(sn_number_given(a, "--zoom", 1e-3, "1.5", &o->zoom, error));
  SN_TRY(sn_number_given(a, "--speed", 1e-9, "0.5", &o->speed, error));
  return sn_number_given(a, "--rate", 1, "25", &o->frame_rate, error);
}

/* Pictures show stored instants: reports a time before or after all of them, for which another one is shown. */
static sn_status warn_outside(sn_reader *r, const sn_picture_options *o, sn_error *error)
{
  const sn_series *time = sn_reader_time(r);
  double end[2];
  if (o->n_time == 0 || time->rows == 0) {
    return SN_OK;
  }
  SN_TRY(sn_reader_read(r, time, 0, 1, &end[0], error));
  SN_TRY(sn_reader_read(r, time, time->rows - 1, 1, &end[1], error));
  const double slack = 1e-9 * (end[1] - end[0]);
  for (int i = 0; i < o->n_time; i++) {
    const double t = o->time[i];
    if (t < end[0] - slack || t > end[1] + slack) {
      sn_print_warning("--time %g is outside the run (%g to %g s): the instant %g s was taken.", t, end[0], end[1],
                       end[t > end[1]]);
    }
  }
  return SN_OK;
}

/* --mode K: a picture of its largest displacement, a film of its period. */
static sn_status choose_mode(const sn_arguments *a, sn_reader *r, int film, sn_arena *arena, sn_picture_options *o,
                             sn_error *error)
{
  double k = 0;
  sn_mode_table t;
  SN_TRY(sn_number_given(a, "--mode", 1, "3", &k, error));
  if (k == 0) {
    return SN_OK;
  }
  SN_TRY(sn_modes_read(r, arena, &t, error));
  if (t.n == 0) {
    return wrong(error, "--mode is for results of sinew modes; this is a run.", "Leave it out, or use --time.");
  }
  if (k != (double)(int)k || k > t.n) {
    sn_failf(error, SN_EINPUT, "There is no mode %.40s.", sn_text_given(a, "--mode"));
    sn_error_where(error, where);
    sn_error_fix(error, "The result has modes 1 to %d.", t.n);
    return SN_EINPUT;
  }
  if (o->n_time > 0) {
    return wrong(error, "--mode and --time cannot be used together.", "A mode is shown at its largest.");
  }
  const int n = film ? t.frames - 1 : 1;
  double *time = SN_NEW(arena, double, n + 1);
  if (!time) {
    return sn_no_memory(error, "the picture");
  }
  for (int i = 0; i < n; i++) {
    time[i] = k - 1 + (film ? (double)i / n : 0.25);
  }
  o->time = time;
  o->n_time = n;
  return SN_OK;
}

typedef struct {
  double began, shown; /* s on the clock; shown: when the bar was last drawn */
} film_bar;

/* A film takes a while: a bar on a terminal. */
static void show_frames(void *data, int done, int all)
{
  film_bar *b = data;
  const double now = sn_wall_seconds(), used = now - b->began;
  if (done == all && b->shown > 0) {
    sn_clear_bar();
  } else if (used > 0.5 && now - b->shown > 0.1) {
    sn_print_bar((double)done / all);
    (void)fprintf(stderr, "  %d of %d frames, %.0f s to go   ", done, all, used * (all - done) / done);
    (void)fflush(stderr);
    b->shown = now;
  }
}

static sn_status make_file(const sn_arguments *a, int form, sn_arena *arena, sn_error *error)
{
  const char *file = output_name(a, form, arena);
  sn_picture_options options = {0};
  sn_reader *r = NULL, *second = NULL;
  if (!file) {
    return sn_no_memory(error, "the name of the file");
  }
  SN_TRY(read_picture(a, arena, &options, error));
  film_bar bar = {sn_wall_seconds(), 0};
  options.progress = sn_is_terminal(stderr) && !sn_is_given(a, "--quiet") ? show_frames : NULL;
  options.progress_data = &bar;
  sn_status status = sn_reader_open(a->word[0], arena, &r, error);
  if (status == SN_OK) {
    const int film = forms[form].draw && forms[form].draw != sn_picture_png;
    status = choose_mode(a, r, film, arena, &options, error);
  }
  if (status == SN_OK && a->n > 1) {
    status = sn_reader_open(a->word[1], arena, &second, error);
  }
  if (status == SN_OK) {
    const sn_page_run runs[SN_PAGE_RUNS] = {{r, a->word[0]}, {second, second ? a->word[1] : NULL}};
    status = forms[form].draw ? forms[form].draw(r, &options, file, arena, error)
                              : sn_page_write(runs, second ? 2 : 1, sn_is_given(a, "--full"), file, arena, error);
  }
  if (status == SN_OK) {
    status = warn_outside(r, &options, error);
  }
  sn_reader_close(second);
  sn_reader_close(r);
  SN_TRY(status);
  (void)printf("%s\n", file);
  (void)fflush(stdout);
  return sn_is_given(a, "--open") ? sn_open_in_browser(file, error) : SN_OK;
}

/* ---- serving it */

typedef struct {
  int open;
  sn_status status;
  sn_error *error;
} opening;

static void show_link(void *data, const char *link)
{
  opening *o = data;
  (void)printf("%s\n", link);
  (void)fflush(stdout);
  if (o->open) {
    o->status = sn_open_in_browser(link, o->error);
  }
  if (o->status != SN_OK) {
    stop_asked = 1;
  }
}

static sn_status serve(const sn_arguments *a, sn_arena *arena, sn_error *error)
{
  double port = 0;
  struct sigaction action;
  opening o = {sn_is_given(a, "--open"), SN_OK, error};
  SN_TRY(sn_number_given(a, "--port", 0, "8080", &port, error));
  if (port > 65535 || port != (double)(int)port) {
    return wrong(error, "--port is not a number of a port.", "Give a whole number from 1 to 65535, e.g. --port 8080.");
  }
  memset(&action, 0, sizeof action);
  action.sa_handler = on_signal;
  (void)sigemptyset(&action.sa_mask);
  (void)sigaction(SIGINT, &action, NULL);
  (void)sigaction(SIGTERM, &action, NULL);
  action.sa_handler = SIG_IGN; /* a browser that disconnects must not end the process */
  (void)sigaction(SIGPIPE, &action, NULL);
  if (access(a->word[0], F_OK) != 0) {
    (void)fprintf(stderr, "Waiting up to 10 s for %s\n", a->word[0]);
  }
  const sn_serve_options options_of = {
      .file = a->word[0], .port = (int)port, .stop = &stop_asked, .ready = show_link, .data = &o};
  SN_TRY(sn_serve(&options_of, arena, error));
  return o.status;
}

static sn_status view(const sn_arguments *a, sn_arena *arena, sn_error *error)
{
  const int serving = sn_is_given(a, "--serve");
  int form = 0;
  SN_TRY(form_of(a, &form, error));
  SN_TRY(check_options(a, forms[form].draw != NULL, serving, error));
  return serving ? serve(a, arena, error) : make_file(a, form, arena, error);
}

static int perform(const sn_arguments *a, sn_arena *arena)
{
  sn_error error = {0};
  const sn_status status = view(a, arena, &error);
  return status == SN_OK ? EXIT_GOOD : sn_print_error(status, &error);
}

static const sn_option options[] = {
    {"-o", "FILE", "page or picture: .html, .png, .gif, .mp4, .webm (FILE.html next to the result)",
     .takes = SN_TAKES_FILE, .of = "html|png|gif|mp4|webm"},
    {"--full", NULL, "a page of every stored row, however large (up to 5 MB)", .takes = SN_TAKES_NOTHING},
    {"--open", NULL, "opens it in the browser", .takes = SN_TAKES_NOTHING},
    {"--serve", NULL, "follows a run that is still going: prints a link for this machine; Ctrl-C ends it",
     .takes = SN_TAKES_NOTHING},
    {"--port", "N", "with --serve: this port (a free one)", .takes = SN_TAKES_NUMBER},
    {"--png", NULL, "a picture, without a screen", .takes = SN_TAKES_NOTHING},
    {"--gif", NULL, "a film", .takes = SN_TAKES_NOTHING},
    {"--time", "T...", "instants of the picture in seconds (the last one)", .takes = SN_TAKES_NUMBERS},
    {"--mode", "K", "results of sinew modes: mode K at its largest (a film: moving)", .takes = SN_TAKES_NUMBER},
    {"--overlay", NULL, "several instants in one picture, the last one solid", .takes = SN_TAKES_NOTHING},
    {"--view", "NAME", "iso, front, back, left, right, top, bottom, or AZIMUTH,ELEVATION in degrees",
     .takes = SN_TAKES_TEXT, .of = "iso|front|back|left|right|top|bottom"},
    {"--size", "WxH", "pixels (1280x720)", .takes = SN_TAKES_TEXT},
    {"--zoom", "X", "larger (2) or smaller (0.5)", .takes = SN_TAKES_NUMBER},
    {"--aim", "WHAT", "the middle of the picture: an item, or a point X,Y,Z (the middle of the motion)",
     .takes = SN_TAKES_TEXT},
    {"--color", "NAME", "colour by speed, displacement or a field, e.g. tension", .takes = SN_TAKES_TEXT,
     .of = "speed|displacement|tension"},
    {"--theme", "NAME", "light, dark, transparent", .takes = SN_TAKES_TEXT, .of = "light|dark|transparent"},
    {"--no-joints", NULL, "without the symbols of the joints", .takes = SN_TAKES_NOTHING},
    {"--no-ground", NULL, "without the ground", .takes = SN_TAKES_NOTHING},
    {"--no-labels", NULL, "without texts", .takes = SN_TAKES_NOTHING},
    {"--speed", "X", "films: seconds of the model per second", .takes = SN_TAKES_NUMBER},
    {"--rate", "N", "films: frames per second", .takes = SN_TAKES_NUMBER},
    {"--quiet", NULL, "no progress", .brief = "-q"},
    {0}};

const sn_verb sn_verb_view = {
    .name = "view",
    .words = "FILE.h5 [SECOND.h5]",
    .help = "writes a page that shows the result moving, or pictures of it",
    .about = "The page is one file and needs no network. A second result is drawn pale behind the first, "
             "its curves dashed. --serve follows a run that is still "
             "going. Pictures and films need no screen; .mp4 and .webm need ffmpeg.",
    .example = "sinew view pendulum.h5 --open",
    .options = options,
    .of = "h5",
    .least = 1,
    .most = 2,
    .perform = perform};
