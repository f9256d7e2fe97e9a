/* results/layout.c -- everything in a result file that does not grow.
 * What:    root attributes, model text, parameters, pictures of the parts, and the dimension scale of time, written as the
 *          HDF5 dimension scale specification says (so that libhdf5_hl is not needed).
 * Tests:   tests/results/test_results.c.
 */
#include "results/layout.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "math/rotation.h"

static int close_group(hid_t g)
{
  return g < 0 ? -1 : H5Gclose(g);
}

static int put_text(hid_t parent, const char *name, const char *text)
{
  const hid_t d = sn_h5_text(parent, name, text ? text : "", 0);
  return d < 0 ? -1 : H5Dclose(d);
}

/* /model: the text that was run, so that a result can always be made again. */
static int put_model(hid_t file, const sn_result_plan *plan)
{
  char hash[32], name[32];
  const char *text = plan->n_source > 0 ? plan->source[0].text : "";
  const hid_t g = sn_h5_group(file, "model");
  if (g < 0) {
    return -1;
  }
  (void)snprintf(hash, sizeof hash, "%016llx", (unsigned long long)sn_hash(text, strlen(text)));
  int status = put_text(g, "text", text);
  status = status < 0 ? status : put_text(g, "name", plan->model);
  status = status < 0 ? status : put_text(g, "file", plan->n_source > 0 ? plan->source[0].file : "");
  status = status < 0 ? status : put_text(g, "hash", hash);
  for (int i = 1; i < plan->n_source && status >= 0; i++) {
    (void)snprintf(name, sizeof name, "included_%d", i);
    const hid_t d = sn_h5_text(g, name, plan->source[i].text, 0);
    status = d < 0 ? -1 : sn_h5_text_attribute(d, "file", plan->source[i].file);
    status = d >= 0 && H5Dclose(d) < 0 ? -1 : status;
  }
  return close_group(g) < 0 ? -1 : status;
}

int sn_layout_head(hid_t file, const sn_result_plan *plan)
{
  static const char *const groups[] = {"channels", "nodes", "parts", "joints", "forces", "energy", "steps"};
  int status = sn_h5_text_attribute(file, "format", SN_RESULT_FORMAT);
  status = status < 0 ? status : sn_h5_count_attribute(file, "format_version", SN_RESULT_VERSION);
  status = status < 0 ? status : sn_h5_text_attribute(file, "creator", plan->creator);
  status = status < 0 ? status : sn_h5_text_attribute(file, "units", "SI");
  for (size_t i = 0; i < sizeof groups / sizeof *groups && status >= 0; i++) {
    status = close_group(sn_h5_group(file, groups[i]));
  }
  status = status < 0 ? status : put_model(file, plan);
  status = status < 0 ? status : put_text(file, "parameters", plan->parameters);
  return status < 0 ? status : put_text(file, "settings", plan->settings);
}

/* Place and turn of a frame in the coordinates of its node, and the node's row. */
static int put_frame(hid_t object, const sn_frame *f, const sn_places *places)
{
  sn_m3 turn = m3_identity();
  double at[3] = {0}, q[4];
  if (f->n_dir == 3) {
    for (int k = 0; k < 3; k++) {
      at[k] = f->point[k + 1];
      turn.c[k] = v3(f->axes[k][1], f->axes[k][2], f->axes[k][3]);
    }
  }
  sn_quaternion_of(turn, q);
  const int row = f->vector[0] >= 0 ? places->of_vector[f->vector[0]] : f->node;
  int status = sn_h5_count_attribute(object, "node", row);
  status = status < 0 ? status : sn_h5_number_attribute(object, "position", 3, at);
  return status < 0 ? status : sn_h5_number_attribute(object, "quaternion", 4, q);
}

static int put_shape(hid_t part, const char *name, const sn_plan_drawing *d, const sn_places *places)
{
  const hid_t g = sn_h5_group(part, name);
  int status = g < 0 ? -1 : sn_h5_text_attribute(g, "shape", d->shape);
  status = status < 0 ? status : put_frame(g, &d->frame, places);
  for (int i = 0; i < d->n_par && status >= 0; i++) {
    status = sn_h5_number_attribute(g, d->par_name[i], 0, &d->par[i]);
  }
  return close_group(g) < 0 ? -1 : status;
}

