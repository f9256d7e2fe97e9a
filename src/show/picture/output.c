/* show/picture/output.c -- files of pictures: written beside their name, then renamed, so that a file is whole or not there.
 * Tests:   tests/show/test_picture.c.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "show/picture/picture_private.h"

static sn_status cannot(const sn_output *o, int number, sn_error *error)
{
  sn_failf(error, SN_EIO, "The picture cannot be written.");
  sn_error_where(error, "%s", o->file);
  sn_error_why(error, "%s.", strerror(number));
  sn_error_fix(error, "Choose a folder that exists, can be written and has space, with -o FILE.");
  return SN_EIO;
}

sn_status sn_output_check(const char *file, sn_error *error)
{
  const char *in_the_way = sn_file_in_the_way(file);
  return in_the_way ? sn_fail(error, SN_EIO, file, "The picture cannot be written.", in_the_way,
                              "Choose another name with -o FILE.")
                    : SN_OK;
}

sn_status sn_output_open(sn_output *o, const char *file, sn_arena *arena, sn_error *error)
{
  *o = (sn_output){.file = file, .part = sn_arena_format(arena, "%s.%ld.part", file, (long)getpid())};
  if (!o->part) {
    return sn_no_memory(error, "a file name");
  }
  SN_TRY(sn_output_check(file, error));
  o->to = fopen(o->part, "wbx");
  return o->to ? SN_OK : cannot(o, errno, error);
}

sn_status sn_output_close(sn_output *o, sn_status status, sn_error *error)
{
  errno = 0;
  const int bad = fflush(o->to) != 0 || ferror(o->to);
  const int closed = fclose(o->to) == 0;
  if (status == SN_OK && (bad || !closed || rename(o->part, o->file) != 0)) {
    status = cannot(o, errno, error);
  }
  if (status != SN_OK) {
    (void)remove(o->part);
  }
  return status;
}
