/* results/scene.c -- the tables of a scene, into a file and back.
 * What:    one description per struct (members and their types) makes the HDF5 type for writing and for reading; HDF5
 *          matches members by name, so files of older and newer versions read as far as they agree.
 * Limits:  a file is not trusted: every index is checked after reading (scene_check.c), every text ends with a zero byte.
 * Tests:   tests/results/test_scene.c, tests/results/test_damage.c.
 */
#include "results/scene.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "results/list.h"
#include "results/reader_private.h"

typedef struct {
  const char *name;
  char type; /* i int, d double, f float, s text, S spot */
  size_t offset;
  int n; /* numbers, or room of the text */
} member;

#define NUMBER(struct_, name, type)         \
  {                                         \
#name, type, offsetof(struct_, name), 1 \
  }
#define LIST(struct_, name, type, n)        \
  {                                         \
#name, type, offsetof(struct_, name), n \
  }
#define TEXT(struct_, name)                                                \
  {                                                                        \
#name, 's', offsetof(struct_, name), (int)sizeof(((struct_ *)0)->name) \
  }

static const member spot_members[] = {
    NUMBER(sn_spot, row, 'i'), LIST(sn_spot, position, 'd', 3), LIST(sn_spot, quaternion, 'd', 4), {0}};
static const member item_members[] = {
    TEXT(sn_scene_item, name),         TEXT(sn_scene_item, kind),        TEXT(sn_scene_item, class),
    TEXT(sn_scene_item, place),        TEXT(sn_scene_item, color),       NUMBER(sn_scene_item, opacity, 'd'),
    NUMBER(sn_scene_item, gloss, 'd'), NUMBER(sn_scene_item, line, 'i'), {0}};
static const member fact_members[] = {
    NUMBER(sn_scene_fact, item, 'i'), TEXT(sn_scene_fact, name), TEXT(sn_scene_fact, text), {0}};
static const member solid_members[] = {NUMBER(sn_scene_solid, item, 'i'),  TEXT(sn_scene_solid, shape),
                                       LIST(sn_scene_solid, size, 'd', 6), NUMBER(sn_scene_solid, surface, 'i'),
                                       NUMBER(sn_scene_solid, at, 'S'),    {0}};
static const member between_members[] = {NUMBER(sn_scene_between, item, 'i'),   TEXT(sn_scene_between, shape),
                                         NUMBER(sn_scene_between, radius, 'd'), NUMBER(sn_scene_between, a, 'S'),
                                         NUMBER(sn_scene_between, b, 'S'),      {0}};
static const member line_members[] = {
    NUMBER(sn_scene_line, item, 'i'),   NUMBER(sn_scene_line, first, 'i'),      NUMBER(sn_scene_line, count, 'i'),
    NUMBER(sn_scene_line, radius, 'd'), NUMBER(sn_scene_line, section, 'i'),    NUMBER(sn_scene_line, smooth, 'i'),
    NUMBER(sn_scene_line, order, 'i'),  NUMBER(sn_scene_line, first_spot, 'i'), {0}};
static const member loop_members[] = {
    NUMBER(sn_scene_loop, section, 'i'), NUMBER(sn_scene_loop, first, 'i'), NUMBER(sn_scene_loop, count, 'i'), {0}};
static const member surface_members[] = {NUMBER(sn_scene_surface, first_vertex, 'i'),
                                         NUMBER(sn_scene_surface, n_vertex, 'i'),
                                         NUMBER(sn_scene_surface, first_triangle, 'i'),
                                         NUMBER(sn_scene_surface, n_triangle, 'i'),
                                         {0}};
static const member sheet_members[] = {
    NUMBER(sn_scene_sheet, item, 'i'),       NUMBER(sn_scene_sheet, first_row, 'i'),
    NUMBER(sn_scene_sheet, n_row, 'i'),      NUMBER(sn_scene_sheet, first_triangle, 'i'),
    NUMBER(sn_scene_sheet, n_triangle, 'i'), {0}};
static const member joint_members[] = {NUMBER(sn_scene_joint, item, 'i'),
                                       TEXT(sn_scene_joint, glyph),
                                       NUMBER(sn_scene_joint, a, 'S'),
                                       NUMBER(sn_scene_joint, b, 'S'),
                                       {0}};
