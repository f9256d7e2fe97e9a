/* tests/steps/test_cut.c -- parts of the work cover everything once; lists hold every block at each vector, in the
 *          order of their numbers; steps give the same bits for any number of parts, also with masses between nodes.
 * ctest:   threads
 */
#include "steps/cut.h"

#include "harness.h"
#include "steps/step.h"
#include "support/flexible.h"

static void check_range(const int *first, int parts, int n)
{
  CHECK(first[0] == 0 && first[parts] == n);
  for (int k = 0; k < parts; k++) {
    CHECK(first[k] <= first[k + 1]);
  }
}

/* every block once at each of its vectors, in rising order */
static void check_lists(const sn_cut *x, const sn_system *s)
{
  int n_vector = 0, n_load = 0;
  for (int i = 0; i < s->n_block; i++) {
    for (int a = 0; a < s->block[i].n_vec; a++) {
      const sn_vector *v = s->vector + s->block[i].vector[a];
      n_vector += v->node >= 0 || v->freedom == SN_PRESCRIBED;
    }
  }
  CHECK(x->vector_first[s->n_vector] == n_vector);
  for (int v = 0; v < s->n_vector; v++) {
    for (int k = x->vector_first[v]; k < x->vector_first[v + 1]; k++) {
      const sn_touch t = x->at_vector[k];
      CHECK(s->block[t.block].vector[t.local] == v);
      CHECK(k == x->vector_first[v] || x->at_vector[k - 1].block < t.block);
    }
  }
  for (int i = 0; i < s->n_node; i++) {
    for (int k = x->load_first[i]; k < x->load_first[i + 1]; k++) {
      CHECK(s->vector[s->load[x->load_at[k]].vector[0]].node == i);
      n_load++;
    }
  }
  CHECK(n_load == s->n_load);
}

static void check_parts(mechanism m)
{
  for (int n = 1; n < 40; n += 3) { /* also more than there are blocks */
    sn_cut x;
    sn_error e;
    CHECK_OK(sn_cut_new(m.system, n, m.arena, &x, &e), e);
    CHECK(x.n == n);
    check_range(x.node, n, m.system->n_node);
    check_range(x.load, n, m.system->n_load);
    check_lists(&x, m.system);
    for (int i = 0; i < m.system->n_node; i++) {
      const int k = sn_cut_part(&x, x.node, i);
      CHECK(x.node[k] <= i && i < x.node[k + 1]);
    }
    for (int k = 0; k < n; k++) {
      sn_cut_set_largest(&x, k, k == n / 2 ? 3 : 1);
    }
    CHECK_NEAR(sn_cut_largest(&x), 3, 0);
    sn_cut_set_largest(&x, n - 1, NAN);
    CHECK(isnan(sn_cut_largest(&x)));
    sn_cut_free(&x);
  }
  mechanism_free(&m);
}

static void test_parts(void)
{
  check_parts(machine(MACHINE_ALL));
  check_parts(free_beam(2, 10, 1, 0));
  check_parts(oscillator(1));
}

/* a few steps on this number of threads */
static sn_state go(mechanism *m, const sn_scheme *scheme, const sn_step_options *settings, int threads, double h)
{
  sn_state x = mechanism_state(m);
  sn_stepper *stepper = NULL;
  sn_error e = {0};
  sn_step_options o = *settings;
  o.threads = threads;
  CHECK_OK(sn_scheme_begin(scheme, m->system, &o, m->arena, &x, &stepper, &e), e);
  for (int i = 0; i < 5 && stepper; i++) {
    sn_step_report report;
    CHECK_OK(scheme->step(stepper, &x, h, &report, &e), e);
  }
  if (stepper) {
    scheme->destroy(stepper);
  }
  return x;
}

static void check_scheme(mechanism *m, const sn_scheme *scheme, const sn_step_options *settings, double h)
{
  const sn_state one = go(m, scheme, settings, 1, h);
  for (int n = 2; n < 9; n += 3) {
    const sn_state many = go(m, scheme, settings, n, h);
    CHECK(memcmp(one.data, many.data, one.n * sizeof(double)) == 0);
  }
}

/* every scheme that knows the laws of the mechanism, with its presets, and ed with less damping */
static void check_bits(mechanism m, int has_friction, double h)
{
  for (int i = 0; sn_schemes[i]; i++) {
    sn_step_options presets = {0};
    if (has_friction && sn_schemes[i] == &sn_scheme_ed_paper) {
      continue;
    }
    sn_scheme_presets(sn_schemes[i], &presets);
    check_scheme(&m, sn_schemes[i], &presets, h);
  }
  check_scheme(&m, &sn_scheme_ed, &(sn_step_options){.alpha = 0}, h);
  check_scheme(&m, &sn_scheme_ed, &(sn_step_options){.alpha = 0.3}, h);
  mechanism_free(&m);
}

static void test_same_bits(void)
{
  check_bits(machine(MACHINE_ALL), 1, 5e-3);
  check_bits(machine(MACHINE_SMOOTH), 0, 5e-3);
  check_bits(free_beam(2, 6, 1, 1e-3), 0, 1e-3); /* masses between nodes */
  check_bits(free_beam(1, 6, 0, 1e-3), 0, 1e-3);
  check_bits(spinning_beam(3, 3, 1, 20), 0, 1e-3);
  check_bits(fibre_patch(3, 1), 0, 1e-3);
  check_bits(loaded_gear(2), 0, 1e-3);
}

int main(void)
{
  RUN(test_parts);
  RUN(test_same_bits);
  return REPORT();
}
