/* tests/model/test_mode_file.c -- the reader of shapes of modes by itself: what is in the file, how a mode is scaled, and damage with the
 *          line where it is.
 */
#include "base/arena.h"
#include "harness.h"
#include "model/mode_file.h"

static const char good[] = "# by hand\n\nmode part node x y z dx dy dz\n"
                           "1 wing 0 0 0 0 0 0 0\n1 wing 1 1 0 0 0 0 -2e-3 # tip\n\n1 leg2.rib 0 1 0 1 0 1e-3 0\n"
                           "2 wing 0 0 0 0 0 0 0\n2 wing 1 1 0 0 0 0 0\r\n";

static sn_status parse(const char *text, size_t n, sn_arena *arena, const sn_mode_file **out, sn_error *e)
{
  return sn_mode_file_parse("a.txt", text, n, arena, out, e);
}

static void test_content(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  const sn_mode_file *f = NULL;
  sn_error e = {0};
  CHECK_OK(parse(good, strlen(good), arena, &f, &e), e);
  if (f) {
    const sn_mode_part *wing = sn_mode_file_find(f, 1, "wing"), *rib = sn_mode_file_find(f, 1, "leg2.rib");
    CHECK(f->n == 3 && wing && wing->n == 2 && rib && rib->n == 1);
    CHECK(!sn_mode_file_find(f, 3, "wing") && !sn_mode_file_find(f, 2, "leg2.rib"));
    CHECK_NEAR(wing->d[1].x[2], -2e-3, 0);
    CHECK_NEAR(rib->x[0].x[2], 1, 0);
    CHECK_NEAR(sn_mode_file_scale(f, 1), -500, 1e-12); /* the tip goes down */
    CHECK_NEAR(sn_mode_file_scale(f, 2), 0, 0);        /* nothing moves */
    CHECK_NEAR(sn_mode_file_scale(f, 3), 0, 0);
  }
  sn_arena_free(arena);
}

static void test_damage(void)
{
#define HEAD SN_MODE_FILE_HEAD "\n"
  static const struct {
    const char *text, *what;
  } bad[] = {{"", "Line 1"},
             {"# nothing", "is not the head"},
             {"mode part node\n", "is not the head"},
             {HEAD, "no mode has begun"},
             {HEAD "1 a 0 0 0 0 0 0\n", "Line 2 of \"a.txt\" has \"\" where a displacement"},
             {HEAD "1 a 0 0 0 0 0 0 0 7\n", "more than nine"},
             {HEAD "1 a 1 0 0 0 0 0 0\n", "has node 1 where node 0"},
             {HEAD "0 a 0 0 0 0 0 0 0\n", "has 0 as the number of a mode"},
             {HEAD "x a 0 0 0 0 0 0 0\n", "has \"x\" where the number of a mode"},
             {HEAD "1 a 0 inf 0 0 0 0 0\n", "has \"inf\" where a coordinate"},
             {HEAD "1 a 0 0 0 0 0 0 0\n1 b 0 0 0 0 0 0 0\n1 a 0 0 0 0 0 0 0\n", "Line 4 of \"a.txt\" begins 'a'"}};
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    sn_arena *arena = sn_arena_new(NULL);
    const sn_mode_file *f = NULL;
    sn_error e = {0};
    CHECK(parse(bad[k].text, strlen(bad[k].text), arena, &f, &e) == SN_EINPUT);
    CHECK_TEXT(e.what, bad[k].what);
    CHECK(e.why[0] && e.fix[0]);
    sn_arena_free(arena);
  }
}

/* Cut anywhere, one byte changed: an answer or an error, no crash. */
static void test_any_text(void)
{
  static const char bytes[] = "0-e# \n\tx9";
  for (size_t n = 0; n < sizeof good; n++) {
    for (size_t k = 0; k < sizeof bytes; k++) {
      char text[sizeof good];
      memcpy(text, good, sizeof text);
      text[n] = bytes[k];
      const size_t size = k ? sizeof good - 1 : n;
      text[size] = '\0';
      sn_arena *arena = sn_arena_new(NULL);
      const sn_mode_file *f = NULL;
      sn_error e = {0};
      const sn_status status = parse(text, size, arena, &f, &e);
      CHECK(status == SN_OK ? f != NULL : e.what[0] != '\0');
      sn_arena_free(arena);
    }
  }
}

int main(void)
{
  RUN(test_content);
  RUN(test_damage);
  RUN(test_any_text);
  return REPORT();
}
