/* model/model.h -- the user's model: items, settings, channels; freeze turns it into a system.
 * Who:     the language and the C interface fill it; cli and run read it.
 */
#ifndef SN_MODEL_MODEL_H
#define SN_MODEL_MODEL_H
#include <stdint.h>

#include "base/warning.h"
#include "model/kind.h"
#include "system/options.h"

typedef struct sn_model sn_model;

enum { SN_MOST_THREADS = 64 };

/* How constraints are held: `constraints` of run { ... }. */
typedef enum { SN_BY_MULTIPLIERS, SN_BY_PENALTY, SN_BY_AUGMENTED } sn_constraining;

/* What `run { ... }` says; the field table (model/settings.c) documents it. NAN or 0: default. */
typedef struct {
  const char *scheme;        /* "ed" */
  sn_run_options options;    /* as written: its scheme is not looked up, numbers that are not given are NAN */
  sn_numbers schedule;       /* pairs {time, step size}, of which the options have both lists */
  int constraints;           /* sn_constraining */
  double stiffness;          /* N/m, of the penalty; NAN: not given */
  double assembly_tolerance; /* largest gap that is closed, over the size of the model or in rad */
  int start;                 /* 0: as drawn, 1: from static equilibrium */
  int strict;                /* 1: warnings are errors, once all is done */
  const char *start_from;    /* result whose end is the start; NULL: as drawn */
  const char *where;
} sn_run_settings;

/* A signal: something that can be observed. An output of an item by name, or motion of a point fixed in a part. */
typedef struct {
  const char *name; /* "position", "angle", "kinetic_energy" */
  sn_ref ref;       /* item NULL and not given: of the whole model */
  sn_v3 point;      /* drawn coordinates of the item's group; x[0] = NAN: the item's own place */
  const char *text; /* Euler sequence, "body"; or NULL */
  /* summed over parts (model/signal_sum.c), ref not given: of these items, NULL: the whole model. point, in ground
     coordinates, or text "center" is then what angular momentum is about. */
  int summed, n_of;
  const sn_item *const *of;
  int has_length; /* outputs along a part: at this length, else at the station of ref */
  double length;
  const char *coordinate; /* of joints with several: which one; NULL: not said */
  const char *later,
      *prefix; /* name of what it belongs to where that is made later, in a group of this prefix; else NULL */
  const char *where;
} sn_signal;

/* A channel: up to 4 expressions whose variables are components of signals. */
typedef struct {
  const char *name, *unit;
  int n;
  const sn_expr *component[4];
  int n_variables;
  const sn_expr_signal *variable;
  const char *where;
} sn_channel;

typedef struct {
  const char *name;
  sn_value value;         /* number, flag or text, after defaults and overrides */
  double low, high, step; /* its range and the step of a slider; NAN: not given */
  const char *where;
} sn_parameter;

/* input(name, { default =, unit = }): a number from outside, held over a step; forces, torques, laws and rates of drives use it. */
typedef struct {
  const char *name, *unit;
  double value; /* until it is set */
  const char *where;
  int used; /* 1: some formula reads it */
} sn_model_input;

/* controller { ... }: next states and outputs found every so often, outputs held in inputs. */
typedef struct {
  const char *name, *where;
  double every, delay; /* s */
  int n_state;
  const char *const *state_name;
  const double *state; /* first values */
  int n_output;
  const int *output;            /* inputs that it sets */
  const sn_expr *const *result; /* n_state next states, n_output outputs: of t, states, signals */
} sn_model_controller;

