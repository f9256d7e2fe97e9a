/* tests/session/test_scene.c -- what a model looks like: shapes where the parts are, joints where both sides say they are,
 *                           colours that add up to the energy of the model, facts as given.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "math/rotation.h"
#include "show/picture/picture.h"
#include "support/simulated.h"

static const char text[] =
    "gravity { 0, -9.81, 0 }\n"
    "local rod = body { name = 'rod', at = {0.5, 0, 0}, orientation = axis_angle({0, 0, 1}, 0.3),\n"
    "  shape = { cylinder { length = 1, radius = 0.1, density = 1000 }, box { size = {0.1, 0.2, 0.3}, at = {0.4, 0, 0} "
    "} } }\n"
    "local bare = body { name = 'bare', at = {2, 0, 0}, mass = 3, inertia = {1, 2, 2.5}, center = {0.1, 0, 0} }\n"
    "local dot = point { name = 'dot', at = {3, 1, 0}, mass = 1 }\n"
    "local rope = cable { name = 'rope', dot, from = {3, 1, 0}, to = {5, 1, 0}, elements = 4, stiffness = 1e4,\n"
    "  mass_per_length = 1, length = 1.9, radius = 0.02 }\n"
    "link { name = 'bar', rope.last, from = {5, 1, 0}, to = {5, 2, 0}, mass = 1 }\n"
    "revolute { name = 'hinge', ground, rod, at = {0.1, 0, 0}, axis = {0, 0, 1}, stiffness = 20, rest = 0.5 }\n"
    "universal { name = 'cross', rod, bare, at = {1, 0.2, 0}, axis_a = {0, 1, 0}, axis_b = {0, 0, 1} }\n"
    "spring { name = 'coil', bare, dot, at_a = {2, 0.5, 0}, stiffness = 100, length = 0.5, damping = 2 }\n"
    "distance { name = 'strut', rod, dot, at_a = {1, 0, 0} }\n"
    "force { name = 'push', bare, value = function(t) return 0, 3*t, 0 end }\n"
    "channel('spring_force', output('coil', 'force'))\n"
    "run { dt = 1e-3, duration = 0.02 }\n";

static int item_named(const sn_scene *s, const char *name)
{
  for (int i = 0; i < s->n_item; i++) {
    if (strcmp(s->item[i].name, name) == 0) {
      return i;
    }
  }
  return -1;
}

/* Ground coordinates of a spot at the start. */
static sn_v3 place(const simulated *s, const sn_viewer_rows *places, const sn_spot *at)
{
  const int *v = places->vector[at->row];
  const sn_v3 *q = s->state->q;
  sn_v3 x = q[v[0]];
  for (int k = 0; k < 3; k++) {
    const sn_v3 d = v[k + 1] >= 0 ? q[v[k + 1]] : m3_identity().c[k];
    x = v3_axpy(x, at->position[k], d);
  }
  return x;
}

static sn_v3 axis(const simulated *s, const sn_viewer_rows *places, const sn_spot *at, int k)
{
  const int *v = places->vector[at->row];
  const sn_m3 local = sn_rotation_quaternion(at->quaternion);
  sn_v3 x = v3(0, 0, 0);
  for (int i = 0; i < 3; i++) {
    x = v3_axpy(x, local.c[k].x[i], v[i + 1] >= 0 ? s->state->q[v[i + 1]] : m3_identity().c[i]);
  }
  return x;
}

static void check_point(sn_v3 x, double a, double b, double c)
{
  CHECK_NEAR(x.x[0], a, 1e-14);
  CHECK_NEAR(x.x[1], b, 1e-14);
  CHECK_NEAR(x.x[2], c, 1e-14);
}

