/* steps/schemes.c -- the list of all schemes: one line each. */
#include <string.h>

#include "steps/step.h"

const sn_scheme *const sn_schemes[] = {&sn_scheme_ed, &sn_scheme_ep, &sn_scheme_midpoint, &sn_scheme_ed_paper, NULL};

const sn_scheme *sn_scheme_named(const char *name)
{
  for (int i = 0; sn_schemes[i]; i++) {
    if (strcmp(sn_schemes[i]->name, name) == 0) {
      return sn_schemes[i];
    }
  }
  return NULL;
}
