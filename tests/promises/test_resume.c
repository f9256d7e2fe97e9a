/* tests/promises/test_resume.c -- a run that was stopped and goes on gives the same bits as one that never was.
 * What:    a model with halved steps, friction, counted angles, a drive by velocity, groups and two threads, also with
 *          automatic steps; interrupted, killed, its result cut at many bytes, its checkpoint damaged, the disk full; all families of schemes. Every dataset is compared.
 * Long:    SINEW_LONG=1: kill -9 at a hundred random moments in place of five.
 * ctest:   timeout=900
 */
#define _XOPEN_SOURCE 700
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "harness.h"
#include "support/command.h"
#include "support/same_result.h"

static const char part[] =
    "return group('arm', function(length, mu)\n"
    "  local rod = body { name = 'rod', at = { length/2, 0, 0 },\n"
    "    shape = cylinder { length = length, radius = 0.02, axis = 'x', density = 2700 } }\n"
    "  local tip = point { name = 'tip', at = { length, 0, -0.3 }, mass = 0.4 }\n"
    "  revolute { name = 'pivot', ground, rod, at = { 0, 0, 0 }, axis = 'y', friction = mu,\n"
    "             friction_arm = mu and 0.02, upper = 0.7, stop_stiffness = 1e7, stop_damping = 1 }\n"
    "  spring { name = 'string', rod, tip, at_a = { length, 0, 0 }, stiffness = 4e4, damping = 0.5, length = 0.25 }\n"
    "end)\n";
static const char model[] =
    "param { scheme = 'ed', alpha = 1.0, dt = 1e-2, duration = 1.0, checkpoint = 7, store = 0, wall = 1000,\n"
    "        tolerance = 0 }\n"
    "gravity { 0, 0, -9.81 }\n"
    "local arm = include 'resume_part.lua'\n"
    "local mu = scheme ~= 'ed_paper' and 0.2 or nil\n" /* which refuses friction */
    "place(arm, { name = 'left', at = { 0, 1, 0 } }, 1.0, mu)\n"
    "place(arm, { name = 'right', at = { 0, -1, 0 } }, 0.7, mu)\n"
    "local wheel = body { name = 'wheel', at = { 3, 0, 0 }, mass = 2, inertia = { 0.02, 0.02, 0.04 } }\n"
    "local crank = body { name = 'crank', at = { 3.2, 0, 0 }, mass = 0.3, inertia = { 1e-3, 1e-3, 1e-3 } }\n"
    "local speed = table_of('resume_speed.csv')\n"
    "revolute { name = 'motor', ground, wheel, at = { 3, 0, 0 }, axis = 'z',\n"
    "           drive_rate = function(t) return 40*step(t/0.3) + speed(t) end }\n"
    "revolute { name = 'swivel', wheel, crank, at = { 3.1, 0, 0 }, axis = 'z', damping = 1e-3 }\n"
    "channel('tip', position('left.tip'))\n"
    "channel('turned', angle('motor'))\n"
    "channel('swivel', angle('swivel'))\n"
    "run { scheme = scheme, alpha = alpha, dt = dt, duration = duration, checkpoint = checkpoint, store = store,\n"
    "      wall_limit = wall, threads = 2, tolerance = tolerance > 0 and tolerance or nil }\n";
static const char speed[] = "t,v\n0,0\n0.5,1\n2,0\n";

static const char ball[] = "gravity { 0, 0, -9.81 }\n"
                           "local ball = point { name = 'ball', at = { 0, 0, 1 }, mass = 1 }\n"
                           "stop_when('landed', less(position(ball).z, 0))\n"
                           "run { dt = 0.01, duration = 2, store = 0.3 }\n";

static char err[1 << 16];

static void write_file(const char *file, const void *bytes, size_t n)
{
  FILE *f = fopen(file, "wb");
  CHECK(f && fwrite(bytes, 1, n, f) == n);
  if (f) {
    fclose(f);
  }
}

static char *read_file(const char *file, size_t *n)
{
  FILE *f = fopen(file, "rb");
  char *bytes = calloc(1 << 24, 1);
  *n = f ? fread(bytes, 1, (1 << 24) - 1, f) : 0;
  if (f) {
    fclose(f);
  }
  return bytes;
}

static void copy_file(const char *from, const char *to)
{
  size_t n;
  char *bytes = read_file(from, &n);
  write_file(to, bytes, n);
  free(bytes);
}

static void take_err(void)
{
  size_t n;
  char *text = read_file("resume_err.txt", &n);
  snprintf(err, sizeof err, "%s", text);
  free(text);
}

