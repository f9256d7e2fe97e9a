/* model/field_words.c -- words of other programs for fields: what people type first, and the field that they mean.
 * Rule:    a row counts only where the kind has one of its fields; the first one that it has is named.
 * Tests:   tests/language/test_words.c.
 */
#include <string.h>

#include "model/fields.h"

static const struct {
  const char *words, *fields, *note; /* "a|b|c"; note: what to write, NULL: nothing more */
} rows[] = {
    {"position|pos|location|place|origin|coordinates|xyz|point", "at", NULL},
    {"rotation|rot|orient|attitude|quaternion|quat|euler", "orientation|initial", NULL},
    {"omega|spin|w", "angular_velocity|initial_rate", NULL},
    {"speed|motor_speed|rpm|angular_speed", "drive_rate|velocity", NULL},
    {"vel|v0|initial_velocity|initial_speed", "velocity|initial_rate", NULL},
    {"velocity|angular_velocity", "initial_rate", NULL},
    {"m|weight", "mass", "in kg"},
    {"I|J|moment_of_inertia|inertia_tensor", "inertia", NULL},
    {"cog|com|cg|centre|center_of_mass|centre_of_mass", "center", NULL},
    {"rho|dens", "density", "in kg/m^3"},
    {"young|youngs|youngs_modulus|young_modulus|modulus|elastic_modulus|e", "E", "GPa(210) for steel"},
    {"poisson|poissons_ratio|poisson_ratio|Nu|mu", "nu", NULL},
    {"shear_modulus", "G", NULL},
    {"k|spring|spring_constant|spring_rate", "stiffness", NULL},
    {"c|d|damper|damping_coefficient|viscosity", "damping", NULL},
    {"rest_length|free_length|natural_length|unstretched_length|l0|L0", "length", NULL},
    {"rest_angle|neutral|free_angle", "rest", NULL},
    {"angle0|initial_angle|start_angle|initial_position|initial_displacement|q0", "initial", NULL},
    {"direction|dir|rotation_axis", "axis|value", NULL},
    {"motor|motion|actuator|prescribed|trajectory|servo", "drive|torque|force", "a function of t"},
    {"motor_torque|moment|actuator_torque", "torque|value", "a number or a function of t"},
    {"F|f|load|vector|magnitude|torque", "value|force", NULL},
    {"min|minimum|lower_limit|low|limit_min", "lower", "and `stop_stiffness`"},
    {"max|maximum|upper_limit|high|limit_max|limits|range|stop|stops", "upper", "with `lower` and `stop_stiffness`"},
    {"start|begin|p1|start_point", "from", NULL},
    {"finish|stop|p2|end_point", "to", NULL},
    {"n|num_elements|n_elements|number_of_elements|segments|divisions|mesh_size", "elements", NULL},
    {"t|h|depth", "thickness", NULL},
    {"vertices|nodes|points", "corners|points", NULL},
    {"cross_section|profile|crosssection", "section", NULL},
    {"shapes|geometry|geom|visual|body", "shape", NULL},
    {"diameter|d|D", "radius", "half of the diameter"},
    {"r|R", "radius", NULL},
    {"EA|axial_stiffness", "stiffness", NULL},
    {"time_step|timestep|step|step_size|h|delta_t", "dt", NULL},
    {"end|end_time|stop_time|tend|t_end|time|tfinal|T|t1|until", "duration", NULL},
    {"method|integrator|solver|algorithm", "scheme", NULL},
    {"tol|rtol|atol|accuracy", "tolerance", NULL},
    {"friction_coefficient|mu", "friction", NULL},
    {"id|label|title", "name", NULL}};

/* 1: the word is one of "a|b|c". */
static int is_among(const char *word, const char *list)
{
  const size_t n = strlen(word);
  for (const char *at = strstr(list, word); at && n > 0; at = strstr(at + 1, word)) {
    if ((at == list || at[-1] == '|') && (at[n] == '\0' || at[n] == '|')) {
      return 1;
    }
  }
  return 0;
}

/* The first name of "a|b|c" that is among names; NULL: none is. */
static const char *first_of(const char *list, const char *const *names, int n)
{
  const char *best = NULL, *best_at = NULL;
  for (int k = 0; k < n; k++) {
    if (is_among(names[k], list)) {
      const char *at = strstr(list, names[k]);
      if (!best || at < best_at) {
        best = names[k];
        best_at = at;
      }
    }
  }
  return best;
}

const char *sn_field_meant(const char *word, const char *const *names, int n, const char **note)
{
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    const char *field = is_among(word, rows[k].words) ? first_of(rows[k].fields, names, n) : NULL;
    if (field) {
      *note = rows[k].note;
      return field;
    }
  }
  return NULL;
}
