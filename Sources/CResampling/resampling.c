#include "loops.h"

// Every loop for the processors that all programs are built for and, on x86, for those with vectors of 32 bytes, which take half the time.
#ifdef __x86_64__
#define FOR_BOTH(name, parameters, ...) \
    void cresampling_plain_##name parameters { name(__VA_ARGS__); } \
    __attribute__((target("avx2"))) static void wide_##name parameters { name(__VA_ARGS__); } \
    void cresampling_##name parameters { (__builtin_cpu_supports("avx2") ? wide_##name : cresampling_plain_##name)(__VA_ARGS__); }
#else
#define FOR_BOTH(name, parameters, ...) \
    void cresampling_plain_##name parameters { name(__VA_ARGS__); } \
    void cresampling_##name parameters { name(__VA_ARGS__); }
#endif

FOR_BOTH(
    blend_rows, (const uint8_t *const *rows, const uint16_t *weights, size_t taps, size_t count, uint8_t *output), rows, weights, taps, count, output)
FOR_BOTH(
    blend_columns, (const uint8_t *columns, ptrdiff_t origin, struct cresampling_axis axis, int mirrored, uint8_t *output), columns, origin, axis, mirrored,
    output)
FOR_BOTH(columns_of_rows, (const uint8_t *rows, ptrdiff_t stride, size_t width, uint8_t *columns), rows, stride, width, columns)
FOR_BOTH(rows_of_columns, (const uint8_t *columns, size_t width, uint8_t *rows, size_t stride), columns, width, rows, stride)
