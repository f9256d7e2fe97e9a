/* tests/promises/test_tables.c -- mistakes made from the input tables themselves: every field of every kind, of every shape,
 *          of every section and of run, with every class of mistake. A new field is tested before its author has written a line.
 * Law:     each model has one mistake; it is refused before the first step, by an error in four parts that names the item,
 *          the field and the line. The same model without the mistake is accepted.
 * ctest:   timeout=600
 */
#include <float.h>

#include "catalogue.h"
#include "harness.h"
#include "language/language.h"
#include "session/session.h"
#include "support/table_models.h"
#include "support/table_values.h"

/* ---- one model, one verdict */

static const char *current; /* the class of mistake */
static long made, accepted, poor;

typedef struct {
  sn_status status;
  sn_error error;
} verdict;

static verdict judge(const char *text)
{
  verdict v = {SN_OK, {0}};
  sn_arena *arena = sn_arena_new(NULL);
  sn_model *model = NULL;
  sn_session s = {0};
  v.status = sn_language_load_text(&(sn_language_text){"m.lua", text, strlen(text), SN_TEST_SOURCE "/tests/data/"},
                                   NULL, arena, &model, &v.error);
  if (v.status == SN_OK) {
    v.status = sn_session_open(&s, model, "m", arena, &v.error);
  }
  if (v.status == SN_OK) {
    v.status = sn_session_settings(&s, NAN, &v.error);
  }
  if (v.status == SN_OK) {
    v.status = sn_session_start(&s, &v.error);
  }
  sn_session_close(&s);
  sn_arena_free(arena);
  return v;
}

static void must_fail(const char *text, int line, const char *item, const char *name)
{
  char place[32], all[1400];
  made++;
  const verdict v = judge(text);
  const sn_error *e = &v.error;
  if (v.status == SN_OK) {
    accepted++;
    printf("  accepted (%s): %s", current, text);
    CHECK(accepted == 0); /* a mistake is accepted */
    return;
  }
  snprintf(place, sizeof place, "m.lua:%d", line);
  snprintf(all, sizeof all, "%s | %s | %s | %s", e->where, e->what, e->why, e->fix);
  const char *after = strstr(e->where, place);
  after = after ? after + strlen(place) : NULL;
  const int input = v.status == SN_EINPUT || v.status == SN_EMODEL || v.status == SN_EIO;
  if (!input || !after || (*after >= '0' && *after <= '9') || !strstr(all, item) ||
      (!strstr(all, name) && !strstr(all, "'nonsense'")) || !e->what[0] || !e->fix[0]) {
    poor++;
    printf("  poor message (%s) for %s on line %d, %s, status %d:\n  %s\n%s", current, name, line, item, (int)v.status,
           all, text);
    CHECK(poor == 0); /* a message lacks item, field, line, or what to do */
  }
}

static void must_work(const char *text)
{
  const verdict v = judge(text);
  if (v.status != SN_OK) {
    printf("  in: %s", text);
  }
  CHECK_OK(v.status, v.error);
}

/* ---- texts */

/* Where a field stands: directly in the item, in a table of it, in a shape or in a section. */
enum { IN_SHAPE = 1, IN_SECTION };
typedef struct {
  const base_model *base;
  const char *open, *close; /* "angle = { " and " }" */
  const char *item;         /* as messages name it */
  int settings, shape;
} level;

static int lines(const char *text)
{
  int n = 1;
  for (; *text; text++) {
    n += *text == '\n';
  }
  return n;
}

