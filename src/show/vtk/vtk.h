/* show/vtk/vtk.h -- results for ParaView and other VTK programs.
 * What:    two series over time in a folder: scene.pvd (the true shapes as triangles) and nodes.pvd (places as points, lines
 *          through them), each with one .vtp file per time, with velocities, displacements and all fields of the scene.
 * Who:     cli/verb_export.c.
 */
#ifndef SN_SHOW_VTK_H
#define SN_SHOW_VTK_H
#include "results/reader.h"

/* Defaults: at most so many times (1000 intervals), and so many bytes. */
enum { SN_VTK_MOST = 1001 };
#define SN_VTK_MOST_BYTES 2e9

typedef struct {
  unsigned long long every; /* stored rows 0, every, 2 every, ...; 0: all of them, evenly thinned to the limits above */
  int n_time;               /* instead of `every`: the stored rows nearest to these times */
  const double *time;
  int joints; /* 1: symbols of joints, too */
} sn_vtk_choice;

typedef struct {
  unsigned long long stored; /* times in the result */
  int n;                     /* times in the series */
} sn_vtk_report;

/* The rows of a selection, in the order of time, each once; at most `most` if nothing is selected. */
sn_status sn_vtk_rows(sn_reader *r, const sn_vtk_choice *choice, int most, sn_arena *arena,
                      const unsigned long long **rows, int *n, sn_error *error);
/* The folder is made if it is missing; other files in it are kept. It appears, or its files change, only when all is written. */
sn_status sn_vtk_export(sn_reader *r, const char *folder, const sn_vtk_choice *choice, sn_arena *arena,
                        sn_vtk_report *report, sn_error *error);

#endif
