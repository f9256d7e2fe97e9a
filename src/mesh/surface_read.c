/* mesh/surface_read.c -- STL (binary and text) and OBJ files into triangles.
 * What:    one row per format. Only the geometry counts: normals, colours, textures, names and groups are passed over.
 * Formats: binary STL: 80 bytes, number of triangles, then 50 bytes per triangle: normal, three corners (little-endian
 *          single precision), 2 bytes. Text STL: solid, facet normal, outer loop, vertex. OBJ: v, f; a polygon becomes
 *          a fan.
 * Limits:  5 million triangles; polygons of an OBJ file should be flat and convex (the volume is right for flat ones).
 *          Vertices of an OBJ file come before the faces that use them; free-form curves and surfaces are refused.
 * Tests:   tests/mesh/test_surface_damage.c.
 */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/words.h"
#include "mesh/surface_private.h"

enum { HEAD = 84, FACET = 50, MOST = SN_SURFACE_TRIANGLES };
static const double largest = 1e30; /* coordinate; beyond it the bytes were no coordinate */

typedef struct {
  sn_soup *soup;
  const char *name;
  sn_words text; /* line 0: the file is binary */
  sn_error *error;
} file;

static sn_status wrong(const file *f, const char *format, ...) __attribute__((format(printf, 2, 3)));
static sn_status wrong(const file *f, const char *format, ...)
{
  char what[200];
  va_list list;
  va_start(list, format);
  vsnprintf(what, sizeof what, format, list);
  va_end(list);
  if (f->text.line > 0) {
    sn_failf(f->error, SN_EINPUT, "Line %d of \"%.80s\" %s.", f->text.line, f->name, what);
  } else {
    sn_failf(f->error, SN_EINPUT, "\"%.80s\" %s.", f->name, what);
  }
  sn_error_why(f->error, "The file is damaged, was not copied completely, or its format does not match its name.");
  sn_error_fix(f->error, "Export the surface again, as binary STL if there is a choice.");
  return SN_EINPUT;
}

static sn_status too_many(const file *f)
{
  sn_failf(f->error, SN_EINPUT, "\"%.80s\" has too many triangles.", f->name);
  sn_error_why(f->error, "At most %d are read.", MOST);
  sn_error_fix(f->error, "Export the surface with a coarser tolerance.");
  return SN_EINPUT;
}

static sn_status coordinate(const file *f, sn_word w, double *x)
{
  char show[32];
  if (!sn_word_number(w, x)) {
    return wrong(f, "has %s%s%s where a coordinate is expected", w.n ? "\"" : "",
                 w.n ? sn_word_shown(w, show) : "nothing", w.n ? "\"" : "");
  }
  return fabs(*x) <= largest ? SN_OK
                             : wrong(f, "has the coordinate %s, which is no finite length", sn_word_shown(w, show));
}

static sn_status add_triangle(const file *f, int a, int b, int c)
{
  return f->soup->n_triangle < MOST ? sn_soup_triangle(f->soup, a, b, c, f->error) : too_many(f);
}

/* ---- STL */

