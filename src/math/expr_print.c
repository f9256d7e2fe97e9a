/* math/expr_print.c -- an expression as text for messages.
 * What:    infix with as few brackets as the language needs; numbers with the fewest digits that give them back.
 * Limits:  shared parts are written out where they are used; the text is cut at its size with "...".
 * Tests:   tests/math/test_expr.c.
 */
#include "math/expr_private.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  char *text;
  size_t used, size;
  int cut;
} page;

static void put(page *out, const char *text)
{
  const size_t n = strlen(text), room = out->size - 1 - out->used, taken = n < room ? n : room;
  memcpy(out->text + out->used, text, taken);
  out->used += taken;
  out->text[out->used] = '\0';
  out->cut |= taken < n;
}

static void put_number(page *out, double value)
{
  char text[32];
  for (int digits = 6; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, value);
    if (strtod(text, NULL) == value) {
      break;
    }
  }
  put(out, text);
}

/* Writes node i inside an operator of the given binding. Stops when the text is full: shared parts could
   make it as long as 2^n. */
static void write_node(const sn_expr *e, int i, int strength, page *out)
{
  const sn_expr_node *p = &e->node[i];
  const sn_expr_operation *o = &sn_expr_operations[p->op];
  if (out->cut) {
    return;
  }
  if (p->op == SN_OP_CONSTANT || p->op == SN_OP_VARIABLE) {
    const int bracket = p->op == SN_OP_CONSTANT && p->value < 0 && strength > 3;
    put(out, bracket ? "(" : "");
    if (p->op == SN_OP_CONSTANT) {
      put_number(out, p->value);
    } else {
      put(out, e->name[p->table]);
    }
    put(out, bracket ? ")" : "");
    return;
  }
  if (o->written == SN_WRITTEN_CALL) {
    const int operand[3] = {p->a, p->c, p->d};
    put(out, o->name);
    put(out, "(");
    for (int k = 0; k < o->arity; k++) {
      put(out, k ? ", " : "");
      write_node(e, operand[k], 0, out);
    }
    put(out, ")");
    return;
  }
  const int bracket = o->strength < strength;
  put(out, bracket ? "(" : "");
  if (o->written == SN_WRITTEN_PREFIX) {
    put(out, o->name);
    write_node(e, p->a, o->strength + 1, out);
  } else { /* a - (b - c), a/(b*c), (a^b)^c need their brackets */
    write_node(e, p->a, o->strength + (p->op == SN_OP_POW), out);
    put(out, o->name);
    write_node(e, p->c, o->strength + (p->op != SN_OP_ADD && p->op != SN_OP_MUL && p->op != SN_OP_POW), out);
  }
  put(out, bracket ? ")" : "");
}

char *sn_expr_print(const sn_expr *e, char *text, size_t size)
{
  if (size == 0) {
    return text;
  }
  page out = {text, 0, size, 0};
  text[0] = '\0';
  write_node(e, e->n - 1, 0, &out);
  if (out.cut && size >= 4) {
    memcpy(text + size - 4, "...", 4);
  }
  return text;
}
