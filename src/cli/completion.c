/* cli/completion.c -- what the tab key offers in bash, zsh and fish, made from the tables of verbs and options.
 * What:    verbs; then options of the verb, the words an option takes, and files with the endings that fit. Nothing is asked
 *          of the command while the user types.
 * Tests:   tests/cli/test_help.c (bash is asked for its answers; the others are read for every verb and option).
 */
#include <string.h>

#include "cli/cli.h"

/* Writes a text between single quotes of a shell. zsh: special characters of _arguments are escaped. */
static void put_quoted(FILE *to, const char *text, const char *escaped)
{
  for (const char *c = text; *c; c++) {
    if (*c == '\'') {
      (void)fputs("'\\''", to);
    } else {
      (void)fprintf(to, "%s%c", strchr(escaped, *c) ? "\\" : "", *c);
    }
  }
}

/* "a|b" -> "a b" */
static void put_words(FILE *to, const char *of)
{
  for (const char *c = of; *c; c++) {
    (void)fputc(*c == '|' ? ' ' : *c, to);
  }
}

/* ---- bash */

static void put_verbs(FILE *to)
{
  for (const sn_verb *const *v = sn_verbs; *v; v++) {
    (void)fprintf(to, "%s%s", v == sn_verbs ? "" : " ", (*v)->name);
  }
}

static void bash_value(FILE *to, const sn_verb *v, const sn_option *o)
{
  (void)fprintf(to, "    %s:%s) ", v->name, o->name);
  if (o->takes == SN_TAKES_FILE) {
    (void)fputs("_sinew_files ", to);
    put_words(to, o->of);
  } else if (o->takes == SN_TAKES_FOLDER) {
    (void)fputs("_sinew_files", to);
  } else if (o->of) {
    (void)fputs("_sinew_words '", to);
    put_words(to, o->of);
    (void)fputc('\'', to);
  }
  (void)fputs(o->of || o->takes == SN_TAKES_FOLDER ? "; return ;;\n" : "return ;;\n", to);
}

static void bash(FILE *to)
{
  (void)fputs("# bash completion of sinew, made by `sinew help --completion bash`; do not edit\n"
              "_sinew_words() { mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$current\"); }\n"
              "_sinew_files() { # folders, and files with these endings\n"
              "  local ending more\n"
              "  mapfile -t COMPREPLY < <(compgen -d -- \"$current\")\n"
              "  for ending in \"$@\"; do\n"
              "    mapfile -t more < <(compgen -f -X \"!*.$ending\" -- \"$current\")\n"
              "    COMPREPLY+=(\"${more[@]}\")\n"
              "  done\n"
              "}\n"
              "_sinew() {\n"
              "  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} verb=${COMP_WORDS[1]}\n"
              "  COMPREPLY=()\n"
              "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
              "    _sinew_words '",
              to);
  put_verbs(to);
  (void)fputs(" --help --version'\n    return\n  fi\n"
              "  if [ \"$current\" = '=' ]; then # --name=value: three words here\n"
              "    current=''\n"
              "  elif [ \"$before\" = '=' ]; then\n"
              "    before=${COMP_WORDS[COMP_CWORD - 2]}\n"
              "  fi\n"
              "  case $verb:$before in\n",
              to);
  for (const sn_verb *const *v = sn_verbs; *v; v++) {
    for (const sn_option *o = (*v)->options; o && o->name; o++) {
      if (o->value) {
        bash_value(to, *v, o);
      }
    }
  }
  (void)fputs("  esac\n  case $verb:$current in\n", to);
  for (const sn_verb *const *v = sn_verbs; *v; v++) {
    (void)fprintf(to, "    %s:-*) _sinew_words '", (*v)->name);
    for (const sn_option *o = (*v)->options; o && o->name; o++) {
      (void)fprintf(to, "%s%s%s ", o->brief ? o->brief : "", o->brief ? " " : "", o->name);
    }
    (void)fputs("--help' ;;\n", to);
    if ((*v)->of) {
      (void)fprintf(to, "    %s:*) _sinew_files ", (*v)->name);
      put_words(to, (*v)->of);
      (void)fputs(" ;;\n", to);
    }
  }
  (void)fputs("    help:*) _sinew_words '", to);
  put_verbs(to);
  (void)fputs("' ;;\n  esac\n}\ncomplete -o filenames -F _sinew sinew\n", to);
}

/* ---- zsh */

/* ":message:action" of _arguments */
static void zsh_action(FILE *to, const char *message, sn_takes takes, const char *of)
{
  (void)fputc(':', to);
  put_quoted(to, message, ":");
  (void)fputc(':', to);
  if (takes == SN_TAKES_FOLDER) {
    (void)fputs("_files -/", to);
  } else if (takes == SN_TAKES_FILE) {
    (void)fprintf(to, "_files -g \"*.(%s)\"", of);
  } else if (of) {
    (void)fputc('(', to);
    put_words(to, of);
    (void)fputc(')', to);
  }
}

