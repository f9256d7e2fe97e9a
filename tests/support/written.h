/* tests/support/written.h -- mechanisms from model texts, frozen, for tests that see steps and not models.
 * Why:     the names of the two layers may clash (both have a shape); a test of the steps asks here.
 */
#ifndef SN_TESTS_WRITTEN_H
#define SN_TESTS_WRITTEN_H
#include <stdint.h>

#include "mechanisms.h"

/* A model text, as drawn: velocities are as given, not projected. */
mechanism written(const char *text);
/* A random mechanism (tests/support/random_model.h). */
mechanism random_written(uint64_t seed, int loops, int most_parts);

#endif
