/* tests/mechanisms/test_linearize.c -- A, B, C, D against differences of what the program itself says beside a state: equilibria and motions,
 *                                  loops with redundant rows, flexible parts, springs, follower forces, friction, drives, moving ground.
 */
#include "language/language.h"
#include "session/session_linearize.h"
#include "support/beside.h"

typedef struct {
  const char *name, *text;
  const char *inputs[3], *outputs[8];
  double tolerance; /* of the largest number of each matrix */
} sample;

static const sample samples[] = {
    {"top",
     "gravity { 0, 0, -9.81 }\n"
     "local u = input('u', { default = 0.2 })\n"
     "local top = body { name='top', at={0.02,0.05,0.1}, orientation=axis_angle({1,2,0.3}, 0.4), mass=0.5,\n"
     "  inertia={1e-3,1.2e-3,5e-4}, angular_velocity={3,-2,90}, velocity={-4.3,1.94,-0.5} }\n"
     "spherical { name='tip', ground, top, at={0,0,0} }\n"
     "moment { top, value=function(t) return u, 0, u^2 end, follows=true }\n"
     "channel('z', position(top).z) channel('w', angular_velocity(top)) channel('f', reaction('tip'))\n"
     "channel('e', energy('total')) channel('both', u*position(top).x)\n",
     {"u"},
     {"z", "w", "f", "e", "both", "top.acceleration", "top.orientation"},
     2e-8},
    {"four-bar with redundant rows",
     "gravity { 0, 0, -9.81 }\n"
     "local T = input('T', { default = 3 }) local c = input('c', { default = 0.4 })\n"
     "local crank = body { name='crank', at={0,0,0.15}, mass=0.5, inertia={4e-3,5e-3,1e-3},\n"
     "  angular_velocity={0,9,0}, velocity={1.35,0,0} }\n"
     "local rod = body { name='rod', at={0.3,0.01,0.4}, orientation=axis_angle('y', -0.32), mass=1, "
     "inertia={1e-3,0.04,0.04} }\n"
     "local rocker = body { name='rocker', at={0.65,0,0.25}, mass=0.8, inertia={0.02,0.02,1e-3} }\n"
     "revolute { name='a', ground, crank, at={0,0,0}, axis='y', torque=T, friction=0.2, friction_arm=0.01 }\n"
     "revolute { name='b', crank, rod, at={0,0,0.3}, axis='y', damping=0.05, stiffness=2 }\n"
     "revolute { name='c', rod, rocker, at={0.6,0,0.5}, axis='y', law=function(x,v,t) return c*v*(1+x^2) end }\n"
     "revolute { name='d', ground, rocker, at={0.7,0,0}, axis='y' }\n"
     "spring { name='s', ground, rod, at_a={0.3,0,-0.2}, at_b={0.3,0,0.4}, stiffness=300, damping=4, length=0.5 }\n"
     "channel('angle', angle('a')) channel('tip', position(rod, {0.6,0,0.5}))\n",
     {"T", "c"},
     {"angle", "tip", "rod.acceleration", "s.force", "a.angle_rate", "a.friction_force"},
     2e-8},
    {"screws, gears, drives and a moving ground",
     "gravity { 0, 0, -9.81 }\n"
     "local f = input('f', { default = 1 })\n"
     "local car = base { name='car', at={0,0,0}, position=function(t) return 0.3*sin(2*t+1), 0, 0.1*t^2 end, "
     "axis={0,1,1},\n"
     "  angle=function(t) return 0.4*sin(3*t+0.5) end }\n"
     "local wheel = body { name='wheel', at={0.3,0,0}, mass=2, inertia={0.02,0.03,0.02} }\n"
     "local nut = body { name='nut', at={0,0,0.5}, mass=1, inertia={0.01,0.02,0.013} }\n"
     "local arm = body { name='arm', at={0.5,0.2,0.5}, orientation=axis_angle('x', 0.3), mass=0.4, "
     "inertia={1e-3,2e-3,3e-3} }\n"
     "local mast = body { name='mast', at={-0.4,0,0.3}, mass=0.7, inertia={0.01,0.012,0.003} }\n"
     "local r = revolute { name='r', car, wheel, at={0.3,0,0}, axis='y', initial_rate=4 }\n"
     "local s = screw { name='s', car, nut, at={0,0,0}, axis='z', pitch=0.03 }\n"
     "gear { r, s, ratio=-1.7 }\n"
     "universal { name='u', nut, arm, at={0.3,0.1,0.5}, axis_a='x', axis_b='y' }\n"
     "revolute { name='m', car, mast, at={-0.4,0,0}, axis='y', drive=function(t) return 0.3*sin(5*t+1) end }\n"
     "spring { name='k', mast, arm, at_a={-0.4,0,0.6}, at_b={0.6,0.3,0.5}, stiffness=80, damping=2 }\n"
     "force { name='p', arm, at={0.7,0.2,0.6}, value=function(t,vx,vy,vz) return f, -0.3*vy, 2*f*vz end, follows=true "
     "}\n"
     "channel('w', angle('r')) channel('x', position(arm))\n",
     {"f"},
     {"w", "x", "u.reaction", "m.drive_force", "p.value", "k.rate"},
     3e-7},
    {"beam that turns, with a follower force and a cable",
     "gravity { 0, 0, -9.81 }\n"
     "local u = input('u', { default = 20 })\n"
     "local hub = body { name='hub', at={0,0,0}, mass=1, inertia={0.01,0.01,0.01} }\n"
     "local b = beam { name='b', hub, from={0.1,0,0}, to={0.9,0,0.1}, elements=2, order=2, section=rectangle{ "
     "width=0.02, height=0.01 },\n"
     "  E=2e9, nu=0.3, density=2000, damping=1e-3 }\n"
     "revolute { name='h', ground, hub, at={0,0,0}, axis={0,0.1,1}, initial_rate=5 }\n"
     "cable { name='c', b.last, from={0.9,0,0.1}, to={0.9,0,-0.4}, elements=2, order=1, stiffness=500, "
     "mass_per_length=0.1 }\n"
     "force { b.last, value=function(t) return 0, u, 0 end, follows=true }\n"
     "channel('tip', position(b.last))\n",
     {"u"},
     {"tip", "c.tension_middle", "h.angle"},
     1e-6},
    {"forces that follow signals",
     "gravity { 0, 0, -9.81 }\n"
     "local r = input('r', { default = 0.3 })\n"
     "local a = body { name='a', at={0,0,0.2}, mass=1, inertia={0.02,0.03,0.01} }\n"
     "local b = body { name='b', at={0,0,0.6}, mass=0.5, inertia={0.01,0.02,0.01} }\n"
     "revolute { name='j', ground, a, at={0,0,0}, axis='y', initial=0.4, initial_rate=2 }\n"
     "revolute { name='k', a, b, at={0,0,0.4}, axis='y', initial=-0.7, initial_rate=-3,\n"
     "  torque=function(t) return -3*(angle('k') - r) - r*rate('k') + 2*sin(angle('j'))*rate('j')^2 end }\n"
     "channel('x', position(b))\n",
     {"r"},
     {"x", "k.angle", "b.acceleration"},
     2e-8},
    {"rods without spin, a bushing",
     "gravity { 0, 0, -9.81 }\n"
     "local p = point { name='p', at={0,0,0}, mass=1 }\n"
     "local l = link { name='l', p, from={0,0,0}, to={0.4,0.1,-0.2}, mass=0.5, velocity={0,0,0}, "
     "angular_velocity={1,2,-1} }\n"
     "local k = link { name='k', ground, l.last, from={0.7,0,0}, to={0.4,0.1,-0.2}, mass=0.3 }\n"
     "local body = body { name='q', at={0.4,0.1,-0.5}, mass=1, inertia={0.01,0.02,0.03}, angular_velocity={1,2,3} }\n"
     "spring { name='s', ground, p, at_a={0,0,1}, at_b={0,0,0}, stiffness=200 }\n"
     "spring { name='t', l.last, body, at_b={0.4,0.1,-0.4}, stiffness=500, damping=1 }\n"
     "bushing { name='bu', ground, body, at={0.4,0.1,-0.3}, stiffness={100,200,300,1,2,3},\n"
     "  damping={1,2,3,0.1,0.2,0.3} }\n"
     "channel('x', position(p))\n",
     {0},
     {"x", "q.position", "k.force"},
     1e-6},
    {"forces that follow signals",
     "gravity { 0, 0, -9.81 }\n"
     "local u = input('u', { default = 0.7 })\n"
     "local a = body { name='a', mass=1, inertia={0.1,0.12,0.15}, center={0.1,0.05,0.02}, angular_velocity={0,0,2} }\n"
     "local b = body { name='b', at={1,0,0}, mass=2, inertia={0.2,0.25,0.3}, velocity={0,2,0}, "
     "angular_velocity={0,1,2} }\n"
     "revolute { name='r', ground, a, at={0,0,0}, axis='z', torque=function(t) return -2*u*angle('r') - rate('s')^2 +\n"
     "  sin(angle('s'))*velocity(b).x end }\n"
     "revolute { name='s', a, b, at={1,0,0}, axis='y', law=function(x,v,t) return x*rate('r') + u^2*v - t end }\n"
     "moment { b, follows=true, value=function(t) local w = angular_velocity_body(b)\n"
     "  return -0.3*u*w.x, -0.2*w.y*w.z, -w.z end }\n"
     "force { name='f', b, at={1.2,0.1,0}, value=function(t,vx,vy,vz) return -vx*position(a, {0.3,0,0}).x, u, t*vz end "
     "}\n"
     "channel('x', position(b)) channel('q', angle('r'))\n",
     {"u"},
     {"x", "q", "f.value", "s.reaction", "b.acceleration"},
     2e-8}};

