// The floor of listing resources: steps a statement with one parameter for each of the oldest assets and copies all that its rows hold, as any C
// program would that hands them on.
//
// usage: floor-resources DATABASE SQL ASSETS [ROUNDS]
// Prints the fastest round in milliseconds, then the number of rows.
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// As many as the statement has.
enum { COLUMNS = 18 };

struct value {
    int64_t number;
    void *bytes;
};

static double milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static void fail(sqlite3 *db, const char *what) {
    fprintf(stderr, "floor-resources: %s: %s\n", what, db ? sqlite3_errmsg(db) : "out of memory");
    exit(1);
}

static sqlite3_stmt *prepared(sqlite3 *db, const char *sql) {
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK) fail(db, sql);
    return statement;
}

static void copy_row(sqlite3_stmt *statement, struct value *row) {
    int columns = sqlite3_column_count(statement);
    for (int column = 0; column < columns && column < COLUMNS; column++) {
        int type = sqlite3_column_type(statement, column);
        if (type == SQLITE_INTEGER) row[column].number = sqlite3_column_int64(statement, column);
        if (type != SQLITE_TEXT && type != SQLITE_BLOB) continue;
        const void *bytes = sqlite3_column_blob(statement, column);
        int count = sqlite3_column_bytes(statement, column);
        row[column].bytes = malloc(count + 1);
        if (!row[column].bytes) fail(NULL, "a value");
        memcpy(row[column].bytes, bytes, count);
    }
}

static size_t list(sqlite3 *db, sqlite3_stmt *statement, const int64_t *ids, size_t count) {
    size_t rows = 0;
    for (size_t asset = 0; asset < count; asset++) {
        sqlite3_bind_int64(statement, 1, ids[asset]);
        int code;
        while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
            struct value row[COLUMNS] = {{0}};
            copy_row(statement, row);
            for (int column = 0; column < COLUMNS; column++) free(row[column].bytes);
            rows++;
        }
        if (code != SQLITE_DONE) fail(db, "step");
        sqlite3_reset(statement);
    }
    return rows;
}

int main(int count, char **words) {
    if (count < 4) {
        fprintf(stderr, "usage: floor-resources DATABASE SQL ASSETS [ROUNDS]\n");
        return 64;
    }
    size_t limit = strtoull(words[3], NULL, 10), assets = 0;
    int rounds = count > 4 ? atoi(words[4]) : 5;
    sqlite3 *db = NULL;
    if (sqlite3_open_v2(words[1], &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK) fail(db, words[1]);
    // The same page cache as the catalogue's connections.
    if (sqlite3_exec(db, "PRAGMA cache_size = -2000; BEGIN", NULL, NULL, NULL) != SQLITE_OK) fail(db, "cache_size");
    int64_t *ids = malloc(limit * sizeof *ids);
    if (!ids) fail(NULL, "ids");
    sqlite3_stmt *everything = prepared(db, "SELECT id FROM asset WHERE trashed = 0 AND hidden = 0 ORDER BY creationDate, id LIMIT ?");
    sqlite3_bind_int64(everything, 1, (int64_t)limit);
    while (assets < limit && sqlite3_step(everything) == SQLITE_ROW) ids[assets++] = sqlite3_column_int64(everything, 0);
    sqlite3_finalize(everything);

    sqlite3_stmt *statement = prepared(db, words[2]);
    if (sqlite3_column_count(statement) > COLUMNS) fail(db, "more columns than are copied");
    double best = 1e300;
    size_t rows = 0;
    for (int round = 0; round < rounds; round++) {
        double began = milliseconds();
        rows = list(db, statement, ids, assets);
        double took = milliseconds() - began;
        if (took < best) best = took;
    }
    printf("%.4f %zu\n", best, rows);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    free(ids);
    return 0;
}
