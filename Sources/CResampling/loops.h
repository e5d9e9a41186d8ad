#include "CResampling.h"
#include <string.h>

// The loops, in vectors of 32 bytes, which the compiler makes of whatever the instruction set has. Sums are kept in 16 bits modulo 2^16: weights
// add up to 128, and the offset makes every possible result positive. Even and odd samples go through separate accumulators, so nothing has to be
// unpacked.

// All of it is inlined, so how such vectors would be passed to a function does not matter.
#pragma clang diagnostic ignored "-Wpsabi"
#define INLINE static inline __attribute__((always_inline))

typedef uint8_t bytes __attribute__((vector_size(32)));
typedef uint16_t lanes __attribute__((vector_size(32)));

struct sums {
    lanes even, odd;
};

INLINE lanes all(uint16_t value) { return (lanes){0} + value; }

INLINE struct sums start(void) {
    lanes value = all(RESAMPLING_OFFSET * 128 + 64);
    return (struct sums){value, value};
}

INLINE void add(struct sums *sums, const uint8_t *from, uint16_t weight) {
    lanes samples;
    memcpy(&samples, from, sizeof samples);
    sums->even += (samples & 0xFF) * weight;
    sums->odd += (samples >> 8) * weight;
}

// Divides by 128, takes the offset away and clamps to 0...255.
INLINE lanes rounded(lanes sum) { return __builtin_elementwise_min(__builtin_elementwise_sub_sat(sum >> 7, all(RESAMPLING_OFFSET)), all(255)); }

INLINE void store(struct sums sums, uint8_t *to) {
    lanes value = rounded(sums.even) | rounded(sums.odd) << 8;
    memcpy(to, &value, sizeof value);
}

INLINE void blend_rows(const uint8_t *const *rows, const uint16_t *weights, size_t taps, size_t count, uint8_t *output) {
    for (size_t x = 0; x < count; x += 64) {
        struct sums left = start(), right = start();
        for (size_t t = 0; t < taps; t++) {
            add(&left, rows[t] + x, weights[t]);
            add(&right, rows[t] + x + 32, weights[t]);
        }
        store(left, output + x);
        store(right, output + x + 32);
    }
}

INLINE void blend_columns(const uint8_t *columns, ptrdiff_t origin, struct cresampling_axis axis, int mirrored, uint8_t *output) {
    for (size_t x = 0; x < axis.count; x++) {
        size_t i = mirrored ? axis.count - 1 - x : x;
        const uint8_t *from = columns + (axis.first[i] - origin) * RESAMPLING_STRIP;
        struct sums sums = start();
        for (ptrdiff_t t = axis.start[i]; t < axis.start[i + 1]; t++, from += RESAMPLING_STRIP) add(&sums, from, axis.weights[t]);
        store(sums, output + x * RESAMPLING_STRIP);
    }
}

// Transposes the 16 × 16 samples in the lower halves of 16 vectors, and those in their upper halves. A perfect shuffle of all 256, four times
// over, exchanges the row and the column in each one's number.
INLINE void transpose(bytes rows[16]) {
#pragma clang loop unroll(full)
    for (int round = 0; round < 4; round++) {
        bytes next[16];
#pragma clang loop unroll(full)
        for (int i = 0; i < 8; i++) {
            bytes a = rows[i], b = rows[i + 8];
            next[2 * i] = __builtin_shufflevector(
                a, b, 0, 32, 1, 33, 2, 34, 3, 35, 4, 36, 5, 37, 6, 38, 7, 39, 16, 48, 17, 49, 18, 50, 19, 51, 20, 52, 21, 53, 22, 54, 23, 55);
            next[2 * i + 1] = __builtin_shufflevector(
                a, b, 8, 40, 9, 41, 10, 42, 11, 43, 12, 44, 13, 45, 14, 46, 15, 47, 24, 56, 25, 57, 26, 58, 27, 59, 28, 60, 29, 61, 30, 62, 31, 63);
        }
        memcpy(rows, next, sizeof next);
    }
}

INLINE void columns_of_rows(const uint8_t *rows, ptrdiff_t stride, size_t width, uint8_t *columns) {
    for (size_t x = 0; x < width; x += 16) {
        bytes block[16];
#pragma clang loop unroll(full)
        for (ptrdiff_t i = 0; i < 16; i++) {
            memcpy(&block[i], rows + i * stride + x, 16);
            memcpy((uint8_t *)&block[i] + 16, rows + (i + 16) * stride + x, 16);
        }
        transpose(block);
        memcpy(columns + x * RESAMPLING_STRIP, block, sizeof block);
    }
}

INLINE void rows_of_columns(const uint8_t *columns, size_t width, uint8_t *rows, size_t stride) {
    for (size_t x = 0; x < width; x += 16) {
        bytes block[16];
        memcpy(block, columns + x * RESAMPLING_STRIP, sizeof block);
        transpose(block);
#pragma clang loop unroll(full)
        for (size_t i = 0; i < 16; i++) {
            memcpy(rows + i * stride + x, &block[i], 16);
            memcpy(rows + (i + 16) * stride + x, (uint8_t *)&block[i] + 16, 16);
        }
    }
}
