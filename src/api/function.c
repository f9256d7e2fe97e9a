/* api/function.c -- public interface: functions given as expressions of the model language.
 * What:    the field table says which arguments a field has; the expression is read by the language itself, as the only field
 *          of an item of a kind known here alone, so tracing, checks and messages are the same as in a model file.
 * Tests:   tests/api/test_api.c.
 */
#include <stddef.h>
#include <string.h>

#include "api/api_private.h"
#include "language/language.h"

typedef struct {
  const sn_expr *one;
  sn_expr3 three;
} holder;

/* A field by name at one level of a table; fields of INLINE tables are at the same level. */
static const sn_input *find(const sn_input *inputs, const char *name)
{
  for (const sn_input *in = inputs; in && (in->name || in->sub); in++) {
    if (in->type == SN_INLINE) {
      const sn_input *inner = find(in->sub, name);
      if (inner) {
        return inner;
      }
    } else if (in->name && strcmp(in->name, name) == 0) {
      return in;
    }
  }
  return NULL;
}

/* The field in the table that is open now. */
static const sn_input *field_of(const sinew_model *m, const char *name)
{
  const sn_input *inputs = m->kind ? m->kind->inputs : sn_run_inputs;
  for (int i = 1; i < m->depth && inputs; i++) {
    const sn_input *table = find(inputs, m->table[i].field);
    inputs = table ? table->sub : NULL;
  }
  return inputs ? find(inputs, name) : NULL;
}

/* Reads `return expression` as a function of the arguments. */
static sn_status trace(sn_arena *arena, const char *arguments, const char *expression, int three, sn_value *out,
                       sn_error *error)
{
  const sn_input inputs[] = {{"one", SN_FUNCTION, "", "", SN_MEMBER(holder, one), .choices = arguments},
                             {"three", SN_FUNCTION3, "", "", SN_MEMBER(holder, three), .choices = arguments},
                             {0}};
  const sn_kind kind = {
      .name = "expression", .help = "", .class = SN_CLASS_FORCE, .inputs = inputs, .param_size = sizeof(holder)};
  const sn_kind *const catalogue[] = {&kind, NULL};
  const sn_language_options options = {.catalogue = catalogue};
  const char *text = sn_arena_format(arena, "expression { name = 'f', %s = function(%s) return %s end }\n",
                                     three ? "three" : "one", arguments, expression);
  const sn_expr **result = SN_NEW(arena, const sn_expr *, 3);
  sn_model *model = NULL;
  if (!text || !result) {
    return sn_no_memory(error, "the function");
  }
  SN_TRY(sn_language_load_text(&(sn_language_text){"expression", text, strlen(text), NULL}, &options, arena, &model,
                               error));
  const sn_item *item = sn_model_find(model, "f");
  SN_REQUIRE(item && item->kind == &kind, error);
  const holder *h = item->param;
  for (int k = 0; k < 3; k++) {
    result[k] = three ? h->three.e[k] : h->one;
  }
  *out = (sn_value){.type = SN_VALUE_FUNCTION, .n = three ? 3 : 1, .result = result};
  return SN_OK;
}

int sinew_set_function(sinew_model *m, const char *field, const char *expression, sinew_error *error)
{
  if (m->depth == 0) {
    return sn_api_fail(error, SN_EINPUT, "No item has been begun.", "Call sinew_add first.");
  }
  const sn_input *in = field ? field_of(m, field) : NULL;
  if (!expression || !in || (in->type != SN_FUNCTION && in->type != SN_FUNCTION3)) {
    sn_error e = {0};
    (void)sn_failf(&e, SN_EINPUT, "The field '%.60s' does not take a function.", field ? field : "");
    sn_error_fix(&e, "The reference manual lists the fields of every kind and their types.");
    return sn_api_status(SN_EINPUT, &e, error);
  }
  sn_error e = {0};
  sn_value v;
  const char *arguments = in->choices ? in->choices : "t";
  const sn_status status = trace(m->arena, arguments, expression, in->type == SN_FUNCTION3, &v, &e);
  return status == SN_OK ? sn_api_set(m, field, &v, error) : sn_api_status(status, &e, error);
}
