/* component/engine.c -- opens the PETSc engine.
 * Tests:   tests/component/test_component.c, tests/engine/test_engine.c
 */
#include "component/engine.h"

sn_status sn_petsc_open(const sn_petsc **out, sn_error *error)
{
  const sn_component_request petsc = {"petsc", "The PETSc engine (--engine petsc)", "sinew-petsc", "engine",
                                      sizeof(sn_petsc)};
  const sn_component *c = NULL;
  const sn_status status = sn_component_open(&petsc, &c, error);
  *out = (const sn_petsc *)c;
  return status;
}
