/* tests/pack/test_kernels.c -- kernels in lanes, each against the plain formula: forms, forces, geometric stiffness, products.
 * How:     four blocks alike in shape with numbers of their own, so that every lane has its own answer; one node of each kind.
 * See:     test_packs.c: which blocks become a pack; tests/steps/test_pack.c: packs of whole models.
 */
#include <math.h>
#include <stdlib.h>

#include "harness.h"
#include "pack/forms.h"
#include "system/builder.h"

enum { MOST = 64 };

/* ---- numbers without a pattern, the same in every run */

static double next(unsigned *seed)
{
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / (1 << 23) - 1;
}

static sn_v3 any_v3(unsigned *seed)
{
  const double x = next(seed), y = next(seed);
  return v3(x, y, next(seed));
}

/* ---- four blocks: a triad, a fibre and a point each; five forms */

typedef struct {
  sn_arena *arena;
  const sn_system *s;
  sn_packs packs;
  sn_v3 *q; /* some configuration: directors need not be orthonormal for what is tested here */
} bench;

static void add_block(sn_builder *b, unsigned *seed)
{
  const sn_v3 zero = v3(0, 0, 0);
  const int triad = sn_add_triad(b, any_v3(seed), zero, m3_identity(), zero);
  const int fibre = sn_add_fibre(b, any_v3(seed), zero, v3(0, 0, 1), zero);
  const int point = sn_add_point(b, any_v3(seed), zero);
  const int x[3] = {sn_vector_of(b, triad, 0), sn_vector_of(b, fibre, 0), sn_vector_of(b, point, 0)};
  const int d[2] = {sn_vector_of(b, triad, 2), sn_vector_of(b, fibre, 3)};
  for (int k = 0; k < 3; k++) {
    sn_add_mass(b, x[k], x[k], 1);
  }
  for (int k = 1; k < 4; k++) {
    sn_add_mass(b, sn_vector_of(b, triad, k), sn_vector_of(b, triad, k), 0.1);
  }
  sn_add_mass(b, d[1], d[1], 0.1);
  sn_block_begin(b, &sn_law_elastic, "test");
  const double w1[3] = {next(seed), next(seed), next(seed)}, w2[3] = {next(seed), next(seed), next(seed)};
  const double w3[2] = {next(seed), next(seed)};
  const int g1 = sn_interpolate(b, 3, x, w1), g2 = sn_interpolate(b, 3, x, w2), g3 = sn_interpolate(b, 2, d, w3);
  const int pairs[5][2] = {{g1, g1}, {g2, g2}, {g1, g2}, {g1, g3}, {g3, g3}};
  for (int k = 0; k < 5; k++) {
    const int f = sn_form(b, next(seed), pairs[k][0], pairs[k][1], next(seed));
    sn_form_term(b, next(seed), g2, g3);
    sn_block_matrix(b, f, f, 2 + next(seed));
  }
  sn_block_matrix(b, 1, 3, next(seed));
}

/* Packs of n blocks like these, all of category 0. */
static bench begin(int n_block)
{
  bench k = {.arena = sn_arena_new(NULL)};
  unsigned seed = 7;
  sn_error error = {0};
  sn_state start;
  sn_builder *b = sn_builder_new(k.arena);
  for (int i = 0; i < n_block; i++) {
    add_block(b, &seed);
  }
  CHECK_OK(sn_builder_finish(b, &k.s, &start, &error), error);
  int *category = SN_NEW(k.arena, int, n_block), *of_node = SN_NEW(k.arena, int, k.s->n_node);
  CHECK_OK(sn_packs_new(k.s, category, of_node, k.arena, &k.packs, &error), error);
  k.q = SN_NEW(k.arena, sn_v3, k.s->n_vector);
  for (int i = 0; i < k.s->n_vector; i++) {
    k.q[i] = any_v3(&seed);
  }
  return k;
}

static sn_v3 of_lane(const sn_lv3 *v, int l)
{
  return v3(v->x[0][l], v->x[1][l], v->x[2][l]);
}

