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
#include "show/page/pack.h"

/* The built viewer in pieces, ending with NULL (cmake/SinewEmbed.cmake). */
extern const char *const sn_viewer_text[];

static const char place_of_bundle[] = "<script id=\"sinew-bundle\" type=\"text/plain\">";
static const char second_run[] = "</script>\n<script id=\"sinew-second\" type=\"text/plain\">";
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

static sn_status write_file(const char *html, const char *gap, const sn_packed *packed, int n, const char *temporary,
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
  (void)fwrite(html, 1, (size_t)(gap - html), f);
  for (int i = 0; i < n; i++) {
    sn_base64 text = {.to = f};
    (void)fputs(i > 0 ? second_run : "", f);
    sn_base64_put(&text, packed[i].bytes, packed[i].n);
    sn_base64_end(&text);
  }
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

static sn_status pack_page(const sn_page *p, sn_reader *r, size_t *bytes, sn_arena *arena, sn_packed *out,
                           sn_error *error)
{
  sn_page_part all;
  sn_bundle bundle;
  SN_TRY(sn_page_part_from(p, r, 0, &all, error));
  SN_TRY(sn_page_bundle(p, r, &all, arena, &bundle, error));
  *bytes = sn_bundle_bytes(&bundle);
  return sn_pack_bundle(&bundle, arena, out, error);
}

/* As much as fits when it is packed. How well a run packs shows only when it is done: tried with what the last try gave,
   until nothing is left out or little room is. */
static sn_status fit_packed(sn_reader *r, const char *result, int full, size_t most, sn_arena *arena, sn_packed *out,
                            sn_error *error)
{
  enum { TRIES = 6 };
  static const double first_guess = 0.25, enough = 0.9, safety = 0.98;
  sn_page p;
  size_t bytes = 0;
  const double room = (double)most;
  double ratio = full ? 1 : first_guess; /* packed over not packed */
  sn_packed best = {NULL, 0};
  SN_TRY(sn_page_open(r, result, full ? SN_PAGE_WHOLE : SN_PAGE_SMALL, (size_t)(room / ratio), arena, &p, error));
  const sn_arena_mark without = sn_arena_here(arena);
  for (int i = 0; i < TRIES; i++) {
    sn_arena *scratch = sn_arena_child(arena);
    sn_packed packed = {NULL, 0};
    sn_status status = scratch ? SN_OK : sn_no_memory(error, "the page");
    if (status == SN_OK && i > 0) {
      status = sn_page_fit(&p, r, (size_t)(room / ratio), error);
    }
    if (status == SN_OK) {
      status = pack_page(&p, r, &bytes, scratch, &packed, error);
    }
    if (status == SN_OK && packed.n <= most && packed.n > best.n) {
      sn_arena_reset(arena, without);
      best = (sn_packed){sn_arena_grow(arena, packed.bytes, packed.n, packed.n, 1), packed.n};
      status = best.bytes ? SN_OK : sn_no_memory(error, "the page");
    }
    sn_arena_free(scratch);
    SN_TRY(status);
    const int fits = packed.n <= most;
    if (fits && (!sn_page_is_thinned(&p) || (double)packed.n > enough * room)) {
      break;
    }
    ratio = (double)packed.n / (double)bytes / safety;
  }
  *out = best;
  SN_REQUIRE(best.bytes != NULL, error);
  return SN_OK;
}

sn_status sn_page_write(const sn_page_run *run, int n_run, int full, const char *file, sn_arena *arena, sn_error *error)
{
  const char *html = sn_viewer_html(arena), *gap = html ? strstr(html, place_of_bundle) : NULL;
  const char *temporary = sn_arena_format(arena, "%s.%ld.part", file, (long)getpid());
  sn_packed packed[SN_PAGE_RUNS];
  if (!html || !temporary) {
    return sn_no_memory(error, "the page");
  }
  SN_REQUIRE(gap != NULL && n_run >= 1 && n_run <= SN_PAGE_RUNS, error);
  gap += strlen(place_of_bundle);
  SN_TRY(check_target(file, error));
  const size_t most = ((full ? SN_PAGE_FULL : SN_PAGE_MOST) - strlen(html) - 100) / 4 * 3 / (size_t)n_run;
  for (int i = 0; i < n_run; i++) {
    SN_TRY(fit_packed(run[i].r, run[i].result, full, most, arena, &packed[i], error));
  }
  return write_file(html, gap, packed, n_run, temporary, file, error);
}
