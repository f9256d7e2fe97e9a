/* model/value.h -- what a user can write into a field, before any kind has looked at it.
 * What:    a small tagged union that the language and the C interface both produce; model/fields.c turns it into the
 *          kind's parameter struct by the kind's table of inputs, with all checks.
 */
#ifndef SN_MODEL_VALUE_H
#define SN_MODEL_VALUE_H
#include "math/expr.h"
#include "math/v3.h"

typedef struct sn_item sn_item;
typedef struct sn_value sn_value;

/* A place on an item: the item itself, or one of its stations (cable: first, last, node k); or a point beside it, in the axes
   of the part there (part:point {x, y, z}). item NULL: ground. */
enum { SN_STATION_SELF = -1, SN_STATION_LAST = -2 }; /* 0, 1, 2 ...: node number */
typedef struct {
  const sn_item *item;
  int station;
  int given;     /* 0: nothing was given */
  int has_point; /* 1: `point`, in its axes; of the ground: ground coordinates */
  sn_v3 point;
} sn_ref;
/* Says where it is by itself: a station or a point. */
static inline int sn_ref_is_place(const sn_ref *r)
{
  return r->station != SN_STATION_SELF || r->has_point;
}

typedef enum {
  SN_VALUE_NONE,
  SN_VALUE_NUMBER,
  SN_VALUE_FLAG,
  SN_VALUE_TEXT,
  SN_VALUE_REF,
  SN_VALUE_LIST,   /* positional entries: vectors, matrices, lists of shapes or points */
  SN_VALUE_RECORD, /* named entries; `maker` names the constructor (box, cylinder, axis_angle, ...), NULL: plain table */
  SN_VALUE_FUNCTION /* traced: n results, each an expression of the arguments the field names */
} sn_value_type;

struct sn_value {
  sn_value_type type;
  double number; /* also FLAG */
  const char *text;
  sn_ref ref;
  int n; /* LIST, RECORD: entries; FUNCTION: results */
  const sn_value *entry;
  const char *const *name; /* RECORD */
  const char *maker;
  const sn_expr *const *result;
  const char *where; /* file:line, or NULL */
};

#endif
