/* parts/solid_pressure.c -- pressure that follows a surface: along its true normal, on its true area, as it moves.
 * What:    for every side a block of forces on the places of its nodes that are functions of these places, quadratic polynomials. No
 *          potential: at the edge of a loaded surface such a pressure has none. Its work is that of the forces along the way.
 * Theory:  docs/theory-solids.md, (V8): f_a = -p sum T_abc x_b x x_c, T_abc = int N_a N_b,1 N_c,2.
 * Tests:   tests/solids/test_surface.c
 */
#include "model/model.h"
#include "parts/solid.h"

enum { NODES = SN_MESH_MOST_SIDE_NODES, ARGUMENTS = 1 + 6 * NODES, DEGREE = 5 };

/* T_abc - T_acb for b < c, with the pressure where it changes with the place. */
typedef struct {
  int n;
  double of[NODES][NODES][NODES];
} moments;

static void moments_of(const sn_solid_frozen *f, sn_mesh_type type, const int *node, const sn_expr *pressure,
                       moments *out)
{
  sn_quadrature q;
  sn_v3 x[NODES];
  const int by_place = !sn_expr_depends(pressure, 0);
  *out = (moments){.n = sn_mesh_facts(type)->n_node};
  for (int a = 0; a < out->n; a++) {
    x[a] = f->mesh->x[node[a]];
  }
  sn_quadrature_of(type, DEGREE, &q);
  for (int g = 0; g < q.n; g++) {
    double N[SN_SOLID_NODES], D[SN_SOLID_NODES][3];
    sn_shape_at(type, q.at[g], N, D);
    const sn_v3 place = sn_solid_drawn(f->item, sn_shape_point(type, x, q.at[g], NULL));
    const double at[4] = {0, place.x[0], place.x[1], place.x[2]};
    const double w = q.weight[g] * (by_place ? sn_expr_value(pressure, at) : 1);
    for (int a = 0; a < out->n; a++) {
      for (int b = 0; b < out->n; b++) {
        for (int c = b + 1; c < out->n; c++) {
          out->of[a][b][c] += w * N[a] * (D[b][0] * D[c][1] - D[b][1] * D[c][0]);
        }
      }
    }
  }
}

/* Component k of the force on node a: a function of t, the places, and their rates. */
static sn_status force_of(const moments *m, int a, int k, const sn_expr *pressure, sn_builder *b, const sn_expr **out,
                          sn_error *error)
{
  static const char *const names[ARGUMENTS] = {"t"};
  sn_expr_builder *e = sn_expr_begin(sn_builder_arena(b), 1 + 6 * m->n, names);
  const int i = (k + 1) % 3, j = (k + 2) % 3;
  if (!e) {
    return sn_no_memory(error, "the model");
  }
  int sum = sn_expr_constant(e, 0);
  for (int p = 0; p < m->n; p++) {
    for (int q = p + 1; q < m->n; q++) {
      if (m->of[a][p][q] == 0) {
        continue;
      }
      const int pi = sn_expr_variable(e, 1 + 3 * p + i), pj = sn_expr_variable(e, 1 + 3 * p + j);
      const int qi = sn_expr_variable(e, 1 + 3 * q + i), qj = sn_expr_variable(e, 1 + 3 * q + j);
      const int cross =
          sn_expr_op(e, SN_OP_SUB, sn_expr_op(e, SN_OP_MUL, pi, qj, -1), sn_expr_op(e, SN_OP_MUL, pj, qi, -1), -1);
      sum = sn_expr_op(e, SN_OP_SUB, sum, sn_expr_op(e, SN_OP_MUL, sn_expr_constant(e, m->of[a][p][q]), cross, -1), -1);
    }
  }
  if (sn_expr_depends(pressure, 0)) {
    const int zero = sn_expr_constant(e, 0), argument[4] = {sn_expr_variable(e, 0), zero, zero, zero};
    sum = sn_expr_op(e, SN_OP_MUL, sn_expr_insert(e, pressure, argument), sum, -1);
  }
  return sn_expr_end(e, sum, out, error);
}

static sn_status add_side(const sn_solid_frozen *f, sn_solid_side side, const sn_expr *pressure, sn_builder *b,
                          sn_error *error)
{
  sn_arena *arena = sn_builder_arena(b);
  int node[NODES], axis[3], n = 0;
  moments m;
  const sn_mesh_type type = sn_solid_side_nodes(f->mesh, side, node);
  const sn_frame ground = sn_ground_frame(b);
  moments_of(f, type, node, pressure, &m);
  int *along = SN_NEW(arena, int, 3 * m.n);
  const sn_expr **force = sn_arena_get(arena, 3 * (size_t)m.n, sizeof *force);
  sn_feedback *law = SN_NEW(arena, sn_feedback, 1);
  if (!along || !force || !law) {
    return sn_no_memory(error, "the model");
  }
  sn_block_begin(b, &sn_law_feedback, "pressure");
  for (int k = 0; k < 3; k++) {
    axis[k] = sn_axis_of(b, &ground, k);
  }
  for (int a = 0; a < m.n; a++) {
    const int x = sn_point_of(b, f->node + node[a]);
    for (int k = 0; k < 3; k++) {
      sn_coordinate_form(b, sn_form(b, 1, x, axis[k], 0), 1);
      if (f->node[node[a]].moves == 2) {
        along[n] = 3 * a + k;
        SN_TRY(force_of(&m, a, k, pressure, b, force + n++, error));
      }
    }
  }
  *law = (sn_feedback){n, along, force};
  sn_block_feedback(b, law);
  return sn_builder_status(b, error);
}

sn_status sn_solid_add_following(const sn_solid_frozen *f, int surface, const sn_expr *pressure, sn_builder *b,
                                 sn_error *error)
{
  const sn_solid_surface *s = f->mesh->surface + surface;
  const int of_place = sn_expr_depends(pressure, 1) || sn_expr_depends(pressure, 2) || sn_expr_depends(pressure, 3);
  if (of_place && sn_expr_depends(pressure, 0)) {
    sn_item_fail(f->item, SN_EINPUT, error,
                 "The pressure on surface \"%.60s\" of solid '%s' follows and is a function of time and place at once.",
                 s->name, f->item->name);
    sn_error_fix(error, "Make it a function of time or of place, or leave out `follows`.");
    return SN_EINPUT;
  }
  for (int k = 0; k < s->n_side; k++) {
    int node[NODES], any = 0;
    const int n = sn_mesh_facts(sn_solid_side_nodes(f->mesh, s->side[k], node))->n_node;
    for (int a = 0; a < n; a++) {
      any = any || f->node[node[a]].moves == 2;
    }
    SN_TRY(any ? add_side(f, s->side[k], pressure, b, error) : SN_OK);
  }
  return SN_OK;
}
