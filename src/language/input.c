/* language/input.c -- input(name, { default =, unit = }): a number that is set from outside between steps; input(name): the same again.
 * What:    a symbol that may stand in any function of time, and in channels. It is held over a step, so the work of a force that uses
 *          it is booked exactly, like that of any other.
 * Tests:   tests/api/test_inputs.c.
 */
#include <math.h>

#include "base/text.h"
#include "language/language_private.h"

typedef struct {
  double value;
  const char *unit;
} input_fields;
static const sn_input inputs[] = {
    {"default", SN_NUMBER, "", "its value until it is set", SN_MEMBER(input_fields, value), SN_PRESET(0)},
    {"unit", SN_TEXT, "", "its unit; the number is not converted", SN_MEMBER(input_fields, unit)},
    {0}};

static _Noreturn void unknown_input(sn_lang *s, const char *name)
{
  const int n = sn_model_inputs(s->model);
  const char **names = SN_NEW(s->scratch, const char *, n + 1);
  for (int i = 0; names && i < n; i++) {
    names[i] = sn_model_input_at(s->model, i)->name;
  }
  const char *meant = names ? sn_nearest(name, names, (size_t)n) : NULL;
  sn_lang_error(s, "There is no input \"%.60s\".", name);
  sn_error_why(&s->error, "An input is made by a table with its default: input(\"u\", { default = 0 }).");
  sn_error_fix(&s->error, meant ? "Did you mean \"%s\"?" : "Make it above this line%s.", meant ? meant : "");
  sn_lang_raise(s);
}

static int make_input(sn_lang *s, const char *name)
{
  input_fields p;
  sn_lang_check_making(s, "input");
  const char *where = sn_lang_where(s), *owner = sn_arena_format(s->scratch, "input '%.60s'", name);
  if (!owner) {
    sn_lang_no_memory(s);
  }
  const sn_value v = sn_lang_record(s, 2, inputs, owner);
  const sn_status status = sn_fields_fill(inputs, &v, &p, s->arena, owner, where, &s->error);
  if (status == SN_OK && p.unit) {
    sn_lang_check_unit(s, "input", name, p.unit);
  }
  const sn_model_input made = {
      .name = sn_lang_copy(s, name), .unit = p.unit ? p.unit : "", .value = p.value, .where = where};
  if (status != SN_OK || sn_model_add_input(s->model, &made, &s->error) != SN_OK) {
    sn_lang_raise(s);
  }
  return sn_model_inputs(s->model) - 1;
}

static int input(lua_State *L)
{
  sn_lang *s = sn_lang_of(L);
  const int n = lua_gettop(L);
  if (n < 1 || n > 2 || lua_type(L, 1) != LUA_TSTRING || (n == 2 && lua_type(L, 2) != LUA_TTABLE)) {
    sn_lang_error(s, "input needs a name and a table.");
    sn_error_fix(&s->error,
                 "Write input(\"u\", { default = 0, unit = \"N m\" }), and input(\"u\") for the same again.");
    sn_lang_raise(s);
  }
  const sn_arena_mark mark = sn_arena_here(s->scratch);
  const char *name = sn_lang_text(s, 1);
  const int index = n == 2 ? make_input(s, name) : sn_model_find_input(s->model, name);
  if (index < 0) {
    unknown_input(s, name);
  }
  const sn_model_input *x = sn_model_input_at(s->model, index);
  sn_arena_reset(s->scratch, mark);
  sn_lang_push_input(s, index, x->value, sn_lang_unit_of(x->unit));
  return 1;
}

void sn_lang_open_inputs(sn_lang *s)
{
  sn_lang_global(s, "input", input, NULL);
}
