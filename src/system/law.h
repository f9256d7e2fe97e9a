/* system/law.h -- the law of a block: a const table, told from others by what it does.
 * What:    a law makes stresses of strains: of the forms of a block one by one, or of one composite strain of them. Whoever asks reads
 *          the flags and calls the functions. A law is one file of src/laws (docs/architecture.md, how to add a law); here is what all
 *          layers know of it.
 * Tests:   tests/system/test_law.c
 */
#ifndef SN_SYSTEM_LAW_H
#define SN_SYSTEM_LAW_H

typedef struct sn_block sn_block;

/* Where a law on a composite strain is asked. */
typedef struct {
  double x, rate; /* strain without its drive, and its rate */
  double normal;  /* N: what friction follows, else 0 */
  double t;
  double load;            /* factor of given forces */
  const double *internal; /* sn_state.internal, of friction; NULL: that of a start */
} sn_scalar_point;

/* Where a law on forms that depends on strains and rates together is asked. */
typedef struct {
  const double *e, *rate; /* n_form each; rate NULL: at rest */
  const double *internal; /* counted angles (sn_state.internal) */
  double t;
} sn_form_point;

typedef struct {
  const char *name;
  int is_scalar;     /* 1: on one composite strain of its forms, its stress is tau; 0: on every form, a stress each */
  int is_constraint; /* 1: strain = 0; its stresses are multipliers, and it has no functions */
  int is_rate; /* 1: the rate makes the stress, which is no part of the state; of a constraint: a rate = 0, and no strain is */
  int has_matrix;    /* 1: a matrix over its forms */
  int stores_energy; /* 1: its energy belongs to the strain energy, and it is damped with the others */
  /* On forms: stresses s at strains e, or at their rates if is_rate; n_form each. Their derivative is the matrix of the block. */
  void (*stress)(const sn_block *b, const double *e, double *s);
  double (*energy)(const sn_block *b, const double *e); /* NULL: none */
  /* On forms, where the derivative is no matrix of the block: s (unless NULL) at strains e, and its derivative by them, n x n of
     every energy of the block, one after the other. */
  void (*tangent)(const sn_block *b, const double *e, double *s, double *D);
  /* On forms, in place of `stress`, where strains and rates make it together: D and C, unless NULL, are the derivatives of s by them,
     n_form x n_form each, in no way symmetric. At most SN_MAX_COMPOSITE_FORMS forms. */
  void (*stress_at)(const sn_block *b, const sn_form_point *at, double *s, double *D, double *C);
  /* On a composite strain: tau, and in d its derivatives by strain, rate and normal force. */
  double (*scalar_stress)(const sn_block *b, const sn_scalar_point *at, double d[3]);
  double (*potential)(const sn_block *b, const sn_scalar_point *at); /* tau = its slope at rest; NULL: none is known */
  const struct sn_stage_laws *in_step;                               /* what it does in a step (laws/stages.h) */
} sn_law;

/* Stresses of forms that have an energy: a material. */
static inline int sn_is_material(const sn_law *l)
{
  return l->stores_energy && !l->is_scalar;
}

/* A constraint on rates: it holds no position. */
static inline int sn_is_on_rates(const sn_law *l)
{
  return l->is_constraint && l->is_rate;
}

extern const sn_law sn_law_elastic; /* stress = K e */
extern const sn_law
    sn_law_material; /* stress = dW/de, energies of groups of forms: hyperelastic solids, shells, bars */
extern const sn_law sn_law_constraint; /* e = 0 */
extern const sn_law sn_law_driven;     /* eps = 0: drives, gears, screws */
extern const sn_law sn_law_on_rates;   /* sum c(e) e' = 0: wheels that roll, blades */
extern const sn_law sn_law_potential;  /* V(eps) */
extern const sn_law sn_law_given;      /* given force T(t) along eps: joint torque, actuator */
extern const sn_law sn_law_viscous;    /* stress = C e', C positive semi-definite: dampers, bushings */
extern const sn_law sn_law_rate;       /* stress on eps from its rate, sn_rate_law */
extern const sn_law sn_law_rate_path;  /* the same for dampers of stops: steps take its mean along their path */
extern const sn_law sn_law_friction;   /* of a joint: limits follow its own reaction, sn_rate_law */
extern const sn_law sn_law_contact;    /* V(gap), one-sided, with the loss of impacts and friction: sn_contact */
extern const sn_law sn_law_feedback; /* forces along coordinates that follow values and rates of others, sn_feedback */

#endif
