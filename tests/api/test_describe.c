/* tests/api/test_describe.c -- the tables of the program through the public interface, and what is told of a model without running it. */
#include "api/public.h"

static int find_kind(const char *name, sinew_kind *out)
{
  for (int i = 0; i < sinew_kinds(); i++) {
    *out = (sinew_kind){.size = sizeof *out};
    GOOD(sinew_kind_at(i, out, error));
    if (strcmp(out->name, name) == 0) {
      return i;
    }
  }
  return -1;
}

static int find_field(const sinew_table *t, const char *name, sinew_field *out)
{
  for (int i = 0; i < sinew_fields(t); i++) {
    *out = (sinew_field){.size = sizeof *out};
    GOOD(sinew_field_at(t, i, out, error));
    CHECK(out->name && out->help && out->unit && out->type != SINEW_SAME_LEVEL);
    if (strcmp(out->name, name) == 0) {
      return 1;
    }
  }
  return 0;
}

/* Every field of every table can be asked for, at any depth. */
static int walk(const sinew_table *t, int depth)
{
  int n = 0;
  for (int i = 0; i < sinew_fields(t); i++) {
    sinew_field f = {.size = sizeof f};
    GOOD(sinew_field_at(t, i, &f, error));
    CHECK(f.name[0] && f.help[0]);
    n += 1 + (f.fields && depth < 5 ? walk(f.fields, depth + 1) : 0);
  }
  BAD(sinew_field_at(t, sinew_fields(t), &(sinew_field){.size = sizeof(sinew_field)}, error), SINEW_EINPUT, "field");
  return n;
}

static void test_kinds(void)
{
  sinew_kind k;
  sinew_field f;
  int all = 0, outputs = 0;
  const int r = find_kind("revolute", &k);
  CHECK(r >= 0 && k.family == SINEW_JOINT && k.connects == 2 && !k.connects_joints && !k.may_connect);
  CHECK_TEXT(k.coordinates, "angle");
  CHECK(find_field(k.fields, "torque", &f) && f.type == SINEW_FUNCTION && strcmp(f.arguments, "t") == 0);
  CHECK_TEXT(f.unit, "N m");
  CHECK(!find_field(k.fields, "torqe", &f));
  sinew_quantity q = {.size = sizeof q};
  GOOD(sinew_kind_output_at(r, 0, &q, error));
  CHECK(q.n >= 1 && q.help[0] && q.name[0]);
  CHECK(find_kind("body", &k) >= 0 && k.family == SINEW_PART && find_field(k.fields, "shape", &f) &&
        f.type == SINEW_SHAPES);
  for (int i = 0; i < sinew_kinds(); i++) {
    k = (sinew_kind){.size = sizeof k};
    GOOD(sinew_kind_at(i, &k, error));
    all += walk(k.fields, 0);
    outputs += sinew_kind_outputs(i);
  }
  CHECK(all > 200 && outputs > 50);
  CHECK(walk(sinew_run_fields(), 0) > 10 && walk(sinew_common_fields(), 0) > 3);
  CHECK(find_field(sinew_run_fields(), "start", &f) && f.type == SINEW_CHOICE);
  CHECK_TEXT(f.choices, "static");
  BAD(sinew_kind_at(-1, &k, error), SINEW_EINPUT, "kind");
  BAD(sinew_kind_at(sinew_kinds(), &k, error), SINEW_EINPUT, "kind");
  CHECK(sinew_kind_outputs(-3) == 0);
}