static const member arrow_members[] = {NUMBER(sn_scene_arrow, item, 'i'),
                                       TEXT(sn_scene_arrow, quantity),
                                       TEXT(sn_scene_arrow, series),
                                       NUMBER(sn_scene_arrow, at, 'S'),
                                       {0}};
static const member field_members[] = {NUMBER(sn_scene_field, item, 'i'),
                                       TEXT(sn_scene_field, name),
                                       TEXT(sn_scene_field, unit),
                                       TEXT(sn_scene_field, on),
                                       NUMBER(sn_scene_field, count, 'i'),
                                       TEXT(sn_scene_field, series),
                                       {0}};

static const member label_members[] = {TEXT(sn_scene_label, series), TEXT(sn_scene_label, names), {0}};
static const member clock_members[] = {TEXT(sn_scene_clock, quantity), TEXT(sn_scene_clock, series), {0}};
static const member view_members[] = {TEXT(sn_scene_view, from),
                                      LIST(sn_scene_view, aim, 'd', 3),
                                      NUMBER(sn_scene_view, zoom, 'd'),
                                      NUMBER(sn_scene_view, has_aim, 'i'),
                                      {0}};

/* A table: rows of a struct, or of `width` plain numbers. */
typedef struct {
  const char *name;
  const member *members; /* NULL: plain */
  char type;
  int width;
  size_t size, list, count; /* of a row; where pointer and number are in sn_scene */
} table;

#define ROWS(struct_, name, number)                                                                    \
  {                                                                                                    \
#name, name##_members, 0, 1, sizeof(struct_), offsetof(sn_scene, name), offsetof(sn_scene, number) \
  }
#define PLAIN(name, number, type, width, size)                                           \
  {                                                                                      \
#name, NULL, type, width, size, offsetof(sn_scene, name), offsetof(sn_scene, number) \
  }
static const table tables[] = {ROWS(sn_scene_item, item, n_item),
                               ROWS(sn_scene_fact, fact, n_fact),
                               ROWS(sn_scene_solid, solid, n_solid),
                               ROWS(sn_scene_between, between, n_between),
                               ROWS(sn_scene_line, line, n_line),
                               PLAIN(line_row, n_line_row, 'i', 1, sizeof(int)),
                               PLAIN(line_spot, n_line_spot, 'd', 7, 7 * sizeof(double)),
                               ROWS(sn_scene_loop, loop, n_loop),
                               PLAIN(loop_point, n_loop_point, 'd', 2, 2 * sizeof(double)),
                               ROWS(sn_scene_surface, surface, n_surface),
                               PLAIN(vertex, n_vertex, 'f', 3, 3 * sizeof(float)),
                               PLAIN(triangle, n_triangle, 'i', 3, 3 * sizeof(int)),
                               ROWS(sn_scene_sheet, sheet, n_sheet),
                               PLAIN(sheet_row, n_sheet_row, 'i', 1, sizeof(int)),
                               PLAIN(sheet_beside, n_sheet_beside, 'd', 3, 3 * sizeof(double)),
                               PLAIN(sheet_turn, n_sheet_turn, 'i', 1, sizeof(int)),
                               PLAIN(sheet_node, n_sheet_node, 'i', 1, sizeof(int)),
                               PLAIN(sheet_triangle, n_sheet_triangle, 'i', 3, 3 * sizeof(int)),
                               PLAIN(sheet_element, n_sheet_element, 'i', 1, sizeof(int)),
                               ROWS(sn_scene_joint, joint, n_joint),
                               ROWS(sn_scene_arrow, arrow, n_arrow),
                               ROWS(sn_scene_field, field, n_field),
                               ROWS(sn_scene_label, label, n_label),
                               ROWS(sn_scene_clock, clock, n_clock),
                               ROWS(sn_scene_view, view, n_view),
                               PLAIN(place_item, n_place, 'i', 1, sizeof(int))};
enum { N_TABLES = sizeof tables / sizeof *tables };

static hid_t compound(const member *m, size_t size);

