/* instant/node_vectors.c -- vectors of nodes and their unknowns, four nodes at a time: projections, momenta, rates.
 * Theory:  docs/theory.md, output: rates of the vectors are C xi (unknowns.h), forces on the unknowns C^T f.
 * Tests:   tests/instant/test_instant.c, tests/instant/test_project.c
 */
#include "instant/node_lanes.h"

enum { MOST = SN_NODE_UNKNOWNS };

/* own masses times the vectors: f_a = sum M_ab x_b */
SN_LANE_INLINE void times_own_mass(const sn_node_pack *p, const sn_lv3 *x, sn_lv3 *f)
{
  for (int a = 0; a < p->shape.n_vec; a++) {
    f[a] = lv3_zero();
    for (int b = 0; b < p->shape.n_vec; b++) {
      if (p->has_mass[a][b]) {
        f[a] = lv3_axpy(f[a], p->mass[a][b], x[b]);
      }
    }
  }
}

/* C^T f of four nodes, into the places of their unknowns */
SN_LANE_INLINE void project(const sn_instant *m, const sn_node_pack *p, const sn_lv3 *f, int adds, double *rhs)
{
  const sn_node_shape *h = &p->shape;
  sn_lane out[MOST] = {lane(0), lane(0), lane(0), lane(0), lane(0), lane(0)};
  sn_lv3 moment = lv3_zero(), axis[2];
  for (int a = h->has_x; a < h->n_vec; a++) {
    moment = lv3_add(moment, lv3_cross(sn_gather(p->vector[a], m->q), f[a]));
  }
  sn_take_axes(m, p, axis);
  for (int i = 0; i < 3 && h->has_x; i++) {
    out[i] = f[0].x[i];
  }
  for (int j = 0; j < h->n_rot; j++) {
    out[h->n_x + j] = h->n_rot == 2 ? lv3_dot(axis[j], moment) : moment.x[j];
  }
  for (int l = 0; l < p->n; l++) {
    double *to = rhs + m->node[p->node[l]].first;
    for (int j = 0; j < h->n_rate; j++) {
      to[j] = adds ? to[j] + out[j][l] : out[j][l];
    }
  }
}

SN_CLONES void sn_instant_add_projection(const sn_instant *m, const sn_v3 *f, double *rhs)
{
  SN_ASSERT(m->q != f);
  for (int i = 0; i < m->n_lanes; i++) {
    const sn_node_pack *p = m->lanes[i].is;
    sn_lv3 own[4];
    for (int a = 0; a < p->shape.n_vec; a++) {
      own[a] = sn_gather(p->vector[a], f);
    }
    project(m, p, own, 1, rhs);
  }
}

/* rhs += C^T of a force on one free vector */
static void add_force(const sn_instant *m, int vector, sn_v3 f, double *rhs)
{
  const sn_vector *v = m->s->vector + vector;
  const sn_instant_node *k = m->node + v->node;
  if (!sn_is_director(v)) {
    for (int i = 0; i < m->s->node[v->node].n_x; i++) {
      rhs[k->first + i] += f.x[i];
    }
    return;
  }
  const sn_v3 moment = v3_cross(m->q[vector], f);
  for (int j = 0; j < k->n_rotation; j++) {
    rhs[k->first + k->size - k->n_rotation + j] += v3_dot(k->axis[j], moment);
  }
}

SN_CLONES static void own_momenta(const sn_instant *m, const sn_v3 *v, double *rhs)
{
  for (int i = 0; i < m->n_lanes; i++) {
    const sn_node_pack *p = m->lanes[i].is;
    sn_lv3 own[4], f[4];
    for (int a = 0; a < p->shape.n_vec; a++) {
      own[a] = sn_gather(p->vector[a], v);
    }
    times_own_mass(p, own, f);
    project(m, p, f, 0, rhs);
  }
}

void sn_instant_momenta(const sn_instant *m, const sn_v3 *v, double *rhs)
{
  own_momenta(m, v, rhs);
  for (int i = 0; i < m->n_pair; i++) {
    const sn_mass_pair *p = m->s->pair + m->pair[i];
    add_force(m, p->a, v3_scale(p->m, v[p->b]), rhs);
    add_force(m, p->b, v3_scale(p->m, v[p->a]), rhs);
  }
}

/* rates of the vectors of nodes by their unknowns */
SN_LANE_INLINE void spread(const sn_instant *m, const double *xi, int adds, sn_v3 *rates)
{
  for (int i = 0; i < m->n_lanes; i++) {
    const sn_node_pack *p = m->lanes[i].is;
    const sn_node_shape *h = &p->shape;
    sn_lane own[MOST];
    sn_lv3 axis[2], turn = lv3_zero();
    sn_take(m, p, h->n_rate, xi, own);
    sn_take_axes(m, p, axis);
    if (h->has_x) {
      const sn_lv3 first = h->n_x == 3 ? (sn_lv3){{own[0], own[1], own[2]}} : (sn_lv3){{own[0], lane(0), lane(0)}};
      sn_scatter(p->vector[0], p->n, first, adds, rates);
    }
    for (int j = 0; j < h->n_rot; j++) {
      const sn_lane x = own[h->n_x + j];
      if (h->n_rot == 2) {
        turn = lv3_axpy(turn, x, axis[j]);
      } else {
        turn.x[j] = x;
      }
    }
    for (int a = h->has_x; a < h->n_vec; a++) {
      sn_scatter(p->vector[a], p->n, lv3_cross(turn, sn_gather(p->vector[a], m->q)), adds, rates);
    }
  }
}

SN_CLONES void sn_instant_expand(const sn_instant *m, const double *xi, sn_v3 *rates)
{
  SN_ASSERT(rates != m->q);
  spread(m, xi, 1, rates);
}

SN_CLONES void sn_instant_spread(const sn_instant *m, const double *xi, sn_v3 *rates)
{
  SN_ASSERT(rates != m->q);
  spread(m, xi, 0, rates);
}

SN_CLONES static void times_own_masses(const sn_instant *m, const sn_v3 *x, double factor, sn_v3 *f)
{
  for (int i = 0; i < m->n_lanes; i++) {
    const sn_node_pack *p = m->lanes[i].is;
    sn_lv3 own[4], force[4];
    for (int a = 0; a < p->shape.n_vec; a++) {
      own[a] = lv3_scale(lane(factor), sn_gather(p->vector[a], x));
    }
    times_own_mass(p, own, force);
    for (int a = 0; a < p->shape.n_vec; a++) {
      sn_scatter(p->vector[a], p->n, force[a], 1, f);
    }
  }
}

void sn_instant_times_mass(const sn_instant *m, const sn_v3 *x, double factor, sn_v3 *f)
{
  SN_ASSERT(x != f);
  times_own_masses(m, x, factor, f);
  for (int i = 0; i < m->s->n_pair; i++) {
    const sn_mass_pair *p = m->s->pair + i;
    f[p->a] = v3_axpy(f[p->a], factor * p->m, x[p->b]);
    if (p->a != p->b) {
      f[p->b] = v3_axpy(f[p->b], factor * p->m, x[p->a]);
    }
  }
}
