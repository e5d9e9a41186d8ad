// The floor of importing JPEGs: what has to be done for a picture, in C, in one thread, with nothing around it.
//
//   floor FOLDER [ROUNDS]        CPU milliseconds per picture over the .jpg files of a folder, one JSON line a round
//   floor --generate FOLDER N    writes N pictures of 4032 x 3024 pixels, about 3.8 MB each, the same ones every time
//   floor --generate-small FOLDER N    the same with 160 x 120 pixels
//
// Per picture: read the file (mapped), SHA-256, find the EXIF orientation, decode at the smallest sufficient scale into planes, resize the
// planes to a preview (1440, quality 85) and from it to a thumbnail (256, quality 80), turn them upright, write both as JPEG in
// memory. Sizes and qualities are the importer's. The resizing filter is a triangle in fixed point.
#include "../floors/planes.h"

#include <dirent.h>
#include <fcntl.h>
#include <openssl/sha.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PREVIEW = 1440, THUMBNAIL = 256 };

static picture turn(picture *in, int orientation) {
    int swaps = orientation >= 5;
    picture out = make_picture(swaps ? in->p[0].height : in->p[0].width, swaps ? in->p[0].width : in->p[0].height, in->subsampling);
    int flip_x = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    int flip_y = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    for (int c = 0; c < in->count; c++)
        for (int y = 0; y < in->p[c].height; y++)
            for (int x = 0; x < in->p[c].width; x++) {
                int u = flip_x ? in->p[c].width - 1 - x : x, v = flip_y ? in->p[c].height - 1 - y : y;
                out.p[c].samples[(size_t)(swaps ? u : v) * out.p[c].stride + (swaps ? v : u)] = in->p[c].samples[(size_t)y * in->p[c].stride + x];
            }
    return out;
}

static int exif_orientation(const unsigned char *b, size_t n) {
    for (size_t i = 2; i + 4 < n && b[i] == 0xFF && b[i + 1] != 0xDA;) {
        size_t length = (size_t)b[i + 2] << 8 | b[i + 3];
        if (b[i + 1] == 0xE1 && length > 24 && i + 2 + length <= n && !memcmp(b + i + 4, "Exif\0", 6)) {
            const unsigned char *t = b + i + 10;
            size_t size = length - 8;
            int little = t[0] == 'I';
#define READ(o, c) ({ uint32_t v = 0; for (int k = 0; k < (c); k++) v = v << 8 | t[(o) + (little ? (c) - 1 - k : k)]; v; })
            uint32_t at = READ(4, 4);
            if (at + 2 > size) return 1;
            uint32_t entries = READ(at, 2);
            for (uint32_t e = at + 2; entries-- && e + 12 <= size; e += 12)
                if (READ(e, 2) == 0x0112) return READ(e + 8, 2) >= 1 && READ(e + 8, 2) <= 8 ? READ(e + 8, 2) : 1;
            return 1;
        }
        i += 2 + length;
    }
    return 1;
}

static size_t encode(const picture *s, int quality) {
    tjhandle handle = tjInitCompress();
    const unsigned char *planes[3] = {s->p[0].samples, s->p[1].samples, s->p[2].samples};
    int strides[3] = {s->p[0].stride, s->p[1].stride, s->p[2].stride};
    unsigned char *jpeg = NULL;
    unsigned long length = 0;
    if (tjCompressFromYUVPlanes(handle, planes, s->p[0].width, strides, s->p[0].height, s->subsampling, &jpeg, &length, quality, 0)) die(tjGetErrorStr());
    tjFree(jpeg);
    tjDestroy(handle);
    return length;
}

