/* sinew.h -- the public interface of Sinew: flexible multibody simulation with a proved energy balance.
 *
 * Use:     load a model written in Lua, or build one by kinds and fields; freeze it into a simulation; step it and read
 *          time, energy and outputs; or run it into a result file.
 *
 *              sinew_model *model;
 *              sinew_simulation *simulation;
 *              sinew_error error;
 *              if (sinew_model_load("pendulum.lua", NULL, NULL, 0, NULL, &model, &error) == SINEW_OK &&
 *                  sinew_freeze(model, &simulation, &error) == SINEW_OK) {
 *                while (sinew_time(simulation) < 1.0 && sinew_step(simulation, 1e-3, &error) == SINEW_OK) { ... }
 *                sinew_simulation_free(simulation);
 *              }
 *              sinew_model_free(model);
 *
 * Rules:   handles are opaque. Every function that can fail returns a status (SINEW_OK is 0) and fills the error object,
 *          which may be NULL. Nothing is printed, nothing exits, there are no global variables. Memory comes from the
 *          allocator given when the model is made (NULL: malloc and free); libraries inside (Lua, HDF5, KLU) use their own.
 *          Different models may be used from different threads, except sinew_run and sinew_resume (HDF5 is not thread-safe).
 *          All quantities are in SI units; angles in radians.
 *          Texts are UTF-8 and copied by the library. Only C types that ctypes knows are used.
 *          Structs that the library fills begin with their size, which the caller sets (sinew_summary sum = {.size = sizeof sum};):
 *          they can grow, and programs built with an older header continue to work. sinew_error and sinew_allocator never change.
 *          Texts in them belong to the library and live as long as the model or simulation; those of tables for ever.
 */
#ifndef SINEW_H
#define SINEW_H
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SINEW_VERSION "0.3.0"

/* What a function returns. */
enum {
  SINEW_OK = 0,
  SINEW_EINPUT = 1,    /* a field, a file or an argument is wrong */
  SINEW_EMODEL = 2,    /* the model contradicts itself (assembly, locked loop, singular) */
  SINEW_ESINGULAR = 3, /* a matrix could not be factorised */
  SINEW_ENOCONV = 4,   /* a step did not converge */
  SINEW_EIO = 5,       /* a file could not be read or written */
  SINEW_ENOMEM = 6,
  SINEW_ESTOP = 7,  /* the progress function asked to stop */
  SINEW_EBUG = 8,   /* an internal error of Sinew: please report it */
  SINEW_EWARNED = 9 /* all is done and stored, but there are warnings, and run { strict = true } makes them errors */
};

/* An error in four parts: where (file and line, part), what happened, why, and what to do. Any part may be empty. */
typedef struct {
  int status;
  char where[256], what[320], why[512], fix[512];
} sinew_error;

/* Memory of the caller. allocate returns memory aligned as malloc does, or NULL when there is none. */
typedef struct {
  void *(*allocate)(void *data, size_t size);
  void (*release)(void *data, void *memory);
  void *data;
} sinew_allocator;

typedef struct sinew_model sinew_model;           /* what the user described */
typedef struct sinew_simulation sinew_simulation; /* a frozen model and its state */

/* Version of the library, e.g. "0.3.0". */
const char *sinew_version(void);

/* ---- models ------------------------------------------------------------------------------------------------------ */

/* Makes an empty model, to be built with the functions below. allocator may be NULL; it must live as long as the model. Files that
   fields name (of a mesh) are searched in the working folder. */
int sinew_model_new(const sinew_allocator *allocator, sinew_model **out, sinew_error *error);

/* Loads a model file written in Lua. The n_set parameters names[i] get the values[i] (as text: "2.5", "ed") instead of
   their defaults. names and values may be NULL when n_set is 0. */
int sinew_model_load(const char *file, const char *const *names, const char *const *values, int n_set,
                     const sinew_allocator *allocator, sinew_model **out, sinew_error *error);

/* The same from a text that ends with a zero byte. name is used in messages; folder (may be NULL) is where include,
   table_of and mesh look for files. */
