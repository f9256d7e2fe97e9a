/* steps/paper/setup.c -- a plain stepper is made: internal constraints, numbering, matrix pattern, work space.
 * What:    everything is allocated here; plain.c does the steps.
 * Theory:  unknowns are 3 numbers per free vector and unknown configuration, and the multipliers of every constraint,
 *          in the elimination order of math/linear.h. Elements of the matrix: open blocks, loads, nodes, mass pairs.
 * Tests:   tests/steps/test_paper.c
 */
#include "steps/paper/paper_private.h"

#include <limits.h>
#include <string.h>

/* Orthonormality of the directors of a node, as forms. */
static sn_status internal_block(const sn_node *node, sn_arena *arena, sn_block *b)
{
  const int n = node->n_dir, n_form = n * (n + 1) / 2;
  SN_ASSERT(n >= 1 && n <= 3);
  int *vector = SN_NEW(arena, int, n), *first = SN_NEW(arena, int, n + 1), *local = SN_NEW(arena, int, n);
  double *value = SN_NEW(arena, double, n), *c0 = SN_NEW(arena, double, n_form);
  sn_term *term = SN_NEW(arena, sn_term, n_form);
  int *dimension = SN_NEW(arena, int, n_form);
  if (!vector || !first || !local || !value || !c0 || !term || !dimension) {
    return SN_ENOMEM;
  }
  for (int k = 0, i = 0; k < n; k++) {
    vector[k] = node->vector[node->has_x + k];
    first[k + 1] = k + 1;
    local[k] = k;
    value[k] = 1;
    for (int l = k; l < n; l++, i++) {
      term[i] = (sn_term){.form = i, .i = k, .j = l, .c = k == l ? 0.5 : 1};
      c0[i] = k == l ? -0.5 : 0;
    }
  }
  *b = (sn_block){.law = &sn_law_constraint,
                  .n_vec = n,
                  .n_point = n,
                  .n_form = n_form,
                  .n_term = n_form,
                  .vector = vector,
                  .term = term,
                  .c0 = c0,
                  .dimension = dimension,
                  .w_first = first,
                  .w_vector = local,
                  .w_value = value,
                  .alpha = NAN,
                  .item = node->item,
                  .row_text = "orthonormality of axes",
                  .energy_internal = -1};
  return SN_OK;
}

/* of the block, or the largest of its nodes, or that of the run */
static double alpha_of(const sn_system *s, const sn_block *b, double run)
{
  if (!isnan(b->alpha)) {
    return b->alpha;
  }
  SN_ASSERT(run >= 0 && run <= 1);
  double alpha = b->n_node > 0 ? 0 : run;
  for (int i = 0; i < b->n_node; i++) {
    const double a = s->node[b->node[i]].alpha;
    alpha = fmax(alpha, isnan(a) ? run : a);
  }
  return alpha;
}

static int touches_free(const sn_system *s, const sn_block *b)
{
  SN_ASSERT(b->n_vec > 0);
  for (int a = 0; a < b->n_vec; a++) {
    if (s->vector[b->vector[a]].freedom == SN_FREE) {
      return 1;
    }
  }
  return 0;
}

static void describe(sn_stepper *x, sn_paper_block *p, const sn_block *b, double alpha)
{
  const int is_iterate = b->law->is_constraint || b->law->stores_energy;
  p->b = b;
  p->open = touches_free(x->s, b);
  p->alpha = alpha_of(x->s, b, alpha);
  p->n_iterate = !is_iterate ? 0 : b->law->is_scalar ? 1 : b->n_form;
  p->n_multiplier = sn_block_rows(b);
  p->first = x->n_iterate;
  p->n_column = x->table.n * (3 * b->n_vec + p->n_multiplier);
  SN_ASSERT(p->n_multiplier == 0 || p->n_multiplier == p->n_iterate);
  SN_ASSERT(p->alpha >= 0 && p->alpha <= 1);
  x->n_iterate += x->table.n * p->n_iterate;
}

