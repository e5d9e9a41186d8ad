#include "picture.h"
#include "transcoder.h"

#include <string.h>

enum { NODES = cmedia_transcoder_tone_nodes, STEP_BITS = 5, STEP = 1 << STEP_BITS };

// The four columns of luma around a chroma value, and what each of them counts, of 1024.
typedef struct {
    const uint16_t *columns[4];
    int weights[4];
} corner;

static corner around(const uint16_t *tones, int u, int v) {
    const int at_u = u >> STEP_BITS, at_v = v >> STEP_BITS, part_u = u & (STEP - 1), part_v = v & (STEP - 1);
    const uint16_t *base = tones + (ptrdiff_t)(at_v * NODES + at_u) * NODES * 3;
    const ptrdiff_t right = NODES * 3, below = (ptrdiff_t)NODES * NODES * 3;
    return (corner){
        {base, base + right, base + below, base + below + right},
        {(STEP - part_u) * (STEP - part_v), part_u * (STEP - part_v), (STEP - part_u) * part_v, part_u * part_v}};
}

static inline int clamped(int value) { return value < 0 ? 0 : value > 1023 ? 1023 : value; }

// One of the three values at a luma, of 8 bits.
static inline uint8_t value(const corner *corner, int luma, int component) {
    const int at = (luma >> STEP_BITS) * 3 + component, part = luma & (STEP - 1);
    int64_t sum = 0;
    for (int index = 0; index < 4; index++) {
        const uint16_t *column = corner->columns[index] + at;
        sum += (int64_t)corner->weights[index] * (column[0] * (STEP - part) + column[3] * part);
    }
    // 1024 of the weights, 32 of the steps, 256 between 16 and 8 bits.
    return (uint8_t)((sum + (1 << 22)) >> 23 > 255 ? 255 : (sum + (1 << 22)) >> 23);
}

void picture_tone(const uint16_t *tones, const AVFrame *frame, AVFrame *out) {
    for (int y = 0; y < frame->height; y += 2) {
        const uint16_t *upper = (const uint16_t *)(const void *)(frame->data[0] + (ptrdiff_t)y * frame->linesize[0]);
        const uint16_t *lower = (const uint16_t *)(const void *)(frame->data[0] + (ptrdiff_t)(y + 1) * frame->linesize[0]);
        const uint16_t *blue = (const uint16_t *)(const void *)(frame->data[1] + (ptrdiff_t)(y / 2) * frame->linesize[1]);
        const uint16_t *red = (const uint16_t *)(const void *)(frame->data[2] + (ptrdiff_t)(y / 2) * frame->linesize[2]);
        uint8_t *upper_out = out->data[0] + (ptrdiff_t)y * out->linesize[0], *lower_out = upper_out + out->linesize[0];
        uint8_t *blue_out = out->data[1] + (ptrdiff_t)(y / 2) * out->linesize[1], *red_out = out->data[2] + (ptrdiff_t)(y / 2) * out->linesize[2];
        for (int x = 0; x < frame->width; x += 2) {
            const corner corner = around(tones, clamped(blue[x / 2]), clamped(red[x / 2]));
            const int a = clamped(upper[x]), b = clamped(upper[x + 1]), c = clamped(lower[x]), d = clamped(lower[x + 1]), mean = (a + b + c + d + 2) / 4;
            upper_out[x] = value(&corner, a, 0);
            upper_out[x + 1] = value(&corner, b, 0);
            lower_out[x] = value(&corner, c, 0);
            lower_out[x + 1] = value(&corner, d, 0);
            blue_out[x / 2] = value(&corner, mean, 1);
            red_out[x / 2] = value(&corner, mean, 2);
        }
    }
}