static void test_places(void)
{
  simulated s;
  sn_result_plan p;
  if (!simulate(&s, "scene.lua", text, "ed", 1)) {
    return;
  }
  CHECK_OK(sn_session_settings(&s.session, NAN, &s.error), s.error);
  CHECK_OK(sn_session_plan(&s.session, &p, &s.error), s.error);
  const sn_scene *z = p.scene;
  CHECK(z->up[1] == 1 && z->n_item == 10 && z->n_place == p.places->n);
  const int rod = item_named(z, "rod"), bare = item_named(z, "bare"), dot = item_named(z, "dot");
  CHECK(strcmp(z->item[rod].kind, "body") == 0 && strcmp(z->item[item_named(z, "push")].class, "force") == 0);
  /* shapes of the rod, a mark for the point and one for the part without a shape */
  CHECK(z->n_solid == 4);
  CHECK(z->solid[0].item == rod && strcmp(z->solid[0].shape, "cylinder") == 0 && z->solid[0].size[1] == 0.1);
  check_point(place(&s, p.places, &z->solid[0].at), 0.5, 0, 0);
  check_point(axis(&s, p.places, &z->solid[0].at, 0), cos(0.3), sin(0.3), 0);
  check_point(place(&s, p.places, &z->solid[1].at), 0.5 + 0.4 * cos(0.3), 0.4 * sin(0.3), 0);
  CHECK(strcmp(z->solid[2].shape, "point") == 0 && z->solid[2].item == dot);
  CHECK(strcmp(z->solid[3].shape, "point") == 0 && z->solid[3].item == bare);
  check_point(place(&s, p.places, &z->solid[3].at), 2.1, 0, 0);
  /* joints: both sides at the joint point, z along the axis */
  CHECK(z->n_joint == 3 && strcmp(z->joint[0].glyph, "revolute") == 0);
  CHECK(strcmp(z->joint[2].glyph, "support") == 0 && z->joint[2].item == item_named(z, "hinge")); /* on the ground */
  check_point(place(&s, p.places, &z->joint[2].a), 0.1, 0, 0);
  check_point(axis(&s, p.places, &z->joint[2].a, 2), 0, 1, 0); /* up */
  check_point(place(&s, p.places, &z->joint[0].a), 0.1, 0, 0);
  check_point(place(&s, p.places, &z->joint[0].b), 0.1, 0, 0);
  check_point(axis(&s, p.places, &z->joint[0].b, 2), 0, 0, 1);
  check_point(place(&s, p.places, &z->joint[1].b), 1, 0.2, 0);
  /* spring and strut, and rods from the bare part to its joint, its spring and its load */
  CHECK(z->n_between == 5 && strcmp(z->between[0].shape, "spring") == 0 && strcmp(z->between[1].shape, "rod") == 0);
  check_point(place(&s, p.places, &z->between[0].a), 2, 0.5, 0);
  check_point(place(&s, p.places, &z->between[0].b), 3, 1, 0);
  CHECK(z->between[2].item == bare && z->between[3].item == bare);
  check_point(place(&s, p.places, &z->between[2].a), 2.1, 0, 0);
  check_point(place(&s, p.places, &z->between[2].b), 1, 0.2, 0);
  CHECK(z->between[4].item == bare && strcmp(z->between[4].shape, "rod") == 0);
  CHECK_TEXT(z->item[bare].place, "centre of mass");
  /* lines */
  CHECK(z->n_line == 2 && z->line[0].count == 9 && z->line[0].smooth && z->line[0].radius == 0.02);
  CHECK(z->line[1].count == 2 && !z->line[1].smooth);
  CHECK(z->line_row[z->line[0].first + 8] == z->line_row[z->line[1].first]); /* the shared node */
  CHECK(z->n_arrow == 1 && strcmp(z->arrow[0].series, "/forces/push/value") == 0);
  simulated_free(&s);
}

