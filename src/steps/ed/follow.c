/* steps/ed/follow.c -- eta that is no unknown: where a node has nothing but damped elastic blocks, the balances of its two stages tell
 *                      eta, and only what they do not tell is settled after every move (settle.c). Beside joints that act on a mesh with
 *                      masses between its nodes eta is both: an unknown, and settled.
 * Why:     a node of a mesh has two levels of unknowns in place of three: a third of the factorisation, half of its memory.
 * Theory:  docs/theory.md, translation at the nodes, (11.15) to (11.18). The rows of eta, hence the step, stay what they are.
 * Tests:   tests/steps/test_follow.c, tests/steps/test_tangent.c (the matrix).
 */
#include "steps/ed/follow.h"

#include <math.h>
#include <string.h>

#include "steps/ed/lanes.h"

/* ---- who follows */

/* It pays in meshes: their factorisation is what a step costs, and an iteration more is nothing to it. Chains of elements have 4 to 5
   pairs of nodes in their elements for every node, plane meshes of four and nine nodes 16 and 20, bricks 64. */
static const double MESH = 10;
enum { MANY = 100 };

static int is_mesh(const sn_stepper *x, const unsigned char *bad)
{
  double pairs = 0, n = 0;
  for (int i = 0; i < x->s->n_block; i++) {
    const sn_block *c = x->s->block + i;
    for (int k = 0; k < c->n_node; k++) {
      pairs += bad[c->node[k]] ? 0 : c->n_node;
    }
  }
  for (int i = 0; i < x->s->n_node; i++) {
    n += !bad[i];
  }
  SN_ASSERT(n >= 0 && n <= x->s->n_node && pairs >= 0);
  return n >= MANY && pairs >= MESH * n;
}

/* eta of a node is told by its balances: all blocks are elastic or of other material, and asked for the same damping. Sections of beams and bodies
   are left out: their eta answers to the axial force, which their balances do not tell (docs/theory.md, (11.19)). */
static void find_bad(const sn_stepper *x, double *alpha, unsigned char *bad)
{
  const sn_system *s = x->s;
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *c = s->block + i;
    for (int k = 0; k < c->n_node && !sn_only_counts(c); k++) {
      const int n = c->node[k];
      SN_ASSERT(n >= 0 && n < s->n_node && x->block_alpha[i] >= 0);
      bad[n] |= !sn_is_material(c->law) || !(x->block_alpha[i] > 0) || (alpha[n] > 0 && alpha[n] != x->block_alpha[i]);
      alpha[n] = x->block_alpha[i];
    }
  }
}

/* masses between nodes that follow: which, and their sums */
static int find_tied(sn_stepper *x, int *tied)
{
  const sn_system *s = x->s;
  int n = 0;
  for (int i = 0; i < s->n_pair; i++) {
    const sn_mass_pair *p = s->pair + i;
    const sn_vector *a = s->vector + p->a, *b = s->vector + p->b;
    if (a->node < 0 || b->node < 0 || a->node == b->node || !x->node[a->node].follow || !x->node[b->node].follow) {
      continue;
    }
    tied[n++] = i;
    if (a->slot == b->slot) {
      SN_ASSERT(a->slot >= 0 && a->slot < 4);
      x->node[a->node].follow->shared[a->slot] += p->m;
      x->node[b->node].follow->shared[b->slot] += p->m;
    }
  }
  for (int i = 0; i < x->n_following;
       i++) { /* at the corners of tetrahedra of ten points the sums are negative: its own mass alone then */
    for (int slot = 0; slot < 4; slot++) {
      double *shared = x->node[x->following[i]].follow->shared + slot;
      *shared = fmax(*shared, 0);
    }
  }
  return n;
}

/* Masses between nodes spread to their neighbours what joints and other laws do to eta. The solve does not know how eta that follows answers
   to eta beside it that is unknown; settling knows that, but takes what is unknown as given: together they converge like two
   subdomains that take turns. Without overlap each turn left half of the error (a bar of tetrahedra on a hinge). So nodes that share
   mass with one whose eta is only an unknown (bad = 1) are in both (bad = 2). */
static void overlap(const sn_stepper *x, unsigned char *bad)
{
  const sn_system *s = x->s;
  for (int i = 0; i < s->n_pair; i++) {
    const int a = s->vector[s->pair[i].a].node, b = s->vector[s->pair[i].b].node;
    if (a >= 0 && b >= 0 && (bad[a] == 1) != (bad[b] == 1)) {
      unsigned char *other = bad + (bad[a] == 1 ? b : a);
      *other = *other ? *other : 2;
    }
  }
}

