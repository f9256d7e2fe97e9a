/* tests/show/test_bundle.c -- base64 against the vectors of RFC 4648, and the bytes of a bundle. */
#include "show/page/bundle.h"

#include "harness.h"
#include "show/decode.h"
#include "show/page/base64.h"
#include "show/page/json_check.h"
#include "show/page/pack.h"

static void encode(const char *bytes, size_t n, size_t cut, char *out, size_t room)
{
  FILE *f = fopen("base64.txt", "w+b");
  sn_base64 b = {.to = f};
  sn_base64_put(&b, bytes, cut);
  sn_base64_put(&b, bytes + cut, n - cut);
  sn_base64_end(&b);
  rewind(f);
  out[fread(out, 1, room - 1, f)] = '\0';
  (void)fclose(f);
}

static void test_base64(void)
{
  /* RFC 4648 section 10 */
  static const char *const vectors[][2] = {{"", ""},
                                           {"f", "Zg=="},
                                           {"fo", "Zm8="},
                                           {"foo", "Zm9v"},
                                           {"foob", "Zm9vYg=="},
                                           {"fooba", "Zm9vYmE="},
                                           {"foobar", "Zm9vYmFy"}};
  char out[64];
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
    const size_t n = strlen(vectors[i][0]);
    for (size_t cut = 0; cut <= n; cut++) {
      encode(vectors[i][0], n, cut, out, sizeof out);
      CHECK(strcmp(out, vectors[i][1]) == 0);
    }
  }
}

/* Every byte, lengths around the size of the buffer, there and back. */
static void test_base64_of_many_bytes(void)
{
  enum { MOST = 3 * 1024 + 5 };
  static char bytes[MOST], text[2 * MOST];
  for (int i = 0; i < MOST; i++) {
    bytes[i] = (char)(i * 7 + i / 256);
  }
  for (size_t n = 3 * 1024 - 4; n <= MOST; n++) {
    size_t back = 0;
    encode(bytes, n, n / 3, text, sizeof text);
    unsigned char *again = decode_base64(text, strlen(text), &back);
    CHECK(back == n && memcmp(again, bytes, n) == 0);
    free(again);
  }
}

static void test_layout(void)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_bundle b;
  const float few[3] = {1.5f, -2, 3};
  const double one = 0.1;
  const int whole[2] = {7, -1};
  size_t n;
  sn_bundle_start(&b, arena);
  sn_json_raw(&b.head, "{\"few\":");
  sn_bundle_array(&b, "f32", few, 3);
  sn_json_raw(&b.head, ",\"one\":");
  sn_bundle_array(&b, "f64", &one, 1);
  sn_json_raw(&b.head, ",\"none\":");
  sn_bundle_array(&b, "u32", NULL, 0);
  sn_json_raw(&b.head, ",\"whole\":");
  sn_bundle_array(&b, "i32", whole, 2);
  sn_json_raw(&b.head, "}");
  CHECK(!sn_bundle_failed(&b));
  const unsigned char *bytes = sn_bundle_copy(&b, arena);
  const decoded d = decode_bundle(bytes, sn_bundle_bytes(&b));
  CHECK(d.good && d.body_bytes == 16 + 8 + 8);
  const void *x = decode_array(&d, "few", "f32", &n);
  CHECK(n == 3 && x && decode_f32(x, 1) == -2);
  x = decode_array(&d, "one", "f64", &n);
  CHECK(n == 1 && x && decode_f64(x, 0) == 0.1);
  x = decode_array(&d, "none", "u32", &n);
  CHECK(n == 0 && x);
  x = decode_array(&d, "whole", "i32", &n);
  CHECK(n == 2 && x && memcmp(x, whole, sizeof whole) == 0);
  free(d.head);
  sn_arena_free(arena);
}