/* Strain energies of all items are the strain energy of the model. */
static void test_energy_fields(void)
{
  simulated s;
  sn_result_plan p;
  if (!simulate(&s, "scene.lua", text, "ed", 1)) {
    return;
  }
  CHECK_OK(sn_session_settings(&s.session, NAN, &s.error), s.error);
  CHECK_OK(sn_session_plan(&s.session, &p, &s.error), s.error);
  CHECK(advance_to(&s, 0.02, 20) && observe(&s));
  const sn_system *system = s.session.frozen.system;
  double sum = 0, out[64], tension = 0;
  int fields = 0;
  for (int i = 0; i < system->n_output; i++) {
    const sn_observable *row = system->output + i;
    if (row->what->flags & SN_OUT_FIELD) {
      CHECK(row->n <= 64 && sn_plan_stores(&p, row) && row->what->group != NULL);
      row->what->evaluate(&s.now, row->data, out);
      for (int k = 0; k < row->n; k++) {
        sum += strcmp(row->what->name, "strain_energy") == 0 ? out[k] : 0;
        tension += strcmp(row->what->name, "tension") == 0 ? fabs(out[k]) : 0;
      }
      fields++;
    }
  }
  CHECK(fields == 4); /* tension and energy of the rope, energy of coil and hinge */
  CHECK_BELOW(fabs(sum - s.total.strain), 1e-12 * s.total.strain);
  CHECK(s.total.strain > 1 && tension > 0);
  const sn_scene *z = p.scene;
  int rope = 0;
  for (int i = 0; i < z->n_field; i++) {
    rope +=
        z->field[i].item == item_named(z, "rope") && z->field[i].count == 4 && strcmp(z->field[i].on, "elements") == 0;
  }
  CHECK(rope == 2);
  simulated_free(&s);
}

static const char *fact(const sn_scene *s, const char *item, const char *name)
{
  for (int i = 0; i < s->n_fact; i++) {
    if (s->fact[i].item == item_named(s, item) && strcmp(s->fact[i].name, name) == 0) {
      return s->fact[i].text;
    }
  }
  return "";
}

static void test_facts(void)
{
  simulated s;
  sn_result_plan p;
  if (!simulate(&s, "scene.lua", text, "ed", 1)) {
    return;
  }
  CHECK_OK(sn_session_settings(&s.session, NAN, &s.error), s.error);
  CHECK_OK(sn_session_plan(&s.session, &p, &s.error), s.error);
  CHECK_TEXT(fact(p.scene, "bare", "mass"), "3 kg");
  CHECK_TEXT(fact(p.scene, "bare", "defined"), "scene.lua:4");
  CHECK_TEXT(fact(p.scene, "coil", "stiffness"), "100 N/m");
  CHECK_TEXT(fact(p.scene, "coil", "between"), "bare");
  CHECK_TEXT(fact(p.scene, "coil", "and"), "dot");
  CHECK_TEXT(fact(p.scene, "hinge", "rest"), "0.5 rad");
  CHECK_TEXT(fact(p.scene, "rope", "elements"), "4");
  CHECK_TEXT(fact(p.scene, "rod", "total mass"), "31.4159");
  CHECK(fact(p.scene, "rope", "tension_only")[0] == '\0'); /* as by default */
  simulated_free(&s);
}

/* The support of a rope or a pendulum that hangs is above it, one of what stands or reaches out is under it. */
static void test_hanging(void)
{
  static const struct {
    const char *line;
    double z;
  } row[] = {{"cable { name = 'it', ground, from = {0, 0, 0}, to = {0, 0, -1}, elements = 2, stiffness = 1e4, "
              "mass_per_length = 1 }",
              -1},
             {"cable { name = 'it', ground, from = {0, 0, 0}, to = {0, 0, 1}, elements = 2, stiffness = 1e4, "
              "mass_per_length = 1 }",
              1},
             {"spherical { ground, body { name = 'it', at = {0.2, 0, -0.9}, mass = 1, inertia = {1, 1, 1} }, at = {0, "
              "0, 0} }",
              -1},
             {"spherical { ground, body { name = 'it', at = {0.9, 0, -0.2}, mass = 1, inertia = {1, 1, 1} }, at = {0, "
              "0, 0} }",
              1}};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    char model[400];
    simulated s;
    sn_result_plan p;
    (void)snprintf(model, sizeof model, "gravity { 0, 0, -9.81 }\n%s\nrun { dt = 1e-3, duration = 0.01 }\n",
                   row[i].line);
    if (!simulate(&s, "hanging.lua", model, "ed", 1)) {
      return;
    }
    CHECK_OK(sn_session_settings(&s.session, NAN, &s.error), s.error);
    CHECK_OK(sn_session_plan(&s.session, &p, &s.error), s.error);
    const sn_scene_joint *last = p.scene->joint + p.scene->n_joint - 1;
    CHECK(p.scene->n_joint > 0 && strcmp(last->glyph, "support") == 0);
    check_point(axis(&s, p.places, &last->a, 2), 0, 0, row[i].z);
    simulated_free(&s);
  }
}

