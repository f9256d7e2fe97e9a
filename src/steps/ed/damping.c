/* steps/ed/damping.c -- how much is damped in the energy-decaying step: which nodes have y, and alpha of every block.
 * Theory:  docs/theory.md, how much is damped. Constraints are never damped inside the step; velocities are put onto them at its end
 *          (theta). Elastic and potential blocks are damped by y, tangent to the constraints, so that all nodes that constraints
 *          join to one of such a block, a cluster, have eta. What the step resolves is not damped: alpha_b = alpha x^4/(1 + x^4).
 *          Stops and contacts that stay open in a step have nothing to damp.
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "steps/ed/ed_private.h"

/* Solves for mobilities in one step (each costs about a hundredth of an iteration): blocks that constraints hold take turns.
   Mobilities change as slowly as the configuration, and alpha_b asks for their size only. */
enum { SOLVES = 16 };
/* In the first step, where none is known: as much as ten iterations. A mesh that is held everywhere would take 44 for each of its elements.
   Those left begin with what they can be at most (kept with a minus in the state), until it is their turn. */
enum { FIRST_SOLVES = 1000 };

/* c of the impulses against strain rates, theory (4.9). From 1e-6 to 1e-3 all do the same to sections of beams at 1 ms; what is lost of a
   mode in a step is c (omega h)^2. */
static const double OF_RATES = 1e-5;

static int is_elastic(const sn_block *c)
{
  return c->law->stores_energy;
}

/* Can its damping fade away? Composite strains whose stiffness the start of a step tells. Elements of meshes hardly ever do. */
static int can_fade(const sn_block *c)
{
  return is_elastic(c) && c->law->is_scalar && (!c->potential->kinked || c->potential->closed);
}

/* A contact that is not part of the steps. */
static int is_away(const sn_stepper *x, int block)
{
  return x->o.away && x->o.away[block];
}

static int root(int *group, int i)
{
  while (group[i] != i) {
    i = group[i] = group[group[i]];
  }
  return i;
}

/* nodes that constraints or masses join */
static void find_clusters(const sn_system *s, int *cluster)
{
  for (int i = 0; i < s->n_node; i++) {
    cluster[i] = i;
  }
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *c = s->block + i;
    for (int r = 1; r < c->n_node && c->law->is_constraint; r++) {
      cluster[root(cluster, c->node[r])] = root(cluster, c->node[0]);
    }
  }
  for (int i = 0; i < s->n_pair; i++) {
    const int a = s->vector[s->pair[i].a].node, b = s->vector[s->pair[i].b].node;
    if (a >= 0 && b >= 0) {
      cluster[root(cluster, a)] = root(cluster, b);
    }
  }
  for (int i = 0; i < s->n_node; i++) {
    cluster[i] = root(cluster, i);
    SN_ASSERT(cluster[cluster[i]] == cluster[i]);
  }
}

/* Triads that rows define (frames of solids): they have no rates of their own. */
static void find_tied(const sn_system *s, unsigned char *tied)
{
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *c = s->block + i;
    for (int r = 0; r < c->n_node && c->ties_triad; r++) {
      tied[c->node[r]] |= s->node[c->node[r]].n_dir == 3;
    }
  }
}

/* Do its stresses act on directors without mass, the first ones of beams? Their sections are held in y (node.c). */
static int has_light_sections(const sn_system *s, const sn_block *c, const unsigned char *tied)
{
  for (int a = 0; a < c->n_vec; a++) {
    const sn_vector *v = s->vector + c->vector[a];
    if (v->node >= 0 && !tied[v->node] && sn_is_director(v) && s->node[v->node].n_dir == 3 &&
        !(s->mass[c->vector[a]] > 0)) {
      return 1;
    }
  }
  return 0;
}

