/* parts/bar.c -- a straight elastic bar between two points, of a hyperelastic material: any size of strain, no bending.
 * Theory:  e = (u.u/L^2 - 1)/2, u = x_b - x_a, L its natural length; energy A L W(e), W that of the material whose sides are free
 *          (system/material.h). In `ep` the stress of a step is [W(e_f) - W(e_i)]/(e_f - e_i), GOG's S* for one strain.
 * Limits:  carries no moment and no spin about itself; compression does not buckle it.
 * Tests:   the laws of every kind, tests/parts/test_bar.c
 */
#include "model/model.h"
#include "parts/link.h"
#include "system/guard.h"
#include "system/material.h"

typedef enum { NEO_HOOKE, MOONEY_RIVLIN, ST_VENANT_KIRCHHOFF } law_name;

typedef struct {
  sn_link link;
  int law;
  double area, E, nu, share, density, length;
} bar;

typedef struct {
  sn_link_frozen link;
  sn_material material;
  double area, natural;
} frozen;

static void add_block(sn_builder *b, frozen *f)
{
  const sn_strain_energy *energy = sn_material_bar(b, &f->material);
  f->link.block = sn_energy_begin(b, energy, "bar");
  const int u = sn_between(b, &f->link.end[0].frame, &f->link.end[1].frame);
  sn_guard_length(b, (sn_element_name){0}, f->natural, 1, &u);
  sn_form(b, 0.5 / (f->natural * f->natural), u, u, -0.5);
  sn_energy_add(b, energy, f->area * f->natural);
}

static sn_status check(const sn_item *item, const bar *p, sn_error *error)
{
  const double least = p->share / (1 + 2 * p->share); /* lambda = 4 c2 there */
  if (p->law != (int)MOONEY_RIVLIN && p->share > 0) {
    sn_item_fail(item, SN_EINPUT, error, "Bar '%s' has a `share` of the second invariant, which is of mooney_rivlin.",
                 item->name);
    sn_error_fix(error, "Write law = \"mooney_rivlin\" too, or leave `share` out.");
    return SN_EINPUT;
  }
  if (p->nu < least) {
    sn_item_fail(item, SN_EINPUT, error, "Bar '%s': nu = %g is too small for share = %g.", item->name, p->nu, p->share);
    sn_error_why(error, "Below nu = %.4g the material would collapse when it is compressed.", least);
    sn_error_fix(error, "Take a larger nu (rubber: 0.49) or a smaller share.");
    return SN_EINPUT;
  }
  if (p->link.mass > 0 && p->density > 0) {
    sn_item_fail(item, SN_EINPUT, error, "Bar '%s' has both mass and density.", item->name);
    sn_error_fix(error, "Keep one of them.");
    return SN_EINPUT;
  }
  return SN_OK;
}

static sn_status freeze(sn_item *item, sn_builder *b, sn_error *error)
{
  const bar *p = item->param;
  frozen *f = SN_NEW(sn_builder_arena(b), frozen, 1);
  if (!f) {
    return sn_no_memory(error, "the model");
  }
  SN_TRY(check(item, p, error));
  SN_TRY(sn_link_begin(item, b, &f->link, error));
  f->area = p->area;
  f->natural = isnan(p->length) ? f->link.length : p->length;
  SN_TRY(sn_check_start_length(item, f->link.length, f->natural, 1, error));
  f->material = sn_material_of(p->law == (int)ST_VENANT_KIRCHHOFF ? &sn_st_venant_kirchhoff : &sn_mooney_rivlin, p->E,
                               p->nu, p->law == (int)MOONEY_RIVLIN ? p->share : 0);
  add_block(b, f);
  sn_link_finish(item, p->density > 0 ? p->density * f->area * f->natural : p->link.mass, b, &f->link);
  return SN_OK;
}

static double stretch_of(const frozen *f, const sn_v3 *q)
{
  const sn_v3 u = v3_sub(sn_point_in(&f->link.end[1].frame, q), sn_point_in(&f->link.end[0].frame, q));
  return v3_norm(u) / f->natural;
}
static void stretch(const sn_observation *o, const void *data, double *out)
{
  out[0] = stretch_of(data, o->local);
}
/* true force: dW/d(stretch) = stress * stretch, over the area at rest */
static void force(const sn_observation *o, const void *data, double *out)
{
  const frozen *f = data;
  const double l = stretch_of(f, o->local);
  (void)sn_material_along(&f->material, (l * l - 1) / 2, out, NULL);
  out[0] *= f->area * l;
}
static void energy(const sn_observation *o, const void *data, double *out)
{
  const frozen *f = data;
  const double l = stretch_of(f, o->local);
  out[0] = f->area * f->natural * sn_material_along(&f->material, (l * l - 1) / 2, NULL, NULL);
}

static const sn_input inputs[] = {
    SN_LINK_ENDS,
    {"area", SN_NUMBER, "m^2", "cross section at rest", SN_MEMBER(bar, area), SN_POSITIVE, .required = 1},
    {"E", SN_NUMBER, "Pa", "Young's modulus at small strains", SN_MEMBER(bar, E), SN_POSITIVE, .required = 1},
    {"nu", SN_NUMBER, "", "Poisson's ratio at small strains", SN_MEMBER(bar, nu), SN_BETWEEN(0, 0.49999999),
     SN_PRESET(0.3)},
    {"law", SN_CHOICE, "", "energy of large strains; its sides are free", SN_MEMBER(bar, law), SN_PRESET(0),
     .choices = "neo_hooke|mooney_rivlin|st_venant_kirchhoff"},
    {"share", SN_NUMBER, "", "mooney_rivlin: c2/(c1 + c2), of the second invariant", SN_MEMBER(bar, share),
     SN_BETWEEN(0, 1), SN_PRESET(0)},
    {"length", SN_NUMBER, "m", "natural length (default: as drawn)", SN_MEMBER(bar, length), SN_POSITIVE},
    {"mass", SN_NUMBER, "kg", "mass, spread evenly", SN_MEMBER(bar, link.mass), SN_NOT_NEGATIVE, SN_PRESET(0)},
    {"density", SN_NUMBER, "kg/m^3", "instead of mass", SN_MEMBER(bar, density), SN_POSITIVE},
    SN_LINK_START,
    {0}};
static const sn_output outputs[] = {{"force", "N", 1, "axial force, tension positive", force, SN_SHOWN},
                                    {"stretch", "", 1, "length over natural length", stretch, SN_SHOWN},
                                    {"energy", "J", 1, "strain energy", energy, 0},
                                    {"first", "m", 3, "position of the first end", sn_link_first, 0},
                                    {"last", "m", 3, "position of the last end", sn_link_last, 0},
                                    {0}};

static const sn_material_use material[] = {
    {"E", "E", NULL, NULL, NULL}, {"nu", "nu", NULL, NULL, NULL}, {"density", "density", "mass", NULL, NULL}, {0}};

const sn_kind sn_kind_bar = {.name = "bar",
                             .help = "A straight elastic bar between two points, of rubber or another material.",
                             .class = SN_CLASS_PART,
                             .n_refs = 2,
                             .inputs = inputs,
                             .material = material,
                             .param_size = sizeof(bar),
                             .freeze = freeze,
                             .reports = {.outputs = outputs},
                             .part = {.by_node = 1,
                                      .attach = sn_link_attach,
                                      .stations = sn_link_stations,
                                      .drawn = sn_link_drawn,
                                      .mass = sn_link_mass},
                             .line = {.ends = sn_link_ends}};
