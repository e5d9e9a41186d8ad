// The floor of a change and of the column file: the same rows written, or read, as any C program would.
//
// usage: floor-changes DATABASE edit COUNT ROUNDS    edits COUNT assets in one transaction and logs it; prints the fastest round in milliseconds
//        floor-changes DATABASE select SQL ROUNDS    reads every column of every row of SQL; prints the fastest round in milliseconds
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static sqlite3 *db;

static double milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static void check(int code, const char *what) {
    if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW) return;
    fprintf(stderr, "floor-changes: %s: %s\n", what, sqlite3_errmsg(db));
    exit(1);
}

static void execute(const char *sql) { check(sqlite3_exec(db, sql, NULL, NULL, NULL), sql); }

static sqlite3_stmt *prepare(const char *sql) {
    sqlite3_stmt *statement = NULL;
    check(sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL), sql);
    return statement;
}

static void step(sqlite3_stmt *statement) {
    check(sqlite3_step(statement), "step");
    sqlite3_reset(statement);
}

static int by_uuid(const void *a, const void *b) { return memcmp(a, b, 16); }

struct asset {
    unsigned char uuid[16];
    int64_t id;
    int favorite;
};

static double edit(int count, int round) {
    struct asset *assets = calloc(count, sizeof *assets);
    sqlite3_stmt *pick = prepare("SELECT uuid, id, favorite FROM asset WHERE id >= ? AND listed = 1 LIMIT 1");
    sqlite3_stmt *most = prepare("SELECT max(id) FROM asset");
    check(sqlite3_step(most), "max");
    int64_t largest = sqlite3_column_int64(most, 0);
    sqlite3_finalize(most);
    uint64_t random = 0x9E3779B97F4A7C15u * (uint64_t)(round + 1);
    for (int i = 0; i < count; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        // One from each stretch of the table, so that none is there twice.
        int64_t stretch = largest / count > 0 ? largest / count : 1;
        sqlite3_bind_int64(pick, 1, i * stretch + 1 + (int64_t)((random >> 33) % stretch) / 2);
        if (sqlite3_step(pick) == SQLITE_ROW) {
            memcpy(assets[i].uuid, sqlite3_column_blob(pick, 0), 16);
            assets[i].id = sqlite3_column_int64(pick, 1);
            assets[i].favorite = sqlite3_column_int(pick, 2);
        }
        sqlite3_reset(pick);
    }
    sqlite3_finalize(pick);
    sqlite3_stmt *update = prepare("UPDATE asset SET modificationDate = ?, favorite = ? WHERE id = ?");
    sqlite3_stmt *change = prepare("INSERT INTO change (date, author) VALUES (?, 'floor')");
    sqlite3_stmt *item = prepare("INSERT INTO change_item (position, entity, uuid, kind, aspects, rowID) VALUES (?, 1, ?, 2, 2, ?)");

    double began = milliseconds();
    execute("BEGIN IMMEDIATE");
    double now = 790000000.0 + began / 1e3;
    for (int i = 0; i < count; i++) {
        sqlite3_bind_double(update, 1, now);
        sqlite3_bind_int(update, 2, !assets[i].favorite);
        sqlite3_bind_int64(update, 3, assets[i].id);
        step(update);
    }
    sqlite3_bind_double(change, 1, now);
    step(change);
    int64_t position = sqlite3_last_insert_rowid(db);
    qsort(assets, count, sizeof *assets, by_uuid);
    for (int i = 0; i < count; i++) {
        sqlite3_bind_int64(item, 1, position);
        sqlite3_bind_blob(item, 2, assets[i].uuid, 16, SQLITE_STATIC);
        sqlite3_bind_int64(item, 3, assets[i].id);
        step(item);
    }
    execute("COMMIT");
    double took = milliseconds() - began;
    sqlite3_finalize(update);
    sqlite3_finalize(change);
    sqlite3_finalize(item);
    free(assets);
    return took;
}

static double select_all(const char *sql, double *sum) {
    sqlite3_stmt *statement = prepare(sql);
    int columns = sqlite3_column_count(statement);
    double began = milliseconds();
    int code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW)
        for (int i = 0; i < columns; i++)
            // Texts are taken as texts, numbers as they are.
            *sum += sqlite3_column_type(statement, i) == SQLITE_TEXT ? sqlite3_column_text(statement, i)[0] : sqlite3_column_double(statement, i);
    check(code, "step");
    double took = milliseconds() - began;
    sqlite3_finalize(statement);
    return took;
}

int main(int count, char **words) {
    if (count < 5) {
        fprintf(stderr, "usage: floor-changes DATABASE edit COUNT ROUNDS | DATABASE select SQL ROUNDS\n");
        return 64;
    }
    check(sqlite3_open_v2(words[1], &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL), words[1]);
    // As the catalogue's writing connection.
    execute("PRAGMA synchronous = FULL; PRAGMA cache_size = -32000; PRAGMA temp_store = MEMORY; PRAGMA foreign_keys = ON");
    double best = 1e300, sum = 0;
    for (int round = 0; round < atoi(words[4]); round++) {
        double took = words[2][0] == 'e' ? edit(atoi(words[3]), round) : select_all(words[3], &sum);
        if (took < best) best = took;
    }
    printf("%.4f %g\n", best, sum);
    sqlite3_close(db);
    return 0;
}