static sn_status make_blocks(sn_stepper *x, double alpha, sn_arena *arena)
{
  const sn_system *s = x->s;
  const int most = s->n_block + s->n_node;
  x->block = SN_NEW(arena, sn_paper_block, most);
  x->internal_node = SN_NEW(arena, int, most);
  sn_block *own = SN_NEW(arena, sn_block, s->n_node);
  if (!x->block || !x->internal_node || !own) {
    return SN_ENOMEM;
  }
  for (int i = 0; i < s->n_block; i++) {
    x->internal_node[x->n_block] = -1;
    describe(x, x->block + x->n_block++, s->block + i, alpha);
  }
  for (int i = 0; i < s->n_node; i++) {
    if (s->node[i].n_dir > 0) {
      SN_TRY(internal_block(s->node + i, arena, own + i));
      x->internal_node[x->n_block] = i;
      describe(x, x->block + x->n_block++, own + i, alpha);
    }
  }
  for (int i = 0; i < s->n_block; i++) { /* friction sees the multipliers of its joint */
    sn_paper_block *p = x->block + i;
    const sn_rate_law *l = p->b->rate;
    if (sn_normal_block(p->b) >= 0) {
      SN_ASSERT(l->normal_block < s->n_block && x->block[l->normal_block].n_multiplier > 0);
      p->normal_first = x->block[l->normal_block].first;
      p->n_column += l->n_normal;
    }
  }
  SN_ASSERT(x->n_block <= most);
  for (int i = 0; i < x->n_block; i++) {
    sn_paper_block *p = x->block + i;
    const int n = p->n_multiplier ? 0 : x->table.n * p->n_iterate;
    p->slope = SN_NEW(arena, double, (size_t)n *(size_t)p->n_column);
    p->rest = SN_NEW(arena, double, n);
    if (!p->slope || !p->rest) {
      return SN_ENOMEM;
    }
  }
  return SN_OK;
}

/* The groups of the order: internal blocks first, so that they stand right after their nodes. */
static int group_of(const sn_stepper *x, int block)
{
  const int n_model = x->s->n_block, n_internal = x->n_block - n_model;
  return block < n_model ? n_internal + block : block - n_model;
}

/* Elimination order: nodes, right after each its internal multipliers, then those that nodes share. */
static sn_status number(sn_stepper *x, sn_arena *arena)
{
  const sn_system *s = x->s;
  const int n_group = x->n_block + s->n_pair;
  int *size = SN_NEW(arena, int, s->n_node), *first = SN_NEW(arena, int, s->n_node);
  int *count = SN_NEW(arena, int, n_group), *group_size = SN_NEW(arena, int, n_group);
  int *group_first = SN_NEW(arena, int, n_group), *pair = SN_NEW(arena, int, 2 * s->n_pair);
  const int **nodes = SN_NEW(arena, const int *, n_group);
  x->vector_first = SN_NEW(arena, int, s->n_vector);
  x->multiplier_first = SN_NEW(arena, int, x->n_block);
  if (!size || !first || !count || !group_size || !group_first || !pair || !nodes || !x->vector_first ||
      !x->multiplier_first) {
    return SN_ENOMEM;
  }
  for (int i = 0; i < s->n_node; i++) {
    size[i] = x->table.n * (s->node[i].n_x == 1 ? 1 : 3 * s->node[i].n_vec);
  }
  for (int i = 0; i < x->n_block; i++) {
    const sn_paper_block *p = x->block + i;
    SN_ASSERT(x->internal_node[i] >= 0 || i < s->n_block); /* those of the model come first */
    const int internal = x->internal_node[i] >= 0, g = group_of(x, i);
    nodes[g] = internal ? x->internal_node + i : p->b->node;
    count[g] = !p->open ? 0 : internal ? 1 : p->b->n_node;
    group_size[g] = p->open ? x->table.n * p->n_multiplier : 0;
  }
  for (int i = 0; i < s->n_pair; i++) {
    const int a = s->vector[s->pair[i].a].node, b = s->vector[s->pair[i].b].node, k = x->n_block + i;
    nodes[k] = pair + 2 * i;
    SN_ASSERT(a != b || a < 0);
    pair[2 * i] = a;
    pair[2 * i + 1] = b;
    count[k] = a >= 0 && b >= 0 ? 2 : 0;
  }
  const sn_order_input in = {.n_node = s->n_node,
                             .node_size = size,
                             .n_group = n_group,
                             .group_node = nodes,
                             .group_count = count,
                             .group_size = group_size};
  x->n_unknown = sn_order(&in, arena, first, group_first);
  if (x->n_unknown < 0) {
    return SN_ENOMEM;
  }
  for (int i = 0; i < x->n_block; i++) {
    x->multiplier_first[i] = group_first[group_of(x, i)];
  }
  for (int a = 0; a < s->n_vector; a++) {
    const sn_vector *v = s->vector + a;
    x->vector_first[a] = v->freedom == SN_FREE ? first[v->node] + 3 * x->table.n * v->slot : -1;
    SN_ASSERT(v->freedom != SN_FREE || sn_paper_unknown(x, a, 3 * x->table.n - 3) < x->n_unknown);
  }
  return SN_OK;
}

