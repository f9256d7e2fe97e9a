/* joints/modes.c -- asks `sinew modes` what to look for.
 * What:    only data (model/model.h: sn_modes_wanted); analysis/modes.h finds them.
 * Tests:   tests/mechanisms/test_modes.c
 */
#include <stddef.h>

#include "joints/joint.h"
#include "model/model.h"

static sn_status freeze(sn_item *item, sn_builder *b, sn_error *error)
{
  (void)b;
  SN_TRY(sn_only_one(item, error));
  item->frozen = item->param;
  return SN_OK;
}

#define FIELD(name) SN_MEMBER(sn_modes_wanted, name)
static const sn_input inputs[] = {
    {"count", SN_COUNT, "", "how many, in addition to those without stiffness", FIELD(count), SN_BETWEEN(1, 1000),
     SN_PRESET(10)},
    {"about", SN_CHOICE, "", "the static equilibrium (default), or the configuration as drawn, which must be one",
     FIELD(about), SN_PRESET(0), .choices = "static|start"},
    {"rotation", SN_VECTOR, "rad/s", "everything, the ground included, turns steadily with this angular velocity",
     FIELD(rotation)},
    {"center", SN_PLACE, "m", "a point of the axis of rotation; default: the origin", FIELD(center)},
    {"damping", SN_FLAG, "", "with dampers (default); friction is always left out", FIELD(damping), SN_BETWEEN(0, 1),
     SN_PRESET(1)},
    {"spin", SN_FLAG, "",
     "parts keep the angular velocities they start with: rotors, symmetric about an axis that stays (frequencies in "
     "space)",
     FIELD(spin), SN_BETWEEN(0, 1), SN_PRESET(0)},
    {"near", SN_NUMBER, "Hz",
     "finds the modes nearest to this frequency instead of the lowest; without damping and rotation", FIELD(near),
     SN_NOT_NEGATIVE},
    {0}};

const sn_kind sn_kind_modes = {.name = "modes",
                               .help = "What `sinew modes` looks for: small vibrations about an equilibrium.",
                               .class = SN_CLASS_FORCE,
                               .serves = SN_SERVES_MODES,
                               .n_refs = 0,
                               .inputs = inputs,
                               .param_size = sizeof(sn_modes_wanted),
                               .freeze = freeze};
