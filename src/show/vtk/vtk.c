/* show/vtk/vtk.c -- results for ParaView and other VTK programs.
 * What:    see show/vtk/vtk.h. Names: scene_0000.vtp ..., nodes_0000.vtp ..., and the two lists, which are put in place last.
 * Limits:  files are not compressed; a mesh of 1e5 triangles takes about 5 MB per time. A series that nobody thinned by
 *          choice is thinned to 1001 times and 2 GB.
 * Tests:   tests/show/test_vtk.c, tests/show/read_vtk.py.
 */
#include "show/vtk/vtk.h"

#include <stdio.h>

#include "show/vtk/vtk_folder.h"
#include "show/vtk/vtk_private.h"

enum { PATH_ROOM = 4352 };

/* All files: n of the shapes, n of the nodes, and their lists. */
static sn_status make_names(int n, sn_arena *arena, const char *const **out, sn_error *error)
{
  const char **name = SN_NEW(arena, const char *, 2 * (size_t)n + 2);
  int digits = 4;
  for (int most = 10000; most <= n - 1 && digits < 9; most *= 10) {
    digits++;
  }
  *out = name;
  if (!name) {
    return sn_no_memory(error, "names of files");
  }
  name[2 * n] = "scene.pvd";
  name[2 * n + 1] = "nodes.pvd";
  for (int i = 0; i < n; i++) {
    name[i] = sn_arena_format(arena, "scene_%0*d.vtp", digits, i);
    name[n + i] = sn_arena_format(arena, "nodes_%0*d.vtp", digits, i);
    if (!name[i] || !name[n + i]) {
      return sn_no_memory(error, "names of files");
    }
  }
  return SN_OK;
}

static sn_status make_places(const sn_scene *scene, sn_arena *arena, sn_poses *out, sn_error *error)
{
  const size_t n = (size_t)scene->n_place;
  *out = (sn_poses){.position = SN_NEW(arena, double, 3 * n),
                    .quaternion = SN_NEW(arena, double, 4 * n),
                    .velocity = SN_NEW(arena, double, 3 * n),
                    .spin = SN_NEW(arena, double, 3 * n)};
  return out->position && out->quaternion && out->velocity && out->spin ? SN_OK : sn_no_memory(error, "the places");
}

typedef struct {
  sn_reader *reader;
  sn_scene scene;
  sn_vtk_fields fields;
  sn_poses places;
  sn_vtk_shapes *shapes;
  sn_vtk_nodes *nodes;
  int n;
  const unsigned long long *row;
  double *time;
} job;

/* Fewer times, if the user has not chosen them and their files would be too large. */
static sn_status thin(job *j, const sn_vtk_choice *choice, sn_arena *arena, sn_error *error)
{
  SN_TRY(sn_vtk_fields_read(j->reader, &j->fields, 0, error));
  const double bytes = sn_vtk_piece_bytes(sn_vtk_shapes_at(j->shapes, &j->places)) +
                       sn_vtk_piece_bytes(sn_vtk_nodes_at(j->nodes, &j->places));
  if (choice->every > 0 || choice->n_time > 0 || j->n * bytes <= SN_VTK_MOST_BYTES) {
    return SN_OK;
  }
  return sn_vtk_rows(j->reader, choice, (int)(SN_VTK_MOST_BYTES / bytes), arena, &j->row, &j->n, error);
}

static sn_status prepare(job *j, const sn_vtk_choice *choice, sn_arena *arena, sn_error *error)
{
  SN_TRY(sn_vtk_rows(j->reader, choice, SN_VTK_MOST, arena, &j->row, &j->n, error));
  SN_TRY(sn_scene_read(j->reader, arena, &j->scene, error));
  SN_TRY(sn_vtk_fields_of(j->reader, &j->scene, arena, &j->fields, error));
  SN_TRY(make_places(&j->scene, arena, &j->places, error));
  SN_TRY(sn_scene_poses(j->reader, &j->scene, 0, &j->places, error));
  SN_TRY(sn_vtk_shapes_new(&j->scene, &j->fields, choice->joints, &j->places, arena, &j->shapes, error));
  SN_TRY(sn_vtk_nodes_new(&j->scene, &j->fields, &j->places, arena, &j->nodes, error));
  SN_TRY(thin(j, choice, arena, error));
  j->time = SN_NEW(arena, double, j->n);
  return j->time ? SN_OK : sn_no_memory(error, "the list of times");
}

static sn_status write_all(job *j, const sn_vtk_folder *folder, sn_error *error)
{
  char path[PATH_ROOM];
  const int n = j->n;
  for (int i = 0; i < n; i++) {
    SN_TRY(sn_scene_poses(j->reader, &j->scene, j->row[i], &j->places, error));
    SN_TRY(sn_vtk_fields_read(j->reader, &j->fields, j->row[i], error));
    j->time[i] = j->places.t;
    const sn_vtk_piece *shapes = sn_vtk_shapes_at(j->shapes, &j->places);
    SN_TRY(sn_vtk_write_piece(sn_vtk_folder_path(folder, i, path, sizeof path), shapes, error));
    const sn_vtk_piece *nodes = sn_vtk_nodes_at(j->nodes, &j->places);
    SN_TRY(sn_vtk_write_piece(sn_vtk_folder_path(folder, n + i, path, sizeof path), nodes, error));
  }
  for (int i = 0; i < 2; i++) {
    const char *list = sn_vtk_folder_path(folder, 2 * n + i, path, sizeof path);
    SN_TRY(sn_vtk_write_list(list, n, j->time, folder->name + (size_t)i * (size_t)n, error));
  }
  return SN_OK;
}

sn_status sn_vtk_export(sn_reader *r, const char *target, const sn_vtk_choice *choice, sn_arena *arena,
                        sn_vtk_report *report, sn_error *error)
{
  const char *const *names;
  sn_vtk_folder folder;
  job j = {.reader = r};
  SN_TRY(prepare(&j, choice, arena, error));
  SN_TRY(make_names(j.n, arena, &names, error));
  SN_TRY(sn_vtk_folder_open(target, 2 * j.n + 2, names, arena, &folder, error));
  sn_status status = write_all(&j, &folder, error);
  status = status == SN_OK ? sn_vtk_folder_finish(&folder, error) : status;
  if (status != SN_OK) {
    sn_vtk_folder_discard(&folder);
  }
  *report = (sn_vtk_report){sn_reader_time(r)->rows, j.n};
  return status;
}
