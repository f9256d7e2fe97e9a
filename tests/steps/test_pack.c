/* tests/steps/test_pack.c -- blocks and nodes four at a time: what lies in the lanes is what the blocks say, and a lane gives what its
 *                            block would give alone.
 * What:    every block in exactly one lane, like blocks only beside each other, lanes left over repeat the last one; numbers, gradients
 *          and stiffening of the lists against the kernel of forms; residual, matrix and moves of a mechanism are the same bits
 *          alone and beside others, whatever these are and wherever its lanes are.
 * See:     test_tangent.c: the tangent of the packs against differences; tests/promises/test_same_bits.c: instruction sets.
 */
#include <stdlib.h>

#include "harness.h"
#include "pack/forms.h"
#include "steps/ed/lanes.h"
#include "support/flexible.h"
#include "support/written.h"

/* ---- the lists of a system */

static int is_same_shape(const sn_node *a, const sn_node *b)
{
  return a->has_x == b->has_x && a->n_dir == b->n_dir && a->n_vec == b->n_vec &&
         memcmp(a->member, b->member, sizeof(int) * (size_t)a->n_dir) == 0;
}

/* every vector that point k of a takes is listed at that of b; a weight that cancelled to zero may stand for any */
static int lists_all(const sn_block *a, const sn_block *b, int k)
{
  for (int v = a->w_first[k]; v < a->w_first[k + 1]; v++) {
    int listed = a->w_value[v] == 0;
    for (int w = b->w_first[k]; w < b->w_first[k + 1]; w++) {
      listed = listed || b->w_vector[w] == a->w_vector[v];
    }
    if (!listed) {
      return 0;
    }
  }
  return 1;
}

/* a type with lists of its own: they have all vectors and weights of the block, and the same forms */
static int is_within(const sn_system *s, const sn_packs *packs, int block)
{
  const sn_pack_type *t = packs->pack[packs->pack_of[block]].type;
  const sn_block *a = t->of, *b = s->block + block;
  int good = a->law == b->law && a->n_point == b->n_point && a->n_term == b->n_term && a->n_node == b->n_node;
  for (int v = 0; good && v < b->n_vec; v++) {
    const int at = sn_pack_vector(s, packs, block, v);
    good = at >= 0 && t->node_of[at] == b->node_of[v] &&
           (b->node_of[v] < 0 || t->slot[at] == s->vector[b->vector[v]].slot);
  }
  for (int k = 0; good && k < a->n_term; k++) {
    good = a->term[k].form == b->term[k].form && a->term[k].i == b->term[k].i && a->term[k].j == b->term[k].j;
  }
  for (int k = 0; good && k < b->n_point; k++) {
    for (int w = b->w_first[k]; w < b->w_first[k + 1]; w++) {
      int listed = 0;
      for (int u = a->w_first[k]; u < a->w_first[k + 1]; u++) {
        listed += a->w_vector[u] == sn_pack_vector(s, packs, block, b->w_vector[w]);
      }
      good = good && listed == 1;
    }
  }
  return good;
}

/* one kernel can serve both: same forms of same points of same slots of like nodes */
static int is_alike(const sn_system *s, const sn_packs *packs, int block)
{
  const sn_pack_type *type = packs->pack[packs->pack_of[block]].type;
  const sn_block *a = type->of, *b = s->block + block;
  if (type->joins) {
    return is_within(s, packs, block);
  }
  if (a->law != b->law || a->n_vec != b->n_vec || a->n_point != b->n_point || a->n_form != b->n_form ||
      a->n_term != b->n_term || a->n_node != b->n_node) {
    return 0;
  }
  for (int r = 0; r < a->n_node; r++) {
    if (!is_same_shape(s->node + a->node[r], s->node + b->node[r])) {
      return 0;
    }
  }
  for (int v = 0; v < a->n_vec; v++) {
    const int owned = a->node_of[v] >= 0;
    if (a->node_of[v] != b->node_of[v] || (owned && s->vector[a->vector[v]].slot != s->vector[b->vector[v]].slot)) {
      return 0;
    }
  }
  for (int k = 0; k < a->n_term; k++) {
    if (a->term[k].form != b->term[k].form || a->term[k].i != b->term[k].i || a->term[k].j != b->term[k].j) {
      return 0;
    }
  }
  for (int k = 0; k < a->n_point; k++) {
    if (!lists_all(a, b, k) || !lists_all(b, a, k)) {
      return 0;
    }
  }
  return 1;
}

