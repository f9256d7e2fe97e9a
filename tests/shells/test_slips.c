/* tests/shells/test_slips.c -- slips of users with shells: warnings that name element and place, and what is refused. */
#include "support/parameters.h"

#define METAL "E = 7e10, nu = 0.3, density = 2700"
#define SQUARE "corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, elements = {2, 2}, "

/* what: part of the first warning (status good) or of the message; NULL: there must be neither */
static void said(const char *model, int good, const char *what)
{
  char text[1024];
  sn_arena *arena = sn_arena_new(NULL);
  sn_model *m = NULL;
  sn_frozen frozen = {0};
  sn_error error = {0};
  snprintf(text, sizeof text, "%s\nrun { dt = 1e-3, duration = 1 }\n", model);
  sn_status status =
      sn_language_load_text(&(sn_language_text){"slip.lua", text, strlen(text), NULL}, NULL, arena, &m, &error);
  if (status == SN_OK) {
    status = sn_model_freeze(m, 0, arena, &frozen, &error);
  }
  CHECK((status == SN_OK) == good);
  if (status != SN_OK) {
    CHECK_TEXT(error.what, what ? what : "nothing");
    CHECK_TEXT(error.where, "slip.lua:1");
    CHECK(error.fix[0] != '\0');
  } else if (what) {
    CHECK(sn_model_warnings(frozen.model) > 0);
    CHECK_TEXT(sn_model_warnings(frozen.model) > 0 ? sn_model_warning_at(frozen.model, 0)->text : "", what);
  } else {
    CHECK(sn_model_warnings(frozen.model) == 0);
  }
  sn_arena_free(arena);
}

static void test_warnings(void)
{
  said("shell { name = 's', " SQUARE "thickness = 0.01, " METAL " }", 1, NULL);
  said("shell { name = 's', " SQUARE "thickness = 2, " METAL " }", 1, "is 1.414 m across and 2 m thick");
  said("shell { name = 's', " SQUARE "offset = 5, thickness = 0.01, " METAL " }", 1, "but `offset` is 5 m");
  said("shell { name = 's', " SQUARE "plies = {{0, 1e-3}, {45, 1e-3}}, " METAL " }", 1,
       "Ply 2 of shell 's' is at an angle of 45 rad; did you mean deg(45)?");
  said("shell { name = 's', cylinder = { radius = 1 }, u = {0, pi}, v = {0, 1}, elements = {2, 1}, thickness = "
       "0.01, " METAL " }",
       1, "element (1, 1) at (1, 0, 0) bends by 90 degrees");
  said("shell { name = 's', cylinder = { radius = 1 }, u = {0, 2*pi}, v = {0, 1}, elements = {12, 1}, thickness = "
       "0.01, " METAL " }",
       1, "its edges u_first and u_last lie on each other, but are not joined");
  said("shell { name = 's', cylinder = { radius = 1 }, u = {0, 2*pi}, v = {0, 1}, elements = {12, 1}, closed = 'u', "
       "thickness = 0.01, " METAL " }",
       1, NULL);
  said("shell { name = 's', " SQUARE "order = 1, tying = 'covariant', thickness = 0.01, " METAL " }", 1,
       "`tying` does nothing, since its elements have four nodes");
  /* two patches side by side, forgotten to be joined; joined */
  said("local s = shell { name = 's', " SQUARE "thickness = 0.01, " METAL
       " } shell { name = 't', corners = {{1, 0, 0}, {2, 0, "
       "0}, {2, 1, 0}, {1, 1, 0}}, elements = {2, 2}, thickness = 0.01, " METAL " }",
       1, "Shells 't' and 's' touch along u_first, from (1, 0, 0) on, but nothing joins them");
  said("local s = shell { name = 's', " SQUARE "thickness = 0.01, " METAL
       " } shell { name = 't', corners = {{1, 0, 0}, {2, 0, "
       "0}, {2, 1, 0}, {1, 1, 0}}, elements = {2, 2}, thickness = 0.01, " METAL
       ", u_first = { clamped = true, on = s } }",
       1, NULL);
  /* folded on each other: they touch all over */
  said("local s = shell { name = 's', " SQUARE "thickness = 0.01, " METAL
       " } shell { name = 't', corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, elements = {2, 2}, thickness = "
       "0.01, " METAL " }",
       1, NULL);
}

