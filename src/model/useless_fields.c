/* model/useless_fields.c -- fields that would have no effect: given without the field that they belong to, or together with one that replaces them.
 * What:    rules of a kind (sn_idle), checked as its fields are read: what a user writes acts, or is refused.
 * Tests:   tests/language/test_mistakes.c
 */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "model/fields.h"

/* false counts as not given: the field switches nothing on. */
static int is_given(const sn_value *fields, const char *name)
{
  const sn_value *v = sn_value_field(fields, name);
  return v && v->type != SN_VALUE_NONE && !(v->type == SN_VALUE_FLAG && v->number == 0);
}

/* The first of "a|b|c" that is given; NULL: none is. */
static sn_status first_given(const sn_reading *r, const sn_value *fields, const char *names, const char **out)
{
  int n;
  const char **word = sn_split(r->arena, names, '|', &n);
  *out = NULL;
  if (!word) {
    return sn_no_memory(r->error, "the model");
  }
  for (int k = n - 1; k >= 0; k--) {
    *out = is_given(fields, word[k]) ? word[k] : *out;
  }
  return SN_OK;
}

static sn_status check_level(const sn_reading *r, const sn_idle *rules, const sn_value *fields)
{
  for (const sn_idle *rule = rules; fields && fields->type == SN_VALUE_RECORD && rule && rule->fields; rule++) {
    const char *field, *other;
    SN_TRY(first_given(r, fields, rule->fields, &field));
    SN_TRY(first_given(r, fields, rule->other, &other));
    if (field && (rule->beside ? other != NULL : other == NULL)) {
      sn_failf(r->error, SN_EINPUT, rule->beside ? "%s has both `%s` and `%s`." : "%s has `%s`, but no `%s`.", r->what,
               field, rule->beside ? other : rule->other);
      sn_error_why(r->error, "`%s` would do nothing: %s.", field, rule->why);
      if (rule->beside) {
        sn_error_fix(r->error, "Leave out `%s`.", field);
      } else {
        sn_error_fix(r->error, "Give `%s`, or leave out `%s`.", rule->other, field);
      }
      sn_error_where(r->error, "%s", fields->where ? fields->where : r->where ? r->where : "");
      return SN_EINPUT;
    }
  }
  return SN_OK;
}

sn_status sn_check_idle(const sn_reading *r, const sn_idle *rules, const sn_input *inputs, const sn_value *fields)
{
  SN_TRY(check_level(r, rules, fields));
  for (const sn_input *in = inputs; fields && rules && in && in->name; in++) {
    const sn_value *v = in->type == SN_TABLE ? sn_value_field(fields, in->name) : NULL;
    char what[260];
    sn_reading here = *r;
    (void)snprintf(what, sizeof what, "%.200s: `%.46s`", r->what, in->name);
    here.what = what;
    SN_TRY(check_level(&here, rules, v));
  }
  return SN_OK;
}
