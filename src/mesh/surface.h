/* mesh/surface.h -- a triangle surface out of an STL or OBJ file, and the mass properties of what it encloses.
 * Who:     shapes (model/kind.h) point to it; results and viewer draw it. Lives in the arena of the model.
 */
#ifndef SN_MESH_SURFACE_H
#define SN_MESH_SURFACE_H
#include "base/arena.h"
#include "base/error.h"
#include "math/v3.h"

/* Why a surface encloses nothing. */
typedef enum {
  SN_SURFACE_CLOSED,
  SN_SURFACE_OPEN,    /* edges of one triangle, or of another odd number */
  SN_SURFACE_CROSSED, /* edges of four triangles or more whose orientations do not go in pairs */
  SN_SURFACE_TWISTED, /* edges at which a one-sided surface meets itself the wrong way round */
  SN_SURFACE_DOUBLED, /* triangles that are there twice */
  SN_SURFACE_FLAT     /* closed, but without volume */
} sn_surface_flaw;

/* Everything in units of the file. Vertices are welded and all used; no triangle is degenerate; a closed surface has
   its triangles counter-clockwise as seen from outside, those around a cavity as seen from within it. */
typedef struct {
  int n_vertex;
  const double (*vertex)[3];
  int n_triangle;
  const int (*triangle)[3];
  const char *file; /* as written in the model */
  sn_v3 lo, hi;     /* the box around it */
  sn_surface_flaw flaw;
  int n_flaw;           /* edges, or triangles, that are so */
  sn_v3 flaw_at[2];     /* the ends of one of these edges, two corners of one of these triangles */
  double volume;        /* closed: of what is enclosed, */
  sn_v3 centre;         /* its centre, */
  double inertia[3][3]; /* and its inertia about the centre for unit density */
} sn_surface;

enum { SN_SURFACE_TRIANGLES = 5000000, SN_SURFACE_BYTES = 512 << 20 }; /* most of a file */

/* The file's content (a zero byte follows the last one) as a surface; the format by the ending of the name: .stl
   (binary or text) or .obj. Errors have what, why and fix; what begins with the line, triangle or byte and the name. */
sn_status sn_surface_parse(const char *name, const char *bytes, size_t size, sn_arena *arena, const sn_surface **out,
                           sn_error *error);
/* SN_OK if the surface is closed and has a volume; else an error that says how many edges are open, and where. */
sn_status sn_surface_check_solid(const sn_surface *s, sn_error *error);

#endif