/* The type of one member or number; the caller closes it. */
static hid_t type_of(char type, int n)
{
  const hsize_t length = (hsize_t)n;
  if (type == 's') {
    const hid_t text = H5Tcopy(H5T_C_S1);
    (void)H5Tset_size(text, (size_t)n);
    (void)H5Tset_cset(text, H5T_CSET_UTF8);
    return text;
  }
  const hid_t one = type == 'S'   ? compound(spot_members, sizeof(sn_spot))
                    : type == 'i' ? H5Tcopy(H5T_NATIVE_INT)
                    : type == 'f' ? H5Tcopy(H5T_NATIVE_FLOAT)
                                  : H5Tcopy(H5T_NATIVE_DOUBLE);
  if (n == 1) {
    return one;
  }
  const hid_t list = H5Tarray_create2(one, 1, &length);
  (void)H5Tclose(one);
  return list;
}

static hid_t compound(const member *m, size_t size)
{
  const hid_t type = H5Tcreate(H5T_COMPOUND, size);
  for (; m->name; m++) {
    const hid_t t = type_of(m->type, m->n);
    (void)H5Tinsert(type, m->name, m->offset, t);
    (void)H5Tclose(t);
  }
  return type;
}

static hid_t row_type(const table *t)
{
  return t->members ? compound(t->members, t->size) : type_of(t->type, 1);
}

static void *list_of(const sn_scene *scene, const table *t)
{
  void *list;
  memcpy(&list, (const char *)scene + t->list, sizeof list);
  return list;
}

static int *count_of(sn_scene *scene, const table *t)
{
  return (int *)(void *)((char *)scene + t->count);
}

/* ---- words and codes */

typedef struct {
  const char *word;
  int code;
} coded;

/* The code of a word; that of the last entry, which has no word, for any other. */
static int code_of(const coded *list, const char *word)
{
  while (list->word && strcmp(list->word, word) != 0) {
    list++;
  }
  return list->code;
}

static const coded per_words[] = {
    {"part", SN_OUT_PER_PART}, {"nodes", SN_OUT_PER_NODE}, {"elements", SN_OUT_PER_ELEMENT}, {NULL, 0}};
static const coded class_words[] = {
    {"part", SN_SCENE_PART}, {"joint", SN_SCENE_JOINT}, {"force", SN_SCENE_FORCE}, {NULL, SN_SCENE_OTHER}};
static const coded part_kinds[] = {{"ground", SN_SCENE_GROUND}, {"base", SN_SCENE_GROUND}, {NULL, SN_SCENE_PART}};
static const coded force_kinds[] = {{"force", SN_SCENE_LOAD}, {"moment", SN_SCENE_LOAD}, {NULL, SN_SCENE_FORCE}};
static const coded link_words[] = {{"spring", SN_SCENE_SPRING}, {"arm", SN_SCENE_ARM}, {NULL, SN_SCENE_ROD}};
static const coded turn_words[] = {{"moment", 1}, {NULL, 0}};

const char *sn_scene_per_word(int flags)
{
  const coded *list = per_words;
  while (list->word && !(flags & list->code)) {
    list++;
  }
  return list->word ? list->word : per_words[0].word;
}

static sn_scene_role role_of(const sn_scene_item *item)
{
  const int role = code_of(class_words, item->class);
  return (sn_scene_role)(role == SN_SCENE_PART    ? code_of(part_kinds, item->kind)
                         : role == SN_SCENE_FORCE ? code_of(force_kinds, item->kind)
                                                  : role);
}

void sn_scene_code(sn_scene *scene)
{
  for (int i = 0; i < scene->n_item; i++) {
    scene->item[i].role = role_of(scene->item + i);
  }
  for (int i = 0; i < scene->n_between; i++) {
    scene->between[i].link = (sn_scene_link)code_of(link_words, scene->between[i].shape);
  }
  for (int i = 0; i < scene->n_arrow; i++) {
    scene->arrow[i].turns = code_of(turn_words, scene->arrow[i].quantity);
  }
  for (int i = 0; i < scene->n_field; i++) {
    scene->field[i].per = code_of(per_words, scene->field[i].on);
  }
}

/* ---- writing */

