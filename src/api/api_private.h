/* api/api_private.h -- what is behind the public handles. Private to src/api. */
#ifndef SN_API_PRIVATE_H
#define SN_API_PRIVATE_H
#include <stdatomic.h>

#include "language/language.h"
#include "session/session.h"
#include "sinew.h"

enum { SN_API_DEPTH = 8, SN_API_LINES = 1 << 20, SN_API_MODES = 10000 };

/* A table that is being filled: names and values grow in the arena. */
typedef struct {
  const char *field, *maker;
  int is_list; /* 1: entries have no names */
  int n, room;
  const char **name;
  sn_value *value;
} sn_api_table;

struct sinew_model {
  sn_arena *arena;
  volatile int
      stop; /* set by sinew_stop, from another thread or a signal handler; what takes long clears it when it begins */
  sn_language *language; /* open since something was read; NULL: nothing was */
  const char *where;     /* of what is added: "crane.c:12" */
  sn_allocator allocator;
  sn_model *model;
  const char *name;
  int depth; /* tables open; 0: no item begun */
  sn_api_table table[SN_API_DEPTH];
  const sn_kind *kind; /* of the item begun; NULL: the settings of the run */
  const char *item_name;
  int n_refs;
  sn_ref ref[4];
  int is_set;             /* 1: sinew_set_run has set something; before it there were */
  sn_run_settings before; /* these settings, */
  int n_override;         /* and as many values from outside */
};

/* A frozen model and its state. Copies have a state, a stepper and a motion of their own; what is frozen belongs to the first of
   them, which stays until the last one is freed. */
struct sinew_simulation {
  sn_arena *arena;
  const sinew_model *model;
  sinew_simulation *first; /* whose arena holds what is frozen; itself */
  atomic_int users;        /* of the first: itself, until it is freed, and its copies */
  sn_session session;
  sn_stepper *stepper; /* NULL: an equilibrium, which is only looked at */
  sn_state *state, backup;
  unsigned char *dependent; /* rows of joints that repeat others (sn_step_options) */
  sn_ledger total;
  sn_step_report report;
  sn_observation now;
  int observed; /* `now` belongs to the state */
};

/* simulation.c: the stepper of a session whose state is the start or, copies, that of another. */
sn_status sn_api_make_stepper(sinew_simulation *x, sn_error *error);
/* A struct of the caller gets as much of ours as it has room for; its first member is its size. SINEW_EINPUT: it does not say. */
int sn_api_give(void *to, const void *from, size_t size, sinew_error *error);
#define SN_API_GIVE(to, from, error) sn_api_give((to), (from), sizeof *(from), (error))
/* The allocator of a model as an arena takes it; NULL: malloc. */
sn_arena *sn_api_arena(const sinew_model *m);

/* The two error objects have the same parts; statuses the same order except SN_ESTOP and SN_EBUG, which agree too. */
int sn_api_status(sn_status status, const sn_error *from, sinew_error *to);
int sn_api_fail(sinew_error *to, sn_status status, const char *what, const char *fix);
int sn_api_no_memory(sinew_error *error);
/* Sets a field of the table that is open. */
int sn_api_set(sinew_model *m, const char *field, const sn_value *v, sinew_error *error);
/* Completes the item begun, if any. */
int sn_api_complete(sinew_model *m, sinew_error *error);

#endif
