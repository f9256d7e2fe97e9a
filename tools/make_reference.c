/* tools/make_reference.c -- writes docs/reference.md from the field tables of the catalogue.
 * Use:     make_reference [FILE]; without FILE to standard output.
 * Who:     tests/language/test_reference_manual.c includes this file and says when docs/reference.md is stale.
 */
#include <stdio.h>
#include <string.h>

#include "catalogue.h"
#include "language/language.h"

static const char *type_text(const sn_input *in)
{
  static const char *const text[] = {[SN_NUMBER] = "number",
                                     [SN_COUNT] = "whole number",
                                     [SN_FLAG] = "true or false",
                                     [SN_TEXT] = "text",
                                     [SN_CHOICE] = "one of",
                                     [SN_VECTOR] = "vector",
                                     [SN_PLACE] = "point",
                                     [SN_NUMBERS] = "list of numbers",
                                     [SN_POINTS] = "list of points",
                                     [SN_ORIENTATION] = "orientation",
                                     [SN_SYMMETRIC] = "3 or 6 numbers, or 3x3",
                                     [SN_PART] = "part",
                                     [SN_JOINT] = "joint",
                                     [SN_FUNCTION] = "number or function",
                                     [SN_FUNCTION3] = "3 numbers or function",
                                     [SN_SHAPES] = "shape, or list of shapes",
                                     [SN_SIDE] = "{ at, axis, x } or { at, orientation }",
                                     [SN_TABLE] = "table",
                                     [SN_TABLES] = "tables by their names",
                                     [SN_INLINE] = "fields",
                                     [SN_JOINTS] = "list of joints",
                                     [SN_PARTS] = "list of parts",
                                     [SN_NODES] = "list of points, new or shared",
                                     [SN_TEXTS] = "list of texts",
                                     [SN_SURFACE] = "name of a file",
                                     [SN_MESH] = "name of a file",
                                     [SN_SECTION] = "section"};
  return text[in->type];
}

/* | and line breaks would break a table of Markdown */
static void put(FILE *f, const char *text)
{
  for (const char *c = text ? text : ""; *c; c++) {
    if (*c == '|') {
      fputc('\\', f);
    }
    fputc(*c == '\n' ? ' ' : *c, f);
  }
}

/* Fields that are tables, in the order of the catalogue, tables inside of tables behind them: the first one of each kind of table. */
enum { TABLES = 200 };
typedef struct {
  int n;
  const sn_input *at[TABLES];
} tables;

static void add_tables(const sn_input *list, tables *to)
{
  for (const sn_input *in = list; in && in->name; in++) {
    int known = in->type != SN_TABLE && in->type != SN_TABLES;
    for (int k = 0; k < to->n && !known; k++) {
      known = to->at[k]->sub == in->sub;
    }
    if (!known && to->n < TABLES) {
      to->at[to->n++] = in;
      add_tables(in->sub, to);
    }
  }
}

static tables all_tables(void)
{
  tables all = {0};
  for (int k = 0; sn_catalogue[k]; k++) {
    add_tables(sn_catalogue[k]->inputs, &all);
  }
  return all;
}

/* The first field of the catalogue that is filled by `sub`, or NULL. */
static const sn_input *field_with(const sn_input *sub)
{
  const tables all = all_tables();
  for (int k = 0; k < all.n; k++) {
    if (all.at[k]->sub == sub) {
      return all.at[k];
    }
  }
  return NULL;
}

/* What is behind its name where several tables have the same: "", "-2", "-3". */
static const char *ending(const sn_input *in, char text[8])
{
  const tables all = all_tables();
  int same = 1;
  for (int k = 0; k < all.n && all.at[k]->sub != in->sub; k++) {
    same += strcmp(all.at[k]->name, in->name) == 0;
  }
  text[0] = '\0';
  if (same > 1) {
    (void)snprintf(text, 8, "-%d", same);
  }
  return text;
}

