/* tests/shells/test_pressure.c -- pressure of what a shell encloses: force and tangent are derivatives of the volume; its work is p times
 *          the change of volume in every step, whatever the scheme; tubes and spheres at rest; mistakes.
 * Data:    closed forms of thin shells; volumes by a quadrature written here.
 */
#include "parts/shell.h"
#include "support/parameters.h"
#include "support/refused.h"
#include "system/kernel.h"

static const sn_block *pressure_block(const sn_system *s, int k)
{
  for (int i = 0; i < s->n_block; i++) {
    if (strcmp(s->block[i].row_text, "pressure") == 0 && k-- == 0) {
      return s->block + i;
    }
  }
  return NULL;
}

/* A tube that is held at both ends and free to swell, and moves. */
static const char tube[] =
    "param { order = 2, n = 6, p = 4e4 }\n"
    "local s = shell { name = 's', cylinder = { radius = 0.5 }, u = {0, 2*pi}, v = {0, 0.8}, closed = 'u',\n"
    "  elements = {n, 2}, order = order, thickness = 0.01, E = 1e8, nu = 0.3, density = 1000,\n"
    "  v_first = { held = 'xyz' }, v_last = { held = 'xyz' }, pressure = p, encloses = true }\n"
    "channel('x', position(s:at(0, 0.4)))\n"
    "run { dt = 1e-3, duration = 1e-3 }\n";

/* ---- derivatives */
static void test_derivatives(void)
{
  for (int order = 1; order <= 2; order++) {
    simulated s;
    const char *const set[] = {order == 1 ? "order=1" : "order=2"};
    if (!simulate_set(&s, tube, 1, set, "ed", 1)) {
      return;
    }
    const sn_block *b = pressure_block(s.session.frozen.system, 1);
    double e[SN_MAX_COMPOSITE_FORMS], G[SN_MAX_COMPOSITE_FORMS], H[SN_MAX_COMPOSITE_FORMS * SN_MAX_COMPOSITE_FORMS];
    CHECK(b && b->n_form == 3 * (order + 1) * (order + 1));
    sn_forms(b, s.state->q, e);
    for (int k = 0; k < b->n_form; k++) {
      e[k] += 0.1 * sin(3.0 * k);
    }
    sn_composite(b, s.state->internal, e, G, H);
    for (int k = 0; k < b->n_form; k++) {
      const double h = 1e-4, keep = e[k];
      double up[SN_MAX_COMPOSITE_FORMS], down[SN_MAX_COMPOSITE_FORMS];
      e[k] = keep + h;
      const double high = sn_composite(b, s.state->internal, e, up, NULL);
      e[k] = keep - h;
      const double low = sn_composite(b, s.state->internal, e, down, NULL);
      e[k] = keep;
      CHECK_NEAR(G[k], (high - low) / (2 * h), 1e-9); /* linear in every component: differences are exact */
      for (int i = 0; i < b->n_form; i++) {
        CHECK_NEAR(H[i * b->n_form + k], (up[i] - down[i]) / (2 * h), 1e-9);
        CHECK_NEAR(H[i * b->n_form + k], H[k * b->n_form + i], 1e-12);
      }
    }
    simulated_free(&s);
  }
}

/* ---- work */

/* Volume between the tube and its axis, by quadrature of (x n_x + y n_y)/2 over elements of nine nodes; the ends are flat. */
static double volume_now(const simulated *s)
{
  static const double at[4] = {-0.8611363115940526, -0.3399810435848563, 0.3399810435848563, 0.8611363115940526},
                      weight[4] = {0.3478548451374538, 0.6521451548625461, 0.6521451548625461, 0.3478548451374538};
  const sn_shell_frozen *f = sn_model_find(s->session.model, "s")->frozen;
  double sum = 0;
  for (int k = 0; k < 16 * sn_shell_elements(&f->grid); k++) {
    const int e = k / 16;
    const double a = at[k % 4], b = at[k / 4 % 4];
    const double la[3] = {a * (a - 1) / 2, 1 - a * a, a * (a + 1) / 2}, da[3] = {a - 0.5, -2 * a, a + 0.5};
    const double lb[3] = {b * (b - 1) / 2, 1 - b * b, b * (b + 1) / 2}, db[3] = {b - 0.5, -2 * b, b + 0.5};
    sn_v3 x = v3(0, 0, 0), x1 = v3(0, 0, 0), x2 = v3(0, 0, 0);
    for (int i = 0; i < 9; i++) {
      const sn_v3 node = sn_point_in(f->node + sn_shell_node_of(&f->grid, e, i), s->state->q);
      x = v3_axpy(x, la[i % 3] * lb[i / 3], node);
      x1 = v3_axpy(x1, da[i % 3] * lb[i / 3], node);
      x2 = v3_axpy(x2, la[i % 3] * db[i / 3], node);
    }
    const sn_v3 n = v3_cross(x1, x2);
    sum += weight[k % 4] * weight[k / 4 % 4] * (x.x[0] * n.x[0] + x.x[1] * n.x[1]) / 2;
  }
  return sum;
}

