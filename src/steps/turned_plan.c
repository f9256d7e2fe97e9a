/* steps/turned_plan.c -- which parts of a system are meshes of the turned factor, and what acts on them: see turned.h.
 * How:     elements of solids, joined by common points, are a mesh; sums of its points belong to it. Nodes of
 *          a mesh that any other block, or mass, acts on are its ports.
 * Tests:   tests/steps/test_turned.c.
 */
#include "steps/turned_private.h"

enum {
  LEAST_NODES = 150, /* of a mesh: below, a factorisation costs little */
  MOST_PORTS = 48    /* of a mesh: each costs three solves per step size, and a column of its size */
};

static sn_status no_memory(sn_error *error)
{
  return sn_no_memory(error, "the factors of meshes");
}

int sn_turned_has_node(const sn_turned *t, int node)
{
  return t && t->of_node[node] >= 0;
}
int sn_turned_has_block(const sn_turned *t, int block)
{
  return t && t->of_block[block] >= 0;
}
int sn_turned_has_pair(const sn_turned *t, int pair)
{
  return t && t->of_pair[pair] >= 0;
}

static int is_point(const sn_system *s, int node)
{
  const sn_node *c = s->node + node;
  return c->n_dir == 0 && sn_has_place(s, c);
}

/* 1: a triad without a place: the frame that linear strains of a mesh are measured in, if elements see it and rows define it */
static int is_frame(const sn_system *s, int node)
{
  const sn_node *c = s->node + node;
  return c->n_dir == 3 && !c->has_x && !c->shared_mass && c->mass[0][0] == 0;
}

/* The first point of an element of a mesh; -1: it is none. With two stages no element has a frame. */
static int point_of(const sn_system *s, int stages, const sn_block *b)
{
  int first = -1, n = 0, frames = 0, others = 0;
  for (int r = 0; r < b->n_node && sn_is_of_solid(b); r++) {
    const int point = is_point(s, b->node[r]), frame = !point && is_frame(s, b->node[r]);
    first = point && first < 0 ? b->node[r] : first;
    n += point;
    frames += frame;
    others += !point && !frame;
  }
  return n > 0 && frames <= (stages == 1) && others == 0 ? first : -1;
}
static int is_element(const sn_system *s, int stages, const sn_block *b)
{
  return point_of(s, stages, b) >= 0;
}

/* the representative of a node among those that are joined */
static int root(int *join, int node)
{
  while (join[node] != node) {
    join[node] = join[join[node]];
    node = join[node];
  }
  return node;
}

/* Meshes of enough points: of_node. wanted: NULL, or 0 for roots that are given up. Returns their number. */
static int find_meshes(sn_turned *t, int *join, int *size, int *number)
{
  const sn_system *s = t->s;
  int n = 0;
  for (int i = 0; i < s->n_node; i++) {
    join[i] = i;
    size[i] = 0;
    number[i] = -1;
  }
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    const int first = point_of(s, t->stages, b);
    for (int r = 0; r < b->n_node && first >= 0; r++) {
      if (is_point(s, b->node[r])) {
        join[root(join, b->node[r])] = root(join, first);
      }
    }
  }
  for (int i = 0; i < s->n_node; i++) {
    size[root(join, i)]++;
  }
  for (int i = 0; i < s->n_node; i++) {
    const int r = root(join, i);
    if (size[r] >= LEAST_NODES && number[r] < 0) {
      number[r] = n++;
    }
    t->of_node[i] = size[r] >= LEAST_NODES ? number[r] : -1;
  }
  return n;
}

/* The frame of a mesh, by its elements; a frame that two meshes have in common is of neither. */
static void find_frames(sn_turned *t)
{
  const sn_system *s = t->s;
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    for (int r = 0; r < b->n_node && t->of_block[i] >= 0; r++) {
      int *mesh = t->of_node + b->node[r];
      *mesh = *mesh == -1 ? t->of_block[i] : *mesh; /* only its frame is in none yet */
    }
  }
}

/* 1: the rows that define the frame of a mesh by sums of its points */
static int ties_frame(const sn_turned *t, const sn_block *b)
{
  int same = b->ties_triad;
  for (int r = 0; r < b->n_node; r++) {
    same = same && t->of_node[b->node[r]] >= 0 && t->of_node[b->node[r]] == t->of_node[b->node[0]];
  }
  return same;
}

