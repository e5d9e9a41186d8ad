#include "CAdjusting.h"
#include <math.h>
#include <string.h>

// All of it is inlined, so how such vectors would be passed to a function does not matter.
#pragma clang diagnostic ignored "-Wpsabi"
#define INLINE static inline __attribute__((always_inline))
// Pixels whose components lie beside each other while they are computed.
#define STRIP 256

typedef float four __attribute__((vector_size(16)));
typedef float eight __attribute__((vector_size(32)));
typedef int whole __attribute__((vector_size(16)));

INLINE float clamped(float value) { return fminf(fmaxf(value, 0), 1); }

INLINE float looked_up(const float *table, float value) {
    float place = clamped(value) * ADJUSTING_STEPS;
    int step = (int)place;
    return table[step] + (table[step + 1] - table[step]) * (place - (float)step);
}

// The filter's curve and the vignette.
INLINE float finished(float value, const struct cadjusting_colors *c, float shade) {
    value = clamped(value);
    value += c->contrast * value * (1 - value) * (2 * value - 1);
    value = c->lift + value * (1 - c->lift);
    return clamped(value * shade);
}

INLINE void mix(float *red, float *green, float *blue, size_t count, const struct cadjusting_colors *c, struct cadjusting_place place, float scale) {
    const float *m = c->matrix;
    for (size_t i = 0; i < count; i++) {
        float r = red[i], g = green[i], b = blue[i];
        float x = place.x + place.step * (float)(int)i, far = (x * x + place.y * place.y) * 0.5f, shade = 1 - c->vignette * far * far;
        red[i] = finished(m[0] * r + m[1] * g + m[2] * b, c, shade) * scale + 0.5f;
        green[i] = finished(m[3] * r + m[4] * g + m[5] * b, c, shade) * scale + 0.5f;
        blue[i] = finished(m[6] * r + m[7] * g + m[8] * b, c, shade) * scale + 0.5f;
    }
}

#define ROW(name, type, most) \
    INLINE void name(const type *in, type *out, size_t count, const float *detail, const struct cadjusting_colors *c, struct cadjusting_place place) { \
        const float *greens = c->curves + ADJUSTING_STEPS + 2, *blues = greens + ADJUSTING_STEPS + 2; \
        for (size_t from = 0; from < count; from += STRIP) { \
            float red[STRIP], green[STRIP], blue[STRIP]; \
            size_t some = count - from < STRIP ? count - from : STRIP; \
            const type *pixel = in + from * 4; \
            type *result = out + from * 4; \
            if (sizeof(type) == 1 && !detail) { \
                for (size_t i = 0; i < some; i++) { \
                    red[i] = c->byte_curves[pixel[4 * i] & 255]; \
                    green[i] = c->byte_curves[256 + (pixel[4 * i + 1] & 255)]; \
                    blue[i] = c->byte_curves[512 + (pixel[4 * i + 2] & 255)]; \
                } \
            } else { \
                for (size_t i = 0; i < some; i++) { \
                    float more = detail ? detail[from + i] : 0; \
                    red[i] = looked_up(c->curves, (float)pixel[4 * i] * (1.0f / most) + more); \
                    green[i] = looked_up(greens, (float)pixel[4 * i + 1] * (1.0f / most) + more); \
                    blue[i] = looked_up(blues, (float)pixel[4 * i + 2] * (1.0f / most) + more); \
                } \
            } \
            struct cadjusting_place here = {place.x + place.step * (float)from, place.step, place.y}; \
            mix(red, green, blue, some, c, here, most); \
            for (size_t i = 0; i < some; i++) { \
                result[4 * i] = (type)(int)red[i]; \
                result[4 * i + 1] = (type)(int)green[i]; \
                result[4 * i + 2] = (type)(int)blue[i]; \
                result[4 * i + 3] = pixel[4 * i + 3]; \
            } \
        } \
    }

ROW(row8, uint8_t, 255)
ROW(row16, uint16_t, 65535)

#define BRIGHTNESS(name, type, most) \
    INLINE void name(const type *in, size_t count, float *out) { \
        for (size_t i = 0; i < count; i++) \
            out[i] = ((float)in[4 * i] * 0.2126f + (float)in[4 * i + 1] * 0.7152f + (float)in[4 * i + 2] * 0.0722f) * (1.0f / most); \
    }

BRIGHTNESS(brightness8, uint8_t, 255)
BRIGHTNESS(brightness16, uint16_t, 65535)

INLINE void blur(const float *in, size_t count, const float *weights, size_t taps, float *out) {
    for (size_t i = 0; i < count; i++) out[i] = weights[0] * in[i];
    for (size_t k = 1; k < taps; k++)
        for (size_t i = 0; i < count; i++) out[i] += weights[k] * in[i + k];
}

