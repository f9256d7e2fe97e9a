/* language/limits.c -- what reading a model may cost: memory, instructions, and work that Lua does without instructions.
 * What:    Lua's memory is counted by a wrapper around its allocator, its instructions by a hook. Copying texts and tables, sorting
 *          and shifting take time inside a single instruction: they are charged as instructions, bytes where they are allocated and
 *          functions of the library before they begin. One text may have LONGEST_TEXT bytes, so that comparing two is cheap, too.
 * Tests:   tests/language/test_language.c (limits), tests/mistakes.
 */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <time.h>

#include "language/language_private.h"

enum { HOOK_EVERY = 1000, CLOCK_EVERY = 100000, BYTES_PER_INSTRUCTION = 16, LONGEST_TEXT = 1 << 20 };
static const size_t default_memory = (size_t)256 << 20;
static const long long default_instructions = 500000000;
static const double default_seconds = 30;

/* Lua's memory errors have no position; it is recorded where the memory is refused. */
static void *refuse(sn_lang *s)
{
  (void)sn_lang_running_line(s, s->refused, sizeof s->refused);
  return NULL;
}

/* CPU time of this thread: a program may read a model while other threads compute. */
static double clock_now(void)
{
  struct timespec now;
  return clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0 ? (double)now.tv_sec + 1e-9 * (double)now.tv_nsec : 0;
}

static void *counted(void *data, void *memory, size_t old, size_t new)
{
  sn_lang *s = data;
  const size_t had = memory ? old : 0; /* for new memory `old` is a type, not a size */
  if (!memory && old == LUA_TSTRING && new > LONGEST_TEXT) {
    s->long_text = 1;
    return refuse(s);
  }
  if (new > had && s->used + (new - had) > s->options.memory_bytes) {
    return refuse(s);
  }
  void *p = s->allocate(s->allocate_data, memory, old, new);
  if (p || new == 0) {
    s->used = s->used + new - had;
    s->left -= (long long)(new > had ? new / BYTES_PER_INSTRUCTION : 0);
  }
  return p;
}

static _Noreturn void too_long(sn_lang *s, int slow)
{
  sn_lang_error(s, "The model runs without end.");
  if (slow) {
    sn_error_why(&s->error, "It has been computing for more than %.0f seconds.", default_seconds);
  } else {
    sn_error_why(&s->error,
                 "It has executed more than %lld instructions (making texts and tables, sorting and shifting count as "
                 "instructions, too).",
                 s->options.instructions);
  }
  sn_error_fix(&s->error,
               "Look for a loop that never stops, or a text or table that grows in it; this line was running.");
  sn_lang_raise(s);
}

void sn_lang_charge(sn_lang *s, double instructions)
{
  s->left = instructions < (double)s->left ? s->left - (long long)instructions : -1;
  s->unclocked += instructions;
  if (s->left < 0) {
    too_long(s, 0);
  }
  if (s->unclocked >= CLOCK_EVERY) {
    s->unclocked = 0;
    if (clock_now() - s->started > default_seconds) {
      too_long(s, 1);
    }
  }
}

static void on_count(lua_State *L, lua_Debug *d)
{
  (void)d;
  sn_lang *s = sn_lang_of(L);
  s->unclocked = CLOCK_EVERY; /* a thousand instructions may have compared a thousand long texts */
  sn_lang_charge(s, HOOK_EVERY);
}

/* ---- functions of Lua's library whose time depends on what they get */

/* upvalue 1: the function, which has no upvalues of its own; 2: 1 for one that sorts */
static int charged(lua_State *L)
{
  const lua_CFunction f = lua_tocfunction(L, lua_upvalueindex(1));
  const int type = lua_type(L, 1);
  const double n = type == LUA_TTABLE || type == LUA_TSTRING ? (double)lua_rawlen(L, 1) : 0;
  const double each = lua_toboolean(L, lua_upvalueindex(2)) ? 2 * log2(n + 2) : 1;
  sn_lang_charge(sn_lang_of(L), n * each + lua_gettop(L));
  return f(L);
}

void sn_lang_charge_calls(lua_State *L, int table, const char *name, int sorts)
{
  table = lua_absindex(L, table);
  lua_getfield(L, table, name);
  lua_pushboolean(L, sorts);
  lua_pushcclosure(L, charged, 2);
  lua_setfield(L, table, name);
}

/* ---- begin */

void sn_lang_limits(sn_lang *s)
{
  s->options.memory_bytes = s->options.memory_bytes ? s->options.memory_bytes : default_memory;
  s->options.instructions = s->options.instructions ? s->options.instructions : default_instructions;
}

void sn_lang_count_memory(sn_lang *s)
{
  s->allocate = lua_getallocf(s->L, &s->allocate_data);
  s->used = (size_t)lua_gc(s->L, LUA_GCCOUNT) * 1024 + (size_t)lua_gc(s->L, LUA_GCCOUNTB);
  lua_setallocf(s->L, counted, s);
}

void sn_lang_count_again(sn_lang *s)
{
  s->left = s->options.instructions;
  s->started = clock_now();
  s->unclocked = 0;
  s->long_text = 0;
  s->refused[0] = '\0';
}

void sn_lang_count_instructions(sn_lang *s)
{
  lua_sethook(s->L, on_count, LUA_MASKCOUNT, HOOK_EVERY);
}

void sn_lang_memory_failure(sn_lang *s)
{
  const char *where = s->refused[0] ? s->refused : s->file;
  if (s->long_text) {
    sn_fail(&s->error, SN_EINPUT, where, "The model makes a text that is too long.", "", "");
    sn_error_why(&s->error, "A text may have %d MB.", LONGEST_TEXT >> 20);
    sn_error_fix(&s->error, "Look for a text that grows in a loop (text = text .. more).");
    return;
  }
  sn_fail(&s->error, SN_EINPUT, where, "The model uses too much memory.", "",
          "Look for a loop that fills a table without end.");
  sn_error_why(&s->error, "Its tables and texts need more than %zu MB.", s->options.memory_bytes >> 20);
}