/* How things hang together, words and the wish for a camera. */
static void test_attachments(void)
{
  static const char model[] =
      "gravity { 0, 0, -9.81 }\n"
      "body { name = 'wall', at = {9, 0, 0}, mass = 1, inertia = {1, 1, 1} }\n"
      "local gate = beam { name = 'gate', ground, from = {0, 0, 0}, to = {0, 0, 4}, up = 'x', elements = 2, order = "
      "1,\n"
      "  stiffness = {1e5, 1e5, 1e5, 10, 10, 10}, mass_per_length = 1, radius = 0.03 }\n"
      "cable { name = 'rope', gate:node(1), ground, from = {-0.4, 0, 2}, to = {-2, 0, 2}, elements = 2, stiffness = "
      "1e4,\n"
      "  mass_per_length = 1 }\n"
      "local box1 = body { name = 'crate', at = {3, 0, 0}, shape = box { size = {1, 1, 1}, mass = 1 } }\n"
      "spring { name = 'near', box1, ground, at_a = {2.5, 0, 0}, at_b = {2, 0, 0}, stiffness = 1, length = 1 }\n"
      "spring { name = 'far', box1, ground, at_a = {3, 0, 1.5}, at_b = {3, 0, 3}, stiffness = 1, length = 1 }\n"
      "view { azimuth = 30, elevation = 20, aim = {1, 2, 3}, zoom = 2 }\n"
      "channel('root', output(gate, 'force_first'))\n"
      "channel('twice', 2*output(gate, 'force_first'))\n"
      "run { dt = 1e-3, duration = 0.01 }\n";
  simulated s;
  sn_result_plan p;
  if (!simulate(&s, "scene.lua", model, "ed", 1)) {
    return;
  }
  CHECK_OK(sn_session_settings(&s.session, NAN, &s.error), s.error);
  CHECK_OK(sn_session_plan(&s.session, &p, &s.error), s.error);
  const sn_scene *z = p.scene;
  /* a clamp that looks into the beam, supports under the rope and the spring beside the crate, above the one that it hangs from */
  CHECK(z->n_joint == 4 && strcmp(z->joint[0].glyph, "clamp") == 0 && z->joint[0].item == item_named(z, "gate"));
  check_point(place(&s, p.places, &z->joint[0].a), 0, 0, 0);
  check_point(axis(&s, p.places, &z->joint[0].a, 2), 0, 0, 1);
  for (int i = 1; i < 4; i++) {
    CHECK_TEXT(z->joint[i].glyph, "support");
    check_point(axis(&s, p.places, &z->joint[i].a, 2), 0, 0, i == 3 ? -1 : 1);
  }
  check_point(place(&s, p.places, &z->joint[1].a), -2, 0, 2);
  /* arms: from the gate to the rope beside it, from the crate to the spring above it; none to its face */
  CHECK(z->n_between == 4 && strcmp(z->between[2].shape, "arm") == 0 && strcmp(z->between[3].shape, "arm") == 0);
  CHECK(z->between[2].item == item_named(z, "gate") && z->between[3].item == item_named(z, "crate"));
  check_point(place(&s, p.places, &z->between[2].a), 0, 0, 2);
  check_point(place(&s, p.places, &z->between[2].b), -0.4, 0, 2);
  check_point(place(&s, p.places, &z->between[3].a), 3, 0, 0.5);
  check_point(place(&s, p.places, &z->between[3].b), 3, 0, 1.5);
  /* section forces have their names, as long as they are what they are */
  CHECK(z->n_label == 1 && strcmp(z->label[0].series, "/channels/root") == 0);
  CHECK_TEXT(z->label[0].names, "N|V2|V3");
  CHECK(z->n_clock == 0 && z->n_view == 1 && z->view->has_aim && z->view->zoom == 2 && z->view->aim[1] == 2);
  CHECK_TEXT(z->view->from, "30,20");
  simulated_free(&s);
}

