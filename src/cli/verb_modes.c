/* cli/verb_modes.c -- `sinew modes`: small vibrations of a model about its equilibrium, or its buckling loads.
 * What:    the table on stdout (--csv: for programs), messages on stderr, and a result file in which every mode moves.
 * Tests:   tests/mechanisms/test_modes.c
 */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "cli/cli.h"
#include "session/session_modes.h"

static const double pi = 3.14159265358979323846;

static sn_status wrong(sn_error *error, const char *fix, const char *format, const char *text)
{
  sn_failf(error, SN_EINPUT, format, text);
  sn_error_where(error, "command line");
  sn_error_fix(error, "%s", fix);
  return SN_EINPUT;
}

/* Settings of the model, overridden by those of the command line. */
static sn_status read_wishes(const sn_arguments *a, const sn_session *s, sn_arena *arena, sn_modes_wanted *out,
                             sn_error *error)
{
  const char *about = sn_text_given(a, "--about");
  const double *rotation = NULL;
  double count;
  int n = 0;
  *out = sn_session_modes_wanted(s);
  count = out->count;
  SN_TRY(sn_number_given(a, "-n", 1, "10", &count, error));
  if (count != floor(count) || count > 1000) {
    return wrong(error, "Give a whole number from 1 to 1000, e.g. -n 10.", "-n %.40s is not what it should be.",
                 sn_text_given(a, "-n"));
  }
  out->count = (int)count;
  SN_TRY(sn_number_given(a, "--near", 0, "50", &out->near, error));
  out->about = about ? strcmp(about, "start") == 0 : out->about;
  SN_TRY(sn_numbers_given(a, "--rotation", arena, &rotation, &n, error));
  if (n != 0 && n != 3) {
    return wrong(error, "Give three numbers in rad/s, e.g. --rotation 0,0,10.", "--rotation %.60s is no vector.",
                 sn_text_given(a, "--rotation"));
  }
  if (n == 3) {
    out->rotation = v3(rotation[0], rotation[1], rotation[2]);
  }
  out->spin = out->spin || sn_is_given(a, "--spin");
  out->damping = out->damping && !sn_is_given(a, "--undamped");
  return SN_OK;
}

static const char *mover(const sn_session *s, const sn_mode *m)
{
  const int item = m->item;
  return item >= 0 && item < s->frozen.system->n_item ? s->frozen.system->item_name[item] : "-";
}

static void print_people(const sn_session *s, const sn_modes *m, int buckling)
{
  (void)printf(buckling ? "   n    load factor   residual  moves most\n"
                        : "   n             Hz          rad/s     growth 1/s    damping   residual  moves most\n");
  for (int i = 0; i < m->n; i++) {
    const sn_mode *x = &m->mode[i];
    if (buckling) {
      (void)printf("%4d %14.8g %10.1e  %s\n", i + 1, x->factor, x->residual, mover(s, x));
      continue;
    }
    (void)printf("%4d %14.8g %14.8g %14.6g %10.4g %10.1e  %s", i + 1, x->frequency / (2 * pi), x->frequency,
                 x->growth == 0 ? 0 : x->growth, x->damping == 0 ? 0 : x->damping, x->residual, mover(s, x));
    if (x->share < 0.9995) {
      (void)printf(" (%.0f %%)", 100 * x->share);
    }
    (void)printf("%s%s\n",
                 x->zero         ? ", no stiffness"
                 : x->growth > 0 ? ", grows"
                                 : "",
                 x->whirl > 0   ? ", forward"
                 : x->whirl < 0 ? ", backward"
                                : "");
  }
}

static void print_csv(const sn_session *s, const sn_modes *m, int buckling)
{
  (void)printf(buckling ? "n,load_factor,residual,moves_most\n"
                        : "n,frequency_hz,omega,growth,damping,residual,mass_x,mass_y,mass_z,moves_most,share,whirl\n");
  for (int i = 0; i < m->n; i++) {
    const sn_mode *x = &m->mode[i];
    if (buckling) {
      (void)printf("%d,%.17g,%.3g,\"%s\"\n", i + 1, x->factor, x->residual, mover(s, x));
    } else {
      /* + 0 turns -0 into 0 */
      (void)printf("%d,%.17g,%.17g,%.17g,%.17g,%.3g,%.9g,%.9g,%.9g,\"%s\",%.6g,%d\n", i + 1,
                   x->frequency / (2 * pi) + 0, x->frequency + 0, x->growth + 0, x->damping + 0, x->residual,
                   x->mass[0] + 0, x->mass[1] + 0, x->mass[2] + 0, mover(s, x), x->share, x->whirl);
    }
  }
}