/* the block's own, or the largest of its nodes */
static double alpha_of(const sn_stepper *x, const sn_block *c)
{
  SN_ASSERT(isnan(c->alpha) || (c->alpha >= 0 && c->alpha <= 1));
  double a = c->alpha;
  for (int r = 0; r < c->n_node && isnan(c->alpha); r++) {
    const double n = x->s->node[c->node[r]].alpha;
    a = fmax(a, isnan(n) ? x->o.alpha : n); /* fmax leaves out what is no number */
  }
  return isnan(a) ? 0 : a;
}

sn_status ed_damping_plan(sn_stepper *x, sn_arena *arena, sn_error *error)
{
  const sn_system *s = x->s;
  int *cluster = SN_NEW(arena, int, s->n_node), *has_rates = SN_NEW(arena, int, s->n_node);
  unsigned char *tied = SN_NEW(arena, unsigned char, s->n_node);
  x->theta = SN_NEW(arena, double, s->n_node);
  x->calmed = SN_NEW(arena, unsigned char, s->n_block);
  if (x->whole) {
    x->mobility = x->whole->mobility;
    x->calm = x->whole->calm;
    x->fading = x->whole->fading;
  } else {
    x->mobility = SN_NEW(arena, double, s->n_block);
    x->calm = SN_NEW(arena, double, s->n_block);
    x->fading = SN_NEW(arena, double, s->n_block);
    x->asked = SN_NEW(arena, unsigned char, s->n_block);
    x->open = SN_NEW(arena, unsigned char, s->n_block);
  }
  if (!cluster || !has_rates || !tied || !x->theta || !x->mobility || !x->calm || !x->calmed || !x->fading ||
      !((x->asked && x->open) || x->whole)) {
    return sn_no_memory(error, "the steps");
  }
  find_clusters(s, cluster);
  find_tied(s, tied);
  for (int i = 0; i < s->n_node; i++) {
    ed_node *of = x->node + cluster[i];
    of->alpha = fmax(of->alpha, isnan(s->node[i].alpha) ? x->o.alpha : s->node[i].alpha);
    has_rates[cluster[i]] |= s->node[i].n_dir > 0;
  }
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *c = s->block + i;
    const double alpha = alpha_of(x, c);
    x->block_alpha[i] = is_elastic(c) && !is_away(x, i) && !(x->whole && can_fade(c)) ? alpha : 0;
    x->calmed[i] = alpha > 0 && sn_is_material(c->law) && has_light_sections(s, c, tied);
    x->calms = x->calms || x->calmed[i];
    for (int r = 0; r < c->n_node && ((is_elastic(c) && !is_away(x, i)) || c->law->is_constraint); r++) {
      ed_node *of = x->node + cluster[c->node[r]];
      of->alpha = fmax(of->alpha, alpha);
      of->damped = of->damped || x->block_alpha[i] > 0;
      of->stays = of->stays || (x->block_alpha[i] > 0 && !can_fade(c));
      has_rates[cluster[c->node[r]]] |= c->law->is_constraint;
    }
  }
  for (int i = 0; i < s->n_node; i++) {
    const ed_node *of = x->node + cluster[i];
    x->node[i].alpha = of->alpha;
    x->node[i].damped = of->damped;
    x->node[i].stays = of->stays;
    x->theta[i] = has_rates[cluster[i]] ? 2 * of->alpha / (1 + of->alpha) : 0; /* points alone have no rates to meet */
    SN_ASSERT(x->theta[i] >= 0 && x->theta[i] <= 1);
    x->projects = x->projects || x->theta[i] > 0;
    x->damps = x->damps || of->damped;
  }
  return SN_OK;
}

int ed_damping_can_go(const sn_stepper *x)
{
  int go = 0, stay = 0;
  for (int i = 0; i < x->s->n_node; i++) {
    SN_ASSERT(x->node[i].damped || !x->node[i].stays);
    go += x->node[i].damped && !x->node[i].stays;
    stay += x->node[i].stays;
  }
  return go > stay;
}