int sinew_model_load_text(const char *name, const char *text, const char *folder, const char *const *names,
                          const char *const *values, int n_set, const sinew_allocator *allocator, sinew_model **out,
                          sinew_error *error);

/* Adds statements of the model language to a model, made by any of these functions. `file` and `line` are the position of the first
   statement, for messages. Names made by one call are known in the next (local ones are not). After an error the
   model is as after the last good statement, and can be used. The statements are stored in result files, so that runs of
   such a model can be resumed. Other languages can drive Sinew in this way: with all that a model may contain, and the same messages. */
int sinew_model_read(sinew_model *model, const char *file, int line, const char *text, sinew_error *error);

/* Sets one field of run { ... }, as text ("1e-3"); overrides the model. */
int sinew_set_run(sinew_model *model, const char *field, const char *value, sinew_error *error);
/* Undoes all calls of sinew_set_run since the model was made, or since the last call of this function: for settings of a single run. */
void sinew_unset_run(sinew_model *model);

/* Frees a model and everything made from it, except simulations: free those first. Accepts NULL. */
void sinew_model_free(sinew_model *model);

/* ---- building a model in C: kinds and fields of the reference manual --------------------------------------------- */

/* Begins a part, joint or force of a kind ("body", "revolute", "spring", ...), or, with kind "run", the settings of the run.
   name may be NULL: the kind and a number. Its fields are set by the functions below. The item is complete, and its fields are
   checked, when the next one begins or when the model is frozen; errors in fields are reported then. */
int sinew_add(sinew_model *model, const char *kind, const char *name, sinew_error *error);

/* Completes the current item, so that its errors are reported now. */
int sinew_complete(sinew_model *model, sinew_error *error);
/* Position in the caller's program, for messages about all items that follow: "crane.c:12". NULL: "model in C". Completes the current item. */
int sinew_where(sinew_model *model, const char *where, sinew_error *error);

/* The next part (or joint, for gears) that the current item connects: a name, or "ground". */
int sinew_connect(sinew_model *model, const char *name, sinew_error *error);
/* The same at a station of a part: node number 0, 1, ... of a cable; -2: its last. */
int sinew_connect_station(sinew_model *model, const char *name, int station, sinew_error *error);

/* Fields of the current item, by type. */
int sinew_set_number(sinew_model *model, const char *field, double value, sinew_error *error);
int sinew_set_flag(sinew_model *model, const char *field, int value, sinew_error *error); /* 0 or 1 */
int sinew_set_text(sinew_model *model, const char *field, const char *value, sinew_error *error);
int sinew_set_vector(sinew_model *model, const char *field, double x, double y, double z, sinew_error *error);
int sinew_set_numbers(sinew_model *model, const char *field, const double *values, int n, sinew_error *error);
int sinew_set_part(sinew_model *model, const char *field, const char *part, sinew_error *error); /* also joints */
/* A function as an expression of the model language, in the arguments that the reference manual gives for the field (t; or
   x, v, t): sinew_set_function(m, "torque", "0.2*sin(3*t)", &e). Fields of three components: "0, 0, 5*cos(t)". */
int sinew_set_function(sinew_model *model, const char *field, const char *expression, sinew_error *error);

/* Fields that are tables themselves: what is set between open and close belongs to the inner table. maker names what makes
   it ("cylinder", "axis_angle", ...), NULL: a plain table. For example a shape:
       sinew_open(m, "shape", "cylinder", &e); sinew_set_number(m, "length", 1, &e); ... sinew_close(m, &e); */
int sinew_open(sinew_model *model, const char *field, const char *maker, sinew_error *error);
/* A list (of points, of shapes, of joints): between open and close every value is one more entry; fields of entries may be NULL. */
int sinew_open_list(sinew_model *model, const char *field, sinew_error *error);
int sinew_close(sinew_model *model, sinew_error *error);

/* Gravity, m/s^2, for the whole model. Once. */
int sinew_gravity(sinew_model *model, double x, double y, double z, sinew_error *error);