static void put_mode(sn_json *j, const sn_session *s, const sn_mode *x, int n, int buckling)
{
  sn_json_begin(j, NULL, '{');
  sn_json_put_number(j, "n", n);
  if (buckling) {
    sn_json_put_number(j, "load_factor", x->factor);
  } else {
    sn_json_put_number(j, "frequency_hz", x->frequency / (2 * pi));
    sn_json_put_number(j, "omega", x->frequency);
    sn_json_put_number(j, "growth", x->growth);
    sn_json_put_number(j, "damping", x->damping);
    sn_json_put_flag(j, "without_stiffness", x->zero);
    sn_json_put_text(j, "whirl", x->whirl > 0 ? "forward" : x->whirl < 0 ? "backward" : "none");
    sn_json_put_numbers(j, "effective_mass", x->mass, 3);
  }
  sn_json_put_number(j, "residual", x->residual);
  sn_json_put_text(j, "moves_most", mover(s, x));
  sn_json_put_number(j, "share", x->share);
  sn_json_end(j, '{');
}

static void put_modes(sn_json *j, const sn_session *s, const sn_modes *m, int buckling, const char *file)
{
  sn_json_put_text(j, "model", s->name);
  sn_json_put_text(j, "kind", buckling ? "buckling" : "vibration");
  sn_json_put_text(j, "result", m->n > 0 ? file : NULL);
  sn_json_begin(j, "modes", '[');
  for (int i = 0; i < m->n; i++) {
    put_mode(j, s, &m->mode[i], i + 1, buckling);
  }
  sn_json_end(j, '[');
  if (buckling) {
    sn_json_put_number(j, "flutter", m->n_flutter);
  } else {
    sn_json_put_number(j, "without_stiffness", m->n_zero);
    sn_json_put_number(j, "growing", m->n_growing);
    sn_json_put_flag(j, "real_shapes", m->symmetric);
  }
  sn_json_put_flag(j, "complete", m->complete);
  sn_json_assembly(j, s);
}

static int follows(const sn_system *s)
{
  int any = 0;
  for (int i = 0; i < s->n_load; i++) {
    any |= s->load[i].follows;
  }
  return any;
}

/* Name of the first force that follows signals; NULL: there is none. */
static const char *controlled(const sn_system *s)
{
  for (int i = 0; i < s->n_block; i++) {
    if (s->block[i].law->stress_at) {
      return s->block[i].item >= 0 ? s->item_name[s->block[i].item] : "model";
    }
  }
  return NULL;
}

static const char *why_none(const sn_modes *m, int buckling)
{
  return !buckling          ? "nothing can move by itself, or nothing of it has mass"
         : m->n_flutter > 0 ? "no load buckles it; `sinew modes` says where vibrations begin to grow under the loads "
                              "(sinew.critical_load in Python finds it)"
                            : "no load can buckle it";
}

static void print_words(const sn_session *s, const sn_modes *m, const sn_modes_wanted *wanted, int buckling,
                        const char *file)
{
  char line[160];
  for (int i = 0; sn_session_start_line(s, i, line, sizeof line); i++) {
    if (strncmp(line, "static", 6) == 0) {
      (void)fprintf(stderr, "%s\n", line);
    }
  }
  if (buckling && m->n_flutter > 0) {
    (void)fprintf(stderr,
                  "flutter      %d complex load factors were left out: forces that follow the structure or signals\n",
                  m->n_flutter);
  }
  if (!buckling && wanted->spin) {
    (void)fprintf(stderr, "frame        space; forward and backward are about the spin of the rotor\n");
  } else if (!buckling && !isnan(wanted->rotation.x[0]) && v3_norm(wanted->rotation) > 0) {
    (void)fprintf(stderr, "frame        axes that turn with the rotation; forward and backward are as seen there\n");
  }
  if (!buckling) {
    int listed = 0;
    for (int i = 0; i < m->n; i++) {
      listed += m->mode[i].zero;
    }
    const int all = m->n + m->n_zero - listed;
    (void)fprintf(stderr, "modes        %d (%s%d without stiffness%s, %d growing)%s%s\n", all,
                  m->more_zero ? "at least " : "", m->n_zero, all > m->n ? ", the first of them listed" : "",
                  m->n_growing, m->symmetric ? "" : ", complex shapes",
                  m->complete && all - m->n_zero < wanted->count ? "; there are no more" : "");
  } else if (m->n < wanted->count) {
    (void)fprintf(stderr, "loads        there are no more than %d\n", m->n);
  }
  if (m->n == 0) {
    (void)fprintf(stderr, "result       none: %s\n", why_none(m, buckling));
    return;
  }
  (void)fprintf(stderr, "result       %s%s%s (one second shows one mode)\n", sn_colour(stderr, "\033[1m"), file,
                sn_colour(stderr, "\033[0m"));
}

static const sn_mode *fastest(const sn_modes *m)
{
  const sn_mode *out = m->mode;
  for (int i = 1; i < m->n; i++) {
    out = m->mode[i].growth > out->growth ? &m->mode[i] : out;
  }
  return out;
}

