/* model/freeze.c -- the user's model becomes a system: initial joint coordinates, then every kind's own freeze, then
 *                   outputs, signals and drawables.
 * What:    parts first, then joints and forces, each in the order they were made. Errors get the place of their item.
 * Tests:   tests/model/test_model.c, tests/language/test_mistakes.c.
 */
#include <string.h>

#include "model/model_private.h"

/* Blocks of one item: first, and how many. */
typedef struct {
  int first, n;
} blocks;

static void strain_energy(const sn_observation *o, const void *data, double *out)
{
  const blocks *list = data;
  out[0] = 0;
  for (int i = 0; i < list->n; i++) {
    out[0] += sn_block_energy(o->system->block + list->first + i, o->q, o->internal, o->t);
  }
}

/* Where results keep what an item says. */
static const char *group_of(const sn_kind *kind)
{
  return kind->class == SN_CLASS_JOINT ? "joints" : kind->class == SN_CLASS_FORCE ? "forces" : "parts";
}

/* Every item that can store energy can be coloured by it; kinds with elements do it themselves, element by element. */
static sn_status add_strain_energy(const sn_item *item, int first, sn_builder *b, sn_error *error)
{
  int elastic = 0;
  if (item->kind->reports.shows_energy) {
    return SN_OK;
  }
  for (int i = first; i < sn_builder_blocks(b); i++) {
    elastic += sn_builder_stores_energy(b, i);
  }
  if (elastic == 0) {
    return SN_OK;
  }
  blocks *list = SN_NEW(sn_builder_arena(b), blocks, 1);
  if (!list) {
    return sn_no_memory(error, "the model");
  }
  *list = (blocks){first, sn_builder_blocks(b) - first};
  (void)sn_add_observable(b,
                          &(sn_quantity){.name = "strain_energy",
                                         .unit = "J",
                                         .help = "energy stored in it",
                                         .evaluate = strain_energy,
                                         .group = group_of(item->kind),
                                         .flags = SN_OUT_STORED | SN_OUT_PER_PART},
                          1, list);
  return SN_OK;
}

static void add_rows(const sn_item *item, sn_builder *b)
{
  const char *group = group_of(item->kind);
  for (const sn_output *o = item->kind->reports.outputs; o && o->name; o++) {
    (void)sn_add_observable(b,
                            &(sn_quantity){.name = o->name,
                                           .unit = o->unit,
                                           .help = o->help,
                                           .evaluate = o->evaluate,
                                           .group = group,
                                           .flags = o->flags},
                            o->n, item->frozen);
  }
  for (const sn_field *f = item->kind->reports.fields; f && f->name; f++) {
    (void)sn_add_observable(b,
                            &(sn_quantity){.name = f->name,
                                           .unit = f->unit,
                                           .help = f->help,
                                           .evaluate = f->evaluate,
                                           .n_together = f->n_together,
                                           .evaluate_together = f->evaluate_together,
                                           .group = group,
                                           .flags = SN_OUT_STORED | f->per},
                            f->count(item->frozen), item->frozen);
  }
}

/* Stiffness of the constraints of an item; 0: they are exact. */
static double penalty_of(const sn_item *item)
{
  const sn_model *m = item->model;
  return m->exact                                   ? 0
         : !isnan(item->penalty)                    ? item->penalty
         : m->run.constraints == (int)SN_BY_PENALTY ? m->run.stiffness
                                                    : 0;
}

static sn_status check_constraints(sn_model *m, sn_error *error)
{
  const int gives_way = m->run.constraints != (int)SN_BY_MULTIPLIERS, given = m->run.where && !isnan(m->run.stiffness);
  if (gives_way == given) {
    return SN_OK;
  }
  if (given) {
    return sn_model_warn(
        m, m->run.where, error,
        "`stiffness` is that of a penalty, and constraints are exact, by multipliers: write constraints = "
        "\"penalty\" too, or leave it out");
  }
  sn_failf(error, SN_EINPUT, "run: `constraints` requires a penalty, but there is no `stiffness`.");
  sn_error_why(error, "The violation of a constraint is its force over the stiffness.");
  sn_error_fix(error, "Give stiffness = 1e8 (N/m): forces of 1000 N then open joints by 0.01 mm.");
  sn_error_where(error, "%s", m->run.where);
  return SN_EINPUT;
}

