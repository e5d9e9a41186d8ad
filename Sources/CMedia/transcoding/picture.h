#ifndef OPENPHOTOKIT_PICTURE_H
#define OPENPHOTOKIT_PICTURE_H

#include <libavutil/frame.h>
#include <libswscale/swscale.h>
#include <stdint.h>

/// Makes the frames of a film such as they are encoded: of the right size, upright, with 8 or 10 bits, of limited range.
typedef struct {
    struct SwsContext *scaler;
    /// What the scaler was made for.
    int width, height, format;
    AVFrame *scaled, *turned, *toned;
    /// Of the result.
    int out_width, out_height;
    enum AVPixelFormat out_format;
    /// Degrees clockwise.
    int turn;
    const uint16_t *tones;
} picture;

/// Chooses the size of the result from the first frame: square pixels, both sides even, no side longer than asked for.
void picture_measure(picture *picture, const AVFrame *frame, AVRational shape, int long_side, int short_side);
/// The frame as it is to be encoded, borrowed until the next call. Its time is the caller's to set.
int picture_convert(picture *picture, AVFrame *frame, AVFrame **out);
void picture_close(picture *picture);
/// Makes `frame` where it is NULL, and sees to it that nobody else reads what is going to be written into it.
int picture_room(AVFrame **frame, int width, int height, enum AVPixelFormat format);

/// Brings a frame of 10 bits to one of 8, whose planes are there already, by a cube of tones.
void picture_tone(const uint16_t *tones, const AVFrame *frame, AVFrame *out);

#endif