/* unknowns of a list of vectors, 3 per configuration each */
static int *list_vectors(const sn_stepper *x, const int *vector, int n, int *out)
{
  for (int a = 0; a < n; a++) {
    SN_ASSERT(vector[a] >= 0 && vector[a] < x->s->n_vector);
    for (int k = 0; k < 3 * x->table.n; k++) {
      *out++ = sn_paper_unknown(x, vector[a], k);
    }
  }
  return out;
}

static int list_block(const sn_stepper *x, int i, int *out)
{
  const sn_paper_block *p = x->block + i;
  int *at = list_vectors(x, p->b->vector, p->b->n_vec, out);
  for (int k = 0; k < x->table.n * p->n_multiplier; k++) {
    *at++ = x->multiplier_first[i] + k;
  }
  const sn_rate_law *l = p->b->rate;
  for (int k = 0; sn_normal_block(p->b) >= 0 && k < l->n_normal; k++) {
    SN_ASSERT(l->normal_form[k] < x->block[l->normal_block].n_multiplier);
    const int first = x->multiplier_first[l->normal_block];
    *at++ = first < 0 || !x->block[l->normal_block].open ? -1 : first + l->normal_form[k];
  }
  return (int)(at - out);
}

/* 1: some motion of its directors has no mass of its own: their pivots vanish, and only the orthonormality of the axes holds them. */
static int lacks_mass(const sn_node *node)
{
  double m[4][4];
  SN_ASSERT(node->n_vec <= 4);
  memcpy(m, node->mass, sizeof m);
  for (int k = node->has_x; k < node->n_vec; k++) {
    if (!(m[k][k] > 1e-10 * node->mass[k][k])) {
      return 1;
    }
    for (int i = k + 1; i < node->n_vec; i++) {
      for (int j = k + 1; j < node->n_vec; j++) {
        m[i][j] -= m[i][k] * m[k][j] / m[k][k];
      }
    }
  }
  return 0;
}

/* Unknowns of such nodes and the multipliers of their axes, by one number for each; NULL: there are none (or no memory: their pivots are
   then looked at as all others are). */
static const unsigned char *unsure_pivots(const sn_stepper *x, sn_arena *arena)
{
  unsigned char *unsure = NULL;
  for (int i = x->s->n_block; i < x->n_block; i++) {
    const sn_node *node = x->s->node + x->internal_node[i];
    if (lacks_mass(node)) {
      unsure = unsure ? unsure : SN_NEW(arena, unsigned char, x->n_unknown);
      for (int a = 0; unsure && a < node->n_vec; a++) {
        memset(unsure + x->vector_first[node->vector[a]], 1 + i % UCHAR_MAX, 3 * (size_t)x->table.n);
      }
      for (int k = 0; unsure && k < x->table.n * x->block[i].n_multiplier; k++) {
        unsure[x->multiplier_first[i] + k] = (unsigned char)(1 + i % UCHAR_MAX);
      }
    }
  }
  return unsure;
}