/* Adds a channel: `signal` ("position", "velocity", "orientation", "angle", "reaction", ...) of an item (or "ground"); point, three
   numbers in drawing coordinates, may be NULL: the origin of the item. With item NULL: an energy of the model, signal is then
   "kinetic", "strain", "potential", "total", "work", "dissipation", "numerical" or "defect"; or "time", "center_of_mass",
   "momentum", "angular_momentum" of the whole model. Completes the current item. */
int sinew_channel(sinew_model *model, const char *name, const char *item, const char *signal, const double *point,
                  sinew_error *error);

/* ---- what a model has --------------------------------------------------------------------------------------------- */

typedef struct {
  size_t size;
  const char *name, *kind, *where;
} sinew_item;
int sinew_items(const sinew_model *model); /* number of complete items, in their order */
int sinew_item_at(const sinew_model *model, int i, sinew_item *out, sinew_error *error);

/* A named number, or several: a channel, an output of an item. */
typedef struct {
  size_t size;
  const char *item; /* NULL: of the model */
  const char *name, *unit, *help;
  int n;          /* numbers */
  int is_channel; /* 1: a channel of the model */
} sinew_quantity;
int sinew_channels(const sinew_model *model);
int sinew_channel_at(const sinew_model *model, int i, sinew_quantity *out, sinew_error *error);

typedef struct {
  size_t size;
  const char *name, *where;
  const char *text; /* NULL: a number */
  double number;
  int is_flag;            /* the number is 0 or 1 */
  double low, high, step; /* its range, and the step of a slider; NAN: not given */
} sinew_parameter;
int sinew_parameters(const sinew_model *model);
int sinew_parameter_at(const sinew_model *model, int i, sinew_parameter *out, sinew_error *error);

/* Inputs: numbers that are set between steps (input("u", { ... }) in the model language). */
int sinew_inputs(const sinew_model *model);
int sinew_input_at(const sinew_model *model, int i, sinew_quantity *out, double *preset, sinew_error *error);

/* ---- what there is: the tables from which language, messages and reference manual are made ------------------------- */

typedef struct sinew_table sinew_table; /* name of a type of fields; valid as long as the library is loaded */

enum { SINEW_PART, SINEW_JOINT, SINEW_FORCE, SINEW_SETTING };
typedef struct {
  size_t size;
  const char *name, *help;
  int family;              /* SINEW_PART, ... */
  int connects;            /* entries before its fields: parts, or joints */
  int connects_joints;     /* 1: they are joints */
  int may_connect;         /* 1: these entries may be left out */
  const char *coordinates; /* of joints: "angle|displacement"; NULL: none */
  const sinew_table *fields;
} sinew_kind;
int sinew_kinds(void);
int sinew_kind_at(int i, sinew_kind *out, sinew_error *error);
int sinew_kind_outputs(int kind);
int sinew_kind_output_at(int kind, int i, sinew_quantity *out, sinew_error *error);

/* What makes a table for a field: cylinder { ... } for shapes, circle { ... } for sections. */
typedef struct {
  size_t size;
  const char *name, *help;
  int is_section; /* 0: a shape */
  const sinew_table *fields;
} sinew_maker;
int sinew_makers(void);
int sinew_maker_at(int i, sinew_maker *out, sinew_error *error);

