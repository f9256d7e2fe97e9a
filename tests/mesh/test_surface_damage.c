/* tests/mesh/test_surface_damage.c -- files that are cut off, changed or nonsense: an error with its place, no crash. */
#include <stdlib.h>

#include "tests/mesh/surface_fixture.h"

/* Whatever the bytes are: a surface with sound indices, or an error with all its parts. */
static void feed(const char *name, const char *bytes, size_t size)
{
  const sn_arena_mark mark = sn_arena_here(arena);
  char *copy = sn_arena_get(arena, size + 1, 1);
  memcpy(copy, bytes, size);
  const sn_surface *s = parse(name, copy, size);
  for (int h = 0; s && h < 3 * s->n_triangle; h++) {
    const int v = s->triangle[h / 3][h % 3];
    CHECK(v >= 0 && v < s->n_vertex);
    CHECK(isfinite(s->vertex[v][0]) && isfinite(s->vertex[v][1]) && isfinite(s->vertex[v][2]));
  }
  CHECK(!s || (s->n_triangle > 0 && isfinite(s->volume) && s->volume >= 0));
  if (!s) {
    CHECK_TEXT(error.what, name);
  }
  sn_arena_reset(arena, mark);
}

static void test_truncated(void)
{
  for (format f = BINARY; f <= OBJ; f++) {
    size_t size;
    m.n_v = m.n_t = 0;
    add_box(&m, v3(-1, 0, 0), v3(1, 2, 3));
    const char *bytes = written(&m, f, &size);
    for (size_t n = 0; n < size; n++) {
      feed(names[f], bytes, n);
      if (f == BINARY) {
        CHECK(error.what[0]);
      }
    }
  }
}

static uint64_t random_state = 12345;
static unsigned random_bits(void)
{
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(random_state >> 33);
}

static void test_random_bytes(void)
{
  char noise[600];
  for (int run = 0; run < 3000; run++) {
    const size_t n = random_bits() % sizeof noise;
    for (size_t k = 0; k < n; k++) {
      noise[k] = run % 2 ? (char)random_bits() : " \nfv/-0123456789.e#\\solidvertxcp"[random_bits() % 32];
    }
    feed(names[run % 3], noise, n);
  }
  for (int run = 0; run < 6000; run++) { /* sound files with some bytes changed */
    const format f = (format)(run % 3);
    size_t size;
    const sn_arena_mark mark = sn_arena_here(arena);
    m.n_v = m.n_t = 0;
    add_box(&m, v3(-1, 0, 0), v3(1, 2, 3));
    char *bytes = (char *)(uintptr_t)written(&m, f, &size);
    for (unsigned k = 0; k <= random_bits() % 4; k++) {
      bytes[random_bits() % size] = f == BINARY || run % 2 ? (char)random_bits() : "019.-/ \nvfe"[random_bits() % 11];
    }
    feed(names[f], bytes, size);
    sn_arena_reset(arena, mark);
  }
}

static const struct {
  const char *name, *bytes, *what;
} damaged[] = {
    {"x.stl", "", "\"x.stl\" is empty"},
    {"x.obj", "", "\"x.obj\" is empty"},
    {"x.ply", "ply", "\"x.ply\" is no surface file by its name"},
    {".stl", "solid", "\".stl\" is no surface file"},
    {"x", "solid", "is no surface file"},
    {"x.stl", "solid x", "Line 1 of \"x.stl\" is the last one, but `endsolid` should follow"},
    {"x.stl", "solid x\nendsolid x\n", "\"x.stl\" has no triangles"},
    {"x.stl", "\n\n<html>", "Line 1 of \"x.stl\" does not begin with `solid`"},
    {"x.stl", "solid x\nfacet normal 0 0 1\nouter loop\nvertex 1 2 x\n",
     "Line 4 of \"x.stl\" has \"x\" where a coordinate"},
    {"x.stl", "solid x\nfacet normal 0 0 1\nouter loop\nvertex 1 2 nan\n",
     "Line 4 of \"x.stl\" has the coordinate nan"},
    {"x.stl", "solid x\nfacet normal 0 0 1\nouter loop\nvertex 1 2 1e99\n",
     "has the coordinate 1e99, which is no finite"},
    {"x.stl", "solid x\nfacet normal 0 0 1\nouter loop\nvertex 1 2\n", "has nothing where a coordinate"},
    {"x.stl", "solid x\nfacet normal 0 0\n", "in the middle of a normal"},
    {"x.stl", "solid x\nfacet normal 0 0 1\nouter loop\nvertex 1 2 3\nvertex 4 5 6\nendloop\n",
     "Line 6 of \"x.stl\" has \"endloop\" where `vertex` is expected"},
    {"x.stl", "solid x\nsolid y\n", "Line 2 of \"x.stl\" has \"solid\" where `facet` or `endsolid` is expected"},
    {"x.obj", "v 1 2 3\nv 1 2", "Line 2 of \"x.obj\" has nothing where a coordinate"},
    {"x.obj", "v 1 2 3\nv 1 2 inf\n", "Line 2 of \"x.obj\" has the coordinate inf"},
    {"x.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n",
     "Line 4 of \"x.obj\" names vertex 4, but 3 vertices are above it"},
    {"x.obj", "v 0 0 0\nf 1 2 4\n", "names vertex 2, but 1 vertex is above it"},
    {"x.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf -1 -2 -4\n", "names vertex -4"},
    {"x.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 0\n", "names vertex 0"},
    {"x.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 99999999999999999999\n", "names vertex 99999999999999999999"},
    {"x.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 x\n", "has \"x\" where the number of a vertex"},
    {"x.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 /3\n", "has \"/3\" where the number of a vertex"},
    {"x.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2\n", "Line 4 of \"x.obj\" has a face of 2 corners"},
    {"x.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n", "has no triangles"},
    {"x.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n", "has no triangle with an area"},
    {"x.obj", "v 0 0 0\ncurv2 1 2\n", "Line 2 of \"x.obj\" begins with \"curv2\""},
    {"x.obj", "\x01\x02\xff garbage \n", "begins with \"???\""}};