/* numbers of lane l are those of the block */
static void check_numbers(const sn_system *s, const sn_packs *packs, const sn_pack *p, int l)
{
  const sn_pack_type *t = p->type;
  const sn_block *b = s->block + p->block[l];
  int bad = 0;
  for (int a = 0; a < b->n_vec; a++) {
    bad += p->vector[SN_LANES * sn_pack_vector(s, packs, p->block[l], a) + l] != b->vector[a];
  }
  for (int r = 0; r < b->n_node; r++) {
    bad += p->node[SN_LANES * r + l] != b->node[r];
  }
  for (int w = 0; w < t->n_weight; w++) {
    double own = 0;
    for (int u = b->w_first[t->w_point[w]]; u < b->w_first[t->w_point[w] + 1]; u++) {
      own = sn_pack_vector(s, packs, p->block[l], b->w_vector[u]) == t->w_vector[w] ? b->w_value[u] : own;
    }
    bad += p->weight[w][l] != own;
  }
  for (int k = 0; k < b->n_term; k++) {
    bad += p->coefficient[k][l] != b->term[k].c;
  }
  for (int k = 0; k < b->n_form; k++) {
    bad += p->c0[k][l] != b->c0[k];
    for (int m = 0; m < b->n_form && p->matrix; m++) {
      const double v = b->matrix[k * b->n_form + m];
      bad += p->matrix[k * b->n_form + m][l] != v;
      bad += v != 0 && (m < t->column[2 * k] || m >= t->column[2 * k + 1]); /* outside of what kernels read */
    }
  }
  bad += (p->matrix != NULL) != (b->matrix != NULL);
  CHECK(bad == 0);
}

/* What the lists make of B and Ks, against the kernel; 1e-14 of the largest entry. The configuration is as good as any other. */
static void check_lists(const sn_system *s, const sn_packs *packs, const sn_pack *p, int l, const sn_v3 *q,
                        sn_arena *arena)
{
  const sn_pack_type *t = p->type;
  const sn_block *b = s->block + p->block[l];
  const int nv = t->n_vec, own = b->n_vec, nf = b->n_form;
  const sn_arena_mark here = sn_arena_here(arena);
  sn_v3 *B = SN_NEW(arena, sn_v3, nf * nv), *L = SN_NEW(arena, sn_v3, nf * nv),
        *point = SN_NEW(arena, sn_v3, b->n_point);
  int *of = SN_NEW(arena, int, nv); /* vectors of the block, -1: one that it does not have */
  double *G = SN_NEW(arena, double, own *own), *stress = SN_NEW(arena, double, nf);
  sn_lane *H = SN_NEW(arena, sn_lane, nv * nv), *lanes = SN_NEW(arena, sn_lane, nf);
  double size = 1, apart = 0, stiff = 1, stiff_apart = 0;
  for (int w = 0; w < t->n_weight; w++) {
    const int a = p->vector[SN_LANES * t->w_vector[w] + l];
    point[t->w_point[w]] = v3_axpy(point[t->w_point[w]], p->weight[w][l], q[a]);
  }
  for (int f = 0; f < nf; f++) {
    stress[f] = 1 + 0.1 * f;
    for (int i = t->gradient_first[f]; i < t->gradient_first[f + 1]; i++) {
      const sn_gradient *g = t->gradient + i;
      for (int k = g->first; k < g->end; k++) {
        const sn_gradient_term *h = t->share + k;
        const double c = p->coefficient[h->term][l] * p->weight[h->weight][l];
        L[f * nv + g->vector] = v3_axpy(L[f * nv + g->vector], c, point[h->point]);
      }
    }
  }
  for (int i = 0; i < nv; i++) {
    of[i] = -1;
  }
  for (int i = 0; i < own; i++) {
    of[sn_pack_vector(s, packs, p->block[l], i)] = i;
  }
  sn_form_rates(b, q, B);
  sn_geometric(b, stress, 1, G);
  for (int f = 0; f < nf; f++) {
    lanes[f] = lane(stress[f]);
  }
  sn_pack_stiffen(p, lanes, lane(1), H);
  for (int i = 0; i < nf * nv; i++) {
    const int a = of[i % nv], owned = a >= 0 && b->node_of[a] >= 0;
    const sn_v3 is = owned ? B[i / nv * own + a] : v3(0, 0, 0); /* gradients of vectors of nodes only */
    size = fmax(size, v3_norm(is));
    apart = fmax(apart, v3_norm(v3_sub(is, L[i])));
  }
  for (int i = 0; i < nv * nv; i++) {
    const int a = of[i / nv], c = of[i % nv];
    const double is = a >= 0 && c >= 0 ? G[a * own + c] : 0;
    stiff = fmax(stiff, fabs(is));
    stiff_apart = fmax(stiff_apart, fabs(is - H[i][l]));
  }
  CHECK_BELOW(apart, 1e-14 * size);
  CHECK_BELOW(stiff_apart, 1e-14 * stiff);
  sn_arena_reset(arena, here);
}

