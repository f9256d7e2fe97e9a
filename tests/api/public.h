/* tests/api/public.h -- calls of the public interface that must succeed, or fail with a status and words. */
#ifndef SN_TESTS_API_PUBLIC_H
#define SN_TESTS_API_PUBLIC_H
#include "harness.h"
#include "sinew.h"

#define GOOD(call)                                                                                                 \
  do {                                                                                                             \
    sinew_error e_ = {0};                                                                                          \
    sinew_error *error = &e_;                                                                                      \
    if ((call) != SINEW_OK) {                                                                                      \
      printf("%s:%d: %s\n  %s\n  %s\n  %s\n  %s\n", __FILE__, __LINE__, #call, e_.where, e_.what, e_.why, e_.fix); \
      harness_bad_here++;                                                                                          \
    }                                                                                                              \
  } while (0)
#define BAD(call, code, text)                                                            \
  do {                                                                                   \
    sinew_error e_ = {0};                                                                \
    sinew_error *error = &e_;                                                            \
    CHECK((call) == (code));                                                             \
    CHECK(e_.status == (code));                                                          \
    char all_[1700];                                                                     \
    (void)snprintf(all_, sizeof all_, "%s %s %s %s", e_.where, e_.what, e_.why, e_.fix); \
    CHECK_TEXT(all_, text);                                                              \
  } while (0)

#endif
