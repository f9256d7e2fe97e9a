/* base/text.h -- small text helpers: nearest spelling, lists of words, hash, clock and memory of the process. */
#ifndef SN_BASE_TEXT_H
#define SN_BASE_TEXT_H
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* The candidate nearest to word by edit distance (case ignored), or NULL if none is close enough. */
const char *sn_nearest(const char *word, const char *const *candidates, size_t n);
/* "a|b|c" -> list of texts in the arena; NULL when out of memory. */
const char **sn_split(sn_arena *arena, const char *text, char separator, int *n);
/* "a, b, c" into text; ends with "..." when truncated. */
void sn_join(char *text, size_t size, const char *const *word, int n);
uint64_t sn_hash(const void *data, size_t n); /* FNV-1a, 64 bits: identifies a model text */
double sn_wall_seconds(void);                 /* monotonic */
double sn_cpu_seconds(void);                  /* of the process */
double sn_peak_memory_mb(void);
double sn_machine_memory(void); /* bytes; infinite if unknown */

/* Replaces control characters by question marks: texts of a model must not control a terminal. Returns text. */
char *sn_clean(char *text);

#endif
