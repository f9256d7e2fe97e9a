/* model/signal_sum.c -- signals summed over a part, a group or the whole model: centre of mass, momenta, energies.
 * What:    the builder remembers which item gave which mass and which blocks; a signal keeps those of its items.
 * Theory:  a particle sits at x = sum_a N_a q_a, the N of positions add up to 1. With M_ab = int rho N_a N_b:
 *          int rho x = sum over positions a, all b, of M_ab q_b; momentum the same of v; angular momentum
 *          sum_ab M_ab q_a x v_b; kinetic energy 1/2 sum_ab M_ab v_a.v_b: what the equations of motion themselves have.
 * Tests:   tests/mechanisms/test_sums.c.
 */
#include <string.h>

#include "base/text.h"
#include "model/model_private.h"

typedef struct {
  int n; /* of masses; of ranges of blocks */
  const sn_item_mass *mass;
  int first_block, n_block;
} share; /* of one item */

typedef struct {
  int n;
  const share *of;
  sn_v3 gravity, about;
  int about_centre;
} sum_data;

/* mass, and int rho w of any w of all vectors: places, velocities */
static double first_moment(const sum_data *d, const sn_system *s, const sn_v3 *w, sn_v3 *out)
{
  double mass = 0;
  *out = v3(0, 0, 0);
  for (int i = 0; i < d->n; i++) {
    for (int k = 0; k < d->of[i].n; k++) {
      const sn_item_mass *p = d->of[i].mass + k;
      const int a = s->vector[p->a].role == 0, b = s->vector[p->b].role == 0, both = p->a != p->b;
      *out = v3_axpy(*out, a ? p->m : 0, w[p->b]);
      *out = v3_axpy(*out, both && b ? p->m : 0, w[p->a]);
      mass += a && b ? (1 + both) * p->m : 0;
    }
  }
  return mass;
}

static double centre(const sum_data *d, const sn_observation *o, sn_v3 *out)
{
  const double mass = first_moment(d, o->system, o->q, out);
  *out = mass > 0 ? v3_scale(1 / mass, *out) : v3(0, 0, 0);
  return mass;
}

static void center_of_mass(const sn_observation *o, const void *data, double *out)
{
  sn_v3 c;
  centre(data, o, &c);
  v3_put(c, out);
}

static void momentum(const sn_observation *o, const void *data, double *out)
{
  sn_v3 p;
  first_moment(data, o->system, o->v, &p);
  v3_put(p, out);
}

/* about a point fixed in space, or the moving centre: J - c x P */
static void angular_momentum(const sn_observation *o, const void *data, double *out)
{
  const sum_data *d = data;
  sn_v3 about = d->about, P, J = v3(0, 0, 0);
  first_moment(d, o->system, o->v, &P);
  for (int i = 0; i < d->n; i++) {
    for (int k = 0; k < d->of[i].n; k++) {
      const sn_item_mass *p = d->of[i].mass + k;
      J = v3_axpy(J, p->m, v3_cross(o->q[p->a], o->v[p->b]));
      J = v3_axpy(J, p->a != p->b ? p->m : 0, v3_cross(o->q[p->b], o->v[p->a]));
    }
  }
  if (d->about_centre) {
    centre(d, o, &about);
  }
  v3_put(v3_sub(J, v3_cross(about, P)), out);
}

static double kinetic_of(const sum_data *d, const sn_observation *o)
{
  double sum = 0;
  for (int i = 0; i < d->n; i++) {
    for (int k = 0; k < d->of[i].n; k++) {
      const sn_item_mass *p = d->of[i].mass + k;
      sum += (p->a == p->b ? 0.5 : 1) * p->m * v3_dot(o->v[p->a], o->v[p->b]);
    }
  }
  return sum;
}

static double strain_of(const sum_data *d, const sn_observation *o)
{
  double sum = 0;
  for (int i = 0; i < d->n; i++) {
    for (int k = 0; k < d->of[i].n_block; k++) {
      sum += sn_block_energy(o->system->block + d->of[i].first_block + k, o->q, o->internal, o->t);
    }
  }
  return sum;
}

static double potential_of(const sum_data *d, const sn_observation *o)
{
  sn_v3 first;
  first_moment(d, o->system, o->q, &first);
  return -v3_dot(d->gravity, first);
}

static void kinetic(const sn_observation *o, const void *data, double *out)
{
  out[0] = kinetic_of(data, o);
}

static void strain(const sn_observation *o, const void *data, double *out)
{
  out[0] = strain_of(data, o);
}

static void potential(const sn_observation *o, const void *data, double *out)
{
  out[0] = potential_of(data, o);
}

static void total(const sn_observation *o, const void *data, double *out)
{
  out[0] = kinetic_of(data, o) + strain_of(data, o) + potential_of(data, o);
}