/* One thing to draw, for results and viewer. */
typedef enum {
  SN_DRAW_SHAPE,
  SN_DRAW_POINT,
  SN_DRAW_LINE,
  SN_DRAW_ELEMENTS,
  SN_DRAW_SHEET,
  SN_DRAW_BETWEEN,
  SN_DRAW_JOINT,
  SN_DRAW_END,
  SN_DRAW_EDGE,
  SN_DRAW_ARROW
} sn_draw_type;
/* Triangles whose corners lie in the plane of the second and third axis of frames (shells: along the third; beams of varying section). */
typedef struct {
  int n_corner, n_triangle;
  const sn_frame *const *frame; /* n_corner */
  const double (*beside)[2];    /* n_corner: along the second (0 where there is only the third) and the third axis, m */
  const int *node;              /* n_corner: which number of a field "nodes" is its own */
  const int (*triangle)[3];     /* counterclockwise from outside */
  const int *element;           /* n_triangle: the same of a field "elements" */
} sn_sheet;
typedef struct {
  sn_draw_type type;
  int item;              /* index in the model */
  const sn_shape *shape; /* SHAPE: fixed in frame a, axes included */
  const char *what;      /* BETWEEN: "spring", "rod"; ARROW: name of the output with its vector; EDGE: its symbol */
  sn_frame a, b;         /* SHAPE, POINT, END and ARROW: a; BETWEEN and JOINT: from a to b */
  int clamped;           /* END, EDGE: held like a clamp, a's third axis into the part; 0: only its points are held */
  int n, smooth;         /* LINE: through position vectors; a curve or straight pieces. EDGE: n frames */
  const int *vectors;
  double radius;             /* LINE, ELEMENTS, BETWEEN; 0: chosen by who draws */
  int order;                 /* ELEMENTS: n elements with order + 1 frames each */
  const sn_frame *frames;    /* ELEMENTS, EDGE */
  const sn_outline *outline; /* ELEMENTS; NULL: round */
  const sn_sheet *sheet;     /* SHEET */
} sn_drawable;

/* Names go into messages, result files and channels: 1 to 64 letters, digits, _ and -. */
int sn_good_name(const char *name);

sn_model *sn_model_new(sn_arena *arena);
/* All kinds there are: messages about a field of another kind name those that have it. They must stay while items are added. */
void sn_model_kinds(sn_model *m, const sn_kind *const *kinds);
/* What an item is made of. fields: a RECORD (named); entries without a name are in refs. */
typedef struct {
  const sn_kind *kind;
  const char *name; /* NULL: the field's, or one that is made up */
  const sn_ref *refs;
  int n_refs;
  const sn_value *fields;
  const char *where; /* it stays as long as the model */
} sn_item_given;

/* Adds an item: checks name, kind and every field against the kind's table. On error nothing is added. */
sn_status sn_model_add(sn_model *m, const sn_item_given *given, sn_item **out, sn_error *error);
sn_item *sn_model_find(const sn_model *m, const char *name);
int sn_model_items(const sn_model *m);
sn_item *sn_model_item(const sn_model *m, int i);
/* Where files named in fields are, as text that ends with / (or "", the working folder). inside: only there and below,
   for models that are programs. A new model has no folder: it may read no files. */
