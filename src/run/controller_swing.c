/* run/controller_swing.c -- sampled controllers that are unstable: outputs that swing to and fro between samples, and grow.
 * What:    a half-wave is a stretch of samples of one sign. Eight in a row, each as short as sampling allows (two samples, and two more for
 *          each of the delay) and each larger than the one before, ten times in all: no motion that is controlled well looks so, since it is
 *          sampled many times in a period. Told once, while the run goes on; limits that hold the output come later.
 * Limits:  loops that grow slowly, within many samples, are not told from motions that are meant to grow.
 * Tests:   tests/mechanisms/test_controller.c
 */
#include <math.h>

#include "run/run_private.h"
#include "system/sampler.h"

enum { WAVES = 8 };
static const double grows = 1.05, grown = 10;

sn_status sn_loop_new_swings(sn_loop *l, sn_arena *arena, sn_error *error)
{
  int n = 0;
  for (int i = 0; i < l->system->n_sampler; i++) {
    n += l->system->sampler[i].n_output;
  }
  l->swing = SN_NEW(arena, sn_swing, n + 1);
  return l->swing ? SN_OK : sn_no_memory(error, "the run");
}

/* Registers the next output of a controller. Returns 1 if the controller is unstable. */
static int add(sn_swing *w, double out, double t, int longest)
{
  if (!(out * w->last < 0)) {
    w->length++;
    w->peak = fmax(w->peak, fabs(out));
    w->waves = w->length > longest ? 0 : w->waves;
    w->last = out != 0 ? out : w->last;
    return 0;
  }
  const int larger = w->length <= longest && w->before > 0 && w->peak > grows * w->before;
  if (larger && w->waves == 0) {
    w->first = w->before;
    w->since = t;
  }
  w->waves = larger ? w->waves + 1 : 0;
  w->before = w->peak;
  w->peak = fabs(out);
  w->length = 1;
  w->last = out;
  return w->waves >= WAVES && w->before > grown * w->first;
}

void sn_loop_watch_swings(sn_loop *l)
{
  const sn_run_note *found = l->out->noticed + SN_WARN_CONTROLLER;
  sn_swing *w = l->swing;
  for (int i = 0, output = 0; i < l->system->n_sampler && found->count == 0; i++) {
    const sn_sampler *c = l->system->sampler + i;
    const double sample = l->state->internal[c->internal];
    for (int k = 0; k < c->n_output; k++, w++, output++) {
      const int is_new = sample != w->sample;
      w->sample = sample;
      if (is_new && found->count == 0 && add(w, *c->held[k], *l->state->t, 2 + 2 * c->delay)) {
        sn_run_warn(l->out, SN_WARN_CONTROLLER, output, w->since, 0);
      }
    }
  }
}