/* strains, their changes and the forces of four blocks, and those of each block by the kernel of forms */
static void test_forms(void)
{
  bench k = begin(4);
  const sn_pack *p = k.packs.pack;
  CHECK(k.packs.n_type == 1 && k.packs.n == 1 && p->n == 4);
  sn_lv3 vector[MOST], point[MOST], moved[MOST], change[MOST], room[MOST], on[MOST];
  sn_lane e[MOST], rate[MOST], s[MOST];
  sn_v3 *v = SN_NEW(k.arena, sn_v3, k.s->n_vector);
  unsigned seed = 99;
  for (int i = 0; i < k.s->n_vector; i++) {
    v[i] = any_v3(&seed);
  }
  sn_pack_vectors(p, k.q, vector);
  sn_pack_points(p, vector, point);
  sn_pack_strains(p, point, 1, e);
  sn_pack_vectors(p, v, moved);
  sn_pack_points(p, moved, change);
  sn_pack_changes(p, lane(3), point, 1, change, 1, rate);
  for (int f = 0; f < p->type->n_form; f++) {
    s[f] = (sn_lane){next(&seed), next(&seed), next(&seed), next(&seed)};
  }
  sn_pack_forces(p, lane(3), s, point, 1, room, on);
  for (int l = 0; l < SN_LANES; l++) {
    const sn_block *b = k.s->block + p->block[l];
    double own[MOST], speed[MOST], stress[MOST], power = 0, sum = 0;
    sn_v3 force[MOST] = {{{0}}};
    sn_forms(b, k.q, own);
    sn_form_speeds(b, k.q, v, speed);
    for (int f = 0; f < b->n_form; f++) {
      stress[f] = s[f][l];
      CHECK_NEAR(e[f][l], own[f], 1e-14);
      CHECK_NEAR(rate[f][l], 3 * speed[f], 1e-13);
      power += stress[f] * rate[f][l];
    }
    sn_form_forces(b, stress, k.q, force);
    for (int a = 0; a < b->n_vec; a++) {
      CHECK_BELOW(v3_norm(v3_sub(of_lane(on + a, l), v3_scale(3, force[a]))), 1e-13);
      sum += v3_dot(of_lane(on + a, l), v[b->vector[a]]);
    }
    CHECK_NEAR(sum, power, 1e-12); /* the work of forces is that of stresses */
  }
  sn_arena_free(k.arena);
}

/* the row of the law's matrix, of which the kernel reads the entries that are not zero */
static void test_matrix_row(void)
{
  bench k = begin(4);
  const sn_pack *p = k.packs.pack;
  const int n = p->type->n_form;
  unsigned seed = 5;
  sn_lane by[MOST];
  for (int f = 0; f < n; f++) {
    by[f] = (sn_lane){next(&seed), next(&seed), next(&seed), next(&seed)};
  }
  for (int f = 0; f < n; f++) {
    const sn_lane got = sn_pack_matrix_row(p, f, by);
    for (int l = 0; l < SN_LANES; l++) {
      double want = 0;
      for (int g = 0; g < n; g++) {
        want += k.s->block[p->block[l]].matrix[f * n + g] * by[g][l];
      }
      CHECK_NEAR(got[l], want, 1e-14);
    }
  }
  sn_arena_free(k.arena);
}

/* Forces are linear in the vectors: their change is G times that of the vectors, to round-off; G is symmetric. */
static void test_geometric(void)
{
  bench k = begin(4);
  const sn_pack *p = k.packs.pack;
  const int nv = p->type->n_vec, n_form = p->type->n_form;
  sn_lv3 vector[MOST], point[MOST], room[MOST], before[MOST], after[MOST], step[MOST];
  sn_lane s[MOST], G[MOST * MOST];
  unsigned seed = 3;
  for (int f = 0; f < n_form; f++) {
    s[f] = (sn_lane){next(&seed), next(&seed), next(&seed), next(&seed)};
  }
  sn_pack_vectors(p, k.q, vector);
  sn_pack_points(p, vector, point);
  sn_pack_forces(p, lane(2), s, point, 1, room, before);
  sn_pack_stiffen(p, s, lane(2), G);
  for (int a = 0; a < nv; a++) {
    for (int i = 0; i < 3; i++) {
      step[a].x[i] = (sn_lane){next(&seed), next(&seed), next(&seed), next(&seed)};
      vector[a].x[i] += step[a].x[i];
    }
  }
  sn_pack_points(p, vector, point);
  sn_pack_forces(p, lane(2), s, point, 1, room, after);
  for (int l = 0; l < SN_LANES; l++) {
    for (int a = 0; a < nv; a++) {
      sn_v3 want = v3_sub(of_lane(after + a, l), of_lane(before + a, l));
      for (int b = 0; b < nv; b++) {
        want = v3_axpy(want, -G[a * nv + b][l], of_lane(step + b, l));
        CHECK(G[a * nv + b][l] == G[b * nv + a][l]);
      }
      CHECK_BELOW(v3_norm(want), 1e-13);
    }
  }
  sn_arena_free(k.arena);
}

