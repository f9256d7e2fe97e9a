/* model/read_file.c -- files named in a model: where they may be, and the readers of surfaces, meshes and modes.
 * What:    a model that is a program reads files of its own folder and below only; one built in C reads what the
 *          program that builds it names. Each file is read once, however many shapes show it. Of a surface the result keeps a
 *          sum; a mesh and the shapes of modes are texts and kept like an included one, so that a run can be resumed without the file.
 *          A link that leads out of the folder, and what is no regular file, are refused.
 * Tests:   tests/mesh/test_surface.c, tests/language/test_mesh.c, tests/shells/test_mesh.c.
 */
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "mesh/cad.h"
#include "mesh/read.h"
#include "model/fields.h"

sn_status sn_model_folder(sn_model *m, const char *folder, int inside, sn_error *error)
{
  m->folder = folder ? sn_arena_text(m->arena, folder) : NULL;
  m->inside = inside;
  return folder && !m->folder ? sn_no_memory(error, "the model") : SN_OK;
}

/* Why a file that is there must not be read by a model: a link may lead out of its folder, a pipe never ends. */
static const char *leads_elsewhere(const char *folder, const char *path)
{
  struct stat facts;
  if (stat(path, &facts) != 0) {
    return NULL; /* who opens it says that it is not there */
  }
  if (!S_ISREG(facts.st_mode)) {
    return S_ISDIR(facts.st_mode) ? NULL : "It is a pipe or a device, not a file.";
  }
  char *home = realpath(folder[0] ? folder : ".", NULL),
       *file = realpath(path, NULL); /* the system's, given back here */
  const size_t n = home ? strlen(home) : 0;
  const int inside = home && file && strncmp(file, home, n) == 0 && (file[n] == '/' || strcmp(home, "/") == 0);
  free(home);
  free(file);
  return inside ? NULL : "It is a link that leads out of the folder of the model.";
}

sn_status sn_model_path(const sn_model *m, const char *name, sn_arena *arena, const char **path, sn_error *error)
{
  const int absolute = name[0] == '/' || name[0] == '\\' || strchr(name, ':');
  const int outside = absolute || strstr(name, "..") != NULL, nowhere = !m || !m->folder;
  if (nowhere || (m->inside && outside) || !name[0]) {
    sn_failf(error, SN_EINPUT, "The file \"%.100s\" may not be read.", name);
    sn_error_why(error, nowhere   ? "This model was not read from a file, so it has no folder."
                        : name[0] ? "A model reads only files of its own folder and below: no \"..\", no absolute path."
                                  : "The name is empty.");
    sn_error_fix(error, "Put the file into the folder of the model and give its relative path.");
    return SN_EINPUT;
  }
  *path = sn_arena_format(arena, "%s%s", absolute ? "" : m->folder, name);
  if (!*path) {
    return sn_no_memory(error, "the model");
  }
  const char *why = m->inside ? leads_elsewhere(m->folder, *path) : NULL;
  if (why) {
    sn_failf(error, SN_EINPUT, "The file \"%.100s\" may not be read.", name);
    sn_error_why(error, "%s", why);
    sn_error_fix(error, "Put the file itself into the folder of the model.");
    return SN_EINPUT;
  }
  return SN_OK;
}

/* what of the error: "mesh in body 'hull': `file` cannot be used: ...", where the item is */
static sn_status about(const sn_reading *r, const sn_value *v, const sn_error *e)
{
  sn_wrong_value(r, v, "cannot be used: %s", e->what);
  r->error->status = e->status;
  sn_error_why(r->error, "%s", e->why);
  sn_error_fix(r->error, "%s", e->fix);
  return e->status;
}

/* The bytes of a file that a field names. */
static sn_status read_bytes(const sn_model *m, const char *name, size_t most, sn_arena *arena, const char **bytes,
                            size_t *size, sn_error *error)
{
  const char *path;
  SN_TRY(sn_model_path(m, name, arena, &path, error));
  SN_REQUIRE(m != NULL, error); /* without a model no file may be read */
  const sn_status status = sn_file_read(path, most, arena, bytes, size, error);
  if (status != SN_OK) {
    sn_error_why(error, "Names are relative to the folder of the model, \"%s\".", m->folder[0] ? m->folder : "./");
    sn_error_fix(error, "Check the spelling, or put the file there.");
  }
  return status;
}

