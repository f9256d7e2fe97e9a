/* tests/steps/test_one_stage.c -- the one-stage schemes as a family: exact tangent, order, momenta, constraints, what they promise.
 * What:    all of them that the program has, and one that is defined here (backward Euler), as a stranger would add it.
 * See:     tests/steps/test_ed.c for ep against its oracle, tests/mechanisms/test_orders.c for orders against minimal coordinates.
 */
#include <string.h>

#include "harness.h"
#include "model/fields.h"
#include "steps/one_stage/one_stage_private.h"
#include "support/coordinates.h"
#include "support/elements.h"
#include "support/mechanisms.h"
#include "support/written.h"

/* ---- a new scheme: its table, and nothing else */

static const sn_one_stage euler_stage = {.at = 1, .end = 1, .stress = SN_STRESS_STAGE};
static const sn_scheme euler = {SN_ONE_STAGE, .name = "backward_euler", .help = "", .stage = &euler_stage};

/* The i-th of the family; NULL: there are no more. */
static const sn_scheme *scheme_at(int i)
{
  for (int k = 0; sn_schemes[k]; k++) {
    if (sn_schemes[k]->step == sn_one_stage_step && i-- == 0) {
      return sn_schemes[k];
    }
  }
  return i == 0 ? &euler : NULL;
}

/* ---- the tangent against differences of the residual */

static double number(unsigned *seed)
{
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / 16777216.0 - 0.5;
}

/* The iterate moves by `by` along `direction` (NULL: not at all); the residual there. */
static void residual_at(sn_stepper *x, const double *direction, double by, double *out)
{
  const size_t size = sizeof(double) * (size_t)x->all.layout.n;
  for (int i = 0; i < x->all.layout.n; i++) {
    x->all.rhs[i] = direction ? by * direction[i] : 0;
  }
  for (int i = 0; i < x->all.packs.n_node; i++) {
    (void)one_nodes_increments(x, x->all.packs.node + i, 0);
  }
  x->all.fresh = 0; /* the right-hand side is no residual any more */
  sn_assembler_apply(&x->all);
  sn_assembler_evaluate(&x->all);
  if (out) {
    memcpy(out, x->all.rhs, size);
  }
}

/* The stresses of the law as if a solve had predicted them; moments of axes are left out, since the tangent keeps them in their plane
   only to first order in the step. */
static void predict_stresses(sn_stepper *x)
{
  residual_at(x, NULL, 0, NULL); /* laws are asked where they are */
  for (int i = 0; i < x->all.packs.n; i++) {
    sn_law_pack *p = x->pack + i;
    for (int l = 0; l < p->is->n && p->scalar && p->law->predicts; l++) {
      p->scalar[l].path.tau_c -= p->scalar[l].path.residual[0];
    }
    for (int f = 0; f < p->type->n_form && p->law->predicts; f++) {
      p->s_c[f] = p->l_c[f];
    }
    for (int f = 0; f < p->type->n_form && p->law->is_multiplier && p->type->rows == SN_ROWS_AXES; f++) {
      p->s_c[f] = lane(0);
    }
  }
  x->all.fresh = 0;
  sn_assembler_evaluate(&x->all);
}

static void tangent(const char *name, mechanism m, const sn_scheme *scheme, double h)
{
  const double by = 1e-6;
  sn_stepper *x = NULL;
  sn_step_report report;
  unsigned seed = 7;
  CHECK_OK(m.status, m.error);
  sn_step_options options = {.threads = 1};
  sn_scheme_presets(scheme, &options);
  CHECK_OK(sn_scheme_begin(scheme, m.system, &options, m.arena, &m.state, &x, &m.error), m.error);
  for (int i = 0; i < 3; i++) {
    CHECK_OK(scheme->step(x, &m.state, h, &report, &m.error), m.error);
  }
  const int n = x->all.layout.n;
  double *d = SN_NEW(m.arena, double, n), *plus = SN_NEW(m.arena, double, n), *minus = SN_NEW(m.arena, double, n),
         *product = SN_NEW(m.arena, double, n), worst = 0, size = 0;
  for (int i = 0; i < n; i++) {
    d[i] = number(&seed);
  }
  for (int side = 0; side < 2; side++) {
    x->now.h = h;
    x->now.hh = h * h;
    x->now.t = *m.state.t;
    x->now.start = &m.state;
    one_start(x, 0);
    sn_assembler_evaluate(&x->all);
    predict_stresses(x);
    if (side == 0) { /* once: the tangent changes no iterate */
      double unused;
      (void)sn_assembler_iterate(&x->all, SN_TANGENT_CAREFUL, &unused);
      sn_lin_times(x->all.layout.lin, 1, 0, d, product);
      one_start(x, 0);
      sn_assembler_evaluate(&x->all);
      predict_stresses(x);
    }
    residual_at(x, d, side ? -by : by, side ? minus : plus);
  }
  for (int i = 0; i < n; i++) {
    worst = fmax(worst, fabs((minus[i] - plus[i]) / (2 * by) - product[i]));
    size = fmax(size, fabs(product[i]));
  }
  printf("  %-12s %-14s tangent %.1e of %.1e, %d unknowns\n", name, scheme->name, worst, size, n);
  CHECK_BELOW(worst, 2e-9 * size);
  scheme->destroy(x);
  mechanism_free(&m);
}

