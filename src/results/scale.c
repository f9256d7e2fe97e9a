/* results/scale.c -- dimension scales, written by hand.
 * What:    a scale is a dataset with the attributes CLASS and NAME; who uses it lists it per dimension in DIMENSION_LIST and
 *          is listed in the scale's REFERENCE_LIST. Texts are ASCII of fixed length.
 * Theory:  HDF5 Dimension Scale Specification; netCDF-4 marks a dimension that has no values by a fixed NAME.
 * Limits:  REFERENCE_LIST names the first 32 users only: a reader that looks at it (h5netcdf) opens every user named there
 *          for every dataset it reads, which takes minutes with a thousand channels; nothing that reads needs it.
 *          A channel called `xyz` moves the scale of size 3 to /component_3: xarray does not allow a variable of more than
 *          one dimension that is named like one of them.
 * Tests:   tests/results/read_back.py (h5py, pandas, xarray; a finished and a growing file; 300 channels).
 */
#include "results/scale.h"

#include <stdio.h>
#include <string.h>

enum { MOST_USERS = 32 };

/* An entry of REFERENCE_LIST: the dataset that uses the scale, and for which of its dimensions. */
typedef struct {
  hobj_ref_t dataset;
  unsigned dimension;
} user;

static int make_scale(hid_t dataset, const char *name)
{
  return sn_h5_text_attribute(dataset, "CLASS", "DIMENSION_SCALE") < 0 ? -1
                                                                       : sn_h5_text_attribute(dataset, "NAME", name);
}

static const char *scale_path(hid_t file, int size, char path[32])
{
  const int taken = H5Lexists(file, "/channels", H5P_DEFAULT) > 0 && H5Lexists(file, "/channels/xyz", H5P_DEFAULT) > 0;
  (void)snprintf(path, 32, size == 3 && !taken ? "/xyz" : "/component_%d", size);
  return path;
}

/* Opens the scale of dimensions of this size; creates it for the first one. `file`: any object of the file. */
static hid_t component_scale(hid_t file, int size)
{
  char path[32], name[80];
  const hsize_t n = (hsize_t)size;
  if (H5Lexists(file, scale_path(file, size, path), H5P_DEFAULT) > 0) {
    return H5Dopen2(file, path, H5P_DEFAULT);
  }
  const hid_t space = H5Screate_simple(1, &n, NULL);
  const hid_t d = H5Dcreate2(file, path, H5T_IEEE_F32LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  (void)H5Sclose(space);
  (void)snprintf(name, sizeof name, "This is a netCDF dimension but not a netCDF variable.%10d", size);
  if (d >= 0 && make_scale(d, name) < 0) {
    (void)H5Dclose(d);
    return -1;
  }
  return d;
}

/* DIMENSION_LIST: per dimension a list of references to scales, here one each. */
static int put_dimensions(hid_t dataset, int rank, hobj_ref_t *scale)
{
  hvl_t list[3] = {{1, &scale[0]}, {1, &scale[1]}, {1, &scale[2]}};
  const hsize_t n = (hsize_t)rank;
  const hid_t type = H5Tvlen_create(H5T_STD_REF_OBJ), space = H5Screate_simple(1, &n, NULL);
  const hid_t a = H5Acreate2(dataset, "DIMENSION_LIST", type, space, H5P_DEFAULT, H5P_DEFAULT);
  int status = a < 0 ? -1 : H5Awrite(a, type, list);
  status = a >= 0 && H5Aclose(a) < 0 ? -1 : status;
  (void)H5Sclose(space);
  (void)H5Tclose(type);
  return status;
}

static int attach(const sn_column *c, hid_t time)
{
  hobj_ref_t scale[3];
  int status = H5Rcreate(&scale[0], time, ".", H5R_OBJECT, -1);
  for (int i = 0; i < c->rank && status >= 0; i++) {
    const hid_t d = component_scale(time, c->size[i]);
    status = d < 0 ? -1 : H5Rcreate(&scale[i + 1], d, ".", H5R_OBJECT, -1);
    status = d >= 0 && H5Dclose(d) < 0 ? -1 : status;
  }
  return status < 0 ? -1 : put_dimensions(c->dataset, c->rank + 1, scale);
}

/* REFERENCE_LIST of a scale: its users, in the order of the columns. */
static int put_users(hid_t scale, hsize_t n, const user *users)
{
  if (n == 0) {
    return 0;
  }
  const hid_t type = H5Tcreate(H5T_COMPOUND, sizeof *users), space = H5Screate_simple(1, &n, NULL);
  (void)H5Tinsert(type, "dataset", HOFFSET(user, dataset), H5T_STD_REF_OBJ);
  (void)H5Tinsert(type, "dimension", HOFFSET(user, dimension), H5T_NATIVE_UINT);
  const hid_t a = H5Acreate2(scale, "REFERENCE_LIST", type, space, H5P_DEFAULT, H5P_DEFAULT);
  int status = a < 0 ? -1 : H5Awrite(a, type, users);
  status = a >= 0 && H5Aclose(a) < 0 ? -1 : status;
  (void)H5Sclose(space);
  (void)H5Tclose(type);
  return status;
}

/* Users of dimensions of this size; size -1: of time. */
static int list_users(const sn_table *t, hid_t scale, int size)
{
  user users[MOST_USERS] = {{0}};
  hsize_t n = 0;
  for (int i = 1; i < t->n; i++) {
    const sn_column *c = &t->column[i];
    for (int k = 0; c->scaled && k <= c->rank && n < MOST_USERS; k++) {
      if (size == (k == 0 ? -1 : c->size[k - 1])) {
        users[n].dimension = (unsigned)k;
        if (H5Rcreate(&users[n++].dataset, c->dataset, ".", H5R_OBJECT, -1) < 0) {
          return -1;
        }
      }
    }
  }
  return put_users(scale, n, users);
}

/* Writes the lists of the component scales, each when its size is met first. */
static int list_components(const sn_table *t)
{
  int status = 0;
  for (int i = 1; i < t->n; i++) {
    const sn_column *c = &t->column[i];
    for (int k = 0; c->scaled && k < c->rank && status >= 0; k++) {
      const hid_t d = component_scale(c->dataset, c->size[k]);
      status = d < 0 ? -1 : H5Aexists(d, "REFERENCE_LIST") > 0 ? 0 : list_users(t, d, c->size[k]);
      status = d >= 0 && H5Dclose(d) < 0 ? -1 : status;
    }
  }
  return status;
}

int sn_scale_columns(sn_table *t)
{
  const hid_t time = t->column[0].dataset;
  int status = make_scale(time, "time");
  for (int i = 1; i < t->n && status >= 0; i++) {
    status = t->column[i].scaled ? attach(&t->column[i], time) : 0;
  }
  status = status < 0 ? status : list_users(t, time, -1);
  return status < 0 ? status : list_components(t);
}