/* The model with `name = value` in place of what the base says; name NULL: the base itself. Returns the item's line. */
static int compose(const level *l, const char *name, const char *like, const char *value, char *text, size_t size)
{
  const base_model *b = l->base;
  const char *with = "";
  const char *const *without = NULL;
  for (size_t k = 0; like && k < sizeof combinations / sizeof combinations[0]; k++) {
    if (strcmp(combinations[k].name, like) == 0 &&
        (!combinations[k].kind || strcmp(combinations[k].kind, b->kind) == 0)) {
      with = combinations[k].with;
      without = combinations[k].without;
      break;
    }
  }
  char fields[1200];
  size_t n = 0;
  fields[0] = '\0';
  for (const field *f = b->field; f < b->field + 6 && f->name; f++) {
    int skip = like && !l->open[0] && strcmp(f->name, like) == 0;
    for (int k = 0; without && !l->open[0] && k < 3; k++) {
      skip |= without[k] && strcmp(without[k], f->name) == 0;
    }
    if (!skip) {
      n += (size_t)snprintf(fields + n, sizeof fields - n, "%s = %s, ", f->name, f->value);
    }
  }
  if (name) {
    (void)snprintf(fields + n, sizeof fields - n, "%s%s%s = %s%s", l->open, with, name, value, l->close);
  }
  int line = lines(b->above);
  if (l->settings) {
    (void)snprintf(text, size, "%srun { %s }\n", b->above, fields);
  } else if (l->shape) {
    const char *form = l->shape == IN_SHAPE
                           ? "run { dt = 0.01, duration = 1 }\nbody { name = 'it', shape = %s { %s } }\n"
                           : "run { dt = 0.01, duration = 1 }\nbeam { name = 'it', from = {0, 0, 0}, to = {1, 0, 0}, "
                             "elements = 2, E = 1e7, nu = 0.3, density = 1000, section = %s { %s } }\n";
    (void)snprintf(text, size, form, b->kind, fields);
    line = 2;
  } else {
    char refs[100] = "";
    for (int k = 0; k < 3 && b->refs[k]; k++) {
      (void)snprintf(refs + strlen(refs), sizeof refs - strlen(refs), "%s, ", b->refs[k]);
    }
    (void)snprintf(text, size, "%s%s { name = 'it', %s%s }\nrun { dt = 0.01, duration = 1 }\n", b->above, b->kind, refs,
                   fields);
  }
  return line;
}

static void wrong(const level *l, const sn_input *in, const char *value)
{
  char text[3000];
  const int line = compose(l, in->name, in->name, value, text, sizeof text);
  must_fail(text, line, l->item, in->name);
}

/* ---- classes of mistakes, by type of field */

static const char *const *const bad[] = {[SN_NUMBER] = bad_number,       [SN_COUNT] = bad_count,
                                         [SN_FLAG] = bad_flag,           [SN_TEXT] = bad_text,
                                         [SN_CHOICE] = bad_choice,       [SN_VECTOR] = bad_vector,
                                         [SN_PLACE] = bad_vector,        [SN_NUMBERS] = bad_numbers,
                                         [SN_POINTS] = bad_points,       [SN_ORIENTATION] = bad_orientation,
                                         [SN_SYMMETRIC] = bad_symmetric, [SN_PART] = bad_ref,
                                         [SN_JOINT] = bad_ref,           [SN_FUNCTION] = bad_function,
                                         [SN_FUNCTION3] = bad_function3, [SN_SHAPES] = bad_shapes,
                                         [SN_SIDE] = bad_side,           [SN_TABLE] = bad_table,
                                         [SN_JOINTS] = bad_refs,         [SN_PARTS] = bad_parts,
                                         [SN_TEXTS] = bad_texts,         [SN_SURFACE] = bad_file,
                                         [SN_SECTION] = bad_section,     [SN_NODES] = bad_points};

/* letters to insert, take out or change */
static int letters_apart(const char *a, const char *b)
{
  int row[64];
  const int n = (int)strlen(b);
  for (int j = 0; j <= n; j++) {
    row[j] = j;
  }
  for (int i = 1; a[i - 1]; i++) {
    int corner = row[0];
    row[0] = i;
    for (int j = 1; j <= n; j++) {
      const int change = corner + (a[i - 1] != b[j - 1]), less = row[j] < row[j - 1] ? row[j] + 1 : row[j - 1] + 1;
      corner = row[j];
      row[j] = change < less ? change : less;
    }
  }
  return row[n];
}

