/* tests/run/test_checkpoint.c -- snapshots: going on from any of them gives the rest of the run; files of them are not trusted.
 * How:     a fake scheme that moves a point exactly and fails on demand; every snapshot of a run is kept and taken up.
 */
#include "run/checkpoint.h"

#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "harness.h"
#include "run/memory.h"
#include "system/builder.h"

struct sn_stepper {
  int unused;
};
static sn_stepper the_stepper;

static sn_status create(const sn_scheme *scheme, const sn_system *s, const sn_step_options *o, sn_arena *arena,
                        sn_stepper **out, sn_error *error)
{
  (void)scheme;
  (void)s;
  (void)o;
  (void)arena;
  (void)error;
  *out = &the_stepper;
  return SN_OK;
}
static void destroy(sn_stepper *x)
{
  (void)x;
}
static int unknowns(const sn_stepper *x)
{
  (void)x;
  return 3;
}
/* Fails for large steps in two stretches of time, the second one singular. */
static sn_status step(sn_stepper *x, sn_state *s, double h, sn_step_report *r, sn_error *error)
{
  const double t = *s->t;
  (void)x;
  r->iterations = 3;
  r->n_history = 1;
  r->history[0] = h;
  r->row[0] = (sn_step_row){.kind = SN_ROW_FORCE, .node = 0, .block = -1, .value = 1, .size = 1};
  if ((t > 0.45 && t < 0.8 && h > 0.013) || (t > 2.05 && t < 2.2 && h > 0.03)) {
    return sn_fail(error, t > 1 ? SN_ESINGULAR : SN_ENOCONV, "", "fake", "", "");
  }
  s->q[0] = v3_axpy(s->q[0], h, s->v[0]);
  s->v[0] = v3_axpy(s->v[0], -0.1 * h, s->q[0]);
  r->ledger =
      (sn_ledger){.kinetic = v3_dot(s->v[0], s->v[0]), .work_loads = h, .numerical = h / 7, .defect = 1e-13 * t};
  return SN_OK;
}
static const sn_scheme fake = {.name = "fake",
                               .help = "",
                               .create = create,
                               .destroy = destroy,
                               .step = step,
                               .unknowns = unknowns,
                               .order = 2,
                               .error_constant = 1.0 / 6};

enum { MOST = 800 };
typedef struct {
  int rows, steps, lines;
  double row[MOST][2], step[MOST][4];
  char line[MOST][100];
  sn_arena *arena;
  int n_kept;
  sn_snapshot kept[MOST];
  int kept_rows[MOST], kept_steps[MOST], kept_lines[MOST];
} record;

static sn_status on_row(void *data, const sn_observation *o, const sn_ledger *total, sn_error *error)
{
  record *x = data;
  (void)error;
  x->row[x->rows][0] = o->q[0].x[0];
  x->row[x->rows++][1] = total->numerical;
  return SN_OK;
}
static sn_status on_step(void *data, const sn_step_record *r, sn_error *error)
{
  record *x = data;
  const double all[4] = {r->t, r->h, r->halvings, r->report->ledger.kinetic};
  (void)error;
  memcpy(x->step[x->steps++], all, sizeof all);
  return SN_OK;
}
static void on_log(void *data, double t, const char *text)
{
  record *x = data;
  snprintf(x->line[x->lines++], 100, "%.17g %s", t, text);
}
static void *copy(sn_arena *arena, const void *from, size_t n)
{
  void *to = sn_arena_get(arena, n + sizeof(double), sizeof(double));
  if (n > 0) {
    memcpy(to, from, n);
  }
  return to;
}
static sn_status on_keep(void *data, const sn_snapshot *s, sn_error *error)
{
  record *x = data;
  sn_snapshot *k = &x->kept[x->n_kept];
  (void)error;
  *k = *s;
  k->memory = copy(x->arena, s->memory, s->n_memory);
  k->state = copy(x->arena, s->state, s->n_state * sizeof(double));
  k->dependent = copy(x->arena, s->dependent, s->n_dependent);
  k->row = copy(x->arena, s->row, s->n_row);
  k->past = copy(x->arena, s->past, s->n_past * sizeof(double));
  x->kept_rows[x->n_kept] = x->rows;
  x->kept_steps[x->n_kept] = x->steps;
  x->kept_lines[x->n_kept++] = x->lines;
  return SN_OK;
}

