/* results/layout.c -- everything in a result file that does not grow.
 * What:    root attributes, model text, parameters, and whose each node is.
 * Tests:   tests/results/test_results.c.
 */
#include "results/layout.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

static int close_group(hid_t g)
{
  return g < 0 ? -1 : H5Gclose(g);
}

static int put_text(hid_t parent, const char *name, const char *text)
{
  const hid_t d = sn_h5_text(parent, name, text ? text : "", 0);
  return d < 0 ? -1 : H5Dclose(d);
}

/* /model: the text of the model, so that a result can always be computed again. */
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

static int put_constant(hid_t all, const sn_plan_constant *c)
{
  char safe[200];
  const hsize_t size[2] = {(hsize_t)c->rows, (hsize_t)c->columns};
  const hid_t g = sn_h5_group(all, sn_h5_name(c->item, safe, sizeof safe)), space = H5Screate_simple(2, size, NULL);
  const hid_t d = H5Dcreate2(g, c->name, H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  int status = d < 0 ? -1 : H5Dwrite(d, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, c->x);
  status = status < 0 ? status : sn_h5_text_attribute(d, "unit", c->unit);
  status = d >= 0 && H5Dclose(d) < 0 ? -1 : status;
  (void)H5Sclose(space);
  return close_group(g) < 0 ? -1 : status;
}

int sn_layout_constants(hid_t file, const sn_result_plan *plan)
{
  if (plan->n_constant == 0) {
    return 0;
  }
  const hid_t all = sn_h5_group(file, "constants");
  int status = 0;
  for (int i = 0; i < plan->n_constant && status >= 0; i++) {
    status = put_constant(all, plan->constant + i);
  }
  return close_group(all) < 0 ? -1 : status;
}

int sn_layout_poses(hid_t file, const sn_system *s, const sn_viewer_rows *places)
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