/* what a type says about nodes and slots of its blocks */
static void check_type(const sn_system *s, const sn_packs *packs, int block)
{
  const sn_pack_type *t = packs->pack[packs->pack_of[block]].type;
  const sn_block *b = s->block + block;
  int bad = 0;
  for (int r = 0; r < b->n_node; r++) {
    const sn_node *c = s->node + b->node[r];
    bad += t->shape[r].has_x != c->has_x || t->shape[r].n_dir != c->n_dir ||
           t->shape[r].n_rate != 3 * c->has_x + sn_node_rotations(c);
    for (int k = 0; k < 4; k++) {
      const int a = t->local[4 * r + k];
      bad += a >= 0 && (t->node_of[a] != r || t->slot[a] != k);
    }
  }
  for (int a = 0; a < b->n_vec; a++) {
    bad += b->node_of[a] >= 0 &&
           t->local[4 * b->node_of[a] + s->vector[b->vector[a]].slot] != sn_pack_vector(s, packs, block, a);
  }
  CHECK(bad == 0);
}

typedef struct {
  int systems, blocks, packs, point, axes, joined;
  int missed; /* points held by a joint whose rows were not taken as such */
} tally;

/* the three rows of a joint that hold a point: one gap along three axes */
static int holds_point(const sn_block *b)
{
  return b->law == &sn_law_constraint && b->n_form == 3 && b->n_term == 3 && b->term[0].i == b->term[1].i &&
         b->term[0].i == b->term[2].i && b->meets;
}

static void check_packs(const sn_system *s, const sn_v3 *q, int left_out, sn_arena *arena, tally *sum)
{
  int *category = SN_NEW(arena, int, s->n_block), *nodes = SN_NEW(arena, int, s->n_node),
      *seen = SN_NEW(arena, int, s->n_block);
  sn_packs packs;
  sn_error error = {0};
  for (int i = 0; i < s->n_block; i++) { /* some left out, some kept apart by the scheme */
    category[i] = left_out > 0 && i % left_out == 0 ? -1 : left_out > 0 ? i % 2 : 0;
  }
  CHECK_OK(sn_packs_new(s, category, nodes, arena, &packs, &error), error);
  for (int i = 0; i < packs.n; i++) {
    const sn_pack *p = packs.pack + i;
    CHECK(p->n >= 1 && p->n <= SN_LANES);
    for (int l = 0; l < SN_LANES; l++) {
      CHECK(l < p->n || p->block[l] == p->block[p->n - 1]);
      CHECK(l >= p->n || (packs.pack_of[p->block[l]] == i && packs.lane_of[p->block[l]] == l));
      CHECK(is_alike(s, &packs, p->block[l]) && category[p->block[l]] == p->type->category);
      seen[p->block[l]] += l < p->n;
      check_numbers(s, &packs, p, l);
      check_lists(s, &packs, p, l, q, arena);
      check_type(s, &packs, p->block[l]);
    }
    if (i > 0 && p->type == p[-1].type) {
      CHECK(p[-1].n == SN_LANES); /* only the last pack of a type has lanes left over */
    }
    sum->point += p->type->rows == SN_ROWS_POINT;
    sum->missed += p->type->rows != SN_ROWS_POINT && holds_point(p->type->of);
    sum->axes += p->type->rows == SN_ROWS_AXES;
    sum->joined += p->type->joins;
  }
  for (int i = 0; i < s->n_block; i++) {
    CHECK(seen[i] == (category[i] >= 0));
    CHECK(category[i] >= 0 || (packs.pack_of[i] == -1 && packs.lane_of[i] == -1));
  }
  sum->systems++;
  sum->blocks += s->n_block;
  sum->packs += packs.n;
}