/* Elements of meshes; sums whose terms are all of one mesh, and what they define; the frame and its rows. */
static void find_blocks(sn_turned *t)
{
  const sn_system *s = t->s;
  int again = 1;
  for (int i = 0; i < s->n_block; i++) {
    const int first = point_of(s, t->stages, s->block + i);
    t->of_block[i] = first >= 0 ? t->of_node[first] : -1;
  }
  find_frames(t);
  while (again) { /* sums of sums */
    again = 0;
    for (int i = 0; i < s->n_block; i++) {
      const sn_block *b = s->block + i;
      int mesh = b->is_sum && b->n_node > 1 && t->of_block[i] < 0 ? t->of_node[b->node[1]] : -1;
      for (int r = 2; r < b->n_node; r++) {
        mesh = t->of_node[b->node[r]] == mesh ? mesh : -1;
      }
      if (mesh >= 0 && t->of_node[b->node[0]] < 0) {
        t->of_node[b->node[0]] = t->of_block[i] = mesh;
        again = 1;
      }
    }
  }
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    if (t->of_block[i] < 0 && ties_frame(t, b)) {
      t->of_block[i] = t->of_node[b->node[0]];
    }
  }
}

static void mark(sn_turned *t, int node)
{
  if (node >= 0 && t->of_node[node] >= 0) {
    t->is_port[node] = 1;
  }
}

/* Nodes of meshes that something else acts on; masses within a mesh. */
static void find_ports(sn_turned *t)
{
  const sn_system *s = t->s;
  for (int i = 0; i < s->n_node; i++) {
    t->is_port[i] = 0;
  }
  for (int i = 0; i < s->n_block; i++) {
    for (int r = 0; r < s->block[i].n_node && t->of_block[i] < 0; r++) {
      mark(t, s->block[i].node[r]);
    }
  }
  for (int i = 0; i < s->n_pair; i++) {
    const int a = s->vector[s->pair[i].a].node, b = s->vector[s->pair[i].b].node;
    const int mesh = a >= 0 && b >= 0 && t->of_node[a] == t->of_node[b] ? t->of_node[a] : -1;
    t->of_pair[i] = mesh;
    if (mesh < 0 && a >= 0 && b >= 0) {
      mark(t, a);
      mark(t, b);
    }
  }
}

/* Those of too many ports, and flat ones, are no meshes of ours: what they have goes to the rest. 1: some were. */
static int give_up(sn_turned *t, const int *n_port)
{
  int any = 0;
  for (int i = 0; i < t->s->n_node; i++) {
    const int mesh = t->of_node[i];
    if (mesh >= 0 && n_port[mesh] > MOST_PORTS) {
      t->of_node[i] = -1;
      any = 1;
    }
  }
  for (int i = 0; i < t->s->n_block; i++) {
    const int mesh = t->of_block[i];
    t->of_block[i] = mesh >= 0 && n_port[mesh] > MOST_PORTS ? -1 : mesh;
  }
  return any;
}

int sn_turned_slopes(sn_turned *t, int mesh)
{
  const sn_system *s = t->s;
  sn_v3 centre = {{0, 0, 0}};
  sn_m3 J = {{{{0, 0, 0}}, {{0, 0, 0}}, {{0, 0, 0}}}};
  int n = 0;
  for (int i = 0; i < s->n_node; i++) {
    if (t->of_node[i] == mesh && is_point(s, i)) {
      centre = v3_add(centre, s->drawn[s->node[i].vector[0]]);
      n++;
    }
  }
  SN_ASSERT(n >= LEAST_NODES);
  centre = v3_scale(1.0 / n, centre);
  for (int i = 0; i < s->n_node; i++) {
    if (t->of_node[i] == mesh && is_point(s, i)) {
      const sn_v3 x = v3_sub(s->drawn[s->node[i].vector[0]], centre);
      for (int k = 0; k < 3; k++) {
        J.c[k] = v3_axpy(J.c[k], x.x[k], x);
      }
    }
  }
  const double size = v3_dot(J.c[0], J.c[0]) + v3_dot(J.c[1], J.c[1]) + v3_dot(J.c[2], J.c[2]);
  const double volume = v3_dot(J.c[0], v3_cross(J.c[1], J.c[2]));
  if (!(volume > 1e-14 * size * sqrt(size))) {
    return 0;
  }
  const sn_m3 inverse = m3_dual(J); /* J is symmetric: its dual is its inverse */
  for (int i = 0; i < s->n_node; i++) {
    if (t->of_node[i] == mesh && is_point(s, i)) {
      t->slope[i] = m3_mul(inverse, v3_sub(s->drawn[s->node[i].vector[0]], centre));
    }
  }
  return 1;
}

