/* tests/instant/test_batch.c -- blocks at one instant, four at a time: the derivative of their forces over the unknowns of their nodes.
 * Laws:    every block that acts is in a lane, and its lane gives the forces of the kernel of forms; material and geometric part together
 *          are the derivative of C^T B^T s, every law, nodes of every kind; those by rates that by velocities; rows of constraints are
 *          the derivative of their strains; the stress of a law is the slope of its potential along any motion.
 */
#include <stdlib.h>

#include "harness.h"
#include "instant/batch.h"
#include "support/flexible.h"
#include "support/written.h"

static double any(unsigned *seed)
{
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / (1 << 24) * 2 - 1;
}

typedef struct {
  sn_instant *m;
  sn_batch x;
  double *given;       /* n_stress: multipliers */
  sn_v3 *q, *v, *f;    /* n_vector */
  double *out[2], *xi; /* n_unknown */
} bench;

/* The pack at hand asked at q with velocities v (NULL: at rest). */
static void ask(bench *b, int pack, sn_v3 *q, const sn_v3 *v)
{
  const sn_pack *p = b->x.packs.pack + pack;
  sn_batch_at at = {.v = v};
  sn_v3 *here = b->m->q;
  for (int l = 0; l < SN_LANES && p->type->of->law->is_constraint; l++) {
    at.multiplier[l] = b->given + b->m->s->block[p->block[l]].stress;
  }
  b->m->q = q;
  sn_batch_take(&b->x, pack);
  sn_batch_stress(&b->x, &at);
  sn_batch_forces(&b->x);
  b->m->q = here;
}

/* C^T B^T s of block `l` of the pack at hand, rows by the columns at m->q. */
static void project(bench *b, int l, double *out)
{
  const sn_pack *p = b->x.is;
  memset(b->f, 0, sizeof(sn_v3) * (size_t)b->m->s->n_vector);
  for (int a = 0; a < p->type->n_vec; a++) {
    b->f[p->vector[SN_LANES * a + l]] = v3(b->x.on[a].x[0][l], b->x.on[a].x[1][l], b->x.on[a].x[2][l]);
  }
  memset(out, 0, sizeof(double) * (size_t)b->m->n_unknown);
  sn_instant_add_projection(b->m, b->f, out);
}

/* Forces of every lane against the kernel of forms. */
static void check_forces(bench *b, int pack)
{
  ask(b, pack, b->m->q, b->m->v);
  const sn_pack *p = b->x.is;
  for (int l = 0; l < p->n; l++) {
    sn_v3 F[SN_MAX_BLOCK_VECTORS];
    double s[SN_MAX_FORMS], e[SN_MAX_FORMS], rate[SN_MAX_FORMS], gap = 0, size = 1e-9;
    const sn_block *block = b->m->s->block + p->block[l];
    sn_forms(block, b->m->q, e);
    sn_form_speeds(block, b->m->q, b->m->v, rate);
    for (int k = 0; k < block->n_form; k++) {
      s[k] = b->x.s[k][l];
      CHECK(fabs(e[k] - b->x.e[k][l]) <= 1e-13 * (1 + fabs(e[k])));
      CHECK(fabs(rate[k] - b->x.rate[k][l]) <= 1e-12 * (1 + fabs(rate[k])));
    }
    sn_form_forces(block, s, b->m->q, F);
    for (int a = 0; a < block->n_vec; a++) {
      const int in = sn_pack_vector(b->m->s, &b->x.packs, p->block[l], a); /* vectors have the order of the pack */
      const sn_v3 here = v3(b->x.on[in].x[0][l], b->x.on[in].x[1][l], b->x.on[in].x[2][l]);
      gap = fmax(gap, v3_norm(v3_sub(F[a], here)));
      size = fmax(size, v3_norm(F[a]));
    }
    CHECK(gap <= 1e-13 * size);
  }
}

/* Column j of block `l` by differences: forces on both sides of its unknown. `by` strain: the configuration, by rate: the velocity. */
static void differences(bench *b, int pack, int l, int unknown, sn_by by, double h, double V[2])
{
  for (int side = 0; side < 2; side++) {
    memset(b->xi, 0, sizeof(double) * (size_t)b->m->n_unknown);
    b->xi[unknown] = side ? -h : h;
    memcpy(b->q, b->m->q, sizeof(sn_v3) * (size_t)b->m->s->n_vector);
    memset(b->v, 0, sizeof(sn_v3) * (size_t)b->m->s->n_vector);
    sn_instant_expand(b->m, b->xi, by == SN_BY_STRAIN ? b->q : b->v);
    ask(b, pack, b->q, by == SN_BY_STRAIN ? NULL : b->v);
    V[side] = b->x.law[l].potential;
    project(b, l, b->out[side]);
  }
}

