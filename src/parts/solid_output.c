/* parts/solid_output.c -- what a solid reports: stresses, strains, displacements at nodes and surfaces; the largest stress and where; an
 *          estimate of the error of its mesh.
 * What:    one list of quantities serves outputs and fields; all fields of a row are made from one pass over the elements.
 * Theory:  docs/theory-solids.md, (V9) to (V11).
 * Tests:   tests/solids/test_solid.c
 */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "math/principal.h"
#include "model/model.h"
#include "parts/solid.h"
#include "system/kernel.h"

enum { SIX = SN_SOLID_STRAINS };

/* ---- quantities at a node: what they are made of, and how */
enum { MISES = 6, LARGEST, MIDDLE, LEAST, STRAIN };
#define QUANTITIES(X)                                                                                   \
  X(S11, "Pa", 0, "true stress along axis 1 of the part, as the material carries it; tension positive") \
  X(S22, "Pa", 1, "the same along axis 2")                                                              \
  X(S33, "Pa", 2, "the same along axis 3")                                                              \
  X(S12, "Pa", 3, "shear stress of axes 1 and 2")                                                       \
  X(S23, "Pa", 4, "shear stress of axes 2 and 3")                                                       \
  X(S31, "Pa", 5, "shear stress of axes 3 and 1")                                                       \
  X(von_mises, "Pa", MISES, "stress of von Mises")                                                      \
  X(S_max, "Pa", LARGEST, "largest principal stress")                                                   \
  X(S_mid, "Pa", MIDDLE, "middle principal stress")                                                     \
  X(S_min, "Pa", LEAST, "least principal stress")                                                       \
  X(E11, "", STRAIN, "Green's strain along axis 1 of the part")                                         \
  X(E22, "", STRAIN + 1, "the same along axis 2")                                                       \
  X(E33, "", STRAIN + 2, "the same along axis 3")                                                       \
  X(E12, "", STRAIN + 3, "shear of axes 1 and 2: 2 E12")                                                \
  X(E23, "", STRAIN + 4, "shear of axes 2 and 3: 2 E23")                                                \
  X(E31, "", STRAIN + 5, "shear of axes 3 and 1: 2 E31")

static double quantity(const double s[SIX], int which)
{
  if (which < SIX) {
    return s[which];
  }
  if (which == MISES) {
    return sn_solid_mises(s);
  }
  if (which >= STRAIN) {
    return s[which - STRAIN];
  }
  const double full[3][3] = {{s[0], s[3], s[5]}, {s[3], s[1], s[4]}, {s[5], s[4], s[2]}};
  double value[3];
  sn_m3 axes;
  sn_principal(full, value, &axes);
  const double most = fmax(value[0], fmax(value[1], value[2])), least = fmin(value[0], fmin(value[1], value[2]));
  return which == LARGEST ? most : which == LEAST ? least : value[0] + value[1] + value[2] - most - least;
}

static sn_solid_tensor tensor_of(int which)
{
  return which >= STRAIN ? SN_SOLID_STRAIN : SN_SOLID_STRESS;
}

/* At a node; on a surface the value of the largest size on it. */
static void at_place(const sn_observation *o, const sn_solid_frozen *f, int which, const sn_station_point *at,
                     double *out)
{
  const int station = (int)at->s, n = f->mesh->n_node;
  const sn_solid_surface *s = station >= n ? f->mesh->surface + (station - n) : NULL;
  out[0] = 0;
  for (int k = 0; k < (s ? s->n_node : 1); k++) {
    double six[SIX];
    sn_solid_at_node(o, f, tensor_of(which), s ? s->node[k] : station, six);
    const double x = quantity(six, which);
    out[0] = fabs(x) > fabs(out[0]) ? x : out[0];
  }
}

#define AT_NODE(name, unit, index, help)                                                                      \
  static void node_##name(const sn_observation *o, const void *data, const sn_station_point *at, double *out) \
  {                                                                                                           \
    at_place(o, data, index, at, out);                                                                        \
  }
