/* tests/support/minimal_versus.h -- a model text against its minimal coordinates, at several steps.
 * Use:     the channels q1, q2, q3 of the text are the coordinates of the reference. Include after _POSIX_C_SOURCE.
 */
#ifndef SN_TESTS_SUPPORT_MINIMAL_VERSUS_H
#define SN_TESTS_SUPPORT_MINIMAL_VERSUS_H
#include "support/simulated.h"
#include "tests/support/loops.h"
#include "tests/support/minimal.h"

enum { STATIONS = 10 };

typedef struct {
  const char *name, *text;
  minimal start;
  double t_end; /* compared at STATIONS equal times: no lucky instant */
} problem;

/* largest difference of a coordinate here */
static inline double apart_here(simulated *s, const double *q, int n)
{
  static const char *const name[MINIMAL_N] = {"q1", "q2", "q3"};
  double worst = 0;
  for (int i = 0; i < n; i++) {
    double value[8] = {NAN};
    CHECK(channel(s, name[i], value) == 1);
    worst = fmax(worst, isfinite(value[0]) ? fabs(value[0] - q[i]) : INFINITY);
  }
  return worst;
}

/* Largest error at the stations with steps of about h; the laws of every step are checked. INFINITY: it failed. */
static inline double error_of(const problem *p, double alpha, double h, double (*q)[MINIMAL_N])
{
  const double apart = p->t_end / STATIONS;
  double worst = 0;
  simulated s;
  int good = simulate(&s, p->name, p->text, "ed", alpha);
  for (int k = 0; k < STATIONS && good; k++) {
    good = advance_to(&s, (k + 1) * apart, (int)lround(apart / h)) && observe(&s);
    worst = good ? fmax(worst, apart_here(&s, q[k], p->start.n)) : INFINITY;
  }
  if (good) {
    check_laws(&s);
  }
  simulated_free(&s);
  return good ? worst : INFINITY;
}

/* errors at h, h/2, h/4 and what order they show, from the first to the last */
static inline double errors_of(const problem *p, double alpha, double h, double e[3])
{
  double q[STATIONS][MINIMAL_N] = {{0}};
  minimal_run(&p->start, p->t_end / STATIONS, STATIONS, q);
  for (int i = 0; i < 3; i++) {
    e[i] = error_of(p, alpha, h / (1 << i), q);
  }
  const double order = log2(e[0] / e[2]) / 2;
  printf("     %-34s alpha %-4g %8.1e %8.1e %8.1e  order %.2f (%.2f %.2f)\n", p->name, alpha, e[0], e[1], e[2], order,
         log2(e[0] / e[1]), log2(e[1] / e[2]));
  return order;
}

static table rows;
/* The same through the command, which knows about dependent rows: largest error of a channel at the stations; *end: at
   the last. All its channels are in `rows`. */
static inline double loop_error(const char *model, const char *set, const char *name, const minimal *start,
                                double t_end, double *end)
{
  double q[STATIONS][MINIMAL_N] = {{0}}, worst = 0;
  *end = INFINITY;
  minimal_run(start, t_end / STATIONS, STATIONS, q);
  if (!loop_run(model, set, 1e-12, &rows)) {
    return INFINITY;
  }
  for (int k = 0; k < STATIONS; k++) {
    *end = fabs(loop_value(&rows, name, (k + 1) * t_end / STATIONS) - q[k][0]);
    worst = isfinite(*end) ? fmax(worst, *end) : INFINITY;
  }
  printf("     error %.2e, at the end %.2e\n", worst, *end);
  return worst;
}

/* a text behind one number */
static inline const char *with_number(char *out, size_t size, const char *name, double value, const char *text)
{
  const int n = snprintf(out, size, "local %s = %.17g\n%s", name, value, text);
  CHECK(n > 0 && (size_t)n < size);
  return out;
}

#endif
