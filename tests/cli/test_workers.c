/* tests/cli/test_workers.c -- a worker that is ended before it has reset the handlers of its parent.
 * How:     `signal` is slow here (the linker puts slow_signal in its place), so that the request to end reaches the child between fork and
 *          its first instructions. The child inherits a handler that does nothing: if that one took the request, the work would begin and
 *          its parent would wait for it.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/workers.h"
#include "tests/harness.h"

void sn_print_bar(double part)
{
  (void)part;
}
void sn_clear_bar(void)
{
}

static volatile int stop;
static volatile int *begun; /* shared with the child */

typedef void handler(int);
handler *__real_signal(int number, handler *h);
handler *__wrap_signal(int number, handler *h);
handler *__wrap_signal(int number, handler *h)
{
  struct timespec left = {0, 100000000};
  while (nanosleep(&left, &left) != 0) {
  }
  return __real_signal(number, h);
}

static void ignore(int number)
{
  (void)number;
}
static void ask(int number)
{
  (void)number;
  stop = 1;
}

static void work(void *data, int piece, int to)
{
  (void)data;
  (void)piece;
  (void)to;
  *begun = 1;
}
static sn_status take(void *data, int piece, const void *answer, size_t size, int ended, sn_error *error)
{
  (void)data;
  (void)piece;
  (void)answer;
  (void)size;
  (void)ended;
  (void)error;
  return SN_OK;
}

static void test_ended_at_once(void)
{
  const sn_workers w = {.n = 1, .most = 1, .answer = 8, .work = work, .take = take};
  const struct itimerval soon = {.it_value = {0, 20000}};
  struct sigaction action;
  sn_error e = {0};
  begun = mmap(NULL, sizeof *begun, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  CHECK(begun != MAP_FAILED);
  memset(&action, 0, sizeof action);
  action.sa_handler = ignore;
  CHECK(sigaction(SIGTERM, &action, NULL) == 0);
  action.sa_handler = ask;
  CHECK(sigaction(SIGALRM, &action, NULL) == 0 && setitimer(ITIMER_REAL, &soon, NULL) == 0);
  CHECK(sn_workers_run(&w, &stop, &e) == SN_ESTOP);
  CHECK(stop == 1 && *begun == 0);
  (void)munmap((void *)begun, sizeof *begun);
}

int main(void)
{
  RUN(test_ended_at_once);
  return REPORT();
}