static sn_status make_matrix(sn_stepper *x, sn_arena *arena, sn_error *error)
{
  const sn_system *s = x->s;
  const int most = x->n_block + s->n_load + s->n_node + s->n_pair;
  int *count = SN_NEW(arena, int, most);
  const int **unknown = SN_NEW(arena, const int *, most);
  x->element = SN_NEW(arena, int, x->n_block);
  x->load_element = SN_NEW(arena, int, s->n_load);
  x->rhs = SN_NEW(arena, double, x->n_unknown);
  if (!count || !unknown || !x->element || !x->load_element || !x->rhs) {
    return SN_ENOMEM;
  }
  int n = 0;
  for (int i = 0; i < x->n_block; i++) {
    x->element[i] = -1;
    if (!x->block[i].open) {
      continue;
    }
    int *list = SN_NEW(arena, int, x->block[i].n_column);
    if (!list) {
      return SN_ENOMEM;
    }
    count[n] = list_block(x, i, list);
    SN_ASSERT(count[n] == x->block[i].n_column);
    unknown[n] = list;
    x->element[i] = n++;
  }
  for (int i = 0; i < s->n_load + s->n_node + s->n_pair; i++) {
    const int node = i - s->n_load, pair = node - s->n_node;
    const int ends[2] = {pair >= 0 ? s->pair[pair].a : 0, pair >= 0 ? s->pair[pair].b : 0};
    const int nv = node < 0 ? s->load[i].n_vec : pair < 0 ? s->node[node].n_vec : 1 + (ends[0] != ends[1]);
    int *list = SN_NEW(arena, int, 3 * nv * x->table.n);
    if (!list) {
      return SN_ENOMEM;
    }
    list_vectors(x, node < 0 ? s->load[i].vector : pair < 0 ? s->node[node].vector : ends, nv, list);
    if (node < 0) {
      x->load_element[i] = n;
    }
    count[n] = 3 * nv * x->table.n;
    unknown[n++] = list;
  }
  x->pair_element = n - s->n_pair;
  x->node_element = x->pair_element - s->n_node;
  SN_ASSERT(n <= most && x->node_element >= 0);
  const sn_lin_pattern pattern = {.n = x->n_unknown,
                                  .n_element = n,
                                  .count = count,
                                  .unknown = unknown,
                                  .unsure = unsure_pivots(x, arena),
                                  .trust = 1};
  return sn_lin_new(&pattern, arena, &x->matrix, error);
}

static sn_status make_work(sn_stepper *x, sn_arena *arena, sn_error *error)
{
  size_t rates = 1, slopes = 1, columns = 12 * SN_PLAIN_FIELDS, vectors = 4;
  for (int i = 0; i < x->n_block; i++) {
    const sn_paper_block *p = x->block + i;
    const size_t nf = (size_t)p->b->n_form, nv = (size_t)p->b->n_vec, nc = (size_t)p->n_column;
    rates = nf * nv > rates ? nf * nv : rates;
    slopes = nf * nc > slopes ? nf * nc : slopes;
    columns = nc > columns ? nc : columns;
    vectors = nv > vectors ? nv : vectors;
  }
  SN_ASSERT(x->n_iterate >= 0 && x->table.n <= SN_PLAIN_FIELDS);
  sn_paper_work *w = &x->work;
  int good = (x->iterate = SN_NEW(arena, double, x->n_iterate)) != NULL;
  good &= (w->matrix = SN_NEW(arena, double, columns *columns)) != NULL;
  good &= (w->geometric = SN_NEW(arena, double, vectors *vectors)) != NULL;
  good &= (x->middle = SN_NEW(arena, sn_v3, x->s->n_vector)) != NULL;
  good &= (x->drift = SN_NEW(arena, sn_v3, x->s->n_vector)) != NULL;
  for (int c = 0; c <= SN_PLAIN_FIELDS; c++) {
    good &= (w->B[c] = SN_NEW(arena, sn_v3, rates)) != NULL;
  }
  for (int k = 0; k < SN_PLAIN_FIELDS; k++) {
    good &= (w->mean[k] = SN_NEW(arena, sn_v3, rates)) != NULL;
    good &= (w->force[k] = SN_NEW(arena, sn_v3, vectors)) != NULL;
    good &= (w->slope[k] = SN_NEW(arena, double, slopes)) != NULL;
    good &= (x->row[k] = SN_NEW(arena, sn_v3, x->s->n_vector)) != NULL;
    good &= (x->d[k] = SN_NEW(arena, sn_v3, x->s->n_vector)) != NULL;
    good &= (x->q[k] = SN_NEW(arena, sn_v3, x->s->n_vector)) != NULL;
  }
  return good ? sn_state_new(x->s, arena, &x->next, error) : SN_ENOMEM;
}

