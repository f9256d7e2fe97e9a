/* show/vtk/vtk_folder.h -- a folder of files that appears whole or not at all.
 * What:    files are written into a temporary folder on the same disk and moved to their place when all are good. A folder
 *          that exists keeps whatever else it holds; files of the same names are replaced.
 * Who:     show/vtk/vtk.c. Owner of the names: the arena.
 */
#ifndef SN_SHOW_VTK_FOLDER_H
#define SN_SHOW_VTK_FOLDER_H
#include "base/arena.h"
#include "base/error.h"

typedef struct {
  const char *target, *temporary;
  int exists; /* the target folder existed before */
  int n;
  const char *const *name; /* n: files, those that others refer to first */
} sn_vtk_folder;

sn_status sn_vtk_folder_open(const char *target, int n, const char *const *name, sn_arena *arena, sn_vtk_folder *out,
                             sn_error *error);
/* Where to write file i; *path has room for `size` letters. */
const char *sn_vtk_folder_path(const sn_vtk_folder *f, int i, char *path, unsigned long size);
/* Moves everything to its place. */
sn_status sn_vtk_folder_finish(const sn_vtk_folder *f, sn_error *error);
/* Removes what was written so far. */
void sn_vtk_folder_discard(const sn_vtk_folder *f);

#endif
