/* system/state.h -- the state between steps, a flat block of numbers: what a checkpoint holds.
 * Owner:   whoever made it (arena). Copying is one memcpy.
 */
#ifndef SN_SYSTEM_STATE_H
#define SN_SYSTEM_STATE_H
#include "system/system.h"

typedef struct {
  size_t n;         /* numbers in `data` */
  double *data;     /* everything below points into it */
  double *t;        /* time */
  double *scale;    /* largest kinetic + strain energy + |work| seen: scale of the ledger */
  sn_v3 *q, *v;     /* n_vector each */
  double *stress;   /* n_stress: mean stresses and multipliers of every block over the last step */
  double *rate;     /* n_stress: their rates, 1/s; a first guess for the next step */
  double *sigma;    /* 9 per node: internal multipliers (symmetric 3x3, directors in the order of the node) */
  double *internal; /* n_internal: counted angles, integrated drives, accumulated potentials */
  double *
      projection_impulse; /* n_stress: impulse of the last projection on a row, over the cube of its step (instant/instant.h) */
  double *
      mobility; /* n_block: of elastic blocks where they were last looked at (instant/instant.h); 0: not yet; below 0: minus the most that it can be */
  double *next_mobility; /* the block where the next look begins */
  size_t n_scheme;
  double *
      scheme; /* n_scheme, last of all: what the scheme remembers, and nobody else reads (sn_scheme.n_state); 0 at first */
} sn_state;

/* What is known of rows of constraints, one flag per entry of `stress`: the row depends on others (docs/theory.md, dependent
   rows). */
enum { SN_ROW_DEPENDENT = 1 };

/* Without numbers of a scheme. */
sn_status sn_state_new(const sn_system *s, sn_arena *arena, sn_state *out, sn_error *error);
/* With n_scheme numbers of a scheme, all 0. */
sn_status sn_state_for(const sn_system *s, size_t n_scheme, sn_arena *arena, sn_state *out, sn_error *error);
/* Gives it n numbers of a scheme, all 0, in place of those it had; the others stay. The numbers move to the arena. */
sn_status sn_state_room(const sn_system *s, size_t n, sn_arena *arena, sn_state *x, sn_error *error);
void sn_state_copy(const sn_state *from, sn_state *to); /* same system, same scheme */

/* Energy ledger of one step (and, summed by the run, of all): E_f - E_i = work - dissipation - numerical. Its fields, J, and
   how the run takes them: the last one (energies at the end of the step) or their sum (what happened in it). */
#define SN_LEDGER(X)                                           \
  X(kinetic, LAST)                                             \
  X(strain, LAST)                                              \
  X(potential, LAST)   /* of gravity */                        \
  X(work_loads, SUM)   /* given forces */                      \
  X(work_drives, SUM)  /* driven joints */                     \
  X(work_base, SUM)    /* moving frames */                     \
  X(work_control, SUM) /* forces that follow signals */        \
  X(dissipation, SUM)  /* physical: dampers, friction; >= 0 */ \
  X(numerical, SUM)    /* >= 0 */                              \
  X(defect, SUM)       /* E_f - E_i - work + dissipation + numerical: must be round-off */
#define SN_LEDGER_FIELD(name, taken) double name;
typedef struct {
  SN_LEDGER(SN_LEDGER_FIELD)
} sn_ledger;
#undef SN_LEDGER_FIELD

/* The ledger as people see it, in signals, results and the library: fields, and the sums `total` and `work`. */
typedef struct {
  const char *name, *help;
  int first, n; /* sum of n fields of the ledger from there on */
} sn_energy_row;
enum { SN_ENERGIES = 12 };
extern const sn_energy_row sn_energy_rows[SN_ENERGIES];
double sn_energy_value(const sn_ledger *ledger, int row);
int sn_ledger_finite(const sn_ledger *ledger);

/* Sums of a run: work and losses are added up, energies are those of the last step. */
void sn_ledger_add(sn_ledger *total, const sn_ledger *step);
/* What its defects are measured by: kinetic + strain energy + |work| + dissipation. */
double sn_ledger_scale(const sn_ledger *total);
/* Below this scale nothing moves and defects are round-off of nothing: 1e-20 of the model's weight times its extent, and
   its mass at 1e-12 extents per second. */
double sn_rest_energy(const sn_system *s);
/* What the round-off of strains in this configuration holds as strain energy: stiff parts at rest have as much. */
double sn_roundoff_energy(const sn_system *s, const sn_v3 *q);
/* 1e10 of the energy at rest: a model that is lifted by 1e-10 of its extent, or creeps by 1e-7 of it a second, has as much. */
double sn_noticeable_energy(const sn_system *s);
/* Mean mass of the nodes with a position, for those that have none; 1 if nothing has mass. */
double sn_typical_mass(const sn_system *s);

/* The power of two below: scales with its number where units do, and takes no digit away. */
double sn_power_of_two(double x);
/* How large unknowns are in their units, a power of two: a coordinate of a node; the multiplier of a row of this dimension (a force is a
   mass times a length, in a time that the matrix does not see). */
double sn_coordinate_size(const sn_system *s, int is_length);
double sn_multiplier_size(const sn_system *s, int dimension, double mass);

/* 1/2 v M v of any rates v of all vectors. */
double sn_kinetic(const sn_system *s, const sn_v3 *v);
/* Energies of a state. Composites read their counted angles and accumulated potentials from `internal`. */
void sn_energies(const sn_system *s, const sn_state *x, double *kinetic, double *strain, double *potential);
/* Energy stored in one block: elastic, or a potential of a composite strain; else 0. */
double sn_block_energy(const sn_block *b, const sn_v3 *q, const double *internal, double t);
/* q: as `local`, but places, which count from the origin of the system there, count from that of space. */
void sn_to_space(const sn_system *s, const sn_v3 *local, sn_v3 *q);
/* Linear and angular momentum about the origin of the system (free and prescribed vectors). */
void sn_momenta(const sn_system *s, const sn_state *x, sn_v3 *linear, sn_v3 *angular);
/* Largest constraint violation at q: forms over the extent (lengths) or plain (angles, directions), incl. orthonormality. */
double sn_constraint_error(const sn_system *s, const sn_state *x);
/* How far penalties have given way, m (directions: at an arm as long as the model), the item of the worst (-1: there are none), and
   the energy it then holds. */
double sn_penalty_gap(const sn_system *s, const sn_state *x, int *item, double *energy);
/* What the mean of a step does not see of penalties, J: rows e are quadratic, so that e at the middle of a step h v and the mean of its ends
   are h^2 e(v)/4 apart, and schemes that take stresses there leave twice that behind (docs/theory.md, penalties). And the item of most. */
double sn_turn_energy(const sn_system *s, const sn_state *x, double h, int *item);
#define SN_MOST_GIVEN_WAY 1e-3 /* of the model's size: more is a penalty too soft for its load */

#endif
