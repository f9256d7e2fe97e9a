/* tests/joints/model_fixture.h -- small models without the language: fields by name, random numbers, outputs at the start.
 */
#ifndef SN_TESTS_MODEL_FIXTURE_H
#define SN_TESTS_MODEL_FIXTURE_H
#include <stddef.h>
#include <stdlib.h>

#include "harness.h"
#include "math/rotation.h"
#include "model/model.h"
#include "system/kernel.h"

typedef struct {
  sn_arena *arena;
  sn_model *model;
  sn_frozen frozen;
  sn_error error;
  sn_status status;
} fixture;

static inline fixture fixture_new(void)
{
  fixture f = {.arena = sn_arena_new(NULL)};
  f.model = sn_model_new(f.arena);
  return f;
}

/* ---- random numbers, the same in every run */
static unsigned random_state = 12345;
static inline double uniform(void)
{
  random_state = 1664525u * random_state + 1013904223u;
  return 2.0 * (random_state >> 8) / 16777216.0 - 1;
}
static inline sn_v3 random_vector(void)
{
  const double x = uniform(), y = uniform(), z = uniform();
  return v3(x, y, z);
}
static inline sn_m3 random_rotation(void)
{
  return sn_rotation_axis_angle(random_vector(), 3 * uniform());
}

/* ---- fields */
typedef struct {
  int n;
  const char *name[32];
  sn_value value[32];
} fields;

static inline void put(fields *f, const char *name, sn_value v)
{
  f->name[f->n] = name;
  f->value[f->n++] = v;
}
static inline sn_value number(double x)
{
  return (sn_value){.type = SN_VALUE_NUMBER, .number = x};
}
static inline sn_value text(const char *x)
{
  return (sn_value){.type = SN_VALUE_TEXT, .text = x};
}
static inline sn_value numbers(fixture *f, int n, const double *x)
{
  sn_value *e = SN_NEW(f->arena, sn_value, n);
  for (int i = 0; i < n; i++) {
    e[i] = number(x[i]);
  }
  return (sn_value){.type = SN_VALUE_LIST, .n = n, .entry = e};
}
static inline sn_value vector(fixture *f, sn_v3 x)
{
  return numbers(f, 3, x.x);
}
static inline sn_value record(fixture *f, const fields *x)
{
  sn_value *e = SN_NEW(f->arena, sn_value, x->n);
  const char **name = SN_NEW(f->arena, const char *, x->n);
  for (int i = 0; i < x->n; i++) {
    e[i] = x->value[i];
    name[i] = x->name[i];
  }
  return (sn_value){.type = SN_VALUE_RECORD, .n = x->n, .entry = e, .name = (const char *const *)name};
}
static inline sn_value matrix_value(fixture *f, sn_m3 r)
{
  sn_value *e = SN_NEW(f->arena, sn_value, 3);
  for (int i = 0; i < 3; i++) {
    e[i] = vector(f, v3(r.c[0].x[i], r.c[1].x[i], r.c[2].x[i]));
  }
  return (sn_value){.type = SN_VALUE_LIST, .n = 3, .entry = e};
}
/* a*x0 + b*x1 + c*x2 + d of up to three variables */
static inline sn_value linear(fixture *f, int n_variables, double a, double b, double c, double d)
{
  const char *names[] = {"x", "v", "t"};
  sn_expr_builder *e = sn_expr_begin(f->arena, n_variables, names);
  const double factor[3] = {a, b, c};
  int sum = sn_expr_constant(e, d);
  for (int k = 0; k < n_variables; k++) {
    const int term = sn_expr_op(e, SN_OP_MUL, sn_expr_constant(e, factor[k]), sn_expr_variable(e, k), -1);
    sum = sn_expr_op(e, SN_OP_ADD, sum, term, -1);
  }
  const sn_expr **out = SN_NEW(f->arena, const sn_expr *, 1);
  sn_expr_end(e, sum, out, NULL);
  return (sn_value){.type = SN_VALUE_FUNCTION, .n = 1, .result = out};
}

static const sn_ref GROUND = {.station = SN_STATION_SELF, .given = 1};

static inline sn_item *add_item(fixture *f, const sn_kind *kind, const char *name, const sn_ref *refs, int n,
                                const fields *x)
{
  const sn_value v = record(f, x);
  sn_item *item = NULL;
  f->status = sn_model_add(f->model, &(sn_item_given){kind, name, refs, n, &v, "test:2"}, &item, &f->error);
  return item;
}
static inline sn_status freeze(fixture *f)
{
  if (f->status == SN_OK) {
    f->status = sn_model_freeze(f->model, 0, f->arena, &f->frozen, &f->error);
  }
  return f->status;
}

/* Freezes what must freeze; a test that cannot go on ends here, with the error. */
static inline void freeze_well(fixture *f)
{
  CHECK_OK(freeze(f), f->error);
  if (f->status != SN_OK) {
    exit(1);
  }
}

/* Largest row of a constraint at the start, m or rad. */
static inline double gap_of(const fixture *f)
{
  double worst = 0, e[SN_MAX_FORMS];
  for (int i = 0; i < f->frozen.system->n_block; i++) {
    const sn_block *b = f->frozen.system->block + i;
    if (b->law == &sn_law_driven) {
      sn_forms(b, f->frozen.start.q, e);
      worst = fmax(worst, fabs(sn_composite(b, f->frozen.start.internal, e, NULL, NULL) -
                               sn_drive(b, f->frozen.start.internal, *f->frozen.start.t)));
    } else if (b->law == &sn_law_constraint) {
      sn_forms(b, f->frozen.start.q, e);
      for (int k = 0; k < b->n_form; k++) {
        worst = fmax(worst, fabs(e[k]));
      }
    }
  }
  return worst;
}

/* The start as an observation; accelerations are zero, stresses those of the state. */
static inline sn_observation start_of(const fixture *f)
{
  static const sn_ledger none;
  static const sn_v3 still[512];
  const sn_state *s = &f->frozen.start;
  CHECK(f->frozen.system->n_vector <= 512);
  return (sn_observation){.system = f->frozen.system,
                          .t = *s->t,
                          .q = s->q,
                          .local = s->q,
                          .v = s->v,
                          .a = still,
                          .stress = s->stress,
                          .load = 1,
                          .weight = 1,
                          .internal = s->internal,
                          .scratch = SN_NEW(f->arena, double, f->frozen.system->n_scratch),
                          .ledger = &none};
}
static inline double output(const fixture *f, const sn_observation *o, const char *item, const char *name,
                            int component)
{
  double x[4] = {NAN, NAN, NAN, NAN};
  for (int k = 0; k < f->frozen.system->n_output; k++) {
    const sn_observable *r = f->frozen.system->output + k;
    if (strcmp(r->item, item) == 0 && strcmp(r->what->name, name) == 0) {
      r->what->evaluate(o, r->data, x);
    }
  }
  return x[component];
}
#endif
