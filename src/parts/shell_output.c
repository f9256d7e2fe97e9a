/* parts/shell_output.c -- what a shell reports: resultants and stresses at its nodes, as outputs and as fields for colours; area, energy,
 *          the matrices of its section.
 * What:    one list of quantities serves both outputs and fields; all fields of a row are made from one pass over the elements.
 * Theory:  docs/theory-shells.md, (S7), (S10), (S18), (S19).
 * Tests:   tests/shells/test_shell.c, tests/shells/test_stress.c
 */
#include <string.h>

#include "base/text.h"
#include "parts/shell.h"
#include "system/kernel.h"

/* ---- quantities at a node */

enum { WORST = 8 + SN_SHELL_STRESSES, QUANTITIES }; /* eight resultants, stresses of a layer, the worst of all */
#define RESULTANTS(X)                                                                   \
  X(N11, "N/m", 0, "membrane force along axis 1, tension positive")                     \
  X(N22, "N/m", 1, "membrane force along axis 2, tension positive")                     \
  X(N12, "N/m", 2, "membrane shear force")                                              \
  X(M11, "N", 3, "bending moment that stretches the side of the director along axis 1") \
  X(M22, "N", 4, "bending moment that stretches the side of the director along axis 2") \
  X(M12, "N", 5, "twisting moment")                                                     \
  X(Q1, "N/m", 6, "transverse shear force across axis 1")                               \
  X(Q2, "N/m", 7, "transverse shear force across axis 2")
#define STRESSES(X)                                                                         \
  X(S11, "Pa", 8 + SN_SHELL_S11, "stress along axis 1, in a layer")                         \
  X(S22, "Pa", 8 + SN_SHELL_S22, "stress along axis 2, in a layer")                         \
  X(S12, "Pa", 8 + SN_SHELL_S12, "shear stress, in a layer")                                \
  X(SL, "Pa", 8 + SN_SHELL_SL, "stress along the fibres of a ply")                          \
  X(ST, "Pa", 8 + SN_SHELL_ST, "stress across the fibres of a ply")                         \
  X(SLT, "Pa", 8 + SN_SHELL_SLT, "shear stress along the fibres of a ply")                  \
  X(S_max, "Pa", 8 + SN_SHELL_S1, "larger principal stress, in a layer")                    \
  X(S_min, "Pa", 8 + SN_SHELL_S2, "smaller principal stress, in a layer")                   \
  X(S_angle, "rad", 8 + SN_SHELL_WAY, "direction of the larger one, from axis 1 to axis 2") \
  X(von_mises, "Pa", 8 + SN_SHELL_MISES, "stress of von Mises, in a layer")
#define WORST_OF_ALL(X) X(von_mises_max, "Pa", WORST, "largest stress of von Mises through the thickness")

static double quantity(const sn_shell_frozen *f, int node, const double strain[8], int which,
                       const sn_station_point *at)
{
  double all[SN_SHELL_STRESSES];
  if (which == WORST) {
    return sn_shell_worst(f, node, strain);
  }
  if (which < 8) {
    return sn_shell_resultant(f, node, strain, which);
  }
  sn_shell_stress(f, node, strain, at, all);
  return all[which - 8];
}

/* ---- at a node: output(shell:at(u, v), "N11"), output(shell:at(u, v), "S11", "ply 2 top") */
static void at_node(const sn_observation *o, const sn_shell_frozen *f, int which, const sn_station_point *at,
                    double *out)
{
  double strain[8];
  sn_shell_strain_at(o, f, (int)at->s, strain);
  out[0] = quantity(f, (int)at->s, strain, which, at);
}

#define AT_NODE(name, unit, index, help)                                                                      \
  static void node_##name(const sn_observation *o, const void *data, const sn_station_point *at, double *out) \
  {                                                                                                           \
    at_node(o, data, index, at, out);                                                                         \
  }
RESULTANTS(AT_NODE)
STRESSES(AT_NODE)
WORST_OF_ALL(AT_NODE)
#define ROW(name, unit, index, help) {#name, unit, 1, help, node_##name, 0},
#define LAYERED_ROW(name, unit, index, help) {#name, unit, 1, help, node_##name, 1},
const sn_along sn_shell_along[] = {RESULTANTS(ROW) STRESSES(LAYERED_ROW) WORST_OF_ALL(ROW){0}};

/* ---- fields, for colours */

/* The first of them makes all: `n` of them lie one behind the other. */
typedef struct {
  const char *name;
  const sn_shell_frozen *shell;
  int n, which; /* index into sn_shell_along */
  sn_station_point at;
} field;

