/* session/mode_shapes.c -- shapes of modes as a text, from which shells and beams of other runs take what is not perfect in them.
 * What:    every node of every shell and beam: its place as drawn, and its displacement in each mode, turned back to the drawn configuration
 *          (model/mode_file.h has the format). Frames are sums of vectors, so that nodes held by other parts move with these.
 * Tests:   tests/shells/test_bow.c, tests/beams/test_bow.c
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "model/mode_file.h"
#include "session/session_modes.h"

/* What every vector does in a mode, to first order. */
static void displace(const sn_session *s, const sn_mode *m, sn_v3 *by)
{
  const sn_system *system = s->frozen.system;
  memset(by, 0, (size_t)system->n_vector * sizeof *by);
  for (int i = 0; i < system->n_node; i++) {
    const sn_node *n = system->node + i;
    const double *re = m->re + 6 * (size_t)i;
    for (int a = 0; a < n->n_vec; a++) {
      const int v = n->vector[a];
      by[v] = a < n->has_x ? v3(re[0], re[1], re[2]) : v3_cross(v3(re[3], re[4], re[5]), s->frozen.start.q[v]);
    }
  }
}

static sn_v3 moved(const sn_frame *f, const sn_v3 *by)
{
  const double *w = sn_point_row(f);
  sn_v3 d = v3(0, 0, 0);
  for (int k = 0; k < f->n; k++) {
    d = v3_axpy(d, w[k], by[f->vector[k]]);
  }
  return d;
}

static sn_status put_item(FILE *to, int mode, const sn_item *item, const sn_v3 *by, sn_error *error)
{
  const int n = item->kind->part.stations(item);
  for (int k = 0; k < n; k++) {
    sn_frame f;
    sn_v3 x;
    sn_m3 axes;
    SN_TRY(item->kind->part.attach(item, k, NULL, &f, error));
    SN_REQUIRE(item->kind->part.drawn(item, k, &x, &axes), error);
    const sn_v3 d = m3_tmul(item->start->turn, moved(&f, by));
    (void)fprintf(to, "%d %s %d %.17g %.17g %.17g %.17g %.17g %.17g\n", mode, item->name, k, x.x[0], x.x[1], x.x[2],
                  d.x[0] + 0, d.x[1] + 0, d.x[2] + 0);
  }
  return SN_OK;
}

/* Shells and beams: parts that may be not perfect. */
static int can_be_imperfect(const sn_item *item)
{
  return item->kind->part.imperfection != NULL && item->frozen;
}

static sn_status put_all(const sn_session *s, const sn_modes *modes, int buckling, FILE *to, sn_error *error)
{
  sn_v3 *by = SN_NEW(s->arena, sn_v3, s->frozen.system->n_vector);
  if (!by) {
    return sn_no_memory(error, "the modes");
  }
  (void)fprintf(to, "# %s of %s: places as drawn, and displacements; for imperfection_mode\n",
                buckling ? "buckling" : "vibrations", s->name);
  (void)fprintf(to, SN_MODE_FILE_HEAD "\n");
  for (int k = 0; k < modes->n; k++) {
    displace(s, &modes->mode[k], by);
    for (int i = 0; i < sn_model_items(s->model); i++) {
      const sn_item *item = sn_model_item(s->model, i);
      if (can_be_imperfect(item)) {
        SN_TRY(put_item(to, k + 1, item, by, error));
      }
    }
  }
  return SN_OK;
}

static sn_status check(const sn_session *s, const sn_modes *modes, sn_error *error)
{
  int any = 0;
  for (int i = 0; i < sn_model_items(s->model); i++) {
    any = any || can_be_imperfect(sn_model_item(s->model, i));
  }
  if (!any) {
    return sn_fail(error, SN_EINPUT, "command line", "There is no shell and no beam whose shapes could be written.",
                   "--shapes writes how the nodes of shells and beams move in each mode.", "Leave out --shapes.");
  }
  if (!modes->symmetric) {
    return sn_fail(error, SN_EINPUT, "command line", "These modes have no shapes that could be written.",
                   "They are complex: damping, rotation or forces that follow.", "Try --undamped, or --buckling.");
  }
  return SN_OK;
}

/* An older table may be written over, but no model and no result. */
static const char *in_the_way(const char *file)
{
  const size_t n = strlen(file);
  const int table = n > 4 && strcmp(file + n - 4, ".txt") == 0;
  const char *why = sn_file_in_the_way(file);
  return why || table || access(file, F_OK) != 0 ? why
                                                 : "A file of that name exists, and its name does not end in .txt.";
}

sn_status sn_session_write_shapes(const sn_session *s, const sn_modes *modes, int buckling, const char *file,
                                  sn_error *error)
{
  SN_TRY(check(s, modes, error));
  const char *why = in_the_way(file);
  FILE *f = why ? NULL : fopen(file, "w");
  sn_status status = f ? put_all(s, modes, buckling, f, error) : SN_OK;
  const int bad = !f || ferror(f);
  if (((f && fclose(f) != 0) || bad) && status == SN_OK) {
    status = sn_fail(error, SN_EIO, file, "The file cannot be written.", why ? why : strerror(errno),
                     "Give a name in a folder that exists and can be written.");
  }
  return status;
}
