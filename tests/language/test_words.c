/* tests/language/test_words.c -- words of other programs get an answer with the kind and the field to use.
 * Laws:    every example of an answer is a model of the language; no word is a name of the language; the field that is named exists.
 */
#include "language/language_private.h"
#include "tests/language/fixture.h"

static const char start[] = "local rod = body { name = 'rod', at = { 0, 0, 0 }, mass = 1, inertia = { 1, 1, 1 } }\n"
                            "local other = body { name = 'other', at = { 1, 0, 0 }, mass = 1, inertia = { 1, 1, 1 } }\n"
                            "local joint_1 = revolute { ground, other, at = { 0, 0, 0 }, axis = 'z' }\n"
                            "local joint_2 = revolute { ground, other, at = { 0, 0, 1 }, axis = 'z' }\n";

static void load_in_data(loaded *l, const char *text)
{
  memset(l, 0, sizeof *l);
  l->arena = sn_arena_new(NULL);
  l->status = sn_language_load_text(&(sn_language_text){"m.lua", text, strlen(text), SN_TEST_SOURCE "/tests/data/"},
                                    NULL, l->arena, &l->model, &l->error);
}

static void test_examples(void)
{
  char text[2048];
  loaded l;
  for (const sn_lang_habit *h = sn_lang_habits; h->words; h++) {
    (void)snprintf(text, sizeof text, "%s%s\n", start, h->example);
    load_in_data(&l, text);
    CHECK_OK(l.status, l.error);
    unload(&l);
  }
}

/* Every word of the table, as a call and as a value: its own answer, or a kind of this name. */
static void test_kinds(void)
{
  char text[128], word[32];
  int n = 0;
  for (const sn_lang_habit *h = sn_lang_habits; h->words; h++) {
    for (const char *at = h->words; *at; at += strcspn(at, "|") + (at[strcspn(at, "|")] == '|')) {
      (void)snprintf(word, sizeof word, "%.*s", (int)strcspn(at, "|"), at);
      (void)snprintf(text, sizeof text, "local x = %s", word);
      loaded l;
      load(&l, text);
      CHECK(sn_lang_habit_of(word) == h); /* a word stands once */
      CHECK(l.status == SN_EINPUT && strcmp(l.error.why, h->why) == 0);
      CHECK_TEXT(l.error.fix, h->example);
      unload(&l);
      n++;
    }
  }
  CHECK(n > 150);
  CHECK(!sn_lang_habit_of("") && !sn_lang_habit_of("in"));
}

static void test_own_words(void)
{
  loaded l;
  load(&l, "x = hinge\nlocal y = 1\nhinge = 3"); /* defined below: that is the answer */
  CHECK_TEXT(l.error.why, "defined later, at line 3");
  unload(&l);
  load(&l, "hinge = 3\nx = 2*hinge");
  CHECK_OK(l.status, l.error);
  unload(&l);
}

