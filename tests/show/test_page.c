/* tests/show/test_page.c -- pages of results with known numbers: what the viewer will decode is what was stored.
 * ctest:   timeout=300
 */
#define _POSIX_C_SOURCE 200809L
#include "show/page/page.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness.h"
#include "results/fixture.h"
#include "show/decode.h"

typedef struct {
  sn_arena *arena;
  sn_reader *r;
  char *page;
  size_t size;
  unsigned char *bytes;
  decoded d;
} opened;

/* The page of a result, written and decoded; full: with every row. */
static opened make_page_of(const char *file, int full)
{
  opened o = {.arena = sn_arena_new(NULL)};
  sn_error e = {0};
  CHECK_OK(sn_reader_open(file, o.arena, &o.r, &e), e);
  CHECK_OK(sn_page_write(&(sn_page_run){o.r, file}, 1, full, "page.html", o.arena, &e), e);
  o.page = read_whole("page.html", &o.size);
  CHECK(o.page != NULL);
  if (o.page) {
    o.d = decode_page(o.page, &o.bytes);
  }
  CHECK(o.d.good);
  return o;
}

static opened make_page(const char *file)
{
  return make_page_of(file, 0);
}

static void close_page(opened *o)
{
  free(o->d.head);
  free(o->bytes);
  free(o->page);
  sn_reader_close(o->r);
  sn_arena_free(o->arena);
}

/* Number of the series with this path; -1: none. */
static int series_of(const decoded *d, const char *path)
{
  char step[64], quoted[128];
  (void)snprintf(quoted, sizeof quoted, "\"%s\"", path);
  const int n = json_count(d->head, "series");
  for (int i = 0; i < n; i++) {
    (void)snprintf(step, sizeof step, "series.%d.path", i);
    if (strncmp(json_at(d->head, step), quoted, strlen(quoted)) == 0) {
      return i;
    }
  }
  return -1;
}

static double series_number(const decoded *d, int i, const char *what)
{
  char step[64];
  (void)snprintf(step, sizeof step, "series.%d.%s", i, what);
  return json_get(d->head, step);
}

static double row_number(const decoded *d, int i, const char *what)
{
  char step[64];
  (void)snprintf(step, sizeof step, "rows.%d.%s", i, what);
  return json_get(d->head, step);
}

static void test_selection(void)
{
  for (unsigned long long end = 0; end < 14; end++) {
    for (unsigned long long first = 0; first <= end; first++) {
      for (unsigned long long every = 1; every < 16; every++) {
        for (int last = 0; last < 2; last++) {
          const sn_selection s = {first, end, every, last, 0};
          size_t n = 0;
          for (unsigned long long row = first; row < end; row++) {
            if (row % every == 0 || (last && row == end - 1)) {
              CHECK(sn_selection_row(&s, n) == row);
              n++;
            }
          }
          CHECK(sn_selection_count(&s) == n);
        }
      }
    }
  }
}