static void check_lane(bench *b, int pack, int l, sn_by by)
{
  const sn_pack *p = b->x.packs.pack + pack;
  const sn_block *block = b->m->s->block + p->block[l];
  const int n = p->n_local, has_potential = block->law->energy || block->law->potential;
  const double h = 1e-6;
  double worst = 0, gap = 0, scale = 0, largest = 0;
  memset(b->v, 0, sizeof(sn_v3) * (size_t)b->m->s->n_vector);
  ask(b, pack, b->m->q, by == SN_BY_STRAIN ? NULL : b->v);
  sn_batch_tangent(&b->x);
  if (by == SN_BY_STRAIN) {
    sn_batch_add_geometric(&b->x);
  }
  (void)sn_batch_add_material(&b->x, by, 0);
  double *T = malloc(sizeof(double) * (size_t)(n * n));
  for (int i = 0; i < n * n; i++) {
    T[i] = b->x.T[i][l];
    largest = fmax(largest, fabs(T[i]));
  }
  for (int r = 0, j = 0; r < block->n_node; r++) {
    for (int c = 0; c < b->m->node[block->node[r]].size; c++, j++) {
      double V[2];
      const int own = b->m->node[block->node[r]].first + c;
      differences(b, pack, l, own, by, h, V);
      for (int t = 0, i = 0; t < block->n_node; t++) {
        for (int k = 0; k < b->m->node[block->node[t]].size; k++, i++) {
          const int at = b->m->node[block->node[t]].first + k;
          worst = fmax(worst, fabs((b->out[0][at] - b->out[1][at]) / (2 * h) - T[i * n + j]));
        }
      }
      if (has_potential && by == SN_BY_STRAIN) {
        const double mean = 0.5 * (b->out[0][own] + b->out[1][own]);
        gap = fmax(gap, fabs((V[0] - V[1]) / (2 * h) - mean));
        scale = fmax(scale, fabs(mean));
      }
    }
  }
  free(T);
  CHECK(worst <= 1e-7 * fmax(largest, 1e-3));
  CHECK(gap <= 1e-6 * fmax(fmax(scale, largest * 1e-2), 1e-3));
}

/* Strain of row r of a constraint, by the law of its block. */
static double strain(const bench *b, const sn_block *block, const sn_v3 *q, int r)
{
  double e[SN_MAX_FORMS];
  sn_forms(block, q, e);
  return block->law->is_scalar ? sn_composite(block, b->m->internal, e, NULL, NULL) : e[r];
}

static void check_rows(bench *b, int pack)
{
  const sn_pack *p = b->x.packs.pack + pack;
  const double h = 1e-6;
  const int n = p->offset[p->type->n_node];
  for (int r = 0; r < p->n_local - n; r++) {
    ask(b, pack, b->m->q, NULL);
    sn_batch_tangent(&b->x);
    const sn_lane *row = sn_batch_row(&b->x, r);
    for (int l = 0; l < p->n; l++) {
      const sn_block *block = b->m->s->block + p->block[l];
      for (int k = 0, j = 0; k < block->n_node; k++) {
        for (int c = 0; c < b->m->node[block->node[k]].size; c++, j++) {
          double e[2];
          for (int side = 0; side < 2; side++) {
            memset(b->xi, 0, sizeof(double) * (size_t)b->m->n_unknown);
            b->xi[b->m->node[block->node[k]].first + c] = side ? -h : h;
            memcpy(b->q, b->m->q, sizeof(sn_v3) * (size_t)b->m->s->n_vector);
            sn_instant_expand(b->m, b->xi, b->q);
            e[side] = strain(b, block, b->q, r);
          }
          CHECK(fabs((e[0] - e[1]) / (2 * h) - row[j][l]) <= 1e-8);
        }
      }
    }
  }
}

static void make(mechanism *k, bench *b, unsigned *seed)
{
  const int nv = k->system->n_vector;
  CHECK(k->status == SN_OK && sn_instant_new(k->system, k->arena, &b->m, &k->error) == SN_OK);
  int *category = SN_NEW(k->arena, int, k->system->n_block);
  for (int i = 0; i < k->system->n_block; i++) { /* friction asks for multipliers */
    const sn_block *block = k->system->block + i;
    category[i] = block->n_node == 0 || sn_only_counts(block) ? -1 : sn_normal_block(block) >= 0;
  }
  CHECK(sn_batch_new(b->m, category, 1, k->arena, &b->x, &k->error) == SN_OK);
  b->given = SN_NEW(k->arena, double, k->system->n_stress + 1);
  b->q = SN_NEW(k->arena, sn_v3, nv);
  b->v = SN_NEW(k->arena, sn_v3, nv);
  b->f = SN_NEW(k->arena, sn_v3, nv);
  b->out[0] = SN_NEW(k->arena, double, b->m->n_unknown);
  b->out[1] = SN_NEW(k->arena, double, b->m->n_unknown);
  b->xi = SN_NEW(k->arena, double, b->m->n_unknown);
  for (int i = 0; i < k->system->n_stress; i++) {
    b->given[i] = any(seed);
  }
  sn_instant_read(b->m, &k->state);
  for (int i = 0; i < b->m->n_unknown; i++) {
    b->m->xi[i] = 0.02 * any(seed);
  }
  memcpy(b->q, b->m->q, sizeof(sn_v3) * (size_t)nv);
  sn_instant_expand(b->m, b->m->xi, b->q);
  memcpy(b->m->q, b->q, sizeof(sn_v3) * (size_t)nv);
  sn_instant_set_axes(b->m);
}

