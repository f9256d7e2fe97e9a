/* joints/shell_revolute.c -- shell revolute joint with multipliers: a part holds a node of a shell, and turns about its director.
 * What:    for a part that must keep a node of its own. A beam, joint or body that is attached to the node itself shares its axes with the
 *          directors there, and gives the same motion with five unknowns and five multipliers fewer.
 * Theory:  [BCB (5.1)], docs/theory-shells.md section 6: with F the axes of the part, F_3 the director as drawn, and u the gap,
 *            u.F_k = 0, k = 1..3,   d.F_1 = 0,   d.F_2 = 0
 *          Dot products: their mean stresses do no work in a step, and have no moment together.
 * Limits:  no angle: the rotation of a director about itself is not known.
 * Tests:   tests/shells/test_connections.c, tests/laws
 */
#include <stddef.h>

#include "joints/joint.h"
#include "math/rotation.h"
#include "model/model.h"
#include "system/kernel.h"

enum { PLACE, AXIS, BLOCKS };

typedef struct {
  int none; /* it has no fields of its own */
} fields;

typedef struct {
  sn_frame part, node; /* of the part, third axis along the director as drawn; of the shell */
  int block[BLOCKS];
} frozen;

static sn_status wrong_part(const sn_item *item, int k, sn_error *error)
{
  sn_item_fail(item, SN_EINPUT, error,
               k ? "%s '%s' needs a node of a shell that has only a director as its second part, but '%s' %s."
                 : "%s '%s' needs axes on its first part, but '%s' %s.",
               item->kind->name, item->name, sn_ref_name(item->ref + k),
               k ? "is none" : "has none: it is a point or a node of a shell");
  if (k) {
    sn_error_why(error, "A node of a shell has axes of its own where a beam, a fold or a joint with axes is attached.");
  }
  sn_error_fix(error, k ? "There, and on bodies and beams, use revolute with the normal as axis."
                        : "Write the body or the end of the beam first and the node of the shell second.");
  return SN_EINPUT;
}

static sn_status freeze(sn_item *item, sn_builder *b, sn_error *error)
{
  frozen *f = SN_NEW(sn_builder_arena(b), frozen, 1);
  if (!f) {
    return sn_no_memory(error, "the model");
  }
  sn_frame of[2];
  SN_TRY(sn_joint_parts(item, 2, b, of, error));
  if (!sn_has_axes(of)) {
    return wrong_part(item, 0, error);
  }
  if (of[1].n_dir != 1) {
    return wrong_part(item, 1, error);
  }
  const sn_v3 x = sn_frame_point(b, of + 1), d = sn_frame_axes(b, of + 1).c[2];
  f->node = of[1];
  SN_TRY(sn_frame_at(b, of, x, sn_rotation_along(d), &f->part, error));
  f->block[PLACE] = sn_block_meet(b);
  const int gap = sn_between(b, &f->part, &f->node);
  for (int k = 0; k < 3; k++) {
    sn_form_zero(b, sn_form(b, 1, gap, sn_axis_of(b, &f->part, k),
                            0)); /* the place is that of the node: closed but for round-off */
  }
  f->block[AXIS] = sn_block_begin(b, &sn_law_constraint, "axis");
  const int director = sn_axis_of(b, &f->node, 2);
  for (int k = 0; k < 2; k++) {
    sn_form_zero(b, sn_form(b, 1, director, sn_axis_of(b, &f->part, k), 0));
  }
  sn_draw_joint(item, b, &f->part, &f->part);
  item->frozen = f;
  return SN_OK;
}

static int needs_axes(const sn_item *item, int k)
{
  (void)item;
  return k == 0;
}

static void wrench(const sn_observation *o, const frozen *f, sn_v3 *force, sn_v3 *moment)
{
  const sn_v3 at = sn_point_in(&f->node, o->q);
  *force = *moment = v3(0, 0, 0);
  for (int k = 0; k < BLOCKS; k++) {
    sn_add_wrench(o, f->block[k], &f->node, at, force, moment);
  }
}
static void reaction(const sn_observation *o, const void *data, double *out)
{
  sn_v3 force, moment;
  wrench(o, data, &force, &moment);
  v3_put(force, out);
}
static void reaction_moment(const sn_observation *o, const void *data, double *out)
{
  sn_v3 force, moment;
  wrench(o, data, &force, &moment);
  v3_put(moment, out);
}

static const sn_input inputs[] = {{0}};
static const sn_output outputs[] = {{"reaction", "N", 3, "force on the shell, ground axes", reaction, SN_CARRIED},
                                    {"reaction_moment", "N m", 3,
                                     "moment on the shell at its node, ground axes; none of it along the director",
                                     reaction_moment, SN_CARRIED},
                                    {0}};

const sn_kind sn_kind_shell_revolute = {
    .name = "shell_revolute",
    .help = "Holds a node of a shell on a part, which turns freely about the director there.",
    .class = SN_CLASS_JOINT,
    .n_refs = 2,
    .inputs = inputs,
    .param_size = sizeof(fields),
    .freeze = freeze,
    .reports = {.outputs = outputs},
    .holds = {.axes = needs_axes}};