static void test_head(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_error e = {0};
  CHECK_OK(fixture_write("head.h5", 50, SN_OUTCOME_INTERRUPTED, arena, &e), e);
  opened o = make_page("head.h5");
  const char *head = o.d.head;
  static const char *const texts[][2] = {{"format", "\"sinew page\""},
                                         {"model", "\"fixture\""},
                                         {"file", "\"head.h5\""},
                                         {"creator", "\"sinew test\""},
                                         {"status", "\"interrupted\""},
                                         {"parameters", "{\"length\": 1}"},
                                         {"text", "\"-- the model\\u000arun {}"},
                                         {"log.0", "\"t = 0.3"},
                                         {"items.0.name", "\"rod\""},
                                         {"items.0.class", "\"part\""},
                                         {"items.0.color", "\"#"},
                                         {"items.0.data.0.1", "\"2 kg\""},
                                         {"items.2.kind", "\"revolute\""},
                                         {"tables.0.name", "\"rows\""},
                                         {"tables.1.name", "\"steps\""},
                                         {"tables.2.name", "\"details\""},
                                         {"fields.0.name", "\"angle\""}};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    const char *found = json_at(head, texts[i][0]);
    CHECK(found && strncmp(found, texts[i][1], strlen(texts[i][1])) == 0);
  }
  CHECK(json_get(head, "version") == 1);
  CHECK(json_get(head, "duration") == 10 && json_get(head, "storedFrames") == 50);
  CHECK(json_count(head, "items") == 3 && json_count(head, "rows") == 3 && json_count(head, "solids") == 1);
  CHECK(json_count(head, "lines") == 1 && json_count(head, "glyphs") == 1 && json_count(head, "fields") == 1);
  CHECK(json_get(head, "lines.0.rows.1") == 1 && json_get(head, "lines.0.radius") == 0.01);
  CHECK(json_get(head, "solids.0.at.position.0") == 0.5);
  CHECK(json_get(head, "jointSize") > 0);
  CHECK(json_at(head, "live") == NULL);
  /* everything lies within the sphere */
  const double x = json_get(head, "center.0"), y = json_get(head, "center.1"), z = json_get(head, "center.2");
  const double r = json_get(head, "radius") * (1 + 1e-8); /* printed with 9 digits */
  CHECK_BELOW(sqrt(x * x + y * y + z * z), r);
  CHECK_BELOW(sqrt(pow(7 - x, 2) + pow(8 - y, 2) + pow(9 - z, 2)), r);
  CHECK_BELOW(r, 9);
  /* geometries lie within their arrays, triangles within their geometry */
  size_t n_vertex, n_normal, n_triangle;
  const void *vertex = decode_array(&o.d, "vertices", "f32", &n_vertex);
  CHECK(vertex && decode_array(&o.d, "normals", "f32", &n_normal) && n_normal == n_vertex);
  const int *triangle = decode_array(&o.d, "triangles", "u32", &n_triangle);
  const int n = json_count(head, "geometries");
  double vertices = 0, triangles = 0;
  for (int i = 0; i < n; i++) {
    char step[64];
    (void)snprintf(step, sizeof step, "geometries.%d.firstVertex", i);
    CHECK(json_get(head, step) == vertices);
    (void)snprintf(step, sizeof step, "geometries.%d.vertices", i);
    const double of_this = json_get(head, step);
    (void)snprintf(step, sizeof step, "geometries.%d.triangles", i);
    const double t = json_get(head, step);
    for (size_t k = (size_t)(3 * triangles); k < (size_t)(3 * (triangles + t)); k++) {
      CHECK(triangle[k] >= 0 && triangle[k] < of_this);
    }
    vertices += of_this;
    triangles += t;
  }
  CHECK(n > 0 && 3 * vertices == (double)n_vertex && 3 * triangles == (double)n_triangle);
  close_page(&o);
  sn_arena_free(arena);
}

