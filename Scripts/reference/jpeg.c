// Samples on standard input become a JPEG on standard output, in every way that libjpeg knows:
// jpeg SPACE STORED WIDTH HEIGHT CHANNELS QUALITY STEP-X STEP-Y [progressive] [arithmetic] [restart]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

static J_COLOR_SPACE space(const char *name) {
    if (!strcmp(name, "grey")) return JCS_GRAYSCALE;
    if (!strcmp(name, "rgb")) return JCS_RGB;
    if (!strcmp(name, "ycc")) return JCS_YCbCr;
    if (!strcmp(name, "cmyk")) return JCS_CMYK;
    return JCS_YCCK;
}

int main(int count, char **words) {
    if (count < 9) return 2;
    struct jpeg_compress_struct jpeg;
    struct jpeg_error_mgr errors;
    jpeg.err = jpeg_std_error(&errors);
    jpeg_create_compress(&jpeg);
    jpeg_stdio_dest(&jpeg, stdout);
    jpeg.image_width = (JDIMENSION)atoi(words[3]);
    jpeg.image_height = (JDIMENSION)atoi(words[4]);
    jpeg.input_components = atoi(words[5]);
    jpeg.in_color_space = space(words[1]);
    jpeg_set_defaults(&jpeg);
    jpeg_set_colorspace(&jpeg, space(words[2]));
    jpeg_set_quality(&jpeg, atoi(words[6]), TRUE);
    jpeg.comp_info[0].h_samp_factor = atoi(words[7]);
    jpeg.comp_info[0].v_samp_factor = atoi(words[8]);
    for (int i = 1; i < jpeg.num_components; i++) {
        // Black has the resolution of brightness.
        jpeg.comp_info[i].h_samp_factor = i == 3 ? jpeg.comp_info[0].h_samp_factor : 1;
        jpeg.comp_info[i].v_samp_factor = i == 3 ? jpeg.comp_info[0].v_samp_factor : 1;
    }
    for (int i = 9; i < count; i++) {
        if (!strcmp(words[i], "progressive")) jpeg_simple_progression(&jpeg);
        if (!strcmp(words[i], "arithmetic")) jpeg.arith_code = TRUE;
        if (!strcmp(words[i], "restart")) jpeg.restart_interval = 3;
    }
    jpeg_start_compress(&jpeg, TRUE);
    size_t length = (size_t)jpeg.image_width * (size_t)jpeg.input_components;
    JSAMPLE *row = malloc(length);
    while (jpeg.next_scanline < jpeg.image_height) {
        if (fread(row, 1, length, stdin) != length) return 1;
        jpeg_write_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_compress(&jpeg);
    return 0;
}
