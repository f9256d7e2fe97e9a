/* parts/solid_shapes.c -- the shapes that a modal body keeps: responses to loads on its surfaces, and its lowest vibrations.
 * What:    for every surface that joints or loads act on, the response to three forces and three torques; to its pressure; where the body is
 *          clamped, to its weight along three axes. With them the body is as stiff at its surfaces as the full one: what is left out of vibrations is
 *          in its response at rest (static correction).
 * Theory:  docs/theory-solids.md, (V17), (V18).
 * Tests:   tests/solids/test_modal.c
 */
#include <math.h>
#include <string.h>

#include "model/model.h"
#include "parts/solid_modal.h"

enum { MOST = 160, TRIED = 12, DEGREE = 5 };

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the shapes of a solid");
}

int sn_solid_is_loaded(const sn_solid_frozen *f, const sn_solid_surface *s)
{
  const sn_solid_face *p = sn_solid_face_of(f->item, s);
  if (p && p->clamped) {
    return 0;
  }
  return *s->used || (p && (p->torque.e[0] || p->force.e[0] || p->traction.e[0] || p->pressure));
}

/* Force along an axis, spread over the area, or the torque of moments about it. */
static void surface_load(const sn_solid_surface *s, const sn_solid_weights *w, int way, double *load)
{
  sn_v3 axis = {{0, 0, 0}};
  axis.x[way % 3] = 1;
  for (int a = 0; a < s->n_node; a++) {
    sn_v3 f = way < 3 ? v3_scale(w->of[a], axis) : v3_cross(axis, v3(w->by[a][0], w->by[a][1], w->by[a][2]));
    for (int i = 0; i < 3; i++) {
      load[3 * s->node[a] + i] += f.x[i];
    }
  }
}

static void pressure_load(const sn_solid_frozen *f, const sn_solid_surface *s, double *load)
{
  sn_quadrature q;
  for (int k = 0; k < s->n_side; k++) {
    int node[SN_MESH_MOST_SIDE_NODES];
    sn_v3 x[SN_MESH_MOST_SIDE_NODES];
    const sn_mesh_type type = sn_solid_side_nodes(f->mesh, s->side[k], node);
    sn_quadrature_of(type, DEGREE, &q);
    for (int a = 0; a < sn_mesh_facts(type)->n_node; a++) {
      x[a] = f->mesh->x[node[a]];
    }
    for (int g = 0; g < q.n; g++) {
      double N[SN_SOLID_NODES];
      sn_m3 by;
      sn_shape_at(type, q.at[g], N, NULL);
      (void)sn_shape_point(type, x, q.at[g], &by);
      const sn_v3 normal = sn_shape_normal(&by);
      for (int a = 0; a < sn_mesh_facts(type)->n_node; a++) {
        for (int i = 0; i < 3; i++) {
          load[3 * node[a] + i] -= q.weight[g] * N[a] * normal.x[i];
        }
      }
    }
  }
}

/* Adds the response to the load that has been put into the next place; one that strains nothing is left out. */
static sn_status add_response(sn_solid_linear *l, const char *surface, int way, sn_arena *arena, sn_solid_shapes *out,
                              sn_error *error)
{
  double *u = SN_NEW(arena, double, l->n);
  if (!u || out->n >= MOST) {
    return u ? SN_OK : no_memory(error);
  }
  SN_TRY(sn_solid_respond(l, out->load[out->n], u));
  const double compliance = sn_solid_dot(l->n, out->load[out->n], u);
  if (!(compliance > 0)) {
    memset(out->load[out->n], 0, sizeof *u * (size_t)l->n);
    return SN_OK;
  }
  out->u[out->n] = u;
  out->surface[out->n] = surface;
  out->way[out->n] = way;
  out->compliance[out->n] = compliance;
  out->load[++out->n] = SN_NEW(arena, double, l->n);
  out->n_static = out->n;
  return out->load[out->n] ? SN_OK : no_memory(error);
}

static sn_status add_surfaces(sn_solid_linear *l, sn_arena *arena, sn_solid_shapes *out, sn_error *error)
{
  const sn_solid_frozen *f = l->f;
  for (int k = 0; k < f->mesh->n_surface; k++) {
    const sn_solid_surface *s = f->mesh->surface + k;
    const sn_solid_face *p = sn_solid_face_of(f->item, s);
    sn_solid_weights w;
    if (!sn_solid_is_loaded(f, s)) {
      continue;
    }
    SN_TRY(sn_solid_weights_of(f->mesh, s, arena, &w, error));
    for (int way = 0; way < 6; way++) {
      surface_load(s, &w, way, out->load[out->n]);
      SN_TRY(add_response(l, s->name, way, arena, out, error));
    }
    if (p && p->pressure) {
      pressure_load(f, s, out->load[out->n]);
      SN_TRY(add_response(l, s->name, 6, arena, out, error));
    }
  }
  for (int i = 0; i < 3 && !l->is_free; i++) {
    for (int a = 0; a < l->n; a++) {
      l->work[0][a] = a % 3 == i;
    }
    sn_solid_mass_times(l, l->work[0], out->load[out->n]);
    SN_TRY(add_response(l, "", 7 + i, arena, out, error));
  }
  return SN_OK;
}

/* One vibration more than is kept, to know what is left out. */
static sn_status add_vibrations(sn_solid_linear *l, sn_arena *arena, sn_solid_shapes *out, sn_error *error)
{
  const sn_solid *p = l->f->item->param;
  enum { USUAL = 10 };
  const int wanted = p->modes.given ? p->modes.count : USUAL, up_to = p->modes.up_to > 0;
  int kept = 0, found = 0;
  double *u[MOST], hertz[MOST];
  for (int tried = up_to ? TRIED : wanted + 1;; tried = 2 * tried) {
    const int most = tried < l->n / 4 ? tried : l->n / 4;
    found = most < MOST - out->n ? most : MOST - out->n;
    for (int k = 0; k < found; k++) {
      u[k] = SN_NEW(arena, double, l->n);
      if (!u[k]) {
        return no_memory(error);
      }
    }
    const int asked = found;
    SN_TRY(sn_solid_vibrations(l, &found, u, hertz, arena, error));
    if (!up_to || found == 0 || hertz[found - 1] > p->modes.up_to || asked < tried) {
      break;
    }
  }
  for (int k = 0; k < found; k++) {
    const int keep = up_to ? hertz[k] <= p->modes.up_to : k < wanted;
    if (keep) {
      out->u[out->n] = u[k];
      out->hertz[out->n++] = hertz[k];
      kept++;
    }
  }
  out->left_out = kept < found ? hertz[kept] : 0;
  return SN_OK;
}

sn_status sn_solid_find_shapes(sn_solid_linear *l, sn_arena *arena, sn_solid_shapes *out, sn_error *error)
{
  *out = (sn_solid_shapes){.u = sn_arena_get(arena, MOST, sizeof *out->u),
                           .hertz = SN_NEW(arena, double, MOST),
                           .surface = sn_arena_get(arena, MOST, sizeof *out->surface),
                           .way = SN_NEW(arena, int, MOST),
                           .compliance = SN_NEW(arena, double, MOST),
                           .load = sn_arena_get(arena, MOST + 1, sizeof *out->load)};
  if (!out->u || !out->hertz || !out->surface || !out->way || !out->compliance || !out->load) {
    return no_memory(error);
  }
  out->load[0] = SN_NEW(arena, double, l->n);
  if (!out->load[0]) {
    return no_memory(error);
  }
  SN_TRY(add_surfaces(l, arena, out, error));
  return add_vibrations(l, arena, out, error);
}
