/* language/failure.c -- errors of Lua itself, in the words of the program: what, where, why, what to do.
 * Tests:   tests/language/test_mistakes.c.
 */
#include <stdio.h>
#include <string.h>

#include "base/unit.h"
#include "language/language_private.h"

/* Message of Lua -> why, and what to do. The first match is used. */
static const struct {
  const char *part, *why, *fix;
} hints[] = {
    {"stack overflow", "Functions call each other without end, or nest too deeply.",
     "Look for a function that calls itself."},
    {"arithmetic on a table", "A vector {x, y, z} is a plain table: it cannot be added or multiplied.",
     "Compute each component, for example { a[1] + b[1], a[2] + b[2], a[3] + b[3] }."},
    {"arithmetic on a nil", "A formula contains something without a value.", "Check the spelling of the name in it."},
    {"arithmetic on a boolean", "true and false are no numbers.",
     "Choose between numbers with where(condition, a, b)."},
    {"arithmetic on a string", "A formula contains a text.", "Write numbers without quotes."},
    {"arithmetic on a", "A formula needs numbers.",
     "Signals and symbols can only be combined with numbers and each other."},
    {"attempt to call", "What is written before the brackets or braces is not a function.",
     "Check the spelling of its name."},
    {"attempt to index a nil", "The thing before the dot or bracket does not exist.",
     "Check the spelling of its name."},
    {"attempt to index a", "The thing before the dot or bracket has no fields.", "Check what it is."},
    {"attempt to compare", "Only two numbers or two texts can be compared.", "Check the expressions on both sides."},
    {"attempt to concatenate", "Only texts and numbers can be joined with ..", "Check the expressions on both sides."},
    {"attempt to get length", "Only tables and texts have a length.", "Check the expression after #."},
    {"bad argument", "A function got something it cannot use.", "Check what is passed to it."},
    {"'for'", "A loop needs numbers for its start, end and step.", "Write for i = 1, n do ... end."},
    {" near ", "The text is not valid Lua at this place.",
     "Look for a missing comma, brace, bracket, quote, or `end` here or on the line above."},
    {"", "The model's own program stopped here.", "Correct this line."}};

/* 20*mm: "arithmetic on a function value (global 'mm')". */
static int is_unit(sn_lang *s, const char *where, const char *upper, const char *what)
{
  static const char of[] = "arithmetic on a function value (global '";
  char name[16];
  const char *found = strstr(what, of), *word = found ? found + sizeof of - 1 : "";
  (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "'"), word);
  const sn_unit *u = sn_unit_function(name);
  if (u) {
    sn_fail(&s->error, SN_EINPUT, where, upper, "", "");
    sn_error_why(&s->error,
                 "%s is the function that converts from %s to SI; nothing else of that name is defined above.", name,
                 u->name);
    sn_error_fix(&s->error, "Write %s(20) for 20 %s, or define %s above this line.", name, u->name, name);
  }
  return u != NULL;
}

void sn_lang_lua_failure(sn_lang *s, int status, const char *text)
{
  if (status == LUA_ERRMEM) {
    sn_lang_memory_failure(s);
    return;
  }
  /* "file:line: what" */
  const char *what = text, *end = NULL;
  for (const char *c = strchr(text, ':'); c && !end; c = strchr(c + 1, ':')) {
    const size_t digits = strspn(c + 1, "0123456789");
    if (digits > 0 && c[1 + digits] == ':') {
      end = c + 1 + digits;
      what = end + 1 + strspn(end + 1, " ");
    }
  }
  char where[200], upper[320];
  snprintf(where, sizeof where, "%.*s", end ? (int)(end - text) : (int)strlen(s->file), end ? text : s->file);
  snprintf(upper, sizeof upper, "%s%s", what, what[0] && what[strlen(what) - 1] != '.' ? "." : "");
  if (upper[0] >= 'a' && upper[0] <= 'z') {
    upper[0] = (char)(upper[0] - 'a' + 'A');
  }
  if (is_unit(s, where, upper, what)) {
    return;
  }
  size_t k = 0;
  while (!strstr(what, hints[k].part)) {
    k++;
  }
  sn_fail(&s->error, SN_EINPUT, where, upper, hints[k].why, hints[k].fix);
}
