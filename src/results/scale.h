/* results/scale.h -- dimension scales: which dimension of a dataset is time, which its components.
 * What:    as the HDF5 dimension scale specification says, written by hand so that libhdf5_hl is not needed. netCDF tools
 *          (xarray through h5netcdf) need a scale for every dimension of a dataset.
 * Who:     results/writer.c, once per table, before the first step.
 */
#ifndef SN_RESULTS_SCALE_H
#define SN_RESULTS_SCALE_H
#include "results/table.h"

/* Makes column 0 (time) the scale of the first dimension of every column marked `scaled`; the other dimensions get a scale
   of their size, which all datasets share: /xyz for 3, else /component_2, /component_4, ... Negative on failure. */
int sn_scale_columns(sn_table *t);

#endif