/* Packed and unpacked: the same numbers, of every size, whatever they are. */
static void test_packing(void)
{
  enum { ROWS = 700, COLUMNS = 3, N = ROWS * COLUMNS };
  static float f32[N];
  static double f64[N];
  static unsigned short u16[N];
  static int i32[N];
  sn_arena *arena = sn_arena_new(NULL);
  sn_error e = {0};
  sn_bundle b;
  sn_packed packed;
  size_t n, m;
  for (int i = 0; i < N; i++) {
    f32[i] = i % 97 == 0 ? -INFINITY : i % 89 == 0 ? NAN : (float)sin(i * 0.01) * (float)pow(10, i % 60 - 30);
    f64[i] = i % 5 ? i * 0.1 : -1e300 / (i + 1);
    u16[i] = (unsigned short)(i * i);
    i32[i] = i % 7 == 0 ? -2147483647 - 1 : i % 3 ? 2147483647 : -i;
  }
  sn_bundle_start(&b, arena);
  sn_json_raw(&b.head, "{\"a\":");
  sn_bundle_rows(&b, "f32", f32, ROWS, COLUMNS);
  sn_json_raw(&b.head, ",\"b\":");
  sn_bundle_rows(&b, "f64", f64, ROWS, COLUMNS);
  sn_json_raw(&b.head, ",\"c\":");
  sn_bundle_rows(&b, "u16", u16, ROWS, COLUMNS);
  sn_json_raw(&b.head, ",\"d\":");
  sn_bundle_array(&b, "i32", i32, N);
  sn_json_raw(&b.head, ",\"e\":");
  sn_bundle_rows(&b, "u16", NULL, 0, 0);
  sn_json_raw(&b.head, "}");
  CHECK_OK(sn_pack_bundle(&b, arena, &packed, &e), e);
  unsigned char *bytes = decode_packed(packed.bytes, packed.n, &n);
  decoded d = decode_bundle(bytes, n);
  CHECK(d.good && n == sn_bundle_bytes(&b) && packed.n < n);
  const void *a = decode_array(&d, "a", "f32", &m);
  CHECK(m == N && a && memcmp(a, f32, sizeof f32) == 0);
  a = decode_array(&d, "b", "f64", &m);
  CHECK(m == N && a && memcmp(a, f64, sizeof f64) == 0);
  a = decode_array(&d, "c", "u16", &m);
  CHECK(m == N && a && memcmp(a, u16, sizeof u16) == 0);
  a = decode_array(&d, "d", "i32", &m);
  CHECK(m == N && a && memcmp(a, i32, sizeof i32) == 0);
  CHECK(decode_array(&d, "e", "u16", &m) && m == 0);
  free(d.head);
  free(bytes);
  sn_arena_free(arena);
}

/* Any allocation may fail: then the bundle says so. */
static void *stingy(void *data, size_t size)
{
  int *left = data;
  return (*left)-- > 0 ? malloc(size) : NULL;
}
static void release(void *data, void *memory)
{
  (void)data;
  free(memory);
}

static void test_no_memory(void)
{
  static float numbers[4];
  for (int allowed = 1; allowed < 12; allowed++) {
    int left = allowed;
    sn_arena *arena = sn_arena_new(&(sn_allocator){stingy, release, &left});
    sn_bundle b;
    sn_bundle_start(&b, arena);
    for (int i = 0; i < 5000; i++) {
      sn_bundle_array(&b, "f32", numbers, 4);
    }
    CHECK(sn_bundle_failed(&b) || left >= 0);
    sn_arena_free(arena);
  }
}

static void test_json_check(void)
{
  static const char *const good[] = {"{}", " {\"a\": 1}\n", "{\"a\":[1,-2.5e+3,0,\"x\\u00e9\\n\",true,null,{}]}"};
  static const char *const bad[] = {"",
                                    "[]",
                                    "{",
                                    "{}x",
                                    "{\"a\"}",
                                    "{\"a\":}",
                                    "{a:1}",
                                    "{\"a\":01}",
                                    "{\"a\":1,}",
                                    "{\"a\":nan}",
                                    "{\"a\":1.}",
                                    "{\"a\":-}",
                                    "{\"a\":\"\\x\"}",
                                    "{\"a\":\"\n\"}",
                                    "{\"a\":[1 2]}",
                                    "{\"a\":\"open}",
                                    "{\"a\":1e}"};
  char deep[400];
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    CHECK(sn_json_is_object(good[i]));
  }
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    CHECK(!sn_json_is_object(bad[i]));
  }
  (void)snprintf(deep, sizeof deep, "{\"a\":%.*s", 300, "");
  memset(deep + 5, '[', 300);
  CHECK(!sn_json_is_object(deep));
}

int main(void)
{
  RUN(test_json_check);
  RUN(test_base64);
  RUN(test_base64_of_many_bytes);
  RUN(test_layout);
  RUN(test_packing);
  RUN(test_no_memory);
  return REPORT();
}
