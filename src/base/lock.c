/* base/lock.c -- see lock.h.
 * What:    record locks of the open file (F_OFD_SETLK) where there are such: they belong to the descriptor, so that other
 *          descriptors of the same process neither share nor end them. Else record locks of the process, which end early
 *          when the process closes any descriptor of the file: then a second writer may go unnoticed, nothing worse.
 *          HDF5's own locks (flock) are of another kind: its readers do not meet these.
 * Tests:   tests/base/test_lock.c, tests/cli/test_two_runs.c.
 */
#define _GNU_SOURCE /* F_OFD_SETLK */
#include "base/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#ifdef F_OFD_SETLK
static const int set_lock = F_OFD_SETLK;
#else
static const int set_lock = F_SETLK;
#endif

static sn_lock lock_as(int fd, short type)
{
  /* length 0: to the end of the file, also when it grows */
  struct flock whole = {.l_type = type, .l_whence = SEEK_SET};
  if (fd < 0) {
    return SN_NO_LOCK;
  }
  if (fcntl(fd, set_lock, &whole) == 0) {
    return SN_LOCK_HELD;
  }
  return errno == EAGAIN || errno == EACCES ? SN_LOCK_TAKEN : SN_NO_LOCK;
}

sn_lock sn_lock_descriptor(int fd)
{
  const int flags = fd >= 0 ? fcntl(fd, F_GETFD) : -1;
  if (flags >= 0) {
    (void)fcntl(fd, F_SETFD, flags | FD_CLOEXEC);
  }
  return lock_as(fd, F_WRLCK);
}

sn_lock sn_lock_path(const char *path, int *fd)
{
  *fd = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK);
  if (*fd >= 0) {
    return lock_as(*fd, F_WRLCK);
  }
  *fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* not writable, but replaceable */
  return lock_as(*fd, F_RDLCK);
}