sn_status ed_follow_plan(sn_stepper *x, sn_arena *arena, sn_error *error)
{
  const sn_system *s = x->s;
  double *alpha = SN_NEW(arena, double, s->n_node);
  unsigned char *bad = SN_NEW(arena, unsigned char, s->n_node);
  if (!alpha || !bad) {
    return sn_no_memory(error, "the steps");
  }
  find_bad(x, alpha, bad);
  for (int i = 0; i < s->n_node; i++) {
    bad[i] = bad[i] || !x->node[i].damped || !(alpha[i] > 0) || s->node[i].n_dir > 1 ||
             s->vector[s->node[i].vector[0]].role == SN_ROLE_COORDINATE;
  }
  const int wanted = x->o.follow > 0 || (x->o.follow == 0 && is_mesh(x, bad));
  if (wanted) {
    overlap(x, bad);
  }
  for (int i = 0; i < s->n_node; i++) {
    x->node[i].category = !x->node[i].damped       ? ETA_NONE
                          : !wanted || bad[i] == 1 ? ETA_UNKNOWN
                          : bad[i]                 ? ETA_BOTH
                                                   : ETA_FOLLOWS;
    x->n_following += ed_eta_is_settled(x->node[i].category);
  }
  x->following = SN_NEW(arena, int, x->n_following);
  x->tied = SN_NEW(arena, int, wanted ? s->n_pair : 0);
  if (!x->following || !x->tied) {
    return sn_no_memory(error, "the steps");
  }
  for (int i = 0, n = 0; i < s->n_node; i++) {
    if (!ed_eta_is_settled(x->node[i].category)) {
      continue;
    }
    x->following[n++] = i;
    x->node[i].follow = SN_NEW(arena, ed_follow, 1);
    if (!x->node[i].follow) {
      return sn_no_memory(error, "the steps");
    }
  }
  x->n_tied = x->n_following > 0 ? find_tied(x, x->tied) : 0;
  SN_ASSERT(x->n_tied <= s->n_pair && (x->n_following == 0 || x->damps)); /* who follows is damped */
  x->all.settles = x->n_following > 0;
  return SN_OK;
}

/* ---- start of a step */

/* inverse of a positive matrix, n x n, in place */
static void invert(double (*a)[LEVEL], int n)
{
  for (int k = 0; k < n; k++) {
    SN_ASSERT(a[k][k] > 0);
    const double p = 1 / a[k][k];
    a[k][k] = 1;
    for (int j = 0; j < n; j++) {
      a[k][j] *= p;
    }
    for (int i = 0; i < n; i++) {
      const double f = a[i][k];
      if (i == k) {
        continue;
      }
      a[i][k] = 0;
      for (int j = 0; j < n; j++) {
        a[i][j] -= f * a[k][j];
      }
    }
  }
}

/* a += m C_i^T C_i of two slots */
static void add_mass(sn_v3 (*C)[LEVEL], int slot, int other, double m, int n_rate, double (*a)[LEVEL])
{
  SN_ASSERT(n_rate <= LEVEL && slot >= 0 && slot < 4 && other >= 0 && other < 4);
  for (int i = 0; i < n_rate && m != 0; i++) {
    for (int j = 0; j < n_rate; j++) {
      a[i][j] += m * v3_dot(C[slot][i], C[other][j]);
    }
  }
}

/* root of the largest damping of its blocks in the step: stiff blocks have it, and they matter */
double ed_root_of(const sn_stepper *x, int node)
{
  const sn_node *c = x->s->node + node;
  const sn_cut *h = &x->all.share;
  double most = 0;
  for (int s = 0; s < c->n_vec; s++) {
    for (int i = h->vector_first[c->vector[s]]; i < h->vector_first[c->vector[s] + 1]; i++) {
      const int block = h->at_vector[i].block, pack = x->all.packs.pack_of[block];
      most = pack < 0 ? most : fmax(most, x->pack[pack].ra[x->all.packs.lane_of[block]]);
    }
  }
  return most;
}

void ed_follow_start(sn_stepper *x, int node)
{
  const sn_node *c = x->s->node + node;
  ed_follow *f = x->node[node].follow;
  const int n_rate = ed_rates(c);
  sn_v3 C[4][LEVEL];
  if (!f) {
    return;
  }
  f->r = ed_root_of(x, node);
  SN_ASSERT(!(f->r < 0 || f->r > 1) && n_rate <= LEVEL && x->node[node].eta);
  memcpy(f->both, x->node[node].eta->S, sizeof f->both);
  memcpy(f->local, x->node[node].eta->S, sizeof f->local);
  for (int a = 0; a < c->n_vec; a++) {
    for (int j = 0; j < n_rate; j++) {
      C[a][j] = ed_column_y(x, node, a, j);
    }
  }
  for (int a = 0; a < c->n_vec; a++) {
    add_mass(C, a, a, f->shared[a], n_rate, f->local);
    for (int b = 0; b < c->n_vec; b++) {
      add_mass(C, a, b, f->r * f->r * c->mass[a][b], n_rate, f->both);
    }
  }
  memcpy(f->inverse, f->both, sizeof f->inverse);
  invert(f->inverse, n_rate);
  invert(f->local, n_rate);
}

