/* mesh/inp_private.h -- an .inp file while it is read. Private to inp*.c.
 * What:    lines of keywords (*ELEMENT, TYPE=C3D10, ELSET=rod) and the lines of data that follow each; words between commas.
 */
#ifndef SN_MESH_INP_PRIVATE_H
#define SN_MESH_INP_PRIVATE_H
#include "base/words.h"
#include "mesh/draft.h"
#include "mesh/inp.h"

enum { SN_INP_DEEP = 8, SN_INP_PARAMETERS = 16, SN_INP_UNREAD = 12 };

typedef struct {
  const char *name, *p, *end;
  int line;
} sn_inp_source;
typedef struct {
  sn_word key, value; /* value.n 0: none */
} sn_inp_parameter;
typedef struct sn_inp_file sn_inp_file;
typedef struct {
  const char *name; /* lower case, without blanks: "solidsection" */
  sn_status (*begin)(sn_inp_file *f);
  sn_status (*data)(sn_inp_file *f, sn_word line); /* NULL: lines are passed over */
} sn_inp_keyword;

struct sn_inp_file {
  sn_inp_source source[SN_INP_DEEP];
  int n_source, n_included;
  const sn_mesh_opener *opener;
  sn_mesh_draft draft;
  sn_mesh_index element;         /* by number: the index in `places` */
  SN_LIST(sn_mesh_place) places; /* block: the type */
  const sn_inp_keyword *now;
  sn_word keyword;
  sn_inp_parameter parameter[SN_INP_PARAMETERS];
  int n_parameter, n_data; /* lines of data since the keyword */
  /* what the lines of data go on with */
  int set;              /* a group; -1: none */
  const char *set_name; /* of elements; NULL: none */
  int generate;
  int type, wanted, got; /* an element that is not complete; type -1: of none of ours */
  const char *type_name;
  int dimension;
  long long number;
  int node[SN_MESH_MOST_NODES];
  int parts;
  sn_word unread[SN_INP_UNREAD];
  int unread_line[SN_INP_UNREAD], n_unread;
  sn_error *error;
};

/* inp_line.c: "Line 12 of "part.inp" ..."; what the whole file is */
sn_status sn_inp_wrong(const sn_inp_file *f, const char *format, ...) __attribute__((format(printf, 2, 3)));
sn_status sn_inp_unsuited(const sn_inp_file *f, const char *what, const char *fix);
/* The next line that is no comment and not empty, of an included file or of the one that includes it; n 0: the end of all. */
sn_word sn_inp_line(sn_inp_file *f);
/* The next word up to a comma, without blanks around it; 0: there is none. */
int sn_inp_field(sn_word *line, sn_word *field);
int sn_inp_ends_open(sn_word line); /* with a comma */
sn_status sn_inp_whole(const sn_inp_file *f, sn_word w, const char *what, long long *x);
sn_status sn_inp_number(const sn_inp_file *f, sn_word w, const char *what, double *x);
/* Up to n numbers of the line; missing ones keep their value. */
sn_status sn_inp_numbers(const sn_inp_file *f, sn_word line, const char *what, double *x, int n);
/* The keyword in `line` with its parameters. */
sn_status sn_inp_keyword_of(sn_inp_file *f, sn_word line);
int sn_inp_same(sn_word w, const char *text); /* case and blanks do not count; text: lower case */
/* A parameter of the keyword; NULL: it is not there. */
const sn_inp_parameter *sn_inp_get(const sn_inp_file *f, const char *key);
const char *sn_inp_text(const sn_inp_file *f, sn_word w); /* in the scratch; NULL: no memory */
sn_status sn_inp_no_memory(const sn_inp_file *f);

/* inp_set.c */
sn_status sn_inp_begin_nset(sn_inp_file *f);
sn_status sn_inp_data_nset(sn_inp_file *f, sn_word line);
sn_status sn_inp_begin_elset(sn_inp_file *f);
sn_status sn_inp_data_elset(sn_inp_file *f, sn_word line);
sn_status sn_inp_begin_surface(sn_inp_file *f);
sn_status sn_inp_data_surface(sn_inp_file *f, sn_word line);
/* The group of a type, name and dimension; a new one if it is not there. */
sn_status sn_inp_group(sn_inp_file *f, sn_mesh_group_type type, int dimension, const char *name, int *group);
/* An element into the sets of its name. */
sn_status sn_inp_into_elset(sn_inp_file *f, const char *name, sn_mesh_place place);

/* inp_material.c */
sn_status sn_inp_begin_material(sn_inp_file *f);
sn_status sn_inp_begin_property(sn_inp_file *f);
sn_status sn_inp_data_elastic(sn_inp_file *f, sn_word line);
sn_status sn_inp_data_density(sn_inp_file *f, sn_word line);
sn_status sn_inp_data_hyperelastic(sn_inp_file *f, sn_word line);
sn_status sn_inp_begin_section(sn_inp_file *f);
sn_status sn_inp_data_shell_section(sn_inp_file *f, sn_word line);
/* A sentence about something that is not read, with the line. */
sn_status sn_inp_warn(sn_inp_file *f, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