/* 1: another field is as near to the name as the one that is meant */
static int ambiguous(const char *name, const sn_input *meant, const sn_input *all)
{
  for (const sn_input *o = all; o->name; o++) {
    if (o != meant && o->type != SN_INLINE && letters_apart(name, o->name) <= letters_apart(name, meant->name)) {
      return 1;
    }
  }
  return 0;
}

static void misspelt(const level *l, const sn_input *in, const sn_input *all)
{
  const size_t n = strlen(in->name);
  for (int k = 0; k < 4; k++) { /* a letter too many, one left out, one replaced, two swapped */
    char name[80], text[3000];
    const size_t at = n / 2;
    if (k == 0) {
      (void)snprintf(name, sizeof name, "%.*sq%s", (int)at, in->name, in->name + at);
    } else if (k == 1) {
      (void)snprintf(name, sizeof name, "%.*s%s", (int)at, in->name, in->name + at + 1);
    } else {
      (void)snprintf(name, sizeof name, "%s", in->name);
      if (k == 2) {
        name[at] = 'q';
      } else if (n > 1) {
        const char c = name[at];
        name[at] = name[at - 1];
        name[at - 1] = c;
      }
    }
    int known = !name[0] || strcmp(name, in->name) == 0;
    for (const sn_input *o = all; o->name; o++) {
      known |= strcmp(o->name, name) == 0;
      for (const sn_input *i = o->type == SN_INLINE ? o->sub : NULL; i && i->name; i++) {
        known |= strcmp(i->name, name) == 0;
      }
    }
    if (known || (name[0] >= '0' && name[0] <= '9')) { /* or no name in Lua */
      continue;
    }
    const int line = compose(l, name, in->name, "1", text, sizeof text);
    must_fail(text, line, l->item, n > 3 ? in->name : name); /* short names have no nearest one */
    if (n > 3 && !ambiguous(name, in, all)) {
      char meant[100];
      (void)snprintf(meant, sizeof meant, "`%s`", in->name);
      CHECK_TEXT(judge(text).error.fix, meant);
    }
  }
}

static void out_of_range(const level *l, const sn_input *in)
{
  const int number = in->type == SN_NUMBER || in->type == SN_COUNT || in->type == SN_FUNCTION;
  const int list = in->type == SN_VECTOR || in->type == SN_NUMBERS;
  if ((!number && !list) || (in->lo == 0 && in->hi == 0)) {
    return;
  }
  double x[4];
  int n = 0;
  if (isfinite(in->lo)) {
    x[n++] = in->lo == DBL_MIN ? 0 : in->lo - (in->type == SN_COUNT ? 1 : 1e-9 * fmax(1, fabs(in->lo)));
    x[n++] = in->lo == DBL_MIN ? -1 : in->lo - 1000;
  }
  if (isfinite(in->hi)) {
    x[n++] = in->hi + (in->type == SN_COUNT ? 1 : 1e-6 * fmax(1, fabs(in->hi)));
    x[n++] = 1e3 * in->hi + 1000;
  }
  for (int k = 0; k < n; k++) {
    char value[120];
    (void)snprintf(value, sizeof value, list ? "{%.17g, %.17g, %.17g}" : "%.17g", x[k], x[k], x[k]);
    wrong(l, in, value);
  }
}

/* Values that must fit the drawing of the base. */
static const struct {
  const char *kind, *name, *value;
} fitting[] = {{"distance", "length", "1"},
               {"align", "at_a", "{0, 0, 0}"},
               {"align", "at_b", "{1, 0, 0}"},
               {"align", "at_c", "{2, 0, 0}"},
               {"align", "ratio", "0.5"},
               {"tube", "radius", "0.1"},
               {"distance", "at_a", "{0, 0, 0}"},
               {"distance", "at_b", "{1, 0, 0}"},
               {"i_section", "height", "0.08"},
               {"channel_section", "width", "0.05"},
               {"cable", "potential", "function(e) return 10*e^2 + e^3 end"},
               {"beam", "potential", "function(e, a, b, c, d, f) return e^2 + a^2 + b^2 + c^2 + d^2 + f^2 + e^4 end"}};

