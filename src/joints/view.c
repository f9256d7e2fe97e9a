/* joints/view.c -- says from where pictures of the model are taken.
 * What:    only data (model/model.h: sn_view_wanted); it goes into the scene of the result, where `sinew view` and the page
 *          find it. Options of the command line win.
 * Tests:   tests/session/test_scene.c, tests/show/test_picture.c, viewer/test/page_seeing.mjs.
 */
#include <math.h>
#include <stddef.h>

#include "joints/joint.h"
#include "model/model.h"

const char sn_view_names[] = "iso|front|back|left|right|top|bottom";

static sn_status freeze(sn_item *item, sn_builder *b, sn_error *error)
{
  (void)b;
  const sn_view_wanted *p = item->param;
  if (isnan(p->azimuth) != isnan(p->elevation)) {
    sn_item_fail(item, SN_EINPUT, error, "view gives one of its two angles.");
    sn_error_why(error, "A direction needs both: azimuth from the front to the right, and elevation from the ground.");
    sn_error_fix(error, "Write view { azimuth = 30, elevation = 20 }, or a name: view { from = \"front\" }.");
    return SN_EINPUT;
  }
  if (!isnan(p->azimuth) && p->from != 0) {
    sn_item_fail(item, SN_EINPUT, error, "view gives a direction twice: a name and two angles.");
    sn_error_fix(error, "Keep one of them.");
    return SN_EINPUT;
  }
  SN_TRY(sn_only_one(item, error));
  item->frozen = item->param;
  return SN_OK;
}

#define FIELD(name) SN_MEMBER(sn_view_wanted, name)
static const sn_input inputs[] = {
    {"from", SN_CHOICE, "", "the side from which pictures are taken", FIELD(from), SN_PRESET(0),
     .choices = sn_view_names},
    {"azimuth", SN_NUMBER, "deg", "instead of `from`: angle from the front to the right, with `elevation`",
     FIELD(azimuth)},
    {"elevation", SN_NUMBER, "deg", "angle above the ground", FIELD(elevation), SN_BETWEEN(-90, 90)},
    {"aim", SN_PLACE, "m", "the middle of the picture; default: the middle of the motion", FIELD(aim)},
    {"zoom", SN_NUMBER, "", "larger (2) or smaller (0.5) than the whole motion", FIELD(zoom), SN_BETWEEN(1e-3, 1000),
     SN_PRESET(1)},
    {0}};

const sn_kind sn_kind_view = {.name = "view",
                              .help = "Where pictures of the model are taken from, and how the page opens.",
                              .class = SN_CLASS_SETTING,
                              .serves = SN_SERVES_VIEW,
                              .n_refs = 0,
                              .inputs = inputs,
                              .param_size = sizeof(sn_view_wanted),
                              .freeze = freeze};
