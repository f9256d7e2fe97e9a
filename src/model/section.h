/* model/section.h -- cross sections of beams: what a user writes, and the numbers that follow from it.
 * What:    a section lies in the plane of the beam's second and third axis: y along d2, z along d3, origin on the beam's
 *          line. Its numbers are geometry only; parts/section.h makes stiffness and mass of them.
 * Who:     the reader of SN_SECTION fields (model/section.c) fills it; beams and pictures read it.
 */
#ifndef SN_MODEL_SECTION_H
#define SN_MODEL_SECTION_H
#include "base/arena.h"
#include "base/error.h"

/* What a section looks like: the first loop runs counterclockwise (from y to z) around it, the others clockwise around
   holes. Points are one loop after the other, from the beam's line. */
typedef struct {
  int n_loop, n_point;
  const int *count; /* points of each loop */
  const double (*point)[2];
} sn_outline;

typedef struct sn_section_kind sn_section_kind;
typedef struct {
  const sn_section_kind *kind;
  double area;            /* m^2 */
  double shear[3];        /* effective shear areas: along y, along z, product (0 unless turned or not symmetric) */
  double second[3];       /* about the centroid: int y^2, int z^2, int y z dA */
  double torsion;         /* torsion constant J */
  double centroid[2];     /* from the beam's line */
  double shear_centre[2]; /* from the beam's line */
  sn_outline outline;
} sn_section;

/* A section along a beam: the same everywhere, or one whose sizes are functions of the length s. */
typedef struct {
  int given;
  const sn_section *same;        /* NULL: it varies */
  const struct sn_value *varied; /* the record that the user's function returned, numbers and functions of s */
  const char *what, *where;      /* for messages */
} sn_sections;
/* The section at the length s; kept in the arena. */
sn_status sn_section_at(const sn_sections *all, double s, sn_arena *arena, const sn_section **out, sn_error *error);

#endif