/* ---- the rotation of what is around a node */

/* of its directors: as in the first guess (steps/node.c) */
static sn_v3 own_turn(const sn_stepper *x, const sn_node *c)
{
  SN_ASSERT(c->n_dir >= 0 && c->n_dir <= 3);
  sn_v3 d[2], turn = {{0, 0, 0}};
  for (int k = 0; k < c->n_dir; k++) {
    const int a = c->vector[c->has_x + k];
    d[k % 2] = ed_state_at(x, a, 0);
    turn = v3_axpy(turn, c->n_dir == 3 ? 0.5 : 1, v3_cross(d[k % 2], ed_at(x, a, OF_DQ)));
  }
  if (c->n_dir == 2) {
    const sn_v3 n = v3_cross(d[0], d[1]);
    turn = v3_axpy(turn, -0.5 * v3_dot(turn, n), n);
  }
  return turn;
}

/* of the positions of its blocks about it, by least squares of their directions; what these leave free is held */
static sn_v3 turn_around(const sn_stepper *x, const sn_node *c)
{
  const sn_cut *h = &x->all.share;
  const int a = c->vector[0];
  const sn_v3 qa = ed_state_at(x, a, 0), da = ed_at(x, a, OF_DQ);
  SN_ASSERT(c->has_x && x->s->vector[a].role == 0);
  sn_m3 D = {{{{0}}}};
  sn_v3 T = {{0, 0, 0}};
  double n = 0;
  for (int k = h->vector_first[a]; k < h->vector_first[a + 1]; k++) {
    const sn_block *b = x->s->block + h->at_vector[k].block;
    for (int i = 0; i < b->n_vec; i++) {
      const sn_vector *v = x->s->vector + b->vector[i];
      const sn_v3 r = v3_sub(ed_state_at(x, b->vector[i], 0), qa), d = v3_sub(ed_at(x, b->vector[i], OF_DQ), da);
      const double rr = v3_dot(r, r);
      if (v->role != 0 || v->freedom == SN_FIXED || !(rr > 0)) {
        continue;
      }
      T = v3_axpy(T, 1 / rr, v3_cross(r, d));
      n += 1;
      for (int j = 0; j < 3; j++) {
        D.c[j] = v3_axpy(D.c[j], -r.x[j] / rr, r);
        D.c[j].x[j] += 1;
      }
    }
  }
  if (n == 0) {
    return T;
  }
  for (int j = 0; j < 3; j++) {
    D.c[j].x[j] += 1e-3 * n;
  }
  const sn_m3 e = m3_dual(D); /* D is symmetric */
  return v3(v3_dot(e.c[0], T), v3_dot(e.c[1], T), v3_dot(e.c[2], T));
}

static sn_v3 turn_of(const sn_stepper *x, const sn_node *c)
{
  return c->n_dir > 1 || !c->has_x ? own_turn(x, c) : turn_around(x, c);
}

/* ---- eta by the unknowns, (11.16) */

void ed_follow_guess(sn_stepper *x, int node)
{
  const sn_node *c = x->s->node + node;
  ed_follow *f = x->node[node].follow;
  double rest[LEVEL] = {0};
  if (!f || !c->has_x) {
    return;
  }
  const int a = c->vector[0], n_rate = ed_rates(c);
  SN_ASSERT(x->node[node].eta && n_rate <= LEVEL && x->now.h > 0);
  const sn_v3 w = ed_at(x, a, OF_W), jump = v3_axpy(w, -2, v3_axpy(ed_at(x, a, OF_DQ), -x->now.h, x->now.start->v[a]));
  f->turn = turn_of(x, c);
  const sn_v3 z = ed_turned_back(f->turn, v3_axpy(jump, -1.0 / 6, v3_cross(f->turn, w)));
  ed_add_force(x, node, 0, v3_scale(-f->r * (c->mass[0][0] + f->shared[0]), z), rest);
  for (int i = 0; i < n_rate; i++) {
    double *eta = x->node[node].eta->eta + i;
    *eta = 0;
    for (int k = 0; k < n_rate; k++) {
      *eta += f->local[i][k] * rest[k];
    }
  }
  for (int k = 0; k < c->n_vec; k++) {
    ed_put(x, c->vector[k], OF_Y, ed_y_of(x, node, k, x->node[node].eta->eta));
  }
}

