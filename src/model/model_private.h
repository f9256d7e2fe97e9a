/* model/model_private.h -- the model's own data, shared by the files of src/model only. */
#ifndef SN_MODEL_MODEL_PRIVATE_H
#define SN_MODEL_MODEL_PRIVATE_H
#include "base/array.h"
#include "base/names.h"
#include "model/feedback.h"
#include "model/mode_file.h"
#include "model/model.h"

typedef struct {
  const char *file, *text;
} sn_model_file;

typedef struct {
  const sn_kind *kind;
  int n; /* last number given to a default name of this kind, in the present group */
} sn_kind_count;

struct sn_model {
  sn_arena *arena;
  SN_LIST(sn_item *) item;
  SN_LIST(sn_signal) signal;
  SN_LIST(sn_channel) channel;
  SN_LIST(sn_channel) stop;
  SN_LIST(sn_parameter) parameter;
  SN_LIST(sn_model_input) input;
  SN_LIST(sn_model_controller) controller;
  SN_LIST(sn_model_file) source;
  char *grown; /* text of the first source while it grows; NULL: it is as it was given */
  size_t n_grown, room_grown;
  SN_LIST(sn_model_file) override; /* name and value */
  uint64_t data;                   /* of the files read beside the sources */
  SN_LIST(sn_kind_count) count;
  SN_LIST(sn_warning) warning;
  SN_LIST(const sn_surface *) surface; /* each file is read once */
  SN_LIST(const sn_mesh *) mesh;
  SN_LIST(const sn_named_material *) material; /* those of the user */
  SN_LIST(const sn_mode_file *) modes;
  SN_LIST(sn_model_file) given;                                     /* texts given in place of files */
  sn_names item_named, channel_named, parameter_named, input_named; /* indices in the lists above */
  const char *folder;                                               /* where files are looked for; NULL: nowhere */
  int inside;                                                       /* only there and below */
  const char *prefix;                                               /* of names inside a group: "leg2."; "" outside */
  const sn_placement *group; /* where the group is placed; NULL: there was no memory for it */
  sn_run_settings run;
  sn_v3 gravity;
  const char *gravity_where;
  const sn_kind *const *kinds; /* all there are, for messages; ends with NULL. NULL: not known */
  /* of a frozen model */
  int holding; /* 1: hold { ... } acts (statics), 0: it is released */
  int exact;   /* 1: without penalties */
  double *input_value;
  sn_arena *scratch;             /* while the model is frozen: of the next list, and of what is not needed afterwards */
  SN_LIST(sn_drawable) drawable; /* until the frozen model takes them */
  SN_LIST(sn_following) following; /* laws that follow signals: their blocks are made when everything else is there */
};

/* copy.c: the model with items of its own; lists that grow do so in this arena. */
sn_status sn_model_copy(const sn_model *m, sn_arena *arena, sn_model **out, sn_error *error);

/* Entry of a RECORD by name, NULL if missing. */
const sn_value *sn_value_field(const sn_value *record, const char *name);
/* start.c: initial joint coordinates move the parts behind their joint. */
sn_status sn_model_start(sn_model *m, sn_arena *scratch, sn_error *error);
/* origin.c: of the system that is made of it; 0 unless it is far away. */
/* node_at.c: the node of the k-th part of an item that is at the place which the item gives */
sn_status sn_node_at(const sn_item *item, int k, sn_ref *ref, sn_error *error);
sn_v3 sn_model_origin(const sn_model *m);
/* later.c: signals of things that were not there when they were read, in an own model (sn_model_copy). */
sn_status sn_signals_find_later(sn_model *m, sn_error *error);
int sn_same_signal(const sn_signal *a, const sn_signal *b);
/* signal_names.c: what a signal is, by its name, its item and its text */
typedef enum {
  SN_SIGNAL_TIME,   /* of the run */
  SN_SIGNAL_STATE,  /* of a controller: text and coordinate name them */
  SN_SIGNAL_ENERGY, /* of the whole model: `index` in sn_energy_rows */
  SN_SIGNAL_SUM,    /* over parts (signal_sum.c) */
  SN_SIGNAL_MOTION, /* of a point or axes: `index` in sn_instant_signals */
  SN_SIGNAL_ALONG,  /* along a part */
  SN_SIGNAL_OUTPUT, /* of its item */
  SN_SIGNAL_COUNT
} sn_signal_type;
typedef struct {
  sn_signal_type what;
  int n, index;
  int output; /* among those of its item; of a motion: the output of the item that reports it, -1: none */
  const sn_along *along;
  const char *name, *unit, *help;
} sn_resolved;
/* The signal must not be one of things that are made later. */
sn_status sn_signal_resolve(const sn_signal *s, sn_resolved *out, sn_error *error);
int sn_has_word(const char *words, const char *word); /* is it one of "a|b|c"? words NULL: no */
/* feedback.c: blocks of laws that follow signals, when all items are frozen. */
sn_status sn_feedbacks_add(sn_model *m, sn_builder *b, sn_error *error);
/* signal.c: the frame of a motion signal: 0 of a point, 1 and more of axes (sn_instant_signals) */
sn_status sn_instant_frame(const sn_signal *s, int k, sn_builder *b, sn_frame *out, sn_error *error);
/* controller.c: samplers before signals have rows, and what they read when these have; state(controller, name) */
sn_status sn_controllers_begin(sn_model *m, sn_builder *b, sn_sampler **out, sn_error *error);
void sn_controllers_end(const sn_model *m, const sn_sampler *made, const int *row);
sn_status sn_find_state(const sn_model *m, const sn_signal *s, int *controller, int *state, sn_error *error);
/* signal.c: the row of every signal; those that are not outputs of an item are added. first: per item, of its outputs. */
sn_status sn_signals_add(sn_model *m, const sn_sampler *made, sn_builder *b, const int *first, int *row,
                         sn_error *error);
/* signal_sum.c: signals summed over parts */
sn_status sn_sum_info(const sn_signal *s, int *n, const char **unit, sn_error *error);
sn_status sn_sum_add(const sn_model *m, const sn_signal *s, sn_builder *b, int *row, sn_error *error);
/* "crane.lua:41, joint 'elbow' (revolute)" into the error, if it has no place yet. */
/* model.c: the message about a name that is no sn_good_name. */
sn_status sn_bad_name(const char *kind, const char *name, const char *where, sn_error *error);

#endif
