/* parts/beam_section.c -- stiffness and mass of a beam's sections from its fields.
 * What:    a section with its material, or numbers: six stiffnesses with offsets, a full 6x6, mass per length and its moments; or a
 *          potential of the six strains. Each may be a function of the length s: then it is taken at every Gauss point.
 * Theory:  docs/theory-beams.md, (B10) offsets, (B12) mass.
 * Tests:   tests/parts/test_beam.c, tests/parts/test_section.c
 */
#include <stdio.h>
#include <string.h>

#include "parts/beam.h"

/* The fields at one place. */
typedef struct {
  double s;
  const sn_section *section;
  double young, shear_modulus, poisson, density, mass_per_length;
  sn_numbers stiffness, centroid, shear_center, rotary_inertia, mass_center;
  double room[5][36]; /* of lists that are functions */
  const sn_expr *potential;
} values;

static double number_at(const sn_expr *e, double s)
{
  return e ? sn_expr_value(e, &s) : NAN;
}

static sn_numbers numbers_at(const sn_numbers *given, double s, double room[36])
{
  sn_numbers out = *given;
  for (int k = 0; given->law && k < given->n; k++) {
    room[k] = sn_expr_value(given->law[k], &s);
    out.x = room;
  }
  return out;
}

static sn_status values_at(const sn_item *item, double s, sn_arena *arena, values *v, sn_error *error)
{
  const sn_beam *p = item->param;
  *v = (values){.s = s,
                .young = number_at(p->young, s),
                .shear_modulus = number_at(p->shear_modulus, s),
                .poisson = number_at(p->poisson, s),
                .density = number_at(p->density, s),
                .mass_per_length = number_at(p->mass_per_length, s),
                .potential = p->potential};
  v->stiffness = numbers_at(&p->stiffness, s, v->room[0]);
  v->centroid = numbers_at(&p->centroid, s, v->room[1]);
  v->shear_center = numbers_at(&p->shear_center, s, v->room[2]);
  v->rotary_inertia = numbers_at(&p->rotary_inertia, s, v->room[3]);
  v->mass_center = numbers_at(&p->mass_center, s, v->room[4]);
  return p->section.given ? sn_section_at(&p->section, s, arena, &v->section, error) : SN_OK;
}

static sn_status two(const sn_item *item, const sn_numbers *given, const char *field, double out[2], sn_error *error)
{
  if (given->n != 0 && given->n != 2) {
    sn_item_fail(item, SN_EINPUT, error, "`%s` of beam '%s' has %d numbers.", field, item->name, given->n);
    sn_error_fix(error, "Give its place in the section: { along d2, along d3 }.");
    return SN_EINPUT;
  }
  for (int k = 0; k < 2; k++) {
    out[k] = given->n ? given->x[k] : 0;
  }
  return SN_OK;
}

static sn_status given_twice(const sn_item *item, const char *a, const char *b, sn_error *error)
{
  sn_item_fail(item, SN_EINPUT, error, "Beam '%s' has both %s and %s.", item->name, a, b);
  sn_error_fix(error, "Keep one of them.");
  return SN_EINPUT;
}

/* Of a potential at strain 0, where it must have no force. */
static sn_status potential_stiffness(const sn_item *item, const values *p, sn_beam_section *f, sn_error *error)
{
  static const char *const strain[6] = {"e", "g2", "g3", "k2", "k3", "k1"};
  const double at[7] = {0, 0, 0, 0, 0, 0, p->s};
  double gradient[7] = {0}, H[49] = {0};
  if (sn_expr_variables(p->potential) == 7) {
    (void)sn_expr_hessian(p->potential, at, gradient, H);
  }
  for (int i = 0; i < 6; i++) {
    for (int j = 0; j < 6; j++) {
      f->K[i][j] = H[7 * i + j];
    }
    if (!(fabs(gradient[i]) <= 1e-9 * fabs(f->K[i][i]))) {
      sn_item_fail(item, SN_EINPUT, error, "The potential of beam '%s' has a force at strain 0.", item->name);
      sn_error_why(error, "Its derivative by %s is %.6g there. Strains are those beyond the drawn beam.", strain[i],
                   gradient[i]);
      sn_error_fix(error, "Write it so that all first derivatives vanish where all strains do.");
      return SN_EINPUT;
    }
  }
  return SN_OK;
}

