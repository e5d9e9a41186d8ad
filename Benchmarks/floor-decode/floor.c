// The floor of showing JPEGs: decoding them with libjpeg-turbo to RGBA pixels of a size, in C, in one thread, with nothing around it.
//
//   floor SIDE TIMES FILE...    milliseconds a picture, the fastest of so many rounds over all files; SIDE 0 is the full size
//
// The file is mapped anew each time and decoded into the same memory: at the smallest scale that covers the size, as planes, which are
// resized with a triangle in fixed point and then made RGBA; the full size is decoded to RGBA at once.
#include "../floors/planes.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static double milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static unsigned char *memory;
static size_t room;

static unsigned char *pixels(int width, int height) {
    size_t needed = (size_t)width * height * 4;
    if (needed > room) {
        free(memory);
        memory = malloc(room = needed);
        if (!memory) die("no memory");
    }
    return memory;
}

static void decode(const char *path, int side) {
    int fd = open(path, O_RDONLY), width, height, subsampling, space;
    struct stat info;
    if (fd < 0 || fstat(fd, &info)) die(path);
    unsigned char *bytes = mmap(NULL, info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (bytes == MAP_FAILED) die(path);
    close(fd);
    tjhandle handle = tjInitDecompress();
    if (tjDecompressHeader3(handle, bytes, info.st_size, &width, &height, &subsampling, &space)) die(tjGetErrorStr());
    int longest = width > height ? width : height;
    if (side == 0 || longest <= side) {
        if (tjDecompress2(handle, bytes, info.st_size, pixels(width, height), width, 0, height, TJPF_RGBA, 0)) die(tjGetErrorStr());
    } else {
        int eighths = 8;
        while (eighths > 1 && (longest * eighths / 2 + 7) / 8 >= side) eighths /= 2;
        picture large = make_picture((width * eighths + 7) / 8, (height * eighths + 7) / 8, subsampling);
        unsigned char *planes[3] = {large.p[0].samples, large.p[1].samples, large.p[2].samples};
        int strides[3] = {large.p[0].stride, large.p[1].stride, large.p[2].stride};
        if (tjDecompressToYUVPlanes(handle, bytes, info.st_size, planes, large.p[0].width, strides, large.p[0].height, 0)) die(tjGetErrorStr());
        picture small = resize(&large, side);
        const unsigned char *ends[3] = {small.p[0].samples, small.p[1].samples, small.p[2].samples};
        int steps[3] = {small.p[0].stride, small.p[1].stride, small.p[2].stride};
        if (tjDecodeYUVPlanes(handle, ends, steps, small.subsampling, pixels(small.p[0].width, small.p[0].height), small.p[0].width, 0, small.p[0].height,
                              TJPF_RGBA, 0)) die(tjGetErrorStr());
        free_picture(&large);
        free_picture(&small);
    }
    tjDestroy(handle);
    munmap(bytes, info.st_size);
}

int main(int count, char **arguments) {
    if (count < 4) die("usage: floor SIDE TIMES FILE...");
    int side = atoi(arguments[1]), times = atoi(arguments[2]), files = count - 3;
    double best = 1e30;
    for (int round = 0; round < times; round++) {
        double began = milliseconds();
        for (int at = 0; at < files; at++) decode(arguments[3 + at], side);
        double each = (milliseconds() - began) / files;
        if (each < best) best = each;
    }
    printf("%.4f\n", best);
    return 0;
}
