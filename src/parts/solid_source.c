/* parts/solid_source.c -- where the mesh of a solid comes from: a file, or a generator by its fields.
 * Tests:   tests/solids/test_solid.c
 */
#include <math.h>

#include "math/rotation.h"
#include "mesh/generate.h"
#include "parts/solid.h"

/* What `element` names; the first is that of the generator: bricks where its section is made of quadrilaterals. */
static sn_mesh_type type_of(const sn_solid *p, sn_mesh_type usual)
{
  static const sn_mesh_type types[] = {SN_MESH_POINT, SN_MESH_HEX20, SN_MESH_HEX27,
                                       SN_MESH_TET10, SN_MESH_HEX8,  SN_MESH_TET4};
  return p->element > 0 ? types[p->element] : usual;
}

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
  return sn_mesh_make_box(v3(0, 0, 0), p->box.size, n, type_of(p, SN_MESH_HEX20), arena, out, error);
}

/* Along its axis from the origin of the part. */
static sn_status extrude(const sn_item *item, const sn_solid_round *r, const sn_plane_section *section, int layers,
                         sn_arena *arena, const sn_mesh **out, sn_error *error)
{
  const sn_solid *p = item->param;
  const sn_mesh_layer layer = {r->length, layers, ~0ULL};
  const sn_mesh_frame place = {v3(0, 0, 0), sn_rotation_along(sn_vector_or(r->axis, v3(0, 0, 1)))};
  return sn_mesh_extrude(section, &layer, 1, type_of(p, SN_MESH_HEX20), &place, arena, out, error);
}

static sn_status make_cylinder(const sn_item *item, sn_arena *arena, const sn_mesh **out, sn_error *error)
{
  static const int preset[3] = {16, 1, 4};
  const sn_solid_round *r = &((const sn_solid *)item->param)->cylinder;
  const sn_plane_section *section = NULL;
  int n[3];
  SN_TRY(counts(item, &r->elements, 3, preset, n, error));
  SN_TRY(sn_section_disk(r->radius, n[0], n[1], arena, &section, error));
  return extrude(item, r, section, n[2], arena, out, error);
}

static sn_status make_ring(const sn_item *item, sn_arena *arena, const sn_mesh **out, sn_error *error)
{
  static const int preset[3] = {16, 1, 4};
  const sn_solid_round *r = &((const sn_solid *)item->param)->ring;
  const sn_plane_section *section = NULL;
  int n[3];
  SN_TRY(counts(item, &r->elements, 3, preset, n, error));
  SN_TRY(sn_section_ring(r->inner, r->radius, n[0], n[1], arena, &section, error));
  return extrude(item, r, section, n[2], arena, out, error);
}

/* ---- an outline with round holes */

static sn_status bad_outline(const sn_item *item, const char *what, sn_error *error)
{
  sn_item_fail(item, SN_EINPUT, error, "The outline of solid '%s' %s.", item->name, what);
  sn_error_fix(error, "Write outline = { {0, 0}, {0.1, 0}, {0, 0.1} }, holes = { {0.02, 0.02, 0.01} }: corners, and "
                      "centres with radii.");
  return SN_EINPUT;
}

static sn_status outline_of(const sn_item *item, const sn_solid_swept *w, sn_arena *arena, const sn_plane_section **out,
                            sn_error *error)
{
  const int corners = w->outline.columns == 2 ? w->outline.n / 2 : 0;
  const int holes = w->holes.columns == 3 ? w->holes.n / 3 : 0;
  sn_section_curve *curve = SN_NEW(arena, sn_section_curve, 1 + holes);
  double(*point)[2] = sn_arena_get(arena, (size_t)corners, sizeof *point);
  if (!curve || !point) {
    return sn_no_memory(error, "a mesh");
  }
  if (corners < 3) {
    return bad_outline(item, "has no three corners of two numbers", error);
  }
  if (w->holes.n > 0 && holes == 0) {
    return bad_outline(item, "has holes without three numbers each", error);
  }
  for (int k = 0; k < corners; k++) {
    point[k][0] = w->outline.x[2 * k];
    point[k][1] = w->outline.x[2 * k + 1];
  }
  curve[0] = (sn_section_curve){.n = corners, .point = (const double(*)[2])point};
  for (int k = 0; k < holes; k++) {
    const double *x = w->holes.x + 3 * k;
    curve[1 + k] = (sn_section_curve){.centre = {x[0], x[1]}, .radius = x[2]};
  }
  return sn_section_fill(curve, 1 + holes, w->size, arena, out, error);
}