/* A penalty of an item that has nothing to hold. */
static sn_status check_penalty(const sn_item *item, int first_block, sn_builder *b, sn_error *error)
{
  int n = 0;
  for (int i = first_block; i < sn_builder_blocks(b); i++) {
    n += sn_builder_penalty(b, i) > 0;
  }
  if (n > 0 || item->model->exact || !(item->penalty > 0)) {
    return SN_OK;
  }
  return sn_model_warn(item->model, item->where, error,
                       "%s '%s': `penalty` has no effect here: there is no constraint that it could make compliant",
                       item->kind->name, item->name);
}

/* first: the row of its first output */
static sn_status freeze_item(sn_item *item, sn_builder *b, int *first, sn_error *error)
{
  SN_REQUIRE(!item->frozen && item->builder_item < 0, error);
  const int first_block = sn_builder_blocks(b);
  item->builder_item = sn_item_begin(b, item->kind->name, item->name, item->where);
  sn_item_alpha(b, item->alpha);
  sn_item_penalty(b, penalty_of(item));
  sn_item_augmented(b, item->model->run.constraints == (int)SN_BY_AUGMENTED ? item->model->run.stiffness : 0);
  const sn_status status = item->kind->freeze ? item->kind->freeze(item, b, error) : SN_OK;
  if (status != SN_OK) {
    SN_TRY(sn_builder_status(b, error)); /* it came first: a frame without memory looks like one without axes */
    sn_error_at_item(error, item);
    return status;
  }
  SN_TRY(check_penalty(item, first_block, b, error));
  *first = sn_builder_rows(b);
  add_rows(item, b);
  return add_strain_energy(item, first_block, b, error);
}

/* A free node needs mass: otherwise its acceleration is not determined. */
static sn_status check_masses(const sn_model *m, const sn_system *s, sn_error *error)
{
  for (int i = 0; i < s->n_node; i++) {
    const sn_node *n = s->node + i;
    if (!sn_has_place(s, n) || n->shared_mass || s->mass[n->vector[0]] > 0) {
      continue;
    }
    sn_failf(error, SN_EMODEL, "It has a free node without mass.");
    sn_error_why(error, "A free point or body without mass has no determined acceleration.");
    sn_error_fix(error, "Give it a mass (or a shape with a density), or attach to another part in its place.");
    for (int k = 0; k < m->item.n; k++) {
      if (m->item.at[k]->builder_item == n->item && n->item >= 0) {
        sn_error_at_item(error, m->item.at[k]);
      }
    }
    return SN_EMODEL;
  }
  return SN_OK;
}

static sn_status check_moving(const sn_model *m, const sn_system *s, sn_error *error)
{
  if (s->n_node > 0) {
    return SN_OK;
  }
  const char *file = m->source.n > 0 ? m->source.at[0].file : "the model";
  return sn_fail(error, SN_EMODEL, file, "The model has no part that can move.",
                 m->item.n > 0 ? "Only the ground and moving bases are there." : "It makes no parts at all.",
                 "Add a part, for example body { at = {0, 0, 0}, shape = sphere { radius = 0.1, density = 1000 } }.");
}

/* The item that serves an analysis or pictures; NULL: none. */
static const sn_item *item_for(const sn_model *m, sn_service service)
{
  for (int i = 0; i < sn_model_items(m); i++) {
    const sn_item *item = sn_model_item(m, i);
    if (item->kind->serves == service) {
      return item;
    }
  }
  return NULL;
}

const sn_item *sn_model_load_growth(const sn_model *m)
{
  return item_for(m, SN_SERVES_LOAD_PATH);
}

const sn_modes_wanted *sn_model_modes(const sn_model *m)
{
  const sn_item *item = item_for(m, SN_SERVES_MODES);
  return item ? item->param : NULL;
}

