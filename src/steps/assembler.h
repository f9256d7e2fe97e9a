/* steps/assembler.h -- one iteration of a scheme on nodes: who is evaluated and added when, on one thread or several.
 * What:    a family of schemes gives kernels for packs of blocks, packs of nodes, loads and masses between nodes; the order of the
 *          loops, the parts for threads, the linear system and its solution are the same for all of them, and are here.
 * Who:     schemes on nodes (steps/ed, steps/one_stage).
 */
#ifndef SN_STEPS_ASSEMBLER_H
#define SN_STEPS_ASSEMBLER_H
#include "steps/layout.h"
#include "steps/pack_plan.h"
#include "steps/step.h"

/* Where a vector is in a step: at its start, where forces act (with one stage twice the same), at its end. h v at the start; with two stages what h v
   gains in the step. */
typedef struct {
  sn_v3 start, stage[2], end, rate, gain;
} sn_vector_path;

/* How a mesh of the turned factor has turned in a step: the rotation in its middle, that of the whole step as a vector, and two unknown vectors of a point
   in the axes of the drawn shape by those in ground axes. */
typedef struct {
  sn_m3 middle;
  sn_v3 turn;
  double back[6][6];
} sn_turned_columns;

/* Kernels of a family. pack: its index; part: of the work, each has scratch of its own. */
typedef struct {
  void (*evaluate)(sn_stepper *x, int pack, int part);   /* stresses and forces of blocks, rows of multipliers */
  void (*load)(sn_stepper *x, int load, int part);       /* forces of a load */
  void (*gather)(sn_stepper *x, const sn_node_pack *p);  /* all forces on the vectors of nodes */
  void (*pairs)(sn_stepper *x);                          /* inertia between nodes, added to these */
  void (*balance)(sn_stepper *x, const sn_node_pack *p); /* rows of nodes */
  const sn_lane *(*node_tangent)(sn_stepper *x, const sn_node_pack *p, int part); /* matrix of nodes, of blocks */
  const sn_lane *(*pack_tangent)(sn_stepper *x, int pack, int part);
  void (*pair_tangent)(sn_stepper *x, int pair); /* these add themselves */
  void (*load_tangent)(sn_stepper *x, int load, int part);
  double (*increments)(sn_stepper *x, const sn_node_pack *p,
                       double size);                 /* of vectors after a solve; the largest so far */
  void (*update)(sn_stepper *x, int pack, int part); /* iterates of blocks */
  double (*move)(sn_stepper *x, const sn_node_pack *p,
                 double size); /* the iterate of nodes; what it leaves to settle */
  /* After the moves, where the scheme asks for it (settles), with all forces of the blocks as `update` left them: what follows the
     unknowns by more than they know. It is found then and applied when there is a next iteration: a step ends with a solution, whose
     forces balance. */
  double (*settle)(sn_stepper *x, double size);
  void (*follow)(sn_stepper *x);
  /* For the turned factor (steps/turned.h); NULL: the family has none. stages: 1 or 2; a point has as many unknown vectors, and one more where it has eta.
     The iterate of a step of size h becomes the drawn configuration, at rest and without stress (draw), until what is made of it is there; then the step
     has its own size again (drawn). Where a vector
     of the iterate is; it is put to another end; and all of them have been put (begun; NULL: nothing to do). columns: what follows the unknowns of the
     nodes of a mesh, at the iterate (NULL: nothing does). */
  int stages;
  sn_status (*draw)(sn_stepper *x, double h);
  sn_status (*drawn)(sn_stepper *x, double h);
  sn_vector_path (*places)(const sn_stepper *x, int vector);
  void (*put)(sn_stepper *x, int vector, sn_v3 end, sn_v3 gain);
  void (*begun)(sn_stepper *x);
  void (*columns)(sn_stepper *x, const sn_node_pack *p, const sn_turned_columns *c);
  double (*root)(const sn_stepper *x,
                 int node); /* of the damping at a node with eta: how much of its stresses its row of eta holds */
} sn_kernels;

/* What is assembled: everything, or one side of the turned factor. */
typedef enum { SN_ASSEMBLE_ALL, SN_ASSEMBLE_MESHES, SN_ASSEMBLE_REST } sn_assembly;

typedef struct {
  const sn_kernels *kernel;
  sn_stepper *x;
  const sn_system *s;
  sn_cut share;
  sn_packs packs;
  sn_layout layout;
  struct sn_turned *turned; /* NULL: no mesh is large enough, or the family has no turned factor */
  const sn_layout *into;    /* of the assembly in work: layout, or one of the turned factor */
  sn_assembly what;
  double *rhs;           /* of the layout */
  int settles;           /* 1: something follows the unknowns */
  int pending;           /* 1: it was settled, and waits for the next iteration */
  int fresh;             /* 1: forces and residual are those of the iterate */
  double settled;        /* what the last move left, over the size of the model */
  double (*clock)(void); /* of the options of the step; NULL: nobody asks */
  double kernels, tangent,
      solver; /* s by it, of the iterations of a step; tangent: of the kernels, those that make the matrix */
} sn_assembler;

/* What an iteration does with the matrix. */
typedef enum {
  SN_TANGENT_KEPT,
  SN_TANGENT_NEW, /* made in place; a careful one where a pivot is weak or the increment large: what is small Newton sees */
  SN_TANGENT_CAREFUL, /* new, with its residual looked at and pivots chosen if need be: what the last one gave did not converge */
  SN_TANGENT_TURNED, /* meshes by the factor of their drawn shape (steps/turned.h), the rest new */
} sn_tangent_use;

/* After packing: unknowns of nodes and multipliers of blocks (arrays that live as long), where each pack finds its own. */
sn_status sn_assembler_layout(sn_assembler *a, const int *node_size, const int *multipliers, sn_arena *arena,
                              sn_error *error);
/* After the pattern is marked (layout.mask): the solver. The numbers of unknowns may change here. */
sn_status sn_assembler_solver(sn_assembler *a, sn_arena *arena, sn_error *error);
void sn_assembler_free(sn_assembler *a); /* a zeroed one is fine */

void sn_assembler_restart(sn_assembler *a);  /* the iterate was set from outside */
void sn_assembler_evaluate(sn_assembler *a); /* all forces at the iterate, and the residual in rhs */
sn_status sn_assembler_iterate(sn_assembler *a, sn_tangent_use tangent,
                               double *increment); /* and the solution, its size */
/* A part of the solution in place of all of it; returns the increment. Before it is applied. */
double sn_assembler_shorten(sn_assembler *a, double part);
void sn_assembler_apply(sn_assembler *a);
/* Makes one side of the matrix at the iterate, whose forces are known, in the linear system of a layout. */
void sn_assembler_assemble(sn_assembler *a, sn_assembly what, const sn_layout *into);

#endif