static sn_status make_extrusion(const sn_item *item, sn_arena *arena, const sn_mesh **out, sn_error *error)
{
  const sn_solid *p = item->param;
  const sn_solid_swept *w = &p->extrusion;
  const sn_plane_section *section = NULL;
  const sn_mesh_frame place = {v3(0, 0, 0), m3_identity()};
  const sn_mesh_layer layer = {w->height, w->elements, 1}; /* what is inside of the outline, without its holes */
  SN_TRY(outline_of(item, w, arena, &section, error));
  return sn_mesh_extrude(section, &layer, 1, type_of(p, SN_MESH_TET10), &place, arena, out, error);
}

static sn_status make_revolved(const sn_item *item, sn_arena *arena, const sn_mesh **out, sn_error *error)
{
  const sn_solid *p = item->param;
  const sn_solid_swept *w = &p->revolved;
  const sn_plane_section *section = NULL;
  const sn_mesh_frame place = {v3(0, 0, 0), m3_identity()};
  if (w->holes.n > 0) {
    return bad_outline(item, "is revolved and has holes", error);
  }
  SN_TRY(outline_of(item, w, arena, &section, error));
  return sn_mesh_revolve(section, w->angle, w->elements, type_of(p, SN_MESH_TET10), &place, arena, out, error);
}

/* ---- a file */

static sn_status unknown_volumes(const sn_item *item, const sn_mesh_other *o, sn_error *error)
{
  const sn_solid *p = item->param;
  sn_item_fail(item, SN_EINPUT, error, "\"%.60s\" has %d volumes that solid '%s' cannot use: %s.", p->file->file, o->n,
               item->name, o->name);
  sn_error_why(error,
               "The first is element %lld at (%.6g, %.6g, %.6g). Solids are made of tetrahedra of 4 and 10 nodes and "
               "bricks of 8, 20 and 27.",
               o->number, o->at.x[0], o->at.x[1], o->at.x[2]);
  sn_error_fix(error, "Mesh with tetrahedra of order 2 (gmsh -3 -order 2), or with bricks only.");
  return SN_EINPUT;
}

/* The mesh of the file in metres. */
static sn_status take_file(const sn_item *item, sn_arena *arena, const sn_mesh **out, sn_error *error)
{
  const sn_solid *p = item->param;
  sn_mesh *m = SN_NEW(arena, sn_mesh, 1);
  sn_v3 *x = SN_NEW(arena, sn_v3, p->file->n_node);
  if (!m || !x) {
    return sn_no_memory(error, "a mesh");
  }
  for (int k = 0; k < p->file->n_other; k++) {
    if (p->file->other[k].dimension == 3) {
      return unknown_volumes(item, p->file->other + k, error);
    }
  }
  for (int k = 0; k < p->file->n_node; k++) {
    x[k] = v3_scale(p->scale, p->file->x[k]);
  }
  *m = *p->file;
  m->x = x;
  *out = m;
  return SN_OK;
}

static sn_status make(const sn_item *item, sn_arena *arena, const sn_mesh **out, sn_error *error)
{
  const sn_solid *p = item->param;
  const struct {
    int given;
    sn_status (*make)(const sn_item *item, sn_arena *arena, const sn_mesh **out, sn_error *error);
  } all[] = {{p->file != NULL, take_file},         {p->box.given, make_box},
             {p->cylinder.given, make_cylinder},   {p->ring.given, make_ring},
             {p->extrusion.given, make_extrusion}, {p->revolved.given, make_revolved}};
  int n = 0, which = 0;
  for (int k = 0; k < (int)(sizeof all / sizeof *all); k++) {
    n += all[k].given;
    which = all[k].given ? k : which;
  }
  if (n != 1) {
    sn_item_fail(item, SN_EINPUT, error, n ? "Solid '%s' has more than one mesh." : "Solid '%s' has no mesh.",
                 item->name);
    sn_error_fix(error, "Give one of file, box, cylinder, ring, extrusion and revolved.");
    return SN_EINPUT;
  }
  if (!isnan(p->size) && !p->file) {
    sn_item_fail(item, SN_EINPUT, error, "`size` of solid '%s' would do nothing.", item->name);
    sn_error_why(error, "It is for CAD files. Generators have sizes and numbers of elements of their own.");
    sn_error_fix(error, "Leave it out, or give `file`.");
    return SN_EINPUT;
  }
  return all[which].make(item, arena, out, error);
}

sn_status sn_solid_source(const sn_item *item, sn_arena *arena, const sn_mesh **out, sn_error *error)
{
  const sn_status status = make(item, arena, out, error);
  if (status != SN_OK && error && !error->where[0]) {
    sn_error_at_item(error, item);
  }
  return status;
}
