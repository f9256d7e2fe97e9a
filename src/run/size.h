/* run/size.h -- when the step size changes: halved at once, doubled after several good steps.
 * Who:     run/run.c. All it knows is in the memory of the run.
 */
#ifndef SN_RUN_SIZE_H
#define SN_RUN_SIZE_H
#include "run/memory.h"

void sn_size_begin(sn_run_memory *m);
/* Registers an accepted step. controlled: the estimated error decides, too (run/control.h). */
void sn_size_accept(sn_run_memory *m, int controlled);
/* Registers a refused step, whatever the reason. */
void sn_size_refuse(sn_run_memory *m);

#endif
