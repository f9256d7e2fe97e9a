/* parts/part.h -- what the kinds of parts share, and the list of them.
 * Who:     parts/ (one .c per kind) and catalogue.c.
 * How:     read point.c first; a new part is one such file, and a word in the list here.
 */
#ifndef SN_PARTS_PART_H
#define SN_PARTS_PART_H
#include "model/kind.h"

/* Every kind of part, in the order of the reference and of messages; a new one is its file and a word here. */
#define SN_EVERY_PART(X) X(point) X(body) X(link) X(bar) X(cable) X(beam) X(shell) X(solid) X(base) X(plane_rod)
SN_EVERY_PART(SN_DECLARE_KIND)

/* Not given: value for a vector of a field. */
sn_v3 sn_vector_or(sn_v3 given, sn_v3 otherwise);

/* Drawn place of an end: from the point list, the field, or the point it shares; 0 if none of them says. */
int sn_end_drawn(const sn_item *item, int last, const sn_points *points, sn_v3 from, sn_v3 to, sn_v3 *x);
/* The end of a link or cable. Point nodes are shared (their frame is returned), and so is a point of the ground
   (frame.node < 0: it carries no mass); nothing given, a body or a base: *out is a new point node at x (ground
   coordinates, initial configuration), and a body or base is tied to it by sn_tie_end, called after the nodes are made. */
typedef struct {
  sn_frame frame; /* of the end's point node */
  sn_frame on;    /* what it is tied to; meaningful if tied */
  int shared, tied;
} sn_end;
/* Looks at the reference: fills shared and frame, or tied and on. x_drawn: where the end is drawn, or
   x[0] = NAN: *x_drawn becomes the place of the shared point. */
sn_status sn_find_end(const sn_item *item, const sn_ref *ref, const char *field, sn_builder *b, sn_v3 *x_drawn,
                      sn_end *out, sn_error *error);
/* Coincidence of a tied end: (x - x_on).axis_k = 0 in the axes of what it is tied to. */
void sn_tie_end(const sn_end *end, sn_builder *b);
/* For pictures: the end of a link or cable on what holds it; shared nodes show themselves. */
void sn_draw_held(sn_item *item, const sn_end *end, sn_builder *b);

/* Warns of a part that is drawn much longer than it is at rest, or (`both`) much shorter: a run that begins as drawn finds the energy of
   that stretch in it, which nothing has put there. */
sn_status sn_check_start_length(const sn_item *item, double drawn, double rest, int both, sn_error *error);

/* M_ij = M_ji = m between component i of frame a and j of frame b (0 point, 1..3 axes), spread onto their vectors; once for a pair, a
   and b the same object for a frame with itself. What rests (ground) takes no part in the motion; it leaves the other its share of the
   weight. */
void sn_add_frame_mass(sn_builder *b, const sn_frame *fa, int i, const sn_frame *fb, int j, double m);

#endif
