/* parts/cable.c -- cable: axial stiffness and mass along a line of point nodes.
 * What:    `elements` elements of order 1, 2 or 3; nodes shared with points and cables, tied to bodies.
 * Theory:  Green strain e = x'.x'/2 - 1/2 over the unstretched length at p Gauss points (reduced: full
 *          integration locks, measured), energy sum EA w L e^2/2; row-sum mass.
 *          tension_only: V = EA w L <e>^2/2 per Gauss point.
 * Limits:  no bending; without tension_only it carries compression (and buckles).
 * Tests:   tests/parts/test_cable.c
 */
#include <stddef.h>

#include "model/model.h"
#include "parts/line.h"
#include "parts/part.h"

enum { MAX_ORDER = SN_LINE_ORDER };

typedef struct {
  sn_v3 from, to;
  sn_points points;
  int elements, order;
  double stiffness, mass_per_length, length;
  int tension_only;
  sn_v3 velocity, angular_velocity;
  double radius;
} cable;

/* Row sums of the shape functions, by order. */
static const double row_sum[MAX_ORDER][4] = {
    {0.5, 0.5}, {1.0 / 6, 4.0 / 6, 1.0 / 6}, {1.0 / 8, 3.0 / 8, 3.0 / 8, 1.0 / 8}};

typedef struct {
  int order, n_element, n_node, tension_only;
  double stiffness;
  const sn_frame *node;                   /* n_node */
  const double *length;                   /* n_element, unstretched */
  double slope[MAX_ORDER][MAX_ORDER + 1]; /* dN_i/dxi at Gauss point g */
  int first_block;
} frozen;

static int nodes(const cable *p)
{
  return p->elements * p->order + 1;
}

static int end_drawn(const sn_item *item, int last, sn_v3 *x)
{
  const cable *p = item->param;
  return sn_end_drawn(item, last, &p->points, p->from, p->to, x);
}

/* Drawn place of node k: the points themselves if there is one per node, else even steps along the
   line through the points (or from end to end). Ground coordinates. */
static sn_v3 node_drawn(const sn_item *item, int k, sn_v3 first, sn_v3 last)
{
  const cable *p = item->param;
  const int n = nodes(p), m = p->points.n;
  if (m < 2) {
    const double s = (double)k / (n - 1);
    return v3_add(v3_scale(1 - s, first), v3_scale(s, last));
  }
  if (m == n) {
    return sn_drawn_point(item, p->points.x[k]);
  }
  double total = 0;
  for (int i = 1; i < m; i++) {
    total += v3_norm(v3_sub(p->points.x[i], p->points.x[i - 1]));
  }
  double rest = total * k / (n - 1);
  int i = 1;
  double l = v3_norm(v3_sub(p->points.x[1], p->points.x[0]));
  while (i < m - 1 && rest > l) {
    rest -= l;
    i++;
    l = v3_norm(v3_sub(p->points.x[i], p->points.x[i - 1]));
  }
  const double s = l > 0 ? fmin(rest / l, 1) : 0;
  return sn_drawn_point(item, v3_add(v3_scale(1 - s, p->points.x[i - 1]), v3_scale(s, p->points.x[i])));
}

static int stations(const sn_item *item)
{
  return nodes(item->param);
}

static int drawn(const sn_item *item, int station, sn_v3 *x, sn_m3 *axes)
{
  const int n = nodes(item->param), k = station == SN_STATION_LAST ? n - 1 : station;
  sn_v3 first, last;
  *axes = m3_identity();
  if (k < 0 || k >= n) {
    return 0;
  }
  if (k == 0 || k == n - 1) {
    return end_drawn(item, k > 0, x);
  }
  if (!end_drawn(item, 0, &first) || !end_drawn(item, 1, &last)) {
    return 0;
  }
  *x = node_drawn(item, k, first, last);
  return 1;
}

