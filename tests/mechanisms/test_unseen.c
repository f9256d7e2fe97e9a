/* tests/mechanisms/test_unseen.c -- what the stages of a step do not see: pulses of functions of time, walls that a step leaps over, touches that
 * are over within three steps. Through the built command; answers in closed form.
 * ctest:   timeout=120
 */
#define _POSIX_C_SOURCE 200809L
#include "tests/harness.h"
#include "tests/support/command.h"
#include "tests/support/table.h"

static table ours;

/* Runs a model and reads one channel at the end; messages go to a file. */
static double last_of(const char *text, const char *settings, const char *channel)
{
  char command[1024];
  FILE *f = fopen("unseen.lua", "w");
  CHECK(f != NULL);
  if (!f) {
    return NAN;
  }
  fprintf(f, "%srun { %s }\n", text, settings);
  fclose(f);
  (void)snprintf(command, sizeof command, "'%s' run unseen.lua -o unseen.h5 --quiet 2>messages.txt", SN_TEST_SINEW);
  CHECK(system(command) == 0);
  (void)snprintf(command, sizeof command, "'%s' csv unseen.h5 %s", SN_TEST_SINEW, channel);
  f = popen(command, "r");
  const int good = read_table(f, &ours);
  pclose(f);
  CHECK(good);
  return good ? ours.x[ours.n_rows - 1][column(&ours, channel)] : NAN;
}

static int said(const char *words)
{
  char text[4000] = "";
  FILE *f = fopen("messages.txt", "r");
  if (f) {
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
  }
  return strstr(text, words) != NULL;
}

static void test_pulses(void)
{
  static const char moment[] = "}\nmoment { rod, value = function(t)\n"
                               "  return 0, where(both(greater(t, 0.1005), less(t, 0.1025)), 100, 0), 0\nend }\n";
  static const char *const pulse[] = {
      "torque = function(t) return where(both(greater(t, 0.1005), less(t, 0.1025)), 100, 0) end }\n",
      "torque = function(t) return 100*exp(-((t - 0.1017)/1e-3)^2) end }\n", moment};
  static const double answer[] = {2, 1.7724538509, 2};
  static const char *const settings[] = {"dt = 5e-3, duration = 0.5",
                                         "dt = 1e-2, duration = 0.5",
                                         "dt = 2e-2, duration = 0.5",
                                         "dt = 5e-2, duration = 0.5",
                                         "tolerance = 1e-3, duration = 0.5, dt = 0.01",
                                         "scheme = 'ep', dt = 1e-2, duration = 0.5"};
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 6; k++) {
      char text[640];
      (void)snprintf(
          text, sizeof text,
          "local rod = body { name = 'rod', mass = 1, inertia = {0.1, 0.1, 0.1} }\n"
          "revolute { name = 'pivot', ground, rod, at = {0, 0, 0}, axis = 'y', %schannel('w', rate('pivot'))\n",
          pulse[i]);
      const double w = last_of(text, settings[k], "w");
      printf("  pulse %d, %s: %.6f rad/s\n", i, settings[k], w);
      CHECK_NEAR(w, answer[i], 0.02 * answer[i]);
    }
  }
}

/* A ball of 1 kg against a wall of 5 cm, elastic: it comes back, whatever the step. */
static void test_walls(void)
{
  static const double speed[] = {20, 60, 90};
  for (int i = 0; i < 6; i++) {
    char text[640], settings[128];
    (void)snprintf(
        text, sizeof text,
        "local ball = point { name = 'ball', at = {0, 0, 0}, mass = 1, velocity = {%g, 0, 0} }\n"
        "local wall = obstacle { name = 'wall', at = {2.05, 0, -1}, width = 2,\n"
        "                        profile = { {0, 0}, {0.05, 0}, {0.05, 2}, {0, 2} } }\n"
        "wheel { name = 'w', ball, on = { wall }, radius = 0.1, stiffness = 4e6 }\nchannel('v', velocity(ball).x)\n",
        speed[i / 2]);
    (void)snprintf(settings, sizeof settings, "alpha = 0, dt = %g, duration = 0.2", i % 2 ? 1e-2 : 3e-2);
    const double v = last_of(text, settings, "v");
    printf("  wall at %g m/s, %s: %.6g m/s\n", speed[i / 2], settings, v);
    CHECK_NEAR(v, -speed[i / 2], 1e-3 * speed[i / 2]);
  }
}

static void test_touches(void)
{
  static const char *const stop =
      "local s = body { name = 's', mass = 1, inertia = {0.1, 0.1, 0.1}, velocity = {10, 0, 0} }\n"
      "prismatic { name = 'g', ground, s, at = {0, 0, 0}, axis = 'x', upper = 1, stop_stiffness = 1e9 }\n"
      "channel('x', displacement('g'))\n";
  static const char *const fall =
      "gravity {0, 0, -9.81}\nlocal ball = point { name = 'ball', at = {0, 0, 20}, mass = 1 }\n"
      "wheel { name = 'w', ball, on = { plane {} }, radius = 0.1, stiffness = 1e4 }\nchannel('x', position(ball).z)\n";
  (void)last_of(stop, "dt = 0.01, duration = 0.3", "x");
  CHECK(said("'g'") && said("within three steps"));
  (void)last_of(fall, "dt = 0.1, duration = 5", "x");
  CHECK(said("'w'") && said("within three steps"));
  (void)last_of(fall, "dt = 1e-3, duration = 3", "x");
  CHECK(!said("within three steps"));
}

/* Motions that go to and fro about once in a step: a soft spring hands nothing of that on, only that the motion began in the middle
   of a swing. Seen at the stages alone they are slow waves (at 99 Hz 5.8e-3 m), or nothing at all (at 100 Hz 0). */
static void test_fast_motions(void)
{
  static const char *const end[] = {"local s = base { name = 's', position = function(t) return u(t), 0, 0 end }\n",
                                    ("local s = body { name = 's', mass = 1, inertia = {1, 1, 1} }\n"
                                     "prismatic { name = 'd', ground, s, at = {0, 0, 0}, axis = 'x', drive = u }\n"),
                                    "local s = base { name = 's', axis = 'y', angle = u }\n"};
  for (int i = 0; i < 9; i++) {
    char text[1024];
    (void)snprintf(text, sizeof text,
                   "local u, z = function(t) return 1e-3*sin(2*pi*%d*t + 0.7) end, %d\n%s"
                   "local m = body { name = 'm', at = {1, 0, z}, mass = 1, inertia = {1, 1, 1} }\n"
                   "prismatic { name = 'g', ground, m, at = {1, 0, z}, axis = 'x' }\n"
                   "spring { name = 'k', s, m, at_a = {0, 0, z}, at_b = {1, 0, z}, stiffness = (2*pi)^2 }\n"
                   "channel('x', displacement('g'))\n",
                   98 + i / 3, i % 3 == 2, end[i % 3]);
    (void)last_of(text, "dt = 0.01, duration = 2", "x");
    double most = 0;
    for (int k = 0; k < ours.n_rows; k++) {
      most = fmax(most, fabs(ours.x[k][column(&ours, "x")]));
    }
    printf("  end %d at %d Hz, steps of 10 ms: %.5g m\n", i % 3, 98 + i / 3, most);
    CHECK_NEAR(most, 1.2886e-3, 1e-5); /* 1e-3*2*sin(0.7) and what the first swing leaves, by steps of 0.2 ms */
  }
}

int main(void)
{
  RUN(test_pulses);
  RUN(test_fast_motions);
  RUN(test_walls);
  RUN(test_touches);
  return REPORT();
}