/* A line is a dataset of rows of /nodes. */
static int put_line(hid_t part, const char *name, const sn_plan_drawing *d, const sn_places *places)
{
  const hsize_t n = (hsize_t)(d->n > 0 ? d->n : 0);
  const hid_t space = H5Screate_simple(1, &n, NULL);
  const hid_t set = H5Dcreate2(part, name, H5T_STD_I32LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  int status = set < 0 ? -1 : 0;
  for (int i = 0; i < d->n && status >= 0; i++) {
    const hsize_t at = (hsize_t)i;
    const hid_t one = H5Screate(H5S_SCALAR);
    status = H5Sselect_elements(space, H5S_SELECT_SET, 1, &at);
    status =
        status < 0 ? status : H5Dwrite(set, H5T_NATIVE_INT, one, space, H5P_DEFAULT, &places->of_vector[d->vectors[i]]);
    (void)H5Sclose(one);
  }
  status = status < 0 ? status : sn_h5_text_attribute(set, "shape", "line");
  status = status < 0 ? status : sn_h5_number_attribute(set, "radius", 0, &d->radius);
  if (set >= 0 && H5Dclose(set) < 0) {
    status = -1;
  }
  (void)H5Sclose(space);
  return status;
}

int sn_layout_drawings(hid_t file, const sn_result_plan *plan, const sn_places *places)
{
  char item[200], name[32];
  const hid_t parts = H5Gopen2(file, "parts", H5P_DEFAULT);
  int status = parts < 0 ? -1 : 0;
  for (int i = 0, number = 0; i < plan->n_drawing && status >= 0; i++) {
    const sn_plan_drawing *d = &plan->drawing[i];
    number = i > 0 && strcmp(d->item, d[-1].item) == 0 ? number + 1 : 0;
    const hid_t g = sn_h5_group(parts, sn_h5_name(d->item, item, sizeof item));
    status = g < 0 ? -1 : 0;
    if (status >= 0 && H5Aexists(g, "kind") <= 0) {
      status = sn_h5_text_attribute(g, "kind", d->item_kind);
    }
    (void)snprintf(name, sizeof name, "%s_%d", d->shape ? "shape" : "line", number);
    status = status < 0 ? status : d->shape ? put_shape(g, name, d, places) : put_line(g, name, d, places);
    status = close_group(g) < 0 ? -1 : status;
  }
  return close_group(parts) < 0 ? -1 : status;
}

int sn_layout_places(hid_t file, const sn_system *s, const sn_places *places)
{
  enum { LENGTH = 64 };
  const hid_t g = H5Gopen2(file, "nodes", H5P_DEFAULT), type = H5Tcopy(H5T_C_S1);
  const hsize_t n = (hsize_t)places->n;
  const hid_t space = H5Screate_simple(1, &n, NULL), one = H5Screate(H5S_SCALAR);
  (void)H5Tset_size(type, LENGTH);
  (void)H5Tset_cset(type, H5T_CSET_UTF8);
  const hid_t set = H5Dcreate2(g, "item", type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  int status = set < 0 ? -1 : 0;
  for (int i = 0; i < places->n && status >= 0; i++) {
    char name[LENGTH] = "ground";
    const int item = i < s->n_node ? s->node[i].item : i < s->n_node + s->n_frame ? s->frame[i - s->n_node].item : -1;
    if (item >= 0 && item < s->n_item) {
      (void)snprintf(name, sizeof name, "%s", s->item_name[item]);
    }
    const hsize_t at = (hsize_t)i;
    status = H5Sselect_elements(space, H5S_SELECT_SET, 1, &at);
    status = status < 0 ? status : H5Dwrite(set, type, one, space, H5P_DEFAULT, name);
  }
  if (set >= 0 && H5Dclose(set) < 0) {
    status = -1;
  }
  (void)H5Sclose(one);
  (void)H5Sclose(space);
  (void)H5Tclose(type);
  return close_group(g) < 0 ? -1 : status;
}

/* DIMENSION_LIST of one dataset: per dimension a list of references to scales; only the first has one. */
static int attach(hid_t dataset, int rank, hobj_ref_t time)
{
  hvl_t list[3] = {{1, &time}, {0, NULL}, {0, NULL}};
  const hsize_t n = (hsize_t)rank;
  const hid_t type = H5Tvlen_create(H5T_STD_REF_OBJ), space = H5Screate_simple(1, &n, NULL);
  const hid_t a = H5Acreate2(dataset, "DIMENSION_LIST", type, space, H5P_DEFAULT, H5P_DEFAULT);
  int status = a < 0 ? -1 : H5Awrite(a, type, list);
  status = a >= 0 && H5Aclose(a) < 0 ? -1 : status;
  (void)H5Sclose(space);
  (void)H5Tclose(type);
  return status;
}

/* An entry of REFERENCE_LIST: who uses the scale, and for which dimension. */
typedef struct {
  hobj_ref_t dataset;
  unsigned dimension;
} user;

/* The attribute that lists all users, in file order of the columns; one entry is written at a time into its buffer. */
static int put_users(const sn_table *t, hsize_t n, user *users)
{
  const hid_t type = H5Tcreate(H5T_COMPOUND, sizeof(user));
  (void)H5Tinsert(type, "dataset", HOFFSET(user, dataset), H5T_STD_REF_OBJ);
  (void)H5Tinsert(type, "dimension", HOFFSET(user, dimension), H5T_NATIVE_UINT);
  const hid_t space = H5Screate_simple(1, &n, NULL);
  const hid_t a = H5Acreate2(t->column[0].dataset, "REFERENCE_LIST", type, space, H5P_DEFAULT, H5P_DEFAULT);
  int status = a < 0 ? -1 : H5Awrite(a, type, users);
  status = a >= 0 && H5Aclose(a) < 0 ? -1 : status;
  (void)H5Sclose(space);
  (void)H5Tclose(type);
  return status;
}

int sn_layout_scale(sn_table *rows)
{
  enum { MOST_USERS = 256 }; /* more channels than this are stored without their scale listed in /time */
  user users[MOST_USERS] = {{0}};
  hobj_ref_t time;
  hsize_t n = 0;
  const hid_t scale = rows->column[0].dataset;
  int status = H5Rcreate(&time, scale, ".", H5R_OBJECT, -1);
  status = status < 0 ? status : sn_h5_text_attribute(scale, "CLASS", "DIMENSION_SCALE");
  status = status < 0 ? status : sn_h5_text_attribute(scale, "NAME", "time");
  for (int i = 1; i < rows->n && status >= 0; i++) {
    const sn_column *c = &rows->column[i];
    if (c->scaled && n < MOST_USERS) {
      status = attach(c->dataset, c->rank + 1, time);
      status = status < 0 ? status : H5Rcreate(&users[n++].dataset, c->dataset, ".", H5R_OBJECT, -1);
    }
  }
  return status < 0 || n == 0 ? status : put_users(rows, n, users);
}
