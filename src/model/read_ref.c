/* model/read_ref.c -- readers of fields that name parts, joints and nodes: handles or names, one or several.
 * Tests:   tests/model/test_fields.c, tests/language/test_mistakes.c.
 */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "model/fields.h"

static sn_status no_memory(const sn_reading *r)
{
  return sn_no_memory(r->error, "the model");
}

static sn_status find_name(const sn_reading *r, const sn_value *v, sn_class class, sn_ref *out)
{
  if (class == SN_CLASS_PART && strcmp(v->text, "ground") == 0) {
    *out = (sn_ref){.item = NULL, .station = SN_STATION_SELF, .given = 1};
    return SN_OK;
  }
  sn_item *item = r->model ? sn_model_find(r->model, v->text) : NULL;
  if (item) {
    *out = (sn_ref){.item = item, .station = SN_STATION_SELF, .given = 1};
    return SN_OK;
  }
  const int n = r->model ? sn_model_items(r->model) : 0;
  const char **name = SN_NEW(r->arena, const char *, n + 1);
  if (!name) {
    return no_memory(r);
  }
  int m = 0;
  for (int i = 0; i < n; i++) {
    if (sn_model_item(r->model, i)->kind->class == class) {
      name[m++] = sn_model_item(r->model, i)->name;
    }
  }
  char all[300];
  sn_join(all, sizeof all, name, m);
  const char *meant = sn_nearest(v->text, name, (size_t)m);
  const char *word = class == SN_CLASS_JOINT ? "joint" : "part";
  sn_wrong_value(r, v, "names \"%.60s\", but there is no such %s.", v->text, word);
  sn_error_why(r->error, m ? "The %ss so far: %s." : "The model has no %s yet%s.", word, m ? all : "");
  if (meant) {
    sn_error_fix(r->error, "Did you mean \"%s\"?", meant);
  } else {
    sn_error_fix(r->error, "Make the %s first, above this line, or check its name.", word);
  }
  return SN_EINPUT;
}

static sn_status read_ref(const sn_reading *r, const sn_input *in, const sn_value *v, sn_class class, sn_ref *to)
{
  const int joint = class == SN_CLASS_JOINT;
  sn_ref ref = v->ref;
  if (v->type == SN_VALUE_TEXT) {
    SN_TRY(find_name(r, v, class, &ref));
  } else if (v->type != SN_VALUE_REF) {
    return sn_wrong_type(r, in, v, joint ? "a joint" : "a part or ground", joint ? "\"hinge\"" : "rod");
  }
  if (ref.item ? ref.item->kind->class != class : joint) {
    sn_wrong_value(r, v, "needs a %s, but '%s' is a %s.", joint ? "joint" : "part", sn_ref_name(&ref),
                   ref.item ? ref.item->kind->name : "part");
    sn_error_fix(r->error,
                 joint ? "Name a joint, such as a revolute." : "Name a part (body, point, cable, ...) or ground.");
    return SN_EINPUT;
  }
  *to = ref;
  return SN_OK;
}

sn_status sn_read_part(const sn_reading *r, const sn_input *in, const sn_value *v, void *to)
{
  return read_ref(r, in, v, SN_CLASS_PART, to);
}

sn_status sn_read_joint(const sn_reading *r, const sn_input *in, const sn_value *v, void *to)
{
  return read_ref(r, in, v, SN_CLASS_JOINT, to);
}

static sn_status read_refs(const sn_reading *r, const sn_input *in, const sn_value *v, sn_class class, void *to)
{
  if (v->type != SN_VALUE_LIST || v->n == 0) {
    return sn_wrong_type(r, in, v, class == SN_CLASS_JOINT ? "a list of joints" : "a list of parts",
                         "{ first, second }");
  }
  sn_ref *x = SN_NEW(r->arena, sn_ref, v->n);
  if (!x) {
    return no_memory(r);
  }
  for (int i = 0; i < v->n; i++) {
    SN_TRY(read_ref(r, in, v->entry + i, class, x + i));
  }
  *(sn_refs *)to = (sn_refs){.n = v->n, .x = x};
  return SN_OK;
}

sn_status sn_read_joints(const sn_reading *r, const sn_input *in, const sn_value *v, void *to)
{
  return read_refs(r, in, v, SN_CLASS_JOINT, to);
}

sn_status sn_read_parts(const sn_reading *r, const sn_input *in, const sn_value *v, void *to)
{
  return read_refs(r, in, v, SN_CLASS_PART, to);
}

sn_status sn_read_nodes(const sn_reading *r, const sn_input *in, const sn_value *v, void *to)
{
  if (v->type != SN_VALUE_LIST || v->n == 0) {
    return sn_wrong_type(r, in, v, "a list of points", "{ {0, 0, 0}, {1, 0, 0}, hinge, ground:point {0, 1, 0} }");
  }
  sn_ref *x = SN_NEW(r->arena, sn_ref, v->n);
  if (!x) {
    return no_memory(r);
  }
  for (int i = 0; i < v->n; i++) {
    sn_reading here = *r;
    snprintf(here.path, sizeof here.path, "%.80s[%d]", r->path, i + 1);
    if (v->entry[i].type == SN_VALUE_REF || v->entry[i].type == SN_VALUE_TEXT) {
      SN_TRY(read_ref(&here, in, v->entry + i, SN_CLASS_PART, x + i));
    } else {
      x[i] = (sn_ref){.station = SN_STATION_SELF, .has_point = 1};
      SN_TRY(sn_read_vector(&here, in, v->entry + i, &x[i].point));
    }
  }
  *(sn_refs *)to = (sn_refs){.n = v->n, .x = x};
  return SN_OK;
}
