#ifndef OPENPHOTOKIT_TEST_FILMS_H
#define OPENPHOTOKIT_TEST_FILMS_H

#include <stddef.h>
#include <stdint.h>

/// What a film for a test is like. Its frame n is grey of `16 + n * 8 % 208` (times 4 of 10 bits), with a white square at its upper left; its sound is a tone of 440 Hz.
typedef struct {
    /// Of libavformat and libavcodec, such as `mov`, `libx265`, `pcm_s16le`. No `audio`: no sound; no `video`: no picture.
    const char *container, *video, *audio;
    /// Pixel format, such as `yuv420p`.
    const char *pixels;
    int width, height, rate;
    double seconds;
    /// Degrees clockwise by which a player shall turn it.
    int rotation;
    /// Frames last longer and longer.
    int is_variable;
    /// Options of the picture's encoder, `name=value` joined by `:`; may be NULL.
    const char *options;
    /// Code points of ITU-T H.273, or 0.
    int primaries, transfer, matrix;
    int sample_rate, channels;
    /// Keys and values in turn, and NULL at the end; may be NULL.
    const char *const *metadata;
    /// An MP4 of fragments, each from a key frame to the next and behind an index of its own (`sidx`).
    int is_fragmented;
} test_film;

/// Gives the film's bytes, which `test_film_free` frees; 0, or -1 with a reason in `text`.
int test_film_make(const test_film *film, uint8_t **bytes, size_t *count, char *text, size_t size);
void test_film_free(uint8_t *bytes);

/// A film as its decoder shows it: how many frames, and of each its time in seconds and its mean luma of 8 bits, for at most `room` of them.
typedef struct {
    int has_picture, has_sound, width, height, rotation;
    char video[32], audio[32], pixels[32];
    int primaries, transfer, matrix;
    int frames;
    double seconds, sound_seconds, sound_start;
    /// Of all samples, and of the quietest 512 that follow each other, but for the first and last 4096; and the largest difference of two neighbours.
    double loudness, quietest, roughness;
    /// Of the screen it was mastered on, and of its brightest light, in candela per square metre; 0 where the first frame doesn't say.
    double screen_peak, light_peak;
    /// Luma near the four corners of the first frame: upper left, upper right, lower left, lower right.
    int corners[4];
} test_film_facts;

int test_film_read(const uint8_t *bytes, size_t count, double *times, double *greys, int room, test_film_facts *facts, char *text, size_t size);

#endif
