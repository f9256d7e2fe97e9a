/* tests/parts/test_beam.c -- beams by themselves: strains under rigid motion, forms against differences, gradients of the
 *          outputs, mass of a rigid motion, reference lines, ends and nodes, warnings, mistakes.
 */
#include "joints/model_fixture.h"
#include "parts/beam.h"

typedef struct {
  int order, elements, measure, consistent, line, offsets;
  double damping;
} setup;
enum { STRAIGHT, ARC, CORNER, SMOOTH };

static const double coupled[36] = {1e3, 0, 0, 20, 0, 10, 0, 5e2, 0, 0, 10, 0,  0,  0, 4e2, 0, 0,  30,
                                   20,  0, 0, 10, 1, 2,  0, 10,  0, 1, 20, -1, 10, 0, 30,  2, -1, 15};

static sn_value points(fixture *f, int n, const sn_v3 *x)
{
  sn_value *list = SN_NEW(f->arena, sn_value, n);
  for (int k = 0; k < n; k++) {
    list[k] = vector(f, x[k]);
  }
  return (sn_value){.type = SN_VALUE_LIST, .n = n, .entry = list};
}

static sn_item *add_beam(fixture *f, const setup *a, const sn_ref *refs, int n_refs)
{
  fields x = {0};
  const double rotary[3] = {0.01, 0.02, 0.003}, center[2] = {0.05, -0.02};
  const double six[6] = {1e3, 5e2, 4e2, 10, 20, 15}, centroid[2] = {0.03, -0.02}, shear[2] = {0.01, 0.04};
  const sn_v3 line[4] = {v3(0, 0, 1), v3(0.6, 0, 1), v3(0.6, 0.5, 1.3), v3(0.9, 0.9, 1.5)};
  if (a->line == ARC || a->line == STRAIGHT) {
    put(&x, "from", vector(f, v3(0, 0, 1)));
    put(&x, "to", vector(f, v3(1, 0, 1)));
  }
  if (a->line == ARC) {
    put(&x, "through", vector(f, v3(0.5, 0.4, 1.1)));
    put(&x, "twist", number(1.2));
  } else if (a->line != STRAIGHT) {
    put(&x, "points", points(f, a->line == CORNER ? 3 : 4, line));
    put(&x, "curve", text(a->line == CORNER ? "pieces" : "smooth"));
  }
  put(&x, "order", number(a->order));
  put(&x, "elements", number(a->elements));
  put(&x, "measure", text(a->measure ? "small_strain" : "reissner"));
  put(&x, "mass_matrix", text(a->consistent ? "consistent" : "lumped"));
  if (a->offsets) {
    put(&x, "stiffness", numbers(f, 6, six));
    put(&x, "centroid", numbers(f, 2, centroid));
    put(&x, "shear_center", numbers(f, 2, shear));
  } else {
    put(&x, "stiffness", numbers(f, 36, coupled));
  }
  put(&x, "mass_per_length", number(2));
  put(&x, "rotary_inertia", numbers(f, 3, rotary));
  put(&x, "mass_center", numbers(f, 2, center));
  put(&x, "damping", number(a->damping));
  put(&x, "velocity", vector(f, v3(1, 2, -0.5)));
  put(&x, "angular_velocity", vector(f, v3(3, -1, 2)));
  return add_item(f, &sn_kind_beam, "b", refs, n_refs, &x);
}

/* Orthonormal directors at every node, turned at random; positions shaken. */
static void shake(const sn_system *s, const sn_v3 *q0, sn_v3 *q)
{
  for (int k = 0; k < s->n_vector; k++) {
    q[k] = q0[k];
  }
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *n = s->node + i;
    const sn_m3 r = sn_rotation_axis_angle(random_vector(), 0.3);
    for (int k = 0; k < n->n_vec; k++) {
      const int a = n->vector[k];
      q[a] = k < n->has_x ? v3_axpy(q0[a], 0.1, random_vector()) : m3_mul(r, q0[a]);
    }
  }
}

enum { ROOM = 256 };