/* The lists of meshes and ports by the flags of the nodes. */
static sn_status list_meshes(sn_turned *t, const int *n_port, sn_arena *arena, sn_error *error)
{
  int *kept = SN_NEW(arena, int, t->n_mesh), n = 0;
  t->mesh = SN_NEW(arena, turned_mesh, t->n_mesh);
  if (!t->mesh || !kept) {
    return no_memory(error);
  }
  for (int m = 0; m < t->n_mesh; m++) {
    kept[m] = n_port[m] <= MOST_PORTS ? n++ : -1;
  }
  for (int i = 0; i < t->s->n_node; i++) {
    t->of_node[i] = t->of_node[i] >= 0 ? kept[t->of_node[i]] : -1;
  }
  for (int i = 0; i < t->s->n_block; i++) {
    t->of_block[i] = t->of_block[i] >= 0 ? kept[t->of_block[i]] : -1;
  }
  for (int i = 0; i < t->s->n_pair; i++) {
    t->of_pair[i] = t->of_pair[i] >= 0 ? kept[t->of_pair[i]] : -1;
  }
  t->n_mesh = n;
  t->port = SN_NEW(arena, int, t->s->n_node);
  if (!t->port) {
    return no_memory(error);
  }
  for (int i = 0; i < t->s->n_node; i++) {
    if (t->of_node[i] >= 0 && is_point(t->s, i)) {
      t->mesh[t->of_node[i]].n_point++;
    }
  }
  for (int m = 0; m < n; m++) {
    t->mesh[m].first_port = t->n_port;
    for (int i = 0; i < t->s->n_node; i++) {
      if (t->of_node[i] == m && t->is_port[i]) {
        t->port[t->n_port++] = i;
      }
    }
    t->mesh[m].n_port = t->n_port - t->mesh[m].first_port;
  }
  return SN_OK;
}

sn_status sn_turned_plan(const sn_system *s, sn_arena *arena, int stages, sn_turned **out, sn_error *error)
{
  int any = 0;
  *out = NULL;
  for (int i = 0; i < s->n_block && !any; i++) {
    any = is_element(s, stages, s->block + i);
  }
  if (!any) {
    return SN_OK;
  }
  sn_turned *t = SN_NEW(arena, sn_turned, 1);
  int *join = SN_NEW(arena, int, s->n_node), *size = SN_NEW(arena, int, s->n_node);
  int *number = SN_NEW(arena, int, s->n_node);
  if (t) {
    *t = (sn_turned){.s = s,
                     .stages = stages,
                     .of_node = SN_NEW(arena, int, s->n_node),
                     .of_block = SN_NEW(arena, int, s->n_block),
                     .of_pair = SN_NEW(arena, int, s->n_pair),
                     .is_port = SN_NEW(arena, unsigned char, s->n_node),
                     .slope = SN_NEW(arena, sn_v3, s->n_node)};
  }
  if (!t || !join || !size || !number || !t->of_node || !t->of_block || !t->of_pair || !t->is_port || !t->slope) {
    return no_memory(error);
  }
  t->n_mesh = find_meshes(t, join, size, number);
  int *n_port = SN_NEW(arena, int, t->n_mesh);
  if (!n_port) {
    return no_memory(error);
  }
  find_blocks(t);
  do { /* a mesh that is given up makes ports of others where they meet */
    find_ports(t);
    for (int m = 0; m < t->n_mesh; m++) {
      n_port[m] = n_port[m] > MOST_PORTS ? n_port[m] : sn_turned_slopes(t, m) ? 0 : MOST_PORTS + 1;
    }
    for (int i = 0; i < s->n_node; i++) {
      if (t->is_port[i]) {
        n_port[t->of_node[i]]++;
      }
    }
  } while (give_up(t, n_port));
  SN_TRY(list_meshes(t, n_port, arena, error));
  *out = t->n_mesh > 0 ? t : NULL;
  return SN_OK;
}