static sn_status warn(const sn_session *s, const sn_modes *m, int buckling, sn_error *error)
{
  const sn_system *system = s->frozen.system;
  if (buckling && follows(system)) {
    SN_TRY(sn_model_warn(
        s->model, "", error,
        "loads that turn with their part have no potential: it may lose its stability by growing vibrations "
        "before, or without, any of these factors; use `sinew modes` under the loads"));
  }
  if (buckling && controlled(system)) {
    SN_TRY(sn_model_warn(
        s->model, "", error,
        "the %s follows signals: it counts as a stiffness that stays while the loads grow, and has no potential, so "
        "that vibrations may grow before any of these factors; use `sinew modes` under the loads",
        controlled(system)));
  }
  if (m->stiff_beyond && !buckling) {
    SN_TRY(sn_model_warn(s->model, "", error,
                         "%d motions without stiffness were found, and the modes behind them were not reached; --near "
                         "HZ finds those near a frequency",
                         m->n_zero));
  }
  if (m->n_growing > 0 && !buckling) {
    const sn_mode *worst = fastest(m);
    return sn_model_warn(s->model, "", error, "the equilibrium is unstable: %s grows by exp(%.4g t)", mover(s, worst),
                         worst->growth);
  }
  return SN_OK;
}

static sn_status find(const sn_arguments *a, sn_arena *arena, sn_session *s, sn_json_report *out, sn_error *error)
{
  const int buckling = sn_is_given(a, "--buckling");
  sn_model *model = NULL;
  const char *name = NULL, *given = sn_text_given(a, "-o");
  sn_modes_wanted wanted;
  sn_modes modes;
  SN_TRY(sn_cli_load(a, arena, &model, &name, error));
  SN_TRY(sn_session_open_static(s, model, name, arena, error));
  SN_TRY(sn_cli_memory(a, s, 0, error));
  SN_TRY(read_wishes(a, s, arena, &wanted, error));
  SN_TRY(sn_session_modes(s, &wanted, buckling, &modes, error));
  SN_TRY(warn(s, &modes, buckling, error));
  SN_TRY(sn_warn_model(a, s, error));
  SN_TRY(sn_warn_moved(a, s, error));
  const char *file = given ? given : sn_arena_format(arena, buckling ? "%s_buckling.h5" : "%s_modes.h5", name);
  if (!file) {
    return sn_no_memory(error, "the name of the result");
  }
  if (modes.n > 0) {
    SN_TRY(sn_session_write_modes(s, &modes, buckling, file, error));
  }
  if (sn_text_given(a, "--shapes")) {
    SN_TRY(sn_session_write_shapes(s, &modes, buckling, sn_text_given(a, "--shapes"), error));
  }
  if (out->wanted) {
    put_modes(&out->j, s, &modes, buckling, file);
    return SN_OK;
  }
  (sn_is_given(a, "--csv") ? print_csv : print_people)(s, &modes, buckling);
  if (!sn_is_given(a, "--quiet")) {
    print_words(s, &modes, &wanted, buckling, file);
    if (sn_text_given(a, "--shapes")) {
      (void)fprintf(stderr, "shapes       %s\n", sn_text_given(a, "--shapes"));
    }
  }
  return SN_OK;
}

static int perform(const sn_arguments *a, sn_arena *arena)
{
  return sn_find_and_tell(a, arena, find);
}

static const sn_option options[] = {
    {"-o", "FILE.h5", "result file, in which the modes move", .takes = SN_TAKES_FILE, .of = "h5"},
    {"-n", "N", "how many, in addition to those without stiffness (10)", .takes = SN_TAKES_NUMBER},
    {"--about", "WHAT", "static: the equilibrium (default); start: as drawn", .takes = SN_TAKES_CHOICE,
     .of = "static|start"},
    {"--rotation", "X,Y,Z", "turns steadily with this angular velocity in rad/s", .takes = SN_TAKES_NUMBERS},
    {"--spin", NULL, "rotors keep the spin they start with", .takes = SN_TAKES_NOTHING},
    {"--near", "HZ", "the modes nearest to this frequency", .takes = SN_TAKES_NUMBER},
    {"--undamped", NULL, "without dampers", .takes = SN_TAKES_NOTHING},
    {"--buckling", NULL, "linear buckling loads instead of vibrations", .takes = SN_TAKES_NOTHING},
    {"--shapes", "FILE", "how the nodes of shells and beams move in each, as a text for imperfection_mode",
     .takes = SN_TAKES_FILE, .of = "txt"},
    {"--csv", NULL, "the table for programs, 17 digits", .takes = SN_TAKES_NOTHING},
    SN_OPTION_SET,
    SN_OPTION_MEMORY,
    SN_OPTION_ENGINE,
    SN_OPTION_QUIET,
    SN_OPTION_STRICT,
    SN_OPTION_JSON,
    {0}};

const sn_verb sn_verb_modes = {
    .name = "modes",
    .words = "MODEL.lua",
    .help = "finds frequencies and shapes about the equilibrium (result: MODEL_modes.h5, or -o)",
    .about = "Frequencies, damping and shapes of small vibrations about the equilibrium (or the start), also of "
             "structures that turn steadily, or the load factors of linear buckling. The modes move in the result: "
             "sinew view shows them.\n\n"
             "With --json the same is one JSON object on stdout; docs/command.md lists its fields.",
    .example = "sinew modes tower/model.lua -n 6",
    .options = options,
    .of = "lua",
    .least = 1,
    .most = 1,
    .perform = perform};
