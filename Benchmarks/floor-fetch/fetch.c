// The floor of a fetch: steps an SQL statement whose first column is a row id and keeps the ids, as any C program would.
//
// usage: floor-fetch DATABASE SQL [ROUNDS]
// Prints the fastest round in milliseconds, then the number of rows.
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static void fail(sqlite3 *db, const char *what) {
    fprintf(stderr, "floor-fetch: %s: %s\n", what, db ? sqlite3_errmsg(db) : "out of memory");
    exit(1);
}

int main(int count, char **words) {
    if (count < 3) {
        fprintf(stderr, "usage: floor-fetch DATABASE SQL [ROUNDS]\n");
        return 64;
    }
    int rounds = count > 3 ? atoi(words[3]) : 5;
    sqlite3 *db = NULL;
    if (sqlite3_open_v2(words[1], &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK) fail(db, words[1]);
    // The same page cache as the catalogue's connections.
    if (sqlite3_exec(db, "PRAGMA cache_size = -8000", NULL, NULL, NULL) != SQLITE_OK) fail(db, "cache_size");
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(db, words[2], -1, &statement, NULL) != SQLITE_OK) fail(db, words[2]);

    double best = 1e300;
    size_t rows = 0;
    for (int round = 0; round < rounds; round++) {
        double began = milliseconds();
        size_t capacity = 1024, used = 0;
        int64_t *ids = malloc(capacity * sizeof *ids);
        int code;
        while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
            if (used == capacity) ids = realloc(ids, (capacity *= 2) * sizeof *ids);
            if (!ids) fail(NULL, "ids");
            ids[used++] = sqlite3_column_int64(statement, 0);
        }
        if (code != SQLITE_DONE) fail(db, "step");
        sqlite3_reset(statement);
        double took = milliseconds() - began;
        if (took < best) best = took;
        rows = used;
        free(ids);
    }
    printf("%.4f %zu\n", best, rows);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return 0;
}
