/* cli/verb_linearize.c -- `sinew linearize`: the motion near the start or the static equilibrium as A, B, C, D.
 * What:    eigenvalues on stdout, words on stderr; -o: the matrices, as JSON or as a MAT-file, by the ending.
 * Tests:   tests/cli/test_linearize.c
 */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/cli.h"
#include "results/mat.h"
#include "session/runner.h"
#include "session/session_linearize.h"

static const double pi = 3.14159265358979323846;
enum { MOST_NAMES = 1000 };

static sn_status wrong(sn_error *error, const char *fix, const char *format, const char *text)
{
  sn_failf(error, SN_EINPUT, format, text);
  sn_error_where(error, "command line");
  sn_error_fix(error, "%s", fix);
  return SN_EINPUT;
}

/* Names between commas, each looked up. */
static sn_status read_names(const sn_session *s, const char *list, sn_arena *arena,
                            sn_status (*find)(const sn_session *, const char *, int *, sn_error *), const int **out,
                            int *n, sn_error *error)
{
  char *text = sn_arena_text(arena, list);
  int *number = SN_NEW(arena, int, MOST_NAMES);
  *n = 0;
  *out = number;
  if (!text || !number) {
    return sn_no_memory(error, "the names");
  }
  while (text && *text) {
    char *comma = strchr(text, ',');
    if (comma) {
      *comma = '\0';
    }
    if (*n == MOST_NAMES) {
      return wrong(error, "Name at most 1000.", "%.20s... are too many names.", list);
    }
    if (find(s, text, &number[*n], error) != SN_OK) {
      sn_error_where(error, "command line");
      return SN_EINPUT;
    }
    (*n)++;
    text = comma ? comma + 1 : NULL;
  }
  return SN_OK;
}

/* Without a word: all inputs, all channels. */
static sn_status read_all(const sn_session *s, int channels, sn_arena *arena, const int **out, int *n, sn_error *error)
{
  const sn_system *system = s->frozen.system;
  *n = channels ? system->n_channel : sn_model_inputs(s->model);
  int *number = SN_NEW(arena, int, *n + 1);
  if (!number) {
    return sn_no_memory(error, "the names");
  }
  for (int i = 0; i < *n; i++) {
    number[i] = channels ? system->channel[i] : i;
  }
  *out = number;
  return SN_OK;
}

static sn_status read_wishes(const sn_arguments *a, const sn_session *s, sn_arena *arena, sn_linearize_options *o,
                             sn_error *error)
{
  const char *inputs = sn_text_given(a, "--inputs"), *outputs = sn_text_given(a, "--outputs");
  const double *rotation = NULL;
  int n = 0;
  SN_TRY(inputs ? read_names(s, inputs, arena, sn_session_input, &o->input, &o->n_input, error)
                : read_all(s, 0, arena, &o->input, &o->n_input, error));
  SN_TRY(outputs ? read_names(s, outputs, arena, sn_session_observable, &o->row, &o->n_row, error)
                 : read_all(s, 1, arena, &o->row, &o->n_row, error));
  SN_TRY(sn_numbers_given(a, "--rotation", arena, &rotation, &n, error));
  if (n != 0 && n != 3) {
    return wrong(error, "Give three numbers in rad/s, e.g. --rotation 0,0,10.", "--rotation %.60s is no vector.",
                 sn_text_given(a, "--rotation"));
  }
  o->rotation = n == 3 ? v3(rotation[0], rotation[1], rotation[2]) : v3(0, 0, 0);
  return SN_OK;
}

/* ---- printing */

static int at_rest(const sn_linearization *x)
{
  return x->speed < 1e-9 && x->acceleration < 1e-6;
}

static void put_named(sn_json *j, const char *name, const sn_named *list, int n)
{
  sn_json_begin(j, name, '[');
  for (int i = 0; i < n; i++) {
    sn_json_begin(j, NULL, '{');
    sn_json_put_text(j, "name", list[i].name);
    sn_json_put_text(j, "unit", list[i].unit);
    sn_json_end(j, '{');
  }
  sn_json_end(j, '[');
}

static void put_matrix(sn_json *j, const char *name, const double *x, int rows, int columns)
{
  sn_json_begin(j, name, '[');
  for (int i = 0; i < rows; i++) {
    sn_json_put_numbers(j, NULL, x + (size_t)i * (size_t)columns, columns);
  }
  sn_json_end(j, '[');
}