/* Edges that the ground holds: a wall behind a clamp that looks into the shell, a wedge below what is held, above what hangs; symbols beside
   each other from end to end, of the ground. */
static void test_edges(void)
{
  static const char model[] =
      "gravity { 0, 0, -9.81 }\n"
      "shell { name = 'plate', corners = {{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {0, 1, 0}}, elements = {2, 2}, thickness = "
      "0.01,\n"
      "  E = 7e10, nu = 0.3, density = 2700, u_first = { clamped = true }, u_last = { held = 'z' }, v_first = { "
      "symmetry "
      "= 'y' } }\n"
      "shell { name = 'flag', corners = {{0, 5, 0}, {2, 5, 0}, {2, 5, 1}, {0, 5, 1}}, elements = {2, 2}, thickness = "
      "0.01,\n"
      "  E = 7e10, nu = 0.3, density = 2700, v_last = { held = 'xyz' } }\n"
      "run { dt = 1e-3, duration = 0.01 }\n";
  static const char *const glyph[3] = {"wall", "rollers", "wedge"};
  simulated s;
  sn_result_plan p;
  if (!simulate(&s, "scene.lua", model, "ed", 1)) {
    return;
  }
  CHECK_OK(sn_session_settings(&s.session, NAN, &s.error), s.error);
  CHECK_OK(sn_session_plan(&s.session, &p, &s.error), s.error);
  const sn_scene *z = p.scene;
  int n[3] = {0, 0, 0}, wrong = 0;
  double sum[3] = {0, 0, 0};
  for (int i = 0; i < z->n_joint; i++) {
    const sn_scene_joint *j = z->joint + i;
    const int k = strcmp(j->glyph, glyph[0]) == 0 ? 0 : strcmp(j->glyph, glyph[1]) == 0 ? 1 : 2;
    const sn_v3 x = place(&s, p.places, &j->a), up = axis(&s, p.places, &j->a, 2);
    const sn_v3 expected[3] = {v3(1, 0, 0), v3(0, 0, 1), v3(0, 0, -1)},
                on[3] = {v3(0, x.x[1], 0), v3(2, x.x[1], 0), v3(x.x[0], 5, 1)};
    n[k]++;
    sum[k] += k == 2 ? x.x[0] / 2 : x.x[1];
    wrong += strcmp(j->glyph, glyph[k]) != 0 || v3_norm(v3_sub(up, expected[k])) > 1e-12 ||
             v3_norm(v3_sub(x, on[k])) > 1e-12 || strcmp(z->item[j->item].kind, "ground") != 0;
  }
  printf("  %d pieces of wall, %d of rollers, %d of a wedge\n", n[0], n[1], n[2]);
  CHECK(wrong == 0);
  for (int k = 0; k < 3; k++) {
    const double l = k == 2 ? 2 : 1;
    CHECK(n[k] == (int)ceil(l / (0.024 * z->extent)));
    CHECK_NEAR(sum[k] / n[k], 0.5, 1e-12); /* even pieces */
  }
  simulated_free(&s);
}

/* names of views in the language are those of pictures */
static void test_view_names(void)
{
  char words[128] = "";
  for (int i = 0; sn_picture_views[i]; i++) {
    (void)snprintf(words + strlen(words), sizeof words - strlen(words), "%s%s", i ? "|" : "", sn_picture_views[i]);
  }
  CHECK_TEXT(words, sn_view_names);
  CHECK(strlen(words) == strlen(sn_view_names));
}