QUANTITIES(AT_NODE)

/* ---- displacement: from the drawn place, axes of the ground */
static sn_v3 displacement(const sn_observation *o, const sn_solid_frozen *f, int node)
{
  const sn_v3 drawn = sn_drawn_point(f->item, sn_solid_drawn(f->item, f->mesh->x[node]));
  return v3_sub(sn_point_in(f->node + node, o->q), drawn);
}

static void node_displacement(const sn_observation *o, const void *data, const sn_station_point *at, double *out)
{
  const sn_solid_frozen *f = data;
  const int station = (int)at->s, n = f->mesh->n_node;
  if (station < n) {
    v3_put(displacement(o, f, station), out);
    return;
  }
  const sn_frame *frame = &f->surface[station - n].frame;
  const sn_v3 drawn = sn_drawn_point(f->item, sn_solid_drawn(f->item, f->mesh->surface[station - n].mean));
  v3_put(v3_sub(sn_point_in(frame, o->q), drawn), out);
}

/* ---- reactions: what holds the nodes of a place against the elements around it, with their weight and inertia */

/* Forces of the stresses of an element on its nodes. */
static void element_forces(const sn_observation *o, const sn_solid_frozen *f, int e, sn_v3 *out)
{
  const sn_solid_kind *k = f->kind[e];
  const int *node = f->mesh->element[e].node;
  for (int a = 0; a < k->n_node; a++) {
    out[a] = v3(0, 0, 0);
  }
  if (!f->modal) {
    const sn_block *b = sn_solid_block(f, e, o->system);
    sn_v3 force[SN_MAX_BLOCK_VECTORS];
    sn_form_forces(b, o->stress + b->stress, o->local, force);
    for (int a = 0; a < k->n_node; a++) {
      for (int i = 0; i < b->n_vec && f->node[node[a]].n == 1; i++) {
        out[a] = b->vector[i] == f->node[node[a]].vector[0] ? v3_add(out[a], force[i]) : out[a];
      }
    }
    return;
  }
  const sn_m3 d = sn_axes_in(&f->about, o->local);
  double strain[SN_SOLID_PLACES * SIX];
  sn_solid_strains(o, f, e, NULL, strain);
  for (int g = 0; g < k->n_point; g++) {
    double s[SIX] = {0};
    for (int i = 0; i < SIX; i++) {
      for (int j = 0; j < SIX; j++) {
        s[i] += k->weight[g] * f->D[i][j] * strain[SIX * g + j];
      }
    }
    const double S[3][3] = {{s[0], s[3], s[5]}, {s[3], s[1], s[4]}, {s[5], s[4], s[2]}};
    for (int a = 0; a < k->n_node; a++) {
      for (int i = 0; i < 3; i++) {
        const double pull = S[i][0] * k->slope[g][0][a] + S[i][1] * k->slope[g][1][a] + S[i][2] * k->slope[g][2][a];
        out[a] = v3_axpy(out[a], pull, d.c[i]);
      }
    }
  }
}

static void add_pull(const sn_observation *o, const sn_solid_frozen *f, int e, const unsigned char *on, sn_v3 about,
                     sn_v3 out[2])
{
  const sn_solid_kind *k = f->kind[e];
  const sn_solid *p = f->item->param;
  const int *node = f->mesh->element[e].node;
  sn_v3 force[SN_SOLID_NODES];
  element_forces(o, f, e, force);
  for (int a = 0; a < k->n_node; a++) {
    sn_v3 sum = force[a];
    if (!on[node[a]]) {
      continue;
    }
    for (int c = 0; c < k->n_node; c++) {
      const sn_v3 inertia = v3_sub(sn_point_in(f->node + node[c], o->a), v3_scale(o->weight, f->gravity));
      sum = v3_axpy(sum, p->density * k->mass[a][c], inertia);
    }
    out[0] = v3_add(out[0], sum);
    out[1] = v3_add(out[1], v3_cross(v3_sub(sn_point_in(f->node + node[a], o->local), about), sum));
  }
}