static void test_others(void)
{
  int shapes = 0, sections = 0;
  for (int i = 0; i < sinew_makers(); i++) {
    sinew_maker m = {.size = sizeof m};
    GOOD(sinew_maker_at(i, &m, error));
    CHECK(m.name[0] && m.help[0] && walk(m.fields, 0) > 0);
    shapes += !m.is_section;
    sections += m.is_section;
  }
  CHECK(shapes > 4 && sections > 3);
  for (int i = 0; i < sinew_pages(); i++) {
    sinew_page p = {.size = sizeof p};
    GOOD(sinew_page_at(i, &p, error));
    CHECK(p.name[0] && p.help[0] && p.section[0]);
  }
  CHECK(sinew_pages() > 20 && sinew_energies() > 8);
  sinew_quantity q = {.size = sizeof q};
  GOOD(sinew_energy_at(0, &q, error));
  CHECK_TEXT(q.unit, "J");
  BAD(sinew_energy_at(99, &q, error), SINEW_EINPUT, "energy");
  BAD(sinew_page_at(-1, &(sinew_page){.size = sizeof(sinew_page)}, error), SINEW_EINPUT, "page");
  BAD(sinew_maker_at(1000, &(sinew_maker){.size = sizeof(sinew_maker)}, error), SINEW_EINPUT, "maker");
}

/* Programs of another edition: a shorter struct gets its part, a longer one zeros behind. */
static void test_sizes(void)
{
  struct {
    sinew_kind kind;
    double later[4];
  } longer = {.kind = {.size = sizeof longer}, .later = {1, 2, 3, 4}};
  GOOD(sinew_kind_at(0, &longer.kind, error));
  CHECK(longer.kind.name[0] && longer.later[0] == 0 && longer.later[3] == 0 && longer.kind.size == sizeof longer);
  sinew_kind k = {.size = offsetof(sinew_kind, family), .family = 77};
  GOOD(sinew_kind_at(0, &k, error));
  CHECK(k.name[0] && k.family == 77);
  BAD(sinew_kind_at(0, &(sinew_kind){0}, error), SINEW_EINPUT, "size");
  BAD(sinew_kind_at(0, NULL, error), SINEW_EINPUT, "size");
}

/* ---- a model without running it */

static const char door[] =
    "gravity { 0, 0, -9.81 }\n"
    "param { unused = 3 }\n"
    "local door = body { name = 'door', at = {0.4, 0, 1}, shape = box { size = {0.8, 0.04, 2}, density = 600 } }\n"
    "revolute { name = 'low', ground, door, at = {0, 0, 0.3}, axis = 'z' }\n"
    "revolute { name = 'high', ground, door, at = {0, 0, 1.7}, axis = 'z', angle = nil }\n"
    "channel('a', angle('low'))\n";

static void test_check(void)
{
  sinew_model *m = NULL;
  sinew_report *r = NULL;
  sinew_facts f = {.size = sizeof f};
  sinew_part_facts p = {.size = sizeof p};
  const char *where = NULL;
  GOOD(sinew_model_load_text("door.lua", door, NULL, NULL, NULL, 0, NULL, &m, error));
  GOOD(sinew_check(m, &r, error));
  if (r) {
    GOOD(sinew_report_facts(r, &f, error));
    CHECK(f.degrees_of_freedom == 1 && f.parts == 1 && f.redundant == 2 && f.warnings >= 1);
    CHECK(f.equations - f.independent_equations == 5);
    CHECK_NEAR(f.mass, 600 * 0.8 * 0.04 * 2, 1e-12);
    CHECK_NEAR(f.centre[2], 1, 1e-14);
    GOOD(sinew_report_part(r, 0, &p, error));
    CHECK_TEXT(p.where, "door.lua:3");
    CHECK_NEAR(p.inertia[2], p.mass * (0.64 + 0.0016) / 12, 1e-12);
    BAD(sinew_report_part(r, 1, &p, error), SINEW_EINPUT, "part");
    CHECK_TEXT(sinew_report_redundant(r, 0, &where), "low");
    CHECK_TEXT(where, "door.lua:4");
    CHECK(!sinew_report_redundant(r, 2, &where) && !sinew_report_warning(r, 99, &where));
    CHECK_TEXT(sinew_report_warning(r, 0, &where), "unused");
  }
  CHECK(sinew_channels(m) == 1);
  sinew_quantity q = {.size = sizeof q};
  GOOD(sinew_channel_at(m, 0, &q, error));
  CHECK(q.is_channel && strcmp(q.unit, "rad") == 0);
  BAD(sinew_channel_at(m, 1, &q, error), SINEW_EINPUT, "channel");
  sinew_report_free(r);
  sinew_model_free(m);
  GOOD(sinew_model_new(NULL, &m, error));
  BAD(sinew_check(m, &r, error), SINEW_EMODEL, "no part");
  CHECK(r == NULL);
  sinew_model_free(m);
}