static void put_model(sn_json *j, const sn_session *s, const sn_linear_model *m, const double *re, const double *im)
{
  const sn_linearization *x = &m->matrices;
  const int n = m->n_states;
  sn_json_put_text(j, "model", s->name);
  put_named(j, "states", m->state, n);
  put_named(j, "inputs", m->input, x->n_input);
  put_named(j, "outputs", m->output, x->n_output);
  put_matrix(j, "A", x->A, n, n);
  put_matrix(j, "B", x->B, n, x->n_input);
  put_matrix(j, "C", x->C, x->n_output, n);
  put_matrix(j, "D", x->D, x->n_output, x->n_input);
  sn_json_put_numbers(j, "eigenvalues_real", re, n);
  sn_json_put_numbers(j, "eigenvalues_imaginary", im, n);
  sn_json_put_flag(j, "at_rest", at_rest(x));
  sn_json_put_number(j, "speed", x->speed);
  sn_json_put_number(j, "acceleration", x->acceleration);
}

static sn_status put_texts(sn_mat *to, const char *name, const sn_named *list, int n, sn_arena *arena, sn_error *error)
{
  const char **text = SN_NEW(arena, const char *, n + 1);
  if (!text) {
    return sn_no_memory(error, "the names");
  }
  for (int i = 0; i < n; i++) {
    text[i] = list[i].name;
  }
  sn_mat_put_texts(to, name, n, text);
  return SN_OK;
}

static sn_status write_mat(const char *file, const sn_linear_model *m, sn_arena *arena, sn_error *error)
{
  const sn_linearization *x = &m->matrices;
  const int n = m->n_states;
  sn_mat *to = NULL;
  SN_TRY(sn_mat_open(file, arena, &to, error));
  sn_mat_put(to, "A", n, n, x->A);
  sn_mat_put(to, "B", n, x->n_input, x->B);
  sn_mat_put(to, "C", x->n_output, n, x->C);
  sn_mat_put(to, "D", x->n_output, x->n_input, x->D);
  sn_status status = put_texts(to, "states", m->state, n, arena, error);
  status = status == SN_OK ? put_texts(to, "inputs", m->input, x->n_input, arena, error) : status;
  status = status == SN_OK ? put_texts(to, "outputs", m->output, x->n_output, arena, error) : status;
  const sn_status closed = sn_mat_close(to, status == SN_OK ? error : NULL);
  return status == SN_OK ? closed : status;
}

static sn_status write_json(const char *file, const sn_json *j, sn_error *error)
{
  const char *why = sn_file_in_the_way(file);
  FILE *f = why ? NULL : fopen(file, "w");
  const int good = f && !j->failed && fprintf(f, "%s\n", j->text) > 0;
  if ((f && fclose(f) != 0) || !good) {
    return sn_fail(error, SN_EIO, file, "The file cannot be written.", why ? why : strerror(errno),
                   "Give a name in a folder that exists and can be written.");
  }
  return SN_OK;
}

static void print_people(const sn_linear_model *m, const double *re, const double *im)
{
  (void)printf("   n       real 1/s     imaginary rad/s             Hz    damping\n");
  for (int i = 0; i < m->n_states; i++) {
    const double size = hypot(re[i], im[i]);
    if (im[i] >= 0) { /* of a pair the first */
      (void)printf("%4d %14.8g %19.8g %14.8g %10.4g\n", i + 1, re[i] + 0, im[i] + 0, im[i] / (2 * pi) + 0,
                   size > 0 ? -re[i] / size + 0 : 0);
    }
  }
}

static void print_words(const sn_linear_model *m, const char *file)
{
  const sn_linearization *x = &m->matrices;
  (void)fprintf(stderr, "states       %d:", m->n_states);
  for (int i = 0; i < x->n_freedom && i < 12; i++) {
    (void)fprintf(stderr, "%s %s", i ? "," : "", m->state[i].name);
  }
  (void)fprintf(stderr, "%s and their rates\n", x->n_freedom > 12 ? ", ..." : "");
  (void)fprintf(stderr, "inputs       %d, outputs %d\n", x->n_input, x->n_output);
  if (at_rest(x)) {
    (void)fprintf(stderr, "about        an equilibrium\n");
  } else {
    (void)fprintf(stderr,
                  "about        a motion: speed %.3g 1/s, acceleration %.3g 1/s^2, over the size of the model\n",
                  x->speed, x->acceleration);
  }
  if (file) {
    (void)fprintf(stderr, "result       %s%s%s\n", sn_colour(stderr, "\033[1m"), file, sn_colour(stderr, "\033[0m"));
  }
}

/* ---- */

static int ends_with(const char *text, const char *end)
{
  const size_t n = strlen(text), m = strlen(end);
  return n > m && strcmp(text + n - m, end) == 0;
}

