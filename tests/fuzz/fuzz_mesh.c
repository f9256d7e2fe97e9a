/* tests/fuzz/fuzz_mesh.c -- bytes as a mesh of volumes: the first byte says whether as MSH or as .inp; then all that solids ask of a mesh.
 */
#include "fuzz.h"
#include "mesh/measure.h"
#include "mesh/pick.h"
#include "mesh/read.h"

static sn_status include_itself(void *data, const char *name, const char **text, size_t *size, sn_error *error)
{
  (void)name;
  (void)error;
  *text = data;
  *size = strlen(data);
  return SN_OK;
}

static sn_status go(const char *name, char *text, size_t size, sn_arena *arena, sn_error *error)
{
  const sn_mesh_opener opener = {include_itself, text};
  const sn_mesh_pick pick = {SN_PICK_NEAREST, {{0, 0, 0}}, {{0, 0, 0}}, 0, 0};
  const sn_mesh *m = NULL;
  const sn_mesh_group *groups;
  sn_mesh_measures w;
  sn_mesh_sides sides, picked;
  sn_mesh_pieces pieces;
  SN_TRY(sn_mesh_parse(name, text, size, &opener, arena, &m, error));
  sn_mesh_measure(m, NULL, &w);
  SN_TRY(sn_mesh_find_pieces(m, 3, arena, &pieces, error));
  SN_TRY(sn_mesh_boundary(m, arena, &sides, &groups, error));
  SN_TRY(sn_mesh_check_volumes(m, error));
  return sn_mesh_pick_sides(m, &sides, &pick, 1, arena, &picked, error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  sn_arena *arena = sn_arena_new(NULL);
  char *text = malloc(size + 1);
  sn_error e = {0};
  if (text && size > 0) {
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    fuzz_verdict(go(data[0] & 1 ? "a.inp" : "a.msh", text, size - 1, arena, &e), &e);
  }
  free(text);
  sn_arena_free(arena);
  return 0;
}
