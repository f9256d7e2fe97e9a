/* show/vtk/vtk_arrays.c -- what both series of show/vtk/vtk.c have: arrays of the fields, and the names of the items.
 * Tests:   tests/show/read_vtk.py.
 */
#include <string.h>

#include "show/vtk/vtk_private.h"

sn_status sn_vtk_add_fields(sn_vtk_on *on, sn_vtk_array *point, int *n_point, sn_vtk_array *cell, int *n_cell,
                            sn_arena *arena, sn_error *error)
{
  const sn_vtk_fields *f = on->fields;
  on->value = SN_NEW(arena, double *, f->n_field);
  for (int i = 0; on->value && i < f->n_field; i++) {
    const int on_points = f->field[i].on_points;
    on->value[i] = SN_NEW(arena, double, on_points ? on->n_point : on->n_cell);
    if (!on->value[i]) {
      return sn_no_memory(error, "the fields");
    }
    *(on_points ? &point[(*n_point)++] : &cell[(*n_cell)++]) =
        (sn_vtk_array){f->field[i].name, f->field[i].unit, 1, on->value[i], NULL};
  }
  return on->value ? SN_OK : sn_no_memory(error, "the fields");
}

void sn_vtk_put_fields(const sn_vtk_on *on)
{
  for (int i = 0; i < on->fields->n_field; i++) {
    const sn_vtk_field *field = &on->fields->field[i];
    if (field->on_points) {
      sn_vtk_field_on_points(on->fields, field, on->n_point, on->point_item, on->along, on->value[i]);
    } else {
      sn_vtk_field_on_cells(on->fields, field, on->n_cell, on->cell_item, on->cell_element, on->value[i]);
    }
  }
}

sn_status sn_vtk_names(const sn_scene *scene, sn_arena *arena, sn_vtk_piece *out, sn_error *error)
{
  size_t n = 0;
  for (int i = 0; i < scene->n_item; i++) {
    n += strlen(scene->item[i].name) + 1;
  }
  char *text = SN_NEW(arena, char, n), *p = text;
  if (!text) {
    return sn_no_memory(error, "the names");
  }
  for (int i = 0; i < scene->n_item; i++) {
    const size_t length = strlen(scene->item[i].name) + 1;
    memcpy(p, scene->item[i].name, length);
    p += length;
  }
  out->n_name = scene->n_item;
  out->names = text;
  out->n_letter = n;
  return SN_OK;
}