static const char *const usual[] = {"N11", "N22", "N12", "M11", "M22", "M12", "Q1", "Q2", "von_mises_max"};
enum { USUAL = sizeof usual / sizeof *usual, MOST_FIELDS = 64 };

static int n_fields(const sn_shell *p)
{
  return p->fields.n ? p->fields.n : USUAL;
}

static const char *field_text(const sn_shell *p, int k)
{
  return p->fields.n ? p->fields.x[k] : usual[k];
}

static sn_status unknown_field(const sn_item *item, const char *text, sn_error *error)
{
  const char *name[QUANTITIES];
  char all[200];
  for (int k = 0; k < QUANTITIES; k++) {
    name[k] = sn_shell_along[k].name;
  }
  sn_join(all, sizeof all, name, QUANTITIES);
  const char *meant = sn_nearest(text, name, QUANTITIES);
  sn_item_fail(item, SN_EINPUT, error, "Shell '%s' has no field \"%.60s\", which its `fields` name.", item->name, text);
  sn_error_why(error, "Fields are: %s; stresses with a place behind: \"S11 top\", \"S11 ply 2 bottom\".", all);
  sn_error_fix(error, "Did you mean \"%s\"?", meant ? meant : "von_mises_max");
  return SN_EINPUT;
}

/* "S11 ply 2 top": a quantity, the longest that fits, and a place in the thickness. */
static sn_status find_field(const sn_item *item, const char *text, field *out, sn_error *error)
{
  size_t best = 0;
  for (int k = 0; k < QUANTITIES; k++) {
    const size_t n = strlen(sn_shell_along[k].name);
    const int fits =
        strncmp(text, sn_shell_along[k].name, n) == 0 && strchr(" _", text[n]); /* strchr finds the end, too */
    if (fits && n > best) {
      best = n;
      out->which = k;
    }
  }
  if (best == 0 || (!sn_shell_along[out->which].layered && text[best])) {
    return unknown_field(item, text, error);
  }
  return sn_shell_along[out->which].layered ? sn_shell_layer_of(item, text[best] ? text + best : NULL, &out->at, error)
                                            : SN_OK;
}

static sn_status check_fields(const sn_item *item, const field *x, int n, sn_error *error)
{
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < k; i++) {
      if (strcmp(x[i].name, x[k].name) == 0) {
        sn_item_fail(item, SN_EINPUT, error, "Shell '%s' has the field \"%s\" twice.", item->name, x[k].name);
        sn_error_fix(error, "Name it once; spaces and underscores are the same.");
        return SN_EINPUT;
      }
    }
  }
  return SN_OK;
}

static double field_value(const field *x, int node, const double strain[8])
{
  return quantity(x->shell, node, strain, x->which, &x->at);
}

/* Strains of all nodes, in the scratch of the observation. */
static const double (*all_strains(const sn_observation *o, const sn_shell_frozen *f))[8]
{
  double(*strain)[8] = (double(*)[8])(void *)sn_scratch(o, 8 * sn_shell_nodes(&f->grid));
  sn_shell_strains_at(o, f, strain);
  return (const double(*)[8])strain;
}

static void one_field(const sn_observation *o, const void *data, double *out)
{
  const field *x = data;
  const double(*strain)[8] = all_strains(o, x->shell);
  for (int k = 0; k < sn_shell_nodes(&x->shell->grid); k++) {
    out[k] = field_value(x, k, strain[k]);
  }
}

static void all_fields(const sn_observation *o, const void *data, double *const *out)
{
  const field *x = data;
  const double(*strain)[8] = all_strains(o, x->shell);
  for (int i = 0; i < x->n; i++) {
    for (int k = 0; k < sn_shell_nodes(&x->shell->grid); k++) {
      out[i][k] = field_value(x + i, k, strain[k]);
    }
  }
}

static void strain_energy(const sn_observation *o, const void *data, double *out)
{
  const sn_shell_frozen *f = data;
  for (int e = 0; e < sn_shell_elements(&f->grid); e++) {
    out[e] = sn_block_energy(sn_shell_block(f, e, o->system), o->local, o->internal, o->t);
  }
}

/* Spaces are underscores in names of results. */
static const char *stored_name(const char *text, sn_arena *arena)
{
  char *name = sn_arena_text(arena, text);
  for (char *c = name; c && *c; c++) {
    *c = *c == ' ' ? '_' : *c;
  }
  return name;
}

