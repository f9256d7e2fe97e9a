/* laws/gauss.h -- quadrature on a step, s in (0, 1): the two times at which forces act, four points along a path.
 * Who:     laws and steps; short names as on paper (docs/theory.md, the scheme ed and composite strains).
 */
#ifndef SN_LAWS_GAUSS_H
#define SN_LAWS_GAUSS_H

#define R3 1.7320508075688772
#define C_PLUS (0.5 + 0.5 / R3)
#define C_MINUS (0.5 - 0.5 / R3)
#define HALF (0.5 / R3)

typedef struct {
  double at, weight;
} sn_gauss_point;
static const sn_gauss_point sn_gauss4[4] = {{0.06943184420297371, 0.17392742256872693},
                                            {0.33000947820757187, 0.32607257743127307},
                                            {0.66999052179242813, 0.32607257743127307},
                                            {0.93056815579702629, 0.17392742256872693}};

#endif