/* Beams: a section once however many have it, stations on the nodes of the beam or fixed in the part it sits on. */
static void test_beams(void)
{
  static const char model[] =
      "local i = i_section { height = 0.08, width = 0.05, flange = 0.006, web = 0.004 }\n"
      "local m = { E = 2e9, nu = 0.3, density = 2000 }\n"
      "beam { name = 'one', ground, from = {0, 0, 0}, to = {1, 0, 0}, section = i, elements = 3, order = 2, E = 2e9,\n"
      "  nu = 0.3, density = 2000 }\n"
      "beam { name = 'two', ground, from = {0, 1, 0}, to = {1, 1, 0}, section = tube { radius = 0.1, thickness = 0.01 "
      "},\n"
      "  elements = 1, order = 3, E = 2e9, nu = 0.3, density = 2000 }\n"
      "local block = body { name = 'block', at = {3, 0, 0}, mass = 1, inertia = {1, 1, 1},\n"
      "  orientation = axis_angle({0, 0, 1}, 0.3) }\n"
      "beam { name = 'three', block, from = {3, 2, 0}, to = {3, 2, 1}, up = 'x', section = i, elements = 2, order = "
      "1,\n"
      "  E = 2e9, nu = 0.3, density = 2000 }\n"
      "beam { name = 'plain', ground, from = {0, 3, 0}, to = {1, 3, 0}, elements = 2, mass_per_length = 1,\n"
      "  stiffness = {1e5, 1e5, 1e5, 10, 10, 10}, radius = 0.03 }\n"
      "run { dt = 1e-3, duration = 0.01 }\n";
  simulated s;
  sn_result_plan p;
  if (!simulate(&s, "scene.lua", model, "ed", 1)) {
    return;
  }
  CHECK_OK(sn_session_settings(&s.session, NAN, &s.error), s.error);
  CHECK_OK(sn_session_plan(&s.session, &p, &s.error), s.error);
  const sn_scene *z = p.scene;
  CHECK(z->n_line == 4 && z->n_line_row == 9 + 4 + 4 + 6 && z->n_line_spot == z->n_line_row);
  static const int sections[] = {0, 1, 0, -1}, orders[] = {2, 3, 1, 2}, counts[] = {9, 4, 4, 6};
  for (int i = 0; i < 4; i++) {
    CHECK(z->line[i].section == sections[i] && z->line[i].order == orders[i] && z->line[i].count == counts[i]);
  }
  CHECK(z->line[3].radius == 0.03);
  CHECK(z->n_loop == 3 && z->loop[0].section == 0 && z->loop[0].count == 12); /* an I, a tube */
  CHECK(z->loop[1].section == 1 && z->loop[2].section == 1 && z->loop[2].first == 12 + z->loop[1].count);
  CHECK_NEAR(z->loop_point[0][0], -0.025, 1e-15);
  CHECK_NEAR(z->loop_point[0][1], -0.04, 1e-15);
  for (int i = 0; i < 3; i++) {
    const sn_scene_line *l = z->line + i;
    const int n = l->count, elements = n / (l->order + 1);
    for (int k = 0; k < n; k++) { /* evenly along, the same station at both sides of a node */
      const int element = k / (l->order + 1);
      const double u = (element + (double)(k % (l->order + 1)) / l->order) / elements;
      const sn_spot at = sn_scene_station(z, l, k);
      const sn_v3 x = place(&s, p.places, &at), d1 = axis(&s, p.places, &at, 0);
      check_point(x, i == 2 ? 3 : u, i, i == 2 ? u : 0);
      check_point(d1, i != 2, 0, i == 2);
    }
    const sn_spot first = sn_scene_station(z, l, 0);
    check_point(axis(&s, p.places, &first, 2), i == 2, 0, i != 2);
  }
  const sn_spot held = sn_scene_station(z, z->line + 2, 0);
  CHECK(z->place_item[held.row] == item_named(z, "block"));
  CHECK_NEAR(hypot(held.position[0], held.position[1]), 2, 1e-14);
  CHECK_TEXT(fact(z, "one", "section"), "i_section: A 0.000872 m^2");
  CHECK(fact(z, "plain", "section")[0] == '\0');
  simulated_free(&s);
}