static void check_node_packs(const sn_system *s, sn_arena *arena)
{
  int *category = SN_NEW(arena, int, s->n_node + s->n_block), *seen = SN_NEW(arena, int, s->n_node), bad = 0;
  sn_packs packs;
  sn_error error = {0};
  CHECK_OK(sn_packs_new(s, category + s->n_node, category, arena, &packs, &error), error);
  const int n = packs.n_node;
  const sn_node_pack *pack = packs.node;
  for (int i = 0; i < n; i++) {
    for (int l = 0; l < SN_LANES; l++) {
      const sn_node *c = s->node + pack[i].node[l];
      bad += l >= pack[i].n && pack[i].node[l] != pack[i].node[pack[i].n - 1];
      bad += !is_same_shape(s->node + pack[i].node[0], c);
      seen[pack[i].node[l]] += l < pack[i].n;
      for (int a = 0; a < c->n_vec; a++) {
        bad += pack[i].vector[a][l] != c->vector[a];
        for (int b = 0; b < c->n_vec; b++) {
          bad += pack[i].mass[a][b][l] != c->mass[a][b] || (c->mass[a][b] != 0 && !pack[i].has_mass[a][b]);
        }
      }
    }
  }
  for (int i = 0; i < s->n_node; i++) {
    bad += seen[i] != 1;
  }
  CHECK(bad == 0);
}

static void check_system(const sn_system *s, const sn_v3 *q, sn_arena *arena, tally *sum)
{
  check_packs(s, q, 0, arena, sum);
  check_packs(s, q, 3, arena, sum);
  check_node_packs(s, arena);
}

static void test_by_hand(void)
{
  mechanism m[] = {machine(MACHINE_ALL),       double_pendulum(0), spinning_bar(100, 7),   free_beam(3, 5, 1, 0.1),
                   spinning_beam(2, 3, 0, 10), fibre_patch(3, 1),  geared_wheels(),        screw(),
                   spinning_body(10, 1),       free_pair(),        strip(1, 9, 0, 1000.0), overconstrained()};
  tally sum = {0};
  for (size_t i = 0; i < sizeof m / sizeof *m; i++) {
    CHECK_OK(m[i].status, m[i].error);
    check_system(m[i].system, m[i].state.q, m[i].arena, &sum);
    mechanism_free(m + i);
  }
  printf("  %d systems: %d blocks in %d packs\n", sum.systems, sum.blocks, sum.packs);
  CHECK(sum.point > 0 && sum.axes > 0 && sum.missed == 0);
}

static void test_random(void)
{
  tally sum = {0};
  for (uint64_t seed = 1; seed <= 60; seed++) {
    mechanism m = random_written(seed, seed % 2 == 0, 6);
    CHECK_OK(m.status, m.error);
    check_system(m.system, m.state.q, m.arena, &sum);
    mechanism_free(&m);
  }
  printf("  %d systems: %d blocks in %d packs\n", sum.systems, sum.blocks, sum.packs);
  CHECK(sum.point > 0 && sum.axes > 0 && sum.missed == 0);
}

/* Joints at the middle of their bodies and apart from it along one axis and two lie side by side: weights of zero where there is no
   offset. Full packs stay as many. */
static void test_joined(void)
{
  static const char *const text = "local at = { {0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {1, 2, 0} }\n"
                                  "for k = 1, %d do\n"
                                  "  for i = 1, %d do\n"
                                  "    local b = body { at = {0, 0, k}, mass = 1, inertia = {0.1, 0.2, 0.3} }\n"
                                  "    spherical { ground, b, at = {at[i][1], at[i][2], k + at[i][3]} }\n"
                                  "  end\n"
                                  "end\n";
  for (int full = 0; full < 2; full++) {
    char filled[600];
    (void)snprintf(filled, sizeof filled, text, full ? 4 : 1, 4);
    mechanism m = written(filled);
    tally sum = {0};
    CHECK_OK(m.status, m.error);
    check_packs(m.system, m.state.q, 0, m.arena, &sum);
    printf("  %d joints in %d packs\n", sum.blocks, sum.packs);
    CHECK(sum.blocks == (full ? 16 : 4) && sum.packs == (full ? 4 : 1));
    CHECK(full || sum.joined == 1);
    mechanism_free(&m);
  }
}

