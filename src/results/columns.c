/* results/columns.c -- see results/columns.h.
 * See:     columns_read.c for the other way.
 * Tests:   tests/lab/test_verb_study.c, tests/cli/test_sweep_plot.c.
 */
#include "results/columns.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "results/columns_private.h"

const char *const sn_column_roles[3] = {"", "parameter", "collected"};

static int write_role(hid_t dataset, const sn_named_column *c)
{
  return c->role == SN_COLUMN_PLAIN ? 0 : sn_h5_text_attribute(dataset, SN_ROLE_ATTRIBUTE, sn_column_roles[c->role]);
}

static int write_numbers(hid_t group, const sn_named_column *c, hsize_t rows)
{
  const hid_t space = H5Screate_simple(1, &rows, NULL);
  char name[256];
  const hid_t d = H5Dcreate2(group, sn_h5_name(c->name, name, sizeof name), H5T_IEEE_F64LE, space, H5P_DEFAULT,
                             H5P_DEFAULT, H5P_DEFAULT);
  int status = d < 0 ? -1 : H5Dwrite(d, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, c->number);
  status = status < 0 ? status : sn_h5_text_attribute(d, "unit", c->unit);
  status = status < 0 ? status : write_role(d, c);
  if (d >= 0) {
    (void)H5Dclose(d);
  }
  (void)H5Sclose(space);
  return status;
}

static int write_texts(hid_t group, const sn_named_column *c, hsize_t rows)
{
  const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate_simple(1, &rows, NULL);
  (void)H5Tset_size(type, H5T_VARIABLE);
  (void)H5Tset_cset(type, H5T_CSET_UTF8);
  char name[256];
  const hid_t d =
      H5Dcreate2(group, sn_h5_name(c->name, name, sizeof name), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  int status = d < 0 ? -1 : H5Dwrite(d, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, c->text);
  status = status < 0 ? status : write_role(d, c);
  if (d >= 0) {
    (void)H5Dclose(d);
  }
  (void)H5Sclose(space);
  (void)H5Tclose(type);
  return status;
}

static int write_table(hid_t file, const sn_column_table *t)
{
  const hid_t group = sn_h5_group(file, t->group);
  int status = group < 0 ? -1 : 0;
  for (int i = 0; status >= 0 && i < t->n; i++) {
    const sn_named_column *c = t->column + i;
    status = c->number ? write_numbers(group, c, (hsize_t)t->rows) : write_texts(group, c, (hsize_t)t->rows);
  }
  if (group >= 0) {
    (void)H5Gclose(group);
  }
  return status;
}

sn_status sn_columns_write(const char *file, int n, const sn_column_table *table, const char *verdict, sn_error *error)
{
  char beside[4096];
  (void)snprintf(beside, sizeof beside, "%s.new", file);
  const sn_h5_quiet old = sn_h5_hush();
  const hid_t id = H5Fcreate(beside, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  int status = id < 0 ? -1 : sn_h5_text_attribute(id, "units", "SI");
  for (int i = 0; status >= 0 && i < n; i++) {
    status = write_table(id, table + i);
  }
  if (status >= 0 && verdict) {
    const hid_t text = sn_h5_text(id, "verdict", verdict, 0);
    status = text < 0 ? -1 : 0;
    if (text >= 0) {
      (void)H5Dclose(text);
    }
  }
  sn_status result = SN_OK;
  if (status < 0) {
    result = sn_h5_fail(error, file, "The table could not be written.", "Check the folder and the space on the disk.");
  }
  if (id >= 0 && H5Fclose(id) < 0 && result == SN_OK) {
    result = sn_h5_fail(error, file, "The table could not be closed.", "Check the space on the disk.");
  }
  sn_h5_restore(old);
  if (result == SN_OK && rename(beside, file) != 0) {
    result = sn_fail(error, SN_EIO, file, "The table could not be put in place.", strerror(errno), "");
  }
  if (result != SN_OK) {
    (void)remove(beside);
  }
  return result;
}
