/* tests/base/test_lock.c -- one holder at a time, in one process and in two; a killed holder leaves nothing behind. */
#define _POSIX_C_SOURCE 200809L
#include "base/lock.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../harness.h"

static char name[] = "lock_test_XXXXXX";

static void test_one_holder(void)
{
  int other = -1;
  const int fd = open(name, O_RDWR);
  CHECK(sn_lock_descriptor(fd) == SN_LOCK_HELD);
  CHECK(sn_lock_path(name, &other) == SN_LOCK_TAKEN);
  close(other); /* the lock is not of the process: it stays */
  CHECK(sn_lock_path(name, &other) == SN_LOCK_TAKEN);
  close(other);
  close(fd);
  CHECK(sn_lock_path(name, &other) == SN_LOCK_HELD);
  close(other);
}

static void test_nothing_to_lock(void)
{
  int fd = 0;
  CHECK(sn_lock_path("no_such_folder/no_such_file", &fd) == SN_NO_LOCK && fd == -1);
  CHECK(sn_lock_descriptor(-1) == SN_NO_LOCK);
}

static void test_a_killed_holder(void)
{
  int go[2], fd = -1;
  char byte = 0;
  CHECK(pipe(go) == 0);
  const pid_t child = fork();
  if (child == 0) {
    const int own = open(name, O_RDWR);
    const int held = sn_lock_descriptor(own) == SN_LOCK_HELD;
    _exit(write(go[1], "x", 1) == 1 && held && pause() ? 1 : 2);
  }
  CHECK(child > 0 && read(go[0], &byte, 1) == 1);
  CHECK(sn_lock_path(name, &fd) == SN_LOCK_TAKEN);
  close(fd);
  CHECK(kill(child, SIGKILL) == 0 && waitpid(child, NULL, 0) == child);
  CHECK(sn_lock_path(name, &fd) == SN_LOCK_HELD);
  close(fd);
  close(go[0]);
  close(go[1]);
}

int main(void)
{
  const int fd = mkstemp(name);
  CHECK(fd >= 0);
  close(fd);
  RUN(test_one_holder);
  RUN(test_nothing_to_lock);
  RUN(test_a_killed_holder);
  unlink(name);
  return REPORT();
}
