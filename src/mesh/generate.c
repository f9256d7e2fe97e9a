/* mesh/generate.c -- plane sections swept along a line or around an axis.
 * How:     nodes are addressed on a lattice: a node of the section, and a half level. A quadrilateral of the section makes a brick of 27 nodes
 *          in every layer, a triangle a prism. Prisms become three tetrahedra each; the diagonal of a prism's side goes from its corner with the
 *          lower number at the bottom to the other one at the top, so neighbours agree. The middle of an edge is the middle on the lattice, and
 *          the map of the lattice puts it on the true surface. Then middles that the type of element does not have are left out.
 *          At an axis all levels of a node are one; tetrahedra that lose their volume there are left out.
 * Tests:   tests/mesh/test_generate.c
 */
#include "mesh/generate.h"

#include "mesh/topology.h"

static const double pi = 3.14159265358979323846;
enum { MOST = 100 << 20 }; /* nodes of the lattice, and elements */
enum { LOWEST = SN_SECTION_NAMES, HIGHEST = SN_SECTION_NAMES + 1, BITS = SN_SECTION_NAMES + 2 };

typedef struct {
  const sn_plane_section *section;
  sn_mesh_type type, full;           /* what is wanted; HEX27 or TET10 */
  int n_level;                       /* elements one above the other */
  const unsigned long long *regions; /* n_level */
  const double *height;              /* 2 n_level + 1: of half levels; revolved: angles */
  int turned, closed;
  sn_mesh_frame place;
  const char *end_name[2];
  sn_arena *scratch, *arena;
  sn_error *error;
  int n_half;  /* different half levels */
  int *number; /* of lattice points; -1: unused */
  int *node;   /* of elements, lattice points first */
  int n_element;
  int n_node;
  sn_v3 *x;
  unsigned long long *on; /* n_node */
} sweep;

static sn_status no_memory(const sweep *s)
{
  return sn_no_memory(s->error, "a mesh");
}

/* ---- lattice */

static int on_axis(const sweep *s, int node)
{
  return s->turned && s->section->x[node][0] == 0;
}

static int point(const sweep *s, int node, int half)
{
  return node + s->section->n_node * (on_axis(s, node) ? 0 : half % s->n_half);
}

/* The middle between two lattice points whose section's nodes have the middle `node`. An end on the axis has every angle. */
static int middle(const sweep *s, int node, const int a[2], const int b[2])
{
  if (a[0] != b[0] && on_axis(s, a[0]) != on_axis(s, b[0])) {
    return point(s, node, on_axis(s, a[0]) ? b[1] : a[1]);
  }
  return point(s, node, (a[1] + b[1]) / 2);
}

/* ---- elements */

static int corners_of(const sweep *s)
{
  return s->section->quads ? 4 : 3;
}

/* Nodes of a brick: of the cell, and half levels above the lower one. */
static const int brick[27][2] = {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {0, 2}, {1, 2}, {2, 2}, {3, 2}, {4, 0},
                                 {5, 0}, {6, 0}, {7, 0}, {4, 2}, {5, 2}, {6, 2}, {7, 2}, {0, 1}, {1, 1},
                                 {2, 1}, {3, 1}, {7, 1}, {5, 1}, {4, 1}, {6, 1}, {8, 0}, {8, 2}, {8, 1}};

static void add_brick(sweep *s, const int *cell, int low, int up)
{
  int *out = s->node ? s->node + 27 * (size_t)s->n_element : NULL;
  for (int a = 0; out && a < 27; a++) {
    out[a] = point(s, cell[brick[a][0]], low + up * brick[a][1]);
  }
  s->n_element++;
}

/* The node of the cell in the middle of two of its corners (of one: itself). */
static int cell_middle(const sweep *s, const int *cell, int a, int b)
{
  const int n = corners_of(s), d = (b - a + n) % n;
  return d == 0 ? cell[a] : d == 1 ? cell[n + a] : d == n - 1 ? cell[n + b] : cell[8];
}