/* A value that is right, by type. */
static const char *right(const char *kind, const sn_input *in, char text[64])
{
  for (size_t k = 0; k < sizeof fitting / sizeof fitting[0]; k++) {
    if (strcmp(fitting[k].kind, kind) == 0 && strcmp(fitting[k].name, in->name) == 0) {
      return fitting[k].value;
    }
  }
  switch (in->type) {
  case SN_NUMBER:
  case SN_COUNT:
  case SN_FUNCTION:
    (void)snprintf(text, 64, "%g",
                   in->lo == DBL_MIN         ? 0.01
                   : in->type == SN_FUNCTION ? 0
                   : isfinite(in->lo)        ? fmax(in->lo, in->type == SN_COUNT ? 1 : 0.01)
                                             : 0.01);
    return text;
  case SN_FLAG:
    return "true";
  case SN_CHOICE:
    (void)snprintf(text, 64, "'%.*s'", (int)strcspn(in->choices, "|"), in->choices);
    return text;
  case SN_VECTOR:
    return strcmp(in->name, "x") == 0 || strcmp(in->name, "x_axis") == 0 ? "'x'"
           : strcmp(in->name, "axis_a") == 0                             ? "{0.1, 0, 0.3}"
           : strcmp(in->name, "axis_b") == 0                             ? "{0, 0.2, 0.3}"
                                                                         : "{0.1, 0.2, 0.3}";
  case SN_PLACE:
    return "{0.5, 0.25, 0}";
  case SN_ORIENTATION:
    return "axis_angle('z', 1)";
  case SN_SYMMETRIC:
    return "{1, 2, 2}";
  case SN_FUNCTION3:
    return "function(t) return t, 0, 0 end";
  case SN_SHAPES:
    return "box { size = {1, 1, 1}, density = 1000 }";
  case SN_SECTION:
    return "circle { radius = 0.02 }";
  case SN_SIDE:
    return strcmp(in->name, "a") == 0 ? "{ at = {0, 0, 0}, axis = 'z' }" : "{ at = {-1, 0, 0}, axis = 'z' }";
  case SN_TABLE:
    (void)snprintf(text, 64, "%s",
                   strcmp(kind, "shell") == 0       ? "{ clamped = true }"
                   : strcmp(in->name, "modes") == 0 ? "{ up_to = 100 }"
                                                    : "{ damping = 0.1 }");
    return text;
  default:
    return NULL; /* the base has it */
  }
}

/* 1: another way to say what the base says already, or what needs more than that, which it refuses: tests/shells/test_shell.c,
   tests/parts/test_bar.c, tests/mechanisms/test_contact_shapes.c, tests/mechanisms/test_contact_solids.c */
static int said_otherwise(const level *l, const sn_input *in)
{
  static const char *const names[] = {"surface", "from",      "to",       "cylinder", "sphere", "mesh",
                                      "E1",      "neo_hooke", "symmetry", "encloses", "fields", "imperfection_mode"};
  int other = strncmp(l->open, "cylinder", 8) == 0 || strncmp(l->open, "sphere", 6) == 0;
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    other |= strcmp(in->name, names[k]) == 0;
  }
  static const char *const of_solids[] = {"box",       "file",     "scale", "size", "cylinder", "ring",
                                          "extrusion", "revolved", "E1",    "E2",   "E3",       "nu12",
                                          "nu13",      "nu23",     "G12",   "G23",  "G31",      "axes"};
  int solid = l->open[0] != '\0'; /* other meshes and materials: tests/solids */
  for (size_t k = 0; k < sizeof of_solids / sizeof *of_solids; k++) {
    solid |= strcmp(in->name, of_solids[k]) == 0;
  }
  return (solid && strcmp(l->base->kind, "solid") == 0) || (other && strcmp(l->base->kind, "shell") == 0) ||
         (strcmp(l->base->kind, "bar") == 0 && strcmp(in->name, "share") == 0) ||
         (strcmp(l->base->kind, "contact") == 0 &&
          (strcmp(in->name, "round") == 0 || strcmp(in->name, "pressure_per_depth") == 0)) ||
         (strcmp(l->base->kind, "beam") == 0 && strcmp(in->name, "imperfection_mode") == 0) ||
         (strcmp(l->base->kind, "torsion_spring") == 0 &&
          (strncmp(in->name, "initial", 7) == 0 || strncmp(in->name, "friction", 8) == 0));
}

