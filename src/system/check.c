/* system/check.c -- a frozen system checks itself: offsets, owners, symmetry, limits. Empty in release builds.
 * Tests:   every test of a debug build (preset asan).
 */
#include "system/check.h"

#ifdef SN_DEBUG
#include <math.h>

#include "system/kernel.h"

static void check_vectors(const sn_system *s)
{
  for (int a = 0; a < s->n_vector; a++) {
    const sn_vector *v = s->vector + a;
    SN_ASSERT(v->role >= 0 && v->role <= SN_ROLE_COORDINATE && v->slot >= 0 && v->slot <= 3);
    SN_ASSERT((v->freedom == SN_FREE) == (v->node >= 0) && v->node < s->n_node);
    SN_ASSERT((v->freedom == SN_PRESCRIBED) == (v->frame >= 0) && v->frame < s->n_frame);
    SN_ASSERT(v->node < 0 || s->node[v->node].vector[v->slot] == a);
    SN_ASSERT(v->length == (v->is_length ? 1 : s->extent));
    SN_ASSERT(v->node < 0 || v->frame < 0);
  }
}

static void check_nodes(const sn_system *s)
{
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *n = s->node + i;
    SN_ASSERT(n->n_vec == n->has_x + n->n_dir && n->n_vec >= 1 && n->n_vec <= 4);
    SN_ASSERT(n->n_x == 3 * n->has_x || (n->n_x == 1 && n->n_vec == 1));
    SN_ASSERT(n->is_length == (n->has_x && s->vector[n->vector[0]].is_length));
    SN_ASSERT(n->item >= -1 && n->item < s->n_item);
    SN_ASSERT(isnan(n->alpha) || (n->alpha >= 0 && n->alpha <= 1));
    for (int k = 0; k < n->n_dir; k++) { /* a triad, a pair d2, d3, a fibre d3 */
      SN_ASSERT(n->member[k] == 3 - n->n_dir + k);
      SN_ASSERT(s->vector[n->vector[n->has_x + k]].role == 1 + n->member[k]);
    }
    for (int a = 0; a < n->n_vec; a++) {
      SN_ASSERT(s->mass[n->vector[a]] == n->mass[a][a]);
      SN_ASSERT(n->vector[a] >= 0 && n->vector[a] < s->n_vector && s->vector[n->vector[a]].node == i);
      SN_ASSERT(!sn_is_director(s->vector + n->vector[a]) == (n->has_x && a == 0));
      for (int b = 0; b < a; b++) {
        SN_ASSERT(n->mass[a][b] == n->mass[b][a]);
      }
    }
  }
}

/* Masses between nodes: sorted, each once, none inside a node. */
static void check_pairs(const sn_system *s)
{
  for (int i = 0; i < s->n_pair; i++) {
    const sn_mass_pair *p = s->pair + i;
    SN_ASSERT(p->a >= 0 && p->a <= p->b && p->b < s->n_vector);
    SN_ASSERT(s->vector[p->a].node < 0 || s->node[s->vector[p->a].node].shared_mass);
    SN_ASSERT(s->vector[p->b].node < 0 || s->node[s->vector[p->b].node].shared_mass);
    SN_ASSERT(s->vector[p->a].node != s->vector[p->b].node || s->vector[p->a].node < 0);
    SN_ASSERT(i == 0 || p[-1].a < p->a || (p[-1].a == p->a && p[-1].b < p->b));
  }
}

