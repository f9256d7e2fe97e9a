/* examples/c_pendulum/pendulum.c -- a pendulum built, stepped and read through sinew.h alone.
 * Build:   cc pendulum.c $(pkg-config --cflags --libs sinew) -lm
 * Shows:   a rod on a hinge falls from the horizontal. Its speed at the bottom is known in closed form, and with alpha = 0 its
 *          energy stays what it was to round-off.
 */
#include <math.h>
#include <sinew.h>
#include <stdio.h>

static int complain(const sinew_error *e)
{
  fprintf(stderr, "%s\n%s\n%s\n%s\n", e->where, e->what, e->why, e->fix);
  return 1;
}

/* A steel rod of 1 m along x, hinged to the ground at the origin about y. Fields are those of the reference manual. */
static int build(sinew_model *m, sinew_error *e)
{
  /* clang-format off */
  return sinew_gravity(m, 0, 0, -9.81, e) ||
         sinew_add(m, "body", "rod", e) ||
         sinew_set_vector(m, "at", 0.5, 0, 0, e) ||
         sinew_open(m, "shape", "cylinder", e) ||
         sinew_set_number(m, "length", 1.0, e) ||
         sinew_set_number(m, "radius", 0.02, e) ||
         sinew_set_text(m, "axis", "x", e) ||
         sinew_set_number(m, "density", 7850, e) ||
         sinew_close(m, e) ||
         sinew_add(m, "revolute", "hinge", e) ||
         sinew_connect(m, "ground", e) ||
         sinew_connect(m, "rod", e) ||
         sinew_set_vector(m, "at", 0, 0, 0, e) ||
         sinew_set_vector(m, "axis", 0, 1, 0, e) ||
         sinew_add(m, "run", NULL, e) ||
         sinew_set_text(m, "scheme", "ed", e) ||
         sinew_set_number(m, "alpha", 0, e) ||
         sinew_channel(m, "tip", "rod", "position", (const double[3]){1, 0, 0}, e);
  /* clang-format on */
}

static int swing(sinew_simulation *s, sinew_error *e)
{
  double start = 0, total = 0, kinetic = 0, angle = 0, tip[3], most = 0;
  if (sinew_energy(s, "total", &start, e)) {
    return complain(e);
  }
  printf("%d degree of freedom, %d unknowns\n", sinew_degrees_of_freedom(s), sinew_unknowns(s));
  for (int i = 1; i <= 2000; i++) {
    if (sinew_step(s, 1e-3, e) || sinew_energy(s, "total", &total, e) || sinew_energy(s, "kinetic", &kinetic, e) ||
        sinew_output(s, "hinge", "angle", &angle, 1, NULL, e) || sinew_channel_value(s, "tip", tip, 3, NULL, e)) {
      return complain(e);
    }
    most = fmax(most, kinetic);
    if (i % 500 == 0) {
      printf("t = %.3f s  angle %9.6f rad  tip %9.6f %9.6f  energy changed by %.1e J\n", sinew_time(s), angle, tip[0],
             tip[2], total - start);
    }
  }
  /* the most it can gain is m g L/2, at the bottom */
  const double gain = 7850 * acos(-1.0) * 0.02 * 0.02 * 9.81 * 0.5;
  printf("largest kinetic energy %.6f J, of at most %.6f J\n", most, gain);
  return !(fabs(total - start) < 1e-11 * gain && most <= gain * (1 + 1e-12) && most > 0.9999 * gain &&
           fabs(tip[0] - cos(angle)) < 1e-9 && fabs(tip[2] + sin(angle)) < 1e-9);
}

int main(void)
{
  sinew_error error = {0};
  sinew_model *model = NULL;
  sinew_simulation *simulation = NULL;
  int failed =
      sinew_model_new(NULL, &model, &error) || build(model, &error) || sinew_freeze(model, &simulation, &error);
  failed = failed ? complain(&error) : swing(simulation, &error);
  sinew_simulation_free(simulation);
  sinew_model_free(model);
  return failed;
}
