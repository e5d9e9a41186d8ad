// Planes of a JPEG and how a floor makes them smaller: what floor-import and floor-decode share.
#pragma once
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <turbojpeg.h>

typedef struct {
    unsigned char *samples;
    int width, height, stride;
} plane;

typedef struct {
    plane p[3];
    int subsampling, count;
} picture;

static void die(const char *what) {
    fprintf(stderr, "floor: %s\n", what);
    exit(1);
}

static plane make_plane(int width, int height) {
    plane p = {0, width, height, (width + 63) & ~63};
    p.samples = malloc((size_t)p.stride * height + 64);
    if (!p.samples) die("no memory");
    return p;
}

static picture make_picture(int width, int height, int subsampling) {
    picture s = {.subsampling = subsampling, .count = subsampling == TJSAMP_GRAY ? 1 : 3};
    for (int i = 0; i < s.count; i++) s.p[i] = make_plane(tjPlaneWidth(i, width, subsampling), tjPlaneHeight(i, height, subsampling));
    return s;
}

static void free_picture(picture *s) {
    for (int i = 0; i < s->count; i++) free(s->p[i].samples);
}

// The weights of a widened triangle in 1/256ths for every output sample.
typedef struct {
    int *first, *count;
    uint16_t *weights;
    int taps;
} filter;

static filter make_filter(int from, int to) {
    double scale = (double)from / to, width = scale > 1 ? scale : 1;
    filter f = {malloc(sizeof(int) * to), malloc(sizeof(int) * to), 0, (int)ceil(2 * width) + 2};
    f.weights = calloc((size_t)to * f.taps, sizeof(uint16_t));
    for (int i = 0; i < to; i++) {
        double centre = (i + 0.5) * scale - 0.5, sum = 0, raw[512];
        int low = (int)ceil(centre - width), high = (int)floor(centre + width), given = 0;
        if (low < 0) low = 0;
        if (high > from - 1) high = from - 1;
        for (int k = low; k <= high; k++) sum += raw[k - low] = fmax(0, 1 - fabs(k - centre) / width);
        double running = 0;
        for (int k = low; k <= high; k++) {
            running += raw[k - low];
            int next = (int)lround(running / sum * 256);
            f.weights[i * f.taps + k - low] = next - given;
            given = next;
        }
        f.first[i] = low;
        f.count[i] = high - low + 1;
    }
    return f;
}

static void free_filter(filter *f) {
    free(f->first);
    free(f->count);
    free(f->weights);
}

static void resize_plane(const plane *in, plane *out) {
    filter x = make_filter(in->width, out->width), y = make_filter(in->height, out->height);
    uint16_t *sums = malloc(sizeof(uint16_t) * (in->width + 64));
    unsigned char *row = malloc(in->width + 64);
    for (int j = 0; j < out->height; j++) {
        for (int i = 0; i < in->width; i++) sums[i] = 128;
        for (int t = 0; t < y.count[j]; t++) {
            const unsigned char *restrict source = in->samples + (size_t)(y.first[j] + t) * in->stride;
            uint16_t weight = y.weights[j * y.taps + t];
            for (int i = 0; i < in->width; i++) sums[i] += source[i] * weight;
        }
        for (int i = 0; i < in->width; i++) row[i] = sums[i] >> 8;
        unsigned char *target = out->samples + (size_t)j * out->stride;
        for (int i = 0; i < out->width; i++) {
            const unsigned char *source = row + x.first[i];
            const uint16_t *weights = x.weights + i * x.taps;
            unsigned sum = 128;
            for (int t = 0; t < x.count[i]; t++) sum += source[t] * weights[t];
            target[i] = sum >> 8;
        }
    }
    free(sums);
    free(row);
    free_filter(&x);
    free_filter(&y);
}

static picture resize(const picture *in, int side) {
    int width = in->p[0].width, height = in->p[0].height, longest = width > height ? width : height;
    if (longest > side) {
        double scale = (double)side / longest;
        width = (int)lround(width * scale);
        height = (int)lround(height * scale);
    }
    picture out = make_picture(width, height, in->subsampling == TJSAMP_GRAY ? TJSAMP_GRAY : TJSAMP_420);
    for (int i = 0; i < out.count; i++) resize_plane(&in->p[i], &out.p[i]);
    return out;
}