static void test_work(void)
{
  static const struct {
    const char *scheme;
    double alpha;
  } row[] = {{"ed", 1}, {"ed", 0}, {"ep", 0}};
  for (int k = 0; k < 3; k++) {
    simulated s;
    if (!simulate(&s, "model.lua", tube, row[k].scheme, row[k].alpha)) {
      return;
    }
    const double start = volume_now(&s);
    double before = start, work = 0, worst = 0, most = 0;
    for (int i = 0; i < 5 && advance(&s, 1e-3); i++) {
      const double now = volume_now(&s), done = s.total.work_loads + s.total.work_drives + s.total.work_base;
      worst = fmax(worst, fabs(done - work - 4e4 * (now - before)));
      most = fmax(most, fabs(4e4 * (now - start)));
      work = done;
      before = now;
    }
    printf("  %s %g: work %.6g J, of a step against p dV %.1e\n", row[k].scheme, row[k].alpha, work, worst / most);
    CHECK(most > 10);
    CHECK_BELOW(worst, 1e-12 * 4e4 * start);
    check_laws(&s);
    simulated_free(&s);
  }
}

/* ---- at rest */

/* A quarter of a tube between planes of symmetry: hoop force p r at the radius it has, which grows by p R^2/(E h). */
static void test_tube(void)
{
  static const char text[] =
      "local R, p = 0.5, 1e3\n"
      "local s = shell { name = 's', cylinder = { radius = R }, u = {0, pi/2}, v = {0, 0.4}, elements = {6, 1},\n"
      "  thickness = 0.01, E = 1e9, nu = 0, density = 1, pressure = p, encloses = true,\n"
      "  u_first = { symmetry = 'y' }, u_last = { symmetry = 'x' }, v_first = { symmetry = 'z' }, v_last = { symmetry "
      "= 'z' } }\n"
      "channel('r', (position(s:at(0, 0.2)).x - R)/(p*R^2/1e7))\n"
      "run { dt = 1e-3, duration = 1e-3, start = 'static' }\n";
  simulated s;
  if (!simulate(&s, "model.lua", text, "ed", 1) || !observe(&s)) {
    return;
  }
  printf("  growth %.6f of p R^2/(E h)\n", value(&s, "r", 0));
  CHECK_NEAR(value(&s, "r", 0), 1, 3e-4);
  simulated_free(&s);
}

/* A large pressure on the same: (r/R)((r/R)^2 - 1)/2 E h/R = p (r/R) for Green strains. */
static void test_large(void)
{
  static const char text[] =
      "param { p = 4e6 }\n"
      "local R = 0.5\n"
      "local s = shell { name = 's', cylinder = { radius = R }, u = {0, pi/2}, v = {0, 0.4}, elements = {6, 1},\n"
      "  thickness = 0.01, E = 1e9, nu = 0, density = 1, pressure = p, encloses = true,\n"
      "  u_first = { symmetry = 'y' }, u_last = { symmetry = 'x' }, v_first = { symmetry = 'z' }, v_last = { symmetry "
      "= 'z' } }\n"
      "channel('r', position(s:at(0, 0.2)).x/R)\n"
      "run { dt = 1e-3, duration = 1e-3, start = 'static' }\n";
  simulated s;
  if (!simulate(&s, "model.lua", text, "ed", 1) || !observe(&s)) {
    return;
  }
  /* N = E h (l^2 - 1)/2 along the drawn line, force l N per drawn length = p l R: l^2 = 1 + 2 p R/(E h) */
  const double want = sqrt(1 + 2 * 4e6 * 0.5 / 1e7);
  printf("  radius %.6f, thin tube %.6f\n", value(&s, "r", 0), want);
  CHECK_NEAR(value(&s, "r", 0), want, 1e-3);
  simulated_free(&s);
}

/* ---- mistakes */
static void refused(const char *fields, const char *what)
{
  char text[1024];
  snprintf(text, sizeof text,
           "local p = shell { name = 'p', corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, thickness = 0.01, E "
           "= 1e9, "
           "nu = 0.3, density = 1, %s }\nrun { dt = 1e-3, duration = 1 }\n",
           fields);
  refused_text(text, NULL, what, NULL, "bad.lua:1");
}

static void test_mistakes(void)
{
#define HELD(edge) edge " = { held = 'xyz' }, "
  refused("encloses = true", "encloses something, but has no pressure");
  refused("encloses = true, pressure = 1, follows = true", "follows its directors as well");
  refused("encloses = true, pressure = 1, u_first = { clamped = true }", "an edge of it is free");
  refused("encloses = true, pressure = 1, " HELD("u_first") HELD("u_last") HELD("v_first") "v_last = { held = 'xy' }",
          "an edge of it is free");
  refused("encloses = true, pressure = function(t, u, v) return u end", "a function of u or v");
  refused("encloses = true, pressure = 1, u_first = { symmetry = {1, 0, 1} }, u_last = { symmetry = {1, 1, 0} }, "
          "v_first = { symmetry = 'y' }, v_last = { symmetry = {0, 1, 0.5} }",
          "is in no plane of symmetry with this normal");
}

int main(void)
{
  RUN(test_derivatives);
  RUN(test_work);
  RUN(test_tube);
  RUN(test_large);
  RUN(test_mistakes);
  return REPORT();
}