/* Strains of a deformed beam do not feel a rigid motion; B against differences; zero in the reference. */
static void test_forms(void)
{
  for (int k = 0; k < 3 * 2 * 4; k++) {
    const setup a = {1 + k % 3, 3, k / 3 % 2, 0, k / 6, k % 4 == 1, 1e-3};
    fixture f = fixture_new();
    add_beam(&f, &a, NULL, 0);
    freeze_well(&f);
    const sn_system *s = f.frozen.system;
    sn_v3 q[ROOM], moved[ROOM], up[ROOM], down[ROOM], d[ROOM];
    CHECK(s->n_node == 3 * a.order + 1 && s->n_vector <= ROOM && s->n_block == 6);
    const sn_m3 R = random_rotation();
    const sn_v3 shift = random_vector();
    const double h = 1e-3;
    shake(s, f.frozen.start.q, q);
    for (int i = 0; i < s->n_vector; i++) {
      d[i] = random_vector();
      moved[i] = s->vector[i].role == 0 ? v3_add(m3_mul(R, q[i]), shift) : m3_mul(R, q[i]);
      up[i] = v3_axpy(q[i], h, d[i]);
      down[i] = v3_axpy(q[i], -h, d[i]);
    }
    for (int i = 0; i < s->n_block; i++) {
      const sn_block *b = s->block + i;
      double start[18], e0[18], e1[18], ep[18], em[18];
      sn_v3 B[18 * 16];
      CHECK(b->n_form == 6 * a.order && b->n_vec <= 16);
      sn_forms(b, f.frozen.start.q, start);
      sn_forms(b, q, e0);
      sn_forms(b, moved, e1);
      sn_forms(b, up, ep);
      sn_forms(b, down, em);
      sn_form_rates(b, q, B);
      for (int j = 0; j < b->n_form; j++) {
        double rate = 0;
        for (int v = 0; v < b->n_vec; v++) {
          rate += v3_dot(B[j * b->n_vec + v], d[b->vector[v]]);
        }
        CHECK_NEAR(start[j], 0, 1e-15 * 100);
        CHECK_NEAR(e1[j], e0[j], 2e-13);
        CHECK_NEAR(rate, (ep[j] - em[j]) / (2 * h), 1e-9);
      }
    }
    sn_arena_free(f.arena);
  }
}

/* dV of the whole against the nodal forces that the outputs are made of: the power of the end forces, and n, m at Gauss
   points, by a motion that stretches, bends and twists evenly. */
static void test_gradient(void)
{
  for (int k = 0; k < 12; k++) {
    const setup a = {1 + k % 3, 2, k / 3 % 2, 0, ARC, k / 6, 0};
    fixture f = fixture_new();
    const sn_item *item = add_beam(&f, &a, NULL, 0);
    freeze_well(&f);
    const sn_system *s = f.frozen.system;
    const sn_beam_frozen *z = sn_model_item(f.frozen.model, item->index)->frozen;
    sn_v3 q[ROOM], up[ROOM], down[ROOM], d[ROOM];
    shake(s, f.frozen.start.q, q);
    const double h = 1e-5;
    for (int i = 0; i < s->n_vector; i++) {
      d[i] = random_vector();
      up[i] = v3_axpy(q[i], h, d[i]);
      down[i] = v3_axpy(q[i], -h, d[i]);
    }
    for (int e = 0; e < 2; e++) {
      const sn_block *b = sn_beam_block(z, e, s);
      const double difference = (sn_block_energy(b, up, NULL, 0) - sn_block_energy(b, down, NULL, 0)) / (2 * h);
      double strain[18], power = 0;
      sn_forms(b, q, strain);
      for (int g = 0; g < a.order; g++) {
        double stress[6] = {0};
        for (int i = 0; i < 6; i++) {
          for (int j = 0; j < 6; j++) {
            stress[i] += b->matrix[(6 * g + i) * b->n_form + 6 * g + j] * strain[6 * g + j];
          }
        }
        const sn_beam_vectors x = sn_beam_vectors_at(z, e, g, q), y = sn_beam_vectors_at(z, e, g, d);
        const sn_beam_vectors grad = sn_beam_gradient(z, sn_beam_section_of(z, e, g), stress, &x);
        power += v3_dot(grad.slope, y.slope);
        for (int i = 0; i < 3; i++) {
          power += v3_dot(grad.d[i], y.d[i]) + v3_dot(grad.rate[i], y.rate[i]);
        }
      }
      CHECK_NEAR(power, difference, 1e-6 * fabs(difference) + 1e-6);
    }
    sn_arena_free(f.arena);
  }
}

