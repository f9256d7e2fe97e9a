/* steps/assembler.c -- see assembler.h.
 * How:     an iteration is a row of loops over packs of blocks or nodes, each cut into parts. A loop sees what the loops before it
 *          have made and writes what is its own; sums are taken by who receives, in a fixed order. So the numbers do not depend
 *          on the parts. Masses between nodes have one thread; the linear solver has its own way to share (math/pieces.c).
 * Tests:   tests/promises/test_threads.c, tests/steps/test_pack.c.
 */
#include "steps/assembler.h"

#include "steps/check.h"
#include "steps/turned.h"

/* An increment over the size of the model above which the solution of the linear system is looked at before it is applied. Between
   this and FAR of steps/newton.c it is applied, and the next tangent is a careful one. */
static const double LARGE = 0.03;

/* ---- made once */

static void number(sn_assembler *a)
{
  for (int i = 0; i < a->packs.n; i++) {
    sn_pack *p = a->packs.pack + i;
    for (int l = 0; l < SN_LANES; l++) {
      p->first[l] = a->layout.block_first[p->block[l]];
      SN_ASSERT(p->first[l] < a->layout.n);
      SN_ASSERT(p->first[l] >= 0 || a->layout.multipliers[p->block[l]] == 0);
    }
  }
}

sn_status sn_assembler_layout(sn_assembler *a, const int *node_size, const int *multipliers, sn_arena *arena,
                              sn_error *error)
{
  SN_TRY(sn_layout_new(a->s, &a->share, &a->packs.parts, node_size, multipliers, NULL, arena, &a->layout, error));
  a->rhs = a->layout.rhs;
  for (int i = 0; i < a->packs.n; i++) {
    sn_pack *p = a->packs.pack + i;
    for (int l = 0; l < SN_LANES; l++) {
      p->element[l] = a->layout.block_element[p->block[l]];
    }
    p->offset = a->layout.offset[p->block[0]];
    SN_ASSERT(p->type->n_node == 0 || p->offset[p->type->n_node] <= a->layout.block_size[p->block[0]]);
    p->n_local = a->layout.block_size[p->block[0]];
  }
  number(a);
  sn_assembler_check(a, arena, 0);
  return SN_OK;
}

sn_status sn_assembler_solver(sn_assembler *a, sn_arena *arena, sn_error *error)
{
  SN_TRY(sn_layout_solver(&a->layout, a->s, arena, error));
  SN_ASSERT(a->layout.lin && a->rhs == a->layout.rhs);
  number(a);
  sn_assembler_check(a, arena, 1);
  return SN_OK;
}

void sn_assembler_free(sn_assembler *a)
{
  sn_turned_free(a->turned);
  sn_lin_free(a->layout.lin);
  sn_cut_free(&a->share);
}

/* ---- loops */

static void find_stresses(void *data, int part)
{
  sn_assembler *a = data;
  SN_ASSERT(part >= 0 && part < a->share.n && !a->fresh);
  for (int i = a->packs.first[part]; i < a->packs.first[part + 1]; i++) {
    a->kernel->evaluate(a->x, i, part);
  }
  for (int i = a->share.load[part]; i < a->share.load[part + 1]; i++) {
    a->kernel->load(a->x, i, part);
  }
}

static void gather_forces(void *data, int part)
{
  sn_assembler *a = data;
  SN_ASSERT(part >= 0 && part < a->share.n && a->packs.node_first[part] <= a->packs.node_first[part + 1]);
  for (int i = a->packs.node_first[part]; i < a->packs.node_first[part + 1]; i++) {
    a->kernel->gather(a->x, a->packs.node + i);
  }
}

static void balance_nodes(void *data, int part)
{
  sn_assembler *a = data;
  SN_ASSERT(!a->fresh);
  for (int i = a->packs.node_first[part]; i < a->packs.node_first[part + 1]; i++) {
    a->kernel->balance(a->x, a->packs.node + i);
  }
}