/* A full page has the stored numbers as floats; a small one is at most half a step beside: the 131068th part of the range. */
static void check_values(int full)
{
  size_t n, m;
  opened o = make_page_of("values.h5", full);
  const double half = full ? 0 : 0.5 * 1.001 / 65534, of_position = half * 4.9, of_angle = half * 2;
  /* the rod moves and does not turn; the point and the ground stand still */
  const int position = (int)row_number(&o.d, 0, "position"), stride = (int)json_get(o.d.head, "frames.stride");
  CHECK(position >= 0 && row_number(&o.d, 0, "quaternion") == -1 && row_number(&o.d, 0, "spin") == -1);
  CHECK(row_number(&o.d, 1, "position") == -1 && row_number(&o.d, 2, "position") == -1);
  CHECK(row_number(&o.d, 0, "at.1") == 2 && row_number(&o.d, 1, "at.2") == 9);
  CHECK(row_number(&o.d, 0, "item") == 0 && row_number(&o.d, 2, "item") == -1);
  CHECK_NEAR(fabs(row_number(&o.d, 0, "turn.3")), sqrt(0.5), 1e-7); /* a quarter turn about z */
  const void *time = decode_array(&o.d, "frames.time", "f64", &n);
  const void *values = decode_array(&o.d, "frames.values", full ? "f32" : "u16", &m);
  const int angle = (int)json_get(o.d.head, "fields.0.offset");
  CHECK(time && values && n == 50 && m == 50 * (size_t)stride);
  for (size_t k = 0; time && values && k < n; k++) {
    const size_t at = k * (size_t)stride;
    CHECK(decode_f64(time, k) == (double)k * 0.1);
    const double x = decode_row_number(&o.d, "frames", at + (size_t)position);
    CHECK_NEAR(x, (double)(float)((double)k * 0.1), of_position);
    CHECK(decode_row_number(&o.d, "frames", at + (size_t)position + 1) == 2);
    CHECK(decode_row_number(&o.d, "frames", at + (size_t)position + 2) == 3);
    CHECK_NEAR(decode_row_number(&o.d, "frames", at + (size_t)angle), (double)(float)sin((double)k * 0.1), of_angle);
  }
  /* series of rows */
  static const struct {
    const char *path;
    int width, item;
  } known[] = {{"channels/angle", 1, -1},       {"channels/tip", 3, -1},     {"channels/twice", 1, -1},
               {"energy/total", 1, -1},         {"energy/work", 1, -1},      {"joints/pivot/angle", 1, 2},
               {"joints/pivot/reaction", 3, 2}, {"steps/iterations", 1, -1}, {"steps/halvings", 1, -1}};
  int s[9];
  for (int i = 0; i < 9; i++) {
    s[i] = series_of(&o.d, known[i].path);
    CHECK(s[i] >= 0 && series_number(&o.d, s[i], "width") == known[i].width);
    CHECK(series_number(&o.d, s[i], "item") == known[i].item);
    CHECK(series_number(&o.d, s[i], "table") == (i >= 7 ? 1 : i >= 5 ? 2 : 0));
  }
  const size_t row_stride = (size_t)json_get(o.d.head, "tables.0.stride");
  time = decode_array(&o.d, "tables.0.time", "f64", &n);
  values = decode_array(&o.d, "tables.0.values", "f32", &m);
  CHECK(n == 50 && m == 50 * row_stride);
  for (size_t k = 0; time && values && k < n; k++) {
    const double t = (double)k * 0.1;
    const size_t at = k * row_stride;
    CHECK(decode_f32(values, at + (size_t)series_number(&o.d, s[0], "offset")) == (double)(float)sin(t));
    CHECK(decode_f32(values, at + (size_t)series_number(&o.d, s[1], "offset") + 2) == (double)(float)(3 * t));
    CHECK(decode_f32(values, at + (size_t)series_number(&o.d, s[2], "offset")) == (double)(float)(2 * t));
    /* energies: changes from the first value, which is told */
    CHECK(decode_f32(values, at + (size_t)series_number(&o.d, s[3], "offset")) == 0 &&
          series_number(&o.d, s[3], "base") == 2);
  }
  const size_t detail_stride = (size_t)json_get(o.d.head, "tables.2.stride");
  time = decode_array(&o.d, "tables.2.time", "f64", &n);
  values = decode_array(&o.d, "tables.2.values", "f32", &m);
  CHECK(n == 50 && m == 50 * detail_stride);
  for (size_t k = 0; time && values && k < n; k++) {
    const size_t at = k * detail_stride + (size_t)series_number(&o.d, s[6], "offset") + 1;
    CHECK(decode_f64(time, k) == (double)k * 0.1 && decode_f32(values, at) == (double)(float)(2 * (double)k * 0.1));
  }
  /* and of steps */
  const size_t step_stride = (size_t)json_get(o.d.head, "tables.1.stride");
  time = decode_array(&o.d, "tables.1.time", "f64", &n);
  values = decode_array(&o.d, "tables.1.values", "f32", &m);
  CHECK(n == 49 && m == 49 * step_stride);
  for (size_t k = 0; time && values && k < n; k++) {
    CHECK(decode_f64(time, k) == (double)(k + 1) * 0.1);
    CHECK(decode_f32(values, k * step_stride + (size_t)series_number(&o.d, s[7], "offset")) == 4);
    CHECK(decode_f32(values, k * step_stride + (size_t)series_number(&o.d, s[8], "offset")) == (k == 2 ? 2 : 0));
  }
  close_page(&o);
}

static void test_values(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_error e = {0};
  CHECK_OK(fixture_write("values.h5", 50, SN_OUTCOME_COMPLETE, arena, &e), e);
  check_values(0);
  check_values(1);
  sn_arena_free(arena);
}