/* A modal body that moves, or is about to: stresses of the shapes that it keeps do not balance inertia node by node. At rest its
   accelerations are those of what the iteration left. */
static int is_unknown(const sn_observation *o, const sn_solid_frozen *f)
{
  const double density = ((const sn_solid *)f->item->param)->density;
  double inertia = 0, stress = 0;
  for (int e = 0; e < f->mesh->n_element && f->modal; e++) {
    const sn_solid_kind *k = f->kind[e];
    const int *node = f->mesh->element[e].node;
    sn_v3 force[SN_SOLID_NODES];
    element_forces(o, f, e, force);
    for (int a = 0; a < k->n_node; a++) {
      if (v3_norm(sn_point_in(f->node + node[a], o->v)) > 0) {
        return 1;
      }
      stress += v3_norm(force[a]);
      for (int c = 0; c < k->n_node; c++) {
        inertia += density * fabs(k->mass[a][c]) * v3_norm(sn_point_in(f->node + node[c], o->a));
      }
    }
  }
  return inertia > 1e-6 * stress;
}

static void reaction(const sn_observation *o, const sn_solid_frozen *f, int station, sn_v3 out[2])
{
  if (is_unknown(o, f)) {
    out[0] = out[1] = v3(NAN, NAN, NAN);
    return;
  }
  const int n = f->mesh->n_node;
  const sn_solid_surface *s = station >= n ? f->mesh->surface + (station - n) : NULL;
  unsigned char *seen = (unsigned char *)sn_scratch(o, sn_solid_scratch(f));
  unsigned char *on = seen + f->mesh->n_element;
  const sn_v3 about = sn_point_in(s ? &f->surface[station - n].frame : f->node + station, o->local);
  memset(seen, 0, (size_t)f->mesh->n_element + (size_t)n);
  out[0] = out[1] = v3(0, 0, 0);
  for (int k = 0; k < (s ? s->n_node : 1); k++) {
    on[s ? s->node[k] : station] = 1;
  }
  for (int k = 0; k < (s ? s->n_node : 1); k++) {
    const int *around;
    const int m = sn_solid_around(f, s ? s->node[k] : station, &around);
    for (int i = 0; i < m; i++) {
      if (!seen[around[i]]) {
        seen[around[i]] = 1;
        add_pull(o, f, around[i], on, about, out);
      }
    }
  }
}

static void node_reaction(const sn_observation *o, const void *data, const sn_station_point *at, double *out)
{
  sn_v3 r[2];
  reaction(o, data, (int)at->s, r);
  v3_put(r[0], out);
}

static void node_reaction_moment(const sn_observation *o, const void *data, const sn_station_point *at, double *out)
{
  sn_v3 r[2];
  reaction(o, data, (int)at->s, r);
  v3_put(r[1], out);
}

#define ROW(name, unit, index, help) {#name, unit, 1, help, node_##name, 0},
const sn_along sn_solid_along[] = {
    QUANTITIES(ROW){"displacement", "m", 3, "from the drawn place, ground axes", node_displacement, 0},
    {"reaction", "N", 3,
     "force that holds its nodes against the elements, with their weight and inertia, ground axes; of a modal body "
     "known "
     "at rest only (nan in motion: ask a joint)",
     node_reaction, 0},
    {"reaction_moment", "N m", 3, "the same as a moment about its mean position", node_reaction_moment, 0},
    {0}};

/* ---- fields, for colours: the first of them makes all, `n` of them lie one behind the other */
typedef struct {
  const sn_solid_frozen *f;
  int n, which; /* index into sn_solid_along */
} field;

enum { MOST_FIELDS = 32, N_QUANTITIES = STRAIN + SIX, DISPLACEMENT = N_QUANTITIES };
static const char *const usual[] = {"von_mises"};

int sn_solid_scratch(const sn_solid_frozen *f)
{
  return (2 * SIX + 3) * f->mesh->n_node + f->mesh->n_element / 8 + f->mesh->n_node / 8 + 2;
}

