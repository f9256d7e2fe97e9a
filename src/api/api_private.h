/* api/api_private.h -- what is behind the public handles. Private to src/api. */
#ifndef SN_API_PRIVATE_H
#define SN_API_PRIVATE_H
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

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

/* What steps and observes: a frozen system with its motion and stepper. A simulation and its copies are a family, which owns machines;
   each call of one of them borrows one. So a copy is no more than a state, and a family has as many machines as threads use it at the
   same time. */
typedef struct sn_machine {
  struct sn_machine *next; /* idle ones of the family: the last used first */
  sn_arena *arena;
  sn_session session;  /* with inputs its frozen model is its own: functions read inputs where they are frozen */
  sn_stepper *stepper; /* NULL: an equilibrium, which is only looked at */
  sn_state backup;
  unsigned char *dependent; /* rows of joints that repeat others (sn_step_options) */
  sn_observation now;
  long long of; /* whose flags and observation it has: sinew_simulation.number */
} sn_machine;

typedef struct {
  sn_arena *arena;
  pthread_mutex_t lock; /* of `idle` */
  sn_machine *idle;
  sn_machine first;     /* its session says what all of them have in common; not changed after the start */
  atomic_llong numbers; /* given to simulations so far */
  atomic_int users;
  uint64_t layout; /* sn_api_layout */
} sn_family;

/* A frozen model and its state: all that a copy has of its own. */
struct sinew_simulation {
  sn_arena *arena;
  const sinew_model *model;
  sn_family *family;
  const sn_session *session; /* of family->first: names, sizes, facts */
  long long number;          /* a new one whenever the state is replaced: no machine has it */
  sn_state state;
  double *input;       /* values of all inputs */
  unsigned char *flag; /* n_stress: `dependent` of a machine; then those of the rows of its motion (sn_instant_keep) */
  sn_ledger total;
  sn_step_report report;
  int observed; /* the machine that has its number has observed the state */
};

/* machine.c */
/* The machine of a new family, once its session is started: stepping = 1 gives it a stepper. */
sn_status sn_api_first_machine(sn_family *f, int stepping, sn_error *error);
/* Room for the state of a simulation; and, of the first one, the start and its energies. */
sn_status sn_api_state_room(sinew_simulation *x, sn_error *error);
sn_status sn_api_begin(sinew_simulation *x, sn_error *error);
/* One that nobody uses, with the inputs and flags of the simulation; to be given back. */
sn_status sn_api_borrow(sinew_simulation *x, sn_machine **out, sn_error *error);
void sn_api_give_back(sinew_simulation *x, sn_machine *m);
/* Another simulation of the family, without a state; NULL: of a new family. NULL: no memory. */
sinew_simulation *sn_api_member(const sinew_model *m, sn_family *family);
/* state_copy.c: a number for the layout of the state: sizes, names of items and the scheme. */
uint64_t sn_api_layout(const sinew_simulation *x);
/* y is then in the state of x, of the same family. */
void sn_api_take_state(sinew_simulation *y, const sinew_simulation *x);
/* simulation.c: outputs at the present instant are in m->now. */
sn_status sn_api_observe(sinew_simulation *x, sn_machine *m, sn_error *error);
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