typedef struct {
  sn_arena *arena;
  sn_session s;
  sn_linear_model model;
  int input[3], row[8];
  sn_linearize_options o;
  sn_status status;
} found;

static found find(const sample *x)
{
  found f = {.arena = sn_arena_new(NULL), .status = SN_EBUG};
  sn_model *model = NULL;
  sn_error error = {0};
  const sn_language_text text = {"model.lua", x->text, strlen(x->text), NULL};
  sn_status status = sn_language_load_text(&text, &(sn_language_options){0}, f.arena, &model, &error);
  status = status == SN_OK ? sn_session_open(&f.s, model, "model", f.arena, &error) : status;
  status = status == SN_OK ? sn_session_start(&f.s, &error) : status;
  CHECK_OK(status, error);
  if (status != SN_OK) {
    return f;
  }
  f.o = (sn_linearize_options){0};
  for (int i = 0; i < 3 && x->inputs[i]; i++, f.o.n_input++) {
    CHECK_OK(sn_session_input(&f.s, x->inputs[i], &f.input[i], &error), error);
  }
  for (int i = 0; i < 8 && x->outputs[i]; i++, f.o.n_row++) {
    CHECK_OK(sn_session_observable(&f.s, x->outputs[i], &f.row[i], &error), error);
  }
  f.o.input = f.input;
  f.o.row = f.row;
  f.status = sn_session_linearize(&f.s, &f.s.frozen.start, &f.o, f.arena, &f.model, &error);
  CHECK_OK(f.status, error);
  return f;
}