static sn_status find_stiffness(const sn_item *item, const values *p, sn_beam_section *f, double shear_modulus,
                                sn_error *error)
{
  if (p->potential) {
    return potential_stiffness(item, p, f, error);
  }
  if (p->section) {
    sn_section_stiffness(p->section, p->young, shear_modulus, f->K);
    for (int k = 0; k < 2; k++) {
      f->centroid[k] = p->section->centroid[k];
      f->shear_center[k] = p->section->shear_centre[k];
    }
    return SN_OK;
  }
  SN_TRY(two(item, &p->centroid, "centroid", f->centroid, error));
  SN_TRY(two(item, &p->shear_center, "shear_center", f->shear_center, error));
  if (p->stiffness.n == 6) {
    sn_section_offset(p->stiffness.x, f->centroid, f->shear_center, f->K);
    return SN_OK;
  }
  if (p->stiffness.n != 36) {
    sn_item_fail(item, SN_EINPUT, error, "`stiffness` of beam '%s' has %d numbers.", item->name, p->stiffness.n);
    sn_error_fix(error, "Give six numbers { EA, GA2, GA3, EI2, EI3, GJ } or 6 rows of 6 for N, V2, V3, M2, M3, T.");
    return SN_EINPUT;
  }
  if (p->centroid.n || p->shear_center.n) {
    sn_item_fail(item, SN_EINPUT, error, "Beam '%s' has a 6x6 stiffness and a %s.", item->name,
                 p->centroid.n ? "centroid" : "shear_center");
    sn_error_why(error, "A full matrix is about the beam's line: offsets are in it already.");
    sn_error_fix(error, "Leave out centroid and shear_center, or give six numbers.");
    return SN_EINPUT;
  }
  for (int k = 0; k < 36; k++) {
    f->K[k / 6][k % 6] = p->stiffness.x[k];
  }
  return SN_OK;
}

/* From the section's geometry and density, or by numbers; rotary inertia of numbers alone: that of a uniform section. */
static sn_status find_mass(const sn_item *item, const values *p, sn_beam_section *f, sn_error *error)
{
  sn_section_mass *m = &f->mass;
  if (p->section && !isnan(p->density)) {
    if (!isnan(p->mass_per_length) || p->rotary_inertia.n || p->mass_center.n) {
      return given_twice(item, "density", "mass_per_length, rotary_inertia or mass_center", error);
    }
    sn_section_density(p->section, p->density, m);
    return SN_OK;
  }
  if (isnan(p->mass_per_length)) {
    sn_item_fail(item, SN_EINPUT, error, "Beam '%s' has no mass.", item->name);
    sn_error_fix(error, p->section ? "Give the density of its material, or mass_per_length." : "Give mass_per_length.");
    return SN_EINPUT;
  }
  double center[2];
  SN_TRY(two(item, &p->mass_center, "mass_center", center, error));
  if (p->mass_center.n == 0) {
    center[0] = f->centroid[0];
    center[1] = f->centroid[1];
  }
  if (p->rotary_inertia.n != 0 && p->rotary_inertia.n != 2 && p->rotary_inertia.n != 3) {
    sn_item_fail(item, SN_EINPUT, error, "`rotary_inertia` of beam '%s' has %d numbers.", item->name,
                 p->rotary_inertia.n);
    sn_error_fix(error, "Give { int rho y^2 dA, int rho z^2 dA } about the centre of mass, and int rho y z dA if it is "
                        "not 0.");
    return SN_EINPUT;
  }
  const double *r = p->rotary_inertia.x, mass = p->mass_per_length;
  for (int k = 0; k < 2; k++) { /* a uniform section has rho I = (rho A) EI/EA, both about the centroid */
    const double o = f->centroid[k], EI = f->K[3 + k][3 + k] - f->K[0][0] * o * o;
    m->first[k] = mass * center[k];
    m->second[k] = (p->rotary_inertia.n ? r[k] : mass * EI / f->K[0][0]) + mass * center[k] * center[k];
  }
  m->mass = mass;
  m->second[2] = (p->rotary_inertia.n == 3 ? r[2] : 0) + mass * center[0] * center[1];
  return SN_OK;
}