/* Rows are left out evenly; the first and the last stay; the bytes are kept. */
static void test_budget(void)
{
  enum { ROWS = 9001 };
  sn_arena *arena = sn_arena_new(NULL);
  sn_error e = {0};
  sn_reader *r = NULL;
  CHECK_OK(fixture_write("budget.h5", ROWS, SN_OUTCOME_COMPLETE, arena, &e), e);
  CHECK_OK(sn_reader_open("budget.h5", arena, &r, &e), e);
  for (size_t most = 130000; most < 4000000; most = most * 5 / 4) {
    sn_page p;
    sn_page_part all;
    sn_bundle b;
    CHECK_OK(sn_page_open(r, "budget.h5", SN_PAGE_WHOLE, most, arena, &p, &e), e);
    CHECK_OK(sn_page_part_from(&p, r, 0, &all, &e), e);
    CHECK_OK(sn_page_bundle(&p, r, &all, arena, &b, &e), e);
    CHECK(sn_bundle_bytes(&b) <= most);
    const unsigned char *bytes = sn_bundle_copy(&b, arena);
    decoded d = decode_bundle(bytes, sn_bundle_bytes(&b));
    CHECK(d.good);
    static const char *const tables[] = {"frames.time", "tables.0.time", "tables.1.time", "tables.2.time"};
    double left_out = 0;
    for (int i = 0; i < 4; i++) {
      size_t n;
      const void *time = decode_array(&d, tables[i], "f64", &n);
      const double rows = i == 2 ? ROWS - 1 : ROWS;
      CHECK(n >= 2 && decode_f64(time, 0) == (i == 2 ? 0.1 : 0) && decode_f64(time, n - 1) == (ROWS - 1) * 0.1);
      for (size_t k = 0; k < n; k++) { /* the nearest row to an even one */
        const double row = decode_f64(time, k) / 0.1 - (i == 2), even = (double)k * (rows - 1) / (double)(n - 1);
        CHECK(fabs(row - even) < 0.501);
      }
      left_out += rows - (double)n;
      char note[64];
      static const char *const names[] = {"frames", "curves", "curves of steps", "curves of parts and joints"};
      (void)snprintf(note, sizeof note, "[\"%s\",\"%zu of %.0f ", names[i], n, rows);
      CHECK(((double)n < rows) == (strstr(d.head, note) != NULL));
    }
    CHECK(left_out == 0 || (double)sn_bundle_bytes(&b) > 0.99 * (double)most - 5000); /* no room is wasted */
    free(d.head);
  }
  /* a bundle with room for all has all; one without room for anything is refused */
  sn_page p;
  CHECK_OK(sn_page_open(r, "budget.h5", SN_PAGE_WHOLE, 4000000, arena, &p, &e), e);
  CHECK(p.frames.keep == 0 && p.rows_table.keep == 0 && p.steps.keep == 0 && p.frames.every == 1);
  CHECK(sn_page_open(r, "budget.h5", SN_PAGE_SMALL, 2000, arena, &p, &e) == SN_EIO);
  CHECK_TEXT(e.what, "larger than 5 MB");
  sn_reader_close(r);
  sn_arena_free(arena);
}

static void test_page_of_a_long_run(void)
{
  enum { ROWS = 150001 };
  sn_arena *arena = sn_arena_new(NULL);
  sn_error e = {0};
  size_t n;
  CHECK_OK(fixture_write("long.h5", ROWS, SN_OUTCOME_COMPLETE, arena, &e), e);
  opened o = make_page("long.h5");
  CHECK(o.size <= SN_PAGE_MOST);
  CHECK(json_get(o.d.head, "storedFrames") == ROWS);
  const void *time = decode_array(&o.d, "frames.time", "f64", &n);
  CHECK(time && decode_f64(time, 0) == 0 && decode_f64(time, n - 1) == (ROWS - 1) * 0.1);
  CHECK(n == 1201); /* 20 s on the screen, 60 frames a second */
  printf("     page of %d rows: %.1f MB, %zu frames", ROWS, (double)o.size / 1e6, n);
  time = decode_array(&o.d, "tables.0.time", "f64", &n);
  CHECK(time && n == ROWS && decode_f64(time, 0) == 0 && decode_f64(time, n - 1) == (ROWS - 1) * 0.1);
  printf(", %zu points per curve\n", n);
  close_page(&o);
  sn_arena_free(arena);
  (void)unlink("long.h5");
  (void)unlink("page.html");
}

