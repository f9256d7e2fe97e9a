/* tests/parts/test_cable.c -- cables of all orders: mass, strain energy and tension of a stretched line, invariance, B
 * against differences, shared and tied ends, non-uniform nodes, mistakes.
 */
#include "joints/model_fixture.h"
#include "parts/part.h"

static sn_item *cable(fixture *f, int order, int elements, double length, int tension_only, const sn_ref *refs)
{
  fields x = {0};
  put(&x, "from", vector(f, v3(0, 0, 0)));
  put(&x, "to", vector(f, v3(1.2, 0, 0.5)));
  put(&x, "order", number(order));
  put(&x, "elements", number(elements));
  put(&x, "stiffness", number(1000));
  put(&x, "mass_per_length", number(0.5));
  if (!isnan(length)) {
    put(&x, "length", number(length));
  }
  put(&x, "tension_only", (sn_value){.type = SN_VALUE_FLAG, .number = tension_only});
  put(&x, "velocity", vector(f, v3(0, 2, 0)));
  return add_item(f, &sn_kind_cable, "c", refs, refs ? 2 : 0, &x);
}

/* 1.3 m drawn, unstretched 1.25 m (taut), 1.3 m or 1.4 m (slack): Green strain is uniform. */
static void test_stretched(void)
{
  const double lengths[3] = {1.25, NAN, 1.4};
  for (int only = 0; only < 2; only++) {
    for (int order = 1; order <= 3; order++) {
      for (int k = 0; k < 3; k++) {
        fixture f = fixture_new();
        cable(&f, order, 4, lengths[k], only, NULL);
        freeze_well(&f);
        const double L = isnan(lengths[k]) ? 1.3 : lengths[k], stretch = 1.3 / L;
        double e = (stretch * stretch - 1) / 2, kinetic, strain, potential;
        e = only && e < 0 ? 0 : e;
        sn_energies(f.frozen.system, &f.frozen.start, &kinetic, &strain, &potential);
        CHECK_NEAR(kinetic, 0.5 * 0.5 * L * 4, 1e-14);
        CHECK_NEAR(strain, 0.5 * 1000 * L * e * e, 1e-12);
        const sn_observation o = start_of(&f);
        static const char *const name[] = {"tension_first", "tension_middle", "tension_last", "tension_largest"};
        for (int j = 0; j < 4; j++) {
          CHECK_NEAR(output(&f, &o, "c", name[j], 0), 1000 * e * stretch, 2e-11);
        }
        CHECK_NEAR(output(&f, &o, "c", "length", 0), 1.3, 1e-14);
        CHECK(f.frozen.system->n_node == 4 * order + 1);
        sn_arena_free(f.arena);
      }
    }
  }
}

static void test_invariance_and_rates(void)
{
  for (int order = 1; order <= 3; order++) {
    fixture f = fixture_new();
    cable(&f, order, 2, 1.2, order == 2, NULL);
    freeze_well(&f);
    const sn_system *s = f.frozen.system;
    sn_v3 q[32], moved[32], up[32], down[32], d[32];
    const sn_m3 R = random_rotation();
    const sn_v3 shift = random_vector();
    const double h = 1e-3;
    for (int k = 0; k < s->n_vector; k++) {
      q[k] = v3_axpy(f.frozen.start.q[k], 0.2, random_vector());
      d[k] = random_vector();
      moved[k] = v3_add(m3_mul(R, q[k]), shift);
      up[k] = v3_axpy(q[k], h, d[k]);
      down[k] = v3_axpy(q[k], -h, d[k]);
    }
    for (int k = 0; k < s->n_block; k++) {
      const sn_block *b = s->block + k;
      double e0[4], e1[4], ep[4], em[4];
      sn_v3 B[16];
      sn_forms(b, q, e0);
      sn_forms(b, moved, e1);
      sn_forms(b, up, ep);
      sn_forms(b, down, em);
      sn_form_rates(b, q, B);
      for (int j = 0; j < b->n_form; j++) {
        double rate = 0;
        for (int a = 0; a < b->n_vec; a++) {
          rate += v3_dot(B[j * b->n_vec + a], d[b->vector[a]]);
        }
        CHECK_NEAR(e1[j], e0[j], 1e-13);
        CHECK_NEAR(rate, (ep[j] - em[j]) / (2 * h), 1e-11);
      }
    }
    sn_arena_free(f.arena);
  }
}