/* Friction and the loss of impacts are laws along the path of a step on nodes, and constraints on rates need its stages; here they would be
   left out. */
static sn_status check_contacts(const sn_system *s, sn_error *error)
{
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    if (sn_is_on_rates(b->law)) {
      const char *name = b->item >= 0 ? s->item_name[b->item] : "a constraint";
      (void)sn_failf(error, SN_EINPUT, "This scheme knows no constraints on rates, but %s is one.", name);
      sn_error_where(error, "%s", b->item >= 0 ? s->item_where[b->item] : "");
      sn_error_why(error, "It works on bare vectors, whose constraints hold positions.");
      sn_error_fix(error, "Use the scheme 'ed' or 'ep'.");
      return SN_EINPUT;
    }
    if (b->law == &sn_law_friction ||
        (b->contact && (b->contact->coulomb.slides > 0 || b->contact->rolling > 0 || b->contact->loss > 0))) {
      const char *name = b->item >= 0 ? s->item_name[b->item] : "a contact";
      (void)sn_failf(error, SN_EINPUT, "This scheme knows neither friction nor restitution, but %s has them.", name);
      sn_error_where(error, "%s", b->item >= 0 ? s->item_where[b->item] : "");
      sn_error_why(error, "It works on bare vectors, where contacts have their normal force alone.");
      sn_error_fix(error, "Use the scheme 'ed' or 'ep', or leave friction and restitution out.");
      return SN_EINPUT;
    }
  }
  return SN_OK;
}

sn_status sn_paper_create(const sn_system *s, const sn_step_options *o, const sn_paper_table *table, sn_arena *arena,
                          sn_stepper **out, sn_error *error)
{
  SN_TRY(check_contacts(s, error));
  sn_stepper *x = SN_NEW(arena, sn_stepper, 1);
  sn_status status = x ? SN_OK : SN_ENOMEM;
  if (x) {
    SN_ASSERT(table->n >= 1 && table->n <= SN_PLAIN_FIELDS);
    x->s = s;
    x->table = *table;
    x->tolerance = o->newton_tolerance > 0 ? o->newton_tolerance : 1e-10;
    x->max_iterations = o->max_iterations > 0 ? o->max_iterations : 25;
    status = make_blocks(x, o->alpha, arena);
  }
  if (status == SN_OK) {
    status = number(x, arena);
  }
  if (status == SN_OK) {
    status = make_work(x, arena, error);
  }
  if (status == SN_OK) {
    status = make_matrix(x, arena, error);
  }
  if (status == SN_ENOMEM) {
    return sn_fail(error, SN_ENOMEM, NULL, "Not enough memory for the time step.",
                   "All vectors and all multipliers are unknowns in this scheme.",
                   "Use the scheme 'ed', or a smaller model.");
  }
  *out = x;
  return status;
}

void sn_paper_destroy(sn_stepper *x)
{
  if (x) {
    sn_lin_free(x->matrix);
    x->matrix = NULL;
  }
}

int sn_paper_unknowns(const sn_stepper *x)
{
  return x->n_unknown;
}