/* A tetrahedron: corners of the cell and their half levels. */
static void add_tetrahedron(sweep *s, const int *cell, const int corner[4], const int half[4])
{
  const sn_mesh_type_facts *f = sn_mesh_facts(SN_MESH_TET10);
  int p[10];
  for (int a = 0; a < 4; a++) {
    p[a] = point(s, cell[corner[a]], half[a]);
    for (int b = 0; b < a; b++) {
      if (p[a] == p[b]) {
        return; /* at the axis */
      }
    }
  }
  for (int k = 0; k < f->n_edge; k++) {
    const int *e = f->edge[k];
    const int a[2] = {cell[corner[e[0]]], half[e[0]]}, b[2] = {cell[corner[e[1]]], half[e[1]]};
    p[4 + k] = middle(s, cell_middle(s, cell, corner[e[0]], corner[e[1]]), a, b);
  }
  for (int a = 0; s->node && a < 10; a++) {
    s->node[10 * (size_t)s->n_element + (size_t)a] = p[a];
  }
  s->n_element++;
}

/* A prism over three corners of the cell, counterclockwise, as three tetrahedra. */
static void add_prism(sweep *s, const int *cell, const int triangle[3], int low, int up)
{
  /* corner of the sorted triangle, and 0 or 1 for bottom or top; positive if the sorted triangle is counterclockwise */
  static const int part[3][4][2] = {
      {{0, 0}, {1, 0}, {2, 0}, {2, 1}}, {{0, 0}, {1, 0}, {2, 1}, {1, 1}}, {{0, 0}, {0, 1}, {1, 1}, {2, 1}}};
  int sorted[3] = {triangle[0], triangle[1], triangle[2]}, odd = 0;
  for (int k = 0; k < 3; k++) {
    const int i = k == 1, j = i + 1;
    if (cell[sorted[i]] > cell[sorted[j]]) {
      const int t = sorted[i];
      sorted[i] = sorted[j];
      sorted[j] = t;
      odd = !odd;
    }
  }
  for (int t = 0; t < 3; t++) {
    int corner[4], half[4];
    for (int a = 0; a < 4; a++) {
      const int *p = part[t][odd && a < 2 ? 1 - a : a];
      corner[a] = sorted[p[0]];
      half[a] = low + 2 * up * p[1];
    }
    add_tetrahedron(s, cell, corner, half);
  }
}

static double distance(const sweep *s, int a, int b)
{
  const double *p = s->section->x[a], *q = s->section->x[b];
  return (p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]);
}

/* Revolved: the angle, the radius and the height make a left-handed system, so a layer is built downwards. */
static void add_cell(sweep *s, int c, int level)
{
  static const int split[2][2][3] = {{{0, 1, 2}, {0, 2, 3}}, {{0, 1, 3}, {1, 2, 3}}};
  const int *cell = s->section->cell[c], low = 2 * level + (s->turned ? 2 : 0), up = s->turned ? -1 : 1;
  if (s->full == SN_MESH_HEX27) {
    add_brick(s, cell, low, up);
  } else if (!s->section->quads) {
    add_prism(s, cell, split[0][0], low, up);
  } else {
    const int *half = split[distance(s, cell[1], cell[3]) < distance(s, cell[0], cell[2])][0];
    add_prism(s, cell, half, low, up);
    add_prism(s, cell, half + 3, low, up);
  }
}

static void add_all(sweep *s)
{
  s->n_element = 0;
  for (int level = 0; level < s->n_level; level++) {
    for (int c = 0; c < s->section->n_cell; c++) {
      if (s->regions[level] >> s->section->region[c] & 1) {
        add_cell(s, c, level);
      }
    }
  }
}

/* ---- nodes */

static sn_v3 map(const sweep *s, int node, int half)
{
  const double *u = s->section->x[node], h = s->height[half];
  const sn_m3 *a = &s->place.axes;
  if (!s->turned) {
    return v3_add(s->place.origin, m3_mul(*a, v3(u[0], u[1], h)));
  }
  return v3_add(s->place.origin, m3_mul(*a, v3(u[0] * cos(h), u[0] * sin(h), u[1])));
}