static void put_type(FILE *f, const sn_input *in)
{
  put(f, type_text(in));
  if (in->type == SN_CHOICE) {
    fputs(" `", f);
    put(f, in->choices);
    fputs("`", f);
  } else if (in->type == SN_FUNCTION || in->type == SN_FUNCTION3) {
    fprintf(f, " of %s%s", in->choices ? in->choices : "t", in->sub == sn_follows_signals ? ", and signals" : "");
  } else if ((in->type == SN_NUMBERS || in->type == SN_SECTION) && in->choices) {
    fprintf(f, " or function of %s", in->choices);
  } else if (in->type == SN_TABLE || in->type == SN_TABLES) {
    char end[8];
    const sn_input *first = field_with(in->sub); /* the section has its name */
    fprintf(f, ", [fields](#fields-of-%s%s)", first->name, ending(first, end));
  }
}

/* word k of "a|b|c" */
static void put_word(FILE *f, const char *words, int k)
{
  for (; k > 0 && strchr(words, '|'); k--) {
    words = strchr(words, '|') + 1;
  }
  fprintf(f, "%.*s", (int)strcspn(words, "|"), words);
}

static void put_range(FILE *f, const sn_input *in)
{
  const int scalar = in->type == SN_NUMBER || in->type == SN_COUNT;
  if (in->required) {
    fputs("**required**", f);
  } else if (in->type == SN_FLAG) {
    fputs(in->has_preset && in->preset != 0 ? "true" : "false", f);
  } else if (in->type == SN_CHOICE) {
    put_word(f, in->choices, in->has_preset ? (int)in->preset : 0);
  } else if (scalar && in->has_preset && (!sn_input_has_range(in) || in->preset >= in->lo)) {
    fprintf(f, "%g", in->preset);
  }
  fputs(" | ", f);
  if (in->type == SN_FLAG || (in->lo == 0 && in->hi == 0)) {
    return;
  }
  if (in->lo == 0x1p-1022) {
    fputs("> 0", f);
  } else if (isfinite(in->lo)) {
    fprintf(f, ">= %g", in->lo);
  }
  if (isfinite(in->hi)) {
    fprintf(f, "%s<= %g", isfinite(in->lo) ? ", " : "", in->hi);
  }
}

static void put_rows(FILE *f, const sn_input *inputs)
{
  for (const sn_input *in = inputs; in && in->name; in++) {
    if (in->type == SN_INLINE) {
      const sn_input *same = field_with(in->sub);
      if (same) {
        fprintf(f, "| ... | | | | | and all [fields of `%s`](#fields-of-%s), written at this level |\n", same->name,
                same->name);
      } else {
        put_rows(f, in->sub);
      }
      continue;
    }
    fprintf(f, "| `%s` | ", in->name);
    put_type(f, in);
    fputs(" | ", f);
    put(f, in->unit);
    fputs(" | ", f);
    put_range(f, in);
    fputs(" | ", f);
    put(f, in->help);
    fputs(" |\n", f);
  }
}

static void put_inputs(FILE *f, const sn_input *inputs)
{
  fputs("| field | type | unit | default | range | meaning |\n|---|---|---|---|---|---|\n", f);
  put_rows(f, inputs);
  fputc('\n', f);
}