typedef struct {
  sn_lv3 turn;
  sn_lane r, more[4]; /* shared masses */
} following;

static following load_following(sn_stepper *x, const sn_node_pack *p)
{
  following out = {.turn = lv3_zero(), .r = lane(0)};
  for (int l = 0; l < SN_LANES; l++) {
    ed_follow *f = x->node[p->node[l]].follow;
    if (l < p->n) {
      SN_ASSERT(f && ed_eta_is_settled(p->shape.category));
      f->turn = turn_of(x, x->s->node + p->node[l]);
    }
    for (int i = 0; i < 3; i++) {
      out.turn.x[i][l] = f->turn.x[i];
    }
    out.r[l] = f->r;
    for (int a = 0; a < 4; a++) {
      out.more[a][l] = f->shared[a];
    }
  }
  return out;
}

SN_CLONES void ed_follow_columns(sn_stepper *x, const sn_node_pack *p, ed_work *k)
{
  const sn_node_shape *h = &p->shape;
  const int n_rate = h->n_rate, o = h->n_x;
  ed_frame *frame = k->frame;
  ed_field v[4];
  if (!ed_eta_is_settled(h->category)) {
    return;
  }
  const following f = load_following(x, p);
  if (ed_eta_of(h->category) == ETA_BOTH) {
    return;
  }
  SN_ASSERT(n_rate == o + h->n_rot && n_rate <= LEVEL);
  const sn_lane share = lane(1) / (lane(1) + lane(1.0 / 12) * lv3_dot(f.turn, f.turn));
  ed_load_frame(x, h, p->node, frame);
  ed_load_node(x, p, v);
  for (int j = 0; j < 2 * n_rate; j++) {
    const int level = j >= n_rate, i = level ? j - n_rate : j, is_x = i < o;
    sn_lane row[LEVEL] = {lane(0), lane(0), lane(0), lane(0), lane(0), lane(0)};
    sn_lv3 moment = lv3_zero();
    for (int b = is_x ? 0 : h->has_x; b < (is_x ? h->has_x : h->n_vec); b++) {
      sn_lv3 dq, dw;
      ed_move(frame, b, v[b].f, level, i, &dq, &dw);
      sn_lv3 z = lv3_axpy(lv3_axpy(dw, lane(-2), dq), lane(-1.0 / 6), lv3_cross(f.turn, dw));
      z = lv3_scale(share * f.r, lv3_axpy(z, lane(1.0 / 12) * lv3_dot(f.turn, z), f.turn));
      for (int a = 0; a < h->n_vec; a++) {
        const sn_lv3 m = lv3_scale(p->mass[a][b] + (a == b ? f.more[a] : lane(0)), z);
        if (a < h->has_x) {
          sn_add3(row, m);
        } else {
          moment = lv3_add(moment, lv3_cross(lv3_sub(v[a].f, v[a].d), m));
        }
      }
    }
    sn_add_rotation(h, frame->axis, moment, row + o);
    for (int l = 0; l < p->n; l++) {
      ed_follow *to = x->node[p->node[l]].follow;
      SN_ASSERT(to && j < 2 * LEVEL);
      for (int e = 0; e < n_rate; e++) {
        to->by[e][j] = 0;
        for (int q = 0; q < n_rate && (e < o) == is_x; q++) { /* positions see positions, rotations rotations */
          to->by[e][j] -= to->local[e][q] * row[q][l];
        }
      }
    }
  }
}

/* y = r (2 q - w) in the axes of the drawn shape, where the factor was made: what (11.16) has beyond that would strain a stiff mesh that turns. */
void ed_follow_turned(sn_stepper *x, const sn_node_pack *p, const sn_turned_columns *c)
{
  for (int l = 0; l < p->n && ed_eta_is_settled(p->shape.category); l++) {
    ed_follow *f = x->node[p->node[l]].follow;
    f->turn = c->turn;
    for (int j = 0; j < 6 && ed_eta_of(p->shape.category) == ETA_FOLLOWS; j++) {
      const sn_v3 y = m3_mul(c->middle, v3(2 * c->back[0][j] - c->back[3][j], 2 * c->back[1][j] - c->back[4][j],
                                           2 * c->back[2][j] - c->back[5][j]));
      for (int i = 0; i < 3; i++) {
        f->by[i][j] = f->r * y.x[i];
      }
    }
  }
}

double ed_followed(const sn_stepper *x, int node, const double *xi, int i)
{
  const ed_follow *f = x->node[node].follow;
  const int n = 2 * ed_rates(x->s->node + node);
  SN_ASSERT(f && i >= 0 && 2 * i < n && n <= 2 * LEVEL);
  double sum = 0;
  for (int j = 0; j < n; j++) {
    sum += f->by[i][j] * xi[j];
  }
  return sum;
}
