/* base/error.h -- status codes and the error object of the whole library.
 * What:    every function that can fail returns an sn_status and fills an sn_error (which may be NULL).
 * Rule:    `where` is a place the user knows (file, line, part), `what` happened, `why`, and what to do (`fix`).
 */
#ifndef SN_BASE_ERROR_H
#define SN_BASE_ERROR_H

typedef enum {
  SN_OK,
  SN_EINPUT,    /* a field, a file or a command line is wrong */
  SN_EMODEL,    /* the model contradicts itself (assembly, locked loop, singular) */
  SN_ESINGULAR, /* a matrix could not be factorised */
  SN_ENOCONV,   /* the Newton iteration did not converge */
  SN_EIO,       /* a file could not be read or written */
  SN_ENOMEM,
  SN_ESTOP, /* interrupted by the user */
  SN_EBUG,
  SN_EWARNED /* everything is computed, but there are warnings, and they count as errors (strict) */
} sn_status;

typedef struct {
  sn_status status;
  char where[256], what[320], why[512], fix[512];
} sn_error;

#define SN_TRY(call)             \
  do {                           \
    const sn_status s_ = (call); \
    if (s_ != SN_OK) {           \
      return s_;                 \
    }                            \
  } while (0)

/* Fills all four parts (any text may be NULL or "") and returns status; error may be NULL. */
sn_status sn_fail(sn_error *error, sn_status status, const char *where, const char *what, const char *why,
                  const char *fix);
/* The same with a formatted `what`; why, fix and where are empty (fill them with the functions below). */
sn_status sn_failf(sn_error *error, sn_status status, const char *what_format, ...)
    __attribute__((format(printf, 3, 4)));
/* SN_ENOMEM: "There is not enough memory for <what>." with what to do about it. */
sn_status sn_no_memory(sn_error *error, const char *what);
/* Set one part by format; each does nothing when error is NULL. The first `where` set wins. */
void sn_error_where(sn_error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
void sn_error_why(sn_error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
void sn_error_fix(sn_error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Invariants: what the code assumes, never what a user can write. SN_REQUIRE is for functions that return a status: it must be cheap, as
   it is in every build, and ends the call with SN_EBUG and the condition. SN_ASSERT is for all others, and for what takes time: debug
   builds stop there, release builds compile the condition and do not evaluate it. */
sn_status sn_broken(sn_error *error, const char *condition, const char *file, int line);
#ifdef SN_DEBUG
void sn_assert_stop(const char *condition, const char *file, int line);
#define SN_ASSERT(c) ((c) ? (void)0 : sn_assert_stop(#c, __FILE__, __LINE__))
#else
#define SN_ASSERT(c) ((void)sizeof(!(c)))
#endif
#define SN_REQUIRE(c, error)                             \
  do {                                                   \
    if (!(c)) {                                          \
      return sn_broken((error), #c, __FILE__, __LINE__); \
    }                                                    \
  } while (0)

#endif