/* x^4/(1 + x^4) by x^2. Less than GONE counts as nothing, theory (6.2): what it would take of a vibration in a step is a tenth of the error
   of its phase. */
static double fading(double x2)
{
  static const double GONE = 1e-3;
  const double x4 = x2 * x2;
  SN_ASSERT(!(x2 < 0));
  return x2 > 1 ? 1 / (1 + 1 / x4) : x4 < GONE ? 0 : x4 / (1 + x4);
}

/* Mobilities into x->mobility: of blocks that constraints hold as many as take their turn. */
static sn_status measure(sn_stepper *x, const sn_state *state, sn_error *error)
{
  const int n = x->s->n_block;
  const int begin = *state->next_mobility > 0 && *state->next_mobility < n ? (int)*state->next_mobility
                                                                           : 0; /* a checkpoint is not trusted */
  int next = begin, solves = 0;
  SN_ASSERT(x->instant && n > 0);
  for (int k = 0; k < n; k++) {
    const int i = (begin + k) % n;
    SN_ASSERT(i >= 0 && i < n && solves >= 0);
    const sn_block *c = x->s->block + i;
    const int held = sn_instant_is_held(x->instant, i);
    const int known = x->mobility[i] != 0, left = solves < (known ? SOLVES : FIRST_SOLVES);
    x->asked[i] = !(x->block_alpha[i] > 0) || x->open[i] || (held && !left && known) ? 0
                  : held && !left                                                    ? SN_MOBILITY_ALONE
                                                                                     : SN_MOBILITY_FOUND;
    if (x->asked[i] == SN_MOBILITY_FOUND && held) {
      next = solves < SOLVES ? (i + 1) % n : next;
      solves += c->law->is_scalar ? 1 : c->n_form;
    }
  }
  SN_TRY(sn_instant_mobilities(x->instant, x->asked, x->mobility, error));
  for (int i = 0; i < n; i++) { /* 0 says: not yet looked at */
    const double found = fmax(x->mobility[i], DBL_MIN);
    x->mobility[i] = x->asked[i] == SN_MOBILITY_ALONE ? -found : x->asked[i] ? found : x->mobility[i];
  }
  SN_ASSERT(next >= 0 && next < n);
  x->next_mobility = next;
  return SN_OK;
}

/* Composite strain at the start of the step, and what it would be after `steps` of them at the rate that it has. */
static double strain_of(const sn_stepper *x, const sn_state *state, const sn_block *c, double steps, double *next)
{
  double e[SN_MAX_COMPOSITE_FORMS], rate[SN_MAX_COMPOSITE_FORMS], gradient[SN_MAX_COMPOSITE_FORMS], way;
  sn_forms(c, state->q, e);
  const double eps = sn_composite(c, state->internal, e, gradient, NULL) - sn_drive(c, state->internal, *state->t);
  way = -sn_drive_rate(c, *state->t);
  sn_form_speeds(c, state->q, state->v, rate);
  for (int f = 0; f < c->n_form; f++) {
    way += gradient[f] * rate[f];
  }
  *next = eps + steps * x->now.h * way;
  return eps;
}

/* Stops and contacts that are open, and that two steps at their rate would not close: they damp nothing. One that closes all the same has no
   damping in that step, and its mobility is looked at in the next. Returns how many damped blocks there are besides. */
static int find_open(sn_stepper *x, const sn_state *state)
{
  int others = 0;
  for (int i = 0; i < x->s->n_block; i++) {
    const sn_block *c = x->s->block + i;
    const sn_potential *V = c->law->is_scalar ? c->potential : NULL;
    double next;
    x->open[i] = 0;
    if (!(x->block_alpha[i] > 0)) {
      continue;
    }
    if (V && V->side != 0) {
      const double eps = strain_of(x, state, c, 2, &next);
      x->open[i] = V->side * (eps - V->edge) < 0 && V->side * (next - V->edge) < 0;
    }
    x->mobility[i] = x->open[i] ? 0 : x->mobility[i];
    others += !x->open[i];
  }
  return others;
}

