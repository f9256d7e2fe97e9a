/* system/state.c -- the flat state, its energies, momenta and constraint errors. */
#include "system/state.h"

#include <float.h>
#include <string.h>

#include "system/kernel.h"

sn_status sn_state_for(const sn_system *s, size_t n_scheme, sn_arena *arena, sn_state *out, sn_error *error)
{
  const size_t nv = (size_t)s->n_vector, nn = (size_t)s->n_node;
  const size_t n =
      2 + 6 * nv + 3 * (size_t)s->n_stress + 9 * nn + (size_t)s->n_internal + (size_t)s->n_block + 1 + n_scheme;
  double *x = SN_NEW(arena, double, n);
  if (!x) {
    return sn_no_memory(error, "the state");
  }
  *out = (sn_state){.n = n, .data = x, .t = x, .scale = x + 1, .n_scheme = n_scheme};
  x += 2;
  out->q = (sn_v3 *)(void *)x;
  out->v = (sn_v3 *)(void *)(x + 3 * nv);
  out->stress = x + 6 * nv;
  out->rate = out->stress + s->n_stress;
  out->sigma = out->rate + s->n_stress;
  out->internal = out->sigma + 9 * nn;
  out->projection_impulse = out->internal + s->n_internal;
  out->mobility = out->projection_impulse + s->n_stress;
  out->next_mobility = out->mobility + s->n_block;
  out->scheme = out->next_mobility + 1;
  SN_ASSERT(out->scheme + n_scheme == out->data + n); /* nothing overlaps, nothing is left */
  return SN_OK;
}

sn_status sn_state_new(const sn_system *s, sn_arena *arena, sn_state *out, sn_error *error)
{
  return sn_state_for(s, 0, arena, out, error);
}

sn_status sn_state_room(const sn_system *s, size_t n, sn_arena *arena, sn_state *x, sn_error *error)
{
  sn_state larger;
  SN_ASSERT(x->n >= x->n_scheme);
  SN_TRY(sn_state_for(s, n, arena, &larger, error));
  SN_ASSERT(larger.n - n == x->n - x->n_scheme); /* of the same system */
  memcpy(larger.data, x->data, sizeof(double) * (x->n - x->n_scheme));
  *x = larger;
  return SN_OK;
}

void sn_state_copy(const sn_state *from, sn_state *to)
{
  SN_ASSERT(from->n == to->n);
  SN_ASSERT(from->n_scheme == to->n_scheme && from->data != to->data);
  memcpy(to->data, from->data, sizeof(double) * from->n);
}

/* ---- ledger */

#define INDEX(name, taken) FIELD_##name,
enum { SN_LEDGER(INDEX) FIELDS };
#undef INDEX
_Static_assert(sizeof(sn_ledger) == FIELDS * sizeof(double), "a ledger is its fields, one after the other");

const sn_energy_row sn_energy_rows[SN_ENERGIES] = {
    {"kinetic", "kinetic energy", FIELD_kinetic, 1},
    {"strain", "energy of springs and elastic parts", FIELD_strain, 1},
    {"potential", "energy of gravity", FIELD_potential, 1},
    {"total", "kinetic + strain + potential", FIELD_kinetic, 3},
    {"work", "work of loads, drives, moving bases and control so far", FIELD_work_loads, 4},
    {"work_loads", "work of given forces so far", FIELD_work_loads, 1},
    {"work_drives", "work of driven joints so far", FIELD_work_drives, 1},
    {"work_base", "work of moving bases so far", FIELD_work_base, 1},
    {"work_control", "work of forces that follow signals so far", FIELD_work_control, 1},
    {"dissipation", "lost in dampers and friction so far", FIELD_dissipation, 1},
    {"numerical", "taken out by the scheme so far", FIELD_numerical, 1},
    {"defect", "what the balance misses: round-off (scheme midpoint: its error)", FIELD_defect, 1}};

static void fields_of(const sn_ledger *ledger, double x[FIELDS])
{
  memcpy(x, ledger, sizeof *ledger);
}

double sn_energy_value(const sn_ledger *ledger, int row)
{
  SN_ASSERT(row >= 0 && row < SN_ENERGIES);
  const sn_energy_row *r = &sn_energy_rows[row];
  SN_ASSERT(r->n >= 1 && r->first >= 0 && r->first + r->n <= FIELDS);
  double x[FIELDS];
  fields_of(ledger, x);
  double sum = x[r->first];
  for (int i = 1; i < r->n; i++) {
    sum += x[r->first + i];
  }
  return sum;
}