/* forces and moments that follow signals of both bodies */
static const char feedback_text[] =
    "gravity {1, 2, -9.81}\n"
    "local a = body { mass = 1, inertia = {0.1, 0.12, 0.15}, center = {0.1, 0.05, 0.02}, angular_velocity = {0, 0, 2} "
    "}\n"
    "local b = body { at = {1, 0, 0}, mass = 2, inertia = {0.2, 0.25, 0.3}, velocity = {0, 2, 0},"
    " angular_velocity = {1, 0, 2} }\n"
    "revolute { name = 'r', ground, a, at = {0, 0, 0}, axis = 'z', torque = function(t) return -2*angle('r') -"
    " rate('s')^2 + sin(angle('s'))*velocity(b).x end }\n"
    "revolute { name = 's', a, b, at = {1, 0, 0}, axis = 'y', law = function(x, v, t) return x*rate('r') + v - t end "
    "}\n"
    "moment { b, follows = true, value = function(t) local w = angular_velocity_body(b)"
    " return -0.3*w.x, -0.2*w.y*w.z, -w.z end }\n"
    "force { b, at = {1.2, 0.1, 0}, value = function(t, vx, vy, vz) return -vx*position(a).x, -vy, t*vz end }\n";

static void test_tangent(void)
{
  static const int parts[] = {0, MACHINE_BASE, MACHINE_LOADS, MACHINE_DRIVE, MACHINE_RATES, MACHINE_ALPHA};
  for (int i = 0; scheme_at(i); i++) {
    const sn_scheme *scheme = scheme_at(i);
    tangent("oscillator", oscillator(100), scheme, 0.05);
    tangent("pendulum", double_pendulum(0), scheme, 0.01);
    tangent("springs", double_pendulum(1e4), scheme, 0.01);
    tangent("spin", spinning_body(20, 0), scheme, 0.01);
    tangent("bar", spinning_bar(100, 4), scheme, 1e-3);
    tangent("gear", geared_wheels(), scheme, 0.01);
    tangent("screw", screw(), scheme, 5e-3);
    tangent("scalars", scalar_chain(3, 0), scheme, 0.1);
    tangent("bead", bead_on_wire(-0.2, 2, 0), scheme, 0.01);
    tangent("bead on link", bead_on_link(), scheme, 0.01);
    tangent("vectors", soft_pair(), scheme, 5e-3);
    tangent("free pair", free_pair(), scheme, 5e-3);
    tangent("feedback", written(feedback_text), scheme, 5e-3);
    tangent("neo-Hooke",
            brick_block((const int[]){2, 1, 1}, 0.1,
                        (material){.E = 2e6, .nu = 0.3, .density = 1100, .law = &sn_mooney_rivlin, .share = 0}),
            scheme, 6e-3);
    for (int k = 0; k < (int)(sizeof parts / sizeof *parts); k++) {
      char name[32];
      (void)snprintf(name, sizeof name, "machine %d", parts[k]);
      tangent(name, machine(parts[k]), scheme, 4e-3);
    }
  }
}

/* ---- runs */

typedef struct {
  double constraint, momentum, defect; /* largest, over the scale of each */
  int good;
} walked;

static walked walk(mechanism *m, const sn_scheme *scheme, double h, int n, sn_state *end)
{
  sn_step_options preset = {0}, *o = &preset;
  sn_stepper *x = NULL;
  sn_v3 P0, J0, P, J;
  walked w = {.good = 1};
  if (scheme != &sn_scheme_ed) { /* the reference is undamped */
    sn_scheme_presets(scheme, o);
  }
  CHECK_OK(sn_scheme_begin(scheme, m->system, o, m->arena, end, &x, &m->error), m->error);
  sn_momenta(m->system, end, &P0, &J0);
  for (int i = 0; i < n && x && w.good; i++) {
    sn_step_report r;
    w.good = scheme->step(x, end, h, &r, &m->error) == SN_OK;
    CHECK_OK(w.good ? SN_OK : SN_ENOCONV, m->error);
    sn_momenta(m->system, end, &P, &J);
    w.constraint = fmax(w.constraint, sn_constraint_error(m->system, end));
    w.momentum = fmax(w.momentum,
                      fmax(v3_norm(v3_sub(P, P0)), v3_norm(v3_sub(J, J0))) / fmax(v3_norm(P0) + v3_norm(J0), 1e-300));
    w.defect = fmax(w.defect, fabs(r.ledger.defect) / *end->scale);
  }
  scheme->destroy(x);
  return w;
}

