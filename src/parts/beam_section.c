/* parts/beam_section.c -- stiffness and mass of a beam's section from its fields.
 * What:    a section with its material, or numbers: six stiffnesses with offsets, a full 6x6, mass per length and its moments.
 * Theory:  docs/theory-beams.md, (B10) offsets, (B12) mass.
 * Tests:   tests/parts/test_beam.c, tests/parts/test_section.c
 */
#include "parts/beam.h"

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

static sn_status find_stiffness(const sn_item *item, sn_beam_frozen *f, double shear_modulus, sn_error *error)
{
  const sn_beam *p = item->param;
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
static sn_status find_mass(const sn_item *item, sn_beam_frozen *f, sn_error *error)
{
  const sn_beam *p = item->param;
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

sn_status sn_beam_section(const sn_item *item, sn_beam_frozen *f, sn_error *error)
{
  const sn_beam *p = item->param;
  double shear_modulus = NAN;
  if (p->section && p->stiffness.n) {
    return given_twice(item, "section", "stiffness", error);
  }
  if (!p->section && !p->stiffness.n) {
    sn_item_fail(item, SN_EINPUT, error, "Beam '%s' does not say how stiff it is.", item->name);
    sn_error_fix(error,
                 "Give a section with E and nu or G, for example section = rectangle { width = 0.02, height = 0.04 }, "
                 "E = 2.1e11, nu = 0.3; or stiffness = { EA, GA2, GA3, EI2, EI3, GJ }.");
    return SN_EINPUT;
  }
  if (!p->section && !(isnan(p->young) && isnan(p->shear_modulus) && isnan(p->poisson) && isnan(p->density))) {
    sn_item_fail(item, SN_EINPUT, error, "Beam '%s' has material numbers, but no section.", item->name);
    sn_error_why(error, "E, G, nu and density belong to a section; `stiffness` and `mass_per_length` stand alone.");
    sn_error_fix(error, "Give a section, or leave E, G, nu and density out.");
    return SN_EINPUT;
  }
  if (p->section && (p->centroid.n || p->shear_center.n)) {
    return given_twice(item, "section", "centroid or shear_center", error);
  }
  sn_status status = p->section && isnan(p->young)
                         ? sn_fail(error, SN_EINPUT, "", "Its material has no E.",
                                   "Young's modulus says how stiff a section is; steel has 2.1e11 Pa.",
                                   "Give E in Pa, with nu or G, for example E = 2.1e11, nu = 0.3.")
                     : p->section ? sn_shear_modulus(p->young, p->shear_modulus, p->poisson, &shear_modulus, error)
                                  : SN_OK;
  if (status == SN_OK) {
    SN_TRY(find_stiffness(item, f, shear_modulus, error));
    status = sn_check_section_stiffness(f->K, error);
  }
  if (status == SN_OK) {
    SN_TRY(find_mass(item, f, error));
    status = sn_check_section_mass(&f->mass, error);
  }
  if (status != SN_OK) {
    sn_error_where(error, "%s, beam '%s'", item->where ? item->where : "model", item->name);
  }
  return status;
}

/* Sections turn in every direction only with a mass that is spread in both directions. */
sn_status sn_beam_check_turning(const sn_item *item, const sn_beam_frozen *f, sn_error *error)
{
  const sn_section_mass *m = &f->mass;
  const double y = m->first[0] / m->mass, z = m->first[1] / m->mass, least = 1e-20 * m->mass * f->length * f->length;
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
