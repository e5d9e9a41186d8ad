#ifndef OPENPHOTOKIT_RESAMPLING_H
#define OPENPHOTOKIT_RESAMPLING_H

#include <stddef.h>
#include <stdint.h>

// The inner loops of resizing. In C for two things that Swift lacks: shuffles of vectors, without which turning blocks of samples takes thrice as
// long, and functions that are compiled for several instruction sets, of which the processor at hand gets the best. Nothing here owns memory.
// Rows of samples are read, and rows of output written, up to the next multiple of 64 samples.

// Rows that are resampled together: a strip is stored in rows, or in columns of this many samples.
#define RESAMPLING_STRIP 32
// Added to a weighted sum before it is divided; keeps sums with negative weights positive in 16 bits.
#define RESAMPLING_OFFSET 68

// The weights of one axis, in 1/128ths that add up to 128 for each output: output i is made of the input samples from first[i] on, by
// weights[start[i]] to weights[start[i + 1] - 1].
struct cresampling_axis {
    const ptrdiff_t *first;
    const ptrdiff_t *start;
    const uint16_t *weights;
    size_t count;
};

// output[x] = sum of weights[t] · rows[t][x], for `count` samples.
void cresampling_blend_rows(const uint8_t *const *rows, const uint16_t *weights, size_t taps, size_t count, uint8_t *output);

// The same along the other axis, for a strip in columns, the first of which is input column `origin`. `mirrored` gives the outputs in the
// opposite order.
void cresampling_blend_columns(const uint8_t *columns, ptrdiff_t origin, struct cresampling_axis axis, int mirrored, uint8_t *output);

// A strip in rows becomes one in columns, and back. `width` is rounded up to a multiple of 16. With a negative stride the last row comes first.
void cresampling_columns_of_rows(const uint8_t *rows, ptrdiff_t stride, size_t width, uint8_t *columns);
void cresampling_rows_of_columns(const uint8_t *columns, size_t width, uint8_t *rows, size_t stride);

// The same four as any processor runs them, for tests: both kinds give the same to the bit.
void cresampling_plain_blend_rows(const uint8_t *const *rows, const uint16_t *weights, size_t taps, size_t count, uint8_t *output);
void cresampling_plain_blend_columns(const uint8_t *columns, ptrdiff_t origin, struct cresampling_axis axis, int mirrored, uint8_t *output);
void cresampling_plain_columns_of_rows(const uint8_t *rows, ptrdiff_t stride, size_t width, uint8_t *columns);
void cresampling_plain_rows_of_columns(const uint8_t *columns, size_t width, uint8_t *rows, size_t stride);

#endif
