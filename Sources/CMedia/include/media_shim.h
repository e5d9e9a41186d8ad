#ifndef OPENPHOTOKIT_MEDIA_SHIM_H
#define OPENPHOTOKIT_MEDIA_SHIM_H

#include <stddef.h>
#include <stdint.h>

// libavformat reads memory through callbacks and its macros do not import into Swift; these calls give stills of a film.
// `movie_writer.h` writes one, `facts.h` reads what one says of itself, and `warnings.h` hears what a decoder says to nobody else.

/// One open film or bitmap. Closed with `media_shim_close`, also after an error.
typedef struct media_shim media_shim;

enum { media_shim_ok = 0, media_shim_damaged = 1, media_shim_unsupported = 2, media_shim_no_memory = 3, media_shim_too_large = 4, media_shim_end = 5 };

/// Reads the headers of `bytes`, which must outlive the handle, and opens the decoder of the first film track on one thread.
/// `max_pixels` bounds every frame. `text` gets the reason of a failure.
int media_shim_open(const void *bytes, size_t length, int64_t max_pixels, media_shim **media, char *text, size_t size);
/// The same for an animated PNG and for an image sequence of HEIF or AVIF, for `media_shim_next`: the first track of pictures from number `track` on.
int media_shim_open_frames(const void *bytes, size_t length, int64_t max_pixels, int track, media_shim **media, char *text, size_t size);
/// The same for a BMP file, which libavcodec decodes too.
int media_shim_open_bitmap(const void *bytes, size_t length, int64_t max_pixels, media_shim **media, char *text, size_t size);
void media_shim_close(media_shim *media);

int media_shim_width(media_shim *media);
int media_shim_height(media_shim *media);

/// A frame as planes of 8 bits, borrowed from the handle until the next call.
typedef struct {
    const uint8_t *planes[3];
    int strides[3];
    int width, height;
    /// Luma samples to a chroma sample; 0 where there is no chroma.
    int step_x, step_y;
    int full_range;
    /// Code points of ITU-T H.273.
    int matrix, primaries, transfer;
    /// Whether there were more bits a sample, which `media_shim_deep` gives.
    int deep;
    /// Whether something that was met on the way could not be decoded: another frame may have been wanted, or the rest of this one.
    int is_torn;
} media_shim_frame;

/// The frame shown at `seconds`, or the first one that decodes where there is none. What is missing at the end of a bitmap is black.
int media_shim_still(media_shim *media, double seconds, media_shim_frame *frame, char *text, size_t size);

/// Degrees clockwise by which the film's frames are to be turned: 0, 90, 180 or 270.
int media_shim_turn(media_shim *media);

/// Decodes the next frame, in the order they are shown, and says how long it shows; `media_shim_end` after the last. Not after `media_shim_still`.
int media_shim_next(media_shim *media, int64_t *milliseconds, char *text, size_t size);
/// That frame as planes.
int media_shim_describe(media_shim *media, media_shim_frame *frame, char *text, size_t size);
/// That frame as `R G B A` of 8 bits a component without gaps, which must have this size; for frames that are no luma and chroma.
int media_shim_rgba(media_shim *media, uint8_t *pixels, int width, int height, char *text, size_t size);

/// The same frame again as `R G B` of 16 bits a component without gaps, in the frame's own colours; of a `deep` frame.
int media_shim_deep(media_shim *media, uint16_t *pixels, char *text, size_t size);

#endif
