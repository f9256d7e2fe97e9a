/* parts/shell_spin.c -- how fast the directors of a shell turn where its places have given velocities.
 * What:    a velocity given as a function of the place moves the surface; directors that stayed at rest would be sheared off it from the
 *          first step on. They start with the rate at which the surface turns.
 * Theory:  docs/theory-shells.md, (S29). With tangents t_i = dx/dxi_i, their rates w_i = dv/dxi_i, their dual t^i and the normal n:
 *          spin = n x n' + n (n . sum t^i x w_i)/2, exact for rigid motion; mean over the elements that a node belongs to.
 * Tests:   tests/shells/test_throw.c
 */
#include "parts/shell.h"

/* Adds the spin of the surface at node a of an element; 0: it has no normal there. */
static int add_spin(const sn_shell_grid *g, int e, int a, const sn_v3 *x, const sn_v3 *v, sn_v3 *spin)
{
  sn_shell_shape s;
  sn_v3 t[2] = {{{0}}}, w[2] = {{{0}}};
  const int side = g->order + 1, column = a % side, row = a / side;
  sn_shell_shape_at(g->order, (double)column / g->order, (double)row / g->order, &s);
  for (int b = 0; b < side * side; b++) {
    const int node = sn_shell_node_of(g, e, b);
    for (int i = 0; i < 2; i++) {
      t[i] = v3_axpy(t[i], s.by[i][b], x[node]);
      w[i] = v3_axpy(w[i], s.by[i][b], v[node]);
    }
  }
  const sn_v3 area = v3_cross(t[0], t[1]);
  const double J = v3_norm(area);
  if (!(J > 0)) {
    return 0;
  }
  const sn_v3 n = v3_scale(1 / J, area), change = v3_add(v3_cross(w[0], t[1]), v3_cross(t[0], w[1]));
  const sn_v3 dual[2] = {v3_scale(1 / J, v3_cross(t[1], n)), v3_scale(1 / J, v3_cross(n, t[0]))};
  const double drill = 0.5 * v3_dot(n, v3_add(v3_cross(dual[0], w[0]), v3_cross(dual[1], w[1])));
  *spin = v3_add(*spin, v3_axpy(v3_scale(1 / J, v3_cross(n, change)), drill, n));
  return 1;
}

sn_status sn_shell_spins(const sn_shell_grid *g, const sn_v3 *x, const sn_v3 *v, sn_arena *arena, sn_v3 *spin,
                         sn_error *error)
{
  const int n = sn_shell_nodes(g), per_element = (g->order + 1) * (g->order + 1);
  int *count = SN_NEW(arena, int, n);
  if (!count) {
    return sn_no_memory(error, "the model");
  }
  for (int e = 0; e < sn_shell_elements(g); e++) {
    for (int a = 0; a < per_element; a++) {
      const int k = sn_shell_node_of(g, e, a);
      count[k] += add_spin(g, e, a, x, v, spin + k);
    }
  }
  for (int k = 0; k < n; k++) {
    spin[k] = v3_scale(count[k] > 0 ? 1.0 / count[k] : 0, spin[k]);
  }
  return SN_OK;
}
