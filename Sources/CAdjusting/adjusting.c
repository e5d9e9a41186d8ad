#include "loops.h"

// Every loop for the processors that all programs are built for and, on x86, for those with vectors of 32 bytes.
#ifdef __x86_64__
#define FOR_BOTH(name, parameters, ...) \
    static void plain_##name parameters { name(__VA_ARGS__); } \
    __attribute__((target("avx2,fma"))) static void wide_##name parameters { name(__VA_ARGS__); } \
    void cadjusting_##name parameters { \
        (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? wide_##name : plain_##name)(__VA_ARGS__); \
    }
#else
#define FOR_BOTH(name, parameters, ...) \
    void cadjusting_##name parameters { name(__VA_ARGS__); }
#endif

FOR_BOTH(
    row8, (const uint8_t *in, uint8_t *out, size_t count, const float *detail, const struct cadjusting_colors *colors, struct cadjusting_place place), in, out,
    count, detail, colors, place)
FOR_BOTH(
    row16, (const uint16_t *in, uint16_t *out, size_t count, const float *detail, const struct cadjusting_colors *colors, struct cadjusting_place place), in, out,
    count, detail, colors, place)
FOR_BOTH(brightness8, (const uint8_t *in, size_t count, float *out), in, count, out)
FOR_BOTH(brightness16, (const uint16_t *in, size_t count, float *out), in, count, out)
FOR_BOTH(blur, (const float *in, size_t count, const float *weights, size_t taps, float *out), in, count, weights, taps, out)
FOR_BOTH(
    detail, (const float *in, const float *const *rows, const float *weights, size_t taps, size_t count, float amount, float *detail_out), in, rows, weights, taps,
    count, amount, detail_out)
FOR_BOTH(
    project8, (const uint8_t *source, size_t width, size_t height, const double a[6], uint8_t *out, size_t count), source, width, height, a, out, count)
FOR_BOTH(
    project16, (const uint16_t *source, size_t width, size_t height, const double a[6], uint16_t *out, size_t count), source, width, height, a, out, count)
