/* parts/cable.c -- cable: axial stiffness and mass along a line of point nodes.
 * What:    `elements` elements of order 1, 2 or 3; nodes shared with points and cables, tied to bodies; its length may be given
 *          as function of time (a winch), its law by a potential, and it may carry loads per length.
 * Theory:  parts/cable.h; p Gauss points (reduced: full integration locks, measured); row-sum mass, loads by the same sums.
 * Limits:  no bending; without tension_only it carries compression (and buckles). A winch shortens all elements alike and does
 *          not take mass away.
 * Tests:   tests/parts/test_cable.c, tests/beams/test_cable_answers.c
 */
#include "parts/cable.h"

#include <stddef.h>

#include "model/model.h"

enum { MAX_ORDER = SN_LINE_ORDER };

typedef sn_cable cable;
typedef sn_cable_frozen frozen;

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

/* Unstretched length of every element at t = 0: an even share of `length`, or as drawn. */
static sn_status lengths(const sn_item *item, const sn_v3 *x, double *length, sn_error *error)
{
  const cable *p = item->param;
  const double t = 0, given = p->length ? sn_expr_value(p->length, &t) : NAN;
  if (p->length && !(given > 0 && isfinite(given))) {
    sn_item_fail(item, SN_EINPUT, error, "The length of cable '%s' must be greater than 0, but is %.6g m%s.",
                 item->name, given, sn_expr_is_constant(p->length, NULL) ? "" : " at t = 0");
    sn_error_fix(error, "Give its unstretched length in m.");
    return SN_EINPUT;
  }
  double drawn_long = 0;
  for (int e = 0; e < p->elements; e++) {
    double chord = 0;
    for (int i = 0; i < p->order; i++) {
      chord += v3_norm(v3_sub(x[e * p->order + i + 1], x[e * p->order + i]));
    }
    drawn_long += chord;
    length[e] = p->length ? given / p->elements : chord;
    if (!(length[e] > 0)) {
      sn_item_fail(item, SN_EINPUT, error, "Cable '%s' has an element of no length.", item->name);
      sn_error_fix(error, "Its ends and points must be different places, or give its length.");
      return SN_EINPUT;
    }
  }
  return p->length ? sn_check_start_length(item, drawn_long, given, 0, error) : SN_OK;
}

static sn_status add_load(const sn_item *item, frozen *f, sn_builder *b, sn_error *error)
{
  const cable *p = item->param;
  const int order = f->order;
  if (!p->load.e[0]) {
    return SN_OK;
  }
  sn_line_share *share = SN_NEW(sn_builder_arena(b), sn_line_share, f->n_element * (order + 1));
  if (!share) {
    return sn_no_memory(error, "the model");
  }
  f->share = share;
  for (int e = 0; e < f->n_element; e++) {
    sn_line_element l = {.order = order, .at = f->node + e * order};
    for (int g = 0; g <= order; g++) {
      l.s_node[g] = f->s[e * order + g];
      l.s_gauss[g] = f->s[e * order] + sn_line_gauss[order][g] * f->length[e];
      l.ds[g] = sn_line_weight[order][g] * f->length[e];
    }
    SN_TRY(sn_line_load(&p->load, sn_drawn_axes(item, m3_identity()), 0, 0, &l, b, share + e * (order + 1), error));
  }
  return SN_OK;
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
  double *s = SN_NEW(arena, double, n);
  if (!s) {
    return sn_no_memory(error, "the model");
  }
  *f = (frozen){.order = p->order,
                .n_element = p->elements,
                .n_node = n,
                .measure = p->measure ? SN_CABLE_ENGINEERING : SN_CABLE_GREEN,
                .tension_only = p->tension_only,
                .node = node,
                .length = length,
                .s = s,
                .mass_per_length = p->mass_per_length,
                .gravity = sn_model_gravity_of(item->model)};
  for (int k = 1; k < n; k++) {
    s[k] = s[k - 1] + length[(k - 1) / p->order] / p->order;
  }
  SN_TRY(sn_cable_elements(item, f, b, error));
  for (int e = 0; e < p->elements; e++) {
    for (int i = 0; i <= p->order; i++) {
      const int v = vector[e * p->order + i];
      if (node[e * p->order + i].node >= 0) {
        sn_add_mass(b, v, v, sn_cable_mass(f, e, i));
      }
    }
  }
  SN_TRY(add_load(item, f, b, error));
  sn_tie_end(end, b);
  sn_tie_end(end + 1, b);
  sn_draw_line(item, b, n, vector, p->radius, p->order > 1);
  sn_draw_held(item, end, b);
  sn_draw_held(item, end + 1, b);
  item->frozen = f;
  return SN_OK;
}

