/* tests/show/test_vtk.c -- VTK series: which times, fields on points and cells, folders, the command and its mistakes.
 * See:     tests/show/read_vtk.py, which reads the files with VTK itself.
 */
#define _POSIX_C_SOURCE 200809L
#include "show/vtk/vtk.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "files.h"
#include "harness.h"
#include "results/fixture.h"
#include "show/vtk/vtk_fields.h"

static sn_reader *fixture_open(const char *file, int rows, sn_arena *arena)
{
  sn_error e = {0};
  sn_reader *r = NULL;
  CHECK_OK(fixture_write(file, rows, SN_OUTCOME_COMPLETE, arena, &e), e);
  CHECK_OK(sn_reader_open(file, arena, &r, &e), e);
  return r;
}

static const unsigned long long *rows_of(sn_reader *r, sn_vtk_choice choice, int *n, sn_arena *arena)
{
  const unsigned long long *rows = NULL;
  sn_error e = {0};
  *n = 0;
  CHECK_OK(sn_vtk_rows(r, &choice, SN_VTK_MOST, arena, &rows, n, &e), e);
  return rows;
}

static void test_rows(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_error e = {0};
  int n;
  sn_reader *r = fixture_open("rows.h5", 50, arena); /* 0, 0.1, ... 4.9 s */
  const unsigned long long *rows = rows_of(r, (sn_vtk_choice){0}, &n, arena);
  CHECK(n == 50 && rows[49] == 49);
  rows = rows_of(r, (sn_vtk_choice){.every = 7}, &n, arena);
  CHECK(n == 8 && rows[1] == 7 && rows[7] == 49);
  rows = rows_of(r, (sn_vtk_choice){.every = 8}, &n, arena);
  CHECK(n == 7 && rows[6] == 48);
  rows = rows_of(r, (sn_vtk_choice){.every = 1000000000000ull}, &n, arena);
  CHECK(n == 1 && rows[0] == 0);
  const double times[] = {4.9, 0.31, 0, 0.29};
  rows = rows_of(r, (sn_vtk_choice){.n_time = 4, .time = times}, &n, arena);
  CHECK(n == 3 && rows[0] == 0 && rows[1] == 3 && rows[2] == 49); /* in order, each once */
  const double beyond[] = {1, 5};
  CHECK(sn_vtk_rows(r, &(sn_vtk_choice){.n_time = 2, .time = beyond}, 9, arena, &rows, &n, &e) == SN_EINPUT);
  CHECK_TEXT(e.what, "t = 5 s");
  CHECK_TEXT(e.why, "4.9");
  CHECK(sn_vtk_rows(r, &(sn_vtk_choice){0}, 8, arena, &rows, &n, &e) == SN_OK && n == 8 && rows[7] == 49);
  CHECK(sn_vtk_rows(r, &(sn_vtk_choice){0}, 7, arena, &rows, &n, &e) == SN_OK && n == 6 && rows[5] == 45);
  for (int most = 0; most < 3; most++) {
    CHECK(sn_vtk_rows(r, &(sn_vtk_choice){0}, most, arena, &rows, &n, &e) == SN_OK && n == 2 && rows[1] == 49);
  }
  CHECK(sn_vtk_rows(r, &(sn_vtk_choice){.every = 7}, 2, arena, &rows, &n, &e) == SN_OK && n == 8); /* as chosen */
  sn_reader_close(r);
  /* thinned evenly: 1001 stay, 2001 give every second */
  const int stored[] = {1, 1001, 1002, 2001}, kept[] = {1, 1001, 501, 1001};
  for (int i = 0; i < 4; i++) {
    r = fixture_open("rows.h5", stored[i], arena);
    rows = rows_of(r, (sn_vtk_choice){0}, &n, arena);
    CHECK(n == kept[i] && rows[n - 1] < (unsigned long long)stored[i]);
    sn_reader_close(r);
  }
  sn_arena_free(arena);
}

