#ifndef OPENPHOTOKIT_MOVIE_WRITER_H
#define OPENPHOTOKIT_MOVIE_WRITER_H

#include <stddef.h>
#include <stdint.h>

// Frames in, a film in memory out: H.264 by libx264, in MP4 or QuickTime. On one thread, so that the same frames give the same bytes.

/// A film being written. Closed with `cmedia_writer_close`, also after an error.
typedef struct cmedia_writer cmedia_writer;

/// Each call returns 0, or -1 with a terminated reason in `text`.
/// `width` and `height` must be even. `metadata` holds keys and values in turn, and NULL at its end: QuickTime's keys such as
/// `com.apple.quicktime.creationdate`, and `creation_time` for the container.
int cmedia_writer_open(int width, int height, int frames_a_second, int is_quicktime, const char *const *metadata, cmedia_writer **writer, char *text, size_t size);
/// Adds a frame of `height` rows of R G B and an ignored byte, which are read before the call returns.
int cmedia_writer_add(cmedia_writer *writer, const uint8_t *rgba, int stride, char *text, size_t size);
/// Ends the film. The bytes belong to the writer.
int cmedia_writer_finish(cmedia_writer *writer, const uint8_t **bytes, size_t *count, char *text, size_t size);
void cmedia_writer_close(cmedia_writer *writer);

#endif