static sn_status attach(const sn_item *item, int station, sn_builder *b, sn_frame *out, sn_error *error)
{
  SN_ASSERT(item->frozen);
  (void)b;
  const frozen *f = item->frozen;
  const int k = station == SN_STATION_LAST ? f->n_node - 1 : station;
  if (k < 0 || k >= f->n_node) {
    sn_item_fail(item, SN_EINPUT, error,
                 station == SN_STATION_SELF ? "Cable '%s' can only be held at a node." : "Cable '%s' has no such node.",
                 item->name);
    sn_error_why(error, "It has %d nodes, numbered 0 to %d.", f->n_node, f->n_node - 1);
    sn_error_fix(error, "Use '%s'.first, '%s'.last or '%s':node(k), or give the place of the node with `at`.",
                 item->name, item->name, item->name);
    return SN_EINPUT;
  }
  *out = f->node[k];
  return SN_OK;
}

static void own_mass(const sn_item *item, const sn_v3 *q, sn_own_mass *out)
{
  SN_ASSERT(item->frozen);
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

/* Where a hanging cable of no stretch is, from its first end: `x` across to the last one, `y` up, at lengths s. */
typedef struct {
  double a, x0, low; /* a cosh((x - x0)/a); length of the lowest point */
} catenary;

/* c: square root of length^2 - rise^2; across: distance of the ends. No bend is sharper than `sharpest` (nodes cannot follow it): the ends
   are then farther apart than asked for, by the distance returned. */
static double catenary_of(double length, double rise, double across, double sharpest, catenary *out)
{
  const double c = sqrt((length - rise) * (length + rise));
  double low = 0, high = 700; /* u = across/(2 a), sinh(u)/u = c/across */
  for (int i = 0; i < 80; i++) {
    const double u = 0.5 * (low + high);
    *(sinh(u) * across < c * u ? &low : &high) = u;
  }
  double a = across / (2 * low);
  a = a > sharpest ? a : sharpest;
  const double reach = 2 * a * asinh(c / (2 * a));
  *out = (catenary){a, reach / 2 - a * atanh(rise / length), 0};
  out->low = a * sinh(out->x0 / a);
  return reach - across;
}

/* Sideways on a parabola, where nothing says what is down. */
static void bow(const frozen *f, sn_v3 first, sn_v3 chord, double own, sn_v3 *q)
{
  const double c = v3_norm(chord), height = invert(NAN, own / c, own / c);
  const sn_v3 way = v3_unit(v3_cross(chord, fabs(chord.x[0]) < 0.7 * c ? v3(1, 0, 0) : v3(0, 1, 0)));
  for (int k = 1; k + 1 < f->n_node; k++) {
    const double s = invert(height, f->s[k] / c, 1);
    q[f->node[k].vector[0]] = v3_axpy(v3_axpy(first, s, chord), 4 * c * height * s * (1 - s), way);
  }
}

/* Straight and compressed a cable would find the equilibrium that nothing real has. It hangs instead, its elements as long as they
   are: on the catenary of its length between its ends. */
static void sag(const sn_item *item, sn_v3 gravity, sn_v3 *q)
{
  const frozen *f = item->frozen;
  const sn_v3 first = sn_point_in(f->node, q), last = sn_point_in(f->node + f->n_node - 1, q);
  const sn_v3 chord = v3_sub(last, first);
  const double c = v3_norm(chord), own = f->s[f->n_node - 1] * sn_cable_paid_out(f, q);
  double drawn = 0;
  for (int k = 1; k < f->n_node; k++) {
    drawn += v3_norm(v3_sub(sn_point_in(f->node + k, q), sn_point_in(f->node + k - 1, q)));
  }
  if (!(c > 0) || drawn > (1 + 1e-6) * c || own < (1 + 1e-6) * c) {
    return;
  }
  if (!(v3_norm(gravity) > 0)) {
    bow(f, first, chord, own, q);
    return;
  }
  const sn_v3 up = v3_unit(v3_scale(-1, gravity)), level = v3_axpy(chord, -v3_dot(chord, up), up);
  const sn_v3 any = v3_cross(up, fabs(up.x[0]) < 0.7 ? v3(1, 0, 0) : v3(0, 1, 0));
  const double across = v3_norm(level) > 1e-9 * c ? v3_norm(level) : 0;
  const sn_v3 way = v3_unit(across > 0 ? level : any);
  catenary z;
  const double more = catenary_of(own, v3_dot(chord, up), across, 0.25 * own / (f->n_node - 1), &z);
  for (int k = 1; k + 1 < f->n_node; k++) {
    const double part = f->s[k] / f->s[f->n_node - 1], s = own * part;
    const double x = z.x0 + z.a * asinh((s - z.low) / z.a) - more * part;
    const double y = hypot(z.a, s - z.low) - hypot(z.a, z.low);
    q[f->node[k].vector[0]] = v3_axpy(v3_axpy(first, x, way), y, up);
  }
}

static const sn_input inputs[] = {
    {"from", SN_PLACE, "m", "first end; may be left out if it shares a point", SN_MEMBER(cable, from)},
    {"to", SN_PLACE, "m", "last end; may be left out if it shares a point", SN_MEMBER(cable, to)},
    {"points", SN_POINTS, "m",
     "the line it is drawn along, instead of from and to; one point per node places the nodes",
     SN_MEMBER(cable, points)},
    {"elements", SN_COUNT, "", "number of elements", SN_MEMBER(cable, elements), SN_BETWEEN(1, 100000), SN_PRESET(8)},
    {"order", SN_COUNT, "", "polynomial order of the elements: 1, 2 or 3", SN_MEMBER(cable, order),
     SN_BETWEEN(1, MAX_ORDER), SN_PRESET(2)},
    {"stiffness", SN_NUMBER, "N", "axial stiffness E*A; or potential", SN_MEMBER(cable, stiffness), SN_POSITIVE},
    {"potential", SN_FUNCTION, "N",
     "instead of stiffness: energy per unstretched length as function of the strain e; its derivative is the axial "
     "force",
     SN_MEMBER(cable, potential), .choices = "e"},
    {"measure", SN_CHOICE, "", "what `strain` means: green (l^2 - 1)/2 or engineering l - 1, l the stretch",
     SN_MEMBER(cable, measure), SN_BETWEEN(0, 1), SN_PRESET(0), .choices = "green|engineering"},
    {"area", SN_NUMBER, "m^2", "cross section: with material, stiffness is E*area and mass_per_length density*area",
     SN_MEMBER(cable, area), SN_POSITIVE},
    {"mass_per_length", SN_NUMBER, "kg/m", "mass per unstretched length", SN_MEMBER(cable, mass_per_length),
     SN_POSITIVE, .required = 1},
    {"length", SN_FUNCTION, "m",
     "unstretched length (default: as drawn); shorter starts taut; a function of time: a winch, its work is that of a "
     "drive",
     SN_MEMBER(cable, length), SN_POSITIVE, .choices = "t"},
    {"tension_only", SN_FLAG, "", "goes slack instead of carrying compression", SN_MEMBER(cable, tension_only),
     SN_BETWEEN(0, 1), SN_PRESET(0)},
    {"load", SN_FUNCTION3, "N/m",
     "force per unstretched length, as drawn: three numbers, or a function of time, length and local velocity that "
     "returns three",
     SN_MEMBER(cable, load), .choices = "t,s,vx,vy,vz"},
    {"velocity", SN_VECTOR, "m/s", "initial velocity of the first end (default 0)", SN_MEMBER(cable, velocity)},
    {"angular_velocity", SN_VECTOR, "rad/s", "initial angular velocity about the first end (default 0)",
     SN_MEMBER(cable, angular_velocity)},
    {"radius", SN_NUMBER, "m", "radius in pictures", SN_MEMBER(cable, radius), SN_NOT_NEGATIVE, SN_PRESET(0)},
    {0}};
static double length_at(const void *data, int station)
{
  const frozen *f = data;
  return f->s[station < 0 || station >= f->n_node ? f->n_node - 1 : station];
}

static const sn_idle idle[] = {{"area", "material", 0, "it is for the stiffness and the mass of a material"}, {0}};
static const sn_material_use material[] = {
    {"stiffness", "E", "potential", "area", NULL}, {"mass_per_length", "density", NULL, "area", NULL}, {0}};

const sn_kind sn_kind_cable = {
    .name = "cable",
    .help = "A cable: axial stiffness and mass, no bending.",
    .class = SN_CLASS_PART,
    .n_refs = 2,
    .inputs = inputs,
    .idle = idle,
    .material = material,
    .param_size = sizeof(cable),
    .freeze = freeze,
    .reports = {.outputs = sn_cable_outputs, .along = sn_cable_along, .fields = sn_cable_fields, .shows_energy = 1},
    .part = {.by_node = 1, .attach = attach, .stations = stations, .drawn = drawn, .mass = own_mass},
    .line = {.length_at = length_at, .ends = ends, .sag = sag}};
