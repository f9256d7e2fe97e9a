/* tests/examples/test_gallery.c -- every example has its page in docs/gallery, with pictures, and the index names it.
 * What:    looks at the files that are checked in; runs nothing. `make gallery` (tools/gallery.sh) makes them.
 * Limits:  a page counts as current if it holds the model as it is now; its numbers are those of the run that made it.
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/harness.h"

enum { ROOM = 1 << 20, NAMES = 256 };
static char page[ROOM], other[ROOM];
static char name[NAMES][64];
static int n_names;

/* Reads a file of the project, named by a format with one %s; its size, 0: there is none. */
static size_t read_file(const char *format, const char *which, char *out)
{
  char path[1024], file[512];
  snprintf(file, sizeof file, format, which);
  snprintf(path, sizeof path, "%s/%s", SN_TEST_SOURCE, file);
  FILE *f = fopen(path, "rb");
  const size_t n = f ? fread(out, 1, ROOM - 1, f) : 0;
  out[n] = 0;
  if (f) {
    fclose(f);
  }
  if (n == 0) {
    printf("  %s is missing or empty; `make gallery` makes pages and pictures\n", file);
  }
  return n;
}

static int by_name(const void *a, const void *b)
{
  return strcmp(a, b);
}

/* Folders of examples/ with a model.lua. */
static void find_examples(void)
{
  DIR *folder = opendir(SN_TEST_SOURCE "/examples");
  CHECK(folder);
  for (struct dirent *e = folder ? readdir(folder) : NULL; e; e = readdir(folder)) {
    char path[1024];
    snprintf(path, sizeof path, "%s/examples/%s/model.lua", SN_TEST_SOURCE, e->d_name);
    FILE *f = e->d_name[0] != '.' && strlen(e->d_name) < sizeof name[0] && n_names < NAMES ? fopen(path, "r") : NULL;
    if (f) {
      snprintf(name[n_names++], sizeof name[0], "%.63s", e->d_name);
      fclose(f);
    }
  }
  if (folder) {
    closedir(folder);
  }
  qsort(name, (size_t)n_names, sizeof *name, by_name);
  CHECK(n_names >= 16);
}

/* The settings of an example ask for a plot. */
static int has_plot(int i)
{
  CHECK(read_file("examples/%s/gallery.txt", name[i], other) > 0);
  return strstr(other, "\nplot = ") != NULL;
}

/* The settings have every key that the script needs. One equilibrium and modes have no curve to plot. */
static void test_settings(void)
{
  static const char *const keys[] = {"title = ",      "line = ",    "order = ", "picture = --png",
                                     "strip = --png", "caption = ", "plot = "};
  enum { N_KEYS = sizeof keys / sizeof *keys };
  find_examples();
  for (int i = 0; i < n_names; i++) {
    CHECK(read_file("examples/%s/gallery.txt", name[i], page) > 0);
    const int has_time = !strstr(page, "verb = static") && !strstr(page, "verb = modes");
    for (int k = 0; k < (has_time ? N_KEYS : N_KEYS - 1); k++) {
      const char *p = strstr(page, keys[k]);
      const int good = p && (p == page || p[-1] == '\n');
      if (!good) {
        printf("  examples/%s/gallery.txt has no line '%s...'\n", name[i], keys[k]);
      }
      CHECK(good);
    }
  }
}

/* Pictures are PNG files of some size, and all of them together are small enough to be checked in. */
static void test_pictures(void)
{
  static const char *const files[] = {"docs/gallery/%s/picture.png", "docs/gallery/%s/strip.png"};
  size_t all = 0;
  for (int i = 0; i < n_names; i++) {
    for (int k = 0; k < 2; k++) {
      const size_t n = read_file(files[k], name[i], page);
      CHECK(n > 5000 && memcmp(page, "\x89PNG\r\n\x1a\n", 8) == 0);
      all += n;
    }
    if (has_plot(i)) {
      CHECK(read_file("docs/gallery/%s/plot1.svg", name[i], page) > 5000 && strstr(page, "<svg"));
    }
  }
  printf("  %.2f MB of pictures\n", (double)all / 1e6);
  CHECK(all < (size_t)n_names * 150000); /* a page has about 140 kB */
}

static void test_pages(void)
{
  char link[256];
  for (int i = 0; i < n_names; i++) {
    CHECK(read_file("docs/gallery/%s/README.md", name[i], page) > 0);
    CHECK(strstr(page, "(picture.png)") && strstr(page, "(strip.png)"));
    CHECK(!has_plot(i) || strstr(page, "(plot1.svg)"));
    const int current = read_file("examples/%s/model.lua", name[i], other) > 0 && strstr(page, other);
    if (!current) {
      printf("  docs/gallery/%s shows an older model: tools/gallery.sh %s\n", name[i], name[i]);
    }
    CHECK(current);
    snprintf(link, sizeof link, "(../../docs/gallery/%s/picture.png)", name[i]);
    CHECK(read_file("examples/%s/README.md", name[i], other) > 0 && strstr(other, link));
  }
}

static void test_index(void)
{
  char link[256];
  CHECK(read_file("docs/%s/README.md", "gallery", page) > 0);
  for (int i = 0; i < n_names; i++) {
    snprintf(link, sizeof link, "(%s/README.md)", name[i]);
    const int there = strstr(page, link) != NULL;
    if (!there) {
      printf("  docs/gallery/README.md does not name %s: make gallery\n", name[i]);
    }
    CHECK(there);
  }
}

int main(void)
{
  RUN(test_settings);
  RUN(test_pictures);
  RUN(test_pages);
  RUN(test_index);
  return REPORT();
}