static void zsh_option(FILE *to, const sn_option *o)
{
  (void)fputs(" \\\n        ", to);
  if (o->brief) {
    (void)fprintf(to, "'(%s %s)'{%s,%s}'[", o->brief, o->name, o->brief, o->name);
  } else {
    (void)fprintf(to, "'%s%s%s[", o->many ? "*" : "", o->name, o->value && o->name[1] == '-' ? "=" : "");
  }
  put_quoted(to, o->help, "[]:");
  (void)fputc(']', to);
  if (o->value) {
    zsh_action(to, o->value, o->takes, o->of);
  }
  (void)fputc('\'', to);
}

static void zsh(FILE *to)
{
  (void)fputs("#compdef sinew\n# made by `sinew help --completion zsh`; do not edit\n_sinew() {\n  local -a verbs=(\n",
              to);
  for (const sn_verb *const *v = sn_verbs; *v; v++) {
    (void)fprintf(to, "    '%s:", (*v)->name);
    put_quoted(to, (*v)->help, "");
    (void)fputs("'\n", to);
  }
  (void)fputs("  )\n  if (( CURRENT == 2 )); then\n    _describe verb verbs\n    return\n  fi\n"
              "  local verb=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $verb in\n",
              to);
  for (const sn_verb *const *v = sn_verbs; *v; v++) {
    (void)fprintf(to, "    %s)\n      _arguments", (*v)->name);
    for (const sn_option *o = (*v)->options; o && o->name; o++) {
      zsh_option(to, o);
    }
    (void)fputs(" \\\n        '(- *)'{-h,--help}'[prints these options]' \\\n        '*", to);
    if (*v == &sn_verb_help) {
      (void)fputs(":VERB:(", to);
      put_verbs(to);
      (void)fputc(')', to);
    } else {
      zsh_action(to, (*v)->words, (*v)->of ? SN_TAKES_FILE : SN_TAKES_TEXT, (*v)->of);
    }
    (void)fputs("' ;;\n", to);
  }
  (void)fputs("  esac\n}\n_sinew \"$@\"\n", to);
}

/* ---- fish */

static void fish_action(FILE *to, sn_takes takes, const char *of)
{
  if (takes == SN_TAKES_FOLDER) {
    (void)fputs(" -x -a '(__fish_complete_directories)'", to);
  } else if (takes == SN_TAKES_FILE) {
    (void)fputs(" -x -k -a '(", to);
    for (const char *from = of; *from;) {
      const size_t n = strcspn(from, "|");
      (void)fprintf(to, "%s__fish_complete_suffix .%.*s", from == of ? "" : "; ", (int)n, from);
      from += n + (from[n] == '|');
    }
    (void)fputs(")'", to);
  } else {
    (void)fputs(" -x", to);
    if (of) {
      (void)fputs(" -a '", to);
      put_words(to, of);
      (void)fputc('\'', to);
    }
  }
}

static void fish_option(FILE *to, const sn_verb *v, const sn_option *o)
{
  (void)fprintf(to, "complete -c sinew -n '__fish_seen_subcommand_from %s'", v->name);
  if (o->brief) {
    (void)fprintf(to, " -s %s", o->brief + 1);
  }
  (void)fprintf(to, " %s %s", o->name[1] == '-' ? "-l" : "-s", o->name + (o->name[1] == '-' ? 2 : 1));
  if (o->value) {
    fish_action(to, o->takes, o->of);
  }
  (void)fputs(" -d '", to);
  put_quoted(to, o->help, "");
  (void)fputs("'\n", to);
}

static void fish(FILE *to)
{
  (void)fputs("# fish completion of sinew, made by `sinew help --completion fish`; do not edit\n"
              "complete -c sinew -f\ncomplete -c sinew -s h -l help -d 'prints the options'\n",
              to);
  for (const sn_verb *const *v = sn_verbs; *v; v++) {
    (void)fprintf(to, "complete -c sinew -n __fish_use_subcommand -a %s -d '", (*v)->name);
    put_quoted(to, (*v)->help, "");
    (void)fputs("'\n", to);
    for (const sn_option *o = (*v)->options; o && o->name; o++) {
      fish_option(to, *v, o);
    }
    if ((*v)->of) {
      (void)fprintf(to, "complete -c sinew -n '__fish_seen_subcommand_from %s'", (*v)->name);
      fish_action(to, SN_TAKES_FILE, (*v)->of);
      (void)fputc('\n', to);
    }
  }
  (void)fputs("complete -c sinew -n '__fish_seen_subcommand_from help' -a '", to);
  put_verbs(to);
  (void)fputs("'\n", to);
}

void sn_print_completion(const char *shell, FILE *to)
{
  static const struct {
    const char *name;
    void (*print)(FILE *to);
  } all[] = {{"bash", bash}, {"zsh", zsh}, {"fish", fish}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (strcmp(shell, all[i].name) == 0) {
      all[i].print(to);
    }
  }
}
