/* contact/pair.h -- gaps between two round bodies: one feature of each, their distance, and where they are nearest.
 * What:    a gap is a function of the forms of a contact (sn_contact in system/system.h): the place e of the origin of the second feature
 *          along the axes of the first; and, unless it is of SN_CONTACT_POINT forms, the cosines C of their axes. It says which way the
 *          normal points, from the first to the second, and which point of the second is nearest, along the axes of the second.
 * Theory:  docs/theory-contact.md. Both are convex and have a round edge: the slope of the gap is continuous as long as the cores inside
 *          do not meet. The gradient is that of nearest points kept where they are; curvatures are not asked for and are zero.
 * Who:     joints that touch (joints/contact.c).
 * Tests:   tests/contact/test_pairs.c
 */
#ifndef SN_CONTACT_PAIR_H
#define SN_CONTACT_PAIR_H
#include "contact/gjk.h"
#include "math/convex.h"
#include "system/system.h"

/* sn_gap.value gets the address of its first member. Lengths in m. */
typedef struct {
  sn_gap gap;
  const sn_convex *solid; /* of the first, if it is one */
  double reach;           /* half the length of the first along its axis 1, if it is a rod */
  double rod;             /* half the length of the second along its axis 1, if it is one; radius of a disc across it */
  double ring;       /* radius of the core of the first, if it is a cylinder; of the middle of the wall of a tube */
  double wall;       /* half its thickness */
  double round[2];   /* radii around the two cores */
  double crossing;   /* two edges: how much wider their gap is where they are parallel, and corners touch */
  double outward[2]; /* two edges: least cosine of the normal with the direction that points outward from each */
  sn_core core[2];   /* two cores */
  double side[3];    /* a flat wall of the first: its normal; reach: its distance from the origin */
  double steepest[SN_CONTACT_PAIR];
} sn_touch_gap;

/* A ball (of no radius: a point, which needs no cosines) on a half space or a convex solid with round edges: `solid` is its core. */
void sn_ball_on_solid(const sn_convex *solid, double round, double radius, int turns, sn_touch_gap *out);
/* A ball on a rod with round ends (of no length: on a ball), the first. */
void sn_ball_on_rod(double half, double round, double radius, int turns, sn_touch_gap *out);
/* Two rods with round ends. */
void sn_rod_on_rod(double half, double round, double half_other, double round_other, sn_touch_gap *out);
/* A straight edge and a rod: the same, where they cross. They widen their gap as they become parallel, by the sum of their radii at most:
   there the corners touch, and nearest points of edges jump. */
void sn_edge_on_edge(double half, double round, double half_other, double round_other, sn_touch_gap *out);
/* Two edges of solids, axis 1 along each, axis 3 outward from it; outward: least cosine of the normal with that. */
void sn_edges_cross(double half, double round, double outward, double half_other, double round_other,
                    double outward_other, sn_touch_gap *out);
/* Any two convex cores with a round skin. */
void sn_core_on_core(const sn_core *first, double round, const sn_core *second, double round_other, sn_touch_gap *out);
/* A ball on a cylinder around axis 1 with round edges, the first. */
void sn_ball_on_cylinder(double half, double ring, double round, double radius, int turns, sn_touch_gap *out);
/* A ball inside or outside a tube around axis 1, the first. */
void sn_ball_on_tube(double half, double inner, double outer, double radius, int turns, sn_touch_gap *out);
/* A disc across axis 1 with a round edge on a convex solid. */
void sn_disc_on_solid(const sn_convex *solid, double round, double ring, double edge, sn_touch_gap *out);
/* A disc across axis 1, with a round edge, on the half space below the third axis of the first. */
void sn_disc_on_plane(double ring, double edge, sn_touch_gap *out);

/* A journal in a bearing that is larger by `gap`, the first, around its axis 1; of no length. */
void sn_journal_in_bearing(double gap, double radius, int turns, sn_touch_gap *out);
/* A point in front of a wall of the first. */
void sn_point_at_wall(const double normal[3], double distance, sn_touch_gap *out);

/* what files of pairs share */
static inline const sn_touch_gap *sn_touch_gap_of(const sn_gap *g)
{
  return (const sn_touch_gap *)(const void *)g;
}
void sn_touch_begin(sn_touch_gap *p, int forms, double reach_of_axes[3]);
/* The nearest point: core (NULL: the origin) and radius against the normal, along the axes of the second. */
void sn_touch_point(const sn_touch_gap *p, const double *e, const double n[3], const double core[3], double xi[3]);
/* How far the core of side 0 or 1 reaches from its origin, m: what turns it moves no point of it further. INFINITY: without end. */
double sn_touch_extent(const sn_touch_gap *p, int side);
/* Where they are asked for (not NULL): the derivatives by the first n_by forms are these, those by the rest zero, and so are the second
   derivatives: nearest points are kept where they are. */
void sn_touch_slope(const sn_gap *g, const double *by, int n_by, double *gradient, double *hessian);
double sn_segments_apart(const sn_touch_gap *p,
                         const double *e);               /* rods.c: distance of reach and rod, less both radii */
double sn_touch_unit(const double from[3], double n[3]); /* its length; a vector of no length has no direction: n = 0 */

#endif