/* Three items: a line of three rows with a field along it, a line of two elements, a part with one number. */
static void test_fields(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_error e = {0};
  sn_reader *r = fixture_open("fields.h5", 200, arena);
  sn_scene_item items[3] = {{.name = "beam", .kind = "beam", .class = "part"},
                            {.name = "wire", .kind = "cable", .class = "part"},
                            {.name = "rod", .kind = "body", .class = "part"}};
  sn_scene_field fields[] = {{0, "moment", "N m", "nodes", 3, "/joints/pivot/reaction", 0}, /* t, 2 t, 3 t */
                             {1, "force", "N", "elements", 3, "/joints/pivot/reaction", 0},
                             {2, "force", "N", "part", 1, "/joints/pivot/angle", 0},
                             {2, "later", "", "corners", 3, "/nothing", 0}};
  sn_scene scene = {.n_item = 3, .item = items, .n_field = 4, .field = fields};
  sn_scene_code(&scene);
  sn_vtk_fields f;
  CHECK_OK(sn_vtk_fields_of(r, &scene, arena, &f, &e), e);
  CHECK(f.n_field == 2 && f.n_source == 3);
  CHECK(sn_vtk_fields_elements(&f, 0) == 0 && sn_vtk_fields_elements(&f, 1) == 3 && sn_vtk_fields_elements(&f, 2) == 0);
  const int item[6] = {0, 0, 0, 1, 2, -1}, element[6] = {-1, 0, 1, 2, -1, -1};
  const double along[6] = {0, 0.25, 2, -1, -1, -1};
  double x[6];
  for (unsigned long long row = 3; row < 200; row += row < 100 ? 1 : 50) { /* within windows and over their ends */
    const double t = (double)row * 0.1;
    CHECK_OK(sn_vtk_fields_read(r, &f, row, &e), e);
    sn_vtk_field_on_points(&f, &f.field[0], 6, item, along, x);
    CHECK_NEAR(x[0], t, 1e-14 * t);
    CHECK_NEAR(x[1], 1.25 * t, 1e-14 * t);
    CHECK_NEAR(x[2], 3 * t, 1e-14 * t);
    CHECK(isnan(x[3]) && isnan(x[4]) && isnan(x[5]));
    sn_vtk_field_on_cells(&f, &f.field[1], 6, item, element, x);
    CHECK(isnan(x[0]) && isnan(x[1]) && isnan(x[2]) && isnan(x[5]));
    CHECK_NEAR(x[3], 3 * t, 1e-14 * t);
    CHECK_NEAR(x[4], sin(t), 0);
  }
  fields[0].count = 4; /* not what the file has */
  CHECK(sn_vtk_fields_of(r, &scene, arena, &f, &e) == SN_EIO);
  CHECK_TEXT(e.what, "'moment' of 'beam'");
  sn_reader_close(r);
  sn_arena_free(arena);
}

static int count_files(const char *folder)
{
  int n = 0;
  DIR *d = opendir(folder);
  for (const struct dirent *x = d ? readdir(d) : NULL; x; x = readdir(d)) {
    n += strcmp(x->d_name, ".") != 0 && strcmp(x->d_name, "..") != 0;
  }
  if (d) {
    (void)closedir(d);
  }
  return d ? n : -1;
}

static char err[4096], out[4096];

