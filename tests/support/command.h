/* tests/support/command.h -- what tests of the built command share. Include after defining _POSIX_C_SOURCE. */
#ifndef SN_TESTS_SUPPORT_COMMAND_H
#define SN_TESTS_SUPPORT_COMMAND_H
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A number of `sinew info --json`. */
static inline double info_number(const char *file, const char *key)
{
  char command[1024], text[65536], quoted[64];
  snprintf(command, sizeof command, "'%s' info '%s' --json", SN_TEST_SINEW, file);
  FILE *f = popen(command, "r");
  const size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
  text[n] = 0;
  if (f) {
    pclose(f);
  }
  snprintf(quoted, sizeof quoted, "\"%s\"", key);
  const char *p = strstr(text, quoted);
  p = p ? strchr(p, ':') : NULL;
  return p ? strtod(p + 1, NULL) : NAN;
}

#endif