/* Types of fields; the reference manual says what each one takes. */
enum {
  SINEW_NUMBER,
  SINEW_COUNT,
  SINEW_FLAG,
  SINEW_TEXT,
  SINEW_CHOICE,
  SINEW_VECTOR,
  SINEW_PLACE,
  SINEW_NUMBERS,
  SINEW_POINTS,
  SINEW_ORIENTATION,
  SINEW_SYMMETRIC,
  SINEW_REF_PART,
  SINEW_REF_JOINT,
  SINEW_FUNCTION,
  SINEW_FUNCTION3,
  SINEW_SHAPES,
  SINEW_SIDE,
  SINEW_FIELDS,     /* a table of its own: `fields` */
  SINEW_SAME_LEVEL, /* not visible: its fields are listed in its place */
  SINEW_REF_JOINTS,
  SINEW_TEXTS,
  SINEW_FILE,
  SINEW_SECTION,
  SINEW_REF_NODES, /* a list of places: parts, points of the ground, {x, y, z} */
  SINEW_REF_PARTS,
  SINEW_NAMED_FIELDS /* tables by names of your choice, each with `fields` */
};
typedef struct {
  size_t size;
  const char *name, *unit, *help;
  int type; /* SINEW_NUMBER, ... */
  int required;
  double low, high, preset;  /* of numbers; NAN: none */
  const char *choices;       /* SINEW_CHOICE: "a|b|c"; else NULL */
  const char *arguments;     /* of functions that it takes: "t", "x,v,t"; NULL: it takes none */
  const sinew_table *fields; /* SINEW_FIELDS, SINEW_NAMED_FIELDS */
} sinew_field;
int sinew_fields(const sinew_table *table);
int sinew_field_at(const sinew_table *table, int i, sinew_field *out, sinew_error *error);
const sinew_table *sinew_run_fields(void);    /* of run { ... } */
const sinew_table *sinew_common_fields(void); /* of every item */

/* Helper functions of the model language, and the energies that sinew_energy knows. */
typedef struct {
  size_t size;
  const char *name, *help; /* name: how it is called, "deg(x), rpm(x)" */
  const char *section;
} sinew_page;
int sinew_pages(void);
int sinew_page_at(int i, sinew_page *out, sinew_error *error);
/* Units as functions of the model language: kmh(36) is 36 times `factor`, in the unit `si`. */
typedef struct {
  size_t size;
  const char *name, *unit; /* "kmh", "km/h" */
  char si[32];             /* "m/s" */
  double factor;
} sinew_unit;
int sinew_units(void);
int sinew_unit_at(int i, sinew_unit *out, sinew_error *error);
int sinew_energies(void);
int sinew_energy_at(int i, sinew_quantity *out, sinew_error *error);

/* ---- simulations: step by step ------------------------------------------------------------------------------------ */

/* Freezes the model and finds a consistent start (velocities that fit the joints, reactions). The scheme and its alpha are
   those of the model's run settings. The model must outlive the simulation and must not be changed meanwhile. */
int sinew_freeze(sinew_model *model, sinew_simulation **out, sinew_error *error);
void sinew_simulation_free(sinew_simulation *simulation); /* accepts NULL */

/* Makes one step of h seconds. On failure (SINEW_ENOCONV, SINEW_ESINGULAR: try a smaller step) the state is unchanged. */
int sinew_step(sinew_simulation *simulation, double h, sinew_error *error);

double sinew_time(const sinew_simulation *simulation);
int sinew_unknowns(const sinew_simulation *simulation); /* number of unknowns of one step */
int sinew_degrees_of_freedom(const sinew_simulation *simulation);
int sinew_last_iterations(const sinew_simulation *simulation); /* Newton iterations of the last step */
/* Number of iterations with a new tangent and factorisation; the others used the previous factors. */
int sinew_last_factorisations(const sinew_simulation *simulation);

/* Sets an input by name, from the next step on until it is set again; and returns its present value. */
int sinew_set_input(sinew_simulation *simulation, const char *name, double value, sinew_error *error);
int sinew_input(sinew_simulation *simulation, const char *name, double *out, sinew_error *error);

/* An energy in J: "kinetic", "strain", "potential", "total" are present values; "work", "work_loads", "work_drives", "work_base",
   "work_control", "dissipation", "numerical", "defect" are sums since the start. In every step total_f - total_i = work - dissipation -
   numerical, except for the defect, which is round-off. */
int sinew_energy(sinew_simulation *simulation, const char *name, double *out, sinew_error *error);

/* An output of an item by name ("angle" of "pivot", "position" of "rod"): its numbers in out, at most `room` of them, and
   their number in *n (may be NULL). */
int sinew_output(sinew_simulation *simulation, const char *item, const char *name, double *out, int room, int *n,
                 sinew_error *error);
/* All outputs and channels are rows with numbers 0 ... sinew_rows - 1. sinew_row finds the row of an output by name, or (item NULL) of a
   channel, once; sinew_row_value then gives its value without a search. */
