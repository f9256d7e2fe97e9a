/* results/reader_find.c -- a series by what the user calls it: a channel, a component of one, a path; or what was meant.
 * What:    see sn_reader_find in results/reader.h.
 * Tests:   tests/results/test_results.c.
 */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "results/list.h"
#include "results/reader_private.h"

const char *sn_component_suffix(int width, int k)
{
  SN_ASSERT(k >= 0 && k < width);
  static const char *const letters[] = {"x", "y", "z"};
  static const char *const numbers[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
  if (width == 3) {
    return letters[k % 3];
  }
  return numbers[k % 10];
}

static int find_component(const sn_reader *r, const char *name, sn_series *out)
{
  const char *cut = strrchr(name, '_');
  for (int i = 0; cut && i < r->n_channel; i++) {
    const sn_series *c = &r->channel[i];
    const size_t n = (size_t)(cut - name);
    if (c->width > 1 && c->width <= 10 && strlen(c->name) == n && strncmp(c->name, name, n) == 0) {
      for (int k = 0; k < c->width; k++) {
        if (strcmp(cut + 1, sn_component_suffix(c->width, k)) == 0) {
          *out = *c;
          out->part = k;
          return 1;
        }
      }
    }
  }
  return 0;
}

/* joints/pivot/reaction_x: one component of a series, by its path */
static int find_path_component(sn_reader *r, const char *name, sn_series *out)
{
  char path[sizeof out->path];
  const char *cut = strrchr(name, '_');
  if (!cut || (size_t)(cut - name) >= sizeof path) {
    return 0;
  }
  (void)snprintf(path, sizeof path, "%.*s", (int)(cut - name), name);
  if (!sn_reader_look(r, path, out) || out->width < 2 || out->width > 10) {
    return 0;
  }
  for (int k = 0; k < out->width; k++) {
    if (strcmp(cut + 1, sn_component_suffix(out->width, k)) == 0) {
      out->part = k;
      return 1;
    }
  }
  return 0;
}

/* Suggests the path that was probably meant by one that does not exist. */
static sn_status unknown_path(sn_reader *r, const char *name, sn_error *error)
{
  static const char *const groups[] = {"/energy", "/steps", "/joints", "/forces", "/parts", "/nodes"};
  enum { N_GROUPS = sizeof groups / sizeof *groups };
  const char *near = NULL;
  for (int k = 0; k < N_GROUPS && !near; k++) {
    sn_series *list = NULL;
    int n = 0;
    SN_TRY(sn_reader_list(r, groups[k], r->arena, &list, &n, error));
    const char **names = SN_NEW(r->arena, const char *, n + 1);
    for (int i = 0; names && i < n; i++) {
      names[i] = list[i].name;
    }
    near = names ? sn_nearest(name[0] == '/' ? name + 1 : name, names, (size_t)n) : NULL;
  }
  sn_failf(error, SN_EINPUT, "There is no series '%.100s'.", name);
  sn_error_where(error, "%s", r->file);
  if (near) {
    sn_error_fix(error, "Did you mean '%s'?", near);
  } else {
    sn_error_fix(error, "Ask by path, e.g. energy/total or joints/NAME/reaction.");
  }
  return SN_EINPUT;
}

static sn_status unknown(const sn_reader *r, const char *name, sn_error *error)
{
  const char **names = SN_NEW(r->arena, const char *, r->n_channel + 1);
  char list[200] = "";
  for (int i = 0; names && i < r->n_channel; i++) {
    const size_t used = strlen(list);
    names[i] = r->channel[i].name;
    (void)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", names[i]);
  }
  const char *near = names ? sn_nearest(name, names, (size_t)r->n_channel) : NULL;
  sn_failf(error, SN_EINPUT, "There is no channel '%.100s'.", name);
  sn_error_where(error, "%s", r->file);
  sn_error_why(error, r->n_channel ? "The channels are: %s." : "The result has no channels%s.", list);
  if (near) {
    sn_error_fix(error, "Did you mean '%s'?", near);
  } else {
    sn_error_fix(error, "Add channel(\"%.60s\", ...) to the model, or give a path, e.g. energy/total.", name);
  }
  return SN_EINPUT;
}

sn_status sn_reader_find(sn_reader *r, const char *name, sn_series *out, sn_error *error)
{
  for (int i = 0; i < r->n_channel; i++) {
    if (strcmp(r->channel[i].name, name) == 0) {
      *out = r->channel[i];
      return SN_OK;
    }
  }
  int found = find_component(r, name, out);
  sn_status status = SN_OK;
  const sn_h5_quiet old = sn_h5_hush();
  if (!found && strchr(name, '/')) {
    found = sn_reader_look(r, name, out) || find_path_component(r, name, out);
    status = found ? SN_OK : unknown_path(r, name, error);
  }
  sn_h5_restore(old);
  if (!found) {
    return status != SN_OK ? status : unknown(r, name, error);
  }
  out->name = sn_arena_text(r->arena, name);
  return out->name ? SN_OK : sn_no_memory(error, "the results");
}