/* ---- results that are not as usual */

/* Writes rows whose first node is where `place` says; then finishes, or is killed. */
static void write_rows(const sn_result_plan *plan, const char *file, int n, void (*place)(int k, double x[3]),
                       int killed)
{
  const pid_t child = fork(); /* HDF5 keeps a file that was not closed; a process that ends does not */
  if (child == 0) {
    sn_arena *arena = sn_arena_new(NULL);
    sn_error e = {0};
    sn_writer *w;
    sn_status status = sn_writer_new(plan, file, arena, &w, &e);
    const sn_sink sink = sn_writer_sink(w);
    for (int k = 0; k < n && status == SN_OK; k++) {
      double x[3] = {0, 0, 0};
      if (place) {
        place(k, x);
      }
      const sn_v3 q[FIXTURE_VECTORS] = {{{0, 0, 0}}, {{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}, {{x[0], x[1], x[2]}},
                                        {{1, 0, 0}}, {{0, 1, 0}}, {{0, 0, 1}}, {{7, 8, 9}}};
      const sn_ledger total = {0};
      double room[FIXTURE_SCRATCH];
      const sn_observation o = {
          .system = plan->system, .t = k * 0.1, .q = q, .local = q, .v = q, .a = q, .scratch = room};
      status = sink.row(sink.data, &o, &total, &e);
    }
    if (!killed && status == SN_OK) {
      status = sn_writer_finish(w, SN_OUTCOME_COMPLETE, NULL, NULL, &e);
    }
    _exit(status != SN_OK);
  }
  int status = 1;
  CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0);
}

/* A page of two runs: two elements, each a whole bundle. */
static void test_two_runs(void)
{
  static const char second[] = "<script id=\"sinew-second\" type=\"text/plain\">";
  sn_arena *arena = sn_arena_new(NULL);
  sn_error e = {0};
  sn_reader *a = NULL, *b = NULL;
  size_t n;
  CHECK_OK(fixture_write("first.h5", 50, SN_OUTCOME_COMPLETE, arena, &e), e);
  CHECK_OK(fixture_write("second.h5", 30, SN_OUTCOME_COMPLETE, arena, &e), e);
  CHECK_OK(sn_reader_open("first.h5", arena, &a, &e), e);
  CHECK_OK(sn_reader_open("second.h5", arena, &b, &e), e);
  const sn_page_run runs[] = {{a, "first.h5"}, {b, "second.h5"}};
  CHECK_OK(sn_page_write(runs, 2, 0, "both.html", arena, &e), e);
  char *page = read_whole("both.html", &n);
  unsigned char *bytes;
  decoded d = decode_page(page, &bytes);
  CHECK(d.good && n <= SN_PAGE_MOST);
  CHECK(d.good && json_get(d.head, "storedFrames") == 50);
  free(d.head);
  free(bytes);
  const char *from = strstr(page, second), *end = from ? strchr(from + strlen(second), '<') : NULL;
  CHECK(end != NULL && strstr(end, second) == NULL);
  if (end) {
    from += strlen(second);
    unsigned char *packed = decode_base64(from, (size_t)(end - from), &n);
    bytes = decode_packed(packed, n, &n);
    d = decode_bundle(bytes, n);
    CHECK(d.good && json_get(d.head, "storedFrames") == 30);
    free(packed);
    free(d.head);
    free(bytes);
  }
  free(page);
  sn_reader_close(a);
  sn_reader_close(b);
  sn_arena_free(arena);
}

static void test_no_rows(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  const sn_result_plan plan = fixture_plan(arena);
  size_t n;
  write_rows(&plan, "killed.h5", 1, NULL, 1);
  opened o = make_page("killed.h5");
  CHECK(strncmp(json_at(o.d.head, "status"), "\"running\"", 9) == 0);
  CHECK(decode_array(&o.d, "frames.time", "f64", &n) && n == 0);
  CHECK(decode_array(&o.d, "tables.0.values", "f32", &n) && n == 0);
  CHECK(json_get(o.d.head, "radius") > 0);
  close_page(&o);
  sn_arena_free(arena);
}