/* The volume inside the triangles of an item; positive if they look outward. */
static double volume(const sn_scene *z, const char *name)
{
  double sum = 0;
  for (int n = 0; n < z->n_solid; n++) {
    if (z->solid[n].item != item_named(z, name) || z->solid[n].surface < 0) {
      continue;
    }
    const sn_scene_surface *s = z->surface + z->solid[n].surface;
    for (int i = 0; i < s->n_triangle; i++) {
      sn_v3 x[3];
      for (int k = 0; k < 3; k++) {
        const float *v = z->vertex[s->first_vertex + z->triangle[s->first_triangle + i][k]];
        x[k] = v3((double)v[0], (double)v[1], (double)v[2]);
      }
      sum += v3_dot(x[0], v3_cross(x[1], x[2])) / 6;
    }
  }
  return sum;
}

static const sn_scene_solid *solid_of(const sn_scene *z, const char *name, int with_surface)
{
  for (int i = 0; i < z->n_solid; i++) {
    if (z->solid[i].item == item_named(z, name) && (z->solid[i].surface >= 0) == with_surface) {
      return z->solid + i;
    }
  }
  return NULL;
}

/* Wheels and obstacles: closed surfaces that look outward, where they are; what stands on the ground does not make the model larger. */
static void test_wheels(void)
{
  static const char *const profile[] = {"{0, 0}, {1, 0}, {1, 0.5}", "{1, 0.5}, {1, 0}, {0, 0}"};
  for (int way = 0; way < 2; way++) {
    simulated s;
    sn_result_plan p;
    char model[512];
    (void)snprintf(model, sizeof model,
                   "local b = body { name = 'b', mass = 1, inertia = {1, 1, 1}, at = {0, 0, 1} }\n"
                   "local o = obstacle { name = 'o', at = {50, 2, 0}, profile = {%s}, width = 2 }\n"
                   "local r = plane { name = 'r', size = {100, 4} }\n"
                   "wheel { name = 'w', b, on = {o, r}, radius = 0.5, tube = 0.1, axis = 'y', stiffness = 1 }\n"
                   "run { dt = 1e-3, duration = 0.02 }\n",
                   profile[way]);
    if (!simulate(&s, "wheels.lua", model, "ed", 1)) {
      return;
    }
    CHECK_OK(sn_session_settings(&s.session, NAN, &s.error), s.error);
    CHECK_OK(sn_session_plan(&s.session, &p, &s.error), s.error);
    const sn_scene *z = p.scene;
    const sn_scene_solid *o = solid_of(z, "o", 1), *w = solid_of(z, "w", 1), *r = solid_of(z, "r", 0);
    CHECK(o && w && r && solid_of(z, "w", 0));
    if (o && w && r) {
      CHECK_NEAR(volume(z, "o"), 0.5, 1e-6);
      CHECK_NEAR(volume(z, "w"), 2 * 9.8696044 * 0.4 * 0.01, 3e-3);
      check_point(place(&s, p.places, &o->at), 50, 2, 0);
      check_point(place(&s, p.places, &w->at), 0, 0, 1);
      check_point(axis(&s, p.places, &w->at, 2), 0, 1, 0);
    }
    CHECK_BELOW(z->extent, 2);
    simulated_free(&s);
  }
}

int main(void)
{
  RUN(test_places);
  RUN(test_energy_fields);
  RUN(test_facts);
  RUN(test_attachments);
  RUN(test_edges);
  RUN(test_hanging);
  RUN(test_view_names);
  RUN(test_beams);
  RUN(test_wheels);
  return REPORT();
}