/* ---- a lane gives what its block would give alone */

/* Cells from..to: they lie in one place and do not touch; masses, stiffnesses and speeds of each are its own. */
static mechanism cells(int from, int to)
{
  static const char *const text =
      "for k = %d, %d do\n"
      "  local a = body { mass = 1 + 0.1*k, center = {0.1, 0.02*k, 0}, inertia = {0.02, 0.03, 0.025 + 0.001*k} }\n"
      "  local b = body { at = {1, 0, 0}, mass = 0.5 + 0.05*k, inertia = {0.01 + 0.002*k, 0.012, 0.011} }\n"
      "  local c = body { at = {1, 1, 0}, mass = 0.4, inertia = {0.011, 0.012, 0.013 + 0.001*k},\n"
      "                   angular_velocity = {1, 0.3*k, 2} }\n"
      "  local p = point { at = {2, 1, 0}, mass = 0.3*k, velocity = {0, 0, k} }\n"
      "  revolute { ground, a, at = {0, 0, 0}, axis = {0, 0.1*k, 1}, initial_rate = k, stiffness = 3, damping = 0.1*k "
      "}\n"
      "  universal { a, b, at = {1, 0, 0}, axis_a = 'x', axis_b = 'y' }\n"
      "  spherical { b, c, at = {1, 0.5, 0} }\n"
      "  spring { c, p, stiffness = 50 + k, length = 0.9, damping = 0.2 }\n"
      "  distance { b, p }\n"
      "  bushing { a, c, at = {1, 0.5, 0.1}, stiffness = {20, 30, 10*k, 1, 2, 3}, damping = {1, 1, 1, 0.1, 0.1, 0.1} "
      "}\n"
      "  cable { p, elements = 3, to = {3, 1.1, 0}, stiffness = 100 + k, mass_per_length = 0.1*k }\n"
      "end\n"
      "gravity {0, 0, -9.81}\n";
  char filled[4096];
  (void)snprintf(filled, sizeof filled, text, from, to);
  return written(filled);
}

static sn_stepper *begun(mechanism *m, double alpha, double h)
{
  const sn_step_options options = {.alpha = alpha};
  sn_stepper *x = NULL;
  CHECK_OK(m->status, m->error);
  if (m->status != SN_OK ||
      sn_scheme_begin(&sn_scheme_ed, m->system, &options, m->arena, &m->state, &x, &m->error) != SN_OK) {
    CHECK_OK(m->error.status, m->error);
    return NULL;
  }
  x->now.h = h;
  x->now.hh = h * h;
  x->now.start = &m->state;
  CHECK_OK(ed_damping_measure(x, x->now.start, &m->error), m->error);
  ed_damping_fade(x);
  ed_start(x, 0);
  return x;
}

/* the blocks of a cell among those of all, in their order: nodes of a cell lie in a row, and every block has one */
static void blocks_of(const sn_stepper *all, const sn_stepper *one, int cell, int *block)
{
  int n = 0;
  for (int i = 0; i < all->s->n_block; i++) {
    if (all->s->block[i].node[0] / one->s->n_node == cell && n < one->s->n_block) {
      block[n++] = i;
    }
  }
  CHECK(n == one->s->n_block);
}

/* the unknowns of a cell among those of all */
static void unknowns_of(const sn_stepper *all, const sn_stepper *one, int cell, const int *block, int *at)
{
  const int nn = one->s->n_node, nb = one->s->n_block;
  for (int i = 0; i < nn; i++) {
    for (int j = 0; j < one->all.layout.node_size[i]; j++) {
      at[one->all.layout.node_first[i] + j] = all->all.layout.node_first[cell * nn + i] + j;
    }
  }
  for (int i = 0; i < nb; i++) {
    for (int j = 0; j < one->all.layout.multipliers[i] && one->all.layout.block_first[i] >= 0; j++) {
      at[one->all.layout.block_first[i] + j] = all->all.layout.block_first[block[i]] + j;
    }
  }
}

static int rows_differ(const sn_stepper *all, const sn_stepper *one, const int *at)
{
  int n = 0;
  for (int i = 0; i < one->all.layout.n; i++) {
    n += all->all.rhs[at[i]] != one->all.rhs[i];
  }
  return n;
}

