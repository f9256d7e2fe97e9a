/* tests/promises/plain_processor.c -- a processor that has nothing but what every x86-64 has, for a command that is linked with this.
 * How:     kernels that the compiler makes for several instruction sets are chosen, when the program starts, by gcc's description of
 *          the processor. Its own library fills that in, unless the program brings one. (Settings of the C library, such as
 *          GLIBC_TUNABLES, do not reach it.) Elsewhere there are no clones, and this does nothing.
 */
typedef struct {
  unsigned vendor, type, subtype, features[1];
} processor;
extern processor __cpu_model;
int __cpu_indicator_init(void);

processor __cpu_model = {1, 0, 0, {0}}; /* the vendor is known: nothing is looked up again */

int __cpu_indicator_init(void)
{
  return 0;
}
