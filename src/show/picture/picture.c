/* show/picture/picture.c -- a result as a PNG; and how a result file becomes something to draw.
 * Tests:   tests/show/test_picture.c.
 */
#include "show/picture/picture.h"
#include "results/modes.h"

#include <limits.h>
#include <string.h>

#include "show/picture/picture_private.h"
#include "show/picture/png.h"

/* ---- from a result file */
typedef struct {
  sn_reader *reader;
  const sn_scene *scene;
  double *row; /* room for the widest row read so far */
  int room;
  sn_arena *arena;
} from_reader;

static sn_status places(void *data, int row, sn_poses *out, sn_error *error)
{
  const from_reader *f = data;
  return sn_scene_poses(f->reader, f->scene, (unsigned long long)row, out, error);
}

static sn_status values(void *data, const char *path, int row, int n, double *out, sn_error *error)
{
  from_reader *f = data;
  sn_series s;
  SN_TRY(sn_reader_find(f->reader, path, &s, error));
  if (s.width > f->room) {
    f->row = SN_NEW(f->arena, double, s.width);
    f->room = f->row ? s.width : 0;
    if (!f->row) {
      return sn_no_memory(error, "the numbers of a picture");
    }
  }
  if ((s.part < 0 ? n > s.width : n > 1) || (unsigned long long)row >= s.rows) {
    return sn_failf(error, SN_EIO, "The series %s does not fit the scene.", path);
  }
  SN_TRY(sn_reader_read(f->reader, &s, (unsigned long long)row, 1, f->row, error));
  memcpy(out, f->row + (s.part < 0 ? 0 : s.part), sizeof *out * (size_t)n);
  return SN_OK;
}

sn_status sn_picture_of_reader(sn_reader *r, sn_arena *arena, sn_picture_source *out, sn_error *error)
{
  const sn_series *time = sn_reader_time(r);
  const int n = time->rows < INT_MAX ? (int)time->rows : INT_MAX;
  sn_scene *scene = SN_NEW(arena, sn_scene, 1);
  from_reader *f = SN_NEW(arena, from_reader, 1);
  double *t = SN_NEW(arena, double, n);
  if (!scene || !f || !t) {
    return sn_no_memory(error, "the picture");
  }
  SN_TRY(sn_scene_read(r, arena, scene, error));
  if (n > 0) {
    SN_TRY(sn_reader_read(r, time, 0, n, t, error));
  }
  *f = (from_reader){.reader = r, .scene = scene, .arena = arena};
  sn_mode_table *modes = SN_NEW(arena, sn_mode_table, 1);
  const char *scheme = NULL;
  if (!modes) {
    return sn_no_memory(error, "the picture");
  }
  SN_TRY(sn_modes_read(r, arena, modes, error));
  SN_TRY(sn_reader_text(r, "/summary/scheme", &scheme, error));
  *out =
      (sn_picture_source){scene, n, t, places, values, f, modes->n > 0 ? modes : NULL, strcmp(scheme, "static") == 0};
  return SN_OK;
}

/* ---- one picture */
sn_status sn_draw_png(const sn_picture_source *source, const sn_picture_options *o, const char *file, sn_arena *arena,
                      sn_error *error)
{
  const int given = o && o->n_time > 0, n = given ? o->n_time : 1;
  sn_studio *s = SN_NEW(arena, sn_studio, 1);
  int *row = SN_NEW(arena, int, n);
  if (!s || !row) {
    return sn_no_memory(error, "the picture");
  }
  sn_picture_options options = o ? *o : (sn_picture_options){0};
  const double last = source->n_row > 0 ? source->time[source->n_row - 1] : 0;
  options.n_time = n;
  options.time = given ? o->time : &last;
  SN_TRY(sn_studio_new(source, &options, o && o->overlay ? 1 : n, 1280, 720, arena, s, error));
  for (int i = 0; i < n; i++) {
    row[i] = sn_row_at(source, options.time[i]);
  }
  SN_TRY(sn_studio_take(s, row, n, error));
  sn_output out;
  SN_TRY(sn_output_open(&out, file, arena, error));
  return sn_output_close(&out, sn_png_write(&s->image, s->theme->clear, out.to, arena, error), error);
}

sn_status sn_picture_png(sn_reader *r, const sn_picture_options *o, const char *file, sn_arena *arena, sn_error *error)
{
  sn_picture_source source;
  SN_TRY(sn_picture_of_reader(r, arena, &source, error));
  return sn_draw_png(&source, o, file, arena, error);
}
