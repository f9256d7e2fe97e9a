/* tests/analysis/test_path.c -- statics of thin elastic parts, and equilibrium paths through limit points and snap-back:
 *                                against closed forms and published limits. */
#include "analysis/path.h"
#include "analysis/statics_private.h"
#include "strip.h"

static const double pi = 3.14159265358979323846;

typedef struct {
  int node, component;
  double at0;
  int n;
  double factor[2000], u[2000];
  int events;
  double event[16], error[16];
  sn_path_event kind[16];
  int iterations;
  int stable[16];
} record;

static sn_status take(void *data, sn_instant *m, sn_state *x, const sn_path_point *p, int *stop, sn_error *error)
{
  record *r = data;
  (void)m;
  (void)error;
  (void)stop;
  const double u = x->q[r->node].x[r->component];
  r->at0 = p->number == 0 ? u : r->at0;
  r->factor[r->n] = p->factor;
  r->u[r->n++] = u - r->at0;
  r->iterations += p->iterations;
  if (p->event != SN_PATH_PLAIN && r->events < 16) {
    r->event[r->events] = p->event_factor;
    r->error[r->events] = p->event_error;
    r->stable[r->events] = p->stable;
    r->kind[r->events++] = p->event;
  }
  return SN_OK;
}

static sn_path_summary go(mechanism *k, const sn_path_options *o, record *r)
{
  sn_path_summary out;
  const sn_path_sink sink = {r, take};
  CHECK_OK(sn_path(k->m, &k->x, o, &sink, k->arena, &out, &k->error), k->error);
  CHECK_BELOW(sn_constraint_error(k->s, &k->x), 1e-12);
  return out;
}

/* Two bars over a flat roof: P = EA/L^3 w (w - h)(w - 2h) ... with Green's strain, closed form. */
static void test_two_bars(void)
{
  const double a = 1, h = 0.2, ea = 1e5, l = sqrt(a * a + h * h);
  mechanism k = mechanism_begin(v3(0, 0, 0));
  sn_item_begin(k.b, "point", "top", "here.lua:1");
  const int top = sn_add_point(k.b, v3(0, h, 0), v3(0, 0, 0)), x = sn_vector_of(k.b, top, 0);
  sn_add_mass(k.b, x, x, 1);
  const sn_frame foot[2] = {sn_fixed_point_frame(k.b, v3(-a, 0, 0)), sn_fixed_point_frame(k.b, v3(a, 0, 0))};
  const sn_frame at = sn_node_frame(k.b, top);
  for (int i = 0; i < 2; i++) {
    const int v[2] = {foot[i].vector[0], x};
    const double w[2] = {-1 / l, 1 / l};
    sn_block_begin(k.b, &sn_law_elastic, "stretch");
    const int slope = sn_interpolate(k.b, 2, v, w);
    const int form = sn_form(k.b, 0.5, slope, slope, -0.5);
    sn_block_matrix(k.b, form, form, ea * l);
  }
  strip_force(&k, top, v3(0, -100, 0));
  sn_block_begin(k.b, &sn_law_constraint, "plane"); /* across it two bars hold nothing */
  const sn_frame ground = sn_ground_frame(k.b);
  sn_form(k.b, 1, sn_point_of(k.b, &at), sn_axis_of(k.b, &ground, 2), 0);
  mechanism_finish(&k);
  record r = {.node = x, .component = 1};
  const sn_path_summary out = go(&k, &(sn_path_options){.factor = 20, .step = 0.5, .displacement = 0.01}, &r);
  CHECK(out.reached);
  CHECK_BELOW(fabs(r.factor[r.n - 1] - 20), 1e-14);
  double worst = 0;
  for (int i = 0; i < r.n; i++) { /* W = EA l e^2, e = (y^2 - h^2)/(2 l^2) with y the height */
    const double y = h + r.u[i], force = -2 * ea * y * (y * y - h * h) / (2 * l * l * l);
    worst = fmax(worst, fabs(100 * r.factor[i] - force));
  }
  CHECK_BELOW(worst, 1e-8);
  /* limits at y = +-h/sqrt 3 */
  const double limit = 2 * ea * h * h * h / (3 * sqrt(3) * l * l * l) / 100;
  CHECK(r.events == 2);
  CHECK(r.kind[0] == SN_PATH_LIMIT && r.kind[1] == SN_PATH_LIMIT);
  CHECK(!r.stable[0] && r.stable[1]);
  printf("two bars: limits %.8f %.8f, closed form %.8f\n", r.event[0], r.event[1], limit);
  CHECK_BELOW(fabs(r.event[0] / limit - 1), 1e-9);
  CHECK_BELOW(fabs(r.event[1] / limit + 1), 1e-9);
  mechanism_end(&k);
}