static sn_status run(const sn_run_options *o, record *x, sn_run_summary *sum, sn_error *error)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_builder *b = sn_builder_new(arena);
  const sn_system *s = NULL;
  sn_state state = {0};
  sn_run_options options = *o;
  const sn_sink sink = {.data = x, .row = on_row, .step = on_step, .log = on_log, .keep = on_keep};
  options.scheme = &fake;
  sn_item_begin(b, "point", "ball", "ball.lua:3");
  const int node = sn_add_point(b, v3(0, 0, 0), v3(1, 0, 0));
  sn_add_mass(b, sn_vector_of(b, node, 0), sn_vector_of(b, node, 0), 2.0);
  sn_status status = sn_builder_finish(b, &s, &state, error);
  if (status == SN_OK) {
    status = sn_run(s, &options, arena, &state, &sink, sum, error);
  }
  sn_arena_free(arena);
  return status;
}

static record *new_record(sn_arena *arena)
{
  record *x = SN_NEW(arena, record, 1);
  x->arena = arena;
  return x;
}

static const double times[] = {0, 1.5}, sizes[] = {0.1, 0.05};
static const sn_run_options usual = {.dt = 0.1,
                                     .duration = 3,
                                     .store = 0.25,
                                     .checkpoint = 1,
                                     .n_schedule = 2,
                                     .schedule_time = times,
                                     .schedule_dt = sizes};

/* From every snapshot the rest of the run, number by number; also with steps that follow their error. */
static void every_snapshot(double tolerance)
{
  sn_run_options options = usual;
  options.tolerance = tolerance;
  sn_arena *arena = sn_arena_new(NULL);
  record *a = new_record(arena);
  sn_run_summary whole, sum;
  sn_error e = {0};
  CHECK_OK(run(&options, a, &whole, &e), e);
  printf("  %ld steps, %ld failed, %ld undone, largest error %.2e\n", whole.steps, whole.rejections,
         whole.error_rejections, whole.largest_error);
  CHECK(tolerance > 0 ? whole.error_rejections > 2 && whole.largest_error <= tolerance : whole.error_rejections == 0);
  CHECK(whole.rejections > (tolerance > 0 ? 0 : 4) && a->n_kept == whole.steps + 2); /* the first, each step, the end */
  CHECK(a->kept[a->n_kept - 1].outcome == SN_OUTCOME_COMPLETE && a->kept[3].outcome == SN_OUTCOME_RUNNING);
  for (int k = 0; k + 1 < a->n_kept; k++) {
    record *b = new_record(arena);
    sn_run_options o = options;
    o.from = &a->kept[k];
    CHECK_OK(run(&o, b, &sum, &e), e);
    CHECK(b->rows == a->rows - a->kept_rows[k] && b->steps == a->steps - a->kept_steps[k]);
    CHECK(memcmp(b->row, a->row + a->kept_rows[k], sizeof *b->row * (size_t)b->rows) == 0);
    CHECK(memcmp(b->step, a->step + a->kept_steps[k], sizeof *b->step * (size_t)b->steps) == 0);
    CHECK(b->lines == a->lines - a->kept_lines[k]);
    CHECK(memcmp(b->line, a->line + a->kept_lines[k], sizeof *b->line * (size_t)b->lines) == 0);
    sum.wall_seconds = whole.wall_seconds;
    CHECK(memcmp(&sum, &whole, sizeof sum) == 0);
  }
  sn_arena_free(arena);
}

static void test_every_snapshot(void)
{
  every_snapshot(0);
  every_snapshot(1e-3);
}

