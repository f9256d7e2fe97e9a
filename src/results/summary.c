/* results/summary.c -- the numbers of a run that `info` shows.
 * What:    see results/summary.h.
 * Tests:   tests/results/test_results.c.
 */
#include "results/summary.h"

#include <stddef.h>
#include <string.h>

#define ROW(name, unit, flags) {#name, unit, offsetof(sn_summary, name), flags},
const sn_summary_row sn_summary_rows[SN_SUMMARY_NUMBERS] = {SN_SUMMARY(ROW)};

double sn_summary_number(const sn_summary *s, int i)
{
  SN_ASSERT(i >= 0 && i < SN_SUMMARY_NUMBERS);
  double x;
  memcpy(&x, (const char *)s + sn_summary_rows[i].offset, sizeof x);
  return x;
}

int sn_summary_create(hid_t file, const char *scheme, const sn_summary *s, hid_t id[SN_SUMMARY_NUMBERS])
{
  const hid_t g = sn_h5_group(file, "summary");
  if (g < 0) {
    return -1;
  }
  const hid_t text = sn_h5_text(g, "scheme", scheme, 0);
  int status = text < 0 ? -1 : H5Dclose(text);
  for (int i = 0; i < SN_SUMMARY_NUMBERS; i++) {
    id[i] =
        status < 0 ? -1 : sn_h5_scalar(g, sn_summary_rows[i].name, sn_summary_number(s, i), sn_summary_rows[i].unit);
    status = id[i] < 0 ? -1 : status;
  }
  return H5Gclose(g) < 0 ? -1 : status;
}

int sn_summary_write(const sn_summary *s, const hid_t id[SN_SUMMARY_NUMBERS])
{
  for (int i = 0; i < SN_SUMMARY_NUMBERS; i++) {
    const double x = sn_summary_number(s, i);
    if (H5Dwrite(id[i], H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, &x) < 0) {
      return -1;
    }
  }
  return 0;
}

void sn_summary_close(hid_t id[SN_SUMMARY_NUMBERS])
{
  for (int i = 0; i < SN_SUMMARY_NUMBERS; i++) {
    if (id[i] > 0) {
      (void)H5Dclose(id[i]);
    }
    id[i] = -1;
  }
}