static int write_table(hid_t group, const sn_scene *scene, const table *t)
{
  SN_ASSERT(t->size > 0);
  const int n = *count_of((sn_scene *)(void *)(size_t)scene, t);
  const hsize_t size[2] = {(hsize_t)n, (hsize_t)t->width};
  const hid_t memory = row_type(t), file = H5Tcopy(memory), list = H5Pcreate(H5P_DATASET_CREATE);
  const hid_t space = H5Screate_simple(t->width > 1 ? 2 : 1, size, NULL);
  if (t->members) {
    (void)H5Tpack(file); /* no uninitialised padding in the file */
  }
  if (n > 32) {
    (void)H5Pset_chunk(list, t->width > 1 ? 2 : 1, size);
    (void)H5Pset_shuffle(list);
    (void)H5Pset_deflate(list, 4);
  }
  const hid_t d = H5Dcreate2(group, t->name, file, space, H5P_DEFAULT, list, H5P_DEFAULT);
  int status = d < 0 ? -1 : 0;
  if (status >= 0 && n > 0) {
    status = H5Dwrite(d, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, list_of(scene, t));
  }
  if (d >= 0 && H5Dclose(d) < 0) {
    status = -1;
  }
  (void)H5Sclose(space);
  (void)H5Pclose(list);
  (void)H5Tclose(file);
  (void)H5Tclose(memory);
  return status;
}

int sn_scene_write(hid_t file, const sn_scene *scene)
{
  const hid_t g = sn_h5_group(file, "scene");
  int status = g < 0 ? -1 : sn_h5_number_attribute(g, "up", 3, scene->up);
  status = status < 0 ? status : sn_h5_number_attribute(g, "extent", 0, &scene->extent);
  for (int i = 0; i < N_TABLES && status >= 0; i++) {
    status = write_table(g, scene, &tables[i]);
  }
  return g < 0 || H5Gclose(g) < 0 ? -1 : status;
}

/* ---- reading */

static sn_status damaged(const sn_reader *r, const char *name, sn_error *error)
{
  sn_failf(error, SN_EIO, "The picture of the model cannot be read: /scene/%s.", name);
  sn_error_where(error, "%s", r->file);
  sn_error_fix(error, "The file may be damaged or cut short: run the model again.");
  return SN_EIO;
}

static void end_texts(const table *t, char *rows, int n)
{
  for (const member *m = t->members; m && m->name; m++) {
    for (int i = 0; m->type == 's' && i < n; i++) {
      rows[(size_t)i * t->size + m->offset + (size_t)m->n - 1] = '\0';
    }
  }
}

static sn_status read_table(const sn_reader *r, hid_t group, const table *t, sn_arena *arena, sn_scene *scene,
                            sn_error *error)
{
  enum { MOST_BYTES = 1 << 30 };
  hsize_t size[2] = {0, 1};
  if (H5Lexists(group, t->name, H5P_DEFAULT) <= 0) {
    return SN_OK; /* an older file: none */
  }
  const hid_t d = H5Dopen2(group, t->name, H5P_DEFAULT), space = d < 0 ? -1 : H5Dget_space(d), type = row_type(t);
  const int rank = space < 0 ? -1 : H5Sget_simple_extent_ndims(space);
  int good = rank == (t->width > 1 ? 2 : 1) && H5Sget_simple_extent_dims(space, size, NULL) >= 0 &&
             size[1] == (hsize_t)t->width && size[0] < MOST_BYTES / t->size;
  const int n = good ? (int)size[0] : 0;
  char *rows = sn_arena_get(arena, (size_t)n + 1, t->size);
  if (good && rows && n > 0) {
    good = H5Dread(d, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, rows) >= 0;
    end_texts(t, rows, n);
  }
  memcpy((char *)scene + t->list, &rows, sizeof rows);
  *count_of(scene, t) = n;
  (void)H5Tclose(type);
  if (space >= 0) {
    (void)H5Sclose(space);
  }
  if (d >= 0) {
    (void)H5Dclose(d);
  }
  if (!rows) {
    return sn_no_memory(error, "the picture");
  }
  return good ? SN_OK : damaged(r, t->name, error);
}