static size_t process(const char *path) {
    int fd = open(path, O_RDONLY);
    struct stat info;
    if (fd < 0 || fstat(fd, &info)) die(path);
    unsigned char *bytes = mmap(NULL, info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (bytes == MAP_FAILED) die(path);
    close(fd);
    unsigned char digest[32];
    SHA256(bytes, info.st_size, digest);
    int orientation = exif_orientation(bytes, info.st_size), width, height, subsampling, space;
    tjhandle handle = tjInitDecompress();
    if (tjDecompressHeader3(handle, bytes, info.st_size, &width, &height, &subsampling, &space)) die(tjGetErrorStr());
    int longest = width > height ? width : height, eighths = 8;
    while (eighths > 1 && (longest * eighths / 2 + 7) / 8 >= PREVIEW) eighths /= 2;
    picture large = make_picture((width * eighths + 7) / 8, (height * eighths + 7) / 8, subsampling);
    unsigned char *planes[3] = {large.p[0].samples, large.p[1].samples, large.p[2].samples};
    int strides[3] = {large.p[0].stride, large.p[1].stride, large.p[2].stride};
    if (tjDecompressToYUVPlanes(handle, bytes, info.st_size, planes, large.p[0].width, strides, large.p[0].height, 0)) die(tjGetErrorStr());
    tjDestroy(handle);
    picture preview = resize(&large, PREVIEW);
    if (orientation > 1) {
        picture turned = turn(&preview, orientation);
        free_picture(&preview);
        preview = turned;
    }
    picture thumbnail = resize(&preview, THUMBNAIL);
    size_t written = encode(&preview, 85) + encode(&thumbnail, 80) + digest[0];
    free_picture(&large);
    free_picture(&preview);
    free_picture(&thumbnail);
    munmap(bytes, info.st_size);
    return written;
}

static double cpu_milliseconds(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3;
}

// Value noise: random lattices of several sizes with linear blending, so there is detail at every scale, as in a photo.
static uint32_t scramble(uint32_t x) {
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

static int lattice(int x, int y, uint32_t seed) { return (int)(scramble(seed ^ scramble((uint32_t)x * 73856093u ^ (uint32_t)y * 19349663u)) & 255) - 128; }

static void generate(const char *folder, int index, int W, int H) {
    unsigned char *pixels = malloc((size_t)W * H * 3);
    uint32_t seed = 977u * (uint32_t)index + 1;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int value[3] = {90 + 120 * y / H, 100 + 90 * x / W, 200 - 110 * y / H};
            for (int octave = 1, strength = 24; octave <= 9; octave += 2, strength -= 4) {
                int cell = 1 << octave, u = x & (cell - 1), v = y & (cell - 1), i = x >> octave, j = y >> octave;
                int top = lattice(i, j, seed + octave) * (cell - u) + lattice(i + 1, j, seed + octave) * u;
                int bottom = lattice(i, j + 1, seed + octave) * (cell - u) + lattice(i + 1, j + 1, seed + octave) * u;
                int noise = (int)(((int64_t)top * (cell - v) + (int64_t)bottom * v) * strength / ((int64_t)cell * cell * 128));
                value[0] += noise;
                value[1] += octave & 2 ? noise : noise * 3 / 4;
                value[2] += noise / 2;
            }
            int grain = lattice(x, y, seed) / 22;
            for (int c = 0; c < 3; c++) {
                int sample = value[c] + grain;
                pixels[((size_t)y * W + x) * 3 + c] = sample < 0 ? 0 : sample > 255 ? 255 : sample;
            }
        }
    tjhandle handle = tjInitCompress();
    unsigned char *jpeg = NULL;
    unsigned long length = 0;
    if (tjCompress2(handle, pixels, W, 0, H, TJPF_RGB, &jpeg, &length, TJSAMP_420, 90, 0)) die(tjGetErrorStr());
    char path[4096];
    snprintf(path, sizeof path, "%s/floor-%06d.jpg", folder, index);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(jpeg, 1, length, file) != length || fclose(file)) die(path);
    tjFree(jpeg);
    tjDestroy(handle);
    free(pixels);
}

static int is_jpeg(const struct dirent *entry) {
    const char *dot = strrchr(entry->d_name, '.');
    return dot && (!strcasecmp(dot, ".jpg") || !strcasecmp(dot, ".jpeg"));
}

int main(int argc, char **argv) {
    if (argc == 4 && (!strcmp(argv[1], "--generate") || !strcmp(argv[1], "--generate-small"))) {
        int small = !strcmp(argv[1], "--generate-small");
        for (int i = 0; i < atoi(argv[3]); i++) generate(argv[2], i, small ? 160 : 4032, small ? 120 : 3024);
        return 0;
    }
    if (argc < 2) die("usage: floor FOLDER [ROUNDS] | floor --generate FOLDER COUNT | floor --generate-small FOLDER COUNT");
    int rounds = argc > 2 ? atoi(argv[2]) : 1;
    for (int round = 0; round < rounds; round++) {
        struct dirent **names;
        int count = scandir(argv[1], &names, is_jpeg, alphasort);
        if (count <= 0) die("no .jpg files there");
        double start = cpu_milliseconds();
        size_t total = 0;
        for (int i = 0; i < count; i++) {
            char path[4096];
            snprintf(path, sizeof path, "%s/%s", argv[1], names[i]->d_name);
            total += process(path);
            free(names[i]);
        }
        free(names);
        printf("{\"name\":\"floor-import\",\"value\":%.2f,\"unit\":\"ms\",\"pictures\":%d,\"bytes\":%zu}\n", (cpu_milliseconds() - start) / count, count, total);
    }
    return 0;
}
