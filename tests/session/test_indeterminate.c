/* tests/session/test_indeterminate.c -- which forces the motion does not determine: joints of loops with redundant rows, and no others;
 *                            the sum of what they carry is determined all the same.
 */
#include <string.h>

#include "support/simulated.h"

/* a door on two hinges, and a pendulum hanging from it by one */
static const char door[] =
    "gravity { 0, 0, -9.81 }\n"
    "local door = body { name = 'door', at = {0.4, 0, 1}, velocity = {0, 0.4, 0}, angular_velocity = {0, 0, 1},\n"
    "  shape = box { size = {0.8, 0.04, 2}, density = 600 } }\n"
    "local bob = body { name = 'bob', at = {0.8, 0, 0.5}, velocity = {0, 0.8, 0}, angular_velocity = {0, 0, 1},\n"
    "  shape = sphere { radius = 0.1, density = 1000 } }\n"
    "revolute { name = 'low', ground, door, at = {0, 0, 0.3}, axis = 'z' }\n"
    "revolute { name = 'high', ground, door, at = {0, 0, 1.7}, axis = 'z' }\n"
    "revolute { name = 'hook', door, bob, at = {0.8, 0, 1}, axis = 'x' }\n"
    "channel('low', reaction('low')) channel('high', reaction('high')) channel('hook', reaction('hook'))\n"
    "run { dt = 1e-2, duration = 1 }\n";
/* the same on one hinge */
static const char one_hinge[] =
    "gravity { 0, 0, -9.81 }\n"
    "local door = body { name = 'door', at = {0.4, 0, 1}, velocity = {0, 0.4, 0}, angular_velocity = {0, 0, 1},\n"
    "  shape = box { size = {0.8, 0.04, 2}, density = 600 } }\n"
    "local bob = body { name = 'bob', at = {0.8, 0, 0.5}, velocity = {0, 0.8, 0}, angular_velocity = {0, 0, 1},\n"
    "  shape = sphere { radius = 0.1, density = 1000 } }\n"
    "revolute { name = 'low', ground, door, at = {0, 0, 0.3}, axis = 'z' }\n"
    "revolute { name = 'hook', door, bob, at = {0.8, 0, 1}, axis = 'x' }\n"
    "channel('low', reaction('low')) channel('hook', reaction('hook'))\n"
    "run { dt = 1e-2, duration = 1 }\n";

static int shared_named(simulated *s, const char *name)
{
  const unsigned char *item = NULL;
  CHECK_OK(sn_session_indeterminate(&s->session, &item, &s->error), s->error);
  const sn_item *i = sn_model_find(s->session.model, name);
  return i && item ? item[i->builder_item] : -1;
}

static void test_door(void)
{
  simulated s;
  sn_result_plan p;
  if (!simulate(&s, "door.lua", door, "ed", 1)) {
    return;
  }
  CHECK(s.session.freedom.freedom == 2 && s.session.freedom.n_redundant == 5);
  CHECK(shared_named(&s, "low") == 1 && shared_named(&s, "high") == 1);
  CHECK(shared_named(&s, "hook") == 0 && shared_named(&s, "bob") == 0);
  CHECK_OK(sn_session_settings(&s.session, NAN, &s.error), s.error);
  CHECK_OK(sn_session_plan(&s.session, &p, &s.error), s.error);
  for (int i = 0; i < p.system->n_output; i++) { /* what the two hinges carry, and nothing else */
    const sn_observable *row = &p.system->output[i];
    const int hinge = strcmp(row->item, "low") == 0 || strcmp(row->item, "high") == 0;
    CHECK(row->owner < 0 || p.item_shared[row->owner] == hinge);
    CHECK(!hinge || strncmp(row->what->name, "reaction", 8) != 0 || (row->what->flags & SN_OUT_REACTION));
  }
  simulated_free(&s);
}