/* T = L^T S and T += L^T S for one, two and three rows and every number of columns up to nine; the rest of T stays */
static void test_product(void)
{
  enum { FORMS = 5, WIDE = 12 };
  sn_lane L[FORMS * WIDE], S[FORMS * WIDE], T[3 * WIDE];
  unsigned seed = 11;
  for (int i = 0; i < FORMS * WIDE; i++) {
    L[i] = (sn_lane){next(&seed), next(&seed), next(&seed), next(&seed)};
    S[i] = (sn_lane){next(&seed), next(&seed), next(&seed), next(&seed)};
  }
  const int used[3] = {0, 2, 4}; /* forms that the node feels */
  for (int nc = 3; nc <= 9; nc++) {
    for (int rows = 1; rows <= 3; rows++) {
      for (int adds = 0; adds < 2; adds++) {
        ptrdiff_t form[3];
        for (int i = 0; i < 3; i++) {
          form[i] = (ptrdiff_t)sizeof(sn_lane) * used[i] * nc;
        }
        for (int i = 0; i < 3 * WIDE; i++) {
          T[i] = lane(0.5);
        }
        const sn_product p = {L, S, T, nc, WIDE, adds};
        sn_product_rows(&p, form, 3, 0, rows);
        int bad = 0;
        for (int r = 0; r < 3; r++) {
          for (int c = 0; c < WIDE; c++) {
            for (int l = 0; l < SN_LANES; l++) {
              const int inside = r < rows && c < nc;
              double want = adds || !inside ? 0.5 : 0;
              for (int i = 0; inside && i < 3; i++) {
                want += L[used[i] * nc + r][l] * S[used[i] * nc + c][l];
              }
              bad += !(fabs(T[r * WIDE + c][l] - want) <= 1e-15);
            }
          }
        }
        CHECK(bad == 0);
      }
    }
  }
}

/* rotations of a triad are about the ground axes, those of a fibre along its two directions; a scalar feels one component */
static void test_rows_of_nodes(void)
{
  const sn_node_shape triad = {.has_x = 1, .n_x = 3, .n_rot = 3}, fibre = {.has_x = 1, .n_x = 3, .n_rot = 2};
  const sn_node_shape scalar = {.has_x = 1, .n_x = 1};
  const sn_lv3 v = {{lane(1), lane(2), lane(3)}}, q = {{lane(0), lane(0), lane(2)}};
  const sn_lv3 along[2] = {{{lane(1), lane(0), lane(0)}}, {{lane(0), lane(0.6), lane(0.8)}}};
  sn_lane to[6] = {lane(0), lane(0), lane(0), lane(0), lane(0), lane(0)};
  sn_lane_add_rows(&triad, NULL, 1, q, v, to); /* q x v = (-4, 2, 0) */
  CHECK(to[0][1] == 0 && to[3][1] == -4 && to[4][2] == 2 && to[5][3] == 0);
  sn_lane_add_rows(&triad, NULL, 0, q, v, to);
  CHECK(to[0][0] == 1 && to[1][1] == 2 && to[2][2] == 3 && to[3][0] == -4);
  sn_lane turn[5] = {lane(0), lane(0), lane(0), lane(0), lane(0)};
  sn_lane_add_rows(&fibre, along, 1, q, v, turn);
  CHECK(turn[3][0] == -4 && fabs(turn[4][3] - 1.2) < 1e-15 && turn[2][1] == 0);
  sn_lane one[2] = {lane(10), lane(20)};
  sn_lane_add_rows(&scalar, NULL, 0, q, v, one);
  CHECK(one[0][2] == 11 && one[1][2] == 20);
}

/* a number that is none is the largest, in whatever lane and on whatever side */
static void test_largest(void)
{
  const sn_lane a = {1, -5, 3, 2}, b = {0, 4, NAN, 2};
  CHECK(sn_largest(a, 2.5) == 3 && sn_largest(a, 7) == 7 && isnan(sn_largest(b, 9)));
  const sn_lane c = sn_larger_lane(a, b), d = sn_larger_lane(b, a);
  CHECK(c[0] == 1 && c[1] == 4 && c[3] == 2 && d[0] == 1 && d[1] == 4 && isnan(d[2]));
}

int main(void)
{
  RUN(test_forms);
  RUN(test_matrix_row);
  RUN(test_geometric);
  RUN(test_product);
  RUN(test_rows_of_nodes);
  RUN(test_largest);
  return REPORT();
}
