#ifndef OPENPHOTOKIT_MASTERING_H
#define OPENPHOTOKIT_MASTERING_H

#include <libavutil/frame.h>
#include <stddef.h>

/// Appends what a frame says of the screen that it was mastered on, and of its brightest light, to x265's parameters; nothing where it says nothing.
void mastering_parameters(const AVFrame *frame, char *parameters, size_t size);

#endif