sn_status sn_shell_add_fields(const sn_item *item, const sn_shell_frozen *f, sn_builder *b, sn_error *error)
{
  const sn_shell *p = item->param;
  const int n = n_fields(p);
  field *x = SN_NEW(sn_builder_arena(b), field, n);
  if (!x) {
    return sn_no_memory(error, "the model");
  }
  if (n > MOST_FIELDS) {
    sn_item_fail(item, SN_EINPUT, error, "Shell '%s' has %d fields, and may have %d.", item->name, n, MOST_FIELDS);
    sn_error_fix(error, "Name those that you want to see.");
    return SN_EINPUT;
  }
  for (int k = 0; k < n; k++) {
    x[k] = (field){.name = stored_name(field_text(p, k), sn_builder_arena(b)), .shell = f, .n = n};
    if (!x[k].name) {
      return sn_no_memory(error, "the model");
    }
    SN_TRY(find_field(item, field_text(p, k), x + k, error));
  }
  SN_TRY(check_fields(item, x, n, error));
  sn_need_scratch(b, n > 0 ? 8 * sn_shell_nodes(&f->grid) : 0);
  for (int k = 0; k < n; k++) {
    (void)sn_add_observable(b,
                            &(sn_quantity){.name = x[k].name,
                                           .unit = sn_shell_along[x[k].which].unit,
                                           .help = sn_shell_along[x[k].which].help,
                                           .evaluate = one_field,
                                           .n_together = k == 0 ? n : 0,
                                           .evaluate_together = k == 0 ? all_fields : NULL,
                                           .group = "parts",
                                           .flags = SN_OUT_STORED | SN_OUT_PER_NODE},
                            sn_shell_nodes(&f->grid), x + k);
  }
  (void)sn_add_observable(b,
                          &(sn_quantity){.name = "strain_energy",
                                         .unit = "J",
                                         .help = "energy stored in each element",
                                         .evaluate = strain_energy,
                                         .group = "parts",
                                         .flags = SN_OUT_STORED | SN_OUT_PER_ELEMENT},
                          sn_shell_elements(&f->grid), f);
  return SN_OK;
}

/* ---- the section */
static int section_matrix(const sn_shell_frozen *f, int row, int column, int n, double *out)
{
  const double any[2] = {sn_shell_line(&f->grid, 0, 0), sn_shell_line(&f->grid, 1, 0)};
  sn_shell_section s;
  if (!sn_shell_is_even(f->item->param) || sn_shell_section_at(f->item, any, &s, NULL) != SN_OK) {
    return 0;
  }
  for (int i = 0; i < n * n; i++) {
    out[i] = s.K[row + i / n][column + i % n];
  }
  return 1;
}
#define MATRIX(name, row, column, n)                    \
  static int name(const void *frozen, double *out)      \
  {                                                     \
    return section_matrix(frozen, row, column, n, out); \
  }
MATRIX(stretch, 0, 0, 3)
MATRIX(coupling, 0, 3, 3)
MATRIX(bending, 3, 3, 3)
MATRIX(shear, 6, 6, 2)
const sn_constant sn_shell_constants[] = {
    {"A", "N/m", 3, 3, "membrane forces by strains E11, E22, 2E12", stretch},
    {"B", "N", 3, 3, "membrane forces by curvatures, moments by strains", coupling},
    {"D", "N m", 3, 3, "moments by curvatures K11, K22, 2K12", bending},
    {"S", "N/m", 2, 2, "transverse shear forces by their strains", shear},
    {0}};

/* ---- outputs of the whole */
static void area(const sn_observation *o, const void *data, double *out)
{
  enum { MOST = 9 };
  const sn_shell_frozen *f = data;
  const int p = f->grid.order, n = (p + 1) * (p + 1);
  sn_shell_shape shape[MOST];
  SN_ASSERT(n <= MOST);
  for (int g = 0; g < n; g++) {
    sn_shell_shape_at(p, sn_line_gauss[p][g % (p + 1)], sn_line_gauss[p][g / (p + 1)], shape + g);
  }
  out[0] = 0;
  for (int e = 0; e < sn_shell_elements(&f->grid); e++) {
    sn_v3 x[MOST];
    for (int a = 0; a < n; a++) {
      x[a] = sn_point_in(f->node + sn_shell_node_of(&f->grid, e, a), o->q);
    }
    for (int g = 0; g < n; g++) {
      sn_v3 by[2] = {v3(0, 0, 0), v3(0, 0, 0)};
      for (int a = 0; a < n; a++) {
        by[0] = v3_axpy(by[0], shape[g].by[0][a], x[a]);
        by[1] = v3_axpy(by[1], shape[g].by[1][a], x[a]);
      }
      out[0] += sn_line_weight[p][g % (p + 1)] * sn_line_weight[p][g / (p + 1)] * v3_norm(v3_cross(by[0], by[1]));
    }
  }
}

const sn_output sn_shell_outputs[] = {{"area", "m^2", 1, "area of its surface", area, SN_SHOWN}, {0}};