static sn_status load(sn_model *m, const char *name, sn_arena *scratch, const sn_surface **out, sn_error *error)
{
  const char *bytes;
  size_t size;
  SN_TRY(read_bytes(m, name, SN_SURFACE_BYTES, scratch, &bytes, &size, error));
  SN_REQUIRE(m != NULL, error);
  if (!SN_ROOM(m->arena, m->surface)) {
    return sn_no_memory(error, "a surface");
  }
  SN_TRY(sn_surface_parse(name, bytes, size, m->arena, out, error));
  sn_model_data(m, bytes, size);
  m->surface.at[m->surface.n++] = *out;
  return SN_OK;
}

sn_status sn_read_surface(const sn_reading *r, const sn_input *in, const sn_value *v, void *to)
{
  sn_model *m = r->model;
  const sn_surface **out = to;
  sn_error e = {0};
  if (v->type != SN_VALUE_TEXT) {
    return sn_wrong_type(r, in, v, "the name of a file", "\"hull.stl\"");
  }
  for (int k = 0; m && k < m->surface.n; k++) {
    if (strcmp(m->surface.at[k]->file, v->text) == 0) {
      *out = m->surface.at[k];
      return SN_OK;
    }
  }
  sn_arena *scratch = sn_arena_new(NULL);
  const sn_status status = scratch ? load(m, v->text, scratch, out, &e) : sn_no_memory(&e, "a surface");
  sn_arena_free(scratch);
  return status == SN_OK ? SN_OK : about(r, v, &e);
}

/* A text beside the model: the one given in its place, or the file. */
static sn_status find_text(const sn_model *m, const char *name, size_t most, sn_arena *scratch, const char **text,
                           size_t *size, sn_error *error)
{
  for (int k = 0; m && k < m->given.n; k++) {
    if (strcmp(m->given.at[k].file, name) == 0) {
      *text = m->given.at[k].text;
      *size = strlen(*text);
      return SN_OK;
    }
  }
  return read_bytes(m, name, most, scratch, text, size, error);
}

/* What a resumed run needs in place of the file. Of a binary file and of a large one only the sum is kept: the run needs the file again. */
static sn_status keep_text(sn_model *m, const char *file, const char *text, size_t size, sn_error *error)
{
  enum { LARGE = 16 << 20 };
  if (m->source.n > 0 && size <= LARGE && !memchr(text, '\0', size)) {
    const char *kept = sn_arena_text(m->arena, text);
    if (!kept) {
      return sn_no_memory(error, "the model");
    }
    sn_model_source(m, file, kept);
  } else {
    sn_model_data(m, text, size);
  }
  return SN_OK;
}

/* A file that the mesh includes: where the mesh itself is. */
typedef struct {
  sn_model *model;
  sn_arena *scratch;
} included_from;

static sn_status open_included(void *data, const char *name, const char **text, size_t *size, sn_error *error)
{
  included_from *from = data;
  const char *kept;
  SN_TRY(find_text(from->model, name, SN_MESH_BYTES, from->scratch, text, size, error));
  kept = sn_arena_text(from->model->arena, name);
  return kept ? keep_text(from->model, kept, *text, *size, error) : sn_no_memory(error, "a mesh");
}

/* Text of a mesh into the model's list, under the name that finds it again. */
static sn_status take_mesh(sn_model *m, const char *key, const char *text, size_t size, sn_arena *scratch,
                           const sn_mesh **out, sn_error *error)
{
  included_from from = {m, scratch};
  if (!SN_ROOM(m->arena, m->mesh)) {
    return sn_no_memory(error, "a mesh");
  }
  SN_TRY(sn_mesh_parse(key, text, size, &(sn_mesh_opener){open_included, &from}, m->arena, out, error));
  m->mesh.at[m->mesh.n++] = *out;
  return keep_text(m, (*out)->file, text, size, error);
}

static sn_status load_mesh(sn_model *m, const char *name, sn_arena *scratch, const sn_mesh **out, sn_error *error)
{
  const char *text = NULL;
  size_t size = 0;
  SN_TRY(find_text(m, name, SN_MESH_BYTES, scratch, &text, &size, error));
  SN_REQUIRE(m != NULL, error);
  return take_mesh(m, name, text, size, scratch, out, error);
}

