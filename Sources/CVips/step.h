#ifndef OPENPHOTOKIT_VIPS_STEP_H
#define OPENPHOTOKIT_VIPS_STEP_H

#include <vips/vips.h>

/// Replaces *image by *next and drops the reference to what it was. By pointer: the call that fills `next` is another argument.
static inline int step(VipsImage **image, VipsImage **next, int failed) {
    if (failed) return -1;
    g_object_unref(*image);
    *image = *next;
    *next = NULL;
    return 0;
}

#endif
