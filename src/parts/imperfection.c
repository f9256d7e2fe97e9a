/* parts/imperfection.c -- shells and beams that are not perfect: shapes of modes move their nodes before anything else is made of them.
 * What:    of each mode the displacements of a file, scaled so that the largest of all its parts is the amplitude, are added to the places
 *          as drawn. Axes and directors stay those of the perfect part: strains are counted from the drawn ones. The file must be of this
 *          mesh: name, number and places of the nodes are checked.
 * Tests:   tests/shells/test_bow.c, tests/beams/test_bow.c
 */
#include "parts/imperfection.h"

#include <stddef.h>

#include "base/text.h"
#include "model/mode_file.h"
#include "model/model.h"

static const double apart = 1e-6; /* largest distance of a node from its place in the file, over the size of the part */

/* What is put together. */
typedef struct {
  const sn_item *item;
  const sn_mode_file *file;
  int n;
  const sn_v3 *x; /* of its n nodes */
  sn_v3 *deviation;
  sn_error *error;
} making;

static sn_status again(const making *m)
{
  sn_error_fix(m->error, "Find the modes of this model with amplitude = 0: sinew modes MODEL.lua --buckling --shapes "
                         "FILE.txt");
  return SN_EINPUT;
}

static int last_mode(const sn_mode_file *f)
{
  int n = 0;
  for (int k = 0; k < f->n; k++) {
    n = f->part[k].mode > n ? f->part[k].mode : n;
  }
  return n;
}

static sn_status not_there(const making *m, int mode)
{
  enum { MOST = 40 };
  const char *known[MOST];
  int n = 0;
  char all[200];
  if (sn_mode_file_scale(m->file, mode) == 0) {
    sn_item_fail(m->item, SN_EINPUT, m->error, "imperfection_mode of %s '%s': \"%.60s\" has no mode %d.",
                 m->item->kind->name, m->item->name, m->file->file, mode);
    sn_error_why(m->error, "Its last mode is %d.", last_mode(m->file));
    sn_error_fix(m->error, "Ask for more: sinew modes MODEL.lua --buckling -n %d --shapes FILE.txt", mode);
    return SN_EINPUT;
  }
  for (int k = 0; k < m->file->n && n < MOST; k++) {
    if (m->file->part[k].mode == mode) {
      known[n++] = m->file->part[k].part;
    }
  }
  sn_join(all, sizeof all, known, n);
  sn_item_fail(m->item, SN_EINPUT, m->error, "imperfection_mode of %s '%s': it is not in \"%.60s\".",
               m->item->kind->name, m->item->name, m->file->file);
  sn_error_why(m->error, "The file has the parts %s.", all);
  return again(m);
}

/* The nodes of the file are those of the shell: n of them, at its places x. */
static sn_status same_mesh(const making *m, const sn_mode_part *p)
{
  const int n = m->n;
  sn_v3 lo = v3(INFINITY, INFINITY, INFINITY), hi = v3(-INFINITY, -INFINITY, -INFINITY);
  if (p->n != n) {
    sn_item_fail(m->item, SN_EINPUT, m->error, "imperfection_mode of %s '%s': it has %d nodes, but %d in \"%.60s\".",
                 m->item->kind->name, m->item->name, n, p->n, m->file->file);
    sn_error_why(m->error, "The modes are of another mesh.");
    return again(m);
  }
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < 3; i++) {
      lo.x[i] = fmin(lo.x[i], p->x[k].x[i]);
      hi.x[i] = fmax(hi.x[i], p->x[k].x[i]);
    }
  }
  for (int k = 0; k < n; k++) {
    const sn_v3 x = m->x[k];
    if (!(v3_norm(v3_sub(x, p->x[k])) <= apart * v3_norm(v3_sub(hi, lo)))) {
      sn_item_fail(m->item, SN_EINPUT, m->error,
                   "imperfection_mode of %s '%s': node %d is at (%.6g, %.6g, %.6g), but at (%.6g, %.6g, %.6g) in "
                   "\"%.60s\".",
                   m->item->kind->name, m->item->name, k, x.x[0], x.x[1], x.x[2], p->x[k].x[0], p->x[k].x[1],
                   p->x[k].x[2], m->file->file);
      sn_error_why(m->error, "The modes are of another mesh, or of a %s that was not perfect.", m->item->kind->name);
      return again(m);
    }
  }
  return SN_OK;
}

