/* lab/study/pendulum.c -- five methods on the compound pendulum with penalties: how large a step survives, how wrong it is; and four ways
 *                          to the force of a constraint that is not quadratic.
 * What:    steps 10^(-k/8) s are tried downwards until four in a row survive 60 s; the first of these four is the largest step (single
 *          larger ones may survive by luck: they are told, too). Errors: at 2 s, against rigid distances.
 * Tests:   tests/lab/test_verb_study.c; the numbers: tests/lab/test_gog_pendulum.c.
 */
#include "lab/study/pendulum.h"

#include <math.h>
#include <stdio.h>

#include "lab/pendulum/gog_angle.h"
#include "lab/pendulum/gog_pendulum.h"
#include "lab/study/drawing.h"
#include "lab/study/maker.h"

enum { N_METHODS = 5, N_STIFFNESS = 8, N_ALIGNMENTS = 2, N_STEPS = 10, N_TRIES = 33, IN_A_ROW = 4 };

typedef struct {
  const char *name;
  const sn_scheme *scheme;
  double value;
} method;
static const method methods[N_METHODS] = {{"energy-momentum (ep)", &sn_scheme_ep, NAN},
                                          {"midpoint", &sn_scheme_midpoint, NAN},
                                          {"trapezoidal", &sn_scheme_trapezoidal, NAN},
                                          {"hht -0.2", &sn_scheme_hht, -0.2},
                                          {"hht -0.05", &sn_scheme_hht, -0.05}};
static const char *const alignments[N_ALIGNMENTS] = {"two components of A x B", "B = 2 A"};

typedef struct {
  double largest, alone, iterations; /* s; s; per step of the largest */
} survival;

typedef struct {
  double stiffness[N_STIFFNESS], step[N_STEPS];
  survival at[N_ALIGNMENTS][N_METHODS][N_STIFFNESS];
  double position[N_METHODS][N_STEPS], energy[N_METHODS][N_STEPS], turn[N_METHODS][N_STEPS];
} findings;

static sn_status interrupted(volatile const int *stop, sn_error *error)
{
  return stop && *stop
             ? sn_fail(error, SN_ESTOP, "study", "The study was interrupted.", "Its tables need all runs.", "")
             : SN_OK;
}

static sn_pendulum pendulum_of(int m, double stiffness, int alignment)
{
  return (sn_pendulum){methods[m].scheme, methods[m].value, stiffness, alignment ? SN_ALIGN_LINEAR : SN_ALIGN_CROSS};
}

static sn_status survive(const sn_pendulum *p, survival *out, sn_error *error)
{
  int row = 0;
  *out = (survival){0};
  for (int k = 0; k < N_TRIES && row < IN_A_ROW; k++) {
    sn_pendulum_end end;
    const double h = pow(10, -k / 8.0);
    SN_TRY(sn_pendulum_run(p, h, 60, &end, error));
    row = end.survived ? row + 1 : 0;
    if (row == 1) {
      out->largest = h;
      out->iterations = (double)end.iterations / (double)end.steps;
    }
    out->alone = end.survived && out->alone == 0 ? h : out->alone;
  }
  out->largest = row < IN_A_ROW ? 0 : out->largest;
  return SN_OK;
}

static sn_status find_errors(findings *x, sn_error *error)
{
  const double duration = 2;
  sn_v3 B;
  SN_TRY(sn_pendulum_exact(duration, &B, error));
  for (int i = 0; i < N_STEPS; i++) {
    x->step[i] = duration / round(duration / pow(10, -1 - i / 3.0));
    for (int m = 0; m < N_METHODS; m++) {
      const sn_pendulum p = pendulum_of(m, 1e7, 0);
      sn_pendulum_end end;
      SN_TRY(sn_pendulum_run(&p, x->step[i], duration, &end, error));
      x->position[m][i] = end.survived ? v3_norm(v3_sub(end.B, B)) / 2 : NAN;
      x->energy[m][i] = end.survived ? fabs(end.end_energy) / SN_PENDULUM_ENERGY : NAN;
      x->turn[m][i] = end.survived ? fabs(end.end_turn) : NAN;
    }
  }
  return SN_OK;
}

/* Three points at a constant angle (lab/pendulum/gog_angle.h), 1e5 N/m, 2 s. */
enum { N_WAYS = 4, N_SIZES = 3 };
static const char *const ways[N_WAYS] = {"dot products (ep)", "midpoint", "beta of GOG (9)",
                                         "corrected along the step"};