/* loads that nothing could feel */
static void test_idle_loads(void)
{
  said("shell { name = 's', " SQUARE "thickness = 0.01, " METAL ", u_first = { clamped = true, load = {0, 0, 1} } }", 1,
       "the load along u_first has no effect, since the ground holds the whole edge");
  said("shell { name = 's', " SQUARE "thickness = 0.01, " METAL ", u_last = { clamped = true, moment = {0, 1, 0} } }",
       1, "the moment along u_last has no effect");
  said("shell { name = 's', " SQUARE "thickness = 0.01, " METAL ", u_last = { moment = {0, 0, 1} } }", 1,
       "the moment along u_last is about the normal");
  said("shell { name = 's', " SQUARE "thickness = 0.01, " METAL ", u_first = { held = 'xyz', moment = {0, 1, 0} } }", 1,
       NULL);
  said("shell { name = 's', " SQUARE "thickness = 0.01, " METAL ", u_first = { held = 'xy', load = {0, 0, 1} } }", 1,
       NULL);
}

/* what is attached to nodes */
static void test_attached(void)
{
  said("local s = shell { name = 's', " SQUARE "thickness = 0.01, " METAL " } moment { name = 'm', s:at(1, 1), value = "
       "{0, 4, 3} }",
       1, "moment 'm': 3 N m of it are about the normal of 's'");
  said("local s = shell { name = 's', " SQUARE "thickness = 0.01, " METAL " } moment { name = 'm', s:at(1, 1), value = "
       "{4, 3, 0} }",
       1, NULL);
  said("local s = shell { name = 's', " SQUARE "order = 1, thickness = 0.01, " METAL " } beam { name = 'b', nodes = "
       "s:edge('u_first'), section = circle { radius = 0.01 }, " METAL " }",
       1, "Beam 'b' has elements of order 2 on nodes of 's', whose elements have order 1");
  said("local s = shell { name = 's', " SQUARE "thickness = 0.01, " METAL " } beam { name = 'b', nodes = "
       "s:edge('u_first'), section = circle { radius = 0.01 }, " METAL " }",
       1, NULL);
}

static void test_refused(void)
{
  said("shell { name = 's', corners = {{0, 0, 0}, {1, 0, 0}, {1, 1, 2}, {0, 1, 0}}, elements = {1, 1}, order = 1, "
       "thickness "
       "= 0.01, " METAL " }",
       0, "Element (1, 1) of shell 's' is not flat");
  said("shell { name = 's', corners = {{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}}, thickness = 0.01, " METAL " }", 0,
       "has no normal at u = 0.5, v = 0, which is at (0.5, 0.5, 0)");
  said("shell { name = 's', " SQUARE "thickness = 0.01, " METAL ", u_first = { symmetry = 'y' } }", 0,
       "Edge u_first of shell 's' is in no plane of symmetry with this normal");
  said("shell { name = 's', " SQUARE "thickness = 0.01, " METAL ", u_first = { symmetry = 'z' } }", 0,
       "Edge u_first of shell 's' is in no plane of symmetry with this normal");
  said("shell { name = 's', cylinder = { radius = 1 }, u = {0, 90}, v = {0, 1}, thickness = 0.01, " METAL " }", 0,
       "u of shell 's' goes from 0 to 90, more than once around");
  said("shell { name = 's', sphere = { radius = 1 }, u = {0, 1}, v = {0, 60}, thickness = 0.01, " METAL " }", 0,
       "v of shell 's' goes from 0 to 60, more than from pole to pole");
  said("shell { name = 's', " SQUARE
       "plies = {{0, 1e-3, 2}}, materials = {{1e11, 1e10, 0.3, 5e9, 5e9, 5e9, 1600}, {1e11, "
       "1e10, 4, 5e9, 5e9, 5e9, 1600}} }",
       0, "Shell 's': row 2 of materials has no positive stiffness");
}

int main(void)
{
  RUN(test_warnings);
  RUN(test_idle_loads);
  RUN(test_attached);
  RUN(test_refused);
  return REPORT();
}
