/* tests/run/test_near.c -- lists of contacts that are near: the motion is that of all contacts in every step, and checkpoints and threads
 * leave no trace of the lists.
 * What:    18 balls that fall into a box, bounce and roll apart: pairs come and go. Compared with steps that know all pairs at all times; a run
 *          that goes on from any of its snapshots, and runs of two and three threads, have the same bits. A ball that is shot at another one
 *          faster than any list foresees is not missed.
 * ctest:   timeout=200
 */
#include "support/recorded.h"

static const char balls[] =
    "param { dt = 2e-3, scheme = 'ed', jointed = false } gravity {0, 0, -9.81} "
    "local walls = { plane {}, plane { at = {-0.2, 0, 0}, normal = {1, 0, 0} }, "
    "plane { at = {0.4, 0, 0}, normal = {-1, 0, 0} }, plane { at = {0, -0.4, 0}, normal = {0, 1, 0} }, "
    "plane { at = {0, 0.4, 0}, normal = {0, -1, 0} } } "
    "local all, k = {}, 0 "
    "for i = 0, 1 do for j = -1, 1 do for l = 0, 2 do k = k + 1 "
    "all[k] = body { name = 'b'..k, at = {0.22*i + 0.01*l*j, 0.22*j + 0.006*l*i, 0.1 + 0.2*l + 0.001*k}, "
    "velocity = {0.3*j, -0.2*i, 0}, shape = sphere { radius = 0.07 + 0.01*l, mass = 1 } } end end end "
    "for _, w in ipairs(walls) do all[#all + 1] = w end "
    "contact { name = 'c', all = all, friction = 0.3, restitution = 0.5, stiffness = 3e4 } "
    "channel('x', position(all[1])) channel('touches', output('c', 'touches')) "
    "run { dt = dt, duration = 0.6, scheme = scheme }";

static void test_same_motion(const char *scheme)
{
  simulated all, near;
  record x = {.arena = sn_arena_new(NULL)};
  sn_run_summary sum = {0};
  if (run(balls, scheme, 1, NULL, &x, &near, &sum) == SN_OK && simulate(&all, "near.lua", balls, scheme, 1)) {
    CHECK(sum.rejections == 0);
    CHECK_BELOW(sum.energy_identity_error, 1e-11);
    advance_to(&all, 0.15, 75); /* later it is chaos: round-off grows */
    record y = {.arena = x.arena};
    simulated early;
    sn_run_summary unused;
    char text[sizeof balls + 8];
    (void)snprintf(text, sizeof text, "%s", balls);
    char *end = strstr(text, "duration = 0.6") + strlen("duration = 0.");
    end[-2] = '.';
    end[-1] = '1';
    end[0] = '5';
    if (run(text, scheme, 1, NULL, &y, &early, &unused) == SN_OK) {
      printf("  %s: %.1e m from steps with all pairs\n", scheme, largest_difference(&all, &early));
      CHECK_BELOW(largest_difference(&all, &early), 1e-10);
    }
    simulated_free(&early);
    simulated_free(&all);
  }
  simulated_free(&near);
  sn_arena_free(x.arena);
}

/* A load throws a ball that was at rest at the others within one step. */
static void test_shot(void)
{
  static const char text[] = "local all = {} for i = 1, 8 do all[i] = body { name = 'b'..i, at = {0.3*i, 0, 0}, "
                             "shape = sphere { radius = 0.1, mass = 1 } } end "
                             "force { all[1], value = function(t) return 2e5*step((t - 0.0105)/1e-5)*(1 - step((t - "
                             "0.0115)/1e-5)), 0, 0 end } "
                             "contact { name = 'c', all = all, stiffness = 1e7 } "
                             "channel('last', velocity(all[8])) run { dt = 1e-3, duration = 0.05, scheme = 'ed' }";
  simulated s;
  record x = {.arena = sn_arena_new(NULL)};
  sn_run_summary sum = {0};
  if (run(text, "ed", 1, NULL, &x, &s, &sum) == SN_OK) {
    const sn_system *system = s.session.frozen.system;
    sn_v3 p, j;
    sn_momenta(system, s.state, &p, &j);
    printf("  shot: %.3g m/s, %ld halvings\n", p.x[0], sum.rejections);
    double last = 0, first = 0;
    for (int i = 0; i < system->n_vector; i++) { /* the order on the line is kept: nothing went through */
      if (system->vector[i].role == SN_ROLE_POSITION) {
        first = s.state->q[i].x[0];
        CHECK(last == 0 || first > last + 0.19 || system->vector[i].freedom != SN_FREE);
        last = system->vector[i].freedom == SN_FREE ? first : last;
      }
    }
    CHECK(p.x[0] > 100);
  }
  simulated_free(&s);
  sn_arena_free(x.arena);
}

static void test_two_stages(void)
{
  test_same_motion("ed");
  check_same_bits(balls, "ed");
}
static void test_one_stage(void)
{
  test_same_motion("ep");
  check_same_bits(balls, "ep");
}

int main(void)
{
  RUN(test_two_stages);
  RUN(test_one_stage);
  RUN(test_shot);
  return REPORT();
}
