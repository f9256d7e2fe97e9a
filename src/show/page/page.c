/* show/page/page.c -- a result as a page: the built viewer with the result's bundle as text inside.
 * What:    the page is written beside its name and renamed when it is whole. Only an older page is replaced, nothing else
 *          that a user may have under that name.
 * Tests:   tests/show/test_page.c, tests/cli/test_view.c.
 */
#define _POSIX_C_SOURCE 200809L
#include "show/page/page.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/file.h"
#include "show/page/base64.h"

/* The built viewer in pieces, ending with NULL (cmake/SinewEmbed.cmake). */
extern const char *const sn_viewer_text[];

static const char place_of_bundle[] = "<script id=\"sinew-bundle\" type=\"text/plain\">";
static const char beginning[] = "<!doctype html";

const char *sn_viewer_html(sn_arena *arena)
{
  size_t n = 0;
  for (int i = 0; sn_viewer_text[i]; i++) {
    n += strlen(sn_viewer_text[i]);
  }
  char *text = sn_arena_get(arena, n + 1, 1), *to = text;
  for (int i = 0; text && sn_viewer_text[i]; i++) {
    const size_t piece = strlen(sn_viewer_text[i]);
    memcpy(to, sn_viewer_text[i], piece);
    to += piece;
  }
  return text;
}

static sn_status cannot(const char *file, const char *why, const char *fix, sn_error *error)
{
  return sn_fail(error, SN_EIO, file, "The page cannot be written.", why, fix);
}

/* An existing file is only replaced if it is an older page. */
static sn_status check_target(const char *file, sn_error *error)
{
  char start[sizeof beginning] = "";
  const char *in_the_way = sn_file_in_the_way(file);
  if (in_the_way) {
    return cannot(file, in_the_way, "Choose another name with -o FILE.html.", error);
  }
  if (access(file, F_OK) != 0) {
    return SN_OK; /* nothing there; a missing folder shows when the page is made */
  }
  FILE *f = fopen(file, "rb");
  const size_t n = f ? fread(start, 1, sizeof start - 1, f) : 0;
  if (f) {
    (void)fclose(f);
  }
  if (!f || (n > 0 && strcasecmp(start, beginning) != 0)) {
    return cannot(file, f ? "A file of that name exists, and it is no page." : strerror(errno),
                  "Choose another name with -o FILE.html, or remove it.", error);
  }
  return SN_OK;
}

static void put(void *data, const void *bytes, size_t n)
{
  sn_base64_put(data, bytes, n);
}

static sn_status write_file(const char *html, const char *gap, const sn_bundle *b, const char *temporary,
                            const char *file, sn_error *error)
{
  static const char fix[] = "Choose a folder that exists, can be written and has space, with -o FILE.html.";
  const int id = open(temporary, O_WRONLY | O_CREAT | O_EXCL, 0666);
  FILE *f = id >= 0 ? fdopen(id, "wb") : NULL;
  if (!f) {
    const int number = errno;
    if (id >= 0) {
      (void)close(id);
      (void)unlink(temporary);
    }
    return cannot(file, strerror(number), fix, error);
  }
  sn_base64 text = {.to = f};
  (void)fwrite(html, 1, (size_t)(gap - html), f);
  sn_bundle_send(b, put, &text);
  sn_base64_end(&text);
  (void)fputs(gap, f);
  const int bad = fflush(f) != 0 || ferror(f);
  int number = errno;
  if ((fclose(f) != 0 || bad) || rename(temporary, file) != 0) {
    number = bad ? number : errno;
    (void)unlink(temporary);
    return cannot(file, strerror(number), fix, error);
  }
  return SN_OK;
}

sn_status sn_page_write(sn_reader *r, const char *result, const char *file, sn_arena *arena, sn_error *error)
{
  const char *html = sn_viewer_html(arena), *gap = html ? strstr(html, place_of_bundle) : NULL;
  const char *temporary = sn_arena_format(arena, "%s.%ld.part", file, (long)getpid());
  sn_page page;
  sn_page_part all;
  sn_bundle bundle;
  if (!html || !temporary) {
    return sn_no_memory(error, "the page");
  }
  SN_REQUIRE(gap != NULL, error);
  gap += strlen(place_of_bundle);
  SN_TRY(check_target(file, error));
  const size_t most = (SN_PAGE_MOST - strlen(html) - 8) / 4 * 3;
  SN_TRY(sn_page_open(r, result, 0, most, arena, &page, error));
  SN_TRY(sn_page_part_from(&page, r, 0, &all, error));
  SN_TRY(sn_page_bundle(&page, r, &all, arena, &bundle, error));
  SN_REQUIRE(sn_bundle_bytes(&bundle) <= most, error);
  return write_file(html, gap, &bundle, temporary, file, error);
}
