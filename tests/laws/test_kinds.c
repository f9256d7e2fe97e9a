/* tests/laws/test_kinds.c -- the laws of every kind of the catalogue, on the smallest models it can be in (kinds.h).
 * Laws:    a few steps of `ed` with alpha 1 and 0, of `ep` and of two comparators, of changing size (the other schemes: what is seen from inside): (1) energy identity at 1e-12; (2) losses and dissipation
 *          never negative; (3) constraints at round-off; (4) constraint forces and elastic laws do no work; (5) momenta stay when
 *          nothing acts from outside; (6) turned and shifted as a whole, every number that has no direction and the length of every vector
 *          is the same; (7) parts tell the mass that they move with. Comparators promise (2), (3), the linear momentum of (5), and (6).
 * Rule:    a kind without a sample fails: it is tested before its author has written a line.
 * See:     tests/steps/test_tangent.c (tangents), tests/language/test_mistakes.c (inputs), tests/promises/test_same_bits.c (same bits).
 */
#include "catalogue.h"
#include "laws/kinds.h"
#include "sinew.h"
#include "support/simulated.h"

enum { STEPS = SANITIZED ? 9 : 24, NAMES = 512 };

typedef struct {
  const char *scheme;
  double alpha;
} way;
static const way ways[] = {{"ed", 1}, {"ed", 0}, {"ep", 0}, {"hht", -0.2}, {"generalized_alpha", 0}};

/* balance and angular momentum to round-off */
static int is_exact(const way *w)
{
  return sn_scheme_named(w->scheme)->has_identity;
}

/* the paper's damping takes from the angular momentum, too (docs/theory.md, section 13) */
static int keeps_no_turn(const way *w)
{
  return sn_scheme_named(w->scheme) == &sn_scheme_ed_paper;
}

static const char *const as_drawn = "", *const moved = ", at = {3, -2, 1}, orientation = axis_angle({1, 2, -1}, 2.2)";

static double size_of(int i)
{
  return i % 3 == 2 ? 2e-3 : 5e-3;
}

static void write_model(const sample *s, const way *w, const char *where, char *text, size_t room)
{
  const int n = snprintf(text, room,
                         "local model = group('model', function()\n%s\nend)\nplace(model, { name = 'm'%s })\n"
                         "run { scheme = '%s', alpha = %g, dt = 5e-3, duration = 0.02 }\n",
                         s->text, where, w->scheme, w->alpha);
  CHECK(n > 0 && (size_t)n < room);
}

/* ---- laws that the inside tells: constraints, momenta, the ledger by its entries */

/* what `sinew check` adds up is what moves */
static void check_mass(const sn_session *session)
{
  double told = 0;
  for (int i = 0; i < sn_model_items(session->frozen.model); i++) {
    sn_own_mass own;
    told += sn_session_mass(session, sn_model_item(session->frozen.model, i), &own) ? own.mass : 0;
  }
  CHECK_NEAR(told, sn_session_moving_mass(session), 1e-12 * (1 + told));
}

static void inside(const sample *s, const way *w)
{
  char text[8192];
  simulated k;
  write_model(s, w, as_drawn, text, sizeof text);
  const int bad = harness_bad_here;
  if (simulate(&k, s->kind, text, w->scheme, w->alpha)) {
    const sn_system *sys = k.session.frozen.system;
    sn_v3 p0, j0, p, j;
    double start[3], momentum = 0, turn = 0, work = 0, scale = 0;
    if (s->flags & FREE) {
      check_mass(&k.session);
    }
    sn_momenta(sys, k.state, &p0, &j0);
    sn_energies(sys, k.state, start, start + 1, start + 2);
    scale = start[0] + start[1];
    for (int i = 0; i < STEPS && advance(&k, size_of(i)); i++) {
      sn_momenta(sys, k.state, &p, &j);
      momentum = fmax(momentum, v3_norm(v3_sub(p, p0)));
      turn = fmax(turn, v3_norm(v3_sub(j, j0)));
      work = fmax(work, fabs(k.total.work_loads) + fabs(k.total.work_drives) + fabs(k.total.work_base) +
                            fabs(k.total.dissipation));
    }
    check_laws(&k);
    if (s->flags & FREE) {
      CHECK_BELOW(momentum, 1e-12 * (v3_norm(p0) + 1));
      CHECK_BELOW(keeps_no_turn(w) ? 0 : turn, (is_exact(w) ? 1e-12 : 1e-2) * (v3_norm(j0) + 1));
    }
    if (s->flags & NO_WORK) {
      const double change = k.total.kinetic + k.total.strain + k.total.potential - start[0] - start[1] - start[2];
      CHECK(work == 0);
      CHECK_NEAR(change + k.total.numerical, is_exact(w) ? 0 : k.total.defect, 1e-12 * scale);
      CHECK(w->alpha > 0 || k.total.numerical == 0);
    }
  }
  if (harness_bad_here > bad) {
    printf("  %s, %s alpha %g: %s\n", s->kind, w->scheme, w->alpha, s->text);
  }
  simulated_free(&k);
}

/* ---- through the public interface: balance as users read it, and outputs of the item under test */

typedef struct {
  int n;
  double value[NAMES];
  const char *name[NAMES];
} reading;