/* Unstretched length of every element: an even share of `length`, or as drawn. */
static sn_status lengths(const sn_item *item, const sn_v3 *x, double *length, sn_error *error)
{
  const cable *p = item->param;
  for (int e = 0; e < p->elements; e++) {
    double chord = 0;
    for (int i = 0; i < p->order; i++) {
      chord += v3_norm(v3_sub(x[e * p->order + i + 1], x[e * p->order + i]));
    }
    length[e] = isnan(p->length) ? chord : p->length / p->elements;
    if (!(length[e] > 0)) {
      sn_item_fail(item, SN_EINPUT, error, "Cable '%s' has an element of no length.", item->name);
      sn_error_fix(error, "Its ends and points must be different places, or give its length.");
      return SN_EINPUT;
    }
  }
  return SN_OK;
}

/* One element: p forms x'.x'/2 - 1/2 with x' = sum N_i'(xi_g) x_i/L. */
static void add_element(const frozen *f, int e, sn_builder *b)
{
  const int p = f->order;
  const double l = f->length[e];
  int vector[MAX_ORDER + 1];
  for (int i = 0; i <= p; i++) {
    vector[i] = f->node[e * p + i].vector[0];
  }
  for (int g = 0; g < p; g++) {
    const double stiffness = f->stiffness * sn_line_weight[p - 1][g] * l;
    double w[MAX_ORDER + 1];
    for (int i = 0; i <= p; i++) {
      w[i] = f->slope[g][i] / l;
    }
    if (f->tension_only || g == 0) {
      sn_block_begin(b, f->tension_only ? &sn_law_potential : &sn_law_elastic, "stretch");
    }
    const int slope = sn_point_weights(b, p + 1, vector, w);
    const int strain = sn_form(b, 0.5, slope, slope, -0.5);
    if (f->tension_only) {
      sn_coordinate_form(b, strain, 1);
      sn_composite_potential(b, sn_potential_one_sided(b, stiffness, 0, 1));
    } else {
      sn_block_matrix(b, strain, strain, stiffness);
    }
  }
}

static sn_status freeze(sn_item *item, sn_builder *b, sn_error *error)
{
  const cable *p = item->param;
  sn_arena *arena = sn_builder_arena(b);
  const int n = nodes(p);
  frozen *f = SN_NEW(arena, frozen, 1);
  sn_frame *node = SN_NEW(arena, sn_frame, n);
  sn_v3 *x = SN_NEW(arena, sn_v3, n);
  int *vector = SN_NEW(arena, int, n);
  double *length = SN_NEW(arena, double, p->elements);
  if (!f || !node || !x || !vector || !length) {
    return sn_no_memory(error, "the model");
  }
  if (p->points.n > 1 && !(isnan(p->from.x[0]) && isnan(p->to.x[0]))) {
    sn_item_fail(item, SN_EINPUT, error, "Cable '%s' has both points and from or to.", item->name);
    sn_error_fix(error, "The first and the last point are its ends: remove from and to.");
    return SN_EINPUT;
  }
  if (p->points.n == 1) {
    sn_item_fail(item, SN_EINPUT, error, "Cable '%s': `points` needs at least two points.", item->name);
    sn_error_fix(error, "Write for example points = { {0, 0, 0}, {1, 0, 0} }, or from and to.");
    return SN_EINPUT;
  }
  sn_end end[2];
  sn_v3 at[2];
  for (int k = 0; k < 2; k++) {
    if (!end_drawn(item, k, at + k)) {
      at[k] = v3(NAN, NAN, NAN);
    }
    SN_TRY(sn_find_end(item, item->ref + k, k ? "to" : "from", b, at + k, end + k, error));
  }
  const sn_v3 zero = v3(0, 0, 0);
  const sn_v3 velocity = sn_drawn_direction(item, sn_vector_or(p->velocity, zero));
  const sn_v3 omega = sn_drawn_direction(item, sn_vector_or(p->angular_velocity, zero));
  for (int k = 0; k < n; k++) {
    sn_end *e = k == 0 ? end : k == n - 1 ? end + 1 : NULL;
    x[k] = k == 0 ? at[0] : k == n - 1 ? at[1] : node_drawn(item, k, at[0], at[1]);
    if (e && e->shared) {
      node[k] = e->frame;
    } else {
      const sn_v3 v = v3_add(velocity, v3_cross(omega, v3_sub(x[k], x[0])));
      const sn_v3 start = sn_start_point(item, x[k]);
      node[k] = sn_node_frame(b, sn_add_point(b, start, sn_start_velocity(item, start, v)));
      if (e) {
        e->frame = node[k];
      }
    }
    vector[k] = node[k].vector[0];
  }
  SN_TRY(lengths(item, x, length, error));
  *f = (frozen){p->order, p->elements, n, p->tension_only, p->stiffness, node, length, {{0}}, sn_builder_blocks(b)};
  for (int g = 0; g < p->order; g++) {
    sn_line_shape(p->order, sn_line_gauss[p->order - 1][g], NULL, f->slope[g]);
  }
  for (int e = 0; e < p->elements; e++) {
    add_element(f, e, b);
    for (int i = 0; i <= p->order; i++) {
      const int v = vector[e * p->order + i];
      if (node[e * p->order + i].node >= 0) {
        sn_add_mass(b, v, v, p->mass_per_length * length[e] * row_sum[p->order - 1][i]);
      }
    }
  }
  sn_tie_end(end, b);
  sn_tie_end(end + 1, b);
  sn_draw_line(item, b, n, vector, p->radius, p->order > 1);
  item->frozen = f;
  return SN_OK;
}

