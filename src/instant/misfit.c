/* instant/misfit.c -- rates that joints and drives ask for, and what the velocities give: which of them do not fit, and drives that
 *          contradict each other.
 * Theory:  row r of a constraint asks for G_r v = u'. Velocities of the user need not satisfy it (they are projected); those that
 *          were projected do, except in rows that depend on others (freedom.c) and ask for something else: a contradiction.
 *          The same for accelerations, where two drives or more take part: then the drives part company a moment later. (In
 *          singular positions accelerations alone say nothing: there the velocities are not free.)
 * Tests:   tests/mistakes (contradictory_drives.lua and others).
 */
#include <stdio.h>
#include <string.h>

#include "instant/unknowns.h"

static const double noticeable = 1e-6; /* of the largest speed of the model */

/* A rate of a row as a speed: angles times the size of the model, squared lengths over it. */
static double speed_of(const sn_instant *m, const sn_block *b, int r, double rate)
{
  SN_ASSERT(m->s->extent > 0 && r >= 0 && r < sn_block_rows(b));
  return fabs(rate) * pow(m->s->extent, 1 - sn_row_dimension(b, r));
}

/* The largest speed of anything. */
static double largest_speed(const sn_instant *m, const sn_v3 *v)
{
  double largest = 0;
  for (int i = 0; i < m->s->n_vector; i++) {
    largest = fmax(largest, v3_norm(v[i]) * (m->s->vector[i].is_length ? 1 : m->s->extent));
  }
  return largest;
}

static sn_rate_misfit misfit_of(const sn_instant *m, const sn_constraint_rows *c, int r, double wanted, double found)
{
  const sn_block *b = sn_instant_block(m, c);
  const int power = sn_row_dimension(b, r);
  const double scale = power > 1 ? pow(m->s->extent, 1 - power) : 1;
  return (sn_rate_misfit){.item = b->item,
                          .rows = b->row_text ? b->row_text : "rows",
                          .row = r,
                          .n_rows = c->n_row,
                          .wanted = scale * wanted,
                          .found = scale * found,
                          .angle = power == 0};
}

/* The row that is farthest from what it asks for with these velocities. only_dependent: of those that depend on others. */
static sn_rate_misfit worst_row(sn_instant *m, const sn_v3 *v, int only_dependent)
{
  double largest = noticeable * largest_speed(m, v);
  sn_rate_misfit out = {.item = -1};
  sn_instant_row_rates(m, v, m->row_value);
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    const sn_block *b = sn_instant_block(m, c);
    const double *rate = m->row_value + c->row, wanted = m->drive[3 * c->block + 1];
    for (int r = 0; r < c->n_row; r++) {
      const double far = speed_of(m, b, r, rate[r] - wanted);
      const int asked = only_dependent ? m->softness[c->row + r] > 0 || c->first < 0 : b->drive == NULL;
      if (asked && far > largest && b->item >= 0) {
        largest = far;
        out = misfit_of(m, c, r, wanted, rate[r]);
      }
    }
  }
  return out;
}

sn_rate_misfit sn_instant_given_misfit(sn_instant *m, const sn_state *x)
{
  sn_instant_read(m, x);
  return worst_row(m, m->v, 0);
}

/* ---- contradictions */

/* "revolute 'j1' 0 rad, 0.8 rad/s; ..." of the drives that take part; how many there are. */
static int list_drives(const sn_instant *m, const unsigned char *takes_part, char *text, size_t size)
{
  int n = 0;
  size_t used = 0;
  text[0] = '\0';
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_block *b = sn_instant_block(m, m->constraint + i);
    const char *unit = b->n_coordinate > 0 && sn_composite_dimension(b) > 0 ? "m" : "rad";
    double u[3];
    if (!b->drive || b->item < 0 || !takes_part[b->item]) {
      continue;
    }
    sn_instant_drive(m, b, u);
    const int more = snprintf(text + used, size - used, "%s%s %.6g %s, %.6g %s/s, %.6g %s/s^2", n ? "; " : "",
                              m->s->item_name[b->item], u[0], unit, u[1], unit, u[2], unit);
    used += more > 0 && (size_t)more < size - used ? (size_t)more : 0; /* what does not fit is left out */
    text[used] = '\0';
    n++;
  }
  return n;
}

/* "revolute 'p', distance 'q'": the first of those that take part */
static void list_items(const sn_instant *m, const unsigned char *takes_part, char *text, size_t size)
{
  enum { MOST = 6 };
  size_t used = 0;
  int n = 0;
  text[0] = '\0';
  for (int i = 0; i < m->s->n_item && n <= MOST; i++) {
    if (takes_part[i]) {
      const int more = snprintf(text + used, size - used, "%s%s", n ? ", " : "", n < MOST ? m->s->item_name[i] : "...");
      used += more > 0 && (size_t)more < size - used ? (size_t)more : 0;
      text[used] = '\0';
      n++;
    }
  }
}