sn_status sn_model_folder(sn_model *m, const char *folder, int inside, sn_error *error);
/* The path of such a file, in the arena; an error if the model may not read it. */
sn_status sn_model_path(const sn_model *m, const char *name, sn_arena *arena, const char **path, sn_error *error);
/* Group placement that applies to items added from now on, and prefix of their names. */
void sn_model_group(sn_model *m, const char *prefix, sn_m3 turn, sn_v3 shift);
sn_status sn_model_settings(sn_model *m, const sn_value *fields, const char *where, sn_error *error); /* run { ... } */
/* One field of it from a text, after the model has been read: --dt 1e-3. A dt takes the place of a schedule. */
sn_status sn_model_set_run(sn_model *m, const char *name, const char *text, const char *where, sn_error *error);
sn_run_settings *sn_model_run(sn_model *m);
sn_status sn_model_gravity(sn_model *m, sn_v3 g, const char *where, sn_error *error);
sn_v3 sn_model_gravity_of(const sn_model *m);
const char *sn_model_gravity_where(const sn_model *m);           /* NULL: not given */
int sn_model_signal(sn_model *m, const sn_signal *s);            /* index, -1: out of memory */
int sn_model_find_signal(const sn_model *m, const sn_signal *s); /* an equal one; -1: there is none */
/* Gives a signal of a joint (angle, rate, ...) the name of the output that it means; 0: no memory. */
int sn_name_coordinate(const sn_item *item, sn_arena *arena, sn_signal *s);
const sn_signal *sn_model_signal_at(const sn_model *m, int i);
sn_status sn_model_channel(sn_model *m, const sn_channel *c, sn_error *error);
sn_status sn_model_parameter(sn_model *m, const sn_parameter *p, sn_error *error);
/* A condition that ends the run: a channel of one component, which holds where it is not 0. */
sn_status sn_model_stop_when(sn_model *m, const sn_channel *c, sn_error *error);
sn_status sn_model_add_input(sn_model *m, const sn_model_input *input, sn_error *error);
int sn_model_inputs(const sn_model *m);
const sn_model_input *sn_model_input_at(const sn_model *m, int i);
void sn_model_use_input(sn_model *m, int i);                  /* some formula reads it */
int sn_model_find_input(const sn_model *m, const char *name); /* -1: there is none */
sn_status sn_model_add_controller(sn_model *m, const sn_model_controller *c, sn_error *error);
int sn_model_controllers(const sn_model *m);
double *sn_model_input_values(sn_model *m); /* of a frozen model: what its functions see now */
int sn_model_channels(const sn_model *m);
const sn_channel *sn_model_channel_at(const sn_model *m, int i);
int sn_model_parameters(const sn_model *m);
const sn_parameter *sn_model_parameter_at(const sn_model *m, int i);
void sn_model_source(sn_model *m, const char *file, const char *text); /* main file and includes, for the result file */
/* More text of the first of them (there must be one), for models that are read piece by piece; 0: no memory. */
int sn_model_source_more(sn_model *m, const char *text);
int sn_model_sources(const sn_model *m);
/* A text in place of a file: meshes are looked for here before the folder. It must stay while items are added; 0: no memory. */
int sn_model_give(sn_model *m, const char *file, const char *text);
void sn_model_source_at(const sn_model *m, int i, const char **file, const char **text);
/* What else the model was made from, for checkpoints: parameters set from outside, and data files (their contents). */
sn_status sn_model_override(sn_model *m, const char *name, const char *value, sn_error *error);
int sn_model_overrides(const sn_model *m);
void sn_model_forget_overrides(sn_model *m, int first); /* number `first` and all after it */
void sn_model_override_at(const sn_model *m, int i, const char **name, const char **value);
void sn_model_data(sn_model *m, const void *bytes, size_t n);
uint64_t sn_model_data_sum(const sn_model *m);     /* 0: no data files */
const char *sn_model_folder_of(const sn_model *m); /* NULL: none */

/* A material: the name of one, or a table that makes one with a name of its own (sn_material_inputs). */
sn_status sn_model_material(sn_model *m, const sn_value *v, const char *where, const sn_named_material **out,
                            sn_error *error);
