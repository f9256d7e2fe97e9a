/* show/page/page_head.c -- the head of a page (viewer/src/format.ts), and bundles made of it and of chosen rows.
 * Tests:   tests/show/test_page.c, tests/show/test_serve.c.
 */
#include <string.h>

#include "results/modes.h"
#include "show/page/page_json.h"
#include "show/page/page_private.h"

static const sn_page_column *column_of(const sn_page *p, const sn_page_series *s)
{
  const sn_page_table *t = s->table == 0 ? &p->rows_table : s->table == 1 ? &p->steps : &p->details;
  return &t->column[s->column];
}

/* Arrows whose series is in the page. Items come in the same order in both lists, so the search goes on from the last hit. */
static void arrows(const sn_page *p, sn_json *j)
{
  int hint = 0;
  begin_list(j, "arrows");
  for (int i = 0; i < p->scene.n_arrow; i++) {
    const sn_scene_arrow *a = &p->scene.arrow[i];
    const char *path = a->series + (a->series[0] == '/');
    int found = -1;
    for (int k = 0; k < p->n_series && found < 0; k++) {
      const int m = (hint + k) % p->n_series;
      const sn_series *s = &column_of(p, &p->series[m])->series;
      found = s->width == 3 && strcmp(s->name, path) == 0 ? m : -1;
    }
    if (found >= 0) {
      hint = found;
      open_entry(j);
      whole(j, "item", a->item);
      spot(j, "at", &a->at);
      word(j, "quantity", a->quantity);
      whole(j, "series", found);
      sn_json_raw(j, "}");
    }
  }
  sn_json_raw(j, "]");
}

static void fields(const sn_page *p, sn_json *j)
{
  begin_list(j, "fields");
  for (int i = 0; i < p->n_field; i++) {
    const sn_scene_field *f = &p->scene.field[p->field[i]];
    open_entry(j);
    whole(j, "item", f->item);
    word(j, "name", f->name);
    word(j, "unit", f->unit);
    word(j, "on", f->on);
    whole(j, "count", f->count);
    whole(j, "offset", p->field_offset[i]);
    sn_json_raw(j, "}");
  }
  sn_json_raw(j, "]");
}

/* Names of the components of a series, if they are not x, y, z. */
static void components(const sn_scene *s, const char *path, sn_json *j)
{
  for (int i = 0; i < s->n_label; i++) {
    if (strcmp(s->label[i].series, path) == 0) {
      begin_list(j, "components");
      for (const char *at = s->label[i].names; *at; at += *at == '|') {
        char name[64];
        (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(at, "|"), at);
        sn_json_raw(j, at == s->label[i].names ? "" : ",");
        sn_json_text(j, name);
        at += strcspn(at, "|");
      }
      sn_json_raw(j, "]");
    }
  }
}

static void series(const sn_page *p, sn_json *j)
{
  begin_list(j, "series");
  for (int i = 0; i < p->n_series; i++) {
    const sn_page_column *c = column_of(p, &p->series[i]);
    open_entry(j);
    whole(j, "table", p->series[i].table);
    word(j, "path", c->series.name);
    word(j, "unit", c->series.unit);
    whole(j, "width", c->series.width);
    whole(j, "offset", c->offset);
    whole(j, "item", p->series[i].item);
    components(&p->scene, c->series.path, j);
    if (c->base != 0) {
      char text[40];
      (void)snprintf(text, sizeof text, "%.17g", c->base);
      key(j, "base");
      sn_json_raw(j, text);
    }
    sn_json_raw(j, "}");
  }
  sn_json_raw(j, "]");
}

static void arrays(sn_bundle *b, const sn_page_rows *rows, const sn_page_table *t)
{
  sn_page_codes codes;
  sn_json_raw(&b->head, "\"time\":");
  sn_bundle_array(b, "f64", rows->time, rows->n);
  key(&b->head, "values");
  if (t->number_bytes == sizeof(float)) {
    sn_bundle_rows(b, "f32", rows->values, rows->n, t->stride);
  } else if (sn_page_quantise(rows, t->stride, b->head.arena, &codes)) {
    sn_bundle_rows(b, "u16", codes.code, rows->n, t->stride);
    key(&b->head, "low");
    sn_bundle_array(b, "f32", codes.low, t->stride);
    key(&b->head, "step");
    sn_bundle_array(b, "f32", codes.step, t->stride);
  } else {
    b->head.failed = 1;
  }
}

static void tables(const sn_page *p, const sn_page_rows got[SN_PAGE_TABLES], sn_bundle *b)
{
  const sn_page_table *const table[SN_PAGE_TABLES] = {&p->frames, &p->rows_table, &p->steps, &p->details};
  static const char *const begin[SN_PAGE_TABLES] = {"{", "[{\"name\":\"rows\",", ",{\"name\":\"steps\",",
                                                    ",{\"name\":\"details\","};
  static const char *const end[SN_PAGE_TABLES] = {"}", "}", "}", "}]"};
  for (int i = 0; i < SN_PAGE_TABLES; i++) {
    if (i < 2) {
      key(&b->head, i ? "tables" : "frames");
    }
    sn_json_raw(&b->head, begin[i]);
    arrays(b, &got[i], table[i]);
    whole(&b->head, "stride", (long long)table[i]->stride);
    sn_json_raw(&b->head, end[i]);
  }
}