/* Starts the command with these arguments (split at spaces); most: bytes a file may have, 0: any. */
static pid_t start(const char *arguments, rlim_t most)
{
  const pid_t child = fork();
  if (child == 0) {
    char copy[1024], *argv[32] = {"sinew"};
    int n = 1;
    snprintf(copy, sizeof copy, "%s", arguments);
    for (char *word = strtok(copy, " "); word && n < 31; word = strtok(NULL, " ")) {
      argv[n++] = word;
    }
    const int f = open("resume_err.txt", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(f, 2);
    if (most > 0) {
      const struct rlimit limit = {most, most};
      signal(SIGXFSZ, SIG_IGN);
      setrlimit(RLIMIT_FSIZE, &limit);
    }
    execv(SN_TEST_SINEW, argv);
    _exit(99);
  }
  return child;
}

static int finish(pid_t child)
{
  int status = 0;
  waitpid(child, &status, 0);
  take_err();
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int sinew(const char *arguments)
{
  return finish(start(arguments, 0));
}

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void wait_seconds(double s)
{
  const struct timespec t = {(time_t)s, (long)((s - (double)(time_t)s) * 1e9)};
  nanosleep(&t, NULL);
}

static uint64_t seed = 20261115;
static double random_number(void)
{
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(seed >> 11) * 0x1p-53;
}

/* The file was not touched by a half-made one. */
static void check_tidy(const char *file)
{
  static const char *const endings[] = {".new", ".previous", ".checkpoint.new"};
  char name[256];
  for (int i = 0; i < 3; i++) {
    snprintf(name, sizeof name, "%s%s", file, endings[i]);
    CHECK(access(name, F_OK) != 0);
  }
}

static void check_same(const char *one, const char *two)
{
  int n = 0;
  CHECK(results_differ(one, two, &n) == 0);
  CHECK(n > 40);
}

static double whole_time; /* of a run that is not stopped */

static void test_reference(void)
{
  const double began = now();
  CHECK(sinew("run resume_model.lua -o resume_ed.h5") == 0);
  whole_time = now() - began;
  CHECK(sinew("run resume_model.lua -o resume_ep.h5 --set scheme=ep") == 0);
  CHECK(sinew("run resume_model.lua -o resume_ed_paper.h5 --set scheme=ed_paper") == 0);
  CHECK(sinew("run resume_model.lua -o resume_hht.h5 --set scheme=hht --set alpha=-0.1") == 0);
  CHECK(sinew("run resume_model.lua -o resume_generalized_alpha.h5 --set scheme=generalized_alpha --set dt=5e-3") == 0);
  CHECK(sinew("run resume_model.lua -o resume_automatic.h5 --set tolerance=1e-4") == 0);
  CHECK(info_number("resume_automatic.h5", "error_rejections") > 10);
  CHECK(sinew("run resume_model.lua -o resume_twice.h5") == 0);
  check_same("resume_ed.h5", "resume_twice.h5");
  CHECK(sinew("run resume_model.lua -o resume_seldom.h5 --set checkpoint=1000") == 0);
  CHECK(results_differ("resume_ed.h5", "resume_seldom.h5", NULL) == 1); /* no influence, except on /parameters */
  check_tidy("resume_ed.h5");
}

/* Every process makes a few steps and reaches its limit on the clock, until the run is complete. */
static void test_wall_limit(void)
{
  static const char *const names[] = {"ed", "ep", "ed_paper", "automatic", "hht", "generalized_alpha"};
  static const char *const settings[] = {"scheme=ed",
                                         "scheme=ep",
                                         "scheme=ed_paper",
                                         "tolerance=1e-4",
                                         "scheme=hht --set alpha=-0.1",
                                         "scheme=generalized_alpha --set dt=5e-3"};
  for (int k = 0; k < 6; k++) {
    char line[256], reference[64];
    int parts = 1;
    snprintf(line, sizeof line, "run resume_model.lua -o resume_wall.h5 --set %s --wall-limit 1e-3", settings[k]);
    CHECK(sinew(line) == 130);
    CHECK_TEXT(err, "limit of 0.001 s on the clock");
    CHECK_TEXT(err, "sinew resume resume_wall.h5");
    int code = 130;
    for (; code == 130 && parts < 500;
         parts++) { /* longer after many: a busy machine gives little in a hundredth of a second */
      snprintf(line, sizeof line, "resume resume_wall.h5 --wall-limit %g --quiet%s", 0.01 * (1 << parts / 50),
               parts % 2 ? " --threads 3" : ""); /* no influence */
      code = sinew(line);
    }
    CHECK(code == 0 && parts > 3);
    printf("  %s: in %d parts\n", names[k], parts);
    snprintf(reference, sizeof reference, "resume_%s.h5", names[k]);
    check_same(reference, "resume_wall.h5");
    check_tidy("resume_wall.h5");
  }
}

/* More springs held by joints than a step looks at: whose turn it is must be kept. */
static const char springs[] =
    "gravity { 0, 0, -9.81 }\n"
    "local last = ground\n"
    "for i = 1, 20 do\n"
    "  local b = body { at = { 0.1*i - 0.05, 0, 0 }, shape = box { size = { 0.1, 0.02, 0.02 }, density = 2700 } }\n"
    "  revolute { last, b, at = { 0.1*i - 0.1, 0, 0 }, axis = 'y', stiffness = 5 + i }\n"
    "  last = b\n"
    "end\n"
    "channel('tip', position(last))\n"
    "run { dt = 1e-2, duration = 1 }\n";

/* Joints that repeat each other, also only on the way, and many springs: what the solver keeps about them is kept, too. */
static void test_kept(void)
{
  static const char *const models[] = {SN_TEST_SOURCE "/examples/n_four_bar/model.lua",
                                       SN_TEST_SOURCE "/examples/bricard/model.lua", "resume_springs.lua"};
  write_file("resume_springs.lua", springs, sizeof springs - 1);
  for (int k = 0; k < 3; k++) {
    char line[512];
    const char *const words = "run %s --until 0.9 -o resume_red%s.h5%s";
    snprintf(line, sizeof line, words, models[k], "", "");
    CHECK(sinew(line) == 0);
    snprintf(line, sizeof line, words, models[k], "_parts", " --wall-limit 0.01");
    int code = sinew(line), parts = 1;
    for (; code == 130 && parts < 200; parts++) {
      code = sinew("resume resume_red_parts.h5 --wall-limit 0.03");
    }
    CHECK(code == 0);
    printf("  %s: in %d parts\n", models[k], parts);
    CHECK(results_differ("resume_red.h5", "resume_red_parts.h5", NULL) == 0);
  }
}

static void test_interrupted(void)
{
  int stopped = 0;
  for (int k = 0; k < 4 || (stopped == 0 && k < 40); k++) { /* a busy machine may need more attempts */
    const pid_t child = start("run resume_model.lua -o resume_int.h5", 0);
    wait_seconds(whole_time * (0.2 + 0.2 * (k % 4)));
    kill(child, SIGINT);
    const int code = finish(child);
    CHECK(code == 130 || code == 0 || code == -1); /* -1: before the handler was there */
    stopped += code == 130;
    if (code == 130) {
      CHECK_TEXT(err, "sinew resume resume_int.h5");
      CHECK(sinew("resume resume_int.h5") == 0);
      CHECK_TEXT(err, "going on at t = ");
      check_same("resume_ed.h5", "resume_int.h5");
    }
  }
  CHECK(stopped > 0);
}

static void test_killed(void)
{
  const int n = getenv("SINEW_LONG") ? 100 : 5;
  int resumed = 0, early = 0, kills = 0;
  for (int k = 0; k < n; k++) {
    remove("resume_kill.h5");
    remove("resume_kill.h5.checkpoint");
    pid_t child = start("run resume_model.lua -o resume_kill.h5", 0);
    wait_seconds(whole_time * random_number());
    kill(child, SIGKILL);
    finish(child);
    for (int again = 0; again < 2; again++) { /* and the resumed run, too */
      child = start("resume resume_kill.h5", 0);
      wait_seconds(whole_time * random_number());
      kill(child, SIGKILL);
      finish(child);
      kills++;
    }
    const int beside = access("resume_kill.h5.checkpoint", F_OK) == 0;
    const int code = sinew("resume resume_kill.h5");
    if (!beside && code == 5) { /* before the first row was on the disk */
      early++;
      continue;
    }
    CHECK(code == 0);
    CHECK(beside || strstr(err, "nothing to do")); /* done before it could be killed: the checkpoint is inside */
    resumed++;
    check_same("resume_ed.h5", "resume_kill.h5");
  }
  printf("  %d runs killed (and %d times while resumed): %d resumed, %d before the first checkpoint\n", n, kills,
         resumed, early);
  CHECK(resumed > 0);
}

/* An interrupted run: result and checkpoint to be damaged. */
static void make_half(void)
{
  int code = 0;
  for (double limit = 0.05; limit > 1e-5 && code != 130; limit /= 2) { /* a fast machine is done too soon */
    char line[200];
    snprintf(line, sizeof line, "run resume_model.lua -o resume_half.h5 --set checkpoint=1000 --wall-limit %g", limit);
    code = sinew(line);
  }
  CHECK(code == 130);
  copy_file("resume_half.h5", "resume_half_kept.h5");
  copy_file("resume_half.h5.checkpoint", "resume_half_kept.checkpoint");
}

static void restore_half(void)
{
  copy_file("resume_half_kept.h5", "resume_half.h5");
  copy_file("resume_half_kept.checkpoint", "resume_half.h5.checkpoint");
}

/* Power loss: the result is cut at any byte; the checkpoint brings it back. */
static void test_truncated(void)
{
  size_t n;
  int again = 0, taken = 0;
  make_half();
  char *bytes = read_file("resume_half_kept.h5", &n);
  const int cuts = SANITIZED ? 8 : 40;
  for (int k = 0; k < cuts; k++) {
    restore_half();
    const size_t cut = k == 0 ? 0 : k == 1 ? n - 1 : (size_t)(random_number() * (double)n);
    write_file("resume_half.h5", bytes, cut);
    CHECK(sinew("resume resume_half.h5") == 0);
    const int redone = strstr(err, "done again from the start") != NULL;
    again += redone;
    taken += !redone;
    check_same("resume_seldom.h5", "resume_half.h5");
  }
  restore_half();
  remove("resume_half.h5");
  CHECK(sinew("resume resume_half.h5") == 0);
  CHECK_TEXT(err, "done again from the start");
  check_same("resume_seldom.h5", "resume_half.h5");
  restore_half();
  for (size_t i = 0; i < n; i++) {
    bytes[i] = (char)(i % 251);
  }
  write_file("resume_half.h5", bytes, n); /* no result at all */
  CHECK(sinew("resume resume_half.h5") == 0);
  check_same("resume_seldom.h5", "resume_half.h5");
  check_tidy("resume_half.h5");
  /* a run that was complete has its checkpoint inside */
  size_t whole;
  char *all = read_file("resume_seldom.h5", &whole);
  CHECK(access("resume_seldom.h5.checkpoint", F_OK) != 0 && access("resume_half.h5.checkpoint", F_OK) != 0);
  write_file("resume_half.h5", all, whole / 2);
  CHECK(sinew("resume resume_half.h5") == 5);
  CHECK_TEXT(err, "resume_half.h5.checkpoint");
  free(all);
  printf("  cut at %d bytes: %d times done again, %d times taken over\n", cuts, again, taken);
  free(bytes);
}

static void set_status(const char *file, const char *word)
{
  char text[16] = "";
  const hid_t f = H5Fopen(file, H5F_ACC_RDWR, H5P_DEFAULT), d = H5Dopen2(f, "status", H5P_DEFAULT);
  const hid_t type = H5Dget_type(d);
  snprintf(text, sizeof text, "%s", word);
  CHECK(H5Tget_size(type) == sizeof text && H5Dwrite(d, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) >= 0);
  H5Tclose(type);
  H5Dclose(d);
  H5Fclose(f);
}

/* Killed after the last checkpoint and before the result said how the run ended. */
static void test_unfinished(void)
{
  write_file("resume_ball.lua", ball, sizeof ball - 1);
  CHECK(sinew("run resume_ball.lua -o resume_ball.h5") == 0);
  copy_file("resume_ball.h5", "resume_half.h5");
  set_status("resume_half.h5", "running");
  CHECK(sinew("resume resume_half.h5") == 0);
  CHECK_TEXT(err, "(stopped: landed)");
  CHECK(results_differ("resume_ball.h5", "resume_half.h5", NULL) == 0);
  copy_file("resume_ed.h5", "resume_half.h5");
  set_status("resume_half.h5", "running");
  CHECK(sinew("resume resume_half.h5") == 0);
  CHECK(strstr(err, "done again") == NULL);
  check_same("resume_ed.h5", "resume_half.h5");
  CHECK(sinew("resume resume_half.h5") == 0);
  CHECK_TEXT(err, "nothing to do");
}

static void test_damaged_checkpoint(void)
{
  size_t n, m;
  char *bytes = read_file("resume_half_kept.checkpoint", &n);
  restore_half();
  for (int k = 0; k < 30; k++) {
    const size_t at = (size_t)(random_number() * (double)n);
    const char old = bytes[at];
    bytes[at] = (char)(old ^ (1 << (k % 8)));
    write_file("resume_half.h5.checkpoint", bytes, n);
    bytes[at] = old;
    CHECK(sinew("resume resume_half.h5") == 5);
    CHECK_TEXT(err, "The checkpoint cannot be used.");
    write_file("resume_half.h5.checkpoint", bytes, at); /* and cut there */
    CHECK(sinew("resume resume_half.h5") == 5);
  }
  free(bytes);
  restore_half();
  remove("resume_half.h5.checkpoint");
  CHECK(sinew("resume resume_half.h5") == 5);
  CHECK_TEXT(err, "resume_half.h5.checkpoint");
  /* nothing was lost */
  restore_half();
  char *kept = read_file("resume_half_kept.h5", &n);
  bytes = read_file("resume_half.h5", &m);
  CHECK(n == m && memcmp(kept, bytes, n) == 0);
  free(kept);
  free(bytes);
  CHECK(sinew("resume resume_half.h5") == 0);
  check_same("resume_seldom.h5", "resume_half.h5");
}

/* A checkpoint beside the result of another run, and data files that changed or are gone. */
static void test_other_model(void)
{
  restore_half();
  copy_file("resume_ep.h5", "resume_half.h5"); /* other numbers, same shape */
  CHECK(sinew("resume resume_half.h5") == 0);  /* same grid of steps or not: never a mixture */
  check_same("resume_seldom.h5", "resume_half.h5");
  restore_half();
  write_file("resume_speed.csv", "t,v\n0,0\n0.5,2\n2,0\n", 19);
  CHECK(sinew("resume resume_half.h5") == 2);
  CHECK_TEXT(err, "has changed since");
  remove("resume_speed.csv");
  CHECK(sinew("resume resume_half.h5") == 5);
  CHECK_TEXT(err, "resume_speed.csv");
  write_file("resume_speed.csv", speed, sizeof speed - 1);
  write_file("resume_part.lua", "error('not this one')\n", 22); /* the checkpoint has its own */
  CHECK(sinew("resume resume_half.h5") == 0);
  write_file("resume_part.lua", part, sizeof part - 1);
  check_same("resume_seldom.h5", "resume_half.h5");
}

static void test_disk_full(void)
{
  struct stat before;
  size_t n, m;
  restore_half();
  CHECK(stat("resume_half.h5", &before) == 0);
  /* no room for the copy */
  CHECK(finish(start("resume resume_half.h5", (rlim_t)before.st_size / 2)) == 5);
  char *kept = read_file("resume_half_kept.h5", &n), *bytes = read_file("resume_half.h5", &m);
  CHECK(n == m && memcmp(kept, bytes, n) == 0);
  free(kept);
  free(bytes);
  check_tidy("resume_half.h5");
  CHECK(sinew("resume resume_half.h5") == 0);
  check_same("resume_seldom.h5", "resume_half.h5");
  /* room for the beginning of a run only: what is there goes on later */
  CHECK(sinew("run resume_model.lua -o resume_more.h5 --until 8") == 0); /* several blocks of rows */
  CHECK(stat("resume_more.h5", &before) == 0);
  remove("resume_full.h5");
  remove("resume_full.h5.checkpoint");
  CHECK(finish(start("run resume_model.lua -o resume_full.h5 --until 8", (rlim_t)before.st_size * 3 / 4)) == 5);
  CHECK_TEXT(err, "could not be written");
  CHECK(sinew("resume resume_full.h5") == 0);
  CHECK(strstr(err, "done again") == NULL);
  check_same("resume_more.h5", "resume_full.h5");
}

static void test_further(void)
{
  CHECK(sinew("resume resume_ed.h5") == 0);
  CHECK_TEXT(err, "nothing to do");
  CHECK(sinew("run resume_model.lua -o resume_long.h5 --until 1.5") == 0);
  CHECK(sinew("run resume_model.lua -o resume_short.h5 --until 0.75") == 0);
  CHECK(sinew("resume resume_short.h5 --until 0.5") == 0);
  CHECK_TEXT(err, "nothing to do");
  CHECK(sinew("resume resume_short.h5 --until 1.5") == 0);
  /* the duration stands in the settings and in the head of the file, which were made anew: everything is the same */
  check_same("resume_long.h5", "resume_short.h5");
}

int main(void)
{
  write_file("resume_part.lua", part, sizeof part - 1);
  write_file("resume_model.lua", model, sizeof model - 1);
  write_file("resume_speed.csv", speed, sizeof speed - 1);
  RUN(test_reference);
  RUN(test_wall_limit);
  RUN(test_kept);
  RUN(test_interrupted);
  RUN(test_killed);
  RUN(test_truncated);
  RUN(test_unfinished);
  RUN(test_damaged_checkpoint);
  RUN(test_other_model);
  RUN(test_disk_full);
  RUN(test_further);
  return REPORT();
}