/* Section forces at the nodes: the same numbers one by one and together, and those that the outputs have at the ends. */
static void test_fields(void)
{
  static const char *const name[6] = {"N", "V2", "V3", "T", "M2", "M3"}, *const end[2] = {"first", "last"};
  for (int k = 0; k < 6; k++) {
    const setup a = {1 + k % 3, 4, k / 3, 0, ARC, 0, 0.1};
    fixture f = fixture_new();
    add_beam(&f, &a, NULL, 0);
    freeze_well(&f);
    const sn_system *s = f.frozen.system;
    const int n = a.order * a.elements + 1;
    sn_v3 q[ROOM];
    double one[ROOM], all[6][ROOM], *out[6];
    int row = 0;
    shake(s, f.frozen.start.q, q);
    const sn_observation o = {.system = s,
                              .q = q,
                              .local = q,
                              .v = f.frozen.start.v,
                              .a = f.frozen.start.v,
                              .internal = f.frozen.start.internal,
                              .load = 1,
                              .weight = 1};
    while (row < s->n_output && s->output[row].what->n_together == 0) {
      row++;
    }
    CHECK(row + 6 <= s->n_output && s->output[row].what->n_together == 6);
    for (int c = 0; c < 6; c++) {
      out[c] = all[c];
    }
    s->output[row].what->evaluate_together(&o, s->output[row].data, out);
    for (int c = 0; c < 6; c++) {
      const sn_observable *r = s->output + row + c;
      CHECK(strcmp(r->what->name, name[c]) == 0 && r->n == n && (r->what->flags & SN_OUT_FIELD) == SN_OUT_PER_NODE);
      r->what->evaluate(&o, r->data, one);
      CHECK(memcmp(one, all[c], sizeof(double) * (size_t)n) == 0);
    }
    for (int i = 0; i < s->n_output; i++) {
      for (int e = 0; e < 4; e++) {
        char wanted[32];
        (void)snprintf(wanted, sizeof wanted, "%s_%s", e < 2 ? "force" : "moment", end[e % 2]);
        if (strcmp(s->output[i].what->name, wanted) == 0) {
          s->output[i].what->evaluate(&o, s->output[i].data, one);
          for (int c = 0; c < 3; c++) {
            const double there = all[(e < 2 ? 0 : 3) + c][e % 2 ? n - 1 : 0];
            CHECK_NEAR(one[c], there, 1e-12 * (1 + fabs(there)));
          }
        }
      }
    }
    sn_arena_free(f.arena);
  }
}