int sinew_rows(const sinew_simulation *simulation);
int sinew_row_at(const sinew_simulation *simulation, int row, sinew_quantity *out, sinew_error *error);
int sinew_row(sinew_simulation *simulation, const char *item, const char *name, int *row, sinew_error *error);
int sinew_row_value(sinew_simulation *simulation, int row, double *out, int room, int *n, sinew_error *error);
/* A channel of the model by name. */
int sinew_channel_value(sinew_simulation *simulation, const char *name, double *out, int room, int *n,
                        sinew_error *error);

/* Positions and directions of all nodes, m and 1, and their rates: *n numbers, three for each vector. The arrays are valid as
   long as the simulation and always show its present state. Read only. */
const double *sinew_q(const sinew_simulation *simulation, int *n);
const double *sinew_v(const sinew_simulation *simulation, int *n);

/* The state as bytes: all that is needed to continue bit for bit, including the sums of the ledger and the inputs. */
size_t sinew_state_size(const sinew_simulation *simulation);
int sinew_state_save(const sinew_simulation *simulation, void *out, size_t room, sinew_error *error);
/* Restores a state of this simulation, or of another one of the same model. On failure (another model, or damaged bytes) the
   state is unchanged. */
int sinew_state_restore(sinew_simulation *simulation, const void *state, size_t size, sinew_error *error);
/* Makes another simulation in the same state, which is then independent: copies may be stepped and read in different threads. A copy
   is a state, in size and time: what is large is frozen, or belongs to calls at work, of which copies share a few; any may be freed first. */
int sinew_simulation_copy(const sinew_simulation *simulation, sinew_simulation **out, sinew_error *error);

/* ---- many motions at once ---------------------------------------------------------------------------------------------- */

/* Motions of one model, each with as many steps of h seconds and with inputs of its own. They run side by side on threads, and give the same
   bits on any number of them. Members that are 0 or NULL are not asked for. */
typedef struct {
  size_t size;
  int motions, steps;
  double h;
  int threads;               /* 0: as many as there are processors */
  const void *states;        /* saved states, one after the other; NULL: all begin in the present one */
  int n_states;              /* 1: all begin in this one; or as many as motions */
  const char *const *inputs; /* n_inputs names; other inputs stay as they are in the states */
  int n_inputs;
  const double *values; /* motions x steps x n_inputs: held over each step */
  const int *rows;      /* n_rows outputs, by sinew_row, which are read after each step */
  int n_rows;
  double *out;              /* motions x steps x all numbers of these rows; NAN after a step that failed */
  void *ends;               /* motions states of sinew_state_size bytes: the last good ones */
  int *done;                /* motions: good steps. If it is asked for, a motion that fails is no error of the call */
  const volatile int *stop; /* all end with SINEW_ESTOP after their present step once it is not 0 */
} sinew_rollouts;
/* The simulation is not changed. */
int sinew_rollout(const sinew_simulation *simulation, const sinew_rollouts *rollouts, sinew_error *error);

/* ---- a whole run into a result file -------------------------------------------------------------------------------- */

typedef struct {
  size_t size;
  double t_end, wall_seconds;
  double energy_identity_error; /* largest defect of a step relative to the largest energy */
  double numerical_dissipation; /* total, relative to the same energy */
  double constraint_error;      /* largest at an accepted step */
  long long steps, newton_iterations, step_rejections;
  long long error_rejections; /* steps repeated because of their estimated error (run { tolerance = ... }) */
  long long inaccurate_steps; /* accepted above the tolerance */
  int completed, unknowns, degrees_of_freedom;
  int warnings; /* of the model and of the run; the result file has them under /warnings */
} sinew_summary;

/* Runs the model with its run settings, into an HDF5 file. progress (may be NULL) is called a few times a second; when it
   returns anything but 0 the run stops after the current step (SINEW_ESTOP). summary may be NULL. */
int sinew_run(sinew_model *model, const char *file,
              int (*progress)(void *data, double t, double duration, long long steps), void *data,
              sinew_summary *summary, sinew_error *error);

