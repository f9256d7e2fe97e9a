/* model/stop.c -- conditions that end a run, and what a model was made from: for checkpoints.
 * Tests:   tests/cli/test_resume.c, tests/promises/test_resume.c.
 */
#include <string.h>

#include "base/text.h"
#include "model/model_private.h"

sn_status sn_model_stop_when(sn_model *m, const sn_channel *c, sn_error *error)
{
  sn_channel own = *c;
  if (!sn_good_name(c->name)) {
    sn_failf(error, SN_EINPUT, "\"%.60s\" cannot be the name of a condition.", c->name);
    sn_error_why(error, "A name has letters, digits, _ and -, at most 64 of them.");
    sn_error_fix(error, "Choose a name such as \"landed\".");
    sn_error_where(error, "%s", c->where);
    return SN_EINPUT;
  }
  own.name = sn_arena_format(m->arena, "%s%s", m->prefix, c->name);
  if (!own.name || !SN_ROOM(m->arena, m->stop)) {
    return sn_no_memory(error, "the model");
  }
  for (int i = 0; i < m->stop.n; i++) {
    if (strcmp(m->stop.at[i].name, own.name) == 0) {
      sn_failf(error, SN_EINPUT, "The condition '%s' is defined twice.", own.name);
      sn_error_why(error, "%s: it was defined there first.", m->stop.at[i].where);
      sn_error_fix(error, "Give every condition its own name; the run ends when one of them is true.");
      sn_error_where(error, "%s", c->where);
      return SN_EINPUT;
    }
  }
  m->stop.at[m->stop.n++] = own;
  return SN_OK;
}

sn_status sn_model_override(sn_model *m, const char *name, const char *value, sn_error *error)
{
  const sn_model_file own = {sn_arena_text(m->arena, name), sn_arena_text(m->arena, value)};
  if (!own.file || !own.text || !SN_ROOM(m->arena, m->override)) {
    return sn_no_memory(error, "the model");
  }
  m->override.at[m->override.n++] = own;
  return SN_OK;
}

void sn_model_forget_overrides(sn_model *m, int first)
{
  SN_ASSERT(first >= 0 && first <= m->override.n);
  m->override.n = first;
}

int sn_model_overrides(const sn_model *m)
{
  return m->override.n;
}

void sn_model_override_at(const sn_model *m, int i, const char **name, const char **value)
{
  *name = m->override.at[i].file;
  *value = m->override.at[i].text;
}

void sn_model_data(sn_model *m, const void *bytes, size_t n)
{
  m->data = m->data * 31 + (sn_hash(bytes, n) | 1);
}

uint64_t sn_model_data_sum(const sn_model *m)
{
  return m->data;
}

const char *sn_model_folder_of(const sn_model *m)
{
  return m->folder;
}