static sn_status add_mode(const making *m, int mode, double amplitude)
{
  if (amplitude == 0) {
    return SN_OK;
  }
  const sn_mode_part *p = sn_mode_file_find(m->file, mode, m->item->name);
  if (!p) {
    return not_there(m, mode);
  }
  SN_TRY(same_mesh(m, p));
  const double scale = amplitude * sn_mode_file_scale(m->file, mode);
  for (int k = 0; k < p->n; k++) {
    m->deviation[k] = v3_axpy(m->deviation[k], scale, p->d[k]);
  }
  return SN_OK;
}

static sn_status right_rows(const sn_item *item, const sn_numbers *also, sn_error *error)
{
  int good = also->n == 0 || also->columns == 2;
  for (int k = 0; good && k < also->n; k += 2) {
    good = also->x[k] == floor(also->x[k]) && also->x[k] >= 1 && also->x[k] <= SN_MODE_FILE_MODES;
  }
  if (good) {
    return SN_OK;
  }
  sn_item_fail(item, SN_EINPUT, error, "`also` in imperfection_mode of %s '%s' is no list of modes and amplitudes.",
               item->kind->name, item->name);
  sn_error_fix(error, "Write rows: also = { { 2, 0.5e-3 }, { 3, 0.2e-3 } }.");
  return SN_EINPUT;
}

int sn_imperfection_is_perfect(const sn_imperfection *w)
{
  int zero = !w->given || w->amplitude == 0;
  for (int k = 1; w->given && k < w->also.n; k += 2) {
    zero = zero && w->also.x[k] == 0;
  }
  return zero;
}

static sn_status cannot_read(const sn_item *item, const sn_error *e, sn_error *error)
{
  sn_item_fail(item, e->status, error, "imperfection_mode of %s '%s': %s", item->kind->name, item->name, e->what);
  sn_error_why(error, "%s", e->why);
  sn_error_fix(error,
               e->status == SN_EIO ? "%s Such a file is written by: sinew modes MODEL.lua --buckling --shapes "
                                     "FILE.txt, with amplitude = 0."
                                   : "%s",
               e->fix);
  return e->status;
}

sn_status sn_imperfection_of(const sn_item *item, const sn_imperfection *w, int n, const sn_v3 *x, sn_arena *arena,
                             const sn_v3 **out, sn_error *error)
{
  const sn_mode_file *file = NULL;
  sn_error e = {0};
  *out = NULL;
  SN_TRY(right_rows(item, &w->also, error));
  if (sn_imperfection_is_perfect(w)) {
    return SN_OK;
  }
  if (sn_model_mode_file(item->model, w->file, &file, &e) != SN_OK) {
    return cannot_read(item, &e, error);
  }
  sn_v3 *deviation = SN_NEW(arena, sn_v3, n);
  if (!deviation) {
    return sn_no_memory(error, "the model");
  }
  const making m = {item, file, n, x, deviation, error};
  SN_TRY(add_mode(&m, w->mode, w->amplitude));
  for (int k = 0; k < w->also.n; k += 2) {
    SN_TRY(add_mode(&m, (int)w->also.x[k], w->also.x[k + 1]));
  }
  *out = deviation;
  return SN_OK;
}

const sn_input sn_imperfection_inputs[] = {
    {"file", SN_TEXT, "",
     "name of a file in the folder of the model with the modes of the perfect model: sinew modes MODEL.lua --buckling "
     "--shapes "
     "FILE",
     SN_MEMBER(sn_imperfection, file), .required = 1},
    {"mode", SN_COUNT, "", "its number in the file", SN_MEMBER(sn_imperfection, mode),
     SN_BETWEEN(1, SN_MODE_FILE_MODES), SN_PRESET(1)},
    {"amplitude", SN_NUMBER, "m",
     "largest displacement of the mode anywhere on shells and beams; its largest component there is positive if this "
     "is; 0: perfect, and the file is not needed",
     SN_MEMBER(sn_imperfection, amplitude), .required = 1},
    {"also", SN_NUMBERS, "", "rows { mode, amplitude } of further modes, added up", SN_MEMBER(sn_imperfection, also)},
    {0}};