static void check_forms(const sn_system *s, const sn_block *b)
{
  SN_ASSERT(b->n_form <= SN_MAX_FORMS && b->n_point <= SN_MAX_POINTS && b->n_vec <= SN_MAX_BLOCK_VECTORS);
  SN_ASSERT(b->w_first[0] == 0);
  SN_ASSERT(!b->law->is_scalar || b->n_form <= SN_MAX_COMPOSITE_FORMS);
  for (int k = 0; k < b->n_form; k++) {
    SN_ASSERT(b->dimension[k] >= 0 && b->dimension[k] <= 2);
  }
  for (int r = 0; r < b->n_node; r++) {
    SN_ASSERT(b->node[r] >= 0 && b->node[r] < s->n_node);
  }
  for (int k = 0; k < b->n_point; k++) {
    SN_ASSERT(b->w_first[k] <= b->w_first[k + 1]);
  }
  for (int i = 0; i < b->w_first[b->n_point]; i++) {
    SN_ASSERT(b->w_vector[i] >= 0 && b->w_vector[i] < b->n_vec);
  }
  for (int i = 0; i < b->n_term; i++) {
    const sn_term *t = b->term + i;
    SN_ASSERT(t->form >= 0 && t->form < b->n_form && t->i >= 0 && t->i < b->n_point && t->j >= 0 && t->j < b->n_point);
  }
  for (int a = 0; a < b->n_vec; a++) {
    SN_ASSERT(b->vector[a] >= 0 && b->vector[a] < s->n_vector);
    SN_ASSERT(b->node_of[a] < 0 ? s->vector[b->vector[a]].node < 0
                                : b->node_of[a] < b->n_node && b->node[b->node_of[a]] == s->vector[b->vector[a]].node);
    for (int c = 0; c < a; c++) {
      SN_ASSERT(b->vector[c] != b->vector[a]);
    }
  }
}

static void check_law(const sn_system *s, const sn_block *b)
{
  SN_ASSERT((b->matrix != NULL) == b->law->has_matrix);
  for (int k = 0; b->matrix && k < b->n_form; k++) {
    for (int l = 0; l < k; l++) {
      SN_ASSERT(b->matrix[k * b->n_form + l] == b->matrix[l * b->n_form + k]);
    }
  }
  SN_ASSERT((b->n_energy > 0) == (b->law == &sn_law_material));
  int strains = 0;
  for (int i = 0; i < b->n_energy; i++) {
    SN_ASSERT(b->energy[i].weight > 0 && b->energy[i].of->n <= SN_MAX_COMPOSITE_FORMS);
    strains += b->energy[i].of->n;
  }
  SN_ASSERT(b->n_energy == 0 || strains == b->n_form);
  SN_ASSERT(!b->law->is_scalar || b->n_coordinate > 0);
  for (int i = 0; i < b->n_coordinate; i++) {
    const sn_coordinate *c = b->coordinate + i;
    const int angle = c->type == SN_COORDINATE_ANGLE;
    SN_ASSERT(c->form >= 0 && c->form + angle < b->n_form);
    SN_ASSERT(!angle || (c->internal >= 0 && c->internal < s->n_internal));
    SN_ASSERT((c->type == SN_COORDINATE_FUNCTION) == (c->function != NULL));
    SN_ASSERT((c->type == SN_COORDINATE_GAP) == (c->gap != NULL));
    SN_ASSERT(!c->gap || (c->gap->value && c->form + c->gap->n <= b->n_form));
    SN_ASSERT(!c->function || c->form + sn_expr_variables(c->function) <= b->n_form);
  }
  SN_ASSERT(b->law != &sn_law_potential || b->potential);
  SN_ASSERT((b->law != &sn_law_rate && b->law != &sn_law_rate_path) || b->rate);
  SN_ASSERT(b->law != &sn_law_rate_path || (b->rate->side != 0 && b->rate->dissipates));
  SN_ASSERT(!b->drive || b->law->is_scalar);
  SN_ASSERT(!b->drive || b->drive_is_rate || !sn_is_on_rates(b->law));
  for (int i = 0; b->factor && i < b->n_coordinate; i++) {
    SN_ASSERT(sn_is_on_rates(b->law) && sn_expr_variables(b->factor[i]) <= SN_MAX_FACTORS);
  }
  SN_ASSERT(b->energy_internal < 0 || (b->potential && b->potential->expr_is_force));
  SN_ASSERT(!b->augmented || b->law == &sn_law_constraint);
  SN_ASSERT(b->penalty >= 0 && (!(b->penalty > 0) || b->law->stores_energy));
  SN_ASSERT(isnan(b->alpha) || (b->alpha >= 0 && b->alpha <= 1));
  SN_ASSERT(b->law != &sn_law_feedback || b->feedback);
  for (int i = 0; b->feedback && i < b->feedback->n; i++) {
    SN_ASSERT(b->feedback->along[i] >= 0 && b->feedback->along[i] < b->n_coordinate);
    SN_ASSERT(sn_expr_variables(b->feedback->force[i]) == 1 + 2 * b->n_coordinate);
  }
  SN_ASSERT(!b->drive || !b->drive_is_rate || (b->drive_internal >= 0 && b->drive_internal < s->n_internal));
  SN_ASSERT(b->energy_internal < s->n_internal);
  if (b->rate && b->rate->normal_block >= 0) { /* friction reads the stresses of a constraint */
    SN_ASSERT(b->rate->normal_block < s->n_block && b->rate->n_normal <= 6);
    SN_ASSERT(s->block[b->rate->normal_block].law->is_constraint);
    for (int k = 0; k < b->rate->n_normal; k++) {
      SN_ASSERT(b->rate->normal_form[k] >= 0 && b->rate->normal_form[k] < s->block[b->rate->normal_block].n_stress);
      SN_ASSERT(b->rate->normal_weight[k] >= 0);
    }
  }
}

