/* tests/support/parameters.h -- a simulated model text with its parameters set by words "name=value".
 */
#ifndef SN_TESTS_PARAMETERS_H
#define SN_TESTS_PARAMETERS_H
#include "support/simulated.h"

enum { MAX_SET = 8 };
static inline int simulate_set(simulated *s, const char *text, int n, const char *const *set, const char *scheme,
                               double alpha)
{
  char word[MAX_SET][64];
  sn_override override[MAX_SET];
  for (int k = 0; k < n && k < MAX_SET; k++) {
    snprintf(word[k], sizeof word[k], "%s", set[k]);
    char *equals = strchr(word[k], '=');
    *equals = '\0';
    override[k] = (sn_override){word[k], equals + 1};
  }
  const sn_language_options options = {.override = override, .n_override = n};
  return simulate_with(s, "model.lua", text, &options, scheme, alpha);
}

/* One component of a channel at the observed instant. */
static inline double value(const simulated *s, const char *name, int component)
{
  double x[4] = {NAN, NAN, NAN, NAN};
  CHECK(channel(s, name, x) > component);
  return x[component];
}

#endif
