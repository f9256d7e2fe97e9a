/* tests/model/test_material.c -- the table of materials: every number is one, and they agree with each other. */
#include "harness.h"
#include "model/material.h"

static double value(const sn_named_material *m, const char *name)
{
  for (const sn_material_property *p = sn_material_properties; p->name; p++) {
    if (strcmp(p->name, name) == 0) {
      return sn_material_value(m, p);
    }
  }
  return NAN;
}

/* A forgotten member would be 0. What has fibres has all of them, positive definite; what has none has E and nu, or E and G. */
static void test_table(void)
{
  for (const sn_named_material *m = sn_materials; m->name; m++) {
    printf("  %s\n", m->name);
    for (const sn_material_property *p = sn_material_properties; p->name; p++) {
      CHECK(isnan(sn_material_value(m, p)) || sn_material_value(m, p) > 0);
    }
    CHECK(value(m, "E") > 1e6 && value(m, "E") < 1e12 && value(m, "density") > 100 && value(m, "density") < 2e4);
    CHECK(isnan(value(m, "nu")) != isnan(value(m, "G")));
    CHECK(!(value(m, "nu") >= 0.5) && !(value(m, "yield") > 0.03 * value(m, "E")));
    CHECK(!(value(m, "expansion") < 1e-6) && !(value(m, "expansion") > 2e-4));
    static const char *const fibres[] = {"E1", "E2", "nu12", "G12", "G13", "G23"};
    for (int k = 0; k < 6; k++) {
      CHECK(isnan(value(m, fibres[k])) == isnan(value(m, "E1")));
    }
    const double nu12 = value(m, "nu12");
    CHECK(isnan(nu12) || (nu12 * nu12 * value(m, "E2") < value(m, "E1") && value(m, "E") == value(m, "E1") &&
                          value(m, "G") == value(m, "G12")));
    for (const sn_named_material *other = sn_materials; other < m; other++) {
      CHECK(strcmp(other->name, m->name) != 0);
    }
  }
}

int main(void)
{
  RUN(test_table);
  return REPORT();
}