/* Requests the end of the current call on this model (a run, an equilibrium, modes, a path, a check): that call returns SINEW_ESTOP after
   its present step or iteration, and the status of a result is "interrupted". May be called from another thread or a signal handler. If
   there is no such call, nothing happens. */
void sinew_stop(sinew_model *model);

/* Continues a run that was stopped or killed, of sinew_run or of `sinew run`, from the checkpoint next to its result file;
   the model is in the checkpoint, so it must have been loaded from a text. until: another end time; NAN: its own. If nothing is
   left to do, SINEW_OK is returned. The other arguments are those of sinew_run; allocator may be NULL. */
int sinew_resume(const char *file, double until, const sinew_allocator *allocator,
                 int (*progress)(void *data, double t, double duration, long long steps), void *data,
                 sinew_summary *summary, sinew_error *error);

/* ---- what a model is, without running it --------------------------------------------------------------------------- */

typedef struct sinew_report sinew_report;
typedef struct {
  size_t size;
  int degrees_of_freedom, coordinates, equations, independent_equations;
  int parts, redundant, warnings; /* numbers of parts, joints, ... */
  double extent;                  /* size of the model, m */
  double mass, mass_held;         /* kg: of all parts; and the part of it on the ground */
  double centre[3];               /* m */
  double velocity_change; /* change of the initial velocities that the joints required, relative to their size */
} sinew_facts;
/* A part with its own mass, as given. */
typedef struct {
  size_t size;
  const char *name, *kind, *where;
  double mass, centre[3];
  double inertia[6]; /* about the centre: xx yy zz xy xz yz, kg m^2 */
  int own_axes;      /* 1: along the axes of the part; 0: of the ground */
} sinew_part_facts;

/* Assembles the model and counts: the data of `sinew check`. */
int sinew_check(sinew_model *model, sinew_report **out, sinew_error *error);
void sinew_report_free(sinew_report *report); /* accepts NULL */
int sinew_report_facts(const sinew_report *report, sinew_facts *out, sinew_error *error);
int sinew_report_part(const sinew_report *report, int i, sinew_part_facts *out, sinew_error *error);
/* Items whose forces the motion does not determine uniquely (redundant equations), and probable mistakes: name or text, and
   where; NULL: there are no more. */
const char *sinew_report_redundant(const sinew_report *report, int i, const char **where);
const char *sinew_report_warning(const sinew_report *report, int i, const char **where);

/* ---- equilibria, vibrations and buckling ----------------------------------------------------------------------------- */

/* Finds the static equilibrium: a simulation that cannot step, from which everything can be read. hold { ... } items act. */
int sinew_static(sinew_model *model, sinew_simulation **out, sinew_error *error);
typedef struct {
  size_t size;
  int iterations, load_steps;
  double largest_force, residual; /* N */
  int unstable;                   /* 1: the equilibrium is unstable */
  double growth;                  /* 1/s: growth rate */
} sinew_equilibrium;
int sinew_static_facts(const sinew_simulation *simulation, sinew_equilibrium *out, sinew_error *error);
/* Finds equilibria under growing loads, of a model with load_path { ... }: one row each of the result file; *n: their number. */
int sinew_load_path(sinew_model *model, const char *file, int *n, sinew_error *error);

typedef struct {
  size_t size;        /* of every one of an array */
  double frequency;   /* Hz */
  double growth;      /* 1/s; negative: decays */
  double damping;     /* ratio */
  double load_factor; /* buckling: of all loads; else NAN */
  double residual;    /* of the equations, relative to their largest term */
  int zero;           /* 1: a motion without stiffness */
} sinew_mode;

/* Small vibrations of the model about its static equilibrium, or (buckling = 1) the factors by which all loads can grow. The settings
   are those of an item of kind "modes"; count > 0 overrides its count. The first `room` modes are stored in out, *n is their total
   number. file: result in which they move;
   NULL: none. Several threads may call this at the same time, without a file; the searches themselves (ARPACK) run one after the other. */
int sinew_modes(sinew_model *model, const char *file, int buckling, int count, sinew_mode *out, int room, int *n,
                sinew_error *error);

