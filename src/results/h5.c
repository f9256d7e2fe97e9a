/* results/h5.c -- the few calls of HDF5 we use, quiet and with errors of ours.
 * What:    see results/h5.h.
 * Tests:   tests/results/test_results.c.
 */
#include "results/h5.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

sn_h5_quiet sn_h5_hush(void)
{
  sn_h5_quiet old = {0};
  errno = 0;
  (void)H5open();
  (void)H5Eget_auto2(H5E_DEFAULT, &old.print, &old.data);
  (void)H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  return old;
}

void sn_h5_restore(sn_h5_quiet old)
{
  (void)H5Eset_auto2(H5E_DEFAULT, old.print, old.data);
}

void sn_h5_no_exit_handler(void)
{
  (void)H5dont_atexit();
}

/* Keeps the first message, which is the innermost one when walking upward. */
static herr_t keep_first(unsigned n, const H5E_error2_t *e, void *data)
{
  char *text = data;
  if (n == 0 && e->desc) {
    (void)snprintf(text, 200, "%s", e->desc);
  }
  return 0;
}

sn_status sn_h5_fail(sn_error *error, const char *file, const char *what, const char *fix)
{
  char inner[200] = "";
  (void)H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_first, inner);
  /* "..., errno = 28, error message = 'No space left on device', ...": the part in quotes is for people */
  char *quoted = strstr(inner, "error message = '");
  if (quoted) {
    quoted += strlen("error message = '");
    char *end = strchr(quoted, '\'');
    if (end) {
      *end = '\0';
    }
  }
  /* a call of HDF5 that cleaned up has emptied its list of messages: only errno is left */
  const char *why = quoted ? quoted : inner[0] || !errno ? inner : strerror(errno);
  return sn_fail(error, SN_EIO, file, what, why, fix);
}

static hid_t text_type(size_t size)
{
  const hid_t type = H5Tcopy(H5T_C_S1);
  if (type >= 0 && (H5Tset_size(type, size) < 0 || H5Tset_cset(type, H5T_CSET_UTF8) < 0)) {
    (void)H5Tclose(type);
    return -1;
  }
  return type;
}

int sn_h5_text_attribute(hid_t object, const char *name, const char *text)
{
  const hid_t type = text_type(strlen(text) + 1), space = H5Screate(H5S_SCALAR);
  const hid_t a = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  int status = a < 0 ? -1 : H5Awrite(a, type, text);
  status = a >= 0 && H5Aclose(a) < 0 ? -1 : status;
  (void)H5Sclose(space);
  (void)H5Tclose(type);
  return status;
}

int sn_h5_number_attribute(hid_t object, const char *name, int n, const double *x)
{
  const hsize_t size = (hsize_t)n;
  const hid_t space = n > 0 ? H5Screate_simple(1, &size, NULL) : H5Screate(H5S_SCALAR);
  const hid_t a = H5Acreate2(object, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT);
  int status = a < 0 ? -1 : H5Awrite(a, H5T_NATIVE_DOUBLE, x);
  status = a >= 0 && H5Aclose(a) < 0 ? -1 : status;
  (void)H5Sclose(space);
  return status;
}

int sn_h5_count_attribute(hid_t object, const char *name, int value)
{
  const hid_t space = H5Screate(H5S_SCALAR);
  const hid_t a = H5Acreate2(object, name, H5T_STD_I32LE, space, H5P_DEFAULT, H5P_DEFAULT);
  int status = a < 0 ? -1 : H5Awrite(a, H5T_NATIVE_INT, &value);
  status = a >= 0 && H5Aclose(a) < 0 ? -1 : status;
  (void)H5Sclose(space);
  return status;
}

hid_t sn_h5_group(hid_t parent, const char *name)
{
  if (H5Lexists(parent, name, H5P_DEFAULT) > 0) {
    return H5Gopen2(parent, name, H5P_DEFAULT);
  }
  const hid_t list = H5Pcreate(H5P_GROUP_CREATE);
  (void)H5Pset_link_creation_order(list, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
  const hid_t group = H5Gcreate2(parent, name, H5P_DEFAULT, list, H5P_DEFAULT);
  (void)H5Pclose(list);
  return group;
}

hid_t sn_h5_text(hid_t parent, const char *name, const char *text, size_t room)
{
  const size_t size = room > 0 ? room : strlen(text) + 1;
  const hid_t type = text_type(size), space = H5Screate(H5S_SCALAR);
  const hid_t d = H5Dcreate2(parent, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  (void)H5Sclose(space);
  (void)H5Tclose(type);
  if (d >= 0 && sn_h5_put_text(d, text) < 0) {
    (void)H5Dclose(d);
    return -1;
  }
  return d;
}

int sn_h5_put_text(hid_t dataset, const char *text)
{
  const hid_t file_type = H5Dget_type(dataset);
  const size_t room = H5Tget_size(file_type), length = strlen(text);
  int status = -1;
  if (room > 0 && length < room) { /* HDF5 itself pads a shorter text */
    const hid_t type = text_type(length + 1);
    status = H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text);
    (void)H5Tclose(type);
  } else if (room > 0) {
    status = H5Dwrite(dataset, file_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text);
  }
  (void)H5Tclose(file_type);
  return status;
}

hid_t sn_h5_scalar(hid_t parent, const char *name, double value, const char *unit)
{
  const hid_t space = H5Screate(H5S_SCALAR);
  const hid_t d = H5Dcreate2(parent, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  (void)H5Sclose(space);
  if (d >= 0 && (H5Dwrite(d, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, &value) < 0 ||
                 sn_h5_text_attribute(d, "unit", unit) < 0)) {
    (void)H5Dclose(d);
    return -1;
  }
  return d;
}

const char *sn_h5_name(const char *name, char *buffer, size_t size)
{
  (void)snprintf(buffer, size, "%s", name && name[0] ? name : "_");
  for (char *c = buffer; *c; c++) {
    if (*c == '/') {
      *c = '|';
    }
  }
  if (strcmp(buffer, ".") == 0 || strcmp(buffer, "..") == 0) {
    buffer[0] = '_';
  }
  return buffer;
}