static uint32_t little_endian(const char *bytes)
{
  const unsigned char *b = (const unsigned char *)bytes;
  return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static sn_status read_binary_stl(file *f, const char *bytes, size_t size)
{
  const uint32_t n = size >= HEAD ? little_endian(bytes + HEAD - 4) : 0;
  const size_t needed = HEAD + (size_t)FACET * n;
  if (size != needed) {
    return size < HEAD ? wrong(f, "has only %zu bytes; an STL file begins with %d", size, HEAD)
                       : wrong(f, "has %zu bytes, but its %lu triangles need %zu", size, (unsigned long)n, needed);
  }
  if (n > MOST) {
    return too_many(f);
  }
  SN_TRY(sn_soup_room(f->soup, (int)n + 1, (int)n / 2 + 1, f->error));
  for (uint32_t t = 0; t < n; t++) {
    int corner[3] = {0};
    for (int k = 0; k < 3; k++) {
      const char *at = bytes + HEAD + (size_t)FACET * t + 12 + 12 * k;
      double x[3];
      for (int i = 0; i < 3; i++) {
        const uint32_t bits = little_endian(at + 4 * i);
        float number;
        memcpy(&number, &bits, sizeof number);
        x[i] = (double)number;
        if (!(fabs(x[i]) <= largest)) {
          return wrong(f, "has %g as a coordinate of triangle %lu, at byte %zu", x[i], (unsigned long)t + 1,
                       (size_t)(at + 4 * i - bytes));
        }
      }
      SN_TRY(sn_soup_vertex(f->soup, x, &corner[k], f->error));
    }
    SN_TRY(add_triangle(f, corner[0], corner[1], corner[2]));
  }
  return SN_OK;
}

static sn_status expect(file *f, const char *text)
{
  char show[32];
  const sn_word w = sn_word_next(&f->text);
  if (w.n == 0) {
    return wrong(f, "is the last one, but `%s` should follow", text);
  }
  return sn_word_is(w, text) ? SN_OK : wrong(f, "has \"%s\" where `%s` is expected", sn_word_shown(w, show), text);
}

static sn_status read_facet(file *f)
{
  int corner[3] = {0};
  SN_TRY(expect(f, "normal"));
  for (int i = 0; i < 3; i++) { /* of any value: some programs write nan for a triangle without an area */
    if (sn_word_next(&f->text).n == 0) {
      return wrong(f, "is the last one, in the middle of a normal");
    }
  }
  SN_TRY(expect(f, "outer"));
  SN_TRY(expect(f, "loop"));
  for (int k = 0; k < 3; k++) {
    double x[3];
    SN_TRY(expect(f, "vertex"));
    for (int i = 0; i < 3; i++) {
      SN_TRY(coordinate(f, sn_word_next(&f->text), &x[i]));
    }
    SN_TRY(sn_soup_vertex(f->soup, x, &corner[k], f->error));
  }
  SN_TRY(expect(f, "endloop"));
  SN_TRY(expect(f, "endfacet"));
  return add_triangle(f, corner[0], corner[1], corner[2]);
}

static sn_status read_text_stl(file *f)
{
  int inside = 0;
  char show[32];
  for (sn_word w = sn_word_next(&f->text); w.n > 0; w = sn_word_next(&f->text)) {
    if (inside && sn_word_is(w, "facet")) {
      SN_TRY(read_facet(f));
    } else if (sn_word_is(w, inside ? "endsolid" : "solid")) { /* the rest of the line is a name */
      inside = !inside;
      sn_words_line(&f->text);
    } else {
      return wrong(f, "has \"%s\" where `%s` is expected", sn_word_shown(w, show),
                   inside ? "facet` or `endsolid" : "solid");
    }
  }
  return inside ? wrong(f, "is the last one, but `endsolid` should follow") : SN_OK;
}

/* Binary files may begin with "solid" too; but their length fits, and their head has zero bytes. */
static sn_status read_stl(file *f, const char *bytes, size_t size)
{
  const sn_word first = sn_word_next(&f->text);
  const size_t head = size < HEAD ? size : HEAD;
  const int fits = size >= HEAD && size == HEAD + (size_t)FACET * little_endian(bytes + HEAD - 4);
  const int text = !memchr(bytes, 0, head);
  f->text.p = bytes;
  f->text.line = !fits && text;
  if (f->text.line) {
    return sn_word_is(first, "solid")
               ? read_text_stl(f)
               : wrong(f, "does not begin with `solid`, and the file is no binary STL file either");
  }
  return read_binary_stl(f, bytes, size);
}

/* ---- OBJ */

typedef struct {
  int n, room, *at; /* number of each v in the soup */
} numbers;

static sn_status read_v(file *f, numbers *v)
{
  double x[3];
  for (int i = 0; i < 3; i++) {
    SN_TRY(coordinate(f, sn_word_here(&f->text), &x[i]));
  }
  if (v->n == 3 * MOST) {
    return too_many(f);
  }
  if (!SN_GROW(f->soup->arena, v->at, v->n, v->room)) {
    return sn_no_memory(f->error, "the vertices of a surface");
  }
  return sn_soup_vertex(f->soup, x, &v->at[v->n++], f->error);
}

/* a, a/b, a//c, a/b/c: only a, the vertex, counts. From 1; negative: backwards from the last. */
static sn_status read_corner(const file *f, const numbers *v, sn_word w, int *corner)
{
  char show[32];
  size_t k = 0, n = w.n;
  long long i = 0;
  const int back = w.at[0] == '-';
  for (k = (size_t)back; k < n && w.at[k] >= '0' && w.at[k] <= '9'; k++) {
    i = i < INT32_MAX ? 10 * i + (w.at[k] - '0') : i;
  }
  const int some = k > (size_t)back, slash = k == n || w.at[k] == '/';
  while (k < n && (w.at[k] == '/' || w.at[k] == '-' || (w.at[k] >= '0' && w.at[k] <= '9'))) {
    k++;
  }
  if (!some || !slash || k < n) {
    return wrong(f, "has \"%s\" where the number of a vertex is expected", sn_word_shown(w, show));
  }
  if (i < 1 || i > v->n) {
    return wrong(f, "names vertex %s, but %d vert%s above it", sn_word_shown(w, show), v->n,
                 v->n == 1 ? "ex is" : "ices are");
  }
  *corner = v->at[back ? v->n - (int)i : (int)i - 1];
  return SN_OK;
}

static sn_status read_f(file *f, const numbers *v)
{
  int first = 0, last = 0, n = 0;
  for (sn_word w = sn_word_here(&f->text); w.n > 0 && w.at[0] != '#'; w = sn_word_here(&f->text), n++) {
    int corner = 0;
    SN_TRY(read_corner(f, v, w, &corner));
    if (n >= 2) {
      SN_TRY(add_triangle(f, first, last, corner));
    }
    first = n == 0 ? corner : first;
    last = corner;
  }
  return n >= 3 ? SN_OK : wrong(f, "has a face of %d corner%s", n, n == 1 ? "" : "s");
}

static sn_status read_obj(file *f, const char *bytes, size_t size)
{
  static const char *const ignored[] = {"vt",    "vn",       "vp",       "g",          "o",        "s",   "p",
                                        "l",     "usemtl",   "mtllib",   "usemap",     "maplib",   "lod", "mg",
                                        "bevel", "c_interp", "d_interp", "shadow_obj", "trace_obj"};
  numbers v = {0};
  char show[32];
  (void)size;
  f->text.p = bytes;
  f->text.line = 1;
  do {
    const sn_word w = sn_word_here(&f->text);
    int known = w.n == 0 || w.at[0] == '#';
    for (size_t k = 0; !known && k < sizeof ignored / sizeof *ignored; k++) {
      known = sn_word_is(w, ignored[k]);
    }
    if (sn_word_is(w, "v")) {
      SN_TRY(read_v(f, &v));
    } else if (sn_word_is(w, "f")) {
      SN_TRY(read_f(f, &v));
    } else if (!known) {
      return wrong(f, "begins with \"%s\", which an OBJ file of triangles or polygons does not have",
                   sn_word_shown(w, show));
    }
  } while (sn_words_line(&f->text));
  return SN_OK;
}

/* ---- formats */

static const struct {
  const char *ending;
  sn_status (*read)(file *f, const char *bytes, size_t size);
} formats[] = {{".stl", read_stl}, {".obj", read_obj}};

sn_status sn_soup_read(sn_soup *soup, const char *name, const char *bytes, size_t size, sn_error *error)
{
  file f = {.soup = soup, .name = name, .text = {.p = bytes, .end = bytes + size}, .error = error};
  const size_t n = strlen(name);
  if (size == 0) {
    return wrong(&f, "is empty");
  }
  for (size_t k = 0; k < sizeof formats / sizeof *formats; k++) {
    const size_t m = strlen(formats[k].ending);
    if (n > m && sn_word_is((sn_word){name + n - m, m}, formats[k].ending)) {
      SN_TRY(formats[k].read(&f, bytes, size));
      f.text.line = 0;
      return soup->n_triangle > 0 ? SN_OK : wrong(&f, "has no triangles");
    }
  }
  sn_failf(error, SN_EINPUT, "\"%.80s\" is no surface file by its name.", name);
  sn_error_why(error, "Surfaces are read from STL files (.stl, binary or text) and OBJ files (.obj).");
  sn_error_fix(error, "Export the surface as .stl or .obj.");
  return SN_EINPUT;
}
