/* cli/manual.c -- manual pages for man(1), made from the tables of verbs and options.
 * What:    sinew(1) lists the verbs; sinew-run(1) and so on have their options. The language is man(7): macros at the start of a
 *          line; what stands in texts is escaped.
 * Tests:   tests/cli/test_help.c (every verb and option has its place; groff reads the pages without a warning).
 */
#include <string.h>

#include "cli/cli.h"
#include "sinew.h"

/* A text as man shows it: no macro, no escape, and a minus sign that can be copied into a shell. */
static void put(FILE *to, const char *text)
{
  (void)fputs(text[0] == '.' || text[0] == '\'' ? "\\&" : "", to);
  for (const char *c = text; *c; c++) {
    if (*c == '\\') {
      (void)fputs("\\e", to);
    } else if (*c == '-') {
      (void)fputs("\\-", to);
    } else {
      (void)fputc(*c, to);
    }
  }
}

static void section(FILE *to, const char *title)
{
  (void)fprintf(to, ".SH %s\n", title);
}

/* Paragraphs with an empty line between them. */
static void put_paragraphs(FILE *to, const char *text)
{
  char part[2000];
  while (text && *text) {
    const char *end = strstr(text, "\n\n");
    const size_t n = end ? (size_t)(end - text) : strlen(text);
    (void)snprintf(part, sizeof part, "%.*s", (int)n, text);
    (void)fputs(".PP\n", to);
    put(to, part);
    (void)fputc('\n', to);
    text = end ? end + 2 : NULL;
  }
}

static void put_title(FILE *to, const char *page)
{
  (void)fputs(".\\\" made by `sinew help --man` from the tables of the command; do not edit\n.TH ", to);
  for (const char *c = page; *c; c++) {
    (void)fputc(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c, to);
  }
  (void)fputs(" 1 \"\" \"sinew " SINEW_VERSION "\" \"Sinew\"\n", to);
}

static void put_exit_codes(FILE *to)
{
  section(to, "EXIT STATUS");
  for (const sn_exit_meaning *e = sn_exit_meanings; e->meaning; e++) {
    (void)fprintf(to, ".TP\n.B %d\n", e->code);
    put(to, e->meaning);
    (void)fputc('\n', to);
  }
}

static void put_example(FILE *to, const char *text)
{
  section(to, "EXAMPLE");
  (void)fputs(".nf\n", to);
  put(to, text);
  (void)fputs("\n.fi\n", to);
}

static void put_command(FILE *to)
{
  put_title(to, "sinew");
  section(to, "NAME");
  (void)fputs("sinew \\- flexible multibody simulation with a proved energy balance\n", to);
  section(to, "SYNOPSIS");
  (void)fputs(".B sinew\n.I VERB\n.RI [ word ...]\n.RI [ option ...]\n.br\n.B sinew \\-\\-version\n", to);
  section(to, "DESCRIPTION");
  put_paragraphs(
      to, "Models are Lua programs (MODEL.lua) that say which parts, joints and forces there are. Results are HDF5 "
          "files (FILE.h5). Data go to stdout, messages and progress to stderr.\n\n"
          "Options may be anywhere after the verb; --name=value and --name value are the same, and -- ends the "
          "options. Each verb has a page of its own, e.g. man sinew-run, and sinew help run is its short form.");
  section(to, "VERBS");
  for (const sn_verb *const *v = sn_verbs; *v; v++) {
    (void)fprintf(to, ".TP\n.BI \"%s \" \"", (*v)->name);
    put(to, (*v)->words);
    (void)fputs("\"\n", to);
    put(to, (*v)->help);
    (void)fputc('\n', to);
  }
  put_exit_codes(to);
  section(to, "ENVIRONMENT");
  (void)fputs(".TP\n.B NO_COLOR\nIf it is set and not empty, nothing is printed in colour.\n", to);
  put_example(to, "sinew new pendulum\nsinew run pendulum/model.lua\nsinew view pendulum.h5 --open");
  section(to, "SEE ALSO");
  for (const sn_verb *const *v = sn_verbs; *v; v++) {
    (void)fprintf(to, ".BR sinew\\-%s (1)%s\n", (*v)->name, v[1] ? "," : "");
  }
}

static void put_options(FILE *to, const sn_option *o)
{
  section(to, "OPTIONS");
  for (; o && o->name; o++) {
    (void)fputs(".TP\n.BI \"", to);
    put(to, o->brief ? o->brief : o->name);
    if (o->brief) {
      (void)fputs(", ", to);
      put(to, o->name);
    }
    (void)fprintf(to, "%s\" \"", o->value ? " " : "");
    put(to, o->value ? o->value : "");
    (void)fputs("\"\n", to);
    put(to, o->help);
    (void)fputc('\n', to);
  }
  (void)fputs(".TP\n.B \"\\-h, \\-\\-help\"\nprints these options\n", to);
}

void sn_print_manual(const sn_verb *v, FILE *to)
{
  char page[64];
  if (!v) {
    put_command(to);
    return;
  }
  (void)snprintf(page, sizeof page, "sinew-%s", v->name);
  put_title(to, page);
  section(to, "NAME");
  put(to, page);
  (void)fputs(" \\- ", to);
  put(to, v->help);
  (void)fputc('\n', to);
  section(to, "SYNOPSIS");
  (void)fprintf(to, ".B sinew %s\n.I ", v->name);
  put(to, v->words);
  (void)fputs("\n.RI [ option ...]\n", to);
  if (v->about) {
    section(to, "DESCRIPTION");
    put_paragraphs(to, v->about);
  }
  put_options(to, v->options);
  put_exit_codes(to);
  put_example(to, v->example);
  section(to, "SEE ALSO");
  (void)fputs(".BR sinew (1)\n", to);
}