/* Cantilever with a dead tip load, P L^2/EI = 4, nearly inextensible, whole load at once. */
static void test_elastica(void)
{
  const strip_section c = {1e7, 1e7, 1, 1e3};
  mechanism k = mechanism_begin(v3(0, 0, 0));
  const strip s = strip_line(&k, v3(0, 0, 0), v3(1, 0, 0), -1, 24, &c);
  strip_clamp(&k, s.node[0], v3(0, 0, 0));
  strip_force(&k, s.node[s.n - 1], v3(0, 4, 0));
  mechanism_finish(&k);
  sn_equilibrium e;
  CHECK_OK(sn_statics(k.m, &k.x, k.arena, &e, &k.error), k.error);
  const sn_v3 tip = k.x.q[position_of(&k, s.node[s.n - 1])];
  printf("elastica: %d iterations, %d load steps, residual %.1e, tip %.9f %.9f\n", e.iterations, e.load_steps,
         e.residual, tip.x[0], tip.x[1]);
  CHECK(e.iterations <= 12 && e.load_steps == 1 && !e.unstable);
  CHECK_BELOW(fabs(tip.x[1] - 0.669964181), 3e-6); /* EA finite, 24 elements */
  CHECK_BELOW(fabs(1 - tip.x[0] - 0.328941242), 3e-6);
  CHECK_BELOW(sn_constraint_error(k.s, &k.x), 1e-13);
  mechanism_end(&k);
}

/* A straight column, pressed beyond its Euler load along its axis: the straight one is unstable, it finds the bent one. */
static void test_column(void)
{
  const strip_section c = {1e5, 1e5, 1, 1e3};
  mechanism k = mechanism_begin(v3(0, 0, 0));
  const strip s = strip_line(&k, v3(0, 0, 0), v3(1, 0, 0), -1, 8, &c);
  strip_clamp(&k, s.node[0], v3(0, 0, 0));
  strip_force(&k, s.node[s.n - 1], v3(-4, 0, 0)); /* pi^2/4 = 2.467 */
  strip_force(&k, s.node[s.n - 1], v3(0, 1e-6, 0));
  mechanism_finish(&k);
  sn_equilibrium e;
  CHECK_OK(sn_statics(k.m, &k.x, k.arena, &e, &k.error), k.error);
  const sn_v3 tip = k.x.q[position_of(&k, s.node[s.n - 1])];
  printf("column: %d iterations (%d damped), tip %.6f %.6f\n", e.iterations, e.damped, tip.x[0], tip.x[1]);
  CHECK(!e.unstable);
  CHECK(tip.x[1] > 0.7); /* P/Pcr = 1.621: elastica, w/L 0.79 */
  mechanism_end(&k);
}

/* A column without imperfection: the path stays straight and says where others branch off. */
static record branch_of(int elements, double step)
{
  const strip_section c = {1e5, 1e5, 1, 1e3};
  mechanism k = mechanism_begin(v3(0, 0, 0));
  const strip s = strip_line(&k, v3(0, 0, 0), v3(1, 0, 0), -1, elements, &c);
  strip_clamp(&k, s.node[0], v3(0, 0, 0));
  strip_force(&k, s.node[s.n - 1], v3(-1, 0, 0));
  mechanism_finish(&k);
  record r = {.node = position_of(&k, s.node[s.n - 1]), .component = 1};
  const sn_path_summary out = go(&k, &(sn_path_options){.factor = 4, .step = step}, &r);
  CHECK(out.reached);
  CHECK(r.events == 1);
  CHECK(r.kind[0] == SN_PATH_BRANCH && !r.stable[0]);
  mechanism_end(&k);
  return r;
}

/* It is a fact of the mesh, not of the steps: known to nine digits, however long they are, on coarse and fine meshes. */
static void test_branch(void)
{
  static const double steps[] = {0.05, 0.013, 0.2, 0.37};
  double before = INFINITY, difference = 0;
  for (int n = 4; n <= 32; n *= 2) {
    const record first = branch_of(n, steps[0]);
    printf("branch with %d elements at %.10f +- %.0e (Euler %.6f)\n", n, first.event[0], first.error[0], pi * pi / 4);
    for (int i = 1; i < 4; i++) {
      const record r = branch_of(n, steps[i]);
      CHECK_BELOW(fabs(r.event[0] - first.event[0]), 1e-8);
      CHECK_BELOW(fabs(r.event[0] - first.event[0]), 2 * (r.error[0] + first.error[0]) + 1e-10);
      CHECK_BELOW(r.error[0], 1e-7);
    }
    if (n > 8) { /* it converges with the mesh, which noise of 1e-5 would hide */
      CHECK_BELOW(fabs(first.event[0] - before) / difference, 0.3);
    }
    difference = n > 4 ? fabs(first.event[0] - before) : 0;
    before = first.event[0];
    CHECK_BELOW(fabs(first.event[0] - pi * pi / 4), n > 4 ? 2e-4 : 2e-3); /* shear, stretch and mesh */
  }
}