/* Stresses lie one block after the other. */
static void check_blocks(const sn_system *s)
{
  int stress = 0;
  for (int i = 0; i < s->n_block; i++) {
    const sn_block *b = s->block + i;
    SN_ASSERT(b->stress == stress);
    SN_ASSERT(b->n_stress == (b->law->is_rate && !b->law->is_constraint ? 0 : b->law->is_scalar ? 1 : b->n_form));
    SN_ASSERT(b->item >= -1 && b->item < s->n_item);
    check_forms(s, b);
    check_law(s, b);
    stress += b->n_stress;
  }
  SN_ASSERT(stress == s->n_stress);
}

static void check_rows(const sn_system *s)
{
  const int asked = SN_OUT_SIGNAL | SN_OUT_CHANNEL | SN_OUT_STOP;
  int channels = 0, stops = 0;
  for (int i = 0; i < s->n_output; i++) {
    const sn_observable *r = s->output + i;
    SN_ASSERT(r->what->name && r->what->unit && r->item && r->what->evaluate && r->n >= 0);
    SN_ASSERT(r->owner >= -1 && r->owner < s->n_item);
    SN_ASSERT(!(r->what->flags & asked) || r->owner == -1);
    SN_ASSERT(!(r->what->flags & SN_OUT_STORED) || r->what->group);
    SN_ASSERT(!(r->what->flags & SN_OUT_CHANNEL) || s->channel[channels] == i);
    SN_ASSERT(!(r->what->flags & SN_OUT_STOP) || s->stop[stops] == i);
    channels += (r->what->flags & SN_OUT_CHANNEL) != 0;
    stops += (r->what->flags & SN_OUT_STOP) != 0;
  }
  SN_ASSERT(channels == s->n_channel && stops == s->n_stop);
}

void sn_system_check(const sn_system *s)
{
  SN_ASSERT(s->extent > 0 && s->n_internal >= 0);
  check_vectors(s);
  check_nodes(s);
  check_pairs(s);
  check_blocks(s);
  check_rows(s);
  for (int i = 0; i < s->n_load; i++) {
    const sn_load *f = s->load + i;
    SN_ASSERT(f->n_vec >= 1 && f->n_vec <= 4);
    SN_ASSERT(f->item >= -1 && f->item < s->n_item && (!f->follows || f->n_vec > 0));
    for (int a = 0; a < f->n_vec; a++) {
      SN_ASSERT(f->vector[a] >= 0 && f->vector[a] < s->n_vector);
      SN_ASSERT(s->vector[f->vector[a]].node >= 0);
      SN_ASSERT(s->vector[f->vector[a]].node == s->vector[f->vector[0]].node); /* loads act on one node */
      SN_ASSERT(f->type == SN_LOAD_FORCE || sn_is_director(s->vector + f->vector[a]));
    }
  }
  for (int i = 0; i < s->n_shown; i++) {
    for (int a = 0; a < s->shown[i].n; a++) {
      SN_ASSERT(s->shown[i].vector[a] >= 0 && s->shown[i].vector[a] < s->n_vector);
    }
  }
  for (int i = 0; i < s->n_frame; i++) {
    for (int a = 0; a < 4; a++) {
      SN_ASSERT(s->vector[s->frame[i].vector[a]].frame == i);
      SN_ASSERT(s->vector[s->frame[i].vector[a]].slot == a && s->vector[s->frame[i].vector[a]].role == a);
      SN_ASSERT(a == 3 || s->frame[i].by_vector || fabs(v3_norm(s->frame[i].axis[a]) - 1) < 1e-9);
    }
  }
}
#endif