/* Every block that acts, in a configuration that is none of rest. */
static void check_mechanism(mechanism k, int least)
{
  bench b = {0};
  unsigned seed = 5;
  int n = 0, blocks = 0;
  make(&k, &b, &seed);
  for (int i = 0; i < b.x.packs.n; i++) {
    const sn_pack *p = b.x.packs.pack + i;
    const sn_law *law = p->type->of->law;
    if (sn_normal_block(p->type->of) >= 0) {
      continue;
    }
    check_forces(&b, i);
    for (int l = 0; l < p->n; l++) {
      if (law->is_scalar || law->stress_at || !law->is_rate) {
        check_lane(&b, i, l, SN_BY_STRAIN);
        n++;
      }
    }
    if (law->is_constraint) {
      check_rows(&b, i);
    }
  }
  for (int i = 0; i < k.system->n_block; i++) {
    const sn_block *block = k.system->block + i;
    blocks += block->n_node > 0 && !sn_only_counts(block);
    CHECK((b.x.packs.pack_of[i] >= 0) == (block->n_node > 0 && !sn_only_counts(block)));
  }
  CHECK(n >= least && blocks >= n);
  sn_instant_free(b.m);
  mechanism_free(&k);
}

/* Dampers: forces by velocities, at rest. */
static void check_dampers(mechanism k, int least)
{
  bench b = {0};
  unsigned seed = 7;
  int n = 0;
  make(&k, &b, &seed);
  for (int i = 0; i < b.x.packs.n; i++) {
    const sn_pack *p = b.x.packs.pack + i;
    const sn_block *block = p->type->of;
    if (!block->law->is_rate || sn_normal_block(block) >= 0) {
      continue;
    }
    for (int l = 0; l < p->n; l++) {
      check_lane(&b, i, l, SN_BY_RATE);
      n++;
    }
  }
  CHECK(n >= least);
  sn_instant_free(b.m);
  mechanism_free(&k);
}

/* a spring with a damper; one whose force follows another point; a shell */
static const char control[] =
    "local a = point { name = 'a', at = { 1, 0, 0.1 }, mass = 1 }\n"
    "local b = body { name = 'b', at = { 0, 1, 0.2 }, mass = 1, inertia = { 1, 2, 3 } }\n"
    "local c = body { name = 'c', at = { 1, 1, 1 }, mass = 1, inertia = { 1, 2, 3 } }\n"
    "spring { name = 's', a, b, stiffness = 10, length = 1, damping = 2 }\n"
    "spring { name = 'f', b, c, force = function(x, v, t) return 3*position(a).x*x + 2*velocity(c).z + v end }\n"
    "run { dt = 1e-3, duration = 1 }\n";
static const char shell[] = "shell { corners = { {0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0} }, elements = { 2, 1 },\n"
                            "  thickness = 0.1, E = 1e3, nu = 0.3, density = 1 }\n"
                            "run { dt = 1e-3, duration = 1 }\n";

static void test_derivatives(void)
{
  check_mechanism(machine(MACHINE_ALL & ~MACHINE_FRICTION),
                  8);                        /* joints, drives, springs, stops, given torques, dampers */
  check_mechanism(free_beam(2, 2, 0, 0), 2); /* pairs */
  check_mechanism(free_beam(1, 6, 0, 0), 6); /* more than one pack, lanes left over */
  check_mechanism(fibre_patch(2, 0), 4);     /* fibres */
  check_mechanism(geared_wheels(), 2);
  check_mechanism(screw(), 2);
  check_mechanism(written(control), 2);
  check_mechanism(written(shell), 2);
}

static void test_by_rates(void)
{
  check_dampers(machine(MACHINE_ALL & ~MACHINE_FRICTION), 2);
  check_dampers(written(control), 2);
}

int main(void)
{
  RUN(test_derivatives);
  RUN(test_by_rates);
  return REPORT();
}
