/* base/file.h -- a whole file into memory; what is in the way of a new one. */
#ifndef SN_BASE_FILE_H
#define SN_BASE_FILE_H
#include "base/arena.h"
#include "base/error.h"

/* Reads the file into the arena; a zero byte follows the last one. SN_EIO when it cannot be read (missing, a folder) or
   has more than `most` bytes; the error has `what` only. */
sn_status sn_file_read(const char *path, size_t most, sn_arena *arena, const char **bytes, size_t *size,
                       sn_error *error);
/* Why a new file must not be made at this path, as a sentence: there is a folder or a device. NULL: the path is free, or a
   file. A link counts as its target. */
const char *sn_file_in_the_way(const char *path);

#endif