static void read(sinew_simulation *x, const sn_kind *kind, reading *r)
{
  static const char *const energy[] = {"kinetic", "strain", "total", "work", "dissipation", "numerical"};
  sinew_error e;
  r->n = 0;
  for (size_t i = 0; i < sizeof energy / sizeof *energy; i++) {
    r->name[r->n] = energy[i];
    CHECK(sinew_energy(x, energy[i], r->value + r->n++, &e) == SINEW_OK);
  }
  for (const sn_output *o = kind->reports.outputs; o && o->name && r->n < NAMES; o++) {
    double out[16];
    int n = 0;
    const int is_place = o->n == 3 && strcmp(o->unit, "m") == 0; /* moves with the model */
    if (o->n > 3 || is_place) {
      continue;
    }
    const int good = sinew_output(x, "m.it", o->name, out, 16, &n, &e) == SINEW_OK && n == o->n;
    CHECK(good);
    if (good) { /* of a vector its length */
      r->name[r->n] = o->name;
      r->value[r->n++] = n == 3 ? sqrt(out[0] * out[0] + out[1] * out[1] + out[2] * out[2]) : out[0];
    }
  }
}

static int go(const sample *s, const sn_kind *kind, const way *w, const char *where, reading *r)
{
  char text[8192];
  sinew_model *model = NULL;
  sinew_simulation *x = NULL;
  sinew_error e = {0};
  double defect = 0, before = 0, after = 0, scale = 0, work = 0;
  write_model(s, w, where, text, sizeof text);
  int good = sinew_model_load_text(s->kind, text, NULL, NULL, NULL, 0, NULL, &model, &e) == SINEW_OK &&
             sinew_freeze(model, &x, &e) == SINEW_OK;
  for (int i = 0; i < STEPS && good; i++) {
    good = sinew_energy(x, "dissipation", &before, &e) == SINEW_OK && sinew_step(x, size_of(i), &e) == SINEW_OK &&
           sinew_energy(x, "dissipation", &after, &e) == SINEW_OK &&
           sinew_energy(x, "defect", &defect, &e) == SINEW_OK && sinew_energy(x, "kinetic", &scale, &e) == SINEW_OK &&
           sinew_energy(x, "work", &work, &e) == SINEW_OK;
    CHECK(after >= before);
  }
  CHECK(good);
  if (good) {
    read(x, kind, r);
    CHECK_BELOW(is_exact(w) ? fabs(defect) : 0, 1e-12 * STEPS * (scale + fabs(work) + after));
  } else {
    printf("  %s\n  %s\n  %s\n", e.where, e.what, e.why);
  }
  sinew_simulation_free(x);
  sinew_model_free(model);
  return good;
}

static void outside(const sample *s, const sn_kind *kind, const way *w)
{
  static reading here, there;
  const int bad = harness_bad_here;
  if (go(s, kind, w, as_drawn, &here) && go(s, kind, w, moved, &there)) {
    CHECK(here.n == there.n);
    for (int i = 0; i < here.n; i++) {
      const double d = fabs(here.value[i] - there.value[i]);
      if (!(d <= 1e-9 * (1 + fabs(here.value[i])))) {
        printf("  %s: %.12g as drawn, %.12g moved\n", here.name[i], here.value[i], there.value[i]);
        CHECK(0);
      }
    }
  }
  if (harness_bad_here > bad) {
    printf("  %s, %s alpha %g: %s\n", s->kind, w->scheme, w->alpha, s->text);
  }
}

/* what steps by itself runs to its end, and is not stepped by us */
static void laboratory(const sample *s)
{
  char text[8192];
  sinew_model *model = NULL;
  sinew_simulation *x = NULL;
  sinew_error e = {0};
  sinew_summary sum = {.size = sizeof sum};
  const int n = snprintf(text, sizeof text, "%s\nrun { dt = 5e-3, duration = 0.02 }\n", s->text);
  CHECK(n > 0 && (size_t)n < sizeof text);
  CHECK(sinew_model_load_text(s->kind, text, NULL, NULL, NULL, 0, NULL, &model, &e) == SINEW_OK);
  CHECK(sinew_freeze(model, &x, &e) != SINEW_OK && e.what[0]);
  CHECK(sinew_run(model, "laboratory.h5", NULL, NULL, &sum, &e) == SINEW_OK && sum.completed);
  printf("  %s: %s\n", s->kind, e.what);
  sinew_simulation_free(x);
  sinew_model_free(model);
}

/* what the inside tells, of the schemes that are not among the ways */
static void other_schemes(const sample *s)
{
  for (int i = 0; sn_schemes[i]; i++) {
    const sn_setting *damping = sn_scheme_setting(sn_schemes[i], "alpha");
    const way w = {sn_schemes[i]->name, damping ? damping->preset : 0};
    int known = 0;
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
      known |= strcmp(ways[k].scheme, w.scheme) == 0;
    }
    const int refuses = s->flags & NODES && sn_schemes[i] == &sn_scheme_ed_paper;
    if (!known && !refuses) {
      inside(s, &w);
    }
  }
}

static void test_every_kind(void)
{
  int n = 0;
  for (int k = 0; sn_catalogue[k]; k++) {
    int found = 0;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
      const sample *s = samples + i;
      if (strcmp(s->kind, sn_catalogue[k]->name) != 0) {
        continue;
      }
      found++;
      if (s->flags & LABORATORY) {
        if (SN_TEST_LAB) {
          laboratory(s);
        }
        continue;
      }
      for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
        inside(s, ways + w);
        outside(s, sn_catalogue[k], ways + w);
      }
      other_schemes(s);
    }
    n += found;
    if (found == 0) {
      printf("  the kind '%s' has no sample: add one to tests/laws/kinds.h\n", sn_catalogue[k]->name);
      CHECK(found > 0);
    }
  }
  printf("  %d samples\n", n);
  CHECK(n == (int)(sizeof samples / sizeof *samples)); /* no sample of a kind that is gone */
}

int main(void)
{
  RUN(test_every_kind);
  return REPORT();
}