/* warning.c: things that are allowed but look like a mistake, and what a run has noticed (run/warning.h); each is kept once. */
sn_status sn_model_warn(sn_model *m, const char *where, sn_error *error, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
sn_status sn_model_add_warning(sn_model *m, const sn_warning *w, sn_error *error); /* texts are copied */
int sn_model_warnings(const sn_model *m);
const sn_warning *sn_model_warning_at(const sn_model *m, int i);

/* What freezing makes: a system, its start, and the model again with items that know what became of them (frozen, builder_item, start).
   Everything is in the arena given; names and fields are shared with the model it was made from. */
typedef struct {
  sn_model *model;
  const sn_system *system;
  sn_state start;           /* as placed; not yet started (instant/instant.h) */
  const int *signal_output; /* per signal: row in system->output */
  int n_drawable;
  const sn_drawable *drawable;
} sn_frozen;
/* load_path { ... }: how the loads of a static analysis grow. */
typedef struct {
  double factor, step, displacement; /* NAN: default */
  int steps;
  int gravity; /* 0: grows with the loads, 1: stays */
} sn_load_path;
/* modes { ... }: what `sinew modes` looks for. */
typedef struct {
  int count;
  int about;              /* 0: the static equilibrium, 1: as drawn */
  sn_v3 rotation, center; /* x[0] NAN: not given */
  int damping;            /* 0: dampers are left out */
  int spin;               /* 1: rotors keep their initial spin */
  double near;            /* Hz; NAN: the lowest */
} sn_modes_wanted;
/* view { ... }: where pictures are seen from. */
typedef struct {
  int from;                  /* 0: iso; the order of sn_view_names */
  double azimuth, elevation; /* deg, instead of `from`; NAN: not given */
  sn_v3 aim;                 /* x[0] NAN: the middle of the motion */
  double zoom;
} sn_view_wanted;
extern const char sn_view_names[];                        /* "iso|front|..." */
const sn_item *sn_model_view(const sn_model *m);          /* its param is that; NULL: none */
const sn_modes_wanted *sn_model_modes(const sn_model *m); /* NULL: none */
const sn_item *sn_model_load_growth(const sn_model *m);   /* its param is that; NULL: none */
/* how: what hold { ... } names is held (statics), or released; penalties are as the model says, or none of them: every constraint is exact
   (to put drawn parts together). All these systems have the same nodes, vectors of nodes and own state; they differ in rows. The model
   stays as it is: it may be frozen again, in other threads at the same time. */
enum { SN_FREEZE_RUN = 0, SN_FREEZE_HOLDING = 1, SN_FREEZE_EXACT = 2 };
sn_status sn_model_freeze(const sn_model *m, int how, sn_arena *arena, sn_frozen *out, sn_error *error);
int sn_model_holds(const sn_model *m); /* of a frozen model */
/* Kinds report what they look like while freezing. */
void sn_draw_shape(sn_item *item, sn_builder *b, const sn_shape *shape, const sn_frame *frame);
void sn_draw_point(sn_item *item, sn_builder *b, const sn_frame *frame);
void sn_draw_line(sn_item *item, sn_builder *b, int n, const int *vectors, double radius, int smooth);
/* Elements of this order (1, 2, 3) with their section: order + 1 frames each, element by element; neighbours have the same
   frame twice, at a corner with other axes. Second and third axis are y and z of the outline, which must outlive the model;
   NULL: round, of this radius (0: chosen by who draws). */
void sn_draw_elements(sn_item *item, sn_builder *b, int n_element, int order, const sn_frame *at,
                      const sn_outline *outline, double radius);
void sn_draw_sheet(sn_item *item, sn_builder *b, const sn_sheet *sheet); /* it must outlive the model */
void sn_draw_between(sn_item *item, sn_builder *b, const char *what, const sn_frame *from, const sn_frame *to);
void sn_draw_joint(sn_item *item, sn_builder *b, const sn_frame *first, const sn_frame *second);
/* The end of a line, as a frame on what holds it (ground, another part): pictures show how. clamped: sn_drawable. */
void sn_draw_end(sn_item *item, sn_builder *b, const sn_frame *on, int clamped);
/* An edge that the ground holds, as n frames of it: first axis along the edge, third into the part. symbol: "wall" (a clamp), "wedge",
   "rollers"; the frames must outlive the model. */
void sn_draw_edge(sn_item *item, sn_builder *b, const char *symbol, int n, const sn_frame *at);
void sn_draw_arrow(sn_item *item, sn_builder *b, const char *output, const sn_frame *at);

/* What a signal is: number of components and unit (static text); nearest spelling when the item has no such output. */
sn_status sn_model_signal_info(const sn_signal *s, int *n, const char **unit, sn_error *error);
/* Names of whole-model signals "kinetic", ... with their unit: energy(name). Ends with {0}. */
typedef struct {
  const char *name, *unit;
  int n;
  const char *help;
} sn_signal_name;
/* signal name "energy": text is the name of one of sn_energy_rows (system/state.h) */
extern const sn_signal_name sn_sum_signals[];     /* summed over parts: center_of_mass, momentum, ... */
extern const sn_signal_name sn_part_energies[];   /* summed, signal name: "energy", text: one of these */
extern const sn_signal_name sn_time_signal[];     /* of the run: time */
extern const sn_signal_name sn_instant_signals[]; /* of a point or axes fixed in a part: position, velocity, ... */

/* Field tables of settings and helpers, for the manual. */
extern const sn_input sn_run_inputs[];
extern const sn_input sn_material_inputs[]; /* of material { ... } */
extern const sn_input sn_common_inputs[];   /* of every item: name, alpha */
/* Turns a value into the parameter struct by a table: all checks and messages. `what` names the thing: "body 'rod'". */
sn_status sn_fields_fill(const sn_input *inputs, const sn_value *fields, void *param, sn_arena *arena, const char *what,
                         const char *where, sn_error *error);
void sn_fields_defaults(const sn_input *inputs, void *param);

#endif
