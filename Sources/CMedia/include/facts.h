#ifndef OPENPHOTOKIT_MEDIA_FACTS_H
#define OPENPHOTOKIT_MEDIA_FACTS_H

#include <stddef.h>
#include <stdint.h>

/// What a movie's container says; nothing is decoded. 0 where unknown.
typedef struct {
    int32_t has_video;
    int32_t has_audio;
    /// Of the first video track, as stored.
    int32_t width;
    int32_t height;
    /// Degrees clockwise the picture has to be turned for display: 0, 90, 180 or 270.
    int32_t rotation;
    int32_t bits_per_component;
    double duration;
    double frame_rate;
    int64_t frame_count;
    /// Four characters and a zero, such as `hvc1`; empty where the container has none.
    char codec_tag[5];
} cmedia_facts;

enum { cmedia_track_video = 1, cmedia_track_audio = 2, cmedia_track_subtitle = 3, cmedia_track_timecode = 4, cmedia_track_metadata = 5 };

/// What the container says of one track. 0 where unknown; `language` is empty there.
typedef struct {
    int32_t kind;
    /// The container's own number.
    int32_t identifier;
    /// Four characters and a zero, such as `avc1`; empty where the container has none.
    char codec_tag[5];
    /// ISO 639-2, three letters and a zero.
    char language[4];
    /// In parts of `timescale` of a second.
    int64_t start;
    int64_t duration;
    int32_t timescale;
    /// Square pixels, before `matrix` turns them.
    int32_t width;
    int32_t height;
    /// a b c d tx ty of the display matrix, where `has_matrix`.
    int32_t has_matrix;
    double matrix[6];
    double frame_rate;
    /// Bits a second.
    int64_t bit_rate;
} cmedia_track;

/// Called once per metadata entry, terminated UTF-8 as a rule, borrowed for the duration of the call. `stream` is -1 for the file.
typedef void (*cmedia_handler)(void *context, int32_t stream, const char *key, const char *value);

/// Called once per track, in the container's order; borrowed for the duration of the call. Attached pictures are no tracks.
typedef void (*cmedia_track_handler)(void *context, const cmedia_track *track);

/// Reads the head of a movie or sound file from memory. The bytes are borrowed until the call returns; no file or network is touched.
/// Returns 0, or -1 with a terminated message in `message`.
int cmedia_read_facts(const void *bytes, size_t count, cmedia_handler handler, cmedia_track_handler track_handler, void *context,
                      cmedia_facts *facts, char *message, size_t message_capacity);

#endif
