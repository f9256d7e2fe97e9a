/* mesh/gmsh_private.h -- a Gmsh file while it is read. Private to gmsh*.c. */
#ifndef SN_MESH_GMSH_PRIVATE_H
#define SN_MESH_GMSH_PRIVATE_H
#include "base/array.h"
#include "base/words.h"
#include "mesh/gmsh.h"

typedef struct {
  int dimension;
  long long tag;
  int first, n; /* groups: entity_group[first ..] */
} sn_gmsh_entity;
typedef struct {
  long long number;
  sn_v3 x;
} sn_gmsh_node;

typedef struct {
  sn_words text;
  const char *name;
  sn_arena *arena; /* scratch */
  double version;
  SN_LIST(sn_gmsh_group) group;
  SN_LIST(sn_gmsh_entity) entity;
  SN_LIST(int) entity_group;
  SN_LIST(sn_gmsh_node) node;
  SN_LIST(sn_gmsh_element) element;
  int sorted; /* nodes, by their numbers */
  sn_error *error;
} sn_gmsh_file;

/* gmsh_word.c: "Line 12 of "wing.msh" ...", or what the whole file is. */
sn_status sn_gmsh_wrong(const sn_gmsh_file *f, const char *format, ...) __attribute__((format(printf, 2, 3)));
sn_status sn_gmsh_unsuited(const sn_gmsh_file *f, const char *what, const char *fix);
/* The next word: a whole number, a number of things (one that a file can have), a number, the name of a section. */
sn_status sn_gmsh_whole(sn_gmsh_file *f, const char *what, long long *x);
sn_status sn_gmsh_count(sn_gmsh_file *f, const char *what, int *n);
sn_status sn_gmsh_number(sn_gmsh_file *f, const char *what, double *x);
sn_status sn_gmsh_skip(sn_gmsh_file *f, int n, const char *what);
sn_status sn_gmsh_expect(sn_gmsh_file *f, const char *section);

/* gmsh_group.c: $PhysicalNames and $Entities */
sn_status sn_gmsh_read_names(sn_gmsh_file *f);
sn_status sn_gmsh_read_entities(sn_gmsh_file *f);
/* The group of a dimension and number; a new one, named by its number, if it is not there. */
sn_status sn_gmsh_group_of(sn_gmsh_file *f, int dimension, long long tag, int *index);
/* NULL: there is none. from: where the search begins, and where it ended. */
const sn_gmsh_entity *sn_gmsh_find_entity(const sn_gmsh_file *f, int dimension, long long tag, int *from);

#endif
