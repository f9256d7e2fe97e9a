/* show/picture/font.c -- a small stroke font for labels in pictures, drawn for Sinew.
 * What:    printable ASCII, one row per character, from the space on.
 * Tests:   tests/show/test_picture.c (every stroke can be read).
 */
#include "show/picture/ink.h"

static const char *const strokes[] = {
    "",                                  /* space */
    "/1E1E/1H1N",                        /* ! */
    "/0L0N/2L2N",                        /* " */
    "/1E2N/4E5N/0H6H/0K6K",              /* # */
    "(5L5N0N0J5J5E0E0G/2D2O",            /* $ */
    "/0E6N(0K3K3N0N0K(3E6E6H3H3E",       /* % */
    "/6E1L(1L1N4N4L1I0I0E4E5H",          /* & */
    "/1L1N",                             /* ' */
    "(2O0L0E2B",                         /* ( */
    "(0O2L2E0B",                         /* ) */
    "/0H4L/4H0L/2G2M",                   /* * */
    "/0I4I/2G2K",                        /* + */
    "/1E0C",                             /* , */
    "/0I4I",                             /* - */
    "/1E1E",                             /* . */
    "/0D4N",                             /* / */
    "(0E5E5N0N0E",                       /* 0 */
    "/1L3N3E",                           /* 1 */
    "(0L0N5N5J0E/0E5E",                  /* 2 */
    "(0L0N5N5J2J(2J5J5E0E0G",            /* 3 */
    "/4E4N0H5H",                         /* 4 */
    "/5N1N0J(0J2K5K5E1E0F",              /* 5 */
    "(5M4N0N0E5E5K0K0H",                 /* 6 */
    "/0N5N1E",                           /* 7 */
    "(0J5J5N0N0J(0E5E5J0J0E",            /* 8 */
    "(0F1E5E5N0N0H5H5K",                 /* 9 */
    "/1E1E/1J1J",                        /* : */
    "/1E0C/1J1J",                        /* ; */
    "/4F0I4L",                           /* < */
    "/0G4G/0J4J",                        /* = */
    "/0F4I0L",                           /* > */
    "(0L0N5N5J2J2H/2E2E",                /* ? */
    "(4G3G3J5J5G6G6N0N0E5E",             /* @ */
    "/0E3N6E/1H5H",                      /* A */
    "/2E0E0N2N(2N5N5J2J/2J0J(2J6J6E2E",  /* B */
    "(6L5N0N0E5E6G",                     /* C */
    "/2E0E0N2N(2N6N6E2E",                /* D */
    "/5N0N0E5E/0J4J",                    /* E */
    "/5N0N0E/0J4J",                      /* F */
    "(6L5N0N0E6E6I/6I4I",                /* G */
    "/0E0N/5E5N/0J5J",                   /* H */
    "/1E1N",                             /* I */
    "(0G0E4E4H/4H4N",                    /* J */
    "/0E0N/5N0H/2J5E",                   /* K */
    "/0N0E5E",                           /* L */
    "/0E0N3G6N6E",                       /* M */
    "/0E0N5E5N",                         /* N */
    "(0E6E6N0N0E",                       /* O */
    "/0E0N2N(2N5N5I2I/2I0I",             /* P */
    "(0E6E6N0N0E/4G6D",                  /* Q */
    "/0E0N2N(2N5N5I2I/2I0I/2I5E",        /* R */
    "(5L5N0N0J5J5E0E0G",                 /* S */
    "/0N6N/3N3E",                        /* T */
    "/0N0H(0H0E5E5H/5H5N",               /* U */
    "/0N3E6N",                           /* V */
    "/0N2E4L6E8N",                       /* W */
    "/0E5N/0N5E",                        /* X */
    "/0N3I6N/3I3E",                      /* Y */
    "/0N5N0E5E",                         /* Z */
    "/2B0B0O2O",                         /* [ */
    "/4D0N",                             /* \ */
    "/0B2B2O0O",                         /* ] */
    "/0K2N4K",                           /* ^ */
    "/0D5D",                             /* _ */
    "/0N1L",                             /* ` */
    "(0E5E5K0K0E/5K5E",                  /* a */
    "/0N0E(0E5E5K0K0E",                  /* b */
    "(5J4K0K0E4E5F",                     /* c */
    "(0E5E5K0K0E/5N5E",                  /* d */
    "/0H5H(5H5K0K0E4E5F",                /* e */
    "(4N1N1K/1K1E/0K3K",                 /* f */
    "(0E5E5K0K0E/5K5E(5E5B1B0C",         /* g */
    "/0N0E(0I0K5K5I/5I5E",               /* h */
    "/1K1E/1M1M",                        /* i */
    "/2K2E(2E2B0B/2M2M",                 /* j */
    "/0N0E/4K0G/1H4E",                   /* k */
    "/1N1E",                             /* l */
    "/0K0E(0I0K3K3I/3I3E(3I3K6K6I/6I6E", /* m */
    "/0K0E(0I0K5K5I/5I5E",               /* n */
    "(0E5E5K0K0E",                       /* o */
    "/0K0B(0E5E5K0K0E",                  /* p */
    "(0E5E5K0K0E/5K5B",                  /* q */
    "/0K0E(0I0K3K",                      /* r */
    "(4J4K0K0H4H4E0E0F",                 /* s */
    "/1M1G(1G1E3E/0K3K",                 /* t */
    "/0K0G(0G0E5E5G/5K5E",               /* u */
    "/0K2E4K",                           /* v */
    "/0K2E3K4E6K",                       /* w */
    "/0K4E/4K0E",                        /* x */
    "/0K2E/4K1B",                        /* y */
    "/0K4K0E4E",                         /* z */
    "(3O1O1J0I/0I0I(0I1H1B3B",           /* { */
    "/1B1O",                             /* | */
    "(0O2O2J3I/3I3I(3I2H2B0B",           /* } */
    "(0H1J3J3H5H6J",                     /* ~ */
};

const char *sn_font_strokes(unsigned character)
{
  const unsigned n = sizeof strokes / sizeof *strokes;
  return character >= ' ' && character - ' ' < n ? strokes[character - ' '] : "/0E5E5N0N0E";
}
