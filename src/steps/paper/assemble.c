/* steps/paper/assemble.c -- the equations of a step of a scheme on bare vectors at an iterate: masses, loads, blocks; rows and matrix.
 * Theory:  paper.h.
 * Tests:   tests/steps/test_paper.c
 */
#include <string.h>

#include "laws/gauss.h"
#include "steps/paper/paper.h"
#include "steps/paper/paper_private.h"

static const double time_at[2] = {C_PLUS, C_MINUS};

/* mass m between vectors a and b in the rows of a */
static void add_inertia(sn_stepper *x, const sn_state *start, double h, int a, int b, double m)
{
  const sn_paper_table *t = &x->table;
  SN_ASSERT(a >= 0 && b >= 0 && !isnan(m));
  for (int r = 0; r < t->n; r++) {
    sn_v3 z = v3_scale(t->inertia_v[r] * h, start->v[b]);
    for (int k = 0; k < t->n; k++) {
      z = v3_axpy(z, t->inertia[r][k], x->d[k][b]);
    }
    x->row[r][a] = v3_axpy(x->row[r][a], m, z);
  }
}

static void add_inertia_matrix(sn_stepper *x, int element, const sn_node *node, const sn_mass_pair *pair)
{
  const int n = x->table.n, nv = node ? node->n_vec : 1 + (pair->a != pair->b), nc = 3 * n * nv;
  SN_ASSERT((node != NULL) != (pair != NULL) && nv <= 4);
  memset(x->work.matrix, 0, sizeof(double) * (size_t)(nc * nc));
  for (int a = 0; a < nv; a++) {
    for (int b = 0; b < nv; b++) {
      const double m = node ? node->mass[a][b] : a != b || nv == 1 ? pair->m : 0;
      for (int r = 0; r < n; r++) {
        for (int k = 0; k < n; k++) {
          for (int i = 0; i < 3; i++) {
            x->work.matrix[(3 * (a * n + r) + i) * nc + 3 * (b * n + k) + i] = m * x->table.inertia[r][k];
          }
        }
      }
    }
  }
  sn_lin_add(x->matrix, element, x->work.matrix);
}

static void add_masses(sn_stepper *x, const sn_state *start, double h, int tangent)
{
  const sn_system *s = x->s;
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *n = s->node + i;
    for (int a = 0; a < n->n_vec; a++) {
      for (int b = 0; b < n->n_vec; b++) {
        add_inertia(x, start, h, n->vector[a], n->vector[b], n->mass[a][b]);
      }
    }
    if (tangent) {
      add_inertia_matrix(x, x->node_element + i, n, NULL);
    }
  }
  for (int i = 0; i < s->n_pair; i++) {
    const sn_mass_pair *p = s->pair + i;
    SN_ASSERT(p->a <= p->b);
    add_inertia(x, start, h, p->a, p->b, p->m);
    if (p->a != p->b) {
      add_inertia(x, start, h, p->b, p->a, p->m);
    }
    if (tangent) {
      add_inertia_matrix(x, x->pair_element + i, NULL, p);
    }
  }
}

/* adds h^2 F of a stage to the rows of a vector */
static void add_stage_force(sn_stepper *x, int stage, int vector, sn_v3 force)
{
  SN_ASSERT(stage >= 0 && stage < x->table.n && vector >= 0 && vector < x->s->n_vector);
  for (int r = 0; r < x->table.n; r++) {
    x->row[r][vector] = v3_axpy(x->row[r][vector], x->table.mix[r][stage], force);
  }
}

