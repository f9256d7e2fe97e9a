/* tests/model/test_shape.c -- mass properties of shapes against sums over small cells; unions; the inertia check. */
#include "harness.h"
#include "tests/model/kinds.h"

typedef int (*inside)(const double *par, sn_v3 x);

static int in_box(const double *p, sn_v3 x)
{
  return fabs(x.x[0]) <= p[0] / 2 && fabs(x.x[1]) <= p[1] / 2 && fabs(x.x[2]) <= p[2] / 2;
}
static int in_cylinder(const double *p, sn_v3 x)
{
  return fabs(x.x[0]) <= p[0] / 2 && hypot(x.x[1], x.x[2]) <= p[1];
}
static int in_tube(const double *p, sn_v3 x)
{
  return in_cylinder(p, x) && hypot(x.x[1], x.x[2]) >= p[2];
}
static int in_sphere(const double *p, sn_v3 x)
{
  return v3_norm(x) <= p[1];
}
static int in_cone(const double *p, sn_v3 x)
{
  const double u = x.x[0] / p[0] + 0.5;
  return u >= 0 && u <= 1 && hypot(x.x[1], x.x[2]) <= p[1] + u * (p[2] - p[1]);
}

/* Sums over cells of a box around the shape: errors fall with the cell size; 1 percent is enough to tell formulas apart. */
static void check_shape(const char *name, const double *par, inside f)
{
  const sn_shape_kind *kind = NULL;
  for (int k = 0; sn_shape_kinds[k]; k++) {
    kind = strcmp(sn_shape_kinds[k]->name, name) == 0 ? sn_shape_kinds[k] : kind;
  }
  double volume, inertia[3][3];
  sn_v3 centre;
  sn_shape shape = {.kind = kind};
  memcpy(shape.par, par, sizeof shape.par);
  kind->properties(&shape, &volume, &centre, inertia);
  sn_v3 low, half;
  kind->bounds(&shape, &low, &half);
  CHECK_NEAR(v3_norm(v3_add(low, half)), 0, 0);
  enum { N = 120 };
  double sum = 0, first[3] = {0}, second[3][3] = {{0}};
  const double cell = 8 * half.x[0] * half.x[1] * half.x[2] / ((double)N * N * N);
  for (int i = 0; i < N * N * N; i++) {
    const int at[3] = {i % N, i / N % N, i / N / N};
    const sn_v3 x = v3(half.x[0] * ((2 * at[0] + 1.0) / N - 1), half.x[1] * ((2 * at[1] + 1.0) / N - 1),
                       half.x[2] * ((2 * at[2] + 1.0) / N - 1));
    if (!f(par, x)) {
      continue;
    }
    sum += cell;
    for (int a = 0; a < 3; a++) {
      first[a] += cell * x.x[a];
      for (int b = 0; b < 3; b++) {
        second[a][b] += cell * x.x[a] * x.x[b];
      }
    }
  }
  CHECK_NEAR(volume, sum, 0.01 * sum);
  for (int a = 0; a < 3; a++) {
    CHECK_NEAR(centre.x[a], first[a] / sum, 0.01 * half.x[0]);
  }
  for (int a = 0; a < 3; a++) { /* Jxx = int (y^2 + z^2) about the centre */
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    const double J = second[b][b] + second[c][c] - sum * (centre.x[b] * centre.x[b] + centre.x[c] * centre.x[c]);
    CHECK_NEAR(inertia[a][a], J, 0.01 * J);
    CHECK_NEAR(inertia[a][b], 0, 1e-15);
  }
}