/* A cantilever under its tip load: P L^3/(3 E I), by hand. */
static const char cantilever[] = "local b = beam { name='b', ground, from={0,0,0}, to={1,0,0}, elements=8, "
                                 "section=rectangle { width=0.02, height=0.01 },\n"
                                 "  E=2e11, nu=0.3, density=7850 }\n"
                                 "force { name='tip', b.last, value={0,0,-1} }\n"
                                 "channel('end', position(b.last))\n";

static void test_units(void)
{
  sinew_unit u = {.size = sizeof u};
  int seen = 0;
  for (int i = 0; i < sinew_units(); i++) {
    GOOD(sinew_unit_at(i, &u, error));
    seen +=
        strcmp(u.name, "kmh") == 0 && strcmp(u.unit, "km/h") == 0 && strcmp(u.si, "m/s") == 0 && u.factor == 1 / 3.6;
    seen += strcmp(u.name, "g") == 0 && strcmp(u.si, "kg") == 0 && u.factor == 1e-3;
  }
  CHECK(seen == 2);
  BAD(sinew_unit_at(sinew_units(), &u, error), SINEW_EINPUT, "unit");
  BAD(sinew_unit_at(-1, &u, error), SINEW_EINPUT, "unit");
}

static void test_static(void)
{
  sinew_model *m = NULL;
  sinew_simulation *s = NULL;
  sinew_equilibrium q = {.size = sizeof q};
  double end[3] = {0};
  GOOD(sinew_model_load_text("cantilever.lua", cantilever, NULL, NULL, NULL, 0, NULL, &m, error));
  GOOD(sinew_static(m, &s, error));
  if (s) {
    GOOD(sinew_channel_value(s, "end", end, 3, NULL, error));
    const double inertia = 0.02 * 1e-6 / 12, by_hand = 1 / (3 * 2e11 * inertia);
    CHECK_NEAR(-end[2], by_hand, 2e-3 * by_hand); /* shear and the fall of the lever are in ours */
    GOOD(sinew_static_facts(s, &q, error));
    CHECK(q.iterations > 0 && !q.unstable && q.residual < 1e-6);
    BAD(sinew_step(s, 1e-3, error), SINEW_EINPUT, "equilibrium");
    int n = 0;
    CHECK(sinew_q(s, &n) && n > 0 && sinew_unknowns(s) > 0);
    sinew_simulation *copy = NULL;
    GOOD(sinew_simulation_copy(s, &copy, error));
    double again[3];
    GOOD(sinew_channel_value(copy, "end", again, 3, NULL, error));
    CHECK_NEAR(again[2], end[2], 1e-15);
    sinew_simulation_free(copy);
  }
  sinew_simulation_free(s);
  int n = 0;
  BAD(sinew_load_path(m, "path.h5", &n, error), SINEW_EINPUT, "load_path");
  GOOD(sinew_model_read(m, "more", 1, "load_path { steps = 5 }", error));
  GOOD(sinew_load_path(m, "path.h5", &n, error));
  CHECK(n >= 5);
  sinew_mode mode[3] = {{.size = sizeof mode[0]}};
  GOOD(sinew_modes(m, NULL, 0, 2, mode, 3, &n, error));
  CHECK(n == 2 && mode[0].frequency > 0 && mode[1].frequency > mode[0].frequency && mode[1].size == sizeof mode[0]);
  BAD(sinew_modes(m, NULL, 0, -1, mode, 3, &n, error), SINEW_EINPUT, "modes");
  sinew_model_free(m);
}

int main(void)
{
  RUN(test_kinds);
  RUN(test_others);
  RUN(test_sizes);
  RUN(test_check);
  RUN(test_units);
  RUN(test_static);
  return REPORT();
}
