// Samples on standard input become a lossless JPEG XL on standard output:
// jxl WIDTH HEIGHT CHANNELS BITS ORIENTATION TRANSFER (srgb, pq, hlg) PRIMARIES (srgb, p3, bt2020)
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jxl/encode.h>

int main(int count, char **words) {
    if (count != 8) return 2;
    uint32_t channels = (uint32_t)atoi(words[3]), bits = (uint32_t)atoi(words[4]);
    JxlBasicInfo info;
    JxlEncoderInitBasicInfo(&info);
    info.xsize = (uint32_t)atoi(words[1]);
    info.ysize = (uint32_t)atoi(words[2]);
    info.num_color_channels = channels < 3 ? 1 : 3;
    info.num_extra_channels = channels == 2 || channels == 4;
    info.bits_per_sample = bits;
    info.alpha_bits = info.num_extra_channels ? bits : 0;
    info.orientation = (JxlOrientation)atoi(words[5]);
    info.uses_original_profile = JXL_TRUE;
    JxlEncoder *encoder = JxlEncoderCreate(NULL);
    JxlColorEncoding colour;
    JxlColorEncodingSetToSRGB(&colour, channels < 3);
    if (!strcmp(words[6], "pq")) colour.transfer_function = JXL_TRANSFER_FUNCTION_PQ;
    if (!strcmp(words[6], "hlg")) colour.transfer_function = JXL_TRANSFER_FUNCTION_HLG;
    if (!strcmp(words[7], "p3")) colour.primaries = JXL_PRIMARIES_P3;
    if (!strcmp(words[7], "bt2020")) colour.primaries = JXL_PRIMARIES_2100;
    if (JxlEncoderSetBasicInfo(encoder, &info) || JxlEncoderSetColorEncoding(encoder, &colour)) return 1;
    JxlEncoderFrameSettings *settings = JxlEncoderFrameSettingsCreate(encoder, NULL);
    JxlEncoderSetFrameLossless(settings, JXL_TRUE);
    JxlPixelFormat format = {channels, bits > 8 ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8, JXL_LITTLE_ENDIAN, 0};
    size_t length = (size_t)info.xsize * info.ysize * channels * (bits > 8 ? 2 : 1);
    void *samples = malloc(length);
    if (fread(samples, 1, length, stdin) != length || JxlEncoderAddImageFrame(settings, &format, samples, length)) return 1;
    JxlEncoderCloseInput(encoder);
    static uint8_t output[1 << 20];
    uint8_t *next = output;
    size_t left = sizeof output;
    if (JxlEncoderProcessOutput(encoder, &next, &left)) return 1;
    return fwrite(output, 1, (size_t)(next - output), stdout) != (size_t)(next - output);
}
