/* base/words.h -- words of a text file, one after the other, with the line they stand in: what readers of text formats share.
 * Who:     mesh/surface_read.c (STL, OBJ), mesh/gmsh_read.c (MSH).
 */
#ifndef SN_BASE_WORDS_H
#define SN_BASE_WORDS_H
#include <stddef.h>

/* The rest of the text; a zero byte must follow its end. */
typedef struct {
  const char *p, *end;
  int line; /* of p, from 1 */
} sn_words;
typedef struct {
  const char *at;
  size_t n; /* 0: there is none */
} sn_word;

/* The next word of the line, empty at its end; a backslash at the end of a line continues it. */
sn_word sn_word_here(sn_words *w);
/* The next word on this line or a later one, empty at the end of the text. */
sn_word sn_word_next(sn_words *w);
/* Moves to the beginning of the next line; 0 at the end of the text. */
int sn_words_line(sn_words *w);
int sn_word_is(sn_word w, const char *text); /* text: lower case; the word may be of any */
/* For a message: unprintable characters are replaced by question marks. */
const char *sn_word_shown(sn_word w, char text[32]);
int sn_word_number(sn_word w, double *x);       /* 0: it is not a number */
int sn_word_whole(sn_word w, long long *value); /* 0: no whole number below 1e18 */

#endif