static const double sizes[N_SIZES] = {0.02, 0.1, 0.2};

static sn_status write_forces(const char *folder, sn_arena *arena, sn_error *error)
{
  sn_maker m = {.arena = arena, .rows = N_WAYS * N_SIZES};
  const char **way = sn_maker_texts(&m, "way");
  double *step = sn_maker_numbers(&m, "step", "s"), *t = sn_maker_numbers(&m, "ends_at", "s"),
         *energy = sn_maker_numbers(&m, "energy", "J"), *turn = sn_maker_numbers(&m, "angular_momentum", "1"),
         *iterations = sn_maker_numbers(&m, "iterations", "1"), *gradients = sn_maker_numbers(&m, "gradients", "1"),
         *lowest = sn_maker_numbers(&m, "lowest_beta", "1"), *highest = sn_maker_numbers(&m, "highest_beta", "1");
  const char *file = sn_arena_format(arena, "%s/forces.csv", folder);
  if (m.failed || !file) {
    return sn_no_memory(error, "the table of the forces");
  }
  for (int row = 0; row < m.rows; row++) {
    sn_angle_end end;
    SN_TRY(sn_angle_run((sn_force_way)(row / N_SIZES), 1e5, sizes[row % N_SIZES], 2, &end, error));
    way[row] = ways[row / N_SIZES];
    step[row] = sizes[row % N_SIZES];
    t[row] = end.t;
    energy[row] = end.energy;
    turn[row] = end.turn;
    iterations[row] = end.iterations;
    gradients[row] = end.gradients;
    lowest[row] = end.lowest;
    highest[row] = end.highest;
  }
  return sn_maker_csv(file, &m, error);
}

static sn_status compute(findings *x, volatile const int *stop, sn_error *error)
{
  for (int i = 0; i < N_STIFFNESS; i++) {
    x->stiffness[i] = pow(10, 3 + i);
    for (int k = 0; k < N_ALIGNMENTS * N_METHODS; k++) {
      const sn_pendulum p = pendulum_of(k % N_METHODS, x->stiffness[i], k / N_METHODS);
      SN_TRY(interrupted(stop, error));
      SN_TRY(survive(&p, &x->at[k / N_METHODS][k % N_METHODS][i], error));
    }
  }
  return find_errors(x, error);
}

static sn_status write_survival(const findings *x, const char *folder, sn_arena *arena, sn_error *error)
{
  sn_maker m = {.arena = arena, .rows = N_ALIGNMENTS * N_METHODS * N_STIFFNESS};
  const char **alignment = sn_maker_texts(&m, "alignment"), **name = sn_maker_texts(&m, "method");
  double *stiffness = sn_maker_numbers(&m, "stiffness", "N/m"), *largest = sn_maker_numbers(&m, "largest_step", "s"),
         *alone = sn_maker_numbers(&m, "largest_single", "s"), *iterations = sn_maker_numbers(&m, "iterations", "1");
  const char *file = sn_arena_format(arena, "%s/survival.csv", folder);
  if (m.failed || !file) {
    return sn_no_memory(error, "the table of the pendulum");
  }
  for (int row = 0; row < m.rows; row++) {
    const int i = row % N_STIFFNESS, k = row / N_STIFFNESS % N_METHODS, a = row / N_STIFFNESS / N_METHODS;
    const survival *s = &x->at[a][k][i];
    alignment[row] = alignments[a];
    name[row] = methods[k].name;
    stiffness[row] = x->stiffness[i];
    largest[row] = s->largest;
    alone[row] = s->alone;
    iterations[row] = s->iterations;
  }
  return sn_maker_csv(file, &m, error);
}

static sn_status write_errors(const findings *x, const char *folder, sn_arena *arena, sn_error *error)
{
  sn_maker m = {.arena = arena, .rows = N_METHODS * N_STEPS};
  const char **name = sn_maker_texts(&m, "method");
  double *step = sn_maker_numbers(&m, "step", "s"), *position = sn_maker_numbers(&m, "position", "1"),
         *energy = sn_maker_numbers(&m, "energy", "1"), *turn = sn_maker_numbers(&m, "angular_momentum", "1");
  const char *file = sn_arena_format(arena, "%s/errors.csv", folder);
  if (m.failed || !file) {
    return sn_no_memory(error, "the table of the pendulum");
  }
  for (int row = 0; row < m.rows; row++) {
    const int i = row % N_STEPS, k = row / N_STEPS;
    name[row] = methods[k].name;
    step[row] = x->step[i];
    position[row] = x->position[k][i];
    energy[row] = x->energy[k][i];
    turn[row] = x->turn[k][i];
  }
  return sn_maker_csv(file, &m, error);
}