/* Energy of a rigid motion against the integral over the drawn line, momentum against mass times centre; corners, twists. */
static void test_mass(void)
{
  for (int k = 0; k < 3 * 2 * 2; k++) {
    const setup a = {1 + k % 3, 8, 0, k / 3 % 2, k / 6 ? CORNER : STRAIGHT, 0, 0};
    fixture f = fixture_new();
    add_beam(&f, &a, NULL, 0);
    freeze_well(&f);
    const sn_v3 v0 = v3(1, 2, -0.5), w = v3(3, -1, 2), x0 = v3(0, 0, 1);
    const sn_v3 from[2] = {x0, v3(0.6, 0, 1)}, to[2] = {a.line ? from[1] : v3(1, 0, 1), v3(0.6, 0.5, 1.3)};
    double energy = 0;
    sn_v3 momentum = v3(0, 0, 0);
    for (int piece = 0; piece < (a.line ? 2 : 1); piece++) {
      const sn_v3 t = v3_sub(to[piece], from[piece]);
      sn_m3 r;
      CHECK(sn_rotation_two_directions(0, t, 2, v3(0, 0, 1), &r));
      for (int g = 0; g < 4; g++) { /* the energy is quadratic along a piece */
        const sn_v3 x = v3_axpy(from[piece], sn_line_gauss[3][g], t);
        const double m = 2 * v3_norm(t) * sn_line_weight[3][g];
        const sn_v3 c = v3_axpy(v3_scale(0.05, r.c[1]), -0.02, r.c[2]);
        const sn_v3 v = v3_add(v0, v3_cross(w, v3_sub(v3_add(x, c), x0)));
        const sn_v3 d2 = v3_cross(w, r.c[1]), d3 = v3_cross(w, r.c[2]);
        energy += 0.5 * m * (v3_dot(v, v) + 0.005 * v3_dot(d2, d2) + 0.01 * v3_dot(d3, d3) + 0.003 * v3_dot(d2, d3));
        momentum = v3_axpy(momentum, m, v);
      }
    }
    double kinetic, strain, potential;
    sn_v3 p, j;
    sn_energies(f.frozen.system, &f.frozen.start, &kinetic, &strain, &potential);
    sn_momenta(f.frozen.system, &f.frozen.start, &p, &j);
    /* row sums of linear elements move mass to the nodes: second order */
    CHECK_NEAR(kinetic, energy, (a.consistent || a.order > 1 ? 1e-12 : 0.02) * energy);
    CHECK_BELOW(v3_norm(v3_sub(p, momentum)), 1e-12 * v3_norm(p));
    CHECK_BELOW(strain, 1e-25);
    sn_arena_free(f.arena);
  }
}

/* ---- the reference line */
static void test_lines(void)
{
  const setup arc = {2, 5, 0, 0, ARC, 0, 0};
  fixture f = fixture_new();
  const sn_item *item = add_beam(&f, &arc, NULL, 0);
  freeze_well(&f);
  const sn_beam_frozen *z = sn_model_item(f.frozen.model, item->index)->frozen;
  /* all nodes on one circle through the three points, even steps of length, d1 its tangent, d2 and d3 turned evenly */
  sn_v3 x0 = sn_point_in(z->node, f.frozen.start.q), x1 = sn_point_in(z->node + 1, f.frozen.start.q);
  const double step = v3_norm(v3_sub(x1, x0));
  for (int k = 1; k < z->n_node; k++) {
    const sn_v3 a = sn_point_in(z->node + k - 1, f.frozen.start.q), b = sn_point_in(z->node + k, f.frozen.start.q);
    const sn_v3 t = sn_axis_in(z->node + k, 0, f.frozen.start.q), u = sn_axis_in(z->node + k - 1, 0, f.frozen.start.q);
    CHECK_NEAR(v3_norm(v3_sub(b, a)), step, 1e-13);
    CHECK_NEAR(v3_dot(v3_sub(b, a), v3_sub(t, u)), 0, 1e-13); /* chord and difference of tangents of a circle */
    CHECK_NEAR(z->s[k], z->length * k / (z->n_node - 1), 1e-13);
  }
  CHECK_BELOW(v3_norm(v3_sub(sn_point_in(z->node + 10, f.frozen.start.q), v3(1, 0, 1))), 1e-13);
  sn_v3 at;
  sn_m3 axes;
  const sn_ref mid = {.item = (sn_item *)item, .station = 5, .given = 1};
  CHECK(sn_drawn_frame(&mid, &at, &axes));
  CHECK_BELOW(v3_norm(v3_sub(at, v3(0.5, 0.4, 1.1))), 1e-12);
  sn_arena_free(f.arena);

  /* a smooth curve through points of a circle: tangents and places to fourth order, ends included */
  double worst[2] = {0}, off[2] = {0};
  for (int k = 0; k < 2; k++) {
    f = fixture_new();
    sn_v3 x[33];
    const int n = k ? 17 : 9;
    for (int i = 0; i < n; i++) {
      const double a = 2.0 * i / (n - 1);
      x[i] = v3(cos(a), sin(a), 0);
    }
    fields y = {0};
    const double six[6] = {1, 1, 1, 1, 1, 1};
    put(&y, "points", points(&f, n, x));
    put(&y, "curve", text("smooth"));
    put(&y, "elements", number(10));
    put(&y, "stiffness", numbers(&f, 6, six));
    put(&y, "mass_per_length", number(1));
    item = add_item(&f, &sn_kind_beam, "b", NULL, 0, &y);
    freeze_well(&f);
    z = sn_model_item(f.frozen.model, item->index)->frozen;
    for (int i = 0; i < z->n_node; i++) {
      const sn_v3 p = sn_point_in(z->node + i, f.frozen.start.q), t = sn_axis_in(z->node + i, 0, f.frozen.start.q);
      worst[k] = fmax(worst[k], fabs(v3_dot(p, t)));
      off[k] = fmax(off[k], fabs(v3_norm(p) - 1));
    }
    CHECK_NEAR(z->length, 2, 2e-3);
    sn_arena_free(f.arena);
  }
  printf("  smooth curve: tangents %.1e %.1e, places %.1e %.1e\n", worst[0], worst[1], off[0], off[1]);
  CHECK(worst[0] / worst[1] > 7 && off[0] / off[1] > 10);

  /* straight pieces share the elements by length, at least one each; corners keep two triads at one node */
  f = fixture_new();
  const setup corner = {1, 4, 0, 0, CORNER, 0, 0};
  item = add_beam(&f, &corner, NULL, 0);
  freeze_well(&f);
  z = sn_model_item(f.frozen.model, item->index)->frozen;
  CHECK_BELOW(v3_norm(v3_sub(sn_point_in(z->node + 2, f.frozen.start.q), v3(0.6, 0, 1))), 1e-14);
  CHECK_NEAR(v3_dot(sn_axis_in(z->at + 3, 0, f.frozen.start.q), v3(1, 0, 0)), 1, 1e-14);
  CHECK_NEAR(v3_dot(sn_axis_in(z->at + 4, 0, f.frozen.start.q), v3(1, 0, 0)), 0, 1e-14);
  CHECK(z->at[3].node == z->at[4].node);
  sn_arena_free(f.arena);
}

