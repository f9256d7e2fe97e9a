/* model/extras.c -- what a model has besides its items: gravity, signals, channels, parameters, inputs, sources.
 * Tests:   tests/model/test_model.c.
 */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "model/fields.h"

sn_v3 sn_model_gravity_of(const sn_model *m)
{
  return m->gravity;
}

sn_status sn_model_gravity(sn_model *m, sn_v3 g, const char *where, sn_error *error)
{
  if (m->gravity_where) {
    sn_failf(error, SN_EINPUT, "Gravity is given twice.");
    sn_error_why(error, "%s: it was given there first.", m->gravity_where);
    sn_error_fix(error, "Keep one of them.");
    sn_error_where(error, "%s", where);
    return SN_EINPUT;
  }
  if (!isfinite(g.x[0]) || !isfinite(g.x[1]) || !isfinite(g.x[2])) {
    return sn_fail(error, SN_EINPUT, where, "Gravity must be three finite numbers.", "",
                   "Write gravity { 0, 0, -9.81 }, in m/s^2.");
  }
  m->gravity = g;
  m->gravity_where = sn_arena_text(m->arena, where ? where : "");
  return m->gravity_where ? SN_OK : sn_no_memory(error, "the model");
}

const char *sn_model_gravity_where(const sn_model *m)
{
  return m->gravity_where;
}

/* ---- channels, parameters, inputs, sources */

const sn_signal *sn_model_signal_at(const sn_model *m, int i)
{
  SN_ASSERT(i >= 0 && i < m->signal.n);
  return m->signal.at + i;
}

int sn_model_signal(sn_model *m, const sn_signal *s)
{
  SN_ASSERT(s->name);
  if (!SN_ROOM(m->arena, m->signal)) {
    return -1;
  }
  m->signal.at[m->signal.n] = *s;
  return m->signal.n++;
}

/* More than that is a loop without end, or data that belong into a table. A channel is a dataset of the result: HDF5 takes the
   square of their number to close them (20000: a minute). */
enum { MOST_NAMES = 100000, MOST_CHANNELS = 20000 };

static sn_status too_many(int most, const char *what, const char *where, const char *fix, sn_error *error)
{
  sn_failf(error, SN_EINPUT, "The model has more than %d %s.", most, what);
  sn_error_why(error, "This is the most that a model may have.");
  sn_error_fix(error, "%s", fix);
  sn_error_where(error, "%s", where);
  return SN_EINPUT;
}

/* `tip` with three components also answers as tip_x, tip_y, tip_z: two channels must not meet there. The one met; NULL: none. */
static const sn_channel *same_column(const sn_model *m, const sn_channel *c)
{
  static const char *const suffix[] = {"_x", "_y", "_z", "_w"};
  char name[2048]; /* groups nest at most 16 deep, names have at most 64 characters */
  const size_t n = strlen(c->name);
  int k = sn_names_find(&m->channel_named, c->name);
  for (int i = 0; k < 0 && i < 4; i++) {
    if (n > 2 && strcmp(c->name + n - 2, suffix[i]) == 0) {
      (void)snprintf(name, sizeof name, "%.*s", (int)n - 2, c->name);
      k = sn_names_find(&m->channel_named, name);
      k = k >= 0 && m->channel.at[k].n > 1 ? k : -1;
    }
  }
  for (int i = 0; k < 0 && c->n > 1 && i < 4; i++) {
    (void)snprintf(name, sizeof name, "%s%s", c->name, suffix[i]);
    k = sn_names_find(&m->channel_named, name);
  }
  return k >= 0 ? m->channel.at + k : NULL;
}

sn_status sn_model_channel(sn_model *m, const sn_channel *c, sn_error *error)
{
  if (!sn_good_name(c->name) || strcmp(c->name, "t") == 0 || strcmp(c->name, "time") == 0) {
    sn_bad_name("channel", c->name, c->where, error);
    sn_error_why(error, "A name has letters, digits, _ and -, at most 64 of them; \"t\" and \"time\" are taken.");
    return SN_EINPUT;
  }
  sn_channel own = *c;
  own.name = sn_arena_format(m->arena, "%s%s", m->prefix, c->name);
  if (!own.name || !SN_ROOM(m->arena, m->channel)) {
    return sn_no_memory(error, "the model");
  }
  if (m->channel.n >= MOST_CHANNELS) {
    return too_many(MOST_CHANNELS, "channels", c->where,
                    "Look for a loop that makes channels; results have all nodes without them.", error);
  }
  const sn_channel *other = same_column(m, &own);
  if (other) {
    sn_failf(error, SN_EINPUT, "The channel '%s' clashes with channel '%s'.", own.name, other->name);
    sn_error_why(error, "%s: that one was made first; a vector channel `tip` also answers as tip_x, tip_y, tip_z.",
                 other->where);
    sn_error_fix(error, "Give every channel its own name.");
    sn_error_where(error, "%s", c->where);
    return SN_EINPUT;
  }
  if (!sn_names_add(&m->channel_named, own.name, m->channel.n, m->arena)) {
    return sn_no_memory(error, "the model");
  }
  m->channel.at[m->channel.n++] = own;
  return SN_OK;
}