static void test_formulas(void)
{
  check_shape("box", (double[]){1, 0.4, 0.3, 0, 0, 0}, in_box);
  check_shape("cylinder", (double[]){1, 0.2, 0, 0, 0, 0}, in_cylinder);
  check_shape("tube", (double[]){1, 0.3, 0.2, 0, 0, 0}, in_tube);
  check_shape("sphere", (double[]){0, 0.5, 0, 0, 0, 0}, in_sphere);
  check_shape("cone", (double[]){1, 0.4, 0.1, 0, 0, 0}, in_cone);
  check_shape("cone", (double[]){0.7, 0.2, 0.5, 0, 0, 0}, in_cone);
  check_shape("cone", (double[]){0.7, 0.2, 0, 0, 0, 0}, in_cone);
}

static sn_shapes read(sn_arena *a, sn_value v)
{
  sn_error e = {0};
  static const sn_input inputs[] = {{"shape", SN_SHAPES, "", "", .required = 1}, {0}};
  sn_shapes s = {0};
  const sn_value r = RECORD(a, {"shape", v});
  CHECK_OK(sn_fields_fill(inputs, &r, &s, a, "body 'x'", "m.lua:1", &e), e);
  return s;
}

/* two half boxes make a whole one, turned and shifted */
static void test_union(void)
{
  sn_arena *a = sn_arena_new(NULL);
  sn_value two[2];
  two[0] =
      MADE(a, "box", {"size", vector(a, 0.5, 0.2, 0.3)}, {"density", number(1000)}, {"at", vector(a, -0.25, 0, 0)});
  two[1] = MADE(a, "box", {"size", vector(a, 0.2, 0.5, 0.3)}, {"mass", number(30)}, {"at", vector(a, 0.25, 0, 0)},
                {"orientation", MADE(a, "axis_angle", {"axis", text("z")}, {"angle", number(1.5707963267948966)})});
  const sn_shapes s = read(a, (sn_value){.type = SN_VALUE_LIST, .n = 2, .entry = two});
  const sn_shapes one = read(a, MADE(a, "box", {"size", vector(a, 1, 0.2, 0.3)}, {"density", number(1000)}));
  double m, J[3][3], m1, J1[3][3];
  sn_v3 c, c1;
  sn_shapes_mass(&s, &m, &c, J);
  sn_shapes_mass(&one, &m1, &c1, J1);
  CHECK_NEAR(m, 60, 1e-12);
  CHECK_NEAR(v3_norm(c), 0, 1e-15);
  for (int i = 0; i < 9; i++) {
    CHECK_NEAR(J[i / 3][i % 3], J1[i / 3][i % 3], 1e-13);
  }
  sn_arena_free(a);
}

/* axis = "z" turns a cylinder along z; slender has no inertia about itself; without density no mass */
static void test_axis(void)
{
  sn_arena *a = sn_arena_new(NULL);
  double m, J[3][3];
  sn_v3 c;
  sn_shapes s = read(
      a, MADE(a, "cylinder", {"length", number(1)}, {"radius", number(0.1)}, {"axis", text("z")}, {"mass", number(2)}));
  sn_shapes_mass(&s, &m, &c, J);
  CHECK_NEAR(J[2][2], 2 * 0.01 / 2, 1e-15);
  CHECK_NEAR(J[0][0], 2 * (0.01 / 4 + 1.0 / 12), 1e-15);
  s = read(a, MADE(a, "slender", {"length", number(2)}, {"axis", text("-y")}, {"density", number(3)}));
  sn_shapes_mass(&s, &m, &c, J);
  CHECK_NEAR(m, 6, 1e-15);
  CHECK_NEAR(J[1][1], 0, 1e-15);
  CHECK_NEAR(J[0][0], 6 * 4.0 / 12, 1e-15);
  s = read(a, MADE(a, "sphere", {"radius", number(2)}));
  sn_shapes_mass(&s, &m, &c, J);
  CHECK_NEAR(m, 0, 0);
  sn_arena_free(a);
}