/* A mesh of a CAD file: made by Gmsh and kept beside it, or the one that is there from before. */
static sn_status load_cad(sn_model *m, const char *key, const char *name, const sn_mesh_cad *wish, sn_arena *scratch,
                          const sn_mesh **out, const char **said, sn_error *error)
{
  const char *text = NULL, *path, *made = NULL;
  size_t size = 0;
  *said = "";
  for (int k = 0; k < m->given.n; k++) {
    made = strcmp(m->given.at[k].file, key) == 0 ? m->given.at[k].text : made;
  }
  if (made) { /* a run that goes on */
    return take_mesh(m, key, made, strlen(made), scratch, out, error);
  }
  SN_TRY(read_bytes(m, name, SN_MESH_BYTES, scratch, &text, &size, error));
  const char *cache = sn_mesh_cad_cache(name, text, size, wish, scratch);
  if (!cache) {
    return sn_no_memory(error, "a mesh");
  }
  SN_TRY(sn_model_path(m, cache, scratch, &made, error));
  SN_TRY(sn_model_path(m, name, scratch, &path, error));
  struct stat facts;
  if (stat(made, &facts) != 0) {
    SN_TRY(sn_mesh_of_cad(path, made, wish, scratch, said, error));
  }
  SN_TRY(sn_file_read(made, SN_MESH_BYTES, scratch, &text, &size, error));
  return take_mesh(m, key, text, size, scratch, out, error);
}

static const sn_mesh *known_mesh(const sn_model *m, const char *key)
{
  for (int k = 0; m && k < m->mesh.n; k++) {
    if (strcmp(m->mesh.at[k]->file, key) == 0) {
      return m->mesh.at[k];
    }
  }
  return NULL;
}

static sn_status warn_of_mesh(sn_model *m, const char *where, const sn_mesh *mesh, const char *said, sn_error *error)
{
  SN_REQUIRE(mesh != NULL, error);
  for (int k = 0; k < mesh->n_warning; k++) {
    SN_TRY(sn_model_warn(m, where, error, "%s", mesh->warning[k]));
  }
  return said[0] ? sn_model_warn(m, where, error, "\"%.60s\" by Gmsh: %.300s", mesh->file, said) : SN_OK;
}

sn_status sn_model_mesh_file(sn_model *m, const char *where, const char *name, double size, int order,
                             const sn_mesh **out, sn_error *error)
{
  const sn_mesh_cad wish = {size, order, 0};
  const int cad = sn_mesh_is_cad(name);
  const char *key = cad ? sn_arena_format(m->arena, "%s, size %.17g, order %d", name, size, order) : name, *said = "";
  sn_arena *scratch = sn_arena_new(NULL);
  if (!key || !scratch) {
    sn_arena_free(scratch);
    return sn_no_memory(error, "a mesh");
  }
  *out = known_mesh(m, key);
  sn_status status = SN_OK;
  if (!*out) {
    status = cad ? load_cad(m, key, name, &wish, scratch, out, &said, error) : load_mesh(m, name, scratch, out, error);
    status = status == SN_OK ? warn_of_mesh(m, where, *out, said, error) : status;
  }
  sn_arena_free(scratch);
  return status;
}

sn_status sn_read_mesh(const sn_reading *r, const sn_input *in, const sn_value *v, void *to)
{
  const sn_mesh **out = to;
  sn_error e = {0};
  if (v->type != SN_VALUE_TEXT) {
    return sn_wrong_type(r, in, v, "the name of a file", "\"wing.msh\"");
  }
  if (!r->model) {
    const char *path;
    return sn_model_path(NULL, v->text, NULL, &path, &e) == SN_OK ? SN_OK : about(r, v, &e);
  }
  const sn_value *wish = r->beside ? sn_value_field(r->beside, "size") : NULL; /* of elements, for a CAD file */
  const double size = wish && wish->type == SN_VALUE_NUMBER && wish->number > 0 ? wish->number : 0;
  if (size > 0 && !sn_mesh_is_cad(v->text)) {
    sn_wrong_value(r, v, "= \"%.60s\" is a mesh already: `size` has no effect.", v->text);
    sn_error_fix(r->error, "Leave size out; or name a CAD file (.step, .iges, .brep), which Gmsh meshes.");
    return SN_EINPUT;
  }
  return sn_model_mesh_file(r->model, r->where, v->text, size, 2, out, &e) == SN_OK ? SN_OK : about(r, v, &e);
}

sn_status sn_model_mode_file(sn_model *m, const char *name, const sn_mode_file **out, sn_error *error)
{
  const char *text = NULL;
  size_t size = 0;
  for (int k = 0; k < m->modes.n; k++) {
    if (strcmp(m->modes.at[k]->file, name) == 0) {
      *out = m->modes.at[k];
      return SN_OK;
    }
  }
  SN_TRY(find_text(m, name, SN_MODE_FILE_BYTES, m->arena, &text, &size, error));
  if (!SN_ROOM(m->arena, m->modes)) {
    return sn_no_memory(error, "the modes");
  }
  SN_TRY(sn_mode_file_parse(name, text, size, m->arena, out, error));
  m->modes.at[m->modes.n++] = *out;
  return keep_text(m, (*out)->file, text, size, error);
}