static void tell(const sn_instant *m, const sn_rate_misfit *x, const char *order, const unsigned char *takes_part,
                 sn_error *error)
{
  SN_ASSERT(x->item >= 0 && x->item < m->s->n_item && x->rows);
  const char *unit = x->angle ? "rad" : "m", *name = m->s->item_name[x->item];
  char drives[300], items[200];
  const int n = list_drives(m, takes_part, drives, sizeof drives);
  list_items(m, takes_part, items, sizeof items);
  *error = (sn_error){.status = SN_EMODEL};
  sn_instant_name_item(m->s, x->item, error);
  if (strcmp(x->rows, "drive") == 0) {
    (void)snprintf(error->what, sizeof error->what,
                   "Drives contradict each other at t = %.9g s: that of %s requires %.6g %s/%s, the others allow "
                   "%.6g %s/%s.",
                   m->t, name, x->wanted, unit, order, x->found, unit, order);
  } else {
    (void)snprintf(error->what, sizeof error->what,
                   "Joints and %s contradict each other at t = %.9g s: they open %s by %.3g %s/%s.",
                   n > 0 ? "drives" : "given motions", m->t, name, fabs(x->found - x->wanted), unit, order);
  }
  sn_error_why(error, "%s constrain the same directions%s%s.", items, n > 0 ? "; drives: " : "", drives);
  sn_error_fix(error, n > 1 ? "Remove one of these drives, or let them fit each other at all times."
                            : "Remove one of these joints or drives, or let them fit each other at all times.");
}

/* Rows of accelerations that are not met: the same search, with what the rows ask for and get. */
static sn_rate_misfit worst_acceleration(sn_instant *m)
{
  double largest = 0;
  sn_rate_misfit out = {.item = -1};
  for (int i = 0; i < m->s->n_vector; i++) {
    largest = fmax(largest, v3_norm(m->a[i]) * (m->s->vector[i].is_length ? 1 : m->s->extent));
  }
  largest *= noticeable;
  for (int i = 0; i < m->n_constraint; i++) {
    const sn_constraint_rows *c = m->constraint + i;
    const sn_block *b = sn_instant_block(m, c);
    double u[3];
    if (!b->drive || c->first < 0 || !(m->softness[c->row] > 0) || b->item < 0) {
      continue;
    }
    /* row_value is what is left for the unknowns: G xi' = row_value */
    double got = 0;
    SN_ASSERT(c->n_row == 1 && b->law->is_scalar);
    SN_ASSERT(m->factored); /* its rows are those of the matrix */
    sn_instant_copy_rows(m, c, m->projected);
    for (int k = 0, at = 0; k < b->n_node; k++) {
      const sn_instant_node *n = m->node + b->node[k];
      for (int a = 0; a < n->size; a++) {
        got += m->projected[at + a] * m->xi[n->first + a];
      }
      at += n->size;
    }
    const double far = got - m->row_value[c->row];
    sn_instant_drive(m, b, u);
    if (speed_of(m, b, 0, far) > largest) {
      largest = speed_of(m, b, 0, far);
      out = misfit_of(m, c, 0, u[2], u[2] + far);
    }
  }
  return out;
}

sn_status sn_instant_contradiction(sn_instant *m, const sn_state *x, sn_arena *arena, sn_error *error)
{
  unsigned char *takes_part = SN_NEW(arena, unsigned char, m->s->n_item + 1);
  char drives[400];
  if (!takes_part) {
    return sn_no_memory(error, "the start");
  }
  sn_instant_read(m, x);
  SN_TRY(sn_rank_find_dependent(m, error));
  if (m->n_dependent == 0) {
    return SN_OK;
  }
  SN_TRY(sn_instant_velocities(m, error));
  sn_rate_misfit found = worst_row(m, m->v, 1);
  if (found.item < 0) {
    SN_TRY(sn_instant_accelerations(m, error));
    found = worst_acceleration(m);
    SN_TRY(sn_instant_indeterminate(m, x, takes_part, error));
    if (found.item >= 0 && list_drives(m, takes_part, drives, sizeof drives) > 1) {
      tell(m, &found, "s^2", takes_part, error);
      return SN_EMODEL;
    }
    return SN_OK;
  }
  SN_TRY(sn_instant_indeterminate(m, x, takes_part, error));
  tell(m, &found, "s", takes_part, error);
  return SN_EMODEL;
}