/* Another end: the nominal times are those of a run with that end from the start. */
static void test_other_end(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  record *a = new_record(arena), *b = new_record(arena);
  sn_run_summary sum;
  sn_error e = {0};
  sn_run_options o = usual;
  o.duration = 4;
  CHECK_OK(run(&o, b, &sum, &e), e);
  CHECK_OK(run(&usual, a, &sum, &e), e);
  for (int k = 0; k < a->n_kept; k += 3) {
    record *c = new_record(arena);
    o.from = &a->kept[k];
    CHECK_OK(run(&o, c, &sum, &e), e);
    CHECK_NEAR(sum.t_end, 4, 0);
    CHECK(c->rows == b->rows - a->kept_rows[k]);
    CHECK(memcmp(c->row, b->row + a->kept_rows[k], sizeof *c->row * (size_t)c->rows) == 0);
  }
  o.duration = 2.3; /* earlier, inside an interval */
  o.from = &a->kept[10];
  record *c = new_record(arena);
  CHECK_OK(run(&o, c, &sum, &e), e);
  CHECK_NEAR(sum.t_end, 2.3, 0);
  sn_arena_free(arena);
}

/* ---- files */

static sn_checkpoint example(sn_arena *arena)
{
  record *a = new_record(arena);
  sn_run_summary sum;
  sn_error e = {0};
  static const sn_named_text source[] = {{"model.lua", "run {}"}, {"part.lua", ""}};
  static const sn_named_text set[] = {{"length", "2.5"}}, item[] = {{"ball", ""}};
  static const double start[] = {1, 2, 3};
  CHECK_OK(run(&usual, a, &sum, &e), e);
  return (sn_checkpoint){.creator = "sinew test",
                         .model = "ball",
                         .folder = "/tmp/",
                         .n_source = 2,
                         .n_override = 1,
                         .n_item = 1,
                         .source = source,
                         .override = set,
                         .item = item,
                         .data = 77,
                         .duration = 3,
                         .rows = 5,
                         .steps = 6,
                         .lines = 7,
                         .n_start = 3,
                         .start = start,
                         .snapshot = a->kept[8]};
}

static void test_file(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  const sn_checkpoint a = example(arena);
  sn_checkpoint b;
  sn_error e = {0};
  CHECK_OK(sn_checkpoint_write("checkpoint_test", &a, &e), e);
  CHECK_OK(sn_checkpoint_write("checkpoint_test", &a, &e), e); /* over the older one */
  CHECK(access("checkpoint_test.new", F_OK) != 0);
  CHECK_OK(sn_checkpoint_read("checkpoint_test", arena, &b, &e), e);
  CHECK(strcmp(b.creator, "sinew test") == 0 && strcmp(b.model, "ball") == 0 && strcmp(b.folder, "/tmp/") == 0);
  CHECK(b.n_source == 2 && strcmp(b.source[1].name, "part.lua") == 0 && strcmp(b.source[0].text, "run {}") == 0);
  CHECK(b.n_override == 1 && strcmp(b.override[0].text, "2.5") == 0 && b.n_item == 1);
  CHECK(b.data == 77 && b.duration == 3 && b.rows == 5 && b.steps == 6 && b.lines == 7);
  CHECK(b.n_start == 3 && b.start[2] == 3 && b.snapshot.t == a.snapshot.t);
  CHECK(b.snapshot.n_state == a.snapshot.n_state && b.snapshot.n_memory == a.snapshot.n_memory);
  CHECK(memcmp(b.snapshot.state, a.snapshot.state, a.snapshot.n_state * sizeof(double)) == 0);
  CHECK(memcmp(b.snapshot.memory, a.snapshot.memory, a.snapshot.n_memory) == 0);
  /* a folder that does not exist, a name that is taken by a folder */
  CHECK(sn_checkpoint_write("no/such/folder/x", &a, &e) == SN_EIO);
  CHECK_TEXT(e.what, "could not be written");
  CHECK(sn_checkpoint_read("no/such/folder/x", arena, &b, &e) == SN_EIO);
  sn_arena_free(arena);
}

static void write_bytes(const unsigned char *bytes, size_t n)
{
  FILE *f = fopen("checkpoint_bad", "wb");
  CHECK(f && fwrite(bytes, 1, n, f) == n);
  if (f) {
    fclose(f);
  }
}

