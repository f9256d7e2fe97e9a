/* system/formula.c -- rows that are expressions of other rows.
 * What:    see system/formula.h. Every row that a formula uses is evaluated once for all its components.
 * Tests:   tests/system/test_formula.c, tests/language/test_language.c (channels), tests/cli/test_resume.c (conditions).
 */
#include "system/formula.h"

#include <math.h>
#include <string.h>

typedef struct {
  int n_row, n_variables, n;
  const int *row;  /* each once */
  const int *from; /* per variable: which of the numbers of these rows, strung together */
  const sn_expr *component[SN_FORMULA_PARTS];
  int scratch; /* where it writes the numbers of its rows, and its variables behind them: beyond what formulas write that it reads */
} formula;

/* Most numbers of its rows. */
static int most_values(const formula *f)
{
  return SN_FORMULA_PARTS * f->n_row;
}

int sn_formula_scratch(const sn_observable *row)
{
  const formula *f = row->data;
  return f->scratch + most_values(f) + f->n_variables;
}

void sn_observable_now(const sn_observation *o, int row, double *out)
{
  SN_ASSERT(row >= 0 && row < o->system->n_output);
  const sn_observable *r = o->system->output + row;
  r->what->evaluate(o, r->data, out);
}

static void evaluate(const sn_observation *o, const void *data, double *out)
{
  const formula *f = data;
  double *value = o->scratch + f->scratch, *variable = value + most_values(f), *next = value;
  SN_ASSERT(f->n >= 1 && f->n <= SN_FORMULA_PARTS && f->n_row <= f->n_variables && o->scratch);
  for (int i = 0; i < f->n_row; i++) {
    sn_observable_now(o, f->row[i], next);
    next += o->system->output[f->row[i]].n;
  }
  for (int i = 0; i < f->n_variables; i++) {
    SN_ASSERT(value + f->from[i] < next);
    variable[i] = value[f->from[i]];
  }
  for (int k = 0; k < f->n; k++) {
    out[k] = sn_expr_value(f->component[k], variable);
  }
}

sn_status sn_formula_observable(const sn_formula *f, const sn_observable *rows, sn_arena *arena, sn_observable *out,
                                sn_error *error)
{
  formula *made = SN_NEW(arena, formula, 1);
  sn_quantity *what = SN_NEW(arena, sn_quantity, 1);
  int *row = SN_NEW(arena, int, f->n_variables), *from = SN_NEW(arena, int, f->n_variables);
  SN_ASSERT(f->n_variables >= 0);
  SN_REQUIRE(f->n >= 1 && f->n <= SN_FORMULA_PARTS, error);
  if (!made || !what || !row || !from) {
    return sn_no_memory(error, "the channels");
  }
  *made = (formula){.n_variables = f->n_variables, .n = f->n, .row = row, .from = from};
  for (int i = 0; i < f->n_variables; i++) {
    const sn_variable *v = f->variable + i;
    int k = 0, start = 0;
    SN_REQUIRE(rows[v->row].n <= SN_FORMULA_PARTS && v->part >= 0 && v->part < rows[v->row].n, error);
    while (k < made->n_row && row[k] != v->row) {
      start += rows[row[k++]].n;
    }
    row[k] = v->row;
    made->n_row += k == made->n_row;
    from[i] = start + v->part;
    if (rows[v->row].what->evaluate == evaluate && sn_formula_scratch(rows + v->row) > made->scratch) {
      made->scratch = sn_formula_scratch(rows + v->row);
    }
  }
  for (int k = 0; k < f->n; k++) {
    made->component[k] = f->component[k];
  }
  *what = (sn_quantity){.name = f->name, .unit = f->unit, .help = "", .flags = f->flags, .evaluate = evaluate};
  *out = (sn_observable){.what = what, .item = "", .owner = -1, .n = f->n, .data = made};
  return SN_OK;
}

int sn_observable_of_channel(const sn_system *s, const char *name)
{
  for (int i = 0; i < s->n_channel; i++) {
    if (strcmp(s->output[s->channel[i]].what->name, name) == 0) {
      return s->channel[i];
    }
  }
  return -1;
}

int sn_observable_of_item(const sn_system *s, const char *item, const char *name)
{
  SN_ASSERT(item && name);
  for (int i = 0; i < s->n_output; i++) {
    const sn_observable *row = &s->output[i];
    if (row->owner >= 0 && strcmp(row->item, item) == 0 && strcmp(row->what->name, name) == 0) {
      return i;
    }
  }
  return -1;
}

int sn_stop_now(const sn_observation *o)
{
  for (int i = 0; i < o->system->n_stop; i++) {
    double x[SN_FORMULA_PARTS];
    SN_ASSERT(o->system->output[o->system->stop[i]].n <= SN_FORMULA_PARTS);
    sn_observable_now(o, o->system->stop[i], x);
    if (!isnan(x[0]) && x[0] != 0) {
      return i + 1;
    }
  }
  return 0;
}
