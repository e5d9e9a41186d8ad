// The peer of an edited preview: the same chain in libvips, in one process and one thread, with nothing around it.
//
//   adjust SIDE TIMES FILE    milliseconds, the fastest of so many rounds; SIDE 0 is the full size
//
// The file is opened anew each time: shrunk while it is decoded, turned by 4 degrees, sharpened, its channels looked up in a curve, mixed, looked up in the
// filter's curve, and its corners darkened. Curves and the mask of the corners are made once.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <vips/vips.h>

static double milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static void check(int failed) {
    if (failed) vips_error_exit(NULL);
}

static VipsImage *curve(int is_filter) {
    unsigned char *table = malloc(256 * 3);
    for (int value = 0; value < 256; value++) {
        for (int channel = 0; channel < 3; channel++) {
            double x = value / 255.0;
            if (!is_filter) {
                double light = x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4);
                light *= 1.4142 * (1.1 - 0.1 * channel);
                x = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055;
                x = x > 1 ? 1 : x;
                x += 0.27 * x * pow(1 - x, 3);
            }
            x += 0.18 * x * (1 - x) * (2 * x - 1);
            table[value * 3 + channel] = (unsigned char)(fmin(fmax(x, 0), 1) * 255 + 0.5);
        }
    }
    return vips_image_new_from_memory(table, 256 * 3, 256, 1, 3, VIPS_FORMAT_UCHAR);
}

static VipsImage *corners(int width, int height) {
    float *mask = malloc(sizeof(float) * width * height);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            double u = 2 * (x + 0.5) / width - 1, v = 2 * (y + 0.5) / height - 1, r = (u * u + v * v) / 2;
            mask[y * width + x] = 1 - 0.32 * r * r;
        }
    }
    return vips_image_new_from_memory(mask, sizeof(float) * width * height, width, height, 1, VIPS_FORMAT_FLOAT);
}

// Goes on with the result and lets go of what it was made of.
#define STEP(call)          \
    do {                    \
        VipsImage *out;     \
        check(call);        \
        g_object_unref(in); \
        in = out;           \
    } while (0)

static void adjust(const char *path, int side) {
    static VipsImage *first, *second, *weights, *mixing, *mask;
    VipsImage *in, *grey, *soft, *detail, *sharp;
    if (side) check(vips_thumbnail(path, &in, side, "height", side, "size", VIPS_SIZE_DOWN, NULL));
    else check(!(in = vips_image_new_from_file(path, NULL)));
    // Rows that lie askew are sampled from the whole.
    VipsImage *whole = vips_image_copy_memory(in);
    check(!whole);
    g_object_unref(in);
    in = whole;
    double angle = 4 * M_PI / 180, width = in->Xsize, height = in->Ysize, ratio = fmax(width / height, height / width);
    double zoom = cos(angle) + ratio * sin(angle);
    int columns = width / zoom, rows = height / zoom;
    if (!first) {
        (first = curve(0), second = curve(1), mask = corners(columns, rows));
        weights = vips_image_new_matrixv(3, 1, 0.2126, 0.7152, 0.0722);
        mixing = vips_image_new_matrixv(3, 3, 1.24, -0.21, -0.02, -0.06, 1.08, -0.02, -0.06, -0.22, 1.3);
    }
    VipsInterpolate *cubic = vips_interpolate_new("bicubic");
    VipsArrayInt *area = vips_array_int_newv(4, -columns / 2, -rows / 2, columns, rows);
    STEP(vips_affine(in, &out, cos(angle), -sin(angle), sin(angle), cos(angle), "interpolate", cubic, "oarea", area, "idx", -width / 2, "idy", -height / 2, NULL));
    vips_area_unref(VIPS_AREA(area));
    g_object_unref(cubic);
    check(vips_recomb(in, &grey, weights, NULL) || vips_gaussblur(grey, &soft, 0.0008 * fmax(columns, rows), NULL) || vips_subtract(grey, soft, &detail, NULL)
          || vips_linear1(detail, &sharp, 0.75, 0, NULL));
    STEP(vips_add(in, sharp, &out, NULL));
    g_object_unref(grey);
    g_object_unref(soft);
    g_object_unref(detail);
    g_object_unref(sharp);
    STEP(vips_cast_uchar(in, &out, NULL));
    STEP(vips_maplut(in, &out, first, NULL));
    STEP(vips_recomb(in, &out, mixing, NULL));
    STEP(vips_cast_uchar(in, &out, NULL));
    STEP(vips_maplut(in, &out, second, NULL));
    STEP(vips_multiply(in, mask, &out, NULL));
    STEP(vips_cast_uchar(in, &out, NULL));
    size_t size;
    void *pixels = vips_image_write_to_memory(in, &size);
    check(!pixels);
    g_free(pixels);
    g_object_unref(in);
}

int main(int count, char **arguments) {
    if (count != 4) return 2;
    check(VIPS_INIT(arguments[0]));
    vips_cache_set_max(0);
    vips_concurrency_set(1);
    double best = INFINITY;
    for (int round = 0; round <= atoi(arguments[2]); round++) {
        double start = milliseconds();
        adjust(arguments[3], atoi(arguments[1]));
        // The first warms everything up.
        if (round > 0) best = fmin(best, milliseconds() - start);
    }
    printf("%.4f\n", best);
    return 0;
}