typedef void (*evaluation)(const sn_observation *o, const void *data, double *out);
const sn_signal_name sn_sum_signals[] = {
    {"center_of_mass", "m", 3, "centre of mass"},
    {"momentum", "kg m/s", 3, "linear momentum, ground axes"},
    {"angular_momentum", "kg m^2/s", 3, "angular momentum, ground axes, about the origin of the ground"},
    {0}};
static const evaluation sums[] = {center_of_mass, momentum, angular_momentum};
const sn_signal_name sn_part_energies[] = {{"kinetic", "J", 1, "kinetic energy of its mass"},
                                           {"strain", "J", 1, "energy of its springs and elastic elements"},
                                           {"potential", "J", 1, "energy of gravity, -m g.c with c its centre of mass"},
                                           {"total", "J", 1, "kinetic + strain + potential"},
                                           {0}};
static const evaluation energies[] = {kinetic, strain, potential, total};

/* The row of a signal: energies differ by their text. */
static int find(const sn_signal *s, const sn_signal_name **list, const evaluation **how)
{
  const int energy = strcmp(s->name, "energy") == 0;
  const char *name = energy ? (s->text ? s->text : "") : s->name;
  *list = energy ? sn_part_energies : sn_sum_signals;
  *how = energy ? energies : sums;
  for (int k = 0; (*list)[k].name; k++) {
    if (strcmp((*list)[k].name, name) == 0) {
      return k;
    }
  }
  return -1;
}

sn_status sn_sum_info(const sn_signal *s, int *n, const char **unit, sn_error *error)
{
  const sn_signal_name *list;
  const evaluation *how;
  const int k = find(s, &list, &how);
  if (k < 0) {
    const char *name[8];
    int m = 0;
    for (; list[m].name; m++) {
      name[m] = list[m].name;
    }
    char all[120];
    sn_join(all, sizeof all, name, m);
    const char *meant = sn_nearest(s->text ? s->text : s->name, name, (size_t)m);
    sn_failf(error, SN_EINPUT, "A part has no energy \"%.60s\".", s->text ? s->text : "");
    sn_error_why(error, "Its energies are: %s. Work and losses are known of the whole model.", all);
    sn_error_fix(error, "Did you mean \"%s\"?", meant ? meant : "total");
    sn_error_where(error, "%s", s->where);
    return SN_EINPUT;
  }
  *n = list[k].n;
  *unit = list[k].unit;
  return SN_OK;
}

static sn_status no_mass(const sn_signal *s, sn_error *error)
{
  sn_failf(error, SN_EINPUT, "%s needs a part with mass.", s->name);
  sn_error_why(error, "Joints, springs and loads have none.");
  sn_error_fix(error, "Name a part, a group of parts, or nothing for the whole model.");
  sn_error_where(error, "%s", s->where);
  return SN_EINPUT;
}

sn_status sn_sum_add(const sn_model *m, const sn_signal *s, sn_builder *b, int *row, sn_error *error)
{
  const sn_signal_name *list;
  const evaluation *how;
  const int k = find(s, &list, &how), n = s->of ? s->n_of : m->item.n;
  sum_data *d = SN_NEW(sn_builder_arena(b), sum_data, 1);
  share *of = SN_NEW(sn_builder_arena(b), share, n);
  if (!d || !of) {
    return sn_no_memory(error, "the model");
  }
  *d = (sum_data){.n = n, .of = of, .gravity = m->gravity};
  int masses = 0;
  for (int i = 0; i < n; i++) {
    const sn_item *item = s->of ? s->of[i] : m->item.at[i];
    of[i].n = sn_builder_masses_of(b, item->builder_item, &of[i].mass);
    of[i].n_block = sn_builder_blocks_of(b, item->builder_item, &of[i].first_block);
    masses += of[i].n;
  }
  sn_item_mass *own = SN_NEW(sn_builder_arena(b), sn_item_mass, masses); /* read in a run */
  if (!own) {
    return sn_no_memory(error, "the model");
  }
  for (int i = 0; i < n; own += of[i++].n) {
    if (of[i].n > 0) {
      memcpy(own, of[i].mass, (size_t)of[i].n * sizeof *own);
    }
    of[i].mass = own;
  }
  if (masses == 0 && list == sn_sum_signals) {
    return no_mass(s, error);
  }
  d->about = isnan(s->point.x[0]) ? v3(0, 0, 0) : s->point;
  d->about_centre = s->text && strcmp(s->text, "center") == 0;
  *row = sn_add_observable(
      b,
      &(sn_quantity){
          .name = s->name, .unit = list[k].unit, .help = list[k].help, .evaluate = how[k], .flags = SN_OUT_SIGNAL},
      list[k].n, d);
  return SN_OK;
}