static void check_levels(const level *l, const sn_input *inputs, const sn_input *all);

static void check_field(const level *l, const sn_input *in, const sn_input *all)
{
  char text[3000], value[64];
  if (strcmp(l->open, "mesh = { ") == 0 || strcmp(l->open, "imperfection_mode = { ") == 0 ||
      (strcmp(l->base->kind, "solid") == 0 && l->open[0])) {
    return; /* it needs a file, or another mesh: tests/shells/test_mesh.c, tests/shells/test_bow.c, tests/solids/test_solid.c */
  }
  const char *good = right(l->base->kind, in, value);
  current = "right";
  /* frames `a` and `b` of a universal have axes that cross: tests/joints */
  if (good && !(in->type == SN_SIDE && strcmp(l->base->kind, "universal") == 0) && !said_otherwise(l, in)) {
    compose(l, in->name, in->name, good, text, sizeof text);
    must_work(text);
  }
  current = "misspelt";
  misspelt(l, in, all);
  current = "wrong type, length or value";
  const int counts = in->type == SN_TABLE && in->sub->type == SN_COUNT; /* a number stands for its first field */
  for (int k = 0; bad[in->type] && bad[in->type][k]; k++) {
    if (!(counts && strcmp(bad[in->type][k], "1") == 0)) {
      wrong(l, in, bad[in->type][k]);
    }
  }
  if (in->type == SN_PLACE) {
    wrong(l, in, "'x'"); /* a direction is no place */
  }
  current = "out of range";
  out_of_range(l, in);
  current = "axis of length zero";
  if (in->type == SN_VECTOR && (!in->unit || !in->unit[0])) {
    wrong(l, in, "{0, 0, 0}");
  }
  current = "missing";
  if (in->required && !l->open[0]) {
    wrong(l, in, "nil");
  }
  if (in->type == SN_TABLE) {
    char open[64];
    (void)snprintf(open, sizeof open, "%s = { ", in->name);
    const level inner = {l->base, open, " }", l->item, l->settings, l->shape};
    check_levels(&inner, in->sub, in->sub);
  }
}

static void check_levels(const level *l, const sn_input *inputs, const sn_input *all)
{
  for (const sn_input *in = inputs; in->name; in++) {
    if (in->type == SN_INLINE) {
      check_levels(l, in->sub, all);
    } else {
      check_field(l, in, all);
    }
  }
}

/* ---- positional entries */