/* ---- ends: ground has no node, a body shares its own, a point is tied */
static void test_ends(void)
{
  const double inertia[3] = {1, 1, 1};
  for (int k = 0; k < 3; k++) {
    fixture f = fixture_new();
    fields x = {0};
    put(&x, "at", vector(&f, v3(1, 0, 1)));
    put(&x, "mass", number(1));
    if (k == 1) {
      put(&x, "inertia", numbers(&f, 3, inertia));
    }
    const sn_kind *kind = k == 1 ? &sn_kind_body : &sn_kind_point;
    const sn_ref other = {.item = k ? add_item(&f, kind, "o", NULL, 0, &x) : NULL,
                          .station = SN_STATION_SELF,
                          .given = 1},
                 refs[2] = {GROUND, other};
    const setup a = {2, 2, 0, 0, STRAIGHT, 0, 0};
    sn_item *item = add_beam(&f, &a, refs, 2);
    freeze_well(&f);
    const sn_system *s = f.frozen.system;
    CHECK(s->n_node == (k == 0 ? 3 : k == 1 ? 4 : 5));
    int rows = 0;
    for (int i = 0; i < s->n_block; i++) {
      rows += s->block[i].law == &sn_law_constraint ? s->block[i].n_form : 0;
    }
    CHECK(rows == (k == 2 ? 3 : 0));
    CHECK_BELOW(sn_constraint_error(s, &f.frozen.start), 1e-14);
    const sn_ref last = {.item = item, .station = SN_STATION_LAST, .given = 1};
    sn_v3 at;
    CHECK(sn_drawn_station(&last, &at) && v3_norm(v3_sub(at, v3(1, 0, 1))) < 1e-14);
    sn_arena_free(f.arena);
  }
}

