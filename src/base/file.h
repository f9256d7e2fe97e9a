/* base/file.h -- a whole file into memory. */
#ifndef SN_BASE_FILE_H
#define SN_BASE_FILE_H
#include "base/arena.h"
#include "base/error.h"

/* Reads the file into the arena; a zero byte follows the last one. SN_EIO when it cannot be read (missing, a folder) or
   has more than `most` bytes; the error has `what` only. */
sn_status sn_file_read(const char *path, size_t most, sn_arena *arena, const char **bytes, size_t *size,
                       sn_error *error);

#endif
