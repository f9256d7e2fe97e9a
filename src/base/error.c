/* base/error.c -- filling the error object.
 * What:    texts are copied and cut to their field; a cut text ends with "...". Nothing here can fail.
 * Tests:   tests/base/test_error.c.
 */
#include "base/error.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#ifdef SN_DEBUG
#include <stdlib.h>
#endif

static void mark_cut(char *field, size_t size, int wanted)
{
  if (wanted < 0) {
    field[0] = '\0'; /* an encoding error of vsnprintf: better no text than an incomplete one */
  } else if ((size_t)wanted >= size) {
    memcpy(field + size - 4, "...", 4);
  }
}

static void set(char *field, size_t size, const char *text)
{
  mark_cut(field, size, snprintf(field, size, "%s", text ? text : ""));
}

sn_status sn_fail(sn_error *error, sn_status status, const char *where, const char *what, const char *why,
                  const char *fix)
{
  if (error) {
    error->status = status;
    set(error->where, sizeof error->where, where);
    set(error->what, sizeof error->what, what);
    set(error->why, sizeof error->why, why);
    set(error->fix, sizeof error->fix, fix);
  }
  return status;
}

/* The formatted text goes to `field`; a macro because va_start needs the last named parameter of its function. */
#define FORMAT(field, format)                                                          \
  do {                                                                                 \
    va_list list;                                                                      \
    va_start(list, format);                                                            \
    mark_cut((field), sizeof(field), vsnprintf((field), sizeof(field), format, list)); \
    va_end(list);                                                                      \
  } while (0)

sn_status sn_failf(sn_error *error, sn_status status, const char *what_format, ...)
{
  if (error) {
    sn_fail(error, status, NULL, NULL, NULL, NULL);
    FORMAT(error->what, what_format);
  }
  return status;
}

void sn_error_where(sn_error *error, const char *format, ...)
{
  if (error && !error->where[0]) {
    FORMAT(error->where, format);
  }
}

void sn_error_why(sn_error *error, const char *format, ...)
{
  if (error) {
    FORMAT(error->why, format);
  }
}

void sn_error_fix(sn_error *error, const char *format, ...)
{
  if (error) {
    FORMAT(error->fix, format);
  }
}

sn_status sn_no_memory(sn_error *error, const char *what)
{
  sn_failf(error, SN_ENOMEM, "There is not enough memory for %s.", what);
  sn_error_fix(error, "Use a smaller model, or a machine with more memory.");
  return SN_ENOMEM;
}

sn_status sn_broken(sn_error *error, const char *condition, const char *file, int line)
{
  sn_failf(error, SN_EBUG, "Internal error: `%s` is false.", condition);
  sn_error_where(error, "%s:%d", file, line);
  sn_error_fix(error, "This is a defect of Sinew, not of the model. Please report it with the model that shows it.");
  return SN_EBUG;
}

#ifdef SN_DEBUG
void sn_assert_stop(const char *condition, const char *file, int line)
{
  fprintf(stderr, "%s:%d: `%s` is false\n", file, line, condition);
  abort();
}
#endif
