/* tests/instant/test_block.c -- blocks at one configuration: the derivative of their forces over the unknowns of their nodes.
 * Laws:    material and geometric part together are the derivative of C^T B^T s, every law, nodes of every kind; the stress of a law
 *          is the slope of its potential along any motion.
 */
#include <stdlib.h>

#include "harness.h"
#include "instant/inside.h"
#include "support/flexible.h"

enum { SIZE = 96 };

static double any(unsigned *seed)
{
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / (1 << 24) * 2 - 1;
}

/* C^T B^T s of one block at q, rows by the columns at m->q; its potential */
static double forces(sn_motion *m, int block, const double *multiplier, sn_v3 *q, sn_v3 *f, double *out)
{
  const sn_block *b = m->s->block + block;
  sn_v3 *here = m->q, F[SN_MAX_BLOCK_VECTORS];
  sn_block_stress x;
  m->q = q;
  sn_motion_stress(m, b, &(sn_block_asked){.multiplier = multiplier, .potential = 1}, &x);
  sn_form_forces(b, x.s, q, F);
  m->q = here;
  memset(f, 0, sizeof(sn_v3) * (size_t)m->s->n_vector);
  for (int a = 0; a < b->n_vec; a++) {
    f[b->vector[a]] = F[a];
  }
  memset(out, 0, sizeof(double) * (size_t)m->n_unknown);
  sn_motion_add_projection(m, f, out);
  return x.potential;
}

/* D of the block at m->q, and the whole derivative into local */
static int derivative(sn_motion *m, int block, const double *multiplier, double *local)
{
  const sn_block *b = m->s->block + block;
  const int n = b->n_form, size = m->block[block].n_local;
  double hessian[64 * 64], D[64 * 64];
  sn_block_stress x;
  memset(local, 0, sizeof(double) * (size_t)(size * size));
  sn_motion_stress(m, b, &(sn_block_asked){.multiplier = multiplier, .hessian = hessian}, &x);
  for (int k = 0; k < n * n && b->law->is_scalar; k++) {
    D[k] = x.d[0] * x.gradient[k / n] * x.gradient[k % n] + x.tau * hessian[k];
  }
  sn_motion_add_geometric(m, block, x.s, local, size);
  if (b->law->is_scalar || b->law->has_matrix) {
    sn_motion_add_material(m, block, b->law->is_scalar ? D : b->matrix, local, size);
  }
  return size;
}

static void check_block(sn_motion *m, int block, unsigned *seed)
{
  const sn_block *b = m->s->block + block;
  const double h = 1e-6;
  double local[SIZE * SIZE], given[SN_MAX_FORMS], *multiplier = b->law->is_constraint ? given : NULL;
  for (int k = 0; k < b->n_form; k++) {
    given[k] = any(seed);
  }
  const int size = derivative(m, block, multiplier, local), n = m->n_unknown, nv = m->s->n_vector;
  SN_ASSERT(size <= SIZE);
  sn_v3 *q = malloc(sizeof(sn_v3) * (size_t)nv), *f = malloc(sizeof(sn_v3) * (size_t)nv);
  double *out = malloc(sizeof(double) * 3 * (size_t)n), *xi = out + 2 * n, largest = 0, worst = 0, gap = 0, scale = 0;
  for (int i = 0; i < size * size; i++) {
    largest = fmax(largest, fabs(local[i]));
  }
  for (int r = 0, j = 0; r < b->n_node; r++) {
    for (int c = 0; c < m->node[b->node[r]].size; c++, j++) {
      double V[2];
      for (int side = 0; side < 2; side++) {
        memset(xi, 0, sizeof(double) * (size_t)n);
        xi[m->node[b->node[r]].first + c] = side ? -h : h;
        memcpy(q, m->q, sizeof(sn_v3) * (size_t)nv);
        sn_motion_expand(m, xi, q);
        V[side] = forces(m, block, multiplier, q, f, out + side * n);
      }
      for (int t = 0, i = 0; t < b->n_node; t++) {
        for (int k = 0; k < m->node[b->node[t]].size; k++, i++) {
          const int at = m->node[b->node[t]].first + k;
          worst = fmax(worst, fabs((out[at] - out[n + at]) / (2 * h) - local[i * size + j]));
        }
      }
      if (b->law->energy || b->law->potential) {
        const int at = m->node[b->node[r]].first + c;
        gap = fmax(gap, fabs((V[0] - V[1]) / (2 * h) - 0.5 * (out[at] + out[n + at])));
        scale = fmax(scale, fabs(0.5 * (out[at] + out[n + at])));
      }
    }
  }
  CHECK(worst <= 1e-7 * fmax(largest, 1e-3));
  CHECK(gap <= 1e-6 * fmax(fmax(scale, largest * 1e-2), 1e-3));
  free(q);
  free(f);
  free(out);
}

/* every block that acts at rest, in a configuration that is none of rest */
static void check_mechanism(mechanism k, int least)
{
  sn_motion *m = NULL;
  unsigned seed = 5;
  int n = 0;
  CHECK(k.status == SN_OK && sn_motion_new(k.system, k.arena, &m, &k.error) == SN_OK);
  sn_motion_read(m, &k.state);
  for (int i = 0; i < m->n_unknown; i++) {
    m->xi[i] = 0.02 * any(&seed);
  }
  sn_v3 *q = m->convective;
  memcpy(q, m->q, sizeof(sn_v3) * (size_t)k.system->n_vector);
  sn_motion_expand(m, m->xi, q);
  memcpy(m->q, q, sizeof(sn_v3) * (size_t)k.system->n_vector);
  sn_motion_set_axes(m);
  for (int i = 0; i < k.system->n_block; i++) {
    const sn_block *b = k.system->block + i;
    if (b->n_node > 0 && sn_normal_block(b) < 0 && (b->law->is_scalar || !b->law->is_rate)) {
      check_block(m, i, &seed);
      n++;
    }
  }
  CHECK(n >= least);
  sn_motion_free(m);
  mechanism_free(&k);
}

static void test_derivatives(void)
{
  check_mechanism(machine(MACHINE_ALL & ~MACHINE_FRICTION),
                  8);                        /* joints, drives, springs, stops, given torques, dampers */
  check_mechanism(free_beam(2, 2, 0, 0), 2); /* pairs */
  check_mechanism(fibre_patch(2, 0), 4);     /* fibres */
  check_mechanism(geared_wheels(), 2);
  check_mechanism(screw(), 2);
}

int main(void)
{
  RUN(test_derivatives);
  return REPORT();
}
