/* model/fields.h -- how one value becomes one member of a parameter struct. Private to model. */
#ifndef SN_MODEL_FIELDS_H
#define SN_MODEL_FIELDS_H
#include "model/model_private.h"

typedef struct {
  sn_model *model; /* to look up names and files; may be NULL */
  sn_arena *arena;
  const char *what;       /* "body 'rod'" */
  const char *where;      /* file:line of the call */
  char path[96];          /* the field as the user writes it: "angle.stiffness" */
  const sn_value *beside; /* the table that the value stands in; may be NULL */
  sn_error *error;
} sn_reading;

/* One per sn_type except TABLE, TABLES and INLINE. */
typedef sn_status (*sn_read_function)(const sn_reading *r, const sn_input *in, const sn_value *v, void *to);
extern const sn_read_function sn_readers[];

/* read.c: three numbers or a direction; rows of a 3x3 list of lists. Readers of all files have the same signature. */
sn_status sn_read_vector(const sn_reading *r, const sn_input *in, const sn_value *v, void *to);
sn_status sn_read_rows(const sn_reading *r, const sn_input *in, const sn_value *v, double row[3][3]);
/* read_ref.c */
sn_status sn_read_part(const sn_reading *r, const sn_input *in, const sn_value *v, void *to);
sn_status sn_read_joint(const sn_reading *r, const sn_input *in, const sn_value *v, void *to);
sn_status sn_read_joints(const sn_reading *r, const sn_input *in, const sn_value *v, void *to);
sn_status sn_read_parts(const sn_reading *r, const sn_input *in, const sn_value *v, void *to);
sn_status sn_read_nodes(const sn_reading *r, const sn_input *in, const sn_value *v, void *to);
/* read_frame.c */
sn_status sn_read_orientation(const sn_reading *r, const sn_input *in, const sn_value *v, void *to);
sn_status sn_read_side(const sn_reading *r, const sn_input *in, const sn_value *v, void *to);
sn_status sn_read_shapes(const sn_reading *r, const sn_input *in, const sn_value *v, void *to);
/* section.c */
sn_status sn_read_section(const sn_reading *r, const sn_input *in, const sn_value *v, void *to);
/* material.c */
sn_status sn_read_material(const sn_reading *r, const sn_input *in, const sn_value *v, void *to);
/* The fields with those that their `material` fills; the same if it fills none. */
sn_status sn_material_fill(const sn_reading *r, const sn_material_use *use, const sn_value *fields,
                           const sn_value **out);
/* read_file.c */
sn_status sn_read_surface(const sn_reading *r, const sn_input *in, const sn_value *v, void *to);
sn_status sn_read_mesh(const sn_reading *r, const sn_input *in, const sn_value *v, void *to);

/* useless_fields.c: what would do nothing, in the table and in those inside it (the laws of a joint's coordinates). */
sn_status sn_check_idle(const sn_reading *r, const sn_idle *rules, const sn_input *inputs, const sn_value *fields);

/* Sets one member to what "not given" means for its type. */
void sn_default_member(const sn_input *in, void *to);
/* Fills one table level by the RECORD (used for nested tables and shapes too). */
sn_status sn_fill_level(const sn_reading *r, const sn_input *inputs, void *param, const sn_input *common,
                        void *common_param, const sn_value *fields);
/* Messages. */
/* field_words.c: the field among names that a word of other programs means, NULL: none; note: what to write. */
const char *sn_field_meant(const char *word, const char *const *names, int n, const char **note);
sn_status sn_wrong_type(const sn_reading *r, const sn_input *in, const sn_value *v, const char *expected,
                        const char *example);
sn_status sn_wrong_value(const sn_reading *r, const sn_value *v, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same as sn_fields_fill, with names of items looked up in the model and a second table of common fields. */
typedef struct {
  const sn_input *inputs;
  void *param;
  const sn_input *common; /* NULL: none */
  void *common_param;
} sn_field_tables;
sn_status sn_fields_fill_in(const sn_reading *r, const sn_field_tables *to, const sn_value *fields);

#endif