static sn_status number_nodes(sweep *s)
{
  const int n = s->section->n_node, all = n * s->n_half;
  const size_t each = (size_t)sn_mesh_facts(s->full)->n_node;
  s->number = SN_NEW(s->scratch, int, all);
  if (!s->number) {
    return no_memory(s);
  }
  for (size_t k = 0; k < (size_t)s->n_element * each; k++) {
    s->number[s->node[k]] = 1;
  }
  for (int k = 0; k < all; k++) {
    s->n_node += s->number[k];
    s->number[k] = s->number[k] ? s->n_node - 1 : -1;
  }
  s->x = SN_NEW(s->scratch, sn_v3, s->n_node);
  s->on = SN_NEW(s->scratch, unsigned long long, s->n_node);
  if (!s->x || !s->on) {
    return no_memory(s);
  }
  for (int k = 0; k < all; k++) {
    const int to = s->number[k], half = k / n, axis = on_axis(s, k % n);
    if (to >= 0) {
      s->x[to] = map(s, k % n, half);
      s->on[to] = s->section->on[k % n];
      s->on[to] |= half == 0 || axis ? 1ULL << LOWEST : 0;
      s->on[to] |= half == 2 * s->n_level || axis ? 1ULL << HIGHEST : 0;
    }
  }
  for (size_t k = 0; k < (size_t)s->n_element * each; k++) {
    s->node[k] = s->number[s->node[k]];
  }
  return SN_OK;
}

/* ---- surfaces: sides all of whose nodes lie on the same edges of the section, or on the same end */

static const char *name_of(const sweep *s, int bit)
{
  return bit >= LOWEST ? s->end_name[bit - LOWEST] : s->section->name[bit];
}

static sn_status add_surfaces(const sweep *s, sn_mesh *m)
{
  sn_mesh_sides all;
  int count[BITS] = {0};
  SN_TRY(sn_mesh_boundary(m, s->scratch, &all, NULL, s->error));
  unsigned long long *on = SN_NEW(s->scratch, unsigned long long, all.n);
  sn_mesh_group *group = SN_NEW(s->arena, sn_mesh_group, BITS);
  if (!on || !group || !s->on) {
    return no_memory(s);
  }
  for (int k = 0; k < all.n; k++) {
    int node[SN_MESH_MOST_NODES];
    sn_mesh_type type;
    const int n = sn_mesh_nodes_at(m, all.place[k], node, &type);
    on[k] = ~0ULL;
    for (int a = 0; a < n; a++) {
      on[k] &= s->on[node[a]];
    }
    if (on[k] >> LOWEST) {
      on[k] &= 3ULL << LOWEST; /* a triangle between three edges of one name lies on that name, too */
    }
    for (int b = 0; b < BITS; b++) {
      count[b] += (int)(on[k] >> b & 1);
    }
  }
  m->group = group;
  for (int b = 0; b < BITS; b++) {
    const char *name = count[b] == 0 || (s->closed && b >= LOWEST) ? NULL : name_of(s, b);
    if (!name) {
      continue;
    }
    sn_mesh_place *place = SN_NEW(s->arena, sn_mesh_place, count[b]);
    if (!place || !(name = sn_arena_text(s->arena, name))) {
      return no_memory(s);
    }
    group[m->n_group++] = (sn_mesh_group){name, SN_MESH_SURFACE, 2, count[b], place, NULL};
    for (int k = 0; k < all.n; k++) {
      if (on[k] >> b & 1) {
        *place++ = all.place[k];
      }
    }
  }
  return SN_OK;
}

/* ---- the mesh with the nodes of the wanted type only */

static sn_status finish(sweep *s, const sn_mesh *full, sn_mesh *m, sn_mesh_block *block)
{
  const size_t each = (size_t)sn_mesh_facts(s->full)->n_node, few = (size_t)sn_mesh_facts(s->type)->n_node;
  int *to = SN_NEW(s->scratch, int, s->n_node), *node = SN_NEW(s->arena, int, (size_t)s->n_element *few);
  int n = 0;
  if (!to || !node) {
    return no_memory(s);
  }
  for (int e = 0; e < s->n_element; e++) {
    for (size_t a = 0; a < few; a++) {
      to[s->node[(size_t)e * each + a]] = 1;
    }
  }
  for (int k = 0; k < s->n_node; k++) {
    n += to[k];
    to[k] = to[k] ? n - 1 : -1;
  }
  sn_v3 *x = SN_NEW(s->arena, sn_v3, n);
  if (!x) {
    return no_memory(s);
  }
  for (int k = 0; k < s->n_node; k++) {
    if (to[k] >= 0) {
      x[to[k]] = s->x[k];
    }
  }
  for (int e = 0; e < s->n_element; e++) {
    for (size_t a = 0; a < few; a++) {
      node[(size_t)e * few + a] = to[s->node[(size_t)e * each + a]];
    }
  }
  *block = (sn_mesh_block){s->type, s->n_element, node, NULL};
  *m = (sn_mesh){.n_node = n, .x = x, .n_block = 1, .block = block, .n_group = full->n_group, .group = full->group};
  return SN_OK;
}

