/* model/mode_file.h -- shapes of modes out of a text file, as `sinew modes --shapes FILE` writes it: how shells and beams are not perfect.
 * Format:  a line `mode part node x y z dx dy dz` of names, then one for each node of each part in each mode: its place as drawn and how
 *          it moves in the mode, ground coordinates, m. A word that begins with # ends its line.
 * Who:     shells and beams (parts/imperfection.c) read, session/mode_shapes.c writes. Lives in the arena of the model.
 */
#ifndef SN_MODEL_MODE_FILE_H
#define SN_MODEL_MODE_FILE_H
#include "base/arena.h"
#include "base/error.h"
#include "math/v3.h"

#define SN_MODE_FILE_HEAD "mode part node x y z dx dy dz"
enum { SN_MODE_FILE_BYTES = 256 << 20, SN_MODE_FILE_MODES = 1000 };

/* A part in a mode: nodes 0 .. n - 1. */
typedef struct {
  int mode; /* from 1 */
  const char *part;
  int n;
  const sn_v3 *x, *d; /* as drawn; how it moves */
} sn_mode_part;

typedef struct sn_mode_file {
  const char *file; /* as written in the model */
  int n;
  const sn_mode_part *part;
} sn_mode_file;

/* The file's content (a zero byte follows the last one). Errors have what, why and fix; what begins with the line and the name. */
sn_status sn_mode_file_parse(const char *name, const char *bytes, size_t size, sn_arena *arena,
                             const sn_mode_file **out, sn_error *error);
/* NULL: it is not in the file. */
const sn_mode_part *sn_mode_file_find(const sn_mode_file *f, int mode, const char *part);
/* What a displacement of the mode must be multiplied with so that the largest of all its parts is 1, and its largest component
   positive (of several as large the first); 0: there is no such mode, or nothing moves in it. */
double sn_mode_file_scale(const sn_mode_file *f, int mode);
/* The file of this name beside the model, read once; the model keeps the text like an included one. The error has no place yet. */
struct sn_model;
sn_status sn_model_mode_file(struct sn_model *m, const char *name, const sn_mode_file **out, sn_error *error);

#endif