static double apart(const sn_system *s, const sn_state *a, const sn_state *b)
{
  double most = 0;
  for (int i = 0; i < s->n_vector; i++) {
    most = fmax(most, v3_norm(v3_sub(a->q[i], b->q[i])));
  }
  return most;
}

/* velocities that fit joints and drives, as every run begins */
static void consistent(mechanism *m)
{
  sn_instant *instant = NULL;
  CHECK_OK(sn_instant_new(m->system, m->arena, &instant, &m->error), m->error);
  CHECK_OK(sn_instant_start(instant, &m->state, 1, NULL, &m->error), m->error);
  sn_instant_free(instant);
}

/* against ed with alpha = 0 and the finest of the steps: an error of order 4 */
static void order(const char *name, mechanism m, const sn_scheme *scheme, double h, double expected)
{
  const double T = 0.5;
  double error[3];
  CHECK_OK(m.status, m.error);
  consistent(&m);
  sn_state fine = mechanism_state(&m);
  (void)walk(&m, &sn_scheme_ed, h / 8, (int)(8 * T / h + 0.5), &fine);
  for (int i = 0; i < 3; i++) {
    const double dt = h / (1 << i);
    sn_state end = mechanism_state(&m);
    const walked w = walk(&m, scheme, dt, (int)(T / dt + 0.5), &end);
    CHECK_BELOW(w.constraint, 1e-12);
    error[i] = apart(m.system, &end, &fine);
  }
  const double found = log2(error[1] / error[2]);
  printf("  %-12s %-14s errors %.2e %.2e %.2e, order %.2f\n", name, scheme->name, error[0], error[1], error[2], found);
  CHECK(fabs(found - expected) < 0.15);
  mechanism_free(&m);
}

static void test_order(void)
{
  for (int i = 0; scheme_at(i); i++) {
    const sn_scheme *scheme = scheme_at(i);
    const double expected = scheme->order ? scheme->order : 1, h = expected > 1 ? 5e-3 : 1e-3;
    order("pendulum", double_pendulum(0), scheme, h, expected);
    order("springs", double_pendulum(100), scheme, h, expected);
    order("gear", geared_wheels(), scheme, h, expected);
    order("laws", machine(MACHINE_DRIVE | MACHINE_RATES), scheme, h / 2.5, expected);
  }
}

/* both momenta of free systems; a body that turns keeps its energy, too */
static void test_momenta(void)
{
  mechanism pair = free_pair();
  sn_state end = mechanism_state(&pair);
  const walked w = walk(&pair, &sn_scheme_midpoint, 5e-3, 200, &end);
  printf("  free pair: momenta %.1e, constraints %.1e, defect %.1e\n", w.momentum, w.constraint, w.defect);
  CHECK_BELOW(w.momentum, 1e-12);
  CHECK_BELOW(w.constraint, 1e-12);
  CHECK(w.defect > 1e-9); /* the spring: this is what the scheme does not promise */
  mechanism_free(&pair);
  mechanism spin = spinning_body(20, 0);
  sn_state turned = mechanism_state(&spin);
  const walked v = walk(&spin, &sn_scheme_midpoint, 0.01, 400, &turned);
  printf("  spin: constraints %.1e, defect %.1e\n", v.constraint, v.defect);
  CHECK_BELOW(v.constraint, 1e-12);
  CHECK_BELOW(v.defect, 1e-13);
  mechanism_free(&spin);
}

/* without elastic laws, potentials and composite rows midpoint is ep; with them it is not, and says so */
static void test_promise(void)
{
  CHECK(sn_scheme_ed.has_identity && sn_scheme_ep.has_identity && sn_scheme_ed_paper.has_identity);
  CHECK(!sn_scheme_midpoint.has_identity);
  for (int i = 0; i < 2; i++) {
    mechanism m = double_pendulum(i ? 1e4 : 0);
    sn_state a = mechanism_state(&m), b = mechanism_state(&m);
    const walked ep = walk(&m, &sn_scheme_ep, 0.01, 100, &a), mid = walk(&m, &sn_scheme_midpoint, 0.01, 100, &b);
    printf("  links %s: apart %.1e, defects %.1e %.1e\n", i ? "elastic" : "rigid", apart(m.system, &a, &b), ep.defect,
           mid.defect);
    CHECK_BELOW(ep.defect, 1e-12);
    if (i) {
      CHECK(mid.defect > 1e-8 && apart(m.system, &a, &b) > 1e-6);
    } else {
      CHECK_BELOW(mid.defect, 1e-12);
      CHECK_BELOW(apart(m.system, &a, &b), 1e-10);
    }
    mechanism_free(&m);
  }
}

/* users find every scheme in the help of `scheme`, of which the reference is made */
static void test_named_in_the_reference(void)
{
  for (int i = 0; sn_schemes[i]; i++) {
    CHECK_TEXT(sn_run_inputs[0].help, sn_schemes[i]->name);
  }
}

int main(void)
{
  RUN(test_named_in_the_reference);
  RUN(test_tangent);
  RUN(test_order);
  RUN(test_momenta);
  RUN(test_promise);
  return REPORT();
}
