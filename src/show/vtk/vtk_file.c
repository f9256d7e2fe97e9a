/* show/vtk/vtk_file.c -- one instant as a VTK PolyData file (.vtp), and a list of them over time (.pvd).
 * What:    XML with raw appended data: the head names every array with its offset, then the arrays follow, each after its
 *          size in bytes as a 64-bit number. Numbers are in the machine's byte order, which the head names.
 * Theory:  "VTK XML file formats" of the VTK documentation; texts are an <Array type="String">, each ended by a zero byte.
 * Limits:  Float32 for what moves (results hold places in float32), Float64 for the time; no compression.
 * Tests:   tests/show/read_vtk.py (read by VTK itself).
 */
#include "show/vtk/vtk_file.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

/* An array of the file: doubles, whole numbers, a ramp first, first + step, ..., or bytes. */
typedef struct {
  const char *name, *unit, *type; /* type: as VTK writes it */
  int width;
  size_t n; /* numbers, or bytes of text */
  const double *real;
  const int *whole;
  const char *text;
  int first, step;
} block;

enum { BUFFER = 4096 }; /* numbers converted at a time */

static size_t size_of(const block *b)
{
  return b->n * (b->text ? 1 : strcmp(b->type, "Float64") == 0 ? 8 : 4);
}

/* Escapes a text for use between quotes or tags of XML. */
static void put_escaped(const char *text, FILE *f)
{
  static const struct {
    char letter;
    const char *as;
  } special[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}};
  for (; *text; text++) {
    const char *as = (unsigned char)*text < 32 ? " " : NULL;
    for (size_t i = 0; i < sizeof special / sizeof *special; i++) {
      as = *text == special[i].letter ? special[i].as : as;
    }
    if (as) {
      (void)fputs(as, f);
    } else {
      (void)fputc(*text, f);
    }
  }
}

static void put_head(const block *b, uint64_t *offset, FILE *f)
{
  const char *tag = b->text ? "Array" : "DataArray";
  (void)fprintf(f, "<%s type=\"%s\" Name=\"", tag, b->type);
  put_escaped(b->name, f);
  (void)fprintf(f, "\" NumberOfComponents=\"%d\" format=\"appended\" offset=\"%llu\"", b->width,
                (unsigned long long)*offset);
  if (b->unit && b->unit[0]) {
    (void)fputs("><InformationKey name=\"UNITS_LABEL\" location=\"vtkDataArray\">", f);
    put_escaped(b->unit, f);
    (void)fprintf(f, "</InformationKey></%s>\n", tag);
  } else {
    (void)fputs("/>\n", f);
  }
  *offset += sizeof(uint64_t) + size_of(b);
}

/* In the fields of a whole file the number of values has to be said. */
static void put_field_head(const block *b, int values, uint64_t *offset, FILE *f)
{
  const char *tag = b->text ? "Array" : "DataArray";
  (void)fprintf(f, "<%s type=\"%s\" Name=\"%s\" NumberOfTuples=\"%d\" format=\"appended\" offset=\"%llu\"/>\n", tag,
                b->type, b->name, values, (unsigned long long)*offset);
  *offset += sizeof(uint64_t) + size_of(b);
}

static void put_reals(const block *b, FILE *f)
{
  float buffer[BUFFER];
  for (size_t first = 0; first < b->n; first += BUFFER) {
    const size_t n = b->n - first < BUFFER ? b->n - first : BUFFER;
    for (size_t i = 0; i < n; i++) {
      buffer[i] = (float)b->real[first + i];
    }
    (void)fwrite(buffer, sizeof *buffer, n, f);
  }
}

static void put_ramp(const block *b, FILE *f)
{
  int32_t buffer[BUFFER];
  for (size_t first = 0; first < b->n; first += BUFFER) {
    const size_t n = b->n - first < BUFFER ? b->n - first : BUFFER;
    for (size_t i = 0; i < n; i++) {
      buffer[i] = (int32_t)(b->first + b->step * (int)(first + i));
    }
    (void)fwrite(buffer, sizeof *buffer, n, f);
  }
}

