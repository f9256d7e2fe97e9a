/* parts/solid_probe.c -- where a modal body is looked at: does it deform more than linear strains carry?
 * What:    its deformation is a sum of shapes. At the place where a shape strains the body most, and at the one where it turns it most, a guard
 *          (system/guard.h) measures strain and turn of the whole sum: two places for each shape, far fewer than points of integration.
 * Limits:  where several shapes add up between those places, a little more is not seen.
 * Theory:  docs/theory-solids.md, (V22).
 * Tests:   tests/solids/test_beyond.c
 */
#include <math.h>

#include "parts/solid_modal.h"

/* Squares of strain and turn of a displacement gradient. */
static void measure(double G[3][3], double *strain, double *turn)
{
  *strain = *turn = 0;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      *strain += (G[i][j] + G[j][i]) * (G[i][j] + G[j][i]);
      *turn += (G[i][j] - G[j][i]) * (G[i][j] - G[j][i]);
    }
  }
}

static void add_probe(struct sn_solid_probe at, sn_solid_modal *out)
{
  for (int i = 0; i < out->n_probe; i++) {
    if (out->probe[i].element == at.element && out->probe[i].point == at.point) {
      return;
    }
  }
  out->probe[out->n_probe++] = at;
}

sn_status sn_solid_find_probes(const sn_solid_linear *l, const sn_solid_shapes *shapes, sn_arena *arena,
                               sn_solid_modal *out, sn_error *error)
{
  const sn_solid_frozen *f = l->f;
  out->n_probe = 0;
  out->probe = sn_arena_get(arena, 2 * (size_t)shapes->n, sizeof *out->probe);
  if (!out->probe) {
    return sn_no_memory(error, "the shapes of a solid");
  }
  for (int s = 0; s < shapes->n; s++) {
    struct sn_solid_probe strained = {0, 0}, turned = {0, 0};
    double most_strain = 0, most_turn = 0;
    for (int e = 0; e < f->mesh->n_element; e++) {
      for (int g = 0; g < f->kind[e]->n_point; g++) {
        double G[3][3], strain, turn;
        sn_solid_gradient(f, e, g, shapes->u[s], G);
        measure(G, &strain, &turn);
        if (strain > most_strain) {
          most_strain = strain;
          strained = (struct sn_solid_probe){e, g};
        }
        if (turn > most_turn) {
          most_turn = turn;
          turned = (struct sn_solid_probe){e, g};
        }
      }
    }
    add_probe(strained, out);
    add_probe(turned, out);
  }
  return SN_OK;
}