/* ---- a mechanism in coordinates of your choice -------------------------------------------------------------------------- */

/* Coordinates are outputs, by sinew_row, that have as many numbers in all as the model has degrees of freedom: angles and displacements of
   joints, or their rates (angle_rate, displacement_rate; velocity and angular_velocity of a part that no joint holds). Rates are exact;
   the others are differenced (about 1e-11). Everything is that of the present state. */

/* How n_rows outputs change with the coordinates: out has all their numbers x degrees of freedom, by rows; room: of out. For an output of
   positions it is the change of the output with the coordinates; for velocities ("velocity", "angular_velocity") with their rates, which is
   the Jacobian of a frame. */
int sinew_jacobian(sinew_simulation *simulation, const int *coordinates, int n_coordinates, const int *rows, int n_rows,
                   double *out, int room, sinew_error *error);
/* The mass matrix: kinetic energy is 1/2 w M w of the rates w. out: degrees of freedom squared. */
int sinew_mass_matrix(sinew_simulation *simulation, const int *coordinates, int n_coordinates, double *out, int room,
                      sinew_error *error);
/* Inverse dynamics: the forces along the coordinates (N m of an angle, N of a displacement), beside all that act in the model, with which the
   rates of the coordinates change by `acceleration`. n: of each array, the degrees of freedom. */
int sinew_inverse_dynamics(sinew_simulation *simulation, const int *coordinates, int n_coordinates,
                           const double *acceleration, double *force, int n, sinew_error *error);
/* Sets the rates of the coordinates. */
int sinew_set_rates(sinew_simulation *simulation, const int *coordinates, int n_coordinates, const double *rate, int n,
                    sinew_error *error);
/* Inverse kinematics: moves the model, from the present position, to one in which outputs of positions have the n values `target`, and leaves it
   at rest there (but for drives). Of several such positions it is one near by. SINEW_ENOCONV: there is none, or it was not found; the
   state is then unchanged. Elastic parts bend as they like. */
int sinew_inverse_kinematics(sinew_simulation *simulation, const int *rows, int n_rows, const double *target, int n,
                             sinew_error *error);

/* ---- the motion near a state ------------------------------------------------------------------------------------------ */

/* x' = A x + B u, y = C x + D u: x are small changes of as many coordinates as there are degrees of freedom, chosen among the
   displacements (m) and rotations (rad) of nodes so that the joints determine the others, and then their rates; u changes of inputs, y of
   outputs. The coordinates are those of motions near the one through the present state, which may be an equilibrium (also one of
   sinew_static), a steady motion or any instant. */
typedef struct sinew_linear sinew_linear;
typedef struct {
  size_t size;
  const char *const *inputs; /* names */
  int n_inputs;
  const int *rows; /* outputs, by sinew_row */
  int n_rows;
  double rotation[3]; /* rad/s: x is along steadily rotating axes; 0: along those of the ground */
} sinew_linear_wishes;
typedef struct {
  size_t size;
  int states, inputs, outputs;
  const double *A, *B, *C, *D; /* by rows: states x states, states x inputs, outputs x states, outputs x inputs */
  double speed,
      /* of the state itself, relative to the size of the model; both 0: it is an equilibrium. 1/s, 1/s^2 */
      acceleration;
} sinew_linear_matrices;
/* The simulation is not changed. */
int sinew_linearize(sinew_simulation *simulation, const sinew_linear_wishes *wishes, sinew_linear **out,
                    sinew_error *error);
void sinew_linear_free(sinew_linear *linear); /* accepts NULL */
int sinew_linear_read(const sinew_linear *linear, sinew_linear_matrices *out, sinew_error *error);
/* Names of states ("cart.x", "pole.turn_y'") and of numbers of outputs, with their units; NULL: there are no more. unit may be
   NULL. */
const char *sinew_linear_state(const sinew_linear *linear, int i, const char **unit);
const char *sinew_linear_output(const sinew_linear *linear, int i, const char **unit);

#ifdef __cplusplus
}
#endif
#endif