static sn_status attach(const sn_item *item, int station, sn_builder *b, sn_frame *out, sn_error *error)
{
  (void)b;
  const frozen *f = item->frozen;
  const int k = station == SN_STATION_LAST ? f->n_node - 1 : station;
  if (k < 0 || k >= f->n_node) {
    sn_item_fail(item, SN_EINPUT, error,
                 station == SN_STATION_SELF ? "Cable '%s' can only be held at a node." : "Cable '%s' has no such node.",
                 item->name);
    sn_error_why(error, "It has %d nodes, numbered 0 to %d.", f->n_node, f->n_node - 1);
    sn_error_fix(error, "Use '%s'.first, '%s'.last or '%s':node(k).", item->name, item->name, item->name);
    return SN_EINPUT;
  }
  *out = f->node[k];
  return SN_OK;
}

static void own_mass(const sn_item *item, const sn_v3 *q, sn_own_mass *out)
{
  const frozen *f = item->frozen;
  const cable *p = item->param;
  sn_mass_sum sum = {0};
  for (int e = 0; e < f->n_element; e++) {
    sn_v3 x[MAX_ORDER + 1];
    for (int i = 0; i <= f->order; i++) {
      x[i] = sn_point_in(f->node + e * f->order + i, q);
    }
    sn_line_mass(f->order, x, p->mass_per_length * f->length[e], &sum);
  }
  *out = sn_mass_of(&sum);
}

static void ends(const sn_item *item, const sn_v3 *q, sn_v3 out[2])
{
  const frozen *f = item->frozen;
  out[0] = sn_point_in(f->node, q);
  out[1] = sn_point_in(f->node + f->n_node - 1, q);
}

/* Length of the parabola of height f over a chord of 1, from its first end to the part s of the chord. */
static double parabola(double f, double s)
{
  const double a = 4 * f, from = a, to = a * (1 - 2 * s); /* slopes */
  return a < 1e-6 ? s : (from * sqrt(1 + from * from) + asinh(from) - to * sqrt(1 + to * to) - asinh(to)) / (4 * a);
}

/* Where an increasing function of this kind has a value: of f over the whole chord, or of s. */
static double invert(double f, double value, double high)
{
  double low = 0;
  for (int i = 0; i < 60; i++) {
    const double middle = 0.5 * (low + high);
    *((isnan(f) ? parabola(middle, 1) : parabola(f, middle)) < value ? &low : &high) = middle;
  }
  return low;
}

/* Straight and compressed a cable would find the equilibrium that nothing real has. It hangs instead: on a parabola of its
   length, down, or aside where its ends are above each other, its elements as long as they are. */