static void put_kind(FILE *f, const sn_kind *k)
{
  static const char *const part[] = {"", "a, ", "a, b, ", "a, b, c, ", "a, b, c, d, "};
  static const char *const joint[] = {"", "joint, ", "joint_a, joint_b, ", "", ""};
  const char *refs = (k->ref_class == SN_CLASS_JOINT ? joint : part)[k->n_refs < 5 ? k->n_refs : 4];
  fprintf(f, "### %s\n\n", k->name);
  put(f, k->help);
  fprintf(f, "\n\n`%s { %s... }`", k->name, refs);
  if (k->n_refs > 0 && k->class == SN_CLASS_PART) {
    fputs("; the first entries may be left out", f);
  }
  if (k->joint.coordinates) {
    fputs("; coordinates: ", f);
    put(f, k->joint.coordinates);
  }
  fputs("\n\n", f);
  put_inputs(f, k->inputs);
  if (k->reports.outputs && k->reports.outputs->name) {
    fputs("| output | unit | size | meaning |\n|---|---|---|---|\n", f);
    for (const sn_output *o = k->reports.outputs; o->name; o++) {
      fprintf(f, "| `%s` | %s | %d | ", o->name, o->unit, o->n);
      put(f, o->help);
      fputs(" |\n", f);
    }
    fputc('\n', f);
  }
  if (k->reports.along && k->reports.along->name) {
    if (k->surface.surface_named) {
      fprintf(f, "| at a node or a surface: `output(%s:nearest(x, y, z), name)`, `output(%s:surface(\"bore\"), name)` ",
              k->name, k->name);
    } else if (k->surface.station_on) {
      fprintf(f, "| at a node: `output(%s:at(u, v), name)`, in a layer: `output(%s:at(u, v), name, \"ply 2 top\")` ",
              k->name, k->name);
    } else {
      fprintf(f, "| along it: `output(%s, name, s)`, `output(%s:node(k), name)` ", k->name, k->name);
    }
    fputs("| unit | size | meaning |\n|---|---|---|---|\n", f);
    for (const sn_along *a = k->reports.along; a->name; a++) {
      fprintf(f, "| `%s` | %s | %d | ", a->name, a->unit, a->n);
      put(f, a->help);
      fputs(" |\n", f);
    }
    fputc('\n', f);
  }
  if (k->reports.constants) {
    fputs("| in results under `/constants`, and in `sinew check` | unit | size | meaning |\n|---|---|---|---|\n", f);
    for (const sn_constant *c = k->reports.constants; c->name; c++) {
      fprintf(f, "| `%s` | %s | %d x %d | ", c->name, c->unit, c->rows, c->columns);
      put(f, c->help);
      fputs(" |\n", f);
    }
    fputc('\n', f);
  }
}

static void put_class(FILE *f, sn_class class, const char *title, const char *text)
{
  fprintf(f, "## %s\n\n%s\n\n", title, text);
  for (int k = 0; sn_catalogue[k]; k++) {
    if (sn_catalogue[k]->class == class) {
      put_kind(f, sn_catalogue[k]);
    }
  }
}

/* Each table used by a TABLE field, once, under the name of the first field that uses it. */
static void put_sub_tables(FILE *f)
{
  fputs("## Laws on coordinates\n\nA joint with one coordinate takes these fields at its top level, one with several "
        "inside "
        "a table named after the coordinate. Functions are traced: x is the coordinate, v its rate, t the time.\n\n",
        f);
  const tables all = all_tables();
  for (int k = 0; k < all.n; k++) {
    char end[8];
    fprintf(f, "### Fields of %s%s\n\n", all.at[k]->name, ending(all.at[k], end));
    put_inputs(f, all.at[k]->sub);
  }
}

static void put_signals(FILE *f, const char *before, const char *after, const sn_signal_name *list)
{
  for (; list->name; list++) {
    fprintf(f, "| `%s%s%s` | %s | %d | ", before, list->name, after, list->unit, list->n);
    put(f, list->help);
    fputs(" |\n", f);
  }
}

static void put_pages(FILE *f, const char *section)
{
  fputs("| write | meaning |\n|---|---|\n", f);
  for (const sn_language_page *p = sn_language_pages; p->section; p++) {
    if (strcmp(p->section, section) == 0) {
      fputs("| `", f);
      put(f, p->signature);
      fputs("` | ", f);
      put(f, p->help);
      fputs(" |\n", f);
    }
  }
  fputc('\n', f);
}