sn_status sn_model_parameter(sn_model *m, const sn_parameter *p, sn_error *error)
{
  const int other = sn_names_find(&m->parameter_named, p->name);
  if (other >= 0) {
    sn_failf(error, SN_EINPUT, "The parameter '%s' is defined twice.", p->name);
    sn_error_why(error, "%s: it was defined there first.", m->parameter.at[other].where);
    sn_error_fix(error, "Keep one definition.");
    sn_error_where(error, "%s", p->where);
    return SN_EINPUT;
  }
  if (m->parameter.n >= MOST_NAMES) {
    return too_many(MOST_NAMES, "parameters", p->where,
                    "Look for a loop that makes them; data belong into a file for table_of.", error);
  }
  if (!SN_ROOM(m->arena, m->parameter) || !sn_names_add(&m->parameter_named, p->name, m->parameter.n, m->arena)) {
    return sn_no_memory(error, "the model");
  }
  m->parameter.at[m->parameter.n++] = *p;
  return SN_OK;
}

sn_status sn_model_add_input(sn_model *m, const sn_model_input *input, sn_error *error)
{
  const int other = sn_model_find_input(m, input->name);
  if (!sn_good_name(input->name)) {
    return sn_bad_name("input", input->name, input->where, error);
  }
  if (other >= 0) {
    sn_failf(error, SN_EINPUT, "The input '%s' is defined twice.", input->name);
    sn_error_why(error, "%s: it was defined there first.", m->input.at[other].where);
    sn_error_fix(error, "Write input(\"%s\") for the one that is there, without a table.", input->name);
    sn_error_where(error, "%s", input->where);
    return SN_EINPUT;
  }
  if (m->input.n >= MOST_NAMES) {
    return too_many(MOST_NAMES, "inputs", input->where, "Look for a loop that makes inputs.", error);
  }
  if (!SN_ROOM(m->arena, m->input) || !sn_names_add(&m->input_named, input->name, m->input.n, m->arena)) {
    return sn_no_memory(error, "the model");
  }
  m->input.at[m->input.n++] = *input;
  return SN_OK;
}

int sn_model_inputs(const sn_model *m)
{
  return m->input.n;
}

const sn_model_input *sn_model_input_at(const sn_model *m, int i)
{
  SN_ASSERT(i >= 0 && i < m->input.n);
  return m->input.at + i;
}

void sn_model_use_input(sn_model *m, int i)
{
  SN_ASSERT(i >= 0 && i < m->input.n);
  m->input.at[i].used = 1;
}

int sn_model_find_input(const sn_model *m, const char *name)
{
  return sn_names_find(&m->input_named, name);
}

double *sn_model_input_values(sn_model *m)
{
  return m->input_value;
}

int sn_model_channels(const sn_model *m)
{
  return m->channel.n;
}

const sn_channel *sn_model_channel_at(const sn_model *m, int i)
{
  SN_ASSERT(i >= 0 && i < m->channel.n);
  return m->channel.at + i;
}

int sn_model_parameters(const sn_model *m)
{
  return m->parameter.n;
}

const sn_parameter *sn_model_parameter_at(const sn_model *m, int i)
{
  SN_ASSERT(i >= 0 && i < m->parameter.n);
  return m->parameter.at + i;
}

void sn_model_source(sn_model *m, const char *file, const char *text)
{
  if (SN_ROOM(m->arena, m->source)) {
    m->source.at[m->source.n++] = (sn_model_file){file, text};
  }
}

int sn_model_give(sn_model *m, const char *file, const char *text)
{
  if (!SN_ROOM(m->arena, m->given)) {
    return 0;
  }
  m->given.at[m->given.n++] = (sn_model_file){file, text};
  return 1;
}

int sn_model_source_more(sn_model *m, const char *text)
{
  if (m->source.n == 0) {
    return 0;
  }
  sn_model_file *first = &m->source.at[0];
  const size_t had = m->grown ? m->n_grown : strlen(first->text), more = strlen(text);
  if (!m->grown || had + more + 1 > m->room_grown) {
    const size_t room = 2 * (had + more) + 4096;
    char *grown = sn_arena_get(m->arena, room, 1);
    if (!grown) {
      return 0;
    }
    memcpy(grown, first->text, had + 1);
    m->grown = grown;
    m->room_grown = room;
  }
  memcpy(m->grown + had, text, more + 1);
  m->n_grown = had + more;
  first->text = m->grown;
  return 1;
}

int sn_model_sources(const sn_model *m)
{
  return m->source.n;
}

void sn_model_source_at(const sn_model *m, int i, const char **file, const char **text)
{
  SN_ASSERT(i >= 0 && i < m->source.n);
  *file = m->source.at[i].file;
  *text = m->source.at[i].text;
}
