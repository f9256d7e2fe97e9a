/* parts/solid_floating.c -- formulation = "floating": linear strains about one frame of the body.
 * What:    the frame is that of what the body is clamped to, or a triad without mass, the rotation nearest to what all its mass has done. Strains
 *          are products of its axes and of slopes, the frame follows by three rows: all of them forms, so energy and both momenta are exact.
 * Theory:  docs/theory-solids.md, (V12) to (V15); [GS] section 1.1, whose printed force is no gradient.
 * Tests:   tests/solids/test_floating.c, tests/laws/test_kinds.c
 */
#include <math.h>
#include <string.h>

#include "model/model.h"
#include "parts/solid.h"
#include "system/kernel.h"

sn_status sn_solid_check_formulation(const sn_item *item, sn_error *error)
{
  static const char *const name[] = {"green", "floating", "modal"};
  const sn_solid *p = item->param;
  if (p->formulation == SN_SOLID_GREEN || p->law == SN_SOLID_HOOKE) {
    return SN_OK;
  }
  sn_item_fail(item, SN_EINPUT, error, "Solid '%s' has a law of rubber and formulation = \"%s\".", item->name,
               name[p->formulation]);
  sn_error_why(error, "That formulation has linear strains and Hooke's law: it is for parts that deform little.");
  sn_error_fix(error, "Leave `formulation` out, or `law`.");
  return SN_EINPUT;
}

int sn_solid_holders(const sn_solid_frozen *f, const sn_solid_face **out)
{
  int n = 0;
  for (int k = 0; k < f->mesh->n_surface; k++) {
    const sn_solid_face *s = sn_solid_face_of(f->item, f->mesh->surface + k);
    if (!s || !s->clamped) {
      continue;
    }
    const int same = n > 0 && s->on.item == (*out)->on.item && s->on.station == (*out)->on.station;
    *out = n > 0 ? *out : s;
    n += !same;
  }
  return n;
}

/* Weights by which places tell the rotation of all mass: (M X)_a over mass and length. */
static sn_status mass_weights(const sn_solid_frozen *f, sn_arena *arena, sn_solid_surface *all, sn_solid_weights *w,
                              sn_error *error)
{
  const sn_solid_mesh *m = f->mesh;
  int *node = SN_NEW(arena, int, m->n_node);
  *w = (sn_solid_weights){.of = SN_NEW(arena, double, m->n_node),
                          .by = sn_arena_get(arena, (size_t)m->n_node, sizeof *w->by)};
  if (!node || !w->of || !w->by) {
    return sn_no_memory(error, "the model");
  }
  double volume = 0, second = 0;
  for (int turn = 0; turn < 2; turn++) { /* means, then moments about them */
    for (int e = 0; e < m->n_element; e++) {
      const sn_solid_kind *k = f->kind[e];
      for (int a = 0; a < k->n_node; a++) {
        const int at = m->element[e].node[a];
        for (int c = 0; c < k->n_node; c++) {
          const sn_v3 arm = v3_sub(m->x[m->element[e].node[c]], w->mean);
          w->of[at] += turn ? 0 : k->mass[a][c];
          for (int j = 0; j < 3 && turn; j++) {
            w->by[at][j] += k->mass[a][c] * arm.x[j];
          }
          second += turn ? k->mass[a][c] * v3_dot(v3_sub(m->x[at], w->mean), arm) : 0;
        }
      }
      volume += turn ? 0 : k->volume;
    }
    for (int k = 0; k < m->n_node && !turn; k++) {
      node[k] = k;
      w->of[k] /= volume;
      w->mean = v3_axpy(w->mean, w->of[k], m->x[k]);
    }
  }
  w->area = volume;
  w->length = sqrt(second / volume);
  for (int k = 0; k < m->n_node; k++) {
    for (int j = 0; j < 3; j++) {
      w->by[k][j] /= volume * w->length;
    }
  }
  *all = (sn_solid_surface){.name = "all", .n_node = m->n_node, .node = node, .field = -1};
  return SN_OK;
}

sn_status sn_solid_add_frame(sn_solid_frozen *f, sn_builder *b, sn_error *error)
{
  const sn_solid *p = f->item->param;
  const sn_solid_face *holder = NULL;
  sn_solid_surface all;
  sn_solid_weights w;
  if (p->formulation == SN_SOLID_GREEN) {
    return SN_OK;
  }
  f->is_linear = 1;
  const sn_m3 axes = sn_solid_axes(f->item);
  if (sn_solid_holders(f, &holder) == 1) {
    const sn_v3 at = sn_drawn_point(f->item, sn_solid_drawn(f->item, v3(0, 0, 0)));
    if (holder->on.given && holder->on.item) {
      return sn_frame_on(&holder->on, b, at, axes, &f->about, error);
    }
    const sn_frame ground = sn_ground_frame(b);
    return sn_frame_at(b, &ground, sn_start_point(f->item, at), sn_start_axes(f->item, axes), &f->about, error);
  }
  sn_item_penalty(b, 0); /* a definition, not a joint */
  sn_item_augmented(b, 0);
  SN_TRY(mass_weights(f, sn_builder_arena(b), &all, &w, error));
  return sn_solid_mean_triad(f, &all, &w, 0, b, &f->about, error);
}

const sn_v3 *sn_solid_positions(const sn_observation *o, const sn_solid_frozen *f)
{
  sn_v3 *place = (sn_v3 *)(void *)(sn_scratch(o, sn_solid_scratch(f)) + sn_solid_scratch(f)) - f->mesh->n_node;
  for (int a = 0; a < f->mesh->n_node && f->modal; a++) {
    place[a] = sn_point_in(f->node + a, o->local);
  }
  return f->modal ? place : NULL;
}

void sn_solid_strains(const sn_observation *o, const sn_solid_frozen *f, int e, const sn_v3 *place, double *strain)
{
  const sn_solid_kind *k = f->kind[e];
  const int *node = f->mesh->element[e].node;
  if (!f->modal) {
    sn_forms(sn_solid_block(f, e, o->system), o->local, strain);
    return;
  }
  const sn_m3 d = sn_axes_in(&f->about, o->local);
  sn_v3 x[SN_SOLID_NODES];
  for (int a = 0; a < k->n_node; a++) { /* from the first: a shift strains nothing */
    const sn_v3 at = place ? place[node[a]] : sn_point_in(f->node + node[a], o->local);
    x[a] = a > 0 ? v3_sub(at, x[0]) : at;
  }
  x[0] = v3(0, 0, 0);
  for (int g = 0; g < k->n_point; g++) {
    double *E = strain + SN_SOLID_STRAINS * g;
    sn_v3 slope[3];
    for (int i = 0; i < 3; i++) {
      slope[i] = v3(0, 0, 0);
      for (int a = 1; a < k->n_node; a++) {
        slope[i] = v3_axpy(slope[i], k->slope[g][i][a], x[a]);
      }
    }
    for (int i = 0; i < 3; i++) {
      const int j = (i + 1) % 3;
      E[i] = v3_dot(d.c[i], slope[i]) - 1;
      E[3 + i] = v3_dot(d.c[i], slope[j]) + v3_dot(d.c[j], slope[i]);
    }
  }
}
