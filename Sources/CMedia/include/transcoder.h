#ifndef OPENPHOTOKIT_TRANSCODER_H
#define OPENPHOTOKIT_TRANSCODER_H

#include <stddef.h>
#include <stdint.h>

// A film in, another out: frames are decoded, scaled, turned upright, brought to the brightness of ordinary screens and encoded; sound likewise. Either can be
// taken as it is instead. What is written goes to the caller piece by piece, so that no film is ever in memory whole.

enum {
    cmedia_transcoder_none = 0, cmedia_transcoder_copy = 1, cmedia_transcoder_h264 = 2, cmedia_transcoder_hevc = 3, cmedia_transcoder_av1 = 4,
    cmedia_transcoder_aac = 5, cmedia_transcoder_copy_aac = 6,
};
enum { cmedia_transcoder_mp4 = 0, cmedia_transcoder_quicktime = 1, cmedia_transcoder_fragments = 2 };
/// What a film says of itself. The moment is the container's own time, in UTC.
enum {
    cmedia_transcoder_date = 0, cmedia_transcoder_moment = 1, cmedia_transcoder_place = 2, cmedia_transcoder_title = 3, cmedia_transcoder_caption = 4,
    cmedia_transcoder_keywords = 5, cmedia_transcoder_rating = 6, cmedia_transcoder_statements = 7,
};
/// Beside `cmedia_ok` and its like: the caller's `write` or `tell` said to stop.
/// It has nothing of what was asked for. The container can't hold what was to be copied.
enum { cmedia_transcoder_stopped = 6, cmedia_transcoder_absent = 7, cmedia_transcoder_unfit = 8 };
/// Nodes along each side of a cube of tones, which lie 32 values of 10 bits apart.
enum { cmedia_transcoder_tone_nodes = 33 };

/// Called before so many bytes of the film are looked at; anything but 0 is that they can't be had.
typedef int (*cmedia_transcoder_need)(void *context, int64_t offset, int64_t count);

typedef struct {
    /// `cmedia_transcoder_none`, `_copy`, or what to encode the picture with.
    int picture;
    /// `cmedia_transcoder_none`, `_copy`, `_aac`, or `_copy_aac`, which copies AAC and encodes anything else.
    int sound;
    int container;
    /// The picture becomes no larger than this, whichever way it is turned; even, 0 for any size.
    int long_side, short_side;
    /// The encoder's constant rate factor.
    double quality;
    /// The encoder's preset, such as `veryfast` or, for AV1, `8`.
    const char *speed;
    /// Whether 10 bits are kept where the film has them.
    int deep;
    /// Whether frames never refer to later ones, so that each part of a film can follow any other.
    int forward_only;
    /// Bits a second.
    int64_t sound_rate;
    /// Seconds from the film's beginning; `end` may be infinite. Fragments keep the film's times, other containers begin at `start`.
    double start, end;
    /// Whether the index is written before the data.
    int index_first;
    /// Whether the film does not say where it was taken, and what somebody wrote of it.
    int leave_place, leave_words;
    /// What it says instead, which outlives the transcoder; an empty text takes out what is there, NULL leaves it.
    const char *said[cmedia_transcoder_statements];
    /// Whether a film that ends before its time, or has something that can't be decoded, is an error.
    int strict;
    int64_t max_pixels;
    /// What encoded sound is multiplied by, from 0 to 1.
    double volume;
    /// A part that is made slower: from `slow_start` to `slow_end`, in seconds from the film's beginning, time passes `slow_rate` times as fast, which is above 0.
    /// 1 is no slower. Sound is encoded then, and gets lower with it; not in fragments.
    double slow_start, slow_end, slow_rate;
    /// NULL where all bytes are there. Both are used until the transcoder is closed.
    cmedia_transcoder_need need;
    void *need_context;
} cmedia_transcoder_options;

/// What the film has.
typedef struct {
    int has_picture, has_sound;
    /// Of the picture's bits a component; 0 where unknown.
    int bits;
    int full_range;
    /// Code points of ITU-T H.273.
    int matrix, primaries, transfer;
    /// Seconds; 0 where the container doesn't say.
    double duration;
} cmedia_transcoder_film;

typedef struct cmedia_transcoder cmedia_transcoder;

/// Gets a frame as it is to be encoded, upright, as `R G B` and a component that means nothing, without gaps, and when it shows; gives what is encoded instead, laid out
/// in the same way, which stays until the next call. Components have 16 bits where `is_deep` says so, for a film of 10 bits, and else 8. All frames have the same size,
/// whose last row and column are left out where it is odd. Anything but 0 stops.
typedef int (*cmedia_transcoder_edit)(void *context, double seconds, const void *pixels, int is_deep, int width, int height, const void **edited, int *edited_width,
                                      int *edited_height);
/// Gets bytes to write at an offset; anything but 0 stops.
typedef int (*cmedia_transcoder_write)(void *context, int64_t offset, const uint8_t *bytes, size_t count);
/// Gets how much is done, from 0 to 1, at every frame; anything but 0 stops.
typedef int (*cmedia_transcoder_tell)(void *context, double done);

/// Reads the headers of `bytes`, which must outlive the transcoder. Closed with `cmedia_transcoder_close`, also after an error; `text` gets the reason of one.
int cmedia_transcoder_open(const void *bytes, size_t length, const cmedia_transcoder_options *options, cmedia_transcoder **transcoder,
                           cmedia_transcoder_film *film, char *text, size_t size);
/// Does the work, once. `tones`, which may be NULL, is a cube of luma and two chroma values of 16 bits, luma fastest: what each colour of 10 bits becomes.
/// `edit` may be NULL too.
int cmedia_transcoder_run(cmedia_transcoder *transcoder, const uint16_t *tones, cmedia_transcoder_edit edit, cmedia_transcoder_write write,
                          cmedia_transcoder_tell tell, void *context, char *text, size_t size);
void cmedia_transcoder_close(cmedia_transcoder *transcoder);

#endif