/* What the user gave must fit together. */
static sn_status check_fields(const sn_item *item, sn_error *error)
{
  const sn_beam *p = item->param;
  const int ways = p->section.given + (p->stiffness.n > 0) + (p->potential != NULL);
  if (ways > 1) {
    return given_twice(item, p->section.given ? "section" : "stiffness",
                       p->stiffness.n && p->section.given ? "stiffness" : "potential", error);
  }
  if (ways == 0) {
    sn_item_fail(item, SN_EINPUT, error, "Beam '%s' does not say how stiff it is.", item->name);
    sn_error_fix(error,
                 "Give a section with E and nu or G, for example section = rectangle { width = 0.02, height = 0.04 }, "
                 "E = 2.1e11, nu = 0.3; or stiffness = { EA, GA2, GA3, EI2, EI3, GJ }.");
    return SN_EINPUT;
  }
  if (!p->section.given && (p->young || p->shear_modulus || p->poisson || p->density)) {
    sn_item_fail(item, SN_EINPUT, error, "Beam '%s' has material numbers, but no section.", item->name);
    sn_error_why(error,
                 "E, G, nu and density belong to a section; `stiffness` and `mass_per_length` need none of them.");
    sn_error_fix(error, "Give a section, or leave E, G, nu and density out.");
    return SN_EINPUT;
  }
  if (p->section.given && (p->centroid.n || p->shear_center.n)) {
    return given_twice(item, "section", "centroid or shear_center", error);
  }
  if (p->potential && (p->measure || p->centroid.n || p->shear_center.n)) {
    sn_item_fail(item, SN_EINPUT, error, "Beam '%s' has a potential and %s.", item->name,
                 p->measure ? "the small-strain measure" : "a centroid or shear_center");
    sn_error_why(error, "A potential is one of Reissner's strains of the beam's line; offsets are in it already.");
    sn_error_fix(error, p->measure ? "Leave out measure." : "Leave out centroid and shear_center.");
    return SN_EINPUT;
  }
  return SN_OK;
}

/* Sections turn in every direction only with a mass that is spread in both directions. */
static sn_status check_turning(const sn_item *item, const sn_section_mass *m, double length, sn_error *error)
{
  const double y = m->first[0] / m->mass, z = m->first[1] / m->mass, least = 1e-20 * m->mass * length * length;
  const double yy = m->second[0] - m->first[0] * y, zz = m->second[1] - m->first[1] * z,
               yz = m->second[2] - m->first[0] * z;
  if (yy > least && zz > least && yz * yz < (1 - 1e-12) * yy * zz) {
    return SN_OK;
  }
  sn_item_fail(item, SN_EINPUT, error, "The rotary_inertia of beam '%s' must be greater than 0 in every direction.",
               item->name);
  sn_error_why(error,
               "Its sections turn; without inertia (int y^2 = %g, int z^2 = %g, int y z = %g kg m) their "
               "acceleration is not determined.",
               yy, zz, yz);
  sn_error_fix(error, "Leave rotary_inertia out (that of a uniform section), or give small numbers.");
  return SN_EINPUT;
}

static sn_status section_at(const sn_item *item, double s, double length, sn_arena *arena, sn_beam_section *out,
                            sn_error *error)
{
  double shear_modulus = NAN;
  values v;
  *out = (sn_beam_section){0};
  SN_TRY(values_at(item, s, arena, &v, error));
  sn_status status = v.section && isnan(v.young)
                         ? sn_fail(error, SN_EINPUT, "", "Its material has no E.",
                                   "Young's modulus says how stiff a section is; steel has 2.1e11 Pa.",
                                   "Give E in Pa, with nu or G, for example E = 2.1e11, nu = 0.3.")
                     : v.section ? sn_shear_modulus(v.young, v.shear_modulus, v.poisson, &shear_modulus, error)
                                 : SN_OK;
  if (status == SN_OK) {
    SN_TRY(find_stiffness(item, &v, out, shear_modulus, error));
    status = sn_check_section_stiffness(out->K, error);
  }
  if (status == SN_OK) {
    SN_TRY(find_mass(item, &v, out, error));
    status = sn_check_section_mass(&out->mass, error);
  }
  if (status != SN_OK) {
    sn_error_where(error, "%s, beam '%s'", item->where ? item->where : "model", item->name);
    return status;
  }
  return check_turning(item, &out->mass, length, error);
}