/* The quantity that replaces the time, and the camera of the model. */
static void clock_and_view(const sn_page *p, sn_json *j)
{
  const sn_scene *s = &p->scene;
  for (int i = 0; i < p->n_series && s->n_clock > 0; i++) {
    if (strcmp(column_of(p, &p->series[i])->series.path, s->clock->series) == 0) {
      key(j, "clock");
      sn_json_raw(j, "{");
      whole(j, "series", i);
      word(j, "quantity", s->clock->quantity);
      sn_json_raw(j, "}");
    }
  }
  if (s->n_view > 0) {
    key(j, "view");
    sn_json_raw(j, "{\"from\":");
    sn_json_text(j, s->view->from);
    key(j, "zoom");
    number(j, s->view->zoom > 0 ? s->view->zoom : 1);
    if (s->view->has_aim) {
      key(j, "aim");
      numbers(j, s->view->aim, 3);
    }
    sn_json_raw(j, "}");
  }
}

/* Data for choosing modes: the time of each mode, and its label. */
static sn_status modes(sn_reader *r, sn_bundle *b, sn_error *error)
{
  sn_mode_table t;
  char text[64];
  sn_json *j = &b->head;
  SN_TRY(sn_modes_read(r, j->arena, &t, error));
  if (t.n == 0) {
    return SN_OK;
  }
  begin_list(j, "modes");
  for (int i = 0; i < t.n; i++) {
    open_entry(j);
    word(j, "name", sn_mode_words(&t, i, text, sizeof text));
    word(j, "moves", t.moves_most[i]);
    key(j, "start");
    number(j, i);
    key(j, "end");
    number(j, i + SN_MODE_PERIOD);
    sn_json_raw(j, "}");
  }
  sn_json_raw(j, "]");
  return SN_OK;
}

sn_status sn_page_head(const sn_page *p, sn_reader *r, const sn_page_rows got[SN_PAGE_TABLES], unsigned long long next,
                       sn_bundle *b, sn_error *error)
{
  sn_json *j = &b->head;
  sn_summary numbers_of_run;
  SN_TRY(sn_reader_summary(r, &numbers_of_run, error));
  sn_json_raw(j, "{\"format\":\"sinew page\",\"version\":1");
  SN_TRY(sn_page_origin(p, r, j, error));
  SN_TRY(sn_page_state(p, r, j, error));
  key(j, "duration");
  number(j, numbers_of_run.duration);
  key(j, "storedFrames");
  number(j, (double)sn_reader_time(r)->rows);
  SN_TRY(modes(r, b, error));
  sn_page_model(p, b);
  arrows(p, j);
  fields(p, j);
  series(p, j);
  clock_and_view(p, j);
  tables(p, got, b);
  if (p->kind == SN_PAGE_SERVED) {
    key(j, "live");
    sn_json_raw(j, "{");
    whole(j, "next", (long long)next);
    sn_json_raw(j, "}");
  }
  sn_json_raw(j, "}");
  return sn_bundle_failed(b) ? sn_no_memory(error, "the page") : SN_OK;
}

static sn_status read_part(const sn_page *p, sn_reader *r, const sn_page_part *part, sn_arena *arena,
                           sn_page_rows out[SN_PAGE_TABLES], sn_error *error)
{
  SN_TRY(sn_page_read(p, r, &p->frames, &part->frames, arena, &out[0], error));
  SN_TRY(sn_page_read(p, r, &p->rows_table, &part->rows, arena, &out[1], error));
  SN_TRY(sn_page_read(p, r, &p->steps, &part->steps, arena, &out[2], error));
  return sn_page_read(p, r, &p->details, &part->details, arena, &out[3], error);
}

sn_status sn_page_bundle(const sn_page *p, sn_reader *r, const sn_page_part *part, sn_arena *arena, sn_bundle *out,
                         sn_error *error)
{
  sn_page_rows got[SN_PAGE_TABLES];
  SN_TRY(read_part(p, r, part, arena, got, error));
  sn_bundle_start(out, arena);
  return sn_page_head(p, r, got, part->next, out, error);
}

sn_status sn_page_more(const sn_page *p, sn_reader *r, const sn_page_part *part, sn_arena *arena, sn_bundle *out,
                       sn_error *error)
{
  sn_page_rows got[SN_PAGE_TABLES];
  SN_TRY(read_part(p, r, part, arena, got, error));
  sn_bundle_start(out, arena);
  sn_json_raw(&out->head, "{");
  SN_TRY(sn_page_state(p, r, &out->head, error));
  whole(&out->head, "next", (long long)part->next);
  tables(p, got, out);
  sn_json_raw(&out->head, "}");
  return sn_bundle_failed(out) ? sn_no_memory(error, "the page") : SN_OK;
}
