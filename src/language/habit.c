/* language/habit.c -- words of other programs for kinds: what people type first, and the kind and field that they mean.
 * Rule:    a word is looked up here only where the language has no such name, so a kind of this name always comes first.
 * Tests:   tests/language/test_words.c: every example is a model of the language.
 */
#include <string.h>

#include "language/language_private.h"

const sn_lang_habit sn_lang_habits[] = {
    {"hinge|pin|pivot|revolute_joint|hinge_joint|rotary|rotational|turning_joint", "A hinge is the joint `revolute`.",
     "revolute { ground, rod, at = { 0, 0, 0 }, axis = \"y\" }"},
    {"ball|ball_joint|balljoint|ball_and_socket|socket|spherical_joint|point_joint",
     "A ball joint is the joint `spherical`; the shape of a ball is `sphere`.",
     "spherical { ground, rod, at = { 0, 0, 0 } }"},
    {"slider|slider_joint|translational|prismatic_joint|linear_joint|guide|rail", "A slider is the joint `prismatic`.",
     "prismatic { ground, rod, at = { 0, 0, 0 }, axis = \"x\" }"},
    {"motor|engine|actuator|servo|torque_motor|motion|driver",
     "A motor is a field of a joint: `torque` or `force`, or `drive` (`drive_rate`), which prescribes the motion.",
     "revolute { ground, rod, at = { 0, 0, 0 }, axis = \"y\", drive_rate = rpm(60) }"},
    {"torque|couple", "A torque about a joint axis is the field `torque` of the joint; a free one is `moment`.",
     "moment { rod, value = { 0, 0, 5 } }"},
    {"damper|dashpot|shock|spring_damper", "A damper is the field `damping` of a `spring` or a joint.",
     "spring { ground, rod, stiffness = 0, damping = 20 }"},
    {"torsion|rotational_spring|rotary_spring", "A spring about a joint axis is the field `stiffness` of the joint.",
     "revolute { ground, rod, at = { 0, 0, 0 }, axis = \"y\", stiffness = 20 }"},
    {"rope|wire|tether|tendon|chain|line", "A rope is a `cable`, with tension_only = true if it can be slack.",
     "cable { ground, rod, from = { 0, 0, 2 }, stiffness = 1e5, mass_per_length = 0.1, tension_only = true }"},
    {"rod|stick|truss|strut|pole",
     "A rod is a `link` (rigid, without spin), a `bar` (elastic, between two points), a `body` with a shape, or a "
     "`beam` (bends).",
     "link { from = { 0, 0, 0 }, to = { 1, 0, 0 }, mass = 0.5 }"},
    {"plate|panel|membrane|sheet|skin|shell_element", "A plate is a `shell` with four corners.",
     "shell { corners = { { 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 }, { 0, 1, 0 } }, thickness = mm(2), E = GPa(70), nu = "
     "0.3, "
     "density = 2700 }"},
    {"weld|rigid|rigid_joint|clamp|glue|lock|fix|attach|fixed_joint|bolt", "A rigid connection is the joint `fixed`.",
     "fixed { ground, rod, at = { 0, 0, 0 } }"},
    {"collision|impact|bumper|contacts",
     "Parts touch by `contact`; wheels roll on a `plane` or an `obstacle`; joints have stops (`lower`, `upper`).",
     "prismatic { ground, rod, at = { 0, 0, 0 }, axis = \"x\", lower = 0, stop_stiffness = 1e5 }"},
    {"import|load_mesh|stl|obj|cad|step_file|urdf",
     "A surface from a file is a shape of a body, `mesh`; another file of the model is read with include \"file.lua\".",
     "body { shape = mesh { file = \"rotor.stl\", scale = 1e-3, density = 7850 } }"},
    {"rigid_body|rigidbody|object|part|solid_body|cuboid|block|mass_body",
     "A rigid body is a `body`; its shape with a density gives its mass.",
     "body { shape = box { size = { 1, 0.1, 0.1 }, density = 7850 } }"},
    {"mass|particle|point_mass|pointmass|lump|node", "A mass without rotation is a `point`.",
     "point { at = { 0, 0, 0 }, mass = 1 }"},
    {"beam_element|cantilever|frame|timoshenko|euler_bernoulli|flexible_body|girder", "A flexible rod is a `beam`.",
     "beam { ground, from = { 0, 0, 0 }, to = { 1, 0, 0 }, section = circle { radius = mm(10) }, E = GPa(210), nu = "
     "0.3, "
     "density = 7850 }"},
    {"joint|constraint|connection|connect",
     "Every joint is a kind: revolute, prismatic, cylindrical, spherical, universal, planar, screw, fixed, distance, "
     "...",
     "revolute { ground, rod, at = { 0, 0, 0 }, axis = \"y\" }"},
    {"cardan|hooke|universal_joint|u_joint", "A cardan joint is `universal`.",
     "universal { ground, rod, at = { 0, 0, 0 }, axis_a = \"y\", axis_b = \"z\" }"},
    {"bearing|bush|rubber_mount|mount|elastic_joint|isolator",
     "An ideal bearing is `revolute`; one with stiffness is a `bushing`.",
     "bushing { ground, rod, at = { 0, 0, 0 }, stiffness = { 1e6, 1e6, 1e6, 100, 100, 0 } }"},
    {"gears|gear_pair|pulley|belt|rack|transmission|gearbox",
     "A `gear` couples the coordinates of two joints by a ratio; a `coupling` does it by a function.",
     "gear { joint_1, joint_2, ratio = -2 }"},
    {"tire|tyre|roller|caster", "A tyre is a `wheel`: a torus that rolls on a `plane` or an `obstacle`.",
     "plane { at = { 0, 0, 0 } }"},
    {"ground_plane|road|terrain|wall", "A floor for wheels is a `plane`; what never moves is `ground`.",
     "plane { at = { 0, 0, 0 }, normal = \"z\" }"},
    {"world|earth|environment|inertial|global|fixed_frame", "What never moves is `ground`.",
     "revolute { ground, rod, at = { 0, 0, 0 }, axis = \"y\" }"},
    {"apply_force|external_force|applied_force|weight", "A force on a part is `force`; weight comes from `gravity`.",
     "force { rod, value = { 0, 0, -10 } }"},
    {"sensor|probe|measure|record|monitor|plot|result", "What a run stores is a `channel`.",
     "channel(\"tip\", position(rod))"},
    {"simulate|simulation|solve|solver|settings|options|analysis|integrator|time_step|dt|duration|end_time",
     "Settings of the run are fields of `run`.", "run { dt = 1e-3, duration = 5 }"},
    {"pid|feedback|control", "A law of control is a `torque` or `force` that reads signals, or a `controller`.",
     "revolute { ground, rod, at = { 0, 0, 0 }, axis = \"y\", torque = function(t) return -20*angle(joint_1) end }"},
    {"inch|ft|lb|lbf|psi", "Units are those of the SI and their multiples.",
     "point { at = mm { 25.4, 0, 0 }, mass = 1 }"},
    {"subassembly|assembly|subsystem|component|instance", "A subassembly is a `group`, made by `place`.",
     "group(\"leg\", function() point { at = { 0, 0, 0 }, mass = 1 } end)"},
    {NULL, NULL, NULL}};

const sn_lang_habit *sn_lang_habit_of(const char *word)
{
  const size_t n = strlen(word);
  for (const sn_lang_habit *h = sn_lang_habits; h->words; h++) {
    for (const char *at = strstr(h->words, word); at && n > 0; at = strstr(at + 1, word)) {
      if ((at == h->words || at[-1] == '|') && (at[n] == '\0' || at[n] == '|')) {
        return h;
      }
    }
  }
  return NULL;
}
