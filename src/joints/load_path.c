/* joints/load_path.c -- asks `sinew static` for a path of equilibria under growing loads.
 * What:    only data (model/model.h: sn_load_path) and the factor of the loads as an output; analysis/path.h follows it.
 * Tests:   tests/mechanisms/test_load_path.c
 */
#include <stddef.h>

#include "joints/joint.h"
#include "model/model.h"

static sn_status freeze(sn_item *item, sn_builder *b, sn_error *error)
{
  (void)b;
  const sn_load_path *p = item->param;
  if (!(p->factor != 0)) {
    sn_item_fail(item, SN_EINPUT, error, "load_path '%s' ends at the factor 0, where it begins.", item->name);
    sn_error_fix(error, "Give for example factor = 1: all loads in full.");
    return SN_EINPUT;
  }
  SN_TRY(sn_only_one(item, error));
  item->frozen = item->param;
  return SN_OK;
}

static void factor(const sn_observation *o, const void *data, double *out)
{
  (void)data;
  out[0] = o->load;
}

#define FIELD(name) SN_MEMBER(sn_load_path, name)
static const sn_input inputs[] = {
    {"factor", SN_NUMBER, "", "the path ends where the factor of the loads reaches this, or minus this", FIELD(factor),
     SN_PRESET(1)},
    {"step", SN_NUMBER, "", "largest change of the factor in a step; default: a twentieth of `factor`", FIELD(step),
     SN_POSITIVE},
    {"displacement", SN_NUMBER, "",
     "largest mean displacement in a step, over the size of the model (turns: rad); default 0.02", FIELD(displacement),
     SN_POSITIVE},
    {"steps", SN_COUNT, "", "most points of the path", FIELD(steps), SN_BETWEEN(1, 1000000), SN_PRESET(1000)},
    {"gravity", SN_CHOICE, "", "grows with the other loads (default), or acts in full all the way", FIELD(gravity),
     SN_PRESET(0), .choices = "grows|stays"},
    {0}};
static const sn_output outputs[] = {
    {"factor", "", 1, "factor of the loads: 1 outside of the path", factor, SN_OUT_STORED}, {0}};

const sn_kind sn_kind_load_path = {.name = "load_path",
                                   .help = "Lets the loads of `sinew static` grow from nothing, through limits and "
                                           "snap-back (arc length).",
                                   .class = SN_CLASS_FORCE,
                                   .serves = SN_SERVES_LOAD_PATH,
                                   .n_refs = 0,
                                   .inputs = inputs,
                                   .param_size = sizeof(sn_load_path),
                                   .freeze = freeze,
                                   .reports = {.outputs = outputs}};
