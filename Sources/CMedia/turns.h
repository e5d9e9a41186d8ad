#ifndef OPENPHOTOKIT_TURNS_H
#define OPENPHOTOKIT_TURNS_H

#include <libavformat/avformat.h>
#include <libavutil/display.h>
#include <math.h>

/// Degrees clockwise by which a track is to be turned: 0, 90, 180 or 270.
static inline int quarter_turns(const AVStream *stream) {
    size_t size = 0;
    const uint8_t *matrix = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
    if (!matrix || size < 9 * sizeof(int32_t)) return 0;
    const double counterclockwise = av_display_rotation_get((const int32_t *)matrix);
    if (isnan(counterclockwise)) return 0;
    const int degrees = (int)lround(-counterclockwise / 90) * 90;
    return ((degrees % 360) + 360) % 360;
}

#endif