static void write_reference(FILE *f)
{
  fputs("# Reference of the model language\n\n"
        "Made by `tools/make_reference.c` from the tables the program itself uses; do not edit.\n\n"
        "A model is a Lua 5.4 program without access to files, clock or network. Everything is in SI units, angles in "
        "rad. "
        "Points and directions are in drawing coordinates: those of the ground, or of the group they are in. Calls "
        "take one "
        "table: entries without a name are the parts or joints that are connected (a handle, a name, or `ground`), all "
        "others are fields.\n\n",
        f);
  static const char *const sections[] = {"Model", "Places and orientations", "Functions and numbers"};
  for (size_t k = 0; k < sizeof sections / sizeof sections[0]; k++) {
    fprintf(f, "## %s\n\n", sections[k]);
    put_pages(f, sections[k]);
  }
  fputs("Functions of time and of coordinates are traced: called once with symbols, turned into a formula with exact "
        "derivatives, and never called again. They cannot branch on their arguments; use `where`.\n\n",
        f);
  fputs("## run\n\n", f);
  put_inputs(f, sn_run_inputs);
  fputs("## Fields of every part, joint and force\n\n", f);
  put_inputs(f, sn_common_inputs);
  put_class(f, SN_CLASS_PART, "Parts",
            "Things with mass. `at` and the like are drawn places; initial joint coordinates may move them.");
  fputs("## Shapes\n\nFor the field `shape` of bodies. All shapes also take `orientation`, and `axis` (a direction in "
        "the body; "
        "their own axis is x). `mass` or `density` makes them count; without both they are only a picture.\n\n",
        f);
  for (int k = 0; sn_shape_kinds[k]; k++) {
    fprintf(f, "### %s\n\n%s\n\n", sn_shape_kinds[k]->name, sn_shape_kinds[k]->help);
    put_inputs(f, sn_shape_kinds[k]->inputs);
  }
  fputs("## Sections\n\nFor the field `section` of beams. y is along the second axis of the beam, z along its third; "
        "the centroid is on the beam's line unless it has an offset. Shear areas and the torsion constant follow from "
        "the shape ([formulas](guide/beams.md#sections-of-beams)); numbers that are given take their place.\n\n",
        f);
  for (int k = 0; sn_section_kinds[k]; k++) {
    fprintf(f, "### %s%s\n\n%s\n\n", strstr(sn_section_kinds[k]->name, "section") ? "" : "section ",
            sn_section_kinds[k]->name, sn_section_kinds[k]->help);
    put_inputs(f, sn_section_kinds[k]->inputs);
  }
  put_class(f, SN_CLASS_JOINT, "Joints",
            "Between two parts, or a part and `ground`. `at`, `axis` and `x` serve both sides; `a` and `b` give a "
            "frame on each "
            "part in its own coordinates. Coordinates are zero as drawn, right-handed, second part relative to first.");
  put_sub_tables(f);
  put_class(f, SN_CLASS_FORCE, "Forces and couplings", "Springs, loads, and relations between joint coordinates.");
  put_class(f, SN_CLASS_SETTING, "Pictures", "How the model wants to be seen.");
  fputs("## Signals\n\nWhat `channel` can store.\n\n| signal | unit | size | meaning |\n|---|---|---|---|\n", f);
  put_signals(f, "", "(part)", sn_instant_signals);
  for (int i = 0; i < SN_ENERGIES; i++) {
    fprintf(f, "| `energy(\"%s\")` | J | 1 | %s |\n", sn_energy_rows[i].name, sn_energy_rows[i].help);
  }
  put_signals(f, "", "(parts)", sn_sum_signals);
  put_signals(f, "energy(parts, \"", "\")", sn_part_energies);
  put_signals(f, "", "()", sn_time_signal);
  fputs("\n`position`, `velocity` and `acceleration` take a point as second value, in drawing coordinates of the part, "
        "or a point of it in its own: `position(rod:point {x, y, z})`; `euler` takes a sequence.\n\n",
        f);
  put_pages(f, "Signals");
}

#ifndef SN_REFERENCE_NO_MAIN
int main(int argc, char **argv)
{
  FILE *f = argc > 1 ? fopen(argv[1], "w") : stdout;
  if (!f) {
    fprintf(stderr, "%s cannot be written.\n", argv[1]);
    return 5;
  }
  write_reference(f);
  return fclose(f) == 0 ? 0 : 5;
}
#endif
