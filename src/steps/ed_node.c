/* steps/ed_node.c -- nodes in the energy-decaying step: damping mass, configurations, inertia, internal multipliers.
 * Theory:  docs/theory.md, translation at the nodes. Internal multipliers drop out of the rows and are computed at the end. The
 *          tangent is in ed_tangent.c.
 */
#include <math.h>
#include <string.h>

#include "math/rotation.h"
#include "steps/ed_private.h"
#include "steps/node.h"

void ed_complete(sn_m3 *E, int n_dir)
{
  if (n_dir == 2) {
    E->c[0] = v3_cross(E->c[1], E->c[2]);
  } else if (n_dir == 1) {
    const sn_m3 t = sn_rotation_along(E->c[2]);
    E->c[0] = t.c[0];
    E->c[1] = t.c[1];
  }
}

void ed_node_start(sn_stepper *x, int node)
{
  const sn_node *c = x->s->node + node;
  ed_node *n = x->node + node;
  sn_rotation_directions(c, x->start->q, n->axis);
  if (!n->damped) {
    return;
  }
  memset(n->Cy, 0, sizeof n->Cy);
  memset(n->eta, 0, sizeof n->eta);
  for (int i = 0; i < 3 && c->has_x; i++) {
    n->Cy[0][i][i] = 1;
  }
  for (int a = c->has_x; a < c->n_vec; a++) {
    for (int j = 0; j < n->n_rot; j++) {
      const sn_v3 d = v3_cross(n->axis[j], x->start->q[c->vector[a]]);
      for (int i = 0; i < 3; i++) {
        n->Cy[a][i][3 * c->has_x + j] = d.x[i];
      }
    }
  }
}

/* Weights of the stresses in the damping mass, theory (6.1). The second is that of directors without mass, the first ones of
   beams. Shear forces act on them (Sigma off its diagonal); as they turn, other stresses must turn with them, which is no
   vibration, but would move the light section much. Measured on the I beam of BBT at 1 ms, error of the deflection at 0.15 s
   where 5.5e-3 m is right: 7e-3 without this weight, 9e-5 with 10, 4e-5 from 50 on, and fewer iterations the larger it is. */
static const double OF_STRESSES = 1.0 / 12, OF_SHEAR = 100;

/* Delta of a vector of the node */
static double damping_mass(const sn_stepper *x, int node, int slot)
{
  const sn_share *h = &x->share;
  const sn_node *c = x->s->node + node;
  const int v = c->vector[slot], k = slot - c->has_x;
  const double *sigma = x->start->sigma + 9 * node + 3 * k;
  double all = 0, shear = 0;
  for (int i = h->vector_first[v]; i < h->vector_first[v + 1]; i++) {
    all += x->block[h->at_vector[i].block].damping[h->at_vector[i].local];
  }
  for (int l = 0; l < c->n_dir && k >= 0; l++) {
    all += fabs(sigma[l]);
    shear += l == k ? 0 : fabs(sigma[l]);
  }
  return x->hh * (x->s->mass[v] > 0 ? OF_STRESSES * all : OF_SHEAR * shear);
}

/* S = C_i^T (M + Delta) C_i, Delta from |Ks| of all blocks and |Sigma| of the last step. What has no inertia has no y: it is held
   by the inertia of a body as large as the model (any positive M_y keeps the balance). */
void ed_node_damping(sn_stepper *x, int node)
{
  const sn_node *c = x->s->node + node;
  ed_node *n = x->node + node;
  if (!n->damped) {
    return;
  }
  for (int a = 0; a < c->n_vec; a++) {
    n->delta[a] = damping_mass(x, node, a);
  }
  memset(n->S, 0, sizeof n->S);
  for (int a = 0; a < c->n_vec; a++) {
    for (int b = 0; b < c->n_vec; b++) {
      const double m = c->mass[a][b] + (a == b ? n->delta[a] : 0);
      for (int i = 0; i < 3 && m != 0; i++) {
        for (int j = 0; j < n->n1; j++) {
          for (int k = 0; k < n->n1; k++) {
            n->S[j][k] += m * n->Cy[a][i][j] * n->Cy[b][i][k];
          }
        }
      }
    }
  }
  sn_motion_hold(x->motion, node, x->start->q, n->axis, &n->S[0][0], LEVEL);
}

void ed_predict(sn_stepper *x)
{
  const sn_system *s = x->s;
  sn_predict(s, x->start, x->h, x->dq);
  for (int a = 0; a < s->n_vector; a++) {
    x->y[a] = x->w[a] = x->iq[a] = v3(0, 0, 0);
  }
  for (int i = 0; i < s->n_frame; i++) {
    sn_v3 v[4];
    sn_frame_motion(s->frame + i, x->t + x->h, NULL, v, NULL);
    for (int k = 0; k < 4; k++) {
      const int a = s->frame[i].vector[k];
      x->w[a] = v3_scale(x->h, v3_sub(v[k], x->start->v[a]));
    }
  }
}