static int rows_of(const sn_system *s)
{
  int rows = 0;
  for (int k = 0; k < s->n_block; k++) {
    rows += s->block[k].law == &sn_law_constraint ? s->block[k].n_form : 0;
  }
  return rows;
}

/* Last end on a shared point; the first on ground (a fixed vector) or on a body (tied: a node and three rows).
   One point per node puts the nodes there. */
static void test_ends(void)
{
  fixture f;
  fields x;
  for (int tied = 0; tied < 2; tied++) {
    const double inertia[3] = {1, 1, 1};
    f = fixture_new();
    x = (fields){0};
    put(&x, "at", vector(&f, v3(1.2, 0, 0.5)));
    put(&x, "mass", number(1));
    const sn_ref p = {.item = add_item(&f, &sn_kind_point, "p", NULL, 0, &x), .station = SN_STATION_SELF, .given = 1};
    x.value[0] = vector(&f, v3(-1, 0.5, 0));
    put(&x, "inertia", numbers(&f, 3, inertia));
    const sn_ref b = {.item = add_item(&f, &sn_kind_body, "b", NULL, 0, &x), .station = SN_STATION_SELF, .given = 1};
    const sn_ref refs[2] = {tied ? b : GROUND, p};
    sn_item *item = cable(&f, 2, 3, NAN, 0, refs);
    freeze_well(&f);
    const sn_system *s = f.frozen.system;
    CHECK(s->n_node == 1 + 6 + tied); /* the point is the last of the cable's seven */
    CHECK(rows_of(s) == 3 * tied);
    CHECK_BELOW(sn_constraint_error(s, &f.frozen.start), 1e-15);
    sn_v3 at;
    const sn_ref third = {.item = item, .station = 3, .given = 1};
    CHECK(sn_drawn_station(&third, &at));
    CHECK_NEAR(at.x[0], 0.6, 1e-15);
    sn_arena_free(f.arena);
  }

  f = fixture_new();
  x = (fields){0};
  sn_value *list = SN_NEW(f.arena, sn_value, 3);
  list[0] = vector(&f, v3(0, 0, 0));
  list[1] = vector(&f, v3(0.6, 0, 0));
  list[2] = vector(&f, v3(1.1, 0, 0));
  put(&x, "points", (sn_value){.type = SN_VALUE_LIST, .n = 3, .entry = list});
  put(&x, "order", number(1));
  put(&x, "elements", number(2));
  put(&x, "stiffness", number(100));
  put(&x, "mass_per_length", number(1));
  put(&x, "length", number(1));
  add_item(&f, &sn_kind_cable, "c", NULL, 0, &x);
  freeze_well(&f);
  const sn_observation o = start_of(&f);
  CHECK_NEAR(output(&f, &o, "c", "tension_first", 0), 100 * (1.44 - 1) / 2 * 1.2, 1e-12);
  CHECK_NEAR(output(&f, &o, "c", "tension_last", 0), 0, 1e-12);
  sn_arena_free(f.arena);
}

static void test_mistakes(void)
{
  fixture f = fixture_new();
  fields x = {0};
  put(&x, "at", vector(&f, v3(9, 0, 0)));
  put(&x, "mass", number(1));
  const sn_ref refs[2] = {
      GROUND, {.item = add_item(&f, &sn_kind_point, "p", NULL, 0, &x), .station = SN_STATION_SELF, .given = 1}};
  cable(&f, 1, 2, NAN, 0, refs);
  CHECK(freeze(&f) == SN_EINPUT);
  CHECK_TEXT(f.error.what, "'to'");
  sn_arena_free(f.arena);

  f = fixture_new();
  cable(&f, 4, 2, NAN, 0, NULL);
  CHECK(f.status == SN_EINPUT);
  CHECK_TEXT(f.error.what, "order");
  sn_arena_free(f.arena);

  f = fixture_new();
  x = (fields){0};
  put(&x, "from", vector(&f, v3(1, 1, 1)));
  put(&x, "to", vector(&f, v3(1, 1, 1)));
  put(&x, "stiffness", number(1));
  put(&x, "mass_per_length", number(1));
  add_item(&f, &sn_kind_cable, "c", NULL, 0, &x);
  CHECK(freeze(&f) == SN_EINPUT);
  CHECK_TEXT(f.error.what, "no length");
  sn_arena_free(f.arena);
}

int main(void)
{
  RUN(test_stretched);
  RUN(test_invariance_and_rates);
  RUN(test_ends);
  RUN(test_mistakes);
  return REPORT();
}