/* `before`: shell words before the command. */
static int export(const char *before, const char *arguments)
{
  char line[1024];
  (void)snprintf(line, sizeof line, "%s '%s' export %s >../vtk_out.txt 2>../vtk_err.txt", before, SN_TEST_SINEW,
                 arguments);
  const int status = system(line);
  slurp("../vtk_out.txt", out, sizeof out);
  slurp("../vtk_err.txt", err, sizeof err);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void put_file(const char *file)
{
  FILE *f = fopen(file, "wb");
  CHECK(f && fputs("mine\n", f) >= 0);
  CHECK(f && fclose(f) == 0);
}

static void test_folder(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  CHECK(system("rm -rf folder") == 0);
  CHECK(mkdir("folder", 0777) == 0 && chdir("folder") == 0);
  sn_reader_close(fixture_open("a.h5", 30, arena));
  CHECK(export("", "a.h5 --vtk made/ --every 10") == 0);
  CHECK(strcmp(out, "made/scene.pvd\nmade/nodes.pvd\n") == 0 && strcmp(err, "") == 0);
  CHECK(count_files("made") == 2 * 3 + 2 && count_files(".") == 2);
  put_file("made/notes.txt");
  CHECK(export("", "a.h5 --vtk made --time 0 1.5 --joints") == 0); /* fewer: what is not ours or not listed stays */
  CHECK(count_files("made") == 2 * 3 + 3 && count_files(".") == 2);
  slurp("made/scene.pvd", out, sizeof out);
  CHECK_TEXT(out, "timestep=\"1.5\" group=\"\" part=\"0\" file=\"scene_0001.vtp\"");
  CHECK(strstr(out, "scene_0002.vtp") == NULL);
  slurp("made/notes.txt", out, sizeof out);
  CHECK(strcmp(out, "mine\n") == 0);
  /* mistakes */
  CHECK(export("", "a.h5 --vtk a.h5") == 5);
  CHECK_TEXT(err, "There is a file of that name");
  CHECK(export("", "a.h5 --vtk missing/deeper") == 5);
  CHECK_TEXT(err, "does not exist");
  CHECK(export("", "a.h5 --vtk /dev/null/x") == 5);
  CHECK(export("", "a.h5 --vtk ''") == 5);
  /* no space: nothing is left behind, and what was there stays */
  slurp("made/scene.pvd", out, sizeof out);
  char before[sizeof out];
  memcpy(before, out, sizeof out);
  CHECK(export("trap '' XFSZ; ulimit -f 1;", "a.h5 --vtk made") == 5);
  CHECK_TEXT(err, "could not be written");
  CHECK(count_files("made") == 2 * 3 + 3);
  slurp("made/scene.pvd", out, sizeof out);
  CHECK(strcmp(out, before) == 0);
  CHECK(export("trap '' XFSZ; ulimit -f 1;", "a.h5 --vtk other") == 5);
  CHECK(count_files(".") == 2);
  CHECK(chdir("..") == 0);
  sn_arena_free(arena);
}

static void test_words(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  CHECK(system("rm -rf words") == 0);
  CHECK(mkdir("words", 0777) == 0 && chdir("words") == 0);
  sn_reader_close(fixture_open("a.h5", 30, arena));
  CHECK(export("", "a.h5") == 2);
  CHECK_TEXT(err, "Give --vtk DIR, --csv FILE.csv, or both.");
  CHECK(export("", "--vtk x") == 2);
  CHECK(export("", "a.h5 --vtk x --every 2 --time 1") == 2);
  CHECK_TEXT(err, "exclude each other");
  CHECK(export("", "a.h5 --vtk x --every 0") == 2);
  CHECK(export("", "a.h5 --vtk x --every 1.5") == 2);
  CHECK_TEXT(err, "whole number");
  CHECK(export("", "a.h5 --vtk x --time 3.1") == 2);
  CHECK_TEXT(err, "from 0 to 2.9 s");
  CHECK(export("", "a.h5 --csv x --every 2") == 2);
  CHECK_TEXT(err, "--every belongs to --vtk");
  CHECK(export("", "a.h5 --csv a.h5") == 5);
  CHECK_TEXT(err, "A result file of that name exists");
  CHECK(system("echo '-- mine' >model.lua") == 0);
  CHECK(export("", "a.h5 --csv model.lua") == 5);
  CHECK_TEXT(err, "does not end in .csv");
  slurp("model.lua", out, sizeof out);
  CHECK(strcmp(out, "-- mine\n") == 0 && unlink("model.lua") == 0);
  CHECK(export("", "a.h5 --csv /dev/null") == 5);
  CHECK_TEXT(err, "device");
  CHECK(export("", "a.h5 --csv .") == 5);
  CHECK_TEXT(err, "folder");
  CHECK(export("", "a.h5 --csv missing/x.csv") == 5);
  CHECK(export("", "b.h5 --csv x.csv") == 5);
  CHECK(count_files(".") == 1);
  CHECK(export("trap '' XFSZ; ulimit -f 1;", "a.h5 --csv x.csv") == 5);
  CHECK(count_files(".") == 1);
  CHECK(export("", "a.h5 --csv x.csv --vtk both --every 29") == 0);
  CHECK(strcmp(out, "both/scene.pvd\nboth/nodes.pvd\nx.csv\n") == 0);
  slurp("x.csv", out, sizeof out);
  CHECK_TEXT(out, "t,angle,tip_x,tip_y,tip_z,twice\n0,0,0,0,0,0\n");
  CHECK(count_files("both") == 6);
  CHECK(chdir("..") == 0);
  sn_arena_free(arena);
}

/* An allocator whose n-th call fails. */
typedef struct {
  int left;
} budget;
static void *allocate(void *data, size_t size)
{
  budget *b = data;
  return b->left-- > 0 ? malloc(size) : NULL;
}
static void release(void *data, void *memory)
{
  (void)data;
  free(memory);
}

static void test_out_of_memory(void)
{
  sn_arena *stay = sn_arena_new(NULL);
  sn_reader *r = fixture_open("memory.h5", 5, stay);
  int worked = 0;
  CHECK(system("rm -rf memory && mkdir memory") == 0);
  for (int n = 1; n < 200 && !worked; n++) {
    budget b = {n};
    sn_arena *arena = sn_arena_new(&(sn_allocator){allocate, release, &b});
    sn_error e = {0};
    sn_vtk_report report;
    const sn_vtk_choice choice = {.joints = 1};
    if (arena) {
      const sn_status status = sn_vtk_export(r, "memory/x", &choice, arena, &report, &e);
      CHECK(status == SN_OK || status == SN_ENOMEM);
      worked = status == SN_OK;
      CHECK(count_files("memory") == worked);
    }
    sn_arena_free(arena);
  }
  CHECK(worked);
  sn_reader_close(r);
  sn_arena_free(stay);
}

int main(void)
{
  RUN(test_rows);
  RUN(test_fields);
  RUN(test_folder);
  RUN(test_words);
  RUN(test_out_of_memory);
  return REPORT();
}
