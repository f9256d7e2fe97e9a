/* steps/schemes.c -- the list of all schemes (SN_EVERY_SCHEME); what is asked of any of them. */
#include <stddef.h>
#include <string.h>

#include "steps/step.h"

#define ENTRY(name) &sn_scheme_##name,
const sn_scheme *const sn_schemes[] = {SN_EVERY_SCHEME(ENTRY) NULL};

const sn_setting sn_damping[] = {
    {"alpha", offsetof(sn_step_options, alpha), 0, 1, 1, "numerical damping of what the step cannot resolve"}, {0}};

const sn_scheme *sn_scheme_named(const char *name)
{
  for (int i = 0; sn_schemes[i]; i++) {
    if (strcmp(sn_schemes[i]->name, name) == 0) {
      return sn_schemes[i];
    }
  }
  return NULL;
}

size_t sn_scheme_numbers(const sn_scheme *scheme, const sn_system *s)
{
  return scheme->n_state ? scheme->n_state(s) : 0;
}

sn_status sn_scheme_begin(const sn_scheme *scheme, const sn_system *s, const sn_step_options *o, sn_arena *arena,
                          sn_state *state, sn_stepper **out, sn_error *error)
{
  SN_TRY(sn_state_room(s, sn_scheme_numbers(scheme, s), arena, state, error));
  SN_ASSERT(state->n_scheme == sn_scheme_numbers(scheme, s));
  return scheme->create(scheme, s, o, arena, out, error);
}

const sn_setting *sn_scheme_setting(const sn_scheme *scheme, const char *name)
{
  SN_ASSERT(scheme && name);
  for (const sn_setting *p = scheme->setting; p && p->name; p++) {
    if (strcmp(p->name, name) == 0) {
      return p;
    }
  }
  return NULL;
}

double sn_setting_get(const sn_step_options *o, const sn_setting *p)
{
  SN_ASSERT(p->offset + sizeof(double) <= sizeof *o);
  double value;
  memcpy(&value, (const char *)o + p->offset, sizeof value);
  return value;
}

void sn_setting_set(sn_step_options *o, const sn_setting *p, double value)
{
  SN_ASSERT(p->offset + sizeof value <= sizeof *o);
  memcpy((char *)o + p->offset, &value, sizeof value);
}

void sn_scheme_presets(const sn_scheme *scheme, sn_step_options *o)
{
  for (const sn_setting *p = scheme->setting; p && p->name; p++) {
    SN_ASSERT(p->low <= p->preset && p->preset <= p->high);
    sn_setting_set(o, p, p->preset);
  }
}