const sn_item *sn_model_view(const sn_model *m)
{
  return item_for(m, SN_SERVES_VIEW);
}

int sn_model_holds(const sn_model *m)
{
  return m->holding;
}

/* Channels, or conditions that end a run. row: of every signal. */
static sn_status add_formulas(const sn_channel *c, int n, int flag, const int *row, sn_builder *b, sn_error *error)
{
  SN_ASSERT(n == 0 || (c && row));
  for (int i = 0; i < n; i++) {
    sn_formula f = {.name = c[i].name, .unit = c[i].unit, .flags = flag, .n = c[i].n, .n_variables = c[i].n_variables};
    sn_variable *v = SN_NEW(sn_builder_arena(b), sn_variable, f.n_variables);
    if (!v) {
      return sn_no_memory(error, "the channels");
    }
    for (int k = 0; k < f.n_variables; k++) {
      v[k] = (sn_variable){row[c[i].variable[k].signal], c[i].variable[k].component};
    }
    f.variable = v;
    memcpy(f.component, c[i].component, sizeof f.component);
    (void)sn_add_formula(b, &f);
  }
  return SN_OK;
}

sn_status sn_model_freeze(const sn_model *model, int how, sn_arena *arena, sn_frozen *out, sn_error *error)
{
  memset(out, 0, sizeof *out);
  SN_TRY(sn_model_copy(model, arena, &out->model, error));
  sn_model *m = out->model;
  m->holding = (how & SN_FREEZE_HOLDING) != 0;
  m->exact = (how & SN_FREEZE_EXACT) != 0;
  SN_TRY(check_constraints(m, error));
  sn_builder *b = sn_builder_new(arena);
  int *row = SN_NEW(arena, int, m->signal.n + 1), *first = SN_NEW(arena, int, m->item.n + 1);
  if (!b || !row || !first) {
    return sn_no_memory(error, "the model");
  }
  m->scratch = sn_arena_child(arena);
  if (!m->scratch) {
    return sn_no_memory(error, "the model");
  }
  SN_TRY(sn_model_start(m, m->scratch, error));
  sn_builder_origin(b, sn_model_origin(m));
  sn_set_gravity(b, m->gravity);
  for (int others = 0; others < 2; others++) {
    for (int i = 0; i < m->item.n; i++) {
      if ((m->item.at[i]->kind->class != SN_CLASS_PART) == others) {
        SN_TRY(freeze_item(m->item.at[i], b, first + i, error));
      }
    }
  }
  SN_TRY(sn_feedbacks_add(m, b, error));
  sn_items_end(b);
  sn_sampler *sampler;
  SN_TRY(sn_controllers_begin(m, b, &sampler, error));
  SN_TRY(sn_signals_add(m, sampler, b, first, row, error));
  sn_controllers_end(m, sampler, row);
  SN_TRY(add_formulas(m->channel.at, m->channel.n, SN_OUT_CHANNEL, row, b, error));
  SN_TRY(add_formulas(m->stop.at, m->stop.n, SN_OUT_STOP, row, b, error));
  SN_TRY(sn_builder_finish(b, &out->system, &out->start, error));
  SN_TRY(check_moving(m, out->system, error));
  SN_TRY(check_masses(m, out->system, error));
  out->signal_output = row;
  sn_drawable *drawable = SN_NEW(arena, sn_drawable, m->drawable.n);
  if (!drawable) {
    return sn_no_memory(error, "the model");
  }
  if (m->drawable.n > 0) {
    memcpy(drawable, m->drawable.at, (size_t)m->drawable.n * sizeof *drawable);
  }
  out->n_drawable = m->drawable.n;
  out->drawable = drawable;
  sn_arena_free(m->scratch);
  m->scratch = NULL;
  memset(&m->drawable, 0, sizeof m->drawable);
  return SN_OK;
}

static void no_memory(sn_builder *b)
{
  sn_builder_fail(b, SN_ENOMEM, "There is not enough memory for the picture.");
}