int sn_ledger_finite(const sn_ledger *ledger)
{
  double x[FIELDS];
  int finite = 1;
  fields_of(ledger, x);
  for (int i = 0; i < FIELDS; i++) {
    finite = finite && isfinite(x[i]);
  }
  return finite;
}

void sn_ledger_add(sn_ledger *total, const sn_ledger *step)
{
  SN_ASSERT(total != step);
#define LAST(name) total->name = step->name
#define SUM(name) total->name += step->name
#define TAKE(name, taken) taken(name);
  SN_LEDGER(TAKE)
#undef TAKE
#undef SUM
#undef LAST
}

double sn_rest_energy(const sn_system *s)
{
  double weight = 0, mass = 0;
  SN_ASSERT(s->extent > 0);
  for (int a = 0; a < s->n_vector; a++) {
    weight += s->vector[a].role == 0 ? v3_norm(s->gravity[a]) : 0;
    mass += s->vector[a].role == 0 ? s->mass[a] : 0;
  }
  return 1e-20 * weight * s->extent + 1e-24 * mass * s->extent * s->extent;
}

/* Norm of interpolated vector k of a block, and the sum of the norms of its terms, which its round-off follows. */
static double point_size(const sn_block *b, int k, const sn_v3 *q, double *terms)
{
  sn_v3 sum = v3(0, 0, 0);
  *terms = 0;
  for (int i = b->w_first[k]; i < b->w_first[k + 1]; i++) {
    const sn_v3 x = v3_scale(b->w_value[i], q[b->vector[b->w_vector[i]]]);
    sum = v3_add(sum, x);
    *terms += v3_norm(x);
  }
  return v3_norm(sum);
}

/* out: stiffness of every strain alone, where there is none */
static void own_stiffness(const sn_block *b, double *out)
{
  const double none[SN_MAX_COMPOSITE_FORMS] = {0};
  double S[SN_MAX_COMPOSITE_FORMS], D[SN_MAX_COMPOSITE_FORMS * SN_MAX_COMPOSITE_FORMS];
  for (int k = 0; k < b->n_form && b->matrix; k++) {
    out[k] = b->matrix[k * (b->n_form + 1)];
  }
  for (int i = 0; i < b->n_energy; i++) {
    const int n = b->energy[i].of->n;
    (void)b->energy[i].of->value(b->energy[i].of, none, S, D);
    for (int k = 0; k < n; k++) {
      *out++ = b->energy[i].weight * D[k * (n + 1)];
    }
  }
}

double sn_roundoff_energy(const sn_system *s, const sn_v3 *q)
{
  double sum = 0, norm[SN_MAX_POINTS], terms[SN_MAX_POINTS], size[SN_MAX_FORMS], stiffness[SN_MAX_FORMS];
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    if (!sn_is_material(b->law)) {
      continue;
    }
    own_stiffness(b, stiffness);
    for (int k = 0; k < b->n_point; k++) {
      norm[k] = point_size(b, k, q, terms + k);
    }
    for (int k = 0; k < b->n_form; k++) {
      size[k] = fabs(b->c0[k]);
    }
    for (int k = 0; k < b->n_term; k++) {
      const sn_term t = b->term[k];
      size[t.form] += fabs(t.c) * (norm[t.i] * terms[t.j] + norm[t.j] * terms[t.i]);
    }
    for (int k = 0; k < b->n_form; k++) {
      const double strain = 4 * DBL_EPSILON * size[k];
      sum += 0.5 * fabs(stiffness[k]) * strain * strain;
    }
  }
  return sum;
}

double sn_noticeable_energy(const sn_system *s)
{
  return 1e10 * sn_rest_energy(s);
}

double sn_typical_mass(const sn_system *s)
{
  double total = 0, count = 0;
  for (int i = 0; i < s->n_node; i++) {
    if (sn_has_place(s, s->node + i)) {
      total += s->node[i].mass[0][0];
      count++;
    }
  }
  return total > 0 ? total / count : 1;
}

double sn_power_of_two(double x)
{
  SN_ASSERT(x > 0 && isfinite(x));
  int e = 0;
  (void)frexp(x, &e);
  return ldexp(1, e - 1);
}

double sn_coordinate_size(const sn_system *s, int is_length)
{
  return is_length ? sn_power_of_two(s->extent) : 1;
}

double sn_multiplier_size(const sn_system *s, int dimension, double mass)
{
  const double length = sn_power_of_two(s->extent), m = sn_power_of_two(mass);
  SN_ASSERT(dimension >= 0 && dimension <= 2);
  return dimension == 0 ? m * length * length : dimension == 1 ? m * length : m;
}

