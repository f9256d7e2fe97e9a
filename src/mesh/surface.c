/* mesh/surface.c -- a file's triangles become a surface with volume, centre and inertia.
 * What:    read, weld, close, integrate, keep what is used.
 * Theory:  divergence theorem: the integral over the enclosed solid is the sum over the tetrahedra (o, a, b, c) of all
 *          triangles a, b, c, with the sign of d = a.(b x c), all relative to o, here the middle of the box.
 *          With s = a + b + c: volume d/6, first moment d s/24, second moment d (s s^T + a a^T + b b^T + c c^T)/120.
 *          The inertia about the centre is tr(S) I - S, S = second moment - volume centre centre^T.
 * Limits:  a surface that cuts itself counts overlaps twice, as overlapping shapes do.
 * Tests:   tests/mesh/test_surface.c.
 */
#include <string.h>

#include "mesh/surface_private.h"

static const double weld_reach = 1e-6; /* of the largest extent; single precision and printed digits are finer */

static sn_v3 corner(const sn_soup *s, int triangle, int k, sn_v3 o)
{
  const double *x = s->vertex[s->triangle[triangle][k]];
  return v3_sub(v3(x[0], x[1], x[2]), o);
}

double sn_soup_volume6(const sn_soup *s, int t, const double o[3])
{
  const sn_v3 at = v3(o[0], o[1], o[2]);
  return v3_dot(corner(s, t, 0, at), v3_cross(corner(s, t, 1, at), corner(s, t, 2, at)));
}

static void bounds(const sn_soup *s, sn_v3 *lo, sn_v3 *hi)
{
  *lo = v3(INFINITY, INFINITY, INFINITY);
  *hi = v3_scale(-1, *lo);
  for (int h = 0; h < 3 * s->n_triangle; h++) { /* vertices without a triangle do not count */
    const double *x = s->vertex[s->triangle[h / 3][h % 3]];
    for (int i = 0; i < 3; i++) {
      lo->x[i] = fmin(lo->x[i], x[i]);
      hi->x[i] = fmax(hi->x[i], x[i]);
    }
  }
}

/* Volume, centre and inertia; marks a surface without volume. */
static void integrate(const sn_soup *s, sn_surface *out)
{
  const sn_v3 o = v3_scale(0.5, v3_add(out->lo, out->hi)), size = v3_sub(out->hi, out->lo);
  double volume = 0, gross = 0, second[3][3] = {{0}};
  sn_v3 first = v3(0, 0, 0);
  for (int t = 0; t < s->n_triangle; t++) {
    const sn_v3 x[3] = {corner(s, t, 0, o), corner(s, t, 1, o), corner(s, t, 2, o)};
    const sn_v3 sum = v3_add(x[0], v3_add(x[1], x[2]));
    const double d = v3_dot(x[0], v3_cross(x[1], x[2]));
    volume += d / 6;
    gross += fabs(d) / 6;
    first = v3_axpy(first, d / 24, sum);
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        second[i][j] +=
            d / 120 * (sum.x[i] * sum.x[j] + x[0].x[i] * x[0].x[j] + x[1].x[i] * x[1].x[j] + x[2].x[i] * x[2].x[j]);
      }
    }
  }
  const double box = v3_norm(size) * v3_norm(size) * v3_norm(size);
  if (!(volume > 1e-13 * (gross + 1e-3 * box))) { /* what round-off leaves of a sheet whose two sides cancel */
    out->flaw = SN_SURFACE_FLAT;
    return;
  }
  const sn_v3 c = v3_scale(1 / volume, first);
  double trace = 0;
  for (int i = 0; i < 3; i++) {
    trace += second[i][i] - volume * c.x[i] * c.x[i];
  }
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      out->inertia[i][j] = (i == j ? trace : 0) - (second[i][j] - volume * c.x[i] * c.x[j]);
    }
  }
  out->volume = volume;
  out->centre = v3_add(o, c);
}

/* The soup once more, with the surface closed as well as it can be. */
static sn_status close_soup(sn_soup *s, sn_soup_state *state, sn_error *error)
{
  SN_TRY(sn_soup_close(s, state, error));
  if (state->flaw == SN_SURFACE_CLOSED) {
    return SN_OK;
  }
  sn_v3 lo, hi;
  sn_soup welded;
  bounds(s, &lo, &hi);
  const double extent = fmax(hi.x[0] - lo.x[0], fmax(hi.x[1] - lo.x[1], hi.x[2] - lo.x[2]));
  if (!(weld_reach * extent > 0)) {
    return SN_OK;
  }
  SN_TRY(sn_soup_weld(s, weld_reach * extent, &welded, error));
  if (welded.n_vertex == s->n_vertex || welded.n_triangle == 0) {
    return SN_OK;
  }
  *s = welded;
  return sn_soup_close(s, state, error);
}

