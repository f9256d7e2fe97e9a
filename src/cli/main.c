/* cli/main.c -- the command `sinew`: finds the verb, reads its arguments, performs it.
 * Tests:   tests/cli/test_cli.c.
 */
#define _GNU_SOURCE /* prctl */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "cli/cli.h"
#include "results/h5.h"
#include "sinew.h"

static int perform(const sn_verb *verb, int argc, char **argv)
{
  sn_arena *arena = sn_arena_new(NULL);
  sn_arguments a;
  sn_error e = {0};
  if (!arena) {
    return sn_print_error(SN_ENOMEM, &e);
  }
  const sn_status status = sn_arguments_read(verb, argc, argv, arena, &a, &e);
  int code = EXIT_GOOD;
  if (status != SN_OK) {
    code = sn_print_error(status, &e);
  } else if (a.help) {
    sn_print_verb_help(verb, stdout);
  } else {
    code = sn_cli_perform(verb, &a, arena);
  }
  sn_arena_free(arena);
  return code;
}

static int command(int argc, char **argv)
{
  if (argc < 2) {
    sn_print_help(stderr);
    return EXIT_USAGE;
  }
  if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
    sn_print_help(stdout);
    return EXIT_GOOD;
  }
  if (strcmp(argv[1], "--version") == 0) {
    (void)printf("sinew " SINEW_VERSION "\n");
    return EXIT_GOOD;
  }
  const sn_verb *verb = sn_verb_named(argv[1]);
  sn_error e = {0};
  return verb ? perform(verb, argc - 2, argv + 2) : sn_print_error(sn_unknown_verb(argv[1], &e), &e);
}

/* Otherwise a file opened later could get the descriptor of a closed stdout, and receive the messages. Writing to stdout then fails. */
static void fill_closed(void)
{
  static const int way[] = {O_RDWR, O_RDONLY, O_RDWR};
  for (int i = 0; i < 3; i++) {
    if (fcntl(i, F_GETFD) < 0 && open("/dev/null", way[i]) < 0) {
      return;
    }
  }
}

/* Checks that the output has arrived: a script that reads it relies on the exit code. */
static int delivered(int code)
{
  sn_error e = {0};
  errno = 0;
  if ((fflush(stdout) == 0 && !ferror(stdout)) || code != EXIT_GOOD) {
    return code;
  }
  const sn_status status = sn_fail(&e, SN_EIO, "output", "What was to be printed could not be written.",
                                   errno ? strerror(errno) : "", "Check the space on the disk, or what reads it.");
  return sn_print_error(status, &e);
}

/* SINEW_PARENT names the process that has started this one and needs its results: when that process ends, for whatever reason,
   this process gets SIGTERM. Returns 0 if the other process had already ended before this request. */
static int stays_with_parent(void)
{
#ifdef __linux__
  const char *parent = getenv("SINEW_PARENT");
  if (parent) {
    (void)prctl(PR_SET_PDEATHSIG, SIGTERM);
    return (long)getppid() == strtol(parent, NULL, 10);
  }
#endif
  return 1;
}

int main(int argc, char **argv)
{
  if (!stays_with_parent()) {
    return EXIT_STOPPED;
  }
  sn_h5_no_exit_handler();
  fill_closed();
  return delivered(command(argc, argv));
}