double sn_ledger_scale(const sn_ledger *t)
{
  return t->kinetic + fabs(t->strain) + fabs(t->work_loads + t->work_drives + t->work_base + t->work_control) +
         t->dissipation;
}

double sn_kinetic(const sn_system *s, const sn_v3 *v)
{
  double k = 0;
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *n = s->node + i;
    for (int a = 0; a < n->n_vec; a++) {
      for (int b = 0; b < n->n_vec; b++) {
        if (n->mass[a][b] != 0) {
          k += 0.5 * n->mass[a][b] * v3_dot(v[n->vector[a]], v[n->vector[b]]);
        }
      }
    }
  }
  for (int i = 0; i < s->n_pair; i++) {
    const sn_mass_pair *p = s->pair + i;
    k += (p->a == p->b ? 0.5 : 1.0) * p->m * v3_dot(v[p->a], v[p->b]);
  }
  return k;
}

/* of what sticks, slides, spins and rolls in a contact */
static double contact_bristles(const sn_contact *c, const double *internal)
{
  const double *z = internal + c->internal + SN_CONTACT_BRISTLE, *r = internal + c->internal + SN_CONTACT_ROLL,
               w = internal[c->internal + SN_CONTACT_TWIST];
  return 0.5 * c->bristle * (z[0] * z[0] + z[1] * z[1] + z[2] * z[2] + w * w) +
         0.5 * c->twist * (r[0] * r[0] + r[1] * r[1] + r[2] * r[2]);
}

static double joint_bristle(const sn_rate_law *l, const double *internal)
{
  const double z = internal[l->internal + SN_FRICTION_BRISTLE];
  return 0.5 * internal[l->internal + SN_FRICTION_STIFFNESS] * z * z;
}

double sn_block_energy(const sn_block *b, const sn_v3 *q, const double *internal, double t)
{
  double e[SN_MAX_FORMS];
  if (b->law == &sn_law_friction) {
    return joint_bristle(b->rate, internal);
  }
  if (!b->law->stores_energy) {
    return 0;
  }
  SN_ASSERT(!b->law->is_rate && !b->law->is_constraint);
  if (b->energy_internal >= 0) {
    return internal[b->energy_internal];
  }
  sn_forms(b, q, e);
  if (!b->law->is_scalar) {
    return b->law->energy(b, e);
  }
  const double V = b->law->potential(
      b, &(sn_scalar_point){.x = sn_composite(b, internal, e, NULL, NULL) - sn_drive(b, internal, t)});
  return b->contact ? V + contact_bristles(b->contact, internal) : V;
}

void sn_energies(const sn_system *s, const sn_state *x, double *kinetic, double *strain, double *potential)
{
  *kinetic = sn_kinetic(s, x->v);
  *strain = *potential = 0;
  for (int i = 0; i < s->n_block; i++) {
    *strain += sn_block_energy(s->block + i, x->q, x->internal, *x->t);
  }
  for (int a = 0; a < s->n_vector; a++) {
    *potential -= v3_dot(s->gravity[a], x->q[a]);
  }
}

void sn_to_space(const sn_system *s, const sn_v3 *local, sn_v3 *q)
{
  SN_ASSERT(q != local);
  const int far = v3_norm(s->origin) > 0;
  for (int i = 0; i < s->n_vector; i++) {
    q[i] = far && s->vector[i].place != 0 ? v3_axpy(local[i], s->vector[i].place, s->origin) : local[i];
  }
}

void sn_momenta(const sn_system *s, const sn_state *x, sn_v3 *linear, sn_v3 *angular)
{
  SN_ASSERT(x->q && x->v && linear != angular);
  sn_v3 P = {{0, 0, 0}}, J = {{0, 0, 0}};
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *n = s->node + i;
    for (int a = 0; a < n->n_vec; a++) {
      for (int b = 0; b < n->n_vec; b++) {
        const int va = n->vector[a], vb = n->vector[b];
        J = v3_axpy(J, n->mass[a][b], v3_cross(x->q[va], x->v[vb]));
        if (s->vector[va].role == 0) {
          P = v3_axpy(P, n->mass[a][b], x->v[vb]);
        }
      }
    }
  }
  for (int i = 0; i < s->n_pair; i++) {
    const sn_mass_pair *p = s->pair + i;
    const int both = p->a != p->b;
    J = v3_axpy(J, p->m, v3_cross(x->q[p->a], x->v[p->b]));
    P = v3_axpy(P, s->vector[p->a].role == 0 ? p->m : 0, x->v[p->b]);
    if (both) {
      J = v3_axpy(J, p->m, v3_cross(x->q[p->b], x->v[p->a]));
      P = v3_axpy(P, s->vector[p->b].role == 0 ? p->m : 0, x->v[p->a]);
    }
  }
  *linear = P;
  *angular = J;
}