static void read_numbers(hid_t group, const char *name, hssize_t n, double *out)
{
  if (H5Aexists(group, name) > 0) {
    const hid_t a = H5Aopen(group, name, H5P_DEFAULT), space = H5Aget_space(a);
    if (H5Sget_simple_extent_npoints(space) == n) {
      (void)H5Aread(a, H5T_NATIVE_DOUBLE, out);
    }
    (void)H5Sclose(space);
    (void)H5Aclose(a);
  }
}

static sn_status read_scene(sn_reader *r, hid_t group, sn_arena *arena, sn_scene *out, sn_error *error)
{
  double up[3] = {0, 0, 1};
  read_numbers(group, "up", 3, up);
  read_numbers(group, "extent", 1, &out->extent);
  const double n = sqrt(up[0] * up[0] + up[1] * up[1] + up[2] * up[2]);
  for (int k = 0; k < 3; k++) {
    out->up[k] = n > 0 && isfinite(n) ? up[k] / n : k == 2;
  }
  out->extent = out->extent > 0 && isfinite(out->extent) ? out->extent : 1;
  for (int i = 0; i < N_TABLES; i++) {
    SN_TRY(read_table(r, group, &tables[i], arena, out, error));
  }
  sn_scene_code(out);
  sn_series position;
  const char *bad = sn_scene_check(out);
  if (!bad && out->n_place > 0 &&
      (!sn_reader_look(r, "/nodes/position", &position) || position.width != 3 * out->n_place)) {
    bad = "place_item";
  }
  return bad ? damaged(r, bad, error) : SN_OK;
}

sn_status sn_scene_read(sn_reader *r, sn_arena *arena, sn_scene *out, sn_error *error)
{
  memset(out, 0, sizeof *out);
  const sn_h5_quiet old = sn_h5_hush();
  const hid_t g = H5Gopen2(r->id, "scene", H5P_DEFAULT);
  sn_status status;
  if (g < 0) {
    status = sn_fail(error, SN_EIO, r->file, "The result has no picture of its model.",
                     "It was written before Sinew could draw, or it is damaged.", "Run the model again.");
  } else {
    status = read_scene(r, g, arena, out, error);
    (void)H5Gclose(g);
  }
  sn_h5_restore(old);
  return status;
}

/* ---- instants */

sn_status sn_scene_poses(sn_reader *r, const sn_scene *scene, unsigned long long row, sn_poses *out, sn_error *error)
{
  const struct {
    const char *path;
    int width;
    double *to;
  } columns[] = {{"/nodes/position", 3, out->position},
                 {"/nodes/quaternion", 4, out->quaternion},
                 {"/nodes/velocity", 3, out->velocity},
                 {"/nodes/angular_velocity", 3, out->spin}};
  SN_TRY(sn_reader_read(r, sn_reader_time(r), row, 1, &out->t, error));
  for (int i = 0; i < 4; i++) {
    sn_series s;
    if (!columns[i].to) {
      continue;
    }
    if (sn_reader_has(r, columns[i].path, &s) && s.width == columns[i].width * scene->n_place) {
      SN_TRY(sn_reader_read(r, &s, row, 1, columns[i].to, error));
    } else {
      memset(columns[i].to, 0, sizeof(double) * (size_t)(columns[i].width * scene->n_place));
    }
  }
  return SN_OK;
}

sn_status sn_reader_row_at(sn_reader *r, double t, unsigned long long *row, sn_error *error)
{
  const sn_series *time = sn_reader_time(r);
  unsigned long long low = 0, high = time->rows;
  double x = 0, before = 0;
  *row = 0;
  if (time->rows == 0) {
    return sn_fail(error, SN_EIO, r->file, "The result contains no rows yet.", "The run has not stored anything.",
                   "Wait until it has, or run the model again.");
  }
  while (low < high) { /* the first row at t or later */
    const unsigned long long middle = low + (high - low) / 2;
    SN_TRY(sn_reader_read(r, time, middle, 1, &x, error));
    if (x < t) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  *row = low < time->rows ? low : time->rows - 1;
  if (*row > 0) {
    SN_TRY(sn_reader_read(r, time, *row, 1, &x, error));
    SN_TRY(sn_reader_read(r, time, *row - 1, 1, &before, error));
    *row -= fabs(before - t) < fabs(x - t);
  }
  return SN_OK;
}
