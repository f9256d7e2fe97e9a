/* mesh/gmsh_private.h -- a Gmsh file while it is read. Private to gmsh*.c.
 */
#ifndef SN_MESH_GMSH_PRIVATE_H
#define SN_MESH_GMSH_PRIVATE_H
#include "base/words.h"
#include "mesh/draft.h"

typedef struct {
  int dimension;
  long long tag;
  int first, n; /* groups: entity_group[first ..] */
} sn_gmsh_entity;

/* A type of element as Gmsh numbers it. */
typedef struct {
  int number, dimension, nodes;
  const char *name; /* "prism of 6 nodes" */
  int known;        /* as one of the types of this folder: */
  sn_mesh_type type;
  const int *from; /* node k of ours is node from[k] of Gmsh; NULL: the same order */
} sn_gmsh_type;
const sn_gmsh_type *sn_gmsh_type_of(long long number); /* NULL: there is none */

typedef struct {
  sn_words text;
  const char *begin, *name;
  double version;
  int binary, swapped; /* the file has binary sections, of the other order of bytes */
  int raw;             /* what is read now is binary */
  sn_mesh_draft draft;
  sn_mesh_index group, entity_of; /* by dimension and tag */
  SN_LIST(sn_gmsh_entity) entity;
  SN_LIST(int) entity_group;
  SN_LIST(long long) tag; /* of a block of nodes */
  int n_element;          /* read, of any type */
  sn_error *error;
} sn_gmsh_file;

/* gmsh_word.c: "Line 12 of "wing.msh" ...", or what the whole file is. */
sn_status sn_gmsh_wrong(const sn_gmsh_file *f, const char *format, ...) __attribute__((format(printf, 2, 3)));
sn_status sn_gmsh_unsuited(const sn_gmsh_file *f, const char *what, const char *fix);
/* The numbers that follow are binary, if those of the file are. */
void sn_gmsh_raw(sn_gmsh_file *f);
/* The next number: a whole one (4 bytes), a large whole one (8 bytes), how many things follow (at most one for each byte that is left;
   8 bytes), a real one (8 bytes); numbers that are passed over. */
sn_status sn_gmsh_whole(sn_gmsh_file *f, const char *what, long long *x);
sn_status sn_gmsh_large(sn_gmsh_file *f, const char *what, long long *x);
sn_status sn_gmsh_count(sn_gmsh_file *f, const char *what, int *n);
sn_status sn_gmsh_number(sn_gmsh_file *f, const char *what, double *x);
sn_status sn_gmsh_skip(sn_gmsh_file *f, int n, const char *what,
                       sn_status (*next)(sn_gmsh_file *f, const char *what, long long *x));
/* A word of text, after which nothing is binary until the next section begins. */
sn_status sn_gmsh_expect(sn_gmsh_file *f, const char *section);

/* gmsh_group.c: $PhysicalNames and $Entities */
sn_status sn_gmsh_read_names(sn_gmsh_file *f);
sn_status sn_gmsh_read_entities(sn_gmsh_file *f);
/* The group of a dimension and number; a new one, named by its number, if it is not there. */
sn_status sn_gmsh_group_of(sn_gmsh_file *f, int dimension, long long tag, int *index);
/* NULL: there is none. */
const sn_gmsh_entity *sn_gmsh_find_entity(const sn_gmsh_file *f, int dimension, long long tag);

#endif