static void sag(const sn_item *item, sn_v3 gravity, sn_v3 *q)
{
  const frozen *f = item->frozen;
  const sn_v3 first = sn_point_in(f->node, q), last = sn_point_in(f->node + f->n_node - 1, q);
  const sn_v3 chord = v3_sub(last, first);
  const double c = v3_norm(chord);
  double own = 0, drawn = 0, length = 0;
  for (int e = 0; e < f->n_element; e++) {
    own += f->length[e];
  }
  for (int k = 1; k < f->n_node; k++) {
    drawn += v3_norm(v3_sub(sn_point_in(f->node + k, q), sn_point_in(f->node + k - 1, q)));
  }
  if (!(c > 0) || drawn > (1 + 1e-6) * c || own < (1 + 1e-6) * c) {
    return;
  }
  const sn_v3 along = v3_unit(chord), across = v3_axpy(gravity, -v3_dot(gravity, along), along);
  const sn_v3 any = v3_cross(along, fabs(along.x[0]) < 0.7 ? v3(1, 0, 0) : v3(0, 1, 0));
  const sn_v3 way = v3_unit(v3_norm(across) > 1e-6 * v3_norm(gravity) ? across : any);
  const double height = invert(NAN, own / c, own / c);
  for (int k = 1; k + 1 < f->n_node; k++) {
    length += f->length[(k - 1) / f->order] / f->order;
    const double s = invert(height, length / c, 1);
    q[f->node[k].vector[0]] = v3_axpy(v3_axpy(first, s, chord), 4 * c * height * s * (1 - s), way);
  }
}

/* True axial force EA e |x'| at a Gauss point, counted along the cable. */
static double tension_at(const sn_observation *o, const frozen *f, int point)
{
  const int e = point / f->order, g = point % f->order;
  sn_v3 slope = v3(0, 0, 0);
  for (int i = 0; i <= f->order; i++) {
    slope = v3_axpy(slope, f->slope[g][i] / f->length[e], o->q[f->node[e * f->order + i].vector[0]]);
  }
  const double stretch = v3_dot(slope, slope), strain = (stretch - 1) / 2;
  return f->tension_only && strain < 0 ? 0 : f->stiffness * strain * sqrt(stretch);
}
static void tension_first(const sn_observation *o, const void *data, double *out)
{
  out[0] = tension_at(o, data, 0);
}
static void tension_last(const sn_observation *o, const void *data, double *out)
{
  const frozen *f = data;
  out[0] = tension_at(o, f, f->n_element * f->order - 1);
}
/* mean of the two Gauss points next to the middle; the middle one if their number is odd */
static void tension_middle(const sn_observation *o, const void *data, double *out)
{
  const frozen *f = data;
  const int n = f->n_element * f->order;
  out[0] = (tension_at(o, f, (n - 1) / 2) + tension_at(o, f, n / 2)) / 2;
}
static void tension_largest(const sn_observation *o, const void *data, double *out)
{
  const frozen *f = data;
  out[0] = tension_at(o, f, 0);
  for (int k = 1; k < f->n_element * f->order; k++) {
    out[0] = fmax(out[0], tension_at(o, f, k));
  }
}
/* Length of the line through the nodes. */
static void length_now(const sn_observation *o, const void *data, double *out)
{
  const frozen *f = data;
  out[0] = 0;
  for (int k = 1; k < f->n_node; k++) {
    out[0] += v3_norm(v3_sub(o->q[f->node[k].vector[0]], o->q[f->node[k - 1].vector[0]]));
  }
}

/* ---- along the cable, element by element */
static int n_element(const void *data)
{
  return ((const frozen *)data)->n_element;
}
static void tension_along(const sn_observation *o, const void *data, double *out)
{
  const frozen *f = data;
  for (int e = 0; e < f->n_element; e++) {
    out[e] = 0;
    for (int g = 0; g < f->order; g++) {
      out[e] += sn_line_weight[f->order - 1][g] * tension_at(o, f, e * f->order + g);
    }
  }
}
static void energy_along(const sn_observation *o, const void *data, double *out)
{
  const frozen *f = data;
  const int blocks = f->tension_only ? f->order : 1; /* of an element */
  for (int e = 0; e < f->n_element; e++) {
    out[e] = 0;
    for (int k = 0; k < blocks; k++) {
      out[e] += sn_block_energy(o->system->block + f->first_block + e * blocks + k, o->q, o->own);
    }
  }
}

