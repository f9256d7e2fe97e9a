/* session/runner.h -- who moves a model: the time-stepping schemes, or a laboratory of its own.
 * What:    one table per runner. A session takes the runner of the first item whose kind has one, else the schemes; nobody
 *          else asks which one it is.
 * Who:     session and api; the command asks sn_session.runner what to say.
 */
#ifndef SN_SESSION_RUNNER_H
#define SN_SESSION_RUNNER_H
#include "session/session.h"

typedef void (*sn_say)(const char *line); /* a line for people */

struct sn_runner {
  const char *name;      /* the scheme of its results begins with it; NULL: any other scheme */
  const sn_kind *kind;   /* a model with such an item belongs to it; NULL: every other model */
  const char *apart;     /* why stepping by hand, statics and modes are not for it; NULL: they are */
  const char *no_resume; /* why its runs cannot be resumed; NULL: they can */
  /* After freezing: its own data (sn_session.own) and the count of freedoms. */
  sn_status (*open)(sn_session *s, sn_error *error);
  /* run { ... } into s->options. */
  sn_status (*settings)(sn_session *s, double until, sn_error *error);
  sn_status (*start)(sn_session *s, sn_error *error);
  sn_status (*run)(sn_session *s, const sn_sink *sink, sn_run_summary *out, sn_error *error);
  /* The settings in one line, and after the run how it went. */
  void (*tell_settings)(const sn_session *s, sn_say say);
  void (*tell_run)(const sn_session *s, const sn_run_summary *r, sn_say say);
};

extern const sn_runner sn_runner_schemes, sn_runner_rod;
extern const sn_runner *const sn_runners[]; /* ends with NULL */

/* The runner of a model that was frozen; *item: the one that asks for it, NULL for the schemes. */
const sn_runner *sn_runner_of(const sn_model *m, const sn_item **item);
/* SN_EINPUT when the model has a runner of its own: `what` is not for such a model. */
sn_status sn_session_need_schemes(const sn_session *s, const char *what, const char *fix, sn_error *error);
/* printf into a line for people. */
void sn_sayf(sn_say say, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* session_start.c */
sn_status sn_schemes_open(sn_session *s, sn_error *error);
sn_status sn_schemes_start(sn_session *s, sn_error *error);

#endif