/* Every byte changed, the file cut at every byte: refused, in words. */
static void test_every_byte(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  const sn_checkpoint a = example(arena);
  sn_checkpoint b;
  sn_error e = {0};
  static unsigned char bytes[1 << 16];
  CHECK_OK(sn_checkpoint_write("checkpoint_test", &a, &e), e);
  FILE *f = fopen("checkpoint_test", "rb");
  const size_t n = f ? fread(bytes, 1, sizeof bytes, f) : 0;
  if (f) {
    fclose(f);
  }
  CHECK(n > 500 && n < sizeof bytes);
  long bad = 0;
  for (size_t i = 0; i < n; i++) {
    sn_arena *scratch = sn_arena_new(NULL);
    bytes[i] ^= (unsigned char)(1 << i % 8);
    write_bytes(bytes, n);
    bytes[i] ^= (unsigned char)(1 << i % 8);
    bad += sn_checkpoint_read("checkpoint_bad", scratch, &b, &e) != SN_EIO || !e.what[0] || !e.why[0] || !e.fix[0];
    write_bytes(bytes, i);
    bad += sn_checkpoint_read("checkpoint_bad", scratch, &b, &e) != SN_EIO || !e.what[0] || !e.why[0] || !e.fix[0];
    sn_arena_free(scratch);
  }
  CHECK(bad == 0);
  printf("  %zu bytes, each changed and cut\n", n);
  sn_arena_free(arena);
}

/* A whole file of wrong contents: sizes, numbers that are not finite, places out of range. */
static void test_wrong_contents(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  const sn_checkpoint a = example(arena);
  enum { CASES = 19 };
  for (int k = 0; k < CASES; k++) {
    sn_run_memory m;
    double state[64];
    sn_snapshot x = a.snapshot;
    memcpy(&m, x.memory, sizeof m);
    memcpy(state, x.state, x.n_state * sizeof(double));
    x.memory = &m;
    x.state = state;
    switch (k) {
    case 0:
      x.n_memory--;
      break;
    case 1:
      x.n_state--;
      break;
    case 2:
      x.n_dependent++;
      break;
    case 3:
      x.n_row++;
      break;
    case 4:
      state[3] = NAN;
      break;
    case 5:
      m.grid.level = 63;
      break;
    case 6:
      m.grid.place = -1;
      break;
    case 7:
      m.grid.dt = 0;
      break;
    case 8:
      m.grid.segment = 9;
      break;
    case 9:
      m.trouble.last.row[1] = (sn_step_row){.kind = SN_ROW_GAP, .block = 5};
      break;
    case 10:
      m.trouble.last.n_history = 1000;
      break;
    case 11:
      m.control.latest = 7;
      break;
    case 12:
      x.n_past = 18; /* of a run with a tolerance */
      break;
    case 13:
      m.trouble.last.row[0] = (sn_step_row){.kind = SN_ROW_FORCE, .node = 0, .block = 1000000};
      break;
    case 14:
      m.grid.t_b = m.grid.t_a;
      break;
    case 15:
      m.halvings = INT_MAX;
      break;
    case 16: /* after a jump the ring begins anywhere */
      m.control = (sn_control_memory){.n = 1, .latest = 3, .t = {0, 0, 0, NAN}};
      break;
    case 17:
      m.control = (sn_control_memory){.n = 2, .latest = 1, .t = {2, 1}};
      break;
    default:
      m.next_store = INFINITY;
      break;
    }
    record *b = new_record(arena);
    sn_run_options o = usual;
    sn_run_summary sum;
    sn_error e = {0};
    o.from = &x;
    CHECK(run(&o, b, &sum, &e) == SN_EINPUT);
    CHECK_TEXT(e.what, "does not fit the model");
    CHECK(b->rows == 0 && b->steps == 0);
  }
  sn_arena_free(arena);
}

int main(void)
{
  RUN(test_every_snapshot);
  RUN(test_other_end);
  RUN(test_file);
  RUN(test_every_byte);
  RUN(test_wrong_contents);
  return REPORT();
}