void ed_kinematics(sn_stepper *x, int a)
{
  const sn_v3 q = x->start->q[a];
  x->qf[a] = v3_add(q, x->dq[a]);
  x->qc[a] = v3_axpy(v3_axpy(q, 0.5, x->dq[a]), -1.0 / 12, x->w[a]);
  x->qp[a] = v3_axpy(x->qc[a], 0.5 / R3, x->dq[a]);
  x->qm[a] = v3_axpy(x->qc[a], -0.5 / R3, x->dq[a]);
}

/* dual vectors of the directors at q, in the order of the node */
static sn_m3 dual(const sn_node *c, const sn_v3 *q)
{
  sn_m3 E = m3_identity(), out = m3_identity();
  for (int k = 0; k < c->n_dir; k++) {
    E.c[c->member[k]] = q[c->vector[c->has_x + k]];
  }
  ed_complete(&E, c->n_dir);
  const sn_m3 d = m3_dual(E);
  for (int k = 0; k < c->n_dir; k++) {
    out.c[k] = d.c[c->member[k]];
  }
  return out;
}

/* Sigma_kl = -1/(2 h^2) sum over the Gauss states of sym(e^k . F_l) */
void ed_node_sigma(const sn_stepper *x, int node, double sigma[9])
{
  const sn_node *c = x->s->node + node;
  double S[3][3] = {{0}};
  for (int sign = 0; sign < 2; sign++) {
    const sn_m3 e = dual(c, sign ? x->qm : x->qp);
    const sn_v3 *F = sign ? x->Fm : x->Fp;
    for (int k = 0; k < c->n_dir; k++) {
      for (int l = 0; l < c->n_dir; l++) {
        S[k][l] -= 0.5 * v3_dot(e.c[k], F[c->vector[c->has_x + l]]) / x->hh;
      }
    }
  }
  for (int k = 0; k < 3; k++) {
    for (int l = 0; l < 3; l++) {
      sigma[3 * k + l] = 0.5 * (S[k][l] + S[l][k]);
    }
  }
}

/* inertia of mass m between vectors a and b, on a */
static void add_inertia(sn_stepper *x, int a, int b, double m)
{
  const sn_v3 r = v3_scale(2 * R3, v3_axpy(x->dq[b], -x->h, x->start->v[b]));
  x->Fp[a] = v3_axpy(x->Fp[a], m, v3_axpy(v3_scale(1 + R3, x->w[b]), -1, r));
  x->Fm[a] = v3_axpy(x->Fm[a], m, v3_axpy(v3_scale(1 - R3, x->w[b]), 1, r));
}

void ed_node_forces(sn_stepper *x, int node)
{
  const sn_node *c = x->s->node + node;
  for (int a = 0; a < c->n_vec; a++) {
    for (int b = 0; b < c->n_vec; b++) {
      if (c->mass[a][b] != 0) {
        add_inertia(x, c->vector[a], c->vector[b], c->mass[a][b]);
      }
    }
  }
}

void ed_vector_forces(sn_stepper *x, int a)
{
  const sn_share *h = &x->share;
  const int node = x->s->vector[a].node;
  sn_v3 fp = {{0, 0, 0}}, fm = {{0, 0, 0}}, g = {{0, 0, 0}};
  for (int k = h->vector_first[a]; k < h->vector_first[a + 1]; k++) {
    ed_block_force_on(x, h->at_vector[k].block, h->at_vector[k].local, &fp, &fm, &g);
  }
  for (int k = node < 0 ? 0 : h->load_first[node]; k < (node < 0 ? 0 : h->load_first[node + 1]); k++) {
    ed_load_force_on(x, h->load_at[k], a, &fp, &fm);
  }
  x->fp[a] = fp;
  x->fm[a] = fm;
  x->g[a] = g;
  x->Fp[a] = v3_axpy(fp, -x->hh, x->s->gravity[a]);
  x->Fm[a] = v3_axpy(fm, -x->hh, x->s->gravity[a]);
}

void ed_pair_forces(sn_stepper *x)
{
  for (int i = 0; i < x->s->n_pair; i++) {
    const sn_mass_pair *p = x->s->pair + i;
    if (p->a != p->b) {
      add_inertia(x, p->a, p->b, p->m);
      add_inertia(x, p->b, p->a, p->m);
    }
  }
}
