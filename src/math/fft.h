/* math/fft.h -- discrete Fourier transform of any length, and the amplitude spectrum of a signal.
 * Who:     show (plots of spectra).
 * Owner:   the caller; tables live in the arena that is given.
 */
#ifndef SN_MATH_FFT_H
#define SN_MATH_FFT_H
#include "base/arena.h"
#include "base/error.h"

/* X_k = sum_j x_j exp(-2 pi i j k/n), k = 0..n-1. Numbers are pairs (real, imaginary): 2n doubles each, not overlapping. */
sn_status sn_fft(size_t n, const double *x, double *out, sn_arena *arena, sn_error *error);

/* The largest length not above n whose transform is cheap: within a thousandth of n for large n. */
size_t sn_fft_good_length(size_t n);

/* One-sided amplitude spectrum of n samples, `step` seconds apart: mean removed, Hann window, amplitudes divided by the
   mean of the window, so that a sine of amplitude A shows a peak of A. Fills n/2 + 1 frequencies (Hz) and amplitudes, from
   0 Hz on; n >= 2. */
sn_status sn_spectrum(size_t n, const double *x, double step, double *frequency, double *amplitude, sn_arena *arena,
                      sn_error *error);

#endif
