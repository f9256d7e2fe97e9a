/* component/component.h -- optional components: shared objects that are opened when something of theirs is asked for.
 * Why:     what few users need and what asks for large libraries (the laboratory: SUNDIALS) is a package of its own, which can be
 *          added later: nothing is built again.
 * How:     a component is LIBRARIES/sinew/NAME.so with one symbol, sinew_component_NAME: a const table of functions that begins with an
 *          sn_component. It holds its own copies of the layers that it uses, so only plain data, arenas, errors and expressions go
 *          to and fro; addresses of tables (kinds, laws, schemes) differ on the two sides.
 * Who:     component/lab.c; what a component offers is the table in a header of its own here.
 */
#ifndef SN_COMPONENT_COMPONENT_H
#define SN_COMPONENT_COMPONENT_H
#include <stddef.h>

#include "base/error.h"

typedef struct {
  const char *version; /* SINEW_VERSION */
  size_t size;         /* of the whole table */
} sn_component;

/* What the program says about a component: `what` begins a sentence ("The laboratory"). */
typedef struct {
  const char *name, *what, *package, *target; /* of Debian; of make */
  size_t size;
} sn_component_request;

/* Opens it, from SINEW_COMPONENTS (a folder) or where it was built or installed. It stays open as long as the program runs.
   SN_EINPUT: it is not there, or is that of another version; says what to install. No place. */
sn_status sn_component_open(const sn_component_request *r, const sn_component **out, sn_error *error);

#endif
