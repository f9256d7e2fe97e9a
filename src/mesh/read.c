/* mesh/read.c -- which reader a file of a mesh has, by the ending of its name.
 * Tests:   tests/mesh/test_inp.c
 */
#include "mesh/read.h"

#include <string.h>
#include <strings.h>

#include "mesh/gmsh.h"
#include "mesh/inp.h"

sn_status sn_mesh_parse(const char *name, const char *bytes, size_t size, const sn_mesh_opener *opener, sn_arena *arena,
                        const sn_mesh **out, sn_error *error)
{
  const size_t n = strlen(name);
  if (n > 4 && strcasecmp(name + n - 4, ".inp") == 0) {
    return sn_inp_parse(name, bytes, size, opener, arena, out, error);
  }
  return sn_gmsh_parse(name, bytes, size, arena, out, error);
}
