/* api/api_private.h -- what is behind the public handles. Private to src/api. */
#ifndef SN_API_PRIVATE_H
#define SN_API_PRIVATE_H
#include "api/session.h"
#include "sinew.h"

enum { SN_API_DEPTH = 8 };

/* A table that is being filled: names and values grow in the arena. */
typedef struct {
  const char *field, *maker;
  int n, room;
  const char **name;
  sn_value *value;
} sn_api_table;

struct sinew_model {
  sn_arena *arena;
  sn_allocator allocator;
  sn_model *model;
  const char *name;
  int depth; /* tables open; 0: no item begun */
  sn_api_table table[SN_API_DEPTH];
  const sn_kind *kind; /* of the item begun; NULL: the settings of the run */
  const char *item_name;
  int n_refs;
  sn_ref ref[4];
};

/* The two error objects have the same parts; statuses the same order except SN_ESTOP and SN_EBUG, which agree too. */
int sn_api_status(sn_status status, const sn_error *from, sinew_error *to);
int sn_api_fail(sinew_error *to, sn_status status, const char *what, const char *fix);
/* Sets a field of the table that is open. */
int sn_api_set(sinew_model *m, const char *field, const sn_value *v, sinew_error *error);
/* Completes the item begun, if any. */
int sn_api_complete(sinew_model *m, sinew_error *error);

#endif
