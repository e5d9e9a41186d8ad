#include "step.h"
#include "vips_shim.h"

int cvips_save_png(const void *rgba, int width, int height, int bits, int bands, const void *profile, size_t profile_length,
                   void **png, size_t *length) {
    VipsImage *next = NULL;
    int format = bits == 16 ? VIPS_FORMAT_USHORT : VIPS_FORMAT_UCHAR;
    VipsImage *image = vips_image_new_from_memory(rgba, (size_t)width * (size_t)height * 4 * (size_t)(bits / 8), width, height, 4, format);
    if (!image) return -1;
    if (bands == 3 && step(&image, &next, vips_extract_band(image, &next, 0, "n", 3, NULL))) goto failed;
    int space = bits == 16 ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB;
    if (step(&image, &next, vips_copy(image, &next, "interpretation", space, NULL))) goto failed;
    if (profile) vips_image_set_blob_copy(image, "icc-profile-data", profile, profile_length);
    if (vips_pngsave_buffer(image, png, length, NULL)) goto failed;
    g_object_unref(image);
    return 0;
failed:
    g_object_unref(image);
    return -1;
}
