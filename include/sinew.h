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
 */
#ifndef SINEW_H
#define SINEW_H
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SINEW_VERSION "0.1.0"

/* What a function returns. */
enum {
  SINEW_OK = 0,
  SINEW_EINPUT = 1,    /* a field, a file or an argument is wrong */
  SINEW_EMODEL = 2,    /* the model contradicts itself (assembly, locked loop, singular) */
  SINEW_ESINGULAR = 3, /* a matrix could not be factorised */
  SINEW_ENOCONV = 4,   /* a step did not converge */
  SINEW_EIO = 5,       /* a file could not be read or written */
  SINEW_ENOMEM = 6,
  SINEW_ESTOP = 7, /* the progress function asked to stop */
  SINEW_EBUG = 8   /* an error of ours: please report it */
};

/* An error in four parts: where (file and line, part), what happened, why, and what to do. Any part may be empty. */
typedef struct {
  int status;
  char where[256], what[320], why[512], fix[512];
} sinew_error;

/* Memory of the caller. allocate returns NULL when there is none, otherwise memory aligned as malloc does. */
typedef struct {
  void *(*allocate)(void *data, size_t size);
  void (*release)(void *data, void *memory);
  void *data;
} sinew_allocator;

typedef struct sinew_model sinew_model;           /* what the user described */
typedef struct sinew_simulation sinew_simulation; /* a frozen model and its state */

/* Version of the library, e.g. "0.1.0". */
const char *sinew_version(void);

/* ---- models ------------------------------------------------------------------------------------------------------ */

/* An empty model, to be built with the functions below. allocator may be NULL; it must live as long as the model. Files that
   fields name (of a mesh) are looked for from the working folder. */
int sinew_model_new(const sinew_allocator *allocator, sinew_model **out, sinew_error *error);

/* Loads a model file written in Lua. The n_set parameters names[i] get the values[i] (as text: "2.5", "ed") in place of
   their defaults. names and values may be NULL when n_set is 0. */
int sinew_model_load(const char *file, const char *const *names, const char *const *values, int n_set,
                     const sinew_allocator *allocator, sinew_model **out, sinew_error *error);

/* The same from a text that ends with a zero byte. name stands in messages; folder (may be NULL) is where include,
   table_of and mesh look for files. */
int sinew_model_load_text(const char *name, const char *text, const char *folder, const char *const *names,
                          const char *const *values, int n_set, const sinew_allocator *allocator, sinew_model **out,
                          sinew_error *error);

/* Frees a model and everything made from it, except simulations: free those first. NULL is fine. */
void sinew_model_free(sinew_model *model);

/* ---- building a model in C: kinds and fields of the reference manual --------------------------------------------- */

/* Begins a part, joint or force of a kind ("body", "revolute", "spring", ...), or, with kind "run", the settings of the run.
   name may be NULL: the kind and a number. Its fields are set by the functions below; it is complete, and its fields are
   checked, when the next one begins or when the model is frozen: an error about a field comes then. */
int sinew_add(sinew_model *model, const char *kind, const char *name, sinew_error *error);

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
int sinew_close(sinew_model *model, sinew_error *error);

/* Gravity, m/s^2, for the whole model. Once. */
int sinew_gravity(sinew_model *model, double x, double y, double z, sinew_error *error);

/* A channel: `signal` ("position", "velocity", "orientation", "angle", "reaction", ...) of an item (or "ground"); point, three
   numbers in drawing coordinates, may be NULL: the item's own place. With item NULL: an energy of the model, signal is then
   "kinetic", "strain", "potential", "total", "work", "dissipation", "numerical" or "defect"; or "time", "center_of_mass",
   "momentum", "angular_momentum" of the whole model. Completes the current item. */
int sinew_channel(sinew_model *model, const char *name, const char *item, const char *signal, const double *point,
                  sinew_error *error);

/* ---- simulations: step by step ------------------------------------------------------------------------------------ */

/* Freezes the model and finds a consistent start (velocities that fit the joints, reactions). The scheme and its alpha are
   those of the model's run settings. The model must outlive the simulation and must not be changed meanwhile. */
