/* tests/harness.h -- plain tests: checks that print both values, never vanish in release builds, and count.
 * Use:     static void test_x(void) { CHECK_NEAR(a, b, 1e-12); }   int main(void) { RUN(test_x); return REPORT(); }
 */
#ifndef SN_TESTS_HARNESS_H
#define SN_TESTS_HARNESS_H
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Code with the sanitizers in it is five to ten times slower. They look for wrong accesses, not wrong numbers: where a test repeats the same
   code for the numbers' sake (finer steps, more seeds, one more alpha), it repeats it less often there. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

static int harness_failed, harness_passed, harness_bad_here;

#define CHECK(c)                                             \
  do {                                                       \
    if (!(c)) {                                              \
      printf("%s:%d: failed: %s\n", __FILE__, __LINE__, #c); \
      harness_bad_here++;                                    \
    }                                                        \
  } while (0)
#define CHECK_NEAR(a, b, tolerance)                                                                                  \
  do {                                                                                                               \
    const double a_ = (a), b_ = (b), t_ = (tolerance);                                                               \
    if (!(fabs(a_ - b_) <= t_)) {                                                                                    \
      printf("%s:%d: %s = %.17g, %s = %.17g, difference %.3g > %.3g\n", __FILE__, __LINE__, #a, a_, #b, b_, a_ - b_, \
             t_);                                                                                                    \
      harness_bad_here++;                                                                                            \
    }                                                                                                                \
  } while (0)
#define CHECK_BELOW(a, limit)                                                     \
  do {                                                                            \
    const double a_ = (a), l_ = (limit);                                          \
    if (!(a_ <= l_)) {                                                            \
      printf("%s:%d: %s = %.3g is above %.3g\n", __FILE__, __LINE__, #a, a_, l_); \
      harness_bad_here++;                                                         \
    }                                                                             \
  } while (0)
#define CHECK_TEXT(text, part)                                                                       \
  do {                                                                                               \
    const char *x_ = (text), *p_ = (part);                                                           \
    if (!x_ || !strstr(x_, p_)) {                                                                    \
      printf("%s:%d: \"%s\" does not contain \"%s\"\n", __FILE__, __LINE__, x_ ? x_ : "(null)", p_); \
      harness_bad_here++;                                                                            \
    }                                                                                                \
  } while (0)
#define CHECK_OK(call, error)                                                                               \
  do {                                                                                                      \
    if ((call) != SN_OK) {                                                                                  \
      printf("%s:%d: %s\n  %s\n  %s\n  %s\n  %s\n", __FILE__, __LINE__, #call, (error).where, (error).what, \
             (error).why, (error).fix);                                                                     \
      harness_bad_here++;                                                                                   \
    }                                                                                                       \
  } while (0)
#define RUN(test)                                                 \
  do {                                                            \
    harness_bad_here = 0;                                         \
    test();                                                       \
    harness_bad_here ? harness_failed++ : harness_passed++;       \
    printf("%s %s\n", harness_bad_here ? "FAIL" : "ok  ", #test); \
  } while (0)
/* A test whose cost is many more of the same steps, which others make as well: not under the sanitizers. */
#define RUN_LONG(test)                                                   \
  do {                                                                   \
    if (SANITIZED) {                                                     \
      printf("     %s left out: only longer under sanitizers\n", #test); \
      (void)test;                                                        \
    } else {                                                             \
      RUN(test);                                                         \
    }                                                                    \
  } while (0)
#define REPORT() (printf("%d passed, %d failed\n", harness_passed, harness_failed), harness_failed > 0)

#endif