/* Damping of the blocks comes from solves in another order: equal to round-off, and from here on to the bit. */
static void take_alpha(const sn_stepper *all, sn_stepper *one, const int *block)
{
  for (int b = 0; b < one->s->n_block; b++) {
    if (one->all.packs.pack_of[b] >= 0) {
      sn_law_pack *p = one->pack + one->all.packs.pack_of[b];
      const sn_law_pack *q = all->pack + all->all.packs.pack_of[block[b]];
      const int k = all->all.packs.lane_of[block[b]];
      CHECK_NEAR(p->alpha[one->all.packs.lane_of[b]], q->alpha[k], 1e-12);
      for (int l = 0; l < SN_LANES; l++) { /* in lanes left over, too */
        if (p->is->block[l] == b) {
          p->alpha[l] = q->alpha[k];
          p->ra[l] = q->ra[k];
        }
      }
    }
  }
}

/* Residuals, matrices and moves of the cells side by side and of each alone: the same bits. The moves are any numbers: solves may differ,
   since the order of elimination does. */
static void lanes_alone(double alpha)
{
  enum { CELLS = 6 };
  mechanism m = cells(1, CELLS);
  sn_stepper *all = begun(&m, alpha, 0.01);
  for (int cell = 0; cell < CELLS && all; cell++) {
    mechanism m1 = cells(cell + 1, cell + 1);
    sn_stepper *one = begun(&m1, alpha, 0.01);
    const int n = one ? one->all.layout.n : 0;
    int *at = SN_NEW(m1.arena, int, n), *block = SN_NEW(m1.arena, int, m1.system->n_block), rows = 0, columns = 0;
    double size, *e = SN_NEW(m1.arena, double, n), *a = SN_NEW(m1.arena, double, n),
                 *E = SN_NEW(m1.arena, double, all->all.layout.n), *A = SN_NEW(m1.arena, double, all->all.layout.n);
    if (!one) {
      break;
    }
    CHECK(all->s->n_node == CELLS * one->s->n_node && all->s->n_block == CELLS * one->s->n_block);
    blocks_of(all, one, cell, block);
    unknowns_of(all, one, cell, block, at);
    if (cell > 0) { /* from the start again */
      ed_start(all, 0);
    }
    take_alpha(all, one, block);
    for (int round = 0; round < 3; round++) {
      sn_assembler_evaluate(&all->all);
      sn_assembler_evaluate(&one->all);
      rows += rows_differ(all, one, at);
      CHECK_OK(sn_assembler_iterate(&all->all, SN_TANGENT_CAREFUL, &size), m.error);
      CHECK_OK(sn_assembler_iterate(&one->all, SN_TANGENT_CAREFUL, &size), m1.error);
      for (int j = 0; j < n; j++) {
        memset(a, 0, sizeof *a * (size_t)n);
        memset(A, 0, sizeof *A * (size_t)all->all.layout.n);
        e[j] = E[at[j]] = 1;
        sn_lin_times(one->all.layout.lin, 1, 0, e, a);
        sn_lin_times(all->all.layout.lin, 1, 0, E, A);
        for (int i = 0; i < n; i++) {
          columns += a[i] != A[at[i]];
        }
        e[j] = E[at[j]] = 0;
      }
      for (int i = 0; i < n; i++) {
        one->all.rhs[i] = 1e-3 * sin(1.0 + i);
      }
      memset(all->all.rhs, 0, sizeof(double) * (size_t)all->all.layout.n);
      for (int i = 0; i < n; i++) {
        all->all.rhs[at[i]] = one->all.rhs[i];
      }
      for (int i = 0; i < all->all.packs.n_node; i++) {
        (void)ed_nodes_increments(all, all->all.packs.node + i, 0);
      }
      for (int i = 0; i < one->all.packs.n_node; i++) {
        (void)ed_nodes_increments(one, one->all.packs.node + i, 0);
      }
      sn_assembler_apply(&all->all);
      sn_assembler_apply(&one->all);
    }
    CHECK(rows == 0);
    CHECK(columns == 0);
    sn_scheme_ed.destroy(one);
    mechanism_free(&m1);
  }
  if (all) {
    sn_scheme_ed.destroy(all);
  }
  mechanism_free(&m);
}

static void test_lanes_alone(void)
{
  lanes_alone(0);
  lanes_alone(1);
}

int main(void)
{
  RUN(test_by_hand);
  RUN(test_random);
  RUN(test_joined);
  RUN(test_lanes_alone);
  return REPORT();
}