static sn_status check_file(const char *file, sn_error *error)
{
  return !file || ends_with(file, ".json") || ends_with(file, ".mat")
             ? SN_OK
             : wrong(error, "Write -o x.json, or -o x.mat (MATLAB, Octave, scipy).",
                     "-o %.80s: its ending says neither JSON nor MAT-file.", file);
}

static sn_status open_about(const sn_arguments *a, const sn_model *model, const char *name, sn_arena *arena,
                            sn_session *s, sn_error *error)
{
  const char *about = sn_text_given(a, "--about");
  const int still = about && strcmp(about, "static") == 0;
  SN_TRY(still ? sn_session_open_static(s, model, name, arena, error) : sn_session_open(s, model, name, arena, error));
  SN_TRY(sn_session_need_schemes(s, "Linearising", "Use it for models of parts and joints.", error));
  SN_TRY(sn_cli_memory(a, s, 0, error));
  SN_TRY(sn_warn_model(a, s, error));
  SN_TRY(sn_session_start(s, error));
  SN_TRY(sn_warn_moved(a, s, error));
  return SN_OK;
}

static sn_status find(const sn_arguments *a, sn_arena *arena, sn_session *s, sn_json_report *out, sn_error *error)
{
  const char *name = NULL, *file = sn_text_given(a, "-o");
  sn_model *model = NULL;
  sn_linearize_options o = {0};
  sn_linear_model m;
  const double *re = NULL, *im = NULL;
  SN_TRY(check_file(file, error));
  SN_TRY(sn_cli_load(a, arena, &model, &name, error));
  SN_TRY(open_about(a, model, name, arena, s, error));
  SN_TRY(read_wishes(a, s, arena, &o, error));
  SN_TRY(sn_session_linearize(s, &s->frozen.start, &o, arena, &m, error));
  SN_TRY(sn_linear_eigenvalues(&m.matrices, arena, &re, &im, error));
  if (file && ends_with(file, ".mat")) {
    SN_TRY(write_mat(file, &m, arena, error));
  } else if (file) {
    sn_json j = {.arena = arena};
    sn_json_begin(&j, NULL, '{');
    put_model(&j, s, &m, re, im);
    sn_json_end(&j, '{');
    SN_TRY(write_json(file, &j, error));
  }
  if (out->wanted) {
    put_model(&out->j, s, &m, re, im);
    sn_json_put_text(&out->j, "result", file);
    sn_json_assembly(&out->j, s);
    return SN_OK;
  }
  print_people(&m, re, im);
  if (!sn_is_given(a, "--quiet")) {
    print_words(&m, file);
  }
  return SN_OK;
}

static int perform(const sn_arguments *a, sn_arena *arena)
{
  return sn_find_and_tell(a, arena, find);
}

static const sn_option options[] = {
    {"--inputs", "A,B", "inputs of the model in u (all of them)", .takes = SN_TAKES_TEXT},
    {"--outputs", "A,B", "outputs in y: channels, or outputs of items like hinge.angle (all channels)",
     .takes = SN_TAKES_TEXT},
    {"-o", "FILE", "the matrices, as FILE.json or as FILE.mat", .takes = SN_TAKES_FILE, .of = "json|mat"},
    {"--about", "WHAT", "start: the start of the motion (default); static: the equilibrium", .takes = SN_TAKES_CHOICE,
     .of = "start|static"},
    {"--rotation", "X,Y,Z", "coordinates along axes that turn steadily, rad/s", .takes = SN_TAKES_NUMBERS},
    SN_OPTION_SET,
    SN_OPTION_MEMORY,
    SN_OPTION_ENGINE,
    SN_OPTION_QUIET,
    SN_OPTION_STRICT,
    SN_OPTION_JSON,
    {0}};

const sn_verb sn_verb_linearize = {
    .name = "linearize",
    .words = "MODEL.lua",
    .help = "finds the motion near the start or the equilibrium: x' = A x + B u, y = C x + D u",
    .about = "Small motions about the start of the motion (an equilibrium as drawn, or a steady motion by initial "
             "velocities) or about the static equilibrium, in as many coordinates as there are degrees of freedom. "
             "Prints the eigenvalues of A; -o writes the matrices, as JSON or as a MAT-file, which MATLAB, Octave and "
             "scipy.io.loadmat open.\n\n"
             "With --json everything is one JSON object on stdout; docs/command.md lists its fields.",
    .example = "sinew linearize cart_pole/model.lua --inputs force --outputs x,angle -o cart_pole.mat",
    .options = options,
    .of = "lua",
    .least = 1,
    .most = 1,
    .perform = perform};