static void test_one_row(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  const sn_result_plan plan = fixture_plan(arena);
  size_t n;
  write_rows(&plan, "one.h5", 1, NULL, 0);
  opened o = make_page("one.h5");
  CHECK(decode_array(&o.d, "frames.time", "f64", &n) && n == 1);
  CHECK(decode_array(&o.d, "tables.0.time", "f64", &n) && n == 1);
  CHECK(decode_array(&o.d, "tables.1.time", "f64", &n) && n == 0);
  close_page(&o);
  sn_arena_free(arena);
}

static void leap(int k, double x[3])
{
  x[0] = k == 3777 ? 1 : 0;
}

/* A place that leaves its place in one frame only. */
static void test_one_leap(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  const sn_result_plan plan = fixture_plan(arena);
  size_t n;
  write_rows(&plan, "leap.h5", 5000, leap, 0);
  opened o = make_page_of("leap.h5", 1);
  const double position = row_number(&o.d, 0, "position");
  const void *values = decode_array(&o.d, "frames.values", "f32", &n);
  const size_t stride = (size_t)json_get(o.d.head, "frames.stride");
  CHECK(position >= 0 && n == 5000 * stride);
  for (size_t k = 3776; values && position >= 0 && k < 3779; k++) {
    CHECK(decode_f32(values, k * stride + (size_t)position) == (k == 3777));
  }
  close_page(&o);
  sn_arena_free(arena);
}

static void lose(int k, double x[3])
{
  x[0] = k == 2 ? (double)NAN : k == 3 ? (double)INFINITY : k == 4 ? 1e300 : k;
}

/* Numbers that are none stay out of the head and reach the arrays as they are. */
static void test_not_finite(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_result_plan plan = fixture_plan(arena);
  size_t n;
  sn_scene *scene = fixture_scene(arena, plan.places);
  scene->solid[0].size[0] = (double)INFINITY;
  scene->extent = (double)NAN;
  plan.scene = scene;
  plan.duration = (double)INFINITY;
  write_rows(&plan, "lost.h5", 10, lose, 0);
  opened o = make_page_of("lost.h5", 1);
  CHECK(!strstr(o.d.head, "nan") && !strstr(o.d.head, "inf,") && !strstr(o.d.head, ":inf"));
  CHECK(isfinite(json_get(o.d.head, "radius")) && json_get(o.d.head, "radius") < 1e6);
  const void *values = decode_array(&o.d, "frames.values", "f32", &n);
  const size_t stride = (size_t)json_get(o.d.head, "frames.stride"), at = (size_t)row_number(&o.d, 0, "position");
  CHECK(values && isnan(decode_f32(values, 2 * stride + at)) && isinf(decode_f32(values, 3 * stride + at)));
  CHECK(values && isinf(decode_f32(values, 4 * stride + at)) && decode_f32(values, 9 * stride + at) == 9);
  close_page(&o);
  sn_arena_free(arena);
}

static void test_strange_names(void)
{
  static const char name[] = "\"quoted\" </script><script>alert(1)</script> \\ \xc3\xa9\xe2\x82\xac \x01\x7f";
  sn_arena *arena = sn_arena_new(NULL);
  sn_result_plan plan = fixture_plan(arena);
  sn_system system = *plan.system;
  sn_observable rows[5];
  sn_scene *scene = fixture_scene(arena, plan.places);
  memcpy(rows, system.output, sizeof rows);
  sn_quantity what = *rows[system.channel[0]].what;
  what.name = name;
  rows[system.channel[0]].what = &what;
  system.output = rows;
  plan.system = &system;
  plan.model = name;
  (void)snprintf(scene->item[0].name, sizeof scene->item[0].name, "%s\xff", name);
  (void)snprintf(scene->fact[0].text, sizeof scene->fact[0].text, "%s", name);
  plan.scene = scene;
  write_rows(&plan, "strange.h5", 5, NULL, 0);
  opened o = make_page("strange.h5");
  static const char quoted[] =
      "\"\\\"quoted\\\" </script><script>alert(1)</script> \\\\ \xc3\xa9\xe2\x82\xac \\u0001\x7f";
  CHECK(strncmp(json_at(o.d.head, "model"), quoted, strlen(quoted)) == 0);
  CHECK(strncmp(json_at(o.d.head, "items.0.name"), quoted, strlen(quoted)) == 0);
  CHECK_TEXT(json_at(o.d.head, "items.0.name"), "\x7f?\"");
  CHECK(strncmp(json_at(o.d.head, "items.0.data.0.1"), quoted, strlen(quoted)) == 0);
  CHECK(!strstr(o.page, "alert(1)")); /* nothing of it is text of the page */
  close_page(&o);
  sn_arena_free(arena);
}