static void test_damaged(void)
{
  for (size_t k = 0; k < sizeof damaged / sizeof *damaged; k++) {
    CHECK(parse(damaged[k].name, damaged[k].bytes, strlen(damaged[k].bytes)) == NULL);
    CHECK_TEXT(error.what, damaged[k].what);
  }
  size_t size;
  m.n_v = m.n_t = 0;
  add_box(&m, v3(-1, 0, 0), v3(1, 2, 3));
  char *bytes = (char *)(uintptr_t)written(&m, BINARY, &size);
  CHECK(size == 684);
  CHECK(!parse("x.stl", bytes, 700));
  CHECK_TEXT(error.what, "has 700 bytes, but its 12 triangles need 684");
  CHECK(!parse("x.stl", bytes, 60));
  CHECK_TEXT(error.what, "has only 60 bytes");
  put_u32(bytes + 80, 0xffffffffu);
  CHECK(!parse("x.stl", bytes, size));
  CHECK_TEXT(error.what, "its 4294967295 triangles need 214748364834");
  put_u32(bytes + 80, 0);
  CHECK(!parse("x.stl", bytes, 84));
  CHECK_TEXT(error.what, "has no triangles");
  put_u32(bytes + 80, 12);
  put_u32(bytes + 84 + 5 * 50 + 12 + 16, 0x7fc00000u);
  CHECK(!parse("x.stl", bytes, size));
  CHECK_TEXT(error.what, "nan as a coordinate of triangle 6, at byte 362");
}

/* More than five million triangles are refused in both formats, and at once where the file says so. */
static void test_too_many(void)
{
  sn_arena *big = sn_arena_new(NULL);
  const size_t n = SN_SURFACE_TRIANGLES + 1, size = 84 + 50 * n;
  char *bytes = sn_arena_get(big, size + 1, 1);
  CHECK(bytes != NULL);
  if (bytes) {
    put_u32(bytes + 80, (uint32_t)n);
    CHECK(!parse("x.stl", bytes, size));
    CHECK_TEXT(error.what, "too many triangles");
    CHECK_TEXT(error.why, "At most 5000000");
    char *p = bytes + sprintf(bytes, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf");
    for (size_t k = 0; k < n + 2; k++) { /* one polygon that goes round and round */
      *p++ = ' ';
      *p++ = (char)(k == 0 ? '1' : '2' + k % 2);
    }
    CHECK(!parse("x.obj", bytes, (size_t)(p - bytes)));
    CHECK_TEXT(error.what, "too many triangles");
  }
  sn_arena_free(big);
}

static void *scarce_get(void *data, size_t size)
{
  int *left = data;
  return (*left)-- > 0 ? malloc(size) : NULL;
}

static void scarce_free(void *data, void *memory)
{
  (void)data;
  free(memory);
}

/* Memory of the model that ends anywhere: an error, and nothing else. */
static void test_out_of_memory(void)
{
  size_t size;
  m.n_v = m.n_t = 0;
  for (int k = 0; k < 200; k++) {
    add_box(&m, v3(2 * k, 0, 0), v3(2 * k + 1, 1, 1));
  }
  const char *bytes = written(&m, BINARY, &size);
  sn_status status = SN_ENOMEM;
  for (int n = 1; n < 10; n++) {
    int left = n;
    const sn_allocator allocator = {scarce_get, scarce_free, &left};
    sn_arena *a = sn_arena_new(&allocator);
    const sn_surface *s = NULL;
    status = a ? sn_surface_parse("x.stl", bytes, size, a, &s, &error) : SN_ENOMEM;
    CHECK(status == SN_OK || (status == SN_ENOMEM && !s));
    sn_arena_free(a);
  }
  CHECK(status == SN_OK);
}

int main(void)
{
  arena = sn_arena_new(NULL);
  RUN(test_truncated);
  RUN(test_random_bytes);
  RUN(test_damaged);
  RUN(test_too_many);
  RUN(test_out_of_memory);
  sn_arena_free(arena);
  return REPORT();
}
