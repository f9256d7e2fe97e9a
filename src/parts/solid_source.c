/* parts/solid_source.c -- where the mesh of a solid comes from: a generator, by its fields.
 * Tests:   tests/solids/test_mesh.c
 */
#include <math.h>

#include "math/rotation.h"
#include "mesh/generate.h"
#include "parts/solid.h"

static const sn_mesh_type types[] = {SN_MESH_HEX20, SN_MESH_HEX27, SN_MESH_TET10, SN_MESH_HEX8, SN_MESH_TET4};

/* Whole numbers above zero, as many as n; not given: preset. */
static sn_status counts(const sn_item *item, const sn_numbers *given, int n, const int *preset, int *out,
                        sn_error *error)
{
  for (int i = 0; i < n; i++) {
    const double x = given->n == n ? given->x[i] : preset[i];
    if ((given->n != 0 && given->n != n) || !(x >= 1) || !(x <= 1e6) || x != floor(x)) {
      sn_item_fail(item, SN_EINPUT, error, "`elements` of solid '%s' needs %d whole numbers.", item->name, n);
      sn_error_fix(error, n == 2 ? "Write elements = {4, 2}." : "Write elements = {8, 2, 2}.");
      return SN_EINPUT;
    }
    out[i] = (int)x;
  }
  return SN_OK;
}

static sn_status make_box(const sn_item *item, sn_arena *arena, const sn_mesh **out, sn_error *error)
{
  static const int one[3] = {1, 1, 1};
  const sn_solid *p = item->param;
  int n[3];
  for (int i = 0; i < 3; i++) {
    if (!(p->box.size.x[i] > 0)) {
      sn_item_fail(item, SN_EINPUT, error, "The box of solid '%s' has no volume.", item->name);
      sn_error_fix(error, "Give three edges above zero: size = {1, 0.1, 0.1}.");
      return SN_EINPUT;
    }
  }
  SN_TRY(counts(item, &p->box.elements, 3, one, n, error));
  return sn_mesh_make_box(v3(0, 0, 0), p->box.size, n, types[p->element], arena, out, error);
}

/* Along its axis from the origin of the part. */
static sn_status extrude(const sn_item *item, const sn_solid_round *r, const sn_mesh_section *section, int layers,
                         sn_arena *arena, const sn_mesh **out, sn_error *error)
{
  const sn_solid *p = item->param;
  const sn_mesh_layer layer = {r->length, layers, ~0ULL};
  const sn_mesh_place_in_space place = {v3(0, 0, 0), sn_rotation_along(sn_vector_or(r->axis, v3(0, 0, 1)))};
  return sn_mesh_extrude(section, &layer, 1, types[p->element], &place, arena, out, error);
}

static sn_status make_cylinder(const sn_item *item, sn_arena *arena, const sn_mesh **out, sn_error *error)
{
  static const int preset[3] = {16, 1, 4};
  const sn_solid_round *r = &((const sn_solid *)item->param)->cylinder;
  const sn_mesh_section *section = NULL;
  int n[3];
  SN_TRY(counts(item, &r->elements, 3, preset, n, error));
  SN_TRY(sn_section_disk(r->radius, n[0], n[1], arena, &section, error));
  return extrude(item, r, section, n[2], arena, out, error);
}

static sn_status make_ring(const sn_item *item, sn_arena *arena, const sn_mesh **out, sn_error *error)
{
  static const int preset[3] = {16, 1, 4};
  const sn_solid_round *r = &((const sn_solid *)item->param)->ring;
  const sn_mesh_section *section = NULL;
  int n[3];
  SN_TRY(counts(item, &r->elements, 3, preset, n, error));
  SN_TRY(sn_section_ring(r->inner, r->radius, n[0], n[1], arena, &section, error));
  return extrude(item, r, section, n[2], arena, out, error);
}

static sn_status make(const sn_item *item, sn_arena *arena, const sn_mesh **out, sn_error *error)
{
  const sn_solid *p = item->param;
  const int n = p->box.given + p->cylinder.given + p->ring.given;
  if (n != 1) {
    sn_item_fail(item, SN_EINPUT, error, n ? "Solid '%s' has more than one mesh." : "Solid '%s' has no mesh.",
                 item->name);
    sn_error_fix(error, "Give one of box, cylinder and ring.");
    return SN_EINPUT;
  }
  return (p->box.given ? make_box : p->cylinder.given ? make_cylinder : make_ring)(item, arena, out, error);
}

sn_status sn_solid_source(const sn_item *item, sn_arena *arena, const sn_mesh **out, sn_error *error)
{
  const sn_status status = make(item, arena, out, error);
  if (status != SN_OK && error && !error->where[0]) {
    sn_error_at_item(error, item);
  }
  return status;
}
