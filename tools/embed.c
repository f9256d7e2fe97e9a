/* tools/embed.c -- a text file as C: embed IN OUT NAME. Run by the build (cmake/SinewEmbed.cmake).
 * What:    a list of string literals, each within the limits of the standard, ending with NULL. A compiler reads them some
 *          hundred times faster than a list of numbers.
 * Limits:  the text holds no zero byte.
 */
#include <ctype.h>
#include <stdio.h>

enum { PIECE = 4000 }; /* C11 5.2.4.1: a literal may have 4095 characters */

int main(int argc, char **argv)
{
  FILE *in = argc == 4 ? fopen(argv[1], "rb") : NULL, *out = in ? fopen(argv[2], "wb") : NULL;
  if (!out) {
    (void)fprintf(stderr, argc == 4 ? "%s: cannot read %s or write %s\n" : "usage: %s IN OUT NAME\n", argv[0],
                  argc == 4 ? argv[1] : "", argc == 4 ? argv[2] : "");
    return 1;
  }
  (void)fprintf(out, "extern const char *const %s[];\nconst char *const %s[] = {", argv[3], argv[3]);
  long n = 0;
  for (int c = fgetc(in); c != EOF; c = fgetc(in), n++) {
    if (n % PIECE == 0) {
      (void)fputs(n ? "\",\n\"" : "\n\"", out);
    }
    if (c == '"' || c == '\\' || c == '?' || c > 126 || !isprint(c)) { /* ? could begin a trigraph */
      (void)fprintf(out, "\\%03o", (unsigned)c);
    } else {
      (void)fputc(c, out);
    }
  }
  (void)fprintf(out, "%s\n0};\n", n ? "\"," : "");
  const int bad = ferror(in) || ferror(out);
  (void)fclose(in);
  return fclose(out) != 0 || bad;
}