static void test_check(void)
{
  sn_error e = {0};
  double p[3];
  const double good[3][3] = {{2, 0.3, 0}, {0.3, 3, 0.1}, {0, 0.1, 4}}, flat[3][3] = {{1, 0, 0}, {0, 2, 0}, {0, 0, 3}};
  const double line[3][3] = {{0, 0, 0}, {0, 2, 0}, {0, 0, 2}}, bad[3][3] = {{1, 0, 0}, {0, 2, 0}, {0, 0, 3.001}};
  const double negative[3][3] = {{1, 2, 0}, {2, 1, 0}, {0, 0, 1}}, zero[3][3] = {{0}};
  CHECK_OK(sn_check_inertia(good, p, &e), e);
  CHECK_NEAR(p[0] + p[1] + p[2], 9, 1e-14);
  CHECK_OK(sn_check_inertia(flat, p, &e), e);
  CHECK_OK(sn_check_inertia(line, p, &e), e);
  CHECK_OK(sn_check_inertia(zero, p, &e), e);
  CHECK(sn_check_inertia(bad, p, &e) == SN_EINPUT);
  CHECK_TEXT(e.why, "1 + 2 < 3.001");
  CHECK(sn_check_inertia(negative, p, &e) == SN_EINPUT);
  CHECK_TEXT(e.what, "negative principal moment: -1");
}

/* ---- a surface of a file as a shape */

static void test_surface(void)
{
  sn_arena *a = sn_arena_new(NULL);
  sn_model *model = sn_model_new(a);
  sn_item *item = NULL;
  sn_error error = {0};
  sn_value shape = MADE(a, "mesh", {"file", text("box.stl")}, {"scale", number(1e-3)}, {"density", number(1000)},
                        {"at", vector(a, 1, 0, 0)}, {"axis", text("z")});
  sn_value fields = RECORD(a, {"at", vector(a, 0, 0, 0)}, {"shape", shape});
  CHECK(sn_model_add(model, &(sn_item_given){&test_body, "hull", NULL, 0, &fields, "m.lua:3"}, &item, &error) ==
        SN_EINPUT);
  CHECK_TEXT(error.what, "mesh in block 'hull': `file` cannot be used: The file \"box.stl\" may not be read");
  CHECK_TEXT(error.where, "m.lua:3");
  CHECK_OK(sn_model_folder(model, SN_TEST_SOURCE "/tests/data/", 1, &error), error);
  CHECK_OK(sn_model_add(model, &(sn_item_given){&test_body, "hull", NULL, 0, &fields, "m.lua:3"}, &item, &error),
           error);
  CHECK_OK(sn_model_add(model, &(sn_item_given){&test_body, "again", NULL, 0, &fields, "m.lua:4"}, NULL, &error),
           error);
  const test_block *p = sn_model_find(model, "hull")->param, *q = sn_model_find(model, "again")->param;
  CHECK(p->shape.shape->surface && p->shape.shape->surface == q->shape.shape->surface); /* read once */
  double mass, J[3][3];
  sn_v3 c;
  sn_shapes_mass(&p->shape, &mass, &c, J);
  CHECK_NEAR(mass, 8, 1e-14);
  CHECK_NEAR(v3_norm(v3_sub(c, v3(1, 0, 0))), 0, 1e-15);
  CHECK_NEAR(J[2][2], 8 * 0.05 / 12, 1e-16); /* x of the file along z */
  sn_v3 lo, hi;
  p->shape.shape->kind->bounds(p->shape.shape, &lo, &hi);
  CHECK_NEAR(v3_norm(v3_sub(hi, v3(0.2, 0.1, 0.05))), 0, 1e-16);
  CHECK_NEAR(v3_norm(v3_add(lo, hi)), 0, 1e-16);
  sn_frozen frozen;
  CHECK_OK(sn_model_freeze(model, 0, a, &frozen, &error), error);
  sn_arena_free(a);
}

int main(void)
{
  RUN(test_formulas);
  RUN(test_union);
  RUN(test_axis);
  RUN(test_check);
  RUN(test_surface);
  return REPORT();
}