static sn_status sweep_section(sweep *s, const sn_mesh **out)
{
  const sn_mesh_type_facts *f = sn_mesh_facts(s->full);
  sn_mesh *m = SN_NEW(s->arena, sn_mesh, 1);
  sn_mesh_block *block = SN_NEW(s->arena, sn_mesh_block, 1);
  if (!m || !block) {
    return no_memory(s);
  }
  add_all(s);
  s->node = SN_NEW(s->scratch, int, (size_t)s->n_element *(size_t)f->n_node);
  if (!s->node) {
    return no_memory(s);
  }
  add_all(s);
  SN_TRY(number_nodes(s));
  const sn_mesh_block whole = {s->full, s->n_element, s->node, NULL};
  sn_mesh full = {.n_node = s->n_node, .x = s->x, .n_block = 1, .block = &whole};
  SN_TRY(add_surfaces(s, &full));
  SN_TRY(finish(s, &full, m, block));
  if (s->n_element == 0) {
    sn_failf(s->error, SN_EINPUT, "The mesh has no elements: no layer has a region of the section.");
    sn_error_fix(s->error, "Give at least one layer a region that the section has.");
    return SN_EINPUT;
  }
  *out = m;
  return SN_OK;
}

/* ---- checks */

static sn_status check_type(const sweep *s)
{
  const sn_mesh_type_facts *f = sn_mesh_facts(s->type);
  int touches = 0;
  if (f->dimension != 3) {
    sn_failf(s->error, SN_EINPUT, "A mesh of volumes cannot be made of the type \"%s\".", f->name);
    sn_error_fix(s->error, "Take tetrahedra of 4 or 10, or bricks of 8, 20 or 27 nodes.");
    return SN_EINPUT;
  }
  for (int k = 0; s->turned && k < s->section->n_node; k++) {
    if (s->section->x[k][0] < 0) {
      sn_failf(s->error, SN_EINPUT, "The section reaches across the axis that it is turned about, to %g.",
               s->section->x[k][0]);
      sn_error_fix(s->error, "Its first coordinate is the distance from the axis, so it must not be negative.");
      return SN_EINPUT;
    }
    touches |= s->section->x[k][0] == 0;
  }
  if (!f->simplex && (touches || !s->section->quads)) {
    sn_failf(s->error, SN_EINPUT, "The section cannot be filled with bricks.");
    sn_error_why(s->error, touches ? "It touches the axis, where a brick loses a side." : "It is a mesh of triangles.");
    sn_error_fix(s->error, "Take tetrahedra of 10 nodes.");
    return SN_EINPUT;
  }
  return SN_OK;
}

static sn_status too_large(const sweep *s, long long n_level)
{
  sn_failf(s->error, SN_EINPUT, "The mesh has %lld levels of %d nodes each.", n_level, s->section->n_node);
  sn_error_why(s->error, "At most %d million nodes can be made.", MOST >> 20);
  sn_error_fix(s->error, "Take fewer elements.");
  return SN_EINPUT;
}

static sn_status run(sweep *s, const sn_mesh **out)
{
  sn_status status;
  s->full = sn_mesh_facts(s->type)->simplex ? SN_MESH_TET10 : SN_MESH_HEX27;
  s->n_half = s->closed ? 2 * s->n_level : 2 * s->n_level + 1;
  status = check_type(s);
  if (status == SN_OK && (long long)s->section->n_node * s->n_half > MOST) {
    status = too_large(s, s->n_level);
  }
  return status == SN_OK ? sweep_section(s, out) : status;
}

