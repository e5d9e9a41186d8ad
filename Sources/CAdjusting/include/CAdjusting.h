#ifndef OPENPHOTOKIT_ADJUSTING_H
#define OPENPHOTOKIT_ADJUSTING_H

#include <stddef.h>
#include <stdint.h>

// The inner loops of a photo's adjustments, in C because they are compiled for several instruction sets, of which the processor at hand gets the best.
// Nothing here owns memory. Pixels are R G B A of 8 or 16 bits with straight alpha, which is passed on. Docs/Adjustments.md has the formulas.

// Steps of a channel's curve; its table has two entries more.
#define ADJUSTING_STEPS 4096

struct cadjusting_colors {
    // Of red, then green, then blue: ADJUSTING_STEPS + 2 entries each, from 0 to 1.
    const float *curves;
    // The same for the 256 values of 8 bits.
    const float *byte_curves;
    // Row by row.
    float matrix[9];
    float contrast, lift, vignette;
};

// Where a row lies in the picture: the first pixel's centre and the step to the next, and the row's, from -1 to 1.
struct cadjusting_place {
    float x, step, y;
};

// One row. `detail` is added to all three values before everything else, and may be NULL.
void cadjusting_row8(const uint8_t *in, uint8_t *out, size_t count, const float *detail, const struct cadjusting_colors *colors, struct cadjusting_place place);
void cadjusting_row16(const uint16_t *in, uint16_t *out, size_t count, const float *detail, const struct cadjusting_colors *colors, struct cadjusting_place place);

// The brightness of a row's pixels, from 0 to 1.
void cadjusting_brightness8(const uint8_t *in, size_t count, float *out);
void cadjusting_brightness16(const uint16_t *in, size_t count, float *out);
// out[i] = sum of weights[k] * in[i + k], for `taps` weights.
void cadjusting_blur(const float *in, size_t count, const float *weights, size_t taps, float *out);
// detail[i] = amount * (in[i] - sum of weights[k] * rows[k][i]).
void cadjusting_detail(const float *in, const float *const *rows, const float *weights, size_t taps, size_t count, float amount, float *detail);

// A row of a projection: pixel i shows the source's point ((a[0] + a[1] i) / (a[4] + a[5] i), (a[2] + a[3] i) / (a[4] + a[5] i)), where pixels' centres are
// whole numbers, by cubic weights (Catmull and Rom's); points outside show the nearest edge.
void cadjusting_project8(const uint8_t *source, size_t width, size_t height, const double a[6], uint8_t *out, size_t count);
void cadjusting_project16(const uint16_t *source, size_t width, size_t height, const double a[6], uint16_t *out, size_t count);

#endif
