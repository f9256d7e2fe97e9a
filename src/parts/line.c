/* parts/line.c -- shape functions and Gauss points of elements along a line.
 * Tests:   tests/parts/test_line.c, test_cable.c, test_beam.c
 */
#include "parts/line.h"

#include <stddef.h>

const double sn_line_gauss[SN_LINE_NODES][SN_LINE_NODES] = {
    {0.5},
    {0.21132486540518712, 0.78867513459481288},
    {0.11270166537925831, 0.5, 0.88729833462074169},
    {0.069431844202973712, 0.33000947820757187, 0.66999052179242813, 0.93056815579702629}};
const double sn_line_weight[SN_LINE_NODES][SN_LINE_NODES] = {
    {1},
    {0.5, 0.5},
    {5.0 / 18, 8.0 / 18, 5.0 / 18},
    {0.17392742256872693, 0.32607257743127307, 0.32607257743127307, 0.17392742256872693}};

void sn_line_shape(int p, double xi, double *value, double *slope)
{
  SN_ASSERT(p >= 1 && p < SN_LINE_NODES);
  for (int i = 0; i <= p; i++) {
    double n = 1, d = 0;
    for (int k = 0; k <= p; k++) {
      if (k == i) {
        continue;
      }
      double term = (double)p / (i - k);
      for (int j = 0; j <= p; j++) {
        if (j != i && j != k) {
          term *= (p * xi - j) / (i - j);
        }
      }
      d += term;
      n *= (p * xi - k) / (i - k);
    }
    if (value) {
      value[i] = n;
    }
    if (slope) {
      slope[i] = d;
    }
  }
}

void sn_line_mass(int p, const sn_v3 *x, double mass, sn_mass_sum *sum)
{
  SN_ASSERT(p >= 1 && p < SN_LINE_NODES && mass >= 0);
  for (int g = 0; g <= p; g++) {
    double n[SN_LINE_NODES];
    sn_v3 at = v3(0, 0, 0);
    sn_line_shape(p, sn_line_gauss[p][g], n, NULL);
    for (int i = 0; i <= p; i++) {
      at = v3_axpy(at, n[i], x[i]);
    }
    sn_mass_add(sum, mass * sn_line_weight[p][g], at);
  }
}