static void forget(found *f)
{
  sn_session_close(&f->s);
  sn_arena_free(f->arena);
}

/* x'' of all chosen coordinates, and the outputs, at the state in w->to; ledger: energies there. */
static void look(const found *f, beside *w, double *to)
{
  const sn_linearization *L = &f->model.matrices;
  sn_error error = {0};
  sn_observation o;
  sn_ledger ledger = {0};
  sn_energies(f->s.frozen.system, w->to, &ledger.kinetic, &ledger.strain, &ledger.potential);
  CHECK_OK(sn_instant_observe(w->m, w->to, &ledger, &o, &error), error);
  for (int i = 0; i < L->n_freedom; i++) {
    *to++ = beside_acceleration(w, o.a, L->chosen[i].node, L->chosen[i].place);
  }
  for (int i = 0; i < f->o.n_row; i++) {
    sn_observable_now(&o, f->row[i], to);
    to += f->s.frozen.system->output[f->row[i]].n;
  }
}

/* Column k (coordinates, rates, inputs) of the lower half of A, B and of C, D, by differences of fourth order. */
static void column(const found *f, beside *w, int k, double *out)
{
  static const double where[4] = {1, -1, 2, -2};
  static double y[4][BESIDE_ROOM];
  const sn_linearization *L = &f->model.matrices;
  const int n = L->n_freedom, m = n + L->n_output;
  const double h = 5e-4;
  for (int p = 0; p < 4; p++) {
    double x[BESIDE_ROOM] = {0}, x1[BESIDE_ROOM] = {0};
    for (int i = 0, at = 0, c = 0; i < w->m->s->n_node; i++) {
      for (int j = 0; j < w->m->node[i].size; j++, at++) {
        if (c < n && L->chosen[c].node == i && L->chosen[c].place == j) {
          x[at] = c == k ? where[p] * h : 0;
          x1[at] = c == k - n ? where[p] * h : 0;
          w->chosen[at] = 1;
          c++;
        }
      }
    }
    double *input = k >= 2 * n ? sn_model_input_values(f->s.model) + f->input[k - 2 * n] : NULL;
    const double before = input ? *input : 0;
    if (input) {
      *input += where[p] * h;
    }
    beside_go(w, x, x1);
    look(f, w, y[p]);
    if (input) {
      *input = before;
    }
  }
  for (int i = 0; i < m; i++) {
    out[i] = (8 * (y[0][i] - y[1][i]) - (y[2][i] - y[3][i])) / (12 * h);
  }
}

