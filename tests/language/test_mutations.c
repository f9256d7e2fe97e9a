/* tests/language/test_mutations.c -- thousands of damaged models: none may crash, hang or leak; all errors are whole.
 * The texts are made from a model that uses every construct, by a seeded generator: the same in every run.
 */
#include <stdint.h>
#include <stdlib.h>

#include "tests/language/fixture.h"

static const char model[] =
    "param { length = 1.0, n = 3, scheme = 'ed', on = true }\n"
    "gravity { 0, 0, -9.81 }\n"
    "local rod = body { name = 'rod', at = { length/2, 0, 0 }, velocity = {0, 1, 0}, alpha = 0.5,\n"
    "  orientation = axis_angle({0, 0, 1}, deg(10)),\n"
    "  shape = { cylinder { length = length, radius = 0.02, axis = 'x', density = 7850 }, sphere { radius = 0.1, mass "
    "= 1 } } }\n"
    "local hinge = revolute { name = 'pivot', ground, rod, at = { 0, 0, 0 }, axis = { 0, 1, 0 }, initial = 0.2,\n"
    "  damping = 0.01, torque = function(t) return 0.2*sin(3*t) + where(less(t, 1), t^2, 1) end }\n"
    "local last = rod\n"
    "for i = 1, n do\n"
    "  local b = body { name = 'link' .. i, at = { length + i, 0, 0 }, mass = 1, center = {0.1, 0, 0},\n"
    "    inertia = {0.1, 0.2, 0.2}, orientation = directions { x = 'x', z = {0, 0, 1} } }\n"
    "  universal { last, b, at = { length + i - 1, 0, 0 }, axis_a = 'y', axis_b = 'z', angle_a = { stiffness = 3, rest "
    "= 0.1 } }\n"
    "  last = b\n"
    "end\n"
    "local c = cable { from = {0, 0, 5}, to = {2, 0, 5}, elements = 2, stiffness = 1e4, mass_per_length = 0.1 }\n"
    "spherical { ground, c.first, at = {0, 0, 5} }\n"
    "local p = point { name = 'p', at = {3, 0, 5}, mass = 1 }\n"
    "spring { c.last, p, stiffness = 10, force = function(x, v, t) return x*v - min(t, 2) end }\n"
    "force { rod, at = {0, 0, 0}, value = function(t) return 0, step(t), 1 end, follows = true }\n"
    "local curve = spline { {0, 0}, {1, 2}, {2, 1} }\n"
    "local speed = table_of('speed.csv', 'speed')\n"
    "local leg = group('leg', function(l)\n"
    "  local b = body { name = 'bar', at = {l, 0, 0}, mass = 1, inertia = {1, 1, 1} }\n"
    "  prismatic { name = 'slide', ground, b, at = {0, 0, 0}, axis = 'z', drive = function(t) return curve(t)*speed(t) "
    "end }\n"
    "  return b\n"
    "end)\n"
    "local left = place(leg, { name = 'left', at = {0, 2, 0}, orientation = euler('zyx', 1, 2, 3) }, 0.5)\n"
    "include 'part.lua'\n"
    "gear { 'pivot', 'left.slide', ratio = 2 }\n"
    "channel('tip', position(rod, { length, 0, 0 }))\n"
    "channel('mix', norm(velocity(left)) + 2*angle('pivot') - energy('total')/3)\n"
    "channel('e', euler(rod, 'zyx'))\n"
    "run { scheme = scheme, alpha = 0.5, dt = 1e-3, duration = 1, schedule = { {0, 1e-3}, {0.5, 1e-4} } }\n";

/* Pieces that mutations put in, besides pieces of the model itself. */
static const char *const pieces[] = {"nil",
                                     "{}",
                                     "0",
                                     "-1",
                                     "1/0",
                                     "0/0",
                                     "''",
                                     "true",
                                     "ground",
                                     "rod",
                                     "function(t) return t end",
                                     "1e308",
                                     "{1,2,3}",
                                     "(",
                                     ")",
                                     "{",
                                     "}",
                                     ",",
                                     "end",
                                     "=",
                                     "==",
                                     "<",
                                     "..",
                                     "#",
                                     "\"",
                                     "'",
                                     "[[",
                                     "]]",
                                     "--",
                                     "\\",
                                     "\0",
                                     "t",
                                     "x",
                                     ".x",
                                     ":node(1)",
                                     ".first",
                                     "math.huge",
                                     "pairs",
                                     "rod.name",
                                     "position(rod)",
                                     "for i=1,9 do ",
                                     "while true do ",
                                     "local ",
                                     "return ",
                                     "goto a ",
                                     "body",
                                     "9223372036854775807",
                                     "1e-320",
                                     "string.rep('a', 99)",
                                     "include 'circle.lua'",
                                     "...",
                                     "~="};

static uint64_t state;
static size_t dice(size_t n)
{
  state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (size_t)(state >> 33) % n;
}