static void add_load(sn_stepper *x, const sn_paper_view *view, int i, int tangent, sn_ledger *ledger)
{
  const sn_load *l = x->s->load + i;
  const sn_paper_table *t = &x->table;
  const int n = l->n_vec, nc = 3 * n * t->n;
  SN_ASSERT(n >= 1 && n <= 4 && x->s->vector[l->vector[0]].node >= 0);
  const double hh = view->h * view->h;
  memset(x->work.matrix, 0, sizeof(double) * (size_t)(nc * nc));
  for (int s = 0; s < t->n; s++) {
    const sn_v3 *A = view->q[t->from[s]], *B = view->q[t->to[s]];
    for (int a = 0; a < n; a++) {
      const int v = l->vector[a];
      x->middle[v] = v3_scale(0.5, v3_add(A[v], B[v]));
      x->drift[v] = v3(0, 0, 0);
      for (int c = 1; c <= t->n && c <= SN_PLAIN_FIELDS; c++) {
        x->drift[v] = v3_axpy(x->drift[v], t->rate[s][c - 1] / view->h, v3_sub(view->q[c][v], view->q[0][v]));
      }
    }
    for (int g = 0; g < 2; g++) {
      sn_v3 F[4];
      double K[144], D[144];
      sn_load_forces(l, x->middle, x->drift, view->t + time_at[g] * view->h, F, tangent ? K : NULL, tangent ? D : NULL);
      for (int a = 0; a < n; a++) {
        const int v = l->vector[a];
        add_stage_force(x, s, v, v3_scale(-hh * t->time[s][g], F[a]));
        ledger->work_loads += t->time[s][g] * v3_dot(F[a], v3_sub(B[v], A[v]));
      }
      for (int k = 0; k < 9 * n * n && tangent; k++) {
        const int row = k / (3 * n), col = k % (3 * n);
        for (int r = 0; r < t->n; r++) {
          const double f = -0.5 * hh * t->mix[r][s] * t->time[s][g] * K[k];
          double *to = x->work.matrix + (3 * ((row / 3) * t->n + r) + row % 3) * nc + 3 * (col / 3) * t->n + col % 3;
          to[3 * (t->to[s] - 1)] += f;
          if (t->from[s] > 0) {
            to[3 * (t->from[s] - 1)] += f;
          }
          for (int c = 0; c < t->n; c++) {
            to[3 * c] -= view->h * t->rate[s][c] * t->mix[r][s] * t->time[s][g] * D[k];
          }
        }
      }
    }
  }
  if (tangent) {
    sn_lin_add(x->matrix, x->load_element[i], x->work.matrix);
  }
}

sn_paper_view sn_paper_view_of(const sn_stepper *x, const sn_state *start, double h)
{
  sn_paper_view v = {.table = &x->table, .h = h, .t = *start->t, .internal = start->internal, .iterate = x->iterate};
  SN_ASSERT(start->q != x->q[0] && h > 0);
  v.q[0] = start->q;
  for (int k = 0; k < SN_PLAIN_FIELDS; k++) {
    v.q[k + 1] = x->q[k];
  }
  return v;
}

void sn_paper_assemble(sn_stepper *x, const sn_state *start, double h, int tangent, sn_ledger *ledger)
{
  const sn_system *s = x->s;
  const sn_paper_view view = sn_paper_view_of(x, start, h);
  const int n = x->table.n;
  SN_ASSERT(h > 0 && n >= 1 && n <= SN_PLAIN_FIELDS);
  for (int k = 0; k < n * s->n_vector; k++) {
    x->q[k / s->n_vector][k % s->n_vector] = v3_add(start->q[k % s->n_vector], x->d[k / s->n_vector][k % s->n_vector]);
  }
  memset(x->rhs, 0, sizeof(double) * (size_t)x->n_unknown);
  for (int r = 0; r < n; r++) {
    memset(x->row[r], 0, sizeof(sn_v3) * (size_t)s->n_vector);
  }
  if (tangent) {
    sn_lin_clear(x->matrix);
  }
  add_masses(x, start, h, tangent);
  for (int a = 0; a < s->n_vector; a++) {
    for (int k = 0; k < n; k++) {
      add_stage_force(x, k, a, v3_scale(-h * h, s->gravity[a]));
    }
  }
  for (int i = 0; i < s->n_load; i++) {
    add_load(x, &view, i, tangent, ledger);
  }
  for (int i = 0; i < x->n_block; i++) {
    sn_paper_block *p = x->block + i;
    sn_paper_evaluate(&view, p, tangent, &x->work);
    for (int k = 0; k < n; k++) {
      for (int a = 0; a < p->b->n_vec; a++) {
        add_stage_force(x, k, p->b->vector[a], x->work.force[k][a]);
      }
    }
    for (int k = 0; k < n * p->n_multiplier && p->open; k++) {
      SN_ASSERT(x->multiplier_first[i] >= 0 && x->multiplier_first[i] + k < x->n_unknown);
      x->rhs[x->multiplier_first[i] + k] = -x->work.residual[k];
    }
    if (tangent && p->open) {
      sn_lin_add(x->matrix, x->element[i], x->work.matrix);
    }
    if (p->b->n_stress > 0 && p->n_iterate == 0) {
      x->next.stress[p->b->stress] = x->work.tau[0];
    }
    ledger->work_loads += x->work.part.work_loads;
    ledger->work_drives += x->work.part.work_drives;
    ledger->work_control += x->work.part.work_control;
    ledger->dissipation += x->work.part.dissipation;
    ledger->numerical += x->work.part.numerical;
  }
  for (int a = 0; a < s->n_vector; a++) {
    for (int k = 0; k < 3 * n; k++) {
      const int u = sn_paper_unknown(x, a, k);
      if (u >= 0) {
        x->rhs[u] = -x->row[k / 3][a].x[k % 3];
      }
    }
  }
}