INLINE void detail(const float *in, const float *const *rows, const float *weights, size_t taps, size_t count, float amount, float *out) {
    for (size_t i = 0; i < count; i++) out[i] = in[i];
    for (size_t k = 0; k < taps; k++)
        for (size_t i = 0; i < count; i++) out[i] -= weights[k] * rows[k][i];
    for (size_t i = 0; i < count; i++) out[i] *= amount;
}

// Catmull and Rom's weights of the four samples around a point, `t` after the second.
INLINE four cubic(float t) {
    four at = {t, t, t, t};
    return ((at * (four){-0.5f, 1.5f, -1.5f, 0.5f} + (four){1, -2.5f, 2, -0.5f}) * at + (four){-0.5f, 0, 0.5f, 0}) * at + (four){0, 1, 0, 0};
}

// Where pixels from `from` on have their points: the samples before them, and how far behind those they are.
INLINE void points(
    const double a[6], size_t from, size_t count, size_t width, size_t height, float *left, float *top, float *beside, float *below) {
    for (size_t i = 0; i < count; i++) {
        double at = (double)(int)(from + i), depth = 1 / (a[4] + a[5] * at);
        float x = (float)fmin(fmax((a[0] + a[1] * at) * depth, -1), (double)width);
        float y = (float)fmin(fmax((a[2] + a[3] * at) * depth, -1), (double)height);
        left[i] = floorf(x);
        top[i] = floorf(y);
        beside[i] = x - left[i];
        below[i] = y - top[i];
    }
}

INLINE ptrdiff_t within(ptrdiff_t at, size_t count) { return at < 0 ? 0 : at >= (ptrdiff_t)count ? (ptrdiff_t)count - 1 : at; }

#define PROJECT(name, type, most) \
    typedef type one_##name __attribute__((vector_size(4 * sizeof(type)))); \
    typedef type two_##name __attribute__((vector_size(8 * sizeof(type)))); \
    INLINE four loaded_##name(const type *pixel) { \
        one_##name one; \
        memcpy(&one, pixel, sizeof(one)); \
        return __builtin_convertvector(one, four); \
    } \
    INLINE eight both_##name(const type *pixels) { \
        two_##name two; \
        memcpy(&two, pixels, sizeof(two)); \
        return __builtin_convertvector(two, eight); \
    } \
    INLINE four sampled_##name(const type *source, size_t width, size_t height, ptrdiff_t column, ptrdiff_t row, four wx, four wy) { \
        if (column >= 0 && column + 3 < (ptrdiff_t)width && row >= 0 && row + 3 < (ptrdiff_t)height) { \
            /* Four pixels of a row lie beside each other: rows first, two pixels at a time. */ \
            const type *pixels = source + ((size_t)row * width + (size_t)column) * 4; \
            eight first = {0, 0, 0, 0, 0, 0, 0, 0}, last = first; \
            for (ptrdiff_t v = 0; v < 4; v++, pixels += width * 4) { \
                first += both_##name(pixels) * wy[v]; \
                last += both_##name(pixels + 8) * wy[v]; \
            } \
            first *= __builtin_shufflevector(wx, wx, 0, 0, 0, 0, 1, 1, 1, 1); \
            first += last * __builtin_shufflevector(wx, wx, 2, 2, 2, 2, 3, 3, 3, 3); \
            return __builtin_shufflevector(first, first, 0, 1, 2, 3) + __builtin_shufflevector(first, first, 4, 5, 6, 7); \
        } \
        four sum = {0, 0, 0, 0}; \
        for (ptrdiff_t v = 0; v < 4; v++) { \
            const type *line = source + (size_t)within(row + v, height) * width * 4; \
            four part = {0, 0, 0, 0}; \
            for (ptrdiff_t h = 0; h < 4; h++) part += loaded_##name(line + within(column + h, width) * 4) * wx[h]; \
            sum += part * wy[v]; \
        } \
        return sum; \
    } \
    INLINE void name(const type *source, size_t width, size_t height, const double a[6], type *out, size_t count) { \
        for (size_t from = 0; from < count; from += STRIP) { \
            float left[STRIP], top[STRIP], beside[STRIP], below[STRIP]; \
            size_t some = count - from < STRIP ? count - from : STRIP; \
            type *result = out + 4 * from; \
            points(a, from, some, width, height, left, top, beside, below); \
            for (size_t i = 0; i < some; i++) { \
                ptrdiff_t column = (ptrdiff_t)left[i] - 1, row = (ptrdiff_t)top[i] - 1; \
                four sum = sampled_##name(source, width, height, column, row, cubic(beside[i]), cubic(below[i])); \
                sum = __builtin_elementwise_min(__builtin_elementwise_max(sum, (four){0, 0, 0, 0}), (four){most, most, most, most}) + 0.5f; \
                one_##name one = __builtin_convertvector(__builtin_convertvector(sum, whole), one_##name); \
                memcpy(result + 4 * i, &one, sizeof(one)); \
            } \
        } \
    }

PROJECT(project8, uint8_t, 255)
PROJECT(project16, uint16_t, 65535)
