/* results/h5.h -- the few calls of HDF5 we use, quiet and with errors of ours.
 * Who:     results only. Handles are HDF5's; whoever opens one closes it.
 */
#ifndef SN_RESULTS_H5_H
#define SN_RESULTS_H5_H
#include <hdf5.h>

#include "base/arena.h"
#include "base/error.h"

/* HDF5 prints its errors by default, which a library must not do. Between these two calls it prints nothing. */
typedef struct {
  H5E_auto2_t print;
  void *data;
} sn_h5_quiet;
sn_h5_quiet sn_h5_hush(void);
void sn_h5_restore(sn_h5_quiet old);

/* For a command, before any other call: HDF5's exit handler crashes after the disk was full. Sinew closes all that it opens,
   so the handler is not needed. A library must not decide that for its caller. */
void sn_h5_no_exit_handler(void);

/* An error about a file: `what` as given, `why` from the innermost message of HDF5. Returns SN_EIO. */
sn_status sn_h5_fail(sn_error *error, const char *file, const char *what, const char *fix);

/* Each returns a negative number on failure. Texts are fixed-length and end with a zero byte. */
int sn_h5_text_attribute(hid_t object, const char *name, const char *text);
int sn_h5_number_attribute(hid_t object, const char *name, int n, const double *x); /* n = 0: scalar */
int sn_h5_count_attribute(hid_t object, const char *name, int value);
hid_t sn_h5_group(hid_t parent, const char *name); /* opened, or made if missing; keeps creation order */
hid_t sn_h5_text(hid_t parent, const char *name, const char *text, size_t room); /* scalar; room 0: its length */
int sn_h5_put_text(hid_t dataset, const char *text);                             /* truncated to the available room */
hid_t sn_h5_scalar(hid_t parent, const char *name, double value, const char *unit);

/* A name usable for a link, in buffer: no slash, not empty, not "." */
const char *sn_h5_name(const char *name, char *buffer, size_t size);

#endif
