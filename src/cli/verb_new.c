/* cli/verb_new.c -- `sinew new`: a folder with a small commented model that runs.
 * What:    never overwrites anything.
 * Tests:   tests/cli/test_cli.c.
 */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cli.h"

static const char model_text[] =
    "-- A rod that swings about a hinge. Everything is in SI units: m, kg, s, N, rad.\n"
    "-- Run it:     sinew run model.lua\n"
    "-- Change it:  sinew run model.lua --set length=2 --set tilt=90\n"
    "\n"
    "param {\n"
    "  length = 1.0,       -- m\n"
    "  tilt = 30,          -- of the start, degrees below the horizontal\n"
    "  scheme = \"ed\",      -- time stepping: ed (default), ep\n"
    "  alpha = 1.0,        -- numerical damping, 0 to 1\n"
    "  dt = 5e-3,          -- step size, s\n"
    "  duration = 5.0      -- s\n"
    "}\n"
    "\n"
    "gravity { 0, 0, -9.81 }\n"
    "\n"
    "-- The rod is drawn along x; `at` is the origin of its own axes, here its middle.\n"
    "local rod = body {\n"
    "  name = \"rod\",\n"
    "  at = { length/2, 0, 0 },\n"
    "  shape = cylinder { length = length, radius = 0.02, axis = \"x\", density = 7850 }\n"
    "}\n"
    "\n"
    "-- A hinge between the ground and the rod. The angle is zero as drawn; `initial` turns it for the start.\n"
    "revolute {\n"
    "  name = \"hinge\", ground, rod,\n"
    "  at = { 0, 0, 0 }, axis = \"y\",\n"
    "  initial = deg(tilt), damping = 0.05\n"
    "}\n"
    "\n"
    "-- To see the results: sinew csv FILE.h5 tip angle\n"
    "channel(\"tip\", position(rod, { length, 0, 0 }))\n"
    "channel(\"angle\", angle(\"hinge\"))\n"
    "\n"
    "run { scheme = scheme, alpha = alpha, dt = dt, duration = duration }\n";

/* A path for a shell: in quotes if necessary. */
static void print_word(const char *text, FILE *to)
{
  static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./-+,:@%=";
  if (text[strspn(text, plain)] == '\0') {
    (void)fputs(text, to);
    return;
  }
  (void)fputc('\'', to);
  for (; *text; text++) {
    if (*text == '\'') {
      (void)fputs("'\\'", to); /* ends the quotes, one quote, and they begin again */
    }
    (void)fputc(*text, to);
  }
  (void)fputc('\'', to);
}

static sn_status make(const char *folder, sn_arena *arena, sn_error *error)
{
  const char *file = sn_arena_format(arena, "%s/model.lua", folder);
  if (!file) {
    return SN_ENOMEM;
  }
  if (mkdir(folder, 0777) != 0) {
    return sn_fail(error, SN_EIO, folder, "The folder cannot be made.", strerror(errno),
                   errno == EEXIST ? "Choose a name that does not exist yet."
                                   : "Give a plain name, in a folder that exists and can be written.");
  }
  FILE *f = fopen(file, "wx");
  const int good = f && fputs(model_text, f) >= 0;
  if ((f && fclose(f) != 0) || !good) {
    return sn_fail(error, SN_EIO, file, "The model cannot be written.", strerror(errno), "");
  }
  (void)printf("%s\n", file);
  (void)fputs("Next: sinew run ", stderr);
  print_word(file, stderr);
  (void)fputc('\n', stderr);
  return SN_OK;
}

static int perform(const sn_arguments *a, sn_arena *arena)
{
  sn_error error = {0};
  const sn_status status = make(a->word[0], arena, &error);
  return status == SN_OK ? EXIT_GOOD : sn_print_error(status, &error);
}

const sn_verb sn_verb_new = {.name = "new",
                             .words = "NAME",
                             .help = "makes a folder with a small commented model",
                             .about = "The model is a pendulum; its comments say what each line does.",
                             .example = "sinew new pendulum",
                             .least = 1,
                             .most = 1,
                             .perform = perform};
