#ifndef OPENPHOTOKIT_MEDIA_READER_H
#define OPENPHOTOKIT_MEDIA_READER_H

#include <stddef.h>
#include <stdint.h>

// libavformat reads memory through callbacks and its macros do not import into Swift; these calls give stills of a film.
// `movie_writer.h` writes one, `facts.h` reads what one says of itself, and `warnings.h` hears what a decoder says to nobody else.

/// One open film or bitmap. Closed with `cmedia_reader_close`, also after an error.
typedef struct cmedia_reader cmedia_reader;

enum { cmedia_ok = 0, cmedia_damaged = 1, cmedia_unsupported = 2, cmedia_no_memory = 3, cmedia_too_large = 4, cmedia_end = 5 };

/// Reads the headers of `bytes`, which must outlive the handle, and opens the decoder of the first film track on one thread.
/// `max_pixels` bounds every frame. `text` gets the reason of a failure.
int cmedia_reader_open(const void *bytes, size_t length, int64_t max_pixels, cmedia_reader **media, char *text, size_t size);
/// The same for an animated PNG and for an image sequence of HEIF or AVIF, for `cmedia_reader_next`: the first track of pictures from number `track` on.
int cmedia_reader_open_frames(const void *bytes, size_t length, int64_t max_pixels, int track, cmedia_reader **media, char *text, size_t size);
/// The same for a BMP file, which libavcodec decodes too.
int cmedia_reader_open_bitmap(const void *bytes, size_t length, int64_t max_pixels, cmedia_reader **media, char *text, size_t size);
void cmedia_reader_close(cmedia_reader *media);

int cmedia_reader_width(cmedia_reader *media);
int cmedia_reader_height(cmedia_reader *media);

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
    /// Whether there were more bits a sample, which `cmedia_reader_deep` gives.
    int deep;
    /// Whether something that was met on the way could not be decoded: another frame may have been wanted, or the rest of this one.
    int is_torn;
} cmedia_frame;

/// The frame shown at `seconds`, or the first one that decodes where there is none. What is missing at the end of a bitmap is black.
int cmedia_reader_still(cmedia_reader *media, double seconds, cmedia_frame *frame, char *text, size_t size);

/// Degrees clockwise by which the film's frames are to be turned: 0, 90, 180 or 270.
int cmedia_reader_turn(cmedia_reader *media);

/// Decodes the next frame, in the order they are shown, and says how long it shows; `cmedia_end` after the last. Not after `cmedia_reader_still`.
int cmedia_reader_next(cmedia_reader *media, int64_t *milliseconds, char *text, size_t size);
/// That frame as planes.
int cmedia_reader_describe(cmedia_reader *media, cmedia_frame *frame, char *text, size_t size);
/// That frame as `R G B A` of 8 bits a component without gaps, which must have this size; for frames that are no luma and chroma.
int cmedia_reader_rgba(cmedia_reader *media, uint8_t *pixels, int width, int height, char *text, size_t size);

/// The same frame again as `R G B` of 16 bits a component without gaps, in the frame's own colours; of a `deep` frame.
int cmedia_reader_deep(cmedia_reader *media, uint16_t *pixels, char *text, size_t size);

#endif