static void test_sum_is_unique(void)
{
  sn_result_plan two, one;
  simulated a, b;
  if (!simulate(&a, "door.lua", door, "ed", 1) || !simulate(&b, "one.lua", one_hinge, "ed", 1)) {
    return;
  }
  CHECK(b.session.freedom.n_redundant == 0 && shared_named(&b, "low") == 0);
  CHECK_OK(sn_session_settings(&a.session, NAN, &a.error), a.error);
  CHECK_OK(sn_session_plan(&a.session, &two, &a.error), a.error);
  CHECK_OK(sn_session_settings(&b.session, NAN, &b.error), b.error);
  CHECK_OK(sn_session_plan(&b.session, &one, &b.error), b.error);
  CHECK(observe(&a) && observe(&b));
  double sum[3] = {0}, alone[3] = {0}, out[64];
  for (int i = 0; i < two.system->n_output; i++) {
    const sn_observable *row = &two.system->output[i];
    if (strcmp(row->what->name, "reaction") == 0 && strcmp(row->item, "hook") != 0) {
      row->what->evaluate(&a.now, row->data, out);
      for (int k = 0; k < 3; k++) {
        sum[k] += out[k];
      }
    }
  }
  for (int i = 0; i < one.system->n_output; i++) {
    const sn_observable *row = &one.system->output[i];
    if (strcmp(row->what->name, "reaction") == 0 && strcmp(row->item, "low") == 0) {
      row->what->evaluate(&b.now, row->data, alone);
    }
  }
  for (int k = 0; k < 3; k++) {
    CHECK_NEAR(sum[k], alone[k], 1e-6);
  }
  CHECK(fabs(alone[2]) > 100);
  simulated_free(&a);
  simulated_free(&b);
}

/* Tiles that are welded to all of their neighbours, on one hinge, and a bob below the last of them. */
static const char tiles[] =
    "gravity { 0, 0, -9.81 }\n"
    "local n, b = 12, {}\n"
    "for i = 1, n do\n"
    "  b[i] = {}\n"
    "  for j = 1, n do\n"
    "    b[i][j] = body { name = 'b' .. i .. '_' .. j, at = {i, j, 0}, shape = box { size = {1, 1, 0.1}, density = 100 "
    "} }\n"
    "    if i > 1 then fixed { name = 'x' .. i .. '_' .. j, b[i-1][j], b[i][j], at = {i - 0.5, j, 0} } end\n"
    "    if j > 1 then fixed { name = 'y' .. i .. '_' .. j, b[i][j-1], b[i][j], at = {i, j - 0.5, 0} } end\n"
    "  end\n"
    "end\n"
    "revolute { name = 'hinge', ground, b[1][1], at = {1, 1, 0}, axis = 'y' }\n"
    "local bob = body { name = 'bob', at = {n, n, -1}, shape = sphere { radius = 0.1, density = 1000 } }\n"
    "spherical { name = 'hook', b[n][n], bob, at = {n, n, 0} }\n"
    "run { dt = 1e-2, duration = 1 }\n";

/* Many loops one behind the other: no row is counted twice or not at all, and every weld of a loop is found, none beside it. */
static void test_many_loops(void)
{
  enum { N = 12, WELDS = 2 * N * (N - 1) };
  simulated s;
  if (!simulate(&s, "tiles.lua", tiles, "ed", 1)) {
    return;
  }
  CHECK(s.session.freedom.freedom == 4);
  CHECK(s.session.freedom.n_redundant == 6 * (WELDS - (N * N - 1)));
  const unsigned char *item = NULL;
  int shared = 0;
  CHECK_OK(sn_session_indeterminate(&s.session, &item, &s.error), s.error);
  for (int i = 0; item && i < s.session.frozen.system->n_item; i++) {
    shared += item[i];
  }
  CHECK(shared == WELDS);
  CHECK(shared_named(&s, "hinge") == 0 && shared_named(&s, "hook") == 0 && shared_named(&s, "y1_2") == 1);
  simulated_free(&s);
}

int main(void)
{
  RUN(test_door);
  RUN(test_sum_is_unique);
  RUN(test_many_loops);
  return REPORT();
}