static sn_status draw_survival(const findings *x, sn_drawing d, sn_error *error)
{
  d.log_x = d.log_y = 1;
  for (int a = 0; a < N_ALIGNMENTS; a++) {
    sn_panel *p = sn_drawing_panel(&d, alignments[a], "s");
    for (int k = 0; p && k < N_METHODS; k++) {
      double y[N_STIFFNESS];
      for (int i = 0; i < N_STIFFNESS; i++) {
        y[i] = x->at[a][k][i].largest;
      }
      sn_drawing_curve(&d, p, &(sn_drawn){methods[k].name, k, k, N_STIFFNESS, x->stiffness, y});
    }
  }
  return sn_drawing_save(&d, "largest_step", "largest step that survives 60 s", "k", "stiffness of the penalty, N/m",
                         error);
}

static sn_status draw_errors(const findings *x, double (*of)[N_STEPS], const char *name, const char *title,
                             sn_drawing d, sn_error *error)
{
  double rising[N_STEPS], y[N_STEPS];
  d.log_x = d.log_y = 1;
  sn_panel *p = sn_drawing_panel(&d, title, "1");
  for (int k = 0; p && k < N_METHODS; k++) {
    for (int i = 0; i < N_STEPS; i++) {
      rising[i] = x->step[N_STEPS - 1 - i];
      y[i] = of[k][N_STEPS - 1 - i];
    }
    sn_drawing_curve(&d, p, &(sn_drawn){methods[k].name, k, k, N_STEPS, rising, y});
  }
  return sn_drawing_save(&d, name, title, "h", "step, s", error);
}

static void tell(const findings *x, char *text)
{
  enum { SOFT = 0, STIFF = N_STIFFNESS - 1, PAPER = 4, TENTH = 3 };
  int n = snprintf(text, SN_STUDY_TEXT, "Largest step that survives 60 s, s (penalty 1e3, 1e7, 1e10 N/m):\n");
  for (int k = 0; k < N_METHODS; k++) {
    const survival *s = x->at[0][k];
    n += snprintf(text + n, (size_t)(SN_STUDY_TEXT - n), "  %-22s %.2g, %.2g, %.2g\n", methods[k].name, s[SOFT].largest,
                  s[PAPER].largest, s[STIFF].largest);
  }
  n += snprintf(text + n, (size_t)(SN_STUDY_TEXT - n),
                "Errors at 2 s with steps of %.3g s and 1e7 N/m (position, energy, angular momentum):\n",
                x->step[TENTH]);
  for (int k = 0; k < N_METHODS; k++) {
    n += snprintf(text + n, (size_t)(SN_STUDY_TEXT - n), "  %-22s %.1e, %.1e, %.1e\n", methods[k].name,
                  x->position[k][TENTH], x->energy[k][TENTH], x->turn[k][TENTH]);
  }
}

sn_status sn_pendulum_study(const char *folder, const char *kind, volatile const int *stop, sn_arena *arena, char *text,
                            sn_error *error)
{
  findings *x = SN_NEW(arena, findings, 1);
  const sn_drawing plain = {.arena = arena, .folder = folder, .kind = kind};
  if (!x) {
    return sn_no_memory(error, "the study of the pendulum");
  }
  SN_TRY(compute(x, stop, error));
  SN_TRY(write_survival(x, folder, arena, error));
  SN_TRY(write_errors(x, folder, arena, error));
  SN_TRY(write_forces(folder, arena, error));
  tell(x, text);
  SN_TRY(draw_survival(x, plain, error));
  SN_TRY(draw_errors(x, x->position, "position_error", "relative error of the position", plain, error));
  SN_TRY(draw_errors(x, x->energy, "energy_error", "relative error of the energy", plain, error));
  return draw_errors(x, x->turn, "turn_error", "relative error of the angular momentum", plain, error);
}
