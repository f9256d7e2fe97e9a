/* component/lab.c -- opens the laboratory.
 * Tests:   tests/component/test_component.c, tests/lab/test_rod_models.c
 */
#include "component/lab.h"

sn_status sn_lab_open(const sn_lab **out, sn_error *error)
{
  const sn_component_request lab = {"lab", "The laboratory (plane_rod, sinew study)", "sinew-lab", "lab",
                                    sizeof(sn_lab)};
  const sn_component *c = NULL;
  const sn_status status = sn_component_open(&lab, &c, error);
  *out = (const sn_lab *)c;
  return status;
}
