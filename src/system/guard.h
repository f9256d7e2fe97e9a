/* system/guard.h -- elements that must not fold: what an element has to keep, whatever the law of its material says.
 * What:    strains are squares and products of vectors. They do not know whether a line or a surface has passed through zero and come out inside out, and
 *          their energy is finite there. Kinds of parts declare for each element which of its points say so; whoever accepts a step or an equilibrium asks.
 *          Strains that are linear about one frame know no limit at all: of such a body its places tell how far it has left the frame.
 * Who:     parts declare (sn_guard_line, sn_guard_surface, sn_guard_volume, sn_guard_length, sn_guard_linear); run, api, analysis ask.
 */
#ifndef SN_SYSTEM_GUARD_H
#define SN_SYSTEM_GUARD_H
#include "system/builder.h"
#include "system/finite.h"

/* What users call the element: its number, (column, row) if it has columns; 0: the part is one element. */
typedef struct {
  long number;
  int columns;
} sn_element_name;

typedef struct sn_guard_law sn_guard_law;
typedef struct sn_guard {
  const sn_guard_law *law;
  int block, n;      /* the element's block; places that are looked at */
  const int *point;  /* n rows of points of the block */
  int n_vector;      /* surface: its mean director, a weighted sum of vectors; */
  const int *vector; /* shapes: its axes and slopes, rows of weights on vectors */
  const double *weight;
  double size; /* of the element: rates times it are turns */
  const double *
      unstrained; /* of every place what says how long it is without strain: of a line nothing, of a surface its metric (3 numbers),
                             of a length this, 0 where it is not constant */
  sn_element_name name;
} sn_guard;

/* ---- declared for the current block; points are its own (sn_interpolate). */
enum { SN_GUARD_LINE_POINTS = 6, SN_GUARD_SURFACE_POINTS = 4, SN_GUARD_VOLUME_POINTS = 3 };
/* Points are n rows. A line with axes: at n places x', d1, d2, and the rates d1', d2', d3', by the length. The line runs along d1, axes between nodes are not shorter than
   half of their length. */
void sn_guard_line(sn_builder *b, sn_element_name name, double length, int n, const int *point);
/* A surface with a director: at n places x,1 and x,2, d,1 and d,2, by coordinates that go from 0 to 1; and its mean director. The normal is on the side of the
   director. */
void sn_guard_surface(sn_builder *b, sn_element_name name, int n, const int *point, int n_director, const int *vector,
                      const double *weight);
/* A volume: at n places x,1 x,2 x,3 by the places without strain. Their product is positive. */
void sn_guard_volume(sn_builder *b, sn_element_name name, int n, const int *point);
/* A line without axes: at n places x', without strain so long (0: not constant). It does not pass through zero within a step, unless it is a
   rope, which may lie as it likes. */
void sn_guard_length(sn_builder *b, sn_element_name name, double unstrained, int n, const int *point);
void sn_guard_rope(sn_builder *b, sn_element_name name, double unstrained, int n, const int *point);
/* A volume of linear strains about a frame: its axes d1, d2, d3, then at n places x,1 x,2 x,3 by the places without strain. */
void sn_guard_linear(sn_builder *b, sn_element_name name, int n, const int *point);
/* The same of a body of shapes: rows of weights on n_vector vectors, of the three axes and of three slopes at each place. */
void sn_guard_shapes(sn_builder *b, int n, int n_vector, const int *vector, const double *weight);

/* ---- asked. before: where the step began; NULL: passing through zero is not looked at. The first element that does not hold; 1: found, `source` of *out is
   its place among the guards of the system. */
int sn_find_folded(const sn_system *s, const sn_v3 *before, const sn_v3 *q, double t, sn_bad_law *out);
/* The largest turn from end to end of an element, rad, and the guard that has it (-1: none). */
double sn_largest_turn(const sn_system *s, const sn_v3 *q, int *guard);
/* How far elements are compressed and stretched: the least and the largest length over that without strain (1: none is known), and the
   guards that have them (-1). A rope that is slack is not compressed. */
typedef struct {
  double least, most;
  int shortest, longest;
} sn_stretches;
sn_stretches sn_largest_stretches(const sn_system *s, const sn_v3 *q);
/* How far bodies of linear strains have left them: the largest strain, and the largest turn against the frame, rad; and the guards that have
   them (-1: there are no such bodies). A turn by x makes a strain of x^2/2 that linear strains miss. */
#define SN_LINEAR_STRAIN_WARNED 1e-2
#define SN_LINEAR_TURN_WARNED 0.1
#define SN_LINEAR_MOST 1.0 /* of both: beyond it a step or an equilibrium does not count */
typedef struct {
  double strain, turn;
  int strained, turned;
} sn_departures;
sn_departures sn_largest_departures(const sn_system *s, const sn_v3 *q);
/* 1: the law of this element has a finite energy where its length, area or volume is zero, as no material has. */
int sn_guard_is_crushable(const sn_system *s, const sn_guard *g);
/* What the user may write so that such an element cannot be crushed: "a bar of law = ..."; "": nothing does. */
const char *sn_guard_uncrushable(const sn_guard *g);
/* "element 3", "element (2, 3)", "it"; room for 64 characters. */
const char *sn_guard_name(const sn_guard *g, char text[64]);
/* In words; t NAN: an equilibrium. sn_bad_law_error calls it. */
sn_status sn_folded_error(const sn_system *s, const sn_bad_law *b, sn_status status, sn_error *error);
/* A vector that went from u to w within a step: did it pass through zero, or so closely by that it has turned round? */
int sn_passes_zero(sn_v3 u, sn_v3 w);

#endif
