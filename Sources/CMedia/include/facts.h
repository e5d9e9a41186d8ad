#ifndef OPK_MEDIA_FACTS_H
#define OPK_MEDIA_FACTS_H

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
} opk_media_facts;

/// Called once per metadata entry, terminated UTF-8 as a rule, borrowed for the duration of the call. `stream` is -1 for the file.
typedef void (*opk_media_handler)(void *context, int32_t stream, const char *key, const char *value);

/// Reads the head of a movie or sound file from memory. The bytes are borrowed until the call returns; no file or network is touched.
/// Returns 0, or -1 with a terminated message in `message`.
int opk_media_read_facts(const void *bytes, size_t count, opk_media_handler handler, void *context,
                         opk_media_facts *facts, char *message, size_t message_capacity);

#endif