int sn_composite_dimension(const sn_block *b)
{
  int d = 0;
  for (int i = 0; i < b->n_coordinate; i++) {
    const sn_coordinate *c = b->coordinate + i;
    SN_ASSERT(c->form >= 0 && c->form < b->n_form);
    const int plain =
        c->type == SN_COORDINATE_ANGLE || c->type == SN_COORDINATE_FUNCTION || (c->gap && c->gap->is_angle);
    const int length = c->type == SN_COORDINATE_LENGTH || (c->gap && !c->gap->is_angle);
    const int di = plain ? 0 : length ? 1 : b->dimension[c->form];
    d = di > d ? di : d;
  }
  return d;
}

int sn_row_dimension(const sn_block *b, int row)
{
  SN_ASSERT(row >= 0 && row < (b->law->is_scalar ? 1 : b->n_form));
  return b->law->is_scalar ? sn_composite_dimension(b) : b->dimension[row];
}

static double scaled(double e, int dimension, double extent)
{
  SN_ASSERT(dimension >= 0 && dimension <= 2 && extent > 0);
  return fabs(e) / (dimension == 0 ? 1 : dimension == 1 ? extent : extent * extent);
}

/* of a penalty on a composite strain, and its slope */
static double driven_force(const sn_block *b, const sn_state *x, const double *e, double *slope)
{
  const double eps = sn_composite(b, x->internal, e, NULL, NULL) - sn_drive(b, x->internal, *x->t);
  SN_ASSERT(b->law->is_scalar && b->potential);
  return b->potential->force(b->potential, eps, slope);
}

double sn_penalty_gap(const sn_system *s, const sn_state *x, int *item, double *energy)
{
  double worst = 0, e[SN_MAX_FORMS];
  *item = -1;
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    if (!(b->penalty > 0)) {
      continue;
    }
    sn_forms(b, x->q, e);
    for (int r = 0; r < b->n_stress; r++) {
      double force, k = b->matrix ? b->matrix[r * b->n_form + r] : 0;
      force = b->matrix ? k * e[r] : driven_force(b, x, e, &k);
      SN_ASSERT(k > 0);
      const double gap = fabs(force) / sqrt(k * b->penalty); /* k = penalty times a length squared */
      if (gap > worst) {
        *item = b->item;
        *energy = b->penalty * gap * gap / 2;
        worst = gap;
      }
    }
  }
  return worst;
}

double sn_turn_energy(const sn_system *s, const sn_state *x, double h, int *item)
{
  double sum = 0, most = 0, e[SN_MAX_FORMS];
  *item = -1;
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    if (!(b->penalty > 0) || !b->matrix) {
      continue;
    }
    SN_ASSERT(b->n_form <= SN_MAX_FORMS);
    double here = 0;
    sn_forms(b, x->v, e); /* quadratic in its argument */
    for (int r = 0; r < b->n_form; r++) {
      const double left = h * h * (e[r] - b->c0[r]) / 2;
      here += b->matrix[r * b->n_form + r] * left * left / 2;
    }
    sum += here;
    *item = here > most ? b->item : *item;
    most = fmax(most, here);
  }
  return sum;
}

double sn_constraint_error(const sn_system *s, const sn_state *x)
{
  double worst = 0, e[SN_MAX_FORMS];
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    if (!b->law->is_constraint || b->law->is_rate) {
      continue;
    }
    sn_forms(b, x->q, e);
    if (b->law->is_scalar) {
      e[0] = sn_composite(b, x->internal, e, NULL, NULL) - sn_drive(b, x->internal, *x->t);
    }
    for (int r = 0; r < sn_block_rows(b); r++) {
      worst = fmax(worst, scaled(e[r], sn_row_dimension(b, r), s->extent));
    }
  }
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *n = s->node + i;
    for (int k = 0; k < n->n_dir; k++) {
      for (int l = k; l < n->n_dir; l++) {
        const double d = v3_dot(x->q[n->vector[n->has_x + k]], x->q[n->vector[n->has_x + l]]);
        worst = fmax(worst, fabs(d - (k == l)));
      }
    }
  }
  return worst;
}
