/* language/unit.c -- units of channels: which unit a value is shown in, and by what factor.
 * Rule:    everything inside is SI; a channel may be stored in another unit of the same kind. A formula whose unit is not known
 *          (products, quotients) takes the unit as a label.
 * Tests:   tests/language/test_units.c.
 */
#include <string.h>

#include "base/text.h"
#include "language/language_private.h"

/* value in `unit` = factor * value in SI */
static const struct {
  const char *si, *unit;
  double factor;
} others[] = {{"rad", "deg", 57.29577951308232},
              {"rad", "mrad", 1e3},
              {"rad", "rev", 0.15915494309189535},
              {"rad/s", "deg/s", 57.29577951308232},
              {"rad/s", "rpm", 9.549296585513721},
              {"rad/s^2", "deg/s^2", 57.29577951308232},
              {"m", "mm", 1e3},
              {"m", "cm", 1e2},
              {"m", "km", 1e-3},
              {"m/s", "km/h", 3.6},
              {"m/s", "mm/s", 1e3},
              {"m/s^2", "g", 1 / 9.80665},
              {"s", "ms", 1e3},
              {"N", "kN", 1e-3},
              {"N", "MN", 1e-6},
              {"N m", "kN m", 1e-3},
              {"J", "kJ", 1e-3},
              {"W", "kW", 1e-3},
              {"Pa", "MPa", 1e-6},
              {NULL, NULL, 0}};

double sn_lang_unit_factor(sn_lang *s, const char *channel, const char *si, const char *unit)
{
  const char *same[16];
  int n = 0;
  if (si[0] == '\0' || strcmp(si, unit) == 0) {
    return 1;
  }
  for (int k = 0; others[k].si; k++) {
    if (strcmp(others[k].si, si) != 0) {
      continue;
    }
    if (strcmp(others[k].unit, unit) == 0) {
      return others[k].factor;
    }
    same[n++] = others[k].unit;
  }
  const char *meant = sn_nearest(unit, same, (size_t)n);
  sn_lang_error(s, "channel \"%.60s\" is in %s, which cannot be shown in %.20s.", channel, si, unit);
  sn_error_why(&s->error, "A formula with a known unit is converted; %.20s is no unit known for %s.", unit, si);
  sn_error_fix(&s->error,
               meant ? "Did you mean unit = \"%s\"?"
                     : "Leave out unit, or multiply by a number first: a product has the unit you give it%s.",
               meant ? meant : "");
  sn_lang_raise(s);
}
