/* lab/study/maker.c -- tables of studies: one list of columns makes csv and HDF5.
 * Tests:   tests/lab/test_verb_study.c.
 */
#include "lab/study/maker.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

double *sn_maker_numbers(sn_maker *m, const char *name, const char *unit)
{
  double *x = SN_NEW(m->arena, double, m->rows + 1);
  m->failed |= !x || m->n >= SN_MAKER_COLUMNS;
  if (!m->failed) {
    m->column[m->n++] = (sn_named_column){.name = name, .unit = unit, .number = x};
  }
  return m->failed ? NULL : x;
}

const char **sn_maker_texts(sn_maker *m, const char *name)
{
  const char **x = SN_NEW(m->arena, const char *, m->rows + 1);
  m->failed |= !x || m->n >= SN_MAKER_COLUMNS;
  if (!m->failed) {
    m->column[m->n++] = (sn_named_column){.name = name, .unit = "", .text = x};
  }
  return m->failed ? NULL : x;
}

sn_status sn_maker_csv(const char *file, const sn_maker *m, sn_error *error)
{
  FILE *f = fopen(file, "w");
  for (int i = 0; f && i < m->n; i++) {
    const char *comma = strchr(m->column[i].name, ',') ? "\"" : "";
    (void)fprintf(f, "%s%s%s%s", i ? "," : "", comma, m->column[i].name, comma);
  }
  for (int k = 0; f && k < m->rows; k++) {
    (void)fprintf(f, "\n");
    for (int i = 0; i < m->n; i++) {
      const sn_named_column *c = m->column + i;
      if (c->text) {
        (void)fprintf(f, "%s%s", i ? "," : "", c->text[k]);
      } else if (isfinite(c->number[k])) {
        (void)fprintf(f, "%s%.9g", i ? "," : "", c->number[k]);
      } else {
        (void)fprintf(f, "%s", i ? "," : ""); /* an empty field: not known */
      }
    }
  }
  if (!f || fprintf(f, "\n") < 0 || fclose(f) != 0) {
    return sn_fail(error, SN_EIO, file, "The table could not be written.", strerror(errno),
                   "Check the folder and the space on the disk.");
  }
  return SN_OK;
}