int sinew_freeze(sinew_model *model, sinew_simulation **out, sinew_error *error);
void sinew_simulation_free(sinew_simulation *simulation); /* NULL is fine */

/* One step of h seconds. On failure (SINEW_ENOCONV: try a smaller step) the state is as it was. */
int sinew_step(sinew_simulation *simulation, double h, sinew_error *error);

double sinew_time(const sinew_simulation *simulation);
int sinew_unknowns(const sinew_simulation *simulation); /* of the nonlinear system of one step */
int sinew_degrees_of_freedom(const sinew_simulation *simulation);
int sinew_last_iterations(const sinew_simulation *simulation); /* Newton iterations of the last step */
/* How many of them made a new tangent and factorised it; the others used the factors again. */
int sinew_last_factorisations(const sinew_simulation *simulation);

/* An energy in J: "kinetic", "strain", "potential", "total" now; "work", "work_loads", "work_drives", "work_base",
   "dissipation", "numerical", "defect" summed since the start. Every step keeps total_f - total_i = work - dissipation -
   numerical up to the defect, which is round-off. */
int sinew_energy(sinew_simulation *simulation, const char *name, double *out, sinew_error *error);

/* An output of an item by name ("angle" of "pivot", "position" of "rod"): its numbers in out, at most `room` of them, and how
   many there are in *n (may be NULL). */
int sinew_output(sinew_simulation *simulation, const char *item, const char *name, double *out, int room, int *n,
                 sinew_error *error);
/* A channel of the model by name. */
int sinew_channel_value(sinew_simulation *simulation, const char *name, double *out, int room, int *n,
                        sinew_error *error);

/* ---- a whole run into a result file -------------------------------------------------------------------------------- */

typedef struct {
  double t_end, wall_seconds;
  double energy_identity_error; /* largest defect of a step over the largest energy seen */
  double numerical_dissipation; /* total, same scale */
  double constraint_error;      /* largest at an accepted step */
  long long steps, newton_iterations, step_rejections;
  long long error_rejections; /* steps undone because of their estimated error (run { tolerance = ... }) */
  long long inaccurate_steps; /* accepted above the tolerance */
  int completed, unknowns, degrees_of_freedom;
} sinew_summary;

/* Runs the model as its run settings say, into an HDF5 file. progress (may be NULL) is called a few times a second; when it
   returns anything but 0 the run stops after the current step (SINEW_ESTOP). summary may be NULL. */
int sinew_run(sinew_model *model, const char *file,
              int (*progress)(void *data, double t, double duration, long long steps), void *data,
              sinew_summary *summary, sinew_error *error);

/* Goes on with a run that was stopped or killed, of sinew_run or of `sinew run`, from the checkpoint beside its result file;
   the model comes from there, so it must have been loaded from a text. until: another end time; NAN: its own. When nothing is
   left to do it returns SINEW_OK. The other arguments are those of sinew_run; allocator may be NULL. */
int sinew_resume(const char *file, double until, const sinew_allocator *allocator,
                 int (*progress)(void *data, double t, double duration, long long steps), void *data,
                 sinew_summary *summary, sinew_error *error);

/* ---- vibrations and buckling --------------------------------------------------------------------------------------- */

typedef struct {
  double frequency;   /* Hz */
  double growth;      /* 1/s; negative: decays */
  double damping;     /* ratio */
  double load_factor; /* buckling: of all loads; else NAN */
  double residual;    /* of the equations, over their largest term */
  int zero;           /* 1: a motion without stiffness */
} sinew_mode;

/* Small vibrations of the model about its static equilibrium, or (buckling = 1) the factors by which all loads can grow; what
   an item of kind "modes" says counts. The first `room` go to out, *n is how many there are. file: result in which they move;
   NULL: none. One at a time in a process (ARPACK keeps variables of its own). */
int sinew_modes(sinew_model *model, const char *file, int buckling, sinew_mode *out, int room, int *n,
                sinew_error *error);

#ifdef __cplusplus
}
#endif
#endif