static void test_fields(void)
{
  static const char *const rows[][2] = {
      {"body { position = { 0, 0, 0 } }", "called `at`"},
      {"point { pos = { 0, 0, 0 }, mass = 1 }", "called `at`"},
      {"body { at = { 0, 0, 0 }, m = 1 }", "called `mass`: in kg"},
      {"body { at = { 0, 0, 0 }, cog = { 0, 0, 0 } }", "called `center`"},
      {"body { at = { 0, 0, 0 }, omega = { 0, 0, 1 } }", "called `angular_velocity`"},
      {"body { geometry = box { size = { 1, 1, 1 } } }", "called `shape`"},
      {"body { shape = sphere { diameter = 1, density = 1 } }", "called `radius`: half of the diameter"},
      {"body { shape = sphere { radius = 1, rho = 1 } }", "called `density`"},
      {"revolute { ground, rod, at = { 0, 0, 0 }, direction = 'z' }", "called `axis`"},
      {"revolute { ground, rod, at = { 0, 0, 0 }, axis = 'z', k = 3 }", "called `stiffness`"},
      {"revolute { ground, rod, at = { 0, 0, 0 }, axis = 'z', speed = 3 }", "called `drive_rate`"},
      {"revolute { ground, rod, at = { 0, 0, 0 }, axis = 'z', motor = 3 }", "called `drive`: a function of t"},
      {"revolute { ground, rod, at = { 0, 0, 0 }, axis = 'z', limits = { 0, 1 } }", "called `upper`: with `lower`"},
      {"revolute { parent = ground, child = rod, at = { 0, 0, 0 }, axis = 'z' }", "revolute { ground, rod, ... }"},
      {"spring { ground, rod, k = 3 }", "called `stiffness`"},
      {"spring { ground, rod, stiffness = 1, free_length = 3 }", "called `length`"},
      {"force { rod, F = { 0, 0, 1 } }", "called `value`"},
      {"beam { from = { 0, 0, 0 }, to = { 1, 0, 0 }, youngs_modulus = 1 }", "called `E`"},
      {"beam { from = { 0, 0, 0 }, to = { 1, 0, 0 }, cross_section = 1 }", "called `section`"},
      {"run { timestep = 1e-3 }", "called `dt`"},
      {"run { dt = 1e-3, end_time = 1 }", "called `duration`"},
      {"run { dt = 1e-3, duration = 1, integrator = 'ep' }", "called `scheme`"}};
  char text[1024];
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    loaded l;
    (void)snprintf(text, sizeof text, "%s%s\n", start, rows[k][0]);
    load(&l, text);
    if (l.status == SN_OK) { /* settings are read when the model is frozen */
      l.status = sn_model_freeze(l.model, 0, l.arena, &l.frozen, &l.error);
    }
    CHECK(l.status != SN_OK);
    CHECK_TEXT(l.error.fix, rows[k][1]);
    unload(&l);
  }
}

static void test_gravity(void)
{
  static const char *const rows[][2] = {{"gravity = 9.81", "gravity { 0, 0, -9.81 } without"},
                                        {"gravity = { 0, 0, -9.81 }", "gravity { ... } without `=`"},
                                        {"gravity(9.81)", "gravity { 0, 0, -9.81 }"},
                                        {"gravity(0, -9.8, 0)", "gravity { 0, -9.8, 0 }"},
                                        {"gravity { z = -1.62 }", "gravity { 0, 0, -1.62 }"},
                                        {"gravity { -1.62 }", "gravity { 0, 0, -1.62 }"},
                                        {"gravity()", "gravity { 0, 0, -9.81 }"},
                                        {"gravity 'down'", "gravity { 0, 0, -9.81 }"},
                                        {"run = { dt = 1 }", "run { ... } without `=`"},
                                        {"body { name = 'b' }", "shape = box"},
                                        {"body { shape = sphere { radius = 1 } }", "density = 7850"}};
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    loaded l;
    load(&l, rows[k][0]);
    if (l.status == SN_OK) {
      l.status = sn_model_freeze(l.model, 0, l.arena, &l.frozen, &l.error);
    }
    CHECK(l.status != SN_OK);
    CHECK_TEXT(l.error.fix, rows[k][1]);
    unload(&l);
  }
}

/* `normal` and `axis` are the same where a plane is meant; not both. */
static void test_both_names(void)
{
  loaded l;
  CHECK(good(&l, "plane { at = { 0, 0, 0 }, axis = 'x' }\nplane { at = { 0, 0, 0 }, normal = 'x' }\n"
                 "local b = body { mass = 1, inertia = { 1, 1, 1 } }\n"
                 "planar { ground, b, at = { 0, 0, 0 }, normal = 'z' }\n"));
  unload(&l);
  load(&l, "plane { at = { 0, 0, 0 }, axis = 'x', normal = 'x' }");
  CHECK_TEXT(l.error.what, "`normal` is given twice");
  CHECK_TEXT(l.error.why, "`axis` is another name of `normal`");
  unload(&l);
}

int main(void)
{
  RUN(test_examples);
  RUN(test_kinds);
  RUN(test_own_words);
  RUN(test_fields);
  RUN(test_gravity);
  RUN(test_both_names);
  return REPORT();
}