static sn_status heights(sweep *s, const sn_mesh_layer *layer, int n_layer)
{
  long long n = 0;
  for (int k = 0; k < n_layer; k++) {
    if (!(layer[k].height > 0 && layer[k].height < INFINITY) || layer[k].n < 1) {
      sn_failf(s->error, SN_EINPUT, "Layer %d is %g high and has %d elements above each other.", k + 1, layer[k].height,
               layer[k].n);
      sn_error_fix(s->error, "A layer needs a positive height and at least one element.");
      return SN_EINPUT;
    }
    n += layer[k].n;
  }
  if (n > MOST) {
    return too_large(s, n);
  }
  double *height = SN_NEW(s->scratch, double, 2 * n + 1), at = 0;
  unsigned long long *regions = SN_NEW(s->scratch, unsigned long long, n);
  if (!height || !regions) {
    return no_memory(s);
  }
  s->height = height;
  s->regions = regions;
  s->n_level = (int)n;
  for (int k = 0; k < n_layer; k++) {
    for (int j = 1; j <= 2 * layer[k].n; j++) {
      *++height = j == 2 * layer[k].n ? at + layer[k].height : at + layer[k].height * j / (2 * layer[k].n);
    }
    at = *height;
    for (int j = 0; j < layer[k].n; j++) {
      *regions++ = layer[k].regions;
    }
  }
  return SN_OK;
}

sn_status sn_mesh_extrude(const sn_plane_section *section, const sn_mesh_layer *layer, int n_layer, sn_mesh_type type,
                          const sn_mesh_frame *place, sn_arena *arena, const sn_mesh **out, sn_error *error)
{
  sweep s = {
      .section = section, .type = type, .place = *place, .arena = arena, .error = error, .end_name = {"z0", "z1"}};
  s.scratch = sn_arena_child(arena);
  sn_status status = s.scratch ? heights(&s, layer, n_layer) : no_memory(&s);
  if (status == SN_OK) {
    status = run(&s, out);
  }
  sn_arena_free(s.scratch);
  return status;
}

static sn_status angles(sweep *s, double angle, int n)
{
  double *height = SN_NEW(s->scratch, double, 2 * (size_t)n + 1);
  unsigned long long *regions = SN_NEW(s->scratch, unsigned long long, n);
  if (!height || !regions) {
    return no_memory(s);
  }
  for (int k = 0; k <= 2 * n; k++) {
    height[k] = angle * k / (2 * n);
  }
  for (int k = 0; k < n; k++) {
    regions[k] = ~0ULL;
  }
  s->height = height;
  s->regions = regions;
  s->n_level = n;
  return SN_OK;
}

sn_status sn_mesh_revolve(const sn_plane_section *section, double angle, int n, sn_mesh_type type,
                          const sn_mesh_frame *place, sn_arena *arena, const sn_mesh **out, sn_error *error)
{
  const int closed = fabs(angle - 2 * pi) < 1e-9;
  sweep s = {.section = section,
             .type = type,
             .place = *place,
             .turned = 1,
             .closed = closed,
             .arena = arena,
             .error = error,
             .end_name = {"start", "end"}};
  if (!(angle > 0 && angle < 2 * pi + 1e-9) || n < (closed ? 3 : 1) || n > 100000) {
    sn_failf(error, SN_EINPUT, "A section is turned by %g rad in %d steps.", angle, n);
    sn_error_fix(error,
                 "Turn it by more than 0 and at most 2 pi, in at least 1 step (3 for the whole turn), at most 100000.");
    return SN_EINPUT;
  }
  s.scratch = sn_arena_child(arena);
  sn_status status = s.scratch ? angles(&s, closed ? 2 * pi : angle, n) : no_memory(&s);
  if (status == SN_OK) {
    status = run(&s, out);
  }
  sn_arena_free(s.scratch);
  return status;
}

sn_status sn_mesh_make_box(sn_v3 lo, sn_v3 hi, const int n[3], sn_mesh_type type, sn_arena *arena, const sn_mesh **out,
                           sn_error *error)
{
  const double low[2] = {lo.x[0], lo.x[1]}, high[2] = {hi.x[0], hi.x[1]};
  const sn_mesh_layer layer = {hi.x[2] - lo.x[2], n[2], 1};
  const sn_mesh_frame place = {v3(0, 0, lo.x[2]), m3_identity()};
  const sn_plane_section *section;
  SN_TRY(sn_section_rectangle(low, high, n, arena, &section, error));
  return sn_mesh_extrude(section, &layer, 1, type, &place, arena, out, error);
}