static double (*nodal(const sn_observation *o, const sn_solid_frozen *f, sn_solid_tensor what))[SIX]
{
  double *all = sn_scratch(o, sn_solid_scratch(f));
  double(*out)[SIX] = (double(*)[SIX])(void *)(all + (what == SN_SOLID_STRAIN ? SIX * f->mesh->n_node : 0));
  sn_solid_at_nodes(o, f, what, out);
  return out;
}

static void all_fields(const sn_observation *o, const void *data, double *const *out)
{
  const field *x = data;
  const sn_solid_frozen *f = x->f;
  double(*made[2])[SIX] = {NULL, NULL};
  for (int i = 0; i < x->n; i++) {
    const int which = x[i].which;
    if (which == DISPLACEMENT) {
      for (int k = 0; k < f->mesh->n_node; k++) {
        out[i][k] = v3_norm(displacement(o, f, k));
      }
      continue;
    }
    const sn_solid_tensor t = tensor_of(which);
    made[t] = made[t] ? made[t] : nodal(o, f, t);
    if (!made[t]) {
      continue; /* whoever observes has given no scratch */
    }
    for (int k = 0; k < f->mesh->n_node; k++) {
      out[i][k] = quantity(made[t][k], which);
    }
  }
}

static void one_field(const sn_observation *o, const void *data, double *out)
{
  field x = *(const field *)data;
  x.n = 1;
  all_fields(o, &x, &out);
}

static sn_status find_field(const sn_item *item, const char *text, int *which, sn_error *error)
{
  const char *name[DISPLACEMENT + 1];
  char all[200];
  for (int k = 0; k <= DISPLACEMENT; k++) {
    name[k] = sn_solid_along[k].name;
    if (strcmp(name[k], text) == 0) {
      *which = k;
      return SN_OK;
    }
  }
  sn_join(all, sizeof all, name, DISPLACEMENT + 1);
  const char *meant = sn_nearest(text, name, DISPLACEMENT + 1);
  sn_item_fail(item, SN_EINPUT, error, "Solid '%s' has no field \"%.60s\", which its `fields` name.", item->name, text);
  sn_error_why(error, "Fields are: %s.", all);
  sn_error_fix(error, "Did you mean \"%s\"?", meant ? meant : "von_mises");
  return SN_EINPUT;
}

sn_status sn_solid_add_fields(sn_item *item, const sn_solid_frozen *f, sn_builder *b, sn_error *error)
{
  const sn_solid *p = item->param;
  const int n = p->fields.n ? p->fields.n : (int)(sizeof usual / sizeof *usual);
  field *x = SN_NEW(sn_builder_arena(b), field, n);
  if (!x) {
    return sn_no_memory(error, "the model");
  }
  if (n > MOST_FIELDS) {
    sn_item_fail(item, SN_EINPUT, error, "Solid '%s' has %d fields, and may have %d.", item->name, n, MOST_FIELDS);
    sn_error_fix(error, "Name those that you want to see.");
    return SN_EINPUT;
  }
  sn_need_scratch(b, sn_solid_scratch(f));
  for (int k = 0; k < n; k++) {
    x[k] = (field){.f = f, .n = n};
    SN_TRY(find_field(item, p->fields.n ? p->fields.x[k] : usual[k], &x[k].which, error));
    for (int i = 0; i < k; i++) {
      if (x[i].which == x[k].which) {
        sn_item_fail(item, SN_EINPUT, error, "Solid '%s' has the field \"%s\" twice.", item->name, p->fields.x[k]);
        sn_error_fix(error, "Name it once.");
        return SN_EINPUT;
      }
    }
  }
  for (int k = 0; k < n; k++) {
    const sn_along *a = sn_solid_along + x[k].which;
    (void)sn_add_observable(b,
                            &(sn_quantity){.name = a->name,
                                           .unit = a->unit,
                                           .help = a->help,
                                           .evaluate = one_field,
                                           .n_together = k == 0 ? n : 0,
                                           .evaluate_together = k == 0 ? all_fields : NULL,
                                           .group = "parts",
                                           .flags = SN_OUT_STORED | SN_OUT_PER_NODE},
                            f->mesh->n_node, x + k);
  }
  return sn_builder_status(b, error);
}