static void put_data(const block *b, FILE *f)
{
  const uint64_t size = size_of(b);
  (void)fwrite(&size, sizeof size, 1, f);
  if (b->text) {
    (void)fwrite(b->text, 1, b->n, f);
  } else if (b->real && strcmp(b->type, "Float64") == 0) {
    (void)fwrite(b->real, sizeof(double), b->n, f);
  } else if (b->real) {
    put_reals(b, f);
  } else if (b->whole) {
    (void)fwrite(b->whole, sizeof(int), b->n, f);
  } else {
    put_ramp(b, f);
  }
}

static block of_array(const sn_vtk_array *a, int n)
{
  return (block){.name = a->name,
                 .unit = a->unit,
                 .type = a->real ? "Float32" : "Int32",
                 .width = a->width,
                 .n = (size_t)n * (size_t)a->width,
                 .real = a->real,
                 .whole = a->whole};
}

static const char *byte_order(void)
{
  const uint16_t one = 1;
  unsigned char first;
  memcpy(&first, &one, 1);
  return first ? "LittleEndian" : "BigEndian";
}

static sn_status fail(const char *path, int number, sn_error *error)
{
  return sn_fail(error, SN_EIO, path, "The file could not be written.", strerror(number),
                 "Check the space on the disk and the rights of the folder, or choose fewer times with --every N.");
}

static sn_status finish(FILE *f, const char *path, sn_error *error)
{
  const int bad = ferror(f), number = errno;
  errno = 0;
  if (fclose(f) != 0 || bad) {
    return fail(path, errno ? errno : number, error);
  }
  return SN_OK;
}

/* Blocks every file has, in the order of the appended data: fields, points, cells. */
enum { TIME, NAMES, POINTS, CELLS, N_FIXED = CELLS + 6 };

static void fixed_blocks(const sn_vtk_piece *p, block *b)
{
  const size_t n_line_point = p->n_line > 0 ? (size_t)p->line_end[p->n_line - 1] : 0;
  b[TIME] = (block){.name = "TimeValue", .type = "Float64", .width = 1, .n = 1, .real = &p->t};
  b[NAMES] = (block){.name = "item_names", .type = "String", .width = 1, .n = p->n_letter, .text = p->names};
  b[POINTS] = (block){.name = "Points",
                      .type = "Float32",
                      .unit = "m",
                      .width = 3,
                      .n = 3 * (size_t)p->n_point,
                      .real = p->n_point > 0 ? p->point[0] : &p->t};
  const block ramp = {.type = "Int32", .width = 1};
  for (int i = 0; i < 6; i++) {
    b[CELLS + i] = ramp;
    b[CELLS + i].name = i % 2 == 0 ? "connectivity" : "offsets";
  }
  b[CELLS].n = b[CELLS + 1].n = (size_t)p->n_vertex;
  b[CELLS].step = b[CELLS + 1].step = b[CELLS + 1].first = 1;
  b[CELLS + 2].n = n_line_point;
  b[CELLS + 2].whole = p->line_point;
  b[CELLS + 3].n = (size_t)p->n_line;
  b[CELLS + 3].whole = p->line_end;
  b[CELLS + 4].n = p->n_polygon > 0 ? (size_t)p->polygon_end[p->n_polygon - 1] : 0;
  b[CELLS + 4].whole = p->polygon_point;
  b[CELLS + 5].n = (size_t)p->n_polygon;
  b[CELLS + 5].whole = p->polygon_end;
}

static void put_arrays(const char *tag, const sn_vtk_array *a, int n_array, int n, uint64_t *offset, FILE *f)
{
  (void)fprintf(f, "<%s>\n", tag);
  for (int i = 0; i < n_array; i++) {
    const block b = of_array(&a[i], n);
    put_head(&b, offset, f);
  }
  (void)fprintf(f, "</%s>\n", tag);
}