static int has_area(const sn_soup *s, int t)
{
  const double *x = s->vertex[s->triangle[t][0]];
  const sn_v3 o = v3(x[0], x[1], x[2]), b = corner(s, t, 1, o), c = corner(s, t, 2, o);
  return v3_norm(v3_cross(b, c)) > 1e-12 * fmax(v3_dot(b, b), v3_dot(c, c));
}

/* Copies triangles with an area, and the vertices they use, into the arena of the model. */
static sn_status keep(const sn_soup *s, sn_arena *arena, sn_surface *out, sn_error *error)
{
  int n = 0, *number = SN_NEW(s->arena, int, s->n_vertex);
  int(*triangle)[3] = sn_arena_get(arena, (size_t)s->n_triangle, sizeof *triangle);
  if (!number || !triangle) {
    return sn_no_memory(error, "a surface");
  }
  for (int t = 0; t < s->n_triangle; t++) {
    for (int k = 0; has_area(s, t) && k < 3; k++) {
      const int v = s->triangle[t][k];
      if (!number[v]) {
        number[v] = ++out->n_vertex;
      }
      triangle[n / 3][n % 3] = number[v] - 1;
      n++;
    }
  }
  double(*vertex)[3] = sn_arena_get(arena, (size_t)out->n_vertex, sizeof *vertex);
  if (!vertex) {
    return sn_no_memory(error, "a surface");
  }
  for (int v = 0; v < s->n_vertex; v++) {
    if (number[v]) {
      memcpy(vertex[number[v] - 1], s->vertex[v], sizeof *vertex);
    }
  }
  out->n_triangle = n / 3;
  out->triangle = (const int(*)[3])triangle;
  out->vertex = (const double(*)[3])vertex;
  return SN_OK;
}

static sn_status build(sn_soup *s, sn_arena *arena, sn_surface *out, sn_error *error)
{
  sn_soup_state state;
  SN_TRY(close_soup(s, &state, error));
  bounds(s, &out->lo, &out->hi);
  out->flaw = state.flaw;
  out->n_flaw = state.count;
  for (int k = 0; k < 2 && state.flaw != SN_SURFACE_CLOSED; k++) {
    const double *x = s->vertex[state.at[k]];
    out->flaw_at[k] = v3(x[0], x[1], x[2]);
  }
  if (out->flaw == SN_SURFACE_CLOSED) {
    integrate(s, out);
  }
  SN_TRY(keep(s, arena, out, error));
  if (out->n_triangle == 0) {
    sn_failf(error, SN_EINPUT, "\"%.100s\" has no triangle with an area.", out->file);
    sn_error_why(error, "The corners of every triangle lie on one line.");
    sn_error_fix(error, "Check how the file was made.");
    return SN_EINPUT;
  }
  return SN_OK;
}

sn_status sn_surface_parse(const char *name, const char *bytes, size_t size, sn_arena *arena, const sn_surface **out,
                           sn_error *error)
{
  sn_soup soup = {.arena = sn_arena_new(NULL)};
  sn_surface *s = SN_NEW(arena, sn_surface, 1);
  sn_status status = SN_ENOMEM;
  if (soup.arena && s && (s->file = sn_arena_text(arena, name))) {
    status = sn_soup_read(&soup, name, bytes, size, error);
    status = status == SN_OK ? build(&soup, arena, s, error) : status;
  } else {
    sn_no_memory(error, "a surface");
  }
  sn_arena_free(soup.arena);
  *out = status == SN_OK ? s : NULL;
  return status;
}

sn_status sn_surface_check_solid(const sn_surface *s, sn_error *error)
{
  static const char *const text[] = {
      [SN_SURFACE_OPEN] = "is not closed; open edges",
      [SN_SURFACE_CROSSED] = "has no inside; edges with triangles that do not go in pairs",
      [SN_SURFACE_TWISTED] = "has only one side, like a Moebius strip; edges that cannot be oriented",
      [SN_SURFACE_DOUBLED] = "is there twice, in whole or in part; triangles too many"};
  const double *a = s->flaw_at[0].x, *b = s->flaw_at[1].x;
  if (s->flaw == SN_SURFACE_CLOSED) {
    return SN_OK;
  }
  if (s->flaw == SN_SURFACE_FLAT) {
    sn_failf(error, SN_EINPUT, "\"%.100s\" encloses no volume.", s->file);
  } else {
    sn_failf(error, SN_EINPUT, "\"%.100s\" %s: %d.", s->file, text[s->flaw], s->n_flaw);
    sn_error_why(
        error,
        "One is between (%.9g, %.9g, %.9g) and (%.9g, %.9g, %.9g), in units of the file. Only a closed surface "
        "has an inside, and with it a mass.",
        a[0], a[1], a[2], b[0], b[1], b[2]);
  }
  sn_error_fix(error,
               "Mend the surface where it was made; or leave out density and mass, so that it is only a picture, "
               "and give the body its mass and inertia by numbers or by other shapes.");
  return SN_EINPUT;
}