static void test_warning(void)
{
  const setup coarse = {2, 2, 0, 0, ARC, 0, 0}, fine = {2, 8, 0, 0, ARC, 0, 0};
  fixture f = fixture_new();
  add_beam(&f, &coarse, NULL, 0);
  freeze_well(&f);
  CHECK(sn_model_warnings(f.frozen.model) == 1);
  CHECK_TEXT(sn_model_warnings(f.frozen.model) ? sn_model_warning_at(f.frozen.model, 0)->text : "", "more elements");
  sn_arena_free(f.arena);
  f = fixture_new();
  add_beam(&f, &fine, NULL, 0);
  freeze_well(&f);
  CHECK(sn_model_warnings(f.frozen.model) == 0);
  sn_arena_free(f.arena);
}

/* ---- mistakes: each a straight beam with one thing wrong */
typedef struct {
  const char *field, *text; /* part of the message */
  int n;
  double x[36];
} mistake;

static void test_mistakes(void)
{
  static const mistake all[] = {
      {"stiffness", "numbers", 5, {1, 1, 1, 1, 1}},
      {"stiffness", "positive definite", 6, {1, 1, 1, 0, 1, 1}},
      {"stiffness", "positive definite", 6, {1, -1, 1, 1, 1, 1}},
      {"mass_center", "numbers", 3, {0, 0, 1}},
      {"rotary_inertia", "numbers", 1, {1}},
      {"rotary_inertia", "rotary_inertia", 2, {0, 0}},
      {"rotary_inertia", "moments", 3, {1, 1, 2}},
      {"centroid", "numbers", 1, {1}},
      {"up", "along `up`", 3, {1, 0, 0}},
      {"through", "straight line", 3, {0.5, 0, 1}},
      {"to", "no length", 3, {0, 0, 1}},
  };
  for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) {
    const mistake *m = all + k;
    fixture f = fixture_new();
    fields x = {0};
    const double six[6] = {1, 1, 1, 1, 1, 1};
    put(&x, "from", vector(&f, v3(0, 0, 1)));
    if (strcmp(m->field, "to") != 0) {
      put(&x, "to", vector(&f, v3(1, 0, 1)));
    }
    if (strcmp(m->field, "stiffness") != 0) {
      put(&x, "stiffness", numbers(&f, 6, six));
    }
    put(&x, "mass_per_length", number(1));
    put(&x, m->field, numbers(&f, m->n, m->x));
    add_item(&f, &sn_kind_beam, "b", NULL, 0, &x);
    CHECK(freeze(&f) == SN_EINPUT);
    CHECK_TEXT(f.error.what, m->text);
    CHECK(f.error.fix[0] && f.error.where[0]);
    sn_arena_free(f.arena);
  }
  /* a matrix that is not symmetric; nothing said about stiffness, mass, an end */
  static const struct {
    int stiffness, mass, end;
    const char *text;
  } missing[] = {{2, 1, 1, "not symmetric"}, {0, 1, 1, "how stiff"}, {1, 0, 1, "no mass"}, {1, 1, 0, "ends"}};
  for (int k = 0; k < 4; k++) {
    fixture f = fixture_new();
    fields x = {0};
    double K[36];
    memcpy(K, coupled, sizeof K);
    K[3] += missing[k].stiffness == 2;
    put(&x, "from", vector(&f, v3(0, 0, 1)));
    if (missing[k].stiffness) {
      put(&x, "stiffness", numbers(&f, 36, K));
    }
    if (missing[k].mass) {
      put(&x, "mass_per_length", number(1));
    }
    if (missing[k].end) {
      put(&x, "to", vector(&f, v3(1, 0, 1)));
    }
    add_item(&f, &sn_kind_beam, "b", NULL, 0, &x);
    CHECK(freeze(&f) == SN_EINPUT);
    CHECK_TEXT(f.error.what, missing[k].text);
    CHECK(f.error.fix[0] && f.error.where[0]);
    sn_arena_free(f.arena);
  }
}

int main(void)
{
  RUN(test_forms);
  RUN(test_gradient);
  RUN(test_fields);
  RUN(test_mass);
  RUN(test_lines);
  RUN(test_ends);
  RUN(test_warning);
  RUN(test_mistakes);
  return REPORT();
}
