#include "mastering.h"

#include <libavutil/mastering_display_metadata.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static unsigned in_units(AVRational value, double unit) {
    const double number = value.den ? av_q2d(value) / unit : 0;
    return number > 0 && number < 4e9 ? (unsigned)lround(number) : 0;
}

void mastering_parameters(const AVFrame *frame, char *parameters, size_t size) {
    const AVFrameSideData *screen = av_frame_get_side_data(frame, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA);
    const AVFrameSideData *light = av_frame_get_side_data(frame, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL);
    const AVMasteringDisplayMetadata *of = screen ? (const AVMasteringDisplayMetadata *)(const void *)screen->data : NULL;
    size_t used = strlen(parameters);
    if (of && of->has_primaries && of->has_luminance) {
        // Red, green and blue there; x265 names green first.
        unsigned points[8];
        const AVRational(*primaries)[2] = of->display_primaries;
        const AVRational order[8] = {primaries[1][0], primaries[1][1], primaries[2][0], primaries[2][1], primaries[0][0], primaries[0][1], of->white_point[0], of->white_point[1]};
        for (int index = 0; index < 8; index++) points[index] = in_units(order[index], 0.00002);
        snprintf(parameters + used, size - used, ":master-display=G(%u,%u)B(%u,%u)R(%u,%u)WP(%u,%u)L(%u,%u)", points[0], points[1], points[2], points[3], points[4], points[5],
                 points[6], points[7], in_units(of->max_luminance, 0.0001), in_units(of->min_luminance, 0.0001));
    }
    const AVContentLightMetadata *levels = light ? (const AVContentLightMetadata *)(const void *)light->data : NULL;
    used = strlen(parameters);
    if (levels && levels->MaxCLL <= 65535 && levels->MaxFALL <= 65535) snprintf(parameters + used, size - used, ":max-cll=%u,%u", levels->MaxCLL, levels->MaxFALL);
}