static void check_refs(const base_model *b, const sn_kind *kind)
{
  static const char *const wrong_refs[] = {"1",     "true",   "'nowhere'",   "'ro'", "{}", "{rod}", "function() end",
                                           FOREIGN, "itself", "wrong class", "nil",  NULL};
  const level l = {b, "", "", "", 0, 0};
  char fields[800] = "";
  (void)l;
  for (const field *f = b->field; f < b->field + 6 && f->name; f++) {
    (void)snprintf(fields + strlen(fields), sizeof fields - strlen(fields), "%s = %s, ", f->name, f->value);
  }
  const int line = lines(b->above) + 1;
  for (int k = 0; k < kind->n_refs; k++) {
    for (int m = 0; wrong_refs[m]; m++) {
      char refs[300] = "", text[3000];
      const int itself = strcmp(wrong_refs[m], "itself") == 0;
      if (itself && kind->n_refs < 2) {
        continue;
      }
      for (int i = 0; i < kind->n_refs; i++) {
        const char *other = kind->ref_class == SN_CLASS_JOINT ? "rod" : "other";
        const char *value = i != k                                      ? b->refs[i]
                            : itself                                    ? b->refs[(k + 1) % kind->n_refs]
                            : strcmp(wrong_refs[m], "wrong class") == 0 ? other
                                                                        : wrong_refs[m];
        (void)snprintf(refs + strlen(refs), sizeof refs - strlen(refs), "%s, ", value);
      }
      (void)snprintf(text, sizeof text,
                     "%slocal other = spring { name = 'other', ground, rod, at_a = {0, 0, 1}, stiffness = 1 }\n"
                     "%s { name = 'it', %s%s }\nrun { dt = 0.01, duration = 1 }\n",
                     b->above, b->kind, refs, fields);
      current = "reference";
      must_fail(text, line, kind->name, "");
    }
  }
}

static const base_model *base_of(const char *kind, const base_model *list, size_t n)
{
  for (size_t k = 0; k < n; k++) {
    if (strcmp(list[k].kind, kind) == 0) {
      return list + k;
    }
  }
  return NULL;
}

static void test_kinds(void)
{
  for (int k = 0; sn_catalogue[k]; k++) {
    if (!SN_TEST_LAB && strcmp(sn_catalogue[k]->name, "plane_rod") == 0) {
      continue; /* needs the laboratory */
    }
    const base_model *b = base_of(sn_catalogue[k]->name, bases, sizeof bases / sizeof bases[0]);
    CHECK(b != NULL); /* a new kind: add a whole model of it above */
    if (!b) {
      printf("  no base model of %s\n", sn_catalogue[k]->name);
      continue;
    }
    const level l = {b, "", "", "'it'", 0, 0};
    char text[3000];
    compose(&l, NULL, NULL, "", text, sizeof text);
    must_work(text);
    check_levels(&l, sn_catalogue[k]->inputs, sn_catalogue[k]->inputs);
    for (const sn_input *in = sn_common_inputs + 1; in->name; in++) { /* the name itself: tests/language */
      check_field(&l, in, sn_catalogue[k]->inputs);
    }
    if (sn_catalogue[k]->class != SN_CLASS_PART) {
      check_refs(b, sn_catalogue[k]);
    }
  }
}

static void test_shapes(void)
{
  for (int k = 0; sn_shape_kinds[k]; k++) {
    const base_model *b = base_of(sn_shape_kinds[k]->name, shapes, sizeof shapes / sizeof shapes[0]);
    CHECK(b != NULL);
    if (b) {
      const level l = {b, "", "", "'it'", 0, IN_SHAPE};
      check_levels(&l, sn_shape_kinds[k]->inputs, sn_shape_kinds[k]->inputs);
    }
  }
}

static void test_sections(void)
{
  for (int k = 0; sn_section_kinds[k]; k++) {
    const base_model *b = base_of(sn_section_kinds[k]->name, sections, sizeof sections / sizeof sections[0]);
    CHECK(b != NULL);
    if (b) {
      const level l = {b, "", "", "'it'", 0, IN_SECTION};
      char text[3000];
      compose(&l, NULL, NULL, "", text, sizeof text);
      must_work(text);
      check_levels(&l, sn_section_kinds[k]->inputs, sn_section_kinds[k]->inputs);
    }
  }
}

static void test_settings(void)
{
  const level l = {&settings, "", "", "run", 1, 0};
  check_levels(&l, sn_run_inputs, sn_run_inputs);
}

int main(void)
{
  RUN(test_kinds);
  RUN(test_shapes);
  RUN(test_sections);
  RUN(test_settings);
  printf("%ld mistakes, %ld accepted, %ld with a poor message\n", made, accepted, poor);
  return REPORT();
}
