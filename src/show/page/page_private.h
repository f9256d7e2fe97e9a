/* show/page/page_private.h -- what the files page*.c share. */
#ifndef SN_SHOW_PAGE_PRIVATE_H
#define SN_SHOW_PAGE_PRIVATE_H
#include "show/page/page.h"

/* ---- page_read.c */
/* Calls visit for the k-th selected row with its width numbers; reads in blocks, or single rows if they are far apart. */
sn_status sn_page_walk(const sn_page *p, sn_reader *r, const sn_series *s, const sn_selection *which,
                       void (*visit)(void *data, size_t k, const double *row), void *data, sn_error *error);
typedef struct {
  size_t n;
  double *time;  /* n */
  float *values; /* n x stride */
} sn_page_rows;
enum { SN_PAGE_TABLES = 4 }; /* frames, rows, steps, details: in this order everywhere */

sn_status sn_page_read(const sn_page *p, sn_reader *r, const sn_page_table *t, const sn_selection *which,
                       sn_arena *arena, sn_page_rows *out, sn_error *error);

/* ---- page_plan.c */
sn_status sn_page_plan(sn_page *p, sn_reader *r, sn_arena *arena, sn_error *error);
void sn_page_lay_out(sn_page *p); /* offsets and stride of the frames, from `moves` */

/* ---- page_quantise.c */
/* Rows in 16 bits: low + step * code, column by column; SN_PAGE_NO_NUMBER stands for what is not finite. */
enum { SN_PAGE_NO_NUMBER = 65535 };
typedef struct {
  unsigned short *code; /* n x stride */
  float *low, *step;    /* stride */
} sn_page_codes;
int sn_page_quantise(const sn_page_rows *rows, size_t stride, sn_arena *arena, sn_page_codes *out); /* 0: no memory */

/* ---- page_motion.c */
/* Updates at, turn and moves from these rows. *raised: the number of flags of `moves` it has set. */
sn_status sn_page_watch(sn_page *p, sn_reader *r, const sn_selection *which, int *raised, sn_error *error);

/* ---- page_sphere.c */
sn_status sn_page_reach(const sn_page *p, sn_reader *r, double *out,
                        sn_error *error);                            /* of the places, m; for the stage */
sn_status sn_page_sphere(sn_page *p, sn_reader *r, sn_error *error); /* fills center and radius */

/* ---- page_run.c */
sn_status sn_page_origin(const sn_page *p, sn_reader *r, sn_json *j, sn_error *error);
sn_status sn_page_state(const sn_page *p, sn_reader *r, sn_json *j, sn_error *error); /* status, summary, log */

/* ---- page_model.c */
void sn_page_model(const sn_page *p, sn_bundle *b);

/* ---- page_head.c */
/* Head and all that does not depend on time, then these frames, rows and steps. */
sn_status sn_page_head(const sn_page *p, sn_reader *r, const sn_page_rows rows[SN_PAGE_TABLES], unsigned long long next,
                       sn_bundle *b, sn_error *error);

#endif
