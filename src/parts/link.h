/* parts/link.h -- a straight part between two points: what links and bars share.
 * Who:     link.c, which has the functions, and bar.c. Their parameters and frozen data begin with the structs here.
 */
#ifndef SN_PARTS_LINK_H
#define SN_PARTS_LINK_H
#include <stddef.h>

#include "model/mass.h"
#include "parts/part.h"

typedef struct {
  sn_v3 from, to, velocity, angular_velocity;
  double mass, radius;
} sn_link;

typedef struct {
  sn_end end[2];
  int block; /* of its force */
  double length, mass;
} sn_link_frozen;

/* Its ends and length; the caller then adds its block, and finish masses, ties and drawings. */
sn_status sn_link_begin(const sn_item *item, sn_builder *b, sn_link_frozen *f, sn_error *error);
void sn_link_finish(sn_item *item, double mass, sn_builder *b, sn_link_frozen *f);

/* For the tables of kinds. */
int sn_link_drawn(const sn_item *item, int station, sn_v3 *x, sn_m3 *axes);
int sn_link_stations(const sn_item *item);
sn_status sn_link_attach(const sn_item *item, int station, sn_builder *b, sn_frame *out, sn_error *error);
void sn_link_ends(const sn_item *item, const sn_v3 *q, sn_v3 out[2]);
void sn_link_mass(const sn_item *item, const sn_v3 *q, sn_own_mass *out);
void sn_link_first(const sn_observation *o, const void *data, double *out);
void sn_link_last(const sn_observation *o, const void *data, double *out);

/* Fields of both: ends; how it starts, and its radius. */
#define SN_LINK_ENDS                                                                                    \
  {"from", SN_PLACE, "m", "first end; may be left out if it shares a point", SN_MEMBER(sn_link, from)}, \
  {                                                                                                     \
    "to", SN_PLACE, "m", "last end; may be left out if it shares a point", SN_MEMBER(sn_link, to)       \
  }
#define SN_LINK_START                                                                                            \
  {"velocity", SN_VECTOR, "m/s", "initial velocity of the first end (default 0)", SN_MEMBER(sn_link, velocity)}, \
      {"angular_velocity", SN_VECTOR, "rad/s", "initial angular velocity (default 0)",                           \
       SN_MEMBER(sn_link, angular_velocity)},                                                                    \
  {                                                                                                              \
    "radius", SN_NUMBER, "m", "radius in pictures", SN_MEMBER(sn_link, radius), SN_NOT_NEGATIVE, SN_PRESET(0)    \
  }

#endif