static const sn_input inputs[] = {
    {"from", SN_PLACE, "m", "first end; may be left out if it shares a point", offsetof(cable, from), SN_ANY,
     SN_NO_DEFAULT, 0, NULL, NULL},
    {"to", SN_PLACE, "m", "last end; may be left out if it shares a point", offsetof(cable, to), SN_ANY, SN_NO_DEFAULT,
     0, NULL, NULL},
    {"points", SN_POINTS, "m",
     "the line it is drawn along, in place of from and to; one point per node places the nodes",
     offsetof(cable, points), SN_ANY, SN_NO_DEFAULT, 0, NULL, NULL},
    {"elements", SN_COUNT, "", "number of elements", offsetof(cable, elements), 1, 100000, 8, 0, NULL, NULL},
    {"order", SN_COUNT, "", "polynomial order of the elements: 1, 2 or 3", offsetof(cable, order), 1, MAX_ORDER, 2, 0,
     NULL, NULL},
    {"stiffness", SN_NUMBER, "N", "axial stiffness E*A", offsetof(cable, stiffness), SN_POSITIVE, SN_NO_DEFAULT, 1,
     NULL, NULL},
    {"mass_per_length", SN_NUMBER, "kg/m", "mass per unstretched length", offsetof(cable, mass_per_length), SN_POSITIVE,
     SN_NO_DEFAULT, 1, NULL, NULL},
    {"length", SN_NUMBER, "m", "unstretched length (default: as drawn); shorter starts taut", offsetof(cable, length),
     SN_POSITIVE, SN_NO_DEFAULT, 0, NULL, NULL},
    {"tension_only", SN_FLAG, "", "goes slack in place of carrying compression", offsetof(cable, tension_only), 0, 1, 0,
     0, NULL, NULL},
    {"velocity", SN_VECTOR, "m/s", "initial velocity of the first end (default 0)", offsetof(cable, velocity), SN_ANY,
     SN_NO_DEFAULT, 0, NULL, NULL},
    {"angular_velocity", SN_VECTOR, "rad/s", "initial angular velocity about the first end (default 0)",
     offsetof(cable, angular_velocity), SN_ANY, SN_NO_DEFAULT, 0, NULL, NULL},
    {"radius", SN_NUMBER, "m", "radius in pictures", offsetof(cable, radius), SN_NOT_NEGATIVE, 0, 0, NULL, NULL},
    {0}};
static const sn_output outputs[] = {
    {"tension_first", "N", 1, "axial force at the Gauss point next to the first end", tension_first},
    {"tension_middle", "N", 1, "axial force in the middle", tension_middle},
    {"tension_last", "N", 1, "axial force at the Gauss point next to the last end", tension_last},
    {"tension_largest", "N", 1, "largest axial force at a Gauss point", tension_largest},
    {"length", "m", 1, "length of the line through its nodes", length_now},
    {0}};

static const sn_field fields[] = {
    {"tension", "N", "elements", "axial force, mean of each element", n_element, tension_along},
    {"strain_energy", "J", "elements", "energy stored in each element", n_element, energy_along},
    {0}};

const sn_kind sn_kind_cable = {.name = "cable",
                               .help = "A cable: axial stiffness and mass, no bending.",
                               .class = SN_CLASS_PART,
                               .n_refs = 2,
                               .inputs = inputs,
                               .outputs = outputs,
                               .param_size = sizeof(cable),
                               .freeze = freeze,
                               .mass = own_mass,
                               .sag = sag,
                               .ends = ends,
                               .attach = attach,
                               .stations = stations,
                               .drawn = drawn,
                               .fields = fields};