/* ---- of the whole */

/* The node with the largest stress of von Mises. */
static int worst(const sn_observation *o, const sn_solid_frozen *f, double *most)
{
  const double(*s)[SIX] = (const double(*)[SIX])nodal(o, f, SN_SOLID_STRESS);
  int at = 0;
  *most = 0;
  for (int k = 0; k < f->mesh->n_node; k++) {
    const double x = sn_solid_mises(s[k]);
    at = x > *most ? k : at;
    *most = fmax(x, *most);
  }
  return at;
}

static void von_mises_max(const sn_observation *o, const void *data, double *out)
{
  (void)worst(o, data, out);
}

static void von_mises_place(const sn_observation *o, const void *data, double *out)
{
  const sn_solid_frozen *f = data;
  double most;
  v3_put(sn_solid_drawn(f->item, f->mesh->x[worst(o, f, &most)]), out);
}

/* Strains below this are round-off of places far from the origin, or of a part at rest. */
static const double ROUND_OFF = 1e-12;

double sn_solid_stiffest(const sn_solid *p)
{
  double most = isnan(p->young) ? 0 : p->young;
  for (int i = 0; i < 3 && isnan(p->young); i++) {
    most = fmax(most, p->E[i]);
  }
  SN_ASSERT(most > 0);
  return most;
}

static void mesh_error(const sn_observation *o, const void *data, double *out)
{
  const sn_solid_frozen *f = data;
  double most;
  (void)worst(o, f, &most);
  const double(*s)[SIX] = (const double(*)[SIX])(void *)sn_scratch(o, sn_solid_scratch(f));
  /* stresses that are round-off of places say nothing about the mesh */
  out[0] = most > ROUND_OFF * sn_solid_stiffest(f->item->param) ? 100 * sn_solid_largest_jump(o, f, s) / most : 0;
}

static void strain_energy(const sn_observation *o, const void *data, double *out)
{
  const sn_solid_frozen *f = data;
  out[0] = 0;
  for (int e = 0; e < (f->modal ? 1 : f->mesh->n_element); e++) { /* a modal body is one block */
    out[0] += sn_block_energy(sn_solid_block(f, e, o->system), o->local, o->internal, o->t);
  }
}

static void volume(const sn_observation *o, const void *data, double *out)
{
  const sn_solid_frozen *f = data;
  out[0] = 0;
  for (int e = 0; e < f->mesh->n_element; e++) {
    sn_quadrature q;
    sn_v3 x[SN_SOLID_NODES];
    const sn_mesh_type type = f->mesh->element[e].type;
    sn_quadrature_of(type, 5, &q);
    for (int a = 0; a < f->kind[e]->n_node; a++) {
      x[a] = sn_point_in(f->node + f->mesh->element[e].node[a], o->local);
    }
    for (int g = 0; g < q.n; g++) {
      sn_m3 by;
      (void)sn_shape_point(type, x, q.at[g], &by);
      out[0] += q.weight[g] * sn_shape_jacobian(&by);
    }
  }
}

const sn_output sn_solid_outputs[] = {
    {"von_mises_max", "Pa", 1, "largest stress of von Mises at its nodes", von_mises_max, SN_SHOWN},
    {"von_mises_place", "m", 3, "where that is, as drawn", von_mises_place, SN_OUT_AT_REST},
    {"mesh_error", "%", 1,
     "largest jump of the stresses between elements, of the largest stress of von Mises: an estimate of the error of "
     "its mesh",
     mesh_error, SN_OUT_AT_REST},
    {"strain_energy", "J", 1, "energy stored in it", strain_energy, SN_SHOWN},
    {"volume", "m^3", 1, "volume", volume, SN_OUT_AT_REST},
    {0}};
