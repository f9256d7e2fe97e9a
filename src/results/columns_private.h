/* results/columns_private.h -- what writing and reading of plain tables share: how a role is called in the file. */
#ifndef SN_RESULTS_COLUMNS_PRIVATE_H
#define SN_RESULTS_COLUMNS_PRIVATE_H
#include "results/columns.h"
#include "results/h5.h"

#define SN_ROLE_ATTRIBUTE "role"
extern const char *const sn_column_roles[3]; /* by sn_column_role */

#endif