static beside begin(found *f)
{
  const sn_system *s = f->s.frozen.system;
  const size_t bytes = sizeof(sn_v3) * (size_t)s->n_vector;
  sn_error error = {0};
  beside w = {.from = &f->s.frozen.start, .to = SN_NEW(f->arena, sn_state, 1)};
  sn_v3 **list[] = {&w.q, &w.v, &w.a};
  CHECK_OK(sn_instant_new(s, f->arena, &w.m, &error), error);
  CHECK_OK(sn_state_new(s, f->arena, w.to, &error), error);
  sn_state_copy(w.from, w.to);
  CHECK_OK(sn_instant_observe(w.m, w.from, NULL, &w.o, &error), error);
  const sn_v3 *from[] = {w.o.q, w.o.v, w.o.a};
  for (int i = 0; i < 3; i++) {
    *list[i] = SN_NEW(f->arena, sn_v3, s->n_vector);
    memcpy(*list[i], from[i], bytes);
  }
  for (int i = 0; i < s->n_node; i++) {
    w.n += w.m->node[i].size;
  }
  CHECK(w.n < BESIDE_ROOM && s->n_vector < BESIDE_ROOM && w.m->n_row < BESIDE_ROOM);
  return w;
}

static void test_sample(const sample *x)
{
  found f = find(x);
  if (f.status != SN_OK) {
    forget(&f);
    return;
  }
  beside w = begin(&f);
  const sn_linearization *L = &f.model.matrices;
  const int n = L->n_freedom, s = 2 * n, u = L->n_input, all = s + u;
  double worst[4] = {0}, size[4] = {0};
  CHECK(n == f.s.freedom.freedom && f.model.n_states == s);
  for (int k = 0; k < all; k++) {
    double y[BESIDE_ROOM];
    column(&f, &w, k, y);
    for (int i = 0; i < n + L->n_output; i++) {
      const int which = (k >= s) + 2 * (i >= n);
      const double z = which == 0   ? L->A[(n + i) * s + k]
                       : which == 1 ? L->B[(n + i) * u + k - s]
                       : which == 2 ? L->C[(i - n) * s + k]
                                    : L->D[(i - n) * u + k - s];
      worst[which] = fmax(worst[which], fabs(z - y[i]));
      size[which] = fmax(size[which], fabs(y[i]));
    }
  }
  for (int k = 0; k < 4; k++) {
    CHECK_BELOW(worst[k], x->tolerance * fmax(size[k], 1e-3));
  }
  sn_instant_free(w.m);
  forget(&f);
}

static void test_differences(void)
{
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
    test_sample(&samples[i]);
  }
}

int main(void)
{
  RUN(test_differences);
  return REPORT();
}
