/* tests/joints/fixture.h -- small models of joints: two simple parts on top of model_fixture.h.
 * The parts are test kinds (a triad and a point), because joints do not see src/parts.
 */
#ifndef SN_TESTS_JOINTS_FIXTURE_H
#define SN_TESTS_JOINTS_FIXTURE_H
#include "joints/joint.h"
#include "model_fixture.h"

/* ---- parts */
typedef struct {
  sn_v3 at;
  sn_m3 orientation;
  sn_v3 velocity, spin;
  int point;
} test_part;
static inline sn_status test_freeze(sn_item *item, sn_builder *b, sn_error *error)
{
  (void)error;
  const test_part *p = item->param;
  const sn_v3 x = sn_start_point(item, sn_drawn_point(item, p->at));
  const sn_v3 v = sn_start_velocity(item, x, p->velocity);
  const sn_m3 r = sn_start_axes(item, sn_drawn_axes(item, p->orientation));
  const double inertia[3][3] = {{0.2, 0.01, 0}, {0.01, 0.3, 0.02}, {0, 0.02, 0.4}};
  sn_frame *f = SN_NEW(sn_builder_arena(b), sn_frame, 1);
  if (p->point) {
    *f = sn_node_frame(b, sn_add_point(b, x, v));
    sn_add_mass(b, f->vector[0], f->vector[0], 1);
  } else {
    *f = sn_node_frame(b, sn_add_triad(b, x, v, r, sn_start_spin(item, p->spin)));
    sn_add_rigid_mass(b, f, 2, v3(0.1, 0, 0.05), inertia);
  }
  item->frozen = f;
  return SN_OK;
}
static inline sn_status test_attach(const sn_item *item, int station, sn_builder *b, sn_frame *out, sn_error *error)
{
  (void)station, (void)b, (void)error;
  *out = *(const sn_frame *)item->frozen;
  return SN_OK;
}
static const sn_input test_inputs[] = {
    {"at", SN_PLACE, "m", "", SN_MEMBER(test_part, at), .required = 1},
    {"orientation", SN_ORIENTATION, "", "", SN_MEMBER(test_part, orientation), .required = 1},
    {"velocity", SN_VECTOR, "m/s", "", SN_MEMBER(test_part, velocity), .required = 1},
    {"spin", SN_VECTOR, "rad/s", "", SN_MEMBER(test_part, spin), .required = 1},
    {"point", SN_COUNT, "", "", SN_MEMBER(test_part, point), SN_BETWEEN(0, 1), SN_PRESET(0)},
    {0}};
static const sn_kind test_kind = {.name = "testbody",
                                  .help = "",
                                  .class = SN_CLASS_PART,
                                  .inputs = test_inputs,
                                  .param_size = sizeof(test_part),
                                  .freeze = test_freeze,
                                  .part = {.attach = test_attach}};

/* Its velocity is that of the field v(x) = drift + omega x x. */
static inline sn_ref add_part(fixture *f, const char *name, sn_v3 at, sn_m3 r, sn_v3 drift, sn_v3 omega, int point)
{
  fields x = {0};
  put(&x, "at", vector(f, at));
  put(&x, "orientation", matrix_value(f, r));
  put(&x, "velocity", vector(f, v3_add(drift, v3_cross(omega, at))));
  put(&x, "spin", vector(f, omega));
  put(&x, "point", number(point));
  const sn_value v = record(f, &x);
  sn_item *item = NULL;
  CHECK_OK(sn_model_add(f->model, &(sn_item_given){&test_kind, name, NULL, 0, &v, "test:1"}, &item, &f->error),
           f->error);
  return (sn_ref){.item = item, .station = SN_STATION_SELF, .given = 1};
}
static inline sn_ref add_body(fixture *f, const char *name)
{
  return add_part(f, name, random_vector(), random_rotation(), v3(0, 0, 0), v3(0, 0, 0), 0);
}
static inline sn_ref add_point(fixture *f, const char *name, sn_v3 at)
{
  return add_part(f, name, at, m3_identity(), v3(0, 0, 0), v3(0, 0, 0), 1);
}

static inline sn_item *join(fixture *f, const sn_kind *kind, sn_ref a, sn_ref b, const fields *x)
{
  const sn_ref refs[2] = {a, b};
  return add_item(f, kind, "joint", refs, 2, x);
}
static inline const sn_kind *pair_named(const char *name)
{
  for (int k = 0; k < SN_PAIRS; k++) {
    if (strcmp(sn_pairs[k].kind.name, name) == 0) {
      return &sn_pairs[k].kind;
    }
  }
  return NULL;
}

/* rate of form k of a block */
static inline double form_rate(const sn_block *b, const sn_v3 *q, const sn_v3 *v, int k)
{
  sn_v3 B[SN_MAX_FORMS * SN_MAX_BLOCK_VECTORS];
  double sum = 0;
  sn_form_rates(b, q, B);
  for (int a = 0; a < b->n_vec; a++) {
    sum += v3_dot(B[k * b->n_vec + a], v[b->vector[a]]);
  }
  return sum;
}
static inline int is_constraint(const sn_block *b)
{
  return b->law == &sn_law_constraint || b->law == &sn_law_driven;
}

#endif
