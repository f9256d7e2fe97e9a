/* tests/run/test_warning.c -- the table of what a run notices: every row has a name and a sentence; first and worst are kept; notes of
 * a snapshot are not trusted.
 */
#include "run/warning.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "harness.h"
#include "run/run.h"
#include "system/builder.h"
#include "system/sampler.h"

typedef struct {
  sn_arena *arena;
  sn_system system;
  sn_run_summary run;
  sn_warned about;
} fixture;

static const char *const outputs[] = {"u", "w"};
static const sn_sampler controllers[] = {{.name = "one", .where = "a.lua:7", .n_output = 1, .output_name = outputs},
                                         {.name = "two", .where = "a.lua:9", .n_output = 2, .output_name = outputs}};

static fixture begin(void)
{
  fixture f = {.arena = sn_arena_new(NULL)};
  sn_builder *b = sn_builder_new(f.arena);
  const sn_system *s = NULL;
  sn_state state = {0};
  sn_error e = {0};
  sn_item_begin(b, "point", "ball", "a.lua:3");
  const int node = sn_add_point(b, v3(0, 0, 0), v3(1, 0, 0));
  sn_add_mass(b, sn_vector_of(b, node, 0), sn_vector_of(b, node, 0), 2.0);
  sn_item_begin(b, "spring", "coil", "a.lua:5");
  CHECK_OK(sn_builder_finish(b, &s, &state, &e), e);
  f.system = *s;
  f.system.n_sampler = 2;
  f.system.sampler = controllers;
  return f;
}

/* Noticed so that the row is told. */
static void notice(fixture *f, int kind)
{
  f->run.made = kind == SN_WARN_STIFF_PENALTY;
  f->run.gave_way_energy = 1;
  sn_run_warn(&f->run, (sn_run_warning_kind)kind, 1, 0.25, 0.5);
}

static void test_every_row(void)
{
  for (int i = 0; i < SN_RUN_WARNINGS; i++) {
    fixture f = begin();
    sn_run_warning x = {0};
    f.about = (sn_warned){&f.system, "ed", 1e-3, &f.run};
    CHECK(!sn_run_warning_at(&f.about, i, &x));
    notice(&f, i);
    CHECK(sn_run_warning_at(&f.about, i, &x));
    const char *name = sn_run_warning_name(i);
    CHECK(name && name[0] && strspn(name, "abcdefghijklmnopqrstuvwxyz_") == strlen(name) && strcmp(x.kind, name) == 0);
    CHECK(strlen(x.text) > 60 && strlen(x.text) < sizeof x.text - 1 && !strstr(x.text, "nan") &&
          !strstr(x.text, "inf"));
    CHECK(strchr("abcdefghijklmnopqrstuvwxyz0123456789", x.text[0]) && x.text[strlen(x.text) - 1] != '.');
    CHECK(x.unit && x.where && x.item && x.note.count == 1 && x.note.first_t == 0.25);
    for (int k = 0; k < i; k++) {
      CHECK(strcmp(name, sn_run_warning_name(k)) != 0);
    }
    sn_arena_free(f.arena);
  }
}

static void test_first_and_worst(void)
{
  fixture f = begin();
  sn_run_warning x;
  f.about = (sn_warned){&f.system, "ed", 1e-3, &f.run};
  f.run.gave_way_energy = 1;
  sn_run_warn(&f.run, SN_WARN_SOFT_PENALTY, 0, 1, 0.3);
  sn_run_warn(&f.run, SN_WARN_SOFT_PENALTY, 1, 2, 0.7);
  sn_run_warn(&f.run, SN_WARN_SOFT_PENALTY, 0, 3, 0.5);
  CHECK(sn_run_warning_at(&f.about, SN_WARN_SOFT_PENALTY, &x));
  CHECK(x.note.count == 3 && x.note.first_t == 1 && x.note.worst == 0.7 && x.note.worst_t == 2);
  CHECK_TEXT(x.item, "coil");
  CHECK_TEXT(x.where, "a.lua:5");
  sn_run_warn(&f.run, SN_WARN_CONTROLLER, 2, 1, 0); /* the third output of all is the second of the second controller */
  CHECK(sn_run_warning_at(&f.about, SN_WARN_CONTROLLER, &x));
  CHECK_TEXT(x.text, "controller 'two' is unstable");
  CHECK_TEXT(x.text, "output 'w'");
  f.run.made = 1; /* then the turns did it, and the other row has its words */
  CHECK(!sn_run_warning_at(&f.about, SN_WARN_SOFT_PENALTY, &x));
  sn_arena_free(f.arena);
}

static void test_notes_are_checked(void)
{
  fixture f = begin();
  const sn_run_note good[SN_RUN_WARNINGS] = {[SN_WARN_THROUGH_ZERO] = {3, 1, 0, 1, 1}};
  CHECK(sn_run_notes_good(good, &f.system));
  for (int i = 0; i < 6; i++) {
    sn_run_note x[SN_RUN_WARNINGS];
    memcpy(x, good, sizeof x);
    sn_run_note *n = x + SN_WARN_THROUGH_ZERO;
    n->count = i == 0 ? -1 : i == 1 ? LONG_MAX : n->count;
    n->first_t = i == 2 ? NAN : n->first_t;
    n->worst = i == 3 ? INFINITY : n->worst;
    n->item = i == 4 ? 2 : i == 5 ? -2 : n->item;
    CHECK(!sn_run_notes_good(x, &f.system));
  }
  sn_arena_free(f.arena);
}

int main(void)
{
  RUN(test_every_row);
  RUN(test_first_and_worst);
  RUN(test_notes_are_checked);
  return REPORT();
}
