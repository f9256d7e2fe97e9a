/* tests/language/test_reference_manual.c -- docs/reference.md is what tools/make_reference.c writes now.
 * Renew it with `make reference`.
 */
#include "harness.h"
#define SN_REFERENCE_NO_MAIN
#include "tools/make_reference.c"

static void test_reference_is_fresh(void)
{
  const char *path = SN_TEST_SOURCE "/docs/reference.md";
  FILE *now = tmpfile(), *kept = fopen(path, "r");
  CHECK(now != NULL);
  CHECK(kept != NULL);
  if (now && kept) {
    write_reference(now);
    rewind(now);
    int line = 1, a, b;
    do {
      a = fgetc(now);
      b = fgetc(kept);
      line += a == '\n';
    } while (a == b && a != EOF);
    if (a != b) {
      printf("docs/reference.md is stale from line %d on; renew it with SN_WRITE_REFERENCE=1 and this test\n", line);
    }
    CHECK(a == b);
    CHECK(line > 200);
  }
  if (now) {
    fclose(now);
  }
  if (kept) {
    fclose(kept);
  }
}

/* Everything a user can write is explained: every field, output and kind has a help text. */
static void test_everything_is_explained(void)
{
  for (int k = 0; sn_catalogue[k]; k++) {
    const sn_kind *kind = sn_catalogue[k];
    CHECK(kind->help && kind->help[0]);
    for (const sn_input *in = kind->inputs; in && in->name; in++) {
      for (const sn_input *sub = in->sub; sub && sub->name; sub++) {
        CHECK(sub->help && sub->help[0]);
      }
      const int explained = in->type == SN_INLINE || (in->help && in->help[0]);
      if (!explained) {
        printf("%s: field %s has no help\n", kind->name, in->name);
      }
      CHECK(explained);
      CHECK(in->type != SN_CHOICE || in->choices);
    }
    for (const sn_output *o = kind->reports.outputs; o && o->name; o++) {
      CHECK(o->help && o->help[0] && o->unit && o->n >= 1 && o->n <= 4);
    }
  }
}

int main(void)
{
  RUN(test_reference_is_fresh);
  RUN(test_everything_is_explained);
  return REPORT();
}
