/* joints/contact_friction.c -- numbers of the friction of a contact: what is given, and what follows from the usual load.
 * Theory:  docs/theory-contact.md, friction, spin and rolling.
 * Tests:   tests/mechanisms/test_friction.c
 */
#include <math.h>

#include "joints/contact.h"
#include "joints/joint.h"
#include "model/model.h"

static const double PI = 3.14159265358979323846;
/* rad: how far a contact that sticks rolls at the usual load */
static const double TILT = 1e-6;

/* The slip of a patch that spins: 3 pi/16 of the radius of Hertz' patch, 2/3 of that of an even one. */
static sn_status find_spin(const sn_item *item, const sn_contact_rubs *p, const sn_contact_usual *u, sn_contact_made *c,
                           sn_error *error)
{
  c->spin = isnan(p->patch) ? 0 : 2.0 / 3 * p->patch;
  if (!p->spin) {
    return SN_OK;
  }
  if (!(u->radius < INFINITY) || isnan(u->E)) {
    sn_item_fail(item, SN_EINPUT, error, "Contact '%s' has spin = \"hertz\", but %s.", item->name,
                 isnan(u->E) ? "no E" : "neither part is round");
    sn_error_why(error, "The radius of Hertz' patch follows from E, nu and the radius of a sphere or rod.");
    sn_error_fix(error, "Give `E`; or `patch`, the radius of the patch in m, in place of `spin`.");
    return SN_EINPUT;
  }
  c->spin = 3 * PI / 16 * cbrt(1.5 * u->force * u->radius * (1 - u->nu * u->nu) / u->E);
  return SN_OK;
}

sn_status sn_check_static_friction(const sn_item *item, double slides, double still, double speed, sn_error *error)
{
  if (isnan(still)) {
    return SN_OK;
  }
  if (still < slides) {
    sn_item_fail(item, SN_EINPUT, error, "'%s' has static_friction = %g below friction = %g.", item->name, still,
                 slides);
    sn_error_why(error, "What sticks holds at least as well as what slides.");
    sn_error_fix(error, "Exchange them.");
    return SN_EINPUT;
  }
  if (still > slides && isnan(speed)) {
    sn_item_fail(item, SN_EINPUT, error, "'%s' has static_friction, but no friction_speed.", item->name);
    sn_error_why(error, "The coefficient falls from that at rest to that of sliding over some speed.");
    sn_error_fix(error, "Give friction_speed, a small part of the speeds that matter.");
    return SN_EINPUT;
  }
  return SN_OK;
}

sn_status sn_contact_find_friction(const sn_item *item, const sn_contact_rubs *p, const sn_contact_usual *u,
                                   sn_contact_made *c, sn_error *error)
{
  SN_TRY(sn_check_static_friction(item, p->friction, p->static_friction, p->friction_speed, error));
  c->coulomb = (sn_coulomb){p->friction, isnan(p->static_friction) ? p->friction : p->static_friction,
                            isnan(p->friction_speed) ? 0 : p->friction_speed};
  c->bristle = !(p->friction > 0)              ? 0
               : !isnan(p->friction_stiffness) ? p->friction_stiffness
                                               : p->friction * u->force / u->deflection;
  c->rolling = p->rolling;
  c->twist = p->rolling * u->force / TILT;
  return find_spin(item, p, u, c, error);
}
