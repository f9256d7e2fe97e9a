/* results/read_back.h -- looks whether a result that was just written can be read.
 * Who:     the writer, when it has closed its file.
 */
#ifndef SN_RESULTS_READ_BACK_H
#define SN_RESULTS_READ_BACK_H
#include "base/error.h"

/* SN_EIO: it cannot. A file that somebody else writes by now is not looked at. */
sn_status sn_read_back(const char *file, sn_error *error);

#endif