/* Stiffness of a potential at the start of the step; of a stop or a contact: the one that it has when it is closed. A law of the user
   whose stiffness may jump inside the step counts as stiff. */
static double stiffness_of(const sn_stepper *x, const sn_state *state, const sn_block *c)
{
  const sn_potential *V = c->potential;
  double k = 0, next;
  if (V->kinked && !V->closed) {
    return INFINITY;
  }
  if (V->closed && !V->closed_varies) {
    return V->closed(V, 0, 0);
  }
  const double eps = strain_of(x, state, c, 1, &next);
  if (!V->closed) {
    V->force(V, eps, &k);
    return k;
  }
  return V->closed(V, eps, next);
}

/* Squared frequency that the block has. */
static double square_of(const sn_stepper *x, const sn_state *state, int i)
{
  const sn_block *c = x->s->block + i;
  SN_ASSERT(is_elastic(c) && (!c->law->is_scalar || c->potential));
  if (!c->law->is_scalar) {
    return fabs(x->mobility[i]);
  }
  const double k = stiffness_of(x, state, c);
  return k > 0 ? k * fabs(x->mobility[i]) : 0;
}

sn_status ed_damping_measure(sn_stepper *x, const sn_state *state, sn_error *error)
{
  const int n = x->s->n_block;
  if (!x->damps) {
    return SN_OK;
  }
  SN_ASSERT(!x->whole && x->now.hh > 0);
  memcpy(x->mobility, state->mobility, sizeof(double) * (size_t)n);
  x->next_mobility = *state->next_mobility;
  if (find_open(x, state) > 0) {
    SN_TRY(sn_instant_take(x->instant, state, error));
    SN_TRY(measure(x, state, error));
  }
  for (int i = 0; i < n; i++) {
    x->fading[i] = x->block_alpha[i] > 0 && !x->open[i] ? fading(x->now.hh * square_of(x, state, i)) : 0;
    SN_ASSERT(!(x->fading[i] < 0 || x->fading[i] > 1));
    const double alpha = x->fading[i] * x->block_alpha[i], c = OF_RATES * x->now.hh;
    x->calm[i] = x->calmed[i] ? c * alpha / (1 + c * fabs(x->mobility[i])) : 0;
  }
  return SN_OK;
}

int ed_damping_has_gone(const sn_stepper *x)
{
  for (int i = 0; i < x->s->n_block; i++) {
    if (x->fading[i] != 0 && can_fade(x->s->block + i)) {
      return 0;
    }
  }
  return 1;
}

void ed_damping_fade(sn_stepper *x)
{
  for (int i = 0; i < x->all.packs.n; i++) {
    sn_law_pack *p = x->pack + i;
    for (int l = 0; l < SN_LANES && p->has_y && !p->damped; l++) {
      p->alpha[l] = p->alpha_all[l] * x->fading[p->is->block[l]];
      p->ra[l] = sqrt(p->alpha[l]);
      SN_ASSERT(!(p->alpha[l] < 0 || p->alpha[l] > p->alpha_all[l]));
    }
  }
}

sn_status ed_damping_drawn(sn_stepper *x, sn_error *error)
{
  unsigned char *asked = x->whole ? x->whole->asked : x->asked;
  if (!x->damps) {
    return SN_OK;
  }
  SN_TRY(sn_instant_take(x->instant, &x->drawn, error));
  for (int i = 0; i < x->s->n_block; i++) {
    asked[i] = x->block_alpha[i] > 0 ? SN_MOBILITY_ALONE : 0;
  }
  SN_TRY(sn_instant_mobilities(x->instant, asked, x->mobility, error));
  for (int i = 0; i < x->s->n_block; i++) {
    x->fading[i] = x->block_alpha[i] > 0 ? fading(x->now.hh * square_of(x, &x->drawn, i)) : 0;
  }
  ed_damping_fade(x);
  return SN_OK;
}
