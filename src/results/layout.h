/* results/layout.h -- everything in a result file that does not grow: what made it, the model, pictures.
 * Who:     results/writer.c, once per file, before the first step. Each returns a negative number on failure.
 */
#ifndef SN_RESULTS_LAYOUT_H
#define SN_RESULTS_LAYOUT_H
#include "results/plan.h"
#include "results/table.h"
#include "results/viewer_rows.h"

enum { SN_RESULT_VERSION = 2 };
#define SN_RESULT_FORMAT "sinew result"

int sn_layout_head(hid_t file, const sn_result_plan *plan);      /* root attributes, groups, model, parameters */
int sn_layout_constants(hid_t file, const sn_result_plan *plan); /* negative on failure */
int sn_layout_poses(hid_t file, const sn_system *s, const sn_viewer_rows *places);

#endif
