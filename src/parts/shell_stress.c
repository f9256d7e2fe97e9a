/* parts/shell_stress.c -- stresses at any height of a shell: in its axes, along fibres, principal values, von Mises.
 * What:    plane stress of a ply, S = Q (E + z K), at a node. Places in the thickness are texts: "top", "middle", "bottom", "ply 2 top".
 * Theory:  docs/theory-shells.md, (S18), (S19). Transverse shear is left out: it is zero on both sides of the shell.
 * Tests:   tests/shells/test_stress.c
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "parts/shell.h"

/* ---- places in the thickness */

/* The next word of a text, which it leaves; words are apart by spaces or underscores. */
static int word(const char **text, const char *is)
{
  const char *at = *text;
  while (*at == ' ' || *at == '_') {
    at++;
  }
  const size_t n = strlen(is);
  if (strncmp(at, is, n) != 0 || (isalnum((unsigned char)at[n]) && n > 0)) {
    return 0;
  }
  *text = at + n;
  return 1;
}

/* The number of a ply, 1 .. n; 0: there is none such. */
static int ply_number(const char **text, int n)
{
  (void)word(text, "");
  char *end = NULL;
  const long k = isdigit((unsigned char)**text) ? strtol(*text, &end, 10) : 0;
  *text = end ? end : *text;
  return k >= 1 && k <= n ? (int)k : 0;
}

static sn_status no_layer(const sn_item *item, const char *text, sn_error *error)
{
  const int n = sn_shell_plies(item->param);
  while (*text == ' ' || *text == '_') {
    text++;
  }
  sn_failf(error, SN_EINPUT, "Shell '%s' has no place \"%.60s\" in its thickness.", item->name, text);
  if (n == 1) {
    sn_error_why(error, "It has one layer.");
  } else {
    sn_error_why(error, "It has %d plies, counted from the lower side.", n);
  }
  sn_error_fix(error, "Write \"bottom\", \"middle\" or \"top\"%s.",
               n == 1 ? "" : ", or a ply with one of them: \"ply 1 top\"");
  return SN_EINPUT;
}

sn_status sn_shell_layer_of(const sn_item *item, const char *text, sn_station_point *out, sn_error *error)
{
  const sn_shell *p = item->param;
  const int n = sn_shell_plies(p);
  const char *at = text ? text : "top";
  const int one = word(&at, "ply"), k = one ? ply_number(&at, n) : 0;
  const int bottom = word(&at, "bottom"), top = !bottom && word(&at, "top"),
            middle = !bottom && !top && word(&at, "middle");
  (void)word(&at, "");
  if (*at || (one ? k == 0 : !(bottom || top || middle))) {
    return no_layer(item, text ? text : "", error);
  }
  out->layer = one ? k - 1 : bottom ? 0 : n - 1;
  out->height = bottom ? 0 : top ? 1 : 0.5;
  if (!one && middle) {
    sn_shell_middle(p, &out->layer, &out->height);
  }
  return SN_OK;
}

/* ---- stresses */

/* (S18): S11, S22, S12 at a height. */
static void plane_stress(const sn_shell_frozen *f, int node, const double strain[8], const sn_station_point *at,
                         double out[3])
{
  const double z = sn_shell_height(f, node, at), (*Q)[3] = sn_shell_ply_at(f, at->layer)->Q;
  const double e[3] = {strain[0] + z * strain[3], strain[1] + z * strain[4], strain[2] + z * strain[5]};
  if (f->rubber) {
    const sn_shell *p = f->item->param;
    double K[3][3];
    out[0] = out[1] = out[2] = NAN;
    (void)sn_shell_rubber(p->rubber, e, out, K);
    return;
  }
  for (int i = 0; i < 3; i++) {
    out[i] = Q[i][0] * e[0] + Q[i][1] * e[1] + Q[i][2] * e[2];
  }
}

static double von_mises(const double s[3])
{
  return sqrt(fmax(s[0] * s[0] - s[0] * s[1] + s[1] * s[1] + 3 * s[2] * s[2], 0));
}

void sn_shell_stress(const sn_shell_frozen *f, int node, const double strain[8], const sn_station_point *at,
                     double out[SN_SHELL_STRESSES])
{
  SN_ASSERT(node >= 0 && node < sn_shell_nodes(&f->grid) && at->layer >= 0 && at->layer < sn_shell_ply_count(f));
  const sn_shell_ply *ply = sn_shell_ply_at(f, at->layer);
  double s[3];
  plane_stress(f, node, strain, at, s);
  const double c = cos(ply->angle), n = sin(ply->angle), mean = (s[0] + s[1]) / 2, half = (s[0] - s[1]) / 2,
               radius = hypot(half, s[2]);
  out[SN_SHELL_S11] = s[0];
  out[SN_SHELL_S22] = s[1];
  out[SN_SHELL_S12] = s[2];
  out[SN_SHELL_SL] = c * c * s[0] + n * n * s[1] + 2 * c * n * s[2];
  out[SN_SHELL_ST] = n * n * s[0] + c * c * s[1] - 2 * c * n * s[2];
  out[SN_SHELL_SLT] = c * n * (s[1] - s[0]) + (c * c - n * n) * s[2];
  out[SN_SHELL_S1] = mean + radius;
  out[SN_SHELL_S2] = mean - radius;
  out[SN_SHELL_WAY] = 0.5 * atan2(s[2], half);
  out[SN_SHELL_MISES] = von_mises(s);
}

double sn_shell_worst(const sn_shell_frozen *f, int node, const double strain[8])
{
  SN_ASSERT(node >= 0 && node < sn_shell_nodes(&f->grid));
  double most = 0;
  for (int k = 0; k < 2 * sn_shell_ply_count(f); k++) {
    const sn_station_point at = {.layer = k / 2, .height = k % 2};
    double s[3];
    plane_stress(f, node, strain, &at, s);
    most = fmax(most, von_mises(s));
  }
  return most;
}
