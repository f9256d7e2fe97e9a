/* language/language.h -- reads a model written in Lua into an sn_model.
 * What:    a sandboxed Lua 5.4; every kind of the catalogue is a function that takes one table. Functions of time and of
 *          coordinates are traced into expressions. The binding knows field tables, never a kind.
 * Who:     cli and api. Memory of the model comes from the arena; Lua's own is given back before the call returns.
 * Limits:  memory and instructions of the model program are bounded; files are read only from the folder of the model.
 */
#ifndef SN_LANGUAGE_LANGUAGE_H
#define SN_LANGUAGE_LANGUAGE_H
#include "model/model.h"

enum { SN_LANGUAGE_VERSION = 1 }; /* language { version = ... } in a model; see language/version.c */

/* One `--set name=value`: the text is read as the type of the parameter's default. run.name: a field of run { ... }. */
typedef struct {
  const char *name, *value;
} sn_override;

/* A file given as text: include, and fields that name a mesh, look here before they look in the folder. */
typedef struct {
  const char *name, *text;
} sn_included;

typedef struct {
  const sn_override *override; /* may be NULL */
  int n_override;
  const sn_included *file; /* may be NULL */
  int n_file;
  const sn_kind *const *catalogue; /* NULL: sn_catalogue; ends with NULL */
  size_t memory_bytes;             /* of Lua; 0: 256 MB */
  long long instructions;          /* of the model program; 0: 500 million */
} sn_language_options;

/* Reads a model piece by piece: a file and more, or statements made by another program. The pieces share their globals. The language
   belongs to the model and is in its arena, until it is closed. */
typedef struct sn_lang sn_language;
/* For an existing model. options may be NULL; what they point to must be valid until the end. */
sn_status sn_language_open(sn_model *model, const char *name, const sn_language_options *options, sn_arena *arena,
                           sn_language **out, sn_error *error);
/* Reads statements whose first one is at `line` of the file `name`, for messages. After an error the model is as after the
   last good statement, and reading may continue. */
sn_status sn_language_read(sn_language *s, const char *name, int line, const char *text, size_t size, sn_error *error);
/* Completes the model: checks that parameters set from outside exist, and that names were used. */
sn_status sn_language_end(sn_language *s, sn_error *error);
void sn_language_close(sn_language *s); /* accepts NULL */

/* Reads the file. options may be NULL. On failure *out is NULL and the error says where in the model. */
sn_status sn_language_load(const char *path, const sn_language_options *options, sn_arena *arena, sn_model **out,
                           sn_error *error);
/* The same from a text. */
typedef struct {
  const char *name; /* used in messages */
  const char *text;
  size_t size;
  const char *folder; /* where include, table_of and mesh look; NULL: nowhere */
} sn_language_text;
sn_status sn_language_load_text(const sn_language_text *from, const sn_language_options *options, sn_arena *arena,
                                sn_model **out, sn_error *error);

/* Both of the above; more may be read afterwards: *language is open. On failure it is NULL. */
sn_status sn_language_begin(const char *path, const sn_language_options *options, sn_arena *arena, sn_model **out,
                            sn_language **language, sn_error *error);
sn_status sn_language_begin_text(const sn_language_text *from, const sn_language_options *options, sn_arena *arena,
                                 sn_model **out, sn_language **language, sn_error *error);

/* Helper functions of the language by name, for the manual: group of names, signature, what it does. Ends with {0}. */
typedef struct {
  const char *section, *signature, *help;
} sn_language_page;
extern const sn_language_page sn_language_pages[];

#endif