/* The same where it varies: the place is said. */
static sn_status section_there(const sn_item *item, double s, double length, sn_arena *arena, sn_beam_section *out,
                               sn_error *error)
{
  const sn_status status = section_at(item, s, length, arena, out, error);
  if (status == SN_EINPUT && error) {
    char why[sizeof error->why];
    (void)snprintf(why, sizeof why, "This is at the length s = %.6g m.%s%s", s, error->why[0] ? " " : "", error->why);
    memcpy(error->why, why, sizeof why);
  }
  return status;
}

static int is_uniform(const sn_beam *p)
{
  const sn_expr *const numbers[] = {p->young, p->shear_modulus, p->poisson, p->density, p->mass_per_length};
  const sn_numbers *const lists[] = {&p->stiffness, &p->centroid, &p->shear_center, &p->rotary_inertia,
                                     &p->mass_center};
  int uniform = (!p->section.given || p->section.same) && !(p->potential && sn_expr_depends(p->potential, 6));
  for (int k = 0; k < 5; k++) {
    uniform = uniform && (!numbers[k] || sn_expr_is_constant(numbers[k], NULL)) && !lists[k]->law;
  }
  return uniform;
}

sn_status sn_beam_sections(const sn_item *item, sn_beam_frozen *f, sn_arena *arena, sn_error *error)
{
  const sn_beam *p = item->param;
  const int n = f->n_element, order = f->order;
  SN_TRY(check_fields(item, error));
  f->uniform = is_uniform(p);
  f->potential = p->potential;
  sn_beam_section *section = SN_NEW(arena, sn_beam_section, f->uniform ? 1 : n * order);
  sn_section_mass *mass = SN_NEW(arena, sn_section_mass, f->uniform ? 1 : n * (order + 1));
  sn_section_mass *at_node = SN_NEW(arena, sn_section_mass, f->uniform ? 0 : f->n_node);
  sn_beam_section one;
  if (!section || !mass || !at_node) {
    return sn_no_memory(error, "the model");
  }
  f->section = section;
  f->mass = mass;
  f->node_mass = at_node;
  if (f->uniform) {
    SN_TRY(section_at(item, 0, f->length, arena, section, error));
    mass[0] = section->mass;
    return SN_OK;
  }
  for (int k = 0; k < f->n_node; k++) {
    SN_TRY(section_there(item, f->s[k], f->length, arena, &one, error));
    at_node[k] = one.mass;
  }
  for (int e = 0; e < n; e++) {
    for (int g = 0; g < order; g++) {
      const double s = sn_beam_length_at(f, e, sn_line_gauss[order - 1][g]);
      SN_TRY(section_there(item, s, f->length, arena, section + e * order + g, error));
    }
    for (int g = 0; g <= order; g++) {
      SN_TRY(section_there(item, sn_beam_length_at(f, e, sn_line_gauss[order][g]), f->length, arena, &one, error));
      mass[e * (order + 1) + g] = one.mass;
    }
  }
  return SN_OK;
}

sn_status sn_beam_beyond(const sn_beam_frozen *f, const sn_beam_section *section, double s, double weight,
                         sn_arena *arena, const sn_expr **out, sn_error *error)
{
  static const char *const names[] = {"e", "g2", "g3", "k2", "k3", "k1"};
  sn_expr_builder *x = sn_expr_begin(arena, 6, names);
  if (!x) {
    return sn_no_memory(error, "the model");
  }
  int strain[7];
  for (int k = 0; k < 6; k++) {
    strain[k] = sn_expr_variable(x, k);
  }
  strain[6] = sn_expr_constant(x, s);
  int V = sn_expr_insert(x, f->potential, strain);
  for (int i = 0; i < 6; i++) {
    for (int j = i; j < 6; j++) {
      const double K = section->K[i][j] * (i == j ? 0.5 : 1);
      if (K != 0) {
        const int square = sn_expr_op(x, SN_OP_MUL, strain[i], strain[j], -1);
        V = sn_expr_op(x, SN_OP_SUB, V, sn_expr_op(x, SN_OP_MUL, sn_expr_constant(x, K), square, -1), -1);
      }
    }
  }
  return sn_expr_end(x, sn_expr_op(x, SN_OP_MUL, sn_expr_constant(x, weight), V, -1), out, error);
}
