/* mesh/inp_material.c -- MATERIAL, ELASTIC, DENSITY, HYPERELASTIC and sections of an .inp file.
 * Tests:   tests/mesh/test_inp.c
 */
#include "mesh/inp_private.h"

sn_status sn_inp_begin_material(sn_inp_file *f)
{
  const sn_inp_parameter *p = sn_inp_get(f, "name");
  sn_mesh_material m = {.E = NAN, .nu = NAN, .density = NAN, .C10 = NAN, .C01 = NAN, .D1 = NAN};
  for (int k = 0; k < 9; k++) {
    m.orthotropic[k] = NAN;
  }
  if (!p || p->value.n == 0) {
    return sn_inp_wrong(f, "has no NAME=");
  }
  m.name = sn_inp_text(f, p->value);
  if (!m.name || !SN_ROOM(f->draft.scratch, f->draft.material)) {
    return sn_inp_no_memory(f);
  }
  f->draft.material.at[f->draft.material.n++] = m;
  return SN_OK;
}

sn_status sn_inp_begin_property(sn_inp_file *f)
{
  return f->draft.material.n > 0 ? SN_OK : sn_inp_wrong(f, "is a property of no material");
}

static sn_mesh_material *material(sn_inp_file *f)
{
  return f->draft.material.at + f->draft.material.n - 1;
}

/* Rows for other temperatures follow. */
static sn_status first_row_only(sn_inp_file *f, const char *what)
{
  return f->n_data == 2 ? sn_inp_warn(f, "%s that depends on the temperature: its first row is taken", what) : SN_OK;
}

/* Isotropic: E, nu. Engineering constants: E1 E2 E3 nu12 nu13 nu23 G12 G13, and G23 on the next line. */
sn_status sn_inp_data_elastic(sn_inp_file *f, sn_word line)
{
  const sn_inp_parameter *type = sn_inp_get(f, "type");
  sn_mesh_material *m = material(f);
  double x[3] = {NAN, NAN, NAN};
  if (type && sn_inp_same(type->value, "engineeringconstants")) {
    return f->n_data > 2    ? SN_OK
           : f->n_data == 2 ? sn_inp_numbers(f, line, "an elastic constant", m->orthotropic + 8, 1)
                            : sn_inp_numbers(f, line, "an elastic constant", m->orthotropic, 8);
  }
  if (type && !sn_inp_same(type->value, "iso") && !sn_inp_same(type->value, "isotropic")) {
    return f->n_data == 1 ? sn_inp_warn(f, "the material \"%.60s\" is elastic in a way that is not read", m->name)
                          : SN_OK;
  }
  if (f->n_data > 1) {
    return first_row_only(f, "ELASTIC");
  }
  SN_TRY(sn_inp_numbers(f, line, "an elastic constant", x, 2));
  m->E = x[0];
  m->nu = x[1];
  return SN_OK;
}

sn_status sn_inp_data_density(sn_inp_file *f, sn_word line)
{
  return f->n_data > 1 ? first_row_only(f, "DENSITY") : sn_inp_numbers(f, line, "a density", &material(f)->density, 1);
}

sn_status sn_inp_data_hyperelastic(sn_inp_file *f, sn_word line)
{
  sn_mesh_material *m = material(f);
  double x[3] = {NAN, NAN, NAN};
  if (!sn_inp_get(f, "neohooke") && !sn_inp_get(f, "mooneyrivlin")) {
    return f->n_data == 1 ? sn_inp_warn(f, "the material \"%.60s\" is hyperelastic in a way that is not read", m->name)
                          : SN_OK;
  }
  if (f->n_data > 1) {
    return first_row_only(f, "HYPERELASTIC");
  }
  SN_TRY(sn_inp_numbers(f, line, "a constant of the material", x, 3));
  const int mooney = sn_inp_get(f, "mooneyrivlin") != NULL;
  m->C10 = x[0];
  m->C01 = mooney ? x[1] : 0;
  m->D1 = mooney ? x[2] : x[1];
  return SN_OK;
}

sn_status sn_inp_begin_section(sn_inp_file *f)
{
  const sn_inp_parameter *set = sn_inp_get(f, "elset"), *of = sn_inp_get(f, "material");
  if (!set || !of) {
    return sn_inp_warn(f, "a section without ELSET= or MATERIAL= is not read");
  }
  const sn_mesh_section s = {sn_inp_text(f, set->value), sn_inp_text(f, of->value), NAN};
  if (!s.group || !s.material || !SN_ROOM(f->draft.scratch, f->draft.section)) {
    return sn_inp_no_memory(f);
  }
  f->draft.section.at[f->draft.section.n++] = s;
  return SN_OK;
}

sn_status sn_inp_data_shell_section(sn_inp_file *f, sn_word line)
{
  if (f->n_data > 1 || f->draft.section.n == 0) {
    return SN_OK;
  }
  return sn_inp_numbers(f, line, "a thickness", &f->draft.section.at[f->draft.section.n - 1].thickness, 1);
}