/* ---- writing */

static sn_status write_as(const char *file, sn_error *e)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_reader *r = NULL;
  sn_status status = sn_reader_open("head.h5", arena, &r, e);
  if (status == SN_OK) {
    status = sn_page_write(&(sn_page_run){r, "head.h5"}, 1, 0, file, arena, e);
  }
  sn_reader_close(r);
  sn_arena_free(arena);
  return status;
}

static void test_what_is_in_the_way(void)
{
  sn_error e = {0};
  size_t n;
  FILE *f = fopen("precious.html", "wb");
  (void)fputs("my notes\n", f);
  (void)fclose(f);
  CHECK(write_as("precious.html", &e) == SN_EIO);
  CHECK_TEXT(e.why, "no page");
  char *text = read_whole("precious.html", &n);
  CHECK(text && strcmp(text, "my notes\n") == 0);
  free(text);
  (void)mkdir("folder.html", 0777);
  CHECK(write_as("folder.html", &e) == SN_EIO);
  CHECK_TEXT(e.why, "folder");
  CHECK(write_as("/dev/null", &e) == SN_EIO);
  CHECK(write_as("no such folder/a.html", &e) == SN_EIO);
  CHECK_TEXT(e.fix, "-o");
  CHECK_OK(write_as("again.html", &e), e);
  CHECK_OK(write_as("again.html", &e), e); /* an older page is replaced */
  (void)fclose(fopen("empty.html", "wb"));
  CHECK_OK(write_as("empty.html", &e), e); /* and so is an empty file */
}

static void test_full_disk(void)
{
  sn_error e = {0};
  if (symlink("/dev/full", "full.html") == 0) {
    CHECK(write_as("full.html", &e) == SN_EIO); /* a device is not replaced */
    (void)unlink("full.html");
  }
  CHECK_OK(write_as("same.html", &e), e);
  size_t before, after;
  char *first = read_whole("same.html", &before), *second;
  CHECK_OK(write_as("same.html", &e), e);
  second = read_whole("same.html", &after);
  CHECK(before == after && memcmp(first, second, before) == 0); /* the same bits twice */
  free(first);
  free(second);
}

static void *stingy(void *data, size_t size)
{
  int *left = data;
  return (*left)-- > 0 ? malloc(size) : NULL;
}
static void release(void *data, void *memory)
{
  (void)data;
  free(memory);
}

/* Every allocation failing in turn: an error, and no page. */
static void test_no_memory(void)
{
  int done = 0;
  for (int allowed = 1; allowed < 200 && !done; allowed++) {
    int left = allowed;
    sn_error e = {0};
    sn_arena *arena = sn_arena_new(&(sn_allocator){stingy, release, &left});
    sn_reader *r = NULL;
    (void)unlink("poor.html");
    sn_status status = arena ? sn_reader_open("head.h5", arena, &r, &e) : SN_ENOMEM;
    if (status == SN_OK) {
      status = sn_page_write(&(sn_page_run){r, "head.h5"}, 1, 0, "poor.html", arena, &e);
    }
    done = status == SN_OK;
    CHECK(status == SN_OK || status == SN_ENOMEM || status == SN_EIO);
    CHECK((access("poor.html", F_OK) == 0) == done);
    sn_reader_close(r);
    sn_arena_free(arena);
  }
  CHECK(done);
}

int main(void)
{
  RUN(test_selection);
  RUN(test_head);
  RUN(test_values);
  RUN(test_budget);
  RUN(test_page_of_a_long_run);
  RUN(test_two_runs);
  RUN(test_no_rows);
  RUN(test_one_row);
  RUN(test_one_leap);
  RUN(test_not_finite);
  RUN(test_strange_names);
  RUN(test_what_is_in_the_way);
  RUN(test_full_disk);
  RUN(test_no_memory);
  return REPORT();
}
