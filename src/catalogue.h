/* catalogue.h -- the list of all kinds: those of parts/part.h and joints/joint.h. */
#ifndef SN_CATALOGUE_H
#define SN_CATALOGUE_H
#include "model/kind.h"

extern const sn_kind *const sn_catalogue[]; /* ends with NULL */
const sn_kind *sn_kind_named(const char *name);

#endif
