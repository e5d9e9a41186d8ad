// The floor of a fetch over columns: one flag filter over a mapped column that gives row ids, and days counted by the clock where each
// asset was taken, as plain loops.
//
// usage: floor-columns FOLDER COUNT [ROUNDS]
// Makes COUNT rows over fifteen years in a file of FOLDER, maps it, and prints the fastest milliseconds of both loops.
#include <fcntl.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { DAYS = 36525 };

static double milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static void fail(const char *what) {
    perror(what);
    exit(1);
}

// Three rows in a hundred have the flag.
static void make(const char *path, size_t count) {
    FILE *file = fopen(path, "wb");
    if (!file) fail(path);
    double span = 15 * 365.25 * 86400;
    for (size_t i = 0; i < count; i++) {
        double date = 3e8 + span * i / count;
        fwrite(&date, sizeof date, 1, file);
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t id = i + 1;
        fwrite(&id, sizeof id, 1, file);
    }
    uint64_t random = 1;
    for (size_t i = 0; i < count; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        // Most say by which clock they were taken, in quarters of an hour.
        uint32_t zone = (random >> 40) % 5 ? 40 + (random >> 45) % 52 : 0;
        uint32_t flags = 3 | ((random >> 33) % 100 < 3 ? 32 : 0) | zone << 25;
        fwrite(&flags, sizeof flags, 1, file);
    }
    if (fclose(file)) fail(path);
}

__attribute__((noinline)) static size_t filter(const uint32_t *flags, const uint32_t *ids, size_t count, uint32_t mask, int64_t *found) {
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        found[used] = ids[i];
        used += (flags[i] & mask) == mask;
    }
    return used;
}

__attribute__((noinline)) static size_t days(const double *dates, const uint32_t *flags, size_t count, uint32_t *counts) {
    size_t used = 0;
    for (size_t day = 0; day < DAYS; day++) counts[day] = 0;
    for (size_t i = 0; i < count; i++) {
        int zone = flags[i] >> 25 & 127;
        double local = dates[i] + (zone ? (zone - 64) * 900 : 3600);
        counts[(int)floor(local / 86400)]++;
    }
    for (size_t day = 0; day < DAYS; day++) used += counts[day] > 0;
    return used;
}

int main(int count, char **words) {
    if (count < 3) {
        fprintf(stderr, "usage: floor-columns FOLDER COUNT [ROUNDS]\n");
        return 64;
    }
    size_t rows = strtoull(words[2], NULL, 10);
    int rounds = count > 3 ? atoi(words[3]) : 9;
    char path[4096];
    snprintf(path, sizeof path, "%s/floor-columns.%d", words[1], (int)getpid());
    make(path, rows);
    int file = open(path, O_RDONLY);
    if (file < 0) fail(path);
    unlink(path);
    const char *map = mmap(NULL, rows * 16, PROT_READ, MAP_SHARED, file, 0);
    if (map == MAP_FAILED) fail("mmap");
    const double *dates = (const double *)map;
    const uint32_t *ids = (const uint32_t *)(map + rows * 8), *flags = ids + rows;

    int64_t *found = malloc((rows + 1) * sizeof *found);
    uint32_t *counts = malloc(DAYS * sizeof *counts);
    if (!found || !counts) fail("malloc");
    double filtering = 1e300, counting = 1e300;
    size_t kept = 0, buckets = 0;
    for (int round = 0; round < rounds; round++) {
        double began = milliseconds();
        kept = filter(flags, ids, rows, 33, found);
        double took = milliseconds() - began;
        if (took < filtering) filtering = took;
        began = milliseconds();
        buckets = days(dates, flags, rows, counts);
        took = milliseconds() - began;
        if (took < counting) counting = took;
    }
    printf("%.4f %.4f %zu %zu\n", filtering, counting, kept, buckets);
    return 0;
}