/* 1: the assembly in work takes what belongs to meshes of the turned factor (is_mesh), or what does not */
static int takes(const sn_assembler *a, int is_mesh)
{
  return a->what == SN_ASSEMBLE_ALL || is_mesh == (a->what == SN_ASSEMBLE_MESHES);
}

static void assemble_nodes(void *data, int part)
{
  sn_assembler *a = data;
  SN_ASSERT(a->into->lin && part >= 0 && part < a->share.n);
  for (int i = a->packs.node_first[part]; i < a->packs.node_first[part + 1]; i++) {
    const sn_node_pack *p = a->packs.node + i;
    if (takes(a, sn_turned_has_node(a->turned, p->node[0]))) {
      const sn_lane *T = a->kernel->node_tangent(a->x, p, part);
      sn_lin_add_lanes(a->into->lin, p->node, p->n, (const double *)T);
    }
  }
}

static void assemble_packs(void *data, int part)
{
  sn_assembler *a = data;
  for (int i = a->packs.first[part]; i < a->packs.first[part + 1]; i++) {
    const sn_pack *p = a->packs.pack + i;
    if (p->type->n_node > 0 && takes(a, sn_turned_has_block(a->turned, p->block[0]))) {
      SN_ASSERT(p->element[0] >= 0 && a->into->count[p->element[0]] == p->n_local);
      const sn_lane *T = a->kernel->pack_tangent(a->x, i, part);
      if (T) {
        sn_lin_add_lanes(a->into->lin, p->element, p->n, (const double *)T);
      }
    }
  }
}

static void assemble_loads(void *data, int part)
{
  sn_assembler *a = data;
  const sn_cut *h = &a->share;
  for (int p = a->packs.node_first[part]; p < a->packs.node_first[part + 1]; p++) {
    for (int l = 0; l < a->packs.node[p].n; l++) {
      const int node = a->packs.node[p].node[l];
      SN_ASSERT(node >= 0 && node < a->s->n_node);
      if (a->what != SN_ASSEMBLE_ALL && (a->what == SN_ASSEMBLE_MESHES || sn_turned_has_node(a->turned, node))) {
        continue; /* loads that follow a mesh: Newton sees them */
      }
      for (int k = h->load_first[node]; k < h->load_first[node + 1]; k++) {
        a->kernel->load_tangent(a->x, h->load_at[k], part);
      }
    }
  }
}

static void find_increments(void *data, int part)
{
  sn_assembler *a = data;
  double size = 0;
  for (int i = a->packs.node_first[part]; i < a->packs.node_first[part + 1]; i++) {
    size = a->kernel->increments(a->x, a->packs.node + i, size);
  }
  SN_ASSERT(!(size < 0));
  sn_cut_set_largest(&a->share, part, size);
}

static void update_packs(void *data, int part)
{
  sn_assembler *a = data;
  SN_ASSERT(a->packs.first[part] <= a->packs.first[part + 1] && a->packs.first[part + 1] <= a->packs.n);
  for (int i = a->packs.first[part]; i < a->packs.first[part + 1]; i++) {
    a->kernel->update(a->x, i, part);
  }
}

static void move_nodes(void *data, int part)
{
  sn_assembler *a = data;
  double size = 0;
  for (int i = a->packs.node_first[part]; i < a->packs.node_first[part + 1]; i++) {
    size = a->kernel->move(a->x, a->packs.node + i, size);
  }
  SN_ASSERT(!(size < 0));
  sn_cut_set_largest(&a->share, part, size);
}

/* ---- an iteration */

void sn_assembler_restart(sn_assembler *a)
{
  a->fresh = 0;
  a->pending = 0;
  a->settled = 0;
}

void sn_assembler_evaluate(sn_assembler *a)
{
  if (a->fresh) {
    return;
  }
  sn_pool_each(a->share.pool, find_stresses, a);
  sn_pool_each(a->share.pool, gather_forces, a);
  a->kernel->pairs(a->x);
  sn_pool_each(a->share.pool, balance_nodes, a);
  a->fresh = 1;
}

