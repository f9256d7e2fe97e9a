/* tests/lab/test_study.c -- the study: its list of runs, one row against its reference, and sentences that follow the table.
 */
#include "lab/rod/study.h"
#include "rods.h"

typedef struct {
  sn_arena *arena;
  sn_rod rod;
  double p[100], v[100];
  sn_study study;
} setup;

static setup *make(int n, double tau, double duration)
{
  sn_arena *arena = sn_arena_new(NULL);
  setup *s = SN_NEW(arena, setup, 1);
  sn_error error = {0};
  s->arena = arena;
  s->rod = benchmark(n, SN_ROD_TAN_HALF, tau);
  CHECK_OK(sn_rod_prepare(&s->rod, arena, &error), error);
  sn_rod_place(&s->rod, NULL, s->p, s->v);
  s->study = (sn_study){.rod = &s->rod, .p = s->p, .v = s->v, .duration = duration, .cpu_limit = 60};
  CHECK_OK(sn_study_plan(&s->study, arena, &error), error);
  return s;
}

static void test_plan(void)
{
  setup *damped = make(10, 0.005, 1), *undamped = make(10, 0, 1);
  CHECK(damped->study.n_tau == 2 && undamped->study.n_tau == 1);
  CHECK(damped->study.n_row == 2 * undamped->study.n_row);
  CHECK(undamped->study.n_row == 13 * SN_STUDY_TOLERANCES);
  for (int i = 0; i < damped->study.n_row; i++) {
    CHECK(damped->study.row[i].status == SN_STUDY_OPEN);
  }
  sn_arena_free(damped->arena);
  sn_arena_free(undamped->arena);
}

/* The benchmark's tip, and a row of relative coordinates that meets it. */
static void test_one_row(void)
{
  setup *s = make(25, 0.005, 0.25);
  sn_error error = {0};
  for (int k = 0; k < 2; k++) {
    CHECK_OK(sn_study_reference(&s->study, k, s->study.tip[k], &error), error);
  }
  CHECK_NEAR(s->study.tip[0][0], 0.9144837314, 1e-9);
  CHECK_NEAR(s->study.tip[1][1], -0.3963125781, 1e-9);
  for (int i = 0; i < s->study.n_row; i++) {
    sn_study_row *r = s->study.row + i;
    if (r->tolerance == 1e-6 && strcmp(sn_study_variants[r->variant].label, "relative") == 0) {
      sn_study_run(&s->study, i, r);
      CHECK(r->status == SN_STUDY_GOOD);
      CHECK_BELOW(r->error, 1e-4);
      CHECK(r->n.rhs > 100 && r->n.cpu > 0);
    }
  }
  sn_arena_free(s->arena);
}

/* A table made by hand: everything costs a second and errs by 1e-6; the rows named are better. */
static void fill(setup *s)
{
  for (int i = 0; i < s->study.n_row; i++) {
    sn_study_row *r = s->study.row + i;
    r->status = SN_STUDY_GOOD;
    r->error = 1e-6;
    r->n = (sn_rod_statistics){.rhs = 1000, .rhs_jacobian = 500, .jacobians = 10, .cpu = 1, .drift = {.shear = 1e-2}};
  }
}

static void change(setup *s, const char *label, const char *integrator, double tau, double cpu, double error,
                   long jacobians)
{
  for (int i = 0; i < s->study.n_row; i++) {
    sn_study_row *r = s->study.row + i;
    const sn_study_variant *v = sn_study_variants + r->variant;
    if (r->tau == tau && strcmp(v->label, label) == 0 && strcmp(v->integrator, integrator) == 0) {
      r->n.cpu = cpu;
      r->error = error;
      r->n.jacobians = jacobians;
    }
  }
}

static void test_sentences_follow_the_table(void)
{
  setup *s = make(10, 0.005, 1);
  char text[SN_STUDY_TEXT];
  fill(s);
  change(s, "relative", "bdf", 0.005, 0.1, 1e-6, 7);
  change(s, "absolute", "bdf", 0.005, 1, 1e-6, 70);
  change(s, "absolute, stabilised", "bdf", 0.005, 1, 1e-6, 70);
  change(s, "absolute", "dormand_prince", 0, 0.2, 1e-6, 0);
  sn_study_verdict(&s->study, text);
  CHECK_TEXT(text, "Damped (tau = 0.005 s): choose relative coordinates with integrator \"bdf\"");
  CHECK_TEXT(text, "Undamped: choose absolute coordinates with integrator \"dormand_prince\"");
  CHECK_TEXT(text, "70 Jacobians, relative ones 7: the stiff direction turns");
  CHECK_TEXT(text, "which does not help here");

  /* doctored: quick but wrong does not win, and another one does */
  change(s, "relative", "bdf", 0.005, 0.1, 1e-2, 70);
  change(s, "absolute", "bdf", 0.005, 1, 1e-6, 7);
  change(s, "absolute", "dae", 0.005, 0.3, 1e-6, 20);
  change(s, "mixed", "dormand_prince", 0, 0.01, 1e-5, 0);
  for (int i = 0; i < s->study.n_row; i++) {
    if (sn_study_variants[s->study.row[i].variant].stabilise > 0) {
      s->study.row[i].n.drift.shear = 1e-5;
    }
  }
  sn_study_verdict(&s->study, text);
  CHECK_TEXT(text, "choose absolute coordinates with integrator \"dae\"");
  CHECK_TEXT(text, "Undamped: choose mixed coordinates with integrator \"dormand_prince\"");
  CHECK_TEXT(text, "here the relative ones suffer");
  CHECK_TEXT(text, "so stabilise them");

  /* nothing is good enough */
  for (int i = 0; i < s->study.n_row; i++) {
    s->study.row[i].error = s->study.row[i].tau > 0 ? 0.1 : NAN;
    s->study.row[i].status = s->study.row[i].tau > 0 ? SN_STUDY_GOOD : SN_STUDY_FAILED;
  }
  sn_study_verdict(&s->study, text);
  CHECK_TEXT(text, "Damped (tau = 0.005 s): no run reaches");
  CHECK_TEXT(text, "Undamped: no run reaches");
  CHECK_TEXT(text, "78 of 156 runs did not reach the end");
  sn_arena_free(s->arena);
}

int main(void)
{
  RUN(test_plan);
  RUN(test_one_row);
  RUN(test_sentences_follow_the_table);
  return REPORT();
}