static void put_xml(const sn_vtk_piece *p, const block *b, FILE *f)
{
  static const char *const kinds[] = {"Verts", "Lines", "Polys"};
  const int n_cell = p->n_vertex + p->n_line + p->n_polygon;
  uint64_t offset = 0;
  (void)fprintf(f,
                "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"%s\" "
                "header_type=\"UInt64\">\n<PolyData>\n<FieldData>\n",
                byte_order());
  put_field_head(&b[TIME], 1, &offset, f);
  put_field_head(&b[NAMES], p->n_name, &offset, f);
  (void)fprintf(f,
                "</FieldData>\n<Piece NumberOfPoints=\"%d\" NumberOfVerts=\"%d\" NumberOfLines=\"%d\" "
                "NumberOfStrips=\"0\" NumberOfPolys=\"%d\">\n<Points>\n",
                p->n_point, p->n_vertex, p->n_line, p->n_polygon);
  put_head(&b[POINTS], &offset, f);
  (void)fputs("</Points>\n", f);
  for (int i = 0; i < 3; i++) {
    (void)fprintf(f, "<%s>\n", kinds[i]);
    put_head(&b[CELLS + 2 * i], &offset, f);
    put_head(&b[CELLS + 2 * i + 1], &offset, f);
    (void)fprintf(f, "</%s>\n", kinds[i]);
  }
  put_arrays("PointData", p->point_array, p->n_point_array, p->n_point, &offset, f);
  put_arrays("CellData", p->cell_array, p->n_cell_array, n_cell, &offset, f);
  (void)fputs("</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_", f);
}

double sn_vtk_piece_bytes(const sn_vtk_piece *p)
{
  const int n_cell = p->n_vertex + p->n_line + p->n_polygon;
  block b[N_FIXED];
  double bytes = 2000; /* the head */
  fixed_blocks(p, b);
  for (int i = 0; i < N_FIXED; i++) {
    bytes += (double)size_of(&b[i]);
  }
  for (int i = 0; i < p->n_point_array; i++) {
    bytes += 4.0 * p->point_array[i].width * p->n_point;
  }
  for (int i = 0; i < p->n_cell_array; i++) {
    bytes += 4.0 * p->cell_array[i].width * n_cell;
  }
  return bytes;
}

sn_status sn_vtk_write_piece(const char *path, const sn_vtk_piece *p, sn_error *error)
{
  block b[N_FIXED];
  errno = 0;
  FILE *f = fopen(path, "wb");
  if (!f) {
    return fail(path, errno, error);
  }
  fixed_blocks(p, b);
  put_xml(p, b, f);
  for (int i = 0; i < N_FIXED; i++) {
    put_data(&b[i], f);
  }
  for (int i = 0; i < p->n_point_array; i++) {
    const block a = of_array(&p->point_array[i], p->n_point);
    put_data(&a, f);
  }
  for (int i = 0; i < p->n_cell_array; i++) {
    const block a = of_array(&p->cell_array[i], p->n_vertex + p->n_line + p->n_polygon);
    put_data(&a, f);
  }
  (void)fputs("\n</AppendedData>\n</VTKFile>\n", f);
  return finish(f, path, error);
}

sn_status sn_vtk_write_list(const char *path, int n, const double *time, const char *const *names, sn_error *error)
{
  errno = 0;
  FILE *f = fopen(path, "wb");
  if (!f) {
    return fail(path, errno, error);
  }
  (void)fprintf(f,
                "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"%s\">\n"
                "<Collection>\n",
                byte_order());
  for (int i = 0; i < n; i++) {
    (void)fprintf(f, "<DataSet timestep=\"%.17g\" group=\"\" part=\"0\" file=\"%s\"/>\n", time[i], names[i]);
  }
  (void)fputs("</Collection>\n</VTKFile>\n", f);
  return finish(f, path, error);
}
