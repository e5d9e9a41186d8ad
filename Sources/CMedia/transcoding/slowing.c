#include "film.h"

#include <math.h>
#include <string.h>

int film_is_slowed(const cmedia_transcoder *film) { return film->options.slow_rate != 1 && film->options.slow_end > film->options.slow_start; }

double film_slowed(const cmedia_transcoder *film, double seconds) {
    const double start = film->options.slow_start, end = film->options.slow_end, rate = film->options.slow_rate;
    if (!film_is_slowed(film) || seconds <= start) return seconds;
    return seconds + (fmin(seconds, end) - start) * (1 / rate - 1);
}

double film_unslowed(const cmedia_transcoder *film, double seconds) {
    const double start = film->options.slow_start, end = film->options.slow_end, rate = film->options.slow_rate;
    if (!film_is_slowed(film) || seconds <= start) return seconds;
    const double lasts = (end - start) / rate;
    return seconds < start + lasts ? start + (seconds - start) * rate : seconds - lasts + (end - start);
}

int64_t film_slowed_ticks(const cmedia_transcoder *film, const track *from, int64_t ticks) {
    if (!film_is_slowed(film) || ticks > INT64_MAX / 2 || ticks < INT64_MIN / 2) return ticks;
    return track_ticks(from, film_slowed(film, track_seconds(from, ticks)));
}

// A sample between four that follow each other, by Catmull and Rom's curve.
static float between(const float *s, float t) {
    return s[1] + 0.5f * t * (s[2] - s[0] + t * (2 * s[0] - 5 * s[1] + 4 * s[2] - s[3] + t * (3 * (s[1] - s[2]) + s[3] - s[0])));
}

// The first sample that is made of those from `clock` on.
static int64_t first_slowed(const cmedia_transcoder *film, int64_t clock, double rate) { return (int64_t)ceil(film_slowed(film, (double)clock / rate) * rate - 1e-6); }

int sound_add_slowed(cmedia_transcoder *film, float **samples, int64_t count) {
    sound_way *way = &film->sound;
    const int channels = way->encoder->ch_layout.nb_channels == 1 ? 1 : 2;
    const double rate = way->encoder->sample_rate;
    if (way->kept_clock != way->clock || way->kept_count == 0) {
        way->kept_count = 0;
        const int64_t begins = first_slowed(film, way->clock, rate);
        if (way->slow_next < begins) way->slow_next = begins;
    }
    const int64_t base = way->clock - way->kept_count, total = way->kept_count + count;
    const int64_t room = first_slowed(film, base + total, rate) - way->slow_next + 2;
    float *all[2] = {NULL, NULL}, *made[2] = {NULL, NULL};
    int result = 0;
    for (int channel = 0; channel < channels; channel++) {
        all[channel] = av_malloc_array((size_t)total, sizeof(float));
        made[channel] = av_malloc_array((size_t)(room > 1 ? room : 1), sizeof(float));
        if (!all[channel] || !made[channel]) result = AVERROR(ENOMEM);
    }
    int64_t done = 0, clock = way->slow_next;
    if (result >= 0) {
        for (int channel = 0; channel < channels; channel++) {
            memcpy(all[channel], way->kept[channel], (size_t)way->kept_count * sizeof(float));
            memcpy(all[channel] + way->kept_count, samples[channel], (size_t)count * sizeof(float));
        }
        for (; done < room; done++) {
            const double moment = film_unslowed(film, (double)(clock + done) / rate) * rate - (double)base;
            int64_t index = (int64_t)floor(moment);
            if (index < 0) index = 0;
            // The sample after the next is needed for the curve, and comes with what follows.
            if (index + 2 >= total) break;
            const float part = (float)fmax(0, moment - (double)index);
            for (int channel = 0; channel < channels; channel++) {
                const float *at = all[channel] + index;
                const float four[4] = {index > 0 ? at[-1] : at[0], at[0], at[1], at[2]};
                made[channel][done] = between(four, part);
            }
        }
        way->slow_next = clock + done;
        way->kept_count = total < 3 ? (int)total : 3;
        for (int channel = 0; channel < channels; channel++)
            memcpy(way->kept[channel], all[channel] + total - way->kept_count, (size_t)way->kept_count * sizeof(float));
        way->clock += count;
        way->kept_clock = way->clock;
        if (done > 0) result = sound_add(film, made, done, &clock);
    }
    for (int channel = 0; channel < channels; channel++) {
        av_free(all[channel]);
        av_free(made[channel]);
    }
    return result;
}
