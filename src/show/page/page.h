/* show/page/page.h -- a result as a page for the browser: one file that needs no network.
 * Who:     cli (sinew view), show/page/serve.c.
 */
#ifndef SN_SHOW_PAGE_H
#define SN_SHOW_PAGE_H
#include "show/page/bundle.h"
#include "show/stage/stage.h"

/* Bytes of a page: frames and rows are left out evenly to stay below. A full page has all of them, as long as a browser can
   hold it; a bundle of a live page is not packed. */
enum { SN_PAGE_MOST = 5 * 1000 * 1000, SN_PAGE_FULL = 400 * 1000 * 1000, SN_PAGE_LIVE = 18 * 1000 * 1000 };

/* What a page keeps of a run. */
typedef enum {
  SN_PAGE_SMALL, /* frames as its player shows them, in 16 bits; as many rows as fit */
  SN_PAGE_WHOLE, /* every row, as stored */
  SN_PAGE_SERVED /* a live page: the viewer asks for more */
} sn_page_kind;

/* A run of a page, and its name. */
typedef struct {
  sn_reader *r;
  const char *result;
} sn_page_run;
enum { SN_PAGE_RUNS = 2 };

/* Writes the page of one run, or of a run and a second one to compare it with. The file appears whole or not at all; only an
   older page is replaced. */
sn_status sn_page_write(const sn_page_run *run, int n_run, int full, const char *file, sn_arena *arena,
                        sn_error *error);

/* ---- the parts of it */

/* The viewer as it was built (viewer/dist/viewer.html), in the arena; NULL: no memory. */
const char *sn_viewer_html(sn_arena *arena);

/* Selects stored rows first .. end-1 that are multiples of `every`, and, if `last`, row end-1 in any case. If `keep` is not 0, selects
   that many rows from the first to the last, as evenly as possible. */
typedef struct {
  unsigned long long first, end, every;
  int last;
  unsigned long long keep; /* 2 or more, and not more than exist */
} sn_selection;
size_t sn_selection_count(const sn_selection *s);
unsigned long long sn_selection_row(const sn_selection *s, size_t k);

/* A series, and the position of its numbers in a row of a table. */
typedef struct {
  sn_series series;
  int *to; /* `width` positions in the row, -1: left out; NULL: consecutive, from `offset` on */
  int offset;
  double base; /* subtracted from every number, so that small changes of large energies survive in a float */
} sn_page_column;

typedef struct {
  sn_series time;
  int n, room;
  sn_page_column *column;
  size_t stride;            /* numbers per row */
  size_t number_bytes;      /* of one of them in the page: 2 or 4 */
  unsigned long long every; /* one stored row in `every` is kept */
  unsigned long long keep;  /* or so many of all, of a run that has ended; 0: by `every` */
  int cut;                  /* fewer than are wanted, because of the size */
} sn_page_table;

typedef struct {
  int table; /* 0: rows, 1: steps, 2: details */
  int column, item;
} sn_page_series;

enum { SN_PLACE_POSITION, SN_PLACE_QUATERNION, SN_PLACE_VELOCITY, SN_PLACE_SPIN, SN_PLACE_PARTS };

typedef struct {
  const char *result; /* its name for people */
  sn_scene scene;
  sn_stage stage;
  sn_page_kind kind;
  int growing;             /* the run was still going: nothing is known to stay where it is */
  unsigned long long rows; /* stored, when it was opened */
  /* rows: channels and energies; details: outputs of joints, parts and forces */
  sn_page_table frames, rows_table, steps, details;
  double spin; /* the largest angular velocity that was seen, rad/s */
  int n_series;
  sn_page_series *series;
  int n_field;
  int *field; /* n_field: numbers of the scene's fields that have their series; columns of frames after the places */
  int *field_offset;             /* n_field */
  unsigned char (*moves)[2];     /* per place: changes its position, its quaternion */
  int (*offset)[SN_PLACE_PARTS]; /* per place; -1: not in the frames */
  int has[SN_PLACE_PARTS];       /* the file has these */
  float (*at)[3], (*turn)[4];    /* per place: first row */
  double center[3], radius;      /* bounding sphere of all instants that were checked */
  double *block;                 /* scratch for reading */
  size_t block_numbers;
} sn_page;

/* What is new, or all of it. */
typedef struct {
  sn_selection frames, rows, steps, details;
  unsigned long long next; /* row to go on from */
} sn_page_part;

/* Reads everything but the numbers, and chooses which rows fit into `most` bytes of bundle. A served run may still be going. */
sn_status sn_page_open(sn_reader *r, const char *result, sn_page_kind kind, size_t most, sn_arena *arena, sn_page *out,
                       sn_error *error);
/* Chooses the rows again, for another size. */
sn_status sn_page_fit(sn_page *p, sn_reader *r, size_t most, sn_error *error);
/* Are rows left out because of the size? */
int sn_page_is_thinned(const sn_page *p);
/* The rows from `from` on of a page whose file may have grown since it was opened. */
sn_status sn_page_part_from(const sn_page *p, sn_reader *r, unsigned long long from, sn_page_part *out,
                            sn_error *error);
sn_status sn_page_bundle(const sn_page *p, sn_reader *r, const sn_page_part *part, sn_arena *arena, sn_bundle *out,
                         sn_error *error);
sn_status sn_page_more(const sn_page *p, sn_reader *r, const sn_page_part *part, sn_arena *arena, sn_bundle *out,
                       sn_error *error);

#endif