void sn_assembler_assemble(sn_assembler *a, sn_assembly what, const sn_layout *into)
{
  SN_ASSERT(a->fresh); /* nodes turn the forces of the iterate */
  a->what = what;
  a->into = into;
  sn_lin_clear(into->lin);
  sn_pool_each(a->share.pool, assemble_nodes, a);
  sn_pool_each(a->share.pool, assemble_packs, a);
  for (int i = 0; i < a->s->n_pair; i++) {
    if (takes(a, sn_turned_has_pair(a->turned, i))) {
      a->kernel->pair_tangent(a->x, i);
    }
  }
  if (a->s->n_load > 0) {
    sn_pool_each(a->share.pool, assemble_loads, a);
  }
}

static double now(const sn_assembler *a)
{
  return a->clock ? a->clock() : 0;
}

/* The right-hand side becomes the solution. */
static sn_status iterate(sn_assembler *a, sn_tangent_use tangent, double *increment)
{
  sn_lin *lin = a->layout.lin;
  const int careful = tangent == SN_TANGENT_CAREFUL;
  SN_ASSERT(lin && a->rhs == a->layout.rhs);
  const double begin = now(a);
  if (a->pending) {
    a->kernel->follow(a->x);
    a->pending = a->fresh = 0;
  }
  sn_assembler_evaluate(a);
  const double evaluated = now(a);
  const int renewed = tangent == SN_TANGENT_NEW || careful;
  if (renewed) {
    sn_assembler_assemble(a, SN_ASSEMBLE_ALL, &a->layout);
  } else if (tangent == SN_TANGENT_TURNED) {
    SN_TRY(sn_turned_assemble(a->turned));
  }
  const double assembled = now(a);
  a->tangent += assembled - evaluated;
  if (renewed) {
    SN_TRY(careful ? sn_lin_factor_carefully(lin) : sn_lin_factor(lin));
  }
  a->fresh = 0;
  SN_TRY(tangent == SN_TANGENT_TURNED ? sn_turned_solve(a->turned)
                                      : sn_layout_solve(&a->layout, a->s->n_node, careful));
  const double solved = now(a);
  sn_pool_each(a->share.pool, find_increments, a);
  a->kernels += assembled - begin + (now(a) - solved);
  a->solver += solved - assembled;
  *increment = sn_larger(a->settled, sn_cut_largest(&a->share));
  SN_ASSERT(!(*increment < 0));
  return SN_OK;
}

sn_status sn_assembler_iterate(sn_assembler *a, sn_tangent_use tangent, double *increment)
{
  const sn_status status = iterate(a, tangent, increment);
  const int doubtful = status == SN_ESINGULAR || (status == SN_OK && !(*increment <= LARGE)); /* or is no number */
  if (tangent == SN_TANGENT_NEW && doubtful) {
    return iterate(a, SN_TANGENT_CAREFUL, increment);
  }
  return status;
}

double sn_assembler_shorten(sn_assembler *a, double part)
{
  SN_ASSERT(!a->fresh && part > 0 && part < 1); /* rhs is a solution */
  for (int i = 0; i < a->layout.n; i++) {
    a->rhs[i] *= part;
  }
  sn_pool_each(a->share.pool, find_increments, a);
  return sn_larger(a->settled, sn_cut_largest(&a->share));
}

void sn_assembler_apply(sn_assembler *a)
{
  SN_ASSERT(!a->fresh); /* rhs is a solution */
  const double begin = now(a);
  sn_pool_each(a->share.pool, update_packs, a);
  sn_pool_each(a->share.pool, move_nodes, a);
  a->settled = sn_cut_largest(&a->share);
  if (a->settles) {
    sn_pool_each(a->share.pool, gather_forces, a);
    a->kernel->pairs(a->x);
    a->settled = a->kernel->settle(a->x, a->settled);
    a->pending = 1;
  }
  a->kernels += now(a) - begin;
}