/* A16 a: deep arch of 215 degrees, hinged at the left, clamped at the right: limit at 897.289. */
static void test_deep_arch(void)
{
  const strip_section c = {1e8, 1e8, 1e6, 1e8};
  const double half = 107.5 * pi / 180, r0 = 100;
  mechanism k = mechanism_begin(v3(0, 0, 0));
  const int n = 40;
  const strip s = strip_arc(&k, v3(0, 0, 0), r0, pi / 2 + half, pi / 2 - half, n, &c);
  const sn_v3 left = v3(r0 * cos(pi / 2 + half), r0 * sin(pi / 2 + half), 0);
  revolute(&k, "hinge", -1, s.node[0], left, v3(0, 0, 1));
  strip_clamp(&k, s.node[s.n - 1], v3(r0 * cos(pi / 2 - half), r0 * sin(pi / 2 - half), 0));
  strip_force(&k, s.node[s.n / 2], v3(0, -1000, 0));
  mechanism_finish(&k);
  record r = {.node = position_of(&k, s.node[s.n / 2]), .component = 1};
  const sn_path_summary out = go(&k, &(sn_path_options){.factor = 1, .steps = 400}, &r);
  printf("deep arch: %d points, %d iterations, %d cuts, limit %.3f (897.289), %d events\n", out.points, out.iterations,
         out.cuts, 1000 * r.event[0], r.events);
  CHECK(r.events >= 1 && r.kind[0] == SN_PATH_LIMIT);
  CHECK_BELOW(fabs(1000 * r.event[0] / 897.289 - 1), 1e-3);
  mechanism_end(&k);
}

/* A16 b: Lee's frame, which snaps back in the displacement of the load. */
static void test_lee_frame(void)
{
  const strip_section c = {720 * 6, 1e6, 720 * 2, 1e6};
  mechanism k = mechanism_begin(v3(0, 0, 0));
  const strip column = strip_line(&k, v3(0, 0, 0), v3(0, 120, 0), -1, 10, &c);
  /* the corner turns the tangent by 90 degrees: a node of its own, welded */
  const strip beam = strip_line(&k, v3(0, 120, 0), v3(120, 120, 0), -1, 10, &c);
  const sn_frame A = frame_at(&k, column.node[column.n - 1], v3(0, 120, 0), m3_identity());
  const sn_frame B = frame_at(&k, beam.node[0], v3(0, 120, 0), m3_identity());
  sn_item_begin(k.b, "weld", "corner", "here.lua:7");
  coincide(&k, &A, &B);
  sn_block_begin(k.b, &sn_law_constraint, "axis");
  for (int j = 0; j < 3; j++) {
    sn_form(k.b, 1, sn_axis_of(k.b, &A, j), sn_axis_of(k.b, &B, (j + 1) % 3), 0);
  }
  revolute(&k, "foot", -1, column.node[0], v3(0, 0, 0), v3(0, 0, 1));
  revolute(&k, "end", -1, beam.node[beam.n - 1], v3(120, 120, 0), v3(0, 0, 1));
  strip_force(&k, beam.node[4], v3(0, -1, 0)); /* 24 from the corner */
  mechanism_finish(&k);
  record r = {.node = position_of(&k, beam.node[4]), .component = 1};
  const sn_path_summary out = go(&k, &(sn_path_options){.factor = 3, .step = 0.2, .steps = 600}, &r);
  int back = 0;
  for (int i = 1; i < r.n; i++) {
    back += r.u[i] > r.u[i - 1];
  }
  printf("frame: %d points, %d iterations, %d cuts, limits %.6f (1.855673) %.4f, %d points on the way back\n",
         out.points, out.iterations, out.cuts, r.event[0], r.event[1], back);
  CHECK(out.reached);
  CHECK(r.events == 2);
  CHECK_BELOW(fabs(r.event[0] / 1.855673 - 1), 1e-3);
  CHECK(back > 3);
  mechanism_end(&k);
}

/* Gravity stays while a force grows: the force of a weight on a soft beam. */
static void test_gravity_stays(void)
{
  const strip_section c = {1e5, 1e5, 100, 1e3};
  for (int keeps = 0; keeps < 2; keeps++) {
    mechanism k = mechanism_begin(v3(0, -0.1, 0));
    const strip s = strip_line(&k, v3(0, 0, 0), v3(1, 0, 0), -1, 4, &c);
    strip_clamp(&k, s.node[0], v3(0, 0, 0));
    strip_force(&k, s.node[s.n - 1], v3(0, 0.9, 0));
    mechanism_finish(&k);
    record r = {.node = position_of(&k, s.node[s.n - 1]), .component = 1};
    (void)go(&k, &(sn_path_options){.factor = 1, .keeps_gravity = keeps}, &r);
    CHECK(keeps ? r.at0 < -1e-4 : fabs(r.at0) < 1e-12);
    CHECK_BELOW(fabs(k.m->load - 1) + fabs(k.m->weight - 1), 1e-15);
    static double end;
    const double now = k.x.q[r.node].x[1];
    if (keeps) {
      CHECK_BELOW(fabs(now - end), 1e-11);
    }
    end = now;
    mechanism_end(&k);
  }
}

int main(void)
{
  RUN(test_two_bars);
  RUN(test_elastica);
  RUN(test_column);
  RUN(test_branch);
  RUN(test_deep_arch);
  RUN(test_lee_frame);
  RUN(test_gravity_stays);
  return REPORT();
}