static void draw(sn_item *item, sn_builder *b, const sn_drawable *d)
{
  SN_ASSERT(item->model->scratch != NULL);
  sn_model *m = item->model;
  if (SN_ROOM(m->scratch, m->drawable)) {
    m->drawable.at[m->drawable.n] = *d;
    m->drawable.at[m->drawable.n++].item = item->index;
  } else {
    no_memory(b);
  }
}

void sn_draw_shape(sn_item *item, sn_builder *b, const sn_shape *shape, const sn_frame *frame)
{
  SN_ASSERT(shape->kind != NULL);
  const sn_v3 x = sn_frame_point(b, frame);
  sn_v3 lo, hi;
  shape->kind->bounds(shape, &lo, &hi);
  const sn_m3 r = sn_frame_axes(b, frame);
  for (int corner = 0; corner < 8 && frame->moves > 0; corner++) { /* what moves counts for the size of the model */
    const sn_v3 c = v3((corner & 1 ? hi : lo).x[0], (corner & 2 ? hi : lo).x[1], (corner & 4 ? hi : lo).x[2]);
    sn_builder_extent(b, v3_add(x, m3_mul(r, c)));
  }
  draw(item, b, &(sn_drawable){.type = SN_DRAW_SHAPE, .shape = shape, .a = *frame});
}

void sn_draw_point(sn_item *item, sn_builder *b, const sn_frame *frame)
{
  draw(item, b, &(sn_drawable){.type = SN_DRAW_POINT, .a = *frame});
}

void sn_draw_sheet(sn_item *item, sn_builder *b, const sn_sheet *sheet)
{
  draw(item, b, &(sn_drawable){.type = SN_DRAW_SHEET, .sheet = sheet});
}

void sn_draw_between(sn_item *item, sn_builder *b, const char *what, const sn_frame *from, const sn_frame *to)
{
  draw(item, b, &(sn_drawable){.type = SN_DRAW_BETWEEN, .what = what, .a = *from, .b = *to});
}

void sn_draw_joint(sn_item *item, sn_builder *b, const sn_frame *first, const sn_frame *second)
{
  draw(item, b, &(sn_drawable){.type = SN_DRAW_JOINT, .a = *first, .b = *second});
}

void sn_draw_end(sn_item *item, sn_builder *b, const sn_frame *on, int clamped)
{
  draw(item, b, &(sn_drawable){.type = SN_DRAW_END, .a = *on, .clamped = clamped});
}

void sn_draw_edge(sn_item *item, sn_builder *b, const char *symbol, int n, const sn_frame *at)
{
  draw(item, b,
       &(sn_drawable){
           .type = SN_DRAW_EDGE, .what = symbol, .n = n, .frames = at, .clamped = strcmp(symbol, "wall") == 0});
}

void sn_draw_arrow(sn_item *item, sn_builder *b, const char *output, const sn_frame *at)
{
  draw(item, b, &(sn_drawable){.type = SN_DRAW_ARROW, .what = output, .a = *at});
}

void sn_draw_line(sn_item *item, sn_builder *b, int n, const int *vectors, double radius, int smooth)
{
  SN_ASSERT(n > 0);
  int *copy = SN_NEW(sn_builder_arena(b), int, n);
  if (!copy) {
    no_memory(b);
    return;
  }
  memcpy(copy, vectors, sizeof(int) * (size_t)n);
  draw(item, b, &(sn_drawable){.type = SN_DRAW_LINE, .n = n, .vectors = copy, .radius = radius, .smooth = smooth});
}

void sn_draw_elements(sn_item *item, sn_builder *b, int n_element, int order, const sn_frame *at,
                      const sn_outline *outline, double radius)
{
  SN_ASSERT(n_element > 0 && order > 0);
  const int n = n_element * (order + 1);
  sn_frame *copy = SN_NEW(sn_builder_arena(b), sn_frame, n);
  if (!copy) {
    no_memory(b);
    return;
  }
  memcpy(copy, at, sizeof *at * (size_t)n);
  draw(item, b,
       &(sn_drawable){.type = SN_DRAW_ELEMENTS,
                      .n = n_element,
                      .order = order,
                      .frames = copy,
                      .outline = outline,
                      .radius = radius});
}