enum { ROOM = 16384 };

static size_t splice(char *text, size_t n, size_t at, size_t cut, const char *with, size_t m)
{
  cut = at + cut > n ? n - at : cut;
  if (n - cut + m >= ROOM) {
    return n;
  }
  memmove(text + at + m, text + at + cut, n - at - cut);
  memcpy(text + at, with, m);
  return n - cut + m;
}

static size_t mutate(char *text, size_t n)
{
  char copy[64];
  const size_t at = n ? dice(n) : 0, from = dice(sizeof model - 64), length = 1 + dice(40);
  const char *piece = pieces[dice(sizeof pieces / sizeof pieces[0])];
  switch (dice(6)) {
  case 0:
    return splice(text, n, at, 1 + dice(8), "", 0);
  case 1:
    return splice(text, n, at, dice(6), piece, piece[0] ? strlen(piece) : 1);
  case 2:
    copy[0] = (char)dice(256);
    return splice(text, n, at, 1, copy, 1);
  case 3:
    memcpy(copy, model + from, length);
    return splice(text, n, at, dice(40), copy, length);
  case 4: { /* a whole word or number replaced: stays valid Lua most of the time */
    size_t end = at;
    while (end < n && ((text[end] >= '0' && text[end] <= '9') || (text[end] >= 'a' && text[end] <= 'z'))) {
      end++;
    }
    return splice(text, n, at, end - at, piece, piece[0] ? strlen(piece) : 1);
  }
  default: /* a digit becomes another one */
    for (size_t k = at; k < n; k++) {
      if (text[k] >= '0' && text[k] <= '9') {
        text[k] = (char)('0' + dice(10));
        break;
      }
    }
    return n;
  }
}

static void test_original(void)
{
  loaded l;
  good(&l, model);
  unload(&l);
}

static void test_mutations(void)
{
  const char *more = getenv("SN_MUTATIONS"), *seed = getenv("SN_SEED");
  const int n_runs = more ? atoi(more) : 3000;
  int n_good = 0, n_frozen = 0;
  const sn_language_options options = {.memory_bytes = 64 << 20, .instructions = 300000};
  printf("  seed %s\n", seed ? seed : "1");
  state = seed ? strtoull(seed, NULL, 10) : 1;
  for (int run = 0; run < n_runs; run++) {
    static char text[ROOM];
    size_t n = sizeof model - 1;
    memcpy(text, model, n);
    for (size_t k = 1 + dice(4); k > 0; k--) {
      n = mutate(text, n);
    }
    loaded l;
    load_with(&l, text, n, &options);
    if (l.status == SN_OK) {
      n_good++;
      l.status = sn_model_freeze(l.model, 0, l.arena, &l.frozen, &l.error);
      n_frozen += l.status == SN_OK;
    }
    if (l.status != SN_OK && (!l.error.what[0] || !l.error.where[0] || l.status == SN_EBUG || l.status == SN_ENOMEM)) {
      printf("run %d: status %d, where '%s', what '%s'\n%.*s\n", run, (int)l.status, l.error.where, l.error.what,
             (int)n, text);
      CHECK(0);
    }
    unload(&l);
  }
  printf("  %d mutations: %d read, %d put together\n", n_runs, n_good, n_frozen);
  CHECK(n_good > n_runs / 50);
}

/* Memory that runs out at the n-th request: an error, no crash. */
typedef struct {
  int left;
} scarce;
static void *scarce_get(void *data, size_t size)
{
  scarce *s = data;
  return s->left-- > 0 ? malloc(size) : NULL;
}
static void scarce_free(void *data, void *memory)
{
  (void)data;
  free(memory);
}

static void test_scarce_memory(void)
{
  int whole = 0;
  for (int n = 0; n < 60 && !whole; n++) {
    scarce s = {n};
    const sn_allocator allocator = {scarce_get, scarce_free, &s};
    sn_arena *a = sn_arena_new(&allocator);
    sn_model *m = NULL;
    sn_error e = {0};
    const sn_status status = a ? sn_language_load_text(&(sn_language_text){"m.lua", model, sizeof model - 1,
                                                                           SN_TEST_SOURCE "/tests/language/"},
                                                       NULL, a, &m, &e)
                               : SN_ENOMEM;
    CHECK(status == SN_OK || (status != SN_EBUG && !m));
    whole = status == SN_OK;
    sn_arena_free(a);
  }
  CHECK(whole);
  for (size_t limit = 10000; limit < 400000; limit += 3000) { /* and Lua's own */
    loaded l;
    const sn_language_options options = {.memory_bytes = limit};
    load_with(&l, model, sizeof model - 1, &options);
    CHECK(l.status == SN_OK || strstr(l.error.what, "memory"));
    unload(&l);
  }
}

int main(void)
{
  RUN(test_original);
  RUN(test_mutations);
  RUN(test_scarce_memory);
  return REPORT();
}
